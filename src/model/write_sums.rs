//! Writes the counts as a sums file.

use super::counting::Rows;
use super::moments::{Counts, Statistics};
use crate::encode::{Dataset, SUMS_COLUMNS, ValueCounts};
use crate::problem::Problem;
use crate::recipe::Bins;
use crate::table::{Column, MISSING, Seen};

/// A line of the file: its cells in the order of the columns.
type Cells = [String; SUMS_COLUMNS.len()];

/// Writes the counts of a data set as a sums file. It contains the recipe, so it can be opened in place of the data and
/// defines the model.
///
/// # Errors
/// When it cannot be written.
pub fn write_sums(
    data: &Dataset,
    engine: &str,
    asked: &str,
    (all, once): (&Statistics, &Statistics),
) -> Result<String, Problem> {
    let mut writer = Writer { data, lines: Vec::new() };
    let mut recipe = data.resolved.recipe.of_sums();
    for (feature, counts) in data.resolved.features.iter().zip(&all.features) {
        let binned = match counts {
            Counts::Bins { cuts, .. } => Some(cuts.clone()),
            _ => None,
        };
        // If the numbers themselves are not counted, the cuts of their bins are written.
        let choice = recipe.columns.iter_mut().find(|choice| choice.name == feature.name.as_str());
        if let Some((cuts, choice)) = binned.zip(choice).filter(|(cuts, _)| cuts.bins() > 1) {
            let texts = cuts.texts().iter().map(|text| crate::recipe::Written::any(text));
            choice.bins = Some(Bins::Cuts(texts.collect::<Result<Vec<_>, _>>()?));
        }
    }
    for (number, text) in (1..).zip(recipe.to_toml().lines()) {
        writer.line("recipe", "", "", text, [Some(number), None, None]);
    }
    writer.line("source", "", engine, asked, [None; 3]);
    let order = "classes and values in the order in which the rows have them first";
    writer.line("source", "", "order", order, [None; 3]);
    writer.sums(unlabelled(data), all, once);
    let mut csv = csv::Writer::from_writer(Vec::new());
    let failed =
        |error: csv::Error| Problem { kind: "failed", what: error.to_string(), ..Problem::default() };
    csv.write_record(SUMS_COLUMNS).map_err(failed)?;
    for line in &writer.lines {
        csv.write_record(line).map_err(failed)?;
    }
    let bytes = csv.into_inner().unwrap_or_default();
    Ok(String::from_utf8(bytes).unwrap_or_default())
}

struct Writer<'a> {
    data: &'a Dataset,
    lines: Vec<Cells>,
}

/// The rows without a class and with a weight above 0, and how many without a class have weight 0.
fn unlabelled(data: &Dataset) -> (Seen, u64) {
    if let Some(sums) = &data.sums {
        return sums.unlabelled();
    }
    let (layout, mut seen, mut weightless) = (data.layout(), Seen::default(), 0);
    for segment in data.table.segments() {
        for (_, _, w) in Rows::of(segment, &layout).filter(|(_, class, _)| *class == MISSING) {
            seen += Seen { n: u64::from(w > 0), w };
            weightless += u64::from(w == 0);
        }
    }
    (seen, weightless)
}

fn written(number: f64) -> String {
    format!("{number:?}")
}

impl Writer<'_> {
    fn line(&mut self, kind: &str, class: &str, feature: &str, value: &str, sums: [Option<u64>; 3]) {
        let [n, w, tokens] = sums.map(|sum| sum.map(|sum| sum.to_string()).unwrap_or_default());
        let text = |text: &str| text.to_owned();
        let none = String::new;
        let cells = [text(kind), text(class), text(feature), text(value), n, w, tokens];
        let [a, b, c, d, e, f, g] = cells;
        self.lines.push([a, b, c, d, e, f, g, none(), none(), none()]);
    }

    fn numbers(&mut self, numbers: [Option<f64>; 3]) {
        let texts = numbers.map(|number| number.map(written).unwrap_or_default());
        if let Some([.., shift, s1, s2]) = self.lines.last_mut() {
            let [a, b, c] = texts;
            (*shift, *s1, *s2) = (a, b, c);
        }
    }

    /// `unlabelled` are the rows without a class, `of_these` those of weight 0.
    fn sums(&mut self, (unlabelled, of_these): (Seen, u64), all: &Statistics, once: &Statistics) {
        let data = self.data;
        let resolved = &data.resolved;
        let column = |at: usize| data.table.columns().get(at);
        let target = column(resolved.target);
        let target_name = target.map(|column| column.name.as_str().to_owned()).unwrap_or_default();
        let labels: Vec<String> = target
            .map(|column| column.dictionary.names().iter().map(|name| name.as_str().to_owned()).collect())
            .unwrap_or_default();
        let mut order: Vec<usize> = (0..labels.len()).filter(|class| first(all, *class).is_some()).collect();
        order.sort_by_key(|class| first(all, *class));
        let label = |class: usize| labels.get(class).map(String::as_str).unwrap_or_default();
        self.line("unlabelled", "", "", "", [Some(unlabelled.n), Some(unlabelled.w), None]);
        if resolved.weight.is_some() {
            self.line("weightless", "", "", "", [Some(all.unseen + of_these), Some(0), None]);
            self.line("weightless", "", &target_name, "", [Some(of_these), Some(0), None]);
        }
        for class in &order {
            let (rows, cases) = (all.table_rows.get(*class).copied(), all.rows.get(*class).copied());
            self.line("class", label(*class), "", "", [rows, cases, None]);
        }
        let features: Vec<(String, usize)> = resolved
            .features
            .iter()
            .map(|feature| (feature.name.as_str().to_owned(), feature.column))
            .collect();
        for (at, (feature, place)) in features.iter().enumerate() {
            let (Some(counts), Some(counts_once)) = (all.features.get(at), once.features.get(at)) else {
                continue;
            };
            let of = Of { feature, order: &order, labels: &labels, classes: labels.len() };
            self.feature(&of, (counts, counts_once), column(*place), (all, once));
        }
        self.complete(all, &labels, &features);
    }

    fn feature(
        &mut self,
        of: &Of<'_>,
        (counts, once): (&Counts, &Counts),
        column: Option<&Column>,
        (all, rows): (&Statistics, &Statistics),
    ) {
        let names = column.map(|column| column.dictionary.names()).unwrap_or_default();
        let names = || names.iter().map(|name| name.as_str().to_owned());
        match (counts, once) {
            (Counts::Codes(table), Counts::Codes(once)) => {
                self.table(of, names(), table, once);
                self.missing(of, (table, once), (all, rows));
            }
            (Counts::Bins { cuts, table }, Counts::Bins { table: once, .. }) => {
                let labels = (0..cuts.bins()).map(|bin| cuts.label(bin).as_str().to_owned());
                self.table(of, labels, table, once);
                self.missing(of, (table, once), (all, rows));
            }
            (Counts::Numbers(tally), Counts::Numbers(once)) => {
                let flat = |tally: &ValueCounts| -> Vec<u64> {
                    tally.iter().flat_map(|(_, counts)| counts).collect()
                };
                let (table, once) = (flat(tally), flat(once));
                let labels = tally.iter().map(|(number, _)| written(number));
                self.table(of, labels, &table, &once);
                self.missing(of, (&table, &once), (all, rows));
            }
            (Counts::Moments(moments), Counts::Moments(once)) => {
                for class in of.order {
                    let of_class = (moments.get(*class).copied(), once.get(*class).copied());
                    let (Some(moments), Some(once)) = of_class else { continue };
                    if moments.n > 0 {
                        self.line(
                            "moments",
                            of.label(*class),
                            of.feature,
                            "",
                            [Some(once.n), Some(moments.n), None],
                        );
                        let s1 = moments.rest * moments.n as f64;
                        self.numbers([
                            Some(moments.mean),
                            Some(s1),
                            Some(moments.scatter + moments.rest * s1),
                        ]);
                    }
                    self.missing_of(of, *class, (moments.n, once.n), (all, rows));
                }
            }
            (Counts::WordCounts { tokens, documents }, Counts::WordCounts { documents: once, .. }) => {
                for class in of.order {
                    let at = |of: &[u64]| of.get(*class).copied();
                    self.line(
                        "word",
                        of.label(*class),
                        of.feature,
                        "",
                        [at(once), at(documents), at(tokens)],
                    );
                }
            }
            (Counts::Words { tokens, documents, unlabelled }, Counts::Words { documents: once, .. }) => {
                let classes = of.classes;
                let at = |of: &[u64], word: usize, class: usize| {
                    of.get(word * classes + class).copied().unwrap_or(0)
                };
                for class in of.order {
                    let all = (0..names().count()).map(|word| at(tokens, word, *class)).sum();
                    self.line("text", of.label(*class), of.feature, "", [None, None, Some(all)]);
                }
                for (word, text) in names().enumerate() {
                    for class in of.order.iter().filter(|class| at(tokens, word, **class) > 0) {
                        let sums =
                            [at(once, word, *class), at(documents, word, *class), at(tokens, word, *class)];
                        self.line("word", of.label(*class), of.feature, &text, sums.map(Some));
                    }
                    let without = unlabelled.get(word).copied().unwrap_or(0);
                    if without > 0 || of.order.iter().all(|class| at(tokens, word, *class) == 0) {
                        self.line("word", "", of.feature, &text, [Some(0), Some(0), Some(without)]);
                    }
                }
            }
            _ => {}
        }
    }

    /// Rows with each value, by class. A value that no row with a class has keeps its place with a line of its own.
    fn table(&mut self, of: &Of<'_>, values: impl Iterator<Item = String>, table: &[u64], once: &[u64]) {
        for (value, text) in values.enumerate() {
            let at = |of_table: &[u64], class: usize| {
                of_table.get(value * of.classes + class).copied().unwrap_or(0)
            };
            for class in of.order.iter().filter(|class| at(table, **class) > 0) {
                let sums = [Some(at(once, *class)), Some(at(table, *class)), None];
                self.line("value", of.label(*class), of.feature, &text, sums);
            }
            if of.order.iter().all(|class| at(table, *class) == 0) {
                self.line("value", "", of.feature, &text, [Some(0), Some(0), None]);
            }
        }
    }

    fn missing(&mut self, of: &Of<'_>, (table, once): (&[u64], &[u64]), rows: (&Statistics, &Statistics)) {
        for class in of.order {
            let sum = |table: &[u64]| table.iter().skip(*class).step_by(of.classes.max(1)).sum::<u64>();
            self.missing_of(of, *class, (sum(table), sum(once)), rows);
        }
    }

    fn missing_of(
        &mut self,
        of: &Of<'_>,
        class: usize,
        (w, n): (u64, u64),
        (all, rows): (&Statistics, &Statistics),
    ) {
        let without =
            |all: &Statistics, known: u64| all.rows.get(class).copied().unwrap_or(0).saturating_sub(known);
        let sums = [Some(without(rows, n)), Some(without(all, w)), None];
        if sums != [Some(0), Some(0), None] {
            self.line("missing", of.label(class), of.feature, "", sums);
        }
    }

    fn complete(&mut self, all: &Statistics, labels: &[String], features: &[(String, usize)]) {
        let mut order: Vec<usize> = (0..all.complete.len()).collect();
        let of = |class: usize| all.complete.get(class).filter(|scatter| scatter.n > 0);
        order.retain(|class| of(*class).is_some());
        order.sort_by_key(|class| of(*class).and_then(|scatter| scatter.first));
        let label = |class: usize| labels.get(class).map(String::as_str).unwrap_or_default();
        for class in &order {
            let Some(scatter) = of(*class) else { continue };
            self.line("complete", label(*class), "", "", [Some(scatter.rows), Some(scatter.n), None]);
        }
        for class in &order {
            let Some(scatter) = of(*class) else { continue };
            let n = scatter.n as f64;
            let rest = |at: usize| scatter.rest.get(at).copied().unwrap_or(0.0);
            for (at, (feature, _)) in features.iter().enumerate() {
                self.line("together", label(*class), feature, "", [None; 3]);
                let (mean, s1) = (scatter.mean.get(at).copied(), rest(at) * n);
                self.numbers([mean, Some(s1), Some(scatter.product(at, at) + rest(at) * s1)]);
                for (before, (other, _)) in features.iter().enumerate().take(at) {
                    self.line("product", label(*class), feature, other, [None; 3]);
                    let sum = scatter.product(at, before) + rest(before) * s1;
                    self.numbers([None, None, Some(sum)]);
                }
            }
        }
    }
}

struct Of<'a> {
    feature: &'a str,
    order: &'a [usize],
    labels: &'a [String],
    classes: usize,
}

impl Of<'_> {
    fn label(&self, class: usize) -> &str {
        self.labels.get(class).map(String::as_str).unwrap_or_default()
    }
}

fn first(all: &Statistics, class: usize) -> Option<usize> {
    all.first.get(class).copied().flatten()
}
