//! The screens, in the order of the work, and what each of them must be able to say.

use super::action::Action;
use super::app::{App, Screens};
use super::data::Data;
use super::dialog::Reply;
use super::evaluate::Evaluate;
use super::explain::Explain;
use super::job::Job;
use super::keys::Scope;
use super::model::Model;
use super::parameters::Parameters;
use super::practice::Practice;
use super::start::Start;

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

/// Which screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Room {
    /// Samples and files; stands before room 1.
    Start,
    /// 1: the data.
    Data,
    /// 2: the recipe.
    Model,
    /// 3: the numbers of the model.
    Parameters,
    /// 4: how good it is.
    Evaluate,
    /// 5: one case, step by step.
    Explain,
    /// 7: the same steps, as questions. It stands beside the stages.
    Practice,
}

impl Room {
    /// All of them.
    pub const ALL: [Room; 7] = [
        Room::Start,
        Room::Data,
        Room::Model,
        Room::Parameters,
        Room::Evaluate,
        Room::Explain,
        Room::Practice,
    ];

    /// The stages of the breadcrumb.
    pub const STAGES: [Room; 5] = [Room::Data, Room::Model, Room::Parameters, Room::Evaluate, Room::Explain];

    /// Its name, how it answers, and the action that goes there.
    fn about(self) -> (&'static str, &'static dyn Screen, Option<Action>) {
        match self {
            Room::Start => ("Start", &Start, None),
            Room::Data => ("Data", &Data, Some(Action::GoData)),
            Room::Model => ("Model", &Model, Some(Action::GoModel)),
            Room::Parameters => ("Parameters", &Parameters, Some(Action::GoParameters)),
            Room::Evaluate => ("Evaluate", &Evaluate, Some(Action::GoEvaluate)),
            Room::Explain => ("Explain", &Explain, Some(Action::GoExplain)),
            Room::Practice => ("Practice", &Practice, Some(Action::GoPractice)),
        }
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        self.about().0
    }

    /// How it answers.
    pub fn screen(self) -> &'static dyn Screen {
        self.about().1
    }

    /// The one that an action goes to.
    pub fn of(action: &Action) -> Option<Room> {
        Room::ALL.into_iter().find(|room| room.about().2.is_some_and(|goal| goal.is(action)))
    }
}
