//! Sweeps and learning curves have the figures of each of their models alone, and the notes' claims hold on them.

use crate::models;

use std::sync::atomic::Ordering;

use models::{open, recipe, sample};
use posterior::evaluate::{
    CandidateModel, Experiment, Learning, LearningCurve, LearningStage, Measure, Point, SEEDS, Summary,
    Sweep, Trial, experiment, experiments,
};
use posterior::model::Study;
use posterior::report::gaps;
use posterior::table::{Source, Watch};

fn same(a: Option<f64>, b: Option<f64>, what: &str) {
    match (a, b) {
        (Some(a), Some(b)) => assert!((a - b).abs() <= 1e-12 * a.abs().max(1.0), "{what}: {a} and {b}"),
        (a, b) => assert_eq!(a, b, "{what}"),
    }
}

fn assert_each_point_is_its_recipe(study: &Study) {
    let sweep = Sweep::run(study, None).unwrap();
    assert!(sweep.points.len() > 3);
    for point in &sweep.points {
        let alone = Study::open(study.source.clone(), point.recipe.clone()).unwrap();
        let what = format!("{} {}", study.source.label(), point.alpha);
        let trial = Trial::plan(&alone, None);
        match (&point.summary, trial) {
            (Err(problem), Err(own)) => assert_eq!(problem, &own, "{what}"),
            (found, Ok(trial)) => {
                let evaluation = trial.run(None).unwrap();
                let Ok(found) = found else {
                    assert_eq!(evaluation.n_undefined, evaluation.n, "{what}");
                    continue;
                };
                let wanted = Summary::of(&evaluation);
                assert_eq!((found.n, found.right), (wanted.n, wanted.right), "{what}");
                assert_eq!(found.n_undefined, wanted.n_undefined, "{what}");
                assert_eq!(found.n_impossible, wanted.n_impossible, "{what}");
                same(found.log_loss, wanted.log_loss, &what);
                same(found.brier, wanted.brier, &what);
            }
            (found, Err(own)) => panic!("{what}: {found:?} and {own:?}"),
        }
    }
}

#[test]
fn a_point_of_a_sweep_is_its_recipe_evaluated_by_itself() {
    for split in ["none", "folds:4", "holdout:0.3", "leave-one-out"] {
        let over = format!("split = \"{split}\"\nseed = 3");
        for name in ["play-tennis", "spam", "living-area", "loan"] {
            assert_each_point_is_its_recipe(&sample(name, &over));
        }
    }
    assert_each_point_is_its_recipe(&sample(
        "iris",
        "split = \"folds:5\"\nmodel = \"categorical\"\nbins = \"width:4\"",
    ));
    assert_each_point_is_its_recipe(&sample("letters", "split = \"folds:5\""));
}

#[test]
fn a_point_of_a_sweep_with_a_test_file_or_weights_is_its_recipe() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("test.csv");
    std::fs::write(
        &file,
        "Outlook,Temp,Humidity,Wind,Play\nSunny,Mild,High,Weak,Yes\nRain,Hot,High,Strong,No\n",
    )
    .unwrap();
    let split = format!("split = \"file:{}\"", file.to_str().unwrap());
    assert_each_point_is_its_recipe(&sample("play-tennis", &split));
    let csv = "x,y,n,class\n1,a,4,p\n2,b,3,p\n4,a,5,p\n3,a,3,q\n6,b,7,q\n9,b,2,q\n5,a,1,p\n";
    for split in ["none", "folds:4", "holdout:0.3", "leave-one-out"] {
        let recipe = format!("target = \"class\"\nweight = \"n\"\nmodel = \"mixed\"\nsplit = \"{split}\"");
        assert_each_point_is_its_recipe(&open(csv, &recipe));
    }
}

#[test]
fn the_recipes_own_value_is_among_the_points() {
    let study = sample("play-tennis", "alpha = \"1/3\"");
    let sweep = Sweep::run(&study, None).unwrap();
    let own = sweep.place(&study.recipe).unwrap();
    assert_eq!(sweep.points[own].alpha, "1/3");
    let alpha = |point: &Point| point.recipe.alpha.clone().unwrap();
    assert!(sweep.points.windows(2).all(|pair| alpha(&pair[0]).value() < alpha(&pair[1]).value()));
    // One half is one half, however it is written.
    let half = Sweep::run(&sample("play-tennis", "alpha = \"1/2\""), None).unwrap();
    assert_eq!(half.points.len(), sweep.points.len() - 1);
}

#[test]
fn a_sweep_without_effect_is_refused_with_the_reason() {
    for name in ["elephants", "person"] {
        let problem = Sweep::run(&sample(name, ""), None).unwrap_err();
        assert!(problem.what.contains("counts nothing"), "{name}: {}", problem.what);
        assert!(!problem.fix.is_empty());
    }
}

fn candidates(study: &Study) -> Vec<CandidateModel> {
    let rival = study.recipe.clone().overridden_by(recipe("model = \"logistic\""));
    vec![
        CandidateModel { name: "own".to_owned(), recipe: study.recipe.clone() },
        CandidateModel { name: "logistic".to_owned(), recipe: rival },
    ]
}

#[test]
fn at_full_size_a_learning_curve_is_a_holdout_evaluation() {
    for name in ["elephants", "iris", "play-tennis", "two-clusters", "person"] {
        let study = sample(name, "seed = 5");
        let learning = Learning::run(&study, &candidates(&study), 3, None).unwrap();
        assert_eq!(learning.seeds, [5, 6, 7], "{name}");
        for (curve, candidate) in learning.curves.iter().zip(candidates(&study)) {
            for (run, seed) in curve.stages.last().unwrap().runs.iter().zip(&learning.seeds) {
                let over = recipe(&format!("split = \"holdout:0.3\"\nseed = {seed}"));
                let alone = study.with_recipe(candidate.recipe.clone().overridden_by(over)).unwrap();
                let wanted = Summary::of(&Trial::plan(&alone, None).unwrap().run(None).unwrap());
                let run = run.as_ref().unwrap();
                assert_eq!((run.n, run.right), (wanted.n, wanted.right), "{name} {} {seed}", curve.name);
                same(run.log_loss, wanted.log_loss, name);
                same(run.brier, wanted.brier, name);
            }
        }
    }
}

#[test]
fn two_runs_are_equal_and_no_seed_depends_on_how_many_there_are() {
    let study = sample("elephants", "");
    let run = |seeds| Learning::run(&study, &candidates(&study), seeds, None).unwrap();
    let (first, second, few) = (run(7), run(7), run(2));
    assert_eq!(first, second);
    for (many, few) in first.curves.iter().zip(&few.curves) {
        for (many, few) in many.stages.iter().zip(&few.stages) {
            assert_eq!(many.runs[..2], few.runs[..]);
        }
    }
}

#[test]
fn a_subset_without_a_model_is_a_gap_that_is_counted() {
    // Two rows of each class are too few for a Σ of each class.
    let study = sample("elephants", "model = \"qda\"");
    let own = candidates(&study).remove(0);
    let learning = Learning::run(&study, &[own], 4, None).unwrap();
    let (without, problem) = learning.curves[0].stages[0].without_model().unwrap();
    assert_eq!((without, problem.kind), (4, "singular_covariance"));
    assert_eq!(learning.curves[0].stages[0].spread(Measure::Accuracy), None);
    assert_eq!(learning.curves[0].stages.last().unwrap().without_model(), None);
}

#[test]
fn too_few_rows_are_reported() {
    let study = open("a,class\n1,x\n2,y\n", "model = \"gaussian\"\nvar_smoothing = \"1\"");
    assert!(study.fitted.is_ok());
    let own = candidates(&study).remove(0);
    assert!(Learning::run(&study, &[own], 2, None).unwrap_err().what.contains("too few rows"));
}

#[test]
fn a_curve_can_be_stopped_and_reports_its_progress() {
    let study = sample("play-tennis", "");
    let watch = Watch::default();
    Sweep::run(&study, Some(&watch)).unwrap();
    let read = |counter: &std::sync::atomic::AtomicU64| counter.load(Ordering::Relaxed);
    assert_eq!((read(&watch.done), read(&watch.parts)), (14 * 14, 14));
    assert_eq!(read(&watch.total), 14 * 14);
    watch.stop.store(true, Ordering::Relaxed);
    for problem in [
        Sweep::run(&study, Some(&watch)).unwrap_err(),
        Learning::run(&study, &candidates(&study), 3, Some(&watch)).unwrap_err(),
    ] {
        assert!(problem.what.contains("stopped"), "{problem:?}");
    }
}

fn opened(experiment: &Experiment) -> Study {
    let source = Source::from_arg(format!("sample:{}", experiment.sample)).unwrap();
    Study::open(source, experiment.recipe().unwrap()).unwrap()
}

fn learned(name: &str) -> Learning {
    let experiment = experiment(name).unwrap();
    let study = opened(experiment);
    Learning::run(&study, &experiment.candidates(&study).unwrap(), SEEDS, None).unwrap()
}

fn mean(curve: &LearningCurve, at: usize, measure: Measure) -> f64 {
    let stage: &LearningStage = &curve.stages[at];
    assert_eq!(stage.without_model(), None);
    stage.spread(measure).unwrap().mean
}

fn at(learning: &Learning, size: u64) -> usize {
    learning.sizes.iter().position(|other| *other == size).unwrap()
}

/// How far the mean of the first curve is above that of the second.
fn ahead(learning: &Learning, at: usize, measure: Measure) -> f64 {
    let [one, other] = &learning.curves[..] else { panic!("two models") };
    mean(one, at, measure) - mean(other, at, measure)
}

#[test]
fn gda_needs_less_data_where_its_assumption_holds() {
    let learning = learned("gda-needs-less");
    for size in [15, 20, 30] {
        let at = at(&learning, size);
        assert!(ahead(&learning, at, Measure::Accuracy) >= 0.0095, "{size}");
        assert!(ahead(&learning, at, Measure::LogLoss) < -0.05, "{size}");
    }
    assert!(ahead(&learning, learning.sizes.len() - 1, Measure::Accuracy).abs() < 0.01);
    // As in the sentence of the experiment: not with 4 or 5.
    assert!([4, 5].iter().all(|size| ahead(&learning, at(&learning, *size), Measure::Accuracy) < 0.0));
}

#[test]
fn draws_of_which_logistic_regression_has_no_answer_of_its_own_are_counted() {
    let learning = learned("gda-needs-less");
    let held = |at: usize| learning.curves[1].stages[at].held().map_or(0, |(seeds, _)| seeds);
    // As in the sentence of the experiment.
    for (size, least, most) in [(4, 17, 20), (10, 17, 20), (15, 12, 14), (20, 4, 6)] {
        let seeds = held(at(&learning, size));
        assert!((least..=most).contains(&seeds), "{size} rows: {seeds} of 20");
    }
    assert_eq!(held(learning.sizes.len() - 1), 0);
    assert_eq!(learning.curves[0].stages[0].held(), None);
    let seeds = held(0);
    let text = gaps(&learning, 0);
    let sentence = format!(
        "logistic regression: for {seeds} of 20 seeds there is no single finite solution, so a ridge penalty of 0.01 was added."
    );
    assert!(text.contains(&sentence), "{text:?}");
    assert!(experiment("gda-needs-less").unwrap().look.contains("ridge penalty"));
}

#[test]
fn logistic_regression_comes_closer_to_counts_once_rows_are_many() {
    let learning = learned("counts");
    for size in [70, 100, 140] {
        let at = at(&learning, size);
        assert!((0.005..0.015).contains(&ahead(&learning, at, Measure::LogLoss)), "{size}");
        assert!(ahead(&learning, at, Measure::Accuracy).abs() < 0.01);
    }
    assert!(ahead(&learning, at(&learning, 20), Measure::LogLoss) < 0.0);
}

#[test]
fn logistic_regression_holds_up_on_long_tails() {
    let learning = learned("long-tails");
    let [gda, logistic] = &learning.curves[..] else { panic!("two models") };
    assert!((0..learning.sizes.len()).all(|size| ahead(&learning, size, Measure::Accuracy) < -0.02));
    let last = learning.sizes.len() - 1;
    assert!(mean(gda, last, Measure::Accuracy) < 0.835);
    assert!(mean(logistic, last, Measure::Accuracy) > 0.895);
}

#[test]
fn one_gaussian_a_class_separates_two_clusters_where_sigma_is_not_shared() {
    for (model, right) in [("gda", 92), ("qda", 193), ("gaussian", 193)] {
        let study = sample("two-clusters", &format!("model = \"{model}\"\nsplit = \"folds:10\""));
        let evaluation = Trial::plan(&study, None).unwrap().run(None).unwrap();
        assert_eq!(evaluation.right, right, "{model}");
    }
}

#[test]
fn smoothing_rescues_the_spam_set() {
    let sweep = Sweep::run(&sample("spam", "split = \"leave-one-out\""), None).unwrap();
    for point in &sweep.points {
        let summary = point.summary.as_ref().unwrap();
        let alpha: f64 = point.alpha.parse().unwrap();
        let undefined = if alpha == 0.0 { 12 } else { 0 };
        assert_eq!((summary.n, summary.n_undefined), (12, undefined), "α = {}", point.alpha);
        let right = if (0.001..=2.0).contains(&alpha) { 7 } else { summary.right.min(1) };
        assert_eq!(summary.right, right, "α = {}", point.alpha);
    }
}

#[test]
fn counting_words_beats_presence_in_letters() {
    let learning = learned("word-counts");
    assert!((0..learning.sizes.len()).all(|size| ahead(&learning, size, Measure::Accuracy) > 0.05));
    assert!(ahead(&learning, learning.sizes.len() - 1, Measure::Accuracy) > 0.2);
}

#[test]
fn every_experiment_has_a_sample_and_fits_the_start_list() {
    for experiment in experiments() {
        let study = opened(experiment);
        assert!(study.fitted.is_ok(), "{}", experiment.name);
        assert!(experiment.title.chars().count() <= 33, "{}", experiment.title);
        assert!(study.recipe.split.is_some(), "{}: rows that were learned from flatter", experiment.name);
        assert_eq!(experiment.candidates(&study).unwrap()[0].recipe, study.recipe);
    }
    let problem = experiment("long-tail").unwrap_err();
    assert!(problem.fix.contains("long-tails") && problem.usage);
}
