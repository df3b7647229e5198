//! Plain text sheets: `label = answer`, line by line.

use super::{AnswerSheet, Entry};
use crate::practice::read::sides;
use crate::recipe::folded;

/// Reads a sheet. Lines end as any system ends them; `#` begins a comment.
pub fn read_sheet(name: &str, text: &str) -> AnswerSheet {
    let mut sheet = AnswerSheet { name: name.to_owned(), ..AnswerSheet::default() };
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.split('#').next().unwrap_or_default().trim();
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

/// The label and the answer. What divides them is the first equal sign outside brackets, else the first colon.
fn divided(line: &str) -> (&str, &str) {
    let equals = ['=', '≈', '＝', '~'];
    let first = sides(line).into_iter().next().unwrap_or_default();
    let rest = line.get(first.len()..).unwrap_or_default().trim_start();
    if let Some(answer) = rest.strip_prefix(equals).filter(|_| line.starts_with(first)) {
        return (first, answer.trim());
    }
    match line.split_once(':') {
        // 3 : 9 is a number.
        Some((label, answer)) if label.chars().any(char::is_alphabetic) => (label.trim(), answer.trim()),
        _ => ("", line),
    }
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
            ("3 : 9", "", "3 : 9"),
            ("I do not know", "", "I do not know"),
            ("= 4", "", "= 4"),
        ] {
            assert_eq!(divided(line), (label, answer), "{line}");
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
}
