//! Screen 7 before and after keys, and as text.

use crate::support;

use posterior::practice::worksheet::{Kind, Level, Right};
use posterior::practice::{Verdict, Worksheet};
use posterior::workbench::{Action, Job, Key, Pane, Pick, ScreenId, action_of, update};
use support::Bench;

fn weather(width: u16, height: u16) -> Bench {
    Bench::unsmoothed("weather", width, height)
}

fn sheet(bench: &Bench) -> &Worksheet {
    bench.app.screens.practice.sheet(&bench.app.session).expect("a worksheet")
}

/// A wholly blank worksheet with the mark on a line.
fn on(bench: Bench, name: &str) -> Bench {
    let mut bench = bench.keys("7 v");
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
fn it_begins_faded_on_the_first_blank_line() {
    let bench = weather(80, 24).keys("7");
    assert_eq!(
        (bench.app.screen, sheet(&bench).level, sheet(&bench).filled()),
        (ScreenId::Practice, Level::Faded, (0, 3))
    );
    let (line, question) = bench.app.screens.practice.marked().unwrap();
    assert!(line.is_open() && question.kind == Kind::Factor);
    let bench = Bench::empty().keys("7");
    assert!(bench.app.screen == ScreenId::Start && bench.toast().contains("no data yet"));
}

#[test]
fn a_digit_starts_typing_and_enter_checks() {
    let bench = on_sunny(80, 24).keys("3");
    assert!(bench.app.typing());
    let bench = bench.typed("/9").keys("Enter");
    assert_eq!((verdict(&bench), bench.app.typing()), (Some(Verdict::Correct), false));
    assert_eq!(sheet(&bench).score.right, 1);
    let at = bench.app.screens.practice.cursor;
    let bench = bench.keys("Enter");
    assert_eq!(bench.app.screens.practice.cursor, at + 1, "Enter goes on to the next blank");
}

#[test]
fn answers_are_typed_one_after_the_other() {
    let bench = on_sunny(80, 24).typed("3/9").keys("Enter");
    let at = bench.app.screens.practice.cursor;
    assert!(bench.screen().contains("Type the next answer"), "{}", bench.screen());
    let bench = bench.typed("2/5");
    assert!(bench.app.screen == ScreenId::Practice && bench.app.typing(), "a digit leads to no other room");
    assert_eq!(bench.app.screens.practice.cursor, at + 1);
    let bench = bench.keys("Enter");
    assert!(sheet(&bench).lines[at..=at + 1].iter().all(|line| line.told.is_some()));
    let mut bench = bench.keys("A y");
    assert_eq!(sheet(&bench).lines.iter().filter(|line| line.is_open()).count(), 0);
    bench = bench.keys("3");
    assert!(bench.app.screen == ScreenId::Parameters, "with nothing blank a digit leads to a room again");
}

#[test]
fn a_wrong_answer_says_why_and_is_there_to_be_mended() {
    let bench = on_sunny(80, 24).typed("3/14").keys("Enter");
    let line = &sheet(&bench).lines[bench.app.screens.practice.cursor];
    assert_eq!(line.told.as_ref().unwrap().marked.causes, ["B4"]);
    let screen = bench.screen();
    assert!(screen.contains('✗') && !screen.contains("3/9") && !screen.contains("0.33"), "{screen}");
    let bench = bench.keys("Enter Backspace Backspace").typed("9").keys("Enter");
    assert_eq!(verdict(&bench), Some(Verdict::Correct), "the last answer was in the field");
}

#[test]
fn too_few_figures_go_back_and_cost_nothing() {
    let bench = on_sunny(80, 24).typed("0.3").keys("Enter");
    assert_eq!(verdict(&bench), Some(Verdict::Unmarked));
    assert_eq!(
        (sheet(&bench).score.wrong, sheet(&bench).lines[bench.app.screens.practice.cursor].misses),
        (0, 0)
    );
}

#[test]
fn escape_leaves_the_line_then_the_room() {
    let bench = on_sunny(80, 24).keys("3 Esc");
    assert!(!bench.app.typing() && verdict(&bench).is_none());
    let bench = weather(80, 24).keys("5 7 Esc");
    assert_eq!(bench.app.screen, ScreenId::Explain);
}

#[test]
fn hints_come_one_by_one_and_the_last_shows_the_line() {
    let bench = on_sunny(80, 24).keys("i");
    assert!(bench.screen().contains("1. Look only at"), "{}", bench.screen());
    let bench = bench.keys("i i");
    assert!(!bench.screen().contains("3/9") && bench.screen().contains("= 3"), "{}", bench.screen());
    let bench = bench.keys("i");
    let line = &sheet(&bench).lines[bench.app.screens.practice.cursor];
    assert!(line.shown && bench.screen().contains("3/9"), "{}", bench.screen());
    assert_eq!(sheet(&bench).score.shown, 1);
}

#[test]
fn a_step_or_all_of_them_can_be_shown() {
    let bench = on_sunny(80, 24).keys("s");
    assert!(sheet(&bench).lines[bench.app.screens.practice.cursor].shown);
    let bench = bench.keys("A");
    assert!(!sheet(&bench).is_done() && bench.toast().contains("y shows every blank line"));
    // The key that asked does not confirm, and another key takes the question back.
    let bench = bench.keys("A A Down y");
    assert!(!sheet(&bench).is_done(), "{}", bench.toast());
    let bench = bench.keys("A y");
    assert!(sheet(&bench).is_done());
    let bench = bench.keys("r");
    assert_eq!(sheet(&bench).filled().0, 0);
}

#[test]
fn after_two_misses_the_step_is_offered() {
    let bench = on_sunny(80, 24).typed("0.91").keys("Enter");
    assert!(!bench.screen().contains("s shows this step"));
    let bench = bench.typed("0.92").keys("Enter");
    assert!(bench.screen().contains("s shows this step"), "{}", bench.screen());
}

#[test]
fn what_follows_from_a_wrong_line_is_right_with_it() {
    let bench = on_sunny(80, 24).typed("3/14").keys("Enter Down Enter").typed("3/14*9/14").keys("Enter");
    let at = bench.app.screens.practice.cursor;
    let score =
        sheet(&bench).questions.list.iter().position(|question| question.name == "score(Yes)").unwrap();
    let bench = (at..score).fold(bench, |bench, _| bench.keys("Down"));
    let bench = bench.typed("3/14*9/14").keys("Enter");
    assert_eq!(verdict(&bench), Some(Verdict::Correct));
    assert!(bench.screen().contains("right with your line 4"), "{}", bench.screen());
}

#[test]
fn the_class_is_typed_as_a_word() {
    let bench = on(weather(80, 24), "class").keys("Enter").typed("Yes").keys("Enter");
    let right = sheet(&bench).questions.list.last().map(|question| question.right.clone());
    let Some(Right::Class(name)) = right else { panic!("no class") };
    assert_eq!(verdict(&bench) == Some(Verdict::Correct), name.contains("Yes"));
}

#[test]
fn the_next_case_is_the_next_row_and_the_score_goes_on() {
    let bench = on_sunny(80, 24).typed("3/9").keys("Enter n");
    assert!(matches!(bench.app.session.pick, Pick::Row(_)));
    assert_eq!(
        (sheet(&bench).score.right, sheet(&bench).level, sheet(&bench).filled().0),
        (1, Level::Blank, 0)
    );
    let bench = bench.keys("Tab 3");
    assert_eq!(bench.app.screen, ScreenId::Parameters, "digits go to the stages from the right pane");
}

#[test]
fn levels_go_round() {
    let bench = weather(80, 24).keys("7 v v");
    assert_eq!(sheet(&bench).level, Level::Worked);
    assert!(sheet(&bench).is_done() && bench.screen().contains("9/14"));
    let bench = bench.keys("5");
    assert_eq!(bench.app.screen, ScreenId::Explain, "nothing is to be typed, so digits go to the stages");
    let bench = weather(80, 24).keys("7 v v 7 Tab");
    assert_eq!(bench.app.pane, Pane::Detail);
}

#[test]
fn every_sample_makes_a_worksheet() {
    for name in
        ["play-tennis", "chinese-japan", "spam", "person", "two-clusters", "iris", "living-area", "loan"]
    {
        let bench = Bench::sample(name, 80, 24, |_| {}).keys("7 v i i i");
        assert!(!sheet(&bench).questions.list.is_empty(), "{name}");
    }
}

#[test]
fn the_room_at_every_size() {
    for (width, height) in [(80, 24), (120, 40), (60, 15)] {
        let shot = |name: &str, bench: &Bench| {
            insta::assert_snapshot!(format!("practice_{name}_{width}"), bench.screen())
        };
        shot("faded", &weather(width, height).keys("7"));
        shot("wrong", &on_sunny(width, height).typed("3/14").keys("Enter"));
        shot("typing", &on_sunny(width, height).typed("3/14").keys("Enter").typed("3/"));
        shot("hints", &on_sunny(width, height).keys("i i i w"));
        shot("tennis", &Bench::sample("play-tennis", width, height, |_| {}).keys("7 v v"));
        shot("numbers", &Bench::sample("person", width, height, |_| {}).keys("7 s"));
        shot("gda", &Bench::sample("two-clusters", width, height, |_| {}).keys("7 i i i"));
        shot(
            "numbers_wrong",
            &Bench::sample("person", width, height, |_| {}).keys("7 i i").typed("0.31").keys("Enter"),
        );
        shot("words", &Bench::sample("chinese-japan", width, height, |_| {}).keys("7"));
    }
    let mut bench = on_sunny(80, 24).typed("3/9").keys("Enter");
    bench.app.settings.ascii = true;
    insta::assert_snapshot!("practice_ascii", bench.screen());
}

#[test]
fn the_class_follows_from_the_student_s_own_lines() {
    // Both posteriors turned round: No follows from them.
    let bench = on(weather(80, 24), "P(No | x)").keys("Enter").typed("3/5").keys("Enter");
    let bench = bench.keys("Down Enter").typed("2/5").keys("Enter Down Enter").typed("No").keys("Enter");
    assert_eq!(verdict(&bench), Some(Verdict::Correct), "{}", bench.screen());
    assert!(bench.screen().contains("right with your lines"), "{}", bench.screen());
}

#[test]
fn the_whole_argument_waits_for_the_line() {
    let bench = on_sunny(80, 24).keys("w w");
    assert!(bench.app.dialogs.is_empty() && bench.toast().contains("ends in the value"), "{}", bench.toast());
    let bench = bench.typed("3/9").keys("Enter w");
    assert_eq!(bench.app.dialogs.len(), 1, "{}", bench.screen());
}

#[test]
fn logarithms_are_called_so() {
    let bench = weather(80, 24).keys("7 x x");
    assert!(bench.toast().contains("natural logarithms"), "{}", bench.toast());
    assert!(bench.screen().contains("Practice · faded · ln"), "{}", bench.screen());
    assert!(!bench.keys("x").screen().contains("· ln"));
}

#[test]
fn a_long_score_stays_inside_the_border() {
    let bench = weather(80, 24).keys("7");
    let bench =
        ["3/9", "3/14", "3/5"].iter().fold(bench, |bench, right| bench.typed(right).keys("Enter Enter"));
    let screen = bench.screen();
    assert!(screen.contains("━ 3 right, 0 wrong · 3 of 3 ┛"), "{screen}");
    let bench = weather(120, 40).keys("7");
    let bench = ["3/9", "3/14"].iter().fold(bench, |bench, right| bench.typed(right).keys("Enter Enter"));
    assert!(bench.screen().contains("2 right, 2 in a row, 0 wrong"), "{}", bench.screen());
}

#[test]
fn documents_are_shown_whole_to_be_counted() {
    let bench = Bench::sample("spam", 80, 24, |_| {}).keys("7 d");
    let screen = bench.screen();
    assert!(screen.contains("waiting for") && !screen.contains('…'), "{screen}");
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
    for key in ["Enter", "i", "s", "n", "v", "w", "E", "P"] {
        assert!(offers(&bench, key), "{key} on an open line: {:?}", offered(&bench));
    }
    assert!(!offers(&bench, "f") && !offers(&bench, "r"), "nothing is typed yet");
    let wrong = bench.keys("Enter").typed("3/14").keys("Enter");
    assert!(offers(&wrong, "f") && offers(&wrong, "r"), "{:?}", offered(&wrong));
    let right = wrong.typed("3/9").keys("Enter");
    for key in ["i", "s", "f"] {
        assert!(!offers(&right, key), "{key} on a line that is right: {:?}", offered(&right));
    }
    assert!(offers(&right, "Enter"), "other lines are blank");
    let done = right.keys("A y");
    assert!(!offers(&done, "Enter") && offers(&done, "n"), "{:?}", offered(&done));
    let bench = done.keys("i");
    assert_eq!(bench.toast(), "Nothing is wanted on this line.");
}

#[test]
fn a_key_that_is_not_offered_changes_nothing_but_the_message() {
    let bench = weather(80, 24).keys("7 A y");
    let lines = |bench: &Bench| format!("{:?}", sheet(bench).lines);
    let (before, mut bench) = (lines(&bench), bench);
    for key in ["i", "s", "f", "Enter"] {
        assert!(!offers(&bench, key), "{key}");
        bench = bench.keys(key);
        assert_eq!(lines(&bench), before, "{key}");
        assert!(!bench.toast().is_empty(), "{key} says why");
    }
}

#[test]
fn nothing_is_offered_where_nothing_is_open() {
    let bench = Bench::empty();
    for key in ["1–5", "7", "S"] {
        assert!(!offers(&bench, key), "{key} without data: {:?}", offered(&bench));
    }
    assert!(offers(&Bench::tennis(), "1–5"));
}

#[test]
fn a_hint_is_seen_at_once_even_after_the_reason() {
    let bench = on_sunny(80, 24).keys("Enter").typed("3/14").keys("Enter w");
    assert!(bench.screen().contains("Why: "), "{}", bench.screen());
    let bench = bench.keys("i");
    assert!(!bench.screen().contains("Why: ") && bench.screen().contains(" 1. "), "{}", bench.screen());
    let bench = bench.keys("w").typed("2/9").keys("Enter");
    assert!(!bench.screen().contains("Why: ") && bench.screen().contains("you wrote: 2/9"));
}

#[test]
fn formulas_in_sentences_are_words_in_ascii() {
    let mut bench = Bench::sample("person", 80, 24, |_| {});
    bench.app.settings.ascii = true;
    let bench = on(bench, "p(height=6 | male)").keys("i i");
    let screen = bench.screen();
    assert!(
        screen.contains("sqrt(2*pi") && !screen.lines().take(21).any(|line| line.contains('?')),
        "{screen}"
    );
    assert!(screen.contains(")^2/(2"), "a square is no factor of two: {screen}");
    let hints = bench.keys("E i i").screen();
    assert!(!hints.lines().take(21).any(|line| line.contains('?')), "{hints}");
}

#[test]
fn a_long_message_is_whole_where_one_pane_fits() {
    let bench = Bench::sample("iris", 60, 20, |_| {}).keys("7 v Down Down Down i");
    let said = bench.toast().to_owned();
    assert!(said.len() > 60, "{said}");
    let screen = bench.screen().replace('\n', " ");
    let words = screen.split_whitespace().collect::<Vec<&str>>().join(" ");
    assert!(words.contains(&said), "{said} in {screen}");
}

#[test]
fn an_answer_pasted_on_two_lines_is_one_answer() {
    let mut bench = on(weather(80, 24), "score(Yes)").keys("Enter");
    bench.act(Action::Paste("3/9 *\r\n  9/14\r\n".into()));
    let bench = bench.keys("Enter");
    assert_eq!(verdict(&bench), Some(Verdict::Correct), "{}", bench.screen());
    assert!(bench.screen().contains("3/9 * 9/14"), "{}", bench.screen());
}

#[test]
fn a_thousand_keys_at_once_are_one_answer() {
    let bench = on_sunny(80, 24).keys("Enter").typed(&"3".repeat(1_000)).keys("Enter");
    assert!(verdict(&bench).is_some_and(|verdict| verdict != Verdict::Correct), "{:?}", verdict(&bench));
    let screen = bench.screen();
    assert!(screen.lines().all(|line| posterior::text::display_width(line) <= 80), "{screen}");
}

/// Names and values of any script keep to their columns, and a value does not touch the name before it.
#[test]
fn wide_names_keep_their_columns() {
    let rows = "天気の長い名前,遊ぶ\r晴れ🌞,はい👩‍👩‍👧\r雨☔,いいえ\r晴れ🌞,はい👩‍👩‍👧\r雨☔,はい👩‍👩‍👧\r曇り,いいえ\r";
    for size in [(80, 24), (120, 40), (60, 20)] {
        let mut bench = Bench::sized(None, size.0, size.1);
        bench.act(Action::Paste(rows.into()));
        let mut bench = bench.keys("7 v Down Down Enter").typed("9/14").keys("Enter i i i");
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
    let mut bench = weather(80, 24).keys("7 v");
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
    let bench = bench.typed("1/7").keys("Enter");
    assert_eq!(bench.app.screens.practice.cursor, 4, "and typing goes on behind them");
}
