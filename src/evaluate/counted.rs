//! Predictions that were counted where the rows are: how many of a class were called what, fold by fold, with what log loss
//! and Brier score are sums of.

use std::collections::HashMap;

use super::calibration::Calibration;
use super::confusion::{Evaluation, Fold, evaluate_rows};
use super::promises::Promises;
use super::rows::{EvaluatedRow, EvaluatedRows};
use super::said_elsewhere::CLASSES;
use crate::math::Name;
use crate::model::{COUNTED, RowPrediction};
use crate::problem::Problem;
use crate::table::MOST_FOLDS;
use crate::text::{brief, grouped, shown};

/// The answer to the query that counts.
#[derive(Clone, Debug, Default)]
pub struct Counted {
    groups: Vec<Group>,
    /// The folds, in the order in which they are met.
    folds: Vec<String>,
    /// The classes, in the same order.
    classes: Vec<Name>,
    /// Whether what log loss and Brier score are sums of is said, too.
    has_sums: bool,
}

/// Rows of one class and one fold that were called the same.
#[derive(Clone, Debug)]
struct Group {
    fold: Option<usize>,
    actual: usize,
    predicted: Option<usize>,
    /// n, rows, tied, impossible.
    counts: [u64; 4],
    /// The sums of −ln P(actual | x) and of the Brier score.
    sums: [f64; 2],
}

/// The columns that every such file has.
const LEAST: usize = 4;

/// The column of a name.
fn place(header: &csv::StringRecord, name: &str) -> Option<usize> {
    header.iter().position(|other| other.trim_start_matches('\u{feff}').trim() == name)
}

impl Counted {
    /// Whether a file is of this kind, by its first line: it has `fold`, `actual`, `predicted`, `n` and `rows`. Where somebody
    /// says that `n` is the weight, the first four do; else `n` may be anything, such as the number of a row.
    pub fn is_one(text: &str, by_n: bool) -> bool {
        let mut reader =
            csv::ReaderBuilder::new().from_reader(text.lines().next().unwrap_or_default().as_bytes());
        let header = reader.headers();
        let least = if by_n { LEAST } else { LEAST + 1 };
        header.is_ok_and(|header| COUNTED.iter().take(least).all(|name| place(header, name).is_some()))
    }

    /// Reads such a file; `known` are the classes of the model, where there is one.
    ///
    /// # Errors
    /// When a column is not there, a count or a sum is none, or there is nothing to judge by.
    pub fn read(label: &str, text: &str, known: &[Name]) -> Result<Counted, Problem> {
        let wrong = |line: Option<u64>, what: String, fix: &str| Problem {
            kind: "bad_csv",
            what,
            fix: fix.to_owned(),
            place: Some(shown(label).into_owned()),
            line,
            ..Problem::default()
        };
        let again = "write it again: posterior sql TABLE --model-from SUMS --evaluate";
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        let unread = |error: csv::Error| wrong(None, format!("it cannot be read: {error}"), again);
        let header = reader.headers().map_err(unread)?.clone();
        let places = COUNTED.map(|name| place(&header, name));
        if let Some((name, _)) = COUNTED.iter().zip(places).take(LEAST).find(|(_, place)| place.is_none()) {
            return Err(wrong(None, format!("there is no column “{name}”"), again));
        }
        let [.., log_loss, brier] = places;
        let mut counted = Counted {
            classes: known.to_vec(),
            has_sums: log_loss.is_some() && brier.is_some(),
            ..Counted::default()
        };
        let mut classes: HashMap<String, usize> =
            known.iter().zip(0..).map(|(name, at)| (name.as_str().to_owned(), at)).collect();
        let (mut folds, mut all): (HashMap<String, usize>, u64) = (HashMap::new(), 0);
        for record in reader.records() {
            let record = record.map_err(unread)?;
            let line = record.position().map(csv::Position::line);
            let cell = |at: usize| {
                let place = places.get(at).copied().flatten();
                place.and_then(|place| record.get(place)).map(str::trim)
            };
            let text = |at: usize| cell(at).unwrap_or_default();
            let mut class = |name: &str| {
                *classes.entry(name.to_owned()).or_insert_with(|| {
                    counted.classes.push(Name::new(name));
                    counted.classes.len() - 1
                })
            };
            let actual = class(text(1));
            let predicted = (!text(2).is_empty()).then(|| class(text(2)));
            let fold = (!text(0).is_empty()).then(|| {
                *folds.entry(text(0).to_owned()).or_insert_with(|| {
                    counted.folds.push(text(0).to_owned());
                    counted.folds.len() - 1
                })
            });
            let mut counts = [0; 4];
            for (at, count) in (3..).zip(&mut counts) {
                let Some(text) = cell(at) else { continue };
                *count = text.parse().map_err(|_| {
                    let name = COUNTED.get(at).copied().unwrap_or_default();
                    wrong(
                        line,
                        format!("“{}” in {name} is no count", brief(text)),
                        "write whole numbers from 0 on",
                    )
                })?;
            }
            let [n, rows, tied, impossible] = &mut counts;
            // Who counts no rows counts each once.
            if cell(4).is_none() {
                *rows = *n;
            }
            if *tied > *n || *impossible > *n || text(1).is_empty() {
                let what = if text(1).is_empty() {
                    "the class that is so is not named".to_owned()
                } else {
                    format!("{} of {n} are tied or impossible", (*tied).max(*impossible))
                };
                return Err(wrong(line, what, again));
            }
            let sum = all.checked_add((*n).max(*rows));
            all = sum.ok_or_else(|| {
                let what = format!("the counts up to this line add up to more than {}", u64::MAX);
                wrong(line, what, again)
            })?;
            let mut sums = [0.0; 2];
            for (at, sum) in (7..).zip(&mut sums).filter(|_| counted.has_sums) {
                let read = text(at).parse().ok().filter(|sum: &f64| sum.is_finite() && *sum > -1e-6);
                *sum = read.ok_or_else(|| {
                    let name = COUNTED.get(at).copied().unwrap_or_default();
                    wrong(line, format!("“{}” in {name} is no sum", brief(text(at))), again)
                })?;
            }
            counted.groups.push(Group { fold, actual, predicted, counts, sums });
            let (k, f) = (counted.classes.len(), counted.folds.len());
            if k > CLASSES || f > MOST_FOLDS as usize {
                let what = if k > CLASSES {
                    format!("there are more than {} classes", grouped(CLASSES as u64))
                } else {
                    format!("there are more than {} folds", grouped(MOST_FOLDS.into()))
                };
                return Err(wrong(line, what, "count fewer of them"));
            }
        }
        if counted.groups.iter().all(|group| group.n() == 0) {
            let what = "it counts no row that has a class".to_owned();
            return Err(Problem {
                kind: "no_data",
                ..wrong(None, what, "name a table with rows of some class")
            });
        }
        Ok(counted)
    }

    /// What follows from the counts; the first `predictable` classes can be said.
    pub(super) fn evaluation(&self, predictable: usize) -> Evaluation {
        let mut rows = EvaluatedRows::new(predictable, self.groups.len());
        let log_joint = vec![f64::NAN; predictable];
        for (row, group) in self.groups.iter().enumerate() {
            let undefined = if group.predicted.is_none() { Some("no_prediction") } else { None };
            let predicted = group.predicted;
            let prediction = RowPrediction { row, log_joint: &log_joint, predicted, tied: &[], undefined };
            rows.push(EvaluatedRow { prediction, actual: group.actual, weight: group.n(), fold: group.fold });
        }
        let mut found = evaluate_rows(self.classes.clone(), predictable, rows);
        let sum = |at: usize| self.groups.iter().filter_map(|group| group.counts.get(at)).sum::<u64>();
        let defined = found.n - found.n_undefined;
        let mean = |at: usize| {
            let sum: f64 = self.groups.iter().filter_map(|group| group.sums.get(at)).sum();
            (self.has_sums && defined > 0).then(|| sum / defined as f64)
        };
        (found.n_tied, found.n_impossible) = (sum(2), sum(3));
        (found.log_loss, found.brier) = (mean(0).filter(|_| found.n_impossible == 0), mean(1));
        // A group has no posterior of its own.
        found.promises = Promises::default();
        found.calibration = std::sync::Arc::new(Calibration::put_together(&[], None));
        (found.rows, found.counted) = (EvaluatedRows::default(), Some(sum(1)));
        found
    }

    /// The folds, in the order of the file.
    pub(super) fn folds(&self) -> Vec<Fold> {
        let of = |(fold, name): (usize, &String)| {
            let mut found = Fold {
                fold,
                name: shown(name).into_owned(),
                by_column: true,
                by_class: vec![0; self.classes.len()],
                right: 0,
                error: None,
            };
            for group in self.groups.iter().filter(|group| group.fold == Some(fold)) {
                found.by_class.get_mut(group.actual).into_iter().for_each(|count| *count += group.n());
                found.right += if group.predicted == Some(group.actual) { group.n() } else { 0 };
            }
            found
        };
        self.folds.iter().enumerate().map(of).collect()
    }

    /// The classes of the file.
    pub(super) fn classes(&self) -> usize {
        self.classes.len()
    }
}

impl Group {
    fn n(&self) -> u64 {
        self.counts.first().copied().unwrap_or(0)
    }
}
