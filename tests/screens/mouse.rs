//! Clicks and the wheel: what is under the mouse is selected, opened or scrolled.

use crate::support;

use posterior::app::mouse::{Mouse, actions};
use posterior::app::{Pane, ScreenId};
use support::Bench;

/// Three classes that overlap, so that every pane has more than one row.
fn flowers() -> Bench {
    flowers_in(80, 24)
}

fn flowers_in(width: u16, height: u16) -> Bench {
    let mut text = String::from("length,width,kind\r");
    for row in 0..30 {
        let (class, kind) = (row % 3, ["low", "mid", "high"][row % 3]);
        text.push_str(&format!("{}.5,{}.25,{kind}\r", class * 2 + row % 5, row % 4));
    }
    Bench::pasted(&text, width, height)
}

/// The mouse at the first character of `text`, moved by `by` columns.
fn at(mut bench: Bench, mouse: Mouse, text: &str, by: i32) -> Bench {
    let screen = bench.screen();
    let (y, line) = screen.lines().enumerate().find(|(_, line)| line.contains(text)).expect(text);
    let x = line.split(text).next().unwrap().chars().count();
    let x = u16::try_from(i32::try_from(x).unwrap() + by).unwrap();
    for action in actions(&mut bench.app, mouse, x, u16::try_from(y).unwrap()) {
        bench.act(action);
    }
    bench
}

#[test]
fn a_click_selects_and_a_double_click_is_enter() {
    let bench = flowers().keys("1");
    let row = bench.app.screens.data.row;
    let bench = at(bench, Mouse::Click, "  5 ", 2);
    assert_ne!(bench.app.screens.data.row, row);
    assert_eq!((bench.app.screens.data.row, bench.app.screen), (4, ScreenId::Data));
    at(bench, Mouse::DoubleClick, "  7 ", 2).on(ScreenId::Explain);
    // A cell of the confusion matrix, by its row and its column: the third class is actual, the second is predicted.
    let bench = flowers().keys("4");
    let screen = bench.screen();
    let head = screen.lines().find(|line| line.contains("actual")).unwrap();
    let names: Vec<&str> = head.split("  ").filter(|name| !name.trim().is_empty()).collect();
    let third = names.iter().find(|name| name.contains('■')).unwrap().trim();
    let column = |text: &str| i32::try_from(head.split(text).next().unwrap().chars().count()).unwrap();
    let bench = at(bench, Mouse::Click, &format!("┃ {third}"), column("▲") + 1);
    assert_eq!(bench.app.screens.evaluate.cell, (2, 1), "{}", bench.screen());
}

#[test]
fn a_click_on_a_step_selects_the_class_also_beside_the_products_so_far() {
    for (width, beside) in [(120, false), (180, true)] {
        let bench = flowers_in(width, 40).keys("2 b 5 a");
        let screen = bench.screen();
        let place = |text: &str| {
            let line = screen.lines().find(|line| line.contains(text)).expect(text);
            i32::try_from(line.split(text).next().unwrap().chars().count()).unwrap()
        };
        assert_eq!(screen.matches("so far").count() >= 3, beside, "{screen}");
        let bench = at(bench, Mouse::Click, "prior", place("▲") - place("prior"));
        assert_eq!(bench.app.screens.explain.class, 1, "{screen}");
    }
}

#[test]
fn the_wheel_moves_three_lines_in_the_pane_under_the_mouse() {
    let bench = at(flowers().keys("1"), Mouse::WheelDown, "┃ row", 0);
    assert_eq!((bench.app.screens.data.row, bench.app.pane), (3, Pane::Master));
    let bench = at(bench, Mouse::WheelUp, "┃ row", 0);
    assert_eq!(bench.app.screens.data.row, 0);
    let bench = at(bench, Mouse::WheelDown, "Column", 0);
    assert_eq!((bench.app.screens.data.row, bench.app.pane), (0, Pane::Detail));
}

#[test]
fn screens_and_keys_can_be_clicked_and_what_lies_beside_them_cannot() {
    let bench = at(flowers(), Mouse::Click, "4 Evaluate", 0).on(ScreenId::Evaluate);
    at(bench, Mouse::Click, "4 Evaluate", 14).on(ScreenId::Explain);
    at(flowers().keys("4"), Mouse::Click, "› 5", 0).on(ScreenId::Evaluate);
    let bench = at(flowers().keys("4"), Mouse::Click, "? help", 0);
    assert!(!bench.app.dialogs.is_empty());
    // The border of a pane gives it the focus, and selects nothing.
    let bench = flowers().keys("1 Down Tab");
    let row = bench.app.screens.data.row;
    let bench = at(bench, Mouse::Click, "╰─", 0);
    assert_eq!((bench.app.screens.data.row, bench.app.pane), (row, Pane::Master));
}

#[test]
fn only_the_dialog_on_top_can_be_clicked() {
    let bench = flowers().keys("4 m");
    let title = bench.app.screens.evaluate.view;
    let bench = at(bench, Mouse::Click, "2 Model", 0);
    assert_eq!((bench.app.screen, bench.app.dialogs.len()), (ScreenId::Evaluate, 1));
    let bench = at(bench, Mouse::Click, "ROC curve", 0);
    assert_eq!((bench.app.screens.evaluate.view, bench.app.dialogs.len()), (title, 1));
    let bench = at(bench, Mouse::DoubleClick, "ROC curve", 0);
    assert!(bench.app.dialogs.is_empty() && bench.app.screens.evaluate.view != title);
}
