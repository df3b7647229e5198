//! What `each` repeats a formula of the catalogue for, and what `k`, `a` and `it` then stand for.

use std::hash::Hash;

use super::asked::{Asked, several, text};
use super::overlay::way_of;
use super::{bayes, gda, quality, smoothing};
use crate::math::{Event, Expr, Name, Number, Quality, Quantity, Sentence, ToSentence};

pub(super) type EachOf = fn(&Asked<'_>) -> Vec<Bound>;

pub(super) const EACH: &[(&str, EachOf)] = &[
    ("class", |asked| asked.fitted.classes.iter().map(|class| Bound::class(class).by(class)).collect()),
    ("other class", |asked| {
        let others = others(asked).into_iter();
        others.filter_map(|bound| Some(bound.by_distance(asked)?.of_class(asked))).collect()
    }),
    ("rival", |asked| others(asked).into_iter().map(|bound| bound.by_name().of_class(asked)).collect()),
    ("other Σ", others),
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

/// What `each` has bound.
#[derive(Default)]
pub(super) struct Bound {
    /// The class that `k` stands for.
    pub class: Option<Name>,
    /// The number that `a` stands for.
    pub number: Option<Number>,
    /// The quantity that `it` stands for.
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

    fn by_name(self) -> Bound {
        let way = self.class.as_ref().map_or(0, way_of);
        Bound { way, ..self }
    }

    fn by_distance(self, asked: &Asked<'_>) -> Option<Bound> {
        let distance = asked.distance_to(self.class.as_ref()?)?;
        Some(self.by(&distance))
    }

    /// With the quantity of the question, taken of the class.
    fn of_class(self, asked: &Asked<'_>) -> Bound {
        let quantity = self.class.as_ref().and_then(|class| of_class(&asked.quantity, class));
        Bound { quantity, ..self }
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

fn others(asked: &Asked<'_>) -> Vec<Bound> {
    let own = asked.class_name();
    asked.fitted.classes.iter().filter(|class| **class != own).map(Bound::class).collect()
}

/// The same quantity of another class; `None` for a quantity that is of no class.
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
