//! What was noticed of data, by reading them and by looking at their columns, with what else may be meant.

use super::{Change, Fix, Marks, ModelKind, Recipe, Resolved, Role, Warning, role};
use crate::table::{Column, Decimal, Kind, Loaded, Notice, NumberStyle, Table, Topic, with_point};
use crate::text::{brief, grouped};
use std::collections::HashSet;

pub fn missing_cells(table: &Table, target: Option<usize>) -> Vec<Warning> {
    let lacking = table.columns().iter().enumerate().filter(|(_, column)| column.missing > 0);
    let told = lacking.map(|(at, column)| {
        let name = column.name.as_str();
        let (of, missing) = (grouped(table.described_rows() as u64), grouped(column.missing));
        // Sums count them in the rows that are learned from, and not in the others.
        let is_summed = table.rows() == 0 && target != Some(at);
        let what = match is_summed {
            true => format!("{missing} cells missing in the rows that are learned from."),
            false => format!("{missing} of {of} cells missing."),
        };
        let notice = Notice::column(name, None, what);
        if target == Some(at) {
            return notice.into();
        }
        let out = Fix::new("left out", "the column is left out", Change::LeaveOut(name.to_owned()));
        let keep = "the other cells are used: 5 Explain says what is done without one";
        Warning::new(notice, Topic::Missing, vec![out, Fix::new("used", keep, Change::Keep)])
    });
    capped(told.collect(), "cells missing there too")
}

pub fn of_notice(notice: &Notice, recipe: &Recipe, loaded: &Loaded) -> Warning {
    let name = notice.column.clone().unwrap_or_default();
    let kind = |kind| Change::Kind(name.clone(), kind);
    let missing = |texts: &[String]| Change::MissingIn(name.clone(), Marks(texts.to_vec()));
    let categories = |words: &str| Fix::new("category", words, kind(Kind::Categorical));
    let numbers = |words: &str| Fix::new("number", words, kind(Kind::Numeric));
    let mut suggested = None;
    let fixes = match &notice.topic {
        Topic::Codes => {
            vec![numbers("they are numbers"), categories("they are codes, and each is counted by itself")]
        }
        Topic::Styled(others) if (1..TOGETHER).contains(&others.len()) => {
            let all: Vec<&String> = std::iter::once(&name).chain(others).collect();
            let of = |kind| move |name: &&String| Change::Kind((*name).clone(), kind);
            let together = |kind| Change::All(all.iter().map(of(kind)).collect());
            let one = |name: &&String| {
                let words = format!("{} alone has categories", brief(name));
                Fix::new("category", words, of(Kind::Categorical)(name))
            };
            let mut fixes =
                vec![Fix::new("category", "all of them are categories", together(Kind::Categorical))];
            fixes.extend(all.iter().take(TOLD).map(one));
            fixes.push(Fix::new("number", "they are numbers, written so", together(Kind::Numeric)));
            fixes
        }
        Topic::Styled(_) => {
            vec![categories("they are categories"), numbers("they are numbers, written so")]
        }
        Topic::Decimal(text) => {
            let column = loaded.table.position(&name).and_then(|at| loaded.table.columns().get(at));
            let read = column.is_some_and(|column| column.kind == Kind::Numeric);
            let comma = |column: &Column| column.style.is_comma();
            // Where a comma stands before decimals, fields are parted by something else.
            let comma = loaded.dialect.delimiter == b';' || loaded.table.columns().iter().any(comma);
            suggested = Some(usize::from(!comma));
            let fixes = decimals(&name, text).into_iter();
            fixes.chain((!read).then(|| categories("they are categories"))).collect()
        }
        Topic::Odd(texts) => {
            let are = if texts.len() == 1 { "it marks a missing cell" } else { "these mark missing cells" };
            let listed: Vec<String> = texts.iter().map(|text| format!("“{}”", brief(text))).collect();
            let words =
                if texts.len() == 1 { are.to_owned() } else { format!("{are}: {}", listed.join(", ")) };
            vec![Fix::new("number", words, missing(texts)), categories("they are categories, all of them")]
        }
        Topic::Mark(mark, _) => {
            let mut everywhere = everywhere(recipe, &loaded.table);
            everywhere.push(mark.clone());
            vec![
                Fix::new("missing", "it is missing here", missing(std::slice::from_ref(mark))),
                Fix::new(
                    "missing everywhere",
                    "it is missing in every column",
                    Change::Missing(Some(everywhere)),
                ),
                Fix::new("a value", "it is a value of its own", missing(&[])),
            ]
        }
        Topic::Marks => {
            let values = Change::Missing(Some(["", "?"].map(str::to_owned).into()));
            vec![
                Fix::new("values", "they are values of their own", values),
                Fix::new("missing", "they are missing", Change::Missing(None)),
            ]
        }
        _ => Vec::new(),
    };
    let last = fixes.len().saturating_sub(1);
    Warning { notice: notice.clone(), fixes, suggested: suggested.unwrap_or(last) }
}

/// What a mark in a number may be: before decimals if it is a comma, or between thousands.
fn decimals(name: &str, text: &str) -> [Fix; 2] {
    let fix = |mark, styles: [NumberStyle; 2], sign| {
        let value = styles.into_iter().find_map(|style| with_point(text, style, true)?.parse::<f64>().ok());
        let value = value.or_else(|| text.parse().ok()).unwrap_or(f64::NAN);
        let words = format!("“{}” is {value}: a decimal {sign}", brief(text));
        Fix::new("number", words, Change::Decimal(name.to_owned(), mark))
    };
    [
        fix(Decimal::Comma, [NumberStyle::CommaPoint, NumberStyle::Comma], "comma"),
        fix(Decimal::Point, [NumberStyle::PointComma, NumberStyle::Point], "point"),
    ]
}

fn everywhere(recipe: &Recipe, table: &Table) -> Vec<String> {
    let mut all = recipe.missing.clone().unwrap_or_else(|| ["", "?"].map(str::to_owned).into());
    for (mark, _) in table.columns().iter().flat_map(|column| &column.marks) {
        if !all.contains(mark) {
            all.push(mark.clone());
        }
    }
    all
}

/// Columns whose kind is changed at once.
const TOGETHER: usize = 200;
/// The most values of whole numbers that may be codes, and the rows that each must have on average.
const VALUES: usize = 10;
const ROWS_EACH: usize = 5;
/// Rows in which they are looked for.
const ROWS: usize = 10_000;
/// Columns in which they are looked for, and of which is told.
const COLUMNS: usize = 1_000;
const TOLD: usize = 5;

/// Columns of few whole numbers: a mean says something of counts and grades, and nothing of codes.
pub fn few_numbers(recipe: &Recipe, table: &Table, resolved: Option<&Resolved>) -> Vec<Warning> {
    let counts = |resolved: &Resolved| matches!(resolved.model, ModelKind::Multinomial | ModelKind::Poisson);
    if recipe.bins.is_some() || resolved.is_some_and(counts) {
        return Vec::new();
    }
    let target = resolved.map(|resolved| resolved.target);
    let few = |(at, column): (usize, &Column)| {
        let open =
            recipe.column(column.name.as_str()).is_none_or(|said| said.kind.is_none() && said.bins.is_none());
        let is_feature = role(recipe, table, target, at) == Role::Feature;
        let values = Some(column).filter(|_| open && is_feature).and_then(|_| few_whole(table, at))?;
        let name = column.name.as_str();
        let what = format!("{values} whole numbers, or codes?");
        let change = |kind| Change::Kind(name.to_owned(), kind);
        let fixes = vec![
            Fix::new("category", "they are codes", change(Kind::Categorical)),
            Fix::new("number", "they are numbers: 3 is more than 2", change(Kind::Numeric)),
        ];
        Some(Warning::new(Notice::column(name, None, what), Topic::Few, fixes))
    };
    let found = table.columns().iter().take(COLUMNS).enumerate().filter_map(few);
    capped(found.collect(), "few whole numbers there too")
}

fn capped(mut found: Vec<Warning>, about: &str) -> Vec<Warning> {
    let more = found.len().saturating_sub(TOLD);
    if more > 0 {
        found.truncate(TOLD);
        let columns = if more == 1 { "column" } else { "columns" };
        found.push(Notice::file(format!("{} more {columns}: {about}.", grouped(more as u64))).into());
    }
    found
}

/// How many values a column of few whole numbers has; `None` where they are no codes: 0 and 1 are no and yes.
fn few_whole(table: &Table, at: usize) -> Option<usize> {
    let column = table.columns().get(at)?;
    if column.kind != Kind::Numeric || column.decimals > 0 {
        return None;
    }
    let (mut seen, mut known) = (HashSet::new(), 0);
    for value in table.numbers(at).take(ROWS).filter(|value| !value.is_nan()) {
        (known, _) = (known + 1, seen.insert(value.to_bits()));
        if seen.len() > VALUES || value < 0.0 {
            return None;
        }
    }
    (seen.len() > 2 && known >= ROWS_EACH * seen.len()).then_some(seen.len())
}
