//! The application without a terminal.
//!
//! [`App`] is everything there is to know between two keys; [`update`] takes one [`Action`] and may answer with a
//! [`Job`]. A key becomes an action by the one table in [`keys`]. This room does not know what a terminal is: it
//! counts lines and columns, but how they are drawn, and how keys arrive, is for `tui`. Nothing here
//! reads a clock: time comes as [`Action::Tick`].

mod action;
mod against;
mod app;
mod argument;
mod beginning;
pub mod bins;
mod choose;
pub mod course;
pub mod data;
mod session;
mod dialog;
pub mod evaluate;
pub mod explain;
mod field;
mod find;
mod opened;
mod form;
mod frame;
mod help;
mod history;
mod job;
mod jobs;
mod key;
pub mod keys;
mod listing;
pub mod model;
mod only;
mod open;
pub mod parameters;
pub mod practice;
mod priors;
mod problem;
mod progress;
mod question;
mod recipe_dialog;
mod recipe_file;
mod save_as;
mod screen_id;
mod screen;
mod search;
pub mod settings;
mod source;
pub mod start;
mod toast;
mod explanation;
mod update;
mod warnings;
mod what_if;
pub mod widths;
pub mod words;

pub use action::Action;
pub use against::{AgainstDialog, HEIGHT as AGAINST_HEIGHT, WIDTH as AGAINST_WIDTH};
pub use app::{App, Leaving, Pane};
pub use argument::ArgumentDialog;
pub use beginning::{Beginning, begin};
pub use bins::{BinsDialog, HEIGHT as BINS_HEIGHT, WIDTH as BINS_WIDTH};
pub use choose::{ChooseDialog, HEIGHT as CHOOSE_HEIGHT, WIDTH as CHOOSE_WIDTH};
pub use course::CourseScreen;
pub use data::DataScreen;
pub use dialog::{Dialog, Reply};
pub use evaluate::{Column as CompareColumn, CompareView, CurveView};
pub use evaluate::{
    EvaluateScreen, EvaluatedModel, LOOK_HEIGHT, LOOK_WIDTH, LookDialog, MatrixView, ReliabilityView,
    RocView, ScoresView, Shares, View,
};
pub use evaluate::{TEST_HEIGHT, TEST_WIDTH, TestDialog, TestLine};
pub use explain::ExplainScreen;
pub use explanation::Explanation;
pub use field::{Edit, Field, PASTE_LIMIT};
pub use find::FindLine;
pub use form::NumberForm;
pub use frame::{Frame, LEAST_HEIGHT, LEAST_WIDTH, Shape, follow};
pub use help::{HEIGHT as HELP_HEIGHT, HelpLine, HelpScreen, WIDTH as HELP_WIDTH};
pub use history::History;
pub use job::{Finished, Job, Lane, Task, Ticket};
pub use jobs::Jobs;
pub use key::{Code, Key};
pub use listing::{Entry, size};
pub use model::ModelScreen;
pub use only::Only;
pub use open::{HEIGHT as OPEN_HEIGHT, OpenDialog, WIDTH as OPEN_WIDTH};
pub use parameters::ParametersScreen;
pub use practice::projector::Projector;
pub use practice::{
    CHECK_HEIGHT, CHECK_WIDTH, CheckDialog, FindScreen, PracticeScreen, View as PracticeView,
};
pub use priors::{BELOW as PRIORS_BELOW, HEIGHT as PRIORS_HEIGHT, PriorsDialog, Sum, WIDTH as PRIORS_WIDTH};
pub use problem::ProblemDialog;
pub use recipe_dialog::{HEIGHT as RECIPE_HEIGHT, RecipeDialog, WIDTH as RECIPE_WIDTH};
pub use recipe_file::Saved;
pub use save_as::SaveAs;
pub use screen::{Screen, Screens};
pub use screen_id::ScreenId;
pub use search::{Place, Search};
pub use session::{Changed, FoldModel, Loaded, Pick, Session};
pub use settings::{Settings, SettingsDialog, ThemeName};
pub use source::{Answer, Order, Problem, Source, samples};
pub use toast::Toast;
pub use update::{action_of, load, refit, update};
pub use warnings::WarningsDialog;
pub use what_if::{
    After, Before, CLASSES as WHAT_IF_CLASSES, CellLine, Choice as CellChoice, FLIPS as WHAT_IF_FLIPS,
    HEIGHT as WHAT_IF_HEIGHT, Tried, WIDTH as WHAT_IF_WIDTH, WhatIfDialog, remark,
};
