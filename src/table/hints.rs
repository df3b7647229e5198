//! What a careful reader would notice about the data before trusting it: numbers in another notation, values that
//! differ only to the machine, characters nobody sees.

use std::collections::HashMap;

use unicode_normalization::UnicodeNormalization;

use super::build::Built;
use super::column::Kind;
use super::lines;
use super::notation::notation;
use super::notice::{Notice, capped};
use super::number::{is_code, number};
use super::quotes::Quotes;
use super::say::quoted;
use super::store::{Cells, Table};
use crate::text;

/// Columns that deserve a word, gathered so that a wide table is told of briefly.
#[derive(Default)]
pub(super) struct Found {
    mixed: Vec<Notice>,
    empty: Vec<Notice>,
    long: Vec<Notice>,
}

impl Found {
    /// Looks at a column whose kind was judged by its cells. `odd` is its first cell that is no number.
    pub fn column(
        &mut self,
        (column, cells): &Built,
        odd: Option<&(usize, String)>,
        rows: usize,
        line: &impl Fn(usize) -> u64,
    ) {
        let name = column.name.as_str();
        if column.missing == rows as u64 {
            self.empty.push(Notice::column(name, None, "Every cell is missing."));
        }
        let Some((start, value)) = odd.filter(|_| column.kind == Kind::Categorical) else { return };
        let mut counts = vec![0u64; column.dictionary.len()];
        for code in cells.iter().filter_map(codes).flatten() {
            if let Some(count) = counts.get_mut(*code as usize) {
                *count += 1;
            }
        }
        let known: u64 = counts.iter().sum();
        let values = column.dictionary.names().iter().zip(&counts);
        let is_number = |text: &str| number(text.as_bytes()).is_some();
        let numbers: u64 = values.filter(|(text, _)| is_number(text.as_str())).map(|(_, n)| n).sum();
        let what = if is_code(value.as_bytes()) {
            format!(
                "Read as categories, because {} begins with a zero, as a code does; --kind {}=numeric reads numbers.",
                quoted(value),
                quoted(name)
            )
        } else if numbers > 0 && 2 * numbers >= known {
            format!(
                "Read as categories: {numbers} of {known} cells are numbers, but {} is not{}. Correct such cells or \
                 count them as missing with --missing to have numbers.",
                quoted(value),
                notation(value).map_or(String::new(), |what| format!(" ({what})"))
            )
        } else {
            let first = column.dictionary.names().iter().take(20);
            let (all, alike) = first.fold((0, 0), |(all, alike), text| {
                (all + 1, alike + usize::from(notation(text.as_str()).is_some_and(|_| true)))
            });
            match notation(value) {
                Some(what) if 2 * alike > all => {
                    format!(
                        "Read as categories: cells such as {} are {what}, not plain numbers.",
                        quoted(value)
                    )
                }
                _ => return,
            }
        };
        self.mixed.push(Notice::column(name, Some(line(*start)), what));
    }

    /// An integer that does not fit.
    pub fn long_integer(&mut self, name: &str, line: u64) {
        let what = "Integers beyond 9,007,199,254,740,992 keep only their first 15 or 16 digits as numbers.";
        self.long.push(Notice::column(name, Some(line), what));
    }

    /// Says it all.
    pub fn tell(self, notices: &mut Vec<Notice>) {
        notices.extend(capped(self.mixed, 8, "almost numbers, and read as categories too"));
        notices.extend(capped(self.empty, 5, "every cell is missing there too"));
        notices.extend(capped(self.long, 5, "integers lose digits there too"));
    }
}

fn codes(cells: &Cells) -> Option<&Vec<u32>> {
    match cells {
        Cells::Codes(codes) => Some(codes),
        _ => None,
    }
}

/// Controls, direction marks and their like, and quotes in odd places: all are kept, but nobody would see them.
pub(super) fn strange_characters(text: &str, quotes: &Quotes, notices: &mut Vec<Notice>) {
    let bytes = text.as_bytes();
    if let Some(at) = quotes.text_after {
        let what = "Text follows a closing quote; it was read as part of the cell. A quote within a quoted cell is \
                    written twice.";
        notices.push(Notice::at_line(lines::line_at(bytes, at), what));
    }
    let hidden = text.char_indices().find(|(_, c)| {
        !c.is_ascii() && text::is_hidden(*c) || c.is_ascii_control() && !matches!(c, '\t' | '\n' | '\r')
    });
    let carriage = quotes.carriage.map(|at| (at, '\r'));
    if let Some((at, c)) = hidden.into_iter().chain(carriage).min() {
        let what = format!(
            "The data holds characters that are not seen or that steer a terminal; the first is {}. They are kept, and \
             shown by their number.",
            text::shown(&c.to_string())
        );
        notices.push(Notice::at_line(lines::line_at(bytes, at), what));
    }
}

/// Names that are numbers above numbers: the first row was probably data.
pub(super) fn header_of_data(table: &Table, line: u64, notices: &mut Vec<Notice>) {
    let numeric = table.columns().iter().filter(|column| column.kind == Kind::Numeric);
    if let Some(column) = numeric.into_iter().find(|column| number(column.name.as_str().as_bytes()).is_some())
    {
        let what = format!(
            "The first line looks like data: {} is a number above numbers. It was taken for the column names; if it is \
             a row, put a line of names above it.",
            quoted(column.name.as_str())
        );
        notices.push(Notice::at_line(line, what));
    }
}

/// One column where every line holds the same other sign may be many columns.
pub(super) fn one_column(text: &str, notices: &mut Vec<Notice>) {
    let first: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).take(20).collect();
    for (sign, name) in [('^', "^"), ('\u{1f}', "U+001F"), (':', ":"), ('~', "~"), (' ', "a blank")] {
        let mut counts = first.iter().map(|line| line.matches(sign).count());
        let Some(header) = counts.next().filter(|n| *n > 0) else { continue };
        if first.len() > 2 && counts.all(|n| n == header) {
            let what =
                format!("There is only one column, but every line holds {name}: that may be the delimiter.");
            notices.push(Notice::file(what));
            return;
        }
    }
}

/// Values that a person would take for the same: case, blanks, Unicode form, or the notation of a number.
pub(super) fn similar_values(table: &Table, notices: &mut Vec<Notice>) {
    const MOST: usize = 1_000;
    let mut found = Vec::new();
    for column in table.columns() {
        let values = column.dictionary.names();
        if column.kind != Kind::Categorical || values.len() > MOST {
            continue;
        }
        let mut seen: HashMap<String, &str> = HashMap::new();
        for value in values {
            let value = value.as_str();
            let Some(other) = seen.insert(folded(value), value) else { continue };
            let what = format!(
                "{} and {} are different values, though they look alike.",
                quoted(other),
                quoted(value)
            );
            found.push(Notice::column(column.name.as_str(), None, what));
            break;
        }
    }
    notices.extend(capped(found, 5, "values look alike there too"));
}

fn folded(value: &str) -> String {
    if let Some(number) = number(value.as_bytes()) {
        return format!("{number}");
    }
    let seen = value.nfkc().filter(|c| !c.is_whitespace() && !text::is_hidden(*c));
    seen.flat_map(char::to_lowercase).collect()
}
