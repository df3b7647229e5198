//! Screen 2: the prior of each class, given by hand. Before, keys, after; and what the screen shows of it.

use crate::support;

use posterior::app::PriorsDialog;
use posterior::app::screens::model::Line;
use posterior::math::Number;
use posterior::recipe::{Prior, Recipe};
use support::Bench;

fn tennis() -> Bench {
    Bench::tennis().at(Line::Prior)
}

fn dialog(bench: &Bench) -> &PriorsDialog {
    match bench.app.front::<PriorsDialog>() {
        Some(dialog) => dialog,
        other => panic!("no dialog: {other:?}"),
    }
}

fn prior(bench: &Bench) -> String {
    bench.recipe().prior_or_default().to_string()
}

#[test]
fn arrows_reach_the_choice_and_the_dialog_begins_with_the_shares() {
    let bench = tennis().keys("Right Right").gives(prior, "uniform").keys("Right");
    assert_eq!(dialog(&bench).now, ["5/14", "9/14"]);
    assert!(dialog(&bench).verdict().is_ok());
    let bench = bench.keys("Esc").without_dialog();
    // Left as it was.
    let bench =
        bench.gives(prior, "uniform").keys("Right Enter").gives(prior, "No=5/14,Yes=9/14").keys("Right");
    assert_eq!(dialog(&bench).now, ["5/14", "9/14"], "→ again opens it again");
    bench.keys("Esc Left").gives(prior, "uniform");
}

#[test]
fn of_two_classes_one_gives_the_other_the_rest() {
    let bench = tennis().keys("e 0 . 4");
    assert_eq!(dialog(&bench).now, ["0.4", "0.6"]);
    let bench = bench.keys("Esc");
    assert_eq!(dialog(&bench).now, ["5/14", "9/14"], "left as it was");
    let bench = bench.keys("2 / 5 Enter");
    assert_eq!(dialog(&bench).now, ["2/5", "3/5"]);
    let bench = bench.keys("Down 0 Down Enter");
    // A class may be ruled out.
    let bench = bench.gives(prior, "No=1,Yes=0");
    let posterior = |bench: &Bench| {
        let (fitted, case) = (bench.fitted(), bench.app.session.case.as_ref().unwrap());
        fitted
            .predict(case)
            .posterior
            .unwrap()
            .iter()
            .map(|it| it.fixed(4).pointed().to_owned())
            .collect::<Vec<String>>()
    };
    let bench = bench.gives(posterior, ["1.0000", "0.0000"]).keys("u");
    assert_eq!((prior(&bench).as_str(), posterior(&bench)[0].as_str()), ("mle", "0.7201"));
    bench.keys("U").gives(prior, "No=1,Yes=0");
    let bench = tennis().keys("e 1 / 2 Enter Enter");
    let fitted = bench.fitted();
    assert_eq!(fitted.prior(0), Number::ratio(1, 2));
    // The posterior odds are those of the shares, 3025 : 1176, times what the prior odds grew by: 9/5.
    let found = fitted.predict(bench.app.session.case.as_ref().unwrap()).posterior.unwrap();
    let (no, yes) = (3025 * 9, 1176 * 5);
    assert_eq!(Some(found[0].clone()), Number::ratio(no, no + yes));
}

#[test]
fn a_sum_that_is_not_1_is_not_taken_and_says_so() {
    let bench = Bench::open("iris", "").at(Line::Prior).keys("e 0 . 5 Enter");
    let sum = |bench: &Bench| dialog(bench).verdict().unwrap_or_else(|why| why);
    let bench = bench
        .gives(sum, "The sum is 7/6, and it must be 1. = gives the selected class the rest: 1/3.")
        .keys("Enter")
        .says("The sum is 7/6, and it must be 1.");
    assert!(matches!(bench.recipe().prior, None | Some(Prior::Counts)));
    let bench = bench.keys("Down 0 . 6 Enter");
    assert!(sum(&bench).contains("= gives the selected class the rest: 1/6."), "{}", sum(&bench));
    let bench = bench.keys("Down =").message("The others sum to 1.1 already. Make one of them smaller.");
    assert!(sum(&bench).ends_with("The other classes have 1.1 already."), "{}", sum(&bench));
    let bench = bench.keys("Up 0 . 2 Enter Down =");
    assert_eq!(dialog(&bench).now, ["0.5", "0.2", "0.3"]);
    let bench = bench
        .gives(sum, "The sum is 1.")
        .keys("Enter")
        .gives(prior, "setosa=0.5,versicolor=0.2,virginica=0.3");
    // A third thrice is exactly 1 as fractions, and never as decimals.
    let bench = bench.keys("e 1 / 3 Down 1 / 3 Down 0 . 3 3 3 3 Enter Enter").says("The sum is ");
    bench.keys("= Enter").gives(prior, "setosa=1/3,versicolor=1/3,virginica=1/3");
}

#[test]
fn what_is_no_number_is_named() {
    let bench = tennis().keys("e 1 x");
    assert_eq!(dialog(&bench).verdict().unwrap_err(), "“1x” is not a number. Type 0.6 or 3/5 for No.");
    let bench = bench.keys("Enter").message("“1x” is not a number. Type 0.6 or 3/5 for No.");
    assert!(dialog(&bench).field.is_some(), "what was typed can be mended");
    assert_eq!(dialog(&bench).now, ["1x", "9/14"]);
    let bench = bench
        .keys("Backspace Backspace Enter")
        .message("No has no number yet: type one, or press = for the rest.")
        .keys("'-1' Enter")
        .message("The prior of No is below 0. Type 0 or more; 0 rules the class out.")
        .keys("Ctrl-u '1/0' Enter")
        .says("is not a number")
        .keys("Ctrl-u '1.5' Enter");
    assert_eq!(dialog(&bench).now, ["1.5", "9/14"], "the other is left alone");
    let bench = bench.keys("=");
    assert_eq!(dialog(&bench).now, ["5/14", "9/14"]);
}

#[test]
fn the_number_that_is_added_is_typed_where_it_stands() {
    let bench =
        tennis().keys("Right").gives(prior, "laplace:1").keys("Enter 2 Enter").gives(prior, "laplace:2");
    assert_eq!(bench.fitted().prior(0), Number::ratio(7, 18));
    let bench = bench.keys("Enter 1 / 2 Enter").gives(prior, "laplace:1/2");
    bench.keys("Right Left").gives(prior, "laplace:1");
    tennis().keys("Right Enter 5 x Enter").says("The prior smoothing cannot be read");
    let bench = tennis().keys("3");
    assert_eq!(bench.app.screen, posterior::app::ScreenId::Parameters, "elsewhere a digit is a room");
}

/// The recipe names classes that the data do not have: the keys that mend it are told, and mend it.
#[test]
fn priors_of_other_classes_and_another_target_are_mended_by_keys() {
    let given = |recipe: &mut Recipe| recipe.prior = "yes=0.6,no=0.4".parse().ok();
    let bench = Bench::sample("play-tennis", 80, 24, given).keys("Esc").at(Line::Prior);
    let refused = bench.app.screens.model.refused.clone().unwrap();
    assert!(refused.fix.contains("Press ← on the line priors for other priors"), "{refused:?}");
    bench
        .keys("e")
        .message("The classes are not known yet. Fix the recipe first, so that it makes a model.")
        .keys("Left e 0 . 4 Enter Enter")
        .gives(prior, "No=0.4,Yes=0.6");
    let bench = tennis().keys("e 0 . 4 Enter Enter Up Up Up Up Left");
    assert_eq!(bench.recipe().target.as_deref(), Some("Wind"));
    let bench = bench.at(Line::Prior).gives(prior, "mle");
    let names = |bench: &Bench| {
        dialog(bench).lines.iter().map(|(name, _)| name.as_str().to_owned()).collect::<Vec<_>>()
    };
    bench.keys("e").gives(names, ["Weak", "Strong"]);
}

#[test]
fn forty_classes_are_paged() {
    let rows: String = (1..=40).map(|at| format!("a,class {at}\rb,class {at}\r")).collect();
    let bench = Bench::pasted(&format!("word,class\r{rows}"), 60, 15).at(Line::Prior).keys("e PgDn PgDn");
    assert_eq!(dialog(&bench).selection.at, 6);
}
