//! The projector: one step on the whole screen, in words, as a formula, and its answer once it is asked for.
//!
//! ```text
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

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Clear, Widget};

use super::super::pane::{self, wrap};
use super::super::screens::answer_cell::written;
use super::super::theme::Theme;
use super::super::{counts_tree, formula, row_line};
use crate::practice::worksheet::Right;
use crate::report::{Part, Slide};
use crate::workbench::words::{shown, width};
use crate::workbench::{App, Projector};

/// Columns left and right of the text.
const MARGIN: u16 = 3;
/// What stands where the answer will be.
const BLANK: &str = "▁▁▁▁▁▁";
/// Columns of a value in the row of all steps.
const VALUE: usize = 12;

/// Draws the step that is on screen.
pub fn draw(app: &App, projector: &Projector, theme: &Theme, area: Rect, buffer: &mut Buffer) {
    Clear.render(area, buffer);
    buffer.set_style(area, theme.text);
    let Some(slide) = projector.slide() else { return };
    let inside = Rect { x: area.x + MARGIN, width: area.width.saturating_sub(2 * MARGIN), ..area };
    let columns = usize::from(inside.width);
    let title: Vec<Line> = wrap(&shown(&slide.title), columns)
        .into_iter()
        .map(|line| Line::styled(line, theme.strong))
        .collect();
    let head = u16::try_from(title.len() + 2).unwrap_or(u16::MAX).min(inside.height);
    pane::lines(
        &title,
        0,
        Rect { y: inside.y + 1, height: inside.height.saturating_sub(1), ..inside },
        buffer,
    );
    // Below the step: a blank row, the steps so far, and the quiet row.
    let body = Rect { y: inside.y + head, height: inside.height.saturating_sub(head + 3), ..inside };
    let pen = Pen { app, theme, columns, shown: projector.is_shown(projector.at) };
    let full = pen.slide(slide, true);
    let text = if full.len() <= usize::from(body.height) { full } else { pen.slide(slide, false) };
    let (scroll, reach) = pane::scrolled(app, text.len(), projector.scroll, body);
    pane::lines(&text, scroll, body, buffer);
    let bottom = |up: u16| Rect { y: area.bottom().saturating_sub(up), height: 1, ..inside };
    pane::lines(&[so_far(app, projector, theme, columns)], 0, bottom(2), buffer);
    pane::lines(&[quiet(app, projector, &reach, theme, columns)], 0, bottom(1), buffer);
}

struct Pen<'a> {
    app: &'a App,
    theme: &'a Theme,
    columns: usize,
    /// Whether the answer is shown.
    shown: bool,
}

impl Pen<'_> {
    /// The counts, the formulas and the answers; all formulas in two dimensions only where there is room.
    fn slide(&self, slide: &Slide, full: bool) -> Vec<Line<'static>> {
        let mut lines = Vec::new();
        if let Some(tree) = &slide.tree {
            let tree = counts_tree::lines(tree, self.columns, self.app.settings.ascii);
            lines.extend(tree.into_iter().map(|line| Line::styled(line, self.theme.text)));
            lines.push(Line::default());
        }
        // Where there is little room, they stand in the answer once it is shown.
        let given = slide.given.iter().filter(|_| full || !self.shown);
        lines.extend(
            given.flat_map(|given| self.text(&given.text(self.app.settings.face()), self.theme.text)),
        );
        if lines.last().is_some_and(|line| line.width() > 0) {
            lines.push(Line::default());
        }
        for (at, part) in slide.parts.iter().enumerate() {
            if full {
                lines.extend((at > 0).then(Line::default));
                lines.extend(self.class(slide, part));
                lines.extend(self.in_full(part));
            } else {
                lines.extend(self.in_short(slide, part, at == 0));
            }
        }
        lines
    }

    /// The class that a part is about, where there are several parts.
    fn class(&self, slide: &Slide, part: &Part) -> Option<Line<'static>> {
        let class = part.class.filter(|_| slide.parts.len() > 1)?;
        let fitted = self.app.session.fitted()?;
        let name = fitted.classes.get(class)?;
        Some(Line::styled(row_line::named(class, name.as_str()), self.theme.class(class)))
    }

    fn in_full(&self, part: &Part) -> Vec<Line<'static>> {
        let chain = part.answer.as_ref().filter(|_| self.shown).unwrap_or(&part.question);
        let mut lines = match part.answer {
            Some(_) => formula::fitting(chain, self.columns, self.app.settings.ascii, self.theme),
            None => Vec::new(),
        };
        lines.extend(self.answer(part));
        lines
    }

    /// The formula once, and then a row or two for each class.
    fn in_short(&self, slide: &Slide, part: &Part, first: bool) -> Vec<Line<'static>> {
        let ascii = self.app.settings.ascii;
        let mut lines = Vec::new();
        if first && part.answer.is_some() {
            lines.extend(formula::fitting(&part.question, self.columns, ascii, self.theme));
            lines.push(Line::default());
        }
        if part.of.is_none() {
            lines.extend(self.class(slide, part));
        }
        match (&part.brief, &part.of) {
            (Some(brief), _) if self.shown => {
                lines.extend(formula::short(brief, 0, self.columns, ascii, self.theme));
            }
            (_, Some(of)) => lines.extend(self.text(&format!("{of} = {BLANK}"), self.theme.text)),
            _ => lines.extend(self.answer(part)),
        }
        lines
    }

    /// The answer on a line of its own, in the form that is chosen, or a blank.
    fn answer(&self, part: &Part) -> Vec<Line<'static>> {
        let text = match (&part.right, self.shown) {
            (_, false) => BLANK.to_owned(),
            (Some(right), true) => written(self.app, right, self.columns.saturating_sub(2)),
            (None, true) => return Vec::new(),
        };
        let sign = if matches!(part.right, Some(Right::Class(_))) { "" } else { "= " };
        self.text(&format!("{sign}{text}"), self.theme.strong)
    }

    fn text(&self, text: &str, style: Style) -> Vec<Line<'static>> {
        wrap(&shown(text), self.columns).into_iter().map(|line| Line::styled(line, style)).collect()
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
