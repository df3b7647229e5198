//! Several models on the same rows: the core and the command.

use crate::fails;
use crate::program::{ended, json, printed};

use std::sync::atomic::Ordering;

use posterior::evaluate::{
    Comparison, ComparisonProgress, Measure, MetricKind, MetricValue, Model, ModelSpec, ParameterCount, Trial,
};
use posterior::model::Study;
use posterior::recipe::{Bins, ColumnChoice, Recipe};
use posterior::table::Source;

fn study(data: &str, change: impl FnOnce(&mut Recipe)) -> Study {
    let mut recipe = Recipe::default();
    change(&mut recipe);
    let source = match data.strip_prefix("sample:") {
        Some(_) => Source::from_arg(std::ffi::OsStr::new(data)).unwrap(),
        None => Source::bytes("data.csv", data.as_bytes().to_vec()),
    };
    Study::open(source, recipe).unwrap()
}

fn words(words: &str) -> Vec<ModelSpec> {
    ModelSpec::list(&words.split(',').map(str::to_owned).collect::<Vec<_>>()).unwrap()
}

fn compared(study: &Study, models: &str) -> Comparison {
    Comparison::run(study, Some(&words(models)), None).unwrap()
}

#[test]
fn every_model_on_every_sample_is_evaluated_or_says_why_not() {
    for name in
        posterior::table::samples().iter().filter(|sample| sample.has_rows()).map(|sample| sample.name)
    {
        let study = study(&format!("sample:{name}"), |_| {});
        let found = Comparison::run(&study, None, None).unwrap();
        assert_eq!(found.results.len() + found.refused.len(), ModelSpec::all().len(), "{name}");
        assert!(found.results.iter().any(|one| one.spec == ModelSpec::Baseline), "{name}");
        assert!(found.refused.iter().all(|refused| !refused.problem.what.is_empty()), "{name}");
        assert!(study.fitted.is_err() || found.own.is_some(), "{name}: its own model takes part");
        for one in &found.results {
            assert_eq!(one.predictions.len(), found.rows.len(), "{name}, {}", one.candidate.name);
            assert_eq!(one.n, found.n, "{name}, {}", one.candidate.name);
        }
    }
}

#[test]
fn all_models_are_evaluated_by_the_same_rows_in_the_same_folds() {
    let found = compared(&study("sample:iris", |_| {}), "gda,gaussian,categorical,logistic,baseline");
    let folds: Vec<Option<usize>> =
        found.rows.iter().map(|row| found.results[0].trial.folds.of_row(row.row)).collect();
    assert_eq!((folds.len(), folds.iter().flatten().max()), (150, Some(&9)));
    for one in &found.results {
        let of: Vec<_> = found.rows.iter().map(|row| one.trial.folds.of_row(row.row)).collect();
        assert_eq!(of, folds, "{}", one.candidate.name);
    }
}

/// One model of a comparison is that model judged alone under the same split.
#[test]
fn a_standing_is_what_evaluate_says() {
    for model in ["gda", "qda", "gaussian", "logistic"] {
        let study = study("sample:iris", |recipe| {
            recipe.split = Some("folds:10".parse().unwrap());
            recipe.model = Some(model.parse().unwrap());
        });
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
fn rows_that_some_model_cannot_read_judge_none() {
    let study = study(GAPS, |recipe| recipe.split = Some("folds:2".parse().unwrap()));
    let all = compared(&study, "gaussian,baseline");
    assert_eq!(all.rows.len(), 10);
    let some = compared(&study, "gda,gaussian,baseline");
    assert_eq!(some.rows.iter().map(|row| row.row).collect::<Vec<_>>(), [0, 2, 3, 4, 6, 7, 8, 9]);
    assert!(some.results.iter().all(|one| one.n == 8));
    assert!(some.warnings.iter().any(|remark| remark.contains("GDA needs every feature. 2 rows lack one")));
    // They are dealt all the same: the folds are those of all rows.
    for row in &some.rows {
        let fold = |found: &Comparison| found.results[0].trial.folds.of_row(row.row);
        assert_eq!(fold(&some), fold(&all));
    }
    let none =
        study.with_recipe(Recipe { split: Some("none".parse().unwrap()), ..Recipe::default() }).unwrap();
    let none = compared(&none, "gda,gaussian");
    assert!(none.results.iter().all(|one| one.n == 8), "the training rows, too");
}

#[test]
fn the_split_is_chosen_by_the_smallest_class_and_reported() {
    let found = compared(&study("sample:iris", |_| {}), "baseline");
    assert_eq!(found.split.to_string(), "folds:10");
    assert!(found.warnings[0].contains("10 folds"));
    let found = compared(&study("sample:play-tennis", |_| {}), "baseline");
    assert_eq!(found.split.to_string(), "folds:5");
    assert!(found.warnings[0].contains("No has fewer than 10 rows"), "{:?}", found.warnings);
    let asked = compared(
        &study("sample:play-tennis", |recipe| recipe.split = Some("none".parse().unwrap())),
        "baseline,categorical",
    );
    assert_eq!(asked.split.to_string(), "none");
    assert_eq!((asked.results[1].right, asked.n), (13, 14));
}

/// 9 of 14 rows are Yes: log loss and Brier score are those of the shares, by hand.
#[test]
fn the_baseline_says_the_shares_of_the_classes() {
    let study = study("sample:play-tennis", |recipe| recipe.split = Some("none".parse().unwrap()));
    let found = compared(&study, "baseline");
    let one = &found.results[0];
    let (yes, no) = (9.0 / 14.0_f64, 5.0 / 14.0_f64);
    let value = |kind: MetricKind| one.measured(kind).value().unwrap().to_f64();
    assert_eq!(one.right, 9);
    assert!((value(MetricKind::LogLoss) + yes * yes.ln() + no * no.ln()).abs() < 1e-12);
    assert!((value(MetricKind::Brier) - (yes * 2.0 * no * no + no * 2.0 * yes * yes)).abs() < 1e-12);
}

#[test]
fn weights_count_as_rows() {
    let weighted = "v,n,class\na,3,x\nb,2,y\na,1,y\nb,4,x\n";
    let mut repeated = "v,class\n".to_owned();
    for (row, times) in [("a,x\n", 3), ("b,y\n", 2), ("a,y\n", 1), ("b,x\n", 4)] {
        repeated.push_str(&row.repeat(times));
    }
    let none = |recipe: &mut Recipe| recipe.split = Some("none".parse().unwrap());
    let mine = study(weighted, |recipe| {
        none(recipe);
        recipe.weight = Some("n".into());
    });
    let (mine, theirs) =
        (compared(&mine, "categorical,baseline"), compared(&study(&repeated, none), "categorical,baseline"));
    assert_eq!((mine.n, mine.rows.len(), theirs.rows.len()), (10, 4, 10));
    let (a, b) = (mine.pair(0, 1).unwrap(), theirs.pair(0, 1).unwrap());
    assert_eq!((a.both, a.only_a, a.only_b, a.neither, a.p), (b.both, b.only_a, b.only_b, b.neither, b.p));
}

#[test]
fn a_pair_counts_what_each_is_right_for() {
    let found = compared(&study("sample:iris", |_| {}), "gda,gaussian,logistic");
    for pair in found.pairs() {
        let (a, b) = (&found.results[pair.a], &found.results[pair.b]);
        assert_eq!(pair.both + pair.only_a, a.right);
        assert_eq!(pair.both + pair.only_b, b.right);
        assert_eq!(pair.both + pair.only_a + pair.only_b + pair.neither, found.n);
        let differ = (0..found.rows.len()).filter(|at| a.predictions[*at].class != b.predictions[*at].class);
        assert_eq!(pair.differ, differ.collect::<Vec<_>>());
    }
    assert_eq!(found.pairs().count(), 3);
}

fn parameters(data: &str, model: &str, change: impl FnOnce(&mut Recipe)) -> u64 {
    let study = study(data, |recipe| {
        recipe.model = Some(model.parse().unwrap());
        change(recipe);
    });
    ParameterCount::of(&Model::of(&study).unwrap()).count
}

/// Counted by hand from the shapes: iris has 3 classes and 4 numbers; play-tennis 2 classes and columns of 3, 3, 2 and 2
/// values; chinese-japan 2 classes and 6 words.
#[test]
fn free_parameters_are_counted() {
    let covariance = |shape: &'static str| {
        move |recipe: &mut Recipe| {
            recipe.covariance = Some(shape.parse().unwrap());
        }
    };
    let none = |_: &mut Recipe| {};
    assert_eq!(parameters("sample:iris", "gda", none), 2 + 12 + 10);
    assert_eq!(parameters("sample:iris", "gda", covariance("per-class")), 2 + 12 + 30);
    assert_eq!(parameters("sample:iris", "qda", none), 2 + 12 + 30);
    assert_eq!(parameters("sample:iris", "gda", covariance("shared-diagonal")), 2 + 12 + 4);
    assert_eq!(parameters("sample:iris", "gda", covariance("per-class-diagonal")), 2 + 12 + 12);
    assert_eq!(parameters("sample:iris", "gaussian", none), 2 + 2 * 3 * 4);
    assert_eq!(parameters("sample:iris", "logistic", none), 2 * 5);
    let bins = |recipe: &mut Recipe| recipe.bins = Some("width:10".parse().unwrap());
    assert_eq!(parameters("sample:iris", "categorical", bins), 2 + 3 * 4 * 9);
    assert_eq!(parameters("sample:play-tennis", "categorical", none), 1 + 2 * (2 + 2 + 1 + 1));
    let uniform = |recipe: &mut Recipe| recipe.prior = Some("uniform".parse().unwrap());
    assert_eq!(parameters("sample:play-tennis", "categorical", uniform), 2 * 6);
    let words = |recipe: &mut Recipe| recipe.event = Some("bernoulli".parse().unwrap());
    assert_eq!(parameters("sample:chinese-japan", "multinomial", none), 1 + 2 * 5);
    assert_eq!(parameters("sample:chinese-japan", "bernoulli", words), 1 + 2 * 6);
    let flags = "a,b,class\n1,0,x\n0,1,y\n1,1,x\n0,0,y\n";
    assert_eq!(parameters(flags, "bernoulli", none), 1 + 2 * 2);
    let mixed = "a,v,class\n1.5,p,x\n2.5,q,y\n3.5,r,x\n0.5,p,y\n";
    assert_eq!(parameters(mixed, "mixed", none), 1 + 2 * 2 + 2 * 2);
}

#[test]
fn bins_give_way_to_numbers_and_numbers_to_bins() {
    let study = study("sample:living-area", |_| {});
    let found = compared(&study, "gaussian,categorical,logistic");
    let names: Vec<_> = found.results.iter().map(|one| one.candidate.name.as_str()).collect();
    assert_eq!(names, ["Gaussian", "categorical, 5 bins", "logistic"]);
    assert_eq!(found.own, Some(1));
    let found = compared(&self::study("sample:iris", |_| {}), "categorical");
    assert_eq!(found.results[0].candidate.name, "categorical, 10 bins");
    // A column whose bins were taken away has bins again where values are counted, and only there.
    let row = |i: usize| format!("{}.5,{},{}\n", i * 7 % 60, i * 11 % 60, ["a", "b", "c"][i % 3]);
    let csv = format!("u,v,y\n{}", (0..60).map(row).collect::<String>());
    let bare = self::study(&csv, |recipe| {
        recipe.columns =
            vec![ColumnChoice { name: "u".into(), bins: Some(Bins::None), ..Default::default() }];
    });
    let found = compared(&bare, "gaussian,categorical");
    let names: Vec<_> = found.results.iter().map(|one| one.candidate.name.as_str()).collect();
    assert_eq!(names, ["Gaussian", "categorical, 10 bins"]);
}

#[test]
fn sorting_puts_the_best_first_and_what_is_infinite_last() {
    let found = compared(&study("sample:iris", |_| {}), "baseline,gaussian,gda");
    let names = |by: Option<Measure>| -> Vec<&str> {
        found.sorted(by).iter().map(|at| found.results[*at].spec.word()).collect()
    };
    assert_eq!(names(None), ["baseline", "gaussian", "gda"]);
    for by in [Measure::Accuracy, Measure::LogLoss, Measure::Brier] {
        assert_eq!(names(Some(by)), ["gda", "gaussian", "baseline"]);
        assert_eq!(found.best(by), [2]);
    }
    assert_eq!(names(Some(Measure::Parameters)), ["baseline", "gda", "gaussian"]);
    let found = compared(
        &study("sample:play-tennis", |recipe| {
            recipe.alpha = posterior::recipe::ExactNumber::non_negative("0", "α").ok();
            recipe.split = Some("leave-one-out".parse().unwrap());
        }),
        "categorical,baseline",
    );
    assert_eq!(found.results[0].measured(MetricKind::LogLoss), &MetricValue::Infinite);
    assert_eq!(found.sorted(Some(Measure::LogLoss)), [1, 0]);
    assert_eq!(found.best(Measure::LogLoss), [1]);
}

/// Without fold 1 or fold 2 column a never varies, so the normal models predict nothing: no figure of theirs is the best.
#[test]
fn a_model_that_predicts_only_some_rows_is_not_the_best() {
    let text = "a,class\n1,x\n2,x\n1.5,x\n5,y\n6,y\n7,y\n1.2,z\n9,z\n";
    let study = study(text, |recipe| recipe.split = Some("folds:2".parse().unwrap()));
    let found = compared(&study, "gaussian,baseline");
    assert!(found.results[0].n_undefined > 0);
    assert_eq!((found.best(Measure::LogLoss), found.best(Measure::Brier)), (vec![1], vec![1]));
}

#[test]
fn it_can_be_stopped_and_tells_how_far_it_is() {
    let study = study("sample:iris", |_| {});
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
    for (name, arguments) in [
        ("compare_iris", &["compare", "sample:iris"][..]),
        ("compare_two", &["compare", "sample:iris", "--models", "gaussian,gda", "--split", "folds:3"]),
        (
            "compare_words",
            &["compare", "sample:chinese-japan", "--sort", "brier", "--split", "leave-one-out"],
        ),
        ("compare_mixed", &["compare", "sample:loan", "--split", "none"]),
    ] {
        insta::assert_snapshot!(name, masked(&printed(arguments)));
    }
}

/// Row numbers would make every model look good, so a comparison says that it has not read them.
#[test]
fn a_comparison_says_what_it_left_out() {
    let row = |i: usize| format!("\"{}\",{},{}\n", i + 1, i * 7 % 60, ["a", "b", "c"][i / 20]);
    let csv = format!("\"\",\"u\",\"kind\"\n{}", (0..60).map(row).collect::<String>());
    let folder = tempfile::tempdir().unwrap();
    let path = crate::written(&folder, "rows.csv", csv);
    let told = |flags: &[&str]| {
        let text = printed(&[&["compare", &path], flags].concat());
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let text = told(&[]);
    assert_eq!(text.matches("column 1 (has no name in the header) is left out").count(), 1, "{text}");
    let text = told(&["--features", "column 1,u"]);
    assert!(text.contains("what the model learns from it does not carry over to new rows"), "{text}");
    assert!(!told(&["--ignore", "column 1"]).contains("column 1"));
}

#[test]
fn the_json_has_models_and_pairs() {
    let found = json(&[
        "compare",
        "sample:iris",
        "--models",
        "gda,bernoulli,baseline",
        "--seed",
        "2",
        "--format",
        "json",
    ]);
    assert_eq!((&found["split"], &found["seed"], &found["n"]), (&"folds:10".into(), &2.into(), &150.into()));
    let models = found["models"].as_array().unwrap();
    assert_eq!(
        models.iter().map(|of| of["model"].as_str().unwrap()).collect::<Vec<_>>(),
        ["gda", "baseline", "bernoulli"]
    );
    assert_eq!(models[0]["parameters"], 24);
    assert_eq!(models[2]["refused"]["kind"], "wrong_kind");
    let pairs = found["pairs"].as_array().unwrap();
    assert_eq!(pairs.len(), 1);
    assert_eq!((&pairs[0]["a"], &pairs[0]["b"]), (&"gda".into(), &"baseline".into()));
    assert!(pairs[0]["p"]["frac"].is_string());
    let plain = json(&[
        "compare",
        "sample:play-tennis",
        "--models",
        "logistic",
        "--model",
        "logistic",
        "--format",
        "json",
    ]);
    assert_eq!(plain["models"][0]["model"], "logistic");
}

#[test]
fn wrong_names_end_with_status_2_and_name_the_near_ones() {
    fails(2, &["compare", "sample:iris", "--models", "gda,logitsic"], &["logitsic", "logistic"]);
    assert_eq!(ended(&["compare", "sample:iris", "--sort", "speed"]).0, 2);
    let none = ended(&["compare", "sample:iris", "--models", "bernoulli"]);
    assert_eq!(none.0, 3, "no model that was asked for can be fitted");
    assert!(ended(&["show", "sample:iris", "--model", "logistic"]).2.contains("posterior compare"));
}

#[test]
fn a_penalty_that_nobody_asked_for_is_counted_by_folds() {
    let rows: String =
        (0..40).map(|i| format!("{},{}\n", i * 7 % 40, if i * 7 % 40 < 20 { "a" } else { "b" })).collect();
    let csv = format!("x,y\n{rows}");
    for (split, told) in [
        ("folds:5", "In 5 of 5 folds plain logistic regression has no unique finite weights"),
        ("none", "On the training rows, plain logistic regression has no unique finite weights"),
    ] {
        let study = study(&csv, |recipe| recipe.split = Some(split.parse().unwrap()));
        let found = compared(&study, "gda,logistic");
        let [gda, logistic] = &found.results[..] else { panic!("two models") };
        assert!(logistic.warnings.iter().any(|remark| remark.starts_with(told)), "{:?}", logistic.warnings);
        assert!(gda.warnings.iter().all(|remark| !remark.contains("penalty")));
    }
}

/// A pair of many models is parted by chance more often than a pair that was chosen alone.
#[test]
fn what_chance_does_is_reported_for_as_many_pairs_as_there_are() {
    let alone = compared(&study("sample:two-clusters", |_| {}), "gda,gaussian");
    let mut pair = alone.pair(0, 1).unwrap();
    pair.p = posterior::math::Number::Float(0.02);
    assert!(pair.is_seldom(1) && pair.is_seldom(2) && !pair.is_seldom(3));
    assert!(
        posterior::report::verdict(&alone, &pair)
            .plain()
            .ends_with(": chance alone would seldom give such a difference.")
    );
    let many = compared(&study("sample:two-clusters", |_| {}), "gda,gaussian,baseline");
    let told = posterior::report::verdict(&many, &pair).plain();
    assert!(told.ends_with(": chance alone can give such a difference among 3 pairs."), "{told}");
}
