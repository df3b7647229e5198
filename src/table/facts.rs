//! Questions a table answers about its own columns: how many values, whether two of them mean yes and no, how a cell
//! is written. Nothing here depends on a model.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use super::column::{Cell, Kind};
use super::number::written;
use super::store::{Cells, Table};
use crate::math::Name;

/// Pairs of values, in lower case, that mean no and yes.
const NO_YES: [(&str, &str); 3] = [("0", "1"), ("no", "yes"), ("false", "true")];

impl Table {
    /// A cell as text: categories and documents as written, numbers as the shortest decimal, missing cells empty.
    /// It is data: pass it through [`crate::text::shown`] before a person reads it.
    pub fn cell_text(&self, row: usize, column: usize) -> Cow<'_, str> {
        match self.cell(row, column) {
            Cell::Missing => Cow::Borrowed(""),
            Cell::Number(value) => Cow::Owned(written(value)),
            Cell::Category(name) => Cow::Borrowed(name.as_str()),
            Cell::Text(text) => Cow::Borrowed(text),
        }
    }

    /// How many different known values a column has; for a text column, how many different words.
    pub fn distinct(&self, column: usize) -> usize {
        match self.columns().get(column) {
            None => 0,
            Some(about) if about.kind == Kind::Numeric => {
                let numbers = self.numbers(column).filter(|value| !value.is_nan());
                numbers.map(number_key).collect::<HashSet<_>>().len()
            }
            Some(about) => about.dictionary.len(),
        }
    }

    /// How often each number of a column stands there, in order of first appearance; `None` where there are more than
    /// `most`, which is found out without looking further.
    pub fn number_counts(&self, column: usize, most: usize) -> Option<Vec<u64>> {
        let mut places: HashMap<u64, usize> = HashMap::new();
        let mut counts: Vec<u64> = Vec::new();
        for value in self.numbers(column).filter(|value| !value.is_nan()) {
            let at = *places.entry(number_key(value)).or_insert(counts.len());
            if at == most {
                return None;
            }
            match counts.get_mut(at) {
                Some(count) => *count += 1,
                None => counts.push(1),
            }
        }
        Some(counts)
    }

    /// The two values of a column that could be read as binary, the one that means 0 first: 0/1, no/yes or
    /// false/true in any case. A column of numbers that has only one of them could be, too. A candidate only: whether such
    /// a column is binary is for the model to say.
    pub fn could_be_binary(&self, column: usize) -> Option<(Name, Name)> {
        let about = self.columns().get(column)?;
        match about.kind {
            Kind::Text => None,
            Kind::Numeric => {
                let mut seen = [false; 2];
                for value in self.numbers(column).filter(|value| !value.is_nan()) {
                    let [zero, one] = &mut seen;
                    *zero |= value == 0.0;
                    *one |= value == 1.0;
                    if value != 0.0 && value != 1.0 {
                        return None;
                    }
                }
                (seen != [false; 2]).then(|| (Name::from("0"), Name::from("1")))
            }
            Kind::Binary | Kind::Categorical => {
                let [a, b] = about.dictionary.names() else { return None };
                let means = |x: &Name, y: &Name| NO_YES.contains(&(&lower(x.as_str()), &lower(y.as_str())));
                if means(a, b) {
                    Some((a.clone(), b.clone()))
                } else if means(b, a) {
                    Some((b.clone(), a.clone()))
                } else {
                    None
                }
            }
        }
    }

    /// The numbers of a column in row order, NaN where missing; nothing for another kind.
    pub fn numbers(&self, column: usize) -> impl Iterator<Item = f64> + '_ {
        self.segments().iter().filter_map(move |segment| segment.cells.get(column)).flat_map(|cells| {
            let numbers: &[f64] = if let Cells::Numbers(numbers) = cells { numbers } else { &[] };
            numbers.iter().copied()
        })
    }

    /// The codes of a column in row order, [`super::MISSING`] where missing; nothing for another kind.
    pub fn codes(&self, column: usize) -> impl Iterator<Item = u32> + '_ {
        self.segments().iter().filter_map(move |segment| segment.cells.get(column)).flat_map(|cells| {
            let codes: &[u32] = if let Cells::Codes(codes) = cells { codes } else { &[] };
            codes.iter().copied()
        })
    }
}

/// Equal numbers have equal keys, and 0 is −0.
pub(super) fn number_key(value: f64) -> u64 {
    (value + 0.0).to_bits()
}

fn lower(text: &str) -> Box<str> {
    text.to_ascii_lowercase().into()
}
