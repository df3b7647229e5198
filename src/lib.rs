//! `posterior`: every number a generative classifier is made of, with its working.
//!
//! A map of the house. A room may use the rooms above it in this list, never those below; `tests/layering.rs` holds
//! them to it, and lets only `tui` and the door name a terminal.
//!
//! | room | what lives there |
//! |---|---|
//! | [`text`], [`problem`] | text made safe to show; what is wrong, where, and how to mend it |
//! | [`math`] | exact numbers, the addresses of numbers, formulas and their notations |
//! | [`table`] | a CSV becomes typed columns; the samples |
//! | [`recipe`] | what the user chose, as TOML, held against a table |
//! | [`encode`] | columns become features: bins, and what is counted of each column |
//! | [`model`] | sums over rows, the parameters estimated from them, posteriors |
//! | [`worked`] | definitions, the evaluator, overlays, derivations: working as data |
//! | [`evaluate`] | predictions held against classes |
//! | [`practice`] | reading an answer as written, the marking rule, the catalogue of mistakes, exercises, the course |
//! | [`report`] | results as documents: text, Markdown, LaTeX, HTML, CSV and JSON |
//! | [`workbench`] | the application without a terminal |
//! | [`tui`] | the terminal |
//! | [`cli`] | the command line |
//!
//! One number has one path: [`model`] computes it, [`worked`] says how it came about, and every face (the screens, the
//! reports, the JSON) renders that.

pub mod text;
pub mod problem;
pub mod math;
pub mod table;
pub mod recipe;
pub mod encode;
pub mod model;
pub mod worked;
pub mod evaluate;
pub mod practice;
pub mod report;
pub mod workbench;
pub mod tui;
pub mod cli;
