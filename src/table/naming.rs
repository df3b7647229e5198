//! Columns that name, number or date their rows: they tell the rows of this table apart, and say nothing of others.

use std::fmt;

use super::column::Kind;
use super::store::Table;

/// Rows from which on a column whose values all differ is taken for a name: in a smaller table they differ by chance.
const ROWS: u64 = 10;

/// What makes a name of a column that is called one: more values than these, or one for every second row.
const VALUES: usize = 20;

/// Why a column is taken for a name of its rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RowName {
    /// The first column, which has no name in the header: programs write the names of rows there.
    Unnamed,
    /// 0, 1, 2 … or 1, 2, 3 … down to the last row.
    Numbers,
    /// More than 95 % of the known cells differ.
    Unique,
    /// Its name says so, and it has many values.
    Called,
    /// Dates and times.
    Times,
}

impl fmt::Display for RowName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            RowName::Unnamed => "has no name in the header",
            RowName::Numbers => "numbers the rows",
            RowName::Unique => "has another value in nearly every row",
            RowName::Called => "is called like a name of the rows",
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
        let values = column.dictionary.len() as u64;
        if column.unnamed && at == 0 {
            return Some(RowName::Unnamed);
        }
        if known == 0 {
            return None;
        }
        let called = || is_called_a_name(column.name.as_str());
        match column.kind {
            Kind::Numeric if self.numbers_rows(at) => Some(RowName::Numbers),
            Kind::Numeric if column.decimals == 0 && called() => {
                let many = usize::try_from(known.div_ceil(2)).unwrap_or(usize::MAX).clamp(3, VALUES + 1);
                self.number_counts(at, many - 1).is_none().then_some(RowName::Called)
            }
            Kind::Numeric => None,
            Kind::Text => (known > ROWS && called()).then_some(RowName::Called),
            Kind::Categorical | Kind::Binary => {
                if values > 0 && column.dictionary.names().iter().all(|name| is_time(name.as_str())) {
                    Some(RowName::Times)
                } else if known > ROWS && values * 20 > known * 19 {
                    Some(RowName::Unique)
                } else {
                    let many = values > VALUES as u64 || 2 * values >= known;
                    (values > 2 && many && called()).then_some(RowName::Called)
                }
            }
        }
    }

    /// Whether a column of more than ten whole numbers counts the rows from 0 or 1 on, without a gap.
    fn numbers_rows(&self, at: usize) -> bool {
        let Some(first) = self.numbers(at).next().filter(|first| *first == 0.0 || *first == 1.0) else {
            return false;
        };
        self.rows() as u64 > ROWS
            && self.numbers(at).zip(0u32..).all(|(value, row)| value == first + f64::from(row))
    }
}

/// Whether a column's name ends in a word for what names rows, `PassengerId`, `team_name`, or is such a word.
fn is_called_a_name(name: &str) -> bool {
    let words = words(name);
    let last = words.last().map(String::as_str).unwrap_or_default();
    matches!(last, "id" | "ids" | "uuid" | "guid" | "name" | "names" | "ticket" | "timestamp")
        || words.len() == 1 && matches!(last, "index" | "idx" | "rowname" | "rownames" | "url" | "email")
}

/// The words of a name in lower case: `PassengerId` and `passenger_id` have the same two.
pub fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut before = ' ';
    for c in name.chars() {
        if !c.is_alphanumeric() || c.is_uppercase() && before.is_lowercase() {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut().filter(|_| c.is_alphanumeric()) {
            word.extend(c.to_lowercase());
        }
        before = c;
    }
    words.retain(|word| !word.is_empty());
    words
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
    fn names_are_known_by_their_last_word() {
        for name in ["ID", "id", "PassengerId", "customer_id", "Country Name", "Ticket", "index", "userID"] {
            assert!(is_called_a_name(name), "{name}");
        }
        for name in ["paid", "valid", "body mass index", "idle", "surname length", "humid", ""] {
            assert!(!is_called_a_name(name), "{name}");
        }
    }
}
