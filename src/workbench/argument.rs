//! The dialog that tells why a formula is what it is: the log-likelihood, its slope, and what a nudge does.

use std::sync::Arc;

use super::action::Action;
use super::app::{App, Dialog, Reply};
use super::frame::moved;
use super::keys::Scope;
use crate::math::Quantity;
use crate::worked::likelihood::{Argument, argue};

/// The argument, and how far it is scrolled.
#[derive(Clone, Debug)]
pub struct ArgumentDialog {
    pub argument: Arc<Argument>,
    /// The first line shown.
    pub scroll: usize,
}

/// Opens the argument for the formula of a number, or says why there is none.
pub fn open(app: &mut App, quantity: &Quantity) {
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
        match moved(self.scroll, FARTHEST, page, action) {
            Some(to) => {
                self.scroll = to;
                Reply::Taken
            }
            None => Reply::Pass,
        }
    }
}
