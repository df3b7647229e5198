//! Screen 3: left every number of the model, right why the selected one is what it is.
//!
//! ```text
//! ┏━ ▶ P(value | class) ━━━━━━━━━━━━━━━━┓╭─ Why this number ───────────────────╮
//! ┃                     ● No    ▲ Yes   ┃│ P(Outlook=Sunny | No)               │
//! ┃ prior P(class)      5/14     9/14   ┃│     count(Outlook=Sunny, No) + α    │
//! ┃                                     ┃│   = ────────────────────────────    │
//! ┃ Outlook  Sunny     ▸4/8◂     3/12   ┃│      count(No) + α · k(Outlook)     │
//! ┃          Overcast    1/8     5/12   ┃│ count(…)    3  Outlook=Sunny and No │
//! ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━ line 2/11┛╰─────────────────────────────────────╯
//! ```
//!
//! Only the lines on screen are looked at, so a vocabulary may have any size.

use std::collections::HashMap;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::super::document::Writer;
use super::super::pane::{Pane, cell, cell_right};
use super::super::picture;
use super::super::row_line::class_names;
use super::super::theme::Theme;
use super::sigma::Matrices;
use crate::model::{Factor, Fitted, Form, Gda, OrderBy};
use crate::text::{self, name};
use crate::workbench::parameters::board::{POSITIVE, Row, Shown};
use crate::workbench::parameters::{BRIEF, LIKELIHOOD, Layout, Line, PRIOR, layout, lines};
use crate::workbench::words::{clip, shown, width};
use crate::workbench::{App, NumberForm};

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
        Some(Line::Row(Row::Of(_, row))) => format!("row {}, column {}", row + 1, screen.column + 1),
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
    let above = matrices.as_ref().zip(screen.lines.names_above(screen.top));
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
                    (Line::Row(row @ (Row::Of(..) | Row::Determinant)), Some(matrices)) => {
                        let selected = line == screen.line;
                        matrices.line(row, selected, place, pane.theme, pane.buffer);
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
        picture::put(pane, scene, None, PICTURE.1);
    }
}

/// What the lines are sorted by, behind the title.
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

/// Names that are held against each other; of more, each is cut by itself.
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
    /// Calls for each class on screen with the left end and the width of its column.
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
            Line::Row(of) => {
                let is_first = first || matches!(of, Row::Mean(0) | Row::Weight(None | Some(0)));
                let symbol = if is_first { of.symbol() } else { "" };
                buffer.set_stringn(row.x, row.y, symbol, labels, self.theme.heading);
                if let Some(feature) = of.feature() {
                    let name = self.labels.feature(self.fitted, feature, self.layout.value);
                    let x = row.x + self.layout.feature as u16 + 1;
                    buffer.set_stringn(x, row.y, name, self.layout.value, self.theme.text);
                }
            }
            Line::Value { factor: at, value } => {
                // The name of the feature stands where its values begin, and on the first line on screen.
                if first || self.app.screens.parameters.lines.first_of(line) == line {
                    let name = self.labels.feature(self.fitted, at, self.layout.feature);
                    buffer.set_stringn(row.x, row.y, name, self.layout.feature, self.theme.heading);
                }
                if let Some(name) = self.labels.value(self.fitted, (at, value), self.layout.value) {
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
            let of_theta = matches!(at, Line::Row(Row::Weight(_))) && self.fitted.theta().is_some();
            let selected = if of_theta { POSITIVE } else { screen.class };
            let marked = (line, class) == (screen.line, selected);
            let Some(parts) = self.layout.parts else {
                self.number(&written(form), marked, (x, row.y), wide, buffer);
                return;
            };
            // The mark stands on the form that was chosen.
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

    /// What θ is, above its lines.
    fn theta(&self, row: Rect, buffer: &mut Buffer) {
        let positive = self.fitted.classes.get(POSITIVE).map(|name| shown(name.as_str()));
        let words = match (self.fitted.theta(), positive) {
            (Some(_), Some(positive)) => format!("θ, with the sign of {positive}"),
            _ => "θ of each class: the largest θ₀ + θᵀx leads".to_owned(),
        };
        let room = usize::from(row.width);
        buffer.set_stringn(row.x, row.y, clip(&words, room), room, self.theme.heading);
    }

    /// A number at the right end of its column; the cursor's marks stand in the blanks beside it.
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

    /// What is left below the table: bars where there is much room, else how to read it.
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

    /// One bar for each number, side by side, where every value of the model fits.
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
