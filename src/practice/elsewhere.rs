//! A wrong number that is another number of the same exercise: the prior written where the score is asked.
//!
//! This explains less than a known mistake, so it is tried last, and it is said without a tag: which slip led there is not
//! known. Nothing is said of a number that fits several others, or of one figure.

use super::carry::{Earlier, of_case};
use super::mark::{Key, Marked, Verdict};
use super::read::Near;
use super::read::{Answer, Form, Places, Said, Written};
use crate::math::{Event, Name, Number, Quantity};
use crate::worked::{Context, Evaluator, TermKind};

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
    marked: Marked,
) -> Marked {
    let is_unknown = marked.verdict == Verdict::Wrong && marked.causes.is_empty() && key.truth.is_some();
    let Said::Number(written) = &answer.said else { return marked };
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
        let line = earlier.iter().find(same).map(|line| format!(", your line {}", line.number));
        format!("{quantity}{}", line.unwrap_or_default())
    };
    let names: Vec<String> = fitting.iter().map(line).collect();
    let both = if names.len() > 1 { "both " } else { "" };
    let message = format!("{} is {both}{}; {} is asked.", written.named(), names.join(" and "), key.of);
    Marked { message, ..marked }
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
    let mut all = quantities(context);
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

/// What an exercise about a model and a case can ask for.
fn quantities(context: Context<'_>) -> Vec<Quantity> {
    let fitted = context.fitted;
    let classes = || fitted.classes.iter();
    let mut all: Vec<Quantity> = classes().map(Quantity::prior).collect();
    for factor in &fitted.factors {
        let name = || factor.name.clone();
        if factor.is_number() {
            all.extend(classes().map(|class| Quantity::Mean { feature: name(), class: Some(class.clone()) }));
        }
        if factor.is_gaussian() {
            all.extend(classes().map(|class| Quantity::Var { feature: name(), class: Some(class.clone()) }));
        }
        if factor.is_number() || factor.k() > MOST {
            continue;
        }
        let of = |class: &Name| {
            factor.values().iter().map(|v| Quantity::conditional(&factor.name, v, class)).collect()
        };
        all.extend(classes().flat_map(|class| -> Vec<Quantity> { of(class) }));
    }
    let terms = context.terms().unwrap_or_default();
    for term in &terms {
        all.extend(classes().map(|class| term.quantity(class)));
        if !matches!(term.kind, TermKind::Density | TermKind::Together) {
            let event = Event::Value { feature: term.feature.clone(), value: term.value.clone() };
            all.push(Quantity::Prob { event, given: None });
        }
    }
    if context.case.is_some() {
        // The likelihood of one factor is that factor.
        if terms.len() > 1 {
            all.extend(classes().map(Quantity::likelihood));
        }
        if fitted.gda.is_some() {
            all.extend(classes().map(|class| Quantity::Quadratic(class.clone())));
            all.extend(of_matrix(context));
        }
        all.extend(classes().map(Quantity::score));
        all.extend(classes().map(Quantity::posterior));
        all.push(Quantity::evidence());
    }
    let mut own: Vec<Quantity> = Vec::new();
    for quantity in all {
        let quantity = of_case(context, &quantity);
        if !own.contains(&quantity) {
            own.push(quantity);
        }
    }
    own
}

/// The entries of Σ and its determinant: of the one that all classes share, or of each class.
fn of_matrix(context: Context<'_>) -> Vec<Quantity> {
    let names: Vec<&Name> = context.fitted.factors.iter().map(|factor| &factor.name).collect();
    let one_each = context.fitted.classes.iter().cloned().map(Some);
    let mut all = Vec::new();
    for class in std::iter::once(None).chain(one_each) {
        for (at, a) in names.iter().enumerate() {
            let entry = |b: &&Name| Quantity::Cov { a: (*a).clone(), b: (*b).clone(), class: class.clone() };
            all.extend(names.iter().skip(at).map(entry));
        }
        all.push(Quantity::Det { class });
    }
    all
}
