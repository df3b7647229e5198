//! How an exercise is marked, as its teacher chose.

use std::collections::BTreeMap;

use crate::practice::mark::{Coarse, Graded, Note, Policy, Verdict};

#[derive(Clone, Debug, PartialEq)]
pub struct Rules {
    pub policy: Policy,
    /// Share of the marks for an answer that was rounded on the way, from 0 to 1.
    pub early_rounding: f64,
    pub carried: f64,
    /// The same for the right method with a slip: a count that is off by one, a decimal point that moved, the last figure.
    pub slip: f64,
    /// The same for wrong answers by their cause; `*` is any other that is known.
    pub of_causes: BTreeMap<String, f64>,
    pub unreduced: Unreduced,
    pub carry_forward: bool,
    /// Attempts before an answer may be shown; batch marking has none.
    pub attempts: u32,
    pub reveal: Reveal,
    /// Mistakes that are looked for: `*`, `B4`, and `!B22` for what is not.
    pub diagnose: Vec<String>,
}

/// What happens to a fraction that is not in lowest terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unreduced {
    Ok,
    Note,
    Required,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reveal {
    Always,
    AfterAttempts,
    Teacher,
    Never,
}

/// The causes that leave the method right.
const SLIPS: [&str; 3] = ["B23", "N11", "N12"];

pub fn tidy(marks: f64) -> f64 {
    (marks * 1e6).round() / 1e6
}

impl Default for Rules {
    fn default() -> Self {
        Rules {
            policy: Policy::default(),
            early_rounding: 1.0,
            carried: 1.0,
            slip: 0.0,
            of_causes: BTreeMap::new(),
            unreduced: Unreduced::Ok,
            carry_forward: true,
            attempts: 3,
            reveal: Reveal::AfterAttempts,
            diagnose: vec!["*".into()],
        }
    }
}

impl Rules {
    pub fn looks_for(&self, tag: &str) -> bool {
        let said = |pattern: &String| {
            let (wanted, pattern) =
                pattern.strip_prefix('!').map_or((true, pattern.as_str()), |p| (false, p));
            (pattern == "*" || pattern == tag).then_some(wanted)
        };
        self.diagnose.iter().rev().find_map(said).unwrap_or(false)
    }

    /// Whether the solution goes out with the feedback: where the exercise reveals it at any time, or the deadline is over and
    /// it is not the teacher's to reveal; and where the teacher asks for it, unless it is not to be revealed at all.
    pub fn tells_solution(&self, is_over: bool, asked: bool) -> bool {
        match self.reveal {
            Reveal::Always => true,
            Reveal::Never => false,
            Reveal::AfterAttempts => is_over || asked,
            Reveal::Teacher => asked,
        }
    }

    /// The share of the marks that a verdict is worth, from 0 to 1.
    pub fn credit(&self, marked: &Graded) -> f64 {
        let right = match (marked.verdict, marked.note) {
            (Verdict::Unmarked, _) => 0.0,
            // Of several causes that a number may have, the one that is best for the student.
            (Verdict::Wrong, _) => marked.causes.iter().map(|tag| self.of_cause(tag)).fold(0.0, f64::max),
            (_, Some(Note::RoundedEarly)) => self.early_rounding,
            (_, Some(Note::Unreduced)) if self.unreduced == Unreduced::Required => 0.0,
            _ => 1.0,
        };
        if marked.carried { right.min(self.carried) } else { right }
    }

    /// The share of the marks for a wrong answer with this cause, from 0 to 1.
    pub fn of_cause(&self, tag: &str) -> f64 {
        let said = |tag: &str| self.of_causes.get(tag).copied();
        let slip = SLIPS.contains(&tag).then_some(self.slip);
        said(tag).or(slip.filter(|credit| *credit > 0.0)).or_else(|| said("*")).unwrap_or(0.0)
    }

    pub(super) const COARSE: [(&str, Coarse); 3] =
        [("ask", Coarse::Ask), ("accept", Coarse::Accept), ("wrong", Coarse::Wrong)];

    pub(super) const UNREDUCED: [(&str, Unreduced); 3] =
        [("ok", Unreduced::Ok), ("note", Unreduced::Note), ("required", Unreduced::Required)];

    pub(super) const REVEAL: [(&str, Reveal); 4] = [
        ("always", Reveal::Always),
        ("after-attempts", Reveal::AfterAttempts),
        ("teacher", Reveal::Teacher),
        ("never", Reveal::Never),
    ];
}
