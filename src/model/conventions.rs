//! Which of several readings the numbers of a model follow, in one line.

use std::collections::BTreeMap;

use num_traits::Zero;

use super::factor::{Factor, Form};
use super::fitted::Fitted;
use crate::recipe::{LeftOut, Prior, Variance, Vocabulary, stop_words};
use crate::table::Kind;
use crate::text::{listed, shown};

impl Fitted {
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
        if self.factors().iter().any(Factor::is_poisson) {
            parts.push("each rate λ is the mean count of its class".to_owned());
        }
        let mut flags: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for factor in self.factors().iter().filter(|factor| factor.form == Form::Flag) {
            // That 1 counts as 1 need not be said.
            if let Some(one) = factor.values().first().filter(|one| one.as_str() != "1") {
                flags.entry(one.as_str()).or_default().push(factor.name.as_str());
            }
        }
        parts.extend(flags.into_iter().map(|(one, names)| format!("in {} {one} counts as 1", listed(names))));
        if self.factors().iter().any(|factor| factor.form == Form::Presence) {
            parts.push("a word counts once a document, and absent words have their factor 1 − P".to_owned());
        }
        if self.factors().iter().any(|factor| factor.cuts().is_some()) {
            let bins = resolved.convention.cut_side().bins();
            parts.push(format!("bins are {bins}, k counts empty bins too"));
        }
        if self.factors().iter().any(Factor::is_word_counts) {
            parts.push(
                "each column is a word, and its number says how often it stands in the document".to_owned(),
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
            parts.push(format!(
                "each row counts as often as column {weight} says ({rows} rows, {all} in all)"
            ));
        }
        if !resolved.written.is_empty() {
            parts.push(format!("what was chosen wins over the convention: {}", resolved.written.join(", ")));
        }
        format!("{}: {}", self.convention_words(), parts.join("; "))
    }

    /// Which words the recipe leaves out of the vocabulary, and how many these are.
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
                "without the {} English stop words of NLTK ({found} of them stand there)",
                stop_words().len()
            ));
        }
        if rules.min_count > 1 {
            let rare = all().filter(|word| word.why != LeftOut::StopWord).count();
            parts.push(format!(
                "words seen fewer than {} times are left out ({rare} of them)",
                rules.min_count
            ));
        }
        parts
    }

    /// Whose words the texts may use.
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
