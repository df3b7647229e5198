//! One factor of a naive Bayes model: the distribution of a feature in each class, and its form.

use super::classes::LeftOutWord;
use super::normal::POISSON;
use super::{CountFamily, Estimate, FeatureCounts, Normal, Rate, error};
use crate::encode::{Cuts, learn};
use crate::math::{Name, Number};
use crate::problem::Problem;
use crate::recipe::{
    Bins, ColumnChoice, EventModel, ExactNumber, Feature, LeftOut, Resolved, Vocabulary, WordRules,
    counts_as_one, find,
};
use crate::table::{Column, Kind};
use crate::text::brief;
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
    pub word_columns: Vec<usize>,
    pub form: FactorForm,
    values: Vec<Name>,
    pub(super) classes: usize,
    /// By value and class: rows, or the tokens of a word.
    tokens: Vec<u64>,
    documents: Vec<u64>,
    totals: Vec<u64>,
    alpha: BigRational,
    /// Numerator and denominator of α, where both are short.
    short_alpha: Option<(u128, u128)>,
    /// Given P(value | class), laid out like the counts; empty if rows are counted.
    pub(super) given: Vec<Estimate>,
    by_code: Vec<Option<u32>>,
    by_word: HashMap<Name, usize>,
    left_out: Vec<LeftOutWord>,
}

impl Factor {
    /// Creates the factor of one feature. `order` gives the class code of each class of the model, which may leave
    /// codes out; the tables of `counts` have an entry for each of `codes`.
    pub(super) fn new(
        feature: &Feature,
        column: &Column,
        counts: &FeatureCounts,
        (order, codes): (&[u32], usize),
        rows: &[u64],
        resolved: &Resolved,
    ) -> Factor {
        let mut factor = Factor::empty(feature.name.clone(), feature.column, order.len(), resolved);
        let names = column.dictionary.names();
        factor.by_code = vec![None; names.len()];
        let by_class = |table: &[u64], code: usize| -> Vec<u64> {
            order.iter().map(|class| at(table, code * codes + *class as usize)).collect()
        };
        match counts {
            FeatureCounts::Codes(table) => {
                let given = resolved.recipe.given.is_some();
                let declared: HashSet<&str> = feature.values.iter().map(String::as_str).collect();
                for (code, name) in names.iter().enumerate() {
                    let counts = by_class(table, code);
                    let seen = given || counts.iter().any(|count| *count > 0);
                    if seen || declared.contains(name.as_str()) {
                        factor.take(Some(code), name, counts, Vec::new());
                    }
                }
                if feature.kind == Kind::Binary && !given {
                    factor.make_flag(feature.one.as_deref().unwrap_or("1"), names);
                }
            }
            FeatureCounts::Numbers(tally) if feature.bins.is_none() => {
                let rates: Vec<Rate> = order.iter().map(|code| Rate::of(tally, *code)).collect();
                factor.totals = rates.iter().map(|rate| rate.n).collect();
                factor.form = FactorForm::Counts(&POISSON, rates);
            }
            FeatureCounts::Numbers(tally) => {
                let bins = feature.bins.clone().unwrap_or(Bins::Width(1));
                let cuts = learn(&bins, tally, resolved.recipe.convention());
                let counts = cuts.counts(tally);
                factor.tokens = counts.iter().flat_map(|counts| by_class(counts, 0)).collect();
                factor.take_cuts(cuts);
            }
            FeatureCounts::Bins { cuts, table } => {
                factor.tokens = (0..cuts.bins()).flat_map(|bin| by_class(table, bin)).collect();
                factor.take_cuts(cuts.clone());
            }
            // `normal::fit` gives the distributions, since it knows what is added to the variances.
            FeatureCounts::Moments(moments) => {
                factor.form = FactorForm::Gaussian(Vec::new());
                let n = |code: &u32| moments.get(*code as usize).map_or(0, |moments| moments.n);
                factor.totals = order.iter().map(n).collect();
            }
            // Neither has a factor of its own: see `of_word_counts` and `Gda`.
            FeatureCounts::WordCounts { .. } | FeatureCounts::Together => {}
            FeatureCounts::Words { tokens, documents, unlabelled } => {
                factor.form = FactorForm::Words;
                if let Some(words) = &feature.dictionary {
                    for word in words.iter() {
                        let code = column.dictionary.code(word.as_str()).map(|code| code as usize);
                        let of = |table: &[u64]| {
                            code.map_or_else(|| vec![0; order.len()], |code| by_class(table, code))
                        };
                        factor.by_word.insert(word.clone(), factor.k());
                        factor.take(code, word, of(tokens), of(documents));
                    }
                } else {
                    let all = feature.vocabulary == Vocabulary::AllRows;
                    for (code, word) in names.iter().enumerate() {
                        let counts = by_class(tokens, code);
                        let others = if all { at(unlabelled, code) } else { 0 };
                        let count = counts.iter().sum::<u64>() + others;
                        match resolved.words.why_not(word.as_str(), count) {
                            _ if count == 0 => {}
                            Some(why) => factor.leave_out(word, feature.column, why),
                            None => factor.take(Some(code), word, counts, by_class(documents, code)),
                        }
                    }
                }
                if feature.event == EventModel::Bernoulli {
                    factor.form = FactorForm::Presence;
                    factor.totals = order.iter().map(|code| at(rows, *code as usize)).collect();
                    return factor;
                }
            }
        }
        factor.sum_up();
        factor
    }

    /// Creates the only factor of a table of word counts. Each column is a word of the vocabulary, even if it never
    /// occurs, unless the recipe sets a minimum count.
    pub(super) fn of_word_counts(
        name: Name,
        columns: &[(&Feature, &FeatureCounts)],
        order: &[u32],
        resolved: &Resolved,
    ) -> Factor {
        let first = columns.first().map_or(0, |(feature, _)| feature.column);
        let mut factor = Factor::empty(name, first, order.len(), resolved);
        factor.form = FactorForm::Words;
        for (feature, counts) in columns {
            let FeatureCounts::WordCounts { tokens, documents } = counts else { continue };
            let by_class = |table: &[u64]| -> Vec<u64> {
                order.iter().map(|class| at(table, *class as usize)).collect()
            };
            let counts = by_class(tokens);
            if let Some(why) = resolved.words.why_not(feature.name.as_str(), counts.iter().sum()) {
                factor.leave_out(&feature.name, feature.column, why);
                continue;
            }
            factor.by_word.insert(feature.name.clone(), factor.k());
            factor.take(None, &feature.name, counts, by_class(documents));
            factor.word_columns.push(feature.column);
        }
        factor.sum_up();
        factor
    }

    fn empty(name: Name, column: usize, classes: usize, resolved: &Resolved) -> Factor {
        let alpha = resolved.alpha.value();
        let short = |part: &BigInt| part.to_u32().map(u128::from);
        Factor {
            name,
            column,
            word_columns: Vec::new(),
            form: FactorForm::Categories,
            values: Vec::new(),
            classes,
            tokens: Vec::new(),
            documents: Vec::new(),
            totals: vec![0; classes],
            short_alpha: short(alpha.numer()).zip(short(alpha.denom())),
            alpha: alpha.clone(),
            given: Vec::new(),
            by_code: Vec::new(),
            by_word: HashMap::new(),
            left_out: Vec::new(),
        }
    }

    /// Adds a value with its counts by class; `code` is its code in the column.
    fn take(&mut self, code: Option<usize>, name: &Name, counts: Vec<u64>, documents: Vec<u64>) {
        if let Some(place) = code.and_then(|code| self.by_code.get_mut(code)) {
            *place = u32::try_from(self.values.len()).ok();
        }
        self.values.push(name.clone());
        self.tokens.extend(counts);
        self.documents.extend(documents);
    }

    fn take_cuts(&mut self, cuts: Cuts) {
        self.values = (0..cuts.bins()).map(|bin| cuts.label(bin)).collect();
        self.form = FactorForm::Bins(cuts);
    }

    fn leave_out(&mut self, word: &Name, column: usize, why: LeftOut) {
        self.left_out.push(LeftOutWord { word: word.clone(), column, why });
    }

    fn sum_up(&mut self) {
        for counts in self.tokens.chunks_exact(self.classes.max(1)) {
            self.totals.iter_mut().zip(counts).for_each(|(total, count)| *total += count);
        }
    }

    /// Merges all categories into two values: the one that counts as 1, and the rest.
    fn make_flag(&mut self, one: &str, names: &[Name]) {
        let is_one = |name: &Name| counts_as_one(one, name.as_str());
        let mut counts = vec![0; 2 * self.classes];
        for (name, row) in self.values.iter().zip(self.tokens.chunks_exact(self.classes.max(1))) {
            let from = if is_one(name) { 0 } else { self.classes };
            counts.iter_mut().skip(from).zip(row).for_each(|(sum, count)| *sum += count);
        }
        let mut others = self.values.iter().filter(|name| !is_one(name));
        let other = match (others.next(), others.next()) {
            (Some(only), None) => only.clone(),
            _ => Name::new(format!("not {one}")),
        };
        self.by_code = names.iter().map(|name| Some(u32::from(!is_one(name)))).collect();
        self.values = vec![Name::new(one), other];
        self.tokens = counts;
        self.form = FactorForm::Flag;
    }

    /// Rejects an empty vocabulary, if the recipe leaves all words out.
    pub(super) fn check_words(&self, rules: &WordRules) -> Result<(), Problem> {
        if self.k() > 0 || self.left_out.is_empty() {
            return Ok(());
        }
        let most = self.left_out.iter().filter_map(|word| match word.why {
            LeftOut::Rare(count) => Some(count),
            LeftOut::StopWord => None,
        });
        Err(error::no_word_left(self.name.as_str(), rules.min_count, most.max()))
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
        if self.form == FactorForm::Presence { 2 } else { self.k() }
    }

    pub fn alpha(&self) -> &BigRational {
        &self.alpha
    }

    /// Rows (tokens, for words) of a class with a value; 0 for an unknown value or class.
    pub fn count(&self, value: usize, class: usize) -> u64 {
        self.at(self.counts(), value, class)
    }

    /// The same by value and class.
    pub(super) fn counts(&self) -> &[u64] {
        if matches!(self.form, FactorForm::Presence) { &self.documents } else { &self.tokens }
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
        self.at(&self.tokens, value, class)
    }

    /// Sums one of the counts above over the values of a class.
    pub fn sum(&self, class: usize, count: impl Fn(&Factor, usize, usize) -> u64) -> u64 {
        (0..self.k()).map(|value| count(self, value, class)).sum()
    }

    pub fn values_of(&self, class: usize) -> usize {
        (0..self.k()).filter(|value| self.count(*value, class) > 0).count()
    }

    fn at(&self, table: &[u64], value: usize, class: usize) -> u64 {
        // Without this, a class out of range would read the counts of the next value.
        if class < self.classes { at(table, value * self.classes + class) } else { 0 }
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

    pub fn is_given(&self) -> bool {
        !self.given.is_empty()
    }

    /// The second value, where one value is given and the other is its complement, such as “not pos”: every other text
    /// is that.
    pub(super) fn rest(&self) -> Option<usize> {
        let [value, rest] = self.values.as_slice() else { return None };
        (self.is_given() && rest.as_str() == format!("not {}", value.as_str())).then_some(1)
    }

    fn given_at(&self, value: usize, class: usize) -> Option<&Estimate> {
        self.given.get(value * self.classes + class).filter(|_| class < self.classes)
    }

    /// ln of the numerator of P(value | class).
    pub(crate) fn ln_above(&self, value: usize, class: usize) -> f64 {
        match (self.given_at(value, class), self.short_alpha) {
            (Some(given), _) => given.ln(),
            (None, Some(alpha)) => ln_of_short(self.short_above(value, class, alpha)),
            (None, None) => ln_of(&self.estimate(value, class).numerator),
        }
    }

    /// The same for 1 − P(value | class), with the same denominator.
    pub(super) fn ln_rest(&self, value: usize, class: usize) -> f64 {
        match (self.given_at(value, class), self.short_alpha) {
            (Some(given), _) => given.opposite().ln(),
            (None, Some(alpha)) => {
                let above = self.short_above(value, class, alpha);
                ln_of_short(self.short_below(class, alpha).saturating_sub(above))
            }
            (None, None) => ln_of(&self.estimate(value, class).opposite().numerator),
        }
    }

    pub(crate) fn ln_below(&self, class: usize) -> f64 {
        match self.short_alpha {
            _ if self.is_given() => 0.0,
            Some(alpha) => ln_of_short(self.short_below(class, alpha)),
            None => ln_of(&self.estimate(0, class).denominator),
        }
    }

    fn short_above(&self, value: usize, class: usize, (p, q): (u128, u128)) -> u128 {
        u128::from(self.count(value, class)) * q + p
    }

    fn short_below(&self, class: usize, (p, q): (u128, u128)) -> u128 {
        u128::from(self.total(class)) * q + p * self.outcomes() as u128
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
            FactorForm::Bins(cuts) => Some(cuts),
            _ => None,
        }
    }

    /// Returns the position of a word in a dictionary, or of one that has a column of its own.
    pub fn by_word(&self, word: &str) -> Option<usize> {
        self.by_word.get(word).copied()
    }

    pub(super) fn is_listed(&self) -> bool {
        !self.by_word.is_empty()
    }

    pub fn is_word_counts(&self) -> bool {
        !self.word_columns.is_empty()
    }

    /// Returns the words that the recipe leaves out of the vocabulary, in order of first appearance.
    pub fn left_out(&self) -> &[LeftOutWord] {
        &self.left_out
    }

    pub fn table_columns(&self) -> &[usize] {
        if self.is_word_counts() { &self.word_columns } else { std::slice::from_ref(&self.column) }
    }

    /// The normal distribution of a class; `None` for other forms.
    pub fn normal(&self, class: usize) -> Option<&Normal> {
        match &self.form {
            FactorForm::Gaussian(normals) => normals.get(class)?.as_ref(),
            _ => None,
        }
    }

    /// The distribution of counts in a class; `None` for other forms.
    pub fn rate(&self, class: usize) -> Option<&Rate> {
        match &self.form {
            FactorForm::Counts(_, rates) => rates.get(class),
            _ => None,
        }
    }

    /// ln of the density or the probability of a class at a number; NaN if the class has no distribution of it.
    pub(super) fn ln_at(&self, x: f64, class: usize) -> f64 {
        let ln = match &self.form {
            FactorForm::Counts(family, rates) => {
                rates.get(class).map(|rate| (family.ln_probability)(rate, x))
            }
            _ => self.normal(class).map(|normal| normal.ln_density(x)),
        };
        ln.unwrap_or(f64::NAN)
    }

    /// The density or the probability of a class at a number; `None` if the class has no distribution of it.
    pub(super) fn number_at(&self, x: f64, class: usize) -> Option<Number> {
        match &self.form {
            FactorForm::Counts(family, rates) => (family.probability)(rates.get(class)?, x),
            _ => Some(self.normal(class)?.density(x)),
        }
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
        self.is_gaussian() || self.is_count()
    }

    pub fn count_family(&self) -> Option<&'static CountFamily> {
        if let FactorForm::Counts(family, _) = self.form { Some(family) } else { None }
    }

    pub fn is_count(&self) -> bool {
        self.count_family().is_some()
    }

    pub fn is_gaussian(&self) -> bool {
        matches!(self.form, FactorForm::Gaussian(_))
    }

    pub fn is_words(&self) -> bool {
        matches!(self.form, FactorForm::Words | FactorForm::Presence)
    }
}

fn at(table: &[u64], place: usize) -> u64 {
    table.get(place).copied().unwrap_or(0)
}

#[derive(Clone, Debug, PartialEq)]
pub enum FactorForm {
    Categories,
    Bins(Cuts),
    Words,
    /// Yes or no: the first value is the text that counts as 1, the second is every other text.
    Flag,
    /// Words of its documents, each word of the vocabulary a factor: present or absent.
    Presence,
    /// Numbers, with a normal distribution in each class that training rows have.
    Gaussian(Vec<Option<Normal>>),
    Counts(&'static CountFamily, Vec<Rate>),
}

impl FactorForm {
    pub fn title(&self) -> &'static str {
        match self {
            FactorForm::Gaussian(_) => "Gaussian naive Bayes",
            FactorForm::Counts(family, _) => family.title,
            FactorForm::Categories | FactorForm::Bins(_) => "Categorical naive Bayes",
            FactorForm::Words => "Multinomial naive Bayes",
            FactorForm::Flag | FactorForm::Presence => "Bernoulli naive Bayes",
        }
    }

    pub fn unit(&self) -> &'static str {
        match self {
            FactorForm::Words => "words",
            FactorForm::Presence => "documents",
            _ => "rows",
        }
    }

    /// The parameters of each class, where numbers are not binned; the first is the mean.
    pub fn parameters(&self) -> &'static [&'static str] {
        match self {
            FactorForm::Gaussian(_) => &["μ", "σ²"],
            FactorForm::Counts(..) => &["λ"],
            _ => &[],
        }
    }

    /// A fingerprint that equal columns of numbers share; `None` for counted features.
    pub(super) fn sums(&self) -> Option<String> {
        match self {
            FactorForm::Gaussian(normals) => {
                let sums = |normal: &Normal| format!("{} {:e} {:e}", normal.n, normal.mean, normal.raw);
                Some(normals.iter().flatten().map(sums).collect::<Vec<String>>().join("|"))
            }
            FactorForm::Counts(_, rates) => Some(format!("{rates:?}")),
            _ => None,
        }
    }
}

pub(super) fn float(number: &ExactNumber) -> f64 {
    number.value().to_f64().unwrap_or(f64::NAN)
}

impl Factor {
    /// Takes the given numbers of each class in place of counts.
    ///
    /// # Errors
    /// When one is not given.
    pub(super) fn take_given(
        &mut self,
        choice: Option<&ColumnChoice>,
        classes: &[Name],
    ) -> Result<(), Problem> {
        let name = self.name.as_str().to_owned();
        let not_given = |what: &str, key: &str| {
            let what = format!("{what} of “{}” is not given", brief(&name));
            let fix = format!("add [feature.{key}] below the name of the feature");
            Problem { feature: Some(name.clone()), ..Problem::usage(what, fix) }
        };
        let numbers = |key: &str| {
            let all = choice.and_then(|choice| choice.given_numbers().find(|(what, _)| *what == key));
            let number = |class: &Name| find(all?.1, class.as_str()).cloned();
            let all: Option<Vec<ExactNumber>> = classes.iter().map(number).collect();
            all.ok_or_else(|| not_given(&format!("the {key}"), key))
        };
        match &self.form {
            FactorForm::Gaussian(_) => {
                let (means, variances) = (numbers("mean")?, numbers("variance")?);
                let normal = |(mean, variance): (&ExactNumber, &ExactNumber)| {
                    let variance = float(variance);
                    Some(Normal { n: 0, mean: float(mean), rest: 0.0, raw: variance, variance })
                };
                self.form = FactorForm::Gaussian(means.iter().zip(&variances).map(normal).collect());
            }
            FactorForm::Counts(family, _) => {
                let rate = |rate: &ExactNumber| {
                    let parts = rate.value().numer().to_u64().zip(rate.value().denom().to_u64());
                    let (sum, n) = parts.ok_or_else(|| not_given("a rate of fewer digits", "rate"))?;
                    Ok(Rate { n, sum, ..Rate::default() })
                };
                let rates = numbers("rate")?.iter().map(rate).collect::<Result<_, Problem>>()?;
                self.form = FactorForm::Counts(family, rates);
            }
            _ => {
                let table = choice.and_then(|choice| choice.table.as_ref());
                let estimate = |value: &Name, class: &Name| {
                    let p = find(find(table?, class.as_str())?, value.as_str())?.value();
                    Some(Estimate { numerator: p.numer().clone(), denominator: p.denom().clone() })
                };
                let each =
                    self.values().iter().flat_map(|value| classes.iter().map(move |class| (value, class)));
                let given: Option<Vec<Estimate>> =
                    each.map(|(value, class)| estimate(value, class)).collect();
                let given = given.filter(|_| table.is_some());
                self.given = given.ok_or_else(|| not_given("P(value | class)", "table.\"class\""))?;
            }
        }
        Ok(())
    }
}
