//! A column at a glance: its values or its spread, class by class; and whether it only names its rows.

use super::header::is_in;
use super::number::written;
use super::store::number_key;
use super::{Kind, MISSING, Segment, Table, words};
use crate::math::{Name, explained_by_means, explained_by_values};
use std::cmp::Reverse;
use std::collections::HashMap;
use std::fmt;

#[derive(Clone, Debug, PartialEq)]
pub struct Profile {
    pub rows: usize,
    pub missing: u64,
    /// Different known values; for a text column, different words.
    pub distinct: usize,
    pub row_name: Option<RowName>,
    /// The target's values in order of appearance; empty without a target, or when it has too many numbers.
    pub classes: Vec<Name>,
    /// How much of the classes it explains, from 0 to 1: of a number η², of values their mutual information with the class
    /// over H(class). `None` for text, for the class itself, and where that is unknown.
    pub explained: Option<f64>,
    /// The commonest values first, at most 50; empty for text.
    pub values: Vec<ValueCount>,
    pub numbers: Option<NumberProfile>,
    pub words: Option<WordProfile>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueCount {
    pub value: Name,
    /// Rows (for words: tokens) that have it, those without a class too.
    pub count: u64,
    pub by_class: Vec<u64>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct NumberProfile {
    pub min: f64,
    pub mean: f64,
    pub max: f64,
    /// The population standard deviation, dividing by n.
    pub sd: f64,
    /// Bins of equal width from the least number to the greatest: 8 to 16, or 1 when all numbers are equal.
    pub bins: Vec<HistogramBin>,
}

/// One bar of a histogram: the numbers in `[low, high)`, in the last bin `[low, high]`.
#[derive(Clone, Debug, PartialEq)]
pub struct HistogramBin {
    pub low: f64,
    pub high: f64,
    pub count: u64,
    pub by_class: Vec<u64>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WordProfile {
    pub documents: u64,
    pub empty: u64,
    pub words: u64,
    pub commonest: Vec<ValueCount>,
}

/// How many rows, and how many of each class.
type Tally = (u64, Vec<u64>);

fn add(tallies: &mut [Tally], place: usize, class: u32) {
    let Some((count, by_class)) = tallies.get_mut(place) else { return };
    *count += 1;
    by_class.get_mut(class as usize).into_iter().for_each(|count| *count += 1);
}

/// Describes a column of all rows or of some, class by class when `target` is given; `None` when the table has no such
/// column.
pub fn profile_of(
    table: &Table,
    column: usize,
    target: Option<usize>,
    some: Option<&[u32]>,
) -> Option<Profile> {
    let about = table.columns().get(column)?;
    let (classes, class_of) = classes(table, target);
    let class = |row: usize| class_of.get(row).copied().unwrap_or(MISSING);
    let k = classes.len();
    let rows = some.map_or(table.rows(), <[u32]>::len);
    let names = about.dictionary.names();
    let (numbers, cells) = coded(table, column, some);
    let mut tallies: Vec<Tally> = vec![(0, vec![0; k]); names.len().max(numbers.len())];
    cells.iter().for_each(|(row, code)| add(&mut tallies, *code as usize, class(*row)));
    let used = tallies.iter().filter(|(count, _)| *count > 0).count();
    let distinct = if some.is_some() || about.kind == Kind::Numeric { used } else { names.len() };
    let number = |(row, code): &(usize, u32)| Some((class(*row), *numbers.get(*code as usize)?));
    let known: Vec<(u32, f64)> = cells.iter().filter_map(number).collect();
    let explained = match about.kind {
        Kind::Text => None,
        Kind::Numeric => explained_by_means_of(&known, k),
        Kind::Binary | Kind::Categorical => {
            let counts = || tallies.iter().map(|(_, by_class)| by_class.as_slice());
            let sum = |class| counts().filter_map(|counts| counts.get(class)).sum();
            let classes: Vec<u64> = (0..k).map(sum).collect();
            explained_by_values(counts().filter(|counts| counts.iter().any(|n| *n > 0)), &classes)
        }
    };
    let mut values = match about.kind {
        Kind::Numeric => commonest(numbers, tallies, |value| written(value).into()),
        _ => commonest(names, tallies, Name::clone),
    };
    let words = (about.kind == Kind::Text).then(|| {
        let documents = cells.chunk_by(|(one, _), (other, _)| one == other).count();
        values.retain(|word| word.count > 0);
        WordProfile {
            documents: rows as u64,
            empty: (rows - documents) as u64,
            words: cells.len() as u64,
            commonest: std::mem::take(&mut values),
        }
    });
    Some(Profile {
        rows,
        missing: match some {
            Some(_) if words.is_none() => (rows - cells.len()) as u64,
            _ => about.missing,
        },
        distinct,
        row_name: table.row_name(column),
        classes,
        explained: explained.filter(|_| target != Some(column)),
        values,
        numbers: describe_numbers(&known, k),
        words,
    })
}

/// The row and the code of each known cell, or of each word of a document. Numbers have codes in order of first
/// appearance, and are returned too.
fn coded(table: &Table, column: usize, some: Option<&[u32]>) -> (Vec<f64>, Vec<(usize, u32)>) {
    let (mut codes, mut numbers, mut coded) = (HashMap::new(), Vec::new(), Vec::new());
    let mut add = |part: &Segment, at: usize| {
        let Some(cells) = part.cells.get(column) else { return };
        let code = cells.number(at).map(|number| {
            *codes.entry(number_key(number)).or_insert_with(|| {
                numbers.push(number);
                numbers.len() as u32 - 1
            })
        });
        let all = cells.tokens(at).chain(cells.code(at)).chain(code);
        coded.extend(all.map(|code| (part.rows.start + at, code)));
    };
    match some {
        Some(rows) => {
            let places = rows.iter().filter_map(|row| table.locate(*row as usize));
            places.for_each(|(part, at)| add(part, at));
        }
        None => table.segments().iter().for_each(|part| (0..part.rows.len()).for_each(|at| add(part, at))),
    }
    (numbers, coded)
}

/// The values of the target, and the code of each row's.
fn classes(table: &Table, target: Option<usize>) -> (Vec<Name>, Vec<u32>) {
    /// The most different numbers that a target may have to be taken for classes.
    const CLASSES: usize = 20;
    let none = (Vec::new(), Vec::new());
    let Some((column, about)) = target.and_then(|t| Some((t, table.columns().get(t)?))) else { return none };
    let is_number = about.kind == Kind::Numeric;
    if about.kind == Kind::Text || is_number && table.number_counts(column, CLASSES).is_none() {
        return none;
    }
    let (numbers, cells) = coded(table, column, None);
    let mut codes = vec![MISSING; table.rows()];
    for (row, code) in cells {
        codes.get_mut(row).into_iter().for_each(|of_row| *of_row = code);
    }
    let names = about.dictionary.names().iter().cloned();
    (names.chain(numbers.into_iter().map(|number| written(number).into())).collect(), codes)
}

/// The commonest first, at most 50; on a tie, in order of first appearance.
fn commonest<T>(
    values: impl IntoIterator<Item = T>,
    tallies: Vec<Tally>,
    name: impl Fn(T) -> Name,
) -> Vec<ValueCount> {
    let mut all: Vec<(T, Tally)> = values.into_iter().zip(tallies).collect();
    all.sort_by_key(|(_, (count, _))| Reverse(*count));
    all.truncate(50);
    let value = |(value, (count, by_class)): (T, Tally)| ValueCount { value: name(value), count, by_class };
    all.into_iter().map(value).collect()
}

/// η² of the numbers of the rows that have a class.
fn explained_by_means_of(numbers: &[(u32, f64)], k: usize) -> Option<f64> {
    let all = || numbers.iter().map(|(class, value)| (*class as usize, value));
    let known = || all().filter(|(class, _)| *class < k);
    let (_, first) = known().next()?;
    let mut sums = vec![(0.0, 0.0); k];
    for (class, value) in known() {
        if let Some((n, sum)) = sums.get_mut(class) {
            *n += 1.0;
            *sum += value - first;
        }
    }
    let (n, sum) = sums.iter().fold((0.0, 0.0), |(n, sum), (of, part)| (n + of, sum + part));
    let mean = first + sum / n;
    let means: Vec<f64> = sums.iter().map(|(n, sum)| first + sum / n).collect();
    let (mut within, mut total) = (0.0, 0.0);
    for (class, value) in known() {
        let own = value - means.get(class)?;
        within += own * own;
        total += (value - mean) * (value - mean);
    }
    explained_by_means(within, total)
}

fn describe_numbers(numbers: &[(u32, f64)], k: usize) -> Option<NumberProfile> {
    let known = || numbers.iter().map(|(_, value)| *value);
    let first = known().next()?;
    let (mut n, mut min, mut max, mut sum) = (0.0, first, first, 0.0);
    for value in known() {
        n += 1.0;
        min = value.min(min);
        max = value.max(max);
        sum += value - first;
    }
    // Deviations from a first guess of the mean keep their digits where plain sums of squares lose them all.
    let guess = first + sum / n;
    let (mut off, mut squares) = (0.0, 0.0);
    for value in known() {
        off += value - guess;
        squares += (value - guess) * (value - guess);
    }
    let mean = guess + off / n;
    let variance = ((squares - off * off / n) / n).max(0.0);
    let width = max - min;
    let bins = ((f64::log2(n).ceil() as usize) + 1).clamp(8, 16);
    let count = if width > 0.0 && width.is_finite() { bins } else { 1 };
    let edge = |i: usize| if i == count { max } else { min + width * i as f64 / count as f64 };
    let mut tallies: Vec<Tally> = vec![(0, vec![0; k]); count];
    for (class, value) in numbers {
        let place = if count == 1 { 0.0 } else { (value - min) / width * count as f64 };
        let mut bin = (place as usize).min(count - 1);
        // Rounding may put a number that lies on an edge one bin too low or too high.
        if bin + 1 < count && *value >= edge(bin + 1) {
            bin += 1;
        } else if *value < edge(bin) {
            bin = bin.saturating_sub(1);
        }
        add(&mut tallies, bin, *class);
    }
    let bin = |(i, (count, by_class))| HistogramBin { low: edge(i), high: edge(i + 1), count, by_class };
    let bins = (0..).zip(tallies).map(bin).collect();
    Some(NumberProfile { min, mean, max, sd: variance.sqrt(), bins })
}

/// The rows above which a column whose values all differ is taken for a name: in a smaller table they differ by chance.
const ROWS: u64 = 10;
/// The rows from which on labels with consecutive numbers, or rising times, are not chance.
const FEW: u64 = 5;
/// What makes a name of a column that is named like one: more values than these, or one for every second row.
const VALUES: u64 = 20;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RowName {
    /// The first column, which has no name in the header: programs write the names of rows there.
    Unnamed,
    /// 0, 1, 2 … or 1, 2, 3 … down to the last row, or numbers or labels (`d1`, `d2` …) of a column named like an identifier.
    Numbers,
    /// Other consecutive whole numbers in every row of a longer table: it may be a measurement that was sorted.
    Consecutive,
    /// More than 95 % of the known cells differ.
    Unique,
    /// Words of which two in three are in one row only: many values, and few rows to learn each from.
    Seldom,
    Called,
    Times,
}

impl fmt::Display for RowName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            RowName::Unnamed => "has no name in the header",
            RowName::Numbers => "numbers the rows",
            RowName::Consecutive => "holds consecutive numbers",
            RowName::Unique => "has another value in nearly every row",
            RowName::Seldom => "has another value in most rows",
            RowName::Called => "is named like an identifier",
            RowName::Times => "holds dates or times",
        })
    }
}

impl Table {
    /// Why a column is taken for a name of its rows; `None` for a column that may matter for other rows. It is found
    /// out once.
    pub fn row_name(&self, column: usize) -> Option<RowName> {
        *self.row_names.get(column)?.get_or_init(|| self.find_row_name(column))
    }

    fn find_row_name(&self, at: usize) -> Option<RowName> {
        let column = self.columns().get(at)?;
        let known = (self.rows() as u64).saturating_sub(column.missing);
        if column.unnamed && at == 0 {
            return Some(RowName::Unnamed);
        }
        if known == 0 {
            return None;
        }
        let label = Label::of(column.name.as_str());
        match column.kind {
            Kind::Numeric => self.row_name_of_numbers(at, known, label),
            Kind::Text => {
                (label == Some(Label::Id) && (known > ROWS || self.has_others())).then_some(RowName::Called)
            }
            Kind::Categorical | Kind::Binary => self.row_name_of_values(at, known, label),
        }
    }

    /// Whether there is more to learn from than one column beside the class.
    fn has_others(&self) -> bool {
        self.columns().len() > 2
    }

    fn row_name_of_numbers(&self, at: usize, known: u64, label: Option<Label>) -> Option<RowName> {
        /// Rows of a table in which every number of a column such as `code` must differ; in a longer one every second.
        const ALL: u64 = 40;
        let each = |is: fn(f64) -> bool| self.numbers(at).all(|value| value.is_nan() || is(value));
        let whole = || each(|value| value.fract() == 0.0);
        let years = || each(|value| (1000.0..3000.0).contains(&value));
        let rises = || self.numbers(at).zip(self.numbers(at).skip(1)).all(|(a, b)| a < b);
        let many = |least: u64| {
            let least = usize::try_from(least.max(3)).unwrap_or(usize::MAX);
            self.number_counts(at, least - 1).is_none()
        };
        let all = known == self.rows() as u64;
        match label {
            Some(Label::Year(alone)) if years() && whole() && many(known) && (alone || all && rises()) => {
                return Some(RowName::Times);
            }
            Some(Label::Time) if all && known >= FEW && rises() => return Some(RowName::Times),
            _ => {}
        }
        let first = self.numbers(at).next()?;
        let mut counted = self.numbers(at).zip(0u32..);
        if all && counted.all(|(value, row)| value == first + f64::from(row)) && whole() {
            let counts = first == 0.0 || first == 1.0;
            let is_long = known > ROWS && self.has_others();
            let is_labelled = matches!(label, Some(Label::Id | Label::Number | Label::Row)) && known >= 3;
            if is_labelled || is_long {
                return Some(if is_labelled || counts { RowName::Numbers } else { RowName::Consecutive });
            }
        }
        let called = match label {
            Some(Label::Id) => whole() && many(known.div_ceil(2).min(VALUES + 1)),
            Some(Label::Number) => whole() && many(if known <= ALL { known } else { known.div_ceil(2) }),
            _ => false,
        };
        called.then_some(RowName::Called)
    }

    fn row_name_of_values(&self, at: usize, known: u64, label: Option<Label>) -> Option<RowName> {
        /// The values of words, two of three in one row each, from which on there are too many to learn from.
        const SELDOM: u64 = 50;
        let names = self.columns().get(at)?.dictionary.names();
        let values = names.len() as u64;
        let is_first = at == 0 && self.has_others() && values == known && values >= 3;
        if values > 0 && names.iter().all(|name| is_time(name.as_str())) {
            return Some(RowName::Times);
        }
        if known > ROWS && values * 20 > known * 19 {
            return Some(RowName::Unique);
        }
        if values > SELDOM && values * 3 > known * 2 {
            return Some(RowName::Seldom);
        }
        if is_first && (known >= FEW || label.is_some()) && are_numbered(names) {
            return Some(RowName::Numbers);
        }
        if is_first && label == Some(Label::Row) {
            return Some(RowName::Unique);
        }
        let many = match label {
            Some(Label::Id) => values > VALUES || 2 * values >= known,
            Some(Label::Number) => values == known && self.has_others(),
            _ => false,
        };
        (values > 2 && many).then_some(RowName::Called)
    }
}

/// Whether values are one word with consecutive numbers after it: `d1`, `d2`, `d3`.
fn are_numbered(names: &[Name]) -> bool {
    let parts = |name: &Name| {
        let word = name.as_str().trim_end_matches(|c: char| c.is_ascii_digit());
        let number: u32 = name.as_str().get(word.len()..)?.parse().ok()?;
        Some((word.to_owned(), number))
    };
    let Some((word, first)) = names.first().and_then(parts) else { return false };
    let mut all = names.iter().zip(0u32..);
    !word.is_empty() && all.all(|(name, at)| parts(name) == Some((word.clone(), first.saturating_add(at))))
}

/// What a column's name suggests about how it names rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Label {
    /// `PassengerId`, `team_name`.
    Id,
    /// `Bike No.`, `Kundennr`, `StockCode`: it may also be a measurement.
    Number,
    /// What a row is: `Patient`, `Day`.
    Row,
    Year(bool),
    Time,
}

const IDS: &str = "id ids uuid guid name names ticket timestamp";
const IDS_ALONE: &str = "index idx rowname rownames url email";
const NUMBERS: &str =
    "nr no num nummer number nº numéro numero número key code código codigo clave schlüssel";
const YEARS: &str = "year yr jahr année annee año anno";
const TIMES: &str = "time datetime epoch zeit temps tiempo";
const ROW_WORDS: &str = "account case client customer day doc document employee example individual instance invoice \
    item member message object obs observation order participant passenger patient person product \
    record respondent row sample specimen student subject transaction user week beispiel fall \
    kunde objekt proband schüler tag woche zeile alumno caso cliente día fila paciente persona \
    élève individu jour ligne étudiant";
/// What else precedes `id`, `no` and the like in one word: `rid`, `custno`, `srno`.
const SHORT: &str = "t r u p c s g o e sr sl reg roll acc acct emp cust kunden";

impl Label {
    fn of(name: &str) -> Option<Label> {
        let words = words(name);
        let Some(last) = words.last().map(String::as_str) else {
            return matches!(name.trim().trim_end_matches('.'), "#" | "№").then_some(Label::Number);
        };
        let alone = words.len() == 1;
        let is_row = |word: &str| is_in(ROW_WORDS, word) || is_in(SHORT, word);
        let ends = |suffix: &str| last.strip_suffix(suffix).is_some_and(is_row);
        let is_numbered =
            |first: &String| first == "unnamed" && last.bytes().all(|byte| byte.is_ascii_digit());
        // N° is one letter and a sign; Nr. Kunde and N° élève begin with it.
        let is_sign = |word: &str| word == "n" && name.contains('°') || is_in(NUMBERS, word);
        let begins = words.first().is_some_and(|first| is_sign(first) && (alone || is_row(last)));
        if is_in(IDS, last)
            || alone && is_in(IDS_ALONE, last)
            || ends("id")
            || words.first().is_some_and(is_numbered)
        {
            Some(Label::Id)
        } else if is_in(NUMBERS, last)
            || ["nummer", "nr", "number"].iter().any(|end| last.ends_with(end))
            || ["no", "num", "key", "code"].iter().any(|end| ends(end))
            || begins
        {
            Some(Label::Number)
        } else if is_in(YEARS, last) {
            Some(Label::Year(alone))
        } else if alone && is_in(TIMES, last) {
            Some(Label::Time)
        } else {
            (alone && is_in(ROW_WORDS, last)).then_some(Label::Row)
        }
    }
}

/// Whether a text is a date, a time, or both: `2024-01-05T10:00:00Z`, `05.01.2024`, `1/5/24 9:30 PM`.
fn is_time(text: &str) -> bool {
    let text = text.trim();
    let is_clock = |text: &str| {
        let text = text.trim_end_matches(['Z', 'z']);
        let text = text.trim_end_matches(|c: char| matches!(c.to_ascii_lowercase(), 'a' | 'p' | 'm' | ' '));
        let clock = text.split(['+', '-']).next().unwrap_or_default();
        let mut parts = clock.split([':', '.']);
        clock.contains(':') && parts.all(|part| is_digits(part, 1..=9))
    };
    match text.split_once(['T', ' ']) {
        Some((date, time)) => is_date(date) && is_clock(time.trim()),
        None => is_date(text),
    }
}

fn is_date(text: &str) -> bool {
    ['-', '/', '.'].iter().any(|sign| {
        let parts: Vec<&str> = text.split(*sign).collect();
        let [a, b, c] = parts[..] else { return false };
        is_digits(b, 1..=2)
            && (is_digits(a, 4..=4) && is_digits(c, 1..=2)
                || is_digits(a, 1..=2) && is_digits(c, 2..=4) && c.len() != 3)
    })
}

fn is_digits(text: &str, long: std::ops::RangeInclusive<usize>) -> bool {
    long.contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_known_by_their_shape() {
        for text in
            ["2024-01-05", "2024-01-05 10:00:00", "2024-01-05T10:00:00.123Z", "05.01.2024", "1/5/24 9:30 PM"]
        {
            assert!(is_time(text), "{text}");
        }
        for text in ["1-2", "12", "a-b-c", "10:00", "2024", "1.2.3.4", "25-34", "0-5yrs", "123-45-6789", ""] {
            assert!(!is_time(text), "{text}");
        }
    }

    #[test]
    fn identifiers_are_recognised_by_the_end_of_their_name() {
        for (label, names) in [
            (Some(Label::Id), &["ID", "id", "index", "userID", "TID", "RID", "Unnamed: 0"][..]),
            (Some(Label::Id), &["customer_id", "Country Name", "customerid"]),
            (Some(Label::Number), &["No.", "#", "Nr.", "Bike No.", "custno", "N°", "N° élève"]),
            (Some(Label::Number), &["housenumber"]),
            (Some(Label::Row), &["Day", "Patient", "doc", "Obs."]),
            (Some(Label::Year(true)), &["Jahr"]),
        ] {
            for name in names {
                assert_eq!(Label::of(name), label, "{name}");
            }
        }
        let others = "paid,valid,body mass index,idle,surname length,humid,piano,casino,monkey,number of children,days,items,";
        for name in others.split(',') {
            assert_eq!(Label::of(name), None, "{name}");
        }
    }
}
