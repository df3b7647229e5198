//! What several screens draw with: panes, documents, rows of data, the frame.

pub(crate) mod chrome;
pub(crate) mod document;
pub(crate) mod pane;
pub(crate) mod rows;
pub(crate) mod table;
