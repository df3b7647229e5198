//! Screen 1 where the numbers of the model are given: each is shown in its table and can be edited.

use crate::app::prelude::*;
use crate::app::screens::model::{changed, current};
use crate::model::Study;
use crate::problem::Problem;
use crate::recipe::{GivenBlock, GivenPlace, Recipe};
use crate::table::Source;

pub fn given(app: &App) -> Option<&Recipe> {
    app.session.study.as_ref().map(|study| &study.recipe).filter(|recipe| recipe.given.is_some())
}

pub fn act(app: &mut App, action: &Action) -> Reply {
    let Some(blocks) = given(app).map(Recipe::given_blocks) else { return Reply::Pass };
    if app.pane == Pane::Detail {
        return Reply::moved(moves(&mut app.screens.data.detail, 200, app.frame.page(1), action));
    }
    let rows: Vec<usize> =
        blocks.iter().flat_map(|block| &block.rows).map(|(_, cells)| cells.len()).collect();
    let cursor = &mut app.screens.data.given;
    match action {
        Action::EditCell => return Reply::of(edit(app, &blocks)),
        Action::Left => cursor.column = cursor.column.saturating_sub(1),
        Action::Right => cursor.column += 1,
        action if moves(&mut cursor.line, rows.len().saturating_sub(1), app.frame.page(4), action) => {}
        _ => return Reply::Pass,
    }
    let last = rows.get(cursor.line).map_or(0, |cells| cells.saturating_sub(1));
    cursor.column = cursor.column.min(last);
    app.screens.data.detail = 0;
    Reply::Taken
}

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
    let names: Vec<String> = together.into_iter().map(|(name, _)| name).collect();
    app.show(GivenLine { place, names, field: Field::selected(text), wrong: None });
    None
}

#[derive(Clone, Debug)]
pub struct GivenLine {
    pub place: GivenPlace,
    pub names: Vec<String>,
    pub field: Field,
    pub wrong: Option<String>,
}

impl Dialog for GivenLine {
    fn scopes(&self) -> &'static [Scope] {
        &[Scope::TypedGiven, Scope::Always]
    }

    fn hint(&self) -> &'static str {
        "Type a decimal, fraction or percentage: 0.8, 4/5, 80%. Enter: accept."
    }

    fn field(&mut self) -> Option<&mut Field> {
        Some(&mut self.field)
    }

    fn edited(&mut self, _: &mut App) -> Reply {
        self.wrong = None;
        Reply::Taken
    }

    fn act(&mut self, app: &mut App, action: &Action) -> Reply {
        match action {
            Action::Enter => {
                let Some(before) = current(app) else { return Reply::Close(None) };
                match before.with_given_number(&self.place, self.field.text()).and_then(is_a_model) {
                    Ok(recipe) if recipe == before => Reply::Close(None),
                    Ok(recipe) => Reply::Close(changed(app, recipe)),
                    Err(problem) => {
                        let what = problem.what.clone();
                        self.wrong = Some(format!("Not changed: {what}. {}", problem.advice()));
                        Reply::Taken
                    }
                }
            }
            Action::Back => Reply::Close(None),
            _ => Reply::Pass,
        }
    }
}

/// Returns the recipe if its numbers make a model. Fast, since there are no rows.
fn is_a_model(recipe: Recipe) -> Result<Recipe, Problem> {
    let study = Study::open(Source::bytes("given numbers", *b""), recipe.clone())?;
    study.model()?;
    Ok(recipe)
}
