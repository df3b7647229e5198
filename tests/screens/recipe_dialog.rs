//! The recipe is handed over by keys: saved, never written over unasked, applied again, copied.

use crate::support;

use std::fs;
use std::path::PathBuf;

use posterior::recipe::Recipe;
use support::Bench;

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
    let bench = save(bench.keys("2 End Up Up Right"), &name);
    assert!(bench.screen().contains("is there already"), "{}", bench.screen());
    // Enter asked, so Enter does not confirm; it asks for a name again, as Esc does.
    let bench = bench.keys("Enter");
    assert_eq!(fs::read_to_string(&path).unwrap(), first);
    let bench = bench.keys("Enter Esc Enter Enter");
    assert_eq!(fs::read_to_string(&path).unwrap(), first);
    let bench = bench.keys("Enter w");
    assert!(bench.toast().starts_with("Saved as"), "{}", bench.toast());
    assert!(fs::read_to_string(&path).unwrap().contains("alpha = \"2\""));
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "nothing else is left in the folder");
    let bench = save(bench, &folder.join("no/such.toml").to_string_lossy());
    assert!(bench.toast().contains("cannot be written"), "{}", bench.toast());
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
    let source = posterior::workbench::Source::File(at("data.csv"));
    let order = posterior::workbench::Order { source, recipe: recipe.into() };
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
            assert!(bench.toast().contains("never written over"), "{dialog} {name}: {}", bench.screen());
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
    let bench = bench.keys("o").typed(&path.to_string_lossy()).keys("Enter");
    assert!(bench.screen().contains("alfa"), "{}", bench.screen());
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
        let mut program = assert_cmd::Command::cargo_bin("posterior").unwrap();
        let output = program.args([command, &data, "--format", "json"]).args(more).output().unwrap();
        assert!(output.status.success());
        String::from_utf8(output.stdout).unwrap()
    };
    let notes = |bench: &Bench| bench.fitted().data.resolved.notes.clone();
    for model in ["auto", "mixed", "bernoulli"] {
        let flags = csv.replace(",a,", ",1,").replace(",b,", ",0,");
        fs::write(&data, if model == "bernoulli" { &flags } else { csv }).unwrap();
        let source = posterior::workbench::Source::File(data.clone().into());
        let recipe = Recipe { model: model.parse().ok(), ..Recipe::default() };
        let order = posterior::workbench::Order { source, recipe: recipe.into() };
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
        let bench = bench.at(posterior::workbench::model::Line::Alpha).keys("Right Left");
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
    let order = posterior::workbench::Order::from(posterior::workbench::Source::File(data));
    let mut bench = Bench::ordered(order, 80, 24);
    bench.refit(|recipe| recipe.var_smoothing = posterior::recipe::Written::non_negative("1/4", "ε").ok());
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
