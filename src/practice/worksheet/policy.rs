//! What an exercise may show, and the marks of an answer; a worksheet of a case shows everything. Also the sheet that is
//! handed in, with the marks that the student disputes.

use std::fmt;

use super::hint::Veil;
use super::{Line, Worksheet};
use crate::math::{Chain, Sentence};
use crate::practice::exercise::{Reveal, Rules};
use crate::practice::read::sides;
use crate::practice::{DecimalMark, HandedIn, Verdict};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    Attempts(u32),
    Teacher,
    Never,
    /// Another line must be filled in first, from 1.
    Line(usize),
}

impl fmt::Display for Kept {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Kept::Attempts(1) => f.write_str("One more attempt is needed before this step can be shown."),
            Kept::Attempts(more) => {
                write!(f, "{more} more attempts are needed before this step can be shown.")
            }
            Kept::Teacher => f.write_str("In this exercise the teacher shows the answers."),
            Kept::Never => f.write_str("This exercise does not show its answers."),
            Kept::Line(line) => write!(f, "The next hint reveals line {line}: fill that in first."),
        }
    }
}

impl Worksheet {
    fn rules(&self) -> Option<&Rules> {
        self.questions.exercise.as_ref().map(|exercise| &exercise.rules)
    }

    pub fn may_show(&self, at: usize) -> Result<(), Kept> {
        let Some(rules) = self.rules() else { return Ok(()) };
        let misses = self.lines.get(at).map_or(0, |line| line.misses);
        let left = rules.attempts.saturating_sub(u32::try_from(misses).unwrap_or(u32::MAX));
        match rules.reveal {
            Reveal::Always => Ok(()),
            Reveal::AfterAttempts if left == 0 => Ok(()),
            Reveal::AfterAttempts => Err(Kept::Attempts(left)),
            Reveal::Teacher => Err(Kept::Teacher),
            Reveal::Never => Err(Kept::Never),
        }
    }

    /// Whether answers are never shown here, after any number of attempts.
    pub fn is_closed_book(&self) -> bool {
        self.rules().is_some_and(|rules| matches!(rules.reveal, Reveal::Teacher | Reveal::Never))
    }

    /// What a hint for a line must not reveal: its answer, while it may not be shown, and the answers of other open lines.
    fn veil(&self, at: usize) -> Veil {
        let open = |other: &usize| *other != at && self.lines.get(*other).is_some_and(Line::is_open);
        Veil { own: self.may_show(at).is_err(), others: (0..self.lines.len()).filter(open).collect() }
    }

    /// The hint of a grade as it may be shown now; `None` if the line has none.
    pub fn hint_text(&self, at: usize, grade: usize) -> Option<Sentence> {
        self.questions.veiled(at, grade, &self.veil(at))
    }

    /// Gives the next hint of a line; the last one shows it.
    pub fn hint(&mut self, at: usize) -> Result<(), Kept> {
        let Some(next) = self.lines.get(at).filter(|line| line.is_open()).map(|line| line.hints + 1) else {
            return Ok(());
        };
        let veil = self.veil(at);
        let last = next >= self.questions.grades(at);
        // The hint with numbers reveals the value.
        if last || (self.is_closed_book() && self.questions.is_of_numbers(at, next)) {
            self.may_show(at)?;
        }
        if self.questions.veiled(at, next, &veil).is_none() {
            // This hint of the exercise reveals a hidden answer.
            self.may_show(at)?;
            return Err(veil.others.first().map_or(Kept::Never, |other| Kept::Line(other + 1)));
        }
        if let Some(line) = self.lines.get_mut(at) {
            line.hints = next;
        }
        if last { self.show(at) } else { Ok(()) }
    }

    /// Whether the working of a line contains answers of open lines.
    pub fn tells_open(&self, at: usize) -> bool {
        let open = self.veil(at).others;
        let uses = self.questions.step(at).map(|step| step.uses.as_slice()).unwrap_or_default();
        uses.iter().any(|of| self.questions.among(of, &open).is_some())
    }

    /// The working of a line, shown when it is filled in, without the answers of open lines.
    pub fn working(&self, at: usize) -> Option<Chain> {
        let step = self.questions.step(at)?;
        let whole = self.questions.is_in_notation(at);
        let tells = self.tells_open(at);
        let last = step.chain.rest.len().saturating_sub(1);
        let has_formula = step.numbers.is_some() && last > 0;
        let keep = |place: usize| match (tells, whole) {
            (true, _) => place == last || place > 1 || (place == 0 && has_formula),
            (false, true) => true,
            (false, false) => place > 0 || !has_formula,
        };
        let rest = step.chain.rest.iter().enumerate().filter(|(place, _)| keep(*place));
        Some(Chain { lhs: step.chain.lhs.clone(), rest: rest.map(|(_, side)| side.clone()).collect() })
    }

    pub fn show(&mut self, at: usize) -> Result<(), Kept> {
        if !self.lines.get(at).is_some_and(Line::is_open) {
            return Ok(());
        }
        self.may_show(at)?;
        if let Some(line) = self.lines.get_mut(at) {
            line.shown = true;
        }
        self.score.shown += 1;
        self.score.streak = 0;
        self.missed = self.questions.list.get(at).map(|question| question.kind);
        Ok(())
    }

    pub fn show_all(&mut self) -> Result<(), Kept> {
        let shown: Vec<Result<(), Kept>> = (0..self.lines.len()).map(|at| self.show(at)).collect();
        shown.into_iter().collect()
    }

    /// The student's marks and the maximum, over the blank lines; `None` outside an exercise.
    pub fn marks(&self) -> Option<(f64, f64)> {
        let exercise = self.questions.exercise.as_ref()?;
        let own = self.lines.iter().zip(&exercise.steps).filter(|(line, _)| line.blank);
        let had = |line: &Line| line.told.as_ref().filter(|_| !line.shown).map_or(0.0, |told| told.credit);
        Some(own.fold((0.0, 0.0), |(marks, max), (line, step)| {
            (marks + step.marks * had(line), max + step.marks)
        }))
    }
}

impl Worksheet {
    /// Marks the answer of a line as disputed, or withdraws that; `None` if it was graded as right.
    pub fn dispute(&mut self, at: usize) -> Option<bool> {
        let line = self.lines.get_mut(at)?;
        matches!(line.verdict(), Some(Verdict::Wrong | Verdict::Unmarked)).then(|| {
            line.disputed = !line.disputed;
            line.disputed
        })
    }

    /// The answers so far, including empty lines. On screen each answer has its own decimal mark, but a sheet has only one. If
    /// they differ, all get points, so that the sheet is marked like the screen.
    pub fn handed_in(&self) -> Vec<HandedIn> {
        let lines = || self.lines.iter().zip(&self.questions.list).filter(|(line, _)| line.blank);
        let typed = lines().filter_map(|(line, _)| line.told.as_ref());
        let typed: Vec<&str> = typed.map(|told| told.answer.typed.as_str()).collect();
        let of_sheet = DecimalMark::of(typed.iter().copied());
        let mixed = typed.iter().any(|answer| has_comma(answer) && DecimalMark::of([*answer]) != of_sheet);
        lines()
            .map(|(line, question)| {
                let typed = line.told.as_ref().map_or("", |told| told.answer.typed.as_str());
                let comma = mixed && DecimalMark::of([typed]) == DecimalMark::Comma;
                HandedIn {
                    label: question.name.clone(),
                    answer: if comma { with_points(typed) } else { typed.to_owned() },
                    disputed: line.disputed,
                }
            })
            .collect()
    }
}

fn has_comma(answer: &str) -> bool {
    DecimalMark::of([answer]) != DecimalMark::Point
}

/// Replaces decimal commas by points. A label before the answer stays unchanged.
fn with_points(answer: &str) -> String {
    let mut out = answer.to_owned();
    for side in sides(answer).into_iter().filter(|side| !side.contains('|')) {
        let next = side.chars().skip(1).map(Some).chain([None]);
        let point = |(c, next): (char, Option<char>)| {
            if c == ',' && next.is_some_and(|next| next.is_ascii_digit()) { '.' } else { c }
        };
        let pointed: String = side.chars().zip(next).map(point).collect();
        out = out.replace(side, &pointed);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::with_points;

    #[test]
    fn only_the_commas_of_numbers_become_points() {
        for (comma, point) in [
            ("0,33", "0.33"),
            ("P(a=1,5 | c) = 0,5 * 0,25 = 0,125", "P(a=1,5 | c) = 0.5 * 0.25 = 0.125"),
            ("cov(a, b) = ,5", "cov(a, b) = .5"),
            ("3/9", "3/9"),
        ] {
            assert_eq!(with_points(comma), point);
        }
    }
}
