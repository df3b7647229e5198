//! Help, version, manual, completions, colours, and reports on the surroundings.

use crate::{Folder, contains, fails, has, prints, program};

use std::fs;

use serde_json::Value;

/// What a command prints with these environment variables.
fn with(line: &str, variables: &[(&str, &str)]) -> String {
    let mut command = Folder::package().command(line);
    ["NO_COLOR", "CLICOLOR_FORCE", "CLICOLOR"].into_iter().for_each(|name| _ = command.env_remove(name));
    let output = command.envs(variables.iter().copied()).output().unwrap();
    let (status, out, err) = program::outcome(output);
    assert_eq!(status, 0, "{line}: {err}");
    out
}

#[test]
fn the_help_is_one_screen_with_h_and_in_groups_with_help() {
    let (short, long) = (prints("-h"), prints("--help"));
    assert_eq!(long, prints("help"));
    let at = |text: &str| long.find(text).unwrap_or_else(|| panic!("{text}: {long}"));
    let order =
        "Look:,  explain ,Assess:,  compare ,Practise:,Teach:,  mark ,Numbers:,  draw ,About:,  doctor ";
    let order: Vec<usize> = order.split(',').map(at).collect();
    assert!(order.is_sorted(), "{long}");
    has(&long, &["--color <WHEN>", "--no-pager"]);
    assert!(!long.contains("Commands:") && short.lines().count() <= 30, "{long}\n{short}");
    let commands = "show,fit,explain,plot,predict,samples,evaluate,compare,experiments,practice,check,exercise,\
                    exercise new,exercise print,mark,given,draw,sums,sql,doctor,paths,completions,man";
    for command in commands.split(',') {
        let (short, long) = (prints(&format!("{command} -h")), prints(&format!("{command} --help")));
        assert!(short.lines().count() <= 36, "{command}: {short}");
        assert!(short.ends_with(&format!("All flags and examples: posterior {command} --help\n")), "{short}");
        let mut flags = short.lines().filter(|line| line.trim_start().starts_with("--"));
        assert!(flags.all(|line| line.contains("  ")), "{short}");
        let example = if command == "completions" { "source" } else { "posterior " };
        contains(&long, &[&format!("Examples:\n  {example}"), "-h, --help"], command);
    }
    // What a flag does is described in short, and in full with --help.
    assert!(!prints("show -h").contains("without COL="));
    has(&prints("show --help"), &["without COL="]);
}

#[test]
fn the_version_is_one_line_with_v_and_has_the_build_with_version() {
    let short = format!("posterior {}\n", env!("CARGO_PKG_VERSION"));
    assert_eq!(prints("-V"), short);
    has(&prints("--version"), &[&short, "commit: ", "target: ", "build:  "]);
}

#[test]
fn doctor_reports_the_terminal_and_the_clipboards_it_tries() {
    let tmux =
        [("TMUX", "/tmp/tmux"), ("SSH_TTY", "/dev/pts/1"), ("TERM", "xterm-256color"), ("LC_ALL", "C")];
    let text = with("doctor", &tmux);
    let parts = [
        "TERM        xterm-256color",
        "256, because of TERM",
        "LC_ALL=C",
        "ASCII, because of",
        "tried         OSC 52, tmux",
        "through SSH",
        "escape-time",
        "⣿",
        "│",
    ];
    has(&text, &parts);
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    let console = with("doctor --format json", &[("TERM", "linux"), ("TMUX", "")]);
    let console: Value = serde_json::from_str(&console).unwrap();
    assert_eq!(console["clipboard"]["tried"], "a file (below)");
    assert_eq!(console["program"]["version"], env!("CARGO_PKG_VERSION"));
}

#[test]
fn colours_are_sent_on_request_and_the_text_is_the_same() {
    let bare = |text: &str| text.replace("\u{1b}[1m", "").replace("\u{1b}[0m", "");
    let line = "explain sample:weather";
    let plain = with(line, &[]);
    assert!(!plain.contains('\u{1b}'));
    for (flag, variables) in [("--color=always", &[][..]), ("", &[("CLICOLOR_FORCE", "1")])] {
        let coloured = with(&format!("{line} {flag}"), variables);
        has(&coloured, &["\u{1b}[1mThe model predicts Yes"]);
        assert_eq!(bare(&coloured), plain);
    }
    assert_eq!(with(line, &[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")]), plain, "NO_COLOR wins");
    for other in ["--format json", "--format markdown", "--plain"] {
        assert!(!with(&format!("{line} --color always {other}"), &[]).contains('\u{1b}'), "{other}");
    }
    fails(2, "samples --color pink", &["pink"]);
    assert_eq!(with("--no-pager --color never samples", &[]), prints("samples"));
}

#[test]
fn every_command_has_a_manual_page() {
    let folder = Folder::new();
    assert_eq!(folder.prints("man --output man1"), "");
    assert_eq!(folder.prints("man --output man1"), "", "again");
    let pages: Vec<_> = fs::read_dir(folder.at("man1")).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert_eq!(pages.len(), 26);
    for page in pages {
        let text = fs::read_to_string(&page).unwrap().replace('"', "");
        for section in ["NAME", "SYNOPSIS", "EXIT STATUS", "FILES", "ENVIRONMENT", "EXAMPLES"] {
            assert!(text.contains(&format!(".SH {section}\n")), "{page:?} {section}");
        }
    }
    assert_eq!(folder.read("man1/posterior-exercise-new.1"), prints("man exercise new"));
    fails(2, "man explian", &["explain"]);
}

/// The completions of the last word of `posterior LINE`. `_` is an empty last word.
fn completions(folder: &Folder, line: &str) -> Vec<String> {
    let words = crate::words(&format!("posterior {line}"));
    let index = (words.len() - 1).to_string();
    let mut command = folder.command("--");
    command.args(words.iter().map(|word| if word == "_" { "" } else { word }));
    command.env("POSTERIOR_COMPLETE", "fish").env("_CLAP_COMPLETE_INDEX", index).env("_CLAP_IFS", "\n");
    let (_, out, _) = program::outcome(command.output().unwrap());
    out.lines().map(|line| line.split('\t').next().unwrap_or_default().to_owned()).collect()
}

#[test]
fn completions_know_samples_exercises_and_the_columns_of_the_data() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = prints(&format!("completions {shell}"));
        contains(&script, &["POSTERIOR_COMPLETE", "posterior"], shell);
    }
    let crops = "leaf length;leaf-width;stem\u{1b}x;kind\n1,5;2;a;oat\n2,5;3;b;rye\n3;1;c;spelt\n";
    let folder = Folder::with(&[("crops.csv", crops)]);
    for (line, expected) in [
        ("show sample:pl", &["sample:play-tennis"][..]),
        ("sample:we", &["sample:weather"]),
        ("samples we", &["weather"]),
        ("practice course:one-f", &["course:one-feature"]),
        ("experiments gda-n", &["gda-needs-less"]),
        ("fit sample:iris --target sp", &["species"]),
        // A name with ESC is not offered.
        ("fit crops.csv --target _", &["leaf length", "leaf-width", "kind"]),
        ("fit crops.csv --features kind,leaf-", &["kind,leaf-width"]),
        ("fit crops.csv --alpha 1 --bins 'leaf '", &["leaf length="]),
        ("explain crops.csv --query 'kind=oat,leaf '", &["kind=oat,leaf length="]),
        ("fit --target le", &[]),
    ] {
        assert_eq!(completions(&folder, line), expected, "{line}");
    }
}

#[test]
fn completions_read_only_the_beginning_of_the_data() {
    let folder = Folder::new();
    let columns = |text: String| {
        folder.write("data.csv", text);
        completions(&folder, "fit data.csv --target _").len()
    };
    // An error behind the beginning is not reached.
    let rows = "1,2,x\n".repeat(20_000);
    assert_eq!(columns(format!("a,b,class\n{rows}\"open")), 3);
    // A first line that is longer than what is read is not a header.
    let header =
        |columns: usize| (0..columns).map(|at| format!("column-{at:05}")).collect::<Vec<_>>().join(",");
    let table = |columns: usize| format!("{}\n{}\n", header(columns), vec!["x"; columns].join(","));
    assert_eq!([100, 3_000, 8_000].map(|width| columns(table(width))), [100, 1_000, 0]);
}

/// The same place on every system: not below Library on a Mac.
#[cfg(unix)]
#[test]
fn settings_are_looked_for_in_config_below_the_home_folder() {
    let folder = Folder::new();
    let own = folder.at("own");
    for (variable, below) in [("", ".config"), (own.as_str(), "own")] {
        let paths = with("paths --format json", &[("HOME", &folder.at("")), ("XDG_CONFIG_HOME", variable)]);
        let paths: Value = serde_json::from_str(&paths).unwrap();
        assert_eq!(paths["config"], folder.at(&format!("{below}/posterior/config.toml")));
    }
}

#[test]
fn output_into_a_pipe_runs_no_other_program() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new();
    // Programs that would be asked for the size of a terminal, and pagers.
    for name in ["tput", "stty", "less", "more"] {
        folder.write(name, format!("#!/bin/sh\necho {name} >> '{}'\necho 80\n", folder.at("ran")));
        fs::set_permissions(folder.at(name), fs::Permissions::from_mode(0o755)).unwrap();
    }
    let mut command = folder.command("show sample:play-tennis");
    let output = command.env("PATH", &folder.path).env_remove("PAGER").output().unwrap();
    assert!(output.status.success());
    assert!(!folder.path.join("ran").exists(), "{}", folder.read("ran"));
}
