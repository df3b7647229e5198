//! The results of a class in an exercise (marks, steps and mistakes, by students), and the gradebook of a course.

use super::{GradedSheet, MarkedLine};
use crate::practice::diagnosis::Finding;
use crate::practice::{Roster, Student, Verdict};
use crate::recipe::folded;
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap, HashSet};

#[derive(Clone, Debug)]
pub struct ClassSummary<'a> {
    pub exercise: &'a str,
    pub sheets: Vec<(usize, &'a GradedSheet)>,
    pub max: f64,
    pub mean: f64,
    pub median: f64,
    pub bands: Vec<Band>,
    pub steps: Vec<StepResult<'a>>,
    pub causes: Vec<CauseOfClass<'a>>,
    /// The numbers of the sheets with wrong lines, none of which has a known cause.
    pub unexplained: Vec<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Band {
    pub from: f64,
    /// Where the next range begins; `None` if the range is only the maximum.
    pub below: Option<f64>,
    pub sheets: usize,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct StepResult<'a> {
    #[serde(rename = "line")]
    pub number: usize,
    pub label: &'a str,
    pub right: usize,
    pub carried: usize,
    pub wrong: usize,
    pub unmarked: usize,
    pub unanswered: usize,
}

#[derive(Clone, Debug)]
pub struct CauseOfClass<'a> {
    pub tag: &'static str,
    pub sheets: Vec<usize>,
    pub examples: Vec<&'a MarkedLine>,
}

const EXAMPLES: usize = 2;

impl<'a> ClassSummary<'a> {
    pub fn all(sheets: &'a [GradedSheet]) -> Vec<ClassSummary<'a>> {
        let mut found: Vec<Vec<(usize, &GradedSheet)>> = Vec::new();
        for numbered @ (_, sheet) in (1..).zip(sheets) {
            let is_own = |(_, other): &(usize, &GradedSheet)| other.exercise == sheet.exercise;
            match found.iter_mut().find(|own| own.iter().any(is_own)) {
                Some(own) => own.push(numbered),
                None => found.push(vec![numbered]),
            }
        }
        found.into_iter().filter_map(ClassSummary::of).collect()
    }

    fn of(sheets: Vec<(usize, &'a GradedSheet)>) -> Option<ClassSummary<'a>> {
        let (_, first) = sheets.first()?;
        let mut marks: Vec<f64> = sheets.iter().map(|(_, sheet)| sheet.marks).collect();
        marks.sort_by(f64::total_cmp);
        let max = sheets.iter().map(|(_, sheet)| sheet.max).fold(0.0, f64::max);
        let (causes, unexplained) = causes(&sheets);
        Some(ClassSummary {
            exercise: &first.exercise,
            max,
            mean: marks.iter().sum::<f64>() / marks.len() as f64,
            median: median(&marks),
            bands: bands(&marks, max),
            steps: (0..first.lines.len()).map(|at| StepResult::of(at, &sheets)).collect(),
            causes,
            unexplained,
            sheets,
        })
    }

    /// The steps that not all had right, those with the fewest right answers (carried ones included) first.
    pub fn hardest(&self) -> Vec<&StepResult<'a>> {
        let mut steps: Vec<&StepResult<'_>> =
            self.steps.iter().filter(|step| step.passed() < self.sheets.len()).collect();
        steps.sort_by_key(|step| (step.passed(), step.right));
        steps
    }
}

impl<'a> StepResult<'a> {
    fn of(at: usize, sheets: &[(usize, &'a GradedSheet)]) -> StepResult<'a> {
        let mut result = StepResult::default();
        for line in sheets.iter().filter_map(|(_, sheet)| sheet.lines.get(at)) {
            (result.number, result.label) = (line.number, &line.label);
            *match line.marked.verdict {
                _ if line.is_blank() => &mut result.unanswered,
                Verdict::Wrong => &mut result.wrong,
                Verdict::Unmarked => &mut result.unmarked,
                Verdict::Correct | Verdict::Noted if line.marked.carried => &mut result.carried,
                Verdict::Correct | Verdict::Noted => &mut result.right,
            } += 1;
        }
        result
    }

    pub fn passed(&self) -> usize {
        self.right + self.carried
    }
}

/// The most likely cause of each sheet with wrong lines, and the sheets without a known cause.
fn causes<'a>(sheets: &[(usize, &'a GradedSheet)]) -> (Vec<CauseOfClass<'a>>, Vec<usize>) {
    let mut found: BTreeMap<&'static str, (Vec<usize>, Vec<&'a MarkedLine>)> = BTreeMap::new();
    let mut unexplained = Vec::new();
    for (number, sheet) in sheets.iter().filter(|(_, sheet)| sheet.has(Verdict::Wrong)) {
        let Some((tag, explained)) = causes_of(sheet).into_iter().next() else {
            unexplained.push(*number);
            continue;
        };
        let (numbers, lines) = found.entry(tag).or_default();
        numbers.push(*number);
        lines.extend(sheet.lines.iter().filter(|line| explained.contains(&line.number)));
    }
    let cause = |(tag, (sheets, lines))| CauseOfClass { tag, sheets, examples: examples(lines) };
    let mut found: Vec<CauseOfClass<'a>> = found.into_iter().map(cause).collect();
    found.sort_by_key(|cause| Reverse(cause.sheets.len()));
    (found, unexplained)
}

fn examples(mut lines: Vec<&MarkedLine>) -> Vec<&MarkedLine> {
    lines.sort_by_key(|line| line.marked.causes.len());
    let typed = |line: &MarkedLine| line.answer.as_ref().map(|answer| answer.typed.trim().to_owned());
    let mut seen = HashSet::new();
    lines.retain(|line| seen.insert((line.number, typed(line))));
    lines.truncate(EXAMPLES);
    lines
}

fn median(sorted: &[f64]) -> f64 {
    let at = |at: usize| sorted.get(at).copied().unwrap_or_default();
    f64::midpoint(at(sorted.len().saturating_sub(1) / 2), at(sorted.len() / 2))
}

const BANDS: f64 = 12.0;

/// Ranges of 1, 2, 5, 10 … marks, or of tenths, from 0 to the maximum; marks above it count in the last range.
fn bands(marks: &[f64], max: f64) -> Vec<Band> {
    let least = if max >= 2.0 { 1.0 } else { 0.1 };
    let widths = (0..).flat_map(|power| [1.0, 2.0, 5.0].map(|step| step * least * 10_f64.powi(power)));
    let width = widths.take(60).find(|width| max / width <= BANDS).unwrap_or(f64::MAX);
    let band_of = |marks: f64| (marks / width + 1e-9) as usize;
    let band = |at: usize| {
        let from = at as f64 * width;
        Band { from, below: Some(from + width).filter(|_| from + 1e-9 < max), sheets: 0 }
    };
    let mut bands: Vec<Band> = (0..=band_of(max)).map(band).collect();
    for marks in marks {
        if let Some(band) = bands.get_mut(band_of(marks.min(max))) {
            band.sheets += 1;
        }
    }
    bands
}

#[derive(Clone, Debug, Default)]
pub struct Gradebook {
    pub exercises: Vec<(String, f64)>,
    pub rows: Vec<(Student, Vec<Option<f64>>)>,
    pub notes: Vec<String>,
}

/// How the first lines of the program's own files of marks begin and end. In a folder, these are not sheets.
const OWN: [(&str, &str); 2] =
    [("student,exercise,seed,step,answer,", ""), ("id,name,email,", ",total,maximum")];

impl Gradebook {
    pub fn is_one(text: &str) -> bool {
        let header = text.trim_start_matches('\u{feff}').lines().next().unwrap_or_default();
        OWN.iter().any(|(begins, ends)| header.starts_with(begins) && header.ends_with(ends))
    }

    pub fn of(sheets: &[GradedSheet], roster: Option<&Roster>) -> Gradebook {
        let classes = ClassSummary::all(sheets);
        let none: Vec<Option<f64>> = vec![None; classes.len()];
        let students = roster.into_iter().flat_map(|roster| roster.students.clone());
        let mut book = Gradebook {
            exercises: classes.iter().map(|class| (class.exercise.to_owned(), class.max)).collect(),
            rows: students.map(|student| (student, none.clone())).collect(),
            notes: Vec::new(),
        };
        let mut places: HashMap<String, usize> =
            book.rows.iter().enumerate().map(|(at, (student, _))| (folded(&student.id), at)).collect();
        for (column, class) in classes.iter().enumerate() {
            for (_, sheet) in &class.sheets {
                let found = roster.and_then(|roster| roster.find(sheet.who()));
                let id = found.map_or_else(|| sheet.who().to_owned(), |student| student.id.clone());
                let at = *places.entry(folded(&id)).or_insert_with(|| {
                    book.rows.push((Student { id: id.clone(), ..Student::default() }, none.clone()));
                    book.rows.len() - 1
                });
                let slot = book.rows.get_mut(at).and_then(|(_, marks)| marks.get_mut(column));
                let Some(slot) = slot else { continue };
                let exercise = class.exercise;
                let note = format!("{id} has several sheets for {exercise}: the gradebook has the best one");
                if slot.is_some() && !book.notes.contains(&note) {
                    book.notes.push(note);
                }
                *slot = Some(slot.map_or(sheet.marks, |before| before.max(sheet.marks)));
            }
        }
        book
    }
}

/// The causes of a sheet, each with the lines that it explains: the findings of the diagnosis, then the first cause
/// of each other wrong line. All reports on a class use this.
pub fn causes_of(sheet: &GradedSheet) -> Vec<(&'static str, Vec<usize>)> {
    let cause = |finding: &Finding| (finding.tag, finding.numbers());
    let mut found: Vec<(&'static str, Vec<usize>)> = sheet.diagnosis.findings.iter().map(cause).collect();
    for line in sheet.lines.iter().filter(|line| line.is(Verdict::Wrong)) {
        let is_explained = found.iter().any(|(_, lines)| lines.contains(&line.number));
        let Some(tag) = line.marked.causes.first().filter(|_| !is_explained) else { continue };
        match found.iter_mut().find(|(other, _)| other == tag) {
            Some((_, lines)) => lines.push(line.number),
            None => found.push((tag, vec![line.number])),
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counted(marks: &[f64], max: f64) -> Vec<(f64, Option<f64>, usize)> {
        bands(marks, max).iter().map(|band| (band.from, band.below, band.sheets)).collect()
    }

    #[test]
    fn every_sheet_is_in_one_range() {
        let six = counted(&[0.0, 0.5, 1.0, 5.99, 6.0, 6.0, 7.0], 6.0);
        assert_eq!(six.first(), Some(&(0.0, Some(1.0), 2)));
        assert_eq!(six.get(1), Some(&(1.0, Some(2.0), 1)));
        assert_eq!(six.get(5), Some(&(5.0, Some(6.0), 1)));
        assert_eq!(six.get(6), Some(&(6.0, None, 3)));
        // No width divides 6.5.
        assert_eq!(counted(&[6.5], 6.5).last(), Some(&(6.0, Some(7.0), 1)));
        for max in [0.0, 0.5, 1.0, 2.0, 12.0, 12.5, 13.0, 60.0, 1e9] {
            let marks = [0.0, max / 3.0, max];
            let found = bands(&marks, max);
            assert!(found.len() <= 13, "{max}: {}", found.len());
            assert_eq!(found.iter().map(|band| band.sheets).sum::<usize>(), 3, "{max}");
        }
    }
}
