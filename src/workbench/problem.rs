//! The dialog that tells what went wrong: what, where, and what to do.

use super::action::Action;
use super::app::App;
use super::overlay::Reply;
use super::source::Problem;
use super::start::moved;

/// The dialog.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProblemDialog {
    /// What went wrong.
    pub problem: Problem,
    /// The first line shown.
    pub scroll: usize,
}

impl ProblemDialog {
    /// A dialog for a problem.
    pub fn new(problem: Problem) -> Self {
        ProblemDialog { problem, scroll: 0 }
    }

    /// Takes an action.
    pub fn act(&mut self, app: &App, action: &Action) -> Reply {
        if matches!(action, Action::Back) {
            return Reply::Close(None);
        }
        match moved(self.scroll, 40, app.frame.lines(), action) {
            Some(to) => {
                self.scroll = to;
                Reply::Taken
            }
            None => Reply::Pass,
        }
    }
}
