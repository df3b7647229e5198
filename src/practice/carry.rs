//! Values that follow from the student's own earlier lines.
//!
//!
//! A right decimal was rounded from the right value, and that of a known mistake from its value. Any other decimal
//! may be any number that rounds to it, so results based on it lie between two ends.

use super::read::extremes;
use crate::math::{Event, Name, Number, Quantity};
use crate::model::leaders_of;
use crate::worked::{Constants, Context, Evaluator};
use std::collections::BTreeSet;

#[derive(Clone, Debug)]
pub(super) struct Earlier {
    pub number: usize,
    pub quantity: Quantity,
    pub value: Number,
    /// The unrounded value, from the key or a known mistake: students may continue with all figures.
    pub meant: Option<Number>,
    pub about: Option<(Number, Number)>,
    /// Whether its value is not the right one: it is wrong, or has a factor that is harmless in every class.
    pub differs: bool,
    pub is_carried: bool,
}

/// The values of a quantity with earlier lines instead of the right values, each with the wrong lines that it depends
/// on. Empty if the lines do not change it.
pub(super) fn numbers(context: Context<'_>, earlier: &[Earlier], of: &Quantity) -> Vec<(Number, Vec<usize>)> {
    let right = value(context, &[], of);
    let follows = |lines: Vec<Earlier>| {
        let chosen: Vec<&Earlier> = lines.iter().collect();
        let number = value(context, &chosen, of).filter(|value| right.as_ref() != Some(value))?;
        let changes = |without: &[&Earlier]| value(context, without, of).as_ref() != Some(&number);
        let lines = behind(context, &chosen, changes);
        (!lines.is_empty()).then_some((number, lines))
    };
    choices(earlier).into_iter().filter_map(follows).collect()
}

/// The lines that a result may follow from: the wrong ones, and all; as read, and before rounding.
fn choices(earlier: &[Earlier]) -> Vec<Vec<Earlier>> {
    let meant = |line: &Earlier| {
        let value = line.meant.as_ref().unwrap_or(&line.value).clone();
        Earlier { value, ..line.clone() }
    };
    if !earlier.iter().any(|line| line.differs) {
        return Vec::new();
    }
    let mut ways = vec![earlier.to_vec()];
    if earlier.iter().any(|line| line.meant.is_some()) {
        ways.push(earlier.iter().map(meant).collect());
    }
    let wrong = |all: &Vec<Earlier>| all.iter().filter(|line| line.differs).cloned().collect();
    ways.into_iter().flat_map(|all| [wrong(&all), all]).collect()
}

/// 1 minus the student's own posteriors of all other classes.
pub(super) fn rest(context: Context<'_>, earlier: &[Earlier], of: &Quantity) -> Option<(Number, Vec<usize>)> {
    if !is_posterior(of) {
        return None;
    }
    let others = || context.fitted.classes.iter().map(Quantity::posterior).filter(move |other| other != of);
    let own = others().map(|other| earlier.iter().rev().find(|line| line.quantity == other));
    let own: Vec<&Earlier> = own.collect::<Option<_>>()?;
    let lines: Vec<usize> = own.iter().filter(|line| line.differs).map(|line| line.number).collect();
    let sum = own.iter().fold(Number::zero(), |sum, line| sum.add(&line.value));
    let left = Number::one().sub(&sum);
    // Two swapped posteriors also add up to 1.
    let rest: Vec<&Earlier> = earlier.iter().filter(|line| !is_posterior(&line.quantity)).collect();
    let close = |value: Number| (value.sub(&left)).to_f64().abs() <= SWAPPED * left.to_f64().abs();
    let is_swapped = others().any(|other| value(context, &rest, &other).is_some_and(close));
    (!lines.is_empty() && !left.is_negative() && !is_swapped).then_some((left, lines))
}

/// Posteriors that differ by less than this share differ only by rounding.
const SWAPPED: f64 = 0.01;

/// The value of a quantity from the right earlier lines as rounded; `None` if rounding changes nothing.
pub(super) fn as_rounded(context: Context<'_>, earlier: &[Earlier], of: &Quantity) -> Option<Number> {
    let right = |line: &&Earlier| !line.differs && !line.is_carried && line.about.is_some();
    let lines: Vec<&Earlier> = earlier.iter().filter(right).collect();
    let with = value(context, &lines, of)?;
    (!lines.is_empty() && value(context, &[], of).as_ref() != Some(&with)).then_some(with)
}

pub(super) fn class(context: Context<'_>, earlier: &[Earlier]) -> Option<(Name, Vec<usize>)> {
    let leader = |chosen: &[&Earlier]| {
        let values: Vec<Number> = posteriors(context, chosen).into_iter().collect::<Option<_>>()?;
        if let [only] = leaders_of(&values).as_slice() { Some(*only) } else { None }
    };
    let right = leader(&[])?;
    let changed = |chosen: Vec<&Earlier>| {
        let class = leader(&chosen).filter(|class| *class != right)?;
        let mut lines = behind(context, &chosen, |without| leader(without) != Some(class));
        if lines.is_empty() {
            // Each of several wrong lines leads there without the others.
            lines = chosen.iter().filter(|line| line.differs).map(|line| line.number).collect();
        }
        let name = context.fitted.classes.get(class)?.clone();
        (!lines.is_empty()).then_some((name, lines))
    };
    choices(earlier).iter().find_map(|lines| changed(lines.iter().collect()))
}

/// The wrong lines that a result depends on: those that change it, and those behind a carried line that does; all of
/// them if only all together change it, as with two swapped posteriors.
fn behind(context: Context<'_>, chosen: &[&Earlier], changes: impl Fn(&[&Earlier]) -> bool) -> Vec<usize> {
    let only = |is: &dyn Fn(&Earlier) -> bool| -> Vec<&Earlier> {
        chosen.iter().copied().filter(|line| is(line)).collect()
    };
    let is_own = |line: &Earlier| line.differs || line.is_carried;
    let single = only(&|line| is_own(line) && changes(&only(&|other| other.number != line.number)));
    let all_change = single.is_empty() && changes(&only(&|line| !is_own(line)));
    let found = if all_change { only(&is_own) } else { single };
    let lines: BTreeSet<usize> = found.iter().flat_map(|line| origins(context, chosen, line)).collect();
    lines.into_iter().collect()
}

fn origins(context: Context<'_>, chosen: &[&Earlier], line: &Earlier) -> Vec<usize> {
    if line.differs {
        return vec![line.number];
    }
    let right = value(context, &[], &line.quantity);
    let wrong = chosen.iter().filter(|other| other.differs && other.number < line.number);
    let changes = wrong.filter(|other| value(context, &[other], &line.quantity) != right);
    changes.map(|other| other.number).collect()
}

fn value(context: Context<'_>, chosen: &[&Earlier], of: &Quantity) -> Option<Number> {
    // The line itself is the question and is not given.
    let mut constants = Constants::default();
    for line in chosen.iter().filter(|line| line.quantity != *of) {
        put(&mut constants, &line.quantity, &line.value);
    }
    Evaluator::new(context, vec![&constants]).value(of).ok().flatten()
}

pub(super) fn put(constants: &mut Constants, of: &Quantity, value: &Number) {
    constants.0.insert(of.clone(), value.clone());
    match of {
        Quantity::Ln(inner) => {
            constants.0.insert(inner.as_ref().clone(), Number::from_ln(value.to_f64()));
        }
        other if !value.is_negative() && !value.is_zero() => {
            constants.0.insert(other.clone().ln(), Number::Float(value.ln()));
        }
        _ => {}
    }
}

/// The posterior of each class. With two classes, one written posterior determines the other.
pub(super) fn posteriors(context: Context<'_>, chosen: &[&Earlier]) -> Vec<Option<Number>> {
    let all: Vec<Quantity> = context.fitted.classes.iter().map(Quantity::posterior).collect();
    let own =
        |of: &Quantity| chosen.iter().rev().find(|line| line.quantity == *of).map(|line| line.value.clone());
    let written: Vec<Option<Number>> = all.iter().map(own).collect();
    match written.as_slice() {
        [Some(one), None] => return vec![Some(one.clone()), Some(Number::one().sub(one))],
        [None, Some(other)] => return vec![Some(Number::one().sub(other)), Some(other.clone())],
        _ => {}
    }
    let derived = all.iter().map(|of| value(context, chosen, of));
    written.into_iter().zip(derived).map(|(written, derived)| written.or(derived)).collect()
}

/// Rewrites a quantity given the only value of the case as one given the case: P(Yes | Sunny) becomes P(Yes | x).
pub(super) fn of_case(context: Context<'_>, quantity: &Quantity) -> Quantity {
    let terms = context.terms().unwrap_or_default();
    let is_all = |feature: &Name, value: &Name| {
        let own = |class: &Name| Quantity::conditional(feature, value, class);
        let only = terms.first().filter(|_| terms.len() == 1);
        only.zip(context.fitted.classes.first())
            .is_some_and(|(term, class)| term.quantity(class) == own(class))
    };
    match quantity {
        Quantity::Prob { event: Event::Class(class), given: Some(Event::Value { feature, value }) }
            if is_all(feature, value) =>
        {
            Quantity::posterior(class)
        }
        Quantity::Prob { event: Event::Value { feature, value }, given: None } if is_all(feature, value) => {
            Quantity::evidence()
        }
        Quantity::Formula(of) => {
            let parts = of.map(&mut |of| Ok::<_, std::convert::Infallible>(of_case(context, of)));
            parts.map_or_else(|never| match never {}, Quantity::from)
        }
        other => other.clone(),
    }
}

fn is_posterior(of: &Quantity) -> bool {
    matches!(of, Quantity::Prob { event: Event::Class(_), given: Some(Event::Case) })
}

/// With more lines than this, ranges from rounding are not computed.
const LINES: usize = 40;

/// Largest width of a range, as a share of its middle: in general, and if a known mistake also gives the answer.
pub(super) const WIDEST: f64 = 0.1;
pub(super) const NARROW: f64 = 0.01;

/// The range of a value if each earlier decimal may have had more figures. `None` if the ends are too different.
pub(super) fn between(
    context: Context<'_>,
    earlier: &[Earlier],
    of: &Quantity,
    widest: f64,
) -> Option<((Number, Number), Vec<usize>)> {
    if earlier.len() > LINES || !earlier.iter().any(|line| line.differs) {
        return None;
    }
    let with = |moved: &[Option<Number>]| {
        let line = |(line, moved): (&Earlier, &Option<Number>)| Earlier {
            value: moved.as_ref().unwrap_or(&line.value).clone(),
            ..line.clone()
        };
        let lines: Vec<Earlier> = earlier.iter().zip(moved).map(line).collect();
        value(context, &lines.iter().collect::<Vec<_>>(), of)
    };
    let ends: Vec<Option<(Number, Number)>> = earlier.iter().map(|line| ends(context, line)).collect();
    let chosen: Vec<&Earlier> = earlier.iter().collect();
    let middle = value(context, &chosen, of)?;
    let (low, high) = extremes(&ends, &with)?;
    let width = high.sub(&low).to_f64().abs();
    let lines = behind(context, &chosen, |without| value(context, without, of).as_ref() != Some(&middle));
    let near = width > 0.0 && width <= widest * middle.to_f64().abs();
    (near && !lines.is_empty()).then_some(((low, high), lines))
}

fn ends(context: Context<'_>, line: &Earlier) -> Option<(Number, Number)> {
    let about = line.about.as_ref()?;
    let right = || value(context, &[], &line.quantity).filter(|_| !line.differs && !line.is_carried);
    // The number before rounding of a carried line is as uncertain as the lines that it follows from.
    let known = line.meant.clone().filter(|_| !line.is_carried);
    let Some(known) = known.or_else(right) else { return Some(about.clone()) };
    let read = line.value.clone();
    Some(if known.compare(&read).is_le() { (known, read) } else { (read, known) })
}
