//! `posterior exercise new` without data: scripted answers; and the empty answer sheets.

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use tempfile::TempDir;

/// Exit status, standard output and standard error, in a folder and with answers.
fn posterior(folder: &Path, arguments: &[&str], answers: &str) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_posterior"));
    let output = command.current_dir(folder).args(arguments).write_stdin(answers).output().expect("it runs");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    (output.status.code().expect("a status"), text(output.stdout), text(output.stderr))
}

const ASKED: [&str; 3] = ["exercise", "new", "--interactive"];

#[test]
fn enter_takes_every_default() {
    let folder = TempDir::new().unwrap();
    let (status, said, error) = posterior(folder.path(), &ASKED, &"\n".repeat(9));
    assert_eq!(status, 0, "{said}{error}");
    assert!(said.contains("Written: weather.toml") && said.contains("pairs of mistakes differ"), "{said}");
    for next in said.lines().skip_while(|line| *line != "Next:").skip(1).take(3) {
        let words: Vec<&str> = next.split_whitespace().skip(1).collect();
        assert_eq!(posterior(folder.path(), &words, "").0, 0, "{next}");
    }
    assert!(folder.path().join("answers.txt").exists());
}

#[test]
fn a_wrong_answer_is_asked_again_with_the_reason() {
    let folder = TempDir::new().unwrap();
    let csv = "sky,wind,walk\nblue,1.5,yes\ngrey,4,no\nblue,2,yes\ngrey,3,no\nblue,3,no\n";
    fs::write(folder.path().join("days.csv"), csv).unwrap();
    fs::write(folder.path().join("taken.toml"), "mine").unwrap();
    let answers = [
        "gone.csv",
        "days.csv",
        "rain",
        "walk",
        "forest",
        "mixed",
        "minus",
        "1/2",
        "green",
        "grey",
        "fast",
        "3.5",
        "0",
        "1,3-4",
        "A walk?",
        "two words",
        "walks",
        "taken",
        "no/such/place.toml",
        "walks",
    ];
    let (status, said, error) = posterior(folder.path(), &ASKED, &(answers.join("\n") + "\n"));
    assert_eq!(status, 0, "{said}{error}");
    for reason in [
        "there is no such file",
        "There is no column “rain”",
        "“forest” is no model",
        "sky is never “green” in the data; it is blue, grey",
        "“0” is no number from 1 to",
        "One word",
        "taken.toml is there already",
        "There is no folder no/such",
    ] {
        assert!(said.contains(reason), "{reason} in {said}");
    }
    let text = fs::read_to_string(folder.path().join("walks.toml")).unwrap();
    for line in
        ["title = \"A walk?\"", "data = \"days.csv\"", "sky = \"grey\"", "wind = \"3.5\"", "alpha = \"1/2\""]
    {
        assert!(text.contains(line), "{line} in {text}");
    }
    assert_eq!(text.matches("[[step]]").count(), 3);
    assert_eq!(fs::read_to_string(folder.path().join("taken.toml")).unwrap(), "mine");
}

#[test]
fn a_file_that_is_there_is_written_over_only_by_a_word() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("weather.toml"), "mine").unwrap();
    let (status, ..) = posterior(folder.path(), &ASKED, &("\n".repeat(8) + "\n\n"));
    assert_eq!(status, 130, "it is asked again and again");
    assert_eq!(fs::read_to_string(folder.path().join("weather.toml")).unwrap(), "mine");
    let (status, ..) = posterior(folder.path(), &ASKED, &("\n".repeat(8) + "\nyes\n"));
    assert!(
        status == 0 && fs::read_to_string(folder.path().join("weather.toml")).unwrap().contains("[[step]]")
    );
}

#[test]
fn leaving_early_writes_nothing() {
    for lines in 0..8 {
        let folder = TempDir::new().unwrap();
        let (status, _, error) = posterior(folder.path(), &ASKED, &"\n".repeat(lines));
        assert_eq!(status, 130, "{lines} answers: {error}");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}

#[test]
fn without_data_and_without_a_terminal_it_says_so() {
    let (status, said, error) = posterior(Path::new("."), &["exercise", "new"], "\n\n");
    assert!(status == 2 && said.is_empty() && error.contains("--interactive"), "{said}{error}");
}

#[test]
fn every_student_gets_an_empty_sheet() {
    let folder = TempDir::new().unwrap();
    posterior(folder.path(), &ASKED, &"\n".repeat(9));
    fs::write(folder.path().join("ids.txt"), "s01\n\nAda L.\nada l.\n").unwrap();
    let words = ["exercise", "sheet", "weather.toml", "--students", "ids.txt", "--folder", "answers"];
    let (status, _, error) = posterior(folder.path(), &words, "");
    assert_eq!(status, 0, "{error}");
    let mut names: Vec<String> = fs::read_dir(folder.path().join("answers"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(names, ["Ada-L.txt", "ada-l-2.txt", "s01.txt"]);
    let sheet = fs::read_to_string(folder.path().join("answers/Ada-L.txt")).unwrap();
    assert!(sheet.starts_with("exercise: weather\nstudent:  Ada L.\n"), "{sheet}");
    assert_eq!(posterior(folder.path(), &words, "").0, 2, "what a student has written stays");
    let (status, said, _) =
        posterior(folder.path(), &["mark", "answers", "--exercise", "weather.toml", "--names"], "");
    assert!(status == 5 && said.contains("Ada L.") && said.contains("0 of 9"), "{said}");
}
