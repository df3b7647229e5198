//! Logistic regression: published coefficients, what must hold at the top of a likelihood, when there is none, and where
//! the model may be asked for.

use crate::models;
use crate::program;

use std::sync::Arc;

use models::{close, dataset, has, open, texts};
use posterior::encode::{HeldOut, Partition};
use posterior::evaluate::{Evaluation, evaluate};
use posterior::model::{Classifier, Logistic, RidgeReason};
use posterior::problem::Problem;
use program::ended;
use proptest::prelude::*;
use serde_json::Value;

const RECIPE: &str = "target = \"class\"\nmodel = \"logistic\"";

fn attempt(csv: &str, recipe: &str) -> Result<Logistic, Problem> {
    open(csv, recipe).logistic().expect("the recipe asks for it")
}

fn logistic(csv: &str, recipe: &str) -> Logistic {
    attempt(csv, recipe).unwrap_or_else(|problem| panic!("{problem}: {}", problem.fix))
}

/// Some of the rows of the iris sample, those of `without` left out.
fn iris(without: &str) -> String {
    let csv = posterior::table::sample("iris").unwrap().csv;
    csv.lines().filter(|line| !line.ends_with(without)).map(|line| format!("{line}\n")).collect()
}

/// θ₀ and then θ of a class.
fn theta(model: &Logistic, class: usize) -> Vec<f64> {
    let (intercept, weights) = model.coefficients(class).unwrap();
    std::iter::once(intercept).chain(weights).collect()
}

#[track_caller]
fn agree(found: &[f64], wanted: &[f64], tolerance: f64) {
    assert_eq!(found.len(), wanted.len());
    for (a, b) in found.iter().zip(wanted) {
        assert!(close(*a, *b, tolerance), "{found:?} and {wanted:?}");
    }
}

fn posteriors(model: &Logistic) -> Vec<f64> {
    let rows = model.predict_rows(&|_| true);
    let classes = 0..model.classes.len();
    rows.iter()
        .flat_map(|row| classes.clone().map(move |class| row.log_posterior(class).unwrap().exp()))
        .collect()
}

#[test]
fn two_irises_are_as_r_fits_them() {
    // glm(species ~ ., family = binomial) of R, versicolor against virginica.
    let model = logistic(&iris("setosa"), "target = \"species\"\nmodel = \"logistic\"");
    assert_eq!(texts(&model.classes), ["versicolor", "virginica"]);
    agree(&theta(&model, 1), &[-42.638, -2.465, -6.681, 9.429, 18.286], 1e-4);
    assert!(close(-2.0 * model.log_likelihood, 11.899, 1e-4));
    assert_eq!((&model.ridge, model.steps), (&None, 10));
    assert_eq!(theta(&model, 0), [0.0; 5], "the base");
}

/// Spector and Mazzeo, "Probit analysis and economic education" (1980): grade point average, a test before the course,
/// whether the new method was used, and whether the grade improved.
const SPECTOR: &str = "GPA,TUCE,PSI,class
2.66,20,0,0\n2.89,22,0,0\n3.28,24,0,0\n2.92,12,0,0\n4.00,21,0,1\n2.86,17,0,0\n2.76,17,0,0\n2.87,21,0,0
3.03,25,0,0\n3.92,29,0,1\n2.63,20,0,0\n3.32,23,0,0\n3.57,23,0,0\n3.26,25,0,1\n3.53,26,0,0\n2.74,19,0,0
2.75,25,0,0\n2.83,19,0,0\n3.12,23,1,0\n3.16,25,1,1\n2.06,22,1,0\n3.62,28,1,1\n2.89,14,1,0\n3.51,26,1,0
3.54,24,1,1\n2.83,27,1,1\n3.39,17,1,1\n2.67,24,1,0\n3.65,21,1,1\n4.00,23,1,1\n3.10,21,1,0\n2.39,19,1,1\n";

#[test]
fn spector_and_mazzeo_is_as_published() {
    let model = logistic(SPECTOR, RECIPE);
    // Greene, Econometric Analysis, the logit column of the table on this example.
    agree(&theta(&model, 1), &[-13.021, 2.826, 0.095, 2.379], 1e-3);
    assert!((model.log_likelihood + 12.8896).abs() < 1e-4);
    // A yes/no column is the same number.
    let words = SPECTOR.replace(",1,0\n", ",yes,0\n").replace(",1,1\n", ",yes,1\n");
    let words = words.replace(",0,0\n", ",no,0\n").replace(",0,1\n", ",no,1\n");
    let flagged = logistic(&words, RECIPE);
    assert_eq!((flagged.columns()[2].kind, flagged.columns()[2].label()), ("yes", "PSI=yes".into()));
    agree(&theta(&flagged, 1), &theta(&model, 1), 1e-9);
}

#[test]
fn categories_alone_give_the_shares_that_were_counted() {
    // One feature, three classes, no empty cell: the largest likelihood has the relative frequencies as posteriors.
    let rows = [("a", [3, 2, 5]), ("b", [1, 6, 1]), ("c", [4, 4, 2])];
    let mut csv = "value,class\n".to_owned();
    for (value, counts) in rows {
        for (class, count) in ["x", "y", "z"].iter().zip(counts) {
            csv.push_str(&format!("{value},{class}\n").repeat(count));
        }
    }
    let model = logistic(&csv, RECIPE);
    assert_eq!(model.ridge, None);
    assert_eq!(model.references(), [("value".into(), "a".into())]);
    let found = posteriors(&model);
    for (at, row) in csv.lines().skip(1).enumerate() {
        let (_, counts) = rows.iter().find(|(value, _)| row.starts_with(value)).unwrap();
        let n: usize = counts.iter().sum();
        let shares: Vec<f64> = counts.iter().map(|count| *count as f64 / n as f64).collect();
        agree(&found[3 * at..3 * at + 3], &shares, 1e-9);
    }
    // θ of y against x, for b against a: a difference of logarithms of odds.
    let (intercept, weights) = model.coefficients(1).unwrap();
    assert!(close(intercept, (2f64 / 3.0).ln(), 1e-9));
    assert!(close(weights[0], 6f64.ln() - (2f64 / 3.0).ln(), 1e-9));
}

#[test]
fn words_are_counts_or_presences() {
    let csv = "note,class\nhot hot tea,a\ntea,b\nhot,a\nhot,b\ncold tea tea,b\ncold,a\n";
    let text = format!("{RECIPE}\n[[feature]]\nname = \"note\"\nkind = \"text\"\n");
    let counts = logistic(csv, &text);
    let labels: Vec<String> = counts.columns().iter().map(posterior::model::DesignColumn::label).collect();
    assert_eq!(labels, ["note=hot", "note=tea", "note=cold"]);
    assert_eq!(counts.columns()[0].kind, "count");
    let presences = logistic(csv, &format!("{text}event = \"bernoulli\"\n"));
    assert_eq!(presences.columns()[0].kind, "presence");
    // Written twice, a word weighs twice: the same posterior only where presence is all that counts.
    let twice =
        "note,class\nhot,a\nhot hot,b\ntea,a\ntea tea,b\nhot,b\ntea,a\nhot,a\ntea tea,a\nhot hot,a\ntea,b\n";
    let first = |model: &Logistic| (posteriors(model)[0], posteriors(model)[2]);
    let (once, again) = first(&logistic(twice, &format!("{text}event = \"bernoulli\"\n")));
    assert!(close(once, again, 1e-9));
    let (once, again) = first(&logistic(twice, &text));
    assert!((once - again).abs() > 1e-3);
}

/// The gradient of ℓ − λ/2 ∑ θ² by hand, for numeric columns: sums over the rows of the table as written.
fn gradient(model: &Logistic, csv: &str) -> Vec<f64> {
    let rows: Vec<Vec<&str>> = csv.lines().skip(1).map(|line| line.split(',').collect()).collect();
    let found = posteriors(model);
    let k = model.classes.len();
    let mut out = Vec::new();
    for class in 1..k {
        for column in 0..=model.columns().len() {
            let one = |(at, cells): (usize, &Vec<&str>)| {
                let y = f64::from(u8::from(cells.last().unwrap() == &model.classes[class].as_str()));
                let x = if column == 0 { 1.0 } else { cells[column - 1].parse::<f64>().unwrap() };
                (y - found[at * k + class]) * x
            };
            out.push(rows.iter().enumerate().map(one).sum());
        }
    }
    out
}

fn overlapping(seed: u64, rows: usize, classes: usize, change: impl Fn(usize, f64) -> f64) -> String {
    let mut random = models::random(seed.wrapping_mul(2).wrapping_add(1));
    let mut next = || random() as f64 / f64::from(1u32 << 31);
    let mut csv = "a,b,c,class\n".to_owned();
    for at in 0..rows {
        let by = (at % classes) as f64 * 0.3;
        let cells: Vec<String> = (0..3).map(|column| change(column, 3.0 * next() + by).to_string()).collect();
        csv.push_str(&format!("{},k{}\n", cells.join(","), at % classes));
    }
    csv
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn the_gradient_is_0_at_the_top(seed in any::<u64>(), classes in 2usize..5) {
        let csv = overlapping(seed, 120, classes, |_, x| x);
        let model = logistic(&csv, RECIPE);
        prop_assert_eq!(&model.ridge, &None);
        for slope in gradient(&model, &csv) {
            prop_assert!(slope.abs() < 1e-8, "{}", slope);
        }
        // The posteriors of each class sum to its rows.
        let found = posteriors(&model);
        let sum: f64 = found.iter().step_by(classes).sum();
        prop_assert!(close(sum, model.class_count(0) as f64, 1e-9));
    }

    #[test]
    fn one_column_is_separable_where_its_classes_do_not_overlap(
        rows in prop::collection::vec((0i32..6, any::<bool>()), 2..12)
    ) {
        let csv: String = rows.iter().map(|(x, b)| format!("{x},{}\n", if *b { "b" } else { "a" })).collect();
        let model = logistic(&format!("x,class\n{csv}"), &format!("{RECIPE}\n[[feature]]\nname = \"x\"\nkind = \"numeric\"\n"));
        let of = |wanted: bool| rows.iter().filter(move |(_, b)| *b == wanted).map(|(x, _)| *x);
        let ends = |wanted: bool| Some((of(wanted).min()?, of(wanted).max()?));
        let varies = rows.iter().any(|(x, _)| *x != rows[0].0);
        let separable = match (ends(false), ends(true)) {
            (Some(a), Some(b)) => varies && (a.1 <= b.0 || b.1 <= a.0),
            _ => false,
        };
        prop_assert_eq!(model.ridge.is_some(), separable);
    }

    #[test]
    fn units_change_coefficients_and_no_posterior(seed in any::<u64>(), classes in 2usize..4) {
        let plain = logistic(&overlapping(seed, 90, classes, |_, x| x), RECIPE);
        let scaled = overlapping(seed, 90, classes, |column, x| [x * 1000.0, x / 1000.0, x - 7.0][column]);
        let scaled = logistic(&scaled, RECIPE);
        for (a, b) in posteriors(&plain).iter().zip(posteriors(&scaled)) {
            prop_assert!(close(*a, b, 1e-8));
        }
        for class in 1..classes {
            let (a, b) = (theta(&plain, class), theta(&scaled, class));
            for (a, b) in [(a[0], b[0] - 7.0 * b[3]), (a[1], b[1] * 1000.0), (a[2], b[2] / 1000.0), (a[3], b[3])] {
                prop_assert!(close(a, b, 1e-7), "{} and {}", a, b);
            }
        }
    }
}

#[test]
fn the_order_and_the_pieces_of_the_rows_change_nothing() {
    let csv = overlapping(11, 90, 3, |_, x| x);
    let recipe = format!("{RECIPE}\nclasses = [\"k0\", \"k1\", \"k2\"]");
    let whole = logistic(&csv, &recipe);
    let mut lines: Vec<&str> = csv.lines().skip(1).collect();
    lines.reverse();
    let backwards = logistic(&format!("a,b,c,class\n{}\n", lines.join("\n")), &recipe);
    let pieces = Logistic::fit(Arc::new(dataset(&csv, &recipe, 7))).unwrap();
    for class in 1..3 {
        agree(&theta(&backwards, class), &theta(&whole, class), 1e-8);
        assert_eq!(theta(&pieces, class), theta(&whole, class), "to the bit");
    }
}

#[test]
fn classes_that_can_be_separated_are_held_by_a_ridge() {
    let setosa: String =
        iris("nothing").lines().map(|line| line.replace("virginica", "versicolor") + "\n").collect();
    let model = logistic(&setosa, "target = \"species\"\nmodel = \"logistic\"");
    let ridge = model.ridge.clone().unwrap();
    assert_eq!((ridge.lambda, ridge.why), (0.01, RidgeReason::Separable { every: true }));
    assert!(model.warnings()[0].contains("can be separated"), "{:?}", model.warnings());
    assert_eq!(evaluate(&model).right, 150);
    // λ θ, per standard deviation, is what the gradient is then.
    let values = |column: usize| -> Vec<f64> {
        setosa.lines().skip(1).map(|line| line.split(',').nth(column).unwrap().parse().unwrap()).collect()
    };
    let slopes = gradient(&model, &setosa);
    assert!(slopes[0].abs() < 1e-8, "θ₀ is free");
    let weights = theta(&model, 1);
    for column in 0..4 {
        let x = values(column);
        let mean = x.iter().sum::<f64>() / 150.0;
        let variance = x.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / 150.0;
        assert!((slopes[column + 1] - 0.01 * weights[column + 1] * variance).abs() < 1e-8);
    }
    // Three classes, one of them separable: some rows can be separated, not all.
    let three = logistic(&iris("nothing"), "target = \"species\"\nmodel = \"logistic\"");
    assert_eq!(three.ridge.unwrap().why, RidgeReason::Separable { every: false });
}

#[test]
fn one_value_that_always_goes_with_one_class_is_separable_too() {
    let model = models::sample("weather", "model = \"logistic\"").logistic().unwrap().unwrap();
    assert_eq!(model.ridge.clone().unwrap().why, RidgeReason::Separable { every: false });
    // The classes share the number 3 and nothing else.
    let touching = logistic("x,class\n1,a\n2,a\n3,a\n3,b\n4,b\n5,b\n", RECIPE);
    assert_eq!(touching.ridge.unwrap().why, RidgeReason::Separable { every: false });
    // One pair of rows is enough for a finite answer, and may be very close.
    let barely = "x,class\n1,a\n2,a\n3.0001,a\n3,b\n4,b\n5,b\n";
    let model = logistic(barely, RECIPE);
    assert_eq!(model.ridge, None);
    assert!(gradient(&model, barely).iter().all(|slope| slope.abs() < 1e-8));
}

#[test]
fn columns_that_follow_from_others_are_named() {
    let csv = overlapping(5, 60, 2, |_, x| x);
    let lines = csv.lines().skip(1).map(|line| {
        let cells: Vec<f64> = line.split(',').take(3).map(|cell| cell.parse().unwrap()).collect();
        format!("{},{},1,{}\n", cells[0], 2.0 * cells[0] + 5.0, line.rsplit(',').next().unwrap())
    });
    let csv = format!("a,twice,same,class\n{}", lines.collect::<String>());
    let model = logistic(&csv, RECIPE);
    assert_eq!(model.ridge.clone().unwrap().why, RidgeReason::Collinear(vec![1]));
    assert!(model.is_constant(2) && model.coefficients(1).unwrap().1[2] == 0.0);
    let remarks = model.warnings().join(" ");
    has(&remarks, &["twice can be computed from earlier columns"]);
    has(&remarks, &["same never varies in the training rows"]);
    let (_, weights) = model.coefficients(1).unwrap();
    assert!(close(weights[0], 2.0 * weights[1], 1e-6), "the ridge shares evenly, per standard deviation");
}

#[test]
fn a_ridge_that_is_asked_for_is_used_from_the_start() {
    let strong = logistic(SPECTOR, &format!("{RECIPE}\nridge = \"1000\""));
    assert_eq!(strong.ridge.clone().unwrap().why, RidgeReason::Asked);
    let (_, weights) = strong.coefficients(1).unwrap();
    let (_, free) = logistic(SPECTOR, RECIPE).coefficients(1).unwrap();
    assert!(weights.iter().zip(free).all(|(held, free)| held.abs() < free.abs() / 10.0));
    // Nothing but θ₀ is left, and that is the share of the class.
    let none = logistic(SPECTOR, &format!("{RECIPE}\nridge = \"1e12\""));
    assert!(close(posteriors(&none)[1], 11.0 / 32.0, 1e-6));
}

#[test]
fn rows_with_a_missing_feature_are_dropped_before_anything_is_fitted() {
    let full = "a,b,class\n1,p,x\n2,q,y\n3,p,x\n2.5,q,x\n1.5,p,y\n2.2,q,y\n";
    let csv = "a,b,class\n?,r,z\n1,p,x\n2,q,y\n3,p,x\n,p,y\n2.5,q,x\n1.5,p,y\n2.2,q,y\n4,q,?\n";
    let (model, without) = (logistic(csv, RECIPE), logistic(full, RECIPE));
    assert_eq!((model.dropped, texts(&model.classes)), (2, vec!["x", "y"]), "a class may go with its rows");
    assert_eq!(theta(&model, 1), theta(&without, 1));
    let evaluation = evaluate(&model);
    assert_eq!(evaluation.n, 6);
    let rows = model.predict_rows(&|row| row == 0);
    let row = rows.get(0).unwrap();
    assert_eq!((row.predicted, row.undefined), (None, Some("missing_feature")));
    let alone = attempt(
        "a,class\n?,x\n?,y\n",
        "target = \"class\"\nmodel = \"logistic\"\n[[feature]]\nname = \"a\"\nkind = \"numeric\"",
    );
    assert_eq!(alone.unwrap_err().kind, "no_data");
}

#[test]
fn rows_that_are_held_out_teach_nothing() {
    let csv = "a,b,class\n1,p,x\n2,q,y\n3,p,x\n2.5,q,x\n1.5,p,y\n2.2,q,y\n9,r,x\n9,p,z\n";
    let data = dataset(csv, RECIPE, 100);
    let without = |rows: std::ops::Range<usize>| {
        let mut partition = Partition::new(8);
        rows.for_each(|row| partition.put(row, 0, 1, 1));
        Logistic::fit(Arc::new(data.without(HeldOut::new(Arc::new(partition), 0, [0, 1, 2].into()))))
    };
    let part = without(6..8).unwrap();
    let alone = logistic(&csv.lines().take(7).map(|line| format!("{line}\n")).collect::<String>(), RECIPE);
    assert_eq!(theta(&part, 1), theta(&alone, 1));
    assert_eq!(texts(&part.classes), ["x", "y", "z"], "the classes are those of all rows");
    let rows = part.predict_rows(&|row| row >= 6);
    assert_eq!((part.is_unseen(6), part.is_unseen(7)), (true, false));
    assert_eq!(rows.get(0).unwrap().log_posterior(2), Some(f64::NEG_INFINITY), "no training row has z");
    // An unseen category counts as the reference.
    assert_eq!(rows.get(0).unwrap().log_joint, rows.get(1).unwrap().log_joint);
    assert!(matches!(without(0..8), Err(problem) if problem.kind == "no_data"));
}

#[test]
fn too_many_columns_are_refused_with_the_one_to_leave_out() {
    let row = |at: usize| format!("{at},w{at} w{},{}\n", at * at + 2000, ["x", "y"][at % 2]);
    let csv = format!("n,note,class\n{}", (0..600).map(row).collect::<String>());
    let text =
        format!("{RECIPE}\n[[feature]]\nname = \"n\"\n[[feature]]\nname = \"note\"\nkind = \"text\"\n");
    let problem = attempt(&csv, &text).unwrap_err();
    assert!(problem.what.contains("1201 columns") && problem.fix.contains("--ignore note"), "{problem}");
    // Few columns, and many classes: the weights of all of them are found together.
    let row = |at: usize| format!("w{},k{}\n", at % 500, at % 8);
    let csv = format!("note,class\n{}", (0..4000).map(row).collect::<String>());
    let problem = attempt(&csv, RECIPE).unwrap_err();
    assert!(problem.what.contains("3500 weights"), "{problem}");
}

#[test]
fn numbers_of_any_size_are_fitted_or_refused() {
    let at = |power: i32| format!("x,class\n1e{power},a\n2e{power},b\n3e{power},a\n4e{power},b\n");
    let plain = posteriors(&logistic(&at(0), RECIPE));
    for power in [-170, -12, 12, 150] {
        agree(&posteriors(&logistic(&at(power), RECIPE)), &plain, 1e-9);
    }
    let huge = attempt(&at(300), RECIPE).unwrap_err();
    assert_eq!((huge.kind, huge.feature.as_deref()), ("variance_undefined", Some("x")));
    // A column of years: far from 0 and close together.
    let years = "x,class\n2000000001,a\n2000000002,b\n2000000003,a\n2000000004,b\n";
    agree(&posteriors(&logistic(years, RECIPE)), &plain, 1e-9);
}

#[test]
fn one_class_alone_is_certain() {
    let model = logistic("x,class\n1,a\n2,a\n", RECIPE);
    assert_eq!((posteriors(&model), model.ridge.is_none()), (vec![1.0, 1.0], true));
    assert!(model.warnings()[0].contains("only one class"));
}

#[test]
fn equal_posteriors_are_a_tie() {
    let model = logistic("v,class\np,a\np,b\nq,a\nq,b\n", RECIPE);
    let Evaluation { n_tied, matrix, .. } = evaluate(&model);
    assert_eq!((n_tied, matrix), (4, vec![vec![2, 0], vec![2, 0]]));
}

#[test]
fn it_is_wrong_usage_anywhere_but_in_evaluate() {
    for command in ["show", "fit", "explain"] {
        let (status, out, error) = ended(&[command, "sample:iris", "--model", "logistic"]);
        assert_eq!((status, out.as_str()), (2, ""), "{command}");
        has(&error, &["posterior evaluate --model logistic"]);
    }
    let (status, out, _) = ended(&["fit", "sample:iris", "--model", "logistic", "--format", "json"]);
    let problem: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((status, &problem["error"]["kind"]), (2, &"usage".into()));
    assert!(open(&iris("setosa"), "model = \"gda\"").logistic().is_none());
}

#[test]
fn the_json_and_the_text_agree() {
    let asked = ["evaluate", "sample:iris", "--model", "logistic"];
    let json = crate::json(&asked);
    assert_eq!(json["evaluation"]["predicted"].as_array().unwrap().len(), 150);
    assert!(json["priors"]["setosa"].is_null());
    let logistic = &json["logistic"];
    assert_eq!(logistic["base"], "setosa");
    assert_eq!(logistic["coefficients"]["setosa"]["theta_0"], 0.0);
    assert_eq!(logistic["ridge"]["why"], "partly_separable");
    assert_eq!(
        (&logistic["columns"][0]["name"], &logistic["columns"][0]["kind"]),
        (&"sepal_length".into(), &"number".into())
    );
    let recipe = json["recipe"].as_object().unwrap();
    assert_eq!((&recipe["model"], &recipe["ridge"]), (&"logistic".into(), &"0".into()));
    assert!(!recipe.contains_key("alpha") && !recipe.contains_key("prior"), "it reads neither");
    let text = program::printed(&asked);
    let theta = logistic["coefficients"]["virginica"]["theta"]["petal_width"].as_f64().unwrap();
    assert!(text.contains(&format!("{theta:.2}")), "{theta} is not in\n{text}");
    assert!(text.contains("discriminative") && text.lines().all(|line| line.chars().count() <= 80), "{text}");
}

#[test]
fn ascii_is_laid_out_as_it_is_spelled() {
    let (status, out, _) = ended(&["evaluate", "sample:weather", "--model", "logistic", "--ascii"]);
    assert_eq!((status, out.is_ascii()), (0, true), "{out}");
    assert!(out.lines().all(|line| line.len() <= 78), "{out}");
    let table: Vec<&str> = out.lines().skip_while(|line| !line.starts_with("  column")).take(5).collect();
    assert!(
        table[2].contains("theta_0") && table.iter().all(|line| line.len() == table[0].len()),
        "{table:?}"
    );
}

#[test]
fn a_weight_is_how_often_a_row_was_seen() {
    let rows = [
        ("1.5", "a", "no", 3),
        ("2", "b", "no", 1),
        ("3.5", "a", "yes", 2),
        ("2.5", "b", "yes", 0),
        ("1", "b", "yes", 1),
        ("4", "a", "no", 1),
        ("5", "b", "yes", 4),
    ];
    let weighted: String = rows.iter().map(|(x, c, y, n)| format!("{x},{c},{n},{y}\n")).collect();
    let repeated: String =
        rows.iter().flat_map(|(x, c, y, n)| std::iter::repeat_n(format!("{x},{c},1,{y}\n"), *n)).collect();
    let fit = |rows: &str| {
        logistic(&format!("x,c,n,y\n{rows}"), "target = \"y\"\nmodel = \"logistic\"\nweight = \"n\"")
    };
    let (weighted, repeated) = (fit(&weighted), fit(&repeated));
    agree(&theta(&weighted, 1), &theta(&repeated, 1), 1e-9);
    assert!(close(weighted.log_likelihood, repeated.log_likelihood, 1e-12));
    for class in 0..2 {
        assert_eq!(weighted.class_count(class), repeated.class_count(class));
    }
    assert_eq!((weighted.table_rows(), repeated.table_rows()), (6, 12));
    assert_eq!(evaluate(&weighted).matrix, evaluate(&repeated).matrix);
}

/// Sums are taken in pieces from 8,192 rows on, of four rows at a time where none lacks a column.
#[test]
fn pieces_of_the_rows_add_up_to_all_of_them_on_any_number_of_threads() {
    let row = |at: usize, column: bool| {
        let (x, z) = (at * 7 % 13, at * 5 % 11);
        let class = ["a", "b", "c"][(x + z + at % 3) % 3];
        if column { format!("{x},{z},v{},{class}\n", at % 2) } else { format!("{x},{z},{class}\n") }
    };
    // One piece, two of them that are not equally long, and three.
    for (column, copies) in [false, true].into_iter().flat_map(|column| [264, 265, 397].map(|n| (column, n)))
    {
        let table = |copies: usize| {
            let head = if column { "x,z,s,class\n" } else { "x,z,class\n" };
            head.to_owned() + &(0..31 * copies).map(|at| row(at % 31, column)).collect::<String>()
        };
        let of_one = logistic(&table(1), RECIPE);
        let csv = table(copies);
        let on = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| logistic(&csv, RECIPE))
        };
        let (one, three) = (on(1), on(3));
        for class in 1..3 {
            agree(&theta(&one, class), &theta(&of_one, class), 1e-9);
            assert_eq!(theta(&one, class), theta(&three, class));
        }
        assert!(close(one.log_likelihood, copies as f64 * of_one.log_likelihood, 1e-9 * copies as f64));
        assert_eq!(one.log_likelihood.to_bits(), three.log_likelihood.to_bits());
    }
}
