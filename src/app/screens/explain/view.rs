//! Screen 5: left the case and the table of its steps, a column for each class; right the selected step.
//!
//! What is not revealed is `·`, and only the steps on screen are looked at.

use ratatui::style::Modifier;
use ratatui::text::{Line, Span};

use crate::app::prelude::*;
use crate::app::screens::explain::{ExplainScreen, Explanation};
use crate::app::widgets::pane::SPACIOUS;
use crate::app::widgets::rows::Form;
use crate::report::{StepView, case_cells, equals, ln, row_name, this_step};
use crate::worked::{PosteriorRow, RowKind, Worked, has_frequencies};

const CASE: usize = 3;
const LOW: usize = 15;
/// The most columns of a number in the table; longer fractions become decimals.
const NUMBER: usize = 9;
/// Columns of a product so far, with the blanks before it.
const SO_FAR: usize = 12;
const FACTORS: usize = 12;
/// Longer fractions are left to the decimal.
const FRACTION: usize = 24;

pub(crate) struct StepsView<'a> {
    explanation: &'a Explanation,
    screen: &'a ExplainScreen,
    form: Form,
    theme: &'a Theme,
}

impl<'a> StepsView<'a> {
    pub(crate) fn of(app: &'a App, theme: &'a Theme) -> Option<StepsView<'a>> {
        let screen = &app.screens.explain;
        let explanation = screen.explanation(&app.session)?;
        // Terms of a sum are not factors: their logarithms mean nothing.
        let form = if explanation.by_theta { NumberForm::Decimal } else { app.settings.form };
        Some(StepsView { explanation, screen, form: Form { form, ..Form::of(app) }, theme })
    }

    fn class(&self, class: usize) -> String {
        let name = self.explanation.posterior.classes.get(class);
        named(class, name.map(Name::as_str).unwrap_or_default())
    }
}

/// Draws an empty pane that says what it waits for.
pub fn waiting(pane: &mut Canvas<'_>, title: &str, text: &str) {
    pane.frame(title, "");
    pane.lines(&[Line::default(), Line::styled(text, pane.theme.secondary)], 0);
}

pub fn left(pane: &mut Canvas<'_>) {
    let Some(view) = StepsView::of(pane.app, pane.theme) else {
        let busy = pane.app.jobs.busy().is_some();
        return waiting(pane, "Steps", if busy { "working it out …" } else { "Press 5 to work it out." });
    };
    let (explanation, screen) = (view.explanation, view.screen);
    let Explanation { fitted, case, prediction, ranges, .. } = explanation;
    let origin = pane.app.session.origin();
    // A low pane that takes the width has the table and the leader, and the case in its title.
    let low = usize::from(pane.area.height.saturating_sub(2)) < LOW;
    let case = |columns, most| case_lines(fitted, case, &origin, columns, most);
    let title = match case(pane.inner().saturating_sub(4), 1).first() {
        Some(line) if low => line.trim_end().to_owned(),
        _ => "Steps".to_owned(),
    };
    pane.frame(&title, &format!("{} of {} revealed", explanation.step_of(screen.revealed), ranges.len()));
    let (columns, theme) = (pane.columns(), view.theme);
    // Where there are few lines, the steps need them more than the case.
    let spacious = pane.height() >= SPACIOUS;
    let mut above = pane.inside();
    if spacious {
        above.blank();
    }
    if !low {
        let case = case(columns, if spacious { CASE } else { 1 });
        case.into_iter().for_each(|line| above.line(line, theme.strong));
        above.blank();
    }
    pane.put(&above.lines);
    let (rows, height) = (explanation.rows().len(), pane.height());
    let below = match screen.row(explanation) {
        Some(row) if low => match report::decided(fitted, prediction).filter(|_| row.kind == RowKind::Decide)
        {
            Some(decided) => {
                let decided = clip(&decided.written(theme.face.sign), columns).into_owned();
                vec![Line::styled(decided, theme.strong)]
            }
            None => vec![bar(&view, row, columns)],
        },
        Some(row) => {
            // The table needs its heading, and the last name a line of its own.
            let least = (height / 3).min(explanation.posterior.classes.len() + 3);
            so_far(&view, row, columns, height.saturating_sub(rows + 2).max(least))
        }
        None => Vec::new(),
    };
    let table_height = (rows + 1).min(height.saturating_sub(below.len()));
    let rest = pane.below(height.saturating_sub(table_height));
    let top = screen.scroll.list(rows, pane.height().saturating_sub(1), screen.cursor..screen.cursor + 1);
    table(&view, columns).draw_from(pane, top);
    pane.area = rest;
    pane.lines(&below, 0);
}

pub fn needed(app: &App, theme: &Theme) -> usize {
    StepsView::of(app, theme).map_or(0, |view| table(&view, 0).needed())
}

pub fn right(pane: &mut Canvas<'_>) {
    let (app, screen) = (pane.app, &pane.app.screens.explain);
    let Some(explanation) = screen.explanation(&app.session) else {
        return pane.scrolling("This step", &[], &screen.detail);
    };
    let mut out = pane.writer();
    if screen.other_view && !explanation.other_view.blocks.is_empty() {
        out.spaced(&explanation.other_view);
        let title = if has_frequencies(&explanation.fitted) { "So many cases" } else { "Log-odds" };
        return pane.scrolling(title, &out.lines, &screen.detail);
    }
    if let Some(naive) = explanation.naive.as_ref().filter(|_| screen.naive.is_some()) {
        out.spaced(naive);
        return pane.scrolling("The naive assumption", &out.lines, &screen.detail);
    }
    let Explanation { fitted, prediction, .. } = &**explanation;
    let height = usize::from(pane.area.height.saturating_sub(2));
    let working = StepView {
        fitted,
        case: &explanation.case,
        posterior: &explanation.posterior,
        prediction,
        why: &explanation.why,
        warnings: &explanation.warnings,
        typicality: &explanation.typicality,
        counted: explanation.counted.as_ref(),
        step: &|quantity| explanation.steps.get(quantity),
        at: Some(screen.cursor).filter(|_| screen.revealed > 0),
        class: screen.class,
        in_full: true,
        in_ln: app.settings.form == NumberForm::Ln,
        brief: height < LOW / 2,
    };
    let write = |in_full| {
        let mut out = pane.writer();
        let (above, below) = this_step(StepView { in_full, ..working });
        (!working.brief).then(|| out.blank());
        out.document(&above);
        let selected = out.lines.len();
        out.document(&below);
        (out.lines, selected)
    };
    // Where the pane is too low for formulas in two dimensions, the numbers of all classes come first.
    let full = Some(write(true)).filter(|(lines, _)| lines.len() <= height);
    let (lines, selected) = full.unwrap_or_else(|| write(false));
    if screen.follow {
        screen.detail.list(lines.len(), height, selected..selected + 1);
    }
    pane.scrolling("This step", &lines, &screen.detail);
}

pub fn case_lines(fitted: &Fitted, case: &Case, origin: &str, columns: usize, most: usize) -> Vec<String> {
    let mut text = String::new();
    for cell in case_cells(fitted, case) {
        let bin = cell.bin.map(|bin| format!(" → {bin}")).unwrap_or_default();
        let value = clip(&cell.text, columns * most);
        text.push_str(&format!("{}={}{bin} ", shown(&cell.name), shown(&value)));
    }
    if !origin.is_empty() {
        text.push_str(&format!("({origin})"));
    }
    let mut lines = wrap(&text, columns);
    if lines.len() > most {
        lines.truncate(most);
        if let Some(last) = lines.last_mut() {
            *last = format!("{} …", clip(last, columns.saturating_sub(2)).trim_end_matches('…'));
        }
    }
    lines
}

/// The steps, those that are not revealed as `·`; in `columns` columns, with the products so far where they fit.
pub(crate) fn table<'a>(view: &'a StepsView<'a>, columns: usize) -> Table<'a> {
    let StepsView { explanation, screen, theme, .. } = *view;
    let (rows, classes) = (explanation.rows(), &explanation.posterior.classes);
    let digits = explanation.ranges.len().to_string().len();
    let one_factor = rows.iter().any(|row| row.kind.is_towards_density() || row.kind.is_of_theta());
    let so_far = !one_factor && classes.len() * (NUMBER + SO_FAR + 4) + 20 <= columns;
    screen.so_far.set(so_far);
    let row = move |at: usize| -> Vec<TableCell> {
        let Some(row) = rows.get(at) else { return Vec::new() };
        let (here, revealed) = (screen.revealed > 0 && at == screen.cursor, at < screen.revealed);
        let (mark, style, number_style) = match (here, revealed) {
            (true, _) => ("▸", theme.strong, theme.strong),
            (false, true) => ("✓", theme.text, theme.number),
            (false, false) => (" ", theme.secondary, theme.secondary),
        };
        // The rows of one step have its number once.
        let number = explanation.step_of(at) + 1;
        let first = explanation.ranges.get(number - 1).is_none_or(|step| step.start == at);
        let number = if first { number.to_string() } else { String::new() };
        let mut cells = vec![
            TableCell::styled(format!("{mark} {number:>digits$}"), style),
            TableCell::styled(label(view, &row.kind), style),
        ];
        for worked in &row.cells {
            let text = if revealed { written(view, worked, NUMBER) } else { "·".to_owned() };
            cells.push(TableCell::styled(text, number_style));
            if so_far {
                let value = worked.so_far.as_ref().filter(|_| revealed && row.kind.is_factor());
                cells.push(value.map(|value| view.form.product(value)).unwrap_or_default().into());
            }
        }
        cells
    };
    let class = |(class, name): (usize, &Name)| {
        let own = Column::number(named(class, name.as_str())).most(20).style(theme.class(class));
        let beside = so_far.then(|| Column::number("so far").least(SO_FAR - 2).style(theme.secondary));
        std::iter::once(own).chain(beside)
    };
    let start = [Column::text("").pinned(), Column::text("step").least(9).pinned()];
    let columns = start.into_iter().chain(classes.iter().enumerate().flat_map(class));
    let column = 2 + screen.class * if so_far { 2 } else { 1 };
    let cell = screen.row(explanation).and_then(|row| row.cells.get(screen.class));
    let cursor = cell.filter(|cell| !cell.is_blank()).map_or(usize::MAX, |_| screen.cursor);
    Table::new(columns, rows.len(), row).cell(cursor, column)
}

/// The whole name of a step; in logarithms what is multiplied is added, and what is divided by is taken away.
fn label(view: &StepsView<'_>, kind: &RowKind) -> String {
    let name = row_name(kind);
    match kind {
        _ if view.form.form != NumberForm::Ln => name,
        RowKind::Prior => "ln prior".to_owned(),
        RowKind::Score => "ln score".to_owned(),
        RowKind::Divide => "− ln P(x)".to_owned(),
        _ => name.strip_prefix("× ").map(|factor| format!("+ ln {factor}")).unwrap_or(name),
    }
}

fn written(view: &StepsView<'_>, cell: &Worked, most: usize) -> String {
    if cell.is_blank() {
        return String::new();
    }
    // Values on the way to a factor are not factors, so their logarithms are not added.
    let on_the_way = matches!(
        cell.quantity,
        Quantity::Difference { .. }
            | Quantity::Solved { .. }
            | Quantity::SquaredDistance(_)
            | Quantity::Cost { .. }
    );
    let form = if on_the_way { Form { form: NumberForm::Decimal, ..view.form } } else { view.form };
    form.write(&cell.shown, cell.value.as_ref(), most, cell.quantity.precision())
}

fn so_far(view: &StepsView<'_>, row: &PosteriorRow, columns: usize, room: usize) -> Vec<Line<'static>> {
    let mut lines = vec![Line::default()];
    if row.kind == RowKind::Decide {
        lines.extend(costs(view, columns));
        lines.truncate(room.saturating_sub(1));
        lines.push(bar(view, row, columns));
        return lines;
    }
    let classes = view.explanation.posterior.classes.len();
    let products = |most: usize| (0..classes).flat_map(move |class| product(view, row, class, columns, most));
    let long: Vec<Line<'static>> = products(2).collect();
    if long.len() + 2 <= room {
        lines.extend(long);
    } else if classes + 2 <= room {
        lines.extend(products(1));
    } else {
        lines.extend(product(view, row, view.screen.class, columns, 1));
    }
    if lines.len() + 2 <= room {
        lines.push(Line::default());
    }
    lines.push(bar(view, row, columns));
    // A blank line and the heading come with it.
    if lines.len() + view.screen.revealed + 2 < room {
        lines.extend(history(view, columns));
    }
    lines
}

fn costs(view: &StepsView<'_>, columns: usize) -> Vec<Line<'static>> {
    let Some(decided) = &view.explanation.posterior.decided else { return Vec::new() };
    let form = Form { form: NumberForm::Decimal, ..view.form };
    let line = |(at, cost): (usize, &Worked)| {
        let value = result(cost.value.as_ref(), form, columns);
        let chosen = decided.chosen == Some(at);
        let (mark, style) = if chosen { ("◂", view.theme.strong) } else { ("", view.theme.text) };
        Line::styled(format!("{} {value} {mark}", shown(&cost.quantity.to_string())), style)
    };
    decided.costs.iter().enumerate().map(line).collect()
}

fn product(
    view: &StepsView<'_>,
    row: &PosteriorRow,
    class: usize,
    columns: usize,
    most: usize,
) -> Vec<Line<'static>> {
    let Some(worked) = row.cells.get(class).filter(|cell| !cell.is_blank()) else { return Vec::new() };
    let logs = view.form.form == NumberForm::Ln;
    let (mark, quantity) = (class_mark(class), &worked.quantity);
    let head = match row.kind {
        RowKind::Score | RowKind::Divide if logs => format!("{mark} {} ", quantity.clone().ln()),
        RowKind::Score | RowKind::Divide | RowKind::Linear | RowKind::Squashed => {
            format!("{mark} {quantity} ")
        }
        _ if logs => format!("ln so far {} ", view.class(class)),
        _ => format!("so far {} ", view.class(class)),
    };
    let indent = width(&head);
    let room = columns.saturating_sub(indent);
    let value = result(worked.so_far.as_ref(), view.form, room);
    let factors = if row.kind.is_last() { String::new() } else { factors(view, class, room) };
    let line = |text| Line::from(vec![Span::styled(head, view.theme.class(class)), Span::raw(text)]);
    let whole = format!("{factors} {value}");
    match width(&whole) <= room {
        _ if factors.is_empty() => vec![line(value)],
        true => vec![line(whole)],
        false if most < 2 => vec![line(value)],
        false => vec![line(factors), Line::raw(format!("{}{value}", " ".repeat(indent)))],
    }
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

/// `5/14 · 4/8 · 2/8`, shortened in the middle; empty for logarithms.
fn factors(view: &StepsView<'_>, class: usize, room: usize) -> String {
    if view.form.form == NumberForm::Ln {
        return String::new();
    }
    let rows = view.explanation.rows().iter().take(view.screen.cursor + 1);
    let cells = rows.filter(|row| row.kind.is_factor()).filter_map(|row| row.cells.get(class));
    let cells: Vec<&Worked> = cells.collect();
    let texts = |cells: &[&Worked]| -> Vec<String> {
        cells.iter().map(|cell| written(view, cell, FRACTION)).collect()
    };
    let ends = |first: usize, last: usize| {
        let start = texts(cells.get(..first).unwrap_or_default());
        let end = texts(cells.get(cells.len().saturating_sub(last)..).unwrap_or_default());
        [start, vec!["…".to_owned()], end].concat().join(" · ")
    };
    if cells.len() > FACTORS {
        return ends(2, 2);
    }
    let all = texts(&cells);
    let whole = [" · ", "·"].map(|dot| all.join(dot)).into_iter().find(|text| width(text) <= room);
    whole.unwrap_or_else(|| if cells.len() > 3 { ends(2, 1) } else { ends(1, 1) })
}

fn history(view: &StepsView<'_>, columns: usize) -> Vec<Line<'static>> {
    let StepsView { explanation, screen, theme, .. } = *view;
    let heading = vec![
        Span::raw("share of "),
        Span::styled(view.class(screen.class), theme.class(screen.class)),
        Span::raw(" after each step"),
    ];
    let mut lines = vec![Line::default(), Line::from(heading)];
    // Every row has the order of the last one, so that the share of the leader is seen to grow.
    let revealed = || explanation.rows().iter().take(screen.revealed).enumerate();
    let leader = revealed().filter_map(|(_, row)| row.leaders.first().copied()).next_back().unwrap_or(0);
    for (at, row) in revealed().filter(|(_, row)| !row.kind.is_towards_density()) {
        let number = explanation.step_of(at) + 1;
        let mut line = Line::styled(format!("{number:>3}  "), theme.secondary);
        if let Some(shares) = &row.shares {
            line.extend(segments(shares, leader, columns.saturating_sub(16), theme));
            let share = Number::Float(shares.get(screen.class).copied().unwrap_or(0.0));
            line.push_span(format!("  {}", share.fixed(4).written(theme.face.sign)));
        } else {
            line.push_span(Span::styled("0/0 undefined", theme.warning));
        }
        lines.push(line);
    }
    lines
}

/// `● No leads  ███████▒▒▒  72 %`, the name of the leader in bold.
fn bar(view: &StepsView<'_>, row: &PosteriorRow, columns: usize) -> Line<'static> {
    let theme = view.theme;
    let (Some(shares), Some(first)) = (&row.shares, row.leaders.first().copied()) else {
        return Line::styled("0/0 undefined: no class leads.", theme.warning);
    };
    let (words, style) = match row.leaders.len() {
        1 => (format!("{} leads", view.class(first)), theme.class(first).add_modifier(Modifier::BOLD)),
        tied => (format!("tie of {tied}"), theme.strong),
    };
    let share = shares.get(first).copied().unwrap_or(0.0);
    let percent = match Number::Float(share * 100.0).fixed(0).written(theme.face.sign).as_str() {
        "100" if share < 1.0 => "> 99 %".to_owned(),
        text => format!("{text} %"),
    };
    let room = columns.saturating_sub(width(&words) + width(&percent) + 4);
    let mut line = Line::from(vec![Span::styled(words, style), Span::raw("  ")]);
    line.extend(segments(shares, first, room, theme));
    line.push_span(format!("  {percent}"));
    line
}

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
