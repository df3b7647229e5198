//! Several models on the same rows: what was found, and where one is in the table of their figures.

use std::sync::Arc;

use super::rows::told_here;
use crate::evaluate::{Comparison, ComparisonResult, Measure, ModelSpec, Pair, Refused, TestedRow};
use crate::model::Study;
use crate::problem::Problem;
use crate::workbench::session::Session;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Column {
    #[default]
    Model,
    Figure(Measure),
    Against,
}

impl Column {
    pub const ALL: [Column; 9] = [
        Column::Model,
        Column::Figure(Measure::Accuracy),
        Column::Figure(Measure::LogLoss),
        Column::Figure(Measure::Brier),
        Column::Figure(Measure::Parameters),
        Column::Against,
        Column::Figure(Measure::Area),
        Column::Figure(Measure::Training),
        Column::Figure(Measure::Seconds),
    ];
}

#[derive(Clone, Debug, Default)]
pub struct CompareView {
    found: Option<(Arc<Study>, Arc<Comparison>)>,
    refused: Option<(Arc<Study>, Problem)>,
    pub order: Vec<usize>,
    pub sort: Option<Measure>,
    /// The selected line, and the selected column among [`Column::ALL`].
    pub cell: (usize, usize),
    pub reference: usize,
    /// Each model, by position, compared with it; `None` for itself.
    pub pairs: Vec<Option<Pair>>,
    pub row: usize,
    pub scroll: usize,
}

impl CompareView {
    pub fn found(&self) -> Option<&Arc<Comparison>> {
        self.found.as_ref().map(|(_, found)| found)
    }

    pub fn is_of(&self, session: &Session) -> bool {
        self.found.as_ref().is_some_and(|(study, _)| is_on(session, study))
    }

    pub fn refused(&self, session: &Session) -> Option<&Problem> {
        self.refused.as_ref().filter(|(study, _)| is_on(session, study)).map(|(_, problem)| problem)
    }

    pub fn column(&self) -> Column {
        Column::ALL.get(self.cell.1).copied().unwrap_or_default()
    }

    pub fn marked(&self) -> Option<(usize, &ComparisonResult)> {
        let at = *self.order.get(self.cell.0)?;
        Some((at, self.found()?.results.get(at)?))
    }

    pub fn marked_refused(&self) -> Option<&Refused> {
        self.found()?.refused.get(self.cell.0.checked_sub(self.order.len())?)
    }

    pub fn lines(&self) -> usize {
        self.order.len() + self.found().map_or(0, |found| found.refused.len())
    }

    pub fn pair(&self) -> Option<&Pair> {
        self.pairs.get(self.marked()?.0)?.as_ref()
    }

    pub fn marked_row(&self) -> Option<(usize, TestedRow)> {
        let at = *self.pair()?.differ.get(self.row)?;
        Some((at, *self.found()?.rows.get(at)?))
    }

    /// Whether the right pane lists rows, one of which is selected; it is text otherwise.
    pub fn lists_rows(&self) -> bool {
        self.column() == Column::Model && self.pair().is_some_and(|pair| !pair.differ.is_empty())
    }

    pub(super) fn take(&mut self, study: Arc<Study>, found: Result<Arc<Comparison>, Problem>) {
        let found = match found {
            Ok(found) => found,
            Err(problem) => {
                self.refused = Some((study, told_here(problem)));
                return;
            }
        };
        let marked = self.marked().map(|(_, result)| result.spec);
        let place =
            |spec: Option<ModelSpec>| found.results.iter().position(|result| Some(result.spec) == spec);
        let at = place(marked);
        let reference = found.own.unwrap_or(0);
        self.found = Some((study, found));
        self.compare_with(reference);
        self.sort(self.sort, at);
    }

    pub(super) fn compare_with(&mut self, reference: usize) {
        let Some(found) = self.found().cloned() else { return };
        self.reference = reference;
        let models = 0..found.results.len();
        self.pairs =
            models.map(|at| if at == reference { None } else { found.pair(at, reference) }).collect();
        (self.row, self.scroll) = (0, 0);
    }

    pub(super) fn sort(&mut self, by: Option<Measure>, marked: Option<usize>) {
        self.sort = by;
        self.order = self.found().map(|found| found.sorted(by)).unwrap_or_default();
        let line = marked.and_then(|marked| self.order.iter().position(|at| *at == marked));
        self.cell.0 = line.unwrap_or(0);
    }
}

fn is_on(session: &Session, study: &Arc<Study>) -> bool {
    session.study.as_ref().is_some_and(|now| Arc::ptr_eq(now, study))
}
