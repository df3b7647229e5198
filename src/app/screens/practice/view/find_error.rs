//! Screen 7, find the error: left a finished solution with one wrong line, right the working of the selected line and the
//! feedback. Also the right pane of screen 3, why a number has its value.

use crate::app::screens::parameters::{Found, Why, rows_shown};
use crate::app::screens::practice::view::{AnswerEntry, behind, draw_lines, put_case};
use crate::app::widgets::document::Writer;
use crate::app::widgets::pane;
use crate::app::widgets::pane::{Pane, cell, cell_right};
use crate::app::widgets::rows::{right, sign, written};
use crate::app::words;
use crate::app::words::{clip, width};
use crate::app::{App, Lane};
use crate::math::{Quantity, sentence};
use crate::model::{Case, Factor};
use crate::plot::{Look, raster};
use crate::practice::Verdict;
use crate::practice::find_error::{FindError, LineStatus, Stage};
use crate::practice::worksheet::Question;
use crate::report;
use crate::report::{Align, Grid, Role, verdict_role, without_formula};
use crate::text::counted;
use ratatui::layout::Position;
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

pub fn detail(pane: &mut Pane<'_>) {
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

const ROWS: [usize; 2] = [3, 8];
const PICTURE: usize = 12;
const BELOW: usize = 11;
const WIDEST: usize = 14;

/// Draws the right pane of screen 3.
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
    let (theme, screen) = (out.theme, &app.screens.parameters);
    let steps = why.derivation.steps.iter();
    // Of ℓ there would be as many counts as the model has numbers.
    let all = !matches!(why.quantity, Quantity::LogLik(_));
    let counts = steps.clone().filter(|step| all && step.uses.is_empty() && step.of != why.quantity);
    let steps = steps.rev().filter(|step| why.tells(step));
    let (elimination, trouble) = (why.elimination.as_ref(), why.trouble.as_deref());
    out.document(&report::why(&why.quantity, steps, counts, elimination, trouble, screen.used));
    out.blank();
    if let Some(found) = &why.found {
        rows(app, why, found, out);
        if let Some(deviations) = &found.deviations {
            out.blank();
            out.document(&report::deviations(deviations));
        }
        if !found.alphas.is_empty() {
            out.blank();
            out.document(&report::under_other_alphas(&found.alphas));
        }
        if let Some(scene) = found.picture.as_deref()
            && rows_shown(app) < screen.lines.rows() + BELOW
        {
            out.blank();
            let look = Look { glyphs: app.settings.drawn_with(), ..Look::default() };
            let cells = raster(scene, (out.columns, PICTURE), &look);
            out.lines.extend(pane::lines(theme, &cells, None));
        }
    } else {
        out.text("counting the rows …", theme.secondary);
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
    let Some(fitted) = app.session.fitted().filter(|fitted| !fitted.data.is_given()) else { return };
    let table = &fitted.data.table;
    let total = found.rows.len();
    let heading = match total {
        0 if why.words => "No document of the class has it".to_owned(),
        0 => "No row was counted".to_owned(),
        _ if why.words => format!("In {}", counted(total, "document", "documents")),
        1 => "The row counted".to_owned(),
        _ => format!("The {total} rows counted"),
    };
    let mut heading = Line::styled(heading, theme.heading);
    let hint = "  Enter opens them";
    if total > 0 && heading.width() + width(hint) <= columns {
        heading.push_span(Span::styled(hint, theme.secondary));
    }
    out.lines.push(heading);
    let target = app.session.target.unwrap_or(usize::MAX);
    let is_shown = |column: &usize| *column != target && fitted.data.resolved.weight != Some(*column);
    let texts = |row: usize| -> Vec<String> {
        if fitted.factors().iter().any(Factor::is_word_counts) {
            // One column would not be understood without its name, so the words of the document are written out.
            let case = Case::from_row(fitted, row).ok();
            let first = case.and_then(|case| case.cells.into_iter().next());
            return vec![first.map(|cell| cell.text).unwrap_or_default()];
        }
        let columns = (0..table.columns().len()).filter(is_shown);
        columns.map(|column| words::cell(table, row, column)).collect()
    };
    let weight = |row: usize| fitted.weight(row).map(|weight| format!(" ×{weight}")).unwrap_or_default();
    let most = if app.frame.height >= 36 { ROWS[1] } else { ROWS[0] };
    let listed = found.rows.iter().take(most);
    let listed: Vec<(usize, String, Vec<String>, String)> =
        listed.map(|row| (*row, weight(*row), texts(*row), words::cell(table, *row, target))).collect();
    let digits = words::digits(listed.last().map_or(1, |(row, ..)| row + 1)).max(2);
    let weights = listed.iter().map(|(_, weight, ..)| width(weight)).max().unwrap_or(0);
    let classes = listed.iter().map(|(.., class)| width(class)).max().unwrap_or(0).min(WIDEST);
    let room = columns.saturating_sub(digits + 1 + weights + classes + 2);
    let most = if why.words { room } else { WIDEST };
    let widest = |at: usize| {
        let texts = listed.iter().filter_map(|(_, _, texts, _)| texts.get(at));
        texts.map(|text| width(text)).max().unwrap_or(0).min(most)
    };
    for (row, weight, texts, class) in &listed {
        let mut line = cell_right(&(row + 1).to_string(), digits + 1);
        line.push_str(&cell(weight, weights));
        let mut left = room;
        for (at, text) in texts.iter().enumerate() {
            let whole = widest(at);
            let wide = whole.min(left.saturating_sub(2));
            if wide < whole.min(3) {
                break;
            }
            line.push_str(&format!("  {}", cell(text, wide)));
            left = left.saturating_sub(wide + 2);
        }
        line.push_str(&format!("  {}", cell(class, classes)));
        out.line(clip(line.trim_end(), columns), theme.text);
    }
    if total > listed.len() {
        out.line(format!("   and {} more", total - listed.len()), theme.secondary);
    }
}
