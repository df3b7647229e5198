//! The event loop: whatever happens, one queue, one thread that changes the state, one frame after all that is queued.

use std::collections::HashMap;
use std::io::{self, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Context;
use crossterm::event::Event;

use super::clipboard::Clipboard;
use super::draw::draw;
use super::export::export;
use super::input::{Arrival, Surroundings, translate};
use super::signals;
use super::terminal::{Screen, Trouble, area, give_back};
use crate::workbench::resume;
use crate::workbench::{Action, App, Finished, Job, Lane, Leaving, Remembered, Task, action_of, update};

/// The time between two ticks.
const TICK: Duration = Duration::from_millis(250);
/// The time between two frames: what comes meanwhile is drawn together.
const FRAME: Duration = Duration::from_millis(16);
/// The longest that is waited for progress to be written, at the end.
const PATIENCE: Duration = Duration::from_secs(2);

pub struct Loop {
    app: App,
    screen: Screen,
    surroundings: Surroundings,
    clipboard: Clipboard,
    workers: Workers,
    queue: Receiver<Happening>,
}

impl Loop {
    pub fn new(app: App, screen: Screen, surroundings: Surroundings) -> anyhow::Result<Loop> {
        let (sender, queue) = channel();
        signals::watch(sender.clone()).context("signals cannot be watched")?;
        let reader = sender.clone();
        thread::Builder::new().name("keys".into()).spawn(move || read(&reader))?;
        let (clipboard, workers) = (Clipboard::new(), Workers::new(sender));
        Ok(Loop { app, screen, surroundings, clipboard, workers, queue })
    }

    pub fn run(mut self, first: Option<Job>, mut remembered: Remembered) -> anyhow::Result<()> {
        self.order(first)?;
        let mut tick = Instant::now() + TICK;
        while self.app.leaving != Leaving::Yes {
            self.draw()?;
            let next = Instant::now() + FRAME;
            #[cfg(debug_assertions)]
            perhaps_fail()?;
            if let Some(happening) = self.wait(&mut tick)? {
                self.take(happening)?;
            }
            while self.app.leaving != Leaving::Yes {
                // At least all that is there already, unless it never ends.
                let left = next.saturating_duration_since(Instant::now());
                let Ok(happening) = self.queue.recv_timeout(left) else { break };
                self.take(happening)?;
                if Instant::now() > next + FRAME {
                    break;
                }
            }
        }
        self.keep_progress();
        remembered.finish(&self.app.settings);
        Ok(())
    }

    fn keep_progress(&mut self) {
        let until = Instant::now() + PATIENCE;
        while self.app.screens.course.is_writing() && Instant::now() < until {
            let left = until.saturating_duration_since(Instant::now());
            let Ok(Happening::Done(finished)) = self.queue.recv_timeout(left) else { continue };
            let mut job = finished.take(&mut self.app);
            while let Some(Job::Work(task)) = job.take().filter(of_progress) {
                job = task.run().take(&mut self.app);
            }
        }
        self.app.screens.course.finish();
        resume::finish(&self.app);
    }

    /// Waits for something to happen; sends ticks only while something waits for them.
    fn wait(&mut self, tick: &mut Instant) -> anyhow::Result<Option<Happening>> {
        if !self.app.needs_ticks() {
            *tick = Instant::now() + TICK;
            return self.queue.recv().map(Some).context("the event queue has ended");
        }
        match self.queue.recv_timeout(tick.saturating_duration_since(Instant::now())) {
            Ok(happening) => Ok(Some(happening)),
            Err(RecvTimeoutError::Timeout) => {
                *tick = Instant::now() + TICK;
                self.act(Action::Tick)?;
                Ok(None)
            }
            Err(RecvTimeoutError::Disconnected) => anyhow::bail!("the event queue has ended"),
        }
    }

    fn take(&mut self, happening: Happening) -> anyhow::Result<()> {
        match happening {
            Happening::Event(event) => match translate(event) {
                Some(Arrival::Key(key)) => {
                    let Some(action) = action_of(&self.app, key) else { return Ok(()) };
                    self.act(action)
                }
                Some(Arrival::Paste(text)) => self.act(Action::Paste(text)),
                Some(Arrival::Resize) => {
                    let area = area();
                    self.act(Action::Resize(area.width, area.height))
                }
                None => Ok(()),
            },
            Happening::Done(finished) => {
                let job = finished.take(&mut self.app);
                self.keep(job)
            }
            Happening::Suspend => suspend(),
            Happening::Continued => self.screen.take_again().map_err(lost),
            Happening::Lost(error) => Err(lost(error)),
        }
    }

    fn act(&mut self, action: Action) -> anyhow::Result<()> {
        let job = update(&mut self.app, action);
        self.keep(job)
    }

    fn keep(&mut self, job: Option<Job>) -> anyhow::Result<()> {
        self.order(job)?;
        let kept = resume::keep(&mut self.app);
        self.order(kept)
    }

    fn order(&mut self, job: Option<Job>) -> anyhow::Result<()> {
        match job {
            Some(Job::Work(task)) => {
                self.workers.submit(task).context("no thread can be started for the work")
            }
            Some(Job::Copy(copying)) => {
                let terminal = self.screen.terminal.backend_mut();
                let job = self.clipboard.copy(&mut self.app, copying, terminal).map_err(lost)?;
                self.order(job)
            }
            Some(Job::Draw(drawing)) => {
                let (theme, dark) = self.surroundings.on_paper(self.app.settings.theme);
                let drawn = export(&mut self.app, &theme, dark, drawing.format);
                let job = drawing.take(&mut self.app, drawn);
                self.order(job)
            }
            Some(Job::Suspend) => suspend(),
            None => Ok(()),
        }
    }

    fn draw(&mut self) -> anyhow::Result<()> {
        let theme = self.surroundings.theme(self.app.theme());
        let ascii = self.app.settings.ascii;
        let app = &mut self.app;
        let drawn = self.screen.draw(|frame| {
            let area = frame.area();
            if (app.frame.width, app.frame.height) != (area.width, area.height) {
                // A size that came with no event, as after a pause.
                update(app, Action::Resize(area.width, area.height));
            }
            if let Some(cursor) = draw(app, &theme, ascii, area, frame.buffer_mut()) {
                frame.set_cursor_position(cursor);
            }
        });
        drawn.map_err(lost)
    }
}

fn of_progress(job: &Job) -> bool {
    matches!(job, Job::Work(task) if task.ticket.lane == Lane::Progress)
}

/// Gives the terminal to the shell. It is taken again when the signal to continue has arrived.
pub fn suspend() -> anyhow::Result<()> {
    give_back();
    let _ = writeln!(io::stdout(), "paused — type fg and press Enter");
    signals::stop().context("the program cannot be paused")
}

pub fn lost(error: io::Error) -> anyhow::Error {
    anyhow::Error::new(Trouble::Gone).context(error.to_string())
}

pub fn read(happenings: &Sender<Happening>) {
    loop {
        let happening = match crossterm::event::read() {
            Ok(event) => Happening::Event(event),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => Happening::Lost(error),
        };
        let lost = matches!(happening, Happening::Lost(_));
        if happenings.send(happening).is_err() || lost {
            return;
        }
    }
}

#[derive(Debug)]
pub enum Happening {
    Event(Event),
    Lost(io::Error),
    Done(Finished),
    Suspend,
    Continued,
}

#[derive(Debug)]
pub struct Workers {
    happenings: Sender<Happening>,
    lanes: HashMap<Lane, Sender<Task>>,
}

impl Workers {
    pub fn new(happenings: Sender<Happening>) -> Workers {
        Workers { happenings, lanes: HashMap::new() }
    }

    pub fn submit(&mut self, task: Task) -> io::Result<()> {
        // A file that takes long and is no longer wanted must not hold up the next one, nor must a comparison: fitting is
        // not stopped in its midst.
        if matches!(task.ticket.lane, Lane::Load | Lane::Compare) {
            let happenings = self.happenings.clone();
            thread::Builder::new().name("alone".into()).spawn(move || {
                let _ = happenings.send(Happening::Done(task.run()));
            })?;
            return Ok(());
        }
        let lane = task.ticket.lane;
        let sender = match self.lanes.get(&lane) {
            Some(sender) => sender,
            None => {
                let (sender, tasks) = channel();
                let happenings = self.happenings.clone();
                thread::Builder::new().name("work".into()).spawn(move || work(&tasks, &happenings))?;
                self.lanes.entry(lane).or_insert(sender)
            }
        };
        sender.send(task).map_err(|_| io::Error::other("a worker thread has ended"))
    }
}

fn work(tasks: &Receiver<Task>, happenings: &Sender<Happening>) {
    while let Ok(mut task) = tasks.recv() {
        while let Ok(newer) = tasks.try_recv() {
            task = newer;
        }
        if happenings.send(Happening::Done(task.run())).is_err() {
            return;
        }
    }
}

/// Fails once in the way that `POSTERIOR_PANIC` names: `main`, `worker`, `memory` or `error`.
#[cfg(debug_assertions)]
#[expect(clippy::panic, reason = "a panic is what is rehearsed here")]
pub fn perhaps_fail() -> anyhow::Result<()> {
    match std::env::var("POSTERIOR_PANIC").as_deref() {
        Ok("main") => panic!("rehearsed panic"),
        Ok("worker") => {
            let worker =
                std::thread::Builder::new().name("work".into()).spawn(|| panic!("rehearsed panic"))?;
            let _ = worker.join();
            Ok(())
        }
        Ok("memory") => std::alloc::handle_alloc_error(std::alloc::Layout::new::<[u8; 1 << 40]>()),
        Ok("error") => anyhow::bail!("rehearsed error"),
        _ => Ok(()),
    }
}
