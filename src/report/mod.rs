//! Results as documents: text, Markdown, LaTeX, HTML, CSV and JSON.
//!
//! A [`Document`] is a list of headings, sentences, tables and formulas, in no particular format; [`text`],
//! [`markdown`], [`latex`] and [`html`] render it. A [`Sheet`] is one table for a spreadsheet. [`json`] writes the same
//! results for programs. Nothing here computes a number: all come from the core.

#![allow(missing_docs)]

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

pub use case::{
    CellText, NO_FREQUENCIES, against, bin_reason, case_cells, case_name, cells, change, compared,
    counted_together, counterfactual, counterfactuals, natural_frequencies, rules,
};
pub use class::{ClassReport, class_report};
pub use compare::{
    about, area_meaning, beside, best, cell, compared_by, comparison, figure, figures, gaps, learning, names,
    p_meaning, row_number, said, short_p, stage, stands_at, sweep, tested_by, verdict, warnings,
    without_working,
};
pub use decision::{by_posterior, decided, decided_matrix, summary as decisions_told, told as decision_told};
pub(crate) use document::cells;
pub use document::{
    Align, BLANK, Block, Detail, Document, Grid, Paragraph, Picture, Role, class_mark, decimal, equals, ln,
    mark_words, percent, to, written,
};
pub use drawn::{DrawnDocument, addresses, changes, drawn, legend, plot, stories};
pub use evaluation::{
    accuracy, assessment, at_threshold, bin_told, called, caveats, evaluation, figure_name, figure_opened,
    interval, judged_on, measured, shares, tenth, tested_on, training,
};
pub use exercise::{answer_key_of, question_sheet, solution};
pub use format::{Extract, Format};
pub use moodle::{WithKeys, moodle};
pub use parameters::{
    given_number, given_tables, left_out, logistic, of_factor, parameters, top_words, top_words_formula,
    words,
};
pub use posterior::{
    by_theta, decision, in_short, moved, one_quantity, posterior, row_name, why_logistic, without_formula,
};
pub use practice::{answered, at_hand, card, check, course, verdict_role, verdict_words, why_of_sheet};
pub use profile::{FullReport, elsewhere, overview, profile};
pub use sheet::{Predictions, Remarks, Sheet, feedback, unseen, with_solution};
pub use sheets::{gradebook, marks};
pub use step::{StepView, Working, this_step};
pub use why::{argument, deviations, under_other_alphas, why, with_lines};
