//! Screen 2: the recipe. Every change is fitted at once. A recipe without a model is shown with the reason, and the
//! previous model stays.

pub(crate) mod actions;
pub(crate) mod change;
pub(crate) mod lines;
pub(crate) mod meaning;
pub(crate) mod state;
pub(crate) mod summary;
pub(crate) mod view;

pub use crate::app::dialogs::choices::{ListChoice, ListDialog};
pub use crate::app::screens::model::actions::Model;
pub use crate::app::screens::model::change::Role;
pub use crate::app::screens::model::lines::Line;
pub use crate::app::screens::model::meaning::Refusal;
pub use crate::app::screens::model::state::{
    ModelScreen, Smoothing, changed, current, refit, renewed, stopped, wanted, written,
};
pub use crate::app::screens::model::summary::{ClassPrior, Column, Summary, View, Words, row_of};
