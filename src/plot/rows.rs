//! The rows of a table over two features, and what they are called.

use super::raster::Area;
use super::scene::around;
use crate::model::{Case, CaseValue, Fitted};

/// The rows of a table over two features, and what they are called.
#[derive(Clone, Debug, Default)]
pub struct Rows {
    /// Each with its class, both numbers, and the class that the model names where that is known.
    pub all: Vec<Drawn>,
    /// Rows that lack a number.
    pub missing: usize,
    /// Whether it is known what each is called.
    pub predicted: bool,
}

/// A row of a table over two features.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Drawn {
    /// The row, from 0.
    pub row: usize,
    /// Its class.
    pub class: usize,
    /// Whether the model names another class.
    pub wrong: bool,
    /// Both numbers.
    pub at: [f64; 2],
}

/// Room beside the outermost rows, as a share of their range.
const ROOM: f64 = 0.08;
/// Rows that are predicted to find those that are called another class.
pub const PREDICTED: usize = 50_000;

impl Rows {
    /// The rows of a model; what they are called is found where there are few.
    pub fn of(fitted: &Fitted, features: [usize; 2]) -> Rows {
        let data = &fitted.data;
        let rows = data.table.rows();
        let predicted = rows <= PREDICTED;
        let called: Vec<Option<usize>> = match predicted {
            true => {
                let mut called = vec![None; rows];
                for prediction in fitted.predict_rows(|row| fitted.class_of_row(row).is_some()) {
                    if let Some(place) = called.get_mut(prediction.row) {
                        *place = prediction.predicted;
                    }
                }
                called
            }
            false => Vec::new(),
        };
        let mut found = Rows { predicted, ..Rows::default() };
        let columns = features.map(|at| fitted.features.get(at).map(|feature| feature.column));
        for row in 0..rows {
            let Some(class) = fitted.class_of_row(row) else { continue };
            let [first, second] = columns.map(|column| Some(data.number(row, column?)?.value()));
            match (first, second) {
                (Some(first), Some(second)) => {
                    let called = called.get(row).copied().flatten();
                    let wrong = called.is_some_and(|called| called != class);
                    found.all.push(Drawn { row, class, wrong, at: [first, second] });
                }
                _ => found.missing += 1,
            }
        }
        found
    }

    /// The rows in the cell of a point, the nearest first by the units of the cells.
    pub fn in_cell(&self, area: &Area, at: [f64; 2]) -> Vec<&Drawn> {
        let Some(cell) = area.cell(at) else { return Vec::new() };
        let mut here: Vec<&Drawn> = self.all.iter().filter(|row| area.cell(row.at) == Some(cell)).collect();
        let unit = |of: f64, at: f64, (from, to): (f64, f64)| (of - at) / (to - from);
        let far = |of: [f64; 2]| unit(of[0], at[0], area.range[0]).hypot(unit(of[1], at[1], area.range[1]));
        here.sort_by(|a, b| far(a.at).total_cmp(&far(b.at)));
        here
    }

    /// What all of them and the case take of each axis.
    pub fn home(&self, case: Option<[f64; 2]>) -> [(f64, f64); 2] {
        let points = || self.all.iter().map(|drawn| drawn.at).chain(case);
        let of = |numbers: &mut dyn Iterator<Item = f64>| around(numbers, ROOM).unwrap_or((0.0, 1.0));
        [of(&mut points().map(|[x, _]| x)), of(&mut points().map(|[_, y]| y))]
    }
}

/// The numbers of a case on both axes.
pub fn case_at(fitted: &Fitted, case: &Case, features: [usize; 2]) -> Option<[f64; 2]> {
    let number = |at: usize| match case.cells.get(at)?.value {
        CaseValue::Number(number) => Some(number),
        CaseValue::Value(_) if fitted.factors().get(at)?.cuts().is_some() => {
            case.cells.get(at)?.text.trim().parse().ok()
        }
        _ => None,
    };
    Some([number(features[0])?, number(features[1])?])
}
