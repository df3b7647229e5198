//! Screen 4, right: what the marked point of a curve is.
//!
//! ```text
//! ╭─ This point ──────────────────────────╮
//! │ α = 0.5                               │
//! │ 11 of 14 right ≈ 0.7857               │
//! │ log loss 0.4711, Brier score 0.3012   │
//! │                                       │
//! │ Beside α = 1, chosen now: 1 more …    │
//! │ Enter gives it to the recipe.         │
//! ╰───────────────────────────────────────╯
//! ```

use ratatui::buffer::Buffer;
use ratatui::layout::{Margin, Rect};
use ratatui::style::Style;
use ratatui::text::Line;

use super::super::super::pane::{self, Frame, wrap};
use super::super::super::theme::{Theme, class_mark};
use crate::evaluate::{Experiment, Sweep};
use crate::report::{beside, figures, gaps, stage};
use crate::workbench::App;
use crate::workbench::evaluate::{Learned, View, curve};

/// Sentences with the style of each.
type Told = Vec<(String, Style)>;

/// Draws the right pane.
pub fn draw(app: &App, theme: &Theme, focused: bool, area: Rect, buffer: &mut Buffer) {
    let (points, at) = curve::cursor(app);
    let mut told = Told::new();
    match (app.screens.evaluate.view, curve::sweep(app), curve::learned(app)) {
        (View::Sweep, Some(sweep), _) if points > 0 => point(app, sweep, at, theme, &mut told),
        (View::Learning, _, Some(learned)) if points > 0 => size(app, learned, at, theme, &mut told),
        _ => {}
    }
    if let Some(experiment) = app.screens.evaluate.curve.experiment {
        claim(experiment, theme, &mut told);
    }
    let columns = usize::from(area.width.saturating_sub(4));
    let lines: Vec<Line> = told
        .iter()
        .flat_map(|(text, style)| wrap(text, columns).into_iter().map(|line| Line::styled(line, *style)))
        .collect();
    let inner = area.inner(Margin::new(1, 1));
    let (scroll, foot) = pane::scrolled(app, lines.len(), app.screens.evaluate.curve.detail, inner);
    let inside = Frame { title: "This point", foot: &foot, focused }.draw(theme, area, buffer);
    pane::lines(&lines, scroll, inside, buffer);
}

/// A claim of the notes: what it is, what to look at, and why it is so.
fn claim(experiment: &Experiment, theme: &Theme, told: &mut Told) {
    told.push((String::new(), theme.text));
    told.push((experiment.claim.to_owned(), theme.strong));
    told.push((experiment.look.to_owned(), theme.text));
    told.push((format!("Why: {}", experiment.why), theme.text));
    told.push((String::new(), theme.text));
    told.push((
        "m: the confusion matrix; there Enter, Enter opens the working of a row.".to_owned(),
        theme.secondary,
    ));
}

fn point(app: &App, sweep: &Sweep, at: usize, theme: &Theme, told: &mut Told) {
    let Some(point) = sweep.points.get(at) else { return };
    let words = |text: &str| sweep.parameter.words(text);
    told.push((words(&point.setting.text), theme.strong));
    if !point.title.is_empty() && point.title != sweep.title {
        told.push((point.title.to_owned(), theme.text));
    }
    let summary = match &point.summary {
        Ok(summary) => summary,
        Err(problem) => {
            told.push((format!("There is no model with it: {}.", problem.what), theme.warning));
            return;
        }
    };
    told.extend(figures(summary).into_iter().map(|text| (text, theme.text)));
    if curve::own(app) == Some(at) {
        told.push(("This is what the recipe says now.".to_owned(), theme.strong));
        return;
    }
    let now = curve::current(app);
    if let Some((now, Ok(figures))) = now.map(|now| (now, &now.summary)) {
        let name = match &sweep.own {
            Some(own) => own.title.to_owned(),
            None => words(&now.setting.text),
        };
        told.push((format!("Beside {name}, chosen now: {}.", beside(summary, figures)), theme.text));
    }
    if curve::is_fresh(app) {
        told.push(("Enter gives it to the recipe; u in 2 Model takes it back.".to_owned(), theme.secondary));
    }
}

fn size(app: &App, learned: &Learned, at: usize, theme: &Theme, told: &mut Told) {
    let (learning, measure) = (&learned.learning, app.screens.evaluate.curve.measure);
    let Some(size) = learning.sizes.get(at) else { return };
    let all = if at + 1 == learning.sizes.len() { ": all that are not held out" } else { "" };
    told.push((format!("{size} training rows{all}"), theme.strong));
    told.push((format!("{}, {}", measure.name(), measure.better()), theme.secondary));
    for (place, (name, text)) in stage(learning, at, measure).into_iter().enumerate() {
        told.push((format!("{} {name}", class_mark(place)), theme.class(place)));
        told.push((format!("\u{a0}\u{a0}{text}"), theme.text));
    }
    told.extend(gaps(learning, at).into_iter().map(|gap| (gap, theme.warning)));
    told.push(("In brackets: the 10th to the 90th percentile of the seeds.".to_owned(), theme.secondary));
}
