//! The line that names the conventions of a model, and the factors of a score under the conventions of other programs.
//!
//! Two programs multiply other factors. e1071 replaces a factor of 0 and a standard deviation of 0 by 0.001 when it
//! scores a case; its tables keep the 0, and so do ours for the factors. Orange multiplies P(class | value)/P(class)
//! for each value. Everything else that a convention changes is a line of the recipe.

use std::collections::BTreeMap;

use num_traits::Zero;

use super::classes::Estimate;
use super::factor::Factor;
use super::factor::Form;
use super::fitted::Fitted;
use super::normal::Normal;
use crate::math::Number;
use crate::recipe::{Bins, Convention, CutSide, LeftOut, Prior, Quantile, Variance, Vocabulary, stop_words};
use crate::table::Kind;
use crate::text::{listed, shown};

/// The number that replaces a factor of 0 in e1071: 1/1000.
const THRESHOLD: (u32, u32) = (1, 1000);

impl Fitted {
    pub fn convention(&self) -> Convention {
        self.data.resolved.recipe.convention()
    }

    /// Returns the number that replaces a factor of 0 when a case is scored: 0 itself, except for e1071.
    pub(crate) fn for_zero(&self) -> Number {
        let (top, bottom) = THRESHOLD;
        match self.convention() {
            Convention::RE1071 => Number::ratio(top, bottom).unwrap_or_else(Number::zero),
            _ => Number::zero(),
        }
    }

    /// Returns a factor as it is multiplied. What is 0 as a float is 0 in a program that multiplies floats.
    fn taken(&self, factor: Number) -> Number {
        let zero = factor.is_zero() || (!factor.is_exact() && factor.to_f64() == 0.0);
        if zero && self.convention() == Convention::RE1071 { self.for_zero() } else { factor }
    }

    /// Whether a variance was replaced: where all rows have one number, e1071 replaces their standard deviation of 0 by
    /// 0.001.
    pub(crate) fn is_put(&self, normal: &Normal) -> bool {
        self.convention() == Convention::RE1071 && normal.raw == 0.0 && self.epsilon == 0.0
    }

    /// Whether scores are products of P(class | value), which the tables then hold.
    pub(crate) fn is_by_value(&self) -> bool {
        self.convention() == Convention::Orange
    }

    /// Returns the entry of the tables for a value and a class, as counted: P(value | class), or P(class | value).
    pub(crate) fn tabled(&self, factor: &Factor, value: usize, class: usize) -> Estimate {
        if self.is_by_value() { factor.class_estimate(value, class) } else { factor.estimate(value, class) }
    }

    /// Returns the factor of a value in the score of a class: P(value | class), or its replacement under the
    /// convention; `None` for 0/0.
    pub fn multiplied(&self, factor: &Factor, value: usize, class: usize) -> Option<Number> {
        if self.convention() == Convention::Orange {
            return factor.class_estimate(value, class).value()?.div(&self.prior(class)?);
        }
        factor.conditional(value, class).map(|p| self.taken(p))
    }

    /// The same for an absent word: 1 − P.
    pub(crate) fn multiplied_absent(&self, estimate: &Estimate) -> Option<Number> {
        estimate.opposite().value().map(|p| self.taken(p))
    }

    /// The same for a number; `None` if the class has no distribution of it.
    pub(crate) fn multiplied_density(&self, factor: &Factor, x: f64, class: usize) -> Option<Number> {
        let number = factor.form.number_at(x, class);
        // No program with a convention of its own has a distribution of counts.
        if factor.is_count() { number } else { number.map(|p| self.taken(p)) }
    }

    /// ln of [`Fitted::multiplied`]; NaN for 0/0.
    pub(super) fn ln_multiplied(&self, factor: &Factor, value: usize, class: usize) -> f64 {
        if self.convention() == Convention::Orange {
            let prior = self.prior(class).map_or(f64::NAN, |prior| prior.ln());
            // Divided by a prior of 0 it is NaN, whatever the numerator.
            let prior = if prior == f64::NEG_INFINITY { f64::NAN } else { prior };
            return factor.class_estimate(value, class).ln() - prior;
        }
        self.ln_taken(factor.ln_above(value, class) - factor.ln_below(class))
    }

    /// ln of [`Fitted::multiplied_absent`]; NaN for 0/0.
    pub(super) fn ln_multiplied_absent(&self, factor: &Factor, word: usize, class: usize) -> f64 {
        self.ln_taken(factor.ln_rest(word, class) - factor.ln_below(class))
    }

    /// ln of [`Fitted::multiplied`] and of [`Fitted::multiplied_absent`], the latter for words, for all values and classes.
    pub(super) fn all_ln_multiplied(&self, factor: &Factor, of_absent: bool) -> Vec<f64> {
        let classes = self.classes.len();
        let below: Vec<f64> = (0..classes).map(|class| factor.ln_below(class)).collect();
        let plain = self.convention() != Convention::Orange;
        let of = |value: usize, class: usize, below: f64| match of_absent {
            true => self.ln_taken(factor.ln_rest(value, class) - below),
            false if plain => self.ln_taken(factor.ln_above(value, class) - below),
            false => self.ln_multiplied(factor, value, class),
        };
        let of_value = |value| below.iter().enumerate().map(move |(class, below)| (value, class, *below));
        (0..factor.k()).flat_map(of_value).map(|(value, class, below)| of(value, class, below)).collect()
    }

    pub(super) fn ln_taken(&self, ln: f64) -> f64 {
        let replaced = ln == f64::NEG_INFINITY && self.convention() == Convention::RE1071;
        if replaced { self.for_zero().ln() } else { ln }
    }

    /// ln of [`Fitted::multiplied_density`]; NaN where the class has no distribution of it.
    pub(super) fn ln_multiplied_density(&self, factor: &Factor, x: f64, class: usize) -> f64 {
        let ln = factor.form.ln_at(x, class);
        if self.convention() == Convention::RE1071 && !factor.is_count() {
            self.ln_density_of_e1071(ln)
        } else {
            ln
        }
    }

    // A separate branch, so that no unneeded exponential is computed: this runs for every number of every row.
    #[cold]
    #[inline(never)]
    fn ln_density_of_e1071(&self, ln: f64) -> f64 {
        if ln.exp() == 0.0 { self.for_zero().ln() } else { ln }
    }

    pub(super) fn convention_words(&self) -> String {
        let convention = self.convention();
        let word = convention.program();
        if convention == Convention::Cs229 {
            return word.to_owned();
        }
        let changes = self.changes();
        if changes.is_empty() {
            return format!("{word}, which changes nothing in this model");
        }
        format!("{word}, which {}", changes.join(", "))
    }

    fn changes(&self) -> Vec<&'static str> {
        let resolved = &self.data.resolved;
        let written = |what: &str| resolved.written.iter().any(|said| said.starts_with(what));
        let binned = self.factors().iter().any(|factor| factor.cuts().is_some());
        let of_bins = |is: fn(&Bins) -> bool| {
            resolved.features.iter().any(|feature| feature.bins.as_ref().is_some_and(is))
        };
        let equal = of_bins(|bins| matches!(bins, Bins::Frequency(_)));
        let curves = self.factors().iter().any(Factor::is_gaussian);
        let counted = self.factors().iter().any(|factor| !factor.is_number());
        let mut all = Vec::new();
        if matches!(resolved.prior, Prior::Laplace(_)) && !written("prior") {
            all.push("smooths the prior too");
        }
        if self.convention().cut_side() == CutSide::Below && binned {
            all.push("puts a number on a cut into the bin below");
        }
        if self.convention().in_floats() && of_bins(|bins| matches!(bins, Bins::Width(_))) {
            all.push("adds up cuts of equal width in floating point");
        }
        if self.convention().quantile() == Quantile::AveragedInvertedCdf && equal {
            all.push("cuts equally full bins at averaged quantiles");
        }
        if self.epsilon > 0.0 && !written("ε") && self.convention() == Convention::ScikitLearn {
            all.push("adds ε to every variance");
        }
        let unbiased = matches!(self.convention(), Convention::RE1071 | Convention::Mass);
        if unbiased && !written("variance") && (curves || !self.is_naive()) {
            all.push(match self.gda() {
                Some(gda) if gda.is_shared() => "divides Σ by n − K",
                Some(_) => "divides each Σ by the rows of its class less 1",
                None => "divides variances by n − 1",
            });
        }
        match self.convention() {
            Convention::RE1071 if self.is_naive() && curves => {
                all.push("replaces a factor of 0 and a standard deviation of 0 by 0.001");
            }
            Convention::RE1071 if self.is_naive() && counted => all.push("replaces a factor of 0 by 0.001"),
            Convention::Orange => all.push("multiplies P(c | value)/P(c) for each value"),
            _ => {}
        }
        all
    }

    /// The line under every result: the conventions that the numbers follow.
    pub fn conventions(&self) -> String {
        let resolved = &self.data.resolved;
        if self.data.is_given() {
            return "Every number is given, not counted; missing values and values in no table have no factor".to_owned();
        }
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
        if let Some(gda) = self.gda() {
            parts.extend(gda.conventions(resolved.variance, self.dropped()));
        } else if self.factors().iter().any(|factor| matches!(factor.form, Form::Categories)) {
            parts.push("missing and unseen values have no factor".to_owned());
        } else if self.factors().iter().any(|factor| !factor.is_words()) {
            parts.push("missing cells have no factor".to_owned());
        }
        if self.factors().iter().any(Factor::is_gaussian) {
            let by = match resolved.variance {
                Variance::Population => "variances divide by n",
                Variance::Unbiased => "variances divide by n − 1",
            };
            let added =
                if self.epsilon > 0.0 { format!(", plus ε = {:e}", self.epsilon) } else { String::new() };
            parts.push(format!("{by}{added}"));
        }
        if self.factors().iter().any(Factor::is_count) {
            parts.push("each rate λ is the mean count of its class".to_owned());
        }
        let mut flags: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for factor in self.factors().iter().filter(|factor| factor.form == Form::Flag) {
            // That 1 counts as 1 is obvious.
            if let Some(one) = factor.values().first().filter(|one| one.as_str() != "1") {
                flags.entry(one.as_str()).or_default().push(factor.name.as_str());
            }
        }
        parts.extend(flags.into_iter().map(|(one, names)| format!("in {} {one} counts as 1", listed(names))));
        if self.factors().iter().any(|factor| factor.form == Form::Presence) {
            parts.push("a word counts once per document, and an absent word has the factor 1 − P".to_owned());
        }
        if self.factors().iter().any(|factor| factor.cuts().is_some()) {
            let bins = self.convention().cut_side().bins();
            parts.push(format!("bins are {bins}, k counts empty bins too"));
        }
        if self.factors().iter().any(Factor::is_word_counts) {
            parts.push(
                "each column is a word, and its number is how often the word occurs in the document"
                    .to_owned(),
            );
        } else if self.factors().iter().any(Factor::is_words) {
            let from = self.vocabulary();
            parts.push(format!(
                "words are {} runs of letters and digits, the vocabulary is that of {from}",
                if resolved.words.lower_case { "lower-cased" } else { "unchanged" }
            ));
        }
        parts.extend(self.left_out_words());
        if let Some(weight) = self.weight_column() {
            let (rows, all) = (self.table_rows(), self.rows());
            let s = if rows == 1 { "" } else { "s" };
            parts.push(format!(
                "each row counts as often as column {weight} says ({rows} row{s}, total weight {all})"
            ));
        }
        if !resolved.written.is_empty() {
            parts.push(format!("the recipe overrides the convention: {}", resolved.written.join(", ")));
        }
        format!("Conventions of {}: {}", self.convention_words(), parts.join("; "))
    }

    fn left_out_words(&self) -> Vec<String> {
        let rules = self.data.resolved.words;
        let texts = || self.factors().iter().filter(|factor| factor.is_words());
        let listed = |factor: &&Factor| factor.is_listed() && !factor.is_word_counts();
        if texts().all(|factor| listed(&factor)) {
            return Vec::new();
        }
        let all = || texts().flat_map(Factor::left_out);
        let mut parts = Vec::new();
        if rules.stop_words {
            let found = all().filter(|word| word.why == LeftOut::StopWord).count();
            parts.push(format!(
                "without the {} English stop words of NLTK ({found} of them {})",
                stop_words().len(),
                if found == 1 { "occurs" } else { "occur" }
            ));
        }
        if rules.min_count > 1 {
            let rare = all().filter(|word| word.why != LeftOut::StopWord).count();
            parts.push(format!(
                "words that occur fewer than {} times are left out ({rare} of them)",
                rules.min_count
            ));
        }
        parts
    }

    fn vocabulary(&self) -> String {
        let texts = || self.data.resolved.features.iter().filter(|feature| feature.kind == Kind::Text);
        let all = texts().any(|feature| feature.vocabulary == Vocabulary::AllRows);
        let listed = texts().find_map(|feature| match (&feature.vocabulary, &feature.dictionary) {
            (Vocabulary::File(path), Some(words)) => Some((path, words.len())),
            _ => None,
        });
        match listed {
            Some((path, words)) => format!("the dictionary {} ({words} words)", shown(path)),
            None if all => "all rows".to_owned(),
            None => "the training rows".to_owned(),
        }
    }
}
