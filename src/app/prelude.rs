//! The imports of every screen and dialog.

pub(crate) use crate::app::copying::Found;
pub(crate) use crate::app::dialogs::save::What;
pub(crate) use crate::app::jobs::{Job, Lane};
pub(crate) use crate::app::key::Field;
pub(crate) use crate::app::keys::{Action, Edit, Scope};
pub(crate) use crate::app::screens::ScreenId;
pub(crate) use crate::app::state::{App, Dialog, Reply, Screen};
pub(crate) use crate::app::widgets::pane::Canvas;
pub(crate) use crate::app::words::{Pane, Scroll, Selection, Shape, moved, moves};
