//! Mistakes with the prior and with how a score is put together.

use super::asked::{Asked, Place};
use super::cell::{count_text, list, several, whole};
use super::entry::{Entry, Slip, entry, posteriors, priors, products, scores, shares};
use super::smoothing::power;
use crate::math::{Expr, Name, Quantity, Sentence, sentence};
use crate::recipe::Prior;
use crate::worked::{Term, multiplied};

pub(super) const ENTRIES: &[Entry] = &[
    entry("B1", "whether the prior is in it", |asked| asked.place == Place::Score, prior_omitted),
    entry("B2", "how common each class is", |asked| asked.place == Place::Posterior, equally_common),
    entry("B3", "the prior", |asked| asked.is_of_priors() && is_counted(asked), uniform),
    entry(
        "B5",
        "how often the prior is counted",
        |asked| asked.is_of_scores() && asked.is_of_shares(),
        counted_twice,
    ),
    entry("B16", "adding or multiplying", |asked| asked.is_of_scores(), added),
    entry(
        "B17",
        "how often the prior is multiplied",
        |asked| asked.is_of_scores() && factors(asked) > 1,
        once_per_feature,
    ),
    entry(
        "B17",
        "how often the prior is multiplied",
        |asked| asked.is_of_scores() && factors(asked) != 2,
        twice,
    ),
    entry(
        "B24",
        "whether every feature is in it",
        |asked| asked.is_about_case() && !asked.terms.is_empty(),
        factor_left_out,
    ),
];

/// Whether the prior is a share of the rows.
pub(super) fn is_counted(asked: &Asked<'_>) -> bool {
    matches!(asked.fitted.data.resolved.prior, Prior::Counts | Prior::Laplace(_))
}

/// How many factors a score has besides the prior.
fn factors(asked: &Asked<'_>) -> u64 {
    asked.terms.iter().map(|term| u64::from(term.times)).sum()
}

fn prior_omitted(asked: &Asked<'_>) -> Vec<Slip> {
    let class = asked.class_name();
    let prior = Quantity::prior(&class);
    let says = sentence!(
        "That is the likelihood only; multiply it by the prior {} = {}.",
        prior,
        asked.number(&prior)
    );
    vec![Slip::new(scores(|class, _| Expr::Of(Quantity::likelihood(class))), says)]
}

fn equally_common(asked: &Asked<'_>) -> Vec<Slip> {
    let class = asked.class_name();
    let prior = Quantity::prior(&class);
    let says = sentence!(
        "This is what you get if all classes count as equally common; weight each likelihood by its prior first, {} = {} for {}.",
        prior,
        asked.number(&prior),
        class
    );
    let change = posteriors(|class, context| {
        let likelihoods = context.fitted.classes.iter().map(|class| Expr::Of(Quantity::likelihood(class)));
        Expr::frac(Expr::Of(Quantity::likelihood(class)), Expr::Add(likelihoods.collect()))
    });
    vec![Slip::new(change, says)]
}

/// Classes that are listed in a sentence.
const LISTED: usize = 4;

fn uniform(asked: &Asked<'_>) -> Vec<Slip> {
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
    vec![Slip::new(priors(move |_, _| Some((whole(1), whole(k)))), says)]
}

fn counted_twice(asked: &Asked<'_>) -> Vec<Slip> {
    let Some(cell) = asked.cell() else { return Vec::new() };
    let says = sentence!(
        "This is what you get if each count is divided by all {}, which brings the prior in a second time; divide by the {} of {} only.",
        several(count_text(&cell.all()), cell.unit()),
        several(count_text(&cell.total()), cell.unit()),
        cell.class_name()
    );
    vec![Slip::new(shares(|cell| Some((cell.count(), cell.all()))), says)]
}

fn added(asked: &Asked<'_>) -> Vec<Slip> {
    let class = asked.class_name();
    let prior = Quantity::prior(&class);
    let first = asked.terms.first().map(|term| multiplied(term, &class, &asked.context));
    let added = match first.filter(|_| asked.place != Place::Evidence) {
        Some(Expr::Of(factor)) => sentence!(
            "{} = {} is added to {} = {} and the like",
            prior,
            asked.number(&prior),
            asked.name(&factor),
            asked.number(&factor)
        ),
        _ => "the prior and the factors are added".into(),
    };
    let says = sentence!("This is what you get if {}; ‘and’ multiplies, so take the product.", added);
    let change = scores(|class, context| {
        let terms = context.terms().unwrap_or_default();
        let factors = terms.iter().map(|term| {
            let factor = multiplied(term, class, context);
            if term.times == 1 { factor } else { Expr::Mul(vec![Expr::int(term.times), factor]) }
        });
        Expr::Add(factors.chain([Expr::Of(Quantity::prior(class))]).collect())
    });
    vec![Slip::new(change, says)]
}

fn once_per_feature(asked: &Asked<'_>) -> Vec<Slip> {
    let times = factors(asked);
    let class = asked.class_name();
    let prior = Quantity::prior(&class);
    let says = sentence!(
        "This is what you get if the prior {} = {} is multiplied {} times, once with each factor; multiply it once per class.",
        prior,
        asked.number(&prior),
        times
    );
    let change = scores(move |class, _| {
        let prior = Expr::pow(Expr::Of(Quantity::prior(class)), Expr::int(times));
        Expr::Mul(vec![prior, Expr::Of(Quantity::likelihood(class))])
    });
    vec![Slip::new(change, says)]
}

/// Where there are two factors, once with each is twice as well.
fn twice(asked: &Asked<'_>) -> Vec<Slip> {
    let prior = Quantity::prior(&asked.class_name());
    let says = sentence!(
        "This is what you get if the prior {} = {} is multiplied twice; multiply it once per class.",
        prior,
        asked.number(&prior)
    );
    let change = scores(|class, _| {
        let prior = Expr::pow(Expr::Of(Quantity::prior(class)), Expr::int(2u32));
        Expr::Mul(vec![prior, Expr::Of(Quantity::likelihood(class))])
    });
    vec![Slip::new(change, says).by(&2)]
}

/// Of more factors than this nobody sees which one is not there.
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
        let change = products(move |class, context| {
            let terms = context.terms().ok()?;
            let kept = terms.iter().filter(|term| term.feature != feature || term.value != value);
            Some(kept.map(|term| power(multiplied(term, class, context), term.times)).collect())
        });
        Slip::new(change, says).by(&(&out.feature, &out.value))
    };
    asked.terms.iter().map(slip).collect()
}

/// The classes that are not asked.
pub(super) fn others(asked: &Asked<'_>) -> impl Iterator<Item = Name> {
    let own = asked.class_name();
    asked.fitted.classes.iter().filter(move |class| **class != own).cloned()
}
