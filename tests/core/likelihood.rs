//! The log-likelihood of the training rows: its slopes against differences of it, and the arguments for the formulas.

use crate::json;
use crate::models;

use models::{close, fitted, has, model, sample};
use posterior::math::{Event, Linear, Number, Quantity, Share};
use posterior::model::Fitted;
use posterior::table::samples;
use posterior::worked::likelihood::argue;
use posterior::worked::parameters;
use posterior::worked::{Constants, Context, Evaluator, WorkedError, derive, resolve_quantity};

const ROWS: &str = "a,b,c,kind,flag,words,n,none,class\n2.2,0.5,0.4,v,yes,rain sea,0,0,no\n0.4,3.1,1.2,u,no,wind,3,0,no\n\
                   1,2,0.5,u,yes,sun sea,1,0,no\n2,1,0.1,v,no,sun sun sand,2,0,no\n3,3,0.9,u,yes,rain,0,0,no\n\
                   2.5,4,1.5,w,no,,5,0,no\n0,1.5,2,u,yes,sea sand,2,2,yes\n1,4,0.7,v,yes,rain rain sea,7,1,yes\n\
                   6,5,1,v,no,sun,1,1,yes\n7,8,2,w,no,rain,0,0,yes\n8,6,1.2,w,yes,sand,4,1,yes\n\
                   5,7.5,0.3,w,,wind,4,1,yes\n9,9,0.6,u,no,wind sea,1,0,maybe\n4,2,0.2,v,yes,sun,0,0,maybe\n\
                   3,6,3.3,w,yes,sea,2,0,maybe\n5,1,0.4,w,no,rain,6,0,maybe\n";

fn kinds() -> Vec<(String, Vec<&'static str>)> {
    let mut all = vec![
        ("model = \"mixed\"\n".to_owned(), vec!["a", "b", "c", "kind", "flag"]),
        ("model = \"gaussian\"\n".to_owned(), vec!["a", "b", "c"]),
        ("model = \"poisson\"\n".to_owned(), vec!["n", "none"]),
        ("model = \"categorical\"\n".to_owned(), vec!["a", "b", "kind", "flag"]),
        ("model = \"multinomial\"\n".to_owned(), vec!["words"]),
        ("model = \"bernoulli\"\n".to_owned(), vec!["words"]),
        ("model = \"bernoulli\"\n".to_owned(), vec!["flag"]),
    ];
    for shape in ["shared", "per-class", "shared-diagonal", "per-class-diagonal"] {
        for columns in [vec!["a", "b", "c"], vec!["a", "c"], vec!["b"]] {
            all.push((format!("model = \"gda\"\ncovariance = \"{shape}\"\n"), columns));
        }
    }
    all
}

fn of_kind((lines, columns): &(String, Vec<&str>), more: &str) -> std::sync::Arc<Fitted> {
    let columns: String = columns
        .iter()
        .map(|name| match *name {
            "flag" if lines.contains("bernoulli") => {
                "[[feature]]\nname = \"flag\"\nkind = \"binary\"\none = \"yes\"\n".to_owned()
            }
            "a" | "b" if lines.contains("categorical") => {
                format!("[[feature]]\nname = \"{name}\"\nbins = \"width:3\"\n")
            }
            "words" => "[[feature]]\nname = \"words\"\nkind = \"text\"\n".to_owned(),
            name => format!("[[feature]]\nname = \"{name}\"\n"),
        })
        .collect();
    fitted(ROWS, &format!("target = \"class\"\n{lines}{more}{columns}"))
}

fn whole() -> Quantity {
    Quantity::LogLik(Share::Whole)
}

fn at(fitted: &Fitted, of: &Quantity, overlay: &Constants) -> f64 {
    let mut evaluator = Evaluator::new(Context { fitted, case: None }, vec![overlay]);
    evaluator.value(of).unwrap().unwrap_or_else(|| panic!("{of}")).to_f64()
}

fn estimate(model: &Fitted, of: &Quantity) -> Number {
    models::value(model, None, &of.to_string()).unwrap()
}

/// Whether two probabilities share a total, so that one moves if the other does. Each word of a Bernoulli text is alone.
fn share_a_total(one: &Quantity, other: &Quantity, model: &Fitted) -> bool {
    match (one, other) {
        (Quantity::Prob { event: Event::Class(_), .. }, Quantity::Prob { event: Event::Class(_), .. }) => {
            true
        }
        (
            Quantity::Prob { event: Event::Value { feature: a, .. }, given: c },
            Quantity::Prob { event: Event::Value { feature: b, .. }, given: d },
        ) => a == b && c == d && (a.as_str() != "words" || model.title().starts_with("Multinomial")),
        _ => false,
    }
}

/// All parameters, one of them with another value. The probabilities beside it keep their proportions and still add to 1.
fn moved(model: &Fitted, all: &[(Quantity, Number)], parameter: &Quantity, value: f64) -> Constants {
    let own = all.iter().find(|(of, _)| of == parameter).unwrap().1.to_f64();
    let value_of = |(of, estimate): &(Quantity, Number)| {
        let moved = match of {
            of if of == parameter => Number::Float(value),
            of if share_a_total(of, parameter, model) => {
                Number::Float(estimate.to_f64() * (1.0 - value) / (1.0 - own))
            }
            _ => estimate.clone(),
        };
        (of.clone(), moved)
    };
    Constants(all.iter().map(value_of).collect())
}

/// Every slope is what ℓ does when the parameter moves a little and all others stay, or keep their proportions: at the
/// estimate and away from it.
#[test]
fn slopes_are_differences_of_the_log_likelihood() {
    let mut seen = 0;
    for (nth, kind) in kinds().into_iter().enumerate() {
        let ways = ["alpha = \"0\"\n", "alpha = \"2/3\"\nprior = \"laplace:1\"\nvariance = \"unbiased\"\n"];
        for more in if nth == 0 { &ways[..] } else { &ways[nth % 2..=nth % 2] } {
            let model = of_kind(&kind, more);
            let all: Vec<(Quantity, Number)> =
                parameters(&model).into_iter().map(|of| (of.clone(), estimate(&model, &of))).collect();
            for (parameter, estimate) in &all {
                let estimate = estimate.to_f64();
                let is_chance = matches!(parameter, Quantity::Prob { .. });
                for point in [estimate, if is_chance { estimate * 0.9 + 0.02 } else { estimate * 1.05 }] {
                    if is_chance && !(0.01..0.99).contains(&point) {
                        continue;
                    }
                    let step = 1e-4 * point.abs().max(0.1);
                    let under =
                        |value: f64, of: &Quantity| at(&model, of, &moved(&model, &all, parameter, value));
                    let change = |step: f64| under(point + step, &whole()) - under(point - step, &whole());
                    let difference = (8.0 * change(step) - change(2.0 * step)) / (12.0 * step);
                    let slope = under(point, &parameter.clone().slope());
                    assert!(
                        (slope - difference).abs() <= 1e-6 * slope.abs().max(1.0) + 1e-5,
                        "{parameter} at {point}: {slope}, not {difference} ({kind:?} {more})"
                    );
                    seen += 1;
                }
            }
        }
    }
    assert!(seen > 300, "{seen}");
}

/// Sums of squares are divided by n. Where nothing is added to a count, every estimate is where the slope is 0.
#[test]
fn at_the_estimates_slopes_are_0() {
    for (at, name) in samples().iter().map(|sample| sample.name).enumerate() {
        let models = ["", "model = \"gda\"\n", "model = \"qda\"\n", "model = \"bernoulli\"\n"];
        // Each sample with every other model, its neighbours with the others.
        for (model, lines) in models.into_iter().enumerate().skip(at % 2).step_by(2) {
            let (alpha, prior) = [("0", "mle"), ("1", "laplace:2")][(at / 2 + model / 2) % 2];
            let over =
                format!("{lines}alpha = \"{alpha}\"\nprior = \"{prior}\"\nvariance = \"population\"\n");
            let study = sample(name, &over);
            // Not every model can read every sample.
            if let Ok(fitted) = &study.fitted {
                argues(fitted, alpha == "1", &format!("{name} {over}"));
            }
        }
    }
    for kind in kinds() {
        argues(&of_kind(&kind, "alpha = \"0\"\n"), false, &format!("{kind:?}"));
    }
}

fn argues(fitted: &Fitted, is_smoothed: bool, what: &str) {
    if fitted.data.is_given() {
        return;
    }
    let now = fitted.log_likelihood();
    for parameter in parameters(fitted) {
        let argument = argue(fitted, &parameter).unwrap();
        assert!(close(argument.log_likelihood.as_ref().unwrap().to_f64(), now, 1e-12));
        assert!(!argument.passages.is_empty());
        let slope = argument.slope.last().unwrap().value.clone();
        let is_chance = matches!(parameter, Quantity::Prob { .. });
        let inside = argument.value.as_ref().is_some_and(|p| (1e-9..1.0 - 1e-9).contains(&p.to_f64()));
        // ℓ falls from a rate of 0 on, and a probability of 0 or 1 is at an edge, too.
        let edge = argument.value.as_ref().is_some_and(|value| value.is_exact() && value.is_zero());
        if if is_chance { inside && !is_smoothed } else { !edge } {
            assert!(slope.unwrap().to_f64().abs() < 1e-9, "{parameter}: {what}");
        }
    }
}

fn argued(fitted: &Fitted, text: &str) -> (String, Vec<String>) {
    let argument = argue(fitted, &resolve_quantity(fitted, text).unwrap().quantity).unwrap();
    let line = Linear::default();
    let chains = argument.passages.iter().flat_map(|passage| &passage.chains);
    let text = argument.passages.iter().map(|passage| passage.text.as_str()).collect::<Vec<&str>>().join(" ");
    (text, chains.map(|chain| line.chain(chain)).collect())
}

#[test]
fn the_weather_is_argued_as_in_the_notes() {
    let weather = model(&sample("weather", "alpha = \"0\""));
    let slope = "∂ℓ/∂P(Yes) = count(Yes)/P(Yes) − count(No)/(1 − P(Yes)) = 9/(9/14) − 5/(1 − 9/14) = 0";
    let lagrange = "count(Weather=Sunny, Yes)/P(Weather=Sunny | Yes) − λ = 0";
    for (parameter, wanted) in [
        ("P(Yes)", ["count(Yes)/P(Yes) = count(No)/(1 − P(Yes))", slope]),
        ("P(Sunny | Yes)", [lagrange, "λ = count(Yes) = 9"]),
    ] {
        let (text, chains) = argued(&weather, parameter);
        for wanted in wanted {
            assert!(chains.iter().any(|chain| chain == wanted), "{wanted}: {chains:#?}");
        }
        if parameter == "P(Yes)" {
            has(&text, &["Set the slope to 0"]);
        }
    }
}

#[test]
fn conventions_that_change_an_estimate_are_named() {
    let sentence = |over: &str, name: &str, of: &str| argued(&model(&sample(name, over)), of).0;
    for (over, name, of, wanted) in [
        ("alpha = \"1\"", "weather", "P(Sunny | Yes)", "adds α to every count"),
        ("prior = \"laplace:1\"", "weather", "P(Yes)", "adds a to every count"),
        ("prior = \"uniform\"", "weather", "P(Yes)", "This prior is not estimated"),
        ("alpha = \"0\"", "weather", "P(Overcast | No)", "never counted"),
        ("alpha = \"0\"", "spam", "P(neurips | ham)", "never counted"),
        ("variance = \"unbiased\"", "person", "var(height | male)", "divides by n − 1"),
        ("var_smoothing = \"0.1\"", "person", "var(height | male)", "adds ε to every variance"),
        ("model = \"gda\"\nridge = \"0.5\"", "iris", "cov(sepal_length, sepal_length)", "adds a ridge"),
        (
            "model = \"gda\"\nvariance = \"unbiased\"",
            "iris",
            "cov(sepal_length, sepal_width)",
            "the rows minus the classes",
        ),
    ] {
        let text = sentence(over, name, of);
        assert!(text.contains(wanted), "{of} of {name}: {text}");
    }
}

/// A class that has rows and is given prior 0 makes the training rows impossible; nothing is NaN.
#[test]
fn a_prior_of_0_makes_the_log_likelihood_minus_infinity() {
    let weather = model(&sample("weather", "prior = { Yes = \"0\", No = \"1\" }"));
    for (address, end) in [("loglik", "−∞"), ("slope(P(Yes))", "= ∞"), ("slope(P(No))", "= −∞")] {
        let step = models::derived(&weather, None, address).pop().unwrap();
        assert_eq!(step.value, None, "{address}");
        let chain = Linear::default().chain(&step.chain);
        assert!(chain.ends_with(end), "{chain}");
    }
    for parameter in parameters(&weather) {
        assert_eq!(argue(&weather, &parameter).unwrap().log_likelihood, None);
    }
}

#[test]
fn quantities_without_a_slope_or_likelihood_are_refused() {
    let weather = model(&sample("weather", ""));
    let iris = model(&sample("iris", "model = \"gda\"\ncovariance = \"shared-diagonal\""));
    for (fitted, text) in [
        (&weather, "slope(P(Sunny))"),
        (&weather, "slope(P(Yes | Sunny))"),
        (&weather, "slope(count(Yes))"),
        (&weather, "loglik(x | Yes)"),
        (&weather, "scatter(Outlook, Outlook)"),
        (&iris, "slope(cov(sepal_length, sepal_width))"),
        (&iris, "loglik(sepal_length | setosa)"),
    ] {
        let quantity = resolve_quantity(fitted, text).map(|found| found.quantity);
        assert!(quantity.is_err() || derive(fitted, None, &quantity.unwrap()).is_err(), "{text}");
    }
}

#[test]
fn the_command_line_has_slopes_and_arguments() {
    let found = json(&["explain", "sample:weather", "--quantity", "slope(P(yes))"]);
    let last = crate::last_step(&found);
    assert_eq!((&last["rule"], &last["value"]["frac"]), (&"slope".into(), &"0/1".into()), "{last}");
    assert!(last.get("log").is_none(), "a slope of 0 has no logarithm");
    let found = json(&["explain", "sample:weather", "--quantity", "ℓ"]);
    assert_eq!(found["quantity"], "loglik");
    let log_likelihood = crate::last_step(&found)["value"]["value"].as_f64().unwrap();
    let counted =
        [(9.0, 9.0 / 14.0), (5.0, 5.0 / 14.0), (3.0, 3.0 / 9.0), (4.0, 4.0 / 9.0), (2.0, 2.0 / 9.0)];
    let counted = counted.iter().chain(&[(2.0, 2.0 / 5.0), (3.0, 3.0 / 5.0)]);
    let wanted: f64 = counted.map(|(count, p): &(f64, f64)| count * p.ln()).sum();
    assert!(close(log_likelihood, wanted, 1e-12), "{log_likelihood} is not {wanted}");
    let why = &json(&["explain", "sample:weather", "--why", "P(yes)"])["why"];
    assert_eq!(
        (&why["parameter"], &why["value"]["frac"], &why["slope"]["frac"]),
        (&"P(Yes)".into(), &"9/14".into(), &"0/1".into())
    );
    assert!(close(why["log_likelihood"]["value"].as_f64().unwrap(), wanted, 1e-12));
    let (status, _, error) = crate::program::ended(&["explain", "sample:weather", "--why", "P(Sunny)"]);
    assert_ne!(status, 0);
    has(&error, &["is not a parameter of this model", "a parameter, such as P(No)"]);
}

/// Orange makes its scores of P(class | value), which is no likelihood of a row: there is no ℓ to argue with.
#[test]
fn orange_has_no_likelihood_of_its_rows() {
    let study = sample("play-tennis", "convention = \"orange\"");
    let model = study.fitted.unwrap();
    let about = |quantity: &Quantity| matches!(quantity, Quantity::LogLik(_) | Quantity::Slope(_));
    assert!(!posterior::worked::quantities(&model).iter().any(about));
    assert!(derive(&model, None, &Quantity::LogLik(Share::Whole)).is_err());
    assert!(argue(&model, &Quantity::prior(&model.classes[0])).is_err());
    let taught = sample("play-tennis", "").fitted.unwrap();
    assert!(derive(&taught, None, &Quantity::LogLik(Share::Whole)).is_ok());
}

#[test]
fn a_quantity_that_is_no_parameter_is_reported_with_parameters_that_work() {
    for (name, over, asked) in [
        ("elephants", "", "theta(height_cm)"),
        ("elephants", "", "theta(0)"),
        ("iris", "model = \"gda\"", "theta(sepal_width | setosa)"),
        ("play-tennis", "", "count(Yes)"),
        ("person", "", "p(height=6 | male)"),
    ] {
        let fitted = models::model(&models::sample(name, over));
        let error = argue(&fitted, &asked.parse().unwrap()).unwrap_err();
        let WorkedError::NoParameter { parameters, .. } = &error else { panic!("{asked}: {error}") };
        assert!(parameters.len() >= 2, "{asked}: {parameters:?}");
        for parameter in parameters {
            argue(&fitted, parameter).unwrap();
        }
        let problem = posterior::problem::Problem::from(error.clone());
        assert!(!problem.what.contains("slope") && !problem.fix.contains("posterior"), "{problem:?}");
        assert!(problem.fix.contains(&parameters[1].to_string()), "{problem:?}");
    }
}
