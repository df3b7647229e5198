//! Screen 2: what each action costs, typed in a table. Before, keys, after; and what the screen shows of it.

use crate::support;

use posterior::math::DecimalSign;
use posterior::recipe::Recipe;
use posterior::workbench::model::Line;
use posterior::workbench::{CostsDialog, Order, Source};
use support::Bench;

/// Screen 2, on the line of the decision.
fn on_decision(bench: Bench) -> Bench {
    let mut bench = bench.keys("2 Home");
    for _ in 0..100 {
        if bench.app.screens.model.line() == Some(Line::Decision) {
            return bench;
        }
        bench = bench.keys("Down");
    }
    panic!("no line of the decision:\n{}", bench.screen());
}

fn tennis(width: u16, height: u16) -> Bench {
    on_decision(Bench::sample("play-tennis", width, height, |_| {})).keys("e")
}

fn dialog(bench: &Bench) -> &CostsDialog {
    bench.app.front::<CostsDialog>().expect("the dialog of costs")
}

fn table(bench: &Bench) -> Vec<String> {
    let line = |(action, costs): &(String, Vec<String>)| format!("{action}: {}", costs.join(" "));
    dialog(bench).rows.iter().map(line).collect()
}

fn follows(bench: &Bench) -> String {
    match dialog(bench).follows() {
        Ok(told) => told.written(DecimalSign::Point),
        Err(why) => format!("! {why}"),
    }
}

fn decision(bench: &Bench) -> Option<String> {
    bench.app.session.study.as_ref().unwrap().recipe.decision.as_ref().map(ToString::to_string)
}

#[test]
fn it_begins_with_a_cost_of_1_for_each_mistake_and_says_what_follows() {
    let bench = tennis(80, 24);
    assert_eq!(table(&bench), ["No: 0 1", "Yes: 1 0"]);
    assert_eq!(follows(&bench), "No costs the least up to P(Yes | x) = 1/2, then Yes.");
    // A mistake that costs eight times as much.
    let bench = bench.keys("Right 8 Enter");
    assert_eq!(table(&bench), ["No: 0 8", "Yes: 1 0"]);
    assert_eq!(follows(&bench), "No costs the least up to P(Yes | x) = 1/9, then Yes.");
    let bench = bench.keys("Enter");
    assert!(bench.app.dialogs.is_empty());
    assert_eq!(decision(&bench).as_deref(), Some("costs:No/No=0,No/Yes=8,Yes/No=1,Yes/Yes=0"));
    // Opened again it has what was taken; left by Esc it changes nothing.
    let bench = bench.keys("e 5 Esc Esc");
    assert_eq!(decision(&bench).as_deref(), Some("costs:No/No=0,No/Yes=8,Yes/No=1,Yes/Yes=0"));
    assert_eq!(decision(&bench.keys("u")), None);
}

#[test]
fn an_action_may_be_none_of_the_classes() {
    let bench = tennis(80, 24).keys("Right 8 Enter +");
    assert_eq!(table(&bench), ["No: 0 8", "Yes: 1 0", ":  "]);
    assert_eq!(follows(&bench), "! Action 3 has no name: e types one.");
    let bench = bench.typed("ask").keys("Enter");
    assert_eq!(follows(&bench), "! What does ask cost where No is so?");
    let bench = bench.keys("Enter");
    assert_eq!(bench.toast(), "What does ask cost where No is so?", "nothing is taken before it is whole");
    let bench = bench.keys("1 / 2 Enter 1 / 2 Enter");
    assert_eq!(follows(&bench), "No costs the least up to P(Yes | x) = 1/16, then ask up to 1/2, then Yes.");
    // One that is always dearer is never chosen, and that is said.
    let bench = bench.keys("9 Enter Left 9 Enter");
    assert_eq!(
        follows(&bench),
        "No costs the least up to P(Yes | x) = 1/9, then Yes. Never cheaper than all others: ask."
    );
    let bench = bench.keys("Del");
    assert_eq!(table(&bench), ["No: 0 8", "Yes: 1 0"]);
    assert_eq!(table(&bench.keys("u")).len(), 3);
}

#[test]
fn what_is_no_cost_is_named_and_not_taken() {
    let bench = tennis(80, 24).keys("Right 8 x Enter");
    assert!(follows(&bench).starts_with("! “No” where “Yes” is so: "), "{}", follows(&bench));
    let bench = bench.keys("Enter");
    assert!(!bench.app.dialogs.is_empty());
    let bench = bench.keys("Del Del");
    assert_eq!(bench.toast(), "One action is left, and something must be done.");
    // Two actions of one name.
    let bench = tennis(80, 24).keys("Left e").typed("Yes").keys("Enter");
    assert!(follows(&bench).contains("names the action “Yes” twice"), "{}", follows(&bench));
}

#[test]
fn many_classes_are_paged_and_too_many_are_refused() {
    let many = |k: usize, width: u16| {
        let rows = (0..k).map(|class| format!("a,class {class}\nb,class {class}\n"));
        let csv: String = std::iter::once("word,class\n".to_owned()).chain(rows).collect();
        let recipe = Recipe::from_toml("target = \"class\"", "recipe.toml").unwrap();
        let bench =
            Bench::ordered(Order { source: Source::Pasted(csv.into()), recipe: recipe.into() }, width, 24);
        on_decision(bench).keys("e")
    };
    let bench = many(30, 80);
    assert!(bench.screen().contains("classes 1–"), "{}", bench.screen());
    let bench = (0..29).fold(bench, |bench, _| bench.keys("Right")).keys("Down 7 Enter");
    assert!(bench.screen().contains("–30 of 30 · 2 of 30"), "{}", bench.screen());
    assert_eq!(dialog(&bench).rows[1].1[29], "7");
    insta::assert_snapshot!("costs_thirty_80", bench.screen());
    // There are as many actions as classes at first, and at most 200 of either.
    assert_eq!(dialog(&many(200, 120)).rows.len(), 200);
    let bench = many(201, 120);
    assert!(bench.app.dialogs.is_empty());
    assert_eq!(bench.toast(), "a table of costs has at most 200 actions and 200 classes");
}

#[test]
fn the_dialog_of_costs() {
    for (width, height) in [(60, 15), (80, 24), (120, 40)] {
        let bench = tennis(width, height).keys("Right 8 Enter");
        insta::assert_snapshot!(format!("costs_{width}"), bench.screen());
    }
    let iris = on_decision(Bench::sample("iris", 80, 24, |_| {})).keys("e 2");
    insta::assert_snapshot!("costs_typed_80", iris.screen());
}
