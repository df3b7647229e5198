//! The curves of screen 4 and the experiments: before, keys, after.

use crate::given_numbers::sample;
use crate::support::Bench;

use posterior::app::screens::evaluate::{Curve, Rivals, curve};
use posterior::app::*;
use posterior::evaluate::{Learning, Measure, Sweep, experiments};
use posterior::recipe::Split;
use std::sync::Arc;

const SWEEP: &str = "4 m Home Down*4 Enter";
const LEARNING: &str = "4 m Home Down*5 Enter";

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

fn is_fresh(bench: &Bench) -> bool {
    curve::is_fresh(&bench.app)
}

fn view(bench: &Bench) -> View {
    bench.app.screens.evaluate.view
}

#[test]
fn a_model_that_counts_nothing_has_no_curve_over_alpha_and_learns_beside_another() {
    let is_refused = |bench: &Bench| curve::refused(&bench.app).is_some();
    sample("loan").keys(SWEEP).gives(is_refused, false);
    sample("elephants").keys(SWEEP).gives(is_refused, true).shows("counts nothing");
    let curves = |bench: &Bench| learning(bench).curves.len();
    let bench = sample("elephants").keys(LEARNING).gives(curves, 1);
    assert_eq!(bench.app.screens.evaluate.curve.rivals, Rivals::None);
    bench.keys("v").gives(curves, 2).shows("▲ logistic").keys("v").gives(curves, 1);
}

#[test]
fn the_marked_value_becomes_the_recipes_and_u_undoes_it() {
    let own = |bench: &Bench| curve::own(&bench.app);
    let drawn = |bench: &Bench| Arc::as_ptr(alphas(bench));
    let bench =
        Bench::tennis().keys(SWEEP).gives(view, View::Sweep).shows("This is the value in the recipe.");
    let (at, curve) = (sweep(&bench), drawn(&bench));
    let bench = bench.gives(own, Some(at)).keys("Up Up").gives(sweep, at - 2).keys("Enter");
    let bench = bench.gives(Bench::alpha, "0.1").says("α = 0.1").says("u: undo").on(ScreenId::Evaluate);
    // Only the mark moves: the curve is the same, and is not drawn again.
    let bench = bench.gives(drawn, curve).gives(own, Some(at - 2)).gives(is_fresh, true);
    bench.keys("2 u").gives(Bench::alpha, "1");
}

#[test]
fn a_curve_is_walked_measured_by_another_figure_and_tested_on_other_rows() {
    let measure = |bench: &Bench| bench.app.screens.evaluate.curve.measure;
    let bench = Bench::tennis().keys(SWEEP).keys("Home Left").gives(sweep, 0).keys("Right Down Down Left");
    let bench = bench.gives(sweep, 2).keys("End Right Down PgDn");
    assert_eq!(sweep(&bench) + 1, curve::cursor(&bench.app).0);
    let bench = bench.keys("x").gives(measure, Measure::LogLoss).shows("↑ log loss").keys("x x");
    let bench = bench.gives(measure, Measure::Accuracy).shows("optimistic").keys("t Down Down Enter");
    bench.gives(|bench| alphas(bench).split.clone(), Split::folds(10)).shows("By 10 folds, 14 rows");
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
    assert!(job.is_none(), "the curve is still that of the fitted model");
    let Some(Job::Work(draw)) = task.run().take(&mut bench.app) else { panic!("a curve") };
    assert_eq!(draw.lane, Lane::Curve);
    // Esc stops it, what it finds then is ignored, and 4 asks again.
    let bench = bench.shows("The curve of the previous recipe:").shows("8 of 14");
    let mut bench = bench.keys("Esc").says("Stopped");
    draw.run().take(&mut bench.app);
    bench.gives(is_fresh, false).keys("4").gives(is_fresh, true);
}

#[test]
fn every_experiment_is_opened_from_the_start_and_opens_a_misclassified_row() {
    for (at, experiment) in experiments().iter().enumerate() {
        let title = format!("▸ {}", experiment.title);
        let claim = experiment.claim.split(' ').take(3).collect::<Vec<_>>().join(" ");
        let bench = Bench::empty().keys("End").keys(&"Up ".repeat(experiments().len() - 1 - at));
        let bench = bench.shows(&title).shows(&claim).keys("Enter").on(ScreenId::Evaluate);
        let bench = bench.gives(view, View::Learning).gives(is_fresh, true);
        let names = learning(&bench).curves.iter().map(|curve| curve.name.as_str());
        let others = experiment.others.iter().map(|(name, _)| *name);
        assert!(names.eq(std::iter::once(experiment.first).chain(others)), "{}", experiment.name);
        // Esc leads back to where it was selected.
        let bench = bench.keys("Esc").shows(&title).keys("Enter m Home Enter").gives(view, View::Matrix);
        let bench = bench.keys("Enter Enter").on(ScreenId::Explain);
        let (actual, predicted) = bench.app.screens.evaluate.cell;
        assert_ne!(actual, predicted, "{}", experiment.name);
        assert!(bench.app.session.fold_model.is_some(), "the row is explained by a model without it");
        assert!(bench.app.session.case.is_some(), "{}", experiment.name);
        // Esc, Esc, m: the curve is still there.
        bench.keys("Esc Esc m End Up Up Enter").gives(is_fresh, true);
    }
}

#[test]
fn the_start_screen_keeps_its_headings_and_other_data_forget_the_experiment() {
    let bench = Bench::empty().keys("End Enter Esc Home Down*6 Enter");
    let bench = bench.on(ScreenId::Data).gives(view, View::Matrix);
    assert!(bench.app.screens.evaluate.curve.experiment().is_none());
    let bench = Bench::empty().keys("End Up*5").shows("EXPERIMENTS");
    bench.keys("Up*17").shows("LEARN");
}

#[test]
fn every_figure_has_a_column_from_80_columns_on() {
    let mut bench = sample("loan").keys(SWEEP);
    for width in (80..130).step_by(7) {
        bench = bench.resized(width, 24).shows("accuracy").shows("log loss").shows("Brier");
    }
}
