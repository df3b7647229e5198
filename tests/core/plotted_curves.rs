//! The curves of how good models are, as pictures: what is drawn is what was measured, and every number has its place.

use crate::models::{model, sample};

use posterior::evaluate::{CandidateModel, Stage};
use posterior::evaluate::{Comparison, Kind, Learning, Metrics, Parameter, SEEDS, Sweep, Trial, Yardstick};
use posterior::plot::{
    self, Axis, Cells, Emphasis, Frame, Glyphs, Layer, Look, Mark, Role, Scene, Shape, raster,
};

fn points(scene: &Scene, role: Role) -> Vec<[f64; 2]> {
    let layers = scene.frames.iter().flat_map(|frame| &frame.layers).filter(|layer| layer.role == role);
    let point = |mark: &Mark| if let Shape::Point(at) = mark.shape { Some(at) } else { None };
    layers.flat_map(|layer| &layer.marks).filter_map(point).collect()
}

fn paths(scene: &Scene, role: Role) -> Vec<Vec<[f64; 2]>> {
    let layers = scene.frames.iter().flat_map(|frame| &frame.layers).filter(|layer| layer.role == role);
    let path = |mark: &Mark| if let Shape::Path(points) = &mark.shape { Some(points.clone()) } else { None };
    layers.flat_map(|layer| &layer.marks).filter_map(path).collect()
}

fn selected(cells: &Cells) -> Vec<(usize, usize, char)> {
    let all = (0..cells.rows).flat_map(|row| (0..cells.columns).map(move |column| (column, row)));
    all.map(|(column, row)| (column, row, cells.at(column, row)))
        .filter(|(.., cell)| cell.emphasis == Emphasis::Selected)
        .map(|(column, row, cell)| (column, row, cell.sign))
        .collect()
}

#[test]
fn a_sweep_is_drawn_where_it_was_measured() {
    let study = sample("play-tennis", "split = \"leave-one-out\"");
    let found = Sweep::run(&study, Parameter::Alpha, None).unwrap();
    for measure in Yardstick::ALL {
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
    // Numbers of bins stand where they are, not side by side.
    let study = sample("two-clusters", "split = \"folds:10\"");
    let found = Sweep::run(&study, Parameter::Width, None).unwrap();
    let drawn = plot::sweep_places(&found, Yardstick::Accuracy);
    assert!(found.points.iter().zip(&drawn).all(|(point, [x, _])| point.setting.value == *x));
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
    let scene = plot::learning(&found, Yardstick::LogLoss);
    assert!(scene.frames[0].x.log && scene.frames[0].y.log);
    for (class, curve) in found.curves.iter().enumerate() {
        let spreads: Vec<_> = curve.stages.iter().map(|stage| stage.spread(Yardstick::LogLoss)).collect();
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
fn models_stand_side_by_side_with_their_intervals() {
    let study = sample("iris", "split = \"folds:5\"");
    let found = Comparison::run(&study, None, Some(&Stage::default())).unwrap();
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
        let between = result.figure(Kind::Accuracy).unwrap().interval.unwrap();
        let bar = paths(&scene, Role::Plain).into_iter().find(|bar| bar[0][1] == y).unwrap();
        assert_eq!([bar[0][0], bar[1][0]], [between.low(), between.high()]);
    }
    // The baseline lies far below: it is told, and the others have the room.
    let text = raster(&scene, (60, names.len() + 1), &Look::default()).lines().join("\n");
    assert!(text.contains("< 0.33") && scene.frames[0].x.range.0 > 0.8, "{text}");
    assert!(scene.facts.iter().any(|fact| fact.what.plain() == "baseline"));
}

#[test]
fn the_rows_behind_a_bin_stand_below_it() {
    let study = sample("play-tennis", "split = \"leave-one-out\"");
    let evaluation = Trial::plan(&study, None).unwrap().run(None).unwrap();
    let metrics = Metrics::new(&evaluation, 1);
    let scene = plot::reliability(&metrics.calibration, None);
    let [above, below] = scene.frames.as_slice() else { panic!("{}", scene.frames.len()) };
    assert_eq!(above.x.range, below.x.range);
    let bars = below.layers.iter().flat_map(|layer| &layer.marks);
    let rows: f64 = bars.map(|mark| if let Shape::Bar(_, top) = mark.shape { top[1] } else { 0.0 }).sum();
    assert_eq!(rows, metrics.calibration.n as f64);
    assert!(model(&study).classes.len() == 2);
}

/// One frame with a point in each corner and in the middle of a scale of ratios.
fn ratios() -> Scene {
    let marks = [[1.0, 0.01], [10.0, 1.0], [100.0, 100.0]].map(|at| Mark::new(Shape::Point(at)));
    let frame = Frame {
        title: String::new(),
        x: Axis::of_ratios("n", (1.0, 100.0)),
        y: Axis::of_ratios("loss", (0.01, 100.0)),
        equal: false,
        layers: vec![Layer { role: Role::Class(0), marks: marks.into() }],
    };
    Scene { frames: vec![frame], ..Scene::default() }
}

#[test]
fn ratios_are_as_far_apart_as_their_logarithms() {
    for glyphs in Glyphs::ALL {
        for selected_at in [[1.0, 0.01], [10.0, 1.0], [100.0, 100.0]] {
            let look = Look { glyphs, selected: Some(selected_at), ..Look::default() };
            let cells = raster(&ratios(), (46, 17), &look);
            let area = cells.areas[0];
            let cell = area.cell(selected_at.map(f64::log10)).unwrap();
            let sign = if glyphs == Glyphs::Ascii { 'o' } else { '●' };
            assert_eq!(selected(&cells), [(cell[0], cell[1], sign)]);
            let share = (selected_at[0].log10() / 2.0 * (area.size[0] - 1) as f64).round() as usize;
            assert_eq!(cell[0] - area.from[0], share);
        }
    }
    let text = raster(&ratios(), (46, 17), &Look::default()).lines().join("\n");
    for tick in ["0.01", "1", "10", "100"] {
        assert!(text.contains(tick), "{tick}: {text}");
    }
    // A number of 0 or less has no place, and no line goes to it.
    let mut scene = ratios();
    scene.frames[0].layers[0].marks.push(Mark::new(Shape::Path(vec![[0.0, 1.0], [5.0, -1.0]])));
    assert_eq!(raster(&scene, (46, 17), &Look::default()).lines().join("\n"), text);
}

#[test]
fn names_of_an_axis_are_thinned_where_there_is_no_room() {
    let names: Vec<String> = ["a", "b", "c", "d", "e"].map(str::to_owned).into();
    let axis = Axis::of_names("", names);
    let texts = |most| axis.ticks(axis.range, most).into_iter().map(|tick| tick.text).collect::<Vec<_>>();
    assert_eq!(texts(5), ["a", "b", "c", "d", "e"]);
    assert_eq!(texts(4), ["a", "c", "e"]);
    assert_eq!(texts(1), ["a"]);
}

fn case(fitted: &posterior::model::Fitted, cells: &[(&str, &str)]) -> posterior::model::Case {
    let cells: Vec<(String, String)> =
        cells.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect();
    posterior::model::Case::from_typed(fitted, &cells).unwrap()
}

/// Each curve is the posterior of the model, and where the decision changes the two classes share it.
#[test]
fn along_a_cell_stand_the_posteriors_of_the_changed_case() {
    for recipe in [
        "model = \"gda\"",
        "model = \"qda\"",
        "model = \"gaussian\"",
        "model = \"categorical\"\nbins = \"width:5\"",
    ] {
        let study = sample("iris", recipe);
        let fitted = model(&study);
        let own = case(
            &fitted,
            &[
                ("sepal_length", "5.9"),
                ("sepal_width", "3.2"),
                ("petal_length", "4.8"),
                ("petal_width", "1.8"),
            ],
        );
        let posterior = |feature: &str, at: f64| {
            let changed = own.changed(&fitted, &[(feature.to_owned(), format!("{at}"))]).unwrap();
            let found = fitted.predict(&changed);
            let all: Vec<f64> = found.posterior.unwrap().iter().map(|share| share.to_f64()).collect();
            (all, found.predicted)
        };
        for (feature, name) in
            ["sepal_length", "sepal_width", "petal_length", "petal_width"].iter().enumerate()
        {
            let scene = plot::what_if(&fitted, &own, feature).unwrap();
            for class in 0..3 {
                let [curve] = paths(&scene, Role::Class(class)).try_into().unwrap();
                for [x, y] in curve.iter().step_by(17) {
                    assert_eq!(posterior(name, *x).0[class], *y, "{recipe} {name}");
                }
            }
            let changes = points(&scene, Role::Boundary(0, 1));
            assert_eq!(changes.len(), scene.facts.len());
            for [x, y] in changes {
                let (all, _) = posterior(name, x);
                let mut sorted = all.clone();
                sorted.sort_by(|a, b| b.total_cmp(a));
                assert_eq!(y, sorted[0]);
                let step = 1e-7 * x.abs();
                assert_ne!(posterior(name, x - step).1, posterior(name, x + step).1, "{recipe} {name} {x}");
                if !recipe.contains("width") {
                    assert!((sorted[0] - sorted[1]).abs() < 1e-6, "{recipe} {name} {x}: {all:?}");
                }
            }
        }
    }
}

#[test]
fn along_a_category_the_bars_add_up_and_counts_are_whole() {
    let study = sample("play-tennis", "");
    let fitted = model(&study);
    let own =
        case(&fitted, &[("Outlook", "Sunny"), ("Temp", "Cool"), ("Humidity", "High"), ("Wind", "Strong")]);
    let scene = plot::what_if(&fitted, &own, 0).unwrap();
    let bars = scene.frames[0].layers.iter().flat_map(|layer| &layer.marks);
    let ends: Vec<f64> = bars
        .filter_map(|mark| if let Shape::Bar(_, top) = mark.shape { Some(top[1]) } else { None })
        .collect();
    assert_eq!(ends.len(), 6);
    assert!(ends[3..].iter().all(|end| (end - 1.0).abs() < 1e-12), "{ends:?}");
    assert_eq!(scene.frames[0].x.names, ["Sunny", "Overcast", "Rain"]);

    let study = sample("calls", "model = \"poisson\"");
    let fitted = model(&study);
    let own = posterior::model::Case::from_row(&fitted, 2).unwrap();
    let scene = plot::what_if(&fitted, &own, 0).unwrap();
    let curve = paths(&scene, Role::Class(0)).concat();
    assert!(curve.iter().all(|[x, _]| x.fract() == 0.0));
    let [change] = points(&scene, Role::Boundary(0, 1)).try_into().unwrap();
    let named = |at: f64| {
        let name = fitted.features[0].name.to_string();
        fitted.predict(&own.changed(&fitted, &[(name, format!("{at}"))]).unwrap()).predicted
    };
    assert_ne!(named(change[0]), named(change[0] - 1.0));
}

/// A look at very many classes and features takes long: at last there is none.
#[test]
fn what_takes_too_long_is_not_looked_at() {
    const CLASSES: usize = 2000;
    for (features, looks) in [(1, Some(121)), (67, None)] {
        let names: String = (0..features).map(|at| format!("x{at},")).collect();
        let cells = |row: usize| {
            (0..features).map(move |at| format!("{}.5,", (row * 7 + at) % 13)).collect::<String>()
        };
        let rows: String =
            (0..CLASSES * 2).map(|row| format!("{}c{}\n", cells(row), row % CLASSES)).collect();
        let toml = "target = \"y\"\nmodel = \"gaussian\"\nvar_smoothing = 0.1";
        let fitted = model(&crate::models::open(&format!("{names}y\n{rows}"), toml));
        let own = case(&fitted, &[("x0", "3.5")]);
        let drawn = plot::what_if(&fitted, &own, 0).map(|scene| paths(&scene, Role::Class(0))[0].len());
        assert_eq!(drawn, looks, "{features}");
    }
}

/// The scales below a nomogram: the sum of a case is its log-odds, and each probability stands at its logit; also where there
/// are three classes and a cell is missing.
#[test]
fn a_nomogram_adds_up_to_the_odds() {
    let day = [("Outlook", "Sunny"), ("Temp", "Cool"), ("Humidity", "High"), ("Wind", "Strong")];
    let flower = [("sepal_length", "5.9"), ("petal_length", "4.8"), ("petal_width", "1.8")];
    for (name, recipe, cells, classes) in [
        ("play-tennis", "", &day[..], (0, 1)),
        ("iris", "model = \"categorical\"\nbins = \"width:4\"", &flower[..], (2, 1)),
        ("iris", "model = \"categorical\"\nbins = \"width:4\"", &flower[..], (0, 2)),
    ] {
        let fitted = model(&sample(name, recipe));
        let own = case(&fitted, cells);
        let scene = plot::nomogram(&fitted, Some(&own), classes).unwrap();
        let joint = fitted.predict(&own).joint;
        let ln = |class: usize| joint[class].as_ref().unwrap().ln();
        let odds = ln(classes.0) - ln(classes.1);
        let [_, scales] = scene.frames.as_slice() else { panic!("{name}") };
        let marks = |role: Role| {
            let layers = scales.layers.iter().filter(move |layer| layer.role == role);
            layers.flat_map(|layer| &layer.marks)
        };
        let at: Vec<[f64; 2]> = marks(Role::Case)
            .filter_map(|mark| if let Shape::Point(at) = mark.shape { Some(at) } else { None })
            .collect();
        assert_eq!(at.len(), 2);
        assert!(at.iter().all(|[x, _]| (x - odds).abs() < 1e-12), "{at:?} {odds}");
        for mark in marks(Role::Plain) {
            let Shape::Label([x, row], text) = &mark.shape else { continue };
            let told: f64 = text.plain().parse().unwrap();
            let expected = if *row == 1.0 { (told / (1.0 - told)).ln() } else { told };
            assert!((x - expected).abs() < 1e-9, "{x} for {told}");
        }
    }
}
