//! How sums over rows and inverses come about, row by row and column by column.

use super::document::{Align, Block, Document, Grid};
use super::gda::cell;
use crate::math::{Chain, Expr, FIGURES};
use crate::worked::{Deviations, Elimination, Tableau};

/// What each row adds to a mean, a variance or an entry of Σ.
pub(super) fn deviations(found: &Deviations) -> Document {
    let mut out = Document::default();
    out.heading("Row by row");
    let heads = found.heads.iter().map(|head| (head.clone(), Align::Right));
    let mut grid = Grid::new(std::iter::once(("row".to_owned(), Align::Right)).chain(heads));
    for (row, numbers) in &found.rows {
        let cells = numbers.iter().map(|number| cell(Some(*number)));
        grid.rows.push(std::iter::once((row + 1).to_string()).chain(cells).collect());
    }
    let blanks = found.heads.len().saturating_sub(1);
    let line = |name: String, last: String| {
        let between = std::iter::repeat_n(String::new(), blanks);
        std::iter::once(name).chain(between).chain([last]).collect()
    };
    let more = found.total - found.rows.len();
    if more > 0 {
        grid.rows.push(line(format!("… {more} more"), "…".into()));
    }
    grid.rows.push(line("sum".into(), cell(Some(found.sum))));
    out.grid(grid);
    out
}

/// Two matrices of more columns than this do not stand beside each other.
const BESIDE: usize = 3;

/// The working of Σ⁻¹, one column after the other.
pub(super) fn elimination(found: &Elimination) -> Document {
    let mut out = Document::default();
    out.heading("By elimination");
    out.text(Elimination::OPENING);
    out.blocks.extend(tableau(&found.start));
    for step in &found.steps {
        out.text(step.sentence());
        out.blocks.extend(tableau(&step.tableau));
    }
    out.text(Elimination::CLOSING);
    out
}

fn tableau(tableau: &Tableau) -> Vec<Block> {
    let [left, right] = tableau.matrices(FIGURES);
    if tableau.left.len() <= BESIDE {
        return vec![Block::Formula(Chain::new(Expr::Juxt(vec![left, right])))];
    }
    vec![Block::Formula(Chain::new(left)), Block::Formula(Chain::new(right))]
}
