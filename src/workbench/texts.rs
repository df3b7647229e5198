//! The dialogs that are only read: why a formula is what it is, and all warnings.

use std::sync::Arc;

use super::prelude::*;
use super::words::{shown, wrap};
use crate::math::Quantity;
use crate::worked::likelihood::{Argument, argue};

#[derive(Clone, Debug)]
pub struct ArgumentDialog {
    pub argument: Arc<Argument>,
    pub scroll: usize,
}

/// Opens the argument for the formula of a number, or says why there is none.
pub fn open_argument(app: &mut App, quantity: &Quantity) {
    let Some(fitted) = app.session.fitted() else { return };
    match argue(fitted, quantity) {
        Ok(argument) => {
            let dialog = ArgumentDialog { argument: Arc::new(argument), scroll: 0 };
            app.show(dialog);
        }
        Err(_) => app.say(format!(
            "{quantity} is no parameter: w tells why a probability, a mean or an entry of Σ has its formula."
        )),
    }
}

impl Dialog for ArgumentDialog {
    fn scopes(&self) -> &'static [Scope] {
        &[Scope::Detail, Scope::Argument, Scope::Page, Scope::Always]
    }

    fn hint(&self) -> &'static str {
        "ℓ: how likely the model makes its rows. A formula is where it is highest."
    }

    fn scroll(&mut self) -> Option<&mut usize> {
        Some(&mut self.scroll)
    }

    fn act(&mut self, app: &mut App, action: &Action) -> Reply {
        /// How far the lines reach is known where they are drawn.
        const FARTHEST: usize = 400;
        if matches!(action, Action::Back | Action::Enter) {
            return Reply::Close(None);
        }
        let page = app.frame.lines().saturating_sub(3).max(1);
        Reply::moved(moves(&mut self.scroll, FARTHEST, page, action))
    }
}

const WIDTH: u16 = 78;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WarningsDialog {
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
        Reply::moved(moves(&mut self.scroll, last, rows, action))
    }
}
