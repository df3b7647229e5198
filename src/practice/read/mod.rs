//! Parses an answer: fractions, also as “3 of 9”, formulas, percentages, powers of ten, decimals with a point or a
//! comma.
//!
//!
//! An unreadable answer becomes a question to the student, never a verdict. This module does not depend on models.

mod clean;
mod doubt;
mod parse;
mod written;

pub use clean::DecimalMark;
pub use written::{Form, Near, Places, Window, Written};
pub(super) use written::{extremes, flatten};

use self::clean::names_something;
pub(super) use self::clean::{is_among, outside_brackets, plain_text, sides};
pub(super) use self::doubt::BULLET;
use self::doubt::{chain, several_values};
use crate::math::{DecimalSign, Face};

const LONGEST: usize = 1_000;

#[derive(Clone, Debug)]
pub struct Answer {
    pub typed: String,
    /// The name of a number that was written before it: `P(Yes)` of `P(Yes) = 9/14`.
    pub label: Option<String>,
    pub last: String,
    pub parsed: ParsedAnswer,
    pub(super) comma: bool,
}

#[derive(Clone, Debug)]
pub enum ParsedAnswer {
    /// A number. For a chain such as `3/9 · 9/14 = 0.214`, its most exact side.
    Number(Box<Written>),
    /// An ambiguous text: the quantity asked for decides which reading is meant, or the student is asked.
    Doubtful {
        readings: Vec<Written>,
        question: Unread,
    },
    Undefined,
    Words,
    Unread(Unread),
}

impl Answer {
    pub fn read(typed: &str, mark: DecimalMark) -> Answer {
        let (label, last, parsed) = match typed.chars().nth(LONGEST) {
            Some(_) => (None, String::new(), ParsedAnswer::Unread(Unread::TooLong)),
            None => parts(typed, mark),
        };
        Answer { typed: typed.to_owned(), label, last, parsed, comma: mark == DecimalMark::Comma }
    }

    pub fn alone(typed: &str) -> Answer {
        let short = typed.chars().nth(LONGEST).is_none();
        Answer::read(typed, if short { DecimalMark::of([typed]) } else { DecimalMark::Point })
    }

    pub fn face(&self, face: Face) -> Face {
        if self.comma { Face { sign: DecimalSign::Comma, ..face } } else { face }
    }

    pub fn read_as(&self) -> Option<String> {
        match &self.parsed {
            ParsedAnswer::Number(written) => Some(written.read_as()),
            ParsedAnswer::Undefined => Some("0/0".into()),
            ParsedAnswer::Words => Some(self.last.clone()),
            ParsedAnswer::Doubtful { .. } | ParsedAnswer::Unread(_) => None,
        }
    }
}

fn parts(typed: &str, mark: DecimalMark) -> (Option<String>, String, ParsedAnswer) {
    let typed = plain_text(typed);
    let bare = bare(&typed);
    several_values(bare, mark).unwrap_or_else(|| one(bare, mark))
}

fn one(text: &str, mark: DecimalMark) -> (Option<String>, String, ParsedAnswer) {
    let all = sides(text);
    let named = all.len().min(all.iter().take_while(|side| names_something(side)).count());
    // A single name is an answer; before another side it is a label.
    let labels = named.min(all.len().saturating_sub(1));
    let label = all.first().filter(|_| labels > 0).map(|label| (*label).to_owned());
    let rest = all.get(labels..).unwrap_or_default();
    let last = rest.last().map(|side| (*side).to_owned()).unwrap_or_default();
    let parsed = match rest {
        [] => ParsedAnswer::Unread(Unread::Empty),
        [words] if says_undefined(words) => ParsedAnswer::Undefined,
        [words] if is_words(words) => ParsedAnswer::Words,
        sides => chain(sides, mark),
    };
    (label, last, parsed)
}

const QUOTES: [char; 11] = ['"', '“', '”', '„', '\'', '‘', '’', '‚', '`', '*', '_'];

fn bare(typed: &str) -> &str {
    let unquoted = typed.trim().trim_matches(QUOTES).trim();
    // With a power, `!` is a factorial, as in λ^7 · exp(−λ)/7!.
    let ends =
        if unquoted.contains(['^', '²', '³']) { &['.', ',', ';'][..] } else { &['.', ',', ';', '!'] };
    // Two or more points mean that further figures follow.
    let ended = if unquoted.ends_with("..") { unquoted } else { unquoted.trim_end_matches(ends).trim_end() };
    if ended.is_empty() { unquoted } else { ended }
}

fn says_undefined(side: &str) -> bool {
    let plain: String = side.chars().filter(|c| !c.is_whitespace()).collect::<String>().to_lowercase();
    matches!(plain.as_str(), "0/0" | "undefined" | "notdefined" | "nan" | "indeterminate")
}

fn is_words(side: &str) -> bool {
    let letters = side.chars().any(char::is_alphabetic) && names_something(side);
    letters && !side.chars().any(|c| c.is_numeric() || "+*/^=%√·×()".contains(c))
}

/// Why an answer could not be parsed. The text is the question to the student; it is not a verdict.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unread {
    #[error("There is no answer here. Write a number such as 3/9, 0.33 or 33 %.")]
    Empty,
    #[error("This is longer than 1,000 characters. Write only the number.")]
    TooLong,
    #[error("This number is too large, too small or too long to work with. Check it.")]
    TooLarge,
    #[error("This divides by 0. Check the number below the fraction bar.")]
    DividesByZero,
    #[error("{0} needs a positive number here. Check it.")]
    NotPositive(&'static str),
    #[error(
        "A comma or a point here can be a decimal mark or divide thousands. Write numbers such as 1234.5."
    )]
    Thousands,
    #[error("Several fraction bars follow one another here. Put brackets around each fraction.")]
    Bars,
    #[error("There are several numbers here, but the question asks for one. Write the one you mean.")]
    List,
    #[error("“{0}” and “{1}” are side by side. Write + or · between them, or = if they are the same.")]
    SideBySide(String, String),
    #[error("“{0}” is beside the number. Write only the number.")]
    Beside(String),
    #[error("“log” can be ln or log10. Write which one you mean.")]
    WhichLog,
    #[error("“:” can only be read between two numbers. Write a fraction with /, such as 3/9.")]
    Ratio,
    #[error("“{0}” cannot be read as part of a number. Write, for example, 3/9 · 9/14, 0.21 or 21 %.")]
    Strange(String),
    #[error("Brackets are missing or do not match. Check them, as in ln(3/9).")]
    Bracket,
    #[error("You wrote sides that are not equal. Which one do you mean?")]
    NotEqual,
}
