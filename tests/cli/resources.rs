//! Tables that would take all memory or all day: each command ends in time, within an address space of 1 GiB, with a
//! short message.
//!
//! A debug build is tried with small tables. For the full size of a release build run
//! `POSTERIOR_FULL=target/release/posterior cargo test --test cli -- --nocapture full_size`.

use crate::{Folder, has, models, random, table};

use std::fs;
use std::io::Read;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use posterior::model::Case;
use posterior::worked::Context;

/// Sizes of the tables: distinct rows, classes, columns, words, rows.
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

/// The longest that a command of a release build may take on the full tables.
const LONGEST: Duration = Duration::from_secs(10);

/// The same of a debug build on a machine that has other work.
const ENDLESS: Duration = Duration::from_secs(90);

/// A table of six rows with many columns and two or three classes.
fn wide(columns: usize, classes: &[&str], mut cell: impl FnMut() -> String) -> String {
    let head: String = (0..columns).map(|at| format!("v{at},")).collect();
    let row =
        |row| (0..columns).map(|_| cell() + ",").collect::<String>() + classes[row % classes.len()] + "\n";
    table(&format!("{head}y"), (0..6).map(row))
}

fn tables(sizes: &Sizes) -> Vec<(&'static str, String)> {
    let mut seed = 1;
    let mut below = |limit: u64| random(&mut seed) % limit;
    let unique =
        (0..sizes.unique).map(|row| format!("c{:07},{}.{:07}\n", below(9_999_999), row % 90, row * 31));
    let mut all = vec![("unique.csv", table("city,y", unique))];
    for (name, each) in [("classes.csv", 2), ("classes4.csv", 4)] {
        let rows = (0..each * sizes.classes).map(|row| {
            let (a, b, x) = (below(5), below(3), below(1_000));
            format!("p{a},q{b},{}.{x:03},c{}\n", x % 7, row % sizes.classes)
        });
        all.push((name, table("a,b,x,y", rows)));
    }
    all.push(("columns.csv", wide(sizes.columns, &["a", "b"], || below(10).to_string())));
    let three = ["a", "b", "c"];
    all.push(("flags.csv", wide(sizes.columns, &three, || ["0", "1", "0"][below(3) as usize].to_owned())));
    // Letters have no covariances: fewer columns do.
    all.push((
        "letters.csv",
        wide(sizes.columns / 3, &three, || ["x", "y", "z"][below(3) as usize].to_owned()),
    ));
    let messages = (0..sizes.words).step_by(10).map(|from| {
        let words: String = (from..from + 10).map(|word| format!("w{word} ")).collect();
        format!("{words}the end,{}\n", ["spam", "ham", "other"][below(3) as usize])
    });
    all.push(("words.csv", table("message,y", messages)));
    let rows = (0..sizes.rows).map(|_| format!("p{},{},u{}\n", below(3), below(100), below(2)));
    all.push(("rows.csv", table("a,x,y", rows)));
    all
}

/// Runs a command within 1 GiB of address space: its status, standard error, and the time it took. What it prints is
/// read and dropped.
fn within_bounds(folder: &Folder, program: &str, line: &str) -> (Option<i32>, String, Duration) {
    let began = Instant::now();
    let mut child = Command::new("sh")
        .args(["-c", "ulimit -v 1048576; exec \"$@\"", "sh", program])
        .args(crate::words(line))
        .current_dir(&folder.path)
        .env("MALLOC_ARENA_MAX", "2")
        .env("RAYON_NUM_THREADS", "2")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let (mut out, mut err) = (child.stdout.take().unwrap(), child.stderr.take().unwrap());
    let print = thread::spawn(move || _ = std::io::copy(&mut out, &mut std::io::sink()));
    let message = thread::spawn(move || {
        let mut message = Vec::new();
        let _ = err.read_to_end(&mut message);
        String::from_utf8_lossy(&message).into_owned()
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
    (status, message.join().unwrap(), began.elapsed())
}

/// Tries every command on every table.
fn try_all(program: &str, sizes: &Sizes, is_full: bool) {
    let folder = Folder::new();
    let mut wrong = Vec::new();
    for (file, text) in tables(sizes) {
        folder.write(file, text);
        for line in [
            "show FILE",
            "fit FILE --var-smoothing 0 --format json",
            "evaluate FILE --split folds:10 --format json",
            "evaluate FILE --split holdout:0.1 --format csv --table rows",
            "evaluate FILE --model categorical --bins width:10 --split folds:2",
            "evaluate FILE --model gaussian --var-smoothing 0.1 --split folds:3",
            "explain FILE --row 1 --format json",
            "explain FILE --row 1 --naive",
            "check 1/2 --of P(a) FILE",
            "predict FILE --queries FILE",
            "compare FILE",
            "practice FILE",
            "exercise new FILE --row 1 --output FILE.toml",
            "exercise sheet FILE.toml",
            "show FILE --model gda",
            "show FILE --bins mdl",
        ] {
            // The exercise has its class itself.
            let target = if line.ends_with("sheet FILE.toml") { "" } else { " --target y" };
            let line = line.replace("FILE", file) + target;
            let (status, err, took) = within_bounds(&folder, program, &line);
            if is_full {
                println!("{line:70} {status:?} {took:.1?} {}", err.lines().last().unwrap_or_default());
            }
            let ended = matches!(status, Some(0 | 2 | 3 | 4 | 5));
            if !ended || took > if is_full { LONGEST } else { ENDLESS } || err.len() > 4_096 {
                wrong.push(format!("{line}: {status:?} in {took:.1?}, {} bytes: {err:.300}", err.len()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
#[cfg(target_os = "linux")]
fn every_command_ends_in_time_and_within_a_gibibyte() {
    try_all(env!("CARGO_BIN_EXE_posterior"), &SMALL, false);
}

#[test]
#[cfg(target_os = "linux")]
fn full_size_for_a_release_build() {
    let Ok(program) = std::env::var("POSTERIOR_FULL") else { return };
    let program = fs::canonicalize(program).unwrap();
    try_all(program.to_str().unwrap(), &FULL, true);
}

/// `each` rows of every class, and `less` rows fewer.
fn of_classes(classes: usize, each: usize, less: usize, class: impl Fn(usize) -> String) -> String {
    let rows = (less..classes * each).map(|row| format!("{},{}\n", row % 3, class(row % classes)));
    table("a,y", rows)
}

fn text(at: usize) -> String {
    format!("c{at}")
}

const FIT: &str = "fit y.csv --target y --kind a=categorical";

#[test]
fn a_column_with_too_many_classes_is_refused() {
    let folder = Folder::new();
    let number = |at: usize| format!("{at}.5");
    for (csv, refusal) in [
        (of_classes(20, 1, 0, text), None),
        (of_classes(21, 1, 0, text), Some("“y” has 21 classes in 21 rows")),
        (of_classes(21, 2, 0, text), None),
        (of_classes(21, 2, 1, text), Some("“y” has 21 classes in 41 rows")),
        (of_classes(1_000, 2, 0, number), None),
        (
            of_classes(1_001, 2, 0, number),
            Some("“y” has 1,001 classes in 2,002 rows, and at most 1,000 are read"),
        ),
        (of_classes(1_001, 2, 0, text), None),
        (of_classes(5_000, 2, 0, text), None),
        (
            of_classes(5_001, 2, 0, text),
            Some("“y” has 5,001 classes in 10,002 rows, and at most 5,000 are read"),
        ),
    ] {
        folder.write("y.csv", csv);
        match refusal {
            None => _ = folder.prints(&format!("{FIT} --format csv")),
            Some(refusal) => _ = folder.fails(3, FIT, &[&format!("error: {refusal}\n")]),
        }
    }
    // A test file may bring the one too many.
    folder.write("y.csv", of_classes(5_000, 2, 0, text));
    folder.write("test.csv", "a,y\n1,new\n");
    let line = FIT.replace("fit", "evaluate") + " --split file:test.csv";
    folder.fails(3, &line, &["“y” has 5,001 classes"]);
    // Documents are categories only when they have been read again.
    let documents: String =
        (0..30).map(|row| format!("{},the word w{row} of a long message in a row\n", row % 3)).collect();
    folder.write("y.csv", format!("a,y\n{documents}"));
    folder.fails(3, "fit y.csv --target y", &["“y” has 30 classes in 30 rows"]);
}

#[test]
fn too_many_counts_posteriors_and_covariances_are_refused() {
    // 2,100 values and 2,000 classes are more than 4,194,304 counts; 2,097 values are fewer.
    let folder = Folder::new();
    let counts = |values: usize| {
        let rows = (0..4_200).map(|row| format!("v{},c{}\n", row % values, row % 2_000));
        table("a,y", rows)
    };
    folder.write("k.csv", counts(2_097));
    folder.prints("check 1/1400 --of P(c7) k.csv --features a");
    folder.write("k.csv", counts(2_100));
    let part = "a count of each value in each of 2,000 classes would be 4,200,000 counts";
    folder.fails(3, "fit k.csv --features a", &[part, "--ignore a"]);
    // A share of the rows is evaluated.
    folder.write("y.csv", of_classes(4_100, 2, 0, text));
    let part = "8,200 rows and 4,100 classes give 33,620,000 posteriors";
    folder.fails(3, &FIT.replace("fit", "evaluate"), &[part, "--split holdout:0.9"]);
    let report = folder.prints(&FIT.replace("fit", "show"));
    has(&report, &["Not evaluated: 8,200 rows and 4,100 classes"]);
    // 1,000 numbers have 500,500 covariances, and 2²⁵ are 67 times as many.
    let mut seed = 9;
    let head: String = (0..1_000).map(|at| format!("v{at},")).collect();
    let mut row = |class: usize| {
        (0..1_000).map(|_| format!("{},", random(&mut seed) % 90)).collect::<String>() + &text(class) + "\n"
    };
    for (classes, part) in [(67, "rows are too few"), (68, "34,034,000 covariances in 68 classes")] {
        let rows: String = (0..2 * classes).map(|at| row(at % classes)).collect();
        folder.write("wide.csv", format!("{head}y\n{rows}"));
        folder.fails(3, "fit wide.csv --model qda --target y", &[part]);
    }
}

#[test]
fn an_exercise_of_very_many_steps_is_refused() {
    let folder = Folder::new();
    // A prior, a factor, a score and a posterior of each class, and the answer.
    for line in ["exercise new y.csv --row 1", "practice y.csv"] {
        let line = format!("{line} --target y --kind a=categorical");
        folder.write("y.csv", of_classes(124, 2, 0, text));
        folder.prints(&line);
        folder.write("y.csv", of_classes(125, 2, 0, text));
        folder.fails(3, &line, &["at most 500 steps, but this one would have 501"]);
    }
}

/// Work that grows with the square of the classes takes a minute here, and else two seconds.
#[test]
fn the_work_for_a_case_grows_linearly_with_its_classes() {
    let mut seed = 1;
    let rows = (0..2_400).map(|row| {
        let [a, b, c, d] = [5, 3, 7, 1_000].map(|below| random(&mut seed) % below);
        format!("p{a},q{b},{c}.{d:03},c{}\n", row % 600)
    });
    let folder = Folder::with(&[("k.csv", &table("a,b,x,y", rows))]);
    for line in ["predict --all k.csv --target y", "explain --row 1 k.csv --target y"] {
        let (status, err, took) = within_bounds(&folder, env!("CARGO_BIN_EXE_posterior"), line);
        assert_eq!(status, Some(0), "{line} in {took:.1?}: {err:.300}");
    }
}

#[test]
fn numbers_too_close_or_too_far_apart_are_reported() {
    let folder = Folder::new();
    let close = "lie so close together that their variance is too small to compute";
    let far = "lie so far apart that their variance is too large to compute";
    for (power, message) in [(-310, close), (-170, close), (-150, close), (-140, ""), (150, ""), (300, far)] {
        let rows = (0..18).map(|row| {
            let (x, z) = (1 + row * row % 7, 1 + row * 5 % 11);
            format!("{x}e{power},{z}e{power},{}\n", ["a", "b", "c"][row % 3])
        });
        folder.write("x.csv", table("x,z,y", rows));
        for model in ["gaussian", "gda", "qda"] {
            let line = format!("fit x.csv --model {model}");
            if message.is_empty() {
                folder.prints(&line);
                continue;
            }
            let err = folder.fails(3, &line, &[message]);
            assert!(!err.contains("--var-smoothing") && !err.contains("--ridge"), "{err}");
        }
    }
    // Of numbers that are the same in every row, that is reported instead.
    folder.write("x.csv", "x,z,y\n1,2,a\n1,3,a\n2,4,b\n3,9,b\n1,5,a\n4,1,b\n");
    folder.fails(3, "fit x.csv --model gaussian --var-smoothing 0", &["is the same in every row of a"]);
}

#[test]
fn too_few_rows_for_a_covariance_are_reported() {
    let folder = Folder::new();
    for (rows, model, message) in [
        // Four numbers and the means of three classes.
        (7, "gda", ""),
        (
            6,
            "gda",
            "Σ of all classes is singular: 6 rows are too few for 4 numbers, which need at least 7, one for each number and one for the mean of each class",
        ),
        (6, "gda --ridge 1e-6", ""),
        (6, "gda --covariance shared-diagonal", ""),
        (15, "qda", ""),
        (14, "qda", "Σ of c is singular: 4 rows are too few for 4 numbers, which need at least 5\n"),
    ] {
        let mut seed = 3;
        let cells = (0..rows).map(|row| {
            let numbers: String = (0..4).map(|_| format!("{},", random(&mut seed) % 1_000)).collect();
            format!("{numbers}{}\n", ["a", "b", "c"][row % 3])
        });
        folder.write("x.csv", table("p,q,r,s,y", cells));
        let status = if message.is_empty() { 0 } else { 3 };
        folder.fails(status, &format!("fit x.csv --model {model}"), &[message]);
    }
}

#[test]
fn a_long_name_does_not_flood_standard_error() {
    let folder = Folder::new();
    let name = "long".repeat(5_000);
    let rows: String =
        (0..12).map(|row| format!("2,{},{}\n", row * row % 7, ["a", "b", "c"][row % 3])).collect();
    folder.write("long.csv", format!("{name},z,y\n{rows}"));
    folder.write("key.toml", format!("{name} = 1\n"));
    let columns: String = (0..9).map(|at| format!("{name}{at},")).collect();
    let rows: String = (0..12)
        .map(|row| format!("{}{}\n", ["5,", "NA,", "0x,"][row % 3].repeat(9), ["a", "b", "c"][row / 4]))
        .collect();
    folder.write("many.csv", format!("{columns}y\n{rows}"));
    for line in [
        "fit long.csv --var-smoothing 0",
        "fit long.csv --model gda",
        &format!("fit long.csv --target {}", &name[..19_990]),
        &format!("fit long.csv --target {}", "e\u{301}\u{301}\u{301}".repeat(4_000)),
        &format!("explain long.csv --features z --query {name}x=1"),
        &format!("explain long.csv --features z --quantity P({name})"),
        &format!("evaluate long.csv --features z --positive {name}"),
        "fit long.csv --recipe key.toml",
        "fit many.csv --model gaussian",
    ] {
        let (status, _, err) = folder.run(line);
        assert!(status != 0 && err.contains("error: "), "{line:.40}: {err:.600}");
        assert!(err.len() <= 4_096, "{} bytes: {err:.600}", err.len());
        // Names are shortened. Only the beginning of other text is shown.
        let longest = err.lines().map(|line| line.chars().count()).max().unwrap();
        assert!(longest <= 850 && err.matches("longlong").count() <= 350, "{longest}: {err:.3000}");
    }
}

#[test]
fn many_students_of_one_name_and_many_values_take_little_time() {
    let rows: String =
        (0..100_000).map(|value| format!("v{},{}\n", value / 2, ["b", "c", "d"][value % 3])).collect();
    let folder = Folder::with(&[
        ("weather.toml", "data = \"sample:weather\"\n[[step]]\nask = \"P(Yes)\"\n"),
        ("students.txt", &"Anna\n".repeat(1_000)),
        ("many.csv", &format!("a,y\n{rows}")),
        ("random.toml", "data = \"many.csv\"\n[random]\nrows = [10, 20]\n[[step]]\nask = \"P(b)\"\n"),
    ]);
    let began = Instant::now();
    let err = folder.fails(0, "exercise sheet weather.toml --students students.txt --folder sheets", &[]);
    assert_eq!(fs::read_dir(folder.at("sheets")).unwrap().count(), 1_000);
    assert!(folder.path.join("sheets/Anna-1000.txt").exists() && err.len() < 400, "{err:.600}");
    folder.fails(3, "exercise sheet random.toml", &["has 50000 values, but rows starts at 10"]);
    assert!(began.elapsed() < Duration::from_secs(15), "{:?}", began.elapsed());
}

/// The limit for the working of a case: 40,000 factors of all classes together.
#[test]
fn a_working_that_would_fill_the_memory_is_refused() {
    for (columns, is_shown) in [(13_333, true), (13_334, false)] {
        let head: String = (0..columns).map(|at| format!("v{at},")).collect();
        let row = |row: usize| {
            let cells: String = (0..columns).map(|at| ["p,", "q,"][(at + row) % 2]).collect();
            cells + ["a\n", "b\n", "c\n", "\n"][row]
        };
        let csv = table(&format!("{head}y"), (0..4).map(row));
        let fitted = models::fitted(&csv, "target = \"y\"");
        let case = Case::from_row(&fitted, 0).unwrap();
        let terms = Context { fitted: &fitted, case: Some(&case) }.terms();
        assert_eq!(terms.is_ok(), is_shown, "{columns}");
        if !is_shown {
            let folder = Folder::with(&[("wide.csv", &csv)]);
            folder.fails(3, "explain wide.csv --row 1 --target y", &["40,002 factors", "predict"]);
            has(&folder.prints("show wide.csv --target y --format text"), &["40,002 factors"]);
        }
    }
}
