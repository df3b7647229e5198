//! Digits that repeat for ever, as they are written: with lines or dots above them, 0.2̅7̅.

use std::borrow::Cow;

/// Stands before the digits that repeat, and behind them.
pub(super) const REPEATS: char = '‾';

/// The text with [`REPEATS`] around digits that have lines or dots above them: from the first that has one to the last of a
/// run of digits.
pub(super) fn marked(text: &str) -> Cow<'_, str> {
    if !text.contains(is_above) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut run: Vec<(char, bool)> = Vec::new();
    for c in text.chars() {
        match run.last_mut() {
            Some((_, above)) if is_above(c) => *above = true,
            _ if c.is_ascii_digit() => run.push((c, false)),
            _ => {
                put(&mut run, &mut out);
                out.push(c);
            }
        }
    }
    put(&mut run, &mut out);
    Cow::Owned(out)
}

fn is_above(c: char) -> bool {
    matches!(c, '\u{304}' | '\u{305}' | '\u{307}')
}

fn put(run: &mut Vec<(char, bool)>, out: &mut String) {
    let first = run.iter().position(|(_, above)| *above);
    let last = run.iter().rposition(|(_, above)| *above);
    for (at, (digit, _)) in run.drain(..).enumerate() {
        out.extend((Some(at) == first).then_some(REPEATS));
        out.push(digit);
        out.extend((Some(at) == last).then_some(REPEATS));
    }
}

#[cfg(test)]
mod tests {
    use super::marked;

    #[test]
    fn digits_under_a_line_are_told_from_others() {
        for (text, is) in [
            ("0.2\u{305}7\u{305}", "0.‾27‾"),
            ("0.27\u{304}", "0.2‾7‾"),
            ("0.1\u{307}42\u{307}", "0.‾142‾"),
            ("0.27", "0.27"),
            ("p\u{304}", "p\u{304}"),
        ] {
            assert_eq!(marked(text), is);
        }
    }
}
