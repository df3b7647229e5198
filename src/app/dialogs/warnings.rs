//! The warnings about the data, each with its fixes.

use ratatui::text::Line;

use crate::app::prelude::*;
use crate::app::screens::model::{changed, current};
use crate::app::session;
use crate::app::widgets::pane::closes;
use crate::app::words::{shown, wrap};
use crate::recipe::Warning;

const WIDTH: u16 = 50;

const INDENT: usize = 4;

#[derive(Clone, Debug, Default)]
pub struct WarningsDialog {
    pub selection: Selection,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WarningLine {
    pub text: String,
    pub selected: bool,
    /// Whether it is the first line of its text.
    pub first: bool,
    pub is_fix: bool,
    pub holds: bool,
    pub settled: bool,
}

impl WarningsDialog {
    pub fn open(app: &mut App) {
        if app.session.warnings.is_empty() {
            app.say(if app.session.study.is_some() {
                "There are no warnings about these data."
            } else {
                "There are no data yet, so there are no warnings."
            });
            return;
        }
        // The first open warning.
        let open = app.session.warnings.iter().position(|warning| !app.session.is_settled(warning));
        let places = WarningsDialog::places(app);
        let cursor = places.iter().position(|(warning, _)| Some(*warning) == open).unwrap_or(0);
        let dialog = WarningsDialog { selection: Selection::new(cursor) };
        let _ = dialog.look(app);
        app.show(dialog);
    }

    /// Returns the positions of the cursor: the fixes of warnings, and warnings without a fix.
    fn places(app: &App) -> Vec<(usize, Option<usize>)> {
        let of = |(at, warning): (usize, &Warning)| -> Vec<(usize, Option<usize>)> {
            match warning.fixes.len() {
                0 => vec![(at, None)],
                many => (0..many).map(|fix| (at, Some(fix))).collect(),
            }
        };
        app.session.warnings.iter().enumerate().flat_map(of).collect()
    }

    pub fn lines(&self, app: &App) -> Vec<WarningLine> {
        let columns = usize::from(app.frame.beside(WIDTH)).saturating_sub(4 + 2);
        let here = WarningsDialog::places(app).get(self.selection.at).copied();
        let recipe = current(app).unwrap_or_default();
        let mut lines = Vec::new();
        let mut put = |text: &str, room: usize, line: WarningLine| {
            for (at, text) in wrap(&shown(text), room).into_iter().enumerate() {
                lines.push(WarningLine { text, first: at == 0, ..line.clone() });
            }
        };
        for (at, warning) in app.session.warnings.iter().enumerate() {
            let settled = app.session.is_settled(warning);
            let line = WarningLine {
                text: String::new(),
                selected: here == Some((at, None)),
                first: true,
                is_fix: false,
                holds: warning.fixes.is_empty() && settled,
                settled,
            };
            put(&warning.notice.to_string(), columns, line.clone());
            let holding = warning.holding(&recipe);
            for (place, fix) in warning.fixes.iter().enumerate() {
                let selected = here == Some((at, Some(place)));
                let line =
                    WarningLine { selected, is_fix: true, holds: holding == Some(place), ..line.clone() };
                put(&fix.words, columns.saturating_sub(INDENT), line);
            }
        }
        lines
    }

    fn look(&self, app: &mut App) -> Option<Job> {
        let (at, _) = WarningsDialog::places(app).get(self.selection.at).copied()?;
        let column = app.session.warnings.get(at)?.notice.column.as_ref()?;
        let column = app.session.table.as_ref()?.position(column)?;
        if app.screen != ScreenId::Data || app.screens.data.column == column {
            return None;
        }
        app.screens.data.column = column;
        app.entered()
    }

    fn take(&self, app: &mut App) -> Option<Job> {
        let (at, fix) = WarningsDialog::places(app).get(self.selection.at).copied()?;
        let warning = app.session.warnings.get(at)?.clone();
        let (recipe, table) = (current(app)?, app.session.table.clone()?);
        let next = fix.map_or_else(|| recipe.clone(), |fix| warning.taken(fix, &recipe, &table));
        let was = app.session.settled.iter().position(|settled| *settled == warning);
        match was {
            // The same key settles a warning without a fix, and opens it again.
            Some(was) if fix.is_none() || warning.said(&next).is_some() => {
                _ = app.session.settled.remove(was)
            }
            None if warning.said(&next).is_none() => app.session.settled.push(warning),
            _ => {}
        }
        if next == recipe { None } else { changed(app, next) }
    }
}

impl Dialog for WarningsDialog {
    fn scopes(&self) -> &'static [Scope] {
        &[Scope::List, Scope::Warnings, Scope::Page, Scope::Always]
    }

    fn beside(&self) -> Option<u16> {
        Some(WIDTH)
    }

    fn settle(&mut self, app: &App) {
        self.selection.at = self.selection.at.min(WarningsDialog::places(app).len().saturating_sub(1));
    }

    fn act(&mut self, app: &mut App, action: &Action) -> Reply {
        match action {
            Action::Back => return Reply::Close(None),
            Action::Enter => return Reply::of(self.take(app)),
            Action::Undo | Action::Redo => {
                return Reply::of(session::turn(app, matches!(action, Action::Redo)));
            }
            _ => {}
        }
        if !self.selection.moves(WarningsDialog::places(app).len(), action) {
            return Reply::Pass;
        }
        Reply::of(self.look(app))
    }

    fn draw(&self, canvas: &mut Canvas<'_>) -> Option<Position> {
        let (theme, area) = (canvas.theme, canvas.area);
        let lines = self.lines(canvas.app);
        let last = lines.iter().rposition(|line| line.selected).unwrap_or(0);
        let first = lines.iter().position(|line| line.selected).unwrap_or(0);
        // The warning is above its fixes.
        let head = lines.iter().take(first + 1).rposition(|line| !line.is_fix && line.first);
        let scroll = &self.selection.scroll;
        scroll.list(lines.len(), usize::from(area.height.saturating_sub(2)), head.unwrap_or(first)..last + 1);
        canvas.dialog("Warnings", &closes(&scroll.place(lines.len()), ""), (area.width, area.height));
        let line = |line: &WarningLine| {
            let mark = if line.first && line.selected { "▸" } else { " " };
            let tick = if line.holds && line.first { "✓" } else { " " };
            let (lead, style) = match line {
                _ if line.is_fix => (format!("  {mark} {tick} "), theme.text),
                _ if line.settled => (format!("{mark}{tick}"), theme.secondary),
                _ => (format!("{mark}{tick}"), theme.strong),
            };
            let style = if line.selected { theme.cursor } else { style };
            Line::styled(format!("{lead}{}", line.text), style)
        };
        let lines: Vec<Line<'_>> = lines.iter().map(line).collect();
        canvas.lines(&lines, scroll.top());
        None
    }
}
