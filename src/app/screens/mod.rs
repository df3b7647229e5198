//! The screens: a folder for each, with state, actions and view. A new screen is its folder and two lines here.

use crate::app::prelude::*;

pub mod data;
pub mod evaluate;
pub mod explain;
pub mod model;
pub mod parameters;
pub mod plot;
pub mod practice;
pub mod start;

macro_rules! screens {
    ($($(#[$default:ident])? $module:ident: $name:ident, $state:ty, $screen:expr, $digit:expr, $needs:ident, $command:literal: $doc:literal;)*) => {
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        pub enum ScreenId {
            $($(#[$default])? #[doc = $doc] $name,)*
        }

        #[derive(Debug, Default)]
        pub struct Screens {
            $(pub $module: $state,)*
            pub course: start::CourseScreen,
        }

        impl ScreenId {
            pub const ALL: &'static [ScreenId] = &[$(ScreenId::$name),*];

            fn facts(self) -> (&'static str, &'static str, Needs, &'static str) {
                match self {
                    $(ScreenId::$name => (stringify!($name), $digit, Needs::$needs, $command),)*
                }
            }

            pub(crate) fn screen(self) -> &'static dyn Screen {
                match self {
                    $(ScreenId::$name => &$screen,)*
                }
            }

            pub(crate) fn left(self, canvas: &mut Canvas<'_>) {
                match self {
                    $(ScreenId::$name => $module::view::left(canvas),)*
                }
            }

            pub(crate) fn right(self, canvas: &mut Canvas<'_>) {
                match self {
                    $(ScreenId::$name => $module::view::right(canvas),)*
                }
            }

            /// The columns that the left pane needs to show its table uncut; 0 where it has none.
            pub(crate) fn needed(self, app: &App, theme: &Theme) -> usize {
                match self {
                    $(ScreenId::$name => $module::view::needed(app, theme),)*
                }
            }
        }
    };
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Needs {
    Nothing,
    Data,
    /// A model; it may be shown while an exercise is open.
    Model,
    /// A model; it shows the answers of an exercise.
    Answers,
}

#[rustfmt::skip]
screens! {
    #[default] start: Start, start::StartScreen, start::Start, "", Nothing, "show": "Samples and files; comes before screen 1.";
    data: Data, data::DataScreen, data::actions::Data, "1", Data, "show": "The table, and how it was read.";
    model: Model, model::ModelScreen, model::Model, "2", Data, "show": "How columns are read; the model and its choices.";
    parameters: Parameters, parameters::ParametersScreen, parameters::Parameters, "3", Answers, "fit": "Every number of the model.";
    evaluate: Evaluate, evaluate::EvaluateScreen, evaluate::Evaluate, "4", Answers, "evaluate": "Evaluation of the model.";
    explain: Explain, explain::ExplainScreen, explain::Explain, "5", Answers, "explain": "A case, step by step.";
    plot: Plot, plot::PlotScreen, plot::Plot, "6", Answers, "plot": "Pictures of the model. It is not a stage.";
    practice: Practice, practice::PracticeScreen, practice::Practice, "7", Model, "show": "The same steps, as questions. It is not a stage.";
}

impl ScreenId {
    pub const STAGES: [ScreenId; 5] =
        [ScreenId::Data, ScreenId::Model, ScreenId::Parameters, ScreenId::Evaluate, ScreenId::Explain];

    pub fn name(self) -> &'static str {
        self.facts().0
    }

    pub fn digit(self) -> &'static str {
        self.facts().1
    }

    pub fn needs(self) -> Needs {
        self.facts().2
    }

    pub fn command(self) -> &'static str {
        self.facts().3
    }
}
