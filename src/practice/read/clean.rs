//! The characters that people write for one sign, made one: `−` and `-`, `·` and `×`, `½`, `²`, full-width digits.

use unicode_normalization::UnicodeNormalization;

use super::unread::Unread;

/// The text in the characters that the tokens are made of.
///
/// # Errors
/// For `3½`, which is a sum for one reader and a product for another, and for `0·6`, which is a decimal for some.
pub(super) fn clean(text: &str) -> Result<String, Unread> {
    let mut out = String::with_capacity(text.len());
    let mut raised = String::new();
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        if let Some(digit) = superscript(c) {
            raised.push(digit);
            continue;
        }
        raise(&mut out, &mut raised);
        match c {
            '−' | '–' | '—' | '‒' | '‐' | '‑' | '﹣' | '－' => out.push('-'),
            '·' | '∙' | '•' if is_zero(&out) && chars.peek().is_some_and(char::is_ascii_digit) => {
                let digits = std::iter::from_fn(|| chars.next_if(char::is_ascii_digit)).collect();
                return Err(Unread::Dot { digits });
            }
            '·' | '⋅' | '∙' | '•' | '×' | '✕' | '∗' | '＊' => out.push('*'),
            '⁄' | '∕' | '／' => out.push('/'),
            c if is_vulgar(c) => {
                if let Some(digit) = out.chars().next_back().filter(char::is_ascii_digit) {
                    return Err(Unread::SideBySide { left: digit.to_string(), right: c.to_string() });
                }
                let fraction: String = std::iter::once(c).nfkc().collect();
                out.push_str(&format!("({})", fraction.replace('⁄', "/")));
            }
            c if is_unseen(c) => {}
            c if c.is_whitespace() => out.push(' '),
            c => out.extend(std::iter::once(c).nfkc()),
        }
    }
    raise(&mut out, &mut raised);
    Ok(out)
}

/// Whether the text ends with a 0 that is no digit of a longer number.
fn is_zero(text: &str) -> bool {
    let mut last = text.chars().rev();
    last.next() == Some('0') && !last.next().is_some_and(|c| c.is_ascii_digit() || c == '.' || c == ',')
}

/// Puts a run of raised digits down as a power.
fn raise(out: &mut String, raised: &mut String) {
    if !raised.is_empty() {
        out.push_str(&format!("^({raised})"));
        raised.clear();
    }
}

fn superscript(c: char) -> Option<char> {
    const RAISED: &str = "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻";
    RAISED.chars().zip("0123456789+-".chars()).find(|(raised, _)| *raised == c).map(|(_, plain)| plain)
}

fn is_vulgar(c: char) -> bool {
    matches!(c, '¼'..='¾' | '⅐'..='⅞' | '↉')
}

/// Marks of direction and of joining, which come with what is pasted.
fn is_unseen(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}' | '\u{feff}' | '\u{ad}')
}
