//! Names of data on a command line: in lists, before `=`, and quoted for a shell. Double quotes enclose names with a comma,
//! an `=` or outer blanks; a double quote in them is written twice.

use super::is_hidden;
use std::borrow::Cow;

/// The parts between the commas of a text, as they are written. Commas in double quotes divide nothing; quotes open at the
/// beginning of a part and after an `=`.
pub fn parts(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut begin, mut at) = (0, 0);
    while let Some(rest) = text.get(at..) {
        let rest = leading_quoted(rest).map_or(rest, |(_, after)| after);
        let Some(end) = rest.find([',', '=']) else { break };
        let end = text.len() - rest.len() + end;
        at = end + 1;
        if text.as_bytes().get(end) == Some(&b',') {
            parts.push(text.get(begin..end).unwrap_or_default());
            begin = at;
        }
    }
    parts.push(text.get(begin..).unwrap_or_default());
    parts
}

/// The texts between the commas of a list: `age,"Income, k$"` has two.
pub fn list(text: &str) -> Vec<String> {
    parts(text).into_iter().map(unquoted).collect()
}

/// A text as [`list`] reads it back.
pub fn list_item(text: &str) -> Cow<'_, str> {
    let is_plain = !text.contains(',') && !text.starts_with('"') && text.trim() == text;
    if is_plain { Cow::Borrowed(text) } else { Cow::Owned(double_quoted(text)) }
}

/// A column and its value: `"a=b"=numeric`, or split at the last `=` where the name is not quoted.
pub fn pair(text: &str) -> Option<(String, &str)> {
    let quoted = leading_quoted(text).and_then(|(name, after)| Some((name, after.strip_prefix('=')?)));
    quoted.or_else(|| text.rsplit_once('=').map(|(name, value)| (name.to_owned(), value)))
}

/// A column and its value, as [`pair`] reads it back.
pub fn paired(name: &str, value: &str) -> String {
    if name.starts_with('"') || value.contains('=') {
        format!("{}={value}", double_quoted(name))
    } else {
        format!("{name}={value}")
    }
}

/// A column and its cell between the commas of a query, and a class and its number between those of a prior.
pub fn pair_item(name: &str, value: &str) -> String {
    let is_plain = !name.contains('=') && !name.is_empty();
    let name = if is_plain { list_item(name) } else { Cow::Owned(double_quoted(name)) };
    format!("{name}={}", list_item(value))
}

/// Reads back what [`pair_item`] writes; split at the first `=` where the name is not quoted.
pub fn read_pair_item(part: &str) -> Option<(String, String)> {
    let quoted = leading_quoted(part).and_then(|(name, after)| Some((name, after.strip_prefix('=')?)));
    let plain = || part.split_once('=').map(|(name, value)| (name.trim().to_owned(), value));
    quoted.or_else(plain).map(|(name, value)| (name, unquoted(value.trim())))
}

pub fn double_quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}

/// The text in the double quotes around it; other texts are as they are.
pub fn unquoted(text: &str) -> String {
    match leading_quoted(text.trim()) {
        Some((inner, "")) => inner,
        _ => text.to_owned(),
    }
}

pub fn leading_quoted(text: &str) -> Option<(String, &str)> {
    let mut rest = text.trim_start().strip_prefix('"')?;
    let mut inner = String::new();
    loop {
        let (before, after) = rest.split_once('"')?;
        inner.push_str(before);
        let Some(after) = after.strip_prefix('"') else { return Some((inner, after.trim_start())) };
        inner.push('"');
        rest = after;
    }
}

/// A flag with its value, for a shell: `--ignore 'temp C'`.
pub fn flag(word: &str, value: &str) -> String {
    flag_words(word, value).iter().map(|word| shell_quoted(word)).collect::<Vec<_>>().join(" ")
}

/// Returns a column for a hint, which does not repeat very long names.
fn hinted(column: &str) -> &str {
    if column.len() > 400 { "COL" } else { column }
}

/// `--ignore '"Income, k$"'`
pub fn flag_of(word: &str, column: &str) -> String {
    flag(word, &list_item(hinted(column)))
}

/// `--bins 'temp C=width:5'`
pub fn flag_pair(word: &str, column: &str, value: &str) -> String {
    flag(word, &paired(hinted(column), value))
}

/// A flag and its value as a program receives them. A value that looks like a flag is only read as a value where it is
/// joined to its flag.
pub fn flag_words(word: &str, value: &str) -> Vec<String> {
    match value.starts_with('-') {
        true => vec![format!("--{word}={value}")],
        false => vec![format!("--{word}"), value.to_owned()],
    }
}

/// A word as a shell reads it back. One with hidden characters is in the quotes of bash, ksh and zsh, with
/// its bytes written out: pasted as they are, the terminal would take them for keys.
pub fn shell_quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_=+:,./@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    if !word.chars().any(is_hidden) {
        return format!("'{}'", word.replace('\'', r"'\''"));
    }
    let mut out = String::from("$'");
    for c in word.chars() {
        match c {
            '\'' | '\\' => out.extend(['\\', c]),
            c if is_hidden(c) => out.extend(c.to_string().bytes().map(|byte| format!("\\x{byte:02x}"))),
            c => out.push(c),
        }
    }
    out + "'"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_read_as_they_are_written() {
        for (text, items) in [
            ("a,b", vec!["a", "b"]),
            ("\"Income, k$\",Age", vec!["Income, k$", "Age"]),
            ("a, \"b, \"\"c\"\"\" ,d", vec!["a", "b, \"c\"", "d"]),
            ("5\" disk,b", vec!["5\" disk", "b"]),
            ("\"a\"b,c", vec!["\"a\"b", "c"]),
            ("\"open,b", vec!["\"open", "b"]),
            ("", vec![""]),
            ("a,", vec!["a", ""]),
        ] {
            assert_eq!(list(text), items, "{text}");
        }
        let names = ["a", "Income, k$", "\"quoted\"", "a=b", " x ", "it's", "5\" disk", ""];
        let written: Vec<_> = names.iter().map(|name| list_item(name)).collect();
        assert_eq!(list(&written.join(",")), names);
    }

    #[test]
    fn a_column_and_its_value_are_read_as_they_are_written() {
        for (name, value) in [("a", "1"), ("a=b", "1"), ("\"a\"", "x"), ("a", "x=y"), ("a, b", "width:5")] {
            let text = paired(name, value);
            assert_eq!(pair(&text), Some((name.to_owned(), value)), "{text}");
        }
        assert_eq!(pair("\"Income, k$\"=numeric"), Some(("Income, k$".to_owned(), "numeric")));
        assert_eq!(pair("a"), None);
    }

    #[test]
    fn hints_can_be_pasted() {
        assert_eq!(flag_of("ignore", "age"), "--ignore age");
        assert_eq!(flag_of("ignore", "-x"), "--ignore=-x");
    }
}
