//! `--via`: an engine that is asked by a command; and sums from end to end.

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use tempfile::TempDir;

fn run(folder: &Path, arguments: &[&str]) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_posterior"));
    let output = command.current_dir(folder).args(arguments).output().expect("it runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    (output.status.code().expect("a status"), text(output.stdout), text(output.stderr))
}

fn printed(folder: &Path, arguments: &[&str]) -> String {
    let (status, out, err) = run(folder, arguments);
    assert_eq!(status, 0, "{arguments:?}: {err}");
    out
}

/// A folder with the play tennis table, its sums, and a command that answers the query of either.
fn engine() -> TempDir {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("rows.csv"), printed(folder.path(), &["samples", "play-tennis"])).unwrap();
    printed(folder.path(), &["sums", "sample:play-tennis", "--output", "sums.csv"]);
    let script = "query=$(cat)\ncase \"$query\" in\n  *posterior_sums_1*) echo \"$query\" > asked; cat sums.csv ;;\n  *LIMIT*) cat rows.csv ;;\n  *) echo \"no such table\" >&2; exit 7 ;;\nesac\n";
    fs::write(folder.path().join("engine.sh"), script).unwrap();
    folder
}

#[test]
#[cfg(unix)]
fn an_engine_is_asked_for_a_few_rows_and_then_for_the_sums() {
    let folder = engine();
    let at = folder.path();
    let here = printed(at, &["fit", "rows.csv", "--format", "csv"]);
    let there = printed(at, &["fit", "tennis", "--via", "sh engine.sh", "--format", "csv"]);
    assert_eq!(here, there);
    let asked = fs::read_to_string(at.join("asked")).unwrap();
    assert!(asked.contains("FROM \"tennis\" AS s") && asked.contains("GROUPING SETS"), "{asked}");
    // What the query asks, `posterior sql` prints.
    let sql = printed(at, &["sql", "tennis", "--model-from", "rows.csv"]);
    assert!(sql.contains("GROUPING SETS") && sql.contains("'recipe'"), "{sql}");
    let sqlite = printed(at, &["sql", "tennis", "--model-from", "rows.csv", "--dialect", "sqlite"]);
    assert!(!sqlite.contains("GROUPING SETS"), "{sqlite}");
    let rows = printed(at, &["sql", "tennis", "--model-from", "sums.csv", "--rows", "P(Sunny | Yes)"]);
    assert!(rows.starts_with("SELECT * FROM \"tennis\" AS s WHERE ") && rows.contains("= 'Sunny'"), "{rows}");
    let (status, _, err) = run(at, &["sql", "tennis", "--model-from", "sums.csv", "--rows", "alpha"]);
    assert!(status == 2 && err.contains("counts no rows"), "{err}");
}

#[test]
#[cfg(unix)]
fn an_engine_that_fails_is_told_with_what_it_says() {
    let folder = engine();
    let at = folder.path();
    for (via, says) in [
        ("sh nothing-there.sh", "ended with status"),
        ("no-such-engine my.db", "“no-such-engine” cannot be started: there is no such program"),
        ("true", "“true” wrote nothing"),
        ("sh -c 'echo it is shut >&2; exit 3'", "“sh” ended with status 3: it is shut"),
        ("sh -c 'kill $$'", "ended by a signal"),
        ("'", "is no command"),
    ] {
        let (status, out, err) = run(at, &["fit", "tennis", "--via", via]);
        assert!(status != 0 && err.contains(says) && out.is_empty(), "{via}: {err}");
    }
}

#[test]
fn sums_are_the_saved_model_and_predict_without_training_data() {
    let folder = engine();
    let at = folder.path();
    let here = printed(at, &["predict", "sample:play-tennis", "--all"]);
    fs::remove_file(at.join("asked")).ok();
    let there = printed(at, &["predict", "rows.csv", "--model-from", "sums.csv"]);
    assert_eq!(here, there);
    // A file of rows judges it.
    let here =
        printed(at, &["evaluate", "sample:play-tennis", "--split", "file:rows.csv", "--format", "csv"]);
    let there = printed(at, &["evaluate", "sums.csv", "--split", "file:rows.csv", "--format", "csv"]);
    assert_eq!(here, there);
    for command in ["evaluate", "compare"] {
        let (status, _, err) = run(at, &[command, "sums.csv"]);
        assert!(
            status != 0 && err.contains("has their sums only") && err.contains("sample:play-tennis"),
            "{err}"
        );
    }
    let explained = printed(at, &["explain", "sums.csv", "--quantity", "P(Sunny | Yes)", "--format", "json"]);
    assert!(explained.contains("\"rows_query\": \"SELECT * FROM"), "{explained}");
    // The sums of sums are these sums.
    assert_eq!(printed(at, &["sums", "sums.csv"]), fs::read_to_string(at.join("sums.csv")).unwrap());
}

#[test]
fn numbers_are_given_on_the_command_line_and_kept_as_a_recipe() {
    let folder = TempDir::new().unwrap();
    let at = folder.path();
    let numbers =
        ["given", "P(ill) = 1%", "P(pos | ill) = 9/10", "P(pos | well) = 0.05", "--query", "test=pos"];
    let said = printed(at, &[numbers.as_slice(), &["--save", "test.toml"]].concat());
    for sentence in [
        "P(ill | x) = (9/1000)/(117/2000) = 2/13 ≈ 0.1538",
        "Of 10,000 cases 100 are ill; of these 90 have test = pos.",
        "So 585 of 10,000 have test = pos, and of these",
        "90 are ill: 90/585 ≈ 0.1538",
    ] {
        assert!(said.contains(sentence), "{sentence}\n{said}");
    }
    let again = printed(at, &["explain", "test.toml", "--query", "test=pos", "--quantity", "P(ill | x)"]);
    assert!(again.contains("2/13") || again.contains("≈ 0.1538"), "{again}");
    let (status, _, err) = run(
        at,
        &["given", "P(ill) = 0.01", "P(pos | ill) = 0.9", "P(pos | well) = 1.5", "--query", "test=pos"],
    );
    assert!(status == 2 && err.contains("add up to 1.5, not to 1"), "{err}");
    for wrong in ["P(ill)", "nonsense = 3", "P(ill) = much"] {
        let (status, _, err) = run(at, &["given", wrong]);
        assert!(status == 2 && err.contains("P(ill) = 0.01"), "{wrong}: {err}");
    }
}

/// The answer as JSON.
fn json(folder: &Path, arguments: &[&str]) -> serde_json::Value {
    let arguments = [arguments, &["--format", "json"]].concat();
    serde_json::from_str(&printed(folder, &arguments)).unwrap()
}

const THERE: [&str; 10] = [
    "evaluate",
    "t",
    "--via",
    "sh engine.sh",
    "--dialect",
    "sqlite",
    "--key",
    "id",
    "--recipe",
    "recipe.toml",
];

#[test]
#[cfg(unix)]
fn folds_are_judged_where_the_rows_are_as_the_same_folds_are_here() {
    let folder = crate::engine::folder();
    let at = folder.path();
    let here = json(at, &["evaluate", "rows.csv", "--recipe", "recipe.toml", "--split", "column:part"]);
    let here = &here["evaluation"];
    for split in ["folds:3", "column:part"] {
        let there = json(at, &[&THERE[..], &["--split", split]].concat());
        let there = &there["evaluation"];
        for key in [
            "labels",
            "matrix",
            "n",
            "n_undefined",
            "accuracy",
            "baseline",
            "per_class",
            "errors",
            "macro_f1",
        ] {
            assert_eq!(here[key], there[key], "{split}: {key}");
        }
        for key in ["log_loss", "brier"] {
            let (one, other) = (here[key].as_f64().unwrap(), there[key].as_f64().unwrap());
            assert!((one - other).abs() < 1e-9, "{split}: {key}");
        }
        let right = |of: &serde_json::Value| {
            let mut all: Vec<u64> =
                of["folds"].as_array().unwrap().iter().map(|fold| fold["right"].as_u64().unwrap()).collect();
            all.sort();
            all
        };
        assert_eq!(right(here), right(there));
        assert_eq!(there["split"], split);
        assert!(there["row"].as_array().unwrap().is_empty() && there.get("roc").is_none());
        assert!(there.get("seed").is_none() && there.get("training").is_none());
    }
    let text = printed(at, &[&THERE[..], &["--split", "folds:3", "--plain"]].concat());
    insta::assert_snapshot!("folds_in_an_engine", text);
    // Nothing is dealt: the model of all rows.
    let here = printed(at, &["evaluate", "rows.csv", "--recipe", "recipe.toml", "--format", "csv"]);
    assert_eq!(here, printed(at, &[&THERE[..], &["--format", "csv"]].concat()));
    // The story has it, too.
    let story = printed(at, &[&["show"], &THERE[1..], &["--plain"]].concat());
    assert!(story.contains("Accuracy ") && story.contains("none is listed"), "{story}");
}

#[test]
#[cfg(unix)]
fn what_an_engine_cannot_deal_or_list_is_refused_by_name() {
    let folder = crate::engine::folder();
    let at = folder.path();
    let no_key = [&THERE[..6], &THERE[8..], &["--split", "folds:3"]].concat();
    for (arguments, says, fix) in [
        (
            [&THERE[..], &["--split", "holdout:0.3"]].concat(),
            "the split holdout:0.3 looks at rows one by one",
            "folds:10",
        ),
        (
            [&THERE[..], &["--split", "leave-one-out"]].concat(),
            "leave-one-out looks at rows",
            "file:TEST.csv",
        ),
        ([&THERE[..], &["--split", "folds:3x2"]].concat(), "folds:3x2 looks at rows", "column:COLUMN"),
        (no_key, "none is named", "--key COLUMN"),
        ([&THERE[..], &["--format", "csv", "--table", "rows"]].concat(), "none is listed", "--predict"),
        (
            [&["plot", "roc"], &THERE[1..]].concat(),
            "a picture of the posteriors of single rows needs rows",
            "--split file:TEST.csv",
        ),
    ] {
        let (status, out, err) = run(at, &arguments);
        assert!(
            status != 0 && out.is_empty() && err.contains(says) && err.contains(fix),
            "{arguments:?}: {err}"
        );
    }
}

#[test]
#[cfg(unix)]
fn sums_of_folds_are_judged_by_a_query_whose_answer_is_read_again() {
    let folder = crate::engine::folder();
    let at = folder.path();
    let (status, _, err) = run(at, &["evaluate", "hash_sums.csv"]);
    let asks = "posterior sql t --model-from hash_sums.csv --evaluate";
    assert!(status == 3 && err.contains(asks) && err.contains("--of-predictions"), "{err}");
    let sql = ["sql", "t", "--model-from", "hash_sums.csv", "--evaluate"];
    // What dealt the rows is in the sums; another engine would deal them otherwise.
    let query = printed(at, &sql);
    assert_eq!(query.matches("AND base.fold = ").count(), 3, "{query}");
    assert!(query.contains("2654435761") && query.contains("AS \"brier_sum\""), "{query}");
    assert!(!printed(at, &["sql", "t", "--model-from", "sums.csv", "--evaluate"]).contains("base.fold"));
    let (status, _, err) = run(at, &[&sql[..], &["--dialect", "duckdb"]].concat());
    assert!(status == 2 && err.contains("sqlite dealt the rows to folds"), "{err}");
    let undealt = fs::read_to_string(at.join("hash_sums.csv")).unwrap();
    let undealt: String =
        undealt.lines().filter(|line| !line.contains("hash:3:id")).map(|line| format!("{line}\n")).collect();
    fs::write(at.join("undealt.csv"), undealt).unwrap();
    let (status, _, err) = run(at, &["sql", "t", "--model-from", "undealt.csv", "--evaluate"]);
    assert!(status == 2 && err.contains("do not say how rows were dealt"), "{err}");
    for (folds, says) in
        [("1", "no folds"), ("1001", "no folds"), ("many", "no folds"), ("column:", "no folds")]
    {
        let (status, _, err) =
            run(at, &["sql", "t", "--recipe", "recipe.toml", "--folds", folds, "--key", "id"]);
        assert!(status == 2 && err.contains(says), "{folds}: {err}");
    }
    // The command behind --via answers it, and its answer is what was counted.
    let counts = printed(at, &[&sql[..], &["--via", "sh engine.sh", "--dialect", "sqlite"]].concat());
    assert_eq!(counts, fs::read_to_string(at.join("hash_counts.csv")).unwrap());
    let text = printed(at, &["evaluate", "--of-predictions", "hash_counts.csv", "--plain"]);
    insta::assert_snapshot!("counts_of_an_engine", text);
    let read = json(at, &["evaluate", "--of-predictions", "hash_counts.csv"]);
    let here = json(at, &["evaluate", "rows.csv", "--recipe", "recipe.toml", "--split", "column:part"]);
    assert_eq!(read["evaluation"]["accuracy"], here["evaluation"]["accuracy"]);
    let near = |key: &str| {
        let of = |of: &serde_json::Value| of["evaluation"]["fold_accuracies"][key].as_f64().unwrap();
        (of(&read) - of(&here)).abs() < 1e-12
    };
    assert!(near("mean") && near("sd"));
}

#[test]
fn of_sums_no_row_is_said_to_have_a_class() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("sums.csv");
    std::fs::write(&path, crate::program::printed(&["sums", "sample:person"])).unwrap();
    let (status, _, message) = crate::program::ended(&["explain", &path.to_string_lossy()]);
    assert_eq!(status, 2, "{message}");
    assert!(message.contains("no row is here, and no query was given"), "{message}");
}
