//! The command line as a shell sees it: what is printed, where, and how it ends.

use crate::{fails, program, written};

use std::fs;
use std::io::Read;
use std::process::{Command as Process, Stdio};

use program::{ended, json, printed};
use serde_json::Value;

fn status(arguments: &[&str]) -> i32 {
    ended(arguments).0
}

#[test]
fn without_a_terminal_the_report_is_printed() {
    assert_eq!(printed(&["sample:weather"]), printed(&["show", "sample:weather"]));
    assert!(printed(&["sample:play-tennis", "--alpha", "0"]).contains("0.7954"));
}

#[test]
fn every_sample_tells_its_story() {
    for sample in posterior::table::samples().iter().map(|sample| sample.name) {
        insta::assert_snapshot!(format!("show-{sample}"), printed(&["show", &format!("sample:{sample}")]));
    }
    insta::assert_snapshot!("show-spam-alpha-0", printed(&["explain", "sample:spam", "--alpha", "0"]));
}

#[test]
fn a_message_with_a_word_that_no_document_has_is_undefined_without_smoothing() {
    let smoothed = json(&["explain", "sample:spam", "--format", "json"]);
    assert_eq!(smoothed["queries"][0]["predicted"], "ham");
    let undefined = json(&["explain", "sample:spam", "--alpha", "0", "--format", "json"]);
    let query = &undefined["queries"][0];
    assert_eq!((&query["undefined"], &query["undefined_reason"]), (&true.into(), &"zero_evidence".into()));
    assert!(query["posterior"].is_null() && query["predicted"].is_null());
    assert_eq!(query["log_joint"]["spam"], "-inf");
}

#[test]
fn the_json_has_the_numbers_of_the_text() {
    let fit = json(&["fit", "sample:play-tennis", "--format", "json"]);
    assert_eq!(fit["priors"]["No"]["frac"], "5/14");
    let cell = &fit["parameters"]["Outlook"]["table"]["No"]["Sunny"];
    assert_eq!((&cell["count"], &cell["total"], &cell["frac"]), (&3.into(), &5.into(), &"1/2".into()));
    let evaluate = json(&["evaluate", "sample:play-tennis", "--format", "json"]);
    let evaluation = &evaluate["evaluation"];
    assert_eq!(evaluation["matrix"], serde_json::json!([[4, 1], [0, 9]]));
    assert_eq!(
        (&evaluation["accuracy"]["frac"], &evaluation["baseline"]["frac"]),
        (&"13/14".into(), &"9/14".into())
    );
}

#[test]
fn queries_come_from_flags_files_and_rows() {
    let typed = json(&["explain", "sample:weather", "--query", "weather=SUNNY", "--format", "json"]);
    assert_eq!(typed["queries"][0]["posterior"]["Yes"]["frac"], "3/5");
    let notes = typed["queries"][0]["notes"].to_string();
    assert!(notes.contains("SUNNY is read as") || notes.contains("read as Sunny"), "{notes}");
    let unseen = json(&["explain", "sample:weather", "--query", "Weather=Snowy", "--format", "json"]);
    assert_eq!(unseen["queries"][0]["features"][0]["status"], "unknown");
    let row = json(&["explain", "sample:weather", "--row", "2", "--row", "1", "--format", "json"]);
    assert_eq!((&row["queries"][0]["row"], &row["queries"][1]["row"]), (&2.into(), &1.into()));
    let folder = tempfile::tempdir().expect("a folder");
    let file = written(&folder, "q.csv", "Weather\nSunny\nsunny\n\"\"\n?\n");
    let file = json(&["explain", "sample:weather", "--queries", &file, "--format", "json"]);
    let status: Vec<&Value> = (0..4).map(|at| &file["queries"][at]["features"][0]["status"]).collect();
    assert_eq!(status, ["ok", "ok", "missing", "missing"]);
    let notes = file["queries"][1]["notes"].to_string();
    assert!(notes.contains("Weather=sunny is read as Sunny"), "{notes}");
}

#[test]
fn one_number_opens() {
    let text = printed(&["explain", "sample:weather", "--quantity", "count(sunny, no)"]);
    assert!(text.starts_with("count(Weather=Sunny, No)"), "{text}");
    let steps = json(&["explain", "sample:weather", "--quantity", "P(Sunny|Yes)", "--format", "json"]);
    let last = steps["steps"].as_array().and_then(|steps| steps.last()).expect("a step");
    assert_eq!((&last["numbers"], &last["rows"]), (&"3/9".into(), &serde_json::json!([4, 5, 9])));
}

#[test]
fn what_is_wrong_is_reported_with_its_fix_and_its_status() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| written(&folder, name, text);
    let (empty, header) = (write("empty.csv", ""), write("header.csv", "a,b\n"));
    let (ragged, quote) = (write("ragged.csv", "a,b\nx,y\nx,y,z\n"), write("quote.csv", "a,b\nx,\"y\nz,w\n"));
    let recipe = write("wrong.toml", "format = 1\nalfa = \"1\"\n");
    let cases: [(&[&str], i32, &[&str]); 16] = [
        (&["show", "nowhere.csv"], 3, &["nowhere.csv", "there is no such file", "sample:weather"]),
        (&["show", &empty], 3, &["empty"]),
        (&["show", &header], 3, &["header"]),
        (&["show", &ragged], 3, &["line 3", "3 fields", "--ragged"]),
        (&["show", &quote], 3, &["line 2", "quote"]),
        (&["show", "sample:wether"], 3, &["sample:weather"]),
        (&["show", "sample:weather", "--target", "Pay"], 3, &["“Pay”", "Did you mean “Play”?"]),
        (&["show", "sample:weather", "--alpha", "-1"], 2, &["α is -1", "below 0"]),
        (&["show", "sample:weather", "--alpha", "one"], 2, &["“one” is not a number"]),
        (&["show", "sample:weather", "--prior", "Yes=0.5,No=0.6"], 2, &["sum to 11/10"]),
        (&["show", "sample:weather", "--model", "bayes"], 2, &["“bayes” is not a model", "categorical"]),
        (&["show", "sample:weather", "--recipe", &recipe], 2, &["line 2", "alfa"]),
        (
            &["explain", "sample:weather", "--query", "Wether=Sunny"],
            3,
            &["Wether", "Did you mean “Weather”?"],
        ),
        (&["explain", "sample:weather", "--quantity", "P(Sunny"], 2, &["P(Sunny", "^ here"]),
        (&["explain", "sample:weather", "--quantity", "P(Hail | Yes)"], 2, &["Hail", "Sunny"]),
        (&["explain", "sample:weather", "--row", "15"], 3, &["no row 15", "1 to 14"]),
    ];
    for (arguments, status, parts) in cases {
        let (found, out, message) = ended(arguments);
        assert_eq!(found, status, "{arguments:?}: {message}");
        assert!(message.starts_with("error: "), "{arguments:?}: {message}");
        assert!(message.lines().count() >= 2, "{arguments:?} says no fix: {message}");
        assert_eq!(out, "", "{arguments:?}: messages go to standard error");
        for part in parts {
            assert!(message.contains(part), "{arguments:?}: {part:?} is not in {message}");
        }
    }
    assert_eq!(ended(&["show", "--nonsense"]).0, 2);
    assert_eq!(ended(&["--help"]).0, 0);
}

#[test]
fn data_that_no_model_fits_are_shown_all_the_same_when_nothing_was_asked_for() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = written(&folder, "numbers.csv", "a,b,class\n1.5,2,x\n1.5,2,y\n1.5,2,x\n");
    let (status, out, _) = ended(&["show", &path]);
    assert_eq!(status, 0);
    assert!(out.contains("No model yet") && out.contains("variance there is 0"), "{out}");
    // Which column was taken for the class, and why, is said without a model too.
    assert!(out.contains("Assumed: the class is class, by its name"), "{out}");
    assert!(out.contains("class   class    categorical"), "{out}");
    assert_eq!(ended(&["fit", &path]).0, 3);
    assert_eq!(ended(&["show", &path, "--alpha", "1"]).0, 3);
}

#[test]
fn numbers_that_never_vary_are_reported_at_once_with_flags_that_mend_all() {
    let folder = tempfile::tempdir().expect("a folder");
    let fit = |csv: &str, more: &[&str]| {
        let path = written(&folder, "constant.csv", csv);
        let (status, _, error) = ended(&[&["fit", &path], more].concat());
        (status, error)
    };
    // u varies in every class, v is the same throughout x, the two words of w throughout y and z.
    let some = "u,v,\"w w\",kind\n1,2,3,x\n2,2,5,x\n3,7,4,y\n4,8,4,y\n5,9,6,z\n6,1,6,z\n";
    let (status, error) = fit(some, &["--var-smoothing", "0"]);
    assert_eq!(status, 3);
    for told in ["2 columns never vary within a class of “kind”", "v in x; w w in y, z", "--ignore 'v,w w'"]
    {
        assert!(error.contains(told), "{told}: {error}");
    }
    assert!(error.contains("--var-smoothing 1e-9") && error.contains("--target"), "{error}");
    assert_eq!(fit(some, &["--ignore", "v,w w"]).0, 0);
    assert_eq!(fit(some, &["--var-smoothing", "1e-9"]).0, 0);
    assert_eq!(fit(some, &[]).0, 0, "the least smoothing is added where nobody chose it");
    // Where nothing varies, a share of the largest variance is 0; a class that was named is not doubted.
    let none = "u,v,kind\n1,2,x\n1,2,x\n1,2,y\n1,2,y\n";
    let (_, error) = fit(none, &["--target", "kind", "--model", "gaussian"]);
    assert!(error.contains("u in each class; v in each class") && error.contains("--ignore u,v"), "{error}");
    assert!(!error.contains("--var-smoothing") && !error.contains("--target"), "{error}");
}

#[test]
fn a_table_in_which_nothing_speaks_for_a_class_says_which_columns_may_be_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let crabs = "sp,sex,FL\nB,M,8.1\nB,F,8.8\nO,M,9.2\nO,F,9.6\nB,M,7.3\nO,F,7.7\n";
    let path = &written(&folder, "crabs.csv", crabs);
    let error = fails(3, &["fit", path], &["cannot tell which column is the class"]);
    assert!(error.contains("--target") && error.contains("candidates: sp, sex."), "{error}");
    let (status, out, _) = ended(&["show", path]);
    assert_eq!(status, 0);
    assert!(out.contains("No model yet") && out.contains("candidates: sp"), "{out}");
    assert_eq!(ended(&["fit", path, "--target", "sp"]).0, 0);
}

#[test]
fn files_are_written_whole_and_never_over_another_by_accident() {
    let (folder, at) = crate::folder();
    let (path, out) = (at("out.txt"), at("out.txt"));
    assert_eq!(printed(&["fit", "sample:weather", "--output", &out]), "");
    let first = fs::read_to_string(&path).expect("written");
    assert_eq!(first, printed(&["fit", "sample:weather"]));
    assert_eq!(status(&["fit", "sample:weather", "--output", &out, "--alpha", "1"]), 2);
    assert_eq!(fs::read_to_string(&path).expect("there"), first);
    assert_eq!(status(&["fit", "sample:weather", "--output", &out, "--alpha", "1", "--force"]), 0);
    assert_ne!(fs::read_to_string(&path).expect("there"), first);
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1, "nothing is left beside it");
    assert_eq!(status(&["fit", "sample:weather", "--output", "/nowhere/at/all"]), 1);
}

#[test]
fn the_format_follows_the_name_of_the_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let written = |arguments: &[&str], name: &str| {
        let path = folder.path().join(name).to_string_lossy().into_owned();
        let (status, out, said) = ended(&[arguments, &["--output", &path, "--force"]].concat());
        assert_eq!((status, out.as_str()), (0, ""), "{arguments:?} {name}: {said}");
        fs::read_to_string(path).expect("written")
    };
    let fit = ["fit", "sample:weather"];
    for (name, format) in [
        ("a.md", "markdown"),
        ("a.TEX", "latex"),
        ("a.html", "html"),
        ("a.json", "json"),
        ("a.csv", "csv"),
        ("a.txt", "text"),
        ("a", "text"),
    ] {
        assert_eq!(written(&fit, name), printed(&["fit", "sample:weather", "--format", format]), "{name}");
    }
    let path = folder.path().join("a.of.mine").to_string_lossy().into_owned();
    let (status, _, said) = ended(&[&fit[..], &["--output", &path]].concat());
    assert!(status == 2 && said.contains(".mine") && said.contains(".tex"), "{said}");
    assert!(!std::path::Path::new(&path).exists());
    assert_eq!(written(&[&fit[..], &["--format", "text"]].concat(), "a.of.mine"), printed(&fit));
    let said = ["fit", "sample:weather", "--format", "csv"];
    assert_eq!(written(&said, "b.html"), printed(&said), "what is said wins");
    let predict = ["predict", "sample:weather", "--all"];
    assert_eq!(written(&predict, "c.csv"), printed(&predict));
    assert_eq!(
        written(&["sample:weather"], "d.md"),
        printed(&["show", "sample:weather", "--format", "markdown"])
    );
    // Where there is one format only, a name does not choose.
    let exercise = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/exercises/sunny.toml");
    assert_eq!(written(&["exercise", "sheet", exercise], "s.csv"), printed(&["exercise", "sheet", exercise]));
    let new = ["exercise", "new", "sample:weather"];
    assert_eq!(ended(&[&new[..], &["--format", "html"]].concat()).0, 2);
    let table = folder.path().join("story.csv").to_string_lossy().into_owned();
    fails(2, &["show", "sample:weather", "--output", &table], &["not a single table"]);
}

#[test]
fn a_mistyped_command_and_an_unknown_theme_are_reported() {
    let here: [(&[&str], &str); 8] = [
        (&["shwo"], "`posterior show`"),
        (&["shwo", "my data.csv", "--alpha", "0"], "`posterior show 'my data.csv' --alpha 0`"),
        (&["--alpha", "1", "shwo"], "`posterior show --alpha 1`"),
        (&["shwo", "--format", "json"], "`posterior show --format json`"),
        (&["iris", "--plain"], "`posterior sample:iris --plain`"),
        (&["one-feature"], "`posterior practice course:one-feature`"),
        (&["--alpha", "0", "fit", "x.csv"], "`posterior fit --alpha 0 x.csv`"),
        (&["zzzz"], "`posterior -h` lists the commands"),
    ];
    for (arguments, near) in here {
        let (status, _, said) = ended(arguments);
        assert_eq!(status, 2, "{arguments:?}: {said}");
        assert!(said.contains(near), "{arguments:?}: {said}");
    }
    let (_, _, said) = ended(&["shwo"]);
    assert!(said.contains("“shwo” is not a command, and there is no file of that name"), "{said}");
    fails(3, &["nowhere.csv"], &["no such file"]);
    fails(3, &["practice", "prior-from-counts"], &["posterior practice course:prior-from-counts"]);
    for arguments in [["sample:weather", "--theme", "pink"], ["practice", "--theme", "pink"]] {
        fails(2, &arguments, &["“pink” is not a theme", "high-contrast"]);
    }
    for command in [&["nowhere.csv"][..], &["fit", "nowhere.csv"]] {
        let (status, out, said) = ended(&[command, &["--format", "json"]].concat());
        let error: Value = serde_json::from_str(&out).expect("JSON");
        assert_eq!((status, &error["error"]["kind"]), (3, &"no_data".into()), "{command:?}");
        assert!(said.starts_with("error: "), "{said}");
    }
}

/// Every command that writes: neither the data nor what belongs to them are written over, whatever is asked for.
#[cfg(unix)]
#[test]
fn what_a_command_reads_it_never_writes_over() {
    let (folder, at) = crate::folder();
    let csv = "sky,walk\nblue,yes\ngrey,no\nblue,yes\ngrey,no\n";
    for name in ["data.csv", "test.csv", "queries.csv"] {
        fs::write(at(name), csv).expect("written");
    }
    fs::write(at("students.txt"), "id\nstudents\n").expect("written");
    fs::write(at("s1.txt"), "exercise: walk\nP(yes) = 1/2\n").expect("written");
    let exercise = "data = \"data.csv\"\nquery = { sky = \"blue\" }\n[[step]]\nask = \"P(yes)\"\n";
    fs::write(at("walk.toml"), exercise).expect("written");
    std::os::unix::fs::symlink(at("data.csv"), at("soft.csv")).expect("linked");
    fs::hard_link(at("data.csv"), at("hard.csv")).expect("linked");
    let (data, test, queries) = (at("data.csv"), at("test.csv"), at("queries.csv"));
    let (walk, students, sheet) = (at("walk.toml"), at("students.txt"), at("s1.txt"));
    let split = format!("file:{test}");
    let here = folder.path().to_string_lossy().into_owned();
    let dotted = at("./data.csv");
    let (soft, hard) = (at("soft.csv"), at("hard.csv"));
    let commands: [&[&str]; 22] = [
        &[&data, "--output", &data],
        &["show", &data, "--output", &dotted],
        &["fit", &data, "--output", &soft],
        &["fit", &soft, "--output", &data],
        &["explain", &data, "--row", "1", "--output", &hard],
        &["evaluate", &data, "--output", &data],
        &["evaluate", &data, "--split", &split, "--output", &test],
        &["compare", &data, "--output", &data],
        &["predict", &data, "--all", "--output", &data],
        &["predict", &data, "--queries", &queries, "--output", &queries],
        &["explain", &data, "--queries", &queries, "--output", &queries],
        &["check", "1/2", "--of", "P(yes)", &data, "--output", &data],
        &["check", "1/2", "--of", "P(yes)", &walk, "--output", &data],
        &["practice", &data, "--output", &data],
        &["practice", &walk, "--output", &data],
        &["fit", &walk, "--format", "text", "--output", &walk],
        &["exercise", "new", &data, "--query", "sky=blue", "--output", &data],
        &["exercise", "print", &walk, "--format", "text", "--output", &data],
        &["exercise", "print", &walk, "--students", &students, "--key", &students],
        &["exercise", "sheet", &walk, "--students", &students, "--folder", &here],
        &["mark", &sheet, "--exercise", &walk, "--csv", &sheet],
        &["mark", &sheet, "--exercise", &walk, "--output", &data],
    ];
    let names = ["data.csv", "test.csv", "queries.csv", "students.txt", "s1.txt", "walk.toml"];
    let read = || names.map(|name| fs::read_to_string(at(name)).expect("there"));
    let before = read();
    for command in commands {
        let (status, _, said) = ended(&[command, &["--force"]].concat());
        assert!(status == 2 && said.contains("is an input of this command"), "{command:?}: {status} {said}");
        assert_eq!(read(), before, "{command:?}");
    }
    // Standard input may be a file, too; and another file is written where that is asked for.
    let from_input = |output: &str| {
        let mut command = Process::new(env!("CARGO_BIN_EXE_posterior"));
        command
            .args(["fit", "-", "--output", output, "--force"])
            .stdin(fs::File::open(&data).expect("there"));
        command.output().expect("it runs").status.code()
    };
    assert_eq!((from_input(&data), read()), (Some(2), before));
    assert_eq!(from_input(&at("s1.txt")), Some(0));
}

#[test]
fn a_dash_as_output_is_standard_output() {
    let (folder, at) = crate::folder();
    let exercise = at("walk.toml");
    let new = ["exercise", "new", "sample:weather", "--query", "Weather=Sunny", "--output", &exercise];
    assert_eq!(status(&new), 0);
    let here = |arguments: &[&str]| {
        let mut command = Process::new(env!("CARGO_BIN_EXE_posterior"));
        let output = command.current_dir(&folder).args(arguments).output().expect("it runs");
        String::from_utf8(output.stdout).expect("text")
    };
    assert_eq!(here(&["fit", "sample:weather", "--output", "-"]), printed(&["fit", "sample:weather"]));
    let sheets = here(&["exercise", "print", &exercise]);
    let both = here(&["exercise", "print", &exercise, "--key", "-"]);
    assert!(both.starts_with(&sheets) && both.len() > sheets.len(), "{both}");
    assert!(!folder.path().join("-").exists());
}

#[cfg(unix)]
#[test]
fn a_pipe_takes_the_text_and_stays_a_pipe() {
    use std::os::unix::fs::FileTypeExt;
    let (_folder, at) = crate::folder();
    let out = at("pipe");
    assert!(Process::new("mkfifo").arg(&out).status().expect("mkfifo runs").success());
    let path = out.clone();
    let reader = std::thread::spawn(move || fs::read_to_string(path));
    assert_eq!(status(&["fit", "sample:weather", "--output", &out, "--force"]), 0);
    assert!(fs::metadata(&out).expect("there").file_type().is_fifo(), "no file takes its place");
    assert_eq!(reader.join().expect("it reads").expect("text"), printed(&["fit", "sample:weather"]));
}

#[test]
fn plain_text_has_no_boxes_and_ascii_has_no_drawn_characters() {
    let plain = printed(&["show", "sample:weather", "--plain"]);
    assert!(!plain.contains(['─', '│', '═']), "{plain}");
    let ascii = printed(&["explain", "sample:chinese-japan", "--ascii"]);
    assert!(!ascii.contains(['─', '│', '·', '≈', '³']), "{ascii}");
}

#[test]
fn a_reader_that_leaves_early_is_no_failure() {
    let mut child = Process::new(env!("CARGO_BIN_EXE_posterior"))
        .args(["show", "sample:spam"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it runs");
    drop(child.stdout.take());
    let mut message = String::new();
    child.stderr.take().expect("piped").read_to_string(&mut message).expect("read");
    assert_eq!((child.wait().expect("ended").code(), message.as_str()), (Some(0), ""));
}

#[test]
fn standard_input_is_a_file_like_any_other() {
    let csv = printed(&["samples", "weather"]);
    let mut command = Process::new(env!("CARGO_BIN_EXE_posterior"));
    command.args(["explain", "-", "--alpha", "0", "--query", "Weather=Sunny"]);
    let text = String::from_utf8(program::fed(&mut command, &csv).stdout).expect("text");
    assert!(text.contains("= 3/14 ≈ 0.21429") && text.starts_with("standard input"), "{text}");
}

#[test]
fn formulas_come_as_latex_where_it_is_asked_for() {
    let steps = |more: &[&str]| {
        let arguments = [&["explain", "sample:weather", "--format", "json"], more].concat();
        json(&arguments)["queries"][0]["steps"].as_array().unwrap().clone()
    };
    assert!(steps(&[]).iter().all(|step| step.get("formula_latex").is_none()));
    let last = steps(&["--latex"]).pop().unwrap();
    assert_eq!(last["formula_latex"], "\\frac{\\operatorname{score}(\\text{Yes})}{P(x)}");
    assert_eq!(last["numbers_latex"], "\\frac{\\frac{3}{14}}{\\frac{5}{14}}");
    fails(2, &["explain", "sample:weather", "--latex"], &["--format json"]);
}

/// What programs may rely on for every kind of model: fractions that are their values, posteriors that add up to 1, and
/// steps that rest on steps before them. The keys are checked against `docs/json.md` in `json.rs`.
#[test]
fn the_json_keeps_its_shape_for_every_sample() {
    fn walk(value: &Value, path: &str) {
        match value {
            Value::Object(map) => {
                if let Some(fraction) = map.get("frac") {
                    let (text, number) = (fraction.as_str().unwrap(), map["value"].as_f64().unwrap());
                    let (top, bottom) = text.split_once('/').unwrap_or((text, "1"));
                    let ratio = top.parse::<f64>().unwrap() / bottom.parse::<f64>().unwrap();
                    assert!(
                        text.len() <= 200 && (ratio - number).abs() <= 1e-12 * number.abs(),
                        "{path}: {text}"
                    );
                }
                map.iter().for_each(|(key, value)| walk(value, &format!("{path}.{key}")));
            }
            Value::Array(list) => list.iter().for_each(|value| walk(value, path)),
            _ => {}
        }
    }
    for sample in posterior::table::samples() {
        let data = format!("sample:{}", sample.name);
        let fit = json(&["fit", &data, "--format", "json"]);
        if !sample.has_rows() {
            let explain = json(&["explain", &data, "--format", "json"]);
            [&fit, &explain].into_iter().for_each(|answer| walk(answer, sample.name));
            continue;
        }
        let explain = json(&["explain", &data, "--row", "1", "--format", "json"]);
        let evaluate = json(&["evaluate", &data, "--format", "json"]);
        for answer in [&fit, &explain, &evaluate] {
            walk(answer, sample.name);
        }
        let query = &explain["queries"][0];
        let mut before: Vec<&str> = Vec::new();
        for step in query["steps"].as_array().unwrap() {
            for used in step["uses"].as_array().unwrap() {
                assert!(
                    before.contains(&used.as_str().unwrap()),
                    "{data}: {used} comes after {}",
                    step["quantity"]
                );
            }
            before.push(step["quantity"].as_str().unwrap());
        }
        let sum: f64 =
            query["posterior"].as_object().unwrap().values().map(|p| p["value"].as_f64().unwrap()).sum();
        assert!((sum - 1.0).abs() < 1e-9, "{data}: {sum}");
        let evaluation = &evaluate["evaluation"];
        let matrix: Vec<Vec<u64>> = serde_json::from_value(evaluation["matrix"].clone()).unwrap();
        let [undefined, all] = ["n_undefined", "n"].map(|key| evaluation[key].as_u64().unwrap());
        assert_eq!(matrix.concat().iter().sum::<u64>() + undefined, all, "{data}");
    }
}

#[test]
fn experiments_are_listed_and_drawn() {
    let list = printed(&["experiments"]);
    for experiment in posterior::evaluate::experiments() {
        assert!(list.contains(experiment.name) && list.contains(experiment.title), "{list}");
        let drawn = printed(&["experiments", experiment.name]);
        assert!(
            experiment.name != "long-tails" || drawn.contains("Learning curve") && drawn.contains("Why: ")
        );
        let wide = drawn.lines().map(posterior::text::display_width).max();
        assert!(wide <= Some(80), "{wide:?}\n{drawn}");
    }
}

#[test]
fn experiments_tell_programs_their_points() {
    let list = json(&["experiments", "--format", "json"]);
    assert_eq!(list["experiments"].as_array().unwrap().len(), posterior::evaluate::experiments().len());
    let learning = json(&["experiments", "gda-needs-less", "--format", "json"]);
    let learning = &learning["learning"];
    assert_eq!(learning["seeds"].as_array().unwrap().len(), 20);
    let sizes = learning["sizes"].as_array().unwrap();
    for curve in learning["curves"].as_array().unwrap() {
        let points = curve["points"].as_array().unwrap();
        assert_eq!(points.len(), sizes.len());
        for (point, size) in points.iter().zip(sizes) {
            assert_eq!(&point["rows"], size);
            let of = |key: &str| point["accuracy"][key].as_f64().unwrap();
            assert!(of("p10") <= of("mean") && of("mean") <= of("p90"), "{point}");
        }
    }
    // The same command says the same, whichever thread was first.
    let again = || printed(&["experiments", "gda-needs-less", "--format", "json"]);
    assert_eq!(again(), again());
    let (status, out, error) = ended(&["experiments", "gda-need-less"]);
    assert_eq!((status, out.as_str()), (2, ""));
    assert!(error.contains("Did you mean gda-needs-less?"), "{error}");
}

#[test]
fn bins_are_taken_away_by_a_flag_and_named_where_they_are_the_reason() {
    // The sample's recipe cuts the area; a normal curve wants the number itself.
    let error = fails(
        3,
        &["fit", "sample:living-area", "--model", "gaussian"],
        &["gaussian cannot read “area”, which is a number in bins"],
    );
    assert!(error.contains("--bins area=none"), "{error}");
    for bins in ["area=none", "none"] {
        let found =
            json(&["fit", "sample:living-area", "--model", "gaussian", "--bins", bins, "--format", "json"]);
        assert_eq!(found["recipe"]["feature"][0]["bins"], serde_json::Value::Null, "{bins}");
        assert!(found["parameters"]["area"].to_string().contains("mean"), "{bins}: {found}");
    }
    // One column of several, against what is said of all; and a recipe file that says the same.
    let folder = tempfile::tempdir().unwrap();
    let recipe = "format = 1\nbins = \"width:3\"\n[[column]]\nname = \"petal_width\"\nbins = \"none\"\n";
    let recipe = written(&folder, "none.toml", recipe);
    let own = ["fit", "sample:iris", "--format", "json"];
    let flags = ["--model", "mixed", "--bins", "width:3", "--bins", "petal_width=none"];
    let by_flags = json(&[&own[..], &flags].concat());
    let by_file = json(&[&own[..], &["--model", "mixed", "--recipe", &recipe]].concat());
    for found in [by_flags, by_file] {
        let binned = found["discretization"].as_object().unwrap();
        assert_eq!(binned.len(), 3, "{found}");
        assert!(!binned.contains_key("petal_width"));
    }
    // A category that is said to have no bins stays one; Orange has no numbers without.
    let weather = json(&["fit", "sample:weather", "--bins", "Weather=none", "--format", "json"]);
    assert_eq!(weather["recipe"]["feature"][0]["kind"], "categorical");
    fails(
        3,
        &["fit", "sample:iris", "--convention", "orange", "--bins", "none"],
        &["Orange puts every number into bins"],
    );
}

#[test]
fn the_working_of_a_draw_lists_what_each_number_decides() {
    let draw = |model: &str, numbers: &str| {
        let flags = ["--model", model, "--words", "3", "-n", "1", "--working", "--uniforms", numbers];
        printed(&[["draw", "sample:chinese-japan"].as_slice(), &flags].concat())
    };
    // Of China 8 words, and 6 in the dictionary: chinese (5 + 1)/14 behind beijing (1 + 1)/14. Of its 3 documents all have chinese.
    let words = draw("multinomial", "0.5,0.5,0.9,0");
    for line in ["chinese   0.14286 to 0.57143", "shanghai  0.78571 to 0.92857", "beijing   0 to 0.14286"] {
        assert!(words.contains(line), "{line} is not in\n{words}");
    }
    let dictionary = draw("bernoulli", "0.5,0.5,0.9,0,0.3,0.3,0.8");
    for line in [
        ", beijing   0.5  absent   P = 0.4",
        ", chinese   0.9  absent   P = 0.8",
        ", japan       0  present  P = 0.2",
    ] {
        assert!(dictionary.contains(line), "{line} is not in\n{dictionary}");
    }
}

const BIKES: &str = "Bike No.,Frame,Class,Lock,Stolen?\n1,steel,City,cable,Yes\n2,alu,Race,cable,Yes\n3,steel,Race,chain,No\n\
                     4,alu,City,chain,No\n5,steel,City,cable,Yes\n6,alu,Race,chain,No\n7,steel,Race,cable,Yes\n\
                     8,alu,City,chain,No\n9,steel,City,chain,No\n10,alu,Race,cable,Yes\n";

#[test]
fn a_query_decides_which_column_is_the_class_and_row_numbers_of_a_small_table_are_no_feature() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str, text: &str| written(&folder, name, text);
    let bikes = file("bikes.csv", BIKES);
    let query = "Frame=alu,Class=Race,Lock=chain";
    // P(No) = 4·3·6 / (4·3·6 + 3·4·1) = 6/7, as row 6, which is the same case.
    let asked = ["explain", &bikes, "--query", query, "--quantity", "P(No | x)", "--format", "json"];
    assert!(printed(&asked).contains("\"6/7\""));
    assert_eq!(ended(&["check", "6/7", "--of", "P(No | x)", &bikes, "--query", query]).0, 0);
    let cases = file("cases.csv", "Frame,Class,Lock\nsteel,City,cable\nalu,Race,chain\n");
    let (status, out, said) = ended(&["predict", &bikes, "--queries", &cases]);
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!((status, lines[0]), (0, "row,predicted,undefined,P(Yes),P(No)"), "{said}");
    assert!(lines[1].ends_with("0.14285714285714285") || lines[1].contains(",0.142857"), "{out}");
    // A file that has the class, too, and a query that says too little: the guess stays, or it is asked.
    let labelled = file("labelled.csv", BIKES);
    let (status, out, _) = ended(&["predict", &bikes, "--queries", &labelled]);
    assert_eq!((status, out.lines().next()), (0, Some("row,predicted,undefined,P(City),P(Race)")));
    fails(
        3,
        &["explain", &bikes, "--query", "Class=Race"],
        &["value for “Class”", "candidates: Frame, Lock, Stolen?"],
    );
}
