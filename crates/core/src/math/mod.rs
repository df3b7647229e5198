//! Numbers, the addresses of numbers, and formulas.
//!
//! This module knows nothing of data or models. A [`Number`] is an exact rational or a float and says which; a
//! [`Quantity`] is the address of a number, written as a textbook writes it; an [`Expr`] is a formula as it will be
//! drawn, and a [`Chain`] is a row of equal signs. The notations draw them: two-dimensional text ([`Stacked`]),
//! one line with or without Unicode ([`Linear`]), LaTeX ([`Latex`]), and the mathematics of browsers ([`MathMl`]).

mod address;
mod decimal;
mod draw;
mod expr;
mod formula;
mod information;
mod layout;
mod number;
mod picture;
mod precedence;
mod quantity;
mod quantity_read;
mod sentence;
mod serialize;
mod typeset;

pub(crate) use decimal::settled;
pub use decimal::{FIGURES, ParseNumberError, Precision, Rounded, read_exact};
pub use draw::Linear;
pub use expr::{BigOp, Chain, Expr, Func, Rel, Symbol, symbols};
pub use formula::{Formula, Operation};
pub use information::{entropy, explained_by_means, explained_by_values, information, ln_chi_square_tail};
pub use layout::Stacked;
pub(crate) use number::log_add;
pub use number::{Number, ln_factorial};
pub use picture::{Picture, Row, Span, SpanRole};
pub use quantity::{Assumed, Event, Quality, Quantity, Rank, Several, Share};
pub use quantity_read::ParseQuantityError;
pub use sentence::Name;
pub use sentence::{DecimalSign, Face};
pub use sentence::{Sentence, SentencePiece, ToSentence};
pub use sentence::{holes, sentence};
pub use typeset::AlignedRow;
pub use typeset::{Latex, MathMl};
