//! What follows from the scores of a row, as expressions of SQL: `l0`, `l1`, … are ln of the scores, `m` the highest.

use crate::encode::Dialect;
use crate::math::Name;

/// Scores nearer than this count as the same: where classes tie, an engine's floats differ by less.
const NEAR: &str = "1e-9";

pub(super) struct Said<'a> {
    pub(super) dialect: &'a Dialect,
    pub(super) names: &'a [Name],
}

impl Said<'_> {
    pub(super) fn scores(&self) -> Vec<String> {
        (0..self.names.len()).map(|class| format!("l{class}")).collect()
    }

    pub(super) fn highest(&self) -> String {
        let scores = self.scores().join(", ");
        if self.names.len() > 1 { format!("{}({scores})", self.dialect.greatest) } else { scores }
    }

    /// Whether no class has a score above 0.
    pub(super) fn is_none(&self) -> String {
        format!("m IS NULL OR m = {}", self.dialect.minus_infinity)
    }

    /// The class with the highest score, of several the first; NULL where there is none.
    pub(super) fn predicted(&self) -> String {
        let mut predicted = format!("CASE WHEN {} THEN NULL", self.is_none());
        for (class, name) in self.names.iter().enumerate() {
            let name = self.dialect.text(name.as_str());
            predicted.push_str(&format!("\n    WHEN l{class} > m - {NEAR} THEN {name}"));
        }
        predicted.push_str(" END");
        predicted
    }

    /// The score of a class over the highest. Some engines take it for an error that an exponential is too small for a
    /// float.
    pub(super) fn share(&self, class: usize) -> String {
        format!("CASE WHEN l{class} - m > -700 THEN EXP(l{class} - m) ELSE 0 END")
    }

    pub(super) fn shares(&self) -> String {
        let all: Vec<String> = (0..self.names.len()).map(|class| self.share(class)).collect();
        all.join(" + ")
    }
}
