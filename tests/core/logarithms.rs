//! A worked posterior in logarithms: each line has the value it states, and the terms add up to the score.

use crate::models::{close, fitted};

use posterior::model::Case;
use posterior::worked::{Posterior, RowKind, in_logarithms, value_of};

#[test]
fn each_line_in_logarithms_has_the_value_it_states() {
    let csv = "u,v,note,kind\n1,x,a b a,k0\n2,y,b,k1\n3,x,c a,k2\n4,y,c c d,k0\n2,x,a,k1\n5,y,d,k2\n1,x,b c,k0\n3,y,a a,k1\n";
    let note = "[[feature]]\nname = \"note\"\nkind = \"text\"\n";
    for recipe in [
        "model = \"mixed\"",
        "model = \"multinomial\"\nignore = [\"u\", \"v\"]",
        "model = \"bernoulli\"\nignore = [\"u\", \"v\"]",
    ] {
        let model = fitted(csv, &format!("target = \"kind\"\n{recipe}\n{note}"));
        for row in 0..8 {
            let posterior = Posterior::new(&model, &Case::from_row(&model, row).unwrap()).unwrap();
            let rows = posterior.rows.iter().enumerate();
            for (at, row, class) in rows.flat_map(|(at, row)| (0..3).map(move |class| (at, row, class))) {
                let Some(chain) = in_logarithms(&posterior, at, class, true) else {
                    assert!(row.kind.is_towards_density(), "{:?}", row.kind);
                    continue;
                };
                let wanted = row.cells[class].value.as_ref().unwrap().ln();
                let of_numbers = chain.rest.iter().filter(|(_, side)| side.is_of_numbers());
                let sides: Vec<f64> =
                    of_numbers.map(|(_, side)| value_of(side, &|_| None).unwrap().to_f64()).collect();
                assert!(sides.len() >= 2 || row.kind == RowKind::Score, "{chain:?}");
                assert!(sides.iter().all(|side| close(*side, wanted, 1e-9)), "{sides:?} {wanted} {chain:?}");
            }
        }
    }
}
