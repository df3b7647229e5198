//! What `-h`, `--help` and the manual pages say beyond the flags: the commands in groups, and examples of each.

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

/// What `posterior -h` says: one screen.
const SCREEN: &str = "\
Shows every number of a generative classifier and how it is computed.

  posterior [DATA] [FLAGS]           opens the workbench; prints text in a pipe
  posterior COMMAND [DATA] [FLAGS]
  DATA: a CSV file, sample:NAME, course:NAME, an exercise file, or - (stdin)

Look      show         everything               fit      parameters
          explain      a worked posterior       plot     pictures, also SVG
          predict      the class of each row    samples  example tables
Assess    evaluate     confusion matrix, figures, cross-validation
          compare      several models on the same rows
          experiments  claims of the notes, drawn as curves
Practise  practice     work an exercise         check    mark one answer
Teach     exercise     write and print          mark     answer sheets
Numbers   given        a model without data     draw     rows from a model
          sums         counts instead of rows   sql      the same as a query
About     doctor  paths  completions  man  help

Model     --target COL  --features A,B  --bins COL=width:5  --alpha N
          --model auto|categorical|bernoulli|multinomial|gaussian|mixed|gda|qda
          --split leave-one-out|folds:10|holdout:0.3  --seed N  --recipe FILE
Ask       explain DATA --query \"A=x,B=y\" | --row N | --quantity \"P(Sunny | Yes)\"
Output    --output FILE (txt md tex html csv json)  --format NAME  --plain

  posterior explain sample:weather --query \"Weather=Rainy\"
  posterior show weather.csv --alpha 0 --output report.html

All flags: posterior --help. One command: posterior explain --help.
Status: 0 done, 1 failed, 2 usage, 3 data, 4 answer wrong, 5 not marked.
";

/// Examples of each command, by its words.
const EXAMPLES: [(&str, &[&str]); 26] = [
    (
        "",
        &[
            "posterior sample:play-tennis",
            "posterior show weather.csv --target Play --alpha 0",
            "posterior explain sample:weather --query \"Weather=Rainy\"",
            "posterior explain sample:play-tennis --against weka",
            "posterior check \"3/9 * 9/14\" --of \"score(Yes)\" sample:weather",
        ],
    ),
    (
        "show",
        &[
            "posterior show sample:play-tennis",
            "posterior show weather.csv --target Play --alpha 0 --output report.html",
        ],
    ),
    (
        "fit",
        &["posterior fit sample:weather --alpha 1", "posterior fit sample:iris --model gda --format json"],
    ),
    (
        "explain",
        &[
            "posterior explain sample:weather --query \"Weather=Rainy\"",
            "posterior explain sample:weather --quantity \"P(Sunny | Yes)\"",
            "posterior explain sample:weather --why \"P(Yes)\"",
            "posterior explain sample:play-tennis --against weka",
        ],
    ),
    (
        "check",
        &[
            "posterior check \"3/9 * 9/14\" --of \"score(Yes)\" sample:weather",
            "posterior check 0,6 --of \"P(Yes | x)\" sample:weather --query \"Weather=Sunny\"",
        ],
    ),
    (
        "practice",
        &[
            "posterior practice sunny.toml",
            "posterior practice course:one-feature",
            "posterior practice sample:weather --level faded",
            "posterior practice weather.csv --target Play --alpha 0",
        ],
    ),
    ("exercise", &["posterior exercise new weather.csv --query \"Weather=Sunny\" --output sunny.toml"]),
    (
        "exercise new",
        &[
            "posterior exercise new weather.csv --target Play --query \"Weather=Sunny\" --output weather.toml",
            "posterior exercise new weather.csv --target Play --query \"Weather=Sunny\" --random --output weather.toml",
        ],
    ),
    (
        "exercise print",
        &[
            "posterior exercise print weather.toml --students roster.csv --key key.md --output sheets.md",
            "posterior exercise print weather.toml --students ids.txt --format latex --key key.tex --output sheets.tex",
        ],
    ),
    (
        "exercise sheet",
        &[
            "posterior exercise sheet weather.toml --output s01.txt",
            "posterior exercise sheet weather.toml --students roster.csv --folder answers/",
        ],
    ),
    ("exercise moodle", &["posterior exercise moodle weather.toml --output weather.xml"]),
    (
        "mark",
        &[
            "posterior mark s01.txt --exercise weather.toml",
            "posterior mark answers/ --exercise weather.toml --csv marks.csv --feedback feedback/",
            "posterior mark answers/ --exercise weather.toml --report",
            "posterior mark answers/ --exercise weather.toml --students list.csv --names --output report.html",
            "posterior mark answers/ --exercise weather.toml --students list.csv --gradebook grades.csv",
            "posterior mark answers/ --exercise weather.toml --feedback feedback/ --feedback-format html --solution",
        ],
    ),
    (
        "evaluate",
        &[
            "posterior evaluate sample:play-tennis --split leave-one-out",
            "posterior evaluate sample:iris --model gda --split folds:10 --seed 1",
            "posterior evaluate train.csv --target y --split file:test.csv --format csv --table rows",
        ],
    ),
    (
        "predict",
        &[
            "posterior predict sample:play-tennis --queries new.csv",
            "posterior predict sample:iris --model gda --all --output classes.csv",
        ],
    ),
    (
        "draw",
        &[
            "posterior draw sample:iris --model gda -n 150 --seed 1 --output drawn.csv",
            "posterior draw sample:play-tennis -n 1 --uniforms 0.2,0.9,0.4,0.1,0.6 --working",
        ],
    ),
    (
        "given",
        &[
            "posterior given \"P(ill) = 1%\" \"P(pos | ill) = 90%\" \"P(pos | well) = 5%\" --query test=pos",
            "posterior given \"P(male) = 1/2\" \"mean(height | male) = 178\" \"sd(height | male) = 7\" \"mean(height | female) = 165\" \"sd(height | female) = 6\" --query height=172",
        ],
    ),
    (
        "sums",
        &[
            "posterior sums sample:play-tennis --output sums.csv",
            "posterior predict new.csv --model-from sums.csv",
        ],
    ),
    (
        "sql",
        &[
            "posterior sql orders --recipe recipe.toml --dialect duckdb",
            "posterior sql orders --model-from sums.csv --predict",
        ],
    ),
    (
        "compare",
        &[
            "posterior compare sample:iris",
            "posterior compare data.csv --models gda,gaussian,logistic --sort log-loss",
        ],
    ),
    (
        "plot",
        &[
            "posterior plot pair sample:iris --model qda --x petal_length --y petal_width --row 71",
            "posterior plot feature sample:two-clusters",
            "posterior plot pushed sample:play-tennis --output pushed.svg",
            "posterior plot normal --figure 3",
            "posterior plot normal --sigma \"1,0.8;0.8,1\" --view surface",
        ],
    ),
    ("experiments", &["posterior experiments", "posterior experiments gda-needs-less"]),
    (
        "samples",
        &[
            "posterior samples",
            "posterior samples weather > weather.csv",
            "posterior samples weather --recipe",
        ],
    ),
    ("doctor", &["posterior doctor", "posterior doctor --plain --output doctor.txt"]),
    ("paths", &["posterior paths", "posterior paths --format json"]),
    ("completions", &["source <(posterior completions bash)", "posterior completions fish | source"]),
    ("man", &["posterior man explain | man -l -", "posterior man --output ~/.local/share/man/man1"]),
];

pub(super) fn examples(command: &str) -> &'static [&'static str] {
    EXAMPLES.iter().find(|(words, _)| *words == command).map_or(&[], |(_, examples)| examples)
}

const SHORT: usize = 2;

/// Columns of a line of -h.
const WIDE: usize = 80;

/// A command line with examples below the help of each command; `words` are those before it. `-h` fits on one screen: the help of
/// each flag up to the first semicolon, and a few examples.
pub(super) fn with_examples(command: Command, words: &str) -> Command {
    let below = |examples: &[&str]| format!("Examples:\n  {}", examples.join("\n  "));
    let all = examples(words);
    let few: Vec<&str> = all.iter().copied().filter(|line| line.len() + 2 <= WIDE).take(SHORT).collect();
    let examples = if few.is_empty() { String::new() } else { format!("{}\n\n", below(&few)) };
    let notes = command.get_after_long_help().map(|notes| format!("{notes}\n\n{}", below(all)));
    let command = command
        .disable_help_flag(true)
        .arg(
            Arg::new("help").short('h').long("help").action(ArgAction::Help).help(HELP).hide_short_help(true),
        )
        .after_help(format!("{examples}All flags and examples: posterior {words} --help"))
        .after_long_help(notes.unwrap_or_else(|| below(all)))
        .mut_args(in_short);
    command.mut_subcommands(|command| {
        let words = format!("{words} {}", command.get_name());
        with_examples(command, words.trim_start())
    })
}

const HELP: &str = "Print this help; -h prints one screen of it";

fn in_short(arg: Arg) -> Arg {
    let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
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
        for (_, examples) in EXAMPLES {
            for example in examples {
                if example.starts_with("source") {
                    continue;
                }
                let found = definition().try_get_matches_from(words(example));
                assert!(found.is_ok(), "{example}: {}", found.unwrap_err());
            }
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
