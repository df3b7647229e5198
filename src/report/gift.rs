//! An exercise in GIFT, Moodle's text format for questions: what known mistakes give is answered with what is said of
//! them.
//!
//! The questions are HTML, so that the table is one, and a name such as “<400” is a name. Moodle takes the format of the
//! question for its answers and what is said of them, too.

use super::case::cells;
use super::exercise::in_words;
use super::handout::{file, grid, rows_left_out};
use crate::math::{MathMl, Number, significant};
use crate::practice::{Answer, Asked, Exercise, Key, Said, figures_of};

/// The questions, one for each step. Moodle compares decimals: the right value may be off by half a unit of the last
/// figure that the exercise asks for, and a mistake's by half a unit of the next.
pub fn gift(exercise: &Exercise, keys: &[Option<Key>]) -> String {
    let mut out = format!("// {}\n\n", exercise.title.replace('\n', " "));
    let mut own = escaped(&exercise.id);
    if let Some(seed) = exercise.seed {
        // A category for each table: Moodle draws questions one by one.
        out.push_str(&format!("$CATEGORY: {}/seed {seed}\n\n", exercise.id.replace('/', "//")));
        own.push_str(&format!(" seed {seed}"));
    }
    // For the same reason each question has the table.
    let mut given = format!("<p>{}</p>{}", MathMl.text(&exercise.title), table(exercise));
    if let Some(case) = &exercise.case {
        given.push_str(&format!("<p>x: {}.</p>", MathMl.text(&cells(&exercise.fitted, case))));
    }
    given.push_str(&format!("<p>{}</p>", MathMl.text(&exercise.fitted.conventions())));
    let figures = in_words(figures_of(exercise));
    for (number, (step, key)) in (1..).zip(exercise.steps.iter().zip(keys)) {
        let form = match key {
            Some(_) => format!(" Write a decimal with at least {figures} significant figures."),
            None => String::new(),
        };
        let question = format!("{given}<p>{} = ?{form}</p>", MathMl.text(&step.label));
        out.push_str(&format!("::{own} {number}::[html]{} ", escaped(&question)));
        match (key, &step.asked) {
            (Some(key), _) => out.push_str(&number_answers(key, figures_of(exercise))),
            (None, Asked::Class | Asked::Number(_)) => out.push_str(&class_answers(exercise)),
        }
        out.push_str("\n\n");
    }
    out
}

/// The table as HTML, and how many rows it leaves out.
fn table(exercise: &Exercise) -> String {
    let line = |cells: &mut dyn Iterator<Item = &String>, tag: &str| {
        let cells: String = cells.map(|cell| format!("<{tag}>{}</{tag}>", MathMl.text(cell))).collect();
        format!("<tr>{cells}</tr>")
    };
    let grid = grid(exercise);
    let head = line(&mut grid.columns.iter().map(|(name, _)| name), "th");
    let rows: String = grid.rows.iter().map(|row| line(&mut row.iter(), "td")).collect();
    let more = match rows_left_out(exercise) {
        0 => String::new(),
        more => format!("<p>… and {more} more rows; they are in {}.</p>", MathMl.text(&file(exercise))),
    };
    format!("<table border=\"1\">{head}{rows}</table>{more}")
}

fn class_answers(exercise: &Exercise) -> String {
    let prediction = exercise.case.as_ref().map(|case| exercise.fitted.predict(case));
    let right = |class: usize| {
        prediction.as_ref().is_some_and(|found| found.predicted == Some(class) || found.tied.contains(&class))
    };
    let line = |(at, class): (usize, &crate::math::Name)| {
        format!("{}{}", if right(at) { '=' } else { '~' }, escaped(&MathMl.text(class.as_str())))
    };
    let lines: Vec<String> = exercise.fitted.classes.iter().enumerate().map(line).collect();
    format!("{{{}}}", lines.join(" "))
}

fn number_answers(key: &Key, figures: usize) -> String {
    let Some((right, near)) = key.truth.as_ref().and_then(|truth| window(truth, figures)) else {
        return "{=0/0 =undefined}".into();
    };
    let mut lines = vec![format!("=%100%{right}:{near}")];
    let mut taken = vec![(right, near)];
    for text in &key.accept {
        let Said::Number(written) = Answer::alone(text).said else { continue };
        let Some((value, near)) = window(&written.value, figures + 1) else { continue };
        if taken.iter().all(|(other, width)| (other - value).abs() > width + near) {
            taken.push((value, near));
            lines.push(format!("=%100%{value}:{near}"));
        }
    }
    for mistake in key.mistakes.iter().filter(|mistake| !mistake.harmless) {
        let Some((value, near)) = mistake.value.as_ref().and_then(|value| window(value, figures + 1)) else {
            continue;
        };
        if taken.iter().any(|(other, width)| (other - value).abs() <= width + near) {
            continue;
        }
        taken.push((value, near));
        lines.push(format!("=%0%{value}:{near}#{}", escaped(&MathMl.text(&mistake.message))));
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
