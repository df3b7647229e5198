//! Screen 5: left the case in hand and the steps of its posterior, right what the selected step does.
//!
//! ```text
//! ┏━ ▶ Steps ━━━━━━━━━━━━━━━━━━━━━━━━━━━━┓╭─ This step ──────────────────────────╮
//! ┃ Outlook=Sunny  Temp=Cool             ┃│ Step 2 of 7: Sunny                   │
//! ┃ Humidity=High  Wind=Strong           ┃│                                      │
//! ┃                                      ┃│ Multiply what you have by how often  │
//! ┃   step            ● No     ▲ Yes     ┃│ the value happens in each class.     │
//! ┃ ✓ 1 prior         5/14      9/14     ┃│                                      │
//! ┃ ▸ 2 × Sunny      ▸ 4/8◂     3/12     ┃│ ▸ ● No ◂                             │
//! ┃   3 × Cool           ·         ·     ┃│   P(Outlook=Sunny | No)              │
//! ┃                                      ┃│    = (3 + 1)/(5 + 1 · 3) = 4/8       │
//! ┃ so far ● No   5/14 · 4/8             ┃│   ▲ Yes                              │
//! ┃ ● No leads  ████████▒▒▒▒▒▒▒▒▒  53 %  ┃│   …                                  │
//! ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┛╰──────────────────────────────────────╯
//! ```
//!
//! What is not revealed is `·`, and only the steps on screen are looked at.

use ratatui::layout::Margin;
use ratatui::style::Modifier;
use ratatui::text::{Line, Span};

use super::super::numbers::Form;
use super::super::pane::{Pane, SPACIOUS, scrolled, wrap};
use super::super::row_line::named;
use super::super::theme::{Theme, class_mark};
use super::side_by_side;
use super::step_table;
use crate::math::{DecimalSign, Number, sentence};
use crate::report::{CellText, StepView, Working, equals, ln, this_step};
use crate::workbench::words::{clip, shown, width};
use crate::workbench::{App, ExplainScreen, Explanation, NumberForm, follow};
use crate::worked::{Row, RowKind, Worked};

/// The most lines that the case takes.
const CASE: usize = 3;
/// Panes with fewer lines have nothing between the table and the leader, or no words before a formula.
const LOW: usize = 15;
/// Panes at least this wide also show logarithms.
const WIDE: usize = 40;
/// Products with more factors than this are shown by their ends.
const FACTORS: usize = 12;
/// Longer fractions are left to the decimal.
const FRACTION: usize = 24;

/// The working as it is looked at.
pub struct View<'a> {
    pub told: &'a Explanation,
    /// What is revealed, and the cursor.
    pub screen: &'a ExplainScreen,
    pub form: Form,
    pub theme: &'a Theme,
}

impl<'a> View<'a> {
    fn of(app: &'a App, theme: &'a Theme) -> Option<View<'a>> {
        let screen = &app.screens.explain;
        Some(View::new(app, screen, screen.explanation(&app.session)?, theme))
    }

    fn new(app: &App, screen: &'a ExplainScreen, told: &'a Explanation, theme: &'a Theme) -> View<'a> {
        // Terms of a sum are no factors: their logarithms mean nothing.
        let form = if told.by_theta { NumberForm::Decimal } else { app.settings.form };
        View { told, screen, form: Form { form, ..Form::of(app) }, theme }
    }

    /// The selected step, if one is revealed.
    fn selected(&self) -> Option<&Row> {
        self.told.rows().get(self.screen.cursor).filter(|_| self.screen.revealed > 0)
    }

    pub fn class(&self, class: usize) -> String {
        let name = self.told.posterior.classes.get(class);
        named(class, name.map(|name| name.as_str()).unwrap_or_default())
    }
}

pub fn left(pane: &mut Pane<'_>) {
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
    let needed = side_by_side::height(told.rows()).unwrap_or(told.rows().len()) + 2;
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
    lines.extend(step_table::table(&view, columns, left.saturating_sub(below.len())));
    lines.extend(below);
    pane.lines(&lines, 0);
}

/// A row of screen 4 in a pane of its own: its cells, all steps, who leads, and what is noticed of it.
pub fn row_worked(pane: &mut Pane<'_>, screen: &ExplainScreen, told: &Explanation) {
    let view = View::new(pane.app, screen, told, pane.theme);
    pane.frame(&format!("Why: {}", told.origin), "");
    let columns = pane.columns();
    let mut out = pane.inside();
    out.blank();
    out.lines.extend(case_lines(&told.cells, "", pane.theme, columns, CASE));
    out.blank();
    let (mut below, rows) = (pane.inside(), told.rows());
    below.blank();
    below.lines.extend(rows.last().map(|row| bar(&view, row, columns)));
    below.paragraph(&told.decision, pane.theme.text);
    told.decided.iter().for_each(|sentence| below.paragraph(sentence, pane.theme.text));
    for sentence in &told.typicality {
        below.text(sentence, pane.theme.text);
    }
    let all = side_by_side::height(rows).unwrap_or(rows.len()) + 2;
    let room = pane.height().saturating_sub(out.lines.len()).min(all);
    let room = room.min(pane.height().saturating_sub(out.lines.len() + below.lines.len()).max(MOST_STEPS));
    out.lines.extend(step_table::table(&view, columns, room));
    out.lines.extend(below.lines);
    pane.lines(&out.lines, 0);
}

/// Lines that the steps have at least beside what is said of a row.
const MOST_STEPS: usize = 10;

/// The columns that the table of the steps needs to show every class.
pub fn needed(app: &App, theme: &Theme) -> usize {
    View::of(app, theme).map_or(0, |view| step_table::needed(&view))
}

/// The lines of the case, the table, the leader and what is between them.
pub fn lines(app: &App) -> Option<usize> {
    let explanation = app.screens.explain.explanation(&app.session)?;
    let rows = explanation.rows();
    Some(side_by_side::height(rows).unwrap_or(rows.len()) + 2)
}

pub fn right(pane: &mut Pane<'_>) {
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
            step: &|quantity| told.step(quantity),
        };
        let (above, below) = this_step(working, view);
        (!brief).then(|| out.blank());
        out.document(&above);
        let selected = out.lines.len();
        out.document(&below);
        Some((out.lines, selected))
    };
    if let Some(told) = screen.explanation(&app.session).filter(|told| screen.in_cases && !told.in_cases.blocks.is_empty()) {
        let mut out = pane.writer();
        out.spaced(&told.in_cases);
        return pane.scrolled("So many cases", &out.lines, screen.detail);
    }
    // Where the pane is too low for formulas in two dimensions, the numbers of all classes come first.
    let full = write(true).filter(|(lines, _)| lines.len() <= height);
    let (lines, selected) = full.or_else(|| write(false)).unwrap_or_default();
    let scroll = if screen.follow { follow(screen.detail, selected, height) } else { screen.detail };
    let (scroll, foot) = scrolled(app, lines.len(), scroll, inside);
    pane.frame("This step", &foot);
    pane.lines(&lines, scroll);
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

/// The products up to the selected step, and who leads, on at most `room` lines.
fn so_far(view: &View<'_>, columns: usize, room: usize) -> Vec<Line<'static>> {
    let Some(row) = view.selected() else { return Vec::new() };
    if row.kind == RowKind::Decide {
        return actions(view, row, columns, room);
    }
    let classes = 0..view.told.posterior.classes.len();
    let of = |class: usize, most: usize| product(view, row, class, columns, most);
    let long: Vec<Line> = classes.clone().flat_map(|class| of(class, 2)).collect();
    let brief = || classes.clone().flat_map(|class| of(class, 1)).collect::<Vec<Line>>();
    let bar = bar(view, row, columns);
    let mut lines = if long.len() + 2 <= room {
        long
    } else if classes.len() + 2 <= room {
        brief()
    } else {
        of(view.screen.class, 1)
    };
    lines.insert(0, Line::default());
    if lines.len() + 2 <= room {
        lines.push(Line::default());
    }
    lines.push(bar);
    // A blank line and the heading come with it.
    if lines.len() + view.screen.revealed + 2 < room {
        lines.extend(history(view, columns));
    }
    lines
}

/// What each action is expected to cost, the chosen one marked, on at most `room` lines.
fn actions(view: &View<'_>, row: &Row, columns: usize, room: usize) -> Vec<Line<'static>> {
    let Some(decided) = &view.told.posterior.decided else { return Vec::new() };
    let form = Form { form: NumberForm::Decimal, ..view.form };
    let line = |(at, cost): (usize, &Worked)| {
        let chosen = decided.chosen == Some(at);
        let mark = if chosen { "◂" } else { "" };
        let value = result(cost.value.as_ref(), form, columns);
        let text = format!("{} {value} {mark}", shown(&cost.quantity.to_string()));
        Line::styled(text, if chosen { view.theme.strong } else { view.theme.text })
    };
    let costs = decided.costs.iter().enumerate().map(line);
    let mut lines: Vec<Line<'static>> = std::iter::once(Line::default()).chain(costs).collect();
    lines.truncate(room.saturating_sub(1));
    lines.push(bar(view, row, columns));
    lines
}

/// The product of a class on one line, or on two where one is too short and `most` allows it.
fn product(view: &View<'_>, row: &Row, class: usize, columns: usize, most: usize) -> Vec<Line<'static>> {
    let Some(worked) = row.cells.get(class).filter(|cell| !cell.is_blank()) else { return Vec::new() };
    let style = view.theme.class(class);
    let logs = view.form.form == NumberForm::Ln;
    let head = match row.kind {
        RowKind::Score | RowKind::Divide if logs => {
            format!("{} {}", class_mark(class), worked.quantity.clone().ln())
        }
        RowKind::Score | RowKind::Divide | RowKind::Linear | RowKind::Squashed | RowKind::Decide => {
            format!("{} {}", class_mark(class), worked.quantity)
        }
        _ if logs => format!("ln so far {}", view.class(class)),
        _ => format!("so far {}", view.class(class)),
    };
    let head = Span::styled(format!("{head} "), style);
    let indent = head.width();
    let room = columns.saturating_sub(indent);
    let value = result(worked.so_far.as_ref(), view.form, room);
    let is_factor_of = !row.kind.is_last() && row.kind != RowKind::Decide;
    let factors = if !is_factor_of { String::new() } else { factors(view, class, room) };
    let whole = if factors.is_empty() { value.clone() } else { format!("{factors} {value}") };
    if indent + width(&whole) <= columns {
        return vec![Line::from(vec![head, Span::raw(whole)])];
    }
    if most < 2 || factors.is_empty() {
        return vec![Line::from(vec![head, Span::raw(value)])];
    }
    vec![Line::from(vec![head, Span::raw(factors)]), Line::raw(format!("{}{value}", " ".repeat(indent)))]
}

/// `= 25/784 ≈ 0.0319`
fn result(value: Option<&Number>, Form { form, face }: Form, room: usize) -> String {
    let Some(value) = value else { return "= 0/0 undefined".to_owned() };
    if form == NumberForm::Ln {
        return sentence!("= {}", ln(value)).written(face.sign);
    }
    let short = form == NumberForm::Fraction && !value.is_zero();
    let fraction = value.to_fraction().filter(|text| short && text.len() <= FRACTION);
    let equals = equals(value).written(face.sign);
    let both = fraction.map(|fraction| format!("= {fraction} {equals}"));
    both.filter(|text| width(text) <= room).unwrap_or(equals)
}

/// `5/14 · 4/8 · 2/8`, shortened in the middle.
fn factors(view: &View<'_>, class: usize, room: usize) -> String {
    if view.form.form == NumberForm::Ln {
        return String::new();
    }
    let up_to = view.screen.cursor + 1;
    let form = view.form;
    let rows: Vec<&Row> = view.told.rows().iter().take(up_to).filter(|row| row.kind.is_factor()).collect();
    let text = |row: &&Row| {
        let worked = row.cells.get(class);
        worked
            .map(|cell| form.write(&cell.shown, cell.value.as_ref(), FRACTION, cell.quantity.precision()))
            .unwrap_or_default()
    };
    let ends = |first: usize, last: usize| {
        let start = rows.iter().take(first).map(text);
        let end = rows.iter().skip(rows.len().saturating_sub(last)).map(text);
        start.chain(["…".to_owned()]).chain(end).collect::<Vec<String>>().join(" · ")
    };
    if rows.len() > FACTORS {
        return ends(2, 2);
    }
    let all: Vec<String> = rows.iter().map(text).collect();
    let whole = [" · ", "·"].map(|dot| all.join(dot)).into_iter().find(|text| width(text) <= room);
    whole.unwrap_or_else(|| if rows.len() > 3 { ends(2, 1) } else { ends(1, 1) })
}

/// `● No leads  ███████▒▒▒  72 %`, the name of the leader in bold.
fn bar(view: &View<'_>, row: &Row, columns: usize) -> Line<'static> {
    let (theme, leaders) = (view.theme, row.leaders());
    let (Some(shares), Some(first)) = (&row.shares, leaders.first()) else {
        return Line::styled("0/0 undefined: no class leads.", theme.warning);
    };
    let all_equal = leaders.len() > 1;
    let words =
        if all_equal { format!("tie of {}", leaders.len()) } else { format!("{} leads", view.class(*first)) };
    let percent = percent(shares.get(*first).copied().unwrap_or(0.0), theme.face.sign);
    let room = columns.saturating_sub(width(&words) + width(&percent) + 4);
    let style = if all_equal { theme.strong } else { theme.class(*first).add_modifier(Modifier::BOLD) };
    let mut line = Line::from(vec![Span::styled(words, style), Span::raw("  ")]);
    line.extend(segments(shares, *first, room, theme));
    line.push_span(Span::raw(format!("  {percent}")));
    line
}

/// The same for a step that stands elsewhere; nothing where none has been worked out.
pub fn leader_bar(app: &App, theme: &Theme, row: usize, columns: usize) -> Option<Line<'static>> {
    let view = View::of(app, theme)?;
    Some(bar(&view, view.told.rows().get(row)?, columns))
}

fn percent(share: f64, sign: DecimalSign) -> String {
    let text = Number::Float(share * 100.0).fixed(0).written(sign);
    match text.as_str() {
        "100" if share < 1.0 => "> 99 %".to_owned(),
        _ => format!("{text} %"),
    }
}

/// A bar of the shares of the classes, the leader's first.
pub fn segments(shares: &[f64], leader: usize, room: usize, theme: &Theme) -> Vec<Span<'static>> {
    let (mut before, mut drawn) = (0.0, 0);
    let others = (0..shares.len()).filter(|class| *class != leader);
    let part = |(place, class): (usize, usize)| {
        // The ends are rounded, not the lengths, so that the parts fill the bar.
        before += shares.get(class).copied().unwrap_or(0.0);
        let end = ((before * room as f64).round() as usize).min(room);
        let fill = theme.share_fill(place).to_string().repeat(end.saturating_sub(drawn));
        drawn = end.max(drawn);
        Span::styled(fill, theme.class(class))
    };
    std::iter::once(leader).chain(others).enumerate().map(part).collect()
}

/// The share of the marked class after each revealed step.
fn history(view: &View<'_>, columns: usize) -> Vec<Line<'static>> {
    let class = view.screen.class;
    let heading = vec![
        Span::raw("share of "),
        Span::styled(view.class(class), view.theme.class(class)),
        Span::raw(" after each step"),
    ];
    let mut lines = vec![Line::default(), Line::from(heading)];
    // One order for all of them, that of the last: who leads now is seen to have come forward.
    let told = || view.told.rows().iter().take(view.screen.revealed).enumerate();
    let leader = told().filter_map(|(_, row)| row.leaders().first().copied()).next_back().unwrap_or(0);
    for (at, row) in told().filter(|(_, row)| !row.kind.is_towards_density()) {
        let number = view.told.step_of(at) + 1;
        let mut line = Line::styled(format!("{number:>3}  "), view.theme.secondary);
        if let Some(shares) = &row.shares {
            line.extend(segments(shares, leader, columns.saturating_sub(16), view.theme));
            let share = shares.get(class).copied().unwrap_or(0.0);
            line.push_span(Span::raw(format!(
                "  {}",
                Number::Float(share).fixed(4).written(view.theme.face.sign)
            )));
        } else {
            line.push_span(Span::styled("0/0 undefined", view.theme.warning));
        }
        lines.push(line);
    }
    lines
}
