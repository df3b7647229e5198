//! `posterior completions` and `posterior man`: made from the flags themselves.

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use super::{Cli, Outcome, output};

#[derive(Args)]
pub(super) struct Completions {
    /// bash, zsh, fish, elvish or powershell
    shell: Shell,
}

/// Prints what a shell needs to complete the flags.
pub(super) fn completions(command: &Completions) -> Outcome {
    let mut text = Vec::new();
    clap_complete::generate(command.shell, &mut Cli::command(), "posterior", &mut text);
    output::print(&String::from_utf8_lossy(&text))
}

/// Prints the manual page.
pub(super) fn man() -> Outcome {
    let mut text = Vec::new();
    // Writing to memory cannot fail.
    let _ = clap_mangen::Man::new(Cli::command()).render(&mut text);
    output::print(&String::from_utf8_lossy(&text))
}
