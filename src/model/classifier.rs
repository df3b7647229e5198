//! What every model has, whether it is generative or not: what an evaluation and the heads of reports need.

use super::fitted::Fitted;
use super::predict::RowPrediction;
use crate::encode::Dataset;
use crate::math::{Name, Number};

/// Rows that are predicted between two questions whether to go on.
pub(super) const PIECE: usize = 4096;

/// A model that names a class for a row.
pub trait Classifier {
    /// The data it was fitted from.
    fn data(&self) -> &Dataset;
    /// The classes, in the order of every list.
    fn classes(&self) -> &[Name];
    /// What the model is called.
    fn title(&self) -> &'static str;
    /// The line that stands under every result: which of several readings the numbers follow.
    fn conventions(&self) -> String;
    /// What the numbers do not say by themselves, one sentence each, without a full stop.
    fn cautions(&self) -> Vec<String>;
    /// Rows of the data that are learned from, however often each was seen.
    fn table_rows(&self) -> u64;
    /// Training rows of a class, each as often as it was seen.
    fn class_count(&self, class: usize) -> u64;
    /// Rows that have a class and lack what the model cannot do without, and so are not learned from.
    fn dropped(&self) -> u64;
    /// The prior of a class; `None` where it is undefined, and for models without priors.
    fn prior(&self, class: usize) -> Option<Number>;
    /// Whether the features are taken as independent given the class.
    fn is_naive(&self) -> bool;
    /// Whether every number of the model is exact.
    fn is_exact(&self) -> bool;
    /// The code of each class in the class column.
    fn class_codes(&self) -> &[u32];
    /// The class of a row of the data; `None` for rows that are not learned from.
    fn class_of_row(&self, row: usize) -> Option<usize>;
    /// Predicts rows of the data, given in increasing order, a piece at a time: `each` is given every piece, and ends it by
    /// saying no.
    fn predict(&self, rows: &[usize], each: &mut dyn FnMut(Vec<RowPrediction>) -> bool);

    /// Predicts the rows that `wanted` lets through, in order.
    fn predict_rows(&self, wanted: &dyn Fn(usize) -> bool) -> Vec<RowPrediction> {
        let rows: Vec<usize> = (0..self.data().table.rows()).filter(|row| wanted(*row)).collect();
        let mut all = Vec::with_capacity(rows.len());
        self.predict(&rows, &mut |piece| {
            all.extend(piece);
            true
        });
        all
    }
}

impl Classifier for Fitted {
    fn data(&self) -> &Dataset {
        &self.data
    }

    fn classes(&self) -> &[Name] {
        &self.classes
    }

    fn title(&self) -> &'static str {
        self.title()
    }

    fn conventions(&self) -> String {
        self.conventions()
    }

    fn cautions(&self) -> Vec<String> {
        self.cautions()
    }

    fn table_rows(&self) -> u64 {
        self.table_rows()
    }

    fn class_count(&self, class: usize) -> u64 {
        self.class_count(class)
    }

    fn dropped(&self) -> u64 {
        self.dropped()
    }

    fn prior(&self, class: usize) -> Option<Number> {
        self.prior(class)
    }

    fn is_naive(&self) -> bool {
        self.is_naive()
    }

    fn is_exact(&self) -> bool {
        self.is_exact()
    }

    fn class_codes(&self) -> &[u32] {
        self.class_codes()
    }

    fn class_of_row(&self, row: usize) -> Option<usize> {
        self.class_of_row(row)
    }

    fn predict(&self, rows: &[usize], each: &mut dyn FnMut(Vec<RowPrediction>) -> bool) {
        let predictor = self.predictor();
        rows.chunks(PIECE).all(|piece| each(predictor.rows(piece)));
    }
}
