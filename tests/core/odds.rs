//! Odds, the ratios that make them, and the places where they are even: the same numbers by the posterior of the model.

use crate::models::{case, fitted, model, sample};

use posterior::math::{Number, Quantity};
use posterior::model::{Case, Fitted};
use posterior::plot::contributions;
use posterior::worked::{derive, resolve_quantity, value_of};

fn value(fitted: &Fitted, case: Option<&Case>, text: &str) -> Result<f64, String> {
    let quantity = resolve_quantity(fitted, text).map_err(|error| error.to_string())?.quantity;
    assert_eq!(quantity.to_string(), text);
    let derivation = derive(fitted, case, &quantity).map_err(|error| error.to_string())?;
    derivation.last().and_then(|step| step.value.as_ref()).map(Number::to_f64).ok_or("undefined".into())
}

fn posterior(fitted: &Fitted, case: &Case) -> Vec<f64> {
    fitted.predict(case).posterior.unwrap().iter().map(Number::to_f64).collect()
}

const FLOWER: &str = "sepal_length=5.9,sepal_width=3.2,petal_length=4.8,petal_width=1.8";

fn close(a: f64, b: f64, what: &str) {
    assert!((a - b).abs() <= 1e-9 * a.abs().max(b.abs()).max(1e-300), "{what}: {a} and {b}");
}

#[test]
fn ratios_multiply_the_prior_odds_to_those_of_the_case() {
    let day = "Outlook=Sunny,Temp=Cool,Humidity=High,Wind=Strong";
    let mut found = 0;
    for (name, recipe, cells) in [
        ("play-tennis", "", day),
        ("play-tennis", "alpha = 0", day),
        ("iris", "model = \"gaussian\"", FLOWER),
        ("iris", "model = \"gda\"", FLOWER),
        ("iris", "model = \"gda\"\ncovariance = \"per-class-diagonal\"", FLOWER),
        ("iris", "model = \"categorical\"\nbins = \"width:4\"", FLOWER),
        ("elephants", "model = \"gda\"", "weight_kg=85,height_cm=84"),
    ] {
        let fitted = model(&sample(name, recipe));
        let own = case(&fitted, cells);
        let shares = posterior(&fitted, &own);
        let number = |text: String| value(&fitted, Some(&own), &text).unwrap();
        // The prior odds of some classes times the ratios of all features.
        let product = |classes: &str| {
            let ratios = fitted.feature_names().map(|name| number(format!("ratio({name} | {classes})")));
            value(&fitted, None, &format!("odds({classes})")).unwrap() * ratios.product::<f64>()
        };
        for (a, one) in fitted.classes.iter().enumerate() {
            for (b, other) in fitted.classes.iter().enumerate().filter(|(b, _)| *b != a) {
                let what = format!("{name} {recipe} {one} {other}");
                let odds = number(format!("odds({one}, {other} | x)"));
                close(odds, shares[a] / shares[b], &what);
                close(product(&format!("{one}, {other}")), odds, &what);
                found += 1;
            }
            // Against all others the ratios are those in the order of the features.
            let what = format!("{name} {recipe} {one} against the rest");
            let others: f64 = (0..shares.len()).filter(|b| *b != a).map(|b| shares[b]).sum();
            let odds = number(format!("odds({one} | x)"));
            close(odds, shares[a] / others, &what);
            if fitted.gda().is_some() {
                let first = fitted.feature_names().next().unwrap();
                assert!(value(&fitted, Some(&own), &format!("ratio({first} | {one})")).is_err());
            } else {
                close(product(&one.to_string()), odds, &what);
            }
        }
    }
    assert_eq!(found, 2 + 2 + 6 + 6 + 6 + 6 + 2);
}

#[test]
fn bars_have_the_addresses_of_their_ratios() {
    for (name, recipe) in [("play-tennis", ""), ("iris", "model = \"gaussian\""), ("iris", "model = \"gda\"")]
    {
        let fitted = model(&sample(name, recipe));
        let own = Case::from_row(&fitted, 70.min(fitted.data.table.rows() - 1)).unwrap();
        for (rest, bar) in [false, true].into_iter().flat_map(|rest| {
            contributions(&fitted, &own, rest).unwrap().bars.into_iter().map(move |bar| (rest, bar))
        }) {
            let is_address = |of: &&Quantity| matches!(of, Quantity::Odds { .. } | Quantity::Ratio { .. });
            let Some(address) = bar.of.iter().find(is_address) else {
                assert!(rest && fitted.gda().is_some(), "{name} {recipe} {}", bar.label);
                continue;
            };
            let number = value(&fitted, Some(&own), &address.to_string()).unwrap();
            close(number.ln(), bar.ln, &format!("{name} {address}"));
        }
    }
}

fn formula_holds(fitted: &Fitted, own: Option<&Case>, text: &str) {
    let quantity = resolve_quantity(fitted, text).unwrap().quantity;
    let derivation = derive(fitted, own, &quantity).unwrap();
    let step = derivation.last().unwrap();
    let of = |of: &Quantity| derivation.iter().find(|step| step.of == *of)?.value.clone();
    let found = value_of(&step.chain.rest[0].1, &of).unwrap();
    let value = step.value.clone().unwrap();
    let (found, value) = (found.to_f64(), value.to_f64());
    assert!((found - value).abs() <= 1e-8 * value.abs().max(1.0), "{text}: {found} for {value}");
}

#[test]
fn at_a_crossing_two_classes_are_as_likely() {
    let mut places = 0;
    for (recipe, feature) in
        ["gaussian", "gda", "qda"].into_iter().flat_map(|of| (0..4).map(move |at| (of, at)))
    {
        let fitted = model(&sample("iris", &format!("model = \"{recipe}\"")));
        let own = case(&fitted, FLOWER);
        let name = &fitted.features[feature].name;
        let normals = posterior::model::class_normals(&fitted, feature).unwrap();
        for (a, b) in [(0, 1), (1, 2), (2, 0)] {
            let (one, other) = (&fitted.classes[a], &fitted.classes[b]);
            let mut before = f64::NEG_INFINITY;
            for place in 1..=3 {
                let text = format!("cross({name}, {one}, {other}, {place})");
                let Ok(x) = value(&fitted, None, &text) else { break };
                assert!(x > before, "{text}");
                before = x;
                let score = |class: usize| normals[class].unwrap().score(x);
                assert!((score(a) - score(b)).abs() < 1e-9 * score(a).abs().max(1.0), "{recipe} {text}");
                formula_holds(&fitted, None, &text);
                places += 1;
            }
            for place in 1..=2 {
                let text = format!("cross({name}, {one}, {other}, {place} | x)");
                let Ok(x) = value(&fitted, Some(&own), &text) else { break };
                let there = own.changed(&fitted, &[(name.to_string(), x.to_string())]).unwrap();
                let found = fitted.predict(&there);
                let ln = |class: usize| found.joint[class].as_ref().unwrap().ln();
                assert!((ln(a) - ln(b)).abs() < 1e-8 * ln(a).abs().max(1.0), "{recipe} {text}: {x}");
                formula_holds(&fitted, Some(&own), &text);
                places += 1;
            }
        }
    }
    assert!(places > 60, "{places}");
}

#[test]
fn numbers_that_do_not_exist_are_refused() {
    let csv = "t,y\n1,a\n2,a\n3,a\n1,b\n2,b\n3,b\n9,c\n10,c\n11,c\n";
    let fitted = fitted(csv, "target = \"y\"\nmodel = \"gaussian\"");
    let error_of = |text: &str| value(&fitted, None, text).unwrap_err();
    // The same mean and variance: equal everywhere, so there is no place.
    assert!(error_of("cross(t, a, b, 1)").contains("0 places"));
    assert!(error_of("cross(t, a, c, 2)").contains("1 place "));
    assert!(error_of("cross(t, a, a, 1)").contains("not a number"));
    assert!(error_of("odds(a, a)").contains("not a number"));
    assert!(error_of("ratio(t | a, c)").contains("no query"));
    assert!(value(&fitted, None, "odds(a, nobody)").is_err());
    let x = value(&fitted, None, "cross(t, a, c, 1)").unwrap();
    close(x, 6.0, "the middle of two classes with one variance and equal priors");
}
