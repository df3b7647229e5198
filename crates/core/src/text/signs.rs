//! The program's own signs where there is no Unicode: one table for paper, formulas and the cells of a terminal.

/// A sign in ASCII: as it is written in a line of text, and in one cell, where a column must stay a column.
fn in_ascii(sign: char) -> Option<(&'static str, &'static str)> {
    Some(match sign {
        '─' | '━' | '–' | '—' | '−' | '░' => ("-", "-"),
        '│' | '┃' => ("|", "|"),
        '╭' | '╮' | '╰' | '╯' | '┏' | '┓' | '┗' | '┛' | '✚' | '┌' | '┐' | '└' | '┘' | '┴' | '┬' | '├'
        | '┤' => ("+", "+"),
        '═' | '▒' => ("=", "="),
        '▶' | '▸' | '›' => (">", ">"),
        '◂' | '‹' => ("<", "<"),
        '→' => ("->", ">"),
        '←' => ("<-", "<"),
        '↑' | '▲' | '▴' => ("^", "^"),
        '↓' => ("v", "v"),
        '█' | '■' => ("#", "#"),
        '▓' | '◇' => ("%", "%"),
        '▚' | '▞' => ("/", "/"),
        '★' => ("&", "&"),
        '▁' => ("_", "_"),
        '●' => ("o", "o"),
        '◆' | '•' => ("*", "*"),
        '✓' => ("ok", "*"),
        '✗' | '×' => ("x", "x"),
        '·' => ("*", "."),
        '…' => ("...", "."),
        '≈' => ("~=", "~"),
        '≠' => ("!=", "!"),
        '≥' => (">=", ">"),
        '≤' => ("<=", "<"),
        'α' => ("alpha", "a"),
        'ε' => ("epsilon", "e"),
        'θ' => ("theta", "t"),
        'σ' => ("sigma", "s"),
        'Σ' => ("Sigma", "S"),
        '∑' => ("sum", "S"),
        'μ' => ("mu", "u"),
        'λ' => ("lambda", "L"),
        'ℓ' => ("loglik", "l"),
        'π' => ("pi", "p"),
        'ρ' => ("rho", "r"),
        'χ' => ("chi", "c"),
        'δ' => ("delta", "d"),
        'φ' => ("phi", "f"),
        '√' => ("sqrt", "V"),
        '÷' => ("/", "/"),
        '∞' => ("inf", "I"),
        '∧' => ("&", "&"),
        '⁽' => ("^(", "("),
        'ⁱ' => ("i", "i"),
        '⁾' => (")", ")"),
        '\u{2800}'..='\u{28ff}' => (".", "."),
        '½' => ("1/2", "?"),
        '₀' => ("_0", "0"),
        '₁' => ("_1", "1"),
        '₂' => ("_2", "2"),
        '°' => (" degrees", "o"),
        '✕' => ("X", "X"),
        '┼' => ("@", "@"),
        'ᵢ' => ("[i]", "i"),
        '“' | '”' => ("\"", "\""),
        'ᵀ' | '‘' | '’' => ("'", "'"),
        _ => return None,
    })
}

/// A raised sign in ASCII, without its `^`.
fn lowered(sign: char) -> Option<&'static str> {
    let at = "⁻⁰¹²³⁴⁵⁶⁷⁸⁹ᵈ".chars().position(|raised| raised == sign)?;
    "-0123456789d".get(at..=at)
}

/// The program's own signs in ASCII; other characters of the data are kept.
pub fn spelled(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut after_raised = false;
    // A right answer with a note has one sign of its own.
    for c in text.replace("✓~", "~").chars() {
        let raised = lowered(c);
        match raised.or_else(|| in_ascii(c).map(|(spelling, _)| spelling)) {
            // Of several raised signs only the first gets a ^: ⁻¹ is ^-1.
            Some(spelling) => {
                out.extend([if raised.is_some() && !after_raised { "^" } else { "" }, spelling])
            }
            None => out.push(c),
        }
        after_raised = raised.is_some();
    }
    out
}

pub fn in_one_cell(sign: &str) -> Option<&'static str> {
    let mut chars = sign.chars();
    let (only, None) = (chars.next()?, chars.next()) else { return None };
    lowered(only).or_else(|| in_ascii(only).map(|(_, cell)| cell))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_are_written_out_in_text_and_keep_their_column_in_a_cell() {
        assert_eq!(spelled("σ² ≈ 3·10⁻¹² → Σ⁻¹, ✓~ é"), "sigma^2 ~= 3*10^-12 -> Sigma^-1, ~ é");
        assert_eq!(["≈", "Σ", "é", "ab"].map(in_one_cell), [Some("~"), Some("S"), None, None]);
    }
}
