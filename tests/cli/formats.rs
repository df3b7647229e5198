//! Markdown and CSV.

use crate::pages::{for_each_model, stories, tex, tex::fail};
use crate::{Folder, fails, json, prints};

use posterior::model::Study;
use posterior::recipe::Recipe;
use posterior::report::{Document, markdown, text::Style};
use posterior::table::Source;
use proptest::prelude::*;

fn csv(text: &str) -> (Vec<String>, Vec<Vec<String>>) {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let row = |record: &csv::StringRecord| record.iter().map(str::to_owned).collect::<Vec<_>>();
    let header = row(reader.headers().unwrap());
    (header, reader.records().map(|record| row(&record.unwrap())).collect())
}

#[test]
fn reports_as_markdown_and_the_logistic_route() {
    insta::assert_snapshot!("markdown-loan", prints("show sample:loan --format markdown"));
    let gda = "explain sample:person --model gda --quantity 'inv(height, weight)' --format markdown";
    insta::assert_snapshot!("markdown-matrices", prints(gda));
    for format in ["text", "latex"] {
        let route = format!("explain sample:elephants --model gda --route logistic --format {format}");
        insta::assert_snapshot!(format!("route-{format}"), prints(&route));
    }
}

/// The blocks between `$$`, and the other lines.
fn formulas(text: &str) -> (Vec<String>, Vec<String>) {
    let (mut open, mut formulas, mut rest) = (false, Vec::<String>::new(), Vec::new());
    for line in text.lines() {
        match (open, line) {
            (_, "$$") => {
                open = !open;
                formulas.extend(open.then(String::new));
            }
            (true, line) => formulas.last_mut().unwrap().push_str(&format!("{line}\n")),
            (false, line) => rest.push(line.to_owned()),
        }
    }
    assert!(!open, "a formula is never closed:\n{text}");
    (formulas, rest)
}

/// Checks a formula for Markdown, which reads some lines before LaTeX does, and for GitHub, which refuses a command.
fn check_formula(tex: &str) {
    if tex.lines().any(|line| line.trim().is_empty()) || tex.is_empty() {
        fail("a blank line", tex);
    }
    for line in tex.lines() {
        if line.starts_with(['#', '>', '=']) || line.starts_with("- ") || line.starts_with("+ ") {
            fail("a line that is Markdown", tex);
        }
    }
    if tex.contains("\\operatorname") {
        fail("a command that GitHub refuses", tex);
    }
    // Signs that documents write as commands, and commands of Markdown alone.
    let tex = tex
        .replace(['"', '\'', '`', '<', '>', '|', '-', ','], "x")
        .replace("\\mathrm", "")
        .replace("\\thinspace", "");
    tex::check_body(&format!("\\[\n{tex}\\]\n"));
}

/// Cells of a line of a table: pipes after no backslash.
fn cells(line: &str) -> usize {
    let mut count = 0;
    let mut escaped = false;
    for c in line.chars() {
        count += usize::from(c == '|' && !escaped);
        escaped = c == '\\' && !escaped;
    }
    count - 1
}

fn check(text: &str) -> usize {
    let (formulas, rest) = formulas(text);
    formulas.iter().for_each(|formula| check_formula(formula));
    let mut width = None;
    for line in rest {
        width = match (line.starts_with('|'), width) {
            (false, _) => None,
            (true, None) => Some(cells(&line)),
            (true, Some(wide)) => {
                assert_eq!(cells(&line), wide, "{line}\n{text}");
                width
            }
        };
        assert!(!line.chars().any(char::is_control), "{line:?}");
    }
    formulas.len()
}

fn markdown(stories: Vec<Document>) -> String {
    let mut all = Document::default();
    stories.into_iter().for_each(|story| all.append(story));
    markdown::render(&all, Style::default())
}

#[test]
fn every_sample_under_every_model_is_sound_markdown() {
    let mut rendered = 0;
    for_each_model(|name, stories| {
        assert!(check(&markdown(stories)) > 0, "{name}");
        rendered += 1;
    });
    assert!(rendered > 40, "{rendered}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]
    #[test]
    fn names_from_the_data_are_never_markup(
        names in prop::collection::hash_set("[a\\\\_%&#$^~{}<>*`|\\[\\]=.+ \n\u{1b}é-]{1,9}", 5),
    ) {
        let names: Vec<String> = names.into_iter().map(|name| format!("n{name}z")).collect();
        let mut csv = csv::Writer::from_writer(Vec::new());
        csv.write_record([&names[0], "class"]).unwrap();
        for (value, class) in [(1, 2), (1, 3), (4, 3), (4, 2), (1, 3)] {
            csv.write_record([&names[value], &names[class]]).unwrap();
        }
        csv.write_record([&names[1], ""]).unwrap();
        let source = Source::bytes("names.csv", csv.into_inner().unwrap());
        let recipe = Recipe { model: Some("categorical".parse().unwrap()), ..Recipe::default() };
        let study = Study::open(source, recipe).unwrap();
        prop_assert!(check(&markdown(stories(&study).expect("a model"))) > 0);
    }
}

#[test]
fn the_parameters_as_csv_are_those_of_the_json() {
    let (header, rows) = csv(&prints("fit sample:play-tennis --format csv"));
    let expected = ["quantity", "feature", "value", "class", "numerator", "denominator", "decimal", "ln"];
    assert_eq!(header, expected);
    let json = json("fit sample:play-tennis");
    assert_eq!(rows.len(), 2 + 2 * (3 + 3 + 2 + 2));
    for row in &rows {
        let [quantity, feature, value, class, above, below, decimal, ln] = row.as_slice() else { panic!() };
        let number = match feature.as_str() {
            "" => &json["priors"][class],
            feature => &json["parameters"][feature]["table"][class][value],
        };
        let [above, below, decimal, ln] =
            [above, below, decimal, ln].map(|cell| cell.parse::<f64>().unwrap());
        // The reader of the JSON rounds its last bit at will.
        assert!((decimal - number["value"].as_f64().unwrap()).abs() < 1e-15, "{quantity}");
        assert_eq!(above / below, decimal, "{quantity}");
        assert!((ln - decimal.ln()).abs() < 1e-15, "{quantity}");
    }
}

#[test]
fn every_quantity_of_the_csv_can_be_explained() {
    for model in [
        "sample:person --model gda",
        "sample:person --model qda",
        "sample:person --model gaussian",
        "sample:living-area --alpha 1",
        "sample:chinese-japan --alpha 0",
    ] {
        let (_, rows) = csv(&prints(&format!("fit {model} --format csv")));
        assert!(rows.len() > 8);
        for row in rows.iter().step_by(rows.len() / 8) {
            let json = json(&format!("explain {model} --quantity '{}'", row[0]));
            let value = json["steps"].as_array().unwrap().last().unwrap()["value"]["value"].as_f64().unwrap();
            let decimal: f64 = row[6].parse().unwrap();
            assert!((decimal - value).abs() <= 1e-12 * value.abs().max(1.0), "{}: {decimal} {value}", row[0]);
        }
    }
}

#[test]
fn tables_as_csv() {
    let table = |line: &str| csv(&prints(&format!("{line} --format csv")));
    let (header, rows) = table("evaluate sample:play-tennis");
    assert_eq!(header, ["actual", "predicted No", "predicted Yes", "undefined"]);
    assert_eq!(rows, [["No", "4", "1", "0"], ["Yes", "0", "9", "0"]]);
    let (header, rows) = table("evaluate sample:play-tennis --table classes");
    assert_eq!(header, ["class", "precision", "recall", "f1", "support"]);
    assert_eq!(rows[1], ["Yes", "0.9", "1", "0.9473684210526315", "9"]);
    let (header, rows) = table("evaluate sample:play-tennis --table rows");
    assert_eq!(header, ["row", "actual", "predicted", "undefined", "P(No)", "P(Yes)"]);
    assert_eq!((rows.len(), &rows[5][..4]), (14, &["6", "No", "Yes", ""].map(str::to_owned)[..]));
    let (header, rows) = table("explain sample:play-tennis");
    assert_eq!(header[..3], ["case", "class", "prior"]);
    assert_eq!(rows[0][5..], ["0.7200666507974292", "3025", "4201", "No", ""]);
    let (_, rows) = table("explain sample:spam --alpha 0");
    assert_eq!(rows[0][3..], ["0", "-inf", "", "", "", "", "zero_evidence"]);
    let (header, rows) = table("compare sample:iris --models gda,baseline");
    assert_eq!(header[..5], ["model", "name", "right", "n", "accuracy"]);
    assert_eq!((&rows[0][0], &rows[0][2]), (&"gda".to_owned(), &"147".to_owned()));
    assert_eq!((&rows[1][0], &rows[1][2]), (&"baseline".to_owned(), &"50".to_owned()));
    let (header, rows) = table("experiments gda-needs-less");
    assert_eq!(header[..4], ["model", "rows", "seeds", "accuracy"]);
    assert!(rows.iter().any(|row| row[0] == "GDA") && rows.len() > 10);
    fails(2, "experiments --format csv", &[]);
}

#[test]
fn output_that_is_not_a_single_table_has_no_csv() {
    for line in [
        "show sample:play-tennis",
        "explain sample:play-tennis --quantity P(Yes)",
        "explain sample:play-tennis --why P(Yes)",
        "explain sample:play-tennis --against weka",
    ] {
        let parts = ["fit, evaluate, explain and compare", "markdown, latex or html"];
        fails(2, &format!("{line} --format csv"), &parts);
    }
}

/// Another way to the posterior has the same numbers, also where it uses monomials.
#[test]
fn the_csv_of_a_route_is_that_of_the_factors() {
    for model in ["gda", "qda", "gaussian"] {
        let factors = format!("explain sample:iris --row 60 --model {model} --format csv");
        assert_eq!(prints(&factors), prints(&format!("{factors} --route logistic")), "{model}");
    }
}

#[test]
fn vocabularies_and_steps_have_limits() {
    let folder = Folder::with(&[("line.csv", "x,y\n1,2\n2,3\n3,5\n")]);
    for (line, status) in [
        ("explain sample:loan --naive=1000000000", 0),
        ("explain sample:loan --naive=1000000001", 2),
        ("explain sample:loan --naive=1", 0),
        ("explain sample:loan --naive=0", 2),
        ("explain line.csv --lms 'y ~ x' --steps 1000", 0),
        ("explain line.csv --lms 'y ~ x' --steps 1001", 2),
        ("explain line.csv --lms 'y ~ x' --rate 0", 2),
    ] {
        folder.fails(status, line, &[]);
    }
}
