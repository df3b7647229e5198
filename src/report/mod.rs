//! Results as documents: text and JSON.
//!
//! A [`Document`] is a list of headings, sentences, tables and formulas that says nothing of how it is drawn; [`text`]
//! draws it. [`json`] tells the same results to programs. Nothing here computes a number: all come from the core.

mod document;
mod evaluation;
mod gda;
mod number;
mod parameters;
mod posterior;
mod profile;

pub mod json;
pub mod text;

pub use document::{Align, Block, Document, Grid};
pub use evaluation::evaluation;
pub use number::{decimal, equals, written};
pub use parameters::parameters;
pub use posterior::{case_name, cells, decision, one_quantity, posterior, row_name};
pub use profile::{overview, profile};
