//! A fitted model: priors and one factor per feature, or one joint density; look-ups of rows, classes and values; the
//! log-likelihood of the training rows.

use super::classes::{classes, places, priors, word_feature};
use super::counting::bin_counts;
use super::{
    CountFamily, Decider, Estimate, Factor, FactorForm, FeatureCounts, Gda, Scatter, Statistics, error,
    normal,
};
use crate::encode::{Cuts, Dataset};
use crate::math::{Name, Number};
use crate::problem::Problem;
use crate::recipe::{ExactNumber, Feature, LeftOut, ModelKind, Resolved, Variance};
use num_rational::BigRational;
use num_traits::Zero;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FeatureColumn {
    /// The column's name; `word`, where each word has a column.
    pub name: Name,
    /// The column's position in the table; the first one if each word has a column.
    pub column: usize,
}

/// A generative model: priors and the likelihood of a case in each class, with the sums they were estimated from.
///
/// # Formula
/// `score(c) = P(c) · P(x | c)` and `P(c | x) = score(c)/∑ score`. The conditionals of naive Bayes are `(count +
/// α)/(total + α · k)` (CS229 notes, sections on naive Bayes, Laplace smoothing and event models).
///
/// ```
/// use posterior_core::{math::Number, model::{Case, Study}, recipe::Recipe, table::Source};
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
    pub data: Arc<Dataset>,
    pub statistics: Arc<Statistics>,
    /// The classes, in order of first appearance or as the recipe orders them.
    pub classes: Vec<Name>,
    /// The features, in the order of the cells of a case.
    pub features: Vec<FeatureColumn>,
    /// The factors of naive Bayes: `P(x | c) = ∏ⱼ P(xⱼ | c)`, as if features were independent given the class.
    factors: Arc<[Factor]>,
    /// The joint density of all features, for models other than naive Bayes.
    gda: Option<Arc<Gda>>,
    /// The number added to every variance, in units squared.
    pub epsilon: f64,
    order: Vec<u32>,
    places: Vec<Option<usize>>,
    /// The place of each class by name: formulas look up classes by name, once for every number.
    names: HashMap<Name, usize>,
    priors: Vec<Estimate>,
    pub decider: Option<Decider>,
    absent: Vec<bool>,
    /// The rows of each class, found on first use: formulas need them once for every class.
    rows_of: OnceLock<Vec<Vec<usize>>>,
    /// ln P(x) of the training rows by the features that are compared, computed when a case is first ranked by them.
    pub(super) evidences: Arc<Mutex<super::typicality::Evidences>>,
    /// Its evaluation, computed when one of its figures is first needed.
    pub(crate) verdicts: OnceLock<Result<Arc<dyn super::prediction::Verdicts>, Problem>>,
    /// The position of each feature by name: formulas look up features by name, once for every number.
    positions: HashMap<Name, usize>,
}

impl Fitted {
    /// Counts the rows and estimates the model.
    ///
    /// # Errors
    /// When no row has a class, the recipe's prior or class order does not fit the classes, or the recipe asks for a
    /// model that is not generative.
    pub fn fit(data: Arc<Dataset>) -> Result<Fitted, Problem> {
        let statistics = Fitted::count(None, &data)?;
        Fitted::estimate(data, Arc::new(statistics))
    }

    /// Counts the rows. If other features of the same rows were counted before, counts of the same kind are reused.
    pub(super) fn count(before: Option<&Statistics>, data: &Dataset) -> Result<Statistics, Problem> {
        generative(&data.resolved)?;
        Gda::check_rows(data)?;
        Statistics::after(before, data)
    }

    /// Estimates the model from counts that were taken before, by the same layout.
    pub fn estimate(data: Arc<Dataset>, statistics: Arc<Statistics>) -> Result<Fitted, Problem> {
        let resolved = &data.resolved;
        generative(resolved)?;
        let (used, firsts): (Vec<u64>, Vec<Option<usize>>) =
            statistics.used().map(|(rows, _, first)| (rows, first)).unzip();
        let given = resolved.recipe.given.as_ref();
        if given.is_none() && used.iter().all(|rows| *rows == 0) {
            let fix =
                "pass --model gaussian, which skips missing cells, or --ignore COL to leave a column out";
            let fix = statistics.rows.iter().any(|rows| *rows > 0).then_some(fix);
            return Err(error::no_training_rows(&data, fix, statistics.unseen > 0));
        }
        let (order, classes) = classes(&data, &firsts)?;
        let counts: Vec<u64> =
            order.iter().map(|code| used.get(*code as usize).copied().unwrap_or(0)).collect();
        let priors = priors(&resolved.prior, &classes, &counts)?;
        let is_absent = |(count, prior): (&u64, &Estimate)| *count == 0 && prior.numerator.is_zero();
        let absent: Vec<bool> = counts.iter().zip(&priors).map(is_absent).collect();
        let decision = resolved.recipe.decision.as_ref();
        let decider = decision.map(|decision| Decider::new(decision, &classes)).transpose()?;
        let joint = statistics.layout.is_complete_case();
        let mut factors =
            if joint { Vec::new() } else { factors(&data, &statistics, &classes, &order, &used) };
        factors.iter().try_for_each(|factor| factor.check_words(&resolved.words))?;
        let dense = joint || factors.iter().any(Factor::is_gaussian);
        let mut each = classes.iter().zip(counts.iter().zip(&absent));
        let without = each.find(|(_, (count, absent))| **count == 0 && !**absent);
        if let Some((class, _)) = without.filter(|_| dense && given.is_none()) {
            return Err(error::no_row_of_class(class.as_str()));
        }
        let (mut gda, mut epsilon) = (None, 0.0);
        match given {
            Some(given) if joint => gda = Some(Gda::given(&data, given, &classes)?),
            Some(_) => {
                for factor in &mut factors {
                    factor.take_given(resolved.recipe.column(factor.name.as_str()), &classes)?;
                }
            }
            None if joint => {
                let complete = order.iter().filter_map(|code| statistics.complete.get(*code as usize));
                gda = Some(Gda::fit(&data, &order, &classes, &complete.collect::<Vec<_>>(), &absent)?);
            }
            None => epsilon = normal::fit(&mut factors, &data, &statistics, (&order, &classes, &absent))?,
        }
        let of_factors = factors.iter().map(|factor| (&factor.name, factor.column));
        let together = resolved.features.iter().map(|feature| (&feature.name, feature.column));
        let features = of_factors.chain(together.filter(|_| joint));
        let features: Vec<FeatureColumn> =
            features.map(|(name, column)| FeatureColumn { name: name.clone(), column }).collect();
        Ok(Fitted {
            factors: factors.into(),
            gda: gda.map(Arc::new),
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
            decider,
            rows_of: OnceLock::new(),
            evidences: Arc::default(),
            verdicts: OnceLock::new(),
            data: Arc::clone(&data),
        })
    }

    /// The factors of naive Bayes, one per feature; empty if all features are read together.
    pub fn factors(&self) -> &[Factor] {
        &self.factors
    }

    /// The joint density of all features; `None` for naive Bayes.
    pub fn gda(&self) -> Option<&Gda> {
        self.gda.as_deref()
    }

    /// The same counts under another α.
    pub fn with_alpha(&self, alpha: ExactNumber) -> Result<Fitted, Problem> {
        let mut data = Dataset::clone(&self.data);
        data.resolved.recipe.alpha = Some(alpha.clone());
        data.resolved.alpha = alpha;
        Fitted::estimate(Arc::new(data), Arc::clone(&self.statistics))
    }

    pub fn is_naive(&self) -> bool {
        self.gda().is_none()
    }

    pub fn alpha(&self) -> &BigRational {
        self.data.resolved.alpha.value()
    }

    pub fn is_exact(&self) -> bool {
        self.is_naive() && !self.factors().iter().any(Factor::is_number)
    }

    /// Whether P(x | c) is a density, not a probability.
    pub fn is_dense(&self) -> bool {
        !self.is_naive() || self.factors().iter().any(Factor::is_gaussian)
    }

    /// Whether α is used: whether any factor is counted.
    pub fn is_smoothed(&self) -> bool {
        self.factors().iter().any(|factor| !factor.is_number() && !factor.is_given())
    }

    pub fn count_family(&self) -> Option<&'static CountFamily> {
        let mut all = self.factors().iter().map(Factor::count_family);
        let first = all.next()??;
        all.all(|other| other == Some(first)).then_some(first)
    }

    pub fn title(&self) -> &'static str {
        if let Some(gda) = self.gda() {
            return gda.title();
        }
        let mut titles = self.factors().iter().map(|factor| factor.form.title());
        let first = titles.next().unwrap_or_default();
        if titles.all(|title| title == first) { first } else { "Mixed naive Bayes" }
    }

    pub fn class_count(&self, class: usize) -> u64 {
        self.used_of(class).map_or(0, |(rows, ..)| rows)
    }

    /// The means of a class and the products of the distances from them; `None` unless numbers are read together.
    pub fn scatter(&self, class: usize) -> Option<&Scatter> {
        self.gda()?;
        self.statistics.complete.get(*self.order.get(class)? as usize)
    }

    /// Training rows, weighted: those with a class, and with every number if the model reads them together.
    pub fn rows(&self) -> u64 {
        self.statistics.used().map(|(rows, ..)| rows).sum()
    }

    /// Training rows of the data: [`Fitted::rows`] without the weights.
    pub fn table_rows(&self) -> u64 {
        self.statistics.used().map(|(_, rows, _)| rows).sum()
    }

    pub fn class_table_rows(&self, class: usize) -> u64 {
        self.used_of(class).map_or(0, |(_, rows, _)| rows)
    }

    fn used_of(&self, class: usize) -> Option<(u64, u64, Option<usize>)> {
        self.statistics.used_of(*self.order.get(class)? as usize)
    }

    pub fn weight(&self, row: usize) -> Option<u64> {
        self.weight_column().map(|_| self.data.weight(row))
    }

    pub fn weight_column(&self) -> Option<&Name> {
        self.data.table.columns().get(self.data.resolved.weight?).map(|column| &column.name)
    }

    /// Rows with a class that lack a number, so they are not training rows.
    pub fn dropped(&self) -> u64 {
        self.statistics.table_rows.iter().sum::<u64>() - self.table_rows()
    }

    pub fn unlabelled(&self) -> u64 {
        self.statistics.unlabelled
    }

    pub(crate) fn weightless(&self) -> u64 {
        self.statistics.unseen
    }

    pub fn is_complete(&self, row: usize) -> bool {
        self.is_naive() || self.features.iter().all(|feature| self.data.number(row, feature.column).is_some())
    }

    /// Rows of a class in which a feature is known, or its words.
    pub fn known(&self, feature: usize, class: usize) -> u64 {
        self.factors().get(feature).map_or_else(|| self.class_count(class), |factor| factor.total(class))
    }

    /// The mean of a feature in a class; `None` if it is not a number there.
    pub fn mean(&self, feature: usize, class: usize) -> Option<f64> {
        match self.gda() {
            Some(gda) => gda.mean(class, feature),
            None => self.factors().get(feature)?.mean(class).map(|mean| mean.to_f64()),
        }
    }

    /// Whether no training row has a class and its prior is 0, so that its score is 0 in every case. Only a model with
    /// held-out rows has such a class.
    pub fn is_absent(&self, class: usize) -> bool {
        self.absent.get(class).copied().unwrap_or(false)
    }

    pub(crate) fn class_codes(&self) -> &[u32] {
        &self.order
    }

    pub fn prior_estimate(&self, class: usize) -> Option<&Estimate> {
        self.priors.get(class)
    }

    pub fn prior(&self, class: usize) -> Option<Number> {
        self.priors.get(class).and_then(Estimate::value)
    }

    pub fn class(&self, name: &str) -> Option<usize> {
        self.names.get(name).copied()
    }

    pub fn feature_names(&self) -> impl ExactSizeIterator<Item = &Name> + Clone {
        self.features.iter().map(|feature| &feature.name)
    }

    /// The factor of a feature by the exact name of its column; `None` if it is read with others.
    pub fn factor(&self, name: &str) -> Option<&Factor> {
        self.factors().get(self.feature(name)?)
    }

    /// Whether a feature is computed from other features, so that it changes with them.
    pub fn is_computed(&self, feature: &Name) -> bool {
        let map = self.data.resolved.recipe.map_named(feature.as_str());
        map.is_some_and(|map| map.columns().all(|column| self.feature(column.as_str()).is_some()))
    }

    pub fn feature(&self, name: &str) -> Option<usize> {
        self.positions.get(name).copied()
    }

    pub fn position(&self, factor: &Factor, value: &str) -> Option<usize> {
        if factor.is_listed() {
            return factor.by_word(value);
        }
        if matches!(factor.form, FactorForm::Bins(_) | FactorForm::Flag) {
            return factor.values().iter().position(|name| name.as_str() == value);
        }
        let column = self.data.table.columns().get(factor.column)?;
        factor.by_code(column.dictionary.code(value)?)
    }

    /// The value of a factor that a text means: the exact match, else the only one that equals it.
    pub fn meant(&self, factor: &Factor, text: &str) -> Option<usize> {
        let column = || self.data.table.columns().get(factor.column);
        self.position(factor, text).or_else(|| factor.by_code(column()?.dictionary.meant(text)?))
    }

    /// Counts the rows of each class in each bin of a factor under other cuts, by bin and class; `None` for other
    /// forms.
    pub fn recounted(&self, factor: usize, cuts: &Cuts) -> Option<Vec<Vec<u64>>> {
        self.factors().get(factor)?.cuts()?;
        let mut bins = vec![vec![0; self.classes.len()]; cuts.bins()];
        let mut add = |bin: usize, counts: &[u64]| {
            for (sum, code) in bins.get_mut(bin).into_iter().flatten().zip(&self.order) {
                *sum += counts.get(*code as usize).copied().unwrap_or(0);
            }
        };
        match self.statistics.features.get(factor)? {
            FeatureCounts::Numbers(tally) => {
                tally.iter().for_each(|(number, counts)| add(cuts.bin(number), &counts));
            }
            FeatureCounts::Bins { .. } => {
                let layout = &self.statistics.layout;
                let table = bin_counts(&self.data, layout, factor, cuts);
                table.chunks(layout.classes.max(1)).zip(0..).for_each(|(counts, bin)| add(bin, counts));
            }
            _ => return None,
        }
        Some(bins)
    }

    /// Why the recipe leaves a word out of a factor's vocabulary, even if no training row has it; `None` for words of
    /// the vocabulary and for unknown words.
    pub fn why_left_out(&self, factor: &Factor, word: &Name) -> Option<LeftOut> {
        if factor.is_listed() && !factor.is_word_counts() {
            return None;
        }
        let found = factor.left_out().iter().find(|left_out| left_out.word == *word).map(|found| found.why);
        let unseen = || self.data.resolved.words.why_not(word.as_str(), 0);
        found.or_else(|| unseen().filter(|why| *why == LeftOut::StopWord))
    }

    /// The class of a row of the data, as a class of this model; `None` for rows that are not training rows.
    pub fn class_of_row(&self, row: usize) -> Option<usize> {
        let used = self.is_complete(row) && self.data.weight(row) > 0;
        let code = self.data.class_code(row).filter(|_| used)?;
        self.places.get(code as usize).copied().flatten()
    }

    /// The training rows of a class, from 0.
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
}

/// Creates the factors of naive Bayes; numbers with a density get it afterwards.
fn factors(data: &Dataset, sums: &Statistics, classes: &[Name], order: &[u32], used: &[u64]) -> Vec<Factor> {
    let resolved = &data.resolved;
    let counted = resolved.features.iter().zip(&sums.features);
    if resolved.is_word_counts() {
        let columns: Vec<_> = counted.collect();
        return vec![Factor::of_word_counts(word_feature(data, classes), &columns, order, resolved)];
    }
    let codes = sums.layout.classes;
    let factor = |(feature, counts): (&Feature, &FeatureCounts)| {
        let column = data.table.columns().get(feature.column)?;
        Some(Factor::new(feature, column, counts, (order, codes), used, resolved))
    };
    counted.filter_map(factor).collect()
}

fn generative(resolved: &Resolved) -> Result<(), Problem> {
    if resolved.model == ModelKind::Logistic { Err(error::not_generative()) } else { Ok(()) }
}

/// The log-likelihood of the training rows: computed from counts, moments and scatter, never from the rows, so its cost
/// depends on the size of the model.
impl Fitted {
    /// Whether the model has a likelihood. It has none if scores are products of P(class | value), which is not a
    /// distribution of x, or if its numbers are given without rows.
    pub fn has_likelihood(&self) -> bool {
        !self.is_by_value() && !self.data.is_given()
    }

    /// ℓ, the natural logarithm of the probability (with numbers, of the density) of all training rows. Minus infinity
    /// if a class with rows has the given prior 0.
    ///
    /// # Formula
    /// `ℓ = ∑ᵢ ln(P(y⁽ⁱ⁾) · P(x⁽ⁱ⁾ | y⁽ⁱ⁾))` (CS229 notes, the joint likelihood of GDA and of naive Bayes). A count of
    /// 0 has no term: 0 · ln 0 is 0 here.
    pub fn log_likelihood(&self) -> f64 {
        (0..self.classes.len()).map(|class| self.class_log_likelihood(class)).sum()
    }

    pub fn class_log_likelihood(&self, class: usize) -> f64 {
        let prior =
            self.prior_estimate(class).map_or(0.0, |prior| times(self.class_count(class), prior.ln()));
        let features = self.factors().iter().map(|factor| self.feature_log_likelihood(factor, class));
        match self.gda() {
            Some(_) => prior + self.together_log_likelihood(class),
            None => prior + features.sum::<f64>(),
        }
    }

    /// The part of ℓ from a feature in the rows of a class in which it is known.
    pub fn feature_log_likelihood(&self, factor: &Factor, class: usize) -> f64 {
        match &factor.form {
            FactorForm::Gaussian(_) => factor.normal(class).map_or(0.0, |normal| {
                let n = normal.n as f64;
                let constant = std::f64::consts::TAU.ln() + normal.variance.ln();
                -0.5 * (n * constant + self.squares(factor, class) / normal.variance)
            }),
            FactorForm::Counts(family, rates) => rates.get(class).map_or(0.0, family.log_likelihood),
            form => {
                // A count of 0 has no term, so 0/0 never occurs.
                let term = |count: u64, ln: f64| times(count, ln - factor.ln_below(class));
                // In the Bernoulli event model absent words have a factor too.
                let absent = |value: usize, count: u64| match form {
                    FactorForm::Presence => {
                        term(factor.total(class).saturating_sub(count), factor.ln_rest(value, class))
                    }
                    _ => 0.0,
                };
                let counts = (0..factor.k()).map(|value| (value, factor.count(value, class)));
                let of = |(value, count)| term(count, factor.ln_above(value, class)) + absent(value, count);
                counts.map(of).sum()
            }
        }
    }

    /// The part of ℓ from all numbers together in the rows of a class.
    ///
    /// # Formula
    /// `−½ (n (d ln 2π + ln |Σ|) + tr(Σ⁻¹ S))` with the scatter S of the class, since `∑ᵢ (x − μ)ᵀ Σ⁻¹ (x − μ)` is that
    /// trace.
    pub(crate) fn together_log_likelihood(&self, class: usize) -> f64 {
        let parts = self.gda().and_then(|gda| Some((gda.sigma(class)?, self.scatter(class)?)));
        let Some((sigma, scatter)) = parts else { return 0.0 };
        let entries = sigma.inverse().iter().enumerate();
        let trace = entries.map(|(a, column)| {
            column.iter().enumerate().map(|(b, inverse)| inverse * scatter.product(a, b)).sum::<f64>()
        });
        -0.5 * (scatter.n as f64 * sigma.norm() + trace.sum::<f64>())
    }

    /// The sum of the squared distances of a class's numbers from their mean; 0 without a normal distribution.
    pub fn squares(&self, factor: &Factor, class: usize) -> f64 {
        let unbiased = u64::from(self.data.resolved.variance == Variance::Unbiased);
        factor.normal(class).map_or(0.0, |normal| normal.raw * normal.n.saturating_sub(unbiased) as f64)
    }
}

/// `count · ln`, which is 0 for a count of 0 even if the logarithm is infinite.
fn times(count: u64, ln: f64) -> f64 {
    if count == 0 { 0.0 } else { count as f64 * ln }
}
