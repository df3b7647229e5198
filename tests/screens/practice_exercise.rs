//! Exercises on screen 7: before, keys, after.

use crate::practice::sheet;
use crate::support::Bench;

use std::path::Path;
use std::sync::Arc;

use posterior::app::screens::practice::{ExerciseSource, Variant, open_exercise};
use posterior::app::{ArgumentDialog, Leaving, ScreenId};
use posterior::practice::course;
use posterior::practice::worksheet::{Level, Line, Questions};
use posterior::practice::{Exercise, Marker, Reach, Verdict, Worksheet, read_sheet};

const SUNNY: &str = include_str!("../data/exercises/sunny.toml");
const ALWAYS: &str = "[policy]\nreveal = \"always\"";

/// An exercise of the text of a file.
fn of_text(text: &str) -> Bench {
    begun(source(text), None)
}

/// Writes an exercise into a folder of its own.
fn source(text: &str) -> ExerciseSource {
    let file = tempfile::TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).unwrap().keep().join("own.toml");
    std::fs::write(&file, text).unwrap();
    ExerciseSource { file, reach: Reach::Beside }
}

fn begun(source: ExerciseSource, level: Option<Level>) -> Bench {
    let mut bench = Bench::empty();
    let job = open_exercise(&mut bench.app, source, Variant::Usual, level);
    bench.work(job);
    bench
}

/// An exercise of the course.
fn of_course(id: &str) -> Bench {
    begun(ExerciseSource::of_course(course::lesson(id).unwrap()), None)
}

fn sunny() -> Bench {
    of_text(SUNNY)
}

/// With other rules.
fn sunny_by(policy: &str) -> Bench {
    of_text(&format!("{SUNNY}\n{policy}"))
}

fn line(bench: &Bench, at: usize) -> &Line {
    &sheet(bench).lines[at]
}

fn misses(bench: &Bench) -> usize {
    line(bench, 0).misses
}

fn is_open(bench: &Bench) -> bool {
    bench.app.screens.practice.exercise.is_some()
}

fn leaving(bench: &Bench) -> Leaving {
    bench.app.leaving
}

#[test]
fn it_opens_blank_on_its_first_step_with_its_data() {
    let bench = sunny().on(ScreenId::Practice).shows("Play when it is sunny?").shows("blank");
    assert_eq!(sheet(&bench).filled(), (0, 5));
    let names: Vec<&str> = sheet(&bench).questions.list.iter().map(|line| line.name.as_str()).collect();
    assert_eq!(names, ["P(Yes)", "P(Sunny | Yes)", "score(Yes)", "P(Yes | Sunny)", "class"]);
    let bench = bench.keys("Tab 1").on(ScreenId::Data).shows("Overcast");
    bench.keys("7").on(ScreenId::Practice).gives(is_open, true);
}

#[test]
fn screens_with_answers_and_the_recipe_are_closed_until_it_is_finished() {
    let mut bench = sunny();
    for keys in ["Tab 3", "Tab 4", "Tab 5", "Tab 2 Enter"] {
        bench = bench.keys(keys).says("Finish ").keys("7");
    }
    let bench = bench.keys("Enter '9/14' Enter '3/9' Enter '3/14' Enter '3/5' Enter 'Yes' Enter");
    assert!(sheet(&bench).is_done());
    bench.keys("Esc 5").on(ScreenId::Explain);
    sunny().keys("Tab 2 Down*4 Right Down Right Down Right").says("sets the recipe");
    sunny_by(ALWAYS).keys("Tab 3").on(ScreenId::Parameters);
    sunny_by(ALWAYS).keys("Tab 2").on(ScreenId::Model);
}

#[test]
fn leaving_and_quitting_an_unfinished_exercise_ask_once() {
    // Nothing would be lost, or a hint, a draft or an answer.
    sunny().keys("Down Esc Esc").gives(is_open, false);
    for keys in ["Ctrl-t Esc Esc", "3 Esc Esc"] {
        sunny().keys(keys).gives(is_open, true).says("not finished");
    }
    let bench = sunny().keys("'9/14' Enter Esc Esc").gives(is_open, true).says("not finished");
    // Another key takes the question back.
    let bench = bench.keys("Down Esc").on(ScreenId::Practice).keys("Esc").gives(is_open, false);
    bench.keys("3").on(ScreenId::Parameters);
    for (keys, expected) in [("Esc q", Leaving::Yes), ("Ctrl+q", Leaving::Yes), ("1 Ctrl+q", Leaving::No)] {
        sunny().keys(keys).gives(leaving, expected);
    }
    let bench = sunny().keys("'9/14' Enter Esc q").gives(leaving, Leaving::No).says("not finished");
    bench.keys("q").gives(leaving, Leaving::Yes);
    Bench::tennis().keys("q").gives(leaving, Leaving::Yes);
}

#[test]
fn other_data_and_the_same_file_again_are_opened_at_the_second_try() {
    let open = "Esc o 'sample:spam' Enter";
    let bench = sunny().keys("'9/14' Enter").keys(open).on(ScreenId::Practice).says("not finished");
    let bench = bench.keys(open).on(ScreenId::Data).gives(is_open, false);
    assert!(!bench.app.session.sealed);
    let bench = sunny().keys("'9/14' Enter Esc F5").gives(|bench| sheet(bench).filled(), (1, 5));
    bench.keys("F5").gives(|bench| sheet(bench).filled(), (0, 5));
}

#[test]
fn an_exercise_file_is_opened_like_data_and_a_wrong_one_is_reported_with_its_line() {
    let bench = Bench::empty().keys("o 'tests/data/exercises/sunny.toml' Enter").on(ScreenId::Practice);
    bench.gives(is_open, true);
    Bench::empty().keys("o 'crates/core/samples/weather.toml' Enter").says("open its data first");
    let wrong = "[[step]]\nask = \"P(Yes)\"\nmark = 2";
    let refused = format!("{:?}", source(wrong).read(Variant::Usual).unwrap_err());
    assert!(refused.contains("line 3"), "{refused}");
    of_text(wrong).shows("Did you mean marks?");
}

#[test]
fn an_answer_is_checked_by_the_exercise() {
    sunny().keys("'5/14' Enter").shows("That is P(No), the value for No.");
    // It accepts 0.59.
    sunny().keys("Down*3 '0.59' Enter").shows("0.59       ✓");
}

#[test]
fn attempts_come_before_the_answer_and_after_them_it_is_shown() {
    let bench = sunny().keys("Esc a").says("3 more attempts").keys("Enter '0.6' Enter").gives(misses, 0);
    assert_eq!((line(&bench, 0).verdict(), sheet(&bench).score.wrong), (Some(Verdict::Unmarked), 0));
    // What cannot be read costs nothing.
    let bench = bench.keys("'5/14' Enter x Enter").gives(misses, 1);
    bench.keys("Esc a").says("2 more attempts");
    let bench = sunny().keys("'0.111' Enter '0.222' Enter '0.333' Enter").gives(misses, 3);
    let bench = bench.shows("a: shows this step").hides("9/14").keys("Esc a").shows("9/14");
    bench.shows("0 of 6 marks");
}

#[test]
fn always_shows_at_once_and_never_never() {
    sunny_by(ALWAYS).keys("Esc a").shows("9/14");
    for reveal in ["teacher", "never"] {
        let text = format!("{SUNNY}\n[policy]\nreveal = \"{reveal}\"\nattempts = 0");
        // A worked sheet would show everything.
        let bench = begun(source(&text), Some(Level::Worked)).shows("blank").keys("Esc a A s i*5");
        let bench = bench.hides("9/14").hides("9 Yes");
        bench.gives(|bench| (line(bench, 0).shown, line(bench, 0).hints), (false, 1));
    }
}

#[test]
fn the_exercise_s_own_hints_come_first_and_the_value_last() {
    let bench = sunny().keys("Down Esc i i").shows("1. Only look at the Yes days.");
    let bench = bench.shows("2. How many of them are Sunny?").keys("i").says("more attempts");
    assert!(!line(&bench, 1).shown);
    assert!(line(&sunny_by(ALWAYS).keys("Down Esc i*3"), 1).shown);
}

#[test]
fn w_asks_then_explains_then_argues() {
    let question = "denominator 9 and not 14?";
    let bench = sunny().keys("Down Esc w").shows(question).keys("w").shows(question);
    let bench = bench.shows("A probability is estimated by a ").shows("whole argument comes when").keys("w");
    let bench =
        bench.without_dialog().says("The argument shows the value").keys("Enter '3/9' Enter Up Esc w w w");
    let has_argument = |bench: &Bench| bench.app.front::<ArgumentDialog>().is_some();
    // Enter in the right pane does the same.
    bench.gives(has_argument, true).keys("Esc w w Tab Enter").gives(has_argument, true);
    let asked = "why = \"Why is the denominator 9 and not 14?\"\n";
    let own = SUNNY.replace(asked, &format!("{asked}because = \"Given Yes, only the Yes days count.\"\n"));
    let bench = of_text(&own).keys("Down Esc w").hides("only the Yes days count").keys("w");
    bench.shows(question).shows("Given Yes, only").hides("estimated by a share");
}

#[test]
fn the_start_of_an_exercise_of_the_course_says_what_it_is_about() {
    let bench = of_course("prior-from-counts").shows("How often is a match played");
    bench.keys("'13' Enter").hides("How often is a match played");
}

#[test]
fn questions_of_the_course_are_answered_and_their_names_stay_distinct() {
    for lesson in course::lessons() {
        let bench = of_course(lesson.id).shows(&lesson.outline().title);
        for step in &bench.app.screens.practice.exercise.as_ref().unwrap().steps {
            assert_eq!(step.why.is_some(), step.because.is_some(), "{}: {}", lesson.id, step.label);
        }
    }
    of_course("bins").shows("P([800,1200) | low)").shows("P([800,1200) | mid)").shows("P([800,1200) | high)");
    of_course("numbers-and-categories").shows("1  P(refund=No | No)").shows("2  P(Divorced | No)");
    let mut bench = of_course("zero-count").keys("Esc d");
    for part in ["Outl", "Temp", "Humi", "Wind", "Play", "Strong", "Weak"] {
        bench = bench.shows(part);
    }
}

#[test]
fn where_one_pane_fits_the_sentence_is_whole_and_says_where_the_rest_is() {
    let bench = sunny()
        .resized(60, 20)
        .shows("Type your answer. Enter: check. Tab: the question.\n")
        .keys("'1/2' Enter Down Up")
        .shows("Tab: what is wrong. Type another answer. Esc: commands.\n")
        .keys("Tab")
        .shows("The question and the feedback. Tab: the lines.\n")
        .keys("d");
    bench.shows("The rows to count. d: back to the line.\n");
}

#[test]
fn marks_are_counted_by_the_rules() {
    let policy =
        "[policy]\nearly_rounding = 0.5\nunreduced = \"required\"\nfigures = 3\ncarry_forward = false";
    let bench = sunny_by(policy).keys("Down '3/9' Enter");
    assert!(line(&bench, 1).is_open() && line(&bench, 1).misses == 0, "lowest terms are wanted");
    let bench = bench.keys("'1/3' Enter").shows("2 of 6 marks").keys("Up Up '0.64' Enter");
    assert_eq!(line(&bench, 0).verdict(), Some(Verdict::Unmarked), "three figures are asked");
    // Nothing is carried forward.
    bench.keys("'5/14' Enter Down Down '1/3*5/14' Enter").shows("✗  1/3 · 5/14 is not score(Yes).");
}

#[test]
fn d_shows_the_rows_to_be_counted() {
    let bench = sunny().keys("Esc d").shows("The table · 14 rows").shows("14  Rainy").shows("Weather   Play");
    bench.keys("Enter '1/2' Enter").shows("This line").shows("✗");
    sunny().resized(70, 24).keys("Esc d").shows("14  Rainy").keys("d").shows("P(Yes)");
}

#[test]
fn logarithms_are_natural_and_another_base_is_named() {
    let steps = ["P(c)", "log score(c)", "P(c | x)"].map(|ask| format!("[[step]]\nask = \"{ask}\"\n"));
    let bench = of_text(&format!("data = \"sample:chinese-japan\"\n{}", steps.concat()));
    let mut bench = bench.resized(120, 40).shows("2  ln score(c)").keys("Down");
    for (typed, base) in [("-3.5211", "10"), ("-11.697", "2")] {
        bench = bench.typed(typed).keys("Enter").shows(&format!("the logarithm to base {base}"));
        assert_eq!(line(&bench, 1).checked.as_ref().unwrap().marked.causes, ["N1"]);
    }
    bench.keys("'-8.1077' Enter").shows("-8.1077    ✓");
}

/// An answer that a student does not give up is handed in with that remark, and marked as any other.
#[test]
fn answers_are_handed_in_with_what_is_disputed() {
    let bench =
        sunny().keys("'9/14' Enter Up Esc D").message("Press D only on an answer that was not accepted.");
    let bench =
        bench.keys("Down Enter '3/14' Enter Esc D").shows("✗f").shows("You think that this is right.");
    let folder = tempfile::TempDir::new().unwrap();
    let path = folder.path().join("mine.txt");
    let bench =
        bench.keys("S Down Down Ctrl-u").typed(&path.to_string_lossy()).keys("Enter").says("Saved as ");
    let text = std::fs::read_to_string(&path).unwrap();
    let remark = "P(Sunny | Yes) = 3/14\n# I think this answer to P(Sunny | Yes) is right.\n";
    assert!(text.contains(remark), "{text}");
    assert!(text.ends_with("class =\n") && text.starts_with("exercise:"), "{text}");
    // The remark is not kept for a new answer.
    assert!(!line(&bench.keys("Esc Enter '3/8' Enter"), 1).disputed);
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
            let checked = questions.check(at, typed, &screen.others(at)).unwrap();
            screen.take(at, Arc::new(checked));
        }
        let text = posterior::practice::sheet_of(&source.id, None, &screen.handed_in());
        let marked = Marker::new(source).unwrap().mark(&read_sheet("mine.txt", &text)).unwrap();
        let shown: Vec<Option<Verdict>> = screen.lines.iter().map(Line::verdict).collect();
        let printed: Vec<Option<Verdict>> =
            marked.lines.iter().map(|line| line.answer.as_ref().map(|_| line.marked.verdict)).collect();
        assert_eq!(shown, printed, "{answers:?}\n{text}");
        if answers[0] == "5/14" {
            assert_eq!(Some((marked.marks, marked.max)), screen.marks());
        }
    }
}

/// What a line is computed from is on the screen: α, where numbers are cut, what a variance is divided by.
#[test]
fn the_sheet_shows_what_it_needs() {
    let bins =
        of_course("bins").shows("area=890").shows("α = 1").shows("area is cut at 400, 800, 1200, 1600");
    // 27 rows do not fit 19 lines; shorter tables are shown from the start.
    bins.hides("The table ·").keys("Esc d").shows("The table ·");
    of_course("smooth-one-table").shows("α = 1").shows("The table ·");
    of_course("zero-count").shows("α = 0");
    of_course("gda-posterior").shows("Σ divides by n").shows("The table ·");
    let exercise = of_course("bins").app.screens.practice.exercise.unwrap();
    let paper = format!("{:?}", posterior::report::question_sheet(&exercise, None));
    assert!(paper.contains("area is cut at 400, 800, 1200, 1600"), "{paper}");
}

/// Three exercises by keys alone, with wrong answers of every kind on the way: no key is taken for a command.
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
                bench = bench.typed(wrong).keys("Enter").on(ScreenId::Practice).without_dialog();
                assert_eq!(line(&bench, at).checked.as_ref().expect(wrong).answer.typed, wrong, "{id}");
                assert_eq!(bench.app.screens.practice.cursor, at, "{id}");
                assert!(line(&bench, at).is_open() && bench.app.typing(), "{id} {wrong}: {}", bench.screen());
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
        bench = bench.typed(typed).keys("Enter").hides("n next");
    }
    let bench = bench.keys("'5/14' Enter").shows("Finished. n: the next exercise.").keys("n");
    bench.shows("How often is a Yes day sunny?");
}
