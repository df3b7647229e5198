//! Question sheets, their answer keys, and worked solutions.

use super::case::{cells, cut_points};
use super::document::{BLANK, Document, Grid, cells, equals};
use super::parameters::{given_tables, parameters};
use super::posterior::{decision, is_shown, written_out};
use super::profile::of_rows;
use crate::math::{Expr, Number, Sentence, sentence};
use crate::model::{Factor, Fitted};
use crate::practice::worksheet::solved;
use crate::practice::{Asked, Exercise, Key, NameQuestion, Student};
use crate::text::shown;
use crate::worked::{Rule, Step, WorkedError};

pub fn question_sheet(exercise: &Exercise, student: Option<&Student>) -> Document {
    let mut out = Document::default();
    let name = student.and_then(|student| student.name.as_deref());
    let student = student.map(|student| student.id.as_str());
    // The first lines of an answer sheet; the footer of each page repeats them.
    let mut opening =
        vec![format!("exercise: {}", exercise.id), format!("student: {}", student.unwrap_or(BLANK))];
    opening.extend(exercise.seed.map(|seed| format!("seed: {seed}")));
    out.page(opening.join(" · "));
    out.title(exercise.heading());
    out.texts(name.map(|name| format!("For {}.", shown(name))));
    out.texts(opening);
    out.append(given(exercise));
    out.heading("Questions");
    for (number, step) in (1..).zip(&exercise.steps) {
        step.text.iter().for_each(|text| out.item(format!("{number}. {text}")));
    }
    let mut grid = Grid::of([">", "number", "answer", ">marks"]);
    for (number, step) in (1..).zip(&exercise.steps) {
        grid.row([number.to_string(), step.label.clone(), BLANK.to_owned(), step.marks.to_string()]);
    }
    out.grid(grid);
    for (number, step) in (1..).zip(&exercise.steps) {
        step.why.iter().for_each(|why| out.item(format!("To {number}: {why} {BLANK}")));
    }
    let figures = figures_in_words(exercise.rules.figures);
    let are = if exercise.rules.figures == 1 { "is" } else { "are" };
    out.text(format!("Write fractions, products or decimals; {figures} {are} enough."));
    if let Some(seed) = exercise.seed {
        out.text("Copy the lines exercise, student and seed: each seed has its own table.");
        let student = student.map(|student| format!(" · {student}")).unwrap_or_default();
        out.text(format!("{} · seed {seed}{student}", exercise.id));
    }
    out
}

/// What is given: the introduction, the data, the case, the conventions and the reminders.
pub(super) fn given(exercise: &Exercise) -> Document {
    let fitted = &exercise.fitted;
    let mut out = Document::default();
    out.texts(&exercise.words.intro);
    out.texts(exercise.words.deadline.as_ref().map(|deadline| format!("Hand in by {deadline}.")));
    out.heading("Data");
    out.append(data(exercise));
    out.texts(exercise.case.as_ref().map(|case| format!("The case x: {}.", cells(fitted, case))));
    out.text(fitted.conventions());
    out.texts(cut_points(fitted).iter().map(|cuts| format!("{cuts}.")));
    if exercise.words.reminders {
        out.heading("Reminders");
        out.items(reminders(exercise));
    }
    out
}

pub(super) fn figures_in_words(figures: usize) -> String {
    match figures {
        1 => "one significant figure".to_owned(),
        2 => "two significant figures".to_owned(),
        3 => "three significant figures".to_owned(),
        other => format!("{other} significant figures"),
    }
}

pub fn answer_key_of(exercise: &Exercise, keys: &[Option<Key>], students: &[&str]) -> Document {
    let mut out = Document::default();
    if let Some(seed) = exercise.seed {
        out.page(format!("{} · seed: {seed} · key", exercise.id));
    }
    let seed = exercise.seed.map(|seed| format!(", seed {seed}")).unwrap_or_default();
    out.title(format!("{}: key{seed}", exercise.heading()));
    if !students.is_empty() && exercise.seed.is_some() {
        out.text(format!("Given to: {}.", students.join(", ")));
    }
    out.text(exercise.fitted.conventions());
    let predicted = exercise.case.as_ref().and_then(|case| exercise.fitted.predict(case).predicted);
    let predicted = predicted.and_then(|class| exercise.fitted.classes.get(class));
    let (mut grid, mut about) = (Grid::of([">step", "asked", "value", ">marks"]), Vec::new());
    for (number, (step, key)) in (1..).zip(exercise.steps.iter().zip(keys)) {
        let option = step.asked.name_question().and_then(NameQuestion::solution);
        let value = match (key, option) {
            (Some(key), _) => right(key),
            (None, Some(option)) => option.name.to_string().into(),
            (None, None) => predicted.map_or_else(|| "undecided".into(), |class| class.to_string().into()),
        };
        grid.row(cells![number.to_string(), step.label.clone(), value, step.marks.to_string()]);
        about.extend(option.map(|of| sentence!("{}. {}: {}", number, step.label.as_str(), of.about)));
    }
    out.grid(grid);
    out.items(about);
    for (number, (step, key)) in (1..).zip(exercise.steps.iter().zip(keys)) {
        let Some(key) = key.as_ref().filter(|key| !key.mistakes.is_empty()) else { continue };
        out.heading(format!("{number}. {}: results of known mistakes", step.label));
        for mistake in &key.mistakes {
            let Some(value) = &mistake.value else { continue };
            out.item(sentence!("{} ({}): {}", value_text(value), mistake.tag, mistake.message));
        }
    }
    out
}

fn right(key: &Key) -> Sentence {
    let Some(truth) = &key.truth else { return "0/0".into() };
    match &key.counted {
        Some((top, bottom)) => sentence!("{}/{} {}", top, bottom, equals(truth)),
        None => value_text(truth),
    }
}

fn value_text(value: &Number) -> Sentence {
    match value.to_fraction().filter(|fraction| fraction.len() <= 24 && fraction.contains('/')) {
        Some(fraction) => sentence!("{} {}", fraction, equals(value)),
        None => value.significant(4).into(),
    }
}

/// Tables of up to this many rows are printed in full.
const ROWS: usize = 200;
const FIRST: usize = 5;

/// Tables of up to this many columns are printed with those that the model does not use.
const COLUMNS: usize = 8;

/// The table of the exercise. No cell is shortened. A wide table leaves out the columns that the model does not use.
pub(super) fn data(exercise: &Exercise) -> Document {
    let table = &exercise.study.loaded.table;
    if table.rows() == 0 {
        return without_rows(&exercise.fitted);
    }
    let resolved = &exercise.fitted.data.resolved;
    let is_read = |at: usize| {
        at == resolved.target
            || resolved.weight == Some(at)
            || resolved.features.iter().any(|feature| feature.column == at)
    };
    let all = 0..table.columns().len();
    let columns: Vec<usize> = all.filter(|at| table.columns().len() <= COLUMNS || is_read(*at)).collect();
    let listed = if table.rows() <= ROWS { table.rows() } else { FIRST };
    let mut out = Document::default();
    let mut grid = of_rows(table, &columns, listed, usize::MAX);
    let predicted = exercise.predicted_names();
    if let Some(predicted) = &predicted {
        grid = grid.words([PREDICTED]);
        for (at, row) in grid.rows.iter_mut().enumerate() {
            row.push(predicted.get(at).map(|name| Sentence::from(&shown(name))).unwrap_or_default());
        }
    }
    out.grid(grid);
    let file = exercise.data.as_ref().and_then(|path| path.file_name());
    let file = file.map_or_else(|| table.source.as_str().into(), |name| name.to_string_lossy());
    out.more(table.rows(), listed, "row", format!("; they are in {}.", shown(&file)));
    if let Some(Ok(verdicts)) = exercise.fitted.verdicts().filter(|_| predicted.is_some()) {
        let on = verdicts.tested_on();
        out.text(format!("“{PREDICTED}” is the predicted class of the row, {on}."));
    }
    out
}

/// What is known of data without rows: the given numbers, or the counts by class; the parameters where there are numeric
/// features.
pub fn without_rows(fitted: &Fitted) -> Document {
    if fitted.data.is_given() {
        return given_tables(&fitted.data.resolved.recipe);
    }
    let is_curve = |factor: &Factor| factor.is_gaussian() || factor.count_family().is_some();
    if fitted.gda().is_some() || fitted.factors().iter().any(is_curve) {
        return parameters(fitted, None);
    }
    let mut out = Document::default();
    let unit = match fitted.weight_column() {
        Some(_) => "weight",
        None if fitted.factors().iter().any(Factor::is_words) => "documents",
        None => "rows",
    };
    let by_class = |count: &dyn Fn(usize) -> u64| -> Vec<String> {
        (0..fitted.classes.len()).map(|class| count(class).to_string()).collect()
    };
    let mut grid = Grid::of(["class"]).numbers(&fitted.classes);
    grid.named(unit, by_class(&|class| fitted.class_count(class)));
    out.grid(grid);
    for factor in fitted.factors() {
        let mut grid = Grid::default().words([&factor.name]).numbers(&fitted.classes);
        for (value, name) in factor.values().iter().enumerate() {
            grid.named(name.to_string(), by_class(&|class| factor.count(value, class)));
        }
        grid.named("total", by_class(&|class| factor.total(class)));
        out.grid(grid);
    }
    out
}

/// The column of predicted classes, for questions about predictions.
const PREDICTED: &str = "predicted";
pub fn solution(exercise: &Exercise) -> Result<Document, WorkedError> {
    let mut out = Document::headed("Solution");
    out.text(exercise.fitted.conventions());
    let mut explained: Vec<Rule> = Vec::new();
    for (number, (step, working)) in (1..).zip(exercise.steps.iter().zip(solved(exercise)?)) {
        out.heading(format!("{number}. {}", step.label));
        let shown: Vec<_> = working.iter().filter(|one| is_shown(one, &working)).collect();
        out.append(written_out(&exercise.fitted, &shown, &mut explained, |_| Vec::new()));
        if let (Asked::Class, Some(case)) = (&step.asked, &exercise.case) {
            out.text(decision(&exercise.fitted, &exercise.fitted.predict(case)));
        }
        if let Some(option) = step.asked.name_question().and_then(NameQuestion::solution) {
            out.texts(&step.text);
            out.text(sentence!("{}. {}", option.name, option.about));
        }
        out.texts(&step.because);
    }
    Ok(out)
}

/// The formulas of the numbers that are asked, one for each rule.
fn reminders(exercise: &Exercise) -> Vec<Sentence> {
    let (mut found, mut rules): (Vec<Sentence>, Vec<Rule>) = Default::default();
    for (step, working) in exercise.steps.iter().zip(solved(exercise).unwrap_or_default()) {
        if matches!(step.asked, Asked::Class) {
            found.push("The class is the one with the largest posterior.".into());
        }
        let has_formula = |rule: Rule| {
            !rule.is_count() && !matches!(rule, Rule::Chosen | Rule::Given | Rule::Taken | Rule::Asked)
        };
        let is_new = |one: &&Step| has_formula(one.rule) && !rules.contains(&one.rule);
        let Some(own) = working.last().filter(is_new) else { continue };
        rules.push(own.rule);
        let (asked, rule) = (Expr::Of(own.of.clone()), own.rule.sentence());
        found.push(match own.rule {
            // Which factors the case has is part of the question.
            Rule::Joint | Rule::Logarithm => sentence!("{}: {}", asked, rule),
            _ => sentence!("{} = {}. {}", asked, own.formula.clone(), rule),
        });
    }
    found
}
