//! A file is read again when asked.

use std::fs;
use std::path::{Path, PathBuf};

use posterior::workbench::{Order, Pick, ScreenId, Source, load};
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

#[test]
fn reading_again_keeps_recipe_screen_case_and_what_can_be_taken_back() {
    let (_folder, path) = marks();
    let bench = opened(&path).keys("Down Down Down Right 2 :").typed("smoothing set").keys("Enter Right");
    let chosen = bench.alpha();
    assert_ne!(chosen, "1");
    let line = bench.app.screens.model.line();
    fs::write(&path, format!("{MARKS}20,n,b\n")).unwrap();
    let bench = bench.keys("1 Down 2 F5");
    assert_eq!(bench.toast(), "Read again: 7 rows, 6 before.");
    assert_eq!((bench.app.screen, bench.alpha()), (ScreenId::Model, chosen.clone()));
    assert_eq!(bench.app.screens.model.line(), line);
    assert_eq!((bench.app.screens.data.row, bench.app.screens.data.column), (4, 1));
    let bench = bench.keys("u");
    assert_eq!(bench.alpha(), "1");
    assert_eq!(bench.keys("U").alpha(), chosen);
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
    let wanted = "Read again: 5 rows, 6 before. The recipe goes on without room: not there any more.";
    assert!(said.starts_with(wanted), "{said}");
    assert!(said.contains("The case in hand is not there any more"), "{said}");
    assert_eq!(bench.app.session.order.as_ref().unwrap().recipe.features, Some(vec!["points".to_owned()]));
}

#[test]
fn a_file_that_cannot_be_read_any_more_leaves_the_data() {
    let (_folder, path) = marks();
    let bench = opened(&path).keys("3");
    fs::write(&path, "").unwrap();
    let bench = bench.keys("F5 Esc");
    assert_eq!(bench.app.screen, ScreenId::Parameters);
    assert_eq!(bench.app.session.table.as_ref().unwrap().rows(), 6);
}
