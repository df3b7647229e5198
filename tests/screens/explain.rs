//! Screen 5: before, keys, after.

use crate::support::Bench;

use posterior::app::*;
use posterior::recipe::ExactNumber;

fn explain() -> Bench {
    Bench::tennis().keys("5")
}

fn gda(sample: &str) -> Bench {
    Bench::open(sample, "model = \"gda\"").keys("5")
}

/// How many steps are revealed, and the selected one.
fn steps(bench: &Bench) -> (usize, usize) {
    (bench.app.screens.explain.revealed, bench.app.screens.explain.cursor)
}

fn quantity(bench: &Bench) -> String {
    bench.app.screens.parameters.why.as_ref().unwrap().quantity.to_string()
}

#[test]
fn from_the_start_screen_to_the_posterior_by_the_keys_on_screen() {
    let mut bench = Bench::empty().shows("Enter open").keys("/ 'play-tennis'").shows("▸ play-tennis");
    bench = bench.keys("Enter").shows("5 Explain").keys("5").shows("Space: one step");
    for revealed in 0..7 {
        bench = bench.gives(|bench| steps(bench).0, revealed).hides("The model predicts");
        bench = bench.hides("0.7201").hides("3025/4201").keys("Space");
    }
    bench.shows("▸3025/4201◂").shows("The model predicts No");
}

#[test]
fn steps_are_revealed_and_hidden_one_by_one_or_all() {
    let bench = explain().gives(steps, (0, 0)).keys("Space Right l").gives(steps, (3, 2)).keys("Left");
    let bench = bench.gives(steps, (2, 1)).keys("a").gives(steps, (7, 6)).keys("Space").gives(steps, (7, 6));
    bench.says("All steps").keys("a").gives(steps, (0, 0)).keys("Left").gives(steps, (0, 0));
    let bench = explain().keys("Space*3 Up").gives(steps, (3, 1)).keys("Down*3");
    bench.gives(steps, (3, 2)).keys("Home").gives(steps, (3, 0));
    explain().keys("a Home Space").gives(steps, (7, 6));
}

#[test]
fn enter_opens_the_number_of_the_marked_class_or_says_why_there_is_none() {
    let bench = explain().keys("Space Space Tab Down Enter").on(ScreenId::Parameters);
    let bench = bench.gives(quantity, "P(Outlook=Sunny | Yes)").keys("Esc").on(ScreenId::Explain);
    bench.gives(|bench| bench.app.pane, Pane::Detail).gives(steps, (2, 1));
    let bench = explain().keys("Enter").on(ScreenId::Explain).says("Space").keys("a Enter");
    bench.on(ScreenId::Explain).says("belongs to the case");
}

#[test]
fn another_case_hides_the_steps_and_another_model_keeps_them() {
    let bench = explain().keys("Space*4 r '6' Enter").gives(steps, (0, 0)).shows("(row 6)");
    let mut bench = bench.keys("Space Space");
    bench.refit(|recipe| recipe.alpha = Some(ExactNumber::int(0)));
    bench.gives(steps, (2, 1)).shows("2/5");
}

#[test]
fn the_case_is_chosen_from_the_query_and_all_rows() {
    let pick = |bench: &Bench| bench.app.session.pick.clone();
    let bench = explain().keys("r");
    let Some(dialog) = bench.app.front::<ChooseDialog>() else { panic!("no dialog") };
    assert_eq!((dialog.lines(), dialog.selection.at), (15, 0));
    assert_eq!([0, 14, 15].map(|at| dialog.pick(at)), [Some(Pick::Query), Some(Pick::Row(13)), None]);
    let bench =
        bench.keys("'1q2' Up Enter").gives(pick, Pick::Row(10)).keys("r Esc").gives(pick, Pick::Row(10));
    bench.keys("r Home Enter").gives(pick, Pick::Query);
    explain().keys("r '1q2' Enter").gives(pick, Pick::Row(11));
    explain().keys("r '99999999999999999999999999' Enter").gives(pick, Pick::Row(13));
}

#[test]
fn the_number_form_goes_round() {
    let bench = explain().keys("Space x").shows("▸0.35714◂").keys("x").shows("▸-1.0296◂");
    bench.keys("x").shows("▸5/14◂");
}

#[test]
fn an_undefined_posterior_is_never_a_number() {
    let mut bench = Bench::open("spam", "alpha = \"0\"").keys("5 a").shows("0/0 undefined");
    bench = bench.shows("the word neurips occurs").shows("With α = 1").shows("0.6774");
    for keys in ["x", "x", "Up", "Tab PgDn"] {
        bench = bench.keys(keys).hides("NaN");
    }
}

#[test]
fn ties_and_missing_and_unseen_cells_are_reported() {
    let bench = Bench::pasted("a,class\rx,yes\rx,no\r").keys("5 a").shows("tie of 2");
    bench.shows("50 %").shows("cannot decide").shows("yes and no tie");
    let bench = Bench::pasted("a,b,class\rx,p,yes\ry,q,no\r,z,\r").keys("5");
    bench.shows("a is missing").shows("b is never z");
}

#[test]
fn a_long_document_shows_the_marked_step_at_any_size() {
    let words: Vec<String> = (0..300).map(|n| format!("word{n}")).collect();
    let [first, last, all] = [&words[..200], &words[100..], &words].map(|words| words.join(" "));
    let text = format!("text,class\r{first},a\r{last},b\r{all},?\r");
    for (width, height) in [(60, 15), (80, 24), (120, 40)] {
        let mut bench = Bench::pasted(&text).resized(width, height).keys("5 a");
        assert!(bench.app.screens.explain.revealed > 200, "{}", bench.screen());
        for keys in ["", "PgUp", "PgUp", "Home", "Down Down", "PgDn", "End", "Up", "x", "x"] {
            bench = bench.keys(keys);
            let (number, screen) = (format!("▸ {:>3} ", steps(&bench).1 + 1), bench.screen());
            assert!(screen.contains(&number) || screen.contains("◂"), "{keys}: {number}\n{screen}");
        }
    }
}

/// x − μ opens at μ, Σ⁻¹(x − μ) at its row of Σ⁻¹, q at Σ⁻¹; Esc comes back.
#[test]
fn the_lines_of_q_open_at_what_they_are_made_of() {
    for (up, expected) in [
        (3, "inv(weight_kg, weight_kg)"),
        (4, "inv(height_cm, weight_kg)"),
        (5, "inv(weight_kg, weight_kg)"),
        (6, "mean(height_cm | elephant)"),
        (7, "mean(weight_kg | elephant)"),
    ] {
        let bench = gda("elephants").keys(&format!("a {} Enter", "Up ".repeat(up)));
        bench.gives(quantity, expected).keys("Esc").on(ScreenId::Explain);
    }
}

/// m goes the other way, to the same posterior, as far as the steps were revealed.
#[test]
fn another_way_ends_in_the_same_posterior() {
    let last = |bench: &Bench| -> Vec<f64> {
        let explanation = bench.app.screens.explain.explanation(&bench.app.session).unwrap();
        let cells = &explanation.rows().last().unwrap().cells;
        cells.iter().map(|cell| cell.value.as_ref().unwrap().to_f64()).collect()
    };
    for sample in ["elephants", "iris"] {
        let gda = gda(sample).keys("a");
        let (before, class) = (last(&gda), gda.app.screens.explain.class);
        let route = gda.keys("m");
        let screen = &route.app.screens.explain;
        assert!(screen.by_theta && screen.class == class);
        assert_eq!(screen.revealed, screen.explanation(&route.app.session).unwrap().rows().len());
        for (one, other) in before.iter().zip(last(&route)) {
            assert!((one - other).abs() <= 1e-9, "{one} {other}");
        }
        let back = route.keys("m").gives(last, before);
        // A first θ is selected where only one class has any; nothing is revealed where nothing was.
        let fresh = back.keys("a m Space");
        let first = &fresh.app.screens.explain;
        assert!(first.revealed == 1 && (sample == "iris" || first.class == 1));
    }
    // Without one Σ for all classes the log-odds are a sum over monomials, and the steps stay.
    let qda =
        Bench::open("iris", "model = \"qda\"").keys("5 m").shows("The log-odds as a sum over monomials");
    assert!(!qda.app.screens.explain.by_theta);
    qda.keys("m").shows("This step");
    explain().shows("m way");
}

#[test]
fn a_class_above_two_columns_has_the_room_of_both() {
    let screen = Bench::open("iris", "").resized(160, 48).keys("5").screen();
    let head = screen.lines().find(|line| line.contains(" step  ")).unwrap();
    assert!(["● setosa", "▲ versicolor", "■ virginica"].iter().all(|name| head.contains(name)), "{head}");
}

#[test]
fn the_naive_assumption_is_shown_for_the_case_and_the_steps_come_back() {
    let bench = explain().keys("Space n").shows("The naive assumption").keys("Tab G").shows("2⁵⁰⁰⁰⁰ − 1");
    // Another size of the vocabulary is typed; what is not one is refused, and the line stays open.
    let bench =
        bench.keys("N 0 Enter").shows("1 to 1,000,000,000").keys("Backspace '20,000' Enter Tab Tab G");
    // What was revealed stays revealed.
    bench.shows("2²⁰⁰⁰⁰ − 1").keys("n").shows("This step").gives(steps, (1, 0));
    // Other models do not make the assumption.
    gda("iris").keys("n").shows("This step");
}
