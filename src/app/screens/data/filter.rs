//! The filter of screen 1: parsing it, and matching rows.
//!
//! Conditions are separated by commas or `and`; a row must match all of them. Text in `"…"` is one name or value.

use std::cmp::Ordering;
use std::cmp::Ordering::{Equal, Greater, Less};
use std::fmt;

use crate::app::prelude::*;
use crate::app::words;
use crate::problem::{Problem, nearest};
use crate::recipe::{find_column, folded};
use crate::table::{Cell, Cells, Column, Table};
use crate::text::{double_quoted, unquoted};

#[derive(Clone, Debug, PartialEq)]
pub struct Filter {
    conditions: Vec<FilterCondition>,
}

#[derive(Clone, Debug, PartialEq)]
struct FilterCondition {
    text: String,
    column: Option<usize>,
    comparison: CellComparison,
    test: Test,
}

#[derive(Clone, Debug, PartialEq)]
enum Test {
    Number(f64),
    Code(u32),
    /// A document contains a word or, if no document has that word, a text in lower case.
    Word(u32),
    Text(String),
    Missing,
    Predicted,
    Anywhere(String),
}

/// The orders of a cell and a value that satisfy a comparison; a cell that merely differs counts as less.
#[derive(Clone, Copy, Debug, PartialEq)]
struct CellComparison {
    sign: &'static str,
    orders: &'static [Ordering],
}

const SIGNS: [(&[&str], &[Ordering]); 6] = [
    (&["≠", "!=", "<>"], &[Less, Greater]),
    (&["≤", "<="], &[Less, Equal]),
    (&["≥", ">="], &[Greater, Equal]),
    (&["=", "=="], &[Equal]),
    (&["<"], &[Less]),
    (&[">"], &[Greater]),
];

const OTHER: CellComparison = CellComparison { sign: "≠", orders: &[Less, Greater] };

/// Whether the tested model predicts a row right.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RowResult {
    #[default]
    Never,
    Right,
    Wrong,
}

const LISTED: usize = 6;
const NAMED: usize = 30;

impl Filter {
    /// Parses a filter; `None` if it is empty. A condition without a column name is about the column `here`.
    pub fn read(text: &str, table: &Table, here: usize) -> Result<Option<Filter>, Problem> {
        let (pieces, quoted) = pieces(text);
        if quoted {
            return Err(Problem::usage("A quotation mark \" is not closed.", "close it"));
        }
        let pieces = pieces.into_iter().map(str::trim).filter(|piece| !piece.is_empty());
        let read = pieces.map(|piece| FilterCondition::read(piece, table, here));
        let conditions = read.collect::<Result<Vec<FilterCondition>, Problem>>()?;
        Ok((!conditions.is_empty()).then_some(Filter { conditions }))
    }

    /// The same conditions, with those of `other` in place of those about its columns.
    pub fn with(mut self, other: Filter) -> Filter {
        let is_new = |condition: &FilterCondition| {
            condition.column.is_none() || !other.conditions.iter().any(|new| new.column == condition.column)
        };
        self.conditions.retain(is_new);
        self.conditions.extend(other.conditions);
        self
    }

    pub fn needs_predictions(&self) -> bool {
        self.conditions.iter().any(|condition| condition.test == Test::Predicted)
    }

    /// Returns a predicate for the rows to show; `results` says whether each row is predicted right.
    pub fn matcher<'a>(
        &'a self,
        table: &'a Table,
        results: &'a [RowResult],
    ) -> impl Fn(usize) -> bool + Sync + 'a {
        let seek = |condition: &'a FilterCondition| match &condition.test {
            Test::Anywhere(text) => (condition, Some(Seeker::new(table, text))),
            _ => (condition, None),
        };
        let all: Vec<(&FilterCondition, Option<Seeker<'_>>)> = self.conditions.iter().map(seek).collect();
        move |row| {
            all.iter().all(|(condition, seeker)| match seeker {
                Some(seeker) => (0..table.columns().len()).any(|column| seeker.holds(row, column)),
                None => {
                    let order = condition.order(table, row, results);
                    order.is_some_and(|order| condition.comparison.orders.contains(&order))
                }
            })
        }
    }
}

impl fmt::Display for Filter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let texts: Vec<&str> = self.conditions.iter().map(|condition| condition.text.as_str()).collect();
        f.write_str(&texts.join(", "))
    }
}

/// Returns the text of each condition, and whether a quotation mark is still open. A comma between two digits is part of a
/// number.
fn pieces(text: &str) -> (Vec<&str>, bool) {
    const AND: &str = " and ";
    let (mut pieces, mut from, mut quoted) = (Vec::new(), 0, false);
    let digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    for (at, c) in text.char_indices() {
        quoted ^= c == '"';
        let (before, rest) = text.split_at(at);
        let is_separator = match c {
            ',' => !(digit(before.chars().next_back()) && digit(rest.chars().nth(1))),
            ' ' => rest.get(..AND.len()).is_some_and(|and| and.eq_ignore_ascii_case(AND)),
            _ => false,
        };
        if is_separator && !quoted && at >= from {
            pieces.push(text.get(from..at).unwrap_or_default());
            from = if c == ',' { at + 1 } else { at + AND.len() - 1 };
        }
    }
    pieces.push(text.get(from..).unwrap_or_default());
    (pieces, quoted)
}

/// Returns the unquoted comparisons of a condition, with the texts before and after each sign.
fn comparisons(piece: &str) -> impl Iterator<Item = (&str, CellComparison, &str)> {
    let (mut quoted, mut next) = (false, 0);
    piece.char_indices().filter_map(move |(at, c)| {
        quoted ^= c == '"';
        let (before, rest) = piece.split_at_checked(at).filter(|_| !quoted && at >= next)?;
        let written = |(signs, orders): &(&'static [&'static str], &'static [Ordering])| {
            let sign = signs.iter().filter(|sign| rest.starts_with(**sign)).max_by_key(|sign| sign.len())?;
            Some((sign.len(), CellComparison { sign: signs.first()?, orders }))
        };
        let (long, comparison) = SIGNS.iter().filter_map(written).max_by_key(|(long, _)| *long)?;
        next = at + long;
        Some((before, comparison, rest.get(long..)?))
    })
}

impl CellComparison {
    fn is_order(self) -> bool {
        self.orders.contains(&Less) != self.orders.contains(&Greater)
    }
}

impl FilterCondition {
    fn read(piece: &str, table: &Table, here: usize) -> Result<FilterCondition, Problem> {
        for (name, comparison, value) in comparisons(piece) {
            let (name, value) = (unquoted(name.trim()), unquoted(value.trim()));
            let column = if name.is_empty() { Ok(here) } else { find_column(table, &name) };
            if let Ok(column) = column
                && let Some(about) = table.columns().get(column)
            {
                return FilterCondition::of(about, column, comparison, &value);
            }
            let is_prediction = (&*folded(&name), &*folded(&value)) == ("actual", "predicted");
            if is_prediction && !comparison.is_order() {
                return Ok(FilterCondition::predicted(comparison));
            }
        }
        let Some((name, ..)) = comparisons(piece).next() else {
            let test = Test::Anywhere(unquoted(piece).to_lowercase());
            let words = FilterCondition { test, comparison: OTHER, column: None, text: piece.to_owned() };
            return Ok(if folded(piece) == "errors" { FilterCondition::predicted(OTHER) } else { words });
        };
        let name = unquoted(name.trim());
        let columns = table.columns().iter().map(|column| column.name.as_str());
        let fix = match nearest(&name, columns) {
            Some(near) => {
                let near = clip(&shown(near), NAMED).into_owned();
                format!("did you mean {near}? To search for a text, put it in quotes.")
            }
            None => "to search for a text, put it in quotes".to_owned(),
        };
        Err(Problem::usage(format!("There is no column “{}”.", clip(&shown(&name), NAMED)), fix))
    }

    fn predicted(comparison: CellComparison) -> FilterCondition {
        let text = format!("actual{}predicted", comparison.sign);
        FilterCondition { text, column: None, comparison, test: Test::Predicted }
    }

    fn of(
        about: &Column,
        column: usize,
        comparison: CellComparison,
        value: &str,
    ) -> Result<FilterCondition, Problem> {
        let (name, sign) = (about.name.as_str(), comparison.sign);
        let called = clip(&shown(name), NAMED).into_owned();
        let is_value = about.dictionary.code(value).is_some();
        let is_missing = about.kind != Kind::Text && !is_value && about.is_missing(value, None);
        let test = match about.kind {
            _ if value.is_empty() => {
                let what = format!("{called}{sign} has no value after it.");
                return Err(Problem::usage(what, format!("type a value, or {called}=? for missing cells")));
            }
            _ if is_missing && !comparison.is_order() => Test::Missing,
            Kind::Numeric => Test::Number(number(about, &called, value)?),
            _ if comparison.is_order() => {
                let what = format!("{called} has no numbers, so it cannot be compared with < or >.");
                return Err(Problem::usage(what, "use = or ≠"));
            }
            Kind::Text => match about.dictionary.code(value) {
                Some(word) => Test::Word(word),
                None => Test::Text(value.to_lowercase()),
            },
            Kind::Categorical | Kind::Binary => Test::Code(code(about, &called, value)?),
        };
        let value = match &test {
            Test::Code(code) => about.dictionary.name(*code).map_or(value, |name| name.as_str()),
            _ => value,
        };
        Ok(FilterCondition { text: condition(name, sign, value), column: Some(column), comparison, test })
    }

    /// Returns the order of the cell and the value; `None` if they cannot be compared.
    fn order(&self, table: &Table, row: usize, results: &[RowResult]) -> Option<Ordering> {
        let same = |same: bool| Some(if same { Equal } else { Less });
        if self.test == Test::Predicted {
            let result = results.get(row).filter(|result| **result != RowResult::Never)?;
            return same(*result == RowResult::Right);
        }
        let ((segment, at), column) = table.locate(row).zip(self.column)?;
        let cells = segment.cells.get(column)?;
        match &self.test {
            Test::Number(than) => cells.number(at)?.partial_cmp(than),
            Test::Code(code) => same(cells.code(at)? == *code),
            Test::Word(word) => same(cells.tokens(at).any(|other| other == *word)),
            Test::Text(text) => same(table.cell_text(row, column).to_lowercase().contains(text)),
            Test::Missing => same(table.cell(row, column) == Cell::Missing),
            Test::Predicted | Test::Anywhere(_) => None,
        }
    }
}

fn number(about: &Column, called: &str, value: &str) -> Result<f64, Problem> {
    let point = about.with_point(value, false).unwrap_or_else(|| value.to_owned());
    let number = point.parse().ok().filter(|value: &f64| value.is_finite());
    number.ok_or_else(|| {
        let what = format!("{called} has numbers, and “{}” is not a number.", clip(&shown(value), NAMED));
        Problem::usage(what, format!("type a number, such as {called}>0"))
    })
}

fn code(about: &Column, called: &str, value: &str) -> Result<u32, Problem> {
    if let Some(code) = about.dictionary.meant(value) {
        return Ok(code);
    }
    let names = about.dictionary.names();
    let what = format!("{called} is never “{}”.", clip(&shown(value), NAMED));
    let listed: Vec<String> =
        names.iter().take(LISTED).map(|name| clip(&shown(name.as_str()), NAMED).into_owned()).collect();
    let fix = match nearest(value, names.iter().map(|name| name.as_str())) {
        Some(near) => format!("the nearest value is {}", shown(near)),
        None if names.len() <= LISTED => format!("it is {}", listed.join(", ")),
        None => format!("it is {}, … (the right pane lists its values)", listed.join(", ")),
    };
    Err(Problem::usage(what, fix))
}

/// Quotes a name or a value if it contains the syntax of a filter.
fn quoted(text: &str) -> String {
    let joins = text.contains(['"', ',']) || text.to_ascii_lowercase().contains(" and ");
    let is_compared = comparisons(text).next().is_some();
    let is_plain = !text.is_empty() && !joins && !is_compared && text.trim() == text;
    if is_plain { text.to_owned() } else { double_quoted(text) }
}

pub fn condition(name: &str, sign: &str, value: &str) -> String {
    format!("{}{sign}{}", quoted(name), quoted(value))
}

pub struct Seeker<'t> {
    table: &'t Table,
    text: String,
    /// Whether each category contains the text: compared once, not once per row.
    known: Vec<Vec<bool>>,
}

impl<'t> Seeker<'t> {
    pub fn new(table: &'t Table, text: &str) -> Seeker<'t> {
        let text = text.to_lowercase();
        let known = |column: &Column| match column.kind {
            Kind::Numeric | Kind::Text => Vec::new(),
            _ => column.dictionary.names().iter().map(|name| holds(name.as_str(), &text)).collect(),
        };
        let known = table.columns().iter().map(known).collect();
        Seeker { table, text, known }
    }

    pub fn holds(&self, row: usize, column: usize) -> bool {
        let Some((segment, at)) = self.table.locate(row) else { return false };
        let code = |code: u32| self.known.get(column)?.get(code as usize).copied();
        match segment.cells.get(column) {
            Some(cells @ Cells::Codes(_)) => cells.code(at).and_then(code).unwrap_or(false),
            Some(cells @ Cells::Numbers(_)) => {
                cells.number(at).is_some() && holds(&words::cell(self.table, row, column), &self.text)
            }
            Some(Cells::Tokens { raw, .. }) => raw.get(at).is_some_and(|text| holds(text, &self.text)),
            None => false,
        }
    }
}

fn holds(text: &str, sought: &str) -> bool {
    text.to_lowercase().contains(sought)
}

const SEEN: usize = 20_000;
const OFFERED: usize = 12;
const LONG: usize = 24;

/// Completes the last condition of a filter, a column name or a value after a sign, as far as it is unique, and offers the
/// matches. A condition that begins with its sign is about the column `here`.
pub fn completed(text: &str, table: &Table, here: usize) -> (String, Vec<String>, usize) {
    let piece = pieces(text).0.pop().unwrap_or_default();
    let comparison = comparisons(piece).next();
    let after = comparison.map_or(piece.trim_start(), |(.., value)| value);
    let begun = text.strip_suffix(after).unwrap_or_default();
    let typed = after.trim_start();
    let prefix = folded(typed.trim_start_matches('"'));
    let names: Vec<&str> = match comparison {
        None => table.columns().iter().map(|column| column.name.as_str()).collect(),
        Some((name, ..)) => {
            let name = name.trim().trim_matches('"');
            let column = if name.is_empty() { Ok(here) } else { find_column(table, name) };
            let about = column.ok().and_then(|at| table.columns().get(at));
            let values = about.filter(|about| about.kind != Kind::Numeric);
            let values = values.into_iter().flat_map(|about| about.dictionary.names());
            values.take(SEEN).map(|name| name.as_str()).collect()
        }
    };
    let fitting: Vec<&str> = names.into_iter().filter(|name| folded(name).starts_with(&prefix)).collect();
    let done = match fitting.as_slice() {
        [one] => quoted(one),
        several => {
            let shared = shared(several);
            let is_longer = !shared.is_empty() && shared.chars().count() >= typed.chars().count();
            // Matches that all need quotes get the opening quote now.
            let open = several.iter().all(|name| quoted(name).starts_with('"'));
            if is_longer { format!("{}{shared}", if open { "\"" } else { "" }) } else { after.to_owned() }
        }
    };
    let offered = fitting.iter().take(OFFERED).filter(|_| fitting.len() > 1);
    let offered = offered.map(|name| clip(&shown(name), LONG).into_owned()).collect();
    (format!("{begun}{done}"), offered, fitting.len())
}

fn shared(names: &[&str]) -> String {
    let Some((first, rest)) = names.split_first() else { return String::new() };
    let same = |a: char, b: char| a == b || a.to_lowercase().eq(b.to_lowercase());
    let long = rest.iter().fold(first.chars().count(), |long, name| {
        first.chars().zip(name.chars()).take(long).take_while(|(a, b)| same(*a, *b)).count()
    });
    first.chars().take(long).collect()
}
