//! Look-ups in a fitted model: rows and counts of a class; classes, features and values by name.

use super::Fitted;
use crate::encode::Cuts;
use crate::math::{Name, Number};
use crate::model::classes::Estimate;
use crate::model::counting::bin_counts;
use crate::model::factor::Factor;
use crate::model::factor::Form;
use crate::model::moments::Scatter;
use crate::model::statistics::Counts;
use crate::recipe::LeftOut;

impl Fitted {
    pub fn class_count(&self, class: usize) -> u64 {
        let code = self.order.get(class).map(|code| *code as usize);
        code.and_then(|code| self.statistics.used_of(code)).map_or(0, |(rows, ..)| rows)
    }

    /// The means of a class and the products of the distances from them; `None` unless numbers are read together.
    pub fn scatter(&self, class: usize) -> Option<&Scatter> {
        self.gda()?;
        self.statistics.complete.get(*self.order.get(class)? as usize)
    }

    /// Training rows, weighted: those with a class, and with every number if the model reads them together.
    pub fn rows(&self) -> u64 {
        self.statistics.used().map(|(rows, ..)| rows).sum()
    }

    /// Training rows of the data: [`Fitted::rows`] without the weights.
    pub fn table_rows(&self) -> u64 {
        self.statistics.used().map(|(_, rows, _)| rows).sum()
    }

    pub fn class_table_rows(&self, class: usize) -> u64 {
        let code = self.order.get(class).map(|code| *code as usize);
        code.and_then(|code| self.statistics.used_of(code)).map_or(0, |(_, rows, _)| rows)
    }

    /// The weight of a training row, if there is a weight column.
    pub fn weight(&self, row: usize) -> Option<u64> {
        self.weight_column().map(|_| self.data.weight(row))
    }

    pub fn weight_column(&self) -> Option<&Name> {
        self.data.table.columns().get(self.data.resolved.weight?).map(|column| &column.name)
    }

    /// Rows with a class that lack a number, so they are not training rows.
    pub fn dropped(&self) -> u64 {
        self.statistics.table_rows.iter().sum::<u64>() - self.table_rows()
    }

    /// Rows of the data without a class.
    pub fn unlabelled(&self) -> u64 {
        self.statistics.unlabelled
    }

    pub(crate) fn weightless(&self) -> u64 {
        self.statistics.unseen
    }

    pub fn is_complete(&self, row: usize) -> bool {
        self.is_naive() || self.features.iter().all(|feature| self.data.number(row, feature.column).is_some())
    }

    /// Rows of a class in which a feature is known, or its words.
    pub fn known(&self, feature: usize, class: usize) -> u64 {
        self.factors().get(feature).map_or_else(|| self.class_count(class), |factor| factor.total(class))
    }

    /// The mean of a feature in a class; `None` if it is not a number there.
    pub fn mean(&self, feature: usize, class: usize) -> Option<f64> {
        match self.gda() {
            Some(gda) => gda.mean(class, feature),
            None => self.factors().get(feature)?.mean(class).map(|mean| mean.to_f64()),
        }
    }

    /// Whether no training row has a class and its prior is 0, so that its score is 0 in every case. Only a model with
    /// held-out rows has such a class.
    pub(crate) fn is_absent(&self, class: usize) -> bool {
        self.absent.get(class).copied().unwrap_or(false)
    }

    pub(crate) fn class_codes(&self) -> &[u32] {
        &self.order
    }

    pub fn prior_estimate(&self, class: usize) -> Option<&Estimate> {
        self.priors.get(class)
    }

    pub fn prior(&self, class: usize) -> Option<Number> {
        self.priors.get(class).and_then(Estimate::value)
    }

    pub fn class(&self, name: &str) -> Option<usize> {
        self.names.get(name).copied()
    }

    pub fn feature_names(&self) -> impl ExactSizeIterator<Item = &Name> + Clone {
        self.features.iter().map(|feature| &feature.name)
    }

    /// The factor of a feature by the exact name of its column; `None` if it is read with others.
    pub fn factor(&self, name: &str) -> Option<&Factor> {
        self.factors().get(self.feature(name)?)
    }

    pub fn feature(&self, name: &str) -> Option<usize> {
        self.positions.get(name).copied()
    }

    pub fn position(&self, factor: &Factor, value: &str) -> Option<usize> {
        if factor.is_listed() {
            return factor.by_word(value);
        }
        if matches!(factor.form, Form::Bins(_) | Form::Flag) {
            return factor.values().iter().position(|name| name.as_str() == value);
        }
        let column = self.data.table.columns().get(factor.column)?;
        factor.by_code(column.dictionary.code(value)?)
    }

    /// The value of a factor that a text means: the exact match, else the only one that equals it.
    pub fn meant(&self, factor: &Factor, text: &str) -> Option<usize> {
        let column = || self.data.table.columns().get(factor.column);
        self.position(factor, text).or_else(|| factor.by_code(column()?.dictionary.meant(text)?))
    }

    /// Counts the rows of each class in each bin of a factor under other cuts, by bin and class; `None` for other
    /// forms.
    pub fn recounted(&self, factor: usize, cuts: &Cuts) -> Option<Vec<Vec<u64>>> {
        self.factors().get(factor)?.cuts()?;
        let mut bins = vec![vec![0; self.classes.len()]; cuts.bins()];
        let tally = match self.statistics.features.get(factor)? {
            Counts::Numbers(tally) => tally,
            Counts::Bins { .. } => {
                let codes = self.statistics.layout().classes;
                let table = bin_counts(&self.data, self.statistics.layout(), factor, cuts);
                for (bin, counts) in bins.iter_mut().zip(table.chunks(codes.max(1))) {
                    for (sum, code) in bin.iter_mut().zip(&self.order) {
                        *sum += counts.get(*code as usize).copied().unwrap_or(0);
                    }
                }
                return Some(bins);
            }
            _ => return None,
        };
        for (number, counts) in tally.iter() {
            let Some(bin) = bins.get_mut(cuts.bin(number)) else { continue };
            for (sum, code) in bin.iter_mut().zip(&self.order) {
                *sum += counts.get(*code as usize).copied().unwrap_or(0);
            }
        }
        Some(bins)
    }

    /// Why the recipe leaves a word out of a factor's vocabulary, even if no training row has it; `None` for words of
    /// the vocabulary and for unknown words.
    pub(crate) fn why_left_out(&self, factor: &Factor, word: &Name) -> Option<LeftOut> {
        if factor.is_listed() && !factor.is_word_counts() {
            return None;
        }
        let found = factor.left_out().iter().find(|left_out| left_out.word == *word).map(|found| found.why);
        let unseen = || self.data.resolved.words.why_not(word.as_str(), 0);
        found.or_else(|| unseen().filter(|why| *why == LeftOut::StopWord))
    }

    /// The class of a row of the data, as a class of this model; `None` for rows that are not training rows.
    pub fn class_of_row(&self, row: usize) -> Option<usize> {
        let used = self.is_complete(row) && self.data.weight(row) > 0;
        let code = self.data.class_code(row).filter(|_| used)?;
        self.places.get(code as usize).copied().flatten()
    }

    /// The training rows of a class, from 0.
    pub fn rows_of(&self, class: usize) -> &[usize] {
        let all = self.rows_of.get_or_init(|| {
            let mut all = vec![Vec::new(); self.classes.len()];
            for row in 0..self.data.table.rows() {
                let class = self.class_of_row(row).and_then(|class| all.get_mut(class));
                class.into_iter().for_each(|rows: &mut Vec<usize>| rows.push(row));
            }
            all
        });
        all.get(class).map(Vec::as_slice).unwrap_or_default()
    }
}
