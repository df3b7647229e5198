//! The samples that are made up: each is drawn from the story it tells, with a seed, and says what it should.
//! `POSTERIOR_BLESS=1 cargo test --test synthetic` writes the files anew.

use crate::models;

use models::{close, model, sample, texts};
use posterior::evaluate::{Evaluation, evaluate};
use posterior::model::{Classifier, Logistic};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// Rows of every made-up sample.
const ROWS: usize = 200;

/// Numbers at random, the same ones for every seed on every machine.
struct Draw(ChaCha8Rng);

impl Draw {
    fn new(seed: u64) -> Self {
        Draw(ChaCha8Rng::seed_from_u64(seed))
    }

    /// Between 0 and 1, neither included.
    fn uniform(&mut self) -> f64 {
        ((self.0.next_u64() >> 12) as f64 + 0.5) / (1u64 << 52) as f64
    }

    /// Two independent normal numbers of mean 0 and variance 1 (Box and Muller 1958, in Marsaglia's polar form).
    fn normal(&mut self) -> [f64; 2] {
        loop {
            let (a, b) = (2.0 * self.uniform() - 1.0, 2.0 * self.uniform() - 1.0);
            let square = a * a + b * b;
            if square < 1.0 {
                let by = (-2.0 * square.ln() / square).sqrt();
                return [a * by, b * by];
            }
        }
    }

    /// Two normal numbers with these means, standard deviations and correlation.
    fn pair(&mut self, mean: [f64; 2], deviation: [f64; 2], correlation: f64) -> [f64; 2] {
        let [u, v] = self.normal();
        let second = correlation * u + (1.0 - correlation * correlation).sqrt() * v;
        [mean[0] + deviation[0] * u, mean[1] + deviation[1] * second]
    }

    /// A count with this mean (Knuth: how many uniform factors it takes to come below exp(−mean)).
    fn poisson(&mut self, mean: f64) -> u32 {
        let (limit, mut product, mut count) = ((-mean).exp(), self.uniform(), 0);
        while product > limit {
            product *= self.uniform();
            count += 1;
        }
        count
    }

    fn chance(&mut self, probability: f64) -> bool {
        self.uniform() < probability
    }
}

/// A header and rows, each drawn as a generative model has it: the class first, then what goes with it.
fn csv(header: &str, mut row: impl FnMut() -> String) -> String {
    let rows: Vec<String> = (0..ROWS).map(|_| row()).collect();
    format!("{header}\n{}\n", rows.join("\n"))
}

fn elephants() -> String {
    let mut draw = Draw::new(2);
    csv("weight_kg,height_cm,animal", || {
        let (animal, mean) =
            if draw.chance(0.5) { ("elephant", [100.0, 90.0]) } else { ("dog", [80.0, 78.0]) };
        let [weight, height] = draw.pair(mean, [9.0, 5.0], 0.6);
        format!("{weight:.1},{height:.1},{animal}")
    })
}

fn bolts() -> String {
    let mut draw = Draw::new(3);
    csv("length_mm,width_mm,machine", || {
        let (machine, [length, width]) = if draw.chance(0.5) {
            ("new", draw.pair([50.0, 8.0], [0.1, 0.04], 0.0))
        } else {
            ("worn", draw.pair([50.1, 8.02], [0.4, 0.16], 0.8))
        };
        format!("{length:.2},{width:.2},{machine}")
    })
}

fn calls() -> String {
    let mut draw = Draw::new(4);
    csv("calls,mails,shift", || {
        let (shift, mean) = if draw.chance(0.6) { ("day", [4.0, 2.5]) } else { ("night", [1.2, 0.6]) };
        format!("{},{},{shift}", draw.poisson(mean[0]), draw.poisson(mean[1]))
    })
}

fn two_clusters() -> String {
    let mut draw = Draw::new(5);
    csv("temperature_c,humidity_pct,room", || {
        let (room, mean) = match draw.chance(0.5) {
            true => ("fine", [22.0, 50.0]),
            false if draw.chance(0.5) => ("bad", [17.0, 35.0]),
            false => ("bad", [27.0, 65.0]),
        };
        let [temperature, humidity] = draw.pair(mean, [1.3, 5.0], 0.0);
        format!("{temperature:.1},{humidity:.0},{room}")
    })
}

fn repairs() -> String {
    let mut draw = Draw::new(6);
    csv("minutes,parts_eur,repair", || {
        // Logarithms of normal numbers have one long tail: a few repairs take days.
        let (repair, [minutes, parts]) = if draw.chance(0.5) {
            ("minor", draw.pair([3.0, 3.2], [0.35, 0.4], 0.3))
        } else {
            ("major", draw.pair([4.0, 3.9], [0.9, 1.0], 0.3))
        };
        format!("{:.0},{:.0},{repair}", minutes.exp(), parts.exp())
    })
}

/// Words of letters, and whether a sailor (+1) or a farmer (−1) writes them somewhat more often.
const WORDS: [(&str, i32); 40] = [
    ("the", 0),
    ("and", 0),
    ("we", 0),
    ("a", 0),
    ("day", 0),
    ("was", 0),
    ("with", 0),
    ("all", 0),
    ("wind", 1),
    ("rain", -1),
    ("morning", -1),
    ("night", 1),
    ("home", -1),
    ("far", 1),
    ("salt", 1),
    ("bread", -1),
    ("boat", 1),
    ("horse", -1),
    ("rope", 1),
    ("field", -1),
    ("captain", 1),
    ("cow", -1),
    ("wave", 1),
    ("hay", -1),
    ("deck", 1),
    ("barn", -1),
    ("fish", 1),
    ("apple", -1),
    ("harbour", 1),
    ("village", -1),
    ("north", 1),
    ("spring", -1),
    ("star", 1),
    ("sun", -1),
    ("cold", 1),
    ("warm", -1),
    ("letter", 0),
    ("friend", 0),
    ("soon", 0),
    ("again", 0),
];

fn letters() -> String {
    let mut draw = Draw::new(7);
    csv("letter,writer", || {
        let (writer, side) = if draw.chance(0.5) { ("sailor", 1) } else { ("farmer", -1) };
        let weights = WORDS.map(|(_, of)| 1.15f64.powi(of * side));
        let total: f64 = weights.iter().sum();
        let length = 60 + (draw.uniform() * 80.0) as usize;
        let word = |draw: &mut Draw| {
            let mut left = draw.uniform() * total;
            let at = weights.iter().position(|weight| {
                left -= weight;
                left < 0.0
            });
            WORDS[at.unwrap_or(WORDS.len() - 1)].0
        };
        let words: Vec<&str> = (0..length).map(|_| word(&mut draw)).collect();
        format!("{},{writer}", words.join(" "))
    })
}

#[test]
fn each_file_is_what_its_seed_draws() {
    let drawn = [
        ("elephants", elephants()),
        ("bolts", bolts()),
        ("calls", calls()),
        ("two-clusters", two_clusters()),
        ("repairs", repairs()),
        ("letters", letters()),
    ];
    for (name, csv) in drawn {
        if std::env::var_os("POSTERIOR_BLESS").is_some() {
            let path = format!("{}/samples/{name}.csv", env!("CARGO_MANIFEST_DIR"));
            std::fs::write(path, &csv).unwrap();
            continue;
        }
        let embedded = posterior::table::sample(name).unwrap().csv;
        assert!(csv == embedded, "{name} is stale: run POSTERIOR_BLESS=1 cargo test --test synthetic");
    }
}

/// A sample under its own recipe, with some lines put over it, judged by its rows.
fn judged(name: &str, over: &str) -> Evaluation {
    let study = sample(name, over);
    match study.logistic() {
        Some(logistic) => evaluate(&logistic.unwrap()),
        None => evaluate(model(&study).as_ref()),
    }
}

fn logistic(name: &str) -> Logistic {
    sample(name, "model = \"logistic\"").logistic().unwrap().unwrap()
}

#[test]
fn elephants_and_dogs_share_a_covariance_and_their_posterior_is_logistic() {
    let gda = model(&sample("elephants", ""));
    assert_eq!(texts(&gda.classes), ["dog", "elephant"]);
    let estimated = gda.gda().unwrap();
    // What was drawn from: deviations 9 and 5, correlation 0.6.
    let sigma = estimated.sigma(0).unwrap();
    for ((a, b), wanted) in [((0, 0), 81.0), ((0, 1), 27.0), ((1, 1), 25.0)] {
        assert!(close(sigma.entry(a, b), wanted, 0.2), "{}", sigma.entry(a, b));
    }
    for (class, feature, wanted) in [(0, 0, 80.0), (0, 1, 78.0), (1, 0, 100.0), (1, 1, 90.0)] {
        assert!((estimated.mean(class, feature).unwrap() - wanted).abs() < 2.0);
    }
    // θ by way of the densities, and θ without them: roughly the same, and the posteriors closer than that.
    let rival = logistic("elephants");
    assert_eq!(rival.ridge, None);
    let (theta, (intercept, weights)) = (gda.theta().unwrap(), rival.coefficients(1).unwrap());
    assert!(close(theta.intercept.unwrap(), intercept, 0.1), "{intercept}");
    for (a, b) in theta.weights.iter().zip(weights) {
        assert!((a - b).abs() < 0.05, "{a} and {b}");
    }
    let rows = gda.predict_rows(|_| true);
    let rivals = Classifier::predict_rows(&rival, &|_| true);
    let differences: Vec<f64> = (rows.iter().zip(rivals.iter()))
        .map(|(a, b)| (a.log_posterior(1).unwrap().exp() - b.log_posterior(1).unwrap().exp()).abs())
        .collect();
    assert!(differences.iter().all(|difference| *difference < 0.15), "{differences:?}");
    assert!(differences.iter().sum::<f64>() < 0.03 * ROWS as f64);
}

#[test]
fn bolts_need_a_covariance_for_each_class() {
    let (own, shared) = (judged("bolts", ""), judged("bolts", "model = \"gda\""));
    assert_eq!((own.right, shared.right), (170, 134), "as the samples' README says");
    assert!(own.log_loss.unwrap() < 0.6 * shared.log_loss.unwrap());
}

#[test]
fn calls_are_counts_that_logistic_regression_fits_better() {
    let gda = model(&sample("calls", ""));
    // Half of a Gaussian around 1.1 or less lies below where counts end.
    let estimated = gda.gda().unwrap();
    let (mean, deviation) = (estimated.mean(0, 1).unwrap(), estimated.sigma(0).unwrap().entry(1, 1).sqrt());
    assert_eq!((texts(&gda.classes)[0], mean < deviation), ("night", true));
    let (gda, logistic) = (judged("calls", ""), judged("calls", "model = \"logistic\""));
    assert!(logistic.log_loss.unwrap() < gda.log_loss.unwrap() - 0.01);
}

#[test]
fn two_clusters_are_told_apart_by_bins_and_not_by_one_covariance() {
    let gda = judged("two-clusters", "");
    let study = models::open(
        posterior::table::sample("two-clusters").unwrap().csv,
        "target = \"room\"\nmodel = \"categorical\"\n[[feature]]\nname = \"temperature_c\"\nbins = \"width:10\"\n\
         [[feature]]\nname = \"humidity_pct\"\nbins = \"width:10\"\n",
    );
    let bins = evaluate(model(&study).as_ref());
    assert_eq!((gda.right, bins.right), (107, 198), "as the samples' README says");
}

#[test]
fn repairs_have_a_tail_that_logistic_regression_bears_better() {
    let (gda, logistic) = (judged("repairs", ""), judged("repairs", "model = \"logistic\""));
    assert_eq!((gda.right, logistic.right), (164, 179), "as the samples' README says");
    assert!(logistic.log_loss.unwrap() < gda.log_loss.unwrap() - 0.01);
}

#[test]
fn letters_are_long_enough_that_presence_says_little() {
    let bernoulli = "model = \"bernoulli\"\nevent = \"bernoulli\"";
    let (multinomial, bernoulli) = (judged("letters", ""), judged("letters", bernoulli));
    assert_eq!((multinomial.right, bernoulli.right), (175, 147), "as the samples' README says");
}

#[test]
fn the_list_of_samples_fits_80_columns_and_their_readme_names_each() {
    let readme = include_str!("../../samples/README.md");
    for sample in posterior::table::samples() {
        // `  sample:chinese-japan  ` stands before the title.
        assert!(sample.title.chars().count() <= 80 - 24, "{}", sample.name);
        assert!(readme.contains(&format!("| `{}` |", sample.name)), "{}", sample.name);
    }
}
