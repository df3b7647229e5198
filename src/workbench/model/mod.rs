//! Screen 2: the recipe. Every change is fitted at once; a change that cannot be followed is shown with its reason, and the
//! model before it stays.

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
