//! The mouse, where it was asked for: what is clicked becomes the keys that lead there, so that a click does what keys do.
//!
//! Nothing is noted down while a frame is drawn. The frame itself says where things are: the thick border is the pane or the
//! dialog that has the keys, the reversed `▸` is its cursor. A click moves that cursor step by step, and looks again after
//! each step.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Modifier;

use super::draw::draw;
use super::theme::Theme;
use crate::workbench::keys::Scope;
use crate::workbench::words::width;
use crate::workbench::{Action, App, Code, Job, Key, Pane, ScreenId, pressed, tour, update};

/// What the mouse did, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mouse {
    /// The left button went down.
    Click(u16, u16),
    WheelUp(u16, u16),
    WheelDown(u16, u16),
}

/// Lines that the wheel goes by.
const LINES: usize = 3;
/// The most steps that a click leads to: no terminal has more rows or columns of cells.
const STEPS: usize = 300;
/// The most lines by which one step scrolls a list.
const SCROLLED: u16 = 3;

/// Does what the keys do that lead to where the mouse is, and gives the work that comes of it.
pub fn moused(app: &mut App, mouse: Mouse) -> Vec<Job> {
    let mut hand = Hand { app, jobs: Vec::new() };
    match mouse {
        Mouse::Click(x, y) => hand.click(x, y),
        Mouse::WheelUp(x, y) => hand.wheel((x, y), Code::Up),
        Mouse::WheelDown(x, y) => hand.wheel((x, y), Code::Down),
    }
    hand.jobs
}

struct Hand<'a> {
    app: &'a mut App,
    jobs: Vec<Job>,
}

impl Hand<'_> {
    fn press(&mut self, code: Code) {
        let job = pressed(self.app, Key::plain(code));
        self.jobs.extend(job);
    }

    /// The frame as it is now, with the marks that ASCII does not have.
    fn frame(&self) -> Buffer {
        let area = Rect::new(0, 0, self.app.frame.width, self.app.frame.height);
        let mut buffer = Buffer::empty(area);
        draw(self.app, &Theme::mono(), false, area, &mut buffer);
        buffer
    }

    fn click(&mut self, x: u16, y: u16) {
        let (height, alone) = (self.app.frame.height, self.app.dialogs.is_empty());
        if self.app.dialogs.last().is_some_and(|dialog| dialog.whole()) {
            return self.press(Code::Char(' '));
        }
        if y == 0 && alone {
            let to = stage(&self.frame(), x);
            return to.into_iter().for_each(|to| self.jobs.extend(update(self.app, Action::Go(to))));
        }
        if y + 1 == height {
            let key = footer(self.app, x.into());
            return key.into_iter().for_each(|key| self.jobs.extend(pressed(self.app, key)));
        }
        let mut here = focused(&self.frame()).is_some_and(|pane| inside(pane, x, y));
        let moved = !here && alone;
        if moved {
            self.turn();
            here = focused(&self.frame()).is_some_and(|pane| inside(pane, x, y));
            // What belongs to neither pane changes nothing.
            if !here {
                self.turn();
            }
        }
        if here && self.move_to(x, y) && !moved {
            self.press(Code::Enter);
        }
    }

    fn turn(&mut self) {
        self.app.pane = if self.app.pane == Pane::Master { Pane::Detail } else { Pane::Master };
    }

    /// Scrolls what lies under the pointer, whatever has the keys.
    fn wheel(&mut self, (x, y): (u16, u16), code: Code) {
        let here = |hand: &Hand<'_>| focused(&hand.frame()).is_some_and(|pane| inside(pane, x, y));
        let turned = self.app.dialogs.is_empty() && !here(self);
        if turned {
            self.turn();
        }
        if here(self) {
            (0..LINES).for_each(|_| self.press(code));
        }
        if turned {
            self.turn();
        }
    }

    /// Moves the cursor to a place; whether what is there is to be opened, since it had the cursor, or lies in a list that asks for
    /// one thing.
    fn move_to(&mut self, x: u16, y: u16) -> bool {
        let before = self.cursor();
        let Some((y, reached)) = self.move_to_row(y) else { return false };
        if !reached {
            return false;
        }
        if self.app.scopes().contains(&Scope::Grid) {
            self.move_to_column(x);
        }
        let after = self.cursor();
        let same = before == after && after.is_some_and(|cursor| cursor.y == y);
        same || self.app.scopes().iter().any(|scope| CHOOSE.contains(scope))
    }

    fn cursor(&self) -> Option<Rect> {
        let frame = self.frame();
        focused(&frame).and_then(|pane| cursor(&frame, pane))
    }

    /// Moves the cursor to a line; gives where that line is then, and whether it has the cursor. `None` where there is no cursor.
    fn move_to_row(&mut self, mut y: u16) -> Option<(u16, bool)> {
        for _ in 0..STEPS {
            let frame = self.frame();
            let pane = focused(&frame)?;
            let from = cursor(&frame, pane)?;
            if from.y == y {
                return Some((y, true));
            }
            let (code, down) = if from.y < y { (Code::Down, true) } else { (Code::Up, false) };
            let wanted = line(&frame, pane, y);
            self.press(code);
            let frame = self.frame();
            let pane = focused(&frame)?;
            let to = cursor(&frame, pane)?;
            // The list may have scrolled under the pointer.
            let by = |by: &u16| if down { y.checked_sub(*by) } else { Some(y + by) };
            let lies = (0..=SCROLLED).filter_map(|step| by(&step));
            y = lies.clone().find(|at| line(&frame, pane, *at) == wanted).unwrap_or(y);
            let passed = if down { to.y > y } else { to.y < y };
            if passed && down {
                // The line belongs to what stands above it.
                self.press(Code::Up);
            }
            if passed || to == from && line(&frame, pane, y) == wanted {
                return Some((y, passed));
            }
        }
        None
    }

    fn move_to_column(&mut self, x: u16) {
        let away = |cursor: Rect| match x {
            x if x < cursor.x => cursor.x - x,
            x => (x + 1).saturating_sub(cursor.right()),
        };
        let row = |hand: &Hand<'_>| {
            let frame = hand.frame();
            let pane = focused(&frame)?;
            let cursor = cursor(&frame, pane)?;
            Some((cursor, line(&frame, pane, cursor.y)))
        };
        for _ in 0..STEPS {
            let Some((from, before)) = row(self).filter(|(from, _)| away(*from) > 0) else { return };
            let (there, back) =
                if x < from.x { (Code::Left, Code::Right) } else { (Code::Right, Code::Left) };
            self.press(there);
            let Some((to, after)) = row(self) else { return };
            // A column that was on screen in part has moved under the pointer.
            if before != after {
                return;
            }
            if away(to) >= away(from) {
                if to != from {
                    self.press(back);
                }
                return;
            }
        }
    }
}

/// The lists that ask for one thing: a click on it chooses it.
const CHOOSE: [Scope; 6] =
    [Scope::Palette, Scope::Look, Scope::Ways, Scope::Choices, Scope::Choose, Scope::Decision];

fn inside(pane: Rect, x: u16, y: u16) -> bool {
    (pane.left()..pane.right()).contains(&x) && (pane.top()..pane.bottom()).contains(&y)
}

/// The pane or the dialog that has the keys: the one with the thick border.
fn focused(frame: &Buffer) -> Option<Rect> {
    let at = |x: u16, y: u16| frame.cell((x, y)).map_or("", |cell| cell.symbol());
    let area = frame.area;
    let (x, y) = area.positions().map(|at| (at.x, at.y)).find(|(x, y)| at(*x, *y) == "┏")?;
    let right = (x..area.right()).find(|x| at(*x, y) == "┓")?;
    let bottom = (y..area.bottom()).find(|y| at(x, *y) == "┗")?;
    Some(Rect::new(x, y, right - x + 1, bottom - y + 1))
}

/// The reversed cells that begin with the mark of the cursor.
fn cursor(frame: &Buffer, pane: Rect) -> Option<Rect> {
    let cell = |x: u16, y: u16| frame.cell((x, y)).filter(|cell| cell.modifier.contains(Modifier::REVERSED));
    let marked = |x: u16, y: u16| cell(x, y).is_some_and(|cell| cell.symbol() == "▸");
    let (x, y) = pane.positions().map(|at| (at.x, at.y)).find(|(x, y)| marked(*x, *y))?;
    let long = (x..pane.right()).take_while(|x| cell(*x, y).is_some()).count();
    Some(Rect::new(x, y, u16::try_from(long).unwrap_or(1), 1))
}

/// A line of a pane without the marks of the cursor.
fn line(frame: &Buffer, pane: Rect, y: u16) -> String {
    let cells = (pane.left() + 1..pane.right().saturating_sub(1)).filter_map(|x| frame.cell((x, y)));
    cells.map(|cell| if matches!(cell.symbol(), "▸" | "◂") { " " } else { cell.symbol() }).collect()
}

/// The screen whose digit and name, or digit alone, stand at a column of the first row. Other digits stand behind those of
/// the screens.
fn stage(frame: &Buffer, x: u16) -> Option<ScreenId> {
    let cell = |x| frame.cell((x, 0)).and_then(|cell| cell.symbol().chars().next()).unwrap_or(' ');
    let row: Vec<char> = (0..frame.area.width).map(cell).collect();
    ScreenId::ALL.iter().copied().find(|screen| {
        let Some(digit) = screen.digit() else { return false };
        let apart =
            |at: &[char]| matches!(at, [' ' | '[', own, ' '] if own.to_digit(10) == Some(digit.into()));
        let Some(from) = row.windows(3).position(apart).map(|before| before + 1) else { return false };
        let named: Vec<char> = format!("{digit} {}", screen.name()).chars().collect();
        let long = if row.get(from..).is_some_and(|rest| rest.starts_with(&named)) { named.len() } else { 1 };
        (from..from + long).contains(&usize::from(x))
    })
}

/// The key that stands at a column of the footer.
fn footer(app: &App, x: usize) -> Option<Key> {
    let mut from = 1;
    for (keys, label) in tour::footer(app, usize::from(app.frame.width.saturating_sub(1))) {
        let to = from + width(&keys) + 1 + width(label);
        if (from..to).contains(&x) {
            let first = || keys.split(['/', '–']).next().and_then(Key::named);
            return Key::named(&keys).or_else(first);
        }
        from = to + 2;
    }
    None
}
