//! The command line: flags to a recipe, a result to a report.
//!
//! One file per command. Results go to standard output and nowhere else; messages go to standard error as what, where
//! and fix. The exit status says what kind of end it was.

mod against;
mod check;
mod evaluate;
mod explain;
mod fit;
mod flags;
mod generated;
mod output;
mod samples;
mod show;
mod start;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use self::flags::{DataFlags, OutputFlags};
use crate::problem::Problem;

/// How a command ends.
type Outcome = Result<(), Problem>;

/// Exit status of a request that was wrong.
const USAGE: u8 = 2;
/// Exit status when the data cannot be read or no model can be fitted from it.
const DATA: u8 = 3;

#[derive(Parser)]
#[command(
    name = "posterior",
    version,
    about = "Every number a generative classifier is made of, with its working",
    long_about = "Opens a CSV in a terminal workbench and shows every number that a generative classifier is made of: \
                  where it came from, which rows it counted, and how the numbers multiply to a posterior. Without a \
                  terminal on standard output the same is printed as text.",
    after_help = "Examples:\n  posterior sample:play-tennis\n  posterior show weather.csv --target Play --alpha 0\n  \
                  posterior explain sample:weather --query \"Weather=Rainy\"\n  \
                  posterior explain sample:weather --quantity \"P(Sunny | Yes)\"\n  \
                  posterior explain sample:play-tennis --against weka\n  \
                  posterior check \"3/9 * 9/14\" --of \"score(Yes)\" sample:weather\n  posterior samples",
    args_conflicts_with_subcommands = true
)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    start: start::Start,
}

#[derive(Subcommand)]
enum Command {
    /// The whole story: data, conventions, parameters, confusion matrix, worked posterior
    Show(Print),
    /// The parameters: priors and P(value | class)
    Fit(Print),
    /// Worked posteriors, or the working of one number
    Explain(explain::Explain),
    /// One answer, marked: 0 right, 4 wrong, 5 not marked
    Check(check::Check),
    /// The confusion matrix and what follows from it
    Evaluate(evaluate::Evaluate),
    /// Lists the embedded samples, or prints one
    Samples(samples::Samples),
    /// Prints completions for a shell
    Completions(generated::Completions),
    /// Prints the manual page
    Man,
}

/// A command with data and a format.
#[derive(clap::Args)]
struct Print {
    #[command(flatten)]
    data: DataFlags,
    #[command(flatten)]
    output: OutputFlags,
}

/// Runs the program with its arguments.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let cli = match Cli::try_parse_from(arguments) {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version are answers, and their status is 0.
            let _ = error.print();
            return ExitCode::from(if error.use_stderr() { USAGE } else { 0 });
        }
    };
    let mut status = 0;
    let (json, outcome) = match cli.command {
        None => (false, start::run(cli.start)),
        Some(Command::Show(print)) => (print.output.is_json(), show::run(print)),
        Some(Command::Fit(print)) => (print.output.is_json(), fit::run(print)),
        Some(Command::Explain(explain)) => (explain.output.is_json(), explain::run(explain)),
        Some(Command::Check(check)) => {
            (check.output.is_json(), check::run(&check).map(|verdict| status = verdict))
        }
        Some(Command::Evaluate(evaluate)) => (evaluate.output.is_json(), evaluate::run(evaluate)),
        Some(Command::Samples(samples)) => (false, samples::run(&samples)),
        Some(Command::Completions(completions)) => (false, generated::completions(&completions)),
        Some(Command::Man) => (false, generated::man()),
    };
    match outcome {
        Ok(()) => ExitCode::from(status),
        Err(problem) => {
            output::complain(&problem, json);
            ExitCode::from(match problem.kind {
                "failed" => 1,
                "hang_up" => 129,
                "interrupted" => 130,
                _ if problem.usage => USAGE,
                _ => DATA,
            })
        }
    }
}
