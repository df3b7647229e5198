//! The dialog of screen 5 that asks "What if?": changes the cells of this case and shows the posterior at once.
//!
//! Changes are always relative to the original case: opening a changed case again keeps its changes.

use crate::app::prelude::*;
use crate::app::session::Changed;
use crate::app::words::number;
use crate::model::{CaseValue, Counterfactuals, FactorForm, FeatureColumn, Prediction};
use crate::problem::Problem;
use crate::report::{Align, cells};

const CLASSES: usize = 5;
const FLIPS: usize = 3;

#[derive(Clone, Debug)]
pub struct WhatIfDialog {
    fitted: Arc<Fitted>,
    base: Pick,
    original: Arc<Case>,
    pub lines: Vec<CellLine>,
    selection: Selection,
    pub field: Option<Field>,
    typed_over: String,
    before: Option<Arc<(Prediction, Counterfactuals)>>,
    pub after: Option<Result<After, String>>,
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

impl WhatIfDialog {
    pub fn open(app: &mut App) -> Reply {
        let (base, changes) = match &app.session.pick {
            Pick::Changed(changed) => (changed.base.clone(), changed.changes.clone()),
            pick => (pick.clone(), Vec::new()),
        };
        let model = app.session.study.as_ref().zip(app.session.fitted());
        let case = model.and_then(|(study, fitted)| Some((fitted, Session::case_of(study, fitted, &base)?)));
        let Some((fitted, original)) = case else {
            return app.reply("There is no case to change. Press r to choose one.");
        };
        let mut dialog = WhatIfDialog {
            lines: CellLine::all(fitted, &original, &changes),
            fitted: Arc::clone(fitted),
            base,
            original: Arc::new(original),
            selection: Selection::default(),
            field: None,
            typed_over: String::new(),
            before: None,
            after: None,
        };
        let job = dialog.predict(app);
        app.show(dialog);
        Reply::Job(job)
    }

    fn predict(&mut self, app: &mut App) -> Job {
        let (fitted, original) = (Arc::clone(&self.fitted), Arc::clone(&self.original));
        let (changes, before) = (self.changes(), self.before.clone());
        let work = move || {
            let of_original = || (fitted.predict(&original), fitted.counterfactuals(&original));
            let before = before.unwrap_or_else(|| Arc::new(of_original()));
            let why = |problem: Problem| format!("{}. {}", problem.what, problem.advice());
            let after = original.changed(&fitted, &changes).map(|case| {
                let prediction = fitted.predict(&case);
                let winners = |prediction: &Prediction| (prediction.predicted, prediction.tied.clone());
                After {
                    change: prediction.change_since(&before.0),
                    flipped: winners(&prediction) != winners(&before.0),
                    decision: report::decision(&fitted, &prediction),
                    prediction,
                    case,
                }
            });
            (after.map_err(why), before)
        };
        app.jobs.start(Lane::WhatIf, "", work, |app, (after, before)| {
            let dialog = app.dialog::<WhatIfDialog>()?;
            (dialog.before, dialog.after) = (Some(before), Some(after));
            None
        })
    }

    fn changes(&self) -> Vec<(String, String)> {
        let changed = self.lines.iter().filter(|line| line.is_changed());
        changed.map(|line| (line.name.clone(), line.now.trim().to_owned())).collect()
    }

    fn change(&mut self, app: &mut App, cells: Range<usize>, text: impl Fn(&CellLine) -> String) -> Reply {
        let mut is_changed = false;
        for line in self.lines.get_mut(cells).into_iter().flatten() {
            let text = text(line);
            is_changed |= text != line.now;
            line.now = text;
        }
        if is_changed { Reply::Job(self.predict(app)) } else { Reply::Taken }
    }

    fn explain(&mut self, app: &mut App) -> Reply {
        let changes = self.changes();
        if let Err(error) = self.original.changed(&self.fitted, &changes) {
            return app.reply(format!("{}.", error.what));
        }
        let base = self.base.clone();
        let pick = if changes.is_empty() { base } else { Pick::Changed(Arc::new(Changed { base, changes })) };
        Reply::Close(if pick == app.session.pick { None } else { app.choose(pick) })
    }
}

impl Dialog for WhatIfDialog {
    fn scopes(&self) -> &'static [Scope] {
        match self.field {
            Some(_) => &[Scope::TypedCell, Scope::Typed, Scope::Always],
            None => &[Scope::List, Scope::WhatIf, Scope::Page, Scope::Always],
        }
    }

    fn field(&mut self) -> Option<&mut Field> {
        self.field.as_mut()
    }

    fn edited(&mut self, app: &mut App) -> Reply {
        if let (Some(field), Some(line)) = (&self.field, self.lines.get_mut(self.selection.at)) {
            field.text().clone_into(&mut line.now);
        }
        Reply::Job(self.predict(app))
    }

    fn act(&mut self, app: &mut App, action: &Action) -> Reply {
        let (at, all) = (self.selection.at, 0..self.lines.len());
        let Some(line) = self.lines.get_mut(at) else { return Reply::Pass };
        let here = at..at + 1;
        let text = match (action, &self.field) {
            (Action::Enter | Action::Back, Some(_)) => {
                let before = std::mem::take(&mut self.typed_over);
                line.now = if matches!(action, Action::Back) { before } else { line.now.trim().to_owned() };
                self.field = None;
                return Reply::Job(self.predict(app));
            }
            (_, Some(_)) => return Reply::Pass,
            (Action::Left | Action::Right, _) if line.choice == CellKind::Text => {
                return app.reply("Press e to type the text.");
            }
            (Action::Left | Action::Right, _) => {
                let (forward, fitted) = (matches!(action, Action::Right), Arc::clone(&self.fitted));
                return self.change(app, here, |line| line.step(&fitted, forward));
            }
            (Action::MakeMissing, _) => return self.change(app, here, |line| line.choice.missing().into()),
            (Action::RestoreCell, _) => return self.change(app, here, |line| line.original.clone()),
            (Action::RestoreAll, _) => return self.change(app, all, |line| line.original.clone()),
            (Action::EditCell, _) => line.now.clone(),
            (Action::Edit(Edit::InsertChar(c)), _) => match line.choice {
                CellKind::Number | CellKind::Times => c.to_string(),
                CellKind::Values(_) | CellKind::Text => {
                    return app.reply("Press ← → for other values, or e to type.");
                }
            },
            (Action::Enter, _) => return self.explain(app),
            (action, _) => return Reply::moved(self.selection.moves(all.end, action)),
        };
        self.typed_over.clone_from(&line.now);
        self.field = Some(Field::new(text));
        self.edited(app)
    }

    fn draw(&self, canvas: &mut Canvas<'_>) {
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
            let Some(line) = self.lines.get(at) else { return Vec::new() };
            let note = match &self.after {
                Some(Ok(after)) => remark(&self.fitted, &after.case, line),
                _ => String::new(),
            };
            let (mark, style) = if line.is_changed() { ("≠", theme.strong) } else { ("", theme.text) };
            let now = match at == self.selection.at {
                true if self.field.is_some() => String::new(),
                true => format!("← {} →", text(&line.now)),
                false => text(&line.now),
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
        if let (Some(field), Some(place)) = (&self.field, place) {
            canvas.field("", field, place);
        }
    }
}

fn outcome(out: &mut Writer<'_>, dialog: &WhatIfDialog) {
    let (theme, columns) = (out.theme, out.columns);
    out.blank();
    let (Some(before), Some(after)) = (&dialog.before, &dialog.after) else {
        return out.text("working it out …", theme.secondary);
    };
    let (before, counterfactuals) = &**before;
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
        let before = value(before, class);
        grid.push(Role::Class(class), cells![named(class, label.as_str()), before, present, change, mark]);
    }
    out.grid(&grid);
    if classes.len() > CLASSES {
        out.line(format!("and {} more classes", classes.len() - CLASSES), theme.secondary);
    }
    match after {
        Ok(after) => {
            let decision = after.decision.written(theme.face.sign);
            let words = if after.flipped { format!("The decision flips. {decision}") } else { decision };
            out.line(clip(&words, columns), if after.flipped { theme.strong } else { theme.text });
        }
        Err(why) => out.text(why, theme.warning),
    }
    out.blank();
    let counterfactuals = report::counterfactuals(&dialog.fitted, counterfactuals)
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
pub struct CellLine {
    name: String,
    feature: usize,
    original: String,
    pub now: String,
    choice: CellKind,
}

#[derive(Clone, Debug, PartialEq)]
enum CellKind {
    /// The values, and an empty text for a missing cell after the last one.
    Values(Vec<String>),
    Number,
    Times,
    Text,
}

impl CellLine {
    fn all(fitted: &Fitted, case: &Case, changes: &[(String, String)]) -> Vec<CellLine> {
        let written = case.written(fitted);
        let line = |name: &Name, feature: usize, choice: CellKind| {
            let name = name.as_str().to_owned();
            let original = written.iter().find(|(column, text)| *column == name && !text.is_empty());
            let original = original.map_or(choice.missing(), |(_, text)| text).to_owned();
            let changed = changes.iter().find(|(changed, _)| *changed == name);
            let now = changed.map_or(&original, |(_, text)| text).clone();
            CellLine { name, feature, original, now, choice }
        };
        let mut lines = Vec::new();
        let features = fitted.features.iter().enumerate();
        for (feature, FeatureColumn { name, .. }) in features.filter(|(_, of)| !fitted.is_computed(&of.name))
        {
            match fitted.factors().get(feature) {
                Some(factor) if factor.is_word_counts() => {
                    lines.extend(factor.values().iter().map(|word| line(word, feature, CellKind::Times)));
                }
                Some(factor) => lines.push(line(name, feature, CellKind::of(fitted, factor))),
                None => lines.push(line(name, feature, CellKind::Number)),
            }
        }
        lines
    }

    /// Whether it has another value: numbers are compared as numbers, `6` and `6.0`.
    fn is_changed(&self) -> bool {
        let now = self.now.trim();
        let number = |text: &str| text.parse::<f64>().ok().filter(|_| self.choice == CellKind::Number);
        self.original != now && (number(now).is_none() || number(now) != number(&self.original))
    }

    /// Returns the text after or before the present one; the same where there is no next one.
    fn step(&self, fitted: &Fitted, forward: bool) -> String {
        let now = &self.now;
        match &self.choice {
            CellKind::Text => now.clone(),
            CellKind::Times => {
                let times: u32 = now.parse().unwrap_or(0);
                let next = if forward { times.checked_add(1) } else { times.checked_sub(1) };
                next.map_or_else(|| now.clone(), |times| times.to_string())
            }
            CellKind::Values(values) if values.contains(now) => beside(values, now, forward),
            CellKind::Values(values) => values.first().cloned().unwrap_or_default(),
            CellKind::Number => {
                let Some(feature) = fitted.features.get(self.feature) else { return now.clone() };
                let (step, decimals, mean) = fitted.perturbation(feature.column);
                let Some(value) = now.parse::<f64>().ok().filter(|value| value.is_finite()) else {
                    return number(mean, decimals);
                };
                let typed = now.split_once('.').map_or(0, |(_, digits)| digits.len());
                let decimals = decimals.max(u8::try_from(typed.min(15)).unwrap_or(15));
                let text = number(value + if forward { step } else { -step }, decimals);
                // Write -0 as 0.
                let is_zero = text.trim_start_matches(['-', '0', '.']).is_empty();
                if is_zero { number(0.0, decimals) } else { text }
            }
        }
    }
}

impl CellKind {
    fn of(fitted: &Fitted, factor: &Factor) -> CellKind {
        let names = match factor.form {
            FactorForm::Words | FactorForm::Presence => return CellKind::Text,
            FactorForm::Categories => factor.values(),
            // Every text of the column is a value, even if several mean "no".
            FactorForm::Flag => {
                let column = fitted.data.table.columns().get(factor.column);
                column.map(|column| column.dictionary.names()).unwrap_or_default()
            }
            _ => return CellKind::Number,
        };
        CellKind::Values(names.iter().map(Name::as_str).chain([""]).map(str::to_owned).collect())
    }

    /// Returns the text of a missing cell: empty, or 0 for a word count.
    fn missing(&self) -> &'static str {
        if *self == CellKind::Times { "0" } else { "" }
    }
}

fn remark(fitted: &Fitted, case: &Case, line: &CellLine) -> String {
    let Some(cell) = case.cells.get(line.feature) else { return String::new() };
    match (&cell.value, fitted.factors().get(line.feature).and_then(Factor::cuts)) {
        (CaseValue::Value(bin), Some(cuts)) => format!("bin {}, {}", bin + 1, cuts.label(*bin).as_str()),
        (CaseValue::Missing, _) => "no factor".to_owned(),
        (CaseValue::Unseen, _) => "never seen: no factor".to_owned(),
        (CaseValue::Words { unknown, .. }, _) if line.choice == CellKind::Text && !unknown.is_empty() => {
            format!("{} not in the vocabulary", unknown.len())
        }
        _ => String::new(),
    }
}
