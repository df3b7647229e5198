//! Numbers that the user gives instead of rows: priors, tables, means and variances, Σ; and the model they make.

use super::option::{Held, Unread, scalar};
use super::{ColumnChoice, Prior, Recipe, Written};
use crate::problem::Problem;
use crate::text::{brief, listed};
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};
use std::collections::BTreeMap;
use toml::{Table as Toml, Value};

/// One number for each class, in the order written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ByClass(pub Vec<(String, Written)>);

/// P(value | class): for each class its values with their probabilities, in the order written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GivenTable(pub Vec<(String, Vec<(String, Written)>)>);

/// What is given of a model as a whole. What is given of a feature stands with the feature.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Given {
    /// P(class), in the order of the classes.
    pub prior: Vec<(String, Written)>,
    pub mean: Vec<(String, Vec<Written>)>,
    /// Σ, row by row: by class, or once under the name `shared`.
    pub sigma: Vec<(String, Vec<Vec<Written>>)>,
}

/// The name under which one Σ stands for all classes.
pub(crate) const SHARED: &str = "shared";

fn number(value: &Value) -> Result<Written, Problem> {
    Written::any(&scalar(value))
}

fn wrong(what: &str) -> Unread {
    Unread::Value(Problem::usage(
        format!("the given numbers have {what}"),
        "docs/given.md shows how they are written",
    ))
}

fn toml_of(value: toml::de::ValueDeserializer<'_>) -> Result<Toml, Unread> {
    Ok(<Toml as serde::Deserialize>::deserialize(value)?)
}

fn rows<T>(value: &Value, each: impl Fn(&Value) -> Result<T, Unread>) -> Result<Vec<T>, Unread> {
    value
        .as_array()
        .ok_or_else(|| wrong("a number where a list in brackets belongs"))?
        .iter()
        .map(each)
        .collect()
}

fn text(number: &Written) -> Value {
    Value::String(number.text().to_owned())
}

impl Held for ByClass {
    fn read(value: toml::de::ValueDeserializer<'_>, _: &'static str) -> Result<Self, Unread> {
        let of = toml_of(value)?.into_iter().map(|(class, value)| Ok((class, number(&value)?)));
        Ok(ByClass(of.collect::<Result<_, Problem>>()?))
    }

    fn value(&self) -> Option<Value> {
        Some(Value::Table(self.0.iter().map(|(class, number)| (class.clone(), text(number))).collect()))
    }
}

impl Held for GivenTable {
    fn read(value: toml::de::ValueDeserializer<'_>, _: &'static str) -> Result<Self, Unread> {
        let mut all = Vec::new();
        for (class, values) in toml_of(value)? {
            let values = values
                .as_table()
                .ok_or_else(|| wrong("a number where a table belongs: [feature.table.\"class\"]"))?;
            let values = values.iter().map(|(name, value)| Ok((name.clone(), number(value)?)));
            all.push((class, values.collect::<Result<_, Problem>>()?));
        }
        Ok(GivenTable(all))
    }

    fn value(&self) -> Option<Value> {
        let of = |values: &[(String, Written)]| {
            Value::Table(values.iter().map(|(value, number)| (value.clone(), text(number))).collect())
        };
        Some(Value::Table(self.0.iter().map(|(class, values)| (class.clone(), of(values))).collect()))
    }
}

impl Held for Given {
    fn read(value: toml::de::ValueDeserializer<'_>, _: &'static str) -> Result<Self, Unread> {
        let mut given = Given::default();
        for (key, value) in toml_of(value)? {
            let table =
                value.as_table().ok_or_else(|| wrong("a number where a table belongs: [given.prior]"))?;
            for (class, value) in table {
                match key.as_str() {
                    "prior" => given.prior.push((class.clone(), number(value)?)),
                    "mean" => given.mean.push((class.clone(), rows(value, |value| Ok(number(value)?))?)),
                    "Sigma" => {
                        let row = |value: &Value| rows(value, |value| Ok(number(value)?));
                        given.sigma.push((class.clone(), rows(value, row)?));
                    }
                    other => {
                        return Err(wrong(&format!(
                            "“{}”, and no such key is known: prior, mean, Sigma",
                            brief(other)
                        )));
                    }
                }
            }
        }
        Ok(given)
    }

    fn value(&self) -> Option<Value> {
        let row = |numbers: &[Written]| Value::Array(numbers.iter().map(text).collect());
        let prior = self.prior.iter().map(|(class, number)| (class.clone(), text(number)));
        let mean = self.mean.iter().map(|(class, numbers)| (class.clone(), row(numbers)));
        let matrix = |rows: &[Vec<Written>]| Value::Array(rows.iter().map(|numbers| row(numbers)).collect());
        let sigma = self.sigma.iter().map(|(class, rows)| (class.clone(), matrix(rows)));
        let tables: [(&str, Toml); 3] =
            [("prior", prior.collect()), ("mean", mean.collect()), ("Sigma", sigma.collect())];
        let tables = tables.into_iter().filter(|(_, table)| !table.is_empty());
        Some(Value::Table(tables.map(|(key, table)| (key.to_owned(), Value::Table(table))).collect()))
    }
}

impl Given {
    /// The classes, in the order of the priors.
    pub fn classes(&self) -> impl Iterator<Item = &str> {
        self.prior.iter().map(|(class, _)| class.as_str())
    }
}

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
                        "give every value in every class, with 0 for one that never occurs",
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
