//! An exercise on paper: the questions and the key.

use super::case::{cells, cut_points};
use super::document::{Align, BLANK, Block, Document, Grid, cells};
use super::number::equals;
use super::reminders::reminders;
use crate::math::{Number, Sentence, sentence};
use crate::practice::{Exercise, Key, NameQuestion, Student};
use crate::table::Kind;
use crate::text::shown;

/// What an answer sheet begins with, line by line; the foot of each page says it, too.
fn opening(exercise: &Exercise, student: Option<&str>) -> Vec<String> {
    let mut lines =
        vec![format!("exercise: {}", exercise.id), format!("student: {}", student.unwrap_or(BLANK))];
    lines.extend(exercise.seed.map(|seed| format!("seed: {seed}")));
    lines
}

/// The question sheet, for a student where one is named, on a page of its own.
pub fn question_sheet(exercise: &Exercise, student: Option<&Student>) -> Document {
    let mut out = Document::default();
    let name = student.and_then(|student| student.name.as_deref());
    let student = student.map(|student| student.id.as_str());
    let opening = opening(exercise, student);
    out.page(opening.join(" · "));
    out.title(exercise.heading());
    name.iter().for_each(|name| out.text(format!("For {}.", shown(name))));
    opening.into_iter().for_each(|line| out.text(line));
    introduction(exercise).into_iter().for_each(|text| out.text(text));
    out.heading("Data");
    out.append(data(exercise));
    if let Some(case) = &exercise.case {
        out.text(format!("The case x: {}.", cells(&exercise.fitted, case)));
    }
    out.text(exercise.fitted.conventions());
    cut_points(&exercise.fitted).into_iter().for_each(|cuts| out.text(format!("{cuts}.")));
    for sentence in exercise.notation.sentences() {
        out.text(sentence);
    }
    if exercise.words.reminders {
        out.heading("Reminders");
        reminders(exercise).into_iter().for_each(|line| out.item(line));
    }
    out.heading("Questions");
    for (number, step) in (1..).zip(&exercise.steps) {
        step.text.iter().for_each(|text| out.item(format!("{number}. {text}")));
    }
    let mut grid = Grid::of([">", "number", "answer", ">marks"]);
    for (number, step) in (1..).zip(&exercise.steps) {
        let line = [number.to_string(), step.label.clone(), BLANK.to_owned(), step.marks.to_string()];
        grid.row(line);
    }
    out.grid(grid);
    for (number, step) in (1..).zip(&exercise.steps) {
        if let Some(why) = &step.why {
            out.item(format!("To {number}: {why} {BLANK}"));
        }
    }
    out.text(format!("Write fractions, products or decimals; {}.", enough(exercise.rules.policy.figures)));
    if let Some(seed) = exercise.seed {
        out.text("Copy the lines exercise, student and seed: your table is that of your seed.");
        let student = student.map(|student| format!(" · {student}")).unwrap_or_default();
        out.text(format!("{} · seed {seed}{student}", exercise.id));
    }
    out
}

/// What stands above the data: the introduction, and when answers are handed in.
pub(super) fn introduction(exercise: &Exercise) -> Vec<String> {
    let deadline = exercise.words.deadline.map(|deadline| format!("Hand in by {deadline}."));
    exercise.words.intro.iter().cloned().chain(deadline).collect()
}

fn enough(figures: usize) -> String {
    match figures {
        1 => "one significant figure is enough".to_owned(),
        more => format!("{} significant figures are enough", in_words(more)),
    }
}

pub(super) fn in_words(number: usize) -> String {
    match number {
        2 => "two".to_owned(),
        3 => "three".to_owned(),
        other => other.to_string(),
    }
}

fn answer_key(exercise: &Exercise, keys: &[Option<Key>]) -> Document {
    let mut out = Document::default();
    let seed = exercise.seed.map(|seed| format!(", seed {seed}")).unwrap_or_default();
    out.title(format!("{}: key{seed}", exercise.heading()));
    out.text(exercise.fitted.conventions());
    let mut grid = Grid::of([">step", "asked", "value", ">marks"]);
    for (number, (step, key)) in (1..).zip(exercise.steps.iter().zip(keys)) {
        let value = match key {
            Some(key) => right(key),
            None => match step.asked.name_question().and_then(NameQuestion::solution) {
                Some(option) => option.name.to_string().into(),
                None => decided(exercise).into(),
            },
        };
        grid.row(cells![number.to_string(), step.label.clone(), value, step.marks.to_string()]);
    }
    out.grid(grid);
    for (number, step) in (1..).zip(&exercise.steps) {
        if let Some(option) = step.asked.name_question().and_then(NameQuestion::solution) {
            out.item(sentence!("{}. {}: {}", number, step.label.as_str(), option.about));
        }
    }
    for (number, (step, key)) in (1..).zip(exercise.steps.iter().zip(keys)) {
        let Some(key) = key.as_ref().filter(|key| !key.mistakes.is_empty()) else { continue };
        out.heading(format!("{number}. {}: what known mistakes give", step.label));
        for mistake in &key.mistakes {
            let Some(value) = &mistake.value else { continue };
            out.item(sentence!("{} ({}): {}", told(value), mistake.tag, mistake.message));
        }
    }
    out
}

pub fn answer_key_of(exercise: &Exercise, keys: &[Option<Key>], students: &[&str]) -> Document {
    let mut out = answer_key(exercise, keys);
    if let Some(seed) = exercise.seed {
        out.blocks.insert(0, Block::Page(format!("{} · seed: {seed} · key", exercise.id)));
    }
    if !students.is_empty() && exercise.seed.is_some() {
        out.blocks.insert(2, Block::Text(format!("Given to: {}.", students.join(", ")).into()));
    }
    out
}

/// The right value, as it is counted where it is.
fn right(key: &Key) -> Sentence {
    match (&key.truth, &key.counted) {
        (Some(truth), Some((top, bottom))) => sentence!("{}/{} {}", top, bottom, equals(truth)),
        (Some(truth), None) => told(truth),
        (None, _) => "0/0".into(),
    }
}

/// A value as fraction, where it is one, and as decimal.
fn told(value: &Number) -> Sentence {
    match value.to_fraction().filter(|fraction| fraction.len() <= 24 && fraction.contains('/')) {
        Some(fraction) => sentence!("{} {}", fraction, equals(value)),
        None => value.significant(4).into(),
    }
}

fn decided(exercise: &Exercise) -> String {
    let predicted = exercise.case.as_ref().and_then(|case| exercise.fitted.predict(case).predicted);
    let name = predicted.and_then(|class| exercise.fitted.classes.get(class));
    name.map_or_else(|| "undecided".to_owned(), ToString::to_string)
}

/// Tables of up to this many rows stand on the sheet as a whole.
const ROWS: usize = 200;

/// The first rows of a larger one, to show what it looks like.
const FIRST: usize = 5;

/// Columns that stand on the sheet even if the model does not read them.
const COLUMNS: usize = 8;

/// The table of the exercise. No cell is shortened; of a wide table the columns that the model does not read are left
/// out.
pub(super) fn grid(exercise: &Exercise) -> Grid {
    let table = &exercise.study.loaded.table;
    let resolved = &exercise.fitted.data.resolved;
    let is_read = |at: usize| {
        at == resolved.target
            || resolved.weight == Some(at)
            || resolved.features.iter().any(|feature| feature.column == at)
    };
    let all = 0..table.columns().len();
    let columns: Vec<usize> = all.filter(|at| table.columns().len() <= COLUMNS || is_read(*at)).collect();
    let heads = columns.iter().filter_map(|at| table.columns().get(*at)).map(|column| {
        (column.name.to_string(), if column.kind == Kind::Numeric { Align::Right } else { Align::Left })
    });
    let called = exercise.called();
    let last = called.iter().map(|_| (CALLED.to_owned(), Align::Left));
    let mut grid = Grid::new(std::iter::once(("row".to_owned(), Align::Right)).chain(heads).chain(last));
    for row in 0..table.rows() - rows_left_out(exercise) {
        let cells = columns.iter().map(|column| shown(&table.cell_text(row, *column)).into_owned());
        let called = called
            .iter()
            .map(|called| called.get(row).map_or(String::new(), |name| shown(name).into_owned()));
        grid.row(std::iter::once((row + 1).to_string()).chain(cells).chain(called));
    }
    grid
}

/// The column that says what the model says of each row, where the questions are about that.
const CALLED: &str = "called";

/// What that column says; `None` where there is none.
pub(super) fn called(exercise: &Exercise) -> Option<String> {
    exercise.called()?;
    let on = exercise.fitted.verdicts()?.as_ref().ok()?.judged_on();
    Some(format!("“{CALLED}” is what the model says of the row, {on}."))
}

/// Rows of the table that do not stand on the sheet.
pub(super) fn rows_left_out(exercise: &Exercise) -> usize {
    let rows = exercise.study.loaded.table.rows();
    if rows <= ROWS { 0 } else { rows.saturating_sub(FIRST) }
}

/// The same as a part of a document, with the rows that are left out.
pub(super) fn data(exercise: &Exercise) -> Document {
    let mut out = Document::default();
    out.grid(grid(exercise));
    match rows_left_out(exercise) {
        0 => {}
        more => out.text(format!("… and {more} more rows; they are in {}.", file(exercise))),
    }
    called(exercise).into_iter().for_each(|called| out.text(called));
    out
}

/// The file that students need where the sheet does not have all rows.
pub(super) fn file(exercise: &Exercise) -> String {
    let name = exercise.data.as_ref().and_then(|path| path.file_name());
    name.map_or_else(
        || exercise.study.loaded.table.source.clone(),
        |name| shown(&name.to_string_lossy()).into_owned(),
    )
}
