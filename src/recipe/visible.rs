//! TOML in which nothing is hidden: a recipe or an exercise is printed, copied and handed on, with names of the data in it.

use std::ops::Range;

use toml::de::{DeString, DeTable, DeValue};
use toml::{Spanned, Table as Toml};

use crate::text::is_hidden;

/// A table as TOML in which everything is to be seen: a key or a text with characters that steer a terminal, or that nobody
/// sees, is written with escapes, so that it can be printed, copied and looked at.
pub fn to_text(table: &Toml) -> String {
    let mut text = table.to_string();
    let mut hidden = Vec::new();
    if let Ok(parsed) = DeTable::parse(&text) {
        of_table(parsed.get_ref(), &mut hidden);
    }
    hidden.sort_by_key(|(span, _)| std::cmp::Reverse(span.start));
    hidden.dedup();
    for (span, told) in hidden {
        text.replace_range(span, &escaped(&told));
    }
    text
}

/// Where keys and texts stand that have to be escaped, and what they are.
type Hidden = Vec<(Range<usize>, String)>;

fn of_table(table: &DeTable<'_>, hidden: &mut Hidden) {
    for (key, value) in table {
        of_text(key, hidden);
        of_value(value, hidden);
    }
}

fn of_value(value: &Spanned<DeValue<'_>>, hidden: &mut Hidden) {
    match value.get_ref() {
        DeValue::String(text) => of_text(&Spanned::new(value.span(), text.clone()), hidden),
        DeValue::Array(values) => values.iter().for_each(|value| of_value(value, hidden)),
        DeValue::Table(table) => of_table(table, hidden),
        _ => {}
    }
}

fn of_text(text: &Spanned<DeString<'_>>, hidden: &mut Hidden) {
    // The writer of TOML knows how to write lines and tabs.
    if text.get_ref().chars().any(|c| is_hidden(c) && !matches!(c, '\n' | '\t')) {
        hidden.push((text.span(), text.get_ref().to_string()));
    }
}

/// A basic string of TOML.
fn escaped(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if is_hidden(c) => match u32::from(c) {
                code @ ..=0xffff => out.push_str(&format!("\\u{code:04X}")),
                code => out.push_str(&format!("\\U{code:08X}")),
            },
            c => out.push(c),
        }
    }
    out + "\""
}

#[cfg(test)]
mod tests {
    use toml::Value;

    use super::*;

    #[test]
    fn what_nobody_sees_is_escaped_and_reads_back_the_same() {
        let hostile = "a\u{1b}]52;\u{202e}\u{9b}\u{e0041}'\"\"\"\\u202e";
        let mut inner = Toml::new();
        inner.insert(hostile.into(), Value::String(hostile.into()));
        inner.insert("plain \"key\"".into(), Value::String("two\nlines\tand 'quotes'".into()));
        let mut table = Toml::new();
        table.insert(
            "list".into(),
            Value::Array(vec![Value::String(hostile.into()), Value::Table(inner.clone())]),
        );
        table.insert(
            "feature".into(),
            Value::Array(vec![Value::Table(inner.clone()), Value::Table(inner.clone())]),
        );
        table.insert("query".into(), Value::Table(inner));
        let text = to_text(&table);
        assert!(!text.chars().any(|c| c != '\n' && c != '\t' && is_hidden(c)), "{text}");
        assert_eq!(text.parse::<Toml>().unwrap(), table, "{text}");
        let mut plain = Toml::new();
        plain.insert("a".into(), Value::String("two\nlines".into()));
        assert_eq!(to_text(&plain), plain.to_string());
    }
}
