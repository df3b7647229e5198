//! Which student has which table of an exercise with random data: a CSV beside it, with a row for each student who was
//! given one.
//!
//! A table belongs to a student, not to a place in a list. So existing rows stay unchanged, and new students are added
//! below. Each row has the seed and a hash of the table. If the exercise was changed later, the same seed draws another
//! table, and the sheets that were handed out have the old one.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use super::exercise::{ExerciseFile, Random};
use crate::problem::Problem;
use crate::recipe::folded;
use crate::table::{Source, plain, read_text, write_file};
use crate::text::{listed, shown};

const LONGEST: u64 = 4 << 20;

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
        let mut seen = std::collections::HashSet::new();
        let mut reader = csv::ReaderBuilder::new()
            .delimiter(if tables.is_semicolons() { b';' } else { b',' })
            .has_headers(false)
            .flexible(true)
            .trim(csv::Trim::All)
            .from_reader(tables.text.as_bytes());
        let mut rows = Vec::new();
        for record in reader.records().flatten().skip(1) {
            let line = record.position().map_or(0, csv::Position::line);
            let cell = |at: usize| record.get(at).unwrap_or_default();
            if record.iter().all(str::is_empty) {
                continue;
            }
            let wrong = |what: String| Problem {
                kind: "bad_list",
                what,
                place: Some(format!("{}, line {line}", path.to_string_lossy())),
                fix: "write the student's id and the seed, such as s01,17, or delete the line".into(),
                line: Some(line),
                ..Problem::default()
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
    format!("{:08x}", mark(random.draw(seed).csv.as_bytes()) as u32)
}

/// A hash that is the same on every system and in every version: FNV-1a.
fn mark(bytes: &[u8]) -> u64 {
    let step = |sum: u64, byte: &u8| (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, step)
}
