//! The values of formulas that hold matrices, where they come to one number.

use nalgebra::DMatrix;

use super::evaluate::value_of;
use crate::math::{Expr, Number, Quantity};

/// Whether a formula is a matrix written out, or made of one.
pub(super) fn is_matrix(expr: &Expr) -> bool {
    match expr {
        Expr::Matrix(_) => true,
        Expr::Inverse(part) | Expr::Transpose(part) => is_matrix(part),
        _ => false,
    }
}

/// A product of matrices that has one row and one column.
pub(super) fn scalar(expr: &Expr, lookup: &impl Fn(&Quantity) -> Option<Number>) -> Option<Number> {
    let product = matrix(expr, lookup)?;
    let only = product.get((0, 0)).copied().filter(|_| product.shape() == (1, 1));
    only.filter(|value| value.is_finite()).map(Number::Float)
}

/// The determinant of a square matrix.
pub(super) fn determinant(part: &Expr, lookup: &impl Fn(&Quantity) -> Option<Number>) -> Option<Number> {
    let matrix = matrix(part, lookup).filter(DMatrix::is_square)?;
    Some(Number::Float(matrix.determinant())).filter(|value| value.to_f64().is_finite())
}

fn matrix(expr: &Expr, lookup: &impl Fn(&Quantity) -> Option<Number>) -> Option<DMatrix<f64>> {
    match expr {
        Expr::Matrix(rows) => {
            let width = rows.first()?.len();
            let cells = rows.iter().filter(|row| row.len() == width).flatten();
            let cells: Vec<f64> =
                cells.map(|cell| Some(value_of(cell, lookup)?.to_f64())).collect::<Option<_>>()?;
            (cells.len() == rows.len() * width).then(|| DMatrix::from_row_slice(rows.len(), width, &cells))
        }
        // An inverse or a determinant of what is not finite would be found by endless rotations.
        Expr::Inverse(part) => finite(matrix(part, lookup)?)?.try_inverse(),
        Expr::Transpose(part) => Some(matrix(part, lookup)?.transpose()),
        Expr::Mul(parts) | Expr::Juxt(parts) => {
            let mut all = parts.iter().map(|part| matrix(part, lookup));
            let first = all.next()??;
            all.try_fold(first, |product, next| {
                let next = next?;
                (product.ncols() == next.nrows()).then(|| product * next)
            })
        }
        _ => None,
    }
}

fn finite(matrix: DMatrix<f64>) -> Option<DMatrix<f64>> {
    (matrix.is_square() && matrix.iter().all(|cell| cell.is_finite())).then_some(matrix)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quadratic_form_is_one_number() {
        let matrix = |rows: &[&[i32]]| {
            Expr::Matrix(rows.iter().map(|row| row.iter().map(|cell| Expr::int(*cell)).collect()).collect())
        };
        let (x, sigma) = (matrix(&[&[1], &[2]]), matrix(&[&[4, 2], &[2, 3]]));
        let value = |expr: &Expr| value_of(expr, &|_: &Quantity| None).map(|value| value.to_f64());
        let inverse = Expr::Inverse(Box::new(sigma.clone()));
        let form = Expr::Juxt(vec![Expr::Transpose(Box::new(x.clone())), inverse, x.clone()]);
        assert!((value(&form).unwrap() - 11.0 / 8.0).abs() < 1e-15);
        assert!((value(&Expr::Det(Box::new(sigma.clone()))).unwrap() - 8.0).abs() < 1e-14);
        // What has no value: a matrix itself, sizes that do not fit, and the inverse of a singular one.
        let singular = Expr::Inverse(Box::new(matrix(&[&[1, 1], &[1, 1]])));
        let row = Expr::Transpose(Box::new(x.clone()));
        for none in [
            sigma.clone(),
            Expr::Juxt(vec![x.clone(), sigma]),
            Expr::Juxt(vec![row, singular, x.clone()]),
            Expr::Det(Box::new(x)),
        ] {
            assert_eq!(value(&none), None, "{none:?}");
        }
    }
}
