//! Questions about pictures on screen 7, before and after keys, and as text.

use crate::support;

use posterior::workbench::{Pane, PracticeView, ScreenId};
use support::Bench;

fn iris(width: u16, height: u16) -> Bench {
    Bench::sample("iris", width, height, |_| {}).keys("7 Esc p")
}

/// The letter that is right, or another one.
fn letter(bench: &Bench, right: bool) -> &'static str {
    let question = bench.app.screens.practice.pictures.question.as_ref().unwrap();
    let fits = |letter: &&str| (question.check(letter).right == Some(true)) == right;
    ["a", "b", "c"].into_iter().find(|letter| fits(letter)).unwrap()
}

#[test]
fn p_begins_and_leads_back() {
    let bench = iris(80, 24);
    assert_eq!(bench.app.screens.practice.view, PracticeView::Pictures);
    let bench = bench.keys("p");
    assert_eq!(bench.app.screens.practice.view, PracticeView::Worksheet);
    let bench = bench.keys("p Esc");
    assert_eq!(
        (bench.app.screen, bench.app.screens.practice.view),
        (ScreenId::Practice, PracticeView::Worksheet)
    );
    // The question in hand stays the same.
    let asked = |bench: &Bench| bench.app.screens.practice.pictures.question.as_ref().unwrap().ask.plain();
    let bench = iris(80, 24);
    let first = asked(&bench);
    let bench = bench.keys("p p");
    assert_eq!(asked(&bench), first);
    let bench = bench.keys("n");
    assert_ne!(asked(&bench), first);
}

#[test]
fn a_letter_answers_at_once_and_counts_once() {
    let bench = iris(80, 24);
    let wrong = letter(&bench, false);
    let bench = bench.keys(wrong);
    let pictures = &bench.app.screens.practice.pictures;
    assert_eq!((pictures.right, pictures.wrong, pictures.is_open()), (0, 1, true));
    assert!(bench.screen().contains('✗'), "{}", bench.screen());
    let right = letter(&bench, true);
    let bench = bench.keys(right);
    let pictures = &bench.app.screens.practice.pictures;
    // It was not right at the first time.
    assert_eq!((pictures.right, pictures.wrong, pictures.is_open()), (0, 1, false));
    assert!(bench.screen().contains('✓'), "{}", bench.screen());
    let bench = bench.keys("n n");
    let right = letter(&bench, true);
    let bench = bench.keys(right);
    assert_eq!(bench.app.screens.practice.pictures.right, 1);
    // Digits lead to other screens while no number is asked for.
    let bench = bench.keys("n n 3");
    assert_eq!(bench.app.screen, ScreenId::Parameters);
}

#[test]
fn a_number_is_typed_and_read() {
    let bench = iris(80, 24).keys("n");
    let question = bench.app.screens.practice.pictures.question.clone().unwrap();
    assert!(!question.is_choice());
    let answer: String = question.answer().plain().chars().map(|c| format!("{c} ")).collect();
    let bench = bench.keys("9 9 9 Enter");
    assert!(bench.screen().contains("✗ 999"), "{}", bench.screen());
    let bench = bench.keys("i");
    assert!(bench.screen().contains("Hint:"), "{}", bench.screen());
    let bench = bench.keys(&format!("{answer} Enter"));
    assert!(bench.screen().contains('✓'), "{}", bench.screen());
    assert!(!bench.app.screens.practice.pictures.is_open());
}

#[test]
fn the_answer_is_shown_for_the_asking() {
    let bench = iris(80, 24).keys("A");
    assert!(bench.screen().contains("It is "), "{}", bench.screen());
    let bench = iris(80, 24).keys("n A Tab");
    assert_eq!(bench.app.pane, Pane::Detail);
    assert!(bench.screen().contains("It is "), "{}", bench.screen());
}

#[test]
fn questions_about_pictures_at_every_size() {
    for (name, keys) in
        [("ellipses", ""), ("boundary", "n"), ("matrices", "n n n n"), ("line", "n n"), ("crossing", "n n n")]
    {
        for (width, height) in [(80, 24), (120, 40)] {
            let bench = iris(width, height).keys(keys);
            insta::assert_snapshot!(format!("pictures_{name}_{width}"), bench.screen());
        }
    }
    let bench = iris(80, 24).keys("n 3 Enter i");
    insta::assert_snapshot!("pictures_wrong_80", bench.screen());
    let bench = iris(60, 20).keys("A");
    insta::assert_snapshot!("pictures_shown_60", bench.screen());
}
