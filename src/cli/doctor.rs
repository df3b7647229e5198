//! `posterior doctor`: what the terminal can do, and where files are stored.

use std::env;
use std::io::{IsTerminal, stdin, stdout};

use clap::Args;
use serde_json::Value;

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

type Rows = Vec<(&'static str, String)>;

/// What the program draws with. Each line is printed with a bar at its end: the bars line up if the terminal gives each
/// character the expected width.
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
    let kept = kept().map(|(what, path)| (what, path.unwrap_or_else(|| NOWHERE.to_owned())));
    let program = [
        ("version", env!("CARGO_PKG_VERSION")),
        ("commit", env!("POSTERIOR_COMMIT")),
        ("target", env!("POSTERIOR_TARGET")),
        ("build", env!("POSTERIOR_BUILD")),
    ];
    let sections = [
        ("Program", program.map(|(what, how)| (what, how.to_owned())).to_vec()),
        ("Terminal", terminal(var)),
        ("Characters", characters(var)),
        ("Clipboard", clipboard(var)),
        ("Kept", kept.to_vec()),
    ];
    if command.output.is_json() {
        let all = sections.map(|(name, rows)| (name.to_lowercase(), Value::from_iter(rows)));
        return output::object(&Value::from_iter(all), &command.output);
    }
    if command.output.is_csv() {
        let what = "doctor prints no single table, so it cannot be CSV";
        return Err(Problem::usage(what, "pass --format json"));
    }
    let mut document = Document::default();
    for (name, rows) in sections {
        let mut grid = Grid::of([name, ""]);
        rows.into_iter().for_each(|(what, how)| grid.row([what.to_owned(), how]));
        document.grid(grid);
    }
    let mut grid = Grid::of(["Drawn with", "", "", "for"]);
    GLYPHS.into_iter().for_each(|(name, glyphs, what_for)| grid.row([name, glyphs, "|", what_for]));
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

fn terminal(var: impl Fn(&str) -> Option<String>) -> Rows {
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
    let program = ["TERM_PROGRAM", "TERM_PROGRAM_VERSION"].into_iter().filter_map(&var);
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
    vec![
        ("screen", size),
        ("keyboard", keyboard.to_owned()),
        ("TERM", set("TERM")),
        ("COLORTERM", set("COLORTERM")),
        ("program", if program.is_empty() { "unknown".to_owned() } else { program }),
        ("colours", colours.to_owned()),
        ("background", background.to_owned()),
        ("within", within.to_owned()),
        ("ssh", if is_remote(&var) { "yes" } else { "no" }.to_owned()),
    ]
}

fn is_remote(var: impl Fn(&str) -> Option<String>) -> bool {
    ["SSH_TTY", "SSH_CONNECTION"].into_iter().any(|name| var(name).is_some())
}

fn characters(var: impl Fn(&str) -> Option<String>) -> Rows {
    let mut names = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter();
    let locale = names.find_map(|name| Some(format!("{name}={}", brief(&var(name)?))));
    let locale = locale.unwrap_or_else(|| "not set".to_owned());
    let drawn = if Surroundings::read().ascii {
        "ASCII, because of TERM or of a locale that is not UTF-8"
    } else {
        "all characters; --ascii takes only those of ASCII"
    };
    vec![("locale", locale), ("drawn with", drawn.to_owned())]
}

fn clipboard(var: impl Fn(&str) -> Option<String>) -> Rows {
    let found = Clipboards::of(|name| var(name).unwrap_or_default());
    let mut routes: Vec<&str> = found.terminal.then_some("OSC 52").into_iter().collect();
    routes.extend(found.programs.iter().filter_map(|command| command.first()));
    let routes = if routes.is_empty() { "a file (below)".to_owned() } else { routes.join(", ") };
    let where_to = if is_remote(&var) { "the machine that you sit at, through SSH" } else { "this machine" };
    vec![("tried", routes), ("clipboard of", where_to.to_owned())]
}

/// The output of `--version`; `-V` prints the first line.
pub(super) const LONG: &str = concat!(
    env!("CARGO_PKG_VERSION"),
    "\ncommit: ",
    env!("POSTERIOR_COMMIT"),
    "\ntarget: ",
    env!("POSTERIOR_TARGET"),
    "\nbuild:  ",
    env!("POSTERIOR_BUILD"),
);
