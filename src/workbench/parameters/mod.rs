//! Screen 3: every number of the model, and why the one under the cursor is what it is.

pub mod lines;
mod moments;
mod screen;
mod state;
mod why;

pub use lines::{Line, Lines};
pub use screen::{Parameters, layout, needed, rows_shown};
pub use state::{BRIEF, LIKELIHOOD, Layout, PRIOR, ParametersScreen, row_of};
pub use why::{Alternatives, Counted, Found, Why, count};
