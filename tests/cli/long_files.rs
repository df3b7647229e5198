//! Files that are longer than the memory they may take.

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::Stdio;

use flate2::Compression;
use serde_json::Value;
use tempfile::TempDir;

use crate::program::{ended, json};

/// Three classes in some three megabytes.
fn written() -> (TempDir, PathBuf) {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("long.csv");
    let mut csv = "size,colour,class\n".to_owned();
    for row in 0..120_000u32 {
        let (class, other) = (row % 3, row.wrapping_mul(2_654_435_761) >> 20);
        let colour = ["red", "green", "blue"][(other % (class + 1)) as usize];
        writeln!(
            csv,
            "{}.{:04},{colour},{}",
            class * 40 + other % 77,
            other,
            ["a", "b", "c"][class as usize]
        )
        .unwrap();
    }
    fs::write(&path, csv).unwrap();
    (folder, path)
}

#[test]
fn a_file_in_parts_gives_the_same_answer_and_says_that_it_was_read_so() {
    let (_folder, path) = written();
    let path = path.to_str().unwrap();
    for command in ["fit", "evaluate"] {
        let flags = [command, path, "--target", "class", "--format", "json"];
        let whole = json(&flags);
        let mut parts = json(&[&flags[..], &["--memory", "1MB"]].concat());
        let warnings = parts["warnings"].as_array_mut().unwrap();
        let said = warnings.remove(0);
        assert!(said.as_str().unwrap().contains("may take 1,000,000 of memory"), "{said}");
        assert_eq!(parts, whole, "{command}");
        assert_eq!(whole["data"]["rows"], Value::from(120_000));
        let (status, _, err) = ended(&[&flags[..], &["--memory", "1MB"]].concat());
        assert_eq!(status, 0);
        assert!(err.contains("its rows are read in parts"), "{err}");
        let (status, _, err) = ended(&[&flags[..], &["--memory", "1GiB"]].concat());
        assert_eq!((status, err.contains("in parts")), (0, false), "{err}");
    }
}

#[test]
fn predictions_of_long_files_are_those_of_short_ones() {
    let (folder, path) = written();
    let path = path.to_str().unwrap();
    let flags = ["predict", path, "--target", "class"];
    let printed = |more: &[&str]| {
        let (status, out, err) = ended(&[&flags[..], more].concat());
        assert_eq!(status, 0, "{err}");
        (out, err)
    };
    let (whole, _) = printed(&["--all"]);
    assert_eq!(whole.lines().count(), 120_001);
    assert!(whole.starts_with("row,predicted,undefined,P(a),P(b),P(c)\n1,"));
    assert!(printed(&["--all", "--memory", "1MB"]).0 == whole);
    // Rows without a class are found in every part, under their own numbers.
    let text = fs::read_to_string(path).unwrap();
    let some = folder.path().join("some.csv");
    let without = |(at, line): (usize, &str)| match at % 50_000 {
        49_999 => format!("{},\n", line.rsplit_once(',').unwrap().0),
        _ => format!("{line}\n"),
    };
    fs::write(&some, text.lines().enumerate().map(without).collect::<String>()).unwrap();
    let (status, out, err) =
        ended(&["predict", some.to_str().unwrap(), "--target", "class", "--memory", "1MB"]);
    let rows: Vec<&str> = out.lines().skip(1).map(|line| line.split(',').next().unwrap()).collect();
    assert_eq!((status, rows), (0, vec!["49999", "99999"]), "{err}");
    // Cases from a file: values that training has not seen are counted over all pieces, a blank line is told once.
    let cases = folder.path().join("cases.csv");
    let odd = |(at, line): (usize, &str)| match at % 40_000 {
        39_999 => {
            format!("{}\n\n", line.replace("red", "grey").replace("green", "grey").replace("blue", "grey"))
        }
        _ => format!("{line}\n"),
    };
    fs::write(&cases, text.lines().enumerate().map(odd).collect::<String>()).unwrap();
    let (whole, said) = printed(&["--queries", cases.to_str().unwrap()]);
    let (parts, told) = printed(&["--queries", cases.to_str().unwrap(), "--memory", "1MB"]);
    assert!(parts == whole);
    let unseen = "3 rows have a value of colour that training never saw: grey (3); it gives no factor";
    assert!(said.contains(unseen) && told.contains(unseen), "{said}{told}");
    // A cell that is no number is told where it stands, and nothing is left half written.
    let wrong = folder.path().join("wrong.csv");
    let (at, to) = (text.lines().count() - 7, folder.path().join("out.csv"));
    let broken = |(line, text): (usize, &str)| format!("{text}{}\n", if line == at { ",x" } else { "" });
    fs::write(&wrong, text.lines().enumerate().map(broken).collect::<String>()).unwrap();
    let more = ["--queries", wrong.to_str().unwrap(), "--memory", "1MB", "--output", to.to_str().unwrap()];
    let (status, _, err) = ended(&[&flags[..], &more].concat());
    assert_eq!((status, to.exists()), (3, false), "{err}");
    assert!(err.contains("lines further down"), "{err}");
}

#[test]
fn what_is_no_size_is_told_so() {
    let (_folder, path) = written();
    for size in ["0", "-1", "many", "12 apples", "9GB", "99999999999999999999"] {
        let size = format!("--memory={size}");
        let (status, out, err) = ended(&["fit", path.to_str().unwrap(), "--target", "class", &size]);
        assert_eq!((status, out.as_str()), (2, ""), "{size}");
        assert!(err.contains("such as 500MB or 2GiB"), "{err}");
    }
}

#[test]
fn folds_need_all_rows_and_say_what_to_do_instead() {
    let (_folder, path) = written();
    let flags =
        ["evaluate", path.to_str().unwrap(), "--target", "class", "--split", "folds:3", "--memory", "1MB"];
    let (status, out, err) = ended(&flags);
    assert_eq!((status, out.as_str()), (3, ""));
    assert!(
        err.contains("more of them than fit into 1,000,000 bytes") && err.contains("--memory 4GB"),
        "{err}"
    );
}

#[test]
fn what_comes_only_once_or_packed_is_put_down_where_it_is_longer() {
    let (folder, path) = written();
    let packed = folder.path().join("long.csv.gz");
    let mut gzip = flate2::write::GzEncoder::new(fs::File::create(&packed).unwrap(), Compression::fast());
    gzip.write_all(&fs::read(&path).unwrap()).unwrap();
    gzip.finish().unwrap();
    let path = path.to_str().unwrap();
    let whole = json(&["evaluate", path, "--target", "class", "--format", "json"]);
    let temporary = TempDir::new().unwrap();
    let told = |data: &str, input: Option<Stdio>, memory: &str| {
        let mut program = std::process::Command::new(env!("CARGO_BIN_EXE_posterior"));
        program.args(["evaluate", data, "--target", "class", "--format", "json", "--memory", memory]);
        program.env("TMPDIR", temporary.path()).stdin(input.unwrap_or_else(Stdio::null));
        let out = program.output().unwrap();
        let mut answer: Value = serde_json::from_slice(&out.stdout).unwrap();
        let warnings = answer["warnings"].as_array_mut().unwrap();
        let in_parts = warnings.first().is_some_and(|said| said.as_str().unwrap().contains("read in parts"));
        if in_parts {
            warnings.remove(0);
        }
        answer["data"]["file"] = whole["data"]["file"].clone();
        assert_eq!(answer, whole, "{data} {memory}");
        in_parts
    };
    let file = || Some(Stdio::from(fs::File::open(path).unwrap()));
    let piped = || {
        let mut cat = std::process::Command::new("cat").arg(path).stdout(Stdio::piped()).spawn().unwrap();
        let out = cat.stdout.take();
        std::thread::spawn(move || cat.wait());
        out.map(Stdio::from)
    };
    let length = fs::metadata(path).unwrap().len();
    for (memory, in_parts) in [(length, false), (length - 1, true), (1_000_000, true)] {
        let memory = format!("{memory}B");
        assert_eq!(told(packed.to_str().unwrap(), None, &memory), in_parts, "packed, {memory}");
        assert_eq!(told("-", file(), &memory), in_parts, "a file, {memory}");
        assert_eq!(told("-", piped(), &memory), in_parts, "a pipe, {memory}");
    }
    assert_eq!(fs::read_dir(temporary.path()).unwrap().count(), 0, "nothing is left there");
    // Nor where it was killed in the middle, on systems that open a file without a name.
    #[cfg(target_os = "linux")]
    {
        let mut program = std::process::Command::new(env!("CARGO_BIN_EXE_posterior"));
        program.args(["fit", "-", "--target", "class", "--memory", "1MB"]).stdin(Stdio::piped());
        program.env("TMPDIR", temporary.path()).stdout(Stdio::null()).stderr(Stdio::null());
        let mut running = program.spawn().unwrap();
        running.stdin.as_mut().unwrap().write_all(&fs::read(path).unwrap()).unwrap();
        running.kill().unwrap();
        running.wait().unwrap();
        assert_eq!(fs::read_dir(temporary.path()).unwrap().count(), 0, "nothing is left there");
    }
    let nowhere = temporary.path().join("none");
    let mut program = std::process::Command::new(env!("CARGO_BIN_EXE_posterior"));
    program.args(["fit", "-", "--target", "class", "--memory", "1MB"]).stdin(piped().unwrap());
    let out = program.env("TMPDIR", &nowhere).output().unwrap();
    let err = String::from_utf8(out.stderr).unwrap();
    assert_eq!(out.status.code(), Some(3));
    assert!(err.contains("cannot be put down in") && err.contains("TMPDIR"), "{err}");
}
