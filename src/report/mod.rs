//! Results as documents: text and JSON.
//!
//! A [`Document`] is a list of headings, sentences, tables and formulas that says nothing of how it is drawn; [`text`]
//! draws it. [`json`] tells the same results to programs. Nothing here computes a number: all come from the core.

mod against;
mod bins;
mod check;
mod document;
mod evaluation;
mod flips;
mod gda;
mod likelihood;
mod logistic;
mod number;
mod parameters;
mod posterior;
mod profile;
mod sums;
mod words;

pub mod json;
pub mod text;

pub use against::{AgainstLine, against, against_lines, agree_words, differences, outcome};
pub use bins::bin_reason;
pub use check::check;
pub use document::{Align, Block, Document, Grid};
pub use evaluation::{accuracy, caveats, evaluation};
pub use flips::{change, flip, flips};
pub use likelihood::{HERE, argument, nudges};
pub use logistic::logistic;
pub use number::{decimal, equals, written};
pub use parameters::parameters;
pub use posterior::{
    CellText, case_cells, case_name, cells, decision, moved, one_quantity, posterior, row_name,
    short_row_name, without_formula,
};
pub use profile::{overview, profile};
pub use words::{left_out, top_words, top_words_formula, words};
