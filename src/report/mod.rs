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
    CellText, bin_reason, case_cells, case_name, cells, change, counted_together, counterfactual,
    counterfactuals, cut_points, rules,
};
pub use case::{against, compared};
pub use class::{ClassReport, class_report};
pub use compare::{
    about, area_meaning, best, compared_by, comparison, names, p_meaning, row_number, said, short_p,
    stands_at, verdict, warnings, without_working,
};
pub use compare::{beside, cell, figure, figures, gaps, learning, stage, sweep, tested_by};
pub use decision::{
    by_posterior, decided, decided_matrix, decisions, rule as decision_rule, summary as decisions_told,
    told as decision_told,
};
pub(crate) use document::cells;
pub use document::{Align, BLANK, Block, Document, Grid, Paragraph, Picture, Role, class_mark};
pub use document::{decimal, equals, ln, mark_words, percent, to, written};
pub use drawn::{addresses, changes, legend, plot};
pub use evaluation::{
    accuracy, called, caveats, caveats_in_short, evaluation, judged_on, tested_on, training,
};
pub use evaluation::{
    assessment, at_threshold, bin_told, figure_name, figure_opened, interval, measured, shares, tenth,
};
pub use exercise::{answer_key_of, question_sheet};
pub use format::Extract;
pub use format::Format;
pub use moodle::{Fields, WithKeys, moodle};
pub use parameters::{left_out, logistic, of_factor, parameters, top_words, top_words_formula, words};
pub use posterior::{
    by_theta, decision, in_short, moved, one_quantity, posterior, row_name, why_logistic, without_formula,
};
pub use practice::why_of_sheet;
pub use practice::{answered, at_hand, card, check, course, verdict_role, verdict_words};
pub use sheet::{feedback, with_solution};
pub use sheets::gradebook;
pub use sheets::marks;

pub use case::{NO_FREQUENCIES, natural_frequencies};
pub use drawn::drawn;
pub use drawn::{DrawnDocument, stories};
pub use exercise::solution;
pub use parameters::{given_number, given_tables};
pub use profile::FullReport;
pub use profile::{elsewhere, overview, profile};
pub use sheet::{Predictions, Remarks, Sheet, unseen};
pub use step::{StepView, Working, this_step};
pub use why::{argument, argument_up_to, deviations, under_other_alphas, why, with_lines};
