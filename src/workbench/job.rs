//! What `update` cannot do itself, because it takes time, the disk or the terminal.
//!
//! Work runs on another thread and comes back as an [`Action`] with its [`Ticket`]; only the newest ticket of a lane is
//! believed, so a stale answer never overwrites a fresh question, and cancelling is forgetting the ticket.

use std::path::PathBuf;
use std::sync::Arc;

use super::action::Action;
use super::listing::{self, Entry};
use super::search::{self, Place, Search};
use super::source::{self, Order, Problem};
use super::study::Loaded;
use crate::table::{Profile, Table, profile};

/// Kinds of work; within a lane the newest wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Lane {
    /// Reading the data that will be worked on.
    Load,
    /// Reading a sample to show what is in it.
    Preview,
    /// Names in a folder.
    Listing,
    /// Counting one column.
    Profile,
    /// Looking for text.
    Search,
}

/// All lanes.
pub const LANES: [Lane; 5] = [Lane::Load, Lane::Preview, Lane::Listing, Lane::Profile, Lane::Search];

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
    Load(Order),
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
    /// Look for text in the cells.
    Search(Arc<Table>, Search),
}

/// What work found.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// The data, or why there is none.
    Loaded(Order, Result<Loaded, Problem>),
    /// What a folder holds.
    Listed(PathBuf, Result<Vec<Entry>, String>),
    /// A column's counts.
    Profiled(usize, Option<Box<Profile>>),
    /// The cell that was looked for, if there is one.
    Searched(Search, Option<Place>),
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
            Work::Load(order) => {
                let result = source::load(&order);
                Outcome::Loaded(order, result)
            }
            Work::List(folder) => {
                let entries = listing::read(&folder);
                Outcome::Listed(folder, entries)
            }
            Work::Profile { table, column, target } => {
                let profile = profile(&table, column, target).map(Box::new);
                Outcome::Profiled(column, profile)
            }
            Work::Search(table, search) => {
                let place = search::find(&table, &search);
                Outcome::Searched(search, place)
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
    /// Give the terminal back to the shell until it continues us.
    Suspend,
}

/// The newest request of each lane, and what is being waited for.
#[derive(Clone, Debug, Default)]
pub struct Jobs {
    newest: u64,
    waiting: Vec<(Ticket, String)>,
}

impl Jobs {
    /// Hands out a ticket; older work of the same lane is forgotten.
    pub fn start(&mut self, lane: Lane, label: impl Into<String>, work: Work) -> Job {
        self.newest += 1;
        let ticket = Ticket { lane, generation: self.newest };
        self.waiting.retain(|(old, _)| old.lane != lane);
        self.waiting.push((ticket, label.into()));
        Job::Work(Task { ticket, work })
    }

    /// Whether an answer is the one waited for; it is waited for no longer.
    pub fn accept(&mut self, ticket: Ticket) -> bool {
        let before = self.waiting.len();
        self.waiting.retain(|(waited, _)| *waited != ticket);
        self.waiting.len() < before
    }

    /// What a person is waiting for: reading or searching, not the counts beside the cursor.
    pub fn busy(&self) -> Option<&str> {
        let shown = |lane| matches!(lane, Lane::Load | Lane::Search);
        self.waiting.iter().find(|(ticket, _)| shown(ticket.lane)).map(|(_, label)| label.as_str())
    }

    /// Whether a lane has work that is not done.
    pub fn waits_for(&self, lane: Lane) -> bool {
        self.waiting.iter().any(|(ticket, _)| ticket.lane == lane)
    }

    /// Forgets what a person is waiting for.
    pub fn cancel(&mut self) {
        self.waiting.retain(|(ticket, _)| !matches!(ticket.lane, Lane::Load | Lane::Search));
    }
}
