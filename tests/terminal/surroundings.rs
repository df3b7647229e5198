//! What the program asks of the terminal, where its data come from, and that it can be left for a while.

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
    // There is something to see before there is anything to read.
    run.wait_for("1 Data");
    std::fs::write(&go, "").unwrap();
    run.wait_for("row 1/6");
    run.press("\x1b[B");
    run.wait_for("row 2/6");
    run.press("q");
    assert_eq!(run.end(), 0);
}

#[test]
fn nothing_is_asked_of_the_terminal_and_pixels_and_a_mouse_that_is_off_are_left_alone() {
    let far = [("SSH_TTY", "/dev/pts/9"), ("SSH_CONNECTION", "a 1 b 2")];
    let tmux = [("TMUX", "/tmp/tmux-0/none,1,0"), ("TERM", "tmux-256color")];
    let kitty = [("TERM", "xterm-kitty"), ("KITTY_WINDOW_ID", "1")];
    for surroundings in [&[][..], &far, &tmux, &kitty] {
        let mut run = Run::start(&["sample:iris", "--target", "species", "--no-mouse"], surroundings);
        run.wait_for("row 1/150");
        run.press("6");
        run.wait_for("petal_length");
        run.press("q");
        assert_eq!(run.end(), 0);
        let sent = String::from_utf8_lossy(&run.output.lock().unwrap()).into_owned();
        // Colours, attributes, place of the cursor, version and modes: an answer would be read as keys.
        for question in [
            "\x1b]10;?",
            "\x1b]11;?",
            "\x1b[c",
            "\x1b[0c",
            "\x1b[>c",
            "\x1b[6n",
            "\x1b[5n",
            "\x1b[>q",
            "\x1b[?u",
            "$p",
        ] {
            assert!(!sent.contains(question), "{surroundings:?} {question:?}");
        }
        // Kitty's images, sixel and iTerm's, and reports of the mouse.
        for other in
            ["\x1b_G", "\x1bP", "\x1b]1337;", "\x1b[?1000h", "\x1b[?1002h", "\x1b[?1003h", "\x1b[?1006h"]
        {
            assert!(!sent.contains(other), "{surroundings:?} {other:?}");
        }
    }
}

#[test]
fn a_pause_gives_the_terminal_back_and_the_screen_comes_again() {
    let mut run = Run::start(&["sample:play-tennis"], &[]);
    run.wait_for("row 1/14");
    run.press("\x1b[B\x1a");
    run.wait_for("paused — type fg and press Enter");
    let paused = run.screen();
    assert!(!paused.screen().alternate_screen() && !paused.screen().hide_cursor());
    let process = run.child.process_id().unwrap().to_string();
    assert!(std::process::Command::new("kill").args(["-s", "CONT", &process]).status().unwrap().success());
    run.wait_for("row 2/14");
    assert!(run.screen().screen().alternate_screen());
    run.press("q");
    assert_eq!(run.end(), 0);
}

#[test]
fn two_clicks_within_a_moment_are_enter_and_the_mouse_is_given_back() {
    let mut run = Run::start(&["sample:iris", "--target", "species"], &[]);
    run.wait_for("row 1/150");
    let fourth = "\x1b[<0;4;7M\x1b[<0;4;7m";
    run.press(fourth);
    run.wait_for("row 4/150");
    std::thread::sleep(std::time::Duration::from_millis(700));
    // Too late for a double click; and two quick clicks at different places are none.
    run.press(fourth);
    run.press("\x1b[<0;4;8M\x1b[<0;4;8m");
    run.wait_for("row 5/150");
    run.press(&fourth.repeat(2));
    run.wait_for("[5 Explain]");
    run.press("q");
    assert_eq!(run.end(), 0);
    let sent = String::from_utf8_lossy(&run.output.lock().unwrap()).into_owned();
    assert!(sent.contains("\x1b[?1000h") && sent.rfind("\x1b[?1000l") > sent.rfind("\x1b[?1000h"));
}
