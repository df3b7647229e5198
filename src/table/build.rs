//! Columns grow cell by cell, typed as they are read, one piece per segment.

use super::column::{Column, Dictionary, Kind};
use super::decimal_mark::DecimalMark;
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
    /// Whether the cells must be whole numbers, and then whether one may be missing.
    whole: Option<bool>,
    cells: Cells,
    done: Vec<Cells>,
    dictionary: Dictionary,
    missing: u64,
    decimals: u8,
    mark: DecimalMark,
    /// The first cell with a comma, where its row begins, and how many cells stand before it.
    pub comma: Option<(usize, String, u64)>,
    /// The first cell that is no number in a column of numbers, and where its row begins. The column is then given up.
    pub odd: Option<(usize, String)>,
    /// How many cells stand before that cell, or so far.
    pub before_odd: u64,
    /// Where the first integer stands that an `f64` cannot hold.
    pub long: Option<usize>,
}

/// A finished column: what it is, and its cells by segment.
pub(super) type Built = (Column, Vec<Cells>);

impl<'o> Builder<'o> {
    /// An empty column. The user may have named its kind: codes with leading zeros are numbers then.
    pub fn new(name: &str, kind: Kind, options: &'o Options) -> Self {
        Builder {
            options,
            kind,
            chosen: options.kinds.contains_key(name),
            whole: options.whole.get(name).copied(),
            cells: empty(kind),
            done: Vec::new(),
            dictionary: Dictionary::default(),
            missing: 0,
            decimals: 0,
            mark: if options.commas.contains(name) {
                DecimalMark::known_comma()
            } else {
                DecimalMark::default()
            },
            comma: None,
            odd: None,
            before_odd: 0,
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
                None if self.whole != Some(false) => {
                    self.missing += 1;
                    numbers.push(f64::NAN);
                }
                None => {
                    self.odd = Some((start, String::new()));
                    self.before_odd += numbers.len() as u64;
                }
                Some(cell) => match self
                    .mark
                    .read(cell)
                    .filter(|_| self.chosen || !is_code(cell))
                    .filter(|value| self.whole.is_none() || is_whole(*value))
                {
                    Some(value) => {
                        if self.comma.is_none() && self.mark.is_comma() {
                            let text = String::from_utf8_lossy(cell).into_owned();
                            self.comma = Some((start, text, self.before_odd + numbers.len() as u64));
                        }
                        numbers.push(value);
                        self.decimals = self.decimals.max(decimals(cell));
                        if loses_digits(cell, value) {
                            self.long.get_or_insert(start);
                        }
                    }
                    // What is odd among commas and points is the comma.
                    None if number(cell).is_some() && self.comma.is_some() => self.give_up(),
                    None => {
                        self.odd = Some((start, String::from_utf8_lossy(cell).into_owned()));
                        self.before_odd += numbers.len() as u64;
                    }
                },
            },
        }
    }

    /// The first cell with a comma is no number.
    fn give_up(&mut self) {
        if let Some((start, text, before)) = self.comma.take() {
            (self.odd, self.before_odd) = (Some((start, text)), before);
        }
    }

    /// After all rows: commas that may mark thousands are no decimal commas.
    pub fn settle(&mut self) {
        if self.odd.is_none() && self.mark.is_open() {
            self.give_up();
        }
    }

    /// Closes a segment.
    pub fn end_segment(&mut self) {
        if let (Cells::Numbers(numbers), None) = (&self.cells, &self.odd) {
            self.before_odd += numbers.len() as u64;
        }
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
            decimal_comma: self.comma.is_some(),
        };
        (column, self.done)
    }
}

/// Whether a number says how many: whole, 0 or more, and small enough that every whole number up to it is a float.
pub fn is_whole(value: f64) -> bool {
    value >= 0.0 && value.fract() == 0.0 && value <= MOST
}

/// 2⁵³
const MOST: f64 = 9_007_199_254_740_992.0;

fn empty(kind: Kind) -> Cells {
    match kind {
        Kind::Numeric => Cells::Numbers(Vec::new()),
        Kind::Binary | Kind::Categorical => Cells::Codes(Vec::new()),
        Kind::Text => Cells::Tokens { starts: vec![0], ids: Vec::new(), raw: Vec::new() },
    }
}
