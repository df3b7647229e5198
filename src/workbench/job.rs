//! What `update` cannot do itself, because it takes time, the disk or the terminal.
//!
//! Work runs on another thread and comes back as an [`Action`] with its [`Ticket`]; only the newest ticket of a lane is
//! believed, so a stale answer never overwrites a fresh question, and cancelling is forgetting the ticket.

use std::path::PathBuf;
use std::sync::Arc;

use super::action::Action;
use super::against;
use super::desk::{Loaded, Pick};
use super::evaluate::{Ask, Found};
use super::listing::{self, Entry};
use super::model::Smoothing;
use super::parameters::{self, Alternatives, Counted};
use super::practice;
use super::recipe_file::{self, Saved, Toml};
use super::search::{self, Place, Search};
use super::source::{self, Order, Problem};
use super::told::Told;
use super::what_if::{self, Before, Tried};
use crate::encode::Spread;
use crate::math::{Name, Quantity};
use crate::model::{Case, Fitted, Study};
use crate::practice::progress::{Keep, Progress, Read};
use crate::recipe::{Convention, Recipe};
use crate::table::{FilesRead, Profile, Table, Watch, profile};
use crate::worked::Against;

/// Kinds of work; within a lane the newest wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Lane {
    /// Reading the data that will be worked on.
    Load,
    /// Reading a sample to show what is in it.
    Preview,
    /// Fitting the same data by another recipe.
    Fit,
    /// Names in a folder.
    Listing,
    /// Counting one column.
    Profile,
    /// Counting the numbers of a column for the editor of bins.
    Spread,
    /// Looking for text.
    Search,
    /// Counting the rows behind a number.
    Rows,
    /// Predicting the rows that judge the model.
    Evaluate,
    /// Comparing models on the same rows.
    Compare,
    /// Fitting the model that predicted one of them.
    Lend,
    /// Drawing a curve of room 4.
    Curve,
    /// Working out the case in hand.
    Explain,
    /// Holding it against another program.
    Against,
    /// Trying other α on it.
    Smoothing,
    /// Working out what changed cells come to.
    WhatIf,
    /// Writing a recipe, or reading one.
    Save,
    /// Checking an answer, or making a worksheet.
    Practice,
    /// Keeping the progress of the course, or deleting it.
    Progress,
    /// Looking whether answer sheets were saved.
    Watch,
}

/// Which request an answer belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ticket {
    /// The kind of work.
    pub lane: Lane,
    /// Counted up with every request.
    pub generation: u64,
}

/// Work for another thread.
#[derive(Clone, Debug)]
pub enum Work {
    /// Read data to work on, or to look at.
    Load(Order, Arc<Watch>),
    /// Fit the same data by another recipe.
    Fit(Arc<Study>, Box<Recipe>),
    /// Read the names in a folder.
    List(PathBuf),
    /// Count a column, by class if there is a target.
    Profile {
        /// The data.
        table: Arc<Table>,
        /// The column to count.
        column: usize,
        /// The column that holds the classes.
        target: Option<usize>,
    },
    /// Count the numbers of a column by class.
    Spread {
        /// The data.
        table: Arc<Table>,
        /// The column to count.
        column: usize,
        /// The column that holds the classes.
        target: Option<usize>,
        /// The column that says how often each row was seen.
        weight: Option<usize>,
        /// The classes, in the order of the model.
        classes: Vec<Name>,
    },
    /// Look for text in the cells.
    Search(Arc<Table>, Search),
    /// Count the rows behind a number, and work it out under other α, whose models may be known.
    Rows(Arc<Fitted>, Quantity, Option<Alternatives>),
    /// Find out how good the model is.
    Evaluate(Ask),
    /// Work out a case.
    Explain {
        /// The data.
        study: Arc<Study>,
        /// The model.
        fitted: Arc<Fitted>,
        /// The case.
        case: Arc<Case>,
        /// How the case was chosen.
        pick: Pick,
        /// What it is called.
        origin: String,
    },
    /// Work out a case under another convention, too.
    Against {
        /// The data.
        study: Arc<Study>,
        /// The model.
        fitted: Arc<Fitted>,
        /// The case.
        case: Arc<Case>,
        /// The other convention.
        convention: Convention,
    },
    /// Work out a model and a case under other α.
    Smoothing(Arc<Fitted>, Arc<Case>),
    /// Write a recipe.
    Save {
        /// The file.
        path: PathBuf,
        /// What goes into it.
        text: String,
        /// Whether a file that is there is written over.
        over: bool,
        /// What is never written over.
        read: FilesRead,
    },
    /// Read a recipe, or find out that it is an exercise.
    ReadRecipe(PathBuf),
    /// Check an answer, or make a worksheet.
    Practice(practice::Ask),
    /// Add to the progress that is kept.
    Keep(Keep, Progress),
    /// Delete it.
    Wipe(Keep),
    /// Predict a case with some cells changed.
    WhatIf {
        /// The model.
        fitted: Arc<Fitted>,
        /// The case as it was.
        original: Arc<Case>,
        /// Column and text.
        changes: Vec<(String, String)>,
        /// What the case as it was comes to, where that is known.
        before: Option<Arc<Before>>,
    },
}

impl Work {
    /// Reading data, not yet begun.
    pub fn load(order: Order) -> Work {
        Work::Load(order, Arc::default())
    }
}

/// What work found.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// The data, or why there is none.
    Loaded(Order, Result<Loaded, Problem>),
    /// The same data under another recipe, or why it cannot be read so.
    Fitted(Result<Loaded, Problem>),
    /// What a folder holds.
    Listed(PathBuf, Result<Vec<Entry>, String>),
    /// A column's counts.
    Profiled(usize, Option<Box<Profile>>),
    /// Where the numbers of a column lie.
    Spread(usize, Arc<Spread>),
    /// The cell that was looked for, if there is one.
    Searched(Search, Option<Place>),
    /// The rows behind a number.
    Counted(Box<Counted>),
    /// How good the model is.
    Evaluated(Found),
    /// The case, worked out, or why it cannot be.
    Explained(Pick, Result<Arc<Told>, String>),
    /// The case under two conventions, or why there is nothing to compare.
    Compared(Convention, Result<Arc<Against>, String>),
    /// A model and a case under other α.
    Smoothed(Arc<Smoothing>),
    /// What became of a recipe that was to be written.
    Saved(Saved),
    /// A recipe from a file, or what else a TOML file is.
    FileRead(PathBuf, Result<Toml, Problem>),
    /// What changed cells come to.
    Tried(Box<Tried>),
    /// An answer that was checked, or a worksheet.
    Practised(practice::Found),
    /// What was to be added, and all progress that is kept, or why it cannot be.
    Kept(Progress, Result<Read, String>),
    /// What was deleted, or why it cannot be.
    Wiped(Result<String, String>),
}

/// Work with its ticket.
#[derive(Clone, Debug)]
pub struct Task {
    /// Which request this is.
    pub ticket: Ticket,
    /// What to do.
    pub work: Work,
}

impl Task {
    /// Does the work; may take long.
    pub fn run(self) -> Action {
        let outcome = match self.work {
            Work::Load(order, watch) => {
                let result = source::load(&order, watch);
                Outcome::Loaded(order, result)
            }
            Work::Fit(study, recipe) => {
                let fitted = study.with_recipe(*recipe).map(Loaded::new);
                Outcome::Fitted(fitted.map_err(Problem::from))
            }
            Work::List(folder) => {
                let entries = listing::read(&folder);
                Outcome::Listed(folder, entries)
            }
            Work::Profile { table, column, target } => {
                let profile = profile(&table, column, target).map(Box::new);
                Outcome::Profiled(column, profile)
            }
            Work::Spread { table, column, target, weight, classes } => {
                Outcome::Spread(column, Arc::new(Spread::of(&table, column, target, weight, &classes)))
            }
            Work::Search(table, search) => {
                let place = search::find(&table, &search);
                Outcome::Searched(search, place)
            }
            Work::Rows(fitted, quantity, known) => {
                Outcome::Counted(Box::new(parameters::count(fitted, quantity, known)))
            }
            Work::Evaluate(ask) => Outcome::Evaluated(ask.run()),
            Work::Explain { study, fitted, case, pick, origin } => {
                let told = Told::new(study, fitted, case, origin).map(Arc::new);
                Outcome::Explained(pick, told.map_err(|error| error.to_string()))
            }
            Work::Practice(ask) => Outcome::Practised(ask.run()),
            Work::Keep(keep, gained) => {
                let kept = keep.add(&gained);
                Outcome::Kept(gained, kept)
            }
            Work::Wipe(keep) => Outcome::Wiped(keep.wipe()),
            Work::Smoothing(fitted, case) => Outcome::Smoothed(Arc::new(Smoothing::of(fitted, case))),
            Work::Against { study, fitted, case, convention } => {
                Outcome::Compared(convention, against::compared(&study, &fitted, &case, convention))
            }
            Work::Save { path, text, over, read } => {
                Outcome::Saved(recipe_file::save(&path, &text, over, &read))
            }
            Work::ReadRecipe(path) => {
                let found = recipe_file::read(&path);
                Outcome::FileRead(path, found)
            }
            Work::WhatIf { fitted, original, changes, before } => {
                Outcome::Tried(Box::new(what_if::tried(&fitted, &original, &changes, before)))
            }
        };
        Action::Finished(self.ticket, Box::new(outcome))
    }
}

/// What the caller of `update` is asked to do.
#[derive(Clone, Debug)]
pub enum Job {
    /// Run this on another thread and bring the action back.
    Work(Task),
    /// Give a text to the clipboard, through the terminal.
    Copy(String),
    /// Give the terminal back to the shell until it continues us.
    Suspend,
}
