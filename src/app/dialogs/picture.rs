//! The choices of a picture, line by line.

use crate::app::prelude::*;
use crate::app::screens::plot::{Kind, PlotScreen, step};
use crate::app::words::shown;
use crate::model::Fitted;
use crate::plot::{Glyphs, Lines, Others, View, drawable};

/// A line of the picture dialog.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    Picture,
    X,
    Y,
    Others,
    Rings,
    Boundaries,
    Bands,
    Rival,
    Feature,
    Against,
    Figure,
    View,
    Glyphs,
}

impl PlotScreen {
    pub fn choices(&self, fitted: Option<&Fitted>) -> Vec<Choice> {
        let own: &[Choice] = match self.kind(fitted) {
            Kind::Pair => &[
                Choice::X,
                Choice::Y,
                Choice::Others,
                Choice::Rings,
                Choice::Boundaries,
                Choice::Bands,
                Choice::Rival,
            ],
            Kind::Feature => &[Choice::Feature],
            Kind::Contributions => &[Choice::Against],
            Kind::Normal => &[Choice::Figure, Choice::View],
        };
        let picture = fitted.map(|_| Choice::Picture);
        picture.into_iter().chain(own.iter().copied()).chain([Choice::Glyphs]).collect()
    }

    pub fn told(&self, choice: Choice, fitted: Option<&Fitted>, glyphs: Glyphs) -> (&'static str, String) {
        let feature = |at: usize| {
            fitted
                .and_then(|fitted| fitted.feature_names().nth(at))
                .map(ToString::to_string)
                .unwrap_or_default()
        };
        let yes = |on: bool| if on { "yes" } else { "no" }.to_owned();
        match choice {
            Choice::Picture => ("picture", self.kind(fitted).title().to_owned()),
            Choice::X => ("x axis", feature(self.pair.features[0])),
            Choice::Y => ("y axis", feature(self.pair.features[1])),
            Choice::Others => {
                let marginal = self.pair.others == Others::Marginal;
                ("other features", if marginal { "left out" } else { "at the case" }.to_owned())
            }
            Choice::Rings => ("rings at q", {
                let rings: Vec<String> = self.pair.rings.iter().map(ToString::to_string).collect();
                if rings.is_empty() { "none".to_owned() } else { rings.join(", ") }
            }),
            Choice::Boundaries => (
                "boundaries",
                match self.pair.lines {
                    Lines::Leading => "of the leading two",
                    Lines::All => "of every two",
                    Lines::None => "none",
                }
                .to_owned(),
            ),
            Choice::Bands => ("where unsure", yes(self.pair.doubt)),
            Choice::Rival => ("logistic regression", yes(self.rival)),
            Choice::Feature => ("feature", feature(self.feature)),
            Choice::Against => {
                ("against", if self.rest { "all others" } else { "the next class" }.to_owned())
            }
            Choice::Figure => (
                "figure of the notes",
                if self.figure == 0 { "none".to_owned() } else { self.figure.to_string() },
            ),
            Choice::View => ("seen as", self.play.view.word().to_owned()),
            Choice::Glyphs => ("drawn with", glyphs.word().to_owned()),
        }
    }

    pub fn step(&mut self, choice: Choice, fitted: Option<&Fitted>, forward: bool) {
        fn beside<T: Copy + PartialEq>(all: &[T], now: T, forward: bool) -> T {
            let (many, at) = (all.len().max(1), all.iter().position(|one| *one == now).unwrap_or(0));
            all.get(if forward { (at + 1) % many } else { (at + many - 1) % many }).copied().unwrap_or(now)
        }
        let all = fitted.map(drawable).unwrap_or_default();
        match choice {
            Choice::Picture => self.chosen = Some(beside(&Kind::ALL, self.kind(fitted), forward)),
            Choice::X | Choice::Y => {
                let [x, y] = &mut self.pair.features;
                let (now, other) = if choice == Choice::X { (x, *y) } else { (y, *x) };
                *now = beside(&all, *now, forward);
                if *now == other {
                    *now = beside(&all, *now, forward);
                }
                self.reset_view();
            }
            Choice::Others => {
                self.pair.others =
                    if self.pair.others == Others::Slice { Others::Marginal } else { Others::Slice };
            }
            Choice::Rings => {
                let ways: [&[u8]; 3] = [&[4], &[1, 4, 9], &[]];
                let now = ways.iter().position(|way| *way == self.pair.rings.as_slice()).unwrap_or(0);
                let next = if forward { (now + 1) % 3 } else { (now + 2) % 3 };
                self.pair.rings = ways.get(next).copied().unwrap_or_default().to_vec();
            }
            Choice::Boundaries => {
                self.pair.lines =
                    beside(&[Lines::Leading, Lines::All, Lines::None], self.pair.lines, forward);
            }
            Choice::Bands => self.pair.doubt = !self.pair.doubt,
            Choice::Rival => self.rival = !self.rival,
            Choice::Feature => {
                let every: Vec<usize> = (0..fitted.map_or(0, |fitted| fitted.features.len())).collect();
                self.feature = beside(&every, self.feature, forward);
                self.reset_view();
            }
            Choice::Against => self.rest = !self.rest,
            Choice::Figure => self.next_figure(forward),
            Choice::View => {
                self.play.view = beside(&View::ALL, self.play.view, forward);
            }
            Choice::Glyphs => {}
        }
    }
}

#[derive(Clone, Debug, Default)]
pub struct PictureDialog {
    pub selection: Selection,
}

impl PictureDialog {
    pub fn lines(&self, app: &App) -> Vec<(Choice, &'static str, String)> {
        let (screen, fitted, with) = (&app.screens.plot, app.session.fitted(), app.settings.drawn_with());
        let fitted = fitted.map(|fitted| &**fitted);
        let told = |choice: Choice| {
            let (name, value) = screen.told(choice, fitted, with);
            (choice, name, value)
        };
        screen.choices(fitted).into_iter().map(told).collect()
    }
}

impl Dialog for PictureDialog {
    fn scopes(&self) -> &'static [Scope] {
        &[Scope::List, Scope::Picture, Scope::PlotPage, Scope::Always]
    }

    fn act(&mut self, app: &mut App, action: &Action) -> Reply {
        let lines = self.lines(app);
        match action {
            Action::Enter | Action::Back => Reply::Close(None),
            Action::Left | Action::Right => {
                let Some((choice, ..)) = lines.get(self.selection.at) else { return Reply::Taken };
                step(app, *choice, matches!(action, Action::Right))
            }
            action => Reply::moved(self.selection.moves(lines.len(), action)),
        }
    }

    fn draw(&self, canvas: &mut Canvas<'_>) -> Option<Position> {
        let lines = self.lines(canvas.app).into_iter();
        let rows = lines.map(|(_, name, value)| vec![name.into(), format!("← {} →", shown(&value)).into()]);
        canvas.menu("Picture", 58, &self.selection, rows)
    }
}
