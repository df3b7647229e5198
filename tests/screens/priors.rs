//! Screen 2: the prior of each class, given by hand. Before, keys, after.

use crate::support::Bench;

use posterior::app::screens::model::Line;
use posterior::app::{PriorsDialog, ScreenId};
use posterior::math::Number;
use posterior::recipe::Prior;

fn tennis() -> Bench {
    Bench::tennis().at(Line::Prior)
}

fn dialog(bench: &Bench) -> &PriorsDialog {
    bench.app.front::<PriorsDialog>().expect("the dialog")
}

/// The numbers of the dialog.
fn now(bench: &Bench) -> Vec<String> {
    dialog(bench).now.clone()
}

/// What the dialog says of their sum.
fn sum(bench: &Bench) -> String {
    dialog(bench).verdict().unwrap_or_else(|why| why)
}

fn prior(bench: &Bench) -> String {
    bench.recipe().prior_or_default().to_string()
}

#[test]
fn arrows_lead_to_the_choice_and_the_dialog_begins_with_the_shares() {
    let bench =
        tennis().keys("Right Right").gives(prior, "uniform").keys("Right").gives(now, ["5/14", "9/14"]);
    assert!(dialog(&bench).verdict().is_ok());
    let bench = bench.keys("Esc").without_dialog().gives(prior, "uniform").keys("Right Enter");
    let bench = bench.gives(prior, "No=5/14,Yes=9/14").keys("Right").gives(now, ["5/14", "9/14"]);
    bench.keys("Esc Left").gives(prior, "uniform");
}

#[test]
fn of_two_classes_one_gives_the_other_the_rest() {
    let posterior = |bench: &Bench| {
        bench.fitted().predict(bench.app.session.case.as_ref().unwrap()).posterior.unwrap()[0].clone()
    };
    let bench = tennis().keys("e '0.4'").gives(now, ["0.4", "0.6"]).keys("Esc").gives(now, ["5/14", "9/14"]);
    // A class may be ruled out.
    let bench = bench.keys("'2/5' Enter").gives(now, ["2/5", "3/5"]).keys("Down 0 Down Enter");
    let bench = bench.gives(prior, "No=1,Yes=0").gives(|bench| posterior(bench).to_f64(), 1.0).keys("u");
    let bench = bench.gives(prior, "mle").gives(posterior, Number::ratio(3025, 4201).unwrap()).keys("U");
    bench.gives(prior, "No=1,Yes=0");
    // The posterior odds are those of the shares, 3025 : 1176, times the ratio of the prior odds, 9/5.
    let bench =
        tennis().keys("e '1/2' Enter Enter").gives(|bench| bench.fitted().prior(0), Number::ratio(1, 2));
    bench.gives(posterior, Number::ratio(3025 * 9, 3025 * 9 + 1176 * 5).unwrap());
}

#[test]
fn a_sum_that_is_not_1_is_refused() {
    let bench = Bench::open("iris", "").at(Line::Prior).keys("e '0.5' Enter");
    let bench =
        bench.gives(sum, "The sum is 7/6, and it must be 1. = gives the selected class the rest: 1/3.");
    let bench = bench.keys("Enter").says("The sum is 7/6, and it must be 1.");
    assert!(matches!(bench.recipe().prior, None | Some(Prior::Counts)));
    let bench = bench.keys("Down '0.6' Enter");
    assert!(sum(&bench).contains("= gives the selected class the rest: 1/6."), "{}", sum(&bench));
    let bench = bench.keys("Down =").message("The others sum to 1.1 already. Make one of them smaller.");
    assert!(sum(&bench).ends_with("The other classes have 1.1 already."), "{}", sum(&bench));
    let bench =
        bench.keys("Up '0.2' Enter Down =").gives(now, ["0.5", "0.2", "0.3"]).gives(sum, "The sum is 1.");
    let bench = bench.keys("Enter").gives(prior, "setosa=0.5,versicolor=0.2,virginica=0.3");
    // Three thirds are exactly 1 as fractions, and never as decimals.
    let bench = bench.keys("e '1/3' Down '1/3' Down '0.3333' Enter Enter").says("The sum is ");
    bench.keys("= Enter").gives(prior, "setosa=1/3,versicolor=1/3,virginica=1/3");
}

#[test]
fn what_is_no_number_is_reported() {
    const WRONG: &str = "“1x” is not a number. Type 0.6 or 3/5 for No.";
    let bench =
        tennis().keys("e '1x'").gives(sum, WRONG).keys("Enter").message(WRONG).gives(now, ["1x", "9/14"]);
    assert!(dialog(&bench).field.is_some(), "what was typed can be corrected");
    let bench = bench.keys("Backspace Backspace Enter");
    let bench = bench.message("No has no number yet: type one, or press = for the rest.").keys("'-1' Enter");
    let bench = bench.message("The prior of No is below 0. Type 0 or more; 0 rules the class out.");
    let bench = bench.keys("Ctrl-u '1/0' Enter").says("is not a number").keys("Ctrl-u '1.5' Enter");
    // The other is not changed.
    bench.gives(now, ["1.5", "9/14"]).keys("=").gives(now, ["5/14", "9/14"]);
}

#[test]
fn the_number_that_is_added_is_typed_in_the_line() {
    let bench =
        tennis().keys("Right").gives(prior, "laplace:1").keys("Enter 2 Enter").gives(prior, "laplace:2");
    let bench = bench.gives(|bench| bench.fitted().prior(0), Number::ratio(7, 18)).keys("Enter '1/2' Enter");
    bench.gives(prior, "laplace:1/2").keys("Right Left").gives(prior, "laplace:1");
    tennis().keys("Right Enter '5x' Enter").says("The prior smoothing cannot be read");
    // Otherwise a digit goes to a screen.
    tennis().keys("3").on(ScreenId::Parameters);
}

/// The recipe names classes that the data do not have: the keys that fix it are named, and fix it.
#[test]
fn priors_of_other_classes_and_another_target_are_fixed_by_keys() {
    let bench = Bench::open("play-tennis", "prior = \"yes=0.6,no=0.4\"").keys("Esc").at(Line::Prior);
    let refused = bench.app.screens.model.refused.clone().unwrap();
    assert!(refused.fix.contains("Press ← on the line priors for other priors"), "{refused:?}");
    let bench = bench.keys("e");
    let bench =
        bench.message("The classes are not known yet. Fix the recipe first, so that it makes a model.");
    bench.keys("Left e '0.4' Enter Enter").gives(prior, "No=0.4,Yes=0.6");
    let bench = tennis().keys("e '0.4' Enter Enter Up*4 Left").shows("target        Wind").at(Line::Prior);
    bench.gives(prior, "mle").keys("e").shows("● Weak").shows("▲ Strong");
}

#[test]
fn forty_classes_are_paged() {
    let rows: String = (1..=40).map(|at| format!("a,class {at}\rb,class {at}\r")).collect();
    let bench =
        Bench::pasted(&format!("word,class\r{rows}")).resized(60, 15).at(Line::Prior).keys("e PgDn PgDn");
    assert_eq!(dialog(&bench).selection.at, 6);
}
