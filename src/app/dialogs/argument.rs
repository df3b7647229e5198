//! The argument for a formula, line by line.

use std::sync::Arc;

use crate::app::prelude::*;
use crate::app::words::shown;
use crate::math::Quantity;
use crate::model::Fitted;
use crate::report;
use crate::report::Block;
use crate::worked::likelihood::{Argument, argue};

#[derive(Clone, Debug)]
pub struct ArgumentDialog {
    pub argument: Arc<Argument>,
    pub notes: Arc<Argument>,
    pub in_notes: bool,
    pub revealed: usize,
    pub scroll: Scroll,
}

impl ArgumentDialog {
    pub fn new(argument: Argument, fitted: &Fitted) -> ArgumentDialog {
        let notes = Arc::new(argument.in_notes(fitted));
        ArgumentDialog {
            argument: argument.into(),
            notes,
            in_notes: false,
            revealed: 1,
            scroll: Scroll::default(),
        }
    }

    pub fn shown(&self) -> &Argument {
        if self.in_notes { &self.notes } else { &self.argument }
    }
}

/// Opens the argument for the formula of a number, or reports why there is none.
pub fn open_argument(app: &mut App, quantity: &Quantity) {
    let Some(fitted) = app.session.fitted() else { return };
    match argue(fitted, quantity) {
        Ok(argument) => {
            let dialog = ArgumentDialog::new(argument, fitted);
            app.show(dialog);
        }
        Err(_) => app.say(format!(
            "{quantity} is not a parameter. w explains the formulas of probabilities, means and entries of Σ."
        )),
    }
}

impl Dialog for ArgumentDialog {
    fn scopes(&self) -> &'static [Scope] {
        &[Scope::Detail, Scope::Argument, Scope::Page, Scope::Always]
    }

    fn act(&mut self, _: &mut App, action: &Action) -> Reply {
        let all = self.argument.passages.len() + 1;
        match action {
            Action::Back | Action::Enter => return Reply::Close(None),
            Action::Form => self.in_notes = !self.in_notes,
            Action::RevealNext => {
                self.revealed = (self.revealed + 1).min(all);
                self.scroll.to(usize::MAX);
            }
            Action::RevealAll => {
                self.revealed = if self.revealed < all { all } else { 1 };
                self.scroll.to(0);
            }
            action => return Reply::moved(self.scroll.moves(action)),
        }
        Reply::Taken
    }

    fn draw(&self, canvas: &mut Canvas<'_>) -> Option<Position> {
        let mut argument = report::argument_up_to(self.shown(), self.revealed);
        argument.blocks.retain(|block| !matches!(block, Block::Heading(_)));
        let title = format!("Why this formula? {}", shown(&self.argument.parameter.to_string()));
        canvas.reading(&title, "PgDn · ", (100, u16::MAX), &self.scroll, |out| out.spaced(&argument));
        None
    }
}
