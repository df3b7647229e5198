//! What is said of marked sheets: feedback for a student, a table for a spreadsheet, a report on a class.

use super::document::{Align, Document, Grid};
use super::sheet::Sheet;
use crate::practice::{MarkedLine, MarkedSheet, Verdict};
use crate::text::{shorten, shown};

/// Cells of an answer that are shown.
const LONGEST: usize = 60;

/// Squares of the longest bar.
const BAR: usize = 30;

/// Feedback on one sheet. The first wrong line is told; later ones are looked at once it is right.
pub fn feedback(sheet: &MarkedSheet) -> Document {
    let mut out = Document::default();
    out.title(format!("{}: {}", sheet.exercise, sheet.who()));
    out.text(format!("{} of {} marks.", sheet.marks, sheet.max));
    let first = sheet.first_wrong;
    for line in &sheet.lines {
        out.item(format!("{}. {}: {}", line.number, line.label, said(line, first)));
    }
    left_over(sheet, &mut out);
    out
}

/// A line of feedback.
fn said(line: &MarkedLine, first_wrong: Option<usize>) -> String {
    let glyph = line.marked.verdict.glyph();
    let Some(answer) = &line.answer else { return format!("{glyph} {}", line.marked.message) };
    let typed = shorten(&shown(&answer.typed), LONGEST).into_owned();
    let message = match first_wrong {
        Some(first) if line.is(Verdict::Wrong) && line.number > first => {
            format!("Look at it again once line {first} is right.")
        }
        _ => match line.marked.hint.trim_end_matches('.') {
            "" => line.marked.message.clone(),
            hint => format!("{} Hint: {hint}.", line.marked.message),
        },
    };
    format!("{glyph} you wrote {typed}. {message}")
}

/// What stands on a sheet and was not marked.
fn left_over(sheet: &MarkedSheet, out: &mut Document) {
    for left in sheet.left_over.iter().filter(|left| left.column.is_none()) {
        let text = shorten(&shown(&left.text), LONGEST).into_owned();
        out.item(format!("Line {}, “{text}”, was not marked: {}.", left.line, left.why));
    }
}

/// The marks as a table: a row for each step of each sheet.
pub fn marks(sheets: &[MarkedSheet]) -> Sheet {
    let header = [
        "student", "exercise", "seed", "step", "answer", "read_as", "verdict", "carried", "cause", "marks",
        "max",
    ];
    let mut out = Sheet::new(header);
    for sheet in sheets {
        for line in &sheet.lines {
            out.rows.push(vec![
                plain(sheet.who()),
                plain(&sheet.exercise),
                plain(sheet.seed.as_deref().unwrap_or_default()),
                line.label.clone(),
                line.answer.as_ref().map(|answer| plain(&answer.typed)).unwrap_or_default(),
                line.answer.as_ref().and_then(|answer| Some(plain(&answer.read_as()?))).unwrap_or_default(),
                if line.answer.is_some() { line.marked.verdict.word() } else { "unanswered" }.to_owned(),
                if line.marked.carried { "yes" } else { "no" }.to_owned(),
                line.marked.causes.join("|"),
                line.marks.to_string(),
                line.max.to_string(),
            ]);
        }
    }
    out
}

/// A text from a sheet, for a spreadsheet: what begins like a formula is none.
fn plain(text: &str) -> String {
    let text = shown(text);
    let is_formula =
        text.starts_with(['=', '@', '+']) || text.starts_with('-') && text.chars().any(char::is_alphabetic);
    if is_formula { format!("'{text}") } else { text.into_owned() }
}

/// How many lines have each cause; the most frequent first.
pub fn causes(sheets: &[MarkedSheet]) -> Vec<(&'static str, usize)> {
    let mut found: Vec<(&'static str, usize)> = Vec::new();
    let lines = sheets.iter().flat_map(|sheet| &sheet.lines);
    for cause in lines.filter(|line| line.is(Verdict::Wrong)).flat_map(|line| &line.marked.causes) {
        match found.iter_mut().find(|(tag, _)| tag == cause) {
            Some((_, count)) => *count += 1,
            None => found.push((cause, 1)),
        }
    }
    found.sort_by(|(a, most), (b, least)| least.cmp(most).then_with(|| a.cmp(b)));
    found
}

/// The report on a class: for each exercise the steps against the students, then the causes. Students are numbers
/// unless their names are asked for.
pub fn class_report(sheets: &[MarkedSheet], names: bool) -> Document {
    let mut out = Document::default();
    let mut exercises: Vec<&str> = Vec::new();
    for sheet in sheets {
        if !exercises.contains(&sheet.exercise.as_str()) {
            exercises.push(&sheet.exercise);
        }
    }
    out.title("Marks");
    for exercise in exercises {
        let own: Vec<(usize, &MarkedSheet)> =
            (1..).zip(sheets).filter(|(_, sheet)| sheet.exercise == exercise).collect();
        out.heading(exercise);
        out.grid(table(&own, names));
        out.text("✓ right, ✓~ right with a note, ✓ c right with the student's own earlier lines, ✗ wrong, ? not marked, – not answered.");
    }
    let causes = causes(sheets);
    let most = causes.first().map_or(1, |(_, count)| *count);
    if !causes.is_empty() {
        out.heading("Causes of wrong lines");
        let heads = [
            ("cause", Align::Left),
            ("lines", Align::Right),
            ("", Align::Left),
            ("for example", Align::Left),
        ];
        let mut grid = Grid::new(heads.map(|(name, align)| (name.to_owned(), align)));
        for (tag, count) in &causes {
            let bar = "█".repeat((count * BAR).div_ceil(most.max(1)).min(BAR));
            grid.rows.push(vec![(*tag).to_owned(), count.to_string(), bar, example(sheets, tag)]);
        }
        out.grid(grid);
    }
    let lines = || sheets.iter().flat_map(|sheet| &sheet.lines);
    let unknown = lines().filter(|line| line.is(Verdict::Wrong) && line.marked.causes.is_empty()).count();
    let flagged = lines().filter(|line| line.flagged).count();
    if unknown > 0 {
        out.item(format!("Wrong lines without a known cause: {unknown}."));
    }
    if flagged > 0 {
        out.item(format!("Lines that were accepted with too few figures: {flagged}."));
    }
    for column in columns(sheets) {
        out.item(format!("The column “{}” names no step of the exercise.", shorten(&shown(column), LONGEST)));
    }
    for (number, sheet) in (1..).zip(sheets) {
        let mut of = Document::default();
        left_over(sheet, &mut of);
        if !of.blocks.is_empty() {
            out.heading(format!("Not marked of {}", called(number, sheet, names)));
            out.append(of);
        }
    }
    out
}

/// Columns that answer no step, each once.
fn columns(sheets: &[MarkedSheet]) -> Vec<&str> {
    let mut found: Vec<&str> = Vec::new();
    for column in sheets.iter().flat_map(|sheet| &sheet.left_over).filter_map(|left| left.column.as_deref()) {
        if !found.contains(&column) {
            found.push(column);
        }
    }
    found
}

/// What a line with this cause was answered.
fn example(sheets: &[MarkedSheet], tag: &str) -> String {
    let mut lines = sheets.iter().flat_map(|sheet| &sheet.lines);
    let found = lines.find(|line| line.is(Verdict::Wrong) && line.marked.causes.contains(&tag));
    let text =
        found.and_then(|line| Some(format!("{} = {}", line.label, shown(&line.answer.as_ref()?.typed))));
    text.map(|text| shorten(&text, 34).into_owned()).unwrap_or_default()
}

fn called(number: usize, sheet: &MarkedSheet, names: bool) -> String {
    if names { sheet.who().to_owned() } else { number.to_string() }
}

/// The students, a row each, against the steps.
fn table(sheets: &[(usize, &MarkedSheet)], names: bool) -> Grid {
    let steps = sheets.first().map(|(_, sheet)| sheet.lines.as_slice()).unwrap_or_default();
    // Where students have other tables, whose is told.
    let mut told = sheets.iter().filter_map(|(_, sheet)| sheet.seed.as_deref());
    let seeded = told.next().is_some_and(|first| told.any(|other| other != first));
    let seed = |sheet: &MarkedSheet| seeded.then(|| shown(sheet.seed.as_deref().unwrap_or("–")).into_owned());
    let head = std::iter::once(("student".to_owned(), Align::Left));
    let head = head.chain(seeded.then(|| ("seed".to_owned(), Align::Right)));
    let heads = head.chain(steps.iter().map(|line| (line.label.clone(), Align::Left)));
    let mut grid = Grid::new(heads.chain([("marks".to_owned(), Align::Right)]));
    for (number, sheet) in sheets {
        let signs = sheet.lines.iter().map(sign);
        let marks = format!("{} of {}", sheet.marks, sheet.max);
        let who = std::iter::once(called(*number, sheet, names)).chain(seed(sheet));
        grid.rows.push(who.chain(signs).chain([marks]).collect());
    }
    let right = |at: usize| {
        let all = sheets.iter().filter_map(|(_, sheet)| sheet.lines.get(at));
        all.filter(|line| line.is(Verdict::Correct) || line.is(Verdict::Noted)).count().to_string()
    };
    let totals = (0..steps.len()).map(right);
    let right = std::iter::once("right".to_owned()).chain(seeded.then(String::new));
    grid.rows.push(right.chain(totals).chain([String::new()]).collect());
    grid
}

fn sign(line: &MarkedLine) -> String {
    if line.answer.is_none() {
        return "–".into();
    }
    let causes = if line.is(Verdict::Wrong) { line.marked.causes.join("|") } else { String::new() };
    let carried = if line.marked.carried { " c" } else { "" };
    format!("{}{carried} {causes}", line.marked.verdict.glyph()).trim_end().to_owned()
}
