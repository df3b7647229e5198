//! The dialogs of screen 4: what the model is tested on, which is the split of the recipe and its seed; and which view to put on.

use super::state::View;
use crate::recipe::{Recipe, Split, Written};
use crate::workbench::model;
use crate::workbench::prelude::*;

pub const TEST_WIDTH: u16 = 76;
pub const TEST_HEIGHT: u16 = 12;

const SHARES: [&str; 5] = ["0.1", "0.2", "0.3", "0.4", "0.5"];
const FOLDS: [u32; 6] = [2, 3, 4, 5, 10, 20];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TestLine {
    Training,
    Holdout,
    Folds,
    LeaveOneOut,
    File,
    Seed,
}

impl TestLine {
    pub const ALL: [TestLine; 6] = [
        TestLine::Training,
        TestLine::Holdout,
        TestLine::Folds,
        TestLine::LeaveOneOut,
        TestLine::File,
        TestLine::Seed,
    ];

    /// What it is called, and what it means.
    pub fn words(self) -> (&'static str, &'static str) {
        match self {
            TestLine::Training => ("training rows", "the rows that it learned from: flatters it"),
            TestLine::Holdout => ("held-out rows", "a share of each class is kept for the test"),
            TestLine::Folds => ("folds", "each part is tested by the others"),
            TestLine::LeaveOneOut => ("leave one out", "each row is tested by all others"),
            TestLine::File => ("another file", "all rows of another CSV"),
            TestLine::Seed => ("seed", "which rows go together"),
        }
    }
}

#[derive(Clone, Debug)]
pub struct TestDialog {
    /// The marked line, from 0.
    pub cursor: usize,
    pub now: Split,
    share: Written,
    folds: u32,
    path: String,
    seed: u64,
    pub field: Option<Field>,
}

impl TestDialog {
    /// With what holds now; `None` where nothing is open.
    pub fn new(app: &App) -> Option<TestDialog> {
        let recipe = model::current(app)?;
        let now = recipe.split.unwrap_or(Split::None);
        let mut dialog = TestDialog {
            cursor: 0,
            share: Written::any("0.3").ok()?,
            folds: 10,
            path: String::new(),
            seed: recipe.seed.unwrap_or(1),
            field: None,
            now: now.clone(),
        };
        let line = match now {
            Split::None => TestLine::Training,
            Split::Holdout(share) => {
                dialog.share = share;
                TestLine::Holdout
            }
            Split::Folds(k) => {
                dialog.folds = k;
                TestLine::Folds
            }
            Split::LeaveOneOut => TestLine::LeaveOneOut,
            Split::File(path) => {
                dialog.path = path;
                TestLine::File
            }
        };
        dialog.cursor = TestLine::ALL.iter().position(|other| *other == line).unwrap_or(0);
        Some(dialog)
    }

    pub fn open(app: &mut App) -> Reply {
        let dialog = TestDialog::new(app);
        dialog.into_iter().for_each(|dialog| app.show(dialog));
        Reply::Taken
    }

    pub fn line(&self) -> TestLine {
        TestLine::ALL.get(self.cursor).copied().unwrap_or(TestLine::Training)
    }

    /// What can be changed on a line, as it stands; empty where nothing can.
    pub fn value(&self, line: TestLine) -> String {
        match line {
            TestLine::Training | TestLine::LeaveOneOut => String::new(),
            TestLine::Holdout => self.share.text().to_owned(),
            TestLine::Folds => self.folds.to_string(),
            TestLine::File => self.path.clone(),
            TestLine::Seed => self.seed.to_string(),
        }
    }

    pub fn steps(&self, line: TestLine) -> bool {
        matches!(line, TestLine::Holdout | TestLine::Folds | TestLine::Seed)
    }

    pub fn is_on(&self, line: TestLine) -> bool {
        matches!(
            (line, &self.now),
            (TestLine::Training, Split::None)
                | (TestLine::Holdout, Split::Holdout(_))
                | (TestLine::Folds, Split::Folds(_))
                | (TestLine::LeaveOneOut, Split::LeaveOneOut)
                | (TestLine::File, Split::File(_))
        )
    }

    fn typed(&mut self, app: &mut App, action: &Action) -> Reply {
        let Some(field) = &mut self.field else { return Reply::Pass };
        match action {
            Action::Enter if field.text().trim().is_empty() => app.say("Type the name of a CSV."),
            Action::Enter => {
                self.path = field.text().trim().to_owned();
                return self.test(app);
            }
            Action::Back => self.field = None,
            _ => return Reply::Pass,
        }
        Reply::Taken
    }

    fn step(&mut self, up: bool) {
        match self.line() {
            TestLine::Holdout => {
                let at = SHARES.iter().position(|share| *share == self.share.text());
                let to = stepped(at, SHARES.len(), up);
                self.share =
                    SHARES.get(to).and_then(|share| Written::any(share).ok()).unwrap_or(self.share.clone());
            }
            TestLine::Folds => {
                let at = FOLDS.iter().position(|folds| *folds == self.folds);
                self.folds = FOLDS.get(stepped(at, FOLDS.len(), up)).copied().unwrap_or(self.folds);
            }
            TestLine::Seed if up => self.seed = self.seed.saturating_add(1),
            TestLine::Seed => self.seed = self.seed.saturating_sub(1),
            _ => {}
        }
    }

    /// Tests on the marked line; on the seed, on what is on, by that seed.
    fn test(&self, app: &mut App) -> Reply {
        let split = match self.line() {
            TestLine::Training => Split::None,
            TestLine::Holdout => Split::Holdout(self.share.clone()),
            TestLine::Folds => Split::Folds(self.folds),
            TestLine::LeaveOneOut => Split::LeaveOneOut,
            TestLine::File => Split::File(self.path.clone()),
            TestLine::Seed => self.now.clone(),
        };
        let Some(before) = model::current(app) else { return Reply::Close(None) };
        let recipe = Recipe { split: Some(split), seed: Some(self.seed), ..before.clone() };
        if recipe == before {
            return Reply::Close(None);
        }
        Reply::Close(model::changed(app, recipe))
    }
}

impl Dialog for TestDialog {
    fn scopes(&self) -> &'static [Scope] {
        if self.field.is_some() {
            &[Scope::TypedTest, Scope::Always]
        } else {
            &[Scope::List, Scope::TestOn, Scope::Page, Scope::Always]
        }
    }

    fn hint(&self) -> &'static str {
        if self.field.is_some() {
            "A CSV with the same columns. Its classes are what the model should say."
        } else {
            "Rows that a model has not seen tell how good it is."
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
            Action::Enter if self.line() == TestLine::File => self.field = Some(Field::new(&*self.path)),
            Action::Enter => return self.test(app),
            Action::Back => return Reply::Close(None),
            action => {
                let last = TestLine::ALL.len() - 1;
                return Reply::moved(moves(&mut self.cursor, last, last, action));
            }
        }
        Reply::Taken
    }
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

pub const LOOK_WIDTH: u16 = 64;
pub const LOOK_HEIGHT: u16 = View::ALL.len() as u16 + 4;

#[derive(Clone, Copy, Debug, Default)]
pub struct LookDialog {
    /// The marked view, from 0.
    pub cursor: usize,
}

impl LookDialog {
    pub fn new(app: &App) -> LookDialog {
        let on = app.screens.evaluate.view;
        LookDialog { cursor: View::ALL.iter().position(|view| *view == on).unwrap_or(0) }
    }
}

impl Dialog for LookDialog {
    fn scopes(&self) -> &'static [Scope] {
        &[Scope::List, Scope::Look, Scope::Page, Scope::Always]
    }

    fn hint(&self) -> &'static str {
        "Choose what to look at. Enter shows it."
    }

    fn act(&mut self, app: &mut App, action: &Action) -> Reply {
        match action {
            Action::Enter => {
                let on = &mut app.screens.evaluate.view;
                *on = View::ALL.get(self.cursor).copied().unwrap_or(*on);
                app.pane = Pane::Master;
                Reply::Close(app.entered())
            }
            Action::Back => Reply::Close(None),
            action => {
                let views = View::ALL.len();
                Reply::moved(moves(&mut self.cursor, views.saturating_sub(1), views, action))
            }
        }
    }
}
