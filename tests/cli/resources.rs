//! Tables that would take all memory or all day: each command ends in time, within an address space of 1 GiB, and says
//! little.
//!
//! A debug build is tried with small tables. The sizes that count are those of a release build:
//! `POSTERIOR_FULL=target/release/posterior cargo test --test resources -- --nocapture full`

use crate::models;
use crate::{fails, program, written};

use std::fmt::Write as _;
use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use posterior::model::Case;
use posterior::worked::Context;
use program::{ended, printed};
use tempfile::TempDir;

/// Sizes of the tables: rows without two of one class, classes, columns, words, rows.
struct Sizes {
    unique: usize,
    classes: usize,
    columns: usize,
    words: usize,
    rows: usize,
}

const SMALL: Sizes = Sizes { unique: 800, classes: 150, columns: 1_050, words: 800, rows: 2_000 };
const FULL: Sizes =
    Sizes { unique: 20_000, classes: 5_000, columns: 100_000, words: 20_000, rows: 1_000_000 };

/// The longest that a command may take on the tables that count, as a release build is meant to.
const LONGEST: Duration = Duration::from_secs(10);

/// After so long a command does not end: a debug build on a machine that has other work is slow and no sign of a fault.
const ENDLESS: Duration = Duration::from_secs(90);

/// Numbers that look drawn.
fn drawn(seed: &mut u64) -> u64 {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    *seed >> 33
}

fn tables(sizes: &Sizes, folder: &Path) -> Vec<String> {
    let mut seed = 1;
    let mut all = Vec::new();
    let mut put = |name: &str, text: String| {
        let path = folder.join(name);
        fs::write(&path, text).unwrap();
        all.push(path.to_string_lossy().into_owned());
    };
    let mut text = String::from("city,y\n");
    for row in 0..sizes.unique {
        let _ = writeln!(text, "c{:07},{}.{:07}", drawn(&mut seed) % 9_999_999, row % 90, row * 31);
    }
    put("unique.csv", text);
    for (name, each) in [("classes.csv", 2), ("classes4.csv", 4)] {
        let mut text = String::from("a,b,x,y\n");
        for row in 0..each * sizes.classes {
            let (a, b, x) = (drawn(&mut seed) % 5, drawn(&mut seed) % 3, drawn(&mut seed) % 1_000);
            let _ = writeln!(text, "p{a},q{b},{}.{x:03},c{}", x % 7, row % sizes.classes);
        }
        put(name, text);
    }
    let mut text: String = (0..sizes.columns).map(|at| format!("v{at},")).collect();
    text.push_str("y\n");
    for row in 0..6 {
        (0..sizes.columns).for_each(|_| text.push_str(&format!("{},", drawn(&mut seed) % 10)));
        text.push_str(["a\n", "b\n"][row % 2]);
    }
    put("columns.csv", text);
    // Letters have no covariances: a few columns do.
    for (name, values, columns) in
        [("flags.csv", ["0", "1", "0"], sizes.columns), ("letters.csv", ["x", "y", "z"], sizes.columns / 3)]
    {
        let mut text: String = (0..columns).map(|at| format!("v{at},")).collect();
        text.push_str("y\n");
        for row in 0..6 {
            (0..columns).for_each(|_| {
                text.push_str(values[drawn(&mut seed) as usize % 3]);
                text.push(',');
            });
            text.push_str(["a\n", "b\n", "c\n"][row % 3]);
        }
        put(name, text);
    }
    let mut text = String::from("message,y\n");
    for from in (0..sizes.words).step_by(10) {
        (0..10).for_each(|word| text.push_str(&format!("w{} ", from + word)));
        let _ = writeln!(text, "the end,{}", ["spam", "ham", "other"][drawn(&mut seed) as usize % 3]);
    }
    put("words.csv", text);
    let mut text = String::from("a,x,y\n");
    for _ in 0..sizes.rows {
        let (a, x, y) = (drawn(&mut seed) % 3, drawn(&mut seed) % 100, drawn(&mut seed) % 2);
        let _ = writeln!(text, "p{a},{x},u{y}");
    }
    put("rows.csv", text);
    all
}

/// How a command ended within 1 GiB of address space: its status, what it said on standard error, and the time it took.
/// What it prints is read and forgotten.
fn within_bounds(program: &str, arguments: &[&str]) -> (Option<i32>, String, Duration) {
    let began = Instant::now();
    let mut child = Command::new("sh")
        .args(["-c", "ulimit -v 1048576; exec \"$@\"", "sh", program])
        .args(arguments)
        .env("MALLOC_ARENA_MAX", "2")
        .env("RAYON_NUM_THREADS", "2")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let (mut out, mut err) = (child.stdout.take().unwrap(), child.stderr.take().unwrap());
    let print = thread::spawn(move || {
        let mut piece = [0; 65_536];
        while out.read(&mut piece).is_ok_and(|read| read > 0) {}
    });
    let said = thread::spawn(move || {
        let mut said = Vec::new();
        let _ = err.read_to_end(&mut said);
        String::from_utf8_lossy(&said).into_owned()
    });
    let status = loop {
        match child.try_wait().unwrap() {
            Some(status) => break status.code(),
            None if began.elapsed() > ENDLESS => {
                child.kill().unwrap();
                child.wait().unwrap();
                break None;
            }
            None => thread::sleep(Duration::from_millis(5)),
        }
    };
    print.join().unwrap();
    (status, said.join().unwrap(), began.elapsed())
}

/// Every command on every table; what was wrong, a line each.
fn tried(program: &str, sizes: &Sizes, told: bool) -> Vec<String> {
    let folder = TempDir::new().unwrap();
    let mut wrong = Vec::new();
    for file in tables(sizes, folder.path()) {
        let exercise = format!("{file}.toml");
        let commands: Vec<Vec<&str>> = vec![
            vec!["show", &file],
            vec!["fit", &file, "--var-smoothing", "0", "--format", "json"],
            vec!["evaluate", &file, "--split", "folds:10", "--format", "json"],
            vec!["evaluate", &file, "--split", "holdout:0.1", "--format", "csv", "--table", "rows"],
            vec!["evaluate", &file, "--model", "categorical", "--bins", "width:10", "--split", "folds:2"],
            vec!["evaluate", &file, "--model", "gaussian", "--var-smoothing", "0.1", "--split", "folds:3"],
            vec!["explain", &file, "--row", "1", "--format", "json"],
            vec!["explain", &file, "--row", "1", "--naive"],
            vec!["check", "1/2", "--of", "P(a)", &file],
            vec!["predict", &file, "--queries", &file],
            vec!["compare", &file],
            vec!["practice", &file],
            vec!["exercise", "new", &file, "--row", "1", "--output", &exercise],
            vec!["exercise", "sheet", &exercise],
            vec!["show", &file, "--target", "y", "--model", "gda"],
            vec!["show", &file, "--target", "y", "--bins", "mdl"],
        ];
        for mut command in commands {
            // What was written as an exercise says its class itself.
            if command.contains(&file.as_str()) && !command.contains(&"--target") {
                command.extend(["--target", "y"]);
            }
            let (status, said, took) = within_bounds(program, &command);
            let name = file.rsplit('/').next().unwrap();
            let words = command.join(" ").replace(&file, name);
            if told {
                println!("{words:70} {status:?} {took:.1?} {}", said.lines().last().unwrap_or_default());
            }
            let ended = matches!(status, Some(0 | 2 | 3 | 4 | 5));
            let longest = if told { LONGEST } else { ENDLESS };
            if !ended || took > longest || said.len() > 4_096 {
                wrong.push(format!("{words}: {status:?} in {took:.1?}, {} bytes: {said:.300}", said.len()));
            }
        }
    }
    wrong
}

#[test]
#[cfg(target_os = "linux")]
fn every_command_ends_in_time_and_within_a_gibibyte() {
    let wrong = tried(env!("CARGO_BIN_EXE_posterior"), &SMALL, false);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The same with the sizes that count, where a release build is named.
#[test]
#[cfg(target_os = "linux")]
fn full_size_for_a_release_build() {
    let Ok(program) = std::env::var("POSTERIOR_FULL") else { return };
    let wrong = tried(&program, &FULL, true);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// `each` rows of every class, and one row less of the first.
fn of_classes(classes: usize, each: usize, less: usize, class: impl Fn(usize) -> String) -> String {
    let rows = (less..classes * each).map(|row| format!("{},{}\n", row % 3, class(row % classes)));
    format!("a,y\n{}", rows.collect::<String>())
}

#[test]
fn what_tells_rows_apart_is_no_class() {
    let folder = TempDir::new().unwrap();
    let text = |at: usize| format!("c{at}");
    let number = |at: usize| format!("{at}.5");
    for (name, table, refusal) in [
        ("a class in each of 20 rows", of_classes(20, 1, 0, text), None),
        ("a class in each of 21 rows", of_classes(21, 1, 0, text), Some("“y” has 21 classes in 21 rows")),
        ("two rows each", of_classes(21, 2, 0, text), None),
        ("one less", of_classes(21, 2, 1, text), Some("“y” has 21 classes in 41 rows")),
        ("1,000 numbers", of_classes(1_000, 2, 0, number), None),
        (
            "1,001 numbers",
            of_classes(1_001, 2, 0, number),
            Some("“y” has 1,001 classes in 2,002 rows, and at most 1,000 are read"),
        ),
        ("1,001 texts", of_classes(1_001, 2, 0, text), None),
        ("5,000 texts", of_classes(5_000, 2, 0, text), None),
        (
            "5,001 texts",
            of_classes(5_001, 2, 0, text),
            Some("“y” has 5,001 classes in 10,002 rows, and at most 5,000 are read"),
        ),
    ] {
        let file = written(&folder, "y.csv", &table);
        let arguments = ["fit", &file, "--target", "y", "--kind", "a=categorical", "--format", "csv"];
        let (status, _, said) = ended(&arguments);
        match refusal {
            None => assert_eq!(status, 0, "{name}: {said}"),
            Some(refusal) => {
                assert_eq!(status, 3, "{name}");
                assert!(said.contains(&format!("error: {refusal}\n")), "{name}: {said}");
            }
        }
    }
    // A test file may bring the one too many.
    let file = written(&folder, "y.csv", of_classes(5_000, 2, 0, text));
    let split = format!("file:{}", written(&folder, "test.csv", "a,y\n1,new\n"));
    fails(
        3,
        &["evaluate", &file, "--target", "y", "--kind", "a=categorical", "--split", &split],
        &["“y” has 5,001 classes"],
    );
    // Documents are categories only when they have been read again.
    let documents: String =
        (0..30).map(|row| format!("{},the word w{row} of a long message in a row\n", row % 3)).collect();
    let file = written(&folder, "documents.csv", format!("a,y\n{documents}"));
    fails(3, &["fit", &file, "--target", "y"], &["“y” has 30 classes in 30 rows"]);
}

#[test]
fn more_counts_than_are_kept_are_refused_before_room_is_made() {
    // 2,100 values and 2,000 classes are more than 4,194,304 counts; 2,097 values are fewer.
    let folder = TempDir::new().unwrap();
    let table = |values: usize| {
        let rows = (0..4_200).map(|row| format!("v{},c{}\n", row % values, row % 2_000));
        format!("a,y\n{}", rows.collect::<String>())
    };
    let file = written(&folder, "few.csv", table(2_097));
    printed(&["check", "1/1400", "--of", "P(c7)", &file, "--features", "a"]);
    let file = written(&folder, "many.csv", table(2_100));
    fails(
        3,
        &["fit", &file, "--features", "a"],
        &["a count of each value in each of 2,000 classes would be 4,200,000 counts", "--ignore a"],
    );
}

#[test]
fn more_posteriors_than_are_evaluated_at_a_time_are_refused_and_a_share_of_the_rows_is_evaluated() {
    let folder = TempDir::new().unwrap();
    let file = written(&folder, "k.csv", of_classes(4_100, 2, 0, |at| format!("c{at}")));
    let said = fails(
        3,
        &["evaluate", &file, "--target", "y", "--kind", "a=categorical"],
        &["8,200 rows and 4,100 classes give 33,620,000 posteriors"],
    );
    assert!(said.contains("--split holdout:0.9"), "{said}");
    let shown = printed(&["show", &file, "--target", "y", "--kind", "a=categorical"]);
    assert!(shown.contains("Not evaluated: 8,200 rows and 4,100 classes"), "{shown:.3000}");
}

#[test]
fn more_covariances_than_are_kept_are_refused() {
    // 1,000 numbers have 500,500 covariances, and 2²⁵ are 67 times as many.
    let folder = TempDir::new().unwrap();
    let told = |classes: usize| {
        let mut seed = 9;
        let mut text: String = (0..1_000).map(|at| format!("v{at},")).collect();
        text.push_str("y\n");
        for row in 0..2 * classes {
            (0..1_000).for_each(|_| text.push_str(&format!("{},", drawn(&mut seed) % 90)));
            text.push_str(&format!("c{}\n", row % classes));
        }
        ended(&["fit", &written(&folder, "wide.csv", &text), "--model", "qda", "--target", "y"])
    };
    let (status, _, said) = told(67);
    assert!(status == 3 && said.contains("rows are too few"), "{said}");
    let (status, _, said) = told(68);
    assert!(status == 3 && said.contains("34,034,000 covariances in 68 classes"), "{said}");
}

#[test]
fn an_exercise_of_very_many_steps_is_refused() {
    let folder = TempDir::new().unwrap();
    let told = |command: &[&str], classes: usize| {
        let file = written(&folder, "k.csv", of_classes(classes, 2, 0, |at| format!("c{at}")));
        let kind = ["--target", "y", "--kind", "a=categorical"];
        ended(&[command, &[&file], &kind[..]].concat())
    };
    // A prior, a factor, a score and a posterior of each class, and the answer.
    for command in [&["exercise", "new", "--row", "1"][..], &["practice"]] {
        let (status, _, said) = told(command, 124);
        assert_eq!(status, 0, "{command:?}: {said}");
        let (status, _, said) = told(command, 125);
        assert!(status == 3 && said.contains("at most 500 steps, but this one would have 501"), "{said}");
    }
}

/// Work that grows with the square of the classes takes a minute here, and else two seconds.
#[test]
fn what_a_case_costs_grows_with_its_classes() {
    let folder = TempDir::new().unwrap();
    let mut seed = 1;
    let rows = (0..2_400).map(|row| {
        let cells = [drawn(&mut seed) % 5, drawn(&mut seed) % 3, drawn(&mut seed) % 7];
        format!("p{},q{},{}.{:03},c{}\n", cells[0], cells[1], cells[2], drawn(&mut seed) % 1_000, row % 600)
    });
    let file = written(&folder, "k.csv", format!("a,b,x,y\n{}", rows.collect::<String>()));
    for command in [&["predict", "--all"][..], &["explain", "--row", "1"]] {
        let command = [command, &[&file, "--target", "y"]].concat();
        let (status, said, took) = within_bounds(env!("CARGO_BIN_EXE_posterior"), &command);
        assert_eq!(status, Some(0), "{command:?} in {took:.1?}: {said:.300}");
    }
}

/// Numbers of three classes, all times the same power of ten.
fn scaled(power: i32) -> String {
    let rows = (0..18).map(|row| {
        format!("{}e{power},{}e{power},{}\n", 1 + row * row % 7, 1 + row * 5 % 11, ["a", "b", "c"][row % 3])
    });
    format!("x,z,y\n{}", rows.collect::<String>())
}

#[test]
fn numbers_too_near_or_too_far_apart_are_reported() {
    let folder = TempDir::new().unwrap();
    let near = "lie so close together that their variance is too small to compute";
    let far = "lie so far apart that their variance is too large to compute";
    for (power, told) in [
        (-310, Some(near)),
        (-170, Some(near)),
        (-150, Some(near)),
        (-140, None),
        (150, None),
        (300, Some(far)),
    ] {
        let file = written(&folder, "x.csv", scaled(power));
        for model in ["gaussian", "gda", "qda"] {
            let (status, _, said) = ended(&["fit", &file, "--model", model]);
            match told {
                None => assert_eq!(status, 0, "{power} {model}: {said}"),
                Some(told) => {
                    assert_eq!(status, 3, "{power} {model}");
                    assert!(said.contains(told), "{power} {model}: {said}");
                    assert!(!said.contains("--var-smoothing") && !said.contains("--ridge"), "{said}");
                }
            }
        }
    }
    // What is the same in every row is still said to be.
    let file = written(&folder, "same.csv", "x,z,y\n1,2,a\n1,3,a\n2,4,b\n3,9,b\n1,5,a\n4,1,b\n");
    let (_, _, said) = ended(&["fit", &file, "--model", "gaussian", "--var-smoothing", "0"]);
    assert!(said.contains("is the same in every row of a"), "{said}");
}

#[test]
fn rows_that_are_too_few_for_a_covariance_are_reported() {
    let folder = TempDir::new().unwrap();
    let table = |rows: usize| {
        let mut seed = 3;
        let cells = (0..rows).map(|row| {
            let numbers: String = (0..4).map(|_| format!("{},", drawn(&mut seed) % 1_000)).collect();
            format!("{numbers}{}\n", ["a", "b", "c"][row % 3])
        });
        format!("p,q,r,s,y\n{}", cells.collect::<String>())
    };
    // Four numbers and the means of three classes.
    let file = written(&folder, "7.csv", table(7));
    printed(&["fit", &file, "--model", "gda"]);
    let file = written(&folder, "6.csv", table(6));
    fails(
        3,
        &["fit", &file, "--model", "gda"],
        &[
            "Σ of all classes is singular: 6 rows are too few for 4 numbers, which need at least 7, one for each number and one for the mean of each class",
        ],
    );
    printed(&["fit", &file, "--model", "gda", "--ridge", "1e-6"]);
    printed(&["fit", &file, "--model", "gda", "--covariance", "shared-diagonal"]);
    let file = written(&folder, "15.csv", table(15));
    printed(&["fit", &file, "--model", "qda"]);
    let file = written(&folder, "14.csv", table(14));
    let (_, _, said) = ended(&["fit", &file, "--model", "qda"]);
    assert!(
        said.contains("Σ of c is singular: 4 rows are too few for 4 numbers, which need at least 5\n"),
        "{said}"
    );
}

#[test]
fn a_long_name_does_not_flood_standard_error() {
    let folder = TempDir::new().unwrap();
    let name = "long".repeat(5_000);
    let rows: String =
        (0..12).map(|row| format!("2,{},{}\n", row * row % 7, ["a", "b", "c"][row % 3])).collect();
    let file = written(&folder, "long.csv", format!("{name},z,y\n{rows}"));
    let key = written(&folder, "key.toml", format!("{name} = 1\n"));
    let columns: String = (0..9).map(|at| format!("{name}{at},")).collect();
    let rows: String = (0..12)
        .map(|row| format!("{}{}\n", ["5,", "NA,", "0x,"][row % 3].repeat(9), ["a", "b", "c"][row / 4]))
        .collect();
    let many = written(&folder, "many.csv", format!("{columns}y\n{rows}"));
    let marks = "e\u{301}\u{301}\u{301}".repeat(4_000);
    for arguments in [
        vec!["fit", &file, "--var-smoothing", "0"],
        vec!["fit", &file, "--model", "gda"],
        vec!["fit", &file, "--target", &name[..19_990]],
        vec!["fit", &file, "--target", &marks],
        vec!["explain", &file, "--features", "z", "--query", &format!("{name}x=1")],
        vec!["explain", &file, "--features", "z", "--quantity", &format!("P({name})")],
        vec!["evaluate", &file, "--features", "z", "--positive", &name],
        vec!["fit", &file, "--recipe", &key],
        vec!["fit", &many, "--model", "gaussian"],
    ] {
        let (status, _, said) = ended(&arguments);
        assert_ne!(status, 0, "{:.40}", arguments[2..].join(" "));
        assert!(said.len() <= 4_096, "{} bytes: {said:.600}", said.len());
        assert!(said.contains("error: "), "{said:.600}");
        // Names are shortened. Only the beginning of other text is shown.
        let longest = said.lines().map(|line| line.chars().count()).max().unwrap();
        assert!(longest <= 850 && said.matches("longlong").count() <= 350, "{longest}: {said:.3000}");
    }
}

#[test]
fn students_of_one_name_and_many_values_cost_what_they_are() {
    let folder = TempDir::new().unwrap();
    let exercise = "data = \"sample:weather\"\n[[step]]\nask = \"P(Yes)\"\n";
    let file = written(&folder, "weather.toml", exercise);
    let list = written(&folder, "students.txt", "Anna\n".repeat(1_000));
    let sheets = folder.path().join("sheets");
    let began = Instant::now();
    let (status, _, said) =
        ended(&["exercise", "sheet", &file, "--students", &list, "--folder", &sheets.to_string_lossy()]);
    assert_eq!(status, 0, "{said}");
    assert_eq!(fs::read_dir(&sheets).unwrap().count(), 1_000);
    assert!(sheets.join("Anna-1000.txt").exists());
    assert!(said.len() < 400, "{said:.600}");
    let rows: String =
        (0..100_000).map(|value| format!("v{},{}\n", value / 2, ["b", "c", "d"][value % 3])).collect();
    written(&folder, "many.csv", format!("a,y\n{rows}"));
    let random = "data = \"many.csv\"\n[random]\nrows = [10, 20]\n[[step]]\nask = \"P(b)\"\n";
    let file = written(&folder, "random.toml", random);
    let (status, _, said) = ended(&["exercise", "sheet", &file]);
    assert_eq!(status, 3, "{said}");
    assert!(said.contains("has 50000 values, but rows starts at 10"), "{said:.600}");
    assert!(began.elapsed() < Duration::from_secs(15), "{:?}", began.elapsed());
}

#[test]
fn of_very_many_classes_predictions_are_added_up_and_are_those_of_explain() {
    let folder = TempDir::new().unwrap();
    for classes in [3, 100, 101] {
        let mut seed = 5;
        let rows = (0..6 * classes).map(|row| {
            let cells = [drawn(&mut seed) % 4, drawn(&mut seed) % 3, drawn(&mut seed) % 900];
            format!("p{},q{},{},c{}\n", cells[0], cells[1], cells[2], row % classes)
        });
        let file = written(&folder, "k.csv", format!("a,b,x,y\n{}", rows.collect::<String>()));
        let lines = printed(&["predict", &file, "--all", "--target", "y"]);
        let line = lines.lines().nth(2).unwrap().split(',').skip(3);
        let predicted: Vec<f64> = line.map(|cell| cell.parse().unwrap()).collect();
        let explained = program::json(&["explain", &file, "--target", "y", "--row", "2", "--format", "json"]);
        let posterior = &explained["queries"][0]["posterior"];
        assert_eq!(predicted.len(), classes);
        for (class, p) in predicted.iter().enumerate() {
            let exact = posterior[format!("c{class}")]["value"].as_f64().unwrap();
            assert!((p - exact).abs() <= 1e-11 * exact, "{classes}: {p} {exact}");
        }
    }
}

/// So many columns of letters, three classes, and a row without a class.
fn of_columns(columns: usize) -> String {
    let mut csv: String = (0..columns).map(|at| format!("v{at},")).collect();
    csv.push_str("y\n");
    for row in 0..4 {
        (0..columns).for_each(|at| csv.push_str(["p,", "q,"][(at + row) % 2]));
        csv.push_str(["a\n", "b\n", "c\n", "\n"][row]);
    }
    csv
}

/// The working of a case on both sides of the most that is worked out: 40,000 factors of all classes together.
#[test]
fn a_working_that_would_fill_the_memory_is_refused() {
    for (columns, wanted) in [(13_333, true), (13_334, false)] {
        let csv = of_columns(columns);
        let folder = TempDir::new().unwrap();
        let file = written(&folder, "wide.csv", &csv);
        let fitted = models::fitted(&csv, "target = \"y\"");
        let case = Case::from_row(&fitted, 0).unwrap();
        let terms = Context { fitted: &fitted, case: Some(&case) }.terms();
        assert_eq!(terms.is_ok(), wanted, "{columns}");
        if wanted {
            continue;
        }
        fails(3, &["explain", &file, "--row", "1", "--target", "y"], &["40,002 factors", "predict"]);
        let shown = printed(&["show", &file, "--target", "y", "--format", "text"]);
        assert!(shown.contains("40,002 factors"));
    }
}
