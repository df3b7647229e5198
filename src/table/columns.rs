//! All columns of a text, read in one pass where the first rows told the truth.
//!
//! A column whose later cells contradict its first ones is read once more, alone: its cells must be kept as written,
//! and the numbers that were read no longer tell `1.0` from `1`.

use std::ops::Range;

use super::build::Built;
use super::column::{Dictionary, Kind};
use super::dialect::{self, Dialect};
use super::error::{Notice, TableError, counted, quoted};
use super::header::Header;
use super::hints;
use super::infer::{self, Look};
use super::number_style::{NumberStyle, Seen, comma_number};
use super::pass::{Pass, Wanted, pass};
use super::ragged::{Ragged, RaggedRows};
use super::rows::{Body, RowCounts, Unfit};
use super::source::{Decimal, Options};
use super::store::{Cells, Segment, Table};
use super::unit::Numbers;
use crate::math::Name;
use crate::text::{flag_of, flag_pair};

/// Reads all columns in one pass, and those that turn out not to be numbers in another.
pub(super) fn read_columns(
    body: &Body<'_>,
    header: &Header,
    looks: Vec<Look>,
    options: &Options,
    notices: &mut Vec<Notice>,
) -> Result<Columns, Stop> {
    let place = |at: usize| body.whole.line_at(at);
    let chosen = |name: &String| options.kinds.get(name).copied();
    let wanted = |(name, look): (&String, &Look)| {
        let style = options.styles.get(name).copied().unwrap_or_else(|| look.style(options.decimal(name)));
        Some((chosen(name).unwrap_or_else(|| look.kind()), style))
    };
    let wanted: Vec<Option<Wanted>> = header.names.iter().zip(&looks).map(wanted).collect();
    let Pass { mut builders, tally, segments, rows, has_quotes } = pass(body, header, &wanted, options)?;
    check_rows(body, &tally, rows, options)?;
    let mut odd: Vec<Option<(usize, String)>> = looks.iter().map(|look| look.odd.clone()).collect();
    let mut refused: Vec<(usize, &str, String, Option<u64>)> = Vec::new();
    // A column of numbers in another style than it seemed may turn out to be no column of numbers.
    for _ in 0..2 {
        let names = header.names.iter().zip(&looks).zip(&mut odd);
        let mut again: Vec<Option<Wanted>> = vec![None; wanted.len()];
        for (((name, look), odd), (builder, again)) in names.zip(builders.iter().flatten().zip(&mut again)) {
            *again = builder.restyle.map(|style| (Kind::Numeric, style));
            let Some((start, value)) = &builder.odd else { continue };
            if chosen(name).is_none() {
                *odd = Some((*start, value.clone()));
                *again = Some((look.kind_of_words(), NumberStyle::Point));
            } else {
                // It may be a number with a unit, which is known when all of them are at hand.
                let row = options.whole.contains_key(name).then_some(builder.before_odd + 1);
                refused.push((*start, name.as_str(), value.clone(), row));
                *again = Some((Kind::Categorical, NumberStyle::Point));
            }
        }
        if again.iter().all(Option::is_none) {
            break;
        }
        let again = pass(body, header, &again, options)?;
        if again.rows != rows || again.segments != segments {
            return Err(changed(body.source).into());
        }
        for (builder, new) in builders.iter_mut().zip(again.builders) {
            if new.is_some() {
                *builder = new;
            }
        }
    }
    let mut built = Vec::with_capacity(builders.len());
    let mut found = hints::Found::default();
    let mut grouped = Vec::with_capacity(builders.len());
    for (builder, name) in builders.into_iter().flatten().zip(&header.names) {
        found.numbers(name, &builder, &place);
        grouped.push(builder.may_be_thousands());
        built.push(builder.finish(name, rows));
    }
    if options.missing.is_none() {
        infer::leave_out_of_categories(&mut built, options);
        infer::tell(&built, notices);
    }
    for ((done, name), odd) in built.iter_mut().zip(&header.names).zip(&odd) {
        let asked = refused.iter().find(|(_, column, _, row)| column == name && row.is_none());
        let start = asked.map(|(start, ..)| *start).or(odd.as_ref().map(|(start, _)| *start));
        let is_asked = asked.is_some();
        if (is_asked || chosen(name).is_none())
            && let Some((text, value)) = read_units(done, name, is_asked, options)
        {
            refused.retain(|(_, column, ..)| column != name);
            found.units(&done.0, start.map(place), &text, value);
        }
    }
    if let Some((start, column, value, row)) = refused.into_iter().min_by_key(|(start, ..)| *start) {
        return Err(no_number(body.source, place(start), column, &value, row).into());
    }
    for ((done, name), odd) in built.iter().zip(&header.names).zip(&odd) {
        match chosen(name) {
            Some(Kind::Binary) if done.0.dictionary.len() > 2 => {
                let values = counted(done.0.dictionary.len() as u64, "different value");
                let what =
                    format!("the column {} cannot be {}: it has {values}", quoted(name), Kind::Binary.word());
                let fix = "A binary column has two values; read it as categorical.";
                let mut error = TableError::new("wrong_kind", body.source, what, fix);
                error.problem.column = Some(name.clone());
                return Err(error.further(Some(format!("column {}", quoted(name)))).into());
            }
            None => found.column(done, odd.as_ref(), rows, &place),
            Some(_) => {}
        }
    }
    found.tell(notices);
    hints::thousands(&built, &grouped, notices);
    Ok(Columns { built, tally, segments, rows, has_quotes })
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
    let known = |seen: Seen| {
        let decimal = || options.decimal(name).and_then(|mark| seen.with_decimal(mark == Decimal::Comma));
        options.styles.get(name).copied().or_else(decimal)
    };
    let values = column.dictionary.names().iter().map(Name::as_str);
    let numbers = Numbers::of(values, known, is_asked).ok()?;
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

pub(super) struct Columns {
    pub built: Vec<Built>,
    pub tally: RowCounts,
    pub segments: Vec<usize>,
    pub rows: usize,
    pub has_quotes: bool,
}

/// Why the columns of a text are not read.
pub(super) enum Stop {
    Failed(TableError),
    /// It is in a file, and more of it must be at hand.
    Short,
    /// It is in a file, and holds what is told only of a text in memory.
    Unusual,
}

impl From<TableError> for Stop {
    fn from(error: TableError) -> Stop {
        Stop::Failed(error)
    }
}

pub(super) fn changed(source: &str) -> TableError {
    let what = format!("{} was changed while it was read", quoted(source));
    TableError::new("no_data", source, what, "Read it again when nothing writes to it any more.")
}

/// A cell that is no number where one must stand; `row` is that of the data, where it must be a whole one.
fn no_number(source: &str, line: u64, column: &str, value: &str, row: Option<u64>) -> TableError {
    let (what, fix) = match row {
        Some(row) => {
            let has = if value.is_empty() { "nothing".to_owned() } else { quoted(value) };
            let fix = format!(
                "Write a whole number such as 0 or 3 there, or leave the column out: {}.",
                flag_of("ignore", column)
            );
            (format!("row {row} has {has}, which is no whole number of 0 or more"), fix)
        }
        None => {
            let fix = if comma_number(value.as_bytes()).is_some() {
                "Write all numbers of the column with a point, or all with a decimal comma of which one cell at \
                 least, such as 0,5, shows that it marks no thousands."
                    .to_owned()
            } else {
                format!(
                    "Correct the cell, count {} as missing with --missing, or read the column as {}.",
                    quoted(value),
                    flag_pair("kind", column, "categorical"),
                )
            };
            (format!("{} is not a finite number", quoted(value)), fix)
        }
    };
    let error = TableError::new("not_a_number", source, what, fix).at_line(Some(line));
    TableError { row, ..error.in_cell(column, value) }
}

/// Rows that do not fit are an error unless the user said what to do with them; so is a table without rows.
fn check_rows(body: &Body<'_>, tally: &RowCounts, rows: usize, options: &Options) -> Result<(), TableError> {
    if let (Some(unfit), Ragged::Error) = (&tally.unfit, options.ragged) {
        let ragged = RaggedRows { fitting: tally.fitting, ..ragged(body, unfit) };
        let dialect = Dialect { delimiter: body.delimiter, ..Dialect::default() };
        let has_bare_quote = |line: &str| dialect::walk(line, dialect.delimiter).lone.is_some();
        return Err(TableError::of_rows(ragged.explain(dialect.delimiter, has_bare_quote)));
    }
    if rows == 0 {
        let fix = "Make the first line name every column, or keep surplus fields with --ragged extra.";
        let what = "no row of the file fits its header".to_owned();
        return Err(TableError::new("no_data", body.source, what, fix));
    }
    Ok(())
}

pub(super) fn ragged(body: &Body<'_>, unfit: &Unfit) -> RaggedRows {
    let source = body.source.to_owned();
    let rows = RaggedRows::new(source, body.text, unfit.start, unfit.fields, body.width);
    RaggedRows { lines: unfit.lines, ..rows }
}

/// Columns at the end without a name and without a cell come from a delimiter too many; they are left out.
pub(super) fn drop_trailing(
    mut built: Vec<Built>,
    header: &Header,
    rows: usize,
    known: bool,
    notices: &mut Vec<Notice>,
) -> Vec<Built> {
    let before = built.len();
    while built.len() > 1
        && header.blank.get(built.len() - 1) == Some(&true)
        && built.last().is_some_and(|(column, _)| column.missing == rows as u64)
    {
        built.pop();
    }
    let dropped = before - built.len();
    if dropped > 0 {
        let names: Vec<_> = header.names.iter().skip(built.len()).cloned().collect();
        notices.retain(|notice| notice.column.as_ref().is_none_or(|column| !names.contains(column)));
        if !known {
            let what = format!(
                "{} at the end without a name and without a value left out.",
                counted(dropped as u64, "column")
            );
            notices.push(Notice::file(what));
        }
    }
    built
}

pub(super) fn assemble(label: &str, built: Vec<Built>, sizes: &[usize]) -> Table {
    let (mut columns, mut segments, mut start) = (Vec::with_capacity(built.len()), Vec::new(), 0);
    for size in sizes {
        let rows: Range<usize> = start..start + size;
        start = rows.end;
        segments.push(Segment { rows, cells: Vec::with_capacity(built.len()) });
    }
    for (column, cells) in built {
        columns.push(column);
        for (segment, cells) in segments.iter_mut().zip(cells) {
            segment.cells.push(cells);
        }
    }
    Table::new(label.to_owned(), columns, segments)
}
