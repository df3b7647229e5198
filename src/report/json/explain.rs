//! Cases and numbers: posteriors with their working.

use serde::{Serialize, Serializer};

use super::decision::Decision;
use super::fit::TOGETHER;
use super::steps::{Step, Steps};
use super::{ByClass, Log, Object, by_class};
use crate::math::{Name, Number, Quantity};
use crate::model::{Case, CaseCell, CaseValue, Counterfactual, Factor, Fitted, Form, Prediction};
use crate::report::row_name;
use crate::worked::{self, Posterior, RowKind, WorkedError, Working};

/// The posterior of a case with every step of its working.
#[derive(Serialize)]
pub struct Explained<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    row: Option<usize>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    notes: &'a [String],
    features: Vec<Feature<'a>>,
    prior: ByClass<'a, Option<Number>>,
    joint: ByClass<'a, Option<Number>>,
    log_joint: ByClass<'a, Log>,
    evidence: Option<Number>,
    log_evidence: Log,
    undefined: bool,
    undefined_reason: Option<&'static str>,
    posterior: Option<ByClass<'a, Option<Number>>>,
    predicted: Option<&'a Name>,
    tie: bool,
    tied: Vec<&'a Name>,
    #[serde(skip_serializing_if = "Option::is_none")]
    decision: Option<Decision<'a>>,
    flips: Vec<Flip<'a>>,
    flips_tried: usize,
    #[serde(skip_serializing_if = "is_none")]
    flips_more: usize,
    #[serde(skip_serializing_if = "is_none")]
    flips_undecided: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Option<Moves<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    frequencies: Option<InCases>,
    steps: Steps<'a>,
}

fn is_none(count: &usize) -> bool {
    *count == 0
}

impl<'a> Explained<'a> {
    /// The posterior of a case, its steps by way of θ where `by_theta` is set; the formulas as LaTeX, too, where `latex`
    /// is.
    pub fn new(
        fitted: &'a Fitted,
        case: &'a Case,
        (by_theta, latex): (bool, bool),
    ) -> Result<Explained<'a>, WorkedError> {
        let prediction = fitted.predict(case);
        let Prediction { joint, evidence, undefined, posterior, predicted, tied, .. } = &prediction;
        let classes = &fitted.classes;
        let joint = |class: usize| joint.get(class).and_then(Option::as_ref);
        let mut goals = worked::goals(fitted);
        if by_theta {
            let squashed = match classes.len() {
                2 => vec![Quantity::Sigmoid],
                _ => classes.iter().cloned().map(Quantity::Softmax).collect(),
            };
            goals.splice(..classes.len(), squashed);
        }
        let flips = fitted.counterfactuals(case);
        let moves = fitted.factors().iter().any(Factor::is_words);
        Ok(Explained {
            row: case.row.map(|row| row + 1),
            notes: &case.notes,
            features: features(fitted, case, &prediction),
            prior: by_class(classes, |class| fitted.prior(class)),
            joint: by_class(classes, |class| joint(class).cloned()),
            log_joint: by_class(classes, |class| Log::of(joint(class))),
            evidence: evidence.clone(),
            log_evidence: Log::of(evidence.as_ref()),
            undefined: undefined.is_some(),
            undefined_reason: undefined.as_ref().map(|reason| reason.word()),
            posterior: posterior.as_ref().map(|all| by_class(classes, |class| all.get(class).cloned())),
            predicted: predicted.and_then(|class| classes.get(class)),
            tie: !tied.is_empty(),
            tied: tied.iter().filter_map(|class| classes.get(*class)).collect(),
            decision: fitted.decider.as_ref().map(|decider| Decision::new(decider, &prediction)),
            flips: flips.found.into_iter().map(|found| Flip::new(fitted, found)).collect(),
            flips_tried: flips.tried,
            flips_more: flips.more,
            flips_undecided: flips.undecided,
            moves: match moves {
                true => Some(Moves::new(fitted, &Posterior::new(fitted, case, &[])?)),
                false => None,
            },
            frequencies: None,
            steps: Steps::new(fitted, Working::new(fitted, Some(case), &goals, &[])?, latex),
        })
    }

    #[must_use]
    pub fn in_cases(self, fitted: &Fitted, case: &Case) -> Explained<'a> {
        Explained { frequencies: worked::frequencies(fitted, case).map(InCases::new), ..self }
    }
}

/// Natural frequencies: how many of so many cases fit.
#[derive(Serialize)]
struct InCases {
    of: u64,
    fitting: Number,
    classes: Vec<InClass>,
}

#[derive(Serialize)]
struct InClass {
    class: Name,
    cases: Number,
    fitting: Vec<Fitting>,
    share: Option<Number>,
}

#[derive(Serialize)]
struct Fitting {
    feature: Name,
    value: Name,
    cases: Number,
}

impl InCases {
    fn new(found: worked::Frequencies) -> InCases {
        let mut shares = found.shares.into_iter().flatten();
        let class = |branch: worked::Branch| InClass {
            class: branch.class,
            cases: branch.cases,
            fitting: branch
                .fitting
                .into_iter()
                .map(|(feature, value, cases)| Fitting { feature, value, cases })
                .collect(),
            share: shares.next(),
        };
        InCases {
            of: found.of,
            fitting: found.fitting,
            classes: found.branches.into_iter().map(class).collect(),
        }
    }
}

#[derive(Serialize)]
struct Feature<'a> {
    feature: &'a str,
    status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    density: Option<ByClass<'a, Option<Number>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    log_density: Option<ByClass<'a, Log>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cell: Option<&'a str>,
    #[serde(flatten)]
    value: Option<Value<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    likelihood: Option<ByClass<'a, Option<Number>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    log_likelihood: Option<ByClass<'a, Log>>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Value<'a> {
    Bin {
        value: usize,
        bin: Option<&'a Name>,
    },
    Flag {
        value: usize,
    },
    Category {
        value: Option<&'a Name>,
    },
    Number {
        value: f64,
    },
    Words {
        tokens: u32,
        known: Object<&'a Name, u32>,
        unknown: Object<&'a Name, u32>,
        token_phi: Object<&'a Name, ByClass<'a, Option<Number>>>,
    },
}

/// All numbers together first, where they have one density, and then each feature.
fn features<'a>(fitted: &'a Fitted, case: &'a Case, prediction: &Prediction) -> Vec<Feature<'a>> {
    let classes = &fitted.classes;
    let together = prediction.density.as_ref().map(|density| Feature {
        feature: TOGETHER,
        status: "ok",
        density: Some(by_class(classes, |class| density.get(class).cloned())),
        log_density: Some(by_class(classes, |class| Log::of(density.get(class)))),
        cell: None,
        value: None,
        likelihood: None,
        log_likelihood: None,
    });
    let cells = fitted.feature_names().zip(&case.cells).zip(&prediction.likelihoods);
    let each = cells.map(|((name, cell), likelihood)| {
        let of = |class: usize| likelihood.as_ref().and_then(|all| all.get(class)?.as_ref());
        Feature {
            feature: name.as_str(),
            status: match &cell.value {
                CaseValue::Missing => "missing",
                CaseValue::Unseen => "unknown",
                CaseValue::Value(_) | CaseValue::Number(_) | CaseValue::Words { .. } => "ok",
            },
            density: None,
            log_density: None,
            cell: Some(&cell.text),
            value: value(classes, fitted.factor(name.as_str()), cell),
            likelihood: likelihood.as_ref().map(|_| by_class(classes, |class| of(class).cloned())),
            log_likelihood: likelihood.as_ref().map(|_| by_class(classes, |class| Log::of(of(class)))),
        }
    });
    together.into_iter().chain(each).collect()
}

fn value<'a>(classes: &'a [Name], factor: Option<&'a Factor>, cell: &'a CaseCell) -> Option<Value<'a>> {
    if let CaseValue::Number(value) = cell.value {
        return Some(Value::Number { value });
    }
    let factor = factor?;
    let name = |value: &usize| factor.values().get(*value);
    Some(match &cell.value {
        CaseValue::Missing | CaseValue::Unseen | CaseValue::Number(_) => return None,
        CaseValue::Value(value) if factor.cuts().is_some() => {
            Value::Bin { value: value + 1, bin: name(value) }
        }
        CaseValue::Value(value) if factor.form == Form::Flag => Value::Flag { value: 1 - value.min(&1) },
        CaseValue::Value(value) => Value::Category { value: name(value) },
        CaseValue::Words { known, unknown } => Value::Words {
            tokens: known.iter().map(|(_, n)| n).chain(unknown.iter().map(|(_, n)| n)).sum(),
            known: known.iter().filter_map(|(value, n)| Some((name(value)?, *n))).collect(),
            unknown: unknown.iter().map(|(name, n)| (name, *n)).collect(),
            token_phi: known
                .iter()
                .filter_map(|(value, _)| {
                    Some((name(value)?, by_class(classes, |class| factor.conditional(*value, class))))
                })
                .collect(),
        },
    })
}

/// One change that flips the decision.
#[derive(Serialize)]
struct Flip<'a> {
    feature: Name,
    from: Option<String>,
    to: Option<String>,
    predicted: Option<&'a Name>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tied: Vec<&'a Name>,
    posterior: ByClass<'a, Option<Number>>,
}

impl<'a> Flip<'a> {
    fn new(fitted: &'a Fitted, flip: Counterfactual) -> Flip<'a> {
        Flip {
            feature: flip.feature,
            from: flip.from,
            to: flip.to,
            predicted: fitted.classes.get(flip.predicted),
            tied: flip.tied.iter().filter_map(|class| fitted.classes.get(*class)).collect(),
            posterior: by_class(&fitted.classes, |class| flip.posterior.get(class).cloned()),
        }
    }
}

/// How far each factor moves the decision between the two classes with the highest scores, in the order of the table.
#[derive(Serialize)]
struct Moves<'a> {
    leader: Option<&'a Name>,
    rival: Option<&'a Name>,
    factors: Vec<Move>,
}

#[derive(Serialize)]
struct Move {
    factor: String,
    times: u32,
    ln_ratio: Ratio,
}

pub(super) struct Ratio(pub(super) Option<f64>);

impl Serialize for Ratio {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Some(f64::INFINITY) => serializer.serialize_str("inf"),
            Some(f64::NEG_INFINITY) => serializer.serialize_str("-inf"),
            ln => ln.serialize(serializer),
        }
    }
}

impl<'a> Moves<'a> {
    fn new(fitted: &'a Fitted, worked: &Posterior) -> Option<Moves<'a>> {
        let contest = worked.contest?;
        let factors = worked.rows.iter().filter_map(|row| {
            let times = match row.kind {
                _ if !row.kind.is_factor() => return None,
                RowKind::Word { times, .. } => times,
                _ => 1,
            };
            Some(Move { factor: row_name(&row.kind), times, ln_ratio: Ratio(row.moves) })
        });
        let class = |class: usize| fitted.classes.get(class);
        let factors = factors.collect();
        Some(Moves { leader: class(contest.leader), rival: class(contest.rival), factors })
    }
}

/// The answer of `explain`.
#[derive(Serialize)]
pub struct Explanations<'a> {
    pub queries: Vec<Explained<'a>>,
}

/// The working of one number.
#[derive(Serialize)]
pub struct Opened {
    pub quantity: Quantity,
    pub notes: Vec<String>,
    pub steps: Vec<Step>,
}
