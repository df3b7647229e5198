//! What was open is gone on with where it was left, also by the next run of the program.

use std::fs;
use std::path::Path;

use posterior::practice::course::lesson;
use posterior::practice::progress::StateFolder;
use posterior::workbench::practice::{ExerciseSource, Variant, open_exercise};
use posterior::workbench::recents::Recents;
use posterior::workbench::{Order, ScreenId, Source, load, recents};
use tempfile::TempDir;

use crate::support::Bench;

const WEATHER: &str =
    "Outlook,Windy,Play\nSunny,no,No\nRainy,yes,No\nRainy,no,Yes\nSunny,no,Yes\nRainy,no,Yes\n";
const MARKS: &str = "points,grade\n10,a\n12,a\n17,b\n19,b\n31,c\n38,c\n";

/// A run of the program that remembers in a folder.
fn run(state: &Path) -> Bench {
    let mut bench = Bench::empty();
    bench.app.screens.start.recents = Recents::read(&StateFolder::at(state));
    bench
}

fn opened(mut bench: Bench, file: &Path) -> Bench {
    let job = load(&mut bench.app, Order::from(Source::File(file.to_owned())));
    bench.work(job);
    bench.keys("Esc")
}

fn files() -> (TempDir, std::path::PathBuf, std::path::PathBuf) {
    let folder = TempDir::new().unwrap();
    let (weather, marks) = (folder.path().join("weather.csv"), folder.path().join("marks.csv"));
    fs::write(&weather, WEATHER).unwrap();
    fs::write(&marks, MARKS).unwrap();
    (folder, weather, marks)
}

/// On the line of α, by the palette.
fn on_alpha(bench: Bench) -> Bench {
    let bench = bench.keys("1 :").typed("smoothing set").keys("Enter");
    assert!(bench.screen().contains("▸ smoothing"), "{}", bench.screen());
    bench
}

/// Opens the weather, doubles α and goes to the posterior of row 3.
fn left(state: &Path, weather: &Path) -> Bench {
    let mut bench = opened(run(state), weather).keys("1 2");
    bench.refit(|recipe| recipe.alpha = posterior::recipe::Written::non_negative("2", "α").ok());
    bench.keys("1 Down Down 5")
}

#[test]
fn the_next_run_continues_with_recipe_case_and_screen() {
    let (folder, weather, _) = files();
    let state = folder.path().join("state");
    let before = left(&state, &weather);
    assert_eq!((before.app.screen, before.alpha().as_str()), (ScreenId::Explain, "2"));
    let case = before.app.session.origin();
    recents::finish(&before.app);
    let next = run(&state);
    let screen = next.screen();
    assert!(screen.contains("▸ Continue  weather.csv    5 Explain"), "{screen}");
    assert!(screen.contains("opened just now"), "{screen}");
    assert!(screen.contains("Enter goes on where it was left"), "{screen}");
    assert!(screen.contains("alpha = \"2\""), "{screen}");
    let next = next.keys("Enter");
    assert_eq!((next.app.screen, next.alpha().as_str()), (ScreenId::Explain, "2"));
    assert_eq!(next.app.session.origin(), case);
}

#[test]
fn a_finished_exercise_does_not_take_the_place_of_the_file() {
    let (folder, weather, _) = files();
    let state = folder.path().join("state");
    recents::finish(&left(&state, &weather).app);
    let mut bench = run(&state);
    let exercise = ExerciseSource::of_course(lesson("prior-from-counts").unwrap());
    let job = open_exercise(&mut bench.app, exercise, Variant::Usual, None);
    bench.work(job);
    let bench = bench.typed("14").keys("Enter").typed("9").keys("Enter").typed("9/14").keys("Enter");
    let bench = bench.typed("5/14").keys("Enter Esc");
    assert!(bench.screen().contains("4 of 4 lines"), "{}", bench.screen());
    recents::finish(&bench.app);
    assert!(run(&state).screen().contains("▸ Continue  weather.csv"), "{}", run(&state).screen());
    // Also once it was left.
    let bench = bench.keys("Esc 1 Down");
    recents::finish(&bench.app);
    assert!(run(&state).screen().contains("▸ Continue  weather.csv"), "{}", run(&state).screen());
}

#[test]
fn changes_can_be_taken_back_by_the_next_run() {
    let (folder, weather, _) = files();
    let state = folder.path().join("state");
    let bench = on_alpha(opened(run(&state), &weather));
    let bench = bench.keys("Right Right");
    let changed = bench.alpha();
    assert_ne!(changed, "1");
    let next = run(&state).keys("Enter u u");
    assert_eq!((next.app.screen, next.alpha().as_str()), (ScreenId::Model, "1"));
    assert_eq!(next.keys("U U").alpha(), changed);
}

#[test]
fn a_file_opened_again_keeps_its_recipe_and_a_changed_one_begins_anew() {
    let (folder, weather, marks) = files();
    let state = folder.path().join("state");
    let bench = on_alpha(opened(run(&state), &weather));
    let bench = bench.keys("Right");
    let changed = bench.alpha();
    let bench = opened(bench, &marks);
    let again = |bench: Bench| bench.keys("o Ctrl-u").typed(weather.to_str().unwrap()).keys("Enter");
    let bench = again(bench);
    assert_eq!((bench.app.screen, bench.alpha()), (ScreenId::Data, changed.clone()));
    assert!(bench.toast().contains("takes its changes back"), "{}", bench.toast());
    fs::write(&weather, format!("{WEATHER}Sunny,yes,No\n")).unwrap();
    let bench = again(opened(bench, &marks));
    assert_eq!(bench.alpha(), "1");
}

#[test]
fn files_that_changed_or_went_away_say_so_and_can_be_forgotten() {
    let (folder, weather, marks) = files();
    let state = folder.path().join("state");
    let bench = opened(opened(run(&state), &weather), &marks);
    drop(bench);
    fs::write(&weather, format!("{WEATHER}Sunny,yes,No\n")).unwrap();
    let next = run(&state);
    let screen = next.screen();
    assert!(screen.contains("Continue  marks.csv         1 Data"), "{screen}");
    assert!(screen.contains("weather.csv  5×3") && screen.contains("changed since"), "{screen}");
    fs::remove_file(&weather).unwrap();
    let next = run(&state).keys("Down Down Down");
    let screen = next.screen();
    assert!(screen.contains("▸ weather.csv  5×3") && screen.contains("not there any more"), "{screen}");
    assert!(screen.contains(" not there ┃"), "{screen}");
    let next = next.keys("Enter");
    assert_eq!(next.app.screen, ScreenId::Start);
    assert!(next.toast().contains("Del takes it from this list"), "{}", next.toast());
    let next = next.keys("Del");
    assert!(!next.screen().contains("weather.csv"), "{}", next.screen());
    assert!(!run(&state).screen().contains("weather.csv"));
}

#[test]
fn a_damaged_file_is_as_good_as_none() {
    let (folder, weather, _) = files();
    let state = folder.path().join("state");
    fs::create_dir_all(&state).unwrap();
    fs::write(state.join("recent.toml"), "recent = [[[").unwrap();
    let bench = run(&state);
    assert!(!bench.screen().contains("Continue"));
    drop(opened(bench, &weather));
    assert!(run(&state).screen().contains("Continue  weather.csv"));
}

#[test]
fn the_last_file_is_listed_while_a_pasted_table_is_at_hand() {
    let (folder, weather, _) = files();
    let mut bench = opened(run(&folder.path().join("state")), &weather).keys("Esc");
    assert!(!bench.screen().contains("RECENT"), "{}", bench.screen());
    bench.act(posterior::workbench::Action::Paste("a,class\r1,x\r2,y\r1,z\r".into()));
    let bench = bench.keys("Esc Esc");
    assert!(bench.screen().contains("weather.csv  5×3"), "{}", bench.screen());
}
