//! Input from strangers: paths that never end, and exercises that name files of the person who opens them.

#[cfg(unix)]
mod injection;
use crate::{Folder, contains, has, prints};

use std::fs::{self, File};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const EXERCISE: &str = "format = 1\ndata = \"weather.csv\"\nquery = { Weather = \"Sunny\" }\n\
                        [recipe]\ntarget = \"Play\"\n[[step]]\nask = \"P(Yes)\"\n";

const MAIL: &str = "text,class\nfree money,spam\nhello you,ham\nfree hello,spam\n";

/// A folder with a table, one of messages, an exercise and a sheet.
fn folder() -> Folder {
    Folder::with(&[
        ("weather.csv", &prints("samples weather")),
        ("mail.csv", MAIL),
        ("sunny.toml", EXERCISE),
        ("sheet.txt", "exercise: sunny\nP(Yes) = 9/14\n"),
    ])
}

/// Every way to name a file that is read.
const WAYS: [&str; 10] = [
    "show PATH",
    "show weather.csv --recipe PATH",
    "show mail.csv --kind text=text --vocabulary file:PATH",
    "evaluate weather.csv --split file:PATH",
    "predict weather.csv --queries PATH",
    "explain weather.csv --queries PATH",
    "exercise print PATH",
    "exercise print sunny.toml --students PATH",
    "mark PATH --exercise sunny.toml",
    "mark sheet.txt --exercise PATH",
];

/// Runs all ways to name a file at the same time: each line with its status and its message.
fn together(folder: &Folder, ways: &[&str], path: &str) -> Vec<(String, i32, String)> {
    std::thread::scope(|scope| {
        let threads: Vec<_> = ways
            .iter()
            .map(|way| {
                scope.spawn(move || {
                    let line = way.replace("PATH", path);
                    let (status, _, err) = folder.run(&line);
                    (line, status, err)
                })
            })
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    })
}

#[cfg(unix)]
#[test]
fn endless_and_huge_files_are_refused() {
    let folder = folder();
    for (line, status, err) in together(&folder, &WAYS, "/dev/zero") {
        assert!(status == 3 && err.contains("it is a device, not a file"), "{line}: {status} {err}");
    }
    File::create(folder.at("huge")).unwrap().set_len(100 << 20).unwrap();
    for (line, status, err) in together(&folder, &WAYS[1..], "huge") {
        assert!(matches!(status, 2 | 3) && err.starts_with("error: "), "{line}: {status} {err}");
    }
    // A list of tables is not JSON here.
    folder.write("list.toml", "[[column]]\nname = \"Weather\"\nkind = \"categorical\"\n");
    folder.prints("show weather.csv --recipe list.toml");
    // One that names very many columns is read at once.
    let columns = (0..40_000).map(|at| format!("[[column]]\nname = \"c{at}\"\nkind = \"numeric\"\n"));
    folder.write("wide.toml", columns.collect::<String>());
    let begun = Instant::now();
    folder.fails(3, "show weather.csv --recipe wide.toml", &["no column “c0”"]);
    assert!(begun.elapsed() < Duration::from_secs(15), "{:?}", begun.elapsed());
    folder.write("long.toml", format!("target = \"Play\"\n{}", "# nothing\n".repeat(900_000)));
    folder.fails(3, "show weather.csv --recipe long.toml", &["is longer than 8388608 bytes"]);
    // The file of progress is read by the same rules.
    fs::create_dir(folder.at("posterior")).unwrap();
    std::os::unix::fs::symlink("/dev/zero", folder.at("posterior/progress.toml")).unwrap();
    let output = folder.command("practice --list").env("XDG_STATE_HOME", &folder.path).output().unwrap();
    let err = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && err.contains("it is a device, not a file"), "{err}");
}

#[cfg(unix)]
fn pipe(path: &str) {
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

#[cfg(unix)]
#[test]
fn a_pipe_without_a_writer_is_given_up_with_an_error() {
    let folder = folder();
    pipe(&folder.at("silent"));
    pipe(&folder.at("silent.toml"));
    let begun = Instant::now();
    let ways = [&WAYS[..], &["show PATH.toml"]].concat();
    for (line, status, err) in together(&folder, &ways, "silent") {
        let part = "it is a pipe that no program writes to";
        assert!(status == 3 && err.contains(part), "{line}: {status} {err}");
    }
    assert!(begun.elapsed() < Duration::from_secs(10), "{:?}", begun.elapsed());
}

#[cfg(unix)]
#[test]
fn a_pipe_with_a_slow_writer_is_read_to_its_end() {
    let folder = folder();
    pipe(&folder.at("late.csv"));
    let mut scripts = vec![
        "cat weather.csv | $P fit /dev/stdin",
        "$P fit /dev/stdin < weather.csv",
        "{ head -c 40 weather.csv; sleep 0.3; tail -c +41 weather.csv; } | $P fit /dev/stdin",
        "{ sleep 0.3; cat weather.csv > late.csv; } & $P fit late.csv",
        "{ exec 3> late.csv; sleep 2.5; cat weather.csv >&3; } & $P fit late.csv",
    ];
    if Command::new("bash").arg("--version").output().is_ok_and(|output| output.status.success()) {
        scripts.push("exec bash -c '$P fit <(cat weather.csv)'");
        scripts.push("exec bash -c '$P fit weather.csv --recipe <(echo \"target = \\\"Play\\\"\")'");
    }
    // What is above the numbers names the source and the origin of the choices.
    let numbers = |text: &str| text[text.find("Prior P(class)").unwrap()..].to_owned();
    let expected = numbers(&folder.prints("fit weather.csv"));
    for script in scripts {
        let mut command = Command::new("sh");
        command.args(["-c", script]).env("P", env!("CARGO_BIN_EXE_posterior"));
        let output = command.current_dir(&folder.path).stdin(Stdio::null()).output().unwrap();
        let err = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{script}: {err}");
        assert_eq!(numbers(&String::from_utf8_lossy(&output.stdout)), expected, "{script}: {err}");
    }
}

#[test]
fn an_exercise_reads_files_beside_or_below_it_and_others_only_if_it_is_trusted() {
    let folder = folder();
    for (name, text) in [
        ("words.txt", "free\nmoney\nhello\n"),
        ("outer.toml", "target = \"Play\"\n"),
        ("below/mail.csv", MAIL),
        ("below/deeper/weather.csv", &folder.read("weather.csv")),
    ] {
        folder.write(name, text);
    }
    let mail = |recipe: &str, feature: &str| {
        format!(
            "format = 1\ndata = \"mail.csv\"\nquery = {{ text = \"free\" }}\n[recipe]\ntarget = \"class\"\n{recipe}\n\
             [[recipe.feature]]\nname = \"text\"\nkind = \"text\"\n{feature}\n[[step]]\nask = \"P(spam)\"\n"
        )
    };
    let outside = EXERCISE.replace("weather.csv", "../weather.csv");
    let cases = [
        outside.clone(),
        EXERCISE.replace("weather.csv", &folder.at("weather.csv")),
        EXERCISE.replace("weather.csv", "../below/../weather.csv"),
        outside.replace("[recipe]\ntarget = \"Play\"", "recipe = \"../outer.toml\""),
        mail("vocabulary = \"file:../words.txt\"", ""),
        mail("", "vocabulary = \"file:../words.txt\""),
        mail("split = \"file:../mail.csv\"", ""),
    ];
    for exercise in &cases {
        folder.write("below/sunny.toml", exercise);
        for command in ["exercise sheet", "exercise print", "practice", "show", "check 9/14 --of P(Yes)"] {
            let line = format!("{command} below/sunny.toml");
            let (status, out, err) = folder.run(&line);
            contains(&err, &["is outside the folder of the exercise", "--outside"], &line);
            assert!(matches!(status, 2 | 3) && out.is_empty(), "{line}: {status} {err}");
        }
        folder.prints("exercise print below/sunny.toml --outside");
    }
    folder.write("below/sunny.toml", &outside);
    folder.prints("practice below/sunny.toml --outside");
    folder.prints("show below/sunny.toml --outside");
    folder.prints("mark sheet.txt --exercise below/sunny.toml --outside");
    // Below, by a relative and by its whole path, and with an exercise that is in the current folder.
    for path in ["deeper/weather.csv", &folder.at("below/deeper/weather.csv")] {
        folder.write("below/sunny.toml", EXERCISE.replace("weather.csv", path));
        folder.prints("exercise print below/sunny.toml");
        let mut command = folder.command("exercise print sunny.toml");
        assert!(command.current_dir(folder.at("below")).status().unwrap().success(), "{path}");
    }
}

#[cfg(unix)]
#[test]
fn a_link_out_of_the_folder_of_an_exercise_is_followed_before_it_is_checked() {
    let folder = folder();
    folder.write("below/sunny.toml", EXERCISE);
    std::os::unix::fs::symlink(folder.at("weather.csv"), folder.at("below/weather.csv")).unwrap();
    folder.fails(3, "exercise print below/sunny.toml", &["is outside the folder"]);
    folder.prints("exercise print below/sunny.toml --outside");
}

#[test]
fn the_author_is_warned_when_an_exercise_does_not_reach_its_data() {
    let folder = folder();
    folder.write("below/weather.csv", folder.read("weather.csv"));
    let new = |data: &str, out: &str| {
        folder.fails(0, &format!("exercise new {data} --query Weather=Sunny --output {out}"), &[])
    };
    has(&new("weather.csv", "below/out.toml"), &["Its data are outside its folder"]);
    folder.fails(3, "exercise print below/out.toml", &[]);
    assert!(!new("below/weather.csv", "in.toml").contains("outside its folder"));
    folder.prints("exercise print in.toml");
    has(&folder.read("in.toml"), &["data = \"below/weather.csv\""]);
}
