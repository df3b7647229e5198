//! Screen 7 before and after keys, and as text.

use crate::support;

use posterior::app::{Action, Job, Key, Pane, Pick, ScreenId, action_of, update};
use posterior::practice::worksheet::{Kind, Level, Right};
use posterior::practice::{Verdict, Worksheet};
use support::Bench;

pub fn weather(width: u16, height: u16) -> Bench {
    Bench::unsmoothed("weather", width, height)
}

pub fn sheet(bench: &Bench) -> &Worksheet {
    bench.app.screens.practice.sheet(&bench.app.session).expect("a worksheet")
}

/// To practice, and in the menu of its ways to a wholly blank worksheet.
const BLANK: &str = "7 Esc m Down Enter";
/// The same for one that is worked out.
const WORKED: &str = "7 Esc m Up Enter";

/// A wholly blank worksheet with the mark on a line.
fn on(bench: Bench, name: &str) -> Bench {
    let mut bench = bench.keys(BLANK);
    assert_eq!(sheet(&bench).level, Level::Blank);
    let at = sheet(&bench).questions.list.iter().position(|question| question.name == name).expect(name);
    for _ in 0..at {
        bench = bench.keys("Down");
    }
    assert_eq!(bench.app.screens.practice.cursor, at);
    bench
}

fn on_sunny(width: u16, height: u16) -> Bench {
    on(weather(width, height), "P(Weather=Sunny | Yes)")
}

fn verdict(bench: &Bench) -> Option<Verdict> {
    sheet(bench).lines[bench.app.screens.practice.cursor].verdict()
}

#[test]
fn it_begins_faded_on_the_first_blank_line_and_says_which_logarithms() {
    let bench = weather(80, 24).keys("7");
    assert_eq!(bench.app.screen, ScreenId::Practice);
    assert_eq!(sheet(&bench).level, Level::Faded);
    assert_eq!(sheet(&bench).filled(), (0, 3));
    let (line, question) = bench.app.screens.practice.marked().unwrap();
    assert!(line.is_open() && question.kind == Kind::Factor);
    let bench = Bench::empty().keys("7");
    assert!(bench.app.screen == ScreenId::Start && bench.toast().contains("no data yet"));
    let bench = weather(80, 24).keys("7 Esc x x").says("natural logarithms").shows("Practice · faded · ln");
    assert!(!bench.keys("x").screen().contains("· ln"));
}

#[test]
fn answers_are_typed_one_after_the_other_and_enter_checks() {
    let bench = on_sunny(80, 24);
    assert!(bench.app.typing(), "the line is open from the start");
    let at = bench.app.screens.practice.cursor;
    let bench = bench.keys("'3/9' Enter");
    assert_eq!(sheet(&bench).lines[at].verdict(), Some(Verdict::Correct));
    assert_eq!((sheet(&bench).score.right, bench.app.typing()), (1, true));
    assert_eq!(bench.app.screens.practice.cursor, at + 1, "what is right leads to the next blank");
    assert!(bench.toast().starts_with("Line 4: ✓"), "{}", bench.toast());
    let at = bench.app.screens.practice.cursor;
    let bench = bench.typed("2/");
    assert!(bench.app.screen == ScreenId::Practice && bench.app.typing());
    let bench = bench.keys("Up");
    assert_eq!(bench.app.screens.practice.cursor, at - 1);
    assert_eq!(bench.app.screens.practice.draft(at), Some("2/"), "what was typed stays");
    let bench = bench.shows("~2/").keys("Down '4' Backspace '5'");
    assert_eq!(bench.app.screens.practice.field.as_ref().map(|field| field.text()), Some("2/5"));
    bench.shows("[2/5");
}

/// Every key that prints, on every kind of line: nothing of it is a command while the line is open.
#[test]
fn every_key_that_prints_writes_into_an_open_line() {
    let printed: String = (' '..='~').chain("√²·×÷−≈%½∞éΣ".chars()).collect();
    for name in ["P(Yes)", "score(No)", "class"] {
        let bench = on(weather(80, 24), name).typed(&printed);
        let field = bench.app.screens.practice.field.as_ref().expect("a field");
        assert_eq!(field.text(), printed, "{name}");
        assert!(bench.app.screen == ScreenId::Practice && bench.app.dialogs.is_empty());
        assert!(bench.app.session.case.is_some() && !sheet(&bench).is_begun());
    }
    for typed in ["ln(3/4)", "log(3/9)", "No", "yes", "print(5/14)", "sqrt(2)", "P(Yes)=3/9"] {
        let bench = on_sunny(80, 24).typed(typed).keys("Enter");
        let told = sheet(&bench).lines[3].told.clone().expect(typed);
        assert_eq!(told.answer.typed, typed);
        assert!(bench.app.screen == ScreenId::Practice && bench.app.dialogs.is_empty(), "{typed}");
    }
}

/// A digit behind a line that is filled in, or behind the last one, goes nowhere; after Esc it goes to a screen.
#[test]
fn digits_leave_a_line_only_after_escape() {
    let bench = on_sunny(80, 24).keys("'3/9' Enter Up");
    let at = bench.app.screens.practice.cursor;
    let bench = "0123456789noqy?/".chars().fold(bench, |bench, c| bench.typed(&c.to_string()));
    assert_eq!((bench.app.screen, bench.app.screens.practice.cursor), (ScreenId::Practice, at));
    assert!(bench.app.dialogs.is_empty() && bench.toast().contains("This line is filled in"));
    let bench = bench.keys("Enter");
    assert_eq!(bench.app.screens.practice.cursor, at + 1, "Enter continues");
    let done = weather(80, 24).keys("7");
    let done = ["3/9", "3/14", "3/5"].iter().fold(done, |bench, right| bench.typed(right).keys("Enter"));
    assert!(sheet(&done).is_done(), "{}", done.screen());
    let done = done.typed("3");
    assert!(done.app.screen == ScreenId::Practice && done.toast().contains("Every line is filled in"));
    assert_eq!(done.keys("Esc 3").app.screen, ScreenId::Parameters);
    assert_eq!(on_sunny(80, 24).keys("Esc 3").app.screen, ScreenId::Parameters, "digits travel after Esc");
    let bench = on_sunny(80, 24).keys("3 Esc");
    assert!(!bench.app.typing() && verdict(&bench).is_none());
    assert_eq!(bench.app.screens.practice.draft(3), Some("3"));
    let bench = bench.keys("Enter");
    assert_eq!(bench.app.screens.practice.field.as_ref().map(|field| field.text()), Some("3"));
    let bench = weather(80, 24).keys("5 7 Esc Esc");
    assert_eq!(bench.app.screen, ScreenId::Explain);
    assert!(bench.keys("7").app.typing(), "whoever comes back writes again");
}

#[test]
fn a_wrong_answer_says_why_and_is_there_to_be_mended() {
    let bench = on_sunny(80, 24).keys("'3/14' Enter");
    let line = &sheet(&bench).lines[bench.app.screens.practice.cursor];
    assert_eq!(line.told.as_ref().unwrap().marked.causes, ["B4"]);
    let bench = bench.shows("✗").hides("3/9").hides("0.33").keys("Backspace Backspace '9' Enter");
    assert_eq!(sheet(&bench).lines[3].verdict(), Some(Verdict::Correct), "the last answer was in the field");
    let over = on_sunny(80, 24).keys("'3/14' Enter '3/9' Enter");
    assert_eq!(sheet(&over).lines[3].verdict(), Some(Verdict::Correct), "and is typed over");
    let again = on_sunny(80, 24).keys("'3/14' Enter Enter");
    assert_eq!(sheet(&again).lines[3].misses, 1, "the same answer twice costs nothing more");
}

#[test]
fn hints_come_one_by_one_and_the_last_shows_the_line() {
    let bench = on_sunny(80, 24).keys("Ctrl-t");
    assert!(bench.app.typing() && bench.screen().contains("1. P(Weather=Sunny"), "{}", bench.screen());
    let bench = bench.keys("Esc i").hides("3/9").shows("= 3").keys("i");
    let line = &sheet(&bench).lines[bench.app.screens.practice.cursor];
    assert!(line.shown && bench.screen().contains("3/9"), "{}", bench.screen());
    assert_eq!(sheet(&bench).score.shown, 1);
    on_sunny(80, 24)
        .keys("'3/14' Enter Esc w")
        .shows("Why: ")
        .keys("i")
        .hides("Why: ")
        .shows(" 1. ")
        .keys("w Enter '2/9' Enter")
        .hides("Why: ")
        .shows("you wrote: 2/9");
    on_sunny(80, 24)
        .keys("'0.91' Enter")
        .hides("shows this step")
        .keys("'0.92' Enter")
        .shows("Esc, then a: shows this step");
}

#[test]
fn all_steps_are_shown_and_answers_thrown_away_only_after_a_question() {
    let bench = on_sunny(80, 24).keys("Esc a");
    assert!(sheet(&bench).lines[bench.app.screens.practice.cursor].shown);
    let bench = bench.keys("A");
    assert!(!sheet(&bench).is_done() && bench.toast().contains("s to show all answers"));
    // The key that asked does not confirm, and another key takes the question back.
    let bench = bench.keys("A A Down s");
    assert!(!sheet(&bench).is_done(), "{}", bench.toast());
    let bench = bench.keys("A s");
    assert!(sheet(&bench).is_done());
    let bench = bench.keys("R");
    assert_eq!(sheet(&bench).filled().0, 0);
    let bench = on_sunny(80, 24).keys("'3/9' Enter Esc R");
    assert!(
        sheet(&bench).is_begun() && bench.toast().starts_with("Press s to begin again"),
        "{}",
        bench.toast()
    );
    assert!(sheet(&bench.keys("R R Down s")).is_begun(), "neither the same key nor a later one");
    let bench = on_sunny(80, 24).keys("'3/9' Enter Esc R s");
    assert!(!sheet(&bench).is_begun() && bench.app.typing());
}

#[test]
fn what_follows_from_the_student_s_own_lines_is_right_with_them() {
    let bench = on_sunny(80, 24).keys("'3/14' Enter Down '3/14*9/14' Enter");
    let at = bench.app.screens.practice.cursor;
    let score =
        sheet(&bench).questions.list.iter().position(|question| question.name == "score(Yes)").unwrap();
    let bench = (at..score).fold(bench, |bench, _| bench.keys("Down"));
    let bench = bench.keys("'3/14*9/14' Enter");
    assert_eq!(sheet(&bench).lines[score].verdict(), Some(Verdict::Correct));
    bench.says("right with your line 4");
    // Both posteriors turned round: No follows from them.
    let bench = on(weather(80, 24), "P(No | x)").keys("'3/5' Enter");
    let bench = bench.keys("Down '2/5' Enter Down 'No' Enter");
    let last = sheet(&bench).lines.last().and_then(|line| line.told.clone()).expect("an answer");
    assert_eq!((last.marked.verdict, last.with.is_empty()), (Verdict::Correct, false), "{}", bench.screen());
    bench.says("right with your lines");
}

#[test]
fn the_class_is_typed_or_chosen() {
    let right = |bench: &Bench| {
        let right = sheet(bench).questions.list.last().map(|question| question.right.clone());
        let Some(Right::Class(name)) = right else { panic!("no class") };
        name
    };
    let answer = |bench: &Bench| sheet(bench).lines.last().and_then(|line| line.told.clone());
    for keys in [["Y", "e", "s"].as_slice(), &["y"], &["Right", "Right"], &["Left"], &["n", "o", "Right"]] {
        let bench = keys
            .iter()
            .fold(on(weather(80, 24), "class"), |bench, key| bench.keys(key))
            .shows("‹▲ Yes›")
            .keys("Enter");
        let told = answer(&bench).expect("an answer");
        assert_eq!(told.answer.typed, "Yes", "{keys:?}");
        assert_eq!(told.marked.verdict == Verdict::Correct, right(&bench).contains("Yes"));
    }
    let bench =
        on(weather(80, 24), "class").typed("0.6").shows("No class name begins with “0.6”.").keys("Enter");
    let told = answer(&bench).expect("an answer");
    assert_eq!(told.answer.typed, "0.6", "what names no class is checked as it is");
    let bench = on(weather(80, 24), "class").keys("Esc A s");
    assert!(sheet(&bench).is_done());
}

#[test]
fn the_next_case_is_the_next_row_and_the_score_goes_on() {
    let bench = on_sunny(80, 24).keys("'3/9' Enter Esc n");
    assert!(matches!(bench.app.session.pick, Pick::Row(_)));
    assert_eq!(sheet(&bench).score.right, 1);
    assert_eq!(sheet(&bench).level, Level::Blank);
    assert_eq!(sheet(&bench).filled().0, 0);
    let bench = bench.keys("Tab 3");
    assert_eq!(bench.app.screen, ScreenId::Parameters, "digits go to the stages from the right pane");
}

#[test]
fn m_lists_the_ways_to_practise() {
    let menu = weather(80, 24).keys("7 Esc m");
    let screen = menu.screen();
    for way in ["worked", "* faded", "blank", "find the error"] {
        assert!(screen.contains(way), "{way}: {screen}");
    }
    let bench = weather(80, 24).keys(WORKED);
    assert_eq!(sheet(&bench).level, Level::Worked);
    assert!(sheet(&bench).is_done() && bench.screen().contains("9/14") && !bench.app.typing());
    let bench = bench.keys("5");
    assert_eq!(bench.app.screen, ScreenId::Explain, "nothing is to be typed, so digits go to the stages");
    let bench = weather(80, 24).keys(WORKED).keys("7 Tab");
    assert_eq!(bench.app.pane, Pane::Detail);
    menu.keys("Down Down Enter").shows("Find the error").keys("m Up Up Up Enter").shows("Practice · worked");
}

#[test]
fn every_sample_makes_a_worksheet() {
    for name in
        ["play-tennis", "chinese-japan", "spam", "person", "two-clusters", "iris", "living-area", "loan"]
    {
        let bench = Bench::open(name, "").keys(BLANK).keys("Ctrl-t Ctrl-t Esc i");
        assert!(!sheet(&bench).questions.list.is_empty(), "{name}");
    }
}

#[test]
fn scores_documents_and_messages_are_shown_whole() {
    let bench = weather(80, 24).keys("7");
    let bench = ["3/9", "3/14", "3/5"].iter().fold(bench, |bench, right| bench.typed(right).keys("Enter"));
    bench.shows("━ 3 right, 0 wrong · 3 of 3 ┛");
    let bench = weather(120, 40).keys("7");
    let bench = ["3/9", "3/14"].iter().fold(bench, |bench, right| bench.typed(right).keys("Enter"));
    bench.shows("2 right, 2 in a row, 0 wrong");
    Bench::open("spam", "").keys("7 Esc d").shows("waiting for").hides("…");
    let bench = Bench::open("iris", "").resized(60, 20).keys(BLANK).keys("Down Down Down Ctrl-t");
    let said = bench.toast().to_owned();
    assert!(said.len() > 60, "{said}");
    let screen = bench.screen().replace('\n', " ");
    let words = screen.split_whitespace().collect::<Vec<&str>>().join(" ");
    assert!(words.contains(&said), "{said} in {screen}");
}

/// The keys that the footer offers, where there is room for all.
fn offered(bench: &Bench) -> Vec<String> {
    bench.app.footer(500).into_iter().map(|(keys, _)| keys).collect()
}

fn offers(bench: &Bench, key: &str) -> bool {
    offered(bench).iter().any(|keys| keys == key)
}

#[test]
fn only_keys_that_do_something_are_offered() {
    let bench = on_sunny(80, 24);
    for key in ["Enter", "↑↓", "Tab", "Ctrl+T", "Esc", "F1"] {
        assert!(offers(&bench, key), "{key} while a line is open: {:?}", offered(&bench));
    }
    assert!(!offers(&bench, "i") && !offers(&bench, "a"), "letters are no commands there");
    let bench = bench.keys("Esc");
    for key in ["Enter", "i", "a", "n", "m", "w", "E"] {
        assert!(offers(&bench, key), "{key} on an open line: {:?}", offered(&bench));
    }
    assert!(!offers(&bench, "D") && !offers(&bench, "R"), "nothing is typed yet");
    let wrong = bench.keys("Enter '3/14' Enter Esc");
    assert!(offers(&wrong, "D") && offers(&wrong, "R"), "{:?}", offered(&wrong));
    let right = wrong.keys("Enter '3/9' Enter Up Esc");
    for key in ["i", "a", "D"] {
        assert!(!offers(&right, key), "{key} on a line that is right: {:?}", offered(&right));
    }
    assert!(offers(&right, "Enter"), "other lines are blank");
    let done = right.keys("A s");
    assert!(!offers(&done, "Enter") && offers(&done, "n"), "{:?}", offered(&done));
    let bench = done.keys("i");
    assert_eq!(bench.toast(), "This line needs no answer.");
    let bench = weather(80, 24).keys("7 Esc A s");
    let lines = |bench: &Bench| format!("{:?}", sheet(bench).lines);
    let (before, mut bench) = (lines(&bench), bench);
    for key in ["i", "a", "f", "Enter"] {
        assert!(!offers(&bench, key), "{key}");
        bench = bench.keys(key);
        assert_eq!(lines(&bench), before, "{key}");
        assert!(!bench.toast().is_empty(), "{key} says why");
    }
    let bench = Bench::empty();
    for key in ["1–5", "7", "S"] {
        assert!(!offers(&bench, key), "{key} without data: {:?}", offered(&bench));
    }
    assert!(offers(&Bench::tennis(), "1–5"));
}

#[test]
fn formulas_in_sentences_are_words_in_ascii() {
    let mut bench = Bench::open("person", "");
    bench.app.settings.ascii = true;
    let bench = on(bench, "p(height=6 | male)").keys("Esc i i");
    let screen = bench.screen();
    assert!(screen.contains("sqrt(2*pi"), "{screen}");
    assert!(!screen.lines().take(21).any(|line| line.contains('?')), "{screen}");
    assert!(screen.contains(")^2/(2"), "a square is no factor of two: {screen}");
    let hints = bench.keys("E i i").screen();
    assert!(!hints.lines().take(21).any(|line| line.contains('?')), "{hints}");
}

#[test]
fn an_answer_pasted_on_two_lines_or_of_a_thousand_keys_is_one_answer() {
    let mut bench = on(weather(80, 24), "score(Yes)");
    bench.act(Action::Paste("3/9 *\r\n  9/14\r\n".into()));
    let bench = bench.keys("Enter");
    let at = sheet(&bench).questions.list.iter().position(|question| question.name == "score(Yes)");
    assert_eq!(sheet(&bench).lines[at.unwrap()].verdict(), Some(Verdict::Correct), "{}", bench.screen());
    bench.shows("3/9 * 9/14");
    let bench = on_sunny(80, 24).typed(&"3".repeat(1_000)).keys("Enter");
    assert!(verdict(&bench).is_some_and(|verdict| verdict != Verdict::Correct), "{:?}", verdict(&bench));
    let screen = bench.screen();
    assert!(screen.lines().all(|line| posterior::text::display_width(line) <= 80), "{screen}");
}

/// Names and values of any script keep to their columns, and a value does not touch the name before it.
#[test]
fn wide_names_keep_their_columns() {
    let rows = "天気の長い名前,遊ぶ\r晴れ🌞,はい👩‍👩‍👧\r雨☔,いいえ\r晴れ🌞,はい👩‍👩‍👧\r雨☔,はい👩‍👩‍👧\r曇り,いいえ\r";
    for size in [(80, 24), (120, 40), (60, 20)] {
        let bench = Bench::pasted(rows, size.0, size.1);
        let mut bench = bench.keys(BLANK).keys("Down Down '9/14' Enter Esc i i i");
        assert_eq!(bench.app.screen, ScreenId::Practice, "{}", bench.screen());
        for keys in ["Up", "d", "d", "E", "P", "Esc", "E", "w", "i"] {
            bench = bench.keys(keys);
            let screen = bench.screen();
            let wide = screen.lines().find(|line| posterior::text::display_width(line) > usize::from(size.0));
            assert!(wide.is_none(), "{keys}: {wide:?}\n{screen}");
        }
    }
}

/// Keys that come faster than answers are checked go to the lines that follow, and no answer is lost.
#[test]
fn answers_typed_ahead_go_to_their_own_lines() {
    let mut bench = weather(80, 24).keys(BLANK);
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
    let verdicts: Vec<_> = sheet(&bench).lines.iter().take(5).map(|line| line.verdict()).collect();
    let right = Some(Verdict::Correct);
    assert_eq!(verdicts, [right, right, right, right, None], "{}", bench.screen());
    assert_eq!(bench.app.screens.practice.cursor, 4, "and typing goes on behind them");
    let bench = bench.keys("'1/7' Enter");
    assert!(sheet(&bench).lines[4].told.is_some());
}

/// While a line is open the pages keys scroll what stands beside it, no further than it reaches.
#[test]
fn what_stands_beside_is_scrolled_while_typing() {
    let bench = Bench::open("play-tennis", "").resized(80, 16).keys("7 Ctrl-t Ctrl-t Ctrl-t '0.9' Enter");
    let top = bench.screen();
    let _ = bench.buffer(&posterior::app::terminal::theme::Theme::mono());
    let down = bench.keys("PgDn PgDn PgDn");
    let bottom = down.screen();
    assert!(down.app.typing() && top != bottom, "{top}\n{bottom}");
    let up = down.keys("PgUp PgUp");
    assert_eq!(up.screen().lines().take(13).collect::<Vec<_>>(), top.lines().take(13).collect::<Vec<_>>());
}
