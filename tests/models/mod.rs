//! What the tests of the core share: opening small tables, and numbers written as fractions.

#![allow(dead_code, reason = "each test file uses a part of it")]

pub mod slow;
pub mod tables;

use std::sync::Arc;

use posterior::encode::{Dataset, Layout};
use posterior::math::{Name, Number, read_exact};
use posterior::model::{Case, Fitted, Prediction, Statistics, Study};
use posterior::problem::Problem;
use posterior::recipe::{Recipe, resolve};
use posterior::table::{Options, Source, load};

/// The tables of two samples.
pub const IRIS: &str = include_str!("../../crates/core/samples/iris.csv");
pub const PLAY_TENNIS: &str = include_str!("../../crates/core/samples/play-tennis.csv");

/// A recipe from the lines of its file.
pub fn recipe(toml: &str) -> Recipe {
    Recipe::from_toml(toml, "recipe.toml").unwrap()
}

/// What is open after a table and a recipe were given.
pub fn open(csv: &str, toml: &str) -> Study {
    Study::open(Source::bytes("data.csv", csv.as_bytes()), recipe(toml)).unwrap()
}

/// The model of a table that must have one.
pub fn fitted(csv: &str, toml: &str) -> Arc<Fitted> {
    model(&open(csv, toml))
}

/// The model of a study that must have one.
pub fn model(study: &Study) -> Arc<Fitted> {
    match &study.fitted {
        Ok(fitted) => Arc::clone(fitted),
        Err(problem) => panic!("no model: {problem}: {}", problem.fix),
    }
}

/// Why a table has no model.
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

/// A table read as a recipe says, in segments of some length.
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

/// The names as texts.
pub fn texts(names: &[Name]) -> Vec<&str> {
    names.iter().map(Name::as_str).collect()
}

/// Whether two numbers differ by no more than a share of their size, or of 1 below it.
pub fn close(a: f64, b: f64, tolerance: f64) -> bool {
    a == b || (a - b).abs() <= tolerance * a.abs().max(b.abs()).max(1.0)
}
