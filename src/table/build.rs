//! Columns grow cell by cell, typed as they are read, one piece per segment.

use std::borrow::Cow;
use std::ops::Range;

use super::columns::{Column, Kind};
use super::columns::{is_mark, is_missing, unguarded};
use super::number::Short;
use super::number::{decimals, is_code, loses_digits, number};
use super::number_style::{NumberStyle, Seen};
use super::pieces::Grid;
use super::source::Options;
use super::store::{Cells, Documents, MISSING};
use super::texts::Texts;
use super::texts::{ascii_words, tokens};

pub(super) struct Builder<'o> {
    options: &'o Options,
    kind: Kind,
    chosen: bool,
    listed: Option<&'o [String]>,
    /// Whether the cells must be whole numbers, and then whether one may be missing.
    whole: Option<bool>,
    cells: Cells,
    done: Vec<Cells>,
    dictionary: Texts,
    missing: u64,
    decimals: u8,
    /// The style in which the numbers are read, what all cells showed of it, and what another file showed.
    style: NumberStyle,
    seen: Seen,
    known: Option<NumberStyle>,
    /// The style in which the column must be read again.
    pub restyle: Option<NumberStyle>,
    /// The first number that is not written with a point, where its row begins, and how many cells stand before it.
    pub styled: Option<(usize, String, u64)>,
    /// The first number with a minus sign that is no hyphen, and where its row begins.
    pub minus: Option<(usize, String)>,
    /// The texts that count as missing because the other cells are numbers, how often each, and where the first stands.
    marks: Vec<(String, u64)>,
    first_mark: Option<usize>,
    /// The first cell that is guarded against spreadsheets, and where its row begins.
    pub guarded: Option<(usize, String)>,
    /// The first cell that is no number in a column of numbers, and where its row begins. The column is then given up.
    pub odd: Option<(usize, String)>,
    pub before_odd: u64,
    /// Where the first integer stands that an `f64` cannot hold.
    pub long: Option<usize>,
    /// Whether pieces of the column are written in styles that contradict each other: then only reading them in order tells
    /// which cell is odd.
    pub is_torn: bool,
}

/// A finished column: what it is, and its cells by segment.
pub(super) type Built = (Column, Vec<Cells>);

impl<'o> Builder<'o> {
    /// An empty column; `style` is how its numbers are probably written. The user may have named its
    /// kind: codes with leading zeros are numbers then.
    pub fn new(name: &str, kind: Kind, style: NumberStyle, options: &'o Options) -> Self {
        Builder {
            options,
            kind,
            chosen: options.kinds.contains_key(name),
            listed: options.listed(name),
            whole: options.whole.get(name).copied(),
            cells: empty(kind),
            done: Vec::new(),
            dictionary: Texts::default(),
            missing: 0,
            decimals: 0,
            style,
            seen: Seen::default(),
            known: options.styles.get(name).copied().or(options.decimal(name).map(|_| style)),
            restyle: None,
            styled: None,
            minus: None,
            marks: Vec::new(),
            first_mark: None,
            guarded: None,
            odd: None,
            before_odd: 0,
            long: None,
            is_torn: false,
        }
    }

    pub fn expect(&mut self, cells: usize) {
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

    /// Adds what was read of the column behind so many rows. Both must have ended their last segment.
    pub fn merge(&mut self, other: Builder<'o>, rows: u64) {
        let codes = self.dictionary.merge(&other.dictionary);
        let code = |code: &mut u32| *code = codes.get(*code as usize).copied().unwrap_or(MISSING);
        self.done.extend(other.done.into_iter().map(|mut cells| {
            match &mut cells {
                Cells::Codes(codes) => codes.iter_mut().filter(|code| **code != MISSING).for_each(code),
                Cells::Tokens { ids, .. } => ids.iter_mut().for_each(code),
                Cells::Numbers(_) => {}
            }
            cells
        }));
        self.missing += other.missing;
        self.decimals = self.decimals.max(other.decimals);
        match self.seen.with(other.seen) {
            Some(seen) => self.seen = seen,
            None => self.is_torn = true,
        }
        self.is_torn |= other.is_torn;
        if self.styled.is_none() {
            self.styled = other.styled.map(|(start, text, before)| (start, text, rows + before));
        }
        self.minus = self.minus.take().or(other.minus);
        self.first_mark = self.first_mark.or(other.first_mark);
        self.guarded = self.guarded.take().or(other.guarded);
        self.long = self.long.or(other.long);
        for (mark, more) in other.marks {
            self.count_mark(&mark, more);
        }
        if self.odd.is_none() {
            self.odd = other.odd;
            self.before_odd = rows + other.before_odd;
        }
    }

    /// Adds the cells of a column in some rows of a piece that begins at `start`.
    pub(crate) fn push_column(
        &mut self,
        grid: &Grid<'_>,
        column: usize,
        mut rows: Range<usize>,
        start: usize,
    ) {
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

    /// Adds cells as long as they are numbers as most are written, which nearly all cells of a column of numbers are; tells
    /// how many.
    fn push_short<'f>(&mut self, cells: impl Iterator<Item = (&'f [u8], usize)>) -> usize {
        let is_number = |text: &String| text.bytes().any(|b| b.is_ascii_digit());
        let marks_numbers = self.listed.iter().copied().flatten().any(is_number);
        let is_short = self.style == NumberStyle::Point && self.whole.is_none() && !marks_numbers;
        let Cells::Numbers(numbers) = &mut self.cells else { return 0 };
        if !is_short || self.odd.is_some() {
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

    /// Adds cells as long as they are values without white space around them, and tells how many.
    fn push_values<'f>(&mut self, cells: impl Iterator<Item = (&'f [u8], usize)>) -> usize {
        let Cells::Codes(codes) = &mut self.cells else { return 0 };
        let before = codes.len();
        let listed = self.listed;
        for (text, length) in cells {
            let cell = text.get(text.len() - length..).unwrap_or_default();
            let is_trimmed = matches!(cell, [b'!'..=b'~', .., b'!'..=b'~'] | [b'!'..=b'~']);
            if !is_trimmed || is_missing(cell, listed) || unguarded(cell) != cell {
                break;
            }
            codes.push(self.dictionary.intern_last(text, length));
        }
        codes.len() - before
    }

    fn is_missing(&self, cell: &[u8]) -> bool {
        is_missing(cell, self.listed)
    }

    /// Adds a trimmed cell of the row that begins at `start`; `None` where the row is too short.
    pub fn push(&mut self, cell: Option<&[u8]>, start: usize) {
        let written = cell.unwrap_or_default();
        let cell = cell.map(unguarded);
        if cell.is_some_and(|cell| cell != written) {
            let text = String::from_utf8_lossy(written).into_owned();
            self.guarded.get_or_insert((start, text));
        }
        let known = cell.filter(|cell| !self.is_missing(cell));
        match &mut self.cells {
            Cells::Tokens { starts, ids, raw } => {
                let text = std::str::from_utf8(cell.unwrap_or_default()).unwrap_or_default();
                let lower_case = self.options.lower_case;
                if text.is_ascii() {
                    let is_lower = !lower_case || !text.bytes().any(|b| b.is_ascii_uppercase());
                    let lower =
                        if is_lower { Cow::Borrowed(text) } else { Cow::Owned(text.to_ascii_lowercase()) };
                    ascii_words(lower.as_bytes(), |text, length| {
                        ids.push(self.dictionary.intern_last(text, length));
                    });
                } else {
                    let words = tokens(text, lower_case);
                    words.for_each(|word| ids.push(self.dictionary.intern(word.as_bytes())));
                }
                starts.push(u32::try_from(ids.len()).unwrap_or(u32::MAX));
                if self.options.documents {
                    raw.push(text);
                }
            }
            Cells::Codes(codes) => codes.push(match known {
                Some(cell) => self.dictionary.intern(cell),
                None => {
                    self.missing += 1;
                    MISSING
                }
            }),
            Cells::Numbers(_) if self.odd.is_some() => {}
            Cells::Numbers(numbers) => {
                let before = self.before_odd + numbers.len() as u64;
                let Some(cell) = known else {
                    return self.push_missing("", start, before);
                };
                let text = || String::from_utf8_lossy(cell).into_owned();
                let plain = number(cell);
                let fits = (self.chosen || !is_code(cell)) && self.seen.add_as(cell, plain.is_some());
                if fits && plain.is_none() {
                    self.styled.get_or_insert_with(|| (start, text(), before));
                } else if fits && !cell.is_ascii() {
                    self.minus.get_or_insert_with(|| (start, text()));
                }
                let value = if self.style == NumberStyle::Point { plain } else { self.style.read(cell) };
                match value {
                    Some(value) if fits && (self.whole.is_none() || is_whole(value)) => {
                        numbers.push(value);
                        self.decimals = self.decimals.max(decimals(cell, self.style));
                        if loses_digits(cell, value) {
                            self.long.get_or_insert(start);
                        }
                    }
                    // It is a number in a style that is still possible: the column is read again.
                    None if fits => numbers.push(f64::NAN),
                    None if self.listed.is_none() && is_mark(&text()) => {
                        self.push_missing(&text(), start, before);
                    }
                    // What is odd among points and other marks are the others.
                    _ if plain.is_some() && self.styled.is_some() && !is_code(cell) => self.give_up(),
                    _ => {
                        self.odd = Some((start, text()));
                        self.before_odd = before;
                    }
                }
            }
        }
    }

    /// A missing number, marked as such by a text or by none; an error where none may be missing.
    fn push_missing(&mut self, mark: &str, start: usize, before: u64) {
        if self.whole == Some(false) {
            (self.odd, self.before_odd) = (Some((start, mark.to_owned())), before);
            return;
        }
        self.missing += 1;
        if let Cells::Numbers(numbers) = &mut self.cells {
            numbers.push(f64::NAN);
        }
        if !mark.is_empty() {
            self.first_mark.get_or_insert(start);
            self.count_mark(mark, 1);
        }
    }

    fn count_mark(&mut self, mark: &str, more: u64) {
        match self.marks.iter_mut().find(|(text, _)| text == mark) {
            Some((_, count)) => *count += more,
            None => self.marks.push((mark.to_owned(), more)),
        }
    }

    fn give_up(&mut self) {
        if let Some((start, text, before)) = self.styled.take() {
            (self.odd, self.before_odd) = (Some((start, text)), before);
        }
    }

    /// After all `rows`: marks that leave a doubt are no numbers, nor are marks for missing cells without a number beside
    /// them; and a style that only later cells showed is the one to read in.
    pub(crate) fn settle(&mut self, rows: usize) {
        if self.odd.is_some() || self.kind != Kind::Numeric {
            return;
        }
        match self.seen.style(self.known) {
            None => self.give_up(),
            Some(style) if style != self.style => self.restyle = Some(style),
            Some(_) => {}
        }
        if let (false, true, Some(start), Some((mark, _))) =
            (self.chosen, self.missing == rows as u64, self.first_mark, self.marks.first())
        {
            self.odd = Some((start, mark.clone()));
        }
    }

    pub(crate) fn may_be_thousands(&self) -> bool {
        self.style == NumberStyle::Point
            && self.decimals > 0
            && self.known.is_none()
            && self.seen.may_be_thousands()
    }

    pub fn style(&self) -> NumberStyle {
        self.style
    }

    pub(crate) fn end_segment(&mut self) {
        if let (Cells::Numbers(numbers), None) = (&self.cells, &self.odd) {
            self.before_odd += numbers.len() as u64;
        }
        let mut done = std::mem::replace(&mut self.cells, empty(self.kind));
        if let Cells::Tokens { ids, .. } = &mut done {
            ids.shrink_to_fit();
        }
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
            unnamed: false,
            kind: self.kind,
            dictionary: self.dictionary.into(),
            surplus: false,
            missing: self.missing,
            marks: self.marks,
            decimals: self.decimals,
            style: self.style,
            unit: None,
        };
        (column, self.done)
    }
}

/// Whether a number says how many: whole, 0 or more, and small enough that every whole number up to it is a float.
pub fn is_whole(value: f64) -> bool {
    value >= 0.0 && value.fract() == 0.0 && value <= MOST
}

const MOST: f64 = 9_007_199_254_740_992.0;

/// The most values and words of a column that are remembered to find them sooner.
const CATEGORIES: usize = 1 << 9;
const WORDS: usize = 1 << 13;

fn empty(kind: Kind) -> Cells {
    match kind {
        Kind::Numeric => Cells::Numbers(Vec::new()),
        Kind::Binary | Kind::Categorical => Cells::Codes(Vec::new()),
        Kind::Text => Cells::Tokens { starts: vec![0], ids: Vec::new(), raw: Documents::default() },
    }
}
