//! The tour is gone through by its own keys, waits for all others, and ends by Esc.

use posterior::workbench::{Pick, ScreenId};

use crate::support::Bench;

/// What the tour says now.
fn says(bench: &Bench) -> String {
    bench.app.toast.as_ref().map_or_else(|| bench.screen(), |_| panic!("a message: {}", bench.toast()))
}

fn at(bench: &Bench, station: &str, first: &str) {
    let screen = says(bench);
    assert!(screen.contains(&format!(" {station}/11 ")), "{screen}");
    let footer = screen.lines().last().unwrap_or_default();
    assert!(footer.starts_with(&format!(" {first}")), "{screen}");
}

#[test]
fn each_station_asks_for_keys_and_goes_on_when_it_is_done() {
    let bench = Bench::empty();
    assert!(bench.screen().contains("▸ A tour of two minutes"), "{}", bench.screen());
    let bench = bench.keys("Enter");
    assert_eq!(bench.app.screen, ScreenId::Data);
    at(&bench, "1", "↑↓←→ move");
    let bench = bench.keys("Right");
    at(&bench, "2", "2 Model");
    let bench = bench.keys("2");
    at(&bench, "2", "↑↓ choose");
    let mut bench = bench;
    while bench.screen().contains(" 2/11 ") {
        bench = bench.keys("Down");
    }
    at(&bench, "3", "←→ change");
    let bench = bench.keys("Right");
    at(&bench, "4", "3 Parameters");
    let bench = bench.keys("3 Down");
    at(&bench, "5", "Enter rows");
    let bench = bench.keys("Enter");
    at(&bench, "6", "5 Explain");
    let bench = bench.keys("5 Space Space");
    at(&bench, "6", "Space next  a all");
    let bench = bench.keys("a");
    at(&bench, "7", "e what if");
    let bench = bench.keys("e Right");
    at(&bench, "7", "←→ value  Enter explain");
    let bench = bench.keys("Enter");
    assert!(matches!(bench.app.session.pick, Pick::Changed(_)));
    at(&bench, "8", "4 Evaluate");
    let bench = bench.keys("4 Right");
    at(&bench, "8", "↑↓←→ move  Enter rows");
    let bench = bench.keys("Enter");
    at(&bench, "9", "6 Plot");
    let bench = bench.keys("6 Down");
    at(&bench, "10", "3 Parameters");
    let bench = bench.keys("3 Y Enter");
    assert!(bench.copied.is_some());
    let bench = bench.keys("3");
    at(&bench, "11", "7 Practice");
    let bench = bench.keys("7 1 / 2");
    at(&bench, "11", "Enter check  Ctrl+T hint");
    let bench = bench.keys("Enter");
    assert!(bench.toast().starts_with("That was the tour. ? lists"), "{}", bench.toast());
    assert!(bench.app.tour.is_none());
}

#[test]
fn other_keys_work_and_the_tour_waits_until_escape_leaves_it() {
    let bench = Bench::empty().keys("Enter 5 Space ? Esc 3");
    assert_eq!(bench.app.screen, ScreenId::Parameters);
    at(&bench, "1", "1 Data");
    // What is nearer is closed first.
    let bench = bench.keys("5 e Esc");
    assert!(bench.app.tour.is_some() && bench.app.dialogs.is_empty());
    let bench = bench.keys("Esc");
    assert!(bench.app.tour.is_none() && bench.app.screen == ScreenId::Explain);
    assert!(bench.toast().starts_with("The tour is left"));
}

#[test]
fn other_data_and_the_commands_end_it() {
    let bench = Bench::empty().keys("Enter :").typed("open iris").keys("Enter");
    assert!(bench.app.tour.is_none() && bench.app.screen == ScreenId::Data);
    let bench = bench.keys(":").typed("a tour of two").keys("Enter");
    assert!(bench.app.tour.is_some());
    let bench = bench.keys(":").typed("leave the tour").keys("Enter");
    assert!(bench.app.tour.is_none());
}

#[test]
fn a_sentence_fits_its_row_at_eighty_columns() {
    let bench = Bench::empty().keys("Enter Right 2 Down Down Down Down Down");
    let screen = bench.screen();
    let rows: Vec<&str> = screen.lines().collect();
    assert!(rows[21].starts_with('┗') || rows[21].starts_with('╰'), "{screen}");
}
