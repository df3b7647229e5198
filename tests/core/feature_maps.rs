//! Features computed from columns, and the log-odds as a sum over monomials.

use std::sync::Arc;

use crate::models::{self, has};
use posterior::math::Name;
use posterior::model::{Case, Fitted, Logistic, Study};
use posterior::plot::Surface;
use posterior::problem::Problem;
use posterior::recipe::Recipe;
use posterior::table::{Kind, Source};
use posterior::worked::Monomials;
use serde_json::Value;

/// Opens a table under a recipe, of which a line `features = […]` is that of the flag.
fn study(csv: &str, recipe: &str) -> Result<Study, Problem> {
    let (flags, lines): (Vec<&str>, Vec<&str>) =
        recipe.lines().partition(|line| line.starts_with("features"));
    let mut recipe = Recipe::from_toml(&lines.join("\n"), "recipe.toml")?;
    for line in flags {
        let flag: toml::Table = line.parse().unwrap();
        let names = flag["features"].as_array().unwrap().iter().map(|name| name.as_str().unwrap().to_owned());
        recipe.features = Some(names.collect());
    }
    Study::open(Source::bytes("t.csv", csv.as_bytes()), recipe).map_err(|error| *error.problem)
}

fn fitted(csv: &str, recipe: &str) -> Arc<Fitted> {
    study(csv, recipe).unwrap().fitted.unwrap()
}

fn logistic(csv: &str, recipe: &str) -> Logistic {
    let recipe = format!("target = \"c\"\nmodel = \"logistic\"\nridge = \"1\"\n{recipe}");
    study(csv, &recipe).unwrap().logistic().unwrap().unwrap()
}

/// Three classes, with a missing cell, and a column of 0 and 1 that is not a number to its reader.
const ROWS: [(&str, &str, &str, &str); 9] = [
    ("1.5", "2", "0", "a"),
    ("2.5", "1", "1", "a"),
    ("0.5", "3.5", "1", "a"),
    ("4", "6", "0", "b"),
    ("5", "NA", "1", "b"),
    ("4.5", "5", "0", "b"),
    ("7.5", "1", "1", "c"),
    ("8", "2.5", "0", "c"),
    ("7", "0.5", "1", "c"),
];

const MAPS: &str = "maps = [\"x^2\", \"x*y\", \"ln x\", \"x*flag\"]";

fn plain() -> String {
    let rows = ROWS.map(|(x, y, flag, class)| format!("{x},{y},{flag},{class}\n"));
    format!("x,y,flag,c\n{}", rows.concat())
}

fn written_out() -> String {
    let rows = ROWS.map(|(x, y, flag, class)| {
        let (a, b, f) = (x.parse::<f64>().unwrap(), y.parse::<f64>().ok(), flag.parse::<f64>().unwrap());
        let product = b.map_or("NA".to_owned(), |b| (a * b).to_string());
        format!("{x},{y},{flag},{class},{},{product},{},{}\n", a * a, a.ln(), a * f)
    });
    format!("x,y,flag,c,x^2,x*y,ln x,x*flag\n{}", rows.concat())
}

#[test]
fn computed_features_are_those_of_a_file_that_has_them() {
    let all = "features = [\"x\", \"y\", \"x^2\", \"x*y\", \"ln x\", \"x*flag\"]";
    for model in ["gaussian\"\nvar_smoothing = \"0.01", "gda\"\nridge = \"1"] {
        let recipe = format!("target = \"c\"\nmodel = \"{model}\"\n{all}");
        let computed = fitted(&plain(), &format!("{MAPS}\n{recipe}"));
        let file = fitted(&written_out(), &recipe);
        assert_eq!(computed.rows(), file.rows(), "{model}");
        for row in (0..ROWS.len()).filter(|row| *row != 4) {
            let posterior = |fitted: &Fitted| {
                let found = fitted.predict(&Case::from_row(fitted, row).unwrap()).posterior.unwrap();
                found.iter().map(|share| share.to_f64()).collect::<Vec<_>>()
            };
            let pairs = posterior(&computed).into_iter().zip(posterior(&file));
            pairs.for_each(|(a, b)| assert!((a - b).abs() < 1e-9, "{model} row {row}: {a} {b}"));
        }
    }
    // Logistic regression reads them by default.
    let computed = logistic(&plain(), &format!("{MAPS}\nfeatures = [\"x\", \"y\"]"));
    let file = logistic(&written_out(), all);
    assert_eq!(computed.columns().len(), 6);
    for class in 0..3 {
        let flat = |of: &Logistic| {
            of.coefficients(class).map(|(first, rest)| [vec![first], rest].concat()).unwrap_or_default()
        };
        let pairs = flat(&computed).into_iter().zip(flat(&file));
        pairs.for_each(|(a, b)| assert!((a - b).abs() < 1e-9, "{class}: {a} {b}"));
    }
}

#[test]
fn only_logistic_regression_reads_them_unless_they_are_named() {
    let names = |model: &str, features: &str| {
        let recipe = format!("target = \"c\"\nmodel = \"{model}\"\nmaps = [\"x^2\", \"y^2\"]\n{features}");
        let fitted = fitted(&plain(), &recipe);
        fitted.feature_names().map(|name| name.as_str().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(names("gda", "ignore = [\"flag\"]"), ["x", "y"]);
    assert_eq!(names("gda", "features = [\"x\", \"x^2\"]"), ["x", "x^2"]);
    assert_eq!(names("gaussian", "features = [\"x^2\"]"), ["x^2"]);
    let study =
        study(&plain(), "target = \"c\"\nmodel = \"gda\"\nmaps = [\"x^2\"]\nignore = [\"flag\"]").unwrap();
    let columns: Vec<String> = study.rival().unwrap().columns().iter().map(|column| column.label()).collect();
    assert_eq!(columns, ["x", "y", "x^2"]);
}

#[test]
fn typed_and_changed_cases_compute_their_features() {
    let recipe = "target = \"c\"\nmodel = \"gaussian\"\nmaps = [\"x^2\", \"x*y\"]\nfeatures = [\"x\", \"x^2\", \"x*y\"]";
    let of_x_and_square = fitted(&plain(), recipe);
    let typed = |cells: &[(&str, &str)]| {
        let cells: Vec<_> = cells.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect();
        Case::from_typed(&of_x_and_square, &cells).unwrap()
    };
    let case = typed(&[("x", "3"), ("y", "2")]);
    assert_eq!(case.numbers(), [3.0, 9.0, 6.0]);
    assert!(case.notes.is_empty(), "y is used for x*y: {:?}", case.notes);
    assert_eq!(typed(&[("X", "1,5"), ("y", "2")]).numbers(), [1.5, 2.25, 3.0], "a capital, and a comma");
    let unknown = typed(&[("x", "3")]).numbers();
    assert!(unknown[2].is_nan() && unknown[1] == 9.0);
    // The square follows x, and cannot be set without it.
    let is_computed = ["x^2", "x*y"].map(|name| of_x_and_square.is_computed(&Name::new(name)));
    assert_eq!(is_computed, [true, false]);
    let changed = case.changed(&of_x_and_square, &[("x".to_owned(), "4".to_owned())]).unwrap();
    assert_eq!(changed.numbers()[..2], [4.0, 16.0]);
    let again = Case::from_typed(&of_x_and_square, &case.written(&of_x_and_square)).unwrap();
    assert_eq!(again.numbers()[..2], [3.0, 9.0]);
    // Where only the square is a feature, it can be typed.
    let of_square =
        fitted(&plain(), "target = \"c\"\nmodel = \"gaussian\"\nmaps = [\"x^2\"]\nfeatures = [\"x^2\"]");
    for (cell, square) in [("x^2=5", 5.0), ("x=5", 25.0)] {
        assert_eq!(models::case(&of_square, cell).numbers(), [square], "{cell}");
    }
}

#[test]
fn the_last_column_is_still_the_class_and_ordinary_files_are_read() {
    for csv in [
        "\"\",\"x\",\"y\",\"kind\"\n\"1\",1,2,\"u\"\n\"2\",2,3,\"u\"\n\"3\",5,1,\"v\"\n\"4\",6,NA,\"v\"\n\"5\",9,9,\"w\"\n\"6\",8,7,\"w\"\n",
        ",x,y,kind\n0,1.0,2.0,u\n1,2.0,3.0,u\n2,5.0,1.0,v\n3,6.0,,v\n4,9.0,9.0,w\n5,8.0,7.0,w\n",
        "x;y;kind\n1,5;2;u\n2;3;u\n5;1;v\n6;;v\n9;9;w\n8,25;7;w\n",
    ] {
        let study = study(
            csv,
            "model = \"gaussian\"\nmaps = [\"x^2\"]\nfeatures = [\"x\", \"x^2\"]\nvar_smoothing = \"0.1\"",
        )
        .unwrap();
        let fitted = study.fitted.as_ref().unwrap();
        assert_eq!(fitted.classes.len(), 3, "{csv}");
        let table = &fitted.data.table;
        let (x, square) = (table.position("x").unwrap(), table.position("x^2").unwrap());
        assert!(table.columns()[square].derived && table.columns()[square].kind == Kind::Numeric);
        for row in 0..table.rows() {
            let [x, square] = [x, square].map(|at| table.cell_text(row, at).parse::<f64>().unwrap());
            assert!((x * x - square).abs() < 1e-12, "{csv}");
        }
    }
}

#[test]
fn maps_that_cannot_be_computed_are_refused() {
    for (maps, why) in [
        ("z^2", "needs the column “z”"),
        ("c^2", "needs numbers, and the column “c” has none"),
        ("x", "is a column already"),
        ("x^99", "has a power"),
    ] {
        let problem = study(&plain(), &format!("target = \"c\"\nmaps = [\"{maps}\"]"));
        let problem = problem.err().unwrap_or_else(|| panic!("{maps} was read"));
        assert!(problem.what.contains(why), "{maps}: {}", problem.what);
    }
    let typed = study(&plain(), "target = \"c\"\nmaps = [\"flagg^2\"]").err().unwrap();
    assert!(typed.fix.starts_with("did you mean “flag”? the columns are: "), "{}", typed.fix);
    let study = |recipe: &str| study(&plain(), recipe).unwrap().fitted.unwrap_err().what;
    let leak =
        study("target = \"flag\"\nmodel = \"gaussian\"\nmaps = [\"flag*x\"]\nfeatures = [\"x\", \"flag*x\"]");
    has(&leak, &["computed from the class"]);
    let kind = study("target = \"c\"\nmaps = [\"x^2\"]\n[[feature]]\nname = \"x^2\"\nkind = \"categorical\"");
    has(&kind, &["cannot be read as categorical"]);
    // ln 0 is a missing cell, not an infinite one.
    let zero = fitted(
        "x,c\n0,a\n1,a\n2,b\n3,b\n",
        "target = \"c\"\nmodel = \"gaussian\"\nmaps = [\"ln x\"]\nfeatures = [\"ln x\"]\nvar_smoothing = \"1\"",
    );
    assert!(Case::from_row(&zero, 0).unwrap().numbers()[0].is_nan());
}

#[test]
fn monomials_are_those_of_the_reference() {
    let cases: Value = serde_json::from_str(include_str!("../cases/monomials.json")).unwrap();
    for case in cases.as_array().unwrap() {
        let [name, model, csv] = ["name", "model", "csv"].map(|key| case[key].as_str().unwrap());
        let fitted = fitted(csv, &format!("target = \"c\"\nmodel = \"{model}\""));
        let row = case["row"].as_u64().unwrap() as usize - 1;
        let found = Monomials::of(&fitted, &Case::from_row(&fitted, row).unwrap()).unwrap();
        let classes = found.classes.map(|class| fitted.classes[class].as_str());
        assert_eq!(Value::from(classes.to_vec()), case["classes"], "{name}");
        assert_eq!(found.terms.len(), case["theta"].as_object().unwrap().len(), "{name}");
        let near = |a: f64, b: f64| (a - b).abs() <= 1e-9 * b.abs().max(1.0);
        for term in &found.terms {
            let wanted = case["theta"][&term.name].as_f64().unwrap();
            assert!(near(term.weight, wanted), "{name} {}: {} {wanted}", term.name, term.weight);
        }
        let sum: f64 = found.terms.iter().map(|term| term.weight * term.value).sum();
        assert!(near(sum, found.log_odds) && near(sum, case["log_odds"].as_f64().unwrap()), "{name}");
        assert!(!found.is_linear());
    }
}

/// The notes' point: with one Σ for all classes nothing is left of the squares and products.
#[test]
fn with_one_covariance_the_form_is_linear() {
    for classes in [2, 3] {
        let rows: String = ROWS
            .iter()
            .take(3 * classes)
            .filter(|row| row.1 != "NA")
            .map(|(x, y, _, c)| format!("{x},{y},{c}\n"))
            .collect();
        let csv = format!("x,y,c\n{rows}");
        let of = |model: &str| {
            let fitted = fitted(&csv, &format!("target = \"c\"\nmodel = \"{model}\"\nridge = \"0.1\""));
            Monomials::of(&fitted, &Case::from_row(&fitted, 0).unwrap()).unwrap()
        };
        assert!(of("gda").is_linear() && !of("qda").is_linear());
        let sum: f64 = of("gda").terms.iter().map(|term| term.weight * term.value).sum();
        assert!((sum - of("gda").log_odds).abs() < 1e-9);
    }
    for (features, are) in [(8, true), (9, false)] {
        let head: String = (0..features).map(|at| format!("v{at},")).collect();
        let row = |row: usize| {
            (0..features).map(|at| format!("{},", (row * (at + 2) + row * row) % 7)).collect::<String>()
        };
        let rows: String = (0..9).map(|at| format!("{}{}\n", row(at), ["k", "l", "m"][at % 3])).collect();
        let wide = fitted(
            &format!("{head}c\n{rows}"),
            "target = \"c\"\nmodel = \"gaussian\"\nvar_smoothing = \"0.1\"",
        );
        let found = Monomials::of(&wide, &Case::from_row(&wide, 0).unwrap());
        assert_eq!((Monomials::are_of(&wide), found.is_some()), (are, are));
    }
    let categories = fitted("w,c\ns,a\nr,b\ns,a\nr,b\nt,d\nt,d\n", "target = \"c\"");
    assert!(!Monomials::are_of(&categories));
    assert_eq!(Monomials::of(&categories, &Case::from_row(&categories, 0).unwrap()), None);
}

#[test]
fn a_surface_computes_features_from_its_axes() {
    // θ₀ and θ of a class times the features; the score of the reference class is 0.
    let score = |logistic: &Logistic, class: usize, phi: &[f64]| match logistic.coefficients(class) {
        Some((first, rest)) if logistic.base() != Some(class) => {
            first + rest.iter().zip(phi).map(|(theta, phi)| theta * phi).sum::<f64>()
        }
        _ => 0.0,
    };
    let recipe = "target = \"c\"\nmodel = \"gda\"\nridge = \"1\"\nfeatures = [\"x\", \"y\"]\nmaps = [\"x^2\", \"x*y\"]";
    let logistic = study(&plain(), recipe).unwrap().rival().unwrap();
    let surface = Surface::rival(&logistic, ["x", "y"], &[]).unwrap();
    for ([x, y], class) in
        [[1.5, 2.0], [5.0, -1.0], [7.25, 0.5]].into_iter().flat_map(|at| (0..3).map(move |class| (at, class)))
    {
        let wanted = score(&logistic, class, &[x, y, x * x, x * y]);
        assert!((surface.score(class, [x, y]) - wanted).abs() < 1e-9, "{class} at {x}, {y}");
    }
    // Names that are signs elsewhere.
    let odd = plain().replacen("x,y,flag", "\"a*b\",\"y, k$\",flag", 1);
    let recipe_of_odd = "target = \"c\"\nmodel = \"gda\"\nridge = \"1\"\nfeatures = [\"a*b\", \"y, k$\"]\nmaps = ['\"a*b\"^2', '\"a*b\"*\"y, k$\"']";
    let logistic = study(&odd, recipe_of_odd).unwrap().rival().unwrap();
    assert_eq!(logistic.columns().len(), 4);
    let same = Surface::rival(&logistic, ["a*b", "y, k$"], &[]).unwrap();
    assert!((same.score(1, [1.5, 2.0]) - surface.score(1, [1.5, 2.0])).abs() < 1e-9);
    // A column that is not on an axis is taken from the case, and is needed.
    let recipe = recipe.replace("[\"x\", \"y\"]", "[\"x\", \"y\", \"flag\"]").replace("x*y", "x*flag");
    let study = study(&plain().replace(",0,", ",2,").replace(",1,", ",3.5,"), &recipe);
    let logistic = study.unwrap().rival().unwrap();
    assert!(Surface::rival(&logistic, ["x", "y"], &[]).is_none());
    let surface = Surface::rival(&logistic, ["x", "y"], &[("flag".to_owned(), 2.0)]).unwrap();
    let wanted = score(&logistic, 1, &[4.0, 1.0, 2.0, 16.0, 8.0]);
    assert!((surface.score(1, [4.0, 1.0]) - wanted).abs() < 1e-9);
}
