//! Logistic regression, the discriminative alternative: it models P(class | x) but not the distribution of x.
//!
//! The notes' derivation for Gaussian discriminant analysis ends in its form, `P(1 | x) = 1/(1 + exp(−(θ₀ + θᵀx)))`;
//! here θ maximises the probability of the classes given the features. It is not a function of sums over rows, so every
//! step reads the rows again. It is not a generative model: it has no prior, no density and no score.

mod encoding;
mod newton;

use num_traits::ToPrimitive;
use std::sync::Arc;

pub use encoding::DesignColumn;
pub use newton::work;

use self::encoding::{DesignEncoding, StandardUnit, is_complete};
use self::newton::{Design, Peak, climb, log_sum, redundant};
use super::classes::{classes as classes_of, places as class_places};
use super::decision::Decider;
use super::error::{self, first_of};
use super::prediction::leaders;
use super::predictions::{Classifier, Predictions, RowPrediction, RowPredictor};
use crate::encode::Dataset;
use crate::math::Name;
use crate::problem::Problem;
use crate::recipe::Convention;

/// The most weights that are fitted, over all classes: the Hessian has this many rows and columns.
const WEIGHTS: usize = 3000;

const LISTED: usize = 8;

/// The penalty that is added if there is no finite solution without one.
const RIDGE: f64 = 0.01;

/// A fitted logistic regression (softmax regression, for more than two classes).
///
/// # Formula
/// `P(c | x) = exp(θ₀ + θᵀx)/∑ exp(θ₀ + θᵀx)` with weights for each class; those of the base are 0. The weights are
/// those at which `ℓ = ∑ ln P(class of the row | row)` is largest, each row counted as often as it was seen (CS229
/// notes, logistic regression).
#[derive(Clone, Debug)]
pub struct Logistic {
    pub data: Arc<Dataset>,
    /// The classes, in order of first appearance or as the recipe orders them.
    pub classes: Vec<Name>,
    pub steps: usize,
    /// ℓ at the weights, without the penalty.
    pub log_likelihood: f64,
    pub ridge: Option<Ridge>,
    pub dropped: u64,
    decider: Option<Decider>,
    encoding: DesignEncoding,
    units: Vec<StandardUnit>,
    order: Vec<u32>,
    places: Vec<Option<usize>>,
    counts: Vec<u64>,
    table_rows: u64,
    /// By class, θ₀ and θ in standard units; empty for a class that no training row has.
    weights: Vec<Vec<f64>>,
}

/// The ridge penalty: `λ/2 ∑ θ²` is subtracted from ℓ, with θ per standard deviation of its column; θ₀ is not
/// penalised.
#[derive(Clone, Debug, PartialEq)]
pub struct Ridge {
    pub lambda: f64,
    pub why: RidgeReason,
}

/// Why a penalty was added: the recipe asks for it; the classes, or some rows, can be separated, so ℓ grows without end
/// with some weights; these columns, by position, can be computed from the columns before them, so many weights are
/// equally good; or Newton's method does not converge without it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RidgeReason {
    Asked,
    Separable { every: bool },
    Collinear(Vec<usize>),
    NotFound,
}

impl Logistic {
    /// Fits the training rows that have every feature.
    ///
    /// # Errors
    /// When there is no such row, the recipe's order of classes does not fit, there are too many columns or weights, or
    /// the numbers are too large.
    pub fn fit(data: Arc<Dataset>) -> Result<Logistic, Problem> {
        data.need_rows("logistic regression")?;
        let names = data.names(data.resolved.target);
        let (mut coded, mut first, mut dropped) = (Vec::new(), vec![None::<usize>; names.len()], 0);
        for row in 0..data.table.rows() {
            let Some(code) = data.class_code(row).filter(|_| data.weight(row) > 0) else { continue };
            if !is_complete(&data, row) {
                dropped += 1;
                continue;
            }
            first.get_mut(code as usize).map(|first| first.get_or_insert(row));
            coded.push((row, code));
        }
        if coded.is_empty() {
            let fix = "pass --ignore COL to leave out the columns with missing cells, or use naive Bayes, which skips the cells";
            return Err(error::no_training_rows(&data, (dropped > 0).then_some(fix), false));
        }
        let (mut order, _) = classes_of(&data, &first)?;
        if data.held_out.is_none() {
            order.retain(|code| first.get(*code as usize).copied().flatten().is_some());
        }
        let class_of = class_places(&order);
        let class = |(row, code): (usize, u32)| Some((row, class_of.get(code as usize).copied().flatten()?));
        let rows: Vec<(usize, usize)> = coded.into_iter().filter_map(class).collect();
        let classes: Vec<Name> = order.iter().filter_map(|code| names.get(*code as usize)).cloned().collect();
        let decision = data.resolved.recipe.decision.as_ref();
        let decider = decision.map(|decision| Decider::new(decision, &classes)).transpose()?;
        let mut counts = vec![0u64; classes.len()];
        for (row, class) in &rows {
            counts.get_mut(*class).into_iter().for_each(|count| *count += data.weight(*row));
        }
        let encoding = DesignEncoding::learn(&data, &rows, classes.len())?;
        // A class that no row has is left out: no finite weight gives probability 0.
        let mut next = 0..;
        let places: Vec<Option<usize>> =
            counts.iter().map(|count| if *count > 0 { next.next() } else { None }).collect();
        let others = next.start.saturating_sub(1);
        let width = encoding.columns.len() + 1;
        if others * width > WEIGHTS {
            let need = others * width;
            let what = format!(
                "logistic regression would need {need} weights (classes besides the base: {others}; weights of each: \
                 {width}), but at most {WEIGHTS} can be fitted"
            );
            let fix =
                "pass --ignore A,B to leave columns out, or --target COL to choose another class column";
            return Err(error::problem("wrong_kind", what, fix));
        }
        let units = encoding.units(&data, &rows)?;
        let place = |(row, class): &(usize, usize)| Some((*row, places.get(*class).copied().flatten()?));
        let placed: Vec<(usize, usize)> = rows.iter().filter_map(place).collect();
        let design = Design::new(&data, &encoding, &units, &placed, others);
        let asked = data.resolved.recipe.ridge_or_default().value().to_f64().unwrap_or(0.0);
        let (peak, ridge) = maximum(&design, &units, asked)?;
        let base = vec![0.0; design.width];
        let mut fitted = [base.as_slice()].into_iter().chain(peak.weights.chunks_exact(design.width));
        let weights = places.iter().map(|place| {
            let weights = place.and_then(|_| fitted.next());
            weights.map(|weights| of_all_columns(weights, &units)).unwrap_or_default()
        });
        Ok(Logistic {
            weights: weights.collect(),
            steps: peak.steps,
            log_likelihood: peak.log_likelihood,
            ridge,
            dropped,
            table_rows: rows.len() as u64,
            classes,
            decider,
            places: class_of,
            order,
            counts,
            encoding,
            units,
            data,
        })
    }

    pub fn columns(&self) -> &[DesignColumn] {
        &self.encoding.columns
    }

    /// The reference value of each feature with indicators.
    pub fn references(&self) -> &[(Name, Name)] {
        &self.encoding.references
    }

    /// The reference class: its weights are 0.
    pub fn base(&self) -> Option<usize> {
        self.counts.iter().position(|count| *count > 0)
    }

    /// θ₀ and the weight of each column, per unit of the column; `None` for a class that no training row has.
    pub fn coefficients(&self, class: usize) -> Option<(f64, Vec<f64>)> {
        let (intercept, weights) = self.weights.get(class)?.split_first()?;
        let per_unit =
            |(weight, unit): (&f64, &StandardUnit)| unit.map_or(0.0, |(_, deviation)| weight / deviation);
        let theta: Vec<f64> = weights.iter().zip(&self.units).map(per_unit).collect();
        let shift = |(theta, unit): (&f64, &StandardUnit)| unit.map_or(0.0, |(mean, _)| theta * mean);
        let shifted: f64 = theta.iter().zip(&self.units).map(shift).sum();
        Some((intercept - shifted, theta))
    }

    /// Whether a column never varies in the training rows, so its weight is 0.
    pub fn is_constant(&self, column: usize) -> bool {
        self.units.get(column).is_none_or(Option::is_none)
    }

    /// Whether a row has a category that is not in the training rows: its indicators are all 0, as for the reference.
    pub fn is_unseen(&self, row: usize) -> bool {
        self.encoding.is_unseen(&self.data, row)
    }

    /// The penalty that was added because there is no unique finite solution without one.
    pub fn held(&self) -> Option<f64> {
        self.ridge.as_ref().filter(|ridge| ridge.why != RidgeReason::Asked).map(|ridge| ridge.lambda)
    }

    /// Warnings about the fit, one sentence each: the penalty, the references, and columns without a weight.
    pub fn warnings(&self) -> Vec<String> {
        let mut all = Vec::new();
        if self.classes.len() == 1 {
            all.push("There is only one class, so no weights are fitted.".to_owned());
        }
        all.extend(self.ridge.as_ref().map(|ridge| self.reason_of(ridge)));
        let references = self.references();
        if !references.is_empty() {
            let each = references.iter().map(|(feature, value)| format!("{feature}={value}"));
            all.push(format!(
                "Categories and bins are compared with a reference value, which has no weight: {}.",
                first_of(each, LISTED, ", ")
            ));
        }
        let constant = (0..).zip(self.columns()).filter(|(at, _)| self.is_constant(*at));
        let constant: Vec<String> = constant.map(|(_, column)| column.label()).collect();
        if !constant.is_empty() {
            let never = match constant.len() {
                1 => "never varies in the training rows, so its weight is 0",
                _ => "never vary in the training rows, so their weights are 0",
            };
            all.push(format!("{} {never}.", first_of(&constant, LISTED, ", ")));
        }
        all
    }

    fn reason_of(&self, Ridge { lambda, why }: &Ridge) -> String {
        let added = format!("A ridge penalty of {lambda} was added.");
        let plain = "plain logistic regression has no";
        let rows: u64 = self.counts.iter().sum();
        match why {
            RidgeReason::Asked => {
                format!("The weights have a ridge penalty of {lambda}, as the recipe says.")
            }
            RidgeReason::Separable { every } => {
                let what = if *every { "The classes" } else { "Some rows of different classes" };
                format!("{what} can be separated, so {plain} finite weights. {added}")
            }
            RidgeReason::Collinear(_) if rows <= self.columns().len() as u64 => {
                let columns = self.columns().len();
                format!(
                    "There are only {rows} rows for {columns} columns, so {plain} unique weights. {added}"
                )
            }
            RidgeReason::Collinear(columns) => {
                let labels = columns.iter().filter_map(|at| self.columns().get(*at)).map(DesignColumn::label);
                let labels = first_of(labels, LISTED, ", ");
                format!("{labels} can be computed from earlier columns, so {plain} unique weights. {added}")
            }
            RidgeReason::NotFound => format!("Newton's method does not converge without a penalty. {added}"),
        }
    }

    fn log_posteriors(&self, cells: &[(usize, f64)]) -> Vec<f64> {
        let standard = |(column, value): &(usize, f64)| {
            let (mean, deviation) = self.units.get(*column).copied().flatten()?;
            Some((column + 1, (value - mean) / deviation))
        };
        let standard: Vec<(usize, f64)> = cells.iter().filter_map(standard).collect();
        let odds = |weights: &Vec<f64>| {
            let Some(intercept) = weights.first() else { return f64::NEG_INFINITY };
            let terms = standard.iter().filter_map(|(at, x)| Some(weights.get(*at)? * x));
            intercept + terms.sum::<f64>()
        };
        let mut logs: Vec<f64> = self.weights.iter().map(odds).collect();
        let sum = log_sum(&logs);
        logs.iter_mut().for_each(|ln| *ln -= sum);
        logs
    }
}

impl Classifier for Logistic {
    fn data(&self) -> &Arc<Dataset> {
        &self.data
    }

    fn classes(&self) -> &[Name] {
        &self.classes
    }

    fn decider(&self) -> Option<&Decider> {
        self.decider.as_ref()
    }

    fn title(&self) -> &'static str {
        if self.classes.len() > 2 { "Logistic regression (softmax)" } else { "Logistic regression" }
    }

    fn conventions(&self) -> String {
        let rows = match self.dropped {
            0 => "no row was dropped for a missing feature".to_owned(),
            1 => "1 row with a missing feature was dropped before anything was fitted".to_owned(),
            more => format!("{more} rows with a missing feature were dropped before anything was fitted"),
        };
        let mut parts = format!(
            "Conventions of {}: Newton's method finds the θ that makes the classes of the training rows most likely; \
             there is no prior and no α; {rows}",
            Convention::Cs229.program()
        );
        if let Some(Ridge { lambda, .. }) = self.ridge {
            parts += &format!(
                "; λ = {lambda}, and λ/2 times the sum of the squares of θ is subtracted from ℓ, each θ per standard deviation of its column"
            );
        }
        if !self.references().is_empty() {
            parts += "; a category that is not in the training rows counts as the reference";
        }
        parts
    }

    fn table_rows(&self) -> u64 {
        self.table_rows
    }

    fn class_count(&self, class: usize) -> u64 {
        self.counts.get(class).copied().unwrap_or(0)
    }

    fn dropped(&self) -> u64 {
        self.dropped
    }

    fn class_codes(&self) -> &[u32] {
        &self.order
    }

    fn class_of_row(&self, row: usize) -> Option<usize> {
        let used = is_complete(&self.data, row) && self.data.weight(row) > 0;
        let code = self.data.class_code(row).filter(|_| used)?;
        self.places.get(code as usize).copied().flatten()
    }

    fn predictor(&self, _: usize) -> Box<RowPredictor<'_>> {
        Box::new(|rows| {
            let mut out = Predictions::new(self.classes.len(), rows.len());
            for row in rows {
                let cells = self.encoding.row(&self.data, *row);
                let undefined = if cells.is_none() { Some("missing_feature") } else { None };
                let log_joint = cells.map(|cells| self.log_posteriors(&cells)).unwrap_or_default();
                let leading = leaders(&log_joint, |_, _| None);
                out.push(RowPrediction { undefined, ..RowPrediction::led_by(*row, &log_joint, &leading) });
            }
            out
        })
    }
}

/// Returns the largest ℓ: without a penalty if there is a finite solution, else with one, and the reason.
fn maximum(design: &Design, units: &[StandardUnit], asked: f64) -> Result<(Peak, Option<Ridge>), Problem> {
    let penalised = |lambda: f64, why: RidgeReason| {
        let Ok(peak) = climb(design, lambda) else {
            let what = format!("Newton's method does not converge with a ridge penalty of {lambda:e}");
            let fix = format!("pass a larger penalty: --ridge {}", (10.0 * lambda).max(RIDGE));
            return Err(error::problem("singular_covariance", what, fix));
        };
        Ok((peak, Some(Ridge { lambda, why })))
    };
    if asked > 0.0 {
        return penalised(asked, RidgeReason::Asked);
    }
    let redundant = redundant(design);
    if !redundant.is_empty() && design.others > 0 {
        let varying = (0..).zip(units).filter(|(_, unit)| unit.is_some());
        let columns = varying.zip(1..).filter(|(_, place)| redundant.contains(place)).map(|((at, _), _)| at);
        return penalised(RIDGE, RidgeReason::Collinear(columns.collect()));
    }
    climb(design, 0.0).map(|peak| (peak, None)).or_else(|why| penalised(RIDGE, why))
}

/// Expands the weights of the columns that vary to all columns: the others get 0.
fn of_all_columns(weights: &[f64], units: &[StandardUnit]) -> Vec<f64> {
    let mut left = weights.iter().copied();
    let intercept = left.next().into_iter();
    intercept.chain(units.iter().map(|unit| unit.and_then(|_| left.next()).unwrap_or(0.0))).collect()
}
