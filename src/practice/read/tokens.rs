//! The signs of a number: literals, operators, brackets, names of functions.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::One;

use super::literal::{Literal, ten_to};
use super::node::Function;
use super::overline::REPEATS;
use super::unread::Unread;
use super::words::ABOUT;
use crate::math::read_exact;

/// One sign.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token {
    Literal(Literal),
    /// A decimal whose last digits repeat for ever: the whole numbers above and below its bar.
    Repeating(Literal, Literal),
    Plus,
    Minus,
    Times,
    Over,
    /// ÷, which divides by all of the fraction behind it.
    Divided,
    Power,
    Open,
    Close,
    Percent,
    Factorial,
    Function(Function),
    Pi,
    E,
}

/// A sign, and whether a blank stands before it.
pub(super) type Spaced = (bool, Token);

/// The signs of a text whose characters have been made one and whose decimal mark is the point.
pub(super) fn tokens(text: &str) -> Result<Vec<Spaced>, Unread> {
    let chars: Vec<char> = text.chars().collect();
    let mut found = Vec::new();
    let (mut at, mut blank) = (0, false);
    while let Some(c) = chars.get(at).copied() {
        let rest = chars.get(at..).unwrap_or_default();
        let (length, token) = match c {
            ' ' => {
                (at, blank) = (at + 1, true);
                continue;
            }
            '0'..='9' | '.' => number(rest)?,
            '*' if rest.get(1) == Some(&'*') => (2, Token::Power),
            '*' => (1, Token::Times),
            '+' => (1, Token::Plus),
            '-' => (1, Token::Minus),
            '/' => (1, Token::Over),
            '÷' => (1, Token::Divided),
            '\\' => return Err(Unread::Strange { text: command(rest) }),
            ':' => return Err(Unread::Ratio),
            '^' => (1, Token::Power),
            '(' | '[' | '{' => (1, Token::Open),
            ')' | ']' | '}' => (1, Token::Close),
            '%' => (1, Token::Percent),
            '!' => (1, Token::Factorial),
            '√' => (1, Token::Function(Function::Root)),
            'π' => (1, Token::Pi),
            ';' | ',' => return Err(Unread::List),
            c if c.is_alphabetic() => match about(rest) {
                Some(length) => {
                    (at, blank) = (at + length, true);
                    continue;
                }
                None => word(rest)?,
            },
            c => return Err(Unread::Strange { text: c.to_string() }),
        };
        found.push((blank, token));
        (at, blank) = (at + length, false);
    }
    Ok(found)
}

/// A command of LaTeX that is none of a number.
fn command(rest: &[char]) -> String {
    let name = rest.iter().skip(1).take_while(|c| c.is_alphabetic());
    std::iter::once(&'\\').chain(name).collect()
}

/// The length of a word that says that the number is rounded, a point behind it included.
fn about(rest: &[char]) -> Option<usize> {
    let length = rest.iter().take_while(|c| c.is_alphabetic()).count();
    let word: String = rest.iter().take(length).collect::<String>().to_lowercase();
    let point =
        usize::from(rest.get(length) == Some(&'.') && !matches!(rest.get(length + 1), Some('0'..='9')));
    ABOUT.contains(&word.as_str()).then_some(length + point)
}

/// `12`, `0.33`, `.690`, `3.`, `3.01e-4`.
fn number(rest: &[char]) -> Result<(usize, Token), Unread> {
    let digits = |from: usize| rest.iter().skip(from).take_while(|c| c.is_ascii_digit()).count();
    let mut end = digits(0);
    if rest.get(end) == Some(&'.') {
        end += 1 + digits(end + 1);
    }
    // Before a power with a sign may stand a blank: 3.01 e-4.
    let blanks = rest.iter().skip(end).take_while(|c| **c == ' ').count();
    let at = end + blanks;
    if matches!(rest.get(at), Some('e' | 'E')) {
        let signed = usize::from(matches!(rest.get(at + 1), Some('+' | '-')));
        let exponent = digits(at + 1 + signed);
        if exponent > 0 && (blanks == 0 || signed > 0) {
            end = at + 1 + signed + exponent;
        }
    }
    let text: String = rest.iter().take(end).filter(|c| **c != ' ').collect();
    if rest.get(end) == Some(&REPEATS) && text.contains('.') && !text.contains(['e', 'E']) {
        let (top, bottom, length) = repeating(&text, rest.get(end + 1..).unwrap_or_default())?;
        return Ok((end + length, Token::Repeating(top, bottom)));
    }
    if rest.get(end) == Some(&'…') && text.contains('.') {
        return Ok((end + 1, Token::Literal(Literal::read(&text)?.going_on())));
    }
    Ok((end, Token::Literal(Literal::read(&text)?)))
}

/// Digits that repeat, in one number.
const REPEATING: usize = 40;

/// A decimal, `0.2`, with the digits behind it that repeat, as a fraction; and how many signs these take.
fn repeating(text: &str, rest: &[char]) -> Result<(Literal, Literal, usize), Unread> {
    let block: String = rest.iter().take_while(|c| c.is_ascii_digit()).take(REPEATING).collect();
    let decimals = text.split_once('.').map_or(0, |(_, decimals)| decimals.len());
    if block.is_empty() || decimals > REPEATING || rest.get(block.len()) != Some(&REPEATS) {
        return Err(Unread::Strange { text: text.to_owned() });
    }
    let power = |digits: usize| ten_to(i32::try_from(digits).unwrap_or_default());
    let block_value: BigInt = block.parse().unwrap_or_default();
    let nines = power(block.len()) - BigRational::one();
    let first = read_exact(text).unwrap_or_default();
    let value = first + BigRational::from_integer(block_value) / nines / power(decimals);
    let (top, bottom) = (value.numer().clone(), value.denom().clone());
    Ok((Literal::whole(top), Literal::whole(bottom), block.len() + 2))
}

fn word(rest: &[char]) -> Result<(usize, Token), Unread> {
    let mut length = rest.iter().take_while(|c| c.is_alphabetic()).count();
    let letters: String = rest.iter().take(length).collect::<String>().to_lowercase();
    let base: String = rest.iter().skip(length).take_while(|c| c.is_ascii_digit() || **c == '_').collect();
    let token = match letters.as_str() {
        "x" => Token::Times,
        "e" => Token::E,
        "pi" => Token::Pi,
        "percent" | "pct" | "prozent" => Token::Percent,
        // 3 of 9, 3 out of 9, 3 von 9: as counts are told.
        "of" | "over" | "von" | "aus" | "in" => Token::Over,
        "out" | "per" => {
            let (second, token) =
                if letters == "out" { ("of", Token::Over) } else { ("cent", Token::Percent) };
            let blanks = rest.iter().skip(length).take_while(|c| **c == ' ').count();
            let next: String = rest.iter().skip(length + blanks).take_while(|c| c.is_alphabetic()).collect();
            if next.to_lowercase() != second {
                return Err(Unread::Strange { text: letters });
            }
            length += blanks + next.chars().count();
            token
        }
        "sqrt" | "root" => Token::Function(Function::Root),
        "exp" => Token::Function(Function::Exp),
        "ln" => Token::Function(Function::Ln),
        "lg" => Token::Function(Function::Log(10)),
        "log" => {
            length += base.chars().count();
            Token::Function(Function::Log(match base.trim_start_matches('_') {
                "10" => 10,
                "2" => 2,
                _ => return Err(Unread::WhichLog),
            }))
        }
        _ => return Err(Unread::Strange { text: rest.iter().take(length).collect() }),
    };
    Ok((length, token))
}
