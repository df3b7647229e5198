//! Whether a sheet writes its decimals with a point or a comma.

use super::clean::clean;
use super::latex;
use super::sides::sides;
use super::unread::Unread;
use crate::table::may_divide_thousands;

/// The decimal mark of a sheet.
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

    /// The side of an answer with points for decimal marks.
    ///
    /// # Errors
    /// When it has both marks, or one that may divide thousands, or the mark of another sheet.
    pub(super) fn pointed(self, side: &str) -> Result<String, Unread> {
        let commas: Vec<usize> = marks(side, ',').collect();
        let points: Vec<usize> = marks(side, '.').collect();
        let Some(first) = commas.first() else {
            let twice = points.iter().find(|at| digits_from(side, **at + 1).1 == Some('.'));
            return match twice.or(points.first().filter(|_| self == DecimalMark::Comma)) {
                Some(at) => Err(Unread::Thousands { text: number_at(side, *at) }),
                None => Ok(side.to_owned()),
            };
        };
        if !points.is_empty() || self == DecimalMark::Point {
            return Err(Unread::BothMarks);
        }
        let twice = commas.iter().find(|at| digits_from(side, **at + 1).1 == Some(','));
        if let Some(at) = twice.or(Some(first).filter(|_| self == DecimalMark::Unclear)) {
            return Err(Unread::Thousands { text: number_at(side, *at) });
        }
        Ok(side.char_indices().map(|(at, c)| if commas.contains(&at) { '.' } else { c }).collect())
    }
}

/// The sides of an answer that are no label, with their characters made one.
fn numbers(answer: &str) -> Vec<String> {
    let answer = latex::plain(answer);
    let unnamed = sides(&answer).into_iter().filter(|side| !side.contains('|'));
    unnamed.filter_map(|side| clean(side).ok()).collect()
}

/// Where a mark stands right before a digit.
fn marks(text: &str, mark: char) -> impl Iterator<Item = usize> + '_ {
    let pairs = text.char_indices().zip(text.chars().skip(1));
    pairs.filter(move |((_, c), next)| *c == mark && next.is_ascii_digit()).map(|((at, _), _)| at)
}

/// How many digits begin there, and what follows them.
fn digits_from(text: &str, at: usize) -> (usize, Option<char>) {
    let rest = text.get(at..).unwrap_or_default();
    let digits = rest.chars().take_while(char::is_ascii_digit).count();
    (digits, rest.chars().nth(digits))
}

/// Whether the mark there may divide thousands, by the digits around it.
fn may_divide_here(text: &str, at: usize) -> bool {
    let before = text.get(..at).unwrap_or_default();
    let kept = before.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    let whole = before.get(kept..).unwrap_or_default();
    let rest = text.get(at + 1..).unwrap_or_default();
    let rest = rest.split(|c: char| !c.is_ascii_digit()).next().unwrap_or_default();
    may_divide_thousands(whole.as_bytes(), rest.as_bytes())
}

/// The number around a mark.
fn number_at(text: &str, at: usize) -> String {
    let part = |c: &char| c.is_ascii_digit() || matches!(c, '.' | ',');
    let before: Vec<char> = text.get(..at).unwrap_or_default().chars().rev().take_while(part).collect();
    let after = text.get(at..).unwrap_or_default().chars().take_while(part);
    before.into_iter().rev().chain(after).collect()
}
