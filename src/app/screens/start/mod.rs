//! The start screen: what to open, samples, lessons, recent files.

pub mod state;
pub(crate) mod view;
