//! The dialog that lists all warnings: what was noticed of the data and what was done about it, and what is odd about the
//! model.

use super::action::Action;
use super::app::{App, Dialog, Reply};
use super::frame::moved;
use super::keys::Scope;
use super::words::{shown, wrap};

/// The widest that sentences are good to read.
const WIDTH: u16 = 78;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WarningsDialog {
    /// The first line shown.
    pub scroll: usize,
}

impl WarningsDialog {
    pub fn open(app: &mut App) {
        if app.session.warnings.is_empty() {
            app.say(if app.session.study.is_some() {
                "There are no warnings of these data."
            } else {
                "There is no data yet, and nothing to warn of."
            });
        } else {
            app.show(WarningsDialog::default());
        }
    }

    /// Columns and rows of the dialog, borders included.
    pub fn size(app: &App) -> (u16, u16) {
        let lines = u16::try_from(WarningsDialog::lines(app).len()).unwrap_or(u16::MAX);
        app.frame.dialog(WIDTH, lines.saturating_add(2))
    }

    /// The lines: the number of a warning where it begins, and the text.
    pub fn lines(app: &App) -> Vec<(Option<usize>, String)> {
        let warnings = &app.session.warnings;
        let columns = usize::from(app.frame.dialog(WIDTH, u16::MAX).0.saturating_sub(4));
        let columns = columns.saturating_sub(WarningsDialog::digits(app) + 2);
        let mut lines = Vec::new();
        for (at, warning) in warnings.iter().enumerate() {
            if at > 0 {
                lines.push((None, String::new()));
            }
            let texts = wrap(&shown(warning), columns).into_iter().enumerate();
            lines.extend(texts.map(|(line, text)| ((line == 0).then_some(at + 1), text)));
        }
        lines
    }

    pub fn digits(app: &App) -> usize {
        app.session.warnings.len().to_string().len()
    }
}

impl Dialog for WarningsDialog {
    fn scopes(&self) -> &'static [Scope] {
        &[Scope::Detail, Scope::Warnings, Scope::Page, Scope::Always]
    }

    fn hint(&self) -> &'static str {
        "What was noticed of the data, and what was done about it."
    }

    fn act(&mut self, app: &mut App, action: &Action) -> Reply {
        if matches!(action, Action::Back | Action::Enter) {
            return Reply::Close(None);
        }
        let rows = usize::from(WarningsDialog::size(app).1.saturating_sub(2)).max(1);
        let last = WarningsDialog::lines(app).len().saturating_sub(rows);
        match moved(self.scroll.min(last), last, rows, action) {
            Some(to) => {
                self.scroll = to;
                Reply::Taken
            }
            None => Reply::Pass,
        }
    }
}
