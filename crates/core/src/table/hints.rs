//! What a careful reader would notice about the data before trusting it: numbers in another notation, values that
//! differ only to the machine, characters that cannot be seen.

use super::build::{Builder, Built, Spot, code_counts};
use super::columns::value_key;
use super::dialect::Quotes;
use super::error::{capped, counted, quoted};
use super::number::{is_code, number, written};
use super::unit::{NotNumbers, UnitNumbers, written_as};
use super::windows::line_at;
use super::{Cells, Column, Kind, Notice, NumberStyle, Table, Topic, found_or, is_mark};
use crate::math::Name;
use crate::text::{self, flag, listed};
use std::borrow::Cow;
use std::collections::HashMap;

/// Notices about columns, gathered so that many of a kind become few.
#[derive(Default)]
pub(super) struct ColumnNotices {
    mixed: Vec<Notice>,
    empty: Vec<Notice>,
    long: Vec<Notice>,
    guarded: Vec<Notice>,
    /// How numbers are written, the notice of the first such column, and the other columns.
    styled: Vec<(String, Notice, Vec<String>)>,
}

/// The most texts among numbers that may be counted as missing together.
const FEW: usize = 3;

impl ColumnNotices {
    /// Looks at a column whose kind was decided by its cells. `odd` is its first cell that is not a number.
    pub fn column(&mut self, built: &Built, odd: Option<&Spot>, rows: usize, line: &impl Fn(usize) -> u64) {
        let column = &built.0;
        let name = column.name.as_str();
        if column.missing == rows as u64 {
            self.empty.push(Notice::column(name, None, "Every cell is missing."));
        }
        let Some(spot) = odd.filter(|_| column.kind == Kind::Categorical) else { return };
        let first = spot.text.as_str();
        let values = || column.dictionary.names().iter().map(Name::as_str);
        let read = |style: NumberStyle, text: &str| style.read(text.as_bytes()).is_some();
        let like_number = |text: &str| {
            text.bytes().any(|b| b.is_ascii_digit())
                && (read(NumberStyle::Point, text) || read(NumberStyle::Comma, text))
        };
        // Where no value is a number it does not matter how often each occurs.
        let any = || vec![1; column.dictionary.len().min(1)];
        let counts = if values().any(like_number) { code_counts(built) } else { any() };
        let known: u64 = counts.iter().sum();
        let count = |style: NumberStyle| -> u64 {
            values().zip(&counts).filter(|(text, _)| read(style, text)).map(|(_, n)| n).sum()
        };
        let (points, commas) = (count(NumberStyle::Point), count(NumberStyle::Comma));
        let numbers = points.max(commas);
        let style = if commas > points { NumberStyle::Comma } else { NumberStyle::Point };
        let odd = || values().filter(|text| !read(style, text));
        let (value, what, topic) = if numbers == known && first.contains(',') {
            let comma = format!("the comma of {} may mark thousands or decimals", quoted(first));
            let what = format!("Read as categories: {comma}, and no cell of the column shows which.");
            (first, what, Topic::Decimal(first.to_owned()))
        } else if numbers == known {
            let begins = format!("{} begins with a zero, as a code does", quoted(first));
            (first, format!("Read as categories, because {begins}."), Topic::Codes)
        } else if 2 * numbers >= known {
            // A code with a leading zero may come first; the cell to name is one that is not a number.
            let value = if is_code(first.as_bytes()) { odd().next().unwrap_or(first) } else { first };
            let is = written_as(value).map_or(String::new(), |what| format!(" ({what})"));
            let but = format!("{numbers} of {known} cells are numbers, but {} is not{is}", quoted(value));
            let what = format!("Read as categories: {but}.");
            let few: Vec<String> = odd().map(str::to_owned).take(FEW + 1).collect();
            (value, what, if few.len() <= FEW { Topic::Odd(few) } else { Topic::Clear })
        } else {
            let Some(found) = look_of_values(built) else { return };
            found
        };
        // Only the line of the first cell that is not a number is known.
        let line = (value == first).then(|| line(spot.start));
        self.mixed.push(Notice::column(name, line, what).about(topic));
    }

    pub fn numbers(&mut self, name: &str, builder: &Builder<'_>, line: &impl Fn(usize) -> u64) {
        let first = &builder.first;
        if let Some(spot) = &first.long {
            let most = "Integers beyond 9,007,199,254,740,992";
            let what = format!("{most} keep only their first 15 or 16 digits as numbers.");
            self.long.push(Notice::column(name, Some(line(spot.start)), what));
        }
        if let Some(spot) = &first.guarded {
            let guard = "', which keeps a spreadsheet from running the cell as a formula";
            let what = format!("{} is read without its {guard}.", quoted(&spot.text));
            self.guarded.push(Notice::column(name, Some(line(spot.start)), what));
        }
        let Some(spot) = first.styled.as_ref().or(first.minus.as_ref()) else { return };
        let Some(value) = builder.style.read(spot.text.as_bytes()) else { return };
        use NumberStyle::{Comma, CommaBlank, CommaPoint, Point};
        let with = match builder.style {
            Point => "with the sign − (U+2212) as minus",
            Comma => "with a decimal comma",
            CommaPoint | CommaBlank => "with a decimal comma and a mark for thousands",
            _ => "with a mark for thousands",
        };
        self.styled_as(with.to_owned(), name, Some(line(spot.start)), &spot.text, value);
    }

    pub fn units(&mut self, column: &Column, line: Option<u64>, text: &str, value: f64) {
        let with = match &column.unit {
            Some(unit) => format!("with the unit {unit}"),
            None => "with brackets around negative ones".to_owned(),
        };
        self.styled_as(with, column.name.as_str(), line, text, value);
    }

    fn styled_as(&mut self, with: String, name: &str, line: Option<u64>, text: &str, value: f64) {
        if let Some((.., others)) = self.styled.iter_mut().find(|(same, ..)| *same == with) {
            return others.push(name.to_owned());
        }
        let what = format!("Read as numbers {with}: {} is {}", quoted(text), written(value));
        self.styled.push((with, Notice::column(name, line, what), Vec::new()));
    }

    pub fn report(self, notices: &mut Vec<Notice>) {
        notices.extend(self.styled.into_iter().map(|(_, mut notice, others)| {
            if !others.is_empty() {
                notice.what += &format!("; also in {}", listed(others.iter().map(String::as_str)));
            }
            notice.what.push('.');
            notice.about(Topic::Styled(others))
        }));
        notices.extend(capped(self.mixed, 8, "almost numbers, and read as categories too"));
        notices.extend(capped(self.empty, 5, "every cell is missing there too"));
        notices.extend(capped(self.guarded, 3, "cells are read without the ' there too"));
        notices.extend(capped(self.long, 5, "integers lose digits there too"));
    }
}

/// What the first values of a category have in common with numbers, or which of them marks a missing cell.
fn look_of_values(built: &Built) -> Option<(&str, String, Topic)> {
    let names = built.0.dictionary.names();
    let first = || names.iter().take(20).map(Name::as_str);
    let odd = || first().filter(|text| !is_mark(text)).find_map(|text| Some((text, written_as(text)?)));
    let like = |text: &&str| number(text.as_bytes()).is_some() || written_as(text).is_some();
    if let Some(found) = look_of_units(names) {
        return Some(found);
    }
    if let Some((value, what)) = odd().filter(|_| 2 * first().filter(like).count() >= first().count()) {
        let is = format!("{} is {what}", quoted(value));
        let fix = "Write such cells as 1.5 is written, with digits and a point.";
        let what = format!("Read as categories, not as numbers: {is}. {fix}");
        return Some((value, what, Topic::Clear));
    }
    let at = names.iter().position(|name| is_mark(name.as_str()))?;
    let mark = names.get(at)?.as_str();
    let rows = code_counts(built).get(at).copied().unwrap_or(0);
    let what = format!("{} occurs in {}, as a value of its own.", quoted(mark), counted(rows, "row"));
    Some((mark, what, Topic::Mark(mark.to_owned(), rows)))
}

fn look_of_units(names: &[Name]) -> Option<(&str, String, Topic)> {
    let values = || names.iter().map(Name::as_str).filter(|value| !is_mark(value));
    let first = values().next()?;
    let (value, what, topic) = match UnitNumbers::of(values(), |_| None, false).err()? {
        NotNumbers::NoUnits => return None,
        NotNumbers::Mixed(one, other) => {
            let both = format!("{} and {} have different units", quoted(&one), quoted(&other));
            (first, format!("{both}. Write all cells of the column in one unit."), Topic::Clear)
        }
        NotNumbers::NoNumber(odd) => {
            let what = format!("other cells are numbers with a unit, but {} is not.", quoted(&odd));
            (values().find(|value| **value == odd)?, what, Topic::Odd(vec![odd]))
        }
        NotNumbers::Doubt(number) => {
            let mark = format!("the mark in {} may separate thousands or decimals", quoted(&number));
            (first, format!("{mark}, and the other cells do not settle it."), Topic::Decimal(number))
        }
    };
    Some((value, format!("Read as categories: {what}"), topic))
}

pub(super) fn thousands(built: &[Built], grouped: &[bool], notices: &mut Vec<Notice>) {
    let is_comma = |(column, _): &Built| column.kind == Kind::Numeric && column.style.is_comma();
    if !built.iter().any(is_comma) {
        return;
    }
    let mut found = Vec::new();
    for ((column, cells), _) in built.iter().zip(grouped).filter(|(_, grouped)| **grouped) {
        let mut numbers = cells.iter().flat_map(Cells::numbers);
        let Some(first) = numbers.find(|value| value.fract() != 0.0) else { continue };
        let text = format!("{first:.3}");
        let read = format!("{} is read as {}", quoted(&text), written(*first));
        let what = format!("{read}, but other columns have a decimal comma: the point may mark thousands.");
        found.push(Notice::column(column.name.as_str(), None, what).about(Topic::Decimal(text)));
    }
    notices.extend(capped(found, 3, "points may mark thousands there too"));
}

pub(super) fn marks(built: &[Built], notices: &mut Vec<Notice>) {
    const NAMED: usize = 4;
    let marked: Vec<(&Column, u64)> = built
        .iter()
        .map(|(column, _)| (column, column.marks.iter().map(|(_, cells)| cells).sum()))
        .filter(|(_, cells)| *cells > 0)
        .collect();
    let mut marks: Vec<String> = Vec::new();
    for mark in marked.iter().flat_map(|(column, _)| &column.marks).map(|(mark, _)| quoted(mark)) {
        found_or(&mut marks, |known| *known == mark, || mark.clone());
    }
    let all = match marks.as_slice() {
        [] => return,
        [only] => format!("{only} counts"),
        [before @ .., last] => format!("{} and {last} count", before.join(", ")),
    };
    let place = |cells: u64, of: String| format!("{} of {of}", counted(cells, "cell"));
    let (named, rest) = marked.split_at(marked.len().min(NAMED));
    let named = named.iter().map(|(column, cells)| place(*cells, quoted(column.name.as_str())));
    let mut places: Vec<String> = named.collect();
    if !rest.is_empty() {
        let cells = rest.iter().map(|(_, cells)| cells).sum();
        places.push(place(cells, counted(rest.len() as u64, "more column")));
    }
    let what = format!("{all} as missing, as the empty cell and “?” do: {}.", places.join(", "));
    notices.push(Notice::file(what).about(Topic::Marks));
}

/// Controls, direction marks and their like, and quotes in odd places: all are kept, but they cannot be seen.
pub(super) fn strange_characters(text: &str, quotes: &Quotes, notices: &mut Vec<Notice>) {
    let rest = if is_seen(text.as_bytes()) { "" } else { text };
    let hidden = rest.char_indices().find(|(_, c)| is_hidden(*c));
    let carriage = quotes.carriage.map(|at| (at, '\r'));
    let hidden = hidden.into_iter().chain(carriage).min();
    let first = text::shown(&hidden.map_or(String::new(), |(_, c)| c.to_string())).into_owned();
    let after = "Text follows a closing quote; it was read as part of the cell. A quote within a quoted cell is \
                 written twice.";
    let lone = "A cell that does not begin with a quote has an odd number of them; each was read as a character. \
                A cell that holds the delimiter is quoted as a whole.";
    let lost =
        "The data contains � (U+FFFD), which marks a character that was lost before the file was written.";
    let shown = format!(
        "The data contains invisible characters or terminal controls; the first is {first}. They are kept and shown \
         by their code."
    );
    for (at, what) in [
        (quotes.text_after, after),
        (quotes.lone, lone),
        (rest.find('\u{fffd}'), lost),
        (hidden.map(|(at, _)| at), &shown),
    ] {
        notices.extend(at.map(|at| Notice::at_line(line_at(text.as_bytes(), at), what)));
    }
}

/// Whether there are printable ASCII characters only, which is found many times faster than going through all characters.
fn is_seen(bytes: &[u8]) -> bool {
    let odd = |b: &u8| *b >= 0x7f || (*b < 0x20 && !matches!(b, b'\t' | b'\n' | b'\r'));
    !bytes.chunks(4096).any(|chunk| chunk.iter().fold(false, |found, b| found | odd(b)))
}

fn is_hidden(c: char) -> bool {
    !c.is_ascii() && text::is_hidden(c) || c.is_ascii_control() && !matches!(c, '\t' | '\n' | '\r')
}

pub(super) fn has_strange(text: &str) -> bool {
    !is_seen(text.as_bytes()) && text.chars().any(|c| c == '\u{fffd}' || is_hidden(c))
}

pub(super) fn one_column(text: &str, line: u64, notices: &mut Vec<Notice>) {
    let first: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).take(20).collect();
    for sign in [";", "|", "\t", "#", "^", "\u{1f}", ":", "~", " "] {
        let mut counts = first.iter().map(|line| line.matches(sign).count());
        let Some(header) = counts.next().filter(|n| *n > 0) else { continue };
        if first.len() > 2 && counts.all(|n| n == header) {
            let (name, word) = match sign {
                " " => ("a blank".to_owned(), "blank"),
                "\t" => (format!("“{}”", text::shown(sign)), "tab"),
                _ => (format!("“{}”", text::shown(sign)), sign),
            };
            let times = if header == 1 { "once".to_owned() } else { format!("{header} times") };
            let holds = format!("the line holds {name} {times}, as the lines below it do");
            let flag = flag("delimiter", word);
            let what = format!("There is only one column, but {holds}; if it divides fields: {flag}.");
            return notices.push(Notice::at_line(line, what));
        }
    }
}

pub(super) fn idle_columns(table: &Table, notices: &mut Vec<Notice>) {
    let mut constant = Vec::new();
    for (i, column) in table.columns().iter().enumerate() {
        let mut known = table.numbers(i).filter(|value| !value.is_nan());
        let (is_one, what) = match (column.kind, known.next()) {
            (Kind::Numeric, Some(first)) => {
                (known.next() == Some(first) && known.all(|value| value == first), "number")
            }
            (Kind::Numeric, None) | (Kind::Text, _) => (false, ""),
            _ => (column.dictionary.len() == 1 && table.rows() as u64 > 1 + column.missing, "value"),
        };
        if is_one {
            let what = format!("Every known cell is the same {what}.");
            constant.push(Notice::column(column.name.as_str(), None, what));
        }
    }
    notices.extend(capped(constant, 5, "every known cell is the same there too"));
}

/// Values that a person would take for the same: case, blanks, Unicode form, or the notation of a number.
pub fn similar_values(table: &Table, notices: &mut Vec<Notice>) {
    const MOST: usize = 1_000;
    let mut found = Vec::new();
    for column in table.columns() {
        let values = column.dictionary.names();
        if column.kind != Kind::Categorical || values.len() > MOST {
            continue;
        }
        let mut seen: HashMap<Cow<'_, str>, &str> = HashMap::new();
        for value in values {
            let value = value.as_str();
            let Some(other) = seen.insert(value_key(value), value) else { continue };
            let difference = if number(value.as_bytes()).is_some() {
                "in the notation of a number"
            } else if other.to_lowercase() == value.to_lowercase() {
                "in case"
            } else {
                "in blanks, in invisible characters or in Unicode form"
            };
            let both = format!("{} and {}", quoted(other), quoted(value));
            let what = format!("{both} are different values, but they differ only {difference}.");
            found.push(Notice::column(column.name.as_str(), None, what));
            break;
        }
    }
    notices.extend(capped(found, 5, "values look the same there too"));
}
