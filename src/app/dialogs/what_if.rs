//! The dialog of screen 5 that asks "What if?": changes the cells of this case and shows the posterior at once.
//!
//! Changes are always relative to the original case: opening a changed case again keeps its changes.

use std::sync::Arc;

use crate::app::prelude::*;
use crate::app::session::{Changed, Pick, Session};
use crate::app::widgets::document::Writer;
use crate::app::widgets::rows::named;
use crate::app::widgets::table::{Column, Table, TableCell};
use crate::app::words::{clip, number, shown};
use crate::math::{Number, Sentence, sentence};
use crate::model::{Case, CaseValue, Counterfactuals, Factor, FeatureColumn, Fitted, Form, Prediction};
use crate::report;
use crate::report::{Align, Grid, Role, cells, decimal};

/// The most classes whose posteriors are listed, and lines about changes that flip the decision.
const CLASSES: usize = 5;
const FLIPS: usize = 3;

#[derive(Clone, Debug)]
pub struct WhatIfDialog {
    pub fitted: Arc<Fitted>,
    pub of: String,
    pub lines: Vec<CellLine>,
    pub now: Vec<String>,
    pub selection: Selection,
    pub field: Option<Field>,
    pub before: Option<Arc<Before>>,
    pub after: Option<Result<Arc<After>, String>>,
    base: Pick,
    original: Arc<Case>,
    typed_over: String,
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
            selection: Selection::default(),
            field: None,
            before: None,
            after: None,
            typed_over: String::new(),
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
        pair.is_some_and(|(line, now)| !crate::app::dialogs::what_if::alike(line, &line.original, now.trim()))
    }

    fn changes(&self) -> Vec<(String, String)> {
        let pairs = self.lines.iter().zip(&self.now).enumerate();
        let changed = pairs.filter(|(at, _)| self.is_changed(*at));
        changed.map(|(_, (line, now))| (line.name.clone(), now.trim().to_owned())).collect()
    }

    fn below(&self) -> usize {
        let classes =
            self.fitted.classes.len().min(CLASSES) + usize::from(self.fitted.classes.len() > CLASSES);
        classes + 4 + FLIPS
    }

    fn step(&mut self, app: &mut App, forward: bool) -> Reply {
        let (Some(line), Some(now)) = (self.lines.get(self.selection.at), self.now.get(self.selection.at))
        else {
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
        if let Some(cell) = all.get_mut(self.selection.at) {
            *cell = text;
        }
        self.put_all(app, all)
    }

    fn put_all(&mut self, app: &mut App, all: Vec<String>) -> Reply {
        if all == self.now {
            return Reply::Taken;
        }
        self.now = all;
        self.ask_again(app)
    }

    fn ask_again(&mut self, app: &mut App) -> Reply {
        Reply::Job(self.ask(app))
    }

    fn begin_typing(&mut self, first: Option<char>) {
        let Some(now) = self.now.get_mut(self.selection.at) else { return };
        self.typed_over.clone_from(now);
        if let Some(first) = first {
            *now = first.to_string();
        }
        self.field = Some(Field::new(now.clone()));
    }

    fn typed(&mut self, app: &mut App, action: &Action) -> Reply {
        let Some(now) = self.now.get_mut(self.selection.at) else { return Reply::Pass };
        match action {
            Action::Enter => *now = now.trim().to_owned(),
            Action::Back => *now = std::mem::take(&mut self.typed_over),
            _ => return Reply::Pass,
        }
        self.field = None;
        self.ask_again(app)
    }

    fn explain(&mut self, app: &mut App) -> Reply {
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
            &[Scope::TypedCell, Scope::Typed, Scope::Always]
        } else {
            &[Scope::List, Scope::WhatIf, Scope::Page, Scope::Always]
        }
    }

    fn field(&mut self) -> Option<&mut Field> {
        self.field.as_mut()
    }

    fn edited(&mut self, app: &mut App) -> Reply {
        if let (Some(field), Some(now)) = (&self.field, self.now.get_mut(self.selection.at)) {
            field.text().clone_into(now);
        }
        self.ask_again(app)
    }

    fn act(&mut self, app: &mut App, action: &Action) -> Reply {
        if self.field.is_some() {
            return self.typed(app, action);
        }
        match action {
            Action::Left | Action::Right => self.step(app, matches!(action, Action::Right)),
            Action::EditCell => {
                self.begin_typing(None);
                Reply::Taken
            }
            Action::Edit(Edit::InsertChar(c)) => {
                match self.lines.get(self.selection.at).map(|line| &line.choice) {
                    Some(Choice::Number | Choice::Times) => {
                        self.begin_typing(Some(*c));
                        self.ask_again(app)
                    }
                    _ => {
                        app.say("Press ← → for other values, or e to type.");
                        Reply::Taken
                    }
                }
            }
            Action::MakeMissing => {
                let missing = self.lines.get(self.selection.at).map(CellLine::missing).unwrap_or_default();
                self.put(app, missing.to_owned())
            }
            Action::RestoreCell => {
                let original = self.lines.get(self.selection.at).map(|line| line.original.clone());
                self.put(app, original.unwrap_or_default())
            }
            Action::RestoreAll => {
                let all = self.lines.iter().map(|line| line.original.clone()).collect();
                self.put_all(app, all)
            }
            Action::Enter => self.explain(app),
            Action::Back => Reply::Close(None),
            action => Reply::moved(self.selection.moves(self.lines.len(), action)),
        }
    }

    fn draw(&self, canvas: &mut Canvas<'_>) -> Option<Position> {
        let theme = canvas.theme;
        // As high as its lines are many.
        let rows = u16::try_from(self.lines.len() + self.below() + 3).unwrap_or(u16::MAX).min(34);
        let foot = format!("{} of {}", self.selection.at + 1, self.lines.len());
        canvas.dialog(&format!("What if? ({})", self.of), &foot, canvas.app.frame.dialog(100, rows));
        let below = canvas.below(self.below());
        let text = |text: &str| if text.is_empty() { "missing".to_owned() } else { shown(text).into_owned() };
        let row = |at: usize| {
            let Some((line, now)) = self.lines.get(at).zip(self.now.get(at)) else { return Vec::new() };
            let selected = at == self.selection.at;
            let note = match &self.after {
                Some(Ok(after)) => remark(&self.fitted, &after.case, line),
                _ => String::new(),
            };
            let now = match selected {
                true if self.field.is_some() => String::new(),
                true => format!("← {} →", text(now)),
                false => text(now),
            };
            let changed = self.is_changed(at);
            vec![
                shown(&line.name).into_owned().into(),
                text(&line.original).into(),
                if changed { "≠" } else { "" }.into(),
                TableCell::styled(now, if changed { theme.strong } else { theme.text }),
                TableCell::styled(note, theme.secondary),
            ]
        };
        let columns = [
            Column::text("cell").most(22),
            Column::prose("before").most(16),
            Column::text("").least(1).most(1),
            Column::prose("now").least(20),
            Column::prose(""),
        ];
        let table = Table::new(columns, self.lines.len(), row).row(self.selection.at).field(3);
        let place = table.draw(canvas, &self.selection.scroll);
        let mut text = canvas.inside();
        outcome(&mut text, self);
        canvas.area = below;
        canvas.lines(&text.lines, 0);
        canvas.field("", self.field.as_ref()?, place?)
    }
}

fn outcome(out: &mut Writer<'_>, dialog: &WhatIfDialog) {
    let (theme, columns) = (out.theme, out.columns);
    out.blank();
    let (Some(before), Some(after)) = (&dialog.before, &dialog.after) else {
        return out.text("working it out …", theme.secondary);
    };
    let after = after.as_ref();
    let now = after.ok().map(|after| &after.prediction);
    let value = |posterior: Option<&Vec<Number>>, class: usize| -> Sentence {
        posterior.and_then(|all| all.get(class)).map_or_else(|| "undefined".into(), decimal)
    };
    let heads = ["posterior", "before", "now", "change", ""];
    let sides = [Align::Left, Align::Right, Align::Right, Align::Right, Align::Left];
    let mut grid = Grid::new(heads.into_iter().zip(sides));
    let classes = &dialog.fitted.classes;
    for (class, label) in classes.iter().enumerate().take(CLASSES) {
        let present = now.map_or_else(|| "-".into(), |now| value(now.posterior.as_ref(), class));
        let change = after.ok().and_then(|after| after.change.as_ref()?.get(class)).map(signed);
        let wins = now.is_some_and(|now| now.predicted == Some(class) && now.tied.is_empty());
        let before = value(before.prediction.posterior.as_ref(), class);
        let mark = if wins { "wins" } else { "" };
        let cells = cells![named(class, label.as_str()), before, present, change.unwrap_or_default(), mark];
        grid.push(Role::Class(class), cells);
    }
    out.grid(&grid);
    if classes.len() > CLASSES {
        out.line(format!("and {} more classes", classes.len() - CLASSES), theme.secondary);
    }
    match after {
        Ok(after) if after.flipped => {
            let decision = sentence!("The decision flips. {}", after.decision).written(theme.face.sign);
            out.line(clip(&decision, columns), theme.strong);
        }
        Ok(after) => out.line(clip(&after.decision.written(theme.face.sign), columns), theme.text),
        Err(why) => out.text(why, theme.warning),
    }
    out.blank();
    let counterfactuals = report::counterfactuals(&dialog.fitted, &before.counterfactuals)
        .unwrap_or_else(|| "Only categories, bins and words are tried for a flip.".into());
    let most = out.lines.len() + FLIPS;
    out.text(&counterfactuals, theme.text);
    if out.lines.len() > most {
        out.lines.truncate(most);
        let last = out.lines.pop().unwrap_or_default().to_string();
        out.line(format!("{} …", clip(&last, columns.saturating_sub(2))), theme.text);
    }
}

fn signed(change: &Number) -> Sentence {
    let sign = if change.is_negative() { "−" } else { "+" };
    let size = if change.is_negative() { change.neg() } else { change.clone() };
    sentence!("{}{}", sign, size.fixed(4))
}

#[derive(Clone, Debug, PartialEq)]
pub struct CellLine {
    pub name: String,
    pub feature: usize,
    /// As the case has it; empty where it is missing.
    pub original: String,
    pub choice: Choice,
    column: usize,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Choice {
    Values(Vec<String>),
    Number,
    Times,
    Text,
}

impl CellLine {
    /// Returns the cells of a case, in the order of the features; for word counts, a line for each word.
    pub fn all(fitted: &Fitted, case: &Case) -> Vec<CellLine> {
        let written = case.written(fitted);
        let original = |name: &str| {
            written
                .iter()
                .find(|(column, _)| column == name)
                .map(|(_, text)| text.clone())
                .unwrap_or_default()
        };
        let mut lines = Vec::new();
        for (feature, FeatureColumn { name, column }) in fitted.features.iter().enumerate() {
            let factor = fitted.factors().get(feature);
            if let Some(factor) = factor.filter(|factor| factor.is_word_counts()) {
                lines.extend(factor.values().iter().zip(&factor.word_columns).map(|(word, column)| {
                    CellLine {
                        name: word.as_str().to_owned(),
                        feature,
                        original: Some(original(word.as_str()))
                            .filter(|text| !text.is_empty())
                            .unwrap_or("0".into()),
                        choice: Choice::Times,
                        column: *column,
                    }
                }));
                continue;
            }
            lines.push(CellLine {
                name: name.as_str().to_owned(),
                feature,
                original: original(name.as_str()),
                choice: factor.map_or(Choice::Number, |factor| Choice::of(fitted, factor)),
                column: *column,
            });
        }
        lines
    }

    /// Returns the text of a missing cell: empty, or 0 for a word count.
    pub fn missing(&self) -> &'static str {
        if self.choice == Choice::Times { "0" } else { "" }
    }

    /// The text after or before `now`; `None` where there is no next one.
    pub fn step(&self, fitted: &Fitted, now: &str, forward: bool) -> Option<String> {
        match &self.choice {
            Choice::Text => None,
            Choice::Times => {
                let times: u32 = now.parse().unwrap_or(0);
                let next = if forward { times.checked_add(1) } else { times.checked_sub(1) };
                next.map(|times| times.to_string())
            }
            Choice::Values(values) => {
                // After the last value comes "missing", and then the first again.
                let all = values.len() + 1;
                let at = values.iter().position(|value| value == now);
                let next = match (at, now.is_empty()) {
                    (Some(at), _) => (at + if forward { 1 } else { all - 1 }) % all,
                    (None, true) if !forward => values.len().saturating_sub(1),
                    (None, _) => 0,
                };
                Some(values.get(next).cloned().unwrap_or_default())
            }
            Choice::Number => {
                let scale = fitted.perturbation(self.column);
                let Some(value) = now.parse::<f64>().ok().filter(|value| value.is_finite()) else {
                    return Some(number(scale.mean, scale.decimals));
                };
                let typed = now.split_once('.').map_or(0, |(_, digits)| digits.len());
                let decimals = scale.decimals.max(u8::try_from(typed.min(15)).unwrap_or(15));
                let next = value + if forward { scale.step } else { -scale.step };
                let text = number(next, decimals);
                // Write -0 as 0.
                Some(if text.trim_start_matches(['-', '0', '.']).is_empty() {
                    number(0.0, decimals)
                } else {
                    text
                })
            }
        }
    }
}

impl Choice {
    fn of(fitted: &Fitted, factor: &Factor) -> Choice {
        match factor.form {
            Form::Words | Form::Presence => Choice::Text,
            Form::Categories => {
                Choice::Values(factor.values().iter().map(|value| value.as_str().to_owned()).collect())
            }
            // Every text of the column is a value, even if several mean "no".
            Form::Flag => {
                let column = fitted.data.table.columns().get(factor.column);
                let names = column.map(|column| column.dictionary.names()).unwrap_or_default();
                Choice::Values(names.iter().map(|name| name.as_str().to_owned()).collect())
            }
            _ => Choice::Number,
        }
    }
}

/// Returns the remark beside a cell: its bin, or that it is missing or never seen.
pub fn remark(fitted: &Fitted, case: &Case, line: &CellLine) -> String {
    let Some(cell) = case.cells.get(line.feature) else { return String::new() };
    match (&cell.value, fitted.factors().get(line.feature).and_then(Factor::cuts)) {
        (CaseValue::Value(bin), Some(cuts)) => format!("bin {}, {}", bin + 1, cuts.label(*bin).as_str()),
        (CaseValue::Missing, _) => "no factor".to_owned(),
        (CaseValue::Unseen, _) => "never seen: no factor".to_owned(),
        (CaseValue::Words { unknown, .. }, _) if line.choice == Choice::Text && !unknown.is_empty() => {
            format!("{} not in the vocabulary", unknown.len())
        }
        _ => String::new(),
    }
}

/// Whether two texts of a cell are the same value: numbers are compared as numbers, `6` and `6.0`.
pub fn alike(line: &CellLine, a: &str, b: &str) -> bool {
    let number = |text: &str| text.parse::<f64>().ok();
    a == b || (line.choice == Choice::Number && number(a).is_some() && number(a) == number(b))
}

#[derive(Clone, Debug)]
pub struct Before {
    pub prediction: Prediction,
    pub counterfactuals: Counterfactuals,
}

#[derive(Clone, Debug)]
pub struct After {
    pub case: Case,
    pub prediction: Prediction,
    /// The change of P(c | x), by class; `None` if one of the two is undefined.
    pub change: Option<Vec<Number>>,
    pub flipped: bool,
    pub decision: Sentence,
}

#[derive(Clone, Debug)]
pub struct Tried {
    pub before: Arc<Before>,
    pub after: Result<Arc<After>, String>,
}

/// Predicts a case with some cells changed; reuses `before`.
pub fn tried(
    fitted: &Fitted,
    original: &Case,
    changes: &[(String, String)],
    before: Option<Arc<Before>>,
) -> Tried {
    let before = before.unwrap_or_else(|| {
        Arc::new(Before {
            prediction: fitted.predict(original),
            counterfactuals: fitted.counterfactuals(original),
        })
    });
    let after = original
        .changed(fitted, changes)
        .map_err(|problem| format!("{}. {}", problem.what, problem.advice()));
    let after = after.map(|case| {
        let prediction = fitted.predict(&case);
        let winners = |prediction: &Prediction| (prediction.predicted, prediction.tied.clone());
        Arc::new(After {
            change: prediction.change_since(&before.prediction),
            flipped: winners(&prediction) != winners(&before.prediction),
            decision: report::decision(fitted, &prediction),
            prediction,
            case,
        })
    });
    Tried { before, after }
}
