//! Numbers that agree to the eye: with what is printed of a line, its result comes out within its last figure.

use num_traits::One;

use super::value::value_of;
use crate::math::{BigOp, Expr, Number, Precision, Rel};

/// The numbers of a line and how far its result is rounded, so that one leads to the other.
pub(super) struct Proved {
    /// `≈` where a number on the line had to be rounded.
    pub relation: Rel,
    pub numbers: Expr,
    pub result: Precision,
}

/// Figures that a number on a line has at most.
const MOST: usize = 8;
/// Figures that a result keeps at least.
const LEAST: usize = 2;

/// The numbers with one figure more each, until what is printed comes to the result that is printed; where that does not
/// help, the result with fewer figures.
pub(super) fn proved(numbers: &Expr, value: &Number, precision: Precision) -> Proved {
    if !holds_decimal(numbers) {
        return Proved { relation: Rel::Eq, numbers: numbers.clone(), result: precision };
    }
    let first = figures(Precision::FACTOR);
    let found =
        (first..=MOST).map(|figures| at(numbers, figures)).find(|numbers| agrees(numbers, value, precision));
    let (numbers, result) = match found {
        Some(numbers) => (numbers, precision),
        None => {
            let numbers = at(numbers, MOST);
            let fewer = (LEAST..figures(precision)).rev().map(|figures| precision.with(figures));
            let result = fewer.into_iter().find(|fewer| agrees(&numbers, value, *fewer));
            // A line that says nothing of its result, as one of matrices, has nothing to prove.
            match result {
                Some(result) => (numbers, result),
                None => (at(&numbers, first), precision),
            }
        }
    };
    let relation = if is_rounded(&numbers) { Rel::Approx } else { Rel::Eq };
    Proved { relation, numbers, result }
}

fn figures(precision: Precision) -> usize {
    match precision {
        Precision::Figures(figures) | Precision::Summed(figures) => figures,
        Precision::Share => 4,
    }
}

/// Every decimal with so many figures; one that has few of them stands as it is.
fn at(numbers: &Expr, figures: usize) -> Expr {
    numbers.map(&|part| {
        let (number, precision) = match part {
            Expr::Num(number) if !number.is_exact() => (number, Precision::FACTOR),
            Expr::Rounded(number, precision) => (number, *precision),
            _ => return None,
        };
        let most = precision.with(MOST);
        let precision = if number.rounded(most).is_exact() { most } else { precision.with(figures) };
        Some(Expr::Rounded(number.clone(), precision))
    })
}

/// Whether the numbers as they are printed come to the result as it is printed, within its last figure.
pub(super) fn agrees(numbers: &Expr, value: &Number, precision: Precision) -> bool {
    let printed = numbers.map(&|part| match part {
        Expr::Rounded(number, precision) => printed_value(number, *precision).map(Expr::Num),
        _ => None,
    });
    let (Some(found), Some(shown)) = (value_of(&printed, &|_| None), printed_value(value, precision)) else {
        return false;
    };
    let (apart, unit) = (found.sub(&shown), value.last_figure(precision));
    let apart = if apart.is_negative() { apart.neg() } else { apart };
    apart.compare(&unit).is_le()
}

/// What is printed of a number: a float, which is quick, or what no float can hold.
fn printed_value(number: &Number, precision: Precision) -> Option<Number> {
    let text = number.rounded(precision);
    match text.pointed().parse::<f64>() {
        Ok(value) if value.is_normal() || value == 0.0 && number.is_zero() => Some(Number::Float(value)),
        _ => text.number().map(|exact| Number::Log(exact.ln())),
    }
}

fn holds_decimal(expr: &Expr) -> bool {
    match expr {
        Expr::Rounded(..) => true,
        Expr::Num(number) => !number.is_exact(),
        other => other.parts().into_iter().any(holds_decimal),
    }
}

pub(super) fn is_rounded(expr: &Expr) -> bool {
    match expr {
        Expr::Rounded(number, precision) => !number.rounded(*precision).is_exact(),
        other => other.parts().into_iter().any(is_rounded),
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn number() -> impl Strategy<Value = f64> {
        (1.0..10.0f64, -6i32..6, any::<bool>()).prop_map(|(digits, power, below)| {
            let value = digits * 10f64.powi(power);
            if below { -value } else { value }
        })
    }

    proptest! {
        /// What is printed of a sum of products comes to the result that is printed, within its last figure.
        #[test]
        fn what_is_printed_agrees_with_what_is_printed(
            terms in prop::collection::vec((number(), number()), 1..5),
            summed in any::<bool>(),
        ) {
            let product = |(a, b): &(f64, f64)| Expr::float(*a) * Expr::float(*b);
            let numbers = Expr::sum(terms.iter().map(product).collect());
            let value = Number::Float(terms.iter().map(|(a, b)| a * b).sum());
            let precision = if summed { Precision::TERM } else { Precision::FACTOR };
            let found = proved(&numbers, &value, precision);
            // Terms that cancel leave nothing that eight figures could prove.
            let size = terms.iter().map(|(a, b)| (a * b).abs()).fold(0.0, f64::max);
            prop_assume!(value.to_f64().abs() > 1e-3 * size);
            prop_assert!(agrees(&found.numbers, &value, found.result), "{:?}", found.numbers);
            prop_assert_eq!(found.relation == Rel::Approx, is_rounded(&found.numbers));
        }
    }
}
