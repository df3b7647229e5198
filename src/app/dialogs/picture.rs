//! The choices of a picture, line by line.

use crate::app::dialogs::menu::MenuDialog;
use crate::app::prelude::*;
use crate::app::screens::plot::{Kind, PlotScreen, step};
use crate::plot::{BoundaryLines, Others, drawable};

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
    Glyphs,
}

fn describe(app: &App, choice: Choice) -> (&'static str, String) {
    let (screen, fitted) = (&app.screens.plot, app.session.fitted().map(Arc::as_ref));
    let feature = |at: usize| {
        let name = fitted.and_then(|fitted| fitted.feature_names().nth(at));
        name.map(ToString::to_string).unwrap_or_default()
    };
    let either = |on: bool, [yes, no]: [&str; 2]| if on { yes } else { no }.to_owned();
    let yes = |on: bool| either(on, ["yes", "no"]);
    match choice {
        Choice::Picture => ("picture", screen.kind(fitted).title().to_owned()),
        Choice::X => ("x axis", feature(screen.pair.features[0])),
        Choice::Y => ("y axis", feature(screen.pair.features[1])),
        Choice::Others => {
            let marginal = screen.pair.others == Others::Marginal;
            ("other features", either(marginal, ["left out", "at the case"]))
        }
        Choice::Rings => {
            let rings: Vec<String> = screen.pair.rings.iter().map(ToString::to_string).collect();
            ("rings at q", either(rings.is_empty(), ["none", &rings.join(", ")]))
        }
        Choice::Boundaries => {
            let lines = match screen.pair.lines {
                BoundaryLines::Leading => "of the leading two",
                BoundaryLines::All => "of every two",
                BoundaryLines::None => "none",
            };
            ("boundaries", lines.to_owned())
        }
        Choice::Bands => ("where unsure", yes(screen.pair.doubt)),
        Choice::Rival => ("logistic regression", yes(screen.rival)),
        Choice::Feature => ("feature", feature(screen.feature)),
        Choice::Against => ("against", either(screen.rest, ["all others", "the next class"])),
        Choice::Glyphs => ("drawn with", app.settings.drawn_with().word().to_owned()),
    }
}

impl PlotScreen {
    pub fn choices(&self, fitted: Option<&Fitted>) -> Vec<Choice> {
        use Choice::{Against, Bands, Boundaries, Feature, Glyphs, Others, Rings, Rival, X, Y};
        let own: &[Choice] = match self.kind(fitted) {
            Kind::Pair => &[X, Y, Others, Rings, Boundaries, Bands, Rival],
            Kind::Feature => &[Feature],
            Kind::Contributions => &[Against],
        };
        let picture = fitted.map(|_| Choice::Picture);
        picture.into_iter().chain(own.iter().copied()).chain([Glyphs]).collect()
    }

    pub fn step(&mut self, choice: Choice, fitted: Option<&Fitted>, forward: bool) {
        let all = fitted.map(drawable).unwrap_or_default();
        match choice {
            Choice::Picture => self.chosen = Some(beside(&Kind::ALL, &self.kind(fitted), forward)),
            Choice::X | Choice::Y => {
                let [x, y] = &mut self.pair.features;
                let (now, other) = if choice == Choice::X { (x, *y) } else { (y, *x) };
                *now = beside(&all, now, forward);
                if *now == other {
                    *now = beside(&all, now, forward);
                }
                self.reset_view();
            }
            Choice::Others => {
                self.pair.others = beside(&[Others::Slice, Others::Marginal], &self.pair.others, forward);
            }
            Choice::Rings => {
                let all = [vec![4], vec![1, 4, 9], Vec::new()];
                self.pair.rings = beside(&all, &self.pair.rings, forward);
            }
            Choice::Boundaries => {
                let all = [BoundaryLines::Leading, BoundaryLines::All, BoundaryLines::None];
                self.pair.lines = beside(&all, &self.pair.lines, forward);
            }
            Choice::Bands => self.pair.doubt = !self.pair.doubt,
            Choice::Rival => self.rival = !self.rival,
            Choice::Feature => {
                let every: Vec<usize> = (0..fitted.map_or(0, |fitted| fitted.features.len())).collect();
                self.feature = beside(&every, &self.feature, forward);
                self.reset_view();
            }
            Choice::Against => self.rest = !self.rest,
            Choice::Glyphs => {}
        }
    }
}

pub fn choices(app: &App) -> Vec<Choice> {
    app.screens.plot.choices(app.session.fitted().map(Arc::as_ref))
}

/// Returns the dialog of the choices, with a line selected.
pub fn picture_dialog(line: usize) -> MenuDialog {
    MenuDialog {
        title: "Picture",
        scopes: &[Scope::List, Scope::Picture, Scope::PlotPage, Scope::Always],
        size: (58, 1),
        selection: Selection::new(line),
        rows: |app| {
            let row = |choice| {
                let (name, value) = describe(app, choice);
                vec![name.into(), format!("← {} →", shown(&value)).into()]
            };
            choices(app).into_iter().map(row).collect()
        },
        act: |app, at, action| match (action, choices(app).get(at)) {
            (Action::Enter, _) => Reply::Close(None),
            (Action::Left | Action::Right, Some(choice)) => {
                step(app, *choice, matches!(action, Action::Right))
            }
            _ => Reply::Pass,
        },
        below: |_| {},
    }
}
