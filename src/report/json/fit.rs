//! Parameters and cuts for programs.

use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::{Map, Value, json};

use super::{Entries, TOGETHER, by_class, number};
use crate::encode::Cuts;
use crate::math::{Name, Number};
use crate::model::{Factor, Fitted, Form};
use crate::recipe::{Bins, LeftOut};

/// Words that are listed for each class.
const TOP_WORDS: usize = 10;

/// What is said of the data, with `parameters` and `discretization` of a model.
pub struct Fit<'a> {
    /// What is said of the data.
    pub study: Map<String, Value>,
    /// The model.
    pub fitted: &'a Fitted,
    /// What is said beside the model.
    pub rest: Map<String, Value>,
}

impl Serialize for Fit<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let fitted = self.fitted;
        let name = |factor: &Factor| factor.name.as_str().to_owned();
        let factors = || fitted.factors.iter().filter(|factor| factor.form != Form::Together);
        let parameters = || {
            let gda = fitted.gda.iter().map(|gda| (TOGETHER.to_owned(), super::gda::table(fitted, gda)));
            gda.chain(factors().map(|factor| (name(factor), table(fitted, factor))))
        };
        let cuts = || {
            factors().zip(&fitted.data.resolved.features).filter_map(|(factor, feature)| {
                let (Form::Bins(cuts), Some(bins)) = (&factor.form, &feature.bins) else { return None };
                Some((name(factor), discretization(factor, cuts, bins)))
            })
        };
        let mut out = serializer.serialize_map(None)?;
        self.study.iter().try_for_each(|(key, value)| out.serialize_entry(key, value))?;
        out.serialize_entry("parameters", &Entries(parameters))?;
        out.serialize_entry("discretization", &Entries(cuts))?;
        self.rest.iter().try_for_each(|(key, value)| out.serialize_entry(key, value))?;
        out.end()
    }
}

/// The key of a value: a bin goes by its number, from 1.
fn key(factor: &Factor, value: usize, name: &Name) -> String {
    if factor.cuts().is_some() { (value + 1).to_string() } else { name.as_str().to_owned() }
}

fn table(fitted: &Fitted, factor: &Factor) -> Value {
    if factor.is_gaussian() {
        return gaussian(fitted, factor);
    }
    if factor.is_poisson() {
        return poisson(fitted, factor);
    }
    let classes = &fitted.classes;
    let names: Vec<&str> = factor.values().iter().map(Name::as_str).collect();
    let mut sorted = names.clone();
    sorted.sort_unstable();
    let denominator = by_class(classes, |class| number(Some(&factor.denominator(class))));
    let row = |class: usize| {
        let cells = factor.values().iter().enumerate();
        Value::Object(
            cells
                .map(|(value, name)| (key(factor, value, name), cell(fitted, factor, value, class)))
                .collect(),
        )
    };
    let table = by_class(classes, row);
    let mut out = Map::new();
    match &factor.form {
        Form::Words | Form::Presence => {
            let event = if factor.form == Form::Words { "multinomial" } else { "bernoulli" };
            out.insert("kind".into(), json!("text"));
            out.insert("event".into(), json!(event));
            out.insert("vocabulary_size".into(), json!(factor.k()));
            out.insert("vocabulary".into(), json!(sorted));
            out.insert("total".into(), by_class(classes, |class| json!(factor.total(class))));
            out.insert("top_words".into(), by_class(classes, |class| top_words(fitted, factor, class)));
            if fitted.data.resolved.words.leaves_out() {
                out.insert("left_out".into(), left_out(factor));
            }
        }
        Form::Bins(_) => {
            out.insert("kind".into(), json!("categorical"));
            out.insert("k".into(), json!(factor.k()));
            let numbers: Vec<usize> = (1..=factor.k()).collect();
            out.insert("values".into(), json!(numbers));
            out.insert("values_sorted".into(), json!(numbers));
            out.insert("bin_labels".into(), json!(names));
        }
        Form::Flag => {
            out.insert("kind".into(), json!("bernoulli"));
            out.insert("one".into(), json!(names.first()));
            out.insert("denominator".into(), denominator);
            out.insert("table".into(), by_class(classes, |class| cell(fitted, factor, 0, class)));
            return Value::Object(out);
        }
        Form::Gaussian(_) | Form::Poisson(_) | Form::Together | Form::Categories => {
            out.insert("kind".into(), json!("categorical"));
            out.insert("k".into(), json!(factor.k()));
            out.insert("values".into(), json!(names));
            out.insert("values_sorted".into(), json!(sorted));
        }
    }
    if fitted.is_by_value() {
        out.insert("given".into(), json!("value"));
    } else {
        out.insert("denominator".into(), denominator);
    }
    out.insert("table".into(), table);
    Value::Object(out)
}

/// The words that speak most for a class: `ln_ratio` is as in `moves`, `"inf"` for a word that no other class has.
fn top_words(fitted: &Fitted, factor: &Factor, class: usize) -> Value {
    let words = fitted.top_words(factor, class, TOP_WORDS).into_iter().filter_map(|top| {
        let word = factor.values().get(top.word)?.as_str();
        let ratio = if top.log_odds.is_infinite() { json!("inf") } else { json!(top.log_odds) };
        Some(json!({ "word": word, "ln_ratio": ratio }))
    });
    Value::Array(words.collect())
}

/// The stop words that stand in the training rows, and the words that are too rare with their counts.
fn left_out(factor: &Factor) -> Value {
    let (mut stop_words, mut rare) = (Vec::new(), Map::new());
    for left_out in factor.left_out() {
        match left_out.why {
            LeftOut::StopWord => stop_words.push(left_out.word.as_str()),
            LeftOut::Rare(count) => {
                rare.insert(left_out.word.as_str().to_owned(), json!(count));
            }
        }
    }
    json!({ "stop_words": stop_words, "rare": rare })
}

fn gaussian(fitted: &Fitted, factor: &Factor) -> Value {
    let float = |value: Option<f64>| number(value.map(Number::Float).as_ref());
    let row = |class: usize| {
        let normal = factor.normal(class);
        json!({
            "n": factor.total(class),
            "mean": float(normal.map(|normal| normal.mean)),
            "variance": float(normal.map(|normal| normal.variance)),
            "variance_raw": float(normal.map(|normal| normal.raw)),
        })
    };
    json!({ "kind": "gaussian", "epsilon": fitted.epsilon, "table": by_class(&fitted.classes, row) })
}

fn poisson(fitted: &Fitted, factor: &Factor) -> Value {
    let row = |class: usize| {
        let rate = factor.rate(class).copied().unwrap_or_default();
        json!({ "n": rate.n, "sum": rate.sum, "lambda": number(rate.lambda().as_ref()) })
    };
    json!({ "kind": "poisson", "table": by_class(&fitted.classes, row) })
}

fn cell(fitted: &Fitted, factor: &Factor, value: usize, class: usize) -> Value {
    let by_value = fitted.is_by_value();
    let total = if by_value { factor.count_in_all(value) } else { factor.total(class) };
    let mut out = Map::new();
    out.insert("count".into(), json!(factor.count(value, class)));
    out.insert("total".into(), json!(total));
    match number(fitted.tabled(factor, value, class).value().as_ref()) {
        Value::Object(found) => out.extend(found),
        _ => {
            out.insert("undefined".into(), json!(true));
        }
    }
    Value::Object(out)
}

fn discretization(factor: &Factor, cuts: &Cuts, bins: &Bins) -> Value {
    let method = match bins {
        Bins::Width(_) => "equal_width",
        Bins::Frequency(_) => "equal_frequency",
        Bins::Cuts(_) => "cuts",
        Bins::Mdl => "mdl",
        Bins::None => "none",
    };
    let occupancy: Vec<u64> = (0..cuts.bins()).map(|bin| factor.count_in_all(bin)).collect();
    let exact: Vec<Value> =
        cuts.exact().iter().map(|cut| number(Some(&Number::Exact(cut.clone())))).collect();
    let mut out = json!({ "method": method, "cuts": exact, "bins": cuts.bins(), "occupancy": occupancy });
    if let (Bins::Mdl, Some(out)) = (bins, out.as_object_mut()) {
        let tests = cuts.tests.iter().map(|test| {
            json!({
                "n": test.n,
                "cut": number(Some(&test.cut)),
                "gain": test.gain,
                "threshold": test.threshold,
                "accepted": test.accepted,
            })
        });
        out.insert("mdl_trace".into(), Value::Array(tests.collect()));
    }
    out
}
