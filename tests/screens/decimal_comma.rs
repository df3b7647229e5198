//! The decimal comma: on screens, in reports to people who write commas, and in no output for programs.

use crate::program::{self, ended};
use crate::support::Bench;

use std::fs;

use posterior::math::DecimalSign;
use serde_json::Value;
use tempfile::TempDir;

const WEATHER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/exercises/weather.toml");

#[test]
fn the_comma_is_in_every_number_of_a_screen() {
    let numbers = |text: &str, sign: &str| {
        let shown = text.lines().map(|line| line.split("LaTeX").next().unwrap());
        let words =
            shown.flat_map(str::split_whitespace).map(|word| word.trim_start_matches(['-', '▸', '0']));
        words.filter(|word| word.starts_with(sign) && word.len() > 2).count()
    };
    for keys in ["3 x", "7 Esc m Up Enter x", "7 Esc E x"] {
        let bench = Bench::tennis().resized(120, 40).keys(keys);
        let points = bench.screen();
        let commas = bench.keys("Tab ,").gives(sign, DecimalSign::Comma).keys("Tab").screen();
        assert!(numbers(&points, ".") > 3, "{keys}\n{points}");
        assert_eq!(numbers(&commas, "."), 0, "{keys}\n{commas}");
        assert!(numbers(&commas, ",") >= numbers(&points, "."), "{keys}\n{commas}");
    }
}

fn sign(bench: &Bench) -> DecimalSign {
    bench.app.settings.sign
}

#[test]
fn a_comma_begins_an_answer_and_the_report_has_the_sign_of_its_writer() {
    let bench = Bench::open("weather", "").keys("7 ,").gives(sign, DecimalSign::Point).shows("▸");
    bench.keys("Esc F2 Down*3 Right").gives(sign, DecimalSign::Comma);
    for (keys, typed, shown) in
        [("", "0.111", "0.111"), ("", "0,111", "0,111"), ("Tab , Tab", "0.111", "0,111")]
    {
        let bench = Bench::open("weather", "").resized(120, 40).keys("7 Esc m Down Enter").keys(keys);
        bench.typed(typed).keys("Enter").shows(&format!("{shown} is not P(No)"));
    }
}

#[test]
fn a_sheet_with_commas_is_reported_with_commas_and_programs_read_points() {
    let folder = TempDir::new().unwrap();
    let sheet = |name: &str, answers: &str| {
        let path = folder.path().join(name);
        fs::write(&path, format!("exercise: weather-sunny\nstudent: {name}\n{answers}")).unwrap();
        path.to_string_lossy().into_owned()
    };
    let comma = sheet("a.txt", "P(Yes) = 9/14\nP(Sunny|Yes) = 0,111\nscore(Yes) = 3/14\n");
    let point = sheet("b.txt", "P(Yes) = 9/14\nP(Sunny|Yes) = 0.111\nscore(Yes) = 3/14\n");
    for (path, report) in [(&comma, "0,111 is not"), (&point, "0.111 is not")] {
        let (_, marked, _) = ended(&["mark", path, "--exercise", WEATHER]);
        assert!(marked.contains(report), "{marked}");
    }
    let (_, marked, _) = ended(&["mark", &comma, "--exercise", WEATHER, "--format", "json"]);
    let marked: Value = serde_json::from_str(&marked).unwrap();
    assert_eq!(marked["sheets"][0]["lines"][1]["read_as"], "0.111", "a value is in one notation");
    let (status, checked, _) = ended(&["check", "0,25", "--of", "P(Yes|x)", "sample:weather"]);
    assert!(status == 4 && checked.contains("0,25"), "{checked}");
}

fn csv(folder: &TempDir, name: &str, text: &str) -> String {
    let path = folder.path().join(name);
    fs::write(&path, text).unwrap();
    path.to_string_lossy().into_owned()
}

fn json(arguments: &[&str]) -> Value {
    program::json(&[arguments, &["--format", "json"]].concat())
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

    // The resolved recipe has numeric columns, and reads the same numbers again.
    assert_eq!(comma["recipe"]["feature"][1]["kind"], "numeric");
    let recipe = csv(
        &folder,
        "recipe.toml",
        "target = \"Klasse\"\nmodel = \"gaussian\"\n[[feature]]\nname = \"Größe, m\"\nkind = \"numeric\"\n\
         [[feature]]\nname = \"Gewicht, kg\"\nkind = \"numeric\"\n",
    );
    let again = json(&["fit", &commas, "--recipe", &recipe]);
    assert_eq!(again["parameters"], json(&["fit", &points])["parameters"]);
    // Test rows are read in the notation of the model, though none of their own cells shows it.
    let test = csv(&folder, "test.csv", "Größe, m;Gewicht, kg;Klasse\n1,755;81,500;m\n1,655;59,125;w\n");
    let evaluated = json(&["evaluate", &commas, "--split", &format!("file:{test}")]);
    assert_eq!(evaluated["evaluation"]["matrix"], serde_json::json!([[1, 0], [0, 1]]));
}

#[test]
fn commas_that_may_mark_thousands_or_are_mixed_with_points_are_no_numbers() {
    let folder = TempDir::new().unwrap();
    for (cells, warning) in [
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
        assert!(warnings.contains(warning) && !warnings.contains("Read as numbers"), "{cells:?}: {warnings}");
    }
    let data = csv(&folder, "data.csv", "size;class\n1,234;a\n2,345;b\n");
    // A kind that was asked for does not decide what the comma is; one clear cell decides it for the whole column.
    assert_eq!(ended(&["fit", &data, "--kind", "size=numeric"]).0, 3);
    let data = csv(&folder, "clear.csv", "size;class\n1,234;a\n2,345;b\n0,5;a\n3,25;b\n");
    assert!(json(&["fit", &data])["parameters"].to_string().contains("2.7975"), "(2.345 + 3.25) / 2");
}
