//! Sums as data: what another engine summed, or this program, is the model that the rows themselves make.

use std::sync::Arc;

use posterior::encode::{DIALECTS, Dialect, TableInEngine};
use posterior::evaluate::{Counted, Evaluation, Trial};
use posterior::model::{Fitted, Fold, Parts, RowsOf, Statistics, Study, write_sums};
use posterior::recipe::Recipe;
use posterior::report::json::{Answer, Fit};
use posterior::table::{Dealt, Source, samples};
use serde_json::Value;

use crate::engine::{answer, engine};

fn recipe(toml: &str) -> Recipe {
    Recipe::from_toml(toml, "recipe.toml").unwrap()
}

fn opened(name: &str, csv: &str, recipe: Recipe) -> Study {
    Study::open(Source::bytes(name, csv.as_bytes()), recipe).unwrap()
}

fn fitted(study: &Study) -> Arc<Fitted> {
    Arc::clone(study.fitted.as_ref().unwrap())
}

/// The answer of `fit` as JSON, without what only the rows tell.
fn fit(study: &Study) -> Value {
    let fitted = fitted(study);
    let mut answer = serde_json::to_value(Answer::new(study, Some(&*fitted), Fit::new(&fitted))).unwrap();
    for gone in ["warnings", "recipe", "conventions"] {
        answer.as_object_mut().unwrap().remove(gone);
    }
    answer["data"].as_object_mut().unwrap().remove("file");
    answer
}

/// Asserts that two answers are the same; floats may differ by rounding.
fn same(one: &Value, other: &Value, at: &str, share: f64) {
    match (one, other) {
        (Value::Object(one), Value::Object(other)) => {
            let keys = |of: &serde_json::Map<String, Value>| {
                let mut keys: Vec<String> = of.keys().cloned().collect();
                keys.sort();
                keys
            };
            assert_eq!(keys(one), keys(other), "{at}");
            one.iter().for_each(|(key, value)| same(value, &other[key], &format!("{at}/{key}"), share));
        }
        (Value::Array(one), Value::Array(other)) => {
            assert_eq!(one.len(), other.len(), "{at}");
            // Values and words stand in the order in which rows have them, which an engine may not know.
            if one.iter().all(Value::is_string) && !at.ends_with("/classes") {
                let sorted = |of: &[Value]| {
                    let mut texts: Vec<String> = of.iter().map(ToString::to_string).collect();
                    texts.sort();
                    texts
                };
                assert_eq!(sorted(one), sorted(other), "{at}");
                return;
            }
            one.iter().zip(other).enumerate().for_each(|(i, (a, b))| same(a, b, &format!("{at}/{i}"), share));
        }
        (Value::Number(one), Value::Number(other)) => {
            let (one, other) = (one.as_f64().unwrap(), other.as_f64().unwrap());
            assert!((one - other).abs() <= share * one.abs().max(other.abs()), "{at}: {one} and {other}");
        }
        _ => assert_eq!(one, other, "{at}"),
    }
}

fn sums_of(study: &Study) -> String {
    let fitted = fitted(study);
    let once = Statistics::of_rows(&fitted.data).unwrap();
    let fold = Fold { name: String::new(), statistics: &fitted.statistics, once: &once };
    write_sums(&fitted.data, "posterior", &study.source.label(), &[fold]).unwrap()
}

/// What is a value to training is one in the sums, in a query of either, and in what SQL counts.
#[test]
fn marks_that_training_keeps_are_values_in_sums_and_queries() {
    for mark in ["-", "NA", "null", "nan", "."] {
        let csv = format!(
            "gram,shape,class\n+,rod,a\n{mark},rod,b\n+,coccus,a\n{mark},coccus,b\n+,rod,b\n{mark},rod,a\nx,rod,c\n{mark},rod,c\n"
        );
        let rows = opened("gram.csv", &csv, recipe(""));
        let text = sums_of(&rows);
        let sums = opened("sums.csv", &text, Recipe::default());
        let query = [("gram", mark), ("shape", "rod")].map(|(a, b)| (a.to_owned(), b.to_owned()));
        let posterior = |study: &Study| {
            let fitted = fitted(study);
            let case = posterior::model::Case::from_typed(&fitted, &query).unwrap();
            fitted.predict(&case).posterior.unwrap()
        };
        assert_eq!(posterior(&sums), posterior(&rows), "{mark}");
        same(&fit(&rows), &fit(&sums), mark, 0.0);
        assert_eq!(sums_of(&sums).lines().last(), text.lines().last());
    }
    // Where it is missing in training, it is in the query, and the sums that SQL makes know it, too.
    let csv = "size,class\n1,a\nNA,b\n2,c\n1,b\n2,a\nNA,c\n";
    let study = opened(
        "sizes.csv",
        csv,
        recipe("target = \"class\"\n[[feature]]\nname = \"size\"\nkind = \"categorical\"\n"),
    );
    let (asked, data) = (asked("sizes", None), Arc::clone(&fitted(&study).data));
    let sqlite = Dialect::asked("sqlite").unwrap();
    let sql = asked.sums(sqlite, &data.resolved, data.table.columns(), true).unwrap();
    assert!(sql.contains("NOT IN ('', '?', 'NA')"));
}

macro_rules! summed {
    ($($name:literal),+) => {
        [$(($name, include_str!(concat!("../cases/sums/", $name, ".csv")), include_str!(concat!("../cases/sums/", $name, ".sums.csv")))),+]
    };
}

#[test]
fn what_duckdb_summed_is_what_is_counted_here() {
    for (name, rows, sums) in summed!["play-tennis", "irisgda", "gdamiss", "weights", "multi"] {
        let study = opened("sums.csv", sums, Recipe::default());
        let of_rows = opened("rows.csv", rows, study.recipe.clone());
        let (mut mine, mut theirs) = (fit(&of_rows), fit(&study));
        // A row of weight 0 that has no class is counted with the others of weight 0 there.
        let dropped = |of: &Value| {
            let of = |key: &str| of["data"][key].as_u64().unwrap_or(0);
            of("dropped_no_target") + of("dropped_weight_zero")
        };
        assert_eq!(dropped(&mine), dropped(&theirs), "{name}");
        for answer in [&mut mine, &mut theirs] {
            let data = answer["data"].as_object_mut().unwrap();
            data.remove("dropped_no_target");
            data.remove("dropped_weight_zero");
        }
        same(&mine, &theirs, name, 1e-12);
    }
    // NIST's NumAcc4: a mean that is large beside the differences. The standard deviation is 0.1.
    let study = opened("sums.csv", include_str!("../cases/sums/numacc.sums.csv"), Recipe::default());
    let expected: Value = serde_json::from_str(include_str!("../cases/sums/numacc.expected.json")).unwrap();
    same(&fit(&study)["parameters"], &expected["parameters"], "numacc", 1e-12);
}

#[test]
fn every_sample_written_as_sums_is_the_same_model() {
    for sample in samples().iter().filter(|sample| sample.has_rows()) {
        for model in
            ["auto", "categorical", "gaussian", "gda", "qda", "mixed", "bernoulli", "multinomial", "poisson"]
        {
            let asked = recipe(&format!("model = \"{model}\""));
            let Ok(study) = Study::open(Source::Sample(sample), asked) else { continue };
            if study.fitted.is_err() {
                continue;
            }
            let text = sums_of(&study);
            let again = opened("sums.csv", &text, Recipe::default());
            assert!(again.fitted.is_ok(), "{} {model}: {:?}", sample.name, again.fitted.err());
            same(&fit(&study), &fit(&again), &format!("{} {model}", sample.name), 0.0);
            assert_eq!(again.loaded.table.rows(), 0);
            // What is written of sums is these sums.
            let sums = fitted(&again).data.sums.clone().unwrap();
            let fold = fitted(&again);
            let once = Statistics::of_rows(&fold.data).unwrap();
            let fold = Fold { name: String::new(), statistics: &fold.statistics, once: &once };
            let second = write_sums(&fitted(&again).data, &sums.engine, &sums.asked, &[fold]).unwrap();
            assert_eq!(text, second, "{} {model}", sample.name);
        }
    }
}

#[test]
fn of_sums_alpha_prior_ridge_bins_and_fewer_features_are_chosen_anew() {
    let csv = "size,colour,kind\n1,red,a\n2,blue,a\n7,red,b\n9,blue,b\n4,green,c\n5,red,c\n6,blue,c\n";
    for (before, after) in [
        ("alpha = \"1\"", "alpha = \"1/3\"\nprior = \"laplace:2\""),
        ("model = \"mixed\"", "variance = \"unbiased\"\nvar_smoothing = \"0.1\""),
        ("model = \"categorical\"\nbins = \"cuts:3,6\"", "bins = \"frequency:3\""),
        ("model = \"categorical\"\nbins = \"width:3\"", "bins = \"mdl\""),
        ("model = \"categorical\"\nbins = \"width:3\"", "model = \"mixed\"\nbins = \"none\""),
        ("model = \"mixed\"", "ignore = [\"colour\"]\nmodel = \"gaussian\""),
    ] {
        let before = recipe(&format!("target = \"kind\"\n{before}"));
        let after = recipe(after.trim());
        let study = opened("rows.csv", csv, before.clone());
        let again = opened("sums.csv", &sums_of(&study), Recipe::default());
        let rows = study.with_recipe(study.resolved().unwrap().recipe.clone().overridden_by(after.clone()));
        let sums = again.with_recipe(again.recipe.clone().overridden_by(after));
        let (rows, sums) = (rows.unwrap(), sums.unwrap());
        assert!(sums.fitted.is_ok(), "{:?}", sums.fitted.err());
        same(&fit(&rows), &fit(&sums), "changed", 1e-15);
    }
    // What the sums do not say is refused by name.
    let study = opened("rows.csv", csv, recipe("target = \"kind\"\nmodel = \"mixed\""));
    let again = opened("sums.csv", &sums_of(&study), Recipe::default());
    for (asked, says) in [
        ("model = \"gda\"\nignore = [\"colour\"]", "its moments over complete rows of “size”"),
        ("model = \"categorical\"\nbins = \"width:3\"", "the rows with each number"),
    ] {
        let asked = again.recipe.clone().overridden_by(recipe(asked));
        let problem = again.with_recipe(asked).unwrap().fitted.unwrap_err();
        assert_eq!(problem.kind, "bad_sums");
        assert!(problem.what.contains(says), "{}", problem.what);
    }
}

#[test]
fn what_is_wrong_in_a_file_of_sums_is_named() {
    let good = include_str!("../cases/sums/play-tennis.sums.csv");
    for (from, to, says, line) in [
        ("posterior_sums_1,", "posterior_sums_2,", "of version “posterior_sums_2”", None),
        (",tokens,", ",", "no column “tokens”", None),
        ("class,,No,,,5,5,,,,", "class,,No,,,5,-5,,,,", "“-5” in w is no count", Some(24)),
        ("class,,No,,,5,5,,,,", "class,,No,,,2.5,2.5,,,,", "“2.5” in n is no count", Some(24)),
        ("class,,No,,,5,5,,,,", "class,,Yes,,,5,5,,,,", "“Yes” has two lines `class`", Some(25)),
        ("class,,No,,,5,5,,,,\n", "", "“No” has no line `class` before", Some(25)),
        (
            "value,,No,Outlook,Sunny,3,3",
            "value,,No,Outlook,Sunny,4,4",
            "of No with a value of “Outlook”",
            None,
        ),
        ("value,,Yes,Wind,Weak,6,6", "valeu,,Yes,Wind,Weak,6,6", "“valeu” is no line", Some(43)),
        (
            "\"name = \"\"Wind\"\"\"",
            "\"name = \"\"Breeze\"\"\"",
            "reads “Breeze”, and the sums have no line",
            None,
        ),
        ("recipe,,,,\"target = \"\"Play\"\"\",2,,,,,\n", "", "no recipe that names the class", None),
        ("unlabelled,,,,,0,0,,,,", "refused,,,Wind,,,3,,,,", "3 cells of “Wind” are infinite", Some(23)),
    ] {
        assert!(good.contains(from), "{from}");
        let text = good.replace(from, to);
        let opened = Study::open(Source::bytes("sums.csv", text.as_bytes()), Recipe::default());
        let problem: posterior::problem::Problem = match opened {
            Err(error) => error.into(),
            Ok(study) => study.fitted.unwrap_err(),
        };
        assert!(problem.what.contains(says), "{from} → {to}: {}", problem.what);
        assert_eq!(problem.line, line, "{}", problem.what);
        assert!(!problem.fix.is_empty());
    }
}

/// Tables made to break queries, and the recipes they are read by.
fn hostile() -> Vec<(&'static str, String, &'static str)> {
    let names = "\"a \"\"quoted\"\" name\",\"; DROP TABLE t; --\",\"two\nlines\",select,class\n";
    let mut rows = String::from(names);
    for row in 0..60 {
        let text = ["it's", "a \"\"b\"\"", "x;y", "--", "naïve 北京", "\\' OR 1=1"][row % 6];
        let class = ["one, two", "'; --", "\"\"", "?"][row % 4];
        let (missing, number) = (if row % 7 == 0 { "" } else { "v" }, (row * row) as f64 / 7.0 + 1e6);
        rows.push_str(&format!(
            "\"{text}\",{missing},{},{number},\"{class}\"\n",
            ["yes", "no", "?"][row % 3]
        ));
    }
    let weighted = include_str!("../cases/sums/weights.csv").to_owned();
    let gda = include_str!("../cases/sums/gdamiss.csv").to_owned();
    let mut bins = String::from("size,kind\n");
    (0..90)
        .for_each(|at| bins.push_str(&format!("{},{}\n", at as f64 / 2.0, ["a", "b", "c"][at * at % 7 % 3])));
    let mut words = String::from("wine,cheese,bread,class\n");
    (0..30).for_each(|at| {
        words.push_str(&format!("{},{},{},{}\n", at % 3, at % 5, at % 2, ["x", "y", "z"][at % 3]))
    });
    vec![
        ("t\"; DROP TABLE x; --", rows, "target = \"class\"\nmodel = \"mixed\""),
        (
            "weights",
            weighted,
            "target = \"y\"\nweight = \"n\"\nmodel = \"mixed\"\nvariance = \"unbiased\"\nalpha = \"0.5\"\n[[column]]\nname = \"flag\"\nkind = \"binary\"\none = \"yes\"",
        ),
        ("gda", gda, "target = \"y\"\nweight = \"n\"\nmodel = \"qda\""),
        ("bins", bins, "target = \"kind\"\nmodel = \"categorical\"\nbins = \"cuts:3,10,10.5,40\""),
        ("words", words, "target = \"class\"\nmodel = \"multinomial\""),
    ]
}

fn asked(name: &str, folds: Option<u32>) -> TableInEngine {
    let folds = folds.map(|folds| Dealt::by_hash(folds, Some("rowkey")).unwrap());
    TableInEngine { table: name.to_owned(), key: Some("rowkey".to_owned()), folds }
}

#[test]
fn what_sqlite_sums_by_the_query_is_what_is_counted_here() {
    let dialect = Dialect::named("sqlite").unwrap();
    for (name, csv, toml) in hostile() {
        let study = opened("rows.csv", &csv, recipe(toml));
        let model = fitted(&study);
        let base = engine(name, &study);
        for folds in [None, Some(4)] {
            let query = asked(name, folds);
            let query = query.sums(dialect, &model.data.resolved, model.data.table.columns(), true).unwrap();
            let text = answer(&base, &query);
            let summed = opened("sums.csv", &text, Recipe::default());
            assert!(summed.fitted.is_ok(), "{name}: {:?}\n{text}", summed.fitted.err());
            same(&fit(&study), &fit(&summed), name, 1e-11);
            let parts = Statistics::of_folds(&fitted(&summed).data).unwrap();
            assert_eq!(
                parts.iter().filter(|(fold, _)| !fold.is_empty()).count(),
                folds.map_or(0, |k| k as usize)
            );
            let rows: u64 = parts.iter().flat_map(|(_, part)| &part.rows).sum();
            assert_eq!(rows, fitted(&summed).statistics.rows.iter().sum::<u64>());
        }
    }
}

#[test]
fn what_sqlite_scores_by_the_query_is_what_is_predicted_here() {
    let dialect = Dialect::named("sqlite").unwrap();
    for (name, csv, toml) in hostile() {
        let study = opened("rows.csv", &csv, recipe(toml));
        let model = fitted(&study);
        let base = engine(name, &study);
        let query = asked(name, None).scores(dialect, &model, &["rowkey".to_owned()]).unwrap();
        let text = answer(&base, &query);
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        let head: Vec<String> = reader.headers().unwrap().iter().map(str::to_owned).collect();
        assert_eq!(head[..2], ["rowkey", "predicted"]);
        let predictions = model.predict_rows(|_| true);
        let mut seen = 0;
        for record in reader.records() {
            let record = record.unwrap();
            let row: usize = record[0].parse().unwrap();
            let mine = predictions.get(row).unwrap();
            let class = mine.predicted.map_or("", |class| model.classes[class].as_str());
            assert_eq!(&record[1], class, "{name}, row {row}");
            for (class, score) in mine.log_joint.iter().enumerate().filter(|_| mine.predicted.is_some()) {
                let theirs: f64 = record[2 + class].parse().unwrap();
                assert!(
                    (theirs - score).abs() < 1e-9 * score.abs().max(1.0),
                    "{name}, row {row}: {theirs} {score}"
                );
            }
            seen += 1;
        }
        assert_eq!(seen, study.loaded.table.rows());
    }
}

/// A table in three classes with weights, missing cells and rows without a class, and the recipes that read it.
fn three_classes() -> Vec<(&'static str, String, &'static str)> {
    let mut rows = String::from("height,width,colour,n,class\n");
    let colours = ["red", "green", "blue", "it's"];
    for at in 0..240_usize {
        let (class, noise) = (at * at % 7 % 3, (at * 37 % 101) as f64 / 10.0);
        let height = if at % 11 == 0 { String::new() } else { format!("{}", class as f64 * 4.0 + noise) };
        let width = if at % 13 == 5 {
            "?".to_owned()
        } else {
            format!("{}", noise * 1.5 - class as f64 + (at % 5) as f64)
        };
        let colour = if at % 9 == 4 { "" } else { colours[(at / 3 + class * (at % 2)) % 4] };
        let name = if at % 17 == 3 { "" } else { ["a", "b", "c"][class] };
        rows.push_str(&format!("{height},{width},{colour},{},{name}\n", at % 4));
    }
    vec![
        ("mixed", rows.clone(), "target = \"class\"\nmodel = \"mixed\"\nweight = \"n\""),
        ("alpha 0", rows.clone(), "target = \"class\"\nmodel = \"mixed\"\nignore = [\"n\"]\nalpha = \"0\""),
        ("gda", rows.clone(), "target = \"class\"\nmodel = \"gda\"\nignore = [\"colour\"]\nweight = \"n\""),
        ("qda", rows.clone(), "target = \"class\"\nmodel = \"qda\"\nignore = [\"colour\", \"n\"]"),
        (
            "binned",
            rows,
            "target = \"class\"\nmodel = \"categorical\"\nignore = [\"n\"]\nbins = \"cuts:2,5,9\"\nvariance = \"unbiased\"",
        ),
    ]
}

/// The fold that SQLite deals a row of a key to.
fn dealt(row: usize, folds: i64) -> i64 {
    (row as i64 * 2_654_435_761 % 4_294_967_291).abs() % folds
}

/// Rows with a column that says their folds; of some it says none.
fn with_folds(csv: &str, folds: i64, none: usize) -> String {
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let mut out = csv::Writer::from_writer(Vec::new());
    let with = |record: &csv::StringRecord, last: &str| {
        record.iter().chain([last]).map(str::to_owned).collect::<Vec<String>>()
    };
    out.write_record(with(&reader.headers().unwrap().clone(), "part")).unwrap();
    for (row, record) in reader.records().enumerate() {
        let part = if row < none { String::new() } else { format!("p{}", dealt(row, folds)) };
        out.write_record(with(&record.unwrap(), &part)).unwrap();
    }
    String::from_utf8(out.into_inner().unwrap()).unwrap()
}

/// What an engine counts of rows that are dealt so: of its sums each fold is judged by the others.
fn judged_there(name: &str, study: &Study, folds: Option<Dealt>) -> Evaluation {
    let dialect = Dialect::named("sqlite").unwrap();
    let (model, base) = (fitted(study), engine(name, study));
    let of = TableInEngine { folds, ..asked(name, None) };
    let query = of.sums(dialect, &model.data.resolved, model.data.table.columns(), true).unwrap();
    let summed = fitted(&opened("sums.csv", &answer(&base, &query), Recipe::default()));
    assert_eq!(summed.data.sums.as_ref().unwrap().dealt, of.folds);
    let models = of.folds.as_ref().map(|_| summed.of_other_folds().unwrap());
    let text = answer(&base, &of.judged(dialect, &summed, models.as_ref()).unwrap());
    assert!(Counted::is_one(&text, false), "{text}");
    Counted::read("counts.csv", &text, &[]).unwrap().evaluate("counts.csv")
}

/// Asserts that what was counted there is what is counted here of the same folds.
fn same_counts(name: &str, here: &Evaluation, there: &Evaluation) {
    let cell = |of: &Evaluation, actual: &str, said: &str| {
        let place = |name: &str| of.labels.iter().position(|label| label.as_str() == name);
        let cell = place(actual).zip(place(said));
        cell.and_then(|(actual, said)| of.matrix[actual].get(said).copied()).unwrap_or(0)
    };
    for actual in &here.labels {
        for said in &here.labels {
            let (actual, said) = (actual.as_str(), said.as_str());
            assert_eq!(
                cell(here, actual, said),
                cell(there, actual, said),
                "{name}: {actual}, called {said}"
            );
        }
    }
    let counts = |of: &Evaluation| (of.n, of.n_undefined, of.right, of.n_impossible, of.table_rows());
    assert_eq!(counts(here), counts(there), "{name}");
    for (one, other) in [(here.log_loss, there.log_loss), (here.brier, there.brier)] {
        let near = one.zip(other).is_none_or(|(one, other)| (one - other).abs() < 1e-9);
        assert!(near && one.is_some() == other.is_some(), "{name}: {one:?} {other:?}");
    }
    let parts = |of: &Evaluation| -> Vec<(String, u64)> {
        let folds = of.tested.iter().flat_map(|tested| &tested.folds);
        let mut all: Vec<(String, u64)> =
            folds.map(|fold| (fold.name.trim_start_matches('p').to_owned(), fold.right)).collect();
        all.sort();
        all
    };
    if here.tested.is_some() {
        assert_eq!(parts(here), parts(there), "{name}");
    }
    assert!(there.rows.is_empty() && !there.has_posteriors());
}

#[test]
fn folds_that_an_engine_deals_are_judged_there_as_the_same_folds_are_here() {
    for (name, csv, toml) in hostile().into_iter().chain(three_classes()) {
        for (folds, none) in [(4, 0), (3, 5)] {
            let csv = with_folds(&csv, folds, none);
            let at = toml.find("\n[[").unwrap_or(toml.len());
            let toml = format!("{}\nsplit = \"column:part\"{}", &toml[..at], &toml[at..]);
            let study = opened("rows.csv", &csv, recipe(&toml));
            let here = Trial::plan(&study, None).unwrap().run(None).unwrap();
            let by_column = judged_there(name, &study, Some(Dealt::Column("part".to_owned())));
            same_counts(name, &here, &by_column);
            if none == 0 {
                // The hash of the key deals them alike.
                let by_hash = judged_there(name, &study, Dealt::by_hash(folds as u32, Some("rowkey")).ok());
                same_counts(name, &here, &by_hash);
                let by_fold = |of: Evaluation| of.tested.unwrap().fold_accuracies().unwrap();
                let ((mean, sd), (m, s)) = (by_fold(here), by_fold(by_hash));
                assert!((mean - m).abs() < 1e-12 && (sd - s).abs() < 1e-12, "{name}");
            }
        }
    }
}

#[test]
fn a_table_that_is_not_dealt_is_judged_there_by_the_model_of_all_its_rows() {
    for (name, csv, toml) in hostile().into_iter().chain(three_classes()) {
        let study = opened("rows.csv", &csv, recipe(toml));
        let here = Trial::plan(&study, None).unwrap().run(None).unwrap();
        same_counts(name, &here, &judged_there(name, &study, None));
    }
}

#[test]
fn counts_that_cannot_be_are_refused_by_line() {
    let good = "fold,actual,predicted,n,rows,tied,impossible,log_loss_sum,brier_sum\n0,a,a,5,5,0,0,0.5,0.1\n1,b,,2,2,0,0,0,0\n";
    let found = Counted::read("c.csv", good, &[]).unwrap().evaluate("c.csv");
    assert_eq!((found.n, found.right, found.n_undefined), (7, 5, 2));
    assert_eq!((found.log_loss, found.brier), (Some(0.1), Some(0.02)));
    for (from, to, says, line) in [
        ("a,a,5,5", "a,a,-5,5", "“-5” in n is no count", Some(2)),
        ("a,a,5,5", "a,a,5.5,5", "“5.5” in n is no count", Some(2)),
        ("5,5,0,0,0.5", "5,5,6,0,0.5", "6 of 5 are tied or impossible", Some(2)),
        ("0.5,0.1", "inf,0.1", "“inf” in log_loss_sum is no sum", Some(2)),
        ("1,b,,2", "1,,b,2", "the class that is so is not named", Some(3)),
        (",n,", ",many,", "no column “n”", None),
        ("b,,2,2", "b,,18446744073709551615,2", "add up to more than", Some(3)),
    ] {
        assert!(good.contains(from), "{from}");
        let problem = Counted::read("c.csv", &good.replace(from, to), &[]).unwrap_err();
        assert!(problem.what.contains(says), "{from}: {}", problem.what);
        assert_eq!(problem.line, line, "{from}");
    }
    // Who has no other column has no sums, and each row counts once.
    let least = "n,fold,predicted,actual\n3,,c,c\n1,,b,a\n";
    let found = Counted::read("c.csv", least, &[]).unwrap().evaluate("c.csv");
    assert_eq!((found.n, found.right, found.table_rows(), found.log_loss), (4, 3, 4, None));
    assert!(!Counted::is_one("actual,predicted,n,rows\n", true), "no fold");
    let numbered = "n,fold,actual,predicted\n";
    assert!(!Counted::is_one(numbered, false), "n may be the number of the row");
    assert!(Counted::is_one(numbered, true), "unless it is said to be the weight");
    let many = |folds: u32| {
        let lines: String = (0..folds).map(|fold| format!("{fold},a,b,1\n")).collect();
        Counted::read("c.csv", &format!("fold,actual,predicted,n\n{lines}"), &[])
    };
    assert!(many(1_000).is_ok() && many(1_001).unwrap_err().what.contains("more than 1,000 folds"));
}

#[test]
fn the_query_of_the_rows_behind_a_number_finds_them() {
    let dialect = Dialect::named("sqlite").unwrap();
    for (name, csv, toml) in hostile() {
        let study = opened("rows.csv", &csv, recipe(toml));
        let model = fitted(&study);
        let base = engine(name, &study);
        let counted = |of: RowsOf| {
            let query = asked(name, None).rows(dialect, &model, of, 100_000).unwrap();
            answer(&base, &query.replace("SELECT *", "SELECT COUNT(*)"))
                .lines()
                .nth(1)
                .unwrap()
                .parse::<u64>()
                .unwrap()
        };
        for (class, _) in model.classes.iter().enumerate() {
            let of = RowsOf { class: Some(class), ..RowsOf::default() };
            assert_eq!(counted(of), model.class_table_rows(class), "{name}");
        }
        for (at, factor) in model.factors().iter().enumerate().filter(|_| model.weight_column().is_none()) {
            for value in 0..factor.k() {
                let of = RowsOf { class: Some(0), feature: Some(at), value: Some(value) };
                let here =
                    if factor.is_words() { factor.documents(value, 0) } else { factor.count(value, 0) };
                assert_eq!(counted(of), here, "{name}: {:?}", factor.values()[value]);
            }
        }
    }
}

#[test]
fn each_dialect_writes_the_same_query_in_its_own_words() {
    let csv = "size,colour,note,kind\n1,red,a b,x\n2,it's,b,y\n";
    let toml = "target = \"kind\"\nalpha = \"1\"\n[[feature]]\nname = \"size\"\nkind = \"numeric\"\nbins = \"cuts:1.5\"\n\
                [[feature]]\nname = \"colour\"\nkind = \"categorical\"\n[[feature]]\nname = \"note\"\nkind = \"text\"";
    let model = fitted(&opened("rows.csv", csv, recipe(toml)));
    let without = fitted(&opened("rows.csv", csv, recipe(&toml[..toml.rfind("[[feature]]").unwrap()])));
    for dialect in &DIALECTS {
        let model = if dialect.name == "sqlite" { &without } else { &model };
        let folds = Some(Dealt::by_hash(5, Some("id")).unwrap());
        let of = TableInEngine { table: "my \"table\"".into(), key: Some("id".into()), folds: folds.clone() };
        let sums = of.sums(dialect, &model.data.resolved, model.data.table.columns(), false).unwrap();
        let scores = of.scores(dialect, model, &["id".to_owned()]).unwrap();
        let judged = of.judged(dialect, model, Some(&vec![("0".to_owned(), Ok(model.as_ref().clone()))]));
        let judged = judged.unwrap();
        insta::assert_snapshot!(format!("query_{}", dialect.name), format!("{sums}\n{scores}\n{judged}"));
    }
    let sqlite = Dialect::named("sqlite").unwrap();
    let of = TableInEngine { table: "t".into(), ..TableInEngine::default() };
    let refused = of.sums(sqlite, &model.data.resolved, model.data.table.columns(), false).unwrap_err();
    assert!(refused.what.contains("no regular expressions"), "{}", refused.what);
}

/// A file of sums of so many folds in three classes, with so many values of a column in the first fold.
fn of_folds(folds: u32, values: usize, value: &str) -> Study {
    let mut text = format!("{}\n", posterior::encode::SUMS_COLUMNS.join(","));
    let recipe = [
        "target = \"class\"",
        "model = \"categorical\"",
        "[[feature]]",
        "name = \"f\"",
        "kind = \"categorical\"",
    ];
    for (at, line) in (1..).zip(recipe) {
        text.push_str(&format!("recipe,,,,\"{}\",{at},,,,,\n", line.replace('"', "\"\"")));
    }
    text.push_str(&format!(
        "source,,,sqlite,t,,,,,,\nsource,,,folds,hash:{}:id,,,,,,\n",
        folds.clamp(2, 1_000)
    ));
    for fold in 0..folds {
        for (class, n) in [("a", if fold == 0 { values } else { 1 }), ("b", 2), ("c", 3)] {
            text.push_str(&format!("class,{fold},{class},,,{n},{n},,,,\n"));
            let all = if class == "a" && fold == 0 { 1..values } else { 0..0 };
            let rest = n - all.len();
            text.push_str(&format!("value,{fold},{class},f,{value},{rest},{rest},,,,\n"));
            all.for_each(|at| text.push_str(&format!("value,{fold},{class},f,v{at},1,1,,,,\n")));
        }
    }
    opened("sums.csv", &text, Recipe::default())
}

#[test]
fn folds_and_their_counts_and_their_query_have_bounds() {
    let others = |folds: u32| fitted(&of_folds(folds, 1, "red")).of_other_folds();
    assert_eq!(others(3).unwrap().len(), 3);
    assert!(others(1).unwrap_err().what.starts_with("1 of the folds have rows"));
    assert!(others(1_000).is_ok());
    assert!(others(1_001).unwrap_err().what.contains("1,001 folds are more than 1,000"));
    // 2²⁴ counts: 1,000 folds of 3 classes and so many values.
    let counts = |values: usize| {
        let model = fitted(&of_folds(1_000, values, "red"));
        Parts::of_sums(&model.data, Arc::clone(&model.statistics)).map(|(names, _)| names.len())
    };
    assert_eq!(counts(5_593), Ok(1_000));
    assert!(counts(5_594).unwrap_err().what.contains("at most 16,777,216 are kept"));
    // A value of so many bytes stands in the query once for each fold.
    let query = |bytes: usize| {
        let model = fitted(&of_folds(100, 1, &"x".repeat(bytes)));
        let folds = model.of_other_folds().unwrap();
        let of = TableInEngine { folds: Dealt::by_hash(100, Some("id")).ok(), ..asked("t", None) };
        of.judged(Dialect::named("sqlite").unwrap(), &model, Some(&folds)).map(|query| query.len())
    };
    assert!(query(150_000).unwrap() > 15_000_000);
    assert!(query(168_000).unwrap_err().what.contains("longer than 16,777,216 bytes"));
}

#[test]
fn how_rows_are_dealt_is_read_as_it_is_written() {
    for dealt in ["hash:2:id", "hash:1000:a:b", "column:site", "column:a:b"] {
        assert_eq!(dealt.parse::<Dealt>().unwrap().to_string(), dealt);
    }
    for wrong in ["hash:1:id", "hash:1001:id", "hash:3:", "column:", "3", "", "seed:3:id"] {
        assert!(wrong.parse::<Dealt>().unwrap_err().what.contains("says no folds"), "{wrong}");
    }
    assert_eq!(Dealt::by_hash(3, None).unwrap_err().kind, "no_key");
}
