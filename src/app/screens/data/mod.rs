//! Screen 1: the table, its filter, and the profile of a column.

pub mod actions;
pub(crate) mod filter;
pub(crate) mod given;
pub(crate) mod state;
pub(crate) mod view;
