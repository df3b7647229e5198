//! The `posterior` program.

use std::process::ExitCode;

fn main() -> ExitCode {
    posterior::cli::run(std::env::args_os())
}
