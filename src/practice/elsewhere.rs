//! A wrong number that is another number of the same exercise: the prior written where the score is asked.
//!
//! This explains less than a known mistake, so it is tried last, and it is said without a tag: which slip led there is not
//! known. Nothing is said of a number that fits several others, or of one figure.

use super::carry::{Earlier, of_case};
use super::mark::{Graded, Key, Verdict};
use super::read::{Answer, Form, Near, ParsedAnswer, Places, Written};
use crate::math::{Event, Number, Quantity, Sentence, sentence};
use crate::worked::{Context, Evaluator, quantities, quantities_of_case};

/// Of more numbers than this at once it says nothing which one is meant.
const NAMED: usize = 2;

/// An exercise with more numbers than this has some that fit by chance.
const MOST: usize = 200;

/// A whole number with fewer figures is any count.
const TELLING: usize = 3;

/// What is said of an answer: where no cause is known and it is another number of the exercise, which one that is.
/// `earlier` are the lines before it.
pub(super) fn told(
    context: Context<'_>,
    asked: &Quantity,
    key: &Key,
    answer: &Answer,
    earlier: &[Earlier],
    marked: Graded,
) -> Graded {
    let is_unknown = marked.verdict == Verdict::Wrong && marked.causes.is_empty() && key.truth.is_some();
    let ParsedAnswer::Number(written) = &answer.parsed else { return marked };
    if !is_unknown || !may_be_told(written, key) {
        return marked;
    }
    let own = of_case(context, asked);
    let fitting: Vec<Quantity> = numbers(context, asked)
        .into_iter()
        .filter(|(quantity, value)| of_case(context, quantity) != own && is(written, value))
        .map(|(quantity, _)| quantity)
        .collect();
    if fitting.is_empty() || fitting.len() > NAMED {
        return marked;
    }
    let line = |quantity: &Quantity| {
        let same = |line: &&Earlier| !line.is_wrong && line.quantity == of_case(context, quantity);
        let line = earlier.iter().find(same).map(|line| sentence!(", your line {}", line.number));
        // By its address, as what is asked is called.
        sentence!("{}{}", quantity.to_string(), line.unwrap_or_default())
    };
    let names: Vec<Sentence> = fitting.iter().map(line).collect();
    let both = if names.len() > 1 { "both " } else { "" };
    let message =
        sentence!("{} is {}{}; {} is asked.", written.named(), both, Sentence::join(&names, " and "), key.of);
    Graded { message, ..marked }
}

/// Whether a number is written with enough figures to be told from others.
fn may_be_told(written: &Written, key: &Key) -> bool {
    let whole = Places::of_whole(&written.value);
    match &written.form {
        Form::Decimal(places) => places.figures >= key.policy.figures,
        _ => whole.is_none_or(|whole| whole.figures >= TELLING),
    }
}

fn is(written: &Written, value: &Number) -> bool {
    let Some(near) = Near::of(value).filter(|near| !near.is_degenerate()) else { return false };
    let rounds = matches!(&written.form, Form::Decimal(places) if near.rounds_to(&written.value, places));
    rounds || near.is(&written.value)
}

/// The numbers of the exercise that have a value, each once. Where the logarithm is asked, those of the others too.
fn numbers(context: Context<'_>, asked: &Quantity) -> Vec<(Quantity, Number)> {
    let mut all = asked_for(context);
    if let Quantity::Ln(inner) = asked {
        all.push(inner.as_ref().clone());
        all.extend(all.clone().into_iter().map(Quantity::ln));
    }
    if all.len() > MOST {
        return Vec::new();
    }
    let mut evaluator = Evaluator::new(context, Vec::new());
    let mut found: Vec<(Quantity, Number)> = Vec::new();
    for quantity in all {
        if found.iter().any(|(known, _)| *known == quantity) {
            continue;
        }
        if let Ok(Some(value)) = evaluator.value(&quantity) {
            found.push((quantity, value));
        }
    }
    found
}

/// The numbers of the model and of the case that an exercise asks for, each once; no counts, and nothing of ℓ.
fn asked_for(context: Context<'_>) -> Vec<Quantity> {
    let fitted = context.fitted;
    let terms = context.terms().unwrap_or_default();
    let mut all = quantities(fitted);
    for term in &terms {
        all.extend(fitted.classes.iter().map(|class| term.quantity(class)));
    }
    all.extend(context.case.iter().flat_map(|case| quantities_of_case(fitted, case)));
    all.retain(|quantity| match quantity {
        // The likelihood of one factor is that factor.
        Quantity::Prob { event: Event::Case, given: Some(_) } => terms.len() > 1,
        // Of a value that is not the case's, only the conditionals stand in a table of parameters.
        Quantity::Prob { event: Event::Value { feature, value }, given: None } => {
            terms.iter().any(|term| term.feature == *feature && term.value == *value)
        }
        Quantity::Prob { event: Event::Class(_), given: Some(Event::Value { .. }) } => false,
        Quantity::Prob { .. }
        | Quantity::Score(_)
        | Quantity::Mean { .. }
        | Quantity::Var { .. }
        | Quantity::Density { .. }
        | Quantity::SquaredDistance(_)
        | Quantity::Difference { .. }
        | Quantity::Solved { .. }
        | Quantity::Logit
        | Quantity::Theta { class: None, .. }
        | Quantity::Cov { .. }
        | Quantity::Det { .. } => true,
        _ => false,
    });
    let mut own: Vec<Quantity> = Vec::new();
    for quantity in all.iter().map(|quantity| of_case(context, quantity)) {
        if !own.contains(&quantity) {
            own.push(quantity);
        }
    }
    own
}
