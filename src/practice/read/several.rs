//! Several numbers in one answer: a chain of equal signs, or values side by side. They are one answer where they are equal.

use super::doubt::{Readings, readings};
use super::{DecimalMark, ParsedAnswer, Unread, Written, one};
use crate::recipe::folded;

/// Ways to read all parts of an answer together that are looked at.
const WAYS: usize = 32;

/// Parts of an answer that are looked at.
const PARTS: usize = 40;

/// What a chain of equal signs says: its last side, or an exact one before it that it agrees with, which says more.
pub(super) fn chain(sides: &[&str], mark: DecimalMark) -> ParsedAnswer {
    let read: Result<Vec<Readings>, Unread> = sides.iter().map(|side| readings(side, mark)).collect();
    match read {
        Ok(read) => settled(&read, |all| equal(sides, all)),
        Err(why) => ParsedAnswer::Unread(why),
    }
}

/// What the parts say together. Where one of them can be read in several ways, another may tell which is meant.
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

/// The number that a chain of equal signs names; `None` where all are 0/0.
fn equal(sides: &[&str], read: Vec<Option<Written>>) -> Result<Option<Written>, Unread> {
    if read.iter().all(Option::is_none) {
        return Ok(None);
    }
    let Some(written) = read.into_iter().collect::<Option<Vec<Written>>>() else {
        let text = |side: Option<&&str>| (*side.unwrap_or(&"")).to_owned();
        return Err(Unread::NotEqual { left: text(sides.first()), right: text(sides.last()) });
    };
    for pair in written.windows(2) {
        if let [left, right] = pair
            && !written.iter().any(|side| side.says_same(right) && !std::ptr::eq(side, right))
        {
            return Err(Unread::NotEqual { left: left.read_as(), right: right.read_as() });
        }
    }
    // The last side is the answer; an exact one before it that it agrees with says more.
    let last = written.last().cloned().ok_or(Unread::Empty)?;
    let exact = written.into_iter().find(|side| !side.has_decimals() && side.says_same(&last));
    Ok(Some(exact.unwrap_or(last)))
}

/// What an answer says that has several values side by side: `5/18, 0.2778`; `None` where it has only one.
pub(super) fn said_again(text: &str, mark: DecimalMark) -> Option<(Option<String>, String, ParsedAnswer)> {
    let parts = divided(text, false);
    let found = (parts.len() > 1).then(|| together(&parts, mark)).flatten();
    let is_number =
        |found: &(Option<String>, String, ParsedAnswer)| matches!(found.2, ParsedAnswer::Number(_));
    if found.as_ref().is_some_and(is_number) {
        return found;
    }
    // 5/18,0.2778 and 5/18 0.2778 are two only where they agree.
    let closer = divided(text, true);
    let by_comma = (closer.len() > parts.len()).then(|| together(&closer, mark)).flatten();
    let closer = by_comma.filter(is_number).or_else(|| at_blank(text, mark).filter(is_number));
    closer.or(found)
}

fn at_blank(text: &str, mark: DecimalMark) -> Option<(Option<String>, String, ParsedAnswer)> {
    let found = one(text, mark);
    if !matches!(found.2, ParsedAnswer::Unread(Unread::SideBySide { .. } | Unread::BothMarks)) {
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

/// What values side by side say; `None` where no part is a number.
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
                question = Some(Unread::Beside { text: (*part).to_owned() });
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

/// Words that stand between two ways to write one number.
const BETWEEN: [&str; 6] = [" or ", " i.e. ", " ie ", " resp. ", " bzw. ", " d.h. "];

/// The parts of an answer between semicolons, commas and the like that stand outside brackets; at commas between digits
/// only where these are asked for.
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
