//! The words that stand in numbers, and what people write beside a number: a unit, how it was rounded, the same number once
//! more in brackets.

use super::clean::clean;

pub(in crate::practice) fn is_among(list: &str, word: &str) -> bool {
    list.split(' ').any(|own| own == word)
}

/// Words that say of a number that it is rounded.
pub(super) const ABOUT: &str = "about approx approximately around ca circa roughly etwa";

const KNOWN: &str = "\
    x e pi π percent per cent pct prozent of out over von aus in sqrt root exp ln log";

/// Words that lead to a number and change nothing.
const LEADS: &str = "\
    so thus hence therefore then that which this it is equals gives the answer ans result \
    value we i get got have to also daher somit ist ergibt antwort ergebnis wert rounded \
    gerundet";

/// Words that say how a number was rounded.
const NOTES: &str = "\
    sf sigfig sigfigs sig fig figs figure figures significant dp decimal decimals place places \
    digit digits rounded round correct approx approximately about gerundet rund stelle stellen \
    nachkommastelle nachkommastellen dezimalstellen signifikante exact exactly";

/// Words that make another number of it, or say that it is not meant.
pub(super) const NO_REMARK: &str = "\
    not no nicht kein isn wrong falsch hundred thousand thousands million millions billion \
    billions dozen hundert tausend k to or";

const UNITS: &str = "\
    mm cm dm m km inch inches in ft foot feet yd mile miles mi g gram grams kg mg lb lbs pound \
    pounds oz s sec secs second seconds min mins minute minutes h hr hrs hour hours day days \
    week weeks month months yr yrs year years nat nats sq square squared ° °C °F $ € £ eur \
    euro euros usd dollars row rows case cases word words token tokens document documents docs \
    people samples times total tage zeilen wörter";

/// Whether a side holds a name that is none of a function: P(Yes), score(c).
pub(super) fn names_something(side: &str) -> bool {
    let cleaned = clean(side).unwrap_or_default();
    let mut words = cleaned.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty());
    words.any(|word| {
        let word = word.to_lowercase();
        !is_among(KNOWN, &word) && !is_among(ABOUT, &word)
    })
}

/// Whether a side says from where to where a number may lie: 0.6 ± 0.1, 0.5 to 0.7, [0.5, 0.7].
pub(super) fn is_range(side: &str) -> bool {
    let inside = side.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    let from_to = |side: &str| {
        side.split_once(" to ").is_some_and(|(from, _)| from.ends_with(|c: char| c.is_ascii_digit()))
    };
    // Dots behind a number say that further figures follow.
    let dotted = |dots: &str| {
        side.split_once(dots).is_some_and(|(_, to)| {
            to.trim_start_matches(['.', ' ']).starts_with(|c: char| c.is_ascii_digit())
        })
    };
    side.contains('±')
        || dotted("…")
        || dotted("..")
        || from_to(side)
        || inside.is_some_and(|inside| inside.contains(','))
}

/// What stands at the end of a text, behind a number.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Beside<'t> {
    Remark,
    /// What stands in brackets, perhaps the number once more; and whether a blank stands before them.
    Again(&'t str, bool),
}

/// A text without what stands at its end and is no part of the number; `None` where nothing is.
pub(super) fn beside(text: &str) -> Option<(&str, Beside<'_>)> {
    in_brackets(text).or_else(|| behind(text))
}

/// A text without words that lead to a number: so 0.36, the answer is 0.36.
pub(super) fn led_to(text: &str) -> &str {
    let mut rest = text.trim();
    loop {
        let length = rest.find(|c: char| !c.is_alphabetic()).unwrap_or(rest.len());
        let (word, behind) = rest.split_at_checked(length).unwrap_or((rest, ""));
        let behind = behind.trim_start_matches([' ', '\u{a0}', ':', ',']);
        if behind.is_empty() || !is_among(LEADS, &word.to_lowercase()) {
            return rest;
        }
        rest = behind;
    }
}

fn ends_number(text: &str) -> bool {
    text.ends_with(|c: char| c.is_numeric() || ")]}%!…‾π.".contains(c))
}

fn in_brackets(text: &str) -> Option<(&str, Beside<'_>)> {
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
    let says = words(inside);
    let is_plain = !inside.contains(|c: char| c.is_numeric()) && names_something(inside);
    if is_note(inside) || is_plain && !says.iter().any(|word| is_among(NO_REMARK, word)) {
        return Some((number, Beside::Remark));
    }
    Some((number, Beside::Again(inside, before.len() > number.len())))
}

fn behind(text: &str) -> Option<(&str, Beside<'_>)> {
    let starts = text.char_indices().filter(|(_, c)| c.is_alphabetic() || "°$€£".contains(*c));
    for (at, _) in starts {
        let (before, tail) = text.split_at_checked(at)?;
        let number = before.trim_end();
        if !ends_number(number) {
            continue;
        }
        if is_note(tail) || is_unit(tail) {
            return Some((number, Beside::Remark));
        }
        let said = words(tail);
        let is_formula = tail.contains(|c: char| c.is_numeric())
            || said.first().is_some_and(|word| is_among(KNOWN, word))
            || said.iter().any(|word| is_among(NO_REMARK, word));
        if !is_formula && before.len() > number.len() {
            return Some((number, Beside::Remark));
        }
    }
    None
}

fn words(text: &str) -> Vec<String> {
    let runs = text.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty());
    runs.map(str::to_lowercase).collect()
}

/// Whether a text says how a number was rounded: 3 s.f., to 2 decimal places.
fn is_note(text: &str) -> bool {
    let parts: Vec<String> = text
        .split([' ', '\u{a0}', '-', ','])
        .map(|part| part.replace('.', "").to_lowercase())
        .filter(|part| !part.is_empty())
        .collect();
    // 3sf
    let without_count = |part: &String| part.trim_start_matches(|c: char| c.is_ascii_digit()).to_owned();
    let is_word = |part: &String| is_among(NOTES, &without_count(part));
    let is_count = |part: &String| part.len() <= 2 && part.chars().all(|c| c.is_ascii_digit());
    let is_small = |part: &String| matches!(part.as_str(), "to" | "auf" | "at" | "with" | "mit" | "in");
    parts.iter().any(is_word) && parts.iter().all(|part| is_word(part) || is_count(part) || is_small(part))
}

/// Whether a text is a unit: cm², days, sq ft.
fn is_unit(text: &str) -> bool {
    let letters = text.trim_end_matches(['²', '³', '2', '3', '^', '.']);
    let parts: Vec<&str> = letters.split([' ', '/', '\u{a0}']).filter(|part| !part.is_empty()).collect();
    let is = |part: &&str| is_among(UNITS, part) || part.len() > 1 && is_among(UNITS, &part.to_lowercase());
    !parts.is_empty() && parts.len() <= 3 && parts.iter().all(is)
}
