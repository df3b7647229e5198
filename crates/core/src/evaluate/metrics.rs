//! The figures of an evaluation beyond the counts of the matrix, and the summary that a curve needs.

use super::{Calibration, Evaluation, Interval, Measure, Metric, Roc, figures};
use crate::math::{Name, Number};
use crate::recipe::folded;
use crate::table::words;
use std::sync::Arc;

/// The figures of an evaluation.
///
/// ```
/// use posterior_core::{evaluate::{Metrics, evaluate}, model::Study, recipe::Recipe, table::Source};
///
/// let csv = "x,c\n1,a\n2,a\n3,a\n5,b\n6,b\n7,b\n";
/// let recipe = Recipe::from_toml("target = \"c\"\nmodel = \"gaussian\"", "recipe.toml")?;
/// let fitted = Study::open(Source::bytes("x.csv", csv.as_bytes()), recipe)?.fitted?;
/// let evaluation = evaluate(fitted.as_ref());
/// assert_eq!(evaluation.matrix, [[3, 0], [0, 3]]);
/// assert_eq!(Metrics::new(&evaluation, 0).errors, 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Metrics {
    /// Rows that are predicted wrong, including those with an undefined posterior.
    pub errors: u64,
    pub interval: Option<Interval>,
    pub above_baseline: Option<Number>,
    pub balanced_accuracy: Option<Number>,
    /// The mean F1 of the classes that have one.
    pub macro_f1: Option<Number>,
    pub brier: Option<f64>,
    /// Rows with a posterior, over which log loss and Brier score are means.
    pub n_defined: u64,
    pub roc: Roc,
    pub calibration: Arc<Calibration>,
    pub figures: Vec<Metric>,
}

/// Names of the positive class, if there are two classes.
const POSITIVE: [&str; 10] = ["yes", "y", "true", "t", "1", "1.0", "pos", "positive", "ill", "spam"];

/// The default positive class. Of two classes it is the one that means yes, or that the class column is named after,
/// `spam` of `is_spam`; if neither or both do, the second. Of more classes it is the first.
pub fn default_positive(labels: &[Name], target: &str) -> usize {
    let [first, second] = labels else { return 0 };
    let is = |label: &Name, words: &[&str]| words.contains(&folded(label.as_str()).as_str());
    let target = words(target);
    let target: Vec<&str> = target.iter().map(String::as_str).collect();
    let decides =
        |words: &[&str]| (is(first, words) != is(second, words)).then(|| usize::from(is(second, words)));
    decides(&POSITIVE).or_else(|| decides(&target)).unwrap_or(1)
}

impl Metrics {
    pub fn new(evaluation: &Evaluation, positive: usize) -> Metrics {
        let (rows, per_class) = (&evaluation.rows, evaluation.per_class.iter());
        let mut metrics = Metrics {
            errors: evaluation.n - evaluation.right,
            interval: Interval::wilson(evaluation.right, evaluation.n),
            above_baseline: evaluation.accuracy.as_ref().zip(evaluation.baseline()).map(|(a, b)| a.sub(&b)),
            balanced_accuracy: mean(per_class.clone().filter_map(|class| class.recall.as_ref())),
            macro_f1: mean(per_class.filter_map(|class| class.f1.as_ref())),
            brier: evaluation.brier,
            n_defined: evaluation.n - evaluation.n_undefined,
            roc: Roc::new(rows, positive),
            calibration: match evaluation.labels.len() {
                2 => Arc::new(Calibration::new(rows, Some(positive))),
                _ => Arc::clone(&evaluation.calibration),
            },
            figures: Vec::new(),
        };
        metrics.figures = figures::all(evaluation, &metrics);
        metrics
    }
}

/// The most classes whose areas are averaged, since each sorts the rows.
const AREAS: usize = 100;

/// The area under the ROC curve; with more than two classes the mean over those that have one, each against the rest.
pub(super) fn mean_area(evaluation: &Evaluation) -> Option<Number> {
    let rows = &evaluation.rows;
    match evaluation.labels.len() {
        2 => Roc::new(rows, 0).area(),
        k if k <= AREAS => {
            let areas: Vec<Number> = (0..k).filter_map(|class| Roc::new(rows, class).area()).collect();
            mean(areas.iter())
        }
        _ => None,
    }
}

fn mean<'a>(numbers: impl Iterator<Item = &'a Number>) -> Option<Number> {
    let (sum, many) = numbers.fold((Number::zero(), 0u64), |(sum, many), number| (sum.add(number), many + 1));
    sum.div(&Number::from_int(many))
}

/// The term of a row in the Brier score, from its posterior.
pub(super) fn brier_of(actual: usize, posterior: impl ExactSizeIterator<Item = f64>) -> f64 {
    // A class that is only in a test file has probability 0.
    let unknown = f64::from(u8::from(actual >= posterior.len()));
    let distance = |(class, p): (usize, f64)| (p - f64::from(u8::from(class == actual))).powi(2);
    (0..).zip(posterior).map(distance).sum::<f64>() + unknown
}

/// The summary of an evaluation, without its rows.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// Rows with a class, weighted.
    pub n: u64,
    pub right: u64,
    pub n_undefined: u64,
    /// Rows whose actual class was given probability 0: one of them makes the log loss infinite.
    pub n_impossible: u64,
    /// Mean of −ln P(actual class | x) over the rows with a posterior; `None` if it is infinite or no row has one.
    pub log_loss: Option<f64>,
    pub brier: Option<f64>,
    pub without_model: Option<String>,
    /// The ridge penalty that was added automatically, if any.
    pub held: Option<f64>,
}

impl Summary {
    pub fn of(evaluation: &Evaluation) -> Summary {
        Summary {
            n: evaluation.n,
            right: evaluation.right,
            n_undefined: evaluation.n_undefined,
            n_impossible: evaluation.n_impossible,
            log_loss: evaluation.log_loss,
            brier: evaluation.brier,
            without_model: None,
            held: None,
        }
    }

    pub fn accuracy(&self) -> Option<Number> {
        Number::ratio(self.right, self.n)
    }

    /// One of [`Measure::QUALITY`]; `None` if it is undefined or infinite.
    pub fn value(&self, measure: Measure) -> Option<f64> {
        match measure {
            Measure::Accuracy => self.accuracy().map(|share| share.to_f64()),
            Measure::LogLoss => self.log_loss,
            Measure::Brier => self.brier,
            Measure::Area | Measure::Parameters | Measure::Training | Measure::Seconds => None,
        }
    }

    /// Why a figure is missing or must be read with care, in one sentence.
    pub fn gap(&self) -> Option<String> {
        let rows = |count: u64, have: &str| {
            let have = if count == 1 { have.replace("have", "has") } else { have.to_owned() };
            format!("{count} of {} {have}", self.n)
        };
        match &self.without_model {
            Some(why) => Some(format!("{}: {why}.", rows(self.n_undefined, "rows have no model"))),
            None if self.n_undefined > 0 => {
                let rows = rows(self.n_undefined, "rows have an undefined posterior, 0/0");
                Some(format!("{rows}; they count as wrong."))
            }
            None if self.n_impossible > 0 => {
                let rows = rows(self.n_impossible, "rows have an actual class of probability");
                Some(format!("The log loss is infinite: {rows} 0."))
            }
            None => None,
        }
    }
}
