//! What `each` repeats a formula of the catalogue for, and what `k`, `a` and `it` then stand for.

use std::hash::Hash;

use super::asked::{Asked, several, text};
use super::overlay::way_of;
use super::{bayes, gda, quality, smoothing};
use crate::math::{Event, Expr, Name, Number, Quality, Quantity, Sentence, ToSentence};
use num_rational::BigRational;

pub(super) type EachOf = fn(&Asked<'_>) -> Vec<Bound>;

pub(super) const EACH: &[(&str, EachOf)] = &[
    ("class", |asked| asked.fitted.classes.iter().map(|class| Bound::class(class).by(class)).collect()),
    ("other class", |asked| {
        let bound = |other: &Name| Some(Bound::class(other).by(&asked.distance_to(other)?));
        let others = others(asked).filter_map(|other| Some((other, bound(other)?)));
        others.map(|(other, bound)| Bound { quantity: of_class(&asked.quantity, other), ..bound }).collect()
    }),
    ("rival", |asked| others(asked).map(|other| Bound::class(other).by(other)).collect()),
    ("other Σ", |asked| others(asked).map(Bound::class).collect()),
    ("other α", |asked| {
        let alphas =
            [(1, 2), (2, 1), (1, 1)].map(|(top, bottom)| BigRational::new(top.into(), bottom.into()));
        let others = alphas.into_iter().filter(|alpha| alpha != asked.fitted.alpha());
        others.map(|alpha| Bound::number(Number::Exact(alpha))).collect()
    }),
    ("factor", bayes::factors),
    ("product of features", bayes::products_of_features),
    ("α of priors", smoothing::alphas_of_priors),
    ("k of a feature", smoothing::ks_of_features),
    ("number of classes", smoothing::number_of_classes),
    ("number of values in a class", smoothing::numbers_of_values),
    ("example of values in a class", smoothing::example_of_values),
    ("number of tokens", smoothing::number_of_tokens),
    ("number of words of the case", smoothing::words_of_case),
    ("number of documents", smoothing::number_of_documents),
    ("other divisor", gda::other_divisors),
    ("divisor around one mean", gda::divisors_around_one_mean),
    ("turned cell", quality::turned_cell),
    ("margin", quality::margins),
    ("other cell", quality::other_cells),
    ("other figure", quality::other_figures),
    ("other action", quality::other_actions),
];

#[derive(Default)]
pub(super) struct Bound {
    pub class: Option<Name>,
    pub number: Option<Number>,
    pub quantity: Option<Quantity>,
    pub holes: Vec<(&'static str, Sentence)>,
    /// Identifies this way to make the mistake where its position does not; see [`super::overlay::Slip`].
    pub way: u64,
}

impl Bound {
    pub fn class(class: &Name) -> Bound {
        Bound { class: Some(class.clone()), ..Bound::default() }
    }

    pub fn number(number: impl Into<Number>) -> Bound {
        Bound { number: Some(number.into()), ..Bound::default() }
    }

    pub fn quantity(quantity: Quantity) -> Bound {
        Bound { quantity: Some(quantity), ..Bound::default() }
    }

    pub fn by(self, what: &impl Hash) -> Bound {
        Bound { way: way_of(what), ..self }
    }

    pub fn value(&self, name: &str) -> Option<Expr> {
        match name {
            "a" => self.number.clone().map(Expr::Num),
            "it" => self.quantity.clone().map(Expr::Of),
            _ => None,
        }
    }

    pub fn hole(&self, asked: &Asked<'_>, hole: &str) -> Option<Sentence> {
        match hole {
            "k" => self.class.as_ref().map(ToSentence::to_sentence),
            "rows of k" => {
                let class = asked.fitted.class(self.class.as_ref()?.as_str())?;
                Some(several(asked.fitted.class_count(class), "rows"))
            }
            "a" => self.number.as_ref().map(text),
            "it" => self.quantity.as_ref().map(|quantity| asked.name(quantity).into()),
            "meaning of it" => self.quantity.as_ref().map(|quantity| quality::meant(asked, quantity).into()),
            _ => self.holes.iter().find(|(known, _)| *known == hole).map(|(_, says)| says.clone()),
        }
    }
}

pub(super) fn once(_: &Asked<'_>) -> Vec<Bound> {
    vec![Bound::default()]
}

fn others<'a>(asked: &Asked<'a>) -> impl Iterator<Item = &'a Name> {
    let own = asked.class_name();
    asked.fitted.classes.iter().filter(move |class| **class != own)
}

pub(super) fn of_class(quantity: &Quantity, other: &Name) -> Option<Quantity> {
    let mut of = quantity.clone();
    match &mut of {
        Quantity::Prob { event: Event::Class(class), given: None }
        | Quantity::Prob { given: Some(Event::Class(class)), .. }
        | Quantity::Density { given: Some(class), .. }
        | Quantity::Count { event: Event::Class(class), class: None }
        | Quantity::Count { class: Some(class), .. }
        | Quantity::Score(class)
        | Quantity::Mean { class: Some(class), .. }
        | Quantity::Var { class: Some(class), .. }
        | Quantity::Cov { class: Some(class), .. }
        | Quantity::Inverse { class: Some(class), .. }
        | Quantity::Det { class: Some(class) }
        | Quantity::SquaredDistance(class)
        | Quantity::Discriminant(class)
        | Quantity::Softmax(class)
        | Quantity::Tail(class)
        | Quantity::Difference { class, .. }
        | Quantity::Solved { class, .. }
        | Quantity::Quality(
            Quality::Precision(class) | Quality::Recall(class) | Quality::F1(class) | Quality::Area(class),
        )
        | Quantity::Theta { class: Some(class), .. } => *class = other.clone(),
        _ => return None,
    }
    Some(of)
}
