//! What kind of column the first rows suggest.
//!
//! Whether cells are numbers is checked again on every row; whether a column of words holds categories or documents
//! depends on the first rows alone.
//!
//! The empty cell and `?` are always missing. What programs and people write in their place (`NA`, `-`) is missing where
//! the rest of the column, or of the file, shows that it is meant so.

use std::collections::HashSet;
use std::hash::BuildHasher;

use foldhash::fast::FixedState;

use super::build::{Built, Spot};
use super::error::{counted, quoted, shortened};
use super::number::{Seen, Short, is_code, number};
use super::rows::Body;
use super::unit::Numbers;
use super::{Cells, Column, Decimal, Kind, MISSING, Notice, NumberStyle, Options};
use super::{Ragged, TableError, Topic, is_mark, is_missing};
use crate::math::Name;

/// Rows that are looked at, fewer in a very wide table.
const ROWS: usize = 10_000;
const CELLS: usize = 2_000_000;

/// What the first cells of a column look like.
#[derive(Clone, Debug, Default)]
pub(super) struct Look {
    known: u64,
    words: u64,
    others: u64,
    distinct: HashSet<u64, FixedState>,
    seen: Seen,
    styled: Option<Spot>,
    /// The first cell that is no number.
    pub odd: Option<Spot>,
}

impl Look {
    fn add(&mut self, cell: &[u8], start: usize, is_listed: bool) {
        self.known += 1;
        let short = Short::of_cell(cell).filter(|short| !short.is_code());
        if short.is_some_and(|short| self.seen.add_short(&short)) {
            return;
        }
        let text = std::str::from_utf8(cell).unwrap_or_default();
        let here = || Spot::new(start, shortened(text, 100).as_bytes(), 0);
        let has_digit = cell.iter().any(|b| b.is_ascii_digit());
        if has_digit && !is_code(cell) && self.seen.add(cell) {
            if self.styled.is_none() && number(cell).is_none() {
                self.styled = Some(here());
            }
            return;
        }
        if (is_listed || !is_mark(text)) && self.odd.is_none() {
            // Among points and other marks, the other marks are odd.
            let styled = self.styled.clone().filter(|_| number(cell).is_some() && !is_code(cell));
            self.odd = styled.or_else(|| Some(here()));
        }
        self.others += 1;
        self.distinct.insert(FixedState::default().hash_one(cell));
        // A name or a date is no document: what counts is how many words with letters a cell has.
        self.words += words_with_letters(text);
    }

    /// The style of the column's numbers; with a point until its cells say otherwise.
    pub fn style(&self, decimal: Option<Decimal>) -> NumberStyle {
        let chosen = decimal.and_then(|decimal| self.seen.with_decimal(decimal));
        chosen.or_else(|| self.seen.style(None)).unwrap_or_default()
    }

    /// The kind that these cells suggest; numbers until a cell says otherwise.
    pub fn kind(&self) -> Kind {
        if self.odd.is_none() { Kind::Numeric } else { self.kind_of_words() }
    }

    /// Documents have more than two words on average and seldom repeat; all else is a category.
    pub(crate) fn kind_of_words(&self) -> Kind {
        let many_words = self.words > 2 * self.known;
        let seldom_repeat = 2 * self.distinct.len() as u64 > self.others;
        if many_words && seldom_repeat { Kind::Text } else { Kind::Categorical }
    }
}

fn words_with_letters(text: &str) -> u64 {
    let has_letter = |word: &&str| word.chars().any(char::is_alphabetic);
    text.split_whitespace().filter(has_letter).count() as u64
}

/// What the first rows show of each column, and whether each of them ends in an empty field too many.
pub(super) struct FirstRows {
    pub looks: Vec<Look>,
    pub trailing: bool,
    pub is_enough: bool,
}

pub(super) fn rows_looked_at(width: usize) -> usize {
    (CELLS / width.max(1)).clamp(20, ROWS)
}

/// Looks at the first rows; `names` are those of the columns, where they are known.
pub(super) fn look(body: &Body<'_>, options: &Options, names: &[String]) -> Result<FirstRows, TableError> {
    let listed: Vec<Option<&[String]>> =
        (0..body.width).map(|at| options.listed(names.get(at).map_or("", String::as_str))).collect();
    let mut looks = vec![Look::default(); body.width];
    let most = rows_looked_at(body.width);
    // Rows of another width are looked at too: they may turn out to be a repairable habit of the file.
    let mut rows = Body { ragged: Ragged::Extra, ..body.clone() }.rows();
    let (mut seen, mut trailing) = (0, true);
    while seen < most && rows.advance()? {
        seen += 1;
        trailing &= rows.width() == body.width + 1 && rows.field(body.width).is_some_and(<[u8]>::is_empty);
        let start = rows.start();
        for (column, (look, listed)) in looks.iter_mut().zip(&listed).enumerate() {
            let known = rows.field(column).filter(|cell| !is_missing(cell, *listed));
            if let Some(cell) = known {
                look.add(cell, start, listed.is_some());
            }
        }
    }
    Ok(FirstRows { looks, trailing: trailing && seen > 0, is_enough: seen == most })
}

/// Takes the marks out of the categories where all other values of their column are numbers; and `NA` out of the others
/// where a column of numbers has it.
pub(super) fn leave_out_of_categories(built: &mut [Built], options: &Options) {
    /// What R writes for a missing cell in every column.
    const R_NA: &str = "NA";
    let of_numbers: Vec<bool> = built.iter().map(|(column, _)| holds_numbers(column)).collect();
    let is_r = built.iter().zip(&of_numbers).any(|((column, _), of_numbers)| {
        column.marks.iter().any(|(mark, _)| mark == R_NA)
            || *of_numbers && column.dictionary.code(R_NA).is_some()
    });
    for (built, of_numbers) in built.iter_mut().zip(of_numbers) {
        if options.missing_in.contains_key(built.0.name.as_str()) {
            continue;
        }
        leave_out(built, |value| if of_numbers { is_mark(value) } else { is_r && value == R_NA });
    }
}

fn holds_numbers(column: &Column) -> bool {
    let is_category = matches!(column.kind, Kind::Categorical | Kind::Binary);
    let values = || column.dictionary.names().iter().map(Name::as_str).filter(|value| !is_mark(value));
    let mut seen = Seen::default();
    let all = values().next().is_some() && values().all(|value| seen.add(value.as_bytes()));
    is_category && (all || Numbers::of(values(), |seen| seen.with_decimal(Decimal::Point), false).is_ok())
}

fn leave_out((column, cells): &mut Built, is_out: impl Fn(&str) -> bool) {
    if !matches!(column.kind, Kind::Categorical | Kind::Binary) {
        return;
    }
    if !column.dictionary.names().iter().any(|name| is_out(name.as_str())) {
        return;
    }
    let before = std::mem::take(&mut column.dictionary);
    let (mut marks, mut codes): (Vec<(String, u64)>, Vec<Result<u32, usize>>) = Default::default();
    // For each code before, the code now, or which of the marks it was.
    for name in before.names().iter().map(Name::as_str) {
        if is_out(name) {
            codes.push(Err(marks.len()));
            marks.push((name.to_owned(), 0));
        } else {
            codes.push(Ok(column.dictionary.intern(name)));
        }
    }
    for cells in cells.iter_mut() {
        let Cells::Codes(all) = cells else { continue };
        for code in all.iter_mut() {
            match codes.get(*code as usize) {
                Some(Ok(now)) => *code = *now,
                Some(Err(mark)) => {
                    *code = MISSING;
                    column.missing += 1;
                    marks.get_mut(*mark).into_iter().for_each(|(_, count)| *count += 1);
                }
                None => {}
            }
        }
    }
    column.marks.extend(marks);
}

/// Says once which marks count as missing, and how many.
pub(super) fn tell(built: &[Built], notices: &mut Vec<Notice>) {
    const NAMED: usize = 4;
    let marked: Vec<(&Column, u64)> = built
        .iter()
        .map(|(column, _)| (column, column.marks.iter().map(|(_, cells)| cells).sum()))
        .filter(|(_, cells)| *cells > 0)
        .collect();
    let mut marks: Vec<&str> = Vec::new();
    for (mark, _) in marked.iter().flat_map(|(column, _)| &column.marks) {
        if !marks.contains(&mark.as_str()) {
            marks.push(mark);
        }
    }
    let Some(last) = marks.pop() else { return };
    let last = quoted(last);
    let before: Vec<String> = marks.iter().map(|mark| quoted(mark)).collect();
    let all = match before.as_slice() {
        [] => format!("{last} counts"),
        before => format!("{} and {last} count", before.join(", ")),
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

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(cells: &[&str]) -> Kind {
        let mut look = Look::default();
        cells.iter().filter(|cell| **cell != "?").for_each(|cell| look.add(cell.as_bytes(), 0, false));
        look.kind()
    }

    #[test]
    fn documents_are_distinguished_from_categories() {
        for (cells, expected) in [
            (&["New York", "Los Angeles", "Palma"][..], Kind::Categorical),
            (&["Ada Lovelace", "Grace Hopper", "Emmy Noether"], Kind::Categorical),
            (&["2024-01-05 10:00:00", "2024-01-06 11:30:00"], Kind::Categorical),
            (
                &[
                    "neither agree nor disagree",
                    "strongly agree",
                    "neither agree nor disagree",
                    "strongly agree",
                ],
                Kind::Categorical,
            ),
            (&["1", "2.5", "?"], Kind::Numeric),
            (&["1,75", "2"], Kind::Numeric),
            (&["?"], Kind::Numeric),
        ] {
            assert_eq!(kind(cells), expected, "{cells:?}");
        }
    }
}
