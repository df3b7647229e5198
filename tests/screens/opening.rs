//! What is opened is found by its name, and looked into before.

use std::fs;
use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;
use posterior::workbench::{Head, OpenDialog, PracticeView, ScreenId};
use tempfile::TempDir;

use crate::support::Bench;

fn folder() -> TempDir {
    let folder = TempDir::new().unwrap();
    let marks = "points,room,grade\n10,n,a\n12,s,a\n17,n,b\n19,s,b\n31,n,c\n38,s,c\n";
    fs::write(folder.path().join("marks.csv"), marks).unwrap();
    fs::write(folder.path().join("other.toml"), "alpha = \"2\"\nmodel = \"gda\"\n").unwrap();
    fs::write(folder.path().join("odd.csv"), "a,b\n1,2,3\n4,5\n6,7\n").unwrap();
    let long: String = (0..20_000).map(|row| format!("{row},{}\n", ["x", "y", "z"][row % 3])).collect();
    let mut packed =
        GzEncoder::new(fs::File::create(folder.path().join("long.csv.gz")).unwrap(), Compression::fast());
    packed.write_all(format!("number,class\n{long}").as_bytes()).unwrap();
    packed.finish().unwrap();
    folder
}

fn asked(folder: &TempDir, width: u16, height: u16, name: &str) -> Bench {
    let path = format!("{}/{name}", folder.path().display());
    Bench::sized(None, width, height).keys("o").typed(&path)
}

#[test]
fn the_selected_file_is_looked_into() {
    let folder = folder();
    for width in [80, 120] {
        let bench = asked(&folder, width, 24, "");
        assert!(bench.app.front::<OpenDialog>().unwrap().preview().is_none());
        let screen = bench.keys("Down Down").screen();
        assert!(screen.contains("▸ marks.csv") && screen.contains("6 rows, 3 columns"), "{screen}");
        assert!(screen.contains("points room grade") && screen.contains("19 s"), "{screen}");
    }
    // The only name that what is typed can mean is selected, too.
    let screen = asked(&folder, 80, 24, "oth").screen();
    assert!(screen.contains("alpha = \"2\""), "{screen}");
    let narrow = asked(&folder, 70, 24, "mar").screen();
    assert!(narrow.contains("▸ marks.csv") && !narrow.contains("6 rows"), "{narrow}");
}

#[test]
fn long_files_broken_ones_and_folders_are_looked_into_no_further() {
    let folder = folder();
    let bench = asked(&folder, 120, 24, "long");
    let dialog = bench.app.front::<OpenDialog>().unwrap();
    let Some(Ok(Head::Table(loaded, whole))) = dialog.preview() else { panic!("{}", bench.screen()) };
    assert!(!whole && loaded.table.rows() > 1_000 && loaded.table.rows() < 20_000);
    assert!(bench.screen().contains("more than "), "{}", bench.screen());
    fs::create_dir(folder.path().join("deep")).unwrap();
    let screen = asked(&folder, 120, 24, "odd").screen();
    assert!(screen.contains("fields"), "{screen}");
    let bench = asked(&folder, 120, 24, "").keys("Down");
    let dialog = bench.app.front::<OpenDialog>().unwrap();
    assert!(dialog.cursor == Some(0) && dialog.file().is_none() && dialog.preview().is_none());
}

#[test]
fn letters_narrow_the_start_list_to_samples_and_exercises() {
    let bench = Bench::empty().keys("/").typed("iris");
    let screen = bench.screen();
    assert!(screen.contains("find: iris"), "{screen}");
    assert!(screen.contains("▸ iris"), "{screen}");
    assert!(!screen.contains("Paste"), "{screen}");
    assert!(bench.app.screens.start.preview.is_some());
    let bench = bench.keys("Enter");
    assert_eq!((bench.app.screen, bench.app.session.table.as_ref().unwrap().rows()), (ScreenId::Data, 150));
    // What was typed is gone with it.
    let bench = bench.keys("Esc");
    assert!(bench.screen().contains("SAMPLES") || bench.screen().contains("LEARN"), "{}", bench.screen());
    let bench = bench.keys("/").typed("smoothing one");
    assert!(bench.screen().contains("exercise"), "{}", bench.screen());
    let bench = bench.keys("Enter");
    assert!(bench.app.screen == ScreenId::Practice);
    assert!(bench.app.screens.practice.view == PracticeView::Worksheet);
    let bench = Bench::empty().keys("/").typed("no such name").keys("Enter");
    assert_eq!(bench.toast(), "Nothing is called so. Other letters, or Esc.");
    let bench = bench.keys("Esc");
    assert!(bench.screen().contains("▸ weather"), "{}", bench.screen());
    let bench = bench.keys("Esc");
    assert!(bench.toast().starts_with("This is the first screen"));
}
