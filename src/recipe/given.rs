//! Numbers that somebody gives in the place of rows: priors, tables, means and variances, Σ.

use super::Written;
use super::option::{Held, Unread, scalar};
use crate::problem::Problem;
use crate::text::brief;
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
        .ok_or_else(|| wrong("a number where a list stands in brackets"))?
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
                .ok_or_else(|| wrong("a number where a table stands: [feature.table.\"class\"]"))?;
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
                value.as_table().ok_or_else(|| wrong("a number where a table stands: [given.prior]"))?;
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
