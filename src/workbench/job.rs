//! What `update` cannot do itself, because it takes time, the disk or the terminal.
//!
//! Work is a closure for another thread, and what becomes of what it found is a closure on the state. Both are written
//! where the work is asked for. It comes back with its [`Ticket`]; only the newest ticket of a lane is believed, so a
//! stale answer never overwrites a fresh question, and cancelling is forgetting the ticket.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::app::App;
use crate::evaluate::Stage;
use crate::table::Watch;
use crate::text::grouped;

const TICKS: u64 = 4;

/// Kinds of work; within a lane the newest wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Lane {
    Load,
    Preview,
    Fit,
    Listing,
    Profile,
    /// Counting the numbers of a column for the editor of bins.
    Spread,
    Search,
    Rows,
    Evaluate,
    Compare,
    FoldModel,
    Curve,
    Explain,
    Plot,
    Convention,
    Smoothing,
    WhatIf,
    Save,
    Practice,
    Progress,
    Watch,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ticket {
    pub lane: Lane,
    pub generation: u64,
}

type Taken = Box<dyn FnOnce(&mut App) -> Option<Job> + Send>;

pub struct Task {
    pub ticket: Ticket,
    work: Box<dyn FnOnce() -> Taken + Send>,
}

impl Task {
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
    /// Run this on another thread and bring back what it found.
    Work(Task),
    Copy(String),
    /// Give the terminal back to the shell until it continues us.
    Suspend,
}

#[derive(Clone, Debug)]
struct Waiting {
    ticket: Ticket,
    /// What a person waits for; empty where nobody does, as for the counts beside the cursor.
    label: String,
    /// Where it tells how far it is, and what it is at.
    stage: Option<Arc<Stage>>,
    ticks: u64,
}

/// The newest request of each lane, and what is being waited for.
#[derive(Clone, Debug, Default)]
pub struct Jobs {
    newest: u64,
    waiting: Vec<Waiting>,
}

impl Jobs {
    /// Hands out a ticket; older work of the same lane is stopped and forgotten. `work` is done by another thread, and
    /// `taken` with what it found, unless it is forgotten before. A label makes a person wait: it is shown, and Esc stops it.
    pub fn start<T: Send + 'static>(
        &mut self,
        lane: Lane,
        label: impl Into<String>,
        work: impl FnOnce() -> T + Send + 'static,
        taken: impl FnOnce(&mut App, T) -> Option<Job> + Send + 'static,
    ) -> Job {
        self.newest += 1;
        let ticket = Ticket { lane, generation: self.newest };
        self.forget(|old| old.ticket.lane == lane);
        self.waiting.push(Waiting { ticket, label: label.into(), stage: None, ticks: 0 });
        let work = move || -> Taken {
            let found = work();
            Box::new(move |app| taken(app, found))
        };
        Job::Work(Task { ticket, work: Box::new(work) })
    }

    /// The same for work that tells how far it is, and can be stopped.
    pub fn start_watched<T: Send + 'static>(
        &mut self,
        lane: Lane,
        label: impl Into<String>,
        work: impl FnOnce(Arc<Watch>) -> T + Send + 'static,
        taken: impl FnOnce(&mut App, T) -> Option<Job> + Send + 'static,
    ) -> Job {
        self.start_staged(lane, label, move |stage| work(Arc::clone(&stage.watch)), taken)
    }

    /// The same for work that tells what it is at, too.
    pub fn start_staged<T: Send + 'static>(
        &mut self,
        lane: Lane,
        label: impl Into<String>,
        work: impl FnOnce(Arc<Stage>) -> T + Send + 'static,
        taken: impl FnOnce(&mut App, T) -> Option<Job> + Send + 'static,
    ) -> Job {
        let stage = Arc::<Stage>::default();
        let given = Arc::clone(&stage);
        let job = self.start(lane, label, move || work(given), taken);
        if let Some(waiting) = self.waiting.last_mut() {
            waiting.stage = Some(stage);
        }
        job
    }

    /// Whether an answer is the one waited for; it is waited for no longer.
    pub fn accept(&mut self, ticket: Ticket) -> bool {
        let before = self.waiting.len();
        self.waiting.retain(|work| work.ticket != ticket);
        self.waiting.len() < before
    }

    /// What a person is waiting for, with how far it is.
    pub fn busy(&self) -> Option<String> {
        let work = self.waiting.iter().find(|work| !work.label.is_empty())?;
        let stage = work.stage.as_ref();
        let (done, total) = stage.map_or((0, 0), |stage| {
            (stage.watch.done.load(Ordering::Relaxed), stage.watch.total.load(Ordering::Relaxed))
        });
        let percent = (done.min(total) * 100).checked_div(total);
        let stage = stage.map(|stage| stage.words()).filter(|words| !words.is_empty());
        let label = stage.unwrap_or_else(|| work.label.clone());
        Some(percent.map_or_else(|| label.clone(), |percent| format!("{percent} % {label}")))
    }

    pub fn tick(&mut self) {
        self.waiting.iter_mut().for_each(|work| work.ticks += 1);
    }

    /// How far work of a kind is, if it is under way and tells so.
    pub fn progress(&self, lane: Lane) -> Option<String> {
        let work = self.waiting.iter().find(|work| work.ticket.lane == lane)?;
        progress(&work.stage.as_ref()?.watch, work.ticks)
    }

    pub fn waits_for(&self, lane: Lane) -> bool {
        self.waiting.iter().any(|work| work.ticket.lane == lane)
    }

    pub fn cancel(&mut self) {
        self.forget(|work| !work.label.is_empty());
    }

    fn forget(&mut self, which: impl Fn(&Waiting) -> bool) {
        self.waiting.retain(|work| {
            let keep = !which(work);
            if let (false, Some(stage)) = (keep, &work.stage) {
                stage.watch.stop.store(true, Ordering::Relaxed);
            }
            keep
        });
    }
}

/// How far a watched work is: `3 of 14 done, 830,000 rows/s`, or `21 % done` where it has no parts; `ticks` is how long it has taken. `None` before
/// anything is known.
fn progress(watch: &Watch, ticks: u64) -> Option<String> {
    let read = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
    let (done, total, parts) = (read(&watch.done), read(&watch.total), read(&watch.parts));
    let of = |parts: u64| done.min(total).saturating_mul(parts).checked_div(total);
    let far = match parts {
        0 => format!("{} % done", of(100)?),
        _ => format!("{} of {parts} done", of(parts)?),
    };
    let rate = (done * TICKS).checked_div(ticks).filter(|rate| *rate > 0);
    Some(rate.map_or(far.clone(), |rate| format!("{far}, {} rows/s", grouped(rate))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_and_rows_a_second() {
        let watch = Watch::default();
        assert_eq!(progress(&watch, 3), None);
        watch.total.store(14_000_000, Ordering::Relaxed);
        watch.done.store(7_000_000, Ordering::Relaxed);
        assert_eq!(progress(&watch, 0).unwrap(), "50 % done");
        watch.done.store(0, Ordering::Relaxed);
        watch.parts.store(14, Ordering::Relaxed);
        assert_eq!(progress(&watch, 0).unwrap(), "0 of 14 done");
        watch.done.store(3_320_000, Ordering::Relaxed);
        assert_eq!(progress(&watch, 16).unwrap(), "3 of 14 done, 830,000 rows/s");
    }
}
