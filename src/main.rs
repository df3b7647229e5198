//! The door.

use std::process::ExitCode;

use posterior::tui::{self, HANGUP, Trouble};
use posterior::workbench::{Settings, Source};

fn main() -> ExitCode {
    let start = std::env::args_os().nth(1).map(|word| Source::named(&word));
    let Err(error) = tui::run(Settings::default(), start) else { return ExitCode::SUCCESS };
    if matches!(error.downcast_ref(), Some(Trouble::Gone)) {
        return ExitCode::from(HANGUP as u8);
    }
    eprintln!("error: {error:#}");
    ExitCode::from(if error.downcast_ref::<Trouble>().is_some() { 2 } else { 1 })
}
