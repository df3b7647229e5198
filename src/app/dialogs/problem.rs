//! The dialog for a problem: what is wrong, where, and the possible fixes. Also the question when data are opened: what to
//! do with numbers that never vary.

use crate::app::prelude::*;
use crate::app::screens::model;
use crate::app::source::{Answer, Order, Problem, load};
use crate::app::widgets::pane::closes;
use crate::app::words::{clip, shown};
use crate::model::Study;
use crate::problem;
use crate::recipe::{Recipe, Written};
use ratatui::text::Line;

const QUESTION: &str = "One question";

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProblemDialog {
    pub order: Order,
    pub title: &'static str,
    pub problem: Problem,
    selection: Selection,
}

impl ProblemDialog {
    pub fn new(order: Order, problem: Problem) -> Self {
        let decision = !problem.choices.is_empty();
        let title = if decision { "This file needs a decision" } else { "This cannot be opened" };
        ProblemDialog { order, title, problem, selection: Selection::default() }
    }

    /// Returns a dialog for open data for which the recipe makes no model.
    pub fn no_model(order: Order, problem: Problem) -> Self {
        ProblemDialog { title: "There is no model", ..ProblemDialog::new(order, problem) }
    }

    /// Returns a dialog with a question about open data that must be answered before a model is made.
    pub fn question(order: Order, problem: Problem) -> Self {
        ProblemDialog { title: QUESTION, ..ProblemDialog::new(order, problem) }
    }

    pub fn is_question(&self) -> bool {
        self.title == QUESTION
    }

    fn left(&self, app: &mut App) {
        if self.is_question() && app.session.problem().is_some() {
            app.say("There is no model yet. Press 2 to see what to do.");
        }
    }

    fn chosen(&self, app: &mut App) -> Option<Job> {
        match &self.problem.choices.get(self.selection.at)?.1 {
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
            "The data are open. You can change your answer later in 2 Model."
        } else {
            "Nothing was changed."
        }
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
        Reply::moved(match self.problem.choices.len() {
            0 => self.selection.scroll.moves(action),
            choices => self.selection.moves(choices, action),
        })
    }

    fn draw(&self, canvas: &mut Canvas<'_>) -> Option<Position> {
        let app = canvas.app;
        let (columns, _) = app.frame.dialog(64, 1);
        let mut text = canvas.writer();
        text.columns = usize::from(columns.saturating_sub(4));
        text.problem(&self.problem);
        let choices = &self.problem.choices;
        text.lines.extend((!choices.is_empty()).then(Line::default));
        let before = text.lines.len();
        text.lines.extend(choices.iter().enumerate().map(|(at, (choice, _))| {
            let choice = clip(choice, usize::from(columns.saturating_sub(7)));
            canvas.entry(at == self.selection.at, &format!("{choice} "))
        }));
        let lines = text.lines;
        let size =
            app.frame.dialog(columns, u16::try_from(lines.len()).unwrap_or(u16::MAX).saturating_add(3));
        let (scroll, height) = (&self.selection.scroll, usize::from(size.1.saturating_sub(2)));
        // The selected choice stays in sight.
        let marked = if choices.is_empty() { scroll.top() } else { before + self.selection.at };
        scroll.list(lines.len(), height, marked..marked + 1);
        canvas.dialog(self.title, &closes(&scroll.place(lines.len()), ""), size);
        canvas.choices(before, choices.len(), scroll.top());
        canvas.lines(&lines, scroll.top());
        None
    }
}

const EPSILON: &str = "1e-9";

/// Returns the question about a study, with an answer on each line, if there is one.
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
    Some(asked(problem.clone().into(), choices, "Neither: 2 Model lists other fixes"))
}
