//! What lies on top of a screen, one file each.

mod against;
mod argument;
mod bins;
mod bins_chart;
mod bins_table;
mod check;
mod choose;
mod exercise;
mod find;
mod help;
mod look;
mod open;
mod priors;
mod problem;
mod projector;
mod recipe;
mod save_as;
mod settings;
mod test_on;
mod warnings;
mod what_if;

use std::any::Any;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::theme::Theme;
use crate::workbench::{App, Dialog};

/// What drawing gives back: the place of the text cursor, or nothing.
trait Cursor {
    fn place(self) -> Option<Position>;
}

impl Cursor for () {
    fn place(self) -> Option<Position> {
        None
    }
}

impl Cursor for Option<Position> {
    fn place(self) -> Option<Position> {
        self
    }
}

macro_rules! drawn_by {
    ($dialog:expr, $app:expr, $theme:expr, $area:expr, $buffer:expr; $($file:ident)*) => {
        $(if let Some(dialog) = $dialog.downcast_ref() {
            return $file::draw($app, dialog, $theme, $area, $buffer).place();
        })*
    };
}

/// Draws a dialog by the file that draws its kind; gives the place of the text cursor.
pub fn draw(
    app: &App,
    dialog: &dyn Dialog,
    theme: &Theme,
    area: Rect,
    buffer: &mut Buffer,
) -> Option<Position> {
    let any: &dyn Any = dialog;
    drawn_by![any, app, theme, area, buffer;
        against argument bins check choose exercise find help look open priors problem projector recipe settings
        test_on warnings what_if
    ];
    debug_assert!(false, "no file draws {dialog:?}");
    None
}
