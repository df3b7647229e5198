//! The table of bins, and under it every test of minimum description length.
//!
//! ```text
//!   bin  interval      low  P(bin|c)   mid  P(bin|c)
//!     1  <400            3      4/14     0      1/15
//! ▸   3  [800,1200)      1      2/14     5      6/15
//! ```

use ratatui::text::{Line, Span};

use super::super::pane::{cell, cell_right, wrap};
use super::super::theme::Theme;
use crate::encode::Cuts;
use crate::math::{Number, fixed};
use crate::model::{Factor, Fitted};
use crate::workbench::words::{clip, counted, shown, width};
use crate::workbench::{App, BinsDialog};

/// The widest that an interval is drawn.
const INTERVAL: usize = 22;
/// The widest that the name of a class is drawn.
const CLASS: usize = 10;
/// What the column of probabilities is called.
const HEAD: &str = "P(bin|c)";

/// What stands below the chart.
#[derive(Default)]
pub struct Table {
    /// The heading of the bins.
    pub heading: Line<'static>,
    /// The bins, and below them the tests.
    pub lines: Vec<Line<'static>>,
    /// Which of the lines is the heading of the tests, and that heading.
    pub tests: Option<(usize, Line<'static>)>,
}

/// The table of the bins on screen.
pub fn lines(app: &App, dialog: &BinsDialog, columns: usize, theme: &Theme) -> Table {
    let fitted = app.session.fitted().filter(|_| app.screens.model.refused.is_none());
    let fitted = fitted.filter(|fitted| fitted.feature(dialog.name(app)).is_some());
    let Some(fitted) = fitted else { return Table::default() };
    let cut = fitted.factor(dialog.name(app)).and_then(|factor| Some((factor, factor.cuts()?)));
    if cut.is_none() && dialog.bins.is_some() {
        return Table { heading: Line::styled("fitting …", theme.secondary), ..Table::default() };
    }
    let Some((factor, cuts)) = cut else {
        let words = if fitted.gda().is_some() {
            "There are no bins: the model reads all numbers together, under one normal density a class."
        } else {
            "There are no bins: each class has a normal curve over the number itself. 3 shows its mean and variance."
        };
        let lines = wrap(words, columns).into_iter().map(Line::raw).collect();
        return Table { lines, ..Table::default() };
    };
    let (heading, mut lines) = bins(app, dialog, (fitted, factor, cuts), columns, theme);
    let tests = (!cuts.tests.is_empty()).then(|| tests(cuts, theme));
    let place = tests.as_ref().and_then(|tests| Some((lines.len() + 2, tests.get(2)?.clone())));
    lines.extend(tests.into_iter().flatten());
    Table { heading, lines, tests: place }
}

fn bins(
    app: &App,
    dialog: &BinsDialog,
    (fitted, factor, cuts): (&Fitted, &Factor, &Cuts),
    columns: usize,
    theme: &Theme,
) -> (Line<'static>, Vec<Line<'static>>) {
    let form = app.settings.form;
    let written = |bin: usize, class: usize| form.written(&factor.estimate(bin, class));
    let interval = |bin: usize| cuts.label(bin).as_str().to_owned();
    let longest = (0..cuts.bins()).map(|bin| width(&interval(bin))).max().unwrap_or(0);
    let longest = longest.clamp(8, INTERVAL);
    let chances = |class: usize| {
        let widest = (0..cuts.bins()).map(|bin| width(&written(bin, class))).max();
        widest.unwrap_or(0).max(HEAD.len())
    };
    let names: Vec<String> =
        fitted.classes.iter().map(|name| clip(&shown(name.as_str()), CLASS).into_owned()).collect();
    let counts = |class: usize, name: &str| {
        let widest = (0..cuts.bins()).map(|bin| factor.count(bin, class).to_string().len()).max();
        widest.unwrap_or(0).max(width(name)).max(4)
    };
    let mut used = 2 + 3 + 2 + longest;
    let mut shown_classes: Vec<(usize, usize, usize)> = Vec::new();
    for (class, name) in names.iter().enumerate() {
        let (count, chance) = (counts(class, name), chances(class));
        let wide = 2 + count + 2 + chance;
        // The last columns are kept for the words that say what is left out.
        let more = if class + 1 < names.len() { 9 } else { 0 };
        if used + wide + more > columns && class > 0 {
            break;
        }
        used += wide;
        shown_classes.push((class, count, chance));
    }
    let mut heading = Line::from(Span::styled(
        format!("  {}  {}", cell_right("bin", 3), cell("interval", longest)),
        theme.heading,
    ));
    for (class, count, chance) in &shown_classes {
        let name = names.get(*class).map_or("", String::as_str);
        heading.push_span(Span::styled(format!("  {}", cell_right(name, *count)), theme.class(*class)));
        heading.push_span(Span::styled(format!("  {}", cell_right(HEAD, *chance)), theme.heading));
    }
    let left_out = names.len() - shown_classes.len();
    if left_out > 0 {
        heading.push_span(Span::styled(format!("  +{left_out} more"), theme.secondary));
    }
    let tried = dialog.probe.as_ref().and_then(|probe| probe.bin);
    let row = |bin: usize| {
        let here = tried == Some(bin);
        let mark = if here { "▸" } else { " " };
        let mut text =
            format!("{mark} {}  {}", cell_right(&(bin + 1).to_string(), 3), cell(&interval(bin), longest));
        for (class, count, chance) in &shown_classes {
            let seen = factor.count(bin, *class).to_string();
            let chance = cell_right(&written(bin, *class), *chance);
            text.push_str(&format!("  {}  {chance}", cell_right(&seen, *count)));
        }
        Line::styled(text, if here { theme.cursor } else { theme.number })
    };
    (heading, (0..cuts.bins()).map(row).collect())
}

/// Every test, in the order made.
fn tests(cuts: &Cuts, theme: &Theme) -> Vec<Line<'static>> {
    let widest =
        cuts.tests.iter().map(|test| width(&test.cut.to_f64().to_string())).max().unwrap_or(0).max(8);
    let row = |verdict: &str, [rows, cut, gain, threshold]: [&str; 4]| {
        let cut = cell_right(cut, widest);
        let (rows, gain) = (cell_right(rows, 8), cell_right(gain, 8));
        format!("  {}  {rows}  {cut}  {gain}  {}", cell(verdict, 10), cell_right(threshold, 9))
    };
    let head =
        format!("{} of minimum description length, in order", counted(cuts.tests.len(), "test", "tests"));
    let mut lines = vec![
        Line::default(),
        Line::styled(head, theme.strong),
        Line::styled(row("", ["rows", "cut at", "gain", "threshold"]), theme.heading),
    ];
    for test in &cuts.tests {
        let number = |value: f64| fixed(&Number::Float(value), 4);
        let cells = [
            &test.n.to_string(),
            &test.cut.to_f64().to_string(),
            &number(test.gain),
            &number(test.threshold),
        ];
        let verdict = if test.accepted { "✓ cut" } else { "✗ no cut" };
        let style = if test.accepted { theme.number } else { theme.secondary };
        lines.push(Line::styled(row(verdict, cells.map(String::as_str)), style));
    }
    lines.push(Line::styled(
        "A cut is made where it gains more bits per row than the threshold.",
        theme.secondary,
    ));
    lines
}
