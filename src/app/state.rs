//! The state of the workbench, and the traits of screens and dialogs.

use std::any::Any;
use std::fmt::{Debug, Display};

use crate::app::dialogs::save::Thing;
use crate::app::jobs::Jobs;
use crate::app::keys;
use crate::app::mouse::ClickTargets;
use crate::app::prelude::*;
use crate::app::screens::{Screens, parameters};
use crate::app::settings::{Settings, ThemeName};
use crate::app::source::Problem;
use crate::app::words::{Frame, Toast};
use crate::table::{self, FilesRead};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Leaving {
    #[default]
    No,
    /// Ctrl+C was pressed once with nothing to stop.
    Asked,
    Yes,
}

#[derive(Debug, Default)]
pub struct App {
    pub session: Session,
    pub screen: ScreenId,
    pub pane: Pane,
    pub trail: Vec<(ScreenId, Pane)>,
    pub screens: Screens,
    pub dialogs: Vec<Box<dyn Dialog>>,
    pub toast: Option<Toast>,
    pub settings: Settings,
    pub copied: What,
    pub saved: Option<Thing>,
    pub jobs: Jobs,
    pub leaving: Leaving,
    pub frame: Frame,
    /// Presentation mode: one pane in high contrast, without the lists of screens and keys.
    pub presenting: bool,
    pub targets: ClickTargets,
}

/// How a screen handles keys; its state is in [`Screens`], and its view has the functions that [`ScreenId`] draws with.
pub trait Screen {
    /// The lines of the left pane, if it is above the right one in narrow windows.
    fn lines(&self, _: &App) -> Option<usize> {
        None
    }

    fn act(&self, app: &mut App, action: &Action) -> Reply;

    fn scopes(&self, app: &App) -> &'static [Scope];

    fn hint(&self, app: &App) -> &'static str;

    fn entered(&self, app: &mut App) -> Option<Job>;

    fn settle(&self, _: &mut App) {}

    fn works(&self, _: &App, _: &Action) -> bool {
        true
    }

    fn wide(&self, _: &App) -> bool {
        false
    }

    fn find(&self, _: &mut App, _: &str) -> Option<Job> {
        None
    }

    /// What can be copied; `None` for what the screen does not have.
    fn extract<'a>(&self, _: &'a App, _: What) -> Option<Found<'a>> {
        None
    }
}

/// A dialog on top of a screen; it gets the keys while it is open.
pub trait Dialog: Any + Debug {
    /// Handles an action that its text field does not take.
    fn act(&mut self, app: &mut App, action: &Action) -> Reply;

    fn scopes(&self) -> &'static [Scope];

    fn hint(&self) -> &'static str {
        let hints = self.scopes().iter().map(|scope| scope.hint());
        hints.into_iter().find(|hint| !hint.is_empty()).unwrap_or_default()
    }

    fn field(&mut self) -> Option<&mut Field> {
        None
    }

    fn edited(&mut self, _: &mut App) -> Reply {
        Reply::Taken
    }

    fn settle(&mut self, _: &App) {}

    /// The least width of a dialog that replaces the right pane; `None` if it lies on top of both.
    fn beside(&self) -> Option<u16> {
        None
    }

    fn draw(&self, canvas: &mut Canvas<'_>);
}

#[derive(Default)]
pub enum Reply {
    /// Not handled: the next layer may handle it.
    Pass,
    #[default]
    Taken,
    Close(Option<Job>),
    Job(Job),
}

impl Reply {
    pub fn of(job: Option<Job>) -> Reply {
        job.map_or(Reply::Taken, Reply::Job)
    }

    pub fn moved(moved: bool) -> Reply {
        if moved { Reply::Taken } else { Reply::Pass }
    }
}

impl App {
    pub fn new(settings: Settings, width: u16, height: u16) -> App {
        App { settings, frame: Frame::new(width, height), ..App::default() }
    }

    pub fn handler(&self) -> &'static dyn Screen {
        self.screen.screen()
    }

    pub fn scopes(&self) -> &'static [Scope] {
        match self.dialogs.last() {
            Some(dialog) => dialog.scopes(),
            None => self.handler().scopes(self),
        }
    }

    /// Returns the keys that work now, with their labels, in `width` columns.
    pub fn footer(&self, width: usize) -> Vec<(String, &'static str)> {
        keys::footer(self.scopes(), |action| self.works(action), width)
    }

    pub(crate) fn works(&self, action: &Action) -> bool {
        match action {
            _ if !self.dialogs.is_empty() => true,
            Action::Go(screen) => self.session.blocked(*screen).is_none(),
            Action::Undo | Action::Redo => {
                self.screen != ScreenId::Practice
                    && self.session.history.turns(matches!(action, Action::Redo))
            }
            _ => self.handler().works(self, action),
        }
    }

    /// The current theme. Mono stays mono in a presentation.
    pub fn theme(&self) -> ThemeName {
        match self.settings.theme {
            ThemeName::Mono => ThemeName::Mono,
            _ if self.presenting => ThemeName::HighContrast,
            set => set,
        }
    }

    pub fn typing(&self) -> bool {
        self.scopes().iter().any(|scope| scope.types())
    }

    /// Whether the loop must send [`super::Action::Tick`].
    pub fn needs_ticks(&self) -> bool {
        self.toast.is_some() || self.jobs.busy().is_some()
    }

    /// Why the recipe on screen has no model, while the numbers are still those of the previous recipe.
    pub fn refused(&self) -> Option<&Problem> {
        self.screens.model.refused.as_ref().filter(|_| self.session.fitted().is_some())
    }

    pub fn files_read(&self) -> FilesRead {
        let input = self.session.order.iter().filter(|order| order.source == Source::Input);
        let study = self.session.study.iter();
        let exercise = self.screens.practice.exercise.iter();
        input
            .filter_map(|_| table::Source::Stdin.file())
            .chain(study.flat_map(|study| study.source.file().into_iter().chain(study.recipe.files())))
            .chain(exercise.flat_map(|exercise| exercise.files()))
            .collect()
    }

    /// Shows a message for four seconds.
    pub fn say(&mut self, text: impl Into<String>) {
        self.toast = Some(Toast::new(text));
    }

    /// Shows a message that is the whole effect of an action: there is no job, and nothing else handles the action.
    pub fn reply<T: Default>(&mut self, text: impl Into<String>) -> T {
        self.say(text);
        T::default()
    }

    pub(crate) fn or_report<T>(&mut self, result: Result<T, impl Display>) -> Option<T> {
        result.map_err(|error| self.say(error.to_string())).ok()
    }

    pub fn enter(&mut self, screen: ScreenId) -> Option<Job> {
        (self.screen, self.pane) = (screen, Pane::Master);
        self.entered()
    }

    /// Opens a screen for the selection; Esc comes back.
    pub fn descend(&mut self, screen: ScreenId) -> Option<Job> {
        self.trail.push((self.screen, self.pane));
        self.enter(screen)
    }

    pub(crate) fn entered(&mut self) -> Option<Job> {
        // A model of some folds is shown only on these two screens.
        if !matches!(self.screen, ScreenId::Parameters | ScreenId::Explain) {
            self.restore_model();
        }
        self.handler().entered(self)
    }

    pub(crate) fn restore_model(&mut self) {
        if self.session.restore_model() {
            self.renewed();
        }
    }

    pub(crate) fn renewed(&mut self) {
        parameters::renewed(self);
    }

    pub(crate) fn leave_counted(&mut self) {
        self.screens.data.leave_counted();
    }

    pub(crate) fn set_pick(&mut self, pick: Pick) {
        if pick != self.session.pick {
            let before = self.session.pick.clone();
            self.session.history.remember(Past::Case(before));
        }
        self.session.choose(pick);
    }

    pub(crate) fn choose(&mut self, pick: Pick) -> Option<Job> {
        self.set_pick(pick);
        self.entered()
    }

    pub fn show(&mut self, dialog: impl Dialog) {
        self.dialogs.push(Box::new(dialog));
    }

    pub fn dialog<D: Dialog>(&mut self) -> Option<&mut D> {
        self.dialogs.iter_mut().find_map(|dialog| (&mut **dialog as &mut dyn Any).downcast_mut())
    }

    pub fn close<D: Dialog>(&mut self) {
        self.dialogs.retain(|dialog| !(&**dialog as &dyn Any).is::<D>());
    }

    pub fn front<D: Dialog>(&self) -> Option<&D> {
        (&**self.dialogs.last()? as &dyn Any).downcast_ref()
    }

    pub(crate) fn act(&mut self, action: &Action) -> Reply {
        // Removed while it acts, so that it can change the rest of the workbench.
        let Some(mut dialog) = self.dialogs.pop() else { return self.handler().act(self, action) };
        let depth = self.dialogs.len();
        let edited = dialog.field().is_some_and(|field| field.take(action, &mut self.toast));
        match if edited { dialog.edited(self) } else { dialog.act(self, action) } {
            Reply::Close(job) => Reply::of(job),
            // Esc closes a dialog that does nothing else with it.
            Reply::Pass if matches!(action, Action::Back) => Reply::Taken,
            reply => {
                self.dialogs.insert(depth.min(self.dialogs.len()), dialog);
                reply
            }
        }
    }

    pub(crate) fn settle_dialogs(&mut self) {
        let mut dialogs = std::mem::take(&mut self.dialogs);
        dialogs.iter_mut().for_each(|dialog| dialog.settle(self));
        self.dialogs = dialogs;
    }
}
