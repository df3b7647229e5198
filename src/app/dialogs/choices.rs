//! The list of choices for a line: first the possible ones, then the others with the reason. The selected one is tried at
//! once; Enter keeps it, Esc restores the previous one.

use crate::app::prelude::*;
use crate::app::screens::model::lines::{Line, values_for_one};
use crate::app::screens::model::meaning::RecipeView;
use crate::app::screens::model::{SEALED_RECIPE, accept_preview, current, preview_recipe};
use crate::app::widgets::pane::mark;
use crate::encode::check_counts;
use crate::evaluate::ModelSpec;
use crate::recipe::{RecipeChange, check_classes, is_weight, resolve, role};
use crate::table::{Column, Table};

const WIDTH: u16 = 44;

type ListChoice = (String, Result<Recipe, String>);

#[derive(Clone, Debug, Default)]
pub struct ListDialog {
    title: String,
    pub choices: Vec<ListChoice>,
    was: Option<usize>,
    selection: Selection,
    /// The heading of what cannot be chosen.
    unable: &'static str,
    before: Recipe,
}

impl ListDialog {
    pub fn open(app: &mut App, line: Line) -> Option<Job> {
        if app.session.sealed {
            return app.reply(SEALED_RECIPE);
        }
        let (before, table) = (current(app)?, Arc::clone(app.session.table.as_ref()?));
        let mut choices = choices(&before, &table, line);
        choices.sort_by_key(|(_, recipe)| recipe.is_err());
        let was = choices.iter().position(|(_, recipe)| recipe.as_ref() == Ok(&before));
        let title = match line {
            Line::Column(at) => RecipeView::new(&before, &table).columns.get(at)?.shown.clone(),
            line => line.name().to_owned(),
        };
        let selection = Selection::new(was.unwrap_or(0));
        let unable = if line == Line::Model { "cannot read these columns" } else { "cannot be chosen" };
        app.show(ListDialog { title, choices, was, selection, unable, before });
        app.settle_dialogs();
        None
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
        let before = self.selection.at;
        match action {
            Action::Back => {
                let is_back = current(app).as_ref() == Some(&self.before);
                return Reply::Close(if is_back { None } else { preview_recipe(app, self.before.clone()) });
            }
            Action::Enter => {
                if let Some((_, Err(why))) = self.choices.get(before) {
                    return app.reply(format!("It cannot be chosen: {why}."));
                }
                accept_preview(app, self.before.clone());
                return Reply::Close(None);
            }
            action if !self.selection.moves(self.choices.len(), action) => return Reply::Pass,
            _ => {}
        }
        match self.choices.get(self.selection.at) {
            Some((_, Ok(recipe))) if before != self.selection.at => {
                Reply::of(preview_recipe(app, recipe.clone()))
            }
            _ => Reply::Taken,
        }
    }

    fn draw(&self, canvas: &mut Canvas<'_>) {
        let (theme, area) = (canvas.theme, canvas.area);
        let columns = canvas.inner();
        let mut out = canvas.writer();
        let mut marked = 0..0;
        let first_unable = self.choices.iter().position(|(_, recipe)| recipe.is_err());
        for (at, (name, recipe)) in self.choices.iter().enumerate() {
            let selected = at == self.selection.at;
            if first_unable == Some(at) {
                out.paragraph(self.unable, theme.heading);
            }
            let from = out.lines.len();
            let star = if self.was == Some(at) { "*" } else { " " };
            let line = format!("{} {star} {}", mark(selected), shown(name));
            let plain = if recipe.is_ok() { theme.text } else { theme.secondary };
            out.line(cell(&line, columns), if selected { theme.cursor } else { plain });
            if let Err(why) = recipe {
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
    }
}

fn choices(recipe: &Recipe, table: &Table, line: Line) -> Vec<ListChoice> {
    match line {
        Line::Column(at) => of_column(recipe, table, at),
        Line::Target => {
            let columns = table.columns().iter().enumerate();
            let name = |column: &Column| shown(column.name.as_str()).into_owned();
            columns.map(|(at, column)| (name(column), as_class(recipe, table, at))).collect()
        }
        Line::Model => ModelKind::OFFERED.iter().map(|kind| of_model(recipe, table, *kind)).collect(),
        line => {
            let choice = |next: Recipe| {
                let name = RecipeView::new(&next, table).value(line);
                let why = resolve(&next, table).err().filter(|_| next != *recipe).map(|problem| problem.what);
                (name, why.map_or(Ok(next), Err))
            };
            line.all(recipe).into_iter().map(choice).collect()
        }
    }
}

fn as_class(recipe: &Recipe, table: &Table, at: usize) -> Result<Recipe, String> {
    if is_weight(recipe, table, at) {
        return Err("it is the weight column".to_owned());
    }
    check_classes(table, at).map_err(|problem| problem.what)?;
    let is_text = table.columns().get(at).is_none_or(|column| column.kind == Kind::Text);
    if !is_text && table.distinct(at) < 2 {
        return Err("it has one value".to_owned());
    }
    Ok(recipe.with_role(table, table.name_of(at), ColumnRole::Target))
}

fn of_model(recipe: &Recipe, table: &Table, kind: ModelKind) -> ListChoice {
    let plain = resolve(&Recipe { model: None, covariance: None, ..recipe.clone() }, table).ok();
    let (name, next) = match plain.filter(|_| kind != ModelKind::Auto) {
        Some(plain) => {
            let candidate = ModelSpec::Kind(kind).candidate(recipe, &plain);
            (candidate.name, candidate.recipe)
        }
        None => {
            let next = Recipe { model: Some(kind), covariance: None, event: None, ..recipe.clone() };
            (kind.family().name.to_owned(), next)
        }
    };
    let now = recipe.model.unwrap_or(ModelKind::Auto) == kind;
    let next = if now { recipe.clone() } else { next };
    let checked = resolve(&next, table).and_then(|resolved| check_counts(&resolved, table));
    (name, checked.map(|_| next).map_err(|problem| problem.what))
}

fn of_column(recipe: &Recipe, table: &Table, at: usize) -> Vec<ListChoice> {
    let Some(column) = table.columns().get(at) else { return Vec::new() };
    let name = column.name.as_str().to_owned();
    let role = role(recipe, table, target_column(recipe, table).ok(), at);
    let is = |change: RecipeChange| change.apply(recipe, table);
    if role == ColumnRole::Target {
        let other = Err("choose another class column first".to_owned());
        return vec![("the class".to_owned(), Ok(recipe.clone())), ("something else".to_owned(), other)];
    }
    let names = column.dictionary.names();
    let numbers = column.kind == Kind::Numeric
        || column.kind == Kind::Categorical
            && !names.is_empty()
            && names.iter().all(|name| name.as_str().parse::<f64>().is_ok());
    let chosen = recipe.column(&name);
    let looks = if chosen.is_some_and(|choice| choice.kind.is_some()) { None } else { Some(column.kind) };
    let bare = chosen.is_none_or(|choice| choice.bins.is_none()) && role == ColumnRole::Feature;
    let as_kind = |kind: Kind| match kind {
        // It is already read like this.
        kind if looks == Some(kind) && bare => Ok(recipe.clone()),
        Kind::Numeric if !numbers => Err("not all of its cells are numbers"),
        Kind::Text if column.kind == Kind::Numeric => Err("it has numbers, not words"),
        Kind::Binary if values_for_one(recipe, table, at).len() != 2 => Err("it does not have two values"),
        kind => Ok(is(RecipeChange::Kind(name.clone(), kind))),
    };
    let weight = match column.kind {
        Kind::Numeric if role == ColumnRole::Weight => Ok(recipe.clone()),
        Kind::Numeric => Ok(is(RecipeChange::Weight(name.clone()))),
        _ => Err("only a column of numbers can be the weight"),
    };
    let left_out =
        if role == ColumnRole::Ignored { recipe.clone() } else { is(RecipeChange::LeaveOut(name.clone())) };
    let choices = [
        ("feature: a number", as_kind(Kind::Numeric).map_err(str::to_owned)),
        ("feature: a category", as_kind(Kind::Categorical).map_err(str::to_owned)),
        ("feature: yes or no", as_kind(Kind::Binary).map_err(str::to_owned)),
        ("feature: text", as_kind(Kind::Text).map_err(str::to_owned)),
        ("left out", Ok(left_out)),
        ("the class", as_class(recipe, table, at)),
        ("the weight: how often a row counts", weight.map_err(str::to_owned)),
    ];
    choices.map(|(taken, recipe)| (taken.to_owned(), recipe)).into()
}
