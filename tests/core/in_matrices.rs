//! The lines of q in matrices: the printed numbers multiply to the printed results.

use crate::models::fitted;

use posterior::math::{Expr, Number, Precision};
use posterior::model::Case;
use posterior::worked::{RowKind, in_matrices};

/// Three classes, `d` columns that depend on each other a little.
fn table(d: usize) -> String {
    let heads: Vec<String> = (0..d).map(|at| format!("x{at}")).collect();
    let mut text = format!("{},kind\n", heads.join(","));
    for row in 0..60_usize {
        let cell = |at: usize| ((row * (3 * at + 7) + row * row * (at + 1)) % 23) as f64 / 4.0;
        let cells: Vec<String> = (0..d).map(|at| (cell(at) + 0.5 * cell(0)).to_string()).collect();
        text.push_str(&format!("{},{}\n", cells.join(","), ["ash", "beech", "cedar"][row % 3]));
    }
    text
}

/// An entry as it is printed, and one unit in its last figure.
fn printed(expr: &Expr) -> (f64, f64) {
    let (number, precision) = match expr {
        Expr::Rounded(number, precision) => (number.clone(), *precision),
        Expr::Num(number) => (number.clone(), Precision::TERM),
        other => panic!("{other:?}"),
    };
    let value: f64 = number.rounded(precision).pointed().parse().unwrap();
    (value, number.last_figure(precision).to_f64())
}

fn entries(expr: &Expr) -> Vec<Vec<(f64, f64)>> {
    let Expr::Matrix(rows) = expr else { return vec![vec![printed(expr)]] };
    rows.iter().map(|row| row.iter().map(printed).collect()).collect()
}

#[test]
fn printed_matrices_multiply_to_the_printed_results() {
    for (model, d) in ["gda", "qda"].into_iter().flat_map(|model| (1..=7).map(move |d| (model, d))) {
        let model = fitted(&table(d), &format!("target = \"kind\"\nmodel = \"{model}\"\n"));
        let feature = &model.features[0].name;
        for (row, class) in (0..12).flat_map(|row| (0..3).map(move |class| (row, class))) {
            let case = Case::from_row(&model, row).unwrap();
            let line = |kind: RowKind| in_matrices(&model, &case, class, &kind);
            assert!(line(RowKind::Together).is_none());
            let lines = [
                line(RowKind::Difference { feature: feature.clone() }),
                line(RowKind::Solved { feature: feature.clone() }),
                line(RowKind::SquaredDistance),
            ];
            assert!(lines.iter().all(|line| line.is_some() == (2..=6).contains(&d)), "{d}");
            let [Some(difference), Some(solved), Some(q)] = lines else { continue };
            let Expr::Add(sides) = &difference.rest[0].1 else { panic!("{difference:?}") };
            let Expr::Neg(mean) = &sides[1] else { panic!("{difference:?}") };
            let (x, mean) = (entries(&sides[0]), entries(mean));
            for (at, found) in entries(&difference.rest[1].1).iter().enumerate() {
                let (value, unit) = found[0];
                assert!((x[at][0].0 - mean[at][0].0 - value).abs() <= 1.001 * unit, "{difference:?}");
            }
            for (chain, rows) in [(&solved, d), (&q, 1)] {
                let Expr::Juxt(sides) = &chain.rest[0].1 else { panic!("{chain:?}") };
                let (left, right) = (entries(&sides[0]), entries(&sides[1]));
                let results = entries(&chain.rest[1].1);
                assert_eq!((left.len(), results.len()), (rows, rows));
                for (row, result) in left.iter().zip(results) {
                    let sum: f64 = row.iter().zip(&right).map(|(a, b)| a.0 * b[0].0).sum();
                    assert!((sum - result[0].0).abs() <= 1.001 * result[0].1, "{sum} {chain:?}");
                }
            }
            let value = model.gda().unwrap().quadratic(class, &case.numbers());
            let (printed, unit) = printed(&q.rest[1].1);
            assert!((printed - value).abs() <= unit, "{printed} {value}");
            assert_eq!(Number::Float(value).rounded(Precision::TERM).pointed().parse(), Ok(printed));
        }
    }
}
