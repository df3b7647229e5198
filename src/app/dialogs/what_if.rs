//! The dialog of screen 5 that asks "What if?": changes the cells of this case and shows the posterior at once.
//!
//! Changes are always relative to the original case: opening a changed case again keeps its changes.

use std::sync::Arc;

pub use crate::app::dialogs::what_if_cell::{After, Before, CellLine, Choice, Tried, remark, tried};

use crate::app::prelude::*;
use crate::app::session::no_change;
use crate::app::session::{Changed, History, Pick, Session};
use crate::model::{Case, Fitted};

pub const WIDTH: u16 = 100;
pub const HEIGHT: u16 = 34;
pub const CLASSES: usize = 5;
pub const FLIPS: usize = 3;

#[derive(Clone, Debug)]
pub struct WhatIfDialog {
    pub fitted: Arc<Fitted>,
    pub of: String,
    pub lines: Vec<CellLine>,
    pub now: Vec<String>,
    pub cursor: usize,
    pub scroll: usize,
    pub field: Option<Field>,
    pub before: Option<Arc<Before>>,
    pub after: Option<Result<Arc<After>, String>>,
    base: Pick,
    original: Arc<Case>,
    typed_over: String,
    history: History<Vec<String>>,
}

impl WhatIfDialog {
    pub fn new(app: &mut App) -> Option<(WhatIfDialog, Job)> {
        let fitted = Arc::clone(app.session.fitted()?);
        let (base, changes) = match &app.session.pick {
            Pick::Changed(changed) => (changed.base.clone(), changed.changes.clone()),
            pick => (pick.clone(), Vec::new()),
        };
        let original = Arc::new(Session::case_of(app.session.study.as_ref()?, &fitted, &base)?);
        let lines = CellLine::all(&fitted, &original);
        let text = |line: &CellLine| {
            let changed = changes.iter().find(|(name, _)| *name == line.name);
            changed.map_or_else(|| line.original.clone(), |(_, text)| text.clone())
        };
        let mut dialog = WhatIfDialog {
            of: base.words(&original),
            now: lines.iter().map(text).collect(),
            cursor: 0,
            scroll: 0,
            field: None,
            before: None,
            after: None,
            typed_over: String::new(),
            history: History::default(),
            lines,
            fitted,
            base,
            original,
        };
        let job = dialog.ask(app);
        Some((dialog, job))
    }

    pub fn open(app: &mut App) -> Reply {
        let Some((dialog, job)) = WhatIfDialog::new(app) else {
            app.say("There is no case to change. Press r to choose one.");
            return Reply::Taken;
        };
        app.show(dialog);
        Reply::Job(job)
    }

    fn ask(&mut self, app: &mut App) -> Job {
        let (fitted, original) = (Arc::clone(&self.fitted), Arc::clone(&self.original));
        let (changes, before) = (self.changes(), self.before.clone());
        let work = move || tried(&fitted, &original, &changes, before);
        app.jobs.start(Lane::WhatIf, "", work, |app, tried| {
            let dialog = app.dialog::<WhatIfDialog>()?;
            (dialog.before, dialog.after) = (Some(tried.before), Some(tried.after));
            None
        })
    }

    pub fn is_changed(&self, line: usize) -> bool {
        let pair = self.lines.get(line).zip(self.now.get(line));
        pair.is_some_and(|(line, now)| {
            !crate::app::dialogs::what_if_cell::alike(line, &line.original, now.trim())
        })
    }

    fn changes(&self) -> Vec<(String, String)> {
        let pairs = self.lines.iter().zip(&self.now).enumerate();
        let changed = pairs.filter(|(at, _)| self.is_changed(*at));
        changed.map(|(_, (line, now))| (line.name.clone(), now.trim().to_owned())).collect()
    }

    /// The number of cells that fit, where `below` lines follow them.
    fn room(&self, app: &App) -> usize {
        let (_, height) = app.frame.dialog(WIDTH, HEIGHT);
        usize::from(height.saturating_sub(3)).saturating_sub(self.below()).max(1)
    }

    pub fn below(&self) -> usize {
        let classes =
            self.fitted.classes.len().min(CLASSES) + usize::from(self.fitted.classes.len() > CLASSES);
        classes + 4 + FLIPS
    }

    fn step(&mut self, app: &mut App, forward: bool) -> Reply {
        let (Some(line), Some(now)) = (self.lines.get(self.cursor), self.now.get(self.cursor)) else {
            return Reply::Taken;
        };
        match line.step(&self.fitted, now, forward) {
            Some(text) => self.put(app, text),
            None if line.choice == Choice::Text => {
                app.say("Press e to type the text.");
                Reply::Taken
            }
            None => Reply::Taken,
        }
    }

    fn put(&mut self, app: &mut App, text: String) -> Reply {
        let mut all = self.now.clone();
        if let Some(cell) = all.get_mut(self.cursor) {
            *cell = text;
        }
        self.put_all(app, all)
    }

    fn put_all(&mut self, app: &mut App, all: Vec<String>) -> Reply {
        if all == self.now {
            return Reply::Taken;
        }
        self.history.remember(std::mem::replace(&mut self.now, all));
        self.ask_again(app)
    }

    fn ask_again(&mut self, app: &mut App) -> Reply {
        Reply::Job(self.ask(app))
    }

    fn again(&mut self, app: &mut App, forward: bool) -> Reply {
        let Some(found) = self.history.turn(forward, |_| self.now.clone()) else {
            app.say(no_change(forward));
            return Reply::Taken;
        };
        // The cursor goes to the cell that changes.
        let differs = self.now.iter().zip(&found).position(|(now, then)| now != then);
        self.cursor = differs.unwrap_or(self.cursor);
        self.now = found;
        self.ask_again(app)
    }

    fn begin_typing(&mut self, first: Option<char>) {
        let Some(now) = self.now.get_mut(self.cursor) else { return };
        self.typed_over.clone_from(now);
        if let Some(first) = first {
            *now = first.to_string();
        }
        self.field = Some(Field::new(now.clone()));
    }

    fn typed(&mut self, app: &mut App, action: &Action) -> Reply {
        let Some(field) = &mut self.field else { return Reply::Pass };
        match action {
            Action::Enter => {
                let text = field.text().trim().to_owned();
                self.leave_field();
                // The posterior is up to date; this makes one change to undo.
                self.put(app, text);
                self.ask_again(app)
            }
            Action::Back => {
                self.leave_field();
                self.ask_again(app)
            }
            _ => Reply::Pass,
        }
    }

    fn leave_field(&mut self) {
        self.field = None;
        if let Some(now) = self.now.get_mut(self.cursor) {
            *now = std::mem::take(&mut self.typed_over);
        }
    }

    fn take_in_hand(&mut self, app: &mut App) -> Reply {
        let changes = self.changes();
        if let Err(error) = self.original.changed(&self.fitted, &changes) {
            app.say(format!("{}.", error.what));
            return Reply::Taken;
        }
        let pick = if changes.is_empty() {
            self.base.clone()
        } else {
            Pick::Changed(Arc::new(Changed { base: self.base.clone(), changes }))
        };
        if pick == app.session.pick {
            return Reply::Close(None);
        }
        Reply::Close(app.choose(pick))
    }
}

impl Dialog for WhatIfDialog {
    fn scopes(&self) -> &'static [Scope] {
        if self.field.is_some() {
            &[Scope::TypedCell, Scope::Always]
        } else {
            &[Scope::List, Scope::WhatIf, Scope::Page, Scope::Always]
        }
    }

    fn hint(&self) -> &'static str {
        if self.field.is_some() {
            "The posterior changes as you type. Enter: accept the text."
        } else {
            "← →: change the selected cell. Enter: explain the changed case."
        }
    }

    fn field(&mut self) -> Option<&mut Field> {
        self.field.as_mut()
    }

    fn edited(&mut self, app: &mut App) -> Reply {
        if let (Some(field), Some(now)) = (&self.field, self.now.get_mut(self.cursor)) {
            field.text().clone_into(now);
        }
        self.ask_again(app)
    }

    fn act(&mut self, app: &mut App, action: &Action) -> Reply {
        if self.field.is_some() {
            return self.typed(app, action);
        }
        let reply = match action {
            Action::Left | Action::Right => self.step(app, matches!(action, Action::Right)),
            Action::EditCell => {
                self.begin_typing(None);
                Reply::Taken
            }
            Action::Edit(Edit::InsertChar(c)) => match self.lines.get(self.cursor).map(|line| &line.choice) {
                Some(Choice::Number | Choice::Times) => {
                    self.begin_typing(Some(*c));
                    self.ask_again(app)
                }
                _ => {
                    app.say("Press ← → for other values, or e to type.");
                    Reply::Taken
                }
            },
            Action::MakeMissing => {
                let missing = self.lines.get(self.cursor).map(CellLine::missing).unwrap_or_default();
                self.put(app, missing.to_owned())
            }
            Action::RestoreCell => {
                let original = self.lines.get(self.cursor).map(|line| line.original.clone());
                self.put(app, original.unwrap_or_default())
            }
            Action::RestoreAll => {
                let all = self.lines.iter().map(|line| line.original.clone()).collect();
                self.put_all(app, all)
            }
            Action::Undo | Action::Redo => self.again(app, matches!(action, Action::Redo)),
            Action::Enter => return self.take_in_hand(app),
            Action::Back => return Reply::Close(None),
            action => {
                let (last, room) = (self.lines.len().saturating_sub(1), self.room(app));
                Reply::moved(moves(&mut self.cursor, last, room, action))
            }
        };
        self.scroll = follow(self.scroll, self.cursor, self.room(app));
        reply
    }
}
