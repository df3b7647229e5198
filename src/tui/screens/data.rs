//! Screen 1: left the cells, right what the column under the cursor holds, by class.
//!
//! ```text
//! ┏━ ▶ Data ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┓╭─ Column ───────────────────╮
//! ┃ filter Wind=Weak · 8 of 14 rows   sort Temp ↓  ┃│ Outlook                    │
//! ┃ row  Play*  │ Outlook   Temp ↓  Humidity  Wind ┃│  kind      category        │
//! ┃   4  ▲ Yes  │▸Rain◂     Mild    High      Weak ┃│  distinct  3               │
//! ┃   8  ● No   │ Sunny     Mild    High      Weak ┃│                            │
//! ┃  10  ▲ Yes  │ Rain      Mild    Normal    Weak ┃│ Value     all   No  Yes    │
//! ┃   1  ● No   │ Sunny     Hot     High      Weak ┃│  Overcast   4    0    4    │
//! ┃   3  ▲ Yes  │ Overcast  Hot     High      Weak ┃│   ████                     │
//! ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━ row 4/14 · col 1/5 ┛╰────────────────────────────╯
//! ```
//!
//! Only the rows on screen are looked at.

use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::super::document::Writer;
use super::super::pane::{Pane, cell, cell_right, wrap};
use super::super::theme::{Theme, class_mark};
use crate::report::{Document, Role};
use crate::table::{Column, Kind, Profile, Table};
use crate::text::{name, names};
use crate::workbench::values::{Part, parts};
use crate::workbench::words::{self, clip, counted, number, shown, width};
use crate::workbench::{App, DataScreen, Laid, Pane as Side, ROW, follow};

/// The most classes that get a column of counts.
const MOST_CLASSES: usize = 4;

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
    if data.above(app.frame) > 0 {
        let line = pane.take(data.above(app.frame));
        above(pane, table, line);
    }
    let laid = data.laid(pane.columns(), table.rows(), app.session.target);
    let line = pane.take(1);
    pane.at((line.x, line.y), &cell_right(ROW, laid.numbers), line.width.into(), theme.secondary);
    each_column(data, &laid, line, |column, x, room| header(pane, table, column, (x, line.y), room));
    divide(pane, &laid, line);
    if rows == 0 {
        let none = if data.shown.filter.is_some() { NO_ROWS } else { "There are no rows." };
        pane.lines(&[Line::default(), Line::styled(none, theme.text)], 0);
    }
    for place in (data.top..rows).take(pane.height()) {
        let row = data.row_at(place);
        let line = pane.take(1);
        let label = cell_right(&(row + 1).to_string(), laid.numbers);
        pane.at((line.x, line.y), &label, line.width.into(), theme.secondary);
        each_column(data, &laid, line, |column, x, room| {
            let selected = (place, column) == (data.row, data.column);
            if app.session.target == Some(column) {
                class(pane, table, (row, column), (x, line.y), room, selected);
            } else {
                value(pane, table, (row, column), (x, line.y), room, selected, theme.text);
            }
        });
        divide(pane, &laid, line);
    }
}

const NO_ROWS: &str = "No row answers to the filter. F: all rows.";

/// The line that says which rows are shown, and in which order. Where both do not fit, the name of the sorted column, whose
/// head has the arrow, is cut first.
fn above(pane: &mut Pane<'_>, table: &Table, line: Rect) {
    let data = &pane.app.screens.data;
    let room = usize::from(line.width);
    let filter = data.shown.filter.as_ref().map(|filter| format!("filter {}", shown(&filter.to_string())));
    let all = data.only.as_ref().map_or(table.rows(), |only| only.rows.len());
    let rows = filter
        .as_ref()
        .map_or_else(String::new, |_| format!(" · {} of {}", data.rows(all), counted(all, "row", "rows")));
    let filter = filter.unwrap_or_default();
    let left = room.saturating_sub(width(&rows));
    let sort = data.shown.sort.and_then(|sort| {
        let column = shown(table.columns().get(sort.column)?.name.as_str());
        let least = if filter.is_empty() { room } else { left / 4 };
        let most = left.saturating_sub(width(&filter) + SORT).max(least.saturating_sub(SORT));
        Some(format!("sort {} {}", name(&column, most.max(4)), sort.arrow()))
    });
    let sort = sort.unwrap_or_default();
    if !filter.is_empty() {
        let text = format!("{}{rows}", clip(&filter, left.saturating_sub(width(&sort) + 2)));
        pane.at((line.x, line.y), &text, room, pane.theme.strong);
    }
    let at = if filter.is_empty() { 0 } else { room.saturating_sub(width(&sort)) };
    let x = line.x.saturating_add(u16::try_from(at).unwrap_or(0));
    pane.at((x, line.y), &sort, room.saturating_sub(at), pane.theme.strong);
}

/// Columns of `sort`, of an arrow, and of the blanks beside them.
const SORT: usize = 9;

/// Calls for each column on screen with its place and the characters it may take: the class, then those that scroll.
fn each_column(data: &DataScreen, laid: &Laid, line: Rect, mut draw: impl FnMut(usize, u16, usize)) {
    let mut x = usize::from(line.x) + laid.numbers + 2;
    let at = |x: usize| u16::try_from(x).unwrap_or(u16::MAX);
    if let Some((class, wide)) = laid.class {
        draw(class, at(x), wide);
        x += wide + 3;
    }
    let end = usize::from(line.right());
    let shown = laid.fitting(data.left);
    // One more than fit whole: its beginning shows that there are more.
    let columns = laid.columns.iter().zip(&laid.widths);
    for (column, wide) in columns.skip(data.left).take(shown + 1) {
        let room = (*wide).min(end.saturating_sub(x));
        if room == 0 || (room < 3 && room < *wide) {
            break;
        }
        draw(*column, at(x), room);
        x += wide + laid.gap;
    }
}

/// The line between what stays and what scrolls.
fn divide(pane: &mut Pane<'_>, laid: &Laid, line: Rect) {
    let Some((_, wide)) = laid.class else { return };
    let x = usize::from(line.x) + laid.numbers + 2 + wide + 1;
    if x < usize::from(line.right()) {
        pane.at((u16::try_from(x).unwrap_or(u16::MAX), line.y), "│", 1, pane.theme.secondary);
    }
}

/// Columns whose names are cut so that they differ: as many as stand beside one another, and more.
const BESIDE: usize = 40;

fn header(pane: &mut Pane<'_>, table: &Table, column: usize, at: (u16, u16), room: usize) {
    let Some(about) = table.columns().get(column) else { return };
    let star = if pane.app.session.target == Some(column) { "*" } else { "" };
    let sort = pane.app.screens.data.shown.sort.filter(|sort| sort.column == column);
    let arrow = sort.map_or_else(String::new, |sort| format!(" {}", sort.arrow()));
    let name = shown(about.name.as_str());
    let left = room.saturating_sub(star.len() + width(&arrow));
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
    let name = format!("{name}{star}{arrow}");
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

/// The class of a row, with its mark.
fn class(
    pane: &mut Pane<'_>,
    table: &Table,
    (row, column): (usize, usize),
    at: (u16, u16),
    room: usize,
    selected: bool,
) {
    let text = table.cell_text(row, column);
    let known = pane.app.session.fitted().and_then(|fitted| fitted.class(&text));
    let code = || {
        let (segment, at) = table.locate(row)?;
        segment.cells.get(column)?.code(at).map(|code| code as usize)
    };
    match known.or_else(code) {
        Some(of) if !selected => {
            let text = format!("{} {}", class_mark(of), words::cell(table, row, column));
            pane.at(at, &clip(&text, room), room, pane.theme.class(of));
        }
        Some(of) => {
            // The mark of the cursor takes the blank behind that of the class.
            pane.at(at, &class_mark(of).to_string(), 1, pane.theme.class(of));
            value(
                pane,
                table,
                (row, column),
                (at.0 + 2, at.1),
                room.saturating_sub(2),
                true,
                pane.theme.text,
            );
        }
        None => value(
            pane,
            table,
            (row, column),
            (at.0 + 2, at.1),
            room.saturating_sub(2),
            selected,
            pane.theme.text,
        ),
    }
}

pub fn right(pane: &mut Pane<'_>) {
    let (app, mut out) = (pane.app, pane.writer());
    let data = &app.screens.data;
    let column = app.session.table.as_ref().and_then(|table| table.columns().get(data.column));
    let selected = Some(data.value).filter(|_| app.pane == Side::Detail);
    let marked = column.and_then(|column| profile(app, column, selected, &mut out));
    let height = usize::from(pane.area.height.saturating_sub(2));
    // What stands above the first value, and below the last, stays in sight with it.
    let scroll = match marked {
        None => data.detail,
        Some((0, _, _)) => 0,
        Some((at, last, _)) if at == last => usize::MAX,
        Some((_, _, line)) => follow(follow(data.detail, line + 1, height), line, height),
    };
    pane.scrolled("Column", &out.lines, scroll);
}

/// Writes the profile; gives the place of the selected value, of the last one, and the line of the selected one.
fn profile(
    app: &App,
    column: &Column,
    selected: Option<usize>,
    out: &mut Writer<'_>,
) -> Option<(usize, usize, usize)> {
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
        out.document(&facts);
        return None;
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
    if let Some(share) = profile.explained.filter(|_| profile.row_name.is_none()) {
        fact("classes", format!("explain {share:.3}"));
    }
    if let Some(why) = profile.row_name {
        facts.say(Role::Warning, format!("It {why}: what is learned from it holds for these rows only."));
    }
    facts.blank();
    out.document(&facts);
    let (theme, columns) = (out.theme, out.columns);
    let first = out.lines.len() + 1;
    let (parts, ..) = &parts(column, profile);
    let selected = selected.map(|at| at.min(parts.len().saturating_sub(1)));
    out.lines.extend(counts(column, profile, selected, theme, columns));
    // Each has a line and a bar.
    let at = selected.filter(|_| !parts.is_empty())?;
    Some((at, parts.len() - 1, first + 2 * at))
}

/// Over the counts of rows without a class.
const NO_CLASS: &str = "?";

fn counts(
    column: &Column,
    profile: &Profile,
    selected: Option<usize>,
    theme: &Theme,
    columns: usize,
) -> Vec<Line<'static>> {
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
    for (at, part) in parts.iter().enumerate() {
        let total = cell_right(&part.total.to_string(), digits + 1);
        let label = cell(if long { &part.label } else { &part.short }, room);
        let label = match selected == Some(at) {
            true => Span::styled(format!("▸{label}"), theme.cursor),
            false => Span::raw(format!(" {label}")),
        };
        let mut spans = vec![label, Span::raw(total)];
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
