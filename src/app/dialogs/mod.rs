//! The dialogs: state, actions and drawing of each in its own file.

pub mod bins;
pub(crate) mod check;
pub(crate) mod choices;
pub(crate) mod choose;
pub(crate) mod copy;
pub mod counts;
pub mod help;
pub(crate) mod line;
pub mod menu;
pub(crate) mod open;
pub mod palette;
pub(crate) mod picture;
pub(crate) mod priors;
pub(crate) mod problem;
pub mod save;
pub(crate) mod test_on;
pub mod what_if;
pub(crate) mod why;
