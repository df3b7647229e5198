//! The trait of every fitted classifier, generative or not: what evaluation and reports need; and the baseline, which
//! reads no feature.

use std::sync::Arc;

use rayon::prelude::*;

use super::classes::{appearing, order, places};
use super::decision::Decider;
use super::error;
use super::fitted::Fitted;
use super::predictions::{Predictions, RowPrediction, Rows};
use crate::encode::Dataset;
use crate::math::{Name, Number};
use crate::problem::Problem;
use crate::table::Segment;

/// Rows that one thread predicts at a time, between two checks whether to go on.
pub(crate) const PIECE: usize = 4096;
/// Pieces of each thread between two such checks, so that threads hardly wait for one another.
const PIECES: usize = 8;

/// A model prepared to predict rows of its data.
pub trait RowPredictor: Sync {
    /// Predicts rows of the data, given in increasing order. Rows beyond the end of the data are left out.
    fn rows(&self, rows: &Rows) -> Predictions;
}

/// Predicts rows of the data, given in increasing order, piece by piece. `of` maps the pieces in parallel. `each` gets
/// the results in order and stops the prediction by returning false.
pub fn predict_pieces<T: Send>(
    predictor: &dyn RowPredictor,
    rows: &Rows,
    of: impl Fn(Predictions) -> T + Sync,
    mut each: impl FnMut(T) -> bool + Send,
) {
    let piece = |at: usize| of(predictor.rows(&rows.slice(at * PIECE..(at + 1) * PIECE)));
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

/// A model that predicts a class for a row.
pub trait Classifier: Sync {
    fn data(&self) -> &Dataset;
    /// The classes, in the order of all lists.
    fn classes(&self) -> &[Name];
    /// The decision rule of the recipe, if it has one.
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
    /// Rows of the data without a class.
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
    /// Whether every number of the model is exact.
    fn is_exact(&self) -> bool {
        false
    }
    /// The code of each class in the class column.
    fn class_codes(&self) -> &[u32];
    /// The class of a row of the data; `None` for rows that are not training rows.
    fn class_of_row(&self, row: usize) -> Option<usize>;
    /// Prepares the model to predict this many rows.
    fn predictor(&self, rows: usize) -> Box<dyn RowPredictor + '_>;

    /// The training rows of a segment.
    fn learned_of(&self, segment: &Segment) -> Rows {
        segment.rows.clone().filter(|row| self.class_of_row(*row).is_some()).collect()
    }

    /// The training rows of the data.
    fn learned(&self) -> Rows {
        let of = |segment: &Segment| self.learned_of(segment);
        let segments = self.data().table.segments();
        let found: Vec<Rows> = match self.data().table.rows() {
            ..PIECE => segments.iter().map(of).collect(),
            _ => segments.par_iter().map(of).collect(),
        };
        found.into_iter().fold(Rows::default(), |mut all, rows| {
            all.append(&rows);
            all
        })
    }

    /// Predicts the rows that `wanted` accepts, in order.
    fn predict_rows(&self, wanted: &dyn Fn(usize) -> bool) -> Predictions {
        let rows: Rows = (0..self.data().table.rows()).filter(|row| wanted(*row)).collect();
        let mut all = Predictions::new(self.classes().len(), rows.len());
        let add = |piece: Predictions| {
            all.append(&piece);
            true
        };
        predict_pieces(self.predictor(rows.len()).as_ref(), &rows, |piece| piece, add);
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
    fn data(&self) -> &Dataset {
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

    fn predictor(&self, rows: usize) -> Box<dyn RowPredictor + '_> {
        Box::new(self.predictor(rows))
    }

    fn learned_of(&self, segment: &Segment) -> Rows {
        match self.learns_all(segment) {
            true => Rows::Range(segment.rows.start as u32..segment.rows.end as u32),
            false => segment.rows.clone().filter(|row| self.class_of_row(*row).is_some()).collect(),
        }
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
        let column = data.table.columns().get(data.resolved.target);
        let names = column.map(|column| column.dictionary.names()).unwrap_or_default();
        let (mut counts, mut first) = (vec![0u64; names.len()], vec![None; names.len()]);
        let mut table_rows = 0;
        for row in 0..data.table.rows() {
            let Some(code) = data.class_code(row).filter(|_| data.weight(row) > 0) else { continue };
            table_rows += 1;
            first.get_mut(code as usize).into_iter().for_each(|first: &mut Option<usize>| {
                first.get_or_insert(row);
            });
            counts.get_mut(code as usize).into_iter().for_each(|count| *count += data.weight(row));
        }
        if table_rows == 0 {
            return Err(match data.held_out {
                Some(_) => error::no_training_row(),
                None => error::no_data(column.map_or("", |column| column.name.as_str())),
            });
        }
        let order = match &data.held_out {
            Some(held_out) => held_out.order.to_vec(),
            None => appearing(order(data.resolved.recipe.classes.as_deref(), names)?, &data, &first),
        };
        Ok(Baseline {
            classes: order.iter().filter_map(|code| names.get(*code as usize)).cloned().collect(),
            counts: order.iter().map(|code| counts.get(*code as usize).copied().unwrap_or(0)).collect(),
            places: places(&order),
            order,
            table_rows,
            data,
        })
    }
}

impl Classifier for Baseline {
    fn data(&self) -> &Dataset {
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

    fn predictor(&self, _: usize) -> Box<dyn RowPredictor + '_> {
        Box::new(self)
    }
}

impl RowPredictor for &Baseline {
    fn rows(&self, rows: &Rows) -> Predictions {
        let n = self.counts.iter().sum::<u64>() as f64;
        let log_joint: Vec<f64> = self.counts.iter().map(|count| (*count as f64 / n).ln()).collect();
        let most = self.counts.iter().max();
        let mut tied: Vec<usize> =
            (0..self.counts.len()).filter(|class| self.counts.get(*class) == most).collect();
        let predicted = tied.first().copied();
        if tied.len() == 1 {
            tied.clear();
        }
        let mut out = Predictions::new(self.counts.len(), rows.len());
        for row in rows.iter() {
            let (log_joint, tied) = (log_joint.as_slice(), tied.as_slice());
            out.push(RowPrediction { row, log_joint, predicted, tied, undefined: None });
        }
        out
    }
}
