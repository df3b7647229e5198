//! A weight column, compared with the same data with every row repeated: counts must be the same to the last unit, measured
//! numbers to twelve figures.

use crate::{models, program};
use models::tables::{Sheet, sheets};
use models::{
    case, cells_of, close, exact, fitted, fitted_in_segments, fraction, has, open, refused, same_model, texts,
};
use posterior::encode::Dataset;
use posterior::evaluate::{
    CandidateModel, Comparison, EvaluatedRows, Evaluation, Learning, LearningStage, Measure, Metrics, Model,
    TestResults, ThresholdCounts, Trial, default_positive, evaluate,
};
use posterior::model::{Case, Factor, Fitted, Study};
use posterior::recipe::{Recipe, Split};
use posterior::worked::resolve_quantity;
use proptest::prelude::*;
use serde_json::{Value, json};
use std::sync::Arc;

/// A table with a weight for each row, and the same rows repeated so often.
#[derive(Clone, Debug)]
struct Pair {
    weighted: Sheet,
    repeated: Sheet,
}

impl Pair {
    fn new(sheet: &Sheet, weights: &[usize]) -> Pair {
        let mut weighted = sheet.clone();
        weighted.header.push("n".into());
        weighted.rows.iter_mut().zip(weights).for_each(|(row, n)| row.push(n.to_string()));
        let times = |(row, n): (&Vec<String>, &usize)| vec![row.clone(); *n];
        let rows = sheet.rows.iter().zip(weights).flat_map(times).collect();
        Pair { weighted, repeated: Sheet { rows, ..sheet.clone() } }
    }
}

fn pairs() -> impl Strategy<Value = Pair> {
    let weights = prop::collection::vec(0usize..5, 8);
    (sheets(8), weights)
        .prop_map(|(sheet, weights)| Pair::new(&sheet, &weights))
        .prop_filter("a row that counts", |pair| !pair.repeated.classes().is_empty())
}

fn value(factor: &Factor, name: &str) -> Option<usize> {
    factor.values().iter().position(|value| value.as_str() == name)
}

fn same_evaluation(mine: &Evaluation, theirs: &Evaluation) {
    assert_eq!(mine.matrix, theirs.matrix);
    assert_eq!((mine.n, mine.right, mine.n_tied), (theirs.n, theirs.right, theirs.n_tied));
    assert_eq!((mine.n_undefined, mine.n_impossible), (theirs.n_undefined, theirs.n_impossible));
    assert_eq!((&mine.accuracy, &mine.majority), (&theirs.accuracy, &theirs.majority));
    for (mine, theirs) in mine.per_class.iter().zip(&theirs.per_class) {
        assert_eq!((&mine.precision, &mine.recall), (&theirs.precision, &theirs.recall));
        assert_eq!((&mine.f1, mine.support), (&theirs.f1, theirs.support));
    }
    assert!(same_float(mine.log_loss, theirs.log_loss, 1e-12));
    if let Some((mine, theirs)) = mine.tested.as_ref().zip(theirs.tested.as_ref()) {
        assert_eq!(mine.training, theirs.training);
        // Leave-one-out has a fold for each row, and the two tables have different numbers of rows.
        if mine.split != Split::LeaveOneOut {
            let folds = |tested: &TestResults| -> Vec<_> {
                tested.folds.iter().map(|fold| (fold.by_class.clone(), fold.right)).collect()
            };
            assert_eq!(folds(mine), folds(theirs));
        }
    }
    let (my_rows, their_rows) = (&mine.rows, &theirs.rows);
    let (mine, theirs) = (metrics(mine), metrics(theirs));
    assert_eq!((mine.errors, mine.n_defined), (theirs.errors, theirs.n_defined));
    assert_eq!(mine.interval, theirs.interval);
    assert_eq!(mine.balanced_accuracy, theirs.balanced_accuracy);
    assert_eq!(mine.macro_f1, theirs.macro_f1);
    assert!(same_float(mine.brier, theirs.brier, 1e-12));
    assert_eq!(mine.roc.pairs, theirs.roc.pairs);
    let counts = |metrics: &Metrics, rows: &EvaluatedRows| -> Vec<ThresholdCounts> {
        let roc = &metrics.roc;
        (0..roc.points()).map(|at| roc.point(rows, at).unwrap().counts).collect()
    };
    assert_eq!(counts(&mine, my_rows), counts(&theirs, their_rows));
    for (mine, theirs) in mine.calibration.bins.iter().zip(&theirs.calibration.bins) {
        assert_eq!((mine.n, mine.of_class), (theirs.n, theirs.of_class));
        assert!(close(mine.sum, theirs.sum, 1e-9));
    }
}

fn same_float(mine: Option<f64>, theirs: Option<f64>, tolerance: f64) -> bool {
    mine.is_some() == theirs.is_some() && mine.zip(theirs).is_none_or(|(a, b)| close(a, b, tolerance))
}

fn metrics(evaluation: &Evaluation) -> Metrics {
    Metrics::new(evaluation, default_positive(&evaluation.labels, ""))
}

fn tried(model: &Arc<Fitted>, split: &str, seed: u64) -> Option<Evaluation> {
    let mut data = Dataset::clone(&model.data);
    let recipe = &mut data.resolved.recipe;
    (recipe.split, recipe.seed) = (Some(split.parse().unwrap()), Some(seed));
    let model = Fitted::estimate(Arc::new(data), Arc::clone(&model.statistics)).unwrap();
    Some(Trial::of(Model::Generative(Arc::new(model)), None).ok()?.run(None).unwrap())
}

const SPLITS: [&str; 5] = ["folds:2", "folds:3", "folds:10", "leave-one-out", "holdout:0.3"];

const CHOICES: [&str; 4] = [
    "alpha = \"1\"",
    "alpha = \"0\"\nprior = \"laplace:1\"",
    "alpha = \"2/3\"",
    "alpha = \"0\"\nclasses = CLASSES",
];

proptest! {
    #![proptest_config(crate::models::tables::cases(96))]

    #[test]
    fn categories_bins_and_words_count_as_if_the_rows_were_repeated(
        pair in pairs(),
        choice in proptest::sample::select(&CHOICES[..]),
        bins in proptest::sample::select(&["cuts:0,5", "width:3", "frequency:3", "mdl"][..]),
        event in proptest::sample::select(&["multinomial", "bernoulli"][..]),
        vocabulary in proptest::sample::select(&["training", "all-rows"][..]),
        segment in 1usize..5,
        split in proptest::sample::select(&SPLITS[..]),
        seed in 0u64..9,
    ) {
        let words = format!("event = \"{event}\"\nvocabulary = \"{vocabulary}\"");
        // An order of classes must name those of the whole table, and a class that was never seen is none of the other.
        let of = |sheet: &Sheet| {
            let order: Vec<&str> = sheet.classes().into_iter().rev().collect();
            let more = choice.replace("CLASSES", &format!("{order:?}"));
            sheet.recipe(bins, &more).replace("kind = \"text\"", &format!("kind = \"text\"\n{words}"))
        };
        let repeated = fitted(&pair.repeated.csv(), &of(&pair.repeated));
        let recipe = of(&pair.weighted).replace("[[feature]]\nname = \"n\"\nkind = \"categorical\"\n", "");
        let recipe = format!("weight = \"n\"\n{recipe}");
        let weighted = fitted(&pair.weighted.csv(), &recipe);
        if choice.contains("CLASSES") {
            let kept = |class: &&str| weighted.classes.iter().any(|name| name.as_str() == *class);
            let order: Vec<&str> = pair.weighted.classes().into_iter().rev().filter(kept).collect();
            prop_assert_eq!(texts(&weighted.classes), order);
        } else {
            same_model(&weighted, &repeated, 0.0, "weighted");
            same_evaluation(&evaluate(weighted.as_ref()), &evaluate(repeated.as_ref()));
            let (mine, theirs) = (tried(&weighted, split, seed), tried(&repeated, split, seed));
            prop_assert_eq!(mine.is_some(), theirs.is_some(), "{}", split);
            mine.zip(theirs).into_iter().for_each(|(mine, theirs)| same_evaluation(&mine, &theirs));
            let parts = fitted_in_segments(&pair.weighted.csv(), &recipe, segment);
            prop_assert_eq!(&parts.statistics, &weighted.statistics);
        }
    }
}

/// A row of numbers: two of them, a class and a weight.
type Row = (Option<i32>, Option<i32>, &'static str, usize);

fn rows() -> impl Strategy<Value = Vec<Row>> {
    let number = || proptest::option::weighted(0.9, -400i32..400);
    let row = (number(), number(), proptest::sample::select(&["a", "b", "?"][..]), 0usize..5);
    prop::collection::vec(row, 0..12).prop_map(|more| {
        // Three of each class that lie on no line, so that there is a Σ.
        let first = ["a", "b"].into_iter().flat_map(|class| {
            [(Some(1), Some(-30), class, 1), (Some(20), Some(5), class, 2), (Some(4), Some(90), class, 3)]
        });
        first.chain(more).collect()
    })
}

fn table(rows: &[Row], repeat: bool) -> String {
    let cell =
        |number: Option<i32>| number.map_or("?".to_owned(), |n| (1e3 + f64::from(n) / 8.0).to_string());
    let line = |(x, y, class, n): &Row| match repeat {
        true => format!("{},{},{class}\n", cell(*x), cell(*y)).repeat(*n),
        false => format!("{},{},{class},{n}\n", cell(*x), cell(*y)),
    };
    let head = if repeat { "x,y,class\n" } else { "x,y,class,n\n" };
    head.to_owned() + &rows.iter().map(line).collect::<String>()
}

proptest! {
    #![proptest_config(crate::models::tables::cases(64))]

    #[test]
    fn means_and_covariances_are_those_of_the_repeated_rows(
        rows in rows(),
        choice in proptest::sample::select(
            &["", "variance = \"unbiased\"", "prior = \"laplace:1\""][..]
        ),
        model in proptest::sample::select(
            &["gaussian", "gda", "qda", "gda\"\ncovariance = \"shared-diagonal"][..]
        ),
        segment in 1usize..6,
        split in proptest::sample::select(&SPLITS[..]),
        seed in 0u64..9,
    ) {
        let recipe = format!("target = \"class\"\nmodel = \"{model}\"\n{choice}");
        let repeated = fitted(&table(&rows, true), &recipe);
        let recipe = format!("weight = \"n\"\n{recipe}");
        let weighted = fitted(&table(&rows, false), &recipe);
        let parts = fitted_in_segments(&table(&rows, false), &recipe, segment);
        let of = |model: &Arc<Fitted>| tried(model, split, seed).unwrap();
        let (mine, theirs) = (of(&weighted), of(&repeated));
        prop_assert_eq!((mine.n, mine.n_undefined), (theirs.n, theirs.n_undefined));
        prop_assert!(same_float(mine.log_loss, theirs.log_loss, 1e-8));
        for weighted in [&*weighted, &parts] {
            same_model(weighted, &repeated, 1e-11, "weighted");
            // Rounding decides between classes that are all but equal, so the predictions are not compared.
            let (mine, theirs) = (evaluate(weighted), evaluate(repeated.as_ref()));
            prop_assert_eq!((mine.n, mine.majority), (theirs.n, theirs.majority));
            prop_assert!(same_float(mine.log_loss, theirs.log_loss, 1e-9));
        }
    }
}

const PEOPLE: &str = "deck,sex,n,end\nupper,f,19,lived\nupper,f,3,died\nupper,m,6,lived\nupper,m,16,died\nlower,f,1,lived\n\
                      lower,f,8,died\nlower,m,0,lived\nlower,m,22,died\ncrew,f,9,lived\ncrew,m,30,died\ncrew,m,4,lived\n";

fn written_out() -> String {
    let mut lines = PEOPLE.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let mut out = lines.next().map(|_| "deck,sex,end\n".to_owned()).unwrap();
    for cells in lines {
        let line = format!("{},{},{}\n", cells[0], cells[1], cells[3]);
        out.push_str(&line.repeat(cells[2].parse().unwrap()));
    }
    out
}

#[test]
fn logistic_regression_with_weights_is_evaluated_as_that_of_repeated_rows() {
    for split in SPLITS {
        let of = |csv: &str, weight: &str| {
            run_of(&open(
                csv,
                &format!("target = \"end\"\nmodel = \"logistic\"\nsplit = \"{split}\"{weight}"),
            ))
        };
        let (mine, theirs) = (of(PEOPLE, "\nweight = \"n\""), of(&written_out(), ""));
        assert_eq!((mine.n, &mine.matrix), (theirs.n, &theirs.matrix), "{split}");
    }
}

fn run_of(study: &Study) -> Evaluation {
    Trial::plan(study, None).unwrap().run(None).unwrap()
}

fn learning(study: &Study, seeds: u64) -> Learning {
    let one = CandidateModel { name: "it".to_owned(), recipe: study.recipe.clone() };
    Learning::run(study, &[one], seeds, None).unwrap()
}

#[test]
fn learning_curves_with_weights_are_those_of_repeated_rows() {
    let recipe = "target = \"end\"\nmodel = \"categorical\"\nsplit = \"folds:4\"";
    let (mine, theirs) = (open(PEOPLE, &format!("{recipe}\nweight = \"n\"")), open(&written_out(), recipe));
    let (mine_learns, theirs_learns) = (learning(&mine, 4), learning(&theirs, 4));
    assert_eq!((mine_learns.tested, &mine_learns.sizes), (theirs_learns.tested, &theirs_learns.sizes));
    assert_eq!((mine_learns.tested, mine_learns.sizes[0]), (36, 4));
    for (mine, theirs) in mine_learns.curves[0].stages.iter().zip(&theirs_learns.curves[0].stages) {
        for measure in Measure::QUALITY {
            let mean = |stage: &LearningStage| stage.spread(measure).map(|spread| spread.mean);
            assert!(same_float(mean(mine), mean(theirs), 1e-12), "{mine:?} {theirs:?}");
        }
    }
    let mine = Comparison::run(&mine, None, None).unwrap();
    assert_eq!(mine.n, 118);
    // The test rows are in the order of their predictions.
    for one in &mine.results {
        let evaluation = one.trial.run(None).unwrap();
        let rows = evaluation.rows.iter().map(|row| (row.prediction.row, row.fold, row.weight, row.actual));
        assert!(rows.eq(mine.rows.iter().map(|row| (row.row, row.fold, row.weight, row.actual))));
    }
}

#[test]
fn a_thousand_million_cases_are_assigned_as_fast_as_a_few() {
    let csv = PEOPLE.replace(",30,", ",1000000000,").replace(",4,", ",400000000,");
    for split in ["folds:10", "leave-one-out", "holdout:0.3"] {
        let recipe =
            format!("target = \"end\"\nweight = \"n\"\nmodel = \"categorical\"\nsplit = \"{split}\"");
        let evaluation = run_of(&open(&csv, &recipe));
        let all: u64 = evaluation.matrix.iter().flatten().sum();
        let n = if split == "holdout:0.3" { 420_000_026 } else { 1_400_000_084 };
        assert_eq!((evaluation.n, all), (n, n), "{split}");
        assert!((evaluation.accuracy.unwrap().to_f64() - 5.0 / 7.0).abs() < 0.01, "{split}");
    }
    let study = open(&csv, "target = \"end\"\nweight = \"n\"\nmodel = \"categorical\"");
    let learned = learning(&study, 1);
    let sizes = (learned.tested, learned.sizes[0], learned.sizes.last());
    assert_eq!(sizes, (420_000_026, 4, Some(&980_000_058)));
    assert!(learned.curves[0].stages.iter().all(|stage| stage.runs[0].is_ok()));
}

#[test]
fn the_model_of_a_case_saw_the_other_cases_of_its_row() {
    let study =
        open(PEOPLE, "target = \"end\"\nweight = \"n\"\nmodel = \"categorical\"\nsplit = \"leave-one-out\"");
    let trial = Trial::plan(&study, None).unwrap();
    let model = trial.model_of(Some(0)).unwrap();
    let fitted = model.fitted().unwrap();
    assert_eq!((fitted.rows(), fitted.weight(0), fitted.class_of_row(0)), (117, Some(18), Some(0)));
    assert_eq!(fitted.table_rows(), 10);
    let alone = trial.model_of(trial.folds.of_row(4)).unwrap();
    assert_eq!((alone.fitted().unwrap().class_of_row(4), alone.fitted().unwrap().table_rows()), (None, 9));
    let few = "colour,class,n\nred,a,3\nblue,b,9\n";
    let study = open(few, "target = \"class\"\nweight = \"n\"\nsplit = \"folds:5\"\nmodel = \"categorical\"");
    assert_eq!(
        Trial::plan(&study, None).unwrap().warnings,
        ["a has 3 cases, fewer than the 5 folds: some folds have no test rows of this class."]
    );
}

const SEEN: &str = "colour,class,n\nred,never,0\nblue,b,2\nred,a,3\ngreen,a,0\nblue,a,1\n,b,4\nred,?,9\n";

#[test]
fn classes_and_values_of_weight_0_are_left_out() {
    let model = fitted(SEEN, "target = \"class\"\nweight = \"n\"\nalpha = \"1\"");
    assert_eq!(texts(&model.classes), ["b", "a"], "in the order of the rows that were seen");
    assert_eq!(texts(model.factors()[0].values()), ["red", "blue"]);
    assert_eq!((model.class_count(0), model.class_count(1), model.rows(), model.table_rows()), (6, 4, 10, 4));
    assert_eq!((model.statistics.unseen, model.statistics.unlabelled), (2, 1));
    let share = |value: &str, class| {
        let factor = &model.factors()[0];
        factor.conditional(self::value(factor, value).unwrap(), class).unwrap().to_fraction().unwrap()
    };
    assert_eq!(share("blue", 0), "3/4", "(2 + 1)/(2 + 2): the cell that is missing weighs nothing");
    assert_eq!(share("red", 1), "2/3", "(3 + 1)/(4 + 2)");
    assert_eq!(model.class_of_row(0), None, "a row of weight 0 teaches nothing");
    let ending = "each row counts as often as column n says (4 rows, total weight 10)";
    assert!(model.conventions().ends_with(ending), "{}", model.conventions());
}

#[test]
fn a_recipe_with_a_weight_writes_and_reads_back() {
    let study = open(SEEN, "target = \"class\"\nweight = \"N\"");
    let fitted = study.fitted.unwrap();
    let written = fitted.data.resolved.recipe.to_toml();
    has(&written, &["weight = \"n\""]);
    let again = Recipe::from_toml(&written, "r.toml").unwrap();
    assert_eq!(again, fitted.data.resolved.recipe);
    assert_eq!(models::fitted(SEEN, &written).statistics, fitted.statistics);
    // A flag takes the column away from the features that a file lists.
    let listed = "target = \"class\"\n[[feature]]\nname = \"colour\"\n[[feature]]\nname = \"n\"\n";
    let over = Recipe { weight: Some("n".into()), ..Recipe::default() };
    let both = Recipe::from_toml(listed, "r.toml").unwrap().overridden_by(over);
    assert_eq!(both.features, Some(vec!["colour".to_owned()]));
}

#[test]
fn the_last_column_is_not_the_class_where_it_is_the_weight() {
    let model = fitted("colour,class,n\nred,a,3\nblue,b,2\n", "weight = \"n\"");
    let target = model.data.table.columns()[model.data.resolved.target].name.as_str();
    assert_eq!(target, "class");
}

#[test]
fn weights_that_cannot_be_read_are_refused() {
    let csv = |cell: &str| format!("colour,class,n\nred,a,3\nblue,b,{cell}\n");
    let target = "target = \"class\"\n";
    for (cell, what) in [
        ("2.5", "row 2 has the weight “2.5”, which is not a whole number"),
        ("-1", "row 2 has the weight “-1”"),
        ("many", "row 2 has the weight “many”"),
        ("1e17", "row 2 has the weight “1e17”"),
        ("?", "row 2 has no weight: its cell in “n” is missing"),
        ("", "row 2 has no weight"),
    ] {
        let problem = refused(&csv(cell), &format!("{target}weight = \"n\""));
        assert_eq!((problem.kind, problem.line), ("not_a_number", Some(3)), "{cell}: {problem:?}");
        assert!(problem.what.starts_with(what), "{cell}: {}", problem.what);
        assert_eq!(problem.column.as_deref(), Some("n"));
        assert_eq!(problem.place.as_deref(), Some("data.csv, line 3, column “n”"));
        has(&problem.fix, &["how many times the row was seen"]);
    }
    let feature = "weight = \"n\"\n[[feature]]\nname = \"n\"";
    for (toml, kind, what) in [
        ("weight = \"m\"", "unknown_column", "there is no column “m”"),
        ("weight = \"class\"", "usage", "“class” cannot be both the weight and the class"),
        ("weight = \"colour\"", "wrong_kind", "“colour” cannot be the weight: it is a category"),
        (feature, "usage", "both the weight and a feature"),
    ] {
        let problem = refused(&csv("2"), &format!("{target}{toml}"));
        assert_eq!((problem.kind, problem.usage), (kind, kind == "usage"), "{toml}: {problem:?}");
        has(&problem.what, &[what]);
    }
    let none = refused("colour,class,n\nred,a,0\nblue,b,0\n", &format!("{target}weight = \"n\""));
    assert_eq!((none.kind, none.what.as_str()), ("no_data", "every row that has a class has weight 0"));
}

#[test]
fn sums_that_cannot_be_exact_are_refused_and_not_wrapped() {
    let most = (1u64 << 53).to_string();
    let weight = "target = \"class\"\nweight = \"n\"";
    let model = fitted(&format!("colour,class,n\nred,a,{most}\n"), weight);
    assert_eq!(model.rows(), 1 << 53);
    let problem = refused(&format!("colour,class,n\nred,a,{most}\nblue,b,1\n"), weight);
    has(&problem.what, &["add up to more"]);
    // The tokens of a document weigh as much as the document, each of them.
    let words = format!("{weight}\n[[feature]]\nname = \"note\"\nkind = \"text\"");
    let problem = refused(&format!("note,class,n\na a a,x,{most}\n"), &words);
    assert_eq!(problem.kind, "wrong_kind");
}

fn run(csv: &str, arguments: &[&str]) -> (i32, String, String) {
    let file = models::file(csv);
    let path = file.path().to_str().unwrap();
    program::ended(&[&arguments[..1], &[path], &arguments[1..]].concat())
}

#[test]
fn weights_on_the_command_line() {
    let flags = ["--weight", "n", "--target", "class"];
    let asked = |command: &[&str]| run(SEEN, &[command, &flags].concat()).1;
    let text = asked(&["show"]).split_whitespace().collect::<Vec<&str>>().join(" ");
    let parts = [
        "4 training rows, each counted as often as column n says, 10 in total. 2 rows with weight 0 are left out.",
        "n weight numeric",
        "class weight P(class)",
        "b 6 6/10 0.6",
        "Rows counted, with their weights: 2 (2), 6 (4).",
        "training rows, each counted as often as its weight",
    ];
    has(&text, &parts);
    let json = |command: &[&str]| -> Value {
        serde_json::from_str(&asked(&[command, &["--format", "json"]].concat())).unwrap()
    };
    let found = json(&["explain", "--quantity", "P(b)"]);
    let data = json!({ "used": 4, "used_weight": 10, "dropped_no_target": 1, "dropped_weight_zero": 2 });
    for (key, wanted) in data.as_object().unwrap() {
        assert_eq!(found["data"][key], *wanted, "{key}");
    }
    assert_eq!(found["class_counts"], json!({ "b": 6, "a": 4 }));
    assert_eq!(found["recipe"]["weight"], "n");
    let step = crate::last_step(&found);
    assert_eq!((&step["rows"], &step["row_weights"]), (&json!([2, 6]), &json!([2, 4])));
    let count = &found["steps"][0];
    assert_eq!((count["rule"].as_str(), &count["value"]["value"]), (Some("weighed"), &6.0.into()));
    let evaluation = &json(&["evaluate"])["evaluation"];
    assert_eq!((&evaluation["n"], evaluation["predicted"].as_array().unwrap().len()), (&10.into(), 4));
    let matrix: Vec<Vec<u64>> = serde_json::from_value(evaluation["matrix"].clone()).unwrap();
    assert_eq!(matrix.concat().iter().sum::<u64>(), 10);
    let numbers = "x,n,class\n1,2,a\n4,1,a\n7,2,b\n9,3,b\n";
    let (_, text, _) = run(numbers, &["explain", "--weight", "n", "--quantity", "mean(x | a)"]);
    has(&text, &["2 · 1 + 1 · 4", "w⁽ⁱ⁾ · x⁽ⁱ⁾"]);
}

/// The documents of the sample chinese-japan, counted.
const COUNTS: &str = "chinese,beijing,shanghai,macao,tokyo,japan,class\n2,1,,,,,China\n2,0,1,0,0,0,China\n\
                      1,0,0,1,0,0,China\n1,0,0,0,1,1,Japan\n3,0,0,0,1,1,\n";
const RECIPE: &str = "target = \"class\"\nmodel = \"multinomial\"";

fn as_counts() -> std::sync::Arc<Fitted> {
    fitted(COUNTS, RECIPE)
}

#[test]
fn chinese_and_japan_as_counts() {
    let (model, query) = (as_counts(), "chinese=3,tokyo=1,japan=1");
    assert_eq!((model.title(), model.is_exact()), ("Multinomial naive Bayes", true));
    for found in [case(&model, query), Case::from_row(&model, 4).unwrap()] {
        let prediction = model.predict(&found);
        let scores: Vec<String> = prediction.joint.iter().flatten().map(fraction).collect();
        assert_eq!(scores, ["81/268912", "8/59049"]);
    }
    assert_eq!(resolve_quantity(&model, "P(word=chinese | China)").unwrap().notes, Vec::<String>::new());
    assert_eq!(models::value(&model, None, "P(word=chinese | China)"), Some(exact("3/7")));
}

#[test]
fn a_column_of_zeros_is_a_word_of_the_vocabulary() {
    let csv = "a,neurips,class\n2,0,x\n1,0,y\n";
    let model = fitted(csv, RECIPE);
    let factor = &model.factors()[0];
    assert_eq!((factor.k(), factor.conditional(1, 0)), (2, Some(exact("1/4"))), "(0 + 1)/(2 + 2)");
    let raw = fitted(csv, &format!("{RECIPE}\nalpha = \"0\""));
    let prediction = raw.predict(&case(&raw, "neurips=1"));
    assert_eq!(prediction.undefined.unwrap().word(), "zero_evidence");
    assert_eq!(
        raw.predict_rows(|_| true).get(0).unwrap().predicted,
        Some(0),
        "0 times has no factor, not 0⁰ and not 0"
    );
}

#[test]
fn queries_count_words_by_column() {
    let model = as_counts();
    let loose = case(&model, "Chinese=3,tokyo=?,class=x,beijing=");
    assert_eq!(loose.cells.len(), 1);
    assert_eq!(loose.cells[0].text, "chinese=3");
    assert_eq!(
        loose.notes,
        ["Chinese is read as chinese", "class is the class, so its value in the query is not used"]
    );
    assert_eq!(case(&model, "").cells[0].text, "", "a document without words");
    for (query, kind, what) in [
        ("chinese=1.5", "not_a_number", "“1.5” is not a count of how often chinese occurs"),
        ("chinese=-1", "not_a_number", "“-1”"),
        ("chinese=two", "not_a_number", "“two”"),
        ("chinese=1000001", "not_a_number", "“1000001”"),
        ("chinese=1,Chinese=2", "unknown_column", "gives “chinese” twice"),
        ("chinesse=1", "unknown_column", "“chinesse”, which is not a feature"),
        ("word=chinese", "unknown_column", "“word”"),
    ] {
        let problem = Case::from_typed(&model, &cells_of(query)).unwrap_err();
        assert_eq!(problem.kind, kind, "{query}");
        assert!(problem.what.contains(what), "{query}: {}", problem.what);
    }
}

#[test]
fn the_name_word_is_numbered_where_a_column_or_class_has_it() {
    let name = |csv: &str| fitted(csv, RECIPE).factors()[0].name.as_str().to_owned();
    assert_eq!(name("a,b,class\n1,0,x\n0,1,y\n"), "word");
    assert_eq!(name("word,b,class\n1,0,x\n0,1,y\n"), "word (2)");
    assert_eq!(name("a,b,class\n1,0,word\n0,1,word (2)\n"), "word (3)");
}

#[test]
fn tables_that_count_no_words() {
    for (csv, column, what, fix) in [
        ("a,b,class\n1,2,x\n1,2.5,y\n", "b", "row 2 has “2.5” in “b”", "--model gaussian"),
        ("a,b,class\n1,2,x\n-3,2,y\n", "a", "row 2 has “-3” in “a”", "--ignore a"),
        ("a,b,class\n1,2,x\n1000001,2,y\n", "a", "1000000 times at most", "--ignore a"),
        ("a,t,class\n1,u v w,x\n2,w u u,y\n", "a", "cannot read “a”", "only columns of numbers"),
    ] {
        let problem = refused(csv, RECIPE);
        assert_eq!((problem.kind, problem.feature.as_deref()), ("wrong_kind", Some(column)), "{csv}");
        has(&problem.what, &[what]);
        has(&problem.fix, &[fix]);
    }
    let problem = refused("a,b,class\n1,2,x\n1,2.5,y\n", RECIPE);
    assert_eq!((problem.line, problem.place.as_deref()), (Some(3), Some("data.csv, line 3, column “b”")));
    let auto = fitted(COUNTS, "target = \"class\"\nvar_smoothing = \"1\"");
    assert_eq!(auto.title(), "Mixed naive Bayes", "counts of 0 and 1 are flags");
}

const WORDS: [&str; 4] = ["ant", "bee", "cat", "dog"];

proptest! {
    #![proptest_config(crate::models::tables::cases(96))]

    #[test]
    fn counts_and_texts_are_the_same_documents(
        rows in prop::collection::vec(
            (prop::array::uniform4(0usize..4), proptest::sample::select(&["x", "y", "?"][..]), 0usize..4), 1..9
        ),
        alpha in proptest::sample::select(&["0", "1", "1/2"][..]),
    ) {
        prop_assume!(rows.iter().any(|(_, class, n)| *class != "?" && *n > 0));
        // Words that no training row has are in the vocabulary of the columns alone.
        let taught = |word: usize| rows.iter().any(|(times, class, n)| times[word] > 0 && *class != "?" && *n > 0);
        let words: Vec<usize> = (0..4).filter(|word| taught(*word)).collect();
        prop_assume!(!words.is_empty());
        let names: Vec<&str> = words.iter().map(|word| WORDS[*word]).collect();
        let (mut text, mut counts) = ("note,n,class\n".to_owned(), format!("{},n,class\n", names.join(",")));
        for (times, class, n) in &rows {
            let document: Vec<&str> = words.iter().flat_map(|word| vec![WORDS[*word]; times[*word]]).collect();
            let cells: Vec<String> = words.iter().map(|word| times[*word].to_string()).collect();
            text += &format!("{},{n},{class}\n", document.join(" "));
            counts += &format!("{},{n},{class}\n", cells.join(","));
        }
        let recipe = format!("{RECIPE}\nweight = \"n\"\nalpha = \"{alpha}\"\n");
        let text = fitted(&text, &format!("{recipe}[[feature]]\nname = \"note\"\nkind = \"text\"\n"));
        let counts = fitted(&counts, &recipe);
        prop_assert_eq!(&text.classes, &counts.classes);
        let (a, b) = (&text.factors()[0], &counts.factors()[0]);
        prop_assert_eq!(a.k(), b.k());
        for class in 0..text.classes.len() {
            prop_assert_eq!(a.total(class), b.total(class));
            for (at, word) in a.values().iter().enumerate() {
                let other = counts.position(b, word.as_str()).unwrap();
                prop_assert_eq!(a.count(at, class), b.count(other, class));
                prop_assert_eq!(a.documents(at, class), b.documents(other, class));
            }
        }
        for row in 0..rows.len() {
            let of = |model: &Fitted| model.predict(&Case::from_row(model, row).unwrap());
            let (a, b) = (of(&text), of(&counts));
            prop_assert_eq!((a.joint, a.posterior, a.predicted, a.tied), (b.joint, b.posterior, b.predicted, b.tied));
        }
        prop_assert_eq!(evaluate(text.as_ref()).matrix, evaluate(counts.as_ref()).matrix);
    }
}
