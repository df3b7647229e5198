//! The formulas that stand on a question sheet: those of what is asked, as the model means them.

use crate::math::{Event, Quality, Quantity};
use crate::model::{Fitted, Form, Gda};
use crate::practice::{Asked, Exercise};
use crate::recipe::Variance;

/// The formulas of what is asked, each once.
pub(super) fn reminders(exercise: &Exercise) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let fitted = &exercise.fitted;
    let smoothed = !num_traits::Zero::is_zero(fitted.alpha());
    for step in &exercise.steps {
        let line = match &step.asked {
            Asked::Name(_) => continue,
            Asked::Class => "The class is the one with the largest posterior.",
            Asked::Number(Quantity::Prob { event: Event::Class(_), given: None }) => {
                "P(class) = rows of the class / all rows, unless the conventions say otherwise."
            }
            Asked::Number(Quantity::Prob { event: Event::Class(_), given: Some(_) }) => {
                "P(class | x) = score(class) / sum of the scores of all classes."
            }
            Asked::Number(Quantity::Prob { event, given: Some(Event::Class(_)) }) => word_share(
                fitted, event, smoothed,
            )
            .unwrap_or(if smoothed {
                "P(value | class) = (count in the class + α) / (count of the class + α · number of values)."
            } else {
                "P(value | class) = count in the class / count of the class."
            }),
            Asked::Number(Quantity::Density { event: Event::Case, .. }) if fitted.gda().is_some() => {
                together(fitted)
            }
            Asked::Number(Quantity::Density { .. }) => exercise.notation.density(),
            Asked::Number(Quantity::Score(_)) => {
                "score(class) = P(class) · the product of all factors given the class."
            }
            Asked::Number(quantity) => match parameter(fitted, quantity) {
                Some(line) => line,
                None => continue,
            },
        };
        if !found.iter().any(|other| other == line) {
            found.push(line.to_owned());
        }
    }
    found
}

/// What a mean, a variance or an entry of Σ is, and what else a density is worked out from; `None` of other numbers.
fn parameter(fitted: &Fitted, quantity: &Quantity) -> Option<&'static str> {
    let unbiased = fitted.data.resolved.variance == Variance::Unbiased;
    let shared = fitted.gda().is_some_and(Gda::is_shared);
    Some(match quantity {
        Quantity::Mean { class: Some(_), .. } => {
            "mean(feature | class) = the sum of the numbers of the class / how many they are."
        }
        Quantity::Var { class: Some(_), .. } if unbiased => {
            "var(feature | class) = the sum of (x − mean)² over the class / (how many they are − 1)."
        }
        Quantity::Var { class: Some(_), .. } => {
            "var(feature | class) = the sum of (x − mean)² over the class / how many they are."
        }
        Quantity::Cov { .. } if shared && unbiased => {
            "cov(a, b) = the sum of (a − mean of a)(b − mean of b) over all rows, each with the means of its class / \
             (all rows − classes); with cov(a, a) these are the entries of Σ."
        }
        Quantity::Cov { .. } if shared => {
            "cov(a, b) = the sum of (a − mean of a)(b − mean of b) over all rows, each with the means of its class / all \
             rows; with cov(a, a) these are the entries of Σ."
        }
        Quantity::Cov { .. } if unbiased => {
            "cov(a, b | class) = the sum of (a − mean of a)(b − mean of b) over the class / (its rows − 1); with \
             cov(a, a | class) these are the entries of its Σ."
        }
        Quantity::Cov { .. } => {
            "cov(a, b | class) = the sum of (a − mean of a)(b − mean of b) over the class / its rows; with \
             cov(a, a | class) these are the entries of its Σ."
        }
        Quantity::Det { .. } => "det(Sigma) is the determinant of Σ.",
        Quantity::Inverse { .. } => "inv(a, b) is the entry of Σ⁻¹ for a and b.",
        Quantity::Difference { .. } => "diff(feature | class) = x − μ, with μ of the class.",
        Quantity::Solved { .. } => "solve(feature | class) is the entry of Σ⁻¹(x − μ) for the feature.",
        Quantity::Theta { feature: Some(_), class: None } => "θ = Σ⁻¹(μ₁ − μ₀), with 1 for the second class.",
        Quantity::Theta { feature: None, class: None } => "θ₀ = ln(P(1)/P(0)) − ½ θᵀ(μ₁ + μ₀).",
        Quantity::Logit => "z = θ₀ + θᵀx; the posterior of the second class is 1/(1 + exp(−z)).",
        Quantity::Tail(_) => {
            "tail(class) = P(χ² > q(class)), with as many degrees of freedom as there are numbers."
        }
        Quantity::Odds { of_case: true, .. } => "odds(a, b | x) = score of a / score of b.",
        Quantity::Odds { .. } => "odds(a, b) = P(a) / P(b).",
        Quantity::Ratio { against: Some(_), .. } => {
            "ratio(feature | a, b) is what the feature of the case multiplies the odds of a and b with."
        }
        Quantity::Crossing { of_case: false, .. } => {
            "cross(feature, a, b, 1) is where P(a)·p(x | a) = P(b)·p(x | b), with this feature alone; 1 is the first from the left."
        }
        Quantity::Crossing { .. } => {
            "cross(feature, a, b, 1 | x) is where a and b have the same score, with the other features as in the case; 1 is the \
             first from the left."
        }
        Quantity::Matrix { .. } => {
            "matrix(a, b) = rows of class a that are called b; * stands for any class, and matrix(*, *) for all rows."
        }
        Quantity::Quality(quality) => match quality {
            Quality::Accuracy => "accuracy = rows that are called what they are / all rows.",
            Quality::Precision(_) => {
                "precision(class) = rows of the class that are called so / all rows that are called so."
            }
            Quality::Recall(_) => "recall(class) = rows of the class that are called so / rows of the class.",
            Quality::F1(_) => "F1(class) = 2 · precision · recall / (precision + recall).",
            Quality::BalancedAccuracy => "balanced accuracy = the mean of the classes' recalls.",
            Quality::MacroF1 => "macro F1 = the mean of the classes' F1.",
            Quality::LogLoss => "log loss = the mean over the rows of −ln P(true class | x).",
            Quality::Brier => {
                "Brier = the mean over the rows of the sum over the classes of (P(class | x) − 1 if it is so, else 0)²."
            }
            Quality::MeanCost => {
                "mean cost = what the chosen actions cost in the classes of the rows, added / rows."
            }
            Quality::Area(_) => {
                "AUC(class) = of a row of the class and another row, how often the first has the greater posterior; a tie is half."
            }
        },
        Quantity::Cost { class: None, .. } => {
            "cost(action | x) = the sum over the classes of what the action costs in the class · P(class | x)."
        }
        Quantity::SquaredDistance(_) => "q(class) = (x − μ)ᵀ Σ⁻¹ (x − μ), with μ of the class.",
        _ => return None,
    })
}

/// How the probability of a word is counted, over occurrences or over documents; `None` of what is no word.
fn word_share(fitted: &Fitted, event: &Event, smoothed: bool) -> Option<&'static str> {
    let factor = event.feature().and_then(|name| fitted.factor(name.as_str()))?;
    if let Some(family) = factor.count_family() {
        return Some(family.rule);
    }
    Some(match (&factor.form, smoothed) {
        (Form::Words, true) => {
            "P(word | class) = (occurrences in the class + α) / (all words of the class + α · words of the vocabulary)."
        }
        (Form::Words, false) => "P(word | class) = occurrences in the class / all words of the class.",
        (Form::Presence, true) => {
            "P(word | class) = (documents of the class with the word + α) / (documents of the class + 2α); a word of the \
             vocabulary that is absent has the factor 1 − P(word | class)."
        }
        (Form::Presence, false) => {
            "P(word | class) = documents of the class with the word / documents of the class; a word of the vocabulary that \
             is absent has the factor 1 − P(word | class)."
        }
        _ => return None,
    })
}

/// The density of all features together.
fn together(fitted: &Fitted) -> &'static str {
    if fitted.gda().is_some_and(Gda::is_shared) {
        "p(x | class) = 1/√((2π)^d · det Σ) · exp(−½ (x − μ)ᵀ Σ⁻¹ (x − μ)), with d features, μ of the class, and one Σ that \
         all classes share."
    } else {
        "p(x | class) = 1/√((2π)^d · det Σ) · exp(−½ (x − μ)ᵀ Σ⁻¹ (x − μ)), with d features, and μ and Σ of the class."
    }
}
