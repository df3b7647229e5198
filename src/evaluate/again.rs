//! The same rows judged again under another number of the recipe: what was dealt and counted once serves for all.

use std::sync::Arc;

use super::Model;
use super::Summary;
use super::confusion::{EvaluatedRow, judge};
use super::run::Progress;
use super::trial::Trial;
use crate::encode::Dataset;
use crate::model::Parts;
use crate::problem::Problem;
use crate::recipe::Split;

/// The most counts that the parts of the rows may have together to be counted at once.
const ENTRIES: usize = 1 << 24;

impl Trial {
    /// The same parts of the same rows for another model of them, which reads the same columns in the same way: only a
    /// number of its recipe is another.
    pub(super) fn with(&self, whole: Model) -> Trial {
        let resolved = whole.data().resolved.clone();
        let data = Arc::new(Dataset { resolved, ..Dataset::clone(&self.data) });
        let mut trial = self.clone();
        (trial.data, trial.whole) = (data, whole);
        trial
    }

    /// The rows counted part by part, in one pass; `None` where that serves nothing.
    ///
    /// # Errors
    /// When it was stopped.
    pub(super) fn counted(&self, progress: &Progress<'_>) -> Result<Option<Parts>, Problem> {
        let whole = match (&self.whole, &self.split) {
            // The rows of a test file are none of those that the model counted: nothing can be taken away.
            (Model::Generative(fitted), Split::Folds(_) | Split::Holdout(_)) => {
                Arc::clone(&fitted.statistics)
            }
            _ => return Ok(None),
        };
        // Of a large model the parts together would not fit into memory.
        if whole.entries().saturating_mul(self.folds.count()) > ENTRIES {
            return Ok(None);
        }
        let (dealt, parts) = (self.folds.dealt(), self.folds.count());
        let counted = Parts::count(&self.data, whole, dealt, parts, |_| !progress.is_stopped());
        counted.ok_or_else(|| progress.stopped()).map(Some)
    }

    /// How many rows judge the model: how many predictions there are.
    pub(super) fn judging(&self) -> usize {
        match self.split {
            Split::None => self.learned().count(),
            _ => self.judged().count(),
        }
    }

    /// How many cases these rows are.
    pub(super) fn judging_cases(&self) -> u64 {
        let parts = 0..self.folds.count();
        match self.split {
            Split::None => self.learned().map(|row| self.cases(row, None)).sum(),
            _ => {
                parts.flat_map(|part| self.judged_by(part).map(move |row| self.cases(row, Some(part)))).sum()
            }
        }
    }

    fn learned(&self) -> impl Iterator<Item = usize> + '_ {
        let model = self.whole.classifier();
        (0..model.data().table.rows()).filter(|row| model.class_of_row(*row).is_some())
    }

    /// Judges the model as [`Trial::run`] does, and keeps the few figures of a curve; a reason where no row has a model.
    ///
    /// # Errors
    /// When it was stopped.
    pub(super) fn summary(
        &self,
        progress: &Progress<'_>,
        parts: Option<&Parts>,
    ) -> Result<Result<Summary, Problem>, Problem> {
        let (rows, folds) = if self.split == Split::None {
            (self.on_training_rows(progress)?, Vec::new())
        } else {
            let parts = self.predicted(progress, parts)?.into_iter();
            let (rows, folds): (Vec<_>, Vec<_>) = parts.map(|part| (part.rows, part.fold)).unzip();
            (rows.concat(), folds)
        };
        let parts = folds.len();
        let mut without: Vec<Problem> = folds.into_iter().filter_map(|fold| fold.error).collect();
        if parts > 0 && without.len() == parts {
            return Ok(Err(without.remove(0)));
        }
        let evaluation = judge(self.labels.clone(), self.whole.classifier().classes().len(), rows);
        let without_model = without.into_iter().next().map(|problem| problem.what);
        Ok(Ok(Summary { without_model, ..Summary::of(&evaluation) }))
    }

    fn on_training_rows(&self, progress: &Progress<'_>) -> Result<Vec<EvaluatedRow>, Problem> {
        let model = self.whole.classifier();
        let learned: Vec<usize> = self.learned().collect();
        let mut rows = Vec::with_capacity(learned.len());
        progress.predict(model, &learned, |row| rows.extend(self.judged_row(row, None)))?;
        Ok(rows)
    }
}
