//! The words of a model in sentences: which speak most for a class, and which the recipe leaves out.

use super::document::Document;
use crate::math::{Number, significant};
use crate::model::{Factor, Fitted};
use crate::recipe::LeftOut;

/// Words that are named for each class.
pub const TOP: usize = 8;

/// Words that are named of those left out.
const NAMED: usize = 20;

/// What speaks for each class, and what is left out, for each factor of words; empty where there is none.
pub fn words(fitted: &Fitted) -> Document {
    let mut out = Document::default();
    for factor in fitted.factors().iter().filter(|factor| factor.is_words()) {
        out.heading(format!("{}: the words that speak most for each class", factor.name));
        top_words(fitted, factor, TOP).into_iter().for_each(|line| out.item(line));
        out.text(top_words_formula(fitted));
        left_out(fitted, factor).into_iter().for_each(|line| out.text(line));
    }
    out
}

/// A line for each class: `spam: money +2.31, free +1.95`.
pub fn top_words(fitted: &Fitted, factor: &Factor, n: usize) -> Vec<String> {
    let line = |(class, name): (usize, &crate::math::Name)| {
        let words = fitted.top_words(factor, class, n).into_iter().filter_map(|top| {
            let odds = if top.log_odds.is_infinite() {
                "(in no other class)".to_owned()
            } else {
                format!("+{}", significant(&Number::Float(top.log_odds), 3).0)
            };
            Some(format!("{} {odds}", factor.values().get(top.word)?))
        });
        let words: Vec<String> = words.collect();
        if words.is_empty() { format!("{name}: no word") } else { format!("{name}: {}", words.join(", ")) }
    };
    fitted.classes.iter().enumerate().map(line).collect()
}

/// What the numbers beside the words are.
pub fn top_words_formula(fitted: &Fitted) -> &'static str {
    if fitted.classes.len() == 2 {
        "The numbers are log-odds: ln of P(word | class) divided by P(word | the other class)."
    } else {
        "The numbers are log-odds: ln of P(word | class) divided by the largest P(word | another class)."
    }
}

/// A sentence for the stop words and one for the rare words that are left out; none where nothing is.
pub fn left_out(fitted: &Fitted, factor: &Factor) -> Vec<String> {
    let of = |stop: bool| {
        let wanted = factor.left_out().iter().filter(move |word| (word.why == LeftOut::StopWord) == stop);
        wanted.map(|word| word.word.to_string()).collect::<Vec<String>>()
    };
    let told = |what: String, words: Vec<String>| {
        let more = words.len().saturating_sub(NAMED);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        let named = words.iter().take(NAMED).cloned().collect::<Vec<_>>().join(", ");
        (!words.is_empty()).then(|| format!("{what} left out ({}): {named}{more}.", words.len()))
    };
    let least = fitted.data.resolved.words.min_count;
    let rare = format!("Words seen fewer than {least} times,");
    [told("Stop words".into(), of(true)), told(rare, of(false))].into_iter().flatten().collect()
}
