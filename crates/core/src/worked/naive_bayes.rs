//! The definitions of naive Bayes over categories, bins and words, and counts of several columns in the same rows.

use super::likelihood::{log_likelihood, scatter, slope};
use super::quantities::values;
use super::{
    CaseTerm, Context, Defined, Definition, Evaluator, LISTED, Result, Rule, TermKind, WorkedError,
    conventions, fact, formula, free, gaussian, gda, odds, over_classes, quality, remarks,
};
use crate::math::{BigOp, Event, Expr, Name, Number, Quantity, Several, symbols};
use crate::model::{Case, CaseValue, Factor, FactorForm, Fitted};
use crate::recipe::{Convention, Prior};
use num_traits::Zero;

pub(super) fn define(quantity: &Quantity, context: &Context<'_>) -> Defined {
    if context.fitted.data.is_given()
        && let Some(definition) = given(quantity, context)?
    {
        return Ok(definition);
    }
    if let Some(model) = context.fitted.gda()
        && let Some(definition) = gda::define(quantity, model, context)
    {
        return definition;
    }
    match quantity {
        Quantity::Prob { event, given } => probability(event, given.as_ref(), context),
        Quantity::Count { event, class } => count(event, class.as_ref(), context),
        Quantity::Rows => counted(None, context.fitted.rows(), context),
        Quantity::Alpha => fact(Rule::Chosen, context.fitted.alpha().clone()),
        Quantity::Values(feature) => {
            let factor = context.factor(feature)?;
            let rule = if factor.is_words() { Rule::CountedWords } else { Rule::Counted };
            fact(rule, factor.k() as u64)
        }
        Quantity::Score(class) => {
            let at = context.class(class)?;
            // P(c) = 0 is one of the factors, and without a row the others are 0/0.
            if context.fitted.is_absent(at) {
                return formula(Rule::Joint, Quantity::prior(class));
            }
            score(class, context)
        }
        Quantity::Ln(inner) => logarithm(inner, context),
        Quantity::Mean { feature, class: Some(class) } => gaussian::mean(feature, class, context),
        Quantity::Var { feature, class: Some(class) } => gaussian::variance(feature, class, context),
        Quantity::Density { event: Event::Value { feature, value }, given: Some(class) } => {
            gaussian::density(feature, value, class, context)
        }
        Quantity::SquaredDistance(class) => gaussian::squared_distance(class, context),
        Quantity::LogLik(share) => log_likelihood(share, context),
        Quantity::Scatter { a, b, class } => scatter(a, b, class.as_ref(), context),
        Quantity::Slope(of) => slope(of, context),
        Quantity::Odds { class, against, of_case } => odds::odds(class, against.as_ref(), *of_case, context),
        Quantity::Ratio { feature, class, against } => odds::ratio(feature, class, against.as_ref(), context),
        Quantity::Crossing { feature, class, against, place, of_case } => {
            odds::crossing(feature, [class, against], (*place, *of_case), context)
        }
        Quantity::Tail(class) => remarks::tail(class, context),
        Quantity::Ranked(rank) => remarks::ranked(*rank, context),
        Quantity::Typicality => remarks::share(context),
        Quantity::Matrix { actual, predicted } => {
            quality::matrix(actual.as_ref(), predicted.as_ref(), context)
        }
        Quantity::Quality(of) => quality::define(of, context),
        Quantity::Cost { action, class } => quality::cost(action, class.as_ref(), context),
        Quantity::Decided { actual, action } => quality::decided(actual.as_ref(), action.as_ref(), context),
        Quantity::Several { of, events, class } => several(*of, events, class.as_ref(), context),
        Quantity::Cumulated { event, class } => gda::cumulated(event, class.as_ref(), context),
        Quantity::Draw { feature, by, class } => gda::drawn(feature, by, class.as_ref(), context),
        Quantity::Cholesky { a, b, class } => gda::cholesky(a, b, class.as_ref(), context),
        Quantity::Parameters(assumed) => free::define(*assumed, context),
        Quantity::Formula(of) => formula(Rule::Asked, of.expr()),
        _ => Err(WorkedError::NotHere),
    }
}

/// A number that was counted: of words or rows, each times its weight.
fn counted(factor: Option<&Factor>, value: u64, context: &Context<'_>) -> Defined {
    let words = factor.is_some_and(|factor| factor.form == FactorForm::Words);
    let rule = match (words, context.is_weighted()) {
        (false, false) => Rule::Counted,
        (false, true) => Rule::Weighed,
        (true, false) => Rule::CountedWords,
        (true, true) => Rule::WeighedWords,
    };
    fact(rule, value)
}

fn probability(event: &Event, given: Option<&Event>, context: &Context<'_>) -> Defined {
    match (event, given) {
        (Event::Class(class), None) => prior(class, context),
        (Event::Value { feature, value }, Some(Event::Class(class))) => {
            conditional(feature, value, class, context)
        }
        (Event::Value { feature, value }, None) => {
            let factor = context.factor(feature)?;
            if !factor.is_count() {
                context.value(factor, value)?;
            }
            let term = |class: &Name| {
                Expr::from(Quantity::prior(class)) * Quantity::conditional(feature, value, class).into()
            };
            formula(Rule::TotalProbability, over_classes(context, term))
        }
        (Event::Class(class), Some(Event::Value { feature, value })) => {
            context.class(class)?;
            let top =
                Expr::from(Quantity::conditional(feature, value, class)) * Quantity::prior(class).into();
            let bottom = Quantity::Prob { event: Event::value(feature, value), given: None };
            formula(Rule::Bayes, top / bottom.into())
        }
        (Event::Case, Some(Event::Class(class))) => {
            context.class(class)?;
            formula(Rule::NaiveProduct, Expr::product(factors(class, &context.terms()?, context)))
        }
        (Event::Case, None) => {
            context.case()?;
            formula(Rule::Evidence, over_classes(context, |class| Expr::from(Quantity::score(class))))
        }
        (Event::Class(class), Some(Event::Case)) => {
            context.class(class)?;
            context.case()?;
            formula(Rule::Normalise, Expr::from(Quantity::score(class)) / Quantity::evidence().into())
        }
        _ => Err(WorkedError::NotHere),
    }
}

fn prior(class: &Name, context: &Context<'_>) -> Defined {
    let at = context.class(class)?;
    let rows = || Expr::from(Quantity::class_count(class));
    let k = context.fitted.classes.len() as u64;
    match &context.fitted.data.resolved.prior {
        Prior::Laplace(a) if !a.value().is_zero() => {
            let a = || Expr::Num(Number::Exact(a.value().clone()));
            formula(Rule::Smoothed, (rows() + a()) / (Expr::from(Quantity::Rows) + a() * Expr::int(k)))
        }
        Prior::Counts | Prior::Laplace(_) => formula(Rule::Frequency, rows() / Quantity::Rows.into()),
        Prior::Uniform => formula(Rule::Uniform, Expr::ratio(1, k)),
        Prior::Given(_) => fact(Rule::Chosen, context.fitted.prior(at).unwrap_or_else(Number::zero)),
    }
}

fn conditional(feature: &Name, value: &Name, class: &Name, context: &Context<'_>) -> Defined {
    let (factor, at) = (context.factor(feature)?, context.class(class)?);
    if factor.is_count() {
        return gaussian::poisson(factor, value, class, context);
    }
    let position = context.value(factor, value)?;
    if let (FactorForm::Flag, 1, Some(one)) = (&factor.form, position, factor.values().first()) {
        return formula(Rule::Complement, Expr::from(Quantity::conditional(feature, one, class)).opposite());
    }
    let count = Expr::from(Quantity::value_count(feature, value, Some(class)));
    let total = Expr::from(total(factor, at, class, context));
    if context.fitted.alpha().is_zero() {
        return formula(Rule::Frequency, count / total);
    }
    // A word is present or absent: two outcomes for any vocabulary.
    let values = Expr::from(Quantity::Values(feature.clone()));
    let outcomes = if factor.form == FactorForm::Presence { Expr::int(2) } else { values };
    let alpha = || Expr::from(Quantity::Alpha);
    formula(Rule::Smoothed, (count + alpha()) / (total + alpha() * outcomes))
}

/// The total of the counts of a feature in a class. Without missing cells, the rows with a known feature are the rows of the
/// class, as in textbooks.
pub(super) fn total(factor: &Factor, at: usize, class: &Name, context: &Context<'_>) -> Quantity {
    if factor.form != FactorForm::Words && factor.total(at) == context.fitted.class_count(at) {
        Quantity::class_count(class)
    } else {
        Quantity::known_count(&factor.name, Some(class))
    }
}

fn count(event: &Event, class: Option<&Name>, context: &Context<'_>) -> Defined {
    let fitted = context.fitted;
    let class = class.map(|class| context.class(class)).transpose()?;
    let classes = || class.map_or(0..fitted.classes.len(), |class| class..class + 1);
    match (event, class) {
        (Event::Class(name), None) => counted(None, fitted.class_count(context.class(name)?), context),
        (Event::Value { feature, value }, _) => {
            let factor = context.factor(feature)?;
            let value = context.value(factor, value)?;
            counted(Some(factor), classes().map(|class| factor.count(value, class)).sum(), context)
        }
        (Event::Any(feature), _) => {
            let at = context.feature(feature)?;
            let known = classes().map(|class| fitted.known(at, class)).sum();
            counted(fitted.factors().get(at), known, context)
        }
        _ => Err(WorkedError::NotHere),
    }
}

/// The score of a class. With a single factor the likelihood comes first, as in Bayes' rule.
fn score(class: &Name, context: &Context<'_>) -> Defined {
    let terms = context.terms()?;
    let mut all = factors(class, &terms, context);
    let prior = Expr::from(Quantity::prior(class));
    match terms.as_slice() {
        [] => return formula(Rule::Joint, prior),
        [one] if one.times == 1 && !one.is_word() => all.push(prior),
        _ => all.insert(0, prior),
    }
    formula(Rule::Joint, Expr::product(all))
}

/// P(value | class) of every term, to the power of how often it occurs; a product sign for many terms.
pub(super) fn factors(class: &Name, terms: &[CaseTerm], context: &Context<'_>) -> Vec<Expr> {
    let factor = |term: &CaseTerm| {
        let base = multiplied(term, class, context);
        if term.times == 1 { base } else { Expr::pow(base, Expr::int(term.times)) }
    };
    let listed: Vec<Expr> = terms.iter().map(factor).collect();
    if terms.len() <= LISTED { listed } else { vec![big(BigOp::Product, terms, class, listed, context)] }
}

/// The factor of one occurrence of a term: its probability, or 1 minus it for an absent word.
pub fn multiplied(term: &CaseTerm, class: &Name, context: &Context<'_>) -> Expr {
    conventions::multiplied(term, class, context).unwrap_or_else(|| {
        let base = Expr::from(term.quantity(class));
        if term.kind == TermKind::Absent { base.opposite() } else { base }
    })
}

/// ∏ P(wᵢ | c), with its terms.
fn big(op: BigOp, terms: &[CaseTerm], class: &Name, listed: Vec<Expr>, context: &Context<'_>) -> Expr {
    let n: u64 = terms.iter().map(|term| u64::from(term.times)).sum();
    let words = terms.iter().all(CaseTerm::is_word);
    let event = if words { symbols::WORD_I } else { symbols::X_I };
    let class = || Expr::Text(class.to_string());
    let body = if context.fitted.convention() == Convention::Orange {
        Expr::general(symbols::P, class(), Some(event.into())) / Expr::general(symbols::P, class(), None)
    } else {
        Expr::general(symbols::P, event, Some(class()))
    };
    let body = if op == BigOp::Sum { body.ln() } else { body };
    Expr::big(op, symbols::I, Expr::int(n), body, listed)
}

/// ln of a score or a likelihood is a sum of logarithms; of anything else it is the logarithm of its value.
fn logarithm(inner: &Quantity, context: &Context<'_>) -> Defined {
    let (class, prior) = match inner {
        Quantity::Score(class) => (class, Some(Quantity::prior(class))),
        Quantity::Prob { event: Event::Case, given: Some(Event::Class(class)) } => (class, None),
        other => return formula(Rule::Logarithm, Expr::from(other.clone()).ln()),
    };
    context.class(class)?;
    let terms = context.terms()?;
    let logs = terms.iter().map(|term| {
        let ln = match multiplied(term, class, context) {
            Expr::Of(quantity) => Expr::from(quantity.ln()),
            other => other.ln(),
        };
        if term.times == 1 { ln } else { Expr::int(term.times) * ln }
    });
    let logs: Vec<Expr> = logs.collect();
    let logs = if terms.len() <= LISTED { logs } else { vec![big(BigOp::Sum, &terms, class, logs, context)] };
    let sum = prior.map(|prior| Expr::from(prior.ln())).into_iter().chain(logs).collect();
    formula(Rule::Logarithm, Expr::sum(sum))
}

/// A given number; `None` for quantities computed from given numbers. Nothing is counted.
fn given(quantity: &Quantity, context: &Context<'_>) -> Result<Option<Definition>> {
    let fitted = context.fitted;
    let value = match quantity {
        Quantity::Prob { event: Event::Class(class), given: None } => fitted.prior(context.class(class)?),
        Quantity::Prob { event: Event::Value { feature, value }, given: Some(Event::Class(class)) } => {
            match (context.factor(feature), context.class(class)) {
                (Ok(factor), Ok(at)) if !factor.is_number() => {
                    factor.conditional(context.value(factor, value)?, at)
                }
                _ => return Ok(None),
            }
        }
        Quantity::Mean { feature, class: Some(class) } => {
            let (feature, class) = (context.feature(feature)?, context.class(class)?);
            let rate = fitted.factors().get(feature).and_then(|factor| factor.mean(class));
            rate.or_else(|| fitted.mean(feature, class).map(Number::Float))
        }
        Quantity::Var { feature, class: Some(class) } if fitted.is_naive() => {
            Some(Number::Float(context.normal(feature, class)?.variance))
        }
        Quantity::Cov { a, b, class } => {
            let Some(gda) = fitted.gda() else { return Ok(None) };
            let at = class.as_ref().map(|class| context.class(class)).transpose()?;
            let (a, b) = (context.feature(a)?, context.feature(b)?);
            gda.sigma(at.unwrap_or(0)).map(|sigma| Number::Float(sigma.entry(a, b)))
        }
        Quantity::Count { .. }
        | Quantity::Rows
        | Quantity::Scatter { .. }
        | Quantity::LogLik(_)
        | Quantity::Slope(_) => None,
        _ => return Ok(None),
    };
    let value = value.ok_or(WorkedError::NotHere)?;
    Ok(Some(Definition::fact(Rule::Given, value)))
}

/// Several columns counted in the same rows, without the naive assumption, or the product that the assumption uses instead of
/// their share.
fn several(of: Several, events: &[Event], class: Option<&Name>, context: &Context<'_>) -> Defined {
    class.map(|class| context.class(class)).transpose()?;
    let found = rows_with(context.fitted, events, class)?;
    let count = || Expr::from(Quantity::several(Several::Count, events, class));
    let any = |event: &Event| event.feature().cloned().map_or(event.clone(), Event::Any);
    let share = |among: Vec<Event>, class: Option<&Name>| -> Defined {
        formula(Rule::CountedTogether, count() / share_total(context.fitted, &among, class)?.into())
    };
    match of {
        Several::Count => {
            let rule = if context.is_weighted() { Rule::Weighed } else { Rule::Counted };
            fact(rule, found.iter().map(|row| context.fitted.weight(*row).unwrap_or(1)).sum::<u64>())
        }
        Several::Joint => share(events.iter().map(any).collect(), class),
        Several::WithClass => share(events.iter().map(any).collect(), None),
        Several::Given => {
            let (first, others) = events.split_first().ok_or(WorkedError::NotHere)?;
            share(std::iter::once(any(first)).chain(others.iter().cloned()).collect(), class)
        }
        Several::Product => {
            let given = class.cloned().map(Event::Class);
            let term =
                |event: &Event| Expr::from(Quantity::Prob { event: event.clone(), given: given.clone() });
            formula(Rule::NaiveProduct, Expr::product(events.iter().map(term).collect()))
        }
    }
}

/// The total of a share: the rows in which the columns are known and the other events happen. Without missing cells it has a
/// shorter address.
fn share_total(fitted: &Fitted, among: &[Event], class: Option<&Name>) -> Result<Quantity> {
    let happen: Vec<Event> = among.iter().filter(|event| !matches!(event, Event::Any(_))).cloned().collect();
    if rows_with(fitted, among, class)?.len() != rows_with(fitted, &happen, class)?.len() {
        return Ok(Quantity::several(Several::Count, among, class));
    }
    Ok(match (happen.as_slice(), class) {
        ([], Some(class)) => Quantity::class_count(class),
        ([], None) => Quantity::Rows,
        ([event], _) => Quantity::Count { event: event.clone(), class: class.cloned() },
        (several, _) => Quantity::several(Several::Count, several, class),
    })
}

pub(super) fn rows_with(fitted: &Fitted, events: &[Event], class: Option<&Name>) -> Result<Vec<usize>> {
    let problem = fitted.data.need_rows("counting several columns together");
    problem.map_err(|problem| WorkedError::NoRows(problem.into()))?;
    let context = Context { fitted, case: None };
    let mut wanted = Vec::new();
    for event in events {
        let feature = event.feature().ok_or(WorkedError::NotHere)?;
        let at = context.feature(feature)?;
        let counted = fitted.factors().get(at);
        let counted = counted
            .filter(|of| matches!(of.form, FactorForm::Categories | FactorForm::Bins(_) | FactorForm::Flag));
        let factor = counted.ok_or_else(|| WorkedError::NoCategory(feature.clone()))?;
        let value = if let Event::Value { value, .. } = event { Some(value) } else { None };
        wanted.push((at, value.map(|value| context.value(factor, value)).transpose()?));
    }
    let happen = |row: &usize| {
        wanted.iter().all(|(at, value)| {
            let found = values(fitted, *at, *row);
            value.map_or(!found.is_empty(), |value| found.contains(&value))
        })
    };
    let class = class.map(|class| context.class(class)).transpose()?;
    let classes = class.map_or(0..fitted.classes.len(), |class| class..class + 1);
    let mut found: Vec<usize> =
        classes.flat_map(|class| fitted.rows_of(class)).copied().filter(happen).collect();
    found.sort_unstable();
    Ok(found)
}

/// The most training rows in which the values of the case are counted together.
const ROWS: u64 = 200_000;

/// For each class, the counted share with all values of the case, and the product under the naive assumption. Empty if a value
/// is not a category, or with fewer than two values.
pub fn beside_product(fitted: &Fitted, case: &Case) -> Vec<(Number, Number)> {
    let values = fitted.factors().iter().zip(&case.cells).filter_map(|(factor, cell)| match &cell.value {
        CaseValue::Missing | CaseValue::Unseen => None,
        CaseValue::Value(at) => Some(factor.values().get(*at).map(|value| Event::value(&factor.name, value))),
        CaseValue::Number(_) | CaseValue::Words { .. } => Some(None),
    });
    let few = |events: &Vec<Event>| events.len() > 1 && fitted.rows() <= ROWS;
    let Some(events) = values.collect::<Option<Vec<Event>>>().filter(few) else { return Vec::new() };
    let mut evaluator = Evaluator::new(Context { fitted, case: Some(case) }, Vec::new());
    let mut value = |of: Quantity| evaluator.value(&of).ok().flatten();
    let pair = |class: &Name| {
        let counted = value(Quantity::several(Several::Joint, &events, Some(class)))?;
        Some((counted, value(Quantity::likelihood(class))?))
    };
    fitted.classes.iter().map(pair).collect::<Option<_>>().unwrap_or_default()
}
