//! The one table: columns as wide as their cells, a pinned column, a cursor, and scrolling both ways.

use std::cell::RefCell;

use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use crate::app::prelude::*;
use crate::text::{names, shorten};

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
    /// Whether a long text is cut in its middle, so that a formula keeps its head and its brackets.
    formula: bool,
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

    pub fn formula(head: impl Into<String>) -> Column {
        Column { formula: true, ..Column::prose(head) }
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

enum CellSource<'a> {
    Row(Box<dyn Fn(usize) -> Vec<TableCell> + 'a>),
    /// By row and column, for tables with very many columns: only cells on screen are formatted, and the columns say how wide
    /// they are.
    One(Box<dyn Fn(usize, usize) -> TableCell + 'a>),
}

pub struct Table<'a> {
    columns: Vec<Column>,
    len: usize,
    cells: CellSource<'a>,
    cursor: Option<usize>,
    column: Option<usize>,
    field: Option<usize>,
    /// The position of its first row for clicks, where it is one of several tables.
    offset: usize,
}

/// How the columns share the room: which are shown, how wide they are, and the blanks between them.
#[derive(Debug, PartialEq, Eq)]
struct ColumnLayout {
    shown: Vec<usize>,
    widths: Vec<usize>,
    gap: usize,
    /// Whether columns are scrolled away to the left, and to the right.
    hidden: [bool; 2],
}

impl<'a> Table<'a> {
    pub fn new(
        columns: impl IntoIterator<Item = Column>,
        len: usize,
        row: impl Fn(usize) -> Vec<TableCell> + 'a,
    ) -> Table<'a> {
        Table::of(columns.into_iter().collect(), len, CellSource::Row(Box::new(row)))
    }

    pub fn by_cell(
        columns: Vec<Column>,
        len: usize,
        cell: impl Fn(usize, usize) -> TableCell + 'a,
    ) -> Table<'a> {
        Table::of(columns, len, CellSource::One(Box::new(cell)))
    }

    fn of(columns: Vec<Column>, len: usize, cells: CellSource<'a>) -> Table<'a> {
        Table { columns, len, cells, cursor: None, column: None, field: None, offset: 0 }
    }

    pub fn row(self, row: usize) -> Table<'a> {
        Table { cursor: Some(row), ..self }
    }

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

    /// Columns before the first cell, for the mark of the row. The marks of a cell are in the blanks beside it, which a pane
    /// has on either side, too.
    fn lead(&self) -> usize {
        if self.cursor.is_some() && self.column.is_none() { 2 } else { 0 }
    }

    fn headed(&self) -> bool {
        self.columns.iter().any(|column| !column.head.is_empty())
    }

    pub fn needed(&self) -> usize {
        let widths = self.widths(&self.first());
        self.lead()
            + widths.iter().map(|[whole, _]| whole).sum::<usize>()
            + 2 * widths.len().saturating_sub(1)
            + 1
    }

    /// Returns the rows that are measured along with those on screen.
    fn first(&self) -> Vec<Vec<TableCell>> {
        match &self.cells {
            CellSource::Row(row) => (0..self.len.min(MEASURED)).map(row).collect(),
            CellSource::One(_) => Vec::new(),
        }
    }

    /// Returns how wide each column is with its cells whole, and how narrow it may be: numbers are never cut, but their
    /// headings are.
    fn widths(&self, rows: &[Vec<TableCell>]) -> Vec<[usize; 2]> {
        let widest = |(at, column): (usize, &Column)| {
            let cells = rows.iter().filter_map(|row| row.get(at)).map(|cell| width(&cell.text)).max();
            let cells = cells.unwrap_or(0).max(column.least);
            let head = if column.full > 0 { column.full } else { width(&column.head) };
            let most = column.most.unwrap_or(usize::MAX);
            let whole = cells.max(head.min(most));
            match column.number {
                true => [whole, cells.max(LEAST).min(whole)],
                false => [whole.min(most), column.least.max(LEAST).min(whole).min(most)],
            }
        };
        self.columns.iter().enumerate().map(widest).collect()
    }

    fn plan(&self, measured: &[[usize; 2]], room: usize) -> ColumnLayout {
        let mut widths: Vec<usize> = measured.iter().map(|[whole, _]| *whole).collect();
        let is = |at: usize, of: fn(&Column) -> bool| self.columns.get(at).is_some_and(of);
        let used = |shown: &[usize], widths: &[usize], gap: usize| {
            let sum: usize = shown.iter().filter_map(|at| widths.get(*at)).sum();
            sum + gap * shown.len().saturating_sub(1)
        };
        let plan = |shown: Vec<usize>, widths: &[usize], gap: usize, hidden: [bool; 2]| ColumnLayout {
            widths: shown.iter().filter_map(|at| widths.get(*at)).copied().collect(),
            shown,
            gap,
            hidden,
        };
        // The gap is narrowed first, then optional columns go, then names are cut, then columns scroll.
        let mut shown: Vec<usize> = (0..widths.len()).collect();
        if let Some(gap) = [2, 1].into_iter().find(|gap| used(&shown, &widths, *gap) <= room) {
            return plan(shown, &widths, gap, [false; 2]);
        }
        while used(&shown, &widths, 1) > room {
            let Some(last) = shown.iter().rposition(|at| is(*at, |column| column.optional)) else { break };
            shown.remove(last);
        }
        let mut over = used(&shown, &widths, 1).saturating_sub(room);
        while over > 0 {
            let spare = |at: usize| {
                let [whole, least] = measured.get(at).copied().unwrap_or_default();
                widths.get(at).copied().unwrap_or(whole).saturating_sub(least)
            };
            let Some(widest) = shown.iter().copied().max_by_key(|at| spare(*at)).filter(|at| spare(*at) > 0)
            else {
                break;
            };
            widths.get_mut(widest).into_iter().for_each(|wide| *wide -= 1);
            over -= 1;
        }
        if over == 0 {
            return plan(shown, &widths, 1, [false; 2]);
        }
        let (pinned, moving): (Vec<usize>, Vec<usize>) =
            shown.into_iter().partition(|at| is(*at, |column| column.pinned));
        let cursor = self.column.and_then(|column| moving.iter().position(|at| *at == column)).unwrap_or(0);
        let with = |from: usize, to: usize| -> Vec<usize> {
            let moving = moving.get(from..to).unwrap_or_default();
            let mut all: Vec<usize> = pinned.iter().chain(moving).copied().collect();
            all.sort_unstable();
            all
        };
        // A column is kept for the sign that there are more.
        let fits = |from: usize, to: usize| used(&with(from, to), &widths, 1) < room;
        let from = (0..=cursor).find(|from| fits(*from, cursor + 1)).unwrap_or(cursor);
        let to = (cursor + 1..=moving.len()).rev().find(|to| fits(from, *to)).unwrap_or(cursor + 1);
        plan(with(from, to), &widths, 1, [from > 0, to < moving.len()])
    }

    /// Draws as many rows as fit below the heading, the marked one among them, and takes them off the pane. Returns the
    /// place of the marked cell, or of the one that is typed.
    pub fn draw(&self, pane: &mut Canvas<'_>, scroll: &Scroll) -> Option<Rect> {
        let room = pane.height().saturating_sub(usize::from(self.headed()));
        let top = match self.cursor.filter(|at| *at < self.len) {
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
            CellSource::Row(row) => on_screen.clone().map(row).collect(),
            CellSource::One(_) => Vec::new(),
        };
        let mut measured = self.widths(&rows);
        if top > 0 || self.len > room {
            let first = self.widths(&self.first());
            measured.iter_mut().zip(first).for_each(|(own, other)| {
                *own = [own[0].max(other[0]), own[1].max(other[1])];
            });
        }
        let columns = pane.columns().saturating_sub(self.lead());
        let plan = self.plan(&measured, columns);
        if let CellSource::One(cell) = &self.cells {
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
            // With the blanks of the pane on either side.
            let by = u16::from(self.column.is_some());
            let x = area.x.saturating_sub(by);
            pane.row(Rect { x, width: area.width + 2 * by, ..area }, line);
        }
        place.into_inner()
    }

    /// Cuts names so that different ones stay distinct.
    fn shortened(&self, mut rows: Vec<Vec<TableCell>>, plan: &ColumnLayout) -> Vec<Vec<TableCell>> {
        for (at, wide) in plan.shown.iter().zip(&plan.widths) {
            let is_name = self.columns.get(*at).is_some_and(|column| !column.number && !column.prose);
            let mut texts: Vec<&str> =
                rows.iter().filter_map(|row| row.get(*at)).map(|cell| cell.text.as_str()).collect();
            if !is_name || texts.iter().all(|text| width(text) <= *wide) {
                continue;
            }
            texts.sort_unstable();
            texts.dedup();
            let cut = names(&texts, *wide);
            let cut: HashMap<String, String> = texts.into_iter().map(str::to_owned).zip(cut).collect();
            for cell in rows.iter_mut().filter_map(|row| row.get_mut(*at)) {
                cut.get(&cell.text).into_iter().for_each(|name| cell.text.clone_from(name));
            }
        }
        rows
    }

    fn heading(&self, plan: &ColumnLayout, theme: &Theme) -> Line<'static> {
        let mut line = Line::raw(" ".repeat(self.lead()));
        let [before, after] = plan.hidden;
        let first = plan.shown.iter().position(|at| self.columns.get(*at).is_some_and(|it| !it.pinned));
        for (place, (at, wide)) in plan.shown.iter().zip(&plan.widths).enumerate() {
            let Some(column) = self.columns.get(*at) else { continue };
            let gap = if place > 0 { plan.gap } else { 0 };
            // Different headings stay distinct when they are cut.
            let mut heads: Vec<&str> = match width(&column.head) > *wide {
                true => self.columns.iter().map(|column| column.head.as_str()).collect(),
                false => vec![&column.head],
            };
            heads.sort_unstable();
            heads.dedup();
            let place_of = heads.iter().position(|head| *head == column.head);
            let cut = place_of.and_then(|at| names(&heads, *wide).into_iter().nth(at)).unwrap_or_default();
            let text = if column.number { cell_right(&cut, *wide) } else { cell(&cut, *wide) };
            match before && Some(place) == first && gap > 0 {
                true => line.push_span(Span::styled(format!("{:>gap$}", "‹"), theme.secondary)),
                false => line.push_span(" ".repeat(gap)),
            }
            line.push_span(Span::styled(text, column.style.unwrap_or(theme.heading)));
        }
        if after {
            line.push_span(Span::styled("›", theme.secondary));
        }
        line
    }

    fn line(
        &self,
        row: usize,
        cells: &[TableCell],
        plan: &ColumnLayout,
        pane: &Canvas<'_>,
        area: Rect,
        place: &RefCell<Option<Rect>>,
    ) -> Line<'static> {
        let theme = pane.theme;
        let here = self.cursor == Some(row);
        let whole = here && self.column.is_none();
        let mut line = if whole { Line::styled("▸ ", theme.cursor) } else { Line::default() };
        // The marks of a cell take the blanks on either side of it.
        let mut blanks = if whole { 0 } else { self.lead() + usize::from(self.column.is_some()) };
        let (mut x, mut taken) = (self.lead(), 0);
        pane.note(area, Target::Row(self.offset + row));
        for (index, (at, wide)) in plan.shown.iter().zip(&plan.widths).enumerate() {
            let gap = if index > 0 { plan.gap } else { 0 };
            let (text, style) = cells.get(*at).map_or(("", None), |cell| (cell.text.as_str(), cell.style));
            let style = if whole { theme.cursor } else { style.unwrap_or(theme.text) };
            let is = |of: fn(&Column) -> bool| self.columns.get(*at).is_some_and(of);
            let cut = if is(|column| column.formula) { shorten } else { clip };
            let text = cut(text, *wide).into_owned();
            let left = wide.saturating_sub(width(&text));
            let (before, after) = if is(|column| column.number) { (left, 0) } else { (0, left) };
            let from = area.x.saturating_add(u16::try_from(x + gap).unwrap_or(u16::MAX));
            let rect =
                Rect { x: from, width: u16::try_from(*wide).unwrap_or(u16::MAX), ..area }.intersection(area);
            let marked = here && self.column == Some(*at);
            if marked || here && self.field == Some(*at) {
                place.replace(Some(rect));
            }
            if self.column.is_some() {
                pane.note(rect, Target::Cell(self.offset + row, *at));
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

/// Draws tables below one another, with a blank line between them, so that the line `cursor` is in sight, the first lines of
/// a table with its heading. `lens` are the lines of each, counted through. `draw` gets a table, its first line, and how many
/// of its lines are scrolled away.
pub fn draw_tables(
    canvas: &mut Canvas<'_>,
    scroll: &Scroll,
    lens: &[usize],
    cursor: usize,
    mut draw: impl FnMut(&mut Canvas<'_>, usize, usize, usize),
) {
    // A blank line above all but the first, and the heading.
    let heads = |at: usize| 1 + usize::from(at > 0);
    let (mut rows, mut line, mut marked, mut starts) = (0, 0, 0..0, Vec::new());
    for (at, len) in lens.iter().enumerate() {
        starts.push((rows, line));
        if (line..line + len).contains(&cursor) {
            let row = rows + heads(at) + cursor - line;
            marked = if cursor <= line + 1 { rows..row + 1 } else { row..row + 1 };
        }
        rows += heads(at) + len;
        line += len;
    }
    // Headings stay in sight, over lines that are scrolled away.
    let height = canvas.height().saturating_sub(if rows > canvas.height() { 2 } else { 0 });
    let top = scroll.list(rows, height, marked);
    for (at, ((start, line), len)) in starts.into_iter().zip(lens).enumerate() {
        let first = start + heads(at);
        if first + len <= top || canvas.height() <= 1 {
            continue;
        }
        if at > 0 && top <= start {
            canvas.take(1);
        }
        draw(canvas, at, line, top.saturating_sub(first));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn planned(widths: &[[usize; 2]], room: usize, column: Option<usize>) -> ColumnLayout {
        let columns = widths.iter().enumerate().map(|(at, _)| match at {
            0 => Column::text("name").pinned(),
            _ => Column::number("n"),
        });
        let table = Table { column, cursor: column, ..Table::new(columns, 0, |_| Vec::new()) };
        table.plan(widths, room)
    }

    #[test]
    fn the_gap_goes_first_then_letters_then_columns() {
        let three = [[10, 6], [5, 5], [5, 5]];
        assert_eq!(planned(&three, 24, None).gap, 2);
        let tight = planned(&three, 22, None);
        assert_eq!((tight.gap, tight.widths), (1, vec![10, 5, 5]));
        assert_eq!(planned(&three, 20, None).widths, [8, 5, 5]);
        // Numbers are never cut: their columns scroll, and the pinned one stays.
        let four = [[10, 6], [5, 5], [5, 5], [5, 5]];
        let first = planned(&four, 19, Some(1));
        assert_eq!((first.shown, first.hidden), (vec![0, 1, 2], [false, true]));
        let last = planned(&four, 19, Some(3));
        assert_eq!((last.shown, last.hidden), (vec![0, 2, 3], [true, false]));
    }

    #[test]
    fn optional_columns_are_left_out_before_letters() {
        let columns = [Column::text("a"), Column::prose("b").optional()];
        let table = Table::new(columns, 0, |_| Vec::new());
        assert_eq!(table.plan(&[[10, 6], [30, 6]], 42).shown, [0, 1]);
        assert_eq!(table.plan(&[[10, 6], [30, 6]], 40).shown, [0]);
    }

    #[test]
    fn equal_headings_are_cut_the_same_way_and_different_ones_stay_distinct() {
        let columns = ["count of a", "P(bin|c)", "count of b", "P(bin|c)"].map(Column::number);
        let table = Table::new(columns, 0, |_| Vec::new());
        let heading = |room| {
            let plan = table.plan(&[[10, 6], [8, 6], [10, 6], [8, 6]], room);
            let spans = table.heading(&plan, &Theme::mono()).spans;
            let heads = spans.iter().map(|span| span.content.trim().to_owned());
            heads.filter(|head| !head.is_empty()).collect::<Vec<String>>()
        };
        assert_eq!(heading(39), ["count of a", "P(bin|c)", "count of b", "P(bin|c)"]);
        let cut = heading(27);
        assert!(
            cut[0] != cut[2] && cut[1] == cut[3] && cut.iter().all(|head| !head.contains('#')),
            "{cut:?}"
        );
    }

    #[test]
    fn headings_of_numbers_are_cut_but_numbers_are_not() {
        let cells = |_| vec![TableCell::from("12345678")];
        let table = Table::new([Column::number("a very long name").most(12)], 1, cells);
        assert_eq!(table.widths(&[cells(0)]), [[12, 8]]);
    }
}
