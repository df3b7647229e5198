//! What a change of unit, of origin, of order or of the number of copies does to a model with normal distributions: to
//! the numbers that must follow it, that and nothing else.

use crate::models;

use std::collections::BTreeMap;

use models::tables::sheets;
use models::{close, fitted, fraction};
use posterior::model::{Case, Fitted};
use proptest::prelude::*;

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

/// The table of some rows; `x` is made of the number of quarters.
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

/// Mean and variance of a feature by class.
fn normals(model: &Fitted, feature: &str) -> BTreeMap<String, (f64, f64)> {
    let factor = model.factor(feature).unwrap();
    let of = |(class, name): (usize, &posterior::math::Name)| {
        let normal = factor.normal(class).unwrap();
        (name.as_str().to_owned(), (normal.mean, normal.variance))
    };
    model.classes.iter().enumerate().map(of).collect()
}

/// The posteriors of all rows, by class; the rows in the order of the table.
fn posteriors(model: &Fitted) -> Vec<BTreeMap<String, f64>> {
    let rows = 0..model.data.table.rows();
    let of = |row| {
        let found = model.predict(&Case::from_row(model, row).unwrap()).posterior;
        let found = found.into_iter().flatten().map(|number| number.to_f64());
        model.classes.iter().map(|name| name.as_str().to_owned()).zip(found).collect()
    };
    rows.map(of).collect()
}

fn alike(one: &[BTreeMap<String, f64>], other: &[BTreeMap<String, f64>], tolerance: f64) -> bool {
    one.len() == other.len()
        && one.iter().zip(other).all(|(one, other)| {
            one.len() == other.len() && one.iter().all(|(class, p)| close(*p, other[class], tolerance))
        })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn posteriors_are_shares(rows in rows(), choice in choices()) {
        for row in posteriors(&model(&csv(&rows, |x| x), choice)) {
            prop_assert!(row.values().all(|p| (0.0..=1.0).contains(p)), "{row:?}");
            prop_assert!(row.is_empty() || (row.values().sum::<f64>() - 1.0).abs() < 1e-12, "{row:?}");
        }
    }

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
        prop_assert!(alike(&posteriors(&before), &posteriors(&after), 1e-6));
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
        prop_assert!(alike(&posteriors(&before), &posteriors(&after), 1e-12));
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
        prop_assert!(alike(&posteriors(&once), &posteriors(&often)[..rows.len()], 1e-10));
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
        prop_assert!(alike(&wanted, &posteriors(&after), 1e-10));
    }

    /// Exactly, where every number is exact; ties are named in the new order.
    #[test]
    fn another_order_of_classes_permutes_exact_posteriors(sheet in sheets(10), last_first in any::<bool>()) {
        let before = fitted(&sheet.csv(), &sheet.recipe("width:3", "alpha = \"1/2\""));
        let mut classes = sheet.classes();
        if last_first { classes.reverse() } else { classes.rotate_left(1) }
        let order = format!("alpha = \"1/2\"\nclasses = {classes:?}");
        let after = fitted(&sheet.csv(), &sheet.recipe("width:3", &order));
        let all = |model: &Fitted, row| -> BTreeMap<String, String> {
            let found = model.predict(&Case::from_row(model, row).unwrap()).posterior.unwrap();
            model.classes.iter().map(|name| name.as_str().to_owned()).zip(found.iter().map(fraction)).collect()
        };
        for row in 0..sheet.rows.len() {
            prop_assert_eq!(all(&before, row), all(&after, row));
        }
    }
}
