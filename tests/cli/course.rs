//! The course: every exercise opens, and answers to it get their verdicts.

use std::collections::BTreeSet;
use std::fs;

use assert_cmd::Command;
use posterior::practice::course::{after, lesson, lessons, topics};
use posterior::practice::{Answer, Exercise};

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
            for (typed, wanted) in listed {
                let wanted = wanted.as_str().unwrap();
                let marked = exercise.check(&step.asked, Answer::alone(typed)).unwrap().marked;
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
        assert!((outline.marks - exercise.marks()).abs() < 1e-9);
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
    let output = command.write_stdin(typed).output().unwrap();
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
        "Wrong. That is P(j)",
        "“No” is no number",
        "“yes” is no number",
        "2 more attempts come first",
        "Right. ln(3/4) is right.",
        "2. ln P(text=chinese | c)",
        "1 of 7 marks, 1 of 5 lines",
    ] {
        assert!(said.contains(text), "{text}: {said}");
    }
    assert!(!said.contains("3/4 =") && !said.contains("= 3/4"), "{said}");
    let said = course("-0.847\n:list\n-8.11\n-8.91\n0.690\n");
    assert!(said.contains("Your answers of last time are here"), "{said}");
    assert!(said.contains("Finished: 7 of 7 marks, 5 of 5 lines."), "{said}");
    let said = course("");
    assert!(!said.contains("last time"), "a finished one begins anew: {said}");
    let output = Command::new(env!("CARGO_BIN_EXE_posterior"))
        .args(["practice", "--list"])
        .env("XDG_STATE_HOME", folder.path())
        .output()
        .unwrap();
    assert!(String::from_utf8(output.stdout).unwrap().contains("1 of 35 exercises finished"));
}

#[test]
fn data_and_the_class_are_asked_line_by_line_too() {
    let folder = tempfile::TempDir::new().unwrap();
    let said = lines(folder.path(), &["sample:weather", "--alpha", "0"], ":9\n0.6\nNo\nyes\n:99\n:nothing\n");
    assert!(said.contains("one of: No, Yes") || said.contains("one of: Yes, No"), "{said}");
    assert!(said.contains("Right. yes is right") || said.contains("Right. Yes is right"), "{said}");
    assert!(said.contains(":99 is no command") && said.contains(":nothing is no command"), "{said}");
}
