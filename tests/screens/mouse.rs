//! Clicks and the wheel: what is under the mouse is selected, opened or scrolled.

use crate::support::Bench;

use posterior::app::mouse::{Mouse, actions};
use posterior::app::{Pane, ScreenId};

/// Three classes that overlap, so that every pane has more than one row.
fn flowers(keys: &str) -> Bench {
    let row = |row: usize| {
        format!("{}.5,{}.25,{}\r", row % 3 * 2 + row % 5, row % 4, ["low", "mid", "high"][row % 3])
    };
    let rows: String = (0..30).map(row).collect();
    Bench::pasted(&format!("length,width,kind\r{rows}")).keys(keys)
}

/// The column of a text in its line.
fn column(screen: &str, text: &str) -> i32 {
    let line = screen.lines().find(|line| line.contains(text)).expect(text);
    i32::try_from(line.split(text).next().unwrap().chars().count()).unwrap()
}

/// The mouse at the first character of `text`, moved by `by` columns.
fn at(mut bench: Bench, mouse: Mouse, text: &str, by: i32) -> Bench {
    let screen = bench.screen();
    let y = screen.lines().position(|line| line.contains(text)).expect(text);
    let x = u16::try_from(column(&screen, text) + by).unwrap();
    for action in actions(&mut bench.app, mouse, x, u16::try_from(y).unwrap()) {
        bench.act(action);
    }
    bench
}

fn row(bench: &Bench) -> usize {
    bench.app.screens.data.row
}

fn pane(bench: &Bench) -> Pane {
    bench.app.pane
}

#[test]
fn a_click_selects_and_a_double_click_is_enter() {
    let bench = at(flowers("1").gives(row, 0), Mouse::Click, "  5 ", 2).gives(row, 4).on(ScreenId::Data);
    at(bench, Mouse::DoubleClick, "  7 ", 2).on(ScreenId::Explain);
    // A cell of the confusion matrix, by its row and its column: the third class is actual, the second is predicted.
    let bench = flowers("4");
    let screen = bench.screen();
    let head = screen.lines().find(|line| line.contains("actual")).unwrap();
    let third = head.split("  ").find(|name| name.contains('■')).unwrap().trim();
    let bench = at(bench, Mouse::Click, &format!("┃ {third}"), column(head, "▲") + 1);
    bench.gives(|bench| bench.app.screens.evaluate.cell, (2, 1));
}

#[test]
fn a_click_on_a_step_selects_the_class_also_beside_the_products_so_far() {
    for (width, beside) in [(120, false), (180, true)] {
        let bench = flowers("2 b 5 a").resized(width, 40);
        let screen = bench.screen();
        assert_eq!(screen.matches("so far").count() >= 3, beside, "{screen}");
        let bench = at(bench, Mouse::Click, "prior", column(&screen, "▲") - column(&screen, "prior"));
        bench.gives(|bench| bench.app.screens.explain.class, 1);
    }
}

#[test]
fn the_wheel_moves_three_lines_in_the_pane_under_the_mouse() {
    let bench = at(flowers("1"), Mouse::WheelDown, "┃ row", 0).gives(row, 3).gives(pane, Pane::Master);
    let bench = at(bench, Mouse::WheelUp, "┃ row", 0).gives(row, 0);
    at(bench, Mouse::WheelDown, "Column", 0).gives(row, 0).gives(pane, Pane::Detail);
}

#[test]
fn screens_and_keys_can_be_clicked_and_what_is_beside_them_cannot() {
    let bench = at(flowers(""), Mouse::Click, "4 Evaluate", 0).on(ScreenId::Evaluate);
    at(bench, Mouse::Click, "4 Evaluate", 14).on(ScreenId::Explain);
    at(flowers("4"), Mouse::Click, "› 5", 0).on(ScreenId::Evaluate);
    at(flowers("4"), Mouse::Click, "? help", 0).shows("▶ Keys");
    // The border of a pane gives it the focus, and selects nothing.
    at(flowers("1 Down Tab"), Mouse::Click, "╰─", 0).gives(row, 1).gives(pane, Pane::Master);
}

#[test]
fn only_the_dialog_on_top_can_be_clicked() {
    let view = |bench: &Bench| bench.app.screens.evaluate.view;
    let before = view(&flowers("4"));
    let bench = at(flowers("4 m"), Mouse::Click, "2 Model", 0).on(ScreenId::Evaluate).gives(view, before);
    let bench = at(bench, Mouse::Click, "ROC curve", 0).gives(view, before);
    assert_eq!(bench.app.dialogs.len(), 1);
    let bench = at(bench, Mouse::DoubleClick, "ROC curve", 0).without_dialog();
    assert_ne!(view(&bench), before);
}
