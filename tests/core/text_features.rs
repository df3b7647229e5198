//! Stop words, rare words and case: which words of the documents belong to the vocabulary, compared with counts by hand.

use crate::models;

use models::{case, exact, fitted, has, refused, texts};
use posterior::model::{Case, Fitted, Logistic};
use posterior::recipe::{LeftOut, Recipe};
use serde_json::{Value, json};
use std::process::Command;

/// `the` 4 times, now, and, at, with: stop words. win, money, lunch, noon, boss twice or more; free, meeting once.
const MAILS: &str = "text,class\nWin money now the money,spam\nthe free money and win,spam\nthe lunch at noon,ham\n\
                     noon meeting with The boss,ham\nlunch with the boss,ham\nthe free lunch,\n";

fn recipe(more: &str, column: &str) -> String {
    format!("target = \"class\"\n{more}\n[[feature]]\nname = \"text\"\nkind = \"text\"\n{column}")
}

fn mails(more: &str, column: &str) -> std::sync::Arc<Fitted> {
    fitted(MAILS, &recipe(more, column))
}

fn words(model: &Fitted) -> Vec<&str> {
    texts(model.factors()[0].values())
}

fn remarks(model: &Fitted, query: &str) -> Vec<String> {
    let case = case(model, query);
    let all = posterior::worked::warnings(model, &case, &model.predict(&case)).unwrap();
    all.into_iter().map(|remark| remark.text.plain()).collect()
}

#[test]
fn stop_words_and_rare_words_are_not_in_the_vocabulary() {
    let model = mails("stop_words = true\nmin_count = 2", "");
    let factor = &model.factors()[0];
    assert_eq!(words(&model), ["win", "money", "lunch", "noon", "boss"]);
    // win 2, money 3; lunch 2, noon 2, boss 2: only words of the vocabulary are counted in the totals.
    assert_eq!((factor.total(0), factor.total(1)), (5, 6));
    assert_eq!(factor.conditional(1, 0), Some(exact("4/10")), "(3 + 1)/(5 + 1 · 5)");
    assert_eq!(factor.conditional(1, 1), Some(exact("1/11")), "(0 + 1)/(6 + 1 · 5)");
    let (stop, rare) = (LeftOut::StopWord, LeftOut::Rare(1));
    let left = factor.left_out().iter().map(|left| (left.word.as_str(), left.why));
    let words = ["now", "the", "free", "and", "at", "meeting", "with"];
    assert!(left.eq(words.into_iter().zip([stop, stop, rare, stop, stop, rare, stop])));
    let parts = [
        "English stop words of NLTK (5 of them occur)",
        "words that occur fewer than 2 times are left out (2 of them)",
    ];
    has(&model.conventions(), &parts);
    // Each reason has a sentence of its own.
    assert_eq!(
        remarks(&model, "text=The money of meeting zebra"),
        [
            "the, of are stop words, so they have no factor.",
            "meeting is seen fewer than 2 times, so it has no factor.",
            "zebra is not in the vocabulary, so it has no factor.",
        ]
    );
    assert_eq!(remarks(&model, "text=the boss")[0], "the is a stop word, so it has no factor.");
    let joint = |query: &str| model.predict(&case(&model, query)).joint;
    assert_eq!(joint("text=the boss meeting"), joint("text=boss"), "what is left out has no factor");
    // Without a rule none is the reason.
    assert!(remarks(&mails("", ""), "text=of")[0].starts_with("of is not in the vocabulary"));
}

#[test]
fn many_rows_and_single_cases_leave_out_the_same() {
    for column in ["", "event = \"bernoulli\"\n"] {
        let model = mails("stop_words = true\nmin_count = 2\nmodel = \"mixed\"", column);
        for (row, found) in model.predict_rows(|_| true).iter().enumerate() {
            let joint = model.predict(&Case::from_row(&model, row).unwrap()).joint;
            for (ln, joint) in found.log_joint.iter().zip(&joint) {
                assert!((ln - joint.as_ref().unwrap().ln()).abs() < 1e-12, "row {row} {column}");
            }
        }
    }
}

#[test]
fn each_rule_alone() {
    for (rule, kept) in [
        ("min_count = 2", &["win", "money", "the", "lunch", "noon", "with", "boss"][..]),
        ("stop_words = true", &["win", "money", "free", "lunch", "noon", "meeting", "boss"]),
    ] {
        assert_eq!(words(&mails(rule, "")), kept, "{rule}");
    }
    let none = mails("min_count = 1\nstop_words = false", "");
    assert_eq!((none.factors()[0].k(), none.factors()[0].left_out().len()), (12, 0));
    assert!(!none.conventions().contains("left out"), "{}", none.conventions());
}

#[test]
fn case_is_kept_if_the_recipe_asks_for_it() {
    let model = mails("lower_case = false", "");
    let values = words(&model);
    assert!(values.contains(&"Win") && values.contains(&"win") && values.contains(&"The"), "{values:?}");
    let factor = &model.factors()[0];
    let at = model.position(factor, "Win").unwrap();
    assert_eq!((factor.count(at, 0), factor.count(at, 1)), (1, 0));
    has(&model.conventions(), &["words are unchanged runs"]);
    let stop = mails("lower_case = false\nstop_words = true", "");
    assert!(!words(&stop).contains(&"The"), "The is a stop word, however it is written");
    assert_eq!(remarks(&stop, "text=THE Win"), ["THE is a stop word, so it has no factor."]);
}

#[test]
fn present_or_absent_words_follow_the_same_rules() {
    let model = mails("stop_words = true\nmin_count = 2\nmodel = \"bernoulli\"", "event = \"bernoulli\"");
    let factor = &model.factors()[0];
    assert_eq!(texts(factor.values()), ["win", "money", "lunch", "noon", "boss"]);
    assert_eq!((factor.total(0), factor.total(1)), (2, 3), "documents, not words");
    assert_eq!(factor.conditional(1, 0), Some(exact("3/4")), "(2 + 1)/(2 + 2): money is in both");
    // 2/5 · 3/4 (win) · 1 − 3/4 (money) · (1 − 1/4)³ (lunch, noon, boss)
    let joint = model.predict(&case(&model, "text=win the")).joint;
    assert_eq!(joint[0], Some(exact("81/2560")));
}

#[test]
fn a_weight_is_how_often_a_word_is_seen() {
    let csv = "text,n,class\nrare words,2,x\nother words,1,y\nnever,0,y\n";
    let recipe =
        "target = \"class\"\nweight = \"n\"\nmin_count = 2\n[[feature]]\nname = \"text\"\nkind = \"text\"";
    let model = fitted(csv, recipe);
    let factor = &model.factors()[0];
    assert_eq!(texts(factor.values()), ["rare", "words"]);
    assert_eq!(factor.left_out().len(), 1, "other is seen once; never was not seen at all");
}

#[test]
fn rows_without_a_class_count_where_their_words_do() {
    let all = mails("min_count = 2\nstop_words = true", "vocabulary = \"all-rows\"");
    // free is in a row without a class, which is not learned from.
    assert_eq!(words(&all), ["win", "money", "free", "lunch", "noon", "boss"]);
    assert_eq!(all.factors()[0].count(2, 0), 1);
}

#[test]
fn a_dictionary_decides_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("words.txt");
    std::fs::write(&path, "the\nmeeting\nmoney\nneurips\n").unwrap();
    let column = format!("vocabulary = 'file:{}'", path.display());
    let model = mails("min_count = 2\nstop_words = true", &column);
    assert_eq!(words(&model), ["the", "meeting", "money", "neurips"]);
    assert!(!model.conventions().contains("stop words"), "{}", model.conventions());
    let notes = &model.data.resolved.notes;
    let expected = "the dictionary alone is the vocabulary of text: stop_words and min_count have no effect";
    assert!(notes.iter().any(|note| note == expected), "{notes:?}");
    assert!(
        remarks(&model, "text=of")[0].starts_with("of is not in the vocabulary"),
        "not for being a stop word"
    );
}

#[test]
fn columns_that_count_words_follow_the_rules_by_their_names() {
    let csv = "the,win,boss,zebra,class\n3,2,,0,spam\n1,0,1,0,ham\n2,,1,0,ham\n";
    let model = fitted(csv, "target = \"class\"\nmodel = \"multinomial\"\nstop_words = true\nmin_count = 2");
    let factor = &model.factors()[0];
    assert_eq!(texts(factor.values()), ["win", "boss"], "zebra is never seen");
    assert_eq!((factor.total(0), factor.total(1)), (2, 2));
    let row = Case::from_row(&model, 0).unwrap();
    assert_eq!(row.cells[0].text, "win=2, the=3");
    let typed = case(&model, "the=3,win=2");
    assert_eq!(model.predict(&row).joint, model.predict(&typed).joint);
    assert_eq!(
        remarks(&model, "the=3,win=2,zebra=1"),
        [
            "the is a stop word, so it has no factor.",
            "zebra is seen fewer than 2 times, so it has no factor.",
        ]
    );
    let rows = model.predict_rows(|_| true);
    let joint = model.predict(&row).joint;
    assert!((rows.get(0).unwrap().log_joint[0] - joint[0].as_ref().unwrap().ln()).abs() < 1e-12);
    let plain = fitted(csv, "target = \"class\"\nmodel = \"multinomial\"");
    assert_eq!(plain.factors()[0].k(), 4, "a column lists a word, seen or not, until more is asked for");
}

#[test]
fn a_vocabulary_of_which_nothing_is_left_is_refused() {
    let problem = refused(MAILS, &recipe("min_count = 9", ""));
    assert_eq!(problem.kind, "no_data");
    has(&problem.what, &["occurs fewer than 9 times"]);
    assert_eq!(problem.fix, "pass --min-count 5 or less", "the is seen 5 times in the training rows");
    let problem = refused("text,class\nthe of,x\nand the,y\n", &recipe("stop_words = true", ""));
    assert!(problem.what.ends_with("each is a stop word"), "{}", problem.what);
}

#[test]
fn rules_without_words_are_reported_as_changing_nothing() {
    let model = fitted("a,class\nu,x\nv,y\n", "target = \"class\"\nstop_words = true\nmin_count = 3");
    let notes = &model.data.resolved.notes;
    assert!(
        notes.iter().any(|n| n == "no column is read as words, so stop_words and min_count change nothing"),
        "{notes:?}"
    );
    assert_eq!(model.data.resolved.recipe.min_count, None, "the filled recipe has only what the model reads");
}

#[test]
fn logistic_regression_weighs_the_same_words() {
    let study = models::open(
        MAILS,
        &recipe("model = \"logistic\"\nridge = \"1\"\nstop_words = true\nmin_count = 2", ""),
    );
    let logistic: Logistic = study.logistic().unwrap().unwrap();
    let labels: Vec<String> = logistic.columns().iter().map(|column| column.label()).collect();
    assert_eq!(labels, ["text=win", "text=money", "text=lunch", "text=noon", "text=boss"]);
}

#[test]
fn the_top_words_have_the_largest_log_odds() {
    let top = |model: &Fitted, class, most| -> Vec<(String, f64)> {
        let found = model.top_words(&model.factors()[0], class, most);
        found.into_iter().map(|(word, odds)| (words(model)[word].to_owned(), odds)).collect()
    };
    let model = mails("stop_words = true\nmin_count = 2", "");
    let found = top(&model, 0, 9);
    // Words of the other class are not named.
    assert_eq!(found.iter().map(|(word, _)| word.as_str()).collect::<Vec<_>>(), ["money", "win"]);
    assert!((found[0].1 - (4.0_f64 / 10.0 / (1.0 / 11.0)).ln()).abs() < 1e-12);
    assert_eq!(top(&model, 0, 1).len(), 1);
    let raw = top(&mails("stop_words = true\nmin_count = 2\nalpha = \"0\"", ""), 1, 9);
    assert!(raw.len() == 3 && raw.iter().all(|(_, log_odds)| log_odds.is_infinite()), "{raw:?}");
    // P(a|x) = 3/5, P(a|y) = 2/4, P(a|z) = 1/3: compared with y.
    let three = top(&fitted("text,class\na a b,x\na b,y\nb,z\n", &recipe("alpha = \"1\"", "")), 0, 9);
    assert!((three[0].1 - (3.0_f64 / 5.0 / 0.5).ln()).abs() < 1e-12, "{three:?}");
}

#[test]
fn a_flag_wins_over_the_recipe() {
    let written = "target = \"class\"\nlower_case = false\nstop_words = true\nmin_count = 3\n";
    let read = Recipe::from_toml(written, "r.toml").unwrap();
    assert_eq!(Recipe::from_toml(&read.to_toml(), "r.toml").unwrap(), read);
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("mails.csv"), MAILS).unwrap();
    std::fs::write(folder.path().join("r.toml"), recipe("stop_words = true\nmin_count = 9", "")).unwrap();
    let fit = |more: &[&str]| -> Value {
        let mut command = Command::new(env!("CARGO_BIN_EXE_posterior"));
        let command = command.current_dir(folder.path()).args(["fit", "mails.csv", "--recipe", "r.toml"]);
        let output = command.args(["--format", "json"]).args(more).output().unwrap();
        serde_json::from_slice(&output.stdout).unwrap()
    };
    assert_eq!(fit(&[])["error"]["kind"], "no_data");
    let found = fit(&["--min-count", "2"]);
    let text = &found["parameters"]["text"];
    assert_eq!((&text["vocabulary_size"], &text["total"]), (&json!(5), &json!({"spam": 5, "ham": 6})));
    assert_eq!(text["left_out"]["rare"], json!({"free": 1, "meeting": 1}));
    assert_eq!(text["left_out"]["stop_words"], json!(["now", "the", "and", "at", "with"]));
    assert_eq!(text["top_words"]["spam"][0]["word"], "money");
    assert_eq!((&found["recipe"]["stop_words"], &found["recipe"]["min_count"]), (&json!(true), &json!(2)));
    let all = fit(&["--min-count", "1", "--stop-words=false", "--lower-case=false"]);
    assert_eq!(all["parameters"]["text"]["vocabulary_size"], 14, "{all}");
    assert_eq!(all["recipe"]["lower_case"], false);
}
