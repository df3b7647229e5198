//! The command line: turns flags into a recipe and a result into a report.
//!
//! Results go to standard output only, messages to standard error: what is wrong, where, and the fix. The exit status shows how
//! the command ended.

#![allow(missing_docs)]

mod cases;
mod check;
mod complete;
mod doctor;
mod draw;
mod evaluate;
mod exercise;
mod experiments;
mod explain;
mod flags;
mod help;
mod mark;
mod no_data;
mod output;
mod paged;
mod plot;
mod practice;
mod practice_lines;
mod predict;
mod sql;
mod start;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{ArgMatches, CommandFactory, FromArgMatches, Parser, Subcommand};

use self::flags::OfData;
use self::output::OutputFlags;
use crate::problem::Problem;

#[derive(Parser)]
#[command(
    name = "posterior",
    version,
    long_version = doctor::LONG,
    about = "Every number a generative classifier is made of, with its working",
    long_about = "Opens a CSV in a terminal workbench and shows every number that a generative classifier is made of: \
                  where it came from, which rows it counted, and how the numbers multiply to a posterior. If standard \
                  output is not a terminal, it prints the same as text.",
    args_conflicts_with_subcommands = true
)]
struct Cli {
    #[command(subcommand)]
    command: Option<MainCommand>,
    #[command(flatten)]
    start: start::StartCommand,
    #[command(flatten)]
    printing: paged::Printing,
}

#[derive(Subcommand)]
enum MainCommand {
    /// Everything, from the data to a worked posterior
    Show(OfData),
    /// The parameters: priors and P(value | class)
    #[command(
        after_long_help = "As CSV: one row for each parameter, with the columns quantity, feature, value, class, numerator and \
                            denominator as counted, decimal, and ln if it was counted. For a covariance, value is the \
                            other feature."
    )]
    Fit(OfData),
    /// Worked posteriors, or the working of one number
    #[command(
        after_long_help = "As CSV: one row for each case and class, with case, class, prior, score, ln_score, \
                            posterior, the numerator and denominator of the posterior in lowest terms, predicted \
                            and undefined."
    )]
    Explain(explain::ExplainCommand),
    /// Marks one answer; exit status 0 right, 4 wrong, 5 not marked
    Check(check::CheckCommand),
    /// An exercise or a worksheet, answered line by line
    #[command(
        mut_arg("seed", |seed| seed.help("The seed of an exercise of random data")),
        after_long_help = "If there is no terminal, it prints the question sheet."
    )]
    Practice(practice::PracticeCommand),
    /// Exercises: write one from data, test it, print it
    #[command(
        subcommand,
        after_long_help = exercise::STORY
    )]
    Exercise(exercise::ExerciseCommand),
    /// Answer sheets, marked line by line
    #[command(
        after_long_help = "The exit status is 0 if all answers are right, 4 if some are wrong, 5 if none is wrong and \
                            some are not marked.\n\nA sheet is a text file: lines such as “exercise: weather-sunny” and “student: s01”, then one \
                            answer on each line as “P(Yes) = 9/14”; # begins a comment. Decimals have a point or a \
                            comma. A CSV has one answer on each row, in the columns student, step and answer. Sheets are never changed.\n\nWhere the data are drawn ([random]), a \
                            sheet needs the line “seed: 4127” from the student's question sheet, and a CSV a column \
                            seed. A sheet without it is not marked and is listed."
    )]
    Mark(mark::MarkCommand),
    /// The confusion matrix, and accuracy, precision, recall, F1 and more
    #[command(
        after_long_help = "As CSV: the confusion matrix, one row for each actual class. --table classes and \
                            --table rows choose another table."
    )]
    Evaluate(evaluate::EvaluateCommand),
    /// The class and the posteriors of each row, as CSV
    #[command(
        after_long_help = "The columns are row, predicted, undefined and P(class) for each class. A row that cannot be \
                            predicted has an empty class, and undefined says why: zero_evidence (every score is 0), \
                            undefined_parameter (0/0), missing_feature or not_a_number. Remarks go to standard error."
    )]
    Predict(predict::PredictCommand),
    /// The counts of the rows, as a CSV that opens like data
    Sums(OfData),
    /// The same counts as a query for DuckDB, PostgreSQL, Spark or SQLite
    Sql(sql::Sql),
    /// Rows drawn from the fitted model, as CSV
    Draw(draw::DrawCommand),
    /// A posterior from given numbers: priors, P(value | class), means
    Given(flags::GivenCommand),
    /// Several models, evaluated on the same rows
    Compare(evaluate::CompareCommand),
    /// Pictures: boundaries, densities, log-odds contributions
    #[command(
        after_long_help = "As text, Markdown, HTML (the picture with a table) or, with --output x.svg, SVG."
    )]
    Plot(plot::PlotCommand),
    /// Lists the claims of the notes, or draws the curve that shows one
    Experiments(experiments::Experiments),
    /// Lists the embedded samples, or prints one
    Samples(experiments::Samples),
    /// What the terminal can do, and where files are stored
    Doctor(doctor::DoctorCommand),
    /// Prints where files are stored
    Paths(practice::Paths),
    /// Prints completions for a shell
    #[command(after_long_help = complete::NOTES)]
    Completions(complete::Completions),
    /// Prints the manual page of the program or of a command
    Man(complete::Man),
}

impl MainCommand {
    fn run(self) -> Result<u8, Problem> {
        match self {
            MainCommand::Check(check) => return check::run(&check),
            MainCommand::Mark(mark) => return mark::run(&mark),
            MainCommand::Exercise(exercise) => exercise::run(&exercise),
            MainCommand::Show(show) => start::show(show),
            MainCommand::Fit(of) => start::fit(of),
            MainCommand::Explain(explain) => explain::run(explain),
            MainCommand::Practice(practice) => practice::run(practice),
            MainCommand::Evaluate(evaluate) => evaluate::run(evaluate),
            MainCommand::Predict(predict) => predict::run(predict),
            MainCommand::Sums(sums) => sql::sums(sums),
            MainCommand::Given(given) => flags::run(&given),
            MainCommand::Draw(draw) => draw::run(&draw),
            MainCommand::Sql(sql) => sql::run(&sql),
            MainCommand::Compare(compare) => evaluate::compare(compare),
            MainCommand::Plot(plot) => plot::run(plot),
            MainCommand::Experiments(experiments) => experiments::run(experiments),
            MainCommand::Samples(samples) => experiments::samples(&samples),
            MainCommand::Doctor(doctor) => doctor::run(&doctor),
            MainCommand::Paths(paths) => practice::paths(&paths),
            MainCommand::Completions(of) => complete::print(&of),
            MainCommand::Man(of) => complete::run(&of),
        }?;
        Ok(0)
    }
}

/// Commands whose flags of the output choose no format.
const WITHOUT_FORMATS: [&str; 4] = ["sql", "new", "sheet", "moodle"];

/// The flags of the output, and whether they choose a format; `None` for a command that has none of them.
fn output_flags(mut matches: &ArgMatches) -> Option<(OutputFlags, bool)> {
    let mut name = "";
    while let Some((below, of_command)) = matches.subcommand() {
        (name, matches) = (below, of_command);
    }
    let has_flags = matches.try_get_one::<bool>("force").ok().flatten().is_some();
    let flags = has_flags.then(|| OutputFlags::from_arg_matches(matches).ok())??;
    Some((flags, !WITHOUT_FORMATS.contains(&name)))
}

fn refuse_ending(flags: &OutputFlags) -> output::Outcome {
    let path = flags.output.as_deref().filter(|path| flags.format().is_none() && !output::is_no_file(path));
    let Some((path, ending)) = path.and_then(|path| Some((path, path.extension()?))) else { return Ok(()) };
    Err(Problem::usage(
        format!("“{}”: no format ends with .{}", path.to_string_lossy(), ending.to_string_lossy()),
        "pass --format text, or use an ending that names a format: .txt, .md, .tex, .html, .csv, .json or .svg",
    ))
}

pub fn definition() -> clap::Command {
    help::with_examples(Cli::command(), "")
}

pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    complete::answer();
    let arguments = paged::after_command(arguments.into_iter().collect());
    let command = help::for_arguments(definition(), &arguments).color(paged::colours_of_help(&arguments));
    let parsed = command.try_get_matches_from(&arguments).and_then(|matches| {
        let flags = output_flags(&matches);
        Ok((Cli::from_arg_matches(&matches)?, flags))
    });
    let (cli, flags) = match parsed {
        Ok(parsed) => parsed,
        // Help and version are answers.
        Err(error) if !error.use_stderr() => {
            let _ = error.print();
            return ExitCode::SUCCESS;
        }
        Err(error) => {
            let conflict = error.kind() == ErrorKind::ArgumentConflict;
            match no_data::mistyped_command(&arguments, conflict) {
                Some(problem) => output::print_error(&problem, false),
                None => output::write_lines(&error.render().to_string()),
            }
            return ExitCode::from(output::USAGE);
        }
    };
    cli.printing.begin();
    let json = flags.as_ref().is_some_and(|(flags, _)| flags.is_json());
    let ending =
        flags.filter(|(_, has_formats)| *has_formats).map_or(Ok(()), |(flags, _)| refuse_ending(&flags));
    let outcome = ending.and_then(|()| match cli.command {
        Some(command) => command.run(),
        None => {
            let problem = cli.start.data.as_deref().and_then(|word| no_data::mistyped_word(word, &arguments));
            problem.map_or(Ok(()), Err).and_then(|()| start::run(cli.start)).map(|()| 0)
        }
    });
    match outcome {
        Ok(verdict) => ExitCode::from(verdict),
        Err(problem) => {
            output::print_error(&problem, json);
            ExitCode::from(output::status(&problem))
        }
    }
}
