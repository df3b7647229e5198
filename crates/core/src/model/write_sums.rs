//! Writes the counts as a sums file.

use super::counting::labelled;
use super::{FeatureCounts, Statistics};
use crate::encode::{Dataset, SUMS_COLUMNS, ValueCounts};
use crate::math::Name;
use crate::problem::Problem;
use crate::recipe::{Bins, ExactNumber};
use crate::table::{MISSING, WeightedCount};

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
    /// line of its own. The last table tells whether a class has the value.
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
