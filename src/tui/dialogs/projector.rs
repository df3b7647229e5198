//! The projector: one step on the whole screen, in words, as a formula, and its answer once it is asked for.
//!
//! ```text
//!   weather · Categorical naive Bayes · α = 1          step 2 of 6
//!   Weather=Sunny
//!   ──────────────────────────────────────────────────────────────
//!                 How often is Weather Sunny in Yes?
//!
//!                    14 rows ─── 9 Yes ─┬─ 3 Sunny
//!                                       └─ 6 other
//!
//!                              count(Weather=Sunny, Yes) + α
//!        P(Weather=Sunny | Yes) = ──────────────────────────
//!                               count(Yes) + α · k(Weather)
//!
//!        = ▁▁▁▁▁▁
//!   ──────────────────────────────────────────────────────────────
//!   prior 5/14, 9/14 › Sunny ▁▁
//!   Space next  Backspace back  . blank  Esc leave
//! ```
//!
//! Nothing stands beside it: the letters may be as large as the terminal makes them. Where there are lines left, the steps so
//! far and the leader stand below the formula.

use ratatui::layout::{Position, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Clear, Widget};

use super::super::document::Writer;
use super::super::numbers::written;
use super::super::pane::{Pane, cell, cell_right, scrolled, wrap};
use super::super::row_line;
use super::super::screens::{case_lines, leader_bar};
use super::super::theme::Theme;
use crate::math::Sentence;
use crate::practice::worksheet::Right;
use crate::report::{self, Part, Slide};
use crate::workbench::words::{shown, width};
use crate::workbench::{App, Projector};

/// What stands where the answer will be.
const BLANK: &str = "▁▁▁▁▁▁";
/// The same in a row or a table of steps.
const SHORT_BLANK: &str = "▁▁";
/// Columns of a value in the row of all steps.
const VALUE: usize = 12;
/// Columns of the longest name in the table of steps.
const NAME: usize = 28;

/// The columns of the text on a screen of so many: the margins grow with it, and lines stay short enough to be read.
fn block(columns: u16) -> u16 {
    match columns {
        80.. => (72 + (columns - 80) * 3 / 5).min(120),
        _ => columns.saturating_sub(6),
    }
}

/// Draws the step that is on screen.
pub fn draw(pane: &mut Pane<'_>, projector: &Projector) -> Option<Position> {
    let (app, theme, area) = (pane.app, pane.theme, pane.area);
    Clear.render(area, pane.buffer);
    pane.buffer.set_style(area, theme.text);
    let slide = projector.slide()?;
    let wide = block(area.width);
    let spacious = area.height > SPACIOUS;
    let margin = u16::from(spacious);
    pane.area = Rect {
        x: area.x + (area.width - wide) / 2,
        y: area.y + margin,
        width: wide,
        height: area.height.saturating_sub(2 * margin),
    };
    let (inside, columns) = (pane.area, pane.columns());
    let rule = || Line::styled("─".repeat(columns), theme.border);
    pane.put(&about(app, projector, theme, columns));
    pane.put(&[rule()]);
    // Below the step: a rule, the steps so far, and the keys.
    pane.area.height = inside.bottom().saturating_sub(3).saturating_sub(pane.area.y);
    let mut title = pane.inside();
    title.text(&slide.title, theme.strong);
    let title: Vec<Line<'_>> =
        title.lines.into_iter().map(|line| line.centered()).chain([Line::default()]).collect();
    let room = pane.height().saturating_sub(title.len());
    let step = |size, shown| {
        let mut pen = Pen { app, out: pane.inside(), shown, size };
        pen.slide(slide);
        pen.out.lines
    };
    // The question stands where the answer will: nothing moves when it is shown.
    let both = |size| [step(size, true), step(size, false)];
    let tall = |both: &[Vec<Line<'_>>; 2]| both.iter().map(Vec::len).max().unwrap_or(0);
    let sizes = [Size::Full, Size::Short, Size::Close, Size::Least];
    let fitting = sizes.into_iter().map(both).find(|both| tall(both) <= room);
    let both = fitting.unwrap_or_else(|| both(Size::Short));
    let (lines, widest) = (tall(&both), both.iter().flatten().map(Line::width).max().unwrap_or(0));
    let [answer, question] = both;
    let text = if projector.is_shown(projector.at) { answer } else { question };
    let left = room.saturating_sub(lines);
    let bar = projector.told(app).and_then(|row| leader_bar(app, theme, row, columns)).filter(|_| left > 3);
    let table = table(app, projector, theme, columns, left.saturating_sub(if bar.is_some() { 4 } else { 1 }));
    let below: Vec<Vec<Line<'_>>> = [Some(table), bar.map(|bar| vec![bar])].into_iter().flatten().collect();
    let below: Vec<Line<'_>> = below
        .into_iter()
        .filter(|part| !part.is_empty())
        .flat_map(|part| [Line::default()].into_iter().chain(part))
        .collect();
    pane.take(left.saturating_sub(below.len()) / 2);
    pane.put(&title);
    let by = u16::try_from(columns.saturating_sub(widest) / 2).unwrap_or(0);
    let place = pane.take(lines);
    let (scroll, reach) = scrolled(app, text.len(), projector.scroll, place);
    let rest = std::mem::replace(&mut pane.area, Rect { x: place.x + by, width: place.width - by, ..place });
    pane.lines(&text, scroll);
    pane.area = rest;
    pane.put(&below);
    let bottom = |up: u16| Rect { y: inside.bottom().saturating_sub(up), height: 1, ..inside };
    pane.row(bottom(3), rule());
    pane.row(bottom(2), so_far(app, projector, theme, columns));
    pane.row(bottom(1), quiet(app, &reach, theme, columns));
    None
}

/// A screen of more rows has a blank one at its top and its bottom.
const SPACIOUS: u16 = 20;

/// The data, the model with α, where we are, and the case that every step is about: an answer is worked out from nothing
/// else.
fn about(app: &App, projector: &Projector, theme: &Theme, columns: usize) -> Vec<Line<'static>> {
    /// Lines of the longest case, and of the model and its rules.
    const CASE: usize = 2;
    const RULES: usize = 2;
    let place = format!("step {} of {}", projector.at + 1, projector.slides.len());
    let fitted = app.session.fitted();
    let data = app.session.table.as_ref().map(|table| table.source.trim_start_matches("sample:").to_owned());
    let mut about: Vec<String> = data.into_iter().map(|name| shown(&name).into_owned()).collect();
    if let Some(fitted) = fitted {
        about.extend([shown(&app.session.origin()).into_owned(), fitted.title().to_owned()]);
        about.extend(report::rules(fitted));
    }
    about.retain(|part| !part.is_empty());
    let room = columns.saturating_sub(width(&place) + 2);
    let mut about = wrap(&about.join(" · "), room);
    if about.len() > RULES {
        about.truncate(RULES);
        about.iter_mut().skip(RULES - 1).for_each(|last| last.push_str(" …"));
    }
    let mut lines: Vec<Line<'_>> =
        about.into_iter().map(|line| Line::styled(line, theme.secondary)).collect();
    if let Some(first) = lines.first_mut() {
        let blanks = columns.saturating_sub(first.width() + width(&place));
        first.push_span(format!("{}{place}", " ".repeat(blanks)));
    }
    if let Some((fitted, case)) = fitted.zip(app.session.case.as_ref()) {
        lines.extend(case_lines(&report::case_cells(fitted, case), "", theme, columns, CASE));
    }
    lines
}

/// The steps so far, one a line, the value of each class below its name: as many of the last ones as there is room for, with a
/// blank line between them where all fit so.
fn table(app: &App, projector: &Projector, theme: &Theme, columns: usize, room: usize) -> Vec<Line<'static>> {
    let until = projector.slides.iter().enumerate().take(projector.at + 1);
    let value = |at: usize, part: &Part| match (&part.right, projector.is_shown(at)) {
        (Some(right), true) => written(app, right, VALUE),
        (Some(_), false) => SHORT_BLANK.to_owned(),
        (None, _) => String::new(),
    };
    // What is a matrix has no value that a line could hold.
    let steps: Vec<(String, Vec<String>)> = until
        .filter(|(_, slide)| slide.parts.iter().any(|part| part.right.is_some()))
        .map(|(at, slide)| {
            (shown(&slide.name).into_owned(), slide.parts.iter().map(|part| value(at, part)).collect())
        })
        .collect();
    let names = steps.iter().map(|(name, _)| width(name)).max().unwrap_or(0).min(NAME);
    let most = steps.iter().map(|(_, values)| values.len()).max().unwrap_or(0);
    let classes: Vec<(usize, String)> = app
        .session
        .fitted()
        .filter(|_| most > 1)
        .map(|fitted| {
            let names = fitted.classes.iter().enumerate();
            names.map(|(class, name)| (class, row_line::named(class, name.as_str()))).collect()
        })
        .unwrap_or_default();
    let values = steps.iter().flat_map(|(_, values)| values);
    let heads = classes.iter().map(|(_, name)| name);
    let wide = values.chain(heads).map(|text| width(text)).max().unwrap_or(0).min(2 * VALUE);
    let head = usize::from(most > 1);
    if steps.len() < 2 || names + most * (wide + 3) > columns || room < head + 2 {
        return Vec::new();
    }
    let gap = if head + 2 * steps.len() <= room + 1 - head { 2 } else { 1 };
    let fitting = (room - head).div_ceil(gap);
    let by = " ".repeat(columns.saturating_sub(names + most * (wide + 3)) / 2);
    let mut lines = Vec::new();
    if head > 0 {
        let mut line = Line::raw(format!("{by}{}", cell("", names)));
        for (class, name) in &classes {
            line.push_span(Span::styled(format!("   {}", cell_right(name, wide)), theme.class(*class)));
        }
        lines.push(line);
    }
    for (at, (name, values)) in steps.iter().enumerate().skip(steps.len().saturating_sub(fitting)) {
        if gap == 2 && !lines.is_empty() {
            lines.push(Line::default());
        }
        let values: String = values.iter().map(|value| format!("   {}", cell_right(value, wide))).collect();
        let style = if at + 1 == steps.len() { theme.strong } else { theme.text };
        lines.push(Line::styled(format!("{by}{}{values}", cell(name, names)), style));
    }
    lines
}

/// How much room a step takes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Size {
    /// All formulas in two dimensions.
    Full,
    /// The formula once, and a row or two for each class.
    Short,
    /// The same without blank lines, and without what stands where the answers will.
    Close,
    /// The formula on rows of text.
    Least,
}

struct Pen<'a> {
    app: &'a App,
    out: Writer<'a>,
    shown: bool,
    size: Size,
}

impl Pen<'_> {
    /// The counts, the formulas and the answers.
    fn slide(&mut self, slide: &Slide) {
        let text = self.out.theme.text;
        if let Some(tree) = &slide.tree {
            self.out.tree(tree);
            self.out.blank();
        }
        // Where there is little room, they stand in the answer once it is shown, and until then two on a row.
        let given: &[Sentence] = if self.size == Size::Full || !self.shown { &slide.given } else { &[] };
        for some in given.chunks(if self.is_low() { 2 } else { 1 }) {
            let beside = Sentence::join(some, "\u{a0}\u{a0}\u{a0}");
            if width(&beside.text(self.out.theme.face)) <= self.out.columns {
                self.out.text(&beside, text);
            } else {
                some.iter().for_each(|given| self.out.text(given, text));
            }
        }
        if self.out.lines.last().is_some_and(|line| line.width() > 0) {
            self.out.blank();
        }
        for (at, part) in slide.parts.iter().enumerate() {
            if self.size == Size::Full {
                if at > 0 {
                    self.out.blank();
                }
                self.class(slide, part);
                self.in_full(part);
            } else {
                self.in_short(slide, part, at == 0);
            }
        }
    }

    fn is_low(&self) -> bool {
        matches!(self.size, Size::Close | Size::Least)
    }

    /// The class that a part is about, where there are several parts.
    fn class(&mut self, slide: &Slide, part: &Part) {
        let class = part.class.filter(|_| slide.parts.len() > 1);
        let name = class.zip(self.app.session.fitted()).and_then(|(class, fitted)| fitted.classes.get(class));
        if let Some((class, name)) = class.zip(name) {
            self.out.line(row_line::named(class, name.as_str()), self.out.theme.class(class));
        }
    }

    fn in_full(&mut self, part: &Part) {
        if let Some(answer) = &part.answer {
            self.out.stacked(if self.shown { answer } else { &part.question });
        }
        self.answer(part);
    }

    /// The formula once, and then a row or two for each class.
    fn in_short(&mut self, slide: &Slide, part: &Part, first: bool) {
        if first && part.answer.is_some() {
            match self.size {
                Size::Least => self.out.linear(&part.question),
                _ => self.out.stacked(&part.question),
            }
            if self.size != Size::Close {
                self.out.blank();
            }
        }
        if part.of.is_none() {
            self.class(slide, part);
        }
        match (&part.brief, &part.of) {
            (Some(brief), _) if self.shown => self.out.formula(brief),
            (_, Some(_)) if self.size == Size::Close => {}
            (_, Some(of)) => self.out.text(&format!("{of} = {BLANK}"), self.out.theme.text),
            _ => self.answer(part),
        }
    }

    /// The answer on a line of its own, in the form that is chosen, or a blank.
    fn answer(&mut self, part: &Part) {
        let text = match (&part.right, self.shown) {
            (_, false) => BLANK.to_owned(),
            (Some(right), true) => written(self.app, right, self.out.columns.saturating_sub(2)),
            (None, true) => return,
        };
        let sign = if matches!(part.right, Some(Right::Class(_))) { "" } else { "= " };
        self.out.text(&format!("{sign}{text}"), self.out.theme.strong);
    }
}

/// The steps up to this one on one row; of many, the last ones. Values stand there only once they are shown.
fn so_far(app: &App, projector: &Projector, theme: &Theme, columns: usize) -> Line<'static> {
    let value = |part: &Part| part.right.as_ref().map(|right| written(app, right, VALUE));
    let step = |(at, slide): (usize, &Slide)| {
        let values: Vec<String> = slide.parts.iter().filter_map(value).collect();
        let text = match projector.is_shown(at) {
            true => values.join(", "),
            false => SHORT_BLANK.to_owned(),
        };
        format!("{} {text}", shown(&slide.name)).trim_end().to_owned()
    };
    let steps: Vec<String> = projector.slides.iter().enumerate().take(projector.at + 1).map(step).collect();
    let mut text = steps.join(" › ");
    for from in 1..steps.len() {
        if width(&text) <= columns {
            break;
        }
        text = format!("… › {}", steps.get(from..).unwrap_or_default().join(" › "));
    }
    Line::styled(text, theme.secondary)
}

/// Which lines are shown, and the keys for the teacher.
fn quiet(app: &App, reach: &str, theme: &Theme, columns: usize) -> Line<'static> {
    let text = if reach.is_empty() { String::new() } else { format!("lines {reach}   ") };
    if let Some(toast) = &app.toast {
        return Line::styled(format!("{text}{}", toast.text), theme.secondary);
    }
    let room = columns.saturating_sub(width(&text));
    let keys = app.footer(room).into_iter().map(|(key, label)| format!("{key} {label}"));
    Line::styled(format!("{text}{}", keys.collect::<Vec<String>>().join("  ")), theme.secondary)
}
