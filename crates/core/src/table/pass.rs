//! Passes over all rows: one reads all columns; a column whose later cells contradict its first ones is read again.

use super::build::{Builder, Built, Spot, code_counts};
use super::dialect::{self, Quotes};
use super::error::{counted, quoted};
use super::header::FirstCells;
use super::number::PossibleStyles;
use super::rows::{FieldGrid, RowCounts, TextBody, is_plain};
use super::unit::UnitNumbers;
use super::windows::Window;
use super::{Cells, Column, Decimal, Dictionary, Kind, MISSING, Notice, NumberStyle, Options, Ragged};
use super::{TableError, hints, is_mark, plain};
use crate::math::Name;
use crate::text::{flag_of, flag_pair};
use memchr::memchr_iter;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::io;
use std::sync::atomic::Ordering;
use std::sync::{Mutex, PoisonError};

/// How a column is read: its kind, and how its numbers are written.
type Wanted = (Kind, NumberStyle);

pub(super) struct Pass<'o> {
    builders: Vec<Option<Builder<'o>>>,
    pub tally: RowCounts,
    pub segments: Vec<usize>,
    pub rows: usize,
}

pub(super) enum Stop {
    Failed(TableError),
    /// It is in a file, and more of it must be read first.
    Short,
    /// It is in a file, and holds what is described only with all of the text in memory.
    Unusual,
}

impl From<TableError> for Stop {
    fn from(error: TableError) -> Stop {
        Stop::Failed(error)
    }
}

/// Reads all columns in one pass, and those that turn out not to be numbers in another.
pub(super) fn read_columns<'o>(
    body: &TextBody<'_>,
    names: &[String],
    looks: &[FirstCells],
    options: &'o Options,
    notices: &mut Vec<Notice>,
) -> Result<(Vec<Built>, Pass<'o>), Stop> {
    let place = |at: usize| body.whole.line_at(at);
    let chosen = |name: &String| options.kinds.get(name).copied();
    let wanted = |(name, look): (&String, &FirstCells)| {
        let decimal = options.decimals.get(name).copied();
        let style = options.styles.get(name).copied().unwrap_or_else(|| look.style(decimal));
        Some((chosen(name).unwrap_or_else(|| look.kind()), style))
    };
    let wanted: Vec<Option<Wanted>> = names.iter().zip(looks).map(wanted).collect();
    let mut done = PassPlan { body, names, wanted: &wanted, options }.pass()?;
    if done.tally.unfit.0 > 0 && options.ragged == Ragged::Error {
        return Err(TableError::ragged(body, &done.tally).into());
    }
    if done.rows == 0 {
        let fix = "Make the first line name every column, or keep surplus fields with --ragged extra.";
        return Err(TableError::new("no_data", body.source, "no row of the file fits its header", fix).into());
    }
    let mut odd: Vec<Option<Spot>> = looks.iter().map(|look| look.odd.clone()).collect();
    let mut refused: Vec<(&String, Spot)> = Vec::new();
    // A column of numbers in another style than it seemed may turn out to be no column of numbers.
    for _ in 0..2 {
        let mut again: Vec<Option<Wanted>> = vec![None; wanted.len()];
        let columns = names.iter().zip(looks).zip(&mut odd);
        for (((name, look), odd), (builder, again)) in
            columns.zip(done.builders.iter().flatten().zip(&mut again))
        {
            *again = builder.restyle.map(|style| (Kind::Numeric, style));
            let Some(spot) = &builder.first.odd else { continue };
            if chosen(name).is_none() {
                *odd = Some(spot.clone());
                *again = Some((look.kind_of_words(), NumberStyle::Point));
            } else {
                // It may be a number with a unit, which is known when all of them are read.
                refused.push((name, spot.clone()));
                *again = Some((Kind::Categorical, NumberStyle::Point));
            }
        }
        if again.iter().all(Option::is_none) {
            break;
        }
        let again = PassPlan { body, names, wanted: &again, options }.pass()?;
        if again.rows != done.rows || again.segments != done.segments {
            let what = format!("{} was changed while it was read", quoted(body.source));
            let fix = "Read it again when nothing writes to it any more.";
            return Err(TableError::new("no_data", body.source, what, fix).into());
        }
        done.replace(again.builders);
    }
    let rows = done.rows;
    let mut found = hints::ColumnNotices::default();
    let (mut built, mut grouped) = (Vec::with_capacity(names.len()), Vec::with_capacity(names.len()));
    for (builder, name) in std::mem::take(&mut done.builders).into_iter().flatten().zip(names) {
        found.numbers(name, &builder, &place);
        grouped.push(builder.may_be_thousands());
        built.push(builder.finish(name, rows));
    }
    if options.missing.is_none() {
        leave_out_of_categories(&mut built, options);
        hints::marks(&built, notices);
    }
    for ((built, name), odd) in built.iter_mut().zip(names).zip(&odd) {
        let is_whole = options.whole.contains_key(name);
        let asked = refused.iter().find(|(column, _)| *column == name && !is_whole).map(|(_, spot)| spot);
        let (start, is_asked) = (asked.or(odd.as_ref()).map(|spot| spot.start), asked.is_some());
        if (is_asked || chosen(name).is_none())
            && let Some((text, value)) = read_units(built, name, is_asked, options)
        {
            refused.retain(|(column, _)| *column != name);
            found.units(&built.0, start.map(place), &text, value);
        }
    }
    if let Some((column, spot)) = refused.into_iter().min_by_key(|(_, spot)| spot.start) {
        let is_whole = options.whole.contains_key(column);
        return Err(no_number(body.source, place(spot.start), column, &spot, is_whole).into());
    }
    for ((done, name), odd) in built.iter().zip(names).zip(&odd) {
        let values = done.0.dictionary.len();
        match chosen(name) {
            Some(Kind::Binary) if values > 2 => {
                let values = counted(values as u64, "different value");
                let what = format!("the column {} cannot be binary: it has {values}", quoted(name));
                let fix = "A binary column has two values; read it as categorical.";
                return Err(TableError::new("wrong_kind", body.source, what, fix).in_column(name).into());
            }
            None => found.column(done, odd.as_ref(), rows, &place),
            Some(_) => {}
        }
    }
    found.report(notices);
    hints::thousands(&built, &grouped, notices);
    Ok((built, done))
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
    let values = || column.dictionary.names().iter().map(Name::as_str).filter(|value| !is_mark(value));
    let mut seen = PossibleStyles::default();
    let all = values().next().is_some() && values().all(|value| seen.add(value.as_bytes()));
    column.is_category()
        && (all || UnitNumbers::of(values(), |seen| seen.with_decimal(Decimal::Point), false).is_ok())
}

fn leave_out(built: &mut Built, is_out: impl Fn(&str) -> bool) {
    if !built.0.is_category() || !built.0.dictionary.names().iter().any(|name| is_out(name.as_str())) {
        return;
    }
    let counts = code_counts(built);
    let (column, cells) = built;
    let (before, mut codes) = (std::mem::take(&mut column.dictionary), Vec::new());
    for (name, count) in before.names().iter().map(Name::as_str).zip(counts) {
        if is_out(name) {
            codes.push(MISSING);
            column.missing += count;
            column.marks.push((name.to_owned(), count));
        } else {
            codes.push(column.dictionary.intern(name));
        }
    }
    cells.iter_mut().for_each(|cells| cells.recode(&codes));
}

/// Makes numbers of a category whose values are numbers with one unit; gives the first cell, and its number.
fn read_units(
    (column, cells): &mut Built,
    name: &str,
    is_asked: bool,
    options: &Options,
) -> Option<(String, f64)> {
    if column.kind != Kind::Categorical {
        return None;
    }
    let known = |seen: PossibleStyles| {
        let decimal = || options.decimals.get(name).and_then(|decimal| seen.with_decimal(*decimal));
        options.styles.get(name).copied().or_else(decimal)
    };
    let values = column.dictionary.names().iter().map(Name::as_str);
    let numbers = UnitNumbers::of(values, known, is_asked).ok()?;
    let first = column.dictionary.name(0)?.as_str().to_owned();
    for cells in cells {
        if let Cells::Codes(codes) = cells {
            let value = |code: &u32| numbers.values.get(*code as usize).copied().unwrap_or(f64::NAN);
            *cells = Cells::Numbers(codes.iter().map(value).collect());
        }
    }
    column.kind = Kind::Numeric;
    column.dictionary = Dictionary::default();
    (column.unit, column.style, column.decimals) = (numbers.unit, numbers.style, numbers.decimals);
    Some((first, *numbers.values.first()?))
}

/// A cell that is not a number where a number, or a whole one, is needed.
fn no_number(source: &str, line: u64, column: &str, spot: &Spot, is_whole: bool) -> TableError {
    let value = quoted(&spot.text);
    let (what, fix) = if is_whole {
        let has = if spot.text.is_empty() { "nothing".to_owned() } else { value };
        let what = format!("row {} has {has}, which is not a whole number of 0 or more", spot.row + 1);
        let flag = flag_of("ignore", column);
        (what, format!("Write a whole number such as 0 or 3 there, or leave the column out: {flag}."))
    } else if spot.text.contains(',') && NumberStyle::Comma.read(spot.text.as_bytes()).is_some() {
        let fix = "Write all numbers of the column with a point, or all with a decimal comma of which one cell at \
                   least, such as 0,5, shows that it marks no thousands.";
        (format!("{value} is not a finite number"), fix.to_owned())
    } else {
        let count = format!("Correct the cell, count {value} as missing with --missing");
        let fix = format!("{count}, or read the column as {}.", flag_pair("kind", column, "categorical"));
        (format!("{value} is not a finite number"), fix)
    };
    let mut error = TableError::new("not_a_number", source, what, fix).at_line(Some(line)).in_column(column);
    error.problem.value = Some(spot.text.clone());
    error.row = is_whole.then_some(spot.row + 1);
    error
}

#[derive(Clone, Copy)]
struct PassPlan<'r, 'o> {
    body: &'r TextBody<'r>,
    names: &'r [String],
    wanted: &'r [Option<Wanted>],
    options: &'o Options,
}

impl<'o> PassPlan<'_, 'o> {
    /// Reads the wanted columns in windows side by side, and in order those whose parts contradict each other.
    fn pass(self) -> Result<Pass<'o>, Stop> {
        let mut done = self.side_by_side()?;
        let torn = |builder: &Option<Builder<'_>>| builder.as_ref().is_some_and(|builder| builder.is_torn);
        if done.builders.iter().any(torn) {
            let again = self.wanted.iter().zip(&done.builders);
            let again: Vec<_> = again.map(|(wanted, builder)| wanted.filter(|_| torn(builder))).collect();
            let again = PassPlan { wanted: &again, ..self };
            let mut read = again.nothing();
            for window in again.windows()? {
                again.add(window, &mut read)?;
            }
            done.replace(read.builders);
        }
        let rows = done.rows;
        done.builders.iter_mut().flatten().for_each(|builder| builder.settle(rows));
        Ok(done)
    }

    fn side_by_side(&self) -> Result<Pass<'o>, Stop> {
        let mut windows = self.windows()?;
        let (first, second) = (windows.next(), windows.next());
        if second.is_none() {
            let mut all = self.nothing();
            first.map_or(Ok(()), |window| self.add(window, &mut all))?;
            return Ok(all);
        }
        let windows = first.into_iter().chain(second).chain(windows);
        // Each part is merged as soon as all parts before it are.
        let so_far = Mutex::new((self.nothing(), 0, BTreeMap::new()));
        windows.enumerate().par_bridge().try_for_each(|(at, window)| {
            let mut part = self.nothing();
            self.add(window, &mut part)?;
            let mut so_far = so_far.lock().unwrap_or_else(PoisonError::into_inner);
            let (all, next, waiting) = &mut *so_far;
            waiting.insert(at, part);
            while let Some(part) = waiting.remove(next) {
                all.merge(part);
                *next += 1;
            }
            Ok::<_, Stop>(())
        })?;
        Ok(so_far.into_inner().unwrap_or_else(PoisonError::into_inner).0)
    }

    fn windows(&self) -> Result<impl Iterator<Item = io::Result<Window<'_>>> + Send, Stop> {
        self.body.whole.windows(self.body.start, self.body.window).map_err(|error| self.lost(&error))
    }

    fn lost(&self, error: &io::Error) -> Stop {
        TableError::cannot_open(self.body.source, &plain(error)).into()
    }

    fn nothing(&self) -> Pass<'o> {
        let new = |(name, wanted): (&String, &Option<Wanted>)| {
            wanted.map(|(kind, style)| Builder::new(name, kind, style, self.options))
        };
        Pass {
            builders: self.names.iter().zip(self.wanted).map(new).collect(),
            tally: RowCounts::default(),
            segments: Vec::new(),
            rows: 0,
        }
    }

    fn add(&self, window: io::Result<Window<'_>>, to: &mut Pass<'o>) -> Result<(), Stop> {
        let (start, bytes) = window.map_err(|error| self.lost(&error))?;
        let is_plain = is_plain(&bytes);
        let is_in_file = self.body.whole.is_in_file();
        let text = || std::str::from_utf8(&bytes).map_err(|_| Stop::Unusual);
        if is_in_file {
            let text = text()?;
            let is_regular = is_plain || dialect::walk(text, self.body.delimiter) == Quotes::default();
            if !is_regular || hints::has_strange(text) {
                return Err(Stop::Unusual);
            }
        }
        let size = self.options.segment_rows.max(1);
        let tally = if is_plain {
            let (grid, tally) = FieldGrid::new(&bytes, self.body);
            for from in (0..grid.len()).step_by(size) {
                let rows = from..grid.len().min(from + size);
                for (column, builder) in to.builders.iter_mut().enumerate() {
                    let Some(builder) = builder else { continue };
                    builder.expect(rows.len());
                    builder.push_column(&grid, column, rows.clone(), start);
                }
                to.end_segment(rows.len());
            }
            tally
        } else {
            let part = TextBody { text: text()?, start: 0, ..self.body.clone() };
            let (mut rows, mut open) = (part.rows(), 0);
            let lines = memchr_iter(b'\n', &bytes).count() + 1;
            to.builders.iter_mut().flatten().for_each(|builder| builder.expect(lines.min(size)));
            while rows.advance()? {
                for (column, builder) in to.builders.iter_mut().enumerate() {
                    let Some(builder) = builder else { continue };
                    builder.push(rows.field(column), start + rows.start);
                }
                open += 1;
                if open == size {
                    to.end_segment(std::mem::take(&mut open));
                }
            }
            to.end_segment(open);
            rows.tally
        };
        to.tally.merge(&tally, start);
        if is_in_file && to.tally.unfit.0 > 0 {
            return Err(Stop::Unusual);
        }
        let Some(watch) = self.body.watch else { return Ok(()) };
        watch.done.fetch_max((start + bytes.len()) as u64, Ordering::Relaxed);
        match watch.stop.load(Ordering::Relaxed) {
            true => Err(TableError::stopped(self.body.source).into()),
            false => Ok(()),
        }
    }
}

impl<'o> Pass<'o> {
    fn end_segment(&mut self, rows: usize) {
        if rows > 0 {
            self.builders.iter_mut().flatten().for_each(|builder| builder.end_segment(rows));
            self.segments.push(rows);
            self.rows += rows;
        }
    }

    fn merge(&mut self, other: Pass<'o>) {
        let rows = self.rows as u64;
        for (mine, theirs) in self.builders.iter_mut().flatten().zip(other.builders.into_iter().flatten()) {
            mine.merge(theirs, rows);
        }
        self.tally.merge(&other.tally, 0);
        self.segments.extend(other.segments);
        self.rows += other.rows;
    }

    fn replace(&mut self, builders: Vec<Option<Builder<'o>>>) {
        for (builder, new) in self.builders.iter_mut().zip(builders) {
            *builder = new.or_else(|| builder.take());
        }
    }
}
