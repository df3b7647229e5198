//! The dialog of screen 2 in which each action is given its cost in each class.
//!
//! It begins with the costs of the recipe, or with an action for each class that costs 1 where another class is so. Below the
//! table stands what follows from it. Enter takes all.

use super::model;
use super::prelude::*;
use super::session::History;
use super::undo::no_change;
use super::words::clip;
use crate::evaluate::default_positive;
use crate::math::{Name, Sentence};
use crate::model::Decider;
use crate::recipe::{Costs, Decision, Recipe, Written};
use crate::report;
use crate::text::shown;

pub const WIDTH: u16 = 76;
pub const HEIGHT: u16 = 22;
/// Rows around the actions: the heads above, a blank one and what follows from the costs below.
pub const AROUND: usize = 6;
/// Columns of an action's name, and of a cost.
pub const NAME: usize = 18;
pub const COST: usize = 10;

/// Actions, with what each costs by class, as typed.
type Rows = Vec<(String, Vec<String>)>;

#[derive(Clone, Debug)]
pub struct CostsDialog {
    pub classes: Vec<Name>,
    pub rows: Rows,
    /// The class whose posterior is spoken of.
    positive: usize,
    /// The row, and the column: 0 is the name of the action.
    pub row: usize,
    pub column: usize,
    /// The first row and the first class in sight.
    pub first: (usize, usize),
    pub field: Option<Field>,
    history: History<Rows>,
}

impl CostsDialog {
    /// Opens the dialog over the screen, or says why there are no costs to type.
    pub fn open(app: &mut App) {
        match CostsDialog::new(app) {
            Ok(dialog) => app.show(dialog),
            Err(why) => app.say(why),
        }
    }

    /// The dialog.
    ///
    /// # Errors
    /// Why there is none.
    pub fn new(app: &App) -> Result<CostsDialog, String> {
        let none = "Its classes are not known yet: first the recipe must make a model.";
        let (fitted, recipe) = app.session.fitted().zip(model::current(app)).ok_or(none)?;
        let classes = fitted.classes.to_vec();
        let costs = match fitted.data.resolved.recipe.decision.as_ref().or(recipe.decision.as_ref()) {
            Some(Decision::Costs(costs)) if recipe.decision.is_some() => Some(costs.clone()),
            _ => None,
        };
        let costs = match costs {
            Some(costs) => costs,
            None => {
                Costs::equal(classes.iter().map(|class| class.as_str().to_owned())).map_err(|why| why.what)?
            }
        };
        let of_class = |row: &[Written], class: &Name| {
            let at = costs.classes.iter().position(|name| name == class.as_str())?;
            row.get(at).map(|cost| cost.text().to_owned())
        };
        let row = |(action, row): (&String, &Vec<Written>)| {
            let costs = classes.iter().map(|class| of_class(row, class).unwrap_or_default());
            (action.clone(), costs.collect())
        };
        let rows = costs.actions.iter().zip(&costs.table).map(row).collect();
        let (first, history) = ((0, 0), History::default());
        let target = fitted.data.table.columns().get(fitted.data.resolved.target);
        let positive = default_positive(&classes, target.map_or("", |column| column.name.as_str()));
        Ok(CostsDialog { classes, rows, positive, row: 0, column: 1, first, field: None, history })
    }

    /// The decision that is typed.
    ///
    /// # Errors
    /// Which cost is missing or no number, or which action has no name.
    pub fn decision(&self) -> Result<Decision, String> {
        if let Some(at) = self.rows.iter().position(|(action, _)| action.trim().is_empty()) {
            return Err(format!("Action {} has no name: e types one.", at + 1));
        }
        let actions = self.rows.iter().map(|(action, _)| action.trim().to_owned()).collect();
        let mut said = Vec::new();
        for (action, costs) in &self.rows {
            for (class, cost) in self.classes.iter().zip(costs) {
                if cost.trim().is_empty() {
                    let (action, class) = (clip(action, 20), clip(class.as_str(), 20));
                    return Err(format!("What does {} cost where {} is so?", shown(&action), shown(&class)));
                }
                said.push((action.trim().to_owned(), class.as_str().to_owned(), cost.clone()));
            }
        }
        let costs = Costs::new(actions, said).map_err(|why| format!("{}: {}.", why.what, why.fix))?;
        Ok(Decision::Costs(costs))
    }

    /// What follows from the costs, or why nothing does.
    ///
    /// # Errors
    /// As [`CostsDialog::decision`].
    pub fn follows(&self) -> Result<Sentence, String> {
        let decision = self.decision()?;
        let decider = Decider::new(&decision, &self.classes).map_err(|why| format!("{}.", why.what))?;
        let told = report::by_posterior(&decider, &self.classes, self.positive);
        Ok(told.unwrap_or_else(|| report::decision_told(&decision).into()))
    }

    fn remember(&mut self) {
        self.history.remember(self.rows.clone());
    }

    fn text(&mut self) -> Option<&mut String> {
        let (action, costs) = self.rows.get_mut(self.row)?;
        match self.column.checked_sub(1) {
            None => Some(action),
            Some(class) => costs.get_mut(class),
        }
    }

    fn type_over(&mut self, field: Field) {
        self.remember();
        self.field = Some(field);
        self.follow_field();
    }

    fn follow_field(&mut self) {
        let typed = self.field.as_ref().map(|field| field.text().to_owned());
        if let Some((text, typed)) = self.text().zip(typed) {
            *text = typed;
        }
    }

    fn chosen(&mut self, app: &mut App, action: &Action) -> Reply {
        let (last, page) = (self.rows.len().saturating_sub(1), self.room(app).0);
        match action {
            Action::Edit(Edit::InsertChar(c)) if self.column > 0 => {
                self.type_over(Field::new(c.to_string()));
            }
            Action::EditCell => {
                let text = self.text().map(|text| text.clone()).unwrap_or_default();
                self.type_over(Field::selected(text));
            }
            Action::AddAction if self.rows.len() < Costs::MOST => {
                self.remember();
                self.rows.push((String::new(), vec![String::new(); self.classes.len()]));
                (self.row, self.column) = (last + 1, 0);
                self.field = Some(Field::new(""));
            }
            Action::AddAction => app.say(format!("There are {} actions already.", Costs::MOST)),
            Action::RemoveAction if last == 0 => app.say("One action is left, and something must be done."),
            Action::RemoveAction => {
                self.remember();
                self.rows.remove(self.row.min(last));
                self.row = self.row.min(last - 1);
            }
            Action::Left => self.column = self.column.saturating_sub(1),
            Action::Right => self.column = (self.column + 1).min(self.classes.len()),
            Action::Undo | Action::Redo => {
                let forward = matches!(action, Action::Redo);
                match self.history.turn(forward, |_| self.rows.clone()) {
                    Some(rows) => self.rows = rows,
                    None => app.say(no_change(forward)),
                }
                self.row = self.row.min(self.rows.len().saturating_sub(1));
            }
            Action::Enter => return self.take(app),
            Action::Back => return Reply::Close(None),
            action if moves(&mut self.row, last, page, action) => {}
            _ => return Reply::Pass,
        }
        Reply::Taken
    }

    fn typed(&mut self, action: &Action) -> Reply {
        match action {
            Action::Back => {
                self.field = None;
                let before = self.history.turn(false, |_| self.rows.clone());
                self.rows = before.unwrap_or_else(|| self.rows.clone());
                self.row = self.row.min(self.rows.len().saturating_sub(1));
            }
            // On to the next cost of the action.
            Action::Enter => {
                self.field = None;
                self.column = (self.column + 1).min(self.classes.len());
            }
            Action::Up | Action::Down => {
                self.field = None;
                moves(&mut self.row, self.rows.len().saturating_sub(1), 1, action);
            }
            _ => return Reply::Pass,
        }
        Reply::Taken
    }

    fn take(&mut self, app: &mut App) -> Reply {
        match (self.decision(), model::current(app)) {
            (Err(why), _) => app.say(why),
            (Ok(decision), Some(recipe)) if recipe.decision.as_ref() != Some(&decision) => {
                let recipe = Recipe { decision: Some(decision), ..recipe };
                return Reply::Close(model::changed(app, recipe));
            }
            _ => return Reply::Close(None),
        }
        Reply::Taken
    }

    /// How many rows and classes are in sight.
    pub fn room(&self, app: &App) -> (usize, usize) {
        let (width, height) = app.frame.dialog(WIDTH, self.height());
        let classes = usize::from(width).saturating_sub(4 + NAME + 3) / (COST + 1);
        (usize::from(height).saturating_sub(2 + AROUND).max(1), classes.max(1))
    }

    /// As high as its actions are many.
    pub fn height(&self) -> u16 {
        u16::try_from(self.rows.len() + AROUND + 2).map_or(HEIGHT, |wanted| wanted.min(HEIGHT))
    }

    fn settle(&mut self, app: &App) {
        let (rows, classes) = self.room(app);
        let (row, class) = self.first;
        self.first = (follow(row, self.row, rows), follow(class, self.column.saturating_sub(1), classes));
    }
}

impl Dialog for CostsDialog {
    fn scopes(&self) -> &'static [Scope] {
        match &self.field {
            Some(_) => &[Scope::TypedCost, Scope::Always],
            None => &[Scope::Costs, Scope::List, Scope::Page, Scope::Always],
        }
    }

    fn hint(&self) -> &'static str {
        match (&self.field, self.column) {
            (Some(_), 0) => "What can be done: treat, wait, ask somebody. Enter takes it.",
            (Some(_), _) => "A number from 0 on: 8, 0.5, 1/3. Enter takes it, and goes to the next.",
            (None, _) => "Type what an action costs where a class is so. Enter takes all.",
        }
    }

    fn field(&mut self) -> Option<&mut Field> {
        self.field.as_mut()
    }

    fn edited(&mut self, app: &mut App) -> Reply {
        self.follow_field();
        self.settle(app);
        Reply::Taken
    }

    fn act(&mut self, app: &mut App, action: &Action) -> Reply {
        let reply = if self.field.is_some() { self.typed(action) } else { self.chosen(app, action) };
        self.settle(app);
        reply
    }
}
