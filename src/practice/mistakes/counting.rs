//! Mistakes in counting: which rows are above the bar, and which below.

use super::asked::Asked;
use super::bayes::{is_counted, others};
use super::cell::{Cell, count_text, unit, whole};
use super::entry::{Entry, Slip, one, priors, shares};
use super::place::Place;
use super::words::{several, text};
use crate::math::{Event, Name, Number, Quantity, Sentence, ToSentence, sentence};
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
        sentence!(
            "That is {} and {} together, {} of all {} {}",
            value(&cell),
            class,
            count_text(&cell.count()),
            all,
            unit
        )
    } else {
        sentence!("This is what you get if each count is divided by all {} {}", all, unit)
    };
    let own = several(count_text(&cell.total()), unit);
    let says = sentence!("{}; given {}, divide by the {} of {} only.", is, class, own, class);
    vec![Slip::new(shares(|cell| Some((cell.count(), cell.all()))), says)]
}

/// `Weather=Sunny`, or the word.
pub(super) fn value(cell: &Cell<'_>) -> Sentence {
    value_in(cell.factor, &cell.value_name())
}

fn value_in(factor: &Factor, value: &Name) -> Sentence {
    if factor.is_words() { value.to_sentence() } else { sentence!("{}={}", factor.name, value) }
}

pub(super) fn with_value(count: impl ToSentence, factor: &Factor, value: &Name) -> Sentence {
    let one = count.to_sentence().plain() == "1";
    let counted = several(count, unit(factor));
    match factor.form {
        Form::Words if one => sentence!("{} that is {}", counted, value),
        Form::Words => sentence!("{} that are {}", counted, value),
        _ => sentence!("{} with {}", counted, value_in(factor, value)),
    }
}

fn inverse(asked: &Asked<'_>) -> Vec<Slip> {
    let Some(cell) = asked.cell() else { return Vec::new() };
    let says = sentence!(
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
        let says = sentence!(
            "That is {}, the value for {}; take the one for {}.",
            asked.name(&quantity),
            other,
            class
        );
        Some(Slip::read_off(asked, quantity, says))
    };
    others(asked).filter_map(slip).collect()
}

fn complement(asked: &Asked<'_>) -> Vec<Slip> {
    let (Some(cell), Some(p)) = (asked.cell(), asked.right(&asked.quantity)) else { return Vec::new() };
    let other = Number::one().sub(&p);
    let (unit, class) = (cell.unit(), cell.class_name());
    let says = sentence!(
        "That is {}, the share of the {} of {} without {}; count those with it.",
        text(&other),
        unit,
        class,
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
    let says = sentence!(
        "{} {} of {} against {}; a prior is a share, at most 1, so divide by all {}.",
        is,
        own,
        name,
        several(against, "others"),
        several(n, "rows")
    );
    let change = priors(|fitted, class| {
        let own = fitted.class_count(class);
        Some((whole(own), whole(fitted.rows().saturating_sub(own))))
    });
    vec![Slip::new(change, says)]
}
