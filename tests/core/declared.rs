//! Classes and values that a recipe declares and no row has.

use crate::models::{case, fraction, model, open, posteriors, refused, texts};

use posterior::evaluate::{Comparison, Trial};
use posterior::math::Number;
use posterior::worked::derive;

const CSV: &str =
    "sky,wind,play\nsunny,weak,yes\nsunny,strong,no\nrain,weak,yes\nrain,strong,maybe\nsunny,weak,yes\n";

const CLASSES: &str = "target = \"play\"\nclasses = [\"yes\", \"never\", \"no\", \"maybe\"]\n";

const VALUES: &str = "[[feature]]\nname = \"sky\"\nvalues = [\"sunny\", \"cloudy\", \"rain\", \"snow\"]\n\
    [[feature]]\nname = \"wind\"\n";

fn declared(more: &str) -> String {
    format!("{CLASSES}{more}\n{VALUES}")
}

#[test]
fn declared_values_count_in_k_and_declared_classes_have_no_rows() {
    let fitted = model(&open(CSV, &declared("alpha = \"1\"\nprior = \"laplace:1\"")));
    assert_eq!(texts(&fitted.classes), ["yes", "never", "no", "maybe"]);
    let sky = fitted.factor("sky").unwrap();
    assert_eq!(texts(sky.values()), ["sunny", "rain", "cloudy", "snow"]);
    let p = |value: &str, class: usize| {
        fraction(&sky.conditional(fitted.position(sky, value).unwrap(), class).unwrap())
    };
    // (count + 1)/(rows of the class + 4)
    assert_eq!([p("sunny", 0), p("cloudy", 0), p("snow", 3)], ["3/7", "1/7", "1/5"]);
    assert_eq!(p("rain", 1), "1/4");
    let priors: Vec<Option<Number>> =
        (0..4).map(|class| fitted.prior_estimate(class).and_then(|prior| prior.value())).collect();
    assert_eq!(priors, [Number::ratio(4, 9), Number::ratio(1, 9), Number::ratio(2, 9), Number::ratio(2, 9)]);
    // 4/9 · 1/7 against 1/9 · 1/4, 2/9 · 1/5 and 2/9 · 1/5: 80/1260, 35/1260, 56/1260, 56/1260.
    let prediction = fitted.predict(&case(&fitted, "sky=cloudy"));
    assert_eq!(posteriors(&prediction), ["80/227", "35/227", "56/227", "56/227"]);
    let worked = derive(&fitted, None, &"P(sky=cloudy | yes)".parse().unwrap()).unwrap();
    assert_eq!(worked.last().unwrap().value, Number::ratio(1, 7));
}

#[test]
fn a_declared_class_has_the_prior_0_unless_it_is_smoothed() {
    let study = open(CSV, &declared("alpha = \"1\""));
    let fitted = model(&study);
    assert_eq!(fitted.prior_estimate(1).and_then(|prior| prior.value()), Number::ratio(0, 5));
    let prediction = fitted.predict(&case(&fitted, "sky=snow,wind=weak"));
    assert_eq!(posteriors(&prediction)[1], "0/1");
    let warnings = &fitted.data.resolved.warnings;
    assert!(
        warnings.iter().any(|of| of.notice.what == "no row is never, a class that the recipe declares"),
        "{warnings:?}"
    );
    // The recipe that is written declares the same.
    let again = model(&open(CSV, &fitted.data.resolved.recipe.to_toml()));
    assert_eq!(again.classes, fitted.classes);
    assert_eq!(again.factor("sky").unwrap().k(), 4);
}

#[test]
fn declarations_hold_in_every_fold() {
    let study = open(CSV, &declared("split = \"leave-one-out\""));
    let trial = Trial::plan(&study, None).unwrap();
    let evaluation = trial.run(None).unwrap();
    assert_eq!(texts(&evaluation.labels), ["yes", "never", "no", "maybe"]);
    assert_eq!(evaluation.matrix[1], [0, 0, 0, 0]);
    let without = trial.model_of(Some(3)).unwrap();
    assert_eq!(without.fitted().unwrap().factor("sky").unwrap().k(), 4);
    let compared = Comparison::run(&study, None, None).unwrap();
    assert_eq!(compared.labels, evaluation.labels);
}

#[test]
fn values_of_the_data_that_are_not_declared_are_reported() {
    let toml = "target = \"play\"\n[[feature]]\nname = \"sky\"\nvalues = [\"sunny\", \"snow\"]\n";
    let fitted = model(&open(CSV, toml));
    assert_eq!(texts(fitted.factor("sky").unwrap().values()), ["sunny", "rain", "snow"]);
    let warnings = &fitted.data.resolved.warnings;
    assert!(
        warnings.iter().any(|of| of.notice.what == "sky also has rain, which its declared values lack"),
        "{warnings:?}"
    );
}

#[test]
fn wrong_declarations_are_refused() {
    let of = |values: &str, csv: &str| {
        refused(csv, &format!("target = \"play\"\n[[feature]]\nname = \"sky\"\nvalues = {values}\n"))
    };
    assert_eq!(of("[\"a\", \"b\", \"a\"]", CSV).what, "the values of “sky” name “a” twice");
    let numbers = "sky,play\n1,yes\n2,no\n3,maybe\n1.5,yes\n2.5,no\n7,maybe\n";
    let problem = of("[\"1\"]", numbers);
    assert_eq!(problem.what, "values of “sky” are declared, and it is read as numeric");
    assert!(problem.fix.contains("kind = \"categorical\""), "{problem:?}");
    let left_out = refused(CSV, "target = \"play\"\nclasses = [\"yes\", \"never\", \"no\"]");
    assert_eq!(left_out.what, "the recipe's order of classes leaves out the class “maybe”");
}
