//! The naive assumption for one case, in sentences: pairs of features, the joint shares, a feature entered twice, and the
//! number of parameters.

use super::document::{Document, Role, decimal, many, plural};
use crate::math::{Assumed, Expr, Name, Number, Quantity, Sentence, Several, sentence};
use crate::model::{Case, Fitted};
use crate::text::{counted, grouped};
use crate::worked::{Correlation, Dependence, ValuePair, VocabularyParameters, WorkedError, derive};

const LISTED: usize = 10;

/// Above this posterior, a change is shown by that of another class.
const CERTAIN: f64 = 0.999;

/// The assumption compared with the training rows; the parameters for a vocabulary of `words` words, if given.
///
/// # Errors
/// If the model is not a naive Bayes model.
pub fn assumption(fitted: &Fitted, case: &Case, words: Option<u64>) -> Result<Document, WorkedError> {
    let found = Dependence::of(fitted, case)?;
    let mut out = Document::default();
    out.text(
        "Naive Bayes assumes P(x₂ | c, x₁) = P(x₂ | c): within a class, one feature says nothing about another.",
    );
    pairs(fitted, &found, &mut out);
    correlations(fitted, &found.correlations, &mut out);
    together(fitted, &found, &mut out);
    doubled(fitted, &found, &mut out);
    parameters(fitted, words, &mut out);
    Ok(out)
}

fn pairs(fitted: &Fitted, found: &Dependence, out: &mut Document) {
    out.heading("Pairs of features");
    if let Some(why) = &found.no_rows {
        return out.say(Role::Secondary, sentence!("No pairs: {}.", why.to_string()));
    }
    let counted_pairs: Vec<&ValuePair> = found.pairs.iter().filter(|pair| pair.given().is_some()).collect();
    match counted_pairs.len() {
        0 if found.pairs.is_empty() => {
            if found.correlations.is_empty() {
                out.say(Role::Secondary, "A pair needs two known values of this case.");
            }
            return;
        }
        0 => {}
        _ => out.text("Counted without smoothing; the largest difference first:"),
    }
    for pair in counted_pairs.iter().take(LISTED) {
        let Some(class) = fitted.classes.get(pair.class) else { continue };
        let [first, second] = [&pair.first, &pair.second];
        let given = Quantity::several(Several::Given, &[second.clone(), first.clone()], Some(class));
        let [together, alone] = [(pair.both, pair.first_rows), (pair.second_rows, pair.rows)]
            .map(|(some, all)| Expr::ratio(some, all));
        let difference = pair.difference();
        let size = decimal(&Number::Float(difference.abs()));
        let compared = match difference {
            0.0 => "the same".into(),
            _ if difference > 0.0 => size.and(" more"),
            _ => size.and(" less"),
        };
        out.item(sentence!("{} = {}, assumed {}: {}", given, together, alone, compared));
    }
    more(counted_pairs.len(), "pair", out);
    let never = found.pairs.len() - counted_pairs.len();
    if never > 0 {
        let have = counted(never, "pair has", "pairs have");
        out.text(format!("{have} a first value that no row of the class has."));
    }
    let (numbers, others) = fitted.factors().iter().partition::<Vec<_>, _>(|factor| factor.is_number());
    if !numbers.is_empty() && !others.is_empty() {
        out.text("A number and a category are not paired.");
    }
    if found.left_out > 0 {
        let are = counted(found.left_out, "more value of this case is", "more values of this case are");
        out.text(format!("{are} not paired."));
    }
}

fn more(all: usize, noun: &str, out: &mut Document) {
    if all > LISTED {
        out.text(format!("And {} more {noun}s.", grouped((all - LISTED) as u64)));
    }
}

fn correlations(fitted: &Fitted, found: &[Correlation], out: &mut Document) {
    if found.is_empty() {
        return;
    }
    out.text("Correlations within a class; the assumption implies 0:");
    for one in found.iter().take(LISTED) {
        let Some(class) = fitted.classes.get(one.class) else { continue };
        let value = match one.value {
            Some(value) => decimal(&Number::Float(value)),
            None => "undefined, because a column does not vary".into(),
        };
        let rows = many(one.rows, "row");
        out.item(sentence!("{} and {}, {}: {} ({})", one.first, one.second, class, value, rows));
    }
    more(found.len(), "correlation", out);
}

fn together(fitted: &Fitted, found: &Dependence, out: &mut Document) {
    if found.joint.is_empty() {
        return;
    }
    out.heading("All features together");
    for (class, (counted, product)) in fitted.classes.iter().zip(&found.joint) {
        let (of, counted) = (Quantity::likelihood(class), Expr::Num(counted.clone()));
        out.item(sentence!("{} = {} counted, {} as a product", of, counted, decimal(product)));
    }
    match &found.counted_posterior {
        None if found.joint.iter().all(|(counted, _)| counted.is_zero()) => {
            let naive = if found.posterior.is_some() { " The assumption does." } else { "" };
            out.text(format!(
                "No training row has all these values, so the counted shares give no posterior.{naive}"
            ));
        }
        None => out
            .text("A class that has all these values has prior 0, so the counted shares give no posterior."),
        Some(counted) => {
            let posteriors = fitted.classes.iter().zip(counted).enumerate().map(|(at, (class, counted))| {
                let naive = found.posterior.as_ref().and_then(|all| all.get(at));
                let naive = naive.map_or_else(|| "undefined".into(), decimal);
                let of = Quantity::posterior(class);
                sentence!("{} = {}, with the assumption {}", of, decimal(counted), naive)
            });
            out.text(sentence!("From the counted shares: {}.", Sentence::join(posteriors, "; ")));
        }
    }
}

fn doubled(fitted: &Fitted, found: &Dependence, out: &mut Document) {
    let Some(posterior) = found.posterior.as_ref().filter(|_| !found.doubled.is_empty()) else { return };
    out.heading("A feature entered twice");
    out.text("A copy of a feature adds no information, but its factor is multiplied twice:");
    let Some(first) = found.predicted else { return };
    // Of a leader that is nearly certain no change would be seen.
    let is_certain = posterior.get(first).is_some_and(|leader| leader.to_f64() > CERTAIN);
    let others = posterior.iter().enumerate().filter(|(class, _)| !is_certain || *class != first);
    let Some((at, _)) = others.max_by(|(_, a), (_, b)| a.ln().total_cmp(&b.ln())) else { return };
    for twice in found.doubled.iter().take(LISTED) {
        let numbers = twice.posterior.as_ref().and_then(|after| Some((posterior.get(at)?, after.get(at)?)));
        out.item(match (numbers, fitted.classes.get(at)) {
            (Some((before, after)), Some(class)) => {
                let of = Quantity::posterior(class);
                let text =
                    sentence!("{}: {} from {} to {}", twice.feature, of, decimal(before), decimal(after));
                match twice.leaders.as_slice() {
                    [now] if *now != first => {
                        let leader = fitted.classes.get(*now).map(Name::to_string).unwrap_or_default();
                        text.and(format!(", and {leader} leads"))
                    }
                    [_, _, ..] => text.and(", a tie"),
                    _ => text,
                }
            }
            _ => sentence!("{}: every score is 0", twice.feature),
        });
    }
    more(found.doubled.len(), "feature", out);
}

fn parameters(fitted: &Fitted, words: Option<u64>, out: &mut Document) {
    out.heading("Number of parameters");
    let count = |assumed| derive(fitted, None, &Quantity::Parameters(assumed)).ok()?.pop()?.value;
    if let Some(naive) = count(Assumed::Naive) {
        let naive = sentence!("Free parameters of this model: {}", Expr::Num(naive));
        out.item(match count(Assumed::Joint) {
            Some(joint) => sentence!("{}; without the assumption: {}.", naive, Expr::Num(joint)),
            None => sentence!("{}.", naive),
        });
    }
    let of_text = fitted.factors().iter().filter(|factor| factor.is_words());
    let own = of_text.map(|factor| factor.values().len() as u64);
    for words in own.chain(words) {
        out.item(vocabulary(VocabularyParameters { words }));
    }
}

/// `With 50,000 words, each present or absent: 50,000 parameters in each class; without the assumption 2^50000 − 1.`
fn vocabulary(of: VocabularyParameters) -> Sentence {
    let [words, parameters] = ["word", "parameter"].map(|noun| many(of.words, noun));
    let own = format!("With {words}, each present or absent: {parameters} in each class");
    let digits = match of.digits() {
        few @ ..=6 => format!(" ({})", plural(few, "digit")),
        many => format!(", a number of {} digits", grouped(many)),
    };
    sentence!("{}; without the assumption {}{}.", own, of.without(), digits)
}
