//! Numbers of long tables are counted by bin, those of short ones each by itself: on both sides of where that changes the
//! same models come out.

use std::fmt::Write as _;
use std::sync::Arc;

use posterior::encode::{Counted, ValueCounts};
use posterior::evaluate::{Model, Trial};
use posterior::model::{FeatureCounts, Fitted};

use crate::models::{model, open, random, recipe};

/// One row fewer than are counted by bin.
const SHORT: usize = (1 << 16) - 1;

fn table(rows: usize, lone: &str) -> String {
    let mut csv = "size,far,times,class\n".to_owned();
    let mut random = random(7);
    let mut draw = |below: u64| random() % below;
    for _ in 0..rows {
        let class = draw(3);
        let size = if draw(50) == 0 { "NA".to_owned() } else { format!("{}", 3 * class + draw(12)) };
        let far = format!("{}.{:04}", draw(20) + class, draw(10_000));
        writeln!(csv, "{size},-{far},{},{}", draw(4), ["a", "b", "c"][class as usize]).unwrap();
    }
    csv + lone
}

fn parameters(fitted: &Fitted) -> Vec<String> {
    let of = |factor: &posterior::model::Factor| {
        let cells = (0..factor.k()).flat_map(|value| (0..3).map(move |class| (value, class)));
        let counts: Vec<u64> = cells.map(|(value, class)| factor.count(value, class)).collect();
        format!("{} {:?} {:?} {counts:?}", factor.name, factor.form, factor.values())
    };
    fitted.factors().iter().map(of).collect()
}

fn is_by_bin(fitted: &Fitted) -> bool {
    fitted.data.layout().features.iter().all(|(_, counted)| matches!(counted, Counted::Bins(..)))
}

const WEIGHTED: &str = "weight = \"times\"\n";

#[test]
fn a_row_without_a_class_more_changes_how_numbers_are_counted_and_no_number() {
    let csv = table(SHORT, "");
    let longer = table(SHORT, "5,-7.5,2,?\n");
    let rests = ["", WEIGHTED, "convention = \"scikit-learn\"\n", "convention = \"weka\"\n"];
    for (nth, bins) in ["width:7", "frequency:5", "cuts:-9.5,2,4", "mdl"].into_iter().enumerate() {
        // Each kind of bins has two of these, its neighbours the others.
        for rest in [rests[nth % 2], rests[2 + nth.div_ceil(2) % 2]] {
            if rest.contains("scikit") && bins == "mdl" {
                continue;
            }
            let ignored = if rest == WEIGHTED { "" } else { "ignore = [\"times\"]\n" };
            let toml = format!("target = \"class\"\nbins = \"{bins}\"\n{rest}{ignored}");
            let (short, long) = (model(&open(&csv, &toml)), model(&open(&longer, &toml)));
            assert!(!is_by_bin(&short) && is_by_bin(&long), "{toml}");
            assert_eq!(parameters(&short), parameters(&long), "{toml}");
            for factor in 0..short.factors().len() {
                let turned = short.factors()[factor].cuts().unwrap().turned();
                assert_eq!(short.recounted(factor, &turned), long.recounted(factor, &turned), "{toml}");
            }
        }
    }
}

#[test]
fn the_parts_of_a_long_table_learn_their_own_cuts() {
    let longer = table(SHORT, "5,-7.5,2,?\n9,-99.5,1,a\n");
    for (bins, weight) in [("width:7", ""), ("frequency:5", ""), ("mdl", WEIGHTED), ("width:4", WEIGHTED)] {
        let ignored = if weight.is_empty() { "ignore = [\"times\"]\n" } else { "" };
        let toml = format!("target = \"class\"\nsplit = \"folds:3\"\nbins = \"{bins}\"\n{weight}{ignored}");
        let fitted = model(&open(&longer, &toml));
        assert!(is_by_bin(&fitted), "{toml}");
        let trial = Trial::of(Model::Generative(Arc::clone(&fitted)), None).unwrap();
        let evaluation = trial.run(None).unwrap();
        // The model of a part, fitted from the rows that it may see, predicts the same for the rows that it may not.
        let Model::Generative(of_part) = trial.model_of(Some(1)).unwrap() else { panic!("{toml}") };
        let tested: Vec<_> = evaluation.rows.iter().filter(|row| row.fold == Some(1)).collect();
        let rows: Vec<usize> = tested.iter().map(|row| row.prediction.row).collect();
        let again = of_part.predict_rows(|row| rows.binary_search(&row).is_ok());
        assert_eq!(tested.len(), again.len(), "{toml}");
        for (one, other) in tested.iter().zip(again.iter()) {
            assert_eq!(one.prediction, other, "{toml}");
        }
        // A row that is the greatest of all moves the cuts of the model that does not see it, and of no other.
        let lone = SHORT + 1;
        let held = evaluation.rows.iter().find(|row| row.prediction.row == lone).and_then(|row| row.fold);
        let Model::Generative(without) = trial.model_of(held).unwrap() else { panic!("{toml}") };
        if bins.starts_with("width") {
            assert_ne!(without.factors()[1].form, fitted.factors()[1].form, "{toml}");
        }
    }
}

#[test]
fn other_bins_of_one_column_count_that_column_alone() {
    let longer = table(SHORT, "5,-7.5,2,?\n");
    let toml = |bins: &str| {
        let bins = format!("[[feature]]\nname = \"far\"\nbins = \"{bins}\"\n");
        format!("target = \"class\"\nbins = \"width:7\"\nignore = [\"times\"]\n{bins}")
    };
    let study = open(&longer, &toml("width:3"));
    for bins in ["width:9", "none", "frequency:4"] {
        let again = study.with_recipe(recipe(&toml(bins))).unwrap();
        let anew = open(&longer, &toml(bins));
        assert_eq!(model(&again).statistics, model(&anew).statistics, "{bins}");
    }
}

#[test]
fn one_row_left_out_moves_quantiles_so_numbers_are_counted_each_by_itself() {
    let longer = table(SHORT, "5,-7.5,2,?\n");
    let split = "split = \"leave-one-out\"\n";
    let toml = format!("target = \"class\"\n{split}bins = \"frequency:5\"\nignore = [\"times\", \"far\"]\n");
    let fitted = model(&open(&longer, &toml));
    assert!(
        matches!(&fitted.statistics.features[0], FeatureCounts::Numbers(numbers) if *numbers != ValueCounts::default())
    );
}

#[test]
fn counts_are_looked_up_in_long_tables_and_say_the_same() {
    // One row without a class more, and the probabilities of counts below 64 are computed once for all rows.
    let mut csv = "calls,class\n".to_owned();
    for row in 0..4095 {
        writeln!(csv, "{},{}", [62, 63, 64, 65, 0][row % 5] + row % 3, ["a", "b", "c"][row % 3]).unwrap();
    }
    let toml = "target = \"class\"\nmodel = \"poisson\"\n";
    let (short, long) = (model(&open(&csv, toml)), model(&open(&(csv.clone() + "64,?\n"), toml)));
    assert_eq!((short.data.table.rows(), long.data.table.rows()), (4095, 4096));
    assert_eq!(short.class_count(1), long.class_count(1));
    let (one, other) = (short.predict_rows(|_| true), long.predict_rows(|row| row < 4095));
    assert_eq!(one.len(), 4095);
    for (one, other) in one.iter().zip(other.iter()) {
        assert_eq!(one, other);
        assert!(one.log_joint.iter().all(|ln| ln.is_finite()));
    }
}
