//! The screens: a folder for each, with state, actions and view.

pub mod data;
pub mod evaluate;
pub mod explain;
pub mod model;
pub mod parameters;
pub mod plot;
pub mod practice;
pub mod start;
