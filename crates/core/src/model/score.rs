//! Scores of cases and rows: the terms of P(c) · P(x | c), and their logarithms or fractions, computed once for a model.

use super::error::NOT_A_NUMBER;
use super::prediction::near;
use super::{
    Case, CaseValue, Factor, FactorForm, FeatureColumn, Fitted, Gda, MISSING_FEATURE, Predictions,
    QueryAnswer, RowPrediction, Undefined, share,
};
use crate::encode::times;
use crate::math::Number;
use crate::problem::Problem;
use crate::recipe::Convention;
use crate::table::{Cells, MISSING, Segment};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, ToPrimitive, Zero};
use std::borrow::Cow;
use std::collections::HashSet;
use std::sync::OnceLock;

#[derive(Clone, Copy, Debug)]
pub(super) enum ScoreTerm {
    /// P(value | class).
    Value(usize),
    /// 1 − P(word | class).
    Absent(usize),
    /// p(x | class).
    Density(f64),
}

impl ScoreTerm {
    /// The number itself in a class; `None` for 0/0.
    pub(super) fn number(self, fitted: &Fitted, factor: &Factor, class: usize) -> Option<Number> {
        match self {
            ScoreTerm::Value(value) => fitted.multiplied(factor, value, class),
            ScoreTerm::Absent(word) => fitted.replaced(factor.estimate(word, class).opposite().value()),
            // No program with a convention of its own has a distribution of counts.
            ScoreTerm::Density(x) if factor.is_count() => factor.number_at(x, class),
            ScoreTerm::Density(x) => fitted.replaced(factor.number_at(x, class)),
        }
    }
}

/// The terms that a cell contributes to the scores, each with its count. In the Bernoulli event model every word of the
/// vocabulary contributes.
pub(super) fn terms(factor: &Factor, value: &CaseValue) -> Vec<(ScoreTerm, u32)> {
    match value {
        CaseValue::Missing | CaseValue::Unseen => Vec::new(),
        CaseValue::Value(value) => vec![(ScoreTerm::Value(*value), 1)],
        CaseValue::Number(x) => vec![(ScoreTerm::Density(*x), 1)],
        CaseValue::Words { known, .. } if factor.form == FactorForm::Presence => {
            let present: HashSet<usize> = known.iter().map(|(word, _)| *word).collect();
            let term =
                |word| if present.contains(&word) { ScoreTerm::Value(word) } else { ScoreTerm::Absent(word) };
            (0..factor.k()).map(|word| (term(word), 1)).collect()
        }
        CaseValue::Words { known, .. } => {
            known.iter().map(|(word, times)| (ScoreTerm::Value(*word), *times)).collect()
        }
    }
}

/// How many factors the terms of a cell are, without listing them: a vocabulary may have many words.
pub(super) fn factor_count(factor: &Factor, value: &CaseValue) -> usize {
    match value {
        CaseValue::Missing | CaseValue::Unseen => 0,
        CaseValue::Value(_) | CaseValue::Number(_) => 1,
        CaseValue::Words { .. } if factor.form == FactorForm::Presence => factor.k(),
        CaseValue::Words { known, .. } => known.iter().map(|(_, times)| *times as usize).sum(),
    }
}

/// ln(1 − P(word | class)) for a vocabulary.
pub(super) struct Absences {
    /// By word and class; minus infinity where every document of the class has the word.
    logs: Vec<f64>,
    /// By class: the sum of the finite ones, and how many are minus infinity.
    sums: Vec<(f64, usize)>,
}

impl Absences {
    pub(super) fn new(fitted: &Fitted, factor: &Factor) -> Self {
        let logs = fitted.all_ln_multiplied(factor, true);
        let mut sums = vec![(0.0, 0); fitted.classes.len()];
        for row in logs.chunks_exact(sums.len().max(1)) {
            for (log, (sum, certain)) in row.iter().zip(&mut sums) {
                if *log == f64::NEG_INFINITY { *certain += 1 } else { *sum += log }
            }
        }
        Absences { logs, sums }
    }

    pub(super) fn sum(&self, class: usize) -> f64 {
        self.sums.get(class).map_or(0.0, |(sum, _)| *sum)
    }

    /// Adds a document to the logarithms of its scores: its words are present, all others absent. `presence` gives
    /// ln P(word | class) by class.
    fn add<'l>(&self, joint: &mut [f64], mut words: Vec<usize>, presence: impl Fn(usize) -> Cow<'l, [f64]>) {
        words.sort_unstable();
        words.dedup();
        let (classes, mut sums) = (self.sums.len(), self.sums.clone());
        for word in words {
            let absent = self.logs.get(word * classes..(word + 1) * classes).unwrap_or_default();
            for ((absent, present), (sum, certain)) in absent.iter().zip(&*presence(word)).zip(&mut sums) {
                *sum += present;
                if *absent == f64::NEG_INFINITY { *certain -= 1 } else { *sum -= absent }
            }
        }
        for (joint, (sum, certain)) in joint.iter_mut().zip(sums) {
            *joint += if certain > 0 && !sum.is_nan() { f64::NEG_INFINITY } else { sum };
        }
    }
}

/// The most rows of a block, and the most scores.
const ROWS: usize = 1024;
const SCORES: usize = 1 << 16;
/// Counts below this have their probabilities computed once.
const SMALL_COUNTS: usize = 64;
/// Tables with fewer rows do not use them often enough.
const MANY_ROWS: usize = 4096;
/// Documents seldom have more words.
const WORDS: usize = 256;

/// What is the same for every row in the scores of one factor.
struct Logs {
    /// ln P(value | class) by value and class, of a count by number and class; empty where few values are needed, so each
    /// is computed by itself.
    table: Vec<f64>,
    absences: Option<Absences>,
}

impl Logs {
    fn new(fitted: &Fitted, factor: &Factor, rows: usize) -> Logs {
        let classes = fitted.classes.len();
        let is_text = factor.is_words() && !factor.is_word_counts();
        let table = if factor.is_count() && fitted.data.table.rows() >= MANY_ROWS {
            let ln = |at: usize| fitted.ln_multiplied_density(factor, (at / classes) as f64, at % classes);
            (0..SMALL_COUNTS * classes).map(ln).collect()
        } else if is_text && rows.saturating_mul(WORDS) < factor.k() {
            Vec::new()
        } else {
            fitted.all_ln_multiplied(factor, false)
        };
        let absences = (factor.form == FactorForm::Presence).then(|| Absences::new(fitted, factor));
        Logs { table, absences }
    }

    /// Returns ln of the factor that a value multiplies the score of each class with.
    fn of_value(&self, fitted: &Fitted, factor: &Factor, value: usize) -> Cow<'_, [f64]> {
        let classes = fitted.classes.len();
        match self.table.get(value * classes..(value + 1) * classes) {
            Some(logs) => Cow::Borrowed(logs),
            None => (0..classes).map(|class| fitted.ln_multiplied(factor, value, class)).collect(),
        }
    }

    /// Adds words with their counts; in the Bernoulli event model also the words that are absent.
    fn add_words(
        &self,
        fitted: &Fitted,
        factor: &Factor,
        joint: &mut [f64],
        words: impl Iterator<Item = (usize, u32)>,
    ) {
        let ln = |word: usize| self.of_value(fitted, factor, word);
        match &self.absences {
            Some(absences) => absences.add(joint, words.map(|(word, _)| word).collect(), ln),
            None => words.for_each(|(word, times)| {
                let times = f64::from(times);
                joint.iter_mut().zip(&*ln(word)).for_each(|(joint, ln)| *joint += times * ln);
            }),
        }
    }
}

/// A model prepared to predict rows and cases: its logarithms, computed once.
pub struct Predictor<'a> {
    fitted: &'a Fitted,
    /// By factor; `None` for factors that are left out.
    logs: Vec<Option<Logs>>,
    priors: Vec<f64>,
}

impl Predictor<'_> {
    pub fn rows(&self, rows: &[usize]) -> Predictions {
        let classes = self.fitted.classes.len().max(1);
        let mut out = Predictions::new(self.fitted.classes.len(), rows.len());
        let mut rest = rows;
        for segment in self.fitted.data.table.segments() {
            let (mine, after) = rest.split_at(rest.partition_point(|row| *row < segment.rows.end));
            rest = after;
            for rows in mine.chunks((SCORES / classes).clamp(16, ROWS)) {
                let places: Vec<usize> =
                    rows.iter().map(|row| row.saturating_sub(segment.rows.start)).collect();
                let scores = self.scores(segment, &places);
                for (row, log_joint) in rows.iter().zip(scores.chunks_exact(classes)) {
                    self.fitted.decide(*row, log_joint, &mut out);
                }
            }
        }
        out
    }

    /// Returns ln score of a case in each class; not for a model that reads its numbers together.
    pub(super) fn joint(&self, case: &Case) -> Vec<f64> {
        let (fitted, mut joint) = (self.fitted, self.priors.clone());
        for ((factor, cell), logs) in fitted.factors().iter().zip(&case.cells).zip(&self.logs) {
            let Some(logs) = logs else { continue };
            match &cell.value {
                CaseValue::Missing | CaseValue::Unseen => {}
                CaseValue::Value(value) => {
                    let logs = logs.of_value(fitted, factor, *value);
                    joint.iter_mut().zip(&*logs).for_each(|(joint, ln)| *joint += ln);
                }
                CaseValue::Number(x) => {
                    for (class, joint) in joint.iter_mut().enumerate() {
                        *joint += fitted.ln_multiplied_density(factor, *x, class);
                    }
                }
                CaseValue::Words { known, .. } => {
                    logs.add_words(fitted, factor, &mut joint, known.iter().copied());
                }
            }
        }
        let of_class = |(class, ln): (usize, f64)| self.or_absent(class, ln);
        joint.into_iter().enumerate().map(of_class).collect()
    }

    /// Returns the score of a class, which is 0 in every case for an absent class, even if its conditionals are 0/0,
    /// because P(c) = 0 is one of the factors.
    fn or_absent(&self, class: usize, ln: f64) -> f64 {
        if self.fitted.is_absent(class) { f64::NEG_INFINITY } else { ln }
    }

    /// Returns ln score by row and class of some rows of a segment. A factor without logarithms is left out.
    fn scores(&self, segment: &Segment, places: &[usize]) -> Vec<f64> {
        let (rows, classes) = (places.len(), self.fitted.classes.len());
        let scores = self.priors.iter().flat_map(|prior| std::iter::repeat_n(*prior, rows)).collect();
        let mut block = ScoreBlock { fitted: self.fitted, segment, places, scores };
        match self.fitted.gda() {
            Some(gda) => block.add_together(gda),
            None => {
                let factors = self.fitted.factors().iter().zip(&self.logs);
                factors.for_each(|(factor, logs)| logs.iter().for_each(|logs| block.add(factor, logs)));
            }
        }
        let mut out = vec![0.0; block.scores.len()];
        for (class, scores) in block.scores.chunks_exact(rows.max(1)).enumerate() {
            for (place, score) in out.iter_mut().skip(class).step_by(classes).zip(scores) {
                *place = self.or_absent(class, *score);
            }
        }
        out
    }
}

/// Rows of a segment with their scores, by class and row, so that each step runs over consecutive numbers.
struct ScoreBlock<'a> {
    fitted: &'a Fitted,
    segment: &'a Segment,
    places: &'a [usize],
    scores: Vec<f64>,
}

impl ScoreBlock<'_> {
    fn by_class(&mut self) -> impl Iterator<Item = &mut [f64]> {
        self.scores.chunks_exact_mut(self.places.len().max(1))
    }

    fn add(&mut self, factor: &Factor, logs: &Logs) {
        if factor.is_word_counts() {
            return self.add_word_columns(factor, logs);
        }
        let Some(cells) = self.segment.cells.get(factor.column) else { return };
        let classes = self.fitted.classes.len();
        let place = |value: Option<usize>| value.map_or(usize::MAX, |value| value * classes);
        match (cells, &factor.form) {
            (Cells::Codes(codes), _) => {
                let places = self.gathered(codes, MISSING, |code| place(factor.by_code(code)));
                self.add_values(&places, &logs.table);
            }
            (Cells::Numbers(numbers), FactorForm::Bins(cuts)) => {
                let bin = |x: f64| place((!x.is_nan()).then(|| cuts.bin(x)));
                let places = self.gathered(numbers, f64::NAN, bin);
                self.add_values(&places, &logs.table);
            }
            (Cells::Numbers(numbers), _) => {
                let numbers = self.gathered(numbers, f64::NAN, |x| x);
                self.add_numbers(&numbers, factor, &logs.table);
            }
            (Cells::Tokens { .. }, _) => self.add_words(cells, factor, logs),
        }
    }

    fn gathered<T: Copy, U>(&self, column: &[T], missing: T, of: impl Fn(T) -> U) -> Vec<U> {
        if let (Some(first), Some(last)) = (self.places.first(), self.places.last())
            && last - first + 1 == self.places.len()
            && let Some(all) = column.get(*first..=*last)
        {
            return all.iter().map(|cell| of(*cell)).collect();
        }
        self.places.iter().map(|place| of(column.get(*place).copied().unwrap_or(missing))).collect()
    }

    fn add_values(&mut self, places: &[usize], table: &[f64]) {
        for (class, scores) in self.by_class().enumerate() {
            let logs = table.get(class..).unwrap_or_default();
            for (score, place) in scores.iter_mut().zip(places) {
                *score += logs.get(*place).copied().unwrap_or(0.0);
            }
        }
    }

    fn add_numbers(&mut self, numbers: &[f64], factor: &Factor, table: &[f64]) {
        let (fitted, classes) = (self.fitted, self.fitted.classes.len());
        let plain = fitted.convention() != Convention::RE1071;
        for (class, scores) in self.by_class().enumerate() {
            let cells = scores.iter_mut().zip(numbers);
            if let Some(normal) = factor.normal(class).filter(|_| plain) {
                let ln = normal.ln();
                cells.for_each(|(score, x)| *score = if x.is_nan() { *score } else { *score + ln(*x) });
                continue;
            }
            for (score, x) in cells.filter(|(_, x)| !x.is_nan()) {
                let count = Some(*x as usize).filter(|at| *at < SMALL_COUNTS && *at as f64 == *x);
                let known = count.and_then(|at| table.get(at * classes + class)).copied();
                *score += known.unwrap_or_else(|| fitted.ln_multiplied_density(factor, *x, class));
            }
        }
    }

    fn add_word_columns(&mut self, factor: &Factor, logs: &Logs) {
        let classes = self.fitted.classes.len().max(1);
        for (column, logs) in factor.word_columns.iter().zip(logs.table.chunks_exact(classes)) {
            let Some(cells) = self.segment.cells.get(*column) else { continue };
            let counts: Vec<f64> = self.places.iter().map(|place| times(cells, *place) as f64).collect();
            for (scores, ln) in self.by_class().zip(logs) {
                for (score, times) in scores.iter_mut().zip(&counts) {
                    // 0 times minus infinity is undefined, and an absent word has no factor.
                    *score = if *times > 0.0 { *score + times * ln } else { *score };
                }
            }
        }
    }

    fn add_words(&mut self, cells: &Cells, factor: &Factor, logs: &Logs) {
        let rows = self.places.len();
        let mut joint = vec![0.0; self.fitted.classes.len()];
        for (at, place) in self.places.iter().enumerate() {
            let mine = self.scores.iter().skip(at).step_by(rows);
            joint.iter_mut().zip(mine).for_each(|(joint, score)| *joint = *score);
            let words = cells.tokens(*place).filter_map(|word| Some((factor.by_code(word)?, 1)));
            logs.add_words(self.fitted, factor, &mut joint, words);
            let mine = self.scores.iter_mut().skip(at).step_by(rows);
            mine.zip(&joint).for_each(|(score, joint)| *score = *joint);
        }
    }

    fn add_together(&mut self, gda: &Gda) {
        let numbers = |feature: &FeatureColumn| {
            let cells = self.segment.cells.get(feature.column);
            self.gathered(cells.map(Cells::numbers).unwrap_or_default(), f64::NAN, |x| x)
        };
        let columns: Vec<Vec<f64>> = self.fitted.features.iter().map(numbers).collect();
        for (class, scores) in self.by_class().enumerate() {
            match gda.ln_densities(class, &columns) {
                Some(all) => scores.iter_mut().zip(all).for_each(|(score, ln)| *score += ln),
                None => scores.fill(f64::NAN),
            }
        }
    }
}

impl Fitted {
    pub fn predictor(&self, rows: usize) -> Predictor<'_> {
        self.predictor_on(rows, |_| true)
    }

    pub(super) fn predictor_on(&self, rows: usize, wanted: impl Fn(usize) -> bool) -> Predictor<'_> {
        let ln_prior = |class: usize| match self.is_absent(class) {
            true => f64::NEG_INFINITY,
            false => self.prior(class).map_or(f64::NAN, |p| p.ln()),
        };
        let logs = |(feature, factor)| wanted(feature).then(|| Logs::new(self, factor, rows));
        Predictor {
            fitted: self,
            logs: (0..).zip(self.factors()).map(logs).collect(),
            priors: (0..self.classes.len()).map(ln_prior).collect(),
        }
    }

    fn decide(&self, row: usize, log_joint: &[f64], out: &mut Predictions) {
        let one = RowPrediction::led_by(row, log_joint, &[]);
        let undefined = |word: &'static str| RowPrediction { undefined: Some(word), ..one };
        if log_joint.iter().any(|ln| ln.is_nan()) {
            let word = if !self.is_naive() { "missing_feature" } else { Undefined::PARAMETER };
            return out.push(undefined(word));
        }
        let highest = one.highest();
        if highest == f64::NEG_INFINITY {
            return out.push(undefined(Undefined::ZERO_EVIDENCE));
        }
        let mut close = near(log_joint, highest);
        if let (Some(class), None) = (close.next(), close.next()) {
            return out.push(RowPrediction { predicted: Some(class), ..one });
        }
        // Too close for logarithms: exact arithmetic decides, if the model is exact.
        let case = if self.is_exact() { Case::from_row(self, row).ok() } else { None };
        out.push(RowPrediction::led_by(row, log_joint, &self.leading(log_joint, case.as_ref())));
    }
}

/// With more factors, those of all classes together, a case is predicted in logarithms: its fractions would have thousands of
/// digits.
const LONG: usize = 300;

/// A number for each class, as numerator and denominator.
type Fractions = Box<[(BigInt, BigInt)]>;

/// Predicts cases one by one. Threads may share it.
pub struct CasePredictor<'a> {
    fitted: &'a Fitted,
    logs: OnceLock<Predictor<'a>>,
    /// `None` if the model is not exact.
    priors: Option<Fractions>,
    /// By factor; the values first, then the absences of words. Each is computed on first use.
    factors: Vec<Vec<OnceLock<Option<Fractions>>>>,
}

impl<'a> CasePredictor<'a> {
    pub fn new(fitted: &'a Fitted) -> Self {
        let prior = |class| fitted.prior(class)?.as_exact().map(parts);
        let priors = || (0..fitted.classes.len()).map(prior).collect();
        let empty = |factor: &Factor| (0..2 * factor.k()).map(|_| OnceLock::new()).collect();
        CasePredictor {
            fitted,
            logs: OnceLock::new(),
            priors: if fitted.is_exact() { priors() } else { None },
            factors: fitted.factors().iter().map(empty).collect(),
        }
    }

    /// Predicts a case, or returns why there is no posterior.
    ///
    /// # Errors
    /// When the row cannot be read for a reason that holds for all rows.
    pub fn answer(&self, case: Result<Case, Problem>) -> Result<QueryAnswer, Problem> {
        let case = match case {
            Ok(case) => case,
            Err(Problem { kind: kind @ (MISSING_FEATURE | NOT_A_NUMBER), .. }) => {
                return Ok(QueryAnswer::undefined(kind));
            }
            Err(problem) => return Err(problem),
        };
        if self.fitted.is_naive() {
            return Ok(self.exactly(&case).unwrap_or_else(|| self.by_logarithms(&case)));
        }
        let prediction = self.fitted.predict(&case);
        Ok(QueryAnswer {
            predicted: prediction.predicted,
            is_tie: !prediction.tied.is_empty(),
            undefined: prediction.undefined.as_ref().map(|why| why.word()),
            posterior: prediction.posterior.iter().flatten().map(Number::to_f64).collect(),
        })
    }

    /// Predicts a case by products of whole numbers; `None` if they would be long, or a factor is not exact.
    fn exactly(&self, case: &Case) -> Option<QueryAnswer> {
        let priors = self.priors.as_ref()?;
        let cells = || self.fitted.factors().iter().zip(&case.cells);
        let factors: usize = cells().map(|(factor, cell)| factor_count(factor, &cell.value)).sum();
        if factors.saturating_mul(priors.len()) > LONG {
            return None;
        }
        let mut scores = priors.clone();
        for (at, (factor, cell)) in cells().enumerate() {
            for (term, times) in terms(factor, &cell.value) {
                for ((above, below), (n, d)) in scores.iter_mut().zip(self.fractions(at, term)?) {
                    (0..times).for_each(|_| *above *= n);
                    (0..times).for_each(|_| *below *= d);
                }
            }
        }
        // Over one denominator the scores are whole numbers.
        let all: BigInt = scores.iter().map(|(_, below)| below).product();
        let scores: Vec<BigInt> = scores.iter().map(|(above, below)| above * (&all / below)).collect();
        let (sum, highest) = (scores.iter().sum::<BigInt>(), scores.iter().max()?);
        if sum.is_zero() {
            return Some(QueryAnswer::undefined(Undefined::ZERO_EVIDENCE));
        }
        let mut leading = (0..scores.len()).filter(|class| scores.get(*class) == Some(highest));
        let (predicted, is_tie) = (leading.next(), leading.next().is_some());
        let share = |score: &BigInt| BigRational::new_raw(score.clone(), sum.clone()).to_f64().unwrap_or(0.0);
        Some(QueryAnswer {
            predicted,
            is_tie,
            undefined: None,
            posterior: scores.iter().map(share).collect(),
        })
    }

    fn fractions(&self, at: usize, term: ScoreTerm) -> Option<&Fractions> {
        let (fitted, factor) = (self.fitted, self.fitted.factors().get(at)?);
        let place = match term {
            ScoreTerm::Value(value) => value,
            ScoreTerm::Absent(word) => factor.k() + word,
            ScoreTerm::Density(_) => return None,
        };
        let of_class = |class: usize| match fitted.is_absent(class) {
            // The prior makes the score of an absent class 0 for any factors.
            true => Some((BigInt::one(), BigInt::one())),
            false => term.number(fitted, factor, class)?.as_exact().map(parts),
        };
        let made = || (0..fitted.classes.len()).map(of_class).collect();
        self.factors.get(at)?.get(place)?.get_or_init(made).as_ref()
    }

    fn by_logarithms(&self, case: &Case) -> QueryAnswer {
        let joint = self.logs.get_or_init(|| self.fitted.predictor(usize::MAX)).joint(case);
        if joint.iter().any(|ln| ln.is_nan()) {
            return QueryAnswer::undefined(Undefined::PARAMETER);
        }
        let winners = self.fitted.leading(&joint, Some(case));
        let highest = joint.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        // Tied classes are equal, even if the last digits of their sums differ.
        let of = |(class, ln)| if winners.contains(&class) { 1.0 } else { share(ln, highest) };
        let shares: Vec<f64> = joint.into_iter().enumerate().map(of).collect();
        let sum: f64 = shares.iter().sum();
        match winners.first() {
            None => QueryAnswer::undefined(Undefined::ZERO_EVIDENCE),
            Some(first) => QueryAnswer {
                predicted: Some(*first),
                is_tie: winners.len() > 1,
                undefined: None,
                posterior: shares.into_iter().map(|share| share / sum).collect(),
            },
        }
    }
}

fn parts(value: &BigRational) -> (BigInt, BigInt) {
    (value.numer().clone(), value.denom().clone())
}
