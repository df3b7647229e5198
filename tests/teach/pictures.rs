//! Questions about pictures: the right answer is right by the model, every other is told what it would be.

use crate::models::{model, sample};

use posterior::math::Number;
use posterior::model::Fitted;
use posterior::plot::{Others, Role, Shape, Surface, leader};
use posterior::practice::PictureQuestion;

/// The number that is right, as the question tells it.
fn value(question: &PictureQuestion) -> f64 {
    question.answer().plain().parse().unwrap()
}

fn right(question: &PictureQuestion, typed: &str) -> Option<bool> {
    let told = question.check(typed);
    assert!(!told.told.is_empty(), "{typed}");
    told.right
}

#[test]
fn one_of_three_is_right_and_the_others_are_told_what_they_are() {
    let mut places = [0; 3];
    let mut kinds = std::collections::BTreeSet::new();
    for turn in 0..120 {
        let question = PictureQuestion::draw(turn, None);
        assert!(question.is_choice());
        let ask = question.ask.plain();
        kinds.insert(ask.split(' ').take(2).collect::<Vec<_>>().join(" "));
        let found: Vec<usize> =
            (0..3).filter(|at| right(&question, ["a", "B", " c "][*at]) == Some(true)).collect();
        let [place] = found.as_slice() else { panic!("{ask}: {found:?}") };
        places[*place] += 1;
        assert_eq!(question.answer().plain(), ["A", "B", "C"][*place]);
        let told: Vec<String> =
            ["a", "b", "c"].iter().map(|typed| question.check(typed).told.plain()).collect();
        assert!(told[0] != told[1] && told[1] != told[2] && told[0] != told[2], "{told:?}");
        for unread in ["", "d", "7", "!"] {
            assert_eq!(right(&question, unread), None, "{unread}");
        }
        // A question is the same for everybody.
        assert_eq!(PictureQuestion::draw(turn, None).ask.plain(), ask);
    }
    assert_eq!(kinds.len(), 3, "{kinds:?}");
    assert!(places.iter().all(|many| *many > 15), "{places:?}");
}

/// The ring of the panel that is right has the covariance that is asked for: its points lie at q = 4.
#[test]
fn the_ellipse_that_is_right_has_the_matrix_that_is_asked_for() {
    let mut found = 0;
    for turn in 0..60 {
        let question = PictureQuestion::draw(turn, None);
        let ask = question.ask.plain();
        let Some(text) = ask.strip_prefix("Which ellipse belongs to Σ = [") else { continue };
        let entries: Vec<f64> =
            text.trim_end_matches("]?").split([' ', ';']).filter_map(|part| part.parse().ok()).collect();
        let [a, b, _, d] = entries.as_slice() else { panic!("{ask}") };
        let det = a * d - b * b;
        let fits: Vec<bool> = question
            .scene
            .frames
            .iter()
            .map(|frame| {
                let rings = frame.layers.iter().filter(|layer| layer.role == Role::Ring(0, 4));
                let points = rings.flat_map(|layer| &layer.marks).find_map(|mark| match &mark.shape {
                    Shape::Path(points) => Some(points.clone()),
                    _ => None,
                });
                let q = |[x, y]: [f64; 2]| (d * x * x - 2.0 * b * x * y + a * y * y) / det;
                points.unwrap().into_iter().all(|at| (q(at) - 4.0).abs() < 1e-9)
            })
            .collect();
        assert_eq!(fits.iter().filter(|fits| **fits).count(), 1, "{ask}");
        let at = fits.iter().position(|fits| *fits).unwrap();
        assert_eq!(right(&question, ["a", "b", "c"][at]), Some(true), "{ask}");
        found += 1;
    }
    assert!(found > 5, "{found}");
}

fn class(fitted: &Fitted, name: &str) -> usize {
    fitted.classes.iter().position(|class| class.as_str() == name).unwrap()
}

#[test]
fn what_is_read_off_a_model_is_where_it_says() {
    let (mut lines, mut places) = (0, 0);
    for (name, recipe) in [
        ("iris", "model = \"gda\""),
        ("iris", "model = \"qda\""),
        ("iris", "model = \"gaussian\""),
        ("elephants", "model = \"gda\""),
        ("two-clusters", "model = \"gaussian\""),
    ] {
        let fitted = model(&sample(name, recipe));
        for turn in (1..60).step_by(2) {
            let question = PictureQuestion::draw(turn, Some(&fitted));
            let ask = question.ask.plain();
            assert!(!question.is_choice(), "{name}: {ask}");
            let exact = value(&question);
            if let Some(of) = &question.of {
                let posterior::math::Quantity::Crossing { feature, class: one, against, .. } = of else {
                    panic!()
                };
                let at = fitted.feature(feature.as_str()).unwrap();
                let bells = posterior::model::bells(&fitted, at).unwrap();
                let step = posterior::worked::derive(&fitted, None, of).unwrap();
                let x = step.last().unwrap().value.as_ref().map(Number::to_f64).unwrap();
                let score = |class: usize| bells[class].unwrap().score(x);
                let (one, other) = (class(&fitted, one.as_str()), class(&fitted, against.as_str()));
                assert!((score(one) - score(other)).abs() < 1e-9 * score(one).abs().max(1.0), "{ask}");
                assert!((x - exact).abs() <= 1e-3 * exact.abs().max(0.1), "{ask}: {x} and {exact}");
                // The place is not given away.
                let shown = question.scene.frames.iter().flat_map(|frame| &frame.layers);
                assert!(shown.into_iter().all(|layer| !matches!(layer.role, Role::Boundary(..))));
                places += 1;
            } else {
                let rest = ask.strip_prefix("Where does the boundary of ").unwrap();
                let (classes, rest) = rest.split_once(" cross ").unwrap();
                let (one, other) = classes.split_once(" and ").unwrap();
                let (x, rest) = rest.split_once(" = ").unwrap();
                let upright: f64 = rest.split(['?', ',']).next().unwrap().parse().unwrap();
                let up = ask.split("Read ").nth(1).unwrap().strip_suffix(" off the picture.").unwrap();
                let features = [x, up].map(|name| fitted.feature(name).unwrap());
                let surface = Surface::of(&fitted, features, Others::Marginal, None).unwrap();
                let scores = surface.scores([upright, exact]);
                let (one, other) = (class(&fitted, one), class(&fitted, other));
                // The answer is told with four figures.
                assert!((scores[one] - scores[other]).abs() < 0.05, "{name} {recipe} {ask}: {scores:?}");
                assert!([one, other].contains(&leader(&scores).unwrap()), "{ask}: {scores:?}");
                lines += 1;
            }
            // Right within what can be read, and no farther.
            let told = question.check(&format!("{exact}")).told.plain();
            let within: f64 = told.split('±').nth(1).unwrap().split(". ").next().unwrap().parse().unwrap();
            for (share, is_right) in [(0.9, true), (-0.9, true), (1.1, false), (-1.1, false), (30.0, false)] {
                let typed = format!("{}", exact + share * within);
                assert_eq!(right(&question, &typed), Some(is_right), "{ask}: {typed} for {exact}");
            }
            assert_eq!(right(&question, "somewhere"), None);
        }
    }
    assert!(lines > 20 && places > 20, "{lines} {places}");
}

/// A model without numbers, and one of very many classes, have the questions that need no model.
#[test]
fn where_there_is_nothing_to_read_off_shapes_are_asked_for() {
    let tennis = model(&sample("play-tennis", ""));
    let rows: String = (0..90).map(|row| format!("{}.{},c{}\n", row % 7, row % 10, row % 9)).collect();
    let many = crate::models::fitted(&format!("v,y\n{rows}"), "target = \"y\"\nmodel = \"gaussian\"");
    for turn in 0..12 {
        assert!(PictureQuestion::draw(turn, Some(&tennis)).is_choice());
        assert!(PictureQuestion::draw(turn, Some(&many)).is_choice());
    }
}
