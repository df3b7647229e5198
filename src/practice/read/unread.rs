//! Why an answer could not be read: the question that goes back with it.

use crate::math::{Piece, Sentence, sentence};

/// Why an answer could not be read. Its text is what the student is asked; nothing here is a verdict.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unread {
    #[error("Nothing is written here; write a number such as 3/9, 0.33 or 33 %.")]
    Empty,
    /// More characters than an answer needs.
    #[error("This is longer than 1,000 characters; write the number alone.")]
    TooLong,
    #[error("There are too many brackets inside each other; write it more simply.")]
    TooDeep,
    /// An exponent that no statistic needs.
    #[error("An exponent here is beyond ±10,000; is it meant so?")]
    Exponent,
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
    #[error("There are a comma and a point in these numbers; which of them is the decimal mark?")]
    BothMarks,
    /// A comma or points that may divide thousands.
    #[error("“{text}” can be a decimal or have its thousands divided; write it without that mark.")]
    Thousands { text: String },
    /// A dot in the middle of the line between 0 and other digits: a decimal mark in older books.
    #[error("0·{digits} can be a decimal or a product; write 0.{digits}, or blanks around the dot.")]
    Dot { digits: String },
    /// More bars than tell which fraction is divided by which.
    #[error("Several bars stand one after the other here; write brackets around each fraction.")]
    Bars,
    #[error("One number is asked for, and here is where it may lie; write the one that is meant.")]
    Range,
    #[error("One number is asked for, and here are several; write the one that is meant.")]
    List,
    /// Two numbers side by side.
    #[error(
        "“{left}” and “{right}” stand side by side; write + or · between them, or = where they are the same."
    )]
    SideBySide { left: String, right: String },
    #[error("“{text}” stands beside the number; write the number alone.")]
    Beside { text: String },
    /// `log` without its base.
    #[error("“log” can be ln or log10; write which.")]
    WhichLog,
    /// A colon that does not stand between two numbers, or several.
    #[error("“:” can only be read between two numbers; write a fraction with /, such as 3/9.")]
    Ratio,
    /// A sign or word that belongs to no number.
    #[error("“{text}” cannot be read as part of a number; write, for example, 3/9 · 9/14, 0.21 or 21 %.")]
    Strange { text: String },
    #[error("Something is missing at the end of “{text}”.")]
    Unfinished { text: String },
    /// A bracket without its partner.
    #[error("A bracket is opened and not closed, or closed and not opened.")]
    Bracket,
    /// The parts of a chain of equal signs are not equal.
    #[error("You wrote {left} = {right}, and these are not equal; which one is meant?")]
    NotEqual { left: String, right: String },
}

impl Unread {
    pub fn sentence(&self) -> Sentence {
        match self {
            Unread::NotEqual { left, right } => {
                let [left, right] = [left, right].map(|side| Piece::Number(side.clone()));
                sentence!("You wrote {} = {}, and these are not equal; which one is meant?", left, right)
            }
            other => other.to_string().into(),
        }
    }
}
