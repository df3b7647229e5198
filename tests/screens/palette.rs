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
    let bench = Bench::tennis().keys("Ctrl-p 'p(sunny yes'").shows("▸ P(Outlook=Sunny | Yes)").keys("Enter");
    bench.on(ScreenId::Parameters).shows("▸3/12◂").keys("Esc").on(ScreenId::Data);
}

#[test]
fn a_line_of_the_recipe_is_gone_to_and_a_key_is_pressed() {
    Bench::tennis().keys(": 'smo'").shows("▸ smoothing α: set it").shows("exercise: Smoothing one table");
    Bench::tennis().keys(": 'smoothing set' Enter").on(ScreenId::Model).shows("▸ smoothing α");
    Bench::tennis().keys(": 'decimal comma or point' Enter").without_dialog().says(",");
    Bench::tennis().keys("3 : 'export' Enter").shows("▶ Save");
    // What a key does on another screen is done there.
    Bench::tennis().keys(": 'choose the case to explain' Enter").on(ScreenId::Explain);
}

#[test]
fn samples_and_exercises_open_from_it() {
    let bench = Bench::empty().keys(": 'open iris' Enter").shows("row 1/150");
    let bench = bench.keys(": 'exercise smoothing one table' Enter").on(ScreenId::Practice);
    // What an exercise asks is no longer among the numbers.
    assert!(!names(&bench.keys("Esc Ctrl-p")).iter().any(|name| name.starts_with("P(")));
}

#[test]
fn what_cannot_be_done_says_why_and_every_key_is_there() {
    Bench::empty().keys(": 'go to Explain' Enter").without_dialog().says("no data yet");
    let bench = Bench::tennis().keys(": 'qqqq' Enter").shows("0 commands").says("Nothing matches");
    bench.keys("Esc").without_dialog();
    // The key that opens it closes it.
    Bench::tennis().keys(": Ctrl-p").without_dialog();
    let bench = Bench::tennis().keys(":");
    let entries: Vec<_> = palette(&bench).found().collect();
    for action in [Action::Zoom, Action::Find, Action::TestOn, Action::WhatIf, Action::Save, Action::CopyAs] {
        let is_it = |does: &Does| match does {
            Does::Action(other) | Does::There(_, other) => other.is(&action),
            _ => false,
        };
        assert!(entries.iter().any(|entry| is_it(&entry.does)), "{action:?}");
    }
}
