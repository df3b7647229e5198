//! Screen 4: evaluation of the model.

mod compare;
pub mod curve;
mod evaluated_model;
mod screen;
mod state;
mod test_on;

pub use compare::{Column, CompareView};
pub use curve::{CurveView, Drawn, Learned, Plot, Rivals};
pub use evaluated_model::{ALL, PRECISION, SHARE, Widths};
pub use evaluated_model::{EvaluatedModel, Shares};
pub use screen::Evaluate;
pub use screen::{JUDGING, evaluate};
pub use state::{EvaluateScreen, MatrixView, ReliabilityView, RocView, ScoresView, View};
pub use test_on::{LOOK_HEIGHT, LOOK_WIDTH, LookDialog, TEST_HEIGHT, TEST_WIDTH, TestDialog, TestLine};
