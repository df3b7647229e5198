//! The lines of screen 3 in another order: before, keys, after.

use crate::states::{TOPICS, state};
use crate::support::Bench;

use posterior::app::screens::parameters::{Line, lines};
use posterior::math::{entropy, information};
use posterior::model::OrderBy;

fn topics(alpha: &str) -> Bench {
    state("topics", &format!("{TOPICS}\nalpha = \"{alpha}\""), "Esc Esc 3")
}

/// The labels of the lines between the priors and the likelihood, in their order.
fn labels(bench: &Bench) -> Vec<String> {
    let all = &bench.app.screens.parameters.lines;
    let label = |at| lines::label(bench.fitted(), all.at(at)?).map(|name| name.to_string());
    (0..all.len()).filter_map(label).collect()
}

#[test]
fn words_are_sorted_by_four_orders_and_come_back() {
    let first = |bench: &Bench| labels(bench)[0].clone();
    let bench = topics("0");
    let data = labels(&bench);
    // Only law has these two words, and some it never has.
    let bench = bench.keys("Down Right s").gives(|bench| labels(bench)[..2].to_vec(), ["court", "judge"]);
    let (fit, factor) = (bench.fitted(), &bench.fitted().factors()[0]);
    let value = |word: &String| factor.values().iter().position(|value| value.as_str() == word).unwrap();
    let by: Vec<f64> = labels(&bench).iter().map(|word| fit.log_odds(factor, value(word), 1)).collect();
    assert!(by.windows(2).all(|two| two[0] >= two[1] || two[1].is_nan()), "{by:?}");
    assert_eq!((by[0], by.last()), (f64::INFINITY, Some(&f64::NEG_INFINITY)));
    assert_eq!(bench.app.screens.parameters.line, 1, "the first line of the feature");
    // The same for another class, without the other orders.
    let bench = bench.shows("by log-odds for ▲ law").keys("Right s").gives(first, "ship").keys("s");
    let fit = bench.fitted();
    let information: Vec<f64> = (1..=data.len())
        .map(|at| match bench.app.screens.parameters.lines.at(at) {
            Some(Line::Value { factor, value }) => fit.factors()[factor].information(value),
            _ => panic!("no value"),
        })
        .collect();
    assert!(information.windows(2).all(|two| two[0] >= two[1]), "{information:?}");
    // By count, by name, and as in the data.
    let bench = bench.keys("s").gives(first, "the").keys("s");
    let bench = bench.gives(|bench| labels(bench)[..3].to_vec(), ["appeal", "brush", "canvas"]).keys("s");
    bench.gives(labels, data);
}

#[test]
fn another_model_keeps_the_order_and_every_number_is_found() {
    let mut bench = topics("1").keys("Down s s");
    bench.refit(|recipe| recipe.alpha = posterior::recipe::ExactNumber::non_negative("1/2", "α").ok());
    let screen = &bench.app.screens.parameters;
    assert_eq!(screen.sort, Some(OrderBy::Information));
    for at in 0..screen.lines.len() {
        let Some(line) = screen.lines.at(at) else { panic!("no line {at}") };
        for class in 0..3 {
            let quantity = lines::quantity(bench.fitted(), line, class, 0).unwrap();
            assert_eq!(screen.lines.find(bench.fitted(), &quantity), Some((at, class, 0)), "{quantity}");
        }
    }
    let bench = bench.keys("/ 'ship' Enter");
    assert_eq!(bench.app.screens.parameters.why.as_ref().unwrap().quantity.to_string(), "P(text=ship | art)");
}

#[test]
fn features_are_sorted_by_explained_variance() {
    let bench = Bench::open("iris", "").keys("3 Down s");
    let fit = bench.fitted();
    // η² as in the literature's analysis of variance of these data.
    for (name, share) in
        [("petal_length", 0.9414), ("petal_width", 0.9289), ("sepal_length", 0.6187), ("sepal_width", 0.4008)]
    {
        let explained = fit.explained(fit.feature(name).unwrap()).unwrap();
        assert!((explained - share).abs() < 5e-5, "{name}: {explained}");
    }
    let comma = Bench::open("iris", "").keys(", 3 Down s").says("explain 94,1 % of the variance");
    comma.keys("1 Right*3").shows("92,9 % between");
    assert!(
        matches!(bench.app.screens.parameters.lines.at(1), Some(Line::Value { factor, value: 0 }) if fit.features[factor].name.as_str() == "petal_length")
    );
    bench.says("explain 94.1 % of the variance of petal_length");
    // A matrix is not sorted.
    Bench::open("iris", "model = \"gda\"").keys("3 s").says("nothing to sort");
}

#[test]
fn the_information_of_the_values_adds_up_to_the_mutual_information() {
    let bench = Bench::tennis();
    let fit = bench.fitted();
    for factor in fit.factors() {
        let classes: Vec<u64> = (0..2).map(|class| factor.total(class)).collect();
        // H(value) + H(class) − H(value, class), computed in another way.
        let values: Vec<u64> = (0..factor.k()).map(|value| factor.count_in_all(value)).collect();
        let both: Vec<u64> = (0..factor.k())
            .flat_map(|v| (0..2).map(move |c| (v, c)))
            .map(|(v, c)| factor.count(v, c))
            .collect();
        let mutual = entropy(&values) + entropy(&classes) - entropy(&both);
        let sum: f64 = (0..factor.k()).map(|value| factor.information(value)).sum();
        assert!((sum - mutual).abs() < 1e-12, "{}", factor.name);
    }
    // Quinlan's gain of Outlook, 0.247 bits.
    let outlook: f64 = (0..3).map(|value| fit.factors()[0].information(value)).sum();
    assert!((outlook / std::f64::consts::LN_2 - 0.2467).abs() < 1e-4);
    assert_eq!(information(&[0, 0], &[3, 4]), 0.0);
}
