//! Find the error on screen 7: before, keys, after.

use crate::practice;
use crate::support::Bench;

use posterior::app::ScreenId;
use posterior::practice::find_error::FindError;

/// A solution whose line 3, P(Weather=Sunny | No) = 3/5, is the first wrong one; 2/5 is right.
fn weather() -> Bench {
    practice::weather().keys("7 Esc E")
}

fn game(bench: &Bench) -> &FindError {
    bench.app.screens.practice.game(&bench.app.session).expect("a solution")
}

fn typing(bench: &Bench) -> bool {
    bench.app.typing()
}

/// The name of the mistake, which is for teachers.
fn tag(bench: &Bench) -> &'static str {
    game(bench).solution.tag
}

#[test]
fn e_begins_and_leads_back_and_another_case_begins_with_its_worksheet() {
    let bench = weather()
        .shows("▶ Find the error")
        .shows("▸  1  P(No)")
        .keys("E")
        .shows("▶ Practice · ")
        .keys("E Esc")
        .on(ScreenId::Practice)
        .shows("▶ Practice · ");
    bench.keys("E n Tab Esc").shows("▶ Find the error");
    let bench = weather().keys("E n").shows("▶ Practice · ");
    assert!(bench.app.screens.practice.game(&bench.app.session).is_none());
    game(&bench.keys("Esc E"));
}

#[test]
fn picking_reports_how_a_line_is() {
    let bench = weather().keys("Enter").shows("Line 1 is right.").keys("Down*3 Enter").shows("further up.");
    let bench = bench.shows("0 right, 2 wrong").keys("Up Enter");
    let tag = tag(&bench);
    bench.shows("is the first wrong").shows("Now write the right value.").hides(tag);
}

/// While the wrong line is open every key that prints writes; after Esc letters are commands again.
#[test]
fn the_wrong_line_is_corrected_by_typing() {
    let bench = weather().keys("Down Down Enter '2/14'").gives(typing, true).keys("Enter");
    let bench =
        bench.shows("1 right, 1 wrong").keys("Backspace Backspace '5' Enter").shows("2 right, 1 wrong");
    let before = tag(&bench);
    let bench = bench.shows("Mended").shows("written").hides(before).keys("n").shows("2 right, 1 wrong");
    assert_ne!(tag(&bench), before);
    bench.shows("One of these lines has a mistake.");
    let bench = weather()
        .keys("Down Down Enter 'ln(No) yes?'")
        .shows("[n(No) yes?")
        .without_dialog()
        .keys("Esc End")
        .gives(typing, false)
        .keys("Enter")
        .shows("▸  3  P(Sunny | No)");
    bench.gives(typing, true).keys("Ctrl-t").gives(typing, true).gives(|bench| game(bench).hints.len(), 1);
}

#[test]
fn hints_and_showing() {
    let bench =
        weather().keys("i").shows("is the first wrong").shows("▸  3  P(Sunny | No)").gives(typing, true);
    let bench = bench
        .keys("Esc i*3")
        .shows("Here it is.")
        .keys("R")
        .hides("Here it is.")
        .shows("One of these lines has a mistake.")
        .keys("a")
        .shows("Here it is.");
    bench.gives(|bench| game(bench).score.shown, 2).keys("Enter").says("n: the next");
}
