//! Mistakes with the prior, with how a score is put together, with numbers that are given, and in turning scores into posteriors.

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
        "whether the prior is in it",
        |asked| asked.place == Place::Score,
        Score(
            |class, _| Quantity::likelihood(class).into(),
            "That is the likelihood only; multiply it by the prior {prior}.",
        ),
    ),
    entry(
        "B2",
        "how common each class is",
        is_posterior,
        Posterior(
            |class, context| share_of_all(class, context, |class| Quantity::likelihood(class).into()),
            "This is what you get if all classes count as equally common; weight each likelihood by its prior first, {prior} for {class}.",
        ),
    ),
    entry("B3", "the prior", |asked| asked.is_of_priors() && is_counted(asked), Way(uniform)),
    entry(
        "B5",
        "how often the prior is counted",
        |asked| asked.is_of_scores() && asked.is_of_shares(),
        Share(
            |cell| Some((cell.count(), cell.all())),
            "This is what you get if each count is divided by all {total in all with unit}, which counts the prior a second time; divide by the {total with unit} of {class} only.",
        ),
    ),
    entry("B16", "adding or multiplying", |asked| asked.is_of_scores(), Way(added)),
    entry(
        "B17",
        "how often the prior is multiplied",
        |asked| asked.is_of_scores() && factors(asked) > 1,
        Way(once_per_feature),
    ),
    // Where there are two factors, once with each is twice as well.
    entry(
        "B17",
        "how often the prior is multiplied",
        |asked| asked.is_of_scores() && factors(asked) != 2,
        Way(|asked| Some(prior_to_the_power(asked, 2, "twice")?.by(&2))),
    ),
    entry(
        "B24",
        "whether every feature is in it",
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
        "what is done with the evidence",
        is_posterior,
        Posterior(
            |class, _| score(class) * Quantity::evidence().into(),
            "This is what you get if the score {score} is multiplied by {evidence}; divide by it.",
        ),
    ),
    entry(
        "B11",
        "the denominator",
        is_posterior,
        Posterior(
            |class, _| Expr::frac(score(class), Quantity::prior(class).into()),
            "This is what you get if the score is divided by {prior}, which takes the prior out again; divide by {evidence}.",
        ),
    ),
    entry("B12", "the denominator", is_posterior, Way(sum_of_likelihoods)),
    entry("B12", "what is added", is_evidence, Way(likelihoods_added)),
    entry(
        "B13",
        "the denominator",
        is_posterior,
        Posterior(
            |class, _| Expr::frac(score(class), score(class)),
            "This is what you get if the score of {class}, {score}, is divided by itself; add the scores of all classes in the denominator.",
        ),
    ),
    entry("B13", "what is added", is_evidence, Ways(one_score)),
    entry("B14", "the denominator", is_posterior, Ways(naive_evidence)),
    entry("B14", "what is added", is_evidence, Ways(naive_product)),
    entry(
        "B15",
        "the denominator",
        is_posterior,
        Posterior(
            |class, context| Expr::frac(score(class), Expr::Mul(of_all(context, Quantity::score))),
            "This is what you get if the score {score} is divided by the product of the scores; add them in the denominator.",
        ),
    ),
    entry("B15", "adding or multiplying", is_evidence, Way(scores_multiplied)),
    entry("B19", "which class is asked", is_posterior, Ways(other_posterior)),
    entry("B25", "the denominator", |asked| is_posterior(asked) || is_evidence(asked), Ways(without_a_class)),
    entry("B26", "what is divided by what", is_posterior, Ways(odds)),
    entry(
        "B27",
        "how scores become shares",
        is_posterior,
        Posterior(
            |class, context| {
                share_of_all(class, context, |class| Expr::Call(Func::Exp, Box::new(score(class))))
            },
            "This is what you get if exp is taken of each score first; that is for logarithms, and scores are divided by their sum as they are.",
        ),
    ),
    entry(
        "B28",
        "the denominator",
        |asked| is_posterior(asked) && !is_given(asked),
        Posterior(
            |class, _| Expr::frac(score(class), Quantity::Rows.into()),
            "This is what you get if the score is divided by the {rows} rows; divide by the sum of the scores.",
        ),
    ),
    entry("B33", "the denominator", is_posterior, Way(divided_by_the_largest)),
    entry(
        "B20",
        "what is asked: a number",
        is_posterior,
        Way(|asked| {
            let says = "That is a class, and its probability is asked; write {name asked} as a number.";
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
        "This is what you get with 1/{} for every prior; take the priors from the table{}.",
        k,
        table
    );
    Some(Slip::new(priors(move |_, _| Some((whole(1), whole(k)))), says))
}

fn added(asked: &Asked<'_>) -> Option<Slip> {
    let first = asked.terms.first().map(|term| multiplied(term, &asked.class_name(), &asked.context));
    let added = match first.filter(|_| asked.place != Place::Evidence) {
        Some(Expr::Of(factor)) => sentence!(
            "{} is added to {} = {} and the like",
            asked.say("{prior}")?,
            asked.name(&factor),
            asked.number(&factor)
        ),
        _ => "the prior and the factors are added".into(),
    };
    let says = sentence!("This is what you get if {}; ‘and’ multiplies, so take the product.", added);
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
    prior_to_the_power(asked, times, sentence!("{} times, once with each factor", times))
}

fn prior_to_the_power(asked: &Asked<'_>, times: u64, how: impl ToSentence) -> Option<Slip> {
    let says = sentence!(
        "This is what you get if the prior {} is multiplied {}; multiply it once per class.",
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
            sentence!("This is what you get if {} is left out; multiply by it, too.", asked.name(&own));
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
        "That is {} = {}, a share of {}; asked is the share of {} among all cases like this, so weight it by how common each class is.",
        asked.name(&likelihood),
        asked.number(&likelihood),
        class,
        class
    );
    Some(Slip::new(posteriors(|class, _| Quantity::likelihood(class).into()), says))
}

/// Classes in which one alone may be swapped; of more nobody sees which.
const CLASSES: usize = 4;

/// 1 − p for p: in every class, and in one alone.
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
        "This is what you get if {} = {} is put in the place of {} = {}{}; the case has {} = {}.",
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

/// The share of one class in what all of them have.
pub(super) fn share_of_all(class: &Name, context: &Context<'_>, of: fn(&Name) -> Expr) -> Expr {
    Expr::frac(of(class), Expr::Add(context.fitted.classes.iter().map(of).collect()))
}

fn not_normalised(asked: &Asked<'_>) -> Option<Slip> {
    let sum = asked.right(&Quantity::evidence());
    let says = sentence!(
        "That is the score of {}, and the scores add to {}, not 1; divide each by their sum.",
        asked.class_name(),
        sum.map_or_else(|| "0".into(), |sum| rounded(&sum))
    );
    Some(Slip::new(posteriors(|class, _| score(class)), says))
}

fn sum_of_likelihoods(asked: &Asked<'_>) -> Option<Slip> {
    let sum = value(asked, &Expr::Add(of_all(&asked.context, Quantity::likelihood)));
    let says = sentence!(
        "This is what you get if the score is divided by the sum of the likelihoods, {}; put the priors into the denominator too.",
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

/// The share of all rows that have the value, or of all that have not the absent word; `None` for densities.
fn counted(term: &Term, asked: &Asked<'_>) -> Option<Expr> {
    let cell = Cell::of(&term.quantity(&asked.class_name()), asked.fitted)?;
    let (with, all) = (cell.of_value(), cell.all());
    let above = if term.kind == TermKind::Absent { &all - with } else { with };
    let share = Number::Exact(above).div(&Number::Exact(all))?;
    Some(Expr::pow(Expr::Num(share), Expr::int(term.times)))
}

/// ∏P(xᵢ), by the model and, where that smooths, as it is counted.
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
            "This is what you get if the denominator is {}, the product of the features' own probabilities{}; features are independent only within a class, so divide by the sum of the scores.",
            rounded(&value),
            sum
        );
        over(move |_, _| Expr::Num(value.clone()), says)
    };
    naive_products(asked).into_iter().map(slip).collect()
}

fn in_its_place(asked: &Asked<'_>, value: Option<Number>, says: impl Into<Sentence>) -> Option<Slip> {
    // What is added wrongly and what is divided wrongly are made apart from each other.
    value.map(|value| Slip::new(one(asked.quantity.clone(), Some(value)), says).by(&"evidence"))
}

fn likelihoods_added(asked: &Asked<'_>) -> Option<Slip> {
    let sum = value(asked, &Expr::Add(of_all(&asked.context, Quantity::likelihood)));
    let says =
        "This is what you get if the likelihoods are added as they are; multiply each by its prior first.";
    in_its_place(asked, sum, says)
}

fn one_score(asked: &Asked<'_>) -> Vec<Slip> {
    let of = |class: &Name| {
        let says = sentence!("That is score({}) alone; add the scores of all classes.", class);
        in_its_place(asked, asked.right(&Quantity::score(class)), says).map(|slip| slip.by(class))
    };
    asked.fitted.classes.iter().filter_map(of).collect()
}

fn naive_product(asked: &Asked<'_>) -> Vec<Slip> {
    let says = "That is the product of the features' own probabilities; features are independent only within a class, so add the scores.";
    let slip =
        |(at, value): (usize, Number)| Some(in_its_place(asked, Some(value), says)?.by(&("evidence", at)));
    naive_products(asked).into_iter().enumerate().filter_map(slip).collect()
}

fn scores_multiplied(asked: &Asked<'_>) -> Option<Slip> {
    let product = value(asked, &Expr::Mul(of_all(&asked.context, Quantity::score)));
    let says = "This is what you get if the scores are multiplied; the case comes from one class or another, so add them.";
    in_its_place(asked, product, says)
}

fn other_posterior(asked: &Asked<'_>) -> Vec<Slip> {
    let slip = |other: Name| {
        let posterior = Quantity::posterior(&other);
        let says = sentence!(
            "That is {}, the posterior of {}; take the score of {} over the sum.",
            asked.name(&posterior),
            other,
            asked.class_name()
        );
        let along = distance_to(asked, &other);
        Slip::read_off(asked, posterior, says).by(&along)
    };
    others(asked).map(slip).collect()
}

/// How far along the list of classes another one is, so that two that are swapped are one mistake.
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
            "This is what you get if the score of {} is left out of the sum; add the scores of all {} classes.",
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
        "This is what you get if the score of {} is divided by the scores of the other classes, which gives odds; divide by the sum of all scores, its own too.",
        class
    );
    let mut found = vec![over(rest, says)];
    let rivals =
        asked.fitted.classes.iter().filter(|other| **other != class && asked.fitted.classes.len() > 2);
    for other in rivals {
        let says = sentence!(
            "This is what you get if the score of {} is divided by that of {}, which gives odds; divide by the sum of all scores.",
            class,
            other
        );
        let (own, other) = (class.clone(), other.clone());
        let rival = other.clone();
        // Of its rival it is the other way round.
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
        "This is what you get if the score is divided by the largest one, that of {}; divide by the sum of all scores.",
        largest
    );
    let largest = largest.clone();
    Some(over(move |_, _| score(&largest), says))
}
