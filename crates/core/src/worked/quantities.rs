//! All quantities of a model, and the rows behind a count.

use super::Context;
use super::gda::pairs;
use super::naive_bayes::rows_with;
use crate::math::{Event, Name, Quality, Quantity, Rank, Several, Share};
use crate::model::{Case, CaseCell, CaseValue, Factor, Fitted, Gda};
use crate::problem::nearest;
use crate::recipe::{Convention, folded};
use foldhash::fast::FixedState;
use std::collections::{BTreeSet, HashMap};

/// Returns every number of the model without a case: priors, conditionals, marginals and their counts, the
/// log-likelihood and its slopes (for a feature with very many values, only some slopes).
pub fn quantities(fitted: &Fitted) -> Vec<Quantity> {
    let mut all = vec![Quantity::Rows, Quantity::Alpha];
    let classes = &fitted.classes;
    all.extend(classes.iter().flat_map(|class| [Quantity::class_count(class), Quantity::prior(class)]));
    if fitted.has_likelihood() {
        of_likelihood(fitted, &mut all);
    }
    if let Some(gda) = fitted.gda() {
        let mean = |class| fitted.feature_names().map(move |name| Quantity::mean(name, class));
        all.extend(classes.iter().flat_map(mean));
        for class in sigmas(fitted, gda) {
            let entries = |((_, a), (_, b))| {
                [Quantity::cov, Quantity::inverse, Quantity::correlation].map(|of| of(a, b, class))
            };
            all.extend(pairs(fitted).flat_map(entries).chain([Quantity::det(class)]));
        }
        let logistic = fitted.theta().map(|_| None);
        let own = classes.iter().map(Some).filter(|_| gda.is_shared());
        for class in logistic.into_iter().chain(own) {
            let features = std::iter::once(None).chain(fitted.feature_names().map(Some));
            all.extend(features.map(|feature| Quantity::theta(feature, class)));
        }
        return all;
    }
    for factor in fitted.factors() {
        let feature = &factor.name;
        all.extend((!factor.is_number()).then(|| Quantity::Values(feature.clone())));
        all.push(Quantity::known_count(feature, None));
        for class in classes {
            all.push(Quantity::known_count(feature, Some(class)));
            all.extend(factor.is_number().then(|| Quantity::mean(feature, class)));
            all.extend(factor.is_gaussian().then(|| Quantity::var(feature, class)));
        }
        for value in factor.values().iter().filter(|_| !factor.is_number()) {
            all.push(Quantity::value_count(feature, value, None));
            all.push(Quantity::Prob { event: Event::value(feature, value), given: None });
            for class in classes {
                all.push(Quantity::value_count(feature, value, Some(class)));
                all.push(Quantity::conditional(feature, value, class));
                all.push(Quantity::class_given(class, feature, value));
            }
        }
    }
    all
}

/// Returns every number of a case: scores and their logarithms, likelihoods, evidence, posteriors.
pub fn quantities_of_case(fitted: &Fitted, case: &Case) -> Vec<Quantity> {
    let mut all = Vec::new();
    let terms = Context { fitted, case: Some(case) }.terms().unwrap_or_default();
    for class in &fitted.classes {
        if let Some(gda) = fitted.gda() {
            let of = |feature| [Quantity::difference(feature, class), Quantity::solved(feature, class)];
            all.extend(fitted.feature_names().flat_map(of));
            if gda.is_shared() {
                all.extend([Quantity::Discriminant(class.clone()), Quantity::Softmax(class.clone())]);
            }
            all.push(Quantity::density(class));
        }
        if fitted.gda().is_some() || fitted.factors().iter().all(Factor::is_gaussian) {
            all.extend([Quantity::SquaredDistance(class.clone()), Quantity::Tail(class.clone())]);
        }
        let score = Quantity::score(class);
        all.extend([Quantity::likelihood(class), score.clone(), score.ln()]);
        all.extend(terms.iter().map(|term| term.quantity(class).ln()));
    }
    if fitted.theta().is_some() {
        all.extend([Quantity::Logit, Quantity::Sigmoid]);
    }
    all.extend([Rank::Below, Rank::Equal, Rank::Above].map(Quantity::Ranked));
    all.extend([Quantity::Typicality, Quantity::evidence()]);
    all.extend(fitted.classes.iter().map(Quantity::posterior));
    all
}

/// The number of quantities searched for a similar name, and the number of suggestions.
const LOOKED_THROUGH: usize = 20_000;
const NAMED: usize = 3;

/// The quantities of a model most similar to a typed text: the same or a similar word before the bracket, then the most names
/// in common. If none is similar, a prior, a score and a posterior.
pub(super) fn nearest_quantities(fitted: &Fitted, typed: &str) -> Vec<Quantity> {
    let words = |text: &str| -> Vec<String> {
        let words = text.split(|c: char| !c.is_alphanumeric() && !matches!(c, '_' | '-' | '.'));
        words.filter(|word| !word.is_empty()).map(folded).collect()
    };
    let typed = words(typed);
    let (head, names) =
        typed.split_first().map_or(("", typed.as_slice()), |(head, names)| (head.as_str(), names));
    let case = Case { cells: Vec::new(), row: None, notes: Vec::new() };
    let all = quantities(fitted).into_iter().chain(quantities_of_case(fitted, &case));
    let mut found: Vec<(usize, usize, usize, Quantity)> = Vec::new();
    for quantity in all.take(LOOKED_THROUGH) {
        let own = words(&quantity.to_string());
        let Some((word, own)) = own.split_first() else { continue };
        let unlike = match () {
            () if quantity.is_called(head) => 0,
            () if nearest(head, [word.as_str()]).is_some() => 1,
            () => 2,
        };
        let missing = names.iter().filter(|name| !own.contains(name)).count();
        let rare = matches!(quantity, Quantity::LogLik(_) | Quantity::Slope(_) | Quantity::Scatter { .. });
        let more = own.iter().filter(|name| !names.contains(name)).count() + usize::from(rare);
        if unlike < 2 || missing < names.len() {
            found.push((unlike, missing, more, quantity));
        }
    }
    found.sort_by_key(|(unlike, missing, more, _)| (*unlike, *missing, *more));
    let mut found: Vec<Quantity> = found.into_iter().map(|(.., quantity)| quantity).take(NAMED).collect();
    if let (true, Some(class)) = (found.is_empty(), fitted.classes.first()) {
        found = vec![Quantity::prior(class), Quantity::score(class), Quantity::posterior(class)];
    }
    found
}

/// The classes of the Σs: each class, or `None` if all share one.
fn sigmas<'a>(fitted: &'a Fitted, gda: &Gda) -> Vec<Option<&'a Name>> {
    if gda.is_shared() { vec![None] } else { fitted.classes.iter().map(Some).collect() }
}

/// For a feature with more values than this, some slopes are listed, evenly spread.
const VALUES: usize = 12;

fn of_likelihood(fitted: &Fitted, all: &mut Vec<Quantity>) {
    all.push(Quantity::LogLik(Share::Whole));
    for class in &fitted.classes {
        all.push(Quantity::LogLik(Share::Class(class.clone())));
        if fitted.gda().is_some() {
            all.push(Quantity::LogLik(Share::Together(class.clone())));
            continue;
        }
        let share = |feature: &Name| Share::Feature { feature: feature.clone(), class: class.clone() };
        all.extend(fitted.feature_names().map(share).map(Quantity::LogLik));
    }
    if fitted.gda().is_some() {
        for class in fitted.classes.iter().map(Some).chain([None]) {
            all.extend(pairs(fitted).map(|((_, a), (_, b))| Quantity::scatter(a, b, class)));
        }
    }
    all.extend(parameters(fitted).into_iter().map(Quantity::slope));
}

/// Returns the parameters of a model that ℓ can be differentiated by; for a feature with very many values, some.
pub fn parameters(fitted: &Fitted) -> Vec<Quantity> {
    let mut all: Vec<Quantity> = fitted.classes.iter().map(Quantity::prior).collect();
    for (at, class) in fitted.classes.iter().enumerate() {
        if fitted.gda().is_some() {
            all.extend(fitted.feature_names().map(|name| Quantity::mean(name, class)));
        }
        for factor in fitted.factors() {
            if factor.is_number() {
                all.extend(factor.mean(at).map(|_| Quantity::mean(&factor.name, class)));
                all.extend(factor.normal(at).map(|_| Quantity::var(&factor.name, class)));
                continue;
            }
            let step = factor.k().div_ceil(VALUES).max(1);
            let some = factor.values().iter().step_by(step);
            all.extend(some.map(|value| Quantity::conditional(&factor.name, value, class)));
        }
    }
    if let Some(gda) = fitted.gda() {
        for class in sigmas(fitted, gda) {
            let entries = pairs(fitted).filter(|((row, _), (column, _))| row == column || !gda.is_diagonal());
            all.extend(entries.map(|((_, a), (_, b))| Quantity::cov(a, b, class)));
        }
    }
    all
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RowsCounted {
    /// Indices of rows in the data, up to the limit.
    pub rows: Vec<usize>,
    pub total: usize,
}

/// Rows of a class, and among them those in which a factor is known or has a value.
type RowCondition = (Option<usize>, Option<(usize, Option<usize>)>);

/// Returns the training rows that each quantity counts, in one pass over the data: the rows of a count, or of the numerator
/// of a probability. Empty for quantities without rows. `limit` bounds the listed rows, not the counted ones.
pub fn rows_behind(fitted: &Fitted, quantities: &[&Quantity], limit: usize) -> Vec<RowsCounted> {
    if fitted.data.sums.is_some() {
        return vec![RowsCounted::default(); quantities.len()];
    }
    let wanted: Vec<Option<RowCondition>> =
        quantities.iter().map(|quantity| wanted(fitted, quantity)).collect();
    let mut places: HashMap<RowCondition, RowsCounted, FixedState> =
        wanted.iter().flatten().map(|wanted| (*wanted, RowsCounted::default())).collect();
    let factors: BTreeSet<usize> = places.keys().filter_map(|(_, of)| of.map(|(factor, _)| factor)).collect();
    let mut take = |wanted: RowCondition, row: usize| {
        if let Some(found) = places.get_mut(&wanted) {
            found.total += 1;
            if found.rows.len() < limit {
                found.rows.push(row);
            }
        }
    };
    for row in 0..fitted.data.table.rows() {
        let Some(class) = fitted.class_of_row(row) else { continue };
        take((None, None), row);
        take((Some(class), None), row);
        for factor in &factors {
            let values = values(fitted, *factor, row);
            let known = values.first().map(|_| None);
            for value in known.into_iter().chain(values.into_iter().map(Some)) {
                [None, Some(class)].into_iter().for_each(|class| take((class, Some((*factor, value))), row));
            }
        }
    }
    let found = wanted.into_iter().zip(quantities).map(|(wanted, quantity)| match wanted {
        Some(wanted) => places.get(&wanted).cloned(),
        None => listed(fitted, quantity)
            .map(|rows| RowsCounted { total: rows.len(), rows: rows.into_iter().take(limit).collect() }),
    });
    found.map(Option::unwrap_or_default).collect()
}

/// The rows with several events, of a cell of the confusion matrix, or of the numerator of a share of such rows.
fn listed(fitted: &Fitted, quantity: &Quantity) -> Option<Vec<usize>> {
    let place = |name: Option<&Name>, of: &[Name]| {
        name.map_or(Some(None), |name| of.iter().position(|one| one == name).map(Some))
    };
    let verdicts = || fitted.verdicts()?.as_ref().ok();
    let (actual, predicted) = match quantity {
        Quantity::Matrix { actual, predicted } => (actual.as_ref(), predicted.as_ref()),
        Quantity::Quality(Quality::Precision(class) | Quality::Recall(class)) => (Some(class), Some(class)),
        Quantity::Several { of: Several::Product, .. } => return None,
        Quantity::Several { events, class, .. } => return rows_with(fitted, events, class.as_ref()).ok(),
        Quantity::Decided { actual, action } => {
            let actual = place(actual.as_ref(), &fitted.classes)?;
            let action = place(action.as_ref(), &fitted.decider.as_ref()?.actions)?;
            return verdicts()?.decided_rows(actual, action);
        }
        Quantity::Ln(inner) => return listed(fitted, inner),
        _ => return None,
    };
    let labels = verdicts()?.labels();
    verdicts()?.rows(place(actual, labels)?, place(predicted, labels)?)
}

/// The values of a factor in a row: at most one, or the distinct words of its document.
pub(super) fn values(fitted: &Fitted, at: usize, row: usize) -> Vec<usize> {
    if let Some(factor) = fitted.factors().get(at).filter(|factor| factor.is_word_counts()) {
        let occurs = |(_, column): &(usize, &usize)| fitted.data.times(row, **column) > 0;
        return factor.word_columns.iter().enumerate().filter(occurs).map(|(word, _)| word).collect();
    }
    match CaseCell::of_row(fitted, at, row, false).value {
        CaseValue::Value(value) => vec![value],
        CaseValue::Number(_) => vec![0],
        CaseValue::Words { known, .. } => known.into_iter().map(|(word, _)| word).collect(),
        CaseValue::Missing | CaseValue::Unseen => Vec::new(),
    }
}

fn wanted(fitted: &Fitted, quantity: &Quantity) -> Option<RowCondition> {
    let (class, feature, value) = match quantity {
        Quantity::Rows | Quantity::LogLik(Share::Whole) => (None, None, None),
        Quantity::Count { event: Event::Class(class), .. }
        | Quantity::Prob { event: Event::Class(class), given: None }
        | Quantity::LogLik(Share::Class(class) | Share::Together(class)) => (Some(class), None, None),
        Quantity::Cov { class, .. } | Quantity::Scatter { class, .. } => (class.as_ref(), None, None),
        Quantity::Count { event: Event::Any(feature), class }
        | Quantity::Mean { feature, class }
        | Quantity::Var { feature, class } => (class.as_ref(), Some(feature), None),
        Quantity::LogLik(Share::Feature { feature, class }) => (Some(class), Some(feature), None),
        Quantity::Prob { event: Event::Any(feature), given: None } => (None, Some(feature), None),
        Quantity::Count { event: Event::Value { feature, value }, class } => {
            (class.as_ref(), Some(feature), Some(value))
        }
        Quantity::Prob { event: Event::Value { feature, value }, given: None } => {
            (None, Some(feature), Some(value))
        }
        Quantity::Prob { event: Event::Value { feature, value }, given: Some(Event::Class(class)) } => {
            (Some(class), Some(feature), Some(value))
        }
        // Orange counts the rows of the class among those with the value.
        Quantity::Prob { event: Event::Class(class), given: Some(Event::Value { feature, value }) }
            if fitted.convention() == Convention::Orange =>
        {
            (Some(class), Some(feature), Some(value))
        }
        Quantity::Ln(inner) | Quantity::Slope(inner) => return wanted(fitted, inner),
        _ => return None,
    };
    let class = class.map_or(Some(None), |name| fitted.class(name.as_str()).map(Some))?;
    let Some(feature) = feature else { return Some((class, None)) };
    let at = fitted.feature(feature.as_str())?;
    let position = |value: &Name| Some(Some(fitted.position(fitted.factors().get(at)?, value.as_str())?));
    Some((class, Some((at, value.map_or(Some(None), position)?))))
}
