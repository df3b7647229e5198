//! The help: the key table as lines, with the keys of the focused pane first.

use super::keys;
use super::prelude::*;

pub const WIDTH: u16 = 72;
pub const HEIGHT: u16 = 36;
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
        let everywhere =
            |scope: &Scope| matches!(scope, Scope::Everywhere | Scope::WithoutStages | Scope::Always);
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
        let (_, height) = app.frame.dialog(WIDTH, HEIGHT);
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
            "Type a word or a key; only the lines that hold it stay."
        } else {
            "These keys work where you were; the keys of the other screens follow below."
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
