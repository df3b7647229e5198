//! The pane that a screen or dialog draws into: borders, rows, fields, scrolling, pictures.

use crate::app::prelude::*;
use crate::plot::{Area, Emphasis, RasterCells, RasterStyle, Role, Scene, raster};
use crate::report::legend;
use ratatui::buffer::Buffer;
use ratatui::layout::{HorizontalAlignment, Position, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Clear, Widget};

/// Panes with fewer lines do without blank ones.
pub const SPACIOUS: usize = 14;

pub struct Canvas<'a> {
    pub app: &'a App,
    pub theme: &'a Theme,
    pub focused: bool,
    /// Its place; once its border is drawn, the place inside that is not yet taken.
    pub area: Rect,
    pub at: At,
    pub buffer: &'a mut Buffer,
    /// The place of the text cursor, once a text field is drawn.
    pub cursor: Option<Position>,
}

/// Where a dialog lies, so that what it changes stays in sight: over the pane that explains it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum At {
    #[default]
    Middle,
    Right,
    Below,
}

impl<'a> Canvas<'a> {
    pub fn inner(&self) -> usize {
        usize::from(self.area.width.saturating_sub(4))
    }

    pub fn columns(&self) -> usize {
        self.area.width.into()
    }

    pub fn height(&self) -> usize {
        self.area.height.into()
    }

    pub fn writer(&self) -> Writer<'a> {
        Writer::new(self.app, self.theme, self.inner())
    }

    pub fn inside(&self) -> Writer<'a> {
        Writer::new(self.app, self.theme, self.columns())
    }

    /// Draws the border with a name and what is at its foot, and goes inside, a blank column left and right.
    pub fn frame(&mut self, title: &str, foot: &str) {
        let theme = self.theme;
        let (border, kind, style, line, mark) = if self.focused {
            (theme.focus_border, BorderType::Thick, theme.strong, "━", "▶ ")
        } else {
            (theme.secondary, BorderType::Rounded, theme.secondary, "─", "")
        };
        // One line of border before the title, as in print.
        let title = [Span::styled(line, border), Span::styled(format!(" {mark}{title} "), style)];
        let block = Block::bordered().border_type(kind).border_style(border).style(theme.text);
        let mut block = block.title(Line::from_iter(title));
        if !foot.is_empty() {
            let foot = Line::styled(format!(" {foot} "), theme.secondary);
            block = block.title_bottom(foot.alignment(HorizontalAlignment::Right));
        }
        let inside = block.inner(self.area);
        block.render(self.area, self.buffer);
        let by = u16::from(inside.width >= 4);
        self.area = Rect { x: inside.x + by, width: inside.width - 2 * by, ..inside };
    }

    pub fn dialog(&mut self, title: &str, foot: &str, (columns, rows): (u16, u16)) {
        let area = self.area;
        let (right, down) = (area.width.saturating_sub(columns), area.height.saturating_sub(rows));
        self.area = Rect {
            x: area.x + if self.at == At::Right { right } else { right / 2 },
            y: area.y + if self.at == At::Below { down } else { down / 2 },
            width: columns.min(area.width),
            height: rows.min(area.height),
        };
        Clear.render(self.area, self.buffer);
        self.frame(title, foot);
    }

    /// Draws the border and a text inside it, from where it is scrolled to.
    pub fn scrolling(&mut self, title: &str, lines: &[Line<'_>], scroll: &Scroll) {
        let top = scroll.text(lines.len(), usize::from(self.area.height.saturating_sub(2)));
        self.frame(title, &scroll.place(lines.len()));
        self.lines(lines, top);
    }

    /// Draws a text in a dialog that is as high as it, and no higher than `size`; `more` is in its foot after the lines in
    /// sight.
    pub fn reading(
        &mut self,
        title: &str,
        more: &str,
        size: (u16, u16),
        scroll: &Scroll,
        write: impl FnOnce(&mut Writer<'a>),
    ) {
        let (columns, most) = self.app.frame.dialog(size.0, size.1);
        let mut out = self.writer();
        out.columns = usize::from(columns.saturating_sub(4));
        write(&mut out);
        let rows = u16::try_from(out.lines.len()).unwrap_or(u16::MAX).saturating_add(2).min(most);
        let top = scroll.text(out.lines.len(), usize::from(rows.saturating_sub(2)));
        let title = clip(title, out.columns.saturating_sub(4)).into_owned();
        self.dialog(&title, &closes(&scroll.place(out.lines.len()), more), (columns, rows));
        self.lines(&out.lines, top);
    }

    /// Draws a dialog with a line at the bottom of the screen, so that it hides as few rows as can be. Below the line is
    /// what is wrong with it, or help.
    pub fn line_dialog(&mut self, title: &str, prompt: &str, field: &Field, wrong: Option<&str>, help: &str) {
        let (columns, _) = self.app.frame.dialog(72, 3);
        let style = if wrong.is_some() { self.theme.warning } else { self.theme.secondary };
        let mut out = self.writer();
        out.columns = usize::from(columns.saturating_sub(4));
        let below = wrong.unwrap_or(help);
        if !below.is_empty() {
            out.text(below, style);
        }
        let rows = out.lines.len() as u16 + 3;
        let body = self.area;
        let height = rows.min(body.height);
        self.area = Rect { y: body.bottom().saturating_sub(height + 1).max(body.y), height, ..body };
        self.dialog(&clip(title, out.columns.saturating_sub(4)), "", (columns, rows));
        let line = self.take(1);
        self.field(prompt, field, line);
        self.lines(&out.lines, 0);
    }

    /// Draws a dialog with a list of choices, as high as they are many: a table without headings, whose last column is prose.
    /// Below it are `below` more lines, which the caller draws.
    pub fn menu(
        &mut self,
        title: &str,
        columns: u16,
        below: u16,
        selection: &Selection,
        rows: impl IntoIterator<Item = Vec<TableCell>>,
    ) {
        let rows: Vec<Vec<TableCell>> = rows.into_iter().collect();
        let height = u16::try_from(rows.len()).unwrap_or(u16::MAX).saturating_add(3 + below);
        self.dialog(title, "", self.app.frame.dialog(columns, height));
        self.take(1);
        let rest = self.below(usize::from(below));
        let last = rows.iter().map(Vec::len).max().unwrap_or(0);
        let columns = (1..=last).map(|at| if at == last { Column::prose("") } else { Column::text("") });
        let row = |at: usize| rows.get(at).cloned().unwrap_or_default();
        Table::new(columns, rows.len(), row).row(selection.at).draw(self, &selection.scroll);
        self.area = rest;
    }

    /// Leaves the last `rows` rows to the caller: takes them off, and returns their place.
    pub fn below(&mut self, rows: usize) -> Rect {
        let rows = u16::try_from(rows).unwrap_or(u16::MAX).min(self.area.height);
        let below = Rect { y: self.area.bottom() - rows, height: rows, ..self.area };
        self.area.height -= rows;
        below
    }

    pub fn note(&self, area: Rect, target: Target) {
        self.app.targets.note([area.x, area.y, area.width, area.height], target);
    }

    /// Notes the lines of choices among lines that are drawn from `top` on: they begin with line `first`.
    pub fn choices(&self, first: usize, choices: usize, top: usize) {
        for (at, line) in (first..first + choices).enumerate() {
            if let Some(row) = line.checked_sub(top).and_then(|row| self.area.rows().nth(row)) {
                self.note(row, Target::Row(at));
            }
        }
    }

    /// Writes lines from the first row that is left on, those that fit, from the `scroll`th on.
    pub fn lines(&mut self, lines: &[Line<'_>], scroll: usize) {
        for (line, row) in lines.iter().skip(scroll).zip(self.area.rows()) {
            line.render(row, self.buffer);
        }
    }

    pub fn put(&mut self, lines: &[Line<'_>]) {
        self.lines(lines, 0);
        self.take(lines.len());
    }

    pub fn take(&mut self, rows: usize) -> Rect {
        let height = u16::try_from(rows).unwrap_or(u16::MAX).min(self.area.height);
        let taken = Rect { height, ..self.area };
        self.area = Rect { y: self.area.y + height, height: self.area.height - height, ..self.area };
        taken
    }

    pub fn row(&mut self, row: Rect, line: impl Into<Line<'static>>) {
        line.into().render(row.intersection(self.buffer.area), self.buffer);
    }

    pub fn at(&mut self, (x, y): (u16, u16), text: &str, room: usize, style: Style) {
        self.buffer.set_stringn(x, y, text, room, style);
    }

    pub fn entry(&self, selected: bool, text: &str) -> Line<'static> {
        let (mark, style) = if selected { ("▸", self.theme.cursor) } else { (" ", self.theme.text) };
        Line::styled(format!("{mark} {text}"), style)
    }

    /// Draws a text field with its cursor on the first row of `area`.
    pub fn field(&mut self, prompt: &str, field: &Field, area: Rect) {
        let Some(row) = area.rows().next() else { return };
        let indent = (width(prompt) as u16).min(row.width);
        self.at((row.x, row.y), prompt, row.width.into(), self.theme.secondary);
        let room = row.width.saturating_sub(indent + 1);
        if room == 0 {
            return;
        }
        let scroll = if field.is_selected() { 0 } else { field.scroll(usize::from(room)) };
        let left = row.x + indent;
        // Typing replaces the selected text.
        let style = if field.is_selected() { self.theme.cursor } else { Style::new() };
        self.at((left, row.y), skip_columns(field.text(), scroll), room.into(), style);
        let at = u16::try_from(field.cursor().saturating_sub(scroll)).unwrap_or(room).min(room);
        self.cursor = Some(Position { x: left + at, y: row.y });
    }

    /// Draws a text field in brackets on the first row of `area`, with a sign behind it.
    pub fn bracketed(&mut self, field: &Field, area: Rect, (sign, style): (&str, Style)) {
        let behind = u16::try_from(width(sign)).unwrap_or(0).min(area.width);
        let inner = area.width.saturating_sub(3 + behind);
        if inner == 0 {
            return;
        }
        self.at((area.x, area.y), "[", 1, self.theme.strong);
        self.at((area.x + 1 + inner, area.y), "]", 1, self.theme.strong);
        self.at((area.x + 2 + inner, area.y), sign, behind.into(), style);
        self.field("", field, Rect { x: area.x + 1, width: inner, ..area });
    }
}

pub fn mark(selected: bool) -> &'static str {
    if selected { "▸" } else { " " }
}

/// The foot of a dialog that is read: where one is in it, and the key that closes it.
pub fn closes(place: &str, more: &str) -> String {
    if place.is_empty() { "Esc closes".to_owned() } else { format!("{place} · {more}Esc closes") }
}

fn skip_columns(text: &str, columns: usize) -> &str {
    let mut used = 0;
    let is_skipped = |c: &char| {
        let before = used;
        used += width(c.encode_utf8(&mut [0; 4]));
        before < columns
    };
    let skipped = text.chars().take_while(is_skipped).map(char::len_utf8).sum::<usize>();
    text.get(skipped..).unwrap_or_default()
}

/// A text in a column of `columns` characters: cut, or filled with blanks on the right.
pub fn cell(text: &str, columns: usize) -> String {
    let text = clip(text, columns);
    let blanks = columns.saturating_sub(width(&text));
    format!("{text}{}", " ".repeat(blanks))
}

/// [`cell`], filled on the left.
pub fn cell_right(text: &str, columns: usize) -> String {
    let text = clip(text, columns);
    format!("{}{text}", " ".repeat(columns.saturating_sub(width(&text))))
}

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
pub fn lines(theme: &Theme, cells: &RasterCells, marked: Option<usize>) -> Vec<Line<'static>> {
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
pub fn put(pane: &mut Canvas<'_>, scene: &Scene, selected: Option<[f64; 2]>, rows: usize) -> Option<Rect> {
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
    let look = RasterStyle { glyphs: with, selected, ..RasterStyle::default() };
    let cells = raster(scene, (pane.columns(), rows), &look);
    let from = pane.area;
    pane.put(&lines(pane.theme, &cells, None));
    let Area { from: [x, y], size: [wide, high], .. } = *cells.areas.first()?;
    let short = |at: usize| u16::try_from(at).unwrap_or(u16::MAX);
    Some(Rect { x: from.x + short(x), y: from.y + short(y), width: short(wide), height: short(high) })
}
