//! Evaluates the quantity of a question under every mistake that can change it, and finds the mistakes that first
//! show in one number of a worked case.

use std::fmt;
use std::sync::Arc;

use super::asked::Asked;
use super::catalogue::{Entry, entries};
use super::overlay::Slip;
use crate::math::{Event, Name, Number, Quantity, Sentence, sentence};
use crate::model::{Case, CaseCell, CaseValue, Factor, FactorForm, Fitted, leaders_of};
use crate::practice::Candidate;
use crate::practice::mark::is_share;
use crate::recipe::Convention;
use crate::worked::{Context, Under, Variations};

/// Returns what each mistake gives for a quantity: mistakes made at the quantity itself, then those in the quantities
/// that it is computed from. Mistakes that give the right value are left out, unless they are harmless.
pub fn candidates(fitted: &Fitted, case: Option<&Case>, quantity: &Quantity) -> Vec<Candidate> {
    all(fitted, case, quantity, true).0
}

type Tried = (Vec<Candidate>, Vec<(&'static str, bool)>, Vec<Arc<Made>>);

pub(crate) fn without_ln(of: &Quantity) -> (&Quantity, bool) {
    match of {
        Quantity::Ln(inner) => (inner, true),
        other => (other, false),
    }
}

/// The [`candidates`], the tag of every way that was tried with whether it changes the value, and the mistakes as overlays.
/// Without `messages` only the numbers: for very many tables.
pub(crate) fn all(fitted: &Fitted, case: Option<&Case>, quantity: &Quantity, messages: bool) -> Tried {
    let (inner, ln) = without_ln(quantity);
    let case = case.filter(|case| too_many(fitted, case).is_none());
    if case.is_none() && inner.is_about_case() {
        return Default::default();
    }
    // A convention that changes only scores gives a value by itself another value than the case.
    let right = |case: Option<&Case>, of: &Quantity| {
        Variations::new(Context { fitted, case }).right(of).ok().flatten()
    };
    let alone = of_one_value(fitted, inner)
        .filter(|(case, as_case, _)| same(right(None, inner).as_ref(), right(Some(case), as_case).as_ref()));
    let asked = match &alone {
        Some((case, quantity, value)) => {
            Asked::new(fitted, Some(case), quantity.clone(), ln, Some(value.clone()))
        }
        None => Asked::new(fitted, case, inner.clone(), ln, None),
    };
    let Some(asked) = asked else { return Default::default() };
    let right = RightValue::of(&asked, messages);
    let mut found: Vec<(bool, Candidate)> = Vec::new();
    let (mut ways, mut made) = (Vec::new(), Vec::new());
    for asked in std::iter::once(asked).chain(of_parts(fitted, case, inner, ln)) {
        for (entry, at, mut slip) in tried_at(&asked) {
            if asked.formula.is_some() {
                // A number read from the wrong place, or another base, concerns that number alone.
                if slip.scale != 1.0 || slip.change.is_none() {
                    continue;
                }
                slip.says = sentence!("In {}: {}", asked.quantity, slip.says);
            }
            slip.says = right.without_answer(slip.says, entry.hint);
            let Some((own, candidate)) = tried(&asked, entry, &slip, &right) else { continue };
            ways.push((entry.tag, candidate.is_some()));
            if slip.way == 0 {
                slip.way = at;
            }
            if messages && slip.change.is_some() && !slip.harmless {
                made.push(Arc::new(Made { tag: entry.tag, hint: check(entry), own, slip }));
            }
            let Some(candidate) = candidate else { continue };
            let again = |(_, other): &(bool, Candidate)| {
                other.tag == candidate.tag && same(other.value.as_ref(), candidate.value.as_ref())
            };
            if !found.iter().any(again) {
                found.push((own, candidate));
            }
        }
    }
    found.sort_by_key(|(own, _)| !own);
    (found.into_iter().map(|(_, candidate)| candidate).collect(), ways, made)
}

fn tried_at<'a>(asked: &'a Asked<'_>) -> impl Iterator<Item = (&'static Entry, u64, Slip)> + 'a {
    entries().flat_map(|entry| (0..).zip(entry.slips(asked)).map(move |(at, slip)| (entry, at, slip)))
}

fn of_parts<'a>(fitted: &'a Fitted, case: Option<&'a Case>, formula: &Quantity, ln: bool) -> Vec<Asked<'a>> {
    let Quantity::Formula(parts) = formula else { return Vec::new() };
    let part = |part: &Quantity| {
        let (part, ln_of_part) = without_ln(part);
        let mut asked = Asked::new(fitted, case, part.clone(), ln_of_part, None)?;
        asked.formula = Some((formula.clone(), ln));
        Some(asked)
    };
    parts.quantities().iter().filter_map(part).collect()
}

/// The most factors, over all classes, of a case whose mistakes are tried: each mistake multiplies all factors again.
const MOST_FACTORS: usize = 3_000;

fn too_many(fitted: &Fitted, case: &Case) -> Option<usize> {
    let terms = Context { fitted, case: Some(case) }.terms().ok()?;
    Some(terms.len() * fitted.classes.len()).filter(|factors| *factors > MOST_FACTORS)
}

fn check(entry: &Entry) -> Sentence {
    sentence!("Check {}.", entry.hint)
}

struct RightValue {
    value: Option<Number>,
    posteriors: Option<Vec<Number>>,
    texts: Vec<String>,
}

impl RightValue {
    fn of(asked: &Asked<'_>, messages: bool) -> RightValue {
        let (goal, ln) = asked.goal();
        let inner = asked.right(goal);
        let value = if ln { logarithm(inner.as_ref(), 1.0) } else { inner };
        if !messages {
            return RightValue { value, posteriors: None, texts: Vec::new() };
        }
        let mut texts = Vec::new();
        if let Some(value) = &value {
            texts.extend((3..=6).map(|figures| value.significant(figures).pointed().to_owned()));
            texts.extend(value.to_fraction());
            if !ln {
                texts.push(asked.number(goal).plain());
            }
        }
        // A whole number or a single figure means something else in many sentences.
        texts.retain(|text| text.chars().filter(char::is_ascii_digit).count() > 1 && !is_whole(text));
        RightValue { value, posteriors: asked.right_posteriors(), texts }
    }

    fn without_answer(&self, says: Sentence, hint: &str) -> Sentence {
        if !self.texts.is_empty() && self.is_in(&says.plain()) {
            return sentence!("A known slip gives this number. Check {}.", hint);
        }
        says
    }

    fn is_in(&self, sentence: &str) -> bool {
        self.texts.iter().any(|text| {
            sentence.match_indices(text.as_str()).any(|(at, found)| {
                let before = sentence.get(..at).and_then(|before| before.chars().next_back());
                let after = sentence.get(at + found.len()..).unwrap_or_default();
                let mut after = after.chars();
                let next = after.next();
                let more = next.is_some_and(|c| c.is_ascii_digit())
                    || (matches!(next, Some('.' | ',')) && after.next().is_some_and(|c| c.is_ascii_digit()));
                !before.is_some_and(|c| c.is_ascii_digit() || c == '.' || c == ',') && !more
            })
        })
    }
}

fn is_whole(text: &str) -> bool {
    text.strip_suffix("/1").unwrap_or(text).chars().all(|c| c.is_ascii_digit() || c == '-')
}

/// Whether a mistake is made at the quantity itself, and the candidate, `None` if the value stays the same. Returns
/// `None` where it cannot be made.
fn tried(
    asked: &Asked<'_>,
    entry: &Entry,
    slip: &Slip,
    right: &RightValue,
) -> Option<(bool, Option<Candidate>)> {
    let mut candidate = Candidate {
        tag: entry.tag,
        value: None,
        message: slip.says.clone(),
        hint: check(entry),
        flips: None,
        harmless: slip.harmless,
    };
    let (goal, ln) = asked.goal();
    if slip.change.is_none() {
        return Some((true, Some(candidate)));
    }
    let mut variations = asked.variations();
    let mut under = variations.under(slip);
    let value = under.value(goal).ok()?;
    let value = if ln { logarithm(value.as_ref(), slip.scale) } else { value };
    if same(value.as_ref(), right.value.as_ref()) && (value.is_none() || !slip.harmless) {
        return Some((false, None));
    }
    candidate.value = value;
    let own = under.replaced(goal).is_some() || slip.scale != 1.0;
    candidate.flips = right.posteriors.as_ref().filter(|_| slip.decides).and_then(|right| {
        let class = flipped(asked, right, &mut under)?;
        Some(asked.fitted.classes.get(class)?.as_str().to_owned())
    });
    Some((own, Some(candidate)))
}

fn flipped(asked: &Asked<'_>, right: &[Number], under: &mut Under<'_, '_>) -> Option<usize> {
    let now: Vec<Number> = asked.posteriors().iter().map(|of| value(under, of)).collect::<Option<_>>()?;
    let (before, after) = (leaders_of(right), leaders_of(&now));
    after.iter().all(|class| !before.contains(class)).then(|| after.first().copied()).flatten()
}

fn logarithm(value: Option<&Number>, scale: f64) -> Option<Number> {
    let ln = value?.ln() * scale;
    ln.is_finite().then_some(Number::Float(ln))
}

/// Floats closer than this share of their size come from the same formula, summed in another order.
const NEAR: f64 = 1e-9;

/// Whether two numbers are the same; two undefined numbers are.
pub(crate) fn same(a: Option<&Number>, b: Option<&Number>) -> bool {
    let (Some(a), Some(b)) = (a, b) else { return a.is_none() && b.is_none() };
    if a.is_exact() && b.is_exact() {
        return a == b;
    }
    if a.is_zero() || b.is_zero() {
        return a.is_zero() && b.is_zero();
    }
    // Numbers that a float cannot hold are compared by their logarithms.
    if !(a.to_f64().is_normal() && b.to_f64().is_normal()) {
        return a.is_negative() == b.is_negative() && (a.ln_abs() - b.ln_abs()).abs() <= NEAR;
    }
    let (a, b) = (a.to_f64(), b.to_f64());
    (a - b).abs() <= NEAR * a.abs().max(b.abs())
}

/// The case that has one value and no other, for P(c | v) or P(v): the case, the quantity of it, and the value.
pub(crate) fn of_one_value(fitted: &Fitted, quantity: &Quantity) -> Option<(Case, Quantity, Event)> {
    let (event, asked) = match quantity {
        Quantity::Prob { event: Event::Class(class), given: Some(event @ Event::Value { .. }) } => {
            (event, Quantity::posterior(class))
        }
        Quantity::Prob { event: event @ Event::Value { .. }, given: None } => (event, Quantity::evidence()),
        _ => return None,
    };
    let Event::Value { feature, value } = event else { return None };
    let at = fitted.feature(feature.as_str())?;
    let factor = fitted.factors().get(at)?;
    let position = fitted.position(factor, value.as_str())?;
    // Without Bernoulli's absent words the case would be another one; Orange has no P(v | c).
    if factor.form == FactorForm::Presence || factor.is_number() || fitted.convention() == Convention::Orange
    {
        return None;
    }
    let name = factor.values().get(position).map_or("", Name::as_str);
    let cell = |other: &Factor| {
        let value = match (other.name == factor.name, factor.is_words(), other.is_words()) {
            (true, true, _) => CaseValue::Words { known: vec![(position, 1)], unknown: Vec::new() },
            (true, false, _) => CaseValue::Value(position),
            (false, _, true) if other.form != FactorForm::Presence => {
                CaseValue::Words { known: Vec::new(), unknown: Vec::new() }
            }
            _ => CaseValue::Missing,
        };
        let text = if matches!(value, CaseValue::Missing) { "" } else { name };
        CaseCell { text: text.to_owned(), value }
    };
    let cells = fitted.factors().iter().map(cell).collect();
    Some((Case { cells, row: None, notes: Vec::new() }, asked, event.clone()))
}

pub struct Made {
    pub tag: &'static str,
    pub hint: Sentence,
    /// Whether it is made at the number itself, in contrast to the numbers that it is computed from.
    pub own: bool,
    pub(crate) slip: Slip,
}

impl fmt::Debug for Made {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Made({})", self.tag)
    }
}

/// The mistakes that first show in the number `at` of the `lines` of a worked case: they change its first two
/// figures, and keep all later numbers defined, without a probability above 1 or a new tie.
pub fn first_at(
    fitted: &Fitted,
    case: Option<&Case>,
    lines: &[Quantity],
    unwritten: &[Quantity],
    at: usize,
) -> Vec<Made> {
    let asked = lines.get(at).and_then(|of| Asked::new(fitted, case, of.clone(), false, None));
    let Some(asked) = asked else { return Vec::new() };
    let mut found: Vec<(Number, Made)> = Vec::new();
    for (entry, _, slip) in tried_at(&asked) {
        if slip.harmless || slip.change.is_none() || slip.scale != 1.0 {
            continue;
        }
        let Some(value) = shows_first(&asked, &slip, lines, unwritten, at) else { continue };
        let again = |(other, made): &(Number, Made)| made.tag == entry.tag && same(Some(other), Some(&value));
        if !found.iter().any(again) {
            found.push((value, Made { tag: entry.tag, hint: check(entry), own: true, slip }));
        }
    }
    found.into_iter().map(|(_, made)| made).collect()
}

/// The value of a mistake where it first shows; `None` where it shows elsewhere or has no value.
fn shows_first(
    asked: &Asked<'_>,
    slip: &Slip,
    lines: &[Quantity],
    unwritten: &[Quantity],
    at: usize,
) -> Option<Number> {
    let (before, rest) = lines.split_at_checked(at)?;
    let (own, after) = rest.split_first()?;
    let right = |of: &Quantity| asked.right(of);
    // The variations are borrowed while a mistake is tried, so the right values are read first.
    let alone: Vec<(&Quantity, Option<Number>)> =
        before.iter().chain(unwritten).map(|of| (of, right(of))).collect();
    let defined: Vec<&Quantity> = after.iter().filter(|of| right(of).is_some()).collect();
    let (own_right, posteriors) = (right(own)?, asked.right_posteriors());
    let mut variations = asked.variations();
    let mut under = variations.under(slip);
    let value = value(&mut under, own)?;
    // An impossible probability is obvious, and is returned with a question unless it is a known fraction.
    let above_one = is_share(asked.fitted, own) && value.compare(&Number::one()).is_gt();
    let impossible = value.is_negative() != own_right.is_negative() || (above_one && !value.is_exact());
    if impossible || value.significant(2) == own_right.significant(2) {
        return None;
    }
    if !alone.iter().all(|(of, right)| same(self::value(&mut under, of).as_ref(), right.as_ref())) {
        return None;
    }
    let possible =
        |of: &Quantity, value: Number| !is_share(asked.fitted, of) || value.compare(&Number::one()).is_le();
    if !defined.iter().all(|of| self::value(&mut under, of).is_some_and(|value| possible(of, value))) {
        return None;
    }
    let now: Option<Vec<Number>> = asked.posteriors().iter().map(|of| self::value(&mut under, of)).collect();
    let leading = |posteriors: Option<Vec<Number>>| posteriors.map_or(0, |all| leaders_of(&all).len());
    (leading(now) == leading(posteriors)).then_some(value)
}

fn value(under: &mut Under<'_, '_>, of: &Quantity) -> Option<Number> {
    under.value(of).ok().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Study;
    use crate::recipe::Recipe;
    use crate::table::Source;

    #[test]
    fn mistakes_are_tried_at_cases_of_up_to_3000_factors() {
        for (columns, wanted) in [(1_000, None), (1_001, Some(3_003))] {
            let names: String = (0..columns).map(|at| format!("v{at},")).collect();
            let cells = |values: [&str; 2]| (0..columns).map(|at| values[at % 2]).collect::<String>();
            let (some, others) = (cells(["p,", "q,"]), cells(["q,", "p,"]));
            let csv = format!("{names}y\n{some}a\n{others}b\n{some}c\n{others}c\n");
            let recipe = Recipe::from_toml("target = \"y\"", "recipe.toml").unwrap();
            let study = Study::open(Source::bytes("wide.csv", csv.as_bytes()), recipe).unwrap();
            let fitted = study.fitted.unwrap();
            let case = Case::from_row(&fitted, 0).unwrap();
            assert_eq!(too_many(&fitted, &case), wanted);
            let prior = Quantity::prior(&fitted.classes[0]);
            assert!(!candidates(&fitted, Some(&case), &prior).is_empty(), "of no case");
            if wanted.is_some() {
                assert!(candidates(&fitted, Some(&case), &Quantity::score(&fitted.classes[0])).is_empty());
            }
        }
    }
}
