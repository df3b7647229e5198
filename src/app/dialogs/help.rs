//! The help: the key table, with the keys of the focused pane first.

use ratatui::text::{Line, Span};

use crate::app::keys;
use crate::app::prelude::*;
use crate::app::widgets::pane::closes;

const WIDTH: u16 = 72;
const HEIGHT: u16 = 36;

#[derive(Clone, Debug)]
pub struct HelpScreen {
    origin: &'static [Scope],
    scroll: Scroll,
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
        HelpScreen { origin, scroll: Scroll::default(), field: Field::default(), typing: false }
    }

    pub fn title(&self) -> &'static str {
        let shared =
            |scope: &&Scope| !matches!(scope, Scope::List | Scope::TypedList | Scope::Grid | Scope::Page);
        self.origin.iter().find(shared).map_or("Help", |scope| scope.title())
    }

    pub fn lines(&self) -> Vec<HelpLine> {
        use Scope::{Always, Everywhere, OnStart, Screens};
        let everywhere = |scope: &Scope| matches!(scope, Everywhere | OnStart | Screens | Always);
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
        let text = self.field.text().to_lowercase();
        let mut head = Vec::from_iter((!lines.is_empty()).then_some(HelpLine::Blank));
        head.push(HelpLine::Heading(title));
        for entry in scopes.iter().flat_map(|scope| keys::entries(*scope)) {
            let (keys, sentence) = (entry.all_keys(), entry.sentence);
            if keys.to_lowercase().contains(&text) || sentence.contains(&text) {
                lines.append(&mut head);
                lines.push(HelpLine::Key(keys, sentence));
            }
        }
    }
}

impl Dialog for HelpScreen {
    fn scopes(&self) -> &'static [Scope] {
        match self.typing {
            true => &[Scope::FilterHelp, Scope::Always],
            false => &[Scope::Detail, Scope::Help, Scope::Page, Scope::Always],
        }
    }

    fn field(&mut self) -> Option<&mut Field> {
        Some(&mut self.field).filter(|_| self.typing)
    }

    fn edited(&mut self, _: &mut App) -> Reply {
        self.scroll = Scroll::default();
        Reply::Taken
    }

    fn act(&mut self, _: &mut App, action: &Action) -> Reply {
        match action {
            Action::FilterHelp => self.typing = true,
            Action::Enter if self.typing => self.typing = false,
            Action::Back if self.typing || !self.field.text().is_empty() => {
                self.typing = false;
                self.field = Field::default();
            }
            action => return Reply::moved(self.scroll.moves(action)),
        }
        Reply::Taken
    }

    fn draw(&self, canvas: &mut Canvas<'_>) {
        let (app, theme) = (canvas.app, canvas.theme);
        let (columns, _) = app.frame.dialog(WIDTH, HEIGHT);
        let keys_width = if columns < WIDTH { 18 } else { 24 };
        let room = usize::from(columns).saturating_sub(keys_width + 7);
        let line = |line| match line {
            HelpLine::Blank => Line::default(),
            HelpLine::Heading(title) => Line::styled(title, theme.heading),
            HelpLine::Key(keys, sentence) => Line::from(vec![
                Span::styled(format!("  {} ", cell(&keys, keys_width)), theme.strong),
                Span::styled(clip(sentence, room).into_owned(), theme.text),
            ]),
        };
        let lines: Vec<Line<'_>> = self.lines().into_iter().map(line).collect();
        let (_, rows) = app.frame.dialog(WIDTH, HEIGHT.min(lines.len().clamp(6, 40) as u16 + 4));
        self.scroll.text(lines.len(), usize::from(rows.saturating_sub(4)));
        let foot = closes(&self.scroll.place(lines.len()), "PgDn · ");
        canvas.dialog(&format!("Keys: {}", self.title()), &foot, (columns, rows));
        let line = canvas.take(2);
        canvas.lines(&lines, self.scroll.top());
        if lines.is_empty() {
            canvas.lines(&[Line::raw("No key matches. Esc: show all keys.")], 0);
        }
        if self.typing || !self.field.text().is_empty() {
            canvas.field("/ ", &self.field, line);
            canvas.cursor = canvas.cursor.filter(|_| self.typing);
        } else {
            canvas.row(line, Line::styled("/ searches these keys", theme.secondary));
        }
    }
}
