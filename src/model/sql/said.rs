//! What follows from the scores of a row, as expressions of SQL: `l0`, `l1`, … are ln of the scores, `m` the highest.

use crate::encode::Dialect;
use crate::math::Name;
use crate::model::leaders::NEAR;

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

    /// The class that leads by the rule of [`leaders`](crate::model::leaders()); the first of those that tie, and NULL where
    /// there is none. Near ties are not compared exactly.
    pub(super) fn predicted(&self) -> String {
        let mut predicted = format!("CASE WHEN {} THEN NULL", self.is_none());
        for (class, name) in self.names.iter().enumerate() {
            let name = self.dialect.text(name.as_str());
            let near = format!("{NEAR:e} * {}(ABS(m), 1)", self.dialect.greatest);
            predicted.push_str(&format!("\n    WHEN m - l{class} <= {near} THEN {name}"));
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
