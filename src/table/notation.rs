//! Numbers as people write them and machines do not read them, named so that a message can say what to change.

use super::missing::is_mark;
use super::number::number;
use super::number_style::Seen;

/// What a cell is that a person would call a number; `None` for other text.
pub(super) fn notation(cell: &str) -> Option<&'static str> {
    const LONGEST: usize = 64;
    if cell.len() > LONGEST || number(cell.as_bytes()).is_some() {
        return None;
    }
    let lower = cell.to_ascii_lowercase();
    if is_mark(cell) {
        return Some("a common mark for a missing cell");
    }
    if matches!(lower.trim_start_matches(['-', '+']), "inf" | "infinity") {
        return Some("infinite");
    }
    if cell.starts_with('#') && cell.len() > 1 {
        return Some("a spreadsheet's error value");
    }
    if cell.chars().any(|c| c.is_numeric() && !c.is_ascii()) {
        return Some("written in digits of another script");
    }
    if !cell.bytes().any(|b| b.is_ascii_digit()) {
        return None;
    }
    for (prefix, digits, what) in
        [("0x", "0123456789abcdefp.+-", "hexadecimal"), ("0o", "01234567", "octal"), ("0b", "01", "binary")]
    {
        if let Some(rest) = lower.trim_start_matches('-').strip_prefix(prefix) {
            return rest.chars().all(|c| digits.contains(c)).then_some(what);
        }
    }
    let bracketed = cell.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
    if bracketed.is_some_and(decimal) {
        return Some("a negative number in brackets");
    }
    if decimal(cell) {
        return Some("beyond the largest number");
    }
    if let Some((whole, fraction)) = cell.split_once(',') {
        let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        if digits(whole.trim_start_matches('-')) && digits(fraction) {
            let mut seen = Seen::default();
            let is_clear = seen.add(cell.as_bytes()) && seen.style(None).is_some();
            return Some(if is_clear {
                "written with a decimal comma"
            } else {
                "written with a comma that may mark thousands or decimals"
            });
        }
    }
    let grouped: String =
        cell.chars().filter(|c| !matches!(c, ',' | '\'' | '’' | '_') && !c.is_whitespace()).collect();
    if decimal(&grouped) {
        return Some("written with a thousands separator");
    }
    let number = cell.trim_start_matches(['$', '€', '£']).trim_start();
    let end = number.find(|c: char| !c.is_ascii_digit() && !matches!(c, '.' | '-' | '+' | ','));
    let unit = end.and_then(|at| number.get(at..)).unwrap_or_default().trim();
    let leading = end.and_then(|at| number.get(..at)).unwrap_or(number);
    let short =
        unit.chars().count() <= 4 && !unit.bytes().any(|b| b.is_ascii_digit() || b == b':' || b == b'/');
    let is_ordinal = ["st", "nd", "rd", "th"].iter().any(|ending| ending.eq_ignore_ascii_case(unit));
    (decimal(leading) && short && !is_ordinal).then_some("a number with a unit")
}

/// Decimal digits with at most one point, a sign and an exponent.
fn decimal(text: &str) -> bool {
    text.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'.' | b'-' | b'+' | b'e' | b'E'))
        && text.parse::<f64>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notations_are_named() {
        for (cell, what) in [
            ("NA", Some("a common mark for a missing cell")),
            ("-inf", Some("infinite")),
            ("1,5", Some("written with a decimal comma")),
            ("1,234", Some("written with a comma that may mark thousands or decimals")),
            ("1,234,567", Some("written with a thousands separator")),
            ("1'234'567.5", Some("written with a thousands separator")),
            ("12 kg", Some("a number with a unit")),
            ("45%", Some("a number with a unit")),
            ("$3.50", Some("a number with a unit")),
            ("(12)", Some("a negative number in brackets")),
            ("1e400", Some("beyond the largest number")),
            ("0xff", Some("hexadecimal")),
            ("#N/A", Some("a common mark for a missing cell")),
            ("#DIV/0!", Some("a spreadsheet's error value")),
            ("none", None),
            ("٣", Some("written in digits of another script")),
            ("Sunny", None),
            ("12:30", None),
            ("2024-01-05", None),
            ("x1", None),
            ("1st", None),
            ("22ND", None),
        ] {
            assert_eq!(notation(cell), what, "{cell}");
        }
    }
}
