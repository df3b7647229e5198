//! One number of an answer: its value, its form, and its text in one notation.

use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};

use super::Unread;
use super::clean::DecimalMark;
use super::clean::clean;
use super::literal::{Literal, Near, Places};
use super::parse::{Node, parse};
use crate::math::{Expr, FIGURES, Face, Linear, Number, Sentence, SentencePiece, ToSentence, read_exact};
use crate::text::shorten;

#[derive(Clone, Debug)]
pub struct Written {
    pub value: Number,
    pub form: Form,
    pub(super) node: Node,
}

/// The form in which a number was written, as far as it matters for marking.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Form {
    Whole,
    /// A decimal, a percentage, or a power of ten with a factor: the figures that were written must be right.
    Decimal(Places),
    Fraction {
        top: BigInt,
        bottom: BigInt,
    },
    Formula,
}

impl Written {
    /// Parses one side of an answer; returns `None` for 0/0.
    pub(super) fn read(side: &str, mark: DecimalMark) -> Result<Option<Written>, Unread> {
        let text = mark.pointed(&clean(side)?)?;
        let node = parse(&text, side)?;
        let value = node.value(&mut |literal| literal.value.clone())?;
        Ok(value.map(|value| Written { value, form: form(&node), node }))
    }

    pub fn has_decimals(&self) -> bool {
        self.node.literals().iter().any(|literal| literal.places.is_some())
    }

    pub fn is_reduced(&self) -> bool {
        match &self.form {
            Form::Fraction { top, bottom } => top.gcd(bottom).is_one(),
            _ => true,
        }
    }

    /// The number in one notation: as written if it is one number or one fraction, else its value.
    pub fn read_as(&self) -> String {
        match self.form {
            Form::Formula => self.comes_to(),
            _ => Linear(Face::ASCII).expr(&self.node.expr()),
        }
    }

    pub fn formula(&self) -> Expr {
        self.node.expr()
    }

    /// The number as sentences name it: a short formula as written, a long one by its value.
    pub fn named(&self) -> Sentence {
        let formula = self.node.expr();
        if self.form == Form::Formula && Linear::default().expr(&formula).chars().count() <= LONGEST_NAMED {
            return formula.to_sentence();
        }
        SentencePiece::Number(shorten(&self.read_as(), LONGEST_FRACTION).into_owned()).into()
    }

    fn comes_to(&self) -> String {
        match self.value.as_exact() {
            Some(value) if value.denom().is_one() && !self.has_decimals() => value.numer().to_string(),
            Some(_) if !self.has_decimals() => match self.value.to_fraction() {
                Some(text) if text.len() <= LONGEST_FRACTION => text,
                _ => self.value.significant(FIGURES).pointed().to_owned(),
            },
            _ => self.value.significant(FIGURES).pointed().to_owned(),
        }
    }

    /// Whether [`Written::read_as`] leaves figures out.
    pub fn is_rounded_when_read(&self) -> bool {
        let read = read_exact(&self.read_as()).ok();
        self.form == Form::Formula && self.value.as_exact() != read.as_ref()
    }

    /// Whether this side of a chain can be equal to another: it agrees with all figures of the other.
    pub(super) fn says_same(&self, other: &Written) -> bool {
        let fits = |exact: &Written, decimal: &Written| {
            let Some(near) = Near::of(&exact.value) else { return false };
            match &decimal.form {
                Form::Decimal(places) => {
                    near.rounds_to(&decimal.value, places) || near.cuts_to(&decimal.value, places)
                }
                _ => decimal.may_be(&near, 0),
            }
        };
        Near::of(&self.value).is_some_and(|near| near.is(&other.value))
            || fits(self, other)
            || fits(other, self)
    }

    pub(super) fn is_written_as(&self, other: &Written) -> bool {
        self.node == other.node
    }

    pub(super) fn says_more(&self, other: &Written) -> bool {
        let figures = |written: &Written| match &written.form {
            Form::Decimal(places) => places.figures,
            _ if written.has_decimals() => 0,
            _ => usize::MAX,
        };
        figures(self) > figures(other)
    }

    /// The range of the numbers that round to this decimal, or of a formula with rounded decimals, if these have at least
    /// `figures` figures.
    pub(in crate::practice) fn about(&self, figures: usize) -> Option<(Number, Number)> {
        if self.form == Form::Formula && self.has_decimals() {
            return self.range(figures);
        }
        let Form::Decimal(places) = &self.form else { return None };
        let half = Number::Exact(&places.unit / BigInt::from(2));
        (places.figures >= figures).then(|| (self.value.sub(&half), self.value.add(&half)))
    }

    /// Whether a formula can equal `truth` if its decimals are rounded or cut off. Decimals with fewer figures than `least` are
    /// exact.
    pub fn may_be(&self, truth: &Near, least: usize) -> bool {
        self.range(least).is_some_and(|(low, high)| truth.is_between(&low, &high))
    }

    /// Whether it equals `value` if decimals with at least `least` figures are replaced by the `inputs` that they are rounded or
    /// cut off from.
    pub(in crate::practice) fn is_rounded_from(&self, inputs: &[Number], value: &Near, least: usize) -> bool {
        let literals = self.node.literals();
        if literals.len() > MOVED {
            return false;
        }
        let inputs: Vec<Near> = inputs
            .iter()
            .filter_map(|input| Near::of(&if input.is_negative() { input.neg() } else { input.clone() }))
            .collect();
        let choices = |literal: &&Literal| -> Vec<BigRational> {
            let (own, places) = (Number::Exact(literal.value.clone()), literal.places.as_ref());
            let fits =
                |input: &&Near, places: &Places| input.rounds_to(&own, places) || input.cuts_to(&own, places);
            let places = places.filter(|places| places.figures >= least);
            let found =
                places.into_iter().flat_map(|places| inputs.iter().filter(move |input| fits(input, places)));
            found.map(Near::value).chain([literal.value.clone()]).collect()
        };
        let choices: Vec<Vec<BigRational>> = literals.iter().map(choices).collect();
        let ways = choices.iter().try_fold(1_usize, |ways, all| ways.checked_mul(all.len())).unwrap_or(WAYS);
        (0..ways.min(WAYS)).any(|way| {
            let (mut rest, mut all) = (way, choices.iter());
            let mut literal = |literal: &Literal| {
                let Some(choices) = all.next() else { return literal.value.clone() };
                let chosen = choices.get(rest % choices.len().max(1));
                rest /= choices.len().max(1);
                chosen.unwrap_or(&literal.value).clone()
            };
            matches!(self.node.value(&mut literal), Ok(Some(found)) if value.is(&found))
        })
    }

    /// The range of its values if each decimal in it is rounded: each is moved in the direction that makes the whole larger, and
    /// then smaller.
    fn range(&self, least: usize) -> Option<(Number, Number)> {
        let end = |literal: &Literal| match &literal.places {
            Some(places) if places.figures >= least => literal.range(places),
            _ => (literal.value.clone(), literal.value.clone()),
        };
        let literals = self.node.literals();
        let bits = |value: &BigRational| value.numer().bits() + value.denom().bits();
        if literals.len() > MOVED || literals.iter().map(|literal| bits(&literal.value)).sum::<u64>() > BITS {
            return None;
        }
        let places: Vec<(BigRational, BigRational)> = self.node.literals().into_iter().map(end).collect();
        let at = |choose: &dyn Fn(usize) -> Option<BigRational>| {
            let mut next = 0;
            let mut literal = |literal: &Literal| {
                let chosen = choose(next).unwrap_or_else(|| literal.value.clone());
                next += 1;
                chosen
            };
            self.node.value(&mut literal).ok().flatten()
        };
        let moved = |i: usize, up: bool| places.get(i).map(|(low, high)| if up { high } else { low }.clone());
        let rises: Vec<bool> = (0..places.len())
            .map(|i| {
                let one = |up: bool| at(&|j: usize| if i == j { moved(i, up) } else { None });
                match (one(false), one(true)) {
                    (Some(low), Some(high)) => low.compare(&high).is_le(),
                    _ => true,
                }
            })
            .collect();
        let end = |up: bool| at(&|i: usize| moved(i, rises.get(i).copied().unwrap_or(true) == up));
        Some((end(false)?, end(true)?))
    }
}

/// With more numbers than this, ranges from rounding are not computed.
const MOVED: usize = 24;

/// The most replacements of decimals that are tried, those of all decimals first.
const WAYS: usize = 256;

const BITS: u64 = 4_000;

/// Formulas with more characters than this are named by their value.
const LONGEST_NAMED: usize = 30;

/// Fractions with more characters than this are shown as decimals; no number is named with more.
const LONGEST_FRACTION: usize = 40;

fn form(node: &Node) -> Form {
    match node {
        Node::Negative(inner) => match form(inner) {
            Form::Fraction { top, bottom } => Form::Fraction { top: -top, bottom },
            other => other,
        },
        Node::Literal(Literal { places: Some(places), .. }) => Form::Decimal(places.clone()),
        Node::Literal(_) => Form::Whole,
        Node::Quotient(top, bottom) => match (top.whole(), bottom.whole()) {
            (Some(top), Some(bottom)) if !bottom.is_zero() && !bottom.is_negative() => {
                Form::Fraction { top, bottom }
            }
            _ => Form::Formula,
        },
        _ => Form::Formula,
    }
}

#[derive(Clone, Debug)]
pub(in crate::practice) enum Shape {
    /// a + b − c
    Sum(Vec<Written>),
    Quotient(Box<Written>, Box<Written>),
    Product,
    Power(Box<Written>, Box<Written>),
    Single,
}

impl Written {
    fn part(node: &Node) -> Option<Written> {
        let value = node.value(&mut |literal| literal.value.clone()).ok()??;
        Some(Written { value, form: form(node), node: node.clone() })
    }

    pub(in crate::practice) fn shape(&self) -> Shape {
        let parts = |parts: &[Node]| parts.iter().map(Written::part).collect::<Option<Vec<Written>>>();
        let pair = |a: &Node, b: &Node| Some((Box::new(Written::part(a)?), Box::new(Written::part(b)?)));
        let found = match &self.node {
            Node::Sum(all) => parts(all).map(Shape::Sum),
            Node::Product(_) => Some(Shape::Product),
            Node::Quotient(top, bottom) => {
                pair(top, bottom).map(|(top, bottom)| Shape::Quotient(top, bottom))
            }
            Node::Power(base, exponent) => pair(base, exponent).map(|(a, b)| Shape::Power(a, b)),
            _ => None,
        };
        found.unwrap_or(Shape::Single)
    }

    /// Its factors in written order, and whether each is in the numerator. A numerator that is followed by a denominator is a
    /// fraction: 3/8 · 5/9 has the factors 3/8 and 5/9.
    pub(in crate::practice) fn factors(&self) -> Vec<(Written, bool)> {
        let mut flat = Vec::new();
        flatten(&self.node, true, &mut flat);
        let mut found: Vec<(Written, bool)> = Vec::new();
        let mut rest = flat.into_iter().peekable();
        while let Some((node, above)) = rest.next() {
            let below = if above { rest.next_if(|(_, above)| !above) } else { None };
            let node = match below {
                Some((bottom, _)) => Node::Quotient(Box::new(node), Box::new(bottom)),
                None => node,
            };
            found.extend(Written::part(&node).map(|part| (part, above)));
        }
        found
    }
}

fn flatten(node: &Node, above: bool, out: &mut Vec<(Node, bool)>) {
    match node {
        Node::Product(parts) => parts.iter().for_each(|part| flatten(part, above, out)),
        Node::Quotient(top, bottom) => {
            flatten(top, above, out);
            flatten(bottom, !above, out);
        }
        other => out.push((other.clone(), above)),
    }
}
