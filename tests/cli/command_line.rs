//! What belongs to any program: help, version, manual, completions, colours, and what it says of its surroundings.

use std::fs;

use serde_json::Value;
use std::process::Command;

use crate::program::printed;
use crate::{fails, written};

fn with(arguments: &[&str], variables: &[(&str, &str)]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_posterior"));
    ["NO_COLOR", "CLICOLOR_FORCE", "CLICOLOR"].into_iter().for_each(|name| _ = command.env_remove(name));
    let output = command.args(arguments).envs(variables.iter().copied()).output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn the_help_is_one_screen_with_h_and_in_groups_with_help() {
    let short = printed(&["-h"]);
    let long = printed(&["--help"]);
    assert_eq!(long, printed(&["help"]));
    let at = |text: &str| long.find(text).unwrap_or_else(|| panic!("{text}: {long}"));
    let order = [
        "Look:",
        "  explain ",
        "Assess:",
        "  compare ",
        "Practise:",
        "Teach:",
        "  mark ",
        "Numbers:",
        "  draw ",
        "About:",
        "  doctor ",
    ];
    assert!(order.windows(2).all(|pair| at(pair[0]) < at(pair[1])), "{long}");
    assert!(
        long.contains("--color <WHEN>") && long.contains("--no-pager") && !long.contains("Commands:"),
        "{long}"
    );
    assert!(short.lines().count() <= 30, "{short}");
    let commands = "show,fit,explain,plot,predict,samples,evaluate,compare,experiments,practice,check,exercise,\
                    exercise new,exercise print,mark,given,draw,sums,sql,doctor,paths,completions,man";
    for command in commands.split(',') {
        let words = |flag| [command.split(' ').collect::<Vec<_>>(), vec![flag]].concat();
        let (short, long) = (printed(&words("-h")), printed(&words("--help")));
        assert!(short.lines().count() <= 36, "{command}: {short}");
        assert!(short.ends_with(&format!("All flags and examples: posterior {command} --help\n")), "{short}");
        assert!(
            short.lines().all(|line| !line.trim_start().starts_with("--") || line.contains("  ")),
            "{short}"
        );
        let examples =
            if command == "completions" { "Examples:\n  source" } else { "Examples:\n  posterior " };
        assert!(long.contains(examples) && long.contains("-h, --help"), "{command}: {long}");
    }
    // What a flag does stands there in short, and in full where one asks for it.
    assert!(
        !printed(&["show", "-h"]).contains("without COL=")
            && printed(&["show", "--help"]).contains("without COL=")
    );
}

#[test]
fn the_version_is_one_line_with_v_and_says_what_it_was_built_from() {
    let short = format!("posterior {}\n", env!("CARGO_PKG_VERSION"));
    assert_eq!(printed(&["-V"]), short);
    let long = printed(&["--version"]);
    assert!(long.starts_with(&short), "{long}");
    assert!(["commit: ", "target: ", "build:  "].iter().all(|part| long.contains(part)), "{long}");
}

#[test]
fn doctor_reports_the_terminal_and_the_clipboards_it_tries() {
    let tmux =
        [("TMUX", "/tmp/tmux"), ("SSH_TTY", "/dev/pts/1"), ("TERM", "xterm-256color"), ("LC_ALL", "C")];
    let text = with(&["doctor"], &tmux);
    for part in [
        "TERM        xterm-256color",
        "256, because of TERM",
        "LC_ALL=C",
        "ASCII, because of",
        "tried         OSC 52, tmux",
        "through SSH",
        "escape-time",
        "⣿",
        "│",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    let console: Value =
        serde_json::from_str(&with(&["doctor", "--format", "json"], &[("TERM", "linux"), ("TMUX", "")]))
            .unwrap();
    assert_eq!(console["clipboard"]["tried"], "a file (below)");
    assert_eq!(console["program"]["version"], env!("CARGO_PKG_VERSION"));
}

#[test]
fn colours_are_sent_where_they_are_wanted_and_the_text_is_the_same() {
    let bare = |text: &str| text.replace("\u{1b}[1m", "").replace("\u{1b}[0m", "");
    let plain = with(&["explain", "sample:weather"], &[]);
    assert!(!plain.contains('\u{1b}'));
    for (flags, variables) in [(&["--color=always"][..], &[][..]), (&[], &[("CLICOLOR_FORCE", "1")])] {
        let coloured = with(&[&["explain", "sample:weather"], flags].concat(), variables);
        assert!(coloured.contains("\u{1b}[1mThe model predicts Yes"), "{coloured}");
        assert_eq!(bare(&coloured), plain);
    }
    let asked = [("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")];
    assert_eq!(with(&["explain", "sample:weather"], &asked), plain, "NO_COLOR wins");
    for other in [&["--format", "json"][..], &["--format", "markdown"], &["--plain"]] {
        let text = with(&[&["explain", "sample:weather", "--color", "always"], other].concat(), &[]);
        assert!(!text.contains('\u{1b}'), "{other:?}");
    }
    fails(2, &["samples", "--color", "pink"], &["pink"]);
    assert_eq!(with(&["--no-pager", "--color", "never", "samples"], &[]), printed(&["samples"]));
}

#[test]
fn every_command_has_a_manual_page() {
    let (_folder, at) = crate::folder();
    let out = at("man1");
    assert_eq!(printed(&["man", "--output", &out]), "");
    assert_eq!(printed(&["man", "--output", &out]), "", "again");
    let pages: Vec<_> = fs::read_dir(&out).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert_eq!(pages.len(), 26);
    for page in pages {
        let text = fs::read_to_string(&page).unwrap();
        for section in ["NAME", "SYNOPSIS", "EXIT STATUS", "FILES", "ENVIRONMENT", "EXAMPLES"] {
            let plain = format!(".SH {section}\n");
            assert!(
                text.contains(&plain) || text.contains(&format!(".SH \"{section}\"\n")),
                "{page:?} {section}"
            );
        }
    }
    let one = fs::read_to_string(format!("{out}/posterior-exercise-new.1")).unwrap();
    assert_eq!(one, printed(&["man", "exercise", "new"]));
    fails(2, &["man", "explian"], &["explain"]);
}

/// What a shell is offered for the last word.
fn offered(words: &[&str]) -> Vec<String> {
    let index = (words.len() - 1).to_string();
    let variables = [("POSTERIOR_COMPLETE", "fish"), ("_CLAP_COMPLETE_INDEX", &index), ("_CLAP_IFS", "\n")];
    let text = with(&[&["--"], words].concat(), &variables);
    let value = |line: &str| line.split('\t').next().unwrap_or_default().to_owned();
    text.lines().map(value).collect()
}

#[test]
fn completions_know_samples_exercises_and_the_columns_of_the_data() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = printed(&["completions", shell]);
        assert!(script.contains("POSTERIOR_COMPLETE") && script.contains("posterior"), "{shell}: {script}");
    }
    let folder = tempfile::tempdir().unwrap();
    let crops = "leaf length;leaf-width;stem\u{1b}x;kind\n1,5;2;a;oat\n2,5;3;b;rye\n3;1;c;spelt\n";
    let data: &str = &written(&folder, "crops.csv", crops);
    let after = |words: &[&str]| offered(&[&["posterior"], words].concat());
    assert_eq!(after(&["show", "sample:pl"]), ["sample:play-tennis"]);
    assert_eq!(after(&["sample:we"]), ["sample:weather"]);
    assert_eq!(after(&["samples", "we"]), ["weather"]);
    assert_eq!(after(&["practice", "course:one-f"]), ["course:one-feature"]);
    assert_eq!(after(&["experiments", "gda-n"]), ["gda-needs-less"]);
    assert_eq!(after(&["fit", "sample:iris", "--target", "sp"]), ["species"]);
    assert_eq!(
        after(&["fit", data, "--target", ""]),
        ["leaf length", "leaf-width", "kind"],
        "ESC is not offered"
    );
    assert_eq!(after(&["fit", data, "--features", "kind,leaf-"]), ["kind,leaf-width"]);
    assert_eq!(after(&["fit", data, "--alpha", "1", "--bins", "leaf "]), ["leaf length="]);
    assert_eq!(after(&["explain", data, "--query", "kind=oat,leaf "]), ["kind=oat,leaf length="]);
    assert_eq!(after(&["fit", "--target", "le"]), Vec::<String>::new(), "no data, no columns");
}

#[test]
fn completions_read_only_how_the_data_begin() {
    let folder = tempfile::tempdir().unwrap();
    let columns = |text: String| {
        offered(&["posterior", "fit", &written(&folder, "data.csv", text), "--target", ""]).len()
    };
    // What lies behind the beginning is broken, and nobody notices.
    let rows = "1,2,x\n".repeat(20_000);
    assert_eq!(columns(format!("a,b,class\n{rows}\"open")), 3);
    // A first line that is longer than what is read is not a header.
    let header =
        |columns: usize| (0..columns).map(|at| format!("column-{at:05}")).collect::<Vec<_>>().join(",");
    let table = |columns: usize| format!("{}\n{}\n", header(columns), vec!["x"; columns].join(","));
    assert_eq!(columns(table(100)), 100);
    assert_eq!(columns(table(3_000)), 1_000);
    assert_eq!(columns(table(8_000)), 0);
}

/// In one place on every system: not below Library on a Mac.
#[test]
fn settings_are_looked_for_in_config_below_the_home_folder() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path().to_str().unwrap();
    let config = |variables: &[(&str, &str)]| {
        let paths: Value = serde_json::from_str(&with(&["paths", "--format", "json"], variables)).unwrap();
        std::path::PathBuf::from(paths["config"].as_str().unwrap())
    };
    let expected = |below: &str| folder.path().join(below).join("posterior").join("config.toml");
    if cfg!(unix) {
        assert_eq!(config(&[("HOME", home), ("XDG_CONFIG_HOME", "")]), expected(".config"));
        let own = folder.path().join("own");
        assert_eq!(config(&[("HOME", home), ("XDG_CONFIG_HOME", own.to_str().unwrap())]), expected("own"));
    }
}

#[test]
fn what_is_printed_into_a_pipe_runs_no_other_program() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let ran = folder.path().join("ran");
    // What is asked for the size of a terminal, and what shows long text.
    for name in ["tput", "stty", "less", "more"] {
        let program = folder.path().join(name);
        fs::write(&program, format!("#!/bin/sh\necho {name} >> '{}'\necho 80\n", ran.display())).unwrap();
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    }
    let mut command = Command::new(env!("CARGO_BIN_EXE_posterior"));
    let command = command.env("PATH", folder.path()).env_remove("PAGER");
    let output = command.args(["show", "sample:play-tennis"]).output().unwrap();
    assert!(output.status.success());
    assert!(!ran.exists(), "{}", fs::read_to_string(&ran).unwrap());
}
