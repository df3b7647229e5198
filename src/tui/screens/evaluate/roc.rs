//! Screen 4, left: one class against the rest at every threshold.
//!
//! ```text
//! ┏━ ▶ Evaluate ━━━━━━━━━━━━━━━━━━━━━━━━┓
//! ┃ ▲ Yes against the rest              ┃
//! ┃ AUC 41.5/45 ≈ 0.9222                ┃
//! ┃ ↑ sensitivity     1 − specificity → ┃
//! ┃ 1.0│  ▲⠤⠤⠒⠒⠉⠉×                      ┃
//! ┃    │ ⢀⠎     ⡀ ⠄                     ┃
//! ┃   0└─────┴─────┴─────┴              ┃
//! ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┛
//! ```

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;

use super::super::super::chart::{Axis, Chart, Point, Series, Stroke};
use super::super::super::pane::{self, Frame, wrap};
use super::super::super::row_line::named;
use super::super::super::theme::{Theme, class_mark};
use crate::evaluate::Roc;
use crate::report::equals;
use crate::workbench::{App, EvaluatedModel};

/// With more points than this the curve has no marks: they would cover it.
const MARKED: usize = 24;
/// Points that are drawn; more lie on the same cells.
const DRAWN: usize = 400;

/// Draws the left pane.
pub fn draw(app: &App, theme: &Theme, focused: bool, area: Rect, buffer: &mut Buffer) {
    let inside = Frame { title: "Evaluate", foot: "", focused }.draw(theme, area, buffer);
    let screen = &app.screens.evaluate;
    let Some((judged, metrics)) = screen.judged(&app.session).zip(screen.metrics(&app.session)) else {
        return super::waiting(app, theme, inside, buffer);
    };
    let roc = &metrics.roc;
    let columns = usize::from(inside.width);
    let mut lines = vec![Line::default()];
    let mut text = |text: &str, style| {
        lines.extend(wrap(text, columns).into_iter().map(|line| Line::styled(line, style)));
    };
    text(&format!("{} against the rest", class(judged, roc)), theme.strong);
    text(&area_told(roc), theme.text);
    if roc.left_out > 0 {
        let rows = if roc.left_out == 1 { "row" } else { "rows" };
        text(&format!("Without the {} {rows} whose posterior is 0/0.", roc.left_out), theme.secondary);
    }
    lines.push(Line::default());
    if inside.height < SPACIOUS {
        lines.retain(|line| line.width() > 0);
    }
    pane::lines(&lines, 0, inside, buffer);
    if roc.area().is_none() {
        return;
    }
    let above = (lines.len() as u16).min(inside.height);
    let place = Rect { y: inside.y + above, height: inside.height - above, ..inside };
    chart(roc, screen.roc.point, theme).draw(theme, app.settings.ascii, place, buffer);
}

/// Panes with fewer lines do without blank ones.
const SPACIOUS: u16 = 14;

/// `▲ Yes`
pub(super) fn class(judged: &EvaluatedModel, roc: &Roc) -> String {
    let label = judged.evaluation.labels.get(roc.positive);
    label.map(|label| named(roc.positive, label.as_str())).unwrap_or_default()
}

fn area_told(roc: &Roc) -> String {
    match roc.area() {
        Some(area) => {
            let (won, tied, all) = (roc.pairs.won, roc.pairs.tied, roc.pairs.all);
            let half = if tied == 0 { String::new() } else { format!(", {tied} tied") };
            format!("AUC {}: {won} of {all} pairs in order{half}", equals(&area))
        }
        None => "There is no curve: it needs rows of the class and rows of another.".to_owned(),
    }
}

fn chart(roc: &Roc, marked: usize, theme: &Theme) -> Chart {
    let place = |at: usize| roc.points.get(at).and_then(|point| point.counts.place());
    let mut drawn = roc.some_points(DRAWN);
    if let Err(at) = drawn.binary_search(&marked) {
        drawn.insert(at, marked);
    }
    let points: Vec<Point> = drawn.iter().filter_map(|at| place(*at)).map(Point::from).collect();
    let curve = Series {
        name: "the model".into(),
        style: theme.class(roc.positive),
        mark: (points.len() <= MARKED).then(|| class_mark(roc.positive)),
        stroke: Stroke::Solid,
        points,
    };
    let one = |name: &str, mark: Option<char>, points: Vec<Point>, stroke: Stroke| Series {
        name: name.into(),
        style: if mark.is_some() { theme.strong } else { theme.secondary },
        mark,
        stroke,
        points,
    };
    let in_use = roc.in_use.place().map(Point::from).into_iter().collect();
    let chance = vec![(0.0, 0.0).into(), (1.0, 1.0).into()];
    Chart {
        x: Axis::linear("1 − specificity").within(0.0, 1.0),
        y: Axis::linear("sensitivity").within(0.0, 1.0),
        marked: drawn.binary_search(&marked).ok().map(|at| (1, at)),
        series: vec![
            one("as used", Some('×'), in_use, Stroke::None),
            curve,
            one("chance", None, chance, Stroke::Dotted),
        ],
    }
}
