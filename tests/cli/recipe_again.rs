//! A recipe that is written and read again is the same: as TOML, as flags, and in what the program prints.

use crate::{Folder, contains, has, json};

use std::process::Command;

use posterior::model::Study;
use posterior::recipe::{Recipe, quoted};
use posterior::table::Source;
use serde_json::Value;

const MODELS: [&str; 8] =
    ["auto", "categorical", "multinomial", "bernoulli", "gaussian", "mixed", "gda", "qda"];

/// The samples that have rows.
fn samples() -> impl Iterator<Item = &'static str> {
    posterior::table::samples().iter().filter(|sample| sample.has_rows()).map(|sample| sample.name)
}

/// The JSON of a command, if it succeeds.
fn output(folder: &Folder, line: &str) -> Option<String> {
    let (status, out, _) = folder.run(&format!("{line} --format json"));
    (status == 0).then_some(out)
}

/// Without the notes on where a choice came from, which flags do not have.
fn without_origin(json: &str) -> Value {
    let mut json: Value = serde_json::from_str(json).unwrap();
    json["warnings"] = Value::Null;
    json["recipe"].as_object_mut().unwrap().remove("chosen");
    json
}

#[test]
fn a_saved_recipe_gives_the_same_output_byte_for_byte() {
    let folder = Folder::new();
    let mut models = 0;
    for (nth, name) in samples().enumerate() {
        // Each sample is fitted with every other model, its neighbours with the others.
        for kind in MODELS.into_iter().skip(nth % 2).step_by(2) {
            let data = format!("sample:{name}");
            let recipe = Recipe { model: kind.parse().ok(), ..Recipe::default() };
            let study = Study::open(Source::from_arg(&data).unwrap(), recipe).unwrap();
            let Ok(fitted) = &study.fitted else { continue };
            models += 1;
            folder.write("recipe.toml", fitted.data.resolved.recipe.to_toml());
            let flags = study.recipe.to_flags();
            assert!(flags.left_out.iter().all(|key| *key == "query"), "{name} {kind}: {:?}", flags.left_out);
            for command in [["show", "explain", "evaluate"][models % 3], "fit"] {
                let Some(expected) = output(&folder, &format!("{command} {data} --model {kind}")) else {
                    continue;
                };
                let found = output(&folder, &format!("{command} {data} --recipe recipe.toml"));
                assert_eq!(found.as_ref(), Some(&expected), "{name} {kind} {command}");
                if command == "fit" {
                    let found = output(&folder, &format!("fit {data} {}", flags.line())).unwrap();
                    assert_eq!(without_origin(&found), without_origin(&expected), "{name} {kind} by flags");
                }
            }
        }
    }
    assert!(models > 15, "only {models} models were fitted");
}

/// Data without a recipe: the notes on what was chosen are there again when the recipe is opened again, under every
/// convention and model.
#[test]
fn choices_are_reported_again() {
    let folder = Folder::new();
    let mut noted: Vec<&str> = Vec::new();
    let conventions =
        ["scikit-learn", "weka", "r-e1071", "mass", "orange"].map(|name| format!("--convention {name}"));
    let models = MODELS.map(|model| format!("--model {model}"));
    let more = ["--model gaussian --convention orange", "--alpha 1/3"].map(str::to_owned);
    let ways: Vec<String> = conventions.into_iter().chain(models).chain(more).collect();
    for (nth, name) in samples().enumerate() {
        folder.write("data.csv", Source::from_arg(format!("sample:{name}")).unwrap().read(1 << 20).unwrap());
        // Each sample is opened in every third way, its neighbours in the others.
        for (at, flags) in ways.iter().enumerate().skip(nth % 3).step_by(3) {
            let Some(fitted) = output(&folder, &format!("fit data.csv {flags}")) else { continue };
            let json: Value = serde_json::from_str(&fitted).unwrap();
            let recipe: toml::Table = serde_json::from_value(json["recipe"].clone()).unwrap();
            folder.write("recipe.toml", recipe.to_string());
            for command in ["fit", ["show", "explain", "evaluate"][at % 3]] {
                let expected = output(&folder, &format!("{command} data.csv {flags}"));
                let found = output(&folder, &format!("{command} data.csv --recipe recipe.toml"));
                assert_eq!(found, expected, "{name} {flags} {command}");
            }
            let warnings = json["warnings"].to_string();
            let notes = ["the class is ", "the model is ", "α = 1 (Laplace)", "α = 1, as in", " counts as 1"];
            noted.extend(notes.into_iter().filter(|note| warnings.contains(note)));
        }
    }
    noted.sort_unstable();
    noted.dedup();
    assert_eq!(noted.len(), 5, "only {noted:?} were reported");
}

/// The warnings of a table by a recipe, overridden by flags.
fn warnings(recipe: &str, flags: &str) -> Vec<String> {
    let data = "windy,rain,play\nyes,a,x\nno,b,y\nyes,a,x\nno,b,x\n";
    let folder = Folder::with(&[("recipe.toml", recipe), ("data.csv", data)]);
    let json = folder.json(&format!("fit data.csv --recipe recipe.toml {flags}"));
    json["warnings"].as_array().unwrap().iter().map(|it| it.as_str().unwrap().to_owned()).collect()
}

const CHOSEN: &str = r#"
target = "play"
model = "mixed"
alpha = "1"
[chosen]
target = "play"
model = "mixed"
alpha = "1"
one = { windy = "yes" }
[[feature]]
name = "windy"
kind = "binary"
one = "yes"
[[feature]]
name = "rain"
"#;

#[test]
fn a_choice_is_reported_until_its_key_is_given() {
    let all = [
        "the class is play, by its name",
        "the model is mixed, chosen by the kinds of the columns",
        "in windy, yes counts as 1",
        "α = 1 (Laplace), by default",
    ];
    assert_eq!(warnings(CHOSEN, ""), all);
    let without = |at: usize| -> Vec<&str> { all.into_iter().filter(|it| *it != all[at]).collect() };
    // By a flag, also if it is the same.
    for (flags, at) in [
        ("--alpha 1", 3),
        ("--alpha 2", 3),
        ("--target play", 0),
        ("--model mixed", 1),
        ("--one windy=yes", 2),
        ("--one windy=no", 2),
    ] {
        assert_eq!(warnings(CHOSEN, flags), without(at), "{flags}");
    }
    // By a change of the file: entries of keys that have another value by now are ignored.
    for (from, to, expected) in [
        ("alpha = \"1\"\n[chosen]", "alpha = \"2\"\n[chosen]", without(3)),
        ("alpha = \"1\"\n[chosen]", "[chosen]", all.to_vec()),
        ("one = { windy = \"yes\" }", "one = { windy = \"no\", wind = \"yes\" }", without(2)),
        ("one = { windy = \"yes\" }", "", without(2)),
    ] {
        assert!(CHOSEN.contains(from), "{from}");
        assert_eq!(warnings(&CHOSEN.replacen(from, to, 1), ""), expected, "{to}");
    }
    // By another recipe.
    let over = |over: &str| {
        let over = Recipe::from_toml(over, "over.toml").unwrap();
        Recipe::from_toml(CHOSEN, "r.toml").unwrap().overridden_by(over).chosen
    };
    assert_eq!(over("alpha = 1").of("alpha"), None);
    assert!(over("alpha = 1\n[chosen]\nalpha = \"1\"").of("alpha").is_some(), "chosen there, too");
    assert!(over("[chosen]\nalpha = \"2\"").of("alpha") == Some("1"));
    for (wrong, part) in [
        ("[chosen]\nalfa = \"1\"\n", "alfa"),
        ("[chosen]\nmodel = \"naive\"\n", "naive"),
        ("[chosen]\nalpha = \"-1\"\n", "-1"),
        ("[chosen]\nalpha = [1]\n", "invalid type"),
        ("chosen = 1\n", "invalid type"),
    ] {
        contains(&Recipe::from_toml(wrong, "r.toml").unwrap_err().to_string(), &[part], wrong);
    }
}

const FULL: &str = r#"
target = "play"
model = "mixed"
alpha = "1/3"
prior = { yes = "0.6", no = "0.4" }
missing = ["", "?"]
ignore = ["id", "a, b"]
bins = "width:5"
event = "bernoulli"
vocabulary = "all-rows"
classes = ["yes", "no"]
query = { outlook = "sunny", area = "66" }
seed = 7

[[column]]
name = "area"
kind = "numeric"
bins = "cuts:400,800"
"#;

#[test]
fn a_recipe_without_features_keeps_its_columns() {
    let recipe = Recipe::from_toml(FULL, "r.toml").unwrap();
    assert_eq!(recipe.features, None);
    assert_eq!(recipe.ignore, ["id", "a, b"]);
    assert_eq!(recipe.column("area").unwrap().bins.as_ref().unwrap().to_string(), "cuts:400,800");
    assert_eq!(Recipe::from_toml(&recipe.to_toml(), "r.toml").unwrap(), recipe);
    let mixed = Recipe { features: Some(vec!["outlook".into()]), ..recipe };
    let again = Recipe::from_toml(&mixed.to_toml(), "r.toml").unwrap();
    assert_eq!(again.column("area"), mixed.column("area"));
    assert_eq!((again.features, again.query), (mixed.features, mixed.query));
}

#[test]
fn choices_without_a_flag_are_named() {
    let flags = Recipe::from_toml(FULL, "r.toml").unwrap().to_flags();
    assert_eq!(flags.left_out, ["classes", "query"]);
    let parts = [
        "--bins area=cuts:400,800",
        "--bins width:5",
        "--alpha 1/3",
        "--prior yes=0.6,no=0.4",
        "--missing ',?'",
    ];
    has(&flags.line(), &parts);
    assert_eq!(Recipe::default().to_flags(), Default::default());
    // Flags of the vocabulary are read back.
    let recipe = "stop_words = true\nmin_count = 2\nlower_case = false\n";
    let flags = Recipe::from_toml(recipe, "r.toml").unwrap().to_flags();
    assert!(flags.left_out.is_empty(), "{:?}", flags.left_out);
    has(&flags.line(), &["--stop-words=true", "--min-count 2", "--lower-case=false"]);
    let by_flags = json(&format!("fit sample:spam {}", flags.line()));
    assert_eq!(
        (&by_flags["recipe"]["stop_words"], &by_flags["recipe"]["lower_case"]),
        (&true.into(), &false.into())
    );
    let size = |json: &Value| json["parameters"]["message"]["vocabulary_size"].as_u64().unwrap();
    assert!(size(&by_flags) < size(&json("fit sample:spam")));
}

/// Runs a line in a shell: whether it succeeded, and what it printed.
fn shell(line: &str) -> (bool, String) {
    let output = Command::new("sh").args(["-c", line]).output().unwrap();
    let text = [output.stdout, output.stderr].concat();
    (output.status.success(), String::from_utf8(text).unwrap())
}

/// Runs the program with words as a shell reads them.
fn pasted(words: &str) -> (bool, String) {
    shell(&format!("'{}' {words}", env!("CARGO_BIN_EXE_posterior")))
}

#[test]
fn words_are_quoted_for_a_shell() {
    for (word, expected) in [
        ("Play", "Play"),
        ("P(x)", "'P(x)'"),
        ("", "''"),
        ("it's", r"'it'\''s'"),
        ("a b$c", "'a b$c'"),
        ("α", "'α'"),
    ] {
        assert_eq!(quoted(word), expected);
        assert_eq!(shell(&format!("printf %s {expected}")).1, word);
    }
}

#[test]
fn a_recipe_that_names_its_data_is_opened_like_them() {
    let folder = Folder::with(&[
        ("tables/marks.csv", "points,grade\n10,a\n12,a\n17,b\n19,b\n31,c\n38,c\n"),
        ("half.toml", "data = \"tables/marks.csv\"\nalpha = \"1/2\"\nmodel = \"gaussian\"\n"),
        ("tennis.toml", "data = \"sample:play-tennis\"\nalpha = \"2\"\n"),
        ("lost.toml", "data = \"tables/lost.csv\"\n"),
    ]);
    for (command, flag) in [("fit", "--alpha 3"), ("evaluate", "--seed 3"), ("show", "--seed 3")] {
        let named = folder.run(&format!("{command} half.toml --format json {flag}"));
        let usual =
            folder.run(&format!("{command} tables/marks.csv --recipe half.toml --format json {flag}"));
        assert_eq!(named, usual, "{command}");
        assert!(named.0 == 0 && named.1.contains("marks.csv"), "{}", named.2);
    }
    assert_eq!(folder.prints("tennis.toml"), folder.prints("show sample:play-tennis --alpha 2"));
    assert_eq!(folder.run("--recipe tennis.toml"), folder.run("tennis.toml"));
    assert_eq!(folder.prints("practice tennis.toml"), folder.prints("practice sample:play-tennis --alpha 2"));
    folder.fails(3, "show lost.toml", &["lost.csv"]);
    folder.fails(2, "show half.toml --recipe tennis.toml", &["--recipe names another one"]);
}

/// A table of one column with each odd name, and three classes.
fn oddly_named() -> (Folder, String) {
    let rows = "1,2,3,4,5,1,u\n2,3,1,4,6,2,u\n7,2,8,1,9,1,v\n6,3,9,2,8,2,v\n1,8,5,9,1,1,w\n3,9,4,8,2,2,w\n";
    let header = "\"Income, k$\",a=b,temp C,\"5\"\" disk\",it's,\"n, =\",\"the, class\"\n";
    let folder = Folder::with(&[("odd.csv", &format!("{header}{rows}"))]);
    let path = folder.at("odd.csv");
    (folder, path)
}

const ODD: [&str; 6] = ["Income, k$", "a=b", "temp C", "5\" disk", "it's", "n, ="];

#[test]
fn odd_names_can_be_given_to_every_flag() {
    let (_folder, file) = oddly_named();
    let data = format!("{file} --target '\"the, class\"'");
    for name in ODD {
        let double = format!("\"{}\"", name.replace('"', "\"\""));
        let (shown, item) = (quoted(name), quoted(&double));
        let with = |name: &str, end: &str| quoted(&format!("{name}{end}"));
        for (flags, has) in [
            (format!("--ignore {shown}"), false),
            (format!("--ignore 'temp C',{item}"), false),
            (format!("--features {shown},it\\'s"), true),
            (format!("--features {item},a=b"), true),
            (format!("--bins {}", with(name, "=width:2")), true),
            (format!("--bins {}", with(&double, "=width:2")), true),
            (format!("--kind {} --model mixed", with(&double, "=categorical")), true),
            (
                format!("--kind {} --one {} --model mixed", with(&double, "=binary"), with(&double, "=1")),
                true,
            ),
            (format!("--weight {item}"), false),
            (format!("--weight {shown}"), false),
        ] {
            let (done, text) = pasted(&format!("show {data} {flags} --format json"));
            assert!(done, "{flags}: {text}");
            let json: Value = serde_json::from_str(&text[text.find('{').unwrap()..]).unwrap();
            let features = json["recipe"]["feature"].as_array().unwrap();
            assert_eq!(features.iter().any(|feature| feature["name"] == *name), has, "{flags}");
        }
        let (done, text) = pasted(&format!("explain {data} --query {}", with(&double, "=3")));
        assert!(done, "{name}: {text}");
        let (done, text) = pasted(&format!("predict {data} --all --keep {item}"));
        assert!(done && text.contains("row,predicted,"), "{text}");
    }
    let (done, text) = pasted(&format!("show {file} --target 'the, class'"));
    assert!(done && text.contains("\"the, class\"  class"), "{text}");
    let mut recipe = Recipe { ignore: ODD.map(str::to_owned).to_vec(), ..Recipe::default() };
    ODD.iter().for_each(|name| recipe.column_mut(name).one = Some("x=y".to_owned()));
    let flags = recipe.to_flags();
    assert!(flags.left_out.is_empty(), "{:?}", flags.left_out);
    let (done, text) = pasted(&format!("show {file} {} --features it\\'s --format json", flags.line()));
    assert!(!done && text.contains("no feature column"), "{text}");
}

#[test]
fn hints_run_when_they_are_pasted() {
    for name in ODD {
        let head = format!("\"{}\"", name.replace('"', "\"\""));
        let csv = format!("{head},h,class\n1,3,u\n1,4,u\n2,5,v\n3,7,v\n2,1,w\n5,2,w\n");
        let folder = Folder::with(&[("constant.csv", &csv)]);
        let line = format!("fit {} --var-smoothing 0", folder.at("constant.csv"));
        let (done, text) = pasted(&line);
        assert!(!done, "{text}");
        let fix =
            text.lines().find(|line| line.contains("leave it out: ")).unwrap_or_else(|| panic!("{text}"));
        for before in ["leave it out: ", "make bins: "] {
            let hint = fix.split_once(before).unwrap().1.split(';').next().unwrap();
            let (done, text) = pasted(&format!("{line} {hint}"));
            assert!(done, "{hint}: {text}");
        }
    }
}
