//! The real program on a pseudo-terminal: what it shows, and what it leaves behind.
//!
//! Everything waits for a condition, never for a time. A slow machine can raise the limit: `POSTERIOR_TEST_SECONDS=60`.

#![cfg(unix)]

use std::io::{Read, Write};
use std::process::Command;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, PtyPair, PtySize, native_pty_system};

pub(crate) struct Run {
    pair: PtyPair,
    child: Box<dyn Child + Send + Sync>,
    keyboard: Box<dyn Write + Send>,
    output: Arc<Mutex<Vec<u8>>>,
    flags: String,
    /// The progress of this run alone, so that no exercise was begun before.
    _state: tempfile::TempDir,
}

fn limit() -> Duration {
    let seconds = std::env::var("POSTERIOR_TEST_SECONDS").ok().and_then(|text| text.parse().ok());
    Duration::from_secs(seconds.unwrap_or(20))
}

impl Run {
    /// Starts the program with these words, divided by blanks.
    pub(crate) fn start(line: &str, variables: &[(&str, &str)]) -> Run {
        let words: Vec<&str> = line.split_whitespace().collect();
        Run::program(env!("CARGO_BIN_EXE_posterior"), &words, variables)
    }

    pub(crate) fn program(program: &str, arguments: &[&str], variables: &[(&str, &str)]) -> Run {
        Run::sized((80, 24), program, arguments, variables)
    }

    /// On a terminal that reports this size.
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
        let end = Instant::now() + limit();
        loop {
            let contents = self.screen().screen().contents();
            if contents.contains(text) {
                return;
            }
            assert!(Instant::now() < end, "“{text}” did not appear in:\n{contents}");
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// Presses keys and waits for a text, one after the other.
    pub(crate) fn steps(&mut self, steps: &[(&str, &str)]) {
        for (keys, text) in steps {
            self.press(keys);
            self.wait_for(text);
        }
    }

    /// All that was sent to the terminal.
    fn sent(&self) -> String {
        String::from_utf8_lossy(&self.output.lock().unwrap()).into_owned()
    }

    /// Presses q, and returns all that was sent.
    pub(crate) fn quit(mut self) -> String {
        self.press("q");
        assert_eq!(self.end(), 0);
        self.sent()
    }

    pub(crate) fn signal(&self, name: &str) {
        let process = self.child.process_id().unwrap().to_string();
        assert!(Command::new("kill").args(["-s", name, &process]).status().unwrap().success());
    }

    pub(crate) fn press(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).unwrap();
        self.keyboard.flush().unwrap();
    }

    /// Waits for the end, checks that the terminal is as it was, and gives the exit status.
    fn end(&mut self) -> u32 {
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

const SUNNY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/exercises/sunny.toml");

#[test]
fn a_sample_opens_keys_work_and_the_terminal_is_restored() {
    let mut run = Run::start("sample:play-tennis", &[]);
    run.steps(&[("", "row 1/14"), ("\x1b[B\x1b[C", "row 2/14 · column 2/5"), ("?", "Keys: Data")]);
    run.press("q");
    run.quit();
}

/// A terminal on a serial line does not know its size, nor does one that another program opened without a size.
#[test]
fn a_terminal_without_a_size_is_drawn_on_until_it_reports_one() {
    for size in [(0, 0), (0, 24), (80, 0)] {
        let mut run = Run::sized(size, env!("CARGO_BIN_EXE_posterior"), &["sample:play-tennis"], &[]);
        run.steps(&[("", "row 1/14"), ("\x1b[B", "row 2/14")]);
        let size = PtySize { rows: 10, cols: 50, pixel_width: 0, pixel_height: 0 };
        run.pair.master.resize(size).unwrap();
        run.wait_for("This window is 50×10.");
        run.quit();
    }
}

#[test]
fn keys_lead_from_the_start_screen_to_a_worked_posterior() {
    let mut run = Run::start("", &[]);
    run.steps(&[
        ("", "play-tennis"),
        ("\u{1b}[B", "14 rows, 5 columns"),
        ("\r", "row 1/14"),
        ("5", "Step"),
        ("a", "3025/4201"),
        ("2", "smoothing α"),
        ("\u{1b}[F\u{1b}[A\u{1b}[A\u{1b}[D\u{1b}[D", "Cat. NB · α=0"),
        // On the line of α a digit types: the cursor goes elsewhere first.
        ("\u{1b}[A5", "486/611"),
        ("", "0.7954"),
    ]);
    run.quit();
}

#[test]
fn a_pasted_table_opens() {
    let mut run = Run::start("", &[]);
    let paste = "\x1b[200~a,class\r1,yes\r1.5,yes\r2,no\r3,no\r\x1b[201~";
    run.steps(&[("", "LEARN"), (paste, "row 1/4")]);
    run.quit();
}

#[test]
fn without_colours_the_cursor_is_still_reversed() {
    let run = Run::start("sample:play-tennis", &[("NO_COLOR", "1")]);
    run.wait_for("▸Sunny◂");
    let parser = run.screen();
    let found = (0..24).flat_map(|y| (0..80).map(move |x| (y, x)));
    let marked = found.filter_map(|(y, x)| parser.screen().cell(y, x)).find(|cell| cell.contents() == "▸");
    assert!(marked.unwrap().inverse());
    run.quit();
}

#[test]
fn a_signal_restores_the_terminal() {
    for signal in ["TERM", "INT", "HUP"] {
        let mut run = Run::start("sample:play-tennis", &[]);
        run.wait_for("row 1/14");
        run.signal(signal);
        assert_ne!(run.end(), 0);
    }
}

#[cfg(debug_assertions)]
#[test]
fn a_panic_or_an_error_restores_the_terminal_and_is_reported() {
    for (kind, status) in [("main", 101), ("worker", 101), ("error", 1)] {
        let mut run = Run::start("sample:play-tennis", &[("POSTERIOR_PANIC", kind)]);
        assert_eq!(run.end(), status, "{kind}");
        run.wait_for("rehearsed");
    }
}

/// An allocation that fails and SIGKILL leave the program no time to do anything.
#[cfg(all(debug_assertions, target_os = "linux"))]
#[test]
fn a_sudden_end_restores_the_terminal_too() {
    for kind in ["memory", ""] {
        let shell = "\"$1\" sample:play-tennis; read line";
        let program = env!("CARGO_BIN_EXE_posterior");
        let mut run = Run::program("sh", &["-c", shell, "sh", program], &[("POSTERIOR_PANIC", kind)]);
        if kind.is_empty() {
            run.wait_for("row 1/14");
            let shell = run.child.process_id().unwrap();
            let children = std::fs::read_to_string(format!("/proc/{shell}/task/{shell}/children")).unwrap();
            assert!(Command::new("kill").args(["-s", "KILL", children.trim()]).status().unwrap().success());
        }
        run.wait_for("posterior ended without a word");
        run.press("\r");
        assert_eq!(run.end(), 0, "{kind}");
    }
}

#[test]
fn an_exercise_of_the_course_is_opened_by_its_name() {
    let mut run = Run::start("course:prior-from-counts", &[]);
    // The line is open and takes every other key.
    run.steps(&[("", "A prior from counts"), ("", "[7 Practice]"), ("\x03", "again to quit")]);
    run.press("\x03");
    assert_eq!(run.end(), 0);
}

#[test]
fn an_exercise_is_answered_to_the_end() {
    let mut run = Run::start(&format!("practice {SUNNY}"), &[]);
    run.steps(&[
        ("", "0 of 5 lines"),
        ("5/14\r", "the value for No"),
        ("q", "[q "),
        ("\u{15}9/14\r", "1 of 6 marks"),
        // Enter goes to the next blank line, and Enter again begins to type there.
        ("\r\r3/9\r", "3 of 6"),
        ("\r\r3/9*9/14\r", "4 of 6"),
        ("\r\r0.6\r", "5 of 6"),
        ("\r\rYes\r", "6 of 6"),
        ("", "Finished"),
        ("\x1b", "Esc: leave"),
        ("5", "[5 Explain]"),
    ]);
    run.quit();
}

/// Work that takes long reports its progress, and erases it at the end.
#[test]
fn a_long_comparison_reports_its_progress() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("long.csv");
    let row =
        |row: usize| format!("{},{},p{},{}\n", row % 97, row * 7 % 89, row % 5, ["a", "b", "c"][row % 3]);
    std::fs::write(&path, format!("x,z,s,class\n{}", (0..60_000).map(row).collect::<String>())).unwrap();
    let mut run = Run::start(&format!("compare {} --models mixed,logistic,baseline", path.display()), &[]);
    assert_eq!(run.end(), 0);
    let sent = run.sent();
    assert!(sent.contains(" % done") && sent.contains("\r\x1b[K"), "{sent}");
    assert!(!run.screen().screen().contents().contains(" % done"));
}

/// With flags for printing, and on a terminal without screens.
#[test]
fn printed_text_opens_no_screen() {
    let folder = tempfile::tempdir().unwrap();
    let html = folder.path().join("story.html");
    for (line, terminal, part) in [
        ("sample:weather --format json", "xterm", "\"class_counts\""),
        ("sample:weather --plain", "xterm", "P(Yes | x)"),
        ("sample:weather --quantity P(Sunny|Yes)", "xterm", "≈ 0.33333"),
        (&format!("practice {SUNNY} --format text"), "xterm", "exercise: sunny"),
        ("practice sample:weather --format latex", "xterm", "\\end{document}"),
        (&format!("sample:weather --output {}", html.display()), "xterm", ""),
        ("sample:weather", "dumb", "P(Yes | x)"),
        (&format!("practice {SUNNY}"), "dumb", "## Questions"),
        ("practice sample:weather", "dumb", "## Questions"),
    ] {
        let mut run = Run::start(line, &[("TERM", terminal)]);
        assert_eq!(run.end(), 0, "{line}");
        let end = Instant::now() + limit();
        while !run.sent().contains(part) {
            assert!(Instant::now() < end, "{line}: “{part}” is not in {}", run.sent());
            std::thread::sleep(Duration::from_millis(10));
        }
        assert!(!run.sent().contains("\x1b[?1049"), "{line} opened the workbench");
    }
    let page = std::fs::read_to_string(&html).unwrap();
    assert!(page.starts_with("<!DOCTYPE html>"), "{page}");
}

#[test]
fn a_copy_is_sent_to_the_terminal_or_written_to_a_file_without_a_clipboard() {
    let mut run = Run::start("sample:play-tennis", &[("SSH_TTY", "/dev/pts/9"), ("TMUX", "")]);
    run.steps(&[("", "Outlook"), ("y", "through the terminal (OSC 52)")]);
    // The cell of the first row as base64.
    assert!(run.quit().contains("\u{1b}]52;c;U3Vubnk="));
    let state = tempfile::tempdir().unwrap();
    let folder = state.path().to_string_lossy().into_owned();
    let variables = [
        ("TERM", "linux"),
        ("DISPLAY", ""),
        ("WAYLAND_DISPLAY", ""),
        ("TMUX", ""),
        ("XDG_STATE_HOME", &folder),
    ];
    let mut run = Run::start("sample:play-tennis", &variables);
    run.steps(&[("", "Outlook"), ("y", "No clipboard found")]);
    assert_eq!(std::fs::read_to_string(state.path().join("posterior/copied.txt")).unwrap(), "Sunny");
    run.quit();
}

#[test]
fn text_that_is_longer_than_the_screen_goes_through_the_pager() {
    // A pager that reads three lines and ends is no error.
    let mut run = Run::start("show sample:iris", &[("PAGER", "sed -u \"3q;s/^/seen: /\"")]);
    run.wait_for("seen: sample:iris");
    assert_eq!(run.end(), 0);
    assert!(!run.screen().screen().contents().contains("setosa"));
    for (line, pager, part) in [
        ("show sample:iris", "no-such-program -x", "P(virginica | x)"),
        ("show sample:iris", "an open 'quote", "P(virginica | x)"),
        ("show sample:iris --no-pager", "sed s/^/seen:/", "P(virginica | x)"),
        ("show sample:iris --plain", "sed s/^/seen:/", "P(virginica | x)"),
        // These lines fit on the screen.
        ("samples", "sed s/^/seen:/", "sample:letters"),
    ] {
        let mut run = Run::start(line, &[("PAGER", pager)]);
        run.wait_for(part);
        assert_eq!(run.end(), 0, "{pager}");
        assert!(!run.sent().contains("seen:"), "{line} {pager}");
    }
}

#[test]
fn printed_text_has_colours_on_a_terminal_that_are_not_those_of_the_data() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("steers.csv");
    std::fs::write(&data, "a,class\nx,\u{1b}[31mred\ny,no\nx,\u{1b}[31mred\nz,maybe\n").unwrap();
    for (variables, flag, is_coloured) in [
        (&[][..], "", true),
        (&[("NO_COLOR", "1")], "", false),
        (&[], "--color never", false),
        (&[("NO_COLOR", "1")], "--color=always", true),
    ] {
        let mut run = Run::start(&format!("fit {} {flag}", data.display()), variables);
        run.wait_for("1 in maybe.");
        assert_eq!(run.end(), 0);
        let sent = run.sent();
        assert!(sent.contains("[31mred") && !sent.contains("\u{1b}[31m"), "{sent}");
        assert_eq!(
            (sent.contains("\u{1b}[1m"), sent.contains('\u{1b}')),
            (is_coloured, is_coloured),
            "{flag}"
        );
    }
}
