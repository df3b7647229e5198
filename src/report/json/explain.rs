//! Cases and numbers: posteriors with their working, and predictions.

use serde::{Serialize, Serializer};

use super::decision::Decision;
use super::fit::TOGETHER;
use super::{ByClass, Log, Object, by_class};
use crate::math::{Expr, Latex, Name, Number, Quantity};
use crate::model::{
    Case, CaseCell, CaseValue, Counterfactual, Factor, Fitted, Form, Prediction, Ranking, Typicality,
};
use crate::report::{Predictions, row_name};
use crate::worked::{self, Posterior, RowKind, RowsCounted, WorkedError, Working, rows_behind};

/// Rows that are listed of each count.
const ROWS: usize = 20;

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
    ///
    /// # Errors
    /// When the working is too long to be told.
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
            decision: fitted.decider.as_ref().map(|decider| Decision::new(decider, posterior.as_deref())),
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

    /// The same told as so many cases, too.
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

/// One step of a derivation.
#[derive(Serialize)]
pub struct Step {
    quantity: Quantity,
    rule: &'static str,
    title: String,
    formula: Expr,
    numbers: Expr,
    #[serde(skip_serializing_if = "Option::is_none")]
    formula_latex: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    numbers_latex: Option<String>,
    value: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    log: Option<Log>,
    uses: Vec<Quantity>,
    #[serde(flatten)]
    rows: Option<Rows>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rows_query: Option<String>,
}

#[derive(Serialize)]
struct Rows {
    rows: Vec<usize>,
    rows_total: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    row_weights: Option<Vec<u64>>,
}

/// The steps of a case, each made when it is written: those of thousands of features would fill the memory.
struct Steps<'a> {
    fitted: &'a Fitted,
    working: Working<'a>,
    rows: Vec<RowsCounted>,
    latex: bool,
}

impl<'a> Steps<'a> {
    fn new(fitted: &'a Fitted, working: Working<'a>, latex: bool) -> Steps<'a> {
        let rows = rows_behind(fitted, &working.order().iter().collect::<Vec<_>>(), ROWS);
        Steps { fitted, working, rows, latex }
    }
}

impl Serialize for Steps<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let steps = self.working.order().iter().zip(&self.rows).filter_map(|(of, rows)| {
            Some(Step::new(self.fitted, self.working.without_chain(of)?, rows.clone(), self.latex))
        });
        serializer.collect_seq(steps)
    }
}

/// A derivation as a flat list; its formulas as LaTeX, too, where that is asked for.
pub fn steps(fitted: &Fitted, steps: Vec<worked::Step>, latex: bool) -> Vec<Step> {
    let addresses: Vec<&Quantity> = steps.iter().map(|step| &step.of).collect();
    let rows = rows_behind(fitted, &addresses, ROWS);
    steps.into_iter().zip(rows).map(|(step, rows)| Step::new(fitted, step, rows, latex)).collect()
}

impl Step {
    fn new(fitted: &Fitted, step: worked::Step, rows: RowsCounted, latex: bool) -> Step {
        let numbers = step.numbers.unwrap_or(step.shown);
        // Logarithms have none of their own, and of a slope nobody asks for one.
        let plain = !matches!(step.of, Quantity::Ln(_) | Quantity::LogLik(_) | Quantity::Slope(_));
        let logged = step.value.as_ref().filter(|value| plain && !value.is_negative());
        Step {
            rule: step.rule.code(),
            title: step.title,
            formula_latex: latex.then(|| Latex.expr(&step.formula)),
            numbers_latex: latex.then(|| Latex.expr(&numbers)),
            formula: step.formula,
            numbers,
            log: logged.map(|value| Log::of(Some(value))),
            rows_query: rows.query,
            rows: (rows.total > 0).then(|| Rows {
                rows_total: rows.total,
                row_weights: rows.rows.iter().map(|row| fitted.weight(*row)).collect(),
                rows: rows.rows.into_iter().map(|row| row + 1).collect(),
            }),
            quantity: step.of,
            value: step.value,
            uses: step.uses,
        }
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
    /// How names in what was typed were read.
    pub notes: Vec<String>,
    pub steps: Vec<Step>,
}

/// The answer of `predict`.
#[derive(Serialize)]
pub struct Predicted<'a> {
    predictions: Vec<Row<'a>>,
    notes: Vec<String>,
}

#[derive(Serialize)]
struct Row<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    kept: Option<Object<&'a str, &'a str>>,
    row: usize,
    predicted: Option<&'a Name>,
    tie: bool,
    undefined_reason: Option<&'static str>,
    posterior: Option<ByClass<'a, Option<Number>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    decision: Option<Option<&'a Name>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    typicality: Option<Typical<'a>>,
}

/// How typical a row is, where that is asked for.
#[derive(Serialize)]
struct Typical<'a> {
    ln_evidence: Ratio,
    below: u64,
    equal: u64,
    above: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    tails: Option<ByClass<'a, Option<f64>>>,
}

impl<'a> Typical<'a> {
    fn new(typicality: &Typicality, classes: &'a [Name]) -> Typical<'a> {
        let Ranking { below, equal, above } = typicality.ranking;
        let tail = |class: usize| typicality.tails.get(class).copied().flatten();
        let tails = (!typicality.tails.is_empty()).then(|| by_class(classes, tail));
        Typical { ln_evidence: Ratio(Some(typicality.ln_evidence)), below, equal, above, tails }
    }
}

impl<'a> Predicted<'a> {
    /// The predictions, with what must be said of them.
    pub fn new(predictions: &'a Predictions, notes: Vec<String>) -> Predicted<'a> {
        let classes = &predictions.classes;
        let typicality = predictions.typicality.as_deref().unwrap_or_default();
        let typical = |at: usize| typicality.get(at).and_then(Option::as_ref);
        let rows = predictions.rows.iter().enumerate().map(|(at, (row, answer))| Row {
            typicality: typical(at).map(|typical| Typical::new(typical, classes)),
            kept: (!predictions.kept.0.is_empty()).then(|| {
                let cells = predictions.kept_of(at).iter().map(String::as_str);
                predictions.kept.0.iter().map(String::as_str).zip(cells).collect()
            }),
            row: *row,
            predicted: answer.predicted.and_then(|class| classes.get(class)),
            tie: answer.is_tie,
            undefined_reason: answer.undefined,
            decision: predictions.decider.as_ref().map(|_| predictions.decision(answer)),
            posterior: answer
                .predicted
                .map(|_| by_class(classes, |class| answer.posterior.get(class).copied().map(Number::Float))),
        });
        Predicted { predictions: rows.collect(), notes }
    }
}
