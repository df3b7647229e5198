//! A number as decimal text. Rounding is done in exact arithmetic, half away from zero; a float is taken as the shortest
//! decimal that reads back as it, which is what a person typed.

use super::Number;
use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{Signed, Zero};
use std::num::IntErrorKind::{NegOverflow, PosOverflow};

/// Significant figures of a rounded number in a formula.
pub const FIGURES: usize = 6;

/// A number as it is written: the digits that rounding leaves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rounded {
    digits: String,
    exact: bool,
}

/// How far a number is rounded for a reader. A formula and a table that show the same number round it equally.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Precision {
    Figures(usize),
    /// Figures, and one decimal less than these at least: what is added, is in an exponent or is a logarithm.
    Summed(usize),
    /// Four decimals, four figures where those would be mostly zeros: posteriors, shares and metrics.
    Share,
}

impl Precision {
    /// Of a factor, and of all that nothing else is known of.
    pub const FACTOR: Precision = Precision::Figures(5);
    /// Of a term of a sum, an exponent, a logarithm.
    pub const TERM: Precision = Precision::Summed(5);

    #[must_use]
    pub fn with(self, figures: usize) -> Precision {
        match self {
            Precision::Summed(_) => Precision::Summed(figures),
            Precision::Figures(_) | Precision::Share => Precision::Figures(figures),
        }
    }

    fn figures(self, exponent: i64) -> i64 {
        let whole = |figures: usize| i64::try_from(figures).unwrap_or(i64::MAX);
        let decimals = |decimals: i64| exponent + 1 + decimals;
        match self {
            Precision::Figures(figures) => whole(figures),
            Precision::Summed(figures) if exponent > LAST_READ => whole(figures),
            Precision::Summed(figures) => whole(figures).max(decimals(whole(figures) - 1).min(8)),
            Precision::Share if (-3..=LAST_READ).contains(&exponent) => decimals(4),
            Precision::Share => 4,
        }
        .max(1)
    }
}

/// From 10^(LAST_READ + 1) on, and below 10⁻⁴, a reader gets a number with an exponent.
const LAST_READ: i64 = 5;

impl Number {
    /// The number as a reader gets it: rounded, without zeros at its end, with an exponent below 10⁻⁴ and from 10⁶ on.
    ///
    /// Rounding errors of floats in the 13th figure are left out. A float that comes to 1 where a share is meant may be
    /// 1 − 1e-28, and so is not exact.
    pub fn rounded(&self, precision: Precision) -> Rounded {
        let settled = if let Number::Float(value) = self { &Number::Float(settled(*value)) } else { self };
        let nearly = precision == Precision::Share && *settled == Number::Float(1.0);
        let Rounded { digits, exact } = settled.written(|exponent| precision.figures(exponent), LAST_READ);
        Rounded { digits: without_zeros(&digits), exact: exact && !nearly }
    }

    /// What the last figure counts that [`Number::rounded`] leaves.
    pub fn last_figure(&self, precision: Precision) -> Number {
        let ten = Number::from_int(10);
        let ln = self.ln_abs();
        // Of 0 every figure counts.
        let exponent = if ln.is_finite() { (ln / std::f64::consts::LN_10).floor() as i64 } else { -4 };
        let kept = precision.figures(exponent);
        let kept = if exponent <= LAST_READ { kept.max(exponent + 1) } else { kept };
        let place = i32::try_from(exponent + 1 - kept).unwrap_or(0);
        ten.powi(place).unwrap_or_else(Number::one)
    }

    /// The number with that many significant figures.
    ///
    /// An exact text drops the zeros at its end. Numbers from 10⁻⁴ to 10⁹ are written out, others as `3.01e-21`; a whole
    /// part is never rounded to zeros, so `1234567.8` at 6 figures is `1234568`.
    pub fn significant(&self, figures: usize) -> Rounded {
        let figures = i64::try_from(figures.max(1)).unwrap_or(i64::MAX);
        self.written(|_| figures, LAST_WHOLE)
    }

    /// The number with that many decimals, for tables: `0.5000`, with no minus before a zero.
    ///
    /// What is too large to be written out is given as by [`Number::significant`].
    pub fn fixed(&self, decimals: usize) -> Rounded {
        let value = match self {
            Number::Exact(value) => Some(value.clone()),
            other => Some(other.to_f64()).filter(|value| value.abs() < 1e15).and_then(shortest),
        };
        let small = |value: &BigRational| value.numer().bits() <= value.denom().bits() + 50;
        let Some(value) = value.filter(small) else {
            let Rounded { digits, exact } = self.significant(FIGURES);
            return Rounded { digits, exact: exact && self.is_exact() };
        };
        let (scaled, exact) = scaled(&value, i64::try_from(decimals).unwrap_or(0));
        let mut digits = format!("{scaled:0>width$}", width = decimals + 1);
        if decimals > 0 {
            digits.insert(digits.len() - decimals, '.');
        }
        let sign = if value.is_negative() && !scaled.is_zero() { "-" } else { "" };
        Rounded { digits: format!("{sign}{digits}"), exact: exact && self.is_exact() }
    }

    /// As many figures as `figures` returns for the exponent; from 10^(last_whole + 1) on with an exponent.
    fn written(&self, figures: impl Fn(i64) -> i64, last_whole: i64) -> Rounded {
        if self.is_zero() {
            return Rounded { digits: "0".to_owned(), exact: true };
        }
        let kept = |exponent: i64| {
            let wanted = figures(exponent);
            if exponent <= last_whole { wanted.max(exponent + 1) } else { wanted }
        };
        let (negative, mut exponent, mut digits, exact) = match self {
            Number::Exact(value) => {
                let exponent = leading_exponent(value);
                let (digits, exact) = scaled(value, kept(exponent) - 1 - exponent);
                (value.is_negative(), exponent, digits.to_string(), exact)
            }
            Number::Float(value) => match Shortest::of(*value) {
                Some(Shortest { negative, exponent, digits, count }) => {
                    let power = u32::try_from(count - kept(exponent)).map_or(1, |dropped| 10u64.pow(dropped));
                    let (first, rest) = (digits / power, digits % power);
                    let first = first + u64::from(2 * rest >= power);
                    (negative, exponent, first.to_string(), rest == 0)
                }
                None => return Rounded { digits: value.to_string(), exact: false },
            },
            Number::Log(ln) => return Rounded { digits: from_logarithm(*ln, figures), exact: false },
            Number::MinusLog(ln) => {
                return Rounded { digits: format!("-{}", from_logarithm(*ln, figures)), exact: false };
            }
        };
        // 9.99 may have become 10.0.
        if i64::try_from(digits.len()).is_ok_and(|length| length > kept(exponent)) {
            digits.pop();
            exponent += 1;
        }
        let sign = if negative { "-" } else { "" };
        Rounded { digits: format!("{sign}{}", write_out(&digits, exponent, exact, last_whole)), exact }
    }
}

impl Rounded {
    /// The digits with a decimal point, for files and for programs, and `-` as minus.
    pub fn pointed(&self) -> &str {
        &self.digits
    }

    pub fn is_exact(&self) -> bool {
        self.exact
    }

    /// The number that the digits are; `None` where they are none, such as `inf`.
    pub fn number(&self) -> Option<Number> {
        read_exact(&self.digits).ok().map(Number::Exact)
    }
}

fn shortest(value: f64) -> Option<BigRational> {
    let Shortest { negative, digits, count, exponent } = Shortest::of(value)?;
    let value = times_ten_to(digits.into(), exponent + 1 - count);
    Some(if negative { -value } else { value })
}

fn ten_to(exponent: i64) -> BigInt {
    BigInt::from(10).pow(u32::try_from(exponent.unsigned_abs()).unwrap_or(u32::MAX))
}

fn times_ten_to(digits: BigInt, exponent: i64) -> BigRational {
    let power = ten_to(exponent);
    if exponent < 0 { BigRational::new(digits, power) } else { BigRational::from_integer(digits * power) }
}

/// |value| · 10^shift rounded half away from zero, and whether it was whole already.
fn scaled(value: &BigRational, shift: i64) -> (BigUint, bool) {
    let (mut above, mut below) = (value.numer().abs(), value.denom().clone());
    if shift < 0 {
        below *= ten_to(shift);
    } else {
        above *= ten_to(shift);
    }
    let (quotient, rest) = above.div_rem(&below);
    let exact = rest.is_zero();
    let up = !exact && rest * 2 >= below;
    (quotient.magnitude() + BigUint::from(u8::from(up)), exact)
}

fn leading_exponent(value: &BigRational) -> i64 {
    let bits = |part: &BigInt| i64::try_from(part.bits()).unwrap_or(0);
    let estimate = (bits(value.numer()) - bits(value.denom()) - 1) as f64 * std::f64::consts::LOG10_2;
    let mut exponent = estimate.floor() as i64 - 1;
    let reaches = |exponent: i64| {
        let (above, below) = (value.numer().abs(), value.denom());
        if exponent > 0 { above >= below * ten_to(exponent) } else { above * ten_to(exponent) >= *below }
    };
    while reaches(exponent + 1) {
        exponent += 1;
    }
    exponent
}

/// A number without the last digits, where floats leave 73.09999999999998 for 73.1.
pub(crate) fn settled(value: f64) -> f64 {
    format!("{value:.12e}").parse().unwrap_or(value)
}

fn without_zeros(digits: &str) -> String {
    let (mantissa, exponent) = digits.split_at(digits.find('e').unwrap_or(digits.len()));
    let mantissa = match mantissa.contains('.') {
        true => mantissa.trim_end_matches('0').trim_end_matches('.'),
        false => mantissa,
    };
    format!("{mantissa}{exponent}")
}

/// From 10^(LAST_WHOLE + 1) on a number is written with an exponent.
const LAST_WHOLE: i64 = 8;

fn write_out(digits: &str, exponent: i64, exact: bool, last_whole: i64) -> String {
    let digits = if exact { digits.trim_end_matches('0') } else { digits };
    let point = |text: &str, at: usize| {
        let (whole, fraction) = text.split_at_checked(at).unwrap_or((text, ""));
        if fraction.is_empty() { whole.to_owned() } else { format!("{whole}.{fraction}") }
    };
    match usize::try_from(exponent) {
        Ok(places) if exponent <= last_whole => {
            point(&format!("{digits:0<width$}", width = places + 1), places + 1)
        }
        Err(_) if exponent >= -4 => {
            let zeros = usize::try_from(-exponent - 1).unwrap_or(0);
            format!("0.{}{digits}", "0".repeat(zeros))
        }
        _ => format!("{}e{exponent}", point(digits, 1)),
    }
}

fn from_logarithm(ln: f64, figures: impl Fn(i64) -> i64) -> String {
    let decimal = ln / std::f64::consts::LN_10;
    if !decimal.is_finite() {
        return ln.exp().to_string();
    }
    let exponent = decimal.floor();
    let decimals = usize::try_from(figures(exponent as i64) - 1).unwrap_or(0);
    let text = format!("{:.decimals$e}", 10f64.powf(decimal - exponent));
    let (mantissa, carry) = text.split_once('e').unwrap_or((&text, "0"));
    let digits: String = mantissa.chars().filter(char::is_ascii_digit).collect();
    write_out(&digits, exponent as i64 + carry.parse::<i64>().unwrap_or(0), false, LAST_WHOLE)
}

/// A float as the shortest decimal that reads back as it. The digits fit into a machine word, so that thousands of them are rounded in the time of one long fraction.
struct Shortest {
    negative: bool,
    /// Without zeros at the end; 0 of 0.
    digits: u64,
    count: i64,
    exponent: i64,
}

impl Shortest {
    /// `None` of what is not finite.
    fn of(value: f64) -> Option<Shortest> {
        let text = format!("{:e}", value.abs());
        let (mantissa, exponent) = text.split_once('e')?;
        let digits = mantissa.replace('.', "");
        Some(Shortest {
            negative: value < 0.0,
            count: i64::try_from(digits.len()).ok()?,
            digits: digits.parse().ok()?,
            exponent: exponent.parse().ok()?,
        })
    }
}

/// Why a text is not an exact number.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseNumberError {
    #[error("nothing is written here")]
    Empty,
    #[error("“{text}” is not a number")]
    NotANumber { text: String },
    /// A fraction over 0.
    #[error("“{text}” divides by 0")]
    DividesByZero { text: String },
    /// An exponent that no statistic needs.
    #[error("the exponent of “{text}” is beyond ±10,000")]
    Exponent { text: String },
}

/// Reads `1`, `-2`, `0.5`, `.5`, `1e-9`, `1/3`, `0.5/3`, with `-` or `−`, exactly.
///
/// # Errors
/// When the text is not a number, divides by 0, or has an exponent beyond ±10,000.
pub fn read_exact(text: &str) -> Result<BigRational, ParseNumberError> {
    let trimmed = text.trim();
    if trimmed.is_empty() {
        return Err(ParseNumberError::Empty);
    }
    match trimmed.split_once('/') {
        None => decimal(trimmed),
        Some((top, bottom)) => {
            let (top, bottom) = (decimal(top.trim())?, decimal(bottom.trim())?);
            if bottom.is_zero() {
                return Err(ParseNumberError::DividesByZero { text: text.into() });
            }
            Ok(top / bottom)
        }
    }
}

fn decimal(text: &str) -> Result<BigRational, ParseNumberError> {
    let wrong = || ParseNumberError::NotANumber { text: text.into() };
    let unsigned = text.strip_prefix(['-', '−']);
    let negative = unsigned.is_some();
    let body = unsigned.or_else(|| text.strip_prefix('+')).unwrap_or(text);
    let (mantissa, exponent) = body.split_once(['e', 'E']).unwrap_or((body, "0"));
    let exponent = match exponent.replace('−', "-").parse::<i64>() {
        Ok(exponent) => exponent,
        Err(error) if matches!(error.kind(), PosOverflow | NegOverflow) => i64::MAX,
        Err(_) => return Err(wrong()),
    };
    if exponent.unsigned_abs() > 10_000 {
        return Err(ParseNumberError::Exponent { text: text.into() });
    }
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = format!("{whole}{fraction}");
    if digits.is_empty() || digits.len() > 1_000 || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return Err(wrong());
    }
    let value: BigInt = digits.parse().map_err(|_| wrong())?;
    let value = times_ten_to(value, exponent - i64::try_from(fraction.len()).unwrap_or(i64::MAX));
    Ok(if negative { -value } else { value })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn exact(n: i64, d: i64) -> Number {
        Number::ratio(n, d).unwrap()
    }

    /// Cases such as `2/3 ~ 0.666667` and `f5.855 = 5.855`: an exact number or a float, whether all its figures are
    /// written, and the text.
    fn is_written(cases: &str, written: impl Fn(&Number) -> Rounded) {
        for case in cases.split(';') {
            let [number, sign, text] = case.split_whitespace().collect::<Vec<_>>()[..] else {
                panic!("{case}")
            };
            let float = number.strip_prefix('f').map(|float| Number::Float(float.parse().unwrap()));
            let number = float.unwrap_or_else(|| Number::Exact(read_exact(number).unwrap()));
            let rounded = written(&number);
            assert_eq!((rounded.pointed(), rounded.is_exact()), (text, sign == "="), "{case}");
        }
    }

    #[test]
    fn six_figures_and_whether_they_are_all() {
        let cases = "81/268912 ~ 0.000301214; 1/2 = 0.5; -1/4 = -0.25; 2/3 ~ 0.666667; 0 = 0; 1200 = 1200; \
            1234567 = 1234567; 12345678/10 ~ 1234568; 9999999/10 ~ 1000000; 3000001/10000000 ~ 0.300000; \
            1/100000 = 1e-5; 99999999/1000000000000 ~ 0.000100000; 1234567890 ~ 1.23457e9; \
            5/2000000 = 2.5e-6; f5.855 = 5.855; f0.30000000000000004 ~ 0.300000; f-0.0 = 0; \
            f3.01e-21 = 3.01e-21; f1e300 = 1e300; f2.2250738585072014e-308 ~ 2.22507e-308";
        is_written(cases, |number| number.significant(6));
        for (number, text) in [
            (Number::Log(-1000.0 * std::f64::consts::LN_10), "1.00000e-1000"),
            (Number::Log(0.5f64.ln()), "0.500000"),
            (Number::Log(f64::NEG_INFINITY), "0"),
            (Number::MinusLog(-1000.0 * std::f64::consts::LN_10), "-1.00000e-1000"),
        ] {
            assert_eq!(
                number.significant(6),
                Rounded { digits: text.to_owned(), exact: false },
                "{number:?}"
            );
        }
        // Half goes away from zero.
        is_written("1/8 ~ 0.13; -1/8 ~ -0.13", |number| number.significant(2));
        is_written("1/8 ~ 0.1", |number| number.significant(0));
    }

    #[test]
    fn a_reader_gets_five_figures_and_no_zeros_at_the_end() {
        for (precision, cases) in [
            (Precision::TERM, "f-0.752 = -0.752; f81.011342 ~ 81.0113"),
            (
                Precision::FACTOR,
                "f0.00004364815 ~ 4.3648e-5; f0.041044 = 0.041044; f31.836026 ~ 31.836; f12345.678 ~ 12346; \
                 f1234567.8 ~ 1.2346e6; f73.09999999999998 = 73.1; 1/10000 = 0.0001; 99999/1000000000 = 9.9999e-5",
            ),
            (
                Precision::Share,
                "3025/4201 ~ 0.7201; 0 = 0; 1 = 1; f1 ~ 1; 99999/100000 ~ 1; f2.09423e-28 ~ 2.094e-28; 144/150 = 0.96",
            ),
        ] {
            is_written(cases, |number| number.rounded(precision));
        }
    }

    #[test]
    fn tables_have_fixed_decimals() {
        for (decimals, cases) in [
            (0, "7/2 ~ 4"),
            (1, "12345 = 12345.0"),
            (2, "-1/3 ~ -0.33; 1/8 ~ 0.13; -1/8 ~ -0.13; -1/1000 ~ 0.00; f1.005 ~ 1.01; f1e300 ~ 1e300"),
            (4, "1/2 = 0.5000"),
        ] {
            is_written(cases, |number| number.fixed(decimals));
        }
        for (number, text) in [
            (Number::Log(-1e6), "0.000"),
            (Number::Log(1e6), "3.03322e434294"),
            (Number::MinusLog(1e6), "-3.03322e434294"),
            (Number::MinusLog(-1e6), "0.000"),
        ] {
            assert_eq!(number.fixed(3).pointed(), text, "{number:?}");
        }
    }

    proptest! {
        #[test]
        fn the_text_is_within_half_a_unit(n in -1_000_000_000i64..1_000_000_000, d in 1i64..1_000_000, figures in 1usize..12) {
            let Rounded { digits, exact: all } = exact(n, d).significant(figures);
            let read = read_exact(&digits).unwrap();
            let value = BigRational::new(n.into(), d.into());
            prop_assert_eq!(all, read == value);
            let error = (&read - &value).abs();
            let unit = BigRational::new(BigInt::from(1), ten_to(i64::try_from(figures).unwrap() - 1));
            prop_assert!(error <= value.abs() * unit / BigInt::from(2));
        }

        #[test]
        fn any_float_has_a_text(bits in any::<u64>(), ln in any::<f64>(), figures in 0usize..20) {
            let float = Number::Float(f64::from_bits(bits));
            let _ = (float.significant(figures), float.fixed(figures));
            let _ = (Number::Log(ln).significant(figures), Number::Log(ln).fixed(figures));
        }
    }

    #[test]
    fn numbers_are_read_as_people_write_them_and_nothing_else_is() {
        let read =
            "1=1; 0.5=1/2; .5=1/2; 1/3=1/3; 1e-9=1/1000000000; −2=-2;  4 / 6 =2/3; 2.50E2=250; 0.5/3=1/6";
        for (text, value) in read.split("; ").filter_map(|case| case.split_once('=')) {
            assert_eq!(read_exact(text).unwrap().to_string(), value, "{text}");
        }
        for text in "|one|1/0|1//2|1e|1e99999|0x10|nan|inf|1,5|--1|1e+-2|.".split('|') {
            assert!(read_exact(text).is_err(), "{text}");
        }
    }
}
