//! Names from the user's data, kept as they are and quoted only when shown.

use std::fmt;
use std::sync::Arc;

/// The name of a class, a column or a value: kept byte for byte, cheap to clone.
///
/// [`Display`](fmt::Display) writes it as the notation of quantities wants it: bare when that reads back
/// unambiguously, else in double quotes with escapes. [`Name::as_str`] gives the text itself.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Name(Arc<str>);

impl Name {
    pub fn new(text: impl Into<Arc<str>>) -> Self {
        Name(text.into())
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether the name reads back without quotes (see the grammar in [`super::Quantity`]).
    fn is_bare(&self) -> bool {
        let text = self.as_str();
        let bare = !text.is_empty()
            && text != "*"
            && !text.starts_with(' ')
            && !text.ends_with(' ')
            && !text.contains("  ")
            && text.chars().all(is_bare_char);
        bare || interval_length(&text.chars().collect::<Vec<_>>()).is_some_and(|n| n == text.chars().count())
    }
}

/// Length of the bin `[low,high)` or `(low,high]` that a text begins with: its comma and brackets need no quotes.
pub(super) fn interval_length(chars: &[char]) -> Option<usize> {
    let end = chars.iter().position(|c| matches!(c, ')' | ']'))?;
    let (open, inside) = chars.get(..end)?.split_first()?;
    let brackets = matches!((open, chars.get(end)?), ('[', ')') | ('(', ']'));
    let inside: String = inside.iter().collect();
    let (low, high) = inside.split_once(',')?;
    let number = |text: &str| text.parse::<f64>().is_ok_and(f64::is_finite);
    (brackets && number(low) && number(high)).then_some(end + 1)
}

/// Characters that a bare name may hold: all but the notation's own, controls, and what cannot be seen.
pub(super) fn is_bare_char(c: char) -> bool {
    if c == ' ' {
        return true;
    }
    !matches!(c, '|' | '=' | ',' | '(' | ')' | '"' | '\\') && !is_hidden(c)
}

/// Controls, other blanks than the plain space, zero-width and direction marks: shown as escapes, so that two names
/// that look alike differ on screen.
fn is_hidden(c: char) -> bool {
    c.is_control()
        || c.is_whitespace()
        || matches!(c,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{e0000}'..='\u{e007f}')
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_bare() {
            return f.write_str(self.as_str());
        }
        f.write_str("\"")?;
        for c in self.as_str().chars() {
            match c {
                '"' => f.write_str("\\\"")?,
                '\\' => f.write_str("\\\\")?,
                '\n' => f.write_str("\\n")?,
                '\t' => f.write_str("\\t")?,
                c if c != ' ' && is_hidden(c) => write!(f, "\\u{{{:x}}}", u32::from(c))?,
                c => write!(f, "{c}")?,
            }
        }
        f.write_str("\"")
    }
}

impl From<&str> for Name {
    fn from(text: &str) -> Self {
        Name::new(text)
    }
}

impl From<String> for Name {
    fn from(text: String) -> Self {
        Name::new(text)
    }
}

impl std::borrow::Borrow<str> for Name {
    fn borrow(&self) -> &str {
        self.as_str()
    }
}
