//! Screen 1 where the numbers of the model are given: left its tables, right an explanation of the selected number.

use crate::app::App;
use crate::app::screens::data::actions::given;
use crate::app::terminal::theme::Theme;
use crate::app::widgets::pane::Canvas;
use crate::app::widgets::rows::named;
use crate::app::widgets::table::{Column, Table, TableCell};
use crate::app::words::shown;
use crate::recipe::{GivenBlock, GivenPlace, Recipe};
use crate::report;

fn table<'a>(block: &'a GivenBlock, theme: &Theme) -> Table<'a> {
    let first = block.rows.first().and_then(|(_, cells)| cells.first());
    let is_class = !matches!(first, Some((GivenPlace::Sigma { .. }, _)));
    let head = |(at, head): (usize, &String)| match is_class {
        true => Column::number(named(at, head)).most(14).style(theme.class(at)),
        false => Column::number(shown(head)).most(14),
    };
    let label = Column::text(shown(&block.what)).most(22).pinned();
    let columns = std::iter::once(label).chain(block.heads.iter().enumerate().map(head));
    Table::new(columns, block.rows.len(), |at| {
        let Some((name, cells)) = block.rows.get(at) else { return Vec::new() };
        let numbers = cells.iter().map(|(_, number)| TableCell::from(number.text()));
        std::iter::once(shown(name).into_owned().into()).chain(numbers).collect()
    })
}

pub fn left(canvas: &mut Canvas<'_>, recipe: &Recipe) {
    let cursor = canvas.app.screens.data.given;
    let blocks = recipe.given_blocks();
    canvas.frame("Given numbers", "");
    // Each block has a blank line above it, and its heading.
    let height = |block: &GivenBlock| block.rows.len() + 2;
    let mut line = 0;
    let starts: Vec<usize> = blocks
        .iter()
        .map(|block| {
            line += block.rows.len();
            line - block.rows.len()
        })
        .collect();
    let here = starts.iter().rposition(|start| *start <= cursor.line).unwrap_or(0);
    // The block of the cursor is in sight as a whole, where that can be.
    let mut first = 0;
    let room = canvas.height() + 1;
    while first < here && blocks.iter().take(here + 1).skip(first).map(height).sum::<usize>() > room {
        first += 1;
    }
    for (at, (block, start)) in blocks.iter().zip(&starts).enumerate().skip(first) {
        if at > first {
            canvas.take(1);
        }
        let row = if at == here { cursor.line - start } else { usize::MAX };
        let top = if at == here { (row + 2).saturating_sub(canvas.height()) } else { 0 };
        table(block, canvas.theme).cell(row, cursor.column + 1).offset(*start).draw_from(canvas, top);
    }
}

pub fn needed(recipe: &Recipe) -> usize {
    let theme = Theme::mono();
    recipe.given_blocks().iter().map(|block| table(block, &theme).cell(0, 0).needed()).max().unwrap_or(0)
}

pub fn right(canvas: &mut Canvas<'_>) {
    let (app, mut out): (&App, _) = (canvas.app, canvas.writer());
    if let Some(recipe) = given(app) {
        let blocks = recipe.given_blocks();
        if let Some(place) = app.screens.data.given.place(&blocks) {
            out.document(&report::given_number(recipe, place));
        }
    }
    canvas.scrolling("This number", &out.lines, &app.screens.data.detail);
}
