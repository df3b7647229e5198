//! Screen 4: left which action is chosen for rows of which class, right the rule and what the actions cost.

use crate::app::screens::evaluate::view::rows;
use crate::app::widgets::pane::{Canvas, SPACIOUS};
use crate::evaluate::Kind;
use crate::report::{by_posterior, decided_matrix, decision_told, decisions_told, figure_opened};

const NONE: &str =
    "No decision rule is chosen: the most probable class is predicted, without regard to costs.";
const HOW: &str = "Screen 2, line decision: → gives every mistake the cost 1. Enter types costs, a threshold or a reject bound.";

pub fn left(pane: &mut Canvas<'_>) {
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
    let told = by_posterior(&found.decider, &evaluation.labels, metrics.positive());
    told.iter().for_each(|told| out.text(told, theme.text));
    if pane.height() < SPACIOUS {
        out.dense();
    }
    pane.lines(&out.lines, 0);
}

pub fn right(pane: &mut Canvas<'_>) {
    let app = pane.app;
    let screen = &app.screens.evaluate;
    let found = screen.evaluated(&app.session).zip(screen.metrics(&app.session));
    let Some((evaluated, metrics)) = found else { return pane.frame("Costs", "") };
    pane.frame("Costs", "");
    let mut out = pane.inside();
    if let Some(found) = &evaluated.evaluation.decisions {
        out.text(&decision_told(&found.said), pane.theme.text);
    }
    let cost = metrics.figures.iter().find(|figure| figure.kind == Kind::MeanCost);
    cost.iter().for_each(|figure| out.document(&figure_opened(figure)));
    pane.lines(&out.lines, 0);
}
