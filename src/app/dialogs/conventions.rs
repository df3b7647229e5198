//! The dialog that answers "Why does another program get another result?": this case under two conventions.

use crate::app::prelude::*;
use crate::model::{Case, Fitted, Study};
use crate::problem::Problem;
use crate::recipe::Convention;
use crate::report;
use crate::worked::{Against, compare};
use ratatui::text::{Line, Span};
use std::sync::Arc;

#[derive(Clone, Debug)]
pub struct ConventionsDialog {
    pub here: Convention,
    pub there: Convention,
    scroll: Scroll,
    found: Option<Result<Arc<Against>, String>>,
}

impl ConventionsDialog {
    pub fn new(app: &mut App) -> Option<(ConventionsDialog, Job)> {
        let fitted = app.session.fitted()?;
        let here = fitted.convention();
        let likely = if fitted.gda().is_some() { Convention::Mass } else { Convention::Weka };
        let there = if here == likely { Convention::Cs229 } else { likely };
        let mut dialog = ConventionsDialog { here, there, scroll: Scroll::default(), found: None };
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
        (self.found, self.scroll) = (None, Scroll::default());
        let there = self.there;
        let work = move || compared(&study, &fitted, &case, there);
        Some(app.jobs.start(Lane::Convention, "", work, move |app, found| {
            if let Some(dialog) = app.dialog::<ConventionsDialog>().filter(|dialog| dialog.there == there) {
                dialog.found = Some(found);
            }
            None
        }))
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

    fn act(&mut self, app: &mut App, action: &Action) -> Reply {
        match action {
            Action::Left | Action::Right => {
                self.there = self.beside(matches!(action, Action::Right));
                Reply::of(self.ask(app))
            }
            Action::Back | Action::OtherProgram => Reply::Close(None),
            action => Reply::moved(self.scroll.moves(action)),
        }
    }

    fn draw(&self, canvas: &mut Canvas<'_>) -> Option<Position> {
        let (theme, here, there) = (canvas.theme, self.here.program(), self.there.program());
        let title = "Why does my other program give another number?";
        canvas.reading(title, "", (104, 34), &self.scroll, |out| {
            out.lines.push(Line::from(vec![
                Span::styled(format!("here {here}, there "), theme.text),
                Span::styled(format!("← {there} →"), theme.cursor),
            ]));
            match &self.found {
                None => out.paragraph("comparing …", theme.secondary),
                Some(Err(why)) => out.paragraph(why.as_str(), theme.text),
                Some(Ok(found)) => out.spaced(&report::compared(found, 60)),
            }
        });
        None
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
