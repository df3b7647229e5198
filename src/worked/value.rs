//! The value of a formula, which has one where its matrices come to one number.

use std::f64::consts::{LN_2, LN_10};

use nalgebra::DMatrix;
use num_bigint::BigInt;
use num_traits::{One, ToPrimitive};

use crate::math::{BigOp, Expr, Func, Number, Quantity, ln_chi_square_tail, ln_factorial, symbols};

/// The value of a formula, given the values of the addresses in it; `None` where it is undefined (0/0, ln 0) or holds
/// something that has no value of its own, such as a free symbol.
pub fn value_of(expr: &Expr, lookup: &impl Fn(&Quantity) -> Option<Number>) -> Option<Number> {
    match expr {
        Expr::Num(number) | Expr::Rounded(number, _) => Some(number.clone()),
        Expr::Ratio(top, bottom) => Number::ratio(top.clone(), bottom.clone()),
        Expr::Of(quantity) => lookup(quantity),
        Expr::Sym(symbol) if *symbol == symbols::TWO_PI => Some(Number::Float(std::f64::consts::TAU)),
        Expr::Add(parts) => sum(parts, lookup),
        Expr::Mul(parts) | Expr::Juxt(parts) if parts.iter().any(is_matrix) => scalar(expr, lookup),
        Expr::Det(part) => determinant(part, lookup),
        Expr::Mul(parts) | Expr::Juxt(parts) => product(parts, lookup),
        Expr::Neg(part) => Some(value_of(part, lookup)?.neg()),
        Expr::Frac(top, bottom) => value_of(top, lookup)?.div(&value_of(bottom, lookup)?),
        Expr::Pow(base, exponent) => value_of(base, lookup)?.powi(whole(exponent, lookup)?),
        Expr::Call(Func::Factorial, part) => {
            let k = value_of(part, lookup)?.to_f64();
            let exact = (k < 100.0).then(|| (2..=k as u64).fold(BigInt::from(1), |product, i| product * i));
            Some(exact.map_or_else(|| Number::from_ln(ln_factorial(k)), Number::from_int))
        }
        Expr::Call(Func::ChiSquareTail(k), part) => {
            Some(Number::from_ln(ln_chi_square_tail(*k, value_of(part, lookup)?.to_f64())))
        }
        Expr::Call(log @ (Func::Ln | Func::Log10 | Func::Log2), part) => {
            let per = match log {
                Func::Log10 => LN_10,
                Func::Log2 => LN_2,
                _ => 1.0,
            };
            let log = value_of(part, lookup)?.ln() / per;
            log.is_finite().then_some(Number::Float(log))
        }
        Expr::Call(Func::Exp, part) => {
            let ln = value_of(part, lookup)?.to_f64();
            // What underflows keeps its logarithm: far from a mean a density is small, and never 0.
            (ln < f64::INFINITY).then(|| Number::from_ln(ln))
        }
        Expr::Sqrt(part) => value_of(part, lookup)?.sqrt(),
        Expr::Big { op: BigOp::Sum, terms, .. } if !terms.is_empty() => sum(terms, lookup),
        Expr::Big { op: BigOp::Product, terms, .. } if !terms.is_empty() => product(terms, lookup),
        _ => None,
    }
}

fn whole(expr: &Expr, lookup: &impl Fn(&Quantity) -> Option<Number>) -> Option<i32> {
    let value = value_of(expr, lookup)?;
    let value = value.as_exact()?;
    value.denom().is_one().then(|| value.numer().to_i32()).flatten()
}

fn sum(parts: &[Expr], lookup: &impl Fn(&Quantity) -> Option<Number>) -> Option<Number> {
    parts.iter().try_fold(Number::zero(), |sum, part| Some(sum.add(&value_of(part, lookup)?)))
}

fn product(parts: &[Expr], lookup: &impl Fn(&Quantity) -> Option<Number>) -> Option<Number> {
    let factor = |part: &Expr| match part {
        Expr::Pow(base, exponent) => match whole(exponent, lookup) {
            Some(times) if times >= 0 => Some((value_of(base, lookup)?, times.unsigned_abs())),
            _ => Some((value_of(part, lookup)?, 1)),
        },
        _ => Some((value_of(part, lookup)?, 1)),
    };
    Some(Number::powers(&parts.iter().map(factor).collect::<Option<Vec<(Number, u32)>>>()?))
}

fn is_matrix(expr: &Expr) -> bool {
    match expr {
        Expr::Matrix(_) => true,
        Expr::Inverse(part) | Expr::Transpose(part) => is_matrix(part),
        _ => false,
    }
}

fn scalar(expr: &Expr, lookup: &impl Fn(&Quantity) -> Option<Number>) -> Option<Number> {
    let product = matrix(expr, lookup)?;
    let only = product.get((0, 0)).copied().filter(|_| product.shape() == (1, 1));
    only.filter(|value| value.is_finite()).map(Number::Float)
}

fn determinant(part: &Expr, lookup: &impl Fn(&Quantity) -> Option<Number>) -> Option<Number> {
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
