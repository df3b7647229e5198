//! One factor of a naive Bayes model: the distribution of a feature in each class, and its form.

use super::classes::Estimate;
use super::classes::LeftOutWord;
use super::normal::Normal;
use super::poisson::{CountFamily, POISSON, Rate};
use super::statistics::Counts;
use crate::encode::{Cuts, ValueCounts, learn};
use crate::math::{Name, Number};
use crate::recipe::{Bins, EventModel, Feature, Resolved, Vocabulary, counts_as_one};
use crate::table::{Column, Kind};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::ToPrimitive;
use std::collections::{HashMap, HashSet};

fn ln_of(whole: &BigInt) -> f64 {
    whole.to_f64().unwrap_or(f64::INFINITY).ln()
}

fn ln_of_short(whole: u128) -> f64 {
    u64::try_from(whole).map_or(whole as f64, |whole| whole as f64).ln()
}

/// The counts behind P(value | class) for every value and class of one feature.
#[derive(Clone, Debug)]
pub struct Factor {
    /// The column's name; `word`, where each word has a column.
    pub name: Name,
    /// The column's position in the table; the first one if each word has a column.
    pub column: usize,
    /// The columns that each count a word, one per value; empty where the feature is one column.
    pub(crate) word_columns: Vec<usize>,
    pub form: Form,
    pub(super) values: Vec<Name>,
    pub(super) classes: usize,
    pub(super) counts: Vec<u64>,
    pub(super) documents: Vec<u64>,
    /// The tokens of words that are counted by documents; empty if `counts` are the tokens.
    tokens: Vec<u64>,
    totals: Vec<u64>,
    alpha: BigRational,
    /// Numerator and denominator of α, where both are short.
    short_alpha: Option<(u32, u32)>,
    /// Given P(value | class), laid out like the counts; empty if rows are counted.
    given: Vec<Estimate>,
    pub(super) by_code: Vec<Option<u32>>,
    pub(super) by_word: HashMap<Name, usize>,
    pub(super) left_out: Vec<LeftOutWord>,
}

impl Factor {
    /// Creates the factor of one feature. `order` gives the class code of each class of the model, which may leave
    /// codes out; the tables of `counts` have an entry for each of `codes`.
    pub(super) fn new(
        feature: &Feature,
        column: &Column,
        counts: &Counts,
        (order, codes): (&[u32], usize),
        rows: &[u64],
        resolved: &Resolved,
    ) -> Factor {
        let (alpha, convention) = (resolved.alpha.value(), resolved.recipe.convention());
        let mut factor = Factor::empty(feature.name.clone(), feature.column, order.len(), alpha);
        let given = resolved.recipe.given.is_some();
        let declared: HashSet<&str> = feature.values.iter().map(String::as_str).collect();
        let seen = |_: usize, name: &Name, counts: &[u64]| {
            given || counts.iter().any(|count| *count > 0) || declared.contains(name.as_str())
        };
        match counts {
            Counts::Codes(table) if feature.kind == Kind::Binary && !given => {
                factor.take_codes(column, (table, &[]), (order, codes), seen);
                factor.make_flag(feature.one.as_deref().unwrap_or("1"), column);
            }
            Counts::Codes(table) => factor.take_codes(column, (table, &[]), (order, codes), seen),
            Counts::Numbers(tally) if feature.bins.is_none() => {
                (factor.form, factor.totals) = Form::of_counts(tally, order);
            }
            Counts::Numbers(tally) => {
                let bins = feature.bins.clone().unwrap_or(Bins::Width(1));
                let cuts = learn(&bins, tally, convention);
                factor.values = (0..cuts.bins()).map(|bin| cuts.label(bin)).collect();
                for counts in cuts.counts(tally) {
                    let count = |code: &u32| counts.get(*code as usize).copied().unwrap_or(0);
                    factor.counts.extend(order.iter().map(count));
                }
                factor.form = Form::Bins(cuts);
            }
            Counts::Bins { cuts, table } => {
                factor.values = (0..cuts.bins()).map(|bin| cuts.label(bin)).collect();
                for bin in 0..cuts.bins() {
                    let count = |code: &u32| table.get(bin * codes + *code as usize).copied().unwrap_or(0);
                    factor.counts.extend(order.iter().map(count));
                }
                factor.form = Form::Bins(cuts.clone());
            }
            // The caller gives its form, since it knows what is added to the variances.
            Counts::Moments(moments) => {
                let n = |code: &u32| moments.get(*code as usize).map_or(0, |moments| moments.n);
                factor.totals = order.iter().map(n).collect();
            }
            // Neither has a factor of its own: see `of_word_counts` and `Gda`.
            Counts::WordCounts { .. } | Counts::Together => {}
            Counts::Words { tokens, documents, unlabelled } => {
                match &feature.dictionary {
                    Some(words) => {
                        factor.take_words(column, words, (tokens, documents), (order, codes));
                    }
                    None => {
                        let all = feature.vocabulary == Vocabulary::AllRows;
                        let others = if all { unlabelled.as_slice() } else { &[] };
                        let tables = (tokens.as_slice(), documents.as_slice());
                        factor.take_seen_words(column, tables, (order, codes), others, &resolved.words);
                    }
                }
                factor.form = Form::Words;
                if feature.event == EventModel::Bernoulli {
                    factor.form = Form::Presence;
                    factor.tokens = std::mem::replace(&mut factor.counts, factor.documents.clone());
                    factor.totals =
                        order.iter().map(|c| rows.get(*c as usize).copied().unwrap_or(0)).collect();
                    return factor;
                }
            }
        }
        factor.sum_up();
        factor
    }

    pub(super) fn empty(name: Name, column: usize, classes: usize, alpha: &BigRational) -> Factor {
        Factor {
            name,
            column,
            word_columns: Vec::new(),
            form: Form::Categories,
            values: Vec::new(),
            classes,
            counts: Vec::new(),
            documents: Vec::new(),
            tokens: Vec::new(),
            totals: vec![0; classes],
            alpha: alpha.clone(),
            short_alpha: alpha.numer().to_u32().zip(alpha.denom().to_u32()),
            given: Vec::new(),
            by_code: Vec::new(),
            by_word: HashMap::new(),
            left_out: Vec::new(),
        }
    }

    pub(super) fn sum_up(&mut self) {
        for counts in self.counts.chunks_exact(self.classes.max(1)) {
            for (total, count) in self.totals.iter_mut().zip(counts) {
                *total += count;
            }
        }
    }

    /// Merges all categories into two values: the one that counts as 1, and the rest.
    fn make_flag(&mut self, one: &str, column: &Column) {
        let is_one = |name: &Name| counts_as_one(one, name.as_str());
        let mut counts = vec![0; 2 * self.classes];
        for (name, row) in self.values.iter().zip(self.counts.chunks_exact(self.classes.max(1))) {
            let from = if is_one(name) { 0 } else { self.classes };
            for (sum, count) in counts.iter_mut().skip(from).zip(row) {
                *sum += count;
            }
        }
        let mut others = self.values.iter().filter(|name| !is_one(name));
        let other = match (others.next(), others.next()) {
            (Some(only), None) => only.clone(),
            _ => Name::new(format!("not {one}")),
        };
        self.by_code = column.dictionary.names().iter().map(|name| Some(u32::from(!is_one(name)))).collect();
        self.values = vec![Name::new(one), other];
        self.counts = counts;
        self.form = Form::Flag;
    }

    /// Adds the codes that `keep` accepts by code, name and count of each class, in order of first appearance.
    pub(super) fn take_codes(
        &mut self,
        column: &Column,
        (table, documents): (&[u64], &[u64]),
        (order, codes): (&[u32], usize),
        mut keep: impl FnMut(usize, &Name, &[u64]) -> bool,
    ) {
        for (code, name) in column.dictionary.names().iter().enumerate() {
            let at = |table: &[u64]| -> Vec<u64> {
                let from = code * codes;
                order.iter().map(|class| table.get(from + *class as usize).copied().unwrap_or(0)).collect()
            };
            let counts = at(table);
            let kept = keep(code, name, &counts);
            self.by_code.push(kept.then_some(u32::try_from(self.values.len()).unwrap_or(u32::MAX)));
            if kept {
                self.values.push(name.clone());
                self.counts.extend(counts);
                self.documents.extend(at(documents));
            }
        }
    }

    /// The values, in order of first appearance; bins from low to high.
    pub fn values(&self) -> &[Name] {
        &self.values
    }

    /// The number of values: k of a category, V of a vocabulary.
    pub fn k(&self) -> usize {
        self.values.len()
    }

    /// The number of outcomes that share a total: two, present or absent, for the words of the Bernoulli event model.
    pub fn outcomes(&self) -> usize {
        if self.form == Form::Presence { 2 } else { self.k() }
    }

    pub fn alpha(&self) -> &BigRational {
        &self.alpha
    }

    /// Rows (tokens, for words) of a class with a value; 0 for an unknown value or class.
    pub fn count(&self, value: usize, class: usize) -> u64 {
        self.at(&self.counts, value, class)
    }

    pub fn count_in_all(&self, value: usize) -> u64 {
        (0..self.classes).map(|class| self.count(value, class)).sum()
    }

    /// Documents of a class with a word; 0 for an unknown word or class.
    pub fn documents(&self, value: usize, class: usize) -> u64 {
        self.at(&self.documents, value, class)
    }

    /// How often a word occurs in the documents of a class, under either event model; rows, for other features.
    pub fn tokens(&self, value: usize, class: usize) -> u64 {
        self.at(if self.tokens.is_empty() { &self.counts } else { &self.tokens }, value, class)
    }

    /// Sums one of the counts above over the values of a class.
    pub fn sum(&self, class: usize, count: impl Fn(&Factor, usize, usize) -> u64) -> u64 {
        (0..self.k()).map(|value| count(self, value, class)).sum()
    }

    pub(crate) fn values_of(&self, class: usize) -> usize {
        (0..self.k()).filter(|value| self.count(*value, class) > 0).count()
    }

    fn at(&self, table: &[u64], value: usize, class: usize) -> u64 {
        // Without this, a class out of range would read the counts of the next value.
        if class >= self.classes {
            return 0;
        }
        table.get(value * self.classes + class).copied().unwrap_or(0)
    }

    /// Rows of a class in which the feature is known; tokens of the class, for words; its documents, for presences.
    pub fn total(&self, class: usize) -> u64 {
        self.totals.get(class).copied().unwrap_or(0)
    }

    /// The denominator of the conditionals of a class: total + α k.
    pub fn denominator(&self, class: usize) -> Number {
        if self.is_given() {
            return Number::from(1u64);
        }
        let whole = |n: u64| BigRational::from_integer(n.into());
        Number::Exact(whole(self.total(class)) + &self.alpha * whole(self.outcomes() as u64))
    }

    /// P(value | class), as counted.
    pub fn estimate(&self, value: usize, class: usize) -> Estimate {
        match self.given_at(value, class) {
            Some(given) => given.clone(),
            None => {
                Estimate::smoothed(self.count(value, class), self.total(class), self.outcomes(), &self.alpha)
            }
        }
    }

    /// Whether its probabilities are given, not counted.
    pub fn is_given(&self) -> bool {
        !self.given.is_empty()
    }

    /// The second value, where one value is given and the other is its complement, such as “not pos”: every other text
    /// is that.
    pub(super) fn rest(&self) -> Option<usize> {
        let [value, rest] = self.values.as_slice() else { return None };
        (self.is_given() && rest.as_str() == format!("not {}", value.as_str())).then_some(1)
    }

    pub(super) fn give(&mut self, given: Vec<Estimate>) {
        self.given = given;
    }

    fn given_at(&self, value: usize, class: usize) -> Option<&Estimate> {
        self.given.get(value * self.classes + class).filter(|_| class < self.classes)
    }

    /// ln of the numerator of P(value | class).
    pub(super) fn ln_above(&self, value: usize, class: usize) -> f64 {
        if let Some(given) = self.given_at(value, class) {
            return given.ln();
        }
        match self.short_alpha {
            Some((p, q)) => ln_of_short(self.short_above(value, class, p, q)),
            None => ln_of(&self.estimate(value, class).numerator),
        }
    }

    /// The same for 1 − P(value | class), with the same denominator.
    pub(super) fn ln_rest(&self, value: usize, class: usize) -> f64 {
        if let Some(given) = self.given_at(value, class) {
            return given.opposite().ln();
        }
        match self.short_alpha {
            Some((p, q)) => {
                let above = self.short_above(value, class, p, q);
                ln_of_short(self.short_below(class, p, q).saturating_sub(above))
            }
            None => ln_of(&self.estimate(value, class).opposite().numerator),
        }
    }

    pub(super) fn ln_below(&self, class: usize) -> f64 {
        if self.is_given() {
            return 0.0;
        }
        match self.short_alpha {
            Some((p, q)) => ln_of_short(self.short_below(class, p, q)),
            None => ln_of(&self.estimate(0, class).denominator),
        }
    }

    fn short_above(&self, value: usize, class: usize, p: u32, q: u32) -> u128 {
        u128::from(self.count(value, class)) * u128::from(q) + u128::from(p)
    }

    fn short_below(&self, class: usize, p: u32, q: u32) -> u128 {
        u128::from(self.total(class)) * u128::from(q) + u128::from(p) * self.outcomes() as u128
    }

    /// P(value | class); `None` for 0/0.
    pub fn conditional(&self, value: usize, class: usize) -> Option<Number> {
        self.estimate(value, class).value()
    }

    /// P(class | value), as counted: the rows of the class among all rows with the value, smoothed over the classes.
    pub(crate) fn class_estimate(&self, value: usize, class: usize) -> Estimate {
        Estimate::smoothed(self.count(value, class), self.count_in_all(value), self.classes, &self.alpha)
    }

    pub(crate) fn by_code(&self, code: u32) -> Option<usize> {
        self.by_code.get(code as usize).copied().flatten().map(|value| value as usize)
    }

    pub fn cuts(&self) -> Option<&Cuts> {
        match &self.form {
            Form::Bins(cuts) => Some(cuts),
            _ => None,
        }
    }

    /// The normal distribution of a class; `None` for other forms.
    pub fn normal(&self, class: usize) -> Option<&Normal> {
        self.form.normal(class)
    }

    /// The distribution of counts in a class; `None` for other forms.
    pub fn rate(&self, class: usize) -> Option<&Rate> {
        self.form.rate(class)
    }

    /// The mean of a class, or the rate of a count; `None` if the feature has none of its own.
    pub fn mean(&self, class: usize) -> Option<Number> {
        match self.rate(class) {
            Some(rate) => rate.lambda(),
            None => Some(Number::Float(self.normal(class)?.mean)),
        }
    }

    /// Whether the feature is read as a number, with a distribution of its own in each class.
    pub fn is_number(&self) -> bool {
        !self.form.parameters().is_empty()
    }

    pub(crate) fn count_family(&self) -> Option<&'static CountFamily> {
        self.form.count_family()
    }

    /// Whether the feature is a count with a distribution of its own in each class.
    pub fn is_count(&self) -> bool {
        self.count_family().is_some()
    }

    /// Whether the feature has a normal distribution of its own in each class.
    pub fn is_gaussian(&self) -> bool {
        matches!(self.form, Form::Gaussian(_))
    }

    pub fn is_words(&self) -> bool {
        matches!(self.form, Form::Words | Form::Presence)
    }
}

/// The kind of values of a factor.
#[derive(Clone, Debug, PartialEq)]
pub enum Form {
    Categories,
    Bins(Cuts),
    Words,
    /// Yes or no: the first value is the text that counts as 1, the second is every other text.
    Flag,
    /// Words of its documents, each word of the vocabulary a factor: present or absent.
    Presence,
    /// Numbers, with a normal distribution in each class that training rows have.
    Gaussian(Vec<Option<Normal>>),
    Poisson(Vec<Rate>),
}

impl Form {
    /// From counts, with a distribution of their own in each class of `order`.
    pub(super) fn of_counts(tally: &ValueCounts, order: &[u32]) -> (Form, Vec<u64>) {
        let rates: Vec<Rate> = order.iter().map(|code| Rate::of(tally, *code)).collect();
        let totals = rates.iter().map(|rate| rate.n).collect();
        (Form::Poisson(rates), totals)
    }

    pub fn title(&self) -> &'static str {
        match self {
            Form::Gaussian(_) => "Gaussian naive Bayes",
            Form::Poisson(_) => "Poisson naive Bayes",
            Form::Categories | Form::Bins(_) => "Categorical naive Bayes",
            Form::Words => "Multinomial naive Bayes",
            Form::Flag | Form::Presence => "Bernoulli naive Bayes",
        }
    }

    pub fn unit(&self) -> &'static str {
        match self {
            Form::Words => "words",
            Form::Presence => "documents",
            _ => "rows",
        }
    }

    /// The parameters of each class, where numbers are not binned; the first is the mean.
    pub fn parameters(&self) -> &'static [&'static str] {
        match self {
            Form::Gaussian(_) => &["μ", "σ²"],
            form if form.count_family().is_some() => &["λ"],
            _ => &[],
        }
    }

    pub(crate) fn count_family(&self) -> Option<&'static CountFamily> {
        match self {
            Form::Poisson(_) => Some(&POISSON),
            _ => None,
        }
    }

    /// The distribution of counts in a class; `None` for other forms.
    pub fn rate(&self, class: usize) -> Option<&Rate> {
        match self {
            Form::Poisson(rates) => rates.get(class),
            _ => None,
        }
    }

    /// The normal distribution of a class; `None` for other forms.
    pub fn normal(&self, class: usize) -> Option<&Normal> {
        match self {
            Form::Gaussian(normals) => normals.get(class)?.as_ref(),
            _ => None,
        }
    }

    /// ln of the density or the probability of a class at a number; NaN if the class has no distribution of it.
    pub(super) fn ln_at(&self, x: f64, class: usize) -> f64 {
        match self {
            Form::Gaussian(normals) => {
                normals.get(class).and_then(Option::as_ref).map_or(f64::NAN, |normal| normal.ln_density(x))
            }
            Form::Poisson(rates) => rates.get(class).map_or(f64::NAN, |rate| rate.ln_probability(x)),
            _ => f64::NAN,
        }
    }

    /// The density or the probability of a class at a number; `None` if the class has no distribution of it.
    pub(super) fn number_at(&self, x: f64, class: usize) -> Option<Number> {
        match self {
            Form::Poisson(rates) => rates.get(class)?.probability(x),
            form => Some(form.normal(class)?.density(x)),
        }
    }

    pub(super) fn counts_log_likelihood(&self, class: usize) -> f64 {
        match self {
            Form::Poisson(rates) => rates.get(class).map_or(0.0, Rate::log_likelihood),
            _ => 0.0,
        }
    }

    /// A fingerprint that equal columns of numbers share; `None` for counted features.
    pub(super) fn sums(&self) -> Option<String> {
        match self {
            Form::Gaussian(normals) => {
                let of = normals
                    .iter()
                    .flatten()
                    .map(|normal| format!("{} {:e} {:e}", normal.n, normal.mean, normal.raw));
                Some(of.collect::<Vec<String>>().join("|"))
            }
            Form::Poisson(rates) => Some(format!("{rates:?}")),
            _ => None,
        }
    }
}
