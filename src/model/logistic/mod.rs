//! Logistic regression, the discriminative alternative: it models P(class | x) but not the distribution of x.
//!
//! The notes' derivation for Gaussian discriminant analysis ends in its form, `P(1 | x) = 1/(1 + exp(−(θ₀ + θᵀx)))`;
//! here θ maximises the probability of the classes given the features. It is not a function of sums over rows, so every
//! step reads the rows again. It is not a generative model: it has no prior, no density and no score.

mod design;
mod encoding;
mod newton;
mod predict;

use std::sync::Arc;

use num_traits::ToPrimitive;

pub use encoding::{Column, Part};
pub use newton::work;

use self::design::{Design, Unit, units};
use self::encoding::{Encoding, is_complete};
use self::newton::{NoPeak, Peak, climb, redundant};
use super::classes::{order, places as class_places};
use super::decision::Decider;
use super::error;
use crate::encode::Dataset;
use crate::math::Name;
use crate::problem::Problem;

/// The most weights that are fitted, over all classes: the Hessian has this many rows and columns.
const WEIGHTS: usize = 3000;

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
    encoding: Encoding,
    units: Vec<Unit>,
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
    /// λ.
    pub lambda: f64,
    pub why: Why,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    Asked,
    /// The classes can be separated: ℓ grows without end with some weights.
    Separable {
        /// Whether every row can be separated, not only some.
        every: bool,
    },
    /// These columns, by position, can be computed from the columns before them, so many weights are equally good.
    Collinear(Vec<usize>),
    /// Newton's method does not converge without it.
    NotFound,
}

impl Logistic {
    /// Fits the rows that `training` accepts and that have a class and every feature.
    ///
    /// # Errors
    /// When there is no such row, the recipe's order of classes does not fit, there are too many columns or weights, or
    /// the numbers are too large.
    pub fn fit(data: Arc<Dataset>, training: impl Fn(usize) -> bool) -> Result<Logistic, Problem> {
        data.need_rows("logistic regression")?;
        let (order, classes, all) = labelled(&data)?;
        let rows: Vec<(usize, usize)> = all.known.into_iter().filter(|(row, _)| training(*row)).collect();
        if rows.is_empty() {
            return Err(no_complete_row());
        }
        let decider =
            data.resolved.recipe.decision.as_ref().map(|said| Decider::new(said, &classes)).transpose()?;
        let mut counts = vec![0u64; classes.len()];
        for (row, class) in &rows {
            if let Some(count) = counts.get_mut(*class) {
                *count += data.weight(*row);
            }
        }
        let encoding = Encoding::learn(&data, &rows, classes.len())?;
        let others = counts.iter().filter(|count| **count > 0).count() - 1;
        let width = encoding.columns.len() + 1;
        if others * width > WEIGHTS {
            let what = format!(
                "logistic regression would need {} weights (classes besides the base: {others}; weights of each: \
                 {width}), but at most {WEIGHTS} can be fitted",
                others * width
            );
            let fix =
                "pass --ignore A,B to leave columns out, or --target COL to choose another class column";
            return Err(error::problem("wrong_kind", what, fix));
        }
        let units = units(&data, &encoding, &rows)?;
        // A class that no row has is left out: no finite weight gives probability 0.
        let mut next = 0..;
        let places: Vec<Option<usize>> =
            counts.iter().map(|count| if *count > 0 { next.next() } else { None }).collect();
        let flat: Vec<usize> = places.iter().map(|place| place.unwrap_or(0)).collect();
        let design = Design::new(&data, &encoding, &units, &rows, &flat);
        let asked = data.resolved.recipe.ridge_or_default().value().to_f64().unwrap_or(0.0);
        let (peak, ridge) = held(&design, &units, asked)?;
        let mut of_others = peak.weights.chunks_exact(design.width);
        let weights = places.iter().map(|place| match place {
            None => Vec::new(),
            Some(0) => spread(&vec![0.0; design.width], &units),
            Some(_) => of_others.next().map(|weights| spread(weights, &units)).unwrap_or_default(),
        });
        Ok(Logistic {
            weights: weights.collect(),
            steps: peak.steps,
            log_likelihood: peak.log_likelihood,
            ridge,
            dropped: all.dropped,
            table_rows: rows.len() as u64,
            classes,
            decider,
            places: class_places(&order),
            order,
            counts,
            encoding,
            units,
            data,
        })
    }

    pub(crate) fn class_codes(&self) -> &[u32] {
        &self.order
    }

    pub fn columns(&self) -> &[Column] {
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
            |(weight, unit): (&f64, &Unit)| if unit.scale > 0.0 { weight / unit.scale } else { 0.0 };
        let theta: Vec<f64> = weights.iter().zip(&self.units).map(per_unit).collect();
        let shifted: f64 = theta.iter().zip(&self.units).map(|(theta, unit)| theta * unit.shift).sum();
        Some((intercept - shifted, theta))
    }

    /// Whether a column never varies in the training rows, so its weight is 0.
    pub fn is_constant(&self, column: usize) -> bool {
        self.units.get(column).is_none_or(|unit| unit.scale <= 0.0)
    }
}

struct Labelled {
    known: Vec<(usize, usize)>,
    dropped: u64,
}

/// The class codes in the order of the model, their names, and the rows that have a class and every feature. A class
/// without such a row is left out; it may appear first in a row that is dropped.
fn labelled(data: &Dataset) -> Result<(Vec<u32>, Vec<Name>, Labelled), Problem> {
    let column = data.table.columns().get(data.resolved.target);
    let names = column.map(|column| column.dictionary.names()).unwrap_or_default();
    let said = data.resolved.recipe.classes.as_deref();
    let mut order = match &data.held_out {
        Some(held_out) => held_out.order.to_vec(),
        None => order(said, names)?,
    };
    let mut known: Vec<(usize, u32)> = Vec::new();
    let mut first: Vec<Option<usize>> = vec![None; names.len()];
    let mut dropped = 0;
    for row in 0..data.table.rows() {
        let Some(code) = data.class_code(row).filter(|_| data.weight(row) > 0) else { continue };
        if !is_complete(data, row) {
            dropped += 1;
            continue;
        }
        if let Some(first) = first.get_mut(code as usize) {
            first.get_or_insert(row);
        }
        known.push((row, code));
    }
    if known.is_empty() {
        return Err(match dropped {
            _ if data.held_out.is_some() => error::no_training_row(),
            0 => error::no_data(column.map_or("", |column| column.name.as_str())),
            _ => no_complete_row(),
        });
    }
    if data.held_out.is_none() {
        let seen = |code: &u32| first.get(*code as usize).copied().flatten();
        order.retain(|code| seen(code).is_some());
        if said.is_none() {
            order.sort_by_key(seen);
        }
    }
    let places = class_places(&order);
    let classes = order.iter().filter_map(|code| names.get(*code as usize)).cloned().collect();
    let place = |code: u32| places.get(code as usize).copied().flatten().unwrap_or(0);
    let known = known.into_iter().map(|(row, code)| (row, place(code))).collect();
    Ok((order, classes, Labelled { known, dropped }))
}

fn no_complete_row() -> Problem {
    let fix = "pass --ignore COL to leave out the columns with missing cells, or use naive Bayes, which skips the cells";
    Problem { fix: fix.to_owned(), ..error::no_complete_row() }
}

/// The largest ℓ: without a penalty if there is a finite solution, else with one, and the reason.
fn held(design: &Design, units: &[Unit], asked: f64) -> Result<(Peak, Option<Ridge>), Problem> {
    let penalised = |lambda: f64, why: Why| match climb(design, lambda) {
        Ok(peak) => Ok((peak, Some(Ridge { lambda, why }))),
        Err(_) => {
            let what = format!("Newton's method does not converge with a ridge penalty of {lambda:e}");
            let fix = format!("pass a larger penalty: --ridge {}", (10.0 * lambda).max(RIDGE));
            Err(error::problem("singular_covariance", what, fix))
        }
    };
    if asked > 0.0 {
        return penalised(asked, Why::Asked);
    }
    let redundant = redundant(design);
    if !redundant.is_empty() && design.others > 0 {
        let varying = (0..units.len()).filter(|at| units.get(*at).is_some_and(|unit| unit.scale > 0.0));
        let columns = varying.zip(1..).filter(|(_, place)| redundant.contains(place)).map(|(at, _)| at);
        return penalised(RIDGE, Why::Collinear(columns.collect()));
    }
    match climb(design, 0.0) {
        Ok(peak) => Ok((peak, None)),
        Err(NoPeak::Separable { every }) => penalised(RIDGE, Why::Separable { every }),
        Err(NoPeak::NotFound) => penalised(RIDGE, Why::NotFound),
    }
}

/// Expands the weights of the columns that vary to all columns: the others get 0.
fn spread(weights: &[f64], units: &[Unit]) -> Vec<f64> {
    let mut left = weights.iter().copied();
    let intercept = left.next().unwrap_or(0.0);
    let of = units.iter().map(|unit| if unit.scale > 0.0 { left.next().unwrap_or(0.0) } else { 0.0 });
    std::iter::once(intercept).chain(of).collect()
}
