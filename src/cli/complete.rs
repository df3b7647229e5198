//! Completions of a shell: the program itself is asked, so that samples, exercises and the columns of the data that stand
//! on the line are known.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use clap::{Arg, Args, Command};
use clap_complete::engine::{ArgValueCompleter, CompletionCandidate, PathCompleter, ValueCompleter};
use clap_complete::env::Shells;
use clap_complete::{CompleteEnv, Shell};

use super::output::{self, Outcome};
use crate::evaluate::experiments;
use crate::practice::Exercise;
use crate::practice::course::{COURSE, lessons};
use crate::table::{self, Options, Ragged, Source, sample, samples};
use crate::text::is_hidden;
use crate::workbench::settings::THEME;

pub(super) const NOTES: &str = "The shell asks posterior at each Tab, and is to ask the program that it runs: put the line of \
                                the examples into ~/.bashrc, or what does the same into the file of your shell, instead of \
                                keeping what is printed. Of data only the beginning is read.";

#[derive(Args)]
pub(super) struct Completions {
    /// bash, zsh, fish, elvish or powershell
    shell: Shell,
}

/// Says to the program that it is asked for completions, and for which shell.
const VARIABLE: &str = "POSTERIOR_COMPLETE";
/// Bytes of the data that are read for the names of its columns, and columns that are offered.
const HEAD: u64 = 64 << 10;
const MOST: usize = 1_000;

pub(super) fn print(command: &Completions) -> Outcome {
    let mut text = Vec::new();
    // Every shell that can be named is among them, and writing to memory cannot fail.
    if let Some(shell) = Shells::builtins().completer(&command.shell.to_string()) {
        let _ = shell.write_registration(VARIABLE, "posterior", "posterior", "posterior", &mut text);
    }
    output::print(&String::from_utf8_lossy(&text))
}

/// What makes the command line.
type Definition = fn() -> Command;

/// The line that is completed.
#[derive(Clone)]
struct Line {
    words: Arc<[OsString]>,
    definition: Definition,
}

pub(super) fn answer(definition: Definition) {
    if env::var_os(VARIABLE).is_none() {
        return;
    }
    let words = env::args_os().skip_while(|word| word != "--").skip(1).collect();
    let line = Line { words, definition };
    CompleteEnv::with_factory(|| with_values(definition(), &line)).var(VARIABLE).complete();
}

fn with_values(command: Command, line: &Line) -> Command {
    let own = command.get_name().to_owned();
    let command = command.mut_args(|arg| with_value(arg, &own, line));
    command.mut_subcommands(|command| with_values(command, line))
}

/// What completes a word: from what is typed of it.
fn by(complete: impl Fn(&str) -> Vec<CompletionCandidate> + Send + Sync + 'static) -> ArgValueCompleter {
    ArgValueCompleter::new(move |typed: &OsStr| typed.to_str().map(&complete).unwrap_or_default())
}

fn one_of(words: Vec<(String, String)>) -> ArgValueCompleter {
    by(move |typed| {
        let fitting = words.iter().filter(|(word, _)| word.starts_with(typed));
        fitting.map(|(word, help)| CompletionCandidate::new(word).help(Some(help.clone().into()))).collect()
    })
}

fn with_value(arg: Arg, command: &str, line: &Line) -> Arg {
    let value = arg.get_value_names().and_then(|names| names.first()).map(|name| name.as_str().to_owned());
    let line = line.clone();
    let completer = match (command, arg.get_id().as_str(), value.as_deref().unwrap_or_default()) {
        (_, _, "DATA" | "EXERCISE") => named_or_file(),
        ("samples", "name", _) => {
            one_of(samples().iter().map(|of| (of.name.into(), of.title.into())).collect())
        }
        ("experiments", "name", _) => {
            one_of(experiments().iter().map(|of| (of.name.into(), of.title.into())).collect())
        }
        (_, "theme", "NAME") => {
            one_of(THEME.choices.iter().map(|(name, what)| ((*name).into(), (*what).into())).collect())
        }
        ("man", "command", _) => {
            let all = (line.definition)();
            one_of(all.get_subcommands().map(|of| (of.get_name().into(), about(of))).collect())
        }
        (_, _, "COL") => by(move |typed| column(typed, "", "", &line)),
        (_, "features" | "ignore", "A,B") => by(move |typed| {
            let (before, typed) = typed.rsplit_once(',').map_or(("", typed), |(before, last)| (before, last));
            let before = if before.is_empty() { String::new() } else { format!("{before},") };
            column(typed, &before, "", &line)
        }),
        (_, _, "COL=VALUE,…") => by(move |typed| {
            let before = typed.rfind(',').map_or(0, |at| at + 1);
            let (before, typed) = typed.split_at(before);
            column(typed, before, "=", &line)
        }),
        (_, _, value) if value.starts_with("COL=") => by(move |typed| column(typed, "", "=", &line)),
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

/// The columns of the data on the line that begin so, between what stands before and behind.
fn column(typed: &str, before: &str, behind: &str, line: &Line) -> Vec<CompletionCandidate> {
    let columns = data(line).map(|data| columns(&data)).unwrap_or_default();
    let fitting = columns.into_iter().filter(|name| name.starts_with(typed));
    fitting.map(|name| CompletionCandidate::new(format!("{before}{name}{behind}"))).collect()
}

fn data(line: &Line) -> Option<OsString> {
    let matches = (line.definition)().ignore_errors(true).try_get_matches_from(line.words.iter()).ok()?;
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
    // What nobody sees would steer the shell.
    names.filter(|name| !name.chars().any(is_hidden)).take(MOST).collect()
}

fn head(path: &Path) -> Option<Vec<u8>> {
    let file = path.is_file().then(|| File::open(path).ok())??;
    let mut text = Vec::new();
    file.take(HEAD).read_to_end(&mut text).ok()?;
    if text.len() as u64 == HEAD {
        let end = text.iter().rposition(|byte| *byte == b'\n')?;
        text.truncate(end + 1);
    }
    Some(text)
}
