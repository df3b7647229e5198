//! Markdown and CSV: what a student pastes into a hand-in, and what a spreadsheet opens.

use crate::pages::tex::fail;
use crate::program;

use posterior::model::Study;
use posterior::recipe::Recipe;
use posterior::report::{self, Document, markdown, text::Style};
use posterior::table::{Source, samples};
use program::{ended, printed};
use proptest::prelude::*;
use serde_json::Value;

fn csv(text: &str) -> (Vec<String>, Vec<Vec<String>>) {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let row = |record: &csv::StringRecord| record.iter().map(str::to_owned).collect::<Vec<_>>();
    let header = row(reader.headers().unwrap());
    (header, reader.records().map(|record| row(&record.unwrap())).collect())
}

#[test]
fn the_report_as_markdown() {
    insta::assert_snapshot!(
        "markdown-show",
        printed(&["show", "sample:play-tennis", "--format", "markdown"])
    );
    insta::assert_snapshot!(
        "markdown-person",
        printed(&["explain", "sample:person", "--format", "markdown"])
    );
    let route = ["explain", "sample:elephants", "--model", "gda", "--route", "logistic", "--format"];
    for format in ["text", "latex"] {
        insta::assert_snapshot!(format!("route-{format}"), printed(&[route.as_slice(), &[format]].concat()));
    }
    let gda = ["explain", "sample:person", "--model", "gda", "--quantity", "inv(height, weight)"];
    insta::assert_snapshot!(
        "markdown-matrices",
        printed(&[gda.as_slice(), &["--format", "markdown"]].concat())
    );
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

/// What LaTeX, and Markdown before it, would stumble over.
fn check_formula(tex: &str) {
    if tex.lines().any(|line| line.trim().is_empty()) || tex.is_empty() {
        fail("a blank line", tex);
    }
    for line in tex.lines() {
        if line.starts_with(['#', '>', '=']) || line.starts_with("- ") || line.starts_with("+ ") {
            fail("Markdown would take a line for its own", tex);
        }
    }
    let (mut depth, mut in_text, mut environments, mut fences) = (0usize, None, Vec::new(), 0usize);
    let mut chars = tex.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\\' => {
                let mut name = String::new();
                while let Some(letter) = chars.next_if(char::is_ascii_alphabetic) {
                    name.push(letter);
                }
                if name.is_empty() {
                    let escaped = chars.next().unwrap();
                    if escaped == '\\'
                        && fences > 0
                        && environments.last().is_none_or(|name| name == "aligned")
                    {
                        fail("a bracket is open at the end of a row", tex);
                    }
                    continue;
                }
                match name.as_str() {
                    "begin" | "end" => {
                        let rest: String = chars.by_ref().take_while(|c| *c != '}').collect();
                        let environment = rest.trim_start_matches('{').to_owned();
                        if name == "begin" {
                            environments.push(environment);
                        } else if environments.pop() != Some(environment) {
                            fail("an environment ends that did not begin", tex);
                        }
                    }
                    "left" => fences += 1,
                    "right" => {
                        fences = fences.checked_sub(1).unwrap_or_else(|| fail("too many \\right", tex))
                    }
                    "text" if in_text.is_none() => in_text = Some(depth),
                    "operatorname" => fail("GitHub refuses it", tex),
                    _ => {}
                }
            }
            '{' => depth += 1,
            '}' => {
                depth = depth.checked_sub(1).unwrap_or_else(|| fail("too many }", tex));
                if in_text == Some(depth) {
                    in_text = None;
                }
            }
            '%' | '#' | '$' => fail("unescaped", tex),
            '_' | '^' | '&' | '~' if in_text.is_some() => fail("a name acts", tex),
            '&' if environments.is_empty() => fail("an alignment without a table", tex),
            _ => {}
        }
    }
    if depth + fences + environments.len() > 0 {
        fail("something is left open", tex);
    }
}

/// Cells of a line of a table: pipes that no backslash stands before.
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

fn story(study: &Study) -> Option<Document> {
    let fitted = study.fitted.as_deref().ok()?;
    let mut out = report::parameters(fitted, None);
    for case in study.cases().ok()?.iter().take(3) {
        out.append(report::posterior(fitted, case, &report::case_name(case)).unwrap());
    }
    Some(out)
}

#[test]
fn every_sample_under_every_model_is_sound_markdown() {
    let mut told = 0;
    for sample in samples() {
        for model in ["auto", "categorical", "bernoulli", "multinomial", "gaussian", "mixed", "gda", "qda"] {
            let recipe = Recipe { model: Some(model.parse().unwrap()), ..Recipe::default() };
            let study = Study::open(Source::Sample(sample), recipe).unwrap();
            let Some(document) = story(&study) else { continue };
            told += 1;
            let style = Style::default();
            assert!(check(&markdown::render(&document, style)) > 0, "{} {model}", sample.name);
        }
    }
    assert!(told > 40, "{told}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]
    #[test]
    fn names_from_the_data_never_act(
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
        let document = story(&study).expect("a model");
        prop_assert!(check(&markdown::render(&document, Style::default())) > 0);
    }
}

/// The value of each cell of `fit`, as the JSON has it.
#[test]
fn the_parameters_as_csv_are_those_of_the_json() {
    let (header, rows) = csv(&printed(&["fit", "sample:play-tennis", "--format", "csv"]));
    assert_eq!(
        header,
        ["quantity", "feature", "value", "class", "numerator", "denominator", "decimal", "ln"]
    );
    let json: Value =
        serde_json::from_str(&printed(&["fit", "sample:play-tennis", "--format", "json"])).unwrap();
    assert_eq!(rows.len(), 2 + 2 * (3 + 3 + 2 + 2));
    for row in &rows {
        let [quantity, feature, value, class, above, below, decimal, ln] = row.as_slice() else { panic!() };
        let number = match feature.as_str() {
            "" => &json["priors"][class],
            feature => &json["parameters"][feature]["table"][class][value],
        };
        let read: f64 = decimal.parse().unwrap();
        // The reader of the JSON rounds its last bit at will.
        assert!((read - number["value"].as_f64().unwrap()).abs() < 1e-15, "{quantity}");
        let (above, below): (f64, f64) = (above.parse().unwrap(), below.parse().unwrap());
        assert_eq!(above / below, read, "{quantity}");
        assert!((ln.parse::<f64>().unwrap() - read.ln()).abs() < 1e-15, "{quantity}");
        assert!(printed(&["explain", "sample:play-tennis", "--quantity", quantity]).contains(quantity));
    }
}

#[test]
fn every_quantity_of_the_csv_can_be_asked_for() {
    for arguments in [
        ["sample:person", "--model", "gda"],
        ["sample:person", "--model", "qda"],
        ["sample:iris", "--model", "gda"],
        ["sample:person", "--model", "gaussian"],
        ["sample:living-area", "--alpha", "1"],
        ["sample:chinese-japan", "--alpha", "0"],
    ] {
        let (_, rows) = csv(&printed(&[&["fit"], arguments.as_slice(), &["--format", "csv"]].concat()));
        assert!(rows.len() > 8);
        for row in rows.iter().step_by(rows.len() / 8) {
            let asked = [&["explain"], arguments.as_slice(), &["--quantity", &row[0], "--format", "json"]];
            let json: Value = serde_json::from_str(&printed(&asked.concat())).unwrap();
            let value = &json["steps"].as_array().unwrap().last().unwrap()["value"]["value"];
            let (read, value) = (row[6].parse::<f64>().unwrap(), value.as_f64().unwrap());
            assert!((read - value).abs() <= 1e-12 * value.abs().max(1.0), "{}: {read} {value}", row[0]);
        }
    }
}

#[test]
fn an_evaluation_is_three_tables() {
    let tables = |more: &[&str]| {
        csv(&printed(&[&["evaluate", "sample:play-tennis", "--format", "csv"], more].concat()))
    };
    let (header, rows) = tables(&[]);
    assert_eq!(header, ["actual", "predicted No", "predicted Yes", "undefined"]);
    assert_eq!(rows, [["No", "4", "1", "0"], ["Yes", "0", "9", "0"]]);
    let (header, rows) = tables(&["--table", "classes"]);
    assert_eq!(header, ["class", "precision", "recall", "f1", "support"]);
    assert_eq!(rows[1], ["Yes", "0.9", "1", "0.9473684210526315", "9"]);
    let (header, rows) = tables(&["--table", "rows"]);
    assert_eq!(header, ["row", "actual", "predicted", "undefined", "P(No)", "P(Yes)"]);
    assert_eq!((rows.len(), &rows[5][..4]), (14, &["6", "No", "Yes", ""].map(str::to_owned)[..]));
}

#[test]
fn posteriors_as_csv() {
    let (header, rows) = csv(&printed(&["explain", "sample:play-tennis", "--format", "csv"]));
    assert_eq!(header[..3], ["case", "class", "prior"]);
    assert_eq!(rows[0][5..], ["0.7200666507974292", "3025", "4201", "No", ""]);
    let (_, rows) = csv(&printed(&["explain", "sample:spam", "--alpha", "0", "--format", "csv"]));
    assert_eq!(rows[0][3..], ["0", "-inf", "", "", "", "", "zero_evidence"]);
}

#[test]
fn what_is_no_single_table_is_no_csv() {
    for arguments in [
        &["show", "sample:play-tennis"][..],
        &["explain", "sample:play-tennis", "--quantity", "P(Yes)"],
        &["explain", "sample:play-tennis", "--why", "P(Yes)"],
        &["explain", "sample:play-tennis", "--against", "weka"],
    ] {
        let (status, out, err) = ended(&[arguments, &["--format", "csv"]].concat());
        assert_eq!((status, out.as_str()), (2, ""), "{arguments:?}");
        assert!(
            err.contains("fit, evaluate, explain and compare") && err.contains("markdown, latex or html"),
            "{err}"
        );
    }
}

#[test]
fn models_that_are_compared_and_the_points_of_a_curve_are_tables_for_a_spreadsheet() {
    let table = |arguments: &[&str]| csv(&printed(arguments));
    let (header, rows) = table(&["compare", "sample:iris", "--models", "gda,baseline", "--format", "csv"]);
    assert_eq!(header[..5], ["model", "name", "right", "n", "accuracy"]);
    let words: Vec<&str> = rows.iter().map(|row| row[0].as_str()).collect();
    assert_eq!((words, rows[0][2].as_str(), rows[1][2].as_str()), (vec!["gda", "baseline"], "147", "50"));
    let (header, rows) = table(&["experiments", "gda-needs-less", "--format", "csv"]);
    assert_eq!(header[..4], ["model", "rows", "seeds", "accuracy"]);
    assert!(rows.iter().any(|row| row[0] == "GDA") && rows.len() > 10);
    let (status, _, err) = ended(&["experiments", "--format", "csv"]);
    assert_eq!(status, 2, "{err}");
}

/// Another way to the posterior has the same numbers, also where it goes over monomials.
#[test]
fn the_csv_of_a_route_is_that_of_the_factors() {
    for model in ["gda", "qda", "gaussian"] {
        let factors = ["explain", "sample:iris", "--row", "60", "--model", model, "--format", "csv"];
        let route = [&factors[..], &["--route", "logistic"]].concat();
        assert_eq!(printed(&factors), printed(&route), "{model}");
    }
}

#[test]
fn vocabularies_and_steps_have_a_most() {
    let folder = tempfile::tempdir().unwrap();
    let line = crate::written(&folder, "line.csv", "x,y\n1,2\n2,3\n3,5\n");
    for (arguments, status) in [
        (vec!["explain", "sample:loan", "--naive=1000000000"], 0),
        (vec!["explain", "sample:loan", "--naive=1000000001"], 2),
        (vec!["explain", "sample:loan", "--naive=1"], 0),
        (vec!["explain", "sample:loan", "--naive=0"], 2),
        (vec!["explain", &line, "--lms", "y ~ x", "--steps", "1000"], 0),
        (vec!["explain", &line, "--lms", "y ~ x", "--steps", "1001"], 2),
        (vec!["explain", &line, "--lms", "y ~ x", "--rate", "0"], 2),
    ] {
        assert_eq!(ended(&arguments).0, status, "{arguments:?}");
    }
}
