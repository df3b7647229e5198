//! The two-dimensional notation: formulas as they stand in a book, within a width.
//!
//! This is the door to drawing and layout, and knows neither.

use super::layout;
use super::{Chain, Expr, Picture, Tier};

/// Formulas in two dimensions, broken to fit a width where that can be done without tearing anything apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stacked {
    /// Display cells there are.
    pub width: usize,
    /// The characters to draw with.
    pub glyphs: Tier,
}

impl Stacked {
    /// A chain, one relation per row where one row is too narrow for all.
    ///
    /// A term wider than the whole width is cut in the middle. A picture can still be wider than asked for, when a
    /// single number or bracket does not fit.
    pub fn chain(&self, chain: &Chain) -> Picture {
        layout::chain(self.glyphs, self.width, chain)
    }

    /// A formula alone.
    pub fn expr(&self, expr: &Expr) -> Picture {
        layout::chain(self.glyphs, self.width, &Chain::new(expr.clone()))
    }
}
