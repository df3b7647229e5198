//! The sides of an answer: `P(Yes) = 9/14 = 0.64` has three, and `3/5 → 0.6` two.

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
