//! The dialogs: state, actions and drawing of each in its own file.

pub mod argument;
pub mod bins;
pub(crate) mod check;
pub(crate) mod choices;
pub(crate) mod choose;
pub(crate) mod conventions;
pub(crate) mod copy;
pub(crate) mod exercise;
pub(crate) mod filter;
pub mod help;
pub(crate) mod line;
pub(crate) mod menu;
pub(crate) mod open;
pub(crate) mod opening;
pub mod palette;
pub(crate) mod picture;
pub(crate) mod priors;
pub(crate) mod problem;
pub mod save;
pub mod settings;
pub(crate) mod test_on;
pub(crate) mod warnings;
pub mod what_if;
