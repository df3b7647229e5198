//! Prepares an answer for parsing: decimal marks, words around a number, LaTeX, different characters for one sign,
//! and the sides of `P(Yes) = 9/14 = 0.64`.

use super::Unread;
use crate::table::may_divide_thousands;
use std::borrow::Cow;
use unicode_normalization::UnicodeNormalization;

pub(super) fn clean(text: &str) -> Result<String, Unread> {
    let mut out = String::with_capacity(text.len());
    let mut raised = String::new();
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        if let Some(digit) = superscript(c) {
            raised.push(digit);
            continue;
        }
        let is_power = out.ends_with(|c: char| c.is_alphanumeric() || c == ')');
        if matches!(c, '⁄' | '∕' | '/') && !raised.is_empty() && !is_power {
            let bottom: String =
                std::iter::from_fn(|| chars.next_if(|c| matches!(c, '₀'..='₉' | '0'..='9'))).nfkc().collect();
            out.push_str(&format!("({raised}/{bottom})"));
            raised.clear();
            continue;
        }
        raise(&mut out, &mut raised);
        match c {
            '…' => out.push(c),
            '.' if chars.peek() == Some(&'.') => {
                while chars.next_if_eq(&'.').is_some() {}
                out.push('…');
            }
            '−' | '–' | '—' | '‒' | '‐' | '‑' | '﹣' | '－' => out.push('-'),
            '·' | '∙' | '•' if is_zero(&out) && chars.peek().is_some_and(char::is_ascii_digit) => {
                out.push('.');
            }
            '·' | '⋅' | '∙' | '•' | '×' | '✕' | '∗' | '＊' => out.push('*'),
            '⁄' | '∕' | '／' => out.push('/'),
            '¼'..='¾' | '⅐'..='⅞' | '↉' => {
                if let Some(digit) = out.chars().next_back().filter(char::is_ascii_digit) {
                    return Err(Unread::SideBySide(digit.to_string(), c.to_string()));
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
    Ok(out.replace("out of", "of").replace("per cent", "%"))
}

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

fn is_unseen(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}' | '\u{feff}' | '\u{ad}')
}

/// The characters outside brackets, and where they are. A bin may open with one bracket and close with the other: [800,1200).
pub(crate) fn outside_brackets(text: &str) -> impl Iterator<Item = (usize, char)> {
    let mut depth = 0_usize;
    text.char_indices().filter(move |(_, c)| {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            _ => return depth == 0,
        }
        false
    })
}

pub(crate) fn sides(text: &str) -> Vec<&str> {
    let (mut found, mut start) = (Vec::new(), 0);
    for (at, c) in outside_brackets(text) {
        let before = text.get(..at).unwrap_or_default();
        let side = text.get(start..at).unwrap_or_default();
        match c {
            '=' | '≈' | '≃' | '≅' | '~' | '≐' | '＝' | '∼' | '→' | '⇒' | '⟹' => {
                found.push(side)
            }
            // => and ->
            '>' if before.ends_with(['=', '-']) => found.push(side.trim_end_matches('-')),
            // P(Yes): 9/14
            ':' if found.is_empty() && is_name(before) => found.push(side),
            _ => continue,
        }
        start = at + c.len_utf8();
    }
    found.push(text.get(start..).unwrap_or_default());
    found.into_iter().map(str::trim).filter(|side| !side.is_empty()).collect()
}

fn is_name(text: &str) -> bool {
    text.trim_end().ends_with(')') && text.trim_start().starts_with(char::is_alphabetic)
}

const SIGNS: [(&str, &str); 23] = [
    ("·", "cdot times ast"),
    ("÷", "div"),
    ("≈", "approx simeq sim doteq"),
    ("→", "to rightarrow Rightarrow implies"),
    ("π", "pi"),
    ("|", "mid vert"),
    ("±", "pm"),
    (" exp ", "exp"),
    (" ln ", "ln"),
    (" log ", "log"),
    (
        "",
        "left right big Big bigl bigr displaystyle text mathrm textrm mathbf mathit operatorname textbf textit mathbb hat widehat",
    ),
    (" ", "quad qquad"),
    ("Pr", "Pr"),
    ("Σ", "Sigma"),
    ("μ", "mu"),
    ("σ", "sigma"),
    ("θ", "theta"),
    ("λ", "lambda"),
    ("φ", "phi"),
    ("α", "alpha"),
    ("…", "ldots dots"),
    ("∩", "cap"),
    ("∧", "land wedge"),
];

const DEPTH: usize = 20;

pub(crate) fn plain_text(text: &str) -> Cow<'_, str> {
    if !text.contains(['\\', '$']) {
        return Cow::Borrowed(text);
    }
    let text = text.replace("{,}", ",");
    let mut out = String::with_capacity(text.len());
    written(&text, &mut out, 0);
    Cow::Owned(out)
}

fn written(text: &str, out: &mut String, depth: usize) {
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        rest = rest.get(c.len_utf8()..).unwrap_or_default();
        match c {
            '$' => {}
            '\\' => rest = command(rest, out, depth),
            c => out.push(c),
        }
    }
}

fn command<'t>(text: &'t str, out: &mut String, depth: usize) -> &'t str {
    let length = text.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(text.len());
    let (name, rest) = text.split_at_checked(length).unwrap_or((text, ""));
    if let ("frac" | "dfrac" | "tfrac" | "cfrac", true) = (name, depth < DEPTH)
        && let Some((top, after)) = argument(rest)
        && let Some((bottom, after)) = argument(after)
    {
        out.push_str("((");
        written(top, out, depth + 1);
        out.push_str(")/(");
        written(bottom, out, depth + 1);
        out.push_str("))");
        return after;
    }
    if let ("sqrt", Some((inside, after))) = (name, argument(rest).filter(|_| depth < DEPTH)) {
        out.push_str(" sqrt(");
        written(inside, out, depth + 1);
        out.push(')');
        return after;
    }
    if let Some((sign, _)) = SIGNS.iter().find(|(_, commands)| !name.is_empty() && is_among(commands, name)) {
        out.push_str(sign);
        return rest;
    }
    if !name.is_empty() {
        out.push('\\');
        out.push_str(name);
        return rest;
    }
    // \( and \[ open a formula, \, and \; are thin spaces, \% is the sign itself.
    let mut chars = rest.chars();
    match chars.next() {
        Some('(' | ')' | '[' | ']') | None => {}
        Some(',' | ';' | ':' | '!' | ' ' | '\\') => out.push(' '),
        Some(other) => out.push(other),
    }
    chars.as_str()
}

/// Splits off a text in braces, or one character without braces; also returns the rest.
fn argument(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start();
    let first = text.chars().next()?;
    if first != '{' {
        return (first != '\\').then(|| text.split_at_checked(first.len_utf8())).flatten();
    }
    let mut depth = 0_usize;
    for (at, c) in text.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some((text.get(1..at)?, text.get(at + 1..)?));
        }
    }
    None
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DecimalMark {
    Point,
    Comma,
}

impl DecimalMark {
    /// The mark of a sheet: a comma if there is a comma before a digit, and no point before one.
    pub fn of<'a>(answers: impl IntoIterator<Item = &'a str>) -> DecimalMark {
        let (mut point, mut sure) = (false, false);
        for answer in answers {
            for side in numbers(answer) {
                point |= marks(&side, '.').next().is_some();
                sure |= marks(&side, ',').any(|at| !may_divide_here(&side, at));
            }
        }
        if sure && !point { DecimalMark::Comma } else { DecimalMark::Point }
    }

    /// The side with points as decimal marks. A comma that cannot divide thousands is a decimal mark on any sheet.
    pub(super) fn pointed(self, side: &str) -> Result<String, Unread> {
        let commas: Vec<usize> = marks(side, ',').collect();
        let points: Vec<usize> = marks(side, '.').collect();
        let (found, is_own) = match (commas.is_empty(), points.is_empty()) {
            (true, true) => return Ok(side.to_owned()),
            (false, false) => return Err(Unread::Thousands),
            (true, false) => (points, self == DecimalMark::Point),
            (false, true) => (commas, self == DecimalMark::Comma),
        };
        let is_sure = is_own || found.iter().any(|at| !may_divide_here(side, *at));
        let digits = |from: usize, to: usize| side.get(from + 1..to).unwrap_or_default();
        let is_number = |text: &str| text.chars().all(|c| c.is_ascii_digit());
        let is_twice = found.iter().zip(found.iter().skip(1)).any(|(a, b)| is_number(digits(*a, *b)));
        if is_twice || !is_sure {
            return Err(Unread::Thousands);
        }
        Ok(side.char_indices().map(|(at, c)| if found.contains(&at) { '.' } else { c }).collect())
    }
}

pub(super) fn divided_and_not(side: &str) -> Vec<String> {
    match (marks(side, ',').count(), marks(side, '.').count()) {
        (1, 0) => vec![side.replace(',', "."), side.replace(',', "")],
        (0, 1) => vec![side.to_owned(), side.replace('.', "")],
        _ => Vec::new(),
    }
}

fn numbers(answer: &str) -> Vec<String> {
    let answer = plain_text(answer);
    let unnamed = sides(&answer).into_iter().filter(|side| !side.contains('|'));
    unnamed.filter_map(|side| clean(side).ok()).collect()
}

fn marks(text: &str, mark: char) -> impl Iterator<Item = usize> + '_ {
    let before = std::iter::once(' ').chain(text.chars());
    let around = text.char_indices().zip(text.chars().skip(1)).zip(before);
    let is_mark = move |((at, c), next): ((usize, char), char), before: char| {
        (c == mark && next.is_ascii_digit() && !before.is_alphabetic()).then_some(at)
    };
    around.filter_map(move |(pair, before)| is_mark(pair, before))
}

fn may_divide_here(text: &str, at: usize) -> bool {
    let before = text.get(..at).unwrap_or_default();
    let kept = before.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    let whole = before.get(kept..).unwrap_or_default();
    let rest = text.get(at + 1..).unwrap_or_default();
    let rest = rest.split(|c: char| !c.is_ascii_digit()).next().unwrap_or_default();
    may_divide_thousands(whole.as_bytes(), rest.as_bytes())
}

pub(crate) fn is_among(list: &str, word: &str) -> bool {
    list.split(' ').any(|own| own == word)
}

/// Words for a rounded number.
const ABOUT: &str = "about approx approximately around ca circa roughly etwa";

const KNOWN: &str = "\
    x e pi π percent per cent pct prozent of out over von aus in sqrt root exp ln log";

/// Words before a number that are ignored.
const LEADS: &str = "\
    so thus hence therefore then that which this it is equals gives the answer ans result value we i get got \
    have to also daher somit ist ergibt antwort ergebnis wert rounded gerundet";

/// Words that describe how a number was rounded.
const NOTES: &str = "\
    sf s f sig fig figs figure figures significant dp d p decimal decimals place places digit digits rounded \
    round correct approximately gerundet stelle stellen nachkommastellen exactly";

/// Words that change a number, or negate it.
pub(super) const NO_REMARK: &str = "\
    not no nicht kein isn wrong falsch hundred thousand thousands million millions billion billions dozen \
    hundert tausend k to or";

/// Whether a side has a name other than that of a function: P(Yes), score(c).
pub(super) fn names_something(side: &str) -> bool {
    let cleaned = clean(side).unwrap_or_default();
    let mut words = cleaned.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty());
    words.any(|word| {
        let word = word.to_lowercase();
        !is_among(KNOWN, &word) && !is_among(ABOUT, &word)
    })
}

/// Splits off the text after a number; in brackets, it may be the number again. `None` if there is no text.
pub(super) fn beside(text: &str) -> Option<(&str, Option<&str>)> {
    in_brackets(text).or_else(|| behind(text))
}

/// A text without the words before a number: so 0.36, the answer is 0.36.
pub(super) fn led_to(text: &str) -> &str {
    let mut rest = text.trim();
    loop {
        let length = rest.find(|c: char| !c.is_alphabetic()).unwrap_or(rest.len());
        let (word, behind) = rest.split_at_checked(length).unwrap_or((rest, ""));
        let behind = if behind.starts_with(". ") { behind.trim_start_matches('.') } else { behind };
        let behind = behind.trim_start_matches([' ', '\u{a0}', ':', ',']);
        if behind.is_empty() || ![LEADS, ABOUT].iter().any(|list| is_among(list, &word.to_lowercase())) {
            return rest;
        }
        rest = behind;
    }
}

fn ends_number(text: &str) -> bool {
    text.ends_with(|c: char| c.is_numeric() || ")]}%!…π.".contains(c))
}

fn in_brackets(text: &str) -> Option<(&str, Option<&str>)> {
    let inner = text.strip_suffix([')', ']'])?;
    let mut depth = 1_usize;
    let open = inner.char_indices().rev().find(|(_, c)| {
        match c {
            ')' | ']' => depth += 1,
            '(' | '[' => depth -= 1,
            _ => {}
        }
        depth == 0
    });
    let (before, inside) = inner.split_at_checked(open?.0)?;
    let (number, inside) = (before.trim_end(), inside.get(1..)?.trim());
    if !ends_number(number) || inside.is_empty() {
        return None;
    }
    let is_plain = !inside.contains(|c: char| c.is_numeric()) && names_something(inside);
    let changes = words(inside).iter().any(|word| is_among(NO_REMARK, word));
    let is_remark = is_note(inside) || is_plain && !changes;
    Some((number, (!is_remark).then_some(inside)))
}

fn behind(text: &str) -> Option<(&str, Option<&str>)> {
    let starts = text.char_indices().filter(|(_, c)| c.is_alphabetic());
    for (at, _) in starts {
        let (before, tail) = text.split_at_checked(at)?;
        let number = before.trim_end();
        if !ends_number(number) {
            continue;
        }
        let after = words(tail);
        let is_formula = tail.contains(|c: char| c.is_numeric())
            || after.first().is_some_and(|word| is_among(KNOWN, word))
            || after.iter().any(|word| is_among(NO_REMARK, word));
        if is_note(tail) || !is_formula && before.len() > number.len() {
            return Some((number, None));
        }
    }
    None
}

fn words(text: &str) -> Vec<String> {
    let runs = text.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty());
    runs.map(str::to_lowercase).collect()
}

/// Whether a text describes how a number was rounded: 3 s.f., to 2 decimal places.
fn is_note(text: &str) -> bool {
    let all = words(text);
    let is_count = |part: &str| part.len() < 3;
    let counts = text.split(|c: char| !c.is_ascii_digit()).all(is_count);
    let is_small = |word: &str| matches!(word, "to" | "auf" | "at" | "with" | "mit" | "in");
    let is_word = |word: &str| is_among(NOTES, word);
    counts
        && !text.contains(['/', '=', '+', '*', '^'])
        && all.iter().any(|word| is_word(word))
        && all.iter().all(|word| is_word(word) || is_small(word))
}
