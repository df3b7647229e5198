//! Work of practice that may take long: of a large model the mistakes alone are many derivations.

use std::sync::Arc;

use super::super::desk::Loaded;
use super::super::source::Problem;
use super::find_error::Dealt;
use super::opening::{self, ExerciseSource, Variant};
use super::sheets::{SheetsAsk, SheetsFound};
use crate::math::DecimalSign;
use crate::model::{Case, Fitted};
use crate::practice::find_error::{Errors, Solution};
use crate::practice::worksheet::{Level, Questions, Told};
use crate::practice::{Answer, Asked, Checked, Exercise, check};
use crate::report::{By, Slide, slides};

/// What is to be worked out.
#[derive(Clone, Debug)]
pub enum Ask {
    /// What is to be said of one answer.
    Check {
        /// The model.
        fitted: Arc<Fitted>,
        /// The case in hand, where the question is about one.
        case: Option<Arc<Case>>,
        /// What is asked.
        asked: Asked,
        /// The answer as it was typed.
        typed: String,
        /// What the numbers on screen are written with.
        sign: DecimalSign,
    },
    /// The questions about a case.
    Sheet {
        /// The model.
        fitted: Arc<Fitted>,
        /// The case.
        case: Arc<Case>,
    },
    /// An exercise, with its data and its questions.
    Open {
        /// Where it comes from.
        source: ExerciseSource,
        /// Which data, where they are drawn.
        variant: Variant,
        /// How much of it is filled in.
        level: Level,
    },
    /// Answer sheets, marked.
    Sheets(SheetsAsk),
    /// What is to be said of an answer on a worksheet.
    Answer {
        /// The worksheet's questions.
        questions: Arc<Questions>,
        /// The line, from 0.
        line: usize,
        /// The answer as it was typed.
        typed: String,
        /// What was said of the answers to the other lines.
        others: Vec<Arc<Told>>,
        /// What the numbers on screen are written with.
        sign: DecimalSign,
    },
    /// A solution with a mistake in it.
    Deal {
        /// The worksheet's questions.
        questions: Arc<Questions>,
        /// The mistakes of the case, where they are known.
        errors: Option<Arc<Errors>>,
        /// What decides which one it is.
        seed: u64,
        /// How many came before.
        turn: u64,
    },
    /// What is to be said of an answer in the place of the wrong line.
    Mend {
        /// The solution.
        solution: Arc<Solution>,
        /// The answer as it was typed.
        typed: String,
        /// What the numbers on screen are written with.
        sign: DecimalSign,
    },
    /// The slides of a case, a step of all classes each.
    Slides {
        /// The model.
        fitted: Arc<Fitted>,
        /// The case.
        case: Arc<Case>,
    },
}

/// What is said of an answer on a worksheet.
#[derive(Clone, Debug)]
pub struct Answered {
    /// The worksheet's questions.
    pub questions: Arc<Questions>,
    /// The line, from 0.
    pub line: usize,
    /// What is said, or why nothing can be.
    pub told: Result<Arc<Told>, String>,
}

/// The slides of a case.
#[derive(Clone, Debug)]
pub struct Slides {
    /// The slides, in order.
    pub list: Arc<[Slide]>,
    /// The model.
    pub fitted: Arc<Fitted>,
    /// The case.
    pub case: Arc<Case>,
}

/// An exercise that was opened.
#[derive(Clone, Debug)]
pub struct Opened {
    /// The exercise.
    pub exercise: Arc<Exercise>,
    /// Its questions.
    pub questions: Arc<Questions>,
    /// Its data and model, for the desk.
    pub loaded: Loaded,
    /// Where it came from.
    pub source: ExerciseSource,
    /// How much of it is filled in.
    pub level: Level,
}

/// Why an exercise cannot be opened.
#[derive(Clone, Debug)]
pub struct Refused {
    /// Where it was to come from.
    pub source: ExerciseSource,
    /// What is wrong.
    pub problem: Problem,
}

/// What was found.
#[derive(Clone, Debug)]
pub enum Found {
    /// The card of an answer, or why it cannot be checked.
    Checked(Result<Arc<Checked>, String>),
    /// The questions about a case, or why there are none.
    Sheet(Result<Arc<Questions>, String>),
    /// An exercise, or why there is none.
    Opened(Result<Box<Opened>, Box<Refused>>),
    /// Answer sheets, marked.
    Sheets(SheetsFound),
    /// What is said of an answer on a worksheet.
    Answered(Answered),
    /// A solution with a mistake in it, or why there is none.
    Dealt(Result<Dealt, String>),
    /// What is said of an answer in the place of the wrong line of a solution.
    Mended(Arc<Solution>, Result<Arc<Told>, String>),
    /// The slides of a case, or why there are none.
    Slides(Result<Slides, String>),
}

impl Ask {
    /// Does the work.
    pub fn run(self) -> Found {
        match self {
            Ask::Check { fitted, case, asked, typed, sign } => {
                let answer = Answer::alone(&typed);
                let checked = sign.while_writing(|| check(&fitted, case.as_deref(), &asked, answer));
                Found::Checked(checked.map(Arc::new).map_err(|error| error.to_string()))
            }
            Ask::Sheet { fitted, case } => {
                let questions = Questions::new(fitted, case).map(Arc::new);
                Found::Sheet(questions.map_err(|error| error.to_string()))
            }
            Ask::Open { source, variant, level } => {
                Found::Opened(opening::opened(source, variant, level).map(Box::new).map_err(Box::new))
            }
            Ask::Sheets(ask) => Found::Sheets(ask.run()),
            Ask::Answer { questions, line, typed, others, sign } => {
                let told = sign.while_writing(|| questions.check(line, &typed, &others)).map(Arc::new);
                Found::Answered(Answered { questions, line, told: told.map_err(|error| error.to_string()) })
            }
            Ask::Deal { questions, errors, seed, turn } => {
                let errors = errors.unwrap_or_else(|| Arc::new(Errors::new(questions)));
                let solution = errors.solution(seed, turn).map_err(|error| error.to_string());
                Found::Dealt(solution.map(|solution| Dealt {
                    errors,
                    turn,
                    solution: solution.map(Arc::new),
                }))
            }
            Ask::Mend { solution, typed, sign } => {
                let check = || solution.questions.check(solution.first, &typed, &[]);
                let told = sign.while_writing(check).map(Arc::new);
                Found::Mended(solution, told.map_err(|error| error.to_string()))
            }
            Ask::Slides { fitted, case } => {
                let questions = Questions::new(Arc::clone(&fitted), Arc::clone(&case));
                let slides = questions.map(|questions| Slides {
                    list: slides(&questions, By::Step).into(),
                    fitted,
                    case,
                });
                Found::Slides(slides.map_err(|error| error.to_string()))
            }
        }
    }
}
