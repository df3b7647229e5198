//! `posterior samples`: what is embedded.

use clap::Args;

use super::output::{self, Outcome};
use crate::report::{Align, Document, Grid, text};
use crate::table::{sample, samples};

#[derive(Args)]
pub(super) struct Samples {
    /// Print this sample as CSV
    name: Option<String>,
    /// Print its recipe instead of its data
    #[arg(long, requires = "name")]
    recipe: bool,
}

pub(super) fn run(command: &Samples) -> Outcome {
    if let Some(name) = &command.name {
        let found = sample(name.strip_prefix("sample:").unwrap_or(name))?;
        return output::print(if command.recipe { found.recipe } else { found.csv });
    }
    let mut grid = Grid::new([("sample".to_owned(), Align::Left), ("what it is".to_owned(), Align::Left)]);
    grid.rows.extend(
        samples().iter().map(|sample| vec![format!("sample:{}", sample.name), sample.title.to_owned()]),
    );
    let mut document = Document::default();
    document.grid(grid);
    document.text("`posterior sample:NAME` opens one; `posterior samples NAME` prints its CSV.");
    output::print(&text::render(&document, text::Style::default()))
}
