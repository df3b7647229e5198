//! Recipes that are saved and opened by keys, and what the next run of the program continues with.

use crate::support::Bench;
use posterior::app::recents::Recents;
use posterior::app::screens::model::Line;
use posterior::app::{Action, Order, ScreenId, Source, load, recents};
use posterior::practice::progress::StateFolder;
use posterior::recipe::Recipe;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// Presses S, and types a name over the one that is offered.
fn save(bench: Bench, path: &Path) -> Bench {
    bench.keys(&format!("S Ctrl-u '{}' Enter", path.display()))
}

fn open(bench: Bench, path: &Path) -> Bench {
    bench.keys(&format!("o Ctrl-u '{}' Enter", path.display()))
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap()
}

#[test]
fn a_recipe_is_saved_and_never_written_over_unasked() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("mine.toml");
    let bench = save(Bench::tennis(), &path).without_dialog().says("Saved as");
    let first = read(&path);
    assert_eq!(Recipe::from_toml(&first, "mine.toml").unwrap().target.as_deref(), Some("Play"));
    // Another α, and the same name. Enter asked, so Enter does not confirm; it asks for a name again, as Esc does.
    let bench = save(bench.keys("2 End Up Up Right"), &path).shows("is there already").keys("Enter");
    assert_eq!(read(&path), first);
    let bench = bench.keys("Enter Esc Enter Enter");
    assert_eq!(read(&path), first);
    let bench = bench.keys("Enter w").says("Saved as");
    assert!(read(&path).contains("alpha = \"2\""));
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "nothing else is left in the folder");
    save(bench, &folder.path().join("no/such.toml")).says("cannot be written");
}

/// The data, the dictionary and the test file of an open recipe, under any of their names, and the data of an exercise.
#[cfg(unix)]
#[test]
fn what_is_open_is_never_a_target_of_saving() {
    let folder = TempDir::new().unwrap();
    let at = |name: &str| folder.path().join(name);
    for name in ["data.csv", "test.csv"] {
        fs::write(at(name), "note,again\nall well,no\nmuch pain,yes\nwell,no\n").unwrap();
    }
    fs::write(at("words.txt"), "well\npain\n").unwrap();
    std::os::unix::fs::symlink(at("data.csv"), at("soft.csv")).unwrap();
    fs::hard_link(at("data.csv"), at("hard.csv")).unwrap();
    let [words, test] = ["words.txt", "test.csv"].map(|name| at(name).display().to_string());
    let recipe = format!("vocabulary = \"file:{words}\"\nsplit = \"file:{test}\"");
    let mut bench = Bench::file(&at("data.csv"), &recipe);
    assert!(bench.app.session.fitted().is_some(), "{}", bench.screen());
    let files = || -> Vec<(PathBuf, Vec<u8>)> {
        let paths = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
        paths.map(|path| (path.clone(), fs::read(path).unwrap())).collect()
    };
    let before = files();
    for name in ["data.csv", "soft.csv", "hard.csv", "./data.csv", "test.csv", "words.txt"] {
        for dialog in ["1 S", "7 Esc S s", "7 Esc S a"] {
            let keys = format!("{dialog} Ctrl-u '{}' Enter", at(name).display());
            bench = bench.keys(&keys).says("never overwritten").keys("Enter Esc Esc Esc Esc Esc");
        }
    }
    assert!(files() == before && fs::symlink_metadata(at("soft.csv")).unwrap().is_symlink());
}

#[test]
fn a_recipe_that_is_opened_is_applied_to_the_open_data() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("half.toml");
    fs::write(&path, "target = \"Play\"\nalpha = \"1/2\"\n").unwrap();
    let bench = open(Bench::tennis(), &path).gives(Bench::alpha, "1/2").keys("2 u").gives(Bench::alpha, "1");
    fs::write(&path, "alfa = \"1/2\"\n").unwrap();
    open(bench, &path).shows("alfa").keys("Esc").gives(Bench::alpha, "1");
}

/// What is saved on screen and opened again, here or on the command line, reports the same choices as unspecified.
#[test]
fn a_saved_recipe_keeps_what_was_specified_and_what_was_chosen() {
    let folder = TempDir::new().unwrap();
    let (data, path) = (folder.path().join("data.csv"), folder.path().join("mine.toml"));
    let csv = "windy,rain,play\nyes,a,x\nno,b,y\nyes,a,x\nno,b,x\n?,a,?\n";
    let printed = |command: &str, more: &[&Path]| {
        let mut program = Command::new(env!("CARGO_BIN_EXE_posterior"));
        let output = program.arg(command).arg(&data).args(["--format", "json"]).args(more).output().unwrap();
        assert!(output.status.success());
        String::from_utf8(output.stdout).unwrap()
    };
    let notes = |bench: &Bench| bench.fitted().data.resolved.notes.clone();
    for model in ["auto", "mixed", "bernoulli"] {
        let flags = csv.replace(",a,", ",1,").replace(",b,", ",0,");
        fs::write(&data, if model == "bernoulli" { &flags } else { csv }).unwrap();
        let bench = save(Bench::file(&data, &format!("model = \"{model}\"")), &path).says("Saved as");
        for command in ["show", "fit", "evaluate", "explain"] {
            let wanted = printed(command, &["--model".as_ref(), model.as_ref()]);
            assert_eq!(printed(command, &["--recipe".as_ref(), &path]), wanted, "{model} {command}");
        }
        let before = notes(&bench);
        // A choice on screen is specified, and stays so when it is changed back; undo takes both back.
        let bench = open(bench, &path).gives(notes, before.clone()).at(Line::Alpha).keys("Right Left");
        let is_alpha = |note: &&String| note.starts_with('α');
        assert!(before.iter().any(|note| is_alpha(&note)));
        let others: Vec<String> = before.iter().filter(|note| !is_alpha(note)).cloned().collect();
        bench.gives(notes, others).keys("u u").gives(notes, before);
        fs::remove_file(&path).unwrap();
    }
}

#[test]
fn a_saved_recipe_opens_its_data_wherever_both_are_moved() {
    let folder = TempDir::new().unwrap();
    let (data, recipe) = (folder.path().join("marks.csv"), folder.path().join("mine.toml"));
    fs::write(&data, MARKS).unwrap();
    save(Bench::file(&data, "var_smoothing = \"1/4\""), &recipe);
    assert!(read(&recipe).contains("data = \"marks.csv\"\n"));
    let moved = folder.path().join("elsewhere");
    fs::create_dir(&moved).unwrap();
    for name in ["marks.csv", "mine.toml"] {
        fs::rename(folder.path().join(name), moved.join(name)).unwrap();
    }
    let recipe = moved.join("mine.toml");
    let epsilon = |bench: &Bench| bench.recipe().var_smoothing.unwrap().text().to_owned();
    open(Bench::empty(), &recipe).gives(epsilon, "1/4");
    // If other data are open it opens its own; to its own it is applied, and can be undone.
    let bench = open(Bench::tennis(), &recipe).gives(epsilon, "1/4");
    fs::write(&recipe, "data = \"marks.csv\"\nvar_smoothing = \"1/2\"\n").unwrap();
    open(bench, &recipe).gives(epsilon, "1/2").keys("2 u").gives(epsilon, "1/4");
}

const WEATHER: &str =
    "Outlook,Windy,Play\nSunny,no,No\nRainy,yes,No\nRainy,no,Yes\nSunny,no,Yes\nRainy,no,Yes\n";
const MARKS: &str = "points,grade\n10,a\n12,a\n17,b\n19,b\n31,c\n38,c\n";

/// A folder with two files, and with the state of the program.
struct Home(TempDir);

impl Home {
    fn new() -> Home {
        let home = Home(TempDir::new().unwrap());
        fs::write(home.weather(), WEATHER).unwrap();
        fs::write(home.marks(), MARKS).unwrap();
        home
    }

    fn weather(&self) -> PathBuf {
        self.0.path().join("weather.csv")
    }

    fn marks(&self) -> PathBuf {
        self.0.path().join("marks.csv")
    }

    fn state(&self) -> PathBuf {
        self.0.path().join("state")
    }

    /// A run of the program that remembers in the folder.
    fn run(&self) -> Bench {
        let mut bench = Bench::empty();
        bench.app.screens.start.recents = Recents::read(&StateFolder::at(self.state()));
        bench
    }

    /// Opens the weather, doubles α and goes to the posterior of row 3.
    fn left(&self) -> Bench {
        on_alpha(opened(self.run(), &self.weather())).keys("Right 1 Down Down 5")
    }
}

fn opened(mut bench: Bench, file: &Path) -> Bench {
    let job = load(&mut bench.app, Order::from(Source::File(file.to_owned())));
    bench.work(job);
    bench.keys("Esc")
}

/// On the line of α, by the palette.
fn on_alpha(bench: Bench) -> Bench {
    bench.keys("1 : 'smoothing set' Enter").shows("▸ smoothing")
}

#[test]
fn the_next_run_continues_with_recipe_case_and_screen() {
    let home = Home::new();
    let before = home.left().on(ScreenId::Explain).gives(Bench::alpha, "2");
    recents::finish(&before.app);
    let next = home
        .run()
        .shows("▸ Continue  weather.csv    5 Explain")
        .shows("opened just now")
        .shows("Enter continues where you left off")
        .shows("alpha = \"2\"")
        .keys("Enter")
        .on(ScreenId::Explain)
        .gives(Bench::alpha, "2");
    assert_eq!(next.app.session.origin(), before.app.session.origin());
}

#[test]
fn a_finished_exercise_does_not_take_the_place_of_the_file() {
    let home = Home::new();
    recents::finish(&home.left().app);
    let bench = home
        .run()
        .keys(": 'exercise prior from counts' Enter")
        .shows("A prior from counts")
        .keys("'14' Enter '9' Enter '9/14' Enter '5/14' Enter Esc")
        .shows("4 of 4 lines");
    recents::finish(&bench.app);
    home.run().shows("▸ Continue  weather.csv");
    // Also after it was left.
    recents::finish(&bench.keys("Esc 1 Down").app);
    home.run().shows("▸ Continue  weather.csv");
}

#[test]
fn changes_can_be_undone_by_the_next_run() {
    let home = Home::new();
    let changed = on_alpha(opened(home.run(), &home.weather())).keys("Right Right").alpha();
    assert_ne!(changed, "1");
    let next = home.run().keys("Enter u u").on(ScreenId::Model).gives(Bench::alpha, "1");
    next.keys("U U").gives(Bench::alpha, changed);
}

#[test]
fn a_file_opened_again_keeps_its_recipe_and_a_changed_one_begins_anew() {
    let home = Home::new();
    let bench = on_alpha(opened(home.run(), &home.weather())).keys("Right");
    let changed = bench.alpha();
    let bench = open(opened(bench, &home.marks()), &home.weather()).on(ScreenId::Data);
    let bench = bench.gives(Bench::alpha, changed).says("undo its changes");
    fs::write(home.weather(), format!("{WEATHER}Sunny,yes,No\n")).unwrap();
    open(opened(bench, &home.marks()), &home.weather()).gives(Bench::alpha, "1");
}

#[test]
fn changed_and_missing_files_are_marked_and_can_be_removed_from_the_list() {
    let home = Home::new();
    drop(opened(opened(home.run(), &home.weather()), &home.marks()));
    fs::write(home.weather(), format!("{WEATHER}Sunny,yes,No\n")).unwrap();
    home.run().shows("Continue  marks.csv         1 Data").shows("weather.csv  5×3").shows("changed since");
    fs::remove_file(home.weather()).unwrap();
    let next = home
        .run()
        .keys("Down*4")
        .shows("▸ weather.csv  5×3")
        .shows("no longer exists")
        .shows(" not there ┃")
        .keys("Enter")
        .on(ScreenId::Start);
    next.says("Del: remove it from this list").keys("Del").hides("weather.csv");
    home.run().hides("weather.csv");
}

#[test]
fn a_damaged_file_is_as_good_as_none() {
    let home = Home::new();
    fs::create_dir_all(home.state()).unwrap();
    fs::write(home.state().join("recent.toml"), "recent = [[[").unwrap();
    drop(opened(home.run().hides("Continue"), &home.weather()));
    home.run().shows("Continue  weather.csv");
}

#[test]
fn the_last_file_is_listed_while_a_pasted_table_is_open() {
    let home = Home::new();
    let mut bench = opened(home.run(), &home.weather()).keys("Esc").hides("RECENT");
    bench.act(Action::Paste("a,class\r1,x\r2,y\r1,z\r".into()));
    bench.keys("Esc Esc").shows("weather.csv  5×3");
}
