//! Errors for words that are neither a command nor data, and for files that are not data.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use clap::CommandFactory;

use super::Cli;
use super::output::Outcome;
use crate::practice::course::{COURSE, lesson};
use crate::practice::{AnswerSheet, Exercise, ExerciseLibrary, Reach, is_sheet, read_sheet};
use crate::problem::{Problem, nearest};
use crate::recipe::{Recipe, quoted};
use crate::table::samples;

/// Bytes of a file from which its kind is recognised.
pub(super) const HEAD: u64 = 65_536;

/// Returns an error if `data` is an answer sheet; the fix names the commands that take one.
pub(super) fn refuse_answer_sheet(data: &OsStr) -> Outcome {
    let path = Path::new(data);
    let Some(text) = head(path).filter(|text| is_sheet(text)) else { return Ok(()) };
    let name = path.to_string_lossy();
    let what = format!("{name} is an answer sheet, not data");
    let fix = of_sheet(path, read_sheet(&name, &text));
    Err(Problem { kind: "bad_csv", what, fix, ..Problem::default() })
}

fn of_sheet(path: &Path, sheet: AnswerSheet) -> String {
    let file = path.to_string_lossy();
    let mark = format!("mark it with `posterior mark {}", quoted(&file));
    let open = "or open its exercise with `posterior practice";
    let id = sheet.exercise.unwrap_or_default();
    match beside(path, &id) {
        Some(exercise) => format!("{mark}`, {open} {}`", quoted(&exercise.to_string_lossy())),
        None if lesson(&id).is_ok() => format!("{mark} --exercise {COURSE}{id}`, {open} {COURSE}{id}`"),
        None => format!("{mark} --exercise FILE.toml`"),
    }
}

fn beside(sheet: &Path, id: &str) -> Option<PathBuf> {
    let library = ExerciseLibrary::beside(&[sheet.to_path_buf()], Reach::Beside).ok()?;
    let path = library.ids().zip(library.paths()).find(|(known, _)| *known == id)?.1;
    let here = env::current_dir().ok()?;
    Some(path.strip_prefix(here).map(Path::to_path_buf).unwrap_or(path))
}

pub(super) fn is_recipe(path: &Path) -> bool {
    let may_be_recipe = |head: String| !Exercise::is_one(&head) && !is_sheet(&head);
    head(path).is_some_and(may_be_recipe)
        && Recipe::open(path).is_ok_and(|recipe| recipe != Recipe::default())
}

fn head(path: &Path) -> Option<String> {
    first_bytes(path).map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
}

/// How a file begins; `None` for what is not a file. A pipe is left alone: it can be read once only.
pub(super) fn first_bytes(path: &Path) -> Option<Vec<u8>> {
    let file = path.is_file().then(|| File::open(path).ok())??;
    let mut bytes = Vec::new();
    file.take(HEAD).read_to_end(&mut bytes).ok()?;
    Some(bytes)
}

fn commands() -> Vec<String> {
    let names = Cli::command();
    names.get_subcommands().map(|command| command.get_name().to_owned()).chain(["help".to_owned()]).collect()
}

/// Returns the error for arguments that cannot be parsed: for their first word, or for a command behind flags that conflict
/// with it.
pub(super) fn mistyped_command(arguments: &[OsString], conflict: bool) -> Option<Problem> {
    let first = arguments.get(1)?;
    if !first.as_encoded_bytes().starts_with(b"-") {
        return mistyped_word(first, arguments);
    }
    let commands = commands();
    let is_command = |word: &&OsString| commands.iter().any(|name| **word == **name);
    arguments.iter().find(is_command).filter(|_| conflict).and_then(|found| mistyped_word(found, arguments))
}

/// Returns the error for a word that is no file and does not look like one: it has no dot, no slash and no `sample:`.
pub(super) fn mistyped_word(word: &OsStr, arguments: &[OsString]) -> Option<Problem> {
    let text = word.to_str()?;
    let is_file = text.is_empty() || text.contains(['.', '/', '\\', ':']) || Path::new(text).exists();
    if is_file || text.starts_with('-') {
        return None;
    }
    let commands = commands();
    let commands = || commands.iter().map(String::as_str);
    if commands().any(|name| name == text) {
        // A command in its place is not mistyped.
        let first = arguments.get(1).is_none_or(|first| first == word);
        return (!first).then(|| {
            let what = format!("the command {text} must come before all flags");
            Problem::usage(what, did_you_mean(text, word, arguments))
        });
    }
    let sample = || nearest(text, samples().iter().map(|sample| sample.name));
    let near = nearest(text, commands())
        .map(str::to_owned)
        .or_else(|| lesson(text).is_ok().then(|| format!("practice {COURSE}{text}")))
        .or_else(|| sample().map(|name| format!("sample:{name}")));
    let lists = "`posterior -h` lists the commands, and `posterior samples` lists the example tables";
    let fix = match near {
        Some(near) => format!("{}\n{lists}", did_you_mean(&near, word, arguments)),
        None => lists.to_owned(),
    };
    Some(Problem::usage(format!("“{text}” is not a command, and there is no file of that name"), fix))
}

fn did_you_mean(near: &str, word: &OsStr, arguments: &[OsString]) -> String {
    let mut rest: Vec<&OsString> = arguments.iter().skip(1).collect();
    if let Some(at) = rest.iter().position(|other| *other == word) {
        rest.remove(at);
    }
    let rest: String = rest.iter().map(|word| format!(" {}", quoted(&word.to_string_lossy()))).collect();
    format!("did you mean `posterior {near}{rest}`?")
}
