//! The dialog of screen 4 that chooses the test rows: the split of the recipe and its seed.

use std::mem::discriminant;

use crate::app::prelude::*;
use crate::app::screens::model;
use crate::recipe::{FoldRule, role, with_split};
use ratatui::text::Line;

const SHARES: [&str; 5] = ["0.1", "0.2", "0.3", "0.4", "0.5"];
const FOLDS: [u32; 6] = [2, 3, 4, 5, 10, 20];

const OF_GROUPS: usize = 4;

#[derive(Clone, Debug)]
pub struct TestDialog {
    selection: Selection,
    splits: [(Split, &'static str, &'static str); 7],
    columns: Vec<String>,
    now: usize,
    seed: u64,
    pub field: Option<Field>,
}

impl TestDialog {
    pub fn open(app: &mut App) -> Option<Job> {
        let recipe = model::current(app)?;
        let split = recipe.split.clone().unwrap_or(Split::None);
        let (column, columns) = columns(app, &recipe)?;
        let share = ExactNumber::any("0.3").ok()?;
        let groups = FoldRule::Groups { folds: 10, column: column.clone() };
        let mut splits = [
            (Split::None, "training rows", "its own rows: optimistic"),
            (Split::Holdout(share), "held-out rows", "a share of each class is kept for the test"),
            (Split::folds(10), "folds", "each fold is tested, the others train"),
            (Split::Folds(FoldRule::Column(column)), "fold column", "each of its values is a fold"),
            (Split::Folds(groups), "group column", "folds; the rows of a value stay together"),
            (Split::LeaveOneOut, "leave one out", "each row is tested, all others train"),
            (Split::File(String::new()), "another file", "all rows of another CSV"),
        ];
        let same_kind = |other: &Split| match (other, &split) {
            (Split::Folds(other), Split::Folds(rule)) => discriminant(other) == discriminant(rule),
            (other, split) => discriminant(other) == discriminant(split),
        };
        let now = splits.iter().position(|(other, ..)| same_kind(other)).unwrap_or(0);
        splits.get_mut(now).into_iter().for_each(|(own, ..)| own.clone_from(&split));
        let (selection, seed) = (Selection::new(now), recipe.seed.unwrap_or(1));
        app.show(TestDialog { selection, splits, columns, now, seed, field: None });
        None
    }

    /// Returns the split of a line; `None` on the line of the seed.
    fn split(&self, at: usize) -> Option<&Split> {
        self.splits.get(at).map(|(split, ..)| split)
    }

    fn step(&mut self, up: bool) {
        match self.splits.get_mut(self.selection.at).map(|(split, ..)| split) {
            Some(Split::Holdout(share)) => {
                let next = ExactNumber::any(stepped(&SHARES, &share.text(), up));
                *share = next.unwrap_or_else(|_| share.clone());
            }
            Some(Split::Folds(FoldRule::Random(folds))) => {
                let now = stepped(&FOLDS, folds, up);
                *folds = now;
                let groups = self.splits.get_mut(OF_GROUPS);
                if let Some((Split::Folds(FoldRule::Groups { folds, .. }), ..)) = groups {
                    *folds = now;
                }
            }
            Some(Split::Folds(FoldRule::Column(column) | FoldRule::Groups { column, .. })) => {
                *column = stepped(&self.columns, column, up);
            }
            Some(_) => {}
            None if up => self.seed = self.seed.saturating_add(1),
            None => self.seed = self.seed.saturating_sub(1),
        }
    }

    fn test(&self, app: &mut App, split: Option<&Split>) -> Reply {
        let (Some(split), Some(before), Some(table)) = (split, model::current(app), &app.session.table)
        else {
            return Reply::Close(None);
        };
        let recipe = with_split(&before, table, split.clone());
        let recipe = Recipe { seed: Some(self.seed), ..recipe };
        Reply::Close(if recipe == before { None } else { model::change_recipe(app, recipe) })
    }

    fn line(&self, at: usize) -> [String; 3] {
        let seed = ("seed", "changes the random split");
        let (name, meaning) = self.splits.get(at).map_or(seed, |(_, name, meaning)| (name, meaning));
        let star = if at == self.now { "*" } else { " " };
        let steps = |value: &dyn ToString| format!("← {} →", shown(&value.to_string()));
        let value = match self.split(at) {
            Some(Split::None | Split::LeaveOneOut) => String::new(),
            Some(Split::Holdout(share)) => steps(&share.text()),
            Some(Split::Folds(FoldRule::Random(folds))) => steps(folds),
            Some(Split::Folds(FoldRule::Column(column) | FoldRule::Groups { column, .. })) => steps(column),
            Some(Split::File(path)) => shown(path).into_owned(),
            None => steps(&self.seed),
        };
        let named = matches!(self.split(at), Some(Split::File(path)) if !path.is_empty());
        [format!("{star} {name}"), value, if named { "" } else { meaning }.to_owned()]
    }
}

impl Dialog for TestDialog {
    fn scopes(&self) -> &'static [Scope] {
        match self.field {
            Some(_) => &[Scope::TypedTest, Scope::Typed, Scope::Always],
            None => &[Scope::List, Scope::TestOn, Scope::Page, Scope::Always],
        }
    }

    fn field(&mut self) -> Option<&mut Field> {
        self.field.as_mut()
    }

    fn act(&mut self, app: &mut App, action: &Action) -> Reply {
        match (action, &self.field, self.split(self.selection.at)) {
            (Action::Enter, Some(field), _) => match field.text().trim() {
                "" => app.say("Type the name of a CSV file."),
                path => return self.test(app, Some(&Split::File(path.to_owned()))),
            },
            (Action::Back, Some(_), _) => self.field = None,
            (_, Some(_), _) => return Reply::Pass,
            (Action::Left | Action::Right, ..) => self.step(matches!(action, Action::Right)),
            (Action::Enter, _, Some(Split::File(path))) => self.field = Some(Field::selected(path.as_str())),
            // On the line of the seed, with the current split and that seed.
            (Action::Enter, _, split) => return self.test(app, split.or(self.split(self.now))),
            (action, ..) => return Reply::moved(self.selection.moves(self.splits.len() + 1, action)),
        }
        Reply::Taken
    }

    fn draw(&self, canvas: &mut Canvas<'_>) {
        let rows = (0..self.splits.len() + 1).map(|at| self.line(at).map(Into::into).into());
        canvas.menu("Test on", 76, 2, &self.selection, rows);
        canvas.take(1);
        let last = canvas.take(1);
        match &self.field {
            Some(field) => canvas.field("file: ", field, last),
            None => {
                canvas.row(last, Line::styled("* is what it is tested on now.", canvas.theme.secondary));
            }
        }
    }
}

/// Returns the columns that may define the folds, and the first likely one: it is not a feature.
fn columns(app: &App, recipe: &Recipe) -> Option<(String, Vec<String>)> {
    let table = app.session.table.as_ref()?;
    let target = target_column(recipe, table).ok();
    let of = |at: usize| role(recipe, table, target, at);
    let named = (0..).zip(table.columns()).map(|(at, column)| (of(at), column.name.as_str().to_owned()));
    let free: Vec<(ColumnRole, String)> =
        named.filter(|(role, _)| !matches!(role, ColumnRole::Target | ColumnRole::Weight)).collect();
    let likely = free.iter().find(|(role, _)| *role == ColumnRole::Ignored).or(free.first());
    let likely = likely.map(|(_, name)| name.clone()).unwrap_or_default();
    Some((likely, free.into_iter().map(|(_, name)| name).collect()))
}

/// The next of some choices, which end at both sides; from outside them, their nearer end.
fn stepped<T: Clone + PartialEq>(all: &[T], now: &T, up: bool) -> T {
    let next = match (all.iter().position(|other| other == now), up) {
        (Some(at), true) => all.get(at + 1),
        (Some(at), false) => all.get(at.wrapping_sub(1)),
        (None, true) => all.last(),
        (None, false) => all.first(),
    };
    next.unwrap_or(now).clone()
}
