//! The decimal comma: of the screen, of what is said to somebody who writes commas, and of nothing that programs read.

use crate::support;

use std::fs;
use std::process::Command;

use posterior::math::DecimalSign;
use support::Bench;
use tempfile::TempDir;

const WEATHER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/exercises/weather.toml");

#[test]
fn the_comma_is_in_every_number_of_a_room_and_goes_again() {
    for (room, keys) in [("3", "3 x"), ("practice", "7 Esc m Up Enter x"), ("find", "7 Esc E x")] {
        let points = Bench::open("play-tennis", "").resized(120, 40).keys(keys).screen();
        let bench = Bench::open("play-tennis", "").resized(120, 40).keys(keys).keys("Tab ,");
        assert_eq!(bench.app.settings.sign, DecimalSign::Comma, "{room}");
        let commas = bench.keys("Tab").screen();
        let numbers = |text: &str, sign: &str| {
            let shown = text.lines().map(|line| line.split("LaTeX").next().unwrap());
            let words =
                shown.flat_map(str::split_whitespace).map(|word| word.trim_start_matches(['-', '▸', '0']));
            words.filter(|word| word.starts_with(sign) && word.len() > 2).count()
        };
        assert!(numbers(&points, ".") > 3, "{room}\n{points}");
        assert_eq!(numbers(&commas, "."), 0, "{room}\n{commas}");
        assert!(numbers(&commas, ",") >= numbers(&points, "."), "{room}\n{commas}");
    }
}

#[test]
fn a_comma_begins_an_answer_and_what_is_reported_of_it_has_the_sign_of_its_writer() {
    let bench = Bench::open("weather", "").keys("7 ,");
    assert_eq!(bench.app.settings.sign, DecimalSign::Point);
    let bench = bench.shows("▸").keys("Esc F2 Down*3 Right");
    assert_eq!(bench.app.settings.sign, DecimalSign::Comma);
    let said = |sign: &str, typed: &str| {
        let bench =
            Bench::open("weather", "").resized(120, 40).keys("7 Esc m Down Enter").keys(sign).typed(typed);
        let screen = bench.keys("Enter").screen();
        screen.split_whitespace().collect::<Vec<&str>>().join(" ")
    };
    assert!(said("", "0.111").contains("0.111 is not P(No)"), "{}", said("", "0.111"));
    assert!(said("", "0,111").contains("0,111 is not P(No)"), "{}", said("", "0,111"));
    assert!(said("Tab , Tab", "0.111").contains("0,111 is not P(No)"), "{}", said("Tab , Tab", "0.111"));
}

fn run(arguments: &[&str]) -> (i32, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_posterior")).args(arguments).output().unwrap();
    (output.status.code().unwrap(), String::from_utf8(output.stdout).unwrap())
}

#[test]
fn a_sheet_with_commas_is_spoken_of_with_commas_and_programs_read_points() {
    let folder = TempDir::new().unwrap();
    let sheet = |name: &str, answers: &str| {
        let path = folder.path().join(name);
        fs::write(&path, format!("exercise: weather-sunny\nstudent: {name}\n{answers}")).unwrap();
        path.to_string_lossy().into_owned()
    };
    let comma = sheet("a.txt", "P(Yes) = 9/14\nP(Sunny|Yes) = 0,111\nscore(Yes) = 3/14\n");
    let point = sheet("b.txt", "P(Yes) = 9/14\nP(Sunny|Yes) = 0.111\nscore(Yes) = 3/14\n");
    let told = |path: &str, more: &[&str]| run(&[&["mark", path, "--exercise", WEATHER], more].concat()).1;
    let (comma_text, point_text) = (told(&comma, &[]), told(&point, &[]));
    assert!(comma_text.contains("0,111 is not") && point_text.contains("0.111 is not"), "{comma_text}");
    let json: serde_json::Value = serde_json::from_str(&told(&comma, &["--format", "json"])).unwrap();
    assert_eq!(json["sheets"][0]["lines"][1]["read_as"], "0.111", "a value is in one notation");
    let plain = run(&["check", "0,25", "--of", "P(Yes|x)", "sample:weather"]);
    assert!(plain.0 == 4 && plain.1.contains("0,25"), "{}", plain.1);
}

fn csv(folder: &TempDir, name: &str, text: &str) -> String {
    let path = folder.path().join(name);
    fs::write(&path, text).unwrap();
    path.to_string_lossy().into_owned()
}

fn json(arguments: &[&str]) -> serde_json::Value {
    let (status, text) = run(&[arguments, &["--format", "json"]].concat());
    assert_eq!(status, 0, "{arguments:?}");
    serde_json::from_str(&text).unwrap()
}

/// A file as a German spreadsheet writes it, and the same with points.
const GERMAN: &str =
    "Größe, m;Gewicht, kg;Klasse\n1,75;80,5;m\n1,80;82;m\n1,7;90,125;m\n1,62;55,25;w\n1,70;61,0;w\n";

#[test]
fn a_spreadsheets_decimal_commas_are_numbers_and_every_result_is_that_of_points() {
    let folder = TempDir::new().unwrap();
    let commas = csv(&folder, "comma.csv", GERMAN);
    let points = GERMAN.replace(", m;", "_m;").replace(", kg", "_kg").replace(',', ".").replace("_m", ", m");
    let points = csv(&folder, "point.csv", &points.replace("_kg", ", kg"));
    let query = ["--query", "\"Größe, m\"=1.7,\"Gewicht, kg\"=70.5"];
    let typed = ["--query", "\"Größe, m\"=\"1,7\",\"Gewicht, kg\"=\"70,5\""];
    let of = |data: &str, query: &[&str]| json(&[&["explain", data], query].concat());
    let (comma, point) = (of(&commas, &query), of(&points, &query));
    for key in ["priors", "class_counts", "queries"] {
        assert_eq!(comma[key], point[key], "{key}");
    }
    assert_eq!(of(&commas, &typed)["queries"][0]["steps"], point["queries"][0]["steps"]);
    let warnings = comma["warnings"].to_string();
    assert!(warnings.contains("“1,75” is 1.75; also in Gewicht, kg;"), "{warnings}");

    // The recipe that was resolved says numbers, and reads the same ones again.
    assert_eq!(comma["recipe"]["feature"][1]["kind"], "numeric");
    let recipe = csv(
        &folder,
        "recipe.toml",
        "target = \"Klasse\"\nmodel = \"gaussian\"\n[[feature]]\nname = \"Größe, m\"\nkind = \"numeric\"\n\
         [[feature]]\nname = \"Gewicht, kg\"\nkind = \"numeric\"\n",
    );
    let again = json(&["fit", &commas, "--recipe", &recipe]);
    assert_eq!(again["parameters"], json(&["fit", &points])["parameters"]);
    // Rows that judge the model are read in its notation, though none of their own cells shows it.
    let test = csv(&folder, "test.csv", "Größe, m;Gewicht, kg;Klasse\n1,755;81,500;m\n1,655;59,125;w\n");
    let judged = json(&["evaluate", &commas, "--split", &format!("file:{test}")]);
    assert_eq!(judged["evaluation"]["matrix"], serde_json::json!([[1, 0], [0, 1]]));
}

#[test]
fn commas_that_may_mark_thousands_or_stand_beside_points_are_no_numbers() {
    let folder = TempDir::new().unwrap();
    for (cells, told) in [
        (["1,234", "2,345", "12"], "may mark thousands or decimals"),
        (["1,75", "2.5", "3"], "“1,75” is not (written with a decimal comma)"),
        (["2.5", "1,75", "3"], "“1,75” is not (written with a decimal comma)"),
        (["1.234,50", "980.1", "2,5"], "“1.234,50” is written with a thousands separator"),
        (["1,234,567", "2.345.678", "3,456,789"], "thousands separator"),
    ] {
        let rows: String = cells.iter().map(|cell| format!("{cell};x;{}\n", cell.len() % 2)).collect();
        let data = csv(&folder, "data.csv", &format!("size;a;class\n{rows}"));
        let shown = json(&["show", &data, "--target", "class"]);
        let warnings = shown["warnings"].to_string();
        assert!(warnings.contains(told) && !warnings.contains("Read as numbers"), "{cells:?}: {warnings}");
    }
    let data = csv(&folder, "data.csv", "size;class\n1,234;a\n2,345;b\n");
    let (status, _) = run(&["fit", &data, "--kind", "size=numeric"]);
    assert_eq!(status, 3, "a kind that was asked for does not say what the comma is");
    // One cell says it for the whole column.
    let data = csv(&folder, "clear.csv", "size;class\n1,234;a\n2,345;b\n0,5;a\n3,25;b\n");
    assert!(json(&["fit", &data])["parameters"].to_string().contains("2.7975"), "(2.345 + 3.25) / 2");
}
