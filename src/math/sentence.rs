//! Sentences as data: words with numbers, quantities and formulas among them, written out only when it is known for whom.

use super::{DecimalSign, Expr, Face, Linear, Name, Quantity, Rounded, Symbol};
use crate::text::{shown, spelled};
use num_bigint::BigInt;
use std::borrow::Cow;

/// One piece of a [`Sentence`].
#[derive(Clone, Debug, PartialEq)]
pub enum Piece {
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
pub struct Sentence(Vec<Piece>);

/// A [`Sentence`] from a text with `{}` where the other arguments go. How many there must be is checked by the compiler.
macro_rules! sentence {
    ($template:literal $(, $piece:expr)* $(,)?) => {{
        const {
            let pieces: &[&str] = &[$(stringify!($piece)),*];
            assert!($crate::math::holes($template) == pieces.len(), "each pair of braces takes one piece");
        }
        $crate::math::Sentence::filled($template, &[$(&$piece as &dyn $crate::math::ToSentence),*])
    }};
}
pub(crate) use sentence;

/// How many times `{}` stands in a text.
pub(crate) const fn holes(template: &str) -> usize {
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
    pub(crate) fn filled(template: &str, pieces: &[&dyn ToSentence]) -> Sentence {
        let mut words = template.split("{}");
        let mut whole = Sentence::from(words.next().unwrap_or_default());
        for (piece, words) in pieces.iter().zip(words) {
            whole.push(piece.to_sentence());
            whole.push(words);
        }
        whole
    }

    pub fn data(text: impl Into<String>) -> Sentence {
        Sentence(vec![Piece::Data(text.into())])
    }

    pub fn push(&mut self, more: impl Into<Sentence>) {
        for piece in more.into().0 {
            match (self.0.last_mut(), piece) {
                (Some(Piece::Words(words)), Piece::Words(more)) => words.push_str(&more),
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
        self.0.contains(&Piece::Formula(Expr::Sym(symbol)))
    }

    #[must_use]
    pub fn with(mut self, symbol: Symbol, other: Symbol) -> Sentence {
        for piece in &mut self.0 {
            if *piece == Piece::Formula(Expr::Sym(symbol)) {
                *piece = Piece::Formula(Expr::Sym(other));
            }
        }
        self
    }

    /// What it consists of, for those who write it in a language of their own.
    pub fn pieces(&self) -> &[Piece] {
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

impl Piece {
    pub fn text(&self, face: Face) -> String {
        let line = Linear(face);
        match self {
            Piece::Words(words) if face.ascii => spelled(&shown(words)),
            Piece::Words(text) | Piece::Data(text) => shown(text).into_owned(),
            Piece::Number(digits) => face.sign.in_digits(digits),
            Piece::Quantity(quantity) => line.expr(&Expr::Of(quantity.clone())),
            Piece::Formula(expr) => line.expr(expr),
        }
    }
}

/// What can stand in a sentence.
pub trait ToSentence {
    /// As a piece of one.
    fn to_sentence(&self) -> Sentence;
}

impl<T: ToSentence + ?Sized> ToSentence for &T {
    fn to_sentence(&self) -> Sentence {
        (**self).to_sentence()
    }
}

impl From<String> for Sentence {
    fn from(words: String) -> Sentence {
        Sentence(if words.is_empty() { Vec::new() } else { vec![Piece::Words(words)] })
    }
}

impl From<&str> for Sentence {
    fn from(words: &str) -> Sentence {
        words.to_owned().into()
    }
}

impl From<&Sentence> for Sentence {
    fn from(sentence: &Sentence) -> Sentence {
        sentence.clone()
    }
}

impl From<Piece> for Sentence {
    fn from(piece: Piece) -> Sentence {
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
    f64: number => Piece::Number(number.to_string()),
    // Quoted where the notation of quantities quotes it.
    Name: name => Piece::Data(name.to_string()),
    Piece: piece => piece.clone(),
    Rounded: number => Piece::Number(number.pointed().to_owned()),
    Quantity: quantity => Piece::Quantity(quantity.clone()),
    Expr: formula => Piece::Formula(formula.clone()),
    Symbol: symbol => Piece::Formula(Expr::Sym(*symbol)),
    Sentence: sentence => sentence.clone(),
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::{Number, symbols};

    #[test]
    fn a_sentence_is_written_for_its_reader() {
        let quarter = Number::Float(0.25).significant(4);
        let of: Quantity = "mean(α | b)".parse().unwrap();
        let said = sentence!(
            "{} of {}, “{}”: {} ≈ {}",
            &of,
            3usize,
            Sentence::data("α.\u{1b}"),
            symbols::MU,
            quarter
        );
        assert_eq!(said.plain(), "μ(α | b) of 3, “α.␛”: μ ≈ 0.25");
        let face = Face { ascii: true, sign: DecimalSign::Comma };
        assert_eq!(said.text(face), "mu(α | b) of 3, \"α.␛\": mu ~= 0,25");
        let formula = sentence!("{}", Expr::Num(Number::Float(0.5))).and("!");
        assert_eq!(formula.text(face), "0,5!");
        assert_eq!(Sentence::join(["a", "b"], ", "), Sentence::from("a, b"));
    }
}
