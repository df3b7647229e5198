//! A mistake as an overlay: the definitions that it replaces, and the message to the student. P(v | c) by its counts.

use super::asked::{Asked, count_text, several};
use super::smoothing::k_with_unknown;
use crate::math::{Event, Expr, Name, Number, Quantity, Sentence};
use crate::model::{Factor, FactorForm, Fitted};
use crate::worked::{CaseTerm, Context, Definition, Kinds, Overlay, Rule, multiplied};
use num_rational::BigRational;
use num_traits::Zero;
use std::hash::{DefaultHasher, Hash, Hasher};

#[derive(Clone, Debug)]
pub struct Candidate {
    /// The stable tag of the catalogue: `B4`, `S2`, `X3`.
    pub tag: &'static str,
    /// The value of the quantity under this mistake; `None` for a text or 0/0.
    pub value: Option<Number>,
    /// What the number is, in the student's own numbers, then what to do next. Never the right answer.
    pub message: Sentence,
    pub hint: Sentence,
    pub flips: Option<String>,
    /// Whether it gets full credit, with a note (X16).
    pub harmless: bool,
}

type Replace = Box<dyn Fn(&Quantity, &Definition, &Context<'_>) -> Option<Definition> + Send + Sync>;

pub(crate) struct Change {
    kinds: Kinds,
    replace: Replace,
}

impl Change {
    pub fn new(
        kinds: Kinds,
        replace: impl Fn(&Quantity, &Definition, &Context<'_>) -> Option<Definition> + Send + Sync + 'static,
    ) -> Change {
        Change { kinds, replace: Box::new(replace) }
    }

    pub fn none() -> Change {
        Change::new(Kinds::NONE, |_, _, _| None)
    }
}

pub(crate) struct Slip {
    /// The replaced definitions; `None` for an answer that is not a number.
    pub(super) change: Option<Change>,
    pub says: Sentence,
    pub scale: f64,
    pub harmless: bool,
    pub decides: bool,
    /// Identifies the way to make the mistake: the same at every quantity, so on every line of a sheet.
    pub way: u64,
}

impl Slip {
    pub(super) fn new(change: Change, says: impl Into<Sentence>) -> Slip {
        Slip { change: Some(change), says: says.into(), scale: 1.0, harmless: false, decides: true, way: 0 }
    }

    /// The same slip, identified by `what` instead of its position among the ways.
    pub fn by(self, what: &impl Hash) -> Slip {
        Slip { way: way_of(what), ..self }
    }
}

/// Identifies a way to make a mistake by what it is. Ways that their order identifies have the small numbers.
pub(super) fn way_of(what: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    what.hash(&mut hasher);
    hasher.finish() | 1 << 32
}

impl Overlay for Slip {
    fn kinds(&self) -> Kinds {
        self.change.as_ref().map_or(Kinds::NONE, |change| change.kinds)
    }

    fn replace(&self, quantity: &Quantity, right: &Definition, context: &Context<'_>) -> Option<Definition> {
        self.change.as_ref().and_then(|change| (change.replace)(quantity, right, context))
    }
}

pub(super) fn instead(right: &Definition, expr: Expr) -> Definition {
    Definition::formula(right.rule, expr)
}

/// A value instead of the right one; `None` is 0/0.
pub(super) fn taken(right: &Definition, value: Option<Number>) -> Definition {
    match value {
        Some(value) => Definition::fact(Rule::Taken, value),
        None => instead(right, Expr::ratio(0, 0)),
    }
}

fn share((top, bottom): (Count, Count)) -> Expr {
    if top.is_integer() && bottom.is_integer() {
        return Expr::ratio(top.to_integer(), bottom.to_integer());
    }
    Expr::frac(Expr::Num(Number::Exact(top)), Expr::Num(Number::Exact(bottom)))
}

pub(super) fn shares(of: impl Fn(&Cell<'_>) -> Option<(Count, Count)> + Send + Sync + 'static) -> Change {
    Change::new(Kinds::SHARE, move |quantity, right, context| {
        let cell = Cell::of(quantity, context.fitted)?;
        Some(instead(right, share(of(&cell)?)))
    })
}

pub(super) fn priors(
    of: impl Fn(&Fitted, usize) -> Option<(Count, Count)> + Send + Sync + 'static,
) -> Change {
    Change::new(Kinds::PRIOR, move |quantity, right, context| {
        let Quantity::Prob { event: Event::Class(class), given: None } = quantity else { return None };
        let class = context.fitted.class(class.as_str())?;
        Some(instead(right, share(of(context.fitted, class)?)))
    })
}

pub(super) fn products(
    of: impl Fn(&Name, &Context<'_>) -> Option<Vec<Expr>> + Send + Sync + 'static,
) -> Change {
    Change::new(Kinds::SCORE.and(Kinds::LIKELIHOOD), move |quantity, right, context| {
        let (class, prior) = match quantity {
            Quantity::Score(class) => (class, Some(Expr::Of(Quantity::prior(class)))),
            Quantity::Prob { event: Event::Case, given: Some(Event::Class(class)) } => (class, None),
            _ => return None,
        };
        let factors = of(class, context)?;
        let all: Vec<Expr> = prior.into_iter().chain(factors).collect();
        Some(instead(right, if all.is_empty() { Expr::int(1) } else { Expr::Mul(all) }))
    })
}

pub(super) fn power(factor: Expr, times: u32) -> Expr {
    if times == 1 { factor } else { Expr::pow(factor, Expr::int(times)) }
}

pub(super) fn occurring(term: &CaseTerm, class: &Name, context: &Context<'_>) -> Expr {
    power(multiplied(term, class, context), term.times)
}

pub(super) fn both(first: Change, second: Change) -> Change {
    Change::new(first.kinds.and(second.kinds), move |quantity, right, context| {
        (first.replace)(quantity, right, context).or_else(|| (second.replace)(quantity, right, context))
    })
}

pub(super) fn one(of: Quantity, value: Option<Number>) -> Change {
    Change::new(Kinds::of(&of), move |quantity, right, _| {
        (*quantity == of).then(|| taken(right, value.clone()))
    })
}

/// A count, or α times one.
pub(super) type Count = BigRational;

pub(super) fn whole(n: u64) -> Count {
    BigRational::from_integer(n.into())
}

#[derive(Clone, Copy)]
pub(super) struct Cell<'a> {
    pub fitted: &'a Fitted,
    pub factor: &'a Factor,
    pub at: usize,
    pub value: usize,
    pub class: usize,
}

pub(super) fn conditional(quantity: &Quantity) -> Option<(&Name, &Name, &Name)> {
    match quantity {
        Quantity::Prob { event: Event::Value { feature, value }, given: Some(Event::Class(class)) } => {
            Some((feature, value, class))
        }
        _ => None,
    }
}

impl<'a> Cell<'a> {
    pub fn of(quantity: &Quantity, fitted: &'a Fitted) -> Option<Cell<'a>> {
        let (feature, value, class) = conditional(quantity)?;
        let at = fitted.feature(feature.as_str())?;
        // A given factor has no counts.
        let factor = fitted.factors().get(at).filter(|factor| !factor.is_number() && !factor.is_given())?;
        let value = fitted.position(factor, value.as_str())?;
        Some(Cell { fitted, factor, at, value, class: fitted.class(class.as_str())? })
    }

    pub fn quantity(&self) -> Quantity {
        Quantity::conditional(&self.factor.name, &self.value_name(), &self.class_name())
    }

    pub fn value_name(&self) -> Name {
        self.factor.values().get(self.value).cloned().unwrap_or_else(|| Name::new(""))
    }

    pub fn class_name(&self) -> Name {
        self.fitted.classes.get(self.class).cloned().unwrap_or_else(|| Name::new(""))
    }

    pub fn count(&self) -> Count {
        whole(self.factor.count(self.value, self.class))
    }

    pub fn total(&self) -> Count {
        whole(self.factor.total(self.class))
    }

    pub fn all(&self) -> Count {
        whole((0..self.fitted.classes.len()).map(|class| self.factor.total(class)).sum())
    }

    pub fn of_value(&self) -> Count {
        whole(self.factor.count_in_all(self.value))
    }

    pub fn outcomes(&self) -> Count {
        whole(self.factor.outcomes() as u64)
    }

    pub fn alpha(&self) -> Count {
        self.fitted.alpha().clone()
    }

    pub fn sorts(&self) -> Sentence {
        let what = match self.factor.form {
            FactorForm::Words => "words",
            FactorForm::Presence => "outcomes",
            _ => "values",
        };
        several(count_text(&self.outcomes()), what)
    }

    /// The number that a formula names, unless it is one of [`SLOW`].
    pub fn number(&self, name: &str) -> Option<Number> {
        Some(Number::Exact(match name {
            "count" => self.count(),
            "total" => self.total(),
            "all" => self.all(),
            "any" => self.of_value(),
            "α" => self.alpha(),
            "α of 0" if !self.count().is_zero() => Count::zero(),
            "α of 0" => self.alpha(),
            "k" => self.outcomes(),
            "documents" => whole(self.factor.documents(self.value, self.class)),
            "documents of class" => whole(self.fitted.class_count(self.class)),
            "occurrences" => whole(self.factor.tokens(self.value, self.class)),
            "vocabulary" => whole(self.factor.k() as u64),
            "classes" => whole(self.fitted.classes.len() as u64),
            "values" => whole(values(self.fitted)),
            _ => return None,
        }))
    }
}

type OfClass = fn(&Asked<'_>, &Factor, usize) -> u64;

/// Numbers of a feature and a class that take long: sums over the values, and what needs the case.
pub(super) const SLOW: &[(&str, OfClass)] = &[
    ("words once", |_, factor, class| factor.sum(class, Factor::documents)),
    ("tokens", |_, factor, class| factor.sum(class, Factor::tokens)),
    ("values of class", |_, factor, class| factor.values_of(class) as u64),
    ("k with unknown", |asked, factor, _| k_with_unknown(asked, factor)),
];

/// Whether a feature has values, bins or flags: no words, no number.
pub(super) fn is_valued(factor: &Factor) -> bool {
    !factor.is_words() && !factor.is_number()
}

pub(super) fn values(fitted: &Fitted) -> u64 {
    fitted.factors().iter().filter(|factor| is_valued(factor)).map(|factor| factor.k() as u64).sum()
}
