//! Many rows, predicted by sums of logarithms.

use std::cmp::Ordering;
use std::ops::Range;

use super::absences::Absences;
use super::case::Case;
use super::fitted::Fitted;
use super::prediction::{NEAR, Undefined, compare_exactly};
use super::word_counts;
use crate::model::Form;
use crate::table::{Cells, MISSING, Segment};

/// What a model says of one row of the data.
#[derive(Clone, Debug, PartialEq)]
pub struct RowPrediction {
    /// The row, from 0.
    pub row: usize,
    /// ln score(c) by class: minus infinity for 0, NaN where a factor is 0/0. A model without scores gives ln P(c | x).
    pub log_joint: Vec<f64>,
    /// The class with the largest score; `None` when the posterior is undefined.
    pub predicted: Option<usize>,
    /// The classes that share the largest score, if there are several.
    pub tied: Vec<usize>,
    /// Why the posterior is undefined, if it is.
    pub undefined: Option<&'static str>,
}

impl RowPrediction {
    /// ln P(c | x); `None` when the posterior is undefined.
    pub fn log_posterior(&self, class: usize) -> Option<f64> {
        self.predicted?;
        let highest = self.log_joint.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let sum: f64 = self.log_joint.iter().map(|ln| (ln - highest).exp()).sum();
        self.log_joint.get(class).map(|ln| ln - highest - sum.ln())
    }

    /// ln of P(c | x)/(1 − P(c | x)), by which rows can be ordered: unlike the probability it tells rows apart whose
    /// P(c | x) is 1 to the last digit. `None` when the posterior is undefined.
    pub fn log_odds(&self, class: usize) -> Option<f64> {
        self.predicted?;
        let own = self.log_joint.get(class).copied()?;
        let others = || (0..).zip(&self.log_joint).filter(|(other, _)| *other != class).map(|(_, ln)| *ln);
        let highest = others().fold(f64::NEG_INFINITY, f64::max);
        if highest == f64::NEG_INFINITY {
            return Some(f64::INFINITY);
        }
        let sum: f64 = others().map(|ln| (ln - highest).exp()).sum();
        Some(own - highest - sum.ln())
    }
}

/// Rows that are predicted together, column by column.
const BLOCK: usize = 1024;

/// ln P(value | class) of one factor, value by value, class by class.
pub(super) struct Logs {
    /// By value and class.
    pub(super) table: Vec<f64>,
    /// Of words that are present or absent.
    pub(super) absences: Option<Absences>,
}

impl Fitted {
    /// Predicts the rows that `wanted` lets through, in order.
    pub fn predict_rows(&self, wanted: impl Fn(usize) -> bool) -> Vec<RowPrediction> {
        let logs: Vec<Logs> = self.factors.iter().map(|factor| self.logs(factor)).collect();
        let priors: Vec<f64> =
            (0..self.classes.len()).map(|class| self.prior(class).map_or(f64::NAN, |p| p.ln())).collect();
        let mut out = Vec::new();
        for segment in self.data.table.segments() {
            for from in (0..segment.rows.len()).step_by(BLOCK) {
                let block = from..(from + BLOCK).min(segment.rows.len());
                let joints = self.block(segment, &block, &logs, &priors);
                for (at, log_joint) in block.zip(joints.chunks_exact(self.classes.len().max(1))) {
                    let row = segment.rows.start + at;
                    if wanted(row) {
                        out.push(self.decide(row, log_joint.to_vec()));
                    }
                }
            }
        }
        out
    }

    /// The logarithms of a factor.
    pub(super) fn logs(&self, factor: &super::Factor) -> Logs {
        let classes = self.classes.len();
        let cells = (0..factor.k()).flat_map(|value| (0..classes).map(move |class| (value, class)));
        let absences = (factor.form == Form::Presence).then(|| Absences::new(self, factor));
        Logs {
            table: cells.map(|(value, class)| self.ln_multiplied(factor, value, class)).collect(),
            absences,
        }
    }

    /// ln score of each row of a block and each class.
    fn block(&self, segment: &Segment, block: &Range<usize>, logs: &[Logs], priors: &[f64]) -> Vec<f64> {
        let classes = self.classes.len();
        let mut joints: Vec<f64> = block.clone().flat_map(|_| priors.iter().copied()).collect();
        if let Some(gda) = &self.gda {
            let columns: Vec<Option<&Cells>> =
                self.factors.iter().map(|factor| segment.cells.get(factor.column)).collect();
            let mut x = Vec::with_capacity(columns.len());
            for (row, joint) in block.clone().zip(joints.chunks_exact_mut(classes.max(1))) {
                x.clear();
                x.extend(columns.iter().map(|cells| cells.and_then(|c| c.number(row)).unwrap_or(f64::NAN)));
                joint.iter_mut().enumerate().for_each(|(class, joint)| *joint += gda.ln_density(class, &x));
            }
            return joints;
        }
        for (factor, logs) in self.factors.iter().zip(logs) {
            if factor.is_word_counts() {
                word_counts::add_logs(factor, segment, block, &logs.table, &mut joints);
                continue;
            }
            let Some(cells) = segment.cells.get(factor.column) else { continue };
            for (row, joint) in block.clone().zip(joints.chunks_exact_mut(classes.max(1))) {
                let mut add = |value: Option<usize>| {
                    let Some(from) = value.map(|value| value * classes) else { return };
                    let Some(logs) = logs.table.get(from..from + classes) else { return };
                    joint.iter_mut().zip(logs).for_each(|(joint, log)| *joint += log);
                };
                match (cells, &factor.form) {
                    (Cells::Codes(codes), _) => {
                        add(codes
                            .get(row)
                            .filter(|code| **code != MISSING)
                            .and_then(|code| factor.by_code(*code)));
                    }
                    (Cells::Numbers(_), Form::Bins(cuts)) => {
                        add(cells.number(row).map(|value| cuts.bin(value)))
                    }
                    (Cells::Numbers(_), Form::Gaussian(normals)) => {
                        let Some(x) = cells.number(row) else { continue };
                        for (joint, normal) in joint.iter_mut().zip(normals) {
                            *joint += self.ln_density_taken(normal.ln_density(x));
                        }
                    }
                    (Cells::Tokens { .. }, Form::Presence) => {
                        let words = cells.tokens(row).iter().filter_map(|word| factor.by_code(*word));
                        if let Some(absences) = &logs.absences {
                            absences.add(joint, words.collect(), &logs.table);
                        }
                    }
                    (Cells::Tokens { .. }, _) => {
                        cells.tokens(row).iter().for_each(|word| add(factor.by_code(*word)));
                    }
                    _ => {}
                }
            }
        }
        joints
    }

    fn decide(&self, row: usize, log_joint: Vec<f64>) -> RowPrediction {
        let mut out = RowPrediction { row, predicted: None, tied: Vec::new(), undefined: None, log_joint };
        if out.log_joint.iter().any(|ln| ln.is_nan()) {
            out.undefined = Some(if self.gda.is_some() { "missing_feature" } else { Undefined::PARAMETER });
            return out;
        }
        let highest = out.log_joint.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        if highest == f64::NEG_INFINITY {
            out.undefined = Some(Undefined::ZERO_EVIDENCE);
            return out;
        }
        let near = NEAR * highest.abs().max(1.0);
        let close: Vec<usize> = (0..)
            .zip(&out.log_joint)
            .filter(|(_, ln)| highest - **ln <= near)
            .map(|(class, _)| class)
            .collect();
        let Some((first, others)) = close.split_first() else { return out };
        out.predicted = Some(*first);
        if others.is_empty() {
            return out;
        }
        // Too close for logarithms: exact arithmetic decides where there is any, else the logarithms as they are.
        let Ok(case) = Case::from_row(self, row) else { return out };
        let factors = |class: usize| self.factors_of(&case, class).unwrap_or_default();
        let ln = |class: usize| out.log_joint.get(class).copied().unwrap_or(f64::NEG_INFINITY);
        let mut best = (*first, factors(*first));
        let mut tied = vec![*first];
        for class in others {
            let mine = factors(*class);
            match compare_exactly(&mine, &best.1).unwrap_or_else(|| ln(*class).total_cmp(&ln(best.0))) {
                Ordering::Greater => {
                    best = (*class, mine);
                    tied = vec![*class];
                }
                Ordering::Equal => tied.push(*class),
                Ordering::Less => {}
            }
        }
        out.tied = tied;
        out.predicted = Some(best.0);
        if out.tied.len() == 1 {
            out.tied.clear();
        }
        out
    }
}
