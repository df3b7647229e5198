//! The marks of a course as a table with a row for each student: for any spreadsheet, and as the learning platforms take it.

use super::number::mark_words;
use super::sheet::Sheet;
use crate::practice::{Gradebook, GradebookRow, Roster};
use crate::text::shown;

/// Who reads the table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Platform {
    /// A person: id, name, email, a column for each exercise by its id, total and maximum.
    #[default]
    Plain,
    /// Moodle, which is told which column is which; what was not handed in is `-`, for an empty cell would be 0.
    Moodle,
    /// Canvas, whose header and second row are fixed. A total would become an assignment, so there is none.
    Canvas,
    /// Gradescope: the columns of its own list of grades.
    Gradescope,
}

/// The columns with which Canvas begins.
const CANVAS: [&str; 5] = ["Student", "ID", "SIS User ID", "SIS Login ID", "Section"];

/// The table. With `zeros`, what was not handed in has 0 marks; else it is left open.
pub fn gradebook(book: &Gradebook, platform: Platform, roster: Option<&Roster>, zeros: bool) -> Sheet {
    let open = if platform == Platform::Moodle { "-" } else { "" };
    let cell = |marks: Option<f64>| match marks {
        Some(marks) => mark_words(marks),
        None => (if zeros { "0" } else { open }).to_owned(),
    };
    let titles = || book.columns.iter().map(|column| shown(&column.title).into_owned());
    let heads = |fixed: &[&str]| fixed.iter().map(|head| (*head).to_owned()).collect::<Vec<_>>();
    let maximum = mark_words(book.max());
    let mut out = Sheet::default();
    match platform {
        Platform::Plain => {
            out.header = heads(&["id", "name", "email"]);
            out.header.extend(book.columns.iter().map(|column| shown(&column.id).into_owned()));
            out.header.extend(heads(&["total", "maximum"]));
        }
        Platform::Moodle => {
            out.header = heads(&["ID number", "Email address", "Full name"]);
            out.header.extend(titles());
            out.header.push("Total".to_owned());
        }
        Platform::Canvas => {
            out.header = heads(&CANVAS);
            out.header.extend(titles());
            let mut points = heads(&["    Points Possible", "", "", "", ""]);
            points.extend(book.columns.iter().map(|column| mark_words(column.max)));
            out.rows.push(points);
        }
        Platform::Gradescope => {
            out.header = heads(&["Name", "SID", "Email"]);
            out.header.extend(titles().flat_map(|title| [title.clone(), format!("{title} - Max Points")]));
            out.header.extend(heads(&["Total Score", "Max Points"]));
        }
    }
    for row in &book.rows {
        let text = |text: Option<&str>| shown(text.unwrap_or_default()).into_owned();
        let (mut id, name) = (text(Some(&row.id)), text(row.name.as_deref()));
        let mut email = text(row.email.as_deref());
        // A platform that looks for people by an address wants it in its own column.
        if matches!(platform, Platform::Moodle | Platform::Gradescope) && is_address(&id) {
            let address = std::mem::take(&mut id);
            email = if email.is_empty() { address } else { email };
        }
        let marks = row.marks.iter().map(|marks| cell(*marks));
        let total = cell(row.total());
        out.rows.push(match platform {
            Platform::Plain => {
                [id, name, email].into_iter().chain(marks).chain([total, maximum.clone()]).collect()
            }
            Platform::Moodle => [id, email, name].into_iter().chain(marks).chain([total]).collect(),
            Platform::Canvas => canvas(row, roster).into_iter().chain(marks).collect(),
            Platform::Gradescope => {
                let most = book.columns.iter().map(|column| mark_words(column.max));
                let pairs = marks.zip(most).flat_map(|(had, most)| [had, most]);
                [name, id, email].into_iter().chain(pairs).chain([total, maximum.clone()]).collect()
            }
        });
    }
    out
}

fn is_address(text: &str) -> bool {
    let parts = text.split_once('@');
    parts.is_some_and(|(name, host)| {
        !name.is_empty() && host.contains('.') && !text.contains(char::is_whitespace)
    })
}

/// The first cells of a row for Canvas: as its own list of the course has them, where the students come from one.
fn canvas(row: &GradebookRow, roster: Option<&Roster>) -> [String; 5] {
    let own = roster.zip(row.place).and_then(|(roster, place)| {
        let student = roster.students.get(place)?;
        let first = roster.header.first().is_some_and(|first| first.trim() == CANVAS[0]);
        first.then_some((&roster.header, &student.cells))
    });
    CANVAS.map(|head| {
        let text = match own {
            Some((header, cells)) => {
                let at = header.iter().position(|other| other.trim() == head);
                at.and_then(|at| cells.get(at)).map(String::as_str).unwrap_or_default()
            }
            None if head == "Student" => row.name.as_deref().unwrap_or(&row.id),
            None if head == "SIS User ID" => &row.id,
            None => "",
        };
        shown(text).into_owned()
    })
}
