//! Who handed in what: sheets find their students in the list of the course, and what does not fit is said.

use std::collections::HashMap;
use std::path::Path;

use super::{AnswerSheet, ClassSummary, Marker, SheetFolder};
use crate::practice::{Roster, Student, Tables};
use crate::problem::nearest;
use crate::recipe::folded;
use crate::text::shown;

/// What is known of a course beside its exercises.
#[derive(Clone, Debug, Default)]
pub struct Course {
    pub roster: Option<Roster>,
    pub tables: HashMap<String, Tables>,
}

impl Course {
    /// Gives a sheet its student as the list has them, and says what does not fit. A sheet that names nobody is that of the
    /// student whom its file is called by.
    pub(super) fn name(&self, sheet: &mut AnswerSheet) -> Option<String> {
        let roster = self.roster.as_ref()?;
        let stem = Path::new(&sheet.name).file_stem().map(|stem| stem.to_string_lossy().into_owned());
        let written = sheet.student.clone().or(stem).unwrap_or_default();
        if let Some(student) = roster.find(&written) {
            sheet.student = Some(student.id.clone());
            sheet.full_name.clone_from(&student.name);
            return None;
        }
        let of = &sheet.name;
        let Some(student) = &sheet.student else {
            return Some(format!("{of} names no student, and its file is called by none of the list"));
        };
        let names = roster.students.iter().flat_map(|student| {
            [Some(student.id.as_str()), student.name.as_deref(), student.email.as_deref()]
                .into_iter()
                .flatten()
        });
        let near = nearest(student, names).map(|near| format!("; did you mean {}?", shown(near)));
        Some(format!(
            "“{}” of {of} is not in the list of students{}",
            shown(student),
            near.unwrap_or_default()
        ))
    }

    pub(super) fn table(&self, sheet: &AnswerSheet, marker: &Marker) -> Option<String> {
        let (student, seed) = (sheet.student.as_ref()?, marker.exercise.seed?);
        let tables = self.tables.get(&marker.exercise.id)?;
        Some(format!("{}: {}", sheet.name, tables.remark(student, seed)?))
    }
}

impl SheetFolder {
    pub fn absent(&self, class: &ClassSummary<'_>) -> Vec<&Student> {
        let Some(roster) = &self.roster else { return Vec::new() };
        let there: Vec<String> = class.sheets.iter().map(|(_, sheet)| folded(sheet.who())).collect();
        roster.students.iter().filter(|student| !there.contains(&folded(&student.id))).collect()
    }
}
