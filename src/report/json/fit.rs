//! Parameters and cuts.

use std::borrow::Cow;

use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use super::{ByClass, Evaluated, Explained, Log, Object, by_class, with};
use crate::encode::Cuts;
use crate::math::{Name, Number};
use crate::model::{Factor, FactorForm, Fitted, Gda, Sigma, Theta};
use crate::recipe::{Bins, LeftOut};

const TOP_WORDS: usize = 10;
pub(super) const TOGETHER: &str = "*";

#[derive(Serialize)]
pub struct Fit<'a> {
    parameters: Parameters<'a>,
    discretization: Object<&'a Name, Value>,
}

impl<'a> Fit<'a> {
    pub fn new(fitted: &'a Fitted) -> Fit<'a> {
        let features = fitted.factors().iter().zip(&fitted.data.resolved.features);
        let discretization = features.filter_map(|(factor, feature)| {
            let (FactorForm::Bins(cuts), Some(bins)) = (&factor.form, &feature.bins) else { return None };
            Some((&factor.name, discretization(factor, cuts, bins)))
        });
        Fit { parameters: Parameters(fitted), discretization: discretization.collect() }
    }
}

#[derive(Serialize)]
pub struct Shown<'a> {
    #[serde(flatten)]
    pub fit: Fit<'a>,
    /// Null if it is too large.
    pub evaluation: Option<Evaluated<'a>>,
    /// Null if the working is too long.
    pub queries: Vec<Option<Explained<'a>>>,
}

/// Written feature by feature: all at once may not fit into memory.
struct Parameters<'a>(&'a Fitted);

impl Serialize for Parameters<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let fitted = self.0;
        let gda = fitted.gda().map(|gda| (TOGETHER, Table { about: joint(fitted, gda), table: None }));
        let each = fitted.factors().iter().map(|factor| (factor.name.as_str(), table(fitted, factor)));
        serializer.collect_map(gda.into_iter().chain(each))
    }
}

/// What a table is about, and its cells, which are written as they are.
#[derive(Serialize)]
struct Table<'a> {
    #[serde(flatten)]
    about: Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    table: Option<ByClass<'a, Object<Cow<'a, str>, Cell>>>,
}

#[derive(Serialize)]
struct Cell {
    count: u64,
    total: u64,
    #[serde(flatten)]
    value: Option<Number>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    undefined: bool,
}

fn table<'a>(fitted: &'a Fitted, factor: &'a Factor) -> Table<'a> {
    let (about, classes) = (about(fitted, factor), &fitted.classes);
    if factor.is_number() || factor.form == FactorForm::Flag {
        return Table { about, table: None };
    }
    let by_value = fitted.is_by_value();
    let denominator = (!by_value).then(|| by_class(classes, |class| factor.denominator(class)));
    let about = with(with(about, "given", by_value.then_some("value")), "denominator", denominator);
    let row = |class: usize| {
        let cell = |(at, name): (usize, &'a Name)| {
            // Bins are numbered from 1.
            let key = match factor.cuts() {
                Some(_) => Cow::Owned((at + 1).to_string()),
                None => Cow::Borrowed(name.as_str()),
            };
            (key, cell(fitted, factor, at, class))
        };
        factor.values().iter().enumerate().map(cell).collect()
    };
    Table { about, table: Some(by_class(classes, row)) }
}

/// A table without the cells of its values.
fn about(fitted: &Fitted, factor: &Factor) -> Value {
    let classes = &fitted.classes;
    let sorted = || {
        let mut names: Vec<&Name> = factor.values().iter().collect();
        names.sort_unstable();
        names
    };
    if let Some(family) = factor.count_family() {
        let table = by_class(classes, |class| {
            let rate = factor.rate(class).copied().unwrap_or_default();
            json!({ "n": rate.n, "sum": rate.sum, "lambda": rate.lambda() })
        });
        return json!({ "kind": family.word, "table": table });
    }
    match &factor.form {
        FactorForm::Gaussian(_) => {
            let table = by_class(classes, |class| {
                let normal = factor.normal(class);
                json!({
                    "n": factor.total(class),
                    "mean": normal.map(|normal| Number::Float(normal.mean)),
                    "variance": normal.map(|normal| Number::Float(normal.variance)),
                    "variance_raw": normal.map(|normal| Number::Float(normal.raw)),
                })
            });
            json!({ "kind": "gaussian", "epsilon": fitted.epsilon, "table": table })
        }
        FactorForm::Words | FactorForm::Presence => {
            let top_words = |class: usize| {
                let top = fitted.top_words(factor, class, TOP_WORDS).into_iter();
                let word = |(word, log_odds)| {
                    Some(json!({ "word": factor.values().get(word)?, "ln_ratio": Log(Some(log_odds)) }))
                };
                top.filter_map(word).collect::<Vec<_>>()
            };
            let about = json!({
                "kind": "text",
                "event": if factor.form == FactorForm::Words { "multinomial" } else { "bernoulli" },
                "vocabulary_size": factor.k(),
                "vocabulary": sorted(),
                "total": by_class(classes, |class| factor.total(class)),
                "top_words": by_class(classes, top_words),
            });
            let leaves_out = fitted.data.resolved.words.leaves_out();
            with(about, "left_out", leaves_out.then(|| left_out(factor)))
        }
        FactorForm::Flag => json!({
            "kind": "bernoulli",
            "one": factor.values().first(),
            "denominator": by_class(classes, |class| factor.denominator(class)),
            "table": by_class(classes, |class| cell(fitted, factor, 0, class)),
        }),
        FactorForm::Bins(_) => {
            let (k, labels) = (factor.k(), factor.values());
            let bins: Vec<usize> = (1..=k).collect();
            json!({ "kind": "categorical", "k": k, "values": bins, "values_sorted": bins, "bin_labels": labels })
        }
        _ => {
            let (k, values) = (factor.k(), factor.values());
            json!({ "kind": "categorical", "k": k, "values": values, "values_sorted": sorted() })
        }
    }
}

fn left_out(factor: &Factor) -> Value {
    let (mut stop_words, mut rare) = (Vec::new(), Vec::new());
    for left_out in factor.left_out() {
        match left_out.why {
            LeftOut::StopWord => stop_words.push(left_out.word.as_str()),
            LeftOut::Rare(count) => rare.push((left_out.word.as_str(), count)),
        }
    }
    json!({ "stop_words": stop_words, "rare": Object(rare) })
}

fn cell(fitted: &Fitted, factor: &Factor, value: usize, class: usize) -> Cell {
    let total = if fitted.is_by_value() { factor.count_in_all(value) } else { factor.total(class) };
    let found = fitted.tabled(factor, value, class).value();
    Cell { count: factor.count(value, class), total, undefined: found.is_none(), value: found }
}

fn discretization(factor: &Factor, cuts: &Cuts, bins: &Bins) -> Value {
    let method = match bins {
        Bins::Width(_) => "equal_width",
        Bins::Frequency(_) => "equal_frequency",
        Bins::Cuts(_) => "cuts",
        Bins::Mdl => "mdl",
        Bins::None => "none",
    };
    let found = json!({
        "method": method,
        "cuts": cuts.exact.iter().cloned().map(Number::Exact).collect::<Vec<_>>(),
        "bins": cuts.bins(),
        "occupancy": (0..cuts.bins()).map(|bin| factor.count_in_all(bin)).collect::<Vec<_>>(),
    });
    with(found, "mdl_trace", (*bins == Bins::Mdl).then_some(&cuts.tests))
}

/// Means and Σ of the joint density, with its discriminants and θ.
fn joint(fitted: &Fitted, gda: &Gda) -> Value {
    let classes = &fitted.classes;
    let list = |numbers: &[f64]| numbers.iter().copied().map(Number::Float).collect::<Vec<_>>();
    let kind = match (gda.is_shared(), gda.is_diagonal()) {
        (true, false) => "gda",
        (true, true) => "gda_diag",
        (false, false) => "qda",
        (false, true) => "qda_diag",
    };
    let covariance = |sigma: &Sigma| sigma.rows().iter().map(|row| list(row)).collect::<Vec<_>>();
    let found = json!({
        "kind": kind,
        "features": fitted.feature_names().collect::<Vec<_>>(),
        "ridge": gda.ridge,
        "n": by_class(classes, |class| fitted.class_count(class)),
        "mean": by_class(classes, |class| gda.means.get(class).map(|mean| list(mean))),
        "covariance": by_sigma(fitted, gda, covariance),
        "log_det": by_sigma(fitted, gda, |sigma| Log(Some(sigma.log_det))),
    });
    let discriminant = gda.is_shared().then(|| {
        by_class(classes, |class| {
            let (intercept, weights) = fitted.discriminant(class)?;
            let weights = by_feature(fitted, &weights, |weight| weight);
            Some(json!({ "intercept": Log(Some(intercept)), "weights": weights }))
        })
    });
    let theta = fitted.theta();
    let of = |second: bool| theta.as_ref().map(|theta| logistic(fitted, theta, second));
    let found = with(with(found, "discriminant", discriminant), "theta", of(true));
    with(found, "theta_sorted", of(classes.first() <= classes.get(1)))
}

fn by_sigma<'a, T>(fitted: &'a Fitted, gda: &Gda, of: impl Fn(&Sigma) -> T) -> Object<&'a str, Option<T>> {
    if gda.is_shared() {
        return Object(vec![("shared", gda.sigma(0).map(of))]);
    }
    let classes = fitted.classes.iter().enumerate();
    classes.map(|(class, name)| (name.as_str(), gda.sigma(class).map(&of))).collect()
}

fn by_feature<'a, T>(fitted: &'a Fitted, numbers: &[f64], of: impl Fn(f64) -> T) -> Object<&'a Name, T> {
    fitted.feature_names().zip(numbers).map(|(name, x)| (name, of(*x))).collect()
}

/// The logistic form for the second class, or for the first, with every sign reversed.
fn logistic(fitted: &Fitted, theta: &Theta, second: bool) -> Option<Value> {
    let sign = if second { 1.0 } else { -1.0 };
    Some(json!({
        "positive_class": fitted.classes.get(usize::from(second)),
        "negative_class": fitted.classes.get(usize::from(!second)),
        "theta_0": Number::Float(sign * theta.intercept?),
        "theta": by_feature(fitted, &theta.weights, |weight| Number::Float(sign * weight)),
    }))
}
