//! An exercise on paper: the questions, the key, what it cannot show, and the same for Moodle.

use std::time::SystemTime;

use super::case::{cells, cut_points};
use super::document::{Align, BLANK, Block, Document, Grid, cells};
use super::number::equals;
use super::reminders::reminders;
use crate::math::{Number, Sentence, sentence};
use crate::practice::mistakes::MOST_FACTORS;
use crate::practice::{Choice, Exercise, Key, Lint, Seeds, Student, Vetted, about, figures_of};
use crate::table::Kind;
use crate::text::{grouped, shown};

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
        if let Some(choice) = step.asked.choice() {
            let options = choice.listed();
            let line = options.join(" · ");
            if line.chars().count() <= IN_LINE {
                let end = if line.is_empty() { "" } else { ". " };
                out.text(format!("{line}{end}{}", choice.instruction()));
            } else {
                options.into_iter().for_each(|option| out.item(option));
                out.text(choice.instruction());
            }
        }
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

/// Characters of options that stand on one line.
const IN_LINE: usize = 50;

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

/// The key: right values, and what known mistakes give.
fn answer_key(exercise: &Exercise, keys: &[Option<Key>]) -> Document {
    let mut out = Document::default();
    let seed = exercise.seed.map(|seed| format!(", seed {seed}")).unwrap_or_default();
    out.title(format!("{}: key{seed}", exercise.heading()));
    out.text(exercise.fitted.conventions());
    let mut grid = Grid::of([">step", "asked", "value", ">marks"]);
    for (number, (step, key)) in (1..).zip(exercise.steps.iter().zip(keys)) {
        let value = match key {
            Some(key) => right(key),
            None => match step.asked.choice() {
                Some(choice) => choice.right().into(),
                None => decided(exercise).into(),
            },
        };
        grid.row(cells![number.to_string(), step.label.clone(), value, step.marks.to_string()]);
    }
    out.grid(grid);
    for (number, step) in (1..).zip(&exercise.steps) {
        if let Some(told) = step.asked.choice().map(Choice::told).filter(|told| !told.is_empty()) {
            out.item(sentence!("{}. {}: {}", number, step.label.as_str(), told));
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

/// The key of one seed, with the students who were given it.
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

/// What tags stand for, each once: what a student who made the mistake has to look at.
pub(super) fn meanings(mut tags: Vec<&str>, out: &mut Document) {
    tags.sort_by_key(|tag| tag.split_at_checked(1).map(|(letter, number)| (letter, number.len(), number)));
    tags.dedup();
    let told = tags.iter().filter_map(|tag| Some(format!("{tag} {}", about(tag)?)));
    let told: Vec<String> = told.collect();
    if !told.is_empty() {
        out.text(format!("What to look at: {}.", told.join(" · ")));
    }
}

fn decided(exercise: &Exercise) -> String {
    let predicted = exercise.case.as_ref().and_then(|case| exercise.fitted.predict(case).predicted);
    let name = predicted.and_then(|class| exercise.fitted.classes.get(class));
    name.map_or_else(|| "undecided".to_owned(), ToString::to_string)
}

/// Numbers that do not tell what was done, that are listed where not all are asked for.
const COLLISIONS: usize = 8;

/// What an exercise cannot show, and how its own tests went.
pub fn lint(exercise: &Exercise, found: &Lint, all: bool) -> Document {
    let mut out = Document::default();
    out.title(exercise.id.as_str());
    if let Some(seed) = exercise.seed {
        out.text(format!("This is said of seed {seed}."));
    }
    for note in exercise.unseen() {
        out.item(note);
    }
    if let Some(deadline) = exercise.words.deadline.filter(|deadline| deadline.is_over(SystemTime::now())) {
        out.item(format!("The deadline, {deadline}, is over."));
    }
    match rows_left_out(exercise) {
        0 => {}
        more => out.item(format!(
            "{more} rows are too many for the question sheet; students need the file {}.",
            file(exercise)
        )),
    }
    if let Some(factors) = found.untried {
        out.item(format!(
            "The case has {} factors in all classes. Mistakes are tried at no more than {}, so none is known of its scores, its evidence and its posteriors.",
            grouped(factors as u64),
            grouped(MOST_FACTORS as u64)
        ));
    } else if found.collisions.is_empty() {
        let figures = in_words(figures_of(exercise));
        out.text(format!("At {figures} figures every known mistake gives a number of its own."));
    }
    let mut tags: Vec<&str> = Vec::new();
    let many = found.collisions.len();
    let told = if all { many } else { many.min(COLLISIONS) };
    if told < many {
        out.text(format!(
            "{many} numbers do not tell what was done. The first {told} of them (--all lists all):"
        ));
    }
    for collision in found.collisions.iter().take(told) {
        out.item(collision.told(exercise.fitted.alpha()));
        tags.extend(collision.tags());
    }
    found.faults.iter().for_each(|fault| out.item(shown(fault).into_owned()));
    for accepted in &found.accepted {
        out.item(accepted.told());
        tags.extend(&accepted.tags);
    }
    meanings(tags, &mut out);
    let (apart, pairs) = found.pairs;
    if pairs > 0 {
        out.text(format!("{apart} of {pairs} pairs of mistakes differ somewhere on the sheet."));
    }
    let first = exercise.random.as_ref().and_then(|random| random.seeds.first());
    if let Some(first) = first.filter(|_| !exercise.runs_tests && exercise.has_tests()) {
        out.text(format!(
            "The self tests are about seed {first}, the first that the file lists, and were not run."
        ));
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

pub fn seeds_line(seeds: &[u64]) -> String {
    let list: Vec<String> = seeds.iter().map(ToString::to_string).collect();
    format!("seeds = [{}]", list.join(", "))
}

/// Seeds whose tables lack something that are told one by one.
const TOLD: usize = 30;

/// What was found and what each lacks, how many were tried, and what the others failed.
pub fn seeds(id: &str, found: &Seeds) -> Document {
    let mut out = Document::default();
    out.title(format!("{id}: seeds"));
    let (passed, tried) = (found.passed, grouped(found.tried));
    let lacking: Vec<&Vetted> = found.best.iter().filter(|vetted| !vetted.passes()).collect();
    if !found.best.is_empty() {
        out.text("The line above belongs below [random] in the exercise.");
    }
    out.text(format!("{passed} of {tried} seeds obey the rule, {}.", percent(passed, found.tried)));
    let wanted = found.search.want;
    match lacking.len() {
        0 if found.is_enough() => {}
        0 => out.item(format!("{wanted} were wanted; --tries N tries more, --from N begins elsewhere.")),
        many => {
            let others = match passed {
                0 => format!("The line has the {many} that lack least, the best first"),
                _ => format!("The line has these first, then the {many} others that lack least"),
            };
            out.text(format!("{others}. --tries N tries more, --from N begins elsewhere."));
        }
    }
    if let Some(failed) = found.obstacle() {
        let what = format!("Hardly a seed can pass because of {}.", failed.rule.title());
        out.item(format!("{what} What to change: {}.", failed.advice()));
    }
    if !lacking.is_empty() {
        out.heading("What they lack");
        let told = |vetted: &&Vetted| out.item(format!("Seed {}: {}.", vetted.seed, vetted.told()));
        lacking.iter().take(TOLD).for_each(told);
        if let Some(more) = lacking.len().checked_sub(TOLD).filter(|more| *more > 0) {
            out.text(format!("And {more} more; --format json has all."));
        }
    }
    if !found.failed.is_empty() {
        out.heading("Why seeds do not obey the rule");
        let mut grid = Grid::of(["rule", ">seeds", ">share", "for example"]);
        for failed in &found.failed {
            grid.row([
                failed.rule.title().to_owned(),
                failed.count.to_string(),
                percent(failed.count, found.tried),
                format!("seed {}", failed.seed),
            ]);
        }
        out.grid(grid);
        for failed in &found.failed {
            out.item(format!("Seed {}: {}", failed.seed, failed.example));
        }
        out.text("A seed counts at the rule that it fails first; (a) and (b) are tried last.");
    }
    out
}

/// A share in whole percent.
fn percent(part: u64, all: u64) -> String {
    format!("{} %", (part * 100 + all / 2).checked_div(all).unwrap_or(0))
}
