//! The numbers behind the pictures against cases computed elsewhere with sixty digits, and what must hold for
//! every picture.

use crate::models;
use crate::models::has;

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
    let found: Vec<Value> =
        array(&cases()["cases"]).iter().filter(|case| case["kind"] == kind).cloned().collect();
    assert!(!found.is_empty(), "{kind}");
    found
}

fn array(value: &Value) -> &[Value] {
    value.as_array().unwrap()
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap()
}

/// A number of the file: as it is, or a fraction.
fn f(value: &Value) -> f64 {
    match value.as_str().and_then(|text| text.split_once('/')) {
        Some((above, below)) => above.parse::<f64>().unwrap() / below.parse::<f64>().unwrap(),
        None => value.as_f64().unwrap_or_else(|| text(value).parse().unwrap()),
    }
}

fn list(value: &Value) -> Vec<f64> {
    array(value).iter().map(f).collect()
}

fn point(value: &Value) -> [f64; 2] {
    list(value).try_into().unwrap()
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

/// The planes of the model of a case, and the indexes of its pair of classes.
fn planes(case: &Value) -> (Vec<Plane>, Vec<usize>) {
    let model = &cases()["models"][text(&case["model"])];
    let classes = array(&model["classes"]);
    let plane = |at: usize| Plane {
        ln_prior: f(&model["prior"][at]).ln(),
        mean: point(&model["mean"][at]),
        cov: [point(&model["cov"][at][0]), point(&model["cov"][at][1])],
    };
    let pair = case["pair"].as_array().into_iter().flatten();
    let pair = pair.map(|name| classes.iter().position(|class| class == name).unwrap()).collect();
    ((0..classes.len()).map(plane).collect(), pair)
}

fn surface(case: &Value) -> Surface {
    Surface::Normal(planes(case).0.into_iter().map(Some).collect())
}

#[test]
fn conics_are_those_of_the_cases() {
    for case in of_kind("conic") {
        let (planes, pair) = planes(&case);
        let conic = Conic::between(&planes[pair[0]], &planes[pair[1]]);
        all_near(&case, &conic.about, &case["about"]);
        all_near(&case, &conic.coefficients, &case["coefficients"]);
        let shape = match conic.figure([5.0, 5.0]) {
            ConicKind::Line => "line",
            ConicKind::Lines => "two lines",
            ConicKind::Ellipse => "ellipse",
            ConicKind::Parabola => "parabola",
            ConicKind::Hyperbola => "hyperbola",
            ConicKind::Nothing => "none",
        };
        assert_eq!(shape, case["shape"], "{}", case["id"]);
    }
    // Σ that differ by rounding make a line.
    let (planes, _) = planes(&serde_json::json!({ "model": "nearly_shared" }));
    assert_eq!(Conic::between(&planes[0], &planes[1]).figure([5.0, 5.0]), ConicKind::Line);
}

/// The distance of a point from a line through points.
fn distance_to(points: &[[f64; 2]], at: [f64; 2]) -> f64 {
    let to = |pair: &[[f64; 2]]| {
        let (a, b) = (pair[0], pair[1]);
        let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
        let square = dx * dx + dy * dy;
        let along = (at[0] - a[0]) * dx + (at[1] - a[1]) * dy;
        let share = if square > 0.0 { (along / square).clamp(0.0, 1.0) } else { 0.0 };
        (a[0] + share * dx - at[0]).hypot(a[1] + share * dy - at[1])
    };
    points.windows(2).map(to).fold(f64::INFINITY, f64::min)
}

fn distance_to_border(lines: &[Border], classes: (usize, usize), at: [f64; 2]) -> f64 {
    let own = lines.iter().filter(|line| line.classes == classes);
    own.map(|line| distance_to(&line.points, at)).fold(f64::INFINITY, f64::min)
}

#[test]
fn boundaries_go_through_the_points_of_the_cases_where_both_lead() {
    let (mut drawn, mut hidden) = (0, 0);
    for case in of_kind("boundary_points") {
        let (surface, (_, pair)) = (surface(&case), planes(&case));
        let pair = (pair[0].min(pair[1]), pair[0].max(pair[1]));
        for root in array(&case["roots"]).iter().flat_map(array) {
            let at = point(&root["x"]);
            all_near(&case, &surface.posteriors(at), &root["posteriors"]);
            let lines = borders(&surface, at.map(|middle| (middle - 1.3, middle + 1.1)), FINE);
            let far = distance_to_border(&lines, pair, at);
            if root["leads"] == true {
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
        let surface = surface(&case);
        let points = case["points"].as_array().cloned().unwrap_or_else(|| vec![case.clone()]);
        for expected in points {
            let at = point(&expected["x"]);
            all_near(&case, &surface.posteriors(at), &expected["posteriors"]);
            let lines = borders(&surface, [(at[0] - 1.0, at[0] + 1.1), (at[1] - 1.2, at[1] + 0.9)], FINE);
            for pair in [(0, 1), (0, 2), (1, 2)] {
                let far = distance_to_border(&lines, pair, at);
                assert!(far < 1e-3, "{} {pair:?} ends {far} off", case["id"]);
            }
        }
    }
    for case in of_kind("envelope") {
        let surface = surface(&case);
        for (at, shares) in array(&case["at"]).iter().zip(array(&case["posteriors"])) {
            all_near(&case, &surface.posteriors(point(at)), shares);
        }
        let lines = borders(&surface, [(-4.0, 4.1), (-3.0, 3.0)], FINE);
        assert!(lines.iter().all(|line| line.classes == (0, 2)), "the class between never leads");
        assert!(lines.iter().flat_map(|line| &line.points).all(|point| point[0].abs() < 1e-12));
    }
}

#[test]
fn every_change_of_leader_has_a_line_and_every_line_is_one() {
    let mut next = models::random(12_345);
    let mut random = || next() as f64 / f64::from(1u32 << 31);
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
        let normal = |which: &str| ClassNormal {
            ln_prior: f(&case[format!("prior_{which}")]).ln(),
            mean: f(&case[format!("mean_{which}")]),
            variance: f(&case[format!("var_{which}")]),
        };
        let (a, b) = (normal("a"), normal("b"));
        let found = crossings(&a, &b);
        if case["id"] == "cross_touch" {
            // They touch: at most two places, both near where they do.
            assert!(found.iter().all(|x| (x - f(&case["x"][0])).abs() < 1e-6), "{found:?}");
            continue;
        }
        all_near(&case, &found, &case["x"]);
        for (x, height) in found.iter().zip(list(&case["height"])) {
            if height > 0.0 {
                near(&case, a.score(*x).exp(), height);
                assert!((a.score(*x) - b.score(*x)).abs() < 1e-6);
            }
        }
    }
    for case in of_kind("crossings_1d_classes") {
        let fitted = iris("gaussian");
        let feature = fitted.feature(text(&case["feature"])).unwrap();
        let found = all_crossings(&class_normals(&fitted, feature).unwrap());
        let expected = array(&case["crossings"]);
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
        let plane = match case["model"].as_str() {
            Some(_) => {
                let mut of_class = case.clone();
                of_class["pair"] = serde_json::json!([case["class"]]);
                let (planes, at) = planes(&of_class);
                planes[at[0]]
            }
            None => {
                let cov = [point(&case["cov"][0]), point(&case["cov"][1])];
                Plane { ln_prior: 0.0, mean: [0.0; 2], cov }
            }
        };
        for q in [1.0, 4.0, 9.0_f64] {
            for point in plane.ring(q) {
                assert!((plane.q(point) - q).abs() < 1e-9 * q.max(1.0), "{} {point:?}", case["id"]);
            }
        }
        let ring = plane.ring(4.0);
        for (at, point) in case["on_q4"].as_array().into_iter().flatten().enumerate() {
            all_near(&case, &ring[at * 12], point);
        }
        if !case["det"].is_null() {
            near(&case, plane.det(), f(&case["det"]));
            near(&case, plane.ln_density(plane.mean).exp(), f(&case["peak"]));
            for row in 0..2 {
                all_near(&case, &plane.inverse()[row], &case["inverse"][row]);
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
        let fitted = match text(&case["shape"]) {
            "shared Σ" => iris("gda"),
            "Σ for each class" => iris("qda"),
            _ => iris("gaussian"),
        };
        let row = Case::from_row(&fitted, 70).unwrap();
        let surface = Surface::of(&fitted, [2, 3], Others::Slice, Some(&row)).unwrap();
        let plane = |class: usize| surface.plane(class).unwrap();
        let shares = posterior::plot::shares(&(0..3).map(|class| plane(class).ln_prior).collect::<Vec<_>>());
        all_near(&case, &shares, &case["prior_given_rest"]);
        // The posterior in the slice is that of the whole model, and q of the case is that of the others and what is left.
        let at = [4.8, 1.8];
        all_near(&case, &surface.posteriors(at), &case["posterior_at_the_case"]);
        for class in 0..3 {
            all_near(&case, &plane(class).mean, &case["mean"][class]);
            for row in 0..2 {
                all_near(&case, &plane(class).cov[row], &case["cov"][class][row]);
            }
            if let Some(gda) = fitted.gda() {
                let whole = gda.quadratic(class, &row.numbers());
                near(&case, whole - plane(class).q(at), f(&case["q_rest"][class]));
            }
        }
        let (conic, expected) = (Conic::between(plane(1), plane(2)), &case["conic_versicolor_virginica"]);
        all_near(&case, &conic.about, &expected["about"]);
        all_near(&case, &conic.coefficients, &expected["coefficients"]);
    }
    for case in of_kind("marginal") {
        let fitted = iris("gda");
        let row = Case::from_row(&fitted, 70).unwrap();
        let surface = Surface::of(&fitted, [2, 3], Others::Marginal, Some(&row)).unwrap();
        for class in 0..3 {
            all_near(&case, &surface.plane(class).unwrap().mean, &case["mean"][class]);
        }
        all_near(&case, &surface.posteriors([4.8, 1.8]), &case["posterior_of_the_two_features"]);
    }
    for case in of_kind("reading") {
        let found = reading(&surface(&case), point(&case["x"]));
        let (q, ln): (Vec<f64>, Vec<f64>) = found.iter().map(|(normal, _)| normal.unwrap()).unzip();
        let densities: Vec<f64> = ln.iter().map(|ln| ln.exp()).collect();
        let shares: Vec<f64> = found.iter().map(|(_, share)| *share).collect();
        all_near(&case, &q, &case["q"]);
        all_near(&case, &densities, &case["density"]);
        all_near(&case, &shares, &case["posterior"]);
    }
}

#[test]
fn bars_are_those_of_the_cases_and_add_up() {
    for case in of_kind("contributions") {
        let name = text(&case["sample"]);
        let fitted = match case["model"].as_str() {
            Some(model) => iris(model),
            None => sample(name, "alpha = \"1\""),
        };
        let row = match case["row"].as_u64() {
            Some(row) => Case::from_row(&fitted, row as usize - 1).unwrap(),
            None => models::sample(name, "alpha = \"1\"").cases().unwrap().remove(0),
        };
        let found = contributions(&fitted, &row, false).unwrap();
        let classes =
            [Some(found.leader), found.rival].map(|class| class.map(|class| fitted.classes[class].as_str()));
        assert_eq!(serde_json::json!(classes), case["classes"], "{}", case["id"]);
        let bars = array(&case["bars"]);
        let own: Vec<_> = found.bars.iter().filter(|bar| !bar.label.contains("absent")).collect();
        assert_eq!(own.len(), bars.len(), "{}", case["id"]);
        for (bar, expected) in own.iter().zip(bars) {
            near(&case, bar.ln, f(&expected["ln"]));
            let of = text(&expected["of"]).to_lowercase();
            let start = of.split([' ', '=']).next().unwrap();
            assert!(bar.label.to_lowercase().starts_with(start), "{} {of}", bar.label);
            if let Some(ratio) = expected["ratio"].as_str() {
                assert_eq!(bar.ratio.to_fraction().unwrap(), ratio, "{of}");
            }
        }
        let sum: f64 = found.bars.iter().map(|bar| bar.ln).sum();
        assert!((sum - found.ln_odds).abs() < 1e-9, "{}: {sum} {}", case["id"], found.ln_odds);
        near(&case, found.ln_odds, f(&case["ln_odds"]));
    }
    for case in of_kind("contributions_rest").iter().filter(|case| case["sample"].is_string()) {
        let fitted = iris("gaussian");
        let found = contributions(&fitted, &Case::from_row(&fitted, 70).unwrap(), true).unwrap();
        assert!(found.rival.is_none() && found.in_order);
        for (bar, expected) in found.bars.iter().zip(array(&case["bars"])) {
            near(case, bar.ln, f(&expected["ln"]));
        }
        near(case, found.ln_odds, f(&case["ln_odds_of_virginica"]));
    }
}

/// With three classes the product of each odds ratio against the pooled rest is not the posterior: the bars in their order are.
#[test]
fn bars_against_the_rest_are_exact_in_both_orders() {
    let rest = of_kind("contributions_rest");
    let case = rest.iter().find(|case| case["id"] == "rest_three_classes").unwrap();
    for (order, key) in [("x1,x2", "bars_x1_first"), ("x2,x1", "bars_x2_first")] {
        // Ten rows a class, with the shares of the case.
        let mut csv = format!("{order},class\n");
        for (class, one, other) in [("first", 8, 7), ("second", 2, 1), ("third", 1, 6)] {
            let (left, right) = if order.starts_with("x1") { (one, other) } else { (other, one) };
            for row in 0..10 {
                let cell = |many: usize| if row < many { "yes" } else { "no" };
                csv.push_str(&format!("{},{},{class}\n", cell(left), cell(right)));
            }
        }
        let fitted = models::fitted(&csv, "target = \"class\"\nalpha = \"0\"\nmodel = \"categorical\"\n");
        let found = contributions(&fitted, &models::case(&fitted, "x1=yes,x2=yes"), true).unwrap();
        let ratios: Vec<f64> = found.bars.iter().map(|bar| bar.ratio.to_f64()).collect();
        for (ratio, expected) in ratios.iter().zip(array(&case[key])) {
            near(case, *ratio, f(&expected["ratio"]));
        }
        near(case, found.odds.unwrap().to_f64(), f(&case["odds"]));
        assert!((ratios.iter().product::<f64>() - f(&case["wrong_sum"]["odds"])).abs() > 0.1);
    }
}

#[test]
fn dots_and_ticks_are_those_of_the_cases() {
    for case in of_kind("dot_grid") {
        let ([x0, x1], [y0, y1], [columns, rows]) =
            (point(&case["x"]), point(&case["y"]), point(&case["cells"]).map(|cells| cells as usize));
        for (at, expected) in array(&case["points"]).iter().zip(array(&case["dots"])) {
            let [x, y] = point(at);
            let found = dot(x, (x0, x1), 2 * columns).zip(dot(y, (y1, y0), 4 * rows));
            assert_eq!(serde_json::json!(found), *expected);
        }
    }
    for case in of_kind("ticks") {
        let found = ticks((f(&case["from"]), f(&case["to"])), f(&case["most"]) as usize);
        let labels: Vec<String> = found.into_iter().map(|(_, text)| text).collect();
        assert_eq!(serde_json::json!(labels), case["labels"], "{}", case["id"]);
    }
}

#[test]
fn without_a_line_the_note_says_that_one_class_leads_everywhere() {
    let notes = |range: (f64, f64)| {
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
    let (near, whole) = (notes((-0.5, 0.5)), notes((-100.0, 1500.0)));
    has(&near, &["The same class leads at every place checked in this frame."]);
    assert!(!whole.contains("same class leads"), "{whole}");
}

/// The next model keeps the drawn rows of the last one above 50,000 rows, where predictions are not shown, and only if they are
/// the same rows: not for another target or other features.
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
