//! Question sheets, their answer keys, and worked solutions.

use super::case::{cells, cut_points};
use super::document::{BLANK, Block, Document, Grid, cells, equals};
use super::posterior::{decision, is_told, sentence as step_sentence};
use super::profile::of_rows;
use crate::math::{Event, Number, Quantity, Sentence, sentence};
use crate::model::{FactorForm, Fitted, Gda};
use crate::practice::worksheet::solved;
use crate::practice::{Asked, Exercise, Key, NameQuestion, Student};
use crate::recipe::Variance;
use crate::text::shown;
use crate::worked::{Rule, WorkedError, meaning, rows_behind};

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
        if let Some(why) = &step.why {
            out.item(format!("To {number}: {why} {BLANK}"));
        }
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
    out.texts(exercise.notation.sentence());
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
    let (mut grid, mut about) = (Grid::of([">step", "asked", "value", ">marks"]), Vec::new());
    for (number, (step, key)) in (1..).zip(exercise.steps.iter().zip(keys)) {
        let option = step.asked.name_question().and_then(NameQuestion::solution);
        let value = match (key, option) {
            (Some(key), _) => right(key),
            (None, Some(option)) => option.name.to_string().into(),
            (None, None) => decided(exercise).into(),
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

fn decided(exercise: &Exercise) -> String {
    let predicted = exercise.case.as_ref().and_then(|case| exercise.fitted.predict(case).predicted);
    let name = predicted.and_then(|class| exercise.fitted.classes.get(class));
    name.map_or_else(|| "undecided".to_owned(), ToString::to_string)
}

/// Tables of up to this many rows are printed in full.
const ROWS: usize = 200;

/// The first rows of a larger one, to show what it looks like.
const FIRST: usize = 5;

/// Tables of up to this many columns are printed with those that the model does not use.
const COLUMNS: usize = 8;

/// The table of the exercise. No cell is shortened. A wide table leaves out the columns that the model does not use.
pub(super) fn data(exercise: &Exercise) -> Document {
    let table = &exercise.study.loaded.table;
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
    let called = exercise.called();
    if let Some(called) = &called {
        grid = grid.words([CALLED]);
        for (at, row) in grid.rows.iter_mut().enumerate() {
            row.push(called.get(at).map(|name| Sentence::from(&shown(name))).unwrap_or_default());
        }
    }
    out.grid(grid);
    let file = exercise.data.as_ref().and_then(|path| path.file_name());
    let file = file.map_or_else(|| table.source.as_str().into(), |name| name.to_string_lossy());
    out.more(table.rows(), listed, "row", format!("; they are in {}.", shown(&file)));
    if let Some(Ok(verdicts)) = exercise.fitted.verdicts().filter(|_| called.is_some()) {
        let on = verdicts.judged_on();
        out.text(format!("“{CALLED}” is the predicted class of the row, {on}."));
    }
    out
}

/// The column of predicted classes, for questions about predictions.
const CALLED: &str = "predicted";

/// The most rows that are listed for a count.
const NAMED_ROWS: usize = 12;

pub fn solution(exercise: &Exercise) -> Result<Document, WorkedError> {
    let mut out = Document::headed("Solution");
    out.text(exercise.fitted.conventions());
    let mut explained: Vec<Rule> = Vec::new();
    for (number, (step, working)) in (1..).zip(exercise.steps.iter().zip(solved(exercise)?)) {
        out.heading(format!("{number}. {}", step.label));
        let shown: Vec<_> = working.iter().filter(|one| is_told(one, &working)).collect();
        let addresses: Vec<_> = shown.iter().map(|one| &one.of).collect();
        for (one, rows) in shown.iter().zip(rows_behind(&exercise.fitted, &addresses, NAMED_ROWS)) {
            let new = !explained.contains(&one.rule);
            explained.push(one.rule);
            out.text(step_sentence(&exercise.fitted, one, &rows, new));
            out.blocks.push(Block::Formula(one.chain.clone()));
        }
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

/// The formulas of the numbers that are asked, each once.
fn reminders(exercise: &Exercise) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let fitted = &exercise.fitted;
    let smoothed = !num_traits::Zero::is_zero(fitted.alpha());
    for step in &exercise.steps {
        let line = match &step.asked {
            Asked::Name(_) => continue,
            Asked::Class => "The class is the one with the largest posterior.",
            Asked::Number(Quantity::Prob { event: Event::Class(_), given: None }) => {
                "P(class) = rows of the class / all rows, unless the conventions say otherwise."
            }
            Asked::Number(Quantity::Prob { event: Event::Class(_), given: Some(_) }) => {
                "P(class | x) = score(class) / sum of the scores of all classes."
            }
            Asked::Number(Quantity::Prob { event, given: Some(Event::Class(_)) }) => word_share(
                fitted, event, smoothed,
            )
            .unwrap_or(if smoothed {
                "P(value | class) = (count in the class + α) / (count of the class + α · number of values)."
            } else {
                "P(value | class) = count in the class / count of the class."
            }),
            Asked::Number(Quantity::Density { event: Event::Case, .. }) if fitted.gda().is_some() => {
                together(fitted)
            }
            Asked::Number(Quantity::Density { .. }) => {
                "p(x | class) = 1/√(2πσ²) · exp(−(x − μ)²/(2σ²)), with μ and σ² of the class."
            }
            Asked::Number(Quantity::Score(_)) => {
                "score(class) = P(class) · the product of all factors given the class."
            }
            Asked::Number(Quantity::Mean { class: Some(_), .. }) => {
                "mean(feature | class) = the sum of the numbers of the class / their count."
            }
            Asked::Number(Quantity::Count { .. } | Quantity::Rows | Quantity::Prob { .. }) => continue,
            Asked::Number(quantity) => {
                let line = match quantity {
                    Quantity::Var { class: Some(_), .. } | Quantity::Cov { .. } => spread(fitted),
                    _ => format!("{quantity} is {}.", meaning(quantity, fitted)),
                };
                let head = line.split('(').next().unwrap_or_default();
                if !found.iter().any(|line| line.starts_with(head)) {
                    found.push(line);
                }
                continue;
            }
        };
        if !found.iter().any(|other| other == line) {
            found.push(line.to_owned());
        }
    }
    found
}

fn spread(fitted: &Fitted) -> String {
    let unbiased = fitted.data.resolved.variance == Variance::Unbiased;
    let Some(gda) = fitted.gda() else {
        let count = if unbiased { "(their count − 1)" } else { "their count" };
        return format!("var(feature | class) = the sum of (x − mean)² over the class / {count}.");
    };
    let (given, rows, divisor, sigma) = match (gda.is_shared(), unbiased) {
        (true, true) => ("", "all rows, each with the means of its class", "(all rows − classes)", "Σ"),
        (true, false) => ("", "all rows, each with the means of its class", "all rows", "Σ"),
        (false, true) => (" | class", "the class", "(its rows − 1)", "its Σ"),
        (false, false) => (" | class", "the class", "its rows", "its Σ"),
    };
    format!(
        "cov(a, b{given}) = the sum of (a − mean of a)(b − mean of b) over {rows} / {divisor}. With cov(a, a{given}) these \
         are the entries of {sigma}."
    )
}

/// The formula for the probability of a word, over occurrences or over documents; `None` for other values.
fn word_share(fitted: &Fitted, event: &Event, smoothed: bool) -> Option<&'static str> {
    let factor = event.feature().and_then(|name| fitted.factor(name.as_str()))?;
    if let Some(family) = factor.count_family() {
        return Some(family.rule);
    }
    Some(match (&factor.form, smoothed) {
        (FactorForm::Words, true) => {
            "P(word | class) = (occurrences in the class + α) / (all words of the class + α · words of the vocabulary)."
        }
        (FactorForm::Words, false) => "P(word | class) = occurrences in the class / all words of the class.",
        (FactorForm::Presence, true) => {
            "P(word | class) = (documents of the class with the word + α) / (documents of the class + 2α). An absent word of \
             the vocabulary has the factor 1 − P(word | class)."
        }
        (FactorForm::Presence, false) => {
            "P(word | class) = documents of the class with the word / documents of the class. An absent word of the vocabulary \
             has the factor 1 − P(word | class)."
        }
        _ => return None,
    })
}

fn together(fitted: &Fitted) -> &'static str {
    if fitted.gda().is_some_and(Gda::is_shared) {
        "p(x | class) = 1/√((2π)^d · det Σ) · exp(−½ (x − μ)ᵀ Σ⁻¹ (x − μ)), with d features, μ of the class, and one Σ that \
         all classes share."
    } else {
        "p(x | class) = 1/√((2π)^d · det Σ) · exp(−½ (x − μ)ᵀ Σ⁻¹ (x − μ)), with d features, and μ and Σ of the class."
    }
}
