//! Everything that can be done is found by its name, and says why where it cannot be done now.

use posterior::app::dialogs::palette::{Does, Palette};
use posterior::app::{Action, ScreenId};

use crate::support::Bench;

fn palette(bench: &Bench) -> &Palette {
    bench.app.front::<Palette>().expect("the palette")
}

fn names(bench: &Bench) -> Vec<String> {
    palette(bench).found().map(|entry| entry.name.clone()).collect()
}

#[test]
fn a_number_of_the_model_is_gone_to_by_its_name() {
    let bench = Bench::tennis().keys("Ctrl-p 'p(sunny yes'");
    assert_eq!(names(&bench)[0], "P(Outlook=Sunny | Yes)");
    let bench = bench.keys("Enter").on(ScreenId::Parameters).shows("▸3/12◂");
    bench.keys("Esc").on(ScreenId::Data);
}

#[test]
fn a_line_of_the_recipe_is_gone_to_and_a_key_is_pressed() {
    let bench = Bench::tennis().keys(": 'smoothing set' Enter").on(ScreenId::Model);
    bench.shows("▸ smoothing α");
    let bench = Bench::tennis().keys(": 'decimal comma or point' Enter");
    assert!(bench.app.dialogs.is_empty() && bench.toast().contains(','), "{}", bench.toast());
    Bench::tennis().keys("3 : 'export' Enter").shows("▶ Save");
    // What a key does on another screen is done there.
    Bench::tennis().keys(": 'choose the case to explain' Enter").on(ScreenId::Explain);
}

#[test]
fn samples_and_exercises_open_from_it() {
    let bench = Bench::empty().keys(": 'open iris' Enter");
    assert_eq!(bench.app.session.table.as_ref().unwrap().rows(), 150);
    let bench = bench.keys(": 'exercise smoothing one table' Enter").on(ScreenId::Practice);
    // What an exercise asks is no longer among the numbers.
    assert!(!names(&bench.keys("Esc Ctrl-p")).iter().any(|name| name.starts_with("P(")));
}

#[test]
fn what_cannot_be_done_says_why_and_every_key_is_there() {
    let bench = Bench::empty().keys(": 'go to Explain' Enter");
    assert!(bench.app.dialogs.is_empty() && bench.toast().contains("no data yet"), "{}", bench.toast());
    let bench = Bench::tennis().keys(": 'qqqq' Enter");
    assert!(bench.app.front::<Palette>().is_some() && bench.toast().contains("Nothing matches"));
    assert!(bench.keys("Esc").app.dialogs.is_empty());
    assert!(Bench::tennis().keys(": Ctrl-p").app.dialogs.is_empty(), "the key that opens it closes it");
    let bench = Bench::tennis().keys(":");
    let held: Vec<_> = palette(&bench).found().collect();
    for action in [Action::Zoom, Action::Find, Action::TestOn, Action::WhatIf, Action::Save, Action::CopyAs] {
        let is_it = |does: &Does| match does {
            Does::Action(other) | Does::There(_, other) => other.is(&action),
            _ => false,
        };
        assert!(held.iter().any(|entry| is_it(&entry.does)), "{action:?}");
    }
}
