//! The dialogs that answer "Why this formula?", line by line, and "Why does another program get another
//! result?": this case under two conventions.

use ratatui::text::{Line, Span};

use crate::app::prelude::*;
use crate::report::Block;
use crate::worked::likelihood::{Argument, argue};
use crate::worked::{Against, compare};

#[derive(Clone, Debug)]
pub struct ArgumentDialog {
    pub argument: Argument,
    notes: Argument,
    in_notes: bool,
    pub revealed: usize,
    pub scroll: Scroll,
}

impl ArgumentDialog {
    pub fn new(argument: Argument, fitted: &Fitted) -> ArgumentDialog {
        let notes = argument.in_notes(fitted);
        ArgumentDialog { argument, notes, in_notes: false, revealed: 1, scroll: Scroll::default() }
    }
}

pub fn open_argument(app: &mut App, quantity: &Quantity) {
    let Some(fitted) = app.session.fitted() else { return };
    match argue(fitted, quantity).map(|argument| ArgumentDialog::new(argument, fitted)) {
        Ok(dialog) => app.show(dialog),
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
        let all = self.argument.passages.len();
        match action {
            Action::Enter => return Reply::Close(None),
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

    fn draw(&self, canvas: &mut Canvas<'_>) {
        let argument = if self.in_notes { &self.notes } else { &self.argument };
        let mut argument = report::argument(argument, self.revealed);
        argument.blocks.retain(|block| !matches!(block, Block::Heading(_)));
        let title = format!("Why this formula? {}", shown(&self.argument.parameter.to_string()));
        canvas.reading(&title, "PgDn · ", (100, u16::MAX), &self.scroll, |out| out.spaced(&argument));
    }
}

#[derive(Clone, Debug)]
pub struct ConventionsDialog {
    here: Convention,
    there: Convention,
    scroll: Scroll,
    found: Option<Result<Arc<Against>, String>>,
}

impl ConventionsDialog {
    pub fn open(app: &mut App) -> Reply {
        if let Some(fold_model) = &app.session.fold_model {
            let words = &fold_model.words;
            return app.reply(format!(
                "This model was trained {words}. Other programs are compared on all rows only."
            ));
        }
        let Some(fitted) = app.session.fitted() else { return Reply::Taken };
        let here = fitted.convention();
        let likely = if fitted.gda().is_some() { Convention::Mass } else { Convention::Weka };
        let there = if here == likely { Convention::Cs229 } else { likely };
        let mut dialog = ConventionsDialog { here, there, scroll: Scroll::default(), found: None };
        let Some(job) = dialog.ask(app) else {
            return app.reply("There is no case to compare. Press r to choose one.");
        };
        app.show(dialog);
        Reply::Job(job)
    }

    fn ask(&mut self, app: &mut App) -> Option<Job> {
        let (study, case) = (app.session.study.clone()?, app.session.case.clone()?);
        let fitted = Arc::clone(app.session.fitted()?);
        (self.found, self.scroll) = (None, Scroll::default());
        let there = self.there;
        let work = move || -> Result<Arc<Against>, String> {
            let program = there.program();
            let other = study.under(there).map_err(|error| error.to_string())?;
            let other = other.fitted.as_ref().map_err(|problem| {
                let what = &problem.what;
                format!(
                    "No model can be fitted under the conventions of {program}: {what}. ← →: another program."
                )
            })?;
            let found = compare(&fitted, other, Some(&case), None);
            found
                .map(Arc::new)
                .map_err(|problem| format!("{program} cannot read this case: {}.", problem.what))
        };
        Some(app.jobs.start(Lane::Convention, "", work, move |app, found| {
            let dialog = app.dialog::<ConventionsDialog>().filter(|dialog| dialog.there == there)?;
            dialog.found = Some(found);
            None
        }))
    }
}

impl Dialog for ConventionsDialog {
    fn scopes(&self) -> &'static [Scope] {
        &[Scope::Detail, Scope::OtherProgram, Scope::Page, Scope::Always]
    }

    fn act(&mut self, app: &mut App, action: &Action) -> Reply {
        match action {
            Action::Left | Action::Right => {
                let mut others = Convention::ALL.to_vec();
                others.retain(|convention| *convention != self.here);
                self.there = beside(&others, &self.there, matches!(action, Action::Right));
                Reply::of(self.ask(app))
            }
            Action::OtherProgram => Reply::Close(None),
            action => Reply::moved(self.scroll.moves(action)),
        }
    }

    fn draw(&self, canvas: &mut Canvas<'_>) {
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
    }
}
