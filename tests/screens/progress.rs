//! Progress in the course: what is kept, what two sessions make of it, and the way through the first three exercises.

use crate::support;

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use posterior::practice::course::{lesson, lessons};
use posterior::practice::progress::{Progress, ProgressStore, Record, Sign, StateFolder, Unreadable};
use posterior::workbench::{ScreenId, course};
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

fn keep(folder: &TempDir) -> ProgressStore {
    StateFolder::at(folder.path().join("posterior")).keep()
}

/// The start screen with progress kept in a folder.
fn bench(folder: &Path, width: u16, height: u16) -> Bench {
    let mut bench = Bench::sized(None, width, height);
    course::read(&mut bench.app, &StateFolder::at(folder));
    bench
}

#[test]
fn a_file_says_what_was_done_and_is_read_again() {
    let mut progress = with("one-feature", &record(2, 1.5, false));
    progress.add("prior-from-counts", &record(4, 4.0, true));
    insta::assert_snapshot!("file", progress.to_toml());
    assert_eq!(Progress::read(&progress.to_toml()), Ok(progress.clone()));
    assert_eq!(progress.sign(lesson("one-feature").unwrap()), Sign::Begun(2, 4));
    assert_eq!(progress.sign(lesson("prior-from-counts").unwrap()), Sign::Finished);
    assert_eq!(progress.far(), (1, lessons().count()));
    assert_eq!(progress.next().unwrap().id, "given-the-class");
    for broken in [
        "",
        "format = \"1\"",
        "format = 1\n[exercise.a]\nlines = -1",
        "\u{0}",
        "format = 1\n[exercise.a]\nbest = nan",
    ] {
        assert_eq!(Progress::read(broken), Err(Unreadable::Broken), "{broken}");
    }
    assert_eq!(Progress::read("format = 2\nsomething = 3"), Err(Unreadable::Newer));
}

#[test]
fn the_best_of_several_goes_stays() {
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
            let keep = keep(&folder);
            scope.spawn(move || {
                half.iter().for_each(|id| drop(keep.add(&with(id, &record(1, 1.0, false))).unwrap()))
            });
        }
    });
    let kept = keep(&folder).read();
    assert_eq!((kept.progress.begun(), kept.said), (ids.len(), None));
    let names: Vec<_> = fs::read_dir(folder.path().join("posterior"))
        .unwrap()
        .map(|file| file.unwrap().file_name())
        .collect();
    assert_eq!(names, ["progress.toml"], "nothing is left lying about");
}

#[test]
fn what_cannot_be_read_is_put_aside_and_said() {
    let folder = TempDir::new().unwrap();
    let keep = keep(&folder);
    let file = keep.path().unwrap().to_path_buf();
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    for (text, word, aside) in [
        ("nonsense", "damaged", "progress.toml.broken"),
        ("format = 9", "newer version", "progress.toml.broken-2"),
    ] {
        fs::write(&file, text).unwrap();
        let said = keep.read().said.unwrap();
        assert!(said.contains(word), "{said}");
        assert_eq!(fs::read_to_string(&file).unwrap(), text, "reading changes nothing");
        let kept = keep.add(&with("bins", &record(1, 1.0, false))).unwrap();
        assert!(kept.said.unwrap().contains(aside));
        assert_eq!(fs::read_to_string(file.with_file_name(aside)).unwrap(), text);
        assert_eq!(keep.read().progress.begun(), 1);
    }
}

#[test]
fn a_lock_stops_others_as_long_as_its_session_lives() {
    let folder = TempDir::new().unwrap();
    let keep = keep(&folder);
    keep.add(&with("bins", &record(1, 1.0, false))).unwrap();
    let lock = fs::File::open(folder.path().join("posterior")).unwrap();
    lock.lock().unwrap();
    let why = keep.add(&with("zero-count", &record(1, 1.0, false))).unwrap_err();
    assert!(why.contains("another session holds it"), "{why}");
    drop(lock);
    assert_eq!(keep.add(&with("zero-count", &record(1, 1.0, false))).unwrap().progress.begun(), 2);
}

#[test]
fn the_first_three_exercises_by_keys() {
    let folder = TempDir::new().unwrap();
    let bench = bench(folder.path(), 80, 24);
    assert!(bench.screen().contains("0 of 26"), "{}", bench.screen());
    let bench = bench.keys("Up Enter");
    assert!(bench.screen().contains("▸    A prior from counts"), "{}", bench.screen());
    // The first, with a wrong answer on the way.
    let bench = bench.keys("Enter 1 4 Enter Enter 9 Enter Enter 9 / 5 Enter");
    assert!(bench.screen().contains("That is the odds"), "{}", bench.screen());
    let bench = bench.keys("Enter Backspace 1 4 Enter Enter 5 / 1 4 Enter");
    assert!(bench.screen().contains("n: the next exercise"), "{}", bench.screen());
    // The second: the trap.
    let bench = bench.keys("n 3 Enter Enter 3 / 1 4 Enter");
    assert!(bench.screen().contains("together, 3 of all 14 rows"), "{}", bench.screen().replace('\n', " "));
    let bench = bench.keys("Enter Backspace Backspace 9 Enter Enter 2 / 5 Enter");
    // The third.
    let bench = bench
        .keys("n 3 / 1 4 Enter Enter 2 / 1 4 Enter Enter 0 . 6 0 Enter Enter Enter")
        .typed("Yes")
        .keys("Enter");
    assert!(bench.screen().contains("4 of 4 marks"), "{}", bench.screen());
    let file = fs::read_to_string(folder.path().join("progress.toml")).unwrap();
    let kept = Progress::read(&file).unwrap();
    for id in ["prior-from-counts", "given-the-class", "one-feature"] {
        let record = kept.get(id).unwrap();
        assert!(record.finished && record.attempts == 1, "{id}: {record:?}");
    }
    // Back to the list, which goes on with the fourth.
    let bench = bench.keys("Esc");
    assert_eq!(bench.app.screen, ScreenId::Start);
    assert!(
        bench.screen().contains("3 of 26 finished") && bench.screen().contains("✓  Sunny"),
        "{}",
        bench.screen()
    );
    let bench = bench.keys("Esc");
    assert!(bench.screen().contains("A course of exercises      3 of 26"), "{}", bench.screen());
}

#[test]
fn a_go_is_counted_when_it_is_answered_and_shown_lines_do_not_count() {
    let folder = TempDir::new().unwrap();
    let bench = bench(folder.path(), 80, 24).keys("Up Enter Enter");
    assert!(bench.app.screens.course.progress.is_empty(), "opening is no attempt");
    let bench = bench
        .keys("1 Enter Enter 2 Enter Enter 3 Enter s Enter 9 Enter Enter 9 / 1 4 Enter Enter 5 / 1 4 Enter");
    let record = bench.app.screens.course.progress.get("prior-from-counts").unwrap().clone();
    assert!(!record.finished && record.attempts == 1, "{record:?}");
    let bench = bench.keys("r 1 4 Enter");
    let record = bench.app.screens.course.progress.get("prior-from-counts").unwrap();
    assert_eq!((record.attempts, record.marks), (2, 1.0));
}

#[test]
fn wiping_asks_once_and_says_what_was_deleted() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("progress.toml");
    fs::write(&file, with("bins", &record(1, 1.0, false)).to_toml()).unwrap();
    let bench = bench(folder.path(), 80, 24).keys("Up Enter W");
    assert!(bench.toast().contains("y deletes the progress of 1 exercise"), "{}", bench.toast());
    // The key that asked does not confirm, and another key takes the question back.
    let bench = bench.keys("W W Down y");
    assert!(file.exists(), "{}", bench.toast());
    let bench = bench.keys("W y");
    assert!(
        !file.exists() && bench.toast().contains("Deleted the progress of 1 exercise"),
        "{}",
        bench.toast()
    );
    assert!(bench.app.screens.course.progress.is_empty());
    assert!(bench.keys("W").toast().contains("There is no progress"));
}

#[test]
fn without_a_folder_practice_works_and_that_is_said_once() {
    let mut bench = Bench::sized(None, 80, 24);
    course::read(&mut bench.app, &StateFolder::none());
    assert!(bench.toast().contains("Progress is not kept"), "{}", bench.toast());
    let bench = bench.keys("Up Enter Enter 1 4 Enter");
    assert!(!bench.toast().contains("not kept"), "{}", bench.toast());
    assert_eq!(bench.app.screens.course.progress.get("prior-from-counts").unwrap().lines, 1);
    // A file where the folder should be.
    let folder = TempDir::new().unwrap();
    let taken = folder.path().join("taken");
    fs::write(&taken, "").unwrap();
    let mut bench = Bench::sized(None, 80, 24);
    course::read(&mut bench.app, &StateFolder::at(&taken));
    let bench = bench.keys("Up Enter Enter 1 4 Enter Enter 9 Enter");
    assert_eq!(bench.app.screens.course.progress.get("prior-from-counts").unwrap().lines, 2);
}

#[test]
fn the_command_lists_and_wipes_what_is_kept() {
    let folder = TempDir::new().unwrap();
    let run = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_posterior"));
        let output = command.args(arguments).env("XDG_STATE_HOME", folder.path()).output().unwrap();
        (output.status.code().unwrap(), String::from_utf8(output.stdout).unwrap())
    };
    StateFolder::at(folder.path().join("posterior"))
        .keep()
        .add(&with("zero-count", &record(4, 4.0, true)))
        .unwrap();
    let (status, listed) = run(&["practice", "--list"]);
    assert!(
        status == 0
            && listed.contains("1 of 26 exercises finished")
            && listed.contains("course:three-classes"),
        "{listed}"
    );
    assert!(run(&["practice", "--list", "--format", "markdown"]).1.contains("## Smoothing"));
    let json: serde_json::Value =
        serde_json::from_str(&run(&["practice", "--list", "--format", "json"]).1).unwrap();
    assert_eq!(
        (&json["finished"], &json["course"][1]["exercises"][1]["progress"]["best"]),
        (&1.into(), &4.0.into())
    );
    let (_, paths) = run(&["paths"]);
    assert!(paths.contains(&*folder.path().join("posterior/progress.toml").to_string_lossy()), "{paths}");
    assert!(run(&["practice", "--wipe"]).1.starts_with("Deleted the progress of 1 exercise"));
    assert!(run(&["practice", "--wipe"]).1.starts_with("Nothing to delete"));
}
