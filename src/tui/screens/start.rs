//! The start screen.
//!
//! ```text
//! ┏━ ▶ Start ━━━━━━━━━━━━━━━━━━━━━━━━━━━┓╭─ Preview ─────────────────────────────╮
//! ┃                                     ┃│ Play tennis       14 rows, 5 columns  │
//! ┃ OPEN                                ┃│                                       │
//! ┃   Open a file…                    o ┃│ Outlook  Temp Humidity Wind   Play    │
//! ┃                                     ┃│ Sunny    Hot  High     Weak   No      │
//! ┃ LEARN (built-in samples)            ┃│ …                                     │
//! ┃ ▸ Play tennis                       ┃│                                       │
//! ┃   Iris                              ┃│ Outlook   category  3 values          │
//! ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┛╰───────────────────────────────────────╯
//! ```

use ratatui::buffer::Buffer;
use ratatui::layout::{Margin, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::super::pane::{self, Frame, cell, wrap};
use super::super::theme::Theme;
use super::course;
use super::data::kind;
use crate::evaluate::Experiment;
use crate::table::{Kind, Table};
use crate::workbench::start_list::{Item, Line as Entry, lines};
use crate::workbench::words::{self, counted, shown, width};
use crate::workbench::{App, Loaded, Problem, Source};

/// Rows of the data that the preview shows.
const ROWS: usize = 4;

/// The left pane: what can be opened.
pub fn list(app: &App, theme: &Theme, focused: bool, area: Rect, buffer: &mut Buffer) {
    if app.screens.course.open {
        return course::list(app, theme, focused, area, buffer);
    }
    let screen = &app.screens.start;
    let cursor = screen.cursor(&app.session);
    let entries = lines(&app.session);
    let (_, foot) = pane::reach(entries.len(), screen.scroll, area.inner(Margin::new(1, 1)));
    let inside = Frame { title: "Start", foot: &foot, focused }.draw(theme, area, buffer);
    let columns = usize::from(inside.width);
    let text: Vec<Line> = entries
        .into_iter()
        .map(|line| match line {
            Entry::Blank => Line::default(),
            Entry::Heading(title) => Line::styled(title, theme.heading),
            Entry::Item(number, item) => item_line(app, &item, number == cursor, columns, theme),
        })
        .collect();
    pane::lines(&text, screen.scroll, inside, buffer);
}

fn item_line(app: &App, item: &Item, marked: bool, columns: usize, theme: &Theme) -> Line<'static> {
    let (left, right) = match item {
        Item::Continue(what) => (format!("Continue  {what}"), "1".to_string()),
        Item::OpenFile => ("Open a file…".to_string(), "o".to_string()),
        Item::Paste => ("Paste a table…".to_string(), String::new()),
        Item::Course => {
            let (finished, all) = app.screens.course.progress.far();
            ("A course of exercises".to_string(), format!("{finished} of {all}"))
        }
        Item::Sample(sample) => (sample.name.to_string(), String::new()),
        Item::Experiment(experiment) => (experiment.title.to_string(), String::new()),
    };
    let room = columns.saturating_sub(width(&right) + 3);
    let text = format!("{} {} {right}", if marked { "▸" } else { " " }, cell(&left, room));
    Line::styled(text, if marked { theme.cursor } else { theme.text })
}

/// The right pane: what the marked item is.
pub fn preview(app: &App, theme: &Theme, focused: bool, area: Rect, buffer: &mut Buffer) {
    let columns = usize::from(area.width.saturating_sub(4));
    let text = preview_lines(app, theme, columns);
    let (scroll, foot) =
        pane::scrolled(app, text.len(), app.screens.start.detail, area.inner(Margin::new(1, 1)));
    let inside = Frame { title: "Preview", foot: &foot, focused }.draw(theme, area, buffer);
    pane::lines(&text, scroll, inside, buffer);
}

fn preview_lines(app: &App, theme: &Theme, columns: usize) -> Vec<Line<'static>> {
    let sentence =
        |text: &str| -> Vec<Line<'static>> { wrap(text, columns).into_iter().map(Line::raw).collect() };
    if app.screens.course.open {
        return course::preview_lines(app, theme, columns);
    }
    match app.screens.start.marked(&app.session) {
        Some(Item::Continue(_)) => match &app.session.table {
            Some(table) => table_lines(&table.source, table, &app.session.notices, theme, columns),
            None => Vec::new(),
        },
        Some(Item::OpenFile) => {
            let mut text = vec![Line::default()];
            text.extend(sentence(
                "Enter asks for a CSV or TSV file: type its path, or choose it from a folder.",
            ));
            text.push(Line::default());
            text.extend(sentence(
                "The first line should name the columns. The file is only read, never written.",
            ));
            text
        }
        Some(Item::Paste) => {
            let mut text = vec![Line::default()];
            text.extend(sentence("Copy cells in a spreadsheet or lines of a CSV, come back to this screen, and paste with your terminal's own key."));
            text.push(Line::default());
            text.extend(sentence("The first line should name the columns."));
            text
        }
        Some(Item::Course) => course::about(app, theme, columns),
        Some(Item::Sample(sample)) => match &app.screens.start.preview {
            Some(preview) if preview.source == Source::Sample(sample.name.to_string()) => match &preview
                .result
            {
                Ok(Loaded { table, notices, .. }) => {
                    let mut text = vec![Line::default()];
                    text.extend(
                        wrap(sample.title, columns).into_iter().map(|line| Line::styled(line, theme.strong)),
                    );
                    text.extend(sentence(sample.teaches));
                    text.extend(table_lines(sample.name, table, notices, theme, columns));
                    text
                }
                Err(problem) => problem_lines(problem, theme, columns),
            },
            _ => vec![Line::default(), Line::styled("reading …", theme.secondary)],
        },
        Some(Item::Experiment(experiment)) => experiment_lines(experiment, theme, columns),
        None => Vec::new(),
    }
}

/// A claim, what to look at, and the keys that show it.
fn experiment_lines(experiment: &Experiment, theme: &Theme, columns: usize) -> Vec<Line<'static>> {
    let keys = "Enter draws the curve; ↑↓ walk its points, a shows another figure. m, Confusion matrix: which rows are \
                wrong; there Enter, Enter opens the working of one. Esc comes back here.";
    let told = [
        (experiment.claim.to_owned(), theme.strong),
        (experiment.look.to_owned(), theme.text),
        (format!("Why: {}", experiment.why), theme.text),
        (format!("On the sample {}.", experiment.sample), theme.text),
        (keys.to_owned(), theme.secondary),
    ];
    let lines = |(text, style): (String, Style)| {
        let wrapped = wrap(&text, columns).into_iter().map(move |line| Line::styled(line, style));
        std::iter::once(Line::default()).chain(wrapped)
    };
    told.into_iter().flat_map(lines).collect()
}

/// A problem as lines: what, where, and what to do.
pub fn problem_lines(problem: &Problem, theme: &Theme, columns: usize) -> Vec<Line<'static>> {
    let mut text = vec![Line::default()];
    text.extend(
        wrap(&shown(&problem.what), columns).into_iter().map(|line| Line::styled(line, theme.strong)),
    );
    if !problem.what.contains(&problem.place) {
        text.extend(
            wrap(&problem.place, columns).into_iter().map(|line| Line::styled(line, theme.secondary)),
        );
    }
    if !problem.excerpt.is_empty() {
        text.push(Line::default());
        text.extend(problem.excerpt.iter().map(|line| Line::raw(shown(line).into_owned())));
    }
    if !problem.fix.is_empty() {
        text.push(Line::default());
        text.extend(wrap(&shown(&problem.fix), columns).into_iter().map(Line::raw));
    }
    text
}

fn table_lines(
    title: &str,
    table: &Table,
    notices: &[String],
    theme: &Theme,
    columns: usize,
) -> Vec<Line<'static>> {
    let size = format!(
        "{}, {}",
        counted(table.rows(), "row", "rows"),
        counted(table.columns().len(), "column", "columns")
    );
    let name = cell(&shown(title), columns.saturating_sub(width(&size) + 1));
    let mut text = vec![
        Line::default(),
        Line::from(vec![
            Span::styled(name, theme.strong),
            Span::raw(" "),
            Span::styled(size, theme.secondary),
        ]),
        Line::default(),
    ];
    text.extend(first_rows(table, theme, columns));
    text.push(Line::default());
    let names = table.columns().iter().map(|column| width(&shown(column.name.as_str())));
    let room = names.max().unwrap_or(0).min(columns / 2);
    for column in table.columns() {
        let values = match column.kind {
            Kind::Categorical | Kind::Binary => counted(column.dictionary.len(), "value", "values"),
            Kind::Text => counted(column.dictionary.len(), "word", "words"),
            Kind::Numeric => String::new(),
        };
        let missing = if column.missing > 0 { format!("{} missing", column.missing) } else { String::new() };
        let about = format!(
            "{}  {:<8}  {values:<10} {missing}",
            cell(&shown(column.name.as_str()), room),
            kind(column.kind)
        );
        if missing.is_empty() || width(&about) <= columns {
            text.push(Line::raw(about.trim_end().to_string()));
            continue;
        }
        let about = about.trim_end().trim_end_matches(&missing).trim_end().to_string();
        text.extend([about, format!("{:room$}  {missing}", "")].map(Line::raw));
    }
    for notice in notices {
        text.push(Line::default());
        text.extend(wrap(&shown(notice), columns).into_iter().map(|line| Line::styled(line, theme.warning)));
    }
    text
}

/// The header and a few rows, as many columns as fit.
fn first_rows(table: &Table, theme: &Theme, columns: usize) -> Vec<Line<'static>> {
    let rows = table.rows().min(ROWS);
    let mut head = String::new();
    let mut body = vec![String::new(); rows];
    for (at, column) in table.columns().iter().enumerate() {
        let name = shown(column.name.as_str()).into_owned();
        let texts: Vec<String> = (0..rows).map(|row| words::cell(table, row, at)).collect();
        let wide = texts.iter().map(|text| width(text)).max().unwrap_or(0).max(width(&name)).min(16);
        if width(&head) + wide > columns {
            break;
        }
        let number = column.kind == Kind::Numeric;
        let fit = |text: &str| if number { pane::cell_right(text, wide) } else { cell(text, wide) };
        head.push_str(&fit(&name));
        head.push(' ');
        for (line, text) in body.iter_mut().zip(&texts) {
            line.push_str(&fit(text));
            line.push(' ');
        }
    }
    let mut lines = vec![Line::styled(head, theme.heading)];
    lines.extend(body.into_iter().map(Line::raw));
    if table.rows() > rows {
        lines.push(Line::styled("…", theme.secondary));
    }
    lines
}
