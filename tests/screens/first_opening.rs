//! The form of the first opening, the fixes of warnings, and the lists of screen 2: before, keys, after.

use crate::states::{state, table};
use crate::support::Bench;
use flate2::Compression;
use flate2::write::GzEncoder;
use posterior::app::screens::model::ListDialog;
use posterior::app::{Head, OpenDialog, OpeningDialog, ScreenId, WarningsDialog};
use posterior::table::Kind;
use std::fs;
use std::io::Write;
use tempfile::TempDir;

fn opened() -> Bench {
    Bench::pasted(&table("visits").unwrap())
}

/// The kind of a column that the recipe specifies.
fn kind(bench: &Bench, name: &str) -> Option<Kind> {
    bench.recipe().column(name).and_then(|column| column.kind)
}

fn missing(bench: &Bench, name: &str) -> u64 {
    let table = bench.app.session.table.as_ref().unwrap();
    table.columns()[table.position(name).unwrap()].missing
}

fn target(bench: &Bench) -> String {
    bench.fitted().data.resolved.recipe.target.clone().unwrap()
}

fn asks(bench: &Bench) -> bool {
    bench.app.front::<OpeningDialog>().is_some()
}

#[test]
fn enter_accepts_what_is_shown_and_escape_what_was_suggested() {
    let ignored = |bench: &Bench| bench.recipe().ignore;
    let now = |bench: &Bench| (missing(bench, "pain"), kind(bench, "ward"));
    let bench = opened().keys("Right").gives(now, (0, None)).keys("Enter").without_dialog();
    // The ward was changed from a number to left out; NA stays a value, as in a pipe.
    bench.gives(ignored, ["ward"]).gives(now, (0, None)).keys("2 u").gives(|bench| ignored(bench).len(), 0);
    // Two lines down, and round to the first choice.
    let bench = opened().keys("Down Right Enter").gives(|bench| missing(bench, "pain"), 9).keys("2 u");
    bench.gives(now, (0, None));
    let bench = opened().keys("Left Esc").without_dialog().says("as suggested");
    assert!(bench.gives(now, (0, Some(Kind::Numeric))).app.session.fitted().is_some());
}

#[test]
fn a_file_is_asked_about_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("visits.csv");
    fs::write(&path, table("visits").unwrap()).unwrap();
    // Read again, it is known.
    Bench::file(&path, "").gives(asks, true).keys("Enter F5").without_dialog();
    // Samples and what is clear are not asked about.
    for name in ["iris", "play-tennis", "titanic", "person"] {
        Bench::open(name, "").gives(asks, false);
    }
}

#[test]
fn another_class_is_asked_of_its_own_columns() {
    let crabs = "sp,sex,FL\rB,M,8.1\rB,F,8.8\rO,M,9.2\rO,F,9.6\rB,M,7.3\rO,F,7.7\r";
    Bench::pasted(crabs).keys("Left").shows("← sp →").keys("Enter").gives(target, "sp");
    let hair = "Hair,Sex,Freq\rBlack,Male,56\rBrown,Male,143\rBlack,Female,52\rBrown,Female,143\r";
    let bench = Bench::pasted(hair).keys("Enter");
    assert_eq!((bench.fitted().rows(), bench.fitted().weight_column().unwrap().as_str()), (394, "Freq"));
}

#[test]
fn a_warning_is_fixed_by_enter_and_every_one_can_be_settled() {
    let has_list = |bench: &Bench| bench.app.front::<WarningsDialog>().is_some();
    // All that was asked is settled; how many cells are missing now is new.
    opened().keys("Down Right Enter 2").shows("1 warning: !");
    let features = |bench: &Bench| bench.fitted().data.resolved.features.len();
    let bench = opened().keys("Down Right Enter ! Home Enter").gives(features, 5).gives(has_list, true);
    bench.shows("✓ ticket is a feature").keys("u").gives(features, 4);
    let bench = opened().keys("Enter 1 !").keys(&"Enter Down ".repeat(20));
    let bench = bench.gives(|bench| bench.app.session.open_warnings(), 0).keys("! 2");
    // Settled ones can still be read.
    bench.hides("warning: !").hides("warnings: !").keys("!").gives(has_list, true);
}

/// Numbers with a decimal comma are reported once, with the names of their columns, and may be categories in all of them
/// or in one.
#[test]
fn decimal_commas_are_one_warning() {
    let bench = state("commas", "", "Esc 1 !");
    let all = bench.app.session.warnings.iter().map(ToString::to_string);
    assert_eq!(
        all.filter(|warning| warning.contains("decimal comma")).collect::<Vec<_>>(),
        [
            "line 2, column “width”: Read as numbers with a decimal comma: “1,1” is 1.1; also in depth, the height; \
          if all of them are categories: --kind width=categorical --kind depth=categorical --kind 'the \
          height=categorical'."
        ]
    );
    let kinds = |bench: &Bench| {
        let columns = bench.app.session.table.as_ref().unwrap().columns();
        columns.iter().map(|column| column.kind == Kind::Categorical).collect::<Vec<_>>()
    };
    let bench = bench.keys("Home Enter").gives(kinds, [true, true, true, false, true]).keys("u");
    let bench = bench.gives(kinds, [false, false, false, false, true]).keys("Home Down Down Enter");
    bench.gives(kinds, [false, true, false, false, true]);
}

#[test]
fn a_list_tries_what_is_marked_and_keeps_or_restores_it() {
    const GDA: &str = "Gaussian discriminant analysis, one Σ for all classes";
    let title = |bench: &Bench| bench.fitted().title().to_owned();
    let iris = || Bench::open("iris", "").keys("2 End Up*6 Enter");
    let bench = iris().keys("Down Down").gives(title, GDA).keys("Esc").gives(title, "Gaussian naive Bayes");
    bench.keys("u").says("no change");
    let bench = iris().keys("Down Down Enter").gives(title, GDA).without_dialog();
    bench.keys("u").gives(title, "Gaussian naive Bayes");
    // What cannot be chosen says why.
    let bench = iris().keys("End Enter").says("cannot be chosen");
    assert!(bench.app.front::<ListDialog>().is_some());
}

#[test]
fn roles_kinds_classes_conventions_and_priors_have_lists() {
    let names = |bench: &Bench| -> Vec<String> {
        let dialog = bench.app.front::<ListDialog>().unwrap_or_else(|| panic!("{}", bench.screen()));
        dialog.choices.iter().map(|(name, _)| name.clone()).collect()
    };
    Bench::tennis().keys("2 Enter Down Down Enter").gives(|bench| bench.recipe().ignore, ["Outlook"]);
    let bench = Bench::tennis().keys("2 End Up Space");
    let bench =
        bench.gives(names, ["from the data", "from the data, plus 1", "uniform"]).keys("Down Down Enter");
    bench.gives(|bench| bench.fitted().data.resolved.prior.to_string(), "uniform");
    let bench = Bench::tennis().keys("2 End Up*5 Enter");
    let bench = bench.gives(names, ["Outlook", "Temp", "Humidity", "Wind", "Play"]).keys("Up Enter");
    bench.gives(target, "Wind");
    // What the model is tested on: a split that t chose is one of them, too.
    let bench = Bench::tennis().keys("2 End Up*4 Enter");
    let splits = ["training rows", "held-out rows, 0.3", "5 folds", "10 folds", "leave one out"];
    bench.gives(names, splits).keys("Down Down Enter 4").shows("By 5 folds, 14 rows");
    let bench = Bench::open("play-tennis", "split = \"folds:7\"").keys("2 End Up*4 Enter");
    assert_eq!(names(&bench)[5..], ["7 folds"]);
    // A number is typed.
    let bench = Bench::tennis().keys("2 End Up Up Enter").on(ScreenId::Model);
    assert!(bench.app.screens.model.field.is_some());
}

/// Textbooks name two classes − and +: Enter leaves them what they are.
#[test]
fn classes_that_are_signs_stay_classes() {
    let rows = "-,3,red\r+,4,blue\r-,3,blue\r+,5,red\r-,2,red\r0,1,green\r0,2,green\r";
    let bench = Bench::pasted(&format!("class,len,color\r{rows}")).gives(asks, true).keys("Enter 3");
    let bench = bench.gives(target, "class").shows("● -     ▲ +     ■ 0");
    assert_eq!(bench.fitted().class_count(0), 3);
}

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
    Bench::empty().resized(width, height).keys("o").typed(&path)
}

#[test]
fn the_selected_file_is_previewed() {
    let folder = folder();
    for width in [80, 120] {
        let bench = asked(&folder, width, 24, "");
        assert!(bench.app.front::<OpenDialog>().unwrap().preview().is_none());
        let bench = bench.keys("Down Down").shows("▸ marks.csv").shows("6 rows, 3 columns");
        bench.shows("points room grade").shows("19 s");
    }
    // The only name that what is typed can mean is selected, too.
    asked(&folder, 80, 24, "oth").shows("alpha = \"2\"");
    asked(&folder, 70, 24, "mar").shows("▸ marks.csv").hides("6 rows");
}

#[test]
fn long_files_broken_ones_and_folders_are_not_previewed_whole() {
    let folder = folder();
    let bench = asked(&folder, 120, 24, "long");
    let dialog = bench.app.front::<OpenDialog>().unwrap();
    let Some(Ok(Head::Table(loaded, whole))) = dialog.preview() else { panic!("{}", bench.screen()) };
    assert!(!whole && loaded.table.rows() > 1_000 && loaded.table.rows() < 20_000);
    bench.shows("more than ");
    fs::create_dir(folder.path().join("deep")).unwrap();
    asked(&folder, 120, 24, "odd").shows("fields");
    let bench = asked(&folder, 120, 24, "").keys("Down");
    let dialog = bench.app.front::<OpenDialog>().unwrap();
    assert!(dialog.cursor == Some(0) && dialog.file().is_none() && dialog.preview().is_none());
}

#[test]
fn letters_narrow_the_start_list_to_samples_and_exercises() {
    let bench = Bench::empty().keys("/ 'iris'").shows("find: iris").shows("▸ iris").hides("Paste");
    assert!(bench.app.screens.start.preview.is_some());
    // Esc shows the whole list again.
    let bench = bench.keys("Enter").on(ScreenId::Data).shows("row 1/150").keys("Esc").shows("LEARN");
    let bench = bench.keys("/ 'smoothing one'").shows("exercise").keys("Enter").on(ScreenId::Practice);
    bench.shows("▶ Smoothing one table · blank");
    let bench = Bench::empty().keys("/ 'no such name' Enter");
    let bench = bench.message("Nothing matches. Type other letters, or press Esc.").keys("Esc");
    bench.shows("▸ weather").keys("Esc").says("This is the first screen");
}

#[test]
fn a_first_line_becomes_names_and_a_row_again() {
    let is_row = |bench: &Bench| {
        let screen = bench.screen();
        let found = (screen.contains(" column 3* "), screen.contains("   5  "));
        assert_eq!(found.0, found.1, "{screen}");
        found.0
    };
    let bench = Bench::pasted("4,2,x\r2,1,z\r3,3,y\r1,5,z\r4,3,x\r").gives(is_row, true);
    bench.keys("! Enter Esc").gives(is_row, false).shows(" x* ").keys("u").gives(is_row, true);
    // Where it may be either, the first opening asks.
    let bench = Bench::pasted("4,2,x\r2,1,z\r3,3,y\r1,5,z\r4,3,y\r");
    let bench = bench.shows("“4” is a number above numbers: names, or a row?");
    bench.keys("Right Enter").gives(is_row, true);
}
