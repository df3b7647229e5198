//! Exercises as Moodle XML: a question of type cloze for each table, with a field for each step, its marks, and what is
//! said of known mistakes.
//!
//! Moodle finds the fields in the HTML of the question by their braces, divides them at `~` and `#`, and then reads the
//! entities of what it found, as its `qtype_multianswer_extract_question` does. So every sign that means something there is
//! written as an entity, also those that an answer or a remark has, and what is HTML itself is written so once more.

use super::case::cells;
use super::exercise::reminders;
use super::exercise::{in_words, introduction};
use super::quiz::{Fits, classes, numbers, share, table, texts};
use crate::math::MathMl;
use crate::practice::{Asked, Exercise, Key, NameQuestion, Step, Window, figures_of};

/// What is told of the fields of a quiz.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fields {
    #[default]
    Fractions,
    Decimals,
}

/// An exercise with what is known of its steps.
pub type WithKeys = (Exercise, Vec<Option<Key>>);

pub fn moodle(exercises: &[WithKeys], fields: Fields) -> String {
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<quiz>\n");
    let mut category = String::new();
    for (exercise, keys) in exercises {
        let own = path(exercise);
        if own != category {
            let text = plain(&own);
            out.push_str(&format!(
                "<question type=\"category\">\n<category><text>{text}</text></category>\n</question>\n"
            ));
            category = own;
        }
        out.push_str(&question(exercise, keys, fields));
    }
    out.push_str("</quiz>\n");
    out
}

/// The category: the course, and in it the exercise. A slash in a name is written twice.
fn path(exercise: &Exercise) -> String {
    let names = exercise.words.course.iter().chain([&exercise.id]);
    names.fold("$course$/top".to_owned(), |path, name| format!("{path}/{}", name.replace('/', "//")))
}

fn question(exercise: &Exercise, keys: &[Option<Key>], fields: Fields) -> String {
    let seed = exercise.seed.map(|seed| format!(" · seed {seed}")).unwrap_or_default();
    let name = plain(&format!("{}{seed}", exercise.title));
    let text = characters(&asked(exercise, keys, fields)).replace("]]>", "]]]]><![CDATA[>");
    format!(
        "<question type=\"cloze\">\n<name><text>{name}</text></name>\n\
         <questiontext format=\"html\">\n<text><![CDATA[{text}]]></text>\n</questiontext>\n\
         <generalfeedback format=\"html\"><text></text></generalfeedback>\n\
         <penalty>0.3333333</penalty>\n<hidden>0</hidden>\n</question>\n"
    )
}

fn asked(exercise: &Exercise, keys: &[Option<Key>], fields: Fields) -> String {
    let paragraph = |text: &str| format!("<p>{}</p>", MathMl.text(text));
    let mut given = paragraph(&exercise.heading());
    given.extend(introduction(exercise).iter().map(|text| paragraph(text)));
    given.push_str(&table(exercise));
    if let Some(case) = &exercise.case {
        given.push_str(&paragraph(&format!("The case x: {}.", cells(&exercise.fitted, case))));
    }
    given.push_str(&paragraph(&exercise.fitted.conventions()));
    given.extend(exercise.notation.sentences().iter().map(|text| paragraph(text)));
    if exercise.words.reminders {
        let items: String =
            reminders(exercise).iter().map(|line| format!("<li>{}</li>", MathMl.text(line))).collect();
        given.push_str(&format!("<ul>{items}</ul>"));
    }
    let figures = in_words(figures_of(exercise));
    given.push_str(&match fields {
        Fields::Fractions => paragraph(&format!(
            "Write decimals with at least {figures} significant figures. Where “or fraction” stands, a fraction such as 5/14 is right, too."
        )),
        Fields::Decimals => paragraph(&format!("Write decimals with at least {figures} significant figures.")),
    });
    let mut out = outside(&given);
    out.push_str("<ol>");
    let weights = weights(&exercise.steps);
    for ((step, key), weight) in exercise.steps.iter().zip(keys).zip(weights) {
        let wording =
            step.text.as_ref().map(|text| format!("{}<br/>", MathMl.text(text))).unwrap_or_default();
        let label = MathMl.text(&step.label);
        let (field, hint) = field(exercise, step, key.as_ref(), fields);
        out.push_str(&outside(&format!("<li>{wording}{label} = ")));
        out.push_str(&format!("{{{weight}:{field}}}"));
        out.push_str(&format!("{hint}</li>"));
    }
    out.push_str("</ol>");
    out
}

fn field(exercise: &Exercise, step: &Step, key: Option<&Key>, fields: Fields) -> (String, &'static str) {
    let figures = figures_of(exercise);
    if let Some(question) = step.asked.name_question() {
        return (names(question), "");
    }
    let (Some(key), Asked::Number(_)) = (key, &step.asked) else {
        let answer = |(class, right): &(String, bool)| {
            format!("{}{}", if *right { "=" } else { "" }, inside(&MathMl.text(class)))
        };
        return (format!("MULTICHOICE:{}", joined(classes(exercise).iter().map(answer))), "");
    };
    if fields == Fields::Fractions
        && let Some(fits) = texts(key, &exercise.rules, figures)
    {
        // A star stands for anything, and at the end of a decimal it means that.
        let answer = |one: &Fits<String>| of(one.credit, &inside(&one.answer), &one.said);
        return (format!("SHORTANSWER:{}", joined(fits.iter().map(answer))), " (decimal or fraction)");
    }
    let Some(fits) = numbers(key, &exercise.rules, figures) else {
        return ("SHORTANSWER:=0/0~=undefined".to_owned(), " (0/0 where it is undefined)");
    };
    let answer =
        |one: &Fits<Window>| of(one.credit, &format!("{}:{}", one.answer.value, one.answer.half), &one.said);
    (format!("NUMERICAL:{}", joined(fits.iter().map(answer))), "")
}

fn names(question: &NameQuestion) -> String {
    let answers = question.names.iter().enumerate().map(|(at, option)| {
        let sign = if at == question.right { "=" } else { "" };
        let about = option.about.plain();
        let said =
            if about.is_empty() { String::new() } else { format!("#{}", inside(&MathMl.text(&about))) };
        format!("{sign}{}{said}", inside(&MathMl.text(option.name.as_str())))
    });
    format!("MULTICHOICE:{}", joined(answers))
}

fn joined(answers: impl Iterator<Item = String>) -> String {
    answers.collect::<Vec<_>>().join("~")
}

fn of(credit: f64, answer: &str, said: &str) -> String {
    let said = if said.is_empty() { String::new() } else { format!("#{}", inside(&MathMl.text(said))) };
    match share(credit) {
        "100" => format!("={answer}{said}"),
        share => format!("%{share}%{answer}{said}"),
    }
}

/// The marks of the steps in whole numbers, which is what Moodle weighs fields by: 1 and 0.5 are 2 to 1.
fn weights(steps: &[Step]) -> Vec<u64> {
    let is_whole = |scale: f64| {
        let near = |marks: f64| ((marks * scale).round() - marks * scale).abs() < 1e-6;
        steps.iter().all(|step| near(step.marks))
    };
    let scale = (1..=100).map(f64::from).find(|scale| is_whole(*scale)).unwrap_or(100.0);
    steps.iter().map(|step| (step.marks * scale).round() as u64).collect()
}

fn inside(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '{' | '}' | '~' | '#' | '=' | '%' | '\\' | ':' => out.push_str(&format!("&#{};", u32::from(c))),
            '\n' | '\r' => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

/// HTML between fields: no brace of it begins one.
fn outside(html: &str) -> String {
    html.replace('{', "&#123;").replace('}', "&#125;")
}

fn plain(text: &str) -> String {
    characters(&MathMl.text(text))
}

fn characters(text: &str) -> String {
    let is_held =
        |c: &char| matches!(c, '\t' | '\n' | '\r') || *c >= ' ' && !matches!(c, '\u{fffe}' | '\u{ffff}');
    text.chars().filter(is_held).collect()
}
