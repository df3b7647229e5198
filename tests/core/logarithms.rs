//! A worked posterior in logarithms: each line has the value it states, and the terms add up to the score.

use crate::models::fitted;

use posterior::model::Case;
use posterior::worked::{Posterior, RowKind, in_logarithms, value_of};

#[test]
fn each_line_in_logarithms_has_the_value_it_states() {
    let csv = "u,v,note,kind\n1,x,a b a,k0\n2,y,b,k1\n3,x,c a,k2\n4,y,c c d,k0\n2,x,a,k1\n5,y,d,k2\n1,x,b c,k0\n3,y,a a,k1\n";
    for recipe in [
        "model = \"mixed\"",
        "model = \"multinomial\"\nignore = [\"u\", \"v\"]",
        "model = \"bernoulli\"\nignore = [\"u\", \"v\"]",
    ] {
        let model = fitted(
            csv,
            &format!("target = \"kind\"\n{recipe}\n[[feature]]\nname = \"note\"\nkind = \"text\"\n"),
        );
        for row in 0..8 {
            let case = Case::from_row(&model, row).unwrap();
            let posterior = Posterior::new(&model, &case).unwrap();
            for (at, row) in posterior.rows.iter().enumerate() {
                for (class, cell) in row.cells.iter().enumerate() {
                    let Some(chain) = in_logarithms(&posterior, at, class, true) else {
                        assert!(row.kind.is_towards_density(), "{:?}", row.kind);
                        continue;
                    };
                    let wanted = cell.value.as_ref().unwrap().ln();
                    let sides: Vec<f64> = chain
                        .rest
                        .iter()
                        .filter(|(_, side)| side.is_of_numbers())
                        .map(|(_, side)| value_of(side, &|_| None).unwrap().to_f64())
                        .collect();
                    assert!(sides.len() >= 2 || row.kind == RowKind::Score, "{chain:?}");
                    for side in sides {
                        assert!(
                            (side - wanted).abs() <= 1e-9 * wanted.abs().max(1.0),
                            "{side} {wanted} {chain:?}"
                        );
                    }
                }
            }
        }
    }
}
