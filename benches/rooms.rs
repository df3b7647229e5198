//! How long the layers take, each by itself: `cargo bench`, or `cargo bench -- read` for those of a name.
//!
//! The tables are made up here, the same each time. Whole runs beside other programs are in docs/speed.md.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

#[path = "../tests/support/mod.rs"]
mod support;

use std::fmt::Write;
use std::hint::black_box;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use posterior::app::Order;
use posterior::app::Source as AppSource;
use posterior::app::terminal::theme::Theme;
use posterior::evaluate::{Metrics, Trial, evaluate};
use posterior::math::{Face, Quantity, Stacked};
use posterior::model::{Case, CasePredictor, Fitted, Statistics, Study};
use posterior::recipe::Recipe;
use posterior::table::{Options, Source, load};
use posterior::worked::derive;
use support::Bench;

fn main() {
    for of in TABLES {
        let rows = || file(of);
        bench("read", of, rows, |(_folder, path)| {
            load(&Source::Path(path.clone()), &Options::default()).unwrap()
        });
        bench("count", of, || fitted(of), |fitted| Statistics::of(&fitted.data));
        // Another prior of the same counts: nothing is read again.
        let uniform = Recipe { prior: Some(posterior::recipe::Prior::Uniform), ..recipe(of) };
        bench("refit", of, || study(of), |study| study.with_recipe(uniform.clone()).unwrap());
        bench(
            "predict_and_evaluate",
            of,
            || fitted(of),
            |fitted| Metrics::new(&evaluate(fitted.as_ref()), 0),
        );
        bench("predict_1000_cases", of, || fitted(of), |fitted| cases(fitted));
        bench("ten_folds", of, || folds(of), |study| Trial::plan(study, None).unwrap().run(None).unwrap());
    }
    let posterior = "a_posterior";
    bench("derive", posterior, tennis, |(fitted, case, goal)| derive(fitted, Some(case), goal).unwrap());
    let steps = || {
        let (fitted, case, goal) = tennis();
        derive(&fitted, Some(&case), &goal).unwrap()
    };
    let stacked = Stacked { width: 76, face: Face::default() };
    bench("lay_out", posterior, steps, |steps| {
        steps.iter().map(|step| stacked.chain(&step.chain).height()).sum::<usize>()
    });
    for screen in ["1", "3", "4", "5"] {
        let theme = Theme::mono();
        bench("draw_a_frame", screen, || opened(screen), |(_folder, bench)| bench.buffer(&theme));
    }
}

/// Runs `work` for about a second, and prints the median of the times; unless the name lacks an argument of the command.
fn bench<S, T>(name: &str, of: &str, prepare: impl FnOnce() -> S, work: impl Fn(&S) -> T) {
    let name = format!("{name} {of}");
    if !std::env::args().skip(1).filter(|part| !part.starts_with('-')).all(|part| name.contains(&part)) {
        return;
    }
    let prepared = prepare();
    let (start, mut times) = (Instant::now(), Vec::new());
    while times.len() < 5 || times.len() < 10_000 && start.elapsed() < Duration::from_secs(1) {
        let start = Instant::now();
        black_box(work(&prepared));
        times.push(start.elapsed());
    }
    times.sort();
    println!("{name:<32} {:>14?}, the median of {}", times[times.len() / 2], times.len());
}

const ROWS: usize = 200_000;

/// What the tables are of, with the recipe of their model.
const TABLES: [&str; 4] = ["numbers", "categories", "text", "presence"];

/// A table of three classes.
fn table(of: &str) -> String {
    let mut state = 1u64;
    let mut draw = move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        state >> 33
    };
    let mut out = String::new();
    let (rows, columns) = match of {
        "text" | "presence" => (ROWS / 20, 1),
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
        "presence" => "target = \"y\"\nmodel = \"bernoulli\"",
        _ => "target = \"y\"\nmodel = \"multinomial\"",
    };
    Recipe::from_toml(toml, "bench.toml").unwrap()
}

fn file(of: &str) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table.csv");
    std::fs::write(&path, table(of)).unwrap();
    (folder, path)
}

fn study(of: &str) -> Study {
    Study::open(Source::bytes("table.csv", table(of).into_bytes()), recipe(of)).unwrap()
}

fn fitted(of: &str) -> Arc<Fitted> {
    study(of).fitted.unwrap()
}

/// Predicts cases one by one, as `posterior predict` does.
fn cases(fitted: &Fitted) -> usize {
    let predictor = CasePredictor::new(fitted);
    let answers = (0..1000).map(|row| predictor.answer(Case::from_row(fitted, row)).unwrap());
    answers.filter_map(|answer| answer.predicted).sum()
}

fn tennis() -> (Arc<Fitted>, Case, Quantity) {
    let study = Study::open(Source::from_arg("sample:play-tennis").unwrap(), Recipe::default()).unwrap();
    let case = study.first_case().unwrap().unwrap();
    (study.fitted.unwrap(), case, "P(Yes | x)".parse().unwrap())
}

fn folds(of: &str) -> Study {
    let study = study(of);
    let split = Recipe::from_toml("split = \"folds:10\"", "bench.toml").unwrap();
    study.with_recipe(study.recipe.clone().overridden_by(split)).unwrap()
}

fn opened(screen: &str) -> (tempfile::TempDir, Bench) {
    let (folder, path) = file("numbers");
    let order = Order { source: AppSource::File(path), recipe: recipe("numbers").into() };
    (folder, Bench::ordered(order).resized(120, 40).keys(screen))
}
