//! The palette: every command and place, found by a few letters of its name.

use nucleo_matcher::pattern::{CaseMatching, Normalization, Pattern};
use nucleo_matcher::{Config, Matcher, Utf32Str};

use crate::app::keys::{self, TABLE};
use crate::app::prelude::*;
use crate::app::screens::model::Line;
use crate::app::screens::parameters::lines::{Lines, quantity};
use crate::evaluate::{Experiment, experiments};
use crate::practice::course::{Lesson, lessons};
use crate::table::samples;

const QUANTITIES: usize = 5_000;

#[derive(Clone, Debug)]
pub struct PaletteEntry {
    pub name: String,
    pub place: String,
    pub does: Does,
}

#[derive(Clone, Debug)]
pub enum Does {
    Action(Action),
    There(ScreenId, Action),
    Sample(&'static str),
    Recent(usize),
    Lesson(&'static Lesson),
    Experiment(&'static Experiment),
    Quantity(Quantity),
    Line(Line),
    Not(String),
}

#[derive(Clone, Debug)]
pub struct Palette {
    pub field: Field,
    pub selection: Selection,
    entries: Vec<PaletteEntry>,
    found: Vec<usize>,
}

impl Palette {
    pub fn open(app: &mut App) {
        let entries = entries(app);
        let found = (0..entries.len()).collect();
        app.show(Palette { field: Field::default(), selection: Selection::default(), entries, found });
    }

    pub fn found(&self) -> impl Iterator<Item = &PaletteEntry> {
        self.found.iter().filter_map(|at| self.entries.get(*at))
    }

    pub fn chosen(&self) -> Option<&PaletteEntry> {
        self.found().nth(self.selection.at)
    }
}

impl Dialog for Palette {
    fn scopes(&self) -> &'static [Scope] {
        &[Scope::TypedList, Scope::Palette, Scope::Always]
    }

    fn field(&mut self) -> Option<&mut Field> {
        Some(&mut self.field)
    }

    fn edited(&mut self, _: &mut App) -> Reply {
        let pattern = Pattern::parse(self.field.text().trim(), CaseMatching::Ignore, Normalization::Smart);
        let (mut matcher, mut letters) = (Matcher::new(Config::DEFAULT), Vec::new());
        let mut scored: Vec<(u32, usize)> = Vec::new();
        for (at, entry) in self.entries.iter().enumerate() {
            let score = pattern.score(Utf32Str::new(&entry.name, &mut letters), &mut matcher);
            scored.extend(score.map(|score| (score, at)));
        }
        scored.sort_by_key(|(score, at)| (std::cmp::Reverse(*score), *at));
        self.found = scored.into_iter().map(|(_, at)| at).collect();
        self.selection = Selection::default();
        Reply::Taken
    }

    fn act(&mut self, _: &mut App, action: &Action) -> Reply {
        match action {
            Action::Palette => Reply::Close(None),
            action => Reply::moved(self.selection.moves(self.found.len(), action)),
        }
    }

    fn draw(&self, canvas: &mut Canvas<'_>) {
        let (theme, len) = (canvas.theme, self.found.len());
        let size = canvas.app.frame.dialog(74, 20);
        canvas.dialog("Commands", &counted(len, "command", "commands"), size);
        let line = canvas.take(2);
        canvas.field("> ", &self.field, line);
        let row = |at| {
            let Some(entry) = self.found().nth(at) else { return Vec::new() };
            let style = if matches!(entry.does, Does::Not(_)) { theme.secondary } else { theme.text };
            let name = shown(&entry.name).into_owned();
            vec![TableCell::styled(name, style), TableCell::styled(entry.place.as_str(), style)]
        };
        let columns = [Column::prose("").least(canvas.columns()), Column::number("")];
        Table::new(columns, len, row).row(self.selection.at).draw(canvas, &self.selection.scroll);
    }
}

fn entries(app: &App) -> Vec<PaletteEntry> {
    let here = app.scopes();
    let mut all = Vec::new();
    let mut put = |name: String, place: String, does: Does| all.push(PaletteEntry { name, place, does });
    for id in ScreenId::ALL.iter().filter(|id| **id != ScreenId::Start) {
        let does = app.session.blocked(*id).map_or(Does::Action(Action::Go(*id)), Does::Not);
        put(format!("go to {}", id.name()), id.digit().to_owned(), does);
    }
    let mine = here.iter().flat_map(|scope| keys::entries(*scope)).map(|entry| (entry, None));
    let others = TABLE.iter().filter(|entry| !here.iter().any(|scope| scope.holds(entry.scope)));
    let others = others.filter_map(|entry| Some((entry, Some(screen_of(entry.scope)?))));
    for (entry, screen) in mine.chain(others).filter(|(entry, _)| !is_moving(entry.scope)) {
        for (keys, action) in entry.binds {
            let key = keys.first().map(ToString::to_string).unwrap_or_default();
            let (place, does) = match screen {
                None if matches!(action, Action::Palette | Action::Go(_)) => continue,
                None if app.works(action) => (key, Does::Action(action.clone())),
                None => (key.clone(), Does::Not(format!("{key} does nothing here now."))),
                Some(screen) => {
                    let there = Does::There(screen, action.clone());
                    let does = app.session.blocked(screen).map_or(there, Does::Not);
                    (format!("{}  {key}", screen.name()), does)
                }
            };
            put(entry.sentence.to_owned(), place, does);
        }
    }
    if let Some(view) = app.screens.model.view.as_ref().filter(|_| !app.session.sealed) {
        for line in view.lines.iter().filter(|line| !matches!(line, Line::Column(_))) {
            put(format!("{}: set it", line.name()), "Model  Enter".into(), Does::Line(*line));
        }
    }
    for sample in samples() {
        put(format!("open {}: {}", sample.name, sample.title), "sample".into(), Does::Sample(sample.name));
    }
    for (at, recent) in app.screens.start.recents.list.iter().enumerate() {
        put(format!("continue with {}", recent.name()), "recent".into(), Does::Recent(at));
    }
    for lesson in lessons() {
        put(format!("exercise: {}", lesson.outline().title), "course".into(), Does::Lesson(lesson));
    }
    for experiment in experiments() {
        let name = format!("experiment: {}", experiment.title);
        put(name, "experiment".into(), Does::Experiment(experiment));
    }
    let fitted = app.session.fitted().filter(|_| app.session.blocked(ScreenId::Parameters).is_none());
    if let Some(fitted) = fitted {
        let (lines, classes) = (Lines::of(fitted), fitted.classes.len());
        let places = (0..lines.len()).flat_map(|line| (0..classes).map(move |class| (line, class)));
        let of = |(line, class)| quantity(fitted, lines.at(line)?, class, 0);
        for quantity in places.take(QUANTITIES).filter_map(of) {
            put(quantity.to_string(), "Parameters".into(), Does::Quantity(quantity));
        }
    }
    all
}

fn is_moving(scope: Scope) -> bool {
    matches!(scope, Scope::List | Scope::Grid | Scope::Detail | Scope::Page) || scope.types()
}

fn screen_of(scope: Scope) -> Option<ScreenId> {
    let title = scope.title().split(',').next()?;
    ScreenId::ALL.iter().copied().find(|id| id.name() == title && *id != ScreenId::Start)
}
