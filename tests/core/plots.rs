//! The numbers behind the pictures against cases that were worked out elsewhere with sixty digits, and what must hold of
//! every picture.

use crate::models;

use posterior::model::{Case, ClassNormal, Fitted, all_crossings, class_normals, crossings};
use posterior::plot::{
    Border, Conic, ConicKind, FINE, FeaturePair, Others, PairRows, Plane, Surface, borders, contributions,
    dot, leader, reading, ticks,
};
use serde_json::Value;

fn sample(name: &str, recipe: &str) -> std::sync::Arc<Fitted> {
    models::model(&models::sample(name, recipe))
}

fn cases() -> Value {
    serde_json::from_str(include_str!("../cases/plots.json")).unwrap()
}

fn of_kind(kind: &str) -> Vec<Value> {
    let all = cases()["cases"].as_array().unwrap().clone();
    let found: Vec<Value> = all.into_iter().filter(|case| case["kind"] == kind).collect();
    assert!(!found.is_empty(), "{kind}");
    found
}

/// A number of the file: as it is, or a fraction.
fn f(value: &Value) -> f64 {
    match value.as_str().and_then(|text| text.split_once('/')) {
        Some((above, below)) => above.parse::<f64>().unwrap() / below.parse::<f64>().unwrap(),
        None => value.as_f64().unwrap_or_else(|| value.as_str().unwrap().parse().unwrap()),
    }
}

fn list(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(f).collect()
}

fn near(case: &Value, found: f64, expected: f64) {
    let tol = |name: &str, usual: f64| case["tol"][name].as_f64().unwrap_or(usual);
    let (abs, rel) = (tol("abs", 1e-12), tol("rel", 1e-10));
    assert!((found - expected).abs() <= abs + rel * expected.abs(), "{}: {found} for {expected}", case["id"]);
}

fn all_near(case: &Value, found: &[f64], expected: &Value) {
    let expected = list(expected);
    assert_eq!(found.len(), expected.len(), "{}: {found:?}", case["id"]);
    found.iter().zip(&expected).for_each(|(found, expected)| near(case, *found, *expected));
}

/// The planes of a model of the file.
fn planes(name: &str) -> (Vec<String>, Vec<Plane>) {
    let model = &cases()["models"][name];
    let classes: Vec<String> =
        model["classes"].as_array().unwrap().iter().map(|class| class.as_str().unwrap().to_owned()).collect();
    let plane = |at: usize| {
        let mean = list(&model["mean"][at]);
        let cov = |row: usize| list(&model["cov"][at][row]);
        Plane {
            ln_prior: f(&model["prior"][at]).ln(),
            mean: [mean[0], mean[1]],
            cov: [[cov(0)[0], cov(0)[1]], [cov(1)[0], cov(1)[1]]],
        }
    };
    let planes = (0..classes.len()).map(plane).collect();
    (classes, planes)
}

/// A plane around 0 with the Σ that a case gives.
fn given_plane(case: &Value) -> Plane {
    let cov = |row: usize| list(&case["given"]["cov"][row]);
    Plane { ln_prior: 0.0, mean: [0.0; 2], cov: [[cov(0)[0], cov(0)[1]], [cov(1)[0], cov(1)[1]]] }
}

fn surface(name: &str) -> (Vec<String>, Surface) {
    let (classes, planes) = planes(name);
    (classes, Surface::Normal(planes.into_iter().map(Some).collect()))
}

#[test]
fn conics_are_those_of_the_cases() {
    for case in of_kind("conic") {
        let (classes, planes) = planes(case["given"]["model"].as_str().unwrap());
        let at = |which: usize| {
            let name = case["given"]["pair"][which].as_str().unwrap();
            &planes[classes.iter().position(|class| class == name).unwrap()]
        };
        let conic = Conic::between(at(0), at(1));
        all_near(&case, &conic.about, &case["expect"]["about"]);
        all_near(&case, &conic.coefficients, &case["expect"]["coefficients"]);
        let figure = conic.figure([5.0, 5.0]);
        let shape = match figure {
            ConicKind::Line => "line",
            ConicKind::Lines => "two lines",
            ConicKind::Ellipse => "ellipse",
            ConicKind::Parabola => "parabola",
            ConicKind::Hyperbola => "hyperbola",
            ConicKind::Nothing => "none",
        };
        assert_eq!(shape, case["expect"]["shape"], "{}", case["id"]);
    }
    // Σ that differ by rounding make a line.
    let (_, planes) = planes("nearly_shared");
    assert_eq!(Conic::between(&planes[0], &planes[1]).figure([5.0, 5.0]), ConicKind::Line);
}

/// A point of a line between two points.
fn distance_to(points: &[[f64; 2]], at: [f64; 2]) -> f64 {
    let to = |pair: &[[f64; 2]]| {
        let (a, b) = (pair[0], pair[1]);
        let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
        let square = dx * dx + dy * dy;
        let share = if square > 0.0 {
            (((at[0] - a[0]) * dx + (at[1] - a[1]) * dy) / square).clamp(0.0, 1.0)
        } else {
            0.0
        };
        (a[0] + share * dx - at[0]).hypot(a[1] + share * dy - at[1])
    };
    points.windows(2).map(to).fold(f64::INFINITY, f64::min)
}

/// How far a point is from the lines between two classes.
fn distance_to_border(lines: &[Border], classes: (usize, usize), at: [f64; 2]) -> f64 {
    let own = lines.iter().filter(|line| line.classes == classes);
    own.map(|line| distance_to(&line.points, at)).fold(f64::INFINITY, f64::min)
}

#[test]
fn boundaries_go_through_the_points_of_the_cases_where_both_lead() {
    let (mut drawn, mut hidden) = (0, 0);
    for case in of_kind("boundary_points") {
        let (classes, surface) = surface(case["given"]["model"].as_str().unwrap());
        for root in case["expect"]["roots"].as_array().unwrap().iter().flat_map(|all| all.as_array().unwrap())
        {
            let at = list(&root["x"]);
            let at = [at[0], at[1]];
            all_near(&case, &surface.posteriors(at), &root["posteriors"]);
            let frame = |middle: f64| (middle - 1.3, middle + 1.1);
            let lines = borders(&surface, [frame(at[0]), frame(at[1])], FINE);
            let class = |which: usize| {
                let name = case["given"]["pair"][which].as_str().unwrap();
                classes.iter().position(|class| class == name).unwrap()
            };
            let pair = (class(0).min(class(1)), class(0).max(class(1)));
            let far = distance_to_border(&lines, pair, at);
            if root["leads"].as_bool().unwrap() {
                drawn += 1;
                assert!(far < 2e-4, "{}: {at:?} is {far} off", case["id"]);
            } else {
                hidden += 1;
                assert!(far > 1e-3, "{}: {at:?} is drawn", case["id"]);
            }
        }
    }
    assert!(drawn > 10 && hidden > 0, "{drawn} {hidden}");
}

#[test]
fn lines_meet_where_three_classes_are_as_likely_and_a_class_that_never_leads_has_none() {
    for case in of_kind("triple_point") {
        let (_, surface) = surface(case["given"]["model"].as_str().unwrap());
        let expect = &case["expect"];
        let points = expect["points"].as_array().cloned().unwrap_or_else(|| vec![expect.clone()]);
        for point in points {
            let at = list(&point["x"]);
            all_near(&case, &surface.posteriors([at[0], at[1]]), &point["posteriors"]);
            let lines = borders(&surface, [(at[0] - 1.0, at[0] + 1.1), (at[1] - 1.2, at[1] + 0.9)], FINE);
            for pair in [(0, 1), (0, 2), (1, 2)] {
                let far = distance_to_border(&lines, pair, [at[0], at[1]]);
                assert!(far < 1e-3, "{} {pair:?} ends {far} off", case["id"]);
            }
        }
    }
    for case in of_kind("envelope") {
        let (_, surface) = surface(case["given"]["model"].as_str().unwrap());
        for (at, shares) in case["given"]["at"]
            .as_array()
            .unwrap()
            .iter()
            .zip(case["expect"]["posteriors"].as_array().unwrap())
        {
            let at = list(at);
            all_near(&case, &surface.posteriors([at[0], at[1]]), shares);
        }
        let lines = borders(&surface, [(-4.0, 4.1), (-3.0, 3.0)], FINE);
        assert!(lines.iter().all(|line| line.classes == (0, 2)), "the class between never leads");
        assert!(lines.iter().flat_map(|line| &line.points).all(|point| point[0].abs() < 1e-12));
    }
}

/// Whatever the model: every point of a line is one where both lead alike, and every change of leader along a row of dots
/// has a line within a dot.
#[test]
fn every_change_of_leader_has_a_line_and_every_line_is_one() {
    let mut seed = 12_345_u64;
    let mut random = move || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 11) as f64 / (1_u64 << 53) as f64
    };
    for round in 0..24 {
        let classes = [2, 3, 5][round % 3];
        let shared = round % 2 == 0;
        let mut cov = [[1.0, 0.0], [0.0, 1.0]];
        let planes: Vec<Option<Plane>> = (0..classes)
            .map(|at| {
                if at == 0 || !shared {
                    let (a, c, rho) = (0.2 + 2.0 * random(), 0.2 + 2.0 * random(), 1.6 * random() - 0.8);
                    cov = [[a * a, rho * a * c], [rho * a * c, c * c]];
                }
                let mean = [6.0 * random() - 3.0, 6.0 * random() - 3.0];
                Some(Plane { ln_prior: (0.1 + random()).ln(), mean, cov })
            })
            .collect();
        let surface = Surface::Normal(planes);
        let range = (-5.0, 5.0);
        let lines = borders(&surface, [range, range], FINE);
        for line in &lines {
            for point in &line.points {
                let scores = surface.scores(*point);
                let most = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                for class in [line.classes.0, line.classes.1] {
                    assert!(
                        scores[class] >= most - 1e-5 * (1.0 + most.abs()),
                        "{round} {point:?} {scores:?}"
                    );
                }
            }
        }
        // The dots of a terminal of 160 columns.
        let dot = 10.0 / 320.0;
        for row in 0..40 {
            let y = -4.9 + 9.8 * f64::from(row) / 39.0;
            let mut before = leader(&surface.scores([-4.9, y]));
            for column in 1..310 {
                let x = -4.9 + dot * f64::from(column);
                let now = leader(&surface.scores([x, y]));
                if now != before {
                    let at = [x - dot / 2.0, y];
                    let far =
                        lines.iter().map(|line| distance_to(&line.points, at)).fold(f64::INFINITY, f64::min);
                    assert!(far <= 1.5 * dot, "{round}: {before:?} to {now:?} at {at:?}, {far}");
                }
                before = now;
            }
        }
    }
}

#[test]
fn crossings_of_one_feature_are_those_of_the_cases() {
    for case in of_kind("crossing_1d") {
        let given = &case["given"];
        let normal = |which: &str| ClassNormal {
            ln_prior: f(&given[format!("prior_{which}")]).ln(),
            mean: f(&given[format!("mean_{which}")]),
            variance: f(&given[format!("var_{which}")]),
        };
        let (a, b) = (normal("a"), normal("b"));
        let found = crossings(&a, &b);
        let expected = list(&case["expect"]["x"]);
        if case["id"] == "cross_touch" {
            // They touch: at most two places, both near where they do.
            assert!(found.iter().all(|x| (x - expected[0]).abs() < 1e-6), "{found:?}");
            continue;
        }
        assert_eq!(found.len(), expected.len(), "{}: {found:?}", case["id"]);
        found.iter().zip(&expected).for_each(|(found, expected)| near(&case, *found, *expected));
        for (x, height) in found.iter().zip(list(&case["expect"]["height"])) {
            if height > 0.0 {
                near(&case, a.score(*x).exp(), height);
                assert!((a.score(*x) - b.score(*x)).abs() < 1e-6);
            }
        }
    }
    for case in of_kind("crossings_1d_classes") {
        let fitted = sample("iris", "model = \"gaussian\"\nvar_smoothing = \"0\"");
        let feature = fitted.feature(case["given"]["feature"].as_str().unwrap()).unwrap();
        let found = all_crossings(&class_normals(&fitted, feature).unwrap());
        let expected = case["expect"]["crossings"].as_array().unwrap();
        assert_eq!(found.len(), expected.len());
        for (found, expected) in found.iter().zip(expected) {
            near(&case, found.x, f(&expected["x"]));
            assert_eq!(found.leads, expected["leads"].as_bool().unwrap());
            let pair = [found.classes.0, found.classes.1].map(|class| fitted.classes[class].to_string());
            assert_eq!(serde_json::json!(pair), expected["pair"]);
        }
    }
}

#[test]
fn ellipses_are_those_of_the_cases() {
    for case in of_kind("ellipse") {
        let plane = match case["given"]["model"].as_str() {
            Some(name) => {
                let (classes, planes) = planes(name);
                planes[classes.iter().position(|class| *class == case["given"]["class"]).unwrap()]
            }
            None => given_plane(&case),
        };
        let expect = &case["expect"];
        for q in [1.0, 4.0, 9.0_f64] {
            for point in plane.ring(q) {
                assert!((plane.q(point) - q).abs() < 1e-9 * q.max(1.0), "{} {point:?}", case["id"]);
            }
        }
        if let Some(points) = expect["on_q4"].as_array() {
            let ring = plane.ring(4.0);
            for (at, point) in points.iter().enumerate() {
                all_near(&case, &ring[at * 12], point);
            }
        }
        if !expect["det"].is_null() {
            near(&case, plane.det(), f(&expect["det"]));
            near(&case, plane.ln_density(plane.mean).exp(), f(&expect["peak"]));
            for row in 0..2 {
                all_near(&case, &plane.inverse()[row], &expect["inverse"][row]);
            }
        }
    }
}

fn iris(model: &str) -> std::sync::Arc<Fitted> {
    sample("iris", &format!("model = \"{model}\"\nvar_smoothing = \"0\""))
}

#[test]
fn slices_and_marginals_are_those_of_the_cases() {
    for case in of_kind("slice") {
        let fitted = match case["given"]["shape"].as_str().unwrap() {
            "shared Σ" => iris("gda"),
            "Σ for each class" => iris("qda"),
            _ => iris("gaussian"),
        };
        let row = Case::from_row(&fitted, 70).unwrap();
        let surface = Surface::of(&fitted, [2, 3], Others::Slice, Some(&row)).unwrap();
        let expect = &case["expect"];
        let plane = |class: usize| surface.plane(class).unwrap();
        let shares = posterior::plot::shares(&(0..3).map(|class| plane(class).ln_prior).collect::<Vec<_>>());
        all_near(&case, &shares, &expect["prior_given_rest"]);
        for class in 0..3 {
            all_near(&case, &plane(class).mean, &expect["mean"][class]);
            for row in 0..2 {
                all_near(&case, &plane(class).cov[row], &expect["cov"][class][row]);
            }
        }
        // The posterior in the slice is that of the whole model, and q of the case is that of the others and what is left.
        let at = [4.8, 1.8];
        all_near(&case, &surface.posteriors(at), &expect["posterior_at_the_case"]);
        if let Some(gda) = fitted.gda() {
            for class in 0..3 {
                let whole = gda.quadratic(class, &row.numbers());
                near(&case, whole - plane(class).q(at), f(&expect["q_rest"][class]));
            }
        }
        let conic = Conic::between(plane(1), plane(2));
        all_near(&case, &conic.about, &expect["conic_versicolor_virginica"]["about"]);
        all_near(&case, &conic.coefficients, &expect["conic_versicolor_virginica"]["coefficients"]);
    }
    for case in of_kind("marginal") {
        let fitted = iris("gda");
        let row = Case::from_row(&fitted, 70).unwrap();
        let surface = Surface::of(&fitted, [2, 3], Others::Marginal, Some(&row)).unwrap();
        for class in 0..3 {
            all_near(&case, &surface.plane(class).unwrap().mean, &case["expect"]["mean"][class]);
        }
        all_near(&case, &surface.posteriors([4.8, 1.8]), &case["expect"]["posterior_of_the_two_features"]);
    }
    for case in of_kind("reading") {
        let (_, surface) = surface(case["given"]["model"].as_str().unwrap());
        let at = list(&case["given"]["x"]);
        let found = reading(&surface, [at[0], at[1]]);
        let normal: Vec<(f64, f64)> = found.iter().map(|(normal, _)| normal.unwrap()).collect();
        let q: Vec<f64> = normal.iter().map(|(q, _)| *q).collect();
        let densities: Vec<f64> = normal.iter().map(|(_, ln)| ln.exp()).collect();
        let shares: Vec<f64> = found.iter().map(|(_, share)| *share).collect();
        all_near(&case, &q, &case["expect"]["q"]);
        all_near(&case, &densities, &case["expect"]["density"]);
        all_near(&case, &shares, &case["expect"]["posterior"]);
    }
}

#[test]
fn bars_are_those_of_the_cases_and_add_up() {
    for case in of_kind("contributions") {
        let given = &case["given"];
        let name = given["sample"].as_str().unwrap();
        let fitted = match given["model"].as_str() {
            Some(model) => iris(model),
            None => sample(name, "alpha = \"1\""),
        };
        let row = match given["row"].as_u64() {
            Some(row) => Case::from_row(&fitted, row as usize - 1).unwrap(),
            None => models::sample(name, "alpha = \"1\"").cases().unwrap().remove(0),
        };
        let found = contributions(&fitted, &row, false).unwrap();
        let classes = [
            fitted.classes[found.leader].to_string(),
            found.rival.map_or(String::new(), |rival| fitted.classes[rival].to_string()),
        ];
        assert_eq!(serde_json::json!(classes), given["classes"], "{}", case["id"]);
        let bars = case["expect"]["bars"].as_array().unwrap();
        let own: Vec<_> = found.bars.iter().filter(|bar| !bar.label.contains("absent")).collect();
        assert_eq!(own.len(), bars.len(), "{}", case["id"]);
        for (bar, expected) in own.iter().zip(bars) {
            near(&case, bar.ln, f(&expected["ln"]));
            let of = expected["of"].as_str().unwrap().to_lowercase();
            let start = of.split([' ', '=']).next().unwrap();
            assert!(bar.label.to_lowercase().starts_with(start), "{} {of}", bar.label);
            if let Some(ratio) = expected["ratio"].as_str() {
                assert_eq!(bar.ratio.to_fraction().unwrap(), ratio, "{of}");
            }
        }
        let sum: f64 = found.bars.iter().map(|bar| bar.ln).sum();
        assert!((sum - found.ln_odds).abs() < 1e-9, "{}: {sum} {}", case["id"], found.ln_odds);
        near(&case, found.ln_odds, f(&case["expect"]["ln_odds"]));
    }
    for case in of_kind("contributions_rest").iter().filter(|case| case["given"]["sample"].is_string()) {
        let fitted = iris("gaussian");
        let found = contributions(&fitted, &Case::from_row(&fitted, 70).unwrap(), true).unwrap();
        assert_eq!(found.rival, None);
        assert!(found.in_order);
        for (bar, expected) in found.bars.iter().zip(case["expect"]["bars"].as_array().unwrap()) {
            near(case, bar.ln, f(&expected["ln"]));
        }
        near(case, found.ln_odds, f(&case["expect"]["ln_odds_of_virginica"]));
    }
}

/// With three classes each odds ratio against the pooled rest, multiplied, is not the posterior: the bars in their order are.
#[test]
fn bars_against_the_rest_are_exact_in_both_orders() {
    let case =
        &of_kind("contributions_rest").into_iter().find(|case| case["id"] == "rest_three_classes").unwrap();
    for (order, key) in [("x1,x2", "bars_x1_first"), ("x2,x1", "bars_x2_first")] {
        // Ten rows a class, with the shares of the case.
        let mut columns = format!("{order},class\n");
        for (class, one, other) in [("first", 8, 7), ("second", 2, 1), ("third", 1, 6)] {
            let (left, right) = if order.starts_with("x1") { (one, other) } else { (other, one) };
            for row in 0..10 {
                let cell = |many: usize| if row < many { "yes" } else { "no" };
                columns.push_str(&format!("{},{},{class}\n", cell(left), cell(right)));
            }
        }
        let fitted = models::fitted(&columns, "target = \"class\"\nalpha = \"0\"\nmodel = \"categorical\"\n");
        let query = [("x1".to_owned(), "yes".to_owned()), ("x2".to_owned(), "yes".to_owned())];
        let row = Case::from_typed(&fitted, &query).unwrap();
        let found = contributions(&fitted, &row, true).unwrap();
        let bars = case["expect"][key].as_array().unwrap();
        for (bar, expected) in found.bars.iter().zip(bars) {
            near(case, bar.ratio.to_f64(), f(&expected["ratio"]));
        }
        near(case, found.odds.unwrap().to_f64(), f(&case["expect"]["odds"]));
        let product: f64 = found.bars.iter().map(|bar| bar.ratio.to_f64()).product();
        assert!((product - f(&case["expect"]["wrong_sum"]["odds"])).abs() > 0.1);
    }
}

#[test]
fn dots_and_ticks_are_those_of_the_cases() {
    for case in of_kind("dot_grid") {
        let given = &case["given"];
        let (x, y) = (list(&given["x"]), list(&given["y"]));
        let cells = list(&given["cells"]);
        let (columns, rows) = (2 * cells[0] as usize, 4 * cells[1] as usize);
        for (point, expected) in
            given["points"].as_array().unwrap().iter().zip(case["expect"]["dots"].as_array().unwrap())
        {
            let at = list(point);
            let found = dot(at[0], (x[0], x[1]), columns).zip(dot(at[1], (y[1], y[0]), rows));
            match found {
                Some((column, row)) => assert_eq!(serde_json::json!([column, row]), *expected),
                None => assert!(expected.is_null()),
            }
        }
    }
    for case in of_kind("ticks") {
        let given = &case["given"];
        let found = ticks((f(&given["from"]), f(&given["to"])), f(&given["most"]) as usize);
        let labels: Vec<String> = found.into_iter().map(|(_, text)| text).collect();
        assert_eq!(serde_json::json!(labels), case["expect"]["labels"], "{}", case["id"]);
    }
}

/// What is said where no line is drawn is true: the same class leads wherever it was looked.
#[test]
fn without_a_line_what_was_read_is_reported() {
    let said = |range: (f64, f64)| {
        let mut text = String::from("u,v,kind\n");
        for row in 0..12 {
            let (class, at) = (row % 3, (row / 3) as f64);
            let far = if class == 0 { 0.0 } else { 1000.0 };
            text.push_str(&format!("{},{},k{class}\n", at + far + class as f64 * 3.0, at * at + far));
        }
        let fitted = models::fitted(&text, "target = \"kind\"\nmodel = \"gda\"\n");
        let pair = FeaturePair { range: Some([range, range]), ..FeaturePair::new([0, 1]) };
        let scene = pair.scene(&fitted, None, &PairRows::of(&fitted, [0, 1]), None).unwrap();
        scene.notes.iter().map(|note| note.plain()).collect::<Vec<_>>().join(" ")
    };
    let (near, whole) = (said((-0.5, 0.5)), said((-100.0, 1500.0)));
    assert!(near.contains("The same class leads at every place checked in this frame."), "{near}");
    assert!(!whole.contains("same class leads"), "{whole}");
}

/// The next model draws the rows of the last one where nobody knows what each is called, as above 50,000 rows, and only where they
/// are the same rows: not for another target or other features.
#[test]
fn rows_stay_where_only_the_covariance_changes() {
    let recipe = |target: &str, shape: &str, more: &str| {
        format!("target = \"{target}\"\nmodel = \"gda\"\ncovariance = \"{shape}\"\n{more}\n")
    };
    for (many, stay) in [(50_000, false), (50_001, true)] {
        let mut csv = String::from("x,y,z,class,group\n");
        for row in 0..many {
            let (x, y, z) = (row % 71 + 9 * (row % 3), row % 53, row * 7 % 31);
            csv += &format!(
                "{x}.5,{y}.25,{z}.75,{},{}\n",
                ["a", "b", "c"][row % 3],
                ["p", "q", "r"][row % 37 % 3]
            );
        }
        let open = |toml: &str| models::open(&csv, toml);
        let study = open(&recipe("class", "shared", "ignore = [\"group\"]"));
        let before = models::model(&study);
        let rows = PairRows::of(&before, [0, 1]);
        let then = |toml: &str| {
            let next = study.with_recipe(models::recipe(toml)).unwrap();
            rows.are_of(&before, &models::model(&next))
        };
        assert_eq!(then(&recipe("class", "per-class", "ignore = [\"group\"]")), stay, "{many} rows");
        assert!(!then(&recipe("group", "shared", "ignore = [\"class\"]")), "{many} rows of another target");
        assert!(!then(&recipe("class", "shared", "ignore = [\"group\", \"z\"]")), "{many} rows without z");
        let again = models::model(&open(&recipe("class", "shared", "ignore = [\"group\"]")));
        assert!(!rows.are_of(&before, &again), "{many} rows read once more");
    }
}
