//! Means, variances, densities and sums of logarithms against certified values, on data that make floats cancel,
//! underflow and overflow.

use crate::models;
use models::{close, fitted, refused};
use posterior::math::Number;
use posterior::model::{Case, Fitted, Moments, Normal, RowPrediction};
use proptest::prelude::*;
use serde_json::Value;
use std::collections::BTreeMap;

/// The data sets of NIST, and the digits that the standard deviation must have: on the last ones the decimals lose
/// theirs when they become floats.
fn sets() -> [(&'static str, String, f64); 8] {
    // One number, then two others in turn.
    let numbers = |whole: &str| format!("y\n{whole}.2\n{}", format!("{whole}.1\n{whole}.3\n").repeat(500));
    [
        ("Lottery", include_str!("../nist/Lottery.csv").to_owned(), 15.0),
        ("Lew", include_str!("../nist/Lew.csv").to_owned(), 15.0),
        ("Mavro", include_str!("../nist/Mavro.csv").to_owned(), 12.8),
        ("Michelso", include_str!("../nist/Michelso.csv").to_owned(), 13.5),
        ("NumAcc1", include_str!("../nist/NumAcc1.csv").to_owned(), 15.0),
        ("NumAcc2", numbers("1"), 14.3),
        ("NumAcc3", numbers("1000000"), 9.2),
        ("NumAcc4", numbers("10000000"), 8.0),
    ]
}

fn certified() -> Value {
    serde_json::from_str(include_str!("../nist/certified.json")).unwrap()
}

fn cases(of: &str) -> Vec<Value> {
    let all: Value = serde_json::from_str(include_str!("../nist/numeric.json")).unwrap();
    all[of].as_array().unwrap().clone()
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| value.as_str().unwrap().parse().unwrap())
}

/// The numbers of a case; one number may be repeated.
fn numbers(case: &Value) -> Vec<f64> {
    let x: Vec<f64> = case["x"].as_array().unwrap().iter().map(number).collect();
    let n = case["n"].as_u64().map_or(x.len(), |n| n as usize);
    if x.len() == 1 { x.repeat(n) } else { x }
}

/// Log relative error as NIST defines it: the digits that agree, 15 at most.
fn digits(found: f64, certified: f64) -> f64 {
    let error = if certified == 0.0 { found.abs() } else { (found - certified).abs() / certified.abs() };
    if error == 0.0 { 15.0 } else { (-error.log10()).min(15.0) }
}

/// At least so many digits; 15 are reached by a number that is the certified one as far as that is written.
fn holds(what: &str, found: f64, certified: &Value, least: f64) {
    let text = certified.as_str().unwrap();
    let reached = digits(found, text.parse().unwrap());
    let written = text.parse::<f64>().unwrap();
    let figures = text.chars().filter(char::is_ascii_digit).count().min(15);
    let same = format!("{found:.*e}", figures - 1) == format!("{written:.*e}", figures - 1);
    assert!(reached >= least || (least >= 15.0 && same), "{what}: {found} has {reached} digits of {text}");
}

#[test]
fn moments_and_fitted_gaussians_have_the_digits_that_nist_certifies() {
    for (name, csv, least) in sets() {
        let x: Vec<f64> = csv.lines().skip(1).map(|line| line.parse().unwrap()).collect();
        let certified = &certified()["datasets"][name];
        let rows: String = csv.lines().skip(1).map(|line| format!("{line},all\n")).collect();
        let fitted = |variance: &str| {
            let recipe = format!("target = \"class\"\nmodel = \"gaussian\"\nvariance = \"{variance}\"");
            *fitted(&format!("y,class\n{rows}"), &recipe).factors()[0].normal(0).unwrap()
        };
        let (moments, unbiased, population) = (Moments::of(&x), fitted("unbiased"), fitted("population"));
        assert_eq!(Some(moments.n), certified["n"].as_u64(), "{name}");
        for mean in [moments.mean, unbiased.mean, population.mean] {
            holds(name, mean, &certified["mean"], 14.0);
        }
        for variance in [moments.variance(1).unwrap(), unbiased.variance] {
            holds(name, variance.sqrt(), &certified["sd"], least);
        }
        // A variance has twice the relative error of its root.
        for variance in [moments.variance(0).unwrap(), population.variance] {
            holds(name, variance, &certified["population_variance"], least - 0.31);
        }
        for length in [1, 7, 100] {
            let merged = x.chunks(length).map(Moments::of).fold(Moments::default(), Moments::merged);
            holds(name, merged.mean, &certified["mean"], 14.0);
            let least = if length == 1 { least - 1.5 } else { least - 1.0 };
            holds(name, merged.variance(1).unwrap().sqrt(), &certified["sd"], least);
        }
    }
}

#[test]
fn variances_are_right_or_their_absence_is_reported() {
    for case in cases("variance") {
        let (name, x) = (case["name"].as_str().unwrap(), numbers(&case));
        let (moments, wanted) = (Moments::of(&x), number(&case["var_n"]));
        let rows: String = x.iter().map(|x| format!("{x:e},all\n")).collect();
        let csv = format!("y,class\n{rows}");
        let recipe =
            "target = \"class\"\nmodel = \"gaussian\"\n[[feature]]\nname = \"y\"\nkind = \"numeric\"";
        if !wanted.is_finite() {
            let problem = refused(&csv, recipe);
            assert_eq!(problem.kind, "variance_undefined", "{name}");
            assert_eq!((problem.feature.as_deref(), problem.class.as_deref()), (Some("y"), Some("all")));
            continue;
        }
        assert!(digits(moments.mean, number(&case["mean"])) >= 15.0, "{name}: {}", moments.mean);
        let found = moments.variance(0).unwrap();
        if wanted < f64::MIN_POSITIVE {
            assert_eq!(found, 0.0, "{name}");
            let differ = x.iter().any(|value| *value != x[0]);
            let kind = if differ { "variance_undefined" } else { "zero_variance" };
            assert_eq!(refused(&csv, recipe).kind, kind, "{name}");
            continue;
        }
        assert!((found / wanted - 1.0).abs() < 1e-15, "{name}: {found}");
        let unbiased = moments.variance(1).unwrap() / number(&case["var_n1"]);
        assert!((unbiased - 1.0).abs() < 1e-15, "{name}: {unbiased}");
        assert_eq!(fitted(&csv, recipe).factors()[0].normal(0).unwrap().variance, found, "{name}");
    }
}

#[test]
fn densities_far_out_and_of_narrow_peaks_have_their_logarithm() {
    for case in cases("log_density") {
        let (x, mean, sd) = (number(&case["x"]), number(&case["mean"]), number(&case["sd"]));
        let variance = sd * sd;
        // A model keeps the variance; 1e-320 is not a normal float and has lost its digits before it gets here.
        if variance < f64::MIN_POSITIVE {
            continue;
        }
        let normal = Normal { n: 2, mean, rest: 0.0, raw: variance, variance };
        let wanted = number(&case["ln"]);
        let found = normal.ln_density(x);
        assert!((found / wanted - 1.0).abs() <= 1e-12, "{x} {mean} {sd}: {found}");
        let density = normal.density(x).ln();
        assert!((density / wanted - 1.0).abs() <= 1e-12, "{x} {mean} {sd}: {density}");
    }
}

#[test]
fn densities_of_very_wide_peaks_have_their_logarithm() {
    let normal = Normal { n: 2, mean: 0.0, rest: 0.0, raw: 1e308, variance: 1e308 };
    let wanted = -0.5 * (std::f64::consts::TAU.ln() + 308.0 * std::f64::consts::LN_10);
    assert!((normal.ln_density(0.0) / wanted - 1.0).abs() < 1e-12);
    let wanted = wanted - 0.5e92;
    assert!((normal.ln_density(1e200) / wanted - 1.0).abs() < 1e-12);
}

#[test]
fn sums_of_tiny_and_huge_numbers_have_their_logarithm() {
    for case in cases("logsumexp") {
        let (name, wanted) = (case["name"].as_str().unwrap(), number(&case["logsumexp"]));
        let of = |ln: f64| if ln == f64::NEG_INFINITY { Number::zero() } else { Number::from_ln(ln) };
        let sum = numbers(&case).into_iter().map(of).fold(Number::zero(), |sum, x| sum.add(&x));
        assert!(close(sum.ln(), wanted, 1e-12), "{name}: {}", sum.ln());
    }
}

fn worked(fitted: &Fitted, query: &str, formula: &str) -> (Number, Vec<serde_json::Value>) {
    let derivation = models::derived(fitted, Some(&models::case(fitted, query)), formula);
    let value = derivation.last().unwrap().value.clone().unwrap();
    let steps = posterior::report::json::steps(fitted, derivation, false);
    (value, steps.iter().map(|step| serde_json::to_value(step).unwrap()).collect())
}

#[test]
fn scores_far_beyond_floats_are_subtracted_and_compared() {
    // Far from all means densities underflow.
    let far = "x,y\n1,A\n2,A\n3,A\n11,B\n12,B\n14,B\n21,C\n22,C\n24,C\n";
    // With many features of a tiny spread their product overflows.
    let columns: Vec<String> = (0..150).map(|at| format!("f{at}")).collect();
    let row = |at: usize| {
        let (class, within) = (at / 3, at % 3);
        let number = (within as f64 - 1.0) * 1e-5 + class as f64 * 2e-6;
        format!("{}{}\n", format!("{number:.6},").repeat(columns.len()), ["A", "B", "C"][class])
    };
    let wide = format!("{},y\n{}", columns.join(","), (0..9).map(row).collect::<String>());
    let at_0 = columns.iter().map(|name| format!("{name}=0")).collect::<Vec<_>>().join(",");
    for (csv, query) in [(far, "x=200".to_owned()), (wide.as_str(), at_0)] {
        let fitted = models::fitted(csv, "model = \"gaussian\"\ntarget = \"y\"");
        let of = |formula: &str| worked(&fitted, &query, formula).0;
        let [a, b, c] = ["A", "B", "C"].map(|class| of(&format!("score({class})")));
        assert!([&a, &b, &c].iter().all(|score| !score.to_f64().is_normal()), "{a:?} {b:?} {c:?}");
        for class in ["A", "B", "C"] {
            assert!(of(&format!("score({class})-score({class})")).is_zero());
        }
        let (less, more) = (of("score(A)-score(C)"), of("score(C)-score(A)"));
        assert_eq!(less.neg(), more);
        assert_eq!(less.is_negative(), a.compare(&c).is_lt());
        let largest = a.ln().max(c.ln());
        let wanted = largest + (-(a.ln().min(c.ln()) - largest).exp_m1()).ln();
        assert!((less.ln_abs() - wanted).abs() < 1e-9, "{less:?}");
        let back = of("score(A)-score(C)+score(C)");
        assert!(back.ln() - a.ln() < 1e-6 || c.ln() - a.ln() > 30.0, "{back:?} {a:?}");
        let whole = of("(score(A)+score(B)+score(C))/P(x)");
        assert!((whole.to_f64() - 1.0).abs() < 1e-9, "{whole:?}");
        // In JSON a number that no float holds is null, never an object around null.
        for step in worked(&fitted, &query, "score(A)-score(C)").1 {
            let value = &step["value"];
            assert!(value.is_null() || value["value"].is_number(), "{step}");
        }
    }
}

/// Posteriors of rows are taken from sums of logarithms: their shares must not depend on how small the scores are.
#[test]
fn shares_of_tiny_and_huge_scores() {
    for case in cases("logsumexp") {
        let Some(shares) = case["softmax"].as_array() else { continue };
        let log_joint = &numbers(&case);
        let row = RowPrediction { row: 0, log_joint, predicted: Some(0), tied: &[], undefined: None };
        for (class, share) in shares.iter().enumerate() {
            let (found, wanted) = (row.log_posterior(class).unwrap().exp(), number(share));
            let near = (found - wanted).abs() <= 1e-12 * wanted || (found == 0.0 && wanted < 1e-300);
            assert!(near, "{}: {found}, not {wanted}", case["name"]);
        }
    }
}

/// Two numbers in quarters, either of which may be missing, a category and the class.
type Row = (Option<i32>, Option<i32>, &'static str, &'static str);

/// Rows that begin with two of each class, so that no variance is 0.
fn rows() -> impl Strategy<Value = Vec<Row>> {
    let number = || proptest::option::weighted(0.9, -400i32..400);
    let word = |of: &'static [&'static str]| proptest::sample::select(of);
    let row = (number(), number(), word(&["red", "blue", "?"]), word(&["a", "b", "c"]));
    prop::collection::vec(row, 0..12).prop_map(|more| {
        let first = ["a", "b", "c"].into_iter().flat_map(|class| {
            [(Some(1), Some(-3), "red", class), (Some(2 + class.len() as i32), Some(5), "blue", class)]
        });
        first.chain(more).collect()
    })
}

fn csv(rows: &[Row], x: impl Fn(f64) -> f64) -> String {
    let cell = |number: Option<f64>| number.map_or("?".to_owned(), |number| number.to_string());
    let line = |(first, second, colour, class): &Row| {
        let first = cell(first.map(|n| x(f64::from(n) / 4.0)));
        format!("{first},{},{colour},{class}\n", cell(second.map(|n| f64::from(n) / 4.0)))
    };
    format!("x,y,colour,class\n{}", rows.iter().map(line).collect::<String>())
}

const CHOICES: [&str; 4] =
    ["", "variance = \"unbiased\"", "var_smoothing = \"1e-3\"", "alpha = \"0\"\nprior = \"laplace:1\""];

fn choices() -> impl Strategy<Value = &'static str> {
    proptest::sample::select(&CHOICES[..])
}

fn model(csv: &str, choice: &str) -> std::sync::Arc<Fitted> {
    let kind = |name: &str, kind: &str| format!("[[feature]]\nname = \"{name}\"\nkind = \"{kind}\"\n");
    let features = kind("x", "numeric") + &kind("y", "numeric") + &kind("colour", "categorical");
    fitted(csv, &format!("target = \"class\"\nmodel = \"mixed\"\n{choice}\n{features}"))
}

fn normals(model: &Fitted, feature: &str) -> BTreeMap<String, (f64, f64)> {
    let factor = model.factor(feature).unwrap();
    let of = |(class, name): (usize, &posterior::math::Name)| {
        let normal = factor.normal(class).unwrap();
        (name.as_str().to_owned(), (normal.mean, normal.variance))
    };
    model.classes.iter().enumerate().map(of).collect()
}

fn posteriors(model: &Fitted) -> Vec<BTreeMap<String, f64>> {
    let rows = 0..model.data.table.rows();
    let of = |row| {
        let found = model.predict(&Case::from_row(model, row).unwrap()).posterior;
        let found = found.into_iter().flatten().map(|number| number.to_f64());
        model.classes.iter().map(|name| name.as_str().to_owned()).zip(found).collect()
    };
    rows.map(of).collect()
}

fn same_posteriors(one: &[BTreeMap<String, f64>], other: &[BTreeMap<String, f64>], tolerance: f64) -> bool {
    one.len() == other.len()
        && one.iter().zip(other).all(|(one, other)| {
            one.len() == other.len() && one.iter().all(|(class, p)| close(*p, other[class], tolerance))
        })
}

proptest! {
    #![proptest_config(crate::models::tables::cases(48))]

    #[test]
    fn another_origin_shifts_the_means_of_its_column_only(
        rows in rows(), choice in choices(), by in -4_000_000i32..4_000_000,
    ) {
        let by = f64::from(by) / 4.0;
        let (before, after) = (model(&csv(&rows, |x| x), choice), model(&csv(&rows, |x| x + by), choice));
        // ε follows the largest variance, which may be that of x with its rounding.
        for (class, (mean, variance)) in normals(&before, "y") {
            let found = normals(&after, "y")[&class];
            prop_assert!(found.0 == mean && close(found.1, variance, 1e-9), "{found:?} {variance}");
        }
        for (class, (mean, variance)) in normals(&before, "x") {
            let (shifted, same) = normals(&after, "x")[&class];
            prop_assert!((shifted - mean - by).abs() <= 1e-15 * (1.0 + by.abs()), "{shifted} {mean} {by}");
            // ε comes of the distances between means that have been rounded where they now are.
            let tolerance = if choice.contains("var_smoothing") { 1e-9 } else { 1e-12 };
            prop_assert!((same - variance).abs() <= tolerance * variance, "{same} {variance}");
        }
        // A mean of a million keeps ten digits behind its point, which a narrow peak magnifies.
        prop_assert!(same_posteriors(&posteriors(&before), &posteriors(&after), 1e-6));
    }

    #[test]
    fn another_unit_changes_no_posterior(rows in rows(), choice in choices(), power in -30i32..30) {
        // ε is a share of the largest variance of all columns, so it does not follow the unit of one.
        prop_assume!(!choice.contains("var_smoothing"));
        let times = 2f64.powi(power);
        let (before, after) = (model(&csv(&rows, |x| x), choice), model(&csv(&rows, |x| x * times), choice));
        for (class, (mean, variance)) in normals(&before, "x") {
            prop_assert_eq!(normals(&after, "x")[&class], (mean * times, variance * times * times));
        }
        prop_assert!(same_posteriors(&posteriors(&before), &posteriors(&after), 1e-12));
    }

    #[test]
    fn rows_written_twice_change_no_population_fit(rows in rows(), times in 2usize..5) {
        let more: Vec<Row> = (0..times).flat_map(|_| rows.iter().copied()).collect();
        let choice = "alpha = \"0\"";
        let (once, often) = (model(&csv(&rows, |x| x), choice), model(&csv(&more, |x| x), choice));
        for feature in ["x", "y"] {
            for (class, (mean, variance)) in normals(&once, feature) {
                let found = normals(&often, feature)[&class];
                prop_assert!(close(found.0, mean, 1e-14), "{found:?} {mean}");
                prop_assert!(close(found.1, variance, 1e-13), "{found:?} {variance}");
            }
        }
        prop_assert!(same_posteriors(&posteriors(&once), &posteriors(&often)[..rows.len()], 1e-10));
        let unbiased = "alpha = \"0\"\nvariance = \"unbiased\"";
        let (once, often) = (model(&csv(&rows, |x| x), unbiased), model(&csv(&more, |x| x), unbiased));
        prop_assert!(normals(&once, "x").into_iter().all(|(class, (_, v))| normals(&often, "x")[&class].1 < v));
    }

    #[test]
    fn the_order_of_rows_columns_and_classes_changes_nothing(
        (rows, order) in rows().prop_flat_map(|rows| {
            let order: Vec<usize> = (0..rows.len()).collect();
            (Just(rows), Just(order).prop_shuffle())
        }),
        classes in Just(["a", "b", "c"]).prop_shuffle(),
        choice in choices(),
    ) {
        let before = model(&csv(&rows, |x| x), choice);
        let moved: Vec<Row> = order.iter().map(|at| rows[*at]).collect();
        let turned = csv(&moved, |x| x).lines().map(|line| {
            line.rsplit(',').collect::<Vec<&str>>().join(",") + "\n"
        }).collect::<String>();
        let after = model(&turned, &format!("{choice}\nclasses = {classes:?}"));
        prop_assert_eq!(models::texts(&after.classes), classes);
        for feature in ["x", "y"] {
            for (class, (mean, variance)) in normals(&before, feature) {
                let found = normals(&after, feature)[&class];
                prop_assert!(close(found.0, mean, 1e-14) && close(found.1, variance, 1e-13), "{found:?}");
            }
        }
        let found = posteriors(&before);
        let wanted: Vec<_> = order.iter().map(|at| found[*at].clone()).collect();
        prop_assert!(same_posteriors(&wanted, &posteriors(&after), 1e-10));
    }
}
