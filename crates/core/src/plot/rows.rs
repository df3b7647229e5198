//! The rows of a table over two features, and whether they are misclassified.

use std::sync::Arc;

use super::{Area, around};
use crate::model::{Case, CaseValue, Fitted};

#[derive(Clone, Debug, Default)]
pub struct PairRows {
    /// Each with its class, both numbers, and whether it is misclassified, if that is known.
    pub all: Vec<PairRow>,
    pub missing: usize,
    pub predicted: bool,
    pub by_class: Vec<usize>,
    /// The range of both numbers; `None` without rows.
    span: Option<[(f64, f64); 2]>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairRow {
    pub row: usize,
    pub class: usize,
    pub wrong: bool,
    pub at: [f64; 2],
}

/// Room beside the outermost rows, as a share of their range.
const ROOM: f64 = 0.08;
/// The most rows that are predicted to find misclassified ones.
pub const PREDICTED: usize = 50_000;

impl PairRows {
    /// Returns the rows of a model; misclassified ones are found if there are at most [`PREDICTED`].
    pub fn of(fitted: &Fitted, features: [usize; 2]) -> PairRows {
        let data = &fitted.data;
        let rows = data.table.rows();
        let predicted = rows <= PREDICTED;
        let mut predictions = vec![None; if predicted { rows } else { 0 }];
        for prediction in fitted.predict_rows(|row| predicted && fitted.class_of_row(row).is_some()).iter() {
            let place = predictions.get_mut(prediction.row);
            place.into_iter().for_each(|place| *place = prediction.predicted);
        }
        let mut found =
            PairRows { predicted, by_class: vec![0; fitted.classes.len()], ..PairRows::default() };
        let columns = features.map(|at| fitted.features.get(at).map(|feature| feature.column));
        for row in 0..rows {
            let Some(class) = fitted.class_of_row(row) else { continue };
            let [Some(first), Some(second)] = columns.map(|column| data.number(row, column?)) else {
                found.missing += 1;
                continue;
            };
            let predicted: Option<usize> = predictions.get(row).copied().flatten();
            let wrong = predicted.is_some_and(|predicted| predicted != class);
            found.all.push(PairRow { row, class, wrong, at: [first, second] });
            found.by_class.get_mut(class).into_iter().for_each(|many| *many += 1);
            let wider = |(from, to): (f64, f64), at: f64| (from.min(at), to.max(at));
            let [x, y] = found.span.unwrap_or([(first, first), (second, second)]);
            found.span = Some([wider(x, first), wider(y, second)]);
        }
        found
    }

    /// Returns whether another model has the same rows: it does for the same data, as long as no predictions are known.
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

    /// Counts the rows of each class in each cell of a range, and all of them.
    pub fn in_cells(
        &self,
        [x, y]: [(f64, f64); 2],
        classes: usize,
        [columns, rows]: [usize; 2],
    ) -> (usize, Vec<Vec<u32>>) {
        let (mut all, mut by_class) = (0, vec![vec![0; columns * rows]; classes]);
        let place = |at: f64, (from, to): (f64, f64), many: usize| {
            (((at - from) / (to - from) * many as f64) as usize).min(many.saturating_sub(1))
        };
        for drawn in &self.all {
            let [across, up] = drawn.at;
            if (x.0..=x.1).contains(&across) && (y.0..=y.1).contains(&up) {
                all += 1;
                let at = place(up, y, rows) * columns + place(across, x, columns);
                let cell = by_class.get_mut(drawn.class).and_then(|cells| cells.get_mut(at));
                cell.into_iter().for_each(|cell| *cell += 1);
            }
        }
        (all, by_class)
    }

    /// Returns the rows in the cell of a point; the first is the nearest by the units of the cells.
    pub fn in_cell(&self, area: &Area, at: [f64; 2]) -> Vec<&PairRow> {
        let Some(cell) = area.cell(at) else { return Vec::new() };
        let [x, y] = area.range;
        let part = |(from, to): (f64, f64), many: usize| (to - from) / many.saturating_sub(1).max(1) as f64;
        let (wide, high) = (part(x, area.size[0]), part(y, area.size[1]));
        let mut here: Vec<&PairRow> = self.all.iter().filter(|row| area.cell(row.at) == Some(cell)).collect();
        let far = |row: &PairRow| ((row.at[0] - at[0]) / wide).hypot((row.at[1] - at[1]) / high);
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

    #[test]
    fn counts_of_cells_add_up_to_the_rows_in_the_range() {
        let row = |row: usize| PairRow {
            row,
            class: row % 3,
            wrong: false,
            at: [row % 71, row % 53].map(|x| x as f64),
        };
        let rows = PairRows { all: (0..5000).map(row).collect(), ..PairRows::default() };
        let (all, by_class) = rows.in_cells([(0.0, 35.0), (0.0, 60.0)], 3, [10, 7]);
        let inside = rows.all.iter().filter(|row| row.at[0] <= 35.0).count();
        assert_eq!(all, inside);
        assert_eq!(by_class.iter().flatten().sum::<u32>() as usize, inside);
    }
}
