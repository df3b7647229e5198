//! A list of evaluated rows, shared by the views of screen 4.

use ratatui::text::{Line, Span};

use crate::app::terminal::theme::class_mark;
use crate::app::widgets::document::Writer;
use crate::app::widgets::pane::{Pane, cell, cell_right, centred, mark};
use crate::app::widgets::rows;
use crate::app::words::{clip, digits, width};
use crate::app::{App, EvaluatedModel, JUDGING, Lane, ROW};
use crate::evaluate::EvaluatedRow;
use crate::math::{Number, Sentence};
use crate::model::{Fitted, RowPrediction};
use crate::recipe::Split;
use crate::report::{decimal, tested_on};

pub fn waiting(pane: &mut Pane<'_>) {
    let (app, mut out) = (pane.app, pane.inside());
    match app.screens.evaluate.refused(&app.session) {
        Some(problem) => out.problem(&problem.clone().into()),
        None => out.paragraph(&waiting_words(app), pane.theme.secondary),
    }
    pane.lines(&out.lines, 0);
}

pub fn waiting_words(app: &App) -> String {
    if app.jobs.busy().is_none() {
        return "press 4 to predict the rows.".to_owned();
    }
    let far = app.jobs.progress(Lane::Evaluate).map(|far| format!(" {far}")).unwrap_or_default();
    format!("{JUDGING}{far}")
}

pub fn heading(evaluated: &EvaluatedModel, out: &mut Writer<'_>) {
    out.text(&tested_on(&evaluated.evaluation), out.theme.strong);
}

const POSTERIOR: usize = 8;

pub struct RowList<'a> {
    pub total: usize,
    pub marked: usize,
    pub row_at: &'a dyn Fn(usize) -> Option<EvaluatedRow<'a>>,
    /// The class whose posterior is in the last column; `None` for the one that was predicted.
    pub class: Option<usize>,
    pub marks: bool,
    /// How often all of them were seen, where rows have weights: none weighs more than that.
    pub seen: Option<u64>,
    /// What is so and what was said, in a pane that is wide enough for both posteriors and the fold of each row.
    pub said: Option<(usize, Option<usize>)>,
}

const FOLD: &str = "fold";
const FOLD_NAME: usize = 10;

impl RowList<'_> {
    /// The names of the columns, and the rows around the marked one, on at most so many lines.
    pub fn write(
        &self,
        app: &App,
        (evaluated, fitted): (&EvaluatedModel, &Fitted),
        lines: usize,
        out: &mut Writer<'_>,
    ) {
        if self.total == 0 || lines < 2 {
            return;
        }
        if let Some((actual, said)) = self.said {
            return self.write_wide(app, (evaluated, fitted), lines, (actual, said), out);
        }
        let (theme, columns) = (out.theme, out.columns);
        let data = &evaluated.trial.data;
        let number = digits(data.table.rows());
        // The weight, `×` and a blank before it included.
        let weights = self.seen.map_or(0, |seen| seen.to_string().len() + 2);
        let marks = if self.marks { 2 } else { 0 };
        let before = number + weights + marks;
        let room = columns.saturating_sub(before + 3 + POSTERIOR);
        let names = rows::names(app, fitted, room);
        out.line(format!("{}{names}", " ".repeat(before + 3)), theme.heading);
        let fitting = lines - 1;
        let top = centred(self.marked, self.total, fitting);
        for at in top..self.total.min(top.saturating_add(fitting)) {
            let Some(EvaluatedRow { prediction: row, actual, weight, .. }) = (self.row_at)(at) else {
                continue;
            };
            let marked = at == self.marked;
            let mark = mark(marked);
            let of = if self.marks { format!("{} ", class_mark(actual)) } else { String::new() };
            let cells = rows::features(app, fitted, &data.table, row.row, room);
            let weight = if self.seen.is_some() { format!(" ×{weight}") } else { String::new() };
            let row_number = cell_right(&(data.row_number(row.row) + 1).to_string(), number);
            let text = format!("{row_number}{} {}", cell(&weight, weights), cell(&cells, room));
            let value = cell_right(&self.posterior(&row).written(theme.face.sign), POSTERIOR);
            out.lines.push(if marked {
                Line::styled(format!("{mark} {of}{text}{value}"), theme.cursor)
            } else {
                Line::from(vec![
                    Span::styled(format!("{mark} "), theme.text),
                    Span::styled(of, theme.class(actual)),
                    Span::styled(text, theme.text),
                    Span::styled(value, theme.number),
                ])
            });
        }
    }

    fn write_wide(
        &self,
        app: &App,
        (evaluated, fitted): (&EvaluatedModel, &Fitted),
        lines: usize,
        (actual, said): (usize, Option<usize>),
        out: &mut Writer<'_>,
    ) {
        let theme = out.theme;
        let data = &evaluated.trial.data;
        let number = digits(data.table.rows()).max(ROW.len());
        let weights = self.seen.map_or(0, |seen| seen.to_string().len() + 2);
        let folds = matches!(evaluated.trial.split, Split::Folds(_));
        let names = |part: usize| evaluated.trial.folds.name(part);
        let longest = (0..evaluated.trial.folds.count()).map(|part| width(&names(part))).max().unwrap_or(0);
        let fold = if folds { longest.clamp(FOLD.len(), FOLD_NAME) + 1 } else { 0 };
        let so = Some((actual, format!("P({} | x)", class_mark(actual))));
        let said = said.filter(|said| *said != actual);
        let said = said.map(|said| (said, format!("P({} | x)", class_mark(said))));
        let shares: Vec<(usize, String)> = so.into_iter().chain(said).collect();
        let share = |name: &str| width(name).max(POSTERIOR) + 2;
        let taken: usize = shares.iter().map(|(_, name)| share(name)).sum();
        let room = out.columns.saturating_sub(2 + number + weights + fold + 2 + taken);
        let features = rows::Features::new(app, fitted, room);
        let room = features.width();
        let mut head = format!("  {}{}", cell_right(ROW, number), " ".repeat(weights));
        head.push_str(&cell_right(if folds { FOLD } else { "" }, fold));
        head.push_str(&format!("  {}", cell(&features.names(fitted), room)));
        shares.iter().for_each(|(_, name)| head.push_str(&cell_right(name, share(name))));
        out.line(head, theme.heading);
        let fitting = lines - 1;
        let top = centred(self.marked, self.total, fitting);
        for at in top..self.total.min(top.saturating_add(fitting)) {
            let Some(row) = (self.row_at)(at) else { continue };
            let mark = mark(at == self.marked);
            let weight = if self.seen.is_some() { format!(" ×{}", row.weight) } else { String::new() };
            let of = row
                .fold
                .filter(|_| folds)
                .map_or_else(String::new, |part| clip(&names(part), fold - 1).into_owned());
            let row_number = cell_right(&(data.row_number(row.prediction.row) + 1).to_string(), number);
            let cells = cell(&features.of(&data.table, row.prediction.row), room);
            let text =
                format!("{mark} {row_number}{}{}  {cells}", cell(&weight, weights), cell_right(&of, fold));
            let values: String = shares
                .iter()
                .map(|(class, name)| {
                    let value = posterior(row.prediction.log_posterior(*class));
                    cell_right(&value.written(theme.face.sign), share(name))
                })
                .collect();
            out.lines.push(if at == self.marked {
                Line::styled(format!("{text}{values}"), theme.cursor)
            } else {
                Line::from(vec![Span::styled(text, theme.text), Span::styled(values, theme.number)])
            });
        }
    }

    fn posterior(&self, row: &RowPrediction<'_>) -> Sentence {
        posterior(self.class.or(row.predicted).and_then(|class| row.log_posterior(class)))
    }
}

fn posterior(ln: Option<f64>) -> Sentence {
    match ln {
        None => "0/0".into(),
        Some(f64::NEG_INFINITY) => decimal(&Number::zero()),
        Some(ln) => decimal(&Number::Log(ln)),
    }
}
