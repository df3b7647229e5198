//! The mouse: before, a click or the wheel, after. A click does what the keys do that lead there.

use crate::support;

use posterior::text::display_width;
use posterior::tui::{Mouse, moused};
use posterior::workbench::*;
use support::Bench;

/// Where a text stands on screen, or the place behind so many columns of it.
fn place(bench: &Bench, text: &str) -> (u16, u16) {
    let screen = bench.screen();
    let found = screen.lines().enumerate().find_map(|(y, line)| Some((line.get(..line.find(text)?)?, y)));
    let (before, y) = found.unwrap_or_else(|| panic!("no {text} in\n{screen}"));
    (display_width(before) as u16, y as u16)
}

fn act(mut bench: Bench, mouse: Mouse) -> Bench {
    for job in moused(&mut bench.app, mouse) {
        bench.work(Some(job));
    }
    bench
}

fn click(bench: Bench, text: &str) -> Bench {
    let (x, y) = place(&bench, text);
    act(bench, Mouse::Click(x, y))
}

fn iris(width: u16, height: u16) -> Bench {
    Bench::sample("iris", width, height, |_| {})
}

#[test]
fn a_click_selects_a_cell_and_a_second_one_opens_it() {
    for (width, height) in [(80, 24), (120, 40), (160, 48)] {
        let bench = click(iris(width, height).keys("1"), "3.2 ");
        let data = &bench.app.screens.data;
        assert_eq!((data.row, data.column), (2, 1), "{width}");
        let (x, y) = place(&bench, "▸3.2◂");
        let bench = act(bench, Mouse::Click(x + 1, y));
        assert_eq!((bench.app.screen, &bench.app.session.pick), (ScreenId::Explain, &Pick::Row(2)));
    }
    // The last row on screen, after the table has scrolled.
    let bench = iris(80, 24).keys("1 PgDn PgDn");
    let row = bench.app.screens.data.row;
    let last = bench.app.screens.data.top + 17;
    let bench = click(bench, &format!(" {} ", last + 1));
    assert_eq!(bench.app.screens.data.row, last, "from {row}");
}

#[test]
fn the_other_pane_gets_the_keys_and_the_wheel_scrolls_without_that() {
    let bench = iris(80, 24).keys("1");
    assert_eq!(bench.app.pane, Pane::Master);
    let (x, y) = place(&bench, "Column");
    let bench = act(bench, Mouse::WheelDown(x, y + 3));
    assert_eq!((bench.app.pane, bench.app.screens.data.value), (Pane::Master, 3));
    let bench = act(bench, Mouse::Click(x, y + 3));
    assert_eq!(bench.app.pane, Pane::Detail);
    let bench = act(bench, Mouse::WheelDown(4, 6));
    assert_eq!((bench.app.pane, bench.app.screens.data.row), (Pane::Detail, 3));
    let bench = act(bench, Mouse::WheelUp(4, 6));
    assert_eq!(bench.app.screens.data.row, 0);
    // A value of the profile has a line and a bar, and a click on either selects it.
    for below in [0, 1] {
        let bench = iris(120, 40).keys("1");
        let (x, y) = place(&bench, "5.1     20");
        let bench = act(bench, Mouse::Click(x, y + below));
        assert_eq!((bench.app.pane, bench.app.screens.data.value), (Pane::Detail, 2), "{below}");
    }
}

#[test]
fn stages_and_footer_keys_are_buttons() {
    let bench = click(iris(80, 24).keys("1"), "3 Parameters");
    assert_eq!(bench.app.screen, ScreenId::Parameters);
    let bench = click(iris(60, 20).keys("4"), "2 ›");
    assert_eq!(bench.app.screen, ScreenId::Model, "where the stages have digits alone");
    let (x, y) = place(&iris(80, 24).keys("1"), " 6 7 ");
    for (right, screen) in [(0, ScreenId::Data), (1, ScreenId::Plot), (3, ScreenId::Practice)] {
        let bench = act(iris(80, 24).keys("1"), Mouse::Click(x + right, y));
        assert_eq!(bench.app.screen, screen, "digits beside the stages");
    }
    // The corner tells of α = 1 and of rows: no stage.
    let bench = act(iris(120, 40).keys("4"), Mouse::Click(110, 0));
    assert_eq!(bench.app.screen, ScreenId::Evaluate);
    let bench = click(iris(80, 24).keys("1"), "filter");
    assert!(bench.app.front::<FilterLine>().is_some());
    let bench = click(bench, "leave");
    assert!(bench.app.dialogs.is_empty());
}

#[test]
fn a_click_chooses_from_a_list_and_selects_in_a_form() {
    let bench = iris(80, 24).keys("4 m");
    let bench = click(bench, "ROC curve");
    assert_eq!((bench.app.screens.evaluate.view, bench.app.dialogs.len()), (View::Roc, 0));
    let bench = click(iris(80, 24).keys("2 F2"), "glyphs");
    assert_eq!(bench.app.front::<SettingsDialog>().unwrap().cursor, 2);
    // Beside a dialog a click does nothing.
    let bench = act(bench, Mouse::Click(0, 12));
    assert!(bench.app.front::<SettingsDialog>().is_some());
    // On the start screen, over headings and blank lines.
    let bench = click(Bench::sized(None, 80, 24), "spam");
    assert!(bench.screen().contains("▸ spam"), "{}", bench.screen());
    let bench = click(bench, "▸ spam");
    assert_eq!(bench.app.screen, ScreenId::Data);
}

#[test]
fn the_matrix_and_the_numbers_of_the_model_are_cells() {
    let bench = iris(80, 24).keys("4");
    let (x, y) = place(&bench, "▲ versicolor   ■");
    let (_, row) = place(&bench, "■ virginica     ");
    assert!(row > y);
    let bench = act(bench, Mouse::Click(x + 10, row));
    assert_eq!(bench.app.screens.evaluate.matrix.cell, (2, 1), "{}", bench.screen());
}
