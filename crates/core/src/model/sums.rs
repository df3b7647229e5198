//! Statistics from a sums file, and the profile of a column from its counts.

use super::counting::entry;
use super::error::problem;
use super::{FeatureCounts, Fitted, Moments, Scatter, Statistics};
use crate::encode::{Counted, Dataset, ValueCounts, learn};
use crate::math::{Name, explained_by_values};
use crate::problem::Problem;
use crate::recipe::{Bins, EventModel};
use crate::table::{FeatureSums, Powers, Profile, TableSums, ValueCount, ValueSum, WeightedCount};
use crate::text::brief;
use std::collections::HashMap;

impl Powers {
    fn moments(&self) -> Moments {
        Moments::about(self.seen.w, self.shift, self.s1, self.s2)
    }
}

impl Statistics {
    pub(super) fn of_sums(data: &Dataset, sums: &TableSums) -> Result<Statistics, Problem> {
        let mut all = Statistics::new(data.layout());
        let of_rows = &sums.of_rows;
        for (class, seen) in of_rows.classes.iter().enumerate().take(all.rows.len()) {
            *entry(&mut all.rows, class) = seen.w;
            *entry(&mut all.table_rows, class) = seen.n;
            let first = (*seen != WeightedCount::default()).then_some(class);
            all.first.get_mut(class).into_iter().for_each(|of| *of = first);
        }
        all.unlabelled = of_rows.unlabelled.n + of_rows.weightless_unlabelled;
        all.unseen = of_rows.weightless.saturating_sub(of_rows.weightless_unlabelled);
        let none = FeatureSums::default();
        let layout = all.layout.clone();
        for (at, (counts, feature)) in all.features.iter_mut().zip(&data.resolved.features).enumerate() {
            let name = feature.name.as_str();
            let file = OfFeature { data, sums, name, of: of_rows.features.get(name).unwrap_or(&none) };
            if let (FeatureCounts::Bins { cuts, .. }, Some((_, Counted::Bins(bins, convention)))) =
                (&mut *counts, layout.features.get(at))
            {
                if !matches!(feature.bins, Some(Bins::Cuts(_) | Bins::None)) {
                    return Err(file.lacks("the numbers (needed to learn new cuts)"));
                }
                *cuts = learn(bins, &ValueCounts::default(), *convention);
            }
            file.fill(counts, layout.classes)?;
        }
        for (class, scatter) in all.complete.iter_mut().enumerate() {
            *scatter = complete(data, sums, class)?;
        }
        Ok(all)
    }
}

/// The sums of one feature in a sums file.
struct OfFeature<'a> {
    data: &'a Dataset,
    sums: &'a TableSums,
    name: &'a str,
    of: &'a FeatureSums,
}

impl OfFeature<'_> {
    fn is_summed(&self) -> bool {
        *self.of != FeatureSums::default()
    }

    fn fill(&self, counts: &mut FeatureCounts, classes: usize) -> Result<(), Problem> {
        let of = self.of;
        match counts {
            FeatureCounts::Codes(table) => {
                if self.is_summed() && of.values.is_empty() {
                    return Err(self.lacks("the counts of each value"));
                }
                for of in &of.values {
                    *entry(table, of.value as usize * classes + of.class) += of.seen.w;
                }
            }
            FeatureCounts::Numbers(tally) => {
                let numbers = self.sums.numbers.get(self.name);
                let Some(numbers) = numbers.filter(|_| !self.is_summed() || !of.values.is_empty()) else {
                    return Err(self.lacks("the counts of each number (needed for bins)"));
                };
                let seen = |of: &ValueSum| Some((*numbers.get(of.value as usize)?, of.class, of.seen.w));
                *tally = ValueCounts::of(classes, of.values.iter().filter_map(seen));
            }
            FeatureCounts::Bins { cuts, table } => {
                let labels = self.sums.bins.get(self.name).map(Vec::as_slice).unwrap_or_default();
                let bins: HashMap<Name, usize> = (0..cuts.bins()).map(|bin| (cuts.label(bin), bin)).collect();
                for of in &of.values {
                    let label = labels.get(of.value as usize).map(String::as_str).unwrap_or_default();
                    let bin = bins.get(label).ok_or_else(|| {
                        let other = brief(label);
                        self.lacks(&format!(
                            "counts by the bins of this recipe (“{other}” is not one of them)"
                        ))
                    })?;
                    *entry(table, bin * classes + of.class) += of.seen.w;
                }
            }
            FeatureCounts::Moments(moments) => *moments = self.moments(classes)?,
            FeatureCounts::WordCounts { tokens, documents } => {
                if self.is_summed() && of.words.is_empty() {
                    return Err(self.lacks("the word counts"));
                }
                for of in &of.words {
                    let Some(class) = of.class else { continue };
                    *entry(tokens, class) += of.tokens;
                    *entry(documents, class) += of.seen.w;
                }
            }
            FeatureCounts::Words { tokens, documents, unlabelled } => {
                if self.is_summed() && of.words.is_empty() {
                    return Err(self.lacks("the words"));
                }
                let mut features = self.data.resolved.features.iter();
                let of_documents =
                    features.any(|one| one.name.as_str() == self.name && one.event == EventModel::Bernoulli);
                let occur = of.words.iter().any(|word| word.tokens > 0);
                // A table of word counts has no documents.
                if of_documents && occur && of.words.iter().all(|word| word.seen.w == 0) {
                    let source = &self.data.table.source;
                    let what = format!(
                        "{source} counts how often words occur, and Bernoulli naive Bayes needs the documents with each word"
                    );
                    let fix = "use --model multinomial; or count the documents with each word, and pass --counts documents";
                    return Err(problem("bad_sums", what, fix));
                }
                for of in &of.words {
                    let word = of.word as usize;
                    let Some(class) = of.class else {
                        *entry(unlabelled, word) += of.tokens;
                        continue;
                    };
                    *entry(tokens, word * classes + class) += of.tokens;
                    *entry(documents, word * classes + class) += of.seen.w;
                }
            }
            FeatureCounts::Together => {}
        }
        Ok(())
    }

    fn moments(&self, classes: usize) -> Result<Vec<Moments>, Problem> {
        let (of, of_rows) = (self.of, &self.sums.of_rows);
        let mut found = vec![Moments::default(); classes];
        let numbers = self.sums.numbers.get(self.name).filter(|_| !of.values.is_empty());
        if !of.moments.is_empty() {
            found.iter_mut().zip(&of.moments).for_each(|(found, powers)| *found = powers.moments());
        } else if let Some(numbers) = numbers {
            let mut of_class: Vec<Vec<(f64, u64)>> = vec![Vec::new(); classes];
            for of in &of.values {
                let number = numbers.get(of.value as usize).zip(of_class.get_mut(of.class));
                number.into_iter().for_each(|(number, all)| all.push((*number, of.seen.w)));
            }
            found = of_class.iter().map(|numbers| Moments::weighted(numbers)).collect();
        } else if of_rows.complete == of_rows.classes && !of.together.is_empty() {
            // Every row is complete, so the joint moments include those of one feature.
            found.iter_mut().zip(&of.together).for_each(|(found, powers)| *found = powers.moments());
        } else if self.is_summed() {
            return Err(self.lacks("the moments by class"));
        }
        Ok(found)
    }

    fn lacks(&self, what: &str) -> Problem {
        lacks(self.data, self.name, what)
    }
}

/// Returns the means and scatter of the complete rows of a class.
fn complete(data: &Dataset, sums: &TableSums, class: usize) -> Result<Scatter, Problem> {
    let of_rows = &sums.of_rows;
    let names: Vec<&str> = data.resolved.features.iter().map(|of| of.name.as_str()).collect();
    let no_moments = |name: &str| lacks(data, name, "the moments over complete rows");
    if let Some(name) = names.first().filter(|_| of_rows.complete.is_empty() && !of_rows.classes.is_empty()) {
        return Err(no_moments(name));
    }
    let Some(seen) = of_rows.complete.get(class).filter(|seen| seen.w > 0) else {
        return Ok(Scatter::default());
    };
    let powers = |name: &&str| {
        let together = of_rows.features.get(*name).and_then(|sums| sums.together.get(class));
        together.filter(|powers| powers.seen.w > 0).ok_or_else(|| no_moments(name))
    };
    let about: Vec<&Powers> = names.iter().map(powers).collect::<Result<_, Problem>>()?;
    let mut products = Vec::new();
    for (a, (one, name)) in about.iter().zip(&names).enumerate() {
        for (other, of) in about.iter().zip(&names).take(a + 1) {
            let key = (class, (*name.min(of)).to_owned(), (*name.max(of)).to_owned());
            products.push(match of_rows.products.get(&key) {
                _ if name == of => one.s2 - one.s1 / seen.w as f64 * one.s1,
                Some(sum) => sum - one.s1 / seen.w as f64 * other.s1,
                None if data.resolved.covariance.is_diagonal() => 0.0,
                None => return Err(lacks(data, name, &format!("the products with “{}”", brief(of)))),
            });
        }
    }
    let first = sums.complete_order.iter().position(|code| *code == class);
    let means = about.iter().map(|powers| (powers.shift, powers.s1 / seen.w as f64));
    Ok(Scatter::about((seen.w, seen.n), first, means, products))
}

fn lacks(data: &Dataset, name: &str, what: &str) -> Problem {
    let what = format!("{} lacks {what} for “{}”", data.table.source, brief(name));
    let fix = "sum the rows again with this recipe: posterior sums DATA, or posterior sql";
    Problem { feature: Some(name.to_owned()), ..problem("bad_sums", what, fix) }
}

/// The most values of a profile.
const MOST: usize = 50;

impl Fitted {
    /// The profile of a column from its counts, if the data have no rows; `None` if they have. Rows without a class are
    /// not counted, and for a number only its sums are known, so no value is listed.
    pub fn profile_of_sums(&self, column: usize) -> Option<Profile> {
        self.data.sums.as_ref()?;
        self.data.table.columns().get(column)?;
        let classes = 0..self.classes.len();
        let is_target = column == self.data.resolved.target;
        let value = |name: &Name, count: &dyn Fn(usize) -> u64| {
            let by_class: Vec<u64> = classes.clone().map(count).collect();
            ValueCount { value: name.clone(), count: by_class.iter().sum(), by_class }
        };
        let factor = self.factors().iter().find(|factor| factor.column == column);
        let mut values: Vec<ValueCount> = if is_target {
            let count = |at: usize, class: usize| if at == class { self.class_count(class) } else { 0 };
            let names = self.classes.iter().enumerate();
            names.map(|(at, name)| value(name, &|class| count(at, class))).collect()
        } else if let Some(factor) = factor.filter(|factor| !factor.is_number() && !factor.is_words()) {
            let names = factor.values().iter().enumerate();
            names.map(|(at, name)| value(name, &|class| factor.count(at, class))).collect()
        } else {
            Vec::new()
        };
        let sum = |class: usize| values.iter().filter_map(|value| value.by_class.get(class)).sum::<u64>();
        let known: Vec<u64> = classes.clone().map(sum).collect();
        let rows: u64 = classes.clone().map(|class| self.class_count(class)).sum();
        let counts = values.iter().map(|value| value.by_class.as_slice());
        let explained = explained_by_values(counts.filter(|all| all.iter().any(|n| *n > 0)), &known);
        let distinct = values.iter().filter(|value| value.count > 0).count();
        let missing = if values.is_empty() { 0 } else { rows.saturating_sub(known.iter().sum()) };
        values.sort_by_key(|value| std::cmp::Reverse(value.count));
        values.truncate(MOST);
        Some(Profile {
            rows: usize::try_from(rows).unwrap_or(usize::MAX),
            missing,
            distinct,
            row_name: None,
            classes: self.classes.clone(),
            explained: explained.filter(|_| !is_target),
            values,
            numbers: None,
            words: None,
        })
    }
}
