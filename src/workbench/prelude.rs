//! What every screen and dialog names.

pub(super) use super::app::{App, Dialog, Reply, Screen, Screens};
pub(super) use super::field::Field;
pub(super) use super::frame::{Pane, Shape, follow, moved, moves};
pub(super) use super::job::{Job, Lane};
pub(super) use super::keys::{Action, Edit, Scope, ScreenId};
