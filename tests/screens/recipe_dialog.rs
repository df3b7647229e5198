//! The recipe is handed over by keys: saved, never written over unasked, applied again, copied.

use crate::support::Bench;
use posterior::app::recents::Recents;
use posterior::app::screens::practice::{ExerciseSource, Variant, open_exercise};
use posterior::app::{Order, ScreenId, Source, load, recents};
use posterior::practice::course::lesson;
use posterior::practice::progress::StateFolder;
use posterior::recipe::Recipe;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("posterior-dialog-{name}-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Presses S, and types a name over the one that is offered.
fn save(bench: Bench, path: &str) -> Bench {
    bench.keys("S Ctrl-u").typed(path).keys("Enter")
}

#[test]
fn a_recipe_is_saved_and_never_written_over_unasked() {
    let folder = folder("save");
    let path = folder.join("mine.toml");
    let name = path.to_string_lossy().into_owned();
    let bench = save(Bench::tennis(), &name);
    assert!(bench.app.dialogs.is_empty() && bench.toast().starts_with("Saved as"), "{}", bench.toast());
    let first = fs::read_to_string(&path).unwrap();
    assert_eq!(Recipe::from_toml(&first, "mine.toml").unwrap().target.as_deref(), Some("Play"));
    // Another α, and the same name.
    let bench = save(bench.keys("2 End Up Up Right"), &name).shows("is there already");
    // Enter asked, so Enter does not confirm; it asks for a name again, as Esc does.
    let bench = bench.keys("Enter");
    assert_eq!(fs::read_to_string(&path).unwrap(), first);
    let bench = bench.keys("Enter Esc Enter Enter");
    assert_eq!(fs::read_to_string(&path).unwrap(), first);
    let bench = bench.keys("Enter w");
    assert!(bench.toast().starts_with("Saved as"), "{}", bench.toast());
    assert!(fs::read_to_string(&path).unwrap().contains("alpha = \"2\""));
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "nothing else is left in the folder");
    save(bench, &folder.join("no/such.toml").to_string_lossy()).says("cannot be written");
    fs::remove_dir_all(folder).unwrap();
}

/// The data, the dictionary and the test file of an open recipe, under any of their names, and the data of an exercise.
#[cfg(unix)]
#[test]
fn what_is_open_is_never_a_target_of_saving() {
    let folder = folder("open-files");
    let at = |name: &str| folder.join(name);
    let csv = "note,again\nall well,no\nmuch pain,yes\nwell,no\n";
    for name in ["data.csv", "test.csv"] {
        fs::write(at(name), csv).unwrap();
    }
    fs::write(at("words.txt"), "well\npain\n").unwrap();
    std::os::unix::fs::symlink(at("data.csv"), at("soft.csv")).unwrap();
    fs::hard_link(at("data.csv"), at("hard.csv")).unwrap();
    let file = |name: &str| format!("file:{}", at(name).to_string_lossy());
    let recipe = Recipe {
        vocabulary: file("words.txt").parse().ok(),
        split: file("test.csv").parse().ok(),
        ..Recipe::default()
    };
    let source = posterior::app::Source::File(at("data.csv"));
    let order = posterior::app::Order { source, recipe: recipe.into() };
    let mut bench = Bench::ordered(order, 80, 24);
    assert!(bench.app.session.fitted().is_some(), "{}", bench.screen());
    let before: Vec<(PathBuf, Vec<u8>)> = fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .map(|path| (path.clone(), fs::read(path).unwrap()))
        .collect();
    for name in ["data.csv", "soft.csv", "hard.csv", "../open/../data.csv", "test.csv", "words.txt"] {
        let name = at(name).to_string_lossy().replace("../open/..", ".");
        for dialog in ["1 S", "7 Esc S s", "7 Esc S a"] {
            bench = bench.keys(dialog).keys("Ctrl-u").typed(&name).keys("Enter");
            bench = bench.says("never overwritten");
            bench = bench.keys("Enter Esc Esc Esc Esc Esc");
        }
    }
    for (path, bytes) in &before {
        assert_eq!(&fs::read(path).unwrap(), bytes, "{}", path.display());
    }
    let is_link = |name: &str| fs::symlink_metadata(at(name)).unwrap().is_symlink();
    assert!(is_link("soft.csv") && fs::read_dir(&folder).unwrap().count() == before.len());
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_recipe_that_is_opened_is_applied_to_the_data_in_hand() {
    let folder = folder("open");
    let path = folder.join("half.toml");
    fs::write(&path, "target = \"Play\"\nalpha = \"1/2\"\n").unwrap();
    let bench = Bench::tennis().keys("o").typed(&path.to_string_lossy()).keys("Enter");
    assert_eq!(bench.alpha(), "1/2");
    let bench = bench.keys("2 u");
    assert_eq!(bench.alpha(), "1");
    fs::write(&path, "alfa = \"1/2\"\n").unwrap();
    let bench = bench.keys("o").typed(&path.to_string_lossy()).keys("Enter").shows("alfa");
    assert_eq!(bench.keys("Esc").alpha(), "1");
    fs::remove_dir_all(folder).unwrap();
}

/// What is saved on screen and opened again, here or on the command line, tells what was chosen as if nothing had been
/// said.
#[test]
fn a_saved_recipe_tells_again_what_was_chosen() {
    let folder = folder("chosen");
    let (data, path) = (folder.join("data.csv"), folder.join("mine.toml"));
    let (data, path) = (data.to_string_lossy().into_owned(), path.to_string_lossy().into_owned());
    let csv = "windy,rain,play\nyes,a,x\nno,b,y\nyes,a,x\nno,b,x\n?,a,?\n";
    let printed = |command: &str, more: &[&str]| {
        let mut program = std::process::Command::new(env!("CARGO_BIN_EXE_posterior"));
        let output = program.args([command, &data, "--format", "json"]).args(more).output().unwrap();
        assert!(output.status.success());
        String::from_utf8(output.stdout).unwrap()
    };
    let notes = |bench: &Bench| bench.fitted().data.resolved.notes.clone();
    for model in ["auto", "mixed", "bernoulli"] {
        let flags = csv.replace(",a,", ",1,").replace(",b,", ",0,");
        fs::write(&data, if model == "bernoulli" { &flags } else { csv }).unwrap();
        let source = posterior::app::Source::File(data.clone().into());
        let recipe = Recipe { model: model.parse().ok(), ..Recipe::default() };
        let order = posterior::app::Order { source, recipe: recipe.into() };
        let bench = save(Bench::ordered(order, 80, 24), &path);
        assert!(bench.toast().starts_with("Saved as"), "{model}: {}", bench.screen());
        for command in ["show", "fit", "evaluate", "explain"] {
            let wanted = printed(command, &["--model", model]);
            assert_eq!(printed(command, &["--recipe", &path]), wanted, "{model} {command}");
        }
        let before = notes(&bench);
        let bench = bench.keys("o").typed(&path).keys("Enter");
        assert_eq!(notes(&bench), before, "{model}");
        // What is chosen on screen is said, and stays so when it is changed back; undo takes both back.
        let bench = bench.at(posterior::app::screens::model::Line::Alpha).keys("Right Left");
        let alpha = |notes: &[String]| notes.iter().any(|note| note.starts_with('α'));
        assert!(alpha(&before) && !alpha(&notes(&bench)), "{:?}", notes(&bench));
        assert_eq!(notes(&bench).len(), before.len() - 1);
        assert_eq!(notes(&bench.keys("u u")), before);
        fs::remove_file(&path).unwrap();
    }
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_saved_recipe_opens_its_data_wherever_both_are_moved() {
    let folder = folder("moved");
    let (data, recipe) = (folder.join("marks.csv"), folder.join("mine.toml"));
    fs::write(&data, "points,grade\n10,a\n12,a\n17,b\n19,b\n31,c\n38,c\n").unwrap();
    let order = posterior::app::Order::from(posterior::app::Source::File(data));
    let mut bench = Bench::ordered(order, 80, 24);
    bench
        .refit(|recipe| recipe.var_smoothing = posterior::recipe::ExactNumber::non_negative("1/4", "ε").ok());
    save(bench, &recipe.to_string_lossy());
    assert!(fs::read_to_string(&recipe).unwrap().contains("data = \"marks.csv\"\n"));
    let moved = folder.join("elsewhere");
    fs::create_dir(&moved).unwrap();
    for name in ["marks.csv", "mine.toml"] {
        fs::rename(folder.join(name), moved.join(name)).unwrap();
    }
    let recipe = moved.join("mine.toml").to_string_lossy().into_owned();
    let epsilon =
        |bench: &Bench| bench.fitted().data.resolved.recipe.var_smoothing.as_ref().unwrap().text().to_owned();
    let bench = Bench::empty().keys("o").typed(&recipe).keys("Enter");
    assert_eq!(epsilon(&bench), "1/4", "{}", bench.screen());
    // Of other data that are at hand it opens its own; of its own it is applied, and can be taken back.
    let bench = Bench::tennis().keys("o").typed(&recipe).keys("Enter");
    assert_eq!(epsilon(&bench), "1/4", "{}", bench.screen());
    fs::write(&recipe, "data = \"marks.csv\"\nvar_smoothing = \"1/2\"\n").unwrap();
    let bench = bench.keys("o").typed(&recipe).keys("Enter");
    assert_eq!(epsilon(&bench), "1/2", "{}", bench.screen());
    assert_eq!(epsilon(&bench.keys("2 u")), "1/4");
    fs::remove_dir_all(folder).unwrap();
}

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
    let bench = bench.keys("1 : 'smoothing set' Enter").shows("▸ smoothing");
    bench
}

/// Opens the weather, doubles α and goes to the posterior of row 3.
fn left(state: &Path, weather: &Path) -> Bench {
    let mut bench = opened(run(state), weather).keys("1 2");
    bench.refit(|recipe| recipe.alpha = posterior::recipe::ExactNumber::non_negative("2", "α").ok());
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
    assert!(screen.contains("Enter continues where you left off"), "{screen}");
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
    let bench = bench.keys("'14' Enter '9' Enter '9/14' Enter");
    let bench = bench.keys("'5/14' Enter Esc").shows("4 of 4 lines");
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
    let bench = bench.says("undo its changes");
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
    run(&state).shows("Continue  marks.csv         1 Data").shows("weather.csv  5×3").shows("changed since");
    fs::remove_file(&weather).unwrap();
    let next = run(&state).keys("Down Down Down Down");
    let screen = next.screen();
    assert!(screen.contains("▸ weather.csv  5×3") && screen.contains("no longer exists"), "{screen}");
    assert!(screen.contains(" not there ┃"), "{screen}");
    let next = next.keys("Enter");
    assert_eq!(next.app.screen, ScreenId::Start);
    next.says("Del: remove it from this list").keys("Del").hides("weather.csv");
    assert!(!run(&state).screen().contains("weather.csv"));
}

#[test]
fn a_damaged_file_is_as_good_as_none() {
    let (folder, weather, _) = files();
    let state = folder.path().join("state");
    fs::create_dir_all(&state).unwrap();
    fs::write(state.join("recent.toml"), "recent = [[[").unwrap();
    let bench = run(&state).hides("Continue");
    drop(opened(bench, &weather));
    assert!(run(&state).screen().contains("Continue  weather.csv"));
}

#[test]
fn the_last_file_is_listed_while_a_pasted_table_is_at_hand() {
    let (folder, weather, _) = files();
    let mut bench = opened(run(&folder.path().join("state")), &weather).keys("Esc");
    bench = bench.hides("RECENT");
    bench.act(posterior::app::Action::Paste("a,class\r1,x\r2,y\r1,z\r".into()));
    bench.keys("Esc Esc").shows("weather.csv  5×3");
}
