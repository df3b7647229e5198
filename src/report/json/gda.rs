//! The parameters of Gaussian discriminant analysis for programs.

use serde_json::{Map, Value, json};

use super::{by_class, log, number};
use crate::math::Number;
use crate::model::{Fitted, Gda, Sigma, Theta};

/// Means, Σ, and what follows from them.
pub(super) fn table(fitted: &Fitted, gda: &Gda) -> Value {
    let classes = &fitted.classes;
    let kind = match (gda.is_shared(), gda.is_diagonal()) {
        (true, false) => "gda",
        (true, true) => "gda_diag",
        (false, false) => "qda",
        (false, true) => "qda_diag",
    };
    let features: Vec<&str> = fitted.factors.iter().map(|factor| factor.name.as_str()).collect();
    let list = |numbers: &[f64]| Value::Array(numbers.iter().map(|x| float(Some(*x))).collect());
    let by_sigma = |of: &dyn Fn(&Sigma) -> Value| {
        let value = |class: usize| gda.sigma(class).map_or(Value::Null, of);
        if gda.is_shared() { json!({ "shared": value(0) }) } else { by_class(classes, value) }
    };
    let mut out = Map::new();
    out.insert("kind".into(), json!(kind));
    out.insert("features".into(), json!(features));
    out.insert("ridge".into(), json!(gda.ridge));
    out.insert("n".into(), by_class(classes, |class| json!(fitted.class_count(class))));
    out.insert(
        "mean".into(),
        by_class(classes, |class| gda.means.get(class).map_or(Value::Null, |mean| list(mean))),
    );
    let matrix = |sigma: &Sigma| Value::Array(sigma.rows().iter().map(|row| list(row)).collect());
    out.insert("covariance".into(), by_sigma(&matrix));
    out.insert("log_det".into(), by_sigma(&|sigma| log(Some(sigma.log_det()))));
    if gda.is_shared() {
        out.insert("discriminant".into(), by_class(classes, |class| discriminant(fitted, class)));
    }
    if let Some(theta) = fitted.theta() {
        out.insert("theta".into(), logistic(fitted, &theta, true));
        let sorted = classes.first() <= classes.get(1);
        out.insert("theta_sorted".into(), logistic(fitted, &theta, sorted));
    }
    Value::Object(out)
}

fn float(value: Option<f64>) -> Value {
    number(value.map(Number::Float).as_ref())
}

/// One entry per feature.
fn by_feature(fitted: &Fitted, numbers: &[f64], of: impl Fn(f64) -> Value) -> Value {
    let entries = fitted.factors.iter().zip(numbers);
    Value::Object(entries.map(|(factor, x)| (factor.name.as_str().to_owned(), of(*x))).collect())
}

fn discriminant(fitted: &Fitted, class: usize) -> Value {
    let Some((intercept, weights)) = fitted.discriminant(class) else { return Value::Null };
    json!({ "intercept": log(Some(intercept)), "weights": by_feature(fitted, &weights, |x| json!(x)) })
}

/// The logistic form for the second class, or for the first: there every sign is the other one.
fn logistic(fitted: &Fitted, theta: &Theta, second: bool) -> Value {
    let Some(intercept) = theta.intercept else { return Value::Null };
    let sign = if second { 1.0 } else { -1.0 };
    let name = |class: usize| fitted.classes.get(class).map(|name| name.as_str());
    json!({
        "positive_class": name(usize::from(second)),
        "negative_class": name(usize::from(!second)),
        "theta_0": float(Some(sign * intercept)),
        "theta": by_feature(fitted, &theta.weights, |x| float(Some(sign * x))),
    })
}
