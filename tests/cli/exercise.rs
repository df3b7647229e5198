//! Exercises: written from data, printed, opened by name, answered line by line; the course.

use crate::{Folder, contains, fails, has, prints, program, run};
use posterior::practice::course::{after, lesson, lessons, topics};
use posterior::practice::{Answer, Exercise};
use std::collections::BTreeSet;
use std::fs;

const WEATHER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/exercises/weather.toml");
const CSV: &str = include_str!("../../crates/core/samples/weather.csv");

#[test]
fn a_teacher_makes_prints_and_marks_an_exercise() {
    let folder = Folder::with(&[
        ("weather.csv", CSV),
        ("ids.txt", "s1\ns2\n"),
        ("answers/s1.txt", "student: s1\nexercise: sunny\nP(Yes) = 9/14\nP(Yes|x) = 0.6\nclass = Yes\n"),
    ]);
    let new = "exercise new weather.csv --target Play --alpha 0 --query Weather=Sunny --output sunny.toml";
    folder.prints(new);
    insta::assert_snapshot!("new", folder.read("sunny.toml"));
    folder.fails(2, new, &[]);
    folder.prints("exercise print sunny.toml --students ids.txt --key key.md --output sheets.md");
    let sheets = folder.read("sheets.md");
    assert_eq!(sheets.matches("page-break-after").count(), 1);
    has(&sheets, &["student: s1", "student: s2"]);
    assert!(!sheets.contains("9/14") && folder.read("key.md").contains("9/14"));
    let (status, report, err) = folder.run("mark answers --report");
    assert_eq!(status, 5, "not all steps are answered: {report}{err}");
    has(&report, &["3 of 9"]);
}

#[test]
fn new_writes_the_steps_that_are_asked_for() {
    let text = prints("exercise new sample:weather --ask score(Yes) --ask class --id short");
    has(&text, &["id = \"short\"", "data = \"sample:weather\""]);
    assert_eq!(text.matches("[[step]]").count(), 2, "{text}");
    fails(2, "exercise new sample:weather --ask P(Snowy|Yes)", &[]);
    // Of every model: a sample with a case makes an exercise that can be opened, and a pattern that draws tables.
    let folder = Folder::new();
    for (sample, row) in
        [("chinese-japan", ""), ("person", ""), ("play-tennis", "--row 1"), ("bolts", "--row 1")]
    {
        let new = format!("exercise new sample:{sample} --output e.toml --force {row}");
        folder.prints(&new);
        folder.prints("exercise print e.toml");
        if sample != "bolts" {
            folder.prints(&format!("{new} --random"));
            contains(&folder.prints("exercise print e.toml --seed 3"), &["seed: 3"], sample);
        }
    }
}

#[test]
fn practice_without_a_terminal_prints_the_questions() {
    let (status, out, err) = run(&format!("practice {WEATHER}"));
    assert!(status == 0 && err.starts_with("note: practice needs a terminal"), "{err}");
    assert_eq!(out, prints(&format!("exercise print {WEATHER}")));
    let out = prints("practice sample:weather --alpha 0");
    assert!(out.contains("score(Yes)") && !out.contains("9/14"), "{out}");
    let page = prints(&format!("practice {WEATHER} --format html"));
    assert!(page.starts_with("<!DOCTYPE html>"), "{page}");
    for (status, line, part) in [
        (2, "practice sample:weather --seed 7", "data set"),
        (2, &format!("practice {WEATHER} --alpha 1"), ""),
        (2, &format!("practice {WEATHER} --format csv"), ""),
        (2, "practice", ""),
        (3, "practice no.toml", ""),
        (2, &format!("{WEATHER} --alpha 1"), "its own recipe"),
        (2, &format!("check 1 --of P(Yes) {WEATHER} --alpha 1"), ""),
        (3, "course:nothing", "prior-from-counts"),
    ] {
        fails(status, line, &[part]);
    }
    for name in [WEATHER, "course:prior-from-counts"] {
        assert_eq!(run(name), run(&format!("practice {name}")), "{name}");
    }
}

#[test]
fn an_answer_sheet_is_no_data_and_a_recipe_is_no_exercise() {
    let folder = Folder::with(&[
        ("weather.csv", CSV),
        ("weather.toml", &fs::read_to_string(WEATHER).unwrap()),
        ("own.txt", "# mine\n\nExercise: weather-sunny\nP(Yes) = 9/14\n"),
        ("course.txt", "exercise: prior-from-counts\r\nP(Yes) = 9/14\r\n"),
        ("other.txt", "exercise: of-another-folder\n"),
        ("play.toml", "target = \"Play\"\n"),
        ("gym.csv", "exercise: kind,minutes,class\nrun,2,a\nswim,3,b\n"),
    ]);
    for (file, parts) in [
        (
            "own.txt",
            ["posterior mark own.txt`, or open its exercise with `posterior practice ", "weather.toml`."],
        ),
        (
            "course.txt",
            [
                "course.txt --exercise course:prior-from-counts`",
                ", or open its exercise with `posterior practice course:prior-from-counts`.",
            ],
        ),
        ("other.txt", ["  Mark it with", "other.txt --exercise FILE.toml`."]),
        (
            "play.toml",
            ["is a recipe that names no data", "Pass the data: `posterior DATA --recipe play.toml`."],
        ),
    ] {
        for command in ["", "show", "practice", "explain"] {
            folder.fails(3, &format!("{command} {file}"), &parts);
        }
    }
    // A header may begin with that word.
    folder.prints("gym.csv");
}

#[test]
fn logarithms_on_sheets_are_natural() {
    let exercise = "data = \"sample:chinese-japan\"\n[[step]]\nask = \"log score(c)\"\n";
    let folder = Folder::with(&[("logs.toml", exercise)]);
    has(&folder.prints("exercise print logs.toml --format text"), &["ln score(c)"]);
    for (line, expected) in
        [("ln score(c) = -8.108", 0), ("log(score(c)) = -8.108", 0), ("log score(c) = -3.521", 4)]
    {
        folder.write("a.txt", line);
        let (status, report, err) = folder.run("mark a.txt --exercise logs.toml");
        assert_eq!(status, expected, "{line}: {report}{err}");
        assert!(expected == 0 || report.contains("logarithm to base 10"), "{report}");
    }
}

#[test]
fn answers_to_every_exercise_of_the_course_get_their_verdicts() {
    let answers = include_str!("../data/course_answers.toml").parse::<toml::Table>().unwrap();
    for lesson in lessons() {
        let exercise = lesson.open().unwrap_or_else(|problem| panic!("{}: {problem:?}", lesson.id));
        assert_eq!(exercise.id, lesson.id);
        let of_lesson = answers[lesson.id].as_table().unwrap();
        for (number, step) in (1..).zip(&exercise.steps) {
            let listed = of_lesson[&format!("{number}")].as_table().unwrap();
            let key = exercise.key(step).unwrap();
            let what = format!("{}: {}", lesson.id, step.label);
            for (typed, expected) in listed {
                let expected = expected.as_str().unwrap();
                let marked = exercise.check_with(step, key.as_ref(), Answer::alone(typed)).unwrap().marked;
                let has_causes = expected.split('|').all(|tag| marked.causes.contains(&tag));
                assert!(expected == marked.verdict.word() || has_causes, "{what}: {typed}: {marked:?}");
            }
            assert!(listed.values().any(|verdict| verdict.as_str() == Some("correct")), "{what}");
        }
    }
}

#[test]
fn outlines_of_lessons_are_short_and_those_of_the_opened_exercises() {
    assert!((20..=36).contains(&lessons().count()));
    let mut ids = BTreeSet::new();
    for (at, lesson) in lessons().enumerate() {
        let (outline, exercise) = (lesson.outline(), lesson.open().unwrap());
        assert_eq!(outline.title, exercise.title);
        assert_eq!(outline.asks, exercise.steps.iter().map(|step| step.label.clone()).collect::<Vec<_>>());
        let marks: f64 = exercise.steps.iter().map(|step| step.marks).sum();
        assert!((outline.marks - marks).abs() < 1e-9);
        assert!(ids.insert(lesson.id.to_owned()), "{} is listed twice", lesson.id);
        assert!(outline.title.chars().count() <= 31, "{} is too long for a list", outline.title);
        let most = if at < 3 { 5 } else { 8 };
        assert!((3..=most).contains(&outline.asks.len()), "{} has {} lines", lesson.id, outline.asks.len());
    }
    let files = fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/course")).unwrap();
    let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
    let on_disk: BTreeSet<String> =
        names.filter_map(|name| name.strip_suffix(".toml").map(str::to_owned)).collect();
    assert_eq!(on_disk, ids, "each file is in the course");
}

#[test]
fn the_course_has_an_order_and_lessons_have_names() {
    let order: Vec<&str> = lessons().map(|lesson| lesson.id).collect();
    assert_eq!(order[..3], ["prior-from-counts", "given-the-class", "one-feature"]);
    assert_eq!(after("prior-from-counts").unwrap().id, "given-the-class");
    assert_eq!(after("laplace-prior").unwrap().id, "tokens-or-documents", "a topic leads to the next");
    assert!(after(order.last().unwrap()).is_none() && after("nothing").is_none());
    assert_eq!(topics().iter().map(|topic| topic.lessons.len()).sum::<usize>(), order.len());
    assert_eq!(Exercise::named("course:text-bernoulli").unwrap().id, "text-bernoulli");
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/course/gda-posterior.toml");
    assert_eq!(Exercise::named(file).unwrap().steps.len(), 7);
    let problem = lesson("prior-from-count").unwrap_err();
    assert!(problem.fix.starts_with("Did you mean course:prior-from-counts?"), "{}", problem.fix);
    assert!(problem.fix.contains("three-classes"), "all are listed: {}", problem.fix);
}

#[test]
fn commands_take_an_exercise_of_the_course() {
    has(&prints("exercise print course:prior-from-counts"), &["A prior from counts"]);
    let (status, out, _) = run("check 3/14 course:given-the-class --of 'P(Sunny | Yes)'");
    assert!(status == 4 && out.contains("Weather=Sunny and Yes together"), "{out}");
    fails(3, "exercise print course:on-feature", &["Did you mean course:one-feature?"]);
    let sheet = "student: s1\nn = 14\ncount(Yes) = 9\nP(Yes) = 9/14\nP(No) = 5/14\n";
    Folder::with(&[("s1.txt", sheet)]).prints("mark s1.txt --exercise course:prior-from-counts");
}

/// What practice prints to lines that are typed, with progress kept in the folder.
fn typed(folder: &Folder, line: &str, input: &str) -> String {
    let mut command = folder.command(&format!("practice {line} --plain"));
    let (status, out, err) =
        program::outcome(program::fed(command.env("XDG_STATE_HOME", &folder.path), input));
    assert_eq!(status, 0, "{err}");
    out
}

#[test]
fn an_exercise_is_answered_line_by_line() {
    let folder = Folder::new();
    let course = |input: &str| typed(&folder, "course:logarithms", input);
    let out = course("ln(1/4)\nNo\nyes\nprint(5/14)\n:hint\n:hint\n:hint\n:show\nln(3/4)\n:quit\n");
    let parts = [
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
    ];
    has(&out, &parts);
    assert!(!out.contains("3/4 =") && !out.contains("= 3/4"), "{out}");
    let out = course("-0.847\n:list\n-8.11\n-8.91\n0.690\n");
    let parts = ["Your answers from last time are kept", "Finished: 7 of 7 marks, 5 of 5 lines."];
    has(&out, &parts);
    assert!(!course("").contains("last time"), "a finished one begins anew");
    has(&typed(&folder, "--list", ""), &["1 of 33 exercises finished"]);
}

#[test]
fn questions_about_data_are_asked_line_by_line_too() {
    let folder = Folder::new();
    let out = typed(&folder, "sample:weather --alpha 0", ":9\n0.6\nNo\nyes\n:99\n:nothing\n");
    assert!(out.contains("one of: No, Yes") || out.contains("one of: Yes, No"), "{out}");
    assert!(out.contains("Right. yes is right") || out.contains("Right. Yes is right"), "{out}");
    has(&out, &[":99 is not a command", ":nothing is not a command"]);
}
