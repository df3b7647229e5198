//! Mistakes with the Poisson distribution of a count.

use super::asked::{Asked, Place};
use super::asked::{said, several};
use super::entry::How::{Poisson, Way};
use super::entry::{Change, Entry, Slip, entry, taken};
use crate::math::{Event, Number, Quantity, ln_factorial, sentence};
use crate::model::{Factor, Fitted, Rate};
use crate::worked::Kinds;

pub(super) const ENTRIES: &[Entry] = &[
    entry(
        "G20",
        "whether you divide by k!",
        is_of_counts,
        Poisson(
            |lambda, k| k * lambda.ln() - lambda,
            "You get this number from λ^k · exp(−λ) with λ = {λ} alone. Divide it by {times counted}!.",
        ),
    ),
    entry(
        "G21",
        "the factor e^−λ",
        is_of_counts,
        Poisson(
            |lambda, k| k * lambda.ln() - ln_factorial(k),
            "You get this number from {λ}^{times counted}/{times counted}! alone. Multiply it by e^−{λ}.",
        ),
    ),
    entry(
        "G22",
        "the sign of the exponent",
        is_of_counts,
        Poisson(
            |lambda, k| k * lambda.ln() + lambda - ln_factorial(k),
            "You get this number with e^{λ}. The exponent is negative: use e^−{λ}.",
        ),
    ),
    entry(
        "G23",
        "whether you use exactly k or at most k",
        is_of_counts,
        Poisson(
            at_most,
            "You get this number for {times counted} or fewer. Take the probability of exactly {times counted}.",
        ),
    ),
    entry("G24", "what you divide the counts by", is_of_rates, Way(not_divided)),
    entry("G25", "which rows λ is the mean of", is_of_rates, Way(grand_mean)),
];

fn is_of_counts(asked: &Asked<'_>) -> bool {
    (asked.is_about_case() || matches!(asked.place, Place::Conditional | Place::Alone))
        && asked.any(Factor::is_count)
}

fn is_of_rates(asked: &Asked<'_>) -> bool {
    is_of_counts(asked) || asked.place == Place::Mean && asked.any(Factor::is_count)
}

/// λ and k of the probability of a count; `None` for other quantities, and if λ is 0 or 0/0.
fn of(quantity: &Quantity, fitted: &Fitted) -> Option<(f64, f64)> {
    let Quantity::Prob { event: Event::Value { feature, value }, given: Some(Event::Class(class)) } =
        quantity
    else {
        return None;
    };
    let lambda = fitted.factor(feature.as_str())?.rate(fitted.class(class.as_str())?)?.lambda()?;
    (!lambda.is_zero()).then_some((lambda.to_f64(), value.as_str().parse().ok()?))
}

/// λ and k of the first count that the quantity rests on.
pub(super) fn example(asked: &Asked<'_>) -> Option<(f64, f64)> {
    let class = asked.class_name();
    let first = || asked.terms.iter().find_map(|term| of(&term.quantity(&class), asked.fitted));
    of(&asked.quantity, asked.fitted).or_else(first)
}

/// Other probabilities of all counts, by their logarithm.
pub(super) fn poisson(ln: impl Fn(f64, f64) -> f64 + Send + Sync + 'static) -> Change {
    Change::new(Kinds::SHARE, move |quantity, right, context| {
        let (lambda, k) = of(quantity, context.fitted)?;
        Some(taken(right, Some(Number::from_ln(ln(lambda, k)))))
    })
}

const MOST: f64 = 10_000.0;

fn at_most(lambda: f64, k: f64) -> f64 {
    let least = if k > MOST { k } else { 0.0 };
    // Each probability is the previous one times λ over its count: from the last one down.
    let (mut part, mut sum, mut at) = (1.0, 1.0, k);
    while at > least {
        part *= at / lambda;
        sum += part;
        at -= 1.0;
    }
    k * lambda.ln() - lambda - ln_factorial(k) + f64::ln(sum)
}

fn rates(of: impl Fn(&Factor, &Rate) -> Option<Number> + Send + Sync + 'static) -> Change {
    Change::new(Kinds::MEAN, move |quantity, right, context| {
        let Quantity::Mean { feature, class: Some(class) } = quantity else { return None };
        let factor = context.fitted.factor(feature.as_str())?;
        Some(taken(right, of(factor, factor.rate(context.fitted.class(class.as_str())?)?)))
    })
}

fn rate<'a>(asked: &Asked<'a>) -> Option<(&'a Factor, &'a Rate)> {
    let factor = asked.factors().into_iter().find(|factor| factor.is_count())?;
    Some((factor, factor.rate(asked.class()?)?))
}

fn not_divided(asked: &Asked<'_>) -> Option<Slip> {
    let (factor, rate) = rate(asked)?;
    let says = sentence!(
        "You get this number if λ is the sum {} of {} in {}. Divide it by the {} of the class.",
        rate.sum,
        factor.name,
        asked.class_name(),
        several(rate.n, "rows")
    );
    Some(Slip::new(rates(|_, rate| Some(Number::from(rate.sum))), says))
}

fn overall(factor: &Factor) -> Option<Number> {
    let all = || (0..).map_while(|class| factor.rate(class));
    Number::ratio(all().map(|rate| rate.sum).sum::<u64>(), all().map(|rate| rate.n).sum::<u64>())
}

fn grand_mean(asked: &Asked<'_>) -> Option<Slip> {
    let (factor, _) = rate(asked)?;
    let says = sentence!(
        "You get this number if λ is the mean {} of {} over all rows. Take the mean of the rows of {}.",
        said(overall(factor)?.to_f64()),
        factor.name,
        asked.class_name()
    );
    Some(Slip::new(rates(|factor, _| overall(factor)), says))
}
