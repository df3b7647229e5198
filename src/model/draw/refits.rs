//! What another sample would have given: a model is fitted again to rows that it drew itself, many times over.
//!
//! Every value that the model knows keeps its place, drawn or not, and bins keep their cuts; so each parameter of a refit is
//! that of the model, estimated from other rows.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use num_traits::ToPrimitive;

use super::{DrawnRow, DrawnValue, Sampler, Uniforms};
use crate::encode::{Dataset, Ordered, ValueCounts};
use crate::math::{Number, Quantity};
use crate::model::counting::entry;
use crate::model::factor::Factor;
use crate::model::fitted::Fitted;
use crate::model::form::Form;
use crate::model::moments::{Moments, Scatter};
use crate::model::statistics::{Counts, Statistics};
use crate::problem::Problem;
use crate::recipe::{Prior, Variance};
use crate::table::Watch;

/// The most rows that are drawn for all refits together.
pub const MOST_DRAWN: usize = 10_000_000;

/// Samples to which a model is fitted again on screen.
pub const REFITS: usize = 20;

/// The most rows of a sample whose size nobody says.
const SAMPLE: usize = 20_000;

/// The most numbers of a Σ whose entries are parameters that are told.
const ENTRIES: usize = 12;

/// One parameter, as the model has it and as the refits have it.
#[derive(Clone, Debug, PartialEq)]
pub struct Spread {
    /// Its address.
    pub of: Quantity,
    /// What the model has, by which rows are drawn.
    pub value: f64,
    /// The mean over the refits.
    pub mean: f64,
    /// The standard deviation over the refits, with n − 1; not a number for a single refit.
    pub deviation: f64,
    /// The standard error that theory says, for the rows that a class has on average.
    pub error: f64,
}

/// Models fitted to rows that another one drew.
#[derive(Clone, Debug)]
pub struct Refits {
    /// Rows of each sample.
    pub rows: usize,
    /// The models, in the order in which they were drawn.
    pub models: Vec<Fitted>,
    /// Samples from which no model could be fitted: some class had too few rows.
    pub failed: usize,
    /// The parameters.
    pub spreads: Vec<Spread>,
}

impl Fitted {
    /// The rows of a sample whose size nobody says: as many as the model was fitted to, up to a bound.
    pub fn sample_rows(&self) -> usize {
        usize::try_from(self.table_rows()).unwrap_or(SAMPLE).min(SAMPLE)
    }
}

impl Sampler<'_> {
    /// Fits the model again to so many samples of so many rows.
    ///
    /// # Errors
    /// When the model has words or given numbers, too much would be drawn, no sample makes a model, or it was stopped.
    pub fn refits(
        &self,
        refits: usize,
        rows: usize,
        uniforms: &mut Uniforms,
        watch: Option<&Watch>,
    ) -> Result<Refits, Problem> {
        let fitted = self.fitted;
        if fitted.data.is_given() {
            let what = "the numbers of this model are given, so no sample of rows can have estimated them";
            return Err(Problem::usage(
                what,
                "draw rows to a file and open that: posterior draw MODEL -n 100",
            ));
        }
        if fitted.factors().iter().any(Factor::is_words) {
            let what =
                "a model of words is not fitted again to what it draws: its words would be others each time";
            return Err(Problem::usage(what, "choose a model of numbers or categories"));
        }
        if refits.saturating_mul(rows) > MOST_DRAWN {
            let what = format!("{refits} samples of {rows} rows are more than {MOST_DRAWN} rows");
            return Err(Problem::usage(what, "draw fewer rows, -n 1000, or fewer samples, --refits 20"));
        }
        let data = Arc::new(keeping_values(fitted));
        let (mut models, mut failed) = (Vec::new(), 0);
        watch.iter().for_each(|watch| watch.total.store(refits as u64, Ordering::Relaxed));
        for done in 0..refits {
            if let Some(watch) = watch {
                watch.done.store(done as u64, Ordering::Relaxed);
                if watch.stop.load(Ordering::Relaxed) {
                    return Err(super::stopped());
                }
            }
            let drawn = self.rows(rows, uniforms)?;
            match self.refit(&data, &drawn) {
                Some(model) => models.push(model),
                None => failed += 1,
            }
        }
        if models.is_empty() {
            let what = format!("no sample of {rows} rows makes a model: some class has too few of them");
            return Err(Problem::usage(what, "draw more rows: -n 1000"));
        }
        let spreads = spreads(fitted, &models, rows);
        Ok(Refits { rows, models, failed, spreads })
    }

    /// The model of some rows; `None` where a class has too few.
    fn refit(&self, data: &Arc<Dataset>, rows: &[DrawnRow]) -> Option<Fitted> {
        let fitted = self.fitted;
        let mut all = Statistics::new(fitted.statistics.layout().clone());
        let (codes, order) = (all.layout().classes, fitted.class_codes());
        let of_class: Vec<Vec<&DrawnRow>> = (0..fitted.classes.len())
            .map(|class| rows.iter().filter(|row| row.class == class).collect())
            .collect();
        for (class, (code, of)) in order.iter().zip(&of_class).enumerate() {
            let code = *code as usize;
            let n = of.len() as u64;
            *all.rows.get_mut(code)? = n;
            *all.table_rows.get_mut(code)? = n;
            // Classes go by the order of the model, whichever row was drawn first.
            *all.first.get_mut(code)? = (n > 0).then_some(class);
            if let Some(scatter) = all.complete.get_mut(code) {
                let column = |at: usize| of.iter().filter_map(|row| number(row, at)).collect();
                let columns: Vec<Vec<f64>> = (0..fitted.features.len()).map(column).collect();
                *scatter = Scatter::of(&columns, class, None);
            }
        }
        for (at, counts) in all.features.iter_mut().enumerate() {
            let Some(factor) = fitted.factors().get(at) else { continue };
            *counts = counted(factor, at, (order, codes), &of_class)?;
        }
        let model = Fitted::estimate(Arc::clone(data), Arc::new(all)).ok()?;
        let told =
            |model: &Fitted| told(model).into_iter().map(|(of, value)| value.map(|_| of)).collect::<Vec<_>>();
        (told(&model) == told(fitted)).then_some(model)
    }
}

/// What is counted of a feature in some rows.
fn counted(
    factor: &Factor,
    at: usize,
    (order, codes): (&[u32], usize),
    of_class: &[Vec<&DrawnRow>],
) -> Option<Counts> {
    let drawn = || {
        let each = order.iter().zip(of_class);
        each.flat_map(move |(code, rows)| rows.iter().map(move |row| (*code as usize, row.values.get(at))))
    };
    let mut table = Vec::new();
    Some(match &factor.form {
        Form::Gaussian(_) => {
            let mut moments = vec![Moments::default(); codes];
            for (code, rows) in order.iter().zip(of_class) {
                let numbers: Vec<f64> = rows.iter().filter_map(|row| number(row, at)).collect();
                *moments.get_mut(*code as usize)? = Moments::of(&numbers);
            }
            Counts::Moments(moments)
        }
        Form::Poisson(_) => {
            let count = |(code, value): (usize, Option<&DrawnValue>)| match value {
                Some(DrawnValue::Count { k, .. }) => Some((Ordered::new(*k as f64), code, 1)),
                _ => None,
            };
            Counts::Numbers(ValueCounts::of(codes, drawn().filter_map(count)))
        }
        Form::Bins(cuts) => {
            for (code, value) in drawn() {
                let DrawnValue::Category { value, .. } = value? else { return None };
                *entry(&mut table, value * codes + code) += 1;
            }
            Counts::Bins { cuts: cuts.clone(), table }
        }
        Form::Categories | Form::Flag => {
            // Of several codes of one value the first will do.
            let code_of = |value: usize| factor.by_code.iter().position(|of| *of == Some(value as u32));
            for (code, value) in drawn() {
                let DrawnValue::Category { value, .. } = value? else { return None };
                *entry(&mut table, code_of(*value)? * codes + code) += 1;
            }
            Counts::Codes(table)
        }
        Form::Words | Form::Presence => return None,
    })
}

fn number(row: &DrawnRow, at: usize) -> Option<f64> {
    match row.values.get(at)? {
        DrawnValue::Number { x, .. } => Some(*x),
        _ => None,
    }
}

/// The data without what holds rows out, and with every value that the model knows declared.
fn keeping_values(fitted: &Fitted) -> Dataset {
    let mut data = Dataset { test: None, held_out: None, sums: None, ..(*fitted.data).clone() };
    for feature in &mut data.resolved.features {
        let Some(factor) = fitted.factor(feature.name.as_str()).filter(|factor| !factor.is_number()) else {
            continue;
        };
        let column = fitted.data.table.columns().get(feature.column);
        let names = column.map(|column| column.dictionary.names()).unwrap_or_default();
        let known = names.iter().zip(&factor.by_code).filter(|(_, value)| value.is_some());
        feature.values = known.map(|(name, _)| name.as_str().to_owned()).collect();
    }
    data
}

/// The parameters that are estimated from rows, with their values.
fn told(fitted: &Fitted) -> Vec<(Quantity, Option<f64>)> {
    let float = |number: Option<Number>| number.map(|number| number.to_f64());
    let mut all = Vec::new();
    if matches!(fitted.data.resolved.prior, Prior::Counts | Prior::Laplace(_)) {
        let classes = fitted.classes.iter().enumerate();
        all.extend(classes.map(|(at, class)| (Quantity::prior(class), float(fitted.prior(at)))));
    }
    for (at, class) in fitted.classes.iter().enumerate() {
        if fitted.gda().is_some() {
            let names = fitted.feature_names().enumerate();
            all.extend(names.map(|(of, name)| (Quantity::mean(name, class), fitted.mean(of, at))));
        }
        for factor in fitted.factors() {
            let name = &factor.name;
            if factor.is_number() {
                all.push((Quantity::mean(name, class), float(factor.mean(at))));
                let variance = factor.normal(at).map(|normal| normal.variance);
                all.extend(variance.map(|variance| (Quantity::var(name, class), Some(variance))));
                continue;
            }
            let values = factor.values().iter().enumerate();
            all.extend(values.map(|(value, of)| {
                (Quantity::conditional(name, of, class), float(factor.conditional(value, at)))
            }));
        }
    }
    all.extend(entries(fitted).into_iter().map(|entry| (entry.of, Some(entry.value))));
    all
}

/// An entry of a Σ that is estimated.
struct Entry {
    of: Quantity,
    value: f64,
    /// What σ_aa σ_bb + σ_ab² comes to, without a ridge.
    spread: f64,
    /// The class whose rows it is estimated from; all, where it is shared.
    class: Option<usize>,
}

fn entries(fitted: &Fitted) -> Vec<Entry> {
    let Some(gda) = fitted.gda().filter(|_| fitted.features.len() <= ENTRIES) else { return Vec::new() };
    let classes = if gda.is_shared() { vec![None] } else { (0..fitted.classes.len()).map(Some).collect() };
    let mut all = Vec::new();
    for class in classes {
        let name = class.and_then(|class| fitted.classes.get(class));
        let Some(sigma) = gda.sigma(class.unwrap_or_default()) else { continue };
        let variance = |at: usize| sigma.entry(at, at) - gda.ridge;
        for (a, first) in fitted.feature_names().enumerate() {
            let until = if gda.is_diagonal() { a + 1 } else { fitted.features.len() };
            for (b, second) in fitted.feature_names().enumerate().take(until).skip(a) {
                let value = sigma.entry(a, b);
                let own = if a == b { variance(a) } else { value };
                let spread = variance(a) * variance(b) + own * own;
                all.push(Entry { of: Quantity::cov(first, second, name), value, spread, class });
            }
        }
    }
    all
}

/// How each parameter spreads over the refits, and how theory says that it does.
fn spreads(fitted: &Fitted, models: &[Fitted], rows: usize) -> Vec<Spread> {
    let errors = errors(fitted, rows);
    let of_models: Vec<Vec<f64>> = models
        .iter()
        .map(|model| told(model).into_iter().map(|(_, value)| value.unwrap_or(f64::NAN)).collect())
        .collect();
    let own = told(fitted).into_iter().zip(errors).enumerate();
    own.filter_map(|(at, ((of, value), error))| {
        let found: Vec<f64> = of_models.iter().filter_map(|model| model.get(at).copied()).collect();
        let moments = Moments::of(&found);
        let deviation = moments.variance(1).map_or(f64::NAN, libm::sqrt);
        Some(Spread { of, value: value?, mean: moments.mean, deviation, error })
    })
    .collect()
}

/// The standard error of each parameter that is told: √(p(1 − p)/n) of a share, σ/√n of a mean, and of a variance or covariance
/// what normal numbers have. α and n − 1 are those of the recipe.
fn errors(fitted: &Fitted, rows: usize) -> Vec<f64> {
    let n = rows as f64;
    let of_class = |class: usize| n * fitted.prior(class).map_or(0.0, |prior| prior.to_f64());
    let share = |p: f64, n: f64, added: f64| libm::sqrt(n * p * (1.0 - p)) / (n + added);
    let unbiased = fitted.data.resolved.variance == Variance::Unbiased;
    let squares = |spread: f64, n: f64, means: f64| {
        libm::sqrt(spread * (n - means)) / if unbiased { n - means } else { n }
    };
    let mut all = Vec::new();
    let added = match &fitted.data.resolved.prior {
        Prior::Counts => Some(0.0),
        Prior::Laplace(a) => a.value().to_f64().map(|a| a * fitted.classes.len() as f64),
        _ => None,
    };
    if let Some(added) = added {
        let prior = |class: usize| fitted.prior(class).map_or(f64::NAN, |prior| prior.to_f64());
        all.extend((0..fitted.classes.len()).map(|class| share(prior(class), n, added)));
    }
    for class in 0..fitted.classes.len() {
        let n = of_class(class);
        if let Some(sigma) = fitted.gda().and_then(|gda| gda.sigma(class)) {
            let ridge = fitted.gda().map_or(0.0, |gda| gda.ridge);
            let error = |at: usize| libm::sqrt((sigma.entry(at, at) - ridge) / n);
            all.extend((0..fitted.features.len()).map(error));
        }
        for factor in fitted.factors() {
            if let Some(normal) = factor.normal(class) {
                let variance = normal.variance - fitted.epsilon;
                all.push(libm::sqrt(variance / n));
                all.push(squares(2.0 * variance * variance, n, 1.0));
            } else if factor.is_number() {
                // The variance of a count is its mean.
                all.push(factor.mean(class).map_or(f64::NAN, |mean| libm::sqrt(mean.to_f64() / n)));
            } else {
                let alpha = fitted.alpha().to_f64().unwrap_or(f64::NAN) * factor.k() as f64;
                let p = |value: usize| factor.conditional(value, class).map_or(f64::NAN, |p| p.to_f64());
                all.extend((0..factor.k()).map(|value| share(p(value), n, alpha)));
            }
        }
    }
    all.extend(entries(fitted).into_iter().map(|entry| match entry.class {
        Some(class) => squares(entry.spread, of_class(class), 1.0),
        None => squares(entry.spread, n, fitted.classes.len() as f64),
    }));
    all
}
