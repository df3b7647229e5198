//! What comes from a stranger: paths that never end, and exercises that name files of the person who opens them.

#[cfg(unix)]
mod injection;
use crate::{fails, program};

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command as Process, Stdio};
use std::time::{Duration, Instant};

use program::{ended, printed};
use tempfile::TempDir;

const EXERCISE: &str = "format = 1\ndata = \"weather.csv\"\nquery = { Weather = \"Sunny\" }\n\
                        [recipe]\ntarget = \"Play\"\n[[step]]\nask = \"P(Yes)\"\n";

/// A folder with a table, one of messages, an exercise, a list of students and a sheet.
fn folder() -> (TempDir, impl Fn(&str) -> String) {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path().to_path_buf();
    let files = [
        ("weather.csv", printed(&["samples", "weather"])),
        ("mail.csv", "text,class\nfree money,spam\nhello you,ham\nfree hello,spam\n".to_owned()),
        ("sunny.toml", EXERCISE.to_owned()),
        ("sheet.txt", "exercise: sunny\nP(Yes) = 9/14\n".to_owned()),
    ];
    for (name, text) in files {
        fs::write(at.join(name), text).expect("written");
    }
    (folder, move |name: &str| at.join(name).to_string_lossy().into_owned())
}

/// Every way to name a file that is read, each with `path` in its place.
fn ways(path: &str, of: &impl Fn(&str) -> String) -> Vec<Vec<String>> {
    let (csv, mail, exercise, sheet) = (of("weather.csv"), of("mail.csv"), of("sunny.toml"), of("sheet.txt"));
    let words = format!("file:{path}");
    let all: Vec<Vec<&str>> = vec![
        vec!["show", path],
        vec!["show", &csv, "--recipe", path],
        vec!["show", &mail, "--kind", "text=text", "--vocabulary", &words],
        vec!["evaluate", &csv, "--split", &words],
        vec!["predict", &csv, "--queries", path],
        vec!["explain", &csv, "--queries", path],
        vec!["exercise", "print", path],
        vec!["exercise", "print", &exercise, "--students", path],
        vec!["mark", path, "--exercise", &exercise],
        vec!["mark", &sheet, "--exercise", path],
    ];
    all.into_iter().map(|words| words.into_iter().map(str::to_owned).collect()).collect()
}

/// Runs all at the same time, and gives what each said and how it ended.
fn together(all: Vec<Vec<String>>) -> Vec<(Vec<String>, i32, String)> {
    let threads = all.into_iter().map(|arguments| {
        std::thread::spawn(move || {
            let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
            let (status, _, said) = ended(&words);
            (arguments, status, said)
        })
    });
    let threads: Vec<_> = threads.collect();
    threads.into_iter().map(|thread| thread.join().expect("it ends")).collect()
}

#[cfg(unix)]
#[test]
fn what_never_ends_is_refused_wherever_a_file_is_named() {
    let (_folder, of) = folder();
    for (arguments, status, said) in together(ways("/dev/zero", &of)) {
        assert!(status == 3 && said.contains("it is a device, not a file"), "{arguments:?}: {status} {said}");
    }
    let huge = of("huge");
    File::create(&huge).unwrap().set_len(100 << 20).unwrap();
    for (arguments, status, said) in together(ways(&huge, &of).split_off(1)) {
        assert!(matches!(status, 2 | 3) && said.starts_with("error: "), "{arguments:?}: {status} {said}");
    }
    // A list of tables is not JSON here.
    fs::write(of("list.toml"), "[[column]]\nname = \"Weather\"\nkind = \"categorical\"\n").unwrap();
    assert_eq!(ended(&["show", &of("weather.csv"), "--recipe", &of("list.toml")]).0, 0);
    // One that names very many columns is read at once.
    let columns = (0..40_000).map(|at| format!("[[column]]\nname = \"c{at}\"\nkind = \"numeric\"\n"));
    fs::write(of("wide.toml"), columns.collect::<String>()).unwrap();
    let begun = Instant::now();
    fails(3, &["show", &of("weather.csv"), "--recipe", &of("wide.toml")], &["no column “c0”"]);
    assert!(begun.elapsed() < Duration::from_secs(15), "{:?}", begun.elapsed());
    let text = format!("target = \"Play\"\n{}", "# nothing\n".repeat(900_000));
    fs::write(of("long.toml"), text).unwrap();
    fails(3, &["show", &of("weather.csv"), "--recipe", &of("long.toml")], &["is longer than 8388608 bytes"]);
}

#[cfg(unix)]
#[test]
fn progress_that_never_ends_is_refused() {
    let (folder, of) = folder();
    let state = folder.path().join("posterior");
    fs::create_dir(&state).unwrap();
    std::os::unix::fs::symlink("/dev/zero", state.join("progress.toml")).unwrap();
    let output = Process::new(env!("CARGO_BIN_EXE_posterior"))
        .args(["practice", "--list"])
        .env("XDG_STATE_HOME", folder.path())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && said.contains("it is a device, not a file"), "{said} {}", of(""));
}

#[cfg(unix)]
fn pipe(path: &str) {
    assert!(Process::new("mkfifo").arg(path).status().unwrap().success());
}

#[cfg(unix)]
#[test]
fn a_pipe_without_a_writer_is_given_up_with_an_error() {
    let (_folder, of) = folder();
    let (silent, toml) = (of("silent"), of("silent.toml"));
    pipe(&silent);
    pipe(&toml);
    let begun = Instant::now();
    let both = ways(&silent, &of).into_iter().chain([vec!["show".to_owned(), toml]]).collect();
    for (arguments, status, said) in together(both) {
        assert!(
            status == 3 && said.contains("it is a pipe that no program writes to"),
            "{arguments:?}: {status} {said}"
        );
    }
    assert!(begun.elapsed() < Duration::from_secs(10), "{:?}", begun.elapsed());
}

#[cfg(unix)]
#[test]
fn a_pipe_with_a_writer_is_read_to_its_end_however_slow() {
    let (_folder, of) = folder();
    let (late, csv) = (of("late.csv"), of("weather.csv"));
    pipe(&late);
    let own = env!("CARGO_BIN_EXE_posterior");
    let expected = printed(&["fit", &csv]);
    let mut scripts = vec![
        format!("cat '{csv}' | '{own}' fit /dev/stdin"),
        format!("'{own}' fit /dev/stdin < '{csv}'"),
        format!("{{ head -c 40 '{csv}'; sleep 0.3; tail -c +41 '{csv}'; }} | '{own}' fit /dev/stdin"),
        format!("{{ sleep 0.3; cat '{csv}' > '{late}'; }} & '{own}' fit '{late}'"),
        format!("{{ exec 3> '{late}'; sleep 2.5; cat '{csv}' >&3; }} & '{own}' fit '{late}'"),
    ];
    if Process::new("bash").arg("--version").output().is_ok_and(|output| output.status.success()) {
        scripts.push(format!("exec bash -c \"'{own}' fit <(cat '{csv}')\""));
        scripts
            .push(format!("exec bash -c \"'{own}' fit '{csv}' --recipe <(echo 'target = \\\"Play\\\"')\""));
    }
    for script in scripts {
        let output = Process::new("sh").args(["-c", &script]).stdin(Stdio::null()).output().unwrap();
        let (text, said) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert!(output.status.success(), "{script}: {said}");
        // What stands above the numbers names the source, and says who chose the class.
        let numbers = |text: &str| text[text.find("Prior P(class)").unwrap()..].to_owned();
        assert_eq!(numbers(&text), numbers(&expected), "{script}: {said}");
    }
}

/// An exercise below `folder` that names what lies beside that.
fn named(folder: &Path, exercise: &str) -> (PathBuf, String) {
    let below = folder.join("below");
    let _ = fs::create_dir(&below);
    let path = below.join("sunny.toml");
    fs::write(&path, exercise).unwrap();
    let name = path.to_string_lossy().into_owned();
    (path, name)
}

#[test]
fn an_exercise_reads_what_lies_beside_or_below_it_and_nothing_else_unless_it_is_trusted() {
    let (folder, of) = folder();
    fs::write(folder.path().join("words.txt"), "free\nmoney\nhello\n").unwrap();
    fs::write(folder.path().join("outer.toml"), "target = \"Play\"\n").unwrap();
    let mail = "format = 1\ndata = \"mail.csv\"\nquery = { text = \"free\" }\n[recipe]\ntarget = \"class\"\n\
                PLACE\n[[recipe.feature]]\nname = \"text\"\nkind = \"text\"\n[[step]]\nask = \"P(spam)\"\n";
    let mail = |line: &str| {
        fs::create_dir_all(folder.path().join("below")).unwrap();
        fs::copy(of("mail.csv"), folder.path().join("below/mail.csv")).unwrap();
        mail.replace("PLACE", line)
    };
    let root = of("weather.csv");
    let cases = [
        EXERCISE.replace("weather.csv", "../weather.csv"),
        EXERCISE.replace("weather.csv", &root),
        EXERCISE.replace("weather.csv", "../below/../weather.csv"),
        EXERCISE
            .replace("weather.csv", "../weather.csv")
            .replace("[recipe]\ntarget = \"Play\"", "recipe = \"../outer.toml\""),
        mail("vocabulary = \"file:../words.txt\""),
        mail("").replace("kind = \"text\"", "kind = \"text\"\nvocabulary = \"file:../words.txt\""),
        mail("split = \"file:../mail.csv\""),
    ];
    for exercise in &cases {
        let (_, name) = named(folder.path(), exercise);
        let all = [
            vec!["exercise", "sheet", &name],
            vec!["exercise", "print", &name],
            vec!["practice", &name],
            vec!["show", &name],
            vec!["check", "9/14", "--of", "P(Yes)", &name],
        ];
        for arguments in &all {
            let (status, out, said) = ended(arguments);
            let refused =
                said.contains("is outside the folder of the exercise") && said.contains("--outside");
            assert!(matches!(status, 2 | 3) && refused && out.is_empty(), "{arguments:?}: {status} {said}");
        }
        printed(&["exercise", "print", &name, "--outside"]);
    }
    let (_, name) = named(folder.path(), &cases[0]);
    for arguments in [
        vec!["practice", &name, "--outside"],
        vec!["show", &name, "--outside"],
        vec!["mark", &of("sheet.txt"), "--exercise", &name, "--outside"],
    ] {
        let (status, _, said) = ended(&arguments);
        assert_eq!(status, 0, "{arguments:?}: {said}");
    }
    // Beside, below, by its whole path, and with an exercise that lies in the current folder.
    let deep = folder.path().join("below/deeper");
    fs::create_dir_all(&deep).unwrap();
    fs::copy(&root, deep.join("weather.csv")).unwrap();
    let whole = deep.join("weather.csv").to_string_lossy().into_owned();
    for exercise in
        [EXERCISE.replace("weather.csv", "deeper/weather.csv"), EXERCISE.replace("weather.csv", &whole)]
    {
        let (path, name) = named(folder.path(), &exercise);
        assert_eq!(ended(&["exercise", "print", &name]).0, 0, "{exercise}");
        let here = Process::new(env!("CARGO_BIN_EXE_posterior"))
            .args(["exercise", "print", "sunny.toml"])
            .current_dir(path.parent().unwrap())
            .output()
            .unwrap();
        assert!(here.status.success(), "{}", String::from_utf8_lossy(&here.stderr));
    }
}

#[cfg(unix)]
#[test]
fn a_link_out_of_the_folder_of_an_exercise_is_followed_before_it_is_checked() {
    let (folder, of) = folder();
    let (path, name) = named(folder.path(), EXERCISE);
    std::os::unix::fs::symlink(of("weather.csv"), path.with_file_name("weather.csv")).unwrap();
    fails(3, &["exercise", "print", &name], &["is outside the folder"]);
    assert_eq!(ended(&["exercise", "print", &name, "--outside"]).0, 0);
}

#[test]
fn the_author_is_warned_when_an_exercise_does_not_reach_its_data() {
    let (folder, of) = folder();
    fs::create_dir(folder.path().join("below")).unwrap();
    let new = |data: &str, out: &str| {
        let out = of(out);
        let (status, _, said) =
            ended(&["exercise", "new", data, "--query", "Weather=Sunny", "--output", &out]);
        assert_eq!(status, 0, "{said}");
        (ended(&["exercise", "print", &out]).0, said)
    };
    let (status, said) = new(&of("weather.csv"), "below/out.toml");
    assert!(status == 3 && said.contains("Its data are outside its folder"), "{said}");
    fs::copy(of("weather.csv"), of("below/weather.csv")).unwrap();
    let (status, said) = new(&of("below/weather.csv"), "in.toml");
    assert!(status == 0 && !said.contains("outside its folder"), "{said}");
    assert!(fs::read_to_string(of("in.toml")).unwrap().contains("data = \"below/weather.csv\""));
}
