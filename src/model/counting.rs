//! The rows of a segment, added to the sums: each row as often as its weight says, a row of weight 0 not at all.

use super::moments::Moments;
use super::scatter::Scatter;
use super::statistics::{Counts, Statistics};
use crate::encode::{Ordered, Tally, times};
use crate::table::{Cells, MISSING, Segment};

/// The rows of a segment: the class and the weight of each.
struct Rows<'a> {
    classes: &'a [u32],
    weights: Vec<u64>,
    weighted: bool,
}

impl Rows<'_> {
    /// Class and weight of each row that counts: it has a class, and was seen.
    fn seen(&self) -> impl Iterator<Item = (usize, u32, u64)> + '_ {
        let rows = self.classes.iter().zip(&self.weights).enumerate();
        let rows = rows.map(|(at, (class, weight))| (at, *class, *weight));
        rows.filter(|(_, class, weight)| *class != MISSING && *weight > 0)
    }
}

impl Statistics {
    /// Counts the rows of a segment.
    pub fn add_segment(&mut self, segment: &Segment) {
        let Some(Cells::Codes(classes)) = segment.cells.get(self.layout().target) else { return };
        let weighted = self.layout().weight.is_some();
        let rows = Rows { classes, weights: self.layout().weights(segment), weighted };
        for (class, weight) in classes.iter().zip(&rows.weights) {
            self.unlabelled += u64::from(*class == MISSING);
            self.unseen += u64::from(*class != MISSING && *weight == 0);
        }
        for (at, class, weight) in rows.seen() {
            let class = class as usize;
            *entry(&mut self.rows, class) += weight;
            *entry(&mut self.table_rows, class) += 1;
            if let Some(first) = self.first.get_mut(class) {
                first.get_or_insert(segment.rows.start + at);
            }
        }
        self.add_complete(segment, &rows);
        let stride = self.layout().classes;
        let columns: Vec<usize> = self.layout().features.iter().map(|(column, _)| *column).collect();
        for (column, counts) in columns.into_iter().zip(&mut self.features) {
            let Some(cells) = segment.cells.get(column) else { continue };
            match (counts, cells) {
                (Counts::Codes(table), Cells::Codes(codes)) => add_codes(table, stride, codes, &rows),
                (Counts::Numbers(tally), Cells::Numbers(numbers)) => {
                    add_numbers(tally, stride, numbers, &rows);
                }
                (Counts::Moments(moments), Cells::Numbers(numbers)) => add_moments(moments, numbers, &rows),
                (Counts::WordCounts { tokens, documents }, cells @ Cells::Numbers(_)) => {
                    for (at, class, weight) in rows.seen() {
                        let times = times(cells, at);
                        *entry(tokens, class as usize) += times * weight;
                        *entry(documents, class as usize) += if times > 0 { weight } else { 0 };
                    }
                }
                (counts @ Counts::Words { .. }, cells @ Cells::Tokens { .. }) => {
                    add_words(counts, stride, cells, &rows);
                }
                _ => {}
            }
        }
    }

    /// Adds the rows of a segment in which every feature is known.
    fn add_complete(&mut self, segment: &Segment, rows: &Rows<'_>) {
        if self.complete.is_empty() {
            return;
        }
        let columns = self.layout().features.iter().map(|(column, _)| match segment.cells.get(*column) {
            Some(Cells::Numbers(numbers)) => numbers.as_slice(),
            _ => &[],
        });
        let columns: Vec<&[f64]> = columns.collect();
        let known = |at: usize| columns.iter().all(|column| column.get(at).is_some_and(|x| !x.is_nan()));
        let mut of_class: Vec<(Vec<usize>, Vec<u64>)> = vec![Default::default(); self.complete.len()];
        for (at, class, weight) in rows.seen().filter(|(at, ..)| known(*at)) {
            if let Some((places, weights)) = of_class.get_mut(class as usize) {
                places.push(at);
                weights.push(weight);
            }
        }
        for (scatter, (places, weights)) in self.complete.iter_mut().zip(&of_class) {
            let Some(first) = places.first() else { continue };
            let numbers: Vec<Vec<f64>> = columns
                .iter()
                .map(|column| places.iter().filter_map(|at| column.get(*at).copied()).collect())
                .collect();
            let weights = rows.weighted.then_some(weights.as_slice());
            *scatter = scatter.merged(&Scatter::of(&numbers, segment.rows.start + first, weights));
        }
    }
}

fn add_codes(table: &mut Vec<u64>, stride: usize, codes: &[u32], rows: &Rows<'_>) {
    for ((code, class), weight) in codes.iter().zip(rows.classes).zip(&rows.weights) {
        if *code != MISSING && *class != MISSING {
            *entry(table, *code as usize * stride + *class as usize) += weight;
        }
    }
}

fn add_numbers(tally: &mut Tally, stride: usize, numbers: &[f64], rows: &Rows<'_>) {
    for (at, class, weight) in rows.seen() {
        let Some(value) = numbers.get(at).filter(|value| !value.is_nan()) else { continue };
        let counts = tally.entry(Ordered::new(*value)).or_insert_with(|| vec![0; stride]);
        *entry(counts, class as usize) += weight;
    }
}

fn add_moments(moments: &mut [Moments], numbers: &[f64], rows: &Rows<'_>) {
    let known = rows.seen().filter_map(|(at, class, weight)| {
        let value = numbers.get(at).copied().filter(|value| !value.is_nan())?;
        Some((class as usize, value, weight))
    });
    if rows.weighted {
        let mut of_class: Vec<Vec<(f64, u64)>> = vec![Vec::new(); moments.len()];
        known.for_each(|(class, value, weight)| {
            of_class.get_mut(class).into_iter().for_each(|numbers| numbers.push((value, weight)));
        });
        moments.iter_mut().zip(&of_class).for_each(|(m, of)| *m = m.merged(Moments::weighted(of)));
        return;
    }
    let mut of_class: Vec<Vec<f64>> = vec![Vec::new(); moments.len()];
    known.for_each(|(class, value, _)| {
        of_class.get_mut(class).into_iter().for_each(|numbers| numbers.push(value));
    });
    moments.iter_mut().zip(&of_class).for_each(|(m, of)| *m = m.merged(Moments::of(of)));
}

fn add_words(counts: &mut Counts, stride: usize, cells: &Cells, rows: &Rows<'_>) {
    let Counts::Words { tokens, documents, unlabelled } = counts else { return };
    let mut last: Vec<u64> = Vec::new();
    for (row, (class, weight)) in rows.classes.iter().zip(&rows.weights).enumerate() {
        let words = cells.tokens(row);
        if *class == MISSING {
            words.iter().for_each(|word| *entry(unlabelled, *word as usize) += weight);
            continue;
        }
        for word in words {
            let at = *word as usize * stride + *class as usize;
            *entry(tokens, at) += weight;
            // The last document a word was seen in tells repeats from first occurrences.
            let seen = entry(&mut last, *word as usize);
            if *seen != row as u64 + 1 {
                *seen = row as u64 + 1;
                *entry(documents, at) += weight;
            }
        }
    }
}

/// The count at a place, which is made if it is not there yet.
fn entry(table: &mut Vec<u64>, at: usize) -> &mut u64 {
    if table.len() <= at {
        table.resize(at + 1, 0);
    }
    // The table was just made long enough.
    #[expect(clippy::indexing_slicing)]
    &mut table[at]
}
