//! Gaussian discriminant analysis: which rows are learned from, which covariance matrices are refused, and what must not
//! change a number.

use crate::models;

use crate::program::ended;
use models::{case, close, exact, fitted, has, open, refused, texts};
use posterior::model::{Case, Fitted};

const SHAPES: [&str; 4] = ["shared", "per-class", "shared-diagonal", "per-class-diagonal"];

fn recipe(shape: &str, more: &str) -> String {
    format!("target = \"class\"\nmodel = \"gda\"\ncovariance = \"{shape}\"\n{more}\n")
}

/// Rows of three numbers and a class, with nothing regular about them; each column is multiplied by a factor.
fn csv(factors: [f64; 3], reversed: bool) -> String {
    let mut random = models::random(7);
    let mut next = || random() as f64 / f64::from(1u32 << 31);
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
fn assert_close(one: &[f64], other: &[f64]) {
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
        assert_close(&parameters(&reversed), &parameters(&whole));
    }
}

#[test]
fn units_change_no_posterior() {
    for shape in SHAPES {
        let whole = posteriors(&fitted(&csv([1.0; 3], false), &recipe(shape, "")));
        for factors in [[1e-9, 1e9, 1.0], [1e9; 3], [1e-9; 3], [1e9, 1.0, 1e-9]] {
            assert_close(&posteriors(&fitted(&csv(factors, false), &recipe(shape, ""))), &whole);
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
        has(&problem.what, &["a, b are collinear"]);
        has(&problem.fix, &["--ridge", "--ignore b"]);
        has(&problem.fix, &[&format!("--covariance {shape}-diagonal")]);
        assert!(open(collinear, &recipe(shape, "ridge = \"1e-3\"")).fitted.is_ok());
        assert!(open(collinear, &recipe(&format!("{shape}-diagonal"), "")).fitted.is_ok());
    }
    let constant = "a,b,class\n1,2,no\n3,2,no\n2,2,no\n5,1,yes\n4,2,yes\n7,7,yes\n";
    for shape in ["per-class", "per-class-diagonal"] {
        let problem = refused(constant, &recipe(shape, ""));
        assert_eq!((problem.kind, problem.class.as_deref()), ("singular_covariance", Some("no")));
        has(&problem.what, &["b never varies"]);
    }
    assert!(open(constant, &recipe("shared", "")).fitted.is_ok());
    let few = refused("a,b,class\n1,2,no\n3,5,no\n2,2,yes\n5,1,yes\n4,2,yes\n", &recipe("per-class", ""));
    has(&few.what, &["2 rows are too few for 2 numbers, which need at least 3"]);
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
    has(&model.conventions(), &["2 rows with a missing number were dropped"]);
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
    let file = models::file(HOLES);
    let run = |arguments: &[&str]| ended(&[&["explain", file.path().to_str().unwrap()], arguments].concat());
    let (status, out, error) = run(&["--model", "gda", "--query", "a=7", "--format", "json"]);
    assert_eq!(status, 3);
    has(&out, &["\"missing_feature\"", "\"column\": \"b\""]);
    has(&error, &["b is missing"]);
    let (status, _, error) = run(&["--model", "gda", "--ridge", "-1"]);
    assert!(status == 2 && error.contains("ridge"), "{error}");
    let (status, out, _) = run(&["--model", "gda", "--ridge", "0.5", "--covariance", "per-class"]);
    assert_eq!(status, 0);
    has(&out, &["plus 5e-1 on", "× p(x | c)", "Left out: row 10"]);
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
    assert_close(&posteriors(&diagonal), &posteriors(&model("model = \"gaussian\"")));
}

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
