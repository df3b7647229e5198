//! Screen 1 where the numbers of the model are given: each is shown in its table and can be edited.

use crate::app::dialogs::line::LineDialog;
use crate::app::prelude::*;
use crate::app::screens::model::{changed, current};
use crate::app::words::{clip, shown};
use crate::model::Study;
use crate::problem::Problem;
use crate::recipe::{GivenBlock, Recipe};
use crate::table::Source;

pub fn given(app: &App) -> Option<&Recipe> {
    app.session.study.as_ref().map(|study| &study.recipe).filter(|recipe| recipe.given.is_some())
}

pub fn act(app: &mut App, action: &Action) -> Reply {
    let Some(blocks) = given(app).map(Recipe::given_blocks) else { return Reply::Pass };
    if app.pane == Pane::Detail {
        return Reply::moved(app.screens.data.detail.moves(action));
    }
    let rows: Vec<usize> =
        blocks.iter().flat_map(|block| &block.rows).map(|(_, cells)| cells.len()).collect();
    let cursor = &mut app.screens.data.given;
    match action {
        Action::EditCell => return Reply::of(edit(app, &blocks)),
        Action::Left => cursor.column = cursor.column.saturating_sub(1),
        Action::Right => cursor.column += 1,
        Action::SelectColumn(to) => cursor.column = to.saturating_sub(1),
        action if moves(&mut cursor.line, rows.len().saturating_sub(1), app.frame.page(4), action) => {}
        _ => return Reply::Pass,
    }
    let last = rows.get(cursor.line).map_or(0, |cells| cells.saturating_sub(1));
    cursor.column = cursor.column.min(last);
    app.screens.data.detail.to(0);
    Reply::Taken
}

/// The most names that are listed beside a line of several numbers.
const NAMED: usize = 8;

fn edit(app: &mut App, blocks: &[GivenBlock]) -> Option<Job> {
    let place = app.screens.data.given.place(blocks)?.clone();
    let recipe = current(app)?;
    let together = recipe.given_together(&place);
    let cells = blocks.iter().flat_map(|block| &block.rows).flat_map(|(_, cells)| cells);
    let own = cells.into_iter().find(|(at, _)| *at == place).map(|(_, number)| number.text().to_owned());
    // With more than two, no single number follows from the others.
    let text = match together.len() {
        0..=2 => own.unwrap_or_default(),
        _ => together.iter().map(|(_, number)| number.text()).collect::<Vec<_>>().join(" "),
    };
    let names = together.iter().map(|(name, _)| clip(&shown(name), 14).into_owned());
    let help = match together.len() {
        0..=1 => String::new(),
        2 => "One number; the other one is what is left of 1.".to_owned(),
        many => {
            let named = names.take(NAMED).collect::<Vec<_>>().join(", ");
            let more = if many > NAMED { ", …" } else { "" };
            format!("All {many}, with blanks between them: {named}{more}")
        }
    };
    let title = shown(&place.quantity().to_string()).into_owned();
    let accept = move |app: &mut App, text: &str| {
        let Some(before) = current(app) else { return Ok(None) };
        match before.with_given_number(&place, text).and_then(is_a_model) {
            Ok(recipe) => Ok(if recipe == before { None } else { changed(app, recipe) }),
            Err(problem) => Err(format!("Not changed: {}. {}", problem.what, problem.advice())),
        }
    };
    let dialog = LineDialog::new(title, "= ", &[Scope::TypedGiven, Scope::Always], accept);
    app.show(dialog.with(Field::selected(text), help));
    None
}

/// Returns the recipe if its numbers make a model. Fast, since there are no rows.
fn is_a_model(recipe: Recipe) -> Result<Recipe, Problem> {
    let study = Study::open(Source::bytes("given numbers", *b""), recipe.clone())?;
    study.model()?;
    Ok(recipe)
}
