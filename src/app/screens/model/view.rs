//! Screen 2: left the recipe, right what the selected line means and what the recipe made.

use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use crate::app::prelude::*;
use crate::app::screens::data::view::kind;
use crate::app::screens::explain::view::segments;
use crate::app::screens::model::meaning::{RecipeView, counts, priors};
use crate::app::screens::model::{Line as RecipeLine, ModelScreen, Smoothing};
use crate::app::widgets::table::draw_tables;
use crate::model::UnderAlpha;

const ALPHA: usize = 6;

pub fn left(pane: &mut Canvas<'_>) {
    let screen = &pane.app.screens.model;
    let Some(view) = &screen.view else {
        return pane.frame("Recipe", "");
    };
    let lens = [view.columns.len(), view.lines.len()];
    pane.frame("Recipe", &format!("line {}/{}", screen.cursor + 1, lens.iter().sum::<usize>()));
    let tables = tables(screen, view, pane.theme).map(|table| table.field(1));
    draw_tables(pane, &screen.scroll, &lens, screen.cursor, |pane, at, _, first| {
        let place = tables.get(at).and_then(|table| table.draw_from(pane, first));
        if let (Some(field), Some(place)) = (&screen.field, place) {
            pane.field("", field, Rect { width: pane.area.right().saturating_sub(place.x), ..place });
        }
    });
}

pub fn needed(app: &App, theme: &Theme) -> usize {
    let screen = &app.screens.model;
    let Some(view) = &screen.view else { return 0 };
    tables(screen, view, theme).map(|table| table.needed()).into_iter().max().unwrap_or(0)
}

/// Returns the table of the columns, and the one of the lines below them.
fn tables<'a>(screen: &'a ModelScreen, view: &'a RecipeView, theme: &'a Theme) -> [Table<'a>; 2] {
    let column = |at: usize| {
        let Some(column) = view.columns.get(at) else { return Vec::new() };
        let (role, style) = match column.role {
            ColumnRole::Target => ("TARGET", theme.strong),
            ColumnRole::Weight => ("WEIGHT", theme.strong),
            ColumnRole::Feature => ("feature", theme.text),
            ColumnRole::Ignored => ("ignored", theme.secondary),
        };
        let bins = column.bins.as_ref().map_or_else(|| "–".into(), ToString::to_string);
        [&column.shown, role, kind(column.kind), &bins].map(|text| TableCell::styled(text, style)).into()
    };
    // The role, the kind and the shortest of the bins keep their places.
    let heads = [
        Column::text("column"),
        Column::text("role").least(7),
        Column::text("kind").least(8),
        Column::prose("bins"),
    ];
    let before = view.columns.len();
    let line = move |at: usize| {
        let Some(line) = view.lines.get(at) else { return Vec::new() };
        let is_typed = screen.field.is_some() && screen.cursor == before + at;
        let value = if is_typed { String::new() } else { view.value(*line) };
        vec![line.name().into(), value.into()]
    };
    let lines = Table::new([Column::text("MODEL").least(12), Column::prose("")], view.lines.len(), line);
    [
        Table::new(heads, before, column).row(screen.cursor),
        lines.row(screen.cursor.checked_sub(before).unwrap_or(usize::MAX)).offset(before),
    ]
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
