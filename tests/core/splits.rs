//! Models evaluated on rows that they did not see: split by the seed alone, fitted by merging sums, equal to models fitted from
//! scratch.

use crate::models;
use crate::program;

use std::sync::Arc;
use std::sync::atomic::Ordering;

use models::{has, open, recipe};
use posterior::evaluate::{Evaluation, Majority, Model, Trial};
use posterior::model::{Case, Fitted, PartStatistics, RowPrediction, Study};
use posterior::problem::Problem;
use posterior::recipe::{Recipe, Split};
use posterior::table::{Source, Watch, samples};
use posterior::worked::Posterior;
use program::printed;

/// Asserts that a model by merging is the one fitted from scratch, or that both have the same problem.
fn assert_same(merged: &Result<Fitted, Problem>, scratch: &Result<Fitted, Problem>, what: &str) {
    let (merged, scratch) = match (merged, scratch) {
        (Ok(merged), Ok(scratch)) => (merged, scratch),
        (Err(merged), Err(scratch)) => return assert_eq!(merged, scratch, "{what}"),
        _ => panic!("{what}: {:?} and {:?}", merged.as_ref().err(), scratch.as_ref().err()),
    };
    models::same_model(merged, scratch, 1e-12, what);
    for class in 0..merged.classes.len() {
        assert_eq!(merged.prior_estimate(class), scratch.prior_estimate(class), "{what}");
        assert_eq!(merged.class_table_rows(class), scratch.class_table_rows(class), "{what}");
    }
    assert_eq!(merged.dropped(), scratch.dropped(), "{what}");
    for (one, other) in merged.factors().iter().zip(scratch.factors()) {
        assert_eq!(one.values(), other.values(), "{what}");
        assert_eq!(one.cuts(), other.cuts(), "{what}");
        assert_eq!(one.left_out(), other.left_out(), "{what}");
    }
}

fn assert_same_prediction(merged: &RowPrediction, scratch: &RowPrediction, what: &str) {
    assert_eq!(merged.row, scratch.row, "{what}");
    assert_eq!(merged.undefined, scratch.undefined, "{what}");
    assert_eq!(merged.predicted, scratch.predicted, "{what}: {merged:?} {scratch:?}");
    for (one, other) in merged.log_joint.iter().zip(scratch.log_joint) {
        assert!(
            (one - other).abs() <= 1e-12 * other.abs().max(1.0) || one == other || one.is_nan(),
            "{what}: {one} {other}"
        );
    }
}

/// Every sample under every model that can read it, each with two of five choices of bins, priors and smoothing, and its
/// neighbours with others.
fn studies() -> Vec<(String, Study)> {
    let mut all = Vec::new();
    for (nth, sample) in samples().iter().filter(|sample| sample.has_rows()).enumerate() {
        let diagonal = "gda\"\ncovariance = \"shared-diagonal";
        let models =
            ["auto", "gaussian", "gda", "qda", diagonal, "bernoulli", "categorical", "multinomial", "mixed"];
        let choices = [
            "",
            "alpha = \"0\"\nprior = \"uniform\"",
            "bins = \"mdl\"",
            "bins = \"frequency:3\"",
            "var_smoothing = \"1e-3\"\nvocabulary = \"all-rows\"",
        ];
        for (at, model) in models.into_iter().enumerate() {
            for more in [choices[(nth + at) % 5], choices[(nth + at + 2) % 5]] {
                let toml = format!("model = \"{model}\"\n{more}");
                let Ok(recipe) = Recipe::from_toml(&toml, "test") else { continue };
                let study = Study::open(Source::Sample(sample), recipe).unwrap();
                if study.fitted.is_ok() {
                    all.push((format!("{} {toml}", sample.name), study));
                }
            }
        }
    }
    assert!(all.len() > 60, "{}", all.len());
    all
}

fn under(study: &Study, split: &str, seed: u64) -> Trial {
    let recipe = Recipe { split: Some(split.parse().unwrap()), seed: Some(seed), ..study.recipe.clone() };
    Trial::plan(&study.with_recipe(recipe).unwrap(), None).unwrap()
}

#[test]
fn models_by_merging_are_those_fitted_from_scratch() {
    studies().iter().for_each(|(name, study)| merging_is_fitting(name, study));
}

#[test]
fn models_of_rows_that_are_partly_held_out_are_those_fitted_from_scratch() {
    let csv = "x,y,kind,note,n,class\n1.5,7,u,a b,4,p\n2,3,v,b,1,p\n4,4,u,c a,9,p\n5,?,v,b b,3,q\n6,9,u,a,2,q\n\
               8,2,?,c,0,q\n7.5,1,u,b c,8,q\n3,8,v,a c,5,?\n9,6,v,c c a,6,p\n2.5,5,u,b a,7,q\n";
    for model in [
        "gaussian\"\nignore = [\"kind\", \"note\"]",
        "gda\"\nignore = [\"kind\", \"note\"]",
        "categorical\"\nbins = \"frequency:3\"\nignore = [\"note\"]",
        "mixed\"\n[[feature]]\nname = \"note\"\nkind = \"text\"\n[[feature]]\nname = \"x\"",
    ] {
        let study = open(csv, &format!("target = \"class\"\nweight = \"n\"\nmodel = \"{model}"));
        assert!(study.fitted.is_ok(), "{model}: {:?}", study.fitted.as_ref().err());
        merging_is_fitting(model, &study);
    }
}

fn merging_is_fitting(name: &str, study: &Study) {
    for split in ["folds:3", "leave-one-out", "holdout:0.3"] {
        let what = format!("{name} {split}");
        let trial = under(study, split, 3);
        let fitted = trial.whole.fitted().unwrap();
        let parts = trial.folds.count();
        let (partition, whole) = (&trial.folds.partition, Arc::clone(&fitted.statistics));
        let counted = PartStatistics::count(&trial.data, whole, partition, parts, |_| true).unwrap();
        let evaluation = trial.run(None).unwrap();
        // Of leave-one-out a few rows will do.
        for part in (0..parts).step_by(if parts > 3 { parts.div_ceil(5) } else { 1 }) {
            let data = Arc::new(trial.data_without(part));
            let scratch = Fitted::fit(Arc::clone(&data));
            let merged = counted.all_but(part, &data).unwrap();
            assert_same(&Fitted::estimate(Arc::clone(&data), Arc::new(merged)), &scratch, &what);
            if let (Split::LeaveOneOut, [row]) = (&trial.split, trial.folds.rows(part))
                && let Some(less) = fitted.statistics.all_but_case(&trial.data, *row)
            {
                assert_same(&Fitted::estimate(data, Arc::new(less)), &scratch, &what);
            }
            let rows = evaluation.rows.iter().filter(|row| row.fold == Some(part));
            match scratch {
                Ok(model) => {
                    let wanted = model.predictor(usize::MAX).rows(trial.folds.rows(part));
                    assert_eq!(rows.clone().count(), wanted.len(), "{what}");
                    rows.zip(wanted.iter())
                        .for_each(|(row, wanted)| assert_same_prediction(&row.prediction, &wanted, &what));
                }
                Err(error) => {
                    assert!(rows.clone().all(|row| row.prediction.undefined == Some("no_model")), "{what}");
                    warned(&evaluation, &[&error.to_string()]);
                }
            }
        }
    }
}

/// Asserts that one warning has these parts.
#[track_caller]
fn warned(evaluation: &Evaluation, parts: &[&str]) {
    let warnings = &evaluation.tested.as_ref().unwrap().warnings;
    let has_all = |warning: &String| parts.iter().all(|part| warning.contains(part));
    assert!(warnings.iter().any(has_all), "{parts:?} is not in {warnings:?}");
}

fn tennis(more: &str) -> Study {
    models::sample("play-tennis", more)
}

fn run(study: &Study) -> Evaluation {
    Trial::plan(study, None).unwrap().run(None).unwrap()
}

#[test]
fn play_tennis_is_worse_than_always_yes_when_each_row_is_left_out() {
    let evaluation = run(&tennis("split = \"leave-one-out\""));
    assert_eq!((evaluation.right, evaluation.n), (7, 14));
    assert_eq!(evaluation.tested.as_ref().unwrap().training, (13, 14));
    assert_eq!(evaluation.majority, Some(Majority { right: 9, class: Some(1) }));
    assert!(evaluation.rows.iter().map(|row| row.prediction.row).eq(0..14));
}

#[test]
fn the_baseline_predicts_the_majority_of_the_rows_the_model_learned_from() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str, csv: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, csv).unwrap();
        path.to_string_lossy().into_owned()
    };
    let two = path("two.csv", "f,class\na,A\na,A\na,A\nb,A\nb,B\na,B\n");
    let test = path("test.csv", "f,class\na,B\nb,B\nb,B\na,B\nb,A\n");
    // Without a row of the majority another class has it; of a tie the first class.
    let three = path("three.csv", "f,class\nu,a\nv,a\nu,a\nv,b\nu,b\nv,b\nu,c\nv,c\nw,c\nw,c\n");
    let most = path("most.csv", "f,w,class\nu,1,a\nv,1,b\nu,7,c\nv,2,a\nw,1,b\n");
    let file = format!("file:{test}");
    for (data, split, more, right, class) in [
        (&two, file.as_str(), &[][..], "1/5", Some("A")),
        (&two, "none", &[], "2/3", Some("A")),
        (&three, "none", &[], "2/5", Some("c")),
        // Of c four rows: without one of them a is the first of three.
        (&three, "leave-one-out", &[], "0/1", None),
        (&three, "folds:5", &[], "", None),
        (&three, "holdout:0.3", &[], "", None),
        (&most, "none", &["--weight", "w"], "7/12", Some("c")),
        (&most, "leave-one-out", &["--weight", "w"], "7/12", Some("c")),
    ] {
        let asked = ["--target", "class", "--split", split, "--seed", "3"];
        let asked = [&asked, more].concat();
        let text =
            |command: &str, more: &[&str]| printed(&[&[command, data.as_str()], &asked[..], more].concat());
        let json = |command: &str| -> serde_json::Value {
            serde_json::from_str(&text(command, &["--format", "json"])).unwrap()
        };
        let baseline = json("evaluate")["evaluation"]["baseline"]["frac"].clone();
        let compared = json("compare");
        let models = compared["models"].as_array().unwrap();
        let other = models.iter().find(|model| model["name"] == "baseline").unwrap();
        assert_eq!(baseline, other["accuracy"]["frac"], "{data} {split}");
        assert!(right.is_empty() || baseline == right, "{split}: {baseline}");
        let printed = text("evaluate", &[]).split_whitespace().collect::<Vec<_>>().join(" ");
        if let Some(class) = class {
            has(&printed, &[&format!("; always predicting {class} scores ")]);
        } else if right == "0/1" {
            let all = "; always predicting the majority class of a fold’s training rows scores 0/10";
            has(&printed, &[all]);
        }
    }
}

#[test]
fn the_seed_changes_the_folds_and_nothing_else_does() {
    let folds = |more: &str| {
        let trial = Trial::plan(&tennis(&format!("split = \"folds:4\"\n{more}")), None).unwrap();
        (0..14).map(|row| trial.folds.of_row(row).unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(folds(""), folds("seed = 1\nalpha = \"0\"\nprior = \"uniform\""));
    assert_ne!(folds(""), folds("seed = 2"));
}

#[test]
fn the_model_of_a_row_did_not_see_it() {
    let trial = Trial::plan(&tennis("split = \"leave-one-out\""), None).unwrap();
    let model = trial.model_of(trial.folds.of_row(5)).unwrap();
    let fitted = model.fitted().unwrap();
    assert_eq!((fitted.rows(), fitted.class_of_row(5)), (13, None));
    assert_eq!(fitted.data.unlabelled().count(), 0, "a row that is held out has a class");
    assert_eq!(trial.data.row_name(5), "row 6");
}

const LONELY: &str = "x,kind,class\n1,u,a\n2,v,a\n3,u,a\n5,v,b\n6,u,b\n7,u,b\n9,w,c\n";

#[test]
fn the_model_tested_on_the_only_row_of_a_class_does_not_predict_it_and_can_be_derived() {
    let models = [
        ("gaussian", "ignore = [\"kind\"]"),
        ("categorical", "ignore = [\"x\"]"),
        ("mixed", ""),
        ("gda", "ignore = [\"kind\"]"),
        ("qda", "ignore = [\"kind\"]\nridge = \"1e-3\""),
        ("logistic", "ignore = [\"kind\"]"),
    ];
    for ((model, more), alpha) in models.iter().flat_map(|model| ["0", "1"].map(|alpha| (model, alpha))) {
        let toml = format!("model = \"{model}\"\nalpha = \"{alpha}\"\nvar_smoothing = \"1e-3\"\n{more}\n");
        let trial = under(&open(LONELY, &toml), "leave-one-out", 1);
        let evaluation = trial.run(None).unwrap();
        assert_eq!(evaluation.labels.len(), 3, "{toml}");
        let last = evaluation.rows.iter().find(|row| row.prediction.row == 6).unwrap();
        assert_eq!(last.actual, 2);
        assert_eq!(last.prediction.log_joint[2], f64::NEG_INFINITY, "{toml}: {last:?}");
        warned(&evaluation, &["c has 1 row: the model tested on it has not seen the class."]);
        let model = trial.model_of(trial.folds.of_row(6)).unwrap();
        let Some(fitted) = model.fitted() else { continue };
        let case = Case::from_row(fitted, 6).unwrap();
        assert!(fitted.predict(&case).posterior.as_ref().unwrap()[2].is_zero(), "{toml}");
        assert!(!Posterior::new(fitted, &case).unwrap().rows.is_empty());
        for class in ["a", "b", "c"] {
            models::derived(fitted, Some(&case), &format!("P({class} | x)"));
        }
    }
}

#[test]
fn a_fold_without_a_model_is_named_and_its_rows_count_as_wrong() {
    let prior = "ignore = [\"kind\"]\nprior = \"uniform\"\nvar_smoothing = \"1e-3\"";
    for (csv, more, n, parts) in [
        // A class with a prior and no row has no density.
        (LONELY, prior, 7, ["With row 7 left out, no model can be fitted", "1 row has no posterior"]),
        // Without the only row that differs, x never varies in b.
        ("x,class\n1,a\n2,a\n3,a\n5,b\n5,b\n6,b\n", "", 6, ["row 6", "variance there is 0"]),
    ] {
        let evaluation = run(&open(csv, &format!("model = \"gaussian\"\nsplit = \"leave-one-out\"\n{more}")));
        assert_eq!((evaluation.n, evaluation.n_undefined), (n, 1));
        warned(&evaluation, &parts);
        assert_eq!(evaluation.tested.unwrap().folds.len(), 1);
    }
}

#[test]
fn the_vocabulary_of_all_rows_leaks_as_asked_and_it_is_reported() {
    let csv = "text,class\na b,x\na c,x\nd e,y\nd f,y\n";
    for (vocabulary, v) in [("training", 5), ("all-rows", 6)] {
        let text = "split = \"leave-one-out\"\n[[feature]]\nname = \"text\"\nkind = \"text\"";
        let study = open(csv, &format!("vocabulary = \"{vocabulary}\"\n{text}"));
        let trial = Trial::plan(&study, None).unwrap();
        let model = trial.model_of(trial.folds.of_row(0)).unwrap();
        assert_eq!(model.fitted().unwrap().factors()[0].k(), v, "{vocabulary}");
        let warned = trial.warnings.iter().any(|warning| warning.contains("vocabulary"));
        assert_eq!(warned, vocabulary == "all-rows");
    }
}

#[test]
fn a_trial_can_be_stopped() {
    let watch = Watch::default();
    watch.stop.store(true, Ordering::Relaxed);
    let trial = Trial::plan(&tennis("split = \"folds:3\""), None).unwrap();
    assert!(trial.run(Some(&watch)).is_err());
    let watch = Watch::default();
    trial.run(Some(&watch)).unwrap();
    assert_eq!(watch.done.load(Ordering::Relaxed), watch.total.load(Ordering::Relaxed));
}

#[test]
fn logistic_regression_is_evaluated_by_the_same_rows() {
    let toml = "model = \"logistic\"\nsplit = \"folds:3\"\nignore = [\"x\"]";
    let trial = Trial::plan(&open(LONELY, toml), None).unwrap();
    let evaluation = trial.run(None).unwrap();
    assert_eq!((evaluation.rows.len(), evaluation.labels.len()), (7, 3));
    assert!(matches!(trial.model_of(trial.folds.of_row(0)).unwrap(), Model::Logistic(_)));
    warned(&evaluation, &["counts as the reference"]);
}

fn with_test(train: &str, test: &str, more: &str) -> Result<(Trial, Evaluation), Problem> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("TEST.csv");
    std::fs::write(&path, test).unwrap();
    let recipe = Recipe { split: Some(Split::File(path.to_string_lossy().into_owned())), ..recipe(more) };
    let study = Study::open(Source::bytes("train.csv", train.as_bytes().to_vec()), recipe).unwrap();
    let trial = Trial::plan(&study, None)?;
    let evaluation = trial.run(None)?;
    Ok((trial, evaluation))
}

#[test]
fn a_test_file_is_read_by_its_names_and_a_class_of_its_own_is_wrong() {
    // Other order, a column more, an unseen category, an unseen class, and a row without a class.
    let test = "class,note,kind,x\nb,z,u,6\nzebra,z,v,1\na,z,new,2\n,z,u,1\n";
    let (trial, evaluation) = with_test(LONELY, test, "model = \"mixed\"\nvar_smoothing = \"1e-3\"").unwrap();
    assert_eq!(models::texts(&evaluation.labels), ["a", "b", "c", "zebra"]);
    assert_eq!((evaluation.predictable, evaluation.n, evaluation.right), (3, 3, 2));
    assert_eq!(evaluation.matrix[3], [1, 0, 0]);
    assert_eq!(trial.data.row_name(9), "row 3 of TEST.csv");
    warned(&evaluation, &["1 row is zebra"]);
    warned(&evaluation, &["1 row has no class in TEST.csv: it is left out."]);
    let (_, evaluation) = with_test(LONELY, &format!("{test},z,u,2\n"), "model = \"mixed\"").unwrap();
    warned(&evaluation, &["2 rows have no class in TEST.csv: they are left out."]);
    // The model is the one that is shown: K and order of the classes, counts and means are those of the training file.
    let model = trial.model_of(trial.folds.of_row(7)).unwrap();
    let (test, whole) = (model.fitted().unwrap(), trial.whole.fitted().unwrap());
    assert_eq!(test.classes, whole.classes);
    assert_eq!(format!("{:?}", test.factors()[1].values()), format!("{:?}", whole.factors()[1].values()));
    assert_eq!(test.rows(), whole.rows());
}

#[test]
fn a_test_file_is_read_by_the_rule_of_queries() {
    let train = "drink,gram,class\ntea,-,1\ntea,+,0\nCola,-,2\ncola,x,1\ntea,x,2\nCola,+,0\n";
    let evaluated = |test: &str| with_test(train, test, "target = \"class\"").unwrap().1;
    let warnings = |evaluation: &Evaluation| evaluation.tested.as_ref().unwrap().warnings.clone();
    // `-` and numbers only: by itself the column would hold numbers, and `-` would be missing.
    let exact = evaluated("drink,gram,class\ntea,-,1\ntea,-,0\nCola,-,2\n");
    let other = evaluated("drink,gram,class\nTEA,-,1.0\ntea,-,0.0\nCola,-,2.0\n");
    assert_eq!((exact.labels.len(), other.labels.len()), (3, 3));
    assert_eq!((&exact.matrix, exact.log_loss), (&other.matrix, other.log_loss));
    assert!(warnings(&exact).is_empty(), "{:?}", warnings(&exact));
    let read_as = "In class of the test file 1.0 is read as 1, 0.0 is read as 0, 2.0 is read as 2.";
    warned(&other, &[read_as]);
    warned(&other, &["In drink of the test file TEA is read as tea."]);
    // Two values of training equal it: neither is meant.
    let neither = warnings(&evaluated("drink,gram,class\nCOLA,-,1\n"));
    assert!(neither.iter().all(|note| !note.contains("read as")), "{neither:?}");
}

#[test]
fn a_test_file_without_a_column_is_refused_by_name() {
    for (test, parts) in [
        ("class,x\na,1\n", &["TEST.csv", "“kind”"][..]),
        ("kind,x\nu,1\n", &["class"]),
        ("kind,x,class\nu,1,?\n", &["no row of"]),
    ] {
        let problem = with_test(LONELY, test, "model = \"mixed\"\nvar_smoothing = \"1e-3\"").unwrap_err();
        has(&problem.what, parts);
        assert!(!test.starts_with("class") || problem.kind == "unknown_column", "{problem:?}");
    }
}

#[test]
fn a_model_that_is_prepared_for_few_rows_predicts_as_one_for_many() {
    // A text of which each document has words of its own: 800 words, so that a table of them pays from the fourth row on.
    let words = |row: usize| (0..10).map(|at| format!("w{} ", (row * 10 + at * 7) % 800)).collect::<String>();
    let csv: String = (0..160).map(|row| format!("{},{}\n", words(row), ["a", "b", "c"][row % 3])).collect();
    let source = Source::bytes("words", format!("text,class\n{csv}").into_bytes());
    for model in ["multinomial", "bernoulli"] {
        // The last α has no short bar.
        for alpha in ["0", "1", "1/12345678901234567891"] {
            let text = format!("[[feature]]\nname = \"text\"\nkind = \"text\"\nevent = \"{model}\"");
            let recipe = recipe(&format!("target = \"class\"\nalpha = \"{alpha}\"\n{text}"));
            let study = Study::open(source.clone(), recipe).unwrap();
            let fitted = study.model().unwrap();
            let rows: Vec<usize> = (0..160).collect();
            let all = fitted.predictor(usize::MAX).rows(&rows);
            for few in [3, 4] {
                let found = fitted.predictor(few).rows(&rows);
                let bits =
                    |of: &RowPrediction<'_>| of.log_joint.iter().map(|ln| ln.to_bits()).collect::<Vec<_>>();
                let same = found.iter().zip(all.iter()).all(|(a, b)| bits(&a) == bits(&b));
                assert!(same, "{model} {alpha} {few}");
            }
            for row in all.iter().step_by(53) {
                let exact = fitted.predict(&Case::from_row(fitted, row.row).unwrap());
                for (ln, score) in row.log_joint.iter().zip(&exact.joint) {
                    let wanted = score.as_ref().map_or(f64::NAN, |score| score.ln());
                    assert!(*ln == wanted || (ln - wanted).abs() < 1e-9 * wanted.abs(), "{model} {alpha}");
                }
            }
        }
    }
}
