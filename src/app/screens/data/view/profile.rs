//! Screen 1, right: what the column under the cursor holds, by class.

use ratatui::text::{Line, Span};

use crate::app::screens::data::actions::{Part, parts};
use crate::app::terminal::theme::{Theme, class_mark};
use crate::app::widgets::document::Writer;
use crate::app::widgets::pane::{Canvas, cell, cell_right, wrap};
use crate::app::words::{clip, number, shown, width};
use crate::app::{App, Pane as Side};
use crate::math::Number;
use crate::report::{Document, Role};
use crate::table::{Column, Kind, Profile};
use crate::text::counted;

const MOST_CLASSES: usize = 4;

pub fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Numeric => "number",
        Kind::Binary => "yes/no",
        Kind::Categorical => "category",
        Kind::Text => "text",
    }
}

pub fn right(pane: &mut Canvas<'_>) {
    let (app, mut out) = (pane.app, pane.writer());
    let data = &app.screens.data;
    let column = app.session.table.as_ref().and_then(|table| table.columns().get(data.column));
    let selected = Some(data.value).filter(|_| app.pane == Side::Detail);
    let marked = column.and_then(|column| profile(app, column, selected, &mut out));
    match marked {
        None => {}
        Some((0, _, _)) => data.detail.to(0),
        Some((at, last, _)) if at == last => data.detail.to(usize::MAX),
        Some((_, _, line)) => {
            data.detail.list(
                out.lines.len(),
                usize::from(pane.area.height.saturating_sub(2)),
                line..line + 2,
            );
        }
    }
    pane.scrolling("Column", &out.lines, &data.detail);
}

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
    // Of a number or of words, sums tell neither.
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
        let share = Number::Float(share).fixed(3).written(out.theme.face.sign);
        fact("classes", format!("explain {share}"));
    }
    if let Some(why) = profile.row_name {
        facts.say(
            Role::Warning,
            format!("It {why}: what the model learns from it does not carry over to new rows."),
        );
    }
    facts.blank();
    if profile.values.is_empty() && app.session.fitted().is_some_and(|fitted| fitted.data.sums.is_some()) {
        facts.say(Role::Text, "The sums do not list its values: see 3 Parameters.");
        out.document(&facts);
        return None;
    }
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
    let marks = !fits(&widths) && fits(&vec![digits; apart]);
    if marks {
        widths = vec![digits; apart];
    } else if !fits(&widths) {
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
        let name = match classes.get(class) {
            Some(_) if marks => class_mark(class).to_string(),
            Some(name) => name.clone(),
            None => NO_CLASS.to_owned(),
        };
        head.push(Span::styled(format!("  {}", cell_right(&name, *wide)), theme.class(class)));
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
        lines.extend(legend(&classes, marks, theme, columns));
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

fn legend(classes: &[String], marks: bool, theme: &Theme, columns: usize) -> Vec<Line<'static>> {
    let mut lines = vec![Line::default()];
    for (class, name) in classes.iter().enumerate() {
        let mark = if marks { format!("{} ", class_mark(class)) } else { String::new() };
        let words = format!("{} {mark}{}   ", theme.class_fill(class), clip(name, 20));
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
