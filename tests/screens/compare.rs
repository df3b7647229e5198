//! Compare models on screen 4: before, keys, after.

use crate::support::Bench;

use posterior::app::*;
use posterior::evaluate::Measure;

fn iris() -> Bench {
    Bench::open("iris", "")
        .keys("4 m End Up Enter")
        .gives(|bench| bench.app.screens.evaluate.view, View::Compare)
}

fn marked(bench: &Bench) -> String {
    bench.app.screens.evaluate.compare.marked().unwrap().1.candidate.name.clone()
}

/// Whether the model of the recipe is GDA.
fn is_gda(bench: &Bench) -> bool {
    bench.app.session.study.as_ref().unwrap().fitted.as_ref().is_ok_and(|fitted| fitted.gda().is_some())
}

fn has_fold_model(bench: &Bench) -> bool {
    bench.app.session.fold_model.is_some()
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
    let bench = bench.shows(&format!("Row {} is", row.row + 1)).keys("Enter").on(ScreenId::Explain);
    let bench = bench.gives(|bench| bench.app.session.pick.clone(), Pick::Row(row.row));
    assert!(bench.fitted().gda().is_some());
    assert!(bench.app.session.fold_model.as_ref().unwrap().words.starts_with("without fold"));
    let bench = bench.keys("Esc").on(ScreenId::Evaluate).gives(has_fold_model, false);
    let bench = bench.gives(|bench| bench.app.pane, Pane::Detail).keys("v").on(ScreenId::Explain);
    assert!(bench.fitted().gda().is_none(), "Gaussian naive Bayes");
}

#[test]
fn models_without_working_show_a_message() {
    let bench = iris().keys("Down*4 Tab Enter").on(ScreenId::Evaluate).says("no prior and no factors");
    let bench = bench.keys("Esc Down Tab Enter").says("predicts the class shares");
    bench.keys("Esc Space").says("only compared here");
}

#[test]
fn a_model_can_be_used_and_undone() {
    // How it is tested stays, and the models are compared again.
    let bench = iris().keys("Space").says("GDA is the model now").gives(is_gda, true).shows("GDA*");
    let bench = bench.gives(|bench| bench.recipe().split, None).gives(marked, "GDA");
    assert!(bench.app.screens.evaluate.compare.is_of(&bench.app.session));
    bench.keys("Space").says("already").keys("2 u").gives(is_gda, false);
}

#[test]
fn sorting_keeps_the_marked_model_and_v_changes_the_other() {
    let sort = |bench: &Bench| bench.app.screens.evaluate.compare.sort;
    let bench = iris().keys("Down*4 Right s").gives(sort, Some(Measure::Accuracy)).gives(marked, "logistic");
    assert_eq!(bench.app.screens.evaluate.compare.cell.0, 1);
    let bench = bench.keys("s").gives(sort, None).gives(marked, "logistic").keys("v");
    assert!(bench.app.screens.evaluate.compare.pair().is_none());
    bench.says("compared with logistic").keys("Left Home").shows("logistic");
}

#[test]
fn another_recipe_is_compared_anew_and_the_last_result_stays_until_then() {
    let mut bench = iris();
    let mut recipe = bench.recipe();
    recipe.split = Some("folds:3".parse().unwrap());
    let Some(Job::Work(task)) = refit(&mut bench.app, recipe) else { panic!("no work") };
    let Some(Job::Work(task)) = task.run().take(&mut bench.app) else { panic!("no work") };
    assert_eq!(task.lane, Lane::Compare);
    // Esc stops it; what it finds is ignored, and the old result stays.
    bench = bench.shows("From the previous recipe").shows("0.98").keys("Esc").says("Stopped");
    assert!(task.run().take(&mut bench.app).is_none());
    bench.shows("press 4 to compare").keys("4").shows("6 models by 3 folds");
}

#[test]
fn all_figures_are_shown_at_120_columns() {
    iris().resized(120, 40).shows("accuracy log loss  Brier param       p    AUC trained seconds");
}
