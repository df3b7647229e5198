//! A vocabulary from a file: what it lists is the vocabulary, also words that training has not seen.

use crate::models;

use std::fs;
use std::path::Path;

use models::{case, exact, fitted, has, refused, texts};
use proptest::prelude::*;
use serde_json::Value;
use std::process::Command;
use tempfile::TempDir;

const MAILS: &str =
    "text,class\nbuy now buy,spam\ncheap pills now,spam\nmeeting at noon,ham\nlunch at noon,ham\n";

fn folder(words: &[u8]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("mails.csv"), MAILS).unwrap();
    fs::write(folder.path().join("words.txt"), words).unwrap();
    folder
}

/// A recipe that names a dictionary by its whole path.
fn recipe(path: &Path, more: &str) -> String {
    let path = path.to_string_lossy();
    format!(
        "target = \"class\"\nmodel = \"multinomial\"\n{more}\n[[feature]]\nname = \"text\"\nkind = \"text\"\n\
         vocabulary = 'file:{path}'\n"
    )
}

const WORDS: &[u8] = b"\xef\xbb\xbfBuy\nneurips\r\n\n now \nbuy\nnoon\n";

#[test]
fn the_words_of_a_dictionary_are_the_vocabulary_and_no_others() {
    let folder = folder(WORDS);
    let path = folder.path().join("words.txt");
    let model = fitted(MAILS, &recipe(&path, "alpha = \"1\""));
    let factor = &model.factors()[0];
    assert_eq!(texts(factor.values()), ["buy", "neurips", "now", "noon"], "each once, cut as documents are");
    assert_eq!((factor.total(0), factor.total(1)), (4, 2), "the tokens of the dictionary's words");
    let neurips = model.position(factor, "neurips").unwrap();
    assert_eq!(factor.conditional(neurips, 0), Some(exact("1/8")), "(0 + 1)/(4 + 4)");
    assert_eq!(factor.conditional(neurips, 1), Some(exact("1/6")), "(0 + 1)/(2 + 4)");
    has(&model.conventions(), &["words.txt (4 words)"]);
    let raw = fitted(MAILS, &recipe(&path, "alpha = \"0\""));
    let prediction = raw.predict(&case(&raw, "text=neurips"));
    assert_eq!(prediction.undefined.unwrap().word(), "zero_evidence", "0/0, as in the notes");
    let other =
        fitted(MAILS, "target = \"class\"\nalpha = \"0\"\n[[feature]]\nname = \"text\"\nkind = \"text\"");
    assert!(
        other.predict(&case(&other, "text=neurips")).posterior.is_some(),
        "unseen without the dictionary"
    );
    // A training word outside the dictionary has no factor.
    let with = model.predict(&case(&model, "text=buy cheap pills"));
    assert_eq!(with.joint, model.predict(&case(&model, "text=buy")).joint);
    let query = case(&model, "text=cheap");
    let remarks = posterior::worked::warnings(&model, &query, &model.predict(&query)).unwrap();
    assert!(remarks[0].text.plain().starts_with("cheap is not in the vocabulary"), "{remarks:?}");
    let rows = model.predict_rows(|_| true);
    let row = posterior::model::Case::from_row(&model, 1).unwrap();
    let joint = model.predict(&row).joint;
    for (ln, joint) in rows.get(1).unwrap().log_joint.iter().zip(&joint) {
        assert!((ln - joint.as_ref().unwrap().ln()).abs() < 1e-12);
    }
}

#[test]
fn present_or_absent_words_of_a_dictionary() {
    let folder = folder(WORDS);
    let more = recipe(&folder.path().join("words.txt"), "alpha = \"1\"")
        .replace("multinomial", "bernoulli")
        .replace("kind = \"text\"", "kind = \"text\"\nevent = \"bernoulli\"");
    let model = fitted(MAILS, &more);
    let at = model.position(&model.factors()[0], "neurips").unwrap();
    assert_eq!(model.factors()[0].conditional(at, 0), Some(exact("1/4")), "(0 + 1)/(2 + 2)");
    assert_eq!(model.factors()[0].conditional(0, 0), Some(exact("1/2")), "one of two documents has buy");
}

#[test]
fn dictionaries_that_cannot_be_read() {
    let folder = folder(b"...\n\n");
    let path = folder.path().join("words.txt");
    let problem = refused(MAILS, &recipe(&path, ""));
    assert_eq!(problem.kind, "no_data");
    assert!(problem.what.ends_with("has no word"), "{}", problem.what);
    assert!(problem.place.as_ref().unwrap().ends_with("words.txt, the vocabulary of “text”"), "{problem:?}");
    fs::write(&path, b"buy\nnow\n\xff\xfe\n").unwrap();
    let problem = refused(MAILS, &recipe(&path, ""));
    assert_eq!((problem.kind, problem.line), ("bad_encoding", Some(3)), "{problem:?}");
    let problem = refused(MAILS, &recipe(&folder.path().join("none.txt"), ""));
    assert_eq!(problem.kind, "no_data");
    has(&problem.what, &["none.txt” cannot be read: "]);
    assert!(refused(MAILS, &recipe(folder.path(), "")).what.contains("cannot be read"), "a folder");
}

#[test]
fn a_dictionary_lies_beside_the_recipe_file_and_a_flag_begins_where_one_is() {
    let folder = folder(WORDS);
    let inner = folder.path().join("inner");
    fs::create_dir(&inner).unwrap();
    fs::write(inner.join("mine.txt"), "neurips\nbuy\nnoon\n").unwrap();
    let recipe = recipe(Path::new("mine.txt"), "alpha = \"0\"");
    fs::write(inner.join("recipe.toml"), recipe).unwrap();
    let json = |arguments: &[&str]| -> Value {
        let mut command = Command::new(env!("CARGO_BIN_EXE_posterior"));
        let output = command.current_dir(folder.path()).args(arguments).output().unwrap();
        serde_json::from_slice(&output.stdout).unwrap()
    };
    let tail = ["--format", "json", "--query", "text=neurips"];
    let found = json(&[&["explain", "mails.csv", "--recipe", "inner/recipe.toml"][..], &tail].concat());
    assert_eq!(found["queries"][0]["undefined_reason"], "zero_evidence", "{found}");
    assert_eq!(found["queries"][0]["posterior"], Value::Null);
    assert_eq!(found["recipe"]["feature"][0]["vocabulary"], "file:inner/mine.txt");
    let flags = ["explain", "mails.csv", "--kind", "text=text", "--vocabulary", "file:words.txt"];
    let found = json(&[&flags[..], &tail].concat());
    assert_eq!(found["queries"][0]["features"][0]["known"]["neurips"], 1, "{found}");
    let flags =
        ["fit", "mails.csv", "--kind", "text=text", "--vocabulary", "file:no.txt", "--format", "json"];
    let found = json(&flags);
    assert_eq!(found["error"]["kind"], "no_data");
    assert_eq!(found["error"]["place"], "no.txt, the vocabulary of “text”");
}

proptest! {
    #![proptest_config(crate::models::tables::cases(32))]

    #[test]
    fn a_dictionary_of_all_words_changes_nothing(shuffled in Just(
        vec!["at", "buy", "cheap", "lunch", "meeting", "noon", "now", "pills"]).prop_shuffle(),
        query in prop::collection::vec(proptest::sample::select(&["buy", "noon", "at", "zebra"][..]), 0..5),
    ) {
        let folder = folder(shuffled.join("\n").as_bytes());
        let path = folder.path().join("words.txt");
        let listed = fitted(MAILS, &recipe(&path, ""));
        let plain = recipe(&path, "");
        let plain = fitted(MAILS, plain.split("vocabulary").next().unwrap());
        let query = format!("text={}", query.join(" "));
        prop_assert_eq!(listed.predict(&case(&listed, &query)).joint, plain.predict(&case(&plain, &query)).joint);
    }
}
