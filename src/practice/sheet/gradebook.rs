//! The marks of a course: a row for each student, a column for each exercise, and the total.

use super::{ClassSummary, GradedSheet};
use crate::practice::Roster;
use crate::recipe::folded;

#[derive(Clone, Debug, Default)]
pub struct Gradebook {
    pub columns: Vec<GradebookColumn>,
    pub rows: Vec<GradebookRow>,
    pub notes: Vec<String>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct GradebookColumn {
    pub id: String,
    pub max: f64,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct GradebookRow {
    pub id: String,
    pub name: Option<String>,
    pub email: Option<String>,
    /// Marks had, for each exercise; `None` where nothing was handed in.
    pub marks: Vec<Option<f64>>,
}

impl GradebookRow {
    /// The sum of the marks; `None` where nothing was handed in.
    pub fn total(&self) -> Option<f64> {
        let had: Vec<f64> = self.marks.iter().flatten().copied().collect();
        (!had.is_empty()).then(|| had.iter().sum())
    }
}

/// How the first lines of the files begin and end that the program writes of marks. In a folder they are no sheets.
const OWN: [(&str, &str); 2] =
    [("student,exercise,seed,step,answer,", ""), ("id,name,email,", ",total,maximum")];

impl Gradebook {
    pub fn is_one(text: &str) -> bool {
        let header = text.trim_start_matches('\u{feff}').lines().next().unwrap_or_default();
        OWN.iter().any(|(begins, ends)| header.starts_with(begins) && header.ends_with(ends))
    }

    pub fn of(sheets: &[GradedSheet], roster: Option<&Roster>) -> Gradebook {
        let classes = ClassSummary::all(sheets);
        let mut book = Gradebook::default();
        for class in &classes {
            book.columns.push(GradebookColumn { id: class.exercise.to_owned(), max: class.max });
        }
        let none = vec![None; book.columns.len()];
        let students = roster.map(|roster| roster.students.as_slice()).unwrap_or_default();
        for student in students {
            book.rows.push(GradebookRow {
                id: student.id.clone(),
                name: student.name.clone(),
                email: student.email.clone(),
                marks: none.clone(),
            });
        }
        let mut places: std::collections::HashMap<String, usize> =
            book.rows.iter().enumerate().map(|(at, row)| (folded(&row.id), at)).collect();
        for (column, class) in classes.iter().enumerate() {
            for (_, sheet) in &class.sheets {
                let found = roster.and_then(|roster| roster.find(sheet.who()));
                let id = found.map_or_else(|| sheet.who().to_owned(), |student| student.id.clone());
                let at = *places.entry(folded(&id)).or_insert_with(|| {
                    book.rows.push(GradebookRow {
                        id: id.clone(),
                        marks: none.clone(),
                        ..GradebookRow::default()
                    });
                    book.rows.len() - 1
                });
                let slot = book.rows.get_mut(at).and_then(|row| row.marks.get_mut(column));
                let Some(slot) = slot else { continue };
                if slot.is_some() {
                    let what = format!(
                        "{id} has several sheets for {}, and the gradebook has the best",
                        class.exercise
                    );
                    if !book.notes.contains(&what) {
                        book.notes.push(what);
                    }
                }
                *slot = Some(slot.map_or(sheet.marks, |before| before.max(sheet.marks)));
            }
        }
        book
    }

    pub fn max(&self) -> f64 {
        self.columns.iter().map(|column| column.max).sum()
    }
}
