//! An answer before it is read: the characters that people write for one sign made one (`−` and `-`, `·` and `×`, `½`, `²`,
//! full-width digits), its sides, `P(Yes) = 9/14 = 0.64`, and whether its decimals have a point or a comma. What cannot be read
//! becomes the question that goes back with it.

use unicode_normalization::UnicodeNormalization;

use super::latex;
use crate::table::may_divide_thousands;

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

/// The decimal mark of a sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DecimalMark {
    /// 0.33
    Point,
    /// 0,33
    Comma,
    /// There are commas, and each of them may divide thousands: 1,234.
    Unclear,
}

impl DecimalMark {
    /// The mark of a sheet: a comma if a comma stands before a digit anywhere and a point nowhere does.
    pub fn of<'a>(answers: impl IntoIterator<Item = &'a str>) -> DecimalMark {
        let (mut point, mut comma, mut sure) = (false, false, false);
        for answer in answers {
            for side in numbers(answer) {
                point |= marks(&side, '.').next().is_some();
                for at in marks(&side, ',') {
                    comma = true;
                    sure |= !may_divide_here(&side, at);
                }
            }
        }
        match (point, comma, sure) {
            (true, _, _) | (_, false, _) => DecimalMark::Point,
            (_, _, true) => DecimalMark::Comma,
            _ => DecimalMark::Unclear,
        }
    }

    /// The side of an answer with points for decimal marks.
    ///
    /// # Errors
    /// When it has both marks, or one that may divide thousands, or the mark of another sheet.
    pub(super) fn pointed(self, side: &str) -> Result<String, Unread> {
        let commas: Vec<usize> = marks(side, ',').collect();
        let points: Vec<usize> = marks(side, '.').collect();
        let Some(first) = commas.first() else {
            let twice = points.iter().find(|at| digits_from(side, **at + 1).1 == Some('.'));
            return match twice.or(points.first().filter(|_| self == DecimalMark::Comma)) {
                Some(at) => Err(Unread::Thousands { text: number_at(side, *at) }),
                None => Ok(side.to_owned()),
            };
        };
        if !points.is_empty() || self == DecimalMark::Point {
            return Err(Unread::BothMarks);
        }
        let twice = commas.iter().find(|at| digits_from(side, **at + 1).1 == Some(','));
        if let Some(at) = twice.or(Some(first).filter(|_| self == DecimalMark::Unclear)) {
            return Err(Unread::Thousands { text: number_at(side, *at) });
        }
        Ok(side.char_indices().map(|(at, c)| if commas.contains(&at) { '.' } else { c }).collect())
    }
}

/// The sides of an answer that are no label, with their characters made one.
fn numbers(answer: &str) -> Vec<String> {
    let answer = latex::plain(answer);
    let unnamed = sides(&answer).into_iter().filter(|side| !side.contains('|'));
    unnamed.filter_map(|side| clean(side).ok()).collect()
}

/// Where a mark stands right before a digit.
fn marks(text: &str, mark: char) -> impl Iterator<Item = usize> + '_ {
    let pairs = text.char_indices().zip(text.chars().skip(1));
    pairs.filter(move |((_, c), next)| *c == mark && next.is_ascii_digit()).map(|((at, _), _)| at)
}

/// How many digits begin there, and what follows them.
fn digits_from(text: &str, at: usize) -> (usize, Option<char>) {
    let rest = text.get(at..).unwrap_or_default();
    let digits = rest.chars().take_while(char::is_ascii_digit).count();
    (digits, rest.chars().nth(digits))
}

/// Whether the mark there may divide thousands, by the digits around it.
fn may_divide_here(text: &str, at: usize) -> bool {
    let before = text.get(..at).unwrap_or_default();
    let kept = before.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    let whole = before.get(kept..).unwrap_or_default();
    let rest = text.get(at + 1..).unwrap_or_default();
    let rest = rest.split(|c: char| !c.is_ascii_digit()).next().unwrap_or_default();
    may_divide_thousands(whole.as_bytes(), rest.as_bytes())
}

/// The number around a mark.
fn number_at(text: &str, at: usize) -> String {
    let part = |c: &char| c.is_ascii_digit() || matches!(c, '.' | ',');
    let before: Vec<char> = text.get(..at).unwrap_or_default().chars().rev().take_while(part).collect();
    let after = text.get(at..).unwrap_or_default().chars().take_while(part);
    before.into_iter().rev().chain(after).collect()
}

/// Why an answer could not be read. Its text is what the student is asked; nothing here is a verdict.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unread {
    /// Nothing was written.
    #[error("Nothing is written here; write a number such as 3/9, 0.33 or 33 %.")]
    Empty,
    /// More characters than an answer needs.
    #[error("This is longer than 1,000 characters; write the number alone.")]
    TooLong,
    /// More brackets or signs inside each other than anybody reads.
    #[error("There are too many brackets inside each other; write it more simply.")]
    TooDeep,
    /// An exponent that no statistic needs.
    #[error("An exponent here is beyond ±10,000; is it meant so?")]
    Exponent,
    /// A number with more digits than are of use.
    #[error("This comes to a number that is too long to be worked with; is it meant so?")]
    TooLarge,
    /// A division of something else than 0 by 0.
    #[error("This divides by 0; look at the number below the fraction bar.")]
    DividesByZero,
    /// A root or logarithm that is no number.
    #[error("{what} of a number that is not positive is no number; look at its sign.")]
    NotPositive {
        /// Root or logarithm.
        what: &'static str,
    },
    /// A factorial of no whole number.
    #[error("“!” stands behind a whole number of 0 or more, as in 4!; look at the number before it.")]
    NotWhole,
    /// Both a comma and a point stand between digits.
    #[error("There are a comma and a point in these numbers; which of them is the decimal mark?")]
    BothMarks,
    /// A comma or points that may divide thousands.
    #[error("“{text}” can be a decimal or have its thousands divided; write it without that mark.")]
    Thousands {
        /// The number as written.
        text: String,
    },
    /// A dot in the middle of the line between 0 and other digits: a decimal mark in older books.
    #[error("0·{digits} can be a decimal or a product; write 0.{digits}, or blanks around the dot.")]
    Dot {
        /// What stands behind it.
        digits: String,
    },
    /// More bars than tell which fraction is divided by which.
    #[error("Several bars stand one after the other here; write brackets around each fraction.")]
    Bars,
    /// From one number to another.
    #[error("One number is asked for, and here is where it may lie; write the one that is meant.")]
    Range,
    /// Several numbers.
    #[error("One number is asked for, and here are several; write the one that is meant.")]
    List,
    /// Two numbers side by side.
    #[error(
        "“{left}” and “{right}” stand side by side; write + or · between them, or = where they are the same."
    )]
    SideBySide {
        /// The first number.
        left: String,
        /// The second.
        right: String,
    },
    /// `log` without its base.
    #[error("“log” can be ln or log10; write which.")]
    WhichLog,
    /// A colon, which divides in some countries and gives odds in others.
    #[error("“:” can mean a fraction or odds; write a fraction with /, such as 3/9.")]
    Ratio,
    /// A sign or word that belongs to no number.
    #[error("“{text}” cannot be read as part of a number; write, for example, 3/9 · 9/14, 0.21 or 21 %.")]
    Strange {
        /// What stands there.
        text: String,
    },
    /// The answer stops in the middle.
    #[error("Something is missing at the end of “{text}”.")]
    Unfinished {
        /// What was written.
        text: String,
    },
    /// A bracket without its partner.
    #[error("A bracket is opened and not closed, or closed and not opened.")]
    Bracket,
    /// The parts of a chain of equal signs are not equal.
    #[error("You wrote {left} = {right}, and these are not equal; which one is meant?")]
    NotEqual {
        /// The part before the equal sign.
        left: String,
        /// The part after it.
        right: String,
    },
}
