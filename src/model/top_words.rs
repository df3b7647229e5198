//! Which words speak most for a class.

use std::cmp::Ordering;

use super::factor::Factor;
use super::fitted::Fitted;

/// A word, and how much it speaks for a class.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TopWord {
    /// The position of the word among the values of its factor.
    pub word: usize,
    /// `ln(P(word | class)/P(word | other))`, where `other` is the class among the rest in which the word is likeliest:
    /// the log-odds between two classes. Infinite for a word that no other class has.
    pub log_odds: f64,
}

impl Fitted {
    /// The `n` words of a factor that speak most for a class, the strongest first; fewer where fewer speak for it. Words
    /// that speak alike are in the order of how often the class has them, then of the vocabulary.
    pub fn top_words(&self, factor: &Factor, class: usize, n: usize) -> Vec<TopWord> {
        if !factor.is_words() {
            return Vec::new();
        }
        let speaks = |word: usize| {
            let own = factor.estimate(word, class).ln();
            let others = (0..self.classes.len()).filter(|other| *other != class);
            let best = others.map(|other| factor.estimate(word, other).ln()).reduce(f64::max)?;
            // A word that neither class has says nothing: −∞ − −∞ is no number, and is not above 0.
            let log_odds = own - best;
            (log_odds > 0.0).then_some(TopWord { word, log_odds })
        };
        let mut all: Vec<TopWord> = (0..factor.k()).filter_map(speaks).collect();
        let count = |top: &TopWord| factor.count(top.word, class);
        all.sort_by(|a, b| {
            let order = b.log_odds.partial_cmp(&a.log_odds).unwrap_or(Ordering::Equal);
            order.then_with(|| count(b).cmp(&count(a)))
        });
        all.truncate(n);
        all
    }
}
