//! Screen 6: pictures of the model, and of the normal distribution without data.

mod dialog;
mod screen;
mod state;

pub use dialog::PictureDialog;
pub use screen::{Plot, crosshair, glyphs, kind, rounded};
pub use state::{Choice, Drawn, KNOBS, Kind, PlotScreen};
