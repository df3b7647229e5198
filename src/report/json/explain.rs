//! JSON of cases and numbers: posteriors with their working, and the argument for a formula.

use super::evaluate::decision;
use super::fit::TOGETHER;
use super::{Lazy, Log, Object, by_class, with};
use crate::math::{Assumed, Face, Latex, Linear, Name, Number, Quantity};
use crate::model::{Case, CaseCell, CaseValue, Counterfactual, Factor, FactorForm, Fitted, Prediction};
use crate::problem::Problem;
use crate::recipe::Convention;
use crate::report::row_name;
use crate::worked::likelihood::Argument;
use crate::worked::{
    self, Agreement, Correlation, Dependence, LmsMethod, LmsRun, LmsStep, Monomials, Posterior,
    QuantityWorking, RowKind, RowsCounted, ValuePair, VocabularyParameters, WorkedError, rows_behind,
};
use serde::Serialize;
use serde_json::{Value, json};

const ROWS: usize = 20;

#[derive(Serialize)]
pub struct Explained<'a> {
    #[serde(flatten)]
    about: Value,
    features: Lazy<'a>,
    #[serde(flatten)]
    rest: Value,
    steps: Lazy<'a>,
}

impl<'a> Explained<'a> {
    /// Explains a case. The steps go through θ if `by_theta` is set; formulas come as LaTeX, too, if `latex` is.
    pub fn new(
        fitted: &'a Fitted,
        case: &'a Case,
        (by_theta, latex): (bool, bool),
    ) -> Result<Explained<'a>, WorkedError> {
        let prediction = fitted.predict(case);
        let Prediction { joint, evidence, undefined, posterior, predicted, tied, .. } = &prediction;
        let classes = &fitted.classes;
        let name = |class: usize| classes.get(class);
        let joint = |class: usize| joint.get(class).and_then(Option::as_ref);
        let mut goals = worked::goals(fitted);
        if by_theta {
            let squashed = match classes.len() {
                2 => vec![Quantity::Sigmoid],
                _ => classes.iter().cloned().map(Quantity::Softmax).collect(),
            };
            goals.splice(..classes.len(), squashed);
        }
        let about = with(json!({}), "row", case.row.map(|row| row + 1));
        let about = with(about, "notes", Some(&case.notes).filter(|notes| !notes.is_empty()));
        let rest = json!({
            "prior": by_class(classes, |class| fitted.prior(class)),
            "joint": by_class(classes, joint),
            "log_joint": by_class(classes, |class| Log::of(joint(class))),
            "evidence": evidence,
            "log_evidence": Log::of(evidence.as_ref()),
            "undefined": undefined.is_some(),
            "undefined_reason": undefined.as_ref().map(|reason| reason.word()),
            "posterior": posterior.as_ref().map(|all| by_class(classes, |class| all.get(class))),
            "predicted": predicted.and_then(name),
            "tie": !tied.is_empty(),
            "tied": tied.iter().filter_map(|class| name(*class)).collect::<Vec<_>>(),
        });
        let decision = fitted.decider.as_ref().map(|decider| decision(decider, &prediction));
        let flips = fitted.counterfactuals(case);
        let found: Vec<Value> = flips.found.into_iter().map(|found| flip(fitted, found)).collect();
        let rest = with(with(rest, "decision", decision), "flips", Some(found));
        let rest = with(rest, "flips_tried", Some(flips.tried));
        let rest = with(rest, "flips_more", (flips.more > 0).then_some(flips.more));
        let rest = with(rest, "flips_undecided", (flips.undecided > 0).then_some(flips.undecided));
        let has_words = fitted.factors().iter().any(Factor::is_words);
        let moves = if has_words { Some(moves_of(fitted, &Posterior::new(fitted, case)?)) } else { None };
        let steps = lazy_steps(fitted, QuantityWorking::new(fitted, Some(case), &goals, &[])?, latex);
        let rest = with(rest, "moves", moves);
        Ok(Explained { about, features: features(fitted, case, prediction), rest, steps })
    }

    #[must_use]
    pub fn in_cases(self, fitted: &Fitted, case: &Case) -> Explained<'a> {
        let frequencies = worked::frequencies(fitted, case).map(in_cases);
        Explained { rest: with(self.rest, "frequencies", frequencies), ..self }
    }
}

fn in_cases(found: worked::Frequencies) -> Value {
    let mut shares = found.shares.into_iter().flatten();
    let class = |branch: worked::FrequencyBranch| {
        let fitting = branch.fitting.into_iter();
        let fitting = fitting
            .map(|(feature, value, cases)| json!({ "feature": feature, "value": value, "cases": cases }));
        let fitting: Vec<Value> = fitting.collect();
        json!({ "class": branch.class, "cases": branch.cases, "fitting": fitting, "share": shares.next() })
    };
    let classes: Vec<Value> = found.branches.into_iter().map(class).collect();
    json!({ "of": found.of, "fitting": found.fitting, "classes": classes })
}

/// The joint density first, if there is one, then each feature.
fn features<'a>(fitted: &'a Fitted, case: &'a Case, prediction: Prediction) -> Lazy<'a> {
    let names: Vec<&Name> = fitted.feature_names().collect();
    let item = move |at: usize| {
        let classes = &fitted.classes;
        let Some(at) = at.checked_sub(1) else {
            let density = prediction.density.as_ref()?;
            return Some(json!({
                "feature": TOGETHER,
                "status": "ok",
                "density": by_class(classes, |class| density.get(class)),
                "log_density": by_class(classes, |class| Log::of(density.get(class))),
            }));
        };
        let (name, cell) = (names.get(at)?, case.cells.get(at)?);
        let status = match &cell.value {
            CaseValue::Missing => "missing",
            CaseValue::Unseen => "unknown",
            CaseValue::Value(_) | CaseValue::Number(_) | CaseValue::Words { .. } => "ok",
        };
        let found = json!({ "feature": name, "status": status, "cell": cell.text });
        let found = with_value(found, classes, fitted.factor(name.as_str()), cell);
        let Some(likelihood) = prediction.likelihoods.get(at)? else { return Some(found) };
        let of = |class: usize| likelihood.get(class).and_then(Option::as_ref);
        let found = with(found, "likelihood", Some(by_class(classes, of)));
        Some(with(found, "log_likelihood", Some(by_class(classes, |class| Log::of(of(class))))))
    };
    Lazy(case.cells.len() + 1, Box::new(item))
}

fn with_value(found: Value, classes: &[Name], factor: Option<&Factor>, cell: &CaseCell) -> Value {
    if let CaseValue::Number(value) = cell.value {
        return with(found, "value", Some(value));
    }
    let Some(factor) = factor else { return found };
    let name = |value: &usize| factor.values().get(*value);
    match &cell.value {
        CaseValue::Missing | CaseValue::Unseen | CaseValue::Number(_) => found,
        CaseValue::Value(value) if factor.cuts().is_some() => {
            with(with(found, "value", Some(value + 1)), "bin", Some(name(value)))
        }
        CaseValue::Value(value) if factor.form == FactorForm::Flag => {
            with(found, "value", Some(1 - value.min(&1)))
        }
        CaseValue::Value(value) => with(found, "value", Some(name(value))),
        CaseValue::Words { known, unknown } => {
            let tokens: u32 = known.iter().map(|(_, n)| n).chain(unknown.iter().map(|(_, n)| n)).sum();
            let counts = known.iter().filter_map(|(value, n)| Some((name(value)?, *n)));
            let phi = known.iter().filter_map(|(value, _)| {
                Some((name(value)?, by_class(classes, |class| factor.conditional(*value, class))))
            });
            let found = with(found, "tokens", Some(tokens));
            let found = with(found, "known", Some(counts.collect::<Object<_, _>>()));
            let strange: Object<_, _> = unknown.iter().map(|(name, n)| (name, *n)).collect();
            with(with(found, "unknown", Some(strange)), "token_phi", Some(phi.collect::<Object<_, _>>()))
        }
    }
}

fn flip(fitted: &Fitted, flip: Counterfactual) -> Value {
    let class = |class: usize| fitted.classes.get(class);
    let tied: Vec<_> = flip.tied.iter().filter_map(|at| class(*at)).collect();
    let found = json!({
        "feature": flip.feature,
        "from": flip.from,
        "to": flip.to,
        "predicted": class(flip.predicted),
    });
    let found = with(found, "tied", (!tied.is_empty()).then_some(tied));
    let posterior = by_class(&fitted.classes, |class| flip.posterior.get(class).cloned());
    with(found, "posterior", Some(posterior))
}

/// The log-odds contributions of the factors for the two classes with the highest scores, in the order of the table.
fn moves_of(fitted: &Fitted, worked: &Posterior) -> Option<Value> {
    let contest = worked.contest?;
    let factors = worked.rows.iter().filter(|row| row.kind.is_factor()).map(|row| {
        let times = if let RowKind::Word { times, .. } = row.kind { times } else { 1 };
        json!({ "factor": row_name(&row.kind), "times": times, "ln_ratio": Log(row.moves) })
    });
    let class = |class: usize| fitted.classes.get(class);
    let (leader, rival) = (class(contest.leader), class(contest.rival));
    Some(json!({ "leader": leader, "rival": rival, "factors": factors.collect::<Vec<_>>() }))
}

#[derive(Serialize)]
pub struct Explanations<'a> {
    pub queries: Vec<Explained<'a>>,
}

/// A number with its working; `notes` say how typed names were parsed.
pub fn opened(
    fitted: &Fitted,
    of: &Quantity,
    notes: &[String],
    found: Vec<worked::Step>,
    latex: bool,
) -> Value {
    json!({ "quantity": of, "notes": notes, "steps": steps(fitted, found, latex) })
}

fn lazy_steps<'a>(fitted: &'a Fitted, working: QuantityWorking<'a>, latex: bool) -> Lazy<'a> {
    let rows = rows_behind(fitted, &working.order().iter().collect::<Vec<_>>(), ROWS);
    let all = rows.len();
    let item = move |at: usize| {
        let found = working.without_chain(working.order().get(at)?)?;
        Some(step(fitted, found, rows.get(at)?, latex))
    };
    Lazy(all, Box::new(item))
}

/// A derivation as a flat list; with formulas as LaTeX, too, if `latex` is set.
pub fn steps(fitted: &Fitted, steps: Vec<worked::Step>, latex: bool) -> Vec<Value> {
    let addresses: Vec<&Quantity> = steps.iter().map(|step| &step.of).collect();
    let rows = rows_behind(fitted, &addresses, ROWS);
    steps.into_iter().zip(&rows).map(|(found, rows)| step(fitted, found, rows, latex)).collect()
}

fn step(fitted: &Fitted, step: worked::Step, rows: &RowsCounted, latex: bool) -> Value {
    let numbers = step.numbers.unwrap_or(step.shown);
    let found = json!({
        "quantity": step.of,
        "rule": step.rule,
        "title": step.title,
        "formula": step.formula,
        "numbers": numbers,
    });
    let found = with(found, "formula_latex", latex.then(|| Latex.expr(&step.formula)));
    let found = with(found, "numbers_latex", latex.then(|| Latex.expr(&numbers)));
    let found = with(found, "value", Some(&step.value));
    // Logarithms and slopes get no logarithm.
    let plain = !matches!(step.of, Quantity::Ln(_) | Quantity::LogLik(_) | Quantity::Slope(_));
    let logged = step.value.as_ref().filter(|value| plain && !value.is_negative());
    let found = with(found, "log", logged.map(|value| Log::of(Some(value))));
    let found = with(found, "uses", Some(&step.uses));
    if rows.total == 0 {
        return found;
    }
    let numbers: Vec<usize> = rows.rows.iter().map(|row| row + 1).collect();
    let weights: Option<Vec<u64>> = rows.rows.iter().map(|row| fitted.weight(*row)).collect();
    let found = with(with(found, "rows", Some(numbers)), "rows_total", Some(rows.total));
    with(found, "row_weights", weights)
}

/// The argument for the formula of a parameter; a log-likelihood of minus infinity is null. `notes` say how typed names
/// were parsed.
pub fn why(fitted: &Fitted, notes: Vec<String>, argument: Argument, latex: bool) -> Value {
    let Argument { parameter, value, log_likelihood, passages, slope } = argument;
    json!({
        "notes": notes,
        "why": {
            "parameter": parameter,
            "value": value,
            "log_likelihood": log_likelihood,
            "argument": passages,
            "slope": slope.last().and_then(|step| step.value.clone()),
            "steps": steps(fitted, slope, latex),
        },
    })
}

pub fn monomials(fitted: &Fitted, cases: &[Case], forms: &[Monomials]) -> Value {
    let name = |class: usize| fitted.classes.get(class);
    let query = |(case, form): (&Case, &Monomials)| {
        let [class, against] = form.classes.map(name);
        let terms = form.terms.iter();
        let terms =
            terms.map(|term| json!({ "monomial": term.name, "theta": term.weight, "value": term.value }));
        let answer = json!({
            "class": class,
            "against": against,
            "terms": terms.collect::<Vec<Value>>(),
            "log_odds": form.log_odds,
            "share": form.share(),
        });
        with(answer, "row", case.row.map(|row| row + 1))
    };
    json!({ "monomials": cases.iter().zip(forms).map(query).collect::<Vec<Value>>() })
}

pub fn lms(run: &LmsRun) -> Value {
    let method = match run.method {
        LmsMethod::Batch => "batch",
        LmsMethod::Stochastic => "stochastic",
        LmsMethod::Kernel => "kernel",
    };
    let place = |row: &usize| run.rows.get(*row).map(|row| row + 1);
    let step = |step: &LmsStep| {
        let rows: Vec<Option<usize>> = step.rows.iter().map(place).collect();
        let answer = json!({
            "rows": rows,
            "predictions": step.predictions,
            "errors": step.errors,
            "sums": step.sums,
            "theta": step.theta,
            "cost": step.cost,
        });
        with(answer, "beta", Some(&step.beta).filter(|beta| !beta.is_empty()))
    };
    let answer = json!({
        "method": method,
        "target": run.target,
        "features": run.features,
        "rows": run.rows.iter().map(|row| row + 1).collect::<Vec<usize>>(),
        "phi": run.phi,
        "y": run.y,
        "rate": run.rate,
        "largest_rate": run.largest_rate,
        "first_cost": run.first_cost,
        "cut": run.is_cut,
        "steps": run.steps.iter().map(step).collect::<Vec<Value>>(),
    });
    json!({ "lms": with(answer, "kernel", Some(&run.kernel).filter(|kernel| !kernel.is_empty())) })
}

/// The naive assumption, compared with the training rows, for each case.
pub fn naive(fitted: &Fitted, cases: &[Case], words: Option<u64>) -> Result<Value, WorkedError> {
    let queries = cases.iter().map(|case| Ok(dependence(fitted, case, Dependence::of(fitted, case)?)));
    let queries = queries.collect::<Result<Vec<Value>, WorkedError>>()?;
    let count = |assumed| worked::derive(fitted, None, &Quantity::Parameters(assumed)).ok()?.pop()?.value;
    let vocabulary = words.map(|words| {
        let of = VocabularyParameters { words };
        let without = Linear(Face::ASCII).expr(&of.without());
        json!({ "words": words, "naive": words, "joint": without, "joint_digits": of.digits() })
    });
    let parameters = with(json!({}), "naive", count(Assumed::Naive));
    let parameters = with(parameters, "joint", count(Assumed::Joint));
    let parameters = with(parameters, "vocabulary", vocabulary);
    Ok(json!({ "naive": { "queries": queries, "parameters": parameters } }))
}

fn dependence(fitted: &Fitted, case: &Case, found: Dependence) -> Value {
    let classes = &fitted.classes;
    let posterior =
        |all: Option<&Vec<Number>>| all.map(|all| by_class(classes, |class| all.get(class).cloned()));
    let pair = |pair: &ValuePair| {
        json!({
            "class": classes.get(pair.class),
            "first": pair.first.to_string(),
            "second": pair.second.to_string(),
            "both": pair.both,
            "first_rows": pair.first_rows,
            "second_rows": pair.second_rows,
            "rows": pair.rows,
            "given": pair.given(),
            "assumed": pair.alone(),
        })
    };
    let correlation = |one: &Correlation| {
        json!({
            "class": classes.get(one.class),
            "first": one.first,
            "second": one.second,
            "rows": one.rows,
            "correlation": one.value,
        })
    };
    let joint = classes.iter().zip(&found.joint);
    let joint = joint
        .map(|(class, (counted, product))| json!({ "class": class, "counted": counted, "product": product }));
    let doubled = found
        .doubled
        .iter()
        .map(|twice| json!({ "feature": twice.feature, "posterior": posterior(twice.posterior.as_ref()) }));
    let answer = with(json!({}), "row", case.row.map(|row| row + 1));
    let answer = with(answer, "pairs", Some(found.pairs.iter().map(pair).collect::<Vec<_>>()));
    let answer = with(answer, "no_rows", found.no_rows.as_ref().map(ToString::to_string));
    let answer = with(answer, "left_out", (found.left_out > 0).then_some(found.left_out));
    let correlations: Vec<Value> = found.correlations.iter().map(correlation).collect();
    let answer = with(answer, "correlations", Some(correlations));
    let answer = with(answer, "joint", Some(joint.collect::<Vec<_>>()));
    let answer = with(answer, "counted_posterior", Some(posterior(found.counted_posterior.as_ref())));
    let answer = with(answer, "posterior", Some(posterior(found.posterior.as_ref())));
    with(answer, "doubled", Some(doubled.collect::<Vec<_>>()))
}

pub fn against(convention: Convention, found: &[(Option<&Case>, Result<worked::Against, Problem>)]) -> Value {
    let queries = found.iter().map(|(case, found)| match found {
        Ok(found) => compared(*case, found),
        Err(problem) => json!({ "steps": [], "message": problem.what }),
    });
    json!({ "against": { "convention": convention.word(), "queries": queries.collect::<Vec<_>>() } })
}

pub fn against_refused(convention: Convention, message: &str, problem: &Problem) -> Value {
    let (convention, kind) = (convention.word(), problem.kind);
    json!({ "against": { "convention": convention, "queries": [], "message": message, "kind": kind } })
}

fn compared(case: Option<&Case>, found: &worked::Against) -> Value {
    // Null where the posterior is undefined.
    let posterior = |classes: &[(Name, Option<Number>)]| {
        let each = classes.iter().map(|(class, value)| Some((class.clone(), value.clone()?)));
        each.collect::<Option<Vec<_>>>().map(Object)
    };
    let step = |step: &worked::ComparedStep| {
        let of = json!({
            "quantity": step.quantity,
            "here": step.here,
            "there": step.there,
            "differs": step.agreement != Agreement::Agrees,
            "first": step.agreement == Agreement::First,
            "follows": step.agreement == Agreement::Follows,
        });
        with(of, "why", step.why.as_ref().map(|why| why.sentence.plain()))
    };
    let row = case.and_then(|case| case.row).map(|row| row + 1);
    let steps: Vec<Value> = found.steps.iter().map(step).collect();
    let agree = found.steps.iter().filter(|step| step.agreement == Agreement::Agrees).count();
    let answer = with(with(json!({}), "row", row), "steps", Some(steps));
    let answer = with(answer, "posterior_here", Some(posterior(&found.posterior_here)));
    let answer = with(answer, "posterior_there", Some(posterior(&found.posterior_there)));
    let answer = with(with(answer, "agree", Some(agree)), "message", Some(found.message.plain()));
    with(answer, "warnings", Some(&found.warnings))
}
