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

/// Whether a cell is what programs and people write where a value is missing.
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
        [b'\'', rest @ ..] if std::str::from_utf8(rest).is_ok_and(would_run) => rest,
        _ => cell,
    }
}

/// Whether a spreadsheet would take a cell for a formula: it begins like one, and is no number and no dash. So would what is
/// guarded, once the guard is taken away.
fn would_run(cell: &str) -> bool {
    let cell = cell.trim_start_matches('\'');
    let begins = cell.starts_with(['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠']);
    begins && cell != "-" && !is_signed_number(cell)
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
