//! Exercises as Moodle XML, with right and partly right answers.
//!
//! Moodle finds the fields in the HTML of a question by their braces, splits them at `~` and `#`, and then decodes the
//! entities (see its `qtype_multianswer_extract_question`). So every special sign is written as an entity, also in
//! answers and feedback, and HTML itself is escaped once more.

use super::exercise::{figures_in_words, given};
use super::{Document, html};
use crate::math::{MathMl, Name, Number};
use crate::practice::{
    Answer, Asked, Candidate, Exercise, Key, NameQuestion, ParsedAnswer, Rules, Step, Window, figures_of,
};
use num_bigint::BigInt;

pub type WithKeys = (Exercise, Vec<Option<Key>>);

pub fn moodle(exercises: &[WithKeys]) -> String {
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
        out.push_str(&question(exercise, keys));
    }
    out.push_str("</quiz>\n");
    out
}

/// The category: the course, and in it the exercise. A slash in a name is written twice.
fn path(exercise: &Exercise) -> String {
    let names = exercise.words.course.iter().chain([&exercise.id]);
    names.fold("$course$/top".to_owned(), |path, name| format!("{path}/{}", name.replace('/', "//")))
}

fn question(exercise: &Exercise, keys: &[Option<Key>]) -> String {
    let seed = exercise.seed.map(|seed| format!(" · seed {seed}")).unwrap_or_default();
    let name = plain(&format!("{}{seed}", exercise.title));
    let text = characters(&asked(exercise, keys)).replace("]]>", "]]]]><![CDATA[>");
    format!(
        "<question type=\"cloze\">\n<name><text>{name}</text></name>\n\
         <questiontext format=\"html\">\n<text><![CDATA[{text}]]></text>\n</questiontext>\n\
         <generalfeedback format=\"html\"><text></text></generalfeedback>\n\
         <penalty>0.3333333</penalty>\n<hidden>0</hidden>\n</question>\n"
    )
}

fn asked(exercise: &Exercise, keys: &[Option<Key>]) -> String {
    let figures = figures_in_words(figures_of(exercise));
    let mut document = Document::default();
    document.text(exercise.heading());
    document.append(given(exercise));
    document.text(format!(
        "Write decimals with at least {figures}. Where a field says “decimal or fraction”, you may write a fraction such as \
         5/14."
    ));
    // A question has no style sheet.
    let given = html::part(&document).replace("<table>", "<table border=\"1\">");
    let mut out = outside(&given);
    out.push_str("<ol>");
    let weights = weights(&exercise.steps);
    for ((step, key), weight) in exercise.steps.iter().zip(keys).zip(weights) {
        let wording = step.text.iter().map(|text| format!("{}<br/>", MathMl.text(text))).collect::<String>();
        let label = MathMl.text(&step.label);
        let (field, hint) = field(exercise, step, key.as_ref());
        let before = outside(&format!("<li>{wording}{label} = "));
        out.push_str(&format!("{before}{{{weight}:{field}}}{hint}</li>"));
    }
    out.push_str("</ol>");
    out
}

fn field(exercise: &Exercise, step: &Step, key: Option<&Key>) -> (String, &'static str) {
    let figures = figures_of(exercise);
    if let Some(question) = step.asked.name_question() {
        return (names(question), "");
    }
    let (Some(key), Asked::Number(_)) = (key, &step.asked) else {
        return (classes(exercise), "");
    };
    if let Some(fits) = texts(key, &exercise.rules, figures) {
        // A star matches anything, and that is meant at the end of a decimal.
        let answer = |one: &Fits<String>| of(one.credit, &inside(&one.answer), &one.feedback);
        return (format!("SHORTANSWER:{}", joined(fits.iter().map(answer))), " (decimal or fraction)");
    }
    let Some(fits) = numbers(key, &exercise.rules, figures) else {
        return ("SHORTANSWER:=0/0~=undefined".to_owned(), " (0/0 if it is undefined)");
    };
    let answer = |one: &Fits<Window>| {
        of(one.credit, &format!("{}:{}", one.answer.value, one.answer.half), &one.feedback)
    };
    (format!("NUMERICAL:{}", joined(fits.iter().map(answer))), "")
}

fn names(question: &NameQuestion) -> String {
    let options = question.names.iter().enumerate();
    choices(options.map(|(at, option)| (at == question.right, &option.name, feedback(&option.about.plain()))))
}

/// The classes to choose from; in a tie several are right.
fn classes(exercise: &Exercise) -> String {
    let found = exercise.case.as_ref().map(|case| exercise.fitted.predict(case));
    let found = found.as_ref();
    let is_right =
        |class| found.is_some_and(|found| found.predicted == Some(class) || found.tied.contains(&class));
    let classes = exercise.fitted.classes.iter().enumerate();
    choices(classes.map(|(at, class)| (is_right(at), class, String::new())))
}

fn choices<'a>(options: impl Iterator<Item = (bool, &'a Name, String)>) -> String {
    let answers = options.map(|(is_right, name, feedback)| {
        let sign = if is_right { "=" } else { "" };
        format!("{sign}{}{feedback}", inside(&MathMl.text(name.as_str())))
    });
    format!("MULTICHOICE:{}", joined(answers))
}

fn joined(answers: impl Iterator<Item = String>) -> String {
    answers.collect::<Vec<_>>().join("~")
}

fn feedback(text: &str) -> String {
    if text.is_empty() { String::new() } else { format!("#{}", inside(&MathMl.text(text))) }
}

fn of(credit: f64, answer: &str, text: &str) -> String {
    let feedback = feedback(text);
    match share(credit).as_str() {
        "100" => format!("={answer}{feedback}"),
        share => format!("%{share}%{answer}{feedback}"),
    }
}

/// The marks of the steps as whole numbers, the weights of Moodle: 1 and 0.5 become 2 and 1.
fn weights(steps: &[Step]) -> Vec<u64> {
    let is_whole = |scale: f64| {
        let near = |marks: f64| ((marks * scale).round() - marks * scale).abs() < 1e-6;
        steps.iter().all(|step| near(step.marks))
    };
    let scale = (1..=100).map(f64::from).find(|scale| is_whole(*scale)).unwrap_or(100.0);
    steps.iter().map(|step| (step.marks * scale).round() as u64).collect()
}

fn inside(text: &str) -> String {
    let sign = |c: char| match c {
        '&' => "&amp;".to_owned(),
        '{' | '}' | '~' | '#' | '=' | '%' | '\\' | ':' => format!("&#{};", u32::from(c)),
        '\n' | '\r' => " ".to_owned(),
        c => c.to_string(),
    };
    text.chars().map(sign).collect()
}

/// HTML between fields, with its braces escaped.
fn outside(html: &str) -> String {
    html.replace('{', "&#123;").replace('}', "&#125;")
}

fn plain(text: &str) -> String {
    characters(&MathMl.text(text))
}

fn characters(text: &str) -> String {
    let is_allowed = |c: &char| matches!(c, '\t' | '\n' | '\r' | ' '..='\u{fffd}' | '\u{10000}'..);
    text.chars().filter(is_allowed).collect()
}

/// The most known mistakes of a step, the likeliest first; and of a step with text answers, each of which is listed
/// separately.
const MISTAKES: usize = 24;
const IN_TEXTS: usize = 8;
const EARLY: usize = 6;

/// The nearest share of the marks that Moodle accepts, in percent.
fn share(credit: f64) -> String {
    let accepted = (0..=10).map(|tenth| f64::from(tenth) / 10.0);
    let accepted = accepted.chain([0.05, 0.25, 1.0 / 3.0, 2.0 / 3.0, 0.75]);
    let nearest = accepted.min_by(|a, b| (a - credit).abs().total_cmp(&(b - credit).abs()));
    let text = format!("{:.5}", 100.0 * nearest.unwrap_or_default());
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// A number or a text that is worth a share of the marks, and its feedback.
struct Fits<T> {
    credit: f64,
    answer: T,
    feedback: String,
}

/// The numbers that fit; `None` where the right value is undefined, or is too small for decimals.
fn numbers(key: &Key, rules: &Rules, figures: usize) -> Option<Vec<Fits<Window>>> {
    let right = Window::of(key.truth.as_ref()?, figures)?;
    let mut all = vec![Fits { credit: 1.0, answer: right, feedback: String::new() }];
    let mut add = |credit: f64, window: Option<Window>, feedback: &str| {
        let new = window.filter(|window| !all.iter().any(|other| other.answer.meets(window)));
        all.extend(new.map(|answer| Fits { credit, answer, feedback: feedback.to_owned() }));
    };
    for text in &key.accept {
        if let ParsedAnswer::Number(written) = Answer::alone(text).parsed {
            add(1.0, Window::of(&written.value, figures + 1), "");
        }
    }
    let mistakes: Vec<(&Candidate, &Number)> = mistakes_of(key).take(MISTAKES).collect();
    for (mistake, value) in &mistakes {
        add(rules.of_cause(mistake.tag), Window::of(value, figures + 1), &mistake.message.plain());
    }
    let point = |value: &Number| {
        let value: f64 = value.significant(figures).pointed().parse().ok()?;
        Some(Window { value, half: 0.0 })
    };
    for early in key.early.iter().filter(|_| rules.early_rounding > 0.0).take(EARLY) {
        add(rules.early_rounding, point(early), ROUNDED);
    }
    // With so few figures several mistakes may give the same number: the likeliest counts.
    for (mistake, value) in &mistakes {
        add(rules.of_cause(mistake.tag), point(value), &mistake.message.plain());
    }
    all.retain(|one| one.credit > 0.0 || !one.feedback.is_empty());
    Some(all)
}

const ROUNDED: &str = "The method is right, but you rounded too early. Keep fractions until the end.";

fn mistakes_of(key: &Key) -> impl Iterator<Item = (&Candidate, &Number)> {
    let mistakes = key.mistakes.iter().filter(|mistake| !mistake.harmless);
    mistakes.filter_map(|mistake| Some((mistake, mistake.value.as_ref()?)))
}

/// The texts that fit a counted number, so that fractions are accepted, too; `None` for other numbers.
fn texts(key: &Key, rules: &Rules, figures: usize) -> Option<Vec<Fits<String>>> {
    let counted = key.counted.as_ref()?;
    let truth = key.truth.as_ref()?;
    let mut all: Vec<Fits<String>> = Vec::new();
    let mut add = |credit: f64, texts: Vec<String>, feedback: &str| {
        for answer in texts {
            if all.iter().all(|other| other.answer != answer) {
                all.push(Fits { credit, answer, feedback: feedback.to_owned() });
            }
        }
    };
    let mut right = fractions(truth, Some(counted));
    right.extend(decimals(truth, figures..=6, true));
    let percents = decimals(&truth.mul(&Number::from_int(100)), figures..=3, true);
    right.extend(percents.iter().flat_map(|text| [format!("{text}%"), format!("{text} %")]));
    right.extend(key.accept.iter().cloned());
    add(1.0, right, "");
    for (mistake, value) in mistakes_of(key).take(IN_TEXTS) {
        let mut wrong = fractions(value, None);
        wrong.extend(decimals(value, figures..=figures + 1, false));
        add(rules.of_cause(mistake.tag), wrong, &mistake.message.plain());
    }
    all.retain(|one| one.credit > 0.0 || !one.feedback.is_empty());
    Some(all)
}

fn fractions(value: &Number, counted: Option<&(BigInt, BigInt)>) -> Vec<String> {
    let counted = counted.map(|(top, bottom)| format!("{top}/{bottom}"));
    let mut found: Vec<String> = counted.into_iter().chain(value.to_fraction()).collect();
    found.retain(|text| text.len() <= 24);
    found.dedup();
    with_both(found, '/', " / ")
}

/// The decimals of a value with so many figures, with a point and with a comma. The right value may also be cut off or
/// longer.
fn decimals(value: &Number, figures: std::ops::RangeInclusive<usize>, is_right: bool) -> Vec<String> {
    let size = value.to_f64();
    if !(1e-4..1e4).contains(&size.abs()) {
        return Vec::new();
    }
    let first = size.abs().log10().floor() as i32;
    let mut found: Vec<String> = Vec::new();
    let most = *figures.end();
    for figure in figures {
        let places = usize::try_from(figure as i32 - 1 - first).unwrap_or(0);
        let scale = 10f64.powi(places as i32);
        let rounded = value.significant(figure).pointed().parse::<f64>().unwrap_or(size);
        found.push(format!("{rounded:.places$}"));
        let cut = (size * scale + size.signum() * 1e-9).trunc() / scale;
        if is_right {
            found.push(format!("{cut:.places$}"));
        }
        // 0.5 is 1/2 with one figure as well.
        if is_right && (rounded - size).abs() < 1e-12 {
            found.push(rounded.to_string());
        } else if is_right && figure == most {
            found.push(format!("{cut:.places$}*"));
        }
    }
    found.sort();
    found.dedup();
    with_both(found, '.', ",")
}

/// The texts, and after them those that have the sign with `other` in its place.
fn with_both(mut texts: Vec<String>, sign: char, other: &str) -> Vec<String> {
    let others: Vec<String> =
        texts.iter().filter(|text| text.contains(sign)).map(|text| text.replace(sign, other)).collect();
    texts.extend(others);
    texts
}
