//! The worksheet of screen 7: before, keys, after.

use crate::support::Bench;

use posterior::app::{Action, Job, Key, Pane, ScreenId, action_of, update};
use posterior::practice::Worksheet;

pub fn weather() -> Bench {
    Bench::open("weather", "alpha = \"0\"")
}

pub fn sheet(bench: &Bench) -> &Worksheet {
    bench.app.screens.practice.sheet(&bench.app.session).expect("a worksheet")
}

/// To practice, and in the menu of its ways to a blank worksheet.
const BLANK: &str = "7 Esc m Down Enter";
/// The same for a worked one.
const WORKED: &str = "7 Esc m Up Enter";

/// A blank worksheet with the cursor on a line.
fn on(line: usize) -> Bench {
    weather().keys(BLANK).keys(&"Down ".repeat(line - 1)).gives(cursor, line)
}

/// On P(Weather=Sunny | Yes) = 3/9.
fn sunny() -> Bench {
    on(4)
}

fn cursor(bench: &Bench) -> usize {
    bench.app.screens.practice.cursor + 1
}

fn typing(bench: &Bench) -> bool {
    bench.app.typing()
}

fn done(bench: &Bench) -> bool {
    sheet(bench).is_done()
}

fn begun(bench: &Bench) -> bool {
    sheet(bench).is_begun()
}

/// What was typed in the line before the last Enter.
fn answered(line: usize) -> impl Fn(&Bench) -> Option<String> {
    move |bench| sheet(bench).lines[line - 1].checked.as_ref().map(|checked| checked.answer.typed.clone())
}

#[test]
fn practice_needs_data_and_names_the_logarithms() {
    Bench::empty().keys("7").on(ScreenId::Start).says("no data yet");
    let bench = weather().keys("7 Esc x x").says("natural logarithms");
    bench.shows("Practice · faded · ln").keys("x").hides("· ln");
}

#[test]
fn answers_are_typed_one_after_the_other_and_enter_checks() {
    let bench = sunny()
        .gives(typing, true)
        .keys("'3/9' Enter")
        .says("Line 4: ✓")
        .shows("3/9        ✓")
        .shows("1 right, 0 wrong · 1 of 10")
        .gives(cursor, 5)
        .gives(typing, true);
    // What was typed stays when the cursor moves.
    let bench = bench.keys("'2/'").gives(typing, true).keys("Up").gives(cursor, 4).shows("~2/");
    bench.keys("Down '4' Backspace '5'").shows("[2/5");
}

/// Every key that prints, on every kind of line: nothing of it is a command while the line is open.
#[test]
fn every_key_that_prints_writes_into_an_open_line() {
    let printed: String = (' '..='~').chain("√²·×÷−≈%½∞éΣ".chars()).collect();
    // P(Yes), score(No) and the class.
    for line in [2, 5, 10] {
        let bench = on(line).typed(&printed).on(ScreenId::Practice).without_dialog().gives(begun, false);
        let field = bench.app.screens.practice.field.as_ref().expect("a field");
        assert_eq!(field.text(), printed, "line {line}");
    }
    for typed in ["ln(3/4)", "log(3/9)", "No", "yes", "print(5/14)", "sqrt(2)", "P(Yes)=3/9"] {
        let bench = sunny().typed(typed).keys("Enter").on(ScreenId::Practice).without_dialog();
        bench.gives(answered(4), Some(typed.to_owned()));
    }
}

/// A digit on a line that is filled in, or after the last one, goes nowhere; after Esc it goes to a screen.
#[test]
fn digits_leave_a_line_only_after_escape() {
    let bench = sunny().keys("'3/9' Enter Up").typed("0123456789noqy?/").on(ScreenId::Practice);
    let bench = bench.gives(cursor, 4).without_dialog().says("This line is filled in");
    bench.keys("Enter").gives(cursor, 5);
    let bench = weather().keys("7 '3/9' Enter '3/14' Enter '3/5' Enter").gives(done, true).keys("3");
    bench.on(ScreenId::Practice).says("Every line is filled in").keys("Esc 3").on(ScreenId::Parameters);
    sunny().keys("Esc 3").on(ScreenId::Parameters);
    sunny().keys("3 Esc").gives(typing, false).shows("~3").keys("Enter").shows("[3");
    weather().keys("5 7 Esc Esc").on(ScreenId::Explain).keys("7").gives(typing, true);
}

#[test]
fn a_wrong_answer_says_why_and_can_be_corrected() {
    let bench = sunny().keys("'3/14' Enter").shows("✗").hides("3/9").hides("0.33");
    assert_eq!(sheet(&bench).lines[3].checked.as_ref().unwrap().marked.causes, ["B4"]);
    // The last answer is in the field, or is typed over.
    bench.keys("Backspace Backspace '9' Enter").shows("3/9        ✓");
    sunny().keys("'3/14' Enter '3/9' Enter").shows("3/9        ✓");
    let again = sunny().keys("'3/14' Enter Enter");
    assert_eq!(sheet(&again).lines[3].misses, 1, "the same answer twice costs nothing more");
}

#[test]
fn hints_come_one_by_one_and_the_last_shows_the_line() {
    let bench = sunny().keys("Ctrl-t").gives(typing, true).shows("1. P(Weather=Sunny").keys("Esc i");
    let bench = bench.hides("3/9").shows("= 3").keys("i").shows("3/9");
    assert_eq!((sheet(&bench).lines[3].shown, sheet(&bench).score.shown), (true, 1));
    let bench = sunny().keys("'3/14' Enter Esc w").shows("Why: ").keys("i").hides("Why: ").shows(" 1. ");
    bench.keys("w Enter '2/9' Enter").hides("Why: ").shows("you wrote: 2/9");
    let bench = sunny().keys("'0.91' Enter").hides("shows this step");
    bench.keys("'0.92' Enter").shows("Esc, then a: shows this step");
}

#[test]
fn all_steps_are_shown_and_answers_thrown_away_only_after_a_question() {
    let bench = sunny().keys("Esc a");
    assert!(sheet(&bench).lines[3].shown);
    let bench = bench.keys("A").gives(done, false).says("s to show all answers");
    // The key that asked does not confirm, and another key takes the question back.
    let bench = bench.keys("A A Down s").gives(done, false).keys("A s").gives(done, true).keys("R");
    bench.gives(|bench| sheet(bench).filled().0, 0);
    let bench = sunny().keys("'3/9' Enter Esc R").gives(begun, true).says("Press s to begin again");
    bench.keys("R R Down s").gives(begun, true);
    sunny().keys("'3/9' Enter Esc R s").gives(begun, false).gives(typing, true);
}

#[test]
fn what_follows_from_the_student_s_own_lines_is_right_with_them() {
    // The wrong line 4, then the score that follows from it.
    let bench = sunny().keys("'3/14' Enter Down Down '3/14*9/14' Enter");
    bench.shows("3/14*9/14  ✓").says("right with your line 4");
    // Both posteriors exchanged: No follows from them.
    let bench = on(8).keys("'3/5' Enter Down '2/5' Enter Down 'No' Enter").says("right with your lines");
    bench.shows("No         ✓8");
}

#[test]
fn the_class_is_typed_or_chosen() {
    for keys in ["'Yes'", "y", "Right Right", "Left", "n o Right"] {
        let bench = on(10).keys(keys).shows("‹▲ Yes›").keys("Enter");
        bench.gives(answered(10), Some("Yes".to_owned())).shows("Yes        ✓");
    }
    // What names no class is checked as it is.
    let bench = on(10).keys("'0.6'").shows("No class name begins with “0.6”.").keys("Enter");
    bench.gives(answered(10), Some("0.6".to_owned()));
    on(10).keys("Esc A s").gives(done, true);
}

#[test]
fn the_next_case_is_the_next_row_and_the_score_goes_on() {
    let bench = sunny().keys("'3/9' Enter Esc n").shows("(row 1)").shows("Practice · blank");
    // From the right pane digits go to the stages.
    bench.shows("1 right, 0 wrong · 0 of 10").keys("Tab 3").on(ScreenId::Parameters);
}

#[test]
fn m_lists_the_ways_to_practise() {
    let menu = weather().keys("7 Esc m").shows("worked").shows("* faded").shows("blank");
    menu.keys("Down Down Enter").shows("Find the error").keys("m Up*3 Enter").shows("Practice · worked");
    let bench = weather().keys(WORKED).gives(done, true).shows("9/14").gives(typing, false);
    // Nothing is to be typed, so digits go to the stages.
    let bench = bench.keys("5").on(ScreenId::Explain).keys("7 Tab");
    assert_eq!(bench.app.pane, Pane::Detail);
}

#[test]
fn every_sample_makes_a_worksheet_and_has_an_error_to_find() {
    for name in
        ["play-tennis", "chinese-japan", "spam", "person", "two-clusters", "iris", "living-area", "loan"]
    {
        let bench = Bench::open(name, "").keys(BLANK).keys("Ctrl-t Ctrl-t Esc i");
        assert!(!sheet(&bench).questions.list.is_empty(), "{name}");
        bench.keys("E n n a").shows("written").shows("✗");
    }
}

#[test]
fn scores_documents_and_messages_are_shown_whole() {
    weather().keys("7 '3/9' Enter '3/14' Enter '3/5' Enter").shows("━ 3 right, 0 wrong · 3 of 3 ┛");
    let bench = weather().resized(120, 40).keys("7 '3/9' Enter '3/14' Enter");
    bench.shows("2 right, 2 in a row, 0 wrong");
    Bench::open("spam", "").keys("7 Esc d").shows("waiting for").hides("…");
    let bench = Bench::open("iris", "").resized(60, 20).keys(BLANK).keys("Down*3 Ctrl-t");
    let message = bench.toast().to_owned();
    let screen = bench.screen();
    let words = screen.split_whitespace().collect::<Vec<&str>>().join(" ");
    assert!(message.len() > 60 && words.contains(&message), "{message} in {screen}");
}

#[test]
fn only_keys_that_do_something_are_offered() {
    // The keys of the footer, where there is room for all.
    let offers = |bench: &Bench, keys: &str| -> Vec<bool> {
        let offered: Vec<String> = bench.app.footer(500).into_iter().map(|(keys, _)| keys).collect();
        keys.split(' ').map(|key| offered.iter().any(|keys| keys == key)).collect()
    };
    let all = |bench: &Bench, keys: &str| assert!(!offers(bench, keys).contains(&false), "{keys}");
    let none = |bench: &Bench, keys: &str| assert!(!offers(bench, keys).contains(&true), "{keys}");
    let open = sunny();
    all(&open, "Enter ↑↓ Tab Ctrl+T Esc F1");
    none(&open, "i a");
    let commands = open.keys("Esc");
    all(&commands, "Enter i a n m w E");
    none(&commands, "D R");
    let wrong = commands.keys("Enter '3/14' Enter Esc");
    all(&wrong, "D R");
    let right = wrong.keys("Enter '3/9' Enter Up Esc");
    all(&right, "Enter");
    none(&right, "i a D");
    let finished = right.keys("A s");
    all(&finished, "n");
    none(&finished, "Enter");
    finished.keys("i").message("This line needs no answer.");
    let lines = |bench: &Bench| format!("{:?}", sheet(bench).lines);
    let mut bench = weather().keys("7 Esc A s");
    let before = lines(&bench);
    none(&bench, "i a f Enter");
    for key in ["i", "a", "f", "Enter"] {
        bench = bench.keys(key).gives(lines, before.clone());
        assert!(!bench.toast().is_empty(), "{key} says why");
    }
    none(&Bench::empty(), "1–5 7 S");
    all(&Bench::tennis(), "1–5");
}

#[test]
fn formulas_in_sentences_are_words_in_ascii() {
    let mut bench = Bench::open("person", "");
    bench.app.settings.ascii = true;
    // On p(height=6 | male). A square is no factor of two.
    let bench = bench.keys(BLANK).keys("Down*6 Esc i i").shows("sqrt(2*pi").shows(")^2/(2");
    for bench in [bench.keys(""), Bench::open("person", "").keys("7 Esc E i Esc i F2 Down Enter Esc")] {
        let screen = bench.screen();
        assert!(!screen.lines().take(21).any(|line| line.contains('?')), "{screen}");
    }
}

#[test]
fn an_answer_pasted_on_two_lines_or_of_a_thousand_keys_is_one_answer() {
    let mut bench = on(6);
    bench.act(Action::Paste("3/9 *\r\n  9/14\r\n".into()));
    bench.keys("Enter").shows("3/9 * 9/14  ✓");
    let bench = sunny().typed(&"3".repeat(1_000)).keys("Enter").hides("✓");
    assert!(sheet(&bench).lines[3].checked.is_some());
    let screen = bench.screen();
    assert!(screen.lines().all(|line| posterior::text::display_width(line) <= 80), "{screen}");
}

/// Names and values of any script keep to their columns, and a value does not touch the name before it.
#[test]
fn wide_names_keep_their_columns() {
    let rows = "天気の長い名前,遊ぶ\r晴れ🌞,はい👩‍👩‍👧\r雨☔,いいえ\r晴れ🌞,はい👩‍👩‍👧\r雨☔,はい👩‍👩‍👧\r曇り,いいえ\r";
    for (width, height) in [(80, 24), (120, 40), (60, 20)] {
        let bench = Bench::pasted(rows).resized(width, height);
        let mut bench = bench.keys(BLANK).keys("Down Down '9/14' Enter Esc i*3").on(ScreenId::Practice);
        for keys in ["Up", "d", "d", "E", "P", "Esc", "E", "w", "i"] {
            bench = bench.keys(keys);
            let screen = bench.screen();
            let wide = screen.lines().find(|line| posterior::text::display_width(line) > usize::from(width));
            assert!(wide.is_none(), "{keys}: {wide:?}\n{screen}");
        }
    }
}

/// Keys that come faster than answers are checked go to the lines that follow, and no answer is lost.
#[test]
fn answers_typed_ahead_go_to_their_own_lines() {
    let mut bench = weather().keys(BLANK);
    let mut waiting = Vec::new();
    for c in "5/14\r9/14\r2/5\r3/9\r".chars() {
        let key = if c == '\r' { Key::named("Enter").expect("a key") } else { Key::char(c) };
        let action = action_of(&bench.app, key).expect("something to do");
        waiting.extend(update(&mut bench.app, action));
    }
    assert_eq!(waiting.len(), 1, "one answer is checked at a time");
    let mut job = waiting.pop();
    while let Some(next) = job.take() {
        let Job::Work(task) = next else { panic!("no work") };
        job = task.run().take(&mut bench.app);
    }
    bench = bench
        .shows("5/14       ✓")
        .shows("9/14       ✓")
        .shows("2/5        ✓")
        .shows("3/9        ✓")
        .gives(cursor, 5);
    bench.keys("'1/7' Enter").gives(answered(5), Some("1/7".to_owned()));
}

/// While a line is open the page keys scroll the right pane, no further than it reaches.
#[test]
fn the_right_pane_is_scrolled_while_typing() {
    let bench = Bench::open("play-tennis", "").resized(80, 16).keys("7 Ctrl-t*3 '0.9' Enter");
    let screen = |bench: &Bench| bench.screen().lines().take(13).collect::<Vec<_>>().join("\n");
    let top = screen(&bench);
    let whole = bench.screen();
    let down = bench.keys("PgDn*3").gives(typing, true);
    assert_ne!(down.screen(), whole);
    down.keys("PgUp PgUp").gives(screen, top);
}
