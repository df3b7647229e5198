//! Dialogs: state and actions in a file each, drawing in `view`.

pub mod bins;
pub(crate) mod check;
pub(crate) mod choices;
pub(crate) mod choose;
pub(crate) mod conventions;
pub(crate) mod copy;
pub(crate) mod exercise;
pub(crate) mod open;
pub mod palette;
pub(crate) mod picture;
pub(crate) mod priors;
pub(crate) mod problem;
pub mod save;
pub(crate) mod shared;
pub(crate) mod test_on;
pub(crate) mod view;
pub(crate) mod ways;
pub mod what_if;
pub(crate) mod what_if_cell;
