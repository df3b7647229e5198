//! Wide CSV: a row for each student, as a form writes it.

use super::{AnswerSheet, Entry};
use crate::recipe::folded;

/// Names of the column that says who wrote the row.
const STUDENT: [&str; 8] =
    ["student", "student id", "id", "name", "username", "user name", "email", "email address"];

/// Whether a file is a wide CSV by its name.
pub fn is_wide(name: &str) -> bool {
    let name = name.to_lowercase();
    [".csv", ".tsv"].iter().any(|ending| name.ends_with(ending))
}

/// Reads the rows of a wide CSV as sheets: the header holds the labels.
pub fn read_wide(name: &str, text: &str) -> Vec<AnswerSheet> {
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(delimiter(text))
        .has_headers(false)
        .flexible(true)
        .trim(csv::Trim::All)
        .from_reader(text.as_bytes());
    // The reader takes any bytes, and these are text.
    let mut rows = reader.records().flatten();
    let Some(header) = rows.next() else { return Vec::new() };
    let header: Vec<String> = header.iter().map(str::to_owned).collect();
    let is = |label: &String, words: &[&str]| words.contains(&folded(label).as_str());
    let column = |words: &[&str]| header.iter().position(|label| is(label, words));
    let heads = [STUDENT.iter().find_map(|word| column(&[word])), column(&["exercise"]), column(&["seed"])];
    let mut sheets = Vec::new();
    for (number, row) in (1..).zip(rows) {
        let line = row.position().map_or(number + 1, csv::Position::line);
        let head = |at: usize| {
            let cell = heads.get(at).copied().flatten().and_then(|column| row.get(column));
            cell.filter(|cell| !cell.is_empty()).map(str::to_owned)
        };
        let mut sheet = AnswerSheet {
            name: match head(0) {
                Some(student) => format!("{name}, row {number} ({student})"),
                None => format!("{name}, row {number}"),
            },
            student: head(0),
            exercise: head(1),
            seed: head(2),
            ..AnswerSheet::default()
        };
        for (at, cell) in
            row.iter().enumerate().filter(|(at, cell)| !heads.contains(&Some(*at)) && !cell.is_empty())
        {
            let label = header.get(at).cloned().unwrap_or_default();
            sheet.entries.push(Entry { line, label, answer: cell.to_owned(), is_column: true });
        }
        if !sheet.entries.is_empty() || sheet.student.is_some() {
            sheets.push(sheet);
        }
    }
    sheets
}

/// What divides the cells of the header: the sign that stands there most often outside quotes and brackets.
fn delimiter(text: &str) -> u8 {
    let header = text.lines().next().unwrap_or_default();
    let count = |wanted: char| {
        let (mut quoted, mut depth, mut found) = (false, 0_u32, 0);
        for c in header.chars() {
            match c {
                '"' => quoted = !quoted,
                '(' => depth += 1,
                ')' => depth = depth.saturating_sub(1),
                c if c == wanted && !quoted && depth == 0 => found += 1,
                _ => {}
            }
        }
        found
    };
    let all = [(b';', count(';')), (b'\t', count('\t')), (b',', count(','))];
    all.into_iter().rev().max_by_key(|(_, found)| *found).map_or(b',', |(sign, _)| sign)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_a_sheet_whatever_divides_the_cells() {
        for text in
            ["student;P(Yes);class\ns1;0,64;Yes\ns2;;No\n", "student,P(Yes),class\ns1,\"0,64\",Yes\ns2,,No"]
        {
            let sheets = read_wide("w.csv", text);
            let first: Vec<(&str, &str)> =
                sheets[0].entries.iter().map(|entry| (entry.label.as_str(), entry.answer.as_str())).collect();
            assert_eq!(first, [("P(Yes)", "0,64"), ("class", "Yes")]);
            assert_eq!(sheets[1].student.as_deref(), Some("s2"));
            assert_eq!(sheets[1].entries.len(), 1);
        }
    }
}
