//! ln score of a case by class, as sums that terms can be taken away from again: how many of the terms are minus infinity
//! and how many are 0/0 is counted, and does not swallow the others. Absent words are one sum over the whole vocabulary,
//! corrected for the few words that are there.

use std::collections::HashSet;

use super::case_cell::CaseValue;
use super::factor::Factor;
use super::fitted::Fitted;
use super::form::Form;
use crate::math::Number;

#[derive(Clone, Copy, Debug)]
pub(super) enum Term {
    /// P(value | class).
    Value(usize),
    /// 1 − P(word | class).
    Absent(usize),
    /// p(x | class).
    Density(f64),
}

impl Term {
    /// Its logarithm in a class; NaN for 0/0.
    fn ln(self, fitted: &Fitted, factor: &Factor, class: usize) -> f64 {
        match self {
            Term::Value(value) => fitted.ln_multiplied(factor, value, class),
            Term::Absent(word) => fitted.ln_multiplied_absent(factor, word, class),
            Term::Density(x) => fitted.ln_multiplied_density(factor, x, class),
        }
    }

    /// The number itself in a class; `None` for 0/0.
    pub(super) fn number(self, fitted: &Fitted, factor: &Factor, class: usize) -> Option<Number> {
        match self {
            Term::Value(value) => fitted.multiplied(factor, value, class),
            Term::Absent(word) => fitted.multiplied_absent(&factor.estimate(word, class)),
            Term::Density(x) => fitted.multiplied_density(factor, x, class),
        }
    }
}

/// All that a cell multiplies the scores with, each with how often. Of words that are present or absent, every word of the
/// vocabulary has its part.
pub(super) fn terms(factor: &Factor, value: &CaseValue) -> Vec<(Term, u32)> {
    match value {
        CaseValue::Missing | CaseValue::Unseen => Vec::new(),
        CaseValue::Value(value) => vec![(Term::Value(*value), 1)],
        CaseValue::Number(x) => vec![(Term::Density(*x), 1)],
        CaseValue::Words { known, .. } if factor.form == Form::Presence => {
            let present: HashSet<usize> = known.iter().map(|(word, _)| *word).collect();
            let term = |word| if present.contains(&word) { Term::Value(word) } else { Term::Absent(word) };
            (0..factor.k()).map(|word| (term(word), 1)).collect()
        }
        CaseValue::Words { known, .. } => {
            known.iter().map(|(word, times)| (Term::Value(*word), *times)).collect()
        }
    }
}

#[derive(Clone, Copy, Debug, Default)]
struct Sum {
    finite: f64,
    impossible: i64,
    /// Terms of 0/0.
    undefined: i64,
}

#[derive(Clone, Debug)]
pub(super) struct LogSums(Vec<Sum>);

impl LogSums {
    fn zero(fitted: &Fitted) -> LogSums {
        LogSums(vec![Sum::default(); fitted.classes.len()])
    }

    pub(super) fn priors(fitted: &Fitted) -> LogSums {
        let mut sums = LogSums::zero(fitted);
        sums.add(1, |class| fitted.prior(class).map_or(f64::NAN, |prior| prior.ln()));
        sums
    }

    /// ln of all that a cell multiplies the scores with.
    pub(super) fn of(fitted: &Fitted, factor: &Factor, value: &CaseValue) -> LogSums {
        let mut sums = LogSums::zero(fitted);
        for (term, times) in terms(factor, value) {
            sums.take(fitted, factor, term, i32::try_from(times).unwrap_or(i32::MAX));
        }
        sums
    }

    /// Adds a term so many times, or takes it away where `times` is negative.
    pub(super) fn take(&mut self, fitted: &Fitted, factor: &Factor, term: Term, times: i32) {
        self.add(times, |class| term.ln(fitted, factor, class));
    }

    fn add(&mut self, times: i32, ln: impl Fn(usize) -> f64) {
        for (class, sum) in self.0.iter_mut().enumerate() {
            match ln(class) {
                ln if ln.is_nan() => sum.undefined += i64::from(times),
                f64::NEG_INFINITY => sum.impossible += i64::from(times),
                ln => sum.finite += f64::from(times) * ln,
            }
        }
    }

    pub(super) fn merge(&mut self, other: &LogSums) {
        for (mine, theirs) in self.0.iter_mut().zip(&other.0) {
            mine.finite += theirs.finite;
            mine.impossible += theirs.impossible;
            mine.undefined += theirs.undefined;
        }
    }

    /// The sums by class: NaN where a term is 0/0, minus infinity where one is.
    pub(super) fn values(&self) -> Vec<f64> {
        let value = |sum: &Sum| match (sum.undefined, sum.impossible) {
            (0, 0) => sum.finite,
            (0, _) => f64::NEG_INFINITY,
            _ => f64::NAN,
        };
        self.0.iter().map(value).collect()
    }
}

/// ln(1 − P(word | class)) of a vocabulary.
pub(super) struct Absences {
    classes: usize,
    /// By word and class; minus infinity where every document of the class has the word.
    logs: Vec<f64>,
    sums: Vec<f64>,
    certain: Vec<usize>,
}

impl Absences {
    pub(super) fn new(fitted: &Fitted, factor: &Factor) -> Self {
        let classes = fitted.classes.len();
        let logs = fitted.all_ln_multiplied(factor, true);
        let (mut sums, mut certain) = (vec![0.0; classes], vec![0; classes]);
        for row in logs.chunks_exact(classes.max(1)) {
            for ((log, sum), certain) in row.iter().zip(&mut sums).zip(&mut certain) {
                if *log == f64::NEG_INFINITY {
                    *certain += 1;
                } else {
                    *sum += log;
                }
            }
        }
        Absences { classes, logs, sums, certain }
    }

    pub(super) fn sum(&self, class: usize) -> f64 {
        self.sums.get(class).copied().unwrap_or(0.0)
    }

    /// Adds a document to the logarithms of its scores: its words are present, all others absent. `presence` gives
    /// ln P(word | class).
    pub(super) fn add(
        &self,
        joint: &mut [f64],
        mut words: Vec<usize>,
        presence: impl Fn(usize, usize) -> f64,
    ) {
        words.sort_unstable();
        words.dedup();
        let (mut sums, mut certain) = (self.sums.clone(), self.certain.clone());
        for word in words {
            let from = word * self.classes;
            let absent = self.logs.get(from..from + self.classes).unwrap_or_default();
            for (((absent, class), sum), certain) in absent.iter().zip(0..).zip(&mut sums).zip(&mut certain) {
                *sum += presence(word, class);
                if *absent == f64::NEG_INFINITY {
                    *certain -= 1;
                } else {
                    *sum -= absent;
                }
            }
        }
        for ((joint, sum), certain) in joint.iter_mut().zip(sums).zip(certain) {
            *joint += if certain > 0 && !sum.is_nan() { f64::NEG_INFINITY } else { sum };
        }
    }
}
