//! The dialog of the start screen in which a table of counts is typed, line by line.

use crate::app::prelude::*;
use crate::app::words::follow;
use crate::encode::{kind_of_counts, names_features};
use crate::text::brief;

/// The first line, while nothing is typed.
const HEAD: &str =
    "Name what is counted, then the classes: word, spam, ham. For several features: feature, value, Yes, No";
const ROW: &str = "A value or word, then its count in each class: offer, 9, 1. A line total or documents has the size of each class.";
const MOST: usize = 500;

#[derive(Clone, Debug, Default)]
pub struct CountsDialog {
    lines: Vec<String>,
    at: usize,
    field: Field,
    wrong: Option<String>,
}

impl CountsDialog {
    pub fn open(app: &mut App) {
        let lines = app.screens.start.counts.clone();
        let at = lines.len();
        app.show(CountsDialog { lines, at, ..CountsDialog::default() });
    }

    fn keep(&mut self) {
        let text = self.field.text().trim().to_owned();
        match self.lines.get_mut(self.at) {
            Some(line) => *line = text,
            None => self.lines.push(text),
        }
        self.lines.retain(|line| !line.is_empty());
    }

    fn go(&mut self, at: usize) {
        self.at = at.min(self.lines.len());
        self.field = Field::new(self.lines.get(self.at).cloned().unwrap_or_default());
        self.wrong = None;
    }

    fn enter(&mut self, app: &mut App) -> Reply {
        let is_empty = self.field.text().trim().is_empty();
        if is_empty && self.at >= self.lines.len() {
            return self.finish(app);
        }
        self.wrong = (!is_empty).then(|| self.mistake()).flatten();
        if self.wrong.is_none() {
            self.keep();
            self.go(self.at + usize::from(!is_empty));
        }
        Reply::Taken
    }

    fn finish(&mut self, app: &mut App) -> Reply {
        if self.lines.len() < 2 {
            self.wrong = Some("Type the first line, and a line for each value or word.".to_owned());
            return Reply::Taken;
        }
        app.screens.start.counts.clone_from(&self.lines);
        let rows = self.lines.iter().map(|line| cells(line, self.sign()));
        let mut out = csv::WriterBuilder::new().flexible(true).from_writer(Vec::new());
        // Writing to memory cannot fail.
        rows.for_each(|row| _ = out.write_record(row));
        let text = String::from_utf8(out.into_inner().unwrap_or_default()).unwrap_or_default();
        let mut order = Order::from(Source::pasted(&text));
        match kind_of_counts("the typed table", &text) {
            Ok(kind) => {
                order.recipe.counts = Some(kind);
                Reply::Close(load(app, order))
            }
            Err(problem) => {
                app.show(ProblemDialog::new(order, problem.into()));
                Reply::Close(None)
            }
        }
    }

    fn sign(&self) -> Option<u8> {
        let first = self.lines.first().map_or_else(|| self.field.text(), String::as_str);
        [b',', b';', b'\t'].into_iter().find(|sign| first.as_bytes().contains(sign))
    }

    fn mistake(&self) -> Option<String> {
        let typed = cells(self.field.text(), self.sign());
        let head = match self.lines.first() {
            Some(first) if self.at > 0 => cells(first, self.sign()),
            _ => {
                let few = typed.len() < 3 || typed.iter().any(String::is_empty);
                return few
                    .then(|| "Name what is counted and two classes or more: word, spam, ham".to_owned());
            }
        };
        if self.lines.len() > MOST {
            return Some(format!("At most {MOST} lines can be typed. Write them to a file, and open that."));
        }
        if typed.len() != head.len() {
            let found = counted(typed.len(), "cell", "cells");
            return Some(format!("This line has {found}, and the first line has {}.", head.len()));
        }
        let labels = if head.first().is_some_and(|name| names_features(name)) { 2 } else { 1 };
        let wrong = typed.iter().skip(labels).find(|cell| cell.parse::<u64>().is_err())?;
        Some(format!("“{}” is not a count. Write a whole number from 0.", brief(wrong)))
    }
}

fn cells(line: &str, sign: Option<u8>) -> Vec<String> {
    let Some(sign) = sign else { return line.split_whitespace().map(str::to_owned).collect() };
    let mut reader = csv::ReaderBuilder::new();
    let reader = reader.has_headers(false).flexible(true).trim(csv::Trim::All).delimiter(sign);
    let record = reader.from_reader(line.as_bytes()).into_records().next();
    record.and_then(Result::ok).map(|record| record.iter().map(str::to_owned).collect()).unwrap_or_default()
}

impl Dialog for CountsDialog {
    fn scopes(&self) -> &'static [Scope] {
        &[Scope::TypedCounts, Scope::Always]
    }

    fn field(&mut self) -> Option<&mut Field> {
        Some(&mut self.field)
    }

    fn edited(&mut self, _: &mut App) -> Reply {
        self.wrong = None;
        Reply::Taken
    }

    fn act(&mut self, app: &mut App, action: &Action) -> Reply {
        match action {
            Action::Enter => return self.enter(app),
            Action::Back => {
                self.keep();
                app.screens.start.counts.clone_from(&self.lines);
                return Reply::Close(None);
            }
            Action::Up | Action::Down => {
                let up = matches!(action, Action::Up);
                let at = if up { self.at.saturating_sub(1) } else { self.at + 1 };
                self.keep();
                self.go(at);
            }
            _ => return Reply::Pass,
        }
        Reply::Taken
    }

    fn draw(&self, canvas: &mut Canvas<'_>) {
        let theme = canvas.theme;
        let rows = u16::try_from(self.lines.len() + 7).unwrap_or(u16::MAX).max(12);
        let foot = counted(self.lines.len(), "line", "lines");
        canvas.dialog("A table of counts", &foot, canvas.app.frame.dialog(72, rows));
        let mut text = canvas.inside();
        match &self.wrong {
            Some(wrong) => text.paragraph(wrong, theme.warning),
            None => text.paragraph(if self.at == 0 { HEAD } else { ROW }, theme.secondary),
        }
        let below = canvas.below(4);
        let top = follow(0, self.at, canvas.height());
        let lines = (0..=self.lines.len().max(self.at)).skip(top);
        for (at, row) in lines.zip(canvas.area.rows().collect::<Vec<_>>()) {
            if at == self.at {
                canvas.field("▸ ", &self.field, row);
            } else {
                let line = self.lines.get(at).map(String::as_str).unwrap_or_default();
                canvas.at((row.x + 2, row.y), line, usize::from(row.width.saturating_sub(2)), theme.text);
            }
        }
        canvas.area = below;
        canvas.lines(&text.lines, 0);
    }
}
