//! What a model must beat: it looks at no feature, and says of every row how common each class is.

use std::sync::Arc;

use super::classes::{order, places};
use super::classifier::{Classifier, PIECE};
use super::error;
use super::predict::RowPrediction;
use crate::encode::Dataset;
use crate::math::{Name, Number};
use crate::problem::Problem;

/// The class shares of the training rows, said of every row.
///
/// # Formula
/// `P(c | x) = n_c/n` whatever x is, so the commonest class is named: the first of them where several are.
#[derive(Clone, Debug)]
pub struct Baseline {
    /// The data it was fitted from.
    pub data: Arc<Dataset>,
    /// The classes, in order of first appearance or as the recipe orders them.
    pub classes: Vec<Name>,
    order: Vec<u32>,
    /// The place of each class code in the order.
    places: Vec<Option<usize>>,
    /// Training rows of each class, each as often as it was seen.
    counts: Vec<u64>,
    table_rows: u64,
}

impl Baseline {
    /// Counts the classes of the rows.
    ///
    /// # Errors
    /// When no row has a class, or the recipe's order of classes does not fit.
    pub fn fit(data: Arc<Dataset>) -> Result<Baseline, Problem> {
        let column = data.table.columns().get(data.resolved.target);
        let names = column.map(|column| column.dictionary.names()).unwrap_or_default();
        let said = data.resolved.recipe.classes.as_deref();
        let (mut counts, mut first) = (vec![0u64; names.len()], vec![None; names.len()]);
        let mut table_rows = 0;
        for row in 0..data.table.rows() {
            let Some(code) = data.class_code(row).filter(|_| data.weight(row) > 0) else { continue };
            table_rows += 1;
            first.get_mut(code as usize).into_iter().for_each(|first: &mut Option<usize>| {
                first.get_or_insert(row);
            });
            counts.get_mut(code as usize).into_iter().for_each(|count| *count += data.weight(row));
        }
        if table_rows == 0 {
            return Err(match data.held_out {
                Some(_) => error::no_training_row(),
                None => error::no_data(column.map_or("", |column| column.name.as_str())),
            });
        }
        let order = match &data.held_out {
            Some(held_out) => held_out.order().to_vec(),
            None => {
                let mut order = order(said, names)?;
                let seen = |code: &u32| first.get(*code as usize).copied().flatten();
                order.retain(|code| seen(code).is_some());
                if said.is_none() {
                    order.sort_by_key(seen);
                }
                order
            }
        };
        Ok(Baseline {
            classes: order.iter().filter_map(|code| names.get(*code as usize)).cloned().collect(),
            counts: order.iter().map(|code| counts.get(*code as usize).copied().unwrap_or(0)).collect(),
            places: places(&order),
            order,
            table_rows,
            data,
        })
    }
}

impl Classifier for Baseline {
    fn data(&self) -> &Dataset {
        &self.data
    }

    fn classes(&self) -> &[Name] {
        &self.classes
    }

    fn title(&self) -> &'static str {
        "Baseline"
    }

    fn conventions(&self) -> String {
        "no feature is read: every row has the class shares of the training rows".to_owned()
    }

    fn cautions(&self) -> Vec<String> {
        Vec::new()
    }

    fn table_rows(&self) -> u64 {
        self.table_rows
    }

    fn class_count(&self, class: usize) -> u64 {
        self.counts.get(class).copied().unwrap_or(0)
    }

    fn dropped(&self) -> u64 {
        0
    }

    fn prior(&self, class: usize) -> Option<Number> {
        Number::ratio(self.class_count(class), self.counts.iter().sum::<u64>())
    }

    fn is_naive(&self) -> bool {
        false
    }

    fn is_exact(&self) -> bool {
        true
    }

    fn class_codes(&self) -> &[u32] {
        &self.order
    }

    fn class_of_row(&self, row: usize) -> Option<usize> {
        let code = self.data.class_code(row).filter(|_| self.data.weight(row) > 0)?;
        self.places.get(code as usize).copied().flatten()
    }

    fn predict(&self, rows: &[usize], each: &mut dyn FnMut(Vec<RowPrediction>) -> bool) {
        let n = self.counts.iter().sum::<u64>() as f64;
        let log_joint: Vec<f64> = self.counts.iter().map(|count| (*count as f64 / n).ln()).collect();
        let most = self.counts.iter().max();
        let mut tied: Vec<usize> =
            (0..self.counts.len()).filter(|class| self.counts.get(*class) == most).collect();
        let predicted = tied.first().copied();
        if tied.len() == 1 {
            tied.clear();
        }
        let of = |row: usize| RowPrediction {
            row,
            log_joint: log_joint.clone(),
            predicted,
            tied: tied.clone(),
            undefined: None,
        };
        rows.chunks(PIECE).all(|piece| each(piece.iter().map(|row| of(*row)).collect()));
    }
}
