//! What stands beside the two panes of a screen where the window is wide, as a third: what a change does, or what the numbers
//! read.

use std::sync::Arc;

use super::evaluate::EvaluatedModel;
use super::explanation::{ExplainScreen, Explanation};
use crate::model::Near;
use crate::table::{Profile, Table};

/// What stands in the third pane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Third {
    /// Beside 1 Data: all columns class by class, those first that tell most of the classes.
    Columns,
    /// Beside 2 Model: what a change of the recipe does shows in the matrix.
    Matrix,
    /// Beside 4 Evaluate: the posterior of the marked row, worked by the model that predicted it.
    Row,
}

/// The most columns whose profiles stand beside each other: of more the first.
pub const MOST: usize = 200;

/// The columns of some rows, class by class, those first that tell most; nothing while they are counted.
#[derive(Clone, Debug)]
pub struct Columns {
    pub(super) table: Arc<Table>,
    pub(super) target: Option<usize>,
    pub(super) rows: Option<Arc<[u32]>>,
    pub found: Option<Vec<(usize, Profile)>>,
}

/// A row that was judged, worked out; nothing while that is done.
#[derive(Clone, Debug)]
pub struct WorkedRow {
    pub(super) evaluated: Arc<EvaluatedModel>,
    pub(super) row: usize,
    pub(super) fold: Option<usize>,
    pub found: Option<Result<RowTold, String>>,
}

/// What is told of a row that was judged.
#[derive(Clone, Debug)]
pub struct RowTold {
    pub screen: ExplainScreen,
    pub told: Arc<Explanation>,
    /// The rows most like it among those that its model learned from.
    pub near: Vec<Near>,
}
