//! One thread and many give the same bits, in tables of several segments and of more rows than one thread takes at a time.

use crate::models;
use crate::models::dataset;
use models::{close, model, sample, texts};
use posterior::evaluate::{Evaluation, Metrics, Model, Trial, evaluate};
use posterior::model::{Case, Classifier, Fitted, Logistic};
use std::fmt::Write as _;
use std::sync::Arc;

const ROWS: u32 = 20_000;

fn table() -> String {
    let mut csv = "size,far,calls,colour,text,class\n".to_owned();
    let mut random = models::random(1);
    let mut draw = |below: u64| random() % below;
    for _ in 0..ROWS {
        let class = draw(3);
        let missing = draw(40);
        let cell = |at: u64, text: String| if missing == at { "?".to_owned() } else { text };
        let size = cell(0, format!("{}.{:03}", 10 * class + draw(30), draw(1000)));
        let far = cell(1, format!("{}", 1_000_000 + 3 * class + draw(17)));
        let calls = cell(2, format!("{}", class + draw(90)));
        let colour = cell(3, ["red", "green", "blue", "grey"][(draw(4 + class) % 4) as usize].to_owned());
        let text = cell(4, format!("w{} w{} w{}", draw(9 + class), draw(9), draw(5)));
        let class = if missing == 5 { "?" } else { ["a", "b", "c"][class as usize] };
        writeln!(csv, "{size},{far},{calls},{colour},{text},{class}").unwrap();
    }
    csv
}

const MODELS: [(&str, &str); 6] = [
    ("gaussian", "ignore = [\"calls\", \"colour\", \"text\"]"),
    ("gda", "ignore = [\"calls\", \"colour\", \"text\"]"),
    ("poisson", "ignore = [\"size\", \"far\", \"colour\", \"text\"]"),
    ("categorical", "ignore = [\"text\"]\nbins = \"width:7\""),
    ("multinomial", "ignore = [\"size\", \"far\", \"calls\", \"colour\"]"),
    (
        "bernoulli",
        "ignore = [\"size\", \"far\", \"calls\", \"colour\"]\n[[feature]]\nname = \"text\"\nkind = \"text\"",
    ),
];

fn found(csv: &str, recipe: &str) -> String {
    let fitted = Fitted::fit(Arc::new(dataset(csv, recipe, 3_000))).unwrap();
    let mut all = format!("{:?} {:?}", fitted.statistics, fitted.predict_rows(|row| row % 7 == 3));
    let trial = Trial::of(Model::Generative(Arc::new(fitted)), None).unwrap();
    let evaluation = trial.run(None).unwrap();
    let metrics = Metrics::new(&evaluation, 1);
    let points: Vec<_> =
        (0..metrics.roc.points()).step_by(99).map(|at| metrics.roc.point(&evaluation.rows, at)).collect();
    write!(all, "{evaluation:?} {metrics:?} {points:?}").unwrap();
    all
}

fn recipe(model: &str, features: &str, split: &str) -> String {
    format!("target = \"class\"\nmodel = \"{model}\"\nsplit = \"{split}\"\n{features}")
}

#[test]
fn the_number_of_threads_changes_no_bit() {
    let csv = table();
    for (model, features) in MODELS {
        // Folds are counted and predicted in the same way for all models.
        let splits: &[&str] = if model == "gaussian" { &["none", "folds:3"] } else { &["none"] };
        for split in splits {
            let recipe = recipe(model, features, split);
            let by = |threads: usize| {
                let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
                pool.install(|| found(&csv, &recipe))
            };
            assert!(by(1) == by(4), "{model} {split}");
        }
    }
}

#[test]
fn many_rows_are_predicted_as_each_of_them_alone() {
    let csv = table();
    for (model, features) in MODELS {
        let fitted = Fitted::fit(Arc::new(dataset(&csv, &recipe(model, features, "none"), 3_000))).unwrap();
        let all = fitted.predict_rows(|_| true);
        assert_eq!(all.len(), ROWS as usize);
        for row in all.iter().step_by(61) {
            let Ok(case) = Case::from_row(&fitted, row.row) else {
                assert_eq!(row.undefined, Some("missing_feature"), "{model} row {}", row.row);
                continue;
            };
            let exact = fitted.predict(&case);
            assert_eq!((exact.predicted, exact.tied.as_slice()), (row.predicted, row.tied), "{model}");
            for (ln, joint) in row.log_joint.iter().zip(&exact.joint) {
                let wanted = joint.as_ref().unwrap().ln();
                assert!((ln - wanted).abs() <= 1e-12 * wanted.abs().max(1.0), "{model}: {ln} {wanted}");
            }
        }
    }
}

fn evaluated(name: &str, over: &str) -> Evaluation {
    let study = sample(name, over);
    match study.logistic() {
        Some(logistic) => evaluate(&logistic.unwrap()),
        None => evaluate(model(&study).as_ref()),
    }
}

fn logistic(name: &str) -> Logistic {
    sample(name, "model = \"logistic\"").logistic().unwrap().unwrap()
}

#[test]
fn elephants_and_dogs_share_a_covariance_and_their_posterior_is_logistic() {
    let gda = model(&sample("elephants", ""));
    assert_eq!(texts(&gda.classes), ["dog", "elephant"]);
    let estimated = gda.gda().unwrap();
    // What was drawn from: deviations 9 and 5, correlation 0.6.
    let sigma = estimated.sigma(0).unwrap();
    for ((a, b), wanted) in [((0, 0), 81.0), ((0, 1), 27.0), ((1, 1), 25.0)] {
        assert!(close(sigma.entry(a, b), wanted, 0.2), "{}", sigma.entry(a, b));
    }
    for (class, feature, wanted) in [(0, 0, 80.0), (0, 1, 78.0), (1, 0, 100.0), (1, 1, 90.0)] {
        assert!((estimated.mean(class, feature).unwrap() - wanted).abs() < 2.0);
    }
    // θ by way of the densities, and θ without them: roughly the same, and the posteriors closer than that.
    let rival = logistic("elephants");
    assert_eq!(rival.ridge, None);
    let (theta, (intercept, weights)) = (gda.theta().unwrap(), rival.coefficients(1).unwrap());
    assert!(close(theta.intercept.unwrap(), intercept, 0.1), "{intercept}");
    for (a, b) in theta.weights.iter().zip(weights) {
        assert!((a - b).abs() < 0.05, "{a} and {b}");
    }
    let rows = gda.predict_rows(|_| true);
    let rivals = Classifier::predict_rows(&rival, &|_| true);
    let differences: Vec<f64> = (rows.iter().zip(rivals.iter()))
        .map(|(a, b)| (a.log_posterior(1).unwrap().exp() - b.log_posterior(1).unwrap().exp()).abs())
        .collect();
    assert!(differences.iter().all(|difference| *difference < 0.15), "{differences:?}");
    assert!(differences.iter().sum::<f64>() < 0.03 * 200.0);
}

#[test]
fn calls_are_counts_that_no_normal_curve_fits() {
    let gda = model(&sample("calls", ""));
    // Half of a Gaussian around 1.1 or less lies below where counts end.
    let estimated = gda.gda().unwrap();
    let (mean, deviation) = (estimated.mean(0, 1).unwrap(), estimated.sigma(0).unwrap().entry(1, 1).sqrt());
    assert_eq!((texts(&gda.classes)[0], mean < deviation), ("night", true));
}

#[test]
fn two_clusters_are_distinguished_by_bins_and_not_by_one_covariance() {
    let gda = evaluated("two-clusters", "");
    let study = models::open(
        posterior::table::sample("two-clusters").unwrap().csv,
        "target = \"room\"\nmodel = \"categorical\"\n[[feature]]\nname = \"temperature_c\"\nbins = \"width:10\"\n\
         [[feature]]\nname = \"humidity_pct\"\nbins = \"width:10\"\n",
    );
    let bins = evaluate(model(&study).as_ref());
    assert_eq!((gda.right, bins.right), (107, 198), "as in the README of the samples");
}

#[test]
fn samples_are_as_hard_for_each_model_as_in_their_readme() {
    let (gda, logistic) = ("model = \"gda\"", "model = \"logistic\"");
    for (name, over, right) in [
        ("bolts", "", 170),
        ("bolts", gda, 134),
        ("repairs", "", 164),
        ("repairs", logistic, 179),
        ("letters", "", 175),
        ("letters", "model = \"bernoulli\"\nevent = \"bernoulli\"", 147),
    ] {
        assert_eq!(evaluated(name, over).right, right, "{name} {over}");
    }
    let loss = |name: &str, over: &str| evaluated(name, over).log_loss.unwrap();
    assert!(loss("bolts", "") < 0.6 * loss("bolts", gda));
    assert!(loss("repairs", logistic) < loss("repairs", "") - 0.01);
    assert!(loss("calls", logistic) < loss("calls", "") - 0.01);
}

#[test]
fn the_list_of_samples_fits_80_columns_and_their_readme_names_each() {
    let readme = include_str!("../../crates/core/samples/README.md");
    for sample in posterior::table::samples() {
        // `  sample:chinese-japan  ` is before the title.
        assert!(sample.title.chars().count() <= 80 - 24, "{}", sample.name);
        assert!(readme.contains(&format!("| `{}` |", sample.name)), "{}", sample.name);
    }
}
