//! How formulas are written once numbers are put in.

use num_traits::One;

use crate::math::{BigOp, Expr, Number};

/// Sums over more rows than this keep their sign when the numbers are put in.
pub(super) const ROWS: usize = 6;

pub(super) fn spelled_out(expr: &Expr) -> Expr {
    expr.map(&|part| match part {
        // A sum over many rows may stand for fewer terms that come to the same.
        Expr::Big { op: BigOp::Sum, upper, terms, .. } if **upper != Expr::int(terms.len() as u64) => None,
        Expr::Big { op: BigOp::Sum, terms, .. } if (2..=ROWS).contains(&terms.len()) => {
            Some(Expr::Add(terms.clone()))
        }
        Expr::Big { op: BigOp::Sum, terms, .. } if terms.len() == 1 => terms.first().cloned(),
        _ => None,
    })
}

pub(super) fn has_big(expr: &Expr) -> bool {
    matches!(expr, Expr::Big { .. }) || expr.parts().into_iter().any(has_big)
}

/// A fraction of two whole numbers is one fraction, as counted.
pub(super) fn tidy(expr: Expr) -> Expr {
    let whole = |expr: &Expr| match expr {
        Expr::Num(Number::Exact(value)) if value.denom().is_one() => Some(value.numer().clone()),
        _ => None,
    };
    match &expr {
        Expr::Frac(top, bottom) => match (whole(top), whole(bottom)) {
            (Some(top), Some(bottom)) => Expr::Ratio(top, bottom),
            _ => expr,
        },
        _ => expr,
    }
}
