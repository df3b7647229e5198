//! The dialogs that belong to no screen: the help, which lists the key table with the focused pane first; the settings; and
//! the argument for a formula.

use std::sync::Arc;

use crate::app::keys;
use crate::app::prelude::*;
use crate::app::settings::{SETTINGS, example, word};
use crate::math::Quantity;
use crate::model::Fitted;
use crate::worked::likelihood::{Argument, argue};

pub const HELP_WIDTH: u16 = 72;
pub const HELP_HEIGHT: u16 = 36;
/// Lines of the overlay that are not keys: two borders, the search line and a blank one.
const OTHER_LINES: u16 = 4;

#[derive(Clone, Debug)]
pub struct HelpScreen {
    origin: &'static [Scope],
    pub scroll: usize,
    pub field: Field,
    pub typing: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HelpLine {
    Blank,
    Heading(String),
    Key(String, &'static str),
}

impl HelpScreen {
    pub fn new(origin: &'static [Scope]) -> Self {
        HelpScreen { origin, scroll: 0, field: Field::default(), typing: false }
    }

    pub fn title(&self) -> &'static str {
        let shared = |scope: &&Scope| !matches!(scope, Scope::List | Scope::Grid | Scope::Page);
        self.origin.iter().find(shared).map_or("Help", |scope| scope.title())
    }

    pub fn lines(&self) -> Vec<HelpLine> {
        use Scope::{Always, Everywhere, OnStart, Screens, WithoutStages};
        let everywhere =
            |scope: &Scope| matches!(scope, Everywhere | OnStart | Screens | WithoutStages | Always);
        let own: Vec<Scope> = self.origin.iter().copied().filter(|scope| !everywhere(scope)).collect();
        let mut lines = Vec::new();
        self.section(&mut lines, format!("{} (this pane)", self.title().to_uppercase()), &own);
        self.section(&mut lines, "EVERYWHERE".into(), &[Scope::Everywhere, Scope::Always]);
        let moving = [Scope::List, Scope::Grid, Scope::Detail, Scope::Page];
        let shared = |scope: &Scope| everywhere(scope) || moving.contains(scope) || *scope == Scope::Stages;
        for scope in Scope::ALL.iter().filter(|scope| !own.contains(scope) && !shared(scope)) {
            self.section(&mut lines, scope.title().to_uppercase(), &[*scope]);
        }
        let rest: Vec<Scope> = moving.into_iter().filter(|scope| !own.contains(scope)).collect();
        self.section(&mut lines, "MOVING ELSEWHERE".into(), &rest);
        lines
    }

    fn section(&self, lines: &mut Vec<HelpLine>, title: String, scopes: &[Scope]) {
        let wanted = self.field.text().to_lowercase();
        let entries = scopes.iter().flat_map(|scope| keys::entries(*scope));
        let matching: Vec<HelpLine> = entries
            .map(|entry| (entry.all_keys(), entry.sentence))
            .filter(|(keys, sentence)| keys.to_lowercase().contains(&wanted) || sentence.contains(&wanted))
            .map(|(keys, sentence)| HelpLine::Key(keys, sentence))
            .collect();
        if matching.is_empty() {
            return;
        }
        if !lines.is_empty() {
            lines.push(HelpLine::Blank);
        }
        lines.push(HelpLine::Heading(title));
        lines.extend(matching);
    }

    pub fn room(app: &App) -> usize {
        let (_, height) = app.frame.dialog(HELP_WIDTH, HELP_HEIGHT);
        usize::from(height.saturating_sub(OTHER_LINES)).max(1)
    }
}

impl Dialog for HelpScreen {
    fn scopes(&self) -> &'static [Scope] {
        if self.typing {
            &[Scope::FilterHelp, Scope::Always]
        } else {
            &[Scope::Detail, Scope::Help, Scope::Page, Scope::Always]
        }
    }

    fn hint(&self) -> &'static str {
        if self.typing {
            "Type a word or a key to filter the lines."
        } else {
            "These keys work in this pane. The keys of other screens follow below."
        }
    }

    fn field(&mut self) -> Option<&mut Field> {
        Some(&mut self.field).filter(|_| self.typing)
    }

    fn scroll(&mut self) -> Option<&mut usize> {
        Some(&mut self.scroll)
    }

    fn edited(&mut self, _: &mut App) -> Reply {
        self.scroll = 0;
        Reply::Taken
    }

    fn act(&mut self, app: &mut App, action: &Action) -> Reply {
        match action {
            Action::FilterHelp => self.typing = true,
            Action::Enter if self.typing => self.typing = false,
            Action::Back if self.typing || !self.field.text().is_empty() => {
                self.typing = false;
                self.field = Field::default();
            }
            Action::Back => return Reply::Close(None),
            action => {
                let room = HelpScreen::room(app);
                let last = self.lines().len().saturating_sub(room);
                return Reply::moved(moves(&mut self.scroll, last, room, action));
            }
        }
        Reply::Taken
    }
}

#[derive(Clone, Debug)]
pub struct ArgumentDialog {
    pub argument: Arc<Argument>,
    pub notes: Arc<Argument>,
    pub in_notes: bool,
    pub revealed: usize,
    pub scroll: usize,
}

impl ArgumentDialog {
    pub fn new(argument: Argument, fitted: &Fitted) -> ArgumentDialog {
        let notes = Arc::new(argument.in_notes(fitted));
        ArgumentDialog { argument: argument.into(), notes, in_notes: false, revealed: 1, scroll: 0 }
    }

    pub fn shown(&self) -> &Argument {
        if self.in_notes { &self.notes } else { &self.argument }
    }
}

/// Opens the argument for the formula of a number, or reports why there is none.
pub fn open_argument(app: &mut App, quantity: &Quantity) {
    let Some(fitted) = app.session.fitted() else { return };
    match argue(fitted, quantity) {
        Ok(argument) => {
            let dialog = ArgumentDialog::new(argument, fitted);
            app.show(dialog);
        }
        Err(_) => app.say(format!(
            "{quantity} is not a parameter. w explains the formulas of probabilities, means and entries of Σ."
        )),
    }
}

impl Dialog for ArgumentDialog {
    fn scopes(&self) -> &'static [Scope] {
        &[Scope::Detail, Scope::Argument, Scope::Page, Scope::Always]
    }

    fn hint(&self) -> &'static str {
        "Space: next line. ℓ: the log-likelihood of the training rows."
    }

    fn scroll(&mut self) -> Option<&mut usize> {
        Some(&mut self.scroll)
    }

    fn act(&mut self, app: &mut App, action: &Action) -> Reply {
        /// The number of lines is known only where they are drawn.
        const FARTHEST: usize = 400;
        let all = self.argument.passages.len() + 1;
        match action {
            Action::Back | Action::Enter => return Reply::Close(None),
            Action::Form => self.in_notes = !self.in_notes,
            Action::RevealNext if self.revealed < all => {
                self.revealed += 1;
                self.scroll = FARTHEST;
            }
            Action::RevealAll => {
                self.revealed = if self.revealed < all { all } else { 1 };
                self.scroll = 0;
            }
            _ => {}
        }
        if matches!(action, Action::Form | Action::RevealNext | Action::RevealAll) {
            return Reply::Taken;
        }
        let page = app.frame.lines().saturating_sub(3).max(1);
        Reply::moved(moves(&mut self.scroll, FARTHEST, page, action))
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SettingsDialog {
    pub cursor: usize,
}

impl Dialog for SettingsDialog {
    fn scopes(&self) -> &'static [Scope] {
        &[Scope::List, Scope::Settings, Scope::Always]
    }

    fn hint(&self) -> &'static str {
        "Changes apply at once and are kept for the next start."
    }

    fn act(&mut self, app: &mut App, action: &Action) -> Reply {
        match action {
            Action::Up => self.cursor = self.cursor.saturating_sub(1),
            Action::Down => self.cursor = (self.cursor + 1).min(SETTINGS.len() - 1),
            Action::Right | Action::Enter | Action::Left => {
                let forward = !matches!(action, Action::Left);
                SETTINGS.get(self.cursor).inspect(|setting| setting.step(&mut app.settings, forward));
                return Reply::of(app.entered());
            }
            Action::Back => return Reply::Close(None),
            _ => return Reply::Pass,
        }
        Reply::Taken
    }
}

pub fn other_sign(app: &mut App) {
    let sign = app.settings.sign.other();
    app.settings.sign = sign;
    app.say(format!(
        "Numbers have a decimal {}: {}. Answers may be typed with either.",
        word(sign),
        example(sign)
    ));
}
