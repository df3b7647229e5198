//! The generated samples show what their descriptions claim.

use crate::models;

use models::{close, model, sample, texts};
use posterior::evaluate::{Evaluation, evaluate};
use posterior::model::{Classifier, Logistic};

/// A sample under its own recipe, with some lines put over it, judged by its rows.
fn judged(name: &str, over: &str) -> Evaluation {
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
fn two_clusters_are_told_apart_by_bins_and_not_by_one_covariance() {
    let gda = judged("two-clusters", "");
    let study = models::open(
        posterior::table::sample("two-clusters").unwrap().csv,
        "target = \"room\"\nmodel = \"categorical\"\n[[feature]]\nname = \"temperature_c\"\nbins = \"width:10\"\n\
         [[feature]]\nname = \"humidity_pct\"\nbins = \"width:10\"\n",
    );
    let bins = evaluate(model(&study).as_ref());
    assert_eq!((gda.right, bins.right), (107, 198), "as the samples' README says");
}

#[test]
fn samples_are_as_hard_for_each_model_as_their_readme_says() {
    let (gda, logistic) = ("model = \"gda\"", "model = \"logistic\"");
    for (name, over, right) in [
        ("bolts", "", 170),
        ("bolts", gda, 134),
        ("repairs", "", 164),
        ("repairs", logistic, 179),
        ("letters", "", 175),
        ("letters", "model = \"bernoulli\"\nevent = \"bernoulli\"", 147),
    ] {
        assert_eq!(judged(name, over).right, right, "{name} {over}");
    }
    let loss = |name: &str, over: &str| judged(name, over).log_loss.unwrap();
    assert!(loss("bolts", "") < 0.6 * loss("bolts", gda));
    assert!(loss("repairs", logistic) < loss("repairs", "") - 0.01);
    assert!(loss("calls", logistic) < loss("calls", "") - 0.01);
}

#[test]
fn the_list_of_samples_fits_80_columns_and_their_readme_names_each() {
    let readme = include_str!("../../samples/README.md");
    for sample in posterior::table::samples() {
        // `  sample:chinese-japan  ` stands before the title.
        assert!(sample.title.chars().count() <= 80 - 24, "{}", sample.name);
        assert!(readme.contains(&format!("| `{}` |", sample.name)), "{}", sample.name);
    }
}
