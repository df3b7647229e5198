//! What is being waited for: at most one request of each lane, and the newest is the one that counts.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::app::App;
use super::job::{Job, Lane, Task, Ticket};
use super::progress;
use crate::evaluate::Stage;
use crate::table::Watch;

/// Work that is not done.
#[derive(Clone, Debug)]
struct Waiting {
    ticket: Ticket,
    label: String,
    watch: Option<Arc<Watch>>,
    /// Where it tells what it is at.
    stage: Option<Arc<Stage>>,
    /// Ticks since it was asked for.
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
    /// `taken` with what it found, unless it is forgotten before.
    pub fn start<T: Send + 'static>(
        &mut self,
        lane: Lane,
        label: impl Into<String>,
        work: impl FnOnce() -> T + Send + 'static,
        taken: impl FnOnce(&mut App, T) -> Option<Job> + Send + 'static,
    ) -> Job {
        self.newest += 1;
        let ticket = Ticket { lane, generation: self.newest };
        self.forget(|old| old == lane);
        self.waiting.push(Waiting { ticket, label: label.into(), watch: None, stage: None, ticks: 0 });
        Job::Work(Task::new(ticket, work, taken))
    }

    /// The same for work that tells how far it is, and can be stopped.
    pub fn start_watched<T: Send + 'static>(
        &mut self,
        lane: Lane,
        label: impl Into<String>,
        work: impl FnOnce(Arc<Watch>) -> T + Send + 'static,
        taken: impl FnOnce(&mut App, T) -> Option<Job> + Send + 'static,
    ) -> Job {
        let watch = Arc::<Watch>::default();
        let given = Arc::clone(&watch);
        let job = self.start(lane, label, move || work(given), taken);
        if let Some(waiting) = self.waiting.last_mut() {
            waiting.watch = Some(watch);
        }
        job
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
            (waiting.watch, waiting.stage) = (Some(Arc::clone(&stage.watch)), Some(stage));
        }
        job
    }

    /// Whether an answer is the one waited for; it is waited for no longer.
    pub fn accept(&mut self, ticket: Ticket) -> bool {
        let before = self.waiting.len();
        self.waiting.retain(|work| work.ticket != ticket);
        self.waiting.len() < before
    }

    /// What a person is waiting for, with how far it is: reading or searching, not the counts beside the cursor.
    pub fn busy(&self) -> Option<String> {
        let work = self.waiting.iter().find(|work| is_awaited(work.ticket.lane))?;
        let (done, total) = work.watch.as_ref().map_or((0, 0), |watch| {
            (watch.done.load(Ordering::Relaxed), watch.total.load(Ordering::Relaxed))
        });
        let percent = (done.min(total) * 100).checked_div(total);
        let told = work.stage.as_ref().map(|stage| stage.words()).filter(|words| !words.is_empty());
        let label = told.unwrap_or_else(|| work.label.clone());
        Some(percent.map_or_else(|| label.clone(), |percent| format!("{percent} % {label}")))
    }

    /// A quarter of a second has gone by.
    pub fn tick(&mut self) {
        self.waiting.iter_mut().for_each(|work| work.ticks += 1);
    }

    /// How far work of a kind is, if it is under way and tells so.
    pub fn progress(&self, lane: Lane) -> Option<String> {
        let work = self.waiting.iter().find(|work| work.ticket.lane == lane)?;
        progress::words(work.watch.as_ref()?, work.ticks)
    }

    /// Whether work of a kind is under way.
    pub fn waits_for(&self, lane: Lane) -> bool {
        self.waiting.iter().any(|work| work.ticket.lane == lane)
    }

    /// Stops and forgets what a person is waiting for.
    pub fn cancel(&mut self) {
        self.forget(is_awaited);
    }

    fn forget(&mut self, which: impl Fn(Lane) -> bool) {
        self.waiting.retain(|work| {
            let keep = !which(work.ticket.lane);
            if let (false, Some(watch)) = (keep, &work.watch) {
                watch.stop.store(true, Ordering::Relaxed);
            }
            keep
        });
    }
}

fn is_awaited(lane: Lane) -> bool {
    matches!(
        lane,
        Lane::Load
            | Lane::Fit
            | Lane::Search
            | Lane::Evaluate
            | Lane::Compare
            | Lane::Lend
            | Lane::Curve
            | Lane::Explain
            | Lane::Practice
    )
}
