//! Screen 2: the recipe. Every change is fitted at once. A recipe without a model is shown with the reason, and the
//! previous model stays.

pub(crate) mod change;
mod lines;
mod list;
mod meaning;
mod screen;
mod state;
mod view;

pub use change::Role;
pub use lines::Line;
pub use list::{ListChoice, ListDialog};
pub use meaning::Refusal;
pub use screen::Model;
pub use state::{ModelScreen, Smoothing, changed, current, refit, renewed, stopped, wanted, written};
pub use view::{ClassPrior, Column, Summary, View, Words, row_of};
