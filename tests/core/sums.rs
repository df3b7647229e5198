//! Sums as data: what another engine summed, or this program, is the model that the rows themselves make.

use std::sync::Arc;

use posterior::encode::{DIALECTS, Dialect, sums_query};
use posterior::model::{Statistics, Study, scoring_query, write_sums};
use posterior::recipe::Recipe;
use posterior::report::json::{Answer, Fit};
use posterior::table::{Source, samples};
use serde_json::Value;

use crate::engine::{answer, engine};
use crate::models::{IRIS, PLAY_TENNIS, case, has, model as fitted, recipe};

fn opened(name: &str, csv: &str, recipe: Recipe) -> Study {
    Study::open(Source::bytes(name, csv.as_bytes()), recipe).unwrap()
}

/// The answer of `fit` as JSON, without what only the rows have.
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
    let sorted = |mut texts: Vec<String>| {
        texts.sort();
        texts
    };
    match (one, other) {
        (Value::Object(one), Value::Object(other)) => {
            let keys = |of: &serde_json::Map<String, Value>| sorted(of.keys().cloned().collect());
            assert_eq!(keys(one), keys(other), "{at}");
            one.iter().for_each(|(key, value)| same(value, &other[key], &format!("{at}/{key}"), share));
        }
        // Values and words are in the order of the rows, which an engine may not know.
        (Value::Array(one), Value::Array(other))
            if one.iter().all(Value::is_string) && !at.ends_with("/classes") =>
        {
            let texts = |of: &[Value]| sorted(of.iter().map(ToString::to_string).collect());
            assert_eq!(texts(one), texts(other), "{at}");
        }
        (Value::Array(one), Value::Array(other)) => {
            assert_eq!(one.len(), other.len(), "{at}");
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
    write_sums(&fitted.data, "posterior", &study.source.label(), (&fitted.statistics, &once)).unwrap()
}

#[test]
fn marks_that_training_keeps_are_values_in_sums_and_queries() {
    for mark in ["-", "NA", "null", "nan", "."] {
        let csv = format!(
            "gram,shape,class\n+,rod,a\n{mark},rod,b\n+,coccus,a\n{mark},coccus,b\n+,rod,b\n{mark},rod,a\nx,rod,c\n{mark},rod,c\n"
        );
        let rows = opened("gram.csv", &csv, recipe(""));
        let text = sums_of(&rows);
        let sums = opened("sums.csv", &text, Recipe::default());
        let posterior = |study: &Study| {
            let fitted = fitted(study);
            fitted.predict(&case(&fitted, &format!("gram={mark},shape=rod"))).posterior.unwrap()
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
    let data = Arc::clone(&fitted(&study).data);
    let sqlite = Dialect::named("sqlite").unwrap();
    let sql = sums_query(sqlite, "sizes", &data.resolved, data.table.columns()).unwrap();
    assert!(sql.contains("NOT IN ('', '?', 'NA')"));
}

macro_rules! case {
    ($file:literal) => {
        include_str!(concat!("../cases/sums/", $file))
    };
}

#[test]
fn sums_by_duckdb_are_those_counted_here() {
    for (name, rows, sums) in [
        ("play-tennis", PLAY_TENNIS, case!("play-tennis.sums.csv")),
        ("irisgda", IRIS, case!("irisgda.sums.csv")),
        ("gdamiss", case!("gdamiss.csv"), case!("gdamiss.sums.csv")),
        ("weights", case!("weights.csv"), case!("weights.sums.csv")),
        ("multi", case!("multi.csv"), case!("multi.sums.csv")),
    ] {
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
    let study = opened("sums.csv", case!("numacc.sums.csv"), Recipe::default());
    let expected: Value = serde_json::from_str(case!("numacc.expected.json")).unwrap();
    same(&fit(&study)["parameters"], &expected["parameters"], "numacc", 1e-12);
}

#[test]
fn every_sample_written_as_sums_is_the_same_model() {
    let models =
        ["auto", "categorical", "gaussian", "gda", "qda", "mixed", "bernoulli", "multinomial", "poisson"];
    let names = samples().iter().filter(|sample| sample.has_rows());
    for (sample, model) in names.flat_map(|sample| models.map(|model| (sample, model))) {
        let asked = recipe(&format!("model = \"{model}\""));
        let Ok(study) = Study::open(Source::Sample(sample), asked) else { continue };
        if study.fitted.is_err() {
            continue;
        }
        let what = format!("{} {model}", sample.name);
        let text = sums_of(&study);
        let again = opened("sums.csv", &text, Recipe::default());
        assert!(again.fitted.is_ok(), "{what}: {:?}", again.fitted.err());
        same(&fit(&study), &fit(&again), &what, 0.0);
        assert_eq!(again.loaded.table.rows(), 0);
        // Sums that are written again are the same.
        let of = fitted(&again);
        let sums = of.data.sums.clone().unwrap();
        let once = Statistics::of_rows(&of.data).unwrap();
        let second = write_sums(&of.data, &sums.engine, &sums.asked, (of.statistics.as_ref(), &once));
        assert_eq!(text, second.unwrap(), "{what}");
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
    for (asked, part) in [
        ("model = \"gda\"\nignore = [\"colour\"]", "the moments over complete rows for “size”"),
        ("model = \"categorical\"\nbins = \"width:3\"", "the counts of each number"),
    ] {
        let asked = again.recipe.clone().overridden_by(recipe(asked));
        let problem = again.with_recipe(asked).unwrap().fitted.unwrap_err();
        assert_eq!(problem.kind, "bad_sums");
        has(&problem.what, &[part]);
    }
}

#[test]
fn errors_in_a_file_of_sums_are_named() {
    let good = case!("play-tennis.sums.csv");
    for (from, to, part, line) in [
        ("posterior_sums_1,", "posterior_sums_2,", "of version “posterior_sums_2”", None),
        (",tokens,", ",", "no column “tokens”", None),
        ("class,No,,,5,5,,,,", "class,No,,,5,-5,,,,", "“-5” in w is not a count", Some(24)),
        ("class,No,,,5,5,,,,", "class,No,,,2.5,2.5,,,,", "“2.5” in n is not a count", Some(24)),
        ("class,No,,,5,5,,,,", "class,Yes,,,5,5,,,,", "“Yes” has two lines `class`", Some(25)),
        ("class,No,,,5,5,,,,\n", "", "“No” has no line `class` before", Some(25)),
        ("value,No,Outlook,Sunny,3,3", "value,No,Outlook,Sunny,4,4", "of No with a value of “Outlook”", None),
        ("value,Yes,Wind,Weak,6,6", "valeu,Yes,Wind,Weak,6,6", "“valeu” is not a line", Some(43)),
        (
            "\"name = \"\"Wind\"\"\"",
            "\"name = \"\"Breeze\"\"\"",
            "reads “Breeze”, and the sums have no line",
            None,
        ),
        ("recipe,,,\"target = \"\"Play\"\"\",2,,,,,\n", "", "no recipe that names the class", None),
        ("unlabelled,,,,0,0,,,,", "refused,,Wind,,,3,,,,", "3 cells of “Wind” are infinite", Some(23)),
    ] {
        assert!(good.contains(from), "{from}");
        let text = good.replace(from, to);
        let opened = Study::open(Source::bytes("sums.csv", text.as_bytes()), Recipe::default());
        let problem: posterior::problem::Problem = match opened {
            Err(error) => error.into(),
            Ok(study) => study.fitted.unwrap_err(),
        };
        assert!(problem.what.contains(part), "{from} → {to}: {}", problem.what);
        assert_eq!(problem.line, line, "{}", problem.what);
        assert!(!problem.fix.is_empty());
    }
}

fn hostile() -> Vec<(&'static str, String, &'static str)> {
    let names = "\"a \"\"quoted\"\" name\",\"; DROP TABLE t; --\",\"two\nlines\",select,class\n";
    let mut rows = String::from(names);
    for row in 0..60 {
        let text = ["it's", "a \"\"b\"\"", "x;y", "--", "naïve 北京", "\\' OR 1=1"][row % 6];
        let class = ["\"\"", "'; --", "one, two", "?"][row % 4];
        let (missing, number) = (if row % 7 == 0 { "" } else { "v" }, (row * row) as f64 / 7.0 + 1e6);
        rows.push_str(&format!(
            "\"{text}\",{missing},{},{number},\"{class}\"\n",
            ["yes", "no", "?"][row % 3]
        ));
    }
    let weighted = case!("weights.csv").to_owned();
    let gda = case!("gdamiss.csv").to_owned();
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

#[test]
fn sqlite_sums_and_scores_by_the_queries_as_counted_and_predicted_here() {
    let dialect = Dialect::named("sqlite").unwrap();
    for (name, csv, toml) in hostile() {
        let study = opened("rows.csv", &csv, recipe(toml));
        let model = fitted(&study);
        let base = engine(name, &study);
        let query = sums_query(dialect, name, &model.data.resolved, model.data.table.columns()).unwrap();
        let text = answer(&base, &query);
        let summed = opened("sums.csv", &text, Recipe::default());
        assert!(summed.fitted.is_ok(), "{name}: {:?}\n{text}", summed.fitted.err());
        same(&fit(&study), &fit(&summed), name, 1e-11);
        let query = scoring_query(dialect, name, &model, &["rowkey".to_owned()]).unwrap();
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

#[test]
fn each_dialect_writes_the_same_query_in_its_own_words() {
    let csv = "size,colour,note,kind\n1,red,a b,x\n2,it's,b,y\n";
    let toml = "target = \"kind\"\nalpha = \"1\"\n[[feature]]\nname = \"size\"\nkind = \"numeric\"\nbins = \"cuts:1.5\"\n\
                [[feature]]\nname = \"colour\"\nkind = \"categorical\"\n[[feature]]\nname = \"note\"\nkind = \"text\"";
    let model = fitted(&opened("rows.csv", csv, recipe(toml)));
    let without = fitted(&opened("rows.csv", csv, recipe(&toml[..toml.rfind("[[feature]]").unwrap()])));
    for dialect in &DIALECTS {
        let model = if dialect.name == "sqlite" { &without } else { &model };
        let (table, columns) = ("my \"table\"", model.data.table.columns());
        let sums = sums_query(dialect, table, &model.data.resolved, columns).unwrap();
        let scores = scoring_query(dialect, table, model, &["id".to_owned()]).unwrap();
        // The lines of the recipe differ in one text only.
        let mut lines: Vec<&str> = sums.lines().filter(|line| !line.contains("'recipe' AS c0")).collect();
        lines.dedup();
        insta::assert_snapshot!(format!("query_{}", dialect.name), format!("{}\n{scores}", lines.join("\n")));
    }
    let sqlite = Dialect::named("sqlite").unwrap();
    let refused = sums_query(sqlite, "t", &model.data.resolved, model.data.table.columns()).unwrap_err();
    has(&refused.what, &["no regular expressions"]);
}
