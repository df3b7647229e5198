//! Progress in the course: what is kept, what two sessions make of it, and the first three exercises.

use crate::practice::sheet;
use crate::support::Bench;

use std::fs;
use std::path::Path;

use posterior::app::ScreenId;
use posterior::app::screens::practice::{ExerciseSource, Variant, open_exercise};
use posterior::app::screens::start;
use posterior::practice::course::{lesson, lessons};
use posterior::practice::progress::{Progress, Record, StateFolder};
use std::process::Command;
use tempfile::TempDir;

fn with(id: &str, lines: usize, marks: f64, finished: bool) -> Progress {
    let mut progress = Progress::default();
    progress.add(id, &record(lines, marks, finished));
    progress
}

fn record(lines: usize, marks: f64, finished: bool) -> Record {
    Record { lines, marks, best: marks, attempts: 1, finished, level: "blank".into() }
}

fn folder() -> TempDir {
    TempDir::new().unwrap()
}

fn state(folder: &TempDir) -> StateFolder {
    StateFolder::at(folder.path().join("posterior"))
}

fn read(file: &Path) -> String {
    fs::read_to_string(file).unwrap()
}

/// The start screen with progress kept in a folder.
fn bench(folder: &Path) -> Bench {
    let mut bench = Bench::empty();
    start::read(&mut bench.app, &StateFolder::at(folder));
    bench
}

/// To the list of the course.
const COURSE: &str = "Home Down*3 Enter";

/// What is kept of the first exercise.
fn first(bench: &Bench) -> Record {
    bench.app.screens.course.progress.get("prior-from-counts").unwrap().clone()
}

/// An exercise of the course, with progress kept in a folder.
fn lesson_at(folder: &Path, id: &str) -> Bench {
    let mut bench = bench(folder);
    let exercise = ExerciseSource::of_course(lesson(id).unwrap());
    let job = open_exercise(&mut bench.app, exercise, Variant::Usual, None);
    bench.work(job);
    bench
}

fn is_begun(bench: &Bench) -> bool {
    sheet(bench).is_begun()
}

#[test]
fn a_file_says_what_was_done_and_is_read_again() {
    let mut progress = with("one-feature", 2, 1.5, false);
    progress.add("prior-from-counts", &record(4, 4.0, true));
    insta::assert_snapshot!("file", progress.to_toml());
    assert_eq!(Progress::read(&progress.to_toml()), Some(progress.clone()));
    assert_eq!(progress.sign(lesson("one-feature").unwrap(), false), "2/4");
    assert_eq!(progress.sign(lesson("prior-from-counts").unwrap(), false), "✓");
    assert_eq!(progress.far(), (1, lessons().count()));
    assert_eq!(progress.next().unwrap().id, "given-the-class");
    for broken in [
        "",
        "format = \"1\"",
        "format = 1\n[exercise.a]\nlines = -1",
        "\u{0}",
        "format = 1\n[exercise.a]\nbest = nan",
        "format = 2\nsomething = 3",
    ] {
        assert_eq!(Progress::read(broken), None, "{broken}");
    }
    let mut progress = with("zero-count", 4, 3.0, true);
    progress.add("zero-count", &record(1, 1.0, false));
    let kept = progress.get("zero-count").unwrap();
    assert_eq!((kept.lines, kept.best, kept.marks, kept.attempts, kept.finished), (4, 3.0, 1.0, 2, true));
}

#[test]
fn two_sessions_at_once_lose_nothing() {
    let folder = folder();
    let ids: Vec<&str> = lessons().map(|lesson| lesson.id).collect();
    std::thread::scope(|scope| {
        for part in ids.chunks(ids.len() / 4) {
            let state = state(&folder);
            scope
                .spawn(move || part.iter().for_each(|id| drop(state.add(&with(id, 1, 1.0, false)).unwrap())));
        }
    });
    let (progress, note) = state(&folder).read();
    assert_eq!((progress.count(), note), (ids.len(), None));
    let files = fs::read_dir(folder.path().join("posterior")).unwrap();
    let names: Vec<_> = files.map(|file| file.unwrap().file_name()).collect();
    assert_eq!(names, ["progress.toml"], "no other file is left");
}

#[test]
fn what_cannot_be_parsed_is_set_aside_and_reported() {
    let folder = folder();
    let state = state(&folder);
    let file = state.progress().unwrap();
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    let texts = [("nonsense", "damaged"), ("format = 9", "newer version"), ("format = \"1\"", "damaged")];
    for (nth, (text, word)) in (1..).zip(texts) {
        fs::write(&file, text).unwrap();
        let note = state.read().1.unwrap();
        assert!(note.contains(word), "{note}");
        assert_eq!(read(&file), text, "reading changes nothing");
        let (_, note) = state.add(&with("bins", 1, 1.0, false)).unwrap();
        let aside = |nth: usize| format!("progress.toml.broken-{nth}");
        assert!(note.unwrap().contains(&aside(nth)));
        for (nth, (text, _)) in (1..=nth).zip(texts) {
            assert_eq!(read(&file.with_file_name(aside(nth))), text);
        }
        assert_eq!(state.read().0.count(), 1);
    }
}

#[test]
fn a_lock_stops_others_as_long_as_its_session_lives() {
    let folder = folder();
    let state = state(&folder);
    state.add(&with("bins", 1, 1.0, false)).unwrap();
    let lock = fs::File::open(folder.path().join("posterior")).unwrap();
    lock.lock().unwrap();
    let why = state.add(&with("zero-count", 1, 1.0, false)).unwrap_err();
    assert!(why.contains("another session is using it"), "{why}");
    drop(lock);
    assert_eq!(state.add(&with("zero-count", 1, 1.0, false)).unwrap().0.count(), 2);
}

#[test]
fn the_first_three_exercises_by_keys() {
    let folder = folder();
    let bench = bench(folder.path()).shows("0 of 33").keys(COURSE).shows("▸    A prior from counts");
    // The first, with a wrong answer on the way.
    let bench = bench.keys("Enter '14' Enter '9' Enter '9/5' Enter").shows("[9/5").shows("✗");
    let bench = bench.keys("Backspace '14' Enter '5/14' Enter Esc").shows("n: the next exercise");
    // The second: the trap.
    let bench = bench.keys("n '3' Enter '3/14' Enter").shows("[3/14").shows("✗");
    let bench = bench.keys("Backspace Backspace '9' Enter '2/5' Enter Esc");
    // The third.
    let bench = bench.keys("n '3/14' Enter '2/14' Enter '0.60' Enter 'Yes' Enter").shows("4 of 4 marks");
    let kept = Progress::read(&read(&folder.path().join("progress.toml"))).unwrap();
    for id in ["prior-from-counts", "given-the-class", "one-feature"] {
        let record = kept.get(id).unwrap();
        assert!(record.finished && record.attempts == 1, "{id}: {record:?}");
    }
    // Back to the list, which goes on with the fourth.
    let bench = bench.keys("Esc Esc").on(ScreenId::Start).shows("3 of 33 finished").shows("✓  Sunny");
    bench.keys("Esc").shows("A course of exercises      3 of 33");
}

#[test]
fn an_attempt_is_counted_when_it_is_answered_and_shown_lines_do_not_count() {
    let folder = folder();
    let bench = bench(folder.path()).keys(COURSE).keys("Enter");
    assert!(bench.app.screens.course.progress.is_empty(), "opening is no attempt");
    let bench = bench.keys("1 Enter 2 Enter 3 Enter Esc a Enter 9 Enter '9/14' Enter '5/14' Enter");
    let bench = bench.gives(|bench| (first(bench).finished, first(bench).attempts), (false, 1));
    bench.keys("Esc R '14' Enter").gives(|bench| (first(bench).attempts, first(bench).marks), (2, 1.0));
}

#[test]
fn wiping_asks_once_and_says_what_was_deleted() {
    let folder = folder();
    let file = folder.path().join("progress.toml");
    fs::write(&file, with("bins", 1, 1.0, false).to_toml()).unwrap();
    let bench = bench(folder.path()).keys(COURSE).keys("W").says("s to delete the progress of 1 exercise");
    // The key that asked does not confirm, and another key takes the question back.
    let bench = bench.keys("W W Down s").gives(|_| file.exists(), true).keys("W s");
    let bench = bench.gives(|_| file.exists(), false).says("Deleted the progress of 1 exercise");
    assert!(bench.app.screens.course.progress.is_empty());
    bench.keys("W").says("There is no progress");
}

#[test]
fn without_a_folder_practice_works_and_that_is_reported_once() {
    let mut none = Bench::empty();
    start::read(&mut none.app, &StateFolder::default());
    let none = none.says("Progress is not saved").keys(COURSE).keys("Enter '14' Enter");
    assert!(!none.toast().contains("not saved"), "{}", none.toast());
    none.gives(|bench| first(bench).lines, 1);
    // A file where the folder should be.
    let folder = folder();
    let taken = folder.path().join("taken");
    fs::write(&taken, "").unwrap();
    bench(&taken).keys(COURSE).keys("Enter '14' Enter 9 Enter").gives(|bench| first(bench).lines, 2);
}

#[test]
fn a_begun_exercise_comes_back_with_its_answers_and_a_finished_one_begins_anew() {
    let folder = folder();
    let bench = lesson_at(folder.path(), "logarithms").keys("'ln(1/4)' Enter 'ln(3/4)' Enter");
    let bench = bench.keys("Ctrl-t Ctrl-t 'No' Enter Esc Esc");
    assert!(bench.app.screens.practice.exercise.is_none(), "nothing is lost, so nothing is asked");
    let again = lesson_at(folder.path(), "logarithms").says("Your earlier answers are restored");
    let lines = &sheet(&again).lines;
    let typed = |at: usize| lines[at].checked.as_ref().map_or("", |checked| &checked.answer.typed);
    assert_eq!((typed(0), typed(1)), ("ln(3/4)", "No"));
    assert_eq!((lines[0].misses, lines[0].is_open(), lines[1].hints), (1, false, 2));
    assert_eq!((sheet(&again).score.right, sheet(&again).score.wrong), (1, 1));
    assert_eq!(again.app.screens.practice.cursor, 1, "it goes on where it was left");
    assert_eq!(
        again.app.screens.course.progress.get("logarithms").unwrap().attempts,
        1,
        "and is no new attempt"
    );
    // Other exercises are not begun; begun again, it is not kept any more.
    lesson_at(folder.path(), "gda-posterior").gives(is_begun, false);
    again.keys("Esc R s").gives(is_begun, false);
    lesson_at(folder.path(), "logarithms").gives(is_begun, false);
    let done = lesson_at(folder.path(), "prior-from-counts");
    let done = done.keys("'14' Enter '9' Enter '9/14' Enter '5/14' Enter");
    assert!(sheet(&done).is_done());
    lesson_at(folder.path(), "prior-from-counts").gives(is_begun, false);
}

#[test]
fn answers_of_a_file_that_cannot_be_parsed_are_set_aside_and_practice_goes_on() {
    for broken in ["nonsense", "format = 9", "format = 1\n[[begun]]\nexercise = 3", "\u{0}"] {
        let folder = folder();
        let file = folder.path().join("progress.toml");
        fs::write(&file, broken).unwrap();
        drop(lesson_at(folder.path(), "prior-from-counts").gives(is_begun, false).keys("'14' Enter"));
        assert_eq!(read(&file.with_file_name("progress.toml.broken-1")), broken);
        lesson_at(folder.path(), "prior-from-counts").gives(is_begun, true);
    }
    // Lines that the exercise does not have, and impossible numbers, change nothing else.
    let folder = folder();
    drop(lesson_at(folder.path(), "prior-from-counts").keys("'14' Enter"));
    let file = folder.path().join("progress.toml");
    let more =
        "\n[[begun.line]]\nnumber = 99\nanswer = \"3\"\n[[begun.line]]\nnumber = 0\nhints = 4000000000\n";
    fs::write(&file, read(&file) + more).unwrap();
    let bench = lesson_at(folder.path(), "prior-from-counts");
    assert_eq!(sheet(&bench).lines.iter().filter(|line| line.checked.is_some()).count(), 1);
}

/// The file is bounded: sixty exercises, and answers of a thousand bytes.
#[test]
fn what_is_kept_has_a_bound() {
    let mut all = Progress::default();
    for id in 0..61 {
        let begun = format!("exercise = \"e{id}\"\nasks = \"0\"\nlevel = \"blank\"");
        let text = format!("format = 1\n[[begun]]\n{begun}\n[[begun.line]]\nnumber = 1\nanswer = \"1/2\"\n");
        all.merge(&Progress::read(&text).unwrap());
    }
    let kept = all.to_toml();
    assert!(all.count() == 60 && !kept.contains("\"e0\"") && kept.contains("\"e60\""), "{kept}");
    let folder = folder();
    let bench = lesson_at(folder.path(), "prior-from-counts").typed(&"1".repeat(1_001)).keys("Enter");
    drop(bench.keys("'15' Enter Down").typed(&"2".repeat(1_001)).keys("Enter"));
    let kept = read(&folder.path().join("progress.toml"));
    assert!(kept.len() < 2_000, "{}", kept.len());
}

#[test]
fn the_command_lists_and_wipes_what_is_kept() {
    let folder = folder();
    let run = |arguments: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_posterior"));
        command.args(arguments.split(' ')).env("XDG_STATE_HOME", folder.path());
        String::from_utf8(command.output().unwrap().stdout).unwrap()
    };
    state(&folder).add(&with("zero-count", 4, 4.0, true)).unwrap();
    let listed = run("practice --list");
    assert!(
        listed.contains("1 of 33 exercises finished") && listed.contains("course:three-classes"),
        "{listed}"
    );
    assert!(run("practice --list --format markdown").contains("## Smoothing"));
    let json: serde_json::Value = serde_json::from_str(&run("practice --list --format json")).unwrap();
    assert_eq!(json["finished"], 1);
    assert_eq!(json["course"][2]["exercises"][1]["progress"]["best"], 4.0);
    let path = folder.path().join("posterior/progress.toml");
    assert!(run("paths").contains(&*path.to_string_lossy()));
    assert!(run("practice --wipe").starts_with("Deleted the progress of 1 exercise"));
    assert!(!path.exists());
    assert!(run("practice --wipe").starts_with("Nothing to delete"));
}
