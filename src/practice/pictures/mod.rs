//! Questions that are answered by looking: which ellipse belongs to Σ, which Σ to an ellipse, which line to a prior, and where
//! a boundary or a crossing lies, read off a picture of the model in hand.
//!
//! A question is drawn by its number, so that it is the same for everybody. What is read off is right within what a picture can
//! be read to; a wrong answer is told what it would belong to.

mod question;
mod read_off;
mod shapes;

pub use question::{PictureQuestion, PictureVerdict};

use super::exercise::Dice;
use crate::model::Fitted;
use read_off::{boundary, crossing};
use shapes::{which_ellipse, which_line, which_matrix};

/// Which questions come first.
const SEED: u64 = 0x5ee;
/// Classes of a model that are asked about.
const CLASSES: usize = 8;

impl PictureQuestion {
    /// The question of a number, from 0. Every other one is of the model, where it has numbers to draw.
    pub fn draw(turn: u64, fitted: Option<&Fitted>) -> PictureQuestion {
        let mut dice = Dice::new(SEED.wrapping_add(turn.wrapping_mul(0x9e37)));
        let of_model = fitted.filter(|_| turn % 2 == 1).filter(|fitted| fitted.classes.len() <= CLASSES);
        let read = of_model.and_then(|fitted| match turn % 4 {
            1 => boundary(fitted, &mut dice).or_else(|| crossing(fitted, &mut dice)),
            _ => crossing(fitted, &mut dice).or_else(|| boundary(fitted, &mut dice)),
        });
        read.unwrap_or_else(|| match turn % 3 {
            0 => which_ellipse(&mut dice),
            1 => which_matrix(&mut dice),
            _ => which_line(&mut dice),
        })
    }
}
