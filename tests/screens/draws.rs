//! The model's own samples on 4 and 6, and rows of the data among drawn ones on 7, by keys: before, keys, after.

use crate::support;

use posterior::workbench::*;
use support::Bench;

fn sample(name: &str, width: u16, height: u16) -> Bench {
    Bench::sized(Some(Source::Sample(name.into())), width, height)
}

#[test]
fn the_bayes_error_and_the_samples_stand_beside_the_accuracy() {
    let bench = sample("iris", 120, 40).keys("4 D");
    assert_eq!(bench.app.screens.evaluate.view, View::Samples);
    let screen = bench.screen();
    for told in
        ["Of 10,000 rows drawn from the model", "Accuracy 144/150", "20 samples of 150 rows", "1 of 27"]
    {
        assert!(screen.contains(told), "{told}\n{screen}");
    }
    let bench = bench.keys("Down Down Down");
    assert!(bench.screen().contains("4 of 27") && bench.screen().contains("σ/√n"), "{}", bench.screen());
    let bench = bench.keys("End PgDn");
    assert_eq!(bench.app.screens.evaluate.samples.cursor, 26);
    // The menu leads there, too, and the same numbers come again.
    let again = sample("iris", 120, 40).keys("4 m End Up Up Enter");
    assert_eq!(again.app.screens.evaluate.view, View::Samples);
    assert_eq!(again.screen(), sample("iris", 120, 40).keys("4 D").screen());
    // Another model draws anew, and a model that cannot draw says why.
    let bench = sample("chinese-japan", 120, 40).keys("4 D");
    let screen = bench.screen();
    assert!(screen.contains("Of 10,000 rows drawn") && screen.contains("A model of words"), "{screen}");
}

#[test]
fn samples_at_80_columns() {
    insta::assert_snapshot!("own_samples_80", sample("iris", 80, 24).keys("4 D Down Down Down").screen());
    insta::assert_snapshot!("own_samples_tennis_80", sample("play-tennis", 80, 24).keys("4 D").screen());
}

#[test]
fn the_picture_of_two_features_has_the_samples_for_the_asking() {
    let legend = "boundaries and means of 20 samples";
    let bench = sample("iris", 120, 40).keys("6");
    assert!(!bench.screen().contains(legend), "{}", bench.screen());
    let bench = bench.keys("D");
    assert!(bench.screen().contains(legend), "{}", bench.screen());
    let bench = bench.keys("D");
    assert!(!bench.screen().contains(legend), "{}", bench.screen());
}

#[test]
fn rows_are_told_from_drawn_ones() {
    let bench = sample("play-tennis", 80, 24).keys("7 Esc v");
    let drawn = |bench: &Bench| bench.app.screens.practice.drawn.clone();
    assert_eq!(bench.app.screens.practice.view, PracticeView::Drawn);
    let rows = drawn(&bench).rows.unwrap();
    assert_eq!((rows.rows.len(), rows.rows.iter().filter(|row| row.is_drawn()).count()), (8, 4));
    // Space marks and takes back.
    let bench = bench.keys("Space Down Space Up Space");
    assert_eq!(drawn(&bench).marked[..3], [false, true, false]);
    assert!(
        bench.screen().contains("1 marked") && !bench.screen().contains("on average"),
        "{}",
        bench.screen()
    );
    let bench = bench.keys("Enter");
    let right = rows.rows.iter().enumerate().filter(|(at, row)| row.is_drawn() == (*at == 1)).count();
    let told = bench.screen().split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(drawn(&bench).checked && told.contains(&format!("told {right} of 8")), "{}", bench.screen());
    // What is checked stays as it is.
    let bench = bench.keys("Space");
    assert_eq!(drawn(&bench).marked[..3], [false, true, false]);
    let bench = bench.keys("n");
    let next = drawn(&bench).rows.unwrap();
    assert!(!drawn(&bench).checked && next.rows.iter().zip(&rows.rows).any(|(a, b)| a.cells != b.cells));
    assert_eq!(bench.keys("v").app.screens.practice.view, PracticeView::Worksheet);
}

#[test]
fn real_or_drawn_at_every_size() {
    for (name, width, height) in [
        ("play-tennis", 80, 24),
        ("iris", 80, 24),
        ("chinese-japan", 80, 24),
        ("iris", 120, 40),
        ("iris", 60, 20),
    ] {
        let bench = sample(name, width, height).keys("7 Esc v Space Down Space Enter");
        insta::assert_snapshot!(format!("real_or_drawn_{name}_{width}"), bench.screen());
    }
}
