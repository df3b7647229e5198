//! Screen 4: how good the model is.

mod compare;
mod compared;
pub mod curve;
mod drawn;
mod evaluated_model;
mod rows;
mod screen;
mod state;
mod test_on;

pub use compared::{Column, CompareView};
pub use drawn::{CurveView, Drawn, Learned, Plot, Rivals};
pub use evaluated_model::{ALL, PRECISION, SHARE, Widths};
pub use evaluated_model::{EvaluatedModel, Shares};
pub use rows::{JUDGING, evaluate};
pub use screen::Evaluate;
pub use state::{EvaluateScreen, MatrixView, ReliabilityView, RocView, ScoresView, View};
pub use test_on::{LOOK_HEIGHT, LOOK_WIDTH, LookDialog, TEST_HEIGHT, TEST_WIDTH, TestDialog, TestLine};
