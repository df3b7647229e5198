//! A fitted model: priors and one factor per feature.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use num_rational::BigRational;

use super::classes::Estimate;
use super::classes::{absent, appearing, order, places, priors};
use super::error;
use super::factor::{Factor, Form};
use super::gda::Gda;
use super::moments::Moments;
use super::moments::Scatter;
use super::normal;
use super::statistics::{Counts, Statistics};
use super::vocabulary::word_feature;
use crate::encode::{Cuts, Dataset};
use crate::math::{Name, Number};
use crate::problem::Problem;
use crate::recipe::{Feature, LeftOut, ModelKind, Resolved, Written};

/// How likely a case is in each class.
#[derive(Clone, Debug)]
pub enum Likelihood {
    /// `P(x | c) = ∏ⱼ P(xⱼ | c)`: a factor for each feature, as if they were independent given the class.
    Naive(Vec<Factor>),
    /// One density of all numbers together in each class.
    Joint(Gda),
}

/// A feature that a model reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FeatureColumn {
    /// The column's name; `word`, where each word has a column.
    pub name: Name,
    /// The column's position in the table, the first one's where each word has a column.
    pub column: usize,
}

/// A generative model: priors and how likely a case is in each class, with everything they were estimated from.
///
/// # Formula
/// `score(c) = P(c) · P(x | c)` and `P(c | x) = score(c)/∑ score`. Of naive Bayes the conditionals are
/// `(count + α)/(total + α · k)` (CS229 notes, sections on naive Bayes, Laplace smoothing and event models).
///
/// ```
/// use posterior::{math::Number, model::{Case, Study}, recipe::Recipe, table::Source};
///
/// let csv = "sky,play\nsunny,no\nsunny,yes\ncloudy,yes\nrainy,yes\nrainy,no\n";
/// let recipe = Recipe::from_toml("target = \"play\"\nalpha = \"1\"", "recipe.toml")?;
/// let fitted = Study::open(Source::bytes("play.csv", csv.as_bytes()), recipe)?.fitted?;
/// let (sky, yes) = (&fitted.factors()[0], fitted.class("yes").ok_or("no such class")?);
/// let sunny = fitted.position(sky, "sunny").ok_or("no such value")?;
/// assert_eq!(sky.conditional(sunny, yes), Number::ratio(1 + 1, 3 + 3));
/// let case = Case::from_typed(&fitted, &[("sky".into(), "sunny".into())])?;
/// // 2/6 · 3/5 against 2/5 · 2/5
/// assert_eq!(fitted.predict(&case).predicted, Some(yes));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Fitted {
    /// The data it was fitted from.
    pub data: Arc<Dataset>,
    /// The sums it was estimated from.
    pub statistics: Arc<Statistics>,
    /// The classes, in order of first appearance or as the recipe orders them.
    pub classes: Vec<Name>,
    /// What is read of a case, in the order of its cells.
    pub features: Vec<FeatureColumn>,
    /// How likely a case is in each class.
    pub likelihood: Likelihood,
    /// What was added to every variance, in units squared.
    pub epsilon: f64,
    order: Vec<u32>,
    /// The place of each class code among the classes.
    places: Vec<Option<usize>>,
    /// The place of each class by its name: formulas ask for classes by name, once for every number.
    names: HashMap<Name, usize>,
    priors: Vec<Estimate>,
    /// Whether each class has neither a training row nor a prior.
    absent: Vec<bool>,
    /// The rows of each class, found when they are first asked for: formulas ask once for every class.
    rows_of: OnceLock<Vec<Vec<usize>>>,
    /// The position of each feature: formulas ask for features by name, once for every number.
    positions: HashMap<Name, usize>,
}

impl Fitted {
    /// Counts the rows and estimates the model.
    ///
    /// # Errors
    /// When no row has a class, the recipe's prior or class order does not fit the classes, or the recipe asks for a
    /// model that is not generative.
    pub fn fit(data: Arc<Dataset>) -> Result<Fitted, Problem> {
        generative(&data.resolved)?;
        Gda::check_rows(&data)?;
        let statistics = Arc::new(Statistics::of(&data));
        Fitted::estimate(data, statistics)
    }

    /// Estimates the model from counts that were taken before, by the same layout.
    ///
    /// # Errors
    /// As [`Fitted::fit`].
    pub fn estimate(data: Arc<Dataset>, statistics: Arc<Statistics>) -> Result<Fitted, Problem> {
        let resolved = &data.resolved;
        generative(resolved)?;
        let column = data.table.columns().get(resolved.target);
        let names = column.map(|column| column.dictionary.names()).unwrap_or_default();
        let target = column.map_or("", |column| column.name.as_str());
        let used = statistics.used();
        if used.iter().all(|rows| *rows == 0) {
            if data.held_out.is_some() {
                return Err(error::no_training_row());
            }
            if statistics.rows.iter().any(|rows| *rows > 0) {
                return Err(error::no_complete_row());
            }
            if statistics.unseen > 0 {
                return Err(error::no_weight());
            }
            return Err(error::no_data(target));
        }
        let order = match &data.held_out {
            // A class is one of the whole data, whether or not the training rows have it.
            Some(held_out) => held_out.order().to_vec(),
            None => appearing(order(resolved.recipe.classes.as_deref(), names)?, resolved, &statistics),
        };
        let classes: Vec<Name> = order.iter().filter_map(|code| names.get(*code as usize)).cloned().collect();
        let counts: Vec<u64> =
            order.iter().map(|code| used.get(*code as usize).copied().unwrap_or(0)).collect();
        let priors = priors(&resolved.prior, &classes, &counts)?;
        let absent = absent(&counts, &priors);
        let moments = |counts: &Counts| match counts {
            Counts::Moments(moments) => {
                order.iter().map(|code| moments.get(*code as usize).copied().unwrap_or_default()).collect()
            }
            _ => Vec::new(),
        };
        let all: Vec<Vec<Moments>> = statistics.features.iter().map(moments).collect();
        let epsilon = normal::epsilon(resolved, all.iter().map(Vec::as_slice));
        let joint = statistics.layout().is_complete_case();
        let mut factors =
            if joint { Vec::new() } else { factors(&data, &statistics, &classes, &order, &used) };
        factors.iter().try_for_each(|factor| factor.check_words(&resolved.words))?;
        let dense = joint || all.iter().any(|moments| !moments.is_empty());
        let mut each = classes.iter().zip(counts.iter().zip(&absent));
        let without = each.find(|(_, (count, absent))| **count == 0 && !**absent);
        if let Some((class, _)) = without.filter(|_| dense) {
            return Err(error::no_row_of_class(class.as_str()));
        }
        let likelihood = if joint {
            let complete: Vec<_> =
                order.iter().filter_map(|code| statistics.complete.get(*code as usize)).collect();
            Likelihood::Joint(Gda::fit(&data, &order, &classes, &complete, &absent)?)
        } else {
            let mut constant = Vec::new();
            for (factor, moments) in factors.iter_mut().zip(&all).filter(|(_, moments)| !moments.is_empty()) {
                let (normals, there) =
                    normal::normals((&data, factor.column), (&order, &classes), moments, epsilon, &absent)?;
                factor.form = Form::Gaussian(normals);
                if !there.is_empty() {
                    constant.push((factor.name.as_str().to_owned(), there));
                }
            }
            if !constant.is_empty() {
                let (columns, classes) = (constant, classes.len());
                let varies = normal::vary(all.iter().map(Vec::as_slice));
                let chosen = resolved.recipe.chosen.target.is_some();
                return Err(error::Constant { columns, target, classes, varies, chosen }.into());
            }
            Likelihood::Naive(factors)
        };
        let feature = |name: &Name, column: usize| FeatureColumn { name: name.clone(), column };
        let features: Vec<FeatureColumn> = match &likelihood {
            Likelihood::Naive(factors) => {
                factors.iter().map(|factor| feature(&factor.name, factor.column)).collect()
            }
            Likelihood::Joint(_) => resolved.features.iter().map(|of| feature(&of.name, of.column)).collect(),
        };
        Ok(Fitted {
            likelihood,
            epsilon,
            positions: features.iter().zip(0..).map(|(feature, at)| (feature.name.clone(), at)).collect(),
            features,
            statistics: Arc::clone(&statistics),
            names: classes.iter().cloned().zip(0..).collect(),
            places: places(&order),
            classes,
            order,
            priors,
            absent,
            rows_of: OnceLock::new(),
            data: Arc::clone(&data),
        })
    }

    /// The factors of naive Bayes, one per feature; none where all features are read together.
    pub fn factors(&self) -> &[Factor] {
        match &self.likelihood {
            Likelihood::Naive(factors) => factors,
            Likelihood::Joint(_) => &[],
        }
    }

    /// The density of all features together, where they are not read one by one.
    pub fn gda(&self) -> Option<&Gda> {
        match &self.likelihood {
            Likelihood::Naive(_) => None,
            Likelihood::Joint(gda) => Some(gda),
        }
    }

    /// The same counts under another α.
    ///
    /// # Errors
    /// As [`Fitted::fit`].
    pub fn with_alpha(&self, alpha: Written) -> Result<Fitted, Problem> {
        let mut data = Dataset::clone(&self.data);
        data.resolved.recipe.alpha = Some(alpha.clone());
        data.resolved.alpha = alpha;
        Fitted::estimate(Arc::new(data), Arc::clone(&self.statistics))
    }

    /// Training rows of a class, each as often as its weight says.
    pub fn class_count(&self, class: usize) -> u64 {
        let code = self.order.get(class).map(|code| *code as usize);
        let rows = code.and_then(|code| match self.likelihood {
            Likelihood::Joint(_) => self.scatter(class).map(|scatter| scatter.n),
            Likelihood::Naive(_) => self.statistics.rows.get(code).copied(),
        });
        rows.unwrap_or(0)
    }

    /// The means of a class and the products of the distances from them; `None` where numbers are not read together.
    pub fn scatter(&self, class: usize) -> Option<&Scatter> {
        self.gda()?;
        self.statistics.complete.get(*self.order.get(class)? as usize)
    }

    /// Training rows, each as often as its weight says: those that have a class, and every number where the model reads
    /// them together.
    pub fn rows(&self) -> u64 {
        self.statistics.used().iter().sum()
    }

    /// Rows of the data that are learned from: [`Fitted::rows`] without the weights.
    pub fn table_rows(&self) -> u64 {
        self.statistics.used_table_rows().iter().sum()
    }

    /// Rows of the data of a class that are learned from.
    pub fn class_table_rows(&self, class: usize) -> u64 {
        self.order.get(class).map_or(0, |code| self.statistics.used_table_rows_of(*code as usize))
    }

    /// How many times a row is learned from, where there is a weight column.
    pub fn weight(&self, row: usize) -> Option<u64> {
        self.weight_column().map(|_| self.data.weight(row))
    }

    /// The column that says how many times its row was seen.
    pub fn weight_column(&self) -> Option<&Name> {
        self.data.table.columns().get(self.data.resolved.weight?).map(|column| &column.name)
    }

    /// Rows that have a class and lack a number, and so are not learned from.
    pub fn dropped(&self) -> u64 {
        self.statistics.table_rows.iter().sum::<u64>() - self.table_rows()
    }

    /// Whether a row has every number that the model needs.
    pub fn is_complete(&self, row: usize) -> bool {
        self.is_naive() || self.features.iter().all(|feature| self.data.number(row, feature.column).is_some())
    }

    /// Rows of a class in which a feature is known, or words of it.
    pub fn known(&self, feature: usize, class: usize) -> u64 {
        self.factors().get(feature).map_or_else(|| self.class_count(class), |factor| factor.total(class))
    }

    /// Whether no training row has a class and its prior is 0, so that its score is 0 whatever the case. Only a model that
    /// is kept from rows has such a class.
    pub fn is_absent(&self, class: usize) -> bool {
        self.absent.get(class).copied().unwrap_or(false)
    }

    /// The code of each class in the class column.
    pub fn class_codes(&self) -> &[u32] {
        &self.order
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
        self.names.get(name).copied()
    }

    /// The names of the features.
    pub fn feature_names(&self) -> impl ExactSizeIterator<Item = &Name> + Clone {
        self.features.iter().map(|feature| &feature.name)
    }

    /// The factor of a feature by the exact name of its column; `None` where it is read with others.
    pub fn factor(&self, name: &str) -> Option<&Factor> {
        self.factors().get(self.feature(name)?)
    }

    /// The position of a feature by the exact name of its column.
    pub fn feature(&self, name: &str) -> Option<usize> {
        self.positions.get(name).copied()
    }

    /// The position of a value of a factor by its exact name.
    pub fn position(&self, factor: &Factor, value: &str) -> Option<usize> {
        if factor.is_listed() {
            return factor.by_word(value);
        }
        if matches!(factor.form, Form::Bins(_) | Form::Flag) {
            return factor.values().iter().position(|name| name.as_str() == value);
        }
        let column = self.data.table.columns().get(factor.column)?;
        factor.by_code(column.dictionary.code(value)?)
    }

    /// Rows of each class in each bin of a factor if its cuts were others, by bin and class; `None` for other forms.
    pub fn recounted(&self, factor: usize, cuts: &Cuts) -> Option<Vec<Vec<u64>>> {
        self.factors().get(factor)?.cuts()?;
        let Counts::Numbers(tally) = self.statistics.features.get(factor)? else { return None };
        let mut bins = vec![vec![0; self.classes.len()]; cuts.bins()];
        for (number, counts) in tally.iter() {
            let Some(bin) = bins.get_mut(cuts.bin(number.value())) else { continue };
            for (sum, code) in bin.iter_mut().zip(&self.order) {
                *sum += counts.get(*code as usize).copied().unwrap_or(0);
            }
        }
        Some(bins)
    }

    /// Why the recipe leaves a word out of a factor's vocabulary, whether training has seen it or not; `None` for words of
    /// the vocabulary and for words that are only unknown.
    pub fn why_left_out(&self, factor: &Factor, word: &Name) -> Option<LeftOut> {
        if factor.is_listed() && !factor.is_word_counts() {
            return None;
        }
        let found = factor.left_out().iter().find(|left_out| left_out.word == *word).map(|found| found.why);
        let unseen = || self.data.resolved.words.why_not(word.as_str(), 0);
        found.or_else(|| unseen().filter(|why| *why == LeftOut::StopWord))
    }

    /// The class of a row of the data, as a class of this model; `None` for rows that are not learned from.
    pub fn class_of_row(&self, row: usize) -> Option<usize> {
        let used = self.is_complete(row) && self.data.weight(row) > 0;
        let code = self.data.class_code(row).filter(|_| used)?;
        self.places.get(code as usize).copied().flatten()
    }

    /// The rows of a class that are learned from, from 0.
    pub fn rows_of(&self, class: usize) -> &[usize] {
        let all = self.rows_of.get_or_init(|| {
            let mut all = vec![Vec::new(); self.classes.len()];
            for row in 0..self.data.table.rows() {
                let class = self.class_of_row(row).and_then(|class| all.get_mut(class));
                class.into_iter().for_each(|rows: &mut Vec<usize>| rows.push(row));
            }
            all
        });
        all.get(class).map(Vec::as_slice).unwrap_or_default()
    }

    /// Whether the features are taken as independent given the class.
    pub fn is_naive(&self) -> bool {
        self.gda().is_none()
    }

    /// The smoothing constant.
    pub fn alpha(&self) -> &BigRational {
        self.data.resolved.alpha.value()
    }

    /// Whether every number of the model is exact.
    pub fn is_exact(&self) -> bool {
        self.is_naive() && !self.factors().iter().any(Factor::is_number)
    }

    /// Whether P(x | c) is a density, and no probability.
    pub fn is_dense(&self) -> bool {
        !self.is_naive() || self.factors().iter().any(Factor::is_gaussian)
    }

    /// Whether α takes part: whether any factor is counted.
    pub fn is_smoothed(&self) -> bool {
        self.factors().iter().any(|factor| !factor.is_number())
    }

    /// What the model is called.
    pub fn title(&self) -> &'static str {
        let factors = match &self.likelihood {
            Likelihood::Joint(gda) => return gda.title(),
            Likelihood::Naive(factors) => factors,
        };
        let all = |fits: &dyn Fn(&Form) -> bool| factors.iter().all(|factor| fits(&factor.form));
        if all(&|form| matches!(form, Form::Gaussian(_))) {
            "Gaussian naive Bayes"
        } else if all(&|form| matches!(form, Form::Poisson(_))) {
            "Poisson naive Bayes"
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
}

/// The factors of naive Bayes; those of numbers with a density are given it afterwards.
fn factors(
    data: &Dataset,
    statistics: &Statistics,
    classes: &[Name],
    order: &[u32],
    used: &[u64],
) -> Vec<Factor> {
    let resolved = &data.resolved;
    let counted = resolved.features.iter().zip(&statistics.features);
    if resolved.is_word_counts() {
        let columns: Vec<_> = counted.collect();
        return vec![Factor::of_word_counts(word_feature(data, classes), &columns, order, resolved)];
    }
    let codes = statistics.layout().classes;
    let factor = |(feature, counts): (&Feature, &Counts)| {
        let column = data.table.columns().get(feature.column)?;
        Some(Factor::new(feature, column, counts, (order, codes), used, resolved))
    };
    counted.filter_map(factor).collect()
}

/// Refuses a model without P(x | class).
fn generative(resolved: &Resolved) -> Result<(), Problem> {
    if resolved.model == ModelKind::Logistic { Err(error::not_generative()) } else { Ok(()) }
}
