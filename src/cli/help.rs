//! Help and manual pages beyond the flags: the commands in groups, and examples of each.

use std::ffi::OsString;

use clap::{Arg, ArgAction, Command};

pub(super) const GROUPS: [(&str, &[&str]); 6] = [
    ("Look", &["show", "fit", "explain", "plot", "predict", "samples"]),
    ("Assess", &["evaluate", "compare", "experiments"]),
    ("Practise", &["practice", "check"]),
    ("Teach", &["exercise", "mark"]),
    ("Numbers", &["given", "draw", "sums", "sql"]),
    ("About", &["doctor", "paths", "completions", "man", "help"]),
];

/// The output of `posterior -h`: one screen.
const SCREEN: &str = include_str!("screen.txt");

/// Examples of each command below its name.
const EXAMPLES: &str = include_str!("examples.txt");

pub(super) fn examples(command: &str) -> Vec<&'static str> {
    let name = format!("posterior {command}");
    let mut lines = EXAMPLES.lines();
    let _ = lines.find(|line| *line == name.trim_end());
    lines.map_while(|line| line.strip_prefix("  ")).collect()
}

/// Columns of a line of -h.
const WIDE: usize = 80;

/// A command line with examples below the help of each command; `words` are those before it. `-h` fits on one screen: the help of
/// each flag up to the first semicolon, and a few examples.
pub(super) fn with_examples(command: Command, words: &str) -> Command {
    let below = |examples: &[&str]| format!("Examples:\n  {}", examples.join("\n  "));
    let all = examples(words);
    let few: Vec<&str> = all.iter().copied().filter(|line| line.len() + 2 <= WIDE).take(2).collect();
    let examples = if few.is_empty() { String::new() } else { format!("{}\n\n", below(&few)) };
    let notes = command.get_after_long_help().map(|notes| format!("{}\n\n{}", notes.ansi(), below(&all)));
    let help = Arg::new("help").short('h').long("help").action(ArgAction::Help).hide_short_help(true);
    let command = command
        .disable_help_flag(true)
        .arg(help.help("Print this help; -h prints one screen of it"))
        .after_help(format!("{examples}All flags and examples: posterior {words} --help"))
        .after_long_help(notes.unwrap_or_else(|| below(&all)))
        .mut_args(in_short);
    command.mut_subcommands(|command| {
        let words = format!("{words} {}", command.get_name());
        with_examples(command, words.trim_start())
    })
}

fn in_short(arg: Arg) -> Arg {
    // Taking colours out of a help that has none took half of the time to start.
    let help = arg.get_help().map(|help| help.ansi().to_string()).unwrap_or_default();
    match help.split_once("; ") {
        Some((short, _)) if arg.get_long_help().is_none() => arg.help(short.to_owned()).long_help(help),
        _ => arg,
    }
}

/// Lays out the help of the program itself: one screen for -h, and the commands in groups for --help.
pub(super) fn for_arguments(command: Command, arguments: &[OsString]) -> Command {
    let long = arguments.iter().any(|word| word == "--help" || word == "help");
    if !long {
        return command.override_help(SCREEN);
    }
    let about = |name: &str| {
        let command = command.find_subcommand(name);
        let about = command.and_then(|command| Some(command.get_about()?.to_string()));
        about.unwrap_or_else(|| "Prints this help, or the help of a command".to_owned())
    };
    let line = |name: &&str| format!("  {name:12} {}\n", about(name));
    let group =
        |(group, names): (&str, &[&str])| format!("{group}:\n{}", names.iter().map(line).collect::<String>());
    let groups = GROUPS.map(group).join("\n");
    let usage = "posterior [DATA] [FLAGS]\n       posterior COMMAND [DATA] [FLAGS]";
    let command = command.mut_subcommands(|command| command.hide(true)).override_usage(usage);
    command
        .before_long_help(groups.trim_end().to_owned())
        .help_template("{about-with-newline}\n{usage-heading} {usage}\n\n{before-help}{all-args}{after-help}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::definition;

    fn words(line: &str) -> Vec<String> {
        let end =
            [" > ", " | "].iter().filter_map(|sign| line.find(sign)).filter(|at| !line[..*at].contains('"'));
        shlex::split(&line[..end.min().unwrap_or(line.len())]).unwrap()
    }

    #[test]
    fn every_command_has_examples_and_every_example_can_be_read() {
        fn each(command: &Command, words: &str) {
            assert!(!examples(words).is_empty(), "“{words}” has no example");
            for command in command.get_subcommands() {
                each(command, format!("{words} {}", command.get_name()).trim_start());
            }
        }
        each(&definition(), "");
        for example in EXAMPLES.lines().filter_map(|line| line.strip_prefix("  ")) {
            if example.starts_with("source") {
                continue;
            }
            let found = definition().try_get_matches_from(words(example));
            assert!(found.is_ok(), "{example}: {}", found.unwrap_err());
        }
    }

    #[test]
    fn the_screen_and_the_groups_name_what_there_is() {
        let definition = definition();
        let grouped: Vec<&str> = GROUPS.iter().flat_map(|(_, names)| names.iter().copied()).collect();
        for command in definition.get_subcommands().filter(|command| !command.is_hide_set()) {
            assert!(grouped.contains(&command.get_name()), "{}", command.get_name());
        }
        assert!(grouped.iter().all(|name| SCREEN.contains(name)));
        assert!(SCREEN.lines().all(|line| line.chars().count() <= 80) && SCREEN.lines().count() <= 30);
        let flags = SCREEN.split([' ', '\n', '.']).filter_map(|word| word.strip_prefix("--"));
        for flag in flags.filter(|flag| *flag != "help") {
            let mut all = definition.get_subcommands().chain([&definition]).flat_map(Command::get_arguments);
            assert!(all.any(|arg| arg.get_long() == Some(flag)), "--{flag}");
        }
    }
}
