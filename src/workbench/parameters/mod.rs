//! Screen 3: every number of the model, and an explanation of the selected one.

pub mod lines;
mod screen;
mod state;
mod why;

pub use lines::{Line, Lines, Shown};
pub use screen::Parameters;
pub use state::{
    BRIEF, Columns, LIKELIHOOD, Layout, PRIOR, ParametersScreen, columns, layout, needed, renewed, rows_shown,
};
pub use why::{Alternatives, Counted, Found, Why, count};
