//! Folds by a column, and groups that stay together.

use crate::models::{has, open, recipe, refused};

use posterior::evaluate::Trial;
use posterior::problem::Problem;
use posterior::recipe::{Recipe, Split};

const CSV: &str = "fold,patient,x,kind,class\n\
    2,p1,red,u,yes\n2,p1,red,v,no\n10,p2,blue,u,maybe\n10,p2,blue,v,yes\n1,p3,red,u,no\n1,p3,green,v,maybe\n\
    2,p4,green,u,yes\n,p5,red,u,no\n10,p5,blue,v,no\n1,p6,red,v,yes\n2,p6,red,v,\n";

fn trial(csv: &str, toml: &str) -> Result<Trial, Problem> {
    Trial::plan(&open(csv, &format!("target = \"class\"\n{toml}")), None)
}

fn refusal(csv: &str, toml: &str) -> Problem {
    trial(csv, toml).err().unwrap_or_else(|| panic!("{toml} was planned"))
}

#[test]
fn each_value_of_a_column_is_a_fold_and_the_column_is_no_feature() {
    let trial = trial(CSV, "split = \"column:fold\"").unwrap();
    let features: Vec<_> = trial.data.resolved.features.iter().map(|feature| feature.name.as_str()).collect();
    assert_eq!(features, ["patient", "x", "kind"]);
    // Numbers are in their order; row 8 has no fold, and row 11 no class.
    assert_eq!((0..3).map(|part| trial.folds.name(part)).collect::<Vec<_>>(), ["1", "2", "10"]);
    assert_eq!(
        (0..3).map(|part| trial.folds.rows(part)).collect::<Vec<_>>(),
        [[4, 5, 9], [0, 1, 6], [2, 3, 8]]
    );
    assert_eq!(trial.folds.of_row(7), None);
    assert_eq!(
        trial.warnings,
        [
            "1 row has no value in fold: it is always a training row, never a test row.".to_owned(),
            "maybe is in 2 of 3 folds: the others have no test rows of it.".to_owned(),
        ]
    );
    // A model learns from all rows that have a class and are not in its fold.
    let without = trial.model_of(Some(1)).unwrap();
    let fitted = without.fitted().unwrap();
    assert_eq!((0..3).map(|class| fitted.class_count(class)).collect::<Vec<_>>(), [2, 3, 2]);
    let evaluation = trial.run(None).unwrap();
    assert_eq!(evaluation.n, 9);
    let folds = evaluation.tested.unwrap().folds;
    assert_eq!(folds.iter().map(|fold| fold.name.as_str()).collect::<Vec<_>>(), ["1", "2", "10"]);
}

#[test]
fn the_column_of_the_folds_is_a_feature_where_that_is_asked_for() {
    let features = |toml: &str| {
        let study = open(CSV, &format!("target = \"class\"\n{toml}"));
        let resolved = study.model().unwrap().data.resolved.clone();
        (resolved.features.len(), resolved.recipe)
    };
    assert_eq!(features("").0, 4);
    let (three, filled) = features("split = \"column:FOLD\"");
    assert_eq!(three, 3);
    let again = open(CSV, &filled.to_toml());
    assert_eq!(again.model().unwrap().data.resolved.features.len(), 3);
    let toml = "split = \"column:fold\"\n[[feature]]\nname = \"fold\"\n[[feature]]\nname = \"x\"";
    assert_eq!(features(toml).0, 2);
}

#[test]
fn groups_stay_together_and_the_largest_are_assigned_first() {
    for seed in 1..30 {
        let split = format!("split = \"groups:3:patient\"\nseed = {seed}");
        let trial = trial(CSV, &split).unwrap();
        // p1, p2, p3 and p5 have two rows each with a class, p4 and p6 one: no fold can be larger than four.
        for pair in [[0, 1], [2, 3], [4, 5], [7, 8]] {
            assert_eq!(trial.folds.of_row(pair[0]), trial.folds.of_row(pair[1]), "{seed}");
        }
        let mut sizes: Vec<usize> = (0..3).map(|part| trial.folds.rows(part).len()).collect();
        sizes.sort_unstable();
        assert_eq!(sizes, [3, 3, 4], "{seed}");
    }
    let of = |seed: u64| {
        let trial = trial(CSV, &format!("split = \"groups:3:patient\"\nseed = {seed}")).unwrap();
        (0..10).map(|row| trial.folds.of_row(row)).collect::<Vec<_>>()
    };
    assert_eq!(of(1), of(1));
    assert!((2..9).any(|seed| of(seed) != of(1)));
}

#[test]
fn a_weight_counts_when_groups_are_assigned() {
    let csv = "g,x,n,class\na,r,7,yes\nb,s,3,no\nc,r,2,maybe\nd,s,2,yes\nd,r,1,no\n";
    let trial = trial(csv, "weight = \"n\"\nsplit = \"groups:2:g\"").unwrap();
    // 7 cases in one fold; 3, 3 and 2 in the other.
    let of = |row: usize| trial.folds.of_row(row).unwrap();
    assert!((1..5).all(|row| of(row) != of(0)));
    assert_eq!(trial.run(None).unwrap().n, 15);
    let warnings = trial.warnings.join("\n");
    has(&warnings, &["maybe has 2 cases, all in fold"]);
}

#[test]
fn columns_that_cannot_be_folds_are_refused() {
    let unknown = refused(CSV, "target = \"class\"\nsplit = \"column:fodl\"");
    assert_eq!(
        (unknown.kind, unknown.fix.as_str()),
        ("unknown_column", "did you mean “fold”? the columns are: fold, patient, x, kind, class")
    );
    let class = refused(CSV, "target = \"class\"\nsplit = \"groups:2:class\"");
    assert_eq!(class.what, "“class” is the class, and cannot be the fold column too");
    let weight = refused(CSV, "target = \"class\"\nweight = \"fold\"\nsplit = \"column:fold\"");
    assert_eq!(weight.what, "“fold” is the weight, and cannot be the fold column too");
    let one = refusal("g,x,class\na,r,yes\na,s,no\na,r,maybe\n", "split = \"column:g\"");
    assert_eq!(one.what, "“g” has only one value in the rows that have a class, but folds need at least two");
    let few = refusal(CSV, "split = \"groups:7:patient\"");
    assert_eq!(few.fix, "use fewer folds: --split groups:6:patient");
    assert!(trial(CSV, "split = \"groups:6:patient\"").is_ok());
}

#[test]
fn a_column_makes_at_most_a_thousand_folds_and_any_number_of_groups() {
    let table = |values: usize| {
        let rows =
            (0..2 * values).map(|row| format!("{},{},{}\n", row % values, row % 5, ["a", "b", "c"][row % 3]));
        format!("id,x,class\n{}", rows.collect::<String>())
    };
    assert_eq!(trial(&table(1_000), "split = \"column:id\"").unwrap().folds.count(), 1_000);
    let problem = refusal(&table(1_001), "split = \"column:id\"");
    assert_eq!((problem.kind, problem.fix.as_str()), ("too_large", "use fewer folds: --split groups:10:id"));
    let groups = trial(&table(5_000), "split = \"groups:10:id\"").unwrap();
    assert_eq!((0..10).map(|part| groups.folds.rows(part).len()).collect::<Vec<_>>(), [1_000; 10]);
}

#[test]
fn a_split_reads_back_as_it_is_written() {
    for text in ["folds:10", "column:a b", "groups:5:a:b"] {
        assert_eq!(text.parse::<Split>().unwrap().to_string(), text);
    }
    for text in ["folds:1", "folds:10x5", "folds:x", "column:", "groups:5", "groups:1:a", "groups:5:"] {
        assert!(text.parse::<Split>().is_err(), "{text}");
    }
    let recipe: Recipe = recipe("split = \"groups:5:a:b\"");
    assert_eq!(recipe.split.unwrap().column(), Some("a:b"));
}
