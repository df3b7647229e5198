//! Sentences as data, and how they are written out: words with numbers, quantities and formulas among them.

use super::{Expr, Linear, Quantity, Rounded, Symbol};
use crate::text::{shown, spelled};
use num_bigint::BigInt;
use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

#[derive(Clone, Debug, PartialEq)]
pub enum SentencePiece {
    Words(String),
    /// A name or a text from the user's data, byte for byte: never respelled, made safe to show when it is written.
    Data(String),
    Number(String),
    Quantity(Quantity),
    Formula(Expr),
}

/// A text for a reader, as pieces: one sentence or several.
///
/// `sentence!` builds it the way of `format!`; words, numbers, names, quantities and other sentences fill the braces.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sentence(Vec<SentencePiece>);

/// A [`Sentence`] from a text with `{}` where the other arguments go. How many there must be is checked by the compiler.
#[macro_export]
macro_rules! sentence {
    ($template:literal $(, $piece:expr)* $(,)?) => {{
        const {
            let pieces: &[&str] = &[$(stringify!($piece)),*];
            assert!($crate::math::holes($template) == pieces.len(), "each pair of braces takes one piece");
        }
        $crate::math::Sentence::filled($template, &[$(&$piece as &dyn $crate::math::ToSentence),*])
    }};
}
pub use sentence;

/// How many times `{}` is in a text.
pub const fn holes(template: &str) -> usize {
    let (mut bytes, mut found) = (template.as_bytes(), 0);
    while let [first, rest @ ..] = bytes {
        if let (b'{', [b'}', ..]) = (*first, rest) {
            found += 1;
        }
        bytes = rest;
    }
    found
}

impl Sentence {
    /// A text with each `{}` replaced by the next of the pieces.
    pub fn filled(template: &str, pieces: &[&dyn ToSentence]) -> Sentence {
        let mut words = template.split("{}");
        let mut whole = Sentence::from(words.next().unwrap_or_default());
        for (piece, words) in pieces.iter().zip(words) {
            whole.push(piece.to_sentence());
            whole.push(words);
        }
        whole
    }

    pub fn data(text: impl Into<String>) -> Sentence {
        Sentence(vec![SentencePiece::Data(text.into())])
    }

    pub fn push(&mut self, more: impl Into<Sentence>) {
        for piece in more.into().0 {
            match (self.0.last_mut(), piece) {
                (Some(SentencePiece::Words(words)), SentencePiece::Words(more)) => words.push_str(&more),
                (_, piece) => self.0.push(piece),
            }
        }
    }

    #[must_use]
    pub fn and(mut self, more: impl Into<Sentence>) -> Sentence {
        self.push(more);
        self
    }

    pub fn join(sentences: impl IntoIterator<Item = impl ToSentence>, between: &str) -> Sentence {
        let mut whole = Sentence::default();
        for (at, sentence) in sentences.into_iter().enumerate() {
            if at > 0 {
                whole.push(between);
            }
            whole.push(sentence.to_sentence());
        }
        whole
    }

    pub fn holds(&self, symbol: Symbol) -> bool {
        self.0.contains(&SentencePiece::Formula(Expr::Sym(symbol)))
    }

    #[must_use]
    pub fn with(mut self, symbol: Symbol, other: Symbol) -> Sentence {
        for piece in &mut self.0 {
            if *piece == SentencePiece::Formula(Expr::Sym(symbol)) {
                *piece = SentencePiece::Formula(Expr::Sym(other));
            }
        }
        self
    }

    /// What it consists of, for those who write it in a language of their own.
    pub fn pieces(&self) -> &[SentencePiece] {
        &self.0
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// As text for a reader; what comes from the data is safe to show.
    pub fn text(&self, face: Face) -> String {
        self.0.iter().map(|piece| piece.text(face)).collect()
    }

    pub fn written(&self, sign: DecimalSign) -> String {
        self.text(Face { ascii: false, sign })
    }

    /// As text in Unicode with decimal points: for files and for other programs.
    pub fn plain(&self) -> String {
        self.text(Face::default())
    }
}

impl SentencePiece {
    pub fn text(&self, face: Face) -> String {
        let line = Linear(face);
        match self {
            SentencePiece::Words(words) if face.ascii => spelled(&shown(words)),
            SentencePiece::Words(text) | SentencePiece::Data(text) => shown(text).into_owned(),
            SentencePiece::Number(digits) => face.sign.in_digits(digits),
            SentencePiece::Quantity(quantity) => line.expr(&Expr::Of(quantity.clone())),
            SentencePiece::Formula(expr) => line.expr(expr),
        }
    }
}

pub trait ToSentence {
    fn to_sentence(&self) -> Sentence;
}

impl<T: ToSentence + ?Sized> ToSentence for &T {
    fn to_sentence(&self) -> Sentence {
        (**self).to_sentence()
    }
}

impl From<String> for Sentence {
    fn from(words: String) -> Sentence {
        Sentence(if words.is_empty() { Vec::new() } else { vec![SentencePiece::Words(words)] })
    }
}

impl<T: ToSentence + ?Sized> From<&T> for Sentence {
    fn from(of: &T) -> Sentence {
        of.to_sentence()
    }
}

impl From<SentencePiece> for Sentence {
    fn from(piece: SentencePiece) -> Sentence {
        Sentence(vec![piece])
    }
}

impl From<Rounded> for Sentence {
    fn from(number: Rounded) -> Sentence {
        number.to_sentence()
    }
}

macro_rules! pieces {
    ($($from:ty: $name:ident => $piece:expr,)*) => {
        $(impl ToSentence for $from {
            fn to_sentence(&self) -> Sentence {
                let $name = self;
                $piece.into()
            }
        })*
    };
}

pieces! {
    str: words => words.to_owned(),
    String: words => words.clone(),
    Cow<'_, str>: words => words.as_ref(),
    char: letter => letter.to_string(),
    usize: count => count.to_string(),
    u32: count => count.to_string(),
    u64: count => count.to_string(),
    u128: count => count.to_string(),
    i32: count => count.to_string(),
    BigInt: whole => whole.to_string(),
    f64: number => SentencePiece::Number(number.to_string()),
    // Quoted where the notation of quantities quotes it.
    Name: name => SentencePiece::Data(name.to_string()),
    SentencePiece: piece => piece.clone(),
    Rounded: number => SentencePiece::Number(number.pointed().to_owned()),
    Quantity: quantity => SentencePiece::Quantity(quantity.clone()),
    Expr: formula => SentencePiece::Formula(formula.clone()),
    Symbol: symbol => SentencePiece::Formula(Expr::Sym(*symbol)),
    Sentence: sentence => sentence.clone(),
}

/// The sign between the whole part and the decimals of a number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum DecimalSign {
    /// 0.25
    #[default]
    Point,
    /// 0,25
    Comma,
}

/// How a text is written for its reader. Files and other programs have the default: Unicode, and a point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Face {
    /// Only ASCII, except in names from the data.
    pub ascii: bool,
    pub sign: DecimalSign,
}

impl Face {
    /// ASCII with a decimal point.
    pub const ASCII: Face = Face { ascii: true, sign: DecimalSign::Point };
}

impl DecimalSign {
    pub(crate) fn in_digits(self, digits: &str) -> String {
        match self {
            DecimalSign::Point => digits.to_owned(),
            DecimalSign::Comma => digits.replacen('.', ",", 1),
        }
    }
}

impl Rounded {
    /// The digits with this sign, and `-` as minus.
    pub fn written(&self, sign: DecimalSign) -> String {
        sign.in_digits(self.pointed())
    }
}

/// The name of a class, a column or a value: kept byte for byte, cheap to clone.
///
/// [`Display`](fmt::Display) writes it as the notation of quantities wants it: bare when that reads back
/// unambiguously, else in double quotes with escapes. [`Name::as_str`] gives the text itself.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Name(Arc<str>);

impl Name {
    pub fn new(text: impl Into<Arc<str>>) -> Self {
        Name(text.into())
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether the name reads back without quotes (see the grammar in [`super::Quantity`]).
    fn is_bare(&self) -> bool {
        let text = self.as_str();
        let bare = !text.is_empty()
            && text != "*"
            && !text.starts_with(' ')
            && !text.ends_with(' ')
            && !text.contains("  ")
            && text.chars().all(is_bare_char);
        bare || interval_length(&text.chars().collect::<Vec<_>>()).is_some_and(|n| n == text.chars().count())
    }
}

/// Length of the bin `[low,high)` or `(low,high]` that a text begins with: its comma and brackets need no quotes.
pub(super) fn interval_length(chars: &[char]) -> Option<usize> {
    let end = chars.iter().position(|c| matches!(c, ')' | ']'))?;
    let (open, inside) = chars.get(..end)?.split_first()?;
    let brackets = matches!((open, chars.get(end)?), ('[', ')') | ('(', ']'));
    let inside: String = inside.iter().collect();
    let (low, high) = inside.split_once(',')?;
    let number = |text: &str| text.parse::<f64>().is_ok_and(f64::is_finite);
    (brackets && number(low) && number(high)).then_some(end + 1)
}

/// Characters that a bare name may hold: all but the notation's own, controls, and what cannot be seen.
pub(super) fn is_bare_char(c: char) -> bool {
    c == ' ' || !matches!(c, '|' | '=' | ',' | '(' | ')' | '"' | '\\') && !is_hidden(c)
}

/// Controls, other blanks than the plain space, zero-width and direction marks: shown as escapes, so that two names
/// that look the same differ on screen.
fn is_hidden(c: char) -> bool {
    c.is_control()
        || c.is_whitespace()
        || matches!(c,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{e0000}'..='\u{e007f}')
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_bare() {
            return f.write_str(self.as_str());
        }
        f.write_str("\"")?;
        for c in self.as_str().chars() {
            match c {
                '"' => f.write_str("\\\"")?,
                '\\' => f.write_str("\\\\")?,
                '\n' => f.write_str("\\n")?,
                '\t' => f.write_str("\\t")?,
                c if c != ' ' && is_hidden(c) => write!(f, "\\u{{{:x}}}", u32::from(c))?,
                c => write!(f, "{c}")?,
            }
        }
        f.write_str("\"")
    }
}

impl From<&str> for Name {
    fn from(text: &str) -> Self {
        Name::new(text)
    }
}

impl From<String> for Name {
    fn from(text: String) -> Self {
        Name::new(text)
    }
}

impl std::borrow::Borrow<str> for Name {
    fn borrow(&self) -> &str {
        self.as_str()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::{Number, symbols};

    #[test]
    fn a_sentence_is_written_for_its_reader() {
        let quarter = Number::Float(0.25).significant(4);
        let of: Quantity = "mean(α | b)".parse().unwrap();
        let sentence_of = sentence!(
            "{} of {}, “{}”: {} ≈ {}",
            &of,
            3usize,
            Sentence::data("α.\u{1b}"),
            symbols::MU,
            quarter
        );
        assert_eq!(sentence_of.plain(), "μ(α | b) of 3, “α.␛”: μ ≈ 0.25");
        let face = Face { ascii: true, sign: DecimalSign::Comma };
        assert_eq!(sentence_of.text(face), "mu(α | b) of 3, \"α.␛\": mu ~= 0,25");
        let formula = sentence!("{}", Expr::Num(Number::Float(0.5))).and("!");
        assert_eq!(formula.text(face), "0,5!");
        assert_eq!(Sentence::join(["a", "b"], ", "), Sentence::from("a, b"));
    }
}
