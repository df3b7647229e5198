//! One P(v | c) with the counts that a mistake can put in its place.

use num_rational::BigRational;

use super::words::{several, text};
use crate::math::{Event, Name, Number, Quantity, Sentence, ToSentence, sentence};
use crate::model::{Factor, Fitted, Form};

/// A count, or α times one.
pub(super) type Count = BigRational;

/// A whole number as a count.
pub(super) fn whole(n: u64) -> Count {
    BigRational::from_integer(n.into())
}

/// P(value | class) of a feature that is counted.
#[derive(Clone, Copy)]
pub(super) struct Cell<'a> {
    /// The model.
    pub fitted: &'a Fitted,
    /// The feature.
    pub factor: &'a Factor,
    /// Its position.
    pub at: usize,
    /// The position of the value.
    pub value: usize,
    /// The position of the class.
    pub class: usize,
}

impl<'a> Cell<'a> {
    /// The cell that a quantity is the probability of; `None` for other quantities.
    pub fn of(quantity: &Quantity, fitted: &'a Fitted) -> Option<Cell<'a>> {
        let Quantity::Prob { event: Event::Value { feature, value }, given: Some(Event::Class(class)) } =
            quantity
        else {
            return None;
        };
        let at = fitted.feature(feature.as_str())?;
        let factor = fitted.factors().get(at).filter(|factor| !factor.is_number())?;
        let value = fitted.position(factor, value.as_str())?;
        Some(Cell { fitted, factor, at, value, class: fitted.class(class.as_str())? })
    }

    /// Its address.
    pub fn quantity(&self) -> Quantity {
        Quantity::conditional(&self.factor.name, &self.value_name(), &self.class_name())
    }

    /// The name of the value.
    pub fn value_name(&self) -> Name {
        self.factor.values().get(self.value).cloned().unwrap_or_else(|| Name::new(""))
    }

    /// The name of the class.
    pub fn class_name(&self) -> Name {
        self.fitted.classes.get(self.class).cloned().unwrap_or_else(|| Name::new(""))
    }

    /// Rows of the class with the value; words, for words.
    pub fn count(&self) -> Count {
        whole(self.factor.count(self.value, self.class))
    }

    /// What the counts of the class are shared out of.
    pub fn total(&self) -> Count {
        whole(self.factor.total(self.class))
    }

    /// The same over all classes.
    pub fn all(&self) -> Count {
        whole((0..self.fitted.classes.len()).map(|class| self.factor.total(class)).sum())
    }

    /// With the value, whatever the class.
    pub fn of_value(&self) -> Count {
        whole(self.factor.count_in_all(self.value))
    }

    /// Between how many outcomes a total is shared.
    pub fn outcomes(&self) -> Count {
        whole(self.factor.outcomes() as u64)
    }

    /// α
    pub fn alpha(&self) -> Count {
        self.fitted.alpha().clone()
    }

    /// `count + α`
    pub fn above(&self) -> Count {
        self.count() + self.alpha()
    }

    /// Documents of the class with the word.
    pub fn documents(&self) -> Count {
        whole(self.factor.documents(self.value, self.class))
    }

    /// How often the word stands in the documents of the class.
    pub fn tokens(&self) -> Count {
        whole(self.factor.tokens(self.value, self.class))
    }

    /// What its counts are counts of: rows, documents or words.
    pub fn unit(&self) -> &'static str {
        unit(self.factor)
    }

    /// `3 values`: the outcomes between which a total is shared, with what they are.
    pub fn sorts(&self) -> Sentence {
        let what = match self.factor.form {
            Form::Words => "words",
            Form::Presence => "outcomes",
            _ => "values",
        };
        several(count_text(&self.outcomes()), what)
    }

    /// `(3 + 1)/9`: its count with α above the bar, and something below.
    pub fn smoothed_over(&self, below: impl ToSentence) -> Sentence {
        sentence!("({} + {})/{}", count_text(&self.count()), count_text(&self.alpha()), below)
    }
}

/// What a feature's counts are counts of.
pub(super) fn unit(factor: &Factor) -> &'static str {
    match factor.form {
        Form::Words => "words",
        Form::Presence => "documents",
        _ => "rows",
    }
}

/// A count in a sentence.
pub(super) fn count_text(count: &Count) -> Sentence {
    text(&Number::Exact(count.clone()))
}
