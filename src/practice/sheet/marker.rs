//! Marks a sheet line by line, with the diagnosis of the whole sheet; and names its student by the roster.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use serde::Serialize;

use super::placed::{Placed, PlacedAnswer, placed};
use super::{AnswerSheet, ClassSummary, Entry, SheetFolder};
use crate::math::Face;
use crate::practice::carry::Earlier;
use crate::practice::diagnosis::{Diagnosis, Line, diagnose};
use crate::practice::exercise::{Exercise, Step, tidy};
use crate::practice::grader::Checked;
use crate::practice::mark::{Coarse, Graded, Key, Verdict, mark};
use crate::practice::read::{Answer, BULLET, DecimalMark};
use crate::practice::{Roster, Student, Tables};
use crate::problem::nearest;
use crate::recipe::folded;
use crate::text::shown;
use crate::worked::{Variations, WorkedError};

/// Marks sheets of one exercise: the keys of its steps are computed once.
#[derive(Clone, Debug)]
pub struct Marker {
    pub exercise: Arc<Exercise>,
    keys: Vec<Option<Key>>,
}

#[derive(Clone, Debug, Serialize)]
pub struct GradedSheet {
    pub sheet: String,
    pub student: Option<String>,
    #[serde(rename = "name")]
    pub full_name: Option<String>,
    pub exercise: String,
    #[serde(skip)]
    pub answered: Arc<Exercise>,
    pub seed: Option<String>,
    pub lines: Vec<MarkedLine>,
    pub diagnosis: Diagnosis,
    pub left_over: Vec<LeftOver>,
    pub first_wrong: Option<usize>,
    pub marks: f64,
    pub max: f64,
}

#[derive(Clone, Debug)]
pub struct MarkedLine {
    /// The number of the step, from 1.
    pub number: usize,
    /// The line of the file; `None` if the step was not answered.
    pub at: Option<u64>,
    pub label: String,
    pub short: String,
    pub of: String,
    pub answer: Option<Answer>,
    pub marked: Graded,
    /// The numbers of the wrong lines that it is right with, from 1; empty if it needs none.
    pub with: Vec<usize>,
    /// If it is wrong: the numbers of the earlier wrong lines that it is computed from.
    pub rests_on: Vec<usize>,
    /// Whether a teacher should look: it was accepted with too few figures, or its answer may be on a line that was not assigned
    /// to a step.
    pub flagged: bool,
    pub marks: f64,
    pub max: f64,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LeftOver {
    pub line: u64,
    pub text: String,
    pub why: String,
}

impl Marker {
    pub fn new(exercise: Arc<Exercise>) -> Result<Self, WorkedError> {
        let keys = exercise.keys()?;
        Ok(Marker { exercise, keys })
    }

    pub fn mark(&self, sheet: &AnswerSheet) -> Result<GradedSheet, WorkedError> {
        let Placed { answers, left_over, perhaps } = placed(&self.exercise, sheet);
        let decimal_mark = DecimalMark::of(answers.iter().flatten().map(|answer| answer.text.as_str()));
        let mut earlier: Vec<Earlier> = Vec::new();
        let mut lines = Vec::new();
        for ((at, step), (key, answer)) in
            self.exercise.steps.iter().enumerate().zip(self.keys.iter().zip(&answers))
        {
            let mut line =
                self.line(at + 1, step, key.as_ref(), answer.as_ref(), decimal_mark, &mut earlier)?;
            if line.answer.is_none() && !perhaps.is_empty() {
                line.marked = Graded::new(Verdict::Unmarked, not_found(&perhaps));
                line.flagged = true;
            }
            lines.push(line);
        }
        let diagnosis = self.diagnosed(&mut lines, &earlier);
        Ok(GradedSheet {
            sheet: sheet.name.clone(),
            student: sheet.student.clone(),
            full_name: sheet.full_name.clone(),
            exercise: self.exercise.id.clone(),
            answered: Arc::clone(&self.exercise),
            seed: sheet.seed.clone(),
            first_wrong: lines.iter().find(|line| line.is(Verdict::Wrong)).map(|line| line.number),
            marks: tidy(lines.iter().map(|line| line.marks).sum()),
            max: lines.iter().map(|line| line.max).sum(),
            lines,
            diagnosis,
            left_over,
        })
    }

    /// Diagnoses a sheet, and updates the messages of its wrong lines.
    fn diagnosed(&self, lines: &mut [MarkedLine], earlier: &[Earlier]) -> Diagnosis {
        let graders = || {
            let steps = self.exercise.steps.iter().zip(&self.keys);
            steps.zip(1..).map(|((step, key), number)| self.exercise.grader(step, number, key.as_ref()))
        };
        let of = |number: usize| earlier.iter().find(|line| line.number == number).cloned();
        let checked: Vec<Option<Checked>> = lines
            .iter()
            .map(|line| {
                let checked = line.checked()?;
                Some(Checked { earlier: of(line.number), ..checked })
            })
            .collect();
        let read: Vec<Line<'_>> = graders()
            .zip(&checked)
            .filter_map(|(grader, checked)| grader.diagnosed(checked.as_ref()?))
            .collect();
        let found = diagnose(self.exercise.context(), &[], &read);
        for ((grader, line), checked) in graders().zip(lines.iter_mut()).zip(&checked) {
            let before =
                earlier.iter().position(|other| other.number >= line.number).unwrap_or(earlier.len());
            if let Some(checked) = checked {
                line.marked = grader.caused(checked, earlier.get(..before).unwrap_or_default(), &found);
                // The cause may be worth marks.
                line.marks = tidy(line.max * self.exercise.rules.credit(&line.marked));
            }
        }
        let wrong: Vec<&Earlier> = earlier.iter().filter(|line| line.is_wrong).collect();
        if wrong.len() > 1 {
            let mut all = Variations::new(self.exercise.context());
            for line in lines.iter_mut().filter(|line| line.is(Verdict::Wrong)) {
                let own = wrong.iter().find(|own| own.number == line.number);
                let below = own.and_then(|own| all.below(&own.quantity).ok()).unwrap_or_default();
                let before = wrong
                    .iter()
                    .filter(|other| other.number < line.number && below.contains(&other.quantity));
                line.rests_on = before.map(|other| other.number).collect();
            }
        }
        found
    }

    fn line(
        &self,
        number: usize,
        step: &Step,
        key: Option<&Key>,
        entry: Option<&PlacedAnswer>,
        decimal_mark: DecimalMark,
        earlier: &mut Vec<Earlier>,
    ) -> Result<MarkedLine, WorkedError> {
        let entry = entry.filter(|entry| !entry.text.is_empty());
        let mut line = MarkedLine {
            number,
            at: entry.map(|entry| entry.line),
            label: step.label.clone(),
            short: step.short(),
            of: step.asked.name(),
            answer: None,
            marked: Graded::new(Verdict::Unmarked, "This step is not answered."),
            with: Vec::new(),
            rests_on: Vec::new(),
            flagged: false,
            marks: 0.0,
            max: step.marks,
        };
        let Some(entry) = entry else { return Ok(line) };
        let answer = Answer::read(&entry.text, decimal_mark);
        let answer = answer.typed_as(entry.text.replace(BULLET, "-"));
        let checked = self.exercise.grader(step, number, key).graded_as_line(answer, earlier)?;
        line.flagged = key.is_some_and(|key| was_coarse(key, &checked.answer, &checked.marked));
        earlier.extend(checked.earlier);
        line.marks = step.marks * checked.credit;
        line.with = checked.with;
        line.marked = checked.marked;
        line.answer = Some(checked.answer);
        Ok(line)
    }
}

/// The message for a step without an answer on a sheet with lines that could not be assigned to a step.
fn not_found(lines: &[u64]) -> String {
    let named = lines.iter().take(NAMED).map(ToString::to_string).collect::<Vec<_>>().join(", ");
    let more = if lines.len() > NAMED { " and more" } else { "" };
    let line = if lines.len() == 1 { "line" } else { "lines" };
    format!(
        "No answer to this step was found. It may be on {line} {named}{more}, which could not be assigned to a step."
    )
}

const NAMED: usize = 8;

/// Whether an answer was accepted only because the exercise accepts too few figures.
fn was_coarse(key: &Key, answer: &Answer, marked: &Graded) -> bool {
    if key.policy.coarse != Coarse::Accept || marked.verdict != Verdict::Correct {
        return false;
    }
    let mut key = key.clone();
    key.policy.coarse = Coarse::Ask;
    mark(answer, &key).verdict == Verdict::Unmarked
}

impl MarkedLine {
    pub fn is_blank(&self) -> bool {
        self.answer.is_none() && !self.flagged
    }

    /// Whether it was answered and has this verdict.
    pub fn is(&self, verdict: Verdict) -> bool {
        self.answer.is_some() && self.marked.verdict == verdict
    }

    pub fn message(&self, face: Face) -> String {
        let face = self.answer.as_ref().map_or(face, |answer| answer.face(face));
        self.marked.message.text(face)
    }

    /// The answer and its grade; `None` if there is no answer.
    pub fn checked(&self) -> Option<Checked> {
        Some(Checked {
            of: self.of.clone(),
            answer: self.answer.clone()?,
            marked: self.marked.clone(),
            with: self.with.clone(),
            credit: self.marks / self.max,
            earlier: None,
        })
    }
}

impl GradedSheet {
    pub fn who(&self) -> &str {
        self.student.as_deref().unwrap_or(&self.sheet)
    }

    pub fn has(&self, verdict: Verdict) -> bool {
        self.lines.iter().any(|line| line.is(verdict))
    }
}

impl LeftOver {
    pub(super) fn of(entry: &Entry, why: &str) -> LeftOver {
        LeftOver { line: entry.line, text: entry.text.clone(), why: why.into() }
    }
}

impl AnswerSheet {
    pub fn who(&self) -> &str {
        self.student.as_deref().unwrap_or(&self.name)
    }
}

#[derive(Clone, Debug, Default)]
pub struct Course {
    pub roster: Option<Roster>,
    pub tables: HashMap<String, Tables>,
}

impl Course {
    /// Sets the student of a sheet by the roster, and returns a remark if there is none. A sheet without a student belongs to the
    /// student in its file name.
    pub(super) fn name(&self, sheet: &mut AnswerSheet) -> Option<String> {
        let roster = self.roster.as_ref()?;
        let stem = Path::new(&sheet.name).file_stem().map(|stem| stem.to_string_lossy().into_owned());
        let written = sheet.student.clone().or(stem).unwrap_or_default();
        if let Some(student) = roster.find(&written) {
            sheet.student = Some(student.id.clone());
            sheet.full_name.clone_from(&student.name);
            return None;
        }
        let of = &sheet.name;
        let Some(student) = &sheet.student else {
            return Some(format!("{of} names no student, and its file name is not in the list of students"));
        };
        let names = roster.students.iter().flat_map(|student| {
            [Some(student.id.as_str()), student.name.as_deref(), student.email.as_deref()]
                .into_iter()
                .flatten()
        });
        let near = nearest(student, names).map(|near| format!("; did you mean {}?", shown(near)));
        Some(format!(
            "“{}” of {of} is not in the list of students{}",
            shown(student),
            near.unwrap_or_default()
        ))
    }

    pub(super) fn table(&self, sheet: &AnswerSheet, marker: &Marker) -> Option<String> {
        let (student, seed) = (sheet.student.as_ref()?, marker.exercise.seed?);
        let tables = self.tables.get(&marker.exercise.id)?;
        Some(format!("{}: {}", sheet.name, tables.remark(student, seed)?))
    }
}

impl SheetFolder {
    pub fn absent(&self, class: &ClassSummary<'_>) -> Vec<&Student> {
        let Some(roster) = &self.roster else { return Vec::new() };
        let there: Vec<String> = class.sheets.iter().map(|(_, sheet)| folded(sheet.who())).collect();
        roster.students.iter().filter(|student| !there.contains(&folded(&student.id))).collect()
    }
}
