//! A CSV of answers: wide, with a row for each student as a form or a learning platform writes it, or tall, the lines of one
//! sheet.

use super::layout::{bare, is_label};
use super::plain::read_sheet;
use super::{AnswerSheet, Entry};
use crate::recipe::folded;

/// Names of the column that says who wrote the row.
const STUDENT: [&str; 14] = [
    "student",
    "student id",
    "id",
    "name",
    "full name",
    "your name",
    "username",
    "user name",
    "id number",
    "email",
    "email address",
    "e-mail",
    "matrikelnummer",
    "vollständiger name",
];

/// Names of the columns with the two parts of a name.
const PARTS: [[&str; 4]; 2] =
    [["first name", "firstname", "given name", "vorname"], ["surname", "last name", "lastname", "nachname"]];

/// Names of columns with a whole sheet in each cell.
const SHEET: [&str; 3] = ["online text", "onlinetext", "texteingabe online"];

/// Whether a file is a wide CSV by its name.
pub fn is_wide(name: &str) -> bool {
    let name = name.to_lowercase();
    [".csv", ".tsv"].iter().any(|ending| name.ends_with(ending))
}

/// Whether a text is a table with a row for each student, whatever its file is called: a spreadsheet saves such a one as
/// text with tabs.
pub(super) fn is_table_of_students(text: &str) -> bool {
    let head = text.trim_start_matches('\u{feff}').lines().find(|line| !line.trim().is_empty());
    head.is_some_and(|head| {
        let cells: Vec<String> = head.split('\t').map(|cell| folded(cell.trim_matches('"'))).collect();
        cells.len() > 2 && cells.iter().any(|cell| STUDENT.contains(&cell.as_str()))
    })
}

/// Reads the rows of a wide CSV as sheets: the header holds the labels. A tall one is one sheet.
pub fn read_wide(name: &str, text: &str) -> Vec<AnswerSheet> {
    let text = text.trim_start_matches('\u{feff}');
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(delimiter(text))
        .has_headers(false)
        .flexible(true)
        .trim(csv::Trim::All)
        .from_reader(text.as_bytes());
    // The reader takes any bytes, and these are text.
    let rows: Vec<csv::StringRecord> = reader.records().flatten().collect();
    let Some((header, rows)) = rows.split_first() else { return Vec::new() };
    let header: Vec<String> = header.iter().map(str::to_owned).collect();
    let is = |label: &String, words: &[&str]| words.contains(&folded(label).as_str());
    let column = |words: &[&str]| header.iter().position(|label| is(label, words));
    let student = STUDENT.iter().find_map(|word| column(&[word]));
    let parts = PARTS.map(|words| column(&words));
    // “student, s1” above labels is the head of one sheet; above names of students it is that of a table.
    let labels =
        || header.len() == 2 && rows.iter().any(|row| row.get(0).is_some_and(|cell| cell.contains('(')));
    if (student.is_none() || labels()) && parts == [None, None] && is_tall(&header, rows) {
        return vec![tall(name, &header, rows)];
    }
    let has_responses = header.iter().any(|label| is_response(label));
    let heads = [student, column(&["exercise"]), column(&["seed"]), parts[0], parts[1]];
    let mut sheets = Vec::new();
    for (number, row) in (1..).zip(rows) {
        let line = row.position().map_or(number + 1, csv::Position::line);
        let cell = |column: Option<usize>| {
            column.and_then(|column| row.get(column)).filter(|cell| !cell.is_empty()).map(str::to_owned)
        };
        let named: Vec<String> = parts.into_iter().filter_map(cell).collect();
        let student = Some(named.join(" ")).filter(|name| !name.is_empty());
        // A number of the platform tells less than a name, but an id that the course chose tells more.
        let student = cell(heads[0]).or(student);
        let mut sheet = AnswerSheet {
            name: match &student {
                Some(student) => format!("{name}, row {number} ({student})"),
                None => format!("{name}, row {number}"),
            },
            student,
            exercise: cell(heads[1]),
            seed: cell(heads[2]),
            ..AnswerSheet::default()
        };
        for (at, cell) in
            row.iter().enumerate().filter(|(at, cell)| !heads.contains(&Some(*at)) && !cell.is_empty())
        {
            let label = header.get(at).cloned().unwrap_or_default();
            if is(&label, &SHEET) {
                let inside = read_sheet(&sheet.name, cell);
                sheet.entries.extend(inside.entries.into_iter().map(|entry| Entry { line, ..entry }));
                continue;
            }
            let (number, text) = (numbered(&label, has_responses), cell.to_owned());
            sheet.entries.push(Entry { line, number, label, answer: text.clone(), text, is_column: true });
        }
        if !sheet.entries.is_empty() || sheet.student.is_some() {
            sheets.push(sheet);
        }
    }
    sheets
}

/// Whether a column holds what a student answered to a question of a quiz: `Response 1`.
fn is_response(label: &str) -> bool {
    let label = folded(label);
    ["response ", "answer ", "antwort "].iter().any(|word| label.starts_with(word))
}

/// The number of a question in the head of a column. Of a quiz, it is that of the response, not of the question itself, and
/// a number with the points behind it is that of the points.
fn numbered(label: &str, has_responses: bool) -> Option<usize> {
    let (before, rest) = bare(label);
    let number = before.number.or_else(|| label.trim().parse().ok().filter(|_| label.trim().len() < 3));
    number.filter(|_| !rest.trim_start().starts_with('/') && (!has_responses || is_response(label)))
}

/// Columns of a sheet that was saved as CSV.
const TALL: usize = 4;

/// Whether the rows are the lines of one sheet: their first cells are labels.
fn is_tall(header: &[String], rows: &[csv::StringRecord]) -> bool {
    let first = rows.iter().filter_map(|row| row.get(0)).filter(|cell| !cell.is_empty());
    let (mut labels, mut others) = (0, 0);
    first.for_each(|cell| if is_label(cell) { labels += 1 } else { others += 1 });
    header.len() > 1 && header.len() <= TALL && labels > others
}

/// The lines of one sheet. The first row may be one of them.
fn tall(name: &str, header: &[String], rows: &[csv::StringRecord]) -> AnswerSheet {
    let own = |row: Vec<&str>| row.join("\t");
    let head = header.iter().map(String::as_str).collect::<Vec<_>>();
    let is_line = header.first().is_some_and(|cell| is_label(cell) || HEADS.contains(&folded(cell).as_str()));
    let head = if is_line { own(head) } else { String::new() };
    let rows = rows.iter().map(|row| own(row.iter().collect()));
    read_sheet(name, &std::iter::once(head).chain(rows).collect::<Vec<_>>().join("\n"))
}

const HEADS: [&str; 4] = ["exercise", "student", "name", "seed"];

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
        for text in [
            "student;P(Yes);class
s1;0,64;Yes
s2;;No
",
            "student,P(Yes),class
s1,\"0,64\",Yes
s2,,No",
        ] {
            let sheets = read_wide("w.csv", text);
            let first: Vec<(&str, &str)> =
                sheets[0].entries.iter().map(|entry| (entry.label.as_str(), entry.answer.as_str())).collect();
            assert_eq!(first, [("P(Yes)", "0,64"), ("class", "Yes")]);
            assert_eq!(sheets[1].student.as_deref(), Some("s2"));
            assert_eq!(sheets[1].entries.len(), 1);
        }
    }

    #[test]
    fn a_name_in_two_columns_is_one() {
        let text = "\"First name\",Surname,\"Response 1\"\nAda,Lovelace,9/14\n";
        let sheets = read_wide("w.csv", text);
        assert_eq!(sheets[0].student.as_deref(), Some("Ada Lovelace"));
        assert_eq!(sheets[0].entries[0].number, Some(1));
    }

    #[test]
    fn a_csv_of_labels_and_answers_is_one_sheet() {
        for text in [
            "student,s1\nP(Yes),9/14\nP(Sunny|Yes),3/9\nclass,Yes\n",
            "step;answer\nP(Yes);9/14\nP(Sunny|Yes);0,33\nclass;Yes",
        ] {
            let sheets = read_wide("s1.csv", text);
            let labels: Vec<&str> = sheets[0].entries.iter().map(|entry| entry.label.as_str()).collect();
            assert_eq!((sheets.len(), labels), (1, vec!["P(Yes)", "P(Sunny|Yes)", "class"]), "{text}");
        }
        assert_eq!(read_wide("w.csv", "P(Yes),class\n9/14,Yes\n0.6,No\n").len(), 2);
        assert!(is_table_of_students("id\tP(Yes)\tclass\n"));
        assert!(!is_table_of_students("P(Yes)\t9/14\n"));
    }
}
