//! Before, keys, after.

use crate::support::Bench;
use posterior::app::screens::start;
use posterior::app::*;

#[test]
fn a_sample_opens_with_enter_and_escape_goes_back() {
    let bench = Bench::empty().keys("Home Down Down Down Down").on(ScreenId::Start);
    assert!(bench.app.screens.start.preview.is_some());
    let bench = bench.keys("Enter").on(ScreenId::Data);
    assert_eq!(bench.app.session.table.as_ref().unwrap().rows(), 14);
    let bench = bench.keys("Esc Home").on(ScreenId::Start);
    assert!(matches!(start::selected(&bench.app), Some(start::Item::Continue(_))));
    bench.keys("Enter").on(ScreenId::Data);
}

#[test]
fn the_cursor_moves_by_cell_and_the_profile_follows() {
    let bench = Bench::tennis().keys("Down Down j Right l");
    let data = &bench.app.screens.data;
    assert_eq!((data.row, data.column), (3, 2));
    let (column, _, profile) = data.profile.as_ref().unwrap();
    assert_eq!(*column, 2);
    assert_eq!(profile.values.len(), 2);
    let bench = bench.keys("End Right Right Right");
    assert_eq!(bench.app.screens.data.row, 13, "the class stands first");
    assert_eq!(bench.app.screens.data.column, 3, "the class stands first");
    let bench = bench.keys("Left Left Left Left");
    assert_eq!(bench.app.screens.data.column, 4);
    let bench = bench.keys("g");
    assert_eq!(bench.app.screens.data.row, 0);
}

#[test]
fn a_stage_that_is_not_ready_and_a_recipe_that_does_not_fit_say_why() {
    let bench = Bench::empty().keys("3").on(ScreenId::Start);
    bench.says("no data");
    let bench = Bench::numbers().keys("Esc 3").on(ScreenId::Data).says("no model");
    assert_eq!(bench.keys("2").app.screen, ScreenId::Model);
    let bench =
        Bench::sample("weather", 80, 24, |recipe| recipe.target = Some("Pay".into())).on(ScreenId::Data);
    let Some(dialog) = bench.app.front::<ProblemDialog>() else { panic!("no dialog") };
    assert!(dialog.problem.what.contains("Pay") && dialog.problem.fix.contains("Play"));
    bench.shows("There is no model").keys("Esc").without_dialog();
    Bench::numbers().keys("Esc").says("Press 2 to see what to do");
}

#[test]
fn finding_goes_round_the_table() {
    let bench = Bench::tennis().keys("/ 'STRONG' Enter");
    assert_eq!((bench.app.screens.data.row, bench.app.screens.data.column), (1, 3));
    let bench = bench.keys("n");
    assert_eq!(bench.app.screens.data.row, 5);
    let bench = bench.keys("N N");
    assert_eq!(bench.app.screens.data.row, 13);
    let bench = bench.says("Search continued").keys("/ 'qqq' Enter");
    assert_eq!(bench.app.screens.data.row, 13);
    bench.says("qqq");
}

#[test]
fn letters_belong_to_the_field_while_typing() {
    let bench = Bench::tennis().keys("o 'q?1'");
    let Some(dialog) = bench.app.front::<OpenDialog>() else { panic!("the dialog is gone") };
    assert_eq!(dialog.field.text(), "q?1");
    assert_eq!(bench.app.leaving, Leaving::No);
    let bench = bench.keys("F1");
    assert!(bench.app.front::<HelpScreen>().is_some());
    bench.keys("Esc Esc").without_dialog();
    let mut bench = Bench::tennis().keys("o");
    bench.act(Action::Paste("exam\r\ndata.csv\n".into()));
    bench.act(Action::Paste("x".repeat(PASTE_LIMIT + 1)));
    let Some(dialog) = bench.app.front::<OpenDialog>() else { panic!("the dialog is gone") };
    assert_eq!(dialog.field.text(), "exam data.csv", "nothing of several lines is lost");
    bench.says("64 KB");
}

#[test]
fn control_c_closes_first_and_quits_only_when_pressed_twice_while_the_question_stands() {
    let bench = Bench::tennis().keys("o Ctrl-c").without_dialog();
    assert_eq!(bench.app.leaving, Leaving::No);
    let bench = bench.keys("Ctrl-c");
    assert_eq!(bench.app.leaving, Leaving::Asked);
    let bench = bench.keys("Down Ctrl-c");
    assert_eq!(bench.app.leaving, Leaving::Asked);
    let bench = bench.keys("Ctrl-c");
    assert_eq!(bench.app.leaving, Leaving::Yes);
    let mut bench = Bench::tennis().keys("Ctrl-c");
    for _ in 0..16 {
        bench.act(Action::Tick);
    }
    assert_eq!(bench.app.leaving, Leaving::No);
    assert!(!bench.app.needs_ticks());
    assert_eq!(Bench::tennis().keys("Ctrl-z").suspended, 1);
}

#[test]
fn stale_and_cancelled_answers_are_not_believed() {
    let mut app = App::new(Settings::default(), 80, 24);
    let first = load(&mut app, Source::Sample("play-tennis".into()));
    let second = load(&mut app, Source::Sample("no-such-sample".into()));
    let (Some(Job::Work(first)), Some(Job::Work(second))) = (first, second) else { panic!("no work") };
    first.run().take(&mut app);
    assert!(app.session.table.is_none());
    second.run().take(&mut app);
    assert!(app.front::<ProblemDialog>().is_some());
    let mut app = App::new(Settings::default(), 80, 24);
    let Some(Job::Work(task)) = load(&mut app, Source::Sample("play-tennis".into())) else {
        panic!("no work")
    };
    assert!(app.jobs.busy().is_some());
    update(&mut app, Action::Interrupt);
    assert_eq!(app.leaving, Leaving::No);
    task.run().take(&mut app);
    assert!(app.session.table.is_none());
}

#[test]
fn the_file_dialog_completes_and_descends() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("course")).unwrap();
    std::fs::write(folder.path().join("course/marks.csv"), "a,b\n1,2\n").unwrap();
    std::fs::write(folder.path().join("course/marbles.csv"), "a,b\n1,2\n").unwrap();
    let start = format!("{}/co", folder.path().display());
    let bench = Bench::empty().keys("o").typed(&start).keys("Tab");
    let text = |bench: &Bench| match bench.app.front::<OpenDialog>() {
        Some(dialog) => dialog.field.text().to_string(),
        other => panic!("{other:?}"),
    };
    assert!(text(&bench).ends_with("/course/"));
    let bench = bench.typed("m").shows("marbles.csv").keys("Tab");
    assert!(text(&bench).ends_with("/course/mar"));
    let bench = bench.keys("Down Down Tab");
    assert!(text(&bench).ends_with("/course/marks.csv"));
}

#[test]
fn settings_change_at_once_and_help_searches_its_lines() {
    let bench = Bench::tennis().keys("F2 Right Down Enter Esc");
    assert_eq!(bench.app.settings, Settings { theme: ThemeName::Dark, ascii: true, ..Settings::default() });
    let bench = bench.without_dialog().keys("F2 Left Left");
    assert_eq!(bench.app.settings.theme, ThemeName::Mono);
    let bench = Bench::tennis().keys("?");
    let Some(help) = bench.app.front::<HelpScreen>() else { panic!("no help") };
    assert_eq!(help.title(), "Data");
    let all = help.lines().len();
    let bench = bench.keys("/ 'match'");
    let Some(help) = bench.app.front::<HelpScreen>() else { panic!("no help") };
    assert!(help.lines().len() < all);
    let bench = bench.keys("Esc");
    assert_eq!(bench.app.dialogs.len(), 1);
    assert!(bench.keys("Esc").app.dialogs.is_empty());
}

#[test]
fn any_keys_at_any_size_leave_the_cursor_on_screen() {
    for (width, height) in [(0, 0), (1, 1), (60, 15), (79, 16), (80, 24), (200, 60)] {
        let mut bench = Bench::tennis().keys("End Right Right Right Right");
        bench.act(Action::Resize(width, height));
        let bench = bench.keys("PgUp PgDn Tab Down Tab G Left");
        let data = &bench.app.screens.data;
        assert!(data.row < 14 && data.column < 5);
    }
}

#[test]
fn every_warning_stays_in_reach() {
    let header: Vec<String> = (0..30).map(|at| format!("c{at}")).collect();
    let row = |class: &str| format!("{},{class}\r", vec!["k"; 30].join(","));
    let csv = format!("{},class\r{}{}{}", header.join(","), row("x"), row("y"), row("x"));
    for (width, height) in [(80, 24), (120, 40)] {
        let bench = Bench::pasted(&csv, width, height);
        let warnings = bench.app.session.warnings.clone();
        assert!(warnings.len() > 5, "{warnings:?}");
        let many = format!("{} warnings: !", warnings.len());
        // The first one is told at once, with how many there are; a key takes the message away and leaves the number.
        let mut bench = bench.says(&format!("({} more: !)", warnings.len() - 1)).keys("Down");
        for room in ["1", "2"] {
            bench = bench.keys(room).shows(&many);
        }
        // On a large screen one of each kind is enough.
        let rooms = if width == 80 { &["1", "2", "3", "4", "5", "7"][..] } else { &["1", "7"] };
        for room in rooms.iter().copied() {
            bench = bench.keys(room).keys(if room == "7" { "Esc !" } else { "!" });
            assert!(bench.app.front::<WarningsDialog>().is_some(), "{room}");
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
            // Past the end is the end: one key up moves at once.
            let cursor = |bench: &Bench| match bench.app.front::<WarningsDialog>() {
                Some(dialog) => dialog.selection.at,
                other => panic!("{other:?}"),
            };
            let end = cursor(&bench);
            bench = bench.keys("Up").gives(cursor, end - 1).keys("!").without_dialog();
        }
    }
    let bench = Bench::tennis().keys("!");
    assert!(bench.app.dialogs.is_empty() && bench.toast().contains("no warnings"), "{}", bench.toast());
    assert!(Bench::empty().keys("!").toast().contains("no data"));
}

#[test]
fn one_pane_takes_the_window_for_itself_or_a_presentation_and_gives_it_back() {
    let both = Bench::tennis().keys("3");
    let zoomed = Bench::tennis().keys("3 z").says("z: both panes");
    let screen = zoomed.screen();
    assert!(screen.contains("▶ P(value | class)") && !screen.contains("Why this number"), "{screen}");
    let detail = zoomed.keys("Tab").shows("▶ Why this number");
    // It stays so on other screens, and whatever the size.
    let mut detail = detail.keys("1");
    detail.act(Action::Resize(160, 48));
    detail = detail.hides("Column");
    detail.act(Action::Resize(80, 24));
    let again = detail.keys("z 3");
    assert_eq!(
        again.screen().lines().take(22).collect::<String>(),
        both.screen().lines().take(22).collect::<String>()
    );
    let bench = Bench::tennis().keys("5 a P");
    let mut screen = bench.screen();
    assert_eq!(bench.app.theme(), posterior::app::ThemeName::HighContrast);
    assert!(screen.contains("3025/4201"), "{screen}");
    assert!(!screen.contains("2 Model"), "{screen}");
    assert!(!screen.contains("? help"), "{screen}");
    let mut bench = bench.keys("P");
    screen = bench.screen();
    assert!(screen.contains("2 Model") && screen.contains("? help"), "{screen}");
    assert_eq!(bench.app.theme(), bench.app.settings.theme);
    bench.app.settings.theme = posterior::app::ThemeName::Mono;
    assert_eq!(bench.keys("P").app.theme(), posterior::app::ThemeName::Mono);
}

#[test]
fn long_names_of_columns_are_cut_so_that_they_differ() {
    let names: Vec<String> = (0..30).map(|at| format!("feature_with_long_name_{at:02}")).collect();
    let cells = |row: usize| (0..30).map(|at| format!("{}.5,", (row + at) % 7)).collect::<String>();
    let rows: String = (0..9).map(|row| format!("{}{}\r", cells(row), ["a", "b", "c"][row % 3])).collect();
    let bench = Bench::pasted(&format!("{},class\r{rows}", names.join(",")), 80, 24).keys("Esc 1");
    let screen = bench.screen();
    let header = screen.lines().nth(2).unwrap();
    let heads: Vec<&str> = header.split_whitespace().filter(|word| word.contains('…')).collect();
    assert!(heads.len() >= 2, "{screen}");
    assert!(heads.iter().enumerate().all(|(at, head)| !heads[..at].contains(head)), "{screen}");
    assert!(heads[0].ends_with("00"), "{screen}");
}

#[test]
fn the_last_change_goes_first_wherever_it_was_made() {
    let bench = Bench::tennis().keys("2 End Up Up Right 5 r '5' Enter 1");
    assert_eq!((bench.alpha().as_str(), &bench.app.session.pick), ("2", &Pick::Row(4)));
    let bench = bench.keys("u");
    assert_eq!((bench.app.screen, &bench.app.session.pick), (ScreenId::Data, &Pick::Query));
    assert!(bench.toast().starts_with("Undone: the case is query."), "{}", bench.toast());
    let bench = bench.keys("4 u");
    assert_eq!(bench.alpha(), "1");
    assert!(bench.toast().starts_with("Undone: smoothing α 2 → 1."), "{}", bench.toast());
    assert!(bench.keys("u").toast().contains("no change to undo"));
}

#[test]
fn what_was_taken_back_is_made_again_until_something_else_changes() {
    let bench = Bench::tennis().keys("2 Down Down Space 5 r '5' Enter u u").keys("3 U");
    assert!(bench.toast().starts_with("Redone: ignored columns "), "{}", bench.toast());
    let bench = bench.keys("U");
    assert!(bench.toast().starts_with("Redone: the case is row 5."), "{}", bench.toast());
    assert!(bench.keys("U").toast().contains("no change to redo"));
}

#[test]
fn practice_keeps_its_recipe_and_case() {
    let bench = Bench::tennis().keys("2 Down Down Space 5 r '5' Enter 7 Esc u");
    assert_eq!(bench.app.session.pick, Pick::Row(4));
    assert!(bench.toast().starts_with("Answers cannot be undone"), "{}", bench.toast());
}
