//! Compare models on screen 4: before, keys, after; and the screens.

use crate::support;

use posterior::app::*;
use posterior::evaluate::Measure;
use support::Bench;

fn sample(name: &str, width: u16, height: u16) -> Bench {
    Bench::open(name, "").resized(width, height).keys("4 m End Home").keys(&to_compare()).keys("Enter")
}

/// The keys that mark the view in the menu.
fn to_compare() -> String {
    let at = View::ALL.iter().position(|view| *view == View::Compare).unwrap();
    "Down ".repeat(at)
}

fn iris() -> Bench {
    sample("iris", 80, 24)
}

fn marked(bench: &Bench) -> String {
    bench.app.screens.evaluate.compare.marked().unwrap().1.candidate.name.clone()
}

#[test]
fn a_model_that_is_not_compared_says_why() {
    iris().keys("End").shows("All columns are of one");
}

#[test]
fn each_number_opens() {
    let mut bench = iris();
    let first = ["right", "−ln P(actual", "squared", "d · (d + 1)"];
    let rest = ["C(n, k)", "each against the", "147 of", "from run to run"];
    for text in first.into_iter().chain(rest) {
        bench = bench.keys("Right").shows(text);
    }
}

#[test]
fn a_row_is_explained_by_either_model() {
    let bench = iris().keys("Tab Down");
    let (_, row) = bench.app.screens.evaluate.compare.row(bench.app.screens.evaluate.rows.at).unwrap();
    let bench = bench.shows(&format!("Row {} is", row.row + 1)).keys("Enter");
    assert_eq!((bench.app.screen, bench.app.session.pick.clone()), (ScreenId::Explain, Pick::Row(row.row)));
    assert!(bench.fitted().gda().is_some());
    assert!(bench.app.session.fold_model.as_ref().unwrap().words.starts_with("without fold"));
    let bench = bench.keys("Esc");
    assert_eq!((bench.app.screen, bench.app.pane), (ScreenId::Evaluate, Pane::Detail));
    assert!(bench.app.session.fold_model.is_none());
    let bench = bench.keys("v").on(ScreenId::Explain);
    assert!(bench.fitted().gda().is_none(), "Gaussian naive Bayes");
}

#[test]
fn models_without_working_say_what_there_is_instead() {
    let bench = iris().keys("Down Down Down Down Tab Enter").on(ScreenId::Evaluate);
    bench
        .says("no prior and no factors")
        .keys("Esc Down Tab Enter")
        .says("predicts the class shares")
        .keys("Esc Space")
        .says("only compared here");
}

#[test]
fn a_model_can_be_used_and_taken_back() {
    let bench = iris().keys("Space").says("GDA is the model now");
    assert!(bench.app.session.study.as_ref().unwrap().fitted.as_ref().unwrap().gda().is_some());
    assert_eq!(bench.app.session.study.as_ref().unwrap().recipe.split, None, "how it is tested stays");
    let bench = bench.shows("GDA*").gives(marked, "GDA");
    assert!(bench.app.screens.evaluate.compare.is_of(&bench.app.session), "compared again");
    let bench = bench.keys("Space").says("already").keys("2 u");
    assert!(bench.app.session.study.as_ref().unwrap().fitted.as_ref().unwrap().gda().is_none());
}

#[test]
fn sorting_keeps_the_marked_model_and_v_changes_the_other() {
    let bench = iris().keys("Down Down Down Down Right s");
    assert_eq!(bench.app.screens.evaluate.compare.sort, Some(Measure::Accuracy));
    let bench = bench.gives(marked, "logistic");
    assert_eq!(bench.app.screens.evaluate.compare.cell.0, 1);
    let bench = bench.keys("s");
    assert_eq!((bench.app.screens.evaluate.compare.sort, marked(&bench)), (None, "logistic".into()));
    let bench = bench.keys("v");
    assert!(bench.app.screens.evaluate.compare.pair().is_none());
    let bench = bench.says("compared with logistic");
    bench.keys("Left Home").shows("logistic");
}

#[test]
fn another_recipe_is_compared_anew_and_the_last_result_stays_until_then() {
    let mut bench = iris();
    let mut recipe = bench.recipe();
    recipe.split = Some("folds:3".parse().unwrap());
    let job = refit(&mut bench.app, recipe);
    let Some(Job::Work(task)) = job else { panic!("no work") };
    let job = task.run().take(&mut bench.app);
    bench = bench.shows("From the previous recipe").shows("0.98");
    let Some(Job::Work(task)) = job else { panic!("no work") };
    assert_eq!(task.ticket.lane, Lane::Compare);
    // Esc stops it; what it finds is no longer wanted, and the old result stays.
    let mut bench = bench.keys("Esc");
    bench = bench.says("Stopped");
    let late = task.run().take(&mut bench.app);
    assert!(late.is_none());
    bench.shows("press 4 to compare").keys("4").shows("6 models by 3 folds");
}

/// Where there is room every figure is shown.
#[test]
fn all_figures_are_shown_at_120_columns() {
    iris().resized(120, 40).shows("accuracy log loss  Brier param       p    AUC trained seconds");
}
