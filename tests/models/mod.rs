//! What the tests of the core share: opening small tables, and numbers written as fractions.

#![allow(dead_code, reason = "each test file uses a part of it")]

pub mod slow;
pub mod tables;

use std::sync::Arc;

use posterior::encode::{Dataset, Layout};
use posterior::math::{Name, Number, read_exact};
use posterior::model::{Case, CaseCell, CaseValue, Fitted, Prediction, Statistics, Study};
use posterior::problem::Problem;
use posterior::recipe::{Recipe, resolve};
use posterior::table::{Options, Source, load};
use posterior::worked::{Step, derive, resolve_quantity};

/// The tables of two samples.
pub const IRIS: &str = include_str!("../../crates/core/samples/iris.csv");
pub const PLAY_TENNIS: &str = include_str!("../../crates/core/samples/play-tennis.csv");

pub fn recipe(toml: &str) -> Recipe {
    Recipe::from_toml(toml, "recipe.toml").unwrap()
}

/// What is open after a table and a recipe were given.
pub fn open(csv: &str, toml: &str) -> Study {
    Study::open(Source::bytes("data.csv", csv.as_bytes()), recipe(toml)).unwrap()
}

pub fn fitted(csv: &str, toml: &str) -> Arc<Fitted> {
    model(&open(csv, toml))
}

pub fn model(study: &Study) -> Arc<Fitted> {
    match &study.fitted {
        Ok(fitted) => Arc::clone(fitted),
        Err(problem) => panic!("no model: {problem}: {}", problem.fix),
    }
}

pub fn refused(csv: &str, toml: &str) -> Problem {
    open(csv, toml).fitted.err().unwrap_or_else(|| panic!("a model was fitted by {toml}"))
}

/// A sample under its own recipe, with some lines put over it.
pub fn sample(name: &str, over: &str) -> Study {
    Study::open(Source::from_arg(format!("sample:{name}")).unwrap(), recipe(over)).unwrap()
}

/// The model of a table whose rows are kept in segments of some length.
pub fn fitted_in_segments(csv: &str, toml: &str, segment_rows: usize) -> Fitted {
    Fitted::fit(Arc::new(dataset(csv, toml, segment_rows))).unwrap()
}

/// A table read by a recipe, in segments of some length.
pub fn dataset(csv: &str, toml: &str, segment_rows: usize) -> Dataset {
    let source = Source::bytes("data.csv", csv.as_bytes());
    let recipe = recipe(toml);
    let plain = load(&source, &Options::default()).unwrap().table;
    let resolved = resolve(&recipe, &plain).unwrap();
    let options = Options { kinds: resolved.kinds(&plain), segment_rows, ..Options::default() };
    Dataset::new(load(&source, &options).unwrap().table, resolved)
}

/// The counts of some of a table's segments.
pub fn counts(data: &Dataset, layout: &Layout, segments: std::ops::Range<usize>) -> Statistics {
    let mut statistics = Statistics::new(layout.clone());
    for segment in &data.table.segments()[segments] {
        statistics.add_segment(segment);
    }
    statistics
}

/// A case typed as `Outlook=Sunny,Wind=Weak`.
pub fn case(fitted: &Fitted, cells: &str) -> Case {
    Case::from_typed(fitted, &cells_of(cells)).unwrap()
}

/// Columns and cells of `Outlook=Sunny,Wind=Weak`.
pub fn cells_of(cells: &str) -> Vec<(String, String)> {
    let parts = cells.split(',').filter(|part| !part.is_empty());
    parts.map(|part| part.split_once('=').unwrap()).map(|(c, v)| (c.to_owned(), v.to_owned())).collect()
}

/// Asserts that a text has these parts.
#[track_caller]
pub fn has(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "{part:?} is not in:\n{text}");
    }
}

/// The working of the number at an address.
#[track_caller]
pub fn derived(fitted: &Fitted, case: Option<&Case>, address: &str) -> Vec<Step> {
    let quantity =
        resolve_quantity(fitted, address).unwrap_or_else(|error| panic!("{address}: {error}")).quantity;
    derive(fitted, case, &quantity).unwrap_or_else(|error| panic!("{address}: {error}"))
}

/// The number at an address, unless it is undefined.
#[track_caller]
pub fn value(fitted: &Fitted, case: Option<&Case>, address: &str) -> Option<Number> {
    derived(fitted, case, address).pop().unwrap().value
}

/// Asserts that two models are the same: counts exactly, means and variances to 12 digits, Σ to a tolerance. Values may be in
/// another order.
pub fn same_model(one: &Fitted, other: &Fitted, sigma_tolerance: f64, what: &str) {
    assert_eq!(one.classes, other.classes, "{what}");
    assert_eq!(one.rows(), other.rows(), "{what}");
    assert!(close(one.epsilon, other.epsilon, 1e-12), "{what}");
    for class in 0..one.classes.len() {
        assert_eq!(one.class_count(class), other.class_count(class), "{what}");
        assert_eq!(one.prior(class), other.prior(class), "{what}");
        for (mine, theirs) in one.factors().iter().zip(other.factors()) {
            let what = format!("{what}: {} in {}", mine.name, one.classes[class]);
            assert_eq!((mine.k(), mine.total(class)), (theirs.k(), theirs.total(class)), "{what}");
            for (at, name) in mine.values().iter().enumerate() {
                let place = theirs.values().iter().position(|value| value == name).expect("a value of both");
                assert_eq!(mine.count(at, class), theirs.count(place, class), "{what}: {name}");
                assert_eq!(mine.documents(at, class), theirs.documents(place, class), "{what}: {name}");
                assert_eq!(mine.conditional(at, class), theirs.conditional(place, class), "{what}: {name}");
            }
            let (Some(mine), Some(theirs)) = (mine.normal(class), theirs.normal(class)) else {
                assert_eq!(mine.normal(class), theirs.normal(class), "{what}");
                continue;
            };
            assert_eq!(mine.n, theirs.n, "{what}");
            assert!(close(mine.mean, theirs.mean, 1e-12), "{what}");
            assert!((mine.variance / theirs.variance - 1.0).abs() <= 1e-12, "{what}");
        }
    }
    let (Some(mine), Some(theirs)) = (one.gda(), other.gda()) else {
        return assert_eq!(one.gda().is_some(), other.gda().is_some(), "{what}");
    };
    let d = one.features.len();
    for class in 0..one.classes.len() {
        for a in 0..d {
            match (mine.mean(class, a), theirs.mean(class, a)) {
                (Some(mine), Some(theirs)) => assert!(close(mine, theirs, 1e-12), "{what}"),
                (mine, theirs) => assert_eq!(mine, theirs, "{what}"),
            }
        }
        let (Some(mine), Some(theirs)) = (mine.sigma(class), theirs.sigma(class)) else {
            assert_eq!(mine.sigma(class).is_some(), theirs.sigma(class).is_some(), "{what}");
            continue;
        };
        for (a, b) in (0..d).flat_map(|a| (0..d).map(move |b| (a, b))) {
            let size = (theirs.entry(a, a) * theirs.entry(b, b)).sqrt();
            assert!((mine.entry(a, b) - theirs.entry(a, b)).abs() <= sigma_tolerance * size, "{what}");
        }
    }
}

/// How many rows are less typical than a case, as typical and more, by comparing it with each row on the features that it has.
pub fn ranked(model: &Fitted, case: &Case) -> Option<[u64; 3]> {
    let has = |cell: &CaseCell| !matches!(cell.value, CaseValue::Missing | CaseValue::Unseen);
    let own = model.predict(case).evidence?;
    let mut found = [0; 3];
    for row in (0..model.data.table.rows()).filter(|row| model.class_of_row(*row).is_some()) {
        let mut other = Case::from_row(model, row).unwrap();
        if case.cells.iter().zip(&other.cells).any(|(own, other)| has(own) && !has(other)) {
            continue;
        }
        let left_out = case.cells.iter().zip(&mut other.cells).filter(|(own, _)| !has(own));
        left_out.for_each(|(_, cell)| cell.value = CaseValue::Missing);
        let Some(other) = model.predict(&other).evidence else { continue };
        let exact = own.is_exact() && other.is_exact();
        let near = !exact && (own.ln() - other.ln()).abs() <= 1e-12 * own.ln().abs().clamp(1.0, 1e3);
        let at = if near { 1 } else { other.compare(&own) as i8 + 1 };
        found[at as usize] += model.weight(row).unwrap_or(1);
    }
    Some(found)
}

/// A file of a table, which goes with the test.
pub fn file(csv: &str) -> tempfile::NamedTempFile {
    let file = tempfile::Builder::new().suffix(".csv").tempfile().unwrap();
    std::fs::write(file.path(), csv).unwrap();
    file
}

/// Numbers from 0 to 2³¹ − 1 by a linear congruential generator.
pub fn random(mut state: u64) -> impl FnMut() -> u64 {
    move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        state >> 33
    }
}

/// An exact number from its text.
pub fn exact(text: &str) -> Number {
    Number::Exact(read_exact(text).unwrap())
}

/// The text of a table of a reference case: its own, or that of a sample it names.
pub fn csv_of(text: &str) -> &str {
    match text {
        "sample:iris" => IRIS,
        "sample:play-tennis" => PLAY_TENNIS,
        own => own,
    }
}

/// A number as a fraction in lowest terms, `3/1` for whole ones.
pub fn fraction(number: &Number) -> String {
    number.to_fraction().unwrap_or_else(|| format!("not exact: {number:?}"))
}

/// The posteriors as fractions, in the order of the classes.
pub fn posteriors(prediction: &Prediction) -> Vec<String> {
    prediction.posterior.iter().flatten().map(fraction).collect()
}

pub fn texts(names: &[Name]) -> Vec<&str> {
    names.iter().map(Name::as_str).collect()
}

/// Whether two numbers differ by no more than a share of their size, or of 1 below it.
pub fn close(a: f64, b: f64, tolerance: f64) -> bool {
    a == b || (a - b).abs() <= tolerance * a.abs().max(b.abs()).max(1.0)
}
