//! Checking answers: what was written is read as it stands, and held against the right value and against what each
//! known mistake gives.
//!
//! [`Answer`] reads; [`Key`] is what is known about a question before anybody answers; [`mark()`] holds one against the
//! other and says why; [`check()`] does all three for one question,
//! and a [`Worksheet`] asks one after another. Nothing here draws or prints, and only
//! [`progress`] keeps a record: of the exercises of the [`course`].

mod after;
mod candidate;
mod carry;
mod check;
pub mod course;
mod exercise;
pub mod find_error;
mod label;
mod mark;
pub mod mistakes;
pub mod progress;
mod near;
mod notation;
mod parameters;
mod read;
pub mod worksheet;
mod sheet;

pub use candidate::Candidate;
pub use check::{Asked, Checked, check};
pub use exercise::{
    Accepted, Collision, Drawn, Exercise, ExerciseFile, Failed, Failure, Level, Lint, Outline, Random,
    Reveal, Rule, Rules, Search, Seeds, Step, Tested, Unreduced, Vetting, author, data_path, figures_of,
    lint, questions, random_table, seeds, unseen, vet, with_title,
};
pub use mark::{Coarse, Forms, Key, Marked, Note, Other, Policy, Verdict, mark, mark_class};
pub use mistakes::{about, candidates, of_decision};
pub use near::Near;
pub use notation::{Base, Notation, Sigma};
pub use read::{Answer, DecimalMark, Form, Places, Said, Unread, Written};
pub use sheet::{
    AnswerSheet, Entry, HandedIn, LeftOver, MarkedLine, MarkedSheet, Marker, Pile, Seen, Shelf, Stamps,
    empty_sheet, empty_sheet_of, is_wide, read_sheet, read_wide, sheet_of,
};
pub use worksheet::Worksheet;
