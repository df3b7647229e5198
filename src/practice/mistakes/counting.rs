//! Mistakes in counting: which rows are above the bar, and which below.

use super::asked::{Asked, Place};
use super::bayes::{is_counted, others};
use super::cell::{Cell, count_text, unit, whole};
use super::entry::{Entry, Slip, one, priors, shares};
use super::words::{several, text};
use crate::math::{Event, Name, Number, Quantity};
use crate::model::{Factor, Form, Study};
use crate::recipe::Recipe;
use crate::table::{Sample, Source, samples};

pub(super) const ENTRIES: &[Entry] = &[
    Entry {
        tag: "B4",
        hint: "what you divide by",
        at: |asked| !asked.is_of_scores() && asked.is_of_shares(),
        slips: joint,
    },
    Entry { tag: "B6", hint: "what you divide by", at: |asked| asked.is_of_shares(), slips: inverse },
    Entry { tag: "B7", hint: "which class is asked", at: |_| true, slips: other_class },
    Entry {
        tag: "B8",
        hint: "which rows are counted",
        at: |asked| asked.place == Place::Conditional,
        slips: complement,
    },
    Entry {
        tag: "B18",
        hint: "the prior",
        at: |asked| asked.is_of_priors() && is_counted(asked),
        slips: odds,
    },
];

/// What explains any number that is a little off.
pub(super) const SLIPS: &[Entry] = &[
    Entry { tag: "B22", hint: "which table is used", at: |asked| asked.is_of_shares(), slips: wrong_table },
    Entry { tag: "B23", hint: "the counts", at: is_of_counts, slips: miscounted },
];

fn joint(asked: &Asked<'_>) -> Vec<Slip> {
    let Some(cell) = asked.cell() else { return Vec::new() };
    let (class, unit, all) = (cell.class_name(), cell.unit(), count_text(&cell.all()));
    let is = if asked.place == Place::Conditional {
        format!(
            "That is {} and {class} together, {} of all {all} {unit}",
            value(&cell),
            count_text(&cell.count())
        )
    } else {
        format!("This is what you get if each count is divided by all {all} {unit}")
    };
    let own = several(count_text(&cell.total()), unit);
    let says = format!("{is}; given {class}, divide by the {own} of {class} only.");
    vec![Slip::new(shares(|cell| Some((cell.count(), cell.all()))), says)]
}

/// `Weather=Sunny`, or the word.
pub(super) fn value(cell: &Cell<'_>) -> String {
    value_in(cell.factor, &cell.value_name())
}

fn value_in(factor: &Factor, value: &Name) -> String {
    if factor.is_words() { value.to_string() } else { format!("{}={value}", factor.name) }
}

fn with_value(count: &str, factor: &Factor, value: &Name) -> String {
    let counted = several(count, unit(factor));
    match factor.form {
        Form::Words if count == "1" => format!("{counted} that is {value}"),
        Form::Words => format!("{counted} that are {value}"),
        _ => format!("{counted} with {}", value_in(factor, value)),
    }
}

fn inverse(asked: &Asked<'_>) -> Vec<Slip> {
    let Some(cell) = asked.cell() else { return Vec::new() };
    let says = format!(
        "This is what you get if {} is taken out of the {}, whatever the class; take it out of the {} of {}.",
        asked.name(&cell.quantity()),
        with_value(&count_text(&cell.of_value()), cell.factor, &cell.value_name()),
        several(count_text(&cell.total()), cell.unit()),
        cell.class_name()
    );
    let change = shares(|cell| Some((cell.above(), cell.of_value() + cell.alpha() * cell.outcomes())));
    vec![Slip::new(change, says)]
}

/// The same quantity of another class.
fn of_class(quantity: &Quantity, other: &Name) -> Option<Quantity> {
    let name = || other.clone();
    Some(match quantity {
        Quantity::Prob { event: Event::Class(_), given: None } => Quantity::prior(other),
        Quantity::Prob { event, given: Some(Event::Class(_)) } => {
            Quantity::Prob { event: event.clone(), given: Some(Event::Class(name())) }
        }
        Quantity::Density { event, given: Some(_) } => {
            Quantity::Density { event: event.clone(), given: Some(name()) }
        }
        Quantity::Count { event: Event::Class(_), class: None } => {
            Quantity::Count { event: Event::Class(name()), class: None }
        }
        Quantity::Count { event, class: Some(_) } => {
            Quantity::Count { event: event.clone(), class: Some(name()) }
        }
        Quantity::Score(_) => Quantity::score(other),
        Quantity::Mean { feature, class: Some(_) } => {
            Quantity::Mean { feature: feature.clone(), class: Some(name()) }
        }
        Quantity::Var { feature, class: Some(_) } => {
            Quantity::Var { feature: feature.clone(), class: Some(name()) }
        }
        Quantity::Cov { a, b, class: Some(_) } => {
            Quantity::Cov { a: a.clone(), b: b.clone(), class: Some(name()) }
        }
        Quantity::Inverse { a, b, class: Some(_) } => {
            Quantity::Inverse { a: a.clone(), b: b.clone(), class: Some(name()) }
        }
        Quantity::Det { class: Some(_) } => Quantity::Det { class: Some(name()) },
        Quantity::Quadratic(_) => Quantity::Quadratic(name()),
        Quantity::Discriminant(_) => Quantity::Discriminant(name()),
        Quantity::Theta { feature, class: Some(_) } => {
            Quantity::Theta { feature: feature.clone(), class: Some(name()) }
        }
        _ => return None,
    })
}

fn other_class(asked: &Asked<'_>) -> Vec<Slip> {
    let class = asked.class_name();
    let slip = |other: Name| {
        let quantity = of_class(&asked.quantity, &other)?;
        let says =
            format!("That is {}, the value for {other}; take the one for {class}.", asked.name(&quantity));
        Some(Slip::read_off(asked, quantity, says))
    };
    others(asked).filter_map(slip).collect()
}

fn complement(asked: &Asked<'_>) -> Vec<Slip> {
    let (Some(cell), Some(p)) = (asked.cell(), asked.right(&asked.quantity)) else { return Vec::new() };
    let other = Number::one().sub(&p);
    let (unit, class) = (cell.unit(), cell.class_name());
    let says = format!(
        "That is {}, the share of the {unit} of {class} without {}; count those with it.",
        text(&other),
        value(&cell)
    );
    let change = one(asked.quantity.clone(), Some(other));
    vec![Slip { decides: false, ..Slip::new(change, says) }]
}

fn odds(asked: &Asked<'_>) -> Vec<Slip> {
    let Some(class) = asked.class() else { return Vec::new() };
    let (own, n) = (asked.fitted.class_count(class), asked.fitted.rows());
    let name = asked.class_name();
    let against = n.saturating_sub(own);
    let is = if asked.place == Place::Prior {
        "That is the odds,"
    } else {
        "This is what you get if the prior is"
    };
    let says = format!(
        "{is} {own} of {name} against {}; a prior is a share, at most 1, so divide by all {}.",
        several(against, "others"),
        several(n, "rows")
    );
    let change = priors(|fitted, class| {
        let own = fitted.class_count(class);
        Some((whole(own), whole(fitted.rows().saturating_sub(own))))
    });
    vec![Slip::new(change, says)]
}

/// Another sample with the same class column, and the feature of it that has the value.
fn wrong_table(asked: &Asked<'_>) -> Vec<Slip> {
    let Some(cell) = asked.cell().filter(|cell| cell.factor.form == Form::Categories) else {
        return Vec::new();
    };
    let columns = cell.fitted.data.table.columns();
    let target = columns.get(cell.fitted.data.resolved.target).map(|column| column.name.clone());
    let Some(target) = target else { return Vec::new() };
    let fits = |sample: &&Sample| {
        let header = sample.csv.lines().next().unwrap_or_default();
        header.split(',').any(|name| name == target.as_str())
            && sample.csv.contains(cell.value_name().as_str())
    };
    samples().iter().filter(fits).filter_map(|sample| from_sample(sample, &cell, asked)).collect()
}

fn from_sample(sample: &'static Sample, cell: &Cell<'_>, asked: &Asked<'_>) -> Option<Slip> {
    let study = Study::open(Source::Sample(sample), Recipe::default()).ok()?;
    let other = study.fitted.ok()?;
    let place = |cell: &Cell<'_>| {
        let name = cell.value_name();
        let of = |factor: &&Factor| factor.values().contains(&name);
        let factor = other.factors.iter().find(of)?;
        let value = other.position(factor, name.as_str())?;
        let class = other.class(cell.class_name().as_str())?;
        Some((factor.count(value, class), factor.total(class)))
    };
    let (count, total) = place(cell)?;
    if (count, total) == (cell.factor.count(cell.value, cell.class), cell.factor.total(cell.class)) {
        return None;
    }
    let says = format!(
        "This is what you get from another table: {count}/{total} for {} is of the sample {}; count in this table.",
        asked.name(&cell.quantity()),
        sample.name
    );
    let other = std::sync::Arc::clone(&other);
    let change = shares(move |cell| {
        let name = cell.value_name();
        let factor = other.factors.iter().find(|factor| factor.values().contains(&name))?;
        let (value, class) =
            (other.position(factor, name.as_str())?, other.class(cell.class_name().as_str())?);
        let (alpha, k) = (cell.alpha(), whole(factor.k() as u64));
        Some((whole(factor.count(value, class)) + &alpha, whole(factor.total(class)) + alpha * k))
    });
    Some(Slip::new(change, says))
}

/// Of more counts than this no single one can be told from a wrong number.
const COUNTS: usize = 40;

fn is_of_counts(asked: &Asked<'_>) -> bool {
    asked.place == Place::Count
        || asked.place == Place::Prior
        || asked.is_of_shares() && asked.fitted.is_exact()
}

fn miscounted(asked: &Asked<'_>) -> Vec<Slip> {
    let grounds = asked.variations().grounds(&asked.quantity).unwrap_or_default();
    let counts: Vec<Quantity> =
        grounds.into_iter().filter(|of| matches!(of, Quantity::Count { .. } | Quantity::Rows)).collect();
    if counts.len() > COUNTS {
        return Vec::new();
    }
    let slip = |of: &Quantity, up: bool| {
        let right = asked.right(of)?;
        let count = if up { right.add(&Number::one()) } else { right.sub(&Number::one()) };
        let says =
            format!("This is what you get if you count {}; count again.", counted(of, &text(&count), asked)?);
        (!count.is_negative()).then(|| Slip::new(one(of.clone(), Some(count)), says))
    };
    counts.iter().flat_map(|of| [false, true].map(|up| slip(of, up))).flatten().collect()
}

/// `4 rows of Yes with Weather=Sunny`
fn counted(quantity: &Quantity, count: &str, asked: &Asked<'_>) -> Option<String> {
    Some(match quantity {
        Quantity::Rows => format!("{} in all", several(count, "rows")),
        Quantity::Count { event: Event::Class(class), .. } => {
            format!("{} of {class}", several(count, "rows"))
        }
        Quantity::Count { event: Event::Any(feature), class } => {
            let factor = asked.fitted.factor(feature.as_str())?;
            let of = class.as_ref().map_or_else(|| "in all".to_owned(), |class| format!("of {class}"));
            let known = if factor.is_words() { String::new() } else { format!(" with a known {feature}") };
            format!("{} {of}{known}", several(count, unit(factor)))
        }
        Quantity::Count { event: Event::Value { feature, value }, class } => {
            let with = with_value(count, asked.fitted.factor(feature.as_str())?, value);
            match class {
                Some(class) => format!("{with} in {class}"),
                None => with,
            }
        }
        _ => return None,
    })
}
