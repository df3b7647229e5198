//! `posterior man`: a manual page for the program and for each command.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::{Args, Command};
use clap_mangen::roff::{Roff, bold, roman};

use super::help;
use super::output::{self, Outcome};
use crate::problem::{Problem, nearest};

#[derive(Args)]
pub(super) struct Man {
    /// The command, such as explain or exercise new; without it, the program itself
    #[arg(value_name = "COMMAND")]
    command: Vec<String>,
    /// Write the pages of all commands into this folder, over those that are there
    #[arg(long, value_name = "DIR", conflicts_with = "command")]
    output: Option<PathBuf>,
}

const STATUS: [(&str, &str); 6] = [
    ("0", "All is done."),
    ("1", "Something failed: a file cannot be written, a terminal cannot be used."),
    ("2", "The request was wrong: an unknown flag, a value that makes no sense."),
    ("3", "The data cannot be read, or no model can be fitted to them."),
    ("4", "A checked answer is wrong, or a self test of an exercise fails."),
    ("5", "An answer could not be marked."),
];

const FILES: [(&str, &str); 3] = [
    ("~/.local/state/posterior", "The state folder, where XDG_STATE_HOME is not set."),
    ("progress.toml, answers.toml", "In it, what was done of the course, and the answers to what was begun."),
    ("NAME.tables.csv", "Beside an exercise of random data, which student has which table."),
];

const ENVIRONMENT: [(&str, &str); 8] = [
    (
        "PAGER",
        "Shows text that is longer than the terminal, unless --no-pager is given; without it less. Its words are \
               not read by a shell; empty or cat means none.",
    ),
    ("LESS", "Where it is not set, less is started with FRX."),
    ("NO_COLOR", "Where it is set and not empty, nothing has colours unless --color always is given."),
    ("CLICOLOR_FORCE", "Where it is set and not 0, what is printed has colours also without a terminal."),
    ("TERM, COLORTERM", "How many colours the workbench takes."),
    ("COLORFGBG", "Whether the background is dark or light."),
    ("LC_ALL, LC_CTYPE, LANG", "Where they do not name UTF-8, the workbench draws with ASCII."),
    ("XDG_STATE_HOME", "The folder in which the state folder lies; without it ~/.local/state."),
];

pub(super) fn run(command: &Man, all: Command) -> Outcome {
    // Its own notes, without the examples, which have a section here.
    let mut all = all.disable_help_subcommand(true);
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
    Problem::usage(format!("“{word}” is no command"), fix)
}

fn write_all(command: &Command, words: &str, folder: &std::path::Path) -> Outcome {
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
    roff.control("SH", ["EXIT STATUS"]);
    STATUS.into_iter().for_each(|(status, meaning)| item(&mut roff, status, meaning));
    roff.control("SH", ["FILES"]);
    roff.text([roman(
        "posterior paths prints where they lie here. What is kept is text, and may be deleted.",
    )]);
    FILES.into_iter().for_each(|(file, meaning)| item(&mut roff, file, meaning));
    roff.control("SH", ["ENVIRONMENT"]);
    ENVIRONMENT.into_iter().for_each(|(name, meaning)| item(&mut roff, name, meaning));
    roff.control("SH", ["EXAMPLES"]);
    roff.control("nf", []);
    help::examples(words).iter().for_each(|example| _ = roff.text([roman(*example)]));
    roff.control("fi", []);
    roff.to_writer(&mut out)?;
    out.flush()?;
    Ok(String::from_utf8_lossy(&out).into_owned())
}

fn item(roff: &mut Roff, name: &str, meaning: &str) {
    roff.control("TP", []);
    roff.text([bold(name)]);
    roff.text([roman(meaning)]);
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
