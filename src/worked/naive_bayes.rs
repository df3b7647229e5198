//! The definitions of naive Bayes over categories, bins and words.

use num_traits::Zero;

use super::context::{Context, Term, TermKind};
use super::definition::{Definition, Rule};
use super::error::WorkedError;
use super::{conventions, gaussian, gda, poisson};
use crate::math::{BigOp, Event, Expr, Func, Name, Number, Quantity, symbols};
use crate::model::{Factor, Form};
use crate::recipe::{Convention, Prior};

type Defined = Result<Definition, WorkedError>;

/// More factors than this are written as a product sign over a table.
pub(super) const LISTED: usize = 12;

/// More classes than this are written as a sum sign.
const CLASSES: usize = 6;

/// The definition of a quantity.
pub(super) fn define(quantity: &Quantity, context: &Context<'_>) -> Defined {
    if let Some(model) = context.fitted.gda()
        && let Some(definition) = gda::define(quantity, model, context)?
    {
        return Ok(definition);
    }
    match quantity {
        Quantity::Prob { event, given } => probability(quantity, event, given.as_ref(), context),
        Quantity::Count { event, class } => count(quantity, event, class.as_ref(), context),
        Quantity::Rows => counted(context.fitted.rows(), context),
        Quantity::Alpha => {
            Ok(Definition::Fact { rule: Rule::Chosen, value: Number::Exact(context.fitted.alpha().clone()) })
        }
        Quantity::Values(feature) => {
            let factor = context.factor(feature)?;
            let rule = if factor.is_words() { Rule::CountedWords } else { Rule::Counted };
            Ok(Definition::Fact { rule, value: Number::from(factor.k() as u64) })
        }
        Quantity::Score(class) => {
            let at = context.class(class)?;
            // P(c) = 0 is one of the factors, and without a row the others are 0/0.
            if context.fitted.is_absent(at) {
                return formula(Rule::Joint, of(Quantity::prior(class)));
            }
            score(class, context)
        }
        Quantity::Ln(inner) => logarithm(inner, context),
        Quantity::Mean { feature, class: Some(class) } => gaussian::mean(feature, class, context),
        Quantity::Var { feature, class: Some(class) } => gaussian::variance(feature, class, context),
        Quantity::Density { event: Event::Value { feature, value }, given: Some(class) } => {
            gaussian::density(feature, value, class, context)
        }
        other => Err(WorkedError::NotOfThisModel { quantity: other.clone() }),
    }
}

fn counted(value: u64, context: &Context<'_>) -> Defined {
    let rule = if context.is_weighted() { Rule::Weighed } else { Rule::Counted };
    Ok(Definition::Fact { rule, value: Number::from(value) })
}

/// A count of rows with a value, or of words.
fn counted_of(factor: Option<&Factor>, value: u64, context: &Context<'_>) -> Defined {
    if factor.is_none_or(|factor| factor.form != Form::Words) {
        return counted(value, context);
    }
    let rule = if context.is_weighted() { Rule::WeighedWords } else { Rule::CountedWords };
    Ok(Definition::Fact { rule, value: Number::from(value) })
}

fn formula(rule: Rule, expr: Expr) -> Defined {
    Ok(Definition::Formula { rule, expr })
}

fn of(quantity: Quantity) -> Expr {
    Expr::Of(quantity)
}

fn probability(whole: &Quantity, event: &Event, given: Option<&Event>, context: &Context<'_>) -> Defined {
    match (event, given) {
        (Event::Class(class), None) => prior(class, context),
        (Event::Value { feature, value }, Some(Event::Class(class))) => {
            conditional(feature, value, class, context)
        }
        (Event::Value { feature, value }, None) => {
            let factor = context.factor(feature)?;
            if !factor.is_poisson() {
                context.value(factor, value)?;
            }
            let term = |class: &Name| {
                Expr::Mul(vec![of(Quantity::prior(class)), of(Quantity::conditional(feature, value, class))])
            };
            formula(Rule::TotalProbability, over_classes(context, term))
        }
        (Event::Class(class), Some(Event::Value { feature, value })) => {
            context.class(class)?;
            let top = vec![of(Quantity::conditional(feature, value, class)), of(Quantity::prior(class))];
            let bottom = Quantity::Prob {
                event: Event::Value { feature: feature.clone(), value: value.clone() },
                given: None,
            };
            formula(Rule::Bayes, Expr::frac(Expr::Mul(top), of(bottom)))
        }
        (Event::Case, Some(Event::Class(class))) => {
            context.class(class)?;
            let factors = factors(class, &context.terms()?, context);
            formula(Rule::NaiveProduct, if factors.is_empty() { Expr::int(1) } else { product(factors) })
        }
        (Event::Case, None) => {
            context.case()?;
            formula(Rule::Evidence, over_classes(context, |class| of(Quantity::score(class))))
        }
        (Event::Class(class), Some(Event::Case)) => {
            context.class(class)?;
            context.case()?;
            formula(Rule::Normalise, Expr::frac(of(Quantity::score(class)), of(Quantity::evidence())))
        }
        _ => Err(WorkedError::NotOfThisModel { quantity: whole.clone() }),
    }
}

fn prior(class: &Name, context: &Context<'_>) -> Defined {
    let at = context.class(class)?;
    let rows = || of(Quantity::Count { event: Event::Class(class.clone()), class: None });
    let k = context.fitted.classes.len() as u64;
    match &context.fitted.data.resolved.prior {
        Prior::Counts => formula(Rule::Frequency, Expr::frac(rows(), of(Quantity::Rows))),
        Prior::Laplace(a) if a.value().is_zero() => {
            formula(Rule::Frequency, Expr::frac(rows(), of(Quantity::Rows)))
        }
        Prior::Laplace(a) => {
            let a = || Expr::Num(Number::Exact(a.value().clone()));
            let bottom = Expr::Add(vec![of(Quantity::Rows), Expr::Mul(vec![a(), Expr::int(k)])]);
            formula(Rule::Smoothed, Expr::frac(Expr::Add(vec![rows(), a()]), bottom))
        }
        Prior::Uniform => formula(Rule::Uniform, Expr::ratio(1, k)),
        Prior::Given(_) => {
            let value = context.fitted.prior(at).unwrap_or_else(Number::zero);
            Ok(Definition::Fact { rule: Rule::Chosen, value })
        }
    }
}

fn conditional(feature: &Name, value: &Name, class: &Name, context: &Context<'_>) -> Defined {
    let (factor, at) = (context.factor(feature)?, context.class(class)?);
    if factor.is_poisson() {
        return poisson::probability(factor, value, class, context);
    }
    let position = context.value(factor, value)?;
    if let (Form::Flag, 1, Some(one)) = (&factor.form, position, factor.values().first()) {
        return formula(Rule::Complement, opposite(of(Quantity::conditional(feature, one, class))));
    }
    let event = Event::Value { feature: feature.clone(), value: value.clone() };
    let count = of(Quantity::Count { event, class: Some(class.clone()) });
    let total = total(factor, at, class, context);
    if context.fitted.alpha().is_zero() {
        return formula(Rule::Frequency, Expr::frac(count, of(total)));
    }
    let top = Expr::Add(vec![count, of(Quantity::Alpha)]);
    // A word is there or not: two outcomes, however many words there are.
    let outcomes =
        if factor.form == Form::Presence { Expr::int(2) } else { of(Quantity::Values(feature.clone())) };
    let spread = Expr::Mul(vec![of(Quantity::Alpha), outcomes]);
    formula(Rule::Smoothed, Expr::frac(top, Expr::Add(vec![of(total), spread])))
}

/// What the counts of a feature are shared out of in a class. Where no cell is missing, the rows in which the feature is
/// known are the rows of the class, as textbooks say.
pub(super) fn total(factor: &Factor, at: usize, class: &Name, context: &Context<'_>) -> Quantity {
    if factor.form != Form::Words && factor.total(at) == context.fitted.class_count(at) {
        Quantity::Count { event: Event::Class(class.clone()), class: None }
    } else {
        Quantity::Count { event: Event::Any(factor.name.clone()), class: Some(class.clone()) }
    }
}

fn count(whole: &Quantity, event: &Event, class: Option<&Name>, context: &Context<'_>) -> Defined {
    let fitted = context.fitted;
    let class = class.map(|class| context.class(class)).transpose()?;
    let classes = || class.map_or(0..fitted.classes.len(), |class| class..class + 1);
    match (event, class) {
        (Event::Class(name), None) => counted(fitted.class_count(context.class(name)?), context),
        (Event::Value { feature, value }, _) => {
            let factor = context.factor(feature)?;
            let value = context.value(factor, value)?;
            counted_of(Some(factor), classes().map(|class| factor.count(value, class)).sum(), context)
        }
        (Event::Any(feature), _) => {
            let (at, fitted) = (context.feature(feature)?, context.fitted);
            counted_of(
                fitted.factors().get(at),
                classes().map(|class| fitted.known(at, class)).sum(),
                context,
            )
        }
        _ => Err(WorkedError::NotOfThisModel { quantity: whole.clone() }),
    }
}

/// The score of a class. With a single factor it is written as Bayes' rule is taught, likelihood first.
fn score(class: &Name, context: &Context<'_>) -> Defined {
    let terms = context.terms()?;
    let mut all = factors(class, &terms, context);
    let prior = of(Quantity::prior(class));
    match terms.as_slice() {
        [] => return formula(Rule::Joint, prior),
        [one] if one.times == 1 && !one.is_word() => all.push(prior),
        _ => all.insert(0, prior),
    }
    formula(Rule::Joint, product(all))
}

/// P(value | class) of every term, to the power of how often it occurs; a product sign where there are many.
fn factors(class: &Name, terms: &[Term], context: &Context<'_>) -> Vec<Expr> {
    let factor = |term: &Term| {
        let base = multiplied(term, class, context);
        if term.times == 1 { base } else { Expr::pow(base, Expr::int(term.times)) }
    };
    let listed: Vec<Expr> = terms.iter().map(factor).collect();
    if terms.len() <= LISTED { listed } else { vec![big(BigOp::Product, terms, class, listed, context)] }
}

/// What a score is multiplied with once for a term: its probability, or for an absent word 1 less it.
pub fn multiplied(term: &Term, class: &Name, context: &Context<'_>) -> Expr {
    conventions::multiplied(term, class, context).unwrap_or_else(|| {
        let base = of(term.quantity(class));
        if term.kind == TermKind::Absent { opposite(base) } else { base }
    })
}

/// 1 − p
pub(super) fn opposite(p: Expr) -> Expr {
    Expr::Add(vec![Expr::int(1), p.negated()])
}

fn product(mut factors: Vec<Expr>) -> Expr {
    match (factors.pop(), factors.is_empty()) {
        (Some(only), true) => only,
        (Some(last), false) => {
            factors.push(last);
            Expr::Mul(factors)
        }
        (None, _) => Expr::int(1),
    }
}

/// ∏ P(wᵢ | c), holding what it stands for.
fn big(op: BigOp, terms: &[Term], class: &Name, listed: Vec<Expr>, context: &Context<'_>) -> Expr {
    let n: u64 = terms.iter().map(|term| u64::from(term.times)).sum();
    let words = terms.iter().all(Term::is_word);
    let event = if words { symbols::WORD_I } else { symbols::X_I };
    let class = || Expr::Text(class.to_string());
    let general = |arg: Expr, given: Option<Expr>| Expr::General {
        head: symbols::P,
        args: vec![arg],
        given: given.map(Box::new),
    };
    let body = if context.fitted.convention() == Convention::Orange {
        Expr::frac(general(class(), Some(Expr::Sym(event))), general(class(), None))
    } else {
        general(Expr::Sym(event), Some(class()))
    };
    let body = if op == BigOp::Sum { Expr::Call(Func::Ln, Box::new(body)) } else { body };
    Expr::Big {
        op,
        index: symbols::I,
        lower: Box::new(Expr::int(1)),
        upper: Box::new(Expr::int(n)),
        body: Box::new(body),
        terms: listed,
    }
}

fn over_classes(context: &Context<'_>, term: impl Fn(&Name) -> Expr) -> Expr {
    let terms: Vec<Expr> = context.fitted.classes.iter().map(&term).collect();
    if terms.len() <= CLASSES {
        return if terms.len() == 1 {
            terms.into_iter().next().unwrap_or_else(|| Expr::int(0))
        } else {
            Expr::Add(terms)
        };
    }
    Expr::Big {
        op: BigOp::Sum,
        index: symbols::C,
        lower: Box::new(Expr::int(1)),
        upper: Box::new(Expr::int(terms.len() as u64)),
        body: Box::new(term(&Name::new("c"))),
        terms,
    }
}

/// ln of a score or a likelihood is a sum of logarithms; of anything else it is the logarithm of its value.
fn logarithm(inner: &Quantity, context: &Context<'_>) -> Defined {
    let (class, prior) = match inner {
        Quantity::Score(class) => (class, Some(Quantity::prior(class))),
        Quantity::Prob { event: Event::Case, given: Some(Event::Class(class)) } => (class, None),
        other => return formula(Rule::Logarithm, Expr::Call(Func::Ln, Box::new(of(other.clone())))),
    };
    context.class(class)?;
    let terms = context.terms()?;
    let logs = terms.iter().map(|term| {
        let ln = match multiplied(term, class, context) {
            Expr::Of(quantity) => of(quantity.ln()),
            other => Expr::Call(Func::Ln, Box::new(other)),
        };
        if term.times == 1 { ln } else { Expr::Mul(vec![Expr::int(term.times), ln]) }
    });
    let logs: Vec<Expr> = logs.collect();
    let logs = if terms.len() <= LISTED { logs } else { vec![big(BigOp::Sum, &terms, class, logs, context)] };
    let mut sum: Vec<Expr> = prior.map(|prior| of(prior.ln())).into_iter().chain(logs).collect();
    let expr = match (sum.pop(), sum.is_empty()) {
        (Some(only), true) => only,
        (Some(last), false) => {
            sum.push(last);
            Expr::Add(sum)
        }
        (None, _) => Expr::int(0),
    };
    formula(Rule::Logarithm, expr)
}
