//! Screen 3: left every number of the model, right why the selected one is what it is.
//!
//! Only the lines on screen are looked at, so a vocabulary may have any size.

use crate::app::screens::parameters::lines::{Matrix, POSITIVE, indent, together};
use crate::app::screens::parameters::{
    BRIEF, Columns, LIKELIHOOD, Layout, Line, PRIOR, ParametersScreen, Shown, columns, layout, lines,
};
use crate::app::terminal::theme::Theme;
use crate::app::widgets::document::Writer;
use crate::app::widgets::pane;
use crate::app::widgets::pane::{Pane, cell, cell_right};
use crate::app::widgets::rows::class_names;
use crate::app::words::{clip, shown, width};
use crate::app::{App, NumberForm};
use crate::model::{Factor, Fitted, Form, Gda, OrderBy};
use crate::text;
use crate::text::{name, names};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use std::collections::HashMap;

pub fn left(pane: &mut Pane<'_>) {
    let (app, theme) = (pane.app, pane.theme);
    let screen = &app.screens.parameters;
    let Some(fitted) = app.session.fitted() else { return pane.frame("P(value | class)", "") };
    let title = if let Some(gda) = fitted.gda() {
        if gda.is_shared() { "μ, Σ and θ" } else { "μ and Σ" }
    } else if fitted.factors().iter().all(Factor::is_number) {
        "mean and variance by class"
    } else if fitted.is_by_value() {
        "P(class | value)"
    } else {
        "P(value | class)"
    };
    let (all, classes) = (screen.lines.len(), fitted.classes.len());
    let place = match screen.lines.at(screen.line) {
        Some(Line::Of(_, row)) => format!("row {}, column {}", row + 1, screen.column + 1),
        _ => format!("line {}/{all} · class {}/{classes}", screen.line + 1, screen.class + 1),
    };
    let title = match sorted(app, fitted) {
        None => title.to_owned(),
        Some(by) => {
            let whole = format!("{title} · by {by}");
            // The mark of the focus and the corners take nine columns.
            if width(&whole) + 9 <= usize::from(pane.area.width) { whole } else { format!("by {by}") }
        }
    };
    pane.frame(&title, &place);
    let layout = layout(app);
    let classes = class_names(&fitted.classes, layout.classes(screen.left), layout.class);
    let rows = screen.top..(screen.top + pane.height()).min(screen.lines.rows());
    let on_screen = rows.clone().filter_map(|row| match screen.lines.shown(row)? {
        Shown::Line(line) => screen.lines.at(line),
        _ => None,
    });
    let labels = Labels::new(fitted, &layout, on_screen);
    let table = Table { app, fitted, layout: &layout, theme, classes, labels };
    let matrices = fitted.gda().map(|gda| Matrices::new(app, fitted, gda));
    let above = matrices.as_ref().and_then(|all| Some((all, screen.lines.names_above(screen.top)?)));
    for at in 0..layout.heading() {
        let place = pane.take(1);
        match &above {
            Some((matrices, matrix)) => matrices.names(*matrix, place, pane.theme, pane.buffer),
            None => table.heading(at, place, pane.buffer),
        }
    }
    let mut first = true;
    for row in rows.take(pane.height()) {
        let place = pane.take(1);
        match (screen.lines.shown(row), &matrices) {
            (Some(Shown::Line(line)), matrices) => {
                let Some(at) = screen.lines.at(line) else { continue };
                match (at, matrices) {
                    (Line::Of(..) | Line::Determinant, Some(matrices)) => {
                        matrices.line(at, line == screen.line, place, pane.theme, pane.buffer);
                    }
                    _ => table.line(line, at, first, place, pane.buffer),
                }
                first = false;
            }
            (Some(Shown::Names(matrix)), Some(matrices)) => {
                matrices.names(matrix, place, pane.theme, pane.buffer);
            }
            (Some(Shown::Theta), _) => table.theta(place, pane.buffer),
            _ => {}
        }
    }
    let mut below = pane.inside();
    table.below(&mut below);
    pane.put(&below.lines);
    pane.take(1);
    table.bars(pane.area, pane.buffer);
    let found = screen.why.as_ref().and_then(|why| why.found.as_ref());
    if let Some(scene) = found.and_then(|found| found.picture.as_deref())
        && pane.height() >= PICTURE.0
    {
        pane::put(pane, scene, None, PICTURE.1);
    }
}

fn sorted(app: &App, fitted: &Fitted) -> Option<String> {
    Some(match app.screens.parameters.sort? {
        OrderBy::LogOdds(class) => {
            let class = class_names(&fitted.classes, class..class + 1, 14);
            format!("log-odds for {}", class.join(""))
        }
        OrderBy::Information => "information".to_owned(),
        OrderBy::Count => "count".to_owned(),
        OrderBy::Name => "name".to_owned(),
    })
}

/// The rows of the picture below the numbers: with fewer there is none.
const PICTURE: (usize, usize) = (7, 20);

struct Table<'a> {
    app: &'a App,
    fitted: &'a Fitted,
    layout: &'a Layout,
    theme: &'a Theme,
    classes: Vec<String>,
    labels: Labels,
}

/// Names of features, and of the values of those on screen, cut where they do not differ.
struct Labels {
    features: Vec<String>,
    values: HashMap<usize, Vec<String>>,
}

const ALIKE: usize = 400;

impl Labels {
    fn new(fitted: &Fitted, layout: &Layout, lines: impl Iterator<Item = Line>) -> Labels {
        let mut labels = Labels { features: Vec::new(), values: HashMap::new() };
        if fitted.features.len() <= ALIKE {
            let names = (0..fitted.features.len()).map_while(|at| lines::feature(fitted, at));
            let room = if fitted.is_naive() { layout.feature } else { layout.value };
            labels.features = cut(names.map(|name| shown(name.as_str()).into_owned()), room);
        }
        for line in lines {
            let Line::Value { factor, .. } = line else { continue };
            labels.values.entry(factor).or_insert_with(|| {
                let names = (0..=ALIKE).map_while(|value| lines::label(fitted, factor, value));
                let names: Vec<String> = names.map(|name| shown(name.as_str()).into_owned()).collect();
                if names.len() > ALIKE { Vec::new() } else { cut(names.into_iter(), layout.value) }
            });
        }
        labels
    }

    fn feature(&self, fitted: &Fitted, factor: usize, room: usize) -> String {
        let whole = || lines::feature(fitted, factor).map_or("all", |name| name.as_str());
        self.features.get(factor).cloned().unwrap_or_else(|| name(&shown(whole()), room))
    }

    fn value(&self, fitted: &Fitted, (factor, value): (usize, usize), room: usize) -> Option<String> {
        let cut = self.values.get(&factor).and_then(|values| values.get(value)).cloned();
        cut.or_else(|| Some(name(&shown(lines::label(fitted, factor, value)?.as_str()), room)))
    }
}

fn cut(names: impl Iterator<Item = String>, room: usize) -> Vec<String> {
    let all: Vec<String> = names.collect();
    text::names(&all.iter().map(String::as_str).collect::<Vec<&str>>(), room)
}

impl Table<'_> {
    fn each_class(&self, row: Rect, mut draw: impl FnMut(usize, u16, usize)) {
        let left = self.app.screens.parameters.left;
        let gap = self.layout.gap;
        let mut x = usize::from(row.x) + self.layout.labels() + gap;
        let end = usize::from(row.right());
        for (class, wide) in self.layout.classes.iter().enumerate().skip(left).take(self.layout.shown) {
            if x + wide > end {
                break;
            }
            draw(class, u16::try_from(x).unwrap_or(u16::MAX), *wide);
            x += wide + gap;
        }
    }

    fn heading(&self, at: usize, row: Rect, buffer: &mut Buffer) {
        let more = self.fitted.classes.len() > self.app.screens.parameters.left + self.layout.shown;
        if at == 0 && more {
            buffer.set_stringn(row.right().saturating_sub(1), row.y, "›", 1, self.theme.secondary);
        }
        if at == 0 && self.app.screens.parameters.left > 0 {
            let x = row.x + self.layout.labels() as u16;
            buffer.set_stringn(x, row.y, "‹", 1, self.theme.secondary);
        }
        self.each_class(row, |class, x, wide| {
            let left = self.app.screens.parameters.left;
            let Some(name) = class.checked_sub(left).and_then(|at| self.classes.get(at)) else { return };
            if at == 0 {
                let name = if self.layout.parts.is_some() {
                    format!("{name:^wide$}")
                } else {
                    cell_right(name, wide)
                };
                buffer.set_stringn(x, row.y, name, wide, self.theme.class(class).patch(self.theme.heading));
            } else if let Some(parts) = self.layout.parts {
                let [count, share, ln] = parts;
                let names = format!(
                    "{}  {}  {}",
                    cell_right("count", count),
                    cell_right("P", share),
                    cell_right("ln P", ln)
                );
                buffer.set_stringn(x, row.y, cell_right(&names, wide), wide, self.theme.secondary);
            }
        });
    }

    fn line(&self, line: usize, at: Line, first: bool, row: Rect, buffer: &mut Buffer) {
        let labels = self.layout.labels();
        match at {
            Line::Prior | Line::Likelihood => {
                let [prior, rows] = BRIEF;
                let words = if at == Line::Prior { [PRIOR, prior] } else { [LIKELIHOOD, rows] };
                let words = words.into_iter().find(|words| width(words) <= labels).unwrap_or(words[1]);
                buffer.set_stringn(row.x, row.y, words, labels, self.theme.strong);
            }
            Line::Value { factor: at, value } => {
                if first || self.app.screens.parameters.lines.is_first(line) {
                    let name = self.labels.feature(self.fitted, at, self.layout.feature);
                    buffer.set_stringn(row.x, row.y, name, self.layout.feature, self.theme.heading);
                }
                if let Some(name) = self.labels.value(self.fitted, (at, value), self.layout.value) {
                    let x = row.x + self.layout.feature as u16 + 1;
                    buffer.set_stringn(x, row.y, name, self.layout.value, self.theme.text);
                }
            }
            _ => {
                let is_first = first || matches!(at, Line::Mean(0) | Line::Weight(None | Some(0)));
                let symbol = if is_first { at.symbol() } else { "" };
                buffer.set_stringn(row.x, row.y, symbol, labels, self.theme.heading);
                if let Some(feature) = at.feature() {
                    let name = self.labels.feature(self.fitted, feature, self.layout.value);
                    let x = row.x + self.layout.feature as u16 + 1;
                    buffer.set_stringn(x, row.y, name, self.layout.value, self.theme.text);
                }
            }
        }
        self.each_class(row, |class, x, wide| {
            let form = self.app.settings.form;
            let screen = &self.app.screens.parameters;
            let written = |form: NumberForm| {
                screen.lines.written(self.fitted, at, class, form).written(self.theme.face.sign)
            };
            let of_theta = matches!(at, Line::Weight(_)) && self.fitted.theta().is_some();
            let selected = if of_theta { POSITIVE } else { screen.class };
            let marked = (line, class) == (screen.line, selected);
            let Some(parts) = self.layout.parts else {
                self.number(&written(form), marked, (x, row.y), wide, buffer);
                return;
            };
            let [count, share, ln] = parts;
            let of_ln = form == NumberForm::Ln;
            let plain = if of_ln { NumberForm::Fraction } else { form };
            let mut x = x + wide.saturating_sub(count + share + ln + 4) as u16;
            let counted = cell_right(&lines::count(self.fitted, at, class).to_string(), count);
            buffer.set_stringn(x, row.y, counted, count, self.theme.secondary);
            x += count as u16 + 2;
            let is_share = lines::estimate(self.fitted, at, class).is_some();
            self.number(&written(plain), marked && !(of_ln && is_share), (x, row.y), share, buffer);
            x += share as u16 + 2;
            if !is_share {
                return;
            }
            self.number(&written(NumberForm::Ln), marked && of_ln, (x, row.y), ln, buffer);
        });
    }

    fn theta(&self, row: Rect, buffer: &mut Buffer) {
        let positive = self.fitted.classes.get(POSITIVE).map(|name| shown(name.as_str()));
        let words = match (self.fitted.theta(), positive) {
            (Some(_), Some(positive)) => format!("θ, with the sign of {positive}"),
            _ => "θ of each class: the largest θ₀ + θᵀx leads".to_owned(),
        };
        let room = usize::from(row.width);
        buffer.set_stringn(row.x, row.y, clip(&words, room), room, self.theme.heading);
    }

    fn number(&self, text: &str, marked: bool, (x, y): (u16, u16), wide: usize, buffer: &mut Buffer) {
        let x = x + wide.saturating_sub(width(text)) as u16;
        if marked {
            buffer.set_stringn(
                x.saturating_sub(1),
                y,
                format!("▸{text}◂"),
                width(text) + 2,
                self.theme.cursor,
            );
        } else {
            buffer.set_stringn(x, y, text, wide, self.theme.number);
        }
    }

    fn below(&self, out: &mut Writer<'_>) {
        let shares = self.fitted.factors().iter().any(|factor| !factor.is_number() && !factor.is_words());
        let positive = self.fitted.theta().and_then(|_| self.fitted.classes.get(1));
        let text;
        let sum = if self.fitted.is_by_value() {
            "Each row of a feature adds to 1."
        } else if let Some(positive) = positive {
            text = format!(
                "Means are those of the rows of the class; one Σ serves all classes. θ has the sign of {}: where θ₀ + θᵀx is above 0, that class leads.",
                shown(positive.as_str())
            );
            text.as_str()
        } else if self.fitted.gda().is_some_and(Gda::is_shared) {
            "Means are those of the rows of the class; one Σ serves all classes."
        } else if let Some(family) = self.fitted.count_family() {
            text = format!("Each λ is the mean count of the rows of the class: P(k) = {}.", family.formula);
            text.as_str()
        } else if !self.fitted.is_exact() {
            "Mean and variance are those of the rows of the class."
        } else if shares || self.fitted.factors().iter().all(|factor| factor.form == Form::Words) {
            "Each column of a feature adds to 1."
        } else {
            "Each number is the share of documents with the word."
        };
        out.paragraph(sum, self.theme.secondary);
        let counted = self.fitted.factors().iter().filter(|factor| !factor.is_number()).count();
        let what = match counted {
            0 => "priors",
            some if some < self.fitted.factors().len() => "shares",
            _ => "these",
        };
        let hint = format!("x: {what} are {}.", self.app.settings.form.words());
        out.line(clip(&hint, out.columns), self.theme.secondary);
    }

    fn bars(&self, area: Rect, buffer: &mut Buffer) {
        let lines = &self.app.screens.parameters.lines;
        let classes = self.fitted.classes.len();
        let wanted = lines.values();
        let name = lines.value.min(14);
        let room = usize::from(area.width).saturating_sub(name + 2);
        let each = room / classes.max(1);
        let counted = self.fitted.is_exact();
        if !counted || wanted == 0 || wanted > usize::from(area.height) || each < 14 {
            return;
        }
        for (row, line) in area.rows().zip(1..=wanted) {
            let Some(at @ Line::Value { factor, value }) = lines.at(line) else { continue };
            let label = self.fitted.factors().get(factor).and_then(|factor| factor.values().get(value));
            let label = label.map(|label| shown(label.as_str()).into_owned()).unwrap_or_default();
            buffer.set_stringn(row.x, row.y, cell(&label, name), name, self.theme.text);
            for class in 0..classes {
                let Some(share) = lines::estimate(self.fitted, at, class).and_then(|e| e.value()) else {
                    continue;
                };
                let x = row.x + (name + 2 + class * each) as u16;
                self.bar(class, share.to_f64(), (x, row.y), each - 2, buffer);
            }
        }
    }

    fn bar(&self, class: usize, share: f64, (x, y): (u16, u16), wide: usize, buffer: &mut Buffer) {
        let label = self.fitted.classes.get(class).map(|name| shown(name.as_str()).into_owned());
        let label = label.unwrap_or_default();
        let name = clip(&label, 8);
        let style: Style = self.theme.class(class);
        buffer.set_stringn(x, y, &*name, wide, style);
        let longest = self.fitted.classes.iter().map(|name| width(&shown(name.as_str())).min(8)).max();
        let indent = longest.unwrap_or(0) + 1;
        let room = wide.saturating_sub(indent);
        let length = (share * room as f64).round() as usize;
        let bar = self.theme.class_fill(class).to_string().repeat(length.min(room));
        buffer.set_stringn(x + indent as u16, y, bar, room, style);
    }
}

pub struct Matrices<'a> {
    fitted: &'a Fitted,
    gda: &'a Gda,
    screen: &'a ParametersScreen,
    columns: Columns,
    names: Vec<String>,
}

impl<'a> Matrices<'a> {
    pub fn new(app: &'a App, fitted: &'a Fitted, gda: &'a Gda) -> Matrices<'a> {
        let screen = &app.screens.parameters;
        let names = fitted.feature_names().map(|name| shown(name.as_str()).into_owned()).collect();
        Matrices { fitted, gda, screen, columns: columns(app), names }
    }

    fn range(&self) -> std::ops::Range<usize> {
        self.columns.shown(self.screen.first)
    }

    fn each(&self, row: Rect, mut draw: impl FnMut(usize, u16, usize)) -> u16 {
        let mut x = usize::from(row.x) + self.columns.label + 3;
        for column in self.range() {
            let wide = self.columns.widths.get(column).copied().unwrap_or(0);
            draw(column, u16::try_from(x).unwrap_or(u16::MAX), wide);
            x += wide + 1;
        }
        u16::try_from(x).unwrap_or(u16::MAX)
    }

    /// The names above a matrix, cut so that they stay apart, with its letter before them and signs where there are more.
    pub fn names(&self, matrix: Matrix, row: Rect, theme: &Theme, buffer: &mut Buffer) {
        let letter = match matrix {
            Matrix::Sigma => "Σ",
            Matrix::Inverse => "Σ⁻¹",
            Matrix::Correlation if self.columns.label >= 12 => "correlations",
            Matrix::Correlation => "corr.",
        };
        buffer.set_stringn(row.x, row.y, letter, self.columns.label + 1, theme.heading);
        let whole: Vec<&str> = self.names.iter().map(String::as_str).collect();
        let end = self.each(row, |column, x, wide| {
            let Some(name) = names(&whole, wide).into_iter().nth(column) else { return };
            let style = if self.screen.column == column { theme.text } else { theme.secondary };
            buffer.set_stringn(x, row.y, cell_right(&name, wide), wide, style);
        });
        let shown = self.range();
        if shown.start > 0 {
            buffer.set_stringn(row.x + self.columns.label as u16 + 1, row.y, "‹", 1, theme.secondary);
        }
        if shown.end < self.columns.widths.len() {
            buffer.set_stringn(end.min(row.right().saturating_sub(1)), row.y, "›", 1, theme.secondary);
        }
    }

    pub fn line(&self, line: Line, selected: bool, row: Rect, theme: &Theme, buffer: &mut Buffer) {
        match line {
            Line::Of(matrix, at) => self.row(matrix, at, selected, row, theme, buffer),
            _ => self.determinant(selected, row, theme, buffer),
        }
    }

    fn determinant(&self, selected: bool, row: Rect, theme: &Theme, buffer: &mut Buffer) {
        let class = self.screen.class;
        let number = together(self.fitted, Line::Determinant, class).written(theme.face.sign);
        let number = if selected { format!("▸{number}◂") } else { format!("{number} ") };
        let room = usize::from(row.width).saturating_sub(width(&number) + 2);
        let (many, name) = (self.fitted.classes.len(), self.fitted.classes.get(class));
        let name = name.map(|name| shown(name.as_str()).into_owned()).unwrap_or_default();
        let title = match self.gda.is_shared() {
            true => {
                let ways = ["Σ, one for all classes", "Σ, shared by all", "Σ"];
                ways.into_iter().find(|way| width(way) <= room).unwrap_or("Σ").to_owned()
            }
            false => format!("Σ of {} ‹{}/{many}›", clip(&name, room.saturating_sub(11)), class + 1),
        };
        let style =
            if self.gda.is_shared() { theme.heading } else { theme.class(class).patch(theme.heading) };
        buffer.set_stringn(row.x, row.y, title, room, style);
        let x = row.right().saturating_sub(width(&number) as u16);
        buffer.set_stringn(
            x,
            row.y,
            &number,
            width(&number),
            if selected { theme.cursor } else { theme.number },
        );
    }

    fn row(&self, matrix: Matrix, at: usize, selected: bool, row: Rect, theme: &Theme, buffer: &mut Buffer) {
        let label = self.columns.label;
        let whole: Vec<&str> = self.names.iter().map(String::as_str).collect();
        let name = names(&whole, label).into_iter().nth(at).unwrap_or_default();
        buffer.set_stringn(row.x, row.y, name, label, if selected { theme.text } else { theme.secondary });
        let last = self.names.len().saturating_sub(1);
        let [open, close] = match at {
            _ if last == 0 => ["(", ")"],
            0 => ["┌", "┐"],
            at if at == last => ["└", "┘"],
            _ => ["│", "│"],
        };
        buffer.set_stringn(row.x + label as u16 + 1, row.y, open, 1, theme.secondary);
        let class = self.screen.class;
        let end = self.each(row, |column, x, wide| {
            let text = matrix.written(self.fitted, class, at, column).written(theme.face.sign);
            let shape = self.screen.lines.shape(self.gda, class, matrix, column);
            let own = shape.iter().sum();
            let x = x + (wide.saturating_sub(own) + indent(shape, &text)) as u16;
            if selected && column == self.screen.column {
                let marked = format!("▸{text}◂");
                buffer.set_stringn(x.saturating_sub(1), row.y, &marked, width(&marked), theme.cursor);
            } else {
                buffer.set_stringn(x, row.y, &text, wide, theme.number);
            }
        });
        buffer.set_stringn(end, row.y, close, 1, theme.secondary);
    }
}
