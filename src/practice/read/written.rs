//! One number of an answer: its value, its form, its last place, and its comparison with the right value.

use super::Unread;
use super::clean::{DecimalMark, clean};
use super::parse::{decimals, parse, value, whole};
use crate::math::{
    BigOp, Expr, FIGURES, Face, Func, Linear, Number, ParseNumberError, Sentence, SentencePiece, ToSentence,
    read_exact,
};
use crate::text::shorten;
use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};

#[derive(Clone, Debug)]
pub struct Written {
    pub value: Number,
    pub form: Form,
    pub(crate) node: Expr,
}

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
    pub(super) fn read(side: &str, mark: DecimalMark, log: Option<Func>) -> Result<Option<Written>, Unread> {
        let text = mark.pointed(&clean(side)?)?;
        let node = parse(&text, side, log)?;
        let value = value(&node, &mut |literal| literal.value.clone())?;
        Ok(value.map(|value| Written { value, form: form(&node), node }))
    }

    pub fn has_decimals(&self) -> bool {
        !decimals(&self.node).is_empty()
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
            _ => Linear(Face::ASCII).expr(&self.formula()),
        }
    }

    pub fn formula(&self) -> Expr {
        self.node.map(&|part| match part {
            Expr::Frac(top, bottom) => Some(Expr::ratio(whole(top)?, whole(bottom)?)),
            _ => None,
        })
    }

    /// The number as sentences name it: a short formula as written, a long one by its value.
    pub fn named(&self) -> Sentence {
        let formula = self.formula();
        if self.form == Form::Formula && Linear::default().expr(&formula).chars().count() <= LONGEST_NAMED {
            return formula.to_sentence();
        }
        SentencePiece::Number(shorten(&self.read_as(), LONGEST_FRACTION).into_owned()).into()
    }

    fn comes_to(&self) -> String {
        let exact = self.value.as_exact().filter(|_| !self.has_decimals());
        if let Some(whole) = exact.filter(|value| value.denom().is_one()) {
            return whole.numer().to_string();
        }
        let fraction = exact.and_then(|_| self.value.to_fraction());
        let short = fraction.filter(|text| text.len() <= LONGEST_FRACTION);
        short.unwrap_or_else(|| self.value.significant(FIGURES).pointed().to_owned())
    }

    pub fn is_rounded_when_read(&self) -> bool {
        let read = read_exact(&self.read_as()).ok();
        self.form == Form::Formula && self.value.as_exact() != read.as_ref()
    }

    /// Whether this side of a chain can be equal to another: it agrees with all figures of the other.
    pub(super) fn says_same(&self, other: &Written) -> bool {
        let may_be = |a: &Written, b: &Written| Near::of(&b.value).is_some_and(|b| a.may_be(&b, 0));
        Near::of(&self.value).is_some_and(|near| near.is(&other.value))
            || may_be(self, other)
            || may_be(other, self)
    }

    pub(super) fn says_more(&self, other: &Written) -> bool {
        let figures = |written: &Written| match &written.form {
            Form::Decimal(places) => places.figures,
            _ if written.has_decimals() => 0,
            _ => usize::MAX,
        };
        figures(self) > figures(other)
    }

    /// The numbers that round to this decimal, or the values of a formula whose decimals have enough figures.
    pub(crate) fn about(&self, figures: usize) -> Option<(Number, Number)> {
        if self.form == Form::Formula && self.has_decimals() {
            return self.range(figures);
        }
        let Form::Decimal(places) = &self.form else { return None };
        let half = Number::Exact(&places.unit / BigInt::from(2));
        (places.figures >= figures).then(|| (self.value.sub(&half), self.value.add(&half)))
    }

    /// Whether it can be `truth` if its decimals are rounded or cut off. Decimals with few figures are exact.
    pub fn may_be(&self, truth: &Near, least: usize) -> bool {
        self.range(least).is_some_and(|(low, high)| truth.is_between(&low, &high))
    }

    /// Whether it may be `value` before rounding: each decimal of at least `least` figures is one of the `inputs`,
    /// rounded or cut off.
    pub(crate) fn is_rounded_from(&self, inputs: &[Number], value: &Near, least: usize) -> bool {
        let inputs = inputs
            .iter()
            .filter_map(|input| Near::of(&if input.is_negative() { input.neg() } else { input.clone() }));
        let inputs: Vec<Near> = inputs.collect();
        let is_input = |literal: &Literal| {
            let (own, places) = (Number::Exact(literal.value.clone()), literal.places.as_ref());
            places.filter(|places| places.figures >= least).is_none_or(|places| {
                inputs.iter().any(|input| input.rounds_to(&own, places) || input.cuts_to(&own, places))
            })
        };
        decimals(&self.node).iter().all(is_input) && self.may_be(value, least)
    }

    /// The range of its values if each decimal in it is rounded.
    fn range(&self, least: usize) -> Option<(Number, Number)> {
        let end = |literal: &Literal| {
            literal.places.as_ref().filter(|places| places.figures >= least).map(|of| literal.range(of))
        };
        let literals = decimals(&self.node);
        let bits = |value: &BigRational| value.numer().bits() + value.denom().bits();
        if literals.len() > MOVED || literals.iter().map(|literal| bits(&literal.value)).sum::<u64>() > BITS {
            return None;
        }
        let ends: Vec<Option<(BigRational, BigRational)>> = literals.iter().map(end).collect();
        let at = |moved: &[Option<BigRational>]| {
            let mut moved = moved.iter();
            let mut next =
                |literal: &Literal| moved.next().cloned().flatten().unwrap_or_else(|| literal.value.clone());
            value(&self.node, &mut next).ok().flatten()
        };
        extremes(&ends, &at)
    }
}

/// The smallest and the largest value if each number is moved to the end that makes the whole smaller or larger.
pub(crate) fn extremes<T: Clone>(
    ends: &[Option<(T, T)>],
    value: &dyn Fn(&[Option<T>]) -> Option<Number>,
) -> Option<(Number, Number)> {
    let moved = |at: usize, up: bool| {
        let (low, high) = ends.get(at)?.as_ref()?;
        Some(if up { high } else { low }.clone())
    };
    let with = |moved: &dyn Fn(usize) -> Option<T>| value(&(0..ends.len()).map(moved).collect::<Vec<_>>());
    let rises = |at: usize| {
        let one = |up: bool| with(&|other| moved(at, up).filter(|_| other == at));
        one(false).zip(one(true)).is_none_or(|(low, high)| low.compare(&high).is_le())
    };
    let rises: Vec<bool> = (0..ends.len()).map(rises).collect();
    let all = |up: bool| with(&|at| moved(at, rises.get(at) == Some(&up)));
    Some((all(false)?, all(true)?))
}

/// With more numbers than this, ranges from rounding are not computed.
const MOVED: usize = 24;

const BITS: u64 = 4_000;

const LONGEST_NAMED: usize = 30;

/// Fractions with more characters than this are shown as decimals; no number is named with more.
const LONGEST_FRACTION: usize = 40;

fn form(node: &Expr) -> Form {
    match node {
        Expr::Neg(inner) => match form(inner) {
            Form::Fraction { top, bottom } => Form::Fraction { top: -top, bottom },
            other => other,
        },
        Expr::Num(_) => Form::Whole,
        Expr::Decimal(_) => {
            Literal::of(node).and_then(|literal| literal.places).map_or(Form::Whole, Form::Decimal)
        }
        Expr::Frac(top, bottom) => match (whole(top), whole(bottom)) {
            (Some(top), Some(bottom)) if bottom.is_positive() => Form::Fraction { top, bottom },
            _ => Form::Formula,
        },
        _ => Form::Formula,
    }
}

impl Written {
    fn part(node: &Expr) -> Option<Written> {
        let value = value(node, &mut |literal| literal.value.clone()).ok()??;
        Some(Written { value, form: form(node), node: node.clone() })
    }

    pub(crate) fn parts(&self) -> Vec<Written> {
        let parts = match &self.node {
            Expr::Add(_) | Expr::Frac(..) | Expr::Pow(..) => self.node.parts(),
            _ => Vec::new(),
        };
        parts.into_iter().map(Written::part).collect::<Option<_>>().unwrap_or_default()
    }

    /// Its factors in written order, and whether each is in the numerator: 3/8 · 5/9 has the factors 3/8 and 5/9.
    pub(crate) fn factors(&self) -> Vec<(Written, bool)> {
        let mut flat = Vec::new();
        flatten(&self.node, true, &mut flat);
        let mut found: Vec<(Written, bool)> = Vec::new();
        let mut rest = flat.into_iter().peekable();
        while let Some((node, above)) = rest.next() {
            let below = if above { rest.next_if(|(_, above)| !above) } else { None };
            let node = match below {
                Some((bottom, _)) => Expr::frac(node, bottom),
                None => node,
            };
            found.extend(Written::part(&node).map(|part| (part, above)));
        }
        found
    }
}

/// The factors of a product, and whether each is in the numerator.
pub(crate) fn flatten(node: &Expr, above: bool, out: &mut Vec<(Expr, bool)>) {
    match node {
        Expr::Mul(parts) | Expr::Big { op: BigOp::Product, terms: parts, .. } => {
            parts.iter().for_each(|part| flatten(part, above, out));
        }
        Expr::Frac(top, bottom) => {
            flatten(top, above, out);
            flatten(bottom, !above, out);
        }
        other => out.push((other.clone(), above)),
    }
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Literal {
    pub value: BigRational,
    /// `None` for a whole number without point, exponent or percent sign.
    pub places: Option<Places>,
    pub text: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Places {
    /// The value of a 1 in the last written place: 1/100 for 0.33 and for 33 %, 10⁻⁶ for 3.01e-4.
    pub unit: BigRational,
    /// Significant figures; 0 for 0.00.
    pub figures: usize,
    /// Whether dots after it mean that further figures follow: 0.277…
    pub goes_on: bool,
}

impl Places {
    /// The places of a whole number, if it is a rounded one; `None` for a fraction.
    pub fn of_whole(number: &Number) -> Option<Places> {
        let value = number.as_exact().filter(|value| value.is_integer())?;
        let figures = value.numer().magnitude().to_string().len();
        Some(Places::of_units(figures))
    }

    /// The places of 1 as a probability, which counts as 1.0.
    pub fn of_certain(number: &Number) -> Option<Places> {
        let places = Places { unit: ten_to(-1), ..Places::of_units(1) };
        (number == &Number::one()).then_some(places)
    }

    fn of_units(figures: usize) -> Places {
        Places { unit: BigRational::one(), figures, goes_on: false }
    }
}

impl Literal {
    /// Parses `0.33`, `33 %`, `3.01e-4` or `0.27…`.
    pub(super) fn read(text: &str) -> Result<Literal, Unread> {
        if let Some(text) = text.strip_suffix(" %") {
            return Ok(Literal::read(text)?.percent());
        }
        if let Some(text) = text.strip_suffix('…') {
            return Ok(Literal::read(text)?.going_on());
        }
        let value = read_exact(text).map_err(|error| match error {
            ParseNumberError::Exponent { .. } => Unread::TooLarge,
            _ => Unread::Strange(text.to_owned()),
        })?;
        let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, ""));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let is_whole = !mantissa.contains('.') && exponent.is_empty();
        let power: i32 = exponent.parse().unwrap_or(0);
        let decimals = i32::try_from(fraction.len()).unwrap_or(i32::MAX);
        let figures = format!("{whole}{fraction}").trim_start_matches('0').len();
        let unit = ten_to(power.saturating_sub(decimals));
        let places = Places { unit, ..Places::of_units(figures) };
        let whole = whole.trim_start_matches('0');
        let whole = if whole.is_empty() { "0" } else { whole };
        let text = match (fraction, exponent) {
            ("", "") => whole.to_owned(),
            (_, "") => format!("{whole}.{fraction}"),
            ("", _) => format!("{whole}e{power}"),
            _ => format!("{whole}.{fraction}e{power}"),
        };
        Ok(Literal { value, places: (!is_whole).then_some(places), text })
    }

    pub(super) fn of(part: &Expr) -> Option<Literal> {
        match part {
            Expr::Decimal(text) => Literal::read(text).ok(),
            other => Literal::read(&whole(other)?.to_string()).ok(),
        }
    }

    pub(super) fn expr(self) -> Expr {
        match self.places {
            None => Expr::int(self.value.to_integer()),
            Some(_) => Expr::Decimal(self.text),
        }
    }

    pub(super) fn going_on(self) -> Literal {
        let places = self.places.map(|places| Places { goes_on: true, ..places });
        Literal { places, text: format!("{}…", self.text), ..self }
    }

    /// The same as a percentage. A percentage counts as a decimal: 33 % has two figures.
    pub(super) fn percent(&self) -> Literal {
        let figures = self.text.trim_start_matches(['0', '.']).bytes().filter(u8::is_ascii_digit).count();
        self.scaled(-2, figures, format!("{} %", self.text))
    }

    fn scaled(&self, power: i32, figures: usize, text: String) -> Literal {
        let places = self.places.clone().unwrap_or(Places::of_units(figures));
        let by = ten_to(power);
        let value = &self.value * &by;
        Literal { value, places: Some(Places { unit: places.unit * by, ..places }), text }
    }

    /// `3.01·10^-4` is one number as 3.01e-4 is.
    pub(super) fn times_ten_to(&self, power: i32) -> Literal {
        let digits = self.text.bytes().filter(u8::is_ascii_digit).count();
        self.scaled(power, digits, format!("{}e{power}", self.text))
    }

    /// The smallest and the largest number that have this text when rounded or cut off.
    pub(super) fn range(&self, places: &Places) -> (BigRational, BigRational) {
        let half = &places.unit / BigInt::from(2);
        // A number that a program printed in full is only as exact as a float.
        let printed = if places.figures >= PRINTED {
            self.value.abs() * ten_to(1 - PRINTED as i32)
        } else {
            BigRational::zero()
        };
        let low = &self.value - half.max(printed.clone());
        let low = if low < BigRational::zero() { BigRational::zero() } else { low };
        (low, &self.value + (&places.unit).max(&printed))
    }
}

pub(super) fn ten_to(power: i32) -> BigRational {
    let size = BigInt::from(10).pow(power.unsigned_abs());
    if power < 0 { BigRational::new(BigInt::one(), size) } else { BigRational::from_integer(size) }
}

/// A value that answers are compared with.
#[derive(Clone, Debug)]
pub struct Near {
    value: BigRational,
    /// The tolerance for exact forms: 0 if the value is exact.
    slack: BigRational,
}

impl Near {
    /// Returns `None` for infinity and the like, and for exponents that are too large.
    pub fn of(number: &Number) -> Option<Near> {
        let value = rational(number)?;
        let slack =
            if number.as_exact() == Some(&value) { BigRational::zero() } else { value.abs() * ten_to(-9) };
        Some(Near { value, slack })
    }

    /// Whether a number is this value: exactly, or to a billionth if one of the two is not a fraction.
    pub fn is(&self, number: &Number) -> bool {
        let Some(other) = Near::of(number) else { return false };
        (&self.value - &other.value).abs() <= (&self.slack).max(&other.slack).clone()
    }

    /// Whether a decimal agrees with this value in every figure. For a printed float, 14 are enough.
    pub fn rounds_to(&self, decimal: &Number, places: &Places) -> bool {
        let half = &places.unit / BigInt::from(2);
        let Some(decimal) = rational(decimal) else { return false };
        let off = (&self.value - &decimal).abs();
        let printed = || places.figures >= PRINTED && off <= self.value.abs() * ten_to(1 - PRINTED as i32);
        off <= half + &self.slack || printed() || places.goes_on && self.begins_with(&decimal, places)
    }

    pub fn cuts_to(&self, decimal: &Number, places: &Places) -> bool {
        rational(decimal).is_some_and(|decimal| self.begins_with(&decimal, places))
    }

    fn begins_with(&self, decimal: &BigRational, places: &Places) -> bool {
        let same_side = decimal.is_zero() || decimal.is_negative() == self.value.is_negative();
        let left = self.value.abs() - decimal.abs();
        // A float a little below its decimal is not cut off at the previous decimal.
        same_side && left >= -self.slack.clone() && left < &places.unit - &self.slack
    }

    /// Whether a decimal differs from this value, rounded to as many places, by one in the last place.
    pub fn is_one_off(&self, decimal: &Number, places: &Places) -> bool {
        let Some(decimal) = rational(decimal) else { return false };
        let off = (&self.value - decimal).abs() / &places.unit;
        let half = BigRational::new(1.into(), 2.into());
        off > half && off <= half + BigRational::one()
    }

    pub fn is_between(&self, low: &Number, high: &Number) -> bool {
        let ends = rational(low).zip(rational(high));
        ends.is_some_and(|(low, high)| low <= &self.value + &self.slack && &self.value - &self.slack <= high)
    }

    pub fn complement(&self) -> Near {
        Near { value: BigRational::one() - &self.value, slack: self.slack.clone() }
    }

    pub fn times_ten_to(&self, power: i32) -> Near {
        let by = ten_to(power);
        Near { value: &self.value * &by, slack: &self.slack * by }
    }

    pub fn is_degenerate(&self) -> bool {
        self.value.is_zero() || self.value == BigRational::one()
    }

    pub fn is_whole(&self) -> bool {
        self.value.is_integer()
    }

    pub fn is_share(&self) -> bool {
        !self.value.is_negative() && self.value <= BigRational::one()
    }
}

/// A decimal with so many figures was printed by a program.
const PRINTED: usize = 15;

/// A number as a fraction; logarithms and long fractions are rounded.
fn rational(number: &Number) -> Option<BigRational> {
    match number {
        Number::Exact(value) if value.numer().bits() + value.denom().bits() <= BITS => Some(value.clone()),
        Number::Float(value) => BigRational::from_float(*value),
        Number::Log(_) | Number::MinusLog(_) | Number::Exact(_) => {
            number.significant(20).number()?.as_exact().cloned()
        }
    }
}

/// Decimals that count as one value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Window {
    pub value: f64,
    /// The tolerance: half a unit of the last compared figure.
    pub half: f64,
}

const SMALLEST: f64 = 1e-12;

impl Window {
    /// The decimals that agree with a value in so many figures; `None` if it is too small or too large.
    pub fn of(value: &Number, figures: usize) -> Option<Window> {
        let value: f64 = value.significant(6).pointed().parse().unwrap_or_else(|_| value.to_f64());
        let size = value.abs();
        if !value.is_finite() || size < SMALLEST && size > 0.0 {
            return None;
        }
        let place = if size > 0.0 { size.log10().floor() - figures as f64 + 1.0 } else { -6.0 };
        let half: f64 = format!("{:.2e}", 0.5 * 10f64.powf(place)).parse().ok()?;
        Some(Window { value, half })
    }

    pub fn meets(&self, other: &Window) -> bool {
        (self.value - other.value).abs() <= self.half + other.half
    }
}
