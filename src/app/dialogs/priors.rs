//! The dialog of screen 2 that gives each class its prior.
//!
//! It begins with the shares of the rows, or with the priors given before. The priors must sum to exactly 1; until then the
//! dialog says what is wrong, and which prior the selected class needs.

use num_rational::BigRational;
use num_traits::{One, Signed};

use crate::app::prelude::*;
use crate::app::screens::model;
use crate::recipe::Prior;

const BELOW: usize = 4;

#[derive(Clone, Debug)]
pub struct PriorsDialog {
    /// The classes, each with its share of the rows as counted: `9/14`.
    pub lines: Vec<(Name, String)>,
    pub now: Vec<String>,
    pub selection: Selection,
    pub field: Option<Field>,
    before: Vec<String>,
}

impl PriorsDialog {
    pub fn new(app: &App) -> Option<PriorsDialog> {
        let (fitted, recipe) = (app.session.fitted()?, model::current(app)?);
        if target_column(&recipe, &fitted.data.table) != Ok(fitted.data.resolved.target) {
            return None;
        }
        let all = fitted.rows();
        let counted = |class: usize| format!("{}/{all}", fitted.class_count(class));
        let lines = (0..).zip(&fitted.classes).map(|(class, name)| (name.clone(), counted(class)));
        let lines: Vec<(Name, String)> = lines.collect();
        let given = |name: &Name| match &recipe.prior {
            Some(Prior::Given(values)) => values.iter().find(|(class, _)| class == name.as_str()),
            _ => None,
        };
        let text = |(_, prior): &(String, ExactNumber)| prior.text().to_owned();
        let now = lines.iter().map(|(name, counted)| given(name).map_or_else(|| counted.clone(), text));
        let now = now.collect();
        Some(PriorsDialog { lines, now, selection: Selection::default(), field: None, before: Vec::new() })
    }

    pub fn open(app: &mut App) {
        match PriorsDialog::new(app) {
            Some(dialog) => app.show(dialog),
            None => app.say("The classes are not known yet. Fix the recipe first, so that it makes a model."),
        }
    }

    fn give_rest(&mut self) -> Result<(), String> {
        let others = self.others()?;
        let rest = BigRational::one() - &others;
        if rest.is_negative() {
            return Err(format!("The others sum to {} already. Make one of them smaller.", number(&others)));
        }
        let selected = self.selection.at;
        let fraction = self.now.iter().enumerate().any(|(at, text)| at != selected && text.contains('/'));
        if let Some(text) = self.now.get_mut(selected) {
            *text = ExactNumber::exact(&rest, fraction).text().to_owned();
        }
        Ok(())
    }

    fn recipe(&self, app: &App) -> Result<Option<Recipe>, String> {
        self.verdict()?;
        let pairs = self.lines.iter().zip(&self.now);
        let pairs = pairs.map(|((name, _), text)| (name.as_str().to_owned(), text.clone())).collect();
        let prior = Prior::given(pairs).map_err(|error| format!("{}.", error.what))?;
        let recipe = model::current(app).filter(|recipe| recipe.prior.as_ref() != Some(&prior));
        Ok(recipe.map(|recipe| Recipe { prior: Some(prior), ..recipe }))
    }

    fn read(&self, class: usize) -> Result<BigRational, String> {
        let text = self.now.get(class).map_or("", String::as_str);
        let name = self.lines.get(class).map_or("", |(name, _)| name.as_str());
        let name = clip(&shown(name), 20).into_owned();
        ExactNumber::non_negative(text, "prior").map(|value| value.value().clone()).map_err(|_| match text {
            "" => format!("{name} has no number yet: type one, or press = for the rest."),
            text if ExactNumber::any(text).is_ok() => {
                format!("The prior of {name} is below 0. Type 0 or more; 0 rules the class out.")
            }
            text => format!("“{}” is not a number. Type 0.6 or 3/5 for {name}.", clip(&shown(text), 16)),
        })
    }

    /// Returns the sum of all classes but the selected one; the error is about the first prior that is not a number.
    fn others(&self) -> Result<BigRational, String> {
        (0..self.now.len()).filter(|class| *class != self.selection.at).map(|class| self.read(class)).sum()
    }

    /// Returns that the sum is 1, or why the priors cannot be used yet.
    pub fn verdict(&self) -> Result<String, String> {
        let others = self.others()?;
        let sum = &others + self.read(self.selection.at)?;
        if sum.is_one() {
            return Ok("The sum is 1.".to_owned());
        }
        let rest = BigRational::one() - &others;
        let advice = if rest.is_negative() {
            format!("The other classes have {} already.", number(&others))
        } else if self.field.is_some() {
            format!("The rest is {}.", number(&rest))
        } else {
            format!("= gives the selected class the rest: {}.", number(&rest))
        };
        Err(format!("The sum is {}, and it must be 1. {advice}", number(&sum)))
    }
}

impl Dialog for PriorsDialog {
    fn scopes(&self) -> &'static [Scope] {
        match self.field {
            Some(_) => &[Scope::TypedPrior, Scope::Typed, Scope::Always],
            None => &[Scope::List, Scope::Priors, Scope::Page, Scope::Always],
        }
    }

    fn field(&mut self) -> Option<&mut Field> {
        self.field.as_mut()
    }

    fn edited(&mut self, _: &mut App) -> Reply {
        // With two classes, the other one gets the rest.
        let text = self.field.as_ref().map_or("", |field| field.text().trim()).to_owned();
        let rest =
            ExactNumber::non_negative(&text, "prior").ok().map(|value| BigRational::one() - value.value());
        let rest = rest.filter(|rest| !rest.is_negative());
        let rest = rest.map(|rest| ExactNumber::exact(&rest, text.contains('/')).text().to_owned());
        let selected = self.selection.at;
        self.now.clone_from(&self.before);
        if let ([one, other], Some(rest)) = (self.now.as_mut_slice(), rest) {
            *(if selected == 0 { other } else { one }) = rest;
        }
        self.now.get_mut(selected).into_iter().for_each(|now| now.clone_from(&text));
        Reply::Taken
    }

    fn act(&mut self, app: &mut App, action: &Action) -> Reply {
        let result = match (action, &self.field) {
            (Action::Back, Some(_)) => {
                self.field = None;
                self.now.clone_from(&self.before);
                Ok(())
            }
            (Action::Enter | Action::Up | Action::Down, Some(_)) => self.read(self.selection.at).map(|_| {
                self.field = None;
                self.selection.moves(self.lines.len(), action);
            }),
            (_, Some(_)) => return Reply::Pass,
            (Action::Edit(Edit::InsertChar(c)), None) => {
                self.before.clone_from(&self.now);
                self.field = Some(Field::new(c.to_string()));
                return self.edited(app);
            }
            (Action::GiveRest, None) => self.give_rest(),
            (Action::Enter, None) => match self.recipe(app) {
                Ok(recipe) => {
                    return Reply::Close(recipe.and_then(|recipe| model::change_recipe(app, recipe)));
                }
                Err(why) => Err(why),
            },
            (action, None) => return Reply::moved(self.selection.moves(self.lines.len(), action)),
        };
        result.unwrap_or_else(|why| app.say(why));
        Reply::Taken
    }

    fn draw(&self, canvas: &mut Canvas<'_>) {
        let theme = canvas.theme;
        // As high as its classes are many.
        let rows = u16::try_from(self.lines.len() + BELOW + 3).unwrap_or(u16::MAX).min(30);
        let foot = format!("{} of {}", self.selection.at + 1, self.lines.len());
        canvas.dialog("The prior of each class", &foot, canvas.app.frame.dialog(76, rows));
        let below = canvas.below(BELOW);
        let decimal = |text: &str| match ExactNumber::non_negative(text, "prior") {
            Ok(value) => Number::from(value.value().clone()).fixed(4).written(theme.face.sign),
            Err(_) => String::new(),
        };
        let row = |at: usize| {
            let Some(((name, counted), now)) = self.lines.get(at).zip(self.now.get(at)) else {
                return Vec::new();
            };
            let typed = self.field.is_some() && at == self.selection.at;
            vec![
                TableCell::styled(named(at, name.as_str()), theme.class(at)),
                counted.as_str().into(),
                decimal(counted).into(),
                if typed { String::new() } else { shown(now).into_owned() }.into(),
                TableCell::styled(decimal(now), theme.secondary),
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
        match self.verdict() {
            Ok(verdict) => text.paragraph(&verdict, theme.strong),
            Err(why) => text.paragraph(&why, theme.warning),
        }
        canvas.area = below;
        canvas.lines(&text.lines, 0);
        if let (Some(field), Some(place)) = (&self.field, place) {
            canvas.field("", field, place);
        }
    }
}

fn number(value: &BigRational) -> String {
    clip(ExactNumber::exact(value, false).text(), 30).into_owned()
}
