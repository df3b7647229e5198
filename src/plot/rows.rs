//! The rows of a table over two features, and what they are called.

use std::sync::{Arc, Mutex, PoisonError};

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
    /// What was counted last: it stays where only the model changes.
    counted: Arc<Mutex<Option<Arc<InCells>>>>,
}

/// How many rows of each class lie in each cell of a range.
#[derive(Debug, PartialEq)]
pub struct InCells {
    range: [(f64, f64); 2],
    /// Rows in the range.
    pub all: usize,
    /// By class, then by cell from the lower left, row by row.
    pub by_class: Vec<Vec<u32>>,
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

    /// Whether they are those of another model, too: of the same rows, where it is not known what each is called.
    pub fn are_of(&self, before: &Fitted, now: &Fitted) -> bool {
        let (one, other) = (&before.data, &now.data);
        let columns =
            |fitted: &Fitted| fitted.features.iter().map(|feature| feature.column).collect::<Vec<_>>();
        !self.predicted
            && Arc::ptr_eq(&one.table, &other.table)
            && (one.resolved.target, one.resolved.weight) == (other.resolved.target, other.resolved.weight)
            && before.classes == now.classes
            && before.gda().is_some() == now.gda().is_some()
            && columns(before) == columns(now)
    }

    /// How many of each class lie in each of so many cells, in one pass; from memory where the range is that of the last time.
    pub fn in_cells(
        &self,
        range: [(f64, f64); 2],
        classes: usize,
        [columns, rows]: [usize; 2],
    ) -> Arc<InCells> {
        let mut last = self.counted.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) =
            last.as_ref().filter(|found| found.range == range && found.by_class.len() == classes)
        {
            return Arc::clone(found);
        }
        let mut found = InCells { range, all: 0, by_class: vec![vec![0; columns * rows]; classes] };
        let [x, y] = range;
        let place = |at: f64, (from, to): (f64, f64), many: usize| {
            (((at - from) / (to - from) * many as f64) as usize).min(many.saturating_sub(1))
        };
        for drawn in &self.all {
            let [across, up] = drawn.at;
            if !((x.0..=x.1).contains(&across) && (y.0..=y.1).contains(&up)) {
                continue;
            }
            found.all += 1;
            let at = place(up, y, rows) * columns + place(across, x, columns);
            let cell = found.by_class.get_mut(drawn.class).and_then(|cells| cells.get_mut(at));
            cell.into_iter().for_each(|cell| *cell += 1);
        }
        let found = Arc::new(found);
        *last = Some(Arc::clone(&found));
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
