//! The numbers everybody checks against, and the numbers that follow when one definition is replaced.

use crate::models;

use std::collections::HashMap;

use models::{exact, fraction, model, sample};
use posterior::math::{Expr, Name, Number, Quantity};
use posterior::model::{Case, Fitted};
use posterior::worked::{
    Constants, Context, Definition, Overlay, Rule, derive, derive_all, quantities, quantities_of_case,
    resolve_quantity,
};

fn opened(name: &str, over: &str) -> (std::sync::Arc<Fitted>, Case) {
    let study = sample(name, over);
    (model(&study), study.cases().unwrap().remove(0))
}

fn quantity(fitted: &Fitted, text: &str) -> Quantity {
    resolve_quantity(fitted, text).unwrap().quantity
}

fn under(fitted: &Fitted, case: &Case, text: &str, overlays: &[&dyn Overlay]) -> Option<Number> {
    let quantity = quantity(fitted, text);
    derive_all(fitted, Some(case), &[quantity], overlays).unwrap().last().unwrap().value.clone()
}

#[test]
fn classical_examples_have_their_published_numbers() {
    for (name, over, numbers) in [
        ("weather", "alpha = \"0\"", &[("P(Sunny)", "5/14"), ("P(Yes | Sunny)", "3/5")][..]),
        ("weather", "alpha = \"1\"", &[("P(Sunny)", "39/112")]),
        (
            "living-area",
            "[[feature]]\nname = \"area\"\nbins = \"cuts:400,800,1200,1600\"",
            &[("k(area)", "5"), ("count(area=890, low)", "1"), ("count(area=890, mid)", "5")],
        ),
    ] {
        let (fitted, case) = opened(name, over);
        for (text, wanted) in numbers {
            assert_eq!(under(&fitted, &case, text, &[]), Some(exact(wanted)), "{name}: {text}");
        }
    }
}

#[test]
fn a_single_factor_is_written_as_bayes_rule_is_taught() {
    let (weather, case) = opened("weather", "");
    let step = derive(&weather, Some(&case), &quantity(&weather, "score(Yes)")).unwrap();
    let formula = ["P(Sunny|Yes)", "P(Yes)"].map(|text| Expr::Of(quantity(&weather, text)));
    assert_eq!(step.last().unwrap().formula, Expr::Mul(formula.to_vec()));
    assert_eq!(step.last().unwrap().numbers, Some(Expr::Mul(vec![Expr::ratio(3, 9), Expr::ratio(9, 14)])));
    let (tennis, case) = opened("play-tennis", "");
    let step = derive(&tennis, Some(&case), &quantity(&tennis, "score(Yes)")).unwrap();
    let Expr::Mul(factors) = &step.last().unwrap().formula else { panic!("no product") };
    assert_eq!(
        factors[0],
        Expr::Of(quantity(&tennis, "P(Yes)")),
        "with several factors the prior comes first"
    );
    assert_eq!(factors.len(), 5);
}

#[test]
fn the_logarithm_of_zero_is_minus_infinity_and_that_of_nothing_is_nothing() {
    let (fitted, case) = opened("spam", "alpha = \"0\"");
    let minus_infinity = Expr::Sym(posterior::math::symbols::INFINITY).negated();
    for text in ["ln score(spam)", "ln P(neurips | spam)"] {
        let step = derive(&fitted, Some(&case), &quantity(&fitted, text)).unwrap().last().unwrap().clone();
        assert_eq!((step.value, step.shown), (None, minus_infinity.clone()), "{text}");
    }
    let fitted = models::fitted("a,class\nu,yes\n?,no\n", "alpha = \"0\"");
    let case = models::case(&fitted, "a=u");
    let step =
        derive(&fitted, Some(&case), &quantity(&fitted, "ln score(no)")).unwrap().last().unwrap().clone();
    assert_eq!((step.value, step.shown), (None, Expr::ratio(0, 0)));
}

struct PriorLeftOut;

impl Overlay for PriorLeftOut {
    fn replace(&self, quantity: &Quantity, _: &Definition, _: &Context<'_>) -> Option<Definition> {
        let Quantity::Score(class) = quantity else { return None };
        Some(Definition::formula(Rule::NaiveProduct, Quantity::likelihood(class)))
    }
}

#[test]
fn leaving_the_prior_out_flips_both_examples() {
    let (weather, case) = opened("weather", "");
    assert_eq!(under(&weather, &case, "score(Yes)", &[&PriorLeftOut]), Some(exact("1/3")));
    assert_eq!(under(&weather, &case, "P(Yes | x)", &[&PriorLeftOut]), Some(exact("5/11")));
    let (documents, case) = opened("chinese-japan", "");
    // (3/7)³ · 1/14² against (2/9)⁵.
    let (c, j) = (exact("27/67228"), exact("32/59049"));
    assert_eq!(under(&documents, &case, "score(c)", &[&PriorLeftOut]), Some(c.clone()));
    assert_eq!(under(&documents, &case, "score(j)", &[&PriorLeftOut]), Some(j.clone()));
    let posterior = under(&documents, &case, "P(c | x)", &[&PriorLeftOut]).unwrap();
    assert_eq!(Some(&posterior), c.div(&c.add(&j)).as_ref());
    assert_eq!(fraction(&posterior), "1594323/3745619");
    assert!((posterior.to_f64() - 0.4257).abs() < 5e-5);
}

/// The prior is counted twice: B4 on one line, carried forward.
#[test]
fn a_wrong_line_is_carried_forward() {
    let (weather, case) = opened("weather", "");
    let wrong = |lines: &[(&str, &str)]| {
        let lines = lines.iter().map(|(text, value)| (quantity(&weather, text), exact(value)));
        Constants(lines.collect::<HashMap<Quantity, Number>>())
    };
    let one = wrong(&[("P(Sunny|Yes)", "3/14")]);
    let both = wrong(&[("P(Sunny|Yes)", "3/14"), ("P(Sunny|No)", "2/14")]);
    for (overlay, text, wanted) in [
        (&one, "P(Sunny|Yes)", "3/14"),
        (&one, "score(Yes)", "27/196"),
        (&one, "score(No)", "1/7"),
        (&one, "P(Yes | x)", "27/55"),
        (&both, "score(No)", "10/196"),
        (&both, "P(Yes | x)", "27/37"),
    ] {
        assert_eq!(under(&weather, &case, text, &[overlay]), Some(exact(wanted)), "{text}");
    }
    let steps = derive_all(&weather, Some(&case), &[quantity(&weather, "P(Yes | x)")], &[&one]).unwrap();
    let step = |of: &str| steps.iter().find(|step| step.of == quantity(&weather, of));
    let taken = step("P(Sunny|Yes)").unwrap();
    assert_eq!((taken.rule, taken.uses.as_slice()), (Rule::Taken, &[][..]));
    assert!(step("count(Sunny, Yes)").is_none(), "its counts are not needed");
}

#[test]
fn an_overlay_changes_nothing_that_does_not_rest_on_it() {
    let (fitted, case) = opened("play-tennis", "");
    let wrong = quantity(&fitted, "P(Sunny|Yes)");
    let line = Constants(HashMap::from([(wrong.clone(), exact("1/100"))]));
    let all = quantities(&fitted).into_iter().chain(quantities_of_case(&fitted, &case));
    for of in all {
        let right = derive(&fitted, Some(&case), &of).unwrap();
        let carried = derive_all(&fitted, Some(&case), std::slice::from_ref(&of), &[&line]).unwrap();
        let (rests, same) = (
            right.iter().any(|step| step.of == wrong),
            carried.last().unwrap().value == right.last().unwrap().value,
        );
        assert_eq!(same, !rests, "{of}");
        let prior = derive_all(&fitted, Some(&case), std::slice::from_ref(&of), &[&PriorLeftOut]).unwrap();
        let scored = right.iter().any(|step| matches!(step.of, Quantity::Score(_)));
        assert_eq!(prior.last().unwrap().value == right.last().unwrap().value, !scored, "{of}");
    }
}

#[test]
fn the_first_of_several_overlays_wins() {
    let (weather, case) = opened("weather", "");
    let score = |value: &str| Constants(HashMap::from([(quantity(&weather, "score(Yes)"), exact(value))]));
    let (a, b) = (score("1/2"), score("1/3"));
    assert_eq!(under(&weather, &case, "score(Yes)", &[&a, &b]), Some(exact("1/2")));
    assert_eq!(under(&weather, &case, "score(No)", &[&a, &PriorLeftOut]), Some(exact("2/5")));
}

struct Circle;

impl Overlay for Circle {
    fn replace(&self, quantity: &Quantity, _: &Definition, _: &Context<'_>) -> Option<Definition> {
        let yes = Name::new("Yes");
        let expr = Expr::Of(Quantity::posterior(&yes));
        (*quantity == Quantity::prior(&yes)).then_some(Definition::formula(Rule::Bayes, expr))
    }
}

#[test]
fn definitions_that_go_in_a_circle_are_an_error() {
    let (weather, case) = opened("weather", "");
    let of = quantity(&weather, "P(Yes | x)");
    let error = derive_all(&weather, Some(&case), &[of], &[&Circle]).unwrap_err();
    assert!(matches!(error, posterior::worked::WorkedError::Circular { .. }), "{error}");
}

/// A wrong variance carries into the density and the posterior: the person example with n − 1, whose first variance a
/// student took over n.
#[test]
fn a_wrong_variance_carries_into_the_density() {
    let (fitted, case) = opened("person", "");
    let wrong =
        Constants(HashMap::from([(quantity(&fitted, "var(height | male)"), Number::Float(0.026275))]));
    let density = under(&fitted, &case, "p(height=6 | male)", &[&wrong]).unwrap().to_f64();
    assert!((density - 1.6496).abs() < 5e-5, "{density}");
    let right = under(&fitted, &case, "score(male)", &[]).unwrap().to_f64();
    let score = under(&fitted, &case, "score(male)", &[&wrong]).unwrap().to_f64();
    let density_right = under(&fitted, &case, "p(height=6 | male)", &[]).unwrap().to_f64();
    assert!((score / right - density / density_right).abs() < 1e-12);
    assert_eq!(
        under(&fitted, &case, "p(weight=130 | male)", &[&wrong]),
        under(&fitted, &case, "p(weight=130 | male)", &[])
    );
}
