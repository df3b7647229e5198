//! The dialog of screen 4 that chooses the test rows: the split of the recipe and its seed.

use std::mem::discriminant;

use crate::app::prelude::*;
use crate::app::screens::model;
use crate::app::words::shown;
use crate::recipe::{FoldRule, Recipe, Role, Split, Written, role, target_column, with_split};
use ratatui::text::Line;

const SHARES: [&str; 5] = ["0.1", "0.2", "0.3", "0.4", "0.5"];
const FOLDS: [u32; 6] = [2, 3, 4, 5, 10, 20];

/// The name and meaning of each split, and the seed after the last one.
const WORDS: [(&str, &str); 8] = [
    ("training rows", "its own rows: optimistic"),
    ("held-out rows", "a share of each class is kept for the test"),
    ("folds", "each fold is tested, the others train"),
    ("fold column", "each of its values is a fold"),
    ("group column", "folds; the rows of a value stay together"),
    ("leave one out", "each row is tested, all others train"),
    ("another file", "all rows of another CSV"),
    ("seed", "changes the random split"),
];

/// The position of the groups among the splits.
const OF_GROUPS: usize = 4;

#[derive(Clone, Debug)]
pub struct TestLine {
    pub name: &'static str,
    pub meaning: &'static str,
    pub value: String,
    /// Whether ← and → change it.
    pub steps: bool,
    pub on: bool,
}

#[derive(Clone, Debug)]
pub struct TestDialog {
    selection: Selection,
    splits: [Split; 7],
    columns: Vec<String>,
    now: usize,
    seed: u64,
    pub field: Option<Field>,
}

impl TestDialog {
    pub fn new(app: &App) -> Option<TestDialog> {
        let recipe = model::current(app)?;
        let split = recipe.split.clone().unwrap_or(Split::None);
        let share = Written::any("0.3").ok()?;
        let (column, columns) = columns(app, &recipe)?;
        let mut splits = [
            Split::None,
            Split::Holdout(share),
            Split::folds(10),
            Split::Folds(FoldRule::Column(column.clone())),
            Split::Folds(FoldRule::Groups { folds: 10, column }),
            Split::LeaveOneOut,
            Split::File(String::new()),
        ];
        let same_kind = |other: &Split| match (other, &split) {
            (Split::Folds(other), Split::Folds(rule)) => discriminant(other) == discriminant(rule),
            (other, split) => discriminant(other) == discriminant(split),
        };
        let now = splits.iter().position(same_kind).unwrap_or(0);
        splits.get_mut(now).into_iter().for_each(|own| *own = split.clone());
        Some(TestDialog {
            selection: Selection::new(now),
            splits,
            columns,
            now,
            seed: recipe.seed.unwrap_or(1),
            field: None,
        })
    }

    pub fn open(app: &mut App) -> Reply {
        let dialog = TestDialog::new(app);
        dialog.into_iter().for_each(|dialog| app.show(dialog));
        Reply::Taken
    }

    pub fn lines(&self) -> Vec<TestLine> {
        let line = |(at, (name, meaning)): (usize, &(&'static str, &'static str))| {
            let split = self.splits.get(at);
            let value = match split {
                Some(Split::None | Split::LeaveOneOut) => String::new(),
                Some(Split::Holdout(share)) => share.text().to_owned(),
                Some(Split::Folds(FoldRule::Random(folds))) => folds.to_string(),
                Some(Split::Folds(FoldRule::Column(column) | FoldRule::Groups { column, .. })) => {
                    column.clone()
                }
                Some(Split::File(path)) => path.clone(),
                None => self.seed.to_string(),
            };
            let named = matches!(split, Some(Split::File(path)) if !path.is_empty());
            let steps = matches!(split, None | Some(Split::Holdout(_) | Split::Folds(_)));
            TestLine { name, meaning: if named { "" } else { meaning }, value, steps, on: at == self.now }
        };
        WORDS.iter().enumerate().map(line).collect()
    }

    fn typed(&mut self, app: &mut App, action: &Action) -> Reply {
        let Some(field) = &mut self.field else { return Reply::Pass };
        match action {
            Action::Enter if field.text().trim().is_empty() => app.say("Type the name of a CSV file."),
            Action::Enter => {
                let path = field.text().trim().to_owned();
                self.splits
                    .get_mut(self.selection.at)
                    .into_iter()
                    .for_each(|own| *own = Split::File(path.clone()));
                return self.test(app);
            }
            Action::Back => self.field = None,
            _ => return Reply::Pass,
        }
        Reply::Taken
    }

    fn step(&mut self, up: bool) {
        match self.splits.get_mut(self.selection.at) {
            Some(Split::Holdout(share)) => {
                let to = stepped(SHARES.iter().position(|other| *other == share.text()), SHARES.len(), up);
                let next = SHARES.get(to).and_then(|share| Written::any(share).ok());
                *share = next.unwrap_or_else(|| share.clone());
            }
            Some(Split::Folds(FoldRule::Random(folds))) => {
                let now = next(&FOLDS, *folds, up);
                *folds = now;
                if let Some(Split::Folds(FoldRule::Groups { folds, .. })) = self.splits.get_mut(OF_GROUPS) {
                    *folds = now;
                }
            }
            Some(Split::Folds(FoldRule::Column(column) | FoldRule::Groups { column, .. })) => {
                let to =
                    stepped(self.columns.iter().position(|other| other == column), self.columns.len(), up);
                self.columns.get(to).into_iter().for_each(|other| column.clone_from(other));
            }
            Some(_) => {}
            None if up => self.seed = self.seed.saturating_add(1),
            None => self.seed = self.seed.saturating_sub(1),
        }
    }

    /// Tests on the selected line; on the line of the seed, with the current split and that seed.
    fn test(&self, app: &mut App) -> Reply {
        let split =
            self.splits.get(self.selection.at).or(self.splits.get(self.now)).cloned().unwrap_or(Split::None);
        let (Some(before), Some(study)) = (model::current(app), &app.session.study) else {
            return Reply::Close(None);
        };
        let recipe = with_split(&before, &study.loaded.table, split);
        let recipe = Recipe { seed: Some(self.seed), ..recipe };
        if recipe == before {
            return Reply::Close(None);
        }
        Reply::Close(model::changed(app, recipe))
    }
}

impl Dialog for TestDialog {
    fn scopes(&self) -> &'static [Scope] {
        if self.field.is_some() {
            &[Scope::TypedTest, Scope::Typed, Scope::Always]
        } else {
            &[Scope::List, Scope::TestOn, Scope::Page, Scope::Always]
        }
    }

    fn field(&mut self) -> Option<&mut Field> {
        self.field.as_mut()
    }

    fn act(&mut self, app: &mut App, action: &Action) -> Reply {
        if self.field.is_some() {
            return self.typed(app, action);
        }
        match action {
            Action::Left => self.step(false),
            Action::Right => self.step(true),
            Action::Enter => match self.splits.get(self.selection.at) {
                Some(Split::File(path)) => self.field = Some(Field::selected(path.as_str())),
                _ => return self.test(app),
            },
            Action::Back => return Reply::Close(None),
            action => return Reply::moved(self.selection.moves(WORDS.len(), action)),
        }
        Reply::Taken
    }

    fn draw(&self, canvas: &mut Canvas<'_>) -> Option<Position> {
        let theme = canvas.theme;
        let rows = self.lines().into_iter().map(|line| {
            let star = if line.on { "*" } else { " " };
            let value = if line.steps { format!("← {} →", line.value) } else { line.value };
            vec![
                format!("{star} {}", line.name).into(),
                shown(&value).into_owned().into(),
                line.meaning.into(),
            ]
        });
        canvas.menu("Test on", 76, &self.selection, rows);
        canvas.take(1);
        let last = canvas.take(1);
        match &self.field {
            Some(field) => canvas.field("file: ", field, last),
            None => {
                canvas.row(last, Line::styled("* is what it is tested on now.", theme.secondary));
                None
            }
        }
    }
}

fn next(choices: &[u32], now: u32, up: bool) -> u32 {
    let at = stepped(choices.iter().position(|other| *other == now), choices.len(), up);
    choices.get(at).copied().unwrap_or(now)
}

/// Returns the columns that may define the folds, and the first likely one: it is not a feature.
fn columns(app: &App, recipe: &Recipe) -> Option<(String, Vec<String>)> {
    let table = &app.session.study.as_ref()?.loaded.table;
    let target = target_column(recipe, table).ok();
    let of = |at: usize| role(recipe, table, target, at);
    let free = (0..table.columns().len()).filter(|at| !matches!(of(*at), Role::Target | Role::Weight));
    let free: Vec<usize> = free.collect();
    let likely = free.iter().position(|at| of(*at) == Role::Ignored).unwrap_or(0);
    let name = |at: &usize| Some(table.columns().get(*at)?.name.as_str().to_owned());
    let columns: Vec<String> = free.iter().filter_map(name).collect();
    Some((columns.get(likely).cloned().unwrap_or_default(), columns))
}

/// The next place in a list of choices; from outside the list, its nearer end.
fn stepped(at: Option<usize>, len: usize, up: bool) -> usize {
    match (at, up) {
        (Some(at), true) => (at + 1).min(len.saturating_sub(1)),
        (Some(at), false) => at.saturating_sub(1),
        (None, true) => len.saturating_sub(1),
        (None, false) => 0,
    }
}
