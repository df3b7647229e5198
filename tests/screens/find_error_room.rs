//! Find the error on screen 7, before and after keys, and as text.

use crate::support;

use posterior::app::{Pane, PracticeView, ScreenId};
use posterior::practice::find_error::{FindError, LineStatus, Stage};
use support::Bench;

fn weather(width: u16, height: u16) -> Bench {
    Bench::unsmoothed("weather", width, height).keys("7 Esc E")
}

fn game(bench: &Bench) -> &FindError {
    bench.app.screens.practice.game(&bench.app.session).expect("a solution")
}

/// Marks a line.
fn on(bench: Bench, line: usize) -> Bench {
    (0..line).fold(bench.keys("Home"), |bench, _| bench.keys("Down"))
}

/// The solution with this mistake in it.
fn with(tag: &str, width: u16, height: u16) -> Bench {
    let mut bench = weather(width, height);
    for _ in 0..60 {
        if game(&bench).solution.tag == tag {
            return bench;
        }
        bench = bench.keys("n");
    }
    panic!("{tag} never comes")
}

/// A line that stands so.
fn standing(bench: &Bench, is: fn(&LineStatus) -> bool) -> usize {
    game(bench).solution.lines.iter().position(|line| is(&line.status)).expect("such a line")
}

#[test]
fn e_begins_and_leads_back_and_another_case_begins_with_its_worksheet() {
    let bench = weather(80, 24);
    assert_eq!(bench.app.screens.practice.view, PracticeView::FindError);
    assert_eq!((game(&bench).stage, bench.app.screens.practice.find.cursor), (Stage::Looking, 0));
    let bench = bench.keys("E");
    assert_eq!(bench.app.screens.practice.view, PracticeView::Worksheet);
    let bench = bench.keys("E Esc");
    assert_eq!(bench.app.screen, ScreenId::Practice);
    assert_eq!(bench.app.screens.practice.view, PracticeView::Worksheet);
    let bench = bench.keys("E n Tab Esc");
    assert_eq!((bench.app.pane, bench.app.screens.practice.view), (Pane::Master, PracticeView::FindError));
    let bench = weather(80, 24).keys("E n");
    assert_eq!(bench.app.screens.practice.view, PracticeView::Worksheet);
    assert!(bench.app.screens.practice.game(&bench.app.session).is_none());
    let bench = bench.keys("Esc E");
    assert!(bench.app.screens.practice.game(&bench.app.session).is_some());
}

#[test]
fn picking_says_how_a_line_stands() {
    let bench = with("B4", 80, 24);
    let right = standing(&bench, |standing| *standing == LineStatus::Right);
    let bench = on(bench, right).keys("Enter").shows(&format!("Line {} is right.", right + 1));
    let carried = standing(&bench, |standing| *standing == LineStatus::Later);
    let bench = on(bench, carried).keys("Enter").shows("further up.");
    assert_eq!((game(&bench).score.wrong, game(&bench).stage), (2, Stage::Looking));
    let first = game(&bench).solution.first;
    let bench = on(bench, first).keys("Enter");
    assert_eq!(game(&bench).stage, Stage::Mending);
    bench.shows("is the first wrong").hides("B4");
}

/// While the wrong line is open every key that prints writes; after Esc letters are commands again.
#[test]
fn the_wrong_line_is_mended_by_typing() {
    let bench = with("B4", 80, 24);
    let first = game(&bench).solution.first;
    let bench = on(bench, first).keys("Enter '2/14'");
    assert!(bench.app.typing());
    let bench = bench.keys("Enter");
    assert_eq!((game(&bench).stage, game(&bench).score.wrong), (Stage::Mending, 1));
    let bench = bench.keys("Backspace Backspace '5' Enter");
    assert_eq!((game(&bench).stage, game(&bench).score.right), (Stage::Mended, 2));
    let screen = bench.screen();
    assert!(screen.contains("Mended") && screen.contains("written"), "{screen}");
    // The catalogue's tags are for teachers, and a number behind a sign is told in words.
    assert!(!screen.contains("B4"), "{screen}");
    let before = game(&bench).solution.tag;
    let bench = bench.keys("n");
    assert_ne!(game(&bench).solution.tag, before);
    assert_eq!((game(&bench).stage, game(&bench).score.right), (Stage::Looking, 2));
    let bench = with("B4", 80, 24);
    let first = game(&bench).solution.first;
    let bench = on(bench, first).keys("Enter 'ln(No) yes?'");
    let field = bench.app.screens.practice.find.field.as_ref().expect("a field");
    assert_eq!(field.text(), "ln(No) yes?");
    assert!(bench.app.dialogs.is_empty() && game(&bench).stage == Stage::Mending);
    let bench = bench.keys("Esc End");
    assert!(!bench.app.typing());
    let bench = bench.keys("Enter");
    assert_eq!((bench.app.screens.practice.find.cursor, bench.app.typing()), (first, true));
    let bench = bench.keys("Ctrl-t");
    assert!(bench.app.typing() && game(&bench).hints.len() == 1, "{}", bench.screen());
}

#[test]
fn hints_and_showing() {
    let bench = with("B4", 80, 24).keys("i").shows("is the first wrong");
    assert_eq!(bench.app.screens.practice.find.cursor, game(&bench).solution.first);
    assert!(bench.app.typing(), "the line is found and open");
    let bench = bench.keys("Esc i i i");
    assert_eq!(game(&bench).stage, Stage::Shown);
    let bench = bench.keys("R");
    assert_eq!(game(&bench).stage, Stage::Looking);
    let bench = bench.keys("a");
    assert_eq!((game(&bench).stage, game(&bench).score.shown), (Stage::Shown, 2));
    bench.keys("Enter").says("n: the next");
}

#[test]
fn every_sample_has_an_error_to_find() {
    for name in
        ["play-tennis", "chinese-japan", "spam", "person", "two-clusters", "iris", "living-area", "loan"]
    {
        let bench = Bench::open(name, "").keys("7 Esc E n n a");
        assert!(game(&bench).is_done() && bench.screen().contains("written"), "{name}: {}", bench.screen());
    }
}
