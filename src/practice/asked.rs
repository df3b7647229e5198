//! What a question asks for: the class, a number, or options.

use std::sync::Arc;

use super::choice::Choice;
use super::{decided, drawn, label};
use crate::evaluate::judge_for;
use crate::math::Quantity;
use crate::model::{Case, Fitted};
use crate::worked::WorkedError;

/// What is asked.
#[derive(Clone, Debug, PartialEq)]
pub enum Asked {
    Class,
    Number(Quantity),
    Choice(Arc<Choice>),
}

impl Asked {
    /// What a label asks for, and one sentence for each name in it that was read as another. The case in hand is what
    /// `P(No | Sunny, Cool)` and `p(height | male)` are about.
    pub fn find(
        fitted: &Fitted,
        case: Option<&Case>,
        label: &str,
    ) -> Result<(Asked, Vec<String>), WorkedError> {
        if decided::is_decision(fitted, label) {
            let case = case.ok_or(WorkedError::NoCase)?;
            if let Some(asked) = decided::question(fitted, case) {
                return Ok((asked, Vec::new()));
            }
        }
        if let Some(found) = drawn::question(fitted, label) {
            return found;
        }
        if label::is_class(fitted, label) {
            return Ok((Asked::Class, Vec::new()));
        }
        let found = label::found(fitted, case, label)?;
        judge_for(fitted, &found.quantity);
        Ok((Asked::Number(found.quantity), found.notes))
    }

    pub fn name(&self) -> String {
        match self {
            Asked::Class => "class".into(),
            Asked::Number(quantity) => quantity.to_string(),
            Asked::Choice(choice) => choice.label.clone(),
        }
    }

    /// The number that is asked for; `None` where it is none.
    pub fn number(&self) -> Option<&Quantity> {
        match self {
            Asked::Class | Asked::Choice(_) => None,
            Asked::Number(quantity) => Some(quantity),
        }
    }

    /// The question with options; `None` where a number or the class is asked.
    pub fn choice(&self) -> Option<&Choice> {
        match self {
            Asked::Choice(choice) => Some(choice),
            Asked::Class | Asked::Number(_) => None,
        }
    }

    /// Whether it can only be told of a case.
    pub fn is_about_case(&self) -> bool {
        match self {
            Asked::Class => true,
            Asked::Number(quantity) => quantity.is_about_case(),
            Asked::Choice(choice) => choice.is_about_case,
        }
    }
}
