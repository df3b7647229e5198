//! Shell completions, which the program itself computes (samples, exercises, columns of the data), and the man page.

use super::Cli;
use super::help;
use super::no_data::{HEAD, first_bytes};
use super::output::{self, Outcome};
use crate::app::settings::THEME;
use crate::evaluate::experiments;
use crate::practice::Exercise;
use crate::practice::course::{COURSE, lessons};
use crate::problem::{Problem, nearest};
use crate::table::{self, Options, Ragged, Source, sample, samples};
use crate::text::is_hidden;
use clap::{Arg, Args, Command, CommandFactory};
use clap_complete::engine::{ArgValueCompleter, CompletionCandidate, PathCompleter, ValueCompleter};
use clap_complete::env::Shells;
use clap_complete::{CompleteEnv, Shell};
use clap_mangen::roff::{Roff, bold, roman};
use std::env;
use std::ffi::{OsStr, OsString};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

pub(super) const NOTES: &str = "The shell asks posterior at each Tab. Put the line of the examples into ~/.bashrc, or into the start-up file of your shell, instead of saving the printed script: then it always matches the program. Only the beginning of the data is read.";

#[derive(Args)]
pub(super) struct Completions {
    /// bash, zsh, fish, elvish or powershell
    shell: Shell,
}

const VARIABLE: &str = "POSTERIOR_COMPLETE";
const MOST: usize = 1_000;

pub(super) fn print(command: &Completions) -> Outcome {
    let mut text = Vec::new();
    // Every shell that can be named is among them, and writing to memory cannot fail.
    if let Some(shell) = Shells::builtins().completer(&command.shell.to_string()) {
        let _ = shell.write_registration(VARIABLE, "posterior", "posterior", "posterior", &mut text);
    }
    output::print(&String::from_utf8_lossy(&text))
}

pub(super) fn answer() {
    if env::var_os(VARIABLE).is_none() {
        return;
    }
    let words: Arc<[OsString]> = env::args_os().skip_while(|word| word != "--").skip(1).collect();
    CompleteEnv::with_factory(|| with_values(Cli::command(), &words)).var(VARIABLE).complete();
}

fn with_values(command: Command, words: &Arc<[OsString]>) -> Command {
    let own = command.get_name().to_owned();
    let command = command.mut_args(|arg| with_value(arg, &own, words));
    command.mut_subcommands(|command| with_values(command, words))
}

fn by(complete: impl Fn(&str) -> Vec<CompletionCandidate> + Send + Sync + 'static) -> ArgValueCompleter {
    ArgValueCompleter::new(move |typed: &OsStr| typed.to_str().map(&complete).unwrap_or_default())
}

fn one_of(words: impl IntoIterator<Item = (impl Into<String>, impl Into<String>)>) -> ArgValueCompleter {
    let words: Vec<(String, String)> =
        words.into_iter().map(|(word, help)| (word.into(), help.into())).collect();
    by(move |typed| {
        let fitting = words.iter().filter(|(word, _)| word.starts_with(typed));
        fitting.map(|(word, help)| CompletionCandidate::new(word).help(Some(help.clone().into()))).collect()
    })
}

/// Adds what completes an argument; `words` are those of the command line.
fn with_value(arg: Arg, command: &str, words: &Arc<[OsString]>) -> Arg {
    let columns = |begin: fn(&str) -> usize, behind: &'static str| {
        let words = Arc::clone(words);
        by(move |typed| {
            let (before, typed) = typed.split_at(begin(typed));
            let columns = data(&words).map(|data| columns(&data)).unwrap_or_default();
            let fitting = columns.into_iter().filter(|name| name.starts_with(typed));
            fitting.map(|name| CompletionCandidate::new(format!("{before}{name}{behind}"))).collect()
        })
    };
    let last = |typed: &str| typed.rfind(',').map_or(0, |at| at + 1);
    let value = arg.get_value_names().and_then(|names| names.first()).map(|name| name.as_str().to_owned());
    let completer = match (command, arg.get_id().as_str(), value.as_deref().unwrap_or_default()) {
        (_, _, "DATA" | "EXERCISE") => named_or_file(),
        ("samples", "name", _) => one_of(samples().iter().map(|of| (of.name, of.title))),
        ("experiments", "name", _) => one_of(experiments().iter().map(|of| (of.name, of.title))),
        (_, "theme", "NAME") => one_of(THEME.choices.iter().copied()),
        ("man", "command", _) => {
            one_of(Cli::command().get_subcommands().map(|of| (of.get_name(), about(of))))
        }
        (_, _, "COL") => columns(|_| 0, ""),
        (_, "features" | "ignore", "A,B") => columns(last, ""),
        (_, _, "COL=VALUE,…") => columns(last, "="),
        (_, _, value) if value.starts_with("COL=") => columns(|_| 0, "="),
        _ => return arg,
    };
    arg.add(completer)
}

fn about(command: &Command) -> String {
    command.get_about().map(ToString::to_string).unwrap_or_default()
}

fn named_or_file() -> ArgValueCompleter {
    by(|typed| {
        let samples = samples().iter().map(|of| (format!("sample:{}", of.name), of.title));
        let lessons = lessons().map(|of| (format!("{COURSE}{}", of.id), of.teaches));
        let named = samples.chain(lessons).filter(|(name, _)| name.starts_with(typed));
        let named = named.map(|(name, help)| CompletionCandidate::new(name).help(Some(help.into())));
        named.chain(PathCompleter::file().complete(OsStr::new(typed))).collect()
    })
}

fn data(words: &[OsString]) -> Option<OsString> {
    let matches = Cli::command().ignore_errors(true).try_get_matches_from(words).ok()?;
    let mut matches = &matches;
    while let Some((_, below)) = matches.subcommand() {
        matches = below;
    }
    let named = |id: &str| matches.try_get_raw(id).ok().flatten()?.next().map(OsStr::to_owned);
    named("data").or_else(|| named("exercise"))
}

fn columns(data: &OsStr) -> Vec<String> {
    let text = match data.to_str().and_then(|word| word.strip_prefix("sample:")) {
        Some(name) => sample(name).ok().map(|sample| sample.csv.as_bytes().to_vec()),
        None if Exercise::is_named(data) => None,
        None => head(Path::new(data)),
    };
    let Some(text) = text else { return Vec::new() };
    let options = Options { ragged: Ragged::Skip, ..Options::default() };
    let Ok(loaded) = table::load(&Source::bytes("data", text), &options) else { return Vec::new() };
    let names = loaded.table.columns().iter().map(|column| column.name.as_str().to_owned());
    // Invisible characters could control the terminal.
    names.filter(|name| !name.chars().any(is_hidden)).take(MOST).collect()
}

fn head(path: &Path) -> Option<Vec<u8>> {
    let mut text = first_bytes(path)?;
    if text.len() as u64 == HEAD {
        let end = text.iter().rposition(|byte| *byte == b'\n')?;
        text.truncate(end + 1);
    }
    Some(text)
}

#[derive(Args)]
pub(super) struct Man {
    /// The command, such as explain or exercise new; by default the program itself
    #[arg(value_name = "COMMAND")]
    command: Vec<String>,
    /// Write the pages of all commands into this folder, replacing older ones
    #[arg(long, value_name = "DIR", conflicts_with = "command")]
    output: Option<PathBuf>,
}

/// The sections of every manual page: a heading, then names, each with its description below it.
const SECTIONS: &str = include_str!("man.txt");

pub(super) fn run(command: &Man) -> Outcome {
    // Its own notes, without the examples, which have a section here.
    let mut all = Cli::command().disable_help_subcommand(true);
    all.build();
    if let Some(folder) = &command.output {
        output::make_folder(folder)?;
        return write_all(&all, "", folder);
    }
    let mut found = &all;
    for word in &command.command {
        found = found.find_subcommand(word).ok_or_else(|| unknown(found, word))?;
    }
    output::print(&page(found, &command.command.join(" ")).map_err(output::problem)?)
}

fn unknown(among: &Command, word: &str) -> Problem {
    let names = || among.get_subcommands().map(Command::get_name);
    let fix = match (nearest(word, names()), names().next()) {
        (Some(near), _) => format!("did you mean {near}?"),
        (None, Some(_)) => format!("there are: {}", names().collect::<Vec<_>>().join(", ")),
        (None, None) => format!("{} has no commands of its own", among.get_name()),
    };
    Problem::usage(format!("“{word}” is not a command"), fix)
}

fn write_all(command: &Command, words: &str, folder: &Path) -> Outcome {
    let name = ["posterior"].into_iter().chain(words.split_whitespace()).collect::<Vec<_>>().join("-");
    let text = page(command, words).map_err(output::problem)?;
    output::save(&text, &folder.join(format!("{name}.1")), true)?;
    command.get_subcommands().filter(|command| !command.is_hide_set()).try_for_each(|command| {
        write_all(command, format!("{words} {}", command.get_name()).trim_start(), folder)
    })
}

fn page(command: &Command, words: &str) -> io::Result<String> {
    let man = clap_mangen::Man::new(command.clone()).source(concat!("posterior ", env!("CARGO_PKG_VERSION")));
    let mut out = Vec::new();
    man.render_title(&mut out)?;
    man.render_name_section(&mut out)?;
    man.render_synopsis_section(&mut out)?;
    man.render_description_section(&mut out)?;
    man.render_options_section(&mut out)?;
    if command.has_subcommands() {
        man.render_subcommands_section(&mut out)?;
    }
    let mut roff = Roff::new();
    if let Some(notes) = command.get_after_long_help() {
        roff.control("SH", ["NOTES"]);
        as_written(&mut roff, &notes.to_string());
    }
    for line in SECTIONS.lines() {
        let text = line.trim_start();
        match line.len() - text.len() {
            0 => _ = roff.control("SH", [text]),
            2 => _ = roff.control("TP", []).text([bold(text)]),
            _ => _ = roff.text([roman(text)]),
        }
    }
    roff.control("SH", ["EXAMPLES"]);
    roff.control("nf", []);
    help::examples(words).into_iter().for_each(|example| _ = roff.text([roman(example)]));
    roff.control("fi", []);
    roff.to_writer(&mut out)?;
    out.flush()?;
    Ok(String::from_utf8_lossy(&out).into_owned())
}

fn as_written(roff: &mut Roff, text: &str) {
    let mut indented = false;
    for line in text.lines() {
        if line.starts_with("  ") != indented {
            indented = !indented;
            roff.control(if indented { "nf" } else { "fi" }, []);
        }
        match line {
            "" => roff.control("PP", []),
            line => roff.text([roman(line)]),
        };
    }
    if indented {
        roff.control("fi", []);
    }
}
