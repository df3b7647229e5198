//! The dialog of screen 5 that asks "What if?": changes the cells of this case and shows the posterior at once.
//!
//! Changes are always relative to the original case: opening a changed case again keeps its changes.

use std::sync::Arc;

use crate::app::dialogs::beside;
use crate::app::prelude::*;
use crate::app::session::{Changed, Pick, Session};
use crate::app::widgets::document::Writer;
use crate::app::widgets::rows::named;
use crate::app::widgets::table::{Column, Table, TableCell};
use crate::app::words::{clip, number, shown};
use crate::math::{Name, Number, Sentence, sentence};
use crate::model::{Case, CaseValue, Counterfactuals, Factor, FeatureColumn, Fitted, Form, Prediction};
use crate::problem::Problem;
use crate::report::{self, Align, Grid, Role, cells, decimal};

/// The most classes whose posteriors are listed, and lines about changes that flip the decision.
const CLASSES: usize = 5;
const FLIPS: usize = 3;

#[derive(Clone, Debug)]
pub struct WhatIfDialog {
    fitted: Arc<Fitted>,
    base: Pick,
    original: Arc<Case>,
    lines: Vec<CellLine>,
    pub now: Vec<String>,
    selection: Selection,
    pub field: Option<Field>,
    /// The cell before it was typed.
    typed_over: String,
    before: Option<Arc<Before>>,
    pub after: Option<Result<After, String>>,
}

#[derive(Debug)]
struct Before {
    prediction: Prediction,
    counterfactuals: Counterfactuals,
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

impl After {
    fn of(fitted: &Fitted, case: Case, before: &Prediction) -> After {
        let prediction = fitted.predict(&case);
        After {
            change: prediction.change_since(before),
            flipped: (prediction.predicted, &prediction.tied) != (before.predicted, &before.tied),
            decision: report::decision(fitted, &prediction),
            prediction,
            case,
        }
    }
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
            now: lines.iter().map(text).collect(),
            fitted,
            base,
            original,
            lines,
            selection: Selection::default(),
            field: None,
            typed_over: String::new(),
            before: None,
            after: None,
        };
        let job = dialog.predict(app);
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

    fn predict(&mut self, app: &mut App) -> Job {
        let (fitted, original) = (Arc::clone(&self.fitted), Arc::clone(&self.original));
        let (changes, before) = (self.changes(), self.before.clone());
        let work = move || {
            let prediction = || fitted.predict(&original);
            let counterfactuals = || fitted.counterfactuals(&original);
            let of_original = || Before { prediction: prediction(), counterfactuals: counterfactuals() };
            let before = before.unwrap_or_else(|| Arc::new(of_original()));
            let why = |problem: Problem| format!("{}. {}", problem.what, problem.advice());
            let case = original.changed(&fitted, &changes).map_err(why);
            (case.map(|case| After::of(&fitted, case, &before.prediction)), before)
        };
        app.jobs.start(Lane::WhatIf, "", work, |app, (after, before)| {
            let dialog = app.dialog::<WhatIfDialog>()?;
            (dialog.before, dialog.after) = (Some(before), Some(after));
            None
        })
    }

    fn changes(&self) -> Vec<(String, String)> {
        let pairs = self.lines.iter().zip(&self.now).map(|(line, now)| (line, now.trim()));
        let changed = pairs.filter(|(line, now)| !line.is_original(now));
        changed.map(|(line, now)| (line.name.clone(), now.to_owned())).collect()
    }

    /// Returns the cells with another text in the selected one.
    fn with(&self, text: impl Fn(&CellLine) -> String) -> Vec<String> {
        let mut all = self.now.clone();
        if let (Some(now), Some(line)) = (all.get_mut(self.selection.at), self.lines.get(self.selection.at)) {
            *now = text(line);
        }
        all
    }

    fn change(&mut self, app: &mut App, all: Vec<String>) -> Reply {
        if all == self.now {
            return Reply::Taken;
        }
        self.now = all;
        Reply::Job(self.predict(app))
    }

    fn begin_typing(&mut self, app: &mut App, text: String) -> Reply {
        self.field = Some(Field::new(text));
        self.typed_over = self.now.get(self.selection.at).cloned().unwrap_or_default();
        self.edited(app)
    }

    fn typed(&mut self, app: &mut App, action: &Action) -> Reply {
        let Some(now) = self.now.get_mut(self.selection.at) else { return Reply::Pass };
        match action {
            Action::Enter => *now = now.trim().to_owned(),
            Action::Back => *now = std::mem::take(&mut self.typed_over),
            _ => return Reply::Pass,
        }
        self.field = None;
        Reply::Job(self.predict(app))
    }

    fn explain(&mut self, app: &mut App) -> Reply {
        let changes = self.changes();
        if let Err(error) = self.original.changed(&self.fitted, &changes) {
            app.say(format!("{}.", error.what));
            return Reply::Taken;
        }
        let base = self.base.clone();
        let pick = if changes.is_empty() { base } else { Pick::Changed(Arc::new(Changed { base, changes })) };
        Reply::Close(if pick == app.session.pick { None } else { app.choose(pick) })
    }
}

impl Dialog for WhatIfDialog {
    fn scopes(&self) -> &'static [Scope] {
        match self.field {
            Some(_) => &[Scope::TypedCell, Scope::Always],
            None => &[Scope::List, Scope::WhatIf, Scope::Page, Scope::Always],
        }
    }

    fn field(&mut self) -> Option<&mut Field> {
        self.field.as_mut()
    }

    fn edited(&mut self, app: &mut App) -> Reply {
        if let (Some(field), Some(now)) = (&self.field, self.now.get_mut(self.selection.at)) {
            field.text().clone_into(now);
        }
        Reply::Job(self.predict(app))
    }

    fn act(&mut self, app: &mut App, action: &Action) -> Reply {
        if self.field.is_some() {
            return self.typed(app, action);
        }
        let cell = self.lines.get(self.selection.at).zip(self.now.get(self.selection.at));
        match (action, cell) {
            (Action::Left | Action::Right, Some((line, now))) => {
                match line.step(&self.fitted, now, matches!(action, Action::Right)) {
                    Some(text) => return self.change(app, self.with(|_| text.clone())),
                    None if line.choice == Choice::Text => app.say("Press e to type the text."),
                    None => {}
                }
                Reply::Taken
            }
            (Action::EditCell, Some((_, now))) => self.begin_typing(app, now.clone()),
            (Action::Edit(Edit::InsertChar(c)), Some((line, _))) => match line.choice {
                Choice::Number | Choice::Times => self.begin_typing(app, c.to_string()),
                Choice::Values(_) | Choice::Text => {
                    app.say("Press ← → for other values, or e to type.");
                    Reply::Taken
                }
            },
            (Action::MakeMissing, _) => self.change(app, self.with(|line| line.choice.missing().to_owned())),
            (Action::RestoreCell, _) => self.change(app, self.with(|line| line.original.clone())),
            (Action::RestoreAll, _) => {
                let all = self.lines.iter().map(|line| line.original.clone()).collect();
                self.change(app, all)
            }
            (Action::Enter, _) => self.explain(app),
            (action, _) => Reply::moved(self.selection.moves(self.lines.len(), action)),
        }
    }

    fn draw(&self, canvas: &mut Canvas<'_>) -> Option<Position> {
        let theme = canvas.theme;
        let classes = self.fitted.classes.len();
        let below = classes.min(CLASSES) + usize::from(classes > CLASSES) + 4 + FLIPS;
        // As high as its lines are many.
        let rows = u16::try_from(self.lines.len() + below + 3).unwrap_or(u16::MAX).min(34);
        let foot = format!("{} of {}", self.selection.at + 1, self.lines.len());
        let title = format!("What if? ({})", self.base.words(&self.original));
        canvas.dialog(&title, &foot, canvas.app.frame.dialog(100, rows));
        let below = canvas.below(below);
        let text = |text: &str| if text.is_empty() { "missing".to_owned() } else { shown(text).into_owned() };
        let row = |at: usize| {
            let Some((line, now)) = self.lines.get(at).zip(self.now.get(at)) else { return Vec::new() };
            let note = match &self.after {
                Some(Ok(after)) => remark(&self.fitted, &after.case, line),
                _ => String::new(),
            };
            let (mark, style) =
                if line.is_original(now.trim()) { ("", theme.text) } else { ("≠", theme.strong) };
            let now = match at == self.selection.at {
                true if self.field.is_some() => String::new(),
                true => format!("← {} →", text(now)),
                false => text(now),
            };
            vec![
                shown(&line.name).into_owned().into(),
                text(&line.original).into(),
                mark.into(),
                TableCell::styled(now, style),
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
    let now = after.as_ref().ok();
    let value = |prediction: &Prediction, class: usize| -> Sentence {
        let value = prediction.posterior.as_ref().and_then(|all| all.get(class));
        value.map_or_else(|| "undefined".into(), decimal)
    };
    let heads = ["posterior", "before", "now", "change", ""];
    let sides = [Align::Left, Align::Right, Align::Right, Align::Right, Align::Left];
    let mut grid = Grid::new(heads.into_iter().zip(sides));
    let classes = &dialog.fitted.classes;
    for (class, label) in classes.iter().enumerate().take(CLASSES) {
        let present = now.map_or_else(|| "-".into(), |now| value(&now.prediction, class));
        let change = now.and_then(|now| now.change.as_ref()?.get(class)).map(signed).unwrap_or_default();
        let wins = |now: &Prediction| now.predicted == Some(class) && now.tied.is_empty();
        let mark = if now.is_some_and(|now| wins(&now.prediction)) { "wins" } else { "" };
        let before = value(&before.prediction, class);
        grid.push(Role::Class(class), cells![named(class, label.as_str()), before, present, change, mark]);
    }
    out.grid(&grid);
    if classes.len() > CLASSES {
        out.line(format!("and {} more classes", classes.len() - CLASSES), theme.secondary);
    }
    match after {
        Ok(after) => {
            let decision = after.decision.written(theme.face.sign);
            let (words, style) = match after.flipped {
                true => (format!("The decision flips. {decision}"), theme.strong),
                false => (decision, theme.text),
            };
            out.line(clip(&words, columns), style);
        }
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
    let (sign, size) = if change.is_negative() { ("−", change.neg()) } else { ("+", change.clone()) };
    sentence!("{}{}", sign, size.fixed(4))
}

#[derive(Clone, Debug)]
struct CellLine {
    name: String,
    feature: usize,
    /// As the case has it; empty where it is missing.
    original: String,
    choice: Choice,
}

#[derive(Clone, Debug, PartialEq)]
enum Choice {
    /// The values, and an empty text for a missing cell after the last one.
    Values(Vec<String>),
    Number,
    Times,
    Text,
}

impl CellLine {
    /// Returns the cells of a case, in the order of the features; for word counts, a line for each word.
    fn all(fitted: &Fitted, case: &Case) -> Vec<CellLine> {
        let written = case.written(fitted);
        let line = |name: &Name, feature: usize, choice: Choice| {
            let name = name.as_str().to_owned();
            let original = written.iter().find(|(column, text)| *column == name && !text.is_empty());
            let original = original.map_or(choice.missing(), |(_, text)| text).to_owned();
            CellLine { name, feature, original, choice }
        };
        let mut lines = Vec::new();
        for (feature, FeatureColumn { name, .. }) in fitted.features.iter().enumerate() {
            match fitted.factors().get(feature) {
                Some(factor) if factor.is_word_counts() => {
                    lines.extend(factor.values().iter().map(|word| line(word, feature, Choice::Times)));
                }
                Some(factor) => lines.push(line(name, feature, Choice::of(fitted, factor))),
                None => lines.push(line(name, feature, Choice::Number)),
            }
        }
        lines
    }

    /// Whether a text is the original value: numbers are compared as numbers, `6` and `6.0`.
    fn is_original(&self, text: &str) -> bool {
        let number = |text: &str| text.parse::<f64>().ok();
        let same = || number(text).is_some() && number(text) == number(&self.original);
        self.original == text || (self.choice == Choice::Number && same())
    }

    /// The text after or before `now`; `None` where there is no next one.
    fn step(&self, fitted: &Fitted, now: &String, forward: bool) -> Option<String> {
        match &self.choice {
            Choice::Text => None,
            Choice::Times => {
                let times: u32 = now.parse().unwrap_or(0);
                let next = if forward { times.checked_add(1) } else { times.checked_sub(1) };
                next.map(|times| times.to_string())
            }
            Choice::Values(values) if values.contains(now) => Some(beside(values, now, forward)),
            Choice::Values(values) => values.first().cloned(),
            Choice::Number => {
                let scale = fitted.perturbation(fitted.features.get(self.feature)?.column);
                let Some(value) = now.parse::<f64>().ok().filter(|value| value.is_finite()) else {
                    return Some(number(scale.mean, scale.decimals));
                };
                let typed = now.split_once('.').map_or(0, |(_, digits)| digits.len());
                let decimals = scale.decimals.max(u8::try_from(typed.min(15)).unwrap_or(15));
                let text = number(value + if forward { scale.step } else { -scale.step }, decimals);
                // Write -0 as 0.
                let is_zero = text.trim_start_matches(['-', '0', '.']).is_empty();
                Some(if is_zero { number(0.0, decimals) } else { text })
            }
        }
    }
}

impl Choice {
    fn of(fitted: &Fitted, factor: &Factor) -> Choice {
        let names = match factor.form {
            Form::Words | Form::Presence => return Choice::Text,
            Form::Categories => factor.values(),
            // Every text of the column is a value, even if several mean "no".
            Form::Flag => {
                let column = fitted.data.table.columns().get(factor.column);
                column.map(|column| column.dictionary.names()).unwrap_or_default()
            }
            _ => return Choice::Number,
        };
        Choice::Values(names.iter().map(Name::as_str).chain([""]).map(str::to_owned).collect())
    }

    /// Returns the text of a missing cell: empty, or 0 for a word count.
    fn missing(&self) -> &'static str {
        if *self == Choice::Times { "0" } else { "" }
    }
}

/// Returns the remark beside a cell: its bin, or that it is missing or never seen.
fn remark(fitted: &Fitted, case: &Case, line: &CellLine) -> String {
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
