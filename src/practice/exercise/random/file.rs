//! The table `[random]` of an exercise file.

use std::collections::HashSet;
use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use toml::{Spanned, Value};

use super::super::file::Text;
use super::{Drawing, Numbers, Random, Values, first, in_last_place};
use crate::problem::{Problem, nearest};
use crate::recipe::folded;
use crate::text::{brief, grouped};

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct RawRandom {
    #[serde(default)]
    seeds: Vec<u64>,
    rows: Option<Spanned<Vec<i64>>>,
    #[serde(default)]
    empty_class: bool,
    pub columns: Option<Spanned<Columns>>,
}

/// The columns of `[random.columns]`, in file order.
#[derive(Clone, Debug)]
pub(in super::super) struct Columns(Vec<(Spanned<String>, Spanned<Value>)>);

impl<'de> Deserialize<'de> for Columns {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct InOrder;
        impl<'de> Visitor<'de> for InOrder {
            type Value = Columns;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("columns, such as outlook = [\"Sunny\", \"Rainy\"]")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Columns, A::Error> {
                let mut all = Vec::new();
                while let Some(pair) = map.next_entry()? {
                    all.push(pair);
                }
                Ok(Columns(all))
            }
        }
        deserializer.deserialize_map(InOrder)
    }
}

/// The default number of rows.
const ROWS: (usize, usize) = (10, 20);

/// The most rows, and the most words of a document.
const MOST_ROWS: i64 = 10_000;
const MOST_WORDS: i64 = 1_000;

const MOST_COLUMNS: usize = 1_000;

/// The most shares of a column: values times classes.
const SHARES: usize = 1 << 20;

const A_CLASS: &str = "list the classes: play = [\"Yes\", \"No\"]";

impl RawRandom {
    pub(in super::super) fn with_columns(
        &self,
        (columns, target): (Vec<Drawing>, usize),
        at: usize,
        text: &Text,
    ) -> Result<Random, Problem> {
        let random = Random {
            seeds: self.seeds.clone(),
            rows: self.rows(text)?,
            empty_class: self.empty_class,
            columns,
            target,
        };
        let wrong = |what: String, fix: &str| Err(text.wrong(Some(at), what, fix));
        let classes = random.classes().len();
        if classes < 2 {
            let what = format!("an exercise needs at least two classes, but this one has {classes}");
            return wrong(what, A_CLASS);
        }
        let mut listed = HashSet::new();
        if let Some(seed) = self.seeds.iter().find(|seed| !listed.insert(**seed)) {
            return wrong(format!("the seed {seed} is listed twice"), "list each seed once");
        }
        let (least, most) = random.rows;
        for Drawing { name, values } in &random.columns {
            let (found, all_occur) = match values {
                Values::OneOf(values) => (values.len(), true),
                Values::Documents { words, .. } => (words.len(), false),
                Values::Numbers(_) | Values::RowNumber => continue,
            };
            if found.saturating_mul(classes) > SHARES {
                let (name, [found, classes, shares]) =
                    (brief(name), [found, classes, SHARES].map(|count| grouped(count as u64)));
                let what = format!(
                    "column {name} has {found} values in {classes} classes, but values times classes may be at most {shares}"
                );
                return wrong(what, "list fewer values");
            }
            if all_occur && found > least {
                let what = format!(
                    "column {name} has {found} values, but rows starts at {least}, which is too few to show them all"
                );
                return wrong(what, &format!("draw more rows: rows = [{found}, {}]", most.max(found)));
            }
        }
        Ok(random)
    }

    fn rows(&self, text: &Text) -> Result<(usize, usize), Problem> {
        let Some(rows) = &self.rows else { return Ok(ROWS) };
        pair(rows.get_ref(), 1, MOST_ROWS).ok_or_else(|| {
            let what = "rows must be the smallest and the largest number of rows, from 1 to 10000";
            text.wrong_at(rows, what, "write rows = [10, 20]")
        })
    }

    /// The columns that the file itself lists, and the position of the class: the column named `target`, else the last.
    pub(in super::super) fn listed(
        &self,
        columns: &Spanned<Columns>,
        target: Option<&str>,
        query: &[(String, String)],
        text: &Text,
    ) -> Result<(Vec<Drawing>, usize), Problem> {
        let listed = columns.get_ref().0.len();
        if listed > MOST_COLUMNS {
            let what =
                format!("[random.columns] lists {listed} columns, but at most {MOST_COLUMNS} are allowed");
            return Err(text.wrong_at(columns, what, "list fewer columns"));
        }
        let mut found: Vec<Drawing> = Vec::new();
        for (name, value) in &columns.get_ref().0 {
            let own = name.get_ref().trim().to_owned();
            if own.is_empty() {
                return Err(text.wrong_at(name, "a column has no name", "give it one"));
            }
            let mut values = read(&own, value, text)?;
            if let Values::Documents { words, .. } = &mut values {
                let cells = query.iter().filter(|(column, _)| folded(column) == folded(&own));
                first(words, cells.map(|(_, cell)| cell.as_str()));
            }
            found.push(Drawing { name: own, values });
        }
        let names = || found.iter().map(|column| column.name.as_str());
        let at = match target {
            None => found.len().saturating_sub(1),
            Some(target) => names().position(|name| name == target).ok_or_else(|| {
                let near = nearest(target, names()).map(|near| format!(": did you mean {near}?"));
                let what = format!("the class is the column {target}, but [random.columns] does not list it");
                text.wrong_at(columns, what, format!("add it{}", near.unwrap_or_default()))
            })?,
        };
        if let Some(target) = found.get(at).filter(|target| !matches!(target.values, Values::OneOf(_))) {
            let what = format!("the column {} is the class, but it is not a list of classes", target.name);
            return Err(text.wrong_at(columns, what, A_CLASS));
        }
        if found.len() < 2 {
            let what = "an exercise needs at least two columns: a feature and a class";
            let fix = "add a column such as outlook = [\"Sunny\", \"Rainy\"]";
            return Err(text.wrong_at(columns, what, fix));
        }
        Ok((found, at))
    }
}

fn pair(numbers: &[i64], least: i64, most: i64) -> Option<(usize, usize)> {
    let [from, to] = numbers else { return None };
    let known = *from >= least && from <= to && *to <= most;
    known.then_some((from.unsigned_abs() as usize, to.unsigned_abs() as usize))
}

const COLUMN: &str = "write a list of values, { from = 5.0, to = 6.5, decimals = 1 }, or { words = [\"a\", \"b\"], length = [2, 4] }";

fn read(name: &str, value: &Spanned<Value>, text: &Text) -> Result<Values, Problem> {
    let wrong = |what: String| text.wrong_at(value, what, COLUMN);
    let table = match value.get_ref() {
        Value::Array(values) => {
            let what = || format!("the column {name} needs values, each once and none of them empty");
            return texts(values).map(Values::OneOf).ok_or_else(|| wrong(what()));
        }
        Value::Table(table) => table,
        _ => return Err(wrong(format!("the column {name} is neither a list nor a table"))),
    };
    let known = ["from", "to", "decimals", "words", "length"];
    if let Some(key) = table.keys().find(|key| !known.contains(&key.as_str())) {
        let near = nearest(key, known).map(|near| format!("; did you mean {near}?")).unwrap_or_default();
        return Err(wrong(format!("the column {name} has an unknown key {key}{near}")));
    }
    let Some(words) = table.get("words") else {
        let what = || format!("the column {name} needs from and to, the smaller first, and up to 9 decimals");
        return numbers(table).ok_or_else(|| wrong(what()));
    };
    let Value::Array(words) = words else {
        return Err(wrong(format!("the words of the column {name} are not a list")));
    };
    let is_word =
        |word: &String| crate::table::tokens(word, false).next().is_some_and(|token| token == *word);
    let words = texts(words).filter(|words| words.iter().all(is_word)).ok_or_else(|| {
        wrong(format!("the words of the column {name} must be letters and digits, each once"))
    })?;
    let length = match table.get("length") {
        None => Some((2, 4)),
        Some(Value::Array(numbers)) => {
            let numbers: Option<Vec<i64>> = numbers.iter().map(Value::as_integer).collect();
            numbers.and_then(|numbers| pair(&numbers, 1, MOST_WORDS))
        }
        Some(_) => None,
    };
    let length = length.ok_or_else(|| {
        wrong(format!(
            "the length of the column {name} must be the smallest and the largest number of words, from 1 to 1000"
        ))
    })?;
    Ok(Values::Documents { words, length })
}

/// A list of distinct texts; numbers and booleans become text as written.
fn texts(values: &[Value]) -> Option<Vec<String>> {
    let mut seen = HashSet::new();
    let text = |value: &Value| {
        let text = match value {
            Value::String(text) => text.trim().to_owned(),
            Value::Integer(_) | Value::Float(_) | Value::Boolean(_) => value.to_string(),
            _ => return None,
        };
        (!text.is_empty() && text != "?" && seen.insert(text.clone())).then_some(text)
    };
    let found = values.iter().map(text).collect::<Option<Vec<String>>>()?;
    (!found.is_empty()).then_some(found)
}

fn numbers(table: &toml::Table) -> Option<Values> {
    let decimals = table.get("decimals").map_or(Some(0), Value::as_integer)?;
    let decimals = u32::try_from(decimals).ok().filter(|decimals| *decimals <= 9)?;
    let number = |key: &str| {
        let value = table.get(key)?;
        let number = value.as_float().or_else(|| value.as_integer().map(|whole| whole as f64))?;
        in_last_place(number, decimals)
    };
    let range = (number("from")?, number("to")?);
    (range.0 < range.1).then_some(Values::Numbers(Numbers { decimals, range, of_class: Vec::new() }))
}
