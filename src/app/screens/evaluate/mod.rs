//! Screen 4: evaluation of the model.

pub(crate) mod actions;
pub(crate) mod compare;
pub(crate) mod copy;
pub mod curve;
pub(crate) mod evaluated_model;
pub(crate) mod state;
pub(crate) mod view;

pub use crate::app::screens::evaluate::actions::Evaluate;
pub use crate::app::screens::evaluate::actions::{JUDGING, evaluate};
pub use crate::app::screens::evaluate::compare::{Column, CompareView};
pub use crate::app::screens::evaluate::curve::{CurveView, Drawn, Learned, Plot, Rivals};
pub use crate::app::screens::evaluate::evaluated_model::{EvaluatedModel, Shares};
pub use crate::app::screens::evaluate::state::{EvaluateScreen, MatrixView, ReliabilityView, RocView, View};
