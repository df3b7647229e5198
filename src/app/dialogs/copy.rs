//! The dialog that asks what to copy and in which format, with a preview.

use crate::app::copying::{Copying, extract};
use crate::app::prelude::*;
use crate::app::session::command_line;
use ratatui::text::{Line, Span};

const WHAT: [(What, &str); 7] = [
    (What::Marked, "the selection"),
    (What::Working, "its working"),
    (What::Column, "its column"),
    (What::Table, "the table"),
    (What::Screen, "the screen"),
    (What::Command, "the command"),
    (What::Recipe, "the recipe"),
];

#[derive(Clone, Debug)]
pub struct CopyDialog {
    /// What can be copied, its name, and its formats; no formats if it cannot be copied now.
    choices: Vec<(What, &'static str, Vec<Format>)>,
    at: usize,
    pub format: Format,
    pub text: Result<String, String>,
}

impl CopyDialog {
    pub fn new(app: &App) -> CopyDialog {
        let found = |(what, name): &(What, &'static str)| {
            let formats = extract(app, *what)?.map(|extract| extract.formats()).unwrap_or_default();
            Some((*what, *name, formats))
        };
        let choices: Vec<_> = WHAT.iter().filter_map(found).collect();
        let at = choices.iter().position(|(what, ..)| *what == app.copied).unwrap_or(0);
        let mut dialog = CopyDialog { choices, at, format: app.settings.copy, text: Ok(String::new()) };
        dialog.settle(app);
        dialog
    }

    fn choice(&self) -> (What, &'static str, &[Format]) {
        let choice = self.choices.get(self.at);
        choice.map_or((What::Marked, "", &[]), |(what, name, formats)| (*what, name, formats))
    }

    pub fn what(&self) -> What {
        self.choice().0
    }

    fn copy(&self, app: &mut App) -> Reply {
        let (what, name, formats) = self.choice();
        (app.copied, app.settings.copy) = (what, self.format);
        let Ok(text) = self.text.as_ref().map_err(|why| app.say(why.as_str())) else { return Reply::Taken };
        let named = if formats.len() > 1 { format!("{name} as {}", self.format.name()) } else { name.into() };
        Reply::Close(Some(match what {
            What::Screen => {
                Job::Draw(Format::Text, Box::new(move |_, drawn| Some(Job::Copy(Copying::new(name, &drawn)))))
            }
            What::Marked if self.format == Format::Text => Job::Copy(Copying::short(text.trim_end())),
            _ => Job::Copy(Copying::new(named, text)),
        }))
    }
}

impl Dialog for CopyDialog {
    fn scopes(&self) -> &'static [Scope] {
        &[Scope::CopyAs, Scope::Always]
    }

    fn act(&mut self, app: &mut App, action: &Action) -> Reply {
        match action {
            Action::Left => self.at = self.at.saturating_sub(1),
            Action::Right => self.at = (self.at + 1).min(self.choices.len().saturating_sub(1)),
            Action::Up | Action::Down => {
                let (.., formats) = self.choice();
                let mut at = formats.iter().position(|format| *format == self.format).unwrap_or(0);
                moves(&mut at, formats.len().saturating_sub(1), 1, action);
                self.format = formats.get(at).copied().unwrap_or(self.format);
            }
            Action::Enter => return self.copy(app),
            _ => return Reply::Pass,
        }
        self.settle(app);
        Reply::Taken
    }

    fn settle(&mut self, app: &App) {
        let (what, _, formats) = self.choice();
        if !formats.contains(&self.format) {
            self.format = formats.first().copied().unwrap_or(Format::Text);
        }
        self.text = match extract(app, what) {
            Some(Ok(found)) => found.written(self.format).ok_or_else(|| {
                "It is too long to copy. Press S to save the whole report, or write it to a file with a command."
                    .to_owned()
            }),
            Some(Err(why)) => Err(why),
            None => Err("There is nothing to copy.".to_owned()),
        };
    }

    fn draw(&self, pane: &mut Canvas<'_>) {
        let (app, theme) = (pane.app, pane.theme);
        pane.dialog("Copy as", "", (51, 40));
        let (what, name, formats) = self.choice();
        let chosen = Span::styled(format!("← {name} →"), theme.strong);
        pane.put(&[Line::from(vec![Span::styled("what   ", theme.secondary), chosen]), Line::default()]);
        let format = |format: &Format| pane.entry(*format == self.format, format.name());
        pane.put(&formats.iter().map(format).collect::<Vec<_>>());
        pane.take(1);
        let (columns, rows) = (pane.columns(), pane.height());
        let mut out = pane.inside();
        match &self.text {
            Err(why) => out.text(why.as_str(), theme.warning),
            Ok(_) if what == What::Screen => {
                let (lines, characters) = (app.frame.height, app.frame.width);
                let size =
                    format!("The screen without this window: {lines} lines of {characters} characters.");
                out.text(&size, theme.text);
            }
            Ok(text) => {
                let mut note = pane.inside();
                let command = command_line(app).filter(|_| what == What::Command);
                if let Some((_, left_out)) = command.filter(|(_, left_out)| !left_out.is_empty()) {
                    let flags = left_out.join(", ");
                    let words =
                        format!("There is no flag for {flags}: save the recipe (S) and add --recipe FILE.");
                    note.paragraph(&words, theme.warning);
                }
                // Lines of a short text are wrapped; those of a longer one are cut.
                let whole = matches!(what, What::Command | What::Marked);
                let parts = |(at, line): (usize, &str)| {
                    let parts = match whole && width(line) > columns {
                        true => wrap(&shown(line), columns),
                        false => vec![clip(&shown(line), columns).into_owned()],
                    };
                    parts.into_iter().map(move |part| (at, part))
                };
                let room = rows.saturating_sub(note.lines.len());
                let seen: Vec<(usize, String)> =
                    text.lines().take(rows + 1).enumerate().flat_map(parts).collect();
                let fitting = if seen.len() > room { room.saturating_sub(1) } else { room };
                seen.iter().take(fitting).for_each(|(_, part)| out.line(part, theme.text));
                if let Some((at, _)) = seen.get(fitting) {
                    let more = counted(text.lines().count() - at, "more line", "more lines");
                    out.line(format!("… {more}"), theme.secondary);
                }
                out.lines.extend(note.lines);
            }
        }
        pane.lines(&out.lines, 0);
    }
}
