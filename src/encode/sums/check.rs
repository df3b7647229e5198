//! Whether the lines of a file of sums agree, and the table that they make.

use std::collections::BTreeMap;

use super::read::Reader;
use crate::problem::Problem;
use crate::recipe::find_column;
use crate::table::{Column, Dictionary, FeatureSums, Kind, Seen, Sums, Table};
use crate::text::brief;

impl Reader<'_> {
    /// What is said of a column must be said of every row of a class.
    pub(super) fn check(&self) -> Result<(), Problem> {
        let fix = "write the sums again: every row of a class has a value or is counted as missing";
        let name = |class: usize| {
            let name = self.classes.names().get(class);
            name.map(|name| brief(name.as_str())).unwrap_or_default()
        };
        let of = &self.of_rows;
        for (feature, sums) in &of.features {
            let mut counted: BTreeMap<usize, Seen> = BTreeMap::new();
            sums.values.iter().for_each(|sum| *counted.entry(sum.class).or_default() += sum.seen);
            let moments = sums.moments.iter().enumerate();
            moments.for_each(|(class, sum)| *counted.entry(class).or_default() += sum.seen);
            for (class, mut seen) in counted {
                let key = (feature.clone(), class);
                seen += self.missing.get(&key).copied().unwrap_or_default();
                let rows = of.classes.get(class).copied().unwrap_or_default();
                if seen.w != rows.w {
                    let what = format!(
                        "the rows of {} with a value of “{}” and without add up to {}, and {} has {}",
                        name(class),
                        brief(feature),
                        seen.w,
                        name(class),
                        rows.w
                    );
                    return Err(Problem { feature: Some(feature.clone()), ..self.wrong(what, fix) });
                }
            }
        }
        for (class, complete) in of.complete.iter().enumerate() {
            let rows = of.classes.get(class).copied().unwrap_or_default();
            if complete.w > rows.w {
                let what = format!("{} has {} complete rows of {}", name(class), complete.w, rows.w);
                return Err(self.wrong(what, fix));
            }
        }
        for ((feature, class), (said, counted)) in &self.tokens {
            if said != counted && *said > 0 {
                let what = format!(
                    "the words of “{}” in {} add up to {counted}, and its line `text` says {said}",
                    brief(feature),
                    name(*class)
                );
                return Err(self.wrong(what, "write all words, or correct the line `text`"));
            }
        }
        Ok(())
    }

    pub(super) fn finish(
        mut self,
        target: &str,
        recipe: String,
        engine: String,
        asked: String,
    ) -> Result<(Table, Sums), Problem> {
        let mut sums = Sums {
            recipe,
            engine,
            asked,
            numbers: BTreeMap::new(),
            bins: BTreeMap::new(),
            complete_order: std::mem::take(&mut self.complete_order),
            of_rows: std::mem::take(&mut self.of_rows),
        };
        let rows = usize::try_from(sums.rows()).unwrap_or(usize::MAX);
        let mut columns: Vec<Column> = Vec::new();
        for name in &self.order {
            let dictionary = self.columns.remove(name).unwrap_or_default();
            let is = |of: &BTreeMap<String, bool>| of.get(name).copied().unwrap_or(false);
            let missing = self.missing.iter().filter(|((feature, _), _)| feature == name);
            let missing = missing.map(|(_, seen)| seen.n).sum();
            let kind = match (is(&self.texts), is(&self.numeric)) {
                (true, _) => Kind::Text,
                (_, true) => Kind::Numeric,
                _ => Kind::Categorical,
            };
            let dictionary = match kind {
                Kind::Numeric => {
                    let texts = dictionary.names();
                    match texts
                        .iter()
                        .map(|text| text.as_str().parse::<f64>().ok())
                        .collect::<Option<Vec<f64>>>()
                    {
                        Some(numbers) => _ = sums.numbers.insert(name.clone(), numbers),
                        None => {
                            let labels = texts.iter().map(|label| label.as_str().to_owned()).collect();
                            sums.bins.insert(name.clone(), labels);
                        }
                    }
                    Dictionary::default()
                }
                _ => dictionary,
            };
            columns.push(Column { dictionary, missing, ..Column::named(name, kind) });
        }
        let without = sums.of_rows.unlabelled.n + sums.of_rows.weightless_unlabelled;
        columns.retain(|column| column.name.as_str() != target);
        columns.push(Column {
            dictionary: std::mem::take(&mut self.classes),
            missing: without,
            ..Column::named(target, Kind::Categorical)
        });
        let weight = self.recipe.weight.iter().filter(|name| !self.order.contains(name));
        columns.extend(weight.map(|name| Column::named(name, Kind::Numeric)));
        let table = Table::new(self.label.to_owned(), columns, Vec::new()).of_rows_elsewhere(rows);
        for name in self.recipe.features.iter().flatten() {
            let at = find_column(&table, name)?;
            let name = table.columns().get(at).map_or("", |column| column.name.as_str());
            let has = sums.of_rows.features.get(name).is_some_and(|sums| *sums != FeatureSums::default());
            let missing = self.missing.keys().any(|(feature, _)| feature == name);
            if !has && !missing {
                let what = format!("the recipe reads “{}”, and the sums have no line of it", brief(name));
                let fix = "write the sums again by the recipe, or leave the column out of it";
                return Err(Problem { feature: Some(name.to_owned()), ..self.wrong(what, fix) });
            }
        }
        Ok((table, sums))
    }
}
