//! Why a step is another one under another convention, in half a sentence.

use super::against::ComparedModel;
use super::definition::Rule;
use super::derivation::Step;
use crate::math::{Event, Name, Number, Quantity, significant};
use crate::model::{Case, CaseValue, Fitted};
use crate::recipe::Bins;

/// A step on both sides.
pub(super) struct Sides<'a> {
    /// The model of the study.
    pub here: &'a ComparedModel<'a>,
    /// The model of the other program.
    pub there: &'a ComparedModel<'a>,
    /// The step here.
    pub mine: &'a Step,
    /// The step there.
    pub theirs: &'a Step,
}

impl Sides<'_> {
    fn programs(&self) -> (&'static str, &'static str) {
        (self.here.fitted.convention().program(), self.there.fitted.convention().program())
    }

    fn rules(&self) -> (Rule, Rule) {
        (self.mine.rule, self.theirs.rule)
    }
}

/// The bin of a case, by the position of its factor.
pub(super) fn bin(fitted: &Fitted, case: &Case, at: usize) -> Option<Name> {
    match (fitted.factors().get(at)?.cuts()?, &case.cells.get(at)?.value) {
        (cuts, CaseValue::Value(bin)) => Some(cuts.label(*bin)),
        _ => None,
    }
}

/// Why a step that differs of its own does.
pub(super) fn of(quantity: &Quantity, sides: &Sides<'_>) -> String {
    let (here, there) = sides.programs();
    match (quantity, sides.rules()) {
        (_, (_, Rule::Threshold)) => format!("{there} takes 0.001 where a factor is 0"),
        (_, (Rule::Threshold, _)) => format!("{here} takes 0.001 where a factor is 0, {there} keeps the 0"),
        (_, (_, Rule::DividedByPrior)) => {
            format!("{there} divides what each value says of the class by the prior")
        }
        (_, (Rule::DividedByPrior, _)) => {
            format!("{there} multiplies how often each value happens in the class")
        }
        (Quantity::Prob { event: Event::Class(_), given: None }, rules) => match rules {
            (Rule::Frequency, Rule::Smoothed) => format!("{there} smooths the prior too"),
            (Rule::Smoothed, Rule::Frequency) => format!("{there} does not smooth the prior"),
            _ => format!("{there} does not take its prior from the same place"),
        },
        (Quantity::Alpha, _) => {
            let alpha = alpha(sides.there.fitted);
            format!("{there} adds {alpha} to every count, whatever was chosen here")
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
            (_, Rule::LeastDeviation) => format!("{there} takes 0.001 for a standard deviation of 0"),
            (Rule::LeastDeviation, _) => {
                format!("{here} takes 0.001 for a standard deviation of 0, {there} does not")
            }
            (Rule::Variance, Rule::UnbiasedVariance) => format!("{there} divides by n − 1"),
            (Rule::UnbiasedVariance, Rule::Variance) => format!("{there} divides by n"),
            _ => epsilon(sides, there),
        },
        (Quantity::Cov { .. }, rules) => match rules {
            (Rule::Covariance, Rule::UnbiasedCovariance) => {
                format!("{there} divides by the rows less the classes they are of")
            }
            (Rule::UnbiasedCovariance, Rule::Covariance) => format!("{there} divides by the rows"),
            _ => format!("Σ is estimated otherwise in {there}"),
        },
        (Quantity::Count { event: Event::Value { feature, .. }, .. } | Quantity::Values(feature), _) => {
            bins(feature, sides).unwrap_or_else(|| format!("{there} counts other rows"))
        }
        _ => format!("the formula is another one in {there}"),
    }
}

fn alpha(fitted: &Fitted) -> String {
    fitted.data.resolved.alpha.text().to_owned()
}

fn epsilon(sides: &Sides<'_>, there: &str) -> String {
    let (mine, theirs) = (sides.here.fitted.epsilon, sides.there.fitted.epsilon);
    if theirs > 0.0 && mine == 0.0 {
        let added = significant(&Number::Float(theirs), 4).0;
        format!("{there} adds ε = {added} to every variance, a billionth of the largest one")
    } else if mine > 0.0 && theirs == 0.0 {
        format!("{there} adds no ε to a variance")
    } else {
        format!("{there} adds another ε to every variance")
    }
}

/// Into which bin the case falls on both sides; `None` where that is the same.
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
        format!(", for bins are {} there", other.cut_side().bins())
    } else {
        let resolved = &there.fitted.data.resolved;
        let asked = resolved.features.iter().find(|other| other.name == *feature);
        match asked.and_then(|feature| feature.bins.as_ref()) {
            Some(Bins::Frequency(_)) if own.quantile() != other.quantile() => {
                ", for the cuts are other quantiles there".to_owned()
            }
            Some(Bins::Width(_)) if own.in_floats() != other.in_floats() => {
                let there = if other.in_floats() { "there" } else { "here" };
                format!(", for cuts of equal width are added up in floating point {there}")
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
