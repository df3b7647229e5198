//! Screen 2: left the recipe, right what the selected line means and what the recipe made.

use ratatui::text::{Line, Span};

use crate::app::prelude::*;
use crate::app::screens::data::view::kind;
use crate::app::screens::explain::view::segments;
use crate::app::screens::model::meaning::{counts, priors};
use crate::app::screens::model::{Line as RecipeLine, RecipeColumn, Smoothing};
use crate::model::UnderAlpha;
use crate::text;

const NAMES: usize = 13;
const BESIDE_NAME: usize = 2 + 9 + 10 + 6 + 2;
/// The most column names that are cut so that they stay distinct.
const DISTINCT: usize = 400;
const ALPHA: usize = 6;

pub fn left(pane: &mut Canvas<'_>) {
    let (screen, theme) = (&pane.app.screens.model, pane.theme);
    let Some(view) = &screen.view else {
        return pane.frame("Recipe", "");
    };
    let room = pane.inner();
    // The role, the kind and the shortest of the bins keep their places.
    let wide = longest(&view.columns).min(room.saturating_sub(BESIDE_NAME).max(6));
    let names: Vec<&str> = view.columns.iter().take(DISTINCT).map(|column| column.shown.as_str()).collect();
    let names = text::names(&names, wide);
    let mut rows = vec![(None, columns_row(wide, ["column", "role", "kind", "bins"]), theme.heading)];
    for (at, column) in view.columns.iter().enumerate() {
        let style = match column.role {
            ColumnRole::Target | ColumnRole::Weight => theme.strong,
            ColumnRole::Ignored => theme.secondary,
            ColumnRole::Feature => theme.text,
        };
        let name = names.get(at).unwrap_or(&column.shown);
        rows.push((Some(at), column_row(wide, column, name), style));
    }
    rows.extend([(None, String::new(), theme.text), (None, "MODEL".to_owned(), theme.heading)]);
    for (at, line) in (view.columns.len()..).zip(&view.lines) {
        rows.push((Some(at), format!("  {}{}", cell(line.name(), NAMES), view.value(*line)), theme.text));
    }
    let marked = rows.iter().position(|(line, ..)| *line == Some(screen.cursor)).unwrap_or(0);
    let head = if screen.cursor == 0 { 0 } else { marked };
    let height = pane.height().saturating_sub(2);
    let top = screen.scroll.list(rows.len(), height, head..marked + 1);
    pane.frame("Recipe", &screen.scroll.place(rows.len()));
    for (line, text, style) in rows.into_iter().skip(top).take(pane.height()) {
        let row = pane.take(1);
        if let Some(line) = line {
            pane.note(row, Target::Row(line));
        }
        if line != Some(screen.cursor) {
            pane.row(row, Span::styled(clip(&text, room).into_owned(), style));
        } else if let Some(field) = &screen.field {
            let name = screen.line().map(|line| line.name()).unwrap_or_default();
            pane.field(&format!("▸ {}", cell(name, NAMES)), field, row);
        } else {
            let text = format!("▸{}", text.strip_prefix(' ').unwrap_or(&text));
            let text = format!("{} ◂", clip(&text, room.saturating_sub(2)));
            pane.row(row, Span::styled(text, theme.cursor));
        }
    }
}

pub fn needed(app: &App, _: &Theme) -> usize {
    let Some(view) = &app.screens.model.view else { return 0 };
    let longest = longest(&view.columns);
    let columns = view.columns.iter().map(|column| width(&column_row(longest, column, &column.shown)));
    let lines = view.lines.iter().map(|line| 2 + NAMES + width(&view.value(*line)));
    // The mark behind the line of the cursor.
    (columns.chain(lines).max().unwrap_or(0) + 2).max(longest + BESIDE_NAME)
}

fn longest(columns: &[RecipeColumn]) -> usize {
    columns.iter().map(|column| width(&column.shown)).max().unwrap_or(0).max(6)
}

fn columns_row(wide: usize, [name, role, kind, bins]: [&str; 4]) -> String {
    format!("  {} {} {} {bins}", cell(name, wide), cell(role, 8), cell(kind, 9))
}

fn column_row(wide: usize, column: &RecipeColumn, name: &str) -> String {
    let role = match column.role {
        ColumnRole::Target => "TARGET",
        ColumnRole::Weight => "WEIGHT",
        ColumnRole::Feature => "feature",
        ColumnRole::Ignored => "ignored",
    };
    let bins = column.bins.as_ref().map_or_else(|| "–".into(), ToString::to_string);
    columns_row(wide, [name, role, kind(column.kind), &bins])
}

pub fn right(pane: &mut Canvas<'_>) {
    let (app, mut out) = (pane.app, pane.writer());
    let screen = &app.screens.model;
    if let (Some(view), Some(line)) = (&screen.view, screen.line()) {
        let mut text = Document::default();
        text.blank();
        let (title, meaning) = view.meaning(line);
        text.say(Role::Strong, title);
        meaning.lines().for_each(|sentence| text.labelled(" ", Role::Text, sentence));
        out.document(&text);
        let fitted = app.session.fitted();
        if let Some(refused) = &screen.refused {
            let none = if fitted.is_some() { "This choice makes no model" } else { "There is no model yet" };
            let mut text = Document::default();
            text.blank();
            text.say(Role::Bad, none);
            text.labelled(" ", Role::Text, refused.what.as_str());
            text.labelled(" ", Role::Strong, refused.fix.as_str());
            out.document(&text);
        } else {
            match (line, fitted) {
                (RecipeLine::Alpha, _) => {
                    if let Some(found) = screen.smoothing(&app.session) {
                        smoothing(found, &mut out);
                    } else if app.jobs.waits_for(Lane::Smoothing) {
                        out.text("\u{a0}Other α are tried on the case …", pane.theme.secondary);
                    }
                }
                (RecipeLine::Prior, Some(fitted)) => out.document(&priors(fitted)),
                _ => {}
            }
            screen.words().into_iter().for_each(|words| out.document(words));
        }
        if let (Some(result), Some(fitted)) = (&screen.result, fitted) {
            let heading = match screen.refused {
                None => "Result of this recipe",
                Some(_) => "The previous model stays until then",
            };
            out.paragraph(heading, out.theme.heading);
            out.document(result);
            if screen.refused.is_none() {
                out.document(&counts(fitted));
            }
        }
    }
    pane.scrolling("What it means", &out.lines, &screen.detail);
}

fn smoothing(found: &Smoothing, out: &mut Writer<'_>) {
    let (theme, columns) = (out.theme, out.columns);
    let name = |class: usize| found.fitted.classes.get(class).map(ToString::to_string).unwrap_or_default();
    let alpha = |at: usize, point: &UnderAlpha| {
        let (mark, style) =
            if found.now == Some(at) { ("▸", theme.strong) } else { (" ", theme.secondary) };
        Span::styled(format!("{mark} {:>ALPHA$}  ", clip(point.alpha.text(), ALPHA)), style)
    };
    let heading = clip(&name(found.class), columns.saturating_sub(24).max(6)).into_owned();
    out.blank();
    out.line(format!("P({heading} | x) of the case, by α"), theme.heading);
    for (at, point) in found.points.iter().enumerate() {
        let mut line = Line::from(alpha(at, point));
        match &point.posterior {
            Some(posterior) => {
                let shares: Vec<f64> = posterior.iter().map(Number::to_f64).collect();
                line.extend(segments(&shares, found.class, columns.saturating_sub(ALPHA + 13), theme));
                let share = posterior.get(found.class).map(|share| share.fixed(4).written(theme.face.sign));
                let share = share.unwrap_or_default();
                line.push_span(Span::raw(format!("  {share}")));
            }
            None => line.push_span(Span::styled("0/0 undefined", theme.warning)),
        }
        out.lines.push(line);
    }
    let others = (0..found.fitted.classes.len()).filter(|class| *class != found.class);
    let mark = |(place, class): (usize, usize)| {
        let mark = format!("{}{} {} ", theme.share_fill(place), class_mark(class), clip(&name(class), 10));
        Span::styled(mark, theme.class(class))
    };
    let marks = std::iter::once(found.class).chain(others).take(4).enumerate().map(mark);
    out.lines.push(std::iter::once(Span::raw(" ")).chain(marks).collect());
    out.blank();
    out.line("smallest P(value | class)", theme.heading);
    for (at, point) in found.points.iter().enumerate() {
        out.lines.push(Line::from(vec![alpha(at, point), Span::raw(smallest(point, theme))]));
    }
}

fn smallest(point: &UnderAlpha, theme: &Theme) -> String {
    if point.zeros > 0 {
        return format!("0, as {} of {} are", point.zeros, point.conditionals);
    }
    let smallest = point.smallest.as_ref();
    smallest.map_or_else(|| "undefined".to_owned(), |value| value.significant(4).written(theme.face.sign))
}
