//! All columns of a text, read in one pass where the first rows told the truth.
//!
//! A column whose later cells contradict its first ones is read once more, alone: its cells must be kept as written,
//! and the numbers that were read no longer tell `1.0` from `1`.

use std::ops::Range;

use super::build::{Builder, Built};
use super::column::Kind;
use super::dialect::Dialect;
use super::error::TableError;
use super::header::Header;
use super::hints;
use super::infer::Look;
use super::lines;
use super::notice::Notice;
use super::ragged::Ragged;
use super::rows::{Body, Tally};
use super::say::counted;
use super::source::Options;
use super::store::{Segment, Table};

/// Reads all columns in one pass, and those that turn out not to be numbers in another.
pub(super) fn read_columns(
    body: &Body<'_>,
    header: &Header,
    looks: Vec<Look>,
    options: &Options,
    notices: &mut Vec<Notice>,
) -> Result<(Vec<Built>, Tally, usize), TableError> {
    let place = |at: usize| lines::line_at(body.text.as_bytes(), at);
    let chosen = |name: &String| options.kinds.get(name).copied();
    let kinds: Vec<Option<Kind>> =
        header.names.iter().zip(&looks).map(|(name, look)| chosen(name).or(Some(look.kind()))).collect();
    let (builders, tally, rows) = pass(body, header, &kinds, options)?;
    check_rows(body, &tally, rows, options)?;
    let mut odd: Vec<Option<(usize, String)>> = looks.iter().map(|look| look.odd.clone()).collect();
    let mut again = vec![None; kinds.len()];
    let names = header.names.iter().zip(&looks);
    let columns = names.zip(&builders).zip(odd.iter_mut().zip(&mut again));
    let mut refused: Option<(usize, &str, &str, u64)> = None;
    for (((name, look), builder), (odd, again)) in columns {
        let Some((start, value)) = builder.as_ref().and_then(|b| b.odd.as_ref()) else { continue };
        if chosen(name).is_none() {
            *odd = Some((*start, value.clone()));
            *again = Some(look.kind_of_words());
        } else if refused.is_none_or(|(first, ..)| *start < first) {
            refused = Some((*start, name, value, builder.as_ref().map_or(0, |b| b.before_odd)));
        }
    }
    if let Some((start, column, value, before)) = refused {
        let (source_name, line) = (body.source.to_owned(), place(start));
        let (column, value) = (column.to_owned(), value.to_owned());
        return Err(if options.whole.contains_key(&column) {
            TableError::NotWhole { source_name, line, row: before + 1, column, value }
        } else {
            TableError::NotANumber { source_name, line, column, value }
        });
    }
    let mut second =
        if again.iter().any(Option::is_some) { pass(body, header, &again, options)?.0 } else { Vec::new() };
    let mut built = Vec::with_capacity(builders.len());
    let mut found = hints::Found::default();
    for (i, builder) in builders.into_iter().enumerate() {
        let replaced = second.get_mut(i).and_then(Option::take);
        let (Some(builder), Some(name)) = (replaced.or(builder), header.names.get(i)) else { continue };
        let (long, comma) = (builder.long, builder.comma.clone());
        let done = builder.finish(name, rows);
        if chosen(name) == Some(Kind::Binary) && done.0.dictionary.len() > 2 {
            return Err(TableError::WrongKind {
                source_name: body.source.to_owned(),
                column: name.clone(),
                kind: Kind::Binary,
                distinct: done.0.dictionary.len() as u64,
            });
        }
        if chosen(name).is_none() {
            found.column(&done, odd.get(i).and_then(Option::as_ref), rows, &place);
        }
        if let Some(at) = long {
            found.long_integer(name, place(at));
        }
        if let Some((start, cell, _)) = comma {
            found.decimal_comma(name, &cell, place(start));
        }
        built.push(done);
    }
    found.tell(notices);
    Ok((built, tally, rows))
}

/// Rows that do not fit are an error unless the user said what to do with them; so is a table without rows.
fn check_rows(body: &Body<'_>, tally: &Tally, rows: usize, options: &Options) -> Result<(), TableError> {
    if let (Some(ragged), Ragged::Error) = (&tally.ragged, options.ragged) {
        let mut ragged = ragged.clone();
        ragged.fitting = tally.fitting;
        let dialect = Dialect { delimiter: body.delimiter, ..Dialect::default() };
        return Err(TableError::Ragged(Box::new(ragged.explain(&dialect))));
    }
    if rows == 0 {
        return Err(TableError::NoData {
            source_name: body.source.to_owned(),
            what: "no row of the file fits its header".to_owned(),
            fix: "Make the first line name every column, or keep surplus fields with --ragged extra.",
        });
    }
    Ok(())
}

/// One pass over all rows: the columns with a kind are read, the others passed over.
fn pass<'o>(
    body: &Body<'_>,
    header: &Header,
    kinds: &[Option<Kind>],
    options: &'o Options,
) -> Result<(Vec<Option<Builder<'o>>>, Tally, usize), TableError> {
    let new = |(name, kind): (&String, &Option<Kind>)| kind.map(|kind| Builder::new(name, kind, options));
    let mut builders: Vec<_> = header.names.iter().zip(kinds).map(new).collect();
    let size = options.segment_rows.max(1);
    let (mut rows, mut count) = (body.rows(), 0);
    while rows.advance()? {
        let start = rows.start();
        for (column, builder) in builders.iter_mut().enumerate() {
            if let Some(builder) = builder {
                builder.push(rows.field(column), start);
            }
        }
        count += 1;
        if count % size == 0 {
            builders.iter_mut().flatten().for_each(Builder::end_segment);
        }
    }
    if count % size != 0 {
        builders.iter_mut().flatten().for_each(Builder::end_segment);
    }
    builders.iter_mut().flatten().for_each(Builder::settle);
    Ok((builders, rows.tally, count))
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

/// Puts the columns together, segment by segment.
pub(super) fn assemble(label: &str, built: Vec<Built>, rows: usize, segment_rows: usize) -> Table {
    let size = segment_rows.max(1);
    let (mut columns, mut segments) = (Vec::with_capacity(built.len()), Vec::new());
    for start in (0..rows).step_by(size) {
        let rows: Range<usize> = start..rows.min(start + size);
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
