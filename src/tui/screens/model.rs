//! Screen 2, left: the recipe.
//!
//! ```text
//! ┏━ ▶ Recipe ━━━━━━━━━━━━━━━━━━━━━━━━━━━┓
//! ┃   column     role     kind      bins ┃
//! ┃ ▸ Outlook    feature  category  –  ◂ ┃
//! ┃   Play       TARGET   category  –    ┃
//! ┃                                      ┃
//! ┃ MODEL                                ┃
//! ┃   convention   cs229                 ┃
//! ┃   target       Play                  ┃
//! ┃   model        ‹ categorical ›       ┃
//! ┃   smoothing α  1                     ┃
//! ┃   priors       from the data         ┃
//! ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┛
//! ```

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::super::pane::{self, Frame, cell};
use super::super::theme::Theme;
use super::data::kind;
use crate::text;
use crate::workbench::App;
use crate::workbench::model::{Column, Role, View, row_of};
use crate::workbench::words::{clip, width};

/// The width of the names of the lines below MODEL.
const NAMES: usize = 13;

/// Draws the left pane, and gives the place of the text cursor while a number is typed.
pub fn recipe(app: &App, theme: &Theme, focused: bool, area: Rect, buffer: &mut Buffer) -> Option<Position> {
    let screen = &app.screens.model;
    let Some(view) = &screen.view else {
        Frame { title: "Recipe", foot: "", focused }.draw(theme, area, buffer);
        return None;
    };
    let (lines, columns) = (screen.lines(), view.columns.len());
    let all = row_of(lines.saturating_sub(1), columns) + 1;
    let inside = Rect { width: area.width.saturating_sub(2), height: area.height.saturating_sub(2), ..area };
    let (_, foot) = pane::reach(all, screen.top, inside);
    let inside = Frame { title: "Recipe", foot: &foot, focused }.draw(theme, area, buffer);
    let widths = Widths::of(view, usize::from(inside.width));
    let mut cursor = None;
    let names: Vec<&str> = view.columns.iter().take(ALIKE).map(|column| column.shown.as_str()).collect();
    let names = text::names(&names, widths.name);
    for (row, place) in inside.rows().zip(screen.top..all) {
        let room = usize::from(row.width);
        let heading = match place {
            0 => Some(widths.row(["column", "role", "kind", "bins"])),
            place if place == columns + 2 => Some("MODEL".into()),
            _ => None,
        };
        if let Some(heading) = heading {
            buffer.set_stringn(row.x, row.y, heading, room, theme.heading);
        }
        let Some(line) = (0..lines).find(|line| row_of(*line, columns) == place) else { continue };
        let marked = line == screen.cursor;
        let mut text = match view.columns.get(line) {
            Some(column) => widths.column(column, names.get(line).map(String::as_str)),
            None => chosen(view, line - columns),
        };
        if marked {
            text.replace_range(..1, "▸");
            let text = format!("{} ◂", clip(&text, room.saturating_sub(2)));
            if let Some(field) = &screen.field {
                let name = screen.line().map(|line| line.name()).unwrap_or_default();
                let prompt = format!("▸ {}", cell(name, NAMES));
                cursor = pane::field(&prompt, field, theme, row, buffer);
                continue;
            }
            buffer.set_stringn(row.x, row.y, text, room, theme.cursor);
        } else {
            let special = view
                .columns
                .get(line)
                .is_some_and(|column| matches!(column.role, Role::Target | Role::Weight));
            let left_out = view.columns.get(line).is_some_and(|column| column.role == Role::Ignored);
            let style = match (special, left_out) {
                (true, _) => theme.strong,
                (_, true) => theme.secondary,
                _ => theme.text,
            };
            buffer.set_stringn(row.x, row.y, clip(&text, room), room, style);
        }
    }
    cursor
}

/// Names that are held against each other, so that they are cut where they do not differ.
const ALIKE: usize = 400;

/// The widths of the columns' table.
struct Widths {
    name: usize,
}

impl Widths {
    fn of(view: &View, room: usize) -> Widths {
        let longest = view.columns.iter().map(|column| width(&column.shown)).max().unwrap_or(0).max(6);
        // The role, the kind and the shortest of the bins keep their places.
        Widths { name: longest.min(room.saturating_sub(2 + 9 + 10 + 6 + 2).max(6)) }
    }

    fn row(&self, [name, role, kind, bins]: [&str; 4]) -> String {
        format!("  {} {} {} {bins}", cell(name, self.name), cell(role, 8), cell(kind, 9))
    }

    fn column(&self, column: &Column, name: Option<&str>) -> String {
        let role = match column.role {
            Role::Target => "TARGET",
            Role::Weight => "WEIGHT",
            Role::Feature => "feature",
            Role::Ignored => "ignored",
        };
        let bins = column.bins.as_ref().map_or_else(|| "–".into(), ToString::to_string);
        self.row([name.unwrap_or(&column.shown), role, kind(column.kind), &bins])
    }
}

/// A line below MODEL.
fn chosen(view: &View, line: usize) -> String {
    let Some(line) = view.lines.get(line) else { return String::new() };
    format!("  {}{}", cell(line.name(), NAMES), view.value(*line))
}
