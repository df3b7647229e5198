//! `posterior doctor`: what the terminal can do, what is drawn with, and where things are kept.

use std::env;
use std::io::{IsTerminal, stdin, stdout};

use clap::Args;
use serde_json::{Map, Value, json};

use super::output::{self, Outcome, OutputFlags};
use super::practice::{NOWHERE, kept};
use crate::app::terminal::theme::Depth;
use crate::app::terminal::{self, Surroundings};
use crate::app::{Clipboards, ThemeName};
use crate::problem::Problem;
use crate::report::{Document, Grid, Role, class_mark};
use crate::text::brief;

#[derive(Args)]
pub(super) struct DoctorCommand {
    #[command(flatten)]
    pub(super) output: OutputFlags,
}

type Section = (&'static str, Vec<(&'static str, String)>);

/// What the program draws with. Each line ends with a bar: all are below each other where characters are as wide as
/// reckoned.
const GLYPHS: [(&str, &str, &str); 7] = [
    ("braille", "⠁⠃⠇⡇⣇⣧⣷⣿ ⢀⣀⡠⠔⠊⠉", "curves of 6 Plot"),
    ("blocks", "▁▂▃▄▅▆▇█ ▏▎▍▌▋▊▉ ░▒▓", "bars"),
    ("box", "┌─┬─┐│├─┼─┤└─┴─┘ ━┃═", "frames and rules"),
    ("marks", "●▲■◆✚★ ○△□◇✛☆ ▸◂ ← ↑ → ↓", "classes, the cursor, keys"),
    ("formulas", "αεθλμσΣℓ ∏∑√·−≈≠≤≥ ²₀ᵀ⁻¹", "formulas"),
    ("wide", "漢字 かな é ñ ü", "names in data"),
    ("ASCII", "o^#*+ |-= <> [] {} ~", "all of it with --ascii"),
];

pub(super) fn run(command: &DoctorCommand) -> Outcome {
    let var = |name: &str| env::var(name).ok().filter(|value| !value.is_empty());
    let kept = kept().into_iter().map(|(what, path)| (what, path.unwrap_or_else(|| NOWHERE.to_owned())));
    let kept = kept.collect();
    let sections = [program(), terminal(var), characters(var), clipboard(var), ("Kept", kept)];
    if command.output.is_json() {
        let all = sections.into_iter().map(|(name, rows)| {
            let rows: Map<String, Value> =
                rows.into_iter().map(|(what, how)| (what.to_owned(), json!(how))).collect();
            (name.to_lowercase(), Value::Object(rows))
        });
        return output::object(&Value::Object(all.collect()), &command.output);
    }
    if command.output.is_csv() {
        return Err(Problem::usage(
            "doctor prints no single table, so it cannot be CSV",
            "pass --format json",
        ));
    }
    let mut document = Document::default();
    for (name, rows) in sections {
        let mut grid = Grid::of([name, ""]);
        rows.into_iter().for_each(|(what, how)| grid.row([what.to_owned(), how]));
        document.grid(grid);
    }
    let mut grid = Grid::of(["Drawn with", "", "", "for"]);
    for (name, glyphs, what_for) in GLYPHS {
        grid.row([name, glyphs, "|", what_for]);
    }
    document.grid(grid);
    document.text(
        "The bars line up if the terminal gives each character the expected width. Boxes, question marks or \
         gaps mean that the font lacks some characters. Pass --ascii, or choose another font.",
    );
    let mut grid = Grid::of(["Colours"]);
    for class in 0..5 {
        grid.push(Role::Class(class), [format!("{} class {}", class_mark(class), class + 1)]);
    }
    document.grid(grid);
    output::document(&document, &command.output)
}

fn program() -> Section {
    let rows = vec![
        ("version", env!("CARGO_PKG_VERSION").to_owned()),
        ("commit", env!("POSTERIOR_COMMIT").to_owned()),
        ("target", env!("POSTERIOR_TARGET").to_owned()),
        ("build", env!("POSTERIOR_BUILD").to_owned()),
    ];
    ("Program", rows)
}

fn terminal(var: impl Fn(&str) -> Option<String>) -> Section {
    let found = Surroundings::read();
    let set = |name: &str| var(name).map_or_else(|| "not set".to_owned(), |value| brief(&value));
    let size = match (stdout().is_terminal(), terminal::size()) {
        (false, _) => "no terminal: a file or a pipe".to_owned(),
        (true, None) => "a terminal of unknown size".to_owned(),
        (true, Some((width, height))) if width < 60 || height < 20 => {
            format!("{width} columns, {height} rows: the workbench needs 60 and 20")
        }
        (true, Some((width, height))) => format!("{width} columns, {height} rows"),
    };
    let colours = match found.depth {
        _ if found.colourless && var("NO_COLOR").is_some() => "none, because NO_COLOR is set",
        _ if found.colourless => "none: TERM says so",
        Depth::True => "16 million, because of COLORTERM",
        Depth::Indexed => "256, because of TERM",
        Depth::Ansi => "16; if the terminal has more, set COLORTERM=truecolor",
    };
    let background = match found.background {
        Some(ThemeName::Light) => "light, because of COLORFGBG",
        Some(_) => "dark, because of COLORFGBG",
        None => "unknown: --theme dark or light chooses",
    };
    let program = [var("TERM_PROGRAM"), var("TERM_PROGRAM_VERSION")].into_iter().flatten();
    let program = program.map(|word| brief(&word)).collect::<Vec<_>>().join(" ");
    let within = match (var("TMUX"), var("STY")) {
        (Some(_), _) => "tmux; `set -s escape-time 10` makes Esc respond faster",
        (None, Some(_)) => "GNU screen",
        (None, None) => "neither tmux nor screen",
    };
    let keyboard = match terminal::check() {
        Err(terminal::Trouble::NoKeyboard) => "none: there is no controlling terminal",
        _ if stdin().is_terminal() => "this terminal",
        _ => "the controlling terminal; standard input is something else",
    };
    let rows = vec![
        ("screen", size),
        ("keyboard", keyboard.to_owned()),
        ("TERM", set("TERM")),
        ("COLORTERM", set("COLORTERM")),
        ("program", if program.is_empty() { "unknown".to_owned() } else { program }),
        ("colours", colours.to_owned()),
        ("background", background.to_owned()),
        ("within", within.to_owned()),
        ("ssh", if is_remote(&var) { "yes" } else { "no" }.to_owned()),
    ];
    ("Terminal", rows)
}

fn is_remote(var: impl Fn(&str) -> Option<String>) -> bool {
    ["SSH_TTY", "SSH_CONNECTION"].into_iter().any(|name| var(name).is_some())
}

fn characters(var: impl Fn(&str) -> Option<String>) -> Section {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(|name| Some((name, var(name)?)));
    let locale =
        locale.map_or_else(|| "not set".to_owned(), |(name, value)| format!("{name}={}", brief(&value)));
    let drawn = if Surroundings::read().ascii {
        "ASCII, because of TERM or of a locale that is not UTF-8"
    } else {
        "all characters; --ascii takes only those of ASCII"
    };
    ("Characters", vec![("locale", locale), ("drawn with", drawn.to_owned())])
}

fn clipboard(var: impl Fn(&str) -> Option<String>) -> Section {
    let found = Clipboards::of(|name| var(name).unwrap_or_default());
    let mut routes: Vec<&str> = found.terminal.then_some("OSC 52").into_iter().collect();
    routes.extend(found.programs.iter().filter_map(|command| command.first()));
    let routes = if routes.is_empty() { "a file (below)".to_owned() } else { routes.join(", ") };
    let where_to = if is_remote(&var) { "the machine that you sit at, through SSH" } else { "this machine" };
    let rows = vec![("tried", routes), ("clipboard of", where_to.to_owned())];
    ("Clipboard", rows)
}

/// What `--version` says; `-V` says the first line.
pub(super) const LONG: &str = concat!(
    env!("CARGO_PKG_VERSION"),
    "\ncommit: ",
    env!("POSTERIOR_COMMIT"),
    "\ntarget: ",
    env!("POSTERIOR_TARGET"),
    "\nbuild:  ",
    env!("POSTERIOR_BUILD"),
);
