//! Screen 5 by keys: before, keys, after.

use crate::support;

use posterior::app::ChooseDialog;
use posterior::app::*;
use posterior::recipe::ExactNumber;
use support::Bench;

fn explain() -> Bench {
    Bench::tennis().keys("5")
}

fn state(bench: &Bench) -> (usize, usize) {
    (bench.app.screens.explain.revealed, bench.app.screens.explain.cursor)
}

#[test]
fn from_the_start_screen_to_the_posterior_by_the_keys_on_screen() {
    let mut bench = Bench::empty().shows("Enter open");
    let selected = |line: &str| line.contains("▸") && line.contains("play-tennis");
    for _ in 0..10 {
        bench = if bench.screen().lines().any(selected) { bench } else { bench.keys("Down") };
    }
    bench = bench.keys("Enter").shows("5 Explain").keys("5").shows("Space: one step");
    for _ in 0..7 {
        bench = bench.hides("3025/4201").keys("Space");
    }
    bench.shows("▸3025/4201◂").shows("The model predicts No");
}

#[test]
fn steps_are_revealed_and_hidden_one_by_one_or_all() {
    let bench = explain()
        .gives(state, (0, 0))
        .keys("Space Right l")
        .gives(state, (3, 2))
        .keys("Left")
        .gives(state, (2, 1))
        .keys("a")
        .gives(state, (7, 6))
        .keys("Space")
        .gives(state, (7, 6))
        .says("All steps")
        .keys("a")
        .gives(state, (0, 0));
    bench.keys("Left").gives(state, (0, 0));
    let bench = explain()
        .keys("Space Space Space Up")
        .gives(state, (3, 1))
        .keys("Down Down Down")
        .gives(state, (3, 2));
    bench.keys("Home").gives(state, (3, 0));
    explain().keys("a Home Space").gives(state, (7, 6));
    for revealed in 0..7 {
        let bench = explain().keys(&"Space ".repeat(revealed));
        let screen = bench.screen();
        assert_eq!(screen.matches('·').count() > 0, revealed < 7, "{screen}");
        assert!(!screen.contains("The model predicts"), "{screen}");
        assert!(!screen.contains("0.7201"), "{screen}");
    }
}

#[test]
fn enter_opens_the_number_of_the_marked_class_or_says_why_there_is_none() {
    let bench = explain().keys("Space Space Tab Down");
    assert_eq!(bench.app.screens.explain.class, 1);
    let bench = bench.keys("Enter").on(ScreenId::Parameters);
    let why = bench.app.screens.parameters.why.as_ref().unwrap();
    assert_eq!(why.quantity.to_string(), "P(Outlook=Sunny | Yes)");
    let bench = bench.keys("Esc");
    assert_eq!((bench.app.screen, bench.app.pane), (ScreenId::Explain, Pane::Detail));
    bench.gives(state, (2, 1));
    let bench =
        explain().keys("Enter").on(ScreenId::Explain).says("Space").keys("a Enter").on(ScreenId::Explain);
    bench.says("belongs to the case");
}

#[test]
fn another_case_hides_the_steps_and_another_model_keeps_them() {
    let bench = explain().keys("Space Space Space Space r '6' Enter");
    assert_eq!(bench.app.session.pick, Pick::Row(5));
    let bench = bench.gives(state, (0, 0)).shows("(row 6)");

    let mut bench = bench.keys("Space Space");
    bench.refit(|recipe| recipe.alpha = Some(ExactNumber::int(0)));
    let bench = bench.gives(state, (2, 1));
    bench.shows("2/5");
}

#[test]
fn the_case_is_chosen_from_the_query_and_all_rows() {
    let bench = explain().keys("r");
    let Some(dialog) = bench.app.front::<ChooseDialog>() else { panic!("no dialog") };
    assert_eq!((dialog.lines(), dialog.selection.at), (15, 0));
    assert_eq!(dialog.pick(0), Some(Pick::Query));
    assert_eq!(dialog.pick(14), Some(Pick::Row(13)));
    assert_eq!(dialog.pick(15), None);
    let bench = bench.typed("1q2");
    let Some(dialog) = bench.app.front::<ChooseDialog>() else { panic!("no dialog") };
    assert_eq!(dialog.pick(dialog.selection.at), Some(Pick::Row(11)));
    let bench = bench.keys("Up Enter");
    assert_eq!(bench.app.session.pick, Pick::Row(10));
    let bench = bench.keys("r Esc");
    assert_eq!(bench.app.session.pick, Pick::Row(10));
    let bench = bench.keys("r Home Enter");
    assert_eq!(bench.app.session.pick, Pick::Query);
    let bench = bench.keys("r '99999999999999999999999999' Enter");
    assert_eq!(bench.app.session.pick, Pick::Row(13));
}

#[test]
fn the_number_form_goes_round() {
    let bench = explain().keys("Space x");
    assert_eq!(bench.app.settings.form, NumberForm::Decimal);
    bench.shows("▸0.35714◂").keys("x").shows("▸-1.0296◂").keys("x").shows("▸5/14◂");
}

#[test]
fn an_undefined_posterior_is_never_a_number() {
    let mut bench = Bench::unsmoothed("spam", 80, 24).keys("5 a");
    bench = bench.shows("0/0 undefined").shows("the word neurips occurs").shows("With α = 1").shows("0.6774");
    for keys in ["x", "x", "Up", "Tab PgDn"] {
        bench = bench.keys(keys).hides("NaN");
    }
}

#[test]
fn ties_and_missing_and_unseen_cells_are_called_so() {
    Bench::pasted("a,class\rx,yes\rx,no\r", 80, 24)
        .keys("5 a")
        .shows("tie of 2")
        .shows("50 %")
        .shows("cannot decide")
        .shows("yes and no tie");
    Bench::pasted("a,b,class\rx,p,yes\ry,q,no\r,z,\r", 80, 24)
        .keys("5")
        .shows("a is missing")
        .shows("b is never z");
}

#[test]
fn a_long_document_shows_the_marked_step_at_any_size() {
    let words: Vec<String> = (0..300).map(|n| format!("word{n}")).collect();
    let text = format!(
        "text,class\r{},a\r{},b\r{},?\r",
        words[..200].join(" "),
        words[100..].join(" "),
        words.join(" ")
    );
    for (width, height) in [(60, 15), (80, 24), (120, 40)] {
        let mut bench = Bench::pasted(&text, width, height).keys("5 a");
        assert!(bench.app.screens.explain.revealed > 200, "{}", bench.screen());
        for keys in ["", "PgUp", "PgUp", "Home", "Down Down", "PgDn", "End", "Up", "x", "x"] {
            bench = bench.keys(keys);
            let number = format!("▸ {:>3} ", bench.app.screens.explain.cursor + 1);
            bench.screen();
            bench.screen();
            let screen = bench.screen();
            assert!(screen.contains(&number) || screen.contains("◂"), "{keys}: {number}\n{screen}");
        }
    }
}

/// x − μ opens at μ, Σ⁻¹(x − μ) at the row of Σ⁻¹ that it is of, q at Σ⁻¹; Esc comes back.
#[test]
fn the_lines_of_q_open_at_what_they_are_made_of() {
    for (up, wanted) in [
        (3, "inv(weight_kg, weight_kg)"),
        (4, "inv(height_cm, weight_kg)"),
        (5, "inv(weight_kg, weight_kg)"),
        (6, "mean(height_cm | elephant)"),
        (7, "mean(weight_kg | elephant)"),
    ] {
        let gda = Bench::open("elephants", "model = \"gda\"");
        let bench = gda.keys(&format!("5 a {} Enter", "Up ".repeat(up)));
        let why = bench.app.screens.parameters.why.as_ref().unwrap();
        assert_eq!(why.quantity.to_string(), wanted);
        bench.keys("Esc").on(ScreenId::Explain);
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
        let gda = Bench::open(sample, "model = \"gda\"").keys("5 a");
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
    let qda = Bench::open("iris", "model = \"qda\"").keys("5 m");
    // Without one Σ for all classes the log-odds are a sum over monomials, and the steps stay.
    assert!(
        qda.screen().contains("The log-odds as a sum over monomials") && !qda.app.screens.explain.by_theta
    );
    qda.keys("m").shows("This step");
    Bench::tennis().keys("5").shows("m way");
}

#[test]
fn a_class_above_two_columns_has_the_room_of_both() {
    let screen = Bench::open("iris", "").resized(160, 48).keys("5").screen();
    let head = screen.lines().find(|line| line.contains(" step  ")).unwrap();
    assert!(["● setosa", "▲ versicolor", "■ virginica"].iter().all(|name| head.contains(name)), "{head}");
}

#[test]
fn the_naive_assumption_is_shown_for_the_case_and_the_steps_come_back() {
    let bench = explain().keys("Space n").shows("The naive assumption");
    let lab = bench.keys("Tab G").shows("2⁵⁰⁰⁰⁰ − 1");
    // Another vocabulary is typed; what is not a number of words is refused, and the line stays open.
    let lab = lab
        .keys("N 0 Enter")
        .shows("1 to 1,000,000,000")
        .keys("Backspace 2 0 , 0 0 0 Enter Tab Tab G")
        .shows("2²⁰⁰⁰⁰ − 1");
    let steps = lab.keys("n").shows("This step");
    // What was revealed stays revealed.
    steps.gives(state, state(&explain().keys("Space")));
    // Other models do not make the assumption.
    Bench::open("iris", "model = \"gda\"").keys("5 n").shows("This step");
}
