//! Screen 6: pictures of the model, and of the normal distribution without data.

mod choices;
mod screen;
mod state;

pub use choices::Choice;
pub use choices::PictureDialog;
pub use screen::{Plot, crosshair, kind, rounded};
pub use state::{Drawn, KNOBS, Kind, PlotScreen};
