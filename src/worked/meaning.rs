//! Descriptions of quantities in words.

use crate::math::{Assumed, Event, Name, Quality, Quantity, Rank, Several, Share};
use crate::model::{Factor, Fitted, Form};
use crate::recipe::Convention;
use crate::text::listed;

/// Describes a quantity in words, without its value.
pub fn meaning(quantity: &Quantity, fitted: &Fitted) -> String {
    let factor = quantity.feature().and_then(|name| fitted.factor(name.as_str()));
    let (words, documents) =
        (factor.is_some_and(Factor::is_words), factor.is_some_and(|factor| factor.form == Form::Presence));
    match quantity {
        Quantity::Prob { event: Event::Class(class), given: None } => format!("how common {class} is"),
        Quantity::Prob { event: Event::Value { value, .. }, given: Some(Event::Class(class)) }
            if documents =>
        {
            format!("how often a document of {class} has the word {value}")
        }
        Quantity::Count { event: Event::Any(_), class: Some(class) } if documents => {
            format!("documents of {class}")
        }
        Quantity::Count { event: Event::Any(_), class: None } if documents => "documents".into(),
        Quantity::Count { event: Event::Value { value, .. }, class: Some(class) } if documents => {
            format!("documents of {class} with the word {value}")
        }
        Quantity::Prob { event: Event::Value { value, .. }, given: Some(Event::Class(class)) } if words => {
            format!("the share of the word {value} among the words of {class}")
        }
        Quantity::Prob { event: Event::Value { feature, value }, given: Some(Event::Class(class)) } => {
            format!("how often {feature} is {value} in {class}")
        }
        Quantity::Prob { event: Event::Value { feature, value }, given: None } => {
            format!("how often {feature} is {value} in any class")
        }
        Quantity::Prob { event: Event::Class(class), given: Some(Event::Value { feature, value }) }
            if fitted.convention() == Convention::Orange =>
        {
            format!("how common {class} is where {feature} = {value}")
        }
        Quantity::Prob { event: Event::Class(class), given: Some(Event::Value { feature, value }) } => {
            format!("the posterior of {class} when only {feature} = {value} is known")
        }
        Quantity::Prob { event: Event::Case, given: Some(Event::Class(class)) } => {
            format!("the likelihood of the case in {class}")
        }
        Quantity::Prob { event: Event::Case, given: None } => "the sum of the scores".into(),
        Quantity::Prob { event: Event::Class(class), given: Some(Event::Case) } => {
            format!("the posterior of {class}")
        }
        Quantity::Count { event: Event::Class(class), class: None } => {
            format!("rows with {}", named(class, fitted))
        }
        Quantity::Count { event: Event::Any(_), class: Some(class) } if words => {
            format!("all words of {class}")
        }
        Quantity::Count { event: Event::Any(_), class: None } if words => "all words".into(),
        Quantity::Count { event: Event::Value { value, .. }, class: Some(class) } if words => {
            format!("how often the word {value} occurs in {class}")
        }
        Quantity::Values(feature) if words => format!("different words in the vocabulary of {feature}"),
        Quantity::Count { event: Event::Any(feature), class: Some(class) } => {
            format!("rows of {class} with a known {feature}")
        }
        Quantity::Count { event: Event::Any(feature), class: None } => format!("rows with a known {feature}"),
        Quantity::Count { event, class: Some(class) } => {
            format!("rows with {event} and {}", named(class, fitted))
        }
        Quantity::Count { event, class: None } => format!("rows with {event}, of any class"),
        Quantity::Rows => "number of training rows".into(),
        Quantity::Alpha => "smoothing".into(),
        Quantity::Values(feature) => format!("values of {feature}"),
        Quantity::Score(class) => format!("the score of {class}"),
        Quantity::Mean { feature, class: Some(class) } => format!("the mean {feature} in {class}"),
        Quantity::Var { feature, class: Some(class) } => format!("the variance of {feature} in {class}"),
        Quantity::Cov { a, b, class } if a == b => format!("the variance of {a}{}", within(class)),
        Quantity::Cov { a, b, class } => format!("the covariance of {a} and {b}{}", within(class)),
        Quantity::Det { class } => format!("the determinant of Σ{}", within(class)),
        Quantity::Inverse { a, b, class } => format!("the entry of Σ⁻¹ for {a} and {b}{}", within(class)),
        Quantity::Correlation { a, b, class } => {
            format!("the correlation of {a} and {b}{}", within(class))
        }
        Quantity::Cumulated { event, class: Some(class) } => {
            format!("the probability of {event} or a value before it in {class}")
        }
        Quantity::Cumulated { event, class: None } => {
            format!("the probability of {event} or a class before it")
        }
        Quantity::Cholesky { a, b, class } => {
            format!("the entry of L for {a} and {b}, where Σ = L Lᵀ{}", within(class))
        }
        Quantity::Draw { feature, class, .. } => format!("the drawn {feature}{}", within(class)),
        Quantity::Discriminant(class) => format!("the linear discriminant of {class} at the case"),
        Quantity::Difference { feature, class } => {
            format!("how far {feature} is from its mean in {class}")
        }
        Quantity::Solved { feature, class } => format!("the entry of Σ⁻¹(x − μ) for {feature} in {class}"),
        Quantity::Logit => "the log-odds of the second class, as a linear form".into(),
        Quantity::Sigmoid => "the posterior of the second class by the logistic function".into(),
        Quantity::Softmax(class) => format!("the posterior of {class} by the softmax of the discriminants"),
        Quantity::Tail(class) => format!("the share of {class} at least as far out as the case"),
        Quantity::Ranked(Rank::Below) => "training rows that are less probable than the case".into(),
        Quantity::Ranked(Rank::Equal) => "training rows that are as probable as the case".into(),
        Quantity::Ranked(Rank::Above) => "training rows that are more probable than the case".into(),
        Quantity::Typicality => {
            "the share of the training rows that are no more probable than the case".into()
        }
        Quantity::SquaredDistance(class) => {
            format!("the squared distance of the case from the mean of {class}")
        }
        Quantity::Density { event: Event::Case, given: Some(class) } => {
            format!("the density of {class} at the case")
        }
        Quantity::Theta { feature, class } => {
            let weight = match feature {
                None => "the intercept θ₀".to_owned(),
                Some(feature) => format!("the weight of {feature}"),
            };
            match class {
                None => weight,
                Some(class) => format!("{weight} in the discriminant of {class}"),
            }
        }
        Quantity::Density { event: Event::Value { feature, value }, given: Some(class) } => {
            format!("the density of {class} at {feature} = {value}")
        }
        Quantity::Ln(inner) => format!("the logarithm of {inner}"),
        Quantity::LogLik(Share::Whole) => "the log-likelihood of the training rows".into(),
        Quantity::LogLik(Share::Class(class)) => format!("the log-likelihood of the rows of {class}"),
        Quantity::LogLik(Share::Feature { feature, class }) => {
            format!("the part of {feature} in the log-likelihood of {class}")
        }
        Quantity::LogLik(Share::Together(class)) => {
            format!("the part of the numbers in the log-likelihood of {class}")
        }
        Quantity::Scatter { a, b, class } if a == b => {
            format!("the sum of the squared distances of {a} from the mean{}", within(class))
        }
        Quantity::Scatter { a, b, class } => {
            format!(
                "the sum of the products of the distances of {a} and {b} from their means{}",
                within(class)
            )
        }
        Quantity::Odds { class, against, of_case } => {
            let of = if *of_case { "for this case" } else { "before the case is known" };
            let against = against.as_ref().map_or("all others".to_owned(), ToString::to_string);
            format!("the odds of {class} against {against} {of}")
        }
        Quantity::Ratio { feature, class, against } => {
            let against = against.as_ref().map_or("all others".to_owned(), ToString::to_string);
            format!("the factor of {feature} in the odds of {class} against {against}")
        }
        Quantity::Crossing { feature, class, against, .. } => {
            format!("the {feature} at which {class} and {against} are equally likely")
        }
        Quantity::Matrix { actual, predicted } => {
            let what = match (actual, predicted) {
                (Some(actual), Some(predicted)) => format!("rows of {actual} predicted {predicted}"),
                (None, Some(predicted)) => format!("rows predicted {predicted}"),
                (Some(actual), None) => format!("rows of {actual}"),
                (None, None) => "all test rows".to_owned(),
            };
            on_test_rows(&what, fitted)
        }
        Quantity::Quality(quality) => {
            let what = match quality {
                Quality::Accuracy => "the share of rows predicted right".to_owned(),
                Quality::BalancedAccuracy => "the mean of the recalls".to_owned(),
                Quality::MacroF1 => "the mean of the classes’ F1".to_owned(),
                Quality::LogLoss => "the mean of −ln P(actual class | x)".to_owned(),
                Quality::Brier => {
                    "the mean squared distance of the posteriors from the actual classes".to_owned()
                }
                Quality::MeanCost => "the mean cost of the chosen actions".to_owned(),
                Quality::Precision(class) => {
                    format!("of the rows predicted {class}, the share that are {class}")
                }
                Quality::Recall(class) => {
                    format!("of the rows of {class}, the share predicted {class}")
                }
                Quality::F1(class) => format!("the harmonic mean of precision and recall of {class}"),
                Quality::Area(class) => format!("the area under the ROC curve of {class}"),
            };
            on_test_rows(&what, fitted)
        }
        Quantity::Decided { actual, action } => {
            let what = match (actual, action) {
                (Some(actual), Some(action)) => format!("rows of {actual} for which {action} is chosen"),
                (None, Some(action)) => format!("rows for which {action} is chosen"),
                (Some(actual), None) => format!("rows of {actual} for which an action is chosen"),
                (None, None) => "all rows for which an action is chosen".to_owned(),
            };
            on_test_rows(&what, fitted)
        }
        Quantity::Cost { action, class: Some(class) } => {
            format!("the cost of {action} in class {}", named(class, fitted))
        }
        Quantity::Cost { action, class: None } => format!("the expected cost of {action}"),
        Quantity::Several { of, events, class } => several(*of, events, class.as_ref()),
        Quantity::Parameters(assumed) => {
            let model = match assumed {
                Assumed::Naive => "under the naive assumption",
                Assumed::Joint => "with a share for each combination of values",
                Assumed::Shared => "with one Σ for all classes",
                Assumed::Own => "with a Σ in each class",
            };
            format!("the free parameters {model}")
        }
        Quantity::Formula(of) => {
            let parts: Vec<String> = of.quantities().iter().map(ToString::to_string).collect();
            format!("a formula with {}", listed(parts.iter().map(String::as_str)))
        }
        Quantity::Slope(of) => format!("the slope of ℓ in {of}"),
        other => other.to_string(),
    }
}

fn several(of: Several, events: &[Event], class: Option<&Name>) -> String {
    let name = |event: &Event| match event {
        Event::Any(feature) => format!("{feature} known"),
        other => other.to_string(),
    };
    let names = |events: &[Event]| events.iter().map(name).collect::<Vec<String>>().join(" and ");
    let within = within(&class.cloned());
    match of {
        Several::Count => match class {
            Some(class) => format!("rows of {class} with {}", names(events)),
            None => format!("rows with {}", names(events)),
        },
        Several::Joint => format!("how often {} occur together{within}", names(events)),
        Several::WithClass => match class {
            Some(class) => format!("the share of all rows that are {class} with {}", names(events)),
            None => names(events),
        },
        Several::Given => {
            let (first, others) = events.split_at(events.len().min(1));
            format!("how often {}{within} among the rows with {}", names(first), names(others))
        }
        Several::Product => {
            format!("how often {} would occur together{within} if they were independent", names(events))
        }
    }
}

/// A description of test rows, with the kind of test: `by 10 folds`.
fn on_test_rows(what: &str, fitted: &Fitted) -> String {
    let on = fitted.verdicts().and_then(|found| found.as_ref().ok()).map(|found| found.judged_on());
    on.map_or_else(|| what.to_owned(), |on| format!("{what}, {on}"))
}

/// The name of a class in a sentence: with its column if the class is a number or a sign.
fn named(class: &Name, fitted: &Fitted) -> String {
    let columns = fitted.data.table.columns();
    match columns.get(fitted.data.resolved.target) {
        Some(column) if !class.as_str().chars().any(char::is_alphabetic) => {
            format!("{} = {class}", column.name)
        }
        _ => class.to_string(),
    }
}

/// The class of a Σ, if each class has its own.
fn within(class: &Option<Name>) -> String {
    class.as_ref().map(|class| format!(" in {class}")).unwrap_or_default()
}
