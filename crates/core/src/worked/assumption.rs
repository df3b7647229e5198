//! The naive assumption on the data: how the features of a case depend on each other within each class, what the
//! posterior would be without the assumption, and how many parameters that would need.

use super::posterior::shares_of;
use super::quantities::values;
use super::{Result, WorkedError, beside_product};
use crate::math::{Event, Expr, Name, Number};
use crate::model::{Case, CaseValue, Fitted, leaders_of};
use num_bigint::BigUint;

/// The most values of a case whose pairs are counted; a document may have many words.
const VALUES: usize = 24;

/// The most pairs over all classes.
const PAIRS: usize = 50_000;

/// The most words that a vocabulary can have here.
pub const MOST_WORDS: u64 = 1_000_000_000;

/// Powers of 2 up to this are written out to count their digits.
const WRITTEN_OUT: u64 = 100_000;

/// How far the features of one case are from independent within each class.
#[derive(Clone, Debug, Default)]
pub struct Dependence {
    /// Pairs of values of the case in each class, the largest violation first.
    pub pairs: Vec<ValuePair>,
    /// Pairs of number columns in each class, the largest correlation first.
    pub correlations: Vec<Correlation>,
    /// How many values of the case were left out of the pairs: those after the first 24, or fewer with very many classes.
    pub left_out: usize,
    /// Why no pairs were counted.
    pub no_rows: Option<WorkedError>,
    /// For each class, the counted share of rows with all values of the case, and the product that the model uses.
    /// Empty where the values cannot be counted together.
    pub joint: Vec<(Number, Number)>,
    /// The posterior from the counted shares; `None` where all scores from them are 0.
    pub counted_posterior: Option<Vec<Number>>,
    pub posterior: Option<Vec<Number>>,
    /// The class that the model predicts; the first one in a tie.
    pub predicted: Option<usize>,
    /// The posterior with one feature entered twice, the largest change first.
    pub doubled: Vec<DoubledFeature>,
}

/// Two values of a case, counted in the training rows of a class in which both features are known.
///
/// # Formula
/// The assumption is P(x₂ | c, x₁) = P(x₂ | c) (CS229 notes). Both sides are counted without smoothing.
#[derive(Clone, Debug, PartialEq)]
pub struct ValuePair {
    pub class: usize,
    pub first: Event,
    pub second: Event,
    pub both: u64,
    pub first_rows: u64,
    pub second_rows: u64,
    /// Rows in which both features are known.
    pub rows: u64,
}

impl ValuePair {
    /// P(x₂ | c, x₁); `None` where no row of the class has x₁.
    pub fn given(&self) -> Option<Number> {
        Number::ratio(self.both, self.first_rows)
    }

    /// P(x₂ | c); `None` where the class has no row.
    pub fn alone(&self) -> Option<Number> {
        Number::ratio(self.second_rows, self.rows)
    }

    /// P(x₂ | c, x₁) − P(x₂ | c); 0 where one of them is 0/0.
    pub fn difference(&self) -> f64 {
        self.given().zip(self.alone()).map_or(0.0, |(given, alone)| given.to_f64() - alone.to_f64())
    }
}

/// Pearson's correlation of two number columns within a class, over the rows in which both are known.
#[derive(Clone, Debug, PartialEq)]
pub struct Correlation {
    pub class: usize,
    pub first: Name,
    pub second: Name,
    pub rows: u64,
    /// `None` where a column does not vary.
    pub value: Option<f64>,
}

/// The posterior if the factor of a feature is multiplied twice.
#[derive(Clone, Debug)]
pub struct DoubledFeature {
    pub feature: Name,
    pub posterior: Option<Vec<Number>>,
    /// The classes with the largest posterior: several in a tie.
    pub leaders: Vec<usize>,
}

/// A value of the case: its feature, its place in the feature, and whether the feature is a text.
struct Shown {
    feature: usize,
    value: usize,
    is_word: bool,
    event: Event,
}

impl Dependence {
    /// Counts the pairs of values of a case.
    ///
    /// # Errors
    /// If the model is not a naive Bayes model.
    pub fn of(fitted: &Fitted, case: &Case) -> Result<Dependence> {
        if !fitted.is_naive() {
            return Err(WorkedError::NotNaive);
        }
        let mut shown = shown(fitted, case);
        let pairs_of = |values: usize| values * (values - 1) / 2 * fitted.classes.len();
        let most = (2..=VALUES).rev().find(|values| pairs_of(*values) <= PAIRS).unwrap_or(2);
        let left_out = shown.len().saturating_sub(most);
        shown.truncate(most);
        let no_rows = fitted.data.need_rows("counting pairs of values").err();
        let no_rows = no_rows.map(|problem| WorkedError::NoRows(problem.into()));
        let mut found = Dependence { left_out, no_rows, ..Dependence::default() };
        if found.no_rows.is_none() {
            for class in 0..fitted.classes.len() {
                pairs(fitted, class, &shown, &mut found.pairs);
                correlations(fitted, case, class, most, &mut found.correlations);
            }
        }
        found.pairs.sort_by(|a, b| b.difference().abs().total_cmp(&a.difference().abs()));
        let size = |of: &Correlation| of.value.map_or(0.0, f64::abs);
        found.correlations.sort_by(|a, b| size(b).total_cmp(&size(a)));
        found.joint = beside_product(fitted, case);
        let scores = found.joint.iter().enumerate();
        let scores = scores.map(|(class, (counted, _))| Some(fitted.prior(class)?.mul(counted)));
        let scores = scores.collect::<Option<Vec<_>>>().filter(|scores| !scores.is_empty());
        found.counted_posterior = scores.and_then(|all| shares_of(&all));
        let prediction = fitted.predict(case);
        let change = |doubled: &DoubledFeature| {
            let pairs = prediction.posterior.iter().flatten().zip(doubled.posterior.iter().flatten());
            pairs.map(|(once, twice)| (once.to_f64() - twice.to_f64()).abs()).fold(0.0, f64::max)
        };
        let each = fitted.feature_names().zip(&prediction.likelihoods);
        let doubled = each.filter_map(|(name, likelihood)| {
            let again = likelihood.as_ref()?.iter().zip(&prediction.joint);
            let scores = again.map(|(factor, score)| Some(score.as_ref()?.mul(factor.as_ref()?)));
            let posterior = scores.collect::<Option<Vec<_>>>().and_then(|all| shares_of(&all));
            let leaders = posterior.as_deref().map(leaders_of).unwrap_or_default();
            Some(DoubledFeature { feature: name.clone(), posterior, leaders })
        });
        found.doubled = doubled.collect();
        found.doubled.sort_by(|a, b| change(b).total_cmp(&change(a)));
        (found.posterior, found.predicted) = (prediction.posterior, prediction.predicted);
        Ok(found)
    }
}

fn shown(fitted: &Fitted, case: &Case) -> Vec<Shown> {
    let mut all = Vec::new();
    for ((feature, factor), cell) in (0..).zip(fitted.factors()).zip(&case.cells) {
        let (found, is_word) = match &cell.value {
            CaseValue::Value(value) => (vec![*value], false),
            CaseValue::Words { known, .. } => (known.iter().map(|(word, _)| *word).collect(), true),
            CaseValue::Number(_) | CaseValue::Missing | CaseValue::Unseen => (Vec::new(), false),
        };
        all.extend(found.into_iter().filter_map(|value| {
            let event = Event::value(&factor.name, factor.values().get(value)?);
            Some(Shown { feature, value, is_word, event })
        }));
    }
    all
}

fn pairs(fitted: &Fitted, class: usize, shown: &[Shown], found: &mut Vec<ValuePair>) {
    let start = found.len();
    for (at, first) in shown.iter().enumerate() {
        for second in shown.iter().skip(at + 1) {
            let (first, second) = (first.event.clone(), second.event.clone());
            found.push(ValuePair { class, first, second, both: 0, first_rows: 0, second_rows: 0, rows: 0 });
        }
    }
    for row in fitted.rows_of(class) {
        let weight = fitted.weight(*row).unwrap_or(1);
        // Whether the value is known in this row, and whether it is there.
        let mut seen: Option<(usize, Vec<usize>)> = None;
        let mut there = Vec::with_capacity(shown.len());
        for one in shown {
            let values = match seen.take() {
                Some((feature, values)) if feature == one.feature => values,
                _ => values(fitted, one.feature, *row),
            };
            there.push((one.is_word || !values.is_empty(), values.contains(&one.value)));
            seen = Some((one.feature, values));
        }
        let mut pairs = found.iter_mut().skip(start);
        for (at, (first_known, first)) in there.iter().enumerate() {
            for (second_known, second) in there.iter().skip(at + 1) {
                let Some(pair) = pairs.next() else { return };
                if *first_known && *second_known {
                    let counted = |is: bool| if is { weight } else { 0 };
                    pair.rows += weight;
                    pair.first_rows += counted(*first);
                    pair.second_rows += counted(*second);
                    pair.both += counted(*first && *second);
                }
            }
        }
    }
}

fn correlations(fitted: &Fitted, case: &Case, class: usize, most: usize, found: &mut Vec<Correlation>) {
    let factors = fitted.factors().iter().enumerate().zip(&case.cells);
    let numbers: Vec<usize> = factors
        .filter(|((_, factor), cell)| factor.is_number() && matches!(cell.value, CaseValue::Number(_)))
        .map(|((feature, _), _)| feature)
        .take(most)
        .collect();
    let number = |feature: usize, row: usize| fitted.data.number(row, fitted.factors().get(feature)?.column);
    for (at, first) in numbers.iter().enumerate() {
        for second in numbers.iter().skip(at + 1) {
            let rows = fitted.rows_of(class).iter();
            let both: Vec<(f64, f64, f64)> = rows
                .filter_map(|row| {
                    let weight = fitted.weight(*row).unwrap_or(1) as f64;
                    Some((number(*first, *row)?, number(*second, *row)?, weight))
                })
                .collect();
            let names = [first, second].map(|at| fitted.factors().get(*at).map(|factor| factor.name.clone()));
            let [Some(first), Some(second)] = names else { continue };
            let rows = both.iter().map(|(.., weight)| *weight).sum::<f64>();
            found.push(Correlation {
                class,
                first,
                second,
                rows: rows as u64,
                value: correlation(&both, rows),
            });
        }
    }
}

/// ∑(a − ā)(b − b̄) / √(∑(a − ā)² · ∑(b − b̄)²), each term by its weight.
fn correlation(pairs: &[(f64, f64, f64)], rows: f64) -> Option<f64> {
    let mean =
        |of: fn(&(f64, f64, f64)) -> f64| pairs.iter().map(|pair| of(pair) * pair.2).sum::<f64>() / rows;
    let (a_mean, b_mean) = (mean(|pair| pair.0), mean(|pair| pair.1));
    let sum = |of: &dyn Fn(f64, f64) -> f64| {
        pairs.iter().map(|(a, b, weight)| weight * of(a - a_mean, b - b_mean)).sum::<f64>()
    };
    let (aa, bb, ab) = (sum(&|a, _| a * a), sum(&|_, b| b * b), sum(&|a, b| a * b));
    // Of a column that does not vary only rounding is left.
    let varies = |squares: f64, mean: f64| squares > rows * (mean * 1e-12).powi(2) && squares > 0.0;
    (varies(aa, a_mean) && varies(bb, b_mean)).then(|| (ab / (aa * bb).sqrt()).clamp(-1.0, 1.0))
}

/// The parameters of one class for a vocabulary of which each word is present in a document or absent.
///
/// # Formula
/// With the naive assumption one probability for each word; without it one for each of the 2^V documents, less 1
/// because they sum to 1 (CS229 notes).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VocabularyParameters {
    pub words: u64,
}

impl VocabularyParameters {
    /// `2^V − 1`
    pub fn without(self) -> Expr {
        Expr::pow(Expr::int(2), Expr::int(self.words)) - Expr::int(1)
    }

    /// How many decimal digits 2^V − 1 has.
    pub fn digits(self) -> u64 {
        if self.words <= WRITTEN_OUT {
            return ((BigUint::from(1_u8) << self.words) - 1_u8).to_string().len() as u64;
        }
        // No power of 2 is a power of 10, so that 2^V − 1 has as many digits as 2^V.
        (self.words as f64 * 2_f64.log10()).floor() as u64 + 1
    }
}
