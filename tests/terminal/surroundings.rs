//! Data from a pipe, questions to the terminal, pauses and the mouse.

use crate::terminal::Run;

#[test]
fn data_in_a_pipe_are_waited_for_on_screen_and_keys_come_from_the_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let (data, go) = (folder.path().join("days.csv"), folder.path().join("go"));
    std::fs::write(&data, "sky,walk\nblue,yes\ngrey,no\nred,yes\nblue,no\nred,later\nred,later\n").unwrap();
    let shell = "(while [ ! -e \"$3\" ]; do sleep 0.05; done; cat \"$2\") | \"$1\" -";
    let program = env!("CARGO_BIN_EXE_posterior");
    let words = ["-c", shell, "sh", program, data.to_str().unwrap(), go.to_str().unwrap()];
    let mut run = Run::program("sh", &words, &[]);
    // There is a screen before there are data.
    run.wait_for("1 Data");
    std::fs::write(&go, "").unwrap();
    run.steps(&[("", "row 1/6"), ("\x1b[B", "row 2/6")]);
    run.quit();
}

#[test]
fn no_answers_of_the_terminal_and_no_images_and_mouse_reports_are_asked_for() {
    let far = [("SSH_TTY", "/dev/pts/9"), ("SSH_CONNECTION", "a 1 b 2")];
    let tmux = [("TMUX", "/tmp/tmux-0/none,1,0"), ("TERM", "tmux-256color")];
    let kitty = [("TERM", "xterm-kitty"), ("KITTY_WINDOW_ID", "1")];
    // Colours, attributes, place of the cursor, version and modes: an answer would be read as keys.
    let questions = "]10;?¦]11;?¦[c¦[0c¦[>c¦[6n¦[5n¦[>q¦[?u";
    // Kitty's images, sixel and iTerm's, and reports of the mouse.
    let other = "_G¦P¦]1337;¦[?1000h¦[?1002h¦[?1003h¦[?1006h";
    for surroundings in [&[][..], &far, &tmux, &kitty] {
        let mut run = Run::start("sample:iris --target species --no-mouse", surroundings);
        run.steps(&[("", "row 1/150"), ("6", "petal_length")]);
        let sent = run.quit();
        for sequence in questions.split('¦').chain(other.split('¦')) {
            assert!(!sent.contains(&format!("\x1b{sequence}")), "{surroundings:?} {sequence:?}");
        }
        assert!(!sent.contains("$p"), "{surroundings:?}");
    }
}

#[test]
fn a_pause_gives_the_terminal_back_and_the_screen_is_drawn_again() {
    let mut run = Run::start("sample:play-tennis", &[]);
    run.steps(&[("", "row 1/14"), ("\x1b[B\x1a", "paused — type fg and press Enter")]);
    let paused = run.screen();
    assert!(!paused.screen().alternate_screen() && !paused.screen().hide_cursor());
    run.signal("CONT");
    run.wait_for("row 2/14");
    assert!(run.screen().screen().alternate_screen());
    run.quit();
}

#[test]
fn a_double_click_is_enter_and_the_mouse_is_given_back() {
    let mut run = Run::start("sample:iris --target species", &[]);
    let fourth = "\x1b[<0;4;7M\x1b[<0;4;7m";
    run.steps(&[("", "row 1/150"), (fourth, "row 4/150")]);
    std::thread::sleep(std::time::Duration::from_millis(700));
    // Too late for a double click; two quick clicks at different places are none either.
    run.press(fourth);
    run.steps(&[("\x1b[<0;4;8M\x1b[<0;4;8m", "row 5/150"), (&fourth.repeat(2), "[5 Explain]")]);
    let sent = run.quit();
    assert!(sent.contains("\x1b[?1000h") && sent.rfind("\x1b[?1000l") > sent.rfind("\x1b[?1000h"));
}
