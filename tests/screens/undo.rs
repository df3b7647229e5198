//! Changes are taken back in the order in which they were made, from any screen, and it is said what they were.

use posterior::workbench::{Pick, ScreenId};

use crate::support::Bench;

#[test]
fn the_last_change_goes_first_wherever_it_was_made() {
    let bench = Bench::tennis().keys("2 End Up Up Right 5 r").typed("5").keys("Enter 1");
    assert_eq!((bench.alpha().as_str(), &bench.app.session.pick), ("2", &Pick::Row(4)));
    let bench = bench.keys("u");
    assert_eq!((bench.app.screen, &bench.app.session.pick), (ScreenId::Data, &Pick::Query));
    assert!(bench.toast().starts_with("Taken back: the case is query."), "{}", bench.toast());
    let bench = bench.keys("4 u");
    assert_eq!(bench.alpha(), "1");
    assert!(bench.toast().starts_with("Taken back: smoothing α 2 → 1."), "{}", bench.toast());
    assert!(bench.keys("u").toast().contains("no change to take back"));
}

#[test]
fn what_was_taken_back_is_made_again_until_something_else_changes() {
    let bench = Bench::tennis().keys("2 Down Down Space 5 r").typed("5").keys("Enter u u");
    let bench = bench.keys("3 U");
    assert!(bench.toast().starts_with("Made again: ignored columns "), "{}", bench.toast());
    let bench = bench.keys("U");
    assert!(bench.toast().starts_with("Made again: the case is row 5."), "{}", bench.toast());
    assert!(bench.keys("U").toast().contains("no change to make again"));
}

#[test]
fn practice_keeps_its_recipe_and_case() {
    let bench = Bench::tennis().keys("2 Down Down Space 5 r").typed("5").keys("Enter 7 Esc u");
    assert_eq!(bench.app.session.pick, Pick::Row(4));
    assert!(bench.toast().starts_with("An answer stays"), "{}", bench.toast());
}
