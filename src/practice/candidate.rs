//! A number that a known mistake gives.

use crate::math::{Number, Sentence};

/// What a student has who made one catalogued mistake and nothing else.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The stable tag of the catalogue: `B4`, `S2`, `X3`.
    pub tag: &'static str,
    /// The value that it gives for the quantity asked; `None` where it gives a text or 0/0.
    pub value: Option<Number>,
    /// One sentence in the student's own numbers: what the number is, then what to do next. Never the right answer.
    pub message: Sentence,
    /// What to look at, as a sentence.
    pub hint: Sentence,
    /// Whether the decision changes with it, and to which class.
    pub flips: Option<String>,
    /// Whether it is harmless: full credit, and said (X16).
    pub harmless: bool,
}
