//! What is said of a formula of which all is right but one part.

use num_traits::One;

use super::chance::fit;
use super::finding::{Line, SlipIn};
use super::slots::{Odd, Slip};
use crate::math::{Event, Expr, Number, Quantity, Sentence, ToSentence, sentence};
use crate::practice::mistakes::{self, Made, frequency, list};
use crate::practice::read::{Form, Written};
use crate::worked::{Context, Variations};

/// Parts that are listed as right.
const LISTED: usize = 3;

pub(super) fn said(context: Context<'_>, line: &Line<'_>, slip: &Slip) -> Option<SlipIn> {
    let is_bare = matches!(line.written.form, Form::Fraction { .. });
    if let Some((factor, part)) = &slip.factor
        && let Some(cause) = cause(context, factor, part)
    {
        let says =
            sentence!("Look at {}, where you have {}. {}", factor.to_string(), part.named(), cause.says);
        return Some(SlipIn { number: line.number, is_bare, tag: Some(cause.tag), says });
    }
    let right: Vec<Sentence> = slip.right.iter().take(LISTED).map(|(_, part)| part.named()).collect();
    let are = if right.len() == 1 { "is" } else { "are" };
    let begin = sentence!("{} {} right", list(&right), are);
    let of_other = if slip.of == line.quantity {
        Sentence::default()
    } else {
        sentence!(" in {},", slip.of.to_string())
    };
    let (tag, says) = match &slip.odd {
        Odd::Missing { place } => {
            (left_out(place), sentence!("{}; {} is left out.", begin, name(place, context)?))
        }
        Odd::Extra { part } => (None, sentence!("{}; {} is one too many.", begin, part.named())),
        Odd::Operand { place, part } => match (factor(place), operand(place, context)) {
            (Some(factor), _) => {
                let cause = cause(context, factor, part);
                let because = cause.as_ref().map(|made| sentence!(" {}", made.says)).unwrap_or_default();
                let says = sentence!(
                    "{}; look at {}, where you have {}.{}",
                    begin,
                    factor.to_string(),
                    part.named(),
                    because
                );
                (cause.map(|made| made.tag), says)
            }
            (None, Some((name, value))) => {
                (None, sentence!("{};{} {} is {}, you have {}.", begin, of_other, name, value, part.named()))
            }
            (None, None) => (None, sentence!("{};{} look at {}.", begin, of_other, part.named())),
        },
    };
    Some(SlipIn { number: line.number, is_bare, tag, says })
}

/// The tag of a factor that is left out: the prior, or that of a feature.
fn left_out(place: &Expr) -> Option<&'static str> {
    Some(match factor(place)? {
        Quantity::Prob { event: Event::Class(_), given: None } => "B1",
        Quantity::Prob { event: Event::Value { .. }, given: Some(_) } | Quantity::Density { .. } => "B24",
        _ => return None,
    })
}

/// A number with a formula of its own, whose value is not told.
fn factor(place: &Expr) -> Option<&Quantity> {
    match place {
        Expr::Of(Quantity::Count { .. } | Quantity::Rows | Quantity::Alpha | Quantity::Values(_)) => None,
        Expr::Of(quantity) => Some(quantity),
        Expr::Pow(base, _) => factor(base),
        _ => None,
    }
}

fn name(place: &Expr, context: Context<'_>) -> Option<Sentence> {
    match factor(place) {
        Some(quantity) => Some(quantity.to_string().to_sentence()),
        None => operand(place, context).map(|(name, _)| name),
    }
}

/// What a count, α or k is called, and how much it is.
fn operand(place: &Expr, context: Context<'_>) -> Option<(Sentence, Sentence)> {
    let values = |feature: &crate::math::Name| {
        let is_words = context.fitted.factor(feature.as_str()).is_some_and(|factor| factor.is_words());
        if is_words { "V" } else { "k" }
    };
    let (name, quantity): (Sentence, &Quantity) = match place {
        Expr::Of(of @ Quantity::Values(feature)) => (values(feature).into(), of),
        Expr::Of(of @ Quantity::Alpha) => ("α".into(), of),
        Expr::Of(of @ Quantity::Rows) => ("n".into(), of),
        Expr::Of(of @ Quantity::Count { .. }) => (of.to_string().to_sentence(), of),
        // α = 1 is not written.
        Expr::Mul(parts) => match parts.as_slice() {
            [Expr::Of(Quantity::Alpha), Expr::Of(of @ Quantity::Values(feature))]
                if context.fitted.alpha().is_one() =>
            {
                (values(feature).into(), of)
            }
            _ => return None,
        },
        _ => return None,
    };
    let value = Variations::new(context).right(quantity).ok()??;
    Some((name, mistakes::text(&value)))
}

/// The most common mistake that gives what stands in the place of a number.
fn cause(context: Context<'_>, of: &Quantity, part: &Written) -> Option<std::sync::Arc<Made>> {
    let tried = mistakes::all(context.fitted, context.case, of);
    let mut variations = Variations::new(context);
    let mut gives = |made: &Made| -> Option<Number> { variations.under(made).value(of).ok()? };
    let mut fitting: Vec<std::sync::Arc<Made>> = tried
        .made
        .into_iter()
        .filter(|made| made.scale() == 1.0 && gives(made).is_some_and(|value| fit(part, &value, 2, 0) > 0.0))
        .collect();
    fitting.sort_by(|a, b| frequency(b.tag).total_cmp(&frequency(a.tag)));
    fitting.into_iter().next()
}
