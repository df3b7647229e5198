//! The projector: one step at a time on the whole screen, its answer hidden until it is asked for.

use std::any::Any;
use std::sync::Arc;

use super::in_hand::start;
use super::state::View;
use crate::model::{Case, Fitted};
use crate::practice::worksheet::{Line, Questions};
use crate::report::{By, Part, Slide, slides};
use crate::workbench::prelude::*;
use crate::workbench::settings::ThemeName;
use crate::workbench::shared_dialogs::{SettingsDialog, other_sign};

#[derive(Clone, Debug)]
pub struct Projector {
    pub slides: Arc<[Slide]>,
    pub at: usize,
    /// The first line shown of a step that is too tall.
    pub scroll: usize,
    shown: Vec<bool>,
    before: Vec<bool>,
    by: By,
}

/// Has the slides of the case in hand made; those of a worksheet are its own lines, and are there at once.
pub fn ask(app: &mut App) -> Reply {
    if app.screen == ScreenId::Practice {
        let Some(sheet) = app.screens.practice.sheet(&app.session) else { return Reply::Pass };
        let mut list = slides(&sheet.questions, By::Line);
        let (shown, at) = in_practice(app, &list);
        // What is on screen from the start tells no line that is open.
        for (slide, _) in
            list.iter_mut().zip(&shown).filter(|(slide, shown)| **shown && sheet.tells_open(slide.line))
        {
            let working = sheet.working(slide.line);
            for part in &mut slide.parts {
                (part.answer, part.brief) = (working.clone(), working.clone());
            }
        }
        project(app, Projector::new(list.into(), shown, at, By::Line));
        return Reply::Taken;
    }
    let Some((fitted, case)) = app.session.fitted().cloned().zip(app.session.case.clone()) else {
        return Reply::Pass;
    };
    let work = move || {
        let questions = Questions::new(Arc::clone(&fitted), Arc::clone(&case));
        questions.map(|questions| (slides(&questions, By::Step).into(), fitted, case))
    };
    Reply::Job(start(app, "making the slides …", work, |app, slides| {
        match slides {
            Ok((slides, fitted, case)) => open(app, slides, &fitted, &case),
            Err(error) => app.say(error.to_string()),
        }
        None
    }))
}

/// Puts the slides of the case on screen: what the screen shows is shown, and nothing else.
fn open(app: &mut App, slides: Arc<[Slide]>, fitted: &Arc<Fitted>, case: &Arc<Case>) {
    let same = app.session.fitted().is_some_and(|now| Arc::ptr_eq(now, fitted))
        && app.session.case.as_ref().is_some_and(|now| Arc::ptr_eq(now, case));
    if same {
        let (shown, at) = in_explain(app, &slides);
        project(app, Projector::new(slides, shown, at, By::Step));
    }
}

fn project(app: &mut App, projector: Projector) {
    let projecting = app.dialog::<Projector>().is_some();
    if !projecting && !projector.slides.is_empty() {
        app.show(projector);
    }
}

fn in_practice(app: &App, slides: &[Slide]) -> (Vec<bool>, usize) {
    let screen = &app.screens.practice;
    let sheet = screen.sheet(&app.session);
    let filled = |slide: &Slide| {
        sheet.and_then(|sheet| sheet.lines.get(slide.line)).is_some_and(|line| !Line::is_open(line))
    };
    let at = slides.iter().position(|slide| slide.line == screen.cursor).unwrap_or(0);
    // What is wrong with a solution is not for the projector to tell.
    let worksheet = screen.view == View::Worksheet;
    (slides.iter().map(|slide| worksheet && filled(slide)).collect(), if worksheet { at } else { 0 })
}

fn in_explain(app: &App, slides: &[Slide]) -> (Vec<bool>, usize) {
    let screen = &app.screens.explain;
    let revealed = |slide: &Slide| row(app, slide).is_some_and(|row| row < screen.revealed);
    let shown: Vec<bool> = slides.iter().map(revealed).collect();
    let marked = |slide: &Slide| row(app, slide) == Some(screen.cursor);
    let at = if screen.revealed == 0 { 0 } else { slides.iter().position(marked).unwrap_or(0) };
    (shown, at)
}

/// The row of screen 5 that tells a slide: that of its number, else of the first one after it.
fn row(app: &App, slide: &Slide) -> Option<usize> {
    let explanation = app.screens.explain.explanation(&app.session)?;
    let last = explanation.rows().len().checked_sub(1)?;
    let of = slide.parts.iter().find_map(|part: &Part| part.of.as_ref());
    let own = of.and_then(|of| {
        explanation.rows().iter().position(|row| row.cells.iter().any(|cell| cell.quantity == *of))
    });
    // Sum and class belong to the last row; means and covariances to the density, which follows the prior.
    Some(own.unwrap_or(if before_scores(slide) { 1.min(last) } else { last }))
}

fn before_scores(slide: &Slide) -> bool {
    matches!(slide.name.as_str(), "μ" | "Σ" | "Σ⁻¹" | "distance")
}

impl App {
    /// The theme that the screen is drawn with: the projector has its own, and what lies below it that of the settings, which
    /// shows while these are open. Who asked for no colours gets none.
    pub fn theme(&self) -> ThemeName {
        let set = self.settings.theme;
        let mut dialogs = self.dialogs.iter();
        let projecting = dialogs.any(|dialog| (&**dialog as &dyn Any).is::<Projector>())
            && self.front::<SettingsDialog>().is_none();
        if projecting && set != ThemeName::Mono { ThemeName::HighContrast } else { set }
    }
}

impl Projector {
    fn new(slides: Arc<[Slide]>, shown: Vec<bool>, at: usize, by: By) -> Projector {
        let before = vec![false; shown.len()];
        let at = at.min(slides.len().saturating_sub(1));
        Projector { slides, at, scroll: 0, shown, before, by }
    }

    pub fn is_shown(&self, step: usize) -> bool {
        self.shown.get(step).copied().unwrap_or(false)
    }

    pub fn slide(&self) -> Option<&Slide> {
        self.slides.get(self.at)
    }

    fn go(&mut self, to: usize) {
        (self.at, self.scroll) = (to.min(self.slides.len().saturating_sub(1)), 0);
    }

    fn show(&mut self, shown: bool) {
        if let Some(slot) = self.shown.get_mut(self.at) {
            *slot = shown;
        }
    }

    /// Blanks all answers; where none is shown, shows those again, or all up to here.
    fn blank(&mut self) {
        if self.shown.contains(&true) {
            self.before = std::mem::take(&mut self.shown);
            self.shown = vec![false; self.before.len()];
        } else if self.before.contains(&true) {
            self.shown.clone_from(&self.before);
        } else {
            self.shown = (0..self.slides.len()).map(|step| step <= self.at).collect();
        }
    }

    /// The row of screen 5 whose leader the step tells, once all steps up to it are shown.
    pub fn told(&self, app: &App) -> Option<usize> {
        let all = self.shown.get(..=self.at)?.iter().all(|shown| *shown);
        let slide =
            self.slide().filter(|slide| all && matches!(self.by, By::Step) && !before_scores(slide))?;
        row(app, slide)
    }

    fn leave(&self, app: &mut App) -> Option<Job> {
        let slide = self.slide()?;
        match self.by {
            By::Line => app.screens.practice.mark(slide.line),
            By::Step => {
                let row = row(app, slide)?;
                let explanation = app.screens.explain.explanation(&app.session)?.rows().len();
                let screen = &mut app.screens.explain;
                let wanted = if self.is_shown(self.at) { row + 1 } else { row };
                screen.revealed = screen.revealed.max(wanted).min(explanation);
                (screen.cursor, screen.detail) = (row.min(screen.revealed.saturating_sub(1)), 0);
            }
        }
        None
    }
}

impl Dialog for Projector {
    fn scopes(&self) -> &'static [Scope] {
        &[Scope::Projector, Scope::Always]
    }

    fn hint(&self) -> &'static str {
        "One step at a time."
    }

    fn scroll(&mut self) -> Option<&mut usize> {
        Some(&mut self.scroll)
    }

    fn whole(&self) -> bool {
        true
    }

    fn act(&mut self, app: &mut App, action: &Action) -> Reply {
        let last = self.slides.len().saturating_sub(1);
        match action {
            Action::RevealNext if !self.is_shown(self.at) => self.show(true),
            Action::RevealNext if self.at == last => app.say("That was the last step. Esc leaves."),
            Action::RevealNext | Action::Right => self.go(self.at + 1),
            Action::StepBack if self.is_shown(self.at) => self.show(false),
            Action::StepBack | Action::Left => self.go(self.at.saturating_sub(1)),
            Action::First => self.go(0),
            Action::Last => self.go(last),
            Action::BlankAnswers => self.blank(),
            Action::Form => app.settings.form = app.settings.form.next(),
            Action::DecimalComma => other_sign(app),
            Action::Back => return Reply::Close(self.leave(app)),
            Action::Up | Action::Down | Action::PageUp | Action::PageDown => {
                /// How far the lines reach is known where they are drawn.
                const FARTHEST: usize = 400;
                let page = app.frame.page(2);
                moves(&mut self.scroll, FARTHEST, page, action);
            }
            _ => return Reply::Pass,
        }
        Reply::Taken
    }
}
