//! What definitions are told: the model, and the case in hand.

use std::collections::HashSet;

use super::error::WorkedError;
use crate::math::{Name, Quantity};
use crate::model::{Case, CaseValue, Factor, Fitted, Form, Verdicts};
use crate::table::is_whole;

/// More factors than this, of all classes together, are not worked out: each takes up to 15 KB of formulas.
const MOST_NUMBERS: usize = 40_000;

/// The model, and the case in hand if there is one.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    pub fitted: &'a Fitted,
    /// The case that `x` stands for.
    pub case: Option<&'a Case>,
}

impl<'a> Context<'a> {
    pub(super) fn class(&self, name: &Name) -> Result<usize, WorkedError> {
        self.fitted
            .class(name.as_str())
            .ok_or_else(|| WorkedError::NoClass(name.clone(), self.fitted.classes.clone()))
    }

    pub(super) fn feature(&self, name: &Name) -> Result<usize, WorkedError> {
        self.fitted.feature(name.as_str()).ok_or_else(|| {
            WorkedError::NoFeature(name.clone(), self.fitted.feature_names().cloned().collect())
        })
    }

    /// The factor of a feature; an error where the features are read together.
    pub(super) fn factor(&self, name: &Name) -> Result<&'a Factor, WorkedError> {
        let at = self.feature(name)?;
        self.fitted.factors().get(at).ok_or(WorkedError::NotHere)
    }

    pub(super) fn value(&self, factor: &Factor, name: &Name) -> Result<usize, WorkedError> {
        self.fitted
            .position(factor, name.as_str())
            .ok_or_else(|| WorkedError::NoValue(factor.name.clone(), name.clone(), factor.values().to_vec()))
    }

    pub(super) fn count(&self, factor: &Factor, name: &Name) -> Result<f64, WorkedError> {
        let number = name.as_str().parse().ok().filter(|number| is_whole(*number));
        number.ok_or_else(|| WorkedError::NoValue(factor.name.clone(), name.clone(), Vec::new()))
    }

    pub(super) fn verdicts(&self) -> Result<&'a dyn Verdicts, WorkedError> {
        match self.fitted.verdicts() {
            Some(Ok(verdicts)) => Ok(verdicts.as_ref()),
            Some(Err(problem)) => Err(WorkedError::NotJudged(problem.clone().into())),
            None => Err(WorkedError::NotHere),
        }
    }

    pub(super) fn label(&self, name: &Name) -> Result<usize, WorkedError> {
        let labels = self.verdicts()?.labels();
        let found = labels.iter().position(|label| label == name);
        found.ok_or_else(|| WorkedError::NoClass(name.clone(), labels.to_vec()))
    }

    pub(super) fn is_weighted(&self) -> bool {
        self.fitted.weight_column().is_some()
    }

    pub(super) fn case(&self) -> Result<&'a Case, WorkedError> {
        self.case.ok_or(WorkedError::NoCase)
    }

    /// What is multiplied for the case in hand, whatever the class.
    ///
    /// # Errors
    /// When no case was given, or so much is multiplied that its working would not fit into memory.
    pub fn terms(&self) -> Result<Vec<Term>, WorkedError> {
        let case = self.case()?;
        if self.fitted.gda().is_some() {
            let none = || Name::new("x");
            return Ok(vec![Term { kind: TermKind::Together, feature: none(), value: none(), times: 1 }]);
        }
        let mut terms = Vec::new();
        for (factor, cell) in self.fitted.factors().iter().zip(&case.cells) {
            let mut take = |kind: TermKind, value: usize, times: u32| {
                if let Some(value) = factor.values().get(value) {
                    terms.push(Term { kind, feature: factor.name.clone(), value: value.clone(), times });
                }
            };
            match &cell.value {
                CaseValue::Missing | CaseValue::Unseen => {}
                CaseValue::Number(x) => {
                    let (feature, value) = (factor.name.clone(), Name::new(x.to_string()));
                    let kind = if factor.is_count() { TermKind::Value } else { TermKind::Density };
                    terms.push(Term { kind, feature, value, times: 1 });
                }
                CaseValue::Value(value) => take(TermKind::Value, *value, 1),
                CaseValue::Words { known, .. } if factor.form == Form::Presence => {
                    // The words that are there come first, in the order of the document.
                    known.iter().for_each(|(word, _)| take(TermKind::Word, *word, 1));
                    let present: HashSet<usize> = known.iter().map(|(word, _)| *word).collect();
                    let absent = (0..factor.k()).filter(|word| !present.contains(word));
                    absent.for_each(|word| take(TermKind::Absent, word, 1));
                }
                CaseValue::Words { known, .. } => {
                    known.iter().for_each(|(word, times)| take(TermKind::Word, *word, *times));
                }
            }
        }
        let (numbers, most) = (terms.len().saturating_mul(self.fitted.classes.len()), MOST_NUMBERS);
        if numbers > most { Err(WorkedError::TooLong(numbers, most)) } else { Ok(terms) }
    }
}

#[derive(Clone, Debug)]
pub struct Term {
    pub kind: TermKind,
    pub feature: Name,
    pub value: Name,
    pub times: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TermKind {
    Value,
    Word,
    /// A word that is not there: 1 less its probability.
    Absent,
    Density,
    Together,
}

impl Term {
    /// The address of the number that is multiplied, or of the one it is the opposite of.
    pub fn quantity(&self, class: &Name) -> Quantity {
        match self.kind {
            TermKind::Density => Quantity::density_at(&self.feature, &self.value, class),
            TermKind::Together => Quantity::density(class),
            _ => Quantity::conditional(&self.feature, &self.value, class),
        }
    }

    pub(crate) fn is_word(&self) -> bool {
        matches!(self.kind, TermKind::Word | TermKind::Absent)
    }
}
