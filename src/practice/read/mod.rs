//! Reading an answer as it was written.
//!
//! Fractions, also as “3 of 9”, products, powers, percentages, powers of ten and decimals with a point or a comma are all
//! numbers. What was typed is kept; how it was understood is written in one notation; and what matters for marking, such
//! as the last place that was written, is told with it. What cannot be read becomes a question, never a verdict. This
//! module knows nothing of models.

mod clean;
mod doubt;
mod literal;
mod parse;
mod written;

pub use clean::DecimalMark;
pub use literal::{Near, Places, Window};
pub use written::{Form, Written};

pub(super) use self::clean::is_among;
use self::clean::names_something;
pub(super) use self::clean::{plain_text, sides};
pub(super) use self::doubt::BULLET;
use self::doubt::{chain, said_again};
pub(super) use self::written::Shape;
use crate::math::{DecimalSign, Face, Piece, Sentence, sentence};

/// Characters of the longest answer that is read.
const LONGEST: usize = 1_000;

#[derive(Clone, Debug)]
pub struct Answer {
    pub typed: String,
    /// The name of a number that was written before it: `P(Yes)` of `P(Yes) = 9/14`.
    pub label: Option<String>,
    pub last: String,
    pub parsed: ParsedAnswer,
    comma: bool,
}

#[derive(Clone, Debug)]
pub enum ParsedAnswer {
    /// A number. Of a chain such as `3/9 · 9/14 = 0.214`, the side that says most.
    Number(Box<Written>),
    /// A text that can be read in several ways: what is asked settles which is meant, or the question goes back.
    Doubtful {
        readings: Vec<Written>,
        question: Unread,
    },
    /// 0/0, or that there is no such number.
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

    /// How it was understood, in one notation; `None` where it was not.
    pub fn read_as(&self) -> Option<String> {
        match &self.parsed {
            ParsedAnswer::Number(written) => Some(written.read_as()),
            ParsedAnswer::Undefined => Some("0/0".into()),
            ParsedAnswer::Words => Some(self.last.clone()),
            ParsedAnswer::Doubtful { .. } | ParsedAnswer::Unread(_) => None,
        }
    }

    pub(super) fn typed_as(self, typed: String) -> Answer {
        Answer { typed, ..self }
    }

    pub(super) fn naming(self, name: &str) -> Answer {
        Answer { last: name.to_owned(), parsed: ParsedAnswer::Words, ..self }
    }

    pub(super) fn meaning(&self, written: &Written) -> Answer {
        Answer { parsed: ParsedAnswer::Number(Box::new(written.clone())), ..self.clone() }
    }
}

fn parts(typed: &str, mark: DecimalMark) -> (Option<String>, String, ParsedAnswer) {
    let typed = plain_text(typed);
    let bare = bare(&typed);
    said_again(bare, mark).unwrap_or_else(|| one(bare, mark))
}

fn one(text: &str, mark: DecimalMark) -> (Option<String>, String, ParsedAnswer) {
    let all = sides(text);
    let named = all.len().min(all.iter().take_while(|side| names_something(side)).count());
    // A name alone is an answer; before another side it is a label.
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
    // Behind a power it is a factorial, as in λ^7 · exp(−λ)/7!.
    let ends =
        if unquoted.contains(['^', '²', '³']) { &['.', ',', ';'][..] } else { &['.', ',', ';', '!'] };
    // Two points or more say that further figures follow.
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

/// Why an answer could not be read. Its text is what the student is asked; nothing here is a verdict.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unread {
    #[error("Nothing is written here; write a number such as 3/9, 0.33 or 33 %.")]
    Empty,
    #[error("This is longer than 1,000 characters; write the number alone.")]
    TooLong,
    #[error("There are too many brackets inside each other; write it more simply.")]
    TooDeep,
    #[error("An exponent here is beyond ±10,000; is it meant so?")]
    Exponent,
    #[error("This comes to a number that is too long to be worked with; is it meant so?")]
    TooLarge,
    #[error("This divides by 0; look at the number below the fraction bar.")]
    DividesByZero,
    #[error("{0} of a number that is not positive is no number; look at its sign.")]
    NotPositive(&'static str),
    #[error("“!” follows a whole number of 0 or more, as in 4!; look at the number before it.")]
    NotWhole,
    #[error("There are a comma and a point in these numbers; which of them is the decimal mark?")]
    BothMarks,
    #[error("“{0}” can be a decimal or have its thousands divided; write it without that mark.")]
    Thousands(String),
    #[error("0·{0} can be a decimal or a product; write 0.{0}, or blanks around the dot.")]
    Dot(String),
    #[error("Several fraction bars follow one another here; write brackets around each fraction.")]
    Bars,
    #[error("One number is asked for, and here is where it may lie; write the one that is meant.")]
    Range,
    #[error("One number is asked for, and here are several; write the one that is meant.")]
    List,
    #[error("“{0}” and “{1}” are side by side; write + or · between them, or = where they are the same.")]
    SideBySide(String, String),
    #[error("“{0}” is beside the number; write the number alone.")]
    Beside(String),
    #[error("“log” can be ln or log10; write which.")]
    WhichLog,
    #[error("“:” can only be read between two numbers; write a fraction with /, such as 3/9.")]
    Ratio,
    #[error("“{0}” cannot be read as part of a number; write, for example, 3/9 · 9/14, 0.21 or 21 %.")]
    Strange(String),
    #[error("Something is missing at the end of “{0}”.")]
    Unfinished(String),
    #[error("A bracket is opened and not closed, or closed and not opened.")]
    Bracket,
    #[error("You wrote {0} = {1}, and these are not equal; which one is meant?")]
    NotEqual(String, String),
}

impl Unread {
    pub fn sentence(&self) -> Sentence {
        match self {
            Unread::NotEqual(left, right) => {
                let [left, right] = [left, right].map(|side| Piece::Number(side.clone()));
                sentence!("You wrote {} = {}, and these are not equal; which one is meant?", left, right)
            }
            other => other.to_string().into(),
        }
    }
}
