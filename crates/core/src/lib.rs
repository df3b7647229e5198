//! The arithmetic of `posterior`: tables, models, derivations, evaluations and plots. The crate `posterior` shows them.

// Modules without docs are public for the program and the tests only.
#[doc(hidden)]
pub mod text;
pub mod problem;
pub mod math;
pub mod table;
pub mod recipe;
#[doc(hidden)]
pub mod encode;
pub mod model;
pub mod worked;
pub mod evaluate;
#[doc(hidden)]
pub mod plot;
