//! One thread and many give the same bits, in tables of several segments and of more rows than one thread takes at a time.

use std::fmt::Write as _;
use std::sync::Arc;

use posterior::evaluate::{Metrics, Model, Trial};
use posterior::model::{Case, Fitted};

use crate::models::dataset;

const ROWS: u32 = 20_000;

/// Three classes with numbers, counts, categories and words, and cells missing in every column.
fn table() -> String {
    let mut csv = "size,far,calls,colour,text,class\n".to_owned();
    let mut state = 1u64;
    let mut draw = |below: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    for _ in 0..ROWS {
        let class = draw(3);
        let missing = draw(40);
        let cell = |at: u64, text: String| if missing == at { "?".to_owned() } else { text };
        let size = cell(0, format!("{}.{:03}", 10 * class + draw(30), draw(1000)));
        let far = cell(1, format!("{}", 1_000_000 + 3 * class + draw(17)));
        let calls = cell(2, format!("{}", class + draw(90)));
        let colour = cell(3, ["red", "green", "blue", "grey"][(draw(4 + class) % 4) as usize].to_owned());
        let text = cell(4, format!("w{} w{} w{}", draw(9 + class), draw(9), draw(5)));
        let class = if missing == 5 { "?" } else { ["a", "b", "c"][class as usize] };
        writeln!(csv, "{size},{far},{calls},{colour},{text},{class}").unwrap();
    }
    csv
}

const MODELS: [(&str, &str); 6] = [
    ("gaussian", "ignore = [\"calls\", \"colour\", \"text\"]"),
    ("gda", "ignore = [\"calls\", \"colour\", \"text\"]"),
    ("poisson", "ignore = [\"size\", \"far\", \"colour\", \"text\"]"),
    ("categorical", "ignore = [\"text\"]\nbins = \"width:7\""),
    ("multinomial", "ignore = [\"size\", \"far\", \"calls\", \"colour\"]"),
    (
        "bernoulli",
        "ignore = [\"size\", \"far\", \"calls\", \"colour\"]\n[[feature]]\nname = \"text\"\nkind = \"text\"",
    ),
];

/// All that is found, to the last bit.
fn found(csv: &str, recipe: &str) -> String {
    let fitted = Fitted::fit(Arc::new(dataset(csv, recipe, 3_000))).unwrap();
    let mut all = format!("{:?} {:?}", fitted.statistics, fitted.predict_rows(|row| row % 7 == 3));
    let trial = Trial::of(Model::Generative(Arc::new(fitted)), None).unwrap();
    let evaluation = trial.run(None).unwrap();
    let metrics = Metrics::new(&evaluation, 1);
    let points: Vec<_> =
        (0..metrics.roc.points()).step_by(99).map(|at| metrics.roc.point(&evaluation.rows, at)).collect();
    write!(all, "{evaluation:?} {metrics:?} {points:?}").unwrap();
    all
}

fn recipe(model: &str, features: &str, split: &str) -> String {
    format!("target = \"class\"\nmodel = \"{model}\"\nsplit = \"{split}\"\n{features}")
}

#[test]
fn the_number_of_threads_changes_no_bit() {
    let csv = table();
    for (model, features) in MODELS {
        // Folds are counted and predicted alike, whatever the model.
        let splits: &[&str] = if model == "gaussian" { &["none", "folds:3"] } else { &["none"] };
        for split in splits {
            let recipe = recipe(model, features, split);
            let by = |threads: usize| {
                let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
                pool.install(|| found(&csv, &recipe))
            };
            assert!(by(1) == by(4), "{model} {split}");
        }
    }
}

#[test]
fn many_rows_are_predicted_as_each_of_them_alone() {
    let csv = table();
    for (model, features) in MODELS {
        let fitted = Fitted::fit(Arc::new(dataset(&csv, &recipe(model, features, "none"), 3_000))).unwrap();
        let all = fitted.predict_rows(|_| true);
        assert_eq!(all.len(), ROWS as usize);
        for row in all.iter().step_by(61) {
            let Ok(case) = Case::from_row(&fitted, row.row) else {
                assert_eq!(row.undefined, Some("missing_feature"), "{model} row {}", row.row);
                continue;
            };
            let exact = fitted.predict(&case);
            assert_eq!((exact.predicted, exact.tied.as_slice()), (row.predicted, row.tied), "{model}");
            for (ln, joint) in row.log_joint.iter().zip(&exact.joint) {
                let wanted = joint.as_ref().unwrap().ln();
                assert!((ln - wanted).abs() <= 1e-12 * wanted.abs().max(1.0), "{model}: {ln} {wanted}");
            }
        }
    }
}
