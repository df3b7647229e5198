//! The dialogs about what is wrong or unclear in the data: problems and decisions, the question at the first
//! opening, and the warnings with their fixes.

use ratatui::style::Style;
use ratatui::text::Line;

use crate::app::prelude::*;
use crate::app::screens::model::{change_recipe, current};
use crate::app::session;
use crate::app::source::{Answer, Problem};
use crate::app::widgets::pane::closes;
use crate::recipe::{CLASS, DataWarning, Opening, RecipeChange};

pub const QUESTION: &str = "One question";

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProblemDialog {
    order: Order,
    title: &'static str,
    pub problem: Problem,
    selection: Selection,
}

impl ProblemDialog {
    pub fn new(order: Order, problem: Problem) -> Self {
        let decision = !problem.choices.is_empty();
        let title = if decision { "This file needs a decision" } else { "This cannot be opened" };
        ProblemDialog { order, title, problem, selection: Selection::default() }
    }

    pub fn titled(title: &'static str, order: Order, problem: Problem) -> Self {
        ProblemDialog { title, ..ProblemDialog::new(order, problem) }
    }

    fn chosen(&self, app: &mut App, answer: &Answer) -> Option<Job> {
        let mut again = self.order.clone();
        match answer {
            Answer::Cancel => {
                if self.title == QUESTION && app.session.problem().is_some() {
                    app.say("There is no model yet. Press 2 to see what to do.");
                }
                return None;
            }
            Answer::Read(ragged) => again.recipe.ragged = Some(*ragged),
            Answer::Count(kind) => again.recipe.counts = Some(*kind),
            Answer::Fit(recipe) => return change_recipe(app, Recipe::clone(recipe)),
        }
        load(app, again)
    }
}

impl Dialog for ProblemDialog {
    fn scopes(&self) -> &'static [Scope] {
        match self.problem.choices.is_empty() {
            true => &[Scope::Detail, Scope::Problem, Scope::Page, Scope::Always],
            false => &[Scope::List, Scope::Decision, Scope::Page, Scope::Always],
        }
    }

    fn hint(&self) -> &'static str {
        match self.title {
            QUESTION => "The data are open. You can change your answer later in 2 Model.",
            _ => "Nothing was changed.",
        }
    }

    fn act(&mut self, app: &mut App, action: &Action) -> Reply {
        let choices = &self.problem.choices;
        match action {
            Action::Back => Reply::Close(self.chosen(app, &Answer::Cancel)),
            Action::Enter => {
                let choice = choices.get(self.selection.at);
                Reply::Close(choice.and_then(|(_, answer)| self.chosen(app, answer)))
            }
            action if choices.is_empty() => Reply::moved(self.selection.scroll.moves(action)),
            action => Reply::moved(self.selection.moves(choices.len(), action)),
        }
    }

    fn draw(&self, canvas: &mut Canvas<'_>) {
        let frame = canvas.app.frame;
        let (columns, _) = frame.dialog(64, 1);
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
        let size = frame.dialog(columns, u16::try_from(lines.len()).unwrap_or(u16::MAX).saturating_add(3));
        let (scroll, height) = (&self.selection.scroll, usize::from(size.1.saturating_sub(2)));
        // The selected choice stays in sight.
        let marked = if choices.is_empty() { scroll.top() } else { before + self.selection.at };
        scroll.list(lines.len(), height, marked..marked + 1);
        canvas.dialog(self.title, &closes(&scroll.place(lines.len()), ""), size);
        canvas.choices(before, choices.len(), scroll.top());
        canvas.lines(&lines, scroll.top());
    }
}

const EPSILON: &str = "1e-9";

pub fn question(study: &Study) -> Option<Problem> {
    let problem = study.fitted.as_ref().err().filter(|problem| problem.kind == "zero_variance")?;
    let (recipe, features) = (&study.recipe, &problem.features);
    let mut without = recipe.clone();
    without.ignore.extend(features.iter().cloned());
    if let Some(listed) = &mut without.features {
        listed.retain(|name| !features.contains(name));
    }
    let them = match features.as_slice() {
        [one] => format!("the column {}", shown(one)),
        several => format!("these {} columns", several.len()),
    };
    let mut choices = vec![
        (format!("Leave out {them}"), Answer::Fit(Box::new(without))),
        ("Neither: 2 Model lists other fixes".to_owned(), Answer::Cancel),
    ];
    if problem.fix.contains("--var-smoothing") {
        let epsilon =
            Recipe { var_smoothing: ExactNumber::non_negative(EPSILON, "ε").ok(), ..recipe.clone() };
        let line = format!("Add {EPSILON} of the largest variance, as scikit-learn does");
        choices.insert(0, (line, Answer::Fit(Box::new(epsilon))));
    }
    Some(Problem { fix: String::new(), choices, ..Problem::from(problem.clone()) })
}

/// The question when data are opened for the first time: what each column is taken as.
#[derive(Clone, Debug)]
pub struct OpeningDialog {
    opening: Opening,
    selection: Selection,
}

impl OpeningDialog {
    pub fn new(opening: Opening) -> OpeningDialog {
        let cursor = opening.lines.iter().position(|line| line.unclear).unwrap_or(0);
        OpeningDialog { opening, selection: Selection::new(cursor) }
    }

    fn turn(&mut self, app: &App, forward: bool) {
        let Some(line) = self.opening.lines.get_mut(self.selection.at) else { return };
        let all: Vec<usize> = (0..line.choices.len()).collect();
        line.chosen = beside(&all, &line.chosen, forward);
        if line.name != CLASS {
            return;
        }
        // With another class, the questions are about other columns; changed answers stay.
        let Some(RecipeChange::Target(target)) = line.now().map(|now| now.change.clone()) else { return };
        let Some(study) = &app.session.study else { return };
        let recipe = Recipe { target: Some(target), ..study.recipe.clone() };
        let before = std::mem::replace(&mut self.opening, Opening::of(&recipe, &study.loaded));
        for line in &mut self.opening.lines {
            let Some(old) = before.lines.iter().find(|old| old.name == line.name) else { continue };
            if old.name == CLASS {
                (line.unclear, line.suggested) = (old.unclear, old.suggested);
            } else if old.chosen != old.suggested && old.choices == line.choices {
                line.chosen = old.chosen;
            }
        }
    }
}

fn apply_opening(app: &mut App, opening: &Opening) -> Option<Job> {
    let (study, table) = (app.session.study.clone()?, app.session.table.clone()?);
    let recipe = opening.applied(&study.recipe, &table);
    // The other lines were seen and accepted.
    let seen = app.session.warnings.iter().filter(|warning| !warning.fixes.is_empty());
    app.session.settled = seen.cloned().collect();
    if recipe == study.recipe { None } else { change_recipe(app, recipe) }
}

impl Dialog for OpeningDialog {
    fn scopes(&self) -> &'static [Scope] {
        &[Scope::List, Scope::Opening, Scope::Page, Scope::Always]
    }

    fn act(&mut self, app: &mut App, action: &Action) -> Reply {
        match action {
            Action::Enter => Reply::Close(apply_opening(app, &self.opening)),
            Action::Back => {
                app.say("Accepted as suggested. 2: change it. !: all warnings.");
                Reply::Close(apply_opening(app, &self.opening.clone().suggested()))
            }
            Action::Left | Action::Right => {
                self.turn(app, matches!(action, Action::Right));
                Reply::Taken
            }
            action => Reply::moved(self.selection.moves(self.opening.lines.len(), action)),
        }
    }

    fn draw(&self, canvas: &mut Canvas<'_>) {
        let (app, theme, lines) = (canvas.app, canvas.theme, &self.opening.lines);
        let rows = u16::try_from(lines.len()).unwrap_or(u16::MAX).saturating_add(3);
        let size = (104.min(app.frame.width), app.frame.dialog(104, rows).1);
        let foot = match lines.iter().filter(|line| line.unclear).count() {
            1 => "1 is unclear".to_owned(),
            many => format!("{many} are unclear"),
        };
        let headline = app.session.headline(usize::from(size.0.saturating_sub(34)));
        canvas.dialog(&format!("{headline}: what it is taken as"), &foot, size);
        let row = |at: usize| {
            let Some((line, now)) = lines.get(at).and_then(|line| Some((line, line.now()?))) else {
                return Vec::new();
            };
            let taken = shown(&now.taken);
            let style = if line.unclear { theme.strong } else { theme.text };
            let texts = [
                if line.unclear { "?" } else { "" }.into(),
                shown(&line.name),
                if at == self.selection.at { format!("← {taken} →").into() } else { taken },
                shown(&now.words),
                shown(&line.examples.join(", ")).into_owned().into(),
            ];
            texts.map(|text| TableCell::styled(text, style)).into()
        };
        let taken = lines.iter().filter_map(|line| line.now());
        let widest = taken.map(|now| width(&shown(&now.taken)) + 4).max().unwrap_or(0);
        let columns = [
            Column::text(""),
            Column::text("column").most(14),
            Column::text("is taken as").least(widest.min(20)),
            Column::prose("because"),
            Column::prose("for example").most(24).optional(),
        ];
        Table::new(columns, lines.len(), row).row(self.selection.at).draw(canvas, &self.selection.scroll);
    }
}

const WIDTH: u16 = 50;
const INDENT: usize = 4;

#[derive(Clone, Debug, Default)]
pub struct WarningsDialog {
    pub selection: Selection,
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
        let open = app.session.warnings.iter().position(|warning| !app.session.is_settled(warning));
        let cursor = places(app).iter().position(|(warning, _)| Some(*warning) == open).unwrap_or(0);
        let dialog = WarningsDialog { selection: Selection::new(cursor) };
        let _ = dialog.look(app);
        app.show(dialog);
    }

    fn place(&self, app: &App) -> Option<(usize, Option<usize>)> {
        places(app).get(self.selection.at).copied()
    }

    /// Selects the column of the warning on screen 1.
    fn look(&self, app: &mut App) -> Option<Job> {
        let (at, _) = self.place(app)?;
        let column = app.session.warnings.get(at)?.notice.column.as_ref()?;
        let column = app.session.table.as_ref()?.position(column)?;
        if app.screen != ScreenId::Data || app.screens.data.column == column {
            return None;
        }
        app.screens.data.column = column;
        app.entered()
    }

    fn take(&self, app: &mut App) -> Option<Job> {
        let (at, fix) = self.place(app)?;
        let warning = app.session.warnings.get(at)?.clone();
        let (recipe, table) = (current(app)?, app.session.table.clone()?);
        let next = fix.map_or_else(|| recipe.clone(), |fix| warning.taken(fix, &recipe, &table));
        let was_settled = app.session.settled.contains(&warning);
        app.session.settled.retain(|settled| *settled != warning);
        // The same key settles a warning without a fix, and opens it again.
        if warning.chosen_fix(&next).is_none() && !(was_settled && fix.is_none()) {
            app.session.settled.push(warning);
        }
        if next == recipe { None } else { change_recipe(app, next) }
    }
}

/// Returns the positions of the cursor: each warning with each fix; no fix for a warning without one.
fn places(app: &App) -> Vec<(usize, Option<usize>)> {
    let of = |(at, warning): (usize, &DataWarning)| {
        let none = warning.fixes.is_empty().then_some((at, None));
        none.into_iter().chain((0..warning.fixes.len()).map(move |fix| (at, Some(fix))))
    };
    app.session.warnings.iter().enumerate().flat_map(of).collect()
}

impl Dialog for WarningsDialog {
    fn scopes(&self) -> &'static [Scope] {
        &[Scope::List, Scope::Warnings, Scope::Page, Scope::Always]
    }

    fn beside(&self) -> Option<u16> {
        Some(WIDTH)
    }

    fn settle(&mut self, app: &App) {
        self.selection.at = self.selection.at.min(places(app).len().saturating_sub(1));
    }

    fn act(&mut self, app: &mut App, action: &Action) -> Reply {
        match action {
            Action::Enter => Reply::of(self.take(app)),
            Action::Undo | Action::Redo => Reply::of(session::turn(app, matches!(action, Action::Redo))),
            action if self.selection.moves(places(app).len(), action) => Reply::of(self.look(app)),
            _ => Reply::Pass,
        }
    }

    fn draw(&self, canvas: &mut Canvas<'_>) {
        let (app, theme, area) = (canvas.app, canvas.theme, canvas.area);
        let columns = canvas.inner().saturating_sub(2);
        let here = self.place(app);
        let recipe = current(app).unwrap_or_default();
        let (mut lines, mut marked) = (Vec::new(), 0..1);
        for (at, warning) in app.session.warnings.iter().enumerate() {
            let head = lines.len();
            let settled = app.session.is_settled(warning);
            let mut put = |text: &str, fix: Option<usize>, holds: bool, style: Style| {
                let selected = here == Some((at, fix));
                let style = if selected { theme.cursor } else { style };
                let room = columns.saturating_sub(if fix.is_some() { INDENT } else { 0 });
                for (part, text) in wrap(&shown(text), room).into_iter().enumerate() {
                    let mark = if selected && part == 0 { "▸" } else { " " };
                    let tick = if holds && part == 0 { "✓" } else { " " };
                    lines.push(match fix {
                        Some(_) => Line::styled(format!("  {mark} {tick} {text}"), style),
                        None => Line::styled(format!("{mark}{tick}{text}"), style),
                    });
                }
                if selected {
                    // The warning is above its fixes.
                    marked = head..lines.len();
                }
            };
            let style = if settled { theme.secondary } else { theme.strong };
            put(&warning.notice.to_string(), None, warning.fixes.is_empty() && settled, style);
            let holding = warning.holding(&recipe);
            for (fix, about) in warning.fixes.iter().enumerate() {
                put(&about.words, Some(fix), holding == Some(fix), theme.text);
            }
        }
        let scroll = &self.selection.scroll;
        scroll.list(lines.len(), usize::from(area.height.saturating_sub(2)), marked);
        canvas.dialog("Warnings", &closes(&scroll.place(lines.len()), ""), (area.width, area.height));
        canvas.lines(&lines, scroll.top());
    }
}
