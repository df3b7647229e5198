//! A case worked by two models or conventions, compared step by step, with a short reason where a step differs.
//!
//! Steps are aligned by the quantity they find. If the two cut a column into different bins, the bins of the case are
//! aligned, so that their counts are compared and not their names.

use super::{Context, Rule, Step, derive_all, resolve_quantity, value_of};
use crate::math::{Event, Expr, Linear, Name, Number, Precision, Quantity, Sentence, sentence};
use crate::model::{Case, CaseValue, Fitted};
use crate::problem::Problem;
use crate::recipe::{Bins, Convention};
use serde::Serialize;
use std::collections::{HashMap, HashSet};

#[derive(Clone, Debug)]
pub struct Against {
    pub here: Convention,
    pub there: Convention,
    pub steps: Vec<ComparedStep>,
    pub posterior_here: Vec<(Name, Option<Number>)>,
    pub posterior_there: Vec<(Name, Option<Number>)>,
    /// The first difference, or that there is none.
    pub message: Sentence,
    /// Where the numbers there differ slightly from the program.
    pub warnings: Vec<String>,
}

#[derive(Clone, Debug)]
pub struct ComparedStep {
    pub quantity: Quantity,
    pub here: Option<StepSide>,
    pub there: Option<StepSide>,
    pub agreement: Agreement,
    pub why: Option<StepDifference>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct StepDifference {
    pub sentence: Sentence,
    pub reason: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Agreement {
    Agrees,
    First,
    Differs,
    /// It differs because a step that it rests on differs.
    Follows,
    OnlyHere,
    OnlyThere,
}

#[derive(Clone, Debug, Serialize)]
pub struct StepSide {
    pub formula: Expr,
    pub numbers: Expr,
    #[serde(skip)]
    pub shown: Expr,
    pub value: Option<Number>,
}

/// Compares two models of the same columns: the posteriors of a case that the first model has read, or one typed quantity,
/// which needs a case only if it is about one.
///
/// # Errors
/// If a model does not have the quantity, or the second model cannot read the case.
pub fn compare(
    here: &Fitted,
    there: &Fitted,
    case: Option<&Case>,
    typed: Option<&str>,
) -> Result<Against, Problem> {
    let goals = |fitted: &Fitted| -> Result<Vec<Quantity>, Problem> {
        match typed {
            Some(typed) => Ok(vec![resolve_quantity(fitted, typed)?.quantity]),
            None => Ok(fitted.classes.iter().map(Quantity::posterior).collect()),
        }
    };
    let goals = [goals(here)?, goals(there)?];
    let case = case.filter(|_| goals.iter().take(1).flatten().any(Quantity::is_about_case));
    let other = case.map(|case| case.under(here, there)).transpose()?;
    let readings = [Context { fitted: here, case }, Context { fitted: there, case: other.as_ref() }];
    let [mine, theirs] = &goals;
    let one = derive_all(here, case, mine, &[])?;
    let other = derive_all(there, other.as_ref(), theirs, &[])?;
    let alias = aliases(readings);
    let other: Vec<Step> = other.into_iter().map(|step| renamed_step(step, &alias)).collect();
    let sides = [&one, &other].map(|steps| steps.iter().map(|step| (&step.of, step)).collect());
    let order = one.iter().chain(&other).map(|step| &step.of);
    let mut steps = compared(order, &sides);
    let program = there.convention().program();
    for step in &mut steps {
        let rules = sides.each_ref().map(|side| side.get(&step.quantity).map(|step| step.rule));
        if let (Agreement::First | Agreement::Differs, [Some(a), Some(b)]) = (step.agreement, rules) {
            let reason = reason(&step.quantity, readings, (a, b));
            step.why = Some(StepDifference { sentence: sentence(step, &reason, program), reason });
        }
    }
    let first = steps.iter().find_map(|step| Some(step.why.as_ref()?.sentence.clone()));
    let message = first.unwrap_or_else(|| {
        sentence!("Every step agrees: under the conventions of {} the numbers are the same.", program)
    });
    let [posterior_here, posterior_there] = readings.map(posterior);
    Ok(Against {
        here: here.convention(),
        there: there.convention(),
        posterior_here,
        posterior_there,
        warnings: there.data.resolved.warnings.iter().map(ToString::to_string).collect(),
        steps,
        message,
    })
}

fn posterior(of: Context<'_>) -> Vec<(Name, Option<Number>)> {
    let Some(case) = of.case else { return Vec::new() };
    let found = of.fitted.predict(case).posterior;
    let value = |at: usize| found.as_ref().and_then(|found| found.get(at)).cloned();
    of.fitted.classes.iter().enumerate().map(|(at, class)| (class.clone(), value(at))).collect()
}

/// The name of the case's bin on the other side and on this side, by feature.
type Aliases = HashMap<(Name, Name), Name>;

fn aliases([here, there]: [Context<'_>; 2]) -> Aliases {
    let alias = |feature: &Name| Some(((feature.clone(), bin(there, feature)?), bin(here, feature)?));
    here.fitted.feature_names().filter_map(alias).collect()
}

fn bin(of: Context<'_>, feature: &Name) -> Option<Name> {
    let at = of.fitted.feature(feature.as_str())?;
    match (of.fitted.factors().get(at)?.cuts()?, &of.case?.cells.get(at)?.value) {
        (cuts, CaseValue::Value(bin)) => Some(cuts.label(*bin)),
        _ => None,
    }
}

fn renamed(quantity: &Quantity, alias: &Aliases) -> Quantity {
    let event = |event: &Event| match event {
        Event::Value { feature, value } => {
            let value = alias.get(&(feature.clone(), value.clone())).unwrap_or(value).clone();
            Event::Value { feature: feature.clone(), value }
        }
        other => other.clone(),
    };
    match quantity {
        Quantity::Prob { event: of, given } => {
            Quantity::Prob { event: event(of), given: given.as_ref().map(event) }
        }
        Quantity::Count { event: of, class } => Quantity::Count { event: event(of), class: class.clone() },
        Quantity::Ln(inner) => renamed(inner, alias).ln(),
        other => other.clone(),
    }
}

fn renamed_step(step: Step, alias: &Aliases) -> Step {
    if alias.iter().all(|((_, theirs), mine)| theirs == mine) {
        return step;
    }
    let expr = |expr: &Expr| expr.replace(&|quantity| Expr::Of(renamed(quantity, alias)));
    Step {
        of: renamed(&step.of, alias),
        uses: step.uses.iter().map(|used| renamed(used, alias)).collect(),
        formula: expr(&step.formula),
        ..step
    }
}

type StepMap<'a> = HashMap<&'a Quantity, &'a Step>;

fn compared<'a>(all: impl Iterator<Item = &'a Quantity>, sides: &[StepMap<'_>; 2]) -> Vec<ComparedStep> {
    let (mut seen, mut order) = (HashSet::new(), Vec::new());
    all.for_each(|of| visit(of, sides, &mut seen, &mut order));
    let mut differing: HashSet<Quantity> = HashSet::new();
    let step = |of: Quantity| {
        let agreement = match sides.each_ref().map(|steps| steps.get(&of)) {
            [Some(_), None] => Agreement::OnlyHere,
            [None, _] => Agreement::OnlyThere,
            [Some(a), Some(b)] if same(a.value.as_ref(), b.value.as_ref()) => Agreement::Agrees,
            [Some(a), Some(b)] => {
                let is_first = differing.is_empty();
                let inherits = a.uses.iter().any(|used| differing.contains(used));
                differing.insert(of.clone());
                match inherits && a.formula == b.formula {
                    true => Agreement::Follows,
                    false if is_first => Agreement::First,
                    false => Agreement::Differs,
                }
            }
        };
        let [here, there] = sides.each_ref().map(|steps| {
            let step = steps.get(&of)?;
            let (formula, shown) = (step.formula.clone(), step.shown.clone());
            Some(StepSide { formula, numbers: in_numbers(step, steps), shown, value: step.value.clone() })
        });
        ComparedStep { quantity: of, here, there, agreement, why: None }
    };
    order.into_iter().map(step).collect()
}

fn visit(of: &Quantity, sides: &[StepMap<'_>; 2], seen: &mut HashSet<Quantity>, all: &mut Vec<Quantity>) {
    if seen.insert(of.clone()) {
        for step in sides.iter().filter_map(|side| side.get(of)) {
            step.uses.iter().for_each(|used| visit(used, sides, seen, all));
        }
        all.push(of.clone());
    }
}

/// `P(No): 5/14 here, (5 + 1)/(14 + 1 · 2) = 6/16 in WEKA: WEKA smooths the prior too.` With as many figures as are
/// needed to distinguish the two.
fn sentence(step: &ComparedStep, reason: &str, program: &str) -> Sentence {
    let (Some(a), Some(b)) = (&step.here, &step.there) else { return reason.into() };
    let figures = distinguishing_figures(a, b);
    let (mine, theirs) = (a.text(figures), b.text(figures));
    sentence!("{}: {} here, {} in {}: {}.", step.quantity.to_string(), mine, theirs, program, reason)
}

/// Floats closer than this share of their size are the same: rounding depends on the order of a sum.
const NEAR: f64 = 1e-13;

fn same(a: Option<&Number>, b: Option<&Number>) -> bool {
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
fn in_numbers(step: &Step, steps: &StepMap<'_>) -> Expr {
    if let Some(numbers) = &step.numbers {
        return numbers.clone();
    }
    if step.uses.is_empty() {
        return step.shown.clone();
    }
    let value = |used: &Quantity| steps.get(used)?.value.clone();
    let summed = step.formula.map(&|part| match part {
        Expr::Big { .. } => value_of(part, &value).map(Expr::Num),
        _ => None,
    });
    let put = summed.replace(&|used| steps.get(used).map_or(Expr::ratio(0, 0), |step| step.shown.clone()));
    let is_long = put.any(&|part| matches!(part, Expr::Big { .. } | Expr::Matrix(_)));
    if is_long { step.shown.clone() } else { put }
}

/// The number of figures that distinguish two values: at least five.
pub fn distinguishing_figures(a: &StepSide, b: &StepSide) -> usize {
    let text =
        |side: &StepSide, figures: usize| side.value_text(figures).plain().trim_end_matches('0').to_owned();
    (5..16).find(|figures| text(a, *figures) != text(b, *figures)).unwrap_or(16)
}

/// Longer lines show the value alone.
const LONGEST: usize = 90;

impl StepSide {
    /// The value in one line: the counted fraction if it is short, else so many figures.
    pub fn value_text(&self, figures: usize) -> Sentence {
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
    fn text(&self, figures: usize) -> Sentence {
        let numbers = Linear::default().expr(&self.numbers);
        let (value, exact) = self.value_at(figures);
        let sign = if exact { "=" } else { "≈" };
        let alone = numbers == value.plain() || numbers.chars().count() > LONGEST;
        if alone || matches!(self.numbers, Expr::Num(_)) {
            return value;
        }
        sentence!("{} {} {}", self.numbers, sign, value)
    }
}

fn reason(quantity: &Quantity, readings: [Context<'_>; 2], rules: (Rule, Rule)) -> String {
    let [here, there] = readings.map(|of| of.fitted.convention().program());
    let [_, other] = readings;
    let alpha = || other.fitted.data.resolved.alpha.text();
    let is_share = matches!(quantity, Quantity::Prob { event: Event::Value { .. }, given: Some(_) });
    let what = match (quantity, rules) {
        (_, (_, Rule::Threshold)) => "uses 0.001 for a factor of 0".into(),
        (_, (Rule::Threshold, _)) => {
            return format!("{here} uses 0.001 for a factor of 0, {there} keeps the 0");
        }
        (_, (_, Rule::DividedByPrior)) => "multiplies by P(c | value)/P(c) for each value".into(),
        (_, (Rule::DividedByPrior, _)) => "multiplies by P(value | c) for each value".into(),
        (Quantity::Prob { event: Event::Class(_), given: None }, rules) => match rules {
            (Rule::Frequency, Rule::Smoothed) => "smooths the prior too".into(),
            (Rule::Smoothed, Rule::Frequency) => "does not smooth the prior".into(),
            _ => "uses another prior".into(),
        },
        (Quantity::Alpha, _) => format!("always adds {} to every count", alpha()),
        (_, (Rule::Frequency, Rule::Smoothed)) if is_share => format!("adds {} to every count", alpha()),
        (_, (Rule::Smoothed, Rule::Frequency)) if is_share => "adds nothing to the counts".into(),
        (Quantity::Var { .. }, rules) => match rules {
            (_, Rule::LeastDeviation) => "uses 0.001 for a standard deviation of 0".into(),
            (Rule::LeastDeviation, _) => {
                return format!("{here} uses 0.001 for a standard deviation of 0, {there} does not");
            }
            (Rule::Variance, Rule::UnbiasedVariance) => "divides by n − 1".into(),
            (Rule::UnbiasedVariance, Rule::Variance) => "divides by n".into(),
            _ => match readings.map(|of| of.fitted.epsilon) {
                [mine, theirs] if theirs > 0.0 && mine == 0.0 => {
                    let added = Number::Float(theirs).significant(4);
                    let added = added.pointed();
                    format!("adds ε = {added} to every variance, a billionth of the largest one")
                }
                [mine, theirs] if mine > 0.0 && theirs == 0.0 => "adds no ε to a variance".into(),
                _ => "adds another ε to every variance".into(),
            },
        },
        (Quantity::Cov { .. }, rules) => match rules {
            (Rule::Covariance, Rule::UnbiasedCovariance) => "divides by the rows minus the classes".into(),
            (Rule::UnbiasedCovariance, Rule::Covariance) => "divides by the rows".into(),
            _ => "estimates Σ in another way".to_owned(),
        },
        (Quantity::Count { event: Event::Value { feature, .. }, .. } | Quantity::Values(feature), _) => {
            match bins(feature, readings) {
                Some(reason) => return reason,
                None => "counts other rows".into(),
            }
        }
        _ => "uses another formula".into(),
    };
    format!("{there} {what}")
}

/// The bins of the case on both sides; `None` if they are the same.
fn bins(feature: &Name, readings: [Context<'_>; 2]) -> Option<String> {
    let [here, there] = readings;
    let cell = here.case?.cells.get(here.fitted.feature(feature.as_str())?)?;
    let (mine, theirs) = (bin(here, feature)?, bin(there, feature)?);
    if mine == theirs {
        return None;
    }
    let [own, other] = readings.map(|of| of.fitted.convention());
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
    let (mine, theirs, program) = (mine.as_str(), theirs.as_str(), other.program());
    Some(format!("{feature} = {} is in {mine} here and in {theirs} in {program}{how}", cell.text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::read_exact;

    fn side(value: Number) -> String {
        let numbers = Expr::ratio(3, 8);
        let shown = Expr::Num(value.clone());
        StepSide { formula: numbers.clone(), numbers, shown, value: Some(value) }.text(6).plain()
    }

    #[test]
    fn only_rounded_values_have_an_approximate_sign() {
        // A fraction too long to be written is rounded though it is exact, and a float of few figures is not.
        assert_eq!(side(Number::Exact(read_exact("123456789/987654321").unwrap())), "3/8 ≈ 0.125");
        assert_eq!(side(Number::Exact(read_exact("3/7").unwrap())), "3/8 = 3/7");
        assert_eq!(side(Number::Float(0.375)), "3/8 = 0.375");
        assert_eq!(side(Number::Float(1.0 / 3.0)), "3/8 ≈ 0.333333");
    }
}
