//! The list of choices for a line: first the possible ones, then the others with the reason. The selected one is tried at
//! once; Enter keeps it, Esc restores the previous one.

use std::sync::Arc;

use crate::app::prelude::*;
use crate::app::screens::model::lines::{Line, values_for_one};
use crate::app::screens::model::meaning::View;
use crate::app::screens::model::state::{current, kept, tried};
use crate::app::widgets::pane::cell;
use crate::app::words::{clip, shown, wrap};
use crate::encode::check_counts;
use crate::evaluate::ModelSpec;
use crate::recipe::{
    Change, ModelKind, Recipe, Role, check_classes, is_weight, resolve, role, target_column, with_target,
};
use crate::table::{Kind, Table};

const WIDTH: u16 = 44;

#[derive(Clone, Debug)]
pub struct ListChoice {
    pub name: String,
    pub recipe: Result<Recipe, String>,
}

impl ListChoice {
    fn new(name: impl Into<String>, recipe: Result<Recipe, String>) -> ListChoice {
        ListChoice { name: name.into(), recipe }
    }
}

#[derive(Clone, Debug, Default)]
pub struct ListDialog {
    pub title: String,
    pub choices: Vec<ListChoice>,
    pub was: Option<usize>,
    pub selection: Selection,
    pub unable: &'static str,
    before: Recipe,
}

impl ListDialog {
    pub fn open(app: &mut App, line: Line) -> Option<Job> {
        if app.session.sealed {
            app.say("The exercise sets the recipe. Finish it first, or leave it: Esc on screen 7.");
            return None;
        }
        let (before, table) = (current(app)?, Arc::clone(app.session.table.as_ref()?));
        let mut choices = choices(&before, &table, line);
        choices.sort_by_key(|choice| choice.recipe.is_err());
        let was = choices.iter().position(|choice| choice.recipe.as_ref().is_ok_and(|it| *it == before));
        let view = View::new(&before, &table);
        let title = match line {
            Line::Column(at) => view.columns.get(at).map(|column| column.shown.clone()).unwrap_or_default(),
            line => line.name().to_owned(),
        };
        let selection = Selection::new(was.unwrap_or(0));
        let unable = if line == Line::Model { "cannot read these columns" } else { "cannot be chosen" };
        let dialog = ListDialog { title, choices, was, selection, unable, before };
        app.show(dialog);
        app.settle_dialogs();
        None
    }

    fn try_marked(&self, app: &mut App) -> Option<Job> {
        let recipe = self.choices.get(self.selection.at)?.recipe.as_ref().ok()?.clone();
        tried(app, recipe)
    }
}

impl Dialog for ListDialog {
    fn scopes(&self) -> &'static [Scope] {
        &[Scope::List, Scope::Choices, Scope::Page, Scope::Always]
    }

    fn beside(&self) -> Option<u16> {
        Some(WIDTH)
    }

    fn act(&mut self, app: &mut App, action: &Action) -> Reply {
        match action {
            Action::Back => {
                let is_back = current(app).as_ref() == Some(&self.before);
                return Reply::Close(if is_back { None } else { tried(app, self.before.clone()) });
            }
            Action::Enter => {
                if let Some(Err(why)) = self.choices.get(self.selection.at).map(|choice| &choice.recipe) {
                    app.say(format!("It cannot be chosen: {why}."));
                    return Reply::Taken;
                }
                kept(app, self.before.clone());
                return Reply::Close(None);
            }
            _ => {}
        }
        let before = self.selection.at;
        if !self.selection.moves(self.choices.len(), action) {
            return Reply::Pass;
        }
        if before == self.selection.at { Reply::Taken } else { Reply::of(self.try_marked(app)) }
    }

    fn draw(&self, canvas: &mut Canvas<'_>) -> Option<Position> {
        let (theme, area) = (canvas.theme, canvas.area);
        let columns = canvas.inner();
        let mut out = canvas.writer();
        let mut marked = 0..0;
        let first_unable = self.choices.iter().position(|choice| choice.recipe.is_err());
        for (at, choice) in self.choices.iter().enumerate() {
            let selected = at == self.selection.at;
            if first_unable == Some(at) {
                out.paragraph(self.unable, theme.heading);
            }
            let from = out.lines.len();
            let mark = if selected { "▸" } else { " " };
            let star = if self.was == Some(at) { "*" } else { " " };
            let line = format!("{mark} {star} {}", clip(&shown(&choice.name), columns.saturating_sub(4)));
            let plain = if choice.recipe.is_ok() { theme.text } else { theme.secondary };
            out.line(cell(&line, columns), if selected { theme.cursor } else { plain });
            if let Err(why) = &choice.recipe {
                let why = wrap(&shown(why), columns.saturating_sub(6));
                why.into_iter().for_each(|why| out.line(format!("      {why}"), theme.secondary));
            }
            if selected {
                marked = from..out.lines.len();
            }
        }
        if let Some(refused) = &canvas.app.screens.model.refused {
            out.paragraph("This choice makes no model", theme.bad);
            let why = wrap(&shown(&refused.what), columns.saturating_sub(2));
            why.into_iter().for_each(|why| out.line(format!("  {why}"), theme.text));
        }
        let (scroll, lines) = (&self.selection.scroll, out.lines);
        scroll.list(lines.len(), usize::from(area.height.saturating_sub(2)), marked);
        canvas.dialog(&self.title, &scroll.place(lines.len()), (area.width, area.height));
        canvas.lines(&lines, scroll.top());
        None
    }
}

fn choices(recipe: &Recipe, table: &Table, line: Line) -> Vec<ListChoice> {
    match line {
        Line::Column(at) => of_column(recipe, table, at),
        Line::Target => (0..table.columns().len()).map(|at| of_class(recipe, table, at)).collect(),
        Line::Model => of_model(recipe, table),
        line => {
            let choice = |next: Recipe| {
                let name = View::new(&next, table).value(line);
                let why = resolve(&next, table).err().filter(|_| next != *recipe).map(|problem| problem.what);
                ListChoice::new(name, why.map_or(Ok(next), Err))
            };
            line.all(recipe).into_iter().map(choice).collect()
        }
    }
}

fn of_class(recipe: &Recipe, table: &Table, at: usize) -> ListChoice {
    let name =
        table.columns().get(at).map(|column| shown(column.name.as_str()).into_owned()).unwrap_or_default();
    if is_weight(recipe, table, at) {
        return ListChoice::new(name, Err("it is the weight column".to_owned()));
    }
    let why = check_classes(table, at).err().map(|problem| problem.what);
    let one = table.columns().get(at).filter(|column| column.kind != Kind::Text);
    let one = one.filter(|_| table.distinct(at) < 2).map(|_| "it has one value".to_owned());
    let recipe = match why.or(one) {
        Some(why) => Err(why),
        None => Ok(with_target(recipe, table, at).unwrap_or_else(|| recipe.clone())),
    };
    ListChoice::new(name, recipe)
}

fn of_model(recipe: &Recipe, table: &Table) -> Vec<ListChoice> {
    let plain = resolve(&Recipe { model: None, covariance: None, ..recipe.clone() }, table).ok();
    let choice = |kind: &ModelKind| {
        let spec = ModelSpec::Kind(*kind);
        let now = recipe.model.unwrap_or(ModelKind::Auto) == *kind;
        let (name, next) = match &plain {
            Some(plain) if *kind != ModelKind::Auto => {
                let candidate = spec.candidate(recipe, plain);
                (candidate.name, candidate.recipe)
            }
            _ => (
                kind.family().name.to_owned(),
                Recipe { model: Some(*kind), covariance: None, event: None, ..recipe.clone() },
            ),
        };
        let next = if now { recipe.clone() } else { next };
        let why = resolve(&next, table).and_then(|resolved| check_counts(&resolved, table)).err();
        let why = why.map(|problem| problem.what);
        ListChoice::new(name, why.map_or(Ok(next), Err))
    };
    ModelKind::OFFERED.iter().map(choice).collect()
}

fn of_column(recipe: &Recipe, table: &Table, at: usize) -> Vec<ListChoice> {
    let Some(column) = table.columns().get(at) else { return Vec::new() };
    let name = column.name.as_str().to_owned();
    let target = target_column(recipe, table).ok();
    let role = role(recipe, table, target, at);
    let is = |change: Change| change.apply(recipe, table);
    if role == Role::Target {
        let mut now = vec![ListChoice::new("the class", Ok(recipe.clone()))];
        now.push(ListChoice::new("something else", Err("choose another class column first".to_owned())));
        return now;
    }
    let kind = |kind: Kind, taken: &str| {
        let next = is(Change::Kind(name.clone(), kind));
        let numbers = column.kind == Kind::Numeric
            || column.kind == Kind::Categorical && {
                let names = column.dictionary.names();
                !names.is_empty() && names.iter().all(|name| name.as_str().parse::<f64>().is_ok())
            };
        let why = match kind {
            Kind::Numeric if !numbers => Some("not all of its cells are numbers"),
            Kind::Text if column.kind == Kind::Numeric => Some("it has numbers, not words"),
            Kind::Binary if values_for_one(recipe, table, at).len() != 2 => {
                Some("it does not have two values")
            }
            _ => None,
        };
        ListChoice::new(taken, why.map_or(Ok(next), |why| Err(why.to_owned())))
    };
    let has_kind = recipe.column(&name).is_some_and(|choice| choice.kind.is_some());
    let looks = match column.kind {
        _ if has_kind => None,
        Kind::Numeric => Some(Kind::Numeric),
        Kind::Categorical => Some(Kind::Categorical),
        Kind::Binary => Some(Kind::Binary),
        Kind::Text => Some(Kind::Text),
    };
    let all = [
        (Kind::Numeric, "feature: a number"),
        (Kind::Categorical, "feature: a category"),
        (Kind::Binary, "feature: yes or no"),
        (Kind::Text, "feature: text"),
    ];
    let bare = recipe.column(&name).is_none_or(|choice| choice.bins.is_none()) && role == Role::Feature;
    let mut choices: Vec<ListChoice> = all
        .into_iter()
        .map(|(of, taken)| match looks == Some(of) && bare {
            // It is read so already.
            true => ListChoice::new(taken, Ok(recipe.clone())),
            false => kind(of, taken),
        })
        .collect();
    let out = if role == Role::Ignored { recipe.clone() } else { is(Change::LeaveOut(name.clone())) };
    choices.push(ListChoice::new("left out", Ok(out)));
    let class = of_class(recipe, table, at);
    choices.push(ListChoice { name: "the class".to_owned(), ..class });
    let weight = match column.kind {
        Kind::Numeric if role == Role::Weight => Ok(recipe.clone()),
        Kind::Numeric => Ok(is(Change::Weight(name.clone()))),
        _ => Err("only a column of numbers can be the weight".to_owned()),
    };
    choices.push(ListChoice::new("the weight: how often a row counts", weight));
    choices
}
