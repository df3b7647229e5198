//! Mistakes with what is counted in training documents, and the coefficient that changes no decision.

use num_bigint::BigInt;
use num_traits::One;

use super::asked::{Asked, Place};
use super::bayes::is_counted;
use super::cell::{Cell, count_text, several, whole};
use super::entry::{Change, Entry, Slip, both, entry, priors, products, shares};
use super::occurrences::is_multinomial;
use super::smoothing::power;
use crate::math::{Expr, Name, Number, sentence};
use crate::model::{CaseValue, Factor, Fitted, Form};
use crate::worked::multiplied;

pub(super) const ENTRIES: &[Entry] = &[
    entry("X9", "what is counted in training", is_of_tokens, documents),
    entry("X10", "repeats in training", is_of_tokens, once_each),
    entry("X11", "how many outcomes a word has", is_of_presences, vocabulary),
    entry("X12", "what is counted in training", is_of_presences, tokens),
    entry("X13", "the prior", |asked| asked.is_of_priors() && is_counted(asked), prior_of_words),
    entry(
        "X14",
        "which documents are training documents",
        |asked| asked.is_of_priors() || asked.is_of_words(),
        query_in_training,
    ),
    entry("X16", "the coefficient in front", is_multinomial, coefficient),
];

fn is_of_tokens(asked: &Asked<'_>) -> bool {
    asked.is_of_shares() && asked.any(|factor| factor.form == Form::Words)
}

fn is_of_presences(asked: &Asked<'_>) -> bool {
    asked.is_of_shares() && asked.any(|factor| factor.form == Form::Presence)
}

fn documents(asked: &Asked<'_>) -> Vec<Slip> {
    let Some(cell) = asked.cell() else { return Vec::new() };
    let says = sentence!(
        "This is what you get if you count the {} documents of {} with {}; count every time the word occurs.",
        count_text(&cell.documents()),
        cell.class_name(),
        cell.value_name()
    );
    let change = shares(|cell| {
        let of_words = cell.factor.form == Form::Words;
        of_words.then(|| (cell.documents() + cell.alpha(), cell.total() + cell.alpha() * cell.outcomes()))
    });
    vec![Slip::new(change, says)]
}

fn once_each(asked: &Asked<'_>) -> Vec<Slip> {
    let Some(cell) = asked.cell() else { return Vec::new() };
    let fitted = asked.fitted;
    let sums = |factor: &Factor| -> Vec<u64> {
        (0..fitted.classes.len()).map(|class| factor.sum(class, Factor::documents)).collect()
    };
    let totals: Vec<Vec<u64>> = fitted.factors().iter().map(sums).collect();
    let own = totals.get(cell.at).and_then(|of| of.get(cell.class)).copied().unwrap_or(0);
    let counted = move || -> Change {
        let totals = totals.clone();
        shares(move |cell: &Cell<'_>| {
            let total = whole(*totals.get(cell.at)?.get(cell.class)?);
            let of_words = cell.factor.form == Form::Words;
            of_words.then(|| (cell.documents() + cell.alpha(), total + cell.alpha() * cell.outcomes()))
        })
    };
    let start = sentence!(
        "This is what you get if a word counts once in each training document, so that {} has {} words",
        cell.class_name(),
        own
    );
    let next = "count every repeat in training";
    let kept = Slip::new(counted(), sentence!("{}; {}.", start, next));
    if !asked.is_about_case() {
        return vec![kept];
    }
    let once = products(|class, context| {
        let terms = context.terms().ok()?;
        Some(terms.iter().map(|term| multiplied(term, class, context)).collect())
    });
    let says = sentence!("{}, and once in the document in hand; {}, and there too.", start, next);
    vec![kept, Slip::new(both(once, counted()), says)]
}

fn vocabulary(asked: &Asked<'_>) -> Vec<Slip> {
    let Some(cell) = asked.cell() else { return Vec::new() };
    let says = sentence!(
        "This is what you get if α is added {} times to the documents of {}; a word is there or not, so add it twice.",
        cell.factor.k(),
        cell.class_name()
    );
    let change = shares(|cell| {
        let k = whole(cell.factor.k() as u64);
        (cell.factor.form == Form::Presence).then(|| (cell.above(), cell.total() + cell.alpha() * k))
    });
    vec![Slip::new(change, says)]
}

fn tokens(asked: &Asked<'_>) -> Vec<Slip> {
    let Some(cell) = asked.cell() else { return Vec::new() };
    let says = sentence!(
        "This is what you get if {} is counted {} times over {}; a probability cannot exceed 1, so count documents with the word.",
        cell.value_name(),
        count_text(&cell.tokens()),
        several(asked.fitted.class_count(cell.class), "documents")
    );
    let change = shares(|cell| {
        let below = cell.total() + cell.alpha() * cell.outcomes();
        (cell.factor.form == Form::Presence).then(|| (cell.tokens() + cell.alpha(), below))
    });
    vec![Slip::new(change, says)]
}

fn words(fitted: &Fitted) -> Option<Vec<u64>> {
    let factor = fitted.factors().iter().find(|factor| factor.is_words())?;
    Some((0..fitted.classes.len()).map(|class| factor.sum(class, Factor::tokens)).collect())
}

fn prior_of_words(asked: &Asked<'_>) -> Vec<Slip> {
    let (Some(words), Some(class)) = (words(asked.fitted), asked.class()) else { return Vec::new() };
    let all: u64 = words.iter().sum();
    let says = sentence!(
        "This is what you get if the prior of {} is {} of all {} words; the prior counts documents, {} in all.",
        asked.class_name(),
        words.get(class).copied().unwrap_or(0),
        all,
        asked.fitted.rows()
    );
    vec![Slip::new(priors(move |_, class| Some((whole(*words.get(class)?), whole(all)))), says)]
}

fn query_in_training(asked: &Asked<'_>) -> Vec<Slip> {
    let fitted = asked.fitted;
    let (Some(case), Some(at)) = (asked.context.case, fitted.factors().iter().position(Factor::is_words))
    else {
        return Vec::new();
    };
    let labelled = case.row.is_some_and(|row| fitted.class_of_row(row).is_some());
    if labelled || asked.is_of_one_value() || !is_counted(asked) {
        return Vec::new();
    }
    let Some(CaseValue::Words { known, .. }) = case.cells.get(at).map(|cell| &cell.value) else {
        return Vec::new();
    };
    let n = fitted.rows() + 1;
    let train = sentence!("it has no label yet, so train on the other {} only", fitted.rows());
    let mut slips = vec![Slip::new(
        priors(move |fitted, class| Some((whole(fitted.class_count(class)), whole(n)))),
        sentence!(
            "This is what you get if the document in hand is one of {} training documents; {}.",
            n,
            train
        ),
    )];
    for (class, name) in fitted.classes.iter().enumerate() {
        let says = sentence!(
            "This is what you get if the document in hand is a training document of {}; {}.",
            name,
            train
        );
        slips.push(Slip::new(added(class, at, known.clone(), n), says));
    }
    slips
}

/// Counts with one more document in a class; the vocabulary stays.
fn added(of: usize, at: usize, known: Vec<(usize, u32)>, n: u64) -> Change {
    let more = move |class: usize| u64::from(class == of);
    let tokens: u64 = known.iter().map(|(_, times)| u64::from(*times)).sum();
    let times: std::collections::HashMap<usize, u32> = known.into_iter().collect();
    let counts = shares(move |cell: &Cell<'_>| {
        if cell.at != at || cell.class != of {
            return None;
        }
        let times = times.get(&cell.value).copied().unwrap_or(0);
        let (more, all) = if cell.factor.form == Form::Words {
            (u64::from(times), tokens)
        } else {
            (u64::from(times > 0), 1)
        };
        Some((cell.above() + whole(more), cell.total() + whole(all) + cell.alpha() * cell.outcomes()))
    });
    both(
        counts,
        priors(move |fitted, class| Some((whole(fitted.class_count(class) + more(class)), whole(n)))),
    )
}

/// Documents longer than this have coefficients that nobody writes.
const LONGEST: u32 = 2_000;

fn factorial(n: u32) -> BigInt {
    (1..=n).fold(BigInt::one(), |product, factor| product * factor)
}

fn coefficient(asked: &Asked<'_>) -> Vec<Slip> {
    let words: Vec<u32> = asked
        .terms
        .iter()
        .filter(|term| term.is_word() && is_form(asked.fitted, &term.feature))
        .map(|term| term.times)
        .collect();
    let all = words.iter().fold(0_u32, |sum, times| sum.saturating_add(*times));
    if !(2..=LONGEST).contains(&all) {
        return Vec::new();
    }
    let below = words.iter().fold(BigInt::one(), |product, times| product * factorial(*times));
    let coefficient = factorial(all) / below;
    if coefficient.is_one() {
        return Vec::new();
    }
    // A long document has more orders than a float can hold.
    let many = Number::from_int(coefficient).within(512);
    let what = if asked.place == Place::Posterior {
        "cancels in the posterior"
    } else {
        "is the same in every class"
    };
    let says = sentence!(
        "This has the number of orders of the {} words in front, {}, which {}; it does no harm, and you can leave it out.",
        all,
        super::cell::text(&many),
        what
    );
    let change = products(move |class, context| {
        let terms = context.terms().ok()?;
        let factors = terms.iter().map(|term| power(multiplied(term, class, context), term.times));
        Some(std::iter::once(Expr::Num(many.clone())).chain(factors).collect())
    });
    vec![Slip { harmless: true, ..Slip::new(change, says) }]
}

fn is_form(fitted: &Fitted, feature: &Name) -> bool {
    fitted.factor(feature.as_str()).is_some_and(|factor| factor.form == Form::Words)
}
