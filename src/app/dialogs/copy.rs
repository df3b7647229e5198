//! The dialog that asks what to copy and in which format, with a preview.

use crate::app::copying::{Copying, extract};
use crate::app::dialogs::save::What;
use crate::app::jobs::Drawing;
use crate::app::prelude::*;
use crate::app::session::CommandLine;
use crate::app::widgets::pane::wrap;
use crate::app::words::{clip, shown, width};
use crate::report::Format;
use crate::text::counted;
use ratatui::text::{Line, Span};

#[derive(Clone, Debug)]
pub struct CopyDialog {
    /// What can be copied, with its formats, or why it cannot be copied.
    choices: Vec<(What, Result<Vec<Format>, String>)>,
    at: usize,
    pub format: Format,
    /// The text to copy, or why there is none.
    pub text: Result<String, String>,
}

impl CopyDialog {
    pub fn new(app: &App) -> CopyDialog {
        let found = |what: &What| {
            let found = extract(app, *what)?;
            Some((*what, found.map(|extract| extract.formats())))
        };
        let choices: Vec<_> = What::ALL.iter().filter_map(found).collect();
        let (what, format) = (&app.copied, app.settings.copy);
        let at = choices.iter().position(|(has, _)| has == what).unwrap_or(0);
        let mut dialog = CopyDialog { choices, at, format, text: Ok(String::new()) };
        dialog.settle_on(app);
        dialog
    }

    pub fn what(&self) -> What {
        self.choices.get(self.at).map(|(what, _)| *what).unwrap_or_default()
    }

    pub fn formats(&self) -> &[Format] {
        self.choices.get(self.at).and_then(|(_, formats)| formats.as_deref().ok()).unwrap_or_default()
    }

    pub fn left_out(&self, app: &App) -> Vec<&'static str> {
        let command = CommandLine::of(app).filter(|_| self.what() == What::Command);
        command.map(|command| command.left_out).unwrap_or_default()
    }

    fn settle_on(&mut self, app: &App) {
        let formats = self.formats();
        if !formats.contains(&self.format) {
            self.format = formats.first().copied().unwrap_or(Format::Text);
        }
        self.text = match extract(app, self.what()) {
            Some(Ok(found)) => found.written(self.format).ok_or_else(|| {
                "It is too long to copy. Press S to save the whole report, or write it to a file with a command."
                    .to_owned()
            }),
            Some(Err(why)) => Err(why),
            None => Err("There is nothing to copy.".to_owned()),
        };
    }

    fn copy(&self, app: &mut App) -> Reply {
        (app.copied, app.settings.copy) = (self.what(), self.format);
        let text = match &self.text {
            Ok(text) => text,
            Err(why) => {
                app.say(why.clone());
                return Reply::Taken;
            }
        };
        Reply::Close(Some(match self.what() {
            What::Screen => Job::Draw(Drawing::new(Format::Text, |_, drawn| {
                Some(Job::Copy(Copying::new("the screen", &drawn)))
            })),
            What::Marked if self.format == Format::Text => Job::Copy(Copying::short(text.trim_end())),
            what => {
                let as_what = if self.formats().len() > 1 {
                    format!(" as {}", self.format.name())
                } else {
                    String::new()
                };
                Job::Copy(Copying::new(format!("{}{as_what}", what.name()), text))
            }
        }))
    }
}

impl Dialog for CopyDialog {
    fn scopes(&self) -> &'static [Scope] {
        &[Scope::CopyAs, Scope::Always]
    }

    fn act(&mut self, app: &mut App, action: &Action) -> Reply {
        let formats = self.formats().to_vec();
        let now = formats.iter().position(|format| *format == self.format).unwrap_or(0);
        match action {
            Action::Left => self.at = self.at.saturating_sub(1),
            Action::Right => self.at = (self.at + 1).min(self.choices.len().saturating_sub(1)),
            Action::Up => self.format = formats.get(now.saturating_sub(1)).copied().unwrap_or(self.format),
            Action::Down => self.format = formats.get(now + 1).copied().unwrap_or(self.format),
            Action::Enter => return self.copy(app),
            Action::Back => return Reply::Close(None),
            _ => return Reply::Pass,
        }
        self.settle_on(app);
        Reply::Taken
    }

    fn settle(&mut self, app: &App) {
        self.settle_on(app);
    }

    fn draw(&self, pane: &mut Canvas<'_>) -> Option<Position> {
        let (app, theme) = (pane.app, pane.theme);
        pane.dialog("Copy as", "", (51, 40));
        let what = self.what();
        let chosen = Span::styled(format!("← {} →", what.name()), theme.strong);
        pane.put(&[Line::from(vec![Span::styled("what   ", theme.secondary), chosen]), Line::default()]);
        let format = |format: &Format| pane.entry(*format == self.format, format.name());
        let formats: Vec<Line<'_>> = self.formats().iter().map(format).collect();
        pane.put(&formats);
        pane.take(1);
        let (columns, rows) = (pane.columns(), pane.height());
        let mut lines: Vec<Line<'_>> = Vec::new();
        match &self.text {
            Err(why) => {
                lines.extend(wrap(why, columns).into_iter().map(|line| Line::styled(line, theme.warning)))
            }
            Ok(_) if what == What::Screen => {
                let size = format!(
                    "The screen without this window: {} lines of {} characters.",
                    app.frame.height, app.frame.width
                );
                lines.extend(wrap(&size, columns).into_iter().map(|line| Line::styled(line, theme.text)));
            }
            Ok(text) => {
                let left_out = if what == What::Command { self.left_out(app) } else { Vec::new() };
                let note = match left_out.is_empty() {
                    true => Vec::new(),
                    false => wrap(
                        &format!(
                            "No flag says {}: save the recipe (S) and add --recipe FILE.",
                            left_out.join(", ")
                        ),
                        columns,
                    ),
                };
                // A line of what is short is read whole; of a longer text, the look of it.
                let whole = matches!(what, What::Command | What::Marked);
                let parts = |line: &str| match whole && width(line) > columns {
                    true => wrap(&shown(line), columns),
                    false => vec![clip(&shown(line), columns).into_owned()],
                };
                let room = rows.saturating_sub(if note.is_empty() { 0 } else { note.len() + 1 });
                let all = text.lines().count();
                let seen = text.lines().take(rows + 1).enumerate();
                let seen: Vec<(usize, String)> =
                    seen.flat_map(|(at, line)| parts(line).into_iter().map(move |part| (at, part))).collect();
                let fitting = if seen.len() > room { room.saturating_sub(1) } else { room };
                let text = seen.iter().take(fitting);
                lines.extend(text.map(|(_, part)| Line::styled(part.clone(), theme.text)));
                if let Some((at, _)) = seen.get(fitting) {
                    let more = counted(all - at, "more line", "more lines");
                    lines.push(Line::styled(format!("… {more}"), theme.secondary));
                }
                if !note.is_empty() {
                    lines.push(Line::default());
                    lines.extend(note.into_iter().map(|line| Line::styled(line, theme.warning)));
                }
            }
        }
        pane.lines(&lines, 0);
        None
    }
}
