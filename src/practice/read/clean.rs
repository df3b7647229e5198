//! An answer before it is read: the characters that people write for one sign made one (`−` and `-`, `·` and `×`, `½`, `²`,
//! full-width digits), and its sides, `P(Yes) = 9/14 = 0.64`. What cannot be read becomes the question that goes back with it.

use unicode_normalization::UnicodeNormalization;

use super::overline::{self, REPEATS};
use super::unread::Unread;

/// The text in the characters that the tokens are made of.
pub(super) fn clean(text: &str) -> Result<String, Unread> {
    let mut out = String::with_capacity(text.len());
    let mut raised = String::new();
    let text = overline::marked(text);
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        if let Some(digit) = superscript(c) {
            raised.push(digit);
            continue;
        }
        if let Some(top) = raised_fraction(c, &out, &raised) {
            let bottom: String = std::iter::from_fn(|| chars.next_if(is_lowered)).nfkc().collect();
            out.push_str(&format!("({top}/{bottom})"));
            raised.clear();
            continue;
        }
        raise(&mut out, &mut raised);
        match c {
            '…' | REPEATS => out.push(c),
            '.' if chars.peek() == Some(&'.') => {
                while chars.next_if_eq(&'.').is_some() {}
                out.push('…');
            }
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

fn raised_fraction<'t>(bar: char, before: &str, raised: &'t str) -> Option<&'t str> {
    let is_power = before.ends_with(|c: char| c.is_alphanumeric() || c == ')');
    (matches!(bar, '⁄' | '∕' | '/') && !raised.is_empty() && !is_power).then_some(raised)
}

fn is_lowered(c: &char) -> bool {
    ('₀'..='₉').contains(c) || c.is_ascii_digit()
}

/// Whether the text ends with a 0 that is no digit of a longer number.
fn is_zero(text: &str) -> bool {
    let mut last = text.chars().rev();
    last.next() == Some('0') && !last.next().is_some_and(|c| c.is_ascii_digit() || c == '.' || c == ',')
}

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

fn is_unseen(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}' | '\u{feff}' | '\u{ad}')
}

/// The texts between the equal signs that stand outside brackets, the empty ones left out.
pub(in crate::practice) fn sides(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let (mut depth, mut start) = (0_usize, 0);
    for (at, c) in text.char_indices() {
        match c {
            // A bin may open with one bracket and close with the other: [800,1200).
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            '=' | '≈' | '≃' | '≅' | '~' | '≐' | '＝' | '∼' | '→' | '⇒' | '⟹' if depth == 0 =>
            {
                found.push(text.get(start..at).unwrap_or_default());
                start = at + c.len_utf8();
            }
            // => and ->
            '>' if depth == 0 && text.get(..at).is_some_and(|before| before.ends_with(['=', '-'])) => {
                found.push(text.get(start..at).unwrap_or_default().trim_end_matches('-'));
                start = at + 1;
            }
            // P(Yes): 9/14
            ':' if depth == 0 && found.is_empty() && is_name(text.get(..at).unwrap_or_default()) => {
                found.push(text.get(start..at).unwrap_or_default());
                start = at + 1;
            }
            _ => {}
        }
    }
    found.push(text.get(start..).unwrap_or_default());
    found.into_iter().map(str::trim).filter(|side| !side.is_empty()).collect()
}

/// Whether a text is the name of a number with what it is of in brackets.
fn is_name(text: &str) -> bool {
    text.trim_end().ends_with(')') && text.trim_start().starts_with(char::is_alphabetic)
}
