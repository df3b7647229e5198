//! The projector: one step on the whole screen, in words, as a formula, and its answer once it is asked for.
//!
//! ```text
//!
//!    Row 2 · Categorical naive Bayes · α = 1
//!    Weather=Sunny
//!
//!    How often is Weather Sunny in Yes?
//!
//!    14 rows ─── 9 Yes ─┬─ 3 Sunny
//!                       └─ 6 other
//!
//!                              count(Weather=Sunny, Yes)
//!    P(Weather=Sunny | Yes) = ─────────────────────────
//!                                    count(Yes)
//!
//!    = ▁▁▁▁▁▁
//!
//!    prior 5/14, 9/14 › Sunny ▁▁
//!    step 2 of 5   Space next  b back  . blank  Esc leave
//! ```
//!
//! Nothing stands beside it: the letters may be as large as the terminal makes them.

use ratatui::layout::{Position, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Clear, Widget};

use super::super::document::Writer;
use super::super::numbers::written;
use super::super::pane::{Pane, scrolled};
use super::super::row_line;
use super::super::screens::case_lines;
use super::super::theme::Theme;
use crate::practice::worksheet::Right;
use crate::report::{self, Part, Slide};
use crate::workbench::words::{shown, width};
use crate::workbench::{App, Projector};

/// Columns left and right of the text.
const MARGIN: u16 = 3;
/// What stands where the answer will be.
const BLANK: &str = "▁▁▁▁▁▁";
/// Columns of a value in the row of all steps.
const VALUE: usize = 12;

/// Draws the step that is on screen.
pub fn draw(pane: &mut Pane<'_>, projector: &Projector) -> Option<Position> {
    let (app, theme, area) = (pane.app, pane.theme, pane.area);
    Clear.render(area, pane.buffer);
    pane.buffer.set_style(area, theme.text);
    let slide = projector.slide()?;
    pane.area = Rect { x: area.x + MARGIN, width: area.width.saturating_sub(2 * MARGIN), ..area };
    let mut title = pane.inside();
    about(app, &mut title);
    title.paragraph(&slide.title, theme.strong);
    title.blank();
    pane.put(&title.lines);
    let (inside, columns) = (pane.area, pane.columns());
    // Below the step: a blank row, the steps so far, and the quiet row.
    pane.area.height = inside.height.saturating_sub(3);
    let step = |full| {
        let mut pen = Pen { app, out: pane.inside(), shown: projector.is_shown(projector.at) };
        pen.slide(slide, full);
        pen.out.lines
    };
    let full = step(true);
    let text = if full.len() <= pane.height() { full } else { step(false) };
    let (scroll, reach) = scrolled(app, text.len(), projector.scroll, pane.area);
    pane.lines(&text, scroll);
    let bottom = |up: u16| Rect { y: area.bottom().saturating_sub(up), height: 1, ..inside };
    pane.row(bottom(2), so_far(app, projector, theme, columns));
    pane.row(bottom(1), quiet(app, projector, &reach, theme, columns));
    None
}

/// The model with α, and the case that every step is about: an answer is worked out from nothing else.
fn about(app: &App, out: &mut Writer<'_>) {
    /// Lines of the longest case.
    const CASE: usize = 2;
    let (theme, columns) = (out.theme, out.columns);
    let Some(fitted) = app.session.fitted() else { return };
    let mut about = vec![shown(&app.session.origin()).into_owned(), fitted.title().to_owned()];
    about.extend(report::rules(fitted));
    about.retain(|part| !part.is_empty());
    out.paragraph(&about.join(" · "), theme.secondary);
    if let Some(case) = &app.session.case {
        let cells = report::case_cells(fitted, case);
        out.lines.extend(case_lines(&cells, "", theme, columns, CASE));
    }
    out.blank();
}

struct Pen<'a> {
    app: &'a App,
    out: Writer<'a>,
    shown: bool,
}

impl Pen<'_> {
    /// The counts, the formulas and the answers; all formulas in two dimensions only where there is room.
    fn slide(&mut self, slide: &Slide, full: bool) {
        let text = self.out.theme.text;
        if let Some(tree) = &slide.tree {
            self.out.tree(tree);
            self.out.blank();
        }
        // Where there is little room, they stand in the answer once it is shown.
        for given in slide.given.iter().filter(|_| full || !self.shown) {
            self.out.text(given, text);
        }
        if self.out.lines.last().is_some_and(|line| line.width() > 0) {
            self.out.blank();
        }
        for (at, part) in slide.parts.iter().enumerate() {
            if full {
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
            self.out.stacked(&part.question);
            self.out.blank();
        }
        if part.of.is_none() {
            self.class(slide, part);
        }
        match (&part.brief, &part.of) {
            (Some(brief), _) if self.shown => self.out.formula(brief),
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
            false => "▁▁".to_owned(),
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

/// Where we are, and the keys for the teacher.
fn quiet(app: &App, projector: &Projector, reach: &str, theme: &Theme, columns: usize) -> Line<'static> {
    let mut text = format!("step {} of {}", projector.at + 1, projector.slides.len());
    if !reach.is_empty() {
        text.push_str(&format!(" · lines {reach}"));
    }
    let mut line = Line::styled(text.clone(), theme.secondary);
    if let Some(toast) = &app.toast {
        line.push_span(Span::styled(format!("   {}", toast.text), theme.secondary));
        return line;
    }
    let room = columns.saturating_sub(width(&text) + 3);
    let keys = app.footer(room).into_iter().map(|(key, label)| format!("{key} {label}"));
    line.push_span(Span::styled(format!("   {}", keys.collect::<Vec<String>>().join("  ")), theme.secondary));
    line
}
