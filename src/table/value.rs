//! What a cell is: whether it is missing, which value it equals, and how it is written where a spreadsheet may open it.
//!
//! Training rows, queries, files of queries, test files, sums and exports all ask here.

use std::borrow::Cow;

use unicode_normalization::UnicodeNormalization;

use super::number::number;
use crate::text::is_hidden;

/// The texts of a missing cell where a recipe lists none.
pub const ALWAYS_MISSING: [&str; 2] = ["", "?"];

/// Whether a trimmed cell is missing in every column: one of the listed texts, or empty or `?` where none are listed.
pub fn is_missing(cell: &[u8], listed: Option<&[String]>) -> bool {
    match listed {
        Some(listed) => listed.iter().any(|text| text.trim().as_bytes() == cell),
        None => matches!(cell, b"" | b"?"),
    }
}

pub(super) fn is_mark(cell: &str) -> bool {
    // “none” is left out: it is a value of its own in many questionnaires.
    const MARKS: [&str; 8] = ["nan", "-nan", "na", "n/a", "#n/a", "null", "-", "."];
    cell.len() <= 4 && MARKS.iter().any(|mark| mark.eq_ignore_ascii_case(cell))
}

/// What equal values have in common: the number they write, or their words without case, hidden characters and Unicode
/// form. Texts of more than 200 bytes equal only themselves.
pub(super) fn alike(value: &str) -> Cow<'_, str> {
    const LONGEST: usize = 200;
    if value.len() > LONGEST {
        return value.into();
    }
    if let Some(number) = number(value.as_bytes()) {
        // Minus zero is zero.
        return (number + 0.0).to_string().into();
    }
    let form: String = value.nfkc().collect();
    let words: Vec<&str> = form.split_whitespace().collect();
    let seen = words.join(" ");
    seen.chars().filter(|c| !is_hidden(*c)).flat_map(char::to_lowercase).nfkc().collect::<String>().into()
}

/// A cell as it is written for spreadsheets: with `'` before what they would run as a formula. [`unguarded`] undoes it.
pub fn guarded(cell: &str) -> Cow<'_, str> {
    if would_run(cell) { format!("'{cell}").into() } else { cell.into() }
}

/// A cell without the `'` that guards it.
pub(super) fn unguarded(cell: &[u8]) -> &[u8] {
    match cell {
        // Blanks before a value are no part of it, so none was guarded for their sake.
        [b'\'', rest @ ..]
            if !rest.first().is_some_and(u8::is_ascii_whitespace)
                && std::str::from_utf8(rest).is_ok_and(would_run) =>
        {
            rest
        }
        _ => cell,
    }
}

/// Whether a spreadsheet would take a cell for a formula: it begins like one, and is no number and no dash. So would what is
/// guarded, once the guard is taken away.
fn would_run(cell: &str) -> bool {
    let rest = cell.trim_start_matches('\'');
    let is_sign = rest.starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠']);
    cell.starts_with(['\t', '\r', '\n']) || is_sign && rest != "-" && !is_signed_number(rest)
}

/// Whether a cell is a sign and digits, with a decimal mark and an exponent if need be; or minus infinity, as it is written
/// here.
fn is_signed_number(cell: &str) -> bool {
    let Some(number) = cell.strip_prefix(['+', '-']) else { return false };
    let (number, exponent) = number.split_once(['e', 'E']).unwrap_or((number, "0"));
    let exponent = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    cell == "-inf" || digits(exponent) && digits(&number.replacen(['.', ','], "", 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_guarded_is_read_back() {
        for cell in ["+", "=1+1", "-a", "'=1", "''+", "-", "-1", "'a", "'", "", "＝1", "-inf"] {
            assert_eq!(unguarded(guarded(cell).as_bytes()), cell.as_bytes(), "{cell}");
        }
        // No value begins with a blank, so nobody guarded these for what they are.
        assert_eq!(unguarded(b"'\r'"), b"'\r'");
    }

    #[test]
    fn equal_values_have_one_key() {
        for (one, other) in
            [("TEA", "tea"), ("1", "1.0"), ("0", "-0.0"), ("a  b", "A b"), ("ﬁ", "fi"), ("1e3", "1000")]
        {
            assert_eq!(alike(one), alike(other));
        }
        for (one, other) in [("1 0", "10"), ("a b", "ab"), ("1", "1.01"), ("é", "e")] {
            assert_ne!(alike(one), alike(other));
        }
    }
}
