//! Ambiguous answers and their readings. The reading never depends on whether the answer is right, or a question to the student
//! would reveal that it is wrong. Most texts have one reading; otherwise the quantity asked for decides.

use super::clean::divided_and_not;
use super::clean::{Beside, NO_REMARK, beside, is_among, is_range, led_to, names_something};
use super::clean::{REPEATS, clean};
use super::{DecimalMark, ParsedAnswer, Unread, Written, one};
use crate::recipe::folded;

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
pub(in crate::practice) const BULLET: char = '⁃';

const DEEP: usize = 4;

fn within(side: &str, mark: DecimalMark, deep: usize) -> Result<Readings, Unread> {
    let side = led_to(side);
    let Some((number, beside)) = beside(side).filter(|_| deep > 0) else { return plain(side, mark) };
    match beside {
        Beside::Remark => within(number, mark, deep - 1),
        Beside::Again(inside, blank) => again(side, (number, inside, blank), mark, deep - 1),
    }
}

/// A number followed by brackets: the same number again, a factor, or something else.
fn again(
    side: &str,
    (number, inside, blank): (&str, &str, bool),
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
    let is_product = a.node == b.node && Written::read(side, mark).is_ok();
    if a.says_same(b) && !is_product {
        return Ok(Readings::sure(Some(if b.says_more(a) { b } else { a }.clone())));
    }
    // 0.28 (0.34) may be two answers, 0.28(0.34) is a product.
    if decimals && blank && !is_product {
        return Err(Unread::SideBySide(a.read_as(), b.read_as()));
    }
    plain(side, mark)
}

fn plain(side: &str, mark: DecimalMark) -> Result<Readings, Unread> {
    if is_range(side) {
        return Err(Unread::Range);
    }
    let straight = Written::read(side, mark);
    let others =
        straight.as_ref().map_or_else(|why| others(side, why), |_| power(side).into_iter().collect());
    let others = others.iter().filter_map(|other| Written::read(other, DecimalMark::Point).ok().flatten());
    let all: Vec<Option<Written>> = others.map(Some).collect();
    match (straight, all.len()) {
        (straight, 0) => straight.map(Readings::sure),
        (Err(question), 2..) => Ok(Readings { all, question: Some(question) }),
        _ => Ok(Readings { all, question: None }),
    }
}

/// Other readings of an unreadable text, with points as decimal marks. If there are several, the student is asked: a logarithm
/// to base e, 10 or 2, a decimal mark or a thousands separator, a bullet or a minus sign.
fn others(side: &str, why: &Unread) -> Vec<String> {
    let text = clean(side).unwrap_or_default();
    match why {
        Unread::Thousands(..) | Unread::BothMarks => divided_and_not(&text),
        Unread::Ratio if text.matches(':').count() == 1 => vec![text.replace(':', "/")],
        Unread::WhichLog => {
            let known = ["ln", "log10", "log2"].map(|word| with_log(&text, word));
            known.map(|text| without_brackets(&text).unwrap_or(text)).into()
        }
        Unread::Dot(digits) => {
            let dotted = |dot: char| side.replacen(&format!("0{dot}{digits}"), &format!("0.{digits}"), 1);
            ['·', '∙', '•'].map(dotted).into_iter().find(|text| text != side).into_iter().collect()
        }
        Unread::Bracket => without_brackets(&text).into_iter().collect(),
        Unread::SideBySide(..) => mixed(side, &text),
        Unread::Strange(..) => {
            let rest = side.trim().strip_prefix(BULLET).map(str::trim_start);
            rest.map(|rest| vec![rest.to_owned(), format!("-({rest})")]).unwrap_or_default()
        }
        _ => Vec::new(),
    }
}

/// Replaces `log` by a logarithm to a known base.
fn with_log(text: &str, word: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    let lower = text.to_lowercase();
    let mut rest = if lower.len() == text.len() { lower.as_str() } else { text };
    while let Some(at) = rest.find("log") {
        let (before, from) = rest.split_at_checked(at).unwrap_or((rest, ""));
        let behind = from.get(3..).unwrap_or_default();
        let has_base = behind.starts_with(|c: char| c.is_ascii_digit() || c == '_');
        out.push_str(before);
        out.push_str(if has_base { "log" } else { word });
        rest = behind;
    }
    out + rest
}

/// `ln 3/9` with brackets around the fraction.
fn without_brackets(text: &str) -> Option<String> {
    let text = text.trim();
    let (sign, text) = text.strip_prefix('-').map_or(("", text), |rest| ("-", rest.trim_start()));
    let word =
        ["ln", "log10", "log2", "lg"].into_iter().find(|word| text.starts_with(&format!("{word} ")))?;
    let inside = text.get(word.len()..)?.trim();
    (!inside.contains(['(', ')', '+', '-', '*', ' '])).then(|| format!("{sign}{word}({inside})"))
}

/// A whole number before a fraction, 3 1/9 and 3½, is a sum for most; a decimal beside a fraction may be the same again.
fn mixed(side: &str, text: &str) -> Vec<String> {
    let side = side.trim();
    if let Some((whole, fraction)) = text.trim().split_once(' ') {
        let is_whole = whole.chars().all(|c| c.is_ascii_digit());
        let sum = is_whole && fraction.contains('/') && !fraction.contains(['.', ',', ' ']);
        return if sum { vec![format!("{whole}+{fraction}")] } else { Vec::new() };
    }
    let digits = side.trim_end_matches(|c: char| c.is_numeric() && !c.is_ascii_digit());
    match clean(side.get(digits.len()..).unwrap_or_default()) {
        Ok(fraction) if !fraction.is_empty() && digits.chars().all(|c| c.is_ascii_digit()) => {
            vec![format!("{digits}+{fraction}")]
        }
        _ => Vec::new(),
    }
}

/// `3.01·10-4`, which lost its superscript when it was copied; and 0.2(7), where the 7 repeats.
fn power(side: &str) -> Option<String> {
    let text = clean(side).unwrap_or_default();
    let text = text.trim();
    let power = text.rsplit_once("10-").filter(|(before, exponent)| {
        let times = before.trim_end().ends_with(['*', 'x', 'X']);
        times && exponent.trim().len() <= 2 && exponent.trim().chars().all(|c| c.is_ascii_digit())
    });
    if let Some((before, exponent)) = power.filter(|(_, exponent)| !exponent.trim().is_empty()) {
        return Some(format!("{before}10^-{}", exponent.trim()).replace(',', "."));
    }
    let repeats = text.strip_suffix(')').and_then(|text| text.rsplit_once('(')).filter(|(before, block)| {
        let digits = |text: &str| text.chars().all(|c| c.is_ascii_digit());
        let decimal = before.split_once(['.', ',']).is_some_and(|(a, b)| digits(a) && digits(b));
        decimal && !block.is_empty() && digits(block)
    });
    repeats.map(|(before, block)| format!("{}{REPEATS}{block}{REPEATS}", before.replace(',', ".")))
}

const WAYS: usize = 32;

const PARTS: usize = 40;

/// The number of a chain of equal signs: its last side, or an earlier exact side that agrees with it.
pub(super) fn chain(sides: &[&str], mark: DecimalMark) -> ParsedAnswer {
    let read: Result<Vec<Readings>, Unread> = sides.iter().map(|side| within(side, mark, DEEP)).collect();
    match read {
        Ok(read) => settled(&read, |all| equal(sides, all)),
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

/// The number of a chain of equal signs; `None` if all sides are 0/0.
fn equal(sides: &[&str], read: Vec<Option<Written>>) -> Result<Option<Written>, Unread> {
    if read.iter().all(Option::is_none) {
        return Ok(None);
    }
    let Some(written) = read.into_iter().collect::<Option<Vec<Written>>>() else {
        let text = |side: Option<&&str>| (*side.unwrap_or(&"")).to_owned();
        return Err(Unread::NotEqual(text(sides.first()), text(sides.last())));
    };
    for pair in written.windows(2) {
        if let [left, right] = pair
            && !written.iter().any(|side| side.says_same(right) && !std::ptr::eq(side, right))
        {
            return Err(Unread::NotEqual(left.read_as(), right.read_as()));
        }
    }
    // The last side is the answer, unless an earlier exact side agrees with it.
    let last = written.last().cloned().ok_or(Unread::Empty)?;
    let exact = written.into_iter().find(|side| !side.has_decimals() && side.says_same(&last));
    Ok(Some(exact.unwrap_or(last)))
}

/// Reads an answer with several values side by side: `5/18, 0.2778`; `None` if it has only one.
pub(super) fn said_again(text: &str, mark: DecimalMark) -> Option<(Option<String>, String, ParsedAnswer)> {
    let parts = divided(text, false);
    let found = (parts.len() > 1).then(|| together(&parts, mark)).flatten();
    let is_number =
        |found: &(Option<String>, String, ParsedAnswer)| matches!(found.2, ParsedAnswer::Number(_));
    if found.as_ref().is_some_and(is_number) {
        return found;
    }
    // 5/18,0.2778 and 5/18 0.2778 are two values only if they agree.
    let closer = divided(text, true);
    let by_comma = (closer.len() > parts.len()).then(|| together(&closer, mark)).flatten();
    let closer = by_comma.filter(is_number).or_else(|| at_blank(text, mark).filter(is_number));
    closer.or(found)
}

fn at_blank(text: &str, mark: DecimalMark) -> Option<(Option<String>, String, ParsedAnswer)> {
    let found = one(text, mark);
    if !matches!(found.2, ParsedAnswer::Unread(Unread::SideBySide(..) | Unread::BothMarks)) {
        return None;
    }
    let blanks = text.char_indices().filter(|(_, c)| c.is_whitespace()).take(PARTS);
    let mut halves = blanks.filter_map(|(at, _)| text.split_at_checked(at));
    halves.find_map(|(a, b)| {
        let digits = |part: &str| part.contains(|c: char| c.is_numeric());
        let both = digits(a) && digits(b);
        both.then(|| together(&[a.trim(), b.trim()], mark)).flatten().filter(
            |(_, _, parsed)| matches!(parsed, ParsedAnswer::Number(written) if !written.has_decimals()),
        )
    })
}

fn together(parts: &[&str], mark: DecimalMark) -> Option<(Option<String>, String, ParsedAnswer)> {
    let mut label: Option<String> = None;
    let (mut numbers, mut question) = (Vec::new(), None);
    let mut last = String::new();
    for part in parts.iter().take(PARTS) {
        let (named, side, parsed) = one(part, mark);
        let plain = |name: &String| folded(name).replace(' ', "");
        if let (Some(before), Some(named)) = (&label, &named)
            && plain(before) != plain(named)
        {
            return Some((Some(before.clone()), side, ParsedAnswer::Unread(Unread::List)));
        }
        label = label.or(named);
        match parsed {
            ParsedAnswer::Number(written) => {
                numbers.push(Readings { all: vec![Some(*written)], question: None })
            }
            ParsedAnswer::Doubtful { readings, question } => numbers
                .push(Readings { all: readings.into_iter().map(Some).collect(), question: Some(question) }),
            ParsedAnswer::Unread(_)
                if part.contains(char::is_alphabetic) && part.contains(char::is_numeric) =>
            {
                question = Some(Unread::Beside((*part).to_owned()));
                continue;
            }
            ParsedAnswer::Words | ParsedAnswer::Unread(_) if part.contains(char::is_alphabetic) => continue,
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

const BETWEEN: [&str; 6] = [" or ", " i.e. ", " ie ", " resp. ", " bzw. ", " d.h. "];

/// Splits an answer at semicolons, commas and the like outside brackets; at commas between digits only if `closer`.
fn divided(text: &str, closer: bool) -> Vec<&str> {
    let (mut parts, mut start, mut depth) = (Vec::new(), 0, 0_usize);
    let mut put = |from: usize, to: usize| parts.push(text.get(from..to).unwrap_or_default().trim());
    for (at, c) in text.char_indices() {
        let rest = text.get(at..).unwrap_or_default();
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            _ if depth > 0 => {}
            ';' | '\n' => {
                put(start, at);
                start = at + 1;
            }
            ',' if closer || !rest.chars().nth(1).is_some_and(|c| c.is_ascii_digit()) => {
                put(start, at);
                start = at + 1;
            }
            ' ' if at >= start => {
                if let Some(word) = BETWEEN.iter().find(|word| rest.starts_with(**word)) {
                    put(start, at);
                    start = at + word.len();
                }
            }
            _ => {}
        }
    }
    put(start, text.len());
    parts.into_iter().filter(|part| !part.is_empty()).collect()
}
