//! S saves the recipe, the report, the screen or a picture; the ending of the name chooses the format.

use crate::program::printed;
use crate::support::Bench;

use std::fs;
use std::path::Path;

use posterior::app::SaveDialog;
use tempfile::TempDir;

/// Presses S, types a name over the one that is offered, and saves.
fn save(bench: Bench, path: &Path) -> (Bench, String) {
    let bench = bench.keys(&format!("S Ctrl-u '{}' Enter", path.display())).says("Saved as");
    let text = fs::read_to_string(path).unwrap();
    (bench, text)
}

#[test]
fn a_report_is_what_the_command_line_writes() {
    let folder = TempDir::new().unwrap();
    let iris = || Bench::open("iris", "model = \"gda\"").keys("3");
    for ending in ["html", "md", "tex", "json"] {
        let (_, text) = save(iris(), &folder.path().join(format!("a.{ending}")));
        let other = folder.path().join(format!("b.{ending}"));
        printed(&["show", "sample:iris", "--model", "gda", "--output", &other.to_string_lossy()]);
        assert_eq!(text, fs::read_to_string(other).unwrap(), "{ending}");
    }
    let (_, csv) = save(iris(), &folder.path().join("a.csv"));
    assert_eq!(csv, printed(&["fit", "sample:iris", "--model", "gda", "--format", "csv"]));
    // Text of the report, since the recipe cannot be that.
    let (_, text) = save(iris(), &folder.path().join("a.txt"));
    assert!(text.contains("Confusion matrix"), "{text}");
}

#[test]
fn the_screen_is_saved_in_its_colours() {
    let folder = TempDir::new().unwrap();
    let at = |name: &str| folder.path().join(name);
    let bench = Bench::tennis().keys("3 Down Right");
    let screen = bench.screen();
    let (bench, svg) = save(bench, &at("a.svg"));
    let read = roxmltree::Document::parse(&svg).unwrap();
    let texts: String =
        read.descendants().filter(|node| node.has_tag_name("text")).filter_map(|node| node.text()).collect();
    assert!(texts.contains("Sunny") && svg.contains("fill=\"#"), "{texts}");
    // The dialog is not in the picture.
    assert!(!texts.contains("save as"), "{texts}");
    // The next time the screen is offered again.
    let first = |text: &str| text.lines().nth(3).map(str::trim_end).map(str::to_owned);
    let (_, text) = save(bench.keys("1 3"), &at("a.txt"));
    assert_eq!(first(&text), first(&screen));
}

#[test]
fn the_picture_is_what_the_command_line_draws() {
    let folder = TempDir::new().unwrap();
    let (mine, other) = (folder.path().join("a.svg"), folder.path().join("b.svg"));
    let bench = Bench::open("iris", "model = \"qda\"").keys("6 S Down*3");
    bench.keys(&format!("Ctrl-u '{}' Enter", mine.display())).says("Saved as");
    printed(&["plot", "pair", "sample:iris", "--model", "qda", "--output", &other.to_string_lossy()]);
    let lines = |path: &Path| fs::read_to_string(path).unwrap().lines().count();
    assert_eq!(lines(&mine), lines(&other));
}

#[test]
fn names_are_offered_and_endings_choose() {
    let text = |bench: &Bench| bench.app.front::<SaveDialog>().unwrap().field.text().to_owned();
    let bench = Bench::tennis().keys("3 S").gives(text, "play-tennis-recipe.toml").keys("Down");
    let bench =
        bench.gives(text, "play-tennis-report.html").keys("Down").gives(text, "play-tennis-parameters.svg");
    let bench = bench.keys("Ctrl-u 'x.md'").shows("Data, model, figures and cases, as Markdown.");
    bench.keys("Ctrl-u 'x.doc' Enter").says("The ending chooses the format");
    Bench::empty().keys("S").says("S does nothing here");
    assert!(!Path::new("x.doc").exists());
}

/// A table that was pasted or typed is in no file: S writes it, and the file opens as the table did.
#[test]
fn a_pasted_table_is_saved_and_opens_again() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("mine.csv");
    let table = "Outlook,Yes,No,Maybe\nSunny,2,3,1\nRainy,3,2,2\ntotal,5,5,3\n";
    let bench = Bench::pasted(table);
    bench.keys("S").shows("table.csv");
    let (bench, text) = save(Bench::pasted(table), &path);
    assert_eq!(text, table);
    let again = Bench::file(&path, "");
    assert_eq!(again.fitted().classes, bench.fitted().classes);
    assert_eq!(again.fitted().prior(2), bench.fitted().prior(2));
    Bench::tennis().keys("S").hides("the table");
}
