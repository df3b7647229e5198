//! What a model said of rows whose class is known, as the definitions of accuracy, precision and the like read it. How rows
//! are kept from the models that predict them is decided above; here is only the place where a model holds the outcome.

use std::fmt::Debug;
use std::sync::Arc;

use super::fitted::Fitted;
use crate::math::{Name, Number};
use crate::problem::Problem;

/// Predictions held against the classes of the rows. Every count of rows is a sum of their weights, where there are any.
pub trait Verdicts: Debug + Send + Sync {
    /// The classes: first those that can be predicted, then those that only a test file has.
    fn labels(&self) -> &[Name];

    /// Which rows these are, behind a noun: `by 10 folds`.
    fn judged_on(&self) -> String;

    /// Whether rows count otherwise than once each.
    fn is_weighted(&self) -> bool;

    /// Rows of a class that are called a class.
    fn cell(&self, actual: usize, predicted: usize) -> u64;

    /// Rows of a class, whatever they are called and those without a posterior among them.
    fn support(&self, actual: usize) -> u64;

    /// The rows of the data behind a cell, or behind a row, a column or all cells, from 0; `None` where they stand in another
    /// file.
    fn rows(&self, actual: Option<usize>, predicted: Option<usize>) -> Option<Vec<usize>>;

    /// Rows of a class, or of all that the model knows, for which an action is chosen, or any; 0 where none is.
    fn decided(&self, actual: Option<usize>, action: Option<usize>) -> u64;

    /// The rows of the data that this counts, as [`Verdicts::rows`].
    fn decided_rows(&self, actual: Option<usize>, action: Option<usize>) -> Option<Vec<usize>>;

    /// Of the training rows, how many the model of all of them predicts right, and how many there are; `None` where the training
    /// rows judge it.
    fn training(&self) -> Option<(u64, u64)>;

    /// Rows that always predicting the majority class of the training rows gets right, and that class where it is one; `None`
    /// where the training rows are not known.
    fn majority(&self) -> Option<(u64, Option<&Name>)>;

    /// The log loss: ln P(true class | x) of each row with a posterior.
    fn losses(&self) -> MeanOfRows;

    /// The Brier score: the squared distance of each row's posterior from the truth.
    fn distances(&self) -> MeanOfRows;

    /// Of the pairs of a row of the class and another one: those whose first row has the greater posterior, those that tie, and
    /// how many rows of the class and how many others there are.
    fn pairs(&self, class: usize) -> [u128; 4];
}

#[derive(Clone, Debug, PartialEq)]
pub struct MeanOfRows {
    /// What each row gives, with how often; equal ones together, in the order in which they first appear.
    pub terms: Vec<(f64, u64)>,
    pub n: u64,
    /// The mean; `None` without rows, and where a row makes it infinite.
    pub value: Option<Number>,
}

impl Fitted {
    /// What the model said of rows whose class is known, where that was worked out.
    pub fn verdicts(&self) -> Option<&Result<Arc<dyn Verdicts>, Problem>> {
        self.verdicts.get()
    }

    /// What each row of the table is called: nothing where it judges no model, 0/0 where it has no posterior, and each class
    /// where its cases are called otherwise by several models.
    pub fn called(&self) -> Option<Vec<String>> {
        let verdicts = self.verdicts()?.as_ref().ok()?;
        let mut called = vec![Vec::new(); self.data.table.rows()];
        for (class, label) in verdicts.labels().iter().enumerate() {
            for row in verdicts.rows(None, Some(class))? {
                called.get_mut(row).into_iter().for_each(|names| names.push(label.as_str()));
            }
        }
        for row in verdicts.rows(None, None)? {
            called
                .get_mut(row)
                .into_iter()
                .filter(|names| names.is_empty())
                .for_each(|names| names.push("0/0"));
        }
        Some(called.into_iter().map(|names| names.join(" or ")).collect())
    }

    /// What the model says of the rows that its recipe keeps for that: worked out once.
    pub fn judge(&self, work_out: impl FnOnce() -> Result<Arc<dyn Verdicts>, Problem>) {
        self.verdicts.get_or_init(work_out);
    }
}
