//! What `update` cannot do itself, because it takes time, the disk or the terminal.
//!
//! Work is a closure for another thread, and what becomes of what it found is a closure on the state. Both are written
//! where the work is asked for. It comes back with its [`Ticket`]; only the newest ticket of a lane is believed, so a
//! stale answer never overwrites a fresh question, and cancelling is forgetting the ticket.

use std::fmt;

use super::app::App;

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
    /// Drawing a curve of screen 4.
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

type Taken = Box<dyn FnOnce(&mut App) -> Option<Job> + Send>;

/// Work with its ticket.
pub struct Task {
    /// Which request this is.
    pub ticket: Ticket,
    work: Box<dyn FnOnce() -> Taken + Send>,
}

impl Task {
    /// Work, and what becomes of what it finds.
    pub(super) fn new<T: Send + 'static>(
        ticket: Ticket,
        work: impl FnOnce() -> T + Send + 'static,
        taken: impl FnOnce(&mut App, T) -> Option<Job> + Send + 'static,
    ) -> Task {
        let work = move || -> Taken {
            let found = work();
            Box::new(move |app| taken(app, found))
        };
        Task { ticket, work: Box::new(work) }
    }

    /// Does the work; may take long.
    pub fn run(self) -> Finished {
        Finished { ticket: self.ticket, taken: (self.work)() }
    }
}

impl fmt::Debug for Task {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.ticket.fmt(f)
    }
}

/// Work that is done.
pub struct Finished {
    ticket: Ticket,
    taken: Taken,
}

impl Finished {
    /// Brings what was found to where it is waited for, if it is still wanted.
    pub fn take(self, app: &mut App) -> Option<Job> {
        if app.jobs.accept(self.ticket) { (self.taken)(app) } else { None }
    }
}

impl fmt::Debug for Finished {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.ticket.fmt(f)
    }
}

/// What the caller of `update` is asked to do.
#[derive(Debug)]
pub enum Job {
    /// Run this on another thread and bring the action back.
    Work(Task),
    /// Give a text to the clipboard, through the terminal.
    Copy(String),
    /// Give the terminal back to the shell until it continues us.
    Suspend,
}
