//! The sides of an answer: `P(Yes) = 9/14 = 0.64` has three.

/// The texts between the equal signs that stand outside brackets, the empty ones left out.
pub(in crate::practice) fn sides(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let (mut depth, mut start) = (0_usize, 0);
    for (at, c) in text.char_indices() {
        match c {
            // A bin may open with one bracket and close with the other: [800,1200).
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            '=' | '≈' | '≃' | '≅' | '~' | '≐' | '＝' | '∼' if depth == 0 => {
                found.push(text.get(start..at).unwrap_or_default());
                start = at + c.len_utf8();
            }
            _ => {}
        }
    }
    found.push(text.get(start..).unwrap_or_default());
    found.into_iter().map(str::trim).filter(|side| !side.is_empty()).collect()
}
