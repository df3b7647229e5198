//! Screen 2: the lines that shape a model. Before, keys, after.

use crate::support::Bench;

use posterior::app::screens::model::Line;
use posterior::recipe::{EventModel, ModelKind, Variance, Vocabulary};

/// Screen 2 of a sample, on a line of its recipe.
fn on(name: &str, line: Line) -> Bench {
    Bench::open(name, "").at(line)
}

fn refused(bench: &Bench) -> String {
    bench.app.screens.model.refused.as_ref().map_or(String::new(), |it| format!("{} {}", it.what, it.fix))
}

#[track_caller]
fn refuses(bench: Bench, text: &str) -> Bench {
    assert!(refused(&bench).contains(text), "{}", refused(&bench));
    bench
}

/// V of the model of the session.
fn size(bench: &Bench) -> usize {
    bench.fitted().factors()[0].k()
}

fn lines(bench: &Bench) -> Vec<Line> {
    bench.app.screens.model.view.as_ref().unwrap().lines.clone()
}

#[test]
fn only_the_lines_that_matter_are_there() {
    use Line::{Covariance, Decision, Epsilon, Event, LowerCase, Maps, MinCount};
    use Line::{Ridge, StopWords, Variance, Vocabulary};
    for (name, model, expected) in [
        ("play-tennis", "auto", &[][..]),
        ("iris", "gaussian", &[Variance, Epsilon, Maps]),
        ("iris", "gda", &[Covariance, Variance, Ridge, Maps]),
        ("spam", "auto", &[Event, Vocabulary, StopWords, MinCount, LowerCase]),
        // Each column is a word.
        ("calls", "multinomial", &[StopWords, MinCount]),
        ("loan", "mixed", &[Variance, Epsilon, Maps]),
    ] {
        let lines = lines(&Bench::open(name, &format!("model = \"{model}\"")).keys("2"));
        let lines: Vec<Line> = lines.into_iter().skip(6).filter(|line| *line != Decision).collect();
        assert_eq!(lines, expected, "{name} {model}");
    }
}

#[test]
fn arrows_and_numbers_change_the_model_and_undo_reverts_them() {
    let variance = |bench: &Bench| bench.fitted().factors()[0].normal(0).unwrap().variance;
    let chosen = |bench: &Bench| bench.recipe().variance;
    let bench = on("iris", Line::Variance);
    let before = variance(&bench);
    let bench = bench.keys("Right").gives(chosen, Some(Variance::Unbiased));
    assert!((variance(&bench) / before - 50.0 / 49.0).abs() < 1e-12);
    let bench = bench.keys("Right").message("This is the last choice.").keys("u").gives(chosen, None);
    bench.keys("U").gives(chosen, Some(Variance::Unbiased));
    let epsilon = |bench: &Bench| bench.recipe().var_smoothing.unwrap().text().to_owned();
    let bench = on("iris", Line::Epsilon).keys("Right").gives(epsilon, "1e-9").keys("Enter '0.01' Enter");
    assert!(bench.fitted().epsilon > 0.0);
    // ← chooses the next smaller one that is offered; Esc leaves the number as it was.
    let bench = bench.gives(epsilon, "0.01").keys("Left").gives(epsilon, "1e-3").keys("Enter 5 Esc");
    bench.gives(epsilon, "1e-3");
    let bench = on("spam", Line::MinCount).keys("Enter '1.5' Enter");
    let bench = bench.says("“1.5” is not a least count of a word. Write a whole number");
    assert!(bench.app.screens.model.field.is_some(), "what was typed can be corrected");
    bench.keys("Esc Enter 2 Enter").gives(|bench| bench.recipe().min_count, Some(2));
}

#[test]
fn words_are_left_out_and_come_back() {
    let bench = on("spam", Line::StopWords);
    let all = size(&bench);
    let bench = bench.keys("Right").gives(|bench| bench.recipe().stop_words, Some(true));
    assert!(size(&bench) < all, "{} of {all}", size(&bench));
    bench.keys("Left").gives(size, all);
    let vocabulary = |bench: &Bench| bench.fitted().data.resolved.features[0].vocabulary.clone();
    let bench = on("spam", Line::MinCount).keys("Right").gives(|bench| bench.recipe().min_count, Some(2));
    // The sample has all rows.
    let bench = bench.at(Line::Vocabulary).gives(vocabulary, Vocabulary::AllRows).keys("Left");
    let bench = bench.gives(vocabulary, Vocabulary::Training).at(Line::LowerCase).keys("Right");
    bench.gives(|bench| bench.recipe().lower_case, Some(false));
}

#[test]
fn a_refused_choice_stays_on_screen_and_names_the_keys_that_fix_it() {
    let bench = on("spam", Line::MinCount).keys("Enter '99' Enter").shows("▸ least count   99");
    refuses(bench, "Press ← on the line least count").keys("u").gives(refused, "");

    let bench =
        Bench::open("iris", "model = \"qda\"").at(Line::Covariance).shows("▸ covariance    per-class ");
    let bench = refuses(bench.keys("Left"), "Choose per-class").keys("Right*3");
    bench.shows("▸ covariance    per-class-diagonal ");

    let bench = Bench::open("spam", "model = \"multinomial\"").at(Line::Event).keys("Right");
    let bench = refuses(bench, "Choose multinomial on the line event model").keys("u").at(Line::Model);
    let bench = bench.keys("Left Left").at(Line::Event).keys("Right");
    assert_eq!(bench.fitted().data.resolved.features[0].event, EventModel::Bernoulli);

    let mut bench = Bench::pasted("a,b,class\r1,2,x\r2,4,x\r3,6,y\r5,10,y\r").at(Line::Model);
    while bench.app.screens.model.view.as_ref().unwrap().model != ModelKind::Gda {
        bench = bench.keys("Right");
    }
    let bench = refuses(bench, "Press → on the line ridge").at(Line::Ridge).keys("Right");
    assert!(bench.shows("▸ ridge         1e-6 ").gives(refused, "").app.session.fitted().is_some());
}

#[test]
fn a_key_chooses_which_value_counts_as_1() {
    let one = |bench: &Bench| bench.fitted().factors()[3].values()[0].to_string();
    let chosen = |bench: &Bench| bench.recipe().columns.into_iter().find_map(|column| column.one);
    let bench = Bench::tennis().keys("2 Down*3 V").shows("yes/no").shows("counts as 1");
    let first = one(&bench);
    let bench = bench.gives(chosen, Some(first.clone())).keys("V");
    assert_ne!(one(&bench), first);
    // Round, and back to a category.
    bench.keys("V").gives(one, first).keys("c").gives(chosen, None);
    Bench::open("spam", "").keys("2 V").message("A text column has words, so no value can count as 1.");
}

#[test]
fn other_alphas_are_tried_on_the_query() {
    let found = |bench: &Bench| bench.app.screens.model.smoothing.clone().expect("other α");
    let alphas = |bench: &Bench| -> Vec<String> {
        found(bench).points.iter().map(|point| point.alpha.text().to_owned()).collect()
    };
    let now = |bench: &Bench| alphas(bench)[found(bench).now.unwrap()].clone();
    let bench = on("chinese-japan", Line::Alpha);
    let bench = bench.gives(alphas, ["0", "1/100", "1/10", "1/2", "1", "2", "10", "100"]).gives(now, "1");
    let points = found(&bench).points.clone();
    let (none, one) = (&points[0], &points[4]);
    // 8 and 3 words, V = 6: the smallest is (0 + 1)/(8 + 6), as the slides of Manning, Raghavan and Schütze have it.
    assert_eq!(one.smallest, posterior::math::Number::ratio(1, 14));
    assert_eq!((one.zeros, one.conditionals), (0, 12));
    assert_eq!(one.posterior.as_ref().unwrap()[0].fixed(4).pointed(), "0.6898");
    // Without smoothing tokyo and japan are never in China; beijing, shanghai, macao never in Japan.
    assert_eq!((none.zeros, none.smallest.as_ref().unwrap().is_zero()), (5, true));
    // A new α is the one that is marked; one that was typed is added to the others.
    let bench = bench.shows("0.6898").keys("Right").gives(now, "2").keys("Enter '1/3' Enter");
    bench.gives(now, "1/3").gives(|bench| alphas(bench).len(), 9);
    assert!(on("iris", Line::Alpha).app.screens.model.smoothing.is_none(), "nothing is smoothed");
}

#[test]
fn marks_are_missing_cells_or_values() {
    let table = "size,colour,class\r1.5,NA,x\rNA,red,y\r2.5,blue,x\r3,red,y\r2,blue,y\r";
    let kinds = |bench: &Bench| {
        let table = bench.app.session.table.clone().unwrap();
        table.columns().iter().map(|column| (column.kind.word(), column.missing)).collect::<Vec<_>>()
    };
    let marks = |bench: &Bench| bench.recipe().missing;
    let missing = [("numeric", 1), ("categorical", 1), ("categorical", 0)];
    let bench = Bench::pasted(table).at(Line::Missing).gives(kinds, missing);
    let bench = bench.shows("missing       empty, ? and marks").shows("“NA” is missing in").keys("Right");
    let bench = bench.gives(marks, Some(vec![String::new(), "?".to_owned()]));
    let bench = bench.gives(kinds, [("categorical", 0), ("categorical", 0), ("categorical", 0)]).keys("Left");
    bench.gives(marks, None).gives(kinds, missing);
    assert!(!lines(&Bench::tennis().keys("2")).contains(&Line::Missing));
}

#[test]
fn a_decision_is_begun_typed_refused_and_undone() {
    let decision = |bench: &Bench| bench.recipe().decision.map_or(String::new(), |it| it.to_string());
    let tennis = || on("play-tennis", Line::Decision);
    let bench = tennis().shows("▸ decision      none: largest posterior ").keys("Right");
    let bench = bench.gives(decision, "costs:No/No=0,No/Yes=1,Yes/No=1,Yes/Yes=0");
    let bench = bench.shows("least cost of No, Yes").keys("Enter 'threshold:Yes=1/4' Enter");
    let bench = bench.gives(decision, "threshold:Yes=1/4").keys("Left").gives(decision, "");
    bench.keys("u").gives(decision, "threshold:Yes=1/4");
    tennis().keys("Enter 'often' Enter").says("is not a decision");
    refuses(tennis().keys("Enter 'threshold:Maybe=1/2' Enter"), "names “Maybe”, which is not a class");
}

#[test]
fn features_computed_from_columns_are_typed_and_become_columns() {
    let computed = |bench: &Bench| -> Vec<String> {
        let table = bench.app.session.table.clone().unwrap();
        table.columns().iter().skip(5).map(|column| column.name.as_str().to_owned()).collect()
    };
    let features = |bench: &Bench| bench.fitted().features.len();
    let line = |bench: &Bench| bench.app.screens.model.line();
    let none: [String; 0] = [];
    let bench = Bench::open("iris", "model = \"qda\"").keys("2 End Enter");
    let bench = bench.keys("'petal_length^2, petal_length*petal_width' Enter");
    // The line stays selected below the new columns, and QDA uses the same columns as before.
    let bench = bench.gives(computed, ["petal_length^2", "petal_length*petal_width"]);
    let bench = bench.gives(line, Some(Line::Maps)).gives(features, 4);
    let bench = bench.keys("Home Down*5 Space").gives(features, 5).keys("u End Left");
    let bench = bench.gives(computed, none.clone()).gives(line, Some(Line::Maps));
    // What cannot be computed is refused, and the data stay.
    bench.keys("Enter 'species^2' Enter").shows("has none").keys("u").gives(computed, none);
    // Without numbers there is nothing to compute.
    Bench::tennis().keys("2").hides("feature maps");
}
