//! The form of the first opening, the fixes of warnings, and the lists of screen 2: before, keys, after.

use crate::states::{state, table};
use crate::support::Bench;
use flate2::Compression;
use flate2::write::GzEncoder;
use posterior::app::screens::model::ListDialog;
use posterior::app::{Head, OpenDialog, OpeningDialog, PracticeView, ScreenId, Source, WarningsDialog};
use posterior::table::Kind;
use std::fs;
use std::io::Write;
use tempfile::TempDir;

fn opened(width: u16, height: u16) -> Bench {
    Bench::pasted(&table("visits").unwrap(), width, height)
}

/// What is said of a column now.
fn said(bench: &Bench, name: &str) -> Option<Kind> {
    bench.recipe().column(name).and_then(|said| said.kind)
}

fn missing(bench: &Bench, name: &str) -> u64 {
    let table = bench.app.session.table.as_ref().unwrap();
    table.columns()[table.position(name).unwrap()].missing
}

#[test]
fn enter_takes_what_is_shown_and_escape_what_was_suggested() {
    let bench = opened(80, 24).keys("Right");
    assert_eq!(said(&bench, "ward"), None);
    let bench = bench.keys("Enter");
    // The ward was turned from a number to codes on the way round; NA stays a value, as in a pipe.
    let bench = bench.without_dialog();
    let left_out = bench.recipe().ignore.clone();
    assert_eq!(left_out, ["ward"]);
    assert_eq!(missing(&bench, "pain"), 0);
    let bench = bench.keys("2 u");
    assert!(bench.recipe().ignore.is_empty());
    // Two lines down, and round to the first choice.
    let bench = opened(80, 24).keys("Down Right Enter");
    assert_eq!(missing(&bench, "pain"), 9);
    let bench = bench.keys("2 u");
    assert_eq!((missing(&bench, "pain"), said(&bench, "ward")), (0, None));
    let bench = opened(80, 24).keys("Left Esc");
    assert!(bench.app.dialogs.is_empty() && bench.toast().contains("as suggested"), "{}", bench.toast());
    assert_eq!((said(&bench, "ward"), missing(&bench, "pain")), (Some(Kind::Numeric), 0));
    assert!(bench.app.session.fitted().is_some());
}

#[test]
fn a_file_is_asked_about_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("visits.csv");
    std::fs::write(&path, table("visits").unwrap()).unwrap();
    let open = || Bench::sized(Some(Source::File(path.clone())), 80, 24);
    let bench = open();
    assert!(bench.app.front::<OpeningDialog>().is_some());
    // Read again, it is known.
    bench.keys("Enter F5").without_dialog();
    // Samples and what is clear are not asked about.
    for name in ["iris", "play-tennis", "titanic", "person"] {
        assert!(
            Bench::sized(Some(Source::Sample(name.into())), 80, 24).app.front::<OpeningDialog>().is_none()
        );
    }
}

#[test]
fn another_class_is_asked_of_its_own_columns() {
    let crabs = "sp,sex,FL\rB,M,8.1\rB,F,8.8\rO,M,9.2\rO,F,9.6\rB,M,7.3\rO,F,7.7\r";
    let bench = Bench::pasted(crabs, 80, 24);
    let bench = bench.keys("Left").shows("← sp →").keys("Enter");
    let target = |bench: &Bench| bench.fitted().data.resolved.recipe.target.clone();
    assert_eq!(target(&bench).as_deref(), Some("sp"));
    let bench = Bench::pasted(
        "Hair,Sex,Freq\rBlack,Male,56\rBrown,Male,143\rBlack,Female,52\rBrown,Female,143\r",
        80,
        24,
    );
    let fitted = bench.keys("Enter").fitted().clone();
    assert_eq!((fitted.rows(), fitted.weight_column().unwrap().as_str()), (394, "Freq"));
}

#[test]
fn a_warning_is_mended_by_enter_and_every_one_can_be_settled() {
    let bench = opened(80, 24).keys("Down Right Enter");
    // All that was asked is settled; how many cells are missing now is new.
    assert!(bench.keys("2").screen().contains("1 warning: !"));
    let bench = opened(80, 24).keys("Down Right Enter ! Home Enter");
    let features = |bench: &Bench| bench.fitted().data.resolved.features.len();
    let bench = bench.gives(features, 5);
    assert!(bench.app.front::<WarningsDialog>().is_some());
    bench.shows("✓ ticket is a feature").keys("u").gives(features, 4);
    let mut bench = opened(80, 24).keys("Enter 1 !");
    for _ in 0..20 {
        bench = bench.keys("Enter");
        bench = bench.keys("Down");
    }
    assert_eq!(bench.app.session.open_warnings(), 0);
    let bench = bench.keys("! 2").hides("warning: !").hides("warnings: !");
    assert!(bench.keys("!").app.front::<WarningsDialog>().is_some(), "settled ones stay in reach");
}

/// Numbers with a decimal comma are told of once, with the names of their columns, and may be categories in all of them or
/// in one.
#[test]
fn decimal_commas_are_one_warning() {
    let bench = state("commas", "", "Esc 1 !");
    let said = |bench: &Bench| bench.app.session.warnings.iter().map(ToString::to_string).collect::<Vec<_>>();
    let commas: Vec<String> =
        said(&bench).into_iter().filter(|said| said.contains("decimal comma")).collect();
    assert_eq!(
        commas,
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
    bench
        .keys("Home Enter")
        .gives(kinds, [true, true, true, false, true])
        .keys("u")
        .gives(kinds, [false, false, false, false, true])
        .keys("Home Down Down Enter")
        .gives(kinds, [false, true, false, false, true]);
}

#[test]
fn a_list_tries_what_is_marked_and_keeps_or_restores_it() {
    let title = |bench: &Bench| bench.fitted().title().to_owned();
    let iris = |w, h| Bench::open("iris", "").resized(w, h).keys("2 End Up Up Up Up Up Up Enter");
    let bench = iris(80, 24)
        .keys("Down Down")
        .gives(title, "Gaussian discriminant analysis, one Σ for all classes")
        .keys("Esc")
        .gives(title, "Gaussian naive Bayes");
    assert!(bench.keys("u").toast().contains("no change"), "what was only tried cannot be undone");
    let bench = iris(80, 24)
        .keys("Down Down Enter")
        .gives(title, "Gaussian discriminant analysis, one Σ for all classes");
    assert_eq!(bench.app.dialogs.len(), 0);
    assert_eq!(title(&bench.keys("u")), "Gaussian naive Bayes");
    // What cannot be chosen says why.
    let bench = iris(80, 24).keys("End Enter").says("cannot be chosen");
    assert!(bench.app.front::<ListDialog>().is_some(), "{}", bench.toast());
}

#[test]
fn roles_kinds_classes_conventions_and_priors_have_lists() {
    let bench = Bench::tennis().keys("2 Enter Down Down Enter");
    assert_eq!(bench.recipe().ignore, ["Outlook"]);
    let names = |bench: &Bench| -> Vec<String> {
        let dialog = bench.app.front::<ListDialog>().unwrap_or_else(|| panic!("{}", bench.screen()));
        dialog.choices.iter().map(|(name, _)| name.clone()).collect()
    };
    let bench = Bench::tennis()
        .keys("2 End Up Space")
        .gives(names, ["from the data", "from the data, plus 1", "uniform"]);
    assert_eq!(bench.keys("Down Down Enter").fitted().data.resolved.prior.to_string(), "uniform");
    let bench = Bench::tennis()
        .keys("2 End Up Up Up Up Up Enter")
        .gives(names, ["Outlook", "Temp", "Humidity", "Wind", "Play"])
        .keys("Up Enter");
    assert_eq!(bench.fitted().data.resolved.recipe.target.as_deref(), Some("Wind"));
    // What the model is tested on: a split that t chose is one of them, too.
    let bench = Bench::tennis().keys("2 End Up Up Up Up Enter");
    let splits = ["training rows", "held-out rows, 0.3", "5 folds", "10 folds", "leave one out"];
    let bench = bench.gives(names, splits).keys("Down Down Enter");
    let split = |bench: &Bench| bench.recipe().split.clone();
    let bench = bench.gives(split, "folds:5".parse().ok());
    assert!(bench.keys("4").screen().contains("By 5 folds, 14 rows"));
    let seven = |recipe: &mut posterior::recipe::Recipe| recipe.split = "folds:7".parse().ok();
    let bench = Bench::sample("play-tennis", 80, 24, seven).keys("2 End Up Up Up Up Enter");
    assert_eq!(names(&bench)[5..], ["7 folds"]);
    // A number is typed.
    let bench = Bench::tennis().keys("2 End Up Up Enter");
    assert!(bench.app.screens.model.field.is_some() && bench.app.screen == ScreenId::Model);
}

/// Textbooks name two classes − and +: Enter leaves them what they are.
#[test]
fn classes_that_are_signs_stay_classes() {
    let bench = Bench::pasted(
        "class,len,color\r-,3,red\r+,4,blue\r-,3,blue\r+,5,red\r-,2,red\r0,1,green\r0,2,green\r",
        80,
        24,
    );
    assert!(bench.app.front::<OpeningDialog>().is_some());
    let bench = bench.keys("Enter 3");
    let fitted = bench.fitted();
    assert_eq!(fitted.data.resolved.recipe.target.as_deref(), Some("class"));
    assert_eq!(fitted.classes.iter().map(|name| name.as_str()).collect::<Vec<_>>(), ["-", "+", "0"]);
    assert_eq!(fitted.class_count(0), 3);
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
    Bench::sized(None, width, height).keys("o").typed(&path)
}

#[test]
fn the_selected_file_is_looked_into() {
    let folder = folder();
    for width in [80, 120] {
        let bench = asked(&folder, width, 24, "");
        assert!(bench.app.front::<OpenDialog>().unwrap().preview().is_none());
        bench
            .keys("Down Down")
            .shows("▸ marks.csv")
            .shows("6 rows, 3 columns")
            .shows("points room grade")
            .shows("19 s");
    }
    // The only name that what is typed can mean is selected, too.
    let screen = asked(&folder, 80, 24, "oth").screen();
    assert!(screen.contains("alpha = \"2\""), "{screen}");
    asked(&folder, 70, 24, "mar").shows("▸ marks.csv").hides("6 rows");
}

#[test]
fn long_files_broken_ones_and_folders_are_looked_into_no_further() {
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
    let bench = Bench::empty().keys("/ 'iris'");
    let screen = bench.screen();
    assert!(screen.contains("find: iris"), "{screen}");
    assert!(screen.contains("▸ iris"), "{screen}");
    assert!(!screen.contains("Paste"), "{screen}");
    assert!(bench.app.screens.start.preview.is_some());
    let bench = bench.keys("Enter");
    assert_eq!((bench.app.screen, bench.app.session.table.as_ref().unwrap().rows()), (ScreenId::Data, 150));
    // What was typed is gone with it.
    let bench = bench.keys("Esc").shows("LEARN").keys("/ 'smoothing one'").shows("exercise").keys("Enter");
    assert!(bench.app.screen == ScreenId::Practice);
    assert!(bench.app.screens.practice.view == PracticeView::Worksheet);
    let bench = Bench::empty()
        .keys("/ 'no such name' Enter")
        .message("Nothing matches. Type other letters, or press Esc.")
        .keys("Esc")
        .shows("▸ weather")
        .keys("Esc");
    assert!(bench.toast().starts_with("This is the first screen"));
}

#[test]
fn a_first_line_becomes_names_and_a_row_again() {
    let is_row = |bench: &Bench| {
        let screen = bench.screen();
        let found = (screen.contains(" column 3* "), screen.contains("   5  "));
        assert_eq!(found.0, found.1, "{screen}");
        found.0
    };
    let bench = Bench::pasted("4,2,x\r2,1,z\r3,3,y\r1,5,z\r4,3,x\r", 80, 24);
    assert!(is_row(&bench));
    let bench = bench.keys("! Enter Esc");
    assert!(!is_row(&bench) && bench.screen().contains(" x* "), "{}", bench.screen());
    assert!(is_row(&bench.keys("u")));
    // Where it may be either, the first opening asks.
    let bench = Bench::pasted("4,2,x\r2,1,z\r3,3,y\r1,5,z\r4,3,y\r", 80, 24)
        .shows("“4” is a number above numbers: names, or a row?");
    assert!(is_row(&bench.keys("Right Enter")));
}
