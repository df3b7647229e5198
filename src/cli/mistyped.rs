//! What is said of a word that stands where a command or data should, and is neither.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use clap::Command;

use crate::practice::course::{COURSE, lesson};
use crate::problem::{Problem, nearest};
use crate::recipe::quoted;
use crate::table::samples;

fn commands(all: &Command) -> Vec<String> {
    all.get_subcommands().map(|command| command.get_name().to_owned()).chain(["help".to_owned()]).collect()
}

/// The first word of arguments that cannot be read; where flags are in conflict with it, a command behind them.
pub(super) fn first(all: &Command, arguments: &[OsString], conflict: bool) -> Option<Problem> {
    let first = arguments.get(1)?;
    if !first.as_encoded_bytes().starts_with(b"-") {
        return word(all, first, arguments);
    }
    let commands = commands(all);
    let is_command = |word: &&OsString| commands.iter().any(|name| **word == **name);
    arguments.iter().find(is_command).filter(|_| conflict).and_then(|found| word(all, found, arguments))
}

/// A word that looks like no file and is none: no dot, no slash, no `sample:`. Without one, the arguments are read as
/// they are.
pub(super) fn word(all: &Command, word: &OsStr, arguments: &[OsString]) -> Option<Problem> {
    let text = word.to_str()?;
    if text.starts_with('-')
        || text.is_empty()
        || text.contains(['.', '/', '\\', ':'])
        || Path::new(text).exists()
    {
        return None;
    }
    let commands = commands(all);
    let commands = || commands.iter().map(String::as_str);
    if commands().any(|name| name == text) {
        // A command in its place is not mistyped.
        let first = arguments.get(1).is_none_or(|first| first == word);
        return (!first).then(|| {
            let what = format!("the command {text} stands before all flags");
            Problem::usage(what, instead(text, word, arguments))
        });
    }
    let sample = || nearest(text, samples().iter().map(|sample| sample.name));
    let near = nearest(text, commands()).map(str::to_owned);
    let near = near.or_else(|| lesson(text).is_ok().then(|| format!("practice {COURSE}{text}")));
    let near = near.or_else(|| sample().map(|name| format!("sample:{name}")));
    let lists = "`posterior -h` lists the commands, `posterior samples` the tables to start with";
    let fix = match near {
        Some(near) => format!("{}\n{lists}", instead(&near, word, arguments)),
        None => lists.to_owned(),
    };
    Some(Problem::usage(format!("“{text}” is no command, and there is no file of that name"), fix))
}

/// The same command line with another word in the place of this one.
fn instead(near: &str, word: &OsStr, arguments: &[OsString]) -> String {
    let mut rest: Vec<&OsString> = arguments.iter().skip(1).collect();
    if let Some(at) = rest.iter().position(|other| *other == word) {
        rest.remove(at);
    }
    let rest: String = rest.iter().map(|word| format!(" {}", quoted(&word.to_string_lossy()))).collect();
    format!("did you mean `posterior {near}{rest}`?")
}
