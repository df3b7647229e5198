//! The marking rules of an exercise file.

use super::file::{Text, choice, near_tag};
use crate::practice::mark::{Coarse, Graded, Note, Policy, Verdict};
use crate::practice::mistakes::about;
use crate::problem::Problem;
use serde::Deserialize;
use std::collections::BTreeMap;
use toml::Spanned;

#[derive(Clone, Debug, PartialEq)]
pub struct Rules {
    pub policy: Policy,
    /// The share of the marks for an answer that was rounded on the way, from 0 to 1.
    pub early_rounding: f64,
    pub carried: f64,
    /// The same for the right method with a slip: a count off by one, a moved decimal point, a wrong last figure.
    pub slip: f64,
    /// The same for wrong answers by their cause; `*` is any other known cause.
    pub of_causes: BTreeMap<String, f64>,
    pub unreduced: Unreduced,
    pub carry_forward: bool,
    /// Attempts before an answer may be shown; not used when sheets are marked.
    pub attempts: u32,
    pub reveal: Reveal,
    /// Mistakes to diagnose: `*` for all, `B4` for one, `!B22` to leave one out.
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

    /// Whether the feedback includes the solution. `is_over`: the deadline has passed. `asked`: the teacher asked for the
    /// solution.
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
            // If several causes are possible, the one that is best for the student.
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

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawPolicy {
    figures: Option<Spanned<usize>>,
    coarse: Option<Spanned<String>>,
    early_rounding: Option<Spanned<f64>>,
    carried: Option<Spanned<f64>>,
    slip: Option<Spanned<f64>>,
    causes: Option<Spanned<BTreeMap<String, f64>>>,
    unreduced: Option<Spanned<String>>,
    carry_forward: Option<bool>,
    attempts: Option<u32>,
    reveal: Option<Spanned<String>>,
    diagnose: Option<Vec<Spanned<String>>>,
}

/// Significant figures of a floating-point number.
const MOST_FIGURES: usize = 15;

fn positive<T: Copy + Default + PartialEq>(
    text: &Text<'_>,
    number: Option<Spanned<T>>,
    what: &str,
    fix: &str,
) -> Result<Option<T>, Problem> {
    match number {
        Some(number) if *number.get_ref() == T::default() => {
            Err(text.wrong(Some(number.span().start), format!("{what} is 0, but must be at least 1"), fix))
        }
        number => Ok(number.map(Spanned::into_inner)),
    }
}

fn share(text: &Text<'_>, credit: Option<Spanned<f64>>, what: &str) -> Result<Option<f64>, Problem> {
    let Some(credit) = credit else { return Ok(None) };
    if (0.0..=1.0).contains(credit.get_ref()) {
        return Ok(Some(credit.into_inner()));
    }
    let what = format!("{what} is {}, but must be a share of the marks", credit.get_ref());
    Err(text.wrong(Some(credit.span().start), what, "write a number from 0 to 1"))
}

fn of_causes(
    text: &Text<'_>,
    causes: Spanned<BTreeMap<String, f64>>,
) -> Result<BTreeMap<String, f64>, Problem> {
    let at = causes.span();
    for (tag, credit) in causes.get_ref() {
        if tag != "*" && about(tag).is_none() {
            let what = format!("causes has “{tag}”, which is not a known cause");
            let fix = "write causes = { B23 = 0.5 }, or \"*\" = 0.25 for all other known causes".to_owned();
            return Err(text.wrong(Some(at.start), what, near_tag(tag, fix)));
        }
        share(text, Some(Spanned::new(at.clone(), *credit)), &format!("causes: {tag}"))?;
    }
    Ok(causes.into_inner())
}

fn diagnosed(text: &Text<'_>, wanted: Vec<Spanned<String>>) -> Result<Vec<String>, Problem> {
    let unknown = |pattern: &&Spanned<String>| {
        let tag = pattern.get_ref().trim_start_matches('!');
        tag != "*" && about(tag).is_none()
    };
    if let Some(pattern) = wanted.iter().find(unknown) {
        let what = format!("diagnose has “{}”, which is not a known cause", pattern.get_ref());
        let fix = "write * for all causes, a tag such as B4, or !B22 to leave one out".to_owned();
        let fix = near_tag(pattern.get_ref().trim_start_matches('!'), fix);
        return Err(text.wrong(Some(pattern.span().start), what, fix));
    }
    Ok(wanted.into_iter().map(Spanned::into_inner).collect())
}

impl RawPolicy {
    pub(super) fn rules(self, text: &Text<'_>) -> Result<Rules, Problem> {
        let usual = Rules::default();
        let unreduced =
            choice(text, self.unreduced, "unreduced", &Rules::UNREDUCED)?.unwrap_or(usual.unreduced);
        let of_causes = self.causes.map(|causes| of_causes(text, causes)).transpose()?;
        let enough = "write 2, or another number of significant figures";
        if let Some(many) = self.figures.as_ref().filter(|figures| *figures.get_ref() > MOST_FIGURES) {
            let what = format!("figures is {}, but must be at most {MOST_FIGURES}", many.get_ref());
            return Err(text.wrong(Some(many.span().start), what, enough));
        }
        let figures = positive(text, self.figures, "figures", enough)?;
        let diagnose = self.diagnose.map(|wanted| diagnosed(text, wanted)).transpose()?;
        Ok(Rules {
            policy: Policy {
                figures: figures.unwrap_or(usual.policy.figures),
                coarse: choice(text, self.coarse, "coarse", &Rules::COARSE)?.unwrap_or(usual.policy.coarse),
                note_unreduced: unreduced != usual.unreduced,
            },
            early_rounding: share(text, self.early_rounding, "early_rounding")?
                .unwrap_or(usual.early_rounding),
            carried: share(text, self.carried, "carried")?.unwrap_or(usual.carried),
            slip: share(text, self.slip, "slip")?.unwrap_or(usual.slip),
            of_causes: of_causes.unwrap_or_default(),
            unreduced,
            carry_forward: self.carry_forward.unwrap_or(usual.carry_forward),
            attempts: self.attempts.unwrap_or(usual.attempts),
            reveal: choice(text, self.reveal, "reveal", &Rules::REVEAL)?.unwrap_or(usual.reveal),
            diagnose: diagnose.unwrap_or(usual.diagnose),
        })
    }
}
