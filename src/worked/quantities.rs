//! All quantities of a model, and the rows behind a count.

use super::definition::Context;
use super::several;
use crate::math::{Event, Name, Quality, Quantity, Rank, Several, Share};
use crate::model::{Case, Factor, Fitted, Form, Gda};
use crate::problem::nearest;
use crate::recipe::{Convention, folded};
use crate::table::Cells;
use foldhash::fast::FixedState;
use std::collections::HashMap;

/// Returns every number of the model without a case: priors, conditionals, marginals and their counts, the
/// log-likelihood and its slopes (for a feature with very many values, only some slopes).
pub fn quantities(fitted: &Fitted) -> Vec<Quantity> {
    let mut all = vec![Quantity::Rows, Quantity::Alpha];
    for class in &fitted.classes {
        all.push(Quantity::class_count(class));
        all.push(Quantity::prior(class));
    }
    of_likelihood(fitted, &mut all);
    if let Some(gda) = fitted.gda() {
        all.extend(together(fitted, gda));
        return all;
    }
    for factor in fitted.factors() {
        let feature = &factor.name;
        if factor.is_number() {
            all.push(Quantity::known_count(feature, None));
            for class in &fitted.classes {
                all.push(Quantity::known_count(feature, Some(class)));
                all.push(Quantity::mean(feature, class));
                all.extend(factor.is_gaussian().then(|| Quantity::var(feature, class)));
            }
            continue;
        }
        all.push(Quantity::Values(feature.clone()));
        all.push(Quantity::known_count(feature, None));
        all.extend(fitted.classes.iter().map(|class| Quantity::known_count(feature, Some(class))));
        for value in factor.values() {
            all.push(Quantity::value_count(feature, value, None));
            all.push(Quantity::Prob { event: Event::value(feature, value), given: None });
            for class in &fitted.classes {
                all.push(Quantity::value_count(feature, value, Some(class)));
                all.push(Quantity::conditional(feature, value, class));
                all.push(Quantity::class_given(class, feature, value));
            }
        }
    }
    all
}

/// Means, the entries of Σ and of its inverse, determinants, and the logistic form if there is one.
fn together(fitted: &Fitted, gda: &Gda) -> Vec<Quantity> {
    let mut all = Vec::new();
    for class in &fitted.classes {
        all.extend(fitted.feature_names().map(|name| Quantity::mean(name, class)));
    }
    for class in sigmas(fitted, gda) {
        for (at, a) in fitted.feature_names().enumerate() {
            for b in fitted.feature_names().skip(at) {
                all.push(Quantity::cov(a, b, class));
                all.push(Quantity::inverse(a, b, class));
                all.push(Quantity::correlation(a, b, class));
            }
        }
        all.push(Quantity::det(class));
    }
    if fitted.theta().is_some() {
        all.extend(thetas(fitted, None));
    }
    if gda.is_shared() {
        all.extend(fitted.classes.iter().flat_map(|class| thetas(fitted, Some(class))));
    }
    all
}

fn thetas(fitted: &Fitted, class: Option<&Name>) -> Vec<Quantity> {
    let features = fitted.feature_names().map(Some);
    std::iter::once(None).chain(features).map(|feature| Quantity::theta(feature, class)).collect()
}

/// Returns every number of a case: scores and their logarithms, likelihoods, evidence, posteriors.
pub fn quantities_of_case(fitted: &Fitted, case: &Case) -> Vec<Quantity> {
    let mut all = Vec::new();
    for class in &fitted.classes {
        if let Some(gda) = fitted.gda() {
            for feature in fitted.feature_names() {
                all.push(Quantity::difference(feature, class));
                all.push(Quantity::solved(feature, class));
            }
            if gda.is_shared() {
                all.push(Quantity::Discriminant(class.clone()));
                all.push(Quantity::Softmax(class.clone()));
            }
            all.push(Quantity::density(class));
        }
        if fitted.gda().is_some() || fitted.factors().iter().all(Factor::is_gaussian) {
            all.push(Quantity::SquaredDistance(class.clone()));
            all.push(Quantity::Tail(class.clone()));
        }
        all.push(Quantity::likelihood(class));
        all.push(Quantity::score(class));
        all.push(Quantity::score(class).ln());
        let terms = Context { fitted, case: Some(case) }.terms().unwrap_or_default();
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
    if !fitted.has_likelihood() {
        return;
    }
    all.push(Quantity::LogLik(Share::Whole));
    for class in &fitted.classes {
        all.push(Quantity::LogLik(Share::Class(class.clone())));
        if fitted.gda().is_some() {
            all.push(Quantity::LogLik(Share::Together(class.clone())));
            continue;
        }
        let share = |feature: &Name| Share::Feature { feature: feature.clone(), class: class.clone() };
        all.extend(fitted.feature_names().map(|feature| Quantity::LogLik(share(feature))));
    }
    if fitted.gda().is_some() {
        for class in fitted.classes.iter().map(Some).chain([None]) {
            for (at, a) in fitted.feature_names().enumerate() {
                all.extend(fitted.feature_names().skip(at).map(|b| Quantity::scatter(a, b, class)));
            }
        }
    }
    all.extend(parameters(fitted).into_iter().map(Quantity::slope));
}

/// Returns the parameters of a model that ℓ can be differentiated by; for a feature with very many values, some.
pub fn parameters(fitted: &Fitted) -> Vec<Quantity> {
    let mut all: Vec<Quantity> = fitted.classes.iter().map(Quantity::prior).collect();
    for (at, class) in fitted.classes.iter().enumerate() {
        if fitted.gda().is_some() {
            let mean = |name: &Name| Quantity::mean(name, class);
            all.extend(fitted.feature_names().map(mean));
        }
        for factor in fitted.factors() {
            if factor.is_number() {
                if factor.mean(at).is_some() {
                    all.push(Quantity::mean(&factor.name, class));
                }
                if factor.normal(at).is_some() {
                    all.push(Quantity::var(&factor.name, class));
                }
                continue;
            }
            let step = factor.k().div_ceil(VALUES).max(1);
            let some = factor.values().iter().step_by(step);
            all.extend(some.map(|value| Quantity::conditional(&factor.name, value, class)));
        }
    }
    if let Some(gda) = fitted.gda() {
        for class in sigmas(fitted, gda) {
            for (at, a) in fitted.feature_names().enumerate() {
                let others =
                    fitted.feature_names().skip(at).take(if gda.is_diagonal() { 1 } else { usize::MAX });
                all.extend(others.map(|b| Quantity::cov(a, b, class)));
            }
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

impl RowsCounted {
    fn of(mut rows: Vec<usize>, limit: usize) -> RowsCounted {
        let total = rows.len();
        rows.truncate(limit);
        RowsCounted { rows, total }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Wanted {
    Rows,
    Class(usize),
    Value { factor: usize, value: usize, class: Option<usize> },
    Known { factor: usize, class: Option<usize> },
}

/// Returns the training rows that each quantity counts, in one pass over the data: the rows of a count, or of the numerator
/// of a probability. Empty for quantities without rows. `limit` bounds the listed rows, not the counted ones.
pub fn rows_behind(fitted: &Fitted, quantities: &[&Quantity], limit: usize) -> Vec<RowsCounted> {
    if fitted.data.sums.is_some() {
        return vec![RowsCounted::default(); quantities.len()];
    }
    let wanted: Vec<Option<Wanted>> = quantities.iter().map(|quantity| wanted(fitted, quantity)).collect();
    let mut places: HashMap<Wanted, RowsCounted, FixedState> =
        wanted.iter().flatten().map(|wanted| (*wanted, RowsCounted::default())).collect();
    let factors: Vec<usize> = factors(&places);
    let mut take = |wanted: Wanted, row: usize| {
        if let Some(found) = places.get_mut(&wanted) {
            found.total += 1;
            if found.rows.len() < limit {
                found.rows.push(row);
            }
        }
    };
    for row in 0..fitted.data.table.rows() {
        let Some(class) = fitted.class_of_row(row) else { continue };
        take(Wanted::Rows, row);
        take(Wanted::Class(class), row);
        for factor in &factors {
            let values = values(fitted, *factor, row);
            for class in [None, Some(class)] {
                if !values.is_empty() {
                    take(Wanted::Known { factor: *factor, class }, row);
                }
                values
                    .iter()
                    .for_each(|value| take(Wanted::Value { factor: *factor, value: *value, class }, row));
            }
        }
    }
    let found = wanted.into_iter().zip(quantities).map(|(wanted, quantity)| match wanted {
        Some(wanted) => places.get(&wanted).cloned(),
        None => judged(fitted, quantity, limit),
    });
    found.map(Option::unwrap_or_default).collect()
}

/// The rows with several events, of a cell of the confusion matrix, or of the numerator of a share of such rows.
fn judged(fitted: &Fitted, quantity: &Quantity, limit: usize) -> Option<RowsCounted> {
    let (actual, predicted) = match quantity {
        Quantity::Matrix { actual, predicted } => (actual.as_ref(), predicted.as_ref()),
        Quantity::Quality(Quality::Precision(class) | Quality::Recall(class)) => (Some(class), Some(class)),
        Quantity::Several { of: Several::Product, .. } => return None,
        Quantity::Several { events, class, .. } => {
            return Some(RowsCounted::of(several::rows(fitted, events, class.as_ref()).ok()?, limit));
        }
        Quantity::Decided { actual, action } => {
            let verdicts = fitted.verdicts()?.as_ref().ok()?;
            let actions = &fitted.decider.as_ref()?.actions;
            let place = |name: &Option<Name>, of: &[Name]| match name {
                Some(name) => of.iter().position(|one| one == name).map(Some),
                None => Some(None),
            };
            let (actual, action) = (place(actual, &fitted.classes)?, place(action, actions)?);
            return Some(RowsCounted::of(verdicts.decided_rows(actual, action)?, limit));
        }
        Quantity::Ln(inner) => return judged(fitted, inner, limit),
        _ => return None,
    };
    let verdicts = fitted.verdicts()?.as_ref().ok()?;
    let place = |class: Option<&Name>| match class {
        Some(class) => verdicts.labels().iter().position(|label| label == class).map(Some),
        None => Some(None),
    };
    Some(RowsCounted::of(verdicts.rows(place(actual)?, place(predicted)?)?, limit))
}

/// A number of a row, and the weight of the row, if rows have weights.
pub(super) type Weighed = (f64, Option<u64>);

pub(super) fn numbers_of(fitted: &Fitted, factor: &Factor, class: usize) -> Vec<Weighed> {
    let number = |row: &usize| Some((fitted.data.number(*row, factor.column)?, fitted.weight(*row)));
    fitted.rows_of(class).iter().filter_map(number).collect()
}

fn factors(places: &HashMap<Wanted, RowsCounted, FixedState>) -> Vec<usize> {
    let mut factors: Vec<usize> = places
        .keys()
        .filter_map(|wanted| match wanted {
            Wanted::Value { factor, .. } | Wanted::Known { factor, .. } => Some(*factor),
            _ => None,
        })
        .collect();
    factors.sort_unstable();
    factors.dedup();
    factors
}

/// The values of a factor in a row: at most one, or the distinct words of its document.
pub(super) fn values(fitted: &Fitted, at: usize, row: usize) -> Vec<usize> {
    let Some(factor) = fitted.factors().get(at) else {
        let number = fitted.features.get(at).and_then(|feature| fitted.data.number(row, feature.column));
        return number.map(|_| 0).into_iter().collect();
    };
    if factor.is_word_counts() {
        let stands = |(_, column): &(usize, &usize)| fitted.data.times(row, **column) > 0;
        return factor.word_columns.iter().enumerate().filter(stands).map(|(word, _)| word).collect();
    }
    let Some((segment, place)) = fitted.data.table.locate(row) else { return Vec::new() };
    let Some(cells) = segment.cells.get(factor.column) else { return Vec::new() };
    let mut values: Vec<usize> = match (cells, &factor.form) {
        (Cells::Codes(_), _) => cells.code(place).and_then(|code| factor.by_code(code)).into_iter().collect(),
        (Cells::Numbers(_), Form::Bins(cuts)) => {
            cells.number(place).map(|value| cuts.bin(value)).into_iter().collect()
        }
        (Cells::Numbers(_), _) => cells.number(place).map(|_| 0).into_iter().collect(),
        (Cells::Tokens { .. }, _) => cells.tokens(place).filter_map(|word| factor.by_code(word)).collect(),
    };
    values.sort_unstable();
    values.dedup();
    values
}

fn wanted(fitted: &Fitted, quantity: &Quantity) -> Option<Wanted> {
    let class = |name: &crate::math::Name| fitted.class(name.as_str());
    let factor = |name: &crate::math::Name| fitted.feature(name.as_str());
    let (event, given) = match quantity {
        Quantity::Rows => return Some(Wanted::Rows),
        Quantity::Count { event, class } => (event, class.as_ref()),
        Quantity::Prob { event, given: None } => (event, None),
        Quantity::Prob { event: event @ Event::Value { .. }, given: Some(Event::Class(class)) } => {
            (event, Some(class))
        }
        // Orange counts the rows of the class among those with the value.
        Quantity::Prob { event: Event::Class(class), given: Some(event @ Event::Value { .. }) }
            if fitted.convention() == Convention::Orange =>
        {
            (event, Some(class))
        }
        Quantity::Cov { class: None, .. }
        | Quantity::Scatter { class: None, .. }
        | Quantity::LogLik(Share::Whole) => return Some(Wanted::Rows),
        Quantity::Cov { class: Some(name), .. }
        | Quantity::Scatter { class: Some(name), .. }
        | Quantity::LogLik(Share::Class(name) | Share::Together(name)) => {
            return class(name).map(Wanted::Class);
        }
        Quantity::LogLik(Share::Feature { feature, class: name }) => {
            return Some(Wanted::Known { factor: factor(feature)?, class: class(name) });
        }
        Quantity::Ln(inner) | Quantity::Slope(inner) => return wanted(fitted, inner),
        Quantity::Mean { feature, class: given } | Quantity::Var { feature, class: given } => {
            let class = given.as_ref().and_then(class);
            return Some(Wanted::Known { factor: factor(feature)?, class });
        }
        _ => return None,
    };
    let given = match given {
        Some(name) => Some(class(name)?),
        None => None,
    };
    match event {
        Event::Class(name) => class(name).map(Wanted::Class),
        Event::Any(feature) => Some(Wanted::Known { factor: factor(feature)?, class: given }),
        Event::Value { feature, value } => {
            let at = factor(feature)?;
            let value = fitted.position(fitted.factors().get(at)?, value.as_str())?;
            Some(Wanted::Value { factor: at, value, class: given })
        }
        Event::Case => None,
    }
}
