//! The filter of screen 1: parsing it, and matching rows.
//!
//! Conditions are separated by commas or `and`; a row must match all of them. Text in `"…"` is one name or value.

use std::fmt;
use std::ops::Range;

use crate::app::words;
use crate::app::words::{clip, shown};
use crate::problem::{Problem, nearest};
use crate::recipe::{find_column, folded};
use crate::table::{Cell, Cells, Column, Kind, Table};
use crate::text::double_quoted;

#[derive(Clone, Debug, PartialEq)]
pub struct Filter {
    conditions: Vec<Condition>,
}

#[derive(Clone, Debug, PartialEq)]
struct Condition {
    text: String,
    column: Option<usize>,
    test: Test,
}

#[derive(Clone, Debug, PartialEq)]
enum Test {
    Number(Is, f64),
    Code(Is, u32),
    /// A document contains a word or, if no document has that word, a text in lower case.
    Word(Is, u32),
    Text(Is, String),
    Missing(Is),
    Predicted(Is),
    Anywhere(String),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Is {
    Equal,
    Other,
    Less,
    AtMost,
    More,
    AtLeast,
}

/// The signs of each comparison, the shown one first; longer signs come before their beginnings.
const SIGNS: [(Is, &[&str]); 6] = [
    (Is::Other, &["≠", "!=", "<>"]),
    (Is::AtMost, &["≤", "<="]),
    (Is::AtLeast, &["≥", ">="]),
    (Is::Equal, &["=", "=="]),
    (Is::Less, &["<"]),
    (Is::More, &[">"]),
];

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

impl Is {
    fn sign(self) -> &'static str {
        SIGNS.iter().find(|(is, _)| *is == self).and_then(|(_, signs)| signs.first()).copied().unwrap_or("=")
    }

    fn holds(self, value: f64, than: f64) -> bool {
        match self {
            Is::Equal => value == than,
            Is::Other => value != than,
            Is::Less => value < than,
            Is::AtMost => value <= than,
            Is::More => value > than,
            Is::AtLeast => value >= than,
        }
    }

    fn is_order(self) -> bool {
        !matches!(self, Is::Equal | Is::Other)
    }

    /// Negates `same` for [`Is::Other`].
    fn of(self, same: bool) -> bool {
        same == (self == Is::Equal)
    }
}

impl Filter {
    /// Parses a filter; `None` if it is empty. A condition without a column name is about the column `here`.
    pub fn read(text: &str, table: &Table, here: usize) -> Result<Option<Filter>, Problem> {
        let pieces = pieces(text)?;
        let read = pieces.iter().map(|piece| Condition::read(piece, table, here));
        let conditions = read.collect::<Result<Vec<Condition>, Problem>>()?;
        Ok((!conditions.is_empty()).then_some(Filter { conditions }))
    }

    /// The same conditions, with those of `other` in place of those about its columns.
    pub fn with(mut self, other: Filter) -> Filter {
        let is_new = |condition: &Condition| {
            condition.column.is_none() || !other.conditions.iter().any(|new| new.column == condition.column)
        };
        self.conditions.retain(is_new);
        self.conditions.extend(other.conditions);
        self
    }

    pub fn needs_predictions(&self) -> bool {
        self.conditions.iter().any(|condition| matches!(condition.test, Test::Predicted(_)))
    }

    /// Returns a predicate for the rows to show; `judged` says whether each row is predicted right.
    pub fn matcher<'a>(
        &'a self,
        table: &'a Table,
        judged: &'a [RowResult],
    ) -> impl Fn(usize) -> bool + Sync + 'a {
        let seek = |condition: &'a Condition| match &condition.test {
            Test::Anywhere(text) => (condition, Some(Seeker::new(table, text))),
            _ => (condition, None),
        };
        let all: Vec<(&Condition, Option<Seeker<'_>>)> = self.conditions.iter().map(seek).collect();
        move |row| {
            all.iter().all(|(condition, seeker)| match seeker {
                Some(seeker) => (0..table.columns().len()).any(|column| seeker.holds(row, column)),
                None => condition.holds(table, row, judged),
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

fn pieces(text: &str) -> Result<Vec<&str>, Problem> {
    let (cuts, quoted) = cuts(text);
    if quoted {
        return Err(Problem::usage("A quotation mark \" is not closed.", "close it"));
    }
    let pieces = cuts.into_iter().map(|piece| text.get(piece).unwrap_or_default().trim());
    Ok(pieces.filter(|piece| !piece.is_empty()).collect())
}

/// Returns the range of each condition, and whether a quotation mark is still open. A comma between two digits is part of a
/// number.
pub(crate) fn cuts(text: &str) -> (Vec<Range<usize>>, bool) {
    const AND: &str = " and ";
    let (mut cuts, mut from, mut quoted) = (Vec::new(), 0, false);
    let mut cut = |to: usize, next: usize| {
        cuts.push(from..to);
        from = next;
    };
    let digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    let mut skip = 0;
    for (at, c) in text.char_indices() {
        let (before, rest) = text.split_at(at);
        match c {
            _ if at < skip => {}
            '"' => quoted = !quoted,
            _ if quoted => {}
            ',' if !(digit(before.chars().last()) && digit(rest.chars().nth(1))) => cut(at, at + 1),
            ' ' if rest.get(..AND.len()).is_some_and(|and| and.eq_ignore_ascii_case(AND)) => {
                skip = at + AND.len() - 1;
                cut(at, skip);
            }
            _ => {}
        }
    }
    cut(text.len(), text.len());
    (cuts, quoted)
}

/// Returns the first unquoted comparison sign from a byte on: its position, its meaning and its length.
pub(crate) fn sign(piece: &str, from: usize) -> Option<(usize, Is, usize)> {
    let mut quoted = false;
    piece.char_indices().find_map(|(at, c)| {
        quoted ^= c == '"';
        let rest = piece.get(at..).filter(|_| !quoted && at >= from)?;
        let signs = SIGNS.iter().flat_map(|(is, signs)| signs.iter().map(move |sign| (*is, *sign)));
        let found = signs.filter(|(_, sign)| rest.starts_with(sign)).max_by_key(|(_, sign)| sign.len());
        found.map(|(is, sign)| (at, is, sign.len()))
    })
}

impl Condition {
    fn read(piece: &str, table: &Table, here: usize) -> Result<Condition, Problem> {
        let Some(first) = sign(piece, 0) else { return Ok(Condition::words(piece)) };
        let mut next = Some(first);
        while let Some((at, is, long)) = next {
            let (name, value) = (unquoted(piece.get(..at)), unquoted(piece.get(at + long..)));
            let column = if name.is_empty() { Ok(here) } else { find_column(table, &name) };
            if let Ok(column) = column
                && let Some(about) = table.columns().get(column)
            {
                return Condition::of(about, column, is, &value);
            }
            if let ("actual", "predicted", false) = (&*folded(&name), &*folded(&value), is.is_order()) {
                return Ok(Condition::judged(is));
            }
            next = sign(piece, at + long);
        }
        let name = unquoted(piece.get(..first.0));
        let columns = table.columns().iter().map(|column| column.name.as_str());
        let near = nearest(&name, columns);
        let near =
            near.map(|near| format!("did you mean {}? ", clip(&shown(near), NAMED))).unwrap_or_default();
        let fix = format!(
            "{near}{}",
            if near.is_empty() {
                "to search for a text, put it in quotes"
            } else {
                "To search for a text, put it in quotes."
            }
        );
        Err(Problem::usage(format!("There is no column “{}”.", clip(&shown(&name), NAMED)), fix))
    }

    fn words(piece: &str) -> Condition {
        if folded(piece) == "errors" {
            return Condition::judged(Is::Other);
        }
        let text = unquoted(Some(piece));
        Condition { test: Test::Anywhere(text.to_lowercase()), column: None, text: piece.to_owned() }
    }

    fn judged(is: Is) -> Condition {
        Condition { text: format!("actual{}predicted", is.sign()), column: None, test: Test::Predicted(is) }
    }

    fn of(about: &Column, column: usize, is: Is, value: &str) -> Result<Condition, Problem> {
        let name = about.name.as_str();
        let called = clip(&shown(name), NAMED).into_owned();
        let is_value = about.dictionary.code(value).is_some();
        let is_missing = about.kind != Kind::Text && !is_value && about.is_missing(value, None);
        let test = match about.kind {
            _ if value.is_empty() => {
                let what = format!("{called}{} has no value after it.", is.sign());
                return Err(Problem::usage(what, format!("type a value, or {called}=? for missing cells")));
            }
            Kind::Numeric | Kind::Categorical | Kind::Binary if is_missing && !is.is_order() => {
                Test::Missing(is)
            }
            Kind::Numeric => Test::Number(is, number(about, &called, value)?),
            _ if is.is_order() => {
                let what = format!("{called} has no numbers, so it cannot be compared with < or >.");
                return Err(Problem::usage(what, "use = or ≠"));
            }
            Kind::Text => match about.dictionary.code(value) {
                Some(word) => Test::Word(is, word),
                None => Test::Text(is, value.to_lowercase()),
            },
            Kind::Categorical | Kind::Binary => Test::Code(is, code(about, &called, value)?),
        };
        let value = match &test {
            Test::Code(_, code) => about.dictionary.name(*code).map_or(value, |name| name.as_str()),
            _ => value,
        };
        let text = format!("{}{}{}", quoted(name), is.sign(), quoted(value));
        Ok(Condition { text, column: Some(column), test })
    }

    fn holds(&self, table: &Table, row: usize, judged: &[RowResult]) -> bool {
        if let Test::Predicted(is) = self.test {
            let of = judged.get(row).copied().unwrap_or_default();
            return of != RowResult::Never && is.of(of == RowResult::Right);
        }
        let Some(((segment, at), column)) = table.locate(row).zip(self.column) else { return false };
        let Some(cells) = segment.cells.get(column) else { return false };
        match &self.test {
            Test::Number(is, than) => cells.number(at).is_some_and(|value| is.holds(value, *than)),
            Test::Code(is, code) => cells.code(at).is_some_and(|of| is.of(of == *code)),
            Test::Word(is, word) => is.of(cells.tokens(at).any(|other| other == *word)),
            Test::Text(is, text) => match table.cell(row, column) {
                Cell::Text(document) => is.of(document.to_lowercase().contains(text)),
                _ => false,
            },
            Test::Missing(is) => is.of(table.cell(row, column) == Cell::Missing),
            Test::Predicted(_) | Test::Anywhere(_) => false,
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

/// Returns the meant value: the one written exactly so, else the only one that equals it.
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
pub(crate) fn quoted(text: &str) -> String {
    let joins = text.contains(['"', ',']) || text.to_ascii_lowercase().contains(" and ");
    let is_plain = !text.is_empty() && !joins && sign(text, 0).is_none() && text.trim() == text;
    if is_plain { text.to_owned() } else { double_quoted(text) }
}

fn unquoted(text: Option<&str>) -> String {
    let text = text.unwrap_or_default().trim();
    let inside = text.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
    inside.map_or_else(|| text.to_owned(), |text| text.replace("\"\"", "\""))
}

pub fn condition(name: &str, sign: &str, value: &str) -> String {
    format!("{}{sign}{}", quoted(name), quoted(value))
}

/// Searches cells for a text, ignoring case.
pub struct Seeker<'t> {
    table: &'t Table,
    wanted: String,
    /// Whether each category contains the text: compared once, not once per row.
    known: Vec<Vec<bool>>,
}

impl<'t> Seeker<'t> {
    pub fn new(table: &'t Table, text: &str) -> Seeker<'t> {
        let wanted = text.to_lowercase();
        let known = |column: &Column| match column.kind {
            Kind::Numeric | Kind::Text => Vec::new(),
            _ => column.dictionary.names().iter().map(|name| holds(name.as_str(), &wanted)).collect(),
        };
        let known = table.columns().iter().map(known).collect();
        Seeker { table, wanted, known }
    }

    pub fn holds(&self, row: usize, column: usize) -> bool {
        let Some((segment, at)) = self.table.locate(row) else { return false };
        let code = |code: u32| self.known.get(column)?.get(code as usize).copied();
        match segment.cells.get(column) {
            Some(cells @ Cells::Codes(_)) => cells.code(at).and_then(code).unwrap_or(false),
            Some(cells @ Cells::Numbers(_)) => {
                cells.number(at).is_some() && holds(&words::cell(self.table, row, column), &self.wanted)
            }
            Some(Cells::Tokens { raw, .. }) => raw.get(at).is_some_and(|text| holds(text, &self.wanted)),
            None => false,
        }
    }
}

fn holds(text: &str, wanted: &str) -> bool {
    text.to_lowercase().contains(wanted)
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completed {
    pub text: String,
    pub offered: Vec<String>,
    pub all: usize,
}

/// The most values of a column that are searched, and that are offered.
const SEEN: usize = 20_000;
const OFFERED: usize = 12;
const LONG: usize = 24;

/// Completes the last condition of a filter, a column name or a value after a sign, as far as it is unique, and offers the
/// matches. A condition that begins with its sign is about the column `here`.
pub fn completed(text: &str, table: &Table, here: usize) -> Completed {
    let (cuts, _) = cuts(text);
    let start = cuts.last().map_or(0, |piece| piece.start);
    let piece = text.get(start..).unwrap_or_default();
    let (from, column) = match sign(piece, 0) {
        None => (start + piece.len() - piece.trim_start().len(), None),
        Some((at, _, long)) => {
            let name = piece.get(..at).unwrap_or_default().trim().trim_matches('"');
            (start + at + long, Some(if name.is_empty() { Ok(here) } else { find_column(table, name) }))
        }
    };
    let typed = text.get(from..).unwrap_or_default().trim_start();
    let wanted = folded(typed.trim_start_matches('"'));
    let names: Vec<&str> = match column {
        None => table.columns().iter().map(|column| column.name.as_str()).collect(),
        Some(column) => {
            let about = column.ok().and_then(|at| table.columns().get(at));
            let values = about.filter(|about| about.kind != Kind::Numeric);
            let values = values.into_iter().flat_map(|about| about.dictionary.names());
            values.take(SEEN).map(|name| name.as_str()).collect()
        }
    };
    let fitting: Vec<&str> = names.into_iter().filter(|name| folded(name).starts_with(&wanted)).collect();
    let begun = text.get(..from).unwrap_or_default();
    let text = match fitting.as_slice() {
        [] => text.to_owned(),
        [one] => format!("{begun}{}", quoted(one)),
        several => {
            let shared = shared(several);
            // Matches that all need quotes get the opening quote now.
            let open = several.iter().all(|name| quoted(name).starts_with('"'));
            match shared.chars().count() >= typed.chars().count() && !shared.is_empty() {
                true => format!("{begun}{}{shared}", if open { "\"" } else { "" }),
                false => text.to_owned(),
            }
        }
    };
    let offered = fitting.iter().take(OFFERED).filter(|_| fitting.len() > 1);
    let offered = offered.map(|name| clip(&shown(name), LONG).into_owned()).collect();
    Completed { text, offered, all: fitting.len() }
}

fn shared(names: &[&str]) -> String {
    let Some((first, rest)) = names.split_first() else { return String::new() };
    let same = |a: char, b: char| a == b || a.to_lowercase().eq(b.to_lowercase());
    let long = rest.iter().fold(first.chars().count(), |long, name| {
        first.chars().zip(name.chars()).take(long).take_while(|(a, b)| same(*a, *b)).count()
    });
    first.chars().take(long).collect()
}
