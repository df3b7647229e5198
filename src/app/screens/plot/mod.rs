//! Screen 6: pictures of the model, and of the normal distribution without data.

pub(crate) mod actions;
pub(crate) mod copy;
pub(crate) mod state;
pub(crate) mod view;

pub use crate::app::dialogs::picture::Choice;
pub use crate::app::dialogs::picture::PictureDialog;
pub use crate::app::screens::plot::actions::{Plot, crosshair, kind, rounded};
pub use crate::app::screens::plot::state::{Drawn, KNOBS, Kind, PlotScreen};
