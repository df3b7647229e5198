//! A quantity on the two sides of a comparison: its formula in numbers, when two values are the same, and a short reason why
//! a step differs under another convention.

use serde::Serialize;

use super::against::ComparedModel;
use super::definition::Rule;
use super::derivation::Step;
use super::evaluate::value_of;
use crate::math::{Event, Expr, Linear, Name, Number, Precision, Quantity, Sentence, sentence};
use crate::model::{Case, CaseValue, Fitted};
use crate::recipe::Bins;

#[derive(Clone, Debug, Serialize)]
pub struct Side {
    pub formula: Expr,
    pub numbers: Expr,
    #[serde(skip)]
    pub shown: Expr,
    /// The value; `None` where it is undefined.
    pub value: Option<Number>,
}

/// Floats closer than this share of their size are the same: rounding depends on the order of a sum.
const NEAR: f64 = 1e-13;

pub(super) fn same(a: Option<&Number>, b: Option<&Number>) -> bool {
    let (Some(a), Some(b)) = (a, b) else { return a.is_none() && b.is_none() };
    if a == b {
        return true;
    }
    if a.is_exact() && b.is_exact() {
        return false;
    }
    let by_logarithm = |number: &Number| matches!(number, Number::Log(_) | Number::MinusLog(_));
    if by_logarithm(a) || by_logarithm(b) {
        let same_sign = a.is_negative() == b.is_negative();
        let (a, b) = (a.ln_abs(), b.ln_abs());
        return same_sign && (a - b).abs() <= NEAR * a.abs().clamp(1.0, f64::MAX);
    }
    let (a, b) = (a.to_f64(), b.to_f64());
    (a - b).abs() <= NEAR * a.abs().max(b.abs()).min(f64::MAX)
}

/// The formula of a step in numbers; sums over rows are replaced by their values.
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

/// The number of figures that distinguish two values: at least five.
pub fn figures_apart(a: &Side, b: &Side) -> usize {
    let text =
        |side: &Side, figures: usize| side.value_text(figures).plain().trim_end_matches('0').to_owned();
    (5..16).find(|figures| text(a, *figures) != text(b, *figures)).unwrap_or(16)
}

/// Longer lines show the value alone.
const LONGEST: usize = 90;

impl Side {
    /// The value in one line: the counted fraction if it is short, else so many figures.
    pub(crate) fn value_text(&self, figures: usize) -> Sentence {
        self.value_at(figures).0
    }

    fn value_at(&self, figures: usize) -> (Sentence, bool) {
        let counted = matches!(&self.value, Some(value) if value.is_exact());
        let fraction = Linear::default().expr(&self.shown);
        match &self.value {
            Some(_) if counted && fraction.chars().count() <= 11 => (sentence!("{}", self.shown), true),
            Some(value) => {
                let value = value.rounded(Precision::Figures(figures));
                (Sentence::from(value.clone()), value.is_exact())
            }
            None => ("undefined".into(), true),
        }
    }

    /// The numbers and their value: `(5 + 1)/(14 + 1 · 2) = 6/16`.
    pub(super) fn text(&self, figures: usize) -> Sentence {
        let numbers = Linear::default().expr(&self.numbers);
        let (value, exact) = self.value_at(figures);
        let sign = if exact { "=" } else { "≈" };
        if numbers == value.plain()
            || numbers.chars().count() > LONGEST
            || matches!(self.numbers, Expr::Num(_))
        {
            value
        } else {
            sentence!("{} {} {}", self.numbers, sign, value)
        }
    }
}

pub(super) struct Sides<'a> {
    pub here: &'a ComparedModel<'a>,
    pub there: &'a ComparedModel<'a>,
    pub mine: &'a Step,
    pub theirs: &'a Step,
}

pub(super) fn bin(fitted: &Fitted, case: &Case, at: usize) -> Option<Name> {
    match (fitted.factors().get(at)?.cuts()?, &case.cells.get(at)?.value) {
        (cuts, CaseValue::Value(bin)) => Some(cuts.label(*bin)),
        _ => None,
    }
}

pub(super) fn reason(quantity: &Quantity, sides: &Sides<'_>) -> String {
    let [here, there] = [sides.here, sides.there].map(|of| of.fitted.convention().program());
    match (quantity, (sides.mine.rule, sides.theirs.rule)) {
        (_, (_, Rule::Threshold)) => format!("{there} uses 0.001 for a factor of 0"),
        (_, (Rule::Threshold, _)) => format!("{here} uses 0.001 for a factor of 0, {there} keeps the 0"),
        (_, (_, Rule::DividedByPrior)) => {
            format!("{there} multiplies by P(c | value)/P(c) for each value")
        }
        (_, (Rule::DividedByPrior, _)) => {
            format!("{there} multiplies by P(value | c) for each value")
        }
        (Quantity::Prob { event: Event::Class(_), given: None }, rules) => match rules {
            (Rule::Frequency, Rule::Smoothed) => format!("{there} smooths the prior too"),
            (Rule::Smoothed, Rule::Frequency) => format!("{there} does not smooth the prior"),
            _ => format!("{there} uses another prior"),
        },
        (Quantity::Alpha, _) => {
            let alpha = alpha(sides.there.fitted);
            format!("{there} always adds {alpha} to every count")
        }
        (
            Quantity::Prob { event: Event::Value { .. }, given: Some(_) },
            (Rule::Frequency, Rule::Smoothed),
        ) => {
            format!("{there} adds {} to every count", alpha(sides.there.fitted))
        }
        (
            Quantity::Prob { event: Event::Value { .. }, given: Some(_) },
            (Rule::Smoothed, Rule::Frequency),
        ) => {
            format!("{there} adds nothing to the counts")
        }
        (Quantity::Var { .. }, rules) => match rules {
            (_, Rule::LeastDeviation) => format!("{there} uses 0.001 for a standard deviation of 0"),
            (Rule::LeastDeviation, _) => {
                format!("{here} uses 0.001 for a standard deviation of 0, {there} does not")
            }
            (Rule::Variance, Rule::UnbiasedVariance) => format!("{there} divides by n − 1"),
            (Rule::UnbiasedVariance, Rule::Variance) => format!("{there} divides by n"),
            _ => epsilon(sides, there),
        },
        (Quantity::Cov { .. }, rules) => match rules {
            (Rule::Covariance, Rule::UnbiasedCovariance) => {
                format!("{there} divides by the rows minus the classes")
            }
            (Rule::UnbiasedCovariance, Rule::Covariance) => format!("{there} divides by the rows"),
            _ => format!("{there} estimates Σ in another way"),
        },
        (Quantity::Count { event: Event::Value { feature, .. }, .. } | Quantity::Values(feature), _) => {
            bins(feature, sides).unwrap_or_else(|| format!("{there} counts other rows"))
        }
        _ => format!("{there} uses another formula"),
    }
}

fn alpha(fitted: &Fitted) -> String {
    fitted.data.resolved.alpha.text().to_owned()
}

fn epsilon(sides: &Sides<'_>, there: &str) -> String {
    let (mine, theirs) = (sides.here.fitted.epsilon, sides.there.fitted.epsilon);
    if theirs > 0.0 && mine == 0.0 {
        let added = Number::Float(theirs).significant(4);
        format!("{there} adds ε = {} to every variance, a billionth of the largest one", added.pointed())
    } else if mine > 0.0 && theirs == 0.0 {
        format!("{there} adds no ε to a variance")
    } else {
        format!("{there} adds another ε to every variance")
    }
}

/// The bins of the case on both sides; `None` if they are the same.
fn bins(feature: &Name, sides: &Sides<'_>) -> Option<String> {
    let (here, there) = (sides.here, sides.there);
    let at = |fitted: &Fitted| fitted.factors().iter().position(|factor| factor.name == *feature);
    let (mine, theirs) = (at(here.fitted)?, at(there.fitted)?);
    let cell = here.case?.cells.get(mine)?;
    let labels = (bin(here.fitted, here.case?, mine)?, bin(there.fitted, there.case?, theirs)?);
    if labels.0 == labels.1 {
        return None;
    }
    let (own, other) = (here.fitted.convention(), there.fitted.convention());
    let how = if own.cut_side() != other.cut_side() {
        format!(", because bins are {} there", other.cut_side().bins())
    } else {
        let resolved = &there.fitted.data.resolved;
        let asked = resolved.features.iter().find(|other| other.name == *feature);
        match asked.and_then(|feature| feature.bins.as_ref()) {
            Some(Bins::Frequency(_)) if own.quantile() != other.quantile() => {
                ", because the cuts are other quantiles there".to_owned()
            }
            Some(Bins::Width(_)) if own.in_floats() != other.in_floats() => {
                let there = if other.in_floats() { "there" } else { "here" };
                format!(", because cuts of equal width are added in floating point {there}")
            }
            _ => String::new(),
        }
    };
    let program = other.program();
    Some(format!(
        "{feature} = {} is in {} here and in {} in {program}{how}",
        cell.text,
        labels.0.as_str(),
        labels.1.as_str()
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::read_exact;

    /// A side with a value, as a fraction or a float.
    fn side(value: Number) -> String {
        let numbers = Expr::ratio(3, 8);
        let shown = Expr::Num(value.clone());
        Side { formula: numbers.clone(), numbers, shown, value: Some(value) }.text(6).plain()
    }

    #[test]
    fn what_was_rounded_is_about_equal_and_what_was_not_is_equal() {
        // A fraction too long to be written is rounded though it is exact, and a float of few figures is not.
        assert_eq!(side(Number::Exact(read_exact("123456789/987654321").unwrap())), "3/8 ≈ 0.125");
        assert_eq!(side(Number::Exact(read_exact("3/7").unwrap())), "3/8 = 3/7");
        assert_eq!(side(Number::Float(0.375)), "3/8 = 0.375");
        assert_eq!(side(Number::Float(1.0 / 3.0)), "3/8 ≈ 0.333333");
    }
}
