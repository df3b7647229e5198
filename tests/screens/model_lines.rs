//! Screen 2: the lines that shape a model. Before, keys, after; and what the screen shows of each.

use crate::support;

use posterior::app::screens::model::Line;
use posterior::recipe::{Covariance, EventModel, ModelKind, Variance, Vocabulary};
use support::Bench;

/// Screen 2 of a sample, on a line of its recipe.
fn on(name: &str, line: Line) -> Bench {
    Bench::open(name, "").at(line)
}

fn refused(bench: &Bench) -> String {
    let refused = bench.app.screens.model.refused.as_ref().expect("a refusal");
    format!("{} {}", refused.what, refused.fix)
}

/// V of the model of the session.
fn size(bench: &Bench) -> usize {
    bench.fitted().factors()[0].k()
}

#[test]
fn only_the_lines_that_matter_are_there() {
    let lines = |name: &str, model: ModelKind| {
        let bench = Bench::sample(name, 80, 24, |recipe| recipe.model = Some(model)).keys("2");
        let lines = bench.app.screens.model.view.as_ref().unwrap().lines.clone();
        lines.into_iter().skip(6).filter(|line| *line != Decision).collect::<Vec<Line>>()
    };
    use Line::{
        Covariance, Decision, Epsilon, Event, LowerCase, Maps, MinCount, Ridge, StopWords, Variance,
        Vocabulary,
    };
    assert_eq!(lines("play-tennis", ModelKind::Auto), []);
    assert_eq!(lines("iris", ModelKind::Gaussian), [Variance, Epsilon, Maps]);
    assert_eq!(lines("iris", ModelKind::Gda), [Covariance, Variance, Ridge, Maps]);
    assert_eq!(lines("spam", ModelKind::Auto), [Event, Vocabulary, StopWords, MinCount, LowerCase]);
    assert_eq!(lines("calls", ModelKind::Multinomial), [StopWords, MinCount], "each column a word");
    assert_eq!(lines("loan", ModelKind::Mixed), [Variance, Epsilon, Maps]);
}

#[test]
fn arrows_and_numbers_change_the_model_and_undo_takes_it_back() {
    let bench = on("iris", Line::Variance);
    let before = bench.fitted().factors()[0].normal(0).unwrap().variance;
    let bench = bench.keys("Right");
    assert_eq!(bench.recipe().variance, Some(Variance::Unbiased));
    let after = bench.fitted().factors()[0].normal(0).unwrap().variance;
    assert!((after / before - 50.0 / 49.0).abs() < 1e-12, "{before} {after}");
    let bench = bench.keys("Right").message("This is the last choice.").keys("u");
    assert_eq!(bench.recipe().variance, None);
    assert_eq!(bench.keys("U").recipe().variance, Some(Variance::Unbiased));
    let bench = on("iris", Line::Epsilon).keys("Right");
    assert_eq!(bench.recipe().var_smoothing.unwrap().text(), "1e-9");
    let bench = bench.keys("Enter 0 . 0 1 Enter");
    assert_eq!(bench.recipe().var_smoothing.unwrap().text(), "0.01");
    assert!(bench.fitted().epsilon > 0.0);
    let bench = bench.keys("Left");
    assert_eq!(bench.recipe().var_smoothing.unwrap().text(), "1e-3", "the next smaller one that is offered");
    let bench = bench.keys("Enter 5 Esc");
    assert_eq!(bench.recipe().var_smoothing.unwrap().text(), "1e-3", "left as it was");
    let bench = on("spam", Line::MinCount).keys("Enter 1 . 5 Enter");
    let wanted = "“1.5” is not a least count of a word. Write a whole number";
    let bench = bench.says(wanted);
    assert!(bench.app.screens.model.field.is_some(), "what was typed can be mended");
    let bench = bench.keys("Esc Enter 2 Enter");
    assert_eq!(bench.recipe().min_count, Some(2), "{}", bench.toast());
}

#[test]
fn words_are_left_out_and_come_back() {
    let bench = on("spam", Line::StopWords);
    let all = size(&bench);
    let bench = bench.keys("Right");
    assert_eq!(bench.recipe().stop_words, Some(true));
    assert!(size(&bench) < all, "{} of {all}", size(&bench));
    bench.keys("Left").gives(size, all);
    let bench = on("spam", Line::MinCount).keys("Right").at(Line::Vocabulary);
    assert_eq!(bench.recipe().min_count, Some(2));
    let of = |bench: &Bench| bench.fitted().data.resolved.features[0].vocabulary.clone();
    // As the sample has it.
    let bench = bench.gives(of, Vocabulary::AllRows).keys("Left").gives(of, Vocabulary::Training);
    let bench = bench.at(Line::LowerCase).keys("Right");
    assert_eq!(bench.recipe().lower_case, Some(false));
}

#[test]
fn what_is_refused_stays_and_says_what_to_press_to_mend_it() {
    let bench = on("spam", Line::MinCount).keys("Enter 9 9 Enter");
    assert!(refused(&bench).contains("Press ← on the line least count"), "{}", refused(&bench));
    let view = bench.app.screens.model.view.as_ref().unwrap();
    assert_eq!(view.value(Line::MinCount), "99", "the choice stays on screen");
    let gone = bench.keys("u");
    assert!(gone.app.screens.model.refused.is_none());

    let qda = Bench::open("iris", "model = \"qda\"").keys("2");
    let bench = qda.at(Line::Covariance);
    assert_eq!(bench.app.screens.model.view.as_ref().unwrap().value(Line::Covariance), "per-class");
    let bench = bench.keys("Left");
    assert!(refused(&bench).contains("Choose per-class"), "{}", refused(&bench));
    let bench = bench.keys("Right Right Right");
    assert_eq!(bench.recipe().covariance, Some(Covariance::PerClassDiagonal));

    let words = Bench::open("spam", "model = \"multinomial\"").keys("2");
    let bench = words.at(Line::Event).keys("Right");
    assert!(refused(&bench).contains("Choose multinomial on the line event model"), "{}", refused(&bench));
    let bench = bench.keys("u").at(Line::Model);
    let bench = bench.keys("Left Left").at(Line::Event).keys("Right");
    assert_eq!(bench.fitted().data.resolved.features[0].event, EventModel::Bernoulli);
    let mut bench =
        Bench::pasted("a,b,class\r1,2,x\r2,4,x\r3,6,y\r5,10,y\r", 80, 24).keys("2").at(Line::Model);
    while bench.recipe().model != Some(ModelKind::Gda) && bench.app.screens.model.refused.is_none() {
        bench = bench.keys("Right");
    }
    while bench.app.screens.model.view.as_ref().unwrap().model != ModelKind::Gda {
        bench = bench.keys("Right");
    }
    assert!(refused(&bench).contains("Press → on the line ridge"), "{}", refused(&bench));
    let bench = bench.at(Line::Ridge).keys("Right");
    assert_eq!(bench.recipe().ridge.unwrap().text(), "1e-6");
    assert!(bench.app.screens.model.refused.is_none() && bench.app.session.fitted().is_some());
}

#[test]
fn a_key_says_which_value_counts_as_1() {
    let bench = Bench::tennis().keys("2 Down Down Down V");
    let one = |bench: &Bench| {
        let fitted = bench.fitted();
        fitted.factors()[3].values()[0].to_string()
    };
    let (name, first) = (bench.recipe().columns.clone(), one(&bench));
    assert!(name.iter().any(|choice| choice.one.as_deref() == Some(first.as_str())), "{name:?}");
    let bench = bench.shows("yes/no").shows("counts as 1").keys("V");
    let second = one(&bench);
    assert_ne!(first, second);
    let bench = bench.keys("V");
    // Round and round.
    let bench = bench.gives(one, first).keys("c");
    assert_eq!(bench.recipe().columns.iter().filter(|choice| choice.one.is_some()).count(), 0);

    Bench::open("spam", "").keys("2 V").message("A text column has words, so no value can count as 1.");
}

#[test]
fn other_alphas_are_tried_on_the_case_in_hand() {
    let bench = on("chinese-japan", Line::Alpha);
    let found = bench.app.screens.model.smoothing.clone().expect("worked out");
    let texts: Vec<&str> = found.points.iter().map(|point| point.alpha.text()).collect();
    assert_eq!(texts, ["0", "1/100", "1/10", "1/2", "1", "2", "10", "100"]);
    let now = &found.points[found.now.unwrap()];
    // 8 and 3 words, V = 6: the smallest is (0 + 1)/(8 + 6), as the slides of Manning, Raghavan and Schütze have it.
    assert_eq!(now.smallest, posterior::math::Number::ratio(1, 14));
    assert_eq!((now.zeros, now.conditionals), (0, 12));
    let posterior = now.posterior.as_ref().unwrap()[0].fixed(4);
    assert_eq!(posterior.pointed(), "0.6898");
    // Without smoothing tokyo and japan are never in China; beijing, shanghai, macao never in Japan.
    let none = &found.points[0];
    assert_eq!((none.zeros, none.smallest.as_ref().unwrap().is_zero()), (5, true));
    let bench = bench.shows("0.6898");
    // A new α is the one that is marked, and the bars are those of the new model.
    let bench = bench.keys("Right");
    let found = bench.app.screens.model.smoothing.clone().unwrap();
    assert_eq!(found.points[found.now.unwrap()].alpha.text(), "2");
    let typed = bench.keys("Enter 1 / 3 Enter");
    let found = typed.app.screens.model.smoothing.clone().unwrap();
    assert_eq!(found.points.len(), 9, "the α that was typed stands among the others");
    assert_eq!(found.points[found.now.unwrap()].alpha.text(), "1/3");
    let away = on("iris", Line::Alpha);
    assert!(away.app.screens.model.smoothing.is_none(), "nothing is smoothed");
}

#[test]
fn a_line_takes_marks_for_missing_cells_or_for_values() {
    let bench =
        Bench::pasted("size,colour,class\r1.5,NA,x\rNA,red,y\r2.5,blue,x\r3,red,y\r2,blue,y\r", 80, 24)
            .keys("2")
            .at(Line::Missing);
    let kinds = |bench: &Bench| {
        let table = bench.app.session.table.clone().unwrap();
        table.columns().iter().map(|column| (column.kind.word(), column.missing)).collect::<Vec<_>>()
    };
    let bench = bench
        .gives(kinds, [("numeric", 1), ("categorical", 1), ("categorical", 0)])
        .shows("missing      empty, ? and marks")
        .shows("“NA” is missing in")
        .keys("Right");
    assert_eq!(bench.recipe().missing, Some(vec![String::new(), "?".to_owned()]));
    let bench = bench.gives(kinds, [("categorical", 0), ("categorical", 0), ("categorical", 0)]).keys("Left");
    assert_eq!(bench.recipe().missing, None);
    bench.gives(kinds, [("numeric", 1), ("categorical", 1), ("categorical", 0)]);
    let none = Bench::tennis().keys("2");
    assert!(!none.app.screens.model.view.as_ref().unwrap().lines.contains(&Line::Missing));
}

#[test]
fn a_decision_is_begun_typed_refused_and_taken_back() {
    let bench =
        on("play-tennis", Line::Decision).shows("▸ decision     none: largest posterior ◂").keys("Right");
    assert_eq!(bench.recipe().decision.unwrap().to_string(), "costs:No/No=0,No/Yes=1,Yes/No=1,Yes/Yes=0");
    let bench = bench.shows("least cost of No, Yes").keys("Enter 'threshold:Yes=1/4' Enter");
    assert_eq!(bench.recipe().decision.unwrap().to_string(), "threshold:Yes=1/4");

    Bench::tennis().keys("2").at(Line::Decision).keys("Enter 'often' Enter").says("is not a decision");
    let unknown = Bench::tennis().keys("2").at(Line::Decision).keys("Enter 'threshold:Maybe=1/2' Enter");
    assert!(refused(&unknown).contains("names “Maybe”, which is not a class"), "{}", refused(&unknown));
    let bench = bench.keys("Left");
    assert_eq!(bench.recipe().decision, None);
    assert_eq!(bench.keys("u").recipe().decision.unwrap().to_string(), "threshold:Yes=1/4");
}

#[test]
fn features_computed_from_columns_are_typed_and_become_columns() {
    let names = |bench: &Bench| {
        let table = bench.app.session.table.clone().unwrap();
        table.columns().iter().map(|column| column.name.as_str().to_owned()).collect::<Vec<_>>()
    };
    let bench = Bench::open("iris", "model = \"qda\"").keys("2 End Enter");
    let mut typed =
        "petal_length^2, petal_length*petal_width".chars().map(|c| c.to_string()).collect::<Vec<_>>();
    typed.iter_mut().filter(|key| *key == " ").for_each(|key| *key = "Space".to_owned());
    let bench = bench.keys(&typed.join(" ")).keys("Enter");
    assert_eq!(names(&bench)[5..], ["petal_length^2", "petal_length*petal_width"]);
    // The line stays selected below the new columns, and QDA reads the columns as before.
    assert_eq!(bench.app.screens.model.line(), Some(Line::Maps));
    let features = |bench: &Bench| bench.fitted().features.len();
    let bench = bench.gives(features, 4);
    let read = bench.keys("Home Down Down Down Down Down Space").gives(features, 5);
    let none = read.keys("u End Left");
    assert_eq!((names(&none).len(), none.app.screens.model.line()), (5, Some(Line::Maps)));
    // What cannot be computed is refused, and the data stay.
    let wrong = none.keys("Enter s p e c i e s ^ 2 Enter").shows("has none");
    assert_eq!(names(&wrong.keys("u")).len(), 5);
    // Without numbers there is nothing to compute.
    Bench::tennis().keys("2").hides("feature maps");
}
