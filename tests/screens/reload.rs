//! A file that changes is spoken of, and read again when asked; keys that come while data are read are kept.

use std::fs;
use std::path::{Path, PathBuf};

use posterior::workbench::{Action, Key, Order, Pick, ScreenId, Source, load, pressed};
use tempfile::TempDir;

use crate::support::Bench;

const MARKS: &str = "points,room,grade\n10,n,a\n12,s,a\n17,n,b\n19,s,b\n31,n,c\n38,s,c\n";

fn marks() -> (TempDir, PathBuf) {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("marks.csv");
    fs::write(&path, MARKS).unwrap();
    (folder, path)
}

fn opened(path: &Path) -> Bench {
    let mut bench = Bench::empty();
    let job = load(&mut bench.app, Order::from(Source::File(path.to_owned())));
    bench.work(job);
    bench.keys("Esc 1")
}

fn looks(bench: &mut Bench, times: usize) {
    (0..times).for_each(|_| bench.act(Action::Tick));
}

fn alpha(bench: &Bench) -> String {
    bench.app.session.fitted().expect("a model").data.resolved.alpha.text().to_owned()
}

#[test]
fn a_change_is_told_once_it_has_come_to_rest_and_nothing_is_read_unasked() {
    let (_folder, path) = marks();
    let mut bench = opened(&path);
    looks(&mut bench, 3);
    assert!(!bench.app.session.watched.changed && bench.app.watches_file());
    // Each look finds another size: it is being written.
    for more in 1..4 {
        fs::write(&path, format!("{MARKS}{}", "20,n,b\n".repeat(more))).unwrap();
        looks(&mut bench, 1);
        assert!(!bench.app.session.watched.changed, "{more}");
    }
    looks(&mut bench, 1);
    assert_eq!(bench.toast(), "marks.csv has changed: F5 reads it.");
    assert_eq!(bench.app.session.table.as_ref().unwrap().rows(), 6);
    assert!(bench.screen().contains("file changed"), "{}", bench.screen());
    assert!(bench.keys("2").screen().contains("file changed"));
}

#[test]
fn a_file_that_is_as_it_was_or_gone_is_not_spoken_of() {
    let (_folder, path) = marks();
    let mut bench = opened(&path);
    fs::remove_file(&path).unwrap();
    looks(&mut bench, 4);
    assert!(!bench.app.session.watched.changed && bench.toast().is_empty());
    assert!(!Bench::tennis().app.watches_file());
}

#[test]
fn reading_again_keeps_recipe_screen_case_and_what_can_be_taken_back() {
    let (_folder, path) = marks();
    let bench = opened(&path).keys("Down Down Down Right 2 :").typed("smoothing set").keys("Enter Right");
    let chosen = alpha(&bench);
    assert_ne!(chosen, "1");
    let line = bench.app.screens.model.line();
    fs::write(&path, format!("{MARKS}20,n,b\n")).unwrap();
    let bench = bench.keys("1 Down 2 F5");
    assert_eq!(bench.toast(), "Read again: 7 rows, 6 before.");
    assert_eq!((bench.app.screen, alpha(&bench)), (ScreenId::Model, chosen.clone()));
    assert_eq!(bench.app.screens.model.line(), line);
    assert_eq!((bench.app.screens.data.row, bench.app.screens.data.column), (4, 1));
    assert!(!bench.app.session.watched.changed);
    let bench = bench.keys("u");
    assert_eq!(alpha(&bench), "1");
    assert_eq!(alpha(&bench.keys("U")), chosen);
}

#[test]
fn what_does_not_fit_any_more_is_said() {
    let (_folder, path) = marks();
    let bench = opened(&path).keys("5 r").typed("6").keys("Enter a");
    assert_eq!(bench.app.session.pick, Pick::Row(5));
    let mut bench = bench;
    bench.refit(|recipe| recipe.features = Some(vec!["points".into(), "room".into()]));
    // Fewer rows, and a column less.
    let shorter: String =
        MARKS.lines().take(6).map(|line| line.replacen(",n", "", 1).replacen(",s", "", 1) + "\n").collect();
    fs::write(&path, shorter.replace("points,room", "points")).unwrap();
    let bench = bench.keys("F5");
    let said = bench.toast();
    assert!(
        said.starts_with(
            "Read again: 5 rows, 6 before. The recipe goes on without room: not there any more."
        ),
        "{said}"
    );
    assert!(said.contains("The case in hand is not there any more"), "{said}");
    assert_eq!(bench.app.session.order.as_ref().unwrap().recipe.features, Some(vec!["points".to_owned()]));
}

#[test]
fn a_file_that_cannot_be_read_any_more_leaves_the_data() {
    let (_folder, path) = marks();
    let bench = opened(&path).keys("3");
    fs::write(&path, "").unwrap();
    let bench = bench.keys("F5 Esc");
    assert_eq!(
        (bench.app.screen, bench.app.session.table.as_ref().unwrap().rows()),
        (ScreenId::Parameters, 6)
    );
}

#[test]
fn keys_are_kept_while_data_are_read_and_played_in_order() {
    let (_folder, path) = marks();
    let mut bench = Bench::empty();
    let job = load(&mut bench.app, Order::from(Source::File(path)));
    let mut bench = bench.keys("5 Space Space");
    assert_eq!(bench.toast(), "Kept until the data are there: 5 Space Space. Esc stops reading.");
    assert_eq!(bench.app.screen, ScreenId::Start);
    bench.work(job);
    assert_eq!(bench.app.screen, ScreenId::Explain);
    assert!(bench.app.screens.explain.revealed > 0 && alpha(&bench) == "1");
}

#[test]
fn no_more_than_so_many_keys_are_kept_and_escape_drops_them() {
    let (_folder, path) = marks();
    let mut bench = Bench::empty();
    let job = load(&mut bench.app, Order::from(Source::File(path)));
    let mut bench = (0..70).fold(bench, |bench, _| bench.keys("Down"));
    assert_eq!(bench.toast(), "64 keys are kept, and no more. Esc stops reading.");
    let _ = pressed(&mut bench.app, Key::named("Esc").unwrap());
    assert!(bench.toast().starts_with("Stopped reading"), "{}", bench.toast());
    bench.work(job);
    assert!(bench.app.session.table.is_none() && bench.app.screen == ScreenId::Start);
    let bench = bench.keys("Down");
    assert!(bench.screen().contains("▸ Open a file…"), "{}", bench.screen());
}

#[test]
fn keys_are_not_played_into_a_message() {
    let mut bench = Bench::empty();
    let job = load(&mut bench.app, Order::from(Source::File("no such file.csv".into())));
    let mut bench = bench.keys("5 Enter");
    bench.work(job);
    assert_eq!((bench.app.dialogs.len(), bench.app.screen), (1, ScreenId::Start));
}
