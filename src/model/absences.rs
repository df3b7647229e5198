//! Absent words in logarithms: the sum over the whole vocabulary once, corrected for the few words that are there.

use super::factor::Factor;
use super::fitted::Fitted;

/// ln(1 − P(word | class)) of a vocabulary.
pub(super) struct Absences {
    classes: usize,
    /// By word and class; minus infinity where every document of the class has the word.
    logs: Vec<f64>,
    /// By class, the sum of those that are finite.
    sums: Vec<f64>,
    /// By class, how many are minus infinity.
    certain: Vec<usize>,
}

impl Absences {
    pub(super) fn new(fitted: &Fitted, factor: &Factor) -> Self {
        let classes = fitted.classes.len();
        let cells = (0..factor.k()).flat_map(|word| (0..classes).map(move |class| (word, class)));
        let ln = |word: usize, class: usize| fitted.ln_taken(factor.estimate(word, class).opposite().ln());
        let logs: Vec<f64> = cells.map(|(word, class)| ln(word, class)).collect();
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

    /// Adds a document to the logarithms of its scores: its words are present, all others absent. `presences` holds
    /// ln P(word | class) by word and class.
    pub(super) fn add(&self, joint: &mut [f64], mut words: Vec<usize>, presences: &[f64]) {
        words.sort_unstable();
        words.dedup();
        let (mut sums, mut certain) = (self.sums.clone(), self.certain.clone());
        for word in words {
            let from = word * self.classes;
            let absent = self.logs.get(from..from + self.classes).unwrap_or_default();
            let present = presences.get(from..from + self.classes).unwrap_or_default();
            for (((absent, present), sum), certain) in
                absent.iter().zip(present).zip(&mut sums).zip(&mut certain)
            {
                *sum += present;
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
