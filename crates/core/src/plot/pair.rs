//! Two features: rows, means, rings, the lines on which the leading posteriors are equal, and doubtful places.

use super::scene::{class_name, number, rows_text, shares_text};
use super::{
    Address, Area, Axis, Conic, ConicKind, FINE, Layer, Mark, MarkShape, Others, Role, Scene, Surface,
    around, borders, drawable, shares,
};
use crate::math::{Name, Number, Precision, Quantity, sentence};
use crate::model::{Case, CaseValue, Fitted};
use crate::problem::Problem;
use crate::text::grouped;
use std::collections::HashMap;
use std::sync::Arc;

#[derive(Clone, Debug, PartialEq)]
pub struct FeaturePair {
    pub features: [usize; 2],
    pub others: Others,
    pub rings: Vec<u8>,
    pub lines: BoundaryLines,
    pub doubt: bool,
    /// The visible range; all of the data without it.
    pub range: Option<[(f64, f64); 2]>,
    /// Columns and rows of the grid on which boundaries are looked for.
    pub grid: [usize; 2],
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BoundaryLines {
    #[default]
    Leading,
    All,
    None,
}

const LISTED: usize = 200;
/// Classes that have rings and a mean each.
const RINGED: usize = 24;
/// If more points are in view, they are counted in cells.
pub const DENSE: usize = 2000;
/// Cells of the counts and of the doubt.
pub const CELLS: [usize; 2] = [96, 64];

impl FeaturePair {
    /// Returns a picture of two features, with rings at 4.
    pub fn new(features: [usize; 2]) -> FeaturePair {
        let (others, lines) = (Others::Slice, BoundaryLines::Leading);
        FeaturePair { features, others, rings: vec![4], lines, doubt: false, range: None, grid: FINE }
    }

    pub fn others_of(&self, fitted: &Fitted, case: Option<&Case>) -> Others {
        if case.is_none() && fitted.features.len() > 2 { Others::Marginal } else { self.others }
    }

    pub fn scene(
        &self,
        fitted: &Fitted,
        case: Option<&Case>,
        rows: &PairRows,
        rival: Option<&Surface>,
    ) -> Result<Scene, Problem> {
        let others = self.others_of(fitted, case);
        let surface = Surface::of(fitted, self.features, others, case).ok_or_else(|| no_surface(fitted))?;
        let names: Vec<&Name> = fitted.feature_names().collect();
        let axis = |at: usize| names.get(at).map_or("", |name| name.as_str()).to_owned();
        let [right, up] = self.features.map(axis);
        let at = case.and_then(|case| case_at(fitted, case, self.features));
        let range = self.range.unwrap_or_else(|| rows.home(at));
        let [x, y] = range;
        let mut scene = Scene::titled(format!("{right} and {up}"));
        let mut layers = Vec::new();
        if self.doubt {
            layers.push(doubt(&surface, range));
        }
        let inside = |at: [f64; 2]| (x.0..=x.1).contains(&at[0]) && (y.0..=y.1).contains(&at[1]);
        let drawn = surface.classes() <= RINGED;
        // If there may be many, they are counted first.
        let counted =
            (drawn && rows.all.len() > DENSE).then(|| rows.in_cells(range, surface.classes(), CELLS));
        let counted = counted.filter(|(all, _)| *all > DENSE).map(|(_, by_class)| by_class);
        let mut in_view: Vec<&PairRow> = match counted {
            Some(_) => Vec::new(),
            None => rows.all.iter().filter(|drawn| inside(drawn.at)).collect(),
        };
        if in_view.len() > DENSE {
            // A count of each class in each cell would be as many grids as there are classes.
            let every = in_view.len().div_ceil(DENSE);
            in_view = in_view.into_iter().step_by(every).collect();
            scene.note(sentence!("Only one row in {} is drawn.", every.to_string()));
        }
        if let [first, others @ ..] = in_view.as_slice()
            && !others.is_empty()
            && others.iter().all(|drawn| drawn.at == first.at)
        {
            let many = grouped(in_view.len() as u64);
            scene.note(sentence!("All {} rows in view are in one place: one sign shows them.", many));
        }
        let grids = counted.as_ref().map(|by_class| by_class.iter().enumerate());
        for (class, levels) in grids.into_iter().flatten() {
            let grid = MarkShape::Grid { columns: CELLS[0], levels: levels.clone() };
            layers.push(Layer::new(Role::Class(class), [Mark::new(grid)]));
        }
        if !drawn && !self.rings.is_empty() {
            let most = RINGED.to_string();
            scene.note(sentence!("Rings and means of more than {} classes are left out.", most));
        }
        let mut rings = self.rings.clone();
        rings.sort_unstable_by(|a, b| b.cmp(a));
        for q in rings.into_iter().filter(|_| drawn) {
            layers.extend((0..surface.classes()).filter_map(|class| ring(fitted, &surface, class, q)));
        }
        if let Some(rival) = rival {
            let lines = borders(rival, range, self.grid).into_iter().map(|line| Mark::path(line.points));
            layers.push(Layer::new(Role::Rival, lines));
            scene.key(Role::Rival, "boundary of logistic regression");
        }
        self.boundaries(fitted, &surface, range, &mut scene, &mut layers);
        if counted.is_none() {
            layers.extend(points(fitted, &in_view, names.as_slice(), self.features));
        }
        let mean = |class: usize| {
            let [right, up] = surface.plane(class)?.mean;
            let of = |at: &usize| {
                let (feature, class) = ((*names.get(*at)?).clone(), fitted.classes.get(class).cloned());
                Some(Quantity::Mean { feature, class })
            };
            let address = Address::Numbers(self.features.iter().filter_map(of).collect());
            let name = class_name(fitted, class);
            let title = sentence!("mean of {}: {}, {}", name, number(right), number(up));
            Some(Layer::new(Role::Mean(class), [Mark::point([right, up]).at(address).titled(title)]))
        };
        layers.extend((0..surface.classes()).filter(|_| drawn).filter_map(mean));
        if let Some(at) = at {
            let mark = Mark::point(at).titled(sentence!("this case: {}, {}", number(at[0]), number(at[1])));
            layers.push(Layer::new(Role::Case, [mark]));
        }
        self.describe(fitted, &surface, (others, at), rows, &mut scene);
        scene.frame(Axis::of(right, x), Axis::of(up, y), layers);
        Ok(scene)
    }

    fn boundaries(
        &self,
        fitted: &Fitted,
        surface: &Surface,
        range: [(f64, f64); 2],
        scene: &mut Scene,
        layers: &mut Vec<Layer>,
    ) {
        if self.lines == BoundaryLines::None {
            return;
        }
        let reach = range.map(|(from, to)| (to - from) / 2.0);
        if self.lines == BoundaryLines::All && surface.classes() <= 12 {
            for a in 0..surface.classes() {
                for b in a + 1..surface.classes() {
                    let Some(two) = surface.only([a, b]) else { continue };
                    let marks =
                        borders(&two, range, self.grid).into_iter().map(|line| Mark::path(line.points));
                    layers.push(Layer::new(Role::Hidden(a, b), marks));
                }
            }
        }
        let found = borders(surface, range, self.grid);
        let mut pairs: Vec<(usize, usize)> = found.iter().map(|line| line.classes).collect();
        pairs.sort_unstable();
        pairs.dedup();
        for (a, b) in pairs.iter().copied() {
            let of = |class: usize| fitted.classes.get(class).map(Quantity::posterior);
            let address = Address::Numbers([a, b].into_iter().filter_map(of).collect());
            let figure =
                surface.plane(a).zip(surface.plane(b)).map(|(a, b)| Conic::between(a, b).figure(reach));
            let [one, other] = [a, b].map(|class| class_name(fitted, class));
            let part = figure.map(ConicKind::part).unwrap_or_default();
            let title = sentence!("{} and {} have the same posterior{}", one, other, part);
            let own = found.iter().filter(|line| line.classes == (a, b));
            let marks =
                own.map(|line| Mark::path(line.points.clone()).at(address.clone()).titled(title.clone()));
            layers.push(Layer::new(Role::Boundary(a, b), marks));
            if scene.facts.len() < LISTED {
                let figure = figure.map_or("where their posteriors are equal", ConicKind::word);
                scene.fact_at(address, sentence!("boundary of {} and {}", one, other), figure);
            }
        }
        if !pairs.is_empty() {
            scene.key(Role::Boundary(0, 1), "posteriors equal");
        } else if surface.classes() > 1 {
            scene.note("The same class leads at every place checked in this frame.");
        }
    }

    /// Adds the legend, facts of the classes and the case, and notes.
    fn describe(
        &self,
        fitted: &Fitted,
        surface: &Surface,
        (others, at): (Others, Option<[f64; 2]>),
        rows: &PairRows,
        scene: &mut Scene,
    ) {
        let wrong = if rows.predicted { rows.all.iter().filter(|drawn| drawn.wrong).count() } else { 0 };
        let boundaries = std::mem::take(&mut scene.legend);
        for (class, name) in fitted.classes.iter().map(Name::as_str).enumerate() {
            let many = rows_text(rows.by_class.get(class).copied().unwrap_or_default() as u64);
            scene.key(Role::Class(class), sentence!("{}  {}", name, many.as_str()));
            let value = match surface.plane(class) {
                Some(plane) => sentence!(
                    "{}; mean {}, {}; variances {}, {}; covariance {}",
                    many,
                    number(plane.mean[0]),
                    number(plane.mean[1]),
                    number(plane.cov[0][0]),
                    number(plane.cov[1][1]),
                    number(plane.cov[0][1])
                ),
                None => many.into(),
            };
            scene.fact(sentence!("class {}", name), value);
        }
        if wrong > 0 {
            let text = sentence!("{} misclassified", grouped(wrong as u64));
            scene.key(Role::Wrong(0), text.clone());
            scene.fact("misclassified rows", text);
        }
        if (0..surface.classes()).any(|class| surface.plane(class).is_some()) {
            scene.key(Role::Mean(0), "mean");
        }
        if let Some(at) = at {
            scene.key(Role::Case, "this case");
            let what = sentence!("this case at {}, {}", number(at[0]), number(at[1]));
            scene.fact(what, shares_text(fitted, &surface.posteriors(at)));
        }
        for q in self.rings.iter().filter(|_| surface.plane(0).is_some()) {
            let inside = Number::Float(1.0 - (-f64::from(*q) / 2.0).exp()).rounded(Precision::Share);
            scene.key(Role::Ring(0, *q), sentence!("q = {}: {} inside", q.to_string(), inside));
        }
        scene.legend.extend(boundaries);
        let all = fitted.features.len();
        let many = all.to_string();
        scene.note(match (all > 2, others) {
            (false, _) => "Both features of the model.".into(),
            (true, Others::Slice) => sentence!(
                "Two of {} features. The others are fixed at this case: the posterior is the model's; means and rings are conditional on the others.",
                many
            ),
            (true, Others::Marginal) => sentence!(
                "Two of {} features. The others are left out, so the posterior is not the model's.",
                many
            ),
        });
        if wrong > 0 && all > 2 {
            scene.note(
                "Rows are predicted by the whole model, so a row may be across a line and still be right.",
            );
        }
        if !rows.predicted {
            scene.note("There are too many rows to mark the misclassified ones.");
        }
        if rows.missing > 0 {
            let lack = if rows.missing == 1 { "lacks" } else { "lack" };
            scene.note(sentence!("{} {} one of the two numbers.", rows_text(rows.missing as u64), lack));
        }
    }
}

fn no_surface(fitted: &Fitted) -> Problem {
    let many = drawable(fitted).len();
    Problem {
        kind: "no_picture",
        what: match many {
            0 => "this model uses no feature as a number, so there is no plane to draw".to_owned(),
            1 => "this model uses one feature as a number, and a plane needs two".to_owned(),
            _ => "a slice needs a case with a number in every other feature".to_owned(),
        },
        fix: match many {
            0 | 1 => "run posterior plot feature to draw one feature".to_owned(),
            _ => "pass --marginal to leave the others out, or --row N for another case".to_owned(),
        },
        usage: true,
        ..Problem::default()
    }
}

/// Stipples where the largest posterior is below 0.95, and below 0.75.
fn doubt(surface: &Surface, [x, y]: [(f64, f64); 2]) -> Layer {
    let [columns, rows] = CELLS;
    let level = |at: usize| {
        let share = |at: usize, of: usize| (at as f64 + 0.5) / of as f64;
        let point =
            [x.0 + (x.1 - x.0) * share(at % columns, columns), y.0 + (y.1 - y.0) * share(at / columns, rows)];
        let most = shares(&surface.scores(point)).into_iter().fold(0.0, f64::max);
        if most < 0.75 { 2 } else { u32::from(most < 0.95) }
    };
    let levels = (0..columns * rows).map(level).collect();
    let mark = Mark::new(MarkShape::Grid { columns, levels })
        .titled("stippled where the largest posterior is below 0.95, denser below 0.75");
    Layer::new(Role::Doubt, [mark])
}

fn ring(fitted: &Fitted, surface: &Surface, class: usize, q: u8) -> Option<Layer> {
    let points = surface.plane(class)?.ring(f64::from(q));
    if points.iter().flatten().any(|number| !number.is_finite()) {
        return None;
    }
    let of = Quantity::SquaredDistance(fitted.classes.get(class)?.clone());
    let title = sentence!("q({}) = {}", class_name(fitted, class), q.to_string());
    let mark = Mark::path(points).at(Address::Numbers(vec![of])).titled(title);
    Some(Layer::new(Role::Ring(class, q), [mark]))
}

fn points(fitted: &Fitted, in_view: &[&PairRow], names: &[&Name], features: [usize; 2]) -> Vec<Layer> {
    let [right, up] = features.map(|at| names.get(at).map_or("", |name| name.as_str()));
    let place = |drawn: &PairRow| drawn.at.map(f64::to_bits);
    let mut here: HashMap<[u64; 2], usize> = HashMap::new();
    in_view.iter().for_each(|drawn| *here.entry(place(drawn)).or_default() += 1);
    let mark = |drawn: &&&PairRow| {
        let several = here.get(&place(drawn)).filter(|many| **many > 1);
        let several = several.map(|many| format!("; {many} rows in one place")).unwrap_or_default();
        let title = sentence!(
            "row {}: {} = {}, {} = {}; {}{}",
            (drawn.row + 1).to_string(),
            right,
            number(drawn.at[0]),
            up,
            number(drawn.at[1]),
            class_name(fitted, drawn.class),
            several
        );
        Mark::point(drawn.at).at(Address::Row(drawn.row)).titled(title)
    };
    let classes = 0..fitted.classes.len();
    let roles = classes.clone().map(Role::Class).chain(classes.map(Role::Wrong));
    let layer = |role: Role| {
        let is_own = |drawn: &&&PairRow| match role {
            Role::Wrong(class) => drawn.wrong && drawn.class == class,
            role => !drawn.wrong && role == Role::Class(drawn.class),
        };
        Layer::new(role, in_view.iter().filter(is_own).map(|drawn| mark(&drawn)))
    };
    roles.map(layer).filter(|layer| !layer.marks.is_empty()).collect()
}

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
