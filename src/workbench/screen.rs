//! What each screen must be able to say, and where each has its state.

use super::action::Action;
use super::app::App;
use super::course::CourseScreen;
use super::data::{Data, DataScreen};
use super::dialog::Reply;
use super::evaluate::{Evaluate, EvaluateScreen};
use super::explain::{Explain, ExplainScreen};
use super::job::Job;
use super::keys::Scope;
use super::model::{Model, ModelScreen};
use super::parameters::{Parameters, ParametersScreen};
use super::practice::{Practice, PracticeScreen};
use super::screen_id::ScreenId;
use super::start::{Start, StartScreen};

/// How a screen answers; its state stands in [`Screens`].
pub trait Screen {
    /// Takes an action.
    fn act(&self, app: &mut App, action: &Action) -> Reply;

    /// The scopes whose keys hold in the pane that has them, nearest first.
    fn scopes(&self, app: &App) -> &'static [Scope];

    /// How to read that pane, in the second last row.
    fn hint(&self, app: &App) -> &'static str;

    /// What it needs when it comes on screen.
    fn entered(&self, app: &mut App) -> Option<Job>;

    /// How far the right pane is scrolled, where that is known only once it is laid out.
    fn scroll<'a>(&self, screens: &'a mut Screens) -> Option<&'a mut usize>;

    /// Follows another size of the terminal.
    fn settle(&self, _: &mut App) {}

    /// Whether an action that its keys offer does something now.
    fn works(&self, _: &App, _: &Action) -> bool {
        true
    }

    /// Whether its left pane is a table that needs the larger share of the width.
    fn wide(&self, _: &App) -> bool {
        false
    }

    /// Looks for text.
    fn find(&self, _: &mut App, _: &str) -> Option<Job> {
        None
    }
}

/// The screens' own state.
#[derive(Clone, Debug, Default)]
pub struct Screens {
    /// The start screen.
    pub start: StartScreen,
    /// The course, which is listed there.
    pub course: CourseScreen,
    /// Screen 1.
    pub data: DataScreen,
    /// Screen 2.
    pub model: ModelScreen,
    /// Screen 3.
    pub parameters: ParametersScreen,
    /// Screen 4.
    pub evaluate: EvaluateScreen,
    /// Screen 5.
    pub explain: ExplainScreen,
    /// Screen 7.
    pub practice: PracticeScreen,
}

impl ScreenId {
    /// How it answers.
    pub fn screen(self) -> &'static dyn Screen {
        match self {
            ScreenId::Start => &Start,
            ScreenId::Data => &Data,
            ScreenId::Model => &Model,
            ScreenId::Parameters => &Parameters,
            ScreenId::Evaluate => &Evaluate,
            ScreenId::Explain => &Explain,
            ScreenId::Practice => &Practice,
        }
    }
}
