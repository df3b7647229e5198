//! A worked posterior for programs.

use serde_json::{Map, Value, json};

use super::{TOGETHER, by_class, log, number};
use crate::math::{Latex, Linear, Name, Number, Quantity};
use crate::model::{Case, CaseCell, CaseValue, Counterfactual, Factor, Fitted, Form, Prediction};
use crate::report::row_name;
use crate::worked::{Posterior, RowKind, RowsCounted, Step, WorkedError, derive_all, rows_behind};

/// Rows that are listed of each count.
const ROWS: usize = 20;

/// The posterior of a case with every step of its working.
///
/// # Errors
/// When the working cannot be told, which no case of the model causes.
pub fn explain(fitted: &Fitted, case: &Case, latex: bool) -> Result<Value, WorkedError> {
    let prediction = fitted.predict(case);
    let classes = &fitted.classes;
    let joint = |class: usize| prediction.joint.get(class).and_then(Option::as_ref);
    let posterior = match &prediction.posterior {
        Some(posterior) => by_class(classes, |class| number(posterior.get(class))),
        None => Value::Null,
    };
    let name = |class: &usize| classes.get(*class).map(Name::as_str);
    let goals: Vec<Quantity> = classes.iter().map(Quantity::posterior).collect();
    let mut out = Map::new();
    let mut put = |key: &str, value: Value| out.insert(key.into(), value);
    if let Some(row) = case.row {
        put("row", json!(row + 1));
    }
    if !case.notes.is_empty() {
        put("notes", json!(case.notes));
    }
    put("features", features(fitted, case, &prediction));
    put("prior", by_class(classes, |class| number(fitted.prior(class).as_ref())));
    put("joint", by_class(classes, |class| number(joint(class))));
    put("log_joint", by_class(classes, |class| log(joint(class).map(Number::ln))));
    put("evidence", number(prediction.evidence.as_ref()));
    put("log_evidence", log(prediction.evidence.as_ref().map(Number::ln)));
    put("undefined", json!(prediction.undefined.is_some()));
    put("undefined_reason", json!(prediction.undefined.as_ref().map(|reason| reason.word())));
    put("posterior", posterior);
    put("predicted", json!(prediction.predicted.as_ref().and_then(name)));
    put("tie", json!(!prediction.tied.is_empty()));
    put("tied", json!(prediction.tied.iter().filter_map(name).collect::<Vec<_>>()));
    let flips = fitted.flips(case);
    put("flips", json!(flips.found.iter().map(|found| flip(fitted, found)).collect::<Vec<_>>()));
    put("flips_tried", json!(flips.tried));
    if flips.more > 0 {
        put("flips_more", json!(flips.more));
    }
    if flips.undecided > 0 {
        put("flips_undecided", json!(flips.undecided));
    }
    if fitted.factors.iter().any(Factor::is_words) {
        put("moves", moves(&Posterior::new(fitted, case, &[])?));
    }
    put("steps", steps(fitted, &derive_all(fitted, Some(case), &goals, &[])?, latex));
    Ok(Value::Object(out))
}

fn features(fitted: &Fitted, case: &Case, prediction: &Prediction) -> Value {
    let together = prediction.density.as_ref().map(|density| {
        let of = |class: usize| density.get(class);
        json!({
            "feature": TOGETHER,
            "status": "ok",
            "density": by_class(&fitted.classes, |class| number(of(class))),
            "log_density": by_class(&fitted.classes, |class| log(of(class).map(Number::ln))),
        })
    });
    let cells = fitted.factors.iter().zip(&case.cells).zip(&prediction.likelihoods);
    let each = cells.map(|((factor, cell), likelihood)| feature(fitted, factor, cell, likelihood.as_deref()));
    Value::Array(together.into_iter().chain(each).collect())
}

fn feature(
    fitted: &Fitted,
    factor: &Factor,
    cell: &CaseCell,
    likelihood: Option<&[Option<Number>]>,
) -> Value {
    let classes = &fitted.classes;
    let mut out = Map::new();
    let mut put = |key: &str, value: Value| out.insert(key.into(), value);
    put("feature", json!(factor.name.as_str()));
    let status = match &cell.value {
        CaseValue::Missing => "missing",
        CaseValue::Unseen => "unknown",
        CaseValue::Value(_) | CaseValue::Number(_) | CaseValue::Words { .. } => "ok",
    };
    put("status", json!(status));
    put("cell", json!(cell.text));
    match &cell.value {
        CaseValue::Value(value) if factor.cuts().is_some() => {
            put("value", json!(value + 1));
            put("bin", json!(factor.values().get(*value).map(Name::as_str)));
        }
        CaseValue::Value(value) if factor.form == Form::Flag => {
            put("value", json!(1 - value.min(&1)));
        }
        CaseValue::Value(value) => {
            put("value", json!(factor.values().get(*value).map(Name::as_str)));
        }
        CaseValue::Words { known, unknown } => {
            let word = |value: &usize| factor.values().get(*value).map(|name| name.as_str().to_owned());
            let times = |(value, times): &(usize, u32)| Some((word(value)?, json!(times)));
            let phi = |(value, _): &(usize, u32)| {
                Some((
                    word(value)?,
                    by_class(classes, |class| number(factor.conditional(*value, class).as_ref())),
                ))
            };
            let tokens = known.iter().map(|(_, n)| n).chain(unknown.iter().map(|(_, n)| n));
            put("tokens", json!(tokens.sum::<u32>()));
            put("known", Value::Object(known.iter().filter_map(times).collect()));
            put(
                "unknown",
                Value::Object(unknown.iter().map(|(name, n)| (name.as_str().to_owned(), json!(n))).collect()),
            );
            put("token_phi", Value::Object(known.iter().filter_map(phi).collect()));
        }
        CaseValue::Number(x) => {
            put("value", json!(x));
        }
        CaseValue::Missing | CaseValue::Unseen => {}
    }
    if let Some(likelihood) = likelihood {
        let of = |class: usize| likelihood.get(class).and_then(Option::as_ref);
        put("likelihood", by_class(classes, |class| number(of(class))));
        put("log_likelihood", by_class(classes, |class| log(of(class).map(Number::ln))));
    }
    Value::Object(out)
}

/// One change that flips the decision.
fn flip(fitted: &Fitted, flip: &Counterfactual) -> Value {
    let name = |class: &usize| fitted.classes.get(*class).map(Name::as_str);
    let mut out = Map::new();
    let mut put = |key: &str, value: Value| out.insert(key.into(), value);
    put("feature", json!(flip.feature.as_str()));
    put("from", json!(flip.from));
    put("to", json!(flip.to));
    put("predicted", json!(name(&flip.predicted)));
    if !flip.tied.is_empty() {
        put("tied", json!(flip.tied.iter().filter_map(name).collect::<Vec<_>>()));
    }
    put("posterior", by_class(&fitted.classes, |class| number(flip.posterior.get(class))));
    Value::Object(out)
}

/// How far each factor moves the decision between the two classes with the highest scores, in the order of the table.
fn moves(worked: &Posterior) -> Value {
    let class = |class: usize| worked.classes.get(class).map(Name::as_str);
    let factors = worked.rows.iter().filter_map(|row| {
        let times = match row.kind {
            RowKind::Score | RowKind::Divide => return None,
            RowKind::Word { times, .. } => times,
            _ => 1,
        };
        let ln_ratio = match row.moves {
            Some(moves) if moves.is_infinite() => json!(if moves > 0.0 { "inf" } else { "-inf" }),
            moves => json!(moves),
        };
        Some(json!({ "factor": row_name(&row.kind), "times": times, "ln_ratio": ln_ratio }))
    });
    let factors: Vec<Value> = factors.collect();
    match worked.contest {
        Some(contest) => {
            json!({ "leader": class(contest.leader), "rival": class(contest.rival), "factors": factors })
        }
        None => Value::Null,
    }
}

/// A derivation as a flat list; its formulas as LaTeX, too, where that is asked for.
pub fn steps(fitted: &Fitted, steps: &[Step], latex: bool) -> Value {
    let addresses: Vec<&Quantity> = steps.iter().map(|step| &step.of).collect();
    let rows = rows_behind(fitted, &addresses, ROWS);
    Value::Array(steps.iter().zip(&rows).map(|(step, rows)| self::step(fitted, step, rows, latex)).collect())
}

fn step(fitted: &Fitted, step: &Step, rows: &RowsCounted, latex: bool) -> Value {
    let line = Linear { ascii: false };
    let mut out = Map::new();
    let mut put = |key: &str, value: Value| out.insert(key.into(), value);
    put("quantity", json!(step.of.to_string()));
    put("rule", json!(step.rule.code()));
    put("title", json!(step.title));
    let numbers = step.numbers.as_ref().unwrap_or(&step.shown);
    put("formula", json!(line.expr(&step.formula)));
    put("numbers", json!(line.expr(numbers)));
    if latex {
        put("formula_latex", json!(Latex.expr(&step.formula)));
        put("numbers_latex", json!(Latex.expr(numbers)));
    }
    put("value", number(step.value.as_ref()));
    // Logarithms have none of their own, and of a slope nobody asks for one.
    let plain = !matches!(step.of, Quantity::Ln(_) | Quantity::LogLik(_) | Quantity::Slope(_));
    if plain && step.value.as_ref().is_some_and(|value| !value.is_negative()) {
        put("log", log(step.value.as_ref().map(Number::ln)));
    }
    put("uses", json!(step.uses.iter().map(ToString::to_string).collect::<Vec<_>>()));
    if rows.total > 0 {
        put("rows", json!(rows.rows.iter().map(|row| row + 1).collect::<Vec<_>>()));
        put("rows_total", json!(rows.total));
        if let Some(weights) = rows.rows.iter().map(|row| fitted.weight(*row)).collect::<Option<Vec<u64>>>() {
            put("row_weights", json!(weights));
        }
    }
    Value::Object(out)
}
