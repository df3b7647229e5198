//! Numbers with a unit: `87%`, `€422.69`, `12 kg`, and `(1,234.50)`, a negative number as accountants write it.
//!
//! A column holds such numbers only where every cell has the same unit. A currency sign is before or after it; other
//! units follow it. Letters before a number make it a name (`A1`), as does a single letter after it that is not a unit
//! (`3a`), and an ordinal is not a number with a unit (`4th`).

use super::header::is_in;
use super::number::{LONGEST, PossibleStyles, decimals, is_code, is_of_decimal, number};
use super::{Decimal, NumberStyle, is_mark};
use std::fmt;
use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};

/// The text before and after the numbers of a column, without blanks; either may be empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unit {
    before: String,
    behind: String,
}

impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.before, self.behind)
    }
}

/// Codes and short names of currencies, before a number or after it.
const CURRENCIES: &str = "EUR USD GBP CHF JPY CNY RMB INR SEK NOK DKK PLN CZK HUF TRY BRL CAD AUD NZD KRW ZAR RUB MXN SGD \
    HKD Rs Rs. Fr. SFr. kr kr. zł Kč Ft DM";

/// Units that may follow a code-like number, such as one of five digits.
const KNOWN: &str = "mm cm dm km mi ft yd nm µm mg kg lb lbs oz ml cl dl ms min sec hr hrs bit byte bytes kb mb gb tb \
    kib mib gib kbit mbit gbit kbps mbps hz khz mhz ghz kw mw wh kwh mwh kj kcal cal kv mv ma mah pa \
    hpa kpa bar mbar db ppm ppb rpm bpm px dpi fps ps hp mol nmol mmol kn mph kmh kph jahre years \
    days tage hours stunden std minuten minutes sekunden seconds stk stück pcs mio bn";

/// Single letters that are units directly after a number, and those that are only after a blank.
const LETTERS: &str = "mgshlLtWVkKM";
const SPACED: &str = "ANJCFBTdΩ";
/// What follows the number of an ordinal or of an hour.
const NO_UNITS: &str = "st nd rd th er ère ere ème eme ième ieme te ter ste am pm";

struct UnitParts<'c> {
    cell: &'c str,
    unit: Unit,
    /// With a hyphen before a negative one; still in the style of its column.
    number: String,
    in_brackets: bool,
}

impl<'c> UnitParts<'c> {
    fn of(cell: &'c str) -> Option<UnitParts<'c>> {
        let cell = cell.trim();
        let inner = cell.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
        let in_brackets = inner.is_some();
        let text = inner.unwrap_or(cell).trim();
        let start = text.find(|c: char| c.is_ascii_digit()).filter(|_| cell.len() <= LONGEST)?;
        let (before, rest) = text.split_at_checked(start)?;
        // A number may begin with its point.
        let shorter = before.strip_suffix(['.', ',']);
        let shorter = shorter.filter(|shorter| !shorter.ends_with(char::is_alphabetic)).unwrap_or(before);
        let (before, point) = before.split_at_checked(shorter.len())?;
        let signs = before.chars().filter(|c| is_sign(*c)).collect::<Vec<_>>();
        let before: String = before.chars().filter(|c| !is_sign(*c) && !c.is_whitespace()).collect();
        let end = end_of_number(rest);
        let (digits, behind) = rest.split_at_checked(end)?;
        let is_spaced = behind.starts_with(char::is_whitespace);
        let behind = behind.trim();
        let negative = match signs.as_slice() {
            [] => in_brackets,
            [sign] if !in_brackets => *sign != '+',
            _ => return None,
        };
        let fits = (before.is_empty() || is_currency(&before))
            && (behind.is_empty() || is_currency(behind) || is_unit(behind, is_spaced));
        let number = format!("{}{point}{digits}", if negative { "-" } else { "" });
        let unit = Unit { before, behind: behind.to_owned() };
        fits.then_some(UnitParts { cell, unit, number, in_brackets })
    }

    fn is_bare(&self) -> bool {
        self.unit == Unit::default() && !self.in_brackets
    }
}

fn is_sign(c: char) -> bool {
    matches!(c, '-' | '+' | '−')
}

/// Where a number that begins with a digit ends: marks belong to it where a digit follows, an exponent where it has digits.
fn end_of_number(text: &str) -> usize {
    let is_digit = |c: char| c.is_ascii_digit();
    let mut end = 0;
    while let Some(c) = text.get(end..).and_then(|rest| rest.chars().next()) {
        let after = text.get(end + c.len_utf8()..).unwrap_or_default();
        let unsigned = after.trim_start_matches(['-', '+']);
        let is_mark = matches!(c, '.' | ',' | '\'' | '’') || c.is_whitespace();
        end += match c {
            'e' | 'E' if unsigned.starts_with(is_digit) => 1 + after.len() - unsigned.len(),
            _ if is_digit(c) || is_mark && after.starts_with(is_digit) => c.len_utf8(),
            _ => break,
        };
    }
    end
}

fn is_currency(text: &str) -> bool {
    let letters = text.trim_end_matches(|c: char| c.general_category() == GeneralCategory::CurrencySymbol);
    let has_symbol = letters.len() < text.len();
    has_symbol && letters.len() <= 3 && letters.chars().all(|c| c.is_ascii_uppercase())
        || CURRENCIES.split(' ').any(|known| known == text)
}

fn is_unit(text: &str, is_spaced: bool) -> bool {
    if matches!(text, "%" | "‰" | "°" | "″" | "′" | "\"")
        || text.strip_prefix(['°', 'º']).is_some_and(|rest| matches!(rest, "C" | "F"))
    {
        return true;
    }
    let of_many = text.contains(['/', '·']);
    text.trim_start_matches('/').split(['/', '·']).all(|part| is_part(part, of_many, is_spaced))
}

fn is_part(part: &str, of_many: bool, is_spaced: bool) -> bool {
    let base = part.strip_suffix('.').unwrap_or(part);
    let letters = base.trim_end_matches(['²', '³', '2', '3']).trim_end_matches('^');
    let has_power = letters.len() < base.len();
    let mut chars = letters.chars();
    if letters.is_empty() || !letters.chars().all(char::is_alphabetic) {
        return false;
    }
    match (chars.next(), chars.next()) {
        (Some(_), None) if of_many => true,
        (Some('m'), None) => true,
        (Some(letter), None) => {
            !has_power && (LETTERS.contains(letter) || is_spaced && SPACED.contains(letter))
        }
        _ if has_power => of_many || is_known(letters),
        _ => of_many || !is_in(NO_UNITS, letters),
    }
}

fn is_known(unit: &str) -> bool {
    is_in(KNOWN, unit.trim_end_matches('.'))
}

/// What a cell is that a person would call a number; `None` for other text.
pub(super) fn notation(cell: &str) -> Option<&'static str> {
    if cell.len() > LONGEST || number(cell.as_bytes()).is_some() {
        return None;
    }
    let lower = cell.to_ascii_lowercase();
    let is_infinite = matches!(lower.trim_start_matches(['-', '+']), "inf" | "infinity");
    let is_foreign = |c: char| c.is_numeric() && !c.is_ascii();
    match cell {
        _ if is_mark(cell) => return Some("a common mark for a missing cell"),
        _ if is_infinite => return Some("infinite"),
        _ if cell.starts_with('#') && cell.len() > 1 => return Some("a spreadsheet's error value"),
        _ if cell.contains(is_foreign) => return Some("written in digits of another script"),
        _ if !cell.bytes().any(|b| b.is_ascii_digit()) => return None,
        _ => {}
    }
    for (prefix, digits, what) in
        [("0x", "0123456789abcdefp.+-", "hexadecimal"), ("0o", "01234567", "octal"), ("0b", "01", "binary")]
    {
        if let Some(rest) = lower.trim_start_matches('-').strip_prefix(prefix) {
            return rest.chars().all(|c| digits.contains(c)).then_some(what);
        }
    }
    let bracketed = cell.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
    if bracketed.is_some_and(decimal) {
        return Some("a negative number in brackets");
    }
    if decimal(cell) {
        return Some("beyond the largest number");
    }
    if let Some((whole, fraction)) = cell.split_once(',') {
        let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        if digits(whole.trim_start_matches('-')) && digits(fraction) {
            let mut seen = PossibleStyles::default();
            let is_clear = seen.add(cell.as_bytes()) && seen.style(None).is_some();
            let unclear = "written with a comma that may mark thousands or decimals";
            return Some(if is_clear { "written with a decimal comma" } else { unclear });
        }
    }
    let grouped: String =
        cell.chars().filter(|c| !matches!(c, ',' | '\'' | '’' | '_') && !c.is_whitespace()).collect();
    decimal(&grouped).then_some("written with a thousands separator")
}

fn decimal(text: &str) -> bool {
    text.bytes().all(|b| is_of_decimal(&b)) && text.parse::<f64>().is_ok()
}

/// How a cell that is not a plain number writes one: `with a decimal comma`, `a number with a unit`.
pub(super) fn written_as(cell: &str) -> Option<&'static str> {
    let is_unit = |unit: Unit| !unit.before.is_empty() || unit.behind == "%" || is_known(unit.behind.trim());
    let has_unit = || UnitParts::of(cell).is_some_and(|parts| is_unit(parts.unit));
    notation(cell).or_else(|| has_unit().then_some("a number with a unit"))
}

pub(super) struct UnitNumbers {
    pub unit: Option<Unit>,
    pub style: NumberStyle,
    pub values: Vec<f64>,
    pub decimals: u8,
}

/// Why values of which some are numbers with a unit are not a column of numbers.
#[derive(Debug, PartialEq)]
pub(super) enum NotNumbers {
    /// No value has a unit or brackets, or they are names that look so.
    NoUnits,
    /// This value is not a number, with a unit or without.
    NoNumber(String),
    Mixed(String, String),
    Doubt(String),
}

impl UnitNumbers {
    /// The values of a column as numbers; `known` is how they are written, where that is known. Numbers that were asked
    /// for may look like codes.
    pub fn of<'v>(
        values: impl Iterator<Item = &'v str>,
        known: impl Fn(PossibleStyles) -> Option<NumberStyle>,
        is_chosen: bool,
    ) -> Result<UnitNumbers, NotNumbers> {
        /// Values without a number after which a column is given up.
        const MISSES: usize = 20;
        let mut all: Vec<UnitParts<'v>> = Vec::new();
        let (mut seen, mut odd, mut misses) = (PossibleStyles::default(), None::<&str>, 0);
        for value in values {
            let Some(parts) = UnitParts::of(value) else {
                odd.get_or_insert(value);
                misses += 1;
                if misses > MISSES {
                    break;
                }
                continue;
            };
            if let Some(first) = all.first().filter(|first| first.unit != parts.unit) {
                return Err(NotNumbers::Mixed(first.cell.to_owned(), value.to_owned()));
            }
            all.push(parts);
        }
        if all.iter().all(|parts| parts.is_bare()) {
            return Err(NotNumbers::NoUnits);
        }
        if let Some(odd) = odd {
            return Err(NotNumbers::NoNumber(odd.to_owned()));
        }
        let unit = all.first().map(|first| first.unit.clone()).unwrap_or_default();
        if !is_chosen && looks_like_codes(&all, &unit) {
            return Err(NotNumbers::NoUnits);
        }
        if let Some(odd) = all.iter().find(|parts| !seen.add(parts.number.as_bytes())) {
            return Err(NotNumbers::Doubt(odd.number.clone()));
        }
        // A point separates dollars and cents, and pounds and pence.
        let english =
            || unit.before.contains(['$', '£']).then(|| seen.with_decimal(Decimal::Point)).flatten();
        let marked = || all.iter().find(|parts| parts.number.contains([',', '.'])).or(all.first());
        let style = seen.style(known(seen).or_else(english));
        let doubt = || NotNumbers::Doubt(marked().map(|parts| parts.number.clone()).unwrap_or_default());
        let style = style.ok_or_else(doubt)?;
        let values: Option<Vec<f64>> = all.iter().map(|parts| style.read(parts.number.as_bytes())).collect();
        let values = values.ok_or_else(doubt)?;
        let decimals = all.iter().map(|parts| decimals(parts.number.as_bytes(), style)).max().unwrap_or(0);
        Ok(UnitNumbers { unit: Some(unit).filter(|unit| *unit != Unit::default()), style, values, decimals })
    }
}

/// Whether values are names rather than amounts: `007 kg`, `(1)`, `(2)`, `10115 Berlin`, or one value alone.
fn looks_like_codes(all: &[UnitParts<'_>], unit: &Unit) -> bool {
    let is_digits =
        |parts: &UnitParts<'_>| parts.number.trim_start_matches('-').bytes().all(|b| b.is_ascii_digit());
    let first = all.first().map_or("", |first| first.number.as_str());
    let is_word = unit.behind.chars().count() > 1 && unit.behind.chars().all(char::is_alphabetic);
    let is_wide = is_word
        && !is_known(&unit.behind)
        && !is_currency(&unit.behind)
        && first.len() >= 4
        && all.iter().all(|parts| parts.number.len() == first.len() && is_digits(parts));
    let is_listed = *unit == Unit::default() && all.iter().all(|parts| parts.in_brackets && is_digits(parts));
    is_wide
        || is_listed
        || all.iter().all(|parts| parts.number == first)
        || all.iter().any(|parts| is_code(parts.number.as_bytes()))
}

impl Unit {
    /// The number of a cell with this unit, or without one, in the style of its column; `None` where it has another unit.
    pub(super) fn strip(&self, cell: &str) -> Option<String> {
        let parts = UnitParts::of(cell)?;
        (parts.unit == *self || parts.unit == Unit::default()).then_some(parts.number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_known_units_make_a_cell_a_number_with_a_unit() {
        for cell in ["12 kg", "45%", "$3.50"] {
            assert_eq!(written_as(cell), Some("a number with a unit"), "{cell}");
        }
        for cell in ["10115 Berlin", "1st", "A1", "Sunny"] {
            assert_eq!(written_as(cell), None, "{cell}");
        }
    }

    #[test]
    fn notations_are_named() {
        for (cell, what) in [
            ("-inf", Some("infinite")),
            ("1'234'567.5", Some("written with a thousands separator")),
            ("(12)", Some("a negative number in brackets")),
            ("0xff", Some("hexadecimal")),
            ("#N/A", Some("a common mark for a missing cell")),
            ("#DIV/0!", Some("a spreadsheet's error value")),
            ("٣", Some("written in digits of another script")),
        ] {
            assert_eq!(notation(cell), what, "{cell}");
        }
        for cell in "none Sunny 12:30 2024-01-05 x1 1st 22ND 1#x#p A1".split(' ') {
            assert_eq!(notation(cell), None, "{cell}");
        }
    }

    fn read(cells: &[&str]) -> Result<(String, Vec<f64>), NotNumbers> {
        let found = UnitNumbers::of(cells.iter().copied(), |_| None, false)?;
        Ok((found.unit.map_or_else(String::new, |unit| unit.to_string()), found.values))
    }

    #[test]
    fn numbers_that_all_have_one_unit_are_numbers() {
        for (cells, unit, numbers) in [
            (&["€422.69", "€1,234.50"][..], "€", vec![422.69, 1234.5]),
            (&["€1.234,50", "€12,00"], "€", vec![1234.5, 12.0]),
            (&["1.234,50 €", "9,99 €"], "€", vec![1234.5, 9.99]),
            (&["$1,200", "$980"], "$", vec![1200.0, 980.0]),
            (&["-$1,200.00", "$-5.50", "($3.00)"], "$", vec![-1200.0, -5.5, -3.0]),
            (&["US$5", "US$ 7"], "US$", vec![5.0, 7.0]),
            (&["CHF 1'234.50", "CHF 9.00"], "CHF", vec![1234.5, 9.0]),
            (&["12 kg", "1.5e1 kg"], "kg", vec![12.0, 15.0]),
            (&["10mm", "12mm"], "mm", vec![10.0, 12.0]),
            (&["5 km/h", "7 km/h"], "km/h", vec![5.0, 7.0]),
            (&["5 m²", "7.5 m²"], "m²", vec![5.0, 7.5]),
            (&["20.5°C", "−3 °C"], "°C", vec![20.5, -3.0]),
            (&["3 Stück", "4 Stück"], "Stück", vec![3.0, 4.0]),
            (&["19M", "25M"], "M", vec![19.0, 25.0]),
            (&["1200 km", "3400 km"], "km", vec![1200.0, 3400.0]),
            (&["(12)", "20"], "", vec![-12.0, 20.0]),
        ] {
            assert_eq!(read(cells), Ok((unit.to_owned(), numbers)), "{cells:?}");
        }
    }

    #[test]
    fn names_that_have_digits_are_no_numbers() {
        let all = "x1,x2|2A,3A|2ème,3ème|6pm,7pm|SW1A 1AA,SW1A 2AA|D-12345,D-12346|2024-01-05,2024-01-06|12:30,14:00|\
                   1/2,3/4|65+,70+|<5,<10|(1),(2)|007 kg,008 kg|12 kg,12 kg|#1,#2|1#x,2#x|1.2.3,1.2.4|12,13|\
                   5%,0|€5,$5";
        for cells in all.split('|') {
            assert!(read(&cells.split(',').collect::<Vec<_>>()).is_err(), "{cells}");
        }
    }
}
