//! The students of a course, and which student has which table of an exercise with random data.
//!
//!
//! [`Tables`] are a CSV beside an exercise, with a row for each student who was given a table: the seed, and a hash
//! of the table, because a changed exercise draws another table from the same seed. Existing rows stay unchanged.

use super::exercise::{ExerciseFile, Random};
use super::{problem, problem_in};
use crate::problem::Problem;
use crate::recipe::folded;
use crate::table::{Source, plain, read_text, write_file};
use crate::text::{listed, shown};
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

const LONGEST: u64 = 4 << 20;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Roster {
    pub students: Vec<Student>,
    pub notes: Vec<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Student {
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
        let mut roster = read_csv(text, name)?.unwrap_or_else(|| {
            let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
            let student = |line: &str| Student { id: line.to_owned(), ..Student::default() };
            Roster { students: lines.map(student).collect(), ..Roster::default() }
        });
        if roster.students.is_empty() {
            let fix = "write a student on each line, or a CSV with a header such as id,name,email";
            return Err(problem_in(name, None, problem("no_data", "the list names no student", fix)));
        }
        roster.notes.extend(roster.twice());
        Ok(roster)
    }

    /// A note about ids that are listed more than once: two people, or an error.
    fn twice(&self) -> Option<String> {
        let mut seen = BTreeSet::new();
        let ids = self.students.iter().map(|student| student.id.as_str());
        let again: BTreeSet<&str> = ids.filter(|id| !seen.insert(folded(id))).collect();
        let again = (!again.is_empty()).then(|| listed(again))?;
        Some(format!("in the list more than once, with a sheet for each line: {again}"))
    }

    /// Finds the student of a sheet by the id, the address, or the name in either order; `None` if none or several match.
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
    problem_in(name, line, problem("bad_list", what, fix))
}

/// A reader of the rows below a header. Cells are divided by the most frequent of `,`, `;` and tab in the header.
pub(super) fn csv_reader(text: &str) -> csv::Reader<&[u8]> {
    let mut builder = csv::ReaderBuilder::new();
    builder.delimiter(delimiter(text)).flexible(true).trim(csv::Trim::All).from_reader(text.as_bytes())
}

fn delimiter(text: &str) -> u8 {
    let header = text.lines().next().unwrap_or_default();
    let count = |sign: &u8| header.bytes().filter(|byte| byte == sign).count();
    [b';', b'\t', b','].into_iter().max_by_key(count).unwrap_or(b',')
}

/// Reads a CSV with a header; `None` for any other list. The id is the column id, else the address, else the name.
fn read_csv(text: &str, list: &str) -> Result<Option<Roster>, Problem> {
    let mut reader = csv_reader(text);
    let heads: Vec<String> = reader.headers().into_iter().flatten().map(folded).collect();
    let column = |names: &[&str]| heads.iter().position(|head| names.contains(&head.as_str()));
    let [id, name, email] = [column(&["id", "student"]), column(&["name"]), column(&["email"])];
    if [id, name, email].iter().all(Option::is_none) {
        return Ok(None);
    }
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
    Ok(Some(roster))
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
    table: String,
}

impl Tables {
    pub fn beside(exercise: &Path) -> PathBuf {
        exercise.with_extension("tables.csv")
    }

    pub fn read(path: &Path) -> Result<Tables, Problem> {
        if fs::symlink_metadata(path).is_err() {
            return Ok(Tables { path: path.to_path_buf(), ..Tables::default() });
        }
        let (text, _) = read_text(&Source::Path(path.to_path_buf()), LONGEST)?;
        let (mut rows, mut seen) = (Vec::new(), HashSet::new());
        // Reading text from memory cannot fail.
        for record in csv_reader(&text).records().flatten() {
            let cell = |at: usize| record.get(at).unwrap_or_default();
            if record.iter().all(str::is_empty) {
                continue;
            }
            let wrong = |what: String| {
                let fix = "write the student's id and the seed, such as s01,17, or delete the line";
                let line = record.position().map_or(0, csv::Position::line);
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
        Ok(Tables { path: path.to_path_buf(), rows, text })
    }

    pub fn seed_of(&self, id: &str) -> Option<u64> {
        let id = folded(id);
        self.rows.iter().find(|row| folded(&row.id) == id).map(|row| row.seed)
    }

    pub fn given(&self) -> BTreeSet<u64> {
        self.rows.iter().map(|row| row.seed).collect()
    }

    pub fn add(&mut self, id: &str, seed: u64, random: &Random) {
        if self.text.is_empty() {
            HEADER.clone_into(&mut self.text);
        }
        if !self.text.ends_with(['\n', '\r']) {
            self.text.push('\n');
        }
        let row = Row { id: id.to_owned(), seed, table: drawn(random, seed) };
        let mut writer = csv::WriterBuilder::new().delimiter(delimiter(&self.text)).from_writer(Vec::new());
        // Writing to memory cannot fail.
        let _ = writer.write_record([id, &seed.to_string(), &row.table]);
        self.text.push_str(&String::from_utf8_lossy(&writer.into_inner().unwrap_or_default()));
        self.rows.push(row);
    }

    pub fn write(&self) -> Result<(), Problem> {
        write_file(&self.path, &self.text, true).map_err(|error| {
            let what = format!("cannot save the tables of the students: {}", plain(&error));
            let fix = "put the exercise into a folder that can be written";
            problem_in(&self.path.to_string_lossy(), None, problem("cannot_write", what, fix))
        })
    }

    /// The remark for the teacher on a sheet whose table is not the student's own. It names other students, so it
    /// must not be shown to students.
    pub fn remark(&self, student: &str, seed: u64) -> Option<String> {
        let own = self.seed_of(student);
        if own == Some(seed) || self.rows.is_empty() {
            return None;
        }
        let others = self.rows.iter().filter(|row| row.seed == seed).map(|row| row.id.as_str());
        let table = match others.clone().next() {
            Some(_) => format!("this sheet has the table of {} (seed {seed})", listed(others)),
            None => format!("no student was given the table of this sheet (seed {seed})"),
        };
        let student = shown(student);
        Some(match own {
            Some(own) => format!("{table}; {student} was given seed {own}"),
            None => format!("{table}; {student} is not among the students who were given a table"),
        })
    }

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
    format!("{:08x}", hash(random.draw(seed).as_bytes()) as u32)
}

/// A hash that is the same on every system and in every version: FNV-1a.
pub(super) fn hash(bytes: &[u8]) -> u64 {
    let step = |sum: u64, byte: &u8| (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, step)
}
