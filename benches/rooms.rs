//! How long the layers take, each by itself: `cargo bench`, or `cargo bench -- read` for those of a name.
//!
//! The tables are made up here, the same each time. Whole runs beside other programs are in docs/speed.md.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

#[path = "../tests/support/mod.rs"]
mod support;

use std::fmt::Write;
use std::path::PathBuf;
use std::sync::Arc;

use divan::Bencher;
use divan::counter::{BytesCount, ItemsCount};
use posterior::app::Order;
use posterior::app::Source as AppSource;
use posterior::app::terminal::theme::Theme;
use posterior::evaluate::{Metrics, Trial, evaluate};
use posterior::math::{Face, Quantity, Stacked};
use posterior::model::{Case, Fitted, Statistics, Study};
use posterior::recipe::Recipe;
use posterior::table::{Options, Source, load};
use posterior::worked::derive;
use support::Bench;

fn main() {
    divan::main();
}

const ROWS: usize = 200_000;

/// What the tables are of, with the recipe of their model.
const TABLES: [&str; 3] = ["numbers", "categories", "text"];

/// A table of three classes.
fn table(of: &str) -> String {
    let mut state = 1u64;
    let mut draw = move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        state >> 33
    };
    let mut out = String::new();
    let (rows, columns) = match of {
        "text" => (ROWS / 20, 1),
        _ => (ROWS, 10),
    };
    out.extend((0..columns).map(|column| format!("x{column},")));
    out.push_str("y\n");
    for _ in 0..rows {
        let class = draw() % 3;
        for _ in 0..columns {
            match of {
                "numbers" => write!(out, "{}.{:04},", (draw() % 20 + class * 3) as i64 - 10, draw() % 10_000),
                "categories" => write!(out, "v{},", (draw() % 12 + class) % 12),
                _ => write!(
                    out,
                    "{},",
                    (0..40)
                        .map(|_| format!("w{} ", draw() * draw() % (3000 + class * 10)))
                        .collect::<String>()
                ),
            }
            .unwrap();
        }
        writeln!(out, "{}", ["a", "b", "c"][class as usize]).unwrap();
    }
    out
}

fn recipe(of: &str) -> Recipe {
    let toml = match of {
        "numbers" => "target = \"y\"\nmodel = \"gaussian\"",
        "categories" => "target = \"y\"\nmodel = \"categorical\"",
        _ => "target = \"y\"\nmodel = \"multinomial\"",
    };
    Recipe::from_toml(toml, "bench.toml").unwrap()
}

fn file(of: &str) -> (tempfile::TempDir, PathBuf, u64) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table.csv");
    let text = table(of);
    std::fs::write(&path, &text).unwrap();
    (folder, path, text.len() as u64)
}

fn study(of: &str) -> Study {
    Study::open(Source::bytes("table.csv", table(of).into_bytes()), recipe(of)).unwrap()
}

fn fitted(of: &str) -> Arc<Fitted> {
    study(of).fitted.unwrap()
}

#[divan::bench(args = TABLES)]
fn read(bencher: Bencher<'_, '_>, of: &str) {
    let (_folder, path, bytes) = file(of);
    let source = Source::Path(path);
    bencher.counter(BytesCount::new(bytes)).bench(|| load(&source, &Options::default()).unwrap());
}

#[divan::bench(args = TABLES)]
fn count(bencher: Bencher<'_, '_>, of: &str) {
    let fitted = fitted(of);
    bencher.counter(ItemsCount::new(fitted.data.table.rows())).bench(|| Statistics::of(&fitted.data));
}

/// Another prior of the same counts: nothing is read again.
#[divan::bench(args = TABLES)]
fn refit(bencher: Bencher<'_, '_>, of: &str) {
    let study = study(of);
    let recipe = Recipe { prior: Some(posterior::recipe::Prior::Uniform), ..study.recipe.clone() };
    bencher.bench(|| study.with_recipe(recipe.clone()).unwrap());
}

#[divan::bench(args = TABLES, sample_count = 10)]
fn predict_and_judge(bencher: Bencher<'_, '_>, of: &str) {
    let fitted = fitted(of);
    bencher.counter(ItemsCount::new(fitted.data.table.rows())).bench(|| {
        let evaluation = evaluate(fitted.as_ref());
        Metrics::new(&evaluation, 0)
    });
}

#[divan::bench(args = TABLES, sample_count = 10)]
fn ten_folds(bencher: Bencher<'_, '_>, of: &str) {
    let study = study(of);
    let split = Recipe::from_toml("split = \"folds:10\"", "bench.toml").unwrap();
    let study = study.with_recipe(study.recipe.clone().overridden_by(split)).unwrap();
    bencher.bench(|| Trial::plan(&study, None).unwrap().run(None).unwrap());
}

fn tennis() -> (Arc<Fitted>, Case, Quantity) {
    let study = Study::open(Source::from_arg("sample:play-tennis").unwrap(), Recipe::default()).unwrap();
    let case = study.first_case().unwrap().unwrap();
    (study.fitted.unwrap(), case, "P(Yes | x)".parse().unwrap())
}

#[divan::bench]
fn derive_a_posterior(bencher: Bencher<'_, '_>) {
    let (fitted, case, goal) = tennis();
    bencher.bench(|| derive(&fitted, Some(&case), &goal).unwrap());
}

#[divan::bench]
fn lay_out_a_derivation(bencher: Bencher<'_, '_>) {
    let (fitted, case, goal) = tennis();
    let steps = derive(&fitted, Some(&case), &goal).unwrap();
    let stacked = Stacked { width: 76, face: Face::default() };
    bencher.bench(|| steps.iter().map(|step| stacked.chain(&step.chain).height()).sum::<usize>());
}

#[divan::bench(args = ["1", "3", "4", "5"])]
fn draw_a_frame(bencher: Bencher<'_, '_>, screen: &str) {
    let (_folder, path, _) = file("numbers");
    let order = Order { source: AppSource::File(path), recipe: recipe("numbers").into() };
    let bench = Bench::ordered(order, 120, 40).keys(screen);
    let theme = Theme::mono();
    bencher.bench_local(|| bench.buffer(&theme));
}
