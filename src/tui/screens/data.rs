//! Screen 1: left the cells, right what the column under the cursor holds, by class.
//!
//! ```text
//! ┏━ ▶ Data ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┓╭─ Column ───────────────────╮
//! ┃      Outlook   Temp  Humidity  Wind    Play*   ┃│ Outlook                    │
//! ┃   3  Overcast  Hot   High      Weak    Yes     ┃│  kind      category        │
//! ┃   4 ▸Rain◂     Mild  High      Weak    Yes     ┃│  distinct  3               │
//! ┃   5  Rain      Cool  Normal    Weak    Yes     ┃│                            │
//! ┃   6  Rain      Cool  Normal    Strong  No      ┃│ Value     all   No  Yes    │
//! ┃   7  Overcast  Cool  Normal    Strong  Yes     ┃│  Overcast   4    0    4    │
//! ┃   8  Sunny     Mild  High      Weak    No      ┃│   ████                     │
//! ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━ row 4/14 · col 1/5 ┛╰────────────────────────────╯
//! ```
//!
//! Only the rows on screen are looked at.

use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::super::document::Writer;
use super::super::pane::{Pane, cell, cell_right, wrap};
use super::super::theme::Theme;
use crate::report::{Document, Role};
use crate::table::{Bin, Column, Kind, Profile, Table, ValueCount};
use crate::text::names;
use crate::workbench::words::{self, clip, counted, number, shown, width};
use crate::workbench::words::{digits, fitting};
use crate::workbench::{App, DataScreen};

/// The most classes that get a column of counts.
const MOST_CLASSES: usize = 4;
/// The most different numbers that are shown one by one.
const FEW_NUMBERS: usize = 12;

/// The word for a kind on screen.
pub fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Numeric => "number",
        Kind::Binary => "yes/no",
        Kind::Categorical => "category",
        Kind::Text => "text",
    }
}

pub fn left(pane: &mut Pane<'_>) {
    let (app, theme) = (pane.app, pane.theme);
    let data = &app.screens.data;
    let Some(table) = &app.session.table else { return pane.frame("Data", "") };
    let place = |at: usize, of: usize| format!("{}/{of}", (at + 1).min(of));
    let (rows, columns) = (data.rows(table.rows()), table.columns().len());
    let foot = format!("row {} · column {}", place(data.row, rows), place(data.column, columns));
    let title = match &data.only {
        Some(only) => {
            format!("Data: rows of {}", clip(&only.of, usize::from(pane.area.width).saturating_sub(22)))
        }
        None => "Data".into(),
    };
    pane.frame(&title, &foot);
    if rows == 0 {
        pane.lines(&[Line::default(), Line::styled("There are no rows.", theme.text)], 0);
    }
    let numbers = digits(table.rows());
    let line = pane.take(1);
    each_column(data, line, numbers, |column, x, room| header(pane, table, column, (x, line.y), room));
    for place in (data.top..rows).take(pane.height()) {
        let row = data.row_at(place);
        let line = pane.take(1);
        let label = cell_right(&(row + 1).to_string(), numbers);
        pane.at((line.x, line.y), &label, line.width.into(), theme.secondary);
        each_column(data, line, numbers, |column, x, room| {
            let style = if app.session.target == Some(column) {
                class_style(table, row, column, theme)
            } else {
                theme.text
            };
            let selected = (place, column) == (data.row, data.column);
            value(pane, table, (row, column), (x, line.y), room, selected, style);
        });
    }
}

/// Calls for each column on screen with its place and the characters it may take.
fn each_column(data: &DataScreen, line: Rect, numbers: usize, mut draw: impl FnMut(usize, u16, usize)) {
    let mut x = usize::from(line.x) + numbers + 2;
    let end = usize::from(line.right());
    let room = end.saturating_sub(x);
    let widths = data.fitted(room);
    let shown = fitting(&widths, data.left, room);
    // One more than fit whole: its beginning shows that there are more.
    for (column, wide) in widths.iter().enumerate().skip(data.left).take(shown + 1) {
        let room = (*wide).min(end.saturating_sub(x));
        if room == 0 || (room < 3 && room < *wide) {
            break;
        }
        draw(column, u16::try_from(x).unwrap_or(u16::MAX), room);
        x += wide + 2;
    }
}

/// Columns whose names are cut so that they differ: as many as stand beside one another, and more.
const BESIDE: usize = 40;

fn header(pane: &mut Pane<'_>, table: &Table, column: usize, at: (u16, u16), room: usize) {
    let Some(about) = table.columns().get(column) else { return };
    let star = if pane.app.session.target == Some(column) { "*" } else { "" };
    let name = shown(about.name.as_str());
    let left = room.saturating_sub(star.len());
    let name = match width(&name) <= left {
        true => name.into_owned(),
        false => {
            let from = column.saturating_sub(BESIDE);
            let near =
                table.columns().iter().skip(from).take(2 * BESIDE).map(|near| shown(near.name.as_str()));
            let near: Vec<_> = near.collect();
            let near: Vec<&str> = near.iter().map(|name| &**name).collect();
            let cut = names(&near, left).into_iter().nth(column - from);
            clip(&cut.unwrap_or_default(), left).into_owned()
        }
    };
    let name = format!("{name}{star}");
    let text = if about.kind == Kind::Numeric { cell_right(&name, room) } else { name };
    pane.at(at, &text, room, pane.theme.heading);
}

fn value(
    pane: &mut Pane<'_>,
    table: &Table,
    (row, column): (usize, usize),
    (x, y): (u16, u16),
    room: usize,
    selected: bool,
    style: Style,
) {
    let text = words::cell(table, row, column);
    let text = clip(&text, room);
    let number = table.columns().get(column).is_some_and(|about| about.kind == Kind::Numeric);
    let indent = if number { room.saturating_sub(width(&text)) } else { 0 };
    let x = x.saturating_add(indent as u16);
    if selected {
        // The marks stand in the blanks between the columns, so that nothing moves with the cursor.
        let selected = format!("▸{text}◂");
        pane.at((x.saturating_sub(1), y), &selected, width(&text) + 2, pane.theme.cursor);
    } else {
        pane.at((x, y), &text, room, style);
    }
}

fn class_style(table: &Table, row: usize, column: usize, theme: &Theme) -> Style {
    let Some((segment, at)) = table.locate(row) else { return theme.text };
    let code = segment.cells.get(column).and_then(|cells| cells.code(at));
    code.map_or(theme.text, |code| theme.class(code as usize))
}

pub fn right(pane: &mut Pane<'_>) {
    let (app, mut out) = (pane.app, pane.writer());
    let data = &app.screens.data;
    let column = app.session.table.as_ref().and_then(|table| table.columns().get(data.column));
    if let Some(column) = column {
        profile(app, column, &mut out);
    }
    pane.scrolled("Column", &out.lines, data.detail);
}

fn profile(app: &App, column: &Column, out: &mut Writer<'_>) {
    let data = &app.screens.data;
    out.blank();
    out.line(clip(&shown(column.name.as_str()), out.columns), out.theme.strong);
    let mut facts = Document::default();
    let mut fact = |name: &str, value: String| facts.labelled(format!(" {name:<10}"), Role::Text, value);
    let weight = app.session.fitted().and_then(|fitted| fitted.data.resolved.weight);
    let role = match Some(data.column) {
        at if app.session.target == at => ", target",
        at if weight == at => ", weight",
        _ => "",
    };
    fact("kind", format!("{}{role}", kind(column.kind)));
    let counted = data.profile.as_ref().filter(|(counted, _)| *counted == data.column);
    let Some((_, profile)) = counted else {
        facts.say(Role::Secondary, "\u{a0}counting …");
        return out.document(&facts);
    };
    fact(if column.kind == Kind::Text { "words" } else { "distinct" }, profile.distinct.to_string());
    fact("missing", profile.missing.to_string());
    if let Some(about) = &profile.numbers {
        let more = column.decimals.saturating_add(2);
        fact("least", number(about.min, column.decimals));
        fact("mean", number(about.mean, more));
        fact("greatest", number(about.max, column.decimals));
        fact("deviation", format!("{} (÷ n)", number(about.sd, more)));
    }
    if let Some(words) = &profile.words {
        fact("documents", format!("{}, {} without words", words.documents, words.empty));
        fact("in all", format!("{} words", words.words));
    }
    if let Some(why) = profile.row_name {
        facts.say(Role::Warning, format!("It {why}: what is learned from it holds for these rows only."));
    }
    facts.blank();
    out.document(&facts);
    let (theme, columns) = (out.theme, out.columns);
    out.lines.extend(counts(column, profile, theme, columns));
}

/// Over the counts of rows without a class.
const NO_CLASS: &str = "?";

/// A value or an interval, and how often it occurs.
struct Part<'a> {
    label: String,
    /// For narrow panes: the lower end of an interval.
    short: String,
    total: u64,
    by_class: &'a [u64],
}

/// The parts and the heading over them, with the heading of their short labels.
fn parts<'a>(column: &Column, profile: &'a Profile) -> (Vec<Part<'a>>, &'static str, &'static str) {
    let words = profile.words.as_ref().map_or(&[][..], |words| &words.commonest);
    let value = |v: &'a ValueCount| {
        let label = shown(v.value.as_str()).into_owned();
        Part { short: label.clone(), label, total: v.count, by_class: &v.by_class }
    };
    match &profile.numbers {
        // A few different numbers are better shown one by one than in intervals.
        Some(numbers) if profile.distinct > FEW_NUMBERS => {
            let decimals = decimals_of_edges(column, &numbers.bins);
            let interval = |bin: &'a Bin| {
                let short = number(bin.low, decimals);
                let label = format!("{short} to {}", number(bin.high, decimals));
                Part { label, short, total: bin.count, by_class: &bin.by_class }
            };
            (numbers.bins.iter().map(interval).collect(), "Interval", "From")
        }
        _ => {
            let heading = if profile.words.is_some() { "Word" } else { "Value" };
            (profile.values.iter().chain(words).map(value).collect(), heading, heading)
        }
    }
}

/// As few decimals as tell the edges exactly, else one more than the data have.
fn decimals_of_edges(column: &Column, bins: &[Bin]) -> u8 {
    let most = column.decimals.saturating_add(1);
    let told = |decimals: &u8| {
        let scale = 10_f64.powi(i32::from(*decimals));
        bins.iter().all(|bin| ((bin.low * scale).round() / scale - bin.low).abs() <= bin.low.abs() * 1e-12)
    };
    (0..most).find(told).unwrap_or(most)
}

fn counts(column: &Column, profile: &Profile, theme: &Theme, columns: usize) -> Vec<Line<'static>> {
    let (parts, heading, short_heading) = parts(column, profile);
    let classes: Vec<String> = profile.classes.iter().map(|name| shown(name.as_str()).into_owned()).collect();
    let mut apart = if classes.len() <= MOST_CLASSES { classes.len() } else { 0 };
    let most = parts.iter().map(|part| part.total).max().unwrap_or(0);
    let digits = most.to_string().len().max(3);
    let longest = |short: bool| {
        let label = |part: &Part| width(if short { &part.short } else { &part.label });
        parts.iter().map(label).max().unwrap_or(0)
    };
    let mut widths: Vec<usize> =
        classes.iter().take(apart).map(|name| width(name).clamp(digits, 8.max(digits))).collect();
    // "All" counts rows without a class, too: they have a column of their own, so that the others add up to it.
    let rest = |part: &Part<'_>| part.total.saturating_sub(part.by_class.iter().sum());
    let queries = apart > 0 && parts.iter().any(|part| rest(part) > 0);
    widths.extend(queries.then_some(digits));
    let taken = |widths: &[usize]| widths.iter().map(|wide| wide + 2).sum::<usize>() + digits + 2;
    // The headings over the labels have up to five letters.
    let fits = |widths: &[usize]| taken(widths) + longest(true).clamp(5, 8) <= columns;
    let mut queries_apart = queries;
    if queries && !fits(&widths) {
        (queries_apart, _) = (false, widths.pop());
    }
    if !fits(&widths) {
        // The bars still show the classes; a number that is cut would be a wrong one.
        (apart, widths) = (0, Vec::new());
    }
    let queries = queries && apart > 0;
    let room = columns.saturating_sub(taken(&widths)).max(5);
    let long = longest(false) <= room;
    let room = longest(!long).max(8).min(room);
    let heading = if long { heading } else { short_heading };
    let mut head =
        vec![Span::styled(cell(heading, room + 1), theme.heading), Span::raw(cell_right("all", digits + 1))];
    for (class, wide) in widths.iter().enumerate() {
        let name = classes.get(class).map_or(NO_CLASS, String::as_str);
        head.push(Span::styled(format!("  {}", cell_right(name, *wide)), theme.class(class)));
    }
    let mut lines = vec![Line::from(head)];
    for part in &parts {
        let total = cell_right(&part.total.to_string(), digits + 1);
        let mut spans = vec![
            Span::raw(format!(" {}", cell(if long { &part.label } else { &part.short }, room))),
            Span::raw(total),
        ];
        for (count, wide) in part.by_class.iter().chain(&[rest(part)]).zip(&widths) {
            spans.push(Span::raw(format!("  {}", cell_right(&count.to_string(), *wide))));
        }
        lines.push(Line::from(spans));
        lines.push(bar(part, most, columns.saturating_sub(4), theme));
    }
    if column.kind != Kind::Numeric && profile.distinct > parts.len() {
        let more = profile.distinct - parts.len();
        lines.push(Line::styled(
            format!(" and {}", counted(more, "rarer value", "rarer values")),
            theme.secondary,
        ));
    }
    if !classes.is_empty() {
        lines.push(Line::default());
        lines.extend(legend(&classes, theme, columns));
        if queries {
            let said = match queries_apart {
                true => format!("{NO_CLASS} rows without a class"),
                false => "“all” counts rows without a class, too".to_owned(),
            };
            lines.extend(wrap(&said, columns).into_iter().map(|line| Line::styled(line, theme.secondary)));
        }
    }
    lines
}

/// One cell for one row of the data where that fits, the classes one after another.
fn bar(part: &Part<'_>, most: u64, columns: usize, theme: &Theme) -> Line<'static> {
    let mut line = Line::raw("  ");
    let scale = |count: u64| {
        if most <= columns as u64 {
            count as usize
        } else {
            (count as f64 * columns as f64 / most as f64).round() as usize
        }
    };
    if part.by_class.is_empty() {
        line.push_span("█".repeat(scale(part.total)));
        return line;
    }
    let (mut before, mut drawn) = (0, 0);
    for (class, count) in part.by_class.iter().enumerate() {
        // The ends are rounded, not the lengths, so that the parts add up to the whole.
        before += count;
        let end = scale(before);
        let fill = theme.class_fill(class).to_string().repeat(end.saturating_sub(drawn));
        line.push_span(Span::styled(fill, theme.class(class)));
        drawn = end;
    }
    line
}

fn legend(classes: &[String], theme: &Theme, columns: usize) -> Vec<Line<'static>> {
    let mut lines = vec![Line::default()];
    for (class, name) in classes.iter().enumerate() {
        let words = format!("{} {}   ", theme.class_fill(class), clip(name, 20));
        let full = lines.last().is_some_and(|line: &Line| line.width() + width(words.trim_end()) > columns);
        if full {
            lines.push(Line::default());
        }
        if let Some(line) = lines.last_mut() {
            line.push_span(Span::styled(words, theme.class(class)));
        }
    }
    lines
}
