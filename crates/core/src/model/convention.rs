//! The line that names the conventions of a model, the factors of a score under the conventions of other programs, and
//! warnings: evidence that is counted twice, a feature that is the class under another name, a Σ that is nearly singular.
//!
//! Two programs multiply other factors. e1071 replaces a factor of 0 and a standard deviation of 0 by 0.001 when it
//! scores a case; its tables keep the 0, and so do ours for the factors. Orange multiplies P(class | value)/P(class)
//! for each value. Everything else that a convention changes is a line of the recipe.

use super::{Estimate, Factor, FactorForm, Fitted, Gda, Normal, Sigma};
use crate::math::Number;
use crate::recipe::{
    Bins, Convention, CutSide, Feature, LeftOut, Prior, Quantile, Variance, Vocabulary, stop_words,
};
use crate::table::{Cell, Kind};
use crate::text::{counted, flag_pair, listed, shown};
use num_traits::Zero;
use std::collections::{BTreeMap, HashMap};

/// The most warnings of one kind that are listed; more are counted.
const LISTED: usize = 3;

/// A feature that determines the class gets a warning only if its values are repeated.
const REPEATED: u64 = 3;

impl Fitted {
    pub fn convention(&self) -> Convention {
        self.data.resolved.recipe.convention()
    }

    /// Returns the number that replaces a factor of 0 when a case is scored: 0 itself, except for e1071.
    pub(crate) fn for_zero(&self) -> Number {
        let replaced = self.convention() == Convention::RE1071;
        Number::ratio(u32::from(replaced), 1000).unwrap_or_else(Number::zero)
    }

    /// Returns a factor as it is multiplied. What is 0 as a float is 0 in a program that multiplies floats.
    pub(super) fn replaced(&self, factor: Option<Number>) -> Option<Number> {
        let is_zero = |p: &Number| p.is_zero() || (!p.is_exact() && p.to_f64() == 0.0);
        let replaces = self.convention() == Convention::RE1071 && factor.as_ref().is_some_and(is_zero);
        if replaces { Some(self.for_zero()) } else { factor }
    }

    /// Whether a variance was replaced: where all rows have one number, e1071 replaces their standard deviation of 0 by
    /// 0.001.
    pub fn is_replaced(&self, normal: &Normal) -> bool {
        self.convention() == Convention::RE1071 && normal.raw == 0.0 && self.epsilon == 0.0
    }

    /// Whether scores are products of P(class | value), which the tables then hold.
    pub fn is_by_value(&self) -> bool {
        self.convention() == Convention::Orange
    }

    /// Returns the entry of the tables for a value and a class, as counted: P(value | class), or P(class | value).
    pub fn tabled(&self, factor: &Factor, value: usize, class: usize) -> Estimate {
        if self.is_by_value() { factor.class_estimate(value, class) } else { factor.estimate(value, class) }
    }

    /// Returns the factor of a value in the score of a class: P(value | class), or its replacement under the
    /// convention; `None` for 0/0.
    pub fn multiplied(&self, factor: &Factor, value: usize, class: usize) -> Option<Number> {
        if self.convention() == Convention::Orange {
            return factor.class_estimate(value, class).value()?.div(&self.prior(class)?);
        }
        self.replaced(factor.conditional(value, class))
    }

    /// ln of [`Fitted::multiplied`]; NaN for 0/0.
    pub(super) fn ln_multiplied(&self, factor: &Factor, value: usize, class: usize) -> f64 {
        if self.convention() == Convention::Orange {
            let prior = self.prior(class).map_or(f64::NAN, |prior| prior.ln());
            // Divided by a prior of 0 it is NaN for any numerator.
            let prior = if prior == f64::NEG_INFINITY { f64::NAN } else { prior };
            return factor.class_estimate(value, class).ln() - prior;
        }
        self.ln_replaced(factor.ln_above(value, class) - factor.ln_below(class))
    }

    /// The same for an absent word: ln(1 − P).
    pub(super) fn ln_multiplied_absent(&self, factor: &Factor, word: usize, class: usize) -> f64 {
        self.ln_replaced(factor.ln_rest(word, class) - factor.ln_below(class))
    }

    /// ln of the factor of a value, or of an absent word, for all values and classes.
    pub(super) fn all_ln_multiplied(&self, factor: &Factor, of_absent: bool) -> Vec<f64> {
        let entries =
            (0..factor.k()).flat_map(|value| (0..self.classes.len()).map(move |class| (value, class)));
        let of = if of_absent { Self::ln_multiplied_absent } else { Self::ln_multiplied };
        entries.map(|(value, class)| of(self, factor, value, class)).collect()
    }

    fn ln_replaced(&self, ln: f64) -> f64 {
        let replaced = ln == f64::NEG_INFINITY && self.convention() == Convention::RE1071;
        if replaced { self.for_zero().ln() } else { ln }
    }

    /// ln of the factor of a number; NaN where the class has no distribution of it.
    pub(super) fn ln_multiplied_density(&self, factor: &Factor, x: f64, class: usize) -> f64 {
        let ln = factor.ln_at(x, class);
        let may_be_replaced = self.convention() == Convention::RE1071 && !factor.is_count();
        if may_be_replaced && ln.exp() == 0.0 { self.for_zero().ln() } else { ln }
    }

    fn changes(&self) -> Vec<&'static str> {
        let (resolved, convention) = (&self.data.resolved, self.convention());
        let written = |what: &str| resolved.written.iter().any(|text| text.starts_with(what));
        let binned = self.has(|factor| factor.cuts().is_some());
        let of_bins = |is: fn(&Bins) -> bool| {
            resolved.features.iter().any(|feature| feature.bins.as_ref().is_some_and(is))
        };
        let in_floats = convention.in_floats() && of_bins(|bins| matches!(bins, Bins::Width(_)));
        let averaged = convention.quantile() == Quantile::AveragedInvertedCdf
            && of_bins(|bins| matches!(bins, Bins::Frequency(_)));
        let adds = self.epsilon > 0.0 && convention == Convention::ScikitLearn && !written("ε");
        let gaussian = self.has(Factor::is_gaussian);
        let counted = self.has(|factor| !factor.is_number());
        let unbiased = matches!(convention, Convention::RE1071 | Convention::Mass) && !written("variance");
        let e1071 = convention == Convention::RE1071 && self.is_naive();
        let gda = self.gda().filter(|_| unbiased);
        let all = [
            (matches!(resolved.prior, Prior::Laplace(_)) && !written("prior"), "smooths the prior too"),
            (convention.cut_side() == CutSide::Below && binned, "puts a number on a cut into the bin below"),
            (in_floats, "adds up cuts of equal width in floating point"),
            (averaged, "cuts equally full bins at averaged quantiles"),
            (adds, "adds ε to every variance"),
            (gda.is_some_and(Gda::is_shared), "divides Σ by n − K"),
            (gda.is_some_and(|gda| !gda.is_shared()), "divides each Σ by the rows of its class less 1"),
            (unbiased && gaussian, "divides variances by n − 1"),
            (e1071 && gaussian, "replaces a factor of 0 and a standard deviation of 0 by 0.001"),
            (e1071 && !gaussian && counted, "replaces a factor of 0 by 0.001"),
            (self.is_by_value(), "multiplies P(c | value)/P(c) for each value"),
        ];
        all.into_iter().filter(|(is, _)| *is).map(|(_, what)| what).collect()
    }

    fn has(&self, is: impl Fn(&Factor) -> bool) -> bool {
        self.factors().iter().any(is)
    }

    /// The line under every result: the conventions that the numbers follow.
    pub fn conventions(&self) -> String {
        let (resolved, convention) = (&self.data.resolved, self.convention());
        if self.data.is_given() {
            return "Every number is given, not counted; missing values and values in no table have no factor".to_owned();
        }
        let smooths_prior = matches!(resolved.prior, Prior::Laplace(_));
        let alpha = if !self.is_smoothed() {
            "no conditional is counted, so α is not used".to_owned()
        } else if self.alpha().is_zero() {
            format!("α = 0, {} is smoothed", if smooths_prior { "no conditional" } else { "nothing" })
        } else {
            let never = if smooths_prior { "" } else { ", never the prior" };
            format!("α = {} smooths conditionals{never}", resolved.alpha.text())
        };
        let prior = match &resolved.prior {
            Prior::Counts => "prior from counts".to_owned(),
            Prior::Laplace(a) => format!("prior from counts, {} added to each", a.text()),
            Prior::Uniform => "the same prior for every class".to_owned(),
            Prior::Given(_) => "prior as given".to_owned(),
        };
        let mut parts = vec![alpha, prior];
        match self.gda() {
            Some(gda) => parts.extend(gda.conventions(resolved.variance, self.dropped())),
            None if self.has(|factor| factor.form == FactorForm::Categories) => {
                parts.push("missing and unseen values have no factor".to_owned());
            }
            None if self.has(|factor| !factor.is_words()) => {
                parts.push("missing cells have no factor".to_owned());
            }
            None => {}
        }
        if self.has(Factor::is_gaussian) {
            let by = if resolved.variance == Variance::Population { "n" } else { "n − 1" };
            let plus =
                if self.epsilon > 0.0 { format!(", plus ε = {:e}", self.epsilon) } else { String::new() };
            parts.push(format!("variances divide by {by}{plus}"));
        }
        if self.has(Factor::is_count) {
            parts.push("each rate λ is the mean count of its class".to_owned());
        }
        let mut flags: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for factor in self.factors().iter().filter(|factor| factor.form == FactorForm::Flag) {
            // That 1 counts as 1 is obvious.
            if let Some(one) = factor.values().first().filter(|one| one.as_str() != "1") {
                flags.entry(one.as_str()).or_default().push(factor.name.as_str());
            }
        }
        parts.extend(flags.into_iter().map(|(one, names)| format!("in {} {one} counts as 1", listed(names))));
        if self.has(|factor| factor.form == FactorForm::Presence) {
            parts.push("a word counts once per document, and an absent word has the factor 1 − P".to_owned());
        }
        if self.has(|factor| factor.cuts().is_some()) {
            parts.push(format!("bins are {}, k counts empty bins too", convention.cut_side().bins()));
        }
        if self.has(Factor::is_word_counts) {
            let what = "each column is a word, and its number is how often the word occurs in the document";
            parts.push(what.to_owned());
        } else if self.has(Factor::is_words) {
            let runs = if resolved.words.lower_case { "lower-cased" } else { "unchanged" };
            let words = format!("words are {runs} runs of letters and digits");
            parts.push(format!("{words}, the vocabulary is that of {}", self.vocabulary()));
        }
        parts.extend(self.left_out_words());
        if let Some(weight) = self.weight_column() {
            let rows = counted(self.table_rows(), "row", "rows");
            let rows = format!("{rows}, total weight {}", self.rows());
            parts.push(format!("each row counts as often as column {weight} says ({rows})"));
        }
        if !resolved.written.is_empty() {
            parts.push(format!("the recipe overrides the convention: {}", resolved.written.join(", ")));
        }
        let (program, parts) = (convention.program(), parts.join("; "));
        let changes = self.changes();
        match changes.as_slice() {
            _ if convention == Convention::Cs229 => format!("Conventions of {program}: {parts}"),
            [] => format!("Conventions of {program}, which changes nothing in this model: {parts}"),
            _ => format!("Conventions of {program}, which {}: {parts}", changes.join(", ")),
        }
    }

    fn left_out_words(&self) -> Vec<String> {
        let rules = self.data.resolved.words;
        let texts = self.factors().iter().filter(|factor| factor.is_words());
        if texts.clone().all(|factor| factor.is_listed() && !factor.is_word_counts()) {
            return Vec::new();
        }
        let left_out: Vec<LeftOut> = texts.flat_map(Factor::left_out).map(|word| word.why).collect();
        let stop = left_out.iter().filter(|why| **why == LeftOut::StopWord).count();
        let mut parts = Vec::new();
        if rules.stop_words {
            let (all, occur) = (stop_words().len(), if stop == 1 { "occurs" } else { "occur" });
            parts.push(format!("without the {all} English stop words of NLTK ({stop} of them {occur})"));
        }
        if rules.min_count > 1 {
            let (least, rare) = (rules.min_count, left_out.len() - stop);
            parts.push(format!("words that occur fewer than {least} times are left out ({rare} of them)"));
        }
        parts
    }

    fn vocabulary(&self) -> String {
        let mut texts = self.data.resolved.features.iter().filter(|feature| feature.kind == Kind::Text);
        let all_rows = texts.clone().any(|feature| feature.vocabulary == Vocabulary::AllRows);
        let listed = texts.find_map(|feature| match (&feature.vocabulary, &feature.dictionary) {
            (Vocabulary::File(path), Some(words)) => Some((path, words.len())),
            _ => None,
        });
        match listed {
            Some((path, words)) => format!("the dictionary {} ({words} words)", shown(path)),
            None if all_rows => "all rows".to_owned(),
            None => "the training rows".to_owned(),
        }
    }

    /// Warnings about the model, one sentence each, without a full stop.
    pub fn warnings(&self) -> Vec<String> {
        let mut all = Vec::new();
        for (mut found, one, several) in [
            (self.repeated(), "column repeats another one", "columns repeat another one"),
            (
                self.merged_bins(),
                "column has fewer bins than asked for",
                "columns have fewer bins than asked for",
            ),
            (
                self.determined(),
                "column alone determines the class",
                "columns each determine the class alone",
            ),
        ] {
            let more = found.len().saturating_sub(LISTED);
            found.truncate(LISTED);
            all.append(&mut found);
            all.extend((more > 0).then(|| format!("{more} more {}", if more == 1 { one } else { several })));
        }
        all.extend(self.nearly_singular());
        all
    }

    fn merged_bins(&self) -> Vec<String> {
        let sentence = |(feature, factor): (&Feature, &Factor)| {
            let name = feature.name.as_str();
            let bins = u32::try_from(factor.cuts()?.bins()).ok()?;
            let (asked, why) = match feature.bins.as_ref()? {
                Bins::Frequency(asked) => {
                    let cuts = flag_pair("bins", name, "cuts:A,B");
                    let why = "too many rows have the same number, so some cuts are equal; choose the cuts yourself";
                    (*asked, format!("{why}: {cuts}"))
                }
                Bins::Width(asked) => (*asked, "its numbers lie too close together".to_owned()),
                _ => return None,
            };
            let has = counted(bins, "bin", "bins");
            (bins < asked).then(|| format!("{} has {has}, not {asked}: {why}", shown(name)))
        };
        self.data.resolved.features.iter().zip(self.factors()).filter_map(sentence).collect()
    }

    fn repeated(&self) -> Vec<String> {
        // Only columns with equal counts or sums can be equal, so few pairs are compared row by row.
        let mut similar: HashMap<String, Vec<usize>> = HashMap::new();
        for (at, factor) in self.factors().iter().enumerate().filter(|(_, factor)| !factor.is_words()) {
            let counts = |value| (0..self.classes.len()).map(move |class| factor.count(value, class));
            let counts = || (0..factor.k()).flat_map(counts).collect::<Vec<u64>>();
            let sums = factor.form.sums().unwrap_or_else(|| format!("{:?} {:?}", factor.values(), counts()));
            similar.entry(sums).or_default().push(at);
        }
        let mut found: Vec<(usize, usize)> = Vec::new();
        for group in similar.values() {
            let pairs = group.iter().zip(group.iter().skip(1));
            found.extend(pairs.filter(|(a, b)| self.is_same(**a, **b)).map(|(a, b)| (*a, *b)));
        }
        found.sort_unstable();
        let name = |at: usize| self.factors().get(at).map(|factor| shown(factor.name.as_str()).into_owned());
        let sentence = |(a, b): (usize, usize)| {
            let (a, b) = (name(a)?, name(b)?);
            Some(format!("{b} repeats {a} in every row: naive Bayes counts that evidence twice"))
        };
        found.into_iter().filter_map(sentence).collect()
    }

    fn is_same(&self, a: usize, b: usize) -> bool {
        let (Some(a), Some(b)) = (self.factors().get(a), self.factors().get(b)) else { return false };
        if !self.data.has_all_rows() {
            return false;
        }
        let table = &self.data.table;
        let rows = || (0..table.rows()).filter(|row| self.class_of_row(*row).is_some());
        let mut known = rows().map(|row| table.cell(row, a.column)).filter(|cell| *cell != Cell::Missing);
        // A constant column is not evidence.
        let first = known.next();
        known.any(|cell| Some(cell) != first)
            && (a.is_number() || a.k() > 1)
            && rows().all(|row| match a.is_number() {
                true => self.data.number(row, a.column) == self.data.number(row, b.column),
                false => table.cell_text(row, a.column) == table.cell_text(row, b.column),
            })
    }

    fn determined(&self) -> Vec<String> {
        let classes = 0..self.classes.len();
        let with_rows = classes.clone().filter(|class| self.class_count(*class) > 0).count();
        let determines = |factor: &&Factor| {
            let has_one =
                |value: usize| classes.clone().filter(|class| factor.count(value, *class) > 0).count() <= 1;
            let known: u64 = classes.clone().map(|class| factor.total(class)).sum();
            matches!(factor.form, FactorForm::Categories | FactorForm::Flag)
                && known == classes.clone().map(|class| self.class_count(class)).sum::<u64>()
                && with_rows > 1
                && known >= REPEATED * factor.k() as u64
                && (0..factor.k()).all(has_one)
        };
        let sentence = |factor: &Factor| {
            let name = shown(factor.name.as_str());
            format!(
                "{name} alone determines the class of every training row: if it is the class under another name, leave it out"
            )
        };
        self.factors().iter().filter(determines).map(sentence).collect()
    }

    fn nearly_singular(&self) -> Option<String> {
        let gda = self.gda()?;
        let classes = if gda.is_shared() { 1 } else { self.classes.len() };
        let class = (0..classes).find(|class| gda.sigma(*class).is_some_and(Sigma::is_coarse))?;
        let whose = match gda.is_shared() {
            true => "Σ".to_owned(),
            false => format!("Σ of {}", shown(self.classes.get(class)?.as_str())),
        };
        let mut why = "a small change in its entries changes Σ⁻¹ a lot";
        if self.data.has_all_rows() {
            why = "it was factored from the rows, because the entries shown have too few digits to invert it by hand";
        }
        Some(format!("{whose} is nearly singular: {why}"))
    }
}
