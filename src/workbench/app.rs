//! The state of the workbench: which screen, which pane, what lies on top, and each screen's own state.

use std::cell::Cell;

use super::action::Action;
use super::dialog::Dialog;
use super::frame::Frame;
use super::jobs::Jobs;
use super::keys::{self, Scope};
use super::model::Refusal;
use super::practice;
use super::screen::Screens;
use super::screen_id::ScreenId;
use super::session::Session;
use super::settings::Settings;
use super::source::Source;
use super::toast::Toast;
use crate::table::{self, FilesRead};

/// Which pane has the keys.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pane {
    /// The left one: the list or table.
    #[default]
    Master,
    /// The right one, which explains what is marked.
    Detail,
}

/// Where we are with leaving.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Leaving {
    /// Not at all.
    #[default]
    No,
    /// Ctrl+C was pressed once with nothing to stop.
    Asked,
    /// The program ends.
    Yes,
}

/// The workbench.
#[derive(Debug)]
pub struct App {
    /// What is studied.
    pub session: Session,
    /// The screen that is shown.
    pub room: ScreenId,
    /// The pane that has the keys when nothing lies on top.
    pub pane: Pane,
    /// The screens and panes that Enter led out of, to which Esc goes back.
    pub trail: Vec<(ScreenId, Pane)>,
    /// Each screen's cursor and scroll.
    pub screens: Screens,
    /// What lies on top, the last one foremost.
    pub dialogs: Vec<Box<dyn Dialog>>,
    /// A message that goes away by itself.
    pub toast: Option<Toast>,
    /// Colours and marks.
    pub settings: Settings,
    /// Work that is being waited for.
    pub jobs: Jobs,
    /// Whether the program is to end.
    pub leaving: Leaving,
    /// The size of the terminal.
    pub frame: Frame,
    /// The first line of the text that was drawn last of all that scroll; see [`super::update`].
    pub reached: Cell<Option<usize>>,
}

impl App {
    /// An empty workbench on the start screen.
    pub fn new(settings: Settings, width: u16, height: u16) -> Self {
        App {
            session: Session::default(),
            room: ScreenId::Start,
            pane: Pane::Master,
            trail: Vec::new(),
            screens: Screens::default(),
            dialogs: Vec::new(),
            toast: None,
            settings,
            jobs: Jobs::default(),
            leaving: Leaving::No,
            frame: Frame { width, height },
            reached: Cell::default(),
        }
    }

    /// The scopes whose keys hold now, nearest first.
    pub fn scopes(&self) -> &'static [Scope] {
        match self.dialogs.last() {
            Some(dialog) => dialog.scopes(),
            None => self.room.screen().scopes(self),
        }
    }

    /// The keys that are offered in `width` columns, with their labels: those that do something now.
    pub fn footer(&self, width: usize) -> Vec<(String, &'static str)> {
        keys::footer(self.scopes(), |action| self.works(action), width)
    }

    /// Whether an action does something now.
    fn works(&self, action: &Action) -> bool {
        match action {
            _ if !self.dialogs.is_empty() => true,
            Action::Go(room) => self.session.blocked(*room).is_none(),
            Action::ShowRecipe => self.session.study.is_some() && !self.session.sealed,
            _ => self.room.screen().works(self, action),
        }
    }

    /// Whether keys go into a text field.
    pub fn typing(&self) -> bool {
        self.scopes().iter().any(|scope| scope.types())
    }

    /// Whether the loop must send [`super::Action::Tick`].
    pub fn needs_ticks(&self) -> bool {
        self.toast.is_some() || self.jobs.busy().is_some() || practice::is_watching(self)
    }

    /// Why the recipe on screen has no model, while the numbers are still those of the recipe before.
    pub fn refused(&self) -> Option<&Refusal> {
        self.screens.model.refused.as_ref().filter(|_| self.session.fitted().is_some())
    }

    /// The files that are open: the data, what the recipe names, and the exercise in hand.
    pub fn files_read(&self) -> FilesRead {
        let input = self.session.order.iter().filter(|order| order.source == Source::Input);
        let study = self.session.study.iter();
        let exercise = self.screens.practice.exercise.iter();
        input
            .filter_map(|_| table::Source::Stdin.file())
            .chain(study.flat_map(|study| study.source.file().into_iter().chain(study.recipe.files())))
            .chain(exercise.flat_map(|held| held.exercise.files()))
            .collect()
    }

    /// Shows a message for four seconds.
    pub fn say(&mut self, text: impl Into<String>) {
        self.toast = Some(Toast::new(text));
    }
}
