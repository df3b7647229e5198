//! The rows that are most like one: Gower's distance, worked out by hand.

use crate::models::fitted;

use posterior::model::nearest;

#[test]
fn numbers_and_categories_count_alike_and_what_is_missing_does_not() {
    let table = "size,colour,class\n1,red,a\n2,red,b\n4,blue,c\n?,red,c\n11,blue,a\n1,red,?\n6,green,b\n";
    for recipe in
        ["model = \"mixed\"\nvar_smoothing = \"1e-3\"", "model = \"categorical\"\nbins = \"width:2\""]
    {
        let model = fitted(table, recipe);
        let found: Vec<(usize, usize, f64)> =
            nearest(&model, 0, 9).into_iter().map(|near| (near.row, near.class, near.distance)).collect();
        // The range of the sizes is 10; the row without a class was not learned from, and the row itself is no other.
        let expected = [(3, 2, 0.0), (1, 1, 0.05), (2, 2, 0.65), (6, 1, 0.75), (4, 0, 1.0)];
        assert_eq!(found.len(), expected.len(), "{found:?}");
        for (found, expected) in found.iter().zip(expected) {
            assert_eq!((found.0, found.1), (expected.0, expected.1), "{recipe}");
            assert!((found.2 - expected.2).abs() < 1e-15, "{found:?}");
        }
        assert_eq!(nearest(&model, 0, 2).len(), 2);
    }
    let words = fitted("text,class\na b,x\nb c,y\nc d,z\n", "model = \"multinomial\"");
    assert!(nearest(&words, 0, 5).is_empty(), "documents have no such distance");
}
