//! Notes beside a posterior: what was left out and why, what made a class impossible, and why a posterior is undefined.

use super::against;
use super::definition::Context;
use super::error::WorkedError;
use super::posterior::{Posterior, RowKind};
use crate::math::{Name, Number, Sentence, sentence};
use crate::model::{Case, CaseValue, Factor, Fitted, Form, Prediction, Undefined};
use crate::recipe::{Convention, LeftOut, Written};

#[derive(Clone, Debug, PartialEq)]
pub struct Warning {
    pub about: About,
    pub text: Sentence,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum About {
    Reading,
    Missing,
    /// A value or word was never seen.
    Unseen,
    /// A class has score 0.
    Impossible,
    Tie,
    Undefined,
    Convention,
}

/// Returns the notes beside the posterior of a case.
///
/// # Errors
/// If the working fails, which no case of the model causes.
pub fn warnings(fitted: &Fitted, case: &Case, prediction: &Prediction) -> Result<Vec<Warning>, WorkedError> {
    let mut all = Vec::new();
    let mut say = |about, text: String| all.push(Warning { about, text: text.into() });
    case.notes.iter().for_each(|note| say(About::Reading, format!("{note}.")));
    let mut missing: Vec<String> = Vec::new();
    for (factor, cell) in fitted.factors().iter().zip(&case.cells) {
        match &cell.value {
            CaseValue::Missing => missing.push(factor.name.to_string()),
            CaseValue::Unseen => {
                let text = cell.unseen(fitted, factor).unwrap_or_default();
                say(About::Unseen, format!("{text}."));
            }
            CaseValue::Words { unknown, .. } => {
                unknown_words(fitted, factor, unknown).into_iter().for_each(|text| say(About::Unseen, text));
            }
            _ => {}
        }
    }
    if !missing.is_empty() {
        let verb = if missing.len() == 1 { "is missing, so it has" } else { "are missing, so they have" };
        say(About::Missing, format!("{} {verb} no factor.", missing.join(", ")));
    }
    if let Some(text) = against::warning(&Context { fitted, case: Some(case) }) {
        say(About::Convention, text);
    }
    if let Some(reason) = &prediction.undefined {
        let text = undefined(fitted, case, reason)?;
        all.push(Warning { about: About::Undefined, text });
        return Ok(all);
    }
    let zero = |class: &usize| {
        prediction.joint.get(*class).and_then(Option::as_ref).is_some_and(|joint| joint.is_zero())
    };
    let impossible: Vec<usize> = (0..fitted.classes.len()).filter(zero).collect();
    if !impossible.is_empty() {
        let posterior = Posterior::new(fitted, case, &[])?;
        let name = |class: &usize| fitted.classes.get(*class).map(Name::to_string).unwrap_or_default();
        for class in &impossible {
            let cause = posterior
                .impossible(*class)
                .map(|kind| cause(fitted, kind, &name(class)))
                .unwrap_or_default();
            all.push(Warning {
                about: About::Impossible,
                text: format!("{} has score 0: {cause}.", name(class)).into(),
            });
        }
    }
    if !prediction.tied.is_empty() {
        let names: Vec<String> = prediction
            .tied
            .iter()
            .filter_map(|class| fitted.classes.get(*class))
            .map(Name::to_string)
            .collect();
        let first = names.first().cloned().unwrap_or_default();
        let order = match &fitted.data.resolved.recipe.classes {
            Some(_) => "the recipe's order",
            None => "the data",
        };
        let text = format!(
            "{} tie. If one class must be predicted, it is {first}, the first in {order}.",
            names.join(" and ")
        );
        all.push(Warning { about: About::Tie, text: text.into() });
    }
    Ok(all)
}

fn cause(fitted: &Fitted, kind: &RowKind, class: &str) -> String {
    match kind {
        RowKind::Value { feature, value } if fitted.data.is_given() => {
            format!("P({feature}={value} | {class}) is 0, and one factor of 0 makes the product 0")
        }
        RowKind::Value { feature, value } => {
            format!("{feature} is never {value} in {class}, and one factor of 0 makes the product 0")
        }
        RowKind::Word { word, .. } => {
            format!("the word {word} never occurs in {class}, and one factor of 0 makes the product 0")
        }
        RowKind::Absent { word, .. } => {
            format!("every document of {class} has the word {word}, and one factor of 0 makes the product 0")
        }
        _ => "its prior is 0".to_owned(),
    }
}

/// Why the posterior is 0/0, and its value with α = 1.
fn undefined(fitted: &Fitted, case: &Case, reason: &Undefined) -> Result<Sentence, WorkedError> {
    let text = match reason {
        Undefined::UndefinedParameter { feature, class } => {
            let factor = fitted.factors().get(*feature);
            let class = fitted.classes.get(*class).map(Name::to_string).unwrap_or_default();
            let feature = factor.map(|factor| factor.name.to_string()).unwrap_or_default();
            match factor {
                _ if fitted.convention() == Convention::Orange => format!(
                    "The posterior is undefined: Orange divides by the rows with this {feature} and by the prior of {class}. One of them is 0."
                ),
                Some(factor) if factor.form == Form::Words => format!(
                    "The posterior is undefined: no training document of {class} has a word of the vocabulary, so its share is 0/0."
                ),
                _ => format!(
                    "The posterior is undefined: no training row of {class} has a known {feature}, so its share is 0/0."
                ),
            }
        }
        Undefined::ZeroEvidence => {
            let posterior = Posterior::new(fitted, case, &[])?;
            let causes: Vec<&RowKind> =
                (0..fitted.classes.len()).filter_map(|class| posterior.impossible(class)).collect();
            let shared = causes.first().filter(|first| causes.iter().all(|cause| cause == *first));
            let why = match shared {
                Some(RowKind::Word { word, .. }) => {
                    format!("the word {word} occurs in no training document of any class")
                }
                Some(RowKind::Value { feature, value }) if fitted.data.is_given() => {
                    format!("P({feature}={value} | class) is 0 for every class")
                }
                Some(RowKind::Value { feature, value }) => {
                    format!("{feature} is {value} in no training row of any class")
                }
                _ => {
                    let each = (0..fitted.classes.len()).filter_map(|class| {
                        let name = fitted.classes.get(class)?.to_string();
                        posterior.impossible(class).map(|kind| match kind {
                            RowKind::Word { word, .. } => format!("{word} never occurs in {name}"),
                            RowKind::Value { feature, value } if fitted.data.is_given() => {
                                format!("P({feature}={value} | {name}) is 0")
                            }
                            RowKind::Value { feature, value } => {
                                format!("{feature} is never {value} in {name}")
                            }
                            RowKind::Absent { word, .. } => {
                                format!("{word} occurs in every document of {name}")
                            }
                            _ => format!("{name} has prior 0"),
                        })
                    });
                    each.collect::<Vec<_>>().join(", ")
                }
            };
            format!("Every score is 0, so the posterior is 0/0 and undefined. Cause: {why}.")
        }
    };
    let mut text = Sentence::from(text);
    if let Ok(smoothed) = fitted.with_alpha(Written::int(1)) {
        let prediction = smoothed.predict(case);
        if let (Some(class), Some(posterior)) = (prediction.predicted, &prediction.posterior)
            && let (Some(name), Some(value)) = (fitted.classes.get(class), posterior.get(class))
        {
            // α smooths shares only: a prior or a λ of 0 stays 0.
            let zero = prediction.joint.iter().flatten().any(Number::is_zero);
            let other = if zero { "" } else { " no factor is 0, and" };
            let name = name.to_string();
            text.push(sentence!(" With α = 1{} P({} | x) is {}.", other, name, value.fixed(4)));
        }
    }
    Ok(text)
}

/// The most words named in one sentence.
const NAMED: usize = 8;

/// One sentence for each reason: stop words, rare words, words not in the vocabulary.
pub(super) fn unknown_words(fitted: &Fitted, factor: &Factor, words: &[(Name, u32)]) -> Vec<String> {
    let (mut stop, mut rare, mut unseen) = (Vec::new(), Vec::new(), Vec::new());
    for (word, _) in words {
        match fitted.why_left_out(factor, word) {
            Some(LeftOut::StopWord) => stop.push(word),
            Some(LeftOut::Rare(_)) => rare.push(word),
            None => unseen.push(word),
        }
    }
    let seldom = format!("seen fewer than {} times", fitted.data.resolved.words.min_count);
    let seldom = ["is ", "are "].map(|verb| format!("{verb}{seldom}"));
    let [is_rare, are_rare] = &seldom;
    let sentences = [
        sentence(&stop, "is a stop word", "are stop words"),
        sentence(&rare, is_rare, are_rare),
        sentence(&unseen, "is not in the vocabulary", "are not in the vocabulary"),
    ];
    sentences.into_iter().flatten().collect()
}

fn sentence(words: &[&Name], one: &str, several: &str) -> Option<String> {
    let named: Vec<String> = words.iter().take(NAMED).map(ToString::to_string).collect();
    let more = words.len().saturating_sub(NAMED);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    let verb = match words.len() {
        0 => return None,
        1 => format!("{one}, so it has"),
        _ => format!("{several}, so they have"),
    };
    Some(format!("{}{more} {verb} no factor.", named.join(", ")))
}
