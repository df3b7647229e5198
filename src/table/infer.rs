//! What kind of column the first rows suggest.
//!
//! Whether cells are numbers is checked again on every row; whether a column of words holds categories or documents is
//! settled here, so that it depends on nothing but the first rows.

use std::collections::HashSet;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

use super::column::Kind;
use super::error::TableError;
use super::missing::{is_mark, is_missing};
use super::number::{is_code, number};
use super::number_style::{NumberStyle, Seen};
use super::rows::Body;
use super::say::shortened;
use super::source::Options;

/// Rows that are looked at, fewer in a very wide table.
const ROWS: usize = 10_000;
const CELLS: usize = 2_000_000;

/// What the first cells of a column look like.
#[derive(Clone, Debug, Default)]
pub(super) struct Look {
    known: u64,
    words: u64,
    others: u64,
    distinct: HashSet<u64>,
    seen: Seen,
    /// The first number that is not written with a point.
    styled: Option<(usize, String)>,
    /// The first cell that is no number, and the byte at which its row begins.
    pub odd: Option<(usize, String)>,
}

impl Look {
    fn add(&mut self, cell: &[u8], start: usize, options: &Options) {
        self.known += 1;
        let text = std::str::from_utf8(cell).unwrap_or_default();
        let here = || (start, shortened(text, 100).into_owned());
        if !is_code(cell) && self.seen.add(cell) {
            if self.styled.is_none() && number(cell).is_none() {
                self.styled = Some(here());
            }
            return;
        }
        if !(options.missing.is_none() && is_mark(text)) {
            // What is odd among points and other marks are the others.
            let styled = self.styled.clone().filter(|_| number(cell).is_some() && !is_code(cell));
            self.odd.get_or_insert_with(|| styled.unwrap_or_else(here));
        }
        self.others += 1;
        self.distinct.insert(BuildHasherDefault::<DefaultHasher>::default().hash_one(cell));
        // A name or a date is no document: what counts is how many words with letters a cell has.
        let words = text.split_whitespace().filter(|word| word.chars().any(char::is_alphabetic));
        self.words += words.count() as u64;
    }

    /// The style of the column's numbers; with a point until its cells say otherwise.
    pub fn style(&self) -> NumberStyle {
        self.seen.style(None).unwrap_or_default()
    }

    /// The kind that these cells suggest; numbers until a cell says otherwise.
    pub fn kind(&self) -> Kind {
        if self.odd.is_none() { Kind::Numeric } else { self.kind_of_words() }
    }

    /// Documents have more than two words on average and seldom repeat; all else is a category.
    pub fn kind_of_words(&self) -> Kind {
        let many_words = self.words > 2 * self.known;
        let seldom_repeat = 2 * self.distinct.len() as u64 > self.others;
        if many_words && seldom_repeat { Kind::Text } else { Kind::Categorical }
    }
}

/// What the first rows show of each column, and whether each of them ends in an empty field too many.
pub(super) struct FirstRows {
    pub looks: Vec<Look>,
    pub trailing: bool,
}

/// Looks at the first rows.
pub(super) fn look(body: &Body<'_>, options: &Options) -> Result<FirstRows, TableError> {
    let mut looks = vec![Look::default(); body.width];
    let most = (CELLS / body.width.max(1)).clamp(20, ROWS);
    // Rows of another width are looked at too: they may turn out to be a repairable habit of the file.
    let mut rows = Body { ragged: super::ragged::Ragged::Extra, ..body.clone() }.rows();
    let (mut seen, mut trailing) = (0, true);
    while seen < most && rows.advance()? {
        seen += 1;
        trailing &= rows.width() == body.width + 1 && rows.field(body.width).is_some_and(<[u8]>::is_empty);
        let start = rows.start();
        for (column, look) in looks.iter_mut().enumerate() {
            let known = rows.field(column).filter(|cell| !is_missing(cell, options.missing.as_deref()));
            if let Some(cell) = known {
                look.add(cell, start, options);
            }
        }
    }
    Ok(FirstRows { looks, trailing: trailing && seen > 0 })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(cells: &[&str]) -> Kind {
        let mut look = Look::default();
        cells
            .iter()
            .filter(|cell| **cell != "?")
            .for_each(|cell| look.add(cell.as_bytes(), 0, &Options::default()));
        look.kind()
    }

    #[test]
    fn documents_are_told_from_categories() {
        for (cells, expected) in [
            (&["Chinese Beijing Chinese", "Chinese Chinese Shanghai", "Chinese Macao"][..], Kind::Text),
            (&["Sunny", "Rain", "Sunny"], Kind::Categorical),
            (&["New York", "Los Angeles", "Palma"], Kind::Categorical),
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
            (&["1", "0012345"], Kind::Categorical),
            (&["1,75", "2"], Kind::Numeric),
            (&["1,75", "2.5"], Kind::Categorical),
            (&["yes", "no"], Kind::Categorical),
            (&["0", "1"], Kind::Numeric),
            (&["?"], Kind::Numeric),
        ] {
            assert_eq!(kind(cells), expected, "{cells:?}");
        }
    }
}
