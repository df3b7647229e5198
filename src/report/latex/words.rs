//! Text as LaTeX: characters are escaped, and letters that an engine lacks are printed by their numbers.

use unicode_segmentation::UnicodeSegmentation;

use super::super::document::BLANK;
use crate::math::Latex;
use crate::text::shown;

/// Characters of a word after which a line may be broken.
pub(super) const LONG: usize = 24;

pub(super) fn typeset_words(text: &str) -> String {
    let text = shown(text);
    text.split(BLANK).map(sentence).collect::<Vec<_>>().join("\\blank{}")
}

fn sentence(text: &str) -> String {
    let words: Vec<&str> = text.split(' ').collect();
    let last = words.len() - 1;
    // LaTeX merges several blanks unless they are escaped.
    let part = |(at, text): (usize, &&str)| match *text {
        "" if at > 0 && at < last => "\\".to_owned(),
        text => word(text),
    };
    words.iter().enumerate().map(part).collect::<Vec<_>>().join(" ")
}

/// A word. A long one may be broken, or it would run off the page.
fn word(word: &str) -> String {
    let mut parts: Vec<String> = vec![String::new()];
    let mut used = 0;
    for letter in word.graphemes(true) {
        used += extent(letter);
        if used > LONG {
            parts.push(String::new());
            used = extent(letter);
        }
        parts.last_mut().into_iter().for_each(|part| part.push_str(letter));
    }
    let parts: Vec<String> = parts.iter().map(|part| lettered(&Latex.text(part))).collect();
    parts.join("\\allowbreak{}")
}

/// The approximate width of a text in characters: a letter that no font may have can be printed as ⟨U+5317⟩.
pub(super) fn extent(text: &str) -> usize {
    const NUMBERED: usize = 8;
    let known = |c: char| c.is_ascii() || is_latin(c) || own(c).is_some();
    text.chars().map(|c| if known(c) { 1 } else { NUMBERED }).sum()
}

/// LaTeX that keeps every character: none of them join, and those outside ASCII become commands.
pub(super) fn lettered(tex: &str) -> String {
    let mut out = String::with_capacity(tex.len());
    let mut chars = tex.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            // -- and ,, would be one character.
            '-' | ',' if chars.peek() == Some(&c) => out.extend([c, '{', '}']),
            '`' => out.push_str("\\textasciigrave{}"),
            '\'' => out.push_str("\\textquotesingle{}"),
            '"' => out.push_str("\\textquotedbl{}"),
            '<' => out.push_str("\\textless{}"),
            '>' => out.push_str("\\textgreater{}"),
            '|' => out.push_str("\\textbar{}"),
            c if c.is_ascii() || is_latin(c) => out.push(c),
            c => match own(c) {
                Some(command) => out.push_str(&command),
                None => out.push_str(&format!("\\uni{{{:04X}}}{{{c}}}", u32::from(c))),
            },
        }
    }
    out
}

/// Letters that every engine sets: those of Latin-1 and Latin Extended-A for which the T1 fonts have a shape.
fn is_latin(c: char) -> bool {
    matches!(c, 'À'..='Ö' | 'Ø'..='ö' | 'ø'..='ÿ' | 'Ă'..='ć' | 'Č'..='ē' | 'Ę'..='ě' | 'Ğ' | 'ğ' | 'İ' | 'ı' | 'Ĺ'..='ľ'
        | 'Ł'..='ň' | 'Ő'..='ś' | 'Ş'..='ť' | 'Ů'..='ű' | 'Ÿ'..='ž')
}

/// The characters that the program itself writes, each with its LaTeX: those of formulas, and those of texts.
const OWN: [&str; 2] = [
    r"× \times  · \cdot  − -  ± \pm  ≈ \approx  ≠ \neq  ≥ \geq  ≤ \leq  ∝ \propto  → \to  ∞ \infty  ∑ \sum
    ∏ \prod  √ \surd  ∂ \partial  ℓ \ell  α \alpha  β \beta  γ \gamma  δ \delta  ε \varepsilon  θ \theta
    κ \kappa  λ \lambda  μ \mu  π \pi  σ \sigma  φ \phi  χ \chi  Δ \Delta  Σ \Sigma  Φ \Phi  ᵀ {}^{\top}
    ⁻ {}^{-}  ₀ {}_{0}  ᵢ {}_{i}  ⟨ \langle  ⟩ \rangle  ✓ \checkmark  ✗ \boldsymbol{\times}  ◌ \circ",
    r"… \ldots{}  – \textendash{}  — \textemdash{}  “ \textquotedblleft{}  ” \textquotedblright{}
    ‘ \textquoteleft{}  ’ \textquoteright{}  ½ \textonehalf{}  ° \textdegree{}  § \S{}  • \textbullet{}
    █ \rule[-0.2ex]{0.5em}{1.6ex}",
];

fn own(c: char) -> Option<String> {
    if let Some(digit) = "⁰¹²³⁴⁵⁶⁷⁸⁹".chars().position(|power| power == c) {
        return Some(format!("\\textsuperscript{{{digit}}}"));
    }
    let [math, text] = OWN.map(|table| {
        let mut words = table.split_whitespace();
        words.find(|word| word.starts_with(c)).and_then(|_| words.next())
    });
    math.map(|math| format!("\\ensuremath{{{math}}}")).or_else(|| text.map(str::to_owned))
}
