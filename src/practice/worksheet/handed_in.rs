//! Answers that are handed in from the screen, and those whose mark a student does not believe.

use super::Worksheet;
use crate::practice::read::sides;
use crate::practice::{DecimalMark, HandedIn, Verdict};

impl Worksheet {
    /// Takes down that the student thinks the answer of a line is right, or takes it back; `None` where it was taken as
    /// right.
    pub fn dispute(&mut self, at: usize) -> Option<bool> {
        let line = self.lines.get_mut(at)?;
        matches!(line.verdict(), Some(Verdict::Wrong | Verdict::Unmarked)).then(|| {
            line.disputed = !line.disputed;
            line.disputed
        })
    }

    /// The answers so far, with the lines that are still empty. On screen each was read by its own decimal mark, and a
    /// sheet has one: where they differ it is the point, so that the sheet is marked as the screen was.
    pub fn handed_in(&self) -> Vec<HandedIn> {
        let lines = || self.lines.iter().zip(&self.questions.list).filter(|(line, _)| line.blank);
        let typed = lines().filter_map(|(line, _)| line.told.as_ref());
        let typed: Vec<&str> = typed.map(|told| told.answer.typed.as_str()).collect();
        let of_sheet = DecimalMark::of(typed.iter().copied());
        let mixed = typed.iter().any(|answer| has_comma(answer) && DecimalMark::of([*answer]) != of_sheet);
        lines()
            .map(|(line, question)| {
                let typed = line.told.as_ref().map_or("", |told| told.answer.typed.as_str());
                let comma = mixed && DecimalMark::of([typed]) == DecimalMark::Comma;
                HandedIn {
                    label: question.name.clone(),
                    answer: if comma { with_points(typed) } else { typed.to_owned() },
                    disputed: line.disputed,
                }
            })
            .collect()
    }
}

/// Whether it is read otherwise on a sheet with another mark.
fn has_comma(answer: &str) -> bool {
    DecimalMark::of([answer]) != DecimalMark::Point
}

/// An answer with decimal commas, with points. What stands before it and names a number stays as it is.
fn with_points(answer: &str) -> String {
    let mut out = answer.to_owned();
    for side in sides(answer).into_iter().filter(|side| !side.contains('|')) {
        let next = side.chars().skip(1).map(Some).chain([None]);
        let point = |(c, next): (char, Option<char>)| {
            if c == ',' && next.is_some_and(|next| next.is_ascii_digit()) { '.' } else { c }
        };
        let pointed: String = side.chars().zip(next).map(point).collect();
        out = out.replace(side, &pointed);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::with_points;

    #[test]
    fn only_the_commas_of_numbers_become_points() {
        for (comma, point) in [
            ("0,33", "0.33"),
            ("P(a=1,5 | c) = 0,5 * 0,25 = 0,125", "P(a=1,5 | c) = 0.5 * 0.25 = 0.125"),
            ("cov(a, b) = ,5", "cov(a, b) = .5"),
            ("3/9", "3/9"),
        ] {
            assert_eq!(with_points(comma), point);
        }
    }
}
