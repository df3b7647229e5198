//! Statistics from a sums file, and sums of logarithms from which one factor can be removed.

use super::case::CaseValue;
use super::counting::entry;
use super::error::problem;
use super::factor::{Factor, Form};
use super::fitted::Fitted;
use super::moments::{Counts, Statistics};
use super::moments::{Moments, Scatter};
use crate::encode::{Counted, Cuts, Dataset, ValueCounts, learn};
use crate::math::{Name, Number, explained_by_values};
use crate::problem::Problem;
use crate::recipe::{Bins, Feature};
use crate::table::{FeatureSums, Powers, Profile, Seen, Sums, ValueCount, ValueSum};
use crate::text::brief;
use std::collections::{HashMap, HashSet};

impl Powers {
    fn moments(&self) -> Moments {
        Moments::about(self.seen.w, self.shift, self.s1, self.s2)
    }
}

impl Statistics {
    pub(super) fn of_sums(data: &Dataset, sums: &Sums) -> Result<Statistics, Problem> {
        let mut all = Statistics::new(data.layout());
        let layout = all.layout().clone();
        for (counts, (_, counted)) in all.features.iter_mut().zip(&layout.features) {
            if let (Counts::Bins { cuts, .. }, Counted::Bins(bins, convention)) = (counts, counted) {
                *cuts = learn(bins, &ValueCounts::new(), *convention);
            }
        }
        FileSums { data, sums }.statistics(all)
    }
}

struct FileSums<'a> {
    data: &'a Dataset,
    sums: &'a Sums,
}

impl FileSums<'_> {
    fn statistics(&self, mut all: Statistics) -> Result<Statistics, Problem> {
        let classes = all.layout().classes;
        for (class, seen) in self.sums.of_rows.classes.iter().enumerate() {
            all.rows.get_mut(class).into_iter().for_each(|rows| *rows = seen.w);
            all.table_rows.get_mut(class).into_iter().for_each(|rows| *rows = seen.n);
            let first = (*seen != Seen::default()).then_some(class);
            all.first.get_mut(class).into_iter().for_each(|of| *of = first);
        }
        all.unlabelled = self.sums.of_rows.unlabelled.n + self.sums.of_rows.weightless_unlabelled;
        all.unseen = self.sums.of_rows.weightless.saturating_sub(self.sums.of_rows.weightless_unlabelled);
        let none = FeatureSums::default();
        let features = self.data.resolved.features.iter().zip(&mut all.features);
        for (feature, counts) in features {
            let sums = self.sums.of_rows.features.get(feature.name.as_str()).unwrap_or(&none);
            self.feature(feature, sums, counts, classes)?;
        }
        if !all.complete.is_empty() {
            self.complete(&mut all.complete)?;
        }
        Ok(all)
    }

    fn feature(
        &self,
        feature: &Feature,
        sums: &FeatureSums,
        counts: &mut Counts,
        classes: usize,
    ) -> Result<(), Problem> {
        let name = feature.name.as_str();
        let summed = *sums != FeatureSums::default();
        match counts {
            Counts::Codes(table) => {
                if summed && sums.values.is_empty() {
                    return Err(self.lacks(name, "the counts of each value"));
                }
                for of in &sums.values {
                    *entry(table, of.value as usize * classes + of.class) += of.seen.w;
                }
            }
            Counts::Numbers(tally) => {
                let Some(numbers) =
                    self.sums.numbers.get(name).filter(|_| !summed || !sums.values.is_empty())
                else {
                    return Err(self.lacks(name, "the counts of each number (needed for bins)"));
                };
                let seen = |of: &ValueSum| Some((*numbers.get(of.value as usize)?, of.class, of.seen.w));
                *tally = ValueCounts::of(classes, sums.values.iter().filter_map(seen));
            }
            Counts::Bins { cuts, table } => self.bins(feature, sums, (cuts, table), classes)?,
            Counts::Moments(moments) => {
                let found = self.moments(name, sums, moments.len(), summed)?;
                *moments = found;
            }
            Counts::WordCounts { tokens, documents } => {
                if summed && sums.words.is_empty() {
                    return Err(self.lacks(name, "the word counts"));
                }
                for of in &sums.words {
                    let Some(class) = of.class else { continue };
                    *entry(tokens, class) += of.tokens;
                    *entry(documents, class) += of.seen.w;
                }
            }
            Counts::Words { tokens, documents, unlabelled } => {
                if summed && sums.words.is_empty() {
                    return Err(self.lacks(name, "the words"));
                }
                for of in &sums.words {
                    match of.class {
                        Some(class) => {
                            *entry(tokens, of.word as usize * classes + class) += of.tokens;
                            *entry(documents, of.word as usize * classes + class) += of.seen.w;
                        }
                        None => *entry(unlabelled, of.word as usize) += of.tokens,
                    }
                }
            }
            Counts::Together => {}
        }
        Ok(())
    }

    fn bins(
        &self,
        feature: &Feature,
        sums: &FeatureSums,
        (cuts, table): (&Cuts, &mut Vec<u64>),
        classes: usize,
    ) -> Result<(), Problem> {
        let name = feature.name.as_str();
        let labels = self.sums.bins.get(name).map(Vec::as_slice).unwrap_or_default();
        let bins: HashMap<Name, usize> = (0..cuts.bins()).map(|bin| (cuts.label(bin), bin)).collect();
        if !matches!(feature.bins, Some(Bins::Cuts(_) | Bins::None)) {
            return Err(self.lacks(name, "the numbers (needed to learn new cuts)"));
        }
        for of in &sums.values {
            let label = labels.get(of.value as usize).map(String::as_str).unwrap_or_default();
            let Some(bin) = bins.get(label) else {
                let what =
                    format!("counts by the bins of this recipe (“{}” is not one of them)", brief(label));
                return Err(self.lacks(name, &what));
            };
            *entry(table, bin * classes + of.class) += of.seen.w;
        }
        Ok(())
    }

    fn moments(
        &self,
        name: &str,
        sums: &FeatureSums,
        classes: usize,
        summed: bool,
    ) -> Result<Vec<Moments>, Problem> {
        let mut found = vec![Moments::default(); classes];
        if !sums.moments.is_empty() {
            found.iter_mut().zip(&sums.moments).for_each(|(found, powers)| *found = powers.moments());
        } else if let Some(numbers) = self.sums.numbers.get(name).filter(|_| !sums.values.is_empty()) {
            let mut of_class: Vec<Vec<(f64, u64)>> = vec![Vec::new(); classes];
            for of in &sums.values {
                let number = numbers.get(of.value as usize).copied();
                let numbers = number.zip(of_class.get_mut(of.class));
                numbers.into_iter().for_each(|(number, all)| all.push((number, of.seen.w)));
            }
            found = of_class.iter().map(|numbers| Moments::weighted(numbers)).collect();
        } else if self.sums.of_rows.complete == self.sums.of_rows.classes && !sums.together.is_empty() {
            // Every row is complete, so the joint moments include those of one feature.
            found.iter_mut().zip(&sums.together).for_each(|(found, powers)| *found = powers.moments());
        } else if summed {
            return Err(self.lacks(name, "the moments by class"));
        }
        Ok(found)
    }

    fn complete(&self, all: &mut [Scatter]) -> Result<(), Problem> {
        let names: Vec<&str> = self.data.resolved.features.iter().map(|of| of.name.as_str()).collect();
        let of_rows = &self.sums.of_rows;
        if let Some(name) =
            names.first().filter(|_| of_rows.complete.is_empty() && !of_rows.classes.is_empty())
        {
            return Err(self.lacks(name, "the moments over complete rows"));
        }
        for (class, scatter) in all.iter_mut().enumerate() {
            let Some(seen) = of_rows.complete.get(class).filter(|seen| seen.w > 0) else { continue };
            let first = self.sums.complete_order.iter().position(|code| *code == class);
            let mut about = Vec::new();
            for name in &names {
                let together = of_rows.features.get(*name).and_then(|sums| sums.together.get(class));
                let powers = together.filter(|powers| powers.seen.w > 0);
                about.push(*powers.ok_or_else(|| self.lacks(name, "the moments over complete rows"))?);
            }
            let mut products = Vec::new();
            for (a, (one, name)) in about.iter().zip(&names).enumerate() {
                for (other, of) in about.iter().zip(&names).take(a + 1) {
                    if name == of {
                        products.push(one.s2 - one.s1 / seen.w as f64 * one.s1);
                        continue;
                    }
                    let key = (class, (*name.min(of)).to_owned(), (*name.max(of)).to_owned());
                    let sum = of_rows.products.get(&key);
                    let sum = match sum {
                        None if self.data.resolved.covariance.is_diagonal() => {
                            products.push(0.0);
                            continue;
                        }
                        sum => sum
                            .ok_or_else(|| self.lacks(name, &format!("the products with “{}”", brief(of))))?,
                    };
                    products.push(sum - one.s1 / seen.w as f64 * other.s1);
                }
            }
            let means = about.iter().map(|powers| (powers.shift, powers.s1 / seen.w as f64));
            *scatter = Scatter::about((seen.w, seen.n), first, means, products);
        }
        Ok(())
    }

    fn lacks(&self, name: &str, what: &str) -> Problem {
        let what = format!("{} lacks {what} for “{}”", self.data.table.source, brief(name));
        let fix = "sum the rows again with this recipe: posterior sums DATA, or posterior sql";
        Problem { feature: Some(name.to_owned()), ..problem("bad_sums", what, fix) }
    }
}

const MOST: usize = 50;

impl Fitted {
    /// The profile of a column from its counts, if the data have no rows; `None` if they have. Rows without a class are
    /// not counted, and for a number only its sums are known, so no value is listed.
    pub(crate) fn profile_of_sums(&self, column: usize) -> Option<Profile> {
        self.data.sums.as_ref()?;
        let about = self.data.table.columns().get(column)?;
        let factor = self.factors().iter().find(|factor| factor.column == column);
        let classes = 0..self.classes.len();
        let is_target = column == self.data.resolved.target;
        let mut values: Vec<ValueCount> = match factor
            .filter(|factor| !factor.is_number() && !factor.is_words())
        {
            _ if is_target => {
                let of =
                    |(at, name): (usize, _)| (name, classes.clone().map(move |class| (class == at, class)));
                let counted = self.classes.iter().enumerate().map(of);
                let count = |(own, class): (bool, usize)| if own { self.class_count(class) } else { 0 };
                counted.map(|(name, all)| value(name, all.map(count).collect())).collect()
            }
            Some(factor) => {
                let count = |at: usize| classes.clone().map(|class| factor.count(at, class)).collect();
                factor.values().iter().enumerate().map(|(at, name)| value(name, count(at))).collect()
            }
            None => Vec::new(),
        };
        let sum = |class: usize| values.iter().filter_map(|value| value.by_class.get(class)).sum::<u64>();
        let known: Vec<u64> = classes.clone().map(sum).collect();
        let rows: u64 = classes.clone().map(|class| self.class_count(class)).sum();
        let counts = values.iter().map(|value| value.by_class.as_slice());
        let explained = explained_by_values(counts.filter(|all| all.iter().any(|n| *n > 0)), &known);
        let distinct = values.iter().filter(|value| value.count > 0).count();
        let missing = if values.is_empty() { 0 } else { rows.saturating_sub(known.iter().sum()) };
        values.sort_by_key(|value| std::cmp::Reverse(value.count));
        values.truncate(MOST);
        Some(Profile {
            name: about.name.clone(),
            kind: about.kind,
            rows: usize::try_from(rows).unwrap_or(usize::MAX),
            missing,
            distinct,
            binary: None,
            row_name: None,
            classes: self.classes.clone(),
            explained: explained.filter(|_| !is_target),
            values,
            numbers: None,
            words: None,
        })
    }
}

fn value(name: &crate::math::Name, by_class: Vec<u64>) -> ValueCount {
    ValueCount { value: name.clone(), count: by_class.iter().sum(), by_class }
}

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

/// The terms that a cell contributes to the scores, each with its count. In the Bernoulli event model every word of the
/// vocabulary contributes.
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

    /// The logarithms of the terms of a cell.
    pub(super) fn of(fitted: &Fitted, factor: &Factor, value: &CaseValue) -> LogSums {
        let mut sums = LogSums::zero(fitted);
        for (term, times) in terms(factor, value) {
            sums.take(fitted, factor, term, i32::try_from(times).unwrap_or(i32::MAX));
        }
        sums
    }

    /// Adds a term `times` times, or removes it if `times` is negative.
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

    /// The sums by class: NaN if a term is 0/0, minus infinity if one is minus infinity.
    pub(super) fn values(&self) -> Vec<f64> {
        let value = |sum: &Sum| match (sum.undefined, sum.impossible) {
            (0, 0) => sum.finite,
            (0, _) => f64::NEG_INFINITY,
            _ => f64::NAN,
        };
        self.0.iter().map(value).collect()
    }
}

/// ln(1 − P(word | class)) for a vocabulary.
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
