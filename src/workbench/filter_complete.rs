//! What Tab makes of a filter that is being typed: the last name or value, completed.

use super::filter::{cuts, quoted, sign};
use super::words::{clip, shown};
use crate::recipe::{find_column, folded};
use crate::table::{Kind, Table};

/// A filter as it stands after Tab, and what it could go on with where that is not one thing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completed {
    pub text: String,
    pub offered: Vec<String>,
    pub all: usize,
}

/// The most values of a column that are looked through, and that are offered.
const SEEN: usize = 20_000;
const OFFERED: usize = 12;
/// Columns of one that is offered.
const LONG: usize = 24;

/// Completes the last condition of a filter: the name of a column, or a value behind a sign, as far as it is the only one, and
/// offers the rest. A condition that begins with its sign is about the column `here`.
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
            // What must be quoted in the end is quoted from the start.
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

/// The beginning that all have, letter by letter as the first writes it.
fn shared(names: &[&str]) -> String {
    let Some((first, rest)) = names.split_first() else { return String::new() };
    let same = |a: char, b: char| a == b || a.to_lowercase().eq(b.to_lowercase());
    let long = rest.iter().fold(first.chars().count(), |long, name| {
        first.chars().zip(name.chars()).take(long).take_while(|(a, b)| same(*a, *b)).count()
    });
    first.chars().take(long).collect()
}
