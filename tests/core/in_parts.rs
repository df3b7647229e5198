//! A file that is longer than the memory it may take is read in parts, and says the same as one that is read whole.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use posterior::evaluate::{Metrics, Model, Trial};
use posterior::model::{OpenError, Study};
use posterior::problem::Problem;
use posterior::table::Source;
use tempfile::TempDir;

use crate::models::{model, recipe};

const ROWS: u32 = 70_000;

/// Three classes, one of them in the last rows only, numbers that are no longer numbers near the end, marks for missing
/// cells and rows without a class; `quoted` says how documents are written.
fn table(rows: u32, quoted: bool) -> String {
    let mut csv = "size,far,calls,colour,code,text,times,class\n".to_owned();
    let mut state = 11u64;
    let mut draw = |below: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    let quote = if quoted { "\"" } else { "" };
    for row in 0..rows {
        let late = row + 500 > rows;
        let class = draw(if late { 3 } else { 2 });
        let size = match draw(40) {
            0 if late => "NA".to_owned(),
            1 => String::new(),
            _ => format!("{}.{:03}", 10 * class + draw(30), draw(1000)),
        };
        let far = format!("-{}.{}", draw(900), draw(10));
        let colour = ["red", "green", "blue", "grey", "late"][(draw(4) + u64::from(late)) as usize];
        let code = if late { format!("x{}", draw(9)) } else { draw(9).to_string() };
        let text = format!("{quote}w{} w{} v{}{quote}", draw(9 + class), draw(90), row % 3000);
        let class = if draw(50) == 0 { "?" } else { ["a", "b", "c"][class as usize] };
        writeln!(csv, "{size},{far},{},{colour},{code},{text},{},{class}", draw(12), draw(4)).unwrap();
    }
    csv
}

fn written(csv: &str) -> (TempDir, PathBuf) {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("long.csv");
    fs::write(&path, csv).unwrap();
    (folder, path)
}

/// The columns that `only …` does not name are left out.
fn with_others_ignored(toml: &str) -> String {
    let line = |line: &str| match line.strip_prefix("only ") {
        None => line.to_owned(),
        Some(named) => {
            let all = ["size", "far", "calls", "colour", "code", "text", "times"];
            let weight = toml.contains("weight = \"times\"");
            let out = |name: &&str| !(named.split(' ').any(|one| one == *name) || weight && *name == "times");
            format!("ignore = {:?}", all.into_iter().filter(out).collect::<Vec<_>>())
        }
    };
    toml.lines().map(line).collect::<Vec<_>>().join("\n")
}

fn whole(path: &Path, toml: &str) -> Study {
    Study::open(Source::Path(path.into()), recipe(&with_others_ignored(toml))).unwrap()
}

fn in_parts(path: &Path, toml: &str, memory: u64) -> Result<Study, OpenError> {
    Study::open_within(Source::Path(path.into()), recipe(&with_others_ignored(toml)), memory)
}

/// All that is found of a model, to the last bit.
fn found(study: &Study) -> String {
    let fitted = model(study);
    let trial = Trial::of(Model::Generative(fitted.clone()), None).unwrap();
    let evaluation = trial.run(None).unwrap();
    let metrics = Metrics::new(&evaluation, 0);
    format!(
        "{:?} {:?} {:?} {evaluation:?} {metrics:?}",
        fitted.classes,
        fitted.statistics,
        fitted.factors().iter().map(|factor| (factor.values(), &factor.form)).collect::<Vec<_>>()
    )
}

const MODELS: [&str; 9] = [
    "model = \"gaussian\"\nonly size far",
    "model = \"gda\"\nonly size far calls",
    "model = \"categorical\"\nbins = \"width:7\"\nonly size far colour code",
    "bins = \"cuts:5,20\"\nweight = \"times\"\nonly size colour",
    "model = \"poisson\"\nonly calls times",
    "model = \"mixed\"\nonly size colour calls\nweight = \"times\"",
    "model = \"multinomial\"\nonly text",
    "model = \"multinomial\"\nonly calls times",
    "model = \"bernoulli\"\nonly text\n[[feature]]\nname = \"text\"\nkind = \"text\"",
];

#[test]
fn a_file_in_parts_says_the_same_as_one_that_is_read_whole() {
    for (quoted, models) in [(false, &MODELS[..]), (true, &MODELS[6..7])] {
        let (_folder, path) = written(&table(ROWS, quoted));
        for toml in models {
            let toml = format!("target = \"class\"\n{toml}");
            let all = whole(&path, &toml);
            let length = fs::metadata(&path).unwrap().len();
            let study = in_parts(&path, &toml, length - 1).unwrap();
            assert!(study.loaded.stream.is_some() && all.loaded.stream.is_none());
            assert!(study.loaded.table.rows() < all.loaded.table.rows(), "{toml}");
            assert_eq!(found(&study), found(&all), "{toml}");
            assert!(study.loaded.notices.iter().any(|notice| notice.to_string().contains("read in parts")));
        }
    }
}

#[test]
fn only_a_file_that_is_longer_than_the_memory_is_read_in_parts() {
    let (_folder, path) = written(&table(ROWS, false));
    let length = fs::metadata(&path).unwrap().len();
    let toml = format!("target = \"class\"\n{}", MODELS[0]);
    for (memory, is_in_parts) in [(length, false), (length - 1, true), (1, true)] {
        let study = in_parts(&path, &toml, memory).unwrap();
        assert_eq!(study.loaded.stream.is_some(), is_in_parts);
        let fitted = model(&study);
        assert_eq!(fitted.data.rows(), ROWS as usize);
        assert_eq!(fitted.statistics, model(&whole(&path, &toml)).statistics);
    }
}

#[test]
fn another_file_judges_a_model_of_rows_in_parts() {
    let (folder, path) = written(&table(ROWS, false));
    let test = folder.path().join("test.csv");
    fs::write(&test, table(300, false)).unwrap();
    let toml = format!("target = \"class\"\nsplit = \"file:{}\"\n{}", test.display(), MODELS[2]);
    let (all, parts) = (whole(&path, &toml), in_parts(&path, &toml, 1_000_000).unwrap());
    let judged = |study: &Study| Trial::plan(study, None).unwrap().run(None).unwrap();
    let (all, parts) = (judged(&all), judged(&parts));
    assert_eq!(all.matrix, parts.matrix);
    assert_eq!((all.log_loss, all.brier, all.n), (parts.log_loss, parts.brier, parts.n));
    assert_eq!(all.tested.unwrap().training, parts.tested.unwrap().training);
}

fn refused(path: &Path, toml: &str) -> Problem {
    let study = match in_parts(path, toml, 1_000_000) {
        Ok(study) => study,
        Err(error) => return error.into(),
    };
    Trial::plan(&study, None).unwrap_err()
}

#[test]
fn what_needs_all_rows_at_once_is_refused_with_a_way_out() {
    let (_folder, path) = written(&table(ROWS, false));
    for (toml, said) in [
        ("bins = \"frequency:4\"\nonly size", "the cuts of “size”"),
        ("bins = \"mdl\"\nonly size", "the cuts of “size”"),
        ("split = \"folds:3\"\nonly size", "kept from the model"),
        ("split = \"leave-one-out\"\nonly size", "kept from the model"),
        ("model = \"logistic\"\nonly size", "logistic regression"),
    ] {
        let problem = refused(&path, &format!("target = \"class\"\n{toml}"));
        assert_eq!(problem.kind, "too_large", "{toml}");
        assert!(problem.what.contains(said) && problem.fix.contains("--memory"), "{problem:?}");
    }
    let (_folder, path) = written(&table(ROWS, false).replacen("w1 ", "w\"1 ", 1));
    let problem = refused(&path, "target = \"class\"");
    assert!(problem.what.contains("cannot be read in parts"), "{problem:?}");
}

#[test]
fn a_file_that_changes_between_two_readings_is_no_longer_counted() {
    let csv = table(ROWS, false);
    let (_folder, path) = written(&csv);
    let study = in_parts(&path, "target = \"class\"\nonly size", 1_000_000).unwrap();
    let stream = study.loaded.stream.clone().unwrap();
    let count = || {
        let mut rows = 0;
        stream.parts(|part| {
            rows += part.segments().iter().map(|segment| segment.rows.len()).sum::<usize>();
            Ok::<(), Problem>(())
        })?;
        Ok::<usize, Problem>(rows)
    };
    assert_eq!(count().unwrap(), ROWS as usize);
    fs::write(&path, csv.replacen('\n', "\n\n", 1)).unwrap();
    assert!(count().unwrap_err().what.contains("changed while it was read"));
    // As long as before, with a row fewer.
    fs::write(&path, csv.replace("\n1", " 1").replacen(" 1", "\n1", 1)).unwrap();
    assert!(count().is_err());
}
