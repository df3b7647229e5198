//! Several models on the same rows: the core and the command.

use crate::{Folder, contains, fails, flat, has, json, models, prints, table};

use std::sync::atomic::Ordering;

use posterior::evaluate::{
    Comparison, ComparisonProgress, Measure, MetricKind, MetricValue, Model, ModelSpec, ParameterCount, Trial,
};
use posterior::model::Study;
/// A sample or a table with some lines of a recipe.
fn study(data: &str, recipe: &str) -> Study {
    match data.strip_prefix("sample:") {
        Some(name) => models::sample(name, recipe),
        None => models::open(data, recipe),
    }
}

fn words(words: &str) -> Vec<ModelSpec> {
    ModelSpec::list(&words.split(',').map(str::to_owned).collect::<Vec<_>>()).unwrap()
}

fn compared(study: &Study, models: &str) -> Comparison {
    Comparison::run(study, Some(&words(models)), None).unwrap()
}

#[test]
fn every_model_on_every_sample_is_evaluated_or_has_a_reason() {
    for sample in posterior::table::samples().iter().filter(|sample| sample.has_rows()) {
        let name = sample.name;
        let study = study(&format!("sample:{name}"), "");
        let found = Comparison::run(&study, None, None).unwrap();
        assert_eq!(found.results.len() + found.refused.len(), ModelSpec::all().len(), "{name}");
        assert!(found.results.iter().any(|one| one.spec == ModelSpec::Baseline), "{name}");
        assert!(found.refused.iter().all(|refused| !refused.problem.what.is_empty()), "{name}");
        assert!(study.fitted.is_err() || found.own.is_some(), "{name}: its own model is compared");
        for one in &found.results {
            assert_eq!(one.predictions.len(), found.rows.len(), "{name}, {}", one.candidate.name);
            assert_eq!(one.n, found.n, "{name}, {}", one.candidate.name);
        }
    }
}

#[test]
fn all_models_are_evaluated_on_the_same_rows_in_the_same_folds() {
    let found = compared(&study("sample:iris", ""), "gda,gaussian,categorical,logistic,baseline");
    let folds = |at: usize| -> Vec<Option<usize>> {
        found.rows.iter().map(|row| found.results[at].trial.folds.of_row(row.row)).collect()
    };
    assert_eq!((folds(0).len(), folds(0).iter().flatten().max()), (150, Some(&9)));
    assert!((1..5).all(|at| folds(at) == folds(0)));
    assert_eq!(found.pairs().count(), 10);
    for pair in found.pairs() {
        let (a, b) = (&found.results[pair.a], &found.results[pair.b]);
        assert_eq!((pair.both + pair.only_a, pair.both + pair.only_b), (a.right, b.right));
        assert_eq!(pair.both + pair.only_a + pair.only_b + pair.neither, found.n);
        let differ = (0..found.rows.len()).filter(|at| a.predictions[*at].class != b.predictions[*at].class);
        assert_eq!(pair.differ, differ.collect::<Vec<_>>());
    }
}

#[test]
fn one_model_of_a_comparison_has_the_figures_of_its_own_evaluation() {
    for model in ["gda", "qda", "gaussian", "logistic"] {
        let study = study("sample:iris", &format!("split = \"folds:10\"\nmodel = \"{model}\""));
        let alone = Trial::plan(&study, None).unwrap().run(None).unwrap();
        let found = compared(&study, model);
        let one = &found.results[0];
        assert_eq!((one.right, one.n), (alone.right, alone.n), "{model}");
        let MetricValue::Value(loss) = one.measured(MetricKind::LogLoss) else { panic!("{model}") };
        assert_eq!(Some(loss.to_f64()), alone.log_loss, "{model}");
        assert_eq!(Some(one.training), alone.tested.map(|tested| tested.training), "{model}");
    }
}

const GAPS: &str =
    "a,b,class\n1,2,x\n2,,x\n2.5,3,x\n1.5,2.5,x\n5,6,y\n,7,y\n6,6.5,y\n5.5,7.5,y\n3,4,x\n4.5,5,y\n";

#[test]
fn rows_that_some_model_cannot_read_are_left_out_for_all() {
    let study = study(GAPS, "split = \"folds:2\"");
    let all = compared(&study, "gaussian,baseline");
    assert_eq!(all.rows.len(), 10);
    let some = compared(&study, "gda,gaussian,baseline");
    assert_eq!(some.rows.iter().map(|row| row.row).collect::<Vec<_>>(), [0, 2, 3, 4, 6, 7, 8, 9]);
    assert!(some.results.iter().all(|one| one.n == 8));
    assert!(some.warnings.iter().any(|remark| remark.contains("GDA needs every feature. 2 rows lack one")));
    // The folds are those of all rows.
    for row in &some.rows {
        let fold = |found: &Comparison| found.results[0].trial.folds.of_row(row.row);
        assert_eq!(fold(&some), fold(&all));
    }
    let none = compared(&self::study(GAPS, "split = \"none\""), "gda,gaussian");
    assert!(none.results.iter().all(|one| one.n == 8), "the training rows, too");
}

#[test]
fn the_split_is_chosen_by_the_smallest_class_and_reported() {
    let found = compared(&study("sample:iris", ""), "baseline");
    assert_eq!(found.split.to_string(), "folds:10");
    assert!(found.warnings[0].contains("10 folds"));
    let found = compared(&study("sample:play-tennis", ""), "baseline");
    assert_eq!(found.split.to_string(), "folds:5");
    assert!(found.warnings[0].contains("No has fewer than 10 rows"), "{:?}", found.warnings);
    let asked = compared(&study("sample:play-tennis", "split = \"none\""), "baseline,categorical");
    assert_eq!(asked.split.to_string(), "none");
    assert_eq!((asked.results[1].right, asked.n), (13, 14));
    // 9 of 14 rows are Yes: log loss and Brier score of the baseline are those of the shares, by hand.
    let baseline = &asked.results[0];
    let (yes, no) = (9.0 / 14.0_f64, 5.0 / 14.0_f64);
    let value = |kind: MetricKind| baseline.measured(kind).value().unwrap().to_f64();
    assert_eq!(baseline.right, 9);
    assert!((value(MetricKind::LogLoss) + yes * yes.ln() + no * no.ln()).abs() < 1e-12);
    assert!((value(MetricKind::Brier) - (yes * 2.0 * no * no + no * 2.0 * yes * yes)).abs() < 1e-12);
}

#[test]
fn weights_count_as_rows() {
    let rows = [("a", 3, "x"), ("b", 2, "y"), ("a", 1, "y"), ("b", 4, "x")];
    let weighted = rows.map(|(v, n, class)| format!("{v},{n},{class}\n")).concat();
    let repeated = rows.map(|(v, n, class)| format!("{v},{class}\n").repeat(n)).concat();
    let weighted = study(&format!("v,n,class\n{weighted}"), "split = \"none\"\nweight = \"n\"");
    let repeated = study(&format!("v,class\n{repeated}"), "split = \"none\"");
    let [weighted, repeated] = [weighted, repeated].map(|study| compared(&study, "categorical,baseline"));
    assert_eq!((weighted.n, weighted.rows.len(), repeated.rows.len()), (10, 4, 10));
    let (a, b) = (weighted.pair(0, 1).unwrap(), repeated.pair(0, 1).unwrap());
    assert_eq!((a.both, a.only_a, a.only_b, a.neither, a.p), (b.both, b.only_a, b.only_b, b.neither, b.p));
}

/// Counted by hand from the shapes: iris has 3 classes and 4 numbers; play-tennis 2 classes and columns of 3, 3, 2 and 2
/// values; chinese-japan 2 classes and 6 words.
#[test]
fn free_parameters_are_counted() {
    let flags = "a,b,class\n1,0,x\n0,1,y\n1,1,x\n0,0,y\n";
    let mixed = "a,v,class\n1.5,p,x\n2.5,q,y\n3.5,r,x\n0.5,p,y\n";
    for (data, recipe, expected) in [
        ("sample:iris", "model = \"gda\"", 2 + 12 + 10),
        ("sample:iris", "model = \"gda\"\ncovariance = \"per-class\"", 2 + 12 + 30),
        ("sample:iris", "model = \"qda\"", 2 + 12 + 30),
        ("sample:iris", "model = \"gda\"\ncovariance = \"shared-diagonal\"", 2 + 12 + 4),
        ("sample:iris", "model = \"gda\"\ncovariance = \"per-class-diagonal\"", 2 + 12 + 12),
        ("sample:iris", "model = \"gaussian\"", 2 + 2 * 3 * 4),
        ("sample:iris", "model = \"logistic\"", 2 * 5),
        ("sample:iris", "model = \"categorical\"\nbins = \"width:10\"", 2 + 3 * 4 * 9),
        ("sample:play-tennis", "model = \"categorical\"", 1 + 2 * (2 + 2 + 1 + 1)),
        ("sample:play-tennis", "model = \"categorical\"\nprior = \"uniform\"", 2 * 6),
        ("sample:chinese-japan", "model = \"multinomial\"", 1 + 2 * 5),
        ("sample:chinese-japan", "model = \"bernoulli\"\nevent = \"bernoulli\"", 1 + 2 * 6),
        (flags, "model = \"bernoulli\"", 1 + 2 * 2),
        (mixed, "model = \"mixed\"", 1 + 2 * 2 + 2 * 2),
    ] {
        let study = study(data, recipe);
        assert_eq!(ParameterCount::of(&Model::of(&study).unwrap()).count, expected, "{data}: {recipe}");
    }
}

#[test]
fn models_of_numbers_use_no_bins_and_models_of_categories_use_them() {
    let study = study("sample:living-area", "");
    let found = compared(&study, "gaussian,categorical,logistic");
    let names = |found: &Comparison| -> Vec<String> {
        found.results.iter().map(|one| one.candidate.name.clone()).collect()
    };
    assert_eq!(names(&found), ["Gaussian", "categorical, 5 bins", "logistic"]);
    assert_eq!(found.own, Some(1));
    let found = compared(&self::study("sample:iris", ""), "categorical");
    assert_eq!(names(&found), ["categorical, 10 bins"]);
    // A column without bins has bins again where values are counted, and only there.
    let row = |i: usize| format!("{}.5,{},{}\n", i * 7 % 60, i * 11 % 60, ["a", "b", "c"][i % 3]);
    let csv = table("u,v,y", (0..60).map(row));
    let bare = self::study(&csv, "[[column]]\nname = \"u\"\nbins = \"none\"");
    let found = compared(&bare, "gaussian,categorical");
    assert_eq!(names(&found), ["Gaussian", "categorical, 10 bins"]);
}

#[test]
fn sorting_puts_the_best_first_and_infinite_figures_last() {
    let found = compared(&study("sample:iris", ""), "baseline,gaussian,gda");
    let names = |by: Option<Measure>| -> Vec<&str> {
        found.sorted(by).iter().map(|at| found.results[*at].spec.word()).collect()
    };
    assert_eq!(names(None), ["baseline", "gaussian", "gda"]);
    for by in [Measure::Accuracy, Measure::LogLoss, Measure::Brier] {
        assert_eq!(names(Some(by)), ["gda", "gaussian", "baseline"]);
        assert_eq!(found.best(by), [2]);
    }
    assert_eq!(names(Some(Measure::Parameters)), ["baseline", "gda", "gaussian"]);
    let study = study("sample:play-tennis", "alpha = \"0\"\nsplit = \"leave-one-out\"");
    let found = compared(&study, "categorical,baseline");
    assert_eq!(found.results[0].measured(MetricKind::LogLoss), &MetricValue::Infinite);
    assert_eq!(found.sorted(Some(Measure::LogLoss)), [1, 0]);
    assert_eq!(found.best(Measure::LogLoss), [1]);
}

/// Without fold 1 or fold 2 column a never varies, so the normal models predict nothing: no figure of theirs is the best.
#[test]
fn a_model_that_predicts_only_some_rows_is_not_the_best() {
    let text = "a,class\n1,x\n2,x\n1.5,x\n5,y\n6,y\n7,y\n1.2,z\n9,z\n";
    let found = compared(&study(text, "split = \"folds:2\""), "gaussian,baseline");
    assert!(found.results[0].n_undefined > 0);
    assert_eq!((found.best(Measure::LogLoss), found.best(Measure::Brier)), (vec![1], vec![1]));
}

#[test]
fn a_comparison_can_be_stopped_and_reports_progress() {
    let study = study("sample:iris", "");
    let stage = ComparisonProgress::default();
    stage.watch.stop.store(true, Ordering::Relaxed);
    let stopped = Comparison::run(&study, None, Some(&stage)).unwrap_err();
    assert!(stopped.what.contains("stopped"), "{}", stopped.what);
    let stage = ComparisonProgress::default();
    Comparison::run(&study, Some(&words("gda,baseline")), Some(&stage)).unwrap();
    assert_eq!(stage.words(), "baseline, fold 10 of 10");
    let (done, total) = (stage.watch.done.load(Ordering::Relaxed), stage.watch.total.load(Ordering::Relaxed));
    assert_eq!((done, total), (600, 600));
}

/// The seconds are the only number that is not the same every time.
fn masked(text: &str) -> String {
    let mut masked = String::new();
    let mut seconds = false;
    for line in text.lines() {
        seconds = (seconds || line.ends_with("seconds")) && !line.is_empty();
        let number = line.rsplit(' ').next().filter(|word| seconds && word.contains('.'));
        let line = number
            .map_or(line.to_owned(), |number| line.replace(number, &"?".repeat(number.chars().count())));
        masked.push_str(&format!("{line}\n"));
    }
    masked
}

#[test]
fn the_command_prints_tables() {
    insta::assert_snapshot!("compare_iris", masked(&prints("compare sample:iris")));
    let line = "compare sample:chinese-japan --sort brier --split leave-one-out";
    insta::assert_snapshot!("compare_words", masked(&prints(line)));
    has(&prints("compare sample:loan --split none"), &["training rows"]);
}

/// Row numbers would make every model look good, so a comparison reports that they are left out.
#[test]
fn a_comparison_reports_the_columns_it_leaves_out() {
    let row = |i: usize| format!("\"{}\",{},{}\n", i + 1, i * 7 % 60, ["a", "b", "c"][i / 20]);
    let csv = table("\"\",\"u\",\"kind\"", (0..60).map(row));
    let folder = Folder::with(&[("rows.csv", &csv)]);
    let report = |flags: &str| flat(&folder.prints(&format!("compare rows.csv {flags}")));
    let text = report("");
    assert_eq!(text.matches("column 1 (has no name in the header) is left out").count(), 1, "{text}");
    let part = "what the model learns from it does not carry over to new rows";
    has(&report("--features 'column 1,u'"), &[part]);
    assert!(!report("--ignore 'column 1'").contains("column 1"));
}

#[test]
fn the_json_has_models_and_pairs() {
    let found = json("compare sample:iris --models gda,bernoulli,baseline --seed 2");
    assert_eq!((&found["split"], &found["seed"], &found["n"]), (&"folds:10".into(), &2.into(), &150.into()));
    let models = found["models"].as_array().unwrap();
    let names: Vec<&str> = models.iter().map(|of| of["model"].as_str().unwrap()).collect();
    assert_eq!(names, ["gda", "baseline", "bernoulli"]);
    assert_eq!(models[0]["parameters"], 24);
    assert_eq!(models[2]["refused"]["kind"], "wrong_kind");
    let pairs = found["pairs"].as_array().unwrap();
    assert_eq!((pairs.len(), &pairs[0]["a"], &pairs[0]["b"]), (1, &"gda".into(), &"baseline".into()));
    assert!(pairs[0]["p"]["frac"].is_string());
    let plain = json("compare sample:play-tennis --models logistic --model logistic");
    assert_eq!(plain["models"][0]["model"], "logistic");
    fails(2, "compare sample:iris --models gda,logitsic", &["logitsic", "logistic"]);
    fails(2, "compare sample:iris --sort speed", &[]);
    // No model that was asked for can be fitted.
    fails(3, "compare sample:iris --models bernoulli", &[]);
    fails(2, "show sample:iris --model logistic", &["posterior compare"]);
}

#[test]
fn a_default_penalty_is_counted_by_folds() {
    let rows: String =
        (0..40).map(|i| format!("{},{}\n", i * 7 % 40, if i * 7 % 40 < 20 { "a" } else { "b" })).collect();
    let csv = format!("x,y\n{rows}");
    for (name, warning) in [
        ("folds:5", "In 5 of 5 folds plain logistic regression has no unique finite weights"),
        ("none", "On the training rows, plain logistic regression has no unique finite weights"),
    ] {
        let found = compared(&study(&csv, &format!("split = \"{name}\"")), "gda,logistic");
        let [gda, logistic] = &found.results[..] else { panic!("two models") };
        contains(&logistic.warnings.join("\n"), &[warning], name);
        assert!(gda.warnings.iter().all(|remark| !remark.contains("penalty")));
    }
}

/// Among many pairs, chance alone gives a large difference more often.
#[test]
fn the_verdict_on_chance_depends_on_the_number_of_pairs() {
    let study = study("sample:two-clusters", "");
    let alone = compared(&study, "gda,gaussian");
    let mut pair = alone.pair(0, 1).unwrap();
    pair.p = posterior::math::Number::Float(0.02);
    assert!(pair.is_seldom(1) && pair.is_seldom(2) && !pair.is_seldom(3));
    let many = compared(&study, "gda,gaussian,baseline");
    for (found, end) in [
        (&alone, ": chance alone would seldom give such a difference."),
        (&many, ": chance alone can give such a difference among 3 pairs."),
    ] {
        let verdict = posterior::report::verdict(found, &pair).plain();
        assert!(verdict.ends_with(end), "{verdict}");
    }
}
