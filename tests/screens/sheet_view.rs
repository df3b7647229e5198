//! Answer sheets on screen 7: before, keys, after.

use crate::support::Bench;

use std::fs;
use std::path::{Path, PathBuf};

use posterior::app::ScreenId;
use posterior::app::screens::practice::{Exercises, View, open_sheets};
use posterior::practice::{Reach, Verdict};
use tempfile::TempDir;

const WEATHER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/exercises/weather.toml");
const ANSWERS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/exercises/answers");
const WRONG: &str = "exercise: weather-sunny\nstudent: s02\nP(Yes) = 9/14\nP(Sunny|Yes) = 3/14\n\
                     score(Yes) = 3/14·9/14\nP(Maybe) = 3\nclass = No\n";

fn opened(path: PathBuf) -> Bench {
    let mut bench = Bench::empty();
    let exercises = Exercises::Files(vec![WEATHER.into()], Reach::Beside);
    let job = open_sheets(&mut bench.app, vec![path], exercises, false);
    bench.work(job);
    bench
}

/// One sheet, in a file of its own.
fn wrong() -> (Bench, PathBuf, TempDir) {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("s02.txt");
    fs::write(&path, WRONG).unwrap();
    (opened(path.clone()), path, folder)
}

/// The text of the exercise, without its data file.
fn exercise() -> String {
    fs::read_to_string(WEATHER).unwrap().replace("data   = \"weather.csv\"", "data = \"sample:weather\"")
}

fn verdicts(bench: &Bench) -> Vec<(Verdict, Vec<usize>)> {
    let sheet = bench.app.screens.practice.sheets.sheet().unwrap();
    sheet.lines.iter().take(3).map(|line| (line.marked.verdict, line.with.clone())).collect()
}

#[test]
fn a_sheet_opens_on_its_first_wrong_line_and_hides_the_answer() {
    let (right, wrong_line) = (Verdict::Correct, (Verdict::Wrong, vec![]));
    let bench = wrong().0.on(ScreenId::Practice).shows("▸  2  P(Sunny|Yes)").hides("3/9");
    bench.gives(verdicts, [(right, vec![]), wrong_line, (right, vec![2])]);
    let bench = wrong().0.resized(120, 40).keys("a").shows("right:     3/9");
    bench.keys("Down Up").hides("right:     3/9");
}

#[test]
fn an_exercise_that_never_shows_its_answers_does_not_here_either() {
    let folder = TempDir::new().unwrap();
    let never = exercise().replace("[policy]", "[policy]\nreveal = \"never\"");
    fs::write(folder.path().join("never.toml"), never).unwrap();
    fs::write(folder.path().join("s.txt"), WRONG).unwrap();
    let mut bench = Bench::empty().resized(120, 40);
    let sheets = vec![folder.path().join("s.txt")];
    let job = open_sheets(&mut bench.app, sheets, Exercises::Beside(Reach::Beside), false);
    bench.work(job);
    let bench = bench.keys("a").message("This exercise does not show its answers.").hides("3/9");
    bench.keys("3").on(ScreenId::Practice);
}

#[test]
fn f5_marks_a_saved_sheet_again_and_no_key_writes_to_it() {
    let (bench, path, _folder) = wrong();
    fs::write(&path, WRONG.replace("P(Sunny|Yes) = 3/14", "P(Sunny|Yes) = 3/9")).unwrap();
    // Nothing is carried forward any more.
    let now = verdicts(&bench.keys("F5"));
    assert_eq!((now[1].0, now[2].0), (Verdict::Correct, Verdict::Wrong));
    let (bench, path, _folder) = wrong();
    let modified = || fs::metadata(&path).unwrap().modified().unwrap();
    let before = modified();
    drop(bench.keys("s e S Esc Enter F5 Tab x Down Esc"));
    assert_eq!((fs::read_to_string(&path).unwrap(), modified()), (WRONG.to_owned(), before));
}

#[test]
fn a_folder_is_a_list_and_esc_goes_back_to_it() {
    let bench = opened(ANSWERS.into()).keys("Down");
    insta::assert_snapshot!("sheets_80", bench.screen());
    let name = bench.app.screens.practice.sheets.sheet().unwrap().who().to_owned();
    let bench = bench.keys("Enter").shows(&format!("▶ {name} · weather-sunny")).keys("Enter Enter");
    assert!(bench.app.screens.practice.sheets.line > 1, "Enter goes to the next line that is not right");
    let view = |bench: &Bench| bench.app.screens.practice.view;
    let bench = bench.keys("Esc").shows("6 sheets").gives(view, View::Sheets).keys("Esc");
    bench.gives(view, View::Worksheet).on(ScreenId::Start);
}

fn open(bench: Bench, keys: &str, path: &Path) -> Bench {
    bench.keys(&format!("{keys} '{}' Enter", path.display()))
}

#[test]
fn o_opens_a_sheet_of_the_exercise_beside_it_and_other_text_as_data() {
    let folder = TempDir::new().unwrap();
    let [file, sheet, data] = ["w.toml", "s.txt", "d.txt"].map(|name| folder.path().join(name));
    fs::write(&file, exercise()).unwrap();
    fs::write(&sheet, WRONG).unwrap();
    fs::write(&data, "a,class\nu,x\nv,y\n").unwrap();
    let bench = open(Bench::empty(), "o", &sheet).shows("first wrong line: 2");
    let bench = open(bench, "Esc o", &data).on(ScreenId::Data);
    // Without the line that names the exercise, it is the open one, by the labels.
    fs::write(&sheet, "P(Yes) = 9/14\n").unwrap();
    let bench = open(bench, "o", &file);
    assert!(bench.app.screens.practice.exercise.is_some());
    open(open(bench, "Tab o", &sheet), "o", &sheet).shows("1 of 6 marks");
}

#[test]
fn the_worksheet_is_written_as_an_exercise_and_as_an_empty_sheet() {
    let folder = TempDir::new().unwrap();
    let (exercise, sheet) = (folder.path().join("mine"), folder.path().join("empty.txt"));
    let bench = open(Bench::open("weather", ""), "7 Esc S Ctrl-u", &exercise).says("mine.toml");
    let bench = open(bench, "S Down Ctrl-u", &sheet);
    let written = fs::read_to_string(&sheet).unwrap();
    assert!(
        written.starts_with("exercise: mine\nstudent:\n") && written.contains("\nclass =\n"),
        "{written}"
    );
    let bench = open(bench, "S Ctrl-u", &sheet).shows("w overwrites it,").shows("Enter keeps it.");
    open(bench, "Esc Esc o", &sheet).shows("0 of 10 marks");
}

/// A table of many students at 80 columns: the state of each sheet is not cut.
#[test]
fn a_class_fits_the_list() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("class.csv");
    let mut table = "student;step;answer\n".to_owned();
    for at in 1..=40 {
        let student = format!("Student {at} Müller-Lüdenscheidt 东京");
        let conditional = if at % 2 == 0 { "3/14" } else { "3/9" };
        for (step, answer) in [("P(Yes)", "9/14"), ("P(Sunny|Yes)", conditional), ("class", "Yes")] {
            table.push_str(&format!("{student};{step};{answer}\n"));
        }
    }
    fs::write(&path, table).unwrap();
    let screen = opened(path).screen();
    let list: Vec<&str> =
        screen.lines().skip(2).take(19).map(|line| line.split("┃│").next().unwrap()).collect();
    assert!(list[0].contains("2 not answered") && list[1].contains("first wrong: 2"), "{screen}");
    assert!(screen.contains("40 sheets"), "{screen}");
}
