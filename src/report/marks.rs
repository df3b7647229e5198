//! What is said of marked sheets: feedback for a student, and a table for a spreadsheet.

use super::document::{Align, Document, Grid};
use super::exercise::meanings;
use super::sheet::Sheet;
use crate::math::Face;
use crate::practice::{GradedSheet, MarkedLine, SheetFolder, Verdict};
use crate::text::{display_width, shorten, shown};

/// Cells of an answer that are shown.
pub(super) const LONGEST: usize = 60;

/// Feedback on one sheet. The first wrong line is told; later ones are looked at once it is right.
pub fn feedback(sheet: &GradedSheet) -> Document {
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

fn said(line: &MarkedLine, first_wrong: Option<usize>) -> String {
    let (glyph, face) = (line.marked.verdict.glyph(), Face::default());
    let Some(answer) = &line.answer else { return format!("{glyph} {}", line.message(face)) };
    let typed = shorten(&shown(&answer.typed), LONGEST).into_owned();
    let message = match first_wrong {
        Some(first) if line.is(Verdict::Wrong) && line.number > first => {
            format!("Look at it again once line {first} is right.")
        }
        _ => match line.marked.hint.text(answer.face(face)).trim_end_matches('.') {
            "" => line.message(face),
            hint => format!("{} Hint: {hint}.", line.message(face)),
        },
    };
    format!("{glyph} you wrote {typed}. {message}")
}

/// What stands on a sheet and was not marked.
pub(super) fn left_over(sheet: &GradedSheet, out: &mut Document) {
    for left in sheet.left_over.iter().filter(|left| left.column.is_none()) {
        let text = shorten(&shown(&left.text), LONGEST).into_owned();
        out.item(format!("Line {}, “{text}”, was not marked: {}.", left.line, left.why));
    }
}

/// The marks as a table: a row for each step of each sheet.
pub fn marks(sheets: &[GradedSheet]) -> Sheet {
    let header = [
        "student", "exercise", "seed", "step", "answer", "read_as", "verdict", "carried", "cause", "marks",
        "max", "note", "flagged", "sheet",
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
                if line.is_blank() { "unanswered" } else { line.marked.verdict.word() }.to_owned(),
                if line.marked.carried { "yes" } else { "no" }.to_owned(),
                line.marked.causes.join("|"),
                line.marks.to_string(),
                line.max.to_string(),
                line.marked.note.map(|note| note.word()).unwrap_or_default().to_owned(),
                if line.flagged { "yes" } else { "no" }.to_owned(),
                plain(&sheet.sheet),
            ]);
        }
    }
    out
}

/// A text from a sheet: what a student wrote may hold anything, and nobody needs it back as it was.
fn plain(text: &str) -> String {
    shown(text).into_owned()
}

/// Squares of the longest bar.
const BAR: usize = 20;

/// Cells of all labels of steps together that a table has room for.
const WIDEST: usize = 90;

/// Answers without a known cause that are listed.
const LISTED: usize = 20;

/// How many lines have each cause; the most frequent first.
pub fn causes(sheets: &[GradedSheet]) -> Vec<(&'static str, usize)> {
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
pub fn class_report(sheets: &[GradedSheet], names: bool) -> Document {
    let mut out = Document::default();
    let mut exercises: Vec<&str> = Vec::new();
    for sheet in sheets {
        if !exercises.contains(&sheet.exercise.as_str()) {
            exercises.push(&sheet.exercise);
        }
    }
    out.title("Marks");
    for exercise in exercises {
        let own: Vec<(usize, &GradedSheet)> =
            (1..).zip(sheets).filter(|(_, sheet)| sheet.exercise == exercise).collect();
        out.heading(exercise);
        let steps = own.first().map(|(_, sheet)| sheet.lines.as_slice()).unwrap_or_default();
        let numbered = is_wide(steps);
        if numbered {
            steps.iter().for_each(|line| out.item(format!("{}: {}", line.number, line.label)));
        }
        out.grid(table(&own, names, numbered));
        out.text("✓ right, ✓~ right with a note, ✓ c right with the student's own earlier lines, ✗ wrong, ? not marked, – not answered.");
    }
    known(sheets, &mut out);
    unknown(sheets, &mut out);
    flagged(sheets, names, &mut out);
    not_found(sheets, names, &mut out);
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

pub fn not_marked(folder: &SheetFolder) -> Document {
    let mut out = Document::default();
    if !folder.unread.is_empty() {
        out.heading("Sheets without marks");
    }
    match folder.unread.as_slice() {
        [] => {}
        [one] => out.item(format!("1 sheet was not marked: {}.", shown(one))),
        more => {
            let names = more.iter().map(|name| shown(name)).collect::<Vec<_>>().join(", ");
            out.item(format!("{} sheets were not marked: {names}.", more.len()));
        }
    }
    out
}

/// Lines that were accepted with too few figures: a teacher may want to look at them.
fn flagged(sheets: &[GradedSheet], names: bool, out: &mut Document) {
    let of = |(number, sheet): (usize, &GradedSheet)| {
        let lines = sheet.lines.iter().filter(|line| line.flagged && line.answer.is_some());
        let who = called(number, sheet, names);
        lines.map(|line| format!("{} (student {who})", answered(line))).collect::<Vec<_>>()
    };
    let found: Vec<String> = (1..).zip(sheets).flat_map(of).collect();
    if found.is_empty() {
        return;
    }
    let more = found.len().checked_sub(LISTED).filter(|more| *more > 0);
    let more =
        more.map(|more| format!(", and {more} more, flagged in marks.csv (--csv)")).unwrap_or_default();
    let listed: Vec<&str> = found.iter().take(LISTED).map(String::as_str).collect();
    out.item(format!(
        "Lines that were accepted with too few figures: {}: {}{more}.",
        found.len(),
        listed.join(", ")
    ));
}

/// Steps without an answer on sheets that have lines which could not be placed: a teacher has to look at these.
fn not_found(sheets: &[GradedSheet], names: bool, out: &mut Document) {
    let steps =
        |sheet: &GradedSheet| sheet.lines.iter().filter(|line| line.answer.is_none() && line.flagged).count();
    let found: Vec<(String, usize)> = (1..)
        .zip(sheets)
        .map(|(number, sheet)| (called(number, sheet, names), steps(sheet)))
        .filter(|(_, steps)| *steps > 0)
        .collect();
    if found.is_empty() {
        return;
    }
    let listed: Vec<String> =
        found.iter().take(LISTED).map(|(who, steps)| format!("{who} ({steps})")).collect();
    let more = found.len().checked_sub(LISTED).filter(|more| *more > 0);
    let more = more.map(|more| format!(" and {more} more")).unwrap_or_default();
    out.item(format!(
        "Look at these sheets: they have lines that could not be placed, and steps without an answer (how many): student {}{more}.",
        listed.join(", ")
    ));
}

/// The causes, with what is said to a student of one of the lines.
fn known(sheets: &[GradedSheet], out: &mut Document) {
    let causes = causes(sheets);
    let most = causes.first().map_or(1, |(_, count)| *count);
    if causes.is_empty() {
        return;
    }
    out.heading("Causes of wrong lines");
    let mut grid = Grid::of(["cause", ">lines", "", "for example"]);
    for (tag, count) in &causes {
        let bar = "█".repeat((count * BAR).div_ceil(most.max(1)).min(BAR));
        let example = example(sheets, tag).map(answered).unwrap_or_default();
        grid.row([(*tag).to_owned(), count.to_string(), bar, example]);
    }
    out.grid(grid);
    let several = |line: &MarkedLine| line.is(Verdict::Wrong) && line.marked.causes.len() > 1;
    if sheets.iter().flat_map(|sheet| &sheet.lines).any(several) {
        out.text("A line that several causes explain counts for each of them.");
    }
    let mut others = Vec::new();
    for (tag, line) in causes.iter().filter_map(|(tag, _)| Some((*tag, example(sheets, tag)?))) {
        if line.marked.causes.len() == 1 {
            out.item(format!("{tag}: {}", line.message(Face::default())));
        } else {
            others.push(tag);
        }
    }
    meanings(others, out);
}

/// Wrong lines that no known mistake gives: each answer with how many gave it, for a teacher to find the cause.
fn unknown(sheets: &[GradedSheet], out: &mut Document) {
    let mut found: Vec<(String, usize)> = Vec::new();
    let lines = sheets.iter().flat_map(|sheet| sheet.lines.iter().map(move |line| (sheet, line)));
    for (sheet, line) in lines.filter(|(_, line)| line.is(Verdict::Wrong) && line.marked.causes.is_empty()) {
        let seed = sheet.answered.seed.map(|seed| format!(", seed {seed}")).unwrap_or_default();
        let text = format!("{}{seed}", answered(line));
        match found.iter_mut().find(|(known, _)| *known == text) {
            Some((_, count)) => *count += 1,
            None => found.push((text, 1)),
        }
    }
    if found.is_empty() {
        return;
    }
    found.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    out.heading("Wrong lines without a known cause");
    let mut grid = Grid::of([">lines", "answer"]);
    let rows = found.iter().take(LISTED).map(|(text, count)| [count.to_string(), text.clone()]);
    rows.for_each(|row| grid.row(row));
    out.grid(grid);
    if let Some(more) = found.len().checked_sub(LISTED).filter(|more| *more > 0) {
        out.text(format!("And {more} more; marks.csv (--csv) has every line."));
    }
}

/// Columns that answer no step, each once.
fn columns(sheets: &[GradedSheet]) -> Vec<&str> {
    let mut found: Vec<&str> = Vec::new();
    for column in sheets.iter().flat_map(|sheet| &sheet.left_over).filter_map(|left| left.column.as_deref()) {
        if !found.contains(&column) {
            found.push(column);
        }
    }
    found
}

/// A line with this cause, one that has no other where there is one.
fn example<'a>(sheets: &'a [GradedSheet], tag: &str) -> Option<&'a MarkedLine> {
    let lines = sheets.iter().flat_map(|sheet| &sheet.lines);
    let own = lines.filter(|line| line.is(Verdict::Wrong) && line.marked.causes.contains(&tag));
    own.min_by_key(|line| line.marked.causes.len())
}

/// What a line was answered: `P(Sunny|Yes) = 3/14`.
fn answered(line: &MarkedLine) -> String {
    let typed = line.answer.as_ref().map(|answer| shown(&answer.typed)).unwrap_or_default();
    shorten(&format!("{} = {typed}", line.label), LONGEST).into_owned()
}

fn called(number: usize, sheet: &GradedSheet, names: bool) -> String {
    if names { sheet.who().to_owned() } else { number.to_string() }
}

/// Whether the labels of the steps would make a table too wide for a screen or a page.
fn is_wide(steps: &[MarkedLine]) -> bool {
    steps.iter().map(|line| display_width(&line.label) + 2).sum::<usize>() > WIDEST
}

/// The students, a row each, against the steps.
fn table(sheets: &[(usize, &GradedSheet)], names: bool, numbered: bool) -> Grid {
    let steps = sheets.first().map(|(_, sheet)| sheet.lines.as_slice()).unwrap_or_default();
    // Where students have other tables, whose is told.
    let mut told = sheets.iter().filter_map(|(_, sheet)| sheet.seed.as_deref());
    let seeded = told.next().is_some_and(|first| told.any(|other| other != first));
    let seed = |sheet: &GradedSheet| seeded.then(|| shown(sheet.seed.as_deref().unwrap_or("–")).into_owned());
    let head = std::iter::once(("student".to_owned(), Align::Left));
    let head = head.chain(seeded.then(|| ("seed".to_owned(), Align::Right)));
    let name = |line: &MarkedLine| if numbered { line.number.to_string() } else { line.label.clone() };
    let heads = head.chain(steps.iter().map(|line| (name(line), Align::Left)));
    let mut grid = Grid::new(heads.chain([("marks".to_owned(), Align::Right)]));
    for (number, sheet) in sheets {
        let signs = sheet.lines.iter().map(sign);
        let marks = format!("{} of {}", sheet.marks, sheet.max);
        let who = std::iter::once(called(*number, sheet, names)).chain(seed(sheet));
        grid.row(who.chain(signs).chain([marks]));
    }
    let right = |at: usize| {
        let all = sheets.iter().filter_map(|(_, sheet)| sheet.lines.get(at));
        all.filter(|line| line.is(Verdict::Correct) || line.is(Verdict::Noted)).count().to_string()
    };
    let totals = (0..steps.len()).map(right);
    let right = std::iter::once("right".to_owned()).chain(seeded.then(String::new));
    grid.row(right.chain(totals).chain([String::new()]));
    grid
}

fn sign(line: &MarkedLine) -> String {
    if line.is_blank() {
        return "–".into();
    }
    let causes = match line.marked.causes.as_slice() {
        _ if !line.is(Verdict::Wrong) => String::new(),
        [first, second, _, ..] => format!("{first}|{second}…"),
        few => few.join("|"),
    };
    let carried = if line.marked.carried { " c" } else { "" };
    format!("{}{carried} {causes}", line.marked.verdict.glyph()).trim_end().to_owned()
}
