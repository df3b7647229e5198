//! The one table: columns as wide as their cells, a pinned column, a cursor, and scrolling both ways.

use std::cell::RefCell;

use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use crate::app::mouse::Target;
use crate::app::terminal::theme::Theme;
use crate::app::widgets::pane::{Canvas, cell, cell_right};
use crate::app::words::{Scroll, clip, width};
use crate::text::names;

/// The first rows are measured along with those on screen, so that columns keep their widths while scrolling.
const MEASURED: usize = 200;
/// The least width that a text is cut to.
const LEAST: usize = 6;

#[derive(Clone, Debug, Default)]
pub struct Column {
    head: String,
    style: Option<Style>,
    number: bool,
    least: usize,
    /// The width that shows all cells, if it is known; else they are measured.
    full: usize,
    most: Option<usize>,
    /// Whether it stays in sight when the others scroll.
    pinned: bool,
    /// Whether it is left out where there is little room.
    optional: bool,
    /// Whether a long text is cut at its end; names are cut so that they stay distinct.
    prose: bool,
}

impl Column {
    pub fn text(head: impl Into<String>) -> Column {
        Column { head: head.into(), ..Column::default() }
    }

    pub fn number(head: impl Into<String>) -> Column {
        Column { head: head.into(), number: true, ..Column::default() }
    }

    pub fn prose(head: impl Into<String>) -> Column {
        Column { head: head.into(), prose: true, ..Column::default() }
    }

    pub fn least(self, least: usize) -> Column {
        Column { least, ..self }
    }

    pub fn full(self, full: usize) -> Column {
        Column { full, ..self }
    }

    pub fn most(self, most: usize) -> Column {
        Column { most: Some(most), ..self }
    }

    pub fn style(self, style: Style) -> Column {
        Column { style: Some(style), ..self }
    }

    pub fn pinned(self) -> Column {
        Column { pinned: true, ..self }
    }

    pub fn optional(self) -> Column {
        Column { optional: true, ..self }
    }
}

#[derive(Clone, Debug, Default)]
pub struct TableCell {
    pub text: String,
    pub style: Option<Style>,
}

impl<T: Into<String>> From<T> for TableCell {
    fn from(text: T) -> TableCell {
        TableCell { text: text.into(), style: None }
    }
}

impl TableCell {
    pub fn styled(text: impl Into<String>, style: Style) -> TableCell {
        TableCell { text: text.into(), style: Some(style) }
    }
}

enum Cells<'a> {
    Row(Box<dyn Fn(usize) -> Vec<TableCell> + 'a>),
    /// By row and column, for tables with very many columns: only cells on screen are formatted, and the columns say how wide
    /// they are.
    One(Box<dyn Fn(usize, usize) -> TableCell + 'a>),
}

pub struct Table<'a> {
    columns: Vec<Column>,
    len: usize,
    cells: Cells<'a>,
    cursor: Option<usize>,
    column: Option<usize>,
    field: Option<usize>,
    /// The position of its first row for clicks, where it is one of several tables.
    offset: usize,
}

/// How the columns share the room: which are shown, how wide they are, and the blanks between them.
#[derive(Debug, PartialEq, Eq)]
struct Plan {
    shown: Vec<usize>,
    widths: Vec<usize>,
    gap: usize,
    more: bool,
}

impl<'a> Table<'a> {
    pub fn new(
        columns: impl IntoIterator<Item = Column>,
        len: usize,
        row: impl Fn(usize) -> Vec<TableCell> + 'a,
    ) -> Table<'a> {
        Table::of(columns.into_iter().collect(), len, Cells::Row(Box::new(row)))
    }

    pub fn by_cell(
        columns: Vec<Column>,
        len: usize,
        cell: impl Fn(usize, usize) -> TableCell + 'a,
    ) -> Table<'a> {
        Table::of(columns, len, Cells::One(Box::new(cell)))
    }

    fn of(columns: Vec<Column>, len: usize, cells: Cells<'a>) -> Table<'a> {
        Table { columns, len, cells, cursor: None, column: None, field: None, offset: 0 }
    }

    /// Marks a row.
    pub fn row(self, row: usize) -> Table<'a> {
        Table { cursor: Some(row), ..self }
    }

    /// Marks a cell.
    pub fn cell(self, row: usize, column: usize) -> Table<'a> {
        Table { cursor: Some(row), column: Some(column), ..self }
    }

    /// The column in which the marked row is typed.
    pub fn field(self, column: usize) -> Table<'a> {
        Table { field: Some(column), ..self }
    }

    pub fn offset(self, offset: usize) -> Table<'a> {
        Table { offset, ..self }
    }

    /// Columns before the first cell: the mark of the row, or that of a cell.
    fn lead(&self) -> usize {
        match (self.cursor, self.column) {
            (Some(_), None) => 2,
            (Some(_), Some(_)) => 1,
            (None, _) => 0,
        }
    }

    fn headed(&self) -> bool {
        self.columns.iter().any(|column| !column.head.is_empty())
    }

    /// Returns the columns that it needs to show every cell whole.
    pub fn needed(&self) -> usize {
        let widths = self.widths(&self.first());
        self.lead() + widths.iter().sum::<usize>() + 2 * widths.len().saturating_sub(1) + 1
    }

    /// Returns the rows that are measured along with those on screen.
    fn first(&self) -> Vec<Vec<TableCell>> {
        match &self.cells {
            Cells::Row(row) => (0..self.len.min(MEASURED)).map(row).collect(),
            Cells::One(_) => Vec::new(),
        }
    }

    fn widths(&self, rows: &[Vec<TableCell>]) -> Vec<usize> {
        let widest = |(at, column): (usize, &Column)| {
            let cells = rows.iter().filter_map(|row| row.get(at)).map(|cell| width(&cell.text)).max();
            let whole = cells.unwrap_or(0).max(column.least).max(match column.full {
                0 => width(&column.head),
                full => full,
            });
            whole.min(column.most.unwrap_or(usize::MAX))
        };
        self.columns.iter().enumerate().map(widest).collect()
    }

    fn plan(&self, whole: &[usize], room: usize) -> Plan {
        let all: Vec<usize> = (0..whole.len()).collect();
        let used = |shown: &[usize], widths: &[usize], gap: usize| {
            let sum: usize = shown.iter().filter_map(|at| widths.get(*at)).sum();
            sum + gap * shown.len().saturating_sub(1)
        };
        let plan = |shown: Vec<usize>, widths: &[usize], gap: usize| Plan {
            more: shown.len() < whole.len(),
            widths: shown.iter().filter_map(|at| widths.get(*at)).copied().collect(),
            shown,
            gap,
        };
        // The gap is narrowed first, then optional columns go, then texts are cut, then columns scroll.
        if let Some(gap) = [2, 1].into_iter().find(|gap| used(&all, whole, *gap) <= room) {
            return plan(all, whole, gap);
        }
        let mut shown = all;
        while let Some(last) =
            shown.iter().rposition(|at| self.columns.get(*at).is_some_and(|it| it.optional))
        {
            if used(&shown, whole, 1) <= room {
                break;
            }
            shown.remove(last);
        }
        let mut widths = whole.to_vec();
        let least = |at: usize| self.columns.get(at).map_or(0, |column| column.least.max(LEAST));
        while used(&shown, &widths, 1) > room {
            let texts = shown.iter().copied().filter(|at| !self.columns.get(*at).is_some_and(|it| it.number));
            let widest =
                texts.max_by_key(|at| widths.get(*at).copied().unwrap_or(0).saturating_sub(least(*at)));
            match widest.and_then(|at| Some((least(at), widths.get_mut(at)?))) {
                Some((least, wide)) if *wide > least => *wide -= 1,
                _ => break,
            }
        }
        if used(&shown, &widths, 1) <= room {
            return plan(shown, &widths, 1);
        }
        let pinned: Vec<usize> =
            shown.iter().copied().filter(|at| self.columns.get(*at).is_some_and(|it| it.pinned)).collect();
        let moving: Vec<usize> = shown.into_iter().filter(|at| !pinned.contains(at)).collect();
        let cursor = self.column.and_then(|column| moving.iter().position(|at| *at == column)).unwrap_or(0);
        let with = |from: usize, to: usize| -> Vec<usize> {
            let mut all: Vec<usize> =
                pinned.iter().chain(moving.get(from..to).unwrap_or_default()).copied().collect();
            all.sort_unstable();
            all
        };
        let fits = |from: usize, to: usize| used(&with(from, to), &widths, 1) <= room;
        let from = (0..=cursor).find(|from| fits(*from, cursor + 1)).unwrap_or(cursor);
        let to = (cursor + 1..=moving.len()).rev().find(|to| fits(from, *to)).unwrap_or(cursor + 1);
        plan(with(from, to), &widths, 1)
    }

    /// Draws as many rows as fit below the heading, the marked one among them, and takes them off the pane. Returns the
    /// place of the marked cell, or of the one that is typed.
    pub fn draw(&self, pane: &mut Canvas<'_>, scroll: &Scroll) -> Option<Rect> {
        let room = pane.height().saturating_sub(usize::from(self.headed()));
        let top = match self.cursor {
            Some(at) => scroll.list(self.len, room, at..at + 1),
            None => scroll.text(self.len, room),
        };
        self.draw_from(pane, top)
    }

    /// The same from row `top` on.
    pub fn draw_from(&self, pane: &mut Canvas<'_>, top: usize) -> Option<Rect> {
        let head = usize::from(self.headed());
        let room = pane.height().saturating_sub(head);
        let on_screen = top..self.len.min(top.saturating_add(room));
        let mut rows: Vec<Vec<TableCell>> = match &self.cells {
            Cells::Row(row) => on_screen.clone().map(row).collect(),
            Cells::One(_) => Vec::new(),
        };
        let mut measured = self.widths(&rows);
        if top > 0 || self.len > room {
            let first = self.widths(&self.first());
            measured.iter_mut().zip(first).for_each(|(own, other)| *own = (*own).max(other));
        }
        let columns = pane.columns().saturating_sub(self.lead());
        let plan = self.plan(&measured, columns);
        if let Cells::One(cell) = &self.cells {
            rows.extend(on_screen.map(|row| {
                let mut cells = vec![TableCell::default(); self.columns.len()];
                for at in &plan.shown {
                    cells.get_mut(*at).into_iter().for_each(|place| *place = cell(row, *at));
                }
                cells
            }));
        }
        let rows = self.shortened(rows, &plan);
        if head > 0 {
            let line = self.heading(&plan, pane.theme);
            pane.put(&[line]);
        }
        let place = RefCell::new(None);
        for (row, cells) in (top..).zip(&rows) {
            let area = pane.take(1);
            let line = self.line(row, cells, &plan, pane, area, &place);
            pane.row(area, line);
        }
        place.into_inner()
    }

    /// Cuts names so that they stay distinct.
    fn shortened(&self, mut rows: Vec<Vec<TableCell>>, plan: &Plan) -> Vec<Vec<TableCell>> {
        for (at, wide) in plan.shown.iter().zip(&plan.widths) {
            let is_name = self.columns.get(*at).is_some_and(|column| !column.number && !column.prose);
            let texts: Vec<&str> =
                rows.iter().map(|row| row.get(*at).map_or("", |cell| cell.text.as_str())).collect();
            if !is_name || texts.iter().all(|text| width(text) <= *wide) {
                continue;
            }
            let cut = names(&texts, *wide);
            for (row, name) in rows.iter_mut().zip(cut) {
                row.get_mut(*at).into_iter().for_each(|cell| cell.text.clone_from(&name));
            }
        }
        rows
    }

    fn heading(&self, plan: &Plan, theme: &Theme) -> Line<'static> {
        let mut line = Line::raw(" ".repeat(self.lead()));
        for (place, (at, wide)) in plan.shown.iter().zip(&plan.widths).enumerate() {
            let Some(column) = self.columns.get(*at) else { continue };
            let gap = if place > 0 { plan.gap } else { 0 };
            let text =
                if column.number { cell_right(&column.head, *wide) } else { cell(&column.head, *wide) };
            line.push_span(" ".repeat(gap));
            line.push_span(Span::styled(text, column.style.unwrap_or(theme.heading)));
        }
        if plan.more {
            line.push_span(Span::styled("›", theme.secondary));
        }
        line
    }

    fn line(
        &self,
        row: usize,
        cells: &[TableCell],
        plan: &Plan,
        pane: &Canvas<'_>,
        area: Rect,
        place: &RefCell<Option<Rect>>,
    ) -> Line<'static> {
        let theme = pane.theme;
        let here = self.cursor == Some(row);
        let whole = here && self.column.is_none();
        let mut line = if whole { Line::styled("▸ ", theme.cursor) } else { Line::default() };
        // The marks of a cell take the blanks on either side of it.
        let mut blanks = if whole { 0 } else { self.lead() };
        let (mut x, mut taken) = (self.lead(), 0);
        pane.note([area.x, area.y, area.width, 1], Target::Row(self.offset + row));
        for (index, (at, wide)) in plan.shown.iter().zip(&plan.widths).enumerate() {
            let gap = if index > 0 { plan.gap } else { 0 };
            let (text, style) = cells.get(*at).map_or(("", None), |cell| (cell.text.as_str(), cell.style));
            let style = if whole { theme.cursor } else { style.unwrap_or(theme.text) };
            let is_number = self.columns.get(*at).is_some_and(|column| column.number);
            let text = clip(text, *wide).into_owned();
            let left = wide.saturating_sub(width(&text));
            let (before, after) = if is_number { (left, 0) } else { (0, left) };
            let from = area.x.saturating_add(u16::try_from(x + gap).unwrap_or(u16::MAX));
            let rect =
                Rect { x: from, width: u16::try_from(*wide).unwrap_or(u16::MAX), ..area }.intersection(area);
            let marked = here && self.column == Some(*at);
            if marked || here && self.field == Some(*at) {
                place.replace(Some(rect));
            }
            if self.column.is_some() {
                pane.note([rect.x, rect.y, rect.width, 1], Target::Cell(self.offset + row, *at));
            }
            x += gap + wide;
            blanks += gap + before;
            if marked {
                line.push_span(" ".repeat(blanks.saturating_sub(taken + 1)));
                line.push_span(Span::styled(format!("▸{text}◂"), theme.cursor));
                (blanks, taken) = (after, 1);
            } else {
                line.push_span(" ".repeat(blanks.saturating_sub(taken)));
                line.push_span(Span::styled(text, style));
                (blanks, taken) = (after, 0);
            }
        }
        line
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn planned(widths: &[usize], room: usize, column: Option<usize>) -> Plan {
        let columns = widths.iter().enumerate().map(|(at, _)| match at {
            0 => Column::text("name").pinned(),
            _ => Column::number("n"),
        });
        let table = Table { column, cursor: column, ..Table::new(columns, 0, |_| Vec::new()) };
        table.plan(widths, room)
    }

    #[test]
    fn the_gap_goes_first_then_letters_then_columns() {
        assert_eq!(planned(&[10, 5, 5], 24, None).gap, 2);
        let tight = planned(&[10, 5, 5], 22, None);
        assert_eq!((tight.gap, tight.widths), (1, vec![10, 5, 5]));
        assert_eq!(planned(&[10, 5, 5], 20, None).widths, [8, 5, 5]);
        // Numbers are never cut: their columns scroll, and the pinned one stays.
        assert_eq!(planned(&[10, 5, 5, 5], 18, Some(1)).shown, [0, 1, 2]);
        assert_eq!(planned(&[10, 5, 5, 5], 18, Some(3)).shown, [0, 2, 3]);
    }

    #[test]
    fn optional_columns_are_left_out_before_letters() {
        let columns = [Column::text("a"), Column::prose("b").optional()];
        let table = Table::new(columns, 0, |_| Vec::new());
        assert_eq!(table.plan(&[10, 30], 42).shown, [0, 1]);
        assert_eq!(table.plan(&[10, 30], 40).shown, [0]);
    }
}
