//! The names that most screens and dialogs use.

pub(crate) use std::collections::HashMap;
pub(crate) use std::ops::Range;
pub(crate) use std::path::{Path, PathBuf};
pub(crate) use std::sync::Arc;

pub(crate) use crate::app::copying::Found;
pub(crate) use crate::app::dialogs::problem::ProblemDialog;
pub(crate) use crate::app::dialogs::save::What;
pub(crate) use crate::app::jobs::{Job, Lane};
pub(crate) use crate::app::key::{Field, Key};
pub(crate) use crate::app::keys::{Action, Edit, Scope};
pub(crate) use crate::app::mouse::Target;
pub(crate) use crate::app::screens::ScreenId;
pub(crate) use crate::app::session::{Loaded, Past, Pick, Session};
pub(crate) use crate::app::settings::NumberForm;
pub(crate) use crate::app::source::{Order, Source, load};
pub(crate) use crate::app::state::{App, Dialog, Reply, Screen};
pub(crate) use crate::app::terminal::theme::{Theme, class_mark};
pub(crate) use crate::app::widgets::document::Writer;
pub(crate) use crate::app::widgets::pane::{Canvas, cell, cell_right};
pub(crate) use crate::app::widgets::rows::named;
pub(crate) use crate::app::widgets::table::{Column, Table, TableCell};
pub(crate) use crate::app::words::{
    Pane, Scroll, Selection, Shape, beside, clip, moved, moves, shown, width, wrap,
};
pub(crate) use crate::evaluate::{ComparisonProgress, Measure};
pub(crate) use crate::math::{Face, Linear, Name, Number, Precision, Quantity, Sentence, sentence};
pub(crate) use crate::model::{Case, Factor, Fitted, Study};
pub(crate) use crate::practice::progress::StateFolder;
pub(crate) use crate::practice::worksheet::Questions;
pub(crate) use crate::practice::{Reach, Verdict, Worksheet};
pub(crate) use crate::recipe::{
    Bins, ColumnRole, Convention, ExactNumber, ModelKind, Recipe, Split, target_column,
};
pub(crate) use crate::report::{self, Document, Extract, Format, Grid, Role, decimal};
pub(crate) use crate::table::{Kind, Watch};
pub(crate) use crate::text::{counted, grouped};
