//! What the user chose, as plain data. A [`Recipe`] is what somebody wrote in a TOML file or with flags. [`resolve`] compares
//! it with a table, fills in the rest and notes every default. A [`Resolved`] recipe has everything that changes a number.

mod change;
mod choices;
mod convention;
mod decision;
mod file;
mod given;
mod models;
mod noticed;
mod opening;
mod options;
mod resolve;
mod target;

pub use change::{Chosen, with_bins};
pub(crate) use choices::WordRules;
pub use choices::{
    Bins, CountsKind, Covariance, Delimiter, EventModel, ExactNumber, FoldRule, LeftOut, Marks, Prior,
    Ragged, Split, Variance, Vocabulary, stop_words,
};
pub use convention::{Convention, CutSide, Quantile};
pub use decision::{Costs, Decision};
pub use file::{Flags, quoted, recipe_text, to_text, unknown_word};
pub use given::{ByName, GivenBlock};
pub(crate) use given::{SHARED, check_given, find};
pub(crate) use models::model_words;
pub use models::{ModelKind, NumberAs, ReadableKinds};
pub use noticed::{
    ColumnRole, DataWarning, Fix, RecipeChange, few_numbers, is_weight, missing_cells, of_notice,
    on_training_rows, role, with_split,
};
pub use opening::{CLASS, Opening, OpeningLine};
pub use options::{
    COLUMN_OPTIONS, ColumnChoice, Flag, FlagShape, Given, OPTIONS, Reads, Recipe, RecipeOption,
};
pub use resolve::{Feature, Resolved, counts_as_one, find_column, folded, resolve};
pub use target::{candidates, check_classes, giving_way, is_left_out, looks_like_counts, target_column};
