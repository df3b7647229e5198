//! Warnings about a model: evidence that is counted twice, a feature that is the class under another name, a Σ that is
//! nearly singular. They are not errors.

use std::collections::HashMap;

use super::factor::{Factor, Form};
use super::fitted::Fitted;
use super::sigma::Sigma;
use crate::recipe::{Bins, Feature};
use crate::table::Cell;
use crate::text::{counted, flag_pair, shown};

/// The most warnings of one kind that are listed; more are counted.
const LISTED: usize = 3;

/// A feature that determines the class gets a warning only if its values are repeated.
const REPEATED: u64 = 3;

const REPEATS: [&str; 2] = ["more column repeats another one", "more columns repeat another one"];
const FEWER: [&str; 2] =
    ["more column has fewer bins than asked for", "more columns have fewer bins than asked for"];
const DETERMINES: [&str; 2] =
    ["more column alone determines the class", "more columns each determine the class alone"];

impl Fitted {
    /// Warnings about the model, one sentence each, without a full stop.
    pub fn warnings(&self) -> Vec<String> {
        let mut all = capped(self.repeated(), REPEATS);
        all.extend(capped(self.merged_bins(), FEWER));
        all.extend(capped(self.determined(), DETERMINES));
        all.extend(self.nearly_singular());
        all
    }

    /// Features with fewer bins than the recipe asks for, because some cuts are equal.
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
            similar.entry(fingerprint(factor, self.classes.len())).or_default().push(at);
        }
        let mut found: Vec<(usize, usize)> = Vec::new();
        for group in similar.values() {
            let pairs = group.iter().zip(group.iter().skip(1));
            found.extend(pairs.filter(|(a, b)| self.is_same(**a, **b)).map(|(a, b)| (*a, *b)));
        }
        found.sort_unstable();
        let name = |at: usize| self.factors().get(at).map(|factor| shown(factor.name.as_str()).into_owned());
        let sentence = |(a, b): (usize, usize)| {
            Some(format!(
                "{} repeats {} in every row: naive Bayes counts that evidence twice",
                name(b)?,
                name(a)?
            ))
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

    /// Features of which each value has rows of one class only.
    fn determined(&self) -> Vec<String> {
        let classes = 0..self.classes.len();
        let with_rows = classes.clone().filter(|class| self.class_count(*class) > 0).count();
        let determines = |factor: &&Factor| {
            let has_one =
                |value: usize| classes.clone().filter(|class| factor.count(value, *class) > 0).count() <= 1;
            let known: u64 = classes.clone().map(|class| factor.total(class)).sum();
            matches!(factor.form, Form::Categories | Form::Flag)
                && known == classes.clone().map(|class| self.class_count(class)).sum::<u64>()
                && with_rows > 1
                && known >= REPEATED * factor.k() as u64
                && (0..factor.k()).all(has_one)
        };
        let sentence = |factor: &Factor| {
            format!(
                "{} alone determines the class of every training row: if it is the class under another name, leave it out",
                shown(factor.name.as_str())
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
        let why = match self.data.has_all_rows() {
            true => {
                "it was factored from the rows, because the entries shown have too few digits to invert it by hand"
            }
            false => "a small change in its entries changes Σ⁻¹ a lot",
        };
        Some(format!("{whose} is nearly singular: {why}"))
    }
}

fn fingerprint(factor: &Factor, classes: usize) -> String {
    factor.form.sums().unwrap_or_else(|| {
        let counts =
            (0..factor.k()).flat_map(|value| (0..classes).map(move |class| factor.count(value, class)));
        format!("{:?} {:?}", factor.values(), counts.collect::<Vec<u64>>())
    })
}

fn capped(mut all: Vec<String>, [one, several]: [&str; 2]) -> Vec<String> {
    let more = all.len().saturating_sub(LISTED);
    all.truncate(LISTED);
    all.extend((more > 0).then(|| counted(more as u64, one, several)));
    all
}
