//! A teacher's way through exercises: write one from data, test it, print it, give it to Moodle, mark the sheets.

use crate::{fails, program};
use posterior::practice::course::{after, lesson, lessons, topics};
use posterior::practice::{Answer, Exercise};
use program::ended as posterior;
use std::collections::BTreeSet;
use std::fs;
use std::process::Command;

const WEATHER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/exercises/weather.toml");
const CSV: &str = include_str!("../../crates/core/samples/weather.csv");

#[test]
fn a_teacher_makes_prints_and_marks_an_exercise() {
    let (_folder, at) = crate::folder();
    fs::write(at("weather.csv"), CSV).unwrap();
    let (data, exercise) = (at("weather.csv"), at("sunny.toml"));
    let new = [
        "exercise",
        "new",
        &data,
        "--target",
        "Play",
        "--alpha",
        "0",
        "--query",
        "Weather=Sunny",
        "--output",
        &exercise,
    ];
    program::printed(&new);
    insta::assert_snapshot!("new", fs::read_to_string(&exercise).unwrap());
    assert_eq!(posterior(&new).0, 2, "it writes over nothing");
    fs::write(at("ids.txt"), "s1\ns2\n").unwrap();
    let (key, sheets) = (at("key.md"), at("sheets.md"));
    let print =
        ["exercise", "print", &exercise, "--students", &at("ids.txt"), "--key", &key, "--output", &sheets];
    program::printed(&print);
    let printed = fs::read_to_string(&sheets).unwrap();
    assert_eq!(printed.matches("page-break-after").count(), 1);
    assert!(printed.contains("student: s1") && printed.contains("student: s2") && !printed.contains("9/14"));
    assert!(fs::read_to_string(&key).unwrap().contains("9/14"));
    fs::create_dir(at("answers")).unwrap();
    fs::write(
        at("answers/s1.txt"),
        "student: s1\nexercise: sunny\nP(Yes) = 9/14\nP(Yes|x) = 0.6\nclass = Yes\n",
    )
    .unwrap();
    let (status, report, said) = posterior(&["mark", &at("answers"), "--report"]);
    assert_eq!(status, 5, "not all steps are answered: {report}{said}");
    assert!(report.contains("3 of 9"), "{report}");
}

#[test]
fn new_asks_what_is_asked_for() {
    let new = ["exercise", "new", "sample:weather", "--ask", "score(Yes)", "--ask", "class", "--id", "short"];
    let (status, text, _) = posterior(&new);
    assert_eq!(status, 0);
    assert!(text.contains("id = \"short\"") && text.contains("data = \"sample:weather\""), "{text}");
    assert_eq!(text.matches("[[step]]").count(), 2, "{text}");
    assert_eq!(posterior(&["exercise", "new", "sample:weather", "--ask", "P(Snowy|Yes)"]).0, 2);
    // Every sample that has a case makes an exercise that can be opened again.
    let (_folder, at) = crate::folder();
    for (sample, row) in [
        ("weather", None),
        ("chinese-japan", None),
        ("person", None),
        ("play-tennis", Some("1")),
        ("bolts", Some("1")),
    ] {
        let path = at(&format!("{sample}.toml"));
        let data = format!("sample:{sample}");
        let row: Vec<&str> = row.map(|row| vec!["--row", row]).unwrap_or_default();
        let new = [&["exercise", "new", &data, "--output", &path][..], &row].concat();
        assert_eq!(posterior(&new).0, 0, "{sample}: {}", posterior(&new).2);
        program::printed(&["exercise", "print", &path]);
        // A pattern of the same data draws tables that can be printed.
        if sample != "bolts" {
            program::printed(&[&new[..], &["--random", "--force"]].concat());
            let (status, sheet, said) = posterior(&["exercise", "print", &path, "--seed", "3"]);
            assert!(status == 0 && sheet.contains("seed: 3"), "{sample}: {said}");
        }
    }
}

#[test]
fn practice_without_a_terminal_prints_the_questions() {
    let (status, printed, said) = posterior(&["practice", WEATHER]);
    assert_eq!((status, said.starts_with("note: practice needs a terminal")), (0, true), "{said}");
    assert_eq!(printed, posterior(&["exercise", "print", WEATHER]).1);
    let (status, printed, _) = posterior(&["practice", "sample:weather", "--alpha", "0"]);
    assert!(status == 0 && printed.contains("score(Yes)") && !printed.contains("9/14"), "{printed}");
    fails(2, &["practice", "sample:weather", "--seed", "7"], &["data set"]);
    assert_eq!(posterior(&["practice", WEATHER, "--alpha", "1"]).0, 2);
    assert_eq!(posterior(&["practice"]).0, 2);
    assert_eq!(posterior(&["practice", "no.toml"]).0, 3);
}

#[test]
fn an_exercise_needs_no_command() {
    for name in [WEATHER, "course:prior-from-counts"] {
        assert_eq!(posterior(&[name]), posterior(&["practice", name]), "{name}");
    }
    fails(2, &[WEATHER, "--alpha", "1"], &["its own recipe"]);
    fails(2, &["check", "1", "--of", "P(Yes)", WEATHER, "--alpha", "1"], &[]);
    fails(3, &["course:nothing"], &["prior-from-counts"]);
    let (status, page, _) = posterior(&["practice", WEATHER, "--format", "html"]);
    assert!(status == 0 && page.starts_with("<!DOCTYPE html>"), "{page}");
    assert_eq!(posterior(&["practice", WEATHER, "--format", "csv"]).0, 2, "a sheet is no table");
}

#[test]
fn an_answer_sheet_is_no_data_and_a_recipe_is_no_exercise() {
    let (_folder, at) = crate::folder();
    fs::write(at("weather.csv"), CSV).unwrap();
    fs::copy(WEATHER, at("weather.toml")).unwrap();
    fs::write(at("own.txt"), "# mine\n\nExercise: weather-sunny\nP(Yes) = 9/14\n").unwrap();
    fs::write(at("course.txt"), "exercise: prior-from-counts\r\nP(Yes) = 9/14\r\n").unwrap();
    fs::write(at("other.txt"), "exercise: of-another-folder\n").unwrap();
    fs::write(at("play.toml"), "target = \"Play\"\n").unwrap();
    for (file, fixes) in [
        (
            "own.txt",
            [
                "posterior mark ",
                "/own.txt`, or open its exercise with `posterior practice ",
                "/weather.toml`.",
            ],
        ),
        (
            "course.txt",
            [
                "/course.txt --exercise course:prior-from-counts`",
                ", or open",
                "practice course:prior-from-counts`.",
            ],
        ),
        ("other.txt", ["  Mark it with", "/other.txt --exercise FILE.toml`.", ""]),
        (
            "play.toml",
            ["is a recipe that names no data", "pass the data: `posterior DATA --recipe ", "/play.toml`."],
        ),
    ] {
        let file = at(file);
        for arguments in [&[file.as_str()][..], &["show", &file], &["practice", &file], &["explain", &file]] {
            let (status, printed, said) = posterior(arguments);
            assert_eq!((status, printed.as_str()), (3, ""), "{arguments:?}: {said}");
            let said = said.replace("Pass the data", "pass the data");
            assert!(fixes.iter().all(|fix| said.contains(fix)), "{arguments:?}: {said}");
        }
    }
    fs::write(at("gym.csv"), "exercise: kind,minutes,class\nrun,2,a\nswim,3,b\n").unwrap();
    assert_eq!(posterior(&[&at("gym.csv")]).0, 0, "a header may begin with that word");
}

#[test]
fn logarithms_on_sheets_are_natural() {
    let (_folder, at) = crate::folder();
    let exercise = "data = \"sample:chinese-japan\"\n[[step]]\nask = \"log score(c)\"\n";
    fs::write(at("logs.toml"), exercise).unwrap();
    let (_, printed, said) = posterior(&["exercise", "print", &at("logs.toml"), "--format", "text"]);
    assert!(printed.contains("ln score(c)"), "{printed}{said}");
    for (name, line, wanted) in [
        ("a.txt", "ln score(c) = -8.108", 0),
        ("b.txt", "log(score(c)) = -8.108", 0),
        ("c.txt", "log score(c) = -3.521", 4),
    ] {
        fs::write(at(name), line).unwrap();
        let (status, report, said) = posterior(&["mark", &at(name), "--exercise", &at("logs.toml")]);
        assert_eq!(status, wanted, "{line}: {report}{said}");
        assert!(wanted == 0 || report.contains("logarithm to base 10"), "{report}");
    }
}

const ANSWERS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/course_answers.toml");

#[test]
fn answers_to_every_exercise_get_their_verdicts() {
    let answers: toml::Table = fs::read_to_string(ANSWERS).unwrap().parse().unwrap();
    for lesson in lessons() {
        let exercise = lesson.open().unwrap_or_else(|problem| panic!("{}: {problem:?}", lesson.id));
        assert_eq!(exercise.id, lesson.id);
        let of_lesson = answers[lesson.id].as_table().unwrap();
        for (number, step) in (1..).zip(&exercise.steps) {
            let listed = of_lesson[&format!("{number}")].as_table().unwrap();
            let key = exercise.key(step).unwrap();
            for (typed, wanted) in listed {
                let wanted = wanted.as_str().unwrap();
                let marked = exercise.check_with(step, key.as_ref(), Answer::alone(typed)).unwrap().marked;
                let has_causes = wanted.split('|').all(|tag| marked.causes.contains(&tag));
                assert!(
                    wanted == marked.verdict.word() || has_causes,
                    "{}: {} of {}: {marked:?}",
                    lesson.id,
                    typed,
                    step.label
                );
            }
            assert!(
                listed.values().any(|said| said.as_str() == Some("correct")),
                "{}: {}",
                lesson.id,
                step.label
            );
        }
    }
}

#[test]
fn an_exercise_is_a_few_lines_and_the_first_three_are_short() {
    assert!((20..=36).contains(&lessons().count()));
    for (at, lesson) in lessons().enumerate() {
        let lines = lesson.outline().asks.len();
        let most = if at < 3 { 5 } else { 8 };
        assert!((3..=most).contains(&lines), "{} has {lines} lines", lesson.id);
    }
}

#[test]
fn outlines_tell_what_the_opened_exercises_hold() {
    let mut ids = BTreeSet::new();
    for lesson in lessons() {
        let (outline, exercise) = (lesson.outline(), lesson.open().unwrap());
        assert_eq!(outline.title, exercise.title);
        assert_eq!(outline.asks, exercise.steps.iter().map(|step| step.label.clone()).collect::<Vec<_>>());
        let marks: f64 = exercise.steps.iter().map(|step| step.marks).sum();
        assert!((outline.marks - marks).abs() < 1e-9);
        assert!(ids.insert(lesson.id), "{} stands twice", lesson.id);
        assert!(outline.title.chars().count() <= 31, "{} is too long for a list", outline.title);
    }
    let files = fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/course")).unwrap();
    let on_disk = files.map(|file| file.unwrap().file_name().into_string().unwrap());
    let on_disk: BTreeSet<String> =
        on_disk.filter_map(|name| name.strip_suffix(".toml").map(str::to_owned)).collect();
    assert_eq!(on_disk, ids.into_iter().map(str::to_owned).collect(), "each file is in the course");
}

#[test]
fn the_course_has_an_order() {
    let order: Vec<&str> = lessons().map(|lesson| lesson.id).collect();
    assert_eq!(order[..3], ["prior-from-counts", "given-the-class", "one-feature"]);
    assert_eq!(after("prior-from-counts").unwrap().id, "given-the-class");
    assert_eq!(after("laplace-prior").unwrap().id, "tokens-or-documents", "a topic leads to the next");
    assert!(after(order.last().unwrap()).is_none() && after("nothing").is_none());
    assert_eq!(topics().iter().map(|topic| topic.lessons.len()).sum::<usize>(), order.len());
}

#[test]
fn an_exercise_is_opened_by_its_name() {
    assert_eq!(Exercise::named("course:text-bernoulli").unwrap().id, "text-bernoulli");
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/course/gda-posterior.toml");
    assert_eq!(Exercise::named(file).unwrap().steps.len(), 7);
    let problem = lesson("prior-from-count").unwrap_err();
    assert!(problem.fix.starts_with("Did you mean course:prior-from-counts?"), "{}", problem.fix);
    assert!(problem.fix.contains("three-classes"), "all are listed: {}", problem.fix);
}

#[test]
fn commands_take_an_exercise_of_the_course() {
    let run = |arguments: &[&str]| {
        let (status, printed, said) = crate::program::ended(arguments);
        (status, printed + &said)
    };
    let (status, sheet) = run(&["exercise", "print", "course:prior-from-counts"]);
    assert!(status == 0 && sheet.contains("A prior from counts"), "{sheet}");
    assert_eq!(run(&["exercise", "print", "course:three-classes"]).0, 0);
    let (status, said) = run(&["check", "3/14", "course:given-the-class", "--of", "P(Sunny | Yes)"]);
    assert!(status == 4 && said.contains("Weather=Sunny and Yes together"), "{said}");
    let (status, said) = run(&["exercise", "print", "course:on-feature"]);
    assert!(status == 3 && said.contains("Did you mean course:one-feature?"), "{said}");
    let folder = tempfile::TempDir::new().unwrap();
    let text = "student: s1\nn = 14\ncount(Yes) = 9\nP(Yes) = 9/14\nP(No) = 5/14\n";
    let sheet = crate::written(&folder, "s1.txt", text);
    let (status, said) = run(&["mark", &sheet, "--exercise", "course:prior-from-counts"]);
    assert_eq!(status, 0, "{said}");
}

/// What the program says to lines that are typed, with progress kept in a folder.
fn lines(folder: &std::path::Path, arguments: &[&str], typed: &str) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_posterior"));
    let command = command.args(["practice"]).args(arguments).arg("--plain").env("XDG_STATE_HOME", folder);
    let output = program::fed(command, typed);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn an_exercise_is_answered_line_by_line() {
    let folder = tempfile::TempDir::new().unwrap();
    let course = |typed: &str| lines(folder.path(), &["course:logarithms"], typed);
    let said = course("ln(1/4)\nNo\nyes\nprint(5/14)\n:hint\n:hint\n:hint\n:show\nln(3/4)\n:quit\n");
    for text in [
        "Chinese Beijing Chinese",
        "α = 1",
        "1. ln P(c)",
        "Wrong. That is ln P(j)",
        "“No” is not a number",
        "“yes” is not a number",
        "2 more attempts are needed",
        "Right. ln(3/4) is right.",
        "2. ln P(text=chinese | c)",
        "1 of 7 marks, 1 of 5 lines",
    ] {
        assert!(said.contains(text), "{text}: {said}");
    }
    assert!(!said.contains("3/4 =") && !said.contains("= 3/4"), "{said}");
    let said = course("-0.847\n:list\n-8.11\n-8.91\n0.690\n");
    assert!(said.contains("Your answers from last time are kept"), "{said}");
    assert!(said.contains("Finished: 7 of 7 marks, 5 of 5 lines."), "{said}");
    let said = course("");
    assert!(!said.contains("last time"), "a finished one begins anew: {said}");
    let output = Command::new(env!("CARGO_BIN_EXE_posterior"))
        .args(["practice", "--list"])
        .env("XDG_STATE_HOME", folder.path())
        .output()
        .unwrap();
    assert!(String::from_utf8(output.stdout).unwrap().contains("1 of 33 exercises finished"));
}

#[test]
fn data_and_the_class_are_asked_line_by_line_too() {
    let folder = tempfile::TempDir::new().unwrap();
    let said = lines(folder.path(), &["sample:weather", "--alpha", "0"], ":9\n0.6\nNo\nyes\n:99\n:nothing\n");
    assert!(said.contains("one of: No, Yes") || said.contains("one of: Yes, No"), "{said}");
    assert!(said.contains("Right. yes is right") || said.contains("Right. Yes is right"), "{said}");
    assert!(said.contains(":99 is not a command") && said.contains(":nothing is not a command"), "{said}");
}
