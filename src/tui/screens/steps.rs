//! Room 5, left: the case in hand and the steps of its posterior.
//!
//! ```text
//! ┏━ ▶ Steps ━━━━━━━━━━━━━━━━━━━━━━━━━━━━┓
//! ┃ Outlook=Sunny  Temp=Cool             ┃
//! ┃ Humidity=High  Wind=Strong           ┃
//! ┃                                      ┃
//! ┃   step            ● No     ▲ Yes     ┃
//! ┃ ✓ 1 prior         5/14      9/14     ┃
//! ┃ ▸ 2 × Sunny      ▸ 4/8◂     3/12     ┃
//! ┃   3 × Cool           ·         ·     ┃
//! ┃                                      ┃
//! ┃ so far ● No   5/14 · 4/8             ┃
//! ┃ ● No leads  ████████▒▒▒▒▒▒▒▒▒  53 %  ┃
//! ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┛
//! ```
//!
//! What is not revealed is `·`, and only the steps on screen are looked at.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::super::numbers::Form;
use super::super::pane::{self, Frame, cell, cell_right, wrap};
use super::super::row_line::named;
use super::super::theme::Theme;
use super::so_far;
use crate::math::significant;
use crate::report::{row_name, short_row_name};
use crate::workbench::words::{clip, counted, shown, width};
use crate::workbench::{App, ExplainScreen, Told};
use crate::worked::{Row, RowKind};

/// The most lines that the case takes.
const CASE: usize = 3;
/// Panes with fewer lines do without blank ones.
const SPACIOUS: usize = 14;
/// The least columns of a step's name.
const NAME: usize = 7;
/// Blanks before a number: the marks of the cursor stand in them.
const GAP: usize = 2;
/// Columns of a number beside its product.
const NUMBER: usize = 9;
/// Columns of a product so far, with the blanks before it.
const SO_FAR: usize = 12;

/// Draws the left pane.
pub fn draw(app: &App, theme: &Theme, focused: bool, area: Rect, buffer: &mut Buffer) {
    let screen = &app.screens.explain;
    let Some(told) = screen.told(app) else {
        let inside = Frame { title: "Steps", foot: "", focused }.draw(theme, area, buffer);
        let waiting =
            if app.jobs.busy().is_some() { "working it out …" } else { "Press 5 to work it out." };
        pane::lines(&[Line::default(), Line::styled(waiting, theme.secondary)], 0, inside, buffer);
        return;
    };
    let foot = format!("{} of {} revealed", screen.revealed, told.rows().len());
    let inside = Frame { title: "Steps", foot: &foot, focused }.draw(theme, area, buffer);
    let (columns, height) = (usize::from(inside.width), usize::from(inside.height));
    let view =
        View { told, screen, form: Form { form: app.settings.form, ascii: app.settings.ascii }, theme };
    // Where there are few lines, the steps need them more than the case.
    let mut lines = if height >= SPACIOUS { vec![Line::default()] } else { Vec::new() };
    lines.extend(case(&view, columns, if height >= SPACIOUS { CASE } else { 1 }));
    lines.push(Line::default());
    let left = height.saturating_sub(lines.len());
    // The heading, and the last name on a line of its own.
    let needed = told.rows().len() + 2;
    let least = (left / 3).min(told.posterior.classes.len() + 3);
    let room_below = left.saturating_sub(needed).max(least);
    let below = so_far::draw(&view, columns, room_below);
    lines.extend(table(&view, columns, left.saturating_sub(below.len())));
    lines.extend(below);
    pane::lines(&lines, 0, inside, buffer);
}

/// What the parts of this pane look at.
pub struct View<'a> {
    /// The working.
    pub told: &'a Told,
    /// What is revealed, and the cursor.
    pub screen: &'a ExplainScreen,
    /// How numbers are written.
    pub form: Form,
    /// The colours.
    pub theme: &'a Theme,
}

impl View<'_> {
    /// The marked step, if one is revealed.
    pub fn marked(&self) -> Option<&Row> {
        self.told.rows().get(self.screen.cursor).filter(|_| self.screen.revealed > 0)
    }

    /// A class with its mark.
    pub fn class(&self, class: usize) -> String {
        let name = self.told.posterior.classes.get(class);
        named(class, name.map(|name| name.as_str()).unwrap_or_default())
    }
}

fn case(view: &View<'_>, columns: usize, most: usize) -> Vec<Line<'static>> {
    let mut text = String::new();
    for cell in &view.told.cells {
        let bin = cell.bin.as_ref().map(|bin| format!(" → {bin}")).unwrap_or_default();
        text.push_str(&format!(
            "{}={}{bin} ",
            shown(&cell.name),
            shown(clip(&cell.text, columns * most).as_ref())
        ));
    }
    if let Some(row) = view.told.row_of_data() {
        text.push_str(&format!("(row {})", row + 1));
    }
    let all = wrap(&text, columns);
    let more = all.len() > most;
    let mut lines: Vec<Line> =
        all.into_iter().take(most).map(|line| Line::styled(line, view.theme.strong)).collect();
    if let Some(last) = lines.last_mut().filter(|_| more) {
        let short = format!("{} …", clip(&last.to_string(), columns.saturating_sub(2)).trim_end_matches('…'));
        *last = Line::styled(short, view.theme.strong);
    }
    lines
}

/// Where the columns of the table stand.
struct Columns {
    digits: usize,
    name: usize,
    /// The classes that are shown, from the first of them on.
    classes: std::ops::Range<usize>,
    number: usize,
    /// Whether the products stand beside the factors.
    so_far: bool,
    short: bool,
}

fn table(view: &View<'_>, columns: usize, room: usize) -> Vec<Line<'static>> {
    let rows = view.told.rows();
    let revealed = view.screen.revealed;
    let plan = plan(view, columns, room);
    // The last name is the longest: where it does not fit it stands on a line of its own.
    let apart = rows.last().is_some_and(|row| width(&row_name(&row.kind)) > plan.name);
    let total = rows.len() + usize::from(apart);
    let head = head(view, &plan);
    let room = room.saturating_sub(head.len());
    let cursor = if apart && view.screen.cursor + 1 == rows.len() { total - 1 } else { view.screen.cursor };
    let top = cursor.saturating_sub(room / 2).min(total.saturating_sub(room));
    let mut lines = head;
    let last = top.saturating_add(room).min(total);
    for at in top..last {
        let own_line = apart && at + 2 == total;
        let index = at.min(rows.len().saturating_sub(1));
        let Some(row) = rows.get(index) else { continue };
        let numbers = !own_line;
        let name = if apart && at + 1 == total { None } else { Some(index) };
        lines.push(step(view, &plan, row, index, (name.is_some(), numbers), index < revealed));
    }
    // More below than fits is said where it would stand.
    if last < total
        && room >= 4
        && let Some(line) = lines.last_mut()
    {
        let more = counted(total - last + 1, "more step", "more steps");
        *line = Line::styled(format!("  … {more}"), view.theme.secondary);
    }
    lines
}

/// As many classes as fit with their numbers whole, the marked one among them.
fn plan(view: &View<'_>, columns: usize, room: usize) -> Columns {
    let rows = view.told.rows();
    let classes = view.told.posterior.classes.len();
    let digits = rows.len().to_string().len();
    // The marker, the number of the step and the blanks around it; one column for the last mark of the cursor.
    let free = columns.saturating_sub(digits + 4);
    let longest = rows.iter().take(400).map(|row| width(&row_name(&row.kind))).max().unwrap_or(NAME);
    let so_far = classes * (GAP + NUMBER + SO_FAR) + 14 <= free;
    let around = view.screen.cursor.saturating_sub(room);
    let seen = rows.iter().take(view.screen.revealed).skip(around).take(2 * room);
    let seen: Vec<&Row> = seen.collect();
    let most = (free.saturating_sub(NAME) / (6 + GAP)).clamp(1, classes.max(1));
    let names = (0..classes).map(|class| width(&view.class(class))).max().unwrap_or(0);
    let fits = |shown: usize| {
        let share = free.saturating_sub(NAME) / shown;
        let budget = share.saturating_sub(GAP).min(SO_FAR);
        let texts = seen.iter().flat_map(|row| &row.cells);
        let widest = texts.map(|cell| width(&view.form.write(&cell.shown, cell.value.as_ref(), budget)));
        let widest = widest.max().unwrap_or(0).max(6.min(budget));
        // Where there is scrolling anyway, the names of the classes are worth more than one more column.
        let named = shown == classes || names.min(10) <= budget;
        (named && widest <= budget || shown == 1).then_some((shown, widest.max(budget.min(9))))
    };
    let (shown, number) = (1..=most).rev().find_map(fits).unwrap_or((1, 9));
    let number = if so_far { NUMBER } else { number };
    let first = (view.screen.class + 1).saturating_sub(shown);
    let used = if so_far { classes * (GAP + NUMBER + SO_FAR) } else { shown * (number + GAP) };
    let name = free.saturating_sub(used).min(longest.max(NAME));
    Columns {
        digits,
        name,
        classes: first..first + shown,
        number,
        so_far,
        short: longest > name + 6 || name < 14,
    }
}

fn head(view: &View<'_>, plan: &Columns) -> Vec<Line<'static>> {
    let theme = view.theme;
    let left = plan.digits + 3;
    let mut line = Line::styled(format!("  {}", cell("step", left - 2 + plan.name)), theme.heading);
    let mut second = Line::raw(" ".repeat(left + plan.name));
    for class in plan.classes.clone() {
        let wide = if plan.so_far { plan.number + SO_FAR } else { plan.number };
        let name = cell_right(&view.class(class), if plan.so_far { plan.number } else { wide });
        line.push_span(Span::raw(" ".repeat(GAP)));
        line.push_span(Span::styled(cell(&name, wide), theme.class(class)));
        second.push_span(Span::styled(
            format!(
                "{}{}{}",
                " ".repeat(GAP),
                cell_right("factor", plan.number),
                cell_right("so far", SO_FAR)
            ),
            theme.secondary,
        ));
    }
    let hidden = view.told.posterior.classes.len() - plan.classes.len();
    if hidden > 0 {
        let more = counted(hidden, "more class", "more classes");
        let words = format!("  {more}: Tab, then ↑↓");
        return vec![Line::styled(words, theme.secondary), line];
    }
    if plan.so_far { vec![line, second] } else { vec![line] }
}

fn step(
    view: &View<'_>,
    plan: &Columns,
    row: &Row,
    index: usize,
    (named, numbered): (bool, bool),
    revealed: bool,
) -> Line<'static> {
    let theme = view.theme;
    let here = view.screen.revealed > 0 && index == view.screen.cursor;
    let mark = if here {
        "▸"
    } else if revealed {
        "✓"
    } else {
        " "
    };
    let digits = plan.digits;
    let name = if plan.short { short_row_name(&row.kind) } else { row_name(&row.kind) };
    let style = if here {
        theme.strong
    } else if revealed {
        theme.text
    } else {
        theme.secondary
    };
    if !numbered {
        return Line::styled(format!("{mark} {:>digits$} {name}", index + 1), style);
    }
    let start = if named {
        format!("{mark} {:>digits$} {}", index + 1, cell(&name, plan.name))
    } else {
        " ".repeat(digits + 3 + plan.name)
    };
    let mut line = Line::styled(start, style);
    let mut after = GAP;
    for class in plan.classes.clone() {
        let Some(worked) = row.cells.get(class) else { continue };
        let text = if revealed {
            view.form.write(&worked.shown, worked.value.as_ref(), plan.number)
        } else {
            "·".into()
        };
        let marked = here && class == view.screen.class;
        let blanks = (plan.number + after).saturating_sub(width(&text));
        if marked {
            line.push_span(" ".repeat(blanks.saturating_sub(1)));
            line.push_span(Span::styled(format!("▸{text}◂"), theme.cursor));
        } else {
            line.push_span(" ".repeat(blanks));
            line.push_span(Span::styled(
                text,
                if here {
                    theme.strong
                } else if revealed {
                    theme.number
                } else {
                    theme.secondary
                },
            ));
        }
        after = if marked { GAP - 1 } else { GAP };
        if plan.so_far {
            let product = matches!(row.kind, RowKind::Prior | RowKind::Value { .. } | RowKind::Word { .. });
            let value = worked.so_far.as_ref().filter(|_| revealed && product);
            let text = value.map(|value| significant(value, 6).0).unwrap_or_default();
            line.push_span(Span::styled(cell_right(&text, SO_FAR + after - GAP), theme.text));
            after = GAP;
        }
    }
    line
}
