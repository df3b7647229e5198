//! One pass over all rows of a text: windows are read side by side, and what was read of each is put together in their order, so
//! that no cell depends on how many there are.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering;
use std::sync::{Mutex, PoisonError};

use memchr::memchr_iter;
use rayon::prelude::*;

use super::build::Builder;
use super::columns::Kind;
use super::columns::Stop;
use super::dialect::{self, Quotes};
use super::error::TableError;
use super::file::plain;
use super::header::Header;
use super::hints;
use super::number_style::NumberStyle;
use super::pieces::{Grid, is_plain};
use super::rows::{Body, RowCounts};
use super::source::Options;
use super::windows::{Text, Window};

/// How a column is read: its kind, and how its numbers are written.
pub(super) type Wanted = (Kind, NumberStyle);

/// What a pass over rows reads: of each column that is wanted its cells.
pub(super) struct Pass<'o> {
    pub builders: Vec<Option<Builder<'o>>>,
    pub tally: RowCounts,
    pub segments: Vec<usize>,
    pub rows: usize,
    pub has_quotes: bool,
}

/// What one pass needs to know.
pub(super) struct Reading<'r, 'o> {
    pub body: &'r Body<'r>,
    pub header: &'r Header,
    pub wanted: &'r [Option<Wanted>],
    pub options: &'o Options,
}

pub(super) fn pass<'o>(
    body: &Body<'_>,
    header: &Header,
    wanted: &[Option<Wanted>],
    options: &'o Options,
) -> Result<Pass<'o>, Stop> {
    let reading = Reading { body, header, wanted, options };
    let mut done = reading.side_by_side()?;
    let torn = |builder: &Option<Builder<'_>>| builder.as_ref().is_some_and(|builder| builder.is_torn);
    if done.builders.iter().any(torn) {
        let again =
            wanted.iter().zip(&done.builders).map(|(wanted, builder)| wanted.filter(|_| torn(builder)));
        let again: Vec<Option<Wanted>> = again.collect();
        let read = Reading { wanted: &again, ..reading }.in_order()?;
        for (builder, new) in done.builders.iter_mut().zip(read.builders) {
            if new.is_some() {
                *builder = new;
            }
        }
    }
    let rows = done.rows;
    done.builders.iter_mut().flatten().for_each(|builder| builder.settle(rows));
    Ok(done)
}

impl<'o> Reading<'_, 'o> {
    fn side_by_side(&self) -> Result<Pass<'o>, Stop> {
        let mut windows = self.windows()?;
        let first = windows.next();
        let second = windows.next();
        if second.is_none() {
            let mut all = self.nothing();
            first.map_or(Ok(()), |window| self.add(window, &mut all))?;
            return Ok(all);
        }
        let windows = first.into_iter().chain(second).chain(windows);
        // Each is put behind those before it as soon as they are all there, and what it noted for itself goes.
        let so_far = Mutex::new((self.nothing(), 0, BTreeMap::new()));
        windows.enumerate().par_bridge().try_for_each(|(at, window)| {
            let mut piece = self.nothing();
            self.add(window, &mut piece)?;
            let mut so_far = so_far.lock().unwrap_or_else(PoisonError::into_inner);
            let (all, next, waiting) = &mut *so_far;
            waiting.insert(at, piece);
            while let Some(piece) = waiting.remove(next) {
                all.merge(piece);
                *next += 1;
            }
            Ok::<_, Stop>(())
        })?;
        Ok(so_far.into_inner().unwrap_or_else(PoisonError::into_inner).0)
    }

    fn in_order(&self) -> Result<Pass<'o>, Stop> {
        let mut all = self.nothing();
        for window in self.windows()? {
            self.add(window, &mut all)?;
        }
        Ok(all)
    }

    fn windows(&self) -> Result<impl Iterator<Item = std::io::Result<Window<'_>>> + Send, Stop> {
        self.body.whole.windows(self.body.start, self.body.window).map_err(|error| self.lost(&error))
    }

    fn lost(&self, error: &std::io::Error) -> Stop {
        TableError::cannot_open(self.body.source, &plain(error)).into()
    }

    fn nothing(&self) -> Pass<'o> {
        let new = |(name, wanted): (&String, &Option<Wanted>)| {
            wanted.map(|(kind, style)| Builder::new(name, kind, style, self.options))
        };
        Pass {
            builders: self.header.names.iter().zip(self.wanted).map(new).collect(),
            tally: RowCounts::default(),
            segments: Vec::new(),
            rows: 0,
            has_quotes: false,
        }
    }

    fn add(&self, window: std::io::Result<Window<'_>>, to: &mut Pass<'o>) -> Result<(), Stop> {
        let Window { start, bytes } = window.map_err(|error| self.lost(&error))?;
        let is_plain = is_plain(&bytes);
        to.has_quotes |= bytes.contains(&b'"');
        let text = || std::str::from_utf8(&bytes).map_err(|_| Stop::Unusual);
        if matches!(self.body.whole, Text::File(..)) {
            let text = text()?;
            let is_regular = is_plain || dialect::walk(text, self.body.delimiter) == Quotes::default();
            if !is_regular || hints::has_strange(text) {
                return Err(Stop::Unusual);
            }
        }
        let size = self.options.segment_rows.max(1);
        let tally = if is_plain {
            let (grid, tally) = Grid::new(&bytes, self.body);
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
            let part = Body { text: text()?, start: 0, watch: None, ..self.body.clone() };
            let (mut rows, mut open) = (part.rows(), 0);
            let lines = memchr_iter(b'\n', &bytes).count() + 1;
            to.builders.iter_mut().flatten().for_each(|builder| builder.expect(lines.min(size)));
            while rows.advance()? {
                for (column, builder) in to.builders.iter_mut().enumerate() {
                    if let Some(builder) = builder {
                        builder.push(rows.field(column), start + rows.start());
                    }
                }
                open += 1;
                if open == size {
                    to.end_segment(open);
                    open = 0;
                }
            }
            to.end_segment(open);
            rows.tally
        };
        to.tally.merge(&tally, start);
        if matches!(self.body.whole, Text::File(..)) && to.tally.unfit.is_some() {
            return Err(Stop::Unusual);
        }
        self.tell(start + bytes.len())
    }

    fn tell(&self, done: usize) -> Result<(), Stop> {
        let Some(watch) = self.body.watch else { return Ok(()) };
        watch.done.fetch_max(done as u64, Ordering::Relaxed);
        match watch.stop.load(Ordering::Relaxed) {
            true => Err(TableError::stopped(self.body.source).into()),
            false => Ok(()),
        }
    }
}

impl<'o> Pass<'o> {
    fn end_segment(&mut self, rows: usize) {
        if rows > 0 {
            self.builders.iter_mut().flatten().for_each(Builder::end_segment);
            self.segments.push(rows);
            self.rows += rows;
        }
    }

    fn merge(&mut self, other: Pass<'o>) {
        let rows = self.rows as u64;
        for (mine, theirs) in self.builders.iter_mut().zip(other.builders) {
            if let (Some(mine), Some(theirs)) = (mine, theirs) {
                mine.merge(theirs, rows);
            }
        }
        self.tally.merge(&other.tally, 0);
        self.segments.extend(other.segments);
        self.rows += other.rows;
        self.has_quotes |= other.has_quotes;
    }
}
