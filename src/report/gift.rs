//! An exercise in GIFT, Moodle's text format for questions: what known mistakes give is answered with what is said of
//! them.

use super::posterior::cells;
use crate::math::{Number, significant};
use crate::practice::{Answer, Asked, Exercise, Key, Said};

/// The questions, one for each step. Moodle compares decimals: the right value may be off by half a unit of its second
/// figure, and a mistake's by half a unit of its third.
pub fn gift(exercise: &Exercise, keys: &[Option<Key>]) -> String {
    let mut out = format!("// {}\n\n", exercise.title.replace('\n', " "));
    let (mut own, mut data) = (escaped(&exercise.id), String::new());
    if let Some(seed) = exercise.seed {
        // A category for each table, and the table in each question: Moodle draws questions one by one.
        out.push_str(&format!("$CATEGORY: {}/seed {seed}\n\n", exercise.id.replace('/', "//")));
        own.push_str(&format!(" seed {seed}"));
        data = format!(" Data: {}.", rows(exercise));
    }
    let case = exercise
        .case
        .as_ref()
        .map(|case| format!(" x: {}.", cells(&exercise.fitted, case)))
        .unwrap_or_default();
    for (number, (step, key)) in (1..).zip(exercise.steps.iter().zip(keys)) {
        let question = format!("{}{data}{case} {} = ?", exercise.title, step.label);
        out.push_str(&format!("::{own} {number}::{} ", escaped(&question)));
        match (key, &step.asked) {
            (Some(key), _) => out.push_str(&number_answers(key)),
            (None, Asked::Class | Asked::Number(_)) => out.push_str(&class_answers(exercise)),
        }
        out.push_str("\n\n");
    }
    out
}

/// The table in one line: the names of the columns, then row by row.
fn rows(exercise: &Exercise) -> String {
    let table = &exercise.study.loaded.table;
    let names: Vec<String> = table.columns().iter().map(|column| column.name.to_string()).collect();
    let row = |row: usize| {
        let cells = (0..table.columns().len()).map(|column| table.cell_text(row, column).into_owned());
        cells.collect::<Vec<String>>().join(", ")
    };
    let rows: Vec<String> = (0..table.rows()).map(row).collect();
    format!("{} / {}", names.join(", "), rows.join("; "))
}

fn class_answers(exercise: &Exercise) -> String {
    let prediction = exercise.case.as_ref().map(|case| exercise.fitted.predict(case));
    let right = |class: usize| {
        prediction.as_ref().is_some_and(|found| found.predicted == Some(class) || found.tied.contains(&class))
    };
    let line = |(at, class): (usize, &crate::math::Name)| {
        format!("{}{}", if right(at) { '=' } else { '~' }, escaped(class.as_str()))
    };
    let lines: Vec<String> = exercise.fitted.classes.iter().enumerate().map(line).collect();
    format!("{{{}}}", lines.join(" "))
}

fn number_answers(key: &Key) -> String {
    let Some((right, near)) = key.truth.as_ref().and_then(|truth| window(truth, 2)) else {
        return "{=0/0 =undefined}".into();
    };
    let mut lines = vec![format!("=%100%{right}:{near}")];
    let mut taken = vec![(right, near)];
    for text in &key.accept {
        let Said::Number(written) = Answer::alone(text).said else { continue };
        let Some((value, near)) = window(&written.value, 3) else { continue };
        if taken.iter().all(|(other, width)| (other - value).abs() > width + near) {
            taken.push((value, near));
            lines.push(format!("=%100%{value}:{near}"));
        }
    }
    for mistake in key.mistakes.iter().filter(|mistake| !mistake.harmless) {
        let Some((value, near)) = mistake.value.as_ref().and_then(|value| window(value, 3)) else { continue };
        if taken.iter().any(|(other, width)| (other - value).abs() <= width + near) {
            continue;
        }
        taken.push((value, near));
        lines.push(format!("=%0%{value}:{near}#{}", escaped(&mistake.message)));
    }
    format!("{{#\n\t{}\n}}", lines.join("\n\t"))
}

/// A value at six figures, and half a unit of one of its first.
fn window(value: &Number, figures: usize) -> Option<(f64, f64)> {
    let shown: f64 = significant(value, 6).0.parse().ok().or_else(|| Some(value.to_f64()))?;
    let size = shown.abs();
    if !shown.is_finite() || size < SMALLEST && size > 0.0 {
        return None;
    }
    let place = if size > 0.0 { size.log10().floor() - figures as f64 + 1.0 } else { -6.0 };
    let half: f64 = format!("{:.2e}", 0.5 * 10f64.powf(place)).parse().ok()?;
    Some((shown, half))
}

/// Moodle does not compare smaller numbers with care.
const SMALLEST: f64 = 1e-12;

/// A text with the characters that GIFT gives a meaning behind a backslash.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '~' | '=' | '#' | '{' | '}' | ':' | '\\' => out.extend(['\\', c]),
            '\n' | '\r' => out.push(' '),
            c => out.push(c),
        }
    }
    out
}
