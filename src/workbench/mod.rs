//! The application without a terminal.
//!
//! [`App`] is the whole state between two keys; [`update`] applies one [`Action`] and may return a [`Job`]. The table in
//! [`keys`] maps keys to actions. Nothing here depends on a terminal: this module counts lines and columns, and `tui`
//! draws them and reads keys. Nothing here reads a clock: time comes as [`Action::Tick`].

#![allow(missing_docs)]

mod app;
pub mod bins;
mod choose;
pub mod clipboard;
mod conventions;
pub mod copying;
pub mod data;
pub mod evaluate;
mod explanation;
mod files;
mod filter;
mod given;
mod job;
mod key;
pub mod keys;
mod load;
pub mod model;
mod open;
pub mod parameters;
pub mod plot;
pub mod practice;
mod prelude;
mod priors;
mod problem;
pub mod saving;
mod session;
mod shared_dialogs;
pub mod settings;
mod shown;
mod source;
pub mod palette;
pub mod recents;
pub mod start_list;
mod update;
pub mod what_if;
pub mod words;

pub use app::{App, Dialog, Leaving, Reply, Screen, Screens};
pub use bins::{BinsDialog, HEIGHT as BINS_HEIGHT, WIDTH as BINS_WIDTH};
pub use choose::{ChooseDialog, HEIGHT as CHOOSE_HEIGHT, WIDTH as CHOOSE_WIDTH};
pub use clipboard::{Clipboards, Copied, Copying};
pub use conventions::{ConventionsDialog, HEIGHT as CONVENTIONS_HEIGHT, WIDTH as CONVENTIONS_WIDTH};
pub use copying::CopyDialog;
pub use data::{FilterLine, FindLine, RowLine};
pub use evaluate::{
    Column as CompareColumn, CompareView, CurveView, EvaluateScreen, EvaluatedModel, JUDGING, LOOK_HEIGHT,
    LOOK_WIDTH, LookDialog, MatrixView, ReliabilityView, RocView, ScoresView, Shares, TEST_HEIGHT,
    TEST_WIDTH, TestDialog, TestLine, View,
};
pub use explanation::{ExplainScreen, Explanation};
pub use files::{SaveAs, Saved};
pub use filter::{Filter, Judged};
pub use given::{GivenLine, given};
pub use job::{Drawing, Finished, Job, Jobs, Lane, Task, Ticket};
pub use key::{Code, Key};
pub use key::{Field, PASTE_LIMIT};
pub use keys::{Action, Edit, ScreenId};
pub use load::{OpeningDialog, load};
pub use model::{ModelScreen, refit};
pub use open::{Entry, HEIGHT as OPEN_HEIGHT, Head, OpenDialog, WIDTH as OPEN_WIDTH, size};
pub use parameters::ParametersScreen;
pub use practice::{
    CHECK_HEIGHT, CHECK_WIDTH, CheckDialog, FindScreen, PracticeScreen, View as PracticeView, WAYS_HEIGHT,
    WAYS_WIDTH, Way, WaysDialog,
};
pub use priors::{BELOW as PRIORS_BELOW, HEIGHT as PRIORS_HEIGHT, PriorsDialog, Sum, WIDTH as PRIORS_WIDTH};
pub use problem::ProblemDialog;
pub use problem::{WarningLine, WarningsDialog};
pub use saving::SaveDialog;
pub use session::{Changed, FoldModel, History, Loaded, Pick, Session};
pub use settings::{NumberForm, Remembered, Settings, ThemeName, config_file, config_text, configured};
pub use shared_dialogs::{ArgumentDialog, HELP_HEIGHT, HELP_WIDTH, HelpLine, HelpScreen, SettingsDialog};
pub use shown::{DataScreen, Laid, MARK, Only, Place, ROW, Search};
pub use shown::{Shown, Sort};
pub use source::{Answer, Order, Problem, Source, samples};
pub use start_list::{CourseScreen, StartScreen};
pub use update::{Beginning, action_of, begin, update};
pub use what_if::{
    After, Before, CLASSES as WHAT_IF_CLASSES, CellLine, Choice as CellChoice,
    FLIPS as WHAT_IF_COUNTERFACTUALS, HEIGHT as WHAT_IF_HEIGHT, Tried, WIDTH as WHAT_IF_WIDTH, WhatIfDialog,
    remark,
};
pub use words::{Frame, LEAST_HEIGHT, LEAST_WIDTH, Pane, Shape, Toast, follow};
