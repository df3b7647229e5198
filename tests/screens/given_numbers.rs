//! Numbers that are given instead of rows: before, keys, after.

use crate::support::Bench;

use posterior::app::*;
use posterior::math::Number;
use posterior::recipe::Recipe;

pub fn sample(name: &str) -> Bench {
    Bench::open(name, "")
}

fn recipe(bench: &Bench) -> &Recipe {
    &bench.app.session.study.as_ref().unwrap().recipe
}

/// The numbers of the recipe, one after another.
fn numbers(bench: &Bench) -> Vec<String> {
    let rows = recipe(bench).given_blocks().into_iter().flat_map(|block| block.rows);
    rows.flat_map(|(_, cells)| cells).map(|(_, number)| number.text().to_owned()).collect()
}

/// What S writes is opened again.
#[test]
fn the_saved_recipe_holds_the_numbers_and_names_no_data() {
    let bench = three().keys("1 e Ctrl-u '1/2 3/8 1/8' Enter");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("saved.toml");
    let bench = bench.keys("S Ctrl-u").typed(&path.to_string_lossy()).keys("Enter");
    let saved = std::fs::read_to_string(&path).unwrap();
    let read = Recipe::from_toml(&saved, "saved.toml").unwrap();
    assert_eq!((read.data.clone(), read.given_blocks()), (None, recipe(&bench).given_blocks()));
    assert_eq!(read.given.unwrap().prior[1].1.text(), "3/8");
}

/// Three classes, three values, a number of its own variance in each class.
const THREE: &str = r#"
target = "kind"
model = "mixed"
[given.prior]
a = "1/2"
b = "1/4"
c = "1/4"
[[feature]]
name = "colour"
kind = "categorical"
[feature.table.a]
red = "0.2"
green = "0.3"
blue = "0.5"
[feature.table.b]
red = "0.1"
green = "0.1"
blue = "0.8"
[feature.table.c]
red = "1/3"
green = "1/3"
blue = "1/3"
[[feature]]
name = "size"
kind = "numeric"
mean = { a = "1", b = "2", c = "3" }
variance = { a = "1", b = "4", c = "9" }
"#;

fn three() -> Bench {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("three.toml");
    std::fs::write(&path, THREE).unwrap();
    Bench::file(&path, THREE)
}

#[test]
fn a_number_is_typed_over_the_other_one_follows_and_undo_brings_both_back() {
    let before = ["0.01", "0.99", "0.8", "0.096", "0.2", "0.904"];
    let bench = sample("mammography").keys("1").gives(numbers, before).keys("Down e Ctrl-u '90%' Enter");
    let bench = bench.gives(numbers, ["0.01", "0.99", "0.9", "0.096", "0.1", "0.904"]);
    assert_eq!(bench.fitted().factors()[0].conditional(0, 0), Some(Number::ratio(9, 10).unwrap()));
    // A prior, too; and it is the one that is used.
    let bench = bench.keys("u").gives(numbers, before).keys("Up Enter Ctrl-u '1/50' Enter");
    let bench = bench.gives(|bench| numbers(bench)[..2].to_vec(), ["1/50", "49/50"]);
    assert_eq!(bench.fitted().prior(0), Number::ratio(1, 50));
}

#[test]
fn numbers_that_make_no_model_are_reported_by_name_and_change_nothing() {
    let wrong = |bench: &Bench| bench.app.front::<LineDialog>().unwrap().wrong.clone().unwrap();
    let bench = three().keys("1");
    let before = numbers(&bench);
    // Of three values one alone cannot change; all three can.
    let bench = bench.keys("Down e Ctrl-u '0.4' Enter").gives(
        wrong,
        "Not changed: the given P(colour | a) add up to 1.2, not to 1. Change them so that they add up to exactly 1; fractions such as 1/3 are exact.",
    );
    let bench = bench.gives(numbers, before).keys("Ctrl-u '0.4 0.35 1/4' Enter");
    assert_eq!(recipe(&bench).column("colour").unwrap().table.as_ref().unwrap()[0].1[2].1.text(), "1/4");
    // A variance of 0 is refused.
    let bench = bench.keys("End e Ctrl-u '0' Enter");
    assert!(wrong(&bench).contains("variance of “size”"));
    let bench = bench.keys("Ctrl-u '5/2' Enter");
    assert_eq!(recipe(&bench).column("size").unwrap().variance.as_ref().unwrap()[0].1.text(), "5/2");
}

#[test]
fn no_screen_mentions_rows_where_every_number_is_given() {
    let mut bench = sample("two-tests");
    for screen in ["2", "3", "5", "6", "7"] {
        bench = bench.keys("Esc").keys(screen);
        for words in ["0 rows", "No row was counted", "which α", "0 without", "There are no rows"] {
            bench = bench.hides(words);
        }
    }
    bench.keys("Esc 4").shows("t and name a file");
}

#[test]
fn practice_asks_from_the_scores_on() {
    let bench = sample("taxi").keys("7");
    let lines = &bench.app.screens.practice.sheet(&bench.app.session).unwrap().questions.list;
    let asked: Vec<&str> =
        lines.iter().filter(|line| line.asked.is_some()).map(|line| line.name.as_str()).collect();
    assert_eq!(asked, ["score(green)", "score(blue)", "P(x)", "P(green | x)", "P(blue | x)", "class"]);
}

#[test]
fn a_case_is_shown_in_natural_frequencies() {
    sample("mammography").keys("5 m").shows("natural").keys("m").hides("natural");
}
