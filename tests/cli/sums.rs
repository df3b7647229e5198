//! Sums and given numbers from end to end.

use crate::{Folder, contains, has, prints};

/// A folder with the play tennis table and its sums.
fn folder() -> Folder {
    Folder::with(&[
        ("rows.csv", &prints("samples play-tennis")),
        ("sums.csv", &prints("sums sample:play-tennis")),
    ])
}

#[test]
fn sql_prints_the_queries_of_sums_and_of_scores() {
    let folder = folder();
    let sql = folder.prints("sql tennis --model-from rows.csv");
    has(&sql, &["GROUPING SETS", "'recipe'", "FROM \"tennis\" AS s"]);
    let sqlite = folder.prints("sql tennis --model-from rows.csv --dialect sqlite");
    assert!(!sqlite.contains("GROUPING SETS"), "{sqlite}");
    let scores = folder.prints("sql tennis --model-from sums.csv --predict --keep Play");
    has(&scores, &["AS predicted", "AS \"P(Yes)\""]);
    folder.fails(2, "sql tennis --model-from rows.csv --dialect oracle", &["oracle"]);
}

#[test]
fn sums_are_the_saved_model_and_predict_without_training_data() {
    let folder = folder();
    for (rows, sums) in [
        ("predict sample:play-tennis --all", "predict rows.csv --model-from sums.csv"),
        (
            "evaluate sample:play-tennis --split file:rows.csv --format csv",
            "evaluate sums.csv --split file:rows.csv --format csv",
        ),
        // The sums of sums are these sums.
        ("sums sample:play-tennis", "sums sums.csv"),
    ] {
        assert_eq!(folder.prints(rows), folder.prints(sums), "{sums}");
    }
    let parts = ["has their sums only", "sample:play-tennis"];
    for line in ["evaluate sums.csv", "compare sums.csv"] {
        let (status, _, err) = folder.run(line);
        assert_ne!(status, 0, "{line}");
        contains(&err, &parts, line);
    }
    folder.write("person.csv", prints("sums sample:person"));
    folder.fails(2, "explain person.csv", &["the data have no rows, and there is no query"]);
}

#[test]
fn numbers_are_given_on_the_command_line_and_kept_as_a_recipe() {
    let folder = Folder::new();
    let numbers = "given 'P(ill) = 1%' 'P(pos | ill) = 9/10' 'P(pos | well) = 0.05' --query test=pos";
    let parts = [
        "P(ill | x) = (9/1000)/(117/2000) = 2/13 ≈ 0.1538",
        "Of 10,000 cases 100 are ill; of these 90 have test = pos.",
        "So 585 of 10,000 cases have test = pos. Of these:",
        "90 are ill: 90/585 ≈ 0.1538",
    ];
    has(&folder.prints(&format!("{numbers} --save test.toml")), &parts);
    let again = folder.prints("explain test.toml --query test=pos --quantity 'P(ill | x)'");
    assert!(again.contains("2/13") || again.contains("≈ 0.1538"), "{again}");
    folder.fails(2, &numbers.replace("0.05", "1.5"), &["add up to 1.5, not to 1"]);
    for wrong in ["P(ill)", "nonsense = 3", "P(ill) = much"] {
        folder.fails(2, &format!("given '{wrong}'"), &["P(ill) = 0.01"]);
    }
}
