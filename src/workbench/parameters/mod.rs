//! Screen 3: every number of the model, and why the one under the cursor is what it is.

mod layout;
pub mod lines;
mod moments;
mod why;

pub use layout::{BRIEF, LIKELIHOOD, Layout, PRIOR, layout, needed};
pub use lines::{Line, Lines};
pub use why::{Alternatives, Counted, Found, Why, count};

use std::sync::Arc;

use super::action::Action;
use super::app::{App, Pane};
use super::dialog::Reply;
use super::frame::{Shape, follow, moved};
use super::job::{Job, Lane};
use super::keys::Scope;
use super::only::Only;
use super::screen::{Screen, Screens};
use super::screen_id::ScreenId;
use super::{FindLine, argument, data, practice, words};
use crate::math::{Event, Quantity};
use crate::workbench::model::{redo, undo};

/// The cursor, what is on screen, and what is known of the number.
#[derive(Clone, Debug, Default)]
pub struct ParametersScreen {
    /// The line of the cursor; 0 is the priors.
    pub line: usize,
    /// The class of the cursor.
    pub class: usize,
    /// The first row shown below the heading.
    pub top: usize,
    /// The first class shown.
    pub left: usize,
    /// The first line shown on the right.
    pub detail: usize,
    /// Where each number stands.
    pub lines: Lines,
    /// What is known of the number under the cursor.
    pub why: Option<Box<Why>>,
    /// The same counts under other α, once they were needed.
    pub alternatives: Option<Alternatives>,
    /// What was last looked for.
    pub sought: Option<String>,
}

/// The row of a line: a blank row stands below the priors.
pub fn row_of(line: usize) -> usize {
    if line == 0 { 0 } else { line + 1 }
}

/// The rows that fit below the heading.
pub fn rows_shown(app: &App) -> usize {
    app.frame.lines().saturating_sub(layout(app).heading()).max(1)
}

/// How screen 3 answers.
#[derive(Debug)]
pub struct Parameters;

impl Screen for Parameters {
    fn act(&self, app: &mut App, action: &Action) -> Reply {
        match action {
            Action::Find => {
                app.show(FindLine::default());
                return Reply::Taken;
            }
            Action::Undo => return Reply::of(undo(app)),
            Action::Redo => return Reply::of(redo(app)),
            Action::FindNext => return Reply::of(again(app, true)),
            Action::FindPrevious => return Reply::of(again(app, false)),
            Action::Form => {
                app.settings.form = app.settings.form.next();
                settle(app);
                return Reply::of(look(app));
            }
            Action::Enter => return Reply::of(open(app)),
            Action::CheckAnswer => {
                let marked = app.screens.parameters.why.as_ref().map(|why| why.quantity.clone());
                return marked.map_or(Reply::Taken, |quantity| practice::open(app, &quantity));
            }
            Action::WhyFormula => {
                if let Some(quantity) = app.screens.parameters.why.as_ref().map(|why| why.quantity.clone()) {
                    argument::open(app, &quantity);
                }
                return Reply::Taken;
            }
            action if app.pane == Pane::Detail => {
                let page = app.frame.lines().saturating_sub(1).max(1);
                let detail = &mut app.screens.parameters.detail;
                match moved(*detail, 200, page, action) {
                    Some(to) => *detail = to,
                    None => return Reply::Pass,
                }
                return Reply::Taken;
            }
            action => {
                let page = rows_shown(app).saturating_sub(1).max(1);
                let classes = app.session.fitted().map_or(0, |fitted| fitted.classes.len());
                let screen = &mut app.screens.parameters;
                match action {
                    Action::Left => screen.class = screen.class.saturating_sub(1),
                    Action::Right => screen.class = (screen.class + 1).min(classes.saturating_sub(1)),
                    action => match moved(screen.line, screen.lines.len().saturating_sub(1), page, action) {
                        Some(to) => screen.line = to,
                        None => return Reply::Pass,
                    },
                }
            }
        }
        Reply::of(arrive(app))
    }

    fn scopes(&self, app: &App) -> &'static [Scope] {
        match app.pane {
            Pane::Master => &[Scope::Grid, Scope::Parameters, Scope::Page, Scope::Everywhere, Scope::Always],
            Pane::Detail => {
                &[Scope::Detail, Scope::Parameters, Scope::Page, Scope::Everywhere, Scope::Always]
            }
        }
    }

    fn hint(&self, app: &App) -> &'static str {
        match app.pane {
            Pane::Master if app.frame.shape() == Shape::One => {
                "Every number opens: Tab says why, Enter shows its rows."
            }
            Pane::Master => "Every number opens: the right pane says why, Enter shows its rows.",
            Pane::Detail => "From the formula to the rows that were counted.",
        }
    }

    fn entered(&self, app: &mut App) -> Option<Job> {
        arrive_at_wanted(app);
        settle(app);
        look(app)
    }

    fn scroll<'a>(&self, screens: &'a mut Screens) -> Option<&'a mut usize> {
        Some(&mut screens.parameters.detail)
    }

    fn settle(&self, app: &mut App) {
        settle(app);
    }

    fn find(&self, app: &mut App, text: &str) -> Option<Job> {
        search(app, text, true)
    }
}

/// What follows when the cursor has moved.
fn arrive(app: &mut App) -> Option<Job> {
    app.screens.parameters.detail = 0;
    settle(app);
    look(app)
}

/// Puts the cursor on the number that another screen wanted to open.
pub fn arrive_at_wanted(app: &mut App) {
    let Some(quantity) = app.session.wanted.take() else { return };
    let Some(fitted) = app.session.fitted() else { return };
    if let Some((line, class)) = app.screens.parameters.lines.find(fitted, &quantity) {
        let screen = &mut app.screens.parameters;
        (screen.line, screen.class, screen.detail) = (line, class, 0);
    }
}

/// Keeps the cursor on screen.
pub fn settle(app: &mut App) {
    if app.frame.shape() == Shape::Tiny {
        return;
    }
    let rows = rows_shown(app);
    let screen = &mut app.screens.parameters;
    screen.top = follow(screen.top, row_of(screen.line), rows);
    if screen.line <= 1 {
        screen.top = 0;
    }
    screen.left = screen.left.min(screen.class);
    while app.screens.parameters.left < app.screens.parameters.class {
        let shown = layout(app).shown;
        let screen = &mut app.screens.parameters;
        if screen.left + shown > screen.class {
            break;
        }
        screen.left += 1;
    }
}

/// Takes another model: the cursor stays on the same number where the new model has it.
pub fn renewed(app: &mut App) {
    let screen = std::mem::take(&mut app.screens.parameters);
    let Some(fitted) = app.session.fitted() else { return };
    let lines = Lines::of(fitted);
    let last = lines.len().saturating_sub(1);
    let kept = screen.why.as_ref().and_then(|why| lines.find(fitted, &why.quantity));
    let (line, class) = kept.unwrap_or((screen.line.min(last), screen.class));
    let class = class.min(fitted.classes.len().saturating_sub(1));
    app.screens.parameters = ParametersScreen { line, class, lines, why: None, alternatives: None, ..screen };
    settle(app);
}

/// Finds out about the number under the cursor: its working at once, what needs the data as a job where the data are
/// many.
pub fn look(app: &mut App) -> Option<Job> {
    let fitted = Arc::clone(app.session.fitted()?);
    let screen = &mut app.screens.parameters;
    let quantity = lines::quantity(&fitted, screen.lines.at(screen.line)?, screen.class)?;
    let before = screen.why.take().filter(|why| why.quantity == quantity).and_then(|why| why.found);
    let mut why = Why::new(&fitted, quantity.clone(), app.settings.form)?;
    why.found = before;
    let waiting = why.found.is_none();
    screen.why = Some(Box::new(why));
    if !waiting {
        return None;
    }
    if !why::is_quick(&fitted, &screen.lines) {
        let known = screen.alternatives.clone();
        let work = move || why::count(fitted, quantity, known);
        return Some(app.jobs.start(Lane::Rows, "", work, |app, found| {
            counted(app, found);
            None
        }));
    }
    let known = screen.alternatives.take();
    counted(app, why::count(fitted, quantity, known));
    None
}

/// Takes what was found out about a number.
fn counted(app: &mut App, counted: Counted) {
    let Counted { fitted, quantity, found, others } = counted;
    // The model may have been replaced while its rows were counted.
    if !app.session.fitted().is_some_and(|now| Arc::ptr_eq(now, &fitted)) {
        return;
    }
    let screen = &mut app.screens.parameters;
    screen.alternatives = Some(others);
    if let Some(why) = screen.why.as_mut().filter(|why| why.quantity == quantity) {
        why.found = Some(found);
    }
}

/// Opens the counted rows on screen 1.
fn open(app: &mut App) -> Option<Job> {
    let why = app.screens.parameters.why.as_ref()?;
    let Some(found) = &why.found else {
        app.say("The rows are still being counted.");
        return None;
    };
    if found.rows.is_empty() {
        app.say(format!("No row was counted for {}, so there is none to open.", why.quantity));
        return None;
    }
    let only = Only::new(why.quantity.to_string(), Arc::clone(&found.rows), ScreenId::Parameters);
    let column = column_of(app, &why.quantity).or(app.session.target).unwrap_or(0);
    data::show_only(app, only, column)
}

/// The column that a number is about: that of its feature, or that of its word where each word has one.
fn column_of(app: &App, quantity: &Quantity) -> Option<usize> {
    let fitted = app.session.fitted()?;
    let factor = fitted.factor(quantity.feature()?.as_str())?;
    let word = match quantity {
        Quantity::Prob { event: Event::Value { value, .. }, .. } => factor.by_word(value.as_str()),
        _ => None,
    };
    word.and_then(|word| factor.word_columns.get(word).copied()).or(Some(factor.column))
}

/// Looks for a value or a feature whose name holds the text, from the cursor on.
pub fn search(app: &mut App, text: &str, forward: bool) -> Option<Job> {
    let fitted = Arc::clone(app.session.fitted()?);
    let screen = &mut app.screens.parameters;
    screen.sought = Some(text.to_owned());
    let wanted = text.to_lowercase();
    let holds = |name: &str| name.to_lowercase().contains(&wanted);
    let matches = |line: &usize| match screen.lines.at(*line) {
        Some(Line::Value { factor, value }) => {
            let feature = lines::feature(&fitted, factor).filter(|_| value == 0);
            let label = lines::label(&fitted, factor, value);
            [feature, label.as_ref()].into_iter().flatten().any(|name| holds(name.as_str()))
        }
        Some(Line::Prior | Line::Likelihood) | None => false,
    };
    let (from, all) = (screen.line, screen.lines.len().max(1));
    let step = |n: usize| if forward { (from + n) % all } else { (from + all - n) % all };
    match (1..=all).map(step).find(matches) {
        None => app.say(format!("No value or feature holds “{}”.", words::shown(text))),
        Some(line) => {
            if line == from {
                app.say("This is the only line that holds it.");
            } else if (line > from) != forward {
                app.say(if forward {
                    "Found after starting again at the top."
                } else {
                    "Found after starting again at the end."
                });
            }
            app.screens.parameters.line = line;
        }
    }
    arrive(app)
}

fn again(app: &mut App, forward: bool) -> Option<Job> {
    match app.screens.parameters.sought.clone() {
        Some(text) => search(app, &text, forward),
        None => {
            app.say("Nothing has been looked for yet: press / to find a value or a word.");
            None
        }
    }
}
