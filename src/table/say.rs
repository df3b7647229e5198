//! Small turns of phrase that every message of this room shares.

use std::borrow::Cow;

use crate::text::shown;

/// Longest piece of data that a message repeats.
const LONGEST: usize = 60;

/// A piece of data in quotation marks, made safe to show and shortened.
pub(super) fn quoted(text: &str) -> String {
    format!("“{}”", shown(&shortened(text, LONGEST)))
}

/// A name as it is typed after a flag: in single quotes where a shell would take it apart.
pub(super) fn in_flag(name: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.');
    let name = shortened(name, LONGEST);
    if !name.is_empty() && name.chars().all(plain) {
        name.into_owned()
    } else {
        format!("'{}'", shown(&name))
    }
}

/// The first characters of a text, with `…` where some were left out.
pub(super) fn shortened(text: &str, most: usize) -> Cow<'_, str> {
    match text.char_indices().nth(most) {
        None => Cow::Borrowed(text),
        Some((at, _)) => Cow::Owned(format!("{}…", text.get(..at).unwrap_or_default())),
    }
}

/// `1 field`, `3 fields`.
pub(super) fn counted(n: u64, noun: &str) -> String {
    format!("{n} {noun}{}", if n == 1 { "" } else { "s" })
}

/// The candidate that a mistyped word most likely meant: equal without case, else few letters away.
pub(super) fn nearest<'a>(typed: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let typed = shortened(typed, LONGEST).to_lowercase();
    let most = typed.chars().count().div_ceil(3).min(3);
    candidates
        .map(|candidate| (distance(&typed, &candidate.to_lowercase(), most), candidate))
        .filter(|(distance, _)| *distance <= most)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// Letters to insert, delete or replace; more than `most` where the lengths alone say so.
fn distance(a: &str, b: &str, most: usize) -> usize {
    let b: Vec<char> = b.chars().take(2 * LONGEST).collect();
    if a.chars().count().abs_diff(b.len()) > most {
        return most + 1;
    }
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = i;
        let mut left = i + 1;
        if let Some(first) = row.first_mut() {
            *first = left;
        }
        for (cell, y) in row.iter_mut().skip(1).zip(&b) {
            let replaced = diagonal + usize::from(x != *y);
            diagonal = *cell;
            left = replaced.min(left + 1).min(*cell + 1);
            *cell = left;
        }
    }
    row.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_finds_its_word() {
        let words = ["weather", "play-tennis", "spam"];
        assert_eq!(nearest("wether", words.into_iter()), Some("weather"));
        assert_eq!(nearest("SPAM", words.into_iter()), Some("spam"));
        assert_eq!(nearest("iris", words.into_iter()), None);
        assert_eq!(nearest("", words.into_iter()), None);
    }

    #[test]
    fn long_and_steering_data_is_tamed() {
        assert_eq!(quoted("a\u{1b}b"), "“a␛b”");
        assert_eq!(quoted(&"é".repeat(200)).chars().count(), 63);
    }
}
