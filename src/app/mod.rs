//! The interactive program.
//!
//! [`App`] is the whole state between two keys; [`update`] applies one [`Action`] and may return a [`Job`]. The table in
//! [`keys`] maps keys to actions. State and actions do not depend on a terminal: only views, dialogs, [`widgets`] and
//! [`terminal`] draw, and only [`terminal`] reads keys. Nothing here reads a clock: time comes as [`Action::Tick`].

#![allow(missing_docs)]

pub mod copying;
pub mod dialogs;
pub(crate) mod jobs;
pub(crate) mod key;
pub mod keys;
pub mod mouse;
pub(crate) mod prelude;
pub mod recents;
pub mod screens;
pub(crate) mod session;
pub mod settings;
pub(crate) mod source;
pub(crate) mod state;
pub mod terminal;
pub(crate) mod update;
pub mod widgets;
pub mod words;

pub use crate::app::copying::{Clipboards, Copied, Copying};
pub use crate::app::dialogs::bins::BinsDialog;
pub use crate::app::dialogs::check::CheckDialog;
pub use crate::app::dialogs::choose::ChooseDialog;
pub use crate::app::dialogs::copy::CopyDialog;
pub use crate::app::dialogs::help::HelpScreen;
pub use crate::app::dialogs::line::{FilterDialog, LineDialog};
pub use crate::app::dialogs::open::{Head, OpenDialog};
pub use crate::app::dialogs::priors::PriorsDialog;
pub use crate::app::dialogs::problem::{OpeningDialog, ProblemDialog, WarningsDialog};
pub use crate::app::dialogs::save::SaveDialog;
pub use crate::app::dialogs::what_if::{After, WhatIfDialog};
pub use crate::app::dialogs::why::{ArgumentDialog, ConventionsDialog};
pub use crate::app::jobs::{FinishedTask, Job, Lane, Task};
pub use crate::app::key::{Code, Key};
pub use crate::app::key::{Field, PASTE_LIMIT};
pub use crate::app::keys::Action;
pub use crate::app::screens::data::filter::Filter;
pub use crate::app::screens::data::{Only, ROW, Shown, Sort, given};
pub use crate::app::screens::evaluate::{CompareView, EvaluatedModel, PREDICTING, Shares, View};
pub use crate::app::screens::model::refit;
pub use crate::app::screens::practice::View as PracticeView;
pub use crate::app::screens::{ScreenId, Screens};
pub use crate::app::session::{Changed, Loaded, Pick};
pub use crate::app::settings::{
    NumberForm, Remembered, Settings, ThemeName, config_file, config_text, configured,
};
pub use crate::app::source::{Answer, Order, Problem, Source, load};
pub use crate::app::state::{App, Dialog, Leaving, Screen};
pub use crate::app::update::{Beginning, action_of, begin, update};
pub use crate::app::words::{Frame, LEAST_HEIGHT, LEAST_WIDTH, Pane, Shape, follow};
