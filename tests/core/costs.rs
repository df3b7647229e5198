//! Decisions by cost, and several columns counted in the same rows.

use crate::models;

use models::{case, exact, fitted};
use posterior::evaluate::{Metrics, Trial, judge};
use posterior::math::{Number, Quantity};
use posterior::model::{Case, Fitted, Study};
use posterior::recipe::Recipe;
use posterior::table::Source;
use posterior::worked::{derive, resolve_quantity, rows_behind};

/// Three classes, one of them rare, and a cell that is missing.
const PARTS: &str = "wear,oil,state\nhigh,dark,scrap\nhigh,dark,scrap\nhigh,clear,repair\nlow,dark,repair\nlow,?,repair\nlow,clear,keep\nlow,clear,keep\nlow,dark,keep\nhigh,clear,keep\n";
const COSTS: &str = "costs:ship/keep=0,ship/repair=20,ship/scrap=100,inspect/keep=5,inspect/repair=8,inspect/scrap=12,bin/keep=40,bin/repair=25,bin/scrap=0";

fn parts(decision: &str) -> std::sync::Arc<Fitted> {
    let recipe =
        Recipe { decision: (!decision.is_empty()).then(|| decision.parse().unwrap()), ..Recipe::default() };
    let recipe = recipe.overridden_by(Recipe::from_toml("alpha = \"0\"", "test").unwrap());
    Study::open(Source::bytes("parts.csv", PARTS.as_bytes()), recipe).unwrap().fitted.unwrap()
}

fn value(model: &Fitted, case: Option<&Case>, address: &str) -> Option<Number> {
    let quantity =
        resolve_quantity(model, address).unwrap_or_else(|error| panic!("{address}: {error}")).quantity;
    derive(model, case, &quantity)
        .unwrap_or_else(|error| panic!("{address}: {error}"))
        .steps
        .pop()
        .unwrap()
        .value
}

#[test]
fn the_least_expected_cost_is_chosen_whatever_the_actions_are_called() {
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
    let decider = model.decider.as_ref().unwrap();
    let chosen = decider.choose(&model.predict(&worn).posterior.unwrap()).unwrap();
    assert_eq!(decider.actions[chosen].as_str(), "bin");
    let refused = |address: &str| resolve_quantity(&model, address).unwrap_err().to_string();
    assert_eq!(refused("cost(sell | x)"), "there is no action sell");
    assert_eq!(
        resolve_quantity(&parts(""), "cost(ship | x)").unwrap_err().to_string(),
        "no decision is chosen"
    );
}

#[test]
fn the_decisions_of_rows_add_up_to_the_mean_cost() {
    let model = parts(COSTS);
    judge(&model);
    let cells: Vec<u64> = ["ship", "inspect", "bin"]
        .iter()
        .flat_map(|action| ["keep", "repair", "scrap"].map(|class| format!("decided({action}, {class})")))
        .map(|address| value(&model, None, &address).unwrap().to_f64() as u64)
        .collect();
    let costs = [0, 20, 100, 5, 8, 12, 40, 25, 0];
    let all: u64 = cells.iter().zip(costs).map(|(rows, cost)| rows * cost).sum();
    assert_eq!(cells.iter().sum::<u64>(), 9);
    assert_eq!(value(&model, None, "mean cost"), Number::ratio(all, 9));
    let quantity = resolve_quantity(&model, "decided(bin, scrap)").unwrap().quantity;
    assert_eq!(rows_behind(&model, &[&quantity], 9)[0].rows, [0, 1]);
    // Three classes have no one threshold.
    let trial = Trial::of(posterior::evaluate::Model::Generative(model), None).unwrap();
    assert!(Metrics::new(&trial.run(None).unwrap(), 0).costs.is_none());
}

#[test]
fn every_threshold_costs_what_its_counts_say_and_the_best_is_the_least() {
    let csv = "f,y\na,yes\na,no\na,no\nb,yes\nb,yes\nb,no\nc,no\nc,no\nc,yes\nc,yes\nd,?\n";
    let recipe = "alpha = \"0\"\n[decision.cost.yes]\nno = \"1/2\"\n[decision.cost.no]\nyes = \"2\"\n";
    let trial = Trial::of(posterior::evaluate::Model::Generative(fitted(csv, recipe)), None).unwrap();
    let evaluation = trial.run(None).unwrap();
    let metrics = Metrics::new(&evaluation, 0);
    let curve = metrics.costs.as_ref().unwrap();
    assert_eq!(curve.break_even, Some(exact("1/5").as_exact().unwrap().clone()));
    let points: Vec<_> =
        (0..metrics.roc.points()).filter_map(|at| curve.point(&evaluation, &metrics.roc, at)).collect();
    // never; from 2/3: 2 right, 1 wrong; from 1/2: 4 and 3; from 1/3: 5 and 5
    let costs: Vec<Number> = points.iter().map(|point| point.cost.clone()).collect();
    assert_eq!(costs, ["1", "13/20", "7/20", "1/4"].map(exact));
    assert_eq!((curve.best, curve.in_use), (3, Some(3)));
    assert_eq!(evaluation.decisions.as_ref().unwrap().mean_cost, Some(exact("1/4")));
}

#[test]
fn a_rejection_is_counted_and_an_undefined_posterior_decides_nothing() {
    // A row with a value that no other class has, and a class that the other value leaves out: 0/0 for (a, q).
    let csv = "f,g,y\na,p,u\na,p,u\nb,q,v\nb,q,v\nb,p,w\na,q,?\n";
    let model = fitted(csv, "alpha = \"0\"\n[decision]\nreject_below = \"1\"\n");
    let decider = model.decider.as_ref().unwrap();
    assert_eq!(model.predict(&case(&model, "f=a,g=q")).posterior, None);
    assert_eq!(decider.choose_float(&[]), None);
    let chosen = |query: &str| {
        let posterior = model.predict(&case(&model, query)).posterior.unwrap();
        decider.actions[decider.choose(&posterior).unwrap()].to_string()
    };
    assert_eq!(chosen("f=a,g=p"), "u", "the posterior is exactly 1");
    assert_eq!(chosen("f=b"), "reject", "2/3 and 1/3");
    judge(&model);
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
    assert_eq!(error("parameters(joint)"), "parameters(joint) is no number of this model");
    assert!(error("count(petal_width=*, petal_length=*, setosa)").contains("is not counted together"));
}

#[test]
fn a_weighted_row_is_as_many_cases_in_counts_and_costs() {
    let plain = "f,g,y\na,p,u\na,p,u\na,q,v\nb,q,v\nb,p,w\nb,p,w\nb,p,w\n";
    let weighted = "f,g,y,n\na,p,u,2\na,q,v,1\nb,q,v,1\nb,p,w,3\n";
    let decision =
        "[decision.cost.u]\nv = 1\nw = 2\n[decision.cost.v]\nu = 3\nw = 1\n[decision.cost.w]\nu = 1\nv = 5\n";
    let one = fitted(plain, &format!("alpha = \"1\"\n{decision}"));
    let other = fitted(weighted, &format!("alpha = \"1\"\nweight = \"n\"\n{decision}"));
    judge(&one);
    judge(&other);
    for address in ["mean cost", "decided(w, *)", "count(f=b, g=p)", "P(f=b, g=q | v)", "P(w, f=b, g=p)"] {
        assert_eq!(value(&one, None, address), value(&other, None, address), "{address}");
    }
}
