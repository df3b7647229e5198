//! Mistakes with numbers that are given: a likelihood taken for a posterior, a complement put in the place of a number.

use super::asked::{Asked, Place};
use super::entry::{Change, Entry, Slip, entry, posteriors, taken};
use crate::math::{Event, Expr, Name, Number, Quantity, sentence};
use crate::worked::{Kinds, Term};

pub(super) const ENTRIES: &[Entry] = &[
    entry(
        "B36",
        "which of the two is given",
        |asked| asked.place == Place::Posterior && is_given(asked),
        transposed,
    ),
    entry("B37", "which value the case has", |asked| asked.is_about_case() && is_given(asked), complement),
];

fn is_given(asked: &Asked<'_>) -> bool {
    asked.fitted.data.is_given()
}

fn transposed(asked: &Asked<'_>) -> Vec<Slip> {
    let class = asked.class_name();
    let likelihood = Quantity::likelihood(&class);
    let says = sentence!(
        "That is {} = {}, a share of {}; asked is the share of {} among all cases like this, so weight it by how common each class is.",
        asked.name(&likelihood),
        asked.number(&likelihood),
        class,
        class
    );
    vec![Slip::new(posteriors(|class, _| Expr::Of(Quantity::likelihood(class))), says)]
}

/// Classes in which one alone may be swapped; of more nobody sees which.
const CLASSES: usize = 4;

/// 1 − p for p: in every class, and in one alone.
fn complement(asked: &Asked<'_>) -> Vec<Slip> {
    let classes = &asked.fitted.classes;
    let mut slips = Vec::new();
    for term in &asked.terms {
        let Some(factor) = asked.fitted.factor(term.feature.as_str()).filter(|factor| factor.k() == 2) else {
            continue;
        };
        let Some(other) = factor.values().iter().find(|value| **value != term.value).cloned() else {
            continue;
        };
        slips.push(swapped(asked, term, &other, None));
        if classes.len() <= CLASSES {
            slips.extend(classes.iter().map(|class| swapped(asked, term, &other, Some(class))));
        }
    }
    slips
}

fn swapped(asked: &Asked<'_>, term: &Term, other: &Name, only: Option<&Name>) -> Slip {
    let class = only.cloned().unwrap_or_else(|| asked.class_name());
    let own = Quantity::conditional(&term.feature, &term.value, &class);
    let put = Quantity::conditional(&term.feature, other, &class);
    let says = sentence!(
        "This is what you get if {} = {} is put in the place of {} = {}{}; the case has {} = {}.",
        put,
        asked.number(&put),
        own,
        asked.number(&own),
        if only.is_some() { "" } else { ", in every class" },
        term.feature,
        term.value
    );
    let (feature, value, only) = (term.feature.clone(), term.value.clone(), only.cloned());
    let by = (feature.clone(), value.clone(), only.clone());
    let change = Change::new(Kinds::SHARE, move |quantity, right, context| {
        let Quantity::Prob {
            event: Event::Value { feature: of, value: is },
            given: Some(Event::Class(class)),
        } = quantity
        else {
            return None;
        };
        if *of != feature || *is != value || only.as_ref().is_some_and(|only| only != class) {
            return None;
        }
        let factor = context.fitted.factor(of.as_str())?;
        let (at, class) =
            (context.fitted.position(factor, is.as_str())?, context.fitted.class(class.as_str())?);
        let p = factor.conditional(at, class)?;
        Some(taken(right, Some(Number::one().sub(&p))))
    });
    Slip::new(change, says).by(&by)
}
