//! The figures of an evaluation: by hand, by slow obvious counting, and by what was published.

use crate::models;
use crate::program::{ended, printed};

use models::tables::sheets;
use models::{close, fitted, fraction, has, sample};
use posterior::evaluate::*;
use posterior::math::{Chain, Expr, Linear, Number};
use posterior::model::{Fitted, RowPrediction};
use posterior::worked::value_of;
use proptest::prelude::*;

fn metrics(model: &Fitted) -> (Evaluation, Metrics) {
    let evaluation = evaluate(model);
    let positive = default_positive(&evaluation.labels, "");
    let metrics = Metrics::new(&evaluation, positive);
    (evaluation, metrics)
}

fn of_sample(name: &str) -> (Evaluation, Metrics) {
    metrics(&models::model(&sample(name, "")))
}

fn figure(metrics: &Metrics, kind: MetricKind, class: Option<usize>) -> &Metric {
    metrics.figures.iter().find(|figure| figure.kind == kind && figure.class == class).unwrap()
}

#[test]
fn wilsons_interval_as_newcombe_printed_it() {
    // R. G. Newcombe, "Two-sided confidence intervals for the single proportion", Statistics in Medicine 17, 1998.
    for (right, n, low, high) in
        [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)]
    {
        let interval = Interval::wilson(right, n).unwrap();
        let round = |share: f64| (share * 1e4).round() / 1e4;
        assert_eq!((round(interval.low()), round(interval.high())), (low, high), "{right}/{n}");
    }
    assert_eq!(Interval::wilson(0, 0), None);
    assert_eq!(Interval::wilson(7, 7).unwrap().high(), 1.0);
}

#[test]
fn play_tennis_by_hand() {
    let (evaluation, metrics) = of_sample("play-tennis");
    assert_eq!(evaluation.matrix, [[4, 1], [0, 9]]);
    assert_eq!(metrics.errors, 1);
    assert_eq!(fraction(metrics.balanced_accuracy.as_ref().unwrap()), "9/10");
    // F1 is 8/9 for No (TP 4, FP 0, FN 1) and 18/19 for Yes (TP 9, FP 1, FN 0).
    assert_eq!(fraction(metrics.macro_f1.as_ref().unwrap()), "157/171");
    assert_eq!(fraction(metrics.above_baseline.as_ref().unwrap()), "2/7");
    // The sum over the rows of 2 · (1 − P(actual class | x))², computed in fractions elsewhere.
    assert!(close(metrics.brier.unwrap(), 0.230_154_782_357_431_23, 1e-14));
    assert_eq!(metrics.roc.positive, 1);
    let roc = &metrics.roc;
    assert_eq!(roc.pairs.all, 45);
    let at_use = roc.point(&evaluation.rows, roc.at_use.unwrap()).unwrap();
    assert_eq!(
        at_use.counts,
        ThresholdCounts { true_positive: 9, false_positive: 1, true_negative: 4, false_negative: 0 }
    );
    assert!(at_use.threshold.unwrap() > 0.5);
}

#[test]
fn the_formula_of_each_figure_comes_to_its_value() {
    for name in ["play-tennis", "iris", "living-area", "spam", "person", "elephants"] {
        let (_, metrics) = of_sample(name);
        for figure in &metrics.figures {
            for chain in &figure.chains {
                agree(chain, name);
            }
            let (Some(value), Some(chain)) = (figure.measured.value(), figure.chains.first()) else {
                continue;
            };
            let last = number(&chain.rest.last().unwrap().1).unwrap();
            assert!(close(last, value.to_f64(), 1e-12), "{name}: {}", Linear::default().chain(chain));
        }
    }
}

fn number(side: &Expr) -> Option<f64> {
    value_of(side, &|_| None).map(|value| value.to_f64())
}

/// Every side of a chain that is all numbers comes to what the last one is.
fn agree(chain: &Chain, name: &str) {
    let sides: Vec<f64> = chain.rest.iter().filter_map(|(_, side)| number(side)).collect();
    for side in &sides {
        let text = Linear::default().chain(chain);
        assert!(close(*side, *sides.last().unwrap(), 1e-9), "{name}: {text}");
    }
}

#[test]
fn formulas_as_they_are_read() {
    let (_, metrics) = of_sample("play-tennis");
    for (kind, class, at, line) in [
        (MetricKind::Accuracy, None, 0, "accuracy = right/n = 13/14 ≈ 0.92857"),
        (MetricKind::Errors, None, 0, "errors = n − right = 14 − 13 = 1"),
        (
            MetricKind::BalancedAccuracy,
            None,
            0,
            "balanced accuracy = (recall(No) + recall(Yes))/2 = (4/5 + 9/9)/2 = 0.9",
        ),
        (MetricKind::Precision, Some(1), 0, "precision of Yes = TP/(TP + FP) = 9/(9 + 1) = 9/10 = 0.9"),
        (
            MetricKind::Area,
            Some(1),
            0,
            "AUC of Yes = (won + 1/2 · tied)/(positives · negatives) = (41 + 1/2 · 1)/(9 · 5) ≈ 0.92222",
        ),
        (
            MetricKind::LogLoss,
            None,
            0,
            "log loss = (∑[i=1..14] (−ln(P(y⁽ⁱ⁾ | x⁽ⁱ⁾))))/n = (0.37401 + 0.17763 + 0.28572 + …)/14 ≈ 0.38498",
        ),
        (MetricKind::Brier, None, 1, "row 1 = ("),
    ] {
        let found = Linear::default().chain(&figure(&metrics, kind, class).chains[at]);
        assert!(if kind == MetricKind::Brier { found.starts_with(line) } else { found == line }, "{found}");
    }
}

#[test]
fn what_is_impossible_and_what_is_undefined_is_reported() {
    let table = "a,class\nx,yes\nx,yes\ny,no\nx,no\n";
    let (_, metrics) = metrics(&fitted(table, "alpha = \"0\""));
    assert!(metrics.figures.iter().all(|figure| !figure.meaning.is_empty() && !figure.misleads.is_empty()));
    // y was never seen with yes, so P(yes | y) = 0, and that is right: nothing impossible happened.
    assert!(matches!(figure(&metrics, MetricKind::LogLoss, None).measured, MetricValue::Value(_)));
    let (evaluation, metrics) = self::metrics(&fitted(
        "a,class\nx,yes\ny,no\ny,no\n",
        "alpha = \"0\"\nprior = { yes = \"0\", no = \"1\" }",
    ));
    assert_eq!((evaluation.n_undefined, metrics.n_defined), (1, 2));
    assert_eq!(metrics.roc.left_out, 1);
    assert_eq!(figure(&metrics, MetricKind::Area, Some(0)).measured, MetricValue::Undefined);
    assert_eq!(metrics.brier, Some(0.0));
}

/// Rows with log-odds of class 1 of two, their class and their weight.
fn evaluated(rows: impl IntoIterator<Item = (f64, usize, u64)>) -> EvaluatedRows {
    let mut all = EvaluatedRows::new(2);
    for (row, (odds, actual, weight)) in rows.into_iter().enumerate() {
        let log_joint = if odds == f64::INFINITY { [f64::NEG_INFINITY, 0.0] } else { [0.0, odds] };
        let predicted = Some(usize::from(odds > 0.0));
        let prediction = RowPrediction { row, log_joint: &log_joint, predicted, tied: &[], undefined: None };
        all.push(EvaluatedRow { prediction, actual, weight, fold: None });
    }
    all
}

fn random_rows() -> impl Strategy<Value = Vec<(f64, usize, u64)>> {
    // Few different values, so that there are ties; some so far out that their probabilities are all 1, some certain.
    let certain = proptest::sample::select(&[f64::INFINITY, f64::NEG_INFINITY][..]);
    let odds = prop_oneof![(-6i32..6).prop_map(f64::from), (60i32..66).prop_map(f64::from), certain];
    prop::collection::vec((odds, 0usize..2, 0u64..4), 0..30)
}

proptest! {
    #![proptest_config(crate::models::tables::cases(256))]

    #[test]
    fn the_area_is_that_of_all_pairs_of_all_ranks_and_of_the_curve(rows in random_rows()) {
        let pool = evaluated(rows.iter().copied());
        let roc = Roc::new(&pool, 1);
        // Every row as often as it was seen.
        let all: Vec<(f64, usize)> =
            rows.iter().flat_map(|(odds, class, times)| vec![(*odds, *class); *times as usize]).collect();
        let (mut twice, mut pairs) = (0u64, 0u64);
        for (mine, _) in all.iter().filter(|(_, class)| *class == 1) {
            for (other, _) in all.iter().filter(|(_, class)| *class == 0) {
                pairs += 1;
                twice += if mine > other { 2 } else { u64::from(mine == other) };
            }
        }
        prop_assert_eq!(roc.area(), Number::ratio(twice, 2 * pairs));
        let Some(area) = roc.area().map(|area| area.to_f64()) else { return Ok(()) };
        // The Mann–Whitney statistic by mean ranks.
        let rank = |odds: f64| {
            let below = all.iter().filter(|(other, _)| *other < odds).count() as f64;
            let same = all.iter().filter(|(other, _)| *other == odds).count() as f64;
            below + (same + 1.0) / 2.0
        };
        let of_class: Vec<f64> = all.iter().filter(|(_, class)| *class == 1).map(|(odds, _)| rank(*odds)).collect();
        let m = of_class.len() as f64;
        let u = of_class.iter().sum::<f64>() - m * (m + 1.0) / 2.0;
        prop_assert!(close(area, u / (m * (all.len() as f64 - m)), 1e-12));
        // The trapezes under the curve.
        let places: Vec<(f64, f64)> = (0..roc.points()).map(|at| roc.point(&pool, at).unwrap().counts.place().unwrap()).collect();
        let trapezes: f64 = places.windows(2).map(|w| (w[1].0 - w[0].0) * (w[1].1 + w[0].1) / 2.0).sum();
        prop_assert!(close(area, trapezes, 1e-12));
        prop_assert_eq!((places[0], *places.last().unwrap()), ((0.0, 0.0), (1.0, 1.0)));
        prop_assert!(roc.at_use.is_some(), "½ is a threshold of two classes");
        // The other class mirrors it.
        prop_assert!(close(Roc::new(&pool, 0).area().unwrap().to_f64(), area, 1e-12));
        let listed: usize = (0..roc.points()).map(|at| roc.rows_of(at).len()).sum();
        prop_assert_eq!(listed, rows.len());
    }

    #[test]
    fn figures_keep_their_bounds(sheet in sheets(8), alpha in proptest::sample::select(&["0", "1"][..])) {
        prop_assume!(!sheet.classes().is_empty());
        let model = fitted(&sheet.csv(), &sheet.recipe("width:3", &format!("alpha = \"{alpha}\"")));
        let (evaluation, metrics) = metrics(&model);
        prop_assert_eq!(metrics.errors + evaluation.right, evaluation.n);
        prop_assert_eq!(metrics.n_defined + evaluation.n_undefined, evaluation.n);
        prop_assert!(metrics.brier.is_none_or(|brier| (0.0..=2.0).contains(&brier)));
        prop_assert!(metrics.calibration.error().is_none_or(|error| (0.0..=1.0).contains(&error)));
        prop_assert_eq!(metrics.calibration.bins.iter().map(|bin| bin.n).sum::<u64>(), metrics.calibration.n);
        for figure in &metrics.figures {
            let share = figure.measured.value().map(Number::to_f64);
            if let (Some(interval), Some(share)) = (figure.interval, share) {
                prop_assert!(interval.holds(share) && interval.low() >= 0.0 && interval.high() <= 1.0);
            }
            figure.chains.iter().for_each(|chain| agree(chain, "a sheet"));
        }
        // Balanced accuracy and macro F1, slowly.
        let recalls: Vec<f64> = evaluation.per_class.iter().filter_map(|class| Some(class.recall.as_ref()?.to_f64())).collect();
        let mean = recalls.iter().sum::<f64>() / recalls.len() as f64;
        prop_assert!(close(metrics.balanced_accuracy.as_ref().unwrap().to_f64(), mean, 1e-12));
    }
}

#[test]
fn a_probability_on_a_cut_belongs_to_the_bin_above() {
    // P(1 | x) = 0.3 as a float that falls short of it.
    let odds = (0.3f64 / 0.7).ln() - 1e-15;
    let pool = evaluated([(odds, 1, 2)]);
    let calibration = Calibration::new(&pool, Some(1));
    assert_eq!(calibration.bins[3].n, 2);
    assert!(close(calibration.error().unwrap(), 0.7, 1e-12));
    let predicted = Calibration::new(&pool, None);
    assert_eq!(predicted.bins[7].n, 2, "the probability of the predicted class is 0.7");
}

#[test]
fn many_points_are_thinned_out_with_both_ends_kept() {
    let pool = evaluated((0..5000).map(|at| (at as f64 / 100.0, at % 2, 1)));
    let roc = Roc::new(&pool, 1);
    let some = roc.some_points(1000);
    assert_eq!((some.len(), some[0], *some.last().unwrap()), (1000, 0, roc.points() - 1));
    assert!(some.windows(2).all(|pair| pair[0] < pair[1]));
}

fn evaluation_of(arguments: &[&str]) -> serde_json::Value {
    crate::json(&[&["evaluate"], arguments].concat())["evaluation"].clone()
}

#[test]
fn the_json_has_every_figure() {
    let evaluation = evaluation_of(&["sample:play-tennis"]);
    assert_eq!(evaluation["errors"], 1);
    assert_eq!(evaluation["balanced_accuracy"]["frac"], "9/10");
    assert_eq!(evaluation["macro_f1"]["frac"], "157/171");
    assert!(close(evaluation["brier"].as_f64().unwrap(), 0.230_154_782_357_431_23, 1e-14));
    assert!(close(evaluation["interval"][0].as_f64().unwrap(), 0.685_312_955_758_488_8, 1e-12));
    let roc = &evaluation["roc"];
    assert_eq!((&roc["positive"], &roc["auc"]["frac"]), (&"Yes".into(), &"83/90".into()));
    assert_eq!(roc["points"].as_array().unwrap().len(), roc["points_total"]);
    assert!(roc["points"][0]["threshold"].is_null());
    let bins = evaluation["calibration"]["bins"].as_array().unwrap();
    let rows: u64 = bins.iter().map(|bin| bin["n"].as_u64().unwrap()).sum();
    assert_eq!((bins.len(), rows), (10, 14));
    assert_eq!(evaluation["figures"][0]["formulas"][0], "accuracy = right/n = 13/14 ≈ 0.92857");
    assert!(evaluation_of(&["sample:iris"])["calibration"]["of"].is_null());
}

#[test]
fn the_positive_class_is_the_one_that_means_yes_or_the_one_asked_for() {
    // `yes` is seen first here, and second in the sample play-tennis.
    let file = models::file("fever,class\nhigh,yes\nlow,no\nhigh,yes\nhigh,no\nlow,no\n");
    let path = file.path().to_str().unwrap();
    for (data, asked, positive) in [
        (path, None, "yes"),
        (path, Some("no"), "no"),
        ("sample:iris", None, "setosa"),
        ("sample:iris", Some("virginica"), "virginica"),
        ("sample:iris", Some("Versicolor"), "versicolor"),
    ] {
        let asked: Vec<&str> = asked.into_iter().flat_map(|name| ["--positive", name]).collect();
        assert_eq!(evaluation_of(&[&[data], &asked[..]].concat())["roc"]["positive"], positive, "{asked:?}");
    }
    let positive = |name: &str| ended(&["evaluate", "sample:iris", "--positive", name, "--format", "json"]);
    let (status, _, note) = positive("VIRGINICA");
    assert_eq!(status, 0);
    has(&note, &["note: --positive VIRGINICA is read as the class virginica"]);
    let (status, out, error) = positive("rose");
    assert_eq!(status, 3);
    has(&error, &["no class rose", "setosa, versicolor, virginica"]);
    has(&out, &["\"unknown_class\""]);
}

#[test]
fn the_text_is_short_and_has_what_must_be_reported() {
    let tennis = printed(&["evaluate", "sample:play-tennis"]);
    let parts =
        ["predicted", "accuracy           0.9286  0.6853–0.9873", "AUC of Yes", "Classes", "optimistic"];
    has(&tennis, &parts);
    assert!(tennis.lines().count() < 50, "{tennis}");
}

#[test]
fn the_positive_class_means_yes_or_is_named_like_the_column() {
    let positive = |labels: [&str; 2], target: &str| {
        let labels = labels.map(posterior::math::Name::new);
        labels[default_positive(&labels, target)].as_str().to_owned()
    };
    for [yes, no] in [["Yes", "no"], ["TRUE", "FALSE"], ["1", "0"], ["pos", "neg"], ["positive", "negative"]]
    {
        assert_eq!((positive([yes, no], "c").as_str(), positive([no, yes], "c").as_str()), (yes, yes));
    }
    assert_eq!(positive(["diabetes", "healthy"], "is_diabetes"), "diabetes");
    assert_eq!(positive(["healthy", "diabetes"], "is_diabetes"), "diabetes");
    assert_eq!((positive(["a", "b"], "c").as_str(), positive(["b", "a"], "c").as_str()), ("b", "a"));
}
