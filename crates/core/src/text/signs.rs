//! The program's own signs where there is no Unicode: one table for paper, formulas and the cells of a terminal.

/// A sign in ASCII: as it is written in a line of text, and in one cell, where a column must stay a column.
fn in_ascii(sign: char) -> Option<(&'static str, &'static str)> {
    Some(match sign {
        '─' | '━' | '–' | '—' | '−' | '░' => ("-", "-"),
        '│' | '┃' => ("|", "|"),
        '╭' | '╮' | '╰' | '╯' | '┏' | '┓' | '┗' | '┛' | '✚' | '┌' | '┐' | '└' | '┘' | '┴' | '┬' | '├'
        | '┤' => ("+", "+"),
        '═' => ("=", "="),
        '▶' | '▸' | '›' => (">", ">"),
        '◂' | '‹' => ("<", "<"),
        '→' => ("->", ">"),
        '←' => ("<-", "<"),
        '↑' | '▲' | '▴' => ("^", "^"),
        '↓' => ("v", "v"),
        '█' | '■' => ("#", "#"),
        '▒' => ("=", "="),
        '▓' => ("%", "%"),
        '▚' | '▞' => ("/", "/"),
        '★' => ("&", "&"),
        '▁' => ("_", "_"),
        '●' => ("o", "o"),
        '◆' => ("*", "*"),
        '•' => ("*", "*"),
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
        '◇' => ("%", "%"),
        'ᵢ' => ("[i]", "i"),
        'ᵀ' => ("'", "'"),
        'ᵈ' => ("^d", "d"),
        '⁻' => ("^-", "-"),
        '⁰' => ("^0", "0"),
        '¹' => ("^1", "1"),
        '²' => ("^2", "2"),
        '³' => ("^3", "3"),
        '⁴' => ("^4", "4"),
        '⁵' => ("^5", "5"),
        '⁶' => ("^6", "6"),
        '⁷' => ("^7", "7"),
        '⁸' => ("^8", "8"),
        '⁹' => ("^9", "9"),
        '“' | '”' => ("\"", "\""),
        '‘' | '’' => ("'", "'"),
        _ => return None,
    })
}

/// The program's own signs in ASCII; letters of the data that are none of these are kept.
pub fn spelled(text: &str) -> String {
    // A right answer with a note has one sign of its own.
    let text = text.replace("✓~", "~");
    let mut out = String::with_capacity(text.len());
    let mut raised = false;
    for c in text.chars() {
        match in_ascii(c) {
            // Of several raised characters the first is marked: ⁻¹ is ^-1.
            Some((spelling, _)) => out.push_str(
                spelling.strip_prefix('^').filter(|rest| raised && !rest.is_empty()).unwrap_or(spelling),
            ),
            None => out.push(c),
        }
        raised = matches!(c, '⁻' | '⁰' | '¹' | '²' | '³' | '⁴'..='⁹');
    }
    out
}

pub fn in_one_cell(sign: &str) -> Option<&'static str> {
    let mut chars = sign.chars();
    let (only, None) = (chars.next()?, chars.next()) else { return None };
    in_ascii(only).map(|(_, cell)| cell)
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
