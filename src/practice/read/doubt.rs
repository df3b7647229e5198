//! Ambiguous answers and their readings. The reading never depends on whether the answer is right, or a question to
//! the student would reveal that it is wrong.

use super::clean::{
    NO_REMARK, beside, clean, divided_and_not, is_among, led_to, names_something, outside_brackets,
};
use super::{DecimalMark, ParsedAnswer, Unread, Written, one};
use crate::math::Func;

#[derive(Clone, Debug)]
struct Readings {
    /// The numbers; `None` for 0/0.
    pub all: Vec<Option<Written>>,
    pub question: Option<Unread>,
}

impl Readings {
    fn sure(written: Option<Written>) -> Readings {
        Readings { all: vec![written], question: None }
    }

    fn only(&self) -> Option<&Written> {
        match self.all.as_slice() {
            [only] if self.question.is_none() => only.as_ref(),
            _ => None,
        }
    }
}

/// A hyphen that begins a line of a list, or a minus sign.
pub(crate) const BULLET: char = '⁃';

const DEEP: usize = 4;

fn within(side: &str, mark: DecimalMark, deep: usize) -> Result<Readings, Unread> {
    let side = led_to(side);
    let Some((number, beside)) = beside(side).filter(|_| deep > 0) else { return plain(side, mark) };
    match beside {
        None => within(number, mark, deep - 1),
        Some(inside) => again(side, (number, inside), mark, deep - 1),
    }
}

/// A number followed by brackets: the same number again, a factor, or something else.
fn again(
    side: &str,
    (number, inside): (&str, &str),
    mark: DecimalMark,
    deep: usize,
) -> Result<Readings, Unread> {
    let inside = inside.trim_start_matches(['=', '≈', '~', ' ']);
    let (first, second) = (within(number, mark, deep), within(inside, mark, deep));
    let (Ok(first), Ok(second)) = (&first, &second) else {
        let changes = || inside.split_whitespace().any(|word| is_among(NO_REMARK, word));
        return match first {
            Ok(found) if names_something(inside) && !changes() => Ok(found),
            _ => plain(side, mark),
        };
    };
    let (Some(a), Some(b)) = (first.only(), second.only()) else { return plain(side, mark) };
    let decimals = a.has_decimals() || b.has_decimals();
    let is_product = a.node == b.node && Written::read(side, mark, None).is_ok();
    if a.says_same(b) && !is_product {
        return Ok(Readings::sure(Some(if b.says_more(a) { b } else { a }.clone())));
    }
    // 0.28 (0.34) may be two answers, and the 7 of 0.2(7) may repeat; 0.28(0.34) is a product.
    let blank = !side.starts_with(&format!("{number}(")) && !side.starts_with(&format!("{number}["));
    if decimals && !is_product && (blank || inside.chars().all(|c| c.is_ascii_digit())) {
        return Err(Unread::SideBySide(a.read_as(), b.read_as()));
    }
    plain(side, mark)
}

fn plain(side: &str, mark: DecimalMark) -> Result<Readings, Unread> {
    let straight = Written::read(side, mark, None);
    let read = |other: &String| Written::read(other, DecimalMark::Point, None).ok().flatten();
    let in_base = |log| Written::read(side, mark, Some(log)).ok().flatten();
    let all: Vec<Option<Written>> = match &straight {
        Err(Unread::WhichLog) => [Func::Ln, Func::Log10, Func::Log2].map(in_base).to_vec(),
        Err(why) => others(side, why).iter().map(read).collect(),
        Ok(_) => power(side).iter().map(read).collect(),
    };
    let all: Vec<Option<Written>> = all.into_iter().filter(Option::is_some).collect();
    match (straight, all.len()) {
        (straight, 0) => straight.map(Readings::sure),
        (Err(question), 2..) => Ok(Readings { all, question: Some(question) }),
        _ => Ok(Readings { all, question: None }),
    }
}

fn others(side: &str, why: &Unread) -> Vec<String> {
    let text = clean(side).unwrap_or_default();
    match why {
        Unread::Thousands => divided_and_not(&text),
        Unread::Ratio if text.matches(':').count() == 1 => vec![text.replace(':', "/")],
        Unread::SideBySide(..) => mixed(side).into_iter().collect(),
        Unread::Strange(..) => {
            let rest = side.trim().strip_prefix(BULLET).map(str::trim_start);
            rest.map(|rest| vec![rest.to_owned(), format!("-({rest})")]).unwrap_or_default()
        }
        _ => Vec::new(),
    }
}

/// A whole number before a fraction, 3 1/9 and 3½, is a sum.
fn mixed(side: &str) -> Option<String> {
    let side = side.trim();
    let fraction = side.trim_start_matches(|c: char| c.is_ascii_digit());
    let whole = side.strip_suffix(fraction)?;
    let fraction = clean(fraction).ok()?;
    let is_plain = fraction.trim().chars().all(|c| c.is_ascii_digit() || "/()".contains(c));
    (is_plain && fraction.contains('/')).then(|| format!("{whole}+{}", fraction.trim()))
}

/// `3.01·10-4`, which lost its superscript when it was copied.
fn power(side: &str) -> Option<String> {
    let text = clean(side).ok()?;
    let (before, exponent) = text.trim().rsplit_once("10-")?;
    let exponent = exponent.trim();
    let is_power = before.trim_end().ends_with(['*', 'x', 'X']) && matches!(exponent.len(), 1 | 2);
    let digits = exponent.chars().all(|c| c.is_ascii_digit());
    (is_power && digits).then(|| format!("{before}10^-{exponent}").replace(',', "."))
}

const WAYS: usize = 32;

const PARTS: usize = 40;

/// The number of a chain of equal signs: its last side, or an earlier exact side that agrees with it.
pub(super) fn chain(sides: &[&str], mark: DecimalMark) -> ParsedAnswer {
    let read: Result<Vec<Readings>, Unread> = sides.iter().map(|side| within(side, mark, DEEP)).collect();
    match read {
        Ok(read) => settled(&read, equal),
        Err(why) => ParsedAnswer::Unread(why),
    }
}

/// The number of all parts together. If one of them is ambiguous, another may show which reading is meant.
fn settled(
    parts: &[Readings],
    agree: impl Fn(Vec<Option<Written>>) -> Result<Option<Written>, Unread>,
) -> ParsedAnswer {
    let ways = combined(parts);
    let question = parts.iter().find_map(|part| part.question.clone());
    let count = ways.len();
    let mut found: Vec<Result<Option<Written>, Unread>> = ways.into_iter().map(agree).collect();
    let Some(question) = question else {
        return match found.pop() {
            Some(Ok(Some(written))) => ParsedAnswer::Number(Box::new(written)),
            Some(Ok(None)) => ParsedAnswer::Undefined,
            Some(Err(why)) => ParsedAnswer::Unread(why),
            None => ParsedAnswer::Unread(Unread::Empty),
        };
    };
    let mut agreeing: Vec<Written> = found.into_iter().filter_map(Result::ok).flatten().collect();
    if parts.len() > 1 && count > 1 && agreeing.len() == 1 {
        return agreeing.pop().map_or(ParsedAnswer::Undefined, |only| ParsedAnswer::Number(Box::new(only)));
    }
    if agreeing.is_empty() {
        return ParsedAnswer::Unread(question);
    }
    ParsedAnswer::Doubtful { readings: agreeing, question }
}

fn combined(parts: &[Readings]) -> Vec<Vec<Option<Written>>> {
    let mut ways = vec![Vec::new()];
    for part in parts {
        let longer = |way: &Vec<Option<Written>>| {
            let way = way.clone();
            part.all.iter().map(move |next| way.iter().cloned().chain([next.clone()]).collect::<Vec<_>>())
        };
        ways = ways.iter().flat_map(longer).take(WAYS).collect();
    }
    ways
}

fn equal(read: Vec<Option<Written>>) -> Result<Option<Written>, Unread> {
    if read.iter().all(Option::is_none) {
        return Ok(None);
    }
    let Some(written) = read.into_iter().collect::<Option<Vec<Written>>>() else {
        return Err(Unread::NotEqual);
    };
    let is_alone =
        |own: &Written| !written.iter().any(|side| side.says_same(own) && !std::ptr::eq(side, own));
    if written.len() > 1 && written.iter().skip(1).any(is_alone) {
        return Err(Unread::NotEqual);
    }
    // The last side is the answer, unless an earlier exact side agrees with it.
    let last = written.last().cloned().ok_or(Unread::Empty)?;
    let exact = written.into_iter().find(|side| !side.has_decimals() && side.says_same(&last));
    Ok(Some(exact.unwrap_or(last)))
}

pub(super) fn several_values(
    text: &str,
    mark: DecimalMark,
) -> Option<(Option<String>, String, ParsedAnswer)> {
    let text = text.replace(" or ", ";").replace(" bzw. ", ";");
    let parts = divided(&text);
    if parts.len() < 2 {
        return None;
    }
    let mut label: Option<String> = None;
    let (mut numbers, mut question) = (Vec::new(), None);
    let mut last = String::new();
    for part in parts.into_iter().take(PARTS) {
        let (named, side, parsed) = one(part, mark);
        label = label.or(named);
        let (words, digits) = (part.contains(char::is_alphabetic), part.contains(char::is_numeric));
        match parsed {
            ParsedAnswer::Number(written) => numbers.push(Readings::sure(Some(*written))),
            ParsedAnswer::Doubtful { readings, question } => numbers
                .push(Readings { all: readings.into_iter().map(Some).collect(), question: Some(question) }),
            ParsedAnswer::Unread(_) if words && digits => {
                question = Some(Unread::Beside(part.to_owned()));
                continue;
            }
            ParsedAnswer::Words | ParsedAnswer::Unread(_) if words => continue,
            _ => return None,
        }
        last = side;
    }
    numbers.first()?;
    let same = |all: Vec<Option<Written>>| {
        let all: Vec<Written> = all.into_iter().flatten().collect();
        let best = all.iter().reduce(|best, next| if next.says_more(best) { next } else { best });
        let best = best.cloned().ok_or(Unread::Empty)?;
        if all.iter().all(|written| written.says_same(&best)) { Ok(Some(best)) } else { Err(Unread::List) }
    };
    let parsed = question.map_or_else(|| settled(&numbers, same), ParsedAnswer::Unread);
    Some((label, last, parsed))
}

/// Splits an answer at semicolons, and at commas that are not before a digit, outside brackets.
fn divided(text: &str) -> Vec<&str> {
    let (mut parts, mut start) = (Vec::new(), 0);
    for (at, c) in outside_brackets(text) {
        let rest = text.get(at + c.len_utf8()..).unwrap_or_default();
        if matches!(c, ';' | '\n') || c == ',' && !rest.starts_with(|c: char| c.is_ascii_digit()) {
            parts.push(text.get(start..at).unwrap_or_default());
            start = at + 1;
        }
    }
    parts.push(text.get(start..).unwrap_or_default());
    parts.into_iter().map(str::trim).filter(|part| !part.is_empty()).collect()
}
