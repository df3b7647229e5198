//! An exercise in GIFT, Moodle's text format for questions: what known mistakes give is answered with what is said of
//! them.
//!
//! The questions are HTML, so that the table is one, and a name such as “<400” is a name. Moodle takes the format of the
//! question for its answers and what is said of them, too.

use super::case::cells;
use super::exercise::in_words;
use super::exercise::{file, grid, rows_left_out};
use crate::math::MathMl;
use crate::practice::{Answer, Asked, Exercise, Key, ParsedAnswer, Window, figures_of};
use crate::text::shown;

/// The questions, one for each step. Moodle compares decimals: the right value may be off by half a unit of the last
/// figure that the exercise asks for, and a mistake's by half a unit of the next.
pub fn gift(exercise: &Exercise, keys: &[Option<Key>]) -> String {
    let mut out = format!("// {}\n\n", shown(&exercise.title.replace('\n', " ")));
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
    let line = |cells: &[String], tag: &str| {
        let cells = cells.iter().map(|cell| format!("<{tag}>{}</{tag}>", MathMl.text(cell)));
        let cells: String = cells.collect();
        format!("<tr>{cells}</tr>")
    };
    let grid = grid(exercise);
    let names: Vec<String> = grid.columns.iter().map(|(name, _)| name.clone()).collect();
    let head = line(&names, "th");
    let rows: String = grid.plain().iter().map(|row| line(row, "td")).collect();
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
    let Some(right) = key.truth.as_ref().and_then(|truth| Window::of(truth, figures)) else {
        return "{=0/0 =undefined}".into();
    };
    let answer = |credit: &str, window: &Window| format!("={credit}{}:{}", window.value, window.half);
    let mut lines = vec![answer("%100%", &right)];
    let mut taken = vec![right];
    for text in &key.accept {
        let ParsedAnswer::Number(written) = Answer::alone(text).parsed else { continue };
        let Some(window) = Window::of(&written.value, figures + 1) else { continue };
        if !taken.iter().any(|other| other.meets(&window)) {
            taken.push(window);
            lines.push(answer("%100%", &window));
        }
    }
    for mistake in key.mistakes.iter().filter(|mistake| !mistake.harmless) {
        let window = mistake.value.as_ref().and_then(|value| Window::of(value, figures + 1));
        let Some(window) = window.filter(|window| !taken.iter().any(|other| other.meets(window))) else {
            continue;
        };
        taken.push(window);
        lines.push(format!("{}#{}", answer("%0%", &window), escaped(&MathMl.text(&mistake.message.plain()))));
    }
    format!("{{#\n\t{}\n}}", lines.join("\n\t"))
}

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
