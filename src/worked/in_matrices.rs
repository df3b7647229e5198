//! x − μ, Σ⁻¹(x − μ) and q of a class as a board has them: columns and a matrix with their numbers, which multiply to what is
//! printed.

use super::gda::{column, quadratic_form};
use super::posterior::RowKind;
use super::proof::{agrees, is_rounded};
use crate::math::{Chain, Expr, Number, Precision, Rel, symbols};
use crate::model::{Case, Fitted};

/// Matrices of more columns than this are too wide for a page.
pub const FITS: usize = 6;

/// Figures that an operand has at most.
const MOST: usize = 8;

/// The line of a class in matrices; `None` where the row of the table is not one of these, for one feature or more than
/// [`FITS`], and for a class without rows.
pub fn in_matrices(fitted: &Fitted, case: &Case, class: usize, kind: &RowKind) -> Option<Chain> {
    let gda = fitted.gda()?;
    let (sigma, x) = (gda.sigma(class)?, case.numbers());
    if !(2..=FITS).contains(&x.len()) {
        return None;
    }
    let apart = gda.distances(class, &x)?;
    let difference = || Expr::from(symbols::X) - symbols::MU.into();
    let inverse = || Expr::Inverse(Box::new(symbols::COVARIANCE.into()));
    let results = |values: &[f64]| column(values.iter().map(|value| rounded(*value, Precision::TERM)));
    let chain = |lhs: Expr, numbers: Expr, result: Expr| {
        let relation = |rounds: bool| if rounds { Rel::Approx } else { Rel::Eq };
        // What follows from rounded numbers is rounded.
        let [first, after] = [is_rounded(&numbers), is_rounded(&numbers) || is_rounded(&result)];
        Chain { lhs, rest: vec![(relation(first), numbers), (relation(after), result)] }
    };
    match kind {
        RowKind::Difference { .. } => {
            let mean = |at: usize| gda.mean(class, at).unwrap_or(f64::NAN);
            let precision = enough(|precision| {
                apart.iter().zip(&x).enumerate().all(|(at, (value, x))| {
                    let line = Expr::float(*x) - rounded(mean(at), precision);
                    agrees(&line, &Number::Float(*value), Precision::TERM)
                })
            });
            let means = column((0..x.len()).map(|at| rounded(mean(at), precision)));
            let case = column(x.iter().map(|value| Expr::float(*value)));
            Some(chain(difference(), case - means, results(&apart)))
        }
        RowKind::Solved { .. } => {
            let (rows, found) = (sigma.inverse(), sigma.solve(&apart));
            let lines = rows.iter().zip(&found).map(|(row, value)| (row.as_slice(), *value));
            let precision = proved(lines, &apart);
            let entry = |value: &f64| rounded(*value, precision);
            let matrix = Expr::Matrix(rows.iter().map(|row| row.iter().map(entry).collect()).collect());
            let of = column(apart.iter().map(entry));
            let lhs = Expr::Juxt(vec![inverse(), difference()]);
            Some(chain(lhs, Expr::Juxt(vec![matrix, of]), results(&found)))
        }
        RowKind::SquaredDistance => {
            let (found, q) = (sigma.solve(&apart), gda.quadratic(class, &x));
            let precision = proved([(apart.as_slice(), q)].into_iter(), &found);
            let entry = |value: &f64| rounded(*value, precision);
            let across = Expr::Matrix(vec![apart.iter().map(entry).collect()]);
            let numbers = Expr::Juxt(vec![across, column(found.iter().map(entry))]);
            Some(chain(quadratic_form(symbols::X.into()), numbers, rounded(q, Precision::TERM)))
        }
        _ => None,
    }
}

fn rounded(value: f64, precision: Precision) -> Expr {
    Expr::Rounded(Number::Float(value), precision)
}

fn proved<'a>(rows: impl Iterator<Item = (&'a [f64], f64)> + Clone, column: &[f64]) -> Precision {
    enough(|precision| {
        rows.clone().all(|(row, value)| {
            let terms = row.iter().zip(column).map(|(a, b)| rounded(*a, precision) * rounded(*b, precision));
            agrees(&Expr::sum(terms.collect()), &Number::Float(value), Precision::TERM)
        })
    })
}

/// The first precision that is enough; the most that is printed, where terms that cancel leave none.
fn enough(agree: impl Fn(Precision) -> bool) -> Precision {
    let mut all = (5..MOST).map(|figures| Precision::TERM.with(figures));
    all.find(|precision| agree(*precision)).unwrap_or(Precision::TERM.with(MOST))
}
