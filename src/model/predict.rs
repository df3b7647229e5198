//! Many rows, predicted by sums of logarithms.

use std::cell::LazyCell;
use std::cmp::Ordering;

use super::case::{Case, add_word_logs};
use super::case_cell::CaseValue;
use super::factor::Factor;
use super::fitted::Fitted;
use super::log_sums::Absences;
use super::prediction::{Factors, NEAR, Undefined, compare_exactly};
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
        self.log_joint.get(class).zip(self.log_evidence()).map(|(ln, all)| ln - all.0 - all.1)
    }

    /// ln P(c | x) of every class; `None` when the posterior is undefined.
    pub fn log_posteriors(&self) -> Option<Vec<f64>> {
        let (highest, rest) = self.log_evidence()?;
        Some(self.log_joint.iter().map(|ln| ln - highest - rest).collect())
    }

    /// ln of the sum of the scores, as that of the highest and what the others add to it.
    fn log_evidence(&self) -> Option<(f64, f64)> {
        self.predicted?;
        let highest = self.log_joint.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let sum: f64 = self.log_joint.iter().map(|ln| (ln - highest).exp()).sum();
        Some((highest, sum.ln()))
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
struct Logs {
    /// By value and class.
    table: Vec<f64>,
    /// Of words that are present or absent.
    absences: Option<Absences>,
}

/// A model made ready to predict rows: its logarithms, computed once.
pub struct Predictor<'a> {
    fitted: &'a Fitted,
    logs: Vec<Logs>,
    priors: Vec<f64>,
}

impl Predictor<'_> {
    /// Predicts rows of the data, given in increasing order. Rows that the data does not have are left out.
    pub fn rows(&self, rows: &[usize]) -> Vec<RowPrediction> {
        let mut out = Vec::with_capacity(rows.len());
        for segment in self.fitted.data.table.segments() {
            let from = rows.partition_point(|row| *row < segment.rows.start);
            let to = rows.partition_point(|row| *row < segment.rows.end);
            for block in rows.get(from..to).unwrap_or_default().chunks(BLOCK) {
                let places: Vec<usize> = block.iter().map(|row| row - segment.rows.start).collect();
                let joints = self.fitted.block(segment, &places, &self.logs, &self.priors);
                for (row, log_joint) in
                    block.iter().zip(joints.chunks_exact(self.fitted.classes.len().max(1)))
                {
                    out.push(self.fitted.decide(*row, log_joint.to_vec()));
                }
            }
        }
        out
    }

    /// ln score of a case in each class; not of a model that reads its numbers together.
    pub(super) fn joint(&self, case: &Case) -> Vec<f64> {
        let mut joint = self.priors.clone();
        for ((factor, cell), logs) in self.fitted.factors().iter().zip(&case.cells).zip(&self.logs) {
            self.add(&mut joint, factor, &cell.value, logs);
        }
        self.fitted.without_absent(&mut joint);
        joint
    }

    fn add(&self, joint: &mut [f64], factor: &Factor, value: &CaseValue, logs: &Logs) {
        let classes = joint.len();
        let mut add = |value: usize, times: u32| {
            let logs = logs.table.get(value * classes..).unwrap_or_default();
            joint.iter_mut().zip(logs).for_each(|(joint, ln)| *joint += f64::from(times) * ln);
        };
        match value {
            CaseValue::Missing | CaseValue::Unseen => {}
            CaseValue::Value(value) => add(*value, 1),
            CaseValue::Number(x) => {
                for (class, joint) in joint.iter_mut().enumerate() {
                    *joint += self.fitted.ln_multiplied_density(factor, *x, class);
                }
            }
            CaseValue::Words { known, .. } => match &logs.absences {
                Some(absences) => {
                    absences.add(joint, known.iter().map(|(word, _)| *word).collect(), &logs.table);
                }
                None => known.iter().for_each(|(word, times)| add(*word, *times)),
            },
        }
    }
}

impl Fitted {
    /// Predicts the rows that `wanted` lets through, in order.
    pub fn predict_rows(&self, wanted: impl Fn(usize) -> bool) -> Vec<RowPrediction> {
        let rows: Vec<usize> = (0..self.data.table.rows()).filter(|row| wanted(*row)).collect();
        self.predictor().rows(&rows)
    }

    /// The model made ready to predict many rows.
    pub fn predictor(&self) -> Predictor<'_> {
        let ln_prior = |class: usize| match self.is_absent(class) {
            true => f64::NEG_INFINITY,
            false => self.prior(class).map_or(f64::NAN, |p| p.ln()),
        };
        Predictor {
            fitted: self,
            logs: self.factors().iter().map(|factor| self.logs(factor)).collect(),
            priors: (0..self.classes.len()).map(ln_prior).collect(),
        }
    }

    /// The logarithms of a factor.
    fn logs(&self, factor: &Factor) -> Logs {
        let classes = self.classes.len();
        let cells = (0..factor.k()).flat_map(|value| (0..classes).map(move |class| (value, class)));
        let absences = (factor.form == Form::Presence).then(|| Absences::new(self, factor));
        Logs {
            table: cells.map(|(value, class)| self.ln_multiplied(factor, value, class)).collect(),
            absences,
        }
    }

    /// ln score of each row of a block and each class.
    fn block(&self, segment: &Segment, block: &[usize], logs: &[Logs], priors: &[f64]) -> Vec<f64> {
        let mut joints: Vec<f64> = block.iter().flat_map(|_| priors.iter().copied()).collect();
        self.add_logs(segment, block, logs, &mut joints);
        self.without_absent(&mut joints);
        joints
    }

    /// A class that is absent has the score 0 in every case, whatever 0/0 its conditionals are: P(c) = 0 is one of the
    /// factors.
    fn without_absent(&self, joints: &mut [f64]) {
        let classes = self.classes.len();
        for absent in (0..classes).filter(|class| self.is_absent(*class)) {
            joints.iter_mut().skip(absent).step_by(classes).for_each(|joint| *joint = f64::NEG_INFINITY);
        }
    }

    fn add_logs(&self, segment: &Segment, block: &[usize], logs: &[Logs], joints: &mut [f64]) {
        let classes = self.classes.len();
        if let Some(gda) = self.gda() {
            let columns: Vec<Option<&Cells>> =
                self.features.iter().map(|feature| segment.cells.get(feature.column)).collect();
            let mut x = Vec::with_capacity(columns.len());
            for (row, joint) in block.iter().copied().zip(joints.chunks_exact_mut(classes.max(1))) {
                x.clear();
                x.extend(columns.iter().map(|cells| cells.and_then(|c| c.number(row)).unwrap_or(f64::NAN)));
                joint.iter_mut().enumerate().for_each(|(class, joint)| *joint += gda.ln_density(class, &x));
            }
            return;
        }
        for (factor, logs) in self.factors().iter().zip(logs) {
            if factor.is_word_counts() {
                add_word_logs(factor, segment, block, &logs.table, joints);
                continue;
            }
            let Some(cells) = segment.cells.get(factor.column) else { continue };
            for (row, joint) in block.iter().copied().zip(joints.chunks_exact_mut(classes.max(1))) {
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
                    (Cells::Numbers(_), _) => {
                        let Some(x) = cells.number(row) else { continue };
                        for (class, joint) in joint.iter_mut().enumerate() {
                            *joint += self.ln_multiplied_density(factor, x, class);
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
                }
            }
        }
    }

    fn decide(&self, row: usize, log_joint: Vec<f64>) -> RowPrediction {
        let mut out = RowPrediction { row, predicted: None, tied: Vec::new(), undefined: None, log_joint };
        if out.log_joint.iter().any(|ln| ln.is_nan()) {
            out.undefined = Some(if !self.is_naive() { "missing_feature" } else { Undefined::PARAMETER });
            return out;
        }
        let highest = out.log_joint.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        if highest == f64::NEG_INFINITY {
            out.undefined = Some(Undefined::ZERO_EVIDENCE);
            return out;
        }
        // Too close for logarithms: exact arithmetic decides where there is any, else the logarithms as they are.
        let case = LazyCell::new(|| Case::from_row(self, row).ok());
        let tied = leaders(&out.log_joint, |class| self.factors_of(case.as_ref()?, class));
        out.predicted = tied.first().copied();
        out.tied = if tied.len() > 1 { tied } else { Vec::new() };
        out
    }
}

/// The classes whose ln score is so close to the highest that logarithms do not decide between them.
pub(super) fn near(joint: &[f64], highest: f64) -> impl Iterator<Item = usize> {
    let near = NEAR * highest.abs().max(1.0);
    joint.iter().enumerate().filter(move |(_, ln)| highest - **ln <= near).map(|(class, _)| class)
}

/// The class with the highest score, or those that tie, in their order; none where all scores are 0. `joint` holds ln
/// score(c); where classes are too close for logarithms, what is multiplied decides, if it is exact.
pub(super) fn leaders(joint: &[f64], factors: impl Fn(usize) -> Option<Factors>) -> Vec<usize> {
    let highest = joint.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if highest == f64::NEG_INFINITY {
        return Vec::new();
    }
    let mut close = near(joint, highest);
    let Some(first) = close.next() else { return Vec::new() };
    let ln = |class: usize| joint.get(class).copied().unwrap_or(f64::NEG_INFINITY);
    // Multiplying out is work: it is left alone where nothing is close.
    let mut best: Option<(usize, Option<Factors>)> = None;
    let mut tied = vec![first];
    for class in close {
        let (leader, theirs) = best.take().unwrap_or_else(|| (first, factors(first)));
        let mine = factors(class);
        let exactly = mine.as_ref().zip(theirs.as_ref()).and_then(|(f, g)| compare_exactly(f, g));
        best = Some(match exactly.unwrap_or_else(|| ln(class).total_cmp(&ln(leader))) {
            Ordering::Greater => {
                tied = vec![class];
                (class, mine)
            }
            order => {
                if order == Ordering::Equal {
                    tied.push(class);
                }
                (leader, theirs)
            }
        });
    }
    tied
}
