//! Results as documents: text, Markdown, LaTeX, HTML, CSV and JSON.
//!
//! A [`Document`] is a list of headings, sentences, tables and formulas, in no particular format; [`text`],
//! [`markdown`], [`latex`] and [`html`] render it. A [`Sheet`] is one table for a spreadsheet. [`json`] writes the same
//! results for programs. Nothing here computes a number: all come from the core.

#![allow(missing_docs)]

mod assumption;
mod case;
mod class;
mod compare;
mod decision;
mod document;
mod drawn;
mod evaluation;
mod exercise;
mod format;
pub mod html;
pub mod json;
pub mod latex;
mod lms;
pub mod markdown;
mod moodle;
mod parameters;
mod posterior;
mod practice;
mod profile;
mod sheet;
pub mod sheets;
pub mod svg;
mod step;
pub mod text;
mod why;

pub use self::{
    assumption::*, case::*, class::*, compare::*, decision::*, document::*, drawn::*, evaluation::*,
    exercise::*, format::*, lms::*, moodle::*, parameters::*, posterior::*, practice::*, profile::*, step::*,
    why::*,
};
pub(crate) use document::cells;
pub use sheet::{Predictions, Remarks, Sheet, feedback, unseen, with_solution};
pub use sheets::{gradebook, marks};
