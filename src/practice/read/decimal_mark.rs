//! Whether the decimals of an answer, and of a whole sheet, have a point or a comma.

use super::Unread;
use super::clean::{clean, plain_text, sides};
use crate::table::may_divide_thousands;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DecimalMark {
    /// 0.33
    Point,
    /// 0,33
    Comma,
    /// There are commas, and each of them may divide thousands: 1,234.
    Unclear,
}

impl DecimalMark {
    /// The mark of a sheet: a comma if a comma stands before a digit anywhere and a point nowhere does.
    pub fn of<'a>(answers: impl IntoIterator<Item = &'a str>) -> DecimalMark {
        let (mut point, mut comma, mut sure) = (false, false, false);
        for answer in answers {
            for side in numbers(answer) {
                point |= marks(&side, '.').next().is_some();
                for at in marks(&side, ',') {
                    comma = true;
                    sure |= !may_divide_here(&side, at);
                }
            }
        }
        match (point, comma, sure) {
            (true, _, _) | (_, false, _) => DecimalMark::Point,
            (_, _, true) => DecimalMark::Comma,
            _ => DecimalMark::Unclear,
        }
    }

    /// The side of an answer with points for decimal marks. A comma that can divide no thousands is a decimal mark on any
    /// sheet.
    pub(super) fn pointed(self, side: &str) -> Result<String, Unread> {
        let commas: Vec<usize> = marks(side, ',').collect();
        let points: Vec<usize> = marks(side, '.').collect();
        let (mark, found, is_own) = match (commas.is_empty(), points.is_empty()) {
            (true, true) => return Ok(side.to_owned()),
            (false, false) => return Err(Unread::BothMarks),
            (true, false) => ('.', points, self != DecimalMark::Comma),
            (false, true) => (',', commas, self == DecimalMark::Comma),
        };
        let is_sure = is_own || found.iter().any(|at| !may_divide_here(side, *at));
        let twice = found.iter().find(|at| digits_from(side, **at + 1).1 == Some(mark));
        if let Some(at) = twice.or(found.first().filter(|_| !is_sure)) {
            return Err(Unread::Thousands(number_at(side, *at)));
        }
        Ok(side.char_indices().map(|(at, c)| if found.contains(&at) { '.' } else { c }).collect())
    }
}

/// The numbers that a text with marks in it may be, where it is not clear which of them divide thousands.
pub(super) fn divided_and_not(side: &str) -> Vec<String> {
    let without = |mark: char| -> String {
        let found: Vec<usize> = marks(side, mark).collect();
        side.char_indices().filter(|(at, _)| !found.contains(at)).map(|(_, c)| c).collect()
    };
    let divides =
        |mark: char| marks(side, mark).all(|at| may_divide_here(side, at) || goes_on(side, at, mark));
    let (comma, point) = (marks(side, ',').count(), marks(side, '.').count());
    match (comma, point) {
        (1, 0) if divides(',') => vec![side.replace(',', "."), without(',')],
        (0, 1) if divides('.') => vec![side.to_owned(), without('.')],
        (2.., 0) if divides(',') => vec![without(',')],
        (0, 2..) if divides('.') => vec![without('.')],
        (1.., 1) if divides(',') => vec![without(',')],
        (1, 1..) if divides('.') => vec![without('.').replace(',', ".")],
        _ => Vec::new(),
    }
}

/// Whether three digits stand before the mark there and behind it, and the same mark before those: 1,234,567.
fn goes_on(side: &str, at: usize, mark: char) -> bool {
    let mut before = side.get(..at).unwrap_or_default().chars().rev();
    let digits = before.by_ref().take(3).filter(char::is_ascii_digit).count();
    digits == 3 && before.next() == Some(mark) && digits_from(side, at + 1).0 == 3
}

/// The sides of an answer that are no label, with their characters made one.
fn numbers(answer: &str) -> Vec<String> {
    let answer = plain_text(answer);
    let unnamed = sides(&answer).into_iter().filter(|side| !side.contains('|'));
    unnamed.filter_map(|side| clean(side).ok()).collect()
}

fn marks(text: &str, mark: char) -> impl Iterator<Item = usize> + '_ {
    let before = std::iter::once(' ').chain(text.chars());
    let around = text.char_indices().zip(text.chars().skip(1)).zip(before);
    let is_mark = move |((at, c), next): ((usize, char), char), before: char| {
        (c == mark && next.is_ascii_digit() && !before.is_alphabetic()).then_some(at)
    };
    around.filter_map(move |(pair, before)| is_mark(pair, before))
}

fn digits_from(text: &str, at: usize) -> (usize, Option<char>) {
    let rest = text.get(at..).unwrap_or_default();
    let digits = rest.chars().take_while(char::is_ascii_digit).count();
    (digits, rest.chars().nth(digits))
}

fn may_divide_here(text: &str, at: usize) -> bool {
    let before = text.get(..at).unwrap_or_default();
    let kept = before.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    let whole = before.get(kept..).unwrap_or_default();
    let rest = text.get(at + 1..).unwrap_or_default();
    let rest = rest.split(|c: char| !c.is_ascii_digit()).next().unwrap_or_default();
    may_divide_thousands(whole.as_bytes(), rest.as_bytes())
}

fn number_at(text: &str, at: usize) -> String {
    let part = |c: &char| c.is_ascii_digit() || matches!(c, '.' | ',');
    let before: Vec<char> = text.get(..at).unwrap_or_default().chars().rev().take_while(part).collect();
    let after = text.get(at..).unwrap_or_default().chars().take_while(part);
    before.into_iter().rev().chain(after).collect()
}
