//! Scores of many rows at once: rows are cut into blocks and parts.

use super::factor::Factor;
use super::fitted::Fitted;
use super::gda::Gda;
use super::moments::{Counts, Statistics};
use super::moments::{Moments, Scatter};
use super::normal::Normal;
use super::sums::Absences;
use crate::encode::{Dataset, Partition, times};
use crate::model::Form;
use crate::recipe::Convention;
use crate::table::{Cells, MISSING, Segment};
use std::f64::consts::TAU;
use std::sync::Arc;

/// The most rows of a block, and the most scores.
const ROWS: usize = 1024;
const SCORES: usize = 1 << 16;
/// Counts below this have their probabilities computed once.
const SMALL_COUNTS: usize = 64;
/// Tables with fewer rows do not use them often enough.
const MANY_ROWS: usize = 4096;

/// Documents seldom have more words.
const WORDS: usize = 256;

/// Returns how many rows make a block for a model with this many classes.
pub(super) fn rows_of_block(classes: usize) -> usize {
    (SCORES / classes.max(1)).clamp(16, ROWS)
}

/// ln P(value | class) of one factor, and everything else that is the same for every row.
pub(super) struct Logs {
    /// By value and class; empty where few words are needed, so each is computed by itself.
    table: Vec<f64>,
    pub(super) absences: Option<Absences>,
    /// By class and then by code of the column or by bin; 0 for a code that has no factor.
    by_code: Vec<f64>,
    codes: usize,
    normals: Vec<Option<Density>>,
}

/// A normal distribution with its logarithm taken.
struct Density {
    normal: Normal,
    /// ln 2π + ln σ²
    norm: f64,
}

impl Logs {
    pub(super) fn new(fitted: &Fitted, factor: &Factor, rows: usize) -> Logs {
        let classes = fitted.classes.len();
        let is_text = matches!(factor.form, Form::Words | Form::Presence) && !factor.is_word_counts();
        let few = is_text && rows.saturating_mul(WORDS) < factor.k();
        let table = if few { Vec::new() } else { fitted.all_ln_multiplied(factor, false) };
        let of_value = |value: Option<usize>, class: usize| {
            value.and_then(|value| table.get(value * classes + class)).copied().unwrap_or(0.0)
        };
        let by_class = |codes: usize, of: &dyn Fn(usize, usize) -> f64| {
            (0..classes).flat_map(|class| (0..codes).map(move |code| of(code, class))).collect()
        };
        let (codes, by_code): (usize, Vec<f64>) = match &factor.form {
            Form::Categories | Form::Flag => {
                let codes = factor.by_code.len();
                (codes, by_class(codes, &|code, class| of_value(factor.by_code(code as u32), class)))
            }
            Form::Bins(cuts) => {
                (cuts.bins(), by_class(cuts.bins(), &|bin, class| of_value(Some(bin), class)))
            }
            Form::Poisson(_) if fitted.data.table.rows() >= MANY_ROWS => {
                let ln = |k: usize, class: usize| fitted.ln_multiplied_density(factor, k as f64, class);
                (SMALL_COUNTS, by_class(SMALL_COUNTS, &ln))
            }
            _ => (0, Vec::new()),
        };
        let density = |class: usize| {
            let normal = *factor.normal(class)?;
            Some(Density { normal, norm: TAU.ln() + normal.variance.ln() })
        };
        Logs {
            normals: if factor.is_gaussian() { (0..classes).map(density).collect() } else { Vec::new() },
            absences: (factor.form == Form::Presence).then(|| Absences::new(fitted, factor)),
            table,
            by_code,
            codes,
        }
    }

    /// Returns ln of the factor that a value multiplies the score with.
    pub(super) fn of_value(&self, fitted: &Fitted, factor: &Factor, value: usize, class: usize) -> f64 {
        match self.table.get(value * fitted.classes.len() + class) {
            Some(ln) => *ln,
            None => fitted.ln_multiplied(factor, value, class),
        }
    }
}

/// Rows of a segment, and the cells of one of its columns.
pub(super) struct Block<'a> {
    fitted: &'a Fitted,
    segment: &'a Segment,
    places: &'a [usize],
    scores: Vec<f64>,
}

impl<'a> Block<'a> {
    pub(super) fn new(fitted: &'a Fitted, segment: &'a Segment, places: &'a [usize], priors: &[f64]) -> Self {
        let scores = priors.iter().flat_map(|prior| std::iter::repeat_n(*prior, places.len())).collect();
        Block { fitted, segment, places, scores }
    }

    /// Returns ln score by row and class. A factor without logarithms is left out.
    pub(super) fn scores(mut self, logs: &[Option<Logs>]) -> Vec<f64> {
        match self.fitted.gda() {
            Some(gda) => self.add_together(gda),
            None => {
                let factors = self.fitted.factors().iter().zip(logs);
                factors.for_each(|(factor, logs)| logs.iter().for_each(|logs| self.add(factor, logs)));
            }
        }
        let (rows, classes) = (self.places.len(), self.fitted.classes.len());
        let mut out = vec![0.0; self.scores.len()];
        for (class, scores) in self.scores.chunks_exact(rows.max(1)).enumerate() {
            // An absent class has the score 0 in every case, even if its conditionals are 0/0, because P(c) = 0 is one
            // of the factors.
            let absent = self.fitted.is_absent(class);
            for (place, score) in out.iter_mut().skip(class).step_by(classes).zip(scores) {
                *place = if absent { f64::NEG_INFINITY } else { *score };
            }
        }
        out
    }

    fn by_class(&mut self) -> impl Iterator<Item = &mut [f64]> {
        self.scores.chunks_exact_mut(self.places.len().max(1))
    }

    fn add(&mut self, factor: &Factor, logs: &Logs) {
        if factor.is_word_counts() {
            return self.add_word_columns(factor, logs);
        }
        let Some(cells) = self.segment.cells.get(factor.column) else { return };
        match (cells, &factor.form) {
            (Cells::Codes(codes), _) => {
                let codes: Vec<u32> = self.gathered(codes, MISSING);
                self.add_codes(&codes, logs);
            }
            (Cells::Numbers(numbers), Form::Bins(cuts)) => {
                let bin = |x: &f64| if x.is_nan() { MISSING } else { cuts.bin(*x) as u32 };
                let codes: Vec<u32> = self.gathered(numbers, f64::NAN).iter().map(bin).collect();
                self.add_codes(&codes, logs);
            }
            (Cells::Numbers(numbers), _) => {
                let numbers = self.gathered(numbers, f64::NAN);
                self.add_numbers(&numbers, factor, logs);
            }
            (Cells::Tokens { .. }, _) => self.add_words(cells, factor, logs),
        }
    }

    fn gathered<T: Copy>(&self, column: &[T], missing: T) -> Vec<T> {
        if let (Some(first), Some(last)) = (self.places.first(), self.places.last())
            && last - first + 1 == self.places.len()
            && let Some(all) = column.get(*first..=*last)
        {
            return all.to_vec();
        }
        self.places.iter().map(|place| column.get(*place).copied().unwrap_or(missing)).collect()
    }

    fn add_codes(&mut self, codes: &[u32], logs: &Logs) {
        if logs.codes == 0 {
            return;
        }
        for (scores, logs) in self.by_class().zip(logs.by_code.chunks_exact(logs.codes)) {
            for (score, code) in scores.iter_mut().zip(codes) {
                *score += logs.get(*code as usize).copied().unwrap_or(0.0);
            }
        }
    }

    fn add_numbers(&mut self, numbers: &[f64], factor: &Factor, logs: &Logs) {
        let fitted = self.fitted;
        let plain = fitted.convention() != Convention::RE1071 && factor.is_gaussian();
        for (class, scores) in self.by_class().enumerate() {
            let cells = scores.iter_mut().zip(numbers);
            match logs.normals.get(class) {
                Some(Some(Density { normal, norm })) if plain => {
                    for (score, x) in cells {
                        // The same formula as `Normal::ln_density`.
                        let distance = x - normal.mean - normal.rest;
                        let ln = -0.5 * (norm + distance / normal.variance * distance);
                        *score = if x.is_nan() { *score } else { *score + ln };
                    }
                }
                _ => {
                    let known = logs.by_code.get(class * logs.codes..(class + 1) * logs.codes);
                    let known = known.unwrap_or_default();
                    for (score, x) in cells.filter(|(_, x)| !x.is_nan()) {
                        let at = *x as usize;
                        *score += match known.get(at).filter(|_| at as f64 == *x) {
                            Some(ln) => *ln,
                            None => fitted.ln_multiplied_density(factor, *x, class),
                        };
                    }
                }
            }
        }
    }

    fn add_word_columns(&mut self, factor: &Factor, logs: &Logs) {
        let classes = self.fitted.classes.len().max(1);
        for (column, logs) in factor.word_columns.iter().zip(logs.table.chunks_exact(classes)) {
            let Some(cells) = self.segment.cells.get(*column) else { continue };
            let counts: Vec<f64> = self.places.iter().map(|place| times(cells, *place) as f64).collect();
            for (scores, ln) in self.by_class().zip(logs) {
                for (score, times) in scores.iter_mut().zip(&counts) {
                    // 0 times minus infinity is undefined, and an absent word has no factor.
                    *score = if *times > 0.0 { *score + times * ln } else { *score };
                }
            }
        }
    }

    fn add_words(&mut self, cells: &Cells, factor: &Factor, logs: &Logs) {
        let (rows, classes) = (self.places.len(), self.fitted.classes.len());
        let mut joint = vec![0.0; classes];
        for (at, place) in self.places.iter().enumerate() {
            let mine = self.scores.iter().skip(at).step_by(rows);
            joint.iter_mut().zip(mine).for_each(|(joint, score)| *joint = *score);
            let words = cells.tokens(*place).filter_map(|word| factor.by_code(word));
            match &logs.absences {
                Some(absences) => {
                    let presence = |word, class| logs.of_value(self.fitted, factor, word, class);
                    absences.add(&mut joint, words.collect(), presence);
                }
                None if logs.table.is_empty() => {
                    for word in words {
                        let ln = |class| logs.of_value(self.fitted, factor, word, class);
                        joint.iter_mut().enumerate().for_each(|(class, joint)| *joint += ln(class));
                    }
                }
                None => {
                    for word in words {
                        let from = word * classes;
                        let logs = logs.table.get(from..from + classes).unwrap_or_default();
                        joint.iter_mut().zip(logs).for_each(|(joint, ln)| *joint += ln);
                    }
                }
            }
            let mine = self.scores.iter_mut().skip(at).step_by(rows);
            mine.zip(&joint).for_each(|(score, joint)| *score = *joint);
        }
    }

    /// Adds all numbers together: the formula of [`Gda::ln_density`], with every step taken for all rows.
    fn add_together(&mut self, gda: &Gda) {
        let columns: Vec<Vec<f64>> = self
            .fitted
            .features
            .iter()
            .map(|feature| match self.segment.cells.get(feature.column) {
                Some(Cells::Numbers(numbers)) => self.gathered(numbers, f64::NAN),
                _ => vec![f64::NAN; self.places.len()],
            })
            .collect();
        for (class, scores) in self.by_class().enumerate() {
            match gda.ln_densities(class, &columns) {
                Some(all) => scores.iter_mut().zip(all).for_each(|(score, ln)| *score += ln),
                None => scores.fill(f64::NAN),
            }
        }
    }
}

/// The sums of disjoint sets of rows, and of the rows in none of them.
#[derive(Debug)]
pub struct Parts {
    parts: Vec<Statistics>,
    whole: Arc<Statistics>,
    others: Vec<Distances>,
}

/// The sums that are not counts: means and scatter, and the first rows.
#[derive(Clone, Debug)]
struct Distances {
    first: Vec<Option<usize>>,
    moments: Vec<Vec<Moments>>,
    complete: Vec<Scatter>,
}

impl Parts {
    /// Counts the cases of a data set part by part in one pass; `whole` counts them all. `goes_on` gets the number of
    /// rows counted so far; if it returns false, counting stops without a result.
    pub fn count(
        data: &Dataset,
        whole: Arc<Statistics>,
        partition: &Partition,
        parts: usize,
        goes_on: impl Fn(usize) -> bool,
    ) -> Option<Parts> {
        debug_assert_eq!(*whole.layout(), data.layout());
        let mut parts = Statistics::partition(data, partition, parts, goes_on)?;
        let rest = parts.pop()?;
        let others = all_but_each(&parts, &rest);
        Some(Parts { parts, whole, others })
    }

    /// Returns the sums of all rows except those of a part, whose words count as those of rows without a class; `None`
    /// if there is no such part. `data` are the remaining rows, in which the cuts are searched again.
    pub fn all_but(&self, part: usize, data: &Dataset) -> Option<Statistics> {
        let (gone, others) = (self.parts.get(part)?, self.others.get(part)?);
        let mut left = self.whole.without_counts(gone);
        left.first.clone_from(&others.first);
        left.complete.clone_from(&others.complete);
        let rows = self.whole.complete.iter().zip(&gone.complete).map(|(all, gone)| all.rows - gone.rows);
        left.complete.iter_mut().zip(rows).for_each(|(left, rows)| left.rows = rows);
        for (counts, moments) in left.features.iter_mut().zip(&others.moments) {
            if let Counts::Moments(left) = counts {
                left.clone_from(moments);
            }
        }
        left.count_bins(data);
        Some(left)
    }
}

impl Statistics {
    /// Returns the sums without one case of a row that has a class; its words count as those of a row without a class.
    /// `None` where means and scatter would lose digits or cuts may move, so that the rows must be read again.
    pub fn all_but_case(&self, data: &Dataset, row: usize) -> Option<Statistics> {
        let gone = Statistics::of_case(data, row);
        let mut left = self.without_counts(&gone);
        for (left, gone) in left.features.iter_mut().zip(&gone.features) {
            match (left, gone) {
                (Counts::Moments(left), Counts::Moments(gone)) => {
                    for (left, gone) in left.iter_mut().zip(gone) {
                        *left = left.without(*gone)?;
                    }
                }
                (Counts::Bins { .. }, _) => return None,
                _ => {}
            }
        }
        for (left, gone) in left.complete.iter_mut().zip(&gone.complete) {
            *left = left.without(gone)?;
        }
        Some(left)
    }

    /// Subtracts the counts of some of the rows. Means and scatter stay as they are.
    fn without_counts(&self, gone: &Statistics) -> Statistics {
        let stride = self.layout().classes.max(1);
        let features = self.features.iter().zip(&gone.features);
        let mut left = self.without_features();
        left.rows = less(&self.rows, &gone.rows);
        left.table_rows = less(&self.table_rows, &gone.table_rows);
        left.features = features.map(|(all, gone)| all.without(gone, stride)).collect();
        left
    }

    fn distances(&self) -> Distances {
        let moments = |counts: &Counts| match counts {
            Counts::Moments(moments) => moments.clone(),
            _ => Vec::new(),
        };
        Distances {
            first: self.first.clone(),
            moments: self.features.iter().map(moments).collect(),
            complete: self.complete.clone(),
        }
    }
}

impl Distances {
    fn merge(&mut self, other: &Distances) {
        for (mine, theirs) in self.first.iter_mut().zip(&other.first) {
            *mine = mine.iter().chain(theirs).min().copied();
        }
        for (mine, theirs) in self.moments.iter_mut().flatten().zip(other.moments.iter().flatten()) {
            *mine = mine.merged(*theirs);
        }
        for (mine, theirs) in self.complete.iter_mut().zip(&other.complete) {
            *mine = mine.merged(theirs);
        }
    }
}

/// Returns, for each part, the merged sums of the rest and of all other parts.
fn all_but_each(parts: &[Statistics], rest: &Statistics) -> Vec<Distances> {
    let mut after: Vec<Distances> = Vec::new();
    let mut sum = Statistics::new(rest.layout().clone()).distances();
    for part in parts.iter().rev() {
        after.push(sum.clone());
        sum.merge(&part.distances());
    }
    let mut before = rest.distances();
    let mut all = Vec::new();
    for (part, after) in parts.iter().zip(after.into_iter().rev()) {
        let mut others = before.clone();
        others.merge(&after);
        all.push(others);
        before.merge(&part.distances());
    }
    all
}

impl Counts {
    /// Subtracts the counts of some of the rows; `stride` is the number of classes.
    fn without(&self, gone: &Counts, stride: usize) -> Counts {
        match (self, gone) {
            (Counts::Codes(all), Counts::Codes(gone)) => Counts::Codes(less(all, gone)),
            (Counts::Numbers(all), Counts::Numbers(gone)) => Counts::Numbers(all.without(gone)),
            (Counts::Bins { cuts, table }, Counts::Bins { table: gone, .. }) => {
                Counts::Bins { cuts: cuts.clone(), table: less(table, gone) }
            }
            (Counts::WordCounts { tokens, documents }, Counts::WordCounts { tokens: t, documents: d }) => {
                Counts::WordCounts { tokens: less(tokens, t), documents: less(documents, d) }
            }
            (
                Counts::Words { tokens, documents, unlabelled },
                Counts::Words { tokens: t, documents: d, .. },
            ) => {
                let words = t.chunks(stride).map(|counts| counts.iter().sum::<u64>());
                let mut others = unlabelled.clone();
                others.resize(others.len().max(t.len().div_ceil(stride)), 0);
                others.iter_mut().zip(words).for_each(|(sum, count)| *sum += count);
                Counts::Words { tokens: less(tokens, t), documents: less(documents, d), unlabelled: others }
            }
            (all, _) => all.clone(),
        }
    }
}

fn less(all: &[u64], gone: &[u64]) -> Vec<u64> {
    let gone = gone.iter().copied().chain(std::iter::repeat(0));
    all.iter().zip(gone).map(|(all, gone)| all.saturating_sub(gone)).collect()
}
