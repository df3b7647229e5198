//! Screen 4: before, keys, after.

use crate::states::state;
use crate::support::Bench;
use posterior::app::{Pane, Pick, ScreenId, *};
use posterior::recipe::ExactNumber;

/// From screen 4's matrix to another view.
const SCORES: &str = "4 m Down Enter";
const ROC: &str = "4 m Down Down Enter";
const RELIABILITY: &str = "4 m Down*3 Enter";

fn tennis(view: &str) -> Bench {
    Bench::tennis().keys(view)
}

/// The screen, and the pane with the focus.
fn place(bench: &Bench) -> (ScreenId, Pane) {
    (bench.app.screen, bench.app.pane)
}

fn pick(bench: &Bench) -> Pick {
    bench.app.session.pick.clone()
}

/// The selected row of a cell.
fn row(bench: &Bench) -> usize {
    bench.app.screens.evaluate.rows.at
}

const DETAIL: (ScreenId, Pane) = (ScreenId::Evaluate, Pane::Detail);

#[test]
fn a_marked_figure_is_explained_and_cells_are_counts_or_shares() {
    let scroll =
        |bench: &Bench| (bench.app.screens.evaluate.scores.at, bench.app.screens.evaluate.detail.top());
    let bench = tennis(SCORES).shows("▸ accuracy").shows("predicted right: 13 of 14");
    let bench = bench.shows("When it misleads").shows("0.6853–0.9873").keys("Down").shows("▸ errors");
    bench.shows("n − right = 14 − 13 = 1").keys("End Down Down").gives(scroll, (15, 0));
    let bench = Bench::tennis().resized(80, 14).keys(SCORES).keys("Enter Down Down").gives(place, DETAIL);
    bench.gives(scroll, (0, 2)).keys("Esc Down").gives(scroll, (1, 0));
    let bench = tennis("4 x").shows("% of its row").shows("▸80.0◂").keys("x Right").shows("▸10.0◂");
    bench.keys("x").shows("▸1◂");
}

#[test]
fn thresholds_are_walked_and_the_class_is_changed_and_kept() {
    // The threshold in use is the first.
    let bench =
        tennis(ROC).gives(|bench| bench.app.screens.evaluate.threshold, 9).shows("The model does this.");
    let bench = bench.keys("Right").shows("sensitivity  9/9 = 1").shows("specificity  3/5 = 0.6");
    let bench = bench.hides("The model does this.").keys("Home Left").shows("No row is predicted ▲ Yes.");
    bench.keys("Enter").says("no rows");
    let bench = tennis(ROC).keys("Down").shows("● No against the rest").shows("AUC ≈ 0.9222");
    // The scores follow.
    bench.keys("m Up Enter").shows("AUC of ● No");
    let mut bench = tennis(ROC).keys("Down");
    bench.refit(|recipe| recipe.alpha = Some(ExactNumber::int(10)));
    bench.keys("4").shows("● No against the rest").hides("predicting");
}

#[test]
fn the_rows_of_a_threshold_and_of_a_bin_can_be_explained() {
    let bench = tennis(ROC).keys("Enter Enter").on(ScreenId::Explain).gives(pick, Pick::Row(3)).keys("Esc");
    bench.gives(place, DETAIL);
    tennis(RELIABILITY).keys("Enter Down Enter").gives(pick, Pick::Row(12));
    let bin = |bench: &Bench| bench.app.screens.evaluate.bin;
    let bench = tennis(RELIABILITY).gives(bin, 9).keys("Left*7").gives(bin, 1);
    bench.keys("Home Left").gives(bin, 1).shows("Of 1 row predicted 0.1–0.2, 0 are");
}

#[test]
fn the_most_confident_rows_come_first_and_the_most_confident_mistake_is_named() {
    let bench = Bench::open("iris", "").resized(120, 40).keys("4 Down Right Right");
    let evaluated = bench.app.screens.evaluate.evaluated(&bench.app.session).unwrap();
    let cell = evaluated.cell((1, 2));
    let sure = |at: usize| evaluated.at(cell[at]).and_then(|row| row.prediction.log_posterior(2)).unwrap();
    let count = cell.len();
    assert!(count > 1 && (1..count).all(|at| sure(at - 1) >= sure(at)));
    let row = evaluated.at(cell[0]).unwrap().prediction.row + 1;
    let named = [(1, 2), (2, 1)].map(|cell| evaluated.most_confident_mistakes(cell).unwrap().1.is_some());
    assert!(named.contains(&true) && named.contains(&false));
    assert_eq!(evaluated.most_confident_mistakes((1, 1)), None);
    bench.shows(&format!("Row {row} is the most confident mistake"));
}

#[test]
fn the_rows_of_a_cell_are_below_the_matrix_where_they_would_be_cut_beside_it() {
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
fn a_cell_opens_its_rows_and_a_row_its_working() {
    let bench = tennis("4 Right Enter").gives(place, DETAIL).shows("Actual ● No, predicted ▲ Yes: 1 row");
    let bench = bench.keys("Enter").on(ScreenId::Explain).gives(pick, Pick::Row(5)).shows("(row 6)");
    let bench = bench.shows("0 of 7 revealed").keys("Esc").gives(place, DETAIL).keys("Esc");
    bench.gives(place, (ScreenId::Evaluate, Pane::Master)).keys("Esc").on(ScreenId::Start);
    tennis("4 Enter Enter 1 Esc").on(ScreenId::Start);
}

#[test]
fn the_cursor_stays_in_the_matrix_and_an_empty_cell_says_so() {
    let bench = tennis("4 Down Down Right*3 PgDn");
    assert_eq!(bench.app.screens.evaluate.cell, (1, 1));
    bench.keys("Tab End").gives(row, 8).keys("Esc Up").gives(row, 0);
    tennis("4 Down Enter").gives(place, (ScreenId::Evaluate, Pane::Master)).says("no rows");
}

#[test]
fn undefined_rows_have_a_column_of_their_own() {
    let bench = state("undefined", "alpha = \"0\"", "4 Right Right").shows("▸3◂");
    let bench = bench.shows("Actual ● yes, no prediction: 3 rows").shows("3 of 5 rows have an undefined");
    bench.keys("Enter Enter a").gives(pick, Pick::Row(0)).shows("0/0 undefined");
}

#[test]
fn the_last_matrix_stays_until_the_next_is_there() {
    let mut bench = tennis("4 t Down Down");
    let Some(Job::Work(fit)) = update(&mut bench.app, Action::Enter) else {
        panic!("the recipe has a split")
    };
    let Some(Job::Work(evaluation)) = fit.run().take(&mut bench.app) else {
        panic!("the rows are predicted")
    };
    bench = bench.shows("From the previous recipe: predicting").shows("On its own 14 training rows");
    bench = bench.shows("13/14");
    update(&mut bench.app, Action::Back);
    bench = bench.shows("From the previous recipe: press 4");
    // What was stopped is ignored if it still comes.
    assert!(evaluation.run().take(&mut bench.app).is_none());
    let bench = bench.shows("From the previous recipe").keys("4").shows("By 10 folds, 14 rows");
    bench.hides("previous recipe");
}

#[test]
fn folds_of_a_column_are_chosen_where_the_test_is() {
    let rows = "ann,low,ill ann,high,well ann,low,ill bob,low,well bob,high,ill cid,high,unsure cid,low,well cid,low,ill";
    let bench = Bench::pasted(&format!("who,pulse,state\r{}\r", rows.replace(' ', "\r"))).resized(120, 40);
    // The fold column is the fourth line, and the arrows choose the column.
    let bench = bench.keys("4 t Down*3").shows("▸   fold column    ← who →").keys("Enter");
    let bench = bench.shows("By the folds of who, 8 rows");
    assert_eq!(bench.fitted().factors().len(), 1);
    bench.keys("t Down Enter").shows("who");
}
