//! How ← and →, or a typed number, change the lines that shape a model. As in `change`, each change is a new recipe.

use num_rational::BigRational;

use super::line::{self, Line};
use super::stepping::{beside, number, switched};
use super::view::alpha;
use crate::recipe::{Covariance, EventModel, Prior, Recipe, RecipeError, Variance, Vocabulary, Written};

/// The ε that ← and → step through.
const EPSILONS: [&str; 4] = ["0", "1e-9", "1e-6", "1e-3"];
/// The ridges.
const RIDGES: [&str; 4] = ["0", "1e-6", "1e-3", "0.1"];
/// The least counts.
const COUNTS: [&str; 5] = ["1", "2", "3", "5", "10"];

/// The choice before or after, on a line that shapes the model; `None` at the ends.
pub(super) fn stepped(recipe: &Recipe, line: Line, forward: bool) -> Option<Recipe> {
    let mut next = recipe.clone();
    match line {
        Line::Covariance => {
            let now = line::covariance(recipe);
            let at = Covariance::ALL.iter().position(|shape| shape.word() == now);
            next.covariance = Some(*beside(Covariance::ALL, at, forward)?);
        }
        Line::Variance => {
            let at = Variance::ALL.iter().position(|variance| *variance == recipe.variance_or_default());
            next.variance = Some(*beside(Variance::ALL, at, forward)?);
        }
        Line::Event => {
            let at = EventModel::ALL.iter().position(|event| *event == line::event(recipe));
            next.event = Some(*beside(EventModel::ALL, at, forward)?);
            next.columns.iter_mut().for_each(|choice| choice.event = None);
        }
        Line::Vocabulary => {
            let all = [Vocabulary::Training, Vocabulary::AllRows];
            let at = all.iter().position(|words| *words == line::vocabulary(recipe));
            next.vocabulary = Some(beside(&all, at, forward)?.clone());
            next.columns.iter_mut().for_each(|choice| choice.vocabulary = None);
        }
        Line::StopWords => next.stop_words = Some(switched(recipe.stop_words == Some(true), forward)?),
        // The first choice is yes, as it stands when nothing is said.
        Line::LowerCase => {
            next.lower_case = Some(!switched(!recipe.lower_case.unwrap_or(true), forward)?);
        }
        // Without a list the marks are judged by what stands beside them.
        Line::Missing => match (&recipe.missing, forward) {
            (None, true) => next.missing = Some(vec![String::new(), "?".to_owned()]),
            (Some(_), false) => next.missing = None,
            _ => return None,
        },
        Line::Epsilon => {
            let now = recipe.var_smoothing_or_default();
            next.var_smoothing = Some(number(&EPSILONS, now.value(), forward)?);
        }
        Line::Ridge => {
            let now = recipe.ridge.clone().unwrap_or_else(|| Written::int(0));
            next.ridge = Some(number(&RIDGES, now.value(), forward)?);
        }
        Line::MinCount => {
            let now = BigRational::from_integer(recipe.min_count.unwrap_or(1).into());
            next.min_count = number(&COUNTS, &now, forward)?.text().parse().ok();
        }
        _ => return None,
    }
    Some(next)
}

/// The number on a line, as it was written.
pub(super) fn number_of(recipe: &Recipe, line: Line) -> String {
    match line {
        Line::Alpha => alpha(recipe).0,
        Line::Prior => match recipe.prior_or_default() {
            Prior::Laplace(added) => added.text().to_owned(),
            _ => String::new(),
        },
        Line::Epsilon => recipe.var_smoothing_or_default().text().to_owned(),
        Line::Ridge => recipe.ridge.as_ref().map_or("0", Written::text).to_owned(),
        Line::MinCount => recipe.min_count.unwrap_or(1).to_string(),
        _ => String::new(),
    }
}

/// A typed number on the line that it is typed on.
///
/// # Errors
/// When the text is no number that the line can take.
pub(super) fn typed(recipe: &Recipe, line: Line, text: &str) -> Result<Recipe, RecipeError> {
    let number = || Written::non_negative(text, line.number().unwrap_or_default());
    let mut next = recipe.clone();
    match line {
        Line::Alpha => next.alpha = Some(number()?),
        Line::Prior => next.prior = Some(Prior::Laplace(number()?)),
        Line::Epsilon => next.var_smoothing = Some(number()?),
        Line::Ridge => next.ridge = Some(number()?),
        Line::MinCount => {
            let whole = text.trim().parse::<u64>().ok().filter(|count| (1..=1 << 53).contains(count));
            next.min_count = Some(whole.ok_or_else(|| RecipeError::BadValue {
                what: "least count of a word",
                text: text.to_owned(),
            })?);
        }
        _ => {}
    }
    Ok(next)
}
