//! The students of a course, and which student has which table of an exercise with random data.
//!
//! A [`Roster`] is a list with a student on each line, or a CSV with the columns id, name and email. [`Roster::find`] finds a
//! student by the id, the email address or the name on a sheet.
//!
//! [`Tables`] are a CSV beside an exercise, with a row for each student who was given a table. A table belongs to a student,
//! not to a place in a list. So existing rows stay unchanged, and new students are added below. Each row has the seed and a
//! hash of the table. If the exercise was changed later, the same seed draws another table, and the sheets that were handed
//! out have the old one.

use super::exercise::{ExerciseFile, Random};
use crate::problem::Problem;
use crate::recipe::folded;
use crate::table::{Source, plain, read_text, write_file};
use crate::text::{listed, shown};
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

/// The most bytes of a list, and the most students.
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
        let mut roster = read_csv(text, name).unwrap_or_else(|| {
            let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
            let student = |line: &str| Student { id: line.to_owned(), ..Student::default() };
            Ok(Roster { students: lines.map(student).collect(), ..Roster::default() })
        })?;
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

    /// A note about ids that are listed more than once: two people, or an error.
    fn twice(&self) -> Option<String> {
        let mut seen = BTreeSet::new();
        let ids = self.students.iter().map(|student| student.id.as_str());
        let again: Vec<&str> = ids.filter(|id| !seen.insert(folded(id))).collect();
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
    let name = folded(name);
    let words = name.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_owned).collect()
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

/// Reads a CSV whose first line is a header; `None` for any other list. The id of a student is the column id, else the address,
/// else the name.
fn read_csv(text: &str, list: &str) -> Option<Result<Roster, Problem>> {
    let header = text.lines().next()?;
    [b',', b';', b'\t'].into_iter().find_map(|delimiter| {
        let heads = header.split(char::from(delimiter));
        let heads: Vec<String> = heads.map(|head| folded(head.trim().trim_matches('"'))).collect();
        let of = |names: &[&str]| heads.iter().position(|head| names.contains(&head.as_str()));
        let columns = [of(&["id", "student"]), of(&["name"]), of(&["email"])];
        columns.iter().any(Option::is_some).then(|| read_rows(text, list, delimiter, columns))
    })
}

/// A reader of the rows below a header, which may have more or fewer cells than it.
pub(super) fn csv_reader(text: &str, delimiter: u8) -> csv::Reader<&[u8]> {
    let mut builder = csv::ReaderBuilder::new();
    builder.delimiter(delimiter).flexible(true).trim(csv::Trim::All).from_reader(text.as_bytes())
}

fn read_rows(
    text: &str,
    list: &str,
    delimiter: u8,
    [id, name, email]: [Option<usize>; 3],
) -> Result<Roster, Problem> {
    let mut reader = csv_reader(text, delimiter);
    let mut roster = Roster::default();
    let mut seen: BTreeMap<String, (Option<String>, u64)> = BTreeMap::new();
    let mut again = Vec::new();
    // Reading text from memory cannot fail.
    for row in reader.records().flatten().filter(|row| row.iter().any(|cell| !cell.is_empty())) {
        let cell = |column: Option<usize>| {
            column.and_then(|at| row.get(at)).filter(|cell| !cell.is_empty()).map(str::to_owned)
        };
        let line = row.position().map_or(0, csv::Position::line);
        let Some(own_id) = cell(id.or(email).or(name)) else {
            let fix = "fill in the id (the email or the name if there are no ids), or delete the line";
            return Err(wrong(list, Some(line), "this line does not identify a student", fix));
        };
        let student = Student { id: own_id, name: cell(name), email: cell(email) };
        match seen.insert(folded(&student.id), (student.name.clone(), line)) {
            Some((other, _)) if other == student.name => again.push(student.id),
            Some((_, first)) => {
                let what = format!("{} is also in line {first}, with another name", student.id);
                return Err(wrong(list, Some(line), what, "give each student a different id"));
            }
            None => roster.students.push(student),
        }
    }
    if !again.is_empty() {
        let again = listed(again.iter().map(String::as_str));
        roster.notes.push(format!("listed in several rows, included once: {again}"));
    }
    Ok(roster)
}

const HEADER: &str = "id,seed,table";

#[derive(Clone, Debug, Default)]
pub struct Tables {
    path: PathBuf,
    rows: Vec<Row>,
    text: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Row {
    id: String,
    seed: u64,
    /// A hash of the table; empty if the file has none.
    table: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableOf {
    Own,
    Others(Vec<String>),
    Nobody,
}

impl Tables {
    /// The default file of the tables of an exercise: `sunny.tables.csv` beside `sunny.toml`.
    pub fn beside(exercise: &Path) -> PathBuf {
        exercise.with_extension("tables.csv")
    }

    /// Reads the file; if there is none, nobody has a table yet.
    pub fn read(path: &Path) -> Result<Tables, Problem> {
        if fs::symlink_metadata(path).is_err() {
            return Ok(Tables { path: path.to_path_buf(), ..Tables::default() });
        }
        let (text, _) = read_text(&Source::Path(path.to_path_buf()), LONGEST)?;
        let mut tables = Tables { path: path.to_path_buf(), rows: Vec::new(), text };
        let mut seen = HashSet::new();
        let delimiter = if tables.is_semicolons() { b';' } else { b',' };
        let mut rows = Vec::new();
        for record in csv_reader(&tables.text, delimiter).records().flatten() {
            let line = record.position().map_or(0, csv::Position::line);
            let cell = |at: usize| record.get(at).unwrap_or_default();
            if record.iter().all(str::is_empty) {
                continue;
            }
            let wrong = |what: String| {
                let fix = "write the student's id and the seed, such as s01,17, or delete the line";
                self::wrong(&path.to_string_lossy(), Some(line), what, fix)
            };
            let seed = cell(1).parse().map_err(|_| wrong(format!("“{}” is not a seed", shown(cell(1)))))?;
            if cell(0).is_empty() {
                return Err(wrong("this line names no student".into()));
            }
            if !seen.insert(folded(cell(0))) {
                return Err(wrong(format!("{} already has a table in an earlier line", shown(cell(0)))));
            }
            rows.push(Row { id: cell(0).to_owned(), seed, table: cell(2).to_owned() });
        }
        tables.rows = rows;
        Ok(tables)
    }

    fn is_semicolons(&self) -> bool {
        self.text.lines().next().is_some_and(|header| header.contains(';'))
    }

    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    pub fn seed_of(&self, id: &str) -> Option<u64> {
        self.row(id).map(|row| row.seed)
    }

    fn row(&self, id: &str) -> Option<&Row> {
        let id = folded(id);
        self.rows.iter().find(|row| folded(&row.id) == id)
    }

    pub fn given(&self) -> BTreeSet<u64> {
        self.rows.iter().map(|row| row.seed).collect()
    }

    /// Adds a student who has no table yet, with the table of a seed.
    pub fn add(&mut self, id: &str, seed: u64, random: &Random) {
        let sign = if self.is_semicolons() { ';' } else { ',' };
        if self.text.is_empty() {
            self.text = format!("{HEADER}\n");
        }
        if !self.text.ends_with(['\n', '\r']) {
            self.text.push('\n');
        }
        let row = Row { id: id.to_owned(), seed, table: drawn(random, seed) };
        let needs_quotes = id.contains(['"', ',', ';', '\n', '\r']) || id.trim() != id;
        let cell = if needs_quotes { format!("\"{}\"", id.replace('"', "\"\"")) } else { id.to_owned() };
        // Writing to a string cannot fail.
        let _ = writeln!(self.text, "{cell}{sign}{seed}{sign}{}", row.table);
        self.rows.push(row);
    }

    /// Writes the file; existing rows stay unchanged.
    pub fn write(&self) -> Result<(), Problem> {
        write_file(&self.path, &self.text, true).map_err(|error| Problem {
            kind: "cannot_write",
            what: format!("cannot save the tables of the students: {}", plain(&error)),
            place: Some(self.path.to_string_lossy().into_owned()),
            fix: "pass --tables FILE.csv with a file that can be written".into(),
            ..Problem::default()
        })
    }

    /// Whose table a student's sheet has; `None` if no tables are recorded.
    pub fn table_of(&self, student: &str, seed: u64) -> Option<TableOf> {
        if self.is_empty() {
            return None;
        }
        if self.seed_of(student) == Some(seed) {
            return Some(TableOf::Own);
        }
        let others: Vec<String> =
            self.rows.iter().filter(|row| row.seed == seed).map(|row| row.id.clone()).collect();
        Some(if others.is_empty() { TableOf::Nobody } else { TableOf::Others(others) })
    }

    /// The remark for the teacher on a sheet whose table is not the student's own, without a full stop. It names other
    /// students, so it must not be shown to students.
    pub fn remark(&self, student: &str, seed: u64) -> Option<String> {
        let own = match self.seed_of(student) {
            Some(own) => format!("{} was given seed {own}", shown(student)),
            None => format!("{} is not among the students who were given a table", shown(student)),
        };
        match self.table_of(student, seed)? {
            TableOf::Own => None,
            TableOf::Others(others) => {
                let others = listed(others.iter().map(String::as_str));
                Some(format!("this sheet has the table of {others} (seed {seed}); {own}"))
            }
            TableOf::Nobody => {
                Some(format!("no student was given the table of this sheet (seed {seed}); {own}"))
            }
        }
    }

    /// The warning if the exercise now draws other tables than those that were handed out.
    pub fn changed(&self, file: &ExerciseFile) -> Option<String> {
        let random = file.random.as_deref()?;
        let is_other = |row: &&Row| !row.table.is_empty() && row.table != drawn(random, row.seed);
        let changed: Vec<&str> = self.rows.iter().filter(is_other).map(|row| row.id.as_str()).collect();
        (!changed.is_empty()).then(|| {
            format!(
                "{} was changed after its tables were handed out: the seeds of {} now draw other tables than those in {}",
                file.id,
                listed(changed.iter().copied()),
                self.path.to_string_lossy()
            )
        })
    }
}

fn drawn(random: &Random, seed: u64) -> String {
    format!("{:08x}", hash(random.draw(seed).csv.as_bytes()) as u32)
}

/// A hash that is the same on every system and in every version: FNV-1a.
pub(super) fn hash(bytes: &[u8]) -> u64 {
    let step = |sum: u64, byte: &u8| (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, step)
}
