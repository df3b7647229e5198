//! Mistakes with the prior, in computing a score, with given numbers, and in turning scores into posteriors.

use super::asked::{Asked, Place};
use super::asked::{Cell, list, rounded, several, text, whole};
use super::entry::How::{Posterior, Score, Share, Way, Ways};
use super::entry::{
    Change, Entry, Slip, entry, occurring, one, posteriors, power, priors, scores, taken, terms,
};
use crate::math::{Event, Expr, Func, Name, Number, Quantity, Sentence, ToSentence, sentence};
use crate::recipe::Prior;
use crate::worked::{Context, Kinds, Term, TermKind, multiplied, value_of};

pub(super) const PRIORS: &[Entry] = &[
    entry(
        "B1",
        "whether the score includes the prior",
        |asked| asked.place == Place::Score,
        Score(
            |class, _| Quantity::likelihood(class).into(),
            "That is the likelihood only. Multiply it by the prior {prior}.",
        ),
    ),
    entry(
        "B2",
        "the prior of each class",
        is_posterior,
        Posterior(
            |class, context| share_of_all(class, context, |class| Quantity::likelihood(class).into()),
            "You get this number if all classes count as equally common. First multiply each likelihood by its prior, {prior} for {class}.",
        ),
    ),
    entry("B3", "the prior", |asked| asked.is_of_priors() && is_counted(asked), Way(uniform)),
    entry(
        "B5",
        "how often the prior is counted",
        |asked| asked.is_of_scores() && asked.is_of_shares(),
        Share(
            |cell| Some((cell.count(), cell.all())),
            "You get this number if you divide each count by all {total in all with unit}: the prior then counts twice. Divide by the {total with unit} of {class} only.",
        ),
    ),
    entry("B16", "whether you add or multiply", |asked| asked.is_of_scores(), Way(added)),
    entry(
        "B17",
        "how often the prior is multiplied",
        |asked| asked.is_of_scores() && factors(asked) > 1,
        Way(once_per_feature),
    ),
    // With two factors, once for each factor is twice.
    entry(
        "B17",
        "how often the prior is multiplied",
        |asked| asked.is_of_scores() && factors(asked) != 2,
        Way(|asked| Some(prior_to_the_power(asked, 2, "twice")?.by(&2))),
    ),
    entry(
        "B24",
        "whether every feature has a factor",
        |asked| asked.is_about_case() && !asked.terms.is_empty(),
        Ways(factor_left_out),
    ),
];

pub(super) const GIVEN: &[Entry] = &[
    entry(
        "B36",
        "which of the two is given",
        |asked| is_posterior(asked) && is_given(asked),
        Way(transposed),
    ),
    entry(
        "B37",
        "which value the case has",
        |asked| asked.is_about_case() && is_given(asked),
        Ways(complement),
    ),
];

pub(super) const POSTERIORS: &[Entry] = &[
    entry("B9", "whether the posteriors add to 1", is_posterior, Way(not_normalised)),
    entry(
        "B10",
        "whether you divide by the evidence",
        is_posterior,
        Posterior(
            |class, _| score(class) * Quantity::evidence().into(),
            "You get this number if you multiply the score {score} by {evidence}. Divide by it instead.",
        ),
    ),
    entry(
        "B11",
        "the denominator",
        is_posterior,
        Posterior(
            |class, _| Expr::frac(score(class), Quantity::prior(class).into()),
            "You get this number if you divide the score by {prior}: the prior then cancels. Divide by {evidence} instead.",
        ),
    ),
    entry("B12", "the denominator", is_posterior, Way(sum_of_likelihoods)),
    entry("B12", "which numbers you add", is_evidence, Way(likelihoods_added)),
    entry(
        "B13",
        "the denominator",
        is_posterior,
        Posterior(
            |class, _| Expr::frac(score(class), score(class)),
            "You get this number if you divide the score of {class}, {score}, by itself. The denominator is the sum of the scores of all classes.",
        ),
    ),
    entry("B13", "which numbers you add", is_evidence, Ways(one_score)),
    entry("B14", "the denominator", is_posterior, Ways(naive_evidence)),
    entry("B14", "which numbers you add", is_evidence, Ways(naive_product)),
    entry(
        "B15",
        "the denominator",
        is_posterior,
        Posterior(
            |class, context| Expr::frac(score(class), Expr::Mul(of_all(context, Quantity::score))),
            "You get this number if you divide the score {score} by the product of the scores. The denominator is their sum.",
        ),
    ),
    entry("B15", "whether you add or multiply", is_evidence, Way(scores_multiplied)),
    entry("B19", "which class the question asks for", is_posterior, Ways(other_posterior)),
    entry("B25", "the denominator", |asked| is_posterior(asked) || is_evidence(asked), Ways(without_a_class)),
    entry("B26", "which number is divided by which", is_posterior, Ways(odds)),
    entry(
        "B27",
        "how scores become posteriors",
        is_posterior,
        Posterior(
            |class, context| {
                share_of_all(class, context, |class| Expr::Call(Func::Exp, Box::new(score(class))))
            },
            "You get this number if you take exp of each score first. Do that with logarithms only, and divide the scores themselves by their sum.",
        ),
    ),
    entry(
        "B28",
        "the denominator",
        |asked| is_posterior(asked) && !is_given(asked),
        Posterior(
            |class, _| Expr::frac(score(class), Quantity::Rows.into()),
            "You get this number if you divide the score by the {rows} rows. Divide it by the sum of the scores.",
        ),
    ),
    entry("B33", "the denominator", is_posterior, Way(divided_by_the_largest)),
    entry(
        "B20",
        "the question: it asks for a number",
        is_posterior,
        Way(|asked| {
            let says =
                "That is a class, but the question asks for its probability. Write {name asked} as a number.";
            Some(Slip::text(asked.say(says)?))
        }),
    ),
];

pub(super) fn is_counted(asked: &Asked<'_>) -> bool {
    matches!(asked.fitted.data.resolved.prior, Prior::Counts | Prior::Laplace(_))
}

fn factors(asked: &Asked<'_>) -> u64 {
    asked.terms.iter().map(|term| u64::from(term.times)).sum()
}

const LISTED: usize = 4;

fn uniform(asked: &Asked<'_>) -> Option<Slip> {
    let fitted = asked.fitted;
    let k = fitted.classes.len() as u64;
    let rows =
        |(at, class): (usize, _)| sentence!("{} of {}", several(fitted.class_count(at), "rows"), class);
    let rows: Vec<Sentence> = fitted.classes.iter().enumerate().map(rows).collect();
    let table =
        if rows.len() <= LISTED { sentence!(", which has {}", list(&rows)) } else { Sentence::default() };
    let says = sentence!(
        "You get this number with 1/{} for every prior. Take the priors from the table{}.",
        k,
        table
    );
    Some(Slip::new(priors(move |_, _| Some((whole(1), whole(k)))), says))
}

fn added(asked: &Asked<'_>) -> Option<Slip> {
    let first = asked.terms.first().map(|term| multiplied(term, &asked.class_name(), &asked.context));
    let added = match first.filter(|_| asked.place != Place::Evidence) {
        Some(Expr::Of(factor)) => {
            let (and, rest) =
                if asked.terms.len() > 1 { (",", " and the other factors") } else { (" and", "") };
            let (name, number) = (asked.name(&factor), asked.number(&factor));
            sentence!("you add {}{} {} = {}{}", asked.say("{prior}")?, and, name, number, rest)
        }
        _ => "you add the prior and the factors".into(),
    };
    let says = sentence!("You get this number if {}. ‘And’ multiplies, so take their product.", added);
    let change = scores(|class, context| {
        let terms = context.terms().unwrap_or_default();
        let factors = terms.iter().map(|term| times(term, class, context));
        Expr::Add(factors.chain([Expr::Of(Quantity::prior(class))]).collect())
    });
    Some(Slip::new(change, says))
}

pub(super) fn times(term: &Term, class: &Name, context: &Context<'_>) -> Expr {
    let factor = multiplied(term, class, context);
    if term.times == 1 { factor } else { Expr::Mul(vec![Expr::int(term.times), factor]) }
}

fn once_per_feature(asked: &Asked<'_>) -> Option<Slip> {
    let times = factors(asked);
    prior_to_the_power(asked, times, sentence!("{} times, once for each factor", times))
}

fn prior_to_the_power(asked: &Asked<'_>, times: u64, how: impl ToSentence) -> Option<Slip> {
    let says = sentence!(
        "You get this number if you multiply by the prior {} {}. Multiply by it once in each class.",
        asked.say("{prior}")?,
        how
    );
    let change = scores(move |class, _| {
        let prior = Expr::pow(Expr::Of(Quantity::prior(class)), Expr::int(times));
        Expr::Mul(vec![prior, Expr::Of(Quantity::likelihood(class))])
    });
    Some(Slip::new(change, says))
}

const FACTORS: usize = 12;

fn factor_left_out(asked: &Asked<'_>) -> Vec<Slip> {
    if asked.terms.len() < 2 || asked.terms.len() > FACTORS {
        return Vec::new();
    }
    let class = asked.class_name();
    let slip = |out: &Term| {
        let own = out.quantity(&class);
        let says =
            sentence!("You get this number if you leave out {}. Multiply by it too.", asked.name(&own));
        let (feature, value) = (out.feature.clone(), out.value.clone());
        let change = terms(move |term, class, context| {
            let kept = term.feature != feature || term.value != value;
            kept.then(|| occurring(term, class, context))
        });
        Slip::new(change, says).by(&(&out.feature, &out.value))
    };
    asked.terms.iter().map(slip).collect()
}

pub(super) fn others(asked: &Asked<'_>) -> impl Iterator<Item = Name> {
    let own = asked.class_name();
    asked.fitted.classes.iter().filter(move |class| **class != own).cloned()
}

fn is_given(asked: &Asked<'_>) -> bool {
    asked.fitted.data.is_given()
}

fn transposed(asked: &Asked<'_>) -> Option<Slip> {
    let class = asked.class_name();
    let likelihood = Quantity::likelihood(&class);
    let says = sentence!(
        "That is {} = {}, a share of the cases of {}. The question asks how common {} is among cases like this, so multiply by the prior and divide by the evidence.",
        asked.name(&likelihood),
        asked.number(&likelihood),
        class,
        class
    );
    Some(Slip::new(posteriors(|class, _| Quantity::likelihood(class).into()), says))
}

/// The most classes with which a swap in one class alone is tried.
const CLASSES: usize = 4;

/// 1 − p instead of p: in every class, and in one class alone.
fn complement(asked: &Asked<'_>) -> Vec<Slip> {
    let classes = &asked.fitted.classes;
    let mut slips = Vec::new();
    for term in &asked.terms {
        let Some(factor) = asked.fitted.factor(term.feature.as_str()).filter(|factor| factor.k() == 2) else {
            continue;
        };
        let Some(other) = factor.values().iter().find(|value| **value != term.value).cloned() else {
            continue;
        };
        slips.push(swapped(asked, term, &other, None));
        if classes.len() <= CLASSES {
            slips.extend(classes.iter().map(|class| swapped(asked, term, &other, Some(class))));
        }
    }
    slips
}

fn swapped(asked: &Asked<'_>, term: &Term, other: &Name, only: Option<&Name>) -> Slip {
    let class = only.cloned().unwrap_or_else(|| asked.class_name());
    let own = Quantity::conditional(&term.feature, &term.value, &class);
    let put = Quantity::conditional(&term.feature, other, &class);
    let says = sentence!(
        "You get this number if you take {} = {} for {} = {}{}. The case has {} = {}, so take the factor of that value.",
        put,
        asked.number(&put),
        own,
        asked.number(&own),
        if only.is_some() { "" } else { ", in every class" },
        term.feature,
        term.value
    );
    let (feature, value, only) = (term.feature.clone(), term.value.clone(), only.cloned());
    let by = (feature.clone(), value.clone(), only.clone());
    let change = Change::new(Kinds::SHARE, move |quantity, right, context| {
        let Quantity::Prob {
            event: Event::Value { feature: of, value: is },
            given: Some(Event::Class(class)),
        } = quantity
        else {
            return None;
        };
        if *of != feature || *is != value || only.as_ref().is_some_and(|only| only != class) {
            return None;
        }
        let factor = context.fitted.factor(of.as_str())?;
        let (at, class) =
            (context.fitted.position(factor, is.as_str())?, context.fitted.class(class.as_str())?);
        let p = factor.conditional(at, class)?;
        Some(taken(right, Some(Number::one().sub(&p))))
    });
    Slip::new(change, says).by(&by)
}

fn is_posterior(asked: &Asked<'_>) -> bool {
    asked.place == Place::Posterior
}

fn is_evidence(asked: &Asked<'_>) -> bool {
    asked.place == Place::Evidence
}

fn score(class: &Name) -> Expr {
    Expr::Of(Quantity::score(class))
}

fn of_all(context: &Context<'_>, of: fn(&Name) -> Quantity) -> Vec<Expr> {
    context.fitted.classes.iter().map(|class| Expr::Of(of(class))).collect()
}

fn value(asked: &Asked<'_>, expr: &Expr) -> Option<Number> {
    value_of(expr, &|quantity: &Quantity| asked.right(quantity))
}

fn over(of: impl Fn(&Name, &Context<'_>) -> Expr + Send + Sync + 'static, says: impl Into<Sentence>) -> Slip {
    Slip::new(posteriors(move |class, context| Expr::frac(score(class), of(class, context))), says)
}

/// One class divided by the sum over all classes.
pub(super) fn share_of_all(class: &Name, context: &Context<'_>, of: fn(&Name) -> Expr) -> Expr {
    Expr::frac(of(class), Expr::Add(context.fitted.classes.iter().map(of).collect()))
}

fn not_normalised(asked: &Asked<'_>) -> Option<Slip> {
    let sum = asked.right(&Quantity::evidence());
    let says = sentence!(
        "That is the score of {}, and the scores add to {}, not 1. Divide each score by their sum.",
        asked.class_name(),
        sum.map_or_else(|| "0".into(), |sum| rounded(&sum))
    );
    Some(Slip::new(posteriors(|class, _| score(class)), says))
}

fn sum_of_likelihoods(asked: &Asked<'_>) -> Option<Slip> {
    let sum = value(asked, &Expr::Add(of_all(&asked.context, Quantity::likelihood)));
    let says = sentence!(
        "You get this number if you divide the score by the sum of the likelihoods, {}. In the denominator, multiply each likelihood by its prior.",
        sum.map_or_else(|| "0/0".into(), |sum| text(&sum))
    );
    Some(over(|_, context| Expr::Add(of_all(context, Quantity::likelihood)), says))
}

fn marginal(term: &Term, context: &Context<'_>) -> Expr {
    let of =
        |class: &Name| Expr::Mul(vec![Expr::Of(Quantity::prior(class)), multiplied(term, class, context)]);
    let sum = Expr::Add(context.fitted.classes.iter().map(of).collect());
    power(sum, term.times)
}

/// The share of all rows with the value, or without the absent word; `None` for densities.
fn counted(term: &Term, asked: &Asked<'_>) -> Option<Expr> {
    let cell = Cell::of(&term.quantity(&asked.class_name()), asked.fitted)?;
    let (with, all) = (cell.of_value(), cell.all());
    let above = if term.kind == TermKind::Absent { &all - with } else { with };
    let share = Number::Exact(above).div(&Number::Exact(all))?;
    Some(Expr::pow(Expr::Num(share), Expr::int(term.times)))
}

/// ∏P(xᵢ) of the model and, where it smooths, of the plain counts.
fn naive_products(asked: &Asked<'_>) -> Vec<Number> {
    let by_model = asked.terms.iter().map(|term| marginal(term, &asked.context)).collect();
    let by_count: Option<Vec<Expr>> = if asked.is_smoothed() {
        asked.terms.iter().map(|term| counted(term, asked)).collect()
    } else {
        None
    };
    [Some(by_model), by_count].into_iter().flatten().filter_map(|all| value(asked, &Expr::Mul(all))).collect()
}

fn naive_evidence(asked: &Asked<'_>) -> Vec<Slip> {
    let slip = |value: Number| {
        let sum = asked.right(&Quantity::evidence()).and_then(|evidence| evidence.div(&value));
        let sum = sum.map_or_else(Sentence::default, |sum| {
            sentence!(", and your posteriors add to {}", rounded(&sum))
        });
        let says = sentence!(
            "You get this number if the denominator is {}, the product of the features' own probabilities{}. The features are independent only within a class, so divide by the sum of the scores.",
            rounded(&value),
            sum
        );
        over(move |_, _| Expr::Num(value.clone()), says)
    };
    naive_products(asked).into_iter().map(slip).collect()
}

fn in_its_place(asked: &Asked<'_>, value: Option<Number>, says: impl Into<Sentence>) -> Option<Slip> {
    // A wrong sum and a wrong division are different ways to make the mistake.
    value.map(|value| Slip::new(one(asked.quantity.clone(), Some(value)), says).by(&"evidence"))
}

fn likelihoods_added(asked: &Asked<'_>) -> Option<Slip> {
    let sum = value(asked, &Expr::Add(of_all(&asked.context, Quantity::likelihood)));
    let says =
        "You get this number if you add the likelihoods as they are. First multiply each by its prior.";
    in_its_place(asked, sum, says)
}

fn one_score(asked: &Asked<'_>) -> Vec<Slip> {
    let of = |class: &Name| {
        let says = sentence!("That is score({}) alone. Add the scores of all classes.", class);
        in_its_place(asked, asked.right(&Quantity::score(class)), says).map(|slip| slip.by(class))
    };
    asked.fitted.classes.iter().filter_map(of).collect()
}

fn naive_product(asked: &Asked<'_>) -> Vec<Slip> {
    let says = "That is the product of the features' own probabilities. The features are independent only within a class, so add the scores.";
    let slip =
        |(at, value): (usize, Number)| Some(in_its_place(asked, Some(value), says)?.by(&("evidence", at)));
    naive_products(asked).into_iter().enumerate().filter_map(slip).collect()
}

fn scores_multiplied(asked: &Asked<'_>) -> Option<Slip> {
    let product = value(asked, &Expr::Mul(of_all(&asked.context, Quantity::score)));
    let says = "You get this number if you multiply the scores. The case comes from one class or another, so add them.";
    in_its_place(asked, product, says)
}

fn other_posterior(asked: &Asked<'_>) -> Vec<Slip> {
    let slip = |other: Name| {
        let posterior = Quantity::posterior(&other);
        let says = sentence!(
            "That is {}, the posterior of {}. Divide the score of {} by the sum of the scores.",
            asked.name(&posterior),
            other,
            asked.class_name()
        );
        let along = distance_to(asked, &other);
        Slip::read_off(asked, posterior, says).by(&along)
    };
    others(asked).map(slip).collect()
}

/// How far along the list of classes another one is, so that swapping two classes is one mistake.
pub(super) fn distance_to(asked: &Asked<'_>, other: &Name) -> Option<usize> {
    let (other, own) = asked.fitted.class(other.as_str()).zip(asked.class())?;
    let k = asked.fitted.classes.len().max(1);
    Some((other + k - own) % k)
}

fn rest(out: &Name, context: &Context<'_>) -> Expr {
    let kept = context.fitted.classes.iter().filter(|class| *class != out);
    Expr::Add(kept.map(score).collect())
}

fn without_a_class(asked: &Asked<'_>) -> Vec<Slip> {
    let classes = &asked.fitted.classes;
    if classes.len() < 3 {
        return Vec::new();
    }
    let slip = |out: &Name| {
        let says = sentence!(
            "You get this number if you leave the score of {} out of the sum. Add the scores of all {} classes.",
            out,
            classes.len()
        );
        if is_evidence(asked) {
            return in_its_place(asked, value(asked, &rest(out, &asked.context)), says)
                .map(|slip| slip.by(&("evidence", out)));
        }
        let own = out.clone();
        Some(over(move |_, context| rest(&own, context), says).by(out))
    };
    classes.iter().filter_map(slip).collect()
}

fn odds(asked: &Asked<'_>) -> Vec<Slip> {
    let class = asked.class_name();
    let says = sentence!(
        "You get this number if you divide the score of {} by the scores of the other classes: these are odds. Divide by the sum of all scores, its own included.",
        class
    );
    let mut found = vec![over(rest, says)];
    let rivals =
        asked.fitted.classes.iter().filter(|other| **other != class && asked.fitted.classes.len() > 2);
    for other in rivals {
        let says = sentence!(
            "You get this number if you divide the score of {} by that of {}: these are odds. Divide by the sum of all scores.",
            class,
            other
        );
        let (own, other) = (class.clone(), other.clone());
        let rival = other.clone();
        // For the rival the two change places.
        let divided = over(move |class, _| score(if *class == rival { &own } else { &rival }), says);
        found.push(divided.by(&other));
    }
    found
}

fn divided_by_the_largest(asked: &Asked<'_>) -> Option<Slip> {
    let scores =
        asked.fitted.classes.iter().filter_map(|class| Some((class, asked.right(&Quantity::score(class))?)));
    let (largest, _) = scores.reduce(|a, b| if b.1.compare(&a.1).is_gt() { b } else { a })?;
    let says = sentence!(
        "You get this number if you divide the score by the largest one, that of {}. Divide by the sum of all scores.",
        largest
    );
    let largest = largest.clone();
    Some(over(move |_, _| score(&largest), says))
}
