//! Lines that stand in double quotes as a whole, as a table does that was saved as one column: `"a,b"` above `"1,2"`.

use super::dialect;

/// The text without those quotes, line by line as before; `None` where some line has none, where a quote ends within a
/// line, or where what is left is no table.
pub(super) fn unquoted(text: &str) -> Option<String> {
    let mut rows = text.split(['\n', '\r']).filter(|line| !line.is_empty()).skip(1);
    if !rows.clone().take(FIRST).all(|line| inside(line).is_some()) || rows.next().is_none() {
        return None;
    }
    let mut plain = String::with_capacity(text.len());
    let mut is_header = true;
    for line in text.split_inclusive(['\n', '\r']) {
        let content = line.trim_end_matches(['\n', '\r']);
        match inside(content) {
            Some(inside) => plain.push_str(&inside.replace("\"\"", "\"")),
            None if is_header || content.is_empty() => plain.push_str(content),
            None => return None,
        }
        is_header &= content.is_empty();
        plain.push_str(line.get(content.len()..).unwrap_or_default());
    }
    dialect::is_table(&plain).then_some(plain)
}

/// Lines that are looked at before the whole text is.
const FIRST: usize = 20;

/// What stands within the quotes around a whole line.
fn inside(line: &str) -> Option<&str> {
    let inside = line.trim_end().strip_prefix('"')?.strip_suffix('"')?;
    let mut quotes = inside.split("\"\"");
    quotes.all(|part| !part.contains('"')).then_some(inside)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_around_whole_lines_are_taken_off() {
        for (text, plain) in [
            ("\"a,b\"\n\"1,2\"\n\"3,4\"\n", Some("a,b\n1,2\n3,4\n")),
            ("a,b\r\n\"1,2\"\r\n\r\n\"3,4\"", Some("a,b\r\n1,2\r\n\r\n3,4")),
            ("\"a,b\"\n\"1,\"\"x, y\"\"\"\n", Some("a,b\n1,\"x, y\"\n")),
            ("\"a;b\"\n\"1,5;2\"\n\"2,5;3\"\n", Some("a;b\n1,5;2\n2,5;3\n")),
            // Cells in quotes, documents of one column, and lines of which one is otherwise.
            ("\"a\",\"b\"\n\"1\",\"2\"\n", None),
            ("\"a\",\"b\"\n\"1\",\"\"\n\"\",\"2\"\n", None),
            ("text\n\"hello, you\"\n\"well, then, no\"\n", None),
            ("\"name, first\"\n\"Doe, J\"\n\"Ada\"\n", None),
            ("\"a,b\"\n\"1,2\"\n3,4\n", None),
            ("\"a,b\"\n", None),
            ("a,b\n1,2\n", None),
        ] {
            assert_eq!(unquoted(text).as_deref(), plain, "{text}");
        }
    }
}
