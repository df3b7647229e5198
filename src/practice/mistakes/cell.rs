//! P(v | c) by its counts.

use super::asked::{Asked, count_text, several};
use super::smoothing::k_with_unknown;
use crate::math::{Event, Name, Number, Quantity, Sentence};
use crate::model::{Factor, FactorForm, Fitted};
use num_rational::BigRational;
use num_traits::Zero;

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

impl<'a> Cell<'a> {
    /// The cell of a P(v | c); `None` for other quantities.
    pub fn of(quantity: &Quantity, fitted: &'a Fitted) -> Option<Cell<'a>> {
        let Quantity::Prob { event: Event::Value { feature, value }, given: Some(Event::Class(class)) } =
            quantity
        else {
            return None;
        };
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

    /// Rows of the class with the value; words, for words.
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
