//! What a click means. Each widget notes the area that it drew; the last one drawn is on top.

use crate::app::prelude::*;
use std::cell::RefCell;

#[derive(Clone, Debug)]
pub enum Target {
    Pane(Pane),
    Row(usize),
    Cell(usize, usize),
    Key(Action),
}

/// Areas of the screen, as column, row, width and height, and what a click into each means.
#[derive(Clone, Debug, Default)]
pub struct ClickTargets(RefCell<Vec<([u16; 4], Target)>>);

impl ClickTargets {
    pub fn clear(&self) {
        self.0.borrow_mut().clear();
    }

    pub fn note(&self, area: [u16; 4], target: Target) {
        self.0.borrow_mut().push((area, target));
    }

    fn at(&self, x: u16, y: u16) -> Vec<Target> {
        let holds = |[left, top, width, height]: [u16; 4]| {
            (left..left.saturating_add(width)).contains(&x) && (top..top.saturating_add(height)).contains(&y)
        };
        let all = self.0.borrow();
        all.iter().rev().filter(|(area, _)| holds(*area)).map(|(_, target)| target.clone()).collect()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mouse {
    Click,
    DoubleClick,
    WheelUp,
    WheelDown,
}

const WHEEL: usize = 3;

pub fn actions(app: &mut App, mouse: Mouse, x: u16, y: u16) -> Vec<Action> {
    let targets = app.targets.at(x, y);
    for target in &targets {
        if let Target::Pane(pane) = target {
            app.pane = *pane;
        }
    }
    match mouse {
        Mouse::WheelUp => return vec![Action::Up; WHEEL],
        Mouse::WheelDown => return vec![Action::Down; WHEEL],
        Mouse::Click | Mouse::DoubleClick => {}
    }
    let mut actions = match targets.into_iter().next() {
        Some(Target::Row(row)) => vec![Action::Select(row)],
        Some(Target::Cell(row, column)) => vec![Action::Select(row), Action::SelectColumn(column)],
        Some(Target::Key(action)) => return vec![action],
        Some(Target::Pane(_)) | None => return Vec::new(),
    };
    if mouse == Mouse::DoubleClick {
        actions.push(Action::Enter);
    }
    actions
}
