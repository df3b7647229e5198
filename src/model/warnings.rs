//! Warnings about a model: evidence that is counted twice, a feature that is the class under another name, a Σ that is
//! nearly singular. They are not errors.

use std::collections::HashMap;

use super::factor::Factor;
use super::factor::Form;
use super::fitted::Fitted;
use crate::recipe::{Bins, Feature};
use crate::table::Cell;
use crate::text::{flag_pair, shown};

/// The most warnings of one kind that are listed; more are counted.
const LISTED: usize = 3;

/// A feature that determines the class gets a warning only if its values are repeated.
const REPEATED: u64 = 3;

impl Fitted {
    /// Warnings about the model, one sentence each, without a full stop.
    pub fn warnings(&self) -> Vec<String> {
        let mut all = Vec::new();
        if self.is_naive() {
            all.extend(capped(self.repeated(), ["column repeats another one", "columns repeat another one"]));
        }
        all.extend(capped(
            self.merged_bins(),
            ["column has fewer bins than asked for", "columns have fewer bins than asked for"],
        ));
        all.extend(capped(
            self.settled(),
            ["column alone determines the class", "columns each determine the class alone"],
        ));
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
                    (
                        *asked,
                        format!(
                            "too many rows have the same number, so some cuts are equal; choose the cuts yourself: {cuts}"
                        ),
                    )
                }
                Bins::Width(asked) => (*asked, "its numbers lie too close together".to_owned()),
                _ => return None,
            };
            let plural = if bins == 1 { "" } else { "s" };
            (bins < asked).then(|| format!("{} has {bins} bin{plural}, not {asked}: {why}", shown(name)))
        };
        self.data.resolved.features.iter().zip(self.factors()).filter_map(sentence).collect()
    }

    fn repeated(&self) -> Vec<String> {
        // Only columns with equal counts or sums can be equal, so few pairs are compared row by row.
        let mut alike: HashMap<String, Vec<usize>> = HashMap::new();
        for (at, factor) in self.factors().iter().enumerate().filter(|(_, factor)| !factor.is_words()) {
            alike.entry(fingerprint(factor, self.classes.len())).or_default().push(at);
        }
        let mut found: Vec<(usize, usize)> = Vec::new();
        for group in alike.values() {
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
        let cell = |row: usize, factor: &Factor| self.data.table.cell_text(row, factor.column).into_owned();
        if !self.data.has_all_rows() {
            return false;
        }
        let rows = || (0..self.data.table.rows()).filter(|row| self.class_of_row(*row).is_some());
        let mut known =
            rows().map(|row| self.data.table.cell(row, a.column)).filter(|cell| *cell != Cell::Missing);
        // A constant column is not evidence.
        let first = known.next();
        known.any(|cell| Some(cell) != first)
            && (a.is_number() || a.k() > 1)
            && rows().all(|row| match a.is_number() {
                true => self.data.number(row, a.column) == self.data.number(row, b.column),
                false => cell(row, a) == cell(row, b),
            })
    }

    fn settled(&self) -> Vec<String> {
        let classes = self.classes.len();
        let with_rows = (0..classes).filter(|class| self.class_count(*class) > 0).count();
        let settles = |factor: &&Factor| {
            let shares = matches!(factor.form, Form::Categories | Form::Flag);
            let one_class = |value: usize| {
                let with = (0..classes).filter(|class| factor.count(value, *class) > 0);
                with.count() <= 1
            };
            let rows: u64 = (0..classes).map(|class| factor.total(class)).sum();
            let known = rows == (0..classes).map(|class| self.class_count(class)).sum::<u64>();
            shares
                && known
                && with_rows > 1
                && rows >= REPEATED * factor.k() as u64
                && (0..factor.k()).all(one_class)
        };
        let name = |factor: &Factor| shown(factor.name.as_str()).into_owned();
        let sentence = |factor: &Factor| {
            format!(
                "{} alone determines the class of every training row: if it is the class under another name, leave it out",
                name(factor)
            )
        };
        self.factors().iter().filter(settles).map(sentence).collect()
    }

    fn nearly_singular(&self) -> Option<String> {
        let gda = self.gda()?;
        let classes = if gda.is_shared() { 1 } else { self.classes.len() };
        let class =
            (0..classes).find(|class| gda.sigma(*class).is_some_and(super::sigma::Sigma::is_coarse))?;
        let whose = if gda.is_shared() {
            "Σ".to_owned()
        } else {
            format!(
                "Σ of {}",
                self.classes.get(class).map(|name| shown(name.as_str()).into_owned()).unwrap_or_default()
            )
        };
        if !self.data.has_all_rows() {
            return Some(format!(
                "{whose} is nearly singular: a small change in its entries changes Σ⁻¹ a lot"
            ));
        }
        Some(format!(
            "{whose} is nearly singular: it was factored from the rows, because the entries shown have too few digits to invert it by hand"
        ))
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
    let left = all.len().saturating_sub(LISTED);
    all.truncate(LISTED);
    if left > 0 {
        all.push(format!("{left} more {}", if left == 1 { one } else { several }));
    }
    all
}
