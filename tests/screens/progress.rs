//! Progress in the course: what is kept, what two sessions make of it, and the way through the first three exercises.

use crate::practice_room::sheet;
use crate::support;

use std::fs;
use std::path::Path;

use posterior::app::ScreenId;
use posterior::app::screens::practice::{ExerciseSource, Variant, open_exercise};
use posterior::app::screens::start;
use posterior::practice::course::{lesson, lessons};
use posterior::practice::progress::{Progress, Record, StateFolder};
use std::process::Command;
use support::Bench;
use tempfile::TempDir;

fn record(lines: usize, marks: f64, finished: bool) -> Record {
    Record { lines, marks, best: marks, attempts: 1, finished, level: "blank".into() }
}

fn with(id: &str, record: &Record) -> Progress {
    let mut progress = Progress::default();
    progress.add(id, record);
    progress
}

fn state(folder: &TempDir) -> StateFolder {
    StateFolder::at(folder.path().join("posterior"))
}

/// The start screen with progress kept in a folder.
fn bench(folder: &Path, width: u16, height: u16) -> Bench {
    let mut bench = Bench::sized(None, width, height);
    start::read(&mut bench.app, &StateFolder::at(folder));
    bench
}

#[test]
fn a_file_says_what_was_done_and_is_read_again() {
    let mut progress = with("one-feature", &record(2, 1.5, false));
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
    ] {
        assert_eq!(Progress::read(broken), None, "{broken}");
    }
    assert_eq!(Progress::read("format = 2\nsomething = 3"), None);
    let mut progress = with("zero-count", &record(4, 3.0, true));
    progress.add("zero-count", &record(1, 1.0, false));
    let kept = progress.get("zero-count").unwrap();
    assert_eq!((kept.lines, kept.best, kept.marks, kept.attempts, kept.finished), (4, 3.0, 1.0, 2, true));
}

#[test]
fn two_sessions_at_once_lose_nothing() {
    let folder = TempDir::new().unwrap();
    let ids: Vec<&str> = lessons().map(|lesson| lesson.id).collect();
    std::thread::scope(|scope| {
        for half in ids.chunks(ids.len() / 4) {
            let state = state(&folder);
            scope.spawn(move || {
                half.iter().for_each(|id| drop(state.add(&with(id, &record(1, 1.0, false))).unwrap()))
            });
        }
    });
    let (progress, note) = state(&folder).read();
    assert_eq!((progress.count(), note), (ids.len(), None));
    let names: Vec<_> = fs::read_dir(folder.path().join("posterior"))
        .unwrap()
        .map(|file| file.unwrap().file_name())
        .collect();
    assert_eq!(names, ["progress.toml"], "nothing is left lying about");
}

#[test]
fn what_cannot_be_read_is_put_aside_and_reported() {
    let folder = TempDir::new().unwrap();
    let state = state(&folder);
    let file = state.progress().unwrap();
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    let texts = [("nonsense", "damaged"), ("format = 9", "newer version"), ("format = \"1\"", "damaged")];
    for (nth, (text, word)) in (1..).zip(texts) {
        fs::write(&file, text).unwrap();
        let note = state.read().1.unwrap();
        assert!(note.contains(word), "{note}");
        assert_eq!(fs::read_to_string(&file).unwrap(), text, "reading changes nothing");
        let (_, note) = state.add(&with("bins", &record(1, 1.0, false))).unwrap();
        let aside = |nth: usize| format!("progress.toml.broken-{nth}");
        assert!(note.unwrap().contains(&aside(nth)));
        for (nth, (text, _)) in (1..=nth).zip(texts) {
            assert_eq!(fs::read_to_string(file.with_file_name(aside(nth))).unwrap(), text);
        }
        assert_eq!(state.read().0.count(), 1);
    }
}

#[test]
fn a_lock_stops_others_as_long_as_its_session_lives() {
    let folder = TempDir::new().unwrap();
    let state = state(&folder);
    state.add(&with("bins", &record(1, 1.0, false))).unwrap();
    let lock = fs::File::open(folder.path().join("posterior")).unwrap();
    lock.lock().unwrap();
    let why = state.add(&with("zero-count", &record(1, 1.0, false))).unwrap_err();
    assert!(why.contains("another session is using it"), "{why}");
    drop(lock);
    assert_eq!(state.add(&with("zero-count", &record(1, 1.0, false))).unwrap().0.count(), 2);
}

#[test]
fn the_first_three_exercises_by_keys() {
    let folder = TempDir::new().unwrap();
    let bench = bench(folder.path(), 80, 24)
        .shows("0 of 33")
        .keys("Home Down Down Down Enter")
        .shows("▸    A prior from counts");
    // The first, with a wrong answer on the way.
    let bench = bench
        .keys("Enter 1 4 Enter 9 Enter 9 / 5 Enter")
        .shows("[9/5")
        .shows("✗")
        .keys("Backspace 1 4 Enter 5 / 1 4 Enter Esc")
        .shows("n: the next exercise");
    // The second: the trap.
    let bench = bench
        .keys("n 3 Enter 3 / 1 4 Enter")
        .shows("[3/14")
        .shows("✗")
        .keys("Backspace Backspace 9 Enter 2 / 5 Enter Esc");
    // The third.
    let bench = bench.keys("n 3 / 1 4 Enter 2 / 1 4 Enter 0 . 6 0 Enter 'Yes' Enter").shows("4 of 4 marks");
    let file = fs::read_to_string(folder.path().join("progress.toml")).unwrap();
    let kept = Progress::read(&file).unwrap();
    for id in ["prior-from-counts", "given-the-class", "one-feature"] {
        let record = kept.get(id).unwrap();
        assert!(record.finished && record.attempts == 1, "{id}: {record:?}");
    }
    // Back to the list, which goes on with the fourth.
    let bench = bench.keys("Esc Esc").on(ScreenId::Start);
    bench.shows("3 of 33 finished").shows("✓  Sunny").keys("Esc").shows("A course of exercises      3 of 33");
}

#[test]
fn a_go_is_counted_when_it_is_answered_and_shown_lines_do_not_count() {
    let folder = TempDir::new().unwrap();
    let bench = bench(folder.path(), 80, 24).keys("Home Down Down Down Enter Enter");
    assert!(bench.app.screens.course.progress.is_empty(), "opening is no attempt");
    let bench = bench.keys("1 Enter 2 Enter 3 Enter Esc a Enter 9 Enter 9 / 1 4 Enter 5 / 1 4 Enter");
    let record = bench.app.screens.course.progress.get("prior-from-counts").unwrap().clone();
    assert!(!record.finished && record.attempts == 1, "{record:?}");
    let bench = bench.keys("Esc R 1 4 Enter");
    let record = bench.app.screens.course.progress.get("prior-from-counts").unwrap();
    assert_eq!((record.attempts, record.marks), (2, 1.0));
}

#[test]
fn wiping_asks_once_and_says_what_was_deleted() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("progress.toml");
    fs::write(&file, with("bins", &record(1, 1.0, false)).to_toml()).unwrap();
    let bench = bench(folder.path(), 80, 24)
        .keys("Home Down Down Down Enter W")
        .says("s to delete the progress of 1 exercise");
    // The key that asked does not confirm, and another key takes the question back.
    let bench = bench.keys("W W Down s");
    assert!(file.exists(), "{}", bench.toast());
    let bench = bench.keys("W s");
    assert!(!file.exists(), "{}", bench.toast());
    let bench = bench.says("Deleted the progress of 1 exercise");
    assert!(bench.app.screens.course.progress.is_empty());
    assert!(bench.keys("W").toast().contains("There is no progress"));
}

#[test]
fn without_a_folder_practice_works_and_that_is_reported_once() {
    let mut bench = Bench::sized(None, 80, 24);
    start::read(&mut bench.app, &StateFolder::default());
    bench = bench.says("Progress is not saved").keys("Home Down Down Down Enter Enter 1 4 Enter");
    assert!(!bench.toast().contains("not saved"), "{}", bench.toast());
    assert_eq!(bench.app.screens.course.progress.get("prior-from-counts").unwrap().lines, 1);
    // A file where the folder should be.
    let folder = TempDir::new().unwrap();
    let taken = folder.path().join("taken");
    fs::write(&taken, "").unwrap();
    let mut bench = Bench::sized(None, 80, 24);
    start::read(&mut bench.app, &StateFolder::at(&taken));
    let bench = bench.keys("Home Down Down Down Enter Enter 1 4 Enter 9 Enter");
    assert_eq!(bench.app.screens.course.progress.get("prior-from-counts").unwrap().lines, 2);
}

/// The exercise of the course in hand, with progress kept in a folder.
fn lesson_at(folder: &Path, id: &str) -> Bench {
    let mut bench = bench(folder, 80, 24);
    let job =
        open_exercise(&mut bench.app, ExerciseSource::of_course(lesson(id).unwrap()), Variant::Usual, None);
    bench.work(job);
    bench
}

#[test]
fn a_begun_exercise_comes_back_with_its_answers_and_a_finished_one_begins_anew() {
    let folder = TempDir::new().unwrap();
    let first = lesson_at(folder.path(), "logarithms")
        .keys("'ln(1/4)' Enter 'ln(3/4)' Enter")
        .keys("Ctrl-t Ctrl-t 'No' Enter Esc Esc");
    assert!(first.app.screens.practice.exercise.is_none(), "nothing is lost, so nothing is asked");
    let again = lesson_at(folder.path(), "logarithms");
    assert!(again.toast().starts_with("Your earlier answers are restored"), "{}", again.toast());
    let typed =
        |bench: &Bench, at: usize| sheet(bench).lines[at].told.as_ref().map(|told| told.answer.typed.clone());
    assert_eq!((typed(&again, 0), typed(&again, 1)), (Some("ln(3/4)".into()), Some("No".into())));
    let lines = &sheet(&again).lines;
    assert_eq!((lines[0].misses, lines[0].is_open(), lines[1].hints), (1, false, 2));
    assert_eq!((sheet(&again).score.right, sheet(&again).score.wrong), (1, 1));
    assert_eq!(again.app.screens.practice.cursor, 1, "it goes on where it was left");
    assert_eq!(again.app.screens.course.progress.get("logarithms").unwrap().attempts, 1, "and is no new go");
    // Another exercise, and the same with another seed, are other ones.
    assert!(!sheet(&lesson_at(folder.path(), "gda-posterior")).is_begun());
    // Begun again, it is not kept any more.
    let again = again.keys("Esc R s");
    assert!(!sheet(&again).is_begun());
    assert!(!sheet(&lesson_at(folder.path(), "logarithms")).is_begun());
    let folder = TempDir::new().unwrap();
    let bench = lesson_at(folder.path(), "prior-from-counts");
    let done =
        ["14", "9", "9/14", "5/14"].iter().fold(bench, |bench, right| bench.typed(right).keys("Enter"));
    assert!(sheet(&done).is_done());
    assert!(!sheet(&lesson_at(folder.path(), "prior-from-counts")).is_begun());
}

#[test]
fn answers_of_a_file_that_cannot_be_read_are_put_aside_and_practice_goes_on() {
    for broken in ["nonsense", "format = 9", "format = 1\n[[begun]]\nexercise = 3", "\u{0}"] {
        let folder = TempDir::new().unwrap();
        let file = folder.path().join("progress.toml");
        fs::write(&file, broken).unwrap();
        let bench = lesson_at(folder.path(), "prior-from-counts");
        assert!(!sheet(&bench).is_begun(), "{broken}");
        let bench = bench.keys("'14' Enter");
        assert_eq!(fs::read_to_string(file.with_file_name("progress.toml.broken-1")).unwrap(), broken);
        drop(bench);
        assert!(sheet(&lesson_at(folder.path(), "prior-from-counts")).is_begun(), "{broken}");
    }
    // What is kept of lines that there are not, or in numbers that cannot be, changes nothing else.
    let folder = TempDir::new().unwrap();
    drop(lesson_at(folder.path(), "prior-from-counts").keys("'14' Enter"));
    let file = folder.path().join("progress.toml");
    let text = fs::read_to_string(&file).unwrap();
    let more =
        "\n[[begun.line]]\nnumber = 99\nanswer = \"3\"\n[[begun.line]]\nnumber = 0\nhints = 4000000000\n";
    fs::write(&file, text + more).unwrap();
    let bench = lesson_at(folder.path(), "prior-from-counts");
    assert_eq!(sheet(&bench).lines.iter().filter(|line| line.told.is_some()).count(), 1);
}

/// The file is bounded: sixty exercises, and answers of a thousand bytes.
#[test]
fn what_is_kept_has_a_bound() {
    let text = |id: usize, answer: &str| {
        format!(
            "format = 1\n[[begun]]\nexercise = \"e{id}\"\nasks = \"0\"\nlevel = \"blank\"\n[[begun.line]]\nnumber = 1\nanswer = \"{answer}\"\n"
        )
    };
    let mut all = Progress::default();
    (0..61).for_each(|id| all.merge(&Progress::read(&text(id, "1/2")).unwrap()));
    let kept = all.to_toml();
    assert!(all.count() == 60 && !kept.contains("\"e0\"") && kept.contains("\"e60\""), "{kept}");
    let folder = TempDir::new().unwrap();
    let bench = lesson_at(folder.path(), "prior-from-counts").typed(&"1".repeat(1_001)).keys("Enter");
    drop(bench.keys("'15' Enter Down").typed(&"2".repeat(1_001)).keys("Enter"));
    let kept = fs::read_to_string(folder.path().join("progress.toml")).unwrap();
    assert!(kept.len() < 2_000, "{}", kept.len());
}

#[test]
fn the_command_lists_and_wipes_what_is_kept() {
    let folder = TempDir::new().unwrap();
    let run = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_posterior"));
        let output = command.args(arguments).env("XDG_STATE_HOME", folder.path()).output().unwrap();
        (output.status.code().unwrap(), String::from_utf8(output.stdout).unwrap())
    };
    state(&folder).add(&with("zero-count", &record(4, 4.0, true))).unwrap();
    let (status, listed) = run(&["practice", "--list"]);
    assert!(status == 0, "{listed}");
    assert!(listed.contains("1 of 33 exercises finished"), "{listed}");
    assert!(listed.contains("course:three-classes"), "{listed}");
    assert!(run(&["practice", "--list", "--format", "markdown"]).1.contains("## Smoothing"));
    let json: serde_json::Value =
        serde_json::from_str(&run(&["practice", "--list", "--format", "json"]).1).unwrap();
    assert_eq!(json["finished"], 1);
    assert_eq!(json["course"][2]["exercises"][1]["progress"]["best"], 4.0);
    let (_, paths) = run(&["paths"]);
    let path = folder.path().join("posterior/progress.toml");
    assert!(paths.contains(&*path.to_string_lossy()), "{paths}");
    assert!(run(&["practice", "--wipe"]).1.starts_with("Deleted the progress of 1 exercise"));
    assert!(!path.exists());
    assert!(run(&["practice", "--wipe"]).1.starts_with("Nothing to delete"));
}
