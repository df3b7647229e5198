//! The curves of how good models are, as pictures: what is drawn is what was measured, and every number has its place.

use crate::models::{has, model, sample};

use posterior::evaluate::{CandidateModel, ComparisonProgress};
use posterior::evaluate::{Comparison, Learning, Measure, MetricKind, Metrics, SEEDS, Sweep, Trial};
use posterior::plot::{
    self, Axis, Emphasis, Glyphs, Layer, Mark, MarkShape, RasterCells, RasterStyle, Role, Scene, SceneFrame,
    raster,
};

fn marks(scene: &Scene, role: Role) -> impl Iterator<Item = &Mark> {
    let layers = scene.frames.iter().flat_map(|frame| &frame.layers);
    layers.filter(move |layer| layer.role == role).flat_map(|layer| &layer.marks)
}

fn points(scene: &Scene, role: Role) -> Vec<[f64; 2]> {
    let point = |mark: &Mark| if let MarkShape::Point(at) = mark.shape { Some(at) } else { None };
    marks(scene, role).filter_map(point).collect()
}

fn paths(scene: &Scene, role: Role) -> Vec<Vec<[f64; 2]>> {
    let path =
        |mark: &Mark| if let MarkShape::Path(points) = &mark.shape { Some(points.clone()) } else { None };
    marks(scene, role).filter_map(path).collect()
}

fn selected(cells: &RasterCells) -> Vec<(usize, usize, char)> {
    let all = (0..cells.rows).flat_map(|row| (0..cells.columns).map(move |column| (column, row)));
    all.map(|(column, row)| (column, row, cells.at(column, row)))
        .filter(|(.., cell)| cell.emphasis == Emphasis::Selected)
        .map(|(column, row, cell)| (column, row, cell.sign))
        .collect()
}

#[test]
fn a_sweep_is_drawn_where_it_was_measured() {
    let study = sample("play-tennis", "split = \"leave-one-out\"");
    let found = Sweep::run(&study, None).unwrap();
    for measure in Measure::QUALITY {
        let scene = plot::sweep(&found, measure, found.current(&study.recipe));
        let drawn = points(&scene, Role::Class(0));
        assert_eq!(drawn.len(), found.points.len());
        for ((at, point), [x, y]) in found.points.iter().enumerate().zip(&drawn) {
            let value = point.summary.as_ref().unwrap().value(measure);
            assert!(value.map_or(y.is_nan(), |value| value == *y), "{y}");
            assert_eq!(*x, at as f64);
        }
        let now = found.current(&study.recipe).unwrap().summary.as_ref().unwrap().value(measure).unwrap();
        assert!(paths(&scene, Role::Evidence).concat().iter().all(|[_, y]| *y == now));
        let y = &scene.frames[0].y;
        assert!(
            drawn.iter().all(|[_, at]| at.is_nan() || (y.range.0..=y.range.1).contains(at)),
            "{:?}",
            y.range
        );
    }
}

#[test]
fn a_learning_curve_has_its_percentiles_and_gaps() {
    let study = sample("elephants", "model = \"gda\"");
    let candidate = |name: &str, model: &str| {
        let mut recipe = study.recipe.clone();
        recipe.model = Some(model.parse().unwrap());
        CandidateModel { name: name.into(), recipe }
    };
    let both = [candidate("GDA", "gda"), candidate("QDA", "qda")];
    let found = Learning::run(&study, &both, SEEDS, None).unwrap();
    let scene = plot::learning(&found, Measure::LogLoss);
    assert!(scene.frames[0].x.log && scene.frames[0].y.log);
    for (class, curve) in found.curves.iter().enumerate() {
        let spreads: Vec<_> = curve.stages.iter().map(|stage| stage.spread(Measure::LogLoss)).collect();
        let known = spreads.iter().flatten().count();
        assert_eq!(points(&scene, Role::Class(class)).len(), known);
        let drawn = paths(&scene, Role::Class(class));
        // A bar for each size that has a figure, and one line.
        assert_eq!(drawn.len(), known + 1);
        for (bar, spread) in drawn.iter().zip(spreads.iter().flatten()) {
            assert_eq!([bar[0][1], bar[1][1]], [spread.low, spread.high]);
        }
        let gaps = drawn.last().unwrap().iter().filter(|[_, y]| y.is_nan()).count();
        assert_eq!(gaps, spreads.len() - known);
    }
}

#[test]
fn models_are_drawn_side_by_side_with_their_intervals() {
    let study = sample("iris", "split = \"folds:5\"");
    let found = Comparison::run(&study, None, Some(&ComparisonProgress::default())).unwrap();
    let order = found.sorted(None);
    let scene = plot::comparison(&found, &order);
    let names = &scene.frames[0].y.names;
    assert_eq!(names.len(), order.len());
    let own = points(&scene, Role::Case);
    assert_eq!(own.len(), 1);
    for [x, y] in points(&scene, Role::Class(0)).into_iter().chain(own) {
        let result = &found.results[order[y as usize]];
        assert_eq!(names[y as usize], result.candidate.name);
        assert_eq!(x, result.right as f64 / result.n as f64);
        let between = result.figure(MetricKind::Accuracy).unwrap().interval.unwrap();
        let bar = paths(&scene, Role::Plain).into_iter().find(|bar| bar[0][1] == y).unwrap();
        assert_eq!([bar[0][0], bar[1][0]], [between.low(), between.high()]);
    }
    // The baseline is far below: it is written, and the others have the room.
    let text = raster(&scene, (60, names.len() + 1), &RasterStyle::default()).lines().join("\n");
    assert!(text.contains("< 0.33") && scene.frames[0].x.range.0 > 0.8, "{text}");
    assert!(scene.facts.iter().any(|fact| fact.what.plain() == "baseline"));
}

#[test]
fn the_rows_behind_a_bin_are_drawn_below_it() {
    let study = sample("play-tennis", "split = \"leave-one-out\"");
    let evaluation = Trial::plan(&study, None).unwrap().run(None).unwrap();
    let metrics = Metrics::new(&evaluation, 1);
    let scene = plot::reliability(&metrics.calibration, None);
    let [above, below] = scene.frames.as_slice() else { panic!("{}", scene.frames.len()) };
    assert_eq!(above.x.range, below.x.range);
    let bars = below.layers.iter().flat_map(|layer| &layer.marks);
    let rows: f64 = bars.map(|mark| if let MarkShape::Bar(_, top) = mark.shape { top[1] } else { 0.0 }).sum();
    assert_eq!(rows, metrics.calibration.n as f64);
    assert!(model(&study).classes.len() == 2);
}

fn ratios() -> Scene {
    let marks = [[1.0, 0.01], [10.0, 1.0], [100.0, 100.0]].map(|at| Mark::new(MarkShape::Point(at)));
    let frame = SceneFrame {
        x: Axis::of_ratios("n", (1.0, 100.0)),
        y: Axis::of_ratios("loss", (0.01, 100.0)),
        layers: vec![Layer { role: Role::Class(0), marks: marks.into() }],
    };
    Scene { frames: vec![frame], ..Scene::default() }
}

#[test]
fn distances_between_ratios_are_those_of_their_logarithms() {
    for glyphs in Glyphs::ALL {
        for selected_at in [[1.0, 0.01], [10.0, 1.0], [100.0, 100.0]] {
            let look = RasterStyle { glyphs, selected: Some(selected_at), ..RasterStyle::default() };
            let cells = raster(&ratios(), (46, 17), &look);
            let area = cells.areas[0];
            let cell = area.cell(selected_at.map(f64::log10)).unwrap();
            let sign = if glyphs == Glyphs::Ascii { 'o' } else { '●' };
            assert_eq!(selected(&cells), [(cell[0], cell[1], sign)]);
            let share = (selected_at[0].log10() / 2.0 * (area.size[0] - 1) as f64).round() as usize;
            assert_eq!(cell[0] - area.from[0], share);
        }
    }
    let text = raster(&ratios(), (46, 17), &RasterStyle::default()).lines().join("\n");
    has(&text, &["0.01", "1", "10", "100"]);
    // A number of 0 or less has no place, and no line goes to it.
    let mut scene = ratios();
    scene.frames[0].layers[0].marks.push(Mark::new(MarkShape::Path(vec![[0.0, 1.0], [5.0, -1.0]])));
    assert_eq!(raster(&scene, (46, 17), &RasterStyle::default()).lines().join("\n"), text);
}

#[test]
fn names_of_an_axis_are_thinned_where_there_is_no_room() {
    let names: Vec<String> = ["a", "b", "c", "d", "e"].map(str::to_owned).into();
    let axis = Axis::of_names("", names);
    let texts = |most| axis.ticks(axis.range, most).into_iter().map(|(_, text)| text).collect::<Vec<_>>();
    assert_eq!(texts(5), ["a", "b", "c", "d", "e"]);
    assert_eq!(texts(4), ["a", "c", "e"]);
    assert_eq!(texts(1), ["a"]);
}
