//! What would flip a decision, in words.

use super::number::decimal;
use crate::math::Name;
use crate::model::{Counterfactual, Counterfactuals, Fitted};

/// Changes that a sentence names.
const NAMED: usize = 5;

/// The change: `Wind=Weak`, `area in bin [400,800)`, `without Tokyo`.
pub fn change(flip: &Counterfactual) -> String {
    match (&flip.to, &flip.from) {
        (Some(bin), _) if flip.is_bin => format!("{} in bin {bin}", flip.feature),
        (Some(to), _) => format!("{}={}", flip.feature, Name::new(to.as_str())),
        (None, Some(word)) => format!("without {}", Name::new(word.as_str())),
        (None, None) => flip.feature.to_string(),
    }
}

/// The change and what it leads to: `Wind=Weak → Yes 0.6100`.
pub fn flip(fitted: &Fitted, flip: &Counterfactual) -> String {
    let class = |class: &usize| fitted.classes.get(*class).map(Name::to_string).unwrap_or_default();
    let value = flip.posterior.get(flip.predicted).map(decimal).unwrap_or_default();
    let winner = match flip.tied.as_slice() {
        [] => class(&flip.predicted),
        tied => format!("a tie of {} at", tied.iter().map(class).collect::<Vec<_>>().join(" and ")),
    };
    format!("{} → {winner} {value}", change(flip))
}

/// Which single changes would flip the decision, in a sentence; `None` where the case has nothing that was tried.
pub fn flips(fitted: &Fitted, flips: &Counterfactuals) -> Option<String> {
    if flips.tried == 0 {
        return None;
    }
    let only = if flips.cut { format!(" among the first {}", flips.tried) } else { String::new() };
    let told: Vec<String> = flips.found.iter().take(NAMED).map(|found| flip(fitted, found)).collect();
    let more = flips.found.len() - told.len() + flips.more;
    let more = if more > 0 { format!("; and {more} more") } else { String::new() };
    let close = match flips.undecided {
        0 => String::new(),
        1 => " One change comes too close to a tie to be told.".to_owned(),
        many => format!(" {many} changes come too close to a tie to be told."),
    };
    let said = match told.as_slice() {
        [] if flips.undecided > 0 => format!("No other single change{only} flips it."),
        [] if !fitted.is_exact() => {
            format!(
                "No single change{only} of a category, a bin or a word flips it; plain numbers are not tried."
            )
        }
        [] => format!("No single change{only} flips it."),
        [one] => format!("One change{only} that would flip it: {one}{more}."),
        several => format!("Each of these changes alone{only} would flip it: {}{more}.", several.join("; ")),
    };
    Some(if told.is_empty() { format!("{close} {said}").trim().to_owned() } else { format!("{said}{close}") })
}
