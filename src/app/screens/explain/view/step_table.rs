//! Screen 5, left: the table of the steps, a column for each class, and the products so far.

use crate::app::screens::explain::view::side_by_side;
use crate::app::terminal::theme::{Theme, class_mark};
use crate::app::widgets::pane::{cell, cell_right, push_number};
use crate::app::widgets::rows::{Form, class_names, named};
use crate::app::words::{shown, width};
use crate::app::{App, ExplainScreen, Explanation, NumberForm};
use crate::math::{DecimalSign, Number, Quantity, sentence};
use crate::report::{equals, ln, row_name};
use crate::text::counted;
use crate::text::name;
use crate::worked::{Row, RowKind, Worked};
use ratatui::style::Modifier;
use ratatui::text::{Line, Span};

/// The least columns of a step's name, and where it is better that a class goes than that it is cut more.
const NAME: [usize; 2] = [9, 12];
/// The least columns of a feature behind Σ⁻¹(x − μ).
const FEATURE: usize = 8;
/// Columns that the name of a class has at least, with its mark, where classes are left out in its favour.
const CLASS: [usize; 2] = [8, 10];
/// Where all of them fit so, it may be less.
const SHORT: usize = 6;
const GAP: usize = 2;
/// Columns of a number beside its product.
const NUMBER: usize = 9;
/// Columns of a product so far, with the blanks before it; no fraction is wider.
const SO_FAR: usize = 12;
const FRACTIONS: [usize; 3] = [SO_FAR, 9, 7];
const INTERVAL: [char; 6] = ['[', '(', '<', '>', '≤', '≥'];
/// Steps and classes whose numbers say how wide a column is; of more, those on screen do.
const LOOKED_AT: [usize; 2] = [60, 12];

struct Columns {
    digits: usize,
    name: usize,
    classes: std::ops::Range<usize>,
    number: usize,
    gap: usize,
    so_far: bool,
}

/// The heading and the steps around the marked one, in `room` lines.
pub fn table(view: &View<'_>, columns: usize, room: usize) -> Vec<Line<'static>> {
    if let Some(lines) = side_by_side::table(view, columns, room) {
        return lines;
    }
    let rows = view.told.rows();
    let revealed = view.screen.revealed;
    let plan = plan(view, columns, room);
    let apart = rows.last().is_some_and(|row| width(&label(view, &row.kind)) > plan.name);
    let total = rows.len() + usize::from(apart);
    let head = head(view, &plan);
    let room = room.saturating_sub(head.len());
    let cursor = if apart && view.screen.cursor + 1 == rows.len() { total - 1 } else { view.screen.cursor };
    let top = cursor.saturating_sub(room / 2).min(total.saturating_sub(room));
    let mut lines = head;
    let last = top.saturating_add(room).min(total);
    let said = last < total && room >= 4;
    let index = |at: usize| at.min(rows.len().saturating_sub(1));
    let shown = top..if said { last - 1 } else { last };
    let names = names(view, rows.get(index(top)..=index(last)).unwrap_or_default(), plan.name);
    for at in shown.clone() {
        let Some(row) = rows.get(index(at)) else { continue };
        let parts = (!(apart && at + 1 == total), !(apart && at + 2 == total));
        let name = names.get(index(at).saturating_sub(index(top))).map(String::as_str).unwrap_or_default();
        lines.push(step(view, &plan, row, (index(at), name), parts, index(at) < revealed));
    }
    if said {
        let more = rows.len() - index(shown.end);
        let more = counted(more, "more step", "more steps");
        lines.push(Line::styled(format!("  … {more}"), view.theme.secondary));
    }
    lines
}

pub fn needed(view: &View<'_>) -> usize {
    if let Some(needed) = side_by_side::needed(view) {
        return needed;
    }
    let (classes, longest) = (view.told.posterior.classes.len(), longest(view));
    let widest = widest(view, 0, SO_FAR);
    view.told.ranges.len().to_string().len() + 4 + longest + classes * (widest.max(headings(view)) + GAP)
}

fn longest(view: &View<'_>) -> usize {
    view.told.rows().iter().take(400).map(|row| width(&label(view, &row.kind))).max().unwrap_or(0)
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

fn headings(view: &View<'_>) -> usize {
    let classes = 0..view.told.posterior.classes.len().min(LOOKED_AT[1]);
    classes.map(|class| width(&view.class(class))).max().unwrap_or(0)
}

/// The widest number, among those of the first steps and of `room` steps around the cursor. What is not revealed counts
/// too, so that nothing moves when it is.
fn widest(view: &View<'_>, room: usize, fraction: usize) -> usize {
    let rows = view.told.rows();
    let around = rows.iter().skip(view.screen.cursor.saturating_sub(room)).take(2 * room);
    let classes = view.screen.class.saturating_sub(LOOKED_AT[1]);
    let cells = |row: &'_ Row| {
        let near = row.cells.iter().enumerate();
        let near = near.filter(|(at, _)| *at < LOOKED_AT[1] || (classes..=view.screen.class).contains(at));
        near.map(|(_, cell)| width(&written(view, cell, fraction))).max()
    };
    rows.iter().take(LOOKED_AT[0]).chain(around).filter_map(cells).max().unwrap_or(0).max(6)
}

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

/// As many classes as fit with their numbers whole, the marked one among them. Where it is tight a blank goes first, then
/// the names of steps are cut, then those of classes, and then classes are left to the side.
fn plan(view: &View<'_>, columns: usize, room: usize) -> Columns {
    let rows = view.told.rows();
    let classes = view.told.posterior.classes.len();
    let digits = view.told.ranges.len().to_string().len();
    // The marker, the number of the step and the blanks around it; one column for the last mark of the cursor.
    let free = columns.saturating_sub(digits + 4);
    let (longest, headings) = (longest(view), headings(view));
    let numbers = FRACTIONS.map(|fraction| widest(view, room, fraction));
    let narrowest = numbers.into_iter().min().unwrap_or(0);
    // Intervals are numbers, and stay whole.
    let is_interval = |row: &&Row| matches!(&row.kind, RowKind::Value { value, .. } if value.as_str().starts_with(INTERVAL));
    let intervals = rows.iter().take(400).filter(is_interval).map(|row| width(&row_name(&row.kind))).max();
    let one_factor = rows.iter().any(|row| row.kind.is_towards_density() || row.kind.is_of_theta());
    let so_far = !one_factor && classes * (GAP + NUMBER + SO_FAR) + 14 <= free;
    let most = (free / (narrowest + GAP)).clamp(1, classes.max(1));
    let [least, better] = NAME.map(|name| name.max(intervals.unwrap_or(0)));
    let solved = rows.iter().find(|row| matches!(row.kind, RowKind::Solved { .. }));
    let better = solved.map_or(better, |row| width(mark(&row.kind)) + FEATURE);
    let tight = |shown: usize| {
        let whole = [(GAP, headings, longest, 0), (1, headings, longest, 1), (1, headings, better, 1)];
        let cut = CLASS.into_iter().rev().map(|class| (1, headings.min(class), better, 1));
        // The last classes are worth more than the letters of a step.
        let last = (shown == classes).then_some(
            [(CLASS[0], 1), (SHORT, 0)].map(|(class, blank)| (1, headings.min(class), least, blank)),
        );
        whole.into_iter().chain(cut).chain(last.into_iter().flatten()).collect::<Vec<_>>()
    };
    let fits = |shown: usize| {
        let fits = |(gap, heading, name, blank): (usize, usize, usize, usize)| {
            // The marks of the cursor need a blank on either side of a number; at last one of them may touch the next.
            let columns = numbers.map(|number| heading.max(number + blank));
            let fits = |number: &usize| shown * (number + gap) + name.min(longest) <= free;
            columns.into_iter().find(fits).map(|number| (shown, gap, number))
        };
        tight(shown).into_iter().find_map(fits)
    };
    let (shown, gap, number) = (1..=most).rev().find_map(fits).unwrap_or((1, 1, narrowest));
    let (gap, number) = if so_far { (GAP, NUMBER) } else { (gap, number) };
    let first = (view.screen.class + 1).saturating_sub(shown);
    let used = if so_far { classes * (GAP + NUMBER + SO_FAR) } else { shown * (number + gap) };
    let name = free.saturating_sub(used).min(longest);
    Columns { digits, name, classes: first..first + shown, number, gap, so_far }
}

fn head(view: &View<'_>, plan: &Columns) -> Vec<Line<'static>> {
    let theme = view.theme;
    let left = plan.digits + 3;
    let mut line = Line::styled(format!("  {}", cell("step", left - 2 + plan.name)), theme.heading);
    let mut second = Line::raw(" ".repeat(left + plan.name));
    // Above two columns a name may be as long as both.
    let wide = if plan.so_far { plan.number + SO_FAR } else { plan.number };
    let names = class_names(&view.told.posterior.classes, plan.classes.clone(), wide);
    for (class, name) in plan.classes.clone().zip(names) {
        let name = if width(&name) < plan.number { cell_right(&name, plan.number) } else { name };
        line.push_span(Span::raw(" ".repeat(plan.gap)));
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

fn names(view: &View<'_>, rows: &[Row], room: usize) -> Vec<String> {
    let whole = |kind: &RowKind| Some(label(view, kind)).filter(|name| width(name) <= room);
    let times = if view.form.form == NumberForm::Ln { ADDED } else { "× " };
    let room = room.saturating_sub(width(times) - MARK);
    let values: Vec<(String, String)> = rows.iter().map(|row| parts(&row.kind)).collect();
    // The feature has what its value leaves, and half of the column at least.
    let half = room.saturating_sub(MARK + 1) / 2;
    let value_room = |feature: &str| room.saturating_sub(MARK + 1 + width(feature).min(half));
    let cut_values: Vec<String> =
        values.iter().map(|(feature, value)| name(value, value_room(feature))).collect();
    let taken = values.iter().zip(&cut_values).filter(|((_, value), _)| !value.is_empty());
    let taken = taken.map(|(_, cut)| width(cut) + 1).max().unwrap_or(0);
    // A feature that has several rows has one name in all of them.
    let mut features: Vec<&str> = values.iter().map(|(feature, _)| feature.as_str()).collect();
    features.sort_unstable();
    features.dedup();
    let marked = rows.iter().zip(&values).filter(|(_, (feature, _))| !feature.is_empty());
    let marks = marked.map(|(row, _)| width(mark(&row.kind))).max().unwrap_or(0);
    let cut_features = crate::text::names(&features, room.saturating_sub(marks + taken));
    let cut = rows.iter().zip(&values).zip(&cut_values).map(|((row, (feature, _)), value)| {
        let feature = features.binary_search(&feature.as_str()).ok().and_then(|at| cut_features.get(at));
        let feature = feature.map(String::as_str).unwrap_or_default();
        let cut =
            if value.is_empty() { format!("{times}{feature}") } else { format!("{times}{feature}={value}") };
        let own = !matches!(
            row.kind,
            RowKind::Prior | RowKind::Score | RowKind::Divide | RowKind::Together | RowKind::Decide
        );
        if row.kind.is_towards_density() || row.kind.is_of_theta() {
            return whole(&row.kind).unwrap_or_else(|| format!("{}{feature}", mark(&row.kind)));
        }
        whole(&row.kind).unwrap_or(if own { cut } else { label(view, &row.kind) })
    });
    cut.collect()
}

/// Columns of the mark before a factor.
const MARK: usize = 2;

fn mark(kind: &RowKind) -> &'static str {
    match kind {
        RowKind::Difference { .. } => "x − μ ",
        RowKind::Solved { .. } => "Σ⁻¹(x − μ) ",
        RowKind::SquaredDistance => "q = (x − μ)ᵀ Σ⁻¹(x − μ)",
        RowKind::Weight { .. } => "θ · ",
        RowKind::Intercept => "θ₀",
        RowKind::Linear => "z = θᵀx + θ₀",
        RowKind::Squashed => "posterior from z",
        _ => "× ",
    }
}

fn parts(kind: &RowKind) -> (String, String) {
    match kind {
        RowKind::Value { feature, value } => (shown(feature.as_str()).into(), shown(value.as_str()).into()),
        RowKind::Density { feature, .. } => (shown(feature.as_str()).into(), String::new()),
        RowKind::Word { word, times, .. } if *times > 1 => {
            (format!("{} ({times}×)", shown(word.as_str())), String::new())
        }
        RowKind::Word { word, .. } => (shown(word.as_str()).into(), String::new()),
        RowKind::Absent { word, .. } => (format!("no {}", shown(word.as_str())), String::new()),
        RowKind::Difference { feature } | RowKind::Solved { feature } | RowKind::Weight { feature } => {
            (shown(feature.as_str()).into(), String::new())
        }
        _ => Default::default(),
    }
}

fn step(
    view: &View<'_>,
    plan: &Columns,
    row: &Row,
    (index, name): (usize, &str),
    (named, numbered): (bool, bool),
    revealed: bool,
) -> Line<'static> {
    let theme = view.theme;
    let here = view.screen.revealed > 0 && index == view.screen.cursor;
    let digits = plan.digits;
    let number = view.told.step_of(index) + 1;
    // The rows of one step have its number once.
    let first = view.told.ranges.get(number - 1).is_none_or(|step| step.start == index);
    let number = if first { number.to_string() } else { String::new() };
    let (mark, style) = match (here, revealed) {
        (true, _) => ("▸", theme.strong),
        (false, true) => ("✓", theme.text),
        (false, false) => (" ", theme.secondary),
    };
    if !numbered {
        return Line::styled(format!("{mark} {number:>digits$} {name}"), style);
    }
    let start = if named {
        format!("{mark} {number:>digits$} {}", cell(name, plan.name))
    } else {
        " ".repeat(digits + 3 + plan.name)
    };
    let mut line = Line::styled(start, style);
    let mut after = plan.gap;
    for class in plan.classes.clone() {
        let Some(worked) = row.cells.get(class) else { continue };
        let text = if revealed { written(view, worked, plan.number) } else { "·".into() };
        let selected = here && class == view.screen.class && !worked.is_blank();
        let number = match (here, revealed) {
            (true, _) => theme.strong,
            (false, true) => theme.number,
            (false, false) => theme.secondary,
        };
        after = plan.gap - push_number(&mut line, &text, plan.number + after, selected, number, theme);
        if plan.so_far {
            let value = worked.so_far.as_ref().filter(|_| revealed && row.kind.is_factor());
            let text = value.map(|value| view.form.product(value)).unwrap_or_default();
            line.push_span(Span::styled(cell_right(&text, SO_FAR + after - GAP), theme.text));
            after = GAP;
        }
    }
    line
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
