//! Sums files: reading statistics from one, writing one, and the profile of a column from its counts.

use super::counting::{entry, labelled};
use super::error::problem;
use super::{FeatureCounts, Fitted, Moments, Scatter, Statistics};
use crate::encode::{Counted, Dataset, SUMS_COLUMNS, ValueCounts, learn};
use crate::math::{Name, explained_by_values};
use crate::problem::Problem;
use crate::recipe::{Bins, EventModel, ExactNumber};
use crate::table::{FeatureSums, MISSING, Powers, Profile, TableSums, ValueCount, ValueSum, WeightedCount};
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

/// Writes the counts of a data set as a sums file, from the statistics with weights and those that count every row
/// once. The file contains the recipe, so it can be opened in place of the data and defines the model.
///
/// # Errors
/// When it cannot be written.
pub fn write_sums(
    data: &Dataset,
    engine: &str,
    asked: &str,
    (all, once): (&Statistics, &Statistics),
) -> Result<String, Problem> {
    let mut recipe = data.resolved.recipe.of_sums();
    for (feature, counts) in data.resolved.features.iter().zip(&all.features) {
        let choice = recipe.columns.iter_mut().find(|choice| choice.name == feature.name.as_str());
        // If the numbers themselves are not counted, the cuts of their bins are written.
        if let (FeatureCounts::Bins { cuts, .. }, Some(choice)) = (counts, choice)
            && cuts.bins() > 1
        {
            let texts = cuts.texts().iter().map(|text| ExactNumber::any(text));
            choice.bins = Some(Bins::Cuts(texts.collect::<Result<Vec<_>, _>>()?));
        }
    }
    let (target, labels) = (data.table.name_of(data.resolved.target), data.names(data.resolved.target));
    let first = |class: &usize| all.first.get(*class).copied().flatten();
    let mut order: Vec<usize> = (0..labels.len()).filter(|class| first(class).is_some()).collect();
    order.sort_by_key(first);
    let lines = vec![SUMS_COLUMNS.map(str::to_owned)];
    let mut writer = SumsWriter { data, labels, order: &order, all, once, lines };
    for (number, text) in (1..).zip(recipe.to_toml().lines()) {
        writer.line("recipe", None, "", text, [Some(number), None, None]);
    }
    writer.line("source", None, engine, asked, [None; 3]);
    let by = "classes and values in the order in which the rows have them first";
    writer.line("source", None, "order", by, [None; 3]);
    writer.rows(target);
    for (at, counts) in all.features.iter().enumerate() {
        writer.feature(at, counts);
    }
    writer.complete();
    let mut csv = csv::Writer::from_writer(Vec::new());
    let failed =
        |error: csv::Error| Problem { kind: "failed", what: error.to_string(), ..Problem::default() };
    writer.lines.iter().try_for_each(|line| csv.write_record(line)).map_err(failed)?;
    Ok(String::from_utf8(csv.into_inner().unwrap_or_default()).unwrap_or_default())
}

/// The rows without a class and with a weight above 0, and how many without a class have weight 0.
fn unlabelled(data: &Dataset) -> (WeightedCount, u64) {
    if let Some(sums) = &data.sums {
        return sums.unlabelled();
    }
    let (layout, mut seen, mut weightless) = (data.layout(), WeightedCount::default(), 0);
    for segment in data.table.segments() {
        for (_, _, w) in labelled(segment, &layout).filter(|(_, class, _)| *class == MISSING) {
            seen += WeightedCount { n: u64::from(w > 0), w };
            weightless += u64::from(w == 0);
        }
    }
    (seen, weightless)
}

struct SumsWriter<'a> {
    data: &'a Dataset,
    labels: &'a [Name],
    /// The classes that rows have, in the order of their first rows.
    order: &'a [usize],
    all: &'a Statistics,
    once: &'a Statistics,
    lines: Vec<[String; SUMS_COLUMNS.len()]>,
}

impl SumsWriter<'_> {
    /// Adds a line with the columns n, w and tokens.
    fn line(&mut self, kind: &str, class: Option<usize>, feature: &str, value: &str, sums: [Option<u64>; 3]) {
        let class = class.and_then(|class| self.labels.get(class)).map_or("", Name::as_str);
        let [n, w, tokens] = sums.map(|count| count.map(|count| count.to_string()).unwrap_or_default());
        let [kind, class, feature, value, none] = [kind, class, feature, value, ""].map(str::to_owned);
        self.lines.push([kind, class, feature, value, n, w, tokens, none.clone(), none.clone(), none]);
    }

    fn numbers(&mut self, numbers: [Option<f64>; 3]) {
        let Some([.., shift, s1, s2]) = self.lines.last_mut() else { return };
        [*shift, *s1, *s2] =
            numbers.map(|number| number.map(|number| format!("{number:?}")).unwrap_or_default());
    }

    fn rows(&mut self, target: &str) {
        let (unlabelled, weightless) = unlabelled(self.data);
        self.line("unlabelled", None, "", "", [Some(unlabelled.n), Some(unlabelled.w), None]);
        if self.data.resolved.weight.is_some() {
            self.line("weightless", None, "", "", [Some(self.all.unseen + weightless), Some(0), None]);
            self.line("weightless", None, target, "", [Some(weightless), Some(0), None]);
        }
        for &class in self.order {
            let (n, w) = (self.all.table_rows.get(class), self.all.rows.get(class));
            self.line("class", Some(class), "", "", [n.copied(), w.copied(), None]);
        }
    }

    fn feature(&mut self, at: usize, counts: &FeatureCounts) {
        let Some((feature, once)) = self.data.resolved.features.get(at).zip(self.once.features.get(at))
        else {
            return;
        };
        let name = feature.name.as_str();
        let names = self.data.names(feature.column);
        match (counts, once) {
            (FeatureCounts::Codes(table), FeatureCounts::Codes(once)) => {
                self.table(name, names.iter().cloned(), table, once);
            }
            (FeatureCounts::Bins { cuts, table }, FeatureCounts::Bins { table: once, .. }) => {
                self.table(name, (0..cuts.bins()).map(|bin| cuts.label(bin)), table, once);
            }
            (FeatureCounts::Numbers(tally), FeatureCounts::Numbers(once)) => {
                let flat = |tally: &ValueCounts| -> Vec<u64> {
                    tally.iter().flat_map(|(_, counts)| counts).collect()
                };
                let labels = tally.iter().map(|(number, _)| Name::new(format!("{number:?}")));
                self.table(name, labels, &flat(tally), &flat(once));
            }
            (FeatureCounts::Moments(moments), FeatureCounts::Moments(once)) => {
                for &class in self.order {
                    let Some((moments, once)) = moments.get(class).zip(once.get(class)) else { continue };
                    if moments.n > 0 {
                        let s1 = moments.rest * moments.n as f64;
                        let s2 = moments.scatter + moments.rest * s1;
                        let counted = [Some(once.n), Some(moments.n), None];
                        self.line("moments", Some(class), name, "", counted);
                        self.numbers([moments.mean, s1, s2].map(Some));
                    }
                    self.missing(name, class, once.n, moments.n);
                }
            }
            (
                FeatureCounts::WordCounts { tokens, documents },
                FeatureCounts::WordCounts { documents: once, .. },
            ) => {
                for &class in self.order {
                    let sums = [once, documents, tokens].map(|of| of.get(class).copied());
                    self.line("word", Some(class), name, "", sums);
                }
            }
            (
                FeatureCounts::Words { tokens, documents, unlabelled },
                FeatureCounts::Words { documents: once, .. },
            ) => {
                for &class in self.order {
                    let all = of_class(tokens, class, self.labels.len()).sum();
                    self.line("text", Some(class), name, "", [None, None, Some(all)]);
                }
                for (word, text) in names.iter().enumerate() {
                    let without = unlabelled.get(word).copied().unwrap_or(0);
                    let tables = [once, documents, tokens].map(Vec::as_slice);
                    self.value("word", name, (word, text), tables.map(Some), without);
                }
            }
            _ => {}
        }
    }

    fn table(&mut self, feature: &str, values: impl Iterator<Item = Name>, table: &[u64], once: &[u64]) {
        for (value, text) in values.enumerate() {
            self.value("value", feature, (value, &text), [Some(once), Some(table), None], 0);
        }
        for &class in self.order {
            let sum = |table| of_class(table, class, self.labels.len()).sum();
            self.missing(feature, class, sum(once), sum(table));
        }
    }

    /// The counts of a value in each class that has it; a value that no row with a class has keeps its place with a
    /// line of its own. The last table shows whether a class has the value.
    fn value(
        &mut self,
        kind: &str,
        feature: &str,
        (value, text): (usize, &Name),
        tables: [Option<&[u64]>; 3],
        without: u64,
    ) {
        let from = value * self.labels.len();
        let at = |class: usize| tables.map(|of| of.map(|of| of.get(from + class).copied().unwrap_or(0)));
        let before = self.lines.len();
        for &class in self.order {
            let sums = at(class);
            if sums.iter().flatten().last().is_some_and(|count| *count > 0) {
                self.line(kind, Some(class), feature, text.as_str(), sums);
            }
        }
        if without > 0 || self.lines.len() == before {
            let tokens = tables.last().copied().flatten().map(|_| without);
            self.line(kind, None, feature, text.as_str(), [Some(0), Some(0), tokens]);
        }
    }

    /// The rows of a class in which a feature is missing, from those in which it is known.
    fn missing(&mut self, feature: &str, class: usize, n: u64, w: u64) {
        let missing =
            |of: &Statistics, known: u64| of.rows.get(class).map_or(0, |rows| rows.saturating_sub(known));
        let (n, w) = (missing(self.once, n), missing(self.all, w));
        if (n, w) != (0, 0) {
            self.line("missing", Some(class), feature, "", [Some(n), Some(w), None]);
        }
    }

    fn complete(&mut self) {
        let all = self.all.complete.iter().enumerate();
        let mut all: Vec<_> = all.filter(|(_, scatter)| scatter.n > 0).collect();
        all.sort_by_key(|(_, scatter)| scatter.first);
        for (class, scatter) in &all {
            self.line("complete", Some(*class), "", "", [Some(scatter.rows), Some(scatter.n), None]);
        }
        let features = self.data.resolved.features.iter();
        let names: Vec<&str> = features.map(|feature| feature.name.as_str()).collect();
        for (class, scatter) in all {
            let rest = |at: usize| scatter.rest.get(at).copied().unwrap_or(0.0);
            for (at, feature) in names.iter().enumerate() {
                let s1 = rest(at) * scatter.n as f64;
                let about = |other: usize| Some(scatter.product(at, other) + rest(other) * s1);
                self.line("together", Some(class), feature, "", [None; 3]);
                self.numbers([scatter.mean.get(at).copied(), Some(s1), about(at)]);
                for (before, other) in names.iter().enumerate().take(at) {
                    self.line("product", Some(class), feature, other, [None; 3]);
                    self.numbers([None, None, about(before)]);
                }
            }
        }
    }
}

/// The counts of a class in a table by value and class.
fn of_class(table: &[u64], class: usize, classes: usize) -> impl Iterator<Item = u64> + '_ {
    table.iter().skip(class).step_by(classes.max(1)).copied()
}
