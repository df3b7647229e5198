//! Exercises on screen 7: before, keys, after.

use crate::practice_room::sheet;
use crate::support;

use std::path::Path;
use std::sync::Arc;

use posterior::app::screens::practice::{ExerciseSource, Variant, open_exercise};
use posterior::app::{ArgumentDialog, Leaving, ScreenId};
use posterior::practice::course;
use posterior::practice::worksheet::{Level, Line, Questions};
use posterior::practice::{Exercise, Marker, Reach, Verdict, Worksheet, read_sheet};
use support::Bench;

const SUNNY: &str = include_str!("../data/exercises/sunny.toml");

/// An exercise in hand, with more said of it.
fn opened(more: &str, level: Option<Level>, width: u16, height: u16) -> Bench {
    begun(of_name("sunny.toml", &format!("{SUNNY}\n{more}")), level, width, height)
}

/// Writes an exercise into a folder of its own.
fn of_name(name: &str, text: &str) -> ExerciseSource {
    let file = tempfile::TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).unwrap().keep().join(name);
    std::fs::write(&file, text).unwrap();
    ExerciseSource { file, reach: Reach::Beside }
}

fn begun(source: ExerciseSource, level: Option<Level>, width: u16, height: u16) -> Bench {
    let mut bench = Bench::sized(None, width, height);
    let job = open_exercise(&mut bench.app, source, Variant::Usual, level);
    bench.work(job);
    bench
}

fn sunny() -> Bench {
    opened("", None, 80, 24)
}

fn line(bench: &Bench, at: usize) -> &Line {
    &sheet(bench).lines[at]
}

/// Types an answer on the selected line, over the one before.
fn answer(bench: Bench, text: &str) -> Bench {
    let bench = if bench.app.typing() { bench } else { bench.keys("Enter") };
    bench.typed(text).keys("Enter")
}

#[test]
fn it_opens_blank_on_its_first_step_with_its_data_on_the_desk() {
    let bench = sunny();
    assert_eq!(bench.app.screen, ScreenId::Practice);
    assert_eq!(sheet(&bench).level, Level::Blank);
    assert_eq!(sheet(&bench).filled(), (0, 5));
    let names: Vec<&str> =
        sheet(&bench).questions.list.iter().map(|question| question.name.as_str()).collect();
    assert_eq!(names, ["P(Yes)", "P(Sunny | Yes)", "score(Yes)", "P(Yes | Sunny)", "class"]);
    let screen = bench.screen();
    assert!(screen.contains("Play when it is sunny?") && screen.contains("blank"), "{screen}");
    let bench = bench.keys("Tab 1");
    assert!(bench.app.screen == ScreenId::Data && bench.screen().contains("Overcast"), "{}", bench.screen());
    let bench = bench.keys("7");
    assert!(bench.app.screens.practice.exercise.is_some() && bench.app.screen == ScreenId::Practice);
}

#[test]
fn rooms_with_answers_and_the_recipe_are_closed_until_it_is_finished() {
    let mut bench = sunny();
    for room in ["Tab 3", "Tab 4", "Tab 5", "Tab 2 Enter"] {
        bench = bench.keys(room);
        bench = bench.says("Finish ");
        bench = bench.keys("7");
    }
    for right in ["9/14", "3/9", "3/14", "3/5", "Yes"] {
        bench = answer(bench, right);
    }
    assert!(sheet(&bench).is_done());
    assert_eq!(bench.keys("Esc 5").app.screen, ScreenId::Explain);
    let open = opened("[policy]\nreveal = \"always\"", None, 80, 24).keys("Tab 3");
    assert_eq!(open.app.screen, ScreenId::Parameters);
    sunny().keys("Tab 2 Down Down Down Down Right Down Right Down Right").says("sets the recipe");
    let bench = opened("[policy]\nreveal = \"always\"", None, 80, 24).keys("Tab 2");
    assert_eq!(bench.app.screen, ScreenId::Model);
}

#[test]
fn leaving_and_quitting_an_unfinished_exercise_ask_once() {
    let untouched = sunny().keys("Down Esc Esc");
    assert!(untouched.app.screens.practice.exercise.is_none(), "nothing would be lost");
    let hinted = sunny().keys("Ctrl-t Esc Esc");
    assert!(hinted.app.screens.practice.exercise.is_some() && hinted.toast().contains("not finished"));
    let drafted = sunny().keys("3 Esc Esc");
    assert!(drafted.app.screens.practice.exercise.is_some() && drafted.toast().contains("not finished"));
    let bench = answer(sunny(), "9/14").keys("Esc Esc");
    assert!(bench.app.screens.practice.exercise.is_some() && bench.toast().contains("not finished"));
    let bench = bench.keys("Down Esc");
    assert!(bench.app.screen == ScreenId::Practice, "another key takes the question back");
    let bench = bench.keys("Esc");
    assert!(bench.app.screen != ScreenId::Practice && bench.app.screens.practice.exercise.is_none());
    assert_eq!(bench.keys("3").app.screen, ScreenId::Parameters, "nothing is closed any more");
    assert_eq!(sunny().keys("Esc q").app.leaving, Leaving::Yes, "nothing is lost before the first answer");
    assert_eq!(sunny().keys("Ctrl+q").app.leaving, Leaving::Yes, "nor while nothing is typed");
    assert_eq!(sunny().keys("1 Ctrl+q").app.leaving, Leaving::No, "an answer is being typed");
    let bench = answer(sunny(), "9/14").keys("Esc q");
    assert!(bench.app.leaving == Leaving::No && bench.toast().contains("not finished"));
    assert_eq!(bench.keys("q").app.leaving, Leaving::Yes);
    assert_eq!(Bench::tennis().keys("q").app.leaving, Leaving::Yes, "nothing is lost elsewhere");
}

#[test]
fn other_data_and_the_same_file_again_are_opened_at_the_second_try() {
    let open = |bench: Bench| bench.keys("Esc o 'sample:spam' Enter");
    let bench = open(answer(sunny(), "9/14"));
    assert!(bench.app.screen == ScreenId::Practice && bench.toast().contains("not finished"));
    let bench = open(bench);
    assert!(bench.app.screen == ScreenId::Data);
    assert!(bench.app.screens.practice.exercise.is_none());
    assert!(!bench.app.session.sealed);
    let bench = answer(sunny(), "9/14").keys("Esc F5");
    assert_eq!(sheet(&bench).filled(), (1, 5));
    assert_eq!(sheet(&bench.keys("F5")).filled(), (0, 5));
}

#[test]
fn an_exercise_file_is_opened_like_data_and_a_wrong_one_says_where() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/exercises/sunny.toml");
    let bench = Bench::empty().keys("o").typed(path).keys("Enter");
    assert!(bench.app.screen == ScreenId::Practice && bench.app.screens.practice.exercise.is_some());
    let recipe = concat!(env!("CARGO_MANIFEST_DIR"), "/crates/core/samples/weather.toml");
    Bench::empty().keys("o").typed(recipe).keys("Enter").says("open its data first");
    let wrong = "[[step]]\nask = \"P(Yes)\"\nmark = 2";
    assert!(refused(wrong).contains("line 3"), "{}", refused(wrong));
    assert!(of_text(wrong, 80, 24).screen().contains("Did you mean marks?"));
}

#[test]
fn an_answer_is_checked_by_the_exercise() {
    let bench = answer(sunny(), "5/14");
    assert_eq!(line(&bench, 0).verdict(), Some(Verdict::Wrong));
    let bench = answer(sunny().keys("Down Down Down"), "0.59");
    assert_eq!(line(&bench, 3).verdict(), Some(Verdict::Correct), "it accepts 0.59");
}

fn shown(bench: &Bench, at: usize) -> bool {
    line(bench, at).shown
}

#[test]
fn attempts_come_before_the_answer_and_after_them_it_is_shown() {
    let bench = sunny().keys("Esc a");
    assert!(!shown(&bench, 0) && bench.toast().contains("3 more attempts"), "{}", bench.toast());
    let bench = answer(bench, "0.6");
    assert_eq!((line(&bench, 0).verdict(), line(&bench, 0).misses), (Some(Verdict::Unmarked), 0));
    assert_eq!(sheet(&bench).score.wrong, 0);
    let bench = answer(answer(bench, "5/14"), "x");
    assert_eq!(line(&bench, 0).misses, 1, "what cannot be read costs nothing");
    assert!(bench.keys("Esc a").toast().contains("2 more attempts"));
    let bench = ["0.111", "0.222", "0.333"].into_iter().fold(sunny(), answer);
    assert_eq!(line(&bench, 0).misses, 3);
    let bench = bench.shows("a: shows this step").keys("Esc a");
    assert!(shown(&bench, 0) && bench.screen().contains("9/14"), "{}", bench.screen());
    assert_eq!(sheet(&bench).marks(), Some((0.0, 6.0)));
}

#[test]
fn always_shows_at_once_and_never_never() {
    assert!(shown(&opened("[policy]\nreveal = \"always\"", None, 80, 24).keys("Esc a"), 0));
    for reveal in ["teacher", "never"] {
        let policy = format!("[policy]\nreveal = \"{reveal}\"\nattempts = 0");
        let bench = opened(&policy, Some(Level::Worked), 80, 24);
        assert_eq!(sheet(&bench).level, Level::Blank, "a worked sheet would tell everything");
        let bench = bench.keys("Esc a A s i i i i i");
        assert!(!shown(&bench, 0) && line(&bench, 0).hints == 1, "{reveal}: {}", line(&bench, 0).hints);
        bench.hides("9/14").hides("9 Yes");
    }
}

#[test]
fn the_exercise_s_own_hints_come_first_and_the_value_last() {
    let bench = sunny()
        .keys("Down Esc i i")
        .shows("1. Only look at the Yes days.")
        .shows("2. How many of them are Sunny?")
        .keys("i");
    assert!(!shown(&bench, 1) && bench.toast().contains("more attempts"), "{}", bench.toast());
    let open = opened("[policy]\nreveal = \"always\"", None, 80, 24).keys("Down Esc i i i");
    assert!(shown(&open, 1));
}

#[test]
fn w_asks_then_tells_then_argues() {
    let bench = sunny()
        .keys("Down Esc w")
        .shows("denominator 9 and not 14?")
        .keys("w")
        .shows("denominator 9 and not 14?")
        .shows("A probability is estimated by a ")
        .shows("whole argument comes when")
        .keys("w");
    assert!(bench.app.dialogs.is_empty() && bench.toast().contains("The argument shows the value"));
    let bench = answer(bench, "3/9").keys("Up Esc w w w");
    assert!(bench.app.front::<ArgumentDialog>().is_some());
    let bench = bench.keys("Esc w w Tab Enter");
    assert!(bench.app.front::<ArgumentDialog>().is_some(), "Enter in the right pane does the same");
    let asked = "why = \"Why is the denominator 9 and not 14?\"\n";
    assert!(SUNNY.contains(asked));
    let own = SUNNY.replace(asked, &format!("{asked}because = \"Given Yes, only the Yes days count.\"\n"));
    let bench = of_text(&own, 80, 24).keys("Down Esc w").hides("only the Yes days count");
    bench.keys("w").shows("denominator 9 and not 14?").shows("Given Yes, only").hides("estimated by a share");
}

/// An exercise of the course in hand.
fn of_course(id: &str) -> Bench {
    begun(ExerciseSource::of_course(course::lesson(id).unwrap()), None, 80, 24)
}

#[test]
fn the_start_of_an_exercise_of_the_course_says_what_it_is_about() {
    let bench = of_course("prior-from-counts").shows("How often is a match played");
    assert!(!answer(bench, "13").screen().contains("How often is a match played"));
}

#[test]
fn questions_of_the_course_are_answered_and_their_names_stay_distinct() {
    for lesson in course::lessons() {
        let bench = of_course(lesson.id);
        for step in &bench.app.screens.practice.exercise.as_ref().unwrap().steps {
            assert_eq!(step.why.is_some(), step.because.is_some(), "{}: {}", lesson.id, step.label);
        }
        let top = bench.screen().lines().nth(1).unwrap().to_owned();
        assert!(top.contains(&lesson.outline().title), "{top}");
    }
    of_course("bins").shows("…) | low)").shows("…) | mid)").shows("… | high)");
    of_course("numbers-and-categories").shows("1 P(refund=No | No)").shows("2 P(Divorced | No)");
    of_course("zero-count")
        .keys("Esc d")
        .shows("Outl")
        .shows("Temp")
        .shows("Humi")
        .shows("Wind")
        .shows("Play")
        .shows("Strong")
        .shows("Weak");
}

#[test]
fn where_one_pane_fits_the_sentence_is_whole_and_says_where_the_rest_is() {
    let sentence = |bench: &Bench| bench.screen().lines().rev().nth(1).unwrap().trim().to_owned();
    let bench = opened("", None, 60, 20);
    assert_eq!(sentence(&bench), "Type your answer. Enter: check. Tab: the question.");
    let bench = answer(bench, "1/2").keys("Down Up");
    assert_eq!(sentence(&bench), "Tab: what is wrong. Type another answer. Esc: commands.");
    let bench = bench.keys("Tab");
    assert_eq!(sentence(&bench), "The question and the feedback. Tab: the lines.");
    assert_eq!(sentence(&bench.keys("d")), "The rows to count. d: back to the line.");
}

#[test]
fn marks_are_counted_by_the_rules() {
    let policy =
        "[policy]\nearly_rounding = 0.5\nunreduced = \"required\"\nfigures = 3\ncarry_forward = false";
    let bench = answer(opened(policy, None, 80, 24).keys("Down"), "3/9");
    assert!(line(&bench, 1).is_open() && line(&bench, 1).misses == 0, "lowest terms are wanted");
    let bench = answer(bench, "1/3");
    assert_eq!(sheet(&bench).marks(), Some((2.0, 6.0)));
    let bench = bench.shows("2 of 6 marks");
    let bench = answer(bench.keys("Up Up"), "0.64");
    assert_eq!(line(&bench, 0).verdict(), Some(Verdict::Unmarked), "three figures are asked");
    let bench = answer(bench, "5/14");
    let bench = answer(bench.keys("Down Down"), "1/3*5/14");
    assert_eq!(line(&bench, 2).verdict(), Some(Verdict::Wrong), "nothing is carried forward");
}

#[test]
fn d_shows_the_rows_to_be_counted() {
    let bench = sunny().keys("Esc d");
    let screen = bench.screen();
    assert!(screen.contains("The table · 14 rows") && screen.contains("14  Rainy"), "{screen}");
    assert!(screen.contains("Weather   Play"), "the target is named: {screen}");
    answer(bench, "1/2").shows("This line").shows("✗");
    let narrow = opened("", None, 70, 24).keys("Esc d").shows("14  Rainy");
    assert!(narrow.keys("d").screen().contains("P(Yes)"));
}

fn refused(text: &str) -> String {
    format!("{:?}", of_name("own.toml", text).read(Variant::Usual).unwrap_err())
}

/// An exercise from its whole text.
fn of_text(text: &str, width: u16, height: u16) -> Bench {
    begun(of_name("own.toml", text), None, width, height)
}

const LOGS: &str = "data = \"sample:chinese-japan\"\n[[step]]\nask = \"P(c)\"\n\
                    [[step]]\nask = \"log score(c)\"\n[[step]]\nask = \"P(c | x)\"";

#[test]
fn logarithms_are_natural_and_another_base_is_named() {
    let bench = of_text(LOGS, 120, 40);
    assert_eq!(sheet(&bench).questions.list[1].name, "ln score(c)");
    let ten = answer(bench.keys("Down"), "-3.5211");
    let told = line(&ten, 1).told.as_ref().unwrap();
    assert_eq!(told.marked.causes, ["N1"]);
    assert!(told.marked.message.plain().contains("the logarithm to base 10"), "{:?}", told.marked.message);
    let two = answer(ten, "-11.697");
    assert_eq!(line(&two, 1).told.as_ref().unwrap().marked.causes, ["N1"]);
    let right = answer(two, "-8.1077");
    assert_eq!(line(&right, 1).verdict(), Some(Verdict::Correct));
}

/// An answer that a student does not give up is handed in with that remark, and marked as any other.
#[test]
fn answers_are_handed_in_with_what_is_disputed() {
    let bench = answer(sunny(), "9/14").keys("Up Esc D");
    assert_eq!(bench.toast(), "Press D only on an answer that was not accepted.");
    let bench = answer(bench.keys("Down"), "3/14").keys("Esc D");
    assert!(line(&bench, 1).disputed && bench.screen().contains("✗f"), "{}", bench.screen());
    let bench = bench.shows("You think that this is right.");
    let folder = tempfile::TempDir::new().unwrap();
    let path = folder.path().join("mine.txt");
    let bench = bench.keys("S Down Down Ctrl-u").typed(&path.to_string_lossy()).keys("Enter");
    assert!(bench.toast().starts_with("Saved as "), "{}", bench.toast());
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(
        text.contains("P(Sunny | Yes) = 3/14\n# I think this answer to P(Sunny | Yes) is right.\n"),
        "{text}"
    );
    assert!(text.ends_with("class =\n") && text.starts_with("exercise:"), "{text}");
    // A new answer is another matter.
    let bench = answer(bench.keys("Esc"), "3/8");
    assert!(!line(&bench, 1).disputed);
}

/// On screen each answer is read by its own decimal mark; the sheet has one, and is marked as the screen was.
#[test]
fn a_sheet_of_commas_and_points_is_marked_as_the_screen_was() {
    for answers in [
        ["5/14", "3/9", "3/9*5/14", "0.4545", "No"],
        ["0,64", "0.33", "0,111", "3/5", "Yes"],
        ["0.64", "3/9", "P(Sunny|Yes)*P(Yes) = 0,2143", "0,60", "Yes"],
        ["0,64", "1,234", "0,21", "0.6", "No"],
        ["0,64", "0,3 0.3", "0,21", "", ""],
        ["0,64", "1,234", "0,21", "0,6", "No"],
        ["0,64", "0,33", "0,21", "0,6", "Yes"],
    ] {
        let source = Arc::new(Exercise::from_toml(SUNNY, Path::new("sunny.toml")).unwrap());
        let questions = Arc::new(Questions::of_exercise(Arc::clone(&source)).unwrap());
        let mut screen = Worksheet::new(Arc::clone(&questions), Level::Blank);
        for (at, typed) in answers.iter().enumerate().filter(|(_, typed)| !typed.is_empty()) {
            let told = questions.check(at, typed, &screen.others(at)).unwrap();
            screen.take(at, Arc::new(told));
        }
        let text = posterior::practice::sheet_of(&source.id, None, &screen.handed_in());
        let marked = Marker::new(source).unwrap().mark(&read_sheet("mine.txt", &text)).unwrap();
        let shown: Vec<Option<Verdict>> = screen.lines.iter().map(Line::verdict).collect();
        let said: Vec<Option<Verdict>> =
            marked.lines.iter().map(|line| line.answer.as_ref().map(|_| line.marked.verdict)).collect();
        assert_eq!(shown, said, "{answers:?}\n{text}");
        if answers[0] == "5/14" {
            assert_eq!(Some((marked.marks, marked.max)), screen.marks());
        }
    }
}

/// What a line is worked out from stands beside it or above it: α, where numbers are cut, what a variance is divided by.
#[test]
fn the_sheet_shows_what_it_needs() {
    let bins = of_course("bins").screen();
    for text in ["area=890", "α = 1", "area is cut at 400, 800, 1200, 1600"] {
        assert!(bins.contains(text), "{text}: {bins}");
    }
    for (id, rule) in
        [("smooth-one-table", "α = 1"), ("zero-count", "α = 0"), ("gda-posterior", "Σ divides by n")]
    {
        let screen = of_course(id).screen();
        assert!(screen.contains(rule), "{id}: {screen}");
    }
    // The table stands there from the start where it fits, and else behind d.
    let beside = |bench: &Bench| bench.screen().contains("The table ·");
    assert!(beside(&of_course("smooth-one-table")) && beside(&of_course("gda-posterior")));
    assert!(!beside(&of_course("bins")), "27 rows do not fit 19 lines");
    assert!(beside(&of_course("bins").keys("Esc d")), "27 rows do not fit 19 lines");
    let printed = of_course("bins").app.screens.practice.exercise.unwrap();
    let paper = format!("{:?}", posterior::report::question_sheet(&printed, None));
    assert!(paper.contains("area is cut at 400, 800, 1200, 1600"), "{paper}");
}

/// The three exercises by keys alone, with wrong answers of every kind on the way: no key is taken for a command.
#[test]
fn the_course_by_keys_with_wrong_answers() {
    let wrong = "ln(3/4,log(1/9),No,yes,(5+1)/(8+5),0.5,0.35714285714285715,quit,?,1 2 3";
    for (id, right) in [
        ("logarithms", ["ln(3/4)", "-0.847", "-8.11", "-8.91", "0.690"].as_slice()),
        ("gda-posterior", &["12/49", "7/3", "-7/6", "28/3", "7", "0.811", "B"]),
        ("smooth-one-table", &["3", "(4+1)/(9+3)", "1/8", "4/8", "5/12 * 9/14", "6/7"]),
    ] {
        let mut bench = of_course(id);
        for (at, right) in right.iter().enumerate() {
            for wrong in wrong.split(',').filter(|wrong| !(right.contains("4/8") && *wrong == "0.5")) {
                bench = bench.typed(wrong).keys("Enter");
                let told = line(&bench, at).told.clone().expect(wrong);
                assert_eq!(told.answer.typed.as_str(), wrong, "{id}");
                assert_eq!(bench.app.screens.practice.cursor, at, "{id}");
                assert!(line(&bench, at).is_open() && bench.app.typing(), "{id} {wrong}: {}", bench.screen());
                assert!(bench.app.screen == ScreenId::Practice && bench.app.dialogs.is_empty());
            }
            bench = bench.typed(right).keys("Enter");
            assert!(!line(&bench, at).is_open(), "{id} {right}: {}", bench.screen());
        }
        assert!(sheet(&bench).is_done(), "{id}");
    }
}

#[test]
fn after_the_last_line_n_leads_to_the_next_exercise() {
    let mut bench = of_course("prior-from-counts");
    for typed in ["14", "9", "9/14"] {
        // Before, n is a letter of an answer.
        bench = answer(bench, typed).hides("n next");
    }
    let bench = answer(bench, "5/14").shows("Finished. n: the next exercise.");
    bench.keys("n").shows("How often is a Yes day sunny?");
}
