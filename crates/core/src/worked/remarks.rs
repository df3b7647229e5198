//! Remarks beside a posterior: what was left out and why, what made a class impossible, why a posterior is undefined, and how
//! typical the case is: the χ² tail of its squared distance in each class, and the rank of its evidence among the training rows.

use super::{Context, Defined, Posterior, Result, RowKind, Rule, WorkedError, conventions, fact, formula};
use crate::math::{Expr, Func, Name, Number, Precision, Quantity, Rank, Sentence, sentence};
use crate::model::{Case, CaseValue, Factor, FactorForm, Fitted, Prediction, Undefined, first_of};
use crate::recipe::{Convention, ExactNumber, LeftOut};
use crate::text::grouped;

#[derive(Clone, Debug, PartialEq)]
pub struct CaseWarning {
    pub about: About,
    pub text: Sentence,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum About {
    Reading,
    Missing,
    Unseen,
    Impossible,
    Tie,
    Undefined,
    Convention,
}

/// Returns the notes beside the posterior of a case.
///
/// # Errors
/// If the working fails, which no case of the model causes.
pub fn warnings(fitted: &Fitted, case: &Case, prediction: &Prediction) -> Result<Vec<CaseWarning>> {
    let mut all = Vec::new();
    let mut warn = |about, text: Sentence| all.push(CaseWarning { about, text });
    case.notes.iter().for_each(|note| warn(About::Reading, format!("{note}.").into()));
    let mut missing: Vec<String> = Vec::new();
    for (factor, cell) in fitted.factors().iter().zip(&case.cells) {
        match &cell.value {
            CaseValue::Missing => missing.push(factor.name.to_string()),
            CaseValue::Unseen => {
                let text = cell.unseen(fitted, factor).unwrap_or_default();
                warn(About::Unseen, format!("{text}.").into());
            }
            CaseValue::Words { unknown, .. } => {
                let texts = unknown_words(fitted, factor, unknown).into_iter();
                texts.for_each(|text| warn(About::Unseen, text.into()));
            }
            _ => {}
        }
    }
    if !missing.is_empty() {
        let verb = if missing.len() == 1 { "is missing, so it has" } else { "are missing, so they have" };
        warn(About::Missing, format!("{} {verb} no factor.", missing.join(", ")).into());
    }
    if let Some(text) = conventions::warning(&Context { fitted, case: Some(case) }) {
        warn(About::Convention, text.into());
    }
    if let Some(reason) = &prediction.undefined {
        warn(About::Undefined, undefined(fitted, case, reason)?);
        return Ok(all);
    }
    let zero = |class: usize| prediction.joint.get(class)?.as_ref().filter(|joint| joint.is_zero());
    let impossible: Vec<(usize, &Name)> =
        fitted.classes.iter().enumerate().filter(|(class, _)| zero(*class).is_some()).collect();
    if !impossible.is_empty() {
        let posterior = Posterior::new(fitted, case)?;
        for (class, name) in impossible {
            let kind = posterior.impossible(class);
            let cause = kind.map(|kind| cause(fitted, kind, name)).unwrap_or_default();
            warn(About::Impossible, format!("{name} has score 0: {cause}.").into());
        }
    }
    let tied = prediction.tied.iter().filter_map(|class| fitted.classes.get(*class));
    let tied: Vec<String> = tied.map(Name::to_string).collect();
    if let Some(first) = tied.first() {
        let order = match &fitted.data.resolved.recipe.classes {
            Some(_) => "the recipe's order",
            None => "the data",
        };
        let names = tied.join(" and ");
        let text =
            format!("{names} tie. If one class must be predicted, it is {first}, the first in {order}.");
        warn(About::Tie, text.into());
    }
    Ok(all)
}

/// That a value never occurs in a class, or its probability is given as 0.
fn never(fitted: &Fitted, feature: &Name, value: &Name, class: &Name) -> String {
    match fitted.data.is_given() {
        true => format!("P({feature}={value} | {class}) is 0"),
        false => format!("{feature} is never {value} in {class}"),
    }
}

fn cause(fitted: &Fitted, kind: &RowKind, class: &Name) -> String {
    let cause = match kind {
        RowKind::Value { feature, value } => never(fitted, feature, value, class),
        RowKind::Word { word, .. } => format!("the word {word} never occurs in {class}"),
        RowKind::Absent { word, .. } => format!("every document of {class} has the word {word}"),
        _ => return "its prior is 0".to_owned(),
    };
    format!("{cause}, and one factor of 0 makes the product 0")
}

/// Why the posterior is 0/0, and its value with α = 1.
fn undefined(fitted: &Fitted, case: &Case, reason: &Undefined) -> Result<Sentence> {
    let mut text = match reason {
        Undefined::UndefinedParameter { feature, class } => {
            let (factor, class) = (fitted.factors().get(*feature), fitted.classes.get(*class));
            let (factor, class) = factor.zip(class).ok_or(WorkedError::NotHere)?;
            let feature = &factor.name;
            let why = match factor.form {
                _ if fitted.convention() == Convention::Orange => format!(
                    "Orange divides by the rows with this {feature} and by the prior of {class}. One of them is 0."
                ),
                FactorForm::Words => format!(
                    "no training document of {class} has a word of the vocabulary, so its share is 0/0."
                ),
                _ => format!("no training row of {class} has a known {feature}, so its share is 0/0."),
            };
            Sentence::from(format!("The posterior is undefined: {why}"))
        }
        Undefined::ZeroEvidence => {
            let posterior = Posterior::new(fitted, case)?;
            let causes = fitted.classes.iter().enumerate();
            let causes = causes.filter_map(|(at, class)| Some((class, posterior.impossible(at)?)));
            let causes: Vec<(&Name, &RowKind)> = causes.collect();
            let first = causes.first().map(|(_, first)| *first);
            let why = match first.filter(|first| causes.iter().all(|(_, cause)| cause == first)) {
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
                    let each = causes.iter().map(|(class, kind)| match kind {
                        RowKind::Word { word, .. } => format!("{word} never occurs in {class}"),
                        RowKind::Value { feature, value } => never(fitted, feature, value, class),
                        RowKind::Absent { word, .. } => format!("{word} occurs in every document of {class}"),
                        _ => format!("{class} has prior 0"),
                    });
                    each.collect::<Vec<String>>().join(", ")
                }
            };
            format!("Every score is 0, so the posterior is 0/0 and undefined. Cause: {why}.").into()
        }
    };
    if let Ok(smoothed) = fitted.with_alpha(ExactNumber::int(1)) {
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

const WORDS: usize = 8;

/// One sentence for each reason: stop words, rare words, words not in the vocabulary.
fn unknown_words(fitted: &Fitted, factor: &Factor, words: &[(Name, u32)]) -> Vec<String> {
    let (mut stop, mut rare, mut unseen) = (Vec::new(), Vec::new(), Vec::new());
    for (word, _) in words {
        match fitted.why_left_out(factor, word) {
            Some(LeftOut::StopWord) => stop.push(word),
            Some(LeftOut::Rare(_)) => rare.push(word),
            None => unseen.push(word),
        }
    }
    let least = fitted.data.resolved.words.min_count;
    let seen_fewer = format!("seen fewer than {least} times");
    let sentences = [
        unknown(&stop, "a stop word", "stop words"),
        unknown(&rare, &seen_fewer, &seen_fewer),
        unknown(&unseen, "not in the vocabulary", "not in the vocabulary"),
    ];
    sentences.into_iter().flatten().collect()
}

fn unknown(words: &[&Name], one: &str, several: &str) -> Option<String> {
    let verb = match words.len() {
        0 => return None,
        1 => format!("is {one}, so it has"),
        _ => format!("are {several}, so they have"),
    };
    Some(format!("{} {verb} no factor.", first_of(words, WORDS, ", ")))
}

/// P(χ² > q) of a class: under a normal distribution q has a χ² distribution with as many degrees of freedom as there are
/// numbers (Johnson and Wichern, Applied Multivariate Statistical Analysis, result 4.7).
pub(super) fn tail(class: &Name, context: &Context<'_>) -> Defined {
    context.class(class)?;
    let case = context.case()?;
    let k = match context.fitted.gda() {
        Some(_) => case.numbers().len(),
        None => case.cells.iter().filter(|cell| matches!(cell.value, CaseValue::Number(_))).count(),
    };
    let k = u32::try_from(k).map_err(|_| WorkedError::NotHere)?;
    let q = Box::new(Quantity::SquaredDistance(class.clone()).into());
    formula(Rule::Tail, Expr::Call(Func::ChiSquareTail(k), q))
}

pub(super) fn ranked(rank: Rank, context: &Context<'_>) -> Defined {
    let Some(ranking) = context.fitted.rank(context.case()?) else {
        return formula(Rule::Ranked, Expr::ratio(0, 0));
    };
    let rows = match rank {
        Rank::Below => ranking.below,
        Rank::Equal => ranking.equal,
        Rank::Above => ranking.above,
    };
    fact(Rule::Ranked, rows)
}

pub(super) fn share(context: &Context<'_>) -> Defined {
    let rule = if has_document(context.case()?) { Rule::TypicalityOfDocument } else { Rule::Typicality };
    let [below, equal, above] =
        [Rank::Below, Rank::Equal, Rank::Above].map(|rank| Expr::from(Quantity::Ranked(rank)));
    formula(rule, (below.clone() + equal.clone()) / (below + equal + above))
}

/// The most training rows for ranking a case: each of them is predicted.
const RANKED: u64 = 200_000;

const LISTED: usize = 5;

/// Shares of a class beyond which a case may lie, the largest first.
const BEYOND: [(f64, &str); 4] = [(1e-4, "99.99"), (1e-3, "99.9"), (1e-2, "99"), (5e-2, "95")];

/// Describes how typical a case is: the rank of its evidence among the training rows and, for normal distributions, how far
/// out it lies in each class. Empty if neither is known.
pub fn how_typical(fitted: &Fitted, case: &Case) -> Vec<Sentence> {
    ranked_among(fitted, case).into_iter().chain(far_out(fitted, case)).collect()
}

/// The rank of the evidence; `None` for documents, whose lengths differ, and without features.
fn ranked_among(fitted: &Fitted, case: &Case) -> Option<Sentence> {
    let rows = (0..fitted.classes.len()).map(|class| fitted.class_count(class)).sum::<u64>();
    let compared = fitted.compared(case);
    if has_document(case) || !compared.contains(&true) || rows > RANKED {
        return None;
    }
    let ranking = fitted.rank(case).filter(|ranking| ranking.rows() > 0)?;
    let names = fitted.feature_names().zip(&compared).filter(|(_, has)| **has);
    let names: Vec<&str> = names.map(|(name, _)| name.as_str()).collect();
    let is_whole = names.len() == compared.len();
    let by = match names.len() {
        _ if is_whole => String::new(),
        few if few <= NAMED => format!(" on the known features ({})", names.join(", ")),
        many => format!(" on the {many} known features"),
    };
    let complete = match is_whole {
        _ if ranking.rows() == rows => "",
        true => " without missing cells",
        false => " that have them",
    };
    let [below, all] = [ranking.below, ranking.rows()].map(grouped);
    let are = |rows: u64| if rows == 1 { "is" } else { "are" };
    let of_rows = |rows: u64, how: &str| format!("{} {} {how} typical", grouped(rows), are(rows));
    let others = match ranking.equal {
        0 => format!("and {}", of_rows(ranking.above, "more")),
        equal => format!("{}, and {}", of_rows(ranking.above, "more"), of_rows(equal, "equally")),
    };
    Some(sentence!(
        "By P(x){}, {} of the {} training {}{}{} {} less typical than this case, {}.",
        by,
        below,
        all,
        if ranking.rows() == 1 { "row" } else { "rows" },
        complete,
        if fitted.weight_column().is_some() { ", each times its weight," } else { "" },
        are(ranking.below),
        others
    ))
}

fn has_document(case: &Case) -> bool {
    case.cells.iter().any(|cell| matches!(cell.value, CaseValue::Words { .. }))
}

fn far_out(fitted: &Fitted, case: &Case) -> Option<Sentence> {
    let tails = fitted.tails(case);
    let known: Vec<(f64, &Name)> =
        tails.iter().zip(&fitted.classes).filter_map(|(tail, class)| Some(((*tail)?, class))).collect();
    let largest = known.iter().map(|(tail, _)| *tail).fold(0.0, f64::max);
    if known.is_empty() {
        return None;
    }
    if let Some((_, share)) = BEYOND.iter().find(|(left, _)| largest < *left) {
        let [none, all] =
            if known.len() == 2 { ["Neither class", "both classes"] } else { ["No class", "every class"] };
        return Some(sentence!(
            "{} is close to this case: {} lies farther out than {} % of {}.",
            none,
            numbers_named(fitted, case),
            *share,
            all
        ));
    }
    if known.len() > LISTED {
        return None;
    }
    let part = |(tail, class): &(f64, &Name)| {
        sentence!("{} {}", class.to_string(), Number::Float(*tail).rounded(Precision::Share))
    };
    let parts = Sentence::join(known.iter().map(part), ", ");
    Some(sentence!("Share of each class at least as far from its mean as this case: {} (χ² of q).", parts))
}

const NAMED: usize = 3;

fn numbers_named(fitted: &Fitted, case: &Case) -> String {
    let cells = fitted.feature_names().zip(&case.cells);
    let numbers = cells.filter(|(_, cell)| matches!(cell.value, CaseValue::Number(_)));
    let named: Vec<String> = numbers.map(|(name, cell)| format!("{name}={}", cell.text)).collect();
    if named.len() > NAMED { "it".to_owned() } else { named.join(", ") }
}
