//! What the workbench begins with.

use std::path::PathBuf;

use super::app::App;
use super::job::Job;
use super::load::load;
use super::practice::{ExerciseSource, Exercises, open_exercise, open_sheets};
use super::source::Order;
use super::start::{preview, show_course};
use crate::practice::worksheet::Level;

/// What was named on the command line.
#[derive(Clone, Debug, Default)]
pub enum Beginning {
    /// Nothing: the start screen.
    #[default]
    Start,
    /// Data: screen 1.
    Data(Order),
    /// Practice, and nothing else: the start screen, on what can be practised.
    Practice,
    /// The worksheet of the case of some data: screen 7.
    Worksheet(Order, Level),
    /// Answer sheets: screen 7.
    Sheets(Vec<PathBuf>, Exercises),
    /// An exercise: screen 7.
    Exercise {
        /// Where it comes from.
        source: ExerciseSource,
        seed: Option<u64>,
        /// How much of it is filled in; without one the exercise says so, and else nothing is.
        level: Option<Level>,
    },
}

impl From<Option<Order>> for Beginning {
    fn from(order: Option<Order>) -> Self {
        order.map_or(Beginning::Start, Beginning::Data)
    }
}

pub fn begin(app: &mut App, beginning: impl Into<Beginning>) -> Option<Job> {
    match beginning.into() {
        Beginning::Start => preview(app),
        Beginning::Data(order) => load(app, order),
        Beginning::Practice => {
            show_course(app);
            None
        }
        Beginning::Worksheet(order, level) => {
            let job = load(app, order);
            app.screens.practice.wanted = Some(level);
            job
        }
        Beginning::Exercise { source, seed, level } => open_exercise(app, source, seed.into(), level),
        Beginning::Sheets(paths, exercises) => open_sheets(app, paths, exercises, false),
    }
}
