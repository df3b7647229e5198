//! The event loop: keys, ticks, finished work, and what they change.

use crate::app::copying::Clipboards;
use crate::app::mouse::{self, Mouse};
use crate::app::prelude::*;
use crate::app::terminal::screen as terminal;
use crate::app::terminal::screen::{Screen, Trouble, area, copy, restore_terminal};
use crate::app::terminal::theme::Depth;
use crate::app::terminal::{draw, export};
use crate::app::{Code, FinishedTask, Leaving, Remembered, Task, ThemeName, action_of, recents, update};
use anyhow::Context;
use crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use std::io::{self, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

const TICK: Duration = Duration::from_millis(250);
/// The time between two frames: what comes meanwhile is drawn together.
const FRAME: Duration = Duration::from_millis(16);
/// The longest time between the clicks of a double click.
const DOUBLE: Duration = Duration::from_millis(400);
/// The longest that is waited for progress to be written, at the end.
const PATIENCE: Duration = Duration::from_secs(2);

pub struct Loop {
    app: App,
    screen: Screen,
    surroundings: Surroundings,
    clipboards: Clipboards,
    /// To the queue, and to the worker of each lane.
    events: Sender<LoopEvent>,
    lanes: HashMap<Lane, Sender<Task>>,
    queue: Receiver<LoopEvent>,
    /// The time and the place of the last click.
    clicked: Option<(Instant, u16, u16)>,
    reports_mouse: bool,
}

impl Loop {
    pub fn new(app: App, screen: Screen, surroundings: Surroundings) -> anyhow::Result<Loop> {
        let (sender, queue) = channel();
        terminal::watch(sender.clone()).context("signals cannot be watched")?;
        let reader = sender.clone();
        thread::Builder::new().name("keys".into()).spawn(move || read(&reader))?;
        let clipboards = Clipboards::from_env();
        Ok(Loop {
            app,
            screen,
            surroundings,
            clipboards,
            events: sender,
            lanes: HashMap::new(),
            queue,
            clicked: None,
            reports_mouse: false,
        })
    }

    pub fn run(mut self, first: Option<Job>, mut remembered: Remembered) -> anyhow::Result<()> {
        self.order(first)?;
        let mut tick = Instant::now() + TICK;
        while self.app.leaving != Leaving::Yes {
            self.draw()?;
            let next = Instant::now() + FRAME;
            #[cfg(debug_assertions)]
            fail_on_request()?;
            if let Some(event) = self.wait(&mut tick)? {
                self.take(event)?;
            }
            while self.app.leaving != Leaving::Yes {
                // At least all that is there already, unless it never ends.
                let left = next.saturating_duration_since(Instant::now());
                let Ok(event) = self.queue.recv_timeout(left) else { break };
                self.take(event)?;
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
        while self.app.screens.course.writing && Instant::now() < until {
            let left = until.saturating_duration_since(Instant::now());
            let Ok(LoopEvent::Done(finished)) = self.queue.recv_timeout(left) else { continue };
            let mut job = finished.take(&mut self.app);
            while let Some(Job::Work(task)) = job.take().filter(writes_progress) {
                job = task.run().take(&mut self.app);
            }
        }
        self.app.screens.course.finish();
        recents::finish(&self.app);
    }

    fn wait(&mut self, tick: &mut Instant) -> anyhow::Result<Option<LoopEvent>> {
        if !self.app.needs_ticks() {
            *tick = Instant::now() + TICK;
            return self.queue.recv().map(Some).context("the event queue has ended");
        }
        match self.queue.recv_timeout(tick.saturating_duration_since(Instant::now())) {
            Ok(event) => Ok(Some(event)),
            Err(RecvTimeoutError::Timeout) => {
                *tick = Instant::now() + TICK;
                self.act(Action::Tick)?;
                Ok(None)
            }
            Err(RecvTimeoutError::Disconnected) => anyhow::bail!("the event queue has ended"),
        }
    }

    fn take(&mut self, event: LoopEvent) -> anyhow::Result<()> {
        match event {
            LoopEvent::Event(event) => match event {
                Event::Key(key) => {
                    let action = key_of(key).and_then(|key| action_of(&self.app, key));
                    action.map_or(Ok(()), |action| self.act(action))
                }
                Event::Paste(text) => self.act(Action::Paste(text)),
                Event::Mouse(event) => self.mouse(event),
                Event::Resize(..) => {
                    let area = area();
                    self.act(Action::Resize(area.width, area.height))
                }
                Event::FocusGained | Event::FocusLost => Ok(()),
            },
            LoopEvent::Done(finished) => {
                let job = finished.take(&mut self.app);
                self.keep(job)
            }
            LoopEvent::Suspend => suspend(),
            LoopEvent::Continued => {
                self.reports_mouse = false;
                self.screen.take_again().map_err(lost)
            }
            LoopEvent::Lost(error) => Err(lost(error)),
        }
    }

    /// A second click at the same place within a moment is a double click.
    fn mouse(&mut self, event: MouseEvent) -> anyhow::Result<()> {
        let (x, y) = (event.column, event.row);
        let mouse = match event.kind {
            // With a modifier the mouse belongs to the terminal, which selects text.
            _ if !event.modifiers.is_empty() => return Ok(()),
            MouseEventKind::Down(MouseButton::Left) => Mouse::Click,
            MouseEventKind::ScrollUp => Mouse::WheelUp,
            MouseEventKind::ScrollDown => Mouse::WheelDown,
            _ => return Ok(()),
        };
        let again = |(at, of_x, of_y): (Instant, u16, u16)| at.elapsed() < DOUBLE && (of_x, of_y) == (x, y);
        let double = mouse == Mouse::Click && self.clicked.take().is_some_and(again);
        let mouse = if double { Mouse::DoubleClick } else { mouse };
        self.clicked = (mouse == Mouse::Click).then(|| (Instant::now(), x, y));
        for action in mouse::actions(&mut self.app, mouse, x, y) {
            self.act(action)?;
        }
        Ok(())
    }

    fn act(&mut self, action: Action) -> anyhow::Result<()> {
        let job = update(&mut self.app, action);
        self.keep(job)
    }

    fn keep(&mut self, job: Option<Job>) -> anyhow::Result<()> {
        self.order(job)?;
        let kept = recents::keep(&mut self.app);
        self.order(kept)
    }

    fn order(&mut self, job: Option<Job>) -> anyhow::Result<()> {
        match job {
            Some(Job::Work(task)) => self.submit(task).context("no thread can be started for the work"),
            Some(Job::Copy(copying)) => {
                let terminal = self.screen.terminal.backend_mut();
                let job = copy(&self.clipboards, &mut self.app, copying, terminal).map_err(lost)?;
                self.order(job)
            }
            Some(Job::Draw(format, apply)) => {
                let (theme, dark) = self.surroundings.on_paper(self.app.settings.theme);
                let drawn = export(&mut self.app, &theme, dark, format);
                let job = apply(&mut self.app, drawn);
                self.order(job)
            }
            Some(Job::Suspend) => suspend(),
            None => Ok(()),
        }
    }

    fn draw(&mut self) -> anyhow::Result<()> {
        let theme = self.surroundings.theme(self.app.theme());
        let ascii = self.app.settings.ascii;
        if self.reports_mouse == self.app.settings.no_mouse {
            self.reports_mouse = !self.app.settings.no_mouse;
            self.screen.report_mouse(self.reports_mouse).map_err(lost)?;
        }
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

    fn submit(&mut self, task: Task) -> io::Result<()> {
        let (lane, events) = (task.lane, self.events.clone());
        // A file that takes long and is no longer wanted must not hold up the next one, nor must a comparison: fitting is
        // not stopped in its midst.
        if matches!(lane, Lane::Load | Lane::Compare) {
            thread::Builder::new().name("alone".into()).spawn(move || {
                let _ = events.send(LoopEvent::Done(task.run()));
            })?;
            return Ok(());
        }
        let sender = match self.lanes.get(&lane) {
            Some(sender) => sender,
            None => {
                let (sender, tasks) = channel();
                thread::Builder::new().name("work".into()).spawn(move || work(&tasks, &events))?;
                self.lanes.entry(lane).or_insert(sender)
            }
        };
        sender.send(task).map_err(|_| io::Error::other("a worker thread has ended"))
    }
}

fn writes_progress(job: &Job) -> bool {
    matches!(job, Job::Work(task) if task.lane == Lane::Progress)
}

/// Gives the terminal to the shell. It is taken again when the signal to continue has arrived.
pub fn suspend() -> anyhow::Result<()> {
    restore_terminal();
    let _ = writeln!(io::stdout(), "paused — type fg and press Enter");
    terminal::stop().context("the program cannot be paused")
}

pub fn lost(error: io::Error) -> anyhow::Error {
    anyhow::Error::new(Trouble::Gone).context(error.to_string())
}

pub fn read(events: &Sender<LoopEvent>) {
    loop {
        let event = match crossterm::event::read() {
            Ok(event) => LoopEvent::Event(event),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => LoopEvent::Lost(error),
        };
        let lost = matches!(event, LoopEvent::Lost(_));
        if events.send(event).is_err() || lost {
            return;
        }
    }
}

pub enum LoopEvent {
    Event(Event),
    Lost(io::Error),
    Done(FinishedTask),
    Suspend,
    Continued,
}

fn work(tasks: &Receiver<Task>, events: &Sender<LoopEvent>) {
    while let Ok(mut task) = tasks.recv() {
        while let Ok(newer) = tasks.try_recv() {
            task = newer;
        }
        if events.send(LoopEvent::Done(task.run())).is_err() {
            return;
        }
    }
}

/// Fails once in the way that `POSTERIOR_PANIC` names: `main`, `worker`, `memory` or `error`.
#[cfg(debug_assertions)]
#[expect(clippy::panic, reason = "a panic is what is rehearsed here")]
pub fn fail_on_request() -> anyhow::Result<()> {
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

fn key_of(event: KeyEvent) -> Option<Key> {
    // Windows, and terminals that report more than asked, also send the release of a key.
    if event.kind == KeyEventKind::Release {
        return None;
    }
    let held = |modifier| event.modifiers.contains(modifier);
    if held(KeyModifiers::SUPER) || held(KeyModifiers::HYPER) || held(KeyModifiers::META) {
        return None;
    }
    let (ctrl, alt) = (held(KeyModifiers::CONTROL), held(KeyModifiers::ALT));
    let code = match event.code {
        KeyCode::Char(c) if ctrl => Code::Char(c.to_ascii_lowercase()),
        KeyCode::Char(c) => Code::Char(c),
        KeyCode::F(n) => Code::F(n),
        KeyCode::Up => Code::Up,
        KeyCode::Down => Code::Down,
        KeyCode::Left if held(KeyModifiers::SHIFT) => Code::ShiftLeft,
        KeyCode::Right if held(KeyModifiers::SHIFT) => Code::ShiftRight,
        KeyCode::Left => Code::Left,
        KeyCode::Right => Code::Right,
        KeyCode::Home => Code::Home,
        KeyCode::End => Code::End,
        KeyCode::PageUp => Code::PageUp,
        KeyCode::PageDown => Code::PageDown,
        KeyCode::Enter => Code::Enter,
        KeyCode::Esc => Code::Esc,
        KeyCode::Tab if held(KeyModifiers::SHIFT) => Code::BackTab,
        KeyCode::Tab => Code::Tab,
        KeyCode::BackTab => Code::BackTab,
        KeyCode::Backspace => Code::Backspace,
        KeyCode::Delete => Code::Delete,
        KeyCode::Insert => Code::Insert,
        _ => return None,
    };
    Some(Key { code, ctrl, alt })
}

/// What the environment says about colours and characters, without a question to the terminal.
#[derive(Clone, Copy, Debug)]
pub struct Surroundings {
    pub depth: Depth,
    /// `NO_COLOR` is set, or the terminal has no colours.
    pub colourless: bool,
    pub ascii: bool,
    /// What `COLORFGBG` says the background is.
    pub background: Option<ThemeName>,
}

impl Surroundings {
    pub fn read() -> Surroundings {
        Surroundings::of(|name| std::env::var(name).ok().filter(|value| !value.is_empty()))
    }

    fn of(var: impl Fn(&str) -> Option<String>) -> Surroundings {
        let term = var("TERM").unwrap_or_default();
        let colorterm = var("COLORTERM").unwrap_or_default();
        let depth = if colorterm.contains("truecolor") || colorterm.contains("24bit") {
            Depth::True
        } else if term.contains("256") {
            Depth::Indexed
        } else {
            Depth::Ansi
        };
        let locale = var("LC_ALL").or_else(|| var("LC_CTYPE")).or_else(|| var("LANG")).unwrap_or_default();
        let utf8 = locale.to_ascii_lowercase().replace('-', "").contains("utf8");
        let unix = !cfg!(windows);
        Surroundings {
            depth,
            colourless: var("NO_COLOR").is_some() || (unix && matches!(term.as_str(), "" | "dumb")),
            ascii: unix && (!utf8 || matches!(term.as_str(), "" | "dumb" | "linux")),
            background: var("COLORFGBG").and_then(|value| {
                let last = value.rsplit(';').next()?.parse::<u8>().ok()?;
                Some(if matches!(last, 0..=6 | 8) { ThemeName::Dark } else { ThemeName::Light })
            }),
        }
    }

    pub fn theme(&self, chosen: ThemeName) -> Theme {
        match chosen {
            _ if self.colourless => Theme::mono(),
            ThemeName::Auto => Theme::new(self.background.unwrap_or_default(), self.depth),
            name => Theme::new(name, self.depth),
        }
    }

    /// The theme for a file, with its colours in full, and whether its page is a dark one.
    pub fn on_paper(&self, chosen: ThemeName) -> (Theme, bool) {
        let dark = ThemeName::Dark;
        let is_dark = chosen == dark || chosen == ThemeName::Auto && self.background == Some(dark);
        (Surroundings { depth: Depth::True, ..*self }.theme(chosen), is_dark)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_press_and_repeat_count() {
        let mut event = KeyEvent::new(KeyCode::Char('q'), KeyModifiers::NONE);
        for (kind, counts) in
            [(KeyEventKind::Press, true), (KeyEventKind::Repeat, true), (KeyEventKind::Release, false)]
        {
            event.kind = kind;
            assert_eq!(key_of(event).is_some(), counts);
        }
    }

    #[test]
    fn shift_is_in_the_character_and_ctrl_is_lower_case() {
        let key = |code, modifiers| key_of(KeyEvent::new(code, modifiers));
        assert_eq!(key(KeyCode::Char('N'), KeyModifiers::SHIFT), Some(Key::char('N')));
        assert_eq!(key(KeyCode::Char('C'), KeyModifiers::CONTROL), Some(Key::ctrl('c')));
        assert_eq!(key(KeyCode::Left, KeyModifiers::SHIFT), Some(Key::plain(Code::ShiftLeft)));
        assert_eq!(key(KeyCode::Insert, KeyModifiers::NONE), Some(Key::plain(Code::Insert)));
        assert_eq!(key(KeyCode::Null, KeyModifiers::NONE), None);
    }

    #[test]
    fn the_environment_decides_colours_and_characters() {
        let with = |pairs: &'static [(&'static str, &'static str)]| {
            Surroundings::of(|name| pairs.iter().find(|(n, _)| *n == name).map(|(_, v)| (*v).to_string()))
        };
        let usual = with(&[("TERM", "xterm-256color"), ("LANG", "C.UTF-8")]);
        assert_eq!((usual.depth, usual.colourless, usual.ascii), (Depth::Indexed, false, false));
        assert!(with(&[("TERM", "xterm"), ("LANG", "C")]).ascii);
        assert!(with(&[("TERM", "xterm"), ("NO_COLOR", "1")]).colourless);
        assert!(with(&[("TERM", "dumb"), ("LANG", "en_GB.utf8")]).ascii);
        assert_eq!(with(&[("COLORFGBG", "0;15")]).background, Some(ThemeName::Light));
        assert_eq!(with(&[("COLORFGBG", "15;default;0")]).background, Some(ThemeName::Dark));
    }
}
