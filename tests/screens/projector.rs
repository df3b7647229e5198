//! The projector before and after keys, and as text: nothing is told before it is asked for.

use crate::support;

use posterior::practice::Worksheet;
use posterior::workbench::practice::{ExerciseSource, Variant, open_exercise};
use posterior::workbench::{NumberForm, Projector, ScreenId, SettingsDialog, ThemeName};
use support::Bench;

fn weather(width: u16, height: u16) -> Bench {
    Bench::unsmoothed("weather", width, height)
}

fn projector(bench: &Bench) -> &Projector {
    match bench.app.front::<Projector>() {
        Some(projector) => projector,
        other => panic!("no projector, but {other:?}"),
    }
}

fn shown(bench: &Bench) -> Vec<bool> {
    let projector = projector(bench);
    (0..projector.slides.len()).map(|step| projector.is_shown(step)).collect()
}

#[test]
fn space_shows_the_answer_and_then_the_next_step() {
    let bench = weather(80, 24).keys("5 P");
    assert_eq!((projector(&bench).at, shown(&bench)[0]), (0, false));
    let screen = bench.screen();
    assert!(screen.contains("How common is each class?") && !screen.contains("5/14"), "{screen}");
    let bench = bench.keys("Space");
    assert!(
        bench.screen().contains("= 5/14") && bench.screen().contains("step 1 of 6"),
        "{}",
        bench.screen()
    );
    let bench = bench.keys("Space");
    assert_eq!((projector(&bench).at, shown(&bench)[1]), (1, false));
    assert!(bench.screen().contains("prior 5/14, 9/14 › Sunny ▁▁"), "{}", bench.screen());
    let bench = bench.keys("Backspace");
    assert_eq!(projector(&bench).at, 0, "b goes back");
    let bench = bench.keys("Backspace");
    assert!(!shown(&bench)[0], "and hides what was shown");
}

#[test]
fn arrows_reveal_nothing_and_a_full_stop_blanks_all() {
    let bench = weather(80, 24).keys("5 P Right Right Left End");
    assert_eq!((projector(&bench).at, shown(&bench).contains(&true)), (5, false));
    let bench = bench.keys("Home Space Space Space .");
    assert!(!shown(&bench).contains(&true) && !bench.screen().contains("3/9"), "{}", bench.screen());
    let bench = bench.keys(".");
    assert_eq!(shown(&bench)[..3], [true, true, false], "what was shown is shown again");
    let bench = weather(80, 24).keys("5 P Right .");
    assert_eq!(shown(&bench)[..3], [true, true, false], "all up to here, where nothing was");
}

#[test]
fn leaving_marks_the_step_that_was_on_screen() {
    let bench = weather(80, 24).keys("5 P Space Space Space Esc");
    let screen = &bench.app.screens.explain;
    assert!(bench.app.dialogs.is_empty() && bench.app.screen == ScreenId::Explain);
    assert_eq!((screen.revealed, screen.cursor), (2, 1));
    let bench = bench.keys("P");
    assert_eq!(projector(&bench).at, 1, "and it begins there again");
    assert_eq!(shown(&bench)[..3], [true, true, false]);
    let bench = bench.keys("Right P");
    assert_eq!(bench.app.screens.explain.revealed, 2, "what was not shown is not revealed");
}

#[test]
fn the_last_step_says_so() {
    let bench = weather(80, 24).keys("5 P End Space Space");
    assert!(bench.screen().contains("That was the last step"), "{}", bench.screen());
    let bench = bench.keys("x ?");
    assert_eq!(bench.app.settings.form, NumberForm::Decimal);
    assert!(bench.screen().contains("PROJECTOR"), "{}", bench.screen());
    let bench = bench.keys("Esc F2");
    assert!(bench.app.front::<SettingsDialog>().is_some());
    let bench = bench.keys("Esc Esc");
    assert!(bench.app.dialogs.is_empty());
}

#[test]
fn a_blank_worksheet_stays_hidden_until_it_is_asked_for() {
    let sheet = |bench: &Bench| -> Worksheet {
        bench.app.screens.practice.sheet(&bench.app.session).expect("a worksheet").clone()
    };
    let bench = weather(80, 24).keys("7 Esc m Down Enter").typed("5/14").keys("Enter Up Esc P");
    assert_eq!(shown(&bench)[..3], [true, false, false], "what was answered may be seen");
    let mut bench = bench;
    let right = ["9/14", "2/5", "3/9", "1/7", "3/14", "0.4", "0.6", "Yes"];
    for _ in 1..projector(&bench).slides.len() {
        bench = bench.keys("Right");
        let screen = bench.screen();
        // The class stands in the names of the numbers.
        let told = right[..7].iter().filter(|text| screen.contains(**text)).collect::<Vec<_>>();
        assert!(told.is_empty(), "{told:?} in\n{screen}");
    }
    let bench = bench.keys("Home Right Space P");
    assert_eq!(bench.app.screens.practice.cursor, 1);
    assert!(sheet(&bench).lines[1].is_open(), "the worksheet stays as it was");
    let bench = bench.keys("m Up Enter Esc P");
    assert_eq!(
        shown(&bench).iter().filter(|shown| !**shown).count(),
        3,
        "a faded worksheet hides its blanks"
    );
}

#[test]
fn the_projector_tells_nothing_of_an_error_that_is_looked_for() {
    let bench = weather(80, 24).keys("7 Esc E P");
    assert!(!shown(&bench).contains(&true));
    let bench = bench.keys("Esc");
    assert!(bench.screen().contains("Find the error"));
}

/// Every step of every sample: no formula is cut, and what is too tall can be scrolled.
#[test]
fn no_formula_is_cut_at_any_step() {
    for (name, room) in [
        ("two-clusters", "5"),
        ("bolts", "5"),
        ("iris", "5"),
        ("iris", "7"),
        ("chinese-japan", "5"),
        ("loan", "5"),
        ("spam", "7"),
    ] {
        let mut bench = Bench::sample(name, 80, 24, |_| {}).keys(room).keys(if room == "7" {
            "Esc P Home"
        } else {
            "P Home"
        });
        for at in 0..projector(&bench).slides.len() {
            let hidden = bench.screen();
            let bench_shown = if shown(&bench)[at] { bench } else { bench.keys("Space") };
            for screen in [hidden, bench_shown.screen()] {
                let broken = screen.lines().find(|line| posterior::text::display_width(line) > 77);
                assert!(broken.is_none(), "{name} step {at}: {broken:?}\n{screen}");
                assert!(screen.contains(&format!("step {} of", at + 1)), "{name}: {screen}");
            }
            bench = bench_shown.keys("Right");
        }
    }
}

/// Three classes and names of twelve letters, asked and answered; of eight classes the last lines are scrolled to.
#[test]
fn a_step_of_normal_curves_fits_at_80_columns() {
    let mut bench = Bench::sample("iris", 80, 24, |_| {}).keys("5 P");
    while bench.app.front::<Projector>().is_some_and(|it| it.at + 1 < it.slides.len()) {
        let screen = bench.screen();
        assert!(!screen.contains("lines 1–"), "{screen}");
        bench = bench.keys("Space");
    }
    insta::assert_snapshot!(
        "projector_normal_80",
        Bench::sample("iris", 80, 24, |_| {}).keys("5 P Space Space").screen()
    );
}

#[test]
fn the_projector_at_every_size() {
    for (width, height) in [(80, 24), (120, 40)] {
        let shot = |name: &str, bench: &Bench| {
            insta::assert_snapshot!(format!("projector_{name}_{width}"), bench.screen())
        };
        shot("question", &weather(width, height).keys("5 P Right"));
        shot("answer", &weather(width, height).keys("5 P Right Space"));
        shot("line", &weather(width, height).keys("7 Esc m Down Enter Esc P Right Right Space"));
        let clusters = || Bench::sample("two-clusters", width, height, |_| {});
        shot("sigma", &clusters().keys("5 P Right Right Space"));
        shot("distance", &clusters().keys("5 P Right Right Right Right Space"));
        shot("curve", &Bench::sample("iris", width, height, |_| {}).keys("5 P Right Right"));
        shot("curve_answer", &Bench::sample("iris", width, height, |_| {}).keys("5 P Right Right Space"));
    }
    let mut bench = weather(80, 24).keys("5 P Right Space");
    bench.app.settings.ascii = true;
    insta::assert_snapshot!("projector_ascii", bench.screen());
    insta::assert_snapshot!("projector_narrow", weather(60, 15).keys("5 P Right Space").screen());
}

/// The lines of an exercise are not those of the worksheet of its case.
#[test]
fn an_exercise_projects_its_own_lines() {
    let mut bench = Bench::sized(None, 80, 24);
    let source = ExerciseSource::named("course:prior-from-counts".as_ref(), Default::default()).unwrap();
    let job = open_exercise(&mut bench.app, source, Variant::Usual, None);
    bench.work(job);
    let bench = bench.typed("14").keys("Enter").typed("9").keys("Enter").typed("9/14").keys("Enter");
    let bench = bench.typed("5/14").keys("Enter Up Esc P");
    assert_eq!((projector(&bench).at, shown(&bench).len()), (2, 4));
    let screen = bench.screen();
    assert!(screen.contains("How common is Yes?") && screen.contains("= 9/14"), "{screen}");
    let bench = bench.keys(". Home");
    assert!(bench.screen().contains("What is n?") && !bench.screen().contains("14"), "{}", bench.screen());
    let bench = bench.keys("End Esc");
    assert_eq!(bench.app.screens.practice.cursor, 3, "a line that there is");
}

#[test]
fn nothing_of_the_projector_shines_through_what_lies_on_it() {
    for keys in ["5 P ?", "7 Esc P F2"] {
        let screen = weather(80, 24).keys(keys).screen();
        let last = screen.lines().last().unwrap_or_default();
        assert!(last.ends_with("Esc close") && !screen.contains("Space next"), "{screen}");
    }
}

/// A step is worked out from the case and by α and the cut points, which stand over every step.
#[test]
fn the_case_and_the_rules_stand_over_every_step() {
    let mut bench = weather(80, 24).keys("5 P Home");
    for _ in 0..projector(&bench).slides.len() {
        let screen = bench.screen();
        assert!(screen.contains("Weather=Sunny") && screen.contains("α = 0"), "{screen}");
        assert!(screen.contains("Categorical naive Bayes"), "{screen}");
        bench = bench.keys("Right");
    }
    let area = Bench::sample("living-area", 80, 24, |_| {}).keys("5 P");
    assert!(area.screen().contains("620, 1000, 1380"), "{}", area.screen());
}

/// A line that was filled in is shown from the start, but not with the numbers of lines that are open.
#[test]
fn what_is_shown_from_the_start_tells_no_open_line() {
    let bench =
        weather(80, 24).keys("7 Esc m Down Enter Down Down Down Down Down").typed("3/14").keys("Enter Up");
    let bench = (0..9).fold(bench, |bench, _| bench.keys("Up")).keys("Down Down Down Down Down Esc P");
    let screen = bench.screen();
    assert!(screen.contains("What is the score of Yes?") && screen.contains("= 3/14"), "{screen}");
    assert!(!screen.contains("9/14") && !screen.contains("3/9"), "{screen}");
}

/// The colours are the projector's while it is on, and only then; the settings that are kept over runs stay as they were.
#[test]
fn the_projector_has_its_own_colours_and_gives_the_others_back() {
    let mut bench = weather(80, 24).keys("5 P");
    bench.app.settings.theme = ThemeName::Dark;
    assert_eq!(bench.app.theme(), ThemeName::HighContrast);
    let bench = bench.keys("?");
    assert_eq!(bench.app.theme(), ThemeName::HighContrast, "help lies on it");
    let bench = bench.keys("Esc F2");
    assert_eq!(bench.app.theme(), ThemeName::Dark, "settings show what they change");
    let mut bench = bench.keys("Esc");
    bench.app.settings.theme = ThemeName::Mono;
    assert_eq!(bench.app.theme(), ThemeName::Mono, "no colours were asked for");
    bench.app.settings.theme = ThemeName::Dark;
    let bench = bench.keys("Esc");
    assert_eq!((bench.app.theme(), bench.app.settings.theme), (ThemeName::Dark, ThemeName::Dark));
}

/// The leader is told with the steps that are shown, and not before.
#[test]
fn the_steps_so_far_and_the_leader_stand_below_where_there_is_room() {
    let bench = Bench::sample("iris", 120, 48, |_| {}).keys("5 P Right Right Space");
    let screen = bench.screen();
    assert!(screen.contains("■ virginica") && !screen.contains("leads"), "{screen}");
    let bench = Bench::sample("iris", 160, 60, |_| {}).keys("5 P Space Space");
    let screen = bench.screen();
    assert!(!screen.contains("leads"), "{screen}");
    let bench = bench.keys("Space");
    let screen = bench.screen();
    assert!(screen.contains("▲ versicolor leads"), "{screen}");
}
