//! The students of a course, from whatever list there is of them: a line for each, or a CSV with a header as a person, a
//! spreadsheet, Moodle, Canvas or Gradescope writes it, in English or German.
//!
//! What tells a student apart is the first column that is made for that and that every row fills with something else:
//! exports have such columns and leave them empty. What students write on their sheets is found again by
//! [`Roster::find`], whether it is the number, the login, the address or the name.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::problem::Problem;
use crate::recipe::folded;
use crate::table::{Source, read_text};
use crate::text::listed;

/// Bytes of the longest list that is read, and students of the longest.
const LONGEST: u64 = 4 << 20;
const MOST: usize = 20_000;

/// The students of a course.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Roster {
    /// In the order of the list.
    pub students: Vec<Student>,
    /// The header as it stands there, for files that have to look like it; empty where there is none.
    pub header: Vec<String>,
    /// What was noticed, a sentence each without its full stop.
    pub notes: Vec<String>,
}

/// One of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Student {
    /// What tells them apart from all others.
    pub id: String,
    /// The whole name, where the list has one.
    pub name: Option<String>,
    /// The address, where the list has one.
    pub email: Option<String>,
    /// The cells of the row, below [`Roster::header`].
    pub cells: Vec<String>,
    /// What else stands for them: login, address, other numbers.
    also: Vec<String>,
}

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Holds {
    /// A number or word for a student; the smaller, the likelier it is what sheets have.
    Id(u8),
    Name,
    First,
    Last,
    Email,
}

/// The headers that are known, in letters and blanks. What is made for telling students apart comes before what a system
/// counts its users by.
const KNOWN: [(Holds, &str); 8] = [
    (
        Holds::Id(0),
        "student id|studentid|student number|student no|student nr|sid|id number|id nummer|sis user id|sis id|\
         matriculation number|matriculation no|matrikelnummer|matrikelnr|matrikel nr|matrikel|matr nr|matrnr|mtknr|\
         mat nr|martikelnummer|studierendennummer|orgdefinedid|org defined id",
    ),
    (
        Holds::Id(1),
        "id|username|user name|login|login id|sis login id|account|kennung|kürzel|benutzername|anmeldename|\
         nutzername|uni id|netid|user id|userid",
    ),
    (
        Holds::Email,
        "email|e mail|mail|email address|e mail address|e mail adresse|email adresse|mailadresse|student email",
    ),
    (Holds::Id(3), "integration id|identifier|participant|teilnehmer|teilnehmerin|nr|no"),
    (
        Holds::Name,
        "name|full name|fullname|student name|display name|vollständiger name|voller name|vor und nachname|\
         nachname vorname|name vorname|vorname nachname|sortable name|last name first name|first name last name",
    ),
    (Holds::First, "first name|firstname|given name|forename|vorname|vornamen|rufname"),
    (Holds::Last, "last name|lastname|surname|family name|nachname|familienname|zuname"),
    // In a list of one column it is whatever the teacher calls them by.
    (Holds::Name, "student|students|studierende|studierender|studentin"),
];

impl Roster {
    /// Reads a list of students.
    ///
    /// # Errors
    /// When it cannot be read, names nobody, or does not tell two students apart.
    pub fn read(path: &Path) -> Result<Roster, Problem> {
        let (text, _) = read_text(&Source::Path(path.to_path_buf()), LONGEST)?;
        Roster::of_text(&text, &path.to_string_lossy())
    }

    /// The same of a text, by the name that messages call it by.
    ///
    /// # Errors
    /// As [`Roster::read`].
    pub fn of_text(text: &str, name: &str) -> Result<Roster, Problem> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        // Excel says so of the sign between cells, and shows the line to nobody.
        let is_hint = |line: &str| line.trim().to_lowercase().starts_with("sep=");
        let text = match text.split_once('\n') {
            Some((first, rest)) if is_hint(first) => rest,
            _ => text,
        };
        let mut roster = match columns_of(text) {
            Some((delimiter, columns)) => with_header(text, delimiter, &columns, name)?,
            None if is_csv(name) => without_header(text),
            None => Roster::of_lines(text.lines()),
        };
        if roster.students.is_empty() {
            let fix = "write a student on each line, or a CSV with a header such as id,name,email";
            return Err(Problem { kind: "no_data", ..wrong(name, None, "the list names no student", fix) });
        }
        if roster.students.len() > MOST {
            let what = format!("the list names {} students, and {MOST} is the most", roster.students.len());
            return Err(wrong(name, None, what, "name those of one course"));
        }
        roster.notes.extend(roster.twice());
        Ok(roster)
    }

    fn of_lines<'a>(lines: impl Iterator<Item = &'a str>) -> Roster {
        let lines = lines.map(str::trim).filter(|line| !line.is_empty());
        let student = |line: &str| Student { id: line.to_owned(), ..Student::default() };
        Roster { students: lines.map(student).collect(), ..Roster::default() }
    }

    /// Those who stand there more than once: two people, or a slip.
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
                Some(format!("{first} stands in the list more than once, and gets a sheet for each"))
            }
            _ => Some(format!(
                "these stand in the list more than once, and get a sheet for each: {}",
                listed(names.iter().map(String::as_str))
            )),
        }
    }

    /// The student whom a sheet names: by the id, by another number, login or address of the list, or by the name in
    /// either order. `None` where nobody is called so, or more than one.
    pub fn find(&self, written: &str) -> Option<&Student> {
        let only = |is: &dyn Fn(&Student) -> bool| {
            let mut found = self.students.iter().filter(|student| is(student));
            // Somebody who stands there twice is still one.
            found.next().filter(|first| found.all(|other| folded(&other.id) == folded(&first.id)))
        };
        let wanted = folded(written);
        if wanted.is_empty() {
            return None;
        }
        only(&|student| folded(&student.id) == wanted)
            .or_else(|| only(&|student| student.also.iter().any(|other| folded(other) == wanted)))
            // A spreadsheet takes the zeros off 00123.
            .or_else(|| only(&|student| number(&student.id).is_some_and(|own| number(written) == Some(own))))
            .or_else(|| {
                let wanted = parts(written);
                only(&|student| student.name.as_deref().is_some_and(|name| parts(name) == wanted))
            })
    }
}

/// The digits of a number without the zeros before it.
fn number(text: &str) -> Option<&str> {
    let text = text.trim();
    let is_number = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    is_number.then(|| text.trim_start_matches('0'))
}

/// The words of a name, in no order: “Lovelace, Ada” is Ada Lovelace.
fn parts(name: &str) -> BTreeSet<String> {
    folded(name)
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}

fn is_csv(name: &str) -> bool {
    let name = name.to_lowercase();
    [".csv", ".tsv"].iter().any(|ending| name.ends_with(ending))
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

/// A header in small letters, with a blank for every other sign.
fn plain(header: &str) -> String {
    let letters = folded(header);
    letters
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

fn holds(header: &str) -> Option<Holds> {
    let header = plain(header);
    KNOWN.iter().find(|(_, names)| names.split('|').any(|name| name == header)).map(|(holds, _)| *holds)
}

fn reader(text: &str, delimiter: u8) -> csv::Reader<&[u8]> {
    csv::ReaderBuilder::new()
        .delimiter(delimiter)
        .has_headers(false)
        .flexible(true)
        .trim(csv::Trim::All)
        .from_reader(text.as_bytes())
}

/// The sign between cells and what the columns hold, where the first line is a header: that under which most of its cells
/// are known.
fn columns_of(text: &str) -> Option<(u8, Vec<Option<Holds>>)> {
    let under = |delimiter: u8| {
        let header = reader(text, delimiter).records().next()?.ok()?;
        let columns: Vec<Option<Holds>> = header.iter().map(holds).collect();
        let known = columns.iter().flatten().count();
        (known > 0).then_some((known, delimiter, columns))
    };
    let found = [b',', b';', b'\t', b'|'].into_iter().filter_map(under);
    found
        .reduce(|best, next| if next.0 > best.0 { next } else { best })
        .map(|(_, sign, columns)| (sign, columns))
}

/// Rows of a CSV, each with its line.
fn rows(text: &str, delimiter: u8) -> impl Iterator<Item = (u64, Vec<String>)> {
    // Reading text from memory cannot fail.
    reader(text, delimiter).into_records().flatten().filter_map(|row| {
        let cells: Vec<String> = row.iter().map(str::to_owned).collect();
        let line = row.position().map_or(0, csv::Position::line);
        cells.iter().any(|cell| !cell.is_empty()).then_some((line, cells))
    })
}

/// What Canvas writes among the students, and is none of them.
fn is_no_student(cells: &[String], name: Option<&str>) -> bool {
    let says = |cell: &String| matches!(plain(cell).as_str(), "points possible" | "manual posting");
    cells.iter().any(says) || name == Some("Student, Test")
}

fn with_header(text: &str, delimiter: u8, columns: &[Option<Holds>], list: &str) -> Result<Roster, Problem> {
    let mut all = rows(text, delimiter);
    let header = all.next().map(|(_, cells)| cells).unwrap_or_default();
    let all: Vec<(u64, Vec<String>)> = all.collect();
    let cell = |cells: &[String], at: usize| cells.get(at).filter(|cell| !cell.is_empty()).cloned();
    let of = |wanted: Holds| columns.iter().position(|holds| *holds == Some(wanted));
    let name_of = |cells: &[String]| {
        let of = |wanted| of(wanted).and_then(|at| cell(cells, at));
        // German lists have “Name” beside “Vorname”.
        match (of(Holds::First), of(Holds::Last), of(Holds::Name)) {
            (first, None, Some(name)) if first.as_ref().is_none_or(|first| name.contains(first)) => {
                Some(name)
            }
            (Some(first), Some(last), _) | (Some(first), None, Some(last)) => Some(format!("{first} {last}")),
            (first, last, name) => name.or(last).or(first),
        }
    };
    let (others, all): (Vec<_>, Vec<_>) =
        all.into_iter().partition(|(_, cells)| is_no_student(cells, name_of(cells).as_deref()));
    let mut own: Vec<(Holds, usize)> =
        columns.iter().enumerate().filter_map(|(at, holds)| Some(((*holds)?, at))).collect();
    own.retain(|(holds, _)| matches!(holds, Holds::Id(_) | Holds::Email));
    // Addresses tell students apart better than a participant's number of the system.
    own.sort_by_key(|(holds, at)| (if let Holds::Id(rank) = holds { *rank } else { 2 }, *at));
    let filled = |at: usize| all.iter().all(|(_, cells)| cell(cells, at).is_some());
    let differ = |at: usize| {
        let mut seen: BTreeMap<String, &Vec<String>> = BTreeMap::new();
        all.iter().all(|(_, cells)| {
            let id = cell(cells, at).map(|id| folded(&id)).unwrap_or_default();
            name_of(seen.entry(id).or_insert(cells)) == name_of(cells)
        })
    };
    let chosen = own.iter().map(|(_, at)| *at).find(|at| filled(*at) && differ(*at));
    let mut roster = Roster { header, ..Roster::default() };
    if let (Some(at), Some((_, first))) = (chosen, own.first())
        && at != *first
    {
        let name = |at: usize| roster.header.get(at).map(String::as_str).unwrap_or_default();
        let why =
            if filled(*first) { "is the same of several students" } else { "is not filled in everywhere" };
        roster.notes.push(format!("{} {why}, so {} tells students apart", name(*first), name(at)));
    }
    if !others.is_empty() {
        let lines: Vec<String> = others.iter().map(|(line, _)| line.to_string()).collect();
        let lines = listed(lines.iter().map(String::as_str));
        roster.notes.push(format!("passed over, as it is no student of the course: line {lines}"));
    }
    if let (None, Some((_, at))) = (chosen, own.first()) {
        return Err(unclear(&all, *at, &roster.header, list));
    }
    for (line, cells) in all {
        let name = name_of(&cells);
        let id = match chosen {
            Some(at) => cell(&cells, at),
            None => name.clone(),
        };
        let Some(id) = id else {
            let fix = "fill it in, or take the line out";
            return Err(wrong(list, Some(line), "this line does not say who it is", fix));
        };
        let email = of(Holds::Email).and_then(|at| cell(&cells, at));
        let also = own.iter().filter_map(|(_, at)| cell(&cells, *at)).collect();
        roster.students.push(Student { id, name, email, cells, also });
    }
    if chosen.is_some() {
        let (mut seen, mut again) = (BTreeSet::new(), Vec::new());
        roster.students.retain(|student| {
            let is_new = seen.insert(folded(&student.id));
            again.extend((!is_new).then(|| student.id.clone()));
            is_new
        });
        if !again.is_empty() {
            let again = listed(again.iter().map(String::as_str));
            roster.notes.push(format!("in several rows, and taken once: {again}"));
        }
    }
    Ok(roster)
}

/// That no column tells all students apart: where the best one does not.
fn unclear(all: &[(u64, Vec<String>)], at: usize, header: &[String], list: &str) -> Problem {
    let name = header.get(at).map(String::as_str).unwrap_or_default();
    let mut seen: BTreeMap<String, u64> = BTreeMap::new();
    for (line, cells) in all {
        let id = cells.get(at).map(|cell| folded(cell)).unwrap_or_default();
        if id.is_empty() {
            return wrong(list, Some(*line), format!("the column {name} is empty here"), "fill it in");
        }
        if let Some(first) = seen.insert(id, *line) {
            let what = format!("the column {name} is the same here as in line {first}, and the names differ");
            return wrong(list, Some(*line), what, "give each student a word of their own");
        }
    }
    wrong(list, None, "no column tells all students apart", "add a column id")
}

/// A CSV without a header: addresses are known by their sign, and who it is stands first.
fn without_header(text: &str) -> Roster {
    let widths = |delimiter: u8| rows(text, delimiter).map(|(_, cells)| cells.len()).collect::<Vec<_>>();
    let even = |delimiter: &u8| {
        let widths = widths(*delimiter);
        widths.first().is_some_and(|first| *first > 1 && widths.iter().all(|width| width == first))
    };
    let Some(delimiter) = [b';', b'\t', b',', b'|'].into_iter().find(even) else {
        return Roster::of_lines(text.lines());
    };
    let student = |(_, cells): (u64, Vec<String>)| {
        let is_address = |cell: &&String| cell.contains('@');
        let others = || cells.iter().filter(|cell| !is_address(cell));
        let email = cells.iter().find(is_address).cloned();
        let id = others().next().or(email.as_ref()).cloned().unwrap_or_default();
        let name = others().nth(1).filter(|name| name.chars().any(char::is_alphabetic)).cloned();
        Student { id, name, also: email.clone().into_iter().collect(), email, cells }
    };
    let students: Vec<Student> =
        rows(text, delimiter).map(student).filter(|student| !student.id.is_empty()).collect();
    let notes = vec!["the list has no header, so its first column tells students apart".to_owned()];
    Roster { students, notes, header: Vec::new() }
}
