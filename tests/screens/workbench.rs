//! Moving between screens, settings, warnings and undo: before, keys, after.

use crate::states::{NO_EPSILON, state};
use crate::support::Bench;
use posterior::app::screens::start;
use posterior::app::*;

fn leaving(bench: &Bench) -> Leaving {
    bench.app.leaving
}

/// The row and the column of the cursor of screen 1.
fn cell(bench: &Bench) -> (usize, usize) {
    (bench.app.screens.data.row, bench.app.screens.data.column)
}

#[test]
fn a_sample_opens_with_enter_and_escape_goes_back() {
    let bench = Bench::empty().keys("Home Down*4").on(ScreenId::Start);
    assert!(bench.app.screens.start.preview.is_some());
    let bench = bench.keys("Enter").on(ScreenId::Data).shows("row 1/14").keys("Esc Home").on(ScreenId::Start);
    assert!(matches!(start::selected(&bench.app), Some(start::Item::Continue(_))));
    bench.keys("Enter").on(ScreenId::Data);
}

#[test]
fn the_cursor_moves_by_cell_and_the_profile_follows() {
    let bench = Bench::tennis().keys("Down Down j Right l").gives(cell, (3, 2));
    let (column, _, profile) = bench.app.screens.data.profile.as_ref().unwrap();
    assert_eq!((*column, profile.values.len()), (2, 2));
    // The class is the first column.
    let bench = bench.keys("End Right*3").gives(cell, (13, 3)).keys("Left*4");
    bench.gives(cell, (13, 4)).keys("g").gives(cell, (0, 4));
}

#[test]
fn a_screen_that_is_not_ready_and_a_recipe_that_does_not_fit_say_why() {
    Bench::empty().keys("3").on(ScreenId::Start).says("no data");
    state("constant", NO_EPSILON, "Esc").says("Press 2 to see what to do");
    state("constant", NO_EPSILON, "Esc 3").on(ScreenId::Data).says("no model").keys("2").on(ScreenId::Model);
    let bench = Bench::open("weather", "target = \"Pay\"").on(ScreenId::Data).shows("There is no model");
    let Some(dialog) = bench.app.front::<ProblemDialog>() else { panic!("no dialog") };
    assert!(dialog.problem.what.contains("Pay") && dialog.problem.fix.contains("Play"));
    bench.keys("Esc").without_dialog();
}

#[test]
fn finding_goes_round_the_table() {
    let bench = Bench::tennis().keys("/ 'STRONG' Enter").gives(cell, (1, 3)).keys("n").gives(cell, (5, 3));
    let bench = bench.keys("N N").gives(cell, (13, 3)).says("Search continued").keys("/ 'qqq' Enter");
    bench.gives(cell, (13, 3)).says("qqq");
}

/// What is typed in the dialog that opens a file.
fn typed(bench: &Bench) -> String {
    bench.app.front::<OpenDialog>().expect("the dialog").field.text().to_owned()
}

#[test]
fn letters_belong_to_the_field_while_typing() {
    let bench = Bench::tennis().keys("o 'q?1'").gives(typed, "q?1").gives(leaving, Leaving::No).keys("F1");
    assert!(bench.app.front::<HelpScreen>().is_some());
    bench.keys("Esc Esc").without_dialog();
    let mut bench = Bench::tennis().keys("o");
    bench.act(Action::Paste("exam\r\ndata.csv\n".into()));
    bench.act(Action::Paste("x".repeat(PASTE_LIMIT + 1)));
    // Nothing of several lines is lost.
    bench.gives(typed, "exam data.csv").says("64 KB");
}

#[test]
fn control_c_closes_first_and_quits_only_when_pressed_twice_in_time() {
    let bench = Bench::tennis().keys("o Ctrl-c").without_dialog().gives(leaving, Leaving::No).keys("Ctrl-c");
    let bench = bench.gives(leaving, Leaving::Asked).keys("Down Ctrl-c").gives(leaving, Leaving::Asked);
    bench.keys("Ctrl-c").gives(leaving, Leaving::Yes);
    let mut bench = Bench::tennis().keys("Ctrl-c");
    (0..16).for_each(|_| bench.act(Action::Tick));
    assert!(!bench.gives(leaving, Leaving::No).app.needs_ticks());
    Bench::tennis().keys("Ctrl-z").gives(|bench| bench.suspended, 1);
}

#[test]
fn stale_and_cancelled_answers_are_ignored() {
    let task = |app: &mut App, sample: &str| match load(app, Source::Sample(sample.into())) {
        Some(Job::Work(task)) => task,
        _ => panic!("no work"),
    };
    let mut app = App::new(Settings::default(), 80, 24);
    let (first, second) = (task(&mut app, "play-tennis"), task(&mut app, "no-such-sample"));
    first.run().take(&mut app);
    assert!(app.session.table.is_none());
    second.run().take(&mut app);
    assert!(app.front::<ProblemDialog>().is_some());
    let mut app = App::new(Settings::default(), 80, 24);
    let task = task(&mut app, "play-tennis");
    assert!(app.jobs.busy().is_some());
    update(&mut app, Action::Interrupt);
    assert_eq!(app.leaving, Leaving::No);
    task.run().take(&mut app);
    assert!(app.session.table.is_none());
}

#[test]
fn the_file_dialog_completes_and_descends() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().display();
    std::fs::create_dir(folder.path().join("course")).unwrap();
    for name in ["marks", "marbles", "Notes"] {
        std::fs::write(folder.path().join(format!("course/{name}.csv")), "a,b\n1,2\n").unwrap();
    }
    let bench = Bench::empty().keys(&format!("o '{path}/co' Tab")).gives(typed, format!("{path}/course/"));
    let bench = bench.typed("M").shows("marbles.csv").keys("Tab").gives(typed, format!("{path}/course/mar"));
    bench.keys("Down Down Tab").gives(typed, format!("{path}/course/marks.csv"));
    Bench::empty().keys(&format!("o '{path}/course/n'")).shows("Notes.csv");
}

#[test]
fn settings_change_at_once_and_help_searches_its_lines() {
    let bench = Bench::tennis().keys("F2 Right Down Enter Esc").without_dialog();
    assert_eq!(bench.app.settings, Settings { theme: ThemeName::Dark, ascii: true, ..Settings::default() });
    bench.keys("F2 Left Left").gives(|bench| bench.app.settings.theme, ThemeName::Mono);
    let help = |bench: &Bench| bench.app.front::<HelpScreen>().expect("help").lines().len();
    let bench = Bench::tennis().keys("?").shows("▶ Keys: Data");
    let all = help(&bench);
    let bench = bench.keys("/ 'match'");
    assert!(help(&bench) < all);
    bench.keys("Esc").gives(|bench| bench.app.dialogs.len(), 1).keys("Esc").without_dialog();
}

#[test]
fn any_keys_at_any_size_leave_the_cursor_on_screen() {
    for (width, height) in [(0, 0), (1, 1), (60, 15), (79, 16), (80, 24), (200, 60)] {
        let bench = Bench::tennis().keys("End Right*4").resized(width, height);
        let (row, column) = cell(&bench.keys("PgUp PgDn Tab Down Tab G Left"));
        assert!(row < 14 && column < 5);
    }
}

#[test]
fn every_warning_can_be_read() {
    let header: Vec<String> = (0..30).map(|at| format!("c{at}")).collect();
    let row = |class: &str| format!("{},{class}\r", vec!["k"; 30].join(","));
    let csv = format!("{},class\r{}{}{}", header.join(","), row("x"), row("y"), row("x"));
    for (width, height) in [(80, 24), (120, 40)] {
        let bench = Bench::pasted(&csv).resized(width, height);
        let warnings = bench.app.session.warnings.clone();
        assert!(warnings.len() > 5, "{warnings:?}");
        let many = format!("{} warnings: !", warnings.len());
        // The first one is the message, with how many there are; a key clears the message and leaves the number.
        let mut bench = bench.says(&format!("({} more: !)", warnings.len() - 1)).keys("Down");
        bench = bench.keys("1").shows(&many).keys("2").shows(&many);
        // On a large screen one of each kind is enough.
        let screens = if width == 80 { &["1", "2", "3", "4", "5", "7"][..] } else { &["1", "7"] };
        for screen in screens.iter().copied() {
            bench = bench.keys(screen).keys(if screen == "7" { "Esc !" } else { "!" });
            assert!(bench.app.front::<WarningsDialog>().is_some(), "{screen}");
            let mut seen = String::new();
            for _ in 0..warnings.len() * 4 {
                seen.push_str(&bench.screen().replace(['┃', '│', '\n'], " "));
                bench = bench.keys("Down");
            }
            let seen = seen.split_whitespace().collect::<Vec<_>>().join(" ");
            for warning in &warnings {
                let start: String =
                    warning.notice.to_string().split_whitespace().take(5).collect::<Vec<_>>().join(" ");
                assert!(seen.contains(&start), "{warning}\n{seen}");
            }
            // The cursor stops at the end: one key up moves at once.
            let cursor = |bench: &Bench| bench.app.front::<WarningsDialog>().expect("warnings").selection.at;
            let end = cursor(&bench);
            bench = bench.keys("Up").gives(cursor, end - 1).keys("!").without_dialog();
        }
    }
    Bench::tennis().keys("!").without_dialog().says("no warnings");
    Bench::empty().keys("!").says("no data");
}

#[test]
fn one_pane_takes_the_window_for_itself_or_a_presentation_and_gives_it_back() {
    let top = |bench: &Bench| bench.screen().lines().take(22).collect::<String>();
    let zoomed = Bench::tennis().keys("3 z").says("z: both panes").shows("▶ P(value | class)");
    let detail = zoomed.hides("Why this number").keys("Tab").shows("▶ Why this number");
    // It stays so on other screens, and at any size.
    let detail = detail.keys("1").resized(160, 48).hides("Column").resized(80, 24);
    detail.keys("z 3").gives(top, top(&Bench::tennis().keys("3")));
    let bench = Bench::tennis().keys("5 a P").shows("3025/4201").hides("2 Model").hides("? help");
    let theme = |bench: &Bench| bench.app.theme();
    let mut bench = bench.gives(theme, ThemeName::HighContrast).keys("P").shows("2 Model").shows("? help");
    assert_eq!(bench.app.theme(), bench.app.settings.theme);
    bench.app.settings.theme = ThemeName::Mono;
    bench.keys("P").gives(theme, ThemeName::Mono);
}

#[test]
fn the_last_change_goes_first_wherever_it_was_made() {
    let bench = Bench::tennis().keys("2 End Up Up Right 5 r '5' Enter 1");
    assert_eq!((bench.alpha().as_str(), &bench.app.session.pick), ("2", &Pick::Row(4)));
    let bench = bench.keys("u");
    assert_eq!((bench.app.screen, &bench.app.session.pick), (ScreenId::Data, &Pick::Query));
    let bench = bench.says("Undone: the case is query.").keys("4 u").gives(Bench::alpha, "1");
    let bench = bench.says("Undone: smoothing α 2 → 1.");
    bench.keys("u").says("no change to undo");
}

#[test]
fn what_was_taken_back_is_made_again_until_something_else_changes() {
    let bench = Bench::tennis().keys("2 Down Down Space 5 r '5' Enter u u").keys("3 U");
    let bench = bench.says("Redone: ignored columns ").keys("U").says("Redone: the case is row 5.");
    bench.keys("U").says("no change to redo");
}

#[test]
fn practice_keeps_its_recipe_and_case() {
    let bench = Bench::tennis().keys("2 Down Down Space 5 r '5' Enter 7 Esc u");
    assert_eq!(bench.app.session.pick, Pick::Row(4));
    bench.says("Answers cannot be undone");
}
