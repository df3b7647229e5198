//! Screen 1 where the numbers of the model are given: left its tables, right what is to be said of the marked number.

use ratatui::text::{Line, Span};

use crate::app::follow;
use crate::app::screens::data::given::given;
use crate::app::terminal::theme::class_mark;
use crate::app::widgets::pane::{Pane, cell_of_name, cell_right};
use crate::app::words::{fitting, shown, width};
use crate::recipe::{GivenBlock, GivenPlace, Recipe};
use crate::report;
use crate::text::names;

const LABEL: usize = 22;
const HEAD: usize = 14;

fn widths(block: &GivenBlock) -> (usize, Vec<usize>) {
    let labels = block.rows.iter().map(|(name, _)| name).chain([&block.what]);
    let label = labels.map(|name| width(&shown(name))).max().unwrap_or(0).min(LABEL);
    let of = |(at, head): (usize, &String)| {
        let cells = block.rows.iter().filter_map(|(_, cells)| cells.get(at));
        let number = cells.map(|(_, number)| width(number.text())).max().unwrap_or(0);
        number.max((width(&shown(head)) + 2).min(HEAD))
    };
    (label, block.heads.iter().enumerate().map(of).collect())
}

pub fn left(pane: &mut Pane<'_>, recipe: &Recipe) {
    let cursor = pane.app.screens.data.given;
    let blocks = recipe.given_blocks();
    pane.frame("Given numbers", "");
    let (mut lines, mut line, mut marked) = (Vec::new(), 0, 0);
    for block in &blocks {
        let (label, widths) = widths(block);
        // Two blanks before each column, for the marks of the cursor.
        let room = pane.columns().saturating_sub(label + 1);
        let here = (line..line + block.rows.len()).contains(&cursor.line);
        let mut first = 0;
        while here && first < cursor.column && first + fitting(&widths, first, (room, 2)) <= cursor.column {
            first += 1;
        }
        let shown_columns = fitting(&widths, first, (room, 2)).max(1);
        let heads: Vec<_> = block.heads.iter().map(|head| shown(head)).collect();
        let heads: Vec<&str> = heads.iter().map(|head| &**head).collect();
        let mut head = vec![Span::styled(cell_of_name(&shown(&block.what), label), pane.theme.heading)];
        let is_class = !matches!(
            block.rows.first().and_then(|(_, cells)| cells.first()),
            Some((GivenPlace::Sigma { .. }, _))
        );
        for (at, wide) in widths.iter().enumerate().skip(first).take(shown_columns) {
            let mark = if is_class { format!("{} ", class_mark(at)) } else { String::new() };
            let name = names(&heads, wide.saturating_sub(width(&mark)).max(1))
                .into_iter()
                .nth(at)
                .unwrap_or_default();
            let style = if is_class { pane.theme.class(at) } else { pane.theme.heading };
            head.push(Span::styled(format!("  {}", cell_right(&format!("{mark}{name}"), *wide)), style));
        }
        if first + shown_columns < widths.len() {
            head.push(Span::styled(" ›", pane.theme.secondary));
        }
        if !lines.is_empty() {
            lines.push(Line::default());
        }
        lines.push(Line::from(head));
        for (name, cells) in &block.rows {
            let mut spans = vec![Span::styled(cell_of_name(&shown(name), label), pane.theme.text)];
            for (at, wide) in widths.iter().enumerate().skip(first).take(shown_columns) {
                let text = cells.get(at).map_or("", |(_, number)| number.text());
                let text = cell_right(text, *wide);
                if (line, at) == (cursor.line, cursor.column) {
                    marked = lines.len();
                    let blanks = " ".repeat(wide.saturating_sub(width(text.trim_start())) + 1);
                    spans.push(Span::raw(blanks));
                    spans.push(Span::styled(format!("▸{}◂", text.trim_start()), pane.theme.cursor));
                } else {
                    let before = if (line, at) == (cursor.line, cursor.column + 1) { " " } else { "  " };
                    spans.push(Span::styled(format!("{before}{text}"), pane.theme.text));
                }
            }
            lines.push(Line::from(spans));
            line += 1;
        }
    }
    let height = pane.height();
    let scroll = follow(0, marked + 1, height);
    pane.lines(&lines, scroll);
}

pub fn needed(recipe: &Recipe) -> usize {
    let of = |block: &GivenBlock| {
        let (label, widths) = widths(block);
        label + 1 + widths.iter().map(|wide| wide + 2).sum::<usize>()
    };
    recipe.given_blocks().iter().map(of).max().unwrap_or(0)
}

pub fn right(pane: &mut Pane<'_>) {
    let (app, mut out) = (pane.app, pane.writer());
    if let Some(recipe) = given(app) {
        let blocks = recipe.given_blocks();
        if let Some(place) = app.screens.data.given.place(&blocks) {
            out.document(&report::given_number(recipe, place));
        }
    }
    pane.scrolled("This number", &out.lines, app.screens.data.detail);
}
