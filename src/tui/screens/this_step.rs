//! Screen 5, right: what the marked step does, with the formula of each class.
//!
//! ```text
//! ╭─ This step ──────────────────────────╮
//! │ Step 4 of 7: Humidity=High           │
//! │                                      │
//! │ Multiply what you have by how often  │
//! │ the value happens in each class.     │
//! │                                      │
//! │ ▸ ● No ◂                             │
//! │   P(Humidity=High | No)              │
//! │    = (4 + 1)/(5 + 1 · 2) = 5/7       │
//! │   ▲ Yes                              │
//! │   …                                  │
//! │                count(…) + α          │
//! │ P(… | No) = ───────────────────      │
//! ╰──────────────────────────────────────╯
//! ```

use ratatui::buffer::Buffer;
use ratatui::layout::{Margin, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::super::numbers::ln;
use super::super::pane::{self, Frame, wrap};
use super::super::theme::Theme;
use super::super::{formula, row_line};
use crate::math::{Chain, Expr, Number, Quantity};
use crate::report::{moved, row_name, without_formula};
use crate::workbench::words::{shown, width};
use crate::workbench::{App, ExplainScreen, Explanation, follow};
use crate::worked::{About, Row, RowKind, Rule, Worked};

/// Panes at least this wide also show logarithms.
const WIDE: usize = 40;

/// Draws the right pane.
pub fn draw(app: &App, theme: &Theme, focused: bool, area: Rect, buffer: &mut Buffer) {
    let screen = &app.screens.explain;
    let columns = usize::from(area.width.saturating_sub(4));
    let room = area.inner(Margin::new(1, 1));
    let write = |full| {
        let told = screen.explanation(&app.session)?;
        let lines = vec![Line::default()];
        Some(Pen { told, screen, columns, ascii: app.settings.ascii, full, theme, lines, marked: 0 }.write())
    };
    // Where the pane is too low for formulas in two dimensions, the numbers of all classes come first.
    let full = write(true).filter(|(lines, _)| lines.len() <= usize::from(room.height));
    let (text, marked) = full.or_else(|| write(false)).unwrap_or_default();
    let scroll =
        if screen.follow { follow(screen.detail, marked, room.height.into()) } else { screen.detail };
    let (scroll, foot) = pane::scrolled(app, text.len(), scroll, room);
    let inside = Frame { title: "This step", foot: &foot, focused }.draw(theme, area, buffer);
    pane::lines(&text, scroll, inside, buffer);
}

/// Writes the pane from top to bottom.
struct Pen<'a> {
    told: &'a Explanation,
    screen: &'a ExplainScreen,
    columns: usize,
    ascii: bool,
    /// Whether the marked class is written in two dimensions at once.
    full: bool,
    theme: &'a Theme,
    lines: Vec<Line<'static>>,
    /// The last line of the marked class.
    marked: usize,
}

impl Pen<'_> {
    fn write(mut self) -> (Vec<Line<'static>>, usize) {
        let (steps, at) = (self.told.rows().len(), self.screen.cursor);
        match self.told.rows().get(at).filter(|_| self.screen.revealed > 0) {
            Some(row) => {
                let name = row_name(&row.kind);
                let name = name.trim_start_matches("× ");
                self.text(&format!("Step {} of {steps}: {name}", at + 1), self.theme.strong);
                self.blank();
                self.step(row);
            }
            None => self.nothing_revealed(steps),
        }
        (self.lines, self.marked)
    }

    fn nothing_revealed(&mut self, steps: usize) {
        self.text(&format!("{steps} steps, none revealed"), self.theme.strong);
        self.blank();
        let names: Vec<String> = self.told.fitted.classes.iter().map(ToString::to_string).collect();
        let few = if names.len() <= 4 { format!(": {}", names.join(" or ")) } else { String::new() };
        self.text(&format!("Which class is the likeliest for this case{few}?"), self.theme.text);
        self.blank();
        self.text("Space reveals one step, a all of them. r takes another case.", self.theme.text);
        self.blank();
        self.remarks(|about| {
            matches!(about, About::Reading | About::Missing | About::Unseen | About::Convention)
        });
        self.text(&self.told.fitted.conventions(), self.theme.secondary);
    }

    fn step(&mut self, row: &Row) {
        if row.kind == RowKind::Divide {
            self.answer();
        }
        self.text(&purpose(&row.kind, self.told.fitted.is_by_value()), self.theme.text);
        let rule = row.cells.first().and_then(|cell| self.told.step(&cell.quantity)).map(|step| step.rule);
        // What multiplying and dividing are for has been said.
        if let Some(rule) = rule.filter(|rule| !matches!(rule, Rule::Joint | Rule::Normalise)) {
            self.text(rule.sentence(), self.theme.text);
        }
        self.moves(row);
        if row.kind == RowKind::Divide {
            self.blank();
            if let Some(sum) = self.told.step(&Quantity::evidence()) {
                let sum = self.formula(&without_formula(sum), 0);
                self.lines.extend(sum);
            }
        }
        for (class, cell) in row.cells.iter().enumerate() {
            self.class(class, cell, row);
        }
        self.written_out(row);
        if matches!(row.kind, RowKind::Divide | RowKind::Score) && self.columns >= WIDE {
            self.logarithms(row);
        }
        if row.kind == RowKind::Score {
            self.blank();
            self.remarks(|about| about == About::Impossible);
        }
    }

    /// How far a word of a long document moves the decision, which is what its place in the table is for.
    fn moves(&mut self, row: &Row) {
        let word = matches!(row.kind, RowKind::Word { .. } | RowKind::Absent { .. } | RowKind::Score);
        let Some(contest) = self.told.posterior.contest.filter(|_| word && self.told.posterior.by_influence)
        else {
            return;
        };
        let class = |class: usize| self.told.fitted.classes.get(class).map(ToString::to_string);
        let (Some(leader), Some(rival)) = (class(contest.leader), class(contest.rival)) else { return };
        let far = moved(row.moves);
        self.text(
            &format!(
                "ln(score({leader})/score({rival})) moves by {far}. The words that move it most come first."
            ),
            self.theme.text,
        );
    }

    /// The class and its number; the formula comes with it where there is room.
    fn class(&mut self, class: usize, cell: &Worked, row: &Row) {
        let marked = class == self.screen.class;
        let name = self.told.posterior.classes.get(class).map(|name| name.as_str()).unwrap_or_default();
        let name = row_line::named(class, name);
        if marked || row.cells.len() <= 4 {
            self.blank();
        }
        self.lines.push(if marked {
            Line::from(Span::styled(format!("▸ {name} ◂"), self.theme.cursor))
        } else {
            Line::styled(format!("  {name}"), self.theme.class(class))
        });
        let Some(step) = self.told.step(&cell.quantity) else { return };
        let lines = if marked && self.full {
            formula::stacked(&step.chain, 2, self.columns, self.ascii, self.theme)
        } else {
            self.formula(&without_formula(step), 2)
        };
        self.lines.extend(lines);
        if let RowKind::Word { times, .. } = row.kind
            && times > 1
            && let Some(value) = &cell.value
        {
            let power = Chain::new(Expr::pow(Expr::Of(cell.quantity.clone()), Expr::int(times)));
            let power = power.eq(cell.shown.clone()).approx(Expr::Num(Number::Float(value.to_f64())));
            self.lines.extend(self.formula(&power, 2));
        }
        if self.told.fitted.is_by_value() && matches!(row.kind, RowKind::Value { .. }) {
            let class = self.told.posterior.classes.get(class);
            let prior = class.map(|class| Expr::Of(Quantity::prior(class)));
            let share = prior.map(|prior| Expr::frac(Expr::Of(cell.quantity.clone()), prior));
            let lines = share.map(|share| self.formula(&Chain::new(share).eq(cell.shown.clone()), 2));
            self.lines.extend(lines.unwrap_or_default());
        }
        if step.value.is_none() {
            self.lines.push(Line::styled("  0/0 undefined", self.theme.warning));
        }
        if marked {
            self.marked = self.lines.len();
        }
    }

    /// The formula of the marked class, where it does not stand beside its numbers.
    fn written_out(&mut self, row: &Row) {
        let cell = row.cells.get(self.screen.class).filter(|_| !self.full);
        let Some(step) = cell.and_then(|cell| self.told.step(&cell.quantity)) else { return };
        self.blank();
        let general = Chain::new(step.chain.lhs.clone()).eq(step.formula.clone());
        self.lines.extend(formula::stacked(&general, 0, self.columns, self.ascii, self.theme));
    }

    fn answer(&mut self) {
        let style =
            if self.told.prediction.posterior.is_some() { self.theme.strong } else { self.theme.warning };
        if self.told.prediction.posterior.is_none() {
            self.text("0/0 undefined", style);
        }
        self.text(&self.told.decision, style);
        self.blank();
        self.remarks(|_| true);
    }

    fn remarks(&mut self, wanted: impl Fn(About) -> bool) {
        let told = self.told;
        for remark in told.remarks.iter().filter(|remark| wanted(remark.about)) {
            self.text(&remark.text, self.theme.warning);
            self.blank();
        }
    }

    /// What a computer adds instead of multiplying.
    fn logarithms(&mut self, row: &Row) {
        self.blank();
        self.text("In logs, as a computer adds them", self.theme.heading);
        let told = self.told;
        for (class, joint) in told.fitted.classes.iter().zip(&told.prediction.joint) {
            let value = joint.as_ref().map_or_else(|| "0/0".to_owned(), ln);
            self.text(&format!("ln score({class}) = {value}"), self.theme.text);
        }
        if let Some(evidence) = told.prediction.evidence.as_ref().filter(|_| row.kind == RowKind::Divide) {
            self.text(&format!("ln P(x) = {}", ln(evidence)), self.theme.text);
        }
    }

    fn formula(&self, chain: &Chain, indent: usize) -> Vec<Line<'static>> {
        formula::short(chain, indent, self.columns, self.ascii, self.theme)
    }

    fn text(&mut self, text: &str, style: Style) {
        let text = shown(text);
        self.lines.extend(wrap(&text, self.columns).into_iter().map(|line| Line::styled(line, style)));
    }

    fn blank(&mut self) {
        if self.lines.last().is_none_or(|line| line.width() > 0) {
            self.lines.push(Line::default());
        }
    }
}

/// What the step does, in plain words.
fn purpose(kind: &RowKind, by_value: bool) -> String {
    match kind {
        RowKind::Value { .. } if by_value => {
            "Multiply what you have by how common each class is where this value is, divided by its prior.".to_owned()
        }
        RowKind::Prior => "Begin with how common each class is, whatever the case.".to_owned(),
        RowKind::Value { feature, value } if width(feature.as_str()) + width(value.as_str()) < 24 => {
            format!("Multiply what you have by how often {feature}={value} happens in each class.")
        }
        RowKind::Value { .. } => "Multiply what you have by how often this value happens in each class.".to_owned(),
        RowKind::Word { times: 1, .. } => {
            "Multiply what you have by the share of this word among the words of each class.".to_owned()
        }
        RowKind::Word { times, .. } => {
            format!("The word stands in the document {times} times, so its share is multiplied {times} times.")
        }
        RowKind::Absent { .. } => {
            "The word does not stand in the document: multiply what you have by 1 less its share.".to_owned()
        }
        RowKind::Density { feature, value } => {
            format!("Multiply what you have by the height of each class's normal curve of {feature} at {value}.")
        }
        RowKind::Together => {
            "Multiply what you have by the height of each class's normal surface over all numbers of the case."
                .to_owned()
        }
        RowKind::Score => "The product of all factors is the score of each class.".to_owned(),
        RowKind::Divide => {
            "The scores do not add to 1. Their sum P(x) is how likely this case is at all; divided by it they do."
                .to_owned()
        }
    }
}
