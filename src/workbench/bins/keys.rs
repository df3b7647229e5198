//! What the keys of the editor do.

use std::sync::Arc;

use super::change::{self, Method};
use super::{BinsDialog, Probe, Typed};
use crate::encode::{Cuts, EditError, Spread, learn};
use crate::recipe::{Bins, Convention, Written};
use crate::workbench::prelude::*;
use crate::workbench::words::{clip, shown};

impl BinsDialog {
    fn typing(&mut self, app: &mut App, action: &Action) -> Reply {
        let Some((purpose, field)) = &self.field else { return Reply::Pass };
        match action {
            Action::Back => self.field = None,
            Action::Enter => {
                let (purpose, text) = (*purpose, field.text().trim().to_owned());
                match purpose {
                    Typed::Probe => match Probe::read(&app.session, self.name(app), &text) {
                        Ok(probe) => (self.field, self.asked, self.probe) = (None, Some(text), Some(probe)),
                        Err(why) => app.say(why),
                    },
                    Typed::Cut => match Written::any(&text) {
                        Ok(cut) => {
                            self.field = None;
                            let place = |cuts: &Cuts, at: usize| (at < cuts.texts().len()).then_some(at);
                            let job = self.edit(app, |cuts, _, at| cuts.placed(place(cuts, at), cut));
                            return Reply::of(job);
                        }
                        Err(_) => app.say(format!(
                            "“{}” is no number: write it as 800, 0.5 or 1/2. Esc leaves.",
                            clip(&shown(&text), 20)
                        )),
                    },
                }
            }
            _ => return Reply::Pass,
        }
        Reply::Taken
    }

    fn edit(
        &mut self,
        app: &mut App,
        how: impl FnOnce(&Cuts, &Spread, usize) -> Result<(Bins, usize), EditError>,
    ) -> Option<Job> {
        let Some(spread) = self.spread.clone() else {
            app.say("The numbers are being counted.");
            return None;
        };
        let none = || learn(&Bins::Width(1), &spread.numbers, Convention::Cs229);
        let cuts = self.cuts.clone().unwrap_or_else(none);
        match how(&cuts, &spread, self.cut) {
            Ok((bins, at)) => {
                self.cut = at;
                self.choose(app, &[self.column], Some(&bins))
            }
            Err(error) => {
                app.say(error.to_string());
                None
            }
        }
    }

    fn push(&mut self, app: &mut App, up: bool) -> Option<Job> {
        self.edit(app, |cuts, spread, at| cuts.moved(at, &spread.step(), up))
    }

    /// One bin more or fewer where their number is chosen; else the chosen cut moves.
    fn more(&mut self, app: &mut App, more: bool) -> Option<Job> {
        let Some(bins @ (Bins::Width(_) | Bins::Frequency(_))) = &self.bins else {
            return self.push(app, more);
        };
        match change::counted(bins, more) {
            Some(bins) => self.choose(app, &[self.column], Some(&bins)),
            None => {
                app.say(if more { "There are no more than 50 bins." } else { "There is one bin left." });
                None
            }
        }
    }

    /// The method before or after; without a cut there are no cut points to take over.
    fn method(&mut self, app: &mut App, forward: bool) -> Option<Job> {
        let drawn = || self.cuts.as_ref().map(Bins::from);
        let now = Method::of(self.bins.as_ref());
        let mut next = now.beside(forward);
        let mut bins = next.bins(self.bins.as_ref(), drawn());
        if next == Method::Cuts && bins.is_none() {
            next = next.beside(forward);
            bins = next.bins(self.bins.as_ref(), drawn());
        }
        self.choose(app, &[self.column], bins.as_ref())
    }

    fn everywhere(&mut self, app: &mut App) -> Option<Job> {
        if matches!(self.bins, Some(Bins::Cuts(_))) {
            app.say("Cut points are of one column. b chooses a method that all columns can share.");
            return None;
        }
        let columns = change::numbers(&app.screens.model.view.as_ref()?.columns);
        if columns.len() < 2 {
            app.say("There is no other column of numbers.");
            return None;
        }
        let bins = self.bins.clone();
        self.choose(app, &columns, bins.as_ref())
    }
}

impl Dialog for BinsDialog {
    fn scopes(&self) -> &'static [Scope] {
        if self.field.is_some() {
            &[Scope::TypedBins, Scope::Always]
        } else {
            &[Scope::Bins, Scope::Detail, Scope::Page, Scope::Always]
        }
    }

    fn hint(&self) -> &'static str {
        match &self.field {
            Some((Typed::Cut, _)) => "Where the cut is to be: a decimal or a fraction. Enter takes it.",
            Some((Typed::Probe, _)) => "A number: Enter tells which bin it falls in, and what follows.",
            None if self.cuts.as_ref().is_some_and(|cuts| cuts.texts().is_empty()) => {
                "One bin says nothing of the class: a number that is typed adds a cut."
            }
            None if self.bins.is_none() => {
                "The number itself has no bins: m makes some, and so does a number typed."
            }
            None => "Everything refits as you change it. Type a number to place the cut ▲.",
        }
    }

    fn field(&mut self) -> Option<&mut Field> {
        self.field.as_mut().map(|(_, field)| field)
    }

    fn scroll(&mut self) -> Option<&mut usize> {
        Some(&mut self.scroll)
    }

    fn settle(&mut self, app: &App) {
        let same = self.opened.iter().zip(&app.session.study).any(|(opened, now)| Arc::ptr_eq(opened, now));
        if same {
            self.before = app.screens.evaluate.evaluated(&app.session).cloned();
        }
        self.look(app);
    }

    fn act(&mut self, app: &mut App, action: &Action) -> Reply {
        if self.field.is_some() {
            return self.typing(app, action);
        }
        let last = self.cuts.as_ref().map_or(0, |cuts| cuts.texts().len()).saturating_sub(1);
        Reply::of(match action {
            Action::Back | Action::EditBins => return Reply::Close(None),
            Action::Left => {
                self.cut = self.cut.saturating_sub(1);
                None
            }
            Action::Right => {
                self.cut = (self.cut + 1).min(last);
                None
            }
            Action::MoveLeft | Action::MoveRight => self.push(app, matches!(action, Action::MoveRight)),
            Action::Less | Action::More => self.more(app, matches!(action, Action::More)),
            Action::AddCut => self.edit(app, |cuts, spread, _| cuts.divided(spread)),
            Action::RemoveCut => self.edit(app, |cuts, _, at| cuts.without(at)),
            Action::Bins | Action::BinsBefore => self.method(app, matches!(action, Action::Bins)),
            Action::AllBins => self.everywhere(app),
            Action::Undo | Action::Redo => self.turned(app, matches!(action, Action::Redo)),
            Action::Form => {
                app.settings.form = app.settings.form.next();
                None
            }
            Action::Find => {
                self.field = Some((Typed::Probe, Field::default()));
                None
            }
            Action::Enter => {
                let cut = self.cuts.as_ref().and_then(|cuts| cuts.texts().get(self.cut));
                self.field = Some((Typed::Cut, Field::new(cut.cloned().unwrap_or_default())));
                None
            }
            Action::Edit(Edit::InsertChar(c)) => {
                self.field = Some((Typed::Cut, Field::new(c.to_string())));
                None
            }
            action => {
                let page = usize::from(app.frame.dialog(super::WIDTH, super::HEIGHT).1 / 3).max(1);
                // The lines that are told may be wrapped into more than two; what is scrolled too far is drawn at the end.
                let farthest = self.lines().saturating_sub(BinsDialog::room(app, super::TOLD));
                return Reply::moved(moves(&mut self.scroll, farthest, page, action));
            }
        })
    }
}
