//! Columns grow cell by cell, typed as they are read, one piece per segment.

use super::column::{Column, Dictionary, Kind};
use super::infer::is_missing;
use super::number::{decimals, is_code, loses_digits, number};
use super::source::Options;
use super::store::{Cells, MISSING};
use super::tokens::tokens;

/// A column under construction.
pub(super) struct Builder<'o> {
    options: &'o Options,
    kind: Kind,
    chosen: bool,
    cells: Cells,
    done: Vec<Cells>,
    dictionary: Dictionary,
    missing: u64,
    decimals: u8,
    /// The first cell that is no number in a column of numbers, and where its row begins. The column is then given up.
    pub odd: Option<(usize, String)>,
    /// Where the first integer stands that an `f64` cannot hold.
    pub long: Option<usize>,
}

/// A finished column: what it is, and its cells by segment.
pub(super) type Built = (Column, Vec<Cells>);

impl<'o> Builder<'o> {
    /// An empty column. `chosen` says that the user named the kind: codes with leading zeros are numbers then.
    pub fn new(kind: Kind, chosen: bool, options: &'o Options) -> Self {
        Builder {
            options,
            kind,
            chosen,
            cells: empty(kind),
            done: Vec::new(),
            dictionary: Dictionary::default(),
            missing: 0,
            decimals: 0,
            odd: None,
            long: None,
        }
    }

    /// Adds a trimmed cell of the row that begins at `start`; `None` where the row is too short.
    pub fn push(&mut self, cell: Option<&[u8]>, start: usize) {
        let known = cell.filter(|cell| !is_missing(cell, &self.options.missing));
        match &mut self.cells {
            Cells::Tokens { starts, ids, raw } => {
                let text = std::str::from_utf8(cell.unwrap_or_default()).unwrap_or_default();
                ids.extend(tokens(text, self.options.lower_case).map(|word| self.dictionary.intern(&word)));
                starts.push(u32::try_from(ids.len()).unwrap_or(u32::MAX));
                raw.push(text.into());
            }
            Cells::Codes(codes) => codes.push(match known {
                Some(cell) => self.dictionary.intern(std::str::from_utf8(cell).unwrap_or_default()),
                None => {
                    self.missing += 1;
                    MISSING
                }
            }),
            Cells::Numbers(_) if self.odd.is_some() => {}
            Cells::Numbers(numbers) => match known {
                None => {
                    self.missing += 1;
                    numbers.push(f64::NAN);
                }
                Some(cell) => match number(cell).filter(|_| self.chosen || !is_code(cell)) {
                    Some(value) => {
                        numbers.push(value);
                        self.decimals = self.decimals.max(decimals(cell));
                        if loses_digits(cell, value) {
                            self.long.get_or_insert(start);
                        }
                    }
                    None => self.odd = Some((start, String::from_utf8_lossy(cell).into_owned())),
                },
            },
        }
    }

    /// Closes a segment.
    pub fn end_segment(&mut self) {
        let done = std::mem::replace(&mut self.cells, empty(self.kind));
        self.done.push(done);
    }

    /// The finished column. One without any known cell has no kind of its own: it is a category without values.
    pub fn finish(mut self, name: &str, rows: usize) -> Built {
        if self.kind == Kind::Numeric && !self.chosen && self.missing == rows as u64 {
            self.kind = Kind::Categorical;
            for cells in &mut self.done {
                if let Cells::Numbers(numbers) = cells {
                    *cells = Cells::Codes(vec![MISSING; numbers.len()]);
                }
            }
        }
        let column = Column {
            name: name.into(),
            kind: self.kind,
            dictionary: self.dictionary,
            missing: self.missing,
            decimals: self.decimals,
        };
        (column, self.done)
    }
}

fn empty(kind: Kind) -> Cells {
    match kind {
        Kind::Numeric => Cells::Numbers(Vec::new()),
        Kind::Binary | Kind::Categorical => Cells::Codes(Vec::new()),
        Kind::Text => Cells::Tokens { starts: vec![0], ids: Vec::new(), raw: Vec::new() },
    }
}
