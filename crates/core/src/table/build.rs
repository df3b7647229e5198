//! Columns grow cell by cell, typed as they are read, in one part for each segment.

use super::columns::{ascii_words, unguarded};
use super::number::{PossibleStyles, Short, decimals, is_code, loses_digits, number};
use super::rows::FieldGrid;
use super::{Cells, Column, Dictionary, Kind, MISSING, NumberStyle, Options};
use super::{found_or, is_mark, is_missing, is_whole, tokens};
use std::borrow::Cow;
use std::ops::Range;

#[derive(Clone, Debug)]
pub(super) struct Spot {
    pub start: usize,
    pub text: String,
    pub row: u64,
}

impl Spot {
    pub fn new(start: usize, cell: &[u8], row: u64) -> Spot {
        Spot { start, text: String::from_utf8_lossy(cell).into_owned(), row }
    }
}

/// The first cell of each kind that is worth a remark.
#[derive(Default)]
pub(super) struct Firsts {
    /// A number that is not written with a point alone.
    pub styled: Option<Spot>,
    /// A number whose minus sign is not a hyphen.
    pub minus: Option<Spot>,
    /// A cell with a `'` that guards it against spreadsheets.
    pub guarded: Option<Spot>,
    /// An integer that an `f64` cannot hold.
    pub long: Option<Spot>,
    /// A text that counts as missing because the other cells are numbers.
    mark: Option<Spot>,
    /// A cell that is not a number in a column of numbers, which is then given up.
    pub odd: Option<Spot>,
}

impl Firsts {
    fn merge(&mut self, other: Firsts, rows: u64) {
        for (mine, theirs) in [
            (&mut self.styled, other.styled),
            (&mut self.minus, other.minus),
            (&mut self.guarded, other.guarded),
            (&mut self.long, other.long),
            (&mut self.mark, other.mark),
            (&mut self.odd, other.odd),
        ] {
            let further = theirs.map(|spot| Spot { row: rows + spot.row, ..spot });
            *mine = mine.take().or(further);
        }
    }
}

pub(super) struct Builder<'o> {
    options: &'o Options,
    kind: Kind,
    chosen: bool,
    listed: Option<&'o [String]>,
    /// Whether the cells must be whole numbers, and then whether one may be missing.
    whole: Option<bool>,
    cells: Cells,
    done: Vec<Cells>,
    rows: u64,
    dictionary: Dictionary,
    missing: u64,
    decimals: u8,
    /// The style in which the numbers are read, what all cells showed of it, and what another file showed.
    pub style: NumberStyle,
    seen: PossibleStyles,
    known: Option<NumberStyle>,
    pub restyle: Option<NumberStyle>,
    pub first: Firsts,
    marks: Vec<(String, u64)>,
    /// Whether parts of the column are written in styles that contradict each other: then only reading them in order
    /// shows which cell is odd.
    pub is_torn: bool,
}

pub(super) type Built = (Column, Vec<Cells>);

impl<'o> Builder<'o> {
    /// An empty column; `style` is how its numbers are probably written. Where the user chose its kind, codes with
    /// leading zeros are numbers.
    pub fn new(name: &str, kind: Kind, style: NumberStyle, options: &'o Options) -> Self {
        Builder {
            options,
            kind,
            chosen: options.kinds.contains_key(name),
            listed: options.listed(name),
            whole: options.whole.get(name).copied(),
            cells: Cells::missing(kind, 0),
            done: Vec::new(),
            rows: 0,
            dictionary: Dictionary::default(),
            missing: 0,
            decimals: 0,
            style,
            seen: PossibleStyles::default(),
            known: options.styles.get(name).copied().or(options.decimals.get(name).map(|_| style)),
            restyle: None,
            first: Firsts::default(),
            marks: Vec::new(),
            is_torn: false,
        }
    }

    pub fn expect(&mut self, cells: usize) {
        /// The most values and words of a column that are remembered to find them sooner.
        const CATEGORIES: usize = 1 << 9;
        const WORDS: usize = 1 << 14;
        match &mut self.cells {
            Cells::Numbers(numbers) => numbers.reserve_exact(cells),
            Cells::Codes(codes) => {
                codes.reserve_exact(cells);
                self.dictionary.expect(cells, CATEGORIES);
            }
            Cells::Tokens { starts, .. } => {
                starts.reserve_exact(cells);
                self.dictionary.expect(cells, WORDS);
            }
        }
    }

    /// Adds a later part of the column, which follows after `rows`. Both must have ended their last segment.
    pub fn merge(&mut self, other: Builder<'o>, rows: u64) {
        let codes = self.dictionary.merge(&other.dictionary);
        for mut cells in other.done {
            cells.recode(&codes);
            self.done.push(cells);
        }
        self.missing += other.missing;
        self.decimals = self.decimals.max(other.decimals);
        let seen = self.seen.with(other.seen);
        self.is_torn |= other.is_torn || seen.is_none();
        self.seen = seen.unwrap_or(self.seen);
        self.first.merge(other.first, rows);
        for (mark, more) in other.marks {
            self.count_mark(&mark, more);
        }
    }

    /// Adds the cells of a column in some rows of a text that begins at `start`.
    pub fn push_column(&mut self, grid: &FieldGrid<'_>, column: usize, mut rows: Range<usize>, start: usize) {
        loop {
            let cells = grid.column(column, rows.clone());
            rows.start += match self.kind {
                Kind::Numeric => self.push_short(cells),
                Kind::Binary | Kind::Categorical => self.push_values(cells),
                Kind::Text => 0,
            };
            let Some(row) = rows.next() else { return };
            self.push(grid.field(row, column), start + grid.start(row));
        }
    }

    /// Adds cells as long as they are numbers as nearly all are written; returns how many.
    fn push_short<'f>(&mut self, cells: impl Iterator<Item = (&'f [u8], usize)>) -> usize {
        let is_number = |text: &String| text.bytes().any(|b| b.is_ascii_digit());
        let marks_numbers = self.listed.iter().copied().flatten().any(is_number);
        let is_short = self.style == NumberStyle::Point && self.whole.is_none() && !marks_numbers;
        let Cells::Numbers(numbers) = &mut self.cells else { return 0 };
        if !is_short || self.first.odd.is_some() {
            return 0;
        }
        let (before, mut decimals) = (numbers.len(), 0);
        let mut is_settled = self.seen.is_settled();
        for (text, length) in cells {
            let Some(short) = Short::read(text, length) else { break };
            if !self.chosen && short.is_code() {
                break;
            }
            if !is_settled {
                if !self.seen.add_short(&short) {
                    break;
                }
                is_settled = self.seen.is_settled();
            }
            numbers.push(short.value);
            decimals = short.decimals.max(decimals);
        }
        self.decimals = self.decimals.max(decimals);
        numbers.len() - before
    }

    /// Adds cells as long as they are values without white space around them; returns how many.
    fn push_values<'f>(&mut self, cells: impl Iterator<Item = (&'f [u8], usize)>) -> usize {
        let Cells::Codes(codes) = &mut self.cells else { return 0 };
        let before = codes.len();
        for (text, length) in cells {
            let cell = text.get(text.len() - length..).unwrap_or_default();
            let is_trimmed = matches!(cell, [b'!'..=b'~', .., b'!'..=b'~'] | [b'!'..=b'~']);
            if !is_trimmed || is_missing(cell, self.listed) || unguarded(cell) != cell {
                break;
            }
            codes.push(self.dictionary.intern_last(text, length));
        }
        codes.len() - before
    }

    /// Adds a trimmed cell of the row that begins at `start`; `None` where the row is too short.
    pub fn push(&mut self, written: Option<&[u8]>, start: usize) {
        let cell = written.map(unguarded);
        if cell != written {
            let spot = || Spot::new(start, written.unwrap_or_default(), 0);
            self.first.guarded.get_or_insert_with(spot);
        }
        let known = cell.filter(|cell| !is_missing(cell, self.listed));
        match &mut self.cells {
            Cells::Numbers(_) => self.push_number(known, start),
            Cells::Codes(codes) => {
                codes.push(known.map_or(MISSING, |cell| self.dictionary.intern_bytes(cell)));
                self.missing += u64::from(known.is_none());
            }
            Cells::Tokens { starts, ids, raw } => {
                let text = std::str::from_utf8(cell.unwrap_or_default()).unwrap_or_default();
                let lower_case = self.options.lower_case;
                if text.is_ascii() {
                    let is_lower = !lower_case || !text.bytes().any(|b| b.is_ascii_uppercase());
                    let lower = if is_lower { text.into() } else { Cow::from(text.to_ascii_lowercase()) };
                    let push = |text: &[u8], length| ids.push(self.dictionary.intern_last(text, length));
                    ascii_words(lower.as_bytes(), push);
                } else {
                    ids.extend(tokens(text, lower_case).map(|word| self.dictionary.intern(&word)));
                }
                starts.push(u32::try_from(ids.len()).unwrap_or(u32::MAX));
                if self.options.documents {
                    raw.push(text);
                }
            }
        }
    }

    fn push_number(&mut self, cell: Option<&[u8]>, start: usize) {
        let Cells::Numbers(numbers) = &mut self.cells else { return };
        if self.first.odd.is_some() {
            return;
        }
        let row = self.rows + numbers.len() as u64;
        let Some(cell) = cell else { return self.push_missing(Spot::new(start, b"", row)) };
        let spot = || Spot::new(start, cell, row);
        let plain = number(cell);
        let fits = (self.chosen || !is_code(cell)) && self.seen.add_as(cell, plain.is_some());
        if fits && plain.is_none() {
            self.first.styled.get_or_insert_with(spot);
        } else if fits && !cell.is_ascii() {
            self.first.minus.get_or_insert_with(spot);
        }
        let value = if self.style == NumberStyle::Point { plain } else { self.style.read(cell) };
        match value {
            Some(value) if fits && (self.whole.is_none() || is_whole(value)) => {
                numbers.push(value);
                self.decimals = self.decimals.max(decimals(cell, self.style));
                if loses_digits(cell, value) {
                    self.first.long.get_or_insert_with(spot);
                }
            }
            // It is a number in a style that is still possible: the column is read again.
            None if fits => numbers.push(f64::NAN),
            None if self.listed.is_none() && std::str::from_utf8(cell).is_ok_and(is_mark) => {
                self.push_missing(spot());
            }
            // Among points and other marks, the other marks are odd.
            _ if plain.is_some() && self.first.styled.is_some() && !is_code(cell) => self.give_up(),
            _ => self.first.odd = Some(spot()),
        }
    }

    /// Adds a missing number, written as nothing or as a mark; an error where none may be missing.
    fn push_missing(&mut self, spot: Spot) {
        let Cells::Numbers(numbers) = &mut self.cells else { return };
        if self.whole == Some(false) {
            self.first.odd = Some(spot);
            return;
        }
        self.missing += 1;
        numbers.push(f64::NAN);
        if !spot.text.is_empty() {
            self.count_mark(&spot.text, 1);
            self.first.mark.get_or_insert(spot);
        }
    }

    fn count_mark(&mut self, mark: &str, more: u64) {
        found_or(&mut self.marks, |(text, _)| text == mark, || (mark.to_owned(), 0)).1 += more;
    }

    fn give_up(&mut self) {
        self.first.odd = self.first.styled.take();
    }

    /// Decides after all `rows`: marks that leave a doubt are not numbers, nor are marks for missing cells without a
    /// number beside them; and a style that only later cells showed is the one to read in.
    pub fn settle(&mut self, rows: usize) {
        if self.first.odd.is_some() || self.kind != Kind::Numeric {
            return;
        }
        match self.seen.style(self.known) {
            None => self.give_up(),
            Some(style) => self.restyle = Some(style).filter(|style| *style != self.style),
        }
        if !self.chosen && self.missing == rows as u64 && self.first.mark.is_some() {
            self.first.odd = self.first.mark.clone();
        }
    }

    pub fn may_be_thousands(&self) -> bool {
        self.style == NumberStyle::Point
            && self.decimals > 0
            && self.known.is_none()
            && self.seen.is_possible(NumberStyle::CommaPoint)
    }

    pub fn end_segment(&mut self, rows: usize) {
        self.rows += rows as u64;
        let mut done = std::mem::replace(&mut self.cells, Cells::missing(self.kind, 0));
        if let Cells::Tokens { ids, .. } = &mut done {
            ids.shrink_to_fit();
        }
        self.done.push(done);
    }

    /// The finished column. One without any known cell is a category without values.
    pub fn finish(mut self, name: &str, rows: usize) -> Built {
        if self.kind == Kind::Numeric && !self.chosen && self.missing == rows as u64 {
            self.kind = Kind::Categorical;
            for cells in &mut self.done {
                if let Cells::Numbers(numbers) = cells {
                    *cells = Cells::missing(self.kind, numbers.len());
                }
            }
        }
        self.dictionary.expect_no_more();
        let column = Column {
            dictionary: self.dictionary,
            missing: self.missing,
            marks: self.marks,
            decimals: self.decimals,
            style: self.style,
            ..Column::named(name, self.kind)
        };
        (column, self.done)
    }
}

pub(super) fn code_counts((column, cells): &Built) -> Vec<u64> {
    let mut counts = vec![0; column.dictionary.len()];
    for code in cells.iter().flat_map(Cells::codes) {
        counts.get_mut(*code as usize).into_iter().for_each(|count| *count += 1);
    }
    counts
}
