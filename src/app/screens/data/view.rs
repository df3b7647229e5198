//! Screen 1: left the cells or the given numbers, right what the column under the cursor holds, by class.
//!
//! Only the cells on screen are formatted.

use crate::app::prelude::*;
use crate::app::screens::data::{ProfilePart, given, parts};
use crate::app::widgets::pane::SPACIOUS;
use crate::app::widgets::table::draw_tables;
use crate::app::words::{digits, number};
use crate::app::{Pane as Side, ROW, words};
use crate::recipe::GivenBlock;
use crate::table;
use crate::table::Profile;
use crate::text::name;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

pub fn left(canvas: &mut Canvas<'_>) {
    let (app, theme) = (canvas.app, canvas.theme);
    let data = &app.screens.data;
    if let Some(recipe) = given(app) {
        return given_numbers(canvas, recipe);
    }
    let Some(table) = &app.session.table else { return canvas.frame("Data", "") };
    let place = |at: usize, of: usize| format!("{}/{of}", (at + 1).min(of));
    let (rows, columns) = (data.rows(table.rows()), table.columns().len());
    let foot = format!("row {} · column {}", place(data.row, rows), place(data.column, columns));
    let title = match &data.only {
        Some(only) => {
            format!("Data: rows of {}", clip(&only.of, usize::from(canvas.area.width).saturating_sub(22)))
        }
        None => "Data".into(),
    };
    canvas.frame(&title, &foot);
    if !data.shown.is_all() {
        let line = canvas.take(if app.frame.lines() >= SPACIOUS { 2 } else { 1 });
        above(canvas, table, line);
    }
    cells(app, table, theme).draw(canvas, &data.scroll);
    if rows == 0 {
        let mut out = canvas.inside();
        match app.session.fitted().filter(|fitted| fitted.data.sums.is_some()) {
            Some(fitted) => out.document(&report::elsewhere(fitted)),
            None if data.shown.filter.is_some() => {
                out.paragraph("No row matches the filter. F: all rows.", theme.text);
            }
            None => out.paragraph("There are no rows.", theme.text),
        }
        canvas.lines(&out.lines, 0);
    }
}

pub fn needed(app: &App, theme: &Theme) -> usize {
    if let Some(recipe) = given(app) {
        let blocks = recipe.given_blocks();
        return blocks.iter().map(|block| given_table(block, theme).cell(0, 0).needed()).max().unwrap_or(0);
    }
    app.session.table.as_ref().map_or(0, |table| cells(app, table, theme).needed())
}

/// The row numbers, the class, a line, and the other columns.
fn cells<'a>(app: &'a App, table: &'a table::Table, theme: &'a Theme) -> Table<'a> {
    let data = &app.screens.data;
    let target = app.session.target.filter(|at| *at < table.columns().len());
    let head = |at: usize| {
        let Some(about) = table.columns().get(at) else { return Column::default() };
        let (star, before) = if target == Some(at) { ("*", 2) } else { ("", 0) };
        let sort = data.shown.sort.filter(|sort| sort.column == at);
        let arrow = sort.map_or_else(String::new, |sort| format!(" {}", sort.arrow()));
        let head = format!("{}{star}{arrow}", shown(about.name.as_str()));
        let column = match about.kind {
            Kind::Numeric => Column::number(head),
            Kind::Text => Column::prose(head),
            Kind::Categorical | Kind::Binary => Column::text(head),
        };
        let (behind, wide) = (width(&arrow), data.widths.get(at));
        let (least, full) = wide.map_or((8, 8), |wide| (wide.least(before, behind), wide.full(behind)));
        column.least(least).full(full.max(least))
    };
    let number = Column::number(ROW).least(digits(table.rows())).full(digits(table.rows()).max(ROW.len()));
    let mut columns = vec![number.pinned().style(theme.secondary)];
    if let Some(class) = target {
        columns.extend([head(class).most(24).pinned(), Column::text("│").pinned().style(theme.secondary)]);
    }
    let before = columns.len();
    let others: Vec<usize> = (0..table.columns().len()).filter(|at| target != Some(*at)).collect();
    columns.extend(others.iter().map(|at| head(*at)));
    let cursor = match others.iter().position(|at| *at == data.column) {
        Some(place) => before + place,
        None => 1,
    };
    let cell = move |place: usize, at: usize| {
        let row = data.row_at(place);
        match (at, target) {
            (0, _) => TableCell::styled((row + 1).to_string(), theme.secondary),
            (1, Some(class)) => class_cell(app, table, row, class, theme),
            (2, Some(_)) => TableCell::styled("│", theme.secondary),
            (at, _) => {
                others.get(at - before).map_or_else(String::new, |at| words::cell(table, row, *at)).into()
            }
        }
    };
    Table::by_cell(columns, data.rows(table.rows()), cell).cell(data.row, cursor)
}

fn class_cell(app: &App, table: &table::Table, row: usize, column: usize, theme: &Theme) -> TableCell {
    let text = words::cell(table, row, column);
    let known = app.session.fitted().and_then(|fitted| fitted.class(&table.cell_text(row, column)));
    let code = || {
        let (segment, at) = table.locate(row)?;
        segment.cells.get(column)?.code(at).map(|code| code as usize)
    };
    match known.or_else(code) {
        Some(class) => TableCell::styled(format!("{} {text}", class_mark(class)), theme.class(class)),
        None => format!("  {text}").into(),
    }
}

/// The line that says which rows are shown, and in which order. Where both do not fit, the name of the sorted column, whose
/// head has the arrow, is cut first.
fn above(pane: &mut Canvas<'_>, table: &table::Table, line: Rect) {
    let (data, style) = (&pane.app.screens.data, pane.theme.strong);
    let room = usize::from(line.width);
    let sort = |room: usize| {
        let sort = data.shown.sort?;
        let column = shown(table.columns().get(sort.column)?.name.as_str());
        Some(format!("sort {} {}", name(&column, room.saturating_sub(SORT).max(4)), sort.arrow()))
    };
    let Some(filter) = &data.shown.filter else {
        return pane.at((line.x, line.y), &sort(room).unwrap_or_default(), room, style);
    };
    let filter = format!("filter {}", shown(&filter.to_string()));
    let all = data.only.as_ref().map_or(table.rows(), |only| only.rows.len());
    let rows = format!(" · {} of {}", data.rows(all), counted(all, "row", "rows"));
    let left = room.saturating_sub(width(&rows));
    let sort = sort(left.saturating_sub(width(&filter)).max(left / 4)).unwrap_or_default();
    let text = format!("{}{rows}", clip(&filter, left.saturating_sub(width(&sort) + 2)));
    pane.at((line.x, line.y), &text, room, style);
    let x = line.right().saturating_sub(u16::try_from(width(&sort)).unwrap_or(0));
    pane.at((x.max(line.x), line.y), &sort, room, style);
}

const SORT: usize = 9;

fn given_table<'a>(block: &'a GivenBlock, theme: &Theme) -> Table<'a> {
    let first = block.rows.first().and_then(|(_, cells)| cells.first());
    let is_class = !matches!(first, Some((Quantity::Cov { .. }, _)));
    let head = |(at, head): (usize, &Name)| match is_class {
        true => Column::number(named(at, head.as_str())).most(14).style(theme.class(at)),
        false => Column::number(shown(head.as_str())).most(14),
    };
    let label = Column::text(shown(&block.what)).most(22).pinned();
    let columns = std::iter::once(label).chain(block.heads.iter().enumerate().map(head));
    Table::new(columns, block.rows.len(), |at| {
        let Some((name, cells)) = block.rows.get(at) else { return Vec::new() };
        let numbers = cells.iter().map(|(_, number)| TableCell::from(number.text()));
        std::iter::once(shown(name).into_owned().into()).chain(numbers).collect()
    })
}

fn given_numbers(canvas: &mut Canvas<'_>, recipe: &Recipe) {
    let data = &canvas.app.screens.data;
    let blocks = recipe.given_blocks();
    canvas.frame("Given numbers", "");
    let lens: Vec<usize> = blocks.iter().map(|block| block.rows.len()).collect();
    draw_tables(canvas, &data.scroll, &lens, data.row, |canvas, at, start, first| {
        let Some(block) = blocks.get(at) else { return };
        let row = data.row.checked_sub(start).unwrap_or(usize::MAX);
        given_table(block, canvas.theme).cell(row, data.column + 1).offset(start).draw_from(canvas, first);
    });
}

const MOST_CLASSES: usize = 4;

pub fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Numeric => "number",
        Kind::Binary => "yes/no",
        Kind::Categorical => "category",
        Kind::Text => "text",
    }
}

pub fn right(canvas: &mut Canvas<'_>) {
    let (app, mut out) = (canvas.app, canvas.writer());
    let data = &app.screens.data;
    if let Some(recipe) = given(app) {
        if let Some((place, _)) = data.given_number(&recipe.given_blocks()) {
            out.blank();
            out.spaced(&report::given_number(recipe, &place));
        }
        return canvas.scrolling("This number", &out.lines, &data.detail);
    }
    let column = app.session.table.as_ref().and_then(|table| table.columns().get(data.column));
    let selected = Some(data.value).filter(|_| app.pane == Side::Detail);
    if let Some(marked) = column.and_then(|column| profile(app, column, selected, &mut out)) {
        let height = usize::from(canvas.area.height.saturating_sub(2));
        data.detail.list(out.lines.len(), height, marked);
    }
    canvas.scrolling("Column", &out.lines, &data.detail);
}

/// Writes the profile of a column; returns the lines to keep in sight.
fn profile(
    app: &App,
    column: &table::Column,
    selected: Option<usize>,
    out: &mut Writer<'_>,
) -> Option<Range<usize>> {
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
    let Some(profile) = data.counted() else {
        facts.say(Role::Secondary, "\u{a0}counting …");
        out.document(&facts);
        return None;
    };
    let all = app.session.table.as_ref().map_or(0, |table| table.rows());
    if data.some_rows().is_some() {
        let which = if data.shown.filter.is_some() { "filter" } else { "counted" };
        fact(which, format!("{} of {all} rows", profile.rows));
    }
    // Sums have neither for numbers and words.
    if !profile.values.is_empty() || profile.words.is_some() || all > 0 {
        fact(if column.kind == Kind::Text { "words" } else { "distinct" }, profile.distinct.to_string());
        fact("missing", profile.missing.to_string());
    }
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
        let share = report::percent(&Number::Float(share)).written(out.theme.face.sign);
        match profile.numbers {
            Some(_) => fact("variance", format!("{share} % between classes")),
            None => fact("explains", format!("{share} % of the class entropy")),
        }
    }
    if let Some(why) = profile.row_name {
        facts.say(
            Role::Warning,
            format!("It {why}: what the model learns from it does not carry over to new rows."),
        );
    }
    facts.blank();
    let sums = app.session.fitted().is_some_and(|fitted| fitted.data.sums.is_some());
    if profile.values.is_empty() && sums {
        facts.say(Role::Text, "The sums do not list its values: see 3 Parameters.");
        out.document(&facts);
        return None;
    }
    out.document(&facts);
    counts(column, profile, selected, out)
}

const NO_CLASS: &str = "?";

fn counts(
    column: &table::Column,
    profile: &Profile,
    selected: Option<usize>,
    out: &mut Writer<'_>,
) -> Option<Range<usize>> {
    let (theme, columns, first) = (out.theme, out.columns, out.lines.len() + 1);
    let (parts, headings) = parts(column, profile);
    let last = parts.len().saturating_sub(1);
    let selected = selected.filter(|_| !parts.is_empty()).map(|at| at.min(last));
    let classes: Vec<String> = profile.classes.iter().map(|name| shown(name.as_str()).into_owned()).collect();
    let most = parts.iter().map(|part| part.total).max().unwrap_or(0);
    let digits = most.to_string().len().max(3);
    let longest = parts.iter().map(|part| width(&part.label)).max().unwrap_or(0);
    let shortest = parts.iter().map(|part| width(&part.short)).max().unwrap_or(0);
    // "All" counts rows without a class, too: they have a column of their own, so that the others add up to it.
    let rest = |part: &ProfilePart<'_>| part.total.saturating_sub(part.by_class.iter().sum());
    let shown_classes = if classes.len() <= MOST_CLASSES { classes.len() } else { 0 };
    let queries = shown_classes > 0 && parts.iter().any(|part| rest(part) > 0);
    let named = classes.iter().take(shown_classes).map(|name| width(name).clamp(digits, 8.max(digits)));
    let taken = |widths: &[usize]| widths.iter().map(|wide| wide + 2).sum::<usize>() + digits + 2;
    // The headings over the labels have up to five letters.
    let fits = |widths: &Vec<usize>| taken(widths) + shortest.clamp(5, 8) <= columns;
    let layouts = [named.clone().chain([digits]).collect(), named.collect(), vec![digits; shown_classes]];
    let layout = layouts.iter().enumerate().position(|(at, widths)| (at > 0 || queries) && fits(widths));
    let (rest_shown, marks) = (layout == Some(0), layout == Some(2));
    // The bars still show the classes; a number that is cut would be a wrong one.
    let widths = layout.and_then(|at| layouts.into_iter().nth(at)).unwrap_or_default();
    let room = columns.saturating_sub(taken(&widths)).max(5);
    let is_long = longest <= room;
    let room = if is_long { longest } else { shortest }.max(8).min(room);
    let line = |label: Span<'static>, total: &str, cells: Vec<Span<'static>>| {
        let total = Span::raw(cell_right(total, digits + 1));
        let cell = |(span, wide): (Span<'_>, &usize)| {
            Span::styled(format!("  {}", cell_right(&span.content, *wide)), span.style)
        };
        [label, total].into_iter().chain(cells.into_iter().zip(&widths).map(cell)).collect::<Line<'_>>()
    };
    let [heading, short_heading] = headings;
    let heading = cell(if is_long { heading } else { short_heading }, room + 1);
    let name = |class: usize| match classes.get(class) {
        Some(_) if marks => Span::styled(class_mark(class).to_string(), theme.class(class)),
        name => Span::styled(name.map_or(NO_CLASS, String::as_str).to_owned(), theme.class(class)),
    };
    let names = (0..widths.len()).map(name).collect();
    out.lines.push(line(Span::styled(heading, theme.heading), "all", names));
    for (at, part) in parts.iter().enumerate() {
        let label = cell(if is_long { &part.label } else { &part.short }, room);
        let label = match selected == Some(at) {
            true => Span::styled(format!("▸{label}"), theme.cursor),
            false => Span::raw(format!(" {label}")),
        };
        let counts = part.by_class.iter().copied().chain([rest(part)]);
        let counts = counts.map(|count| Span::raw(count.to_string())).collect();
        out.lines.push(line(label, &part.total.to_string(), counts));
        out.lines.push(bar(part, most, columns.saturating_sub(4), theme));
    }
    if column.kind != Kind::Numeric && profile.distinct > parts.len() {
        let more = counted(profile.distinct - parts.len(), "rarer value", "rarer values");
        out.line(format!(" and {more}"), theme.secondary);
    }
    if !classes.is_empty() {
        out.blank();
        out.lines.extend(legend(&classes, marks, theme, columns));
    }
    match rest_shown {
        true => out.text(&format!("{NO_CLASS} rows without a class"), theme.secondary),
        false if queries && !widths.is_empty() => {
            out.text("“all” counts rows without a class, too", theme.secondary);
        }
        false => {}
    }
    // Each has a line and a bar.
    let line = first + 2 * selected?;
    Some(match selected? {
        0 => 0..line + 2,
        at if at == last => line..out.lines.len(),
        _ => line..line + 2,
    })
}

fn bar(part: &ProfilePart<'_>, most: u64, columns: usize, theme: &Theme) -> Line<'static> {
    let mut line = Line::raw("  ");
    let scale = |count: u64| match most <= columns as u64 {
        true => count as usize,
        false => (count as f64 * columns as f64 / most as f64).round() as usize,
    };
    if part.by_class.is_empty() {
        line.push_span("█".repeat(scale(part.total)));
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

fn legend(classes: &[String], marks: bool, theme: &Theme, columns: usize) -> Vec<Line<'static>> {
    let mut lines = vec![Line::default()];
    for (class, name) in classes.iter().enumerate() {
        let mark = if marks { format!("{} ", class_mark(class)) } else { String::new() };
        let words = format!("{} {mark}{}   ", theme.class_fill(class), clip(name, 20));
        if lines.last().is_some_and(|line: &Line| line.width() + width(words.trim_end()) > columns) {
            lines.push(Line::default());
        }
        let span = Span::styled(words, theme.class(class));
        lines.last_mut().into_iter().for_each(|line| line.push_span(span.clone()));
    }
    lines
}
