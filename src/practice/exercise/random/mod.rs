//! Random data: the columns of an exercise, drawn for each seed.
//!
//! A [`Random`] describes the columns, and [`Random::draw`] makes a CSV of them in memory, which is read like any other.
//! This module does not know the questions, so it cannot check whether a table suits them.

mod draw;
mod file;
mod pattern;

pub use draw::Drawn;
pub(super) use file::RawRandom;
pub(super) use pattern::of as pattern;

use crate::recipe::Recipe;
use crate::table::Kind;

#[derive(Clone, Debug)]
pub struct Random {
    pub seeds: Vec<u64>,
    pub rows: (usize, usize),
    /// Whether one class has no known values, so that the exercise is about 0/0.
    pub empty_class: bool,
    pub(super) columns: Vec<Drawing>,
    pub(super) target: usize,
}

#[derive(Clone, Debug)]
pub(super) struct Drawing {
    pub name: String,
    pub values: Values,
}

#[derive(Clone, Debug)]
pub(super) enum Values {
    OneOf(Vec<String>),
    Numbers(Numbers),
    Documents {
        /// The words, those of the case first.
        words: Vec<String>,
        length: (usize, usize),
    },
    RowNumber,
}

/// Numbers with a fixed count of decimals, stored as whole numbers of their last place.
#[derive(Clone, Debug)]
pub(super) struct Numbers {
    /// Decimals, up to 9.
    pub decimals: u32,
    pub range: (i64, i64),
    /// Mean and spread of each class; empty if both are drawn.
    pub of_class: Vec<(i64, i64)>,
}

impl Random {
    pub fn classes(&self) -> &[String] {
        match self.columns.get(self.target).map(|column| &column.values) {
            Some(Values::OneOf(classes)) => classes,
            _ => &[],
        }
    }

    /// The first class without a row.
    pub(super) fn missing_class(&self, drawn: &Drawn) -> Option<&str> {
        let empty = drawn.of_class.iter().position(|rows| *rows == 0)?;
        self.classes().get(empty).map(String::as_str)
    }

    /// Completes a recipe with the choices that the columns determine: the class, its order, and the kinds.
    pub(super) fn completed(&self, mut recipe: Recipe) -> Recipe {
        for (at, column) in self.columns.iter().enumerate().filter(|(at, _)| *at != self.target) {
            let kind = match column.values {
                Values::OneOf(_) => Kind::Categorical,
                Values::Numbers(_) => Kind::Numeric,
                Values::Documents { .. } => Kind::Text,
                Values::RowNumber => continue,
            };
            debug_assert_ne!(at, self.target);
            let choice = recipe.column_mut(&column.name);
            choice.kind = choice.kind.or(Some(kind));
        }
        recipe.target =
            recipe.target.or_else(|| self.columns.get(self.target).map(|column| column.name.clone()));
        recipe.classes = recipe.classes.or_else(|| Some(self.classes().to_vec()));
        recipe
    }
}
