//! Screen 7, find the error: left a finished solution with one wrong line, right the working of the selected line and the
//! feedback.

use crate::app::screens::practice::view::{AnswerEntry, behind, draw_lines, put_case};
use crate::app::widgets::document::Writer;
use crate::app::widgets::pane::Canvas;
use crate::app::widgets::rows::{right, sign, written};
use crate::app::words::width;
use crate::app::{App, Lane};
use crate::math::sentence;
use crate::practice::Verdict;
use crate::practice::find_error::{FindError, LineStatus, Stage};
use crate::practice::worksheet::Question;
use crate::report;
use crate::report::{Align, Grid, Role, verdict_role, without_formula};
use ratatui::layout::Position;
use ratatui::text::{Line, Span};

const SIGN: usize = 3;
const NUMBER: usize = 10;

pub fn left(pane: &mut Canvas<'_>) -> Option<Position> {
    let (app, theme) = (pane.app, pane.theme);
    let screen = &app.screens.practice.find;
    let Some(game) = app.screens.practice.game(&app.session) else {
        pane.frame("Find the error", "");
        pane.lines(&[Line::default(), Line::styled("making a mistake …", theme.secondary)], 0);
        return None;
    };
    pane.frame("Find the error", &format!("{} right, {} wrong", game.score.right, game.score.wrong));
    let questions = game.questions();
    put_case(pane, questions, &app.session.origin());
    let signed = |at: usize| -> Span<'static> {
        let (verdict, with) = match game.known(at) {
            None => return Span::default(),
            Some(LineStatus::Right) => (Verdict::Correct, None),
            Some(LineStatus::First | LineStatus::Again) => (Verdict::Wrong, None),
            Some(LineStatus::With(lines)) => (Verdict::Correct, lines.first()),
        };
        let with = with.map(|line| (line + 1).to_string()).unwrap_or_default();
        let sign = format!("{}{with}", sign(verdict, app.settings.ascii));
        Span::styled(sign, theme.role(verdict_role(verdict)))
    };
    let entry = screen.field.as_ref().map_or(AnswerEntry::None, AnswerEntry::Field);
    let name = |question: &Question, short| match short {
        true => question.short.clone(),
        false => question.name.clone(),
    };
    let cursor = draw_lines(pane, questions, screen.cursor, SIGN, &entry, name, |at, _, room| {
        let sign = signed(at);
        let line = game.solution.lines.get(at)?;
        let value = written(app, &line.written, room.saturating_sub(width(&sign.content)));
        Some([Span::styled(value, theme.text), sign])
    });
    let with = (0..game.solution.lines.len()).find_map(|at| match game.known(at)? {
        LineStatus::With(lines) => Some((at, lines.first()? + 1)),
        _ => None,
    });
    if let Some((at, line)) = with {
        let mut legend = pane.inside();
        let sign = signed(at).content;
        legend.paragraph(&format!("{sign}: right with line {line} as it is."), theme.secondary);
        pane.lines(&legend.lines, 0);
    }
    cursor
}

pub fn detail(pane: &mut Canvas<'_>) {
    let (app, mut out) = (pane.app, pane.writer());
    let screen = &app.screens.practice.find;
    match app.screens.practice.game(&app.session) {
        Some(game) if game.is_done() => mistake(app, game, &mut out),
        Some(game) => {
            feedback(app, game, &mut out);
            selected_line(app, game, &mut out);
            if game.stage == Stage::Looking && game.picks.is_empty() && game.hints.is_empty() {
                out.paragraph(
                    "One of these lines has a mistake. The lines after it follow from it correctly.",
                    out.theme.text,
                );
            }
        }
        None => {}
    }
    pane.scrolling("This line", &out.lines, &screen.detail);
}

fn feedback(app: &App, game: &FindError, out: &mut Writer<'_>) {
    let theme = out.theme;
    if app.jobs.waits_for(Lane::Practice) {
        out.text("checking …", theme.secondary);
        return out.blank();
    }
    if let Some(checked) = &game.told {
        out.document(&report::card(checked, out.face));
        out.blank();
    } else if let Some(text) = game.said() {
        out.text(&text, if game.stage == Stage::Mending { theme.good } else { theme.strong });
        let last = game.picks.last().copied().unwrap_or_default();
        if matches!(game.known(last), Some(LineStatus::Right)) {
            out.text(&game.questions().reason(last), theme.text);
        }
        out.blank();
    }
    for hint in &game.hints {
        out.text(&sentence!("Hint: {}", hint), theme.text);
    }
    if game.is_last_hint() {
        out.text("Press i again to see the value.", theme.secondary);
    }
    if !game.hints.is_empty() {
        out.blank();
    }
}

fn selected_line(app: &App, game: &FindError, out: &mut Writer<'_>) {
    let (at, questions) = (app.screens.practice.find.cursor, game.questions());
    let (Some(line), Some(question)) = (game.solution.lines.get(at), questions.list.get(at)) else { return };
    out.text(&question.name, out.theme.strong);
    out.text(&question.meaning, out.theme.text);
    match &line.step {
        Some(step) => out.formula(&without_formula(step)),
        None => out.text(&written(app, &line.written, out.columns), out.theme.strong),
    }
    behind(questions, at, true, out);
}

/// Writes the mistake, and the lines that it changes.
fn mistake(app: &App, game: &FindError, out: &mut Writer<'_>) {
    let (theme, solution, list) = (out.theme, &game.solution, &game.questions().list);
    if game.stage == Stage::Mended {
        out.text(&format!("{} Mended.", sign(Verdict::Correct, out.ascii)), theme.good);
    } else {
        out.text("Here it is.", theme.strong);
    }
    let name = list.get(solution.first).map_or("", |question| &question.name);
    out.text(&format!("Line {}, {name}:", solution.first + 1), theme.text);
    out.text(&game.cause().unwrap_or_default(), theme.strong);
    out.blank();
    let sides = [Align::Right, Align::Left, Align::Right, Align::Right];
    let mut grid = Grid::new(["", "", "written", "right"].into_iter().zip(sides));
    for at in game.wrong_lines() {
        let (Some(line), Some(question)) = (solution.lines.get(at), list.get(at)) else { continue };
        let role = if grid.rows.is_empty() { Role::Strong } else { Role::Text };
        let (written, right) = (written(app, &line.written, NUMBER), right(app, question, NUMBER));
        grid.push(role, [(at + 1).to_string(), question.short.clone(), written, right]);
    }
    out.grid(&grid);
}
