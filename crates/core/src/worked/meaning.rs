//! Descriptions of quantities in words.

use crate::math::{Assumed, Event, Name, Quality, Quantity, Rank, Several, Share};
use crate::model::{FactorForm, Fitted};
use crate::recipe::Convention;
use crate::text::listed;

pub fn meaning(quantity: &Quantity, fitted: &Fitted) -> String {
    let text = match quantity {
        Quantity::Prob { event, given } => probability(event, given.as_ref(), fitted),
        Quantity::Count { event, class } => count(event, class.as_ref(), fitted),
        Quantity::Values(feature) if is_text(feature, fitted).is_some() => {
            format!("different words in the vocabulary of {feature}")
        }
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
        Quantity::Correlation { a, b, class } => format!("the correlation of {a} and {b}{}", within(class)),
        Quantity::Cumulated { event, class: None } => {
            format!("the probability of {event} or a class before it")
        }
        Quantity::Cumulated { event, class } => {
            format!("the probability of {event} or a value before it{}", within(class))
        }
        Quantity::Cholesky { a, b, class } => {
            format!("the entry of L for {a} and {b}, where Σ = L Lᵀ{}", within(class))
        }
        Quantity::Draw { feature, class, .. } => format!("the drawn {feature}{}", within(class)),
        Quantity::Discriminant(class) => format!("the linear discriminant of {class} at the case"),
        Quantity::Difference { feature, class } => format!("how far {feature} is from its mean in {class}"),
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
        Quantity::Density { event: Event::Value { feature, value }, given: Some(class) } => {
            format!("the density of {class} at {feature} = {value}")
        }
        Quantity::Theta { feature, class } => {
            let weight = feature.as_ref().map(|feature| format!("the weight of {feature}"));
            let of = class.as_ref().map(|class| format!(" in the discriminant of {class}"));
            weight.unwrap_or_else(|| "the intercept θ₀".into()) + &of.unwrap_or_default()
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
            let of = within(class);
            format!("the sum of the products of the distances of {a} and {b} from their means{of}")
        }
        Quantity::Odds { class, against, of_case } => {
            let of = if *of_case { "for this case" } else { "before the case is known" };
            format!("the odds of {class} against {} {of}", other(against))
        }
        Quantity::Ratio { feature, class, against } => {
            format!("the factor of {feature} in the odds of {class} against {}", other(against))
        }
        Quantity::Crossing { feature, class, against, .. } => {
            format!("the {feature} at which {class} and {against} are equally likely")
        }
        Quantity::Matrix { actual, predicted } => match (actual, predicted) {
            (Some(actual), Some(predicted)) => format!("rows of {actual} predicted {predicted}"),
            (None, Some(predicted)) => format!("rows predicted {predicted}"),
            (Some(actual), None) => format!("rows of {actual}"),
            (None, None) => "all test rows".into(),
        },
        Quantity::Quality(quality) => match quality {
            Quality::Accuracy => "the share of rows predicted right".into(),
            Quality::BalancedAccuracy => "the mean of the recalls".into(),
            Quality::MacroF1 => "the mean of the classes’ F1".into(),
            Quality::LogLoss => "the mean of −ln P(actual class | x)".into(),
            Quality::Brier => "the mean squared distance of the posteriors from the actual classes".into(),
            Quality::MeanCost => "the mean cost of the chosen actions".into(),
            Quality::Precision(class) => format!("of the rows predicted {class}, the share that are {class}"),
            Quality::Recall(class) => format!("of the rows of {class}, the share predicted {class}"),
            Quality::F1(class) => format!("the harmonic mean of precision and recall of {class}"),
            Quality::Area(class) => format!("the area under the ROC curve of {class}"),
        },
        Quantity::Decided { actual, action } => {
            let rows = actual.as_ref().map(|class| format!("rows of {class}"));
            let rows = rows.unwrap_or_else(|| if action.is_some() { "rows" } else { "all rows" }.into());
            let action = action.as_ref().map_or("an action".to_owned(), ToString::to_string);
            format!("{rows} for which {action} is chosen")
        }
        Quantity::Cost { action, class: Some(class) } => {
            format!("the cost of {action} in class {}", named(class, fitted))
        }
        Quantity::Cost { action, class: None } => format!("the expected cost of {action}"),
        Quantity::Several { of, events, class } => several(*of, events, class),
        Quantity::Parameters(Assumed::Naive) => "the free parameters under the naive assumption".into(),
        Quantity::Parameters(Assumed::Joint) => {
            "the free parameters with a share for each combination of values".into()
        }
        Quantity::Parameters(Assumed::Shared) => "the free parameters with one Σ for all classes".into(),
        Quantity::Parameters(Assumed::Own) => "the free parameters with a Σ in each class".into(),
        Quantity::Formula(of) => {
            let parts: Vec<String> = of.quantities().iter().map(ToString::to_string).collect();
            format!("a formula with {}", listed(parts.iter().map(String::as_str)))
        }
        Quantity::Slope(of) => format!("the slope of ℓ in {of}"),
        other => other.to_string(),
    };
    let about_rows =
        matches!(quantity, Quantity::Matrix { .. } | Quantity::Quality(_) | Quantity::Decided { .. });
    match fitted.verdicts() {
        Some(Ok(verdicts)) if about_rows => format!("{text}, {}", verdicts.tested_on()),
        _ => text,
    }
}

fn probability(event: &Event, given: Option<&Event>, fitted: &Fitted) -> String {
    match (event, given) {
        (Event::Class(class), None) => format!("how common {class} is"),
        (Event::Value { feature, value }, Some(Event::Class(class))) => match is_text(feature, fitted) {
            Some(FactorForm::Presence) => format!("how often a document of {class} has the word {value}"),
            Some(_) => format!("the share of the word {value} among the words of {class}"),
            None => format!("how often {feature} is {value} in {class}"),
        },
        (Event::Value { feature, value }, None) => format!("how often {feature} is {value} in any class"),
        (Event::Class(class), Some(Event::Value { feature, value })) => match fitted.convention() {
            Convention::Orange => format!("how common {class} is where {feature} = {value}"),
            _ => format!("the posterior of {class} when only {feature} = {value} is known"),
        },
        (Event::Case, Some(Event::Class(class))) => format!("the likelihood of the case in {class}"),
        (Event::Case, None) => "the sum of the scores".into(),
        (Event::Class(class), Some(Event::Case)) => format!("the posterior of {class}"),
        _ => Quantity::Prob { event: event.clone(), given: given.cloned() }.to_string(),
    }
}

fn count(event: &Event, class: Option<&Name>, fitted: &Fitted) -> String {
    let text = event.feature().and_then(|feature| is_text(feature, fitted));
    match (event, class, text) {
        (Event::Any(_), Some(class), Some(FactorForm::Presence)) => format!("documents of {class}"),
        (Event::Any(_), None, Some(FactorForm::Presence)) => "documents".into(),
        (Event::Value { value, .. }, Some(class), Some(FactorForm::Presence)) => {
            format!("documents of {class} with the word {value}")
        }
        (Event::Any(_), Some(class), Some(_)) => format!("all words of {class}"),
        (Event::Any(_), None, Some(_)) => "all words".into(),
        (Event::Value { value, .. }, Some(class), Some(_)) => {
            format!("how often the word {value} occurs in {class}")
        }
        (Event::Class(class), None, _) => format!("rows with {}", named(class, fitted)),
        (Event::Any(feature), Some(class), None) => format!("rows of {class} with a known {feature}"),
        (Event::Any(feature), None, None) => format!("rows with a known {feature}"),
        (event, Some(class), _) => format!("rows with {event} and {}", named(class, fitted)),
        (event, None, _) => format!("rows with {event}, of any class"),
    }
}

fn several(of: Several, events: &[Event], class: &Option<Name>) -> String {
    let name = |event: &Event| match event {
        Event::Any(feature) => format!("{feature} known"),
        other => other.to_string(),
    };
    let names = |events: &[Event]| events.iter().map(name).collect::<Vec<String>>().join(" and ");
    let within = within(class);
    match (of, class) {
        (Several::Count, Some(class)) => format!("rows of {class} with {}", names(events)),
        (Several::Count, None) => format!("rows with {}", names(events)),
        (Several::Joint, _) => format!("how often {} occur together{within}", names(events)),
        (Several::WithClass, Some(class)) => {
            format!("the share of all rows that are {class} with {}", names(events))
        }
        (Several::WithClass, None) => names(events),
        (Several::Given, _) => {
            let (first, others) = events.split_at(events.len().min(1));
            format!("how often {}{within} among the rows with {}", names(first), names(others))
        }
        (Several::Product, _) => {
            format!("how often {} would occur together{within} if they were independent", names(events))
        }
    }
}

fn is_text<'a>(feature: &Name, fitted: &'a Fitted) -> Option<&'a FactorForm> {
    fitted.factor(feature.as_str()).filter(|factor| factor.is_words()).map(|factor| &factor.form)
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

fn within(class: &Option<Name>) -> String {
    class.as_ref().map(|class| format!(" in {class}")).unwrap_or_default()
}

fn other(class: &Option<Name>) -> String {
    class.as_ref().map_or("all others".to_owned(), ToString::to_string)
}
