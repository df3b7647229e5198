//! Predictions of many rows, and of one.

use super::block::{Block, Logs, rows_of_block};
use super::case::{Case, CaseValue};
use super::classifier::{Classifier, RowPredictor};
use super::factor::Factor;
use super::fitted::Fitted;
use super::prediction::{Undefined, near};
use std::collections::BTreeMap;
use std::ops::Range;

/// The prediction of one row of the data.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RowPrediction<'a> {
    /// The row, from 0.
    pub row: usize,
    /// ln score(c) by class: minus infinity for 0, NaN where a factor is 0/0. A model without scores gives ln P(c | x).
    pub log_joint: &'a [f64],
    /// The class with the largest score; `None` when the posterior is undefined.
    pub predicted: Option<usize>,
    pub tied: &'a [usize],
    pub undefined: Option<&'static str>,
}

/// e to the distance from the highest; 1 for the highest itself.
pub(crate) fn share(ln: f64, highest: f64) -> f64 {
    if ln == highest { 1.0 } else { (ln - highest).exp() }
}

impl RowPrediction<'_> {
    /// ln P(c | x); `None` when the posterior is undefined.
    pub fn log_posterior(&self, class: usize) -> Option<f64> {
        self.log_joint.get(class).zip(self.log_evidence()).map(|(ln, all)| ln - all.0 - all.1)
    }

    /// ln P(c | x) of every class; `None` when the posterior is undefined.
    pub(crate) fn log_posteriors(&self) -> Option<Vec<f64>> {
        let (highest, rest) = self.log_evidence()?;
        Some(self.log_joint.iter().map(|ln| ln - highest - rest).collect())
    }

    /// ln of the sum of the scores, split into ln of the highest and the rest; `None` when the posterior is undefined.
    pub fn log_evidence(&self) -> Option<(f64, f64)> {
        self.predicted?;
        let highest = self.highest();
        let sum: f64 = self.log_joint.iter().map(|ln| share(*ln, highest)).sum();
        Some((highest, sum.ln()))
    }

    pub fn highest(&self) -> f64 {
        self.log_joint.iter().copied().fold(f64::NEG_INFINITY, f64::max)
    }

    /// ln of P(c | x)/(1 − P(c | x)), by which rows can be ordered: unlike the probability, it distinguishes rows whose
    /// P(c | x) rounds to 1. `None` when the posterior is undefined.
    pub fn log_odds(&self, class: usize) -> Option<f64> {
        self.predicted?;
        let own = self.log_joint.get(class).copied()?;
        let others = || (0..).zip(self.log_joint).filter(|(other, _)| *other != class).map(|(_, ln)| *ln);
        let highest = others().fold(f64::NEG_INFINITY, f64::max);
        if highest == f64::NEG_INFINITY {
            return Some(f64::INFINITY);
        }
        let sum: f64 = others().map(|ln| share(ln, highest)).sum();
        Some(own - highest - sum.ln())
    }
}

/// Rows of the data, in any order; stored as a range while they are consecutive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rows {
    Range(Range<u32>),
    List(Vec<u32>),
}

impl Default for Rows {
    fn default() -> Self {
        Rows::Range(0..0)
    }
}

impl Rows {
    pub fn len(&self) -> usize {
        match self {
            Rows::Range(range) => range.len(),
            Rows::List(list) => list.len(),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub fn get(&self, place: usize) -> Option<usize> {
        match self {
            Rows::Range(range) => (place < range.len()).then(|| range.start as usize + place),
            Rows::List(list) => list.get(place).map(|row| *row as usize),
        }
    }

    /// How many of the rows are before a row of the data, if they are in increasing order.
    pub fn before(&self, row: usize) -> usize {
        match self {
            Rows::Range(range) => {
                row.clamp(range.start as usize, range.end.max(range.start) as usize) - range.start as usize
            }
            Rows::List(list) => list.partition_point(|one| (*one as usize) < row),
        }
    }

    pub fn iter(&self) -> impl ExactSizeIterator<Item = usize> + '_ {
        (0..self.len()).map(|place| self.get(place).unwrap_or_default())
    }

    #[must_use]
    pub fn slice(&self, places: Range<usize>) -> Rows {
        match self {
            Rows::Range(range) => {
                let at = |place: usize| range.start + place.min(range.len()) as u32;
                Rows::Range(at(places.start)..at(places.end))
            }
            Rows::List(list) => {
                let end = places.end.min(list.len());
                Rows::List(list.get(places.start.min(end)..end).unwrap_or_default().to_vec())
            }
        }
    }

    pub fn push(&mut self, row: usize) {
        // A table has fewer rows: at most 2³⁰ bytes of a source are read.
        let row = u32::try_from(row).unwrap_or(u32::MAX);
        match self {
            Rows::Range(range) if range.start >= range.end => *range = row..row.saturating_add(1),
            Rows::Range(range) if range.end == row => range.end = row.saturating_add(1),
            Rows::Range(range) => {
                let mut list: Vec<u32> = range.collect();
                list.push(row);
                *self = Rows::List(list);
            }
            Rows::List(list) => list.push(row),
        }
    }

    pub fn append(&mut self, other: &Rows) {
        match (&mut *self, other) {
            (mine @ Rows::Range(_), other) if mine.is_empty() => *mine = other.clone(),
            (Rows::Range(mine), Rows::Range(other)) if mine.end == other.start => {
                mine.end = other.end.max(mine.end)
            }
            (Rows::List(mine), Rows::List(other)) => mine.extend(other),
            _ => other.iter().for_each(|row| self.push(row)),
        }
    }
}

impl FromIterator<usize> for Rows {
    fn from_iter<I: IntoIterator<Item = usize>>(rows: I) -> Self {
        let mut all = Rows::default();
        rows.into_iter().for_each(|row| all.push(row));
        all
    }
}

/// Predictions of many rows, in the order in which they were added.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Predictions {
    classes: usize,
    rows: Rows,
    log_joint: Vec<f64>,
    /// The prediction of each row: a class; above the classes, an index of `ties`; counted down from the maximum, an
    /// index of `reasons`.
    said: Vec<u32>,
    ties: Vec<Vec<usize>>,
    tie_places: BTreeMap<Vec<usize>, u32>,
    /// Why posteriors are undefined: each reason once.
    reasons: Vec<Option<&'static str>>,
}

impl Predictions {
    /// Empty, with capacity for this many rows.
    pub fn new(classes: usize, rows: usize) -> Self {
        Predictions {
            classes,
            log_joint: Vec::with_capacity(rows.saturating_mul(classes)),
            said: Vec::with_capacity(rows),
            ..Predictions::default()
        }
    }

    pub fn classes(&self) -> usize {
        self.classes
    }

    pub fn len(&self) -> usize {
        self.said.len()
    }

    pub fn rows(&self) -> &Rows {
        &self.rows
    }

    pub fn get(&self, place: usize) -> Option<RowPrediction<'_>> {
        let said = *self.said.get(place)?;
        let from = place * self.classes;
        let out = RowPrediction {
            row: self.rows.get(place)?,
            log_joint: self.log_joint.get(from..from + self.classes)?,
            predicted: Some(said as usize),
            tied: &[],
            undefined: None,
        };
        if (said as usize) < self.classes {
            return Some(out);
        }
        if let Some(tied) = self.ties.get(said as usize - self.classes) {
            return Some(RowPrediction { predicted: tied.first().copied(), tied, ..out });
        }
        let undefined = self.reasons.get((u32::MAX - said) as usize).copied().flatten();
        Some(RowPrediction { predicted: None, undefined, ..out })
    }

    pub fn iter(&self) -> impl ExactSizeIterator<Item = RowPrediction<'_>> + Clone {
        const NONE: RowPrediction<'static> =
            RowPrediction { row: 0, log_joint: &[], predicted: None, tied: &[], undefined: None };
        (0..self.len()).map(|place| self.get(place).unwrap_or(NONE))
    }

    pub fn push(&mut self, one: RowPrediction<'_>) {
        let said = self.code(&one);
        self.rows.push(one.row);
        self.log_joint.extend_from_slice(one.log_joint.get(..self.classes).unwrap_or(one.log_joint));
        self.said.push(said);
        self.log_joint.resize(self.said.len() * self.classes, f64::NAN);
    }

    pub fn append(&mut self, other: &Predictions) {
        self.rows.append(&other.rows);
        self.log_joint.extend_from_slice(&other.log_joint);
        if other.ties.is_empty() && other.reasons.is_empty() {
            self.said.extend_from_slice(&other.said);
            return;
        }
        for one in other.iter() {
            let said = self.code(&one);
            self.said.push(said);
        }
    }

    fn code(&mut self, one: &RowPrediction<'_>) -> u32 {
        match (one.predicted, one.tied) {
            (None, _) => self.reason(one.undefined),
            (Some(_), tied @ [_, ..]) => self.tie(tied),
            (Some(class), []) => class as u32,
        }
    }

    fn tie(&mut self, tied: &[usize]) -> u32 {
        let place = self.tie_places.get(tied).copied().unwrap_or_else(|| {
            let place = self.ties.len() as u32;
            self.ties.push(tied.to_vec());
            self.tie_places.insert(tied.to_vec(), place);
            place
        });
        self.classes as u32 + place
    }

    fn reason(&mut self, why: Option<&'static str>) -> u32 {
        let place = self.reasons.iter().position(|reason| *reason == why).unwrap_or_else(|| {
            self.reasons.push(why);
            self.reasons.len() - 1
        });
        u32::MAX - place as u32
    }
}

/// A model prepared to predict rows: its logarithms, computed once.
pub struct Predictor<'a> {
    fitted: &'a Fitted,
    /// By factor; `None` for factors that are left out.
    logs: Vec<Option<Logs>>,
    priors: Vec<f64>,
}

impl RowPredictor for Predictor<'_> {
    fn rows(&self, rows: &Rows) -> Predictions {
        let classes = self.fitted.classes.len();
        let mut out = Predictions::new(classes, rows.len());
        let mut places = Vec::new();
        let mut place = 0;
        for segment in self.fitted.data.table.segments() {
            while let Some(first) = rows.get(place).filter(|row| *row < segment.rows.end) {
                if first < segment.rows.start {
                    place += 1;
                    continue;
                }
                let from = place;
                places.clear();
                while let Some(row) = rows.get(place).filter(|row| segment.rows.contains(row))
                    && places.len() < rows_of_block(classes)
                {
                    places.push(row - segment.rows.start);
                    place += 1;
                }
                let block = Block::new(self.fitted, segment, &places, &self.priors).scores(&self.logs);
                for (row, log_joint) in (from..place).zip(block.chunks_exact(classes.max(1))) {
                    let row = rows.get(row).unwrap_or_default();
                    self.fitted.decide(row, log_joint, &mut out);
                }
            }
        }
        out
    }
}

impl Predictor<'_> {
    /// ln score of a case in each class; not for a model that reads its numbers together.
    pub(super) fn joint(&self, case: &Case) -> Vec<f64> {
        let mut joint = self.priors.clone();
        for ((factor, cell), logs) in self.fitted.factors().iter().zip(&case.cells).zip(&self.logs) {
            logs.iter().for_each(|logs| self.add(&mut joint, factor, &cell.value, logs));
        }
        self.fitted.without_absent(&mut joint);
        joint
    }

    fn add(&self, joint: &mut [f64], factor: &Factor, value: &CaseValue, logs: &Logs) {
        let ln = |value: usize, class: usize| logs.of_value(self.fitted, factor, value, class);
        let mut add = |value: usize, times: u32| {
            joint
                .iter_mut()
                .enumerate()
                .for_each(|(class, joint)| *joint += f64::from(times) * ln(value, class));
        };
        match value {
            CaseValue::Missing | CaseValue::Unseen => {}
            CaseValue::Value(value) => add(*value, 1),
            CaseValue::Number(x) => {
                for (class, joint) in joint.iter_mut().enumerate() {
                    *joint += self.fitted.ln_multiplied_density(factor, *x, class);
                }
            }
            CaseValue::Words { known, .. } => match &logs.absences {
                Some(absences) => {
                    absences.add(joint, known.iter().map(|(word, _)| *word).collect(), ln);
                }
                None => known.iter().for_each(|(word, times)| add(*word, *times)),
            },
        }
    }
}

impl Fitted {
    /// Predicts the rows that `wanted` accepts, in order.
    pub fn predict_rows(&self, wanted: impl Fn(usize) -> bool) -> Predictions {
        Classifier::predict_rows(self, &wanted)
    }

    pub fn predictor(&self, rows: usize) -> Predictor<'_> {
        self.predictor_on(rows, |_| true)
    }

    pub(super) fn predictor_on(&self, rows: usize, wanted: impl Fn(usize) -> bool) -> Predictor<'_> {
        let ln_prior = |class: usize| match self.is_absent(class) {
            true => f64::NEG_INFINITY,
            false => self.prior(class).map_or(f64::NAN, |p| p.ln()),
        };
        Predictor {
            fitted: self,
            logs: (0..)
                .zip(self.factors())
                .map(|(feature, factor)| wanted(feature).then(|| Logs::new(self, factor, rows)))
                .collect(),
            priors: (0..self.classes.len()).map(ln_prior).collect(),
        }
    }

    /// Sets the score of absent classes to 0.
    fn without_absent(&self, joint: &mut [f64]) {
        let absent = joint.iter_mut().enumerate().filter(|(class, _)| self.is_absent(*class));
        absent.for_each(|(_, joint)| *joint = f64::NEG_INFINITY);
    }

    fn decide(&self, row: usize, log_joint: &[f64], out: &mut Predictions) {
        let one = RowPrediction { row, log_joint, predicted: None, tied: &[], undefined: None };
        let undefined = |word: &'static str| RowPrediction { undefined: Some(word), ..one };
        if log_joint.iter().any(|ln| ln.is_nan()) {
            let word = if !self.is_naive() { "missing_feature" } else { Undefined::PARAMETER };
            return out.push(undefined(word));
        }
        let highest = one.highest();
        if highest == f64::NEG_INFINITY {
            return out.push(undefined(Undefined::ZERO_EVIDENCE));
        }
        let mut close = near(log_joint, highest);
        if let (Some(class), None) = (close.next(), close.next()) {
            return out.push(RowPrediction { predicted: Some(class), ..one });
        }
        // Too close for logarithms: exact arithmetic decides, if the model is exact.
        let case = if self.is_exact() { Case::from_row(self, row).ok() } else { None };
        let tied = self.leading(log_joint, case.as_ref());
        let predicted = tied.first().copied();
        out.push(RowPrediction { predicted, tied: if tied.len() > 1 { &tied } else { &[] }, ..one });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn some(from: usize) -> Vec<RowPrediction<'static>> {
        let of = |row: usize| RowPrediction {
            row,
            log_joint: [&[-1.0, -2.0, -3.0][..], &[-1.0, -1.0, -3.0], &[f64::NEG_INFINITY; 3], &[0.5; 3]]
                [row % 4],
            predicted: [Some(0), Some(0), None, Some(0)][row % 4],
            tied: [&[][..], &[0, 1], &[], &[0, 1, 2]][row % 4],
            undefined: [None, None, Some(["a", "b"][row / 4 % 2]), None][row % 4],
        };
        (from..from + 11).filter(|row| row % 5 != 3).map(of).collect()
    }

    #[test]
    fn what_is_kept_comes_back_however_it_was_put_together() {
        let all = || [some(1), some(2), some(40)].concat();
        let mut one_by_one = Predictions::new(3, 0);
        all().into_iter().for_each(|one| one_by_one.push(one));
        assert_eq!(one_by_one.iter().collect::<Vec<_>>(), all());
        let mut in_pieces = Predictions::new(3, 0);
        for part in [some(1), some(2), some(40)] {
            let mut piece = Predictions::new(3, 0);
            part.into_iter().for_each(|one| piece.push(one));
            in_pieces.append(&piece);
        }
        assert_eq!(in_pieces, one_by_one);
        assert_eq!(in_pieces.get(in_pieces.len()), None);
    }

    #[test]
    fn rows_that_follow_one_another_are_a_range() {
        let rows: Rows = (5..9).collect();
        assert_eq!(rows, Rows::Range(5..9));
        assert_eq!(rows.slice(1..99), Rows::Range(6..9));
        let mut both = rows.clone();
        both.append(&Rows::Range(9..11));
        assert_eq!(both, Rows::Range(5..11));
        both.append(&Rows::Range(10..12));
        assert_eq!(both.iter().collect::<Vec<_>>(), [5, 6, 7, 8, 9, 10, 10, 11]);
        assert_eq!((both.get(6), both.get(8)), (Some(10), None));
        assert_eq!(both.slice(6..99), Rows::List(vec![10, 11]));
        assert_eq!([3, 1].into_iter().collect::<Rows>(), Rows::List(vec![3, 1]));
    }
}
