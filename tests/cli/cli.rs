//! What commands print, where they write it, and how they end.

use crate::{Folder, contains, fails, has, json, prints, run};

use std::fs;
use std::io::Read;
use std::process::Stdio;

use serde_json::Value;

#[test]
fn without_a_terminal_the_report_is_printed() {
    assert_eq!(prints("sample:weather"), prints("show sample:weather"));
    assert!(prints("sample:play-tennis --alpha 0").contains("0.7954"));
}

#[test]
fn reports_of_samples() {
    for sample in ["iris", "play-tennis", "spam", "taxi", "living-area", "elephants", "messages"] {
        insta::assert_snapshot!(format!("show-{sample}"), prints(&format!("show sample:{sample}")));
    }
    insta::assert_snapshot!("fit-bolts", prints("fit sample:bolts"));
    insta::assert_snapshot!(
        "undefined",
        prints("explain sample:chinese-japan --alpha 0 --query 'text=Beijing Tokyo'")
    );
    for sample in posterior::table::samples() {
        contains(
            &prints(&format!("show sample:{}", sample.name)),
            &["Prior P(class)", "Step by step"],
            sample.name,
        );
    }
}

#[test]
fn a_word_that_no_document_has_makes_a_message_undefined_without_smoothing() {
    assert_eq!(json("explain sample:spam")["queries"][0]["predicted"], "ham");
    let undefined = json("explain sample:spam --alpha 0");
    let query = &undefined["queries"][0];
    assert_eq!((&query["undefined"], &query["undefined_reason"]), (&true.into(), &"zero_evidence".into()));
    assert!(query["posterior"].is_null() && query["predicted"].is_null());
    assert_eq!(query["log_joint"]["spam"], "-inf");
}

#[test]
fn the_json_has_the_numbers_of_the_text() {
    let fit = json("fit sample:play-tennis");
    assert_eq!(fit["priors"]["No"]["frac"], "5/14");
    let cell = &fit["parameters"]["Outlook"]["table"]["No"]["Sunny"];
    assert_eq!((&cell["count"], &cell["total"], &cell["frac"]), (&3.into(), &5.into(), &"1/2".into()));
    let evaluation = &json("evaluate sample:play-tennis")["evaluation"];
    assert_eq!(evaluation["matrix"], serde_json::json!([[4, 1], [0, 9]]));
    assert_eq!(evaluation["accuracy"]["frac"], "13/14");
    assert_eq!(evaluation["baseline"]["frac"], "9/14");
}

#[test]
fn queries_come_from_flags_files_and_rows() {
    let typed = json("explain sample:weather --query weather=SUNNY");
    assert_eq!(typed["queries"][0]["posterior"]["Yes"]["frac"], "3/5");
    let notes = typed["queries"][0]["notes"].to_string();
    assert!(notes.contains("SUNNY is read as") || notes.contains("read as Sunny"), "{notes}");
    let unseen = json("explain sample:weather --query Weather=Snowy");
    assert_eq!(unseen["queries"][0]["features"][0]["status"], "unknown");
    let row = json("explain sample:weather --row 2 --row 1");
    assert_eq!((&row["queries"][0]["row"], &row["queries"][1]["row"]), (&2.into(), &1.into()));
    let folder = Folder::with(&[("q.csv", "Weather\nSunny\nsunny\n\"\"\n?\n")]);
    let file = folder.json("explain sample:weather --queries q.csv");
    let status: Vec<&Value> = (0..4).map(|at| &file["queries"][at]["features"][0]["status"]).collect();
    assert_eq!(status, ["ok", "ok", "missing", "missing"]);
    has(&file["queries"][1]["notes"].to_string(), &["Weather=sunny is read as Sunny"]);
}

#[test]
fn one_number_is_explained() {
    let text = prints("explain sample:weather --quantity 'count(sunny, no)'");
    assert!(text.starts_with("count(Weather=Sunny, No)"), "{text}");
    let steps = json("explain sample:weather --quantity P(Sunny|Yes)");
    let last = steps["steps"].as_array().and_then(|steps| steps.last()).expect("a step");
    assert_eq!((&last["numbers"], &last["rows"]), (&"3/9".into(), &serde_json::json!([4, 5, 9])));
}

#[test]
fn errors_have_a_fix_and_a_status() {
    let folder = Folder::with(&[
        ("empty.csv", ""),
        ("header.csv", "a,b\n"),
        ("ragged.csv", "a,b\nx,y\nx,y,z\n"),
        ("quote.csv", "a,b\nx,\"y\nz,w\n"),
        ("wrong.toml", "format = 1\nalfa = \"1\"\n"),
    ]);
    let cases: [(&str, i32, &[&str]); 14] = [
        ("show nowhere.csv", 3, &["nowhere.csv", "there is no such file", "sample:weather"]),
        ("show empty.csv", 3, &["empty"]),
        ("show header.csv", 3, &["header"]),
        ("show ragged.csv", 3, &["line 3", "3 fields", "--ragged"]),
        ("show quote.csv", 3, &["line 2", "quote"]),
        ("show sample:wether", 3, &["sample:weather"]),
        ("show sample:weather --target Pay", 3, &["“Pay”", "Did you mean “Play”?"]),
        ("show sample:weather --alpha -1", 2, &["α is -1", "below 0"]),
        ("show sample:weather --prior Yes=0.5,No=0.6", 2, &["sum to 11/10"]),
        ("show sample:weather --recipe wrong.toml", 2, &["line 2", "alfa"]),
        ("explain sample:weather --query Wether=Sunny", 3, &["Wether", "Did you mean “Weather”?"]),
        ("explain sample:weather --quantity P(Sunny", 2, &["P(Sunny", "^ here"]),
        ("explain sample:weather --quantity 'P(Hail | Yes)'", 2, &["Hail", "Sunny"]),
        ("explain sample:weather --row 15", 3, &["no row 15", "1 to 14"]),
    ];
    for (line, status, parts) in cases {
        let message = folder.fails(status, line, parts);
        assert!(message.starts_with("error: "), "{line}: {message}");
        assert!(message.lines().count() >= 2, "{line} has no fix: {message}");
    }
    fails(2, "show --nonsense", &[]);
}

#[test]
fn data_without_a_model_are_shown_unless_an_option_of_the_model_is_given() {
    let folder = Folder::with(&[("numbers.csv", "a,b,class\n1.5,2,x\n1.5,2,y\n1.5,2,x\n")]);
    let parts = ["No model yet", "variance there is 0", "Assumed: the class is class, by its name"];
    let out = folder.prints("show numbers.csv");
    has(&out, &parts);
    assert!(out.contains("class   class    categorical"), "{out}");
    folder.fails(3, "fit numbers.csv", &[]);
    folder.fails(3, "show numbers.csv --alpha 1", &[]);
}

#[test]
fn all_numbers_that_never_vary_are_reported_with_flags_that_help() {
    // u varies in every class, v is the same throughout x, the two words of w throughout y and z.
    let some = "u,v,\"w w\",kind\n1,2,3,x\n2,2,5,x\n3,7,4,y\n4,8,4,y\n5,9,6,z\n6,1,6,z\n";
    let folder = Folder::with(&[("some.csv", some), ("none.csv", "u,v,kind\n1,2,x\n1,2,x\n1,2,y\n1,2,y\n")]);
    let parts = [
        "2 columns never vary within a class of “kind”",
        "v in x; w w in y, z",
        "--ignore 'v,w w'",
        "--var-smoothing 1e-9",
        "--target",
    ];
    folder.fails(3, "fit some.csv --var-smoothing 0", &parts);
    folder.prints("fit some.csv --ignore 'v,w w'");
    folder.prints("fit some.csv --var-smoothing 1e-9");
    folder.prints("fit some.csv");
    // Where nothing varies, a share of the largest variance is 0; a class that was named is not doubted.
    let parts = ["u in each class; v in each class", "--ignore u,v"];
    let error = folder.fails(3, "fit none.csv --target kind --model gaussian", &parts);
    assert!(!error.contains("--var-smoothing") && !error.contains("--target"), "{error}");
}

#[test]
fn a_table_without_a_clear_class_column_names_the_candidates() {
    let crabs = "sp,sex,FL\nB,M,8.1\nB,F,8.8\nO,M,9.2\nO,F,9.6\nB,M,7.3\nO,F,7.7\n";
    let folder = Folder::with(&[("crabs.csv", crabs)]);
    let parts = ["cannot tell which column is the class", "--target", "candidates: sp, sex."];
    folder.fails(3, "fit crabs.csv", &parts);
    has(&folder.prints("show crabs.csv"), &["No model yet", "candidates: sp"]);
    folder.prints("fit crabs.csv --target sp");
}

#[test]
fn files_are_written_whole_and_overwritten_only_with_force() {
    let folder = Folder::new();
    assert_eq!(folder.prints("fit sample:weather --output out.txt"), "");
    let first = folder.read("out.txt");
    assert_eq!(first, prints("fit sample:weather"));
    folder.fails(2, "fit sample:weather --output out.txt --alpha 1", &[]);
    assert_eq!(folder.read("out.txt"), first);
    folder.prints("fit sample:weather --output out.txt --alpha 1 --force");
    assert_ne!(folder.read("out.txt"), first);
    assert_eq!(fs::read_dir(&folder.path).unwrap().count(), 1, "nothing else is left");
    fails(1, "fit sample:weather --output /nowhere/at/all", &[]);
}

#[test]
fn the_format_follows_the_name_of_the_file() {
    let folder = Folder::new();
    let written = |line: &str, name: &str| {
        assert_eq!(folder.prints(&format!("{line} --output {name} --force")), "", "{line} {name}");
        folder.read(name)
    };
    let fit = "fit sample:weather";
    for (name, format) in [
        ("a.md", "markdown"),
        ("a.TEX", "latex"),
        ("a.html", "html"),
        ("a.json", "json"),
        ("a.csv", "csv"),
        ("a.txt", "text"),
        ("a", "text"),
    ] {
        assert_eq!(written(fit, name), prints(&format!("{fit} --format {format}")), "{name}");
    }
    folder.fails(2, "fit sample:weather --output a.of.mine", &[".mine", ".tex"]);
    assert!(!folder.path.join("a.of.mine").exists());
    assert_eq!(written("fit sample:weather --format text", "a.of.mine"), prints(fit));
    let csv = "fit sample:weather --format csv";
    assert_eq!(written(csv, "b.html"), prints(csv), "--format wins over the name");
    let predict = "predict sample:weather --all";
    assert_eq!(written(predict, "c.csv"), prints(predict));
    assert_eq!(written("sample:weather", "d.md"), prints("show sample:weather --format markdown"));
    // Where there is one format only, a name does not choose.
    let sheet = format!("exercise sheet {}/tests/data/exercises/sunny.toml", env!("CARGO_MANIFEST_DIR"));
    assert_eq!(written(&sheet, "s.csv"), prints(&sheet));
    fails(2, "exercise new sample:weather --format html", &[]);
    folder.fails(2, "show sample:weather --output story.csv", &["not a single table"]);
}

#[test]
fn mistyped_commands_and_unknown_themes_are_reported() {
    for (line, near) in [
        ("shwo", "`posterior show`"),
        ("shwo", "“shwo” is not a command, and there is no file of that name"),
        ("shwo 'my data.csv' --alpha 0", "`posterior show 'my data.csv' --alpha 0`"),
        ("--alpha 1 shwo", "`posterior show --alpha 1`"),
        ("shwo --format json", "`posterior show --format json`"),
        ("iris --plain", "`posterior sample:iris --plain`"),
        ("one-feature", "`posterior practice course:one-feature`"),
        ("--alpha 0 fit x.csv", "`posterior fit --alpha 0 x.csv`"),
        ("zzzz", "`posterior -h` lists the commands"),
        ("sample:weather --theme pink", "“pink” is not a theme"),
        ("practice --theme pink", "high-contrast"),
    ] {
        fails(2, line, &[near]);
    }
    fails(3, "practice prior-from-counts", &["posterior practice course:prior-from-counts"]);
    for line in ["nowhere.csv", "fit nowhere.csv"] {
        let (status, out, err) = run(&format!("{line} --format json"));
        let error: Value = serde_json::from_str(&out).expect("JSON");
        assert_eq!((status, &error["error"]["kind"]), (3, &"no_data".into()), "{line}");
        assert!(err.starts_with("error: ") && err.contains("no such file"), "{err}");
    }
}

/// No command overwrites its data or the files that belong to them, even with --force.
#[cfg(unix)]
#[test]
fn no_command_overwrites_its_inputs() {
    let csv = "sky,walk\nblue,yes\ngrey,no\nblue,yes\ngrey,no\n";
    let exercise = "data = \"data.csv\"\nquery = { sky = \"blue\" }\n[[step]]\nask = \"P(yes)\"\n";
    let files = [
        ("data.csv", csv),
        ("test.csv", csv),
        ("queries.csv", csv),
        ("students.txt", "id\nstudents\n"),
        ("s1.txt", "exercise: walk\nP(yes) = 1/2\n"),
        ("walk.toml", exercise),
    ];
    let folder = Folder::with(&files);
    std::os::unix::fs::symlink(folder.at("data.csv"), folder.at("soft.csv")).unwrap();
    fs::hard_link(folder.at("data.csv"), folder.at("hard.csv")).unwrap();
    let unchanged = || files.iter().all(|(name, text)| folder.read(name) == *text);
    for line in [
        "data.csv --output data.csv",
        "show data.csv --output ./data.csv",
        "fit data.csv --output soft.csv",
        "fit soft.csv --output data.csv",
        "explain data.csv --row 1 --output hard.csv",
        "evaluate data.csv --output data.csv",
        "evaluate data.csv --split file:test.csv --output test.csv",
        "compare data.csv --output data.csv",
        "predict data.csv --all --output data.csv",
        "predict data.csv --queries queries.csv --output queries.csv",
        "explain data.csv --queries queries.csv --output queries.csv",
        "check 1/2 --of P(yes) data.csv --output data.csv",
        "check 1/2 --of P(yes) walk.toml --output data.csv",
        "practice data.csv --output data.csv",
        "practice walk.toml --output data.csv",
        "fit walk.toml --format text --output walk.toml",
        "exercise new data.csv --query sky=blue --output data.csv",
        "exercise print walk.toml --format text --output data.csv",
        "exercise print walk.toml --students students.txt --key students.txt",
        "exercise sheet walk.toml --students students.txt --folder .",
        "mark s1.txt --exercise walk.toml --csv s1.txt",
        "mark s1.txt --exercise walk.toml --output data.csv",
    ] {
        folder.fails(2, &format!("{line} --force"), &["is an input of this command"]);
        assert!(unchanged(), "{line}");
    }
    // Standard input may be a file, too; another file is overwritten on request.
    let from_input = |output: &str| {
        let mut command = folder.command(&format!("fit - --output {output} --force"));
        command.stdin(fs::File::open(folder.at("data.csv")).unwrap());
        command.output().unwrap().status.code()
    };
    assert_eq!((from_input("data.csv"), unchanged()), (Some(2), true));
    assert_eq!(from_input("s1.txt"), Some(0));
}

#[test]
fn a_dash_as_output_is_standard_output() {
    let folder = Folder::new();
    folder.prints("exercise new sample:weather --query Weather=Sunny --output walk.toml");
    assert_eq!(folder.prints("fit sample:weather --output -"), prints("fit sample:weather"));
    let sheets = folder.prints("exercise print walk.toml");
    let both = folder.prints("exercise print walk.toml --key -");
    assert!(both.starts_with(&sheets) && both.len() > sheets.len(), "{both}");
    assert!(!folder.path.join("-").exists());
}

#[cfg(unix)]
#[test]
fn output_to_a_pipe_is_written_into_it() {
    use std::os::unix::fs::FileTypeExt;
    let folder = Folder::new();
    let pipe = folder.at("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let path = pipe.clone();
    let reader = std::thread::spawn(move || fs::read_to_string(path));
    folder.prints("fit sample:weather --output pipe --force");
    assert!(fs::metadata(&pipe).unwrap().file_type().is_fifo(), "no file takes its place");
    assert_eq!(reader.join().unwrap().unwrap(), prints("fit sample:weather"));
}

#[test]
fn plain_text_has_no_boxes_and_ascii_has_no_drawn_characters() {
    let plain = prints("show sample:weather --plain");
    assert!(!plain.contains(['─', '│', '═']), "{plain}");
    let ascii = prints("explain sample:chinese-japan --ascii");
    assert!(!ascii.contains(['─', '│', '·', '≈', '³']), "{ascii}");
}

#[test]
fn a_reader_that_closes_the_pipe_early_causes_no_error() {
    let mut command = Folder::package().command("show sample:spam");
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let mut message = String::new();
    child.stderr.take().expect("piped").read_to_string(&mut message).unwrap();
    assert_eq!((child.wait().unwrap().code(), message.as_str()), (Some(0), ""));
}

#[test]
fn standard_input_is_read_like_a_file() {
    let (_, text, _) =
        Folder::package().fed("explain - --alpha 0 --query Weather=Sunny", &prints("samples weather"));
    assert!(text.contains("= 3/14 ≈ 0.21429") && text.starts_with("standard input"), "{text}");
}

#[test]
fn json_has_formulas_in_latex_on_request() {
    let steps = |line: &str| json(line)["queries"][0]["steps"].as_array().unwrap().clone();
    assert!(steps("explain sample:weather").iter().all(|step| step.get("formula_latex").is_none()));
    let last = steps("explain sample:weather --latex").pop().unwrap();
    assert_eq!(last["formula_latex"], "\\frac{\\operatorname{score}(\\text{Yes})}{P(x)}");
    assert_eq!(last["numbers_latex"], "\\frac{\\frac{3}{14}}{\\frac{5}{14}}");
    fails(2, "explain sample:weather --latex", &["--format json"]);
}

/// Fractions that are not their values.
fn check_fractions(value: &Value, path: &str) {
    match value {
        Value::Object(map) => {
            if let Some(fraction) = map.get("frac") {
                let (text, number) = (fraction.as_str().unwrap(), map["value"].as_f64().unwrap());
                let (top, bottom) = text.split_once('/').unwrap_or((text, "1"));
                let ratio = top.parse::<f64>().unwrap() / bottom.parse::<f64>().unwrap();
                let is_same = (ratio - number).abs() <= 1e-12 * number.abs();
                assert!(text.len() <= 200 && is_same, "{path}: {text}");
            }
            map.iter().for_each(|(key, value)| check_fractions(value, &format!("{path}.{key}")));
        }
        Value::Array(list) => list.iter().for_each(|value| check_fractions(value, path)),
        _ => {}
    }
}

/// Of every sample fractions are their values, posteriors add up to 1, and steps use steps before them. The keys are
/// compared with `docs/json.md` in `json.rs`.
#[test]
fn the_json_of_every_sample_is_consistent() {
    for sample in posterior::table::samples() {
        let data = format!("sample:{}", sample.name);
        check_fractions(&json(&format!("fit {data}")), sample.name);
        if !sample.has_rows() {
            check_fractions(&json(&format!("explain {data}")), sample.name);
            continue;
        }
        let explain = json(&format!("explain {data} --row 1"));
        let evaluate = json(&format!("evaluate {data}"));
        check_fractions(&explain, sample.name);
        check_fractions(&evaluate, sample.name);
        let query = &explain["queries"][0];
        let mut before: Vec<&Value> = Vec::new();
        for step in query["steps"].as_array().unwrap() {
            for used in step["uses"].as_array().unwrap() {
                assert!(before.contains(&used), "{data}: {used} comes after {}", step["quantity"]);
            }
            before.push(&step["quantity"]);
        }
        let posterior = query["posterior"].as_object().unwrap();
        let sum: f64 = posterior.values().map(|p| p["value"].as_f64().unwrap()).sum();
        assert!((sum - 1.0).abs() < 1e-9, "{data}: {sum}");
        let evaluation = &evaluate["evaluation"];
        let matrix: Vec<Vec<u64>> = serde_json::from_value(evaluation["matrix"].clone()).unwrap();
        let [undefined, all] = ["n_undefined", "n"].map(|key| evaluation[key].as_u64().unwrap());
        assert_eq!(matrix.concat().iter().sum::<u64>() + undefined, all, "{data}");
    }
}

#[test]
fn experiments_are_listed_drawn_and_exported() {
    let list = prints("experiments");
    for experiment in posterior::evaluate::experiments() {
        has(&list, &[experiment.name, experiment.title]);
        let drawn = prints(&format!("experiments {}", experiment.name));
        let wide = drawn.lines().map(posterior::text::display_width).max();
        assert!(wide <= Some(80), "{wide:?}\n{drawn}");
    }
    has(&prints("experiments long-tails"), &["Learning curve", "Why: "]);
    let list = json("experiments");
    assert_eq!(list["experiments"].as_array().unwrap().len(), posterior::evaluate::experiments().len());
    let learning = json("experiments gda-needs-less");
    // Whichever thread was first, the output is the same.
    assert_eq!(learning, json("experiments gda-needs-less"));
    let learning = &learning["learning"];
    assert_eq!(learning["seeds"].as_array().unwrap().len(), 20);
    let sizes = learning["sizes"].as_array().unwrap();
    for curve in learning["curves"].as_array().unwrap() {
        let points = curve["points"].as_array().unwrap();
        assert_eq!(
            points.iter().map(|point| &point["rows"]).collect::<Vec<_>>(),
            sizes.iter().collect::<Vec<_>>()
        );
        for point in points {
            let of = |key: &str| point["accuracy"][key].as_f64().unwrap();
            assert!(of("p10") <= of("mean") && of("mean") <= of("p90"), "{point}");
        }
    }
    fails(2, "experiments gda-need-less", &["Did you mean gda-needs-less?"]);
}

#[test]
fn bins_are_removed_by_a_flag_that_the_error_names() {
    // The sample's recipe cuts the area; a normal density needs the number itself.
    let parts = ["gaussian cannot read “area”, which is a number in bins", "--bins area=none"];
    fails(3, "fit sample:living-area --model gaussian", &parts);
    for bins in ["area=none", "none"] {
        let found = json(&format!("fit sample:living-area --model gaussian --bins {bins}"));
        assert_eq!(found["recipe"]["feature"][0]["bins"], Value::Null, "{bins}");
        assert!(found["parameters"]["area"].to_string().contains("mean"), "{bins}: {found}");
    }
    // One column of several, by flags and by a recipe file.
    let recipe = "format = 1\nbins = \"width:3\"\n[[column]]\nname = \"petal_width\"\nbins = \"none\"\n";
    let folder = Folder::with(&[("none.toml", recipe)]);
    for flags in ["--bins width:3 --bins petal_width=none", "--recipe none.toml"] {
        let found = folder.json(&format!("fit sample:iris --model mixed {flags}"));
        let binned = found["discretization"].as_object().unwrap();
        assert!(binned.len() == 3 && !binned.contains_key("petal_width"), "{found}");
    }
    // A category without bins stays one; Orange has no numbers without.
    let weather = json("fit sample:weather --bins Weather=none");
    assert_eq!(weather["recipe"]["feature"][0]["kind"], "categorical");
    fails(3, "fit sample:iris --convention orange --bins none", &["Orange puts every number into bins"]);
}

#[test]
fn the_working_of_a_draw_lists_what_each_number_decides() {
    // Of China 8 words, and 6 in the dictionary: chinese (5 + 1)/14 behind beijing (1 + 1)/14. All of its 3 documents
    // have chinese.
    for (model, numbers, parts) in [
        (
            "multinomial",
            "0.5,0.5,0.9,0",
            ["chinese   0.14286 to 0.57143", "shanghai  0.78571 to 0.92857", "beijing   0 to 0.14286"],
        ),
        (
            "bernoulli",
            "0.5,0.5,0.9,0,0.3,0.3,0.8",
            [
                ", beijing   0.5  absent   P = 0.4",
                ", chinese   0.9  absent   P = 0.8",
                ", japan       0  present  P = 0.2",
            ],
        ),
    ] {
        let flags = format!("--model {model} --words 3 -n 1 --working --uniforms {numbers}");
        contains(&prints(&format!("draw sample:chinese-japan {flags}")), &parts, model);
    }
}

const BIKES: &str = "Bike No.,Frame,Class,Lock,Stolen?\n1,steel,City,cable,Yes\n2,alu,Race,cable,Yes\n\
                     3,steel,Race,chain,No\n4,alu,City,chain,No\n5,steel,City,cable,Yes\n6,alu,Race,chain,No\n\
                     7,steel,Race,cable,Yes\n8,alu,City,chain,No\n9,steel,City,chain,No\n10,alu,Race,cable,Yes\n";

#[test]
fn a_query_decides_which_column_is_the_class_and_row_numbers_are_no_feature() {
    let folder = Folder::with(&[
        ("bikes.csv", BIKES),
        ("labelled.csv", BIKES),
        ("cases.csv", "Frame,Class,Lock\nsteel,City,cable\nalu,Race,chain\n"),
    ]);
    let query = "bikes.csv --query Frame=alu,Class=Race,Lock=chain";
    // P(No) = 4·3·6 / (4·3·6 + 3·4·1) = 6/7, as row 6, which is the same case.
    assert!(folder.json(&format!("explain {query} --quantity 'P(No | x)'")).to_string().contains("\"6/7\""));
    folder.prints(&format!("check 6/7 --of 'P(No | x)' {query}"));
    let out = folder.prints("predict bikes.csv --queries cases.csv");
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines[0], "row,predicted,undefined,P(Yes),P(No)");
    assert!(lines[1].ends_with("0.14285714285714285") || lines[1].contains(",0.142857"), "{out}");
    // With a file that has the class, too, the first guess stays; a query with too few columns is asked about.
    let out = folder.prints("predict bikes.csv --queries labelled.csv");
    assert_eq!(out.lines().next(), Some("row,predicted,undefined,P(City),P(Race)"));
    let parts = ["value for “Class”", "candidates: Frame, Lock, Stolen?"];
    folder.fails(3, "explain bikes.csv --query Class=Race", &parts);
}
