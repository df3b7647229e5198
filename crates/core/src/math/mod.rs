//! Numbers, the addresses of numbers, and formulas.
//!
//! A [`Number`] is an exact rational or a float. A [`Quantity`] is the address of a number, written as a textbook writes
//! it. An [`Expr`] is a formula as it is drawn, and a [`Chain`] is a row of equal signs. [`Stacked`] draws them in two
//! dimensions, [`Linear`] on one line, [`Latex`] and [`MathMl`] for other programs.

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
pub use sentence::{DecimalSign, Face, Name, Sentence, SentencePiece, ToSentence, holes, sentence};
pub use typeset::{AlignedRow, Latex, MathMl};
