//! Predictions that another program made, read from a table: what is so, what was said, and how sure it was.

use std::collections::HashMap;

use super::confusion::{Evaluation, Fold, POSTERIORS, Tested, evaluate_rows};
use super::counted::Counted;
use super::promises::Promises;
use super::rows::{EvaluatedRow, EvaluatedRows};
use crate::math::Name;
use crate::model::RowPrediction;
use crate::problem::Problem;
use crate::recipe::{Split, find_column};
use crate::table::{Cell, Table};
use crate::text::{brief, grouped};

/// The columns of a table of predictions, as they were typed.
#[derive(Clone, Debug)]
pub struct PredictionColumns {
    /// The class of each row.
    pub actual: String,
    /// What was said; the class of the largest posterior where the table has no such column.
    pub predicted: String,
    /// How often each row counts.
    pub weight: Option<String>,
}

/// Classes of a matrix, which has a cell for each pair of them.
pub(super) const CLASSES: usize = 5_000;

/// Posteriors of so many decimals may be rounded.
const ROUNDED: f64 = 5e-5;

/// Rows that are named in a sentence.
const NAMED: usize = 5;

impl Counted {
    /// What follows from counts that were read from a file.
    pub fn evaluate(&self, label: &str) -> Evaluation {
        let mut evaluation = self.evaluation(self.classes());
        evaluation.tested = Some(read_from(label, self.folds(), false, Vec::new()));
        evaluation
    }
}

/// Of predictions that were read from a file: what is known of how they were made.
fn read_from(label: &str, folds: Vec<Fold>, has_posteriors: bool, warnings: Vec<String>) -> Tested {
    Tested {
        split: Split::File(label.to_owned()),
        seed: 0,
        folds,
        warnings,
        before: 0,
        training: (0, 0),
        repetitions: None,
        elsewhere: Some(has_posteriors),
    }
}

impl PredictionColumns {
    /// The columns that must be read as texts.
    pub fn texts<'t>(&self, table: &'t Table) -> impl Iterator<Item = &'t str> {
        let found = [&self.actual, &self.predicted].map(|name| find_column(table, name).ok());
        let column = |at: usize| table.columns().get(at).map(|column| column.name.as_str());
        found.into_iter().flatten().filter_map(column)
    }

    /// Holds what was said against what is so. A column `P(class)` has the posteriors of that class.
    ///
    /// # Errors
    /// When a column is not there, a posterior is none, or nothing can be judged.
    pub fn evaluate(&self, table: &Table) -> Result<Evaluation, Problem> {
        let actual = find_column(table, &self.actual)?;
        let posteriors: Vec<(usize, Name)> =
            table.columns().iter().enumerate().filter_map(posterior_column).collect();
        let predicted = match find_column(table, &self.predicted) {
            Err(_) if !posteriors.is_empty() => None,
            found => Some(found?),
        };
        let weight = self.weight.as_ref().map(|name| find_column(table, name)).transpose()?;
        let mut reader = Reader::new(table, posteriors);
        reader.name_classes(predicted);
        let said = reader.labels.len();
        reader.name_classes(Some(actual));
        reader.check_sizes(said)?;
        let mut rows = EvaluatedRows::new(said, table.rows());
        for row in 0..table.rows() {
            let Some(class) = reader.class(row, actual)? else {
                reader.without_class += 1;
                continue;
            };
            let times = weight.map_or(Ok(1), |weight| reader.weight(row, weight))?;
            if times > 0 {
                reader.read(row, predicted, said, |prediction| {
                    rows.push(EvaluatedRow { prediction, actual: class, weight: times, fold: None });
                })?;
            }
        }
        if rows.is_empty() {
            return Err(Problem {
                kind: "no_data",
                what: format!("no row of {} has a class in “{}”", table.source, brief(&self.actual)),
                fix: "name the column of the classes: --actual COLUMN".into(),
                ..Problem::default()
            });
        }
        let has_posteriors = !reader.posteriors.is_empty();
        let warnings = reader.warnings();
        let mut evaluation = evaluate_rows(reader.labels, said, rows);
        if !has_posteriors {
            (evaluation.log_loss, evaluation.brier, evaluation.n_impossible) = (None, None, 0);
            evaluation.promises = Promises::default();
        }
        evaluation.tested = Some(read_from(&table.source, Vec::new(), has_posteriors, warnings));
        Ok(evaluation)
    }
}

/// A column `P(class)`, and the class.
fn posterior_column((at, column): (usize, &crate::table::Column)) -> Option<(usize, Name)> {
    let class = column.name.as_str().trim().strip_prefix("P(")?.strip_suffix(')')?;
    (!class.is_empty()).then(|| (at, Name::new(class)))
}

/// What is found while the rows are read.
struct Reader<'t> {
    table: &'t Table,
    posteriors: Vec<(usize, Name)>,
    labels: Vec<Name>,
    places: HashMap<String, usize>,
    without_class: usize,
    not_one: Rows,
    not_largest: Rows,
}

/// Rows by number: how many, and the first of them.
#[derive(Default)]
struct Rows {
    count: usize,
    first: Vec<String>,
}

impl Rows {
    fn add(&mut self, row: usize) {
        self.count += 1;
        if self.first.len() < NAMED {
            self.first.push((row + 1).to_string());
        }
    }

    /// `row 3`, `rows 3, 5 and 2 more`
    fn named(&self) -> String {
        let more = self.count - self.first.len();
        let more = if more > 0 { format!(" and {} more", grouped(more as u64)) } else { String::new() };
        format!("{} {}{more}", if self.count == 1 { "row" } else { "rows" }, self.first.join(", "))
    }
}

impl<'t> Reader<'t> {
    fn new(table: &'t Table, posteriors: Vec<(usize, Name)>) -> Reader<'t> {
        let labels: Vec<Name> = posteriors.iter().map(|(_, class)| class.clone()).collect();
        let places = labels.iter().zip(0..).map(|(label, at)| (label.as_str().to_owned(), at)).collect();
        let (not_one, not_largest) = (Rows::default(), Rows::default());
        Reader { table, posteriors, labels, places, without_class: 0, not_one, not_largest }
    }

    /// Gives the classes of a column a place, behind those that have one.
    fn name_classes(&mut self, column: Option<usize>) {
        let names =
            column.and_then(|at| self.table.columns().get(at)).map(|column| column.dictionary.names());
        for name in names.unwrap_or_default() {
            if !self.places.contains_key(name.as_str()) {
                self.places.insert(name.as_str().to_owned(), self.labels.len());
                self.labels.push(name.clone());
            }
        }
    }

    fn check_sizes(&self, said: usize) -> Result<(), Problem> {
        let (rows, classes) = (self.table.rows() as u64, self.labels.len());
        let posteriors = rows.saturating_mul(said as u64);
        if classes <= CLASSES && posteriors <= POSTERIORS {
            return Ok(());
        }
        let (what, fix) = if classes > CLASSES {
            let (classes, most) = (grouped(classes as u64), grouped(CLASSES as u64));
            (
                format!("{classes} classes are more than the {most} that are told apart"),
                "name the columns of the classes: --actual COLUMN --predicted COLUMN",
            )
        } else {
            let (posteriors, most) = (grouped(posteriors), grouped(POSTERIORS));
            (
                format!("{posteriors} posteriors are more than the {most} that are judged at a time"),
                "judge some of the rows at a time",
            )
        };
        Err(Problem { kind: "too_large", what, fix: fix.into(), ..Problem::default() })
    }

    /// The place of the class that a cell names.
    fn class(&self, row: usize, column: usize) -> Result<Option<usize>, Problem> {
        match self.table.cell(row, column) {
            Cell::Category(name) => Ok(self.places.get(name.as_str()).copied()),
            Cell::Missing => Ok(None),
            Cell::Number(_) | Cell::Text(_) => Err(Problem {
                kind: "wrong_kind",
                what: format!("row {} has no class where one should be", row + 1),
                fix: "name the columns of the classes: --actual COLUMN --predicted COLUMN".into(),
                ..Problem::default()
            }),
        }
    }

    fn weight(&self, row: usize, column: usize) -> Result<u64, Problem> {
        let number = match self.table.cell(row, column) {
            Cell::Number(number) => number,
            _ => f64::NAN,
        };
        // Up to 2⁵³ floats count without a gap.
        if number >= 0.0 && number.fract() == 0.0 && number < 9e15 {
            return Ok(number as u64);
        }
        let text = self.table.cell_text(row, column).into_owned();
        Err(self.bad_cell(
            row,
            column,
            format!("“{}” is no weight", brief(&text)),
            "write whole numbers from 0 on",
        ))
    }

    fn bad_cell(&self, row: usize, column: usize, what: String, fix: &str) -> Problem {
        let name = self.table.columns().get(column).map(|column| column.name.as_str().to_owned());
        let what = format!("row {}, column {}: {what}", row + 1, brief(name.as_deref().unwrap_or_default()));
        Problem { kind: "bad_csv", what, fix: fix.into(), column: name, ..Problem::default() }
    }

    /// The posteriors of a row; `None` where all are missing.
    fn posteriors(&self, row: usize) -> Result<Option<Vec<f64>>, Problem> {
        let mut values = Vec::with_capacity(self.posteriors.len());
        let mut missing = None;
        for (column, _) in &self.posteriors {
            match self.table.cell(row, *column) {
                Cell::Number(value) if (0.0..=1.0).contains(&value) => values.push(value),
                Cell::Missing => missing = Some(*column),
                _ => {
                    let text = self.table.cell_text(row, *column).into_owned();
                    let what = format!("“{}” is no probability", brief(&text));
                    return Err(self.bad_cell(row, *column, what, "write numbers from 0 to 1"));
                }
            }
        }
        match missing {
            None => Ok(Some(values)),
            Some(_) if values.is_empty() => Ok(None),
            Some(column) => {
                let fix = "write the posterior of every class, or of none";
                Err(self.bad_cell(row, column, "a posterior is missing".into(), fix))
            }
        }
    }

    /// What was said of a row.
    fn read(
        &mut self,
        row: usize,
        predicted: Option<usize>,
        said: usize,
        mut push: impl FnMut(RowPrediction<'_>),
    ) -> Result<(), Problem> {
        let named = predicted.map(|column| self.class(row, column)).transpose()?.flatten();
        let posteriors = if self.posteriors.is_empty() { None } else { self.posteriors(row)? };
        let mut log_joint = vec![f64::NAN; said];
        let Some(values) = posteriors else {
            if let (Some(_), Some((column, _))) = (named, self.posteriors.first()) {
                let fix = "write the posteriors of each row that has a prediction";
                return Err(self.bad_cell(row, *column, "a posterior is missing".into(), fix));
            }
            let undefined = if named.is_none() { Some("no_prediction") } else { None };
            push(RowPrediction { row, log_joint: &log_joint, predicted: named, tied: &[], undefined });
            return Ok(());
        };
        let sum: f64 = values.iter().sum();
        let largest = values.iter().copied().fold(0.0, f64::max);
        if (sum - 1.0).abs() > ROUNDED * values.len() as f64 {
            self.not_one.add(row);
        }
        // A class that has no column of posteriors was given none.
        log_joint.fill(f64::NEG_INFINITY);
        log_joint.iter_mut().zip(&values).for_each(|(ln, value)| *ln = value.ln());
        let best: Vec<usize> =
            (0..values.len()).filter(|class| values.get(*class) == Some(&largest)).collect();
        let first = best.first().copied().filter(|_| sum > 0.0);
        let predicted = if predicted.is_some() { named.filter(|_| sum > 0.0) } else { first };
        let is_best = predicted.is_none_or(|class| best.contains(&class));
        if !is_best {
            self.not_largest.add(row);
        }
        let tied: &[usize] = if best.len() > 1 && is_best && predicted.is_some() { &best } else { &[] };
        let undefined = if predicted.is_none() { Some("no_prediction") } else { None };
        push(RowPrediction { row, log_joint: &log_joint, predicted, tied, undefined });
        Ok(())
    }

    fn warnings(&self) -> Vec<String> {
        let mut all = Vec::new();
        if self.without_class > 0 {
            let have = if self.without_class == 1 { "row has" } else { "rows have" };
            all.push(format!(
                "{} {have} no class and judge{} nothing.",
                grouped(self.without_class as u64),
                if self.without_class == 1 { "s" } else { "" }
            ));
        }
        if self.not_one.count > 0 {
            all.push(format!(
                "The posteriors of {} do not add up to 1; each is taken as its share of their sum.",
                self.not_one.named()
            ));
        }
        if self.not_largest.count > 0 {
            all.push(format!(
                "In {} the predicted class is not the one of the largest posterior.",
                self.not_largest.named()
            ));
        }
        all
    }
}
