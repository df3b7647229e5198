//! The rows of a table over two features, and whether they are misclassified.

use std::sync::{Arc, Mutex, PoisonError};

use super::raster::Area;
use super::scene::around;
use crate::model::{Case, CaseValue, Fitted};

#[derive(Clone, Debug, Default)]
pub struct Rows {
    /// Each with its class, both numbers, and whether it is misclassified, if that is known.
    pub all: Vec<Drawn>,
    pub missing: usize,
    pub predicted: bool,
    pub by_class: Vec<usize>,
    /// The range of both numbers; `None` without rows.
    span: Option<[(f64, f64); 2]>,
    across: Buckets,
    counted: Arc<Mutex<Option<Arc<InCells>>>>,
}

/// How many rows of each class lie in each cell of a range.
#[derive(Debug, PartialEq)]
pub struct InCells {
    range: [(f64, f64); 2],
    pub all: usize,
    pub by_class: Vec<Vec<u32>>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Drawn {
    /// The row, from 0.
    pub row: usize,
    pub class: usize,
    pub wrong: bool,
    pub at: [f64; 2],
}

/// Rows by their first number, in buckets of equal width: the rows of a cell are in a few of them.
#[derive(Clone, Debug, Default)]
struct Buckets {
    starts: Vec<usize>,
    order: Vec<u32>,
}

const BUCKETS: usize = 1024;

impl Buckets {
    fn place(at: f64, (from, to): (f64, f64)) -> usize {
        // A range without width, and numbers outside, use the first or the last.
        (((at - from) / (to - from) * BUCKETS as f64).max(0.0) as usize).min(BUCKETS - 1)
    }

    fn of(all: &[Drawn], span: (f64, f64)) -> Buckets {
        let mut starts = vec![0_usize; BUCKETS + 1];
        for drawn in all {
            let place = Buckets::place(drawn.at[0], span) + 1;
            starts.get_mut(place).into_iter().for_each(|many| *many += 1);
        }
        let mut sum = 0;
        for start in &mut starts {
            sum += *start;
            *start = sum;
        }
        let (mut next, mut order) = (starts.clone(), vec![0; all.len()]);
        for (at, drawn) in (0_u32..).zip(all) {
            let Some(free) = next.get_mut(Buckets::place(drawn.at[0], span)) else { continue };
            order.get_mut(*free).into_iter().for_each(|slot| *slot = at);
            *free += 1;
        }
        Buckets { starts, order }
    }

    fn between<'a>(
        &'a self,
        all: &'a [Drawn],
        stretch: (f64, f64),
        span: (f64, f64),
    ) -> impl Iterator<Item = &'a Drawn> {
        let (first, last) = (Buckets::place(stretch.0, span), Buckets::place(stretch.1, span));
        let start = |at: usize| self.starts.get(at).copied().unwrap_or_default();
        let some = self.order.get(start(first)..start(last + 1)).unwrap_or_default();
        some.iter().filter_map(|at| all.get(*at as usize))
    }
}

/// Room beside the outermost rows, as a share of their range.
const ROOM: f64 = 0.08;
/// The most rows that are predicted to find misclassified ones.
pub const PREDICTED: usize = 50_000;

impl Rows {
    /// The rows of a model; misclassified ones are found if there are at most [`PREDICTED`].
    pub fn of(fitted: &Fitted, features: [usize; 2]) -> Rows {
        let data = &fitted.data;
        let rows = data.table.rows();
        let predicted = rows <= PREDICTED;
        let predictions: Vec<Option<usize>> = match predicted {
            true => {
                let mut predictions = vec![None; rows];
                for prediction in fitted.predict_rows(|row| fitted.class_of_row(row).is_some()).iter() {
                    if let Some(place) = predictions.get_mut(prediction.row) {
                        *place = prediction.predicted;
                    }
                }
                predictions
            }
            false => Vec::new(),
        };
        let mut found = Rows { predicted, by_class: vec![0; fitted.classes.len()], ..Rows::default() };
        let columns = features.map(|at| fitted.features.get(at).map(|feature| feature.column));
        for row in 0..rows {
            let Some(class) = fitted.class_of_row(row) else { continue };
            let [first, second] = columns.map(|column| data.number(row, column?));
            match (first, second) {
                (Some(first), Some(second)) => {
                    let predicted = predictions.get(row).copied().flatten();
                    let wrong = predicted.is_some_and(|predicted| predicted != class);
                    found.all.push(Drawn { row, class, wrong, at: [first, second] });
                    found.by_class.get_mut(class).into_iter().for_each(|many| *many += 1);
                    let wider = |(from, to): (f64, f64), at: f64| (from.min(at), to.max(at));
                    let [x, y] = found.span.unwrap_or([(first, first), (second, second)]);
                    found.span = Some([wider(x, first), wider(y, second)]);
                }
                _ => found.missing += 1,
            }
        }
        found.across = found.span.map(|[span, _]| Buckets::of(&found.all, span)).unwrap_or_default();
        found
    }

    /// Whether another model has the same rows: it does for the same data, as long as no predictions are known.
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

    /// Counts the rows of each class in each cell, in one pass. Keeps the result for the next call with the same range.
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

    /// The rows in the cell of a point; the first is the nearest by the units of the cells.
    pub fn in_cell(&self, area: &Area, at: [f64; 2]) -> Vec<&Drawn> {
        let (Some(cell), Some([span, _])) = (area.cell(at), self.span) else { return Vec::new() };
        // A cell is about one part of the width and of the height; neighbours are dropped by their own cells.
        let [x, y] = area.range;
        let part = |(from, to): (f64, f64), many: usize| (to - from) / many.saturating_sub(1).max(1) as f64;
        let (wide, high) = (part(x, area.size[0]), part(y, area.size[1]));
        let near = self.across.between(&self.all, (at[0] - wide, at[0] + wide), span);
        let near = near.filter(|row| (row.at[1] - at[1]).abs() <= high && (row.at[0] - at[0]).abs() <= wide);
        let mut here: Vec<&Drawn> = near.filter(|row| area.cell(row.at) == Some(cell)).collect();
        let far = |row: &Drawn| ((row.at[0] - at[0]) / wide).hypot((row.at[1] - at[1]) / high);
        let nearest = (0..here.len()).min_by(|a, b| {
            let [a, b] = [a, b].map(|at| here.get(*at).map_or((f64::INFINITY, 0), |row| (far(row), row.row)));
            a.0.total_cmp(&b.0).then(a.1.cmp(&b.1))
        });
        nearest.into_iter().for_each(|at| here.swap(0, at));
        here
    }

    pub fn home(&self, case: Option<[f64; 2]>) -> [(f64, f64); 2] {
        let ends = |axis: usize| {
            let span = self.span.and_then(|span| span.get(axis).copied()).map(|(from, to)| [from, to]);
            let own = case.and_then(|case| case.get(axis).copied());
            around(span.into_iter().flatten().chain(own), ROOM).unwrap_or((0.0, 1.0))
        };
        [ends(0), ends(1)]
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn rows(points: &[(f64, f64)]) -> Rows {
        let all: Vec<Drawn> = (0..)
            .zip(points)
            .map(|(row, (x, y))| Drawn { row, class: row % 3, wrong: false, at: [*x, *y] })
            .collect();
        let ends = |of: &dyn Fn(&Drawn) -> f64| {
            all.iter().map(of).fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), x| (a.min(x), b.max(x)))
        };
        let span = [ends(&|drawn| drawn.at[0]), ends(&|drawn| drawn.at[1])];
        let across = Buckets::of(&all, span[0]);
        Rows { all, span: Some(span), across, ..Rows::default() }
    }

    proptest! {
        /// What is looked up in the buckets is what a look at every row finds; also where all lie in one place.
        #[test]
        fn the_rows_of_a_cell_are_all_of_them(
            points in proptest::collection::vec((-9..9i32, -9..9i32), 1..400),
            scale in prop_oneof![Just(1.0), Just(1e-7), Just(1e7), Just(0.0)],
            size in (2..90usize, 2..40usize),
            at in 0..400usize,
            zoom in prop_oneof![Just(1.0), Just(0.1), Just(3.0)],
        ) {
            let points: Vec<(f64, f64)> =
                points.iter().map(|(x, y)| (f64::from(*x) * scale, f64::from(*y) * scale)).collect();
            let rows = rows(&points);
            let (x, y) = points[at % points.len()];
            let around = |home: (f64, f64), at: f64| {
                let half = (home.1 - home.0) / 2.0 * zoom;
                (at - half, at + half)
            };
            let [across, up] = rows.home(None);
            let area = Area { from: [3, 1], size: [size.0, size.1], range: [around(across, x), around(up, y)] };
            let mut found: Vec<usize> = rows.in_cell(&area, [x, y]).iter().map(|row| row.row).collect();
            let cell = area.cell([x, y]);
            let mut all: Vec<usize> =
                rows.all.iter().filter(|row| area.cell(row.at) == cell).map(|row| row.row).collect();
            found.sort_unstable();
            all.sort_unstable();
            prop_assert_eq!(found, all);
        }
    }

    /// Counts of cells add up to the rows in the range, and the next model of the same rows finds them again.
    #[test]
    fn cells_are_counted_once() {
        let points: Vec<(f64, f64)> = (0..5000).map(|at| (f64::from(at % 71), f64::from(at % 53))).collect();
        let rows = rows(&points);
        let range = [(0.0, 35.0), (0.0, 60.0)];
        let found = rows.in_cells(range, 3, [10, 7]);
        let inside = rows.all.iter().filter(|row| row.at[0] <= 35.0).count();
        assert_eq!(found.all, inside);
        let sums: Vec<u32> = found.by_class.iter().map(|cells| cells.iter().sum()).collect();
        assert_eq!(sums.iter().sum::<u32>() as usize, inside);
        assert!(Arc::ptr_eq(&found, &rows.in_cells(range, 3, [10, 7])));
        assert!(!Arc::ptr_eq(&found, &rows.in_cells([(0.0, 36.0), (0.0, 60.0)], 3, [10, 7])));
    }
}
