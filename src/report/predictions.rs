//! Many predictions: as CSV, as a table, and what must be said beside them.

use super::document::{Align, Document, Grid};
use super::number;
use super::sheet::{Cells, float, posterior_heading};
use crate::math::{Name, Number};
use crate::model::{Answer, Unseen};

/// What a model says of rows, each with its number from 1.
#[derive(Clone, Debug, Default)]
pub struct Predictions {
    /// The classes, in the order of every list.
    pub classes: Vec<Name>,
    pub rows: Vec<(usize, Answer)>,
}

impl Predictions {
    fn name(&self, answer: &Answer) -> &str {
        answer.predicted.and_then(|class| self.classes.get(class)).map(Name::as_str).unwrap_or_default()
    }

    /// `row,predicted,undefined,P(class)…`, a line for each row. What is undefined is empty; `raw` as in
    /// [`Sheet::to_csv`](super::Sheet::to_csv).
    pub fn to_csv(&self, raw: bool) -> String {
        let mut out = Cells::new(raw);
        ["row", "predicted", "undefined"].iter().for_each(|name| out.cell(name));
        self.classes.iter().for_each(|class| out.cell(&posterior_heading(class)));
        out.end_row();
        for (row, answer) in &self.rows {
            out.cell(&row.to_string());
            out.cell(self.name(answer));
            out.cell(answer.undefined.unwrap_or_default());
            for class in 0..self.classes.len() {
                out.cell(&float(answer.posterior.get(class).copied()));
            }
            out.end_row();
        }
        out.into_text()
    }

    /// The same as a table.
    pub fn grid(&self) -> Grid {
        let mut grid = Grid::of([">row", "predicted", "undefined"]);
        grid.columns.extend(self.classes.iter().map(|class| (format!("P({class})"), Align::Right)));
        for (row, answer) in &self.rows {
            let first =
                [row.to_string(), self.name(answer).to_owned(), answer.undefined.unwrap_or_default().into()];
            let posterior =
                |class: usize| answer.posterior.get(class).map(|p| number::decimal(&Number::Float(*p)));
            let posteriors =
                (0..self.classes.len()).map(|class| posterior(class).unwrap_or_else(|| "-".into()));
            grid.rows.push(first.into_iter().chain(posteriors).collect());
        }
        grid
    }

    /// How many rows were predicted, and which cannot be or are ties, one sentence each without a full stop.
    pub fn remarks(&self) -> Vec<String> {
        let tied: Vec<usize> =
            self.rows.iter().filter(|(_, answer)| answer.is_tie).map(|(row, _)| *row).collect();
        let undefined: Vec<usize> =
            self.rows.iter().filter(|(_, answer)| answer.predicted.is_none()).map(|(row, _)| *row).collect();
        let mut all = Vec::new();
        if !tied.is_empty() {
            let (are, them) = if tied.len() == 1 { ("is a tie", "it") } else { ("are ties", "them") };
            all.push(format!("{} {are}: the first class of the data is named for {them}", listed(&tied)));
        }
        if !undefined.is_empty() {
            all.push(format!("{} cannot be predicted: the column “undefined” says why", listed(&undefined)));
        }
        all
    }

    /// The table with what must be said of it.
    pub fn document(&self, remarks: impl IntoIterator<Item = String>) -> Document {
        let mut out = Document::default();
        out.grid(self.grid());
        remarks.into_iter().chain(self.remarks()).for_each(|remark| out.item(format!("{remark}.")));
        out
    }
}

/// Things that are named in a sentence.
const NAMED: usize = 5;

/// `rows 3, 7 and 2 more`
fn listed(rows: &[usize]) -> String {
    let names: Vec<String> = rows.iter().take(NAMED).map(usize::to_string).collect();
    let more = rows.len() - names.len();
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("{} {}{more}", if rows.len() == 1 { "row" } else { "rows" }, names.join(", "))
}

/// `2 rows have Outlook=Fog or another value that training has not seen`: with counts and examples.
pub fn unseen(unseen: &Unseen) -> String {
    let feature = &unseen.feature;
    let named = unseen.values.iter().take(NAMED).map(|(value, rows)| format!("{value} ({rows})"));
    let more = unseen.values.len().saturating_sub(NAMED);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    let rows = unseen.rows;
    let (noun, have, hold) = if rows == 1 { ("row", "has", "holds") } else { ("rows", "have", "hold") };
    let list = named.collect::<Vec<_>>().join(", ");
    match unseen.is_words {
        true => format!(
            "{rows} {noun} {hold} words in {feature} that the vocabulary does not have: {list}{more}; they give no factor"
        ),
        false => format!(
            "{rows} {noun} {have} a value of {feature} that training never saw: {list}{more}; it gives no factor"
        ),
    }
}
