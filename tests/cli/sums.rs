//! Sums and given numbers from end to end.

use std::fs;
use std::path::Path;

use std::process::Command;
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

/// A folder with the play tennis table and its sums.
fn folder() -> TempDir {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("rows.csv"), printed(folder.path(), &["samples", "play-tennis"])).unwrap();
    printed(folder.path(), &["sums", "sample:play-tennis", "--output", "sums.csv"]);
    folder
}

#[test]
fn sql_prints_the_queries_of_sums_and_of_scores() {
    let folder = folder();
    let at = folder.path();
    let sql = printed(at, &["sql", "tennis", "--model-from", "rows.csv"]);
    assert!(sql.contains("GROUPING SETS") && sql.contains("'recipe'"), "{sql}");
    assert!(sql.contains("FROM \"tennis\" AS s"), "{sql}");
    let sqlite = printed(at, &["sql", "tennis", "--model-from", "rows.csv", "--dialect", "sqlite"]);
    assert!(!sqlite.contains("GROUPING SETS"), "{sqlite}");
    let scores = printed(at, &["sql", "tennis", "--model-from", "sums.csv", "--predict", "--keep", "Play"]);
    assert!(scores.contains("AS predicted") && scores.contains("AS \"P(Yes)\""), "{scores}");
    let (status, _, err) = run(at, &["sql", "tennis", "--model-from", "rows.csv", "--dialect", "oracle"]);
    assert!(status == 2 && err.contains("oracle"), "{err}");
}

#[test]
fn sums_are_the_saved_model_and_predict_without_training_data() {
    let folder = folder();
    let at = folder.path();
    let here = printed(at, &["predict", "sample:play-tennis", "--all"]);
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
        "So 585 of 10,000 cases have test = pos. Of these:",
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

#[test]
fn of_sums_no_row_is_said_to_have_a_class() {
    let folder = TempDir::new().unwrap();
    let path = crate::written(&folder, "sums.csv", printed(folder.path(), &["sums", "sample:person"]));
    crate::fails(2, &["explain", &path], &["the data have no rows, and there is no query"]);
}
