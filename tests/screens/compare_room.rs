//! Compare models on screen 4: before, keys, after; and the screens.

use crate::support;

use posterior::app::*;
use posterior::evaluate::Measure;
use support::Bench;

fn sample(name: &str, width: u16, height: u16) -> Bench {
    Bench::sample(name, width, height, |_| {}).keys("4 m").keys("End Home").keys(&to_compare()).keys("Enter")
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
    let screen = iris().keys("End").screen();
    assert!(screen.contains("All columns are of one"), "{screen}");
}

#[test]
fn each_number_opens() {
    let mut bench = iris();
    let first = ["right", "−ln P(actual", "squared", "d · (d + 1)"];
    let rest = ["C(n, k)", "each against the", "147 of", "from run to run"];
    for text in first.into_iter().chain(rest) {
        bench = bench.keys("Right");
        assert!(bench.screen().contains(text), "{text} is not in\n{}", bench.screen());
    }
}

#[test]
fn a_row_is_explained_by_either_model() {
    let bench = iris().keys("Tab Down");
    let (_, row) = bench.app.screens.evaluate.compare.row(bench.app.screens.evaluate.rows.at).unwrap();
    assert!(bench.screen().contains(&format!("Row {} is", row.row + 1)), "{}", bench.screen());
    let bench = bench.keys("Enter");
    assert_eq!((bench.app.screen, bench.app.session.pick.clone()), (ScreenId::Explain, Pick::Row(row.row)));
    assert!(bench.app.session.fitted().unwrap().gda().is_some());
    assert!(bench.app.session.fold_model.as_ref().unwrap().words.starts_with("without fold"));
    let bench = bench.keys("Esc");
    assert_eq!((bench.app.screen, bench.app.pane), (ScreenId::Evaluate, Pane::Detail));
    assert!(bench.app.session.fold_model.is_none());
    let bench = bench.keys("v");
    assert_eq!(bench.app.screen, ScreenId::Explain);
    assert!(bench.app.session.fitted().unwrap().gda().is_none(), "Gaussian naive Bayes");
}

#[test]
fn models_without_working_say_what_there_is_instead() {
    let bench = iris().keys("Down Down Down Down Tab Enter");
    assert_eq!(bench.app.screen, ScreenId::Evaluate);
    assert!(bench.toast().contains("no prior and no factors"), "{}", bench.toast());
    let bench = bench.keys("Esc Down Tab Enter");
    assert!(bench.toast().contains("predicts the class shares"), "{}", bench.toast());
    let bench = bench.keys("Esc Space");
    assert!(bench.toast().contains("only compared here"), "{}", bench.toast());
}

#[test]
fn a_model_can_be_used_and_taken_back() {
    let bench = iris().keys("Space");
    assert!(bench.toast().contains("GDA is the model now"), "{}", bench.toast());
    assert!(bench.app.session.study.as_ref().unwrap().fitted.as_ref().unwrap().gda().is_some());
    assert_eq!(bench.app.session.study.as_ref().unwrap().recipe.split, None, "how it is tested stays");
    assert!(bench.screen().contains("GDA*"));
    assert_eq!(marked(&bench), "GDA");
    assert!(bench.app.screens.evaluate.compare.is_of(&bench.app.session), "compared again");
    let bench = bench.keys("Space");
    assert!(bench.toast().contains("already"));
    let bench = bench.keys("2 u");
    assert!(bench.app.session.study.as_ref().unwrap().fitted.as_ref().unwrap().gda().is_none());
}

#[test]
fn sorting_keeps_the_marked_model_and_v_changes_the_other() {
    let bench = iris().keys("Down Down Down Down Right s");
    assert_eq!(bench.app.screens.evaluate.compare.sort, Some(Measure::Accuracy));
    assert_eq!(marked(&bench), "logistic");
    assert_eq!(bench.app.screens.evaluate.compare.cell.0, 1);
    let bench = bench.keys("s");
    assert_eq!((bench.app.screens.evaluate.compare.sort, marked(&bench)), (None, "logistic".into()));
    let bench = bench.keys("v");
    assert!(bench.app.screens.evaluate.compare.pair().is_none());
    assert!(bench.toast().contains("compared with logistic"));
    let screen = bench.keys("Left Home").screen();
    assert!(screen.contains("logistic"), "{screen}");
}

#[test]
fn another_recipe_is_compared_anew_and_the_last_result_stays_until_then() {
    let mut bench = iris();
    let mut recipe = bench.app.session.study.as_ref().unwrap().recipe.clone();
    recipe.split = Some("folds:3".parse().unwrap());
    let job = refit(&mut bench.app, recipe);
    let Some(Job::Work(task)) = job else { panic!("no work") };
    let job = task.run().take(&mut bench.app);
    let screen = bench.screen();
    assert!(screen.contains("From the previous recipe") && screen.contains("0.98"), "{screen}");
    let Some(Job::Work(task)) = job else { panic!("no work") };
    assert_eq!(task.lane, Lane::Compare);
    // Esc stops it; what it finds is no longer wanted, and the old result stays.
    let mut bench = bench.keys("Esc");
    assert!(bench.toast().contains("Stopped"), "{}", bench.toast());
    let late = task.run().take(&mut bench.app);
    assert!(late.is_none());
    assert!(bench.screen().contains("press 4 to compare"), "{}", bench.screen());
    let bench = bench.keys("4");
    assert!(bench.screen().contains("6 models by 3 folds"), "{}", bench.screen());
}

#[test]
fn the_comparison_looks_so() {
    for (name, data, keys) in [
        ("models_80", "iris", ""),
        ("rows_80", "iris", "Tab Down"),
        ("parameters_80", "iris", "Right Right Right Right"),
        ("p_80", "living-area", "End Home Right Right Right Right Right"),
        ("words_80", "chinese-japan", "Down"),
        ("refused_80", "play-tennis", "End"),
    ] {
        insta::assert_snapshot!(name, sample(data, 80, 24).keys(keys).screen());
    }
    // Where there is room every figure is shown; the last one is a measured time.
    let screen = sample("iris", 120, 40).screen();
    assert!(screen.contains("accuracy log loss  Brier param       p    AUC trained seconds"), "{screen}");
    insta::assert_snapshot!("one_pane", sample("iris", 60, 15).screen());
    insta::assert_snapshot!("one_pane_rows", sample("iris", 60, 15).keys("Tab").screen());
    let mut bench = iris().keys("Right Right Right Right Right");
    bench.app.settings.ascii = true;
    let screen = bench.screen();
    assert!(screen.is_ascii(), "{screen}");
}
