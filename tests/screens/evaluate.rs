//! Screen 4 by keys: before, keys, after.

use crate::support;

use posterior::recipe::Written;
use posterior::workbench::*;
use support::Bench;

#[test]
fn a_cell_opens_its_rows_and_a_row_its_working() {
    let bench = Bench::tennis().keys("4 Right Enter");
    assert_eq!(bench.app.screens.evaluate.matrix.cell, (0, 1));
    assert_eq!(bench.app.pane, Pane::Detail);
    assert!(bench.screen().contains("Actual ● No, predicted ▲ Yes: 1 row"));
    let bench = bench.keys("Enter");
    assert_eq!(bench.app.screen, ScreenId::Explain);
    assert_eq!(bench.app.session.pick, Pick::Row(5));
    assert_eq!(bench.app.screens.explain.revealed, 0);
    assert!(bench.screen().contains("(row 6)"));
    let bench = bench.keys("Esc");
    assert_eq!((bench.app.screen, bench.app.pane), (ScreenId::Evaluate, Pane::Detail));
    let bench = bench.keys("Esc");
    assert_eq!((bench.app.screen, bench.app.pane), (ScreenId::Evaluate, Pane::Master));
    assert_eq!(bench.keys("Esc").app.screen, ScreenId::Start);
    let bench = Bench::tennis().keys("4 Enter Enter 1 Esc");
    assert_eq!(bench.app.screen, ScreenId::Start);
}

#[test]
fn the_rows_of_a_cell_stand_below_the_matrix_where_they_would_be_cut_beside_it() {
    for (width, below) in [(97, true), (98, false)] {
        let screen = Bench::sample("play-tennis", width, 24, |_| {}).keys("4 Right").screen();
        assert_eq!(screen.contains("Actual ● No, predicted ▲ Yes: 1 row"), below, "{width}\n{screen}");
    }
    for (width, below) in [(80, true), (115, true), (116, false)] {
        let screen = Bench::sample("iris", width, 24, |_| {}).keys("4 Down Right Right Enter").screen();
        let side_by_side = screen.lines().any(|line| line.contains("▲ versicolor") && line.contains("78"));
        let heading = "Actual ▲ versicolor, predicted ■ virginica: 3 rows";
        assert_eq!(screen.contains(heading), below, "{width}\n{screen}");
        assert_eq!(screen.contains("P(▲ | x)") && screen.contains("P(■ | x)"), below, "{width}\n{screen}");
        assert!(!below || !side_by_side, "{screen}");
        // Every class, and every feature below it.
        assert!(!below || screen.matches("petal_").count() == 2, "{screen}");
    }
}

#[test]
fn the_cursor_stays_in_the_matrix_and_an_empty_cell_says_so() {
    let bench = Bench::tennis().keys("4 Down Down Right Right Right PgDn");
    assert_eq!(bench.app.screens.evaluate.matrix.cell, (1, 1));
    let bench = bench.keys("Tab End");
    assert_eq!(bench.app.screens.evaluate.matrix.row, 8);
    let bench = bench.keys("Esc Up");
    assert_eq!(bench.app.screens.evaluate.matrix.row, 0);
    let bench = Bench::tennis().keys("4 Down Enter");
    assert_eq!(bench.app.pane, Pane::Master);
    assert!(bench.toast().contains("no rows"));
}

#[test]
fn undefined_rows_have_a_column_of_their_own() {
    let mut bench = Bench::pasted("a,b,class\rx,p,yes\ry,,no\ry,q,yes\rx,,no\r", 80, 24);
    bench.refit(|recipe| recipe.alpha = Some(Written::int(0)));
    let bench = bench.keys("4 Right Right");
    let screen = bench.screen();
    for text in ["▸2◂", "Actual ● yes, no prediction: 2 rows", "2 of 4 rows have an undefined"] {
        assert!(screen.contains(text), "{text} is not in\n{screen}");
    }
    let bench = bench.keys("Enter Enter a");
    assert_eq!(bench.app.session.pick, Pick::Row(0));
    assert!(bench.screen().contains("0/0 undefined"), "{}", bench.screen());
}

#[test]
fn the_last_matrix_stays_in_sight_until_the_next_is_there() {
    let mut bench = Bench::tennis().keys("4 t Down Down");
    let Some(Job::Work(fit)) = update(&mut bench.app, Action::Enter) else {
        panic!("the split is the recipe's")
    };
    let Some(Job::Work(judge)) = fit.run().take(&mut bench.app) else { panic!("the rows are predicted") };
    let screen = bench.screen();
    assert!(screen.contains("From the previous recipe: predicting"), "{screen}");
    assert!(screen.contains("On its own 14 training rows") && screen.contains("13/14"), "{screen}");
    update(&mut bench.app, Action::Back);
    assert!(bench.screen().contains("From the previous recipe: press 4"), "{}", bench.screen());
    // What was stopped is not believed when it comes all the same.
    assert!(judge.run().take(&mut bench.app).is_none());
    assert!(bench.screen().contains("From the previous recipe"), "{}", bench.screen());
    let screen = bench.keys("4").screen();
    assert!(screen.contains("By 10 folds, 14 rows") && !screen.contains("previous recipe"), "{screen}");
}

#[test]
fn folds_of_a_column_are_chosen_where_the_test_is() {
    let rows = "ann,low,ill ann,high,well ann,low,ill bob,low,well bob,high,ill cid,high,unsure cid,low,well cid,low,ill";
    let bench = Bench::pasted(&format!("who,pulse,state\r{}\r", rows.replace(' ', "\r")), 120, 40);
    // The fold column is the fourth line, and the columns are gone through by the arrows.
    let bench = bench.keys("4 t Down Down Down");
    let before = bench.screen();
    assert!(before.contains("▸  fold column    ← who →"), "{before}");
    let bench = bench.keys("Enter");
    let after = bench.screen();
    assert!(after.contains("By the folds of who, 8 rows"), "{after}");
    assert_eq!(bench.app.session.study.as_ref().unwrap().fitted.as_ref().unwrap().factors().len(), 1);
    let bench = bench.keys("t Down Enter");
    assert!(bench.screen().contains("who"), "{}", bench.screen());
}
