//! Marking a decision: the class that a case is given.

use super::{Graded, Verdict};
use crate::math::{Name, Number, sentence};
use crate::model::{Case, Fitted};
use crate::practice::Near;
use crate::practice::read::{Answer, Form, ParsedAnswer};
use crate::recipe::folded;

/// Holds the name of a class against the one with the largest posterior. Of classes that tie, each is right.
pub fn mark_class(answer: &Answer, fitted: &Fitted, case: &Case) -> Graded {
    let prediction = fitted.predict(case);
    let Some(predicted) = prediction.predicted else {
        return undecided(answer);
    };
    if let Some(named) = class(answer, &fitted.classes) {
        let right = named == predicted || prediction.tied.contains(&named);
        let name = fitted.classes.get(named).map(ToString::to_string).unwrap_or_default();
        return if right {
            Graded::new(Verdict::Correct, sentence!("{} is right.", name))
        } else {
            let message = sentence!("{} is not the class with the largest posterior.", name);
            Graded::new(Verdict::Wrong, message).hinting("Compare the scores: the largest names the class.")
        };
    }
    let posterior = prediction.posterior.as_ref().and_then(|posterior| posterior.get(predicted));
    if let (ParsedAnswer::Number(written), Some(posterior)) = (&answer.said, posterior)
        && agrees(&written.value, &written.form, posterior)
    {
        let message = sentence!("{} is the right number; now name the class.", written.read_as());
        return Graded::new(Verdict::Wrong, message).because("B21");
    }
    let classes: Vec<String> = fitted.classes.iter().take(LISTED).map(Name::to_string).collect();
    let message = sentence!("This names no class; write one of {}.", classes.join(", "));
    Graded::new(Verdict::Unmarked, message)
}

/// Classes that are listed in a question.
const LISTED: usize = 12;

fn undecided(answer: &Answer) -> Graded {
    if matches!(answer.said, ParsedAnswer::Undefined) {
        return Graded::new(Verdict::Correct, "There is no decision here: the posterior is 0/0.");
    }
    let message = "No class can be named here: what the scores are divided by is 0.";
    Graded::new(Verdict::Wrong, message).hinting("Add the scores of all classes.")
}

/// The class that an answer names: as it is written, else the one that is equal without case.
fn class(answer: &Answer, classes: &[Name]) -> Option<usize> {
    let named = [answer.typed.trim(), answer.last.as_str()];
    let exact = named.iter().find_map(|text| classes.iter().position(|class| class.as_str() == *text));
    exact.or_else(|| {
        let folds = |text: &&str| {
            let mut alike = (0..).zip(classes).filter(|(_, class)| folded(class.as_str()) == folded(text));
            let only = alike.next().filter(|_| alike.next().is_none());
            only.map(|(at, _)| at)
        };
        named.iter().find_map(folds)
    })
}

fn agrees(value: &Number, form: &Form, right: &Number) -> bool {
    let Some(right) = Near::of(right) else { return false };
    right.is(value)
        || matches!(form, Form::Decimal(places) if places.figures > 1 && right.rounds_to(value, places))
}
