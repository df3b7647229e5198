//! The dialog that answers "Why does another program get another result?": this case under two conventions.

use crate::app::prelude::*;
use crate::model::{Case, Fitted, Study};
use crate::problem::Problem;
use crate::recipe::Convention;
use crate::worked::{Against, compare};
use std::sync::Arc;

pub const WIDTH: u16 = 104;
pub const HEIGHT: u16 = 34;

/// The number of lines is known only where they are drawn.
const FARTHEST: usize = 400;

#[derive(Clone, Debug)]
pub struct ConventionsDialog {
    pub here: Convention,
    pub there: Convention,
    pub scroll: usize,
    found: Option<Result<Arc<Against>, String>>,
}

impl ConventionsDialog {
    pub fn new(app: &mut App) -> Option<(ConventionsDialog, Job)> {
        let fitted = app.session.fitted()?;
        let here = fitted.convention();
        let likely = if fitted.gda().is_some() { Convention::Mass } else { Convention::Weka };
        let there = if here == likely { Convention::Cs229 } else { likely };
        let mut dialog = ConventionsDialog { here, there, scroll: 0, found: None };
        let job = dialog.ask(app)?;
        Some((dialog, job))
    }

    pub fn open(app: &mut App) -> Reply {
        if let Some(fold_model) = &app.session.fold_model {
            app.say(format!(
                "This model was trained {}. Other programs are compared on all rows only.",
                fold_model.words
            ));
            return Reply::Taken;
        }
        let Some((dialog, job)) = ConventionsDialog::new(app) else {
            app.say("There is no case to compare. Press r to choose one.");
            return Reply::Taken;
        };
        app.show(dialog);
        Reply::Job(job)
    }

    fn ask(&mut self, app: &mut App) -> Option<Job> {
        let (study, case) = (app.session.study.clone()?, app.session.case.clone()?);
        let fitted = Arc::clone(app.session.fitted()?);
        (self.found, self.scroll) = (None, 0);
        let there = self.there;
        let work = move || compared(&study, &fitted, &case, there);
        Some(app.jobs.start(Lane::Convention, "", work, move |app, found| {
            if let Some(dialog) = app.dialog::<ConventionsDialog>().filter(|dialog| dialog.there == there) {
                dialog.found = Some(found);
            }
            None
        }))
    }

    /// The comparison, or why there is none; `None` while it is computed.
    pub fn found(&self) -> Option<&Result<Arc<Against>, String>> {
        self.found.as_ref()
    }

    fn beside(&self, forward: bool) -> Convention {
        let others: Vec<Convention> =
            Convention::ALL.iter().copied().filter(|convention| *convention != self.here).collect();
        let at = others.iter().position(|convention| *convention == self.there).unwrap_or(0);
        let step = if forward { 1 } else { others.len().saturating_sub(1) };
        others.get((at + step) % others.len().max(1)).copied().unwrap_or(self.there)
    }
}

impl Dialog for ConventionsDialog {
    fn scopes(&self) -> &'static [Scope] {
        &[Scope::Detail, Scope::OtherProgram, Scope::Page, Scope::Always]
    }

    fn hint(&self) -> &'static str {
        "The same case in another program. ≠ marks the differences."
    }

    fn scroll(&mut self) -> Option<&mut usize> {
        Some(&mut self.scroll)
    }

    fn act(&mut self, app: &mut App, action: &Action) -> Reply {
        match action {
            Action::Left | Action::Right => {
                self.there = self.beside(matches!(action, Action::Right));
                Reply::of(self.ask(app))
            }
            Action::Back | Action::OtherProgram => Reply::Close(None),
            action => {
                let (_, rows) = app.frame.dialog(WIDTH, HEIGHT);
                let page = usize::from(rows.saturating_sub(5)).max(1);
                Reply::moved(moves(&mut self.scroll, FARTHEST, page, action))
            }
        }
    }
}

/// Works out a case under both conventions; may take long.
fn compared(
    study: &Study,
    fitted: &Fitted,
    case: &Case,
    convention: Convention,
) -> Result<Arc<Against>, String> {
    let program = convention.program();
    let other = study.under(convention).map_err(|error| error.to_string())?;
    let none = |problem: &Problem| {
        let what = &problem.what;
        format!("No model can be fitted under the conventions of {program}: {what}. ← →: another program.")
    };
    let there = other.fitted.as_ref().map_err(none)?;
    let found = compare(fitted, there, Some(case), None);
    found.map(Arc::new).map_err(|problem| format!("{program} cannot read this case: {}.", problem.what))
}
