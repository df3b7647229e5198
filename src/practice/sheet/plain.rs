//! How sheets are read: plain text, `label = answer` line by line, and wide CSV, a row for each student, as a form writes it.

use super::{AnswerSheet, Entry};
use crate::practice::read::sides;
use crate::recipe::folded;

/// Reads a sheet. Lines end as any system ends them; `#` begins a comment, but none in brackets and quotes or behind a
/// letter, where it belongs to a name such as `C#`.
pub fn read_sheet(name: &str, text: &str) -> AnswerSheet {
    let mut sheet = AnswerSheet { name: name.to_owned(), ..AnswerSheet::default() };
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    for (number, line) in (1..).zip(text.lines()) {
        let line = without_comment(line).trim();
        if line.is_empty() || head(&mut sheet, line) {
            continue;
        }
        let (label, answer) = divided(line);
        sheet.entries.push(Entry {
            line: number,
            label: label.to_owned(),
            answer: answer.to_owned(),
            is_column: false,
        });
    }
    sheet
}

/// Whether a text begins as a sheet does: its first line names an exercise. A header of a CSV that happens to begin so
/// has more than one name.
pub fn is_sheet(text: &str) -> bool {
    let text = text.trim_start_matches('\u{feff}');
    let mut lines = text.lines().map(|line| without_comment(line).trim());
    let mut sheet = AnswerSheet::default();
    lines.find(|line| !line.is_empty()).is_some_and(|line| head(&mut sheet, line))
        && sheet.exercise.is_some_and(|id| !id.contains([',', ';', '\t', '|']))
}

/// The line up to its comment.
fn without_comment(line: &str) -> &str {
    let (mut depth, mut quoted, mut before) = (0_usize, false, ' ');
    for (at, c) in line.char_indices() {
        match c {
            '"' => quoted = !quoted,
            '(' | '[' if !quoted => depth += 1,
            ')' | ']' if !quoted => depth = depth.saturating_sub(1),
            '#' if !quoted && depth == 0 && !before.is_alphabetic() => return line.get(..at).unwrap_or(line),
            _ => {}
        }
        before = c;
    }
    line
}

/// Takes a line that says whose sheet it is, or of what; whether it was one.
fn head(sheet: &mut AnswerSheet, line: &str) -> bool {
    let Some((word, value)) = line.split_once(':') else { return false };
    let slot = match folded(word).as_str() {
        "exercise" => &mut sheet.exercise,
        "student" | "name" => &mut sheet.student,
        "seed" => &mut sheet.seed,
        _ => return false,
    };
    *slot = Some(value.trim().to_owned()).filter(|value| !value.is_empty());
    true
}

/// The label and the answer. What divides them is the first equal sign or colon outside brackets.
fn divided(line: &str) -> (&str, &str) {
    let first = sides(line).into_iter().next().unwrap_or_default();
    // 3 : 9 is a number.
    let colon = colon(first).filter(|(label, _)| label.chars().any(char::is_alphabetic));
    if let Some((label, _)) = colon {
        let answer = line.get(label.len()..).unwrap_or_default();
        return (label.trim(), answer.trim_start_matches([':', ' ', '\t']).trim());
    }
    // What follows the first side is the sign that divides.
    let mut rest = line.strip_prefix(first).unwrap_or_default().trim_start().chars();
    if rest.next().is_some() { (first, rest.as_str().trim()) } else { ("", line) }
}

/// What stands before and behind the first colon outside brackets.
fn colon(text: &str) -> Option<(&str, &str)> {
    let mut depth = 0_usize;
    let at = text.char_indices().find_map(|(at, c)| {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        (c == ':' && depth == 0).then_some(at)
    });
    text.split_at_checked(at?)
}

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
    fn a_line_is_divided_at_the_first_equal_sign_outside_brackets() {
        for (line, label, answer) in [
            ("P(Yes) = 9/14", "P(Yes)", "9/14"),
            ("P(Outlook=Sunny | Yes)=0,33", "P(Outlook=Sunny | Yes)", "0,33"),
            ("score(Yes) = 3/9 * 9/14 = 3/14", "score(Yes)", "3/9 * 9/14 = 3/14"),
            ("class: Yes", "class", "Yes"),
            ("P(Yes) =", "P(Yes)", ""),
            ("P(Yes): 9/14 = 0.64", "P(Yes)", "9/14 = 0.64"),
            ("P(Yes) ≃ 0.64", "P(Yes)", "0.64"),
            ("3 : 9", "", "3 : 9"),
            ("I do not know", "", "I do not know"),
            ("= 4", "", "= 4"),
        ] {
            assert_eq!(divided(line), (label, answer), "{line}");
        }
    }

    #[test]
    fn a_name_may_have_the_sign_of_a_comment() {
        for (line, rest) in [
            ("P(C#) = 1/2 # sure", "P(C#) = 1/2 "),
            ("P(\"# rooms\"=3 | C#) = 0.5# sure", "P(\"# rooms\"=3 | C#) = 0.5"),
            ("class = C#", "class = C#"),
            ("# P(Yes) = 1", ""),
            ("P(Yes) = (1 + 2 # lost", "P(Yes) = (1 + 2 # lost"),
        ] {
            assert_eq!(without_comment(line), rest);
        }
    }

    #[test]
    fn heads_and_comments_are_no_answers() {
        let sheet =
            read_sheet("s", "Exercise: w\r\nstudent:\ts01\r\n# nothing\r\nP(Yes) = 1 # sure\rclass = Yes");
        assert_eq!((sheet.exercise.as_deref(), sheet.student.as_deref()), (Some("w"), Some("s01")));
        let lines: Vec<u64> = sheet.entries.iter().map(|entry| entry.line).collect();
        assert_eq!(lines, [4, 5]);
    }

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
}
