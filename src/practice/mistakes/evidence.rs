//! Mistakes in turning scores into posteriors.

use super::asked::{Asked, Place};
use super::bayes;
use super::cell::{Cell, rounded, text};
use super::entry::{Entry, Slip, entry, one, posteriors};
use crate::math::{Expr, Func, Name, Number, Quantity, Sentence, sentence};
use crate::worked::{Context, Term, TermKind, multiplied, value_of};

pub(super) const ENTRIES: &[Entry] = &[
    entry("B9", "whether the posteriors add to 1", is_posterior, not_normalised),
    entry("B10", "what is done with the evidence", is_posterior, multiplied_by_evidence),
    entry("B11", "the denominator", is_posterior, divided_by_prior),
    entry("B12", "the denominator", is_posterior, sum_of_likelihoods),
    entry("B12", "what is added", is_evidence, likelihoods_added),
    entry("B13", "the denominator", is_posterior, one_class),
    entry("B13", "what is added", is_evidence, one_score),
    entry("B14", "the denominator", is_posterior, naive_evidence),
    entry("B14", "what is added", is_evidence, naive_product),
    entry("B15", "the denominator", is_posterior, product_of_scores),
    entry("B15", "adding or multiplying", is_evidence, scores_multiplied),
    entry("B19", "which class is asked", is_posterior, other_posterior),
    entry("B25", "the denominator", |asked| is_posterior(asked) || is_evidence(asked), without_a_class),
    entry("B26", "what is divided by what", is_posterior, odds),
    entry("B27", "how scores become shares", is_posterior, softmax),
    entry("B28", "the denominator", is_posterior, divided_by_rows),
    entry("B33", "the denominator", is_posterior, divided_by_the_largest),
    entry("B20", "what is asked: a number", is_posterior, a_class),
];

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

fn told(asked: &Asked<'_>, expr: &Expr) -> Sentence {
    value(asked, expr).map_or_else(|| "0/0".into(), |value| text(&value))
}

fn not_normalised(asked: &Asked<'_>) -> Vec<Slip> {
    let sum = asked.right(&Quantity::evidence());
    let sum = sum.map_or_else(|| "0".into(), |sum| rounded(&sum));
    let says = sentence!(
        "That is the score of {}, and the scores add to {}, not 1; divide each by their sum.",
        asked.class_name(),
        sum
    );
    vec![Slip::new(posteriors(|class, _| score(class)), says)]
}

fn multiplied_by_evidence(asked: &Asked<'_>) -> Vec<Slip> {
    let evidence = Quantity::evidence();
    let says = sentence!(
        "This is what you get if the score {} is multiplied by {}; divide by it.",
        told(asked, &score(&asked.class_name())),
        asked.name(&evidence)
    );
    let change = posteriors(|class, _| Expr::Mul(vec![score(class), Expr::Of(Quantity::evidence())]));
    vec![Slip::new(change, says)]
}

fn divided_by_prior(asked: &Asked<'_>) -> Vec<Slip> {
    let prior = Quantity::prior(&asked.class_name());
    let says = sentence!(
        "This is what you get if the score is divided by {} = {}, which takes the prior out again; divide by {}.",
        prior,
        asked.number(&prior),
        asked.name(&Quantity::evidence())
    );
    let change = posteriors(|class, _| Expr::frac(score(class), Expr::Of(Quantity::prior(class))));
    vec![Slip::new(change, says)]
}

fn sum_of_likelihoods(asked: &Asked<'_>) -> Vec<Slip> {
    let sum = Expr::Add(of_all(&asked.context, Quantity::likelihood));
    let says = sentence!(
        "This is what you get if the score is divided by the sum of the likelihoods, {}; put the priors into the denominator too.",
        told(asked, &sum)
    );
    let change = posteriors(|class, context| {
        Expr::frac(score(class), Expr::Add(of_all(context, Quantity::likelihood)))
    });
    vec![Slip::new(change, says)]
}

fn one_class(asked: &Asked<'_>) -> Vec<Slip> {
    let class = asked.class_name();
    let says = sentence!(
        "This is what you get if the score of {}, {}, is divided by itself; add the scores of all classes in the denominator.",
        class,
        told(asked, &score(&class))
    );
    vec![Slip::new(posteriors(|class, _| Expr::frac(score(class), score(class))), says)]
}

fn marginal(term: &Term, context: &Context<'_>) -> Expr {
    let of =
        |class: &Name| Expr::Mul(vec![Expr::Of(Quantity::prior(class)), multiplied(term, class, context)]);
    let sum = Expr::Add(context.fitted.classes.iter().map(of).collect());
    if term.times == 1 { sum } else { Expr::pow(sum, Expr::int(term.times)) }
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
fn products(asked: &Asked<'_>) -> Vec<Number> {
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
        Slip::new(posteriors(move |class, _| Expr::frac(score(class), Expr::Num(value.clone()))), says)
    };
    products(asked).into_iter().map(slip).collect()
}

/// Another number in the place of the evidence that is asked.
fn in_its_place(asked: &Asked<'_>, value: Option<Number>, says: impl Into<Sentence>) -> Option<Slip> {
    // What is added wrongly and what is divided wrongly are made apart from each other.
    value.map(|value| Slip::new(one(asked.quantity.clone(), Some(value)), says).by(&"evidence"))
}

fn likelihoods_added(asked: &Asked<'_>) -> Vec<Slip> {
    let sum = value(asked, &Expr::Add(of_all(&asked.context, Quantity::likelihood)));
    let says =
        "This is what you get if the likelihoods are added as they are; multiply each by its prior first.";
    in_its_place(asked, sum, says).into_iter().collect()
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
    products(asked).into_iter().enumerate().filter_map(slip).collect()
}

fn product_of_scores(asked: &Asked<'_>) -> Vec<Slip> {
    let says = sentence!(
        "This is what you get if the score {} is divided by the product of the scores; add them in the denominator.",
        told(asked, &score(&asked.class_name()))
    );
    let change =
        posteriors(|class, context| Expr::frac(score(class), Expr::Mul(of_all(context, Quantity::score))));
    vec![Slip::new(change, says)]
}

fn scores_multiplied(asked: &Asked<'_>) -> Vec<Slip> {
    let product = value(asked, &Expr::Mul(of_all(&asked.context, Quantity::score)));
    let says = "This is what you get if the scores are multiplied; the case comes from one class or another, so add them.";
    in_its_place(asked, product, says).into_iter().collect()
}

fn other_posterior(asked: &Asked<'_>) -> Vec<Slip> {
    bayes::others(asked)
        .map(|other| {
            let posterior = Quantity::posterior(&other);
            let says = sentence!(
                "That is {}, the posterior of {}; take the score of {} over the sum.",
                asked.name(&posterior),
                other,
                asked.class_name()
            );
            let along = asked.fitted.class(other.as_str()).zip(asked.class());
            let k = asked.fitted.classes.len().max(1);
            Slip::read_off(asked, posterior, says).by(&along.map(|(other, own)| (other + k - own) % k))
        })
        .collect()
}

/// Without one class, of three or more: of two what is left is a single score.
fn without_a_class(asked: &Asked<'_>) -> Vec<Slip> {
    let classes = &asked.fitted.classes;
    if classes.len() < 3 {
        return Vec::new();
    }
    let rest = |out: &Name, context: &Context<'_>| {
        let kept = context.fitted.classes.iter().filter(|class| *class != out);
        Expr::Add(kept.map(score).collect())
    };
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
        let change = posteriors(move |class, context| Expr::frac(score(class), rest(&own, context)));
        Some(Slip::new(change, says).by(out))
    };
    classes.iter().filter_map(slip).collect()
}

fn odds(asked: &Asked<'_>) -> Vec<Slip> {
    let class = asked.class_name();
    let says = sentence!(
        "This is what you get if the score of {} is divided by what the other classes have, which is odds; divide by the sum of all scores, its own too.",
        class
    );
    let change = posteriors(|class, context| {
        let others = context.fitted.classes.iter().filter(|other| *other != class);
        Expr::frac(score(class), Expr::Add(others.map(score).collect()))
    });
    let mut found = vec![Slip::new(change, says)];
    let rivals =
        asked.fitted.classes.iter().filter(|other| **other != class && asked.fitted.classes.len() > 2);
    for other in rivals {
        let says = sentence!(
            "This is what you get if the score of {} is divided by that of {}, which is odds; divide by the sum of all scores.",
            class,
            other
        );
        let (own, other) = (class.clone(), other.clone());
        let rival = other.clone();
        let change = posteriors(move |class, _| {
            // Of its rival it is the other way round.
            Expr::frac(score(class), score(if *class == rival { &own } else { &rival }))
        });
        found.push(Slip::new(change, says).by(&other));
    }
    found
}

fn softmax(_: &Asked<'_>) -> Vec<Slip> {
    let says = "This is what you get if exp is taken of each score first; that is for logarithms, and scores are divided by their sum as they are.";
    let exp = |class: &Name| Expr::Call(Func::Exp, Box::new(score(class)));
    let change = posteriors(move |class, context| {
        Expr::frac(exp(class), Expr::Add(context.fitted.classes.iter().map(exp).collect()))
    });
    vec![Slip::new(change, says)]
}

fn divided_by_rows(asked: &Asked<'_>) -> Vec<Slip> {
    if asked.fitted.data.is_given() {
        return Vec::new();
    }
    let says = sentence!(
        "This is what you get if the score is divided by the {} rows; divide by the sum of the scores.",
        asked.fitted.rows()
    );
    vec![Slip::new(posteriors(|class, _| Expr::frac(score(class), Expr::Of(Quantity::Rows))), says)]
}

fn divided_by_the_largest(asked: &Asked<'_>) -> Vec<Slip> {
    let scores =
        asked.fitted.classes.iter().filter_map(|class| Some((class, asked.right(&Quantity::score(class))?)));
    let largest = scores.reduce(|a, b| if b.1.compare(&a.1).is_gt() { b } else { a });
    let Some((largest, _)) = largest else { return Vec::new() };
    let says = sentence!(
        "This is what you get if the score is divided by the largest one, that of {}; divide by the sum of all scores.",
        largest
    );
    let largest = largest.clone();
    vec![Slip::new(posteriors(move |class, _| Expr::frac(score(class), score(&largest))), says)]
}

fn a_class(asked: &Asked<'_>) -> Vec<Slip> {
    vec![Slip::text(sentence!(
        "That is a class, and its probability is asked; write {} as a number.",
        asked.name(&asked.quantity)
    ))]
}
