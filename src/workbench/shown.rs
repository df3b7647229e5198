//! Which rows screen 1 shows, and in which order: found by another thread, since there may be millions.

use std::sync::atomic::Ordering;

use rayon::prelude::*;

use super::filter::{Filter, Judged};
use super::words::{clip, shown};
use crate::table::{Cell, Kind, MISSING, Table, Watch};

/// What is shown of the data instead of all rows in their order; a history can hold it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Shown {
    pub filter: Option<Filter>,
    pub sort: Option<Sort>,
}

/// The column that the rows are sorted by. Missing cells stand last either way, and what is alike in the order of the data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sort {
    pub column: usize,
    pub down: bool,
}

impl Sort {
    pub fn arrow(self) -> &'static str {
        if self.down { "↓" } else { "↑" }
    }
}

impl Shown {
    pub fn is_all(&self) -> bool {
        *self == Shown::default()
    }

    pub fn words(&self, table: &Table) -> String {
        let filter =
            self.filter.as_ref().map(|filter| format!("filter {}", clip(&shown(&filter.to_string()), 50)));
        let sort = self.sort.and_then(|sort| {
            let name = table.columns().get(sort.column)?.name.as_str();
            Some(format!("sorted by {} {}", clip(&shown(name), 24), sort.arrow()))
        });
        let parts: Vec<String> = filter.into_iter().chain(sort).collect();
        if parts.is_empty() { "all rows, as in the data".to_owned() } else { parts.join(" · ") }
    }

    pub fn sorted(&self, column: usize) -> Shown {
        let sort = match self.sort.filter(|sort| sort.column == column) {
            None => Some(Sort { column, down: true }),
            Some(Sort { down: true, .. }) => Some(Sort { column, down: false }),
            Some(_) => None,
        };
        Shown { sort, ..self.clone() }
    }

    /// The rows of the data that are shown, in their order, among `some` of them where not all are asked; `None` where it was
    /// stopped.
    pub fn rows(
        &self,
        table: &Table,
        some: Option<&[u32]>,
        judged: &[Judged],
        watch: &Watch,
    ) -> Option<Vec<u32>> {
        let all = some.map_or(table.rows(), <[u32]>::len);
        watch.total.store(all as u64, Ordering::Relaxed);
        let row = |at: usize| match some {
            Some(rows) => rows.get(at).copied(),
            None => u32::try_from(at).ok(),
        };
        let stopped = || watch.stop.load(Ordering::Relaxed);
        let matches = self.filter.as_ref().map(|filter| filter.matcher(table, judged));
        let pieces: Vec<Vec<u32>> = (0..all.div_ceil(PIECE))
            .into_par_iter()
            .map(|piece| {
                let part = piece * PIECE..all.min((piece + 1) * PIECE);
                let long = part.len() as u64;
                let is_shown = |row: &u32| matches.as_ref().is_none_or(|matches| matches(*row as usize));
                let rows =
                    if stopped() { Vec::new() } else { part.filter_map(row).filter(is_shown).collect() };
                watch.done.fetch_add(long, Ordering::Relaxed);
                rows
            })
            .collect();
        let mut rows = pieces.concat();
        if let (Some(sort), false) = (self.sort, stopped()) {
            sort.apply(table, &mut rows);
        }
        (!stopped()).then_some(rows)
    }
}

/// Rows that are looked at before it is asked whether to stop.
const PIECE: usize = 1 << 12;

impl Sort {
    fn apply(self, table: &Table, rows: &mut [u32]) {
        let Some(about) = table.columns().get(self.column) else { return };
        let cells = |row: u32| {
            let (segment, at) = table.locate(row as usize)?;
            Some((segment.cells.get(self.column)?, at))
        };
        match about.kind {
            Kind::Numeric => {
                self.by_key(rows, |row| cells(row).and_then(|(cells, at)| cells.number(at)).map(ordered))
            }
            Kind::Categorical | Kind::Binary => {
                let names = about.dictionary.names();
                let mut order: Vec<usize> = (0..names.len()).collect();
                order.par_sort_by(|a, b| by_text(text_of(names, *a), text_of(names, *b)));
                let mut ranks = vec![0_u64; names.len()];
                for (rank, code) in (0..).zip(order) {
                    ranks.get_mut(code).into_iter().for_each(|place| *place = rank);
                }
                let code = |row: u32| cells(row).and_then(|(cells, at)| cells.code(at));
                self.by_key(rows, |row| {
                    code(row)
                        .filter(|code| *code != MISSING)
                        .and_then(|code| ranks.get(code as usize).copied())
                });
            }
            Kind::Text => {
                let text = |row: u32| match table.cell(row as usize, self.column) {
                    Cell::Text(text) => text,
                    _ => "",
                };
                rows.par_sort_by(|a, b| {
                    let (a, b) = if self.down { (*b, *a) } else { (*a, *b) };
                    by_text(text(a), text(b))
                });
            }
        }
    }

    fn by_key(self, rows: &mut [u32], key: impl Fn(u32) -> Option<u64> + Sync) {
        let turned = |key: u64| if self.down { u64::MAX - 1 - key } else { key };
        let keyed = |(at, row): (usize, &u32)| (key(*row).map_or(u64::MAX, turned), at as u32, *row);
        // The place settles what is alike, so that sorting without keeping the order of what is alike, which is quicker,
        // keeps it.
        let mut all: Vec<(u64, u32, u32)> =
            rows.par_iter().enumerate().map(|(at, row)| keyed((at, row))).collect();
        all.par_sort_unstable();
        rows.iter_mut().zip(all).for_each(|(place, (.., row))| *place = row);
    }
}

fn text_of(names: &[crate::math::Name], code: usize) -> &str {
    names.get(code).map_or("", |name| name.as_str())
}

/// The order of texts: by their letters whether small or large, and then as they are written.
fn by_text(a: &str, b: &str) -> std::cmp::Ordering {
    a.chars().flat_map(char::to_lowercase).cmp(b.chars().flat_map(char::to_lowercase)).then_with(|| a.cmp(b))
}

fn ordered(value: f64) -> u64 {
    const SIGN: u64 = 1 << 63;
    let bits = (value + 0.0).to_bits();
    if bits & SIGN == 0 { bits | SIGN } else { !bits }
}
