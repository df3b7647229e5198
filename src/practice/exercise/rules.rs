//! How an exercise is marked, as its teacher chose.

use crate::practice::mark::{Coarse, Graded, Note, Policy, Verdict};

/// How an exercise is marked.
#[derive(Clone, Debug, PartialEq)]
pub struct Rules {
    /// What the marking rule is told.
    pub policy: Policy,
    /// Share of the marks for an answer that was rounded on the way, from 0 to 1.
    pub early_rounding: f64,
    /// What happens to a fraction that is not in lowest terms.
    pub unreduced: Unreduced,
    /// Whether later lines are tried with the student's own earlier values.
    pub carry_forward: bool,
    /// Attempts before an answer may be shown; batch marking has none.
    pub attempts: u32,
    /// When an answer may be shown.
    pub reveal: Reveal,
    /// Mistakes that are looked for: `*`, `B4`, and `!B22` for what is not.
    pub diagnose: Vec<String>,
}

/// What happens to a fraction that is not in lowest terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unreduced {
    /// It is right.
    Ok,
    /// It is right, and it is said.
    Note,
    /// It is said, and it has no marks.
    Required,
}

/// When an answer may be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reveal {
    /// At any time.
    Always,
    /// When the attempts are used up.
    AfterAttempts,
    /// By the teacher.
    Teacher,
    /// Not at all.
    Never,
}

impl Default for Rules {
    fn default() -> Self {
        Rules {
            policy: Policy::default(),
            early_rounding: 1.0,
            unreduced: Unreduced::Ok,
            carry_forward: true,
            attempts: 3,
            reveal: Reveal::AfterAttempts,
            diagnose: vec!["*".into()],
        }
    }
}

impl Rules {
    /// Whether a mistake is looked for. What is said last of it holds.
    pub fn looks_for(&self, tag: &str) -> bool {
        let said = |pattern: &String| {
            let (wanted, pattern) =
                pattern.strip_prefix('!').map_or((true, pattern.as_str()), |p| (false, p));
            (pattern == "*" || pattern == tag).then_some(wanted)
        };
        self.diagnose.iter().rev().find_map(said).unwrap_or(false)
    }

    /// The share of the marks that a verdict is worth, from 0 to 1.
    pub fn credit(&self, marked: &Graded) -> f64 {
        match (marked.verdict, marked.note) {
            (Verdict::Wrong | Verdict::Unmarked, _) => 0.0,
            (_, Some(Note::RoundedEarly)) => self.early_rounding,
            (_, Some(Note::Unreduced)) if self.unreduced == Unreduced::Required => 0.0,
            _ => 1.0,
        }
    }

    /// The words for what a decimal with too few figures is.
    pub(super) const COARSE: [(&str, Coarse); 3] =
        [("ask", Coarse::Ask), ("accept", Coarse::Accept), ("wrong", Coarse::Wrong)];

    /// The words for what a fraction that is not in lowest terms is.
    pub(super) const UNREDUCED: [(&str, Unreduced); 3] =
        [("ok", Unreduced::Ok), ("note", Unreduced::Note), ("required", Unreduced::Required)];

    /// The words for when an answer may be shown.
    pub(super) const REVEAL: [(&str, Reveal); 4] = [
        ("always", Reveal::Always),
        ("after-attempts", Reveal::AfterAttempts),
        ("teacher", Reveal::Teacher),
        ("never", Reveal::Never),
    ];
}
