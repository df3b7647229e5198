//! What the user chose, as plain data.
//!
//! A [`Recipe`] says as much as somebody wrote down, in a TOML file or with flags; [`resolve`] holds it against a table
//! and fills in the rest, telling every default that it chose. A [`Resolved`] recipe holds everything that changes a
//! number. This room knows the table's columns but nothing of how a model is computed.

mod bins;
mod choices;
mod convention;
mod costs;
mod decision;
mod file;
mod given;
mod given_numbers;
mod models;
mod noticed;
mod opening;
mod option;
mod options;
mod resolve;
mod target;
mod told;
mod change;

pub(crate) use bins::WordRules;
pub use bins::{Bins, Vocabulary};
pub use bins::{FoldRule, Split};
pub use bins::{LeftOut, stop_words};
pub use change::Difference;
pub use change::with_bins;
pub use choices::{Convention, Covariance, Delimiter, EventModel, Marks, Ragged, Variance, Written};
pub use convention::{CutSide, Quantile};
pub use costs::Costs;
pub use costs::Prior;
pub use decision::Decision;
pub use file::recipe_text;
pub use file::unknown_word;
pub use file::{Flags, quoted, to_text};
pub(crate) use given::SHARED;
pub use given::check_given;
pub use given::{ByClass, Given, GivenTable};
pub use given_numbers::{GivenBlock, GivenPlace};
pub(crate) use models::model_words;
pub use models::{ModelKind, NumberAs, Reading};
pub use noticed::{Change, Fix, Warning};
pub use noticed::{Role, is_weight, on_training_rows, role, toggled, with_split, with_target, with_weight};
pub use noticed::{few_numbers, missing_cells, of_notice};
pub(crate) use opening::CLASS;
pub use opening::{Choice, Opening, OpeningLine};
pub use option::Feature;
pub(crate) use option::RecipeOption;
pub use option::{Flag, Reads, Shape};
pub(crate) use options::{COLUMN_OPTIONS, OPTIONS};
pub use options::{ColumnChoice, Recipe};
pub use resolve::{Resolved, counts_as_one, find_column, folded, resolve};
pub use target::{candidates, check_classes, giving_way, is_left_out, looks_like_counts, target_column};
pub use told::Chosen;
