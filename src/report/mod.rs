//! Results as documents: text, Markdown, LaTeX, HTML, CSV and JSON.
//!
//! A [`Document`] is a list of headings, sentences, tables and formulas that says nothing of how it is drawn; [`text`],
//! [`markdown`], [`latex`] and [`html`] draw it. A [`Sheet`] is one table for a spreadsheet. [`json`] tells the same results to programs. Nothing here computes a number: all come from the core.

mod against;
mod bins;
mod compare;
mod course;
mod curve;
mod case;
mod check;
mod class_report;
mod document;
mod evaluation;
mod exercise;
mod figures;
mod flips;
mod gda;
mod gift;
mod likelihood;
mod logistic;
mod marks;
mod number;
mod parameters;
mod posterior;
mod predictions;
mod profile;
mod reminders;
mod seeds;
mod sheet;
mod sheets_judged;
mod slides;
mod sums;
mod words;

mod handout;
pub mod html;
pub mod json;
pub mod latex;
pub mod markdown;
pub mod sheets;
pub mod text;

pub use against::{AgainstLine, against, against_lines, agree_words, differences, outcome};
pub use bins::bin_reason;
pub use case::{CellText, case_cells, case_name, cells};
pub use check::{check, understood};
pub use class_report::{class_report, not_marked};
pub use compare::{
    about, best, compared_by, comparison, names, p_meaning, remarks, row_number, said, short_p, stands_at,
    verdict, without_working,
};
pub use course::course;
pub use curve::{beside, cell, figure, figures, gaps, judged_by, learning, stage, sweep};
pub use document::{Align, BLANK, Block, Document, Grid};
pub use evaluation::{accuracy, caveats, caveats_in_short, evaluation, judged_on, tested_on, training};
pub use exercise::{answer_key_of, lint, question_sheet};
pub use figures::{bin_told, interval, judgement, measured, tenth, too_sure};
pub use flips::{change, flip, flips};
pub use gift::gift;
pub use likelihood::{HERE, argument, nudges};
pub use logistic::logistic;
pub use marks::{feedback, marks};
pub use number::{decimal, equals, mark_words, percent, written};
pub use parameters::parameters;
pub use posterior::{decision, moved, one_quantity, posterior, row_name, without_formula};
pub use predictions::{Predictions, unseen};
pub use profile::{overview, profile};
pub use seeds::{seeds, seeds_line};
pub use sheet::Sheet;
pub use slides::{By, Part, Slide, slides};
pub use words::{left_out, top_words, top_words_formula, words};
