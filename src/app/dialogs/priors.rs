//! The dialog of screen 2 that gives each class its prior.
//!
//! It begins with the shares of the rows, or with the priors given before. The priors must sum to exactly 1; until then the
//! dialog says what is wrong, and which prior the selected class needs.

use num_rational::BigRational;
use num_traits::{One, Signed, Zero};

use crate::app::prelude::*;
use crate::app::screens::model;
use crate::app::widgets::rows::named;
use crate::app::widgets::table::{Column, Table, TableCell};
use crate::app::words::clip;
use crate::math::{Name, Number};
use crate::recipe::{Prior, Recipe, Written, target_column};
use crate::text::shown;

/// Rows below the classes: a blank one, and the message about the sum.
const BELOW: usize = 4;

#[derive(Clone, Debug)]
pub struct ClassLine {
    pub name: Name,
    /// Its share of the rows, as counted: `9/14`.
    pub counted: String,
    pub share: Option<Number>,
}

#[derive(Clone, Debug)]
pub struct PriorsDialog {
    pub lines: Vec<ClassLine>,
    pub now: Vec<String>,
    pub selection: Selection,
    pub field: Option<Field>,
    typed_over: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sum {
    Unread(String),
    One,
    Other(BigRational, BigRational),
}

impl PriorsDialog {
    pub fn new(app: &App) -> Option<PriorsDialog> {
        let (fitted, recipe) = (app.session.fitted()?, model::current(app)?);
        if target_column(&recipe, &fitted.data.table) != Ok(fitted.data.resolved.target) {
            return None;
        }
        let all = fitted.rows();
        let line = |(class, name): (usize, &Name)| {
            let count = fitted.class_count(class);
            ClassLine {
                name: name.clone(),
                counted: format!("{count}/{all}"),
                share: Number::ratio(count, all),
            }
        };
        let lines: Vec<ClassLine> = fitted.classes.iter().enumerate().map(line).collect();
        let given = |line: &ClassLine| match &recipe.prior {
            Some(Prior::Given(values)) => {
                let found = values.iter().find(|(class, _)| class == line.name.as_str());
                found.map(|(_, value)| value.text().to_owned())
            }
            _ => None,
        };
        Some(PriorsDialog {
            now: lines.iter().map(|line| given(line).unwrap_or_else(|| line.counted.clone())).collect(),
            lines,
            selection: Selection::default(),
            field: None,
            typed_over: Vec::new(),
        })
    }

    pub fn open(app: &mut App) {
        match PriorsDialog::new(app) {
            Some(dialog) => app.show(dialog),
            None => app.say("The classes are not known yet. Fix the recipe first, so that it makes a model."),
        }
    }

    fn chosen(&mut self, app: &mut App, action: &Action) -> Reply {
        match action {
            Action::Edit(Edit::InsertChar(c)) => {
                self.typed_over.clone_from(&self.now);
                self.field = Some(Field::new(c.to_string()));
                self.follow_field();
            }
            Action::GiveRest => self.give_rest(app),
            Action::Enter => return self.take(app),
            Action::Back => return Reply::Close(None),
            action if self.selection.moves(self.lines.len(), action) => {}
            _ => return Reply::Pass,
        }
        Reply::Taken
    }

    fn typed(&mut self, app: &mut App, action: &Action) -> Reply {
        match action {
            Action::Back => {
                self.field = None;
                self.now = std::mem::take(&mut self.typed_over);
                Reply::Taken
            }
            Action::Enter | Action::Up | Action::Down => {
                if let Err(why) = self.read(self.selection.at) {
                    app.say(why);
                    return Reply::Taken;
                }
                self.field = None;
                self.selection.moves(self.lines.len(), action);
                Reply::Taken
            }
            _ => Reply::Pass,
        }
    }

    /// Updates the numbers while typing; with two classes, the other one gets the rest.
    fn follow_field(&mut self) {
        let Some(field) = &self.field else { return };
        let text = field.text().trim().to_owned();
        let value = Written::non_negative(&text, "prior").ok();
        if let Some(now) = self.now.get_mut(self.selection.at) {
            now.clone_from(&text);
        }
        if self.now.len() != 2 {
            return;
        }
        let rest = value.map(|value| BigRational::one() - value.value()).filter(|rest| !rest.is_negative());
        let before = self.typed_over.get(1 - self.selection.at.min(1)).cloned().unwrap_or_default();
        if let Some(other) = self.now.get_mut(1 - self.selection.at.min(1)) {
            *other = rest.map_or(before, |rest| Written::exact(&rest, text.contains('/')).text().to_owned());
        }
    }

    fn give_rest(&mut self, app: &mut App) {
        let others = match self.others() {
            Ok(others) => others,
            Err(why) => {
                app.say(why);
                return;
            }
        };
        let rest = BigRational::one() - &others;
        if rest.is_negative() {
            app.say(format!("The others sum to {} already. Make one of them smaller.", number(&others)));
            return;
        }
        let fraction =
            self.now.iter().enumerate().any(|(at, text)| at != self.selection.at && text.contains('/'));
        if let Some(text) = self.now.get_mut(self.selection.at) {
            *text = Written::exact(&rest, fraction).text().to_owned();
        }
    }

    fn take(&mut self, app: &mut App) -> Reply {
        if self.sum() != Sum::One {
            app.say(self.verdict());
            return Reply::Taken;
        }
        let pairs = self.lines.iter().zip(&self.now);
        let pairs = pairs.map(|(line, text)| (line.name.as_str().to_owned(), text.clone())).collect();
        match (Prior::given(pairs), model::current(app)) {
            (Ok(prior), Some(recipe)) if recipe.prior.as_ref() != Some(&prior) => {
                let recipe = Recipe { prior: Some(prior), ..recipe };
                Reply::Close(model::changed(app, recipe))
            }
            (Ok(_), _) => Reply::Close(None),
            (Err(error), _) => {
                app.say(format!("{}.", error.what));
                Reply::Taken
            }
        }
    }

    fn read(&self, class: usize) -> Result<BigRational, String> {
        let text = self.now.get(class).map_or("", String::as_str);
        let name = self.lines.get(class).map(|line| clip(&shown(line.name.as_str()), 20).into_owned());
        let name = name.unwrap_or_default();
        match Written::non_negative(text, "prior") {
            Ok(value) => Ok(value.value().clone()),
            Err(_) if text.is_empty() => {
                Err(format!("{name} has no number yet: type one, or press = for the rest."))
            }
            Err(_) if Written::any(text).is_ok() => {
                Err(format!("The prior of {name} is below 0. Type 0 or more; 0 rules the class out."))
            }
            Err(_) => {
                Err(format!("“{}” is not a number. Type 0.6 or 3/5 for {name}.", clip(&shown(text), 16)))
            }
        }
    }

    /// Returns the sum of all classes but the selected one; the error is about the first prior that is not a number.
    fn others(&self) -> Result<BigRational, String> {
        (0..self.now.len())
            .filter(|class| *class != self.selection.at)
            .try_fold(BigRational::zero(), |sum, class| Ok(sum + self.read(class)?))
    }

    pub fn sum(&self) -> Sum {
        let all = self.others().and_then(|others| Ok((&others + self.read(self.selection.at)?, others)));
        match all {
            Err(why) => Sum::Unread(why),
            Ok((sum, _)) if sum.is_one() => Sum::One,
            Ok((sum, others)) => Sum::Other(sum, others),
        }
    }

    pub fn value(&self, class: usize) -> Option<Number> {
        self.read(class).ok().map(Number::from)
    }

    pub fn verdict(&self) -> String {
        match self.sum() {
            Sum::Unread(why) => why,
            Sum::One => "The sum is 1.".to_owned(),
            Sum::Other(sum, others) => {
                let rest = BigRational::one() - &others;
                let advice = if rest.is_negative() {
                    format!("The other classes have {} already.", number(&others))
                } else if self.field.is_some() {
                    format!("The rest is {}.", number(&rest))
                } else {
                    format!("= gives the selected class the rest: {}.", number(&rest))
                };
                format!("The sum is {}, and it must be 1. {advice}", number(&sum))
            }
        }
    }
}

impl Dialog for PriorsDialog {
    fn scopes(&self) -> &'static [Scope] {
        if self.field.is_some() {
            &[Scope::TypedPrior, Scope::Typed, Scope::Always]
        } else {
            &[Scope::List, Scope::Priors, Scope::Page, Scope::Always]
        }
    }

    fn field(&mut self) -> Option<&mut Field> {
        self.field.as_mut()
    }

    fn edited(&mut self, _: &mut App) -> Reply {
        self.follow_field();
        Reply::Taken
    }

    fn act(&mut self, app: &mut App, action: &Action) -> Reply {
        if self.field.is_some() { self.typed(app, action) } else { self.chosen(app, action) }
    }

    fn draw(&self, canvas: &mut Canvas<'_>) -> Option<Position> {
        let theme = canvas.theme;
        // As high as its classes are many.
        let rows = u16::try_from(self.lines.len() + BELOW + 3).unwrap_or(u16::MAX).min(30);
        let foot = format!("{} of {}", self.selection.at + 1, self.lines.len());
        canvas.dialog("The prior of each class", &foot, canvas.app.frame.dialog(76, rows));
        let below = canvas.below(BELOW);
        let decimal = |value: Option<&Number>| {
            value.map(|value| value.fixed(4).written(theme.face.sign)).unwrap_or_default()
        };
        let row = |at: usize| {
            let Some((line, now)) = self.lines.get(at).zip(self.now.get(at)) else { return Vec::new() };
            let typed = self.field.is_some() && at == self.selection.at;
            vec![
                TableCell::styled(named(at, line.name.as_str()), theme.class(at)),
                line.counted.as_str().into(),
                decimal(line.share.as_ref()).into(),
                if typed { String::new() } else { shown(now).into_owned() }.into(),
                TableCell::styled(decimal(self.value(at).as_ref()), theme.secondary),
            ]
        };
        let columns = [
            Column::text("class").most(28),
            Column::number("from the data"),
            Column::number("").least(6),
            Column::text("given").least(16).most(20),
            Column::number("").least(6).optional(),
        ];
        let table = Table::new(columns, self.lines.len(), row).row(self.selection.at).field(3);
        let place = table.draw(canvas, &self.selection.scroll);
        let mut text = canvas.inside();
        text.paragraph(&self.verdict(), if self.sum() == Sum::One { theme.strong } else { theme.warning });
        canvas.area = below;
        canvas.lines(&text.lines, 0);
        canvas.field("", self.field.as_ref()?, place?)
    }
}

fn number(value: &BigRational) -> String {
    clip(Written::exact(value, false).text(), 30).into_owned()
}
