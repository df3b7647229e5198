//! Screen 5: left the case and the steps of its posterior, right the selected step.
//!
//! What is not revealed is `·`, and only the steps on screen are looked at.

pub(crate) mod step_table;

use ratatui::layout::Margin;
use ratatui::text::Line;

use crate::app::terminal::theme::Theme;
use crate::app::widgets::pane::{Canvas, SPACIOUS, wrap};

use crate::app::screens::explain::view::step_table::{View, bar, so_far};
use crate::app::words::{clip, shown};
use crate::app::{App, NumberForm};
use crate::report::{CellText, StepView, Working, this_step};
use crate::worked::RowKind;

/// The most lines that the case takes.
pub(crate) const CASE: usize = 3;
/// Panes with fewer lines have nothing between the table and the leader, or no words before a formula.
const LOW: usize = 15;
/// Panes at least this wide also show logarithms.
const WIDE: usize = 40;

pub fn left(pane: &mut Canvas<'_>) {
    let Some(view) = View::of(pane.app, pane.theme) else {
        pane.frame("Steps", "");
        let busy = pane.app.jobs.busy().is_some();
        let waiting = if busy { "working it out …" } else { "Press 5 to work it out." };
        return pane.lines(&[Line::default(), Line::styled(waiting, pane.theme.secondary)], 0);
    };
    let (told, screen) = (view.told, view.screen);
    // A low pane that takes the width has the table and the leader, and the case in its title.
    let low = usize::from(pane.area.height.saturating_sub(2)) < LOW;
    let case = |columns, most| case_lines(&told.cells, &told.origin, view.theme, columns, most);
    let title = match case(pane.inner().saturating_sub(4), 1).first() {
        Some(line) if low => line.to_string().trim_end().to_owned(),
        _ => "Steps".to_owned(),
    };
    pane.frame(&title, &format!("{} of {} revealed", told.step_of(screen.revealed), told.ranges.len()));
    let (columns, height) = (pane.columns(), pane.height());
    // Where there are few lines, the steps need them more than the case.
    let spacious = height >= SPACIOUS;
    let mut lines: Vec<Line<'_>> = spacious.then(Line::default).into_iter().collect();
    let most = if spacious { CASE } else { 1 };
    if !low {
        lines.extend(case(columns, most));
        lines.push(Line::default());
    }
    let left = height.saturating_sub(lines.len());
    // The heading, and the last name on a line of its own.
    let needed = told.rows().len() + 2;
    let least = (left / 3).min(told.posterior.classes.len() + 3);
    let below = match view.selected() {
        Some(row) if low => match told.decided.as_ref().filter(|_| row.kind == RowKind::Decide) {
            Some(said) => vec![Line::styled(
                clip(&said.written(view.theme.face.sign), columns).into_owned(),
                view.theme.strong,
            )],
            None => vec![bar(&view, row, columns)],
        },
        _ => so_far(&view, columns, left.saturating_sub(needed).max(least)),
    };
    pane.put(&lines);
    let rest =
        pane.below(pane.height().saturating_sub((told.rows().len() + 1).min(left - below.len().min(left))));
    step_table::table(&view, columns).draw_around(pane, &screen.scroll, screen.cursor);
    pane.area = rest;
    pane.lines(&below, 0);
}

pub fn needed(app: &App, theme: &Theme) -> usize {
    View::of(app, theme).map_or(0, |view| step_table::needed(&view))
}

pub fn lines(app: &App) -> Option<usize> {
    let explanation = app.screens.explain.explanation(&app.session)?;
    Some(explanation.rows().len() + 2)
}

pub fn right(pane: &mut Canvas<'_>) {
    let (app, screen) = (pane.app, &pane.app.screens.explain);
    let inside = pane.area.inner(Margin::new(1, 1));
    let height = usize::from(inside.height);
    let write = |in_full| {
        let told = screen.explanation(&app.session)?;
        let mut out = pane.writer();
        let at = Some(screen.cursor).filter(|_| screen.revealed > 0);
        let logarithms = out.columns >= WIDE;
        let brief = height < LOW / 2;
        let in_ln = app.settings.form == NumberForm::Ln;
        let view = StepView { at, class: screen.class, in_full, in_ln, logarithms, brief };
        let working = Working {
            fitted: &told.fitted,
            case: &told.case,
            posterior: &told.posterior,
            prediction: &told.prediction,
            decision: &told.decision,
            decided: told.decided.as_ref(),
            why: &told.why,
            warnings: &told.warnings,
            typicality: &told.typicality,
            counted: told.counted.as_ref(),
            step: &|quantity| told.step(quantity),
        };
        let (above, below) = this_step(working, view);
        (!brief).then(|| out.blank());
        out.document(&above);
        let selected = out.lines.len();
        out.document(&below);
        Some((out.lines, selected))
    };
    if let Some(told) =
        screen.explanation(&app.session).filter(|told| screen.in_cases && !told.in_cases.blocks.is_empty())
    {
        let mut out = pane.writer();
        out.spaced(&told.in_cases);
        return pane.scrolling("So many cases", &out.lines, &screen.detail);
    }
    // Where the pane is too low for formulas in two dimensions, the numbers of all classes come first.
    let full = write(true).filter(|(lines, _)| lines.len() <= height);
    let (lines, selected) = full.or_else(|| write(false)).unwrap_or_default();
    if screen.follow {
        screen.detail.list(lines.len(), height, selected..selected + 1);
    }
    pane.scrolling("This step", &lines, &screen.detail);
}

/// The cells of a case and what it is called, on `most` lines.
pub fn case_lines(
    cells: &[CellText],
    origin: &str,
    theme: &Theme,
    columns: usize,
    most: usize,
) -> Vec<Line<'static>> {
    let mut text = String::new();
    for cell in cells {
        let bin = cell.bin.as_ref().map(|bin| format!(" → {bin}")).unwrap_or_default();
        text.push_str(&format!(
            "{}={}{bin} ",
            shown(&cell.name),
            shown(clip(&cell.text, columns * most).as_ref())
        ));
    }
    if !origin.is_empty() {
        text.push_str(&format!("({origin})"));
    }
    let all = wrap(&text, columns);
    let more = all.len() > most;
    let mut lines: Vec<Line> =
        all.into_iter().take(most).map(|line| Line::styled(line, theme.strong)).collect();
    if let Some(last) = lines.last_mut().filter(|_| more) {
        let short = format!("{} …", clip(&last.to_string(), columns.saturating_sub(2)).trim_end_matches('…'));
        *last = Line::styled(short, theme.strong);
    }
    lines
}
