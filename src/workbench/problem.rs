//! The dialog that tells what went wrong: what, where, and what can be done at once; and what is asked when data are opened and
//! nobody can know the answer but the person: what becomes of numbers that never vary.

use super::load::load;
use super::model;
use super::prelude::*;
use super::source::{Answer, Order, Problem};
use super::words::shown;
use crate::model::Study;
use crate::problem;
use crate::recipe::{Recipe, Written};

const QUESTION: &str = "One question";

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProblemDialog {
    pub order: Order,
    pub title: &'static str,
    pub problem: Problem,
    pub cursor: usize,
    pub scroll: usize,
}

impl ProblemDialog {
    pub fn new(order: Order, problem: Problem) -> Self {
        let decision = !problem.choices.is_empty();
        let title = if decision { "This file needs a decision" } else { "This cannot be opened" };
        ProblemDialog { order, title, problem, cursor: 0, scroll: 0 }
    }

    /// A dialog for data that are open, and of which no model can be made as was asked.
    pub fn no_model(order: Order, problem: Problem) -> Self {
        ProblemDialog { title: "There is no model", ..ProblemDialog::new(order, problem) }
    }

    /// A dialog for data that are open, and of which something must be known before a model is made, or believed.
    pub fn question(order: Order, problem: Problem) -> Self {
        ProblemDialog { title: QUESTION, ..ProblemDialog::new(order, problem) }
    }

    pub fn is_question(&self) -> bool {
        self.title == QUESTION
    }

    fn left(&self, app: &mut App) {
        if self.is_question() && app.session.problem().is_some() {
            app.say("There is no model yet: 2 says what to press.");
        }
    }

    fn chosen(&self, app: &mut App) -> Option<Job> {
        match &self.problem.choices.get(self.cursor)?.1 {
            Answer::Cancel => {
                self.left(app);
                None
            }
            Answer::Read(ragged) => {
                let mut again = self.order.clone();
                again.recipe.ragged = Some(*ragged);
                load(app, again)
            }
            Answer::Fit(recipe) => model::changed(app, Recipe::clone(recipe)),
        }
    }
}

impl Dialog for ProblemDialog {
    fn scopes(&self) -> &'static [Scope] {
        if self.problem.choices.is_empty() {
            &[Scope::Detail, Scope::Problem, Scope::Page, Scope::Always]
        } else {
            &[Scope::List, Scope::Decision, Scope::Page, Scope::Always]
        }
    }

    fn hint(&self) -> &'static str {
        if self.is_question() {
            "The data are open. It is asked once; every answer can be changed in 2."
        } else {
            "Nothing was changed."
        }
    }

    fn scroll(&mut self) -> Option<&mut usize> {
        Some(&mut self.scroll)
    }

    fn act(&mut self, app: &mut App, action: &Action) -> Reply {
        match action {
            Action::Back => {
                self.left(app);
                return Reply::Close(None);
            }
            Action::Enter => return Reply::Close(self.chosen(app)),
            _ => {}
        }
        let last = self.problem.choices.len().checked_sub(1);
        let (place, last) = match last {
            Some(last) => (&mut self.cursor, last),
            None => (&mut self.scroll, 40),
        };
        Reply::moved(moves(place, last, app.frame.lines(), action))
    }
}

const EPSILON: &str = "1e-9";

/// The question that a study raises, with an answer for each line; none where nothing is open.
pub fn question(study: &Study) -> Option<Problem> {
    match &study.fitted {
        Err(problem) if problem.kind == "zero_variance" => never_vary(study, problem),
        _ => None,
    }
}

fn asked(problem: Problem, mut choices: Vec<(String, Answer)>, cancel: &str) -> Problem {
    choices.push((cancel.to_owned(), Answer::Cancel));
    Problem { fix: String::new(), choices, ..problem }
}

fn never_vary(study: &Study, problem: &problem::Problem) -> Option<Problem> {
    let recipe = &study.recipe;
    let epsilon = Recipe { var_smoothing: Written::non_negative(EPSILON, "ε").ok(), ..recipe.clone() };
    let features = &problem.features;
    let mut without = recipe.clone();
    without.ignore.extend(features.iter().cloned());
    if let Some(listed) = &mut without.features {
        listed.retain(|name| !features.contains(name));
    }
    let them = match features.as_slice() {
        [one] => format!("the column {}", shown(one)),
        several => format!("these {} columns", several.len()),
    };
    let mut choices = vec![(format!("Leave out {them}"), Answer::Fit(Box::new(without)))];
    if problem.fix.contains("--var-smoothing") {
        let line = format!("Add {EPSILON} of the largest variance, as scikit-learn does");
        choices.insert(0, (line, Answer::Fit(Box::new(epsilon))));
    }
    Some(asked(problem.clone().into(), choices, "Neither: 2 says what else can be done"))
}
