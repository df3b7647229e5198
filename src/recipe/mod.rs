//! What the user chose, as plain data.
//!
//! A [`Recipe`] says as much as somebody wrote down, in a TOML file or with flags; [`resolve`] holds it against a table
//! and fills in the rest, telling every default that it chose. A [`Resolved`] recipe holds everything that changes a
//! number. This room knows the table's columns but nothing of how a model is computed.

mod bins;
mod change;
mod choices;
mod chosen;
mod convention;
mod costs;
mod decision;
mod error;
mod family;
mod feature;
mod file;
mod flags;
mod given;
mod given_model;
mod given_numbers;
mod models;
mod noticed;
mod opening;
mod option;
mod options;
mod prior;
mod resolve;
mod roles;
mod split;
mod target;
mod told;
mod warning;
mod words;

pub use bins::{Bins, Vocabulary};
pub use change::Difference;
pub use change::with_bins;
pub use choices::{Convention, Covariance, Delimiter, EventModel, Marks, Ragged, Variance, Written};
pub use chosen::Chosen;
pub use convention::{CutSide, Quantile};
pub use costs::Costs;
pub use decision::Decision;
pub use error::unknown_word;
pub(crate) use family::model_words;
pub use family::{ModelKind, NumberAs, Reading};
pub use feature::Feature;
pub use file::recipe_text;
pub use flags::{Flags, quoted, to_text};
pub(crate) use given::SHARED;
pub use given::{ByClass, Given, GivenTable};
pub use given_model::check_given;
pub use given_numbers::{GivenBlock, GivenPlace};
pub use noticed::{few_numbers, missing_cells, of_notice};
pub(crate) use opening::CLASS;
pub use opening::{Choice, Opening, OpeningLine};
pub(crate) use option::RecipeOption;
pub use option::{Flag, Reads, Shape};
pub(crate) use options::{COLUMN_OPTIONS, OPTIONS};
pub use options::{ColumnChoice, Recipe};
pub use prior::Prior;
pub use resolve::{Resolved, counts_as_one, find_column, folded, resolve};
pub use roles::{Role, is_weight, on_training_rows, role, toggled, with_split, with_target, with_weight};
pub use split::{FoldRule, Split};
pub use target::{candidates, check_classes, giving_way, is_left_out, looks_like_counts, target_column};
pub use warning::{Change, Fix, Warning};
pub(crate) use words::WordRules;
pub use words::{LeftOut, stop_words};
