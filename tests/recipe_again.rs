//! A recipe that is written down and read again is the same: as TOML, as flags, and in what the program prints.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test may fail"
)]

use std::fs;

use assert_cmd::Command;
use posterior::model::Study;
use posterior::recipe::{Recipe, quoted};
use posterior::table::Source;

const SAMPLES: [&str; 12] = [
    "weather",
    "play-tennis",
    "chinese-japan",
    "living-area",
    "spam",
    "person",
    "loan",
    "iris",
    "elephants",
    "bolts",
    "calls",
    "two-clusters",
];
const MODELS: [&str; 8] =
    ["auto", "categorical", "multinomial", "bernoulli", "gaussian", "mixed", "gda", "qda"];

fn printed(command: &str, data: &str, flags: &[String]) -> Option<String> {
    let mut program = Command::cargo_bin("posterior").unwrap();
    let output = program.args([command, data, "--format", "json"]).args(flags).output().unwrap();
    output.status.success().then(|| String::from_utf8(output.stdout).unwrap())
}

/// What tells where a choice came from, and nothing else: warnings that name the defaults chosen for the user.
fn without_origin(json: &str) -> String {
    let mut json: serde_json::Value = serde_json::from_str(json).unwrap();
    json["warnings"] = serde_json::Value::Null;
    serde_json::to_string(&json).unwrap()
}

#[test]
fn a_recipe_that_is_saved_gives_the_same_numbers_byte_for_byte() {
    let folder = std::env::temp_dir().join(format!("posterior-recipe-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let file = folder.join("recipe.toml");
    let mut models = 0;
    for name in SAMPLES {
        for kind in MODELS {
            let data = format!("sample:{name}");
            let recipe = Recipe { model: kind.parse().ok(), ..Recipe::default() };
            let study = Study::open(Source::from_arg(&data).unwrap(), recipe).unwrap();
            let Ok(fitted) = &study.fitted else { continue };
            models += 1;
            fs::write(&file, fitted.data.resolved.recipe.to_toml()).unwrap();
            let saved = vec!["--recipe".to_owned(), file.to_string_lossy().into_owned()];
            let said = study.recipe.to_flags();
            let unsaid: Vec<_> = said.unsaid.iter().filter(|key| **key != "query").collect();
            assert!(unsaid.is_empty(), "{name} {kind}: {unsaid:?}");
            let first = vec!["--model".to_owned(), kind.to_owned()];
            for command in ["fit", "explain", "evaluate"] {
                let Some(wanted) = printed(command, &data, &first) else { continue };
                let found = printed(command, &data, &saved).expect("it was fitted before");
                assert_eq!(without_origin(&found), without_origin(&wanted), "{name} {kind} {command}");
                let again = printed(command, &data, &saved).unwrap();
                assert_eq!(again, found);
                if command == "fit" {
                    let flagged = printed(command, &data, &said.words).expect("it was fitted before");
                    assert_eq!(without_origin(&flagged), without_origin(&wanted), "{name} {kind} by flags");
                }
            }
        }
    }
    fs::remove_dir_all(&folder).unwrap();
    assert!(models > 30, "only {models} models were fitted");
}

const FULL: &str = r#"
target = "play"
model = "mixed"
alpha = "1/3"
prior = { yes = "0.6", no = "0.4" }
missing = ["", "?"]
ignore = ["id", "a, b"]
bins = "width:5"
event = "bernoulli"
vocabulary = "all-rows"
classes = ["yes", "no"]
query = { outlook = "sunny", area = "66" }
seed = 7

[[column]]
name = "area"
kind = "numeric"
bins = "cuts:400,800"
"#;

#[test]
fn a_recipe_that_names_no_features_keeps_what_it_says_of_columns() {
    let recipe = Recipe::from_toml(FULL, "r.toml").unwrap();
    assert_eq!(recipe.features, None);
    assert_eq!(recipe.ignore, ["id", "a, b"]);
    assert_eq!(recipe.column("area").unwrap().bins.as_ref().unwrap().to_string(), "cuts:400,800");
    assert_eq!(Recipe::from_toml(&recipe.to_toml(), "r.toml").unwrap(), recipe);
    let mixed = Recipe { features: Some(vec!["outlook".into()]), ..recipe };
    let again = Recipe::from_toml(&mixed.to_toml(), "r.toml").unwrap();
    assert_eq!(again.column("area"), mixed.column("area"));
    assert_eq!(again.features, mixed.features);
    assert_eq!(again.query, mixed.query);
}

#[test]
fn what_flags_cannot_say_is_named() {
    let said = Recipe::from_toml(FULL, "r.toml").unwrap().to_flags();
    assert_eq!(said.unsaid, ["ignore", "classes", "query"]);
    let line = said.line();
    for part in [
        "--bins area=cuts:400,800",
        "--bins width:5",
        "--alpha 1/3",
        "--prior yes=0.6,no=0.4",
        "--missing ,?",
    ] {
        let part = if part.contains('?') { "--missing ',?'" } else { part };
        assert!(line.contains(part), "{part} is not in {line}");
    }
    assert_eq!(Recipe::default().to_flags(), Default::default());
}

#[test]
fn words_are_quoted_for_a_shell() {
    for (word, shown) in [
        ("Play", "Play"),
        ("P(x)", "'P(x)'"),
        ("", "''"),
        ("it's", r"'it'\''s'"),
        ("a b$c", "'a b$c'"),
        ("α", "'α'"),
    ] {
        assert_eq!(quoted(word), shown);
        let shell =
            std::process::Command::new("sh").args(["-c", &format!("printf %s {shown}")]).output().unwrap();
        assert_eq!(String::from_utf8(shell.stdout).unwrap(), word);
    }
}

/// What shapes a vocabulary is said by flags that the program reads back.
#[test]
fn choices_of_words_are_flags() {
    let recipe = "stop_words = true\nmin_count = 2\nlower_case = false\n";
    let said = Recipe::from_toml(recipe, "r.toml").unwrap().to_flags();
    assert!(said.unsaid.is_empty(), "{:?}", said.unsaid);
    for part in ["--stop-words=true", "--min-count 2", "--lower-case=false"] {
        assert!(said.line().contains(part), "{part} is not in {}", said.line());
    }
    let fit = |flags: &[String]| printed("fit", "sample:spam", flags).unwrap();
    let by_flags: serde_json::Value = serde_json::from_str(&fit(&said.words)).unwrap();
    assert_eq!(by_flags["recipe"]["stop_words"], true);
    assert_eq!(by_flags["recipe"]["lower_case"], false);
    let size = |json: &serde_json::Value| json["parameters"]["message"]["vocabulary_size"].as_u64().unwrap();
    let whole: serde_json::Value = serde_json::from_str(&fit(&[])).unwrap();
    assert!(size(&by_flags) < size(&whole));
}
