//! The curves of screen 4 and the experiments, by keys: before, keys, after.

use crate::given_numbers::sample;
use crate::support;

use posterior::app::screens::evaluate::{Curve, Rivals, curve};
use posterior::app::*;
use posterior::evaluate::{Learning, Measure, Sweep, experiments};
use posterior::recipe::{ExactNumber, Split};
use std::sync::Arc;
use support::Bench;

const SWEEP: &str = "4 m Home Down Down Down Down Enter";
const LEARNING: &str = "4 m Home Down Down Down Down Down Enter";

fn sweep(bench: &Bench) -> usize {
    curve::cursor(&bench.app).1
}

fn alphas(bench: &Bench) -> &Arc<Sweep> {
    let Some(Curve::Sweep(sweep)) = curve::drawn(&bench.app) else { panic!("no sweep") };
    sweep
}

fn learning(bench: &Bench) -> &Learning {
    let Some(Curve::Learning(learning)) = curve::drawn(&bench.app) else { panic!("no learning curve") };
    learning
}

#[test]
fn a_model_that_counts_nothing_has_no_curve_over_alpha_and_learns_beside_another() {
    let bench = sample("loan").keys(SWEEP);
    assert!(curve::refused(&bench.app).is_none(), "{}", bench.screen());
    let bench = sample("elephants").keys(SWEEP);
    assert!(curve::refused(&bench.app).is_some(), "{}", bench.screen());
    assert!(bench.screen().contains("counts nothing"), "{}", bench.screen());
    let bench = sample("elephants").keys(LEARNING);
    let of = |bench: &Bench| learning(bench).curves.len();
    assert_eq!((of(&bench), bench.app.screens.evaluate.curve.rivals), (1, Rivals::None));
    let bench = bench.keys("v");
    assert_eq!(of(&bench), 2);
    assert!(bench.screen().contains("▲ logistic"), "{}", bench.screen());
    assert_eq!(of(&bench.keys("v")), 1);
}

#[test]
fn the_marked_value_becomes_the_recipes_and_u_takes_it_back() {
    let bench = Bench::tennis().keys(SWEEP);
    assert_eq!((bench.app.screens.evaluate.view, bench.app.pane), (View::Sweep, Pane::Master));
    let at = sweep(&bench);
    assert_eq!(Some(at), curve::own(&bench.app));
    assert!(bench.screen().contains("This is the value in the recipe."), "{}", bench.screen());
    let drawn = Arc::as_ptr(alphas(&bench));
    let bench = bench.keys("Up Up");
    assert_eq!(sweep(&bench), at - 2);
    let bench = bench.keys("Enter");
    let alpha = |bench: &Bench| bench.app.session.fitted().unwrap().data.resolved.alpha.clone();
    assert_eq!(alpha(&bench).value(), ExactNumber::any("0.1").unwrap().value());
    assert!(bench.toast().contains("α = 0.1"), "{}", bench.toast());
    assert!(bench.toast().contains("u: undo"), "{}", bench.toast());
    assert_eq!(bench.app.screen, ScreenId::Evaluate);
    // Only the mark moves: the curve is the same, and is not drawn again.
    assert_eq!(Arc::as_ptr(alphas(&bench)), drawn);
    assert_eq!(curve::own(&bench.app), Some(at - 2));
    assert!(curve::is_fresh(&bench.app));
    let bench = bench.keys("2 u");
    assert_eq!(alpha(&bench).value(), ExactNumber::int(1).value());
}

#[test]
fn a_curve_is_walked_measured_otherwise_and_tested_on_other_rows() {
    let bench = Bench::tennis().keys(SWEEP).keys("Home Left");
    assert_eq!(sweep(&bench), 0);
    let bench = bench.keys("Right Down Down Left");
    assert_eq!(sweep(&bench), 2);
    let bench = bench.keys("End Right Down PgDn");
    assert_eq!(sweep(&bench) + 1, curve::cursor(&bench.app).0);
    let bench = bench.keys("x");
    assert_eq!(bench.app.screens.evaluate.curve.measure, Measure::LogLoss);
    assert!(bench.screen().contains("↑ log loss"), "{}", bench.screen());
    let bench = bench.keys("x x");
    assert_eq!(bench.app.screens.evaluate.curve.measure, Measure::Accuracy);
    assert!(bench.screen().contains("optimistic"), "{}", bench.screen());
    let bench = bench.keys("t Down Down Enter");
    assert_eq!(alphas(&bench).split, Split::folds(10));
    assert!(bench.screen().contains("By 10 folds, 14 rows"), "{}", bench.screen());
}

#[test]
fn the_last_curve_stays_until_the_next_is_there() {
    let mut bench = Bench::tennis().keys(SWEEP);
    // The first feature is left out, and the work that this asks for is not done yet.
    let mut job = None;
    for name in ["2", "Down", "Space"] {
        let action = action_of(&bench.app, Key::named(name).unwrap()).unwrap();
        job = update(&mut bench.app, action);
    }
    let Some(Job::Work(task)) = job else { panic!("a fit") };
    let job = update(&mut bench.app, Action::Go(ScreenId::Evaluate));
    assert!(job.is_none(), "the curve is still that of the model on the desk");
    let Some(Job::Work(draw)) = task.run().take(&mut bench.app) else { panic!("a curve") };
    assert_eq!(draw.lane, Lane::Curve);
    let screen = bench.screen();
    assert!(screen.contains("The curve of the previous recipe:"), "{screen}");
    assert!(screen.contains("8 of 14"), "{screen}");
    // Esc stops it, and 4 asks again.
    let bench = bench.keys("Esc");
    assert!(bench.toast().contains("Stopped"), "{}", bench.toast());
    let mut bench = bench;
    draw.run().take(&mut bench.app);
    assert!(!curve::is_fresh(&bench.app), "what was stopped is not believed");
    let bench = bench.keys("4");
    assert!(curve::is_fresh(&bench.app), "{}", bench.screen());
}

#[test]
fn every_experiment_is_reached_from_the_start_and_opens_a_misclassified_row() {
    for (at, experiment) in experiments().iter().enumerate() {
        let up = "Up ".repeat(experiments().len() - 1 - at);
        let bench = Bench::empty().keys("End").keys(&up);
        let screen = bench.screen();
        let words: Vec<&str> = experiment.claim.split(' ').take(3).collect();
        assert!(screen.contains(&format!("▸ {}", experiment.title)), "{screen}");
        assert!(screen.contains(&words.join(" ")), "{screen}");
        let bench = bench.keys("Enter");
        let what = format!("{}\n{}", experiment.name, bench.screen());
        assert_eq!((bench.app.screen, bench.app.pane), (ScreenId::Evaluate, Pane::Master), "{what}");
        assert_eq!(bench.app.screens.evaluate.view, View::Learning, "{what}");
        assert!(curve::is_fresh(&bench.app), "{what}");
        let curves = &learning(&bench).curves;
        let names: Vec<&str> = curves.iter().map(|curve| curve.name.as_str()).collect();
        let others = experiment.others.iter().map(|(name, _)| *name);
        assert_eq!(names, std::iter::once(experiment.first).chain(others).collect::<Vec<_>>());
        // Esc leads back to where it was marked.
        let back = bench.keys("Esc");
        assert!(back.screen().contains(&format!("▸ {}", experiment.title)), "{}", back.screen());
        let bench = back.keys("Enter m Home Enter");
        assert_eq!(bench.app.screens.evaluate.view, View::Matrix);
        let bench = bench.keys("Enter Enter");
        let what = format!("{}\n{}", experiment.name, bench.screen());
        assert_eq!(bench.app.screen, ScreenId::Explain, "{what}");
        let (actual, said) = bench.app.screens.evaluate.cell;
        assert_ne!(actual, said, "{what}");
        assert!(
            bench.app.session.fold_model.is_some(),
            "the row is explained by a model that did not see it\n{what}"
        );
        assert!(bench.app.session.case.is_some(), "{what}");
        // Esc, Esc, m: the curve is still there.
        let bench = bench.keys("Esc Esc m End Up Up Enter");
        assert!(curve::is_fresh(&bench.app), "{}", bench.screen());
    }
}

#[test]
fn the_start_screen_keeps_its_headings_and_other_data_forget_the_experiment() {
    let bench = Bench::empty().keys("End Enter").keys("Esc Home Down Down Down Down Down Down Enter");
    assert_eq!(bench.app.screen, ScreenId::Data);
    assert!(bench.app.screens.evaluate.curve.experiment().is_none());
    assert_eq!(bench.app.screens.evaluate.view, View::Matrix);
    let bench = Bench::empty().keys("End").keys("Up Up Up Up Up");
    assert!(bench.screen().contains("EXPERIMENTS"), "{}", bench.screen());
    let up = "Up ".repeat(17);
    assert!(bench.keys(&up).screen().contains("LEARN"));
}

#[test]
fn the_curves_look_so() {
    let shot = |name: &str, bench: Bench| insta::assert_snapshot!(name.to_owned(), bench.screen());
    let wide = Bench::sized(Some(Source::Sample("iris".into())), 120, 40);
    shot("learning_80", sample("iris").keys(LEARNING).keys("Down Down r"));
    shot("learning_120", wide.keys(LEARNING).keys("Down Down r"));
    shot("sweep_alpha_80", Bench::tennis().keys(SWEEP).keys("Up"));
    shot("sweep_bins_80", sample("living-area").keys(SWEEP).keys("p a Home"));
    shot("sweep_ascii", sample("loan").keys("F2 Down Enter Esc").keys(SWEEP).keys("Down Down"));
    shot("experiment_start_80", Bench::empty().keys("End Up Up"));
    shot("experiment_80", Bench::empty().keys("End Up Up Enter Home Down"));
}

#[test]
fn no_size_stops_it_and_plain_characters_say_the_same() {
    for keys in [SWEEP, LEARNING] {
        let mut bench = sample("loan").keys(keys);
        for (width, height) in (0..=5).flat_map(|w| (0..=4).map(move |h| (w * 26, h * 9))) {
            bench.act(Action::Resize(width, height));
            bench.screen();
        }
    }
    for width in (80..130).step_by(7) {
        let screen = Bench::sized(Some(Source::Sample("loan".into())), width, 24).keys(SWEEP).screen();
        assert!(["accuracy", "log loss", "Brier"].iter().all(|head| screen.contains(head)), "{screen}");
    }
    for keys in [SWEEP, LEARNING, "4 m Home Down Down Down Down Down Enter r a"] {
        let screen = sample("elephants").keys("F2 Down Enter Esc").keys(keys).screen();
        assert!(screen.is_ascii() && !screen.contains('?') | screen.contains("? help"), "{screen}");
        assert_eq!(screen.lines().filter(|line| line.contains("??")).count(), 0, "{screen}");
    }
}
