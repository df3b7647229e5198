//! What is said of an answer.

use crate::math::{Sentence, sentence};

/// The verdict on an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// Right.
    Correct,
    /// Right, and something is said about it.
    Noted,
    /// Wrong.
    Wrong,
    /// Not marked: it goes back with a question.
    Unmarked,
}

/// What is said about an answer that is right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Note {
    /// Further figures were cut off instead of rounded.
    CutOff,
    /// The method is right, and numbers were rounded along the way.
    RoundedEarly,
    /// A fraction that is not in lowest terms, where these are asked for.
    Unreduced,
    /// Right by chance, in the form that another rule gives.
    Lucky,
}

/// What is said of an answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Graded {
    /// Right, noted, wrong or not marked.
    pub verdict: Verdict,
    /// What is said about an answer that is right.
    pub note: Option<Note>,
    /// The tags of what gives this number, the most likely first; empty where nothing known does.
    pub causes: Vec<&'static str>,
    /// The class that the decision would change to with this slip.
    pub flips: Option<String>,
    /// Whether it is right with the student's own earlier lines, and only with them.
    pub carried: bool,
    /// One sentence.
    pub message: Sentence,
    /// Where to look; empty where nothing is to be looked for.
    pub hint: Sentence,
}

impl Verdict {
    /// The stable word for it in the JSON.
    pub fn word(self) -> &'static str {
        match self {
            Verdict::Correct => "correct",
            Verdict::Noted => "noted",
            Verdict::Wrong => "wrong",
            Verdict::Unmarked => "unmarked",
        }
    }

    /// The sign for it in ASCII.
    pub fn ascii(self) -> &'static str {
        match self {
            Verdict::Correct => "ok",
            Verdict::Noted => "~",
            Verdict::Wrong => "x",
            Verdict::Unmarked => "?",
        }
    }

    /// The sign for it.
    pub fn glyph(self) -> &'static str {
        match self {
            Verdict::Correct => "✓",
            Verdict::Noted => "✓~",
            Verdict::Wrong => "✗",
            Verdict::Unmarked => "?",
        }
    }
}

impl Note {
    /// The stable word for it in the JSON.
    pub fn word(self) -> &'static str {
        match self {
            Note::CutOff => "cut_off",
            Note::RoundedEarly => "rounded_early",
            Note::Unreduced => "unreduced",
            Note::Lucky => "lucky",
        }
    }
}

impl Graded {
    pub(in crate::practice) fn new(verdict: Verdict, message: impl Into<Sentence>) -> Graded {
        Graded {
            verdict,
            note: None,
            causes: Vec::new(),
            flips: None,
            carried: false,
            message: message.into(),
            hint: Sentence::default(),
        }
    }

    pub(super) fn noted(note: Note, message: impl Into<Sentence>) -> Graded {
        Graded { note: Some(note), ..Graded::new(Verdict::Noted, message) }
    }

    /// The method is right, and numbers were rounded along the way.
    pub(in crate::practice) fn rounded_early(text: &Sentence) -> Graded {
        let message = sentence!("{}: the method is right, and you rounded on the way.", text);
        Graded::noted(Note::RoundedEarly, message).because("N7").hinting("Keep fractions until the end.")
    }

    pub(super) fn because(self, cause: &'static str) -> Graded {
        Graded { causes: vec![cause], ..self }
    }

    pub(super) fn hinting(self, hint: impl Into<Sentence>) -> Graded {
        Graded { hint: hint.into(), ..self }
    }
}
