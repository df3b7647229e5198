//! An exercise in GIFT, Moodle's text format for questions: what known mistakes give is answered with what is said of
//! them.
//!
//! The questions are HTML, so that the table is one, and a name such as “<400” is a name. Moodle takes the format of the
//! question for its answers and what is said of them, too.

use super::case::cells;
use super::exercise::in_words;
use super::quiz::{Fits, classes, numbers, portion, share, table};
use crate::math::{MathMl, Sentence};
use crate::practice::{Asked, Choice, ChoiceKind, ChoiceOption, Exercise, Key, Window, figures_of};
use crate::text::shown;

/// The questions, one for each step.
pub fn gift(exercise: &Exercise, keys: &[Option<Key>]) -> String {
    let mut out = format!("// {}\n\n", shown(&exercise.heading().replace('\n', " ")));
    let mut own = escaped(&exercise.id);
    if let Some(seed) = exercise.seed {
        // A category for each table: Moodle draws questions one by one.
        out.push_str(&format!("$CATEGORY: {}/seed {seed}\n\n", exercise.id.replace('/', "//")));
        own.push_str(&format!(" seed {seed}"));
    }
    // For the same reason each question has the table.
    let mut given = format!("<p>{}</p>{}", MathMl.text(&exercise.heading()), table(exercise));
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
        let wording =
            step.text.as_ref().map(|text| format!("<p>{}</p>", MathMl.text(text))).unwrap_or_default();
        let asks = match step.asked.choice() {
            Some(_) => String::new(),
            None => format!("<p>{} = ?{form}</p>", MathMl.text(&step.label)),
        };
        let question = format!("{given}{wording}{asks}");
        out.push_str(&format!("::{own} {number}::[html]{} ", escaped(&question)));
        match (key, &step.asked) {
            (Some(key), _) => out.push_str(&number_answers(exercise, key)),
            (None, Asked::Choice(choice)) => out.push_str(&choice_answers(choice)),
            (None, Asked::Class | Asked::Number(_)) => out.push_str(&class_answers(exercise)),
        }
        out.push_str("\n\n");
    }
    out
}

fn class_answers(exercise: &Exercise) -> String {
    let line = |(class, right): &(String, bool)| {
        format!("{}{}", if *right { '=' } else { '~' }, escaped(&MathMl.text(class)))
    };
    let lines: Vec<String> = classes(exercise).iter().map(line).collect();
    format!("{{{}}}", lines.join(" "))
}

/// Options with what is said of them. Of several each has its share, and a wrong one takes everything.
fn choice_answers(choice: &Choice) -> String {
    let said = |about: &Sentence| match about.plain() {
        about if about.is_empty() => String::new(),
        about => format!("#{}", escaped(&MathMl.text(&about))),
    };
    let right = choice.options.iter().filter(|option| option.is_right).count();
    let line = |option: &ChoiceOption| {
        let sign = match (choice.kind, option.is_right) {
            (ChoiceKind::Several, true) => format!("~%{}%", portion(right)),
            (ChoiceKind::Several, false) => "~%-100%".to_owned(),
            (_, true) => "=".to_owned(),
            (_, false) => "~".to_owned(),
        };
        format!("{sign}{}{}", escaped(&MathMl.text(&option.text)), said(&option.about))
    };
    match choice.kind {
        ChoiceKind::Text => "{}".to_owned(),
        ChoiceKind::Statement => {
            let is_true = choice.options.first().is_some_and(|option| option.is_right);
            // What is said of a wrong answer comes before what is said of a right one.
            let said = said(&choice.about);
            format!("{{{}{said}{said}}}", if is_true { "TRUE" } else { "FALSE" })
        }
        _ => format!("{{{}}}", choice.options.iter().map(line).collect::<Vec<_>>().join(" ")),
    }
}

fn number_answers(exercise: &Exercise, key: &Key) -> String {
    let Some(fits) = numbers(key, &exercise.rules, figures_of(exercise)) else {
        return "{=0/0 =undefined}".into();
    };
    let line = |one: &Fits<Window>| {
        let said = if one.said.is_empty() {
            String::new()
        } else {
            format!("#{}", escaped(&MathMl.text(&one.said)))
        };
        format!("=%{}%{}:{}{said}", share(one.credit), one.answer.value, one.answer.half)
    };
    let lines: Vec<String> = fits.iter().map(line).collect();
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
