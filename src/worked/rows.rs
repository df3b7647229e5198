//! The rows of the data behind a count.

use std::collections::HashMap;

use foldhash::fast::FixedState;

use super::several;
use crate::math::{Event, Name, Quality, Quantity, Several, Share};
use crate::model::{Factor, Fitted, Form};
use crate::recipe::Convention;
use crate::table::Cells;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RowsCounted {
    /// Rows of the data, from 0, up to the limit.
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

/// The training rows that each quantity counts, in one pass over the data: the rows behind a count, the rows above the
/// bar of a probability. Empty for what counts no rows. `limit` bounds the rows that are listed, not those counted.
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

/// The rows in which several events happen, that a cell of the confusion matrix counts, or that are above the bar of a share of such rows.
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

/// A number of a row, and the weight of the row where rows have weights.
pub(super) type Weighed = (f64, Option<u64>);

pub(super) fn numbers_of(fitted: &Fitted, factor: &Factor, class: usize) -> Vec<Weighed> {
    let number = |row: &usize| Some((fitted.data.number(*row, factor.column)?.value(), fitted.weight(*row)));
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

/// The values of a factor that a row has: one at most, or the distinct words of its document.
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
