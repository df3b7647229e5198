//! Screen 5: the worked posterior of a case.

pub(crate) mod state;
pub(crate) mod view;
