//! Control sequences in data: no command sends them to the terminal in any format.
//!
//! The commands and the formats are those of the command line's own definition. A command that is added fails here until
//! `calls` has a way to call it with hostile data; a format that is added is tried at once.

use crate::{Folder, has, prints, program};

use std::io::{Read, Write};
use std::process::{Command as Process, Stdio};
use std::sync::Mutex;

use portable_pty::{CommandBuilder, PtySize, native_pty_system};
use posterior::text::is_hidden;

/// A clipboard, a colour and a title; a control of the second set; a direction; invisible characters; and a key.
const HOSTILE: &str = "\u{1b}]52;c;\u{7}\u{9b}m\u{202e}\u{200b}\u{e0041}\u{7f}";

struct Trap {
    folder: Folder,
}

impl Trap {
    fn set() -> Trap {
        let trap = Trap { folder: Folder::new() };
        let rows =
            [("p", 1.5, "yes"), ("q", 2.5, "no"), ("p", 3.5, "no"), ("q", 4.0, "yes"), ("p", 4.5, "no")];
        // Among so many controls the file would be taken for a binary one.
        let plain = "plain ".repeat(15);
        let rows = rows.map(|(a, n, class)| format!("{plain},{HOSTILE}{a},{n},=1+1{HOSTILE}{class}\n"));
        let head = format!("plain,{HOSTILE}a,{HOSTILE}n,{HOSTILE}class\n");
        trap.folder.write(&format!("h{HOSTILE}.csv"), head + &rows.concat());
        let queries = format!("{HOSTILE}a,{HOSTILE}n\n{HOSTILE}p,2\n{HOSTILE}q{HOSTILE},2.0\n");
        trap.folder.write("q.csv", queries + &format!("# {plain},1\n"));
        let named: String = HOSTILE.chars().map(|c| c.escape_unicode().to_string()).collect();
        let posterior = format!("P(\"=1+1{named}yes\" | x)");
        let new = ["exercise", "new", &trap.csv(), "--row", "1", "--id", "trap", "--random"];
        let exercise = program::printed(&[&new[..], &["--ask", &posterior, "--ask", "class"]].concat());
        // A stranger writes the title and the labels at will.
        let escaped: String = HOSTILE.chars().map(|c| format!("\\U{:08X}", u32::from(c))).collect();
        let own = |text: &str| {
            let lines = text.lines().map(|line| match line.starts_with("title") {
                true => format!("title = \"{escaped}\""),
                false => line.to_owned(),
            });
            lines.collect::<Vec<_>>().join("\n")
        };
        trap.folder.write("random.toml", own(&exercise).replace("[random]", "[random]\nseeds = [1]"));
        trap.folder.write("trap.toml", own(exercise.split_once("\n# The data above").unwrap().0));
        let answers = format!("P(x) = {HOSTILE}9/14\nclass = {HOSTILE}\n{HOSTILE}\n");
        trap.folder.write("s.txt", format!("exercise: trap\nstudent: {HOSTILE}s\n{answers}"));
        trap.folder.write("ids.txt", format!("{HOSTILE}one\n=2{HOSTILE}two\n"));
        trap
    }

    fn at(&self, name: &str) -> String {
        self.folder.at(name)
    }

    fn csv(&self) -> String {
        self.at(&format!("h{HOSTILE}.csv"))
    }

    /// The calls of a command with hostile data: all its ways to show them. Words in capitals are files and names.
    fn calls(&self, command: &str) -> Option<Vec<Vec<String>>> {
        let calls = match command {
            "" | "show" => "CSV | TOML",
            "fit" => "CSV | CSV --model gda --features NUMBER",
            "explain" => {
                "CSV --row 1 | CSV --row 2 --against weka | CSV --row 1 --quantity P(x) | CSV --row 1 --naive
                 | CSV --lms LMS | CSV --queries QUERIES"
            }
            "check" => "HOSTILE CSV --row 1 --of class | 0.5 TOML --of P(x)",
            "practice" => "TOML | CSV | --list",
            "exercise new" => "CSV --row 1 | CSV --row 1 --random",
            "exercise moodle" => "TOML | RANDOM",
            "exercise print" => "TOML | TOML --students IDS",
            "exercise sheet" => "TOML",
            "mark" => "SHEET --exercise TOML | SHEET --exercise TOML --report --names",
            "evaluate" => "CSV | CSV --table classes | CSV --table rows",
            "predict" => "CSV --all | CSV --queries QUERIES",
            "plot" => {
                "pushed CSV --row 1 | feature CSV --x NUMBER | pair CSV --model gda | feature CSV --x HOSTILE"
            }
            "sums" => "CSV",
            "sql" => "HOSTILE --model-from CSV | HOSTILE --model-from CSV --predict",
            "draw" => "CSV -n 3 | CSV -n 2 --working | CSV --class HOSTILE",
            "given" => "P(a)=1/2 P(c|a)=1 P(c|b)=1/4 --query GIVEN | P(a)=1 HOSTILE",
            "compare" => "CSV --models mixed,baseline",
            "experiments" | "samples" | "doctor" | "paths" | "man" => "",
            "completions" => "bash",
            _ => return None,
        };
        let is_wrong = ["", "show", "predict", "practice", "mark"].contains(&command);
        let wrong = if is_wrong { " | ABSENT | CSV --target HOSTILE | CSV HOSTILE" } else { "" };
        let word = |word: &str| match word {
            "CSV" => self.csv(),
            "TOML" => self.at("trap.toml"),
            "RANDOM" => self.at("random.toml"),
            "SHEET" => self.at("s.txt"),
            "IDS" => self.at("ids.txt"),
            "QUERIES" => self.at("q.csv"),
            "ABSENT" => format!("{HOSTILE}absent.csv"),
            "HOSTILE" => HOSTILE.to_owned(),
            "NUMBER" => format!("{HOSTILE}n"),
            "GIVEN" => format!("{HOSTILE}=c"),
            "LMS" => format!("\"{HOSTILE}n\" ~ \"{HOSTILE}n\"^2"),
            word => word.to_owned(),
        };
        let calls = format!("{calls}{wrong}");
        let words =
            |call: &str| command.split(' ').chain(call.split_whitespace()).map(word).collect::<Vec<_>>();
        Some(
            calls
                .split(" | ")
                .map(|call| words(call).into_iter().filter(|word| !word.is_empty()).collect())
                .collect(),
        )
    }

    /// The exit status, and what arrives at a terminal.
    fn on_terminal(&self, arguments: &[String]) -> (u32, Vec<u8>) {
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_posterior"));
        command.args(arguments);
        for (name, value) in
            [("TERM", "xterm-256color"), ("PAGER", "cat"), ("XDG_STATE_HOME", &self.at(HOSTILE))]
        {
            command.env(name, value);
        }
        let pair = native_pty_system().openpty(PtySize { rows: 24, cols: 80, ..PtySize::default() }).unwrap();
        let mut reader = pair.master.try_clone_reader().unwrap();
        // Commands that ask get the end of the input, as Ctrl+D sends it. It is sent first, so that its echo is not in the
        // middle of a character of the output.
        pair.master.take_writer().unwrap().write_all(b"\x04").unwrap();
        let mut child = pair.slave.spawn_command(command).unwrap();
        drop(pair.slave);
        let mut sent = Vec::new();
        // A terminal without a program ends with an error.
        let _ = reader.read_to_end(&mut sent);
        (child.wait().unwrap().exit_code(), sent)
    }

    /// What arrives in a pipe.
    fn in_pipe(&self, arguments: &[String]) -> Vec<u8> {
        let mut command = Process::new(env!("CARGO_BIN_EXE_posterior"));
        command.args(arguments).env("XDG_STATE_HOME", self.at(HOSTILE)).stdin(Stdio::null());
        command.output().unwrap().stdout
    }
}

/// The commands without subcommands, such as `exercise new`.
fn leaves(command: &clap::Command, path: &str) -> Vec<(String, clap::Command)> {
    let below = command.get_subcommands().flat_map(|sub| {
        let path = format!("{path} {}", sub.get_name()).trim().to_owned();
        leaves(sub, &path)
    });
    let own = (!command.is_subcommand_required_set()).then(|| (path.to_owned(), command.clone()));
    own.into_iter().chain(below).collect()
}

/// The formats that a command can be asked for.
fn formats(command: &clap::Command) -> Vec<String> {
    let format = command.get_arguments().find(|argument| argument.get_id() == "format");
    let values = format.map(clap::Arg::get_possible_values).unwrap_or_default();
    values.iter().map(|value| value.get_name().to_owned()).collect()
}

/// The first character that a terminal must not be sent.
fn hostile(sent: &[u8]) -> Option<char> {
    // The line of progress begins by erasing the one before.
    let mut text = String::from_utf8_lossy(sent).replace("\r\n", "\n").replace("\r\u{1b}[K", "");
    // The program's own colours, which differ from those in the data.
    for colour in ["0", "1", "31", "33", "34", "35", "36", "1;31"] {
        text = text.replace(&format!("\u{1b}[{colour}m"), "");
    }
    // The program's own form feeds divide the pages of a report.
    text.chars().find(|c| *c == '\u{fffd}' || is_hidden(*c) && !matches!(c, '\n' | '\t' | '\u{c}'))
}

/// Whether the data are in it, escaped.
fn shows(sent: &[u8]) -> bool {
    let text = String::from_utf8_lossy(sent).to_lowercase();
    ["u+202e", "\\u202e", "\\u{202e}"].iter().any(|form| text.contains(form))
}

/// Commands that print nothing of data, and nothing of a path.
const SILENT: [&str; 4] = ["experiments", "samples", "completions", "man"];

#[test]
fn no_command_sends_control_sequences_of_data_to_the_terminal() {
    let trap = Trap::set();
    let mut work: Vec<(String, Option<String>, Vec<String>)> = Vec::new();
    for (path, command) in leaves(&posterior::cli::definition(), "") {
        let calls = trap.calls(&path);
        let calls = calls.unwrap_or_else(|| panic!("`calls` has no way to call “{path}”"));
        let opens = ["", "practice"].contains(&path.as_str());
        let formats = formats(&command);
        for (at, call) in calls.into_iter().enumerate() {
            let plain = if opens { vec!["--plain".to_owned()] } else { Vec::new() };
            work.push((path.clone(), None, [call.clone(), plain].concat()));
            // Another way to call it shows other things, and every format is tried with the first.
            for format in
                formats.iter().filter(|format| at == 0 || ["csv", "json"].contains(&format.as_str()))
            {
                let asked = ["--format".to_owned(), format.clone()].to_vec();
                work.push((path.clone(), Some(format.clone()), [call.clone(), asked].concat()));
            }
        }
    }
    let found = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for part in work.chunks(work.len().div_ceil(4)) {
            let (trap, found) = (&trap, &found);
            scope.spawn(move || {
                for (path, format, call) in part {
                    let (status, sent) = trap.on_terminal(call);
                    let text = String::from_utf8_lossy(&sent);
                    assert!(!matches!(status, 1 | 101), "{call:?}: {text}");
                    assert_eq!(hostile(&sent), None, "{call:?}: {text:?}");
                    // In a pipe, all but tables are safe to print, too. Sums, queries and drawn rows are for programs, which
                    // need every character. Every format but text is drawn by the same code on a terminal and in a pipe.
                    let is_text = matches!(format.as_deref(), None | Some("text"));
                    let is_data = format.is_none() && ["predict", "sums", "draw"].contains(&path.as_str());
                    if status != 2 && is_text && !is_data && path != "sql" {
                        let sent = trap.in_pipe(call);
                        assert_eq!(hostile(&sent), None, "{call:?}: {}", String::from_utf8_lossy(&sent));
                    }
                    found.lock().unwrap().push((path, format, status, shows(&sent)));
                }
            });
        }
    });
    let found = found.into_inner().unwrap();
    for (path, _) in leaves(&posterior::cli::definition(), "") {
        let mut own = found.iter().filter(|(other, ..)| **other == path);
        assert!(own.clone().any(|(.., status, _)| *status != 2), "“{path}” never succeeds");
        assert!(SILENT.contains(&path.as_str()) || own.any(|(.., shows)| *shows), "“{path}” shows no data");
    }
    for format in ["text", "markdown", "latex", "html", "json", "csv"] {
        let shown = found.iter().any(|(_, of, _, shows)| of.as_deref() == Some(format) && *shows);
        assert!(shown || format == "latex", "nothing hostile came in {format}");
    }
}

#[test]
fn a_table_in_a_pipe_has_the_names_of_the_data_and_no_formula() {
    let trap = Trap::set();
    let (named, csv) = (format!("=1+1{HOSTILE}no"), trap.csv());
    for (raw, expected) in [(&[][..], format!("'{named}")), (&["--raw"], named)] {
        let text = program::printed(&[&["predict", &csv, "--all"], raw].concat());
        let mut rows = csv::Reader::from_reader(text.as_bytes()).into_records();
        assert!(rows.any(|row| row.unwrap()[1] == expected), "{text:?}");
    }
    // The answers of students are written to the table of marks in the same way, and numbers stay numbers.
    trap.folder.write("formula.txt", "exercise: trap\nstudent: @home\nclass = -2+3\n");
    let marks = trap.folder.run("mark formula.txt --exercise trap.toml --format csv").1;
    has(&marks, &["\n'@home,", ",'-2+3,"]);
    let fit = prints("fit sample:iris --model gda --format csv");
    assert!(!fit.contains('\'') && fit.contains(",-"), "{fit}");
}

#[test]
fn a_copied_command_has_no_control_sequences() {
    for word in [HOSTILE, "it's \u{1b}[A", "back\\slash\u{202e}'", "plain", "a b"] {
        let quoted = posterior::recipe::quoted(word);
        assert_eq!(hostile(quoted.as_bytes()), None, "{quoted}");
        let output = Process::new("bash").args(["-c", &format!("printf %s {quoted}")]).output();
        if let Ok(output) = output {
            assert_eq!(String::from_utf8_lossy(&output.stdout), word, "{quoted}");
        }
    }
}
