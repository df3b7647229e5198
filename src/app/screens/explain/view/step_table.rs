//! Screen 5, left: the table of the steps, a column for each class, and the products so far.

use crate::app::terminal::theme::{Theme, class_mark};
use crate::app::widgets::rows::{Form, named};
use crate::app::widgets::table::{Column, Table, TableCell};
use crate::app::words::{shown, width};
use crate::app::{App, ExplainScreen, Explanation, NumberForm};
use crate::math::{DecimalSign, Name, Number, Quantity, sentence};
use crate::report::{equals, ln, row_name};
use crate::worked::{Row, RowKind, Worked};
use ratatui::style::Modifier;
use ratatui::text::{Line, Span};

/// The most columns of a number in the table; longer fractions become decimals.
const NUMBER: usize = 9;
/// Columns of a product so far, with the blanks before it.
const SO_FAR: usize = 12;

/// The steps, those that are not revealed as `·`; in `columns` columns, with the products so far where they fit.
pub fn table<'a>(view: &'a View<'a>, columns: usize) -> Table<'a> {
    let (theme, rows, screen) = (view.theme, view.told.rows(), view.screen);
    let classes = &view.told.posterior.classes;
    let digits = view.told.ranges.len().to_string().len();
    let one_factor = rows.iter().any(|row| row.kind.is_towards_density() || row.kind.is_of_theta());
    let so_far = !one_factor && classes.len() * (NUMBER + SO_FAR + 4) + 20 <= columns;
    let row = move |at: usize| -> Vec<TableCell> {
        let Some(row) = rows.get(at) else { return Vec::new() };
        let (here, revealed) = (screen.revealed > 0 && at == screen.cursor, at < screen.revealed);
        let (mark, style, number_style) = match (here, revealed) {
            (true, _) => ("▸", theme.strong, theme.strong),
            (false, true) => ("✓", theme.text, theme.number),
            (false, false) => (" ", theme.secondary, theme.secondary),
        };
        // The rows of one step have its number once.
        let number = view.told.step_of(at) + 1;
        let first = view.told.ranges.get(number - 1).is_none_or(|step| step.start == at);
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
    let blank =
        rows.get(screen.cursor).and_then(|row| row.cells.get(screen.class)).is_none_or(Worked::is_blank);
    let cursor = if screen.revealed > 0 && !blank { screen.cursor } else { usize::MAX };
    Table::new(columns, rows.len(), row).cell(cursor, column)
}

pub fn needed(view: &View<'_>) -> usize {
    table(view, 0).needed()
}

/// The whole name of a step; in logarithms what is multiplied is added, and what is divided by is taken away.
pub fn label(view: &View<'_>, kind: &RowKind) -> String {
    let name = row_name(kind);
    match kind {
        _ if view.form.form != NumberForm::Ln => name,
        RowKind::Prior => "ln prior".to_owned(),
        RowKind::Score => "ln score".to_owned(),
        RowKind::Divide => "− ln P(x)".to_owned(),
        _ => match name.strip_prefix("× ") {
            Some(factor) => format!("{ADDED}{factor}"),
            None => name,
        },
    }
}

const ADDED: &str = "+ ln ";

pub fn written(view: &View<'_>, cell: &Worked, most: usize) -> String {
    if cell.is_blank() {
        return String::new();
    }
    // What is worked out on the way to a factor is none itself, and its logarithm is nothing that is added.
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

/// Products with more factors than this are shown by their ends.
const FACTORS: usize = 12;
/// Longer fractions are left to the decimal.
const FRACTION: usize = 24;

pub struct View<'a> {
    pub told: &'a Explanation,
    pub screen: &'a ExplainScreen,
    pub form: Form,
    pub theme: &'a Theme,
}

impl<'a> View<'a> {
    pub(crate) fn of(app: &'a App, theme: &'a Theme) -> Option<View<'a>> {
        let screen = &app.screens.explain;
        Some(View::new(app, screen, screen.explanation(&app.session)?, theme))
    }

    pub(crate) fn new(
        app: &App,
        screen: &'a ExplainScreen,
        told: &'a Explanation,
        theme: &'a Theme,
    ) -> View<'a> {
        // Terms of a sum are no factors: their logarithms mean nothing.
        let form = if told.by_theta { NumberForm::Decimal } else { app.settings.form };
        View { told, screen, form: Form { form, ..Form::of(app) }, theme }
    }

    pub(crate) fn selected(&self) -> Option<&Row> {
        self.told.rows().get(self.screen.cursor).filter(|_| self.screen.revealed > 0)
    }

    pub fn class(&self, class: usize) -> String {
        let name = self.told.posterior.classes.get(class);
        named(class, name.map(|name| name.as_str()).unwrap_or_default())
    }
}

/// The products up to the selected step, and who leads, on at most `room` lines.
pub(crate) fn so_far(view: &View<'_>, columns: usize, room: usize) -> Vec<Line<'static>> {
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
    let leader = told().filter_map(|(_, row)| row.leaders.first().copied()).next_back().unwrap_or(0);
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

/// `● No leads  ███████▒▒▒  72 %`, the name of the leader in bold.
pub(crate) fn bar(view: &View<'_>, row: &Row, columns: usize) -> Line<'static> {
    let (theme, leaders) = (view.theme, &row.leaders);
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

fn percent(share: f64, sign: DecimalSign) -> String {
    let text = Number::Float(share * 100.0).fixed(0).written(sign);
    match text.as_str() {
        "100" if share < 1.0 => "> 99 %".to_owned(),
        _ => format!("{text} %"),
    }
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
