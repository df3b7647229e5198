//! Small turns of phrase that every message of this room shares.

use std::borrow::Cow;

use crate::text::shown;

/// Longest piece of data that a message repeats.
pub(super) const LONGEST: usize = 60;

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_and_steering_data_is_tamed() {
        assert_eq!(quoted("a\u{1b}b"), "“a␛b”");
        assert_eq!(quoted(&"é".repeat(200)).chars().count(), 63);
    }
}
