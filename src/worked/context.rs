//! What definitions are told: the model, and the case in hand.

use std::collections::HashSet;

use super::error::WorkedError;
use crate::math::Name;
use crate::model::{Case, CaseValue, Factor, Fitted, Form};

/// The model, and the case in hand if there is one.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    /// The fitted model.
    pub fitted: &'a Fitted,
    /// The case that `x` stands for.
    pub case: Option<&'a Case>,
}

impl<'a> Context<'a> {
    /// The position of a class.
    pub(super) fn class(&self, name: &Name) -> Result<usize, WorkedError> {
        self.fitted
            .class(name.as_str())
            .ok_or_else(|| WorkedError::NoClass { name: name.clone(), classes: self.fitted.classes.clone() })
    }

    /// The factor of a feature.
    pub(super) fn factor(&self, name: &Name) -> Result<&'a Factor, WorkedError> {
        self.fitted.factor(name.as_str()).ok_or_else(|| WorkedError::NoFeature {
            name: name.clone(),
            features: self.fitted.factors.iter().map(|factor| factor.name.clone()).collect(),
        })
    }

    /// The position of a value of a factor.
    pub(super) fn value(&self, factor: &Factor, name: &Name) -> Result<usize, WorkedError> {
        self.fitted.position(factor, name.as_str()).ok_or_else(|| WorkedError::NoValue {
            feature: factor.name.clone(),
            value: name.clone(),
            values: factor.values().to_vec(),
        })
    }

    /// The case in hand.
    pub(super) fn case(&self) -> Result<&'a Case, WorkedError> {
        self.case.ok_or(WorkedError::NoCase)
    }

    /// What is multiplied for the case in hand, whatever the class: feature, value and how often.
    pub(super) fn terms(&self) -> Result<Vec<Term<'a>>, WorkedError> {
        let case = self.case()?;
        let mut terms = Vec::new();
        for (factor, cell) in self.fitted.factors.iter().zip(&case.cells) {
            let mut take = |value: usize, times: u32| {
                if let Some(value) = factor.values().get(value) {
                    terms.push(Term {
                        feature: &factor.name,
                        value,
                        times,
                        word: factor.is_words(),
                        absent: false,
                    });
                }
            };
            match &cell.value {
                CaseValue::Missing | CaseValue::Unseen => {}
                CaseValue::Value(value) => take(*value, 1),
                CaseValue::Words { known, .. } if factor.form == Form::Presence => {
                    // The words that are there come first, in the order of the document.
                    known.iter().for_each(|(word, _)| take(*word, 1));
                    let present: HashSet<usize> = known.iter().map(|(word, _)| *word).collect();
                    let absent =
                        factor.values().iter().enumerate().filter(|(word, _)| !present.contains(word));
                    terms.extend(absent.map(|(_, value)| Term {
                        feature: &factor.name,
                        value,
                        times: 1,
                        word: true,
                        absent: true,
                    }));
                }
                CaseValue::Words { known, .. } => known.iter().for_each(|(word, times)| take(*word, *times)),
            }
        }
        Ok(terms)
    }
}

/// One factor of the case in hand.
#[derive(Clone, Copy, Debug)]
pub(super) struct Term<'a> {
    /// The column.
    pub feature: &'a Name,
    /// The value or word.
    pub value: &'a Name,
    /// How often it is multiplied.
    pub times: u32,
    /// Whether it is a word.
    pub word: bool,
    /// Whether it is a word that is not there, so that 1 − P is multiplied.
    pub absent: bool,
}
