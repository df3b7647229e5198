//! A table of answers: a CSV with one answer on each row, and columns for the student, the step and the answer.

use super::layout::bare;
use super::{AnswerSheet, Entry};
use crate::recipe::folded;

/// The columns of a table of answers; `step` and `answer` are required.
pub const COLUMNS: &str = "student, exercise, seed, step, answer";

pub fn is_table(name: &str) -> bool {
    let name = name.to_lowercase();
    [".csv", ".tsv"].iter().any(|ending| name.ends_with(ending))
}

/// Reads a table of answers as sheets: the rows of one student, exercise and seed are one sheet. Returns `None` where a
/// column is missing.
pub fn read_table(name: &str, text: &str) -> Option<Vec<AnswerSheet>> {
    let text = text.trim_start_matches('\u{feff}');
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(delimiter(text))
        .flexible(true)
        .trim(csv::Trim::All)
        .from_reader(text.as_bytes());
    let header: Vec<String> = reader.headers().ok()?.iter().map(folded).collect();
    let column = |wanted: &str| header.iter().position(|head| head == wanted);
    let (step, answer) = (column("step")?, column("answer")?);
    let heads = [column("student").or_else(|| column("id")), column("exercise"), column("seed")];
    let mut sheets: Vec<AnswerSheet> = Vec::new();
    // The reader takes any bytes, and these are text.
    for row in reader.records().flatten() {
        let cell = |column: usize| row.get(column).unwrap_or_default();
        let own = |column: Option<usize>| column.map(cell).filter(|cell| !cell.is_empty()).map(str::to_owned);
        let [student, exercise, seed] = heads.map(own);
        let (before, label) = bare(cell(step));
        let number = before.number.or_else(|| label.parse().ok());
        let (label, answer) = (label.to_owned(), cell(answer).to_owned());
        let entry = Entry {
            line: row.position().map_or(0, csv::Position::line),
            number,
            text: if number.is_some() { answer.clone() } else { format!("{label} = {answer}") },
            label,
            answer,
        };
        let is_own = |sheet: &&mut AnswerSheet| {
            sheet.student == student && sheet.exercise == exercise && sheet.seed == seed
        };
        if let Some(sheet) = sheets.iter_mut().find(is_own) {
            sheet.entries.push(entry);
            continue;
        }
        let name = student.as_ref().map_or_else(|| name.to_owned(), |student| format!("{name}, {student}"));
        let entries = vec![entry];
        sheets.push(AnswerSheet { name, student, exercise, seed, entries, ..AnswerSheet::default() });
    }
    Some(sheets)
}

/// The sign that divides the cells of the header: the most frequent of `,`, `;` and tab.
fn delimiter(text: &str) -> u8 {
    let header = text.lines().next().unwrap_or_default();
    let count = |sign: &u8| header.bytes().filter(|byte| byte == sign).count();
    [b';', b'\t', b','].into_iter().max_by_key(count).unwrap_or(b',')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rows_of_a_student_are_one_sheet() {
        for text in [
            "student,step,answer\ns1,P(Yes),\"0,64\"\ns2,class,No\ns1,class,Yes\n",
            "id;step;answer\ns1;P(Yes);0,64\ns2;class;No\ns1;class;Yes\n",
            "student\tstep\tanswer\ns1\tP(Yes)\t0,64\ns2\tclass\tNo\ns1\tclass\tYes\n",
        ] {
            let sheets = read_table("w.csv", text).unwrap();
            let said: Vec<(&str, Vec<(&str, &str)>)> = sheets
                .iter()
                .map(|sheet| {
                    let entries = sheet.entries.iter();
                    let said = entries.map(|entry| (entry.label.as_str(), entry.answer.as_str()));
                    (sheet.student.as_deref().unwrap(), said.collect())
                })
                .collect();
            let wanted =
                vec![("s1", vec![("P(Yes)", "0,64"), ("class", "Yes")]), ("s2", vec![("class", "No")])];
            assert_eq!(said, wanted, "{text}");
        }
    }

    #[test]
    fn steps_may_be_numbers_and_a_table_without_students_is_one_sheet() {
        let sheets = read_table("w.csv", "step,answer,seed\n1,9/14,11\n2,3/9,11\n").unwrap();
        let numbers: Vec<Option<usize>> = sheets[0].entries.iter().map(|entry| entry.number).collect();
        assert_eq!(
            (sheets.len(), sheets[0].seed.as_deref(), numbers),
            (1, Some("11"), vec![Some(1), Some(2)])
        );
        assert_eq!(read_table("w.csv", "student,P(Yes),class\ns1,9/14,Yes\n"), None);
    }
}
