//! How wide a confusion matrix is, so that the panes beside it know what is left.

use super::{EvaluatedModel, Shares};
use crate::workbench::words::{shown, width};

/// Columns of a recall or a precision.
pub const SHARE: usize = 6;
pub const PRECISION: &str = "precision";
pub const ALL: &str = "all";

/// How wide things are as they stand.
#[derive(Clone, Copy, Debug)]
pub struct Widths {
    pub longest: usize,
    pub most: usize,
    pub sums: usize,
}

impl EvaluatedModel {
    pub fn widths(&self, shares: Shares) -> Widths {
        let labels = self.evaluation.labels.len();
        let longest = self.evaluation.labels.iter().map(|name| width(&shown(name.as_str())) + 2);
        let cells = (0..labels).flat_map(|actual| (0..self.columns()).map(move |column| (actual, column)));
        let most = match shares {
            Shares::Counts => cells.map(|(actual, column)| self.seen(actual, column)).max().unwrap_or(0),
            // A share is at most 100.0.
            _ => 10_000,
        };
        Widths {
            longest: longest.max().unwrap_or(0),
            most: most.to_string().len(),
            sums: (self.evaluation.n.to_string().len() + 2).max(ALL.len() + 1),
        }
    }

    pub fn needed(&self, shares: Shares) -> usize {
        let Widths { longest, most, sums } = self.widths(shares);
        let wide = longest.max(SHARE).max(most);
        longest.max(PRECISION.len()) + self.columns() * (wide + 2) + sums + 2 + SHARE + 1
    }
}
