//! A recipe that is written down and read again is the same: as TOML, as flags, and in what the program prints.

use crate::program::{ended, json};
use crate::written;

use std::fs;

use posterior::model::Study;
use posterior::recipe::{Recipe, quoted};
use posterior::table::Source;

const SAMPLES: [&str; 12] = [
    "weather",
    "play-tennis",
    "chinese-japan",
    "living-area",
    "spam",
    "person",
    "loan",
    "iris",
    "elephants",
    "bolts",
    "calls",
    "two-clusters",
];
const MODELS: [&str; 8] =
    ["auto", "categorical", "multinomial", "bernoulli", "gaussian", "mixed", "gda", "qda"];

fn printed(command: &str, data: &str, flags: &[String]) -> Option<String> {
    let own = [command, data, "--format", "json"].into_iter();
    let (status, printed, _) = ended(&own.chain(flags.iter().map(String::as_str)).collect::<Vec<_>>());
    (status == 0).then_some(printed)
}

/// Without what tells where a choice came from, which flags do not say.
fn without_origin(json: &str) -> String {
    let mut json: serde_json::Value = serde_json::from_str(json).unwrap();
    json["warnings"] = serde_json::Value::Null;
    json["recipe"].as_object_mut().unwrap().remove("chosen");
    serde_json::to_string(&json).unwrap()
}

#[test]
fn a_recipe_that_is_saved_gives_the_same_answers_byte_for_byte() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("recipe.toml");
    let mut models = 0;
    for (nth, name) in SAMPLES.into_iter().enumerate() {
        // Each sample is fitted with every other model, its neighbours with the others.
        for kind in MODELS.into_iter().skip(nth % 2).step_by(2) {
            let data = format!("sample:{name}");
            let recipe = Recipe { model: kind.parse().ok(), ..Recipe::default() };
            let study = Study::open(Source::from_arg(&data).unwrap(), recipe).unwrap();
            let Ok(fitted) = &study.fitted else { continue };
            models += 1;
            fs::write(&file, fitted.data.resolved.recipe.to_toml()).unwrap();
            let saved = vec!["--recipe".to_owned(), file.to_string_lossy().into_owned()];
            let said = study.recipe.to_flags();
            let left_out: Vec<_> = said.left_out.iter().filter(|key| **key != "query").collect();
            assert!(left_out.is_empty(), "{name} {kind}: {left_out:?}");
            let first = vec!["--model".to_owned(), kind.to_owned()];
            for command in [["show", "explain", "evaluate"][models % 3], "fit"] {
                let Some(wanted) = printed(command, &data, &first) else { continue };
                let found = printed(command, &data, &saved).expect("it was fitted before");
                assert_eq!(found, wanted, "{name} {kind} {command}");
                if command == "fit" {
                    let flagged = printed(command, &data, &said.words).expect("it was fitted before");
                    assert_eq!(without_origin(&flagged), without_origin(&wanted), "{name} {kind} by flags");
                }
            }
        }
    }
    assert!(models > 15, "only {models} models were fitted");
}

/// Data of which nothing is said: the notes that tell what was chosen are there again when the recipe is opened again,
/// under every convention and model.
#[test]
fn what_was_chosen_is_reported_again() {
    let (_folder, at) = crate::folder();
    let (data, file) = (at("data.csv"), at("recipe.toml"));
    let saved = vec!["--recipe".to_owned(), file.clone()];
    let mut told: Vec<&str> = Vec::new();
    let flags = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect::<Vec<String>>();
    let conventions = ["scikit-learn", "weka", "r-e1071", "mass", "orange"];
    let conventions = conventions.map(|convention| flags(&["--convention", convention]));
    let models = MODELS.map(|model| flags(&["--model", model]));
    let both = flags(&["--model", "gaussian", "--convention", "orange"]);
    let third = flags(&["--alpha", "1/3"]);
    let ways: Vec<Vec<String>> = conventions.into_iter().chain(models).chain([both, third]).collect();
    for (nth, name) in SAMPLES.into_iter().enumerate() {
        fs::write(&data, Source::from_arg(format!("sample:{name}")).unwrap().read(1 << 20).unwrap()).unwrap();
        // Each sample is opened in every third way, its neighbours in the others.
        for (at, first) in ways.iter().enumerate().skip(nth % 3).step_by(3) {
            let Some(fitted) = printed("fit", &data, first) else { continue };
            let json: serde_json::Value = serde_json::from_str(&fitted).unwrap();
            let recipe: toml::Table = serde_json::from_value(json["recipe"].clone()).unwrap();
            fs::write(&file, recipe.to_string()).unwrap();
            assert_eq!(printed("fit", &data, &saved).as_ref(), Some(&fitted), "{name} {first:?}");
            let command = ["show", "explain", "evaluate"][at % 3];
            let (wanted, found) = (printed(command, &data, first), printed(command, &data, &saved));
            assert_eq!(found, wanted, "{name} {first:?} {command}");
            let warnings = json["warnings"].to_string();
            let notes = ["the class is ", "the model is ", "α = 1 (Laplace)", "α = 1, as in", " counts as 1"];
            told.extend(notes.into_iter().filter(|note| warnings.contains(note)));
        }
    }
    told.sort_unstable();
    told.dedup();
    assert_eq!(told.len(), 5, "only {told:?} were told");
}

/// The warnings of the weather data by a recipe, and by flags put over it.
fn warnings(recipe: &str, flags: &[&str]) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let file = written(&folder, "warned.toml", recipe);
    let data = written(&folder, "warned.csv", "windy,rain,play\nyes,a,x\nno,b,y\nyes,a,x\nno,b,x\n");
    let json = json(&[&["fit", &data, "--recipe", &file, "--format", "json"], flags].concat());
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
fn a_choice_is_forgotten_when_its_key_is_reported() {
    let (class, model) =
        ("the class is play, by its name", "the model is mixed, chosen by the kinds of the columns");
    let (one, alpha) = ("in windy, yes counts as 1", "α = 1 (Laplace), by default");
    assert_eq!(warnings(CHOSEN, &[]), [class, model, one, alpha]);
    assert_eq!(warnings(CHOSEN, &["--alpha", "1"]), [class, model, one], "said, though it is the same");
    assert_eq!(warnings(CHOSEN, &["--alpha", "2"]), [class, model, one]);
    assert_eq!(warnings(CHOSEN, &["--target", "play"]), [model, one, alpha]);
    assert_eq!(warnings(CHOSEN, &["--model", "mixed"]), [class, one, alpha]);
    assert_eq!(warnings(CHOSEN, &["--one", "windy=yes"]), [class, model, alpha]);
    assert_eq!(warnings(CHOSEN, &["--one", "windy=no"]), [class, model, alpha]);
    let over = |over: &str| {
        let over = Recipe::from_toml(over, "over.toml").unwrap();
        Recipe::from_toml(CHOSEN, "r.toml").unwrap().overridden_by(over).chosen
    };
    assert_eq!(over("alpha = 1").of("alpha"), None);
    assert!(over("alpha = 1\n[chosen]\nalpha = \"1\"").of("alpha").is_some(), "chosen there, too");
    assert!(over("[chosen]\nalpha = \"2\"").of("alpha") == Some("1"));
}

/// A file that was changed by hand: what it says of choices is only believed of keys that still have that value.
#[test]
fn choices_in_files_changed_by_hand() {
    let changed = |from: &str, to: &str| {
        assert!(CHOSEN.contains(from), "{from}");
        warnings(&CHOSEN.replacen(from, to, 1), &[])
    };
    let all = warnings(CHOSEN, &[]);
    let without =
        |at: usize| all.iter().enumerate().filter(|(i, _)| *i != at).map(|(_, it)| it.clone()).collect();
    let expected: Vec<String> = without(3);
    assert_eq!(changed("alpha = \"1\"\n[chosen]", "alpha = \"2\"\n[chosen]"), expected, "another α");
    assert_eq!(changed("alpha = \"1\"\n[chosen]", "[chosen]"), all, "no α: it is chosen again");
    let expected: Vec<String> = without(2);
    assert_eq!(changed("one = { windy = \"yes\" }", "one = { windy = \"no\", wind = \"yes\" }"), expected);
    assert_eq!(changed("one = { windy = \"yes\" }", ""), expected);
    for (wrong, wanted) in [
        ("[chosen]\nalfa = \"1\"\n", "alfa"),
        ("[chosen]\nmodel = \"naive\"\n", "naive"),
        ("[chosen]\nalpha = \"-1\"\n", "-1"),
        ("[chosen]\nalpha = [1]\n", "invalid type"),
        ("chosen = 1\n", "invalid type"),
    ] {
        let error = Recipe::from_toml(wrong, "r.toml").unwrap_err().to_string();
        assert!(error.contains(wanted), "{wrong}: {error}");
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
fn a_recipe_that_names_no_features_keeps_what_it_says_of_columns() {
    let recipe = Recipe::from_toml(FULL, "r.toml").unwrap();
    assert_eq!(recipe.features, None);
    assert_eq!(recipe.ignore, ["id", "a, b"]);
    assert_eq!(recipe.column("area").unwrap().bins.as_ref().unwrap().to_string(), "cuts:400,800");
    assert_eq!(Recipe::from_toml(&recipe.to_toml(), "r.toml").unwrap(), recipe);
    let mixed = Recipe { features: Some(vec!["outlook".into()]), ..recipe };
    let again = Recipe::from_toml(&mixed.to_toml(), "r.toml").unwrap();
    assert_eq!(again.column("area"), mixed.column("area"));
    assert_eq!(again.features, mixed.features);
    assert_eq!(again.query, mixed.query);
}

#[test]
fn what_flags_cannot_say_is_named() {
    let said = Recipe::from_toml(FULL, "r.toml").unwrap().to_flags();
    assert_eq!(said.left_out, ["classes", "query"]);
    let line = said.line();
    for part in [
        "--bins area=cuts:400,800",
        "--bins width:5",
        "--alpha 1/3",
        "--prior yes=0.6,no=0.4",
        "--missing ,?",
    ] {
        let part = if part.contains('?') { "--missing ',?'" } else { part };
        assert!(line.contains(part), "{part} is not in {line}");
    }
    assert_eq!(Recipe::default().to_flags(), Default::default());
}

#[test]
fn words_are_quoted_for_a_shell() {
    for (word, shown) in [
        ("Play", "Play"),
        ("P(x)", "'P(x)'"),
        ("", "''"),
        ("it's", r"'it'\''s'"),
        ("a b$c", "'a b$c'"),
        ("α", "'α'"),
    ] {
        assert_eq!(quoted(word), shown);
        let shell =
            std::process::Command::new("sh").args(["-c", &format!("printf %s {shown}")]).output().unwrap();
        assert_eq!(String::from_utf8(shell.stdout).unwrap(), word);
    }
}

/// What shapes a vocabulary is said by flags that the program reads back.
#[test]
fn choices_of_words_are_flags() {
    let recipe = "stop_words = true\nmin_count = 2\nlower_case = false\n";
    let said = Recipe::from_toml(recipe, "r.toml").unwrap().to_flags();
    assert!(said.left_out.is_empty(), "{:?}", said.left_out);
    for part in ["--stop-words=true", "--min-count 2", "--lower-case=false"] {
        assert!(said.line().contains(part), "{part} is not in {}", said.line());
    }
    let fit = |flags: &[String]| printed("fit", "sample:spam", flags).unwrap();
    let by_flags: serde_json::Value = serde_json::from_str(&fit(&said.words)).unwrap();
    assert_eq!(by_flags["recipe"]["stop_words"], true);
    assert_eq!(by_flags["recipe"]["lower_case"], false);
    let size = |json: &serde_json::Value| json["parameters"]["message"]["vocabulary_size"].as_u64().unwrap();
    let whole: serde_json::Value = serde_json::from_str(&fit(&[])).unwrap();
    assert!(size(&by_flags) < size(&whole));
}

#[test]
fn a_recipe_in_the_place_of_data_opens_those_that_it_names() {
    let (_folder, at) = crate::folder();
    fs::create_dir(at("tables")).unwrap();
    fs::write(at("tables/marks.csv"), "points,grade\n10,a\n12,a\n17,b\n19,b\n31,c\n38,c\n").unwrap();
    fs::write(at("half.toml"), "data = \"tables/marks.csv\"\nalpha = \"1/2\"\nmodel = \"gaussian\"\n")
        .unwrap();
    fs::write(at("tennis.toml"), "data = \"sample:play-tennis\"\nalpha = \"2\"\n").unwrap();
    fs::write(at("lost.toml"), "data = \"tables/lost.csv\"\n").unwrap();
    for (command, more) in [("fit", "--alpha"), ("evaluate", "--seed"), ("show", "--seed")] {
        let flags = ["--format", "json", more, "3"];
        let named = ended(&[&[command, &at("half.toml")][..], &flags].concat());
        let usual =
            ended(&[&[command, &at("tables/marks.csv"), "--recipe", &at("half.toml")][..], &flags].concat());
        assert_eq!(named, usual, "{command}");
        assert_eq!((named.0, named.1.contains("marks.csv")), (0, true), "{}", named.2);
    }
    assert_eq!(ended(&[&at("tennis.toml")]).1, ended(&["show", "sample:play-tennis", "--alpha", "2"]).1);
    assert_eq!(ended(&["--recipe", &at("tennis.toml")]), ended(&[&at("tennis.toml")]));
    assert_eq!(
        ended(&["practice", &at("tennis.toml")]).1,
        ended(&["practice", "sample:play-tennis", "--alpha", "2"]).1
    );
    let (status, _, said) = ended(&["show", &at("lost.toml")]);
    assert!(status == 3 && said.contains("lost.csv"), "{status} {said}");
    let (status, _, said) = ended(&["show", &at("half.toml"), "--recipe", &at("tennis.toml")]);
    assert!(status == 2 && said.contains("--recipe names another one"), "{status} {said}");
}

/// A table of one column with each odd name, and three classes.
fn oddly_named(folder: &tempfile::TempDir) -> String {
    let rows = "1,2,3,4,5,1,u\n2,3,1,4,6,2,u\n7,2,8,1,9,1,v\n6,3,9,2,8,2,v\n1,8,5,9,1,1,w\n3,9,4,8,2,2,w\n";
    let header = "\"Income, k$\",a=b,temp C,\"5\"\" disk\",it's,\"n, =\",\"the, class\"\n";
    written(folder, "odd.csv", format!("{header}{rows}"))
}

/// What a shell makes of `posterior` with these words.
fn pasted(words: &str) -> (bool, String) {
    let line = format!("'{}' {words}", env!("CARGO_BIN_EXE_posterior"));
    let output = std::process::Command::new("sh").args(["-c", &line]).output().unwrap();
    let text =
        String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    (output.status.success(), text)
}

const ODD: [&str; 6] = ["Income, k$", "a=b", "temp C", "5\" disk", "it's", "n, ="];

#[test]
fn odd_names_can_be_given_to_every_flag() {
    let folder = tempfile::tempdir().unwrap();
    let path = oddly_named(&folder);
    let file = quoted(&path);
    let class = "--target '\"the, class\"'";
    for name in ODD {
        let double = format!("\"{}\"", name.replace('"', "\"\""));
        let (shown, item) = (quoted(name), quoted(&double));
        for (flags, has) in [
            (format!("--ignore {shown}"), false),
            (format!("--ignore {item}"), false),
            (format!("--ignore 'temp C',{item}"), false),
            (format!("--features {shown},it\\'s"), true),
            (format!("--features {item},a=b"), true),
            (format!("--bins {}", quoted(&format!("{name}=width:2"))), true),
            (format!("--bins {}", quoted(&format!("{double}=width:2"))), true),
            (format!("--kind {} --model mixed", quoted(&format!("{double}=categorical"))), true),
            (
                format!(
                    "--kind {0} --one {1} --model mixed",
                    quoted(&format!("{double}=binary")),
                    quoted(&format!("{double}=1"))
                ),
                true,
            ),
            (format!("--weight {item}"), false),
            (format!("--weight {shown}"), false),
        ] {
            let (done, text) = pasted(&format!("show {file} {class} {flags} --format json"));
            assert!(done, "{flags}: {text}");
            let json: serde_json::Value = serde_json::from_str(&text[text.find('{').unwrap()..]).unwrap();
            let features = json["recipe"]["feature"].as_array().unwrap();
            assert_eq!(features.iter().any(|feature| feature["name"] == *name), has, "{flags}");
        }
        let query = quoted(&format!("{double}=3"));
        let (done, text) = pasted(&format!("explain {file} {class} --query {query}"));
        assert!(done, "{query}: {text}");
        let (done, text) = pasted(&format!("predict {file} {class} --all --keep {item}"));
        assert!(done && text.contains("row,predicted,"), "{text}");
    }
    let (done, text) = pasted(&format!("show {file} --target 'the, class'"));
    assert!(done && text.contains("\"the, class\"  class"), "{text}");
}

#[test]
fn flags_of_a_recipe_name_odd_columns() {
    let mut recipe = Recipe { ignore: ODD.map(str::to_owned).to_vec(), ..Recipe::default() };
    for name in ODD {
        recipe.column_mut(name).one = Some("x=y".to_owned());
    }
    let flags = recipe.to_flags();
    assert!(flags.left_out.is_empty(), "{:?}", flags.left_out);
    let folder = tempfile::tempdir().unwrap();
    let path = oddly_named(&folder);
    let (done, text) =
        pasted(&format!("show {} {} --features it\\'s --format json", quoted(&path), flags.line()));
    assert!(!done && text.contains("no feature column"), "{text}");
}

#[test]
fn hints_run_when_they_are_pasted() {
    let folder = tempfile::tempdir().unwrap();
    for name in ODD {
        let head = format!("\"{}\"", name.replace('"', "\"\""));
        let csv = format!("{head},h,class\n1,3,u\n1,4,u\n2,5,v\n3,7,v\n2,1,w\n5,2,w\n");
        let file = quoted(&written(&folder, "constant.csv", csv));
        let (done, text) = pasted(&format!("fit {file} --var-smoothing 0"));
        assert!(!done, "{text}");
        let line =
            text.lines().find(|line| line.contains("leave it out: ")).unwrap_or_else(|| panic!("{text}"));
        let hint = |before: &str| line.split_once(before).unwrap().1.split(';').next().unwrap().to_owned();
        for hint in [hint("leave it out: "), hint("make bins: ")] {
            let (done, text) = pasted(&format!("fit {file} --var-smoothing 0 {hint}"));
            assert!(done, "{hint}: {text}");
        }
    }
}
