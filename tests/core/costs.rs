//! Decisions by cost, and several columns counted in the same rows.

use crate::{json, models, program};
use models::{case, exact, file, fitted, fraction, has, posteriors, texts, value};
use posterior::evaluate::evaluate_once;
use posterior::math::{Number, Quantity};
use posterior::model::{Case, Fitted, Study};
use posterior::recipe::Recipe;
use posterior::table::Source;
use posterior::worked::{derive, resolve_quantity, rows_behind};
use program::printed;
use serde_json::Value;

/// Three classes, one of them rare, and a cell that is missing.
const PARTS: &str = "wear,oil,state\nhigh,dark,scrap\nhigh,dark,scrap\nhigh,clear,repair\nlow,dark,repair\nlow,?,repair\nlow,clear,keep\nlow,clear,keep\nlow,dark,keep\nhigh,clear,keep\n";
const COSTS: &str = "costs:ship/keep=0,ship/repair=20,ship/scrap=100,inspect/keep=5,inspect/repair=8,inspect/scrap=12,bin/keep=40,bin/repair=25,bin/scrap=0";

fn deciding(csv: &str, decision: &str, more: &str) -> std::sync::Arc<Fitted> {
    let decision = (!decision.is_empty()).then(|| decision.parse().unwrap());
    let recipe = Recipe { decision, ..models::recipe(more) };
    Study::open(Source::bytes("data.csv", csv.as_bytes()), recipe).unwrap().fitted.unwrap()
}

fn parts(decision: &str) -> std::sync::Arc<Fitted> {
    deciding(PARTS, decision, "alpha = \"0\"")
}

/// How many rows of each class each action was chosen for, action by action.
fn decided(model: &Fitted) -> Vec<f64> {
    evaluate_once(model);
    let cells = ["ship", "inspect", "bin"]
        .iter()
        .flat_map(|action| ["keep", "repair", "scrap"].map(|class| format!("decided({action}, {class})")));
    cells.map(|address| value(model, None, &address).unwrap().to_f64()).collect()
}

/// The action that the posterior of a case decides for.
fn chosen(model: &Fitted, case: &Case) -> String {
    let (decider, found) = (model.decider.as_ref().unwrap(), model.predict(case));
    decider.actions[decider.choose(&found.posterior.unwrap(), found.predicted).unwrap()].to_string()
}

#[test]
fn the_action_of_least_expected_cost_is_chosen() {
    let model = parts(COSTS);
    // scores: 2/9 · 1 · 1 of scrap, 3/9 · 1/3 · 1/2 of repair, 4/9 · 1/4 · 1/4 of keep: 16, 4 and 2 of 22
    let worn = case(&model, "wear=high,oil=dark");
    for (address, wanted) in [
        ("cost(ship | x)", "840/11"),
        ("cost(INSPECT)", "117/11"),
        ("cost(bin | x)", "90/11"),
        ("cost(bin, repair)", "25"),
    ] {
        assert_eq!(value(&model, Some(&worn), address), Some(exact(wanted)), "{address}");
    }
    assert_eq!(chosen(&model, &worn), "bin");
    let refused = |address: &str| resolve_quantity(&model, address).unwrap_err().to_string();
    assert_eq!(refused("cost(sell | x)"), "there is no action sell");
    assert_eq!(
        resolve_quantity(&parts(""), "cost(ship | x)").unwrap_err().to_string(),
        "the recipe has no decision"
    );
}

#[test]
fn a_negative_cost_is_a_gain_and_the_least_expected_cost_is_chosen() {
    const GAINS: &str = "costs:ship/keep=-50,ship/repair=20,ship/scrap=100,inspect/keep=-5,inspect/repair=-8,inspect/scrap=12,bin/keep=40,bin/repair=25,bin/scrap=-1/2";
    let model = parts(GAINS);
    let decider = model.decider.as_ref().unwrap();
    for (query, costs, action) in [
        // 16, 4 and 2 of 22 for scrap, repair and keep
        ("wear=high,oil=dark", ["790/11", "75/11", "86/11"], "inspect"),
        // 0, 4 and 9 of 13
        ("wear=low,oil=clear", ["-370/13", "-77/13", "460/13"], "ship"),
    ] {
        let x = case(&model, query);
        let addresses = ["ship", "inspect", "bin"].map(|action| format!("cost({action} | x)"));
        let found = addresses.map(|address| value(&model, Some(&x), &address).unwrap());
        assert_eq!(found, costs.map(exact), "{query}");
        let found = model.predict(&x);
        let posterior = found.posterior.unwrap();
        let floats: Vec<f64> = posterior.iter().map(Number::to_f64).collect();
        for chosen in
            [decider.choose(&posterior, found.predicted), decider.choose_float(&floats, found.predicted)]
        {
            assert_eq!(decider.actions[chosen.unwrap()].as_str(), action, "{query}");
        }
    }
    let costs = [-50.0, 20.0, 100.0, -5.0, -8.0, 12.0, 40.0, 25.0, -0.5];
    let sum: f64 = decided(&model).iter().zip(costs).map(|(rows, cost)| rows * cost).sum();
    let mean = value(&model, None, "mean cost").unwrap();
    assert!((mean.to_f64() - sum / 9.0).abs() < 1e-12, "{mean:?} {sum}");
    // The same in a recipe, and back.
    let recipe = Recipe { decision: Some(GAINS.parse().unwrap()), ..Recipe::default() };
    assert_eq!(Recipe::from_toml(&recipe.to_toml(), "r.toml").unwrap().decision, recipe.decision);
    let typed = "[decision.cost.a]\na = -50\nb = 10\n[decision.cost.b]\na = 2.5\nb = \"-1/3\"\n";
    let flag = "costs:a/a=-50,a/b=10,b/a=2.5,b/b=-1/3".parse().unwrap();
    assert_eq!(Recipe::from_toml(typed, "r.toml").unwrap().decision, Some(flag));
}

#[test]
fn the_cheapest_action_by_the_posterior_changes_where_both_cost_the_same() {
    let csv = "f,y\na,yes\na,no\na,no\nb,yes\nb,yes\nb,no\n";
    for (costs, wanted) in [
        // p · −10 + (1 − p) · 2 = p · 0 + (1 − p) · −1
        ("costs:yes/yes=-10,yes/no=2,no/yes=0,no/no=-1", vec![("0", "no"), ("3/13", "yes")]),
        // All costs are moved by a constant: nothing changes.
        ("costs:yes/yes=-110,yes/no=-98,no/yes=-100,no/no=-101", vec![("0", "no"), ("3/13", "yes")]),
        // Saying yes never costs more.
        ("costs:yes/yes=-10,yes/no=-2,no/yes=0,no/no=-1", vec![("0", "yes")]),
    ] {
        let model = deciding(csv, costs, "");
        let decider = model.decider.as_ref().unwrap();
        let parts = decider.by_posterior(model.class("yes").unwrap()).unwrap();
        let found: Vec<_> = parts
            .iter()
            .map(|(from, action)| (Number::Exact(from.clone()), decider.actions[*action].as_str()))
            .collect();
        let wanted: Vec<_> = wanted.into_iter().map(|(from, action)| (exact(from), action)).collect();
        assert_eq!(found, wanted, "{costs}");
    }
}

#[test]
fn gains_and_losses_that_cancel_in_floats_are_a_tie() {
    let costs = "costs:bet/a=-3,bet/b=1,bet/c=1,pass/a=0,pass/b=0,pass/c=0";
    let model = deciding("f,y\nu,a\nu,b\nu,c\n", costs, "");
    let decider = model.decider.as_ref().unwrap();
    let chosen = |p: f64| decider.choose_float(&[p, 0.3, 0.7 - p], Some(0));
    // −3 · p + 1 − p
    assert_eq!(chosen(0.25 + 1e-12), Some(0));
    assert_eq!(chosen(0.25 - 1e-12), Some(0), "a tie: the first");
    assert_eq!(chosen(0.25 - 1e-6), Some(1));
    assert_eq!(chosen(0.25 + 1e-6), Some(0));
}

#[test]
fn the_decisions_of_rows_add_up_to_the_mean_cost() {
    let model = parts(COSTS);
    let cells = decided(&model);
    let costs = [0.0, 20.0, 100.0, 5.0, 8.0, 12.0, 40.0, 25.0, 0.0];
    let all: f64 = cells.iter().zip(costs).map(|(rows, cost)| rows * cost).sum();
    assert_eq!(cells.iter().sum::<f64>(), 9.0);
    assert_eq!(value(&model, None, "mean cost"), Number::ratio(all as u64, 9));
    let quantity = resolve_quantity(&model, "decided(bin, scrap)").unwrap().quantity;
    assert_eq!(rows_behind(&model, &[&quantity], 9)[0].rows, [0, 1]);
}

#[test]
fn a_rejection_is_counted_and_an_undefined_posterior_decides_nothing() {
    // A row with a value that no other class has, and a class that the other value leaves out: 0/0 for (a, q).
    let csv = "f,g,y\na,p,u\na,p,u\nb,q,v\nb,q,v\nb,p,w\na,q,?\n";
    let model = fitted(csv, "alpha = \"0\"\n[decision]\nreject_below = \"1\"\n");
    let decider = model.decider.as_ref().unwrap();
    assert_eq!(model.predict(&case(&model, "f=a,g=q")).posterior, None);
    assert_eq!(decider.choose_float(&[], None), None);
    assert_eq!(chosen(&model, &case(&model, "f=a,g=p")), "u", "the posterior is exactly 1");
    assert_eq!(chosen(&model, &case(&model, "f=b")), "reject", "2/3 and 1/3");
    evaluate_once(&model);
    assert_eq!(value(&model, None, "decided(reject, *)"), Some(exact("0")));
    let refused = derive(&model, None, &Quantity::Quality(posterior::math::Quality::MeanCost));
    assert!(refused.is_err(), "a rejection has no cost");
}

#[test]
fn several_columns_are_counted_where_all_of_them_are_known() {
    let model = parts("");
    for (address, wanted) in [
        ("count(wear=low, oil=dark, repair)", "1"),
        ("count(wear=low, oil=dark)", "2"),
        ("count(wear=low, oil=*, repair)", "1"),
        // Of the three rows of repair the oil of one is not known.
        ("P(wear=low, oil=dark | repair)", "1/2"),
        ("P(low, dark | repair)", "1/2"),
        ("P(wear=low | repair, oil=dark)", "1"),
        ("P(oil=dark | wear=low, repair)", "1"),
        ("P(repair, wear=low, oil=dark)", "1/8"),
        ("P(low, dark, repair)", "1/8"),
        ("product(wear=low, oil=dark | repair)", "1/3"),
        ("parameters(naive)", "8"),
        ("parameters(joint)", "11"),
    ] {
        assert_eq!(value(&model, None, address), Some(exact(wanted)), "{address}");
    }
    assert_eq!(value(&model, None, "P(wear=low | scrap, oil=clear)"), None, "0/0");
    let quantity = resolve_quantity(&model, "P(low, dark | repair)").unwrap().quantity;
    assert_eq!(rows_behind(&model, &[&quantity], 9)[0].rows, [3]);
    let error = |address: &str| {
        let model = models::model(&models::sample("iris", ""));
        let quantity = resolve_quantity(&model, address).unwrap().quantity;
        derive(&model, None, &quantity).unwrap_err().to_string()
    };
    assert_eq!(error("parameters(joint)"), "parameters(joint) is not a number of this model");
    assert!(error("count(petal_width=*, petal_length=*, setosa)").contains("cannot be counted together"));
}

#[test]
fn a_weighted_row_is_as_many_cases_in_counts_and_costs() {
    let plain = "f,g,y\na,p,u\na,p,u\na,q,v\nb,q,v\nb,p,w\nb,p,w\nb,p,w\n";
    let weighted = "f,g,y,n\na,p,u,2\na,q,v,1\nb,q,v,1\nb,p,w,3\n";
    let decision =
        "[decision.cost.u]\nv = 1\nw = 2\n[decision.cost.v]\nu = 3\nw = 1\n[decision.cost.w]\nu = 1\nv = 5\n";
    let one = fitted(plain, &format!("alpha = \"1\"\n{decision}"));
    let other = fitted(weighted, &format!("alpha = \"1\"\nweight = \"n\"\n{decision}"));
    evaluate_once(&one);
    evaluate_once(&other);
    for address in ["mean cost", "decided(w, *)", "count(f=b, g=p)", "P(f=b, g=q | v)", "P(w, f=b, g=p)"] {
        assert_eq!(value(&one, None, address), value(&other, None, address), "{address}");
    }
}

#[test]
fn fractions_have_cleared_denominators_and_rounding_another_sign_than_equality() {
    // (3 + 1/2)/(9 + 3/2)
    has(&printed(&["explain", "sample:weather", "--alpha", "1/2"]), &["7/21  0.3333"]);
    has(&printed(&["explain", "sample:weather", "--ascii"]), &["= 3/5 = 0.6", "= 1/7 ~= 0.14286"]);
}

#[test]
fn two_values_are_a_category_unless_the_model_reads_flags() {
    for (yes, no) in [("1", "0"), ("yes", "no"), ("True", "False")] {
        let csv = format!("a,class\n{yes},p\n{no},p\n{yes},q\n");
        let kind = |recipe: &str| {
            let model = fitted(&csv, &format!("target = \"class\"\n{recipe}"));
            model.data.resolved.features[0].kind.word()
        };
        assert_eq!(kind("model = \"bernoulli\""), "binary");
        assert_eq!(kind("model = \"mixed\""), "binary");
        assert_eq!(kind("[[feature]]\nname = \"a\"\nkind = \"categorical\""), "categorical");
    }
    let colours = fitted("a,b,class\nred,1.5,p\nblue,2,p\nred,4,q\nblue,9,q\n", "model = \"mixed\"");
    assert_eq!(colours.data.resolved.features[0].kind.word(), "categorical", "they are no opposites");
}

#[test]
fn a_text_cell_is_never_missing() {
    let csv = "note,class\nfree money,spam\n,spam\n?,ham\nlunch now,ham\n";
    let kind = "target = \"class\"\n[[feature]]\nname = \"note\"\nkind = \"text\"\n";
    let model = fitted(csv, kind);
    assert_eq!(model.rows(), 4);
    assert_eq!(texts(model.factors()[0].values()), ["free", "money", "lunch", "now"]);
    for row in [1, 2] {
        let found = model.predict(&Case::from_row(&model, row).unwrap());
        assert_eq!(posteriors(&found), ["1/2", "1/2"], "a document without words has the prior");
    }
    // Where absence counts, a document without words has a factor for each of them.
    let present = fitted(csv, &format!("{kind}event = \"bernoulli\""));
    let found = present.predict(&Case::from_row(&present, 1).unwrap());
    assert_eq!(fraction(found.joint[0].as_ref().unwrap()), "9/128", "1/2 · (2/4)² · (3/4)²");
}

#[test]
fn a_word_is_a_run_of_letters_and_numbers() {
    // ⓐ is alphabetic to Unicode but a symbol by its general category; a combining accent belongs to its letter.
    let csv = "note,class\nRain-42 aⓐb e\u{301}te x² Ⅷ,p\nsun,q\n";
    let model = fitted(csv, "target = \"class\"\n[[feature]]\nname = \"note\"\nkind = \"text\"\n");
    assert_eq!(texts(model.factors()[0].values()), ["rain", "42", "a", "b", "e\u{301}te", "x²", "ⅷ", "sun"]);
}

#[test]
fn explicit_flags_win_over_a_recipe() {
    let bernoulli =
        json(&["explain", "sample:chinese-japan", "--model", "bernoulli", "--event", "bernoulli"]);
    assert_eq!(bernoulli["queries"][0]["joint"]["c"]["frac"], "81/15625");
    let bins = json(&["fit", "sample:living-area", "--bins", "width:3"]);
    assert_eq!(bins["recipe"]["feature"][0]["bins"], "width:3");
    let words = json(&["fit", "sample:spam", "--vocabulary", "training"]);
    assert_eq!(words["recipe"]["feature"][0]["vocabulary"], "training");
}

#[test]
fn a_split_changes_no_parameter() {
    let plain = json(&["fit", "sample:play-tennis"]);
    let split = json(&["fit", "sample:play-tennis", "--split", "folds:5", "--seed", "4"]);
    assert_eq!(plain["parameters"], split["parameters"]);
    assert_eq!((&split["recipe"]["split"], &split["recipe"]["seed"]), (&"folds:5".into(), &4.into()));
    let evaluation = &json(&["evaluate", "sample:play-tennis", "--split", "leave-one-out"])["evaluation"];
    assert_eq!((&evaluation["split"], &evaluation["seed"]), (&"leave-one-out".into(), &1.into()));
    assert_eq!(
        (&evaluation["accuracy"]["frac"], &evaluation["baseline"]["frac"]),
        (&"1/2".into(), &"9/14".into())
    );
    assert_eq!((&evaluation["training"]["right"], &evaluation["training"]["n"]), (&13.into(), &14.into()));
    let folds = &json(&["show", "sample:play-tennis", "--split", "folds:3"])["evaluation"];
    let sizes = folds["folds"].as_array().unwrap().iter().map(|fold| fold["n"].as_u64().unwrap());
    assert_eq!((sizes.len(), sizes.sum::<u64>()), (3, 14));
    assert_eq!(folds["fold"].as_array().unwrap().len(), folds["predicted"].as_array().unwrap().len());
}

#[test]
fn an_undefined_cell_has_its_counts_and_an_undefined_prediction_is_wrong() {
    let file = file("a,class\nu,yes\n?,no\nv,yes\n?,yes\n");
    let path = file.path().to_str().unwrap();
    let fit = json(&["fit", path, "--alpha", "0"]);
    let cell = &fit["parameters"]["a"]["table"]["no"]["u"];
    assert_eq!(*cell, serde_json::json!({"count": 0, "total": 0, "undefined": true}));
    let found = json(&["evaluate", path, "--alpha", "0"]);
    let evaluation = &found["evaluation"];
    assert_eq!((&evaluation["n"], &evaluation["n_undefined"]), (&4.into(), &2.into()));
    assert_eq!(evaluation["accuracy"]["frac"], "1/4");
    assert!(evaluation["per_class"]["no"]["precision"].is_null(), "a precision of nothing");
}

#[test]
fn log_loss_of_an_impossible_truth_is_null() {
    let file = file("a,class\nu,yes\nu,no\nv,no\n");
    let path = file.path().to_str().unwrap();
    let found = json(&["evaluate", path, "--alpha", "0", "--prior", "yes=0,no=1"]);
    let evaluation = &found["evaluation"];
    assert_eq!((&evaluation["log_loss"], &evaluation["n_impossible"]), (&Value::Null, &1.into()));
}

#[test]
fn a_step_lists_twenty_rows_and_their_number() {
    let found = json(&["explain", "sample:iris"]);
    let steps = found["queries"][0]["steps"].as_array().unwrap();
    let prior = steps.iter().find(|step| step["quantity"] == "P(setosa)").unwrap();
    assert_eq!((prior["rows"].as_array().unwrap().len(), &prior["rows_total"]), (20, &50.into()));
    assert!(steps.iter().all(|step| step.get("latex").is_none()));
}
