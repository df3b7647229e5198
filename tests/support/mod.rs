//! A workbench without a terminal, driven by keys in the user's words: before, keys, after.

// Each test file uses its own part of this.
#![allow(dead_code)]

use posterior::app::screens::model::Line;
use posterior::app::terminal::theme::{Depth, Theme};
use posterior::app::terminal::{draw, export};
use posterior::app::{
    Action, App, Copied, Job, Key, Order, ScreenId, Settings, Source, ThemeName, action_of, begin, recents,
    refit, update,
};
use posterior::model::Fitted;
use posterior::recipe::Recipe;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use std::fmt::Debug;
use std::path::Path;

/// A workbench that works off its jobs at once.
pub struct Bench {
    pub app: App,
    pub suspended: usize,
    pub copied: Option<String>,
}

impl Bench {
    /// The start screen at 80×24.
    pub fn empty() -> Bench {
        Bench::begun(None)
    }

    /// A sample or the text of a table, opened by a recipe in TOML; the start screen if there is no data.
    pub fn open(data: &str, recipe: &str) -> Bench {
        let source = match data {
            "" => return Bench::empty(),
            table if table.contains([',', ';']) => Source::pasted(table),
            sample => Source::Sample(sample.into()),
        };
        Bench::by_recipe(source, recipe)
    }

    pub fn file(path: &Path, recipe: &str) -> Bench {
        Bench::by_recipe(Source::File(path.into()), recipe)
    }

    pub fn tennis() -> Bench {
        Bench::open("play-tennis", "")
    }

    fn by_recipe(source: Source, recipe: &str) -> Bench {
        let recipe = Recipe::from_toml(recipe, "recipe.toml").expect("a recipe");
        Bench::ordered(Order { source, recipe: recipe.into() })
    }

    pub fn ordered(order: Order) -> Bench {
        Bench::begun(Some(order))
    }

    fn begun(order: Option<Order>) -> Bench {
        let mut bench = Bench { app: App::new(Settings::default(), 80, 24), suspended: 0, copied: None };
        let job = begin(&mut bench.app, order);
        bench.work(job);
        bench
    }

    pub fn pasted(text: &str) -> Bench {
        let mut bench = Bench::empty();
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

    pub fn resized(mut self, width: u16, height: u16) -> Bench {
        self.act(Action::Resize(width, height));
        self
    }

    /// Presses keys, named and separated by blanks; `Down*3` is three times Down. What is between single quotes is typed.
    pub fn keys(mut self, keys: &str) -> Bench {
        for (at, part) in keys.split('\'').enumerate() {
            if at % 2 == 1 {
                self = self.typed(part);
                continue;
            }
            for name in part.split_whitespace() {
                let times = name.split_once('*').and_then(|(name, times)| Some((name, times.parse().ok()?)));
                let (name, times) = times.unwrap_or((name, 1));
                (0..times).for_each(|_| self.press(name));
            }
        }
        self
    }

    fn press(&mut self, name: &str) {
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

    /// Checks that the screen contains a text.
    #[track_caller]
    pub fn shows(self, text: &str) -> Bench {
        let screen = self.screen();
        assert!(screen.contains(text), "“{text}” is not in\n{screen}");
        self
    }

    /// Checks that the screen does not contain a text.
    #[track_caller]
    pub fn hides(self, text: &str) -> Bench {
        let screen = self.screen();
        assert!(!screen.contains(text), "“{text}” is in\n{screen}");
        self
    }

    /// Checks that the message contains a text.
    #[track_caller]
    pub fn says(self, text: &str) -> Bench {
        assert!(self.toast().contains(text), "“{text}” is not in the message “{}”", self.toast());
        self
    }

    /// Checks that the message is exactly this one.
    #[track_caller]
    pub fn message(self, text: &str) -> Bench {
        assert_eq!(self.toast(), text);
        self
    }

    /// Checks what `read` finds.
    #[track_caller]
    pub fn gives<T, U>(self, read: impl Fn(&Bench) -> T, expected: U) -> Bench
    where
        T: Debug + PartialEq<U>,
        U: Debug,
    {
        assert_eq!(read(&self), expected, "{}", self.screen());
        self
    }

    #[track_caller]
    pub fn on(self, screen: ScreenId) -> Bench {
        assert_eq!(self.app.screen, screen, "{}", self.screen());
        self
    }

    #[track_caller]
    pub fn without_dialog(self) -> Bench {
        assert!(self.app.dialogs.is_empty(), "{}", self.screen());
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
