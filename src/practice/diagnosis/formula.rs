//! A written formula, compared with its definition part by part: parts that agree are right, those that remain are
//! the slip.
//!
//!
//! Parts are matched by value, so order, unreduced fractions and computed parts make no difference. The student's own
//! earlier lines count like the right values.

use super::sheet::{Sheet, fit};
use super::{Line, SlipIn};
use crate::math::{BigOp, Expr, Name, Number, Quantity, Sentence, ToSentence, sentence};
use crate::practice::mistakes::{self, Made, frequency, list};
use crate::practice::read::{Form, Written, flatten};
use crate::worked::{Context, Variations, value_of};
use num_traits::One;
use std::collections::HashMap;
use std::sync::Arc;

pub(super) struct WrongPart {
    pub right: Vec<(Expr, Written)>,
    /// What the definition has there, and what was written: `None` if it was left out, or does not belong there.
    place: Option<Expr>,
    part: Option<Written>,
    factor: Option<(Quantity, Written)>,
}

/// The most levels of a formula, and the most parts of a product or sum, that are compared.
const DEPTH: usize = 4;
const MOST: usize = 40;

/// The only slip in the formula for a number; `None` if there are several, or if nothing else in it is right.
pub(super) fn slip(
    sheet: &mut Sheet<'_>,
    at: usize,
    figures: usize,
    of: &Quantity,
    written: &Written,
) -> Option<WrongPart> {
    let mut comparison = Comparison { sheet, at, figures };
    let definition = comparison.definition(of)?;
    comparison.inside(of, &definition, written, DEPTH).filter(|slip| !slip.right.is_empty())
}

struct Comparison<'s, 'a> {
    sheet: &'s mut Sheet<'a>,
    at: usize,
    figures: usize,
}

impl Comparison<'_, '_> {
    fn definition(&mut self, of: &Quantity) -> Option<Expr> {
        let found = self.sheet.all.definition(of).ok()??;
        let is_formula = found.general.is_none() && !matches!(found.formula, Expr::Num(_));
        is_formula.then_some(found.formula)
    }

    fn agrees(&mut self, place: &Expr, part: &Written) -> bool {
        let own = [0, 1].map(|which| self.sheet.value_of_part(self.at, which, None, false, place));
        let right = place.quantities().into_iter();
        let right = right.map(|of| (of.clone(), self.sheet.all.right(&of).ok().flatten()));
        let right: HashMap<Quantity, Option<Number>> = right.collect();
        let right = value_of(place, &|of: &Quantity| right.get(of).cloned().flatten());
        own.into_iter().chain([right]).flatten().any(|value| fit(part, &value, self.figures) > 0.0)
    }

    fn inside(&mut self, of: &Quantity, place: &Expr, part: &Written, depth: usize) -> Option<WrongPart> {
        if depth == 0 {
            return None;
        }
        match (place, &part.node) {
            (Expr::Add(places), Expr::Add(_)) => {
                let places = places.iter().map(|place| (place.clone(), true)).collect();
                let parts = part.parts().into_iter().map(|part| (part, true)).collect();
                self.matched(of, places, parts, depth)
            }
            (Expr::Frac(top, bottom), Expr::Frac(..)) => {
                let places = vec![(top.as_ref().clone(), true), (bottom.as_ref().clone(), false)];
                let parts = part.parts().into_iter().zip([true, false]).collect();
                let found = self.matched(of, places, parts, depth);
                found.or_else(|| self.matched_factors(of, place, part, depth))
            }
            (
                Expr::Mul(_) | Expr::Frac(..) | Expr::Big { op: BigOp::Product, .. },
                Expr::Mul(_) | Expr::Frac(..),
            ) => self.matched_factors(of, place, part, depth),
            _ => None,
        }
    }

    fn matched_factors(
        &mut self,
        of: &Quantity,
        place: &Expr,
        part: &Written,
        depth: usize,
    ) -> Option<WrongPart> {
        let mut places = Vec::new();
        flatten(place, true, &mut places);
        self.matched(of, places, part.factors(), depth)
    }

    /// The slip inside a wrong part, or else the whole part.
    fn deeper(&mut self, of: &Quantity, place: &Expr, part: &Written, depth: usize) -> WrongPart {
        let (own, definition) = match place {
            Expr::Of(quantity) => (quantity, self.definition(quantity)),
            other => (of, Some(other.clone())),
        };
        let found = definition.and_then(|definition| self.inside(own, &definition, part, depth - 1));
        match found {
            Some(slip) => {
                let factor = slip.factor.or_else(|| (own != of).then(|| (own.clone(), part.clone())));
                WrongPart { factor, ..slip }
            }
            None => WrongPart {
                right: Vec::new(),
                place: Some(place.clone()),
                part: Some(part.clone()),
                factor: None,
            },
        }
    }

    /// Matches parts with places, which are both above a fraction bar (`true`) or below it. One of each may remain.
    fn matched(
        &mut self,
        of: &Quantity,
        places: Vec<(Expr, bool)>,
        parts: Vec<(Written, bool)>,
        depth: usize,
    ) -> Option<WrongPart> {
        if places.len() > MOST || parts.len() > MOST {
            return None;
        }
        let mut left = parts;
        let (mut right, mut open) = (Vec::new(), Vec::new());
        for (place, above) in places {
            let found = left.iter().position(|(part, side)| *side == above && self.agrees(&place, part));
            match found {
                Some(at) => right.push((place, left.remove(at).0)),
                None => open.push((place, above)),
            }
        }
        match (open.as_slice(), left.as_slice()) {
            ([(place, above)], [(part, side)]) if above == side && !right.is_empty() => {
                let mut inner = self.deeper(of, place, part, depth);
                right.append(&mut inner.right);
                Some(WrongPart { right, ..inner })
            }
            ([(place, _)], []) if right.len() > 1 => {
                Some(WrongPart { right, place: Some(place.clone()), part: None, factor: None })
            }
            ([], [(part, _)]) if right.len() > 1 => {
                Some(WrongPart { right, place: None, part: Some(part.clone()), factor: None })
            }
            _ => None,
        }
    }
}

const LISTED: usize = 3;

impl WrongPart {
    pub fn in_words(&self, context: Context<'_>, line: &Line<'_>) -> Option<SlipIn> {
        let is_bare = matches!(line.written.form, Form::Fraction { .. });
        let slip = |tag, says| SlipIn { number: line.of.number, is_bare, tag, says };
        let check = |factor: &Quantity, part: &Written| {
            let made = cause(context, factor, part);
            let because = made.as_ref().map(|made| sentence!(" {}", made.slip.says)).unwrap_or_default();
            let says = sentence!("Check {}: you have {}.{}", factor.to_string(), part.named(), because);
            (made.map(|made| made.tag), says)
        };
        if let Some((factor, part)) = &self.factor
            && let (Some(tag), says) = check(factor, part)
        {
            return Some(slip(Some(tag), says));
        }
        let right: Vec<Sentence> = self.right.iter().take(LISTED).map(|(_, part)| part.named()).collect();
        let begin = sentence!("{} {} right", list(&right), if right.len() == 1 { "is" } else { "are" });
        let place = self.place.as_ref();
        let factor = place.and_then(factor_at);
        let operand = place.and_then(|place| operand(place, context));
        let Some(part) = &self.part else {
            let name = factor.map(|factor| factor.to_string().into());
            let name: Sentence = name.or(operand.map(|(name, _)| name))?;
            return Some(slip(None, sentence!("{}, but {} is left out.", begin, name)));
        };
        let (tag, says) = match (factor, operand) {
            (Some(factor), _) => {
                let (tag, says) = check(factor, part);
                (tag, sentence!("{}. {}", begin, says))
            }
            (None, Some((name, value))) => {
                (None, sentence!("{}; {} is {}, but you have {}.", begin, name, value, part.named()))
            }
            (None, None) if place.is_none() => {
                (None, sentence!("{}, but {} does not belong here.", begin, part.named()))
            }
            (None, None) => (None, sentence!("{}; check {}.", begin, part.named())),
        };
        Some(slip(tag, says))
    }
}

fn factor_at(place: &Expr) -> Option<&Quantity> {
    match place {
        Expr::Of(Quantity::Count { .. } | Quantity::Rows | Quantity::Alpha | Quantity::Values(_)) => None,
        Expr::Of(quantity) => Some(quantity),
        Expr::Pow(base, _) => factor_at(base),
        _ => None,
    }
}

fn operand(place: &Expr, context: Context<'_>) -> Option<(Sentence, Sentence)> {
    let values = |feature: &Name| {
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

fn cause(context: Context<'_>, of: &Quantity, part: &Written) -> Option<Arc<Made>> {
    let mut variations = Variations::new(context);
    let mut gives = |made: &Made| {
        let value = variations.under(&made.slip).value(of).ok().flatten();
        made.slip.scale == 1.0 && value.is_some_and(|value| fit(part, &value, 2) > 0.0)
    };
    let (_, _, made) = mistakes::all(context.fitted, context.case, of, true);
    let fitting = made.into_iter().filter(|made| gives(made));
    fitting.min_by(|a, b| frequency(b.tag).total_cmp(&frequency(a.tag)))
}
