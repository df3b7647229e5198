//! The causes of a sheet, the most likely first, and a description of each that does not depend on the numbers.

use super::GradedSheet;
use crate::practice::diagnosis::Finding;
use crate::practice::mark::Verdict;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cause {
    pub tag: &'static str,
    /// The numbers of the lines that it explains, from 1.
    pub lines: Vec<usize>,
}

/// The causes of a sheet, the most likely first: the findings of the diagnosis, by how many lines they explain and how
/// probably; then the causes of single lines. All reports on a class use this.
pub fn causes_of(sheet: &GradedSheet) -> Vec<Cause> {
    let mut findings: Vec<(f64, &Finding)> = Vec::new();
    for finding in &sheet.diagnosis.findings {
        findings.push((finding.lines.iter().map(|line| line.posterior).sum(), finding));
    }
    findings.sort_by(|a, b| b.0.total_cmp(&a.0));
    let cause = |(_, finding): &(f64, &Finding)| Cause { tag: finding.tag, lines: finding.numbers() };
    let mut found: Vec<Cause> = findings.iter().map(cause).collect();
    let explained = |number: usize| found.iter().any(|cause| cause.lines.contains(&number));
    let wrong = sheet.lines.iter().filter(|line| line.is(Verdict::Wrong) && !explained(line.number));
    let mut left: Vec<(usize, &[&'static str])> =
        wrong.map(|line| (line.number, line.marked.causes.as_slice())).collect();
    while let Some(tag) = most_likely(&left) {
        let lines = left.iter().filter(|(_, causes)| causes.contains(&tag)).map(|(number, _)| *number);
        found.push(Cause { tag, lines: lines.collect() });
        left.retain(|(_, causes)| !causes.contains(&tag));
    }
    found
}

/// The cause of the most lines; on a tie, the one that is named first on more of them.
fn most_likely(lines: &[(usize, &[&'static str])]) -> Option<&'static str> {
    let mut counted: Vec<(&'static str, usize, usize)> = Vec::new();
    for (_, causes) in lines {
        for (place, tag) in causes.iter().enumerate() {
            let first = usize::from(place == 0);
            match counted.iter_mut().find(|(known, ..)| known == tag) {
                Some((_, many, firsts)) => (*many, *firsts) = (*many + 1, *firsts + first),
                None => counted.push((tag, 1, first)),
            }
        }
    }
    // On a tie, the one that was found first.
    counted.iter().rev().max_by_key(|(_, many, firsts)| (*many, *firsts)).map(|(tag, ..)| *tag)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cause_of_the_most_lines_comes_first() {
        let lines: [(usize, &[&'static str]); 4] =
            [(1, &["B4", "S1"]), (2, &["S1"]), (4, &["S1", "B5"]), (6, &["B9"])];
        assert_eq!(most_likely(&lines), Some("S1"));
        // With as many lines: the one that is named first on more of them, then the one that was found first.
        assert_eq!(most_likely(&[(1, &["B4", "S1"]), (2, &["B4", "S1"])]), Some("B4"));
        assert_eq!(most_likely(&[(1, &["B4"]), (2, &["S1"])]), Some("B4"));
        assert_eq!(most_likely(&[(1, &[])]), None);
    }
}
