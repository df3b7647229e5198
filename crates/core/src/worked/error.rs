//! Why a quantity has no working.

use super::quantities::nearest_quantities;
use crate::math::{Name, ParseQuantityError, Quantity};
use crate::model::{Fitted, first_of};
use crate::problem::{Problem, nearest};
use crate::text::{grouped, shown};

#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum WorkedError {
    #[error("“{}” is not a quantity: {cause}", shown(text))]
    Unreadable {
        text: String,
        /// Where parsing stops.
        cause: ParseQuantityError,
        near: Vec<Quantity>,
    },
    #[error("there is no class {0}")]
    NoClass(Name, Vec<Name>),
    #[error("the model has no feature {0}")]
    NoFeature(Name, Vec<Name>),
    /// No such value or word in the training rows: the feature, as asked, and the values.
    #[error("{0} is never {1} in the training rows")]
    NoValue(Name, Name, Vec<Name>),
    /// A bare name that is neither a class nor a value, and all classes and values.
    #[error("{0} is neither a class nor a value of the data")]
    NoName(Name, Vec<Name>),
    #[error("{name} has several meanings")]
    Several { name: Name, candidates: Vec<String> },
    #[error("x is the query, and no query was given")]
    NoCase,
    #[error("{quantity} is not a number of this model")]
    NotOfThisModel { quantity: Quantity, near: Vec<Quantity> },
    /// The same from a definition, before the quantity is added.
    #[error("it is not a number of this model")]
    NotHere,
    /// A crossing that does not exist: the feature, the two classes, and the number of crossings.
    #[error("{} and {} are equally likely at {} place{} along {}", .1, .2, .3, if *.3 == 1 { "" } else { "s" }, .0)]
    NoCrossing(Name, Name, Name, usize),
    /// A figure of the evaluation, and why the model could not be evaluated.
    #[error("the model could not be evaluated: {}", .0.what)]
    NotEvaluated(Box<Problem>),
    #[error("the recipe has no decision")]
    NoDecision,
    #[error("the model does not assume that the features are independent")]
    NotNaive,
    #[error("there is no action {0}")]
    NoAction(Name, Vec<Name>),
    /// A count of several columns in the same rows, of a column that is not a category.
    #[error("{0} cannot be counted together with other columns")]
    NoCategory(Name),
    /// A draw of a feature from the wrong number of numbers, and how many it takes.
    #[error("a draw of {} takes {} number{}", .0, .1, if *.1 == 1 { "" } else { "s" })]
    NotSoMany(Name, usize),
    #[error("{}", .0.what)]
    NoRows(Box<Problem>),
    #[error("{quantity} is not a parameter of this model: it is computed from the parameters")]
    NoParameter { quantity: Quantity, parameters: Vec<Quantity> },
    /// A case whose working would fill the memory: its number of factors, and the limit.
    #[error(
        "the working would have {} factors over all classes, and the limit is {}",
        grouped(*.0 as u64), grouped(*.1 as u64)
    )]
    TooLong(usize, usize),
    /// A definition that refers to itself under an overlay: where the circle closes.
    #[error("{0} is defined by itself")]
    Circular(Quantity),
}

impl WorkedError {
    /// The error with the quantity of the request.
    pub(super) fn of(self, asked: &Quantity) -> Self {
        match self {
            WorkedError::NotHere => WorkedError::NotOfThisModel { quantity: asked.clone(), near: Vec::new() },
            other => other,
        }
    }

    /// The error with the most similar quantities of the model.
    pub(super) fn in_model(self, fitted: &Fitted) -> Self {
        match self {
            WorkedError::NotOfThisModel { quantity, near } if near.is_empty() => {
                let near = nearest_quantities(fitted, &quantity.to_string());
                WorkedError::NotOfThisModel { quantity, near }
            }
            other => other,
        }
    }
}

impl From<WorkedError> for Problem {
    fn from(error: WorkedError) -> Self {
        let fix = match &error {
            WorkedError::NoClass(name, classes) => choose(name, classes, "the classes are"),
            WorkedError::NoFeature(name, features) => choose(name, features, "the features are"),
            WorkedError::NoValue(_, value, values) => choose(value, values, "its values are"),
            WorkedError::NoName(name, candidates) => choose(name, candidates, "there are"),
            WorkedError::Several { candidates, .. } => format!("write one of {}", candidates.join(", ")),
            WorkedError::NoDecision => {
                "pass --decision costs:well/ill=8,ill/well=1, or add [decision] to the recipe".into()
            }
            WorkedError::NotNaive => "pass --model gaussian, or another naive Bayes model".into(),
            WorkedError::NoAction(name, actions) => choose(name, actions, "the actions are"),
            WorkedError::NoCategory { .. } => "ask for categories, yes/no columns or bins; pass --bins to make bins of numbers".into(),
            WorkedError::NotSoMany(_, 1) => "write one standard normal number, such as draw(height, 0.85 | male)".into(),
            WorkedError::NotSoMany { .. } => {
                "write a standard normal number for each feature up to this one, such as draw(weight, 0.85, -0.2 | male)".into()
            }
            WorkedError::NoCase => "pass --query \"column=value,…\" or --row N".into(),
            WorkedError::NotOfThisModel { quantity: Quantity::Draw { .. }, .. } => {
                "ask for the cumulated probabilities, such as F(Yes) or F(outlook=Rain | Yes)".into()
            }
            WorkedError::NotOfThisModel { near, .. } | WorkedError::Unreadable { near, .. } => match near.as_slice() {
                [] => "write, for example, P(Yes) or score(Yes), with a class of the data".into(),
                [only] => format!("write, for example, {only}"),
                [near @ .., last] => format!("write, for example, {} or {last}", named(near)),
            },
            WorkedError::NotHere => "ask for another number".into(),
            WorkedError::NoParameter { parameters, .. } => format!(
                "pass --why with a parameter, such as {}; for the working of this number, pass --quantity",
                named(parameters)
            ),
            WorkedError::TooLong { .. } => {
                "choose fewer features, or fewer words with --min-count; use predict for posteriors without working".into()
            }
            WorkedError::Circular { .. } => "use other replacements".into(),
            WorkedError::NotEvaluated(problem) | WorkedError::NoRows(problem) => return problem.as_ref().clone(),
            WorkedError::NoCrossing(.., 0) => "ask for another feature: along this one the same class always leads".into(),
            WorkedError::NoCrossing(.., 1) => "ask for the first".into(),
            WorkedError::NoCrossing(.., found) => format!("ask for one of 1 to {found}"),
        };
        let (kind, usage) = match error {
            WorkedError::NoCase => ("missing_feature", true),
            WorkedError::TooLong { .. } => ("too_large", false),
            WorkedError::NotNaive => ("not_naive", true),
            _ => ("unknown_quantity", true),
        };
        let excerpt = match &error {
            WorkedError::Unreadable { text, cause, .. } => {
                vec![shown(text).into_owned(), format!("{}^ here", " ".repeat(cause.at))]
            }
            _ => Vec::new(),
        };
        Problem { kind, what: error.to_string(), excerpt, fix, usage, ..Problem::default() }
    }
}

fn choose(typed: &Name, names: &[Name], lead: &str) -> String {
    let list = first_of(names, 12, ", ");
    let near = nearest(typed.as_str(), names.iter().map(Name::as_str));
    let near = near.map(|near| format!("did you mean {}? ", Name::new(near))).unwrap_or_default();
    format!("{near}{lead}: {list}")
}

fn named(all: &[impl ToString]) -> String {
    all.iter().map(ToString::to_string).collect::<Vec<String>>().join(", ")
}
