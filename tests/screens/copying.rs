//! y copies what is marked; Y asks what to copy, and in which format: before, keys, after.

use crate::program::printed;
use crate::support::Bench;

use posterior::app::copying::LONGEST;
use posterior::app::dialogs::save::What;
use posterior::app::{Clipboards, Copied, CopyDialog, Copying};
use posterior::recipe::Recipe;
use posterior::report::Format;

fn copied(bench: Bench, keys: &str) -> String {
    let bench = bench.keys(keys).keys("y");
    let toast = bench.toast().to_owned();
    let copied = bench.copied.unwrap_or_else(|| panic!("{keys}: nothing copied: {toast}"));
    assert!(toast.starts_with("Copied “") && toast.ends_with("(OSC 52)."), "{keys}: {toast}");
    copied
}

fn tennis() -> Bench {
    Bench::open("play-tennis", "alpha = \"0\"")
}

fn iris(model: &str) -> Bench {
    Bench::open("iris", &format!("model = \"{model}\"")).resized(120, 40)
}

/// Y, and → and ↓ until this is selected in this format.
fn chosen(bench: Bench, what: What, format: Format) -> Bench {
    let mut bench = bench.keys("Y Left*7 Up*5");
    let dialog = |bench: &Bench| bench.app.front::<CopyDialog>().expect("the dialog").clone();
    for _ in 0..8 {
        bench = if dialog(&bench).what() == what { bench } else { bench.keys("Right") };
    }
    for _ in 0..8 {
        bench = if dialog(&bench).format == format { bench } else { bench.keys("Down") };
    }
    assert!(dialog(&bench).what() == what && dialog(&bench).format == format, "{}", bench.screen());
    bench.keys("Enter")
}

#[test]
fn y_copies_what_is_marked() {
    for (keys, wanted) in [
        ("1 Right", "Hot"),
        ("2", "Outlook"),
        ("2 End Up*3", "categorical"),
        ("3", "P(No) = 5/14"),
        ("3 Down Right", "P(Outlook=Sunny | Yes) = 2/9"),
        ("3 Down Right x x", "ln P(Outlook=Sunny | Yes) ≈ −1.5041"),
        ("4", "actual No, predicted No: 4"),
        ("4 Right", "actual No, predicted Yes: 1"),
        ("4 Right Enter", "row 6: actual No, predicted Yes with P(Yes | x) = 0.8224"),
        ("5 Space", "P(No) = 5/14"),
        ("5 a", "P(No | x) = 486/611"),
        ("5 a Down Tab Down", "P(Yes | x) = score(Yes)/P(x) = (1/189)/(611/23625) = 125/611 ≈ 0.2046"),
        ("6 Down", "Outlook=Sunny: times 2.7, ln 0.9933"),
        ("7 Esc Home", "P(No) = 5/14"),
    ] {
        assert_eq!(copied(tennis(), keys), wanted, "{keys}");
    }
    for (model, keys, wanted) in [
        ("gda", "1 Down Right", "3.0"),
        ("gda", "3 Down Right Right", "μ(sepal_length | virginica) = 6.588"),
        ("gaussian", "3 Down Down", "σ²(sepal_length | setosa) ≈ 0.12176"),
        ("gda", "4 Down Right Right", "actual versicolor, predicted virginica: 2"),
        ("gda", "5 a", "P(virginica | x) ≈ 0.7509"),
        (
            "gda",
            "6",
            "petal_length 4.8, petal_width 1.8: P(setosa | x) = 2.094e-28, P(versicolor | x) = 0.2491, P(virginica | x) = 0.7509",
        ),
        ("gda", "4 m Down Enter", "accuracy = 0.98"),
        ("gda", "4 m Down*3 Enter", "Of 141 rows predicted 0.9–1.0, 141 are predicted right."),
        ("gda", "4 m End Up Enter Right", "GDA: accuracy 0.98"),
        ("gda", "7 Esc Home", "P(setosa) = 50/150"),
    ] {
        assert_eq!(copied(iris(model), keys), wanted, "{keys}");
    }
}

#[test]
fn what_is_not_there_or_not_revealed_is_not_copied() {
    let missing = Bench::pasted("a,b,class\r1.5,,x\r2.5,3,y\r1.5,2.5,z\r4.5,9,y\r");
    for (bench, keys, message) in [
        (tennis(), "5 y", "Nothing is revealed yet"),
        (missing, "1 Right y", "This cell is missing"),
        (Bench::empty(), "y", "y does nothing here"),
        (Bench::empty(), "Y", "Y does nothing here"),
    ] {
        let bench = bench.keys(keys);
        assert!(bench.copied.is_none() && bench.toast().contains(message), "{keys}: {}", bench.toast());
    }
    // An open line of a worksheet has no value yet, and a table of steps none that is still to come.
    let line = copied(Bench::tennis(), "7 Esc");
    assert!(line.starts_with("P(") && !line.contains(" = "), "{line}");
    tennis().keys("5 Space Y Right*3").hides("0.7954");
}

#[test]
fn every_format_is_what_the_command_line_writes() {
    for (keys, format, command, name) in [
        ("3", Format::Csv, "fit", "csv"),
        ("3", Format::Json, "fit", "json"),
        ("4", Format::Csv, "evaluate", "csv"),
        ("5 a", Format::Csv, "explain", "csv"),
    ] {
        let bench = chosen(iris("gda").keys(keys), What::Table, format);
        let expected = printed(&[command, "sample:iris", "--model", "gda", "--format", name]);
        assert_eq!(bench.copied.unwrap(), expected, "{keys} {format:?}");
    }
    let bench = chosen(tennis().keys("3 Down Right"), What::Working, Format::Text);
    let working = bench.copied.clone().unwrap();
    let command = ["explain", "sample:play-tennis", "--alpha", "0", "--quantity", "P(Sunny | Yes)"];
    assert!(printed(&command).contains(working.trim()), "{working}");
    // It is selected again the next time, also on another screen.
    let what = |bench: &Bench| bench.app.front::<CopyDialog>().map(CopyDialog::what);
    bench.keys("5 Space Y").gives(what, Some(What::Working));
}

#[test]
fn the_table_and_the_screen_are_copied_as_they_are_shown() {
    let bench = chosen(tennis().keys("3 Down Right Enter"), What::Table, Format::Csv);
    let csv = bench.copied.unwrap();
    assert_eq!(csv.lines().count(), 1 + 2, "{csv}");
    assert!(csv.starts_with("Day,Outlook,") || csv.starts_with("Outlook,"), "{csv}");
    let bench = chosen(tennis().keys("1"), What::Column, Format::Markdown);
    let column = bench.copied.unwrap();
    assert!(column.starts_with("| Outlook") && column.lines().count() == 14 + 2, "{column}");
    let bench = tennis().keys("3 Down Right");
    let screen = bench.screen();
    let bench = chosen(bench, What::Screen, Format::Text);
    assert_eq!(bench.copied.unwrap().trim_end(), screen.trim_end());
}

#[test]
fn the_command_and_the_recipe_are_copied() {
    let bench = chosen(Bench::tennis(), What::Command, Format::Text);
    let command = bench.copied.clone().unwrap();
    assert!(command.starts_with("posterior show sample:play-tennis "), "{command}");
    let bench = chosen(bench, What::Recipe, Format::Text);
    assert!(Recipe::from_toml(bench.copied.as_ref().unwrap(), "copied").is_ok());
    let bench = chosen(bench.keys("5 r '5' Enter"), What::Command, Format::Text);
    let command = bench.copied.clone().unwrap();
    assert!(command.starts_with("posterior explain sample:play-tennis --row 5"), "{command}");
    let bench = chosen(bench.keys("e End Right Enter"), What::Command, Format::Text);
    let command = bench.copied.unwrap();
    assert!(command.contains("--query Outlook=Rain,Temp=Cool,Humidity=Normal,Wind=Strong"), "{command}");
}

#[test]
fn the_environment_chooses_the_clipboards() {
    const X: (&str, &str) = ("TERM", "xterm-256color");
    if cfg!(any(windows, target_os = "macos")) {
        return;
    }
    for (set, terminal, programs) in [
        (&[X, ("DISPLAY", ":0")] as &[_], true, &["xclip", "xsel"] as &[_]),
        (&[X, ("WAYLAND_DISPLAY", "wayland-0"), ("DISPLAY", ":0")], true, &["wl-copy", "xclip", "xsel"]),
        (&[X], true, &[]),
        (&[X, ("DISPLAY", "localhost:10.0"), ("SSH_CONNECTION", "a b")], true, &[]),
        (&[X, ("TMUX", "/tmp/tmux,1,0"), ("SSH_TTY", "/dev/pts/3")], true, &["tmux"]),
        (&[X, ("WSL_DISTRO_NAME", "Debian")], true, &["clip.exe"]),
        (&[("TERM", "linux")], false, &[]),
        (&[("TERM", "dumb"), ("DISPLAY", ":0")], false, &["xclip", "xsel"]),
    ] {
        let value =
            |name: &str| set.iter().find(|(is, _)| *is == name).map_or("", |(_, value)| value).to_owned();
        let found = Clipboards::of(value);
        let names: Vec<&str> = found.programs.iter().map(|command| command[0]).collect();
        assert_eq!((found.terminal, names.as_slice()), (terminal, programs), "{set:?}");
    }
}

#[test]
fn the_status_line_reports_where_the_copy_went() {
    let copying = Copying::short("P(Yes) = 9/14");
    let path = std::path::PathBuf::from("/state/posterior/copied.txt");
    for (copied, report) in [
        (Copied::Program("wl-copy"), "Copied “P(Yes) = 9/14” with wl-copy."),
        (Copied::Terminal, "Copied “P(Yes) = 9/14” through the terminal (OSC 52)."),
        (
            Copied::File(path.clone()),
            "No clipboard found: wrote “P(Yes) = 9/14” to /state/posterior/copied.txt",
        ),
    ] {
        assert_eq!(copying.report(&copied), report);
    }
    let long = Copying::new("the table as CSV", &"x".repeat(LONGEST + 1));
    let report = long.report(&Copied::File(path));
    assert_eq!(report, "Too long for the terminal: wrote the table as CSV to /state/posterior/copied.txt");
    // Text of the data does not act as keys where it is pasted.
    assert!(!Copying::short("a\u{1b}[201~b").text.contains('\u{1b}'));
}
