//! What lies on top of a screen: dialogs of one kind share a file.

pub(crate) mod bins;
pub(crate) mod files;
pub(crate) mod forms;
pub(crate) mod lists;
pub(crate) mod reading;

use std::any::Any;

use ratatui::layout::Position;

use crate::app::Dialog;
use crate::app::widgets::pane::Pane;

macro_rules! drawn_by {
    ($dialog:expr, $pane:expr; $($draw:path)*) => {
        $(if let Some(dialog) = $dialog.downcast_ref() {
            return $draw($pane, dialog);
        })*
    };
}

/// Draws a dialog by the function that draws its kind; gives the place of the text cursor.
pub fn draw(mut pane: Pane<'_>, dialog: &dyn Dialog) -> Option<Position> {
    let any: &dyn Any = dialog;
    drawn_by![any, &mut pane;
        bins::draw forms::check forms::priors forms::what_if files::exercise files::open files::copy files::save lists::choices lists::choose lists::filter lists::find lists::given lists::look lists::palette lists::picture lists::row
        lists::settings lists::test_on lists::ways reading::against reading::argument reading::help
        forms::opening reading::problem reading::warnings
    ];
    debug_assert!(false, "nothing draws {dialog:?}");
    None
}
