//! Jobs that `update` cannot do itself, because they need time, the disk or the terminal.
//!
//! Work is a closure for another thread; a second closure applies the result to the state. Both are written where the job
//! is started. The result comes back with its number; only the newest number of a lane is accepted, so a stale result
//! never replaces a newer one. Cancelling forgets the number.

use std::sync::atomic::Ordering;

use crate::app::copying::Copying;
use crate::app::prelude::*;
use crate::evaluate::ComparisonProgress;

const TICKS: u64 = 4;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Lane {
    Load,
    Preview,
    Fit,
    Listing,
    Profile,
    Spread,
    Search,
    Shown,
    Passing,
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
    Copy,
    Practice,
    Progress,
    Session,
}

type Apply = Box<dyn FnOnce(&mut App) -> Option<Job> + Send>;
pub type ApplyText = Box<dyn FnOnce(&mut App, String) -> Option<Job>>;

pub struct Task {
    pub lane: Lane,
    number: u64,
    work: Box<dyn FnOnce() -> Apply + Send>,
}

impl Task {
    pub fn run(self) -> FinishedTask {
        FinishedTask { number: self.number, apply: (self.work)() }
    }
}

pub struct FinishedTask {
    number: u64,
    apply: Apply,
}

impl FinishedTask {
    pub fn take(self, app: &mut App) -> Option<Job> {
        if app.jobs.accept(self.number) { (self.apply)(app) } else { None }
    }
}

pub enum Job {
    Work(Task),
    Copy(Copying),
    /// Draws the current screen without dialogs in a file format, and passes on its text.
    Draw(Format, ApplyText),
    Suspend,
}

#[derive(Clone, Debug)]
struct Waiting {
    lane: Lane,
    number: u64,
    /// The message while the user waits; empty if nobody waits, as for the counts of the selected column.
    label: String,
    stage: Arc<ComparisonProgress>,
    ticks: u64,
}

#[derive(Clone, Debug, Default)]
pub struct Jobs {
    newest: u64,
    waiting: Vec<Waiting>,
}

impl Jobs {
    /// Starts a job; older work of the same lane is stopped and forgotten. Another thread runs `work`, and `apply` gets the
    /// result, unless the job is forgotten before. A label is shown while the user waits, and Esc stops the job.
    pub fn start<T: Send + 'static>(
        &mut self,
        lane: Lane,
        label: impl Into<String>,
        work: impl FnOnce() -> T + Send + 'static,
        apply: impl FnOnce(&mut App, T) -> Option<Job> + Send + 'static,
    ) -> Job {
        self.start_watched(lane, label, |_| work(), apply)
    }

    /// The same for work that reports its progress and stops early.
    pub fn start_watched<T: Send + 'static>(
        &mut self,
        lane: Lane,
        label: impl Into<String>,
        work: impl FnOnce(Arc<ComparisonProgress>) -> T + Send + 'static,
        apply: impl FnOnce(&mut App, T) -> Option<Job> + Send + 'static,
    ) -> Job {
        self.newest += 1;
        let number = self.newest;
        self.forget(|old| old.lane == lane);
        let stage = Arc::<ComparisonProgress>::default();
        self.waiting.push(Waiting { lane, number, label: label.into(), stage: Arc::clone(&stage), ticks: 0 });
        let work = move || -> Apply {
            let found = work(stage);
            Box::new(move |app| apply(app, found))
        };
        Job::Work(Task { lane, number, work: Box::new(work) })
    }

    /// Returns whether a result is the awaited one, and stops waiting for it.
    fn accept(&mut self, number: u64) -> bool {
        let before = self.waiting.len();
        self.waiting.retain(|work| work.number != number);
        self.waiting.len() < before
    }

    pub fn busy(&self) -> Option<String> {
        self.awaited().map(Waiting::words)
    }

    pub fn busy_line(&self) -> Option<String> {
        let work = self.awaited()?;
        let words = work.words();
        let Some(([done, total, _], speed, left)) = work.progress() else { return Some(words) };
        let percent = done.saturating_mul(100) / total;
        let bar: String = (1..=BAR).map(|cell| if cell * 100 <= percent * BAR { '█' } else { '░' }).collect();
        let words = words.trim_end_matches(" …");
        let line = [Some(format!("{bar} {percent} % {words}")), left, speed];
        Some(line.into_iter().flatten().collect::<Vec<_>>().join(", "))
    }

    fn awaited(&self) -> Option<&Waiting> {
        self.waiting.iter().find(|work| !work.label.is_empty())
    }

    pub fn tick(&mut self) {
        self.waiting.iter_mut().for_each(|work| work.ticks += 1);
    }

    pub fn progress(&self, lane: Lane) -> Option<String> {
        let work = self.waiting.iter().find(|work| work.lane == lane)?;
        let ([done, total, parts], speed, left) = work.progress()?;
        let done = match parts {
            0 => format!("{} % done", done.saturating_mul(100) / total),
            parts => format!("{} of {parts} done", done.saturating_mul(parts) / total),
        };
        Some([Some(done), speed, left].into_iter().flatten().collect::<Vec<_>>().join(", "))
    }

    pub fn waits_for(&self, lane: Lane) -> bool {
        self.waiting.iter().any(|work| work.lane == lane)
    }

    pub fn cancel(&mut self) {
        self.forget(|work| !work.label.is_empty());
    }

    fn forget(&mut self, which: impl Fn(&Waiting) -> bool) {
        self.waiting.retain(|work| {
            let keep = !which(work);
            if !keep {
                work.stage.watch.stop.store(true, Ordering::Relaxed);
            }
            keep
        });
    }
}

impl Waiting {
    fn words(&self) -> String {
        let words = self.stage.words();
        if words.is_empty() { self.label.clone() } else { words }
    }

    /// Returns what is done, of what total, in how many parts, the rate and the time left; `None` until the total is known.
    fn progress(&self) -> Option<([u64; 3], Option<String>, Option<String>)> {
        let watch = &self.stage.watch;
        let [done, total, parts] =
            [&watch.done, &watch.total, &watch.parts].map(|count| count.load(Ordering::Relaxed));
        let done = done.min(total);
        let rate = (done * TICKS).checked_div(self.ticks).unwrap_or(0);
        let speed = match (self.lane, rate) {
            (_, 0) => None,
            (Lane::Load, ..1_000_000) => Some(format!("{} kB/s", grouped(rate.div_ceil(1_000)))),
            (Lane::Load, _) => Some(format!("{} MB/s", grouped(rate / 1_000_000))),
            (_, 1) => Some("1 row/s".to_owned()),
            _ => Some(format!("{} rows/s", grouped(rate))),
        };
        let rest = total - done;
        let seconds = rest.checked_div(rate).filter(|_| rest > 0).map(|seconds| seconds + 1);
        let left = seconds.map(|seconds| match seconds {
            ..120 => format!("{seconds} s left"),
            _ => format!("{} min left", seconds.div_ceil(60)),
        });
        (total > 0).then_some(([done, total, parts], speed, left))
    }
}

/// Cells of the bar that shows how much is done.
const BAR: u64 = 10;

#[cfg(test)]
mod tests {
    use super::*;

    fn jobs(lane: Lane, ticks: u64, [done, total, parts]: [u64; 3]) -> Jobs {
        let mut jobs = Jobs::default();
        let _ = jobs.start_watched(lane, "reading a.csv …", |_| (), |_, ()| None);
        let watch = &jobs.waiting[0].stage.watch;
        watch.total.store(total, Ordering::Relaxed);
        watch.done.store(done, Ordering::Relaxed);
        watch.parts.store(parts, Ordering::Relaxed);
        jobs.waiting[0].ticks = ticks;
        jobs
    }

    #[test]
    fn progress_has_parts_a_rate_and_the_time_left() {
        let progress = |ticks, watched| jobs(Lane::Compare, ticks, watched).progress(Lane::Compare);
        assert_eq!(progress(3, [0, 0, 0]), None);
        assert_eq!(progress(0, [7_000_000, 14_000_000, 0]).unwrap(), "50 % done");
        assert_eq!(progress(0, [0, 14_000_000, 14]).unwrap(), "0 of 14 done");
        let line = "3 of 14 done, 830,000 rows/s, 13 s left";
        assert_eq!(progress(16, [3_320_000, 14_000_000, 14]).unwrap(), line);
        assert_eq!(progress(4, [1, 1_000, 0]).unwrap(), "0 % done, 1 row/s, 17 min left");
    }

    #[test]
    fn a_bar_is_shown_once_the_total_is_known() {
        let line = |ticks, watched| jobs(Lane::Load, ticks, watched).busy_line().unwrap();
        assert_eq!(line(0, [0, 0, 0]), "reading a.csv …");
        assert_eq!(line(0, [0, 90, 0]), "░░░░░░░░░░ 0 % reading a.csv");
        assert_eq!(line(2, [45_000, 90_000, 0]), "█████░░░░░ 50 % reading a.csv, 1 s left, 90 kB/s");
        assert_eq!(
            line(4, [99_000_000, 990_000_000, 0]),
            "█░░░░░░░░░ 10 % reading a.csv, 10 s left, 99 MB/s"
        );
        assert_eq!(line(4, [7, 7, 0]), "██████████ 100 % reading a.csv, 1 kB/s");
        assert_eq!(jobs(Lane::Load, 2, [45, 90, 0]).busy().unwrap(), "reading a.csv …");
    }
}
