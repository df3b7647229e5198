//! The views of screen 4 in every state, as text, and by keys: before, keys, after.

use crate::support;
use posterior::app::{Pane, Pick, ScreenId, Shares, View, *};
use posterior::evaluate::MetricKind;
use posterior::recipe::ExactNumber;
use support::Bench;

/// From screen 4's matrix to another view.
const SCORES: &str = "4 m Down Enter";
const ROC: &str = "4 m Down Down Enter";
const RELIABILITY: &str = "4 m Down Down Down Enter";

#[test]
fn a_marked_figure_is_explained_and_cells_are_counts_or_shares() {
    let bench = Bench::tennis().keys(SCORES);
    assert_eq!(bench.app.screens.evaluate.view, View::Scores);
    let screen = bench.screen();
    for text in ["▸ accuracy", "predicted right: 13 of 14", "When it misleads", "0.6853–0.9873"] {
        assert!(screen.contains(text), "{text} is not in\n{screen}");
    }
    let low = Bench::tennis().resized(80, 14).keys(SCORES).keys("Enter Down Down");
    assert_eq!((low.app.pane, low.app.screens.evaluate.detail.top()), (Pane::Detail, 2));
    let low = low.keys("Esc Down");
    assert_eq!((low.app.screens.evaluate.scores.at, low.app.screens.evaluate.detail.top()), (1, 0));
    let bench = bench.keys("Down").shows("n − right = 14 − 13 = 1");
    let (_, metrics) = bench.app.screens.evaluate.measured(&bench.app.session).unwrap();
    assert_eq!(metrics.figures[1].kind, MetricKind::Errors);
    assert_eq!(bench.keys("End Down Down").app.screens.evaluate.scores.at, 15);
    let bench = Bench::tennis().keys("4 x");
    assert_eq!(bench.app.screens.evaluate.shares, Shares::OfActual);
    let bench = bench.shows("▸80.0◂").keys("x Right").shows("▸10.0◂");
    bench.keys("x").shows("▸1◂");
}

#[test]
fn thresholds_are_walked_and_the_class_is_turned_and_kept() {
    let bench = Bench::tennis().keys(ROC);
    assert_eq!(bench.app.screens.evaluate.threshold, 9, "the threshold in use comes first");
    let bench = bench
        .shows("The model does this.")
        .keys("Right")
        .shows("sensitivity  9/9 = 1")
        .shows("specificity  3/5 = 0.6")
        .hides("The model does this.")
        .keys("Home Left")
        .shows("No row is predicted ▲ Yes.");
    bench.keys("Enter").says("no rows");
    let bench = Bench::tennis().keys(ROC).keys("Down");
    assert_eq!(bench.app.screens.evaluate.positive.as_ref().unwrap().as_str(), "No");
    let screen = bench.screen();
    assert!(screen.contains("● No against the rest") && screen.contains("AUC ≈ 0.9222"), "{screen}");
    // The scores follow.
    bench.keys("m Up Enter").shows("AUC of ● No");
    let mut bench = Bench::tennis().keys(ROC).keys("Down");
    bench.refit(|recipe| recipe.alpha = Some(ExactNumber::int(10)));
    bench.keys("4").shows("● No against the rest").hides("predicting");
}

#[test]
fn the_rows_of_a_threshold_and_of_a_bin_can_be_explained() {
    let bench = Bench::tennis().keys(ROC).keys("Enter Enter");
    assert_eq!((bench.app.screen, bench.app.session.pick.clone()), (ScreenId::Explain, Pick::Row(3)));
    let bench = bench.keys("Esc");
    assert_eq!((bench.app.screen, bench.app.pane), (ScreenId::Evaluate, Pane::Detail));
    let bench = Bench::tennis().keys(RELIABILITY).keys("Enter Down Enter");
    assert_eq!(bench.app.session.pick, Pick::Row(12));
    let bench = Bench::tennis().keys(RELIABILITY);
    assert_eq!(bench.app.screens.evaluate.bin, 9);
    assert_eq!(bench.keys("Left Left Left Left Left Left Left").app.screens.evaluate.bin, 1);
    let bench = Bench::tennis().keys(RELIABILITY).keys("Home Left");
    assert_eq!(bench.app.screens.evaluate.bin, 1);
    bench.shows("Of 1 row predicted 0.1–0.2, 0 are");
}

#[test]
fn the_most_confident_rows_come_first_and_the_most_confident_mistake_is_named() {
    let bench = Bench::open("iris", "").resized(120, 40).keys("4 Down Right Right");
    let judged = bench.app.screens.evaluate.evaluated(&bench.app.session).unwrap();
    let cell = judged.cell((1, 2));
    let sure = |at: usize| judged.at(cell[at]).and_then(|row| row.prediction.log_posterior(2)).unwrap();
    let count = cell.len();
    assert!(count > 1 && (1..count).all(|at| sure(at - 1) >= sure(at)));
    let row = judged.at(cell[0]).unwrap().prediction.row + 1;
    let all: Vec<bool> = [(1, 2), (2, 1)]
        .iter()
        .filter_map(|cell| Some(judged.most_confident_mistakes(*cell)?.1.is_some()))
        .collect();
    assert!(all.contains(&true) && all.contains(&false));
    assert_eq!(judged.most_confident_mistakes((1, 1)), None);
    bench.shows(&format!("Row {row} is the most confident mistake"));
}

#[test]
fn a_cell_opens_its_rows_and_a_row_its_working() {
    let bench = Bench::tennis().keys("4 Right Enter");
    assert_eq!(bench.app.screens.evaluate.cell, (0, 1));
    assert_eq!(bench.app.pane, Pane::Detail);
    let bench = bench.shows("Actual ● No, predicted ▲ Yes: 1 row").keys("Enter").on(ScreenId::Explain);
    assert_eq!(bench.app.session.pick, Pick::Row(5));
    assert_eq!(bench.app.screens.explain.revealed, 0);
    let bench = bench.shows("(row 6)").keys("Esc");
    assert_eq!((bench.app.screen, bench.app.pane), (ScreenId::Evaluate, Pane::Detail));
    let bench = bench.keys("Esc");
    assert_eq!((bench.app.screen, bench.app.pane), (ScreenId::Evaluate, Pane::Master));
    bench.keys("Esc").on(ScreenId::Start);
    Bench::tennis().keys("4 Enter Enter 1 Esc").on(ScreenId::Start);
}

#[test]
fn the_rows_of_a_cell_stand_below_the_matrix_where_they_would_be_cut_beside_it() {
    for (width, below) in [(97, true), (98, false)] {
        let screen = Bench::open("play-tennis", "").resized(width, 24).keys("4 Right").screen();
        assert_eq!(!screen.contains("Rows in this cell"), below, "{width}\n{screen}");
    }
    for (width, below) in [(80, true), (108, true), (116, false)] {
        let screen = Bench::open("iris", "").resized(width, 24).keys("4 Down Right Right Enter").screen();
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
    assert_eq!(bench.app.screens.evaluate.cell, (1, 1));
    let bench = bench.keys("Tab End");
    assert_eq!(bench.app.screens.evaluate.rows.at, 8);
    let bench = bench.keys("Esc Up");
    assert_eq!(bench.app.screens.evaluate.rows.at, 0);
    let bench = Bench::tennis().keys("4 Down Enter");
    assert_eq!(bench.app.pane, Pane::Master);
    bench.says("no rows");
}

#[test]
fn undefined_rows_have_a_column_of_their_own() {
    let mut bench = Bench::pasted("a,b,class\rx,p,yes\ry,,no\ry,q,yes\rx,,no\r", 80, 24);
    bench.refit(|recipe| recipe.alpha = Some(ExactNumber::int(0)));
    bench = bench
        .keys("4 Right Right")
        .shows("▸2◂")
        .shows("Actual ● yes, no prediction: 2 rows")
        .shows("2 of 4 rows have an undefined")
        .keys("Enter Enter a");
    assert_eq!(bench.app.session.pick, Pick::Row(0));
    bench.shows("0/0 undefined");
}

#[test]
fn the_last_matrix_stays_in_sight_until_the_next_is_there() {
    let mut bench = Bench::tennis().keys("4 t Down Down");
    let Some(Job::Work(fit)) = update(&mut bench.app, Action::Enter) else {
        panic!("the split is the recipe's")
    };
    let Some(Job::Work(judge)) = fit.run().take(&mut bench.app) else { panic!("the rows are predicted") };
    bench = bench
        .shows("From the previous recipe: predicting")
        .shows("On its own 14 training rows")
        .shows("13/14");
    update(&mut bench.app, Action::Back);
    bench = bench.shows("From the previous recipe: press 4");
    // What was stopped is not believed when it comes all the same.
    assert!(judge.run().take(&mut bench.app).is_none());
    bench = bench.shows("From the previous recipe");
    bench.keys("4").shows("By 10 folds, 14 rows").hides("previous recipe");
}

#[test]
fn folds_of_a_column_are_chosen_where_the_test_is() {
    let rows = "ann,low,ill ann,high,well ann,low,ill bob,low,well bob,high,ill cid,high,unsure cid,low,well cid,low,ill";
    let bench = Bench::pasted(&format!("who,pulse,state\r{}\r", rows.replace(' ', "\r")), 120, 40);
    // The fold column is the fourth line, and the columns are gone through by the arrows.
    let bench = bench
        .keys("4 t Down Down Down")
        .shows("▸   fold column    ← who →")
        .keys("Enter")
        .shows("By the folds of who, 8 rows");
    assert_eq!(bench.app.session.study.as_ref().unwrap().fitted.as_ref().unwrap().factors().len(), 1);
    bench.keys("t Down Enter").shows("who");
}
