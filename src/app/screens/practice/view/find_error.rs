//! Screen 7, find the error: left a finished solution with one wrong line, right the working of the selected line and the
//! feedback. Also the right pane of screen 3, why a number has its value.

use crate::app::screens::parameters::{Found, Why, rows_shown};
use crate::app::screens::practice::view::{AnswerLine, AnswerLines, Entry, behind, put_case};
use crate::app::widgets::document::Writer;
use crate::app::widgets::pane;
use crate::app::widgets::pane::{Pane, cell, cell_right};
use crate::app::widgets::rows::{right, sign, written};
use crate::app::words;
use crate::app::words::{clip, width};
use crate::app::{App, Lane};
use crate::math::{Quantity, sentence};
use crate::model::{Case, Factor, Fitted};
use crate::plot::{Look, raster};
use crate::practice::Verdict;
use crate::practice::find_error::{FindError, LineStatus, Stage};
use crate::practice::worksheet::Question;
use crate::report;
use crate::report::{Align, Grid, Role, verdict_role, without_formula};
use crate::text::counted;
use ratatui::layout::Position;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

const SIGN: usize = 3;
const NUMBER: usize = 10;

pub fn left(pane: &mut Pane<'_>) -> Option<Position> {
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
    let signed = |at: usize| -> (String, Style) {
        let (verdict, with) = match game.known(at) {
            None => return (String::new(), theme.secondary),
            Some(LineStatus::Right) => (Verdict::Correct, None),
            Some(LineStatus::First | LineStatus::Again) => (Verdict::Wrong, None),
            Some(LineStatus::With(lines)) => (Verdict::Correct, lines.first()),
        };
        let with = with.map(|line| (line + 1).to_string()).unwrap_or_default();
        let sign = format!("{}{with}", sign(verdict, app.settings.ascii));
        (sign, theme.role(verdict_role(verdict)))
    };
    let entry = screen.field.as_ref().map_or(Entry::None, Entry::Field);
    let lines = AnswerLines { questions, selected: screen.cursor, sign_columns: SIGN, entry };
    let name = |question: &Question, short| match short {
        true => question.short.clone(),
        false => question.name.clone(),
    };
    let cursor = lines.draw(pane, name, |at, _, room| {
        let (sign, sign_style) = signed(at);
        let room = room.saturating_sub(width(&sign));
        let value = written(app, &game.solution.lines.get(at)?.written, room);
        Some(AnswerLine { value, style: theme.text, sign, sign_style })
    });
    let with = (0..game.solution.lines.len()).find_map(|at| match game.known(at)? {
        LineStatus::With(lines) => Some((at, lines.first()? + 1)),
        _ => None,
    });
    if let Some((at, line)) = with {
        let mut legend = pane.inside();
        let sign = signed(at).0;
        legend.paragraph(&format!("{sign}: right with line {line} as it is."), theme.secondary);
        pane.lines(&legend.lines, 0);
    }
    cursor
}

pub fn detail(pane: &mut Pane<'_>) {
    let (app, mut out) = (pane.app, pane.writer());
    let screen = &app.screens.practice.find;
    match app.screens.practice.game(&app.session) {
        Some(game) if game.is_done() => {
            cause(game, &mut out);
            changes(app, game, &mut out);
        }
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
    pane.scrolled("This line", &out.lines, screen.detail);
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

fn cause(game: &FindError, out: &mut Writer<'_>) {
    let theme = out.theme;
    if game.stage == Stage::Mended {
        out.text(&format!("{} Mended.", sign(Verdict::Correct, out.ascii)), theme.good);
    } else {
        out.text("Here it is.", theme.strong);
    }
    let first = game.solution.first;
    let name = game.questions().list.get(first).map(|question| question.name.clone()).unwrap_or_default();
    out.text(&format!("Line {}, {name}:", first + 1), theme.text);
    out.text(&game.cause().unwrap_or_default(), theme.strong);
    out.blank();
}

fn changes(app: &App, game: &FindError, out: &mut Writer<'_>) {
    let sides = [Align::Right, Align::Left, Align::Right, Align::Right];
    let mut grid = Grid::new(["", "", "written", "right"].into_iter().zip(sides));
    for at in game.wrong_lines() {
        let (Some(line), Some(question)) = (game.solution.lines.get(at), game.questions().list.get(at))
        else {
            continue;
        };
        let role = if grid.rows.is_empty() { Role::Strong } else { Role::Text };
        let (written, right) = (written(app, &line.written, NUMBER), right(app, question, NUMBER));
        grid.push(role, [(at + 1).to_string(), question.short.clone(), written, right]);
    }
    out.grid(&grid);
}

const ROWS: [usize; 2] = [3, 8];
const PICTURE: usize = 12;
const BELOW: usize = 11;
const WIDEST: usize = 14;

pub fn draw(pane: &mut Pane<'_>) {
    let (app, mut out) = (pane.app, pane.writer());
    let screen = &app.screens.parameters;
    if let Some(why) = &screen.why {
        write(app, why, &mut out);
    }
    // The selected number is on screen.
    let least = out.selected.map_or(0, |at| (at + 2).saturating_sub(pane.height()));
    let most = out.selected.unwrap_or(usize::MAX);
    pane.scrolled("Why this number", &out.lines, screen.detail.max(least).min(most));
}

fn write(app: &App, why: &Why, out: &mut Writer<'_>) {
    let theme = out.theme;
    let steps = &why.derivation.steps;
    let told = steps.iter().rev().filter(|step| why.tells(step));
    // Of ℓ there would be as many counts as the model has numbers.
    let all = !matches!(why.quantity, Quantity::LogLik(_));
    let counts = steps.iter().filter(|step| all && step.uses.is_empty() && step.of != why.quantity);
    let (elimination, trouble) = (why.elimination.as_ref(), why.trouble.as_deref());
    out.document(&report::why(
        &why.quantity,
        told,
        counts,
        elimination,
        trouble,
        app.screens.parameters.used,
    ));
    out.blank();
    match &why.found {
        None => out.text("counting the rows …", theme.secondary),
        Some(found) => {
            rows(app, why, found, out);
            if let Some(found) = &found.deviations {
                out.blank();
                out.document(&report::deviations(found));
            }
            if !found.alphas.is_empty() {
                out.blank();
                out.document(&report::under_other_alphas(&found.alphas));
            }
            let screen = &app.screens.parameters;
            if let Some(scene) = found.picture.as_deref()
                && rows_shown(app) < screen.lines.rows() + BELOW
            {
                out.blank();
                let look = Look { glyphs: app.settings.drawn_with(), ..Look::default() };
                let cells = raster(scene, (out.columns, PICTURE), &look);
                out.lines.extend(pane::lines(theme, &cells, None));
            }
        }
    }
    if let Some(rule) = why.rule() {
        out.paragraph(rule.sentence(), theme.text);
    }
    if app.frame.width >= 120 {
        out.paragraph(&format!("LaTeX  {}", why.latex), theme.secondary);
    }
}

fn rows(app: &App, why: &Why, found: &Found, out: &mut Writer<'_>) {
    let (theme, columns) = (out.theme, out.columns);
    let Some(fitted) = app.session.fitted() else { return };
    let (table, fitted) = (&fitted.data.table, Some(fitted));
    if fitted.is_some_and(|fitted| fitted.data.is_given()) {
        return;
    }
    let total = found.rows.len();
    let (one, many) = if why.words { ("document", "documents") } else { ("row", "rows") };
    let heading = match total {
        0 if why.words => "No document of the class has it".to_owned(),
        0 => "No row was counted".to_owned(),
        _ if why.words => format!("In {}", counted(total, one, many)),
        1 => "The row counted".to_owned(),
        _ => format!("The {} counted", counted(total, one, many)),
    };
    let mut heading = Line::styled(heading, theme.heading);
    let hint = "  Enter opens them";
    if total > 0 && heading.width() + width(hint) <= columns {
        heading.push_span(Span::styled(hint, theme.secondary));
    }
    out.lines.push(heading);
    let most = if app.frame.height >= 36 { ROWS[1] } else { ROWS[0] };
    let listed: Vec<usize> = found.rows.iter().copied().take(most).collect();
    let digits = words::digits(listed.last().map_or(1, |row| row + 1)).max(2);
    let weight =
        |row: &usize| fitted.and_then(|fitted| fitted.weight(*row)).map(|weight| format!(" ×{weight}"));
    let weights = listed.iter().filter_map(weight).map(|text| width(&text)).max().unwrap_or(0);
    let counts = fitted.filter(|fitted| fitted.factors().iter().any(Factor::is_word_counts));
    let text = |row: usize, column: Option<usize>| match (column, counts) {
        (Some(column), _) => words::cell(table, row, column),
        // One column would not be understood without its name, so the words of the document are written out.
        (None, Some(fitted)) => document(fitted, row),
        (None, None) => String::new(),
    };
    let widest =
        |column: Option<usize>| listed.iter().map(|row| width(&text(*row, column))).max().unwrap_or(0);
    let target = app.session.target.unwrap_or(usize::MAX);
    let class = widest(Some(target)).min(WIDEST);
    let room = columns.saturating_sub(digits + 1 + weights + class + 2);
    let most = if why.words { room } else { WIDEST };
    let shown = |column: &usize| {
        *column != target && fitted.is_none_or(|fitted| fitted.data.resolved.weight != Some(*column))
    };
    let others = (0..table.columns().len()).filter(|column| counts.is_none() && shown(column)).map(Some);
    let others = others.chain(counts.map(|_| None));
    let others: Vec<(Option<usize>, usize)> =
        others.map(|column| (column, widest(column).min(most))).collect();
    for row in &listed {
        let mut line = cell_right(&(row + 1).to_string(), digits + 1);
        line.push_str(&cell(&weight(row).unwrap_or_default(), weights));
        let mut left = room;
        for (column, whole) in &others {
            let wide = (*whole).min(left.saturating_sub(2));
            if wide < (*whole).min(3) {
                break;
            }
            line.push_str(&format!("  {}", cell(&text(*row, *column), wide)));
            left = left.saturating_sub(wide + 2);
        }
        line.push_str(&format!("  {}", cell(&text(*row, Some(target)), class)));
        out.line(clip(line.trim_end(), columns), theme.text);
    }
    if total > listed.len() {
        out.line(format!("   and {} more", total - listed.len()), theme.secondary);
    }
}

fn document(fitted: &Fitted, row: usize) -> String {
    let case = Case::from_row(fitted, row).ok();
    case.and_then(|case| case.cells.into_iter().next()).map(|cell| cell.text).unwrap_or_default()
}
