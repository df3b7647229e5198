//! Predictions of many rows, the trait of every fitted classifier, generative or not, and the baseline, which reads no
//! feature.

use super::classes::{classes, places};
use super::prediction::first_and_tied;
use super::{Decider, Fitted, Statistics, error};
use crate::encode::Dataset;
use crate::math::{Name, Number};
use crate::problem::Problem;
use crate::table::Segment;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::sync::Arc;

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RowPrediction<'a> {
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

impl<'a> RowPrediction<'a> {
    pub(super) fn led_by(row: usize, log_joint: &'a [f64], leading: &'a [usize]) -> Self {
        let (predicted, tied) = first_and_tied(leading);
        RowPrediction { row, log_joint, predicted, tied, undefined: None }
    }

    /// ln P(c | x); `None` when the posterior is undefined.
    pub fn log_posterior(&self, class: usize) -> Option<f64> {
        self.log_joint.get(class).zip(self.log_evidence()).map(|(ln, all)| ln - all.0 - all.1)
    }

    /// ln P(c | x) of every class; `None` when the posterior is undefined.
    pub fn log_posteriors(&self) -> Option<Vec<f64>> {
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

/// Predictions of many rows, in the order in which they were added.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Predictions {
    pub(crate) classes: usize,
    pub(crate) rows: Vec<usize>,
    log_joint: Vec<f64>,
    /// The prediction of each row: a class or, from `classes` on, a place in `others`.
    predicted: Vec<u32>,
    others: Vec<OtherPrediction>,
    places: BTreeMap<OtherPrediction, u32>,
}

/// A prediction that is not one class: the tied classes, or without them the reason why the posterior is undefined.
type OtherPrediction = (Vec<usize>, Option<&'static str>);

impl Predictions {
    /// Empty, with capacity for this many rows.
    pub fn new(classes: usize, rows: usize) -> Self {
        Predictions {
            classes,
            log_joint: Vec::with_capacity(rows.saturating_mul(classes)),
            predicted: Vec::with_capacity(rows),
            ..Predictions::default()
        }
    }

    pub fn len(&self) -> usize {
        self.predicted.len()
    }

    pub fn get(&self, place: usize) -> Option<RowPrediction<'_>> {
        let code = *self.predicted.get(place)? as usize;
        let log_joint = self.log_joint.get(place * self.classes..(place + 1) * self.classes)?;
        let (predicted, tied, undefined) = match code.checked_sub(self.classes) {
            None => (Some(code), [].as_slice(), None),
            Some(other) => {
                let (tied, undefined) = self.others.get(other)?;
                (tied.first().copied(), tied.as_slice(), *undefined)
            }
        };
        Some(RowPrediction { row: *self.rows.get(place)?, log_joint, predicted, tied, undefined })
    }

    pub fn iter(&self) -> impl ExactSizeIterator<Item = RowPrediction<'_>> + Clone {
        (0..self.len()).map(|place| self.get(place).unwrap_or_default())
    }

    pub fn push(&mut self, one: RowPrediction<'_>) {
        let code = self.code(&one);
        self.rows.push(one.row);
        self.log_joint.extend_from_slice(one.log_joint.get(..self.classes).unwrap_or(one.log_joint));
        self.predicted.push(code);
        self.log_joint.resize(self.predicted.len() * self.classes, f64::NAN);
    }

    pub fn append(&mut self, other: &Predictions) {
        self.rows.extend_from_slice(&other.rows);
        self.log_joint.extend_from_slice(&other.log_joint);
        for one in other.iter() {
            let code = self.code(&one);
            self.predicted.push(code);
        }
    }

    fn code(&mut self, one: &RowPrediction<'_>) -> u32 {
        if let (Some(class), []) = (one.predicted, one.tied) {
            return class as u32;
        }
        let other = (one.tied.to_vec(), one.undefined);
        let next = (self.classes + self.others.len()) as u32;
        *self.places.entry(other).or_insert_with_key(|other| {
            self.others.push(other.clone());
            next
        })
    }
}

/// Rows that one thread predicts at a time, between two checks whether to go on.
pub(crate) const PIECE: usize = 4096;
/// Pieces of each thread between two such checks, so that threads hardly wait for one another.
const PIECES: usize = 8;

/// A model prepared to predict rows of its data, given in increasing order. Rows beyond the end of the data are left out.
pub type RowPredictor<'a> = dyn Fn(&[usize]) -> Predictions + Sync + 'a;

/// Predicts rows of the data, given in increasing order, piece by piece. `of` maps the pieces in parallel. `each` gets
/// the results in order and stops the prediction by returning false.
pub fn predict_pieces<T: Send>(
    predictor: &RowPredictor<'_>,
    rows: &[usize],
    of: impl Fn(Predictions) -> T + Sync,
    mut each: impl FnMut(T) -> bool + Send,
) {
    let piece = |at: usize| {
        let rows = rows.get(at * PIECE..rows.len().min((at + 1) * PIECE));
        of(predictor(rows.unwrap_or_default()))
    };
    let pieces = rows.len().div_ceil(PIECE);
    if pieces <= 1 {
        each(piece(0));
        return;
    }
    let many = PIECES * rayon::current_num_threads();
    let wave =
        |from: usize| -> Vec<T> { (from..pieces.min(from + many)).into_par_iter().map(piece).collect() };
    // The results of one wave are consumed while the next one is computed.
    let mut made = wave(0);
    for from in (many..pieces + many).step_by(many) {
        let (next, goes_on) = rayon::join(|| wave(from), || made.into_iter().all(&mut each));
        if !goes_on {
            return;
        }
        made = next;
    }
}

pub trait Classifier: Sync {
    fn data(&self) -> &Arc<Dataset>;
    fn classes(&self) -> &[Name];
    fn decider(&self) -> Option<&Decider> {
        None
    }
    fn title(&self) -> &'static str;
    /// The line under every result: the conventions that the numbers follow.
    fn conventions(&self) -> String;
    /// Warnings about the model, one sentence each, without a full stop.
    fn warnings(&self) -> Vec<String> {
        Vec::new()
    }
    /// Training rows of the data, each counted once.
    fn table_rows(&self) -> u64;
    /// Training rows of a class, weighted.
    fn class_count(&self, class: usize) -> u64;
    /// Rows with a class that lack a feature the model needs, so they are not training rows.
    fn dropped(&self) -> u64 {
        0
    }
    fn unlabelled(&self) -> u64 {
        self.data().unlabelled().count() as u64
    }
    /// Rows of the data that have a class and weight 0.
    fn weightless(&self) -> u64 {
        self.data().weightless() as u64
    }
    /// The prior of a class; `None` where it is undefined, and for models without priors.
    fn prior(&self, _class: usize) -> Option<Number> {
        None
    }
    fn is_exact(&self) -> bool {
        false
    }
    /// The code of each class in the class column.
    fn class_codes(&self) -> &[u32];
    /// The class of a row of the data; `None` for rows that are not training rows.
    fn class_of_row(&self, row: usize) -> Option<usize>;
    fn predictor(&self, rows: usize) -> Box<RowPredictor<'_>>;

    fn learned(&self) -> Vec<usize> {
        let is_learned = |row: &usize| self.class_of_row(*row).is_some();
        let of = |segment: &Segment| segment.rows.clone().filter(is_learned).collect::<Vec<usize>>();
        let segments = self.data().table.segments();
        let found: Vec<Vec<usize>> = match self.data().table.rows() {
            ..PIECE => segments.iter().map(of).collect(),
            _ => segments.par_iter().map(of).collect(),
        };
        found.concat()
    }

    /// Predicts the rows that `wanted` accepts, in order.
    fn predict_rows(&self, wanted: &dyn Fn(usize) -> bool) -> Predictions {
        let rows: Vec<usize> = (0..self.data().table.rows()).filter(|row| wanted(*row)).collect();
        let mut all = Predictions::new(self.classes().len(), rows.len());
        let add = |piece: Predictions| {
            all.append(&piece);
            true
        };
        predict_pieces(&*self.predictor(rows.len()), &rows, |piece| piece, add);
        all
    }
}

/// Methods that a model also has without the trait.
macro_rules! own {
    ($($name:ident($($argument:ident: $type:ty)?) -> $out:ty),+ $(,)?) => {
        $(fn $name(&self $(, $argument: $type)?) -> $out { self.$name($($argument)?) })+
    };
}

impl Classifier for Fitted {
    fn data(&self) -> &Arc<Dataset> {
        &self.data
    }

    fn classes(&self) -> &[Name] {
        &self.classes
    }

    fn decider(&self) -> Option<&Decider> {
        self.decider.as_ref()
    }

    own! {
        title() -> &'static str,
        conventions() -> String,
        warnings() -> Vec<String>,
        table_rows() -> u64,
        class_count(class: usize) -> u64,
        dropped() -> u64,
        unlabelled() -> u64,
        weightless() -> u64,
        prior(class: usize) -> Option<Number>,
        is_exact() -> bool,
        class_codes() -> &[u32],
        class_of_row(row: usize) -> Option<usize>,
    }

    fn predictor(&self, rows: usize) -> Box<RowPredictor<'_>> {
        let predictor = self.predictor(rows);
        Box::new(move |rows| predictor.rows(rows))
    }
}

impl Fitted {
    pub fn predict_rows(&self, wanted: impl Fn(usize) -> bool) -> Predictions {
        Classifier::predict_rows(self, &wanted)
    }
}

/// Predicts the class shares of the training rows for every row.
///
/// # Formula
/// `P(c | x) = n_c/n` for every x, so the majority class is predicted; of several, the first.
#[derive(Clone, Debug)]
pub struct Baseline {
    pub data: Arc<Dataset>,
    pub classes: Vec<Name>,
    order: Vec<u32>,
    places: Vec<Option<usize>>,
    counts: Vec<u64>,
    table_rows: u64,
}

impl Baseline {
    pub fn fit(data: Arc<Dataset>) -> Result<Baseline, Problem> {
        data.need_rows("the baseline")?;
        let statistics = Statistics::of_classes(&data);
        let table_rows = statistics.table_rows.iter().sum();
        if table_rows == 0 {
            return Err(error::no_training_rows(&data, None, false));
        }
        let (order, classes) = classes(&data, &statistics.first)?;
        let counts = order.iter().filter_map(|code| statistics.rows.get(*code as usize)).copied().collect();
        Ok(Baseline { classes, counts, places: places(&order), order, table_rows, data })
    }
}

impl Classifier for Baseline {
    fn data(&self) -> &Arc<Dataset> {
        &self.data
    }

    fn classes(&self) -> &[Name] {
        &self.classes
    }

    fn title(&self) -> &'static str {
        "Baseline"
    }

    fn conventions(&self) -> String {
        "no feature is read: every row gets the class shares of the training rows".to_owned()
    }

    fn table_rows(&self) -> u64 {
        self.table_rows
    }

    fn class_count(&self, class: usize) -> u64 {
        self.counts.get(class).copied().unwrap_or(0)
    }

    fn prior(&self, class: usize) -> Option<Number> {
        Number::ratio(self.class_count(class), self.counts.iter().sum::<u64>())
    }

    fn is_exact(&self) -> bool {
        true
    }

    fn class_codes(&self) -> &[u32] {
        &self.order
    }

    fn class_of_row(&self, row: usize) -> Option<usize> {
        let code = self.data.class_code(row).filter(|_| self.data.weight(row) > 0)?;
        self.places.get(code as usize).copied().flatten()
    }

    fn predictor(&self, _: usize) -> Box<RowPredictor<'_>> {
        let n = self.counts.iter().sum::<u64>() as f64;
        let log_joint: Vec<f64> = self.counts.iter().map(|count| (*count as f64 / n).ln()).collect();
        let most = self.counts.iter().max();
        let leading: Vec<usize> =
            (0..self.counts.len()).filter(|class| self.counts.get(*class) == most).collect();
        Box::new(move |rows| {
            let mut out = Predictions::new(log_joint.len(), rows.len());
            rows.iter().for_each(|row| out.push(RowPrediction::led_by(*row, &log_joint, &leading)));
            out
        })
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
    fn predictions_are_the_same_added_one_by_one_or_in_pieces() {
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
}
