//! One table for a spreadsheet: a header and rows, written as CSV.

use super::document::{self, Align, Block, Document, Grid, first_of, mark_words};
use crate::math::{Face, Name, Number, Sentence};
use crate::model::{Decider, QueryAnswer, Typicality, Unseen};
use crate::practice::{GradedSheet, MarkedLine, Verdict, numbered};
use crate::table::guarded;
use crate::text::{counted, shorten, shown};
use std::borrow::Cow;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sheet {
    pub header: Vec<String>,
    pub rows: Vec<Vec<String>>,
}

impl Sheet {
    pub fn new(header: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Sheet { header: header.into_iter().map(Into::into).collect(), rows: Vec::new() }
    }

    /// A table with a header such as `row,predicted`.
    pub(super) fn of(header: &str, rows: impl IntoIterator<Item = Vec<String>>) -> Self {
        Sheet { header: header.split(',').map(str::to_owned).collect(), rows: rows.into_iter().collect() }
    }

    /// The table as CSV: commas, quotes where they are needed, names as the data has them. Cells that a spreadsheet would
    /// run get a `'` before them, unless `raw` is set.
    pub fn to_csv(&self, raw: bool) -> String {
        csv_of(std::iter::once(&self.header).chain(&self.rows), raw)
    }

    pub fn document(&self) -> Document {
        let align = |column: usize| {
            let mut cells =
                self.rows.iter().filter_map(|row| row.get(column)).filter(|cell| !cell.is_empty());
            let are_numbers = cells.all(|cell| cell.trim_start_matches('≈').parse::<f64>().is_ok());
            if are_numbers { Align::Right } else { Align::Left }
        };
        let header = self.header.iter().enumerate();
        let mut grid = Grid::new(header.map(|(at, name)| (shown(name), align(at))));
        self.rows.iter().for_each(|row| grid.row(row.iter().map(Sentence::data)));
        let mut out = Document::default();
        out.grid(grid);
        out
    }
}

fn csv_of<'a>(rows: impl IntoIterator<Item = &'a Vec<String>>, raw: bool) -> String {
    let mut out = csv::Writer::from_writer(Vec::new());
    // Writing to memory cannot fail.
    for row in rows {
        for cell in row {
            let cell = if raw { Cow::from(cell) } else { guarded(cell) };
            let _ = out.write_field(cell.as_ref());
        }
        let _ = out.write_record(None::<&[u8]>);
    }
    String::from_utf8(out.into_inner().unwrap_or_default()).unwrap_or_default()
}

/// The shortest decimal that reads back as the float; minus infinity is `-inf`, and an undefined value is empty.
pub(super) fn float(value: Option<f64>) -> String {
    let Some(value) = value.filter(|value| !value.is_nan()) else { return String::new() };
    let is_plain = value == 0.0 || !value.is_finite() || (1e-5..1e15).contains(&value.abs());
    if is_plain { value.to_string() } else { format!("{value:e}") }
}

pub(super) fn decimal(value: Option<&Number>) -> String {
    float(value.map(Number::to_f64))
}

/// Its natural logarithm as decimal; empty for a negative number.
pub(super) fn ln(value: Option<&Number>) -> String {
    float(value.filter(|value| !value.is_negative()).map(Number::ln))
}

/// A fraction in lowest terms as numerator and denominator: a spreadsheet would read `3/8` as a day in March. Both are
/// empty for a number that is not a fraction, and for fractions of more than 200 characters.
pub(super) fn fraction(value: Option<&Number>) -> [String; 2] {
    const LONGEST: usize = 200;
    let text = value.and_then(Number::to_fraction).filter(|text| text.len() <= LONGEST);
    let parts = text.as_deref().map(|text| text.split_once('/').unwrap_or((text, "1")));
    parts.map(|(above, below)| [above, below].map(str::to_owned)).unwrap_or_default()
}

pub(super) fn posterior_heading(class: &Name) -> String {
    format!("P({})", class.as_str())
}

#[derive(Clone, Debug, Default)]
pub struct Predictions {
    pub classes: Vec<Name>,
    pub rows: Vec<(usize, QueryAnswer)>,
    /// The columns of the cases that are kept beside the predictions: names, and cells row by row.
    pub kept: (Vec<String>, Vec<Vec<String>>),
    /// How typical each row is, if requested; `None` for a row whose evidence is undefined.
    pub typicality: Option<Vec<Option<Typicality>>>,
    pub has_tails: bool,
    pub decider: Option<Decider>,
}

impl Predictions {
    /// The action chosen for a row; `None` where there is none.
    pub fn decision(&self, answer: &QueryAnswer) -> Option<&Name> {
        let decider = self.decider.as_ref()?;
        decider.actions.get(decider.choose_float(&answer.posterior, answer.predicted)?)
    }

    pub fn kept_of(&self, row: usize) -> &[String] {
        self.kept.1.get(row).map(Vec::as_slice).unwrap_or_default()
    }

    fn header(&self) -> Vec<String> {
        let mut heads = self.kept.0.clone();
        heads.extend(["row", "predicted", "undefined"].map(str::to_owned));
        heads.extend(self.decider.iter().map(|_| "decision".to_owned()));
        heads.extend(self.classes.iter().map(posterior_heading));
        if self.typicality.is_some() {
            heads.extend(["ln_evidence", "typicality"].map(str::to_owned));
            let tails = self.classes.iter().filter(|_| self.has_tails);
            heads.extend(tails.map(|class| format!("tail({})", class.as_str())));
        }
        heads
    }

    /// The cells of each row; `number` writes the posteriors and how typical the row is.
    fn cells(&self, number: impl Fn(f64) -> String) -> Vec<Vec<String>> {
        let text = |name: Option<&Name>| name.map(Name::as_str).unwrap_or_default().to_owned();
        let row = |(at, (row, answer)): (usize, &(usize, QueryAnswer))| {
            let mut cells = self.kept_of(at).to_vec();
            let predicted = text(answer.predicted.and_then(|class| self.classes.get(class)));
            cells.extend([row.to_string(), predicted, answer.undefined.unwrap_or_default().to_owned()]);
            cells.extend(self.decider.iter().map(|_| text(self.decision(answer))));
            let classes = 0..self.classes.len();
            let mut numbers: Vec<_> =
                classes.clone().map(|class| answer.posterior.get(class).copied()).collect();
            if let Some(typicality) = &self.typicality {
                let of = typicality.get(at).and_then(Option::as_ref);
                numbers.extend([of.map(|of| of.ln_evidence), of.and_then(|of| of.ranking.share())]);
                numbers.extend(classes.filter(|_| self.has_tails).map(|class| *of?.tails.get(class)?));
            }
            cells.extend(numbers.into_iter().map(|value| value.map(&number).unwrap_or_default()));
            cells
        };
        self.rows.iter().enumerate().map(row).collect()
    }

    /// `row,predicted,undefined,P(class)…`, after the kept columns; `raw` as in [`Sheet::to_csv`](super::Sheet::to_csv).
    pub fn csv_head(&self, raw: bool) -> String {
        csv_of([&self.header()], raw)
    }

    pub fn csv_rows(&self, raw: bool) -> String {
        csv_of(&self.cells(|value| float(Some(value))), raw)
    }

    /// Notes on ties and undefined posteriors.
    pub fn remarks(&self) -> Remarks {
        let of = |is_meant: fn(&QueryAnswer) -> bool| {
            let rows = self.rows.iter().filter(|(_, answer)| is_meant(answer)).map(|(row, _)| *row);
            (rows.clone().count(), rows.take(NAMED).collect())
        };
        Remarks { tied: of(|answer| answer.is_tie), undefined: of(|answer| answer.predicted.is_none()) }
    }

    pub fn append(&mut self, mut later: Predictions) {
        self.rows.append(&mut later.rows);
        self.kept.1.append(&mut later.kept.1);
        self.typicality.iter_mut().for_each(|all| all.extend(later.typicality.take().unwrap_or_default()));
    }

    pub fn document(&self, warnings: impl IntoIterator<Item = String>) -> Document {
        let rows = self.cells(|value| document::decimal(&Number::Float(value)).plain());
        let mut out = Sheet { header: self.header(), rows }.document();
        out.items(warnings.into_iter().map(|warning| format!("{warning}.")));
        out
    }
}

const NAMED: usize = 5;

/// Rows with a remark: how many, and the first.
#[derive(Clone, Debug, Default)]
pub struct Remarks {
    tied: (usize, Vec<usize>),
    undefined: (usize, Vec<usize>),
}

impl Remarks {
    pub fn add(&mut self, later: Remarks) {
        for (own, (count, first)) in [(&mut self.tied, later.tied), (&mut self.undefined, later.undefined)] {
            own.0 += count;
            own.1.extend(first);
            own.1.truncate(NAMED);
        }
    }

    pub fn sentences(&self) -> Vec<String> {
        // `rows 3, 7 and 2 more`
        let rows = |(count, first): &(usize, Vec<usize>)| {
            format!("{} {}", if *count == 1 { "row" } else { "rows" }, first_of(first, *count))
        };
        let (are, them) = if self.tied.0 == 1 { ("is a tie", "it") } else { ("are ties", "them") };
        let tie = format!(" {are}: the first of the tied classes is predicted for {them}");
        let undefined = " cannot be predicted: see the column “undefined” for the reason".to_owned();
        let all = [(&self.tied, tie), (&self.undefined, undefined)];
        let all = all.into_iter().filter(|(found, _)| found.0 > 0);
        all.map(|(found, text)| rows(found) + &text).collect()
    }
}

/// `2 rows have a value of Outlook that training never saw: Fog (2); it has no factor`.
pub fn unseen(unseen: &Unseen) -> String {
    let feature = &unseen.feature;
    let values = unseen.most_first();
    let named = values.iter().take(NAMED).map(|(value, rows)| format!("{value} ({rows})"));
    let list = first_of(named, unseen.values.len());
    if unseen.is_words {
        let hold = counted(unseen.rows, "row holds", "rows hold");
        return format!(
            "{hold} words in {feature} that the vocabulary does not have: {list}; they have no factor"
        );
    }
    let have = counted(unseen.rows, "row has", "rows have");
    format!("{have} a value of {feature} that training never saw: {list}; it has no factor")
}

pub(super) const LONGEST: usize = 60;

/// A student, with the name if it is known: `Ada Lovelace (s1)`.
pub(super) fn with_name(id: &str, name: Option<&str>) -> String {
    match name {
        Some(name) => format!("{} ({})", shown(name), shown(id)),
        None => shown(id).into_owned(),
    }
}

/// Feedback on one sheet. A line that uses several wrong lines is to be recomputed after those, and a repeated mistake is
/// explained once.
pub fn feedback(sheet: &GradedSheet) -> Document {
    let mut out = Document::titled(sheet.answered.heading());
    let who = with_name(sheet.who(), sheet.full_name.as_deref());
    let seed = sheet.seed.as_deref().map(|seed| format!(" · seed {}", shown(seed))).unwrap_or_default();
    out.text(format!("{who} · {}{seed}", sheet.exercise));
    out.text(format!("{} of {} marks.", mark_words(sheet.marks), mark_words(sheet.max)));
    let mut explained: Vec<(&'static str, usize)> = Vec::new();
    for line in &sheet.lines {
        out.item(format!("{}. {}: {}", line.number, line.label, comment(line, &mut explained)));
    }
    left_over(sheet, &mut out);
    out
}

/// The same with the solution below it, on a page of its own where it is printed.
pub fn with_solution(sheet: &GradedSheet, solution: &Document) -> Document {
    let mut out = feedback(sheet);
    out.blocks.insert(0, Block::Page(format!("{} · {}", sheet.exercise, shown(sheet.who()))));
    out.page(format!("{} · solution", sheet.exercise));
    out.append(solution.clone());
    out
}

/// The comment on a line; `explained` are the causes explained so far, each with its line.
fn comment(line: &MarkedLine, explained: &mut Vec<(&'static str, usize)>) -> String {
    let (glyph, face) = (line.marked.verdict.glyph(), Face::default());
    let Some(answer) = &line.answer else { return format!("{glyph} {}", line.message(face)) };
    let typed = shorten(&shown(&answer.typed), LONGEST).into_owned();
    let wrong = line.is(Verdict::Wrong);
    let cause = line.marked.causes.first().copied().filter(|_| wrong && line.marked.causes.len() == 1);
    let before = cause.and_then(|cause| explained.iter().find(|(tag, _)| *tag == cause));
    let message = match (line.rests_on.as_slice(), before) {
        (lines @ [_, ..], _) if wrong => {
            format!("Correct {} first, then recompute {}.", numbered(lines, ""), line.label)
        }
        (_, Some((_, number))) => format!("This is the same slip as on line {number}."),
        _ => {
            explained.extend(cause.map(|cause| (cause, line.number)));
            match line.marked.hint.text(answer.face(face)).trim_end_matches('.') {
                "" => line.message(face),
                hint => format!("{} Hint: {hint}.", line.message(face)),
            }
        }
    };
    format!("{glyph} you wrote {typed}. {message}")
}

pub(super) fn left_over(sheet: &GradedSheet, out: &mut Document) {
    for left in &sheet.left_over {
        let text = shorten(&shown(&left.text), LONGEST).into_owned();
        out.item(format!("Line {}, “{text}”, was not marked: {}.", left.line, left.why));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_spreadsheet_would_run_is_text_and_numbers_stay() {
        // The last is the guard of a guard: both are read back.
        for cell in [
            "=1",
            "=cmd|' /C calc'!A0",
            "@SUM(1)",
            "+A1",
            "-A1",
            "-2+3",
            "+1+1",
            "\t=1",
            "\r=1",
            "+",
            "--1",
            "-1e",
            "-1e5+1",
            "-1.2.3",
            "+(1)",
            "-inf+1",
            "＝1",
            "'=1",
        ] {
            let sheet = Sheet { header: vec![cell.to_owned()], rows: vec![vec![cell.to_owned()]] };
            let read =
                |text: &str| csv::Reader::from_reader(text.as_bytes()).headers().unwrap()[0].to_owned();
            assert_eq!(read(&sheet.to_csv(false)), format!("'{cell}"));
            assert_eq!(read(&sheet.to_csv(true)), cell);
        }
        for cell in [
            "-", "-1", "+2", "-0.5", "-.5", "-1,5", "-1e-7", "+1.5E+10", "-inf", "", "a=b", " =1", "1-2",
            "'a", "'-1",
        ] {
            assert_eq!(guarded(cell), cell);
        }
    }
}
