//! A quantity on one side of a comparison: its formula in numbers, its value, and when two values are the same.

use serde::Serialize;

use super::derivation::Step;
use super::evaluate::value_of;
use crate::math::{Expr, Linear, Number, Quantity, significant};

/// A quantity on one side.
#[derive(Clone, Debug, Serialize)]
pub struct Side {
    /// The formula.
    pub formula: Expr,
    /// The formula with numbers put in.
    pub numbers: Expr,
    /// The value as other formulas take it.
    #[serde(skip)]
    pub shown: Expr,
    /// The value; `None` where it is undefined.
    pub value: Option<Number>,
}

/// Floats closer than this share of their size are the same: the order of a sum may round otherwise.
const NEAR: f64 = 1e-13;

pub(super) fn same(a: Option<&Number>, b: Option<&Number>) -> bool {
    let (Some(a), Some(b)) = (a, b) else { return a.is_none() && b.is_none() };
    if a == b {
        return true;
    }
    if a.is_exact() && b.is_exact() {
        return false;
    }
    if matches!(a, Number::Log(_)) || matches!(b, Number::Log(_)) {
        let (a, b) = (a.ln(), b.ln());
        return (a - b).abs() <= NEAR * a.abs().clamp(1.0, f64::MAX);
    }
    let (a, b) = (a.to_f64(), b.to_f64());
    (a - b).abs() <= NEAR * a.abs().max(b.abs()).min(f64::MAX)
}

/// The formula of a step with numbers put in; sums over rows by what they come to.
pub(super) fn in_numbers(
    step: &Step,
    shown: &impl Fn(&Quantity) -> Option<Expr>,
    value: &impl Fn(&Quantity) -> Option<Number>,
) -> Expr {
    if let Some(numbers) = &step.numbers {
        return numbers.clone();
    }
    if step.uses.is_empty() {
        return step.shown.clone();
    }
    let mut whole = true;
    let summed = step.formula.map(&|part| match part {
        Expr::Big { .. } => value_of(part, value).map(Expr::Num),
        _ => None,
    });
    let put = summed.replace(&|used| shown(used).unwrap_or_else(|| Expr::ratio(0, 0)));
    let mut parts = vec![&put];
    while let Some(part) = parts.pop() {
        whole &= !matches!(part, Expr::Big { .. } | Expr::Matrix(_));
        parts.extend(part.parts());
    }
    if whole { put } else { step.shown.clone() }
}

/// How many figures tell two values apart: six, or as many more as that takes.
pub fn figures_apart(a: &Side, b: &Side) -> usize {
    let text = |side: &Side, figures: usize| side.value_text(figures).trim_end_matches('0').to_owned();
    (6..16).find(|figures| text(a, *figures) != text(b, *figures)).unwrap_or(16)
}

/// Lines longer than this say the value alone.
const LONGEST: usize = 90;

impl Side {
    /// The value in one line: the fraction as counted where it is short, else so many figures.
    pub fn value_text(&self, figures: usize) -> String {
        self.value_at(figures).0
    }

    /// The same, and whether nothing was rounded away.
    fn value_at(&self, figures: usize) -> (String, bool) {
        let counted = matches!(&self.value, Some(value) if value.is_exact());
        let fraction = Linear { ascii: false }.expr(&self.shown);
        match &self.value {
            Some(_) if counted && fraction.chars().count() <= 11 => (fraction, true),
            Some(value) => significant(value, figures),
            None => ("undefined".to_owned(), true),
        }
    }

    /// The numbers and what they come to: `(5 + 1)/(14 + 1 · 2) = 6/16`.
    pub(super) fn text(&self, figures: usize) -> String {
        let numbers = Linear { ascii: false }.expr(&self.numbers);
        let (value, exact) = self.value_at(figures);
        let sign = if exact { "=" } else { "≈" };
        if numbers == value || numbers.chars().count() > LONGEST || matches!(self.numbers, Expr::Num(_)) {
            value
        } else {
            format!("{numbers} {sign} {value}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::read_exact;

    /// `numbers` that come to a value, as counted or as a float.
    fn side(value: Number) -> String {
        let numbers = Expr::ratio(3, 8);
        let shown = Expr::Num(value.clone());
        Side { formula: numbers.clone(), numbers, shown, value: Some(value) }.text(6)
    }

    #[test]
    fn what_was_rounded_is_about_equal_and_what_was_not_is_equal() {
        // A fraction too long to be written is rounded though it is exact, and a float of few figures is not.
        assert_eq!(side(Number::Exact(read_exact("123456789/987654321").unwrap())), "3/8 ≈ 0.125000");
        assert_eq!(side(Number::Exact(read_exact("3/7").unwrap())), "3/8 = 3/7");
        assert_eq!(side(Number::Float(0.375)), "3/8 = 0.375");
        assert_eq!(side(Number::Float(1.0 / 3.0)), "3/8 ≈ 0.333333");
    }
}
