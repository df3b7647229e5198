//! Mistakes in counting: which rows are above the bar, and which below.

use super::asked::Asked;
use super::bayes::{is_counted, others};
use super::cell::{Cell, count_text, unit, whole};
use super::entry::{Entry, Slip, one, priors, shares};
use super::place::Place;
use super::words::{several, text};
use crate::math::{Event, Name, Number, Quantity};
use crate::model::{Factor, Form};

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
        // Odds for priors give posteriors that other slips explain better.
        at: |asked| asked.is_of_priors() && asked.place != Place::Posterior && is_counted(asked),
        slips: odds,
    },
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

pub(super) fn with_value(count: &str, factor: &Factor, value: &Name) -> String {
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
    let counted = shares(|cell| Some((cell.count(), cell.of_value())));
    let smoothed = shares(|cell| Some((cell.above(), cell.of_value() + cell.alpha() * cell.outcomes())));
    vec![Slip::new(counted, says.clone()), Slip::new(smoothed, says)]
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
        Quantity::SquaredDistance(_) => Quantity::SquaredDistance(name()),
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
