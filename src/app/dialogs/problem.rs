//! Dialogs for problems and warnings: what is wrong, where, and the possible fixes. Also the question when data are opened:
//! what to do with numbers that never vary.

use crate::app::prelude::*;
use crate::app::screens::model;
use crate::app::screens::model::{changed, current};
use crate::app::session;
use crate::app::source::{Answer, Order, Problem, load};
use crate::app::words::{shown, wrap};
use crate::model::Study;
use crate::problem;
use crate::recipe::{Recipe, Warning, Written};

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
            "The data are open. You can change your answer later in 2 Model."
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

const WIDTH: u16 = 50;

const INDENT: usize = 4;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WarningsDialog {
    pub cursor: usize,
    pub scroll: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WarningLine {
    pub text: String,
    pub selected: bool,
    pub first: bool,
    pub is_fix: bool,
    pub holds: bool,
    pub settled: bool,
}

impl WarningsDialog {
    pub fn open(app: &mut App) {
        if app.session.warnings.is_empty() {
            app.say(if app.session.study.is_some() {
                "There are no warnings about these data."
            } else {
                "There are no data yet, so there are no warnings."
            });
            return;
        }
        // The first open warning.
        let open = app.session.warnings.iter().position(|warning| !app.session.is_settled(warning));
        let places = WarningsDialog::places(app);
        let cursor = places.iter().position(|(warning, _)| Some(*warning) == open).unwrap_or(0);
        let mut dialog = WarningsDialog { cursor, scroll: 0 };
        dialog.follow(app);
        let _ = dialog.look(app);
        app.show(dialog);
    }

    /// Returns the positions of the cursor: the fixes of warnings, and warnings without a fix.
    fn places(app: &App) -> Vec<(usize, Option<usize>)> {
        let of = |(at, warning): (usize, &Warning)| -> Vec<(usize, Option<usize>)> {
            match warning.fixes.len() {
                0 => vec![(at, None)],
                many => (0..many).map(|fix| (at, Some(fix))).collect(),
            }
        };
        app.session.warnings.iter().enumerate().flat_map(of).collect()
    }

    pub fn lines(&self, app: &App) -> Vec<WarningLine> {
        let columns = usize::from(app.frame.beside(WIDTH)).saturating_sub(4 + 2);
        let here = WarningsDialog::places(app).get(self.cursor).copied();
        let recipe = current(app).unwrap_or_default();
        let mut lines = Vec::new();
        let mut put = |text: &str, room: usize, line: WarningLine| {
            for (at, text) in wrap(&shown(text), room).into_iter().enumerate() {
                lines.push(WarningLine { text, first: at == 0, ..line.clone() });
            }
        };
        for (at, warning) in app.session.warnings.iter().enumerate() {
            let settled = app.session.is_settled(warning);
            let line = WarningLine {
                text: String::new(),
                selected: here == Some((at, None)),
                first: true,
                is_fix: false,
                holds: warning.fixes.is_empty() && settled,
                settled,
            };
            put(&warning.notice.to_string(), columns, line.clone());
            let holding = warning.holding(&recipe);
            for (place, fix) in warning.fixes.iter().enumerate() {
                let selected = here == Some((at, Some(place)));
                let line =
                    WarningLine { selected, is_fix: true, holds: holding == Some(place), ..line.clone() };
                put(&fix.words, columns.saturating_sub(INDENT), line);
            }
        }
        lines
    }

    fn follow(&mut self, app: &App) {
        let lines = self.lines(app);
        let room = app.frame.lines();
        let last = lines.iter().rposition(|line| line.selected).unwrap_or(0);
        let first = lines.iter().position(|line| line.selected).unwrap_or(0);
        // The warning is above its fixes.
        let first =
            (0..=first).rev().find(|at| lines.get(*at).is_some_and(|line| !line.is_fix && line.first));
        self.scroll = follow(self.scroll, last, room);
        self.scroll = self.scroll.min(first.unwrap_or(0)).max((last + 1).saturating_sub(room));
    }

    fn look(&self, app: &mut App) -> Option<Job> {
        let (at, _) = WarningsDialog::places(app).get(self.cursor).copied()?;
        let column = app.session.warnings.get(at)?.notice.column.as_ref()?;
        let column = app.session.table.as_ref()?.position(column)?;
        if app.screen != ScreenId::Data || app.screens.data.column == column {
            return None;
        }
        app.screens.data.column = column;
        app.screens.data.settle(&app.session, app.frame);
        app.entered()
    }

    fn take(&self, app: &mut App) -> Option<Job> {
        let (at, fix) = WarningsDialog::places(app).get(self.cursor).copied()?;
        let warning = app.session.warnings.get(at)?.clone();
        let (recipe, table) = (current(app)?, app.session.table.clone()?);
        let next = fix.map_or_else(|| recipe.clone(), |fix| warning.taken(fix, &recipe, &table));
        let was = app.session.settled.iter().position(|settled| *settled == warning);
        match was {
            // The same key settles a warning without a fix, and opens it again.
            Some(was) if fix.is_none() || warning.said(&next).is_some() => {
                _ = app.session.settled.remove(was)
            }
            None if warning.said(&next).is_none() => app.session.settled.push(warning),
            _ => {}
        }
        if next == recipe { None } else { changed(app, next) }
    }
}

impl Dialog for WarningsDialog {
    fn scopes(&self) -> &'static [Scope] {
        &[Scope::List, Scope::Warnings, Scope::Page, Scope::Always]
    }

    fn hint(&self) -> &'static str {
        "✓: the current choice. Enter: apply a line. Settled warnings stay."
    }

    fn beside(&self) -> Option<u16> {
        Some(WIDTH)
    }

    fn settle(&mut self, app: &App) {
        self.cursor = self.cursor.min(WarningsDialog::places(app).len().saturating_sub(1));
        self.follow(app);
    }

    fn act(&mut self, app: &mut App, action: &Action) -> Reply {
        match action {
            Action::Back => return Reply::Close(None),
            Action::Enter => return Reply::of(self.take(app)),
            Action::Undo | Action::Redo => {
                return Reply::of(session::turn(app, matches!(action, Action::Redo)));
            }
            _ => {}
        }
        let last = WarningsDialog::places(app).len().saturating_sub(1);
        if !moves(&mut self.cursor, last, app.frame.lines() / 2, action) {
            return Reply::Pass;
        }
        self.follow(app);
        Reply::of(self.look(app))
    }
}
