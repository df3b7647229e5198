//! Small tables of texts, made up at random, with cells missing, classes missing and values repeated.

use proptest::prelude::*;

/// The columns of every made-up table: a number of the row, two categories, a number, a document, the class.
pub const HEADER: [&str; 6] = ["id", "colour", "size", "area", "note", "class"];

#[derive(Clone, Debug)]
pub struct Sheet {
    /// The names of the columns.
    pub header: Vec<String>,
    /// The cells, row by row.
    pub rows: Vec<Vec<String>>,
}

impl Sheet {
    pub fn csv(&self) -> String {
        let lines = std::iter::once(&self.header).chain(&self.rows);
        lines.map(|cells| cells.join(",") + "\n").collect()
    }

    /// The classes that rows have, in order of first appearance.
    pub fn classes(&self) -> Vec<&str> {
        let mut classes = Vec::new();
        for row in &self.rows {
            let class = self.cell(row, "class");
            if !is_missing(class) && !classes.contains(&class) {
                classes.push(class);
            }
        }
        classes
    }

    pub fn cell<'a>(&self, row: &'a [String], column: &str) -> &'a str {
        &row[self.header.iter().position(|name| name == column).unwrap()]
    }

    pub fn with_rows(&self, order: &[usize]) -> Sheet {
        let rows = order.iter().map(|at| self.rows[*at].clone()).collect();
        Sheet { header: self.header.clone(), rows }
    }

    pub fn with_columns(&self, order: &[usize]) -> Sheet {
        let pick = |cells: &Vec<String>| order.iter().map(|at| cells[*at].clone()).collect();
        Sheet { header: pick(&self.header), rows: self.rows.iter().map(pick).collect() }
    }

    /// The recipe that reads all columns but `id`; `bins` are those of the area.
    pub fn recipe(&self, bins: &str, more: &str) -> String {
        let features = self.header.iter().filter(|name| !["id", "class"].contains(&name.as_str()));
        let feature = |name: &String| {
            let kind = match name.trim_end_matches(char::is_numeric) {
                "area" => format!("kind = \"numeric\"\nbins = \"{bins}\""),
                "note" => "kind = \"text\"".to_owned(),
                _ => "kind = \"categorical\"".to_owned(),
            };
            format!("[[feature]]\nname = \"{name}\"\n{kind}\n")
        };
        let features: String = features.map(feature).collect();
        format!("target = \"class\"\nmodel = \"mixed\"\n{more}\n{features}")
    }
}

pub fn is_missing(cell: &str) -> bool {
    cell.is_empty() || cell == "?"
}

/// Tables of 1 to `most` rows, of which at least one has a class.
pub fn sheets(most: usize) -> impl Strategy<Value = Sheet> {
    let word = |of: &'static [&'static str]| proptest::sample::select(of).prop_map(str::to_owned);
    let note = prop::collection::vec(word(&["rain", "Rain", "sun", "wind", "été"]), 0..5);
    let row = (
        word(&["red", "blue", "green", "?", ""]),
        word(&["1", "1.0", "big", ""]),
        word(&["0", "-0", "2.5", "5", "9.75", "10", "11", "?", ""]),
        note.prop_map(|words| words.join(" ")),
        word(&["yes", "yes", "no", "no", "maybe", "?"]),
    );
    prop::collection::vec(row, 1..=most)
        .prop_map(|rows| {
            let rows = rows.into_iter().enumerate();
            let cells = |(at, (colour, size, area, note, class)): (usize, (String, _, _, _, _))| {
                vec![format!("r{at}"), colour, size, area, note, class]
            };
            Sheet { header: HEADER.map(str::to_owned).to_vec(), rows: rows.map(cells).collect() }
        })
        .prop_filter("a row with a class", |sheet| !sheet.classes().is_empty())
}

/// So many cases of a property; failures are not kept in files.
pub fn cases(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}
