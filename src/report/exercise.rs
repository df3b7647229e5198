//! An exercise on paper: the questions, the key, what it cannot show, and the same for Moodle.

use super::document::{Align, Document, Grid};
use super::number::equals;
use super::posterior::cells;
use super::profile::rows;
use crate::math::{Event, Number, Quantity, significant};
use crate::practice::{Asked, Collision, Exercise, Key, Lint};
use crate::text::{shorten, shown};

/// Rows of data that stand on a question sheet.
const ROWS: usize = 60;

/// Where something is to be written.
const BLANK: &str = "……………………………";

/// Cells of a sentence in a table.
const SENTENCE: usize = 90;

/// The question sheet, for a student where one is named.
pub fn question_sheet(exercise: &Exercise, student: Option<&str>) -> Document {
    let mut out = Document::default();
    out.title(&exercise.title);
    out.text(format!("exercise: {}", exercise.id));
    out.text(format!("student: {}", student.unwrap_or(BLANK)));
    out.heading("Data");
    out.append(rows(&exercise.study, ROWS));
    if let Some(case) = &exercise.case {
        out.text(format!("The case x: {}.", cells(&exercise.fitted, case)));
    }
    out.text(exercise.fitted.conventions());
    for sentence in exercise.notation.sentences() {
        out.text(sentence);
    }
    out.heading("Reminders");
    reminders(exercise).into_iter().for_each(|line| out.item(line));
    out.heading("Questions");
    let heads =
        [("", Align::Right), ("number", Align::Left), ("answer", Align::Left), ("marks", Align::Right)];
    let mut grid = Grid::new(heads.map(|(name, align)| (name.to_owned(), align)));
    for (number, step) in (1..).zip(&exercise.steps) {
        let line = [number.to_string(), step.label.clone(), BLANK.to_owned(), step.marks.to_string()];
        grid.rows.push(line.into());
    }
    out.grid(grid);
    for (number, step) in (1..).zip(&exercise.steps) {
        if let Some(why) = &step.why {
            out.item(format!("To {number}: {why} {BLANK}"));
        }
    }
    out.text("Write fractions, products or decimals; two significant figures are enough.");
    out
}

/// The formulas of what is asked, each once.
fn reminders(exercise: &Exercise) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let smoothed = !num_traits::Zero::is_zero(exercise.fitted.alpha());
    for step in &exercise.steps {
        let line = match &step.asked {
            Asked::Class => "The class is the one with the largest posterior.",
            Asked::Number(Quantity::Prob { event: Event::Class(_), given: None }) => {
                "P(class) = rows of the class / all rows, unless the conventions say otherwise."
            }
            Asked::Number(Quantity::Prob { event: Event::Class(_), given: Some(_) }) => {
                "P(class | x) = score(class) / sum of the scores of all classes."
            }
            Asked::Number(Quantity::Prob { given: Some(Event::Class(_)), .. }) if smoothed => {
                "P(value | class) = (count in the class + α) / (count of the class + α · number of values)."
            }
            Asked::Number(Quantity::Prob { given: Some(Event::Class(_)), .. }) => {
                "P(value | class) = count in the class / count of the class."
            }
            Asked::Number(Quantity::Density { .. }) => exercise.notation.density(),
            Asked::Number(Quantity::Score(_)) => {
                "score(class) = P(class) · the product of all factors given the class."
            }
            Asked::Number(_) => continue,
        };
        if !found.iter().any(|other| other == line) {
            found.push(line.to_owned());
        }
    }
    found
}

/// The key: right values, and what known mistakes give.
pub fn answer_key(exercise: &Exercise, keys: &[Option<Key>]) -> Document {
    let mut out = Document::default();
    out.title(format!("{}: key", exercise.title));
    out.text(exercise.fitted.conventions());
    let heads =
        [("step", Align::Right), ("asked", Align::Left), ("value", Align::Left), ("marks", Align::Right)];
    let mut grid = Grid::new(heads.map(|(name, align)| (name.to_owned(), align)));
    for (number, (step, key)) in (1..).zip(exercise.steps.iter().zip(keys)) {
        let value = match key {
            Some(key) => key.truth.as_ref().map_or_else(|| "0/0".to_owned(), told),
            None => decided(exercise),
        };
        grid.rows.push(vec![number.to_string(), step.label.clone(), value, step.marks.to_string()]);
    }
    out.grid(grid);
    for (number, (step, key)) in (1..).zip(exercise.steps.iter().zip(keys)) {
        let Some(key) = key.as_ref().filter(|key| !key.mistakes.is_empty()) else { continue };
        out.heading(format!("{number}. {}: what known mistakes give", step.label));
        let heads = [("cause", Align::Left), ("value", Align::Left), ("said", Align::Left)];
        let mut grid = Grid::new(heads.map(|(name, align)| (name.to_owned(), align)));
        for mistake in key.mistakes.iter().filter(|mistake| mistake.value.is_some()) {
            let value = mistake.value.as_ref().map(told).unwrap_or_default();
            let said = shorten(&shown(&mistake.message), SENTENCE).into_owned();
            grid.rows.push(vec![mistake.tag.to_owned(), value, said]);
        }
        out.grid(grid);
    }
    out
}

/// A value as fraction, where it is one, and as decimal.
fn told(value: &Number) -> String {
    match value.to_fraction().filter(|fraction| fraction.len() <= 24 && fraction.contains('/')) {
        Some(fraction) => format!("{fraction} {}", equals(value)),
        None => significant(value, 4).0,
    }
}

/// The class of the exercise's case.
fn decided(exercise: &Exercise) -> String {
    let predicted = exercise.case.as_ref().and_then(|case| exercise.fitted.predict(case).predicted);
    let name = predicted.and_then(|class| exercise.fitted.classes.get(class));
    name.map_or_else(|| "undecided".to_owned(), ToString::to_string)
}

/// What an exercise cannot show, and how its own tests went.
pub fn lint(exercise: &Exercise, found: &Lint) -> Document {
    let mut out = Document::default();
    out.title(&exercise.id);
    if found.collisions.is_empty() {
        out.text("At two figures every known mistake gives a number of its own.");
    }
    for collision in &found.collisions {
        out.item(match collision {
            Collision::Right { step, of, value, tags } => {
                format!("Step {step}, {of}: {value} is right, and {} would give it, too.", tags.join(", "))
            }
            Collision::Alike { step, of, value, tags } => {
                format!("Step {step}, {of}: {value} can be any of {}.", tags.join(", "))
            }
            Collision::Smoothing { of, forms } => format!(
                "With α = {}, {of} is {}/{} = {}/{}: this table cannot show whether smoothing was used.",
                exercise.fitted.alpha(),
                forms.right.0,
                forms.right.1,
                forms.unsmoothed.0,
                forms.unsmoothed.1
            ),
        });
    }
    let (apart, pairs) = found.pairs;
    if pairs > 0 {
        out.text(format!("{apart} of {pairs} pairs of mistakes differ somewhere on the sheet."));
    }
    if !found.tests.is_empty() {
        out.heading("Self tests");
    }
    for test in &found.tests {
        let glyph = if test.passed { "✓" } else { "✗" };
        let line = format!("{glyph} step {}: {} is {}", test.step, test.answer, test.found);
        out.item(if test.passed { format!("{line}.") } else { format!("{line}, and not {}.", test.wanted) });
    }
    out
}
