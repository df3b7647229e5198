//! The command line: flags to a recipe, a result to a report.
//!
//! One file per command. Results go to standard output and nowhere else; messages go to standard error as what, where
//! and fix. The exit status says what kind of end it was.

#![allow(missing_docs)]

mod cases;
mod check;
mod compare;
mod doctor;
mod evaluate;
mod exercise;
mod experiments;
mod explain;
mod flags;
mod mark;
mod output;
mod paged;
mod plot;
mod practice;
mod practice_lines;
mod predict;
mod screen;
mod show;
mod start;
mod version;

use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

use self::flags::OfData;
use self::output::Outcome;
use crate::problem::{Problem, nearest};

#[derive(Parser)]
#[command(
    name = "posterior",
    version,
    long_version = version::LONG,
    about = "Every number a generative classifier is made of, with its working",
    long_about = "Opens a CSV in a terminal workbench and shows every number that a generative classifier is made of: \
                  where it came from, which rows it counted, and how the numbers multiply to a posterior. Without a \
                  terminal on standard output the same is printed as text.",
    after_help = "Examples:\n  posterior sample:play-tennis\n  posterior show weather.csv --target Play --alpha 0\n  \
                  posterior explain sample:weather --quantity \"P(Sunny | Yes)\"\n\nposterior COMMAND -h tells the everyday \
                  flags of a command, --help all of them.",
    after_long_help = "Examples:\n  posterior sample:play-tennis\n  posterior show weather.csv --target Play --alpha 0\n  \
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
    #[command(flatten)]
    printing: paged::Printing,
}

#[derive(Subcommand)]
enum Command {
    /// The whole story, from the data to a worked posterior
    Show(OfData),
    /// The parameters: priors and P(value | class)
    #[command(
        after_help = "As CSV: a row for each parameter, with quantity, feature, value, class, numerator and \
                            denominator as counted, decimal, and ln where it was counted. Of a covariance, value is the \
                            other feature."
    )]
    Fit {
        #[command(flatten)]
        of: OfData,
        #[command(flatten)]
        memory: flags::MemoryFlag,
    },
    /// Worked posteriors, or the working of one number
    #[command(
        after_help = "As CSV: a row for each case and class, with case, class, prior, score, ln_score, posterior, \
                            its numerator and denominator in lowest terms, predicted and undefined."
    )]
    Explain(explain::Explain),
    /// One answer, marked: 0 right, 4 wrong, 5 not marked
    Check(check::Check),
    /// An exercise or a worksheet, answered line by line
    #[command(
        mut_arg("seed", |seed| seed.help("The seed of an exercise of random data")),
        after_help = "Without a terminal the question sheet is printed.\n\nExamples:\n  posterior practice \
                            sunny.toml\n  posterior practice course:one-feature\n  posterior practice sample:weather \
                            --level faded\n  posterior practice weather.csv --target Play --alpha 0"
    )]
    Practice(practice::Practice),
    /// Exercises: write one from data, test it, print it
    #[command(
        subcommand,
        after_help = exercise::STORY
    )]
    Exercise(exercise::Command),
    /// Answer sheets, marked line by line
    #[command(
        after_help = "The exit status is 0 where all is right, 4 where some is wrong, 5 where none is wrong and some is \
                            not marked.\n\nA sheet is a text file: lines such as “exercise: weather-sunny” and “student: s01”, then one \
                            answer on each line as “P(Yes) = 9/14”; # begins a comment. Decimals have a point or a \
                            comma. A CSV has a row for each student and the labels in its header, as a form writes \
                            it. Sheets are never changed.\n\nExamples:\n  posterior mark s01.txt --exercise \
                            weather.toml\n  posterior mark answers/ --exercise weather.toml --csv marks.csv \
                            --feedback feedback/\n  posterior mark answers/ --exercise weather.toml --report\n  posterior \
                            mark s01.txt --exercise weather.toml --watch\n\nOf a course:\n  posterior mark answers/ \
                            --exercise weather.toml --students list.csv --names --output report.html\n  posterior mark \
                            answers/ --exercise weather.toml --students list.csv --gradebook grades.csv \
                            --gradebook-for canvas\n  posterior mark answers/ --exercise weather.toml --feedback \
                            feedback/ --feedback-format html --solution\nMoodle asks which column is which: ID number or \
                            Email address names the student. Canvas takes the list that it exports itself as --students \
                            and knows its students again. regrade.toml beside marks.csv or grades.csv changes marks \
                            whenever they are made:\n  [[rule]]\n  line = \"P(Sunny|Yes)\"\n  accept = [\"3/14\"]\n  \
                            reason = \"the question could be read so\"\n  [[rule]]\n  student = \"s05\"\n  line = 3\n  \
                            marks = 0.5\n  [[rule]]\n  line = \"class\"\n  drop = true\nA rule can also name an \
                            exercise and a seed; one that changes nothing is said.\n\nWhere the data are drawn ([random]), a \
                            sheet needs the line “seed: 4127” as it stands on the student's question sheet, and a CSV \
                            a column seed. A sheet without it is not marked, and that is said"
    )]
    Mark(mark::Mark),
    /// The confusion matrix and what follows from it
    #[command(
        after_help = "As CSV: the confusion matrix with a row for each actual class, or with --table classes or \
                            rows another table."
    )]
    Evaluate(evaluate::Evaluate),
    /// The class and the posteriors of each row, as CSV
    #[command(
        after_help = "The columns are row, predicted, undefined and P(class) for each class. A row that cannot be \
                            predicted has an empty class, and undefined says why: zero_evidence (every score is 0), \
                            undefined_parameter (0/0), missing_feature or not_a_number. Remarks go to standard error."
    )]
    Predict(predict::Predict),
    /// Several models judged by the same rows
    Compare(compare::Compare),
    /// Pictures: boundaries, densities, what pushed a case, ℓ
    #[command(
        after_help = "As text, Markdown, HTML (the picture with a table) or, with --output x.svg, SVG.\n\nExamples:\n  \
                            posterior plot pair sample:iris --model qda --x petal_length --y petal_width --row \
                            71\n  posterior plot feature sample:two-clusters\n  posterior plot pushed \
                            sample:play-tennis --output pushed.svg\n  posterior plot likelihood sample:weather --of \
                            \"P(Sunny | Yes)\"\n  posterior plot normal --figure 3\n  posterior plot normal --sigma \
                            \"1,0.8;0.8,1\" --view surface"
    )]
    Plot(plot::Plot),
    /// Lists the claims of the notes, or draws the curve that shows one
    Experiments(experiments::Experiments),
    /// Lists the embedded samples, or prints one
    Samples(experiments::Samples),
    /// What the terminal can do, and where things are kept
    Doctor(doctor::Doctor),
    /// Prints where things are kept
    Paths(practice::Paths),
    /// Prints completions for a shell
    Completions(Completions),
    /// Prints the manual page
    Man,
}

/// What is said of a word that is no file, and nearly a command.
fn mistyped(word: &OsStr) -> Option<Problem> {
    let word = word.to_str().filter(|word| !Path::new(word).exists())?;
    let commands = definition();
    let name = nearest(word, commands.get_subcommands().map(clap::Command::get_name))?;
    if name == word {
        return None;
    }
    Some(Problem::usage(format!("there is no file “{word}”"), format!("did you mean `posterior {name}`?")))
}

pub fn definition() -> clap::Command {
    Cli::command()
}

pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    let cli = match Cli::try_parse_from(&arguments) {
        Ok(cli) => cli,
        // Help and version are answers.
        Err(error) if !error.use_stderr() => {
            let _ = error.print();
            return ExitCode::SUCCESS;
        }
        Err(error) => {
            match arguments.get(1).and_then(|word| mistyped(word)) {
                Some(problem) => output::complain(&problem, false),
                None => output::say(&error.render().to_string()),
            }
            return ExitCode::from(output::USAGE);
        }
    };
    cli.printing.begin();
    let mut verdict = 0;
    let (json, outcome) = match cli.command {
        None => (cli.start.output.is_json(), start::run(cli.start)),
        Some(Command::Show(show)) => (show.output.is_json(), show::run(show)),
        Some(Command::Fit { of, memory }) => (of.output.is_json(), show::fit(of, memory)),
        Some(Command::Explain(explain)) => (explain.output.is_json(), explain::run(explain)),
        Some(Command::Check(check)) => {
            (check.output.is_json(), check::run(&check).map(|found| verdict = found))
        }
        Some(Command::Practice(practice)) => (practice.output.is_json(), practice::run(practice)),
        Some(Command::Exercise(exercise)) => {
            (exercise.is_json(), exercise::run(&exercise).map(|found| verdict = found))
        }
        Some(Command::Mark(mark)) if mark.watch => (false, mark::watch(&mark)),
        Some(Command::Mark(mark)) => (mark.output.is_json(), mark::run(&mark).map(|found| verdict = found)),
        Some(Command::Evaluate(evaluate)) => (evaluate.output.is_json(), evaluate::run(evaluate)),
        Some(Command::Predict(predict)) => (predict.output.is_json(), predict::run(predict)),
        Some(Command::Compare(compare)) => (compare.output.is_json(), compare::run(compare)),
        Some(Command::Plot(plot)) => (plot.output.is_json(), plot::run(plot)),
        Some(Command::Experiments(experiments)) => {
            (experiments.output.is_json(), experiments::run(experiments))
        }
        Some(Command::Samples(samples)) => (false, experiments::samples(&samples)),
        Some(Command::Doctor(doctor)) => (doctor.output.is_json(), doctor::run(&doctor)),
        Some(Command::Paths(paths)) => (paths.output.is_json(), practice::paths(&paths)),
        Some(Command::Completions(of)) => (false, completions(&of)),
        Some(Command::Man) => (false, man()),
    };
    match outcome {
        Ok(()) => ExitCode::from(verdict),
        Err(problem) => {
            output::complain(&problem, json);
            ExitCode::from(output::status(&problem))
        }
    }
}

#[derive(clap::Args)]
struct Completions {
    /// bash, zsh, fish, elvish or powershell
    shell: clap_complete::Shell,
}

fn completions(command: &Completions) -> Outcome {
    let mut text = Vec::new();
    clap_complete::generate(command.shell, &mut Cli::command(), "posterior", &mut text);
    output::print(&String::from_utf8_lossy(&text))
}

fn man() -> Outcome {
    let mut text = Vec::new();
    // Writing to memory cannot fail.
    let _ = clap_mangen::Man::new(Cli::command()).render(&mut text);
    output::print(&String::from_utf8_lossy(&text))
}
