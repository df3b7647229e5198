//! Gaussian discriminant analysis: which rows are learned from, which covariance matrices are refused, and what must not
//! change a number.

use crate::models;

use models::{case, close, exact, fitted, open, refused, texts};
use posterior::model::{Case, Fitted};
use std::process::Command;

const SHAPES: [&str; 4] = ["shared", "per-class", "shared-diagonal", "per-class-diagonal"];

fn recipe(shape: &str, more: &str) -> String {
    format!("target = \"class\"\nmodel = \"gda\"\ncovariance = \"{shape}\"\n{more}\n")
}

/// Rows of three numbers and a class, with nothing regular about them; each column is multiplied by a factor.
fn csv(factors: [f64; 3], reversed: bool) -> String {
    let mut state = 7u64;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as f64 / f64::from(1u32 << 31)
    };
    let mut rows: Vec<String> = (0..60)
        .map(|at| {
            let (class, by) = if at % 3 == 0 { ("no", 0.0) } else { ("yes", 0.6) };
            let (a, b) = (next() + by, next());
            let row = [a, 0.5 * a + b, next() - by];
            let cells = row.iter().zip(factors).map(|(x, factor)| (x * factor).to_string());
            format!("{},{class}", cells.collect::<Vec<_>>().join(","))
        })
        .collect();
    if reversed {
        rows.reverse();
    }
    format!("a,b,c,class\n{}\n", rows.join("\n"))
}

/// Every parameter, in an order that the order of the rows does not change.
fn parameters(model: &Fitted) -> Vec<f64> {
    let gda = model.gda().unwrap();
    let mut all: Vec<f64> = gda.means.concat();
    for class in 0..model.classes.len() {
        let sigma = gda.sigma(class).unwrap();
        all.extend(sigma.rows().concat());
        all.extend(sigma.inverse().concat());
        all.push(sigma.log_det);
    }
    if let Some(theta) = model.theta() {
        all.extend(theta.weights);
        all.push(theta.intercept.unwrap());
    }
    all
}

fn posteriors(model: &Fitted) -> Vec<f64> {
    let rows = model.predict_rows(|_| true);
    rows.iter().flat_map(|row| (0..2).map(move |class| row.log_posterior(class).unwrap().exp())).collect()
}

#[track_caller]
fn alike(one: &[f64], other: &[f64]) {
    assert_eq!(one.len(), other.len());
    for (a, b) in one.iter().zip(other) {
        assert!(close(*a, *b, 1e-12), "{a} and {b}");
    }
}

#[test]
fn the_order_of_rows_changes_nothing() {
    for shape in SHAPES {
        let recipe = recipe(shape, "classes = [\"no\", \"yes\"]");
        let whole = fitted(&csv([1.0; 3], false), &recipe);
        let reversed = fitted(&csv([1.0; 3], true), &recipe);
        alike(&parameters(&reversed), &parameters(&whole));
    }
}

#[test]
fn units_change_no_posterior() {
    for shape in SHAPES {
        let whole = posteriors(&fitted(&csv([1.0; 3], false), &recipe(shape, "")));
        for factors in [[1e-9, 1e9, 1.0], [1e9; 3], [1e-9; 3], [1e9, 1.0, 1e-9]] {
            alike(&posteriors(&fitted(&csv(factors, false), &recipe(shape, ""))), &whole);
        }
    }
}

#[test]
fn a_sigma_that_only_rounding_makes_invertible_is_refused() {
    let collinear = "a,b,c,class\n0.1,0.3,5,no\n0.2,0.6,1,no\n0.4,1.2,2,no\n0.7,2.1,9,no\n\
                     1.1,3.3,5,yes\n0.3,0.9,7,yes\n2.3,6.9,1,yes\n0.6,1.8,4,yes\n";
    for (shape, class) in [("shared", "shared"), ("per-class", "no")] {
        let problem = refused(collinear, &recipe(shape, ""));
        assert_eq!((problem.kind, problem.class.as_deref()), ("singular_covariance", Some(class)));
        assert!(problem.what.contains("a, b are collinear"), "{}", problem.what);
        assert!(problem.fix.contains("--ridge") && problem.fix.contains("--ignore b"), "{}", problem.fix);
        assert!(problem.fix.contains(&format!("--covariance {shape}-diagonal")), "{}", problem.fix);
        assert!(open(collinear, &recipe(shape, "ridge = \"1e-3\"")).fitted.is_ok());
        assert!(open(collinear, &recipe(&format!("{shape}-diagonal"), "")).fitted.is_ok());
    }
    let constant = "a,b,class\n1,2,no\n3,2,no\n2,2,no\n5,1,yes\n4,2,yes\n7,7,yes\n";
    for shape in ["per-class", "per-class-diagonal"] {
        let problem = refused(constant, &recipe(shape, ""));
        assert_eq!((problem.kind, problem.class.as_deref()), ("singular_covariance", Some("no")));
        assert!(problem.what.contains("b never varies"), "{}", problem.what);
    }
    assert!(open(constant, &recipe("shared", "")).fitted.is_ok());
    let few = refused("a,b,class\n1,2,no\n3,5,no\n2,2,yes\n5,1,yes\n4,2,yes\n", &recipe("per-class", ""));
    assert!(few.what.contains("2 rows are too few for 2 numbers, which need at least 3"), "{}", few.what);
    let one = "a,class\n1,no\n3,yes\n4,yes\n";
    let problem = refused(one, &recipe("per-class", "variance = \"unbiased\""));
    assert_eq!((problem.kind, problem.class.as_deref()), ("variance_undefined", Some("no")));
    let problem = refused("a,class\n1,no\n3,yes\n", &recipe("shared", "variance = \"unbiased\""));
    assert_eq!((problem.kind, problem.class.as_deref()), ("variance_undefined", Some("shared")));
}

const HOLES: &str = "a,b,class\n,1,late\n1,2,first\n2,1,first\n3,?,gone\n4,4,first\n6,5,late\n7,9,late\n8,6,late\n\
                     5,5,?\n,5,?\n";

#[test]
fn only_complete_rows_are_learned_from() {
    let study = open(HOLES, &recipe("shared", ""));
    let model = study.fitted.as_ref().unwrap();
    assert_eq!(texts(&model.classes), ["first", "late"], "in the order of the rows that are left");
    assert_eq!((model.rows(), model.dropped(), model.statistics.unlabelled), (6, 2, 2));
    assert_eq!([model.class_count(0), model.class_count(1)], [3, 3]);
    assert_eq!(model.prior(0), Some(exact("1/2")));
    assert_eq!(model.class_of_row(0), None);
    assert!(
        model.conventions().contains("2 rows with a missing number were dropped"),
        "{}",
        model.conventions()
    );
    let cases = study.cases().unwrap();
    assert_eq!(cases.iter().map(|case| case.row).collect::<Vec<_>>(), [Some(8)]);
    assert!(study.left_out().unwrap().starts_with("row 10 "));
    let error = Case::from_row(model, 9).unwrap_err();
    assert_eq!(error.to_string(), "a is missing in row 10, but the model needs every number");
    let problem = refused("a,b,class\n1,,no\n,2,yes\n", &recipe("shared", ""));
    assert_eq!(problem.kind, "no_data");
    // Naive Bayes keeps all of them, so it lacks what the rows that are dropped here do not know.
    let naive = "target = \"class\"\nmodel = \"gaussian\"\nvar_smoothing = \"1\"";
    let problem = refused(HOLES, naive);
    assert_eq!((problem.kind, problem.class.as_deref()), ("no_data", Some("gone")));
    let naive = fitted(HOLES, &format!("{naive}\n[[feature]]\nname = \"a\"\nkind = \"numeric\""));
    assert_eq!((naive.rows(), naive.classes.len()), (8, 3));
}

#[test]
fn a_query_needs_every_number() {
    let model = fitted(HOLES, &recipe("shared", ""));
    assert_eq!(model.predict(&case(&model, "a=7,b=8")).predicted, Some(1));
    for cells in ["a=7", "a=7,b=?"] {
        let problem = Case::from_typed(&model, &models::cells_of(cells)).unwrap_err();
        assert_eq!((problem.kind, problem.column.as_deref()), ("missing_feature", Some("b")));
    }
    let file = tempfile::Builder::new().suffix(".csv").tempfile().unwrap();
    std::fs::write(file.path(), HOLES).unwrap();
    let run = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_posterior"));
        let output = command.arg("explain").arg(file.path()).args(arguments).output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (output.status.code(), text(output.stdout), text(output.stderr))
    };
    let (status, out, error) = run(&["--model", "gda", "--query", "a=7", "--format", "json"]);
    assert_eq!(status, Some(3));
    assert!(out.contains("\"missing_feature\"") && out.contains("\"column\": \"b\""), "{out}");
    assert!(error.contains("b is missing"), "{error}");
    let (status, _, error) = run(&["--model", "gda", "--ridge", "-1"]);
    assert!(status == Some(2) && error.contains("ridge"), "{error}");
    let (status, out, _) = run(&["--model", "gda", "--ridge", "0.5", "--covariance", "per-class"]);
    assert_eq!(status, Some(0));
    for text in ["plus 5e-1 on", "× p(x | c)", "Left out: row 10"] {
        assert!(out.contains(text), "{text}: {out}");
    }
}

#[test]
fn theta_is_there_with_one_sigma_and_has_no_intercept_beside_a_prior_of_0() {
    let theta = |shape: &str, more: &str| fitted(&csv([1.0; 3], false), &recipe(shape, more)).theta();
    let one_sided = theta("shared", "prior = { no = \"0\", yes = \"1\" }").unwrap();
    assert_eq!(one_sided.intercept, None);
    assert_eq!(one_sided.weights, theta("shared", "").unwrap().weights);
    assert_eq!(theta("per-class", ""), None);
}

#[test]
fn qda_has_a_sigma_for_each_class_by_default() {
    let model = |lines: &str| fitted(&csv([1.0; 3], false), &format!("target = \"class\"\n{lines}"));
    let shape = |lines: &str| model(lines).gda().unwrap().shape;
    assert_eq!(shape("model = \"qda\"").word(), "per-class");
    assert_eq!(shape("model = \"gda\"").word(), "shared");
    assert_eq!(shape("model = \"qda\"\ncovariance = \"per-class-diagonal\"").word(), "per-class-diagonal");
    // Without covariances the density is the product of one for each number.
    let diagonal = model("model = \"qda\"\ncovariance = \"per-class-diagonal\"");
    alike(&posteriors(&diagonal), &posteriors(&model("model = \"gaussian\"")));
}

/// Rows that lack a number come first: the first case is the first of all cases, and there is none where every row has a class.
#[test]
fn the_first_case_is_the_first_of_all() {
    let rows = "1,2,a\n2,1,a\n3,4,b\n4,4,b\n6,5,c\n7,9,c\n";
    for (without, first) in [(",5,?\n5,,?\n3,3,?\n5,5,?\n", Some(2)), (",5,?\n", None), ("", None)] {
        let study = open(&format!("a,b,class\n{without}{rows}"), &recipe("shared", ""));
        let all = study.cases().unwrap();
        assert_eq!(study.first_case().unwrap().and_then(|case| case.row), first, "{without:?}");
        assert_eq!(all.first().and_then(|case| case.row), first, "{without:?}");
        assert_eq!(study.left_out().is_some(), !without.is_empty(), "{without:?}");
    }
}
