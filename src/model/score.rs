//! Scores of cases and rows: the terms of P(c) · P(x | c), their logarithms computed once for a model, and exact
//! products with 127 bits.

use super::case::{Case, CaseValue};
use super::factor::{Factor, FactorForm};
use super::fitted::{FeatureColumn, Fitted};
use super::gda::Gda;
use super::prediction::{Undefined, near};
use super::predictions::{Predictions, RowPrediction};
use super::queries::QueryAnswer;
use crate::encode::times;
use crate::math::{Number, Scaled};
use crate::recipe::Convention;
use crate::table::{Cells, MISSING, Segment};
use std::borrow::Cow;
use std::cmp::Ordering;
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
    /// Its logarithm in a class; NaN for 0/0.
    fn ln(self, fitted: &Fitted, factor: &Factor, class: usize) -> f64 {
        match self {
            ScoreTerm::Value(value) => fitted.ln_multiplied(factor, value, class),
            ScoreTerm::Absent(word) => fitted.ln_multiplied_absent(factor, word, class),
            ScoreTerm::Density(x) => fitted.ln_multiplied_density(factor, x, class),
        }
    }

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

/// Sums of logarithms by class from which terms can be removed: the finite part, how many terms are ln 0, and how many
/// are 0/0.
#[derive(Clone, Debug)]
pub(super) struct LogSums(Vec<(f64, i64, i64)>);

impl LogSums {
    pub(super) fn priors(fitted: &Fitted) -> LogSums {
        let mut sums = LogSums(vec![(0.0, 0, 0); fitted.classes.len()]);
        sums.add(1, |class| fitted.prior(class).map_or(f64::NAN, |prior| prior.ln()));
        sums
    }

    /// The logarithms of the terms of a cell.
    pub(super) fn of(fitted: &Fitted, factor: &Factor, value: &CaseValue) -> LogSums {
        let mut sums = LogSums(vec![(0.0, 0, 0); fitted.classes.len()]);
        for (term, times) in terms(factor, value) {
            sums.take(fitted, factor, term, i32::try_from(times).unwrap_or(i32::MAX));
        }
        sums
    }

    /// Adds a term `times` times, or removes it if `times` is negative.
    pub(super) fn take(&mut self, fitted: &Fitted, factor: &Factor, term: ScoreTerm, times: i32) {
        self.add(times, |class| term.ln(fitted, factor, class));
    }

    fn add(&mut self, times: i32, ln: impl Fn(usize) -> f64) {
        for (class, (finite, impossible, undefined)) in self.0.iter_mut().enumerate() {
            match ln(class) {
                ln if ln.is_nan() => *undefined += i64::from(times),
                f64::NEG_INFINITY => *impossible += i64::from(times),
                ln => *finite += f64::from(times) * ln,
            }
        }
    }

    pub(super) fn merge(&mut self, other: &LogSums) {
        for (mine, theirs) in self.0.iter_mut().zip(&other.0) {
            *mine = (mine.0 + theirs.0, mine.1 + theirs.1, mine.2 + theirs.2);
        }
    }

    /// The sums by class: NaN if a term is 0/0, minus infinity if one is minus infinity.
    pub(super) fn values(&self) -> Vec<f64> {
        let value = |(finite, impossible, undefined): &(f64, i64, i64)| match (undefined, impossible) {
            (0, 0) => *finite,
            (0, _) => f64::NEG_INFINITY,
            _ => f64::NAN,
        };
        self.0.iter().map(value).collect()
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
    /// Predicts rows of the data, given in increasing order.
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

    /// Adds the logarithms of values, given by their places in the table.
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

/// The numbers that the score of each class is multiplied with, 0 among them.
type ByClass = Box<[Option<Scaled>]>;

/// The factors of a model's scores with 127 bits, each computed on first use.
pub struct ScoreTables<'a> {
    pub(crate) fitted: &'a Fitted,
    priors: Option<ByClass>,
    /// By factor and value; `None` where one of them is not exact.
    factors: Vec<Vec<OnceLock<Option<ByClass>>>>,
    absences: Vec<OnceLock<Option<ByClass>>>,
}

impl<'a> ScoreTables<'a> {
    pub fn new(fitted: &'a Fitted) -> Self {
        let exact = fitted.is_exact();
        let tables = |factor: &Factor| (0..factor.k()).map(|_| OnceLock::new()).collect();
        let prior = |class| fitted.prior(class)?.as_exact().map(Scaled::of);
        let priors = || (0..fitted.classes.len()).map(prior).collect::<Option<ByClass>>();
        ScoreTables {
            priors: if exact { priors() } else { None },
            factors: if exact { fitted.factors().iter().map(tables).collect() } else { Vec::new() },
            absences: fitted.factors().iter().map(|_| OnceLock::new()).collect(),
            fitted,
        }
    }

    /// Predicts a case; `None` if exact arithmetic must decide.
    pub fn answer(&self, case: &Case) -> Option<QueryAnswer> {
        let mut scores = self.priors.clone()?;
        for (at, (factor, cell)) in self.fitted.factors().iter().zip(&case.cells).enumerate() {
            match &cell.value {
                CaseValue::Missing | CaseValue::Unseen => {}
                CaseValue::Value(value) => multiply(&mut scores, self.of_value(at, factor, *value)?, 1),
                CaseValue::Number(_) => return None,
                CaseValue::Words { known, .. } => {
                    let is_set = factor.form == FactorForm::Presence;
                    if is_set {
                        multiply(&mut scores, self.without_words(at, factor)?, 1);
                    }
                    for (word, times) in known {
                        let times = if is_set { 1 } else { *times };
                        multiply(&mut scores, self.of_value(at, factor, *word)?, times);
                    }
                }
            }
        }
        decided(&scores)
    }

    /// The factor of a value in each class; in the Bernoulli event model, divided by that of its absence.
    fn of_value(&self, at: usize, factor: &Factor, value: usize) -> Option<&ByClass> {
        let made = || {
            let mut numbers = self.numbers(factor, ScoreTerm::Value(value))?;
            if factor.form == FactorForm::Presence {
                for (number, absent) in
                    numbers.iter_mut().zip(&self.numbers(factor, ScoreTerm::Absent(value))?)
                {
                    // A factor of 0 cannot be divided out of a product.
                    let absent = (*absent)?;
                    *number = number.map(|present| present.over(absent));
                }
            }
            Some(numbers)
        };
        self.factors.get(at)?.get(value)?.get_or_init(made).as_ref()
    }

    /// The factor of a document without words.
    fn without_words(&self, at: usize, factor: &Factor) -> Option<&ByClass> {
        let made = || {
            let mut product: ByClass = vec![Some(Scaled::ONE); self.fitted.classes.len()].into();
            for word in 0..factor.k() {
                let absent = self.numbers(factor, ScoreTerm::Absent(word))?;
                // See above.
                if absent.iter().any(Option::is_none) {
                    return None;
                }
                multiply(&mut product, &absent, 1);
            }
            Some(product)
        };
        self.absences.get(at)?.get_or_init(made).as_ref()
    }

    /// Returns a term in each class; `None` if one of them is not exact.
    fn numbers(&self, factor: &Factor, term: ScoreTerm) -> Option<ByClass> {
        let scaled = |class: usize| {
            let number = match self.fitted.is_absent(class) {
                // The prior makes the score of an absent class 0, whatever its factors.
                true => Number::one(),
                false => term.number(self.fitted, factor, class)?,
            };
            number.as_exact().map(Scaled::of)
        };
        (0..self.fitted.classes.len()).map(scaled).collect()
    }
}

fn multiply(scores: &mut ByClass, with: &ByClass, times: u32) {
    for (score, with) in scores.iter_mut().zip(with) {
        *score = score.zip(*with).map(|(score, with)| match times {
            1 => score.times(with),
            times => score.times(with.power(times)),
        });
    }
}

fn decided(scores: &ByClass) -> Option<QueryAnswer> {
    let known = || scores.iter().enumerate().filter_map(|(class, score)| Some((class, (*score)?)));
    let Some((first, score)) = known().next() else {
        return Some(QueryAnswer { undefined: Some(Undefined::ZERO_EVIDENCE), ..QueryAnswer::default() });
    };
    let (mut predicted, mut highest, mut evidence) = (first, score, score);
    for (class, score) in known().skip(1) {
        if score.compare(highest)? == Ordering::Greater {
            (predicted, highest) = (class, score);
        }
        evidence = evidence.plus(score);
    }
    let share = |score: &Option<Scaled>| score.map_or(Some(0.0), |score| score.share_of(evidence));
    let posterior = scores.iter().map(share).collect::<Option<Vec<f64>>>()?;
    Some(QueryAnswer { predicted: Some(predicted), posterior, ..QueryAnswer::default() })
}
