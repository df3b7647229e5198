//! A fitted model: priors and one factor per feature.

use std::sync::Arc;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};

use super::error::FitError;
use super::estimate::Estimate;
use super::factor::{Factor, Form};
use super::gda::Gda;
use super::moments::Moments;
use super::normal;
use super::statistics::{Counts, Statistics};
use crate::encode::Dataset;
use crate::math::{Name, Number};
use crate::recipe::{Prior, Variance, Vocabulary, Written};

/// Naive Bayes over categories, bins and words, with everything it was estimated from.
///
/// # Formula
/// `score(c) = P(c) · ∏ⱼ P(xⱼ | c)` and `P(c | x) = score(c)/∑ score`; the conditionals are
/// `(count + α)/(total + α · k)` (CS229 notes, sections on naive Bayes, Laplace smoothing and event models).
#[derive(Clone, Debug)]
pub struct Fitted {
    /// The data it was fitted from.
    pub data: Arc<Dataset>,
    /// The sums it was estimated from.
    pub statistics: Arc<Statistics>,
    /// The classes, in order of first appearance or as the recipe orders them.
    pub classes: Vec<Name>,
    /// One factor per feature.
    pub factors: Vec<Factor>,
    /// The density of all features together, where they are not read one by one.
    pub gda: Option<Gda>,
    /// What was added to every variance, in units squared.
    pub epsilon: f64,
    order: Vec<u32>,
    priors: Vec<Estimate>,
}

impl Fitted {
    /// Counts the rows and estimates the model.
    ///
    /// # Errors
    /// When no row has a class, or the recipe's prior or class order does not fit the classes.
    pub fn fit(data: Arc<Dataset>) -> Result<Fitted, FitError> {
        let mut statistics = Statistics::new(data.layout());
        for segment in data.table.segments() {
            statistics.add_segment(segment);
        }
        Fitted::estimate(data, Arc::new(statistics))
    }

    /// Estimates the model from counts that were taken before, by the same layout.
    ///
    /// # Errors
    /// As [`Fitted::fit`].
    pub fn estimate(data: Arc<Dataset>, statistics: Arc<Statistics>) -> Result<Fitted, FitError> {
        let resolved = &data.resolved;
        let column = data.table.columns().get(resolved.target);
        let names = column.map(|column| column.dictionary.names()).unwrap_or_default();
        let used = statistics.used();
        if used.iter().all(|rows| *rows == 0) {
            if statistics.rows.iter().any(|rows| *rows > 0) {
                return Err(FitError::NoCompleteRow);
            }
            let target = column.map(|column| column.name.as_str().to_owned()).unwrap_or_default();
            return Err(FitError::NoData { target });
        }
        let mut order = order(resolved.recipe.classes.as_deref(), names)?;
        if statistics.layout().is_complete_case() {
            let complete =
                |code: &u32| statistics.complete.get(*code as usize).and_then(|scatter| scatter.first);
            order.retain(|code| complete(code).is_some());
            if resolved.recipe.classes.is_none() {
                // A class may appear first in a row that is dropped.
                order.sort_by_key(complete);
            }
        }
        let classes: Vec<Name> = order.iter().filter_map(|code| names.get(*code as usize)).cloned().collect();
        let counts: Vec<u64> =
            order.iter().map(|code| used.get(*code as usize).copied().unwrap_or(0)).collect();
        let priors = priors(&resolved.prior, &classes, &counts)?;
        let moments = |counts: &Counts| match counts {
            Counts::Moments(moments) => {
                order.iter().map(|code| moments.get(*code as usize).copied().unwrap_or_default()).collect()
            }
            _ => Vec::new(),
        };
        let all: Vec<Vec<Moments>> = statistics.features.iter().map(moments).collect();
        let epsilon = normal::epsilon(resolved, all.iter().map(Vec::as_slice));
        let factors = resolved.features.iter().zip(&statistics.features);
        let factors = factors.filter_map(|(feature, counts)| {
            let column = data.table.columns().get(feature.column)?;
            Some(Factor::new(feature, column, counts, &order, &used, resolved))
        });
        let mut factors: Vec<Factor> = factors.collect();
        for (factor, moments) in factors.iter_mut().zip(&all).filter(|(_, moments)| !moments.is_empty()) {
            factor.form =
                Form::Gaussian(normal::normals(resolved, &factor.name, &classes, moments, epsilon)?);
        }
        let complete: Vec<_> =
            order.iter().filter_map(|code| statistics.complete.get(*code as usize)).collect();
        let gda = statistics.layout().is_complete_case().then(|| Gda::fit(resolved, &classes, &complete));
        Ok(Fitted {
            gda: gda.transpose()?,
            epsilon,
            factors,
            statistics: Arc::clone(&statistics),
            classes,
            order,
            priors,
            data: Arc::clone(&data),
        })
    }

    /// The same counts under another α.
    ///
    /// # Errors
    /// As [`Fitted::fit`].
    pub fn with_alpha(&self, alpha: Written) -> Result<Fitted, FitError> {
        let mut data = Dataset::clone(&self.data);
        data.resolved.recipe.alpha = Some(alpha.clone());
        data.resolved.alpha = alpha;
        Fitted::estimate(Arc::new(data), Arc::clone(&self.statistics))
    }

    /// Training rows of a class.
    pub fn class_count(&self, class: usize) -> u64 {
        let code = self.order.get(class).map(|code| *code as usize);
        let rows = code.and_then(|code| match self.gda {
            Some(_) => self.statistics.complete.get(code).map(|scatter| scatter.n),
            None => self.statistics.rows.get(code).copied(),
        });
        rows.unwrap_or(0)
    }

    /// Training rows: those that have a class, and every number where the model reads them together.
    pub fn rows(&self) -> u64 {
        self.statistics.used().iter().sum()
    }

    /// Rows that have a class and lack a number, and so are not learned from.
    pub fn dropped(&self) -> u64 {
        self.statistics.rows.iter().sum::<u64>() - self.rows()
    }

    /// Whether a row has every number that the model needs.
    pub fn is_complete(&self, row: usize) -> bool {
        self.gda.is_none() || self.factors.iter().all(|factor| self.data.number(row, factor.column).is_some())
    }

    /// The prior of a class, as counted.
    pub fn prior_estimate(&self, class: usize) -> Option<&Estimate> {
        self.priors.get(class)
    }

    /// The prior of a class.
    pub fn prior(&self, class: usize) -> Option<Number> {
        self.priors.get(class).and_then(Estimate::value)
    }

    /// The position of a class by its exact name.
    pub fn class(&self, name: &str) -> Option<usize> {
        self.classes.iter().position(|class| class.as_str() == name)
    }

    /// The factor of a feature by the exact name of its column.
    pub fn factor(&self, name: &str) -> Option<&Factor> {
        self.factors.iter().find(|factor| factor.name.as_str() == name)
    }

    /// The position of a value of a factor by its exact name.
    pub fn position(&self, factor: &Factor, value: &str) -> Option<usize> {
        if matches!(factor.form, Form::Bins(_) | Form::Flag) {
            return factor.values().iter().position(|name| name.as_str() == value);
        }
        let column = self.data.table.columns().get(factor.column)?;
        factor.by_code(column.dictionary.code(value)?)
    }

    /// The class of a row of the data, as a class of this model; `None` for rows that are not learned from.
    pub fn class_of_row(&self, row: usize) -> Option<usize> {
        let code = self.data.class_code(row).filter(|_| self.is_complete(row))?;
        self.order.iter().position(|class| *class == code)
    }

    /// The smoothing constant.
    pub fn alpha(&self) -> &BigRational {
        self.data.resolved.alpha.value()
    }

    /// Whether every number of the model is exact.
    pub fn is_exact(&self) -> bool {
        !self.factors.iter().any(Factor::is_number)
    }

    /// Whether α takes part: whether any factor is counted.
    pub fn is_smoothed(&self) -> bool {
        self.factors.iter().any(|factor| !factor.is_number())
    }

    /// What the model is called.
    pub fn title(&self) -> &'static str {
        if let Some(gda) = &self.gda {
            return gda.title();
        }
        let all = |fits: &dyn Fn(&Form) -> bool| self.factors.iter().all(|factor| fits(&factor.form));
        if all(&|form| matches!(form, Form::Gaussian(_))) {
            "Gaussian naive Bayes"
        } else if all(&|form| matches!(form, Form::Categories | Form::Bins(_))) {
            "Categorical naive Bayes"
        } else if all(&|form| *form == Form::Words) {
            "Multinomial naive Bayes"
        } else if all(&|form| matches!(form, Form::Flag | Form::Presence)) {
            "Bernoulli naive Bayes"
        } else {
            "Mixed naive Bayes"
        }
    }

    /// The line that stands under every result: which of several readings the numbers follow.
    pub fn conventions(&self) -> String {
        let resolved = &self.data.resolved;
        let alpha = if !self.is_smoothed() {
            "no conditional is counted, so α is not used".to_owned()
        } else if self.alpha().is_zero() {
            let what = if matches!(resolved.prior, Prior::Laplace(_)) { "no conditional" } else { "nothing" };
            format!("α = 0, {what} is smoothed")
        } else {
            let what = if matches!(resolved.prior, Prior::Laplace(_)) { "" } else { ", never the prior" };
            format!("α = {} smooths conditionals{what}", resolved.alpha.text())
        };
        let prior = match &resolved.prior {
            Prior::Counts => "prior from counts".to_owned(),
            Prior::Laplace(a) => format!("prior from counts, {} added to each", a.text()),
            Prior::Uniform => "the same prior for every class".to_owned(),
            Prior::Given(_) => "prior as given".to_owned(),
        };
        let mut parts = vec![alpha, prior];
        if let Some(gda) = &self.gda {
            parts.extend(gda.conventions(resolved.variance, self.dropped()));
        } else if self.factors.iter().any(|factor| matches!(factor.form, Form::Categories)) {
            parts.push("missing and unseen values have no factor".to_owned());
        } else if self.factors.iter().any(|factor| !factor.is_words()) {
            parts.push("missing cells have no factor".to_owned());
        }
        if self.factors.iter().any(Factor::is_gaussian) {
            let by = match resolved.variance {
                Variance::Population => "variances divide by n",
                Variance::Unbiased => "variances divide by n − 1",
            };
            let added =
                if self.epsilon > 0.0 { format!(", plus ε = {:e}", self.epsilon) } else { String::new() };
            parts.push(format!("{by}{added}"));
        }
        for factor in self.factors.iter().filter(|factor| factor.form == Form::Flag) {
            let one = factor.values().first().map(Name::to_string).unwrap_or_default();
            parts.push(format!("in {} {one} counts as 1", factor.name));
        }
        if self.factors.iter().any(|factor| factor.form == Form::Presence) {
            parts.push("a word counts once a document, and absent words have their factor 1 − P".to_owned());
        }
        if self.factors.iter().any(|factor| factor.cuts().is_some()) {
            let bins = resolved.convention.cut_side().bins();
            parts.push(format!("bins are {bins}, k counts empty bins too"));
        }
        if self.factors.iter().any(Factor::is_words) {
            let all = resolved.features.iter().any(|feature| feature.vocabulary == Vocabulary::AllRows);
            let from = if all { "all rows" } else { "the training rows" };
            parts.push(format!(
                "words are lower-cased runs of letters and digits, the vocabulary is that of {from}"
            ));
        }
        if !resolved.written.is_empty() {
            parts.push(format!("what was chosen wins over the convention: {}", resolved.written.join(", ")));
        }
        format!("{}: {}", self.convention_words(), parts.join("; "))
    }
}

/// The class codes in the order of the model.
fn order(said: Option<&[String]>, names: &[Name]) -> Result<Vec<u32>, FitError> {
    let all = 0..u32::try_from(names.len()).unwrap_or(u32::MAX);
    let Some(said) = said else { return Ok(all.collect()) };
    let code = |class: &String| {
        let at = names.iter().position(|name| name.as_str() == class);
        at.and_then(|at| u32::try_from(at).ok()).ok_or_else(|| FitError::UnknownClass {
            what: "order of classes",
            class: class.clone(),
            classes: names.iter().map(|name| name.as_str().to_owned()).collect(),
        })
    };
    let order = said.iter().map(code).collect::<Result<Vec<u32>, FitError>>()?;
    if let Some((class, _)) =
        said.iter().zip(0..).find(|(class, at)| said.iter().take(*at).any(|c| c == *class))
    {
        return Err(FitError::ClassTwice { what: "order of classes", class: class.clone() });
    }
    if let Some(left) = all.clone().find(|code| !order.contains(code)) {
        let class = names.get(left as usize).map(|name| name.as_str().to_owned()).unwrap_or_default();
        return Err(FitError::ClassLeftOut { what: "order of classes", class });
    }
    Ok(order)
}

fn priors(prior: &Prior, classes: &[Name], counts: &[u64]) -> Result<Vec<Estimate>, FitError> {
    let n: u64 = counts.iter().sum();
    let share = |alpha: &BigRational| {
        counts.iter().map(|count| Estimate::smoothed(*count, n, classes.len(), alpha)).collect()
    };
    Ok(match prior {
        Prior::Counts => share(&BigRational::zero()),
        Prior::Laplace(a) => share(a.value()),
        Prior::Uniform => {
            let one = Estimate { numerator: BigInt::one(), denominator: BigInt::from(classes.len()) };
            vec![one; classes.len()]
        }
        Prior::Given(values) => {
            if let Some((class, _)) =
                values.iter().find(|(class, _)| !classes.iter().any(|c| c.as_str() == class))
            {
                return Err(FitError::UnknownClass {
                    what: "prior",
                    class: class.clone(),
                    classes: classes.iter().map(|name| name.as_str().to_owned()).collect(),
                });
            }
            let given = |class: &Name| {
                let found = values.iter().find(|(name, _)| name == class.as_str());
                let (_, value) = found.ok_or_else(|| FitError::ClassLeftOut {
                    what: "prior",
                    class: class.as_str().to_owned(),
                })?;
                let value = value.value();
                Ok(Estimate { numerator: value.numer().clone(), denominator: value.denom().clone() })
            };
            classes.iter().map(given).collect::<Result<Vec<Estimate>, FitError>>()?
        }
    })
}
