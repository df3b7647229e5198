//! A workbench without a terminal, driven by keys in the user's words: before, keys, after.

// Each test file uses its own part of this.
#![allow(dead_code)]

use posterior::app::screens::model::Line;
use posterior::app::terminal::theme::{Depth, Theme};
use posterior::app::terminal::{draw, export};
use posterior::app::{
    Action, App, Copied, Job, Key, Order, Settings, Source, ThemeName, action_of, begin, recents, refit,
    update,
};
use posterior::model::Fitted;
use posterior::recipe::{ExactNumber, Recipe};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

/// A workbench that works off its jobs at once.
pub struct Bench {
    pub app: App,
    pub suspended: usize,
    pub copied: Option<String>,
}

impl Bench {
    pub fn empty() -> Bench {
        Bench::sized(None, 80, 24)
    }

    pub fn sized(source: Option<Source>, width: u16, height: u16) -> Bench {
        Bench::begun(source.map(Into::into), width, height)
    }

    /// A workbench that opens data by a recipe.
    pub fn ordered(order: Order, width: u16, height: u16) -> Bench {
        Bench::begun(Some(order), width, height)
    }

    fn begun(order: Option<Order>, width: u16, height: u16) -> Bench {
        let mut bench =
            Bench { app: App::new(Settings::default(), width, height), suspended: 0, copied: None };
        let job = begin(&mut bench.app, order);
        bench.work(job);
        bench
    }

    pub fn tennis() -> Bench {
        Bench::sized(Some(Source::Sample("play-tennis".into())), 80, 24)
    }

    pub fn pasted(text: &str, width: u16, height: u16) -> Bench {
        let mut bench = Bench::sized(None, width, height);
        bench.act(Action::Paste(text.into()));
        bench
    }

    /// Goes to a line of screen 2.
    pub fn at(mut self, line: Line) -> Bench {
        self = self.keys("2 Home");
        for _ in 0..self.app.screens.model.lines() {
            if self.app.screens.model.line() == Some(line) {
                return self;
            }
            self = self.keys("Down");
        }
        panic!("there is no line {line:?}");
    }

    pub fn recipe(&self) -> Recipe {
        self.app.session.study.as_ref().expect("data").recipe.clone()
    }

    pub fn fitted(&self) -> &Fitted {
        self.app.session.fitted().expect("a model")
    }

    pub fn alpha(&self) -> String {
        self.fitted().data.resolved.alpha.text().to_owned()
    }

    /// A table of numbers alone, one of which never varies in a class: it has no model until its columns have bins.
    pub fn numbers() -> Bench {
        Bench::numbers_sized(80, 24)
    }

    pub fn numbers_sized(width: u16, height: u16) -> Bench {
        Bench::without_smoothing("a,b,class\r1.5,2,x\r2.5,3,y\r1.5,2.5,x\r4.5,9,y\r", width, height)
    }

    /// A pasted table under a recipe that refuses every smoothing of variances.
    pub fn without_smoothing(text: &str, width: u16, height: u16) -> Bench {
        let recipe = Recipe { var_smoothing: ExactNumber::non_negative("0", "ε").ok(), ..Recipe::default() };
        Bench::ordered(Order { source: Source::pasted(text), recipe: recipe.into() }, width, height)
    }

    /// A sample, its own recipe changed by `change`.
    pub fn sample(name: &str, width: u16, height: u16, change: impl FnOnce(&mut Recipe)) -> Bench {
        let mut recipe = Recipe::default();
        change(&mut recipe);
        let order = Order { source: Source::Sample(name.into()), recipe: recipe.into() };
        Bench::ordered(order, width, height)
    }

    /// A sample without smoothing, as most exercises have it.
    pub fn unsmoothed(name: &str, width: u16, height: u16) -> Bench {
        Bench::sample(name, width, height, |recipe| recipe.alpha = ExactNumber::non_negative("0", "α").ok())
    }

    /// Presses keys, named and separated by blanks.
    pub fn keys(mut self, keys: &str) -> Bench {
        for name in keys.split_whitespace() {
            let key = Key::named(name).ok_or(name).expect("the name of a key");
            // Drawing knows how far a page or an end is.
            let far = ["PgUp", "PgDn", "End", "Home"].contains(&name);
            far.then(|| self.screen());
            let job = action_of(&self.app, key).and_then(|action| update(&mut self.app, action));
            self.work(job);
            let kept = recents::keep(&mut self.app);
            self.work(kept);
            far.then(|| self.screen());
        }
        self
    }

    /// Types text into the focused field.
    pub fn typed(mut self, text: &str) -> Bench {
        for c in text.chars() {
            if let Some(action) = action_of(&self.app, Key::char(c)) {
                self.act(action);
            }
        }
        self
    }

    pub fn act(&mut self, action: Action) {
        let job = update(&mut self.app, action);
        self.work(job);
        let kept = recents::keep(&mut self.app);
        self.work(kept);
    }

    pub fn work(&mut self, mut job: Option<Job>) {
        while let Some(next) = job.take() {
            match next {
                Job::Work(task) => job = task.run().take(&mut self.app),
                Job::Copy(copying) => {
                    self.app.say(copying.report(&Copied::Terminal));
                    self.copied = Some(copying.text);
                }
                Job::Draw(format, apply) => {
                    let theme = Theme::new(ThemeName::Light, Depth::True);
                    let drawn = export(&mut self.app, &theme, false, format);
                    job = apply(&mut self.app, drawn);
                }
                Job::Suspend => self.suspended += 1,
            }
        }
    }

    /// Fits the data again by a changed recipe.
    pub fn refit(&mut self, change: impl FnOnce(&mut Recipe)) {
        let mut recipe = self.app.session.study.as_ref().expect("data").recipe.clone();
        change(&mut recipe);
        let job = refit(&mut self.app, recipe);
        self.work(job);
    }

    pub fn toast(&self) -> &str {
        self.app.toast.as_ref().map_or("", |toast| &toast.text)
    }

    /// The screen, with the colours of a theme.
    pub fn buffer(&self, theme: &Theme) -> Buffer {
        let area = Rect::new(0, 0, self.app.frame.width, self.app.frame.height);
        let mut buffer = Buffer::empty(area);
        draw(&self.app, theme, self.app.settings.ascii, area, &mut buffer);
        buffer
    }

    /// The screen as text, in which fills stand for colours.
    pub fn screen(&self) -> String {
        let buffer = self.buffer(&Theme::mono());
        text(&buffer)
    }

    /// The screen as text without how many lines the help has: a new key changes that for every snapshot of it.
    pub fn help(&self) -> String {
        let mask = |line: &str| match line.split_once(" of ") {
            Some((before, after)) if line.contains('┗') => {
                let rest = after.trim_start_matches(|c: char| c.is_ascii_digit());
                format!("{before} of {}{rest}", "·".repeat(after.len() - rest.len()))
            }
            _ => line.to_owned(),
        };
        self.screen().lines().map(mask).collect::<Vec<_>>().join("\n") + "\n"
    }
}

/// The symbols of a buffer, row by row.
pub fn text(buffer: &Buffer) -> String {
    let width = usize::from(buffer.area.width).max(1);
    let rows = buffer.content.chunks(width).map(|row| {
        let mut line = String::new();
        let mut skip = 0;
        for cell in row {
            if skip == 0 {
                line.push_str(cell.symbol());
                skip = posterior::text::display_width(cell.symbol()).max(1);
            }
            skip -= 1;
        }
        line.trim_end().to_string()
    });
    rows.collect::<Vec<_>>().join("\n")
}
