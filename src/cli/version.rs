//! Which program this is: its version, what it was built from, and for which machine.

pub(super) const COMMIT: &str = env!("POSTERIOR_COMMIT");
pub(super) const TARGET: &str = env!("POSTERIOR_TARGET");
pub(super) const BUILD: &str = env!("POSTERIOR_BUILD");

/// What `--version` says; `-V` says the first line.
pub(super) const LONG: &str = concat!(
    env!("CARGO_PKG_VERSION"),
    "\ncommit: ",
    env!("POSTERIOR_COMMIT"),
    "\ntarget: ",
    env!("POSTERIOR_TARGET"),
    "\nbuild:  ",
    env!("POSTERIOR_BUILD"),
);
