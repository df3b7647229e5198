//! Screen 6: pictures of the model, and of the normal distribution without data.

mod choices;
mod dialog;
mod remembered;
mod screen;
mod state;

pub use choices::Choice;
pub use dialog::PictureDialog;
pub use remembered::Remembered;
pub use screen::{Plot, crosshair, glyphs, kind, rounded};
pub use state::{Drawn, KNOBS, Kind, PlotScreen};
