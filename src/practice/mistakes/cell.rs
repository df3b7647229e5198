//! One P(v | c) with the counts that a mistake can put in its place, and numbers in sentences.

use num_rational::BigRational;

use crate::math::{Event, Name, Number, Piece, Quantity, Sentence, ToSentence, sentence};
use crate::model::{Factor, Fitted, Form};

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
    /// The cell that a quantity is the probability of; `None` for other quantities.
    pub fn of(quantity: &Quantity, fitted: &'a Fitted) -> Option<Cell<'a>> {
        let Quantity::Prob { event: Event::Value { feature, value }, given: Some(Event::Class(class)) } =
            quantity
        else {
            return None;
        };
        let at = fitted.feature(feature.as_str())?;
        // Nothing was counted of what is given.
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

    pub fn above(&self) -> Count {
        self.count() + self.alpha()
    }

    pub fn documents(&self) -> Count {
        whole(self.factor.documents(self.value, self.class))
    }

    pub fn tokens(&self) -> Count {
        whole(self.factor.tokens(self.value, self.class))
    }

    pub fn unit(&self) -> &'static str {
        self.factor.form.unit()
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

    /// `Weather=Sunny`, or the word.
    pub fn described(&self) -> Sentence {
        describe_value(self.factor, &self.value_name())
    }
}

pub(super) fn describe_value(factor: &Factor, value: &Name) -> Sentence {
    if factor.is_words() { value.to_sentence() } else { sentence!("{}={}", factor.name, value) }
}

pub(super) fn count_text(count: &Count) -> Sentence {
    text(&Number::Exact(count.clone()))
}

const FIGURES: usize = 4;

const SHORT: usize = 9;

pub(in crate::practice) fn text(number: &Number) -> Sentence {
    let fraction =
        number.to_fraction().map(|text| text.strip_suffix("/1").map(str::to_owned).unwrap_or(text));
    match fraction.filter(|text| text.chars().count() <= SHORT) {
        Some(text) => text.replace('-', "−").into(),
        None => rounded(number),
    }
}

pub(super) fn rounded(number: &Number) -> Sentence {
    let digits = number.significant(FIGURES);
    match digits.pointed().strip_prefix('-') {
        Some(digits) => Piece::Number(format!("−{digits}")).into(),
        None => digits.into(),
    }
}

pub(super) fn said(value: f64) -> Sentence {
    rounded(&Number::Float(value))
}

/// `1 row`, `9 rows`: a count with its unit.
pub(super) fn several(count: impl ToSentence, unit: &str) -> Sentence {
    let count = count.to_sentence();
    let one = unit.strip_suffix('s').filter(|_| count.plain() == "1");
    sentence!("{} {}", count, one.unwrap_or(unit))
}

/// `a`, `a and b`, `a, b and c`
pub(in crate::practice) fn list(parts: &[impl ToSentence]) -> Sentence {
    match parts.split_last() {
        Some((last, rest)) if !rest.is_empty() => {
            sentence!("{} and {}", Sentence::join(rest, ", "), last)
        }
        Some((last, _)) => last.to_sentence(),
        None => Sentence::default(),
    }
}
