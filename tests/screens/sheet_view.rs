//! Answer sheets on screen 7: before, keys, after.

use crate::support;

use std::fs;
use std::path::{Path, PathBuf};

use posterior::app::ScreenId;
use posterior::app::screens::practice::{Exercises, View, open_sheets};
use posterior::practice::{Reach, Verdict};
use support::Bench;
use tempfile::TempDir;

const WEATHER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/exercises/weather.toml");
const ANSWERS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/exercises/answers");
const WRONG: &str = "exercise: weather-sunny\nstudent: s02\nP(Yes) = 9/14\nP(Sunny|Yes) = 3/14\n\
                     score(Yes) = 3/14·9/14\nP(Maybe) = 3\nclass = No\n";

fn opened(paths: Vec<PathBuf>, width: u16, height: u16) -> Bench {
    let mut bench = Bench::sized(None, width, height);
    let exercises = Exercises::Files(vec![WEATHER.into()], Reach::Beside);
    let job = open_sheets(&mut bench.app, paths, exercises, false);
    bench.work(job);
    bench
}

/// One sheet, in a file of its own.
fn wrong(width: u16, height: u16) -> (Bench, PathBuf, TempDir) {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("s02.txt");
    fs::write(&path, WRONG).unwrap();
    (opened(vec![path.clone()], width, height), path, folder)
}

fn verdicts(bench: &Bench) -> Vec<(Verdict, Vec<usize>)> {
    let sheet = bench.app.screens.practice.sheets.sheet().unwrap();
    sheet.lines.iter().map(|line| (line.marked.verdict, line.with.clone())).collect()
}

#[test]
fn a_sheet_opens_on_its_first_wrong_line_and_keeps_the_answer_back() {
    let (bench, ..) = wrong(80, 24);
    assert_eq!((bench.app.screen, bench.app.screens.practice.sheets.line), (ScreenId::Practice, 1));
    let (right, none) = (Verdict::Correct, vec![]);
    let wanted = [(right, none.clone()), (Verdict::Wrong, none.clone()), (right, vec![2])];
    assert_eq!(verdicts(&bench)[..3], wanted);
    bench.hides("3/9");
    let bench = wrong(120, 40).0.keys("a").shows("right:     3/9");
    bench.keys("Down Up").hides("right:     3/9");
}

#[test]
fn an_exercise_that_never_shows_its_answers_does_not_here_either() {
    let folder = TempDir::new().unwrap();
    let text =
        fs::read_to_string(WEATHER).unwrap().replace("data   = \"weather.csv\"", "data = \"sample:weather\"");
    let exercise = folder.path().join("never.toml");
    fs::write(&exercise, text.replace("[policy]", "[policy]\nreveal = \"never\"")).unwrap();
    fs::write(folder.path().join("s.txt"), WRONG).unwrap();
    let mut bench = Bench::sized(None, 120, 40);
    let job = open_sheets(
        &mut bench.app,
        vec![folder.path().join("s.txt")],
        Exercises::Beside(Reach::Beside),
        false,
    );
    bench.work(job);
    let bench = bench.keys("a").message("This exercise does not show its answers.").hides("3/9").keys("3");
    assert!(bench.app.screen == ScreenId::Practice, "the room of the parameters is closed");
}

#[test]
fn f5_marks_a_saved_sheet_again_and_no_key_writes_to_it() {
    let (bench, path, _folder) = wrong(80, 24);
    fs::write(&path, WRONG.replace("P(Sunny|Yes) = 3/14", "P(Sunny|Yes) = 3/9")).unwrap();
    let bench = bench.keys("F5");
    let now = verdicts(&bench);
    assert_eq!((now[1].0, now[2].0), (Verdict::Correct, Verdict::Wrong), "nothing is carried on any more");
    let (bench, path, _folder) = wrong(80, 24);
    let about = fs::metadata(&path).unwrap().modified().unwrap();
    let bench = bench.keys("s e S Esc Enter F5 Tab x Down Esc");
    assert_eq!(fs::read_to_string(&path).unwrap(), WRONG);
    assert_eq!(fs::metadata(&path).unwrap().modified().unwrap(), about);
    drop(bench);
}

#[test]
fn a_folder_is_a_list_and_esc_goes_back_to_it() {
    let bench = opened(vec![ANSWERS.into()], 80, 24).keys("Down");
    insta::assert_snapshot!("sheets_80", bench.screen());
    let name = bench.app.screens.practice.sheets.sheet().unwrap().who().to_owned();
    let bench = bench.keys("Enter").shows(&format!("▶ {name} · weather-sunny")).keys("Enter Enter");
    assert!(bench.app.screens.practice.sheets.line > 1, "Enter goes to the next line that is not right");
    let bench = bench.keys("Esc");
    assert!(bench.screen().contains("6 sheets") && bench.app.screens.practice.view == View::Sheets);
    let bench = bench.keys("Esc");
    assert!(bench.app.screens.practice.view == View::Worksheet && bench.app.screen == ScreenId::Start);
}

#[test]
fn o_opens_a_sheet_against_the_exercise_beside_it_and_other_text_as_data() {
    let folder = TempDir::new().unwrap();
    let text =
        fs::read_to_string(WEATHER).unwrap().replace("data   = \"weather.csv\"", "data = \"sample:weather\"");
    fs::write(folder.path().join("w.toml"), text).unwrap();
    let (sheet, data) = (folder.path().join("s.txt"), folder.path().join("d.txt"));
    fs::write(&sheet, WRONG).unwrap();
    fs::write(&data, "a,class\nu,x\nv,y\n").unwrap();
    let named = |path: &Path| path.to_string_lossy().into_owned();
    let bench = Bench::empty()
        .keys("o")
        .typed(&named(&sheet))
        .keys("Enter")
        .shows("first wrong line: 2")
        .keys("Esc o")
        .typed(&named(&data))
        .keys("Enter")
        .on(ScreenId::Data);
    // Without the line that names the exercise, the labels tell it of the exercise in hand.
    fs::write(&sheet, "P(Yes) = 9/14\n").unwrap();
    let bench = bench.keys("o").typed(&named(&folder.path().join("w.toml"))).keys("Enter");
    assert!(bench.app.screens.practice.exercise.is_some());
    bench
        .keys("Tab o")
        .typed(&named(&sheet))
        .keys("Enter o")
        .typed(&named(&sheet))
        .keys("Enter")
        .shows("1 of 6 marks");
}

#[test]
fn the_worksheet_is_written_as_an_exercise_and_as_an_empty_sheet() {
    let folder = TempDir::new().unwrap();
    let (exercise, sheet) = (folder.path().join("mine"), folder.path().join("empty.txt"));
    let named = |path: &Path| path.to_string_lossy().into_owned();
    let bench = Bench::open("weather", "").keys("7 Esc S");
    let bench = bench
        .keys("Ctrl-u")
        .typed(&named(&exercise))
        .keys("Enter")
        .says("mine.toml")
        .keys("S Down Ctrl-u")
        .typed(&named(&sheet))
        .keys("Enter");
    let written = fs::read_to_string(&sheet).unwrap();
    assert!(written.starts_with("exercise: mine\nstudent:\n"), "{written}");
    assert!(written.contains("\nclass =\n"), "{written}");
    let bench = bench
        .keys("S Ctrl-u")
        .typed(&named(&sheet))
        .keys("Enter")
        .shows("w overwrites it,")
        .shows("Enter keeps it.");
    bench.keys("Esc Esc o").typed(&named(&sheet)).keys("Enter").shows("0 of 10 marks");
}

/// A table of many students at 80 columns: how each sheet stands is whole.
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
    let screen = opened(vec![path], 80, 24).screen();
    let list: Vec<&str> =
        screen.lines().skip(2).take(19).map(|line| line.split("┃│").next().unwrap()).collect();
    assert!(list[0].contains("2 not answered") && list[1].contains("first wrong: 2"), "{screen}");
    assert!(screen.contains("40 sheets"), "{screen}");
}
