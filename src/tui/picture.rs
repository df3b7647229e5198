//! A picture in a pane: the cells of the raster in the colours of the theme.

use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};

use super::pane::Pane;
use super::theme::Theme;
use crate::plot::{Area, Cells, Emphasis, Look, Role, Scene, raster};
use crate::report::legend;
use crate::workbench::words::{clip, shown, width};

pub fn style(theme: &Theme, role: Option<Role>, emphasis: Emphasis) -> Style {
    let base = match role {
        Some(Role::Class(class) | Role::Wrong(class) | Role::Mean(class) | Role::Ring(class, _)) => {
            theme.class(class)
        }
        Some(Role::Boundary(..) | Role::Case) => theme.strong,
        Some(Role::Rival) => theme.warning,
        Some(Role::Hidden(..) | Role::Evidence | Role::Doubt | Role::Plain) => theme.secondary,
        None => theme.text,
    };
    match emphasis {
        Emphasis::Normal => base,
        Emphasis::Bold => base.add_modifier(Modifier::BOLD),
        Emphasis::Dim => theme.secondary.patch(base),
        Emphasis::Selected => theme.cursor,
    }
}

/// The rows of a picture; the names on one of them are selected.
pub fn lines(theme: &Theme, cells: &Cells, marked: Option<usize>) -> Vec<Line<'static>> {
    let line = |row: usize| {
        let (mut spans, mut text, mut before) = (Vec::new(), String::new(), None);
        for column in 0..cells.columns {
            let cell = cells.at(column, row);
            let is_marked = marked == Some(row) && cell.role.is_none();
            let now = if is_marked { theme.cursor } else { style(theme, cell.role, cell.emphasis) };
            if let Some(before) = before.filter(|before| *before != now) {
                spans.push(Span::styled(std::mem::take(&mut text), before));
            }
            text.push(cell.sign);
            before = Some(now);
        }
        spans.push(Span::styled(text, before.unwrap_or_default()));
        Line::from(spans)
    };
    (0..cells.rows).map(line).collect()
}

/// Below this many rows a picture has no legend.
const NAMED: usize = 8;

/// Draws a picture with its legend above into the next rows of a pane; gives where its first frame is on the screen.
pub fn put(pane: &mut Pane<'_>, scene: &Scene, selected: Option<[f64; 2]>, rows: usize) -> Option<Rect> {
    let with = pane.app.settings.drawn_with();
    let keys = legend(scene, with);
    let mut rows = rows.min(pane.height());
    if rows >= NAMED && keys.len() > 1 {
        let wide: usize = keys.iter().map(|(_, sign, text)| width(sign) + width(&text.plain()) + 3).sum();
        let each = ((pane.columns() + 2) / keys.len()).max(8);
        let mut line = Line::default();
        for (role, sign, text) in keys {
            let text = text.text(pane.theme.face);
            let text = format!("{sign} {}", shown(&text));
            let text = if wide > pane.columns() { clip(&text, each - 2).into_owned() } else { text };
            line.push_span(Span::styled(text, style(pane.theme, Some(role), Emphasis::Normal)));
            line.push_span("  ");
        }
        pane.put(&[line]);
        rows -= 1;
    }
    let look = Look { glyphs: with, selected, ..Look::default() };
    let cells = raster(scene, (pane.columns(), rows), &look);
    let from = pane.area;
    pane.put(&lines(pane.theme, &cells, None));
    let Area { from: [x, y], size: [wide, high], .. } = *cells.areas.first()?;
    let short = |at: usize| u16::try_from(at).unwrap_or(u16::MAX);
    Some(Rect { x: from.x + short(x), y: from.y + short(y), width: short(wide), height: short(high) })
}
