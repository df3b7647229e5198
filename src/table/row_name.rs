//! Columns that name, number or date their rows: they distinguish the rows of this table, and say nothing of others.

use std::fmt;

use super::columns::Kind;
use super::header::words;
use super::store::Table;
use crate::math::Name;

/// Rows from which on a column whose values all differ is taken for a name: in a smaller table they differ by chance.
const ROWS: u64 = 10;

/// What makes a name of a column that is called one: more values than these, or one for every second row.
const VALUES: usize = 20;

/// The values of words, two of three in one row each, from which on there are too many to learn from.
const SELDOM: u64 = 50;

/// Why a column is taken for a name of its rows.
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
    /// Why a column is taken for a name of its rows; `None` for a column that may say something of other rows. It is found
    /// out once.
    pub fn row_name(&self, column: usize) -> Option<RowName> {
        *self.row_name_cell(column)?.get_or_init(|| self.judge_row_name(column))
    }

    fn judge_row_name(&self, at: usize) -> Option<RowName> {
        let column = self.columns().get(at)?;
        let known = (self.rows() as u64).saturating_sub(column.missing);
        if column.unnamed && at == 0 {
            return Some(RowName::Unnamed);
        }
        if known == 0 {
            return None;
        }
        let label = Label::of(column.name.as_str());
        // The one column beside the class is what there is to learn from.
        let has_others = self.columns().len() > 2;
        match column.kind {
            Kind::Numeric => self.judge_numbers(at, known, label, has_others),
            Kind::Text => {
                (label == Some(Label::Id) && (known > ROWS || has_others)).then_some(RowName::Called)
            }
            Kind::Categorical | Kind::Binary => self.judge_values(at, known, label, has_others),
        }
    }

    fn judge_numbers(
        &self,
        at: usize,
        known: u64,
        label: Option<Label>,
        has_others: bool,
    ) -> Option<RowName> {
        let whole = || self.numbers(at).all(|value| value.is_nan() || value.fract() == 0.0);
        let rises = || self.numbers(at).zip(self.numbers(at).skip(1)).all(|(a, b)| a < b);
        let many = |least: u64| {
            let least = usize::try_from(least.max(3)).unwrap_or(usize::MAX);
            self.number_counts(at, least - 1).is_none()
        };
        let years = || self.numbers(at).all(|value| value.is_nan() || (1000.0..3000.0).contains(&value));
        let all = known == self.rows() as u64;
        match label {
            Some(Label::Year(alone)) if years() && whole() && many(known) && (alone || all && rises()) => {
                return Some(RowName::Times);
            }
            Some(Label::Time) if all && known >= FEW && rises() => return Some(RowName::Times),
            _ => {}
        }
        let first = self.numbers(at).next()?;
        let consecutive =
            all && self.numbers(at).zip(0u32..).all(|(value, row)| value == first + f64::from(row));
        if consecutive && whole() {
            let counts = first == 0.0 || first == 1.0;
            if matches!(label, Some(Label::Id | Label::Number | Label::Row)) && known >= 3
                || counts && known > ROWS && has_others
            {
                return Some(RowName::Numbers);
            }
            if known > ROWS && has_others {
                return Some(RowName::Consecutive);
            }
        }
        let called = match label {
            Some(Label::Id) => whole() && many(known.div_ceil(2).min(VALUES as u64 + 1)),
            Some(Label::Number) => whole() && many(if known <= ALL { known } else { known.div_ceil(2) }),
            _ => false,
        };
        called.then_some(RowName::Called)
    }

    fn judge_values(&self, at: usize, known: u64, label: Option<Label>, has_others: bool) -> Option<RowName> {
        let names = self.columns().get(at)?.dictionary.names();
        let values = names.len() as u64;
        let is_first = at == 0 && has_others && values == known && values >= 3;
        if values > 0 && names.iter().all(|name| is_time(name.as_str())) {
            Some(RowName::Times)
        } else if known > ROWS && values * 20 > known * 19 {
            Some(RowName::Unique)
        } else if values > SELDOM && values * 3 > known * 2 {
            Some(RowName::Seldom)
        } else if is_first && (known >= FEW || label.is_some()) && are_numbered(names) {
            Some(RowName::Numbers)
        } else if is_first && label == Some(Label::Row) {
            Some(RowName::Unique)
        } else {
            let many = match label {
                Some(Label::Id) => values > VALUES as u64 || 2 * values >= known,
                Some(Label::Number) => values == known && has_others,
                _ => false,
            };
            (values > 2 && many).then_some(RowName::Called)
        }
    }
}

/// Rows from which on labels with consecutive numbers, or rising times, are no chance.
const FEW: u64 = 5;

/// Rows of a table in which every number of a column such as `code` must differ; in a longer one every second does.
const ALL: u64 = 40;

/// Whether values are one word with consecutive numbers behind it: `d1`, `d2`, `d3`.
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

/// What a column's name says of how it names rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Label {
    /// `PassengerId`, `team_name`.
    Id,
    /// `Bike No.`, `Kundennr`, `StockCode`: it may also be a measurement.
    Number,
    /// What a row is: `Patient`, `Day`.
    Row,
    /// A year; whether that is the whole name.
    Year(bool),
    /// `time`.
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
/// What else stands before `id`, `no` and the like in one word: `rid`, `custno`, `srno`.
const SHORT: &str = "t r u p c s g o e sr sl reg roll acc acct emp cust kunden";

fn is_in(list: &str, word: &str) -> bool {
    list.split(' ').any(|known| known == word)
}

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
    let (date, time) = match text.split_once(['T', ' ']) {
        Some((date, time)) => (date, Some(time)),
        None => (text, None),
    };
    let is_clock = |text: &str| {
        let text = text.trim_end_matches(['Z', 'z']);
        let text = text.trim_end_matches(|c: char| matches!(c.to_ascii_lowercase(), 'a' | 'p' | 'm' | ' '));
        let clock = text.split(['+', '-']).next().unwrap_or_default();
        let mut parts = clock.split([':', '.']);
        clock.contains(':') && parts.all(|part| is_digits(part, 1..=9))
    };
    match time {
        Some(time) => is_date(date) && is_clock(time.trim()),
        None => is_date(date),
    }
}

fn is_date(text: &str) -> bool {
    ['-', '/', '.'].iter().any(|sign| {
        let parts: Vec<&str> = text.split(*sign).collect();
        let [a, b, c] = parts[..] else { return false };
        is_digits(b, 1..=2)
            && (is_digits(a, 4..=4) && is_digits(c, 1..=2)
                || is_digits(a, 1..=2) && (is_digits(c, 4..=4) || is_digits(c, 2..=2)))
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
            (
                Some(Label::Number),
                &["No.", "#", "Nr.", "Bike No.", "custno", "N°", "N° élève", "housenumber"],
            ),
            (Some(Label::Row), &["Day", "Patient", "doc", "Obs."]),
            (Some(Label::Year(true)), &["Jahr"]),
            (
                None,
                &[
                    "paid",
                    "valid",
                    "body mass index",
                    "idle",
                    "surname length",
                    "humid",
                    "piano",
                    "casino",
                    "monkey",
                    "number of children",
                    "days",
                    "items",
                    "",
                ],
            ),
        ] {
            for name in names {
                assert_eq!(Label::of(name), label, "{name}");
            }
        }
    }
}
