//! Screen 4: left which action is chosen where which class is so, and what each threshold costs; right what the selected threshold
//! costs, and the rows that have it.
//!
//! ```text
//! ┏━ ▶ Evaluate ━━━━━━━━━━━━━━━━━━━━━━━━┓╭─ At this threshold ──────────────────╮
//! ┃ action \ class   ill  well   rows   ┃│ Called ▲ ill where P(ill | x) is     │
//! ┃ ill                5     9     14   ┃│ 0.1111 or more.                      │
//! ┃ well               1     5      6   ┃│         called so  not               │
//! ┃ ↑ cost a row          threshold →   ┃│ ▲ ill           5    1               │
//! ┃ 1.5│      ⢀⡀                        ┃│ others          9    5               │
//! ┃   0└─────┴─────┴─────┴              ┃│ Cost 0.85 a row, the least.          │
//! ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┛╰──────────────────────────────────────╯
//! ```

use super::super::super::pane::{Pane, SPACIOUS};
use super::super::super::picture;
use super::{roc, rows};
use crate::evaluate::Kind;
use crate::plot;
use crate::report::{by_posterior, decided_matrix, decision_told, decisions_told, figure_opened};

/// Said where the recipe does nothing with a posterior.
const NONE: &str = "No decision is chosen: the most probable class is named, whatever a mistake costs.";
const HOW: &str =
    "2 Model, line decision: e types costs, Enter a threshold, or a bound below which nothing is named.";

pub fn left(pane: &mut Pane<'_>) {
    pane.frame("Evaluate", "");
    let (app, theme) = (pane.app, pane.theme);
    let screen = &app.screens.evaluate;
    let Some((evaluated, metrics)) = screen.evaluated(&app.session).zip(screen.metrics(&app.session)) else {
        return rows::waiting(pane);
    };
    let evaluation = &evaluated.evaluation;
    let mut out = pane.inside();
    let Some(found) = &evaluation.decisions else {
        out.text(NONE, theme.strong);
        out.blank();
        out.text(HOW, theme.text);
        return pane.lines(&out.lines, 0);
    };
    rows::heading(evaluated, &mut out);
    out.blank();
    out.grid(&decided_matrix(evaluation, found));
    out.blank();
    decisions_told(found).iter().for_each(|sentence| out.text(sentence, theme.text));
    if metrics.costs.is_none() {
        let told = by_posterior(&found.decider, &evaluation.labels, metrics.positive());
        told.iter().for_each(|told| out.text(told, theme.text));
    }
    if pane.height() < SPACIOUS {
        out.dense();
    }
    pane.put(&out.lines);
    if let Some(curve) = &metrics.costs {
        let scene = plot::costs(evaluation, metrics, curve);
        let point = curve.point(evaluation, &metrics.roc, screen.roc.point);
        let place = point.map(|point| [point.threshold.unwrap_or(1.0), point.cost.to_f64()]);
        picture::put(pane, &scene, place, pane.height());
    }
}

pub fn right(pane: &mut Pane<'_>) {
    let app = pane.app;
    let screen = &app.screens.evaluate;
    let found = screen.evaluated(&app.session).zip(screen.metrics(&app.session)).zip(app.session.fitted());
    let Some(((evaluated, metrics), fitted)) = found else { return pane.frame("Costs", "") };
    if metrics.costs.is_some() {
        return roc::threshold(pane, (evaluated, metrics, fitted));
    }
    pane.frame("Costs", "");
    let mut out = pane.inside();
    if let Some(found) = &evaluated.evaluation.decisions {
        out.text(&decision_told(&found.said), pane.theme.text);
    }
    let cost = metrics.figures.iter().find(|figure| figure.kind == Kind::MeanCost);
    cost.iter().for_each(|figure| out.document(&figure_opened(figure)));
    pane.lines(&out.lines, 0);
}
