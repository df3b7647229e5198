//! A line of a file of sums, and how its cells are read.

use csv::StringRecord;

use crate::problem::Problem;
use crate::table::{Powers, Seen};
use crate::text::{brief, shown};

/// The columns of the file; the first one's name is its version.
pub const SUMS_COLUMNS: [&str; 10] =
    ["posterior_sums_1", "class", "feature", "value", "n", "w", "tokens", "shift", "s1", "s2"];

/// A line of the file, with its number from 1.
pub(super) struct Line<'r> {
    pub(super) label: &'r str,
    pub(super) number: u64,
    pub(super) cells: &'r StringRecord,
    pub(super) places: &'r [usize; SUMS_COLUMNS.len()],
}

impl<'r> Line<'r> {
    pub(super) fn cell(&self, column: usize) -> &'r str {
        let place = self.places.get(column).copied().unwrap_or(usize::MAX);
        self.cells.get(place).unwrap_or_default()
    }

    pub(super) fn kind(&self) -> &'r str {
        self.cell(0)
    }

    pub(super) fn class(&self) -> &'r str {
        self.cell(1)
    }

    pub(super) fn feature(&self) -> &'r str {
        self.cell(2)
    }

    pub(super) fn value(&self) -> &'r str {
        self.cell(3)
    }

    pub(super) fn wrong(&self, what: String, fix: &str) -> Problem {
        Problem {
            kind: "bad_sums",
            what,
            fix: fix.to_owned(),
            place: Some(format!("{}, line {}", shown(self.label), self.number)),
            line: Some(self.number),
            ..Problem::default()
        }
    }

    /// A count; `or` where nothing is written.
    pub(super) fn count_or(&self, column: usize, or: u64) -> Result<u64, Problem> {
        let text = self.cell(column).trim();
        let name = SUMS_COLUMNS.get(column).copied().unwrap_or_default();
        if text.is_empty() {
            return Ok(or);
        }
        // Engines write some sums of whole numbers as 12.0.
        let whole = text.strip_suffix(".0").unwrap_or(text);
        let count = whole.parse::<u64>().ok().filter(|count| *count <= 1 << 53);
        count.ok_or_else(|| {
            let fix = "counts are whole numbers from 0 to 9007199254740992";
            Problem {
                column: Some(name.to_owned()),
                value: Some(text.to_owned()),
                ..self.wrong(format!("“{}” in {name} is no count", brief(text)), fix)
            }
        })
    }

    pub(super) fn seen(&self) -> Result<Seen, Problem> {
        if self.cell(4).trim().is_empty() && self.cell(5).trim().is_empty() {
            return Err(
                self.wrong("there is neither n nor w".into(), "write how many rows it counts, in n and w")
            );
        }
        let n = self.count_or(4, 0)?;
        let w = self.count_or(5, n)?;
        Ok(Seen { n: if self.cell(4).trim().is_empty() { w } else { n }, w })
    }

    pub(super) fn float(&self, column: usize) -> Result<f64, Problem> {
        let text = self.cell(column).trim();
        let name = SUMS_COLUMNS.get(column).copied().unwrap_or_default();
        let number = text.parse::<f64>().ok().filter(|number| number.is_finite());
        number.ok_or_else(|| {
            let fix = "write a number with 17 digits, such as 0.30000000000000004";
            Problem {
                column: Some(name.to_owned()),
                value: Some(text.to_owned()),
                ..self.wrong(format!("“{}” in {name} is no finite number", brief(text)), fix)
            }
        })
    }

    pub(super) fn powers(&self, seen: Seen) -> Result<Powers, Problem> {
        Ok(Powers { seen, shift: self.float(7)?, s1: self.float(8)?, s2: self.float(9)? })
    }

    pub(super) fn twice(&self) -> Problem {
        self.wrong(format!("there is a line `{}` like this one before", self.kind()), "write each sum once")
    }
}
