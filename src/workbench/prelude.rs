//! The imports of every screen and dialog.

pub(super) use super::app::{App, Dialog, Reply, Screen, Screens};
pub(super) use super::job::{Job, Lane};
pub(super) use super::key::Field;
pub(super) use super::keys::{Action, Edit, Scope, ScreenId};
pub(super) use super::words::{Pane, Shape, follow, moved, moves};
