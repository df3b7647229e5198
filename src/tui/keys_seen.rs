//! Keys as they arrive: what the terminal sends, and what the workbench takes it for.

use std::collections::VecDeque;
use std::sync::mpsc::channel;
use std::thread;

use anyhow::Context;
use crossterm::event::{Event, KeyEvent};
use ratatui::text::Line;
use ratatui::widgets::Paragraph;

use super::events::{Happening, lost, read, suspend};
use super::input::{Arrival, translate};
use super::terminal::{self, Screen};
use super::{check, signals};
use crate::text::shown;
use crate::workbench::{Code, Key};

/// Lines that are kept: no terminal has more.
const MOST: usize = 1_000;

/// Shows what arrives until Esc twice or Ctrl+C.
///
/// # Errors
///
/// [`super::Trouble`] where there is no terminal, or where it was closed.
pub fn show_keys() -> anyhow::Result<()> {
    check()?;
    terminal::install_panic_hook();
    let mut screen = Screen::take().context("the terminal cannot be taken over")?;
    let (sender, queue) = channel();
    signals::watch(sender.clone()).context("signals cannot be watched")?;
    thread::Builder::new().name("keys".into()).spawn(move || read(&sender))?;
    let (mut seen, mut before) = (VecDeque::new(), None);
    loop {
        draw(&mut screen, &seen)?;
        let event = match queue.recv().context("the event queue has ended")? {
            Happening::Event(event) => event,
            Happening::Suspend => {
                suspend()?;
                continue;
            }
            Happening::Continued => {
                screen.take_again().map_err(lost)?;
                continue;
            }
            Happening::Lost(error) => return Err(lost(error)),
            Happening::Done(_) => continue,
        };
        let line = told(&event);
        let key = match translate(event) {
            Some(Arrival::Key(key)) => Some(key),
            _ => None,
        };
        let esc = Some(Key::plain(Code::Esc));
        if key == Some(Key::ctrl('c')) || (key == esc && before == esc) {
            return Ok(());
        }
        before = key;
        seen.push_back(line);
        if seen.len() > MOST {
            seen.pop_front();
        }
    }
}

fn draw(screen: &mut Screen, seen: &VecDeque<String>) -> anyhow::Result<()> {
    let head = ["Press keys: each is shown as it arrives. Esc twice or Ctrl+C ends.", ""];
    let drawn = screen.draw(|frame| {
        let room = usize::from(frame.area().height).saturating_sub(head.len());
        let last = seen.iter().skip(seen.len().saturating_sub(room)).map(String::as_str);
        let lines: Vec<Line<'_>> = head.into_iter().chain(last).map(Line::raw).collect();
        frame.render_widget(Paragraph::new(lines), frame.area());
    });
    drawn.map_err(lost)
}

/// What arrived: the key as the help writes it, then as the terminal's reader names it.
fn told(event: &Event) -> String {
    let meaning = match translate(event.clone()) {
        Some(Arrival::Key(key)) => shown(&key.to_string()).into_owned(),
        Some(Arrival::Paste(_)) => "pasted text".to_owned(),
        Some(Arrival::Resize) => "another size".to_owned(),
        Some(Arrival::Mouse(_)) => "click or wheel".to_owned(),
        None => "nothing here".to_owned(),
    };
    let sent = match event {
        Event::Key(KeyEvent { code, modifiers, kind, .. }) => {
            let held = if modifiers.is_empty() { String::new() } else { format!(" with {modifiers}") };
            format!("{code:?}{held}, {}", format!("{kind:?}").to_lowercase())
        }
        Event::Paste(text) => format!("{} characters", text.chars().count()),
        Event::Resize(width, height) => format!("{width} columns, {height} rows"),
        Event::Mouse(mouse) => format!("{:?} of the mouse", mouse.kind),
        Event::FocusGained | Event::FocusLost => format!("{event:?}"),
    };
    format!("{meaning:16} {sent}")
}
