//! Whether given numbers make a model, and what a recipe of them says.

use std::collections::BTreeMap;

use num_rational::BigRational;
use num_traits::{One, Signed, Zero};

use super::{ByClass, ColumnChoice, Given, Prior, Recipe, Written};
use crate::problem::Problem;
use crate::text::{brief, listed};

impl ColumnChoice {
    pub fn is_given(&self) -> bool {
        self.table.is_some() || self.mean.is_some() || self.rate.is_some()
    }

    #[must_use]
    pub(super) fn with_given(self, of: Option<&ColumnChoice>) -> ColumnChoice {
        let of = of.cloned().unwrap_or_default();
        ColumnChoice { table: of.table, mean: of.mean, variance: of.variance, rate: of.rate, ..self }
    }

    pub(crate) fn given_values(&self) -> Vec<&str> {
        let mut values: Vec<&str> = Vec::new();
        for (name, _) in self.table.iter().flat_map(|table| &table.0).flat_map(|(_, values)| values) {
            if !values.contains(&name.as_str()) {
                values.push(name);
            }
        }
        values
    }
}

/// Refuses numbers that make no model: probabilities that do not add up to 1, a class or a value without its number.
///
/// # Errors
/// Names what does not add up, or is not given.
pub fn check_given(recipe: &Recipe, given: &Given) -> Result<(), Problem> {
    if given.prior.is_empty() {
        let fix = "write [given.prior] with a number for each class: ill = \"0.01\"";
        return Err(Problem::usage("no P(class) is given", fix));
    }
    adds_up("P(class)", &given.prior)?;
    let classes: Vec<&str> = given.classes().collect();
    for choice in &recipe.columns {
        let name = brief(&choice.name);
        let each = |of: &[(String, Written)], what: &str| -> Result<(), Problem> {
            known(of.iter().map(|(class, _)| class.as_str()), &classes, &format!("{what} of “{name}”"))
        };
        if let Some(table) = &choice.table {
            known(
                table.0.iter().map(|(class, _)| class.as_str()),
                &classes,
                &format!("the table of “{name}”"),
            )?;
            let values = choice.given_values();
            for (class, probabilities) in &table.0 {
                let missing =
                    values.iter().find(|value| !probabilities.iter().any(|(name, _)| name == *value));
                if let Some(value) = missing {
                    let what = format!("P({} = {} | {}) is not given", name, brief(value), brief(class));
                    return Err(of_feature(
                        &choice.name,
                        class,
                        what,
                        "give every value in every class; 0 where it never happens",
                    ));
                }
                adds_up(&format!("P({name} | {})", brief(class)), probabilities).map_err(|problem| {
                    Problem { feature: Some(choice.name.clone()), class: Some(class.clone()), ..problem }
                })?;
            }
        }
        if let Some(ByClass(means)) = &choice.mean {
            each(means, "the mean")?;
            let Some(ByClass(variances)) = &choice.variance else {
                let what = format!("the variance of “{name}” is not given");
                return Err(of_feature(
                    &choice.name,
                    "",
                    what,
                    "write [feature.variance] with a number for each class",
                ));
            };
            each(variances, "the variance")?;
            if let Some((class, number)) = variances.iter().find(|(_, number)| !number.value().is_positive())
            {
                let what = format!("the variance of “{name}” in {} is {}", brief(class), number.text());
                return Err(of_feature(
                    &choice.name,
                    class,
                    what,
                    "a variance is more than 0; a standard deviation is squared first",
                ));
            }
        }
        if let Some(ByClass(rates)) = &choice.rate {
            each(rates, "the rate")?;
            if let Some((class, number)) = rates.iter().find(|(_, number)| number.value().is_negative()) {
                let what = format!("the rate of “{name}” in {} is {}", brief(class), number.text());
                return Err(of_feature(&choice.name, class, what, "a rate is 0 or more"));
            }
        }
    }
    Ok(())
}

fn of_feature(feature: &str, class: &str, what: String, fix: &str) -> Problem {
    let class = Some(class.to_owned()).filter(|class| !class.is_empty());
    Problem { feature: Some(feature.to_owned()), class, ..Problem::usage(what, fix) }
}

fn known<'a>(names: impl Iterator<Item = &'a str>, classes: &[&str], what: &str) -> Result<(), Problem> {
    let names: Vec<&str> = names.collect();
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    names.iter().for_each(|name| *counts.entry(name).or_default() += 1);
    if let Some(name) = names.iter().find(|name| !classes.contains(name)) {
        let what = format!("{what} names “{}”, which has no P(class)", brief(name));
        return Err(Problem {
            class: Some((*name).to_owned()),
            ..Problem::usage(what, format!("the classes are {}", listed(classes.iter().copied())))
        });
    }
    if let Some(class) = classes.iter().find(|class| !counts.contains_key(*class)) {
        let what = format!("{what} does not name the class “{}”", brief(class));
        return Err(Problem {
            class: Some((*class).to_owned()),
            ..Problem::usage(what, "give it for every class")
        });
    }
    Ok(())
}

/// Refuses probabilities that are below 0 or do not add up to exactly 1.
fn adds_up(what: &str, all: &[(String, Written)]) -> Result<(), Problem> {
    if let Some((name, number)) = all.iter().find(|(_, number)| number.value().is_negative()) {
        let what = format!("{what}: {} has {}", brief(name), number.text());
        return Err(Problem {
            value: Some(number.text().to_owned()),
            ..Problem::usage(what, "a probability is 0 or more")
        });
    }
    let sum = all.iter().fold(BigRational::zero(), |sum, (_, number)| sum + number.value());
    if sum.is_one() {
        return Ok(());
    }
    let sum = Written::exact(&sum, false);
    let what = format!("the given {what} add up to {}, not to 1", sum.text());
    Err(Problem::usage(what, "change them so that they add up to exactly 1; fractions such as 1/3 are exact"))
}

impl Recipe {
    /// The same with the priors that are given, where numbers are given and no other prior was chosen.
    #[must_use]
    pub(crate) fn with_given_prior(mut self) -> Recipe {
        if let Some(given) = self.given.as_ref().filter(|given| !given.prior.is_empty()) {
            self.prior.get_or_insert_with(|| Prior::Given(given.prior.clone()));
            self.target.get_or_insert_with(|| "class".to_owned());
        }
        self
    }
}
