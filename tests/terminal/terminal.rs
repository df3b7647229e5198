//! The real program on a pseudo-terminal: what it shows, and what it leaves behind.
//!
//! Everything waits for a condition, never for a time. A slow machine can raise the limit: `POSTERIOR_TEST_SECONDS=60`.

#![cfg(unix)]

use std::io::{Read, Write};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, PtyPair, PtySize, native_pty_system};

pub(crate) struct Run {
    pair: PtyPair,
    pub(crate) child: Box<dyn Child + Send + Sync>,
    keyboard: Box<dyn Write + Send>,
    pub(crate) output: Arc<Mutex<Vec<u8>>>,
    flags: String,
    /// What the program keeps between its runs: of this run alone, so that no exercise is one that was begun.
    _state: tempfile::TempDir,
}

fn limit() -> Duration {
    let seconds = std::env::var("POSTERIOR_TEST_SECONDS").ok().and_then(|text| text.parse().ok());
    Duration::from_secs(seconds.unwrap_or(20))
}

impl Run {
    pub(crate) fn start(arguments: &[&str], variables: &[(&str, &str)]) -> Run {
        Run::program(env!("CARGO_BIN_EXE_posterior"), arguments, variables)
    }

    pub(crate) fn program(program: &str, arguments: &[&str], variables: &[(&str, &str)]) -> Run {
        Run::sized((80, 24), program, arguments, variables)
    }

    /// On a terminal that says that it is as large.
    fn sized(size: (u16, u16), program: &str, arguments: &[&str], variables: &[(&str, &str)]) -> Run {
        let size = PtySize { rows: size.1, cols: size.0, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).unwrap();
        let flags = flags(&pair);
        let mut command = CommandBuilder::new(program);
        command.args(arguments);
        for (name, value) in
            [("TERM", "xterm-256color"), ("LC_ALL", "C.UTF-8"), ("PAGER", "cat")].iter().chain(variables)
        {
            command.env(name, value);
        }
        let state = tempfile::tempdir().unwrap();
        if !variables.iter().any(|(set, _)| *set == "XDG_STATE_HOME") {
            command.env("XDG_STATE_HOME", state.path());
        }
        for name in ["LESS", "NO_COLOR", "COLORTERM", "COLORFGBG", "RUST_BACKTRACE"] {
            if !variables.iter().any(|(set, _)| *set == name) {
                command.env_remove(name);
            }
        }
        let child = pair.slave.spawn_command(command).unwrap();
        let mut reader = pair.master.try_clone_reader().unwrap();
        let keyboard = pair.master.take_writer().unwrap();
        let output = Arc::new(Mutex::new(Vec::new()));
        let sink = Arc::clone(&output);
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count) = reader.read(&mut bytes) {
                if count == 0 {
                    break;
                }
                sink.lock().unwrap().extend_from_slice(&bytes[..count]);
            }
        });
        Run { pair, child, keyboard, output, flags, _state: state }
    }

    pub(crate) fn screen(&self) -> vt100::Parser {
        let mut parser = vt100::Parser::new(24.try_into().unwrap(), 80.try_into().unwrap(), 0);
        parser.process(&self.output.lock().unwrap());
        parser
    }

    pub(crate) fn wait_for(&self, text: &str) {
        self.wait_until(text, true);
    }

    /// Waits until a text is on screen, or is not.
    fn wait_until(&self, text: &str, there: bool) {
        let end = Instant::now() + limit();
        loop {
            let contents = self.screen().screen().contents();
            if contents.contains(text) == there {
                return;
            }
            let missed = if there { "did not appear" } else { "did not go" };
            assert!(Instant::now() < end, "“{text}” {missed} in:\n{contents}");
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    pub(crate) fn press(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).unwrap();
        self.keyboard.flush().unwrap();
    }

    /// Waits for the end, checks that the terminal is as it was, and gives the exit status.
    pub(crate) fn end(&mut self) -> u32 {
        let end = Instant::now() + limit();
        let status = loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                break status;
            }
            if Instant::now() > end {
                self.child.kill().unwrap();
                panic!("the program does not end:\n{}", self.screen().screen().contents());
            }
            std::thread::sleep(Duration::from_millis(10));
        };
        // The last bytes may still be on their way through the terminal.
        let restored =
            |run: &Run| !run.screen().screen().alternate_screen() && !run.screen().screen().hide_cursor();
        while !restored(self) && Instant::now() < end {
            std::thread::sleep(Duration::from_millis(10));
        }
        let parser = self.screen();
        let screen = parser.screen();
        assert!(!screen.alternate_screen(), "the alternate screen was not left");
        assert!(!screen.hide_cursor(), "the cursor stays hidden");
        assert!(!screen.bracketed_paste(), "bracketed paste stays on");
        assert_eq!(screen.mouse_protocol_mode(), vt100::MouseProtocolMode::None);
        assert_eq!(flags(&self.pair), self.flags, "the terminal's mode was not restored");
        status.exit_code()
    }
}

fn flags(pair: &PtyPair) -> String {
    let mode = pair.master.get_termios().unwrap();
    format!("{:?} {:?} {:?}", mode.local_flags, mode.input_flags, mode.output_flags)
}

#[test]
fn a_sample_opens_keys_work_and_the_terminal_comes_back() {
    let mut run = Run::start(&["sample:play-tennis"], &[]);
    run.wait_for("row 1/14");
    run.press("\x1b[B\x1b[C");
    run.wait_for("row 2/14 · column 2/5");
    run.press("?");
    run.wait_for("Keys: Data");
    run.press("q");
    run.press("q");
    assert_eq!(run.end(), 0);
}

/// A terminal on a serial line does not know how large it is, nor does one that another program opened and forgot to say.
#[test]
fn a_terminal_that_does_not_know_its_size_is_drawn_on_until_it_tells_one() {
    for size in [(0, 0), (0, 24), (80, 0)] {
        let mut run = Run::sized(size, env!("CARGO_BIN_EXE_posterior"), &["sample:play-tennis"], &[]);
        run.wait_for("row 1/14");
        run.press("\x1b[B");
        run.wait_for("row 2/14");
        let told = PtySize { rows: 10, cols: 50, pixel_width: 0, pixel_height: 0 };
        run.pair.master.resize(told).unwrap();
        run.wait_for("This window is 50×10.");
        run.press("q");
        assert_eq!(run.end(), 0);
    }
}

#[test]
fn keys_alone_lead_from_the_start_screen_to_a_worked_posterior() {
    let mut run = Run::start(&[], &[]);
    run.wait_for("play-tennis");
    run.press("\u{1b}[B");
    run.wait_for("14 rows, 5 columns");
    run.press("\r");
    run.wait_for("row 1/14");
    run.press("5");
    run.wait_for("Step");
    run.press("a");
    run.wait_for("3025/4201");
    run.press("2");
    run.wait_for("smoothing α");
    run.press("\u{1b}[F\u{1b}[A\u{1b}[A\u{1b}[D\u{1b}[D");
    run.wait_for("Cat. NB · α=0");
    // On the line of α a digit types: the cursor goes elsewhere first.
    run.press("\u{1b}[A5");
    run.wait_for("486/611");
    run.wait_for("0.7954");
    run.press("q");
    assert_eq!(run.end(), 0);
}

#[test]
fn a_pasted_table_opens() {
    let mut run = Run::start(&[], &[]);
    run.wait_for("LEARN");
    run.press("\x1b[200~a,class\r1,yes\r1.5,yes\r2,no\r3,no\r\x1b[201~");
    run.wait_for("row 1/4");
    run.press("q");
    assert_eq!(run.end(), 0);
}

#[test]
fn without_colours_the_cursor_is_still_reversed() {
    let mut run = Run::start(&["sample:play-tennis"], &[("NO_COLOR", "1")]);
    run.wait_for("▸Sunny◂");
    let parser = run.screen();
    let found = (0..24).flat_map(|y| (0..80).map(move |x| (y, x)));
    let marked = found.filter_map(|(y, x)| parser.screen().cell(y, x)).find(|cell| cell.contents() == "▸");
    assert!(marked.unwrap().inverse());
    run.press("q");
    assert_eq!(run.end(), 0);
}

#[test]
fn a_signal_gives_the_terminal_back() {
    for signal in ["TERM", "INT", "HUP"] {
        let mut run = Run::start(&["sample:play-tennis"], &[]);
        run.wait_for("row 1/14");
        let process = run.child.process_id().unwrap().to_string();
        assert!(
            std::process::Command::new("kill").args(["-s", signal, &process]).status().unwrap().success()
        );
        assert_ne!(run.end(), 0);
    }
}

#[cfg(debug_assertions)]
#[test]
fn a_panic_or_an_error_gives_the_terminal_back_and_says_why() {
    for (kind, status) in [("main", 101), ("worker", 101), ("error", 1)] {
        let mut run = Run::start(&["sample:play-tennis"], &[("POSTERIOR_PANIC", kind)]);
        assert_eq!(run.end(), status, "{kind}");
        run.wait_for("rehearsed");
    }
}

/// An allocation that fails and SIGKILL leave the program no time to do anything.
#[cfg(all(debug_assertions, target_os = "linux"))]
#[test]
fn an_end_without_a_word_gives_the_terminal_back_too() {
    for kind in ["memory", ""] {
        let shell = "\"$1\" sample:play-tennis; read line";
        let program = env!("CARGO_BIN_EXE_posterior");
        let mut run = Run::program("sh", &["-c", shell, "sh", program], &[("POSTERIOR_PANIC", kind)]);
        if kind.is_empty() {
            run.wait_for("row 1/14");
            let shell = run.child.process_id().unwrap();
            let children = std::fs::read_to_string(format!("/proc/{shell}/task/{shell}/children")).unwrap();
            let killed = std::process::Command::new("kill").args(["-s", "KILL", children.trim()]).status();
            assert!(killed.unwrap().success());
        }
        run.wait_for("posterior ended without a word");
        run.press("\r");
        assert_eq!(run.end(), 0, "{kind}");
    }
}

#[test]
fn an_exercise_of_the_course_is_opened_by_its_name() {
    let mut run = Run::start(&["course:prior-from-counts"], &[]);
    run.wait_for("A prior from counts");
    run.wait_for("[7 Practice]");
    // The line is open and takes every other key.
    run.press("\x03");
    run.wait_for("again to quit");
    run.press("\x03");
    assert_eq!(run.end(), 0);
}

#[test]
fn an_exercise_is_answered_to_the_end() {
    let exercise = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/exercises/sunny.toml");
    let mut run = Run::start(&["practice", exercise], &[]);
    run.wait_for("0 of 5 lines");
    run.press("5/14\r");
    run.wait_for("the value for No");
    run.press("q");
    run.wait_for("[q ");
    run.press("\u{15}9/14\r");
    run.wait_for("1 of 6 marks");
    for (answer, marks) in [("3/9", "3 of 6"), ("3/9*9/14", "4 of 6"), ("0.6", "5 of 6"), ("Yes", "6 of 6")] {
        // Enter goes to the next blank line, and Enter again begins to type there.
        run.press(&format!("\r\r{answer}\r"));
        run.wait_for(marks);
    }
    run.wait_for("Finished");
    run.press("\x1b");
    run.wait_for("Esc: leave");
    run.press("5");
    run.wait_for("[5 Explain]");
    run.press("q");
    assert_eq!(run.end(), 0);
}

/// Work that takes longer than a person waits in silence says how far it is, and nothing of it stays.
#[test]
fn a_long_comparison_tells_how_far_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("long.csv");
    let row =
        |row: usize| format!("{},{},p{},{}\n", row % 97, row * 7 % 89, row % 5, ["a", "b", "c"][row % 3]);
    std::fs::write(&path, format!("x,z,s,class\n{}", (0..60_000).map(row).collect::<String>())).unwrap();
    let mut run =
        Run::start(&["compare", path.to_str().unwrap(), "--models", "mixed,logistic,baseline"], &[]);
    assert_eq!(run.end(), 0);
    let sent = String::from_utf8_lossy(&run.output.lock().unwrap()).into_owned();
    assert!(sent.contains(" % done") && sent.contains("\r\x1b[K"), "{sent}");
    assert!(!run.screen().screen().contents().contains(" % done"));
}

#[test]
fn what_asks_for_printing_is_printed_on_a_terminal_too() {
    let folder = tempfile::tempdir().unwrap();
    let html = folder.path().join("story.html");
    let exercise = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/exercises/sunny.toml");
    let cases: [(&[&str], &str); 6] = [
        (&["sample:weather", "--format", "json"], "\"class_counts\""),
        (&["sample:weather", "--plain"], "P(Yes | x)"),
        (&["sample:weather", "--quantity", "P(Sunny | Yes)"], "≈ 0.33333"),
        (&["practice", exercise, "--format", "text"], "exercise: sunny"),
        (&["practice", "sample:weather", "--format", "latex"], "\\end{document}"),
        (&["sample:weather", "--output", html.to_str().unwrap()], ""),
    ];
    for (arguments, part) in cases {
        let mut run = Run::start(arguments, &[]);
        assert_eq!(run.end(), 0, "{arguments:?}");
        let sent = || String::from_utf8_lossy(&run.output.lock().unwrap()).into_owned();
        let end = Instant::now() + limit();
        while !sent().contains(part) {
            assert!(Instant::now() < end, "{arguments:?}: “{part}” is not in {}", sent());
            std::thread::sleep(Duration::from_millis(10));
        }
        assert!(!sent().contains("\x1b[?1049"), "{arguments:?} opened the workbench");
    }
    let page = std::fs::read_to_string(&html).unwrap();
    assert!(page.starts_with("<!DOCTYPE html>"), "{page}");
}

#[test]
fn a_dumb_terminal_gets_printed_text_and_no_screens() {
    let exercise = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/exercises/sunny.toml");
    let cases: [(&[&str], &str); 3] = [
        (&["sample:weather"], "P(Yes | x)"),
        (&["practice", exercise], "## Questions"),
        (&["practice", "sample:weather"], "## Questions"),
    ];
    for (arguments, part) in cases {
        let mut run = Run::start(arguments, &[("TERM", "dumb")]);
        run.wait_for(part);
        assert_eq!(run.end(), 0, "{arguments:?}");
        let sent = String::from_utf8_lossy(&run.output.lock().unwrap()).into_owned();
        assert!(!sent.contains("\x1b[?1049"), "{arguments:?} opened the workbench");
    }
}

/// The cell of the first row arrives as base64.
#[test]
fn a_copy_arrives_at_the_terminal() {
    let far = [("SSH_TTY", "/dev/pts/9"), ("TMUX", "")];
    let mut run = Run::start(&["sample:play-tennis"], &far);
    run.wait_for("Outlook");
    run.press("y");
    run.wait_for("through the terminal (OSC 52)");
    let output = String::from_utf8_lossy(&run.output.lock().unwrap()).into_owned();
    assert!(output.contains("\u{1b}]52;c;U3Vubnk="), "{output:?}");
    run.press("q");
    assert_eq!(run.end(), 0);
}

#[test]
fn a_copy_is_written_to_a_file_where_there_is_no_clipboard() {
    let state = tempfile::tempdir().unwrap();
    let folder = state.path().to_string_lossy().into_owned();
    let nothing = [
        ("TERM", "linux"),
        ("DISPLAY", ""),
        ("WAYLAND_DISPLAY", ""),
        ("TMUX", ""),
        ("XDG_STATE_HOME", &folder),
    ];
    let mut run = Run::start(&["sample:play-tennis"], &nothing);
    run.wait_for("Outlook");
    run.press("y");
    run.wait_for("No clipboard found");
    assert_eq!(std::fs::read_to_string(state.path().join("posterior/copied.txt")).unwrap(), "Sunny");
    run.press("q");
    assert_eq!(run.end(), 0);
}
#[test]
fn text_that_is_longer_than_the_screen_goes_through_the_pager() {
    // It reads three lines and goes: what is left is of no use to anybody, and no error.
    let mut run = Run::start(&["show", "sample:iris"], &[("PAGER", "sed -u \"3q;s/^/seen: /\"")]);
    run.wait_for("seen: sample:iris");
    assert_eq!(run.end(), 0);
    assert!(!run.screen().screen().contents().contains("setosa"));
    let printed: [(&[&str], &str); 4] = [
        (&["show", "sample:iris"], "no-such-program -x"),
        (&["show", "sample:iris"], "an open 'quote"),
        (&["show", "sample:iris", "--no-pager"], "sed s/^/seen:/"),
        (&["show", "sample:iris", "--plain"], "sed s/^/seen:/"),
    ];
    for (arguments, pager) in printed {
        let mut run = Run::start(arguments, &[("PAGER", pager)]);
        run.wait_for("P(virginica | x)");
        assert_eq!(run.end(), 0, "{pager}");
        let sent = String::from_utf8_lossy(&run.output.lock().unwrap()).into_owned();
        assert!(!sent.contains("seen:"), "{arguments:?} {pager}");
    }
    let mut short = Run::start(&["samples"], &[("PAGER", "sed s/^/seen:/")]);
    short.wait_for("sample:letters");
    assert_eq!(short.end(), 0);
    assert!(!short.screen().screen().contents().contains("seen:"), "20 lines fit on the screen");
}

#[test]
fn printed_text_has_colours_on_a_terminal_that_are_not_those_of_the_data() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("steers.csv");
    std::fs::write(&data, "a,class\nx,\u{1b}[31mred\ny,no\nx,\u{1b}[31mred\nz,maybe\n").unwrap();
    let colours = |variables: &[(&str, &str)], flags: &[&str]| {
        let arguments = [&["fit", data.to_str().unwrap()], flags].concat();
        let mut run = Run::start(&arguments, variables);
        run.wait_for("1 in maybe.");
        assert_eq!(run.end(), 0);
        String::from_utf8_lossy(&run.output.lock().unwrap()).into_owned()
    };
    let sent = colours(&[], &[]);
    assert!(sent.contains("\u{1b}[1m") && sent.contains("[31mred") && !sent.contains("\u{1b}[31m"), "{sent}");
    assert!(!colours(&[("NO_COLOR", "1")], &[]).contains('\u{1b}'));
    assert!(!colours(&[], &["--color", "never"]).contains('\u{1b}'));
    assert!(colours(&[("NO_COLOR", "1")], &["--color=always"]).contains("\u{1b}[1m"));
}
