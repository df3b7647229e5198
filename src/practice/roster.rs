//! The students of a course: a list with a student on each line, or a CSV with the columns id, name and email.
//!
//! [`Roster::find`] finds a student by the id, the email address or the name on a sheet.

use crate::problem::Problem;
use crate::recipe::folded;
use crate::table::{Source, read_text};
use crate::text::listed;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The most bytes and the most students of a list.
const LONGEST: u64 = 4 << 20;
const MOST: usize = 20_000;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Roster {
    pub students: Vec<Student>,
    pub notes: Vec<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Student {
    /// Identifies the student.
    pub id: String,
    pub name: Option<String>,
    pub email: Option<String>,
}

impl Roster {
    pub fn read(path: &Path) -> Result<Roster, Problem> {
        let (text, _) = read_text(&Source::Path(path.to_path_buf()), LONGEST)?;
        Roster::of_text(&text, &path.to_string_lossy())
    }

    pub fn of_text(text: &str, name: &str) -> Result<Roster, Problem> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut roster = match Columns::of(text) {
            Some(columns) => columns.read(text, name)?,
            None => Roster::of_lines(text.lines()),
        };
        if roster.students.is_empty() {
            let fix = "write a student on each line, or a CSV with a header such as id,name,email";
            return Err(Problem { kind: "no_data", ..wrong(name, None, "the list names no student", fix) });
        }
        if roster.students.len() > MOST {
            let what =
                format!("the list has {} students, but at most {MOST} are allowed", roster.students.len());
            return Err(wrong(name, None, what, "list the students of one course only"));
        }
        roster.notes.extend(roster.twice());
        Ok(roster)
    }

    fn of_lines<'a>(lines: impl Iterator<Item = &'a str>) -> Roster {
        let lines = lines.map(str::trim).filter(|line| !line.is_empty());
        let student = |line: &str| Student { id: line.to_owned(), ..Student::default() };
        Roster { students: lines.map(student).collect(), ..Roster::default() }
    }

    /// A note about ids that are listed more than once: two people, or an error.
    fn twice(&self) -> Option<String> {
        let mut seen = BTreeSet::new();
        let again: Vec<&str> = self
            .students
            .iter()
            .map(|student| student.id.as_str())
            .filter(|id| !seen.insert(folded(id)))
            .collect();
        let names: BTreeSet<String> = again.iter().map(|id| folded(id)).collect();
        match again.as_slice() {
            [] => None,
            [first, ..] if names.len() == 1 => {
                Some(format!("{first} is in the list more than once, and gets a sheet for each line"))
            }
            _ => Some(format!(
                "these students are in the list more than once, and get a sheet for each line: {}",
                listed(names.iter().map(String::as_str))
            )),
        }
    }

    /// Finds the student of a sheet by the id, the address, or the name in either order. Returns `None` if nobody
    /// matches, or more than one student.
    pub fn find(&self, written: &str) -> Option<&Student> {
        let only = |is: &dyn Fn(&Student) -> bool| {
            let mut found = self.students.iter().filter(|student| is(student));
            // A student who is listed twice is still one.
            found.next().filter(|first| found.all(|other| folded(&other.id) == folded(&first.id)))
        };
        let wanted = folded(written);
        if wanted.is_empty() {
            return None;
        }
        only(&|student| folded(&student.id) == wanted)
            .or_else(|| {
                only(&|student| student.email.as_deref().is_some_and(|email| folded(email) == wanted))
            })
            // Spreadsheets remove the zeros of 00123.
            .or_else(|| only(&|student| number(&student.id).is_some_and(|own| number(written) == Some(own))))
            .or_else(|| {
                let wanted = parts(written);
                only(&|student| student.name.as_deref().is_some_and(|name| parts(name) == wanted))
            })
    }
}

fn number(text: &str) -> Option<&str> {
    let text = text.trim();
    let is_number = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    is_number.then(|| text.trim_start_matches('0'))
}

fn parts(name: &str) -> BTreeSet<String> {
    folded(name)
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}

fn wrong(name: &str, line: Option<u64>, what: impl Into<String>, fix: impl Into<String>) -> Problem {
    let place = line.map_or_else(|| name.to_owned(), |line| format!("{name}, line {line}"));
    Problem {
        kind: "bad_list",
        what: what.into(),
        place: Some(place),
        fix: fix.into(),
        line,
        ..Problem::default()
    }
}

/// The positions of the columns of a CSV, and its delimiter.
struct Columns {
    delimiter: u8,
    id: Option<usize>,
    name: Option<usize>,
    email: Option<usize>,
}

impl Columns {
    /// Returns the columns if the first line is a header.
    fn of(text: &str) -> Option<Columns> {
        let header = text.lines().next()?;
        [b',', b';', b'\t'].into_iter().find_map(|delimiter| {
            let heads: Vec<String> = header
                .split(char::from(delimiter))
                .map(|head| folded(head.trim().trim_matches('"')))
                .collect();
            let of = |names: &[&str]| heads.iter().position(|head| names.contains(&head.as_str()));
            let (id, name, email) = (of(&["id", "student"]), of(&["name"]), of(&["email"]));
            id.or(name).or(email).map(|_| Columns { delimiter, id, name, email })
        })
    }

    /// Reads the students below the header. Their id is the column id, else the address, else the name.
    fn read(&self, text: &str, list: &str) -> Result<Roster, Problem> {
        let mut reader = csv::ReaderBuilder::new()
            .delimiter(self.delimiter)
            .flexible(true)
            .trim(csv::Trim::All)
            .from_reader(text.as_bytes());
        let mut roster = Roster::default();
        let mut seen: BTreeMap<String, (Option<String>, u64)> = BTreeMap::new();
        let mut again = Vec::new();
        // Reading text from memory cannot fail.
        for row in reader.records().flatten().filter(|row| row.iter().any(|cell| !cell.is_empty())) {
            let cell = |column: Option<usize>| {
                column.and_then(|at| row.get(at)).filter(|cell| !cell.is_empty()).map(str::to_owned)
            };
            let (name, email) = (cell(self.name), cell(self.email));
            let line = row.position().map_or(0, csv::Position::line);
            let Some(id) = cell(self.id.or(self.email).or(self.name)) else {
                let fix = "fill in the id (the email or the name if there are no ids), or delete the line";
                return Err(wrong(list, Some(line), "this line does not identify a student", fix));
            };
            match seen.insert(folded(&id), (name.clone(), line)) {
                Some((other, _)) if other == name => {
                    again.push(id);
                    continue;
                }
                Some((_, first)) => {
                    let what = format!("{id} is also in line {first}, with another name");
                    return Err(wrong(list, Some(line), what, "give each student a different id"));
                }
                None => {}
            }
            roster.students.push(Student { id, name, email });
        }
        if !again.is_empty() {
            let again = listed(again.iter().map(String::as_str));
            roster.notes.push(format!("listed in several rows, included once: {again}"));
        }
        Ok(roster)
    }
}
