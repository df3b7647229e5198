//! Several columns counted in the same rows, without the naive assumption, and the product that the assumption uses instead of
//! their share.

use super::definition::{Context, Defined, Rule, fact, formula};
use super::error::WorkedError;
use super::evaluate::Evaluator;
use super::quantities::values;
use crate::math::{Event, Expr, Name, Number, Quantity, Several};
use crate::model::{Case, CaseValue, Fitted, Form};

pub(super) fn define(of: Several, events: &[Event], class: Option<&Name>, context: &Context<'_>) -> Defined {
    class.map(|class| context.class(class)).transpose()?;
    let found = rows(context.fitted, events, class)?;
    let count = || Expr::from(Quantity::several(Several::Count, events, class));
    let any = |event: &Event| event.feature().cloned().map_or(event.clone(), Event::Any);
    let share = |among: Vec<Event>, class: Option<&Name>| -> Defined {
        formula(Rule::CountedTogether, count() / total(context.fitted, &among, class)?.into())
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
fn total(fitted: &Fitted, among: &[Event], class: Option<&Name>) -> Result<Quantity, WorkedError> {
    let happen: Vec<Event> = among.iter().filter(|event| !matches!(event, Event::Any(_))).cloned().collect();
    if rows(fitted, among, class)?.len() != rows(fitted, &happen, class)?.len() {
        return Ok(Quantity::several(Several::Count, among, class));
    }
    Ok(match (happen.as_slice(), class) {
        ([], Some(class)) => Quantity::class_count(class),
        ([], None) => Quantity::Rows,
        ([event], _) => Quantity::Count { event: event.clone(), class: class.cloned() },
        (several, _) => Quantity::several(Several::Count, several, class),
    })
}

pub(super) fn rows(
    fitted: &Fitted,
    events: &[Event],
    class: Option<&Name>,
) -> Result<Vec<usize>, WorkedError> {
    let problem = fitted.data.need_rows("counting several columns together");
    problem.map_err(|problem| WorkedError::NoRows(problem.into()))?;
    let context = Context { fitted, case: None };
    let mut wanted = Vec::new();
    for event in events {
        let feature = event.feature().ok_or(WorkedError::NotHere)?;
        let at = context.feature(feature)?;
        let counted = fitted.factors().get(at);
        let counted = counted.filter(|of| matches!(of.form, Form::Categories | Form::Bins(_) | Form::Flag));
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
    let Some(events) = values.collect::<Option<Vec<Event>>>().filter(|events| events.len() > 1) else {
        return Vec::new();
    };
    if fitted.rows() > ROWS {
        return Vec::new();
    }
    let mut evaluator = Evaluator::new(Context { fitted, case: Some(case) }, Vec::new());
    let mut value = |of: Quantity| evaluator.value(&of).ok().flatten();
    let pair = |class: &Name| {
        let counted = value(Quantity::several(Several::Joint, &events, Some(class)))?;
        Some((counted, value(Quantity::likelihood(class))?))
    };
    fitted.classes.iter().map(pair).collect::<Option<_>>().unwrap_or_default()
}
