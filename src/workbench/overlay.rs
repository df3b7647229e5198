//! What lies on top of a room: one stack, the last one has the keys.

use super::action::Action;
use super::against::AgainstDialog;
use super::app::App;
use super::argument::ArgumentDialog;
use super::bins::BinsDialog;
use super::choose::ChooseDialog;
use super::evaluate::{LookDialog, TestDialog};
use super::find::FindLine;
use super::help::HelpScreen;
use super::job::Job;
use super::keys::Scope;
use super::open::OpenDialog;
use super::practice::projector::Projector;
use super::practice::{CheckDialog, ExerciseDialog};
use super::priors::PriorsDialog;
use super::problem::ProblemDialog;
use super::recipe_dialog::RecipeDialog;
use super::settings::SettingsDialog;
use super::warnings::WarningsDialog;
use super::what_if::WhatIfDialog;

/// One thing on top.
#[derive(Clone, Debug)]
pub enum Overlay {
    /// The keys.
    Help(HelpScreen),
    /// Colours and marks.
    Settings(SettingsDialog),
    /// What is odd about the data.
    Warnings(WarningsDialog),
    /// Which file?
    Open(OpenDialog),
    /// What to find.
    Find(FindLine),
    /// Which case?
    Choose(ChooseDialog),
    /// Why is the formula what it is?
    Argument(ArgumentDialog),
    /// The case under two conventions.
    Against(AgainstDialog),
    /// Where the cuts between bins lie.
    Bins(Box<BinsDialog>),
    /// What if a cell were another?
    WhatIf(Box<WhatIfDialog>),
    /// The prior of each class.
    Priors(Box<PriorsDialog>),
    /// The recipe, to be taken elsewhere.
    Recipe(Box<RecipeDialog>),
    /// What is to be looked at in room 4?
    Look(LookDialog),
    /// What is the model tested on?
    TestOn(Box<TestDialog>),
    /// Is an answer right?
    Check(Box<CheckDialog>),
    /// One step at a time, on the whole screen.
    Projector(Box<Projector>),
    /// The worksheet, to be written as an exercise.
    Exercise(Box<ExerciseDialog>),
    /// What went wrong.
    Problem(ProblemDialog),
}

/// What a screen made of an action.
#[derive(Clone, Debug)]
pub enum Reply {
    /// Nothing; it may mean something to what lies below.
    Pass,
    /// It is done.
    Taken,
    /// It is done, and the overlay is to go away, perhaps leaving work behind.
    Close(Option<Job>),
    /// It is done, and there is work.
    Job(Job),
}

impl Reply {
    /// The work, if there is some.
    pub fn of(job: Option<Job>) -> Reply {
        job.map_or(Reply::Taken, Reply::Job)
    }
}

impl Overlay {
    /// The scopes whose keys hold while it has the focus, nearest first.
    pub fn scopes(&self) -> &'static [Scope] {
        match self {
            Overlay::Help(help) if help.typing => &[Scope::FilterHelp, Scope::Always],
            Overlay::Help(_) => &[Scope::Detail, Scope::Help, Scope::Page, Scope::Always],
            Overlay::Settings(_) => &[Scope::List, Scope::Settings, Scope::Always],
            Overlay::Warnings(_) => &[Scope::Detail, Scope::Warnings, Scope::Page, Scope::Always],
            Overlay::Open(_) => &[Scope::OpenFile, Scope::Always],
            Overlay::Find(_) => &[Scope::Find, Scope::Always],
            Overlay::Choose(_) => &[Scope::Choose, Scope::Always],
            Overlay::TestOn(dialog) if dialog.field.is_some() => &[Scope::TypedTest, Scope::Always],
            Overlay::TestOn(_) => &[Scope::List, Scope::TestOn, Scope::Page, Scope::Always],
            Overlay::Look(_) => &[Scope::List, Scope::Look, Scope::Page, Scope::Always],
            Overlay::Argument(_) => &[Scope::Detail, Scope::Argument, Scope::Page, Scope::Always],
            Overlay::Against(_) => &[Scope::Detail, Scope::Against, Scope::Page, Scope::Always],
            Overlay::Bins(dialog) if dialog.field.is_some() => &[Scope::TypedBins, Scope::Always],
            Overlay::Bins(_) => &[Scope::Bins, Scope::Detail, Scope::Page, Scope::Always],
            Overlay::WhatIf(dialog) if dialog.field.is_some() => &[Scope::TypedCell, Scope::Always],
            Overlay::WhatIf(_) => &[Scope::List, Scope::WhatIf, Scope::Page, Scope::Always],
            Overlay::Priors(dialog) if dialog.field.is_some() => &[Scope::TypedPrior, Scope::Always],
            Overlay::Priors(_) => &[Scope::List, Scope::Priors, Scope::Page, Scope::Always],
            Overlay::Recipe(dialog) if dialog.save.over.is_some() => &[Scope::WriteOver, Scope::Always],
            Overlay::Recipe(dialog) if dialog.save.field.is_some() => &[Scope::TypedName, Scope::Always],
            Overlay::Recipe(_) => &[Scope::Recipe, Scope::Always],
            Overlay::Exercise(dialog) if dialog.save.over.is_some() => &[Scope::WriteOver, Scope::Always],
            Overlay::Exercise(dialog) if dialog.save.field.is_some() => &[Scope::TypedName, Scope::Always],
            Overlay::Exercise(_) => &[Scope::Exercise, Scope::Always],
            Overlay::Check(_) => &[Scope::CheckAnswer, Scope::Always],
            Overlay::Projector(_) => &[Scope::Projector, Scope::Always],
            Overlay::Problem(dialog) if dialog.problem.choices.is_empty() => {
                &[Scope::Detail, Scope::Problem, Scope::Page, Scope::Always]
            }
            Overlay::Problem(_) => &[Scope::List, Scope::Decision, Scope::Page, Scope::Always],
        }
    }

    /// Whether keys go into its text field.
    pub fn typing(&self) -> bool {
        match self {
            Overlay::Help(help) => help.typing,
            Overlay::Bins(dialog) => dialog.field.is_some(),
            Overlay::WhatIf(dialog) => dialog.field.is_some(),
            Overlay::Priors(dialog) => dialog.field.is_some(),
            Overlay::TestOn(dialog) => dialog.field.is_some(),
            Overlay::Recipe(dialog) => dialog.save.field.is_some() && dialog.save.over.is_none(),
            Overlay::Exercise(dialog) => dialog.save.field.is_some() && dialog.save.over.is_none(),
            Overlay::Open(_) | Overlay::Find(_) | Overlay::Choose(_) | Overlay::Check(_) => true,
            Overlay::Settings(_) | Overlay::Warnings(_) | Overlay::Argument(_) | Overlay::Problem(_) => false,
            Overlay::Against(_) | Overlay::Look(_) | Overlay::Projector(_) => false,
        }
    }
}

/// Gives an action to the overlay on top.
pub fn act(app: &mut App, action: &Action) -> Reply {
    // The overlay is taken out while it acts, so that it may change the rest of the workbench.
    let Some(mut overlay) = app.overlays.pop() else { return Reply::Pass };
    let depth = app.overlays.len();
    let reply = match &mut overlay {
        Overlay::Help(help) => help.act(app, action),
        Overlay::Settings(dialog) => dialog.act(&mut app.settings, action),
        Overlay::Warnings(dialog) => dialog.act(app, action),
        Overlay::Open(dialog) => dialog.act(app, action),
        Overlay::Find(line) => line.act(app, action),
        Overlay::Choose(dialog) => dialog.act(app, action),
        Overlay::Argument(dialog) => dialog.act(app, action),
        Overlay::Against(dialog) => dialog.act(app, action),
        Overlay::Bins(dialog) => dialog.act(app, action),
        Overlay::WhatIf(dialog) => dialog.act(app, action),
        Overlay::Priors(dialog) => dialog.act(app, action),
        Overlay::Recipe(dialog) => dialog.act(app, action),
        Overlay::Look(dialog) => dialog.act(app, action),
        Overlay::TestOn(dialog) => dialog.act(app, action),
        Overlay::Exercise(dialog) => dialog.act(app, action),
        Overlay::Check(dialog) => dialog.act(app, action),
        Overlay::Projector(projector) => projector.act(app, action),
        Overlay::Problem(dialog) => dialog.act(app, action),
    };
    match reply {
        Reply::Close(job) => Reply::of(job),
        reply => {
            app.overlays.insert(depth.min(app.overlays.len()), overlay);
            reply
        }
    }
}
