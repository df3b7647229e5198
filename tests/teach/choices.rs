//! Questions with options: what is right comes from the model, and what is said of an answer does not give it away.

use std::fs;
use std::path::Path;

use posterior::math::Face;
use posterior::practice::{Answer, ChoiceKind, Exercise, Marker, Regrade, Verdict, lint, read_sheet};
use posterior::problem::Problem;

/// P(cat) = 3/10, P(dog) = 4/10, P(fish) = 3/10. In houses: 0 cats, 3 dogs, 1 fish; loud: 1 cat, 3 dogs, 0 fish.
const PETS: &str = "home,noise,pet\nflat,quiet,cat\nflat,quiet,cat\nflat,loud,dog\nhouse,loud,dog\nhouse,loud,dog\n\
                    house,quiet,dog\nflat,quiet,fish\nflat,quiet,fish\nhouse,quiet,fish\nflat,loud,cat\n";

fn opened(steps: &str) -> Result<Exercise, Problem> {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("pets.csv"), PETS).unwrap();
    let text = format!(
        "id = \"pets\"\ntitle = \"Which pet?\"\ndata = \"pets.csv\"\nquery = {{ home = \"house\", noise = \"quiet\" }}\n\
         recipe = {{ target = \"pet\", alpha = \"1\" }}\n{steps}"
    );
    Exercise::from_toml(&text, &folder.path().join("pets.toml"))
}

fn step(steps: &str) -> Exercise {
    opened(&format!("[[step]]\n{steps}")).unwrap()
}

/// The verdict, and what is said.
fn told(exercise: &Exercise, typed: &str) -> (Verdict, String) {
    let checked = exercise.check(&exercise.steps[0].asked, Answer::alone(typed)).unwrap();
    (checked.marked.verdict, checked.message(Face::default()))
}

fn right(exercise: &Exercise) -> String {
    exercise.steps[0].asked.choice().unwrap().right()
}

const WINNER: &str = "kind = \"choice\"\nask = \"winner\"\nof = \"class\"\n";

#[test]
fn options_are_named_by_letters_texts_and_both() {
    // score: cat 3/10·1/5·3/5, dog 4/10·4/6·2/6, fish 3/10·2/5·4/5: 0.036, 0.089, 0.096.
    let winner = step(WINNER);
    assert_eq!(right(&winner), "c) fish");
    for (typed, verdict) in [
        ("c", Verdict::Correct),
        ("C)", Verdict::Correct),
        ("(c)", Verdict::Correct),
        ("c) fish", Verdict::Correct),
        ("option c", Verdict::Correct),
        ("FISH.", Verdict::Correct),
        ("class fish", Verdict::Correct),
        ("b", Verdict::Wrong),
        ("dog", Verdict::Wrong),
        ("a) cat", Verdict::Wrong),
        ("c) dog", Verdict::Unmarked),
        ("b, c", Verdict::Unmarked),
        ("d", Verdict::Unmarked),
        ("3", Verdict::Unmarked),
        ("bird", Verdict::Unmarked),
        ("", Verdict::Unmarked),
    ] {
        assert_eq!(told(&winner, typed).0, verdict, "{typed}");
    }
}

#[test]
fn a_wrong_option_is_told_about_and_the_right_one_is_not() {
    let winner = step(WINNER);
    let (_, said) = told(&winner, "b");
    assert!(said.contains("P(dog | x) = 0.402") && !said.contains("fish"), "{said}");
    let (_, said) = told(&winner, "c");
    assert!(said.contains("P(cat | x)") && said.contains("P(fish | x) = 0.435"), "{said}");
}

#[test]
fn another_recipe_is_fitted_for_the_question() {
    // Without smoothing: 0, 4/10·3/4·1/4 = 0.075, 3/10·1/3·1 = 0.1. With much of it the prior decides: dog.
    for (alpha, class, changes) in [("0", "c) fish", "false"), ("10", "b) dog", "true")] {
        let change = format!("change = {{ alpha = \"{alpha}\" }}\n");
        assert_eq!(right(&step(&format!("{WINNER}{change}"))), class, "{alpha}");
        let kept = step(&format!("kind = \"true-false\"\nask = \"kept\"\nof = \"class\"\n{change}"));
        assert_eq!(right(&kept), changes, "{alpha}");
    }
    let flips = step("kind = \"true-false\"\nask = \"flips\"\nof = \"class\"\nchange = { alpha = \"10\" }\n");
    let (verdict, said) = told(&flips, "falsch");
    assert_eq!(verdict, Verdict::Wrong);
    assert!(said.contains("With α = 10 the class is dog and not fish"), "{said}");
    let dropped = step(&format!("{WINNER}change = {{ feature = [{{ name = \"home\" }}] }}\n"));
    // 3/10·1/5, 4/10·4/6, 3/10·2/5
    assert_eq!(right(&dropped), "b) dog");
    assert_eq!(dropped.steps[0].text.as_deref(), Some("With home alone, which class is x given?"));
}

#[test]
fn claims_are_compared_exactly_on_both_sides_of_the_threshold() {
    for (claim, holds) in [
        ("P(dog) > 0.4", "false"),
        ("P(dog) >= 0.4", "true"),
        ("P(dog) > 0.3999999999", "true"),
        ("P(dog) ≥ 0.4000000001", "false"),
        ("P(dog) = 2/5", "true"),
        ("P(cat) = P(fish)", "true"),
        ("P(cat) < P(fish)", "false"),
        ("P(house | cat) < P(house | fish)", "true"),
        ("P(home=house | cat) < P(home=house | fish)", "true"),
        ("P(fish | x) / P(dog | x) > 1", "true"),
        ("0.5 <= P(dog | x)", "false"),
        ("P(dog | x) + P(cat | x) + P(fish | x) = 1", "true"),
    ] {
        let step = step(&format!("kind = \"true-false\"\nask = \"claim\"\nclaim = \"{claim}\"\n"));
        assert_eq!(right(&step), holds, "{claim}");
        let other = if holds == "true" { "false" } else { "true" };
        assert_eq!(told(&step, holds).0, Verdict::Correct, "{claim}");
        assert_eq!(told(&step, other).0, Verdict::Wrong, "{claim}");
    }
}

#[test]
fn true_and_false_are_read_in_both_languages() {
    let step = step("kind = \"true-false\"\nask = \"claim\"\nclaim = \"P(dog) > P(cat)\"\n");
    for word in ["true", "T", "wahr", "richtig.", "Yes", "ja", "y"] {
        assert_eq!(told(&step, word).0, Verdict::Correct, "{word}");
    }
    for word in ["false", "F", "falsch", "no", "Nein", "n"] {
        let (verdict, said) = told(&step, word);
        assert_eq!(verdict, Verdict::Wrong, "{word}");
        assert!(said.contains("P(dog) = 0.4") && said.contains("P(cat) = 0.3"), "{said}");
    }
    for word in ["maybe", "a", "0.4", "true or false"] {
        assert_eq!(told(&step, word).0, Verdict::Unmarked, "{word}");
    }
}

const HOLDS: &str = "kind = \"choices\"\nask = \"what holds\"\n\
                     options = [\"P(dog) > P(cat)\", \"P(house | cat) = 0\", \"P(cat) = P(fish)\", \"P(dog) > 0.5\"]\n";

#[test]
fn several_options_are_right_together_or_not_at_all() {
    let holds = step(HOLDS);
    assert_eq!(right(&holds), "a, c");
    for (typed, verdict) in [
        ("a, c", Verdict::Correct),
        ("c a", Verdict::Correct),
        ("AC", Verdict::Correct),
        ("a) and c)", Verdict::Correct),
        ("P(dog) > P(cat), c", Verdict::Correct),
        ("a", Verdict::Wrong),
        ("a, b, c", Verdict::Wrong),
        ("b d", Verdict::Wrong),
        ("none", Verdict::Wrong),
        ("aa", Verdict::Unmarked),
        ("a, e", Verdict::Unmarked),
        ("everything", Verdict::Unmarked),
    ] {
        let (found, said) = told(&holds, typed);
        assert_eq!(found, verdict, "{typed}: {said}");
    }
    let (_, said) = told(&holds, "a, b");
    assert!(said.contains("P(home=house | cat) = 0.2") && !said.contains("c)"), "{said}");
    let (_, said) = told(&holds, "a");
    assert_eq!(said, "What you chose is right, and more is.");
}

#[test]
fn features_speak_for_a_class_against_another() {
    // home = house: cat 1/5, dog 4/6, fish 2/5. noise = quiet: cat 3/5, dog 2/6, fish 4/5.
    for (of, speak) in [("fish against dog", "b"), ("dog against fish", "a"), ("fish against cat", "a, b")] {
        let step = step(&format!("kind = \"choices\"\nask = \"speak\"\nof = \"features for {of}\"\n"));
        assert_eq!(right(&step), speak, "{of}");
    }
    let problem =
        opened("[[step]]\nkind = \"choices\"\nask = \"speak\"\nof = \"features for dog\"\n").unwrap_err();
    assert!(problem.what.contains("against which class"), "{}", problem.what);
}

#[test]
fn what_cannot_be_asked_is_said_with_its_line() {
    for (steps, said) in [
        ("kind = \"chioce\"\nask = \"w\"\nof = \"class\"", "“chioce” is nothing that kind can be"),
        ("ask = \"P(dog)\"\nof = \"class\"", "of belongs to a step with options"),
        ("kind = \"choice\"\nask = \"w\"", "does not say what its options are"),
        ("kind = \"choice\"\nask = \"w\"\nof = \"clas\"", "of = “clas” is nothing"),
        ("kind = \"choice\"\nask = \"w = 1\"\nof = \"class\"", "no line of a sheet can begin so"),
        ("kind = \"choice\"\nask = \"w\"\nof = \"class\"\noptions = [\"dog\"]", "fewer than two options"),
        (
            "kind = \"choice\"\nask = \"w\"\nof = \"class\"\noptions = [\"dog\", \"Dog\"]",
            "stands there twice",
        ),
        (
            "kind = \"choice\"\nask = \"w\"\nof = \"class\"\noptions = [\"dog\", \"bird\"]",
            "“bird” is no class",
        ),
        ("kind = \"true-false\"\nask = \"w\"\nof = \"class\"", "no change"),
        ("kind = \"true-false\"\nask = \"w\"\nclaim = \"P(dog)\"", "compares nothing"),
        ("kind = \"true-false\"\nask = \"w\"\nclaim = \"1 > 0.5\"", "about no number of the model"),
        ("kind = \"true-false\"\nask = \"w\"\nclaim = \"P(bird) > 0.5\"", "bird"),
        ("kind = \"choice\"\nask = \"w\"\nof = \"class\"\nchange = { alpa = \"1\" }", "alpa"),
        ("kind = \"choice\"\nask = \"w\"\nof = \"class\"\nchange = { target = \"home\" }", "other classes"),
        ("kind = \"text\"\nask = \"w\"", "does not say what it asks"),
        ("kind = \"choice\"\nask = \"w\"\nof = \"class\"\naccept = [\"1\"]", "accept is for numbers"),
    ] {
        let problem = opened(&format!("[[step]]\n{steps}\n")).unwrap_err();
        assert!(problem.what.contains(said), "{steps}: {}", problem.what);
        assert!(problem.line.is_some_and(|line| line > 4) && !problem.fix.is_empty(), "{steps}: {problem:?}");
    }
    let twice = opened(&format!(
        "[[step]]\n{WINNER}[[step]]\n{HOLDS}[[step]]\n{}",
        WINNER.replace("winner", "Winner")
    ));
    assert!(twice.unwrap_err().what.contains("asks the same as step 1"));
}

#[test]
fn lint_tells_of_ties_and_of_questions_without_a_right_option() {
    for (steps, said) in [
        (
            "kind = \"choice\"\nask = \"w\"\nof = \"class\"\noptions = [\"cat\", \"dog\"]",
            "w: no option is right.",
        ),
        (
            "kind = \"true-false\"\nask = \"w\"\nclaim = \"P(cat) >= P(fish)\"",
            "w: what is compared is equal in true.",
        ),
        (
            "kind = \"choice\"\nask = \"w\"\noptions = [\"P(dog) > 0\", \"P(cat) > 0\"]",
            "w: 2 options are right, and one is asked for.",
        ),
    ] {
        assert_eq!(lint(&step(steps)).unwrap().faults, [said], "{steps}");
    }
    for steps in [WINNER, HOLDS, "kind = \"text\"\nask = \"why\"\ntext = \"Why?\""] {
        assert!(lint(&step(steps)).unwrap().faults.is_empty(), "{steps}");
    }
}

fn all() -> Exercise {
    opened(&format!(
        "[[step]]\nask = \"P(dog)\"\n[[step]]\n{WINNER}[[step]]\n{HOLDS}\
         [[step]]\nkind = \"true-false\"\nask = \"much smoothing\"\nof = \"class\"\nchange = {{ alpha = \"10\" }}\n\
         [[step]]\nkind = \"text\"\nask = \"reason\"\ntext = \"Why is no factor 0 here?\"\nmarks = 2\n"
    ))
    .unwrap()
}

#[test]
fn a_sheet_is_marked_and_what_a_person_reads_waits() {
    let marker = Marker::new(all().into()).unwrap();
    let text = "exercise: pets\nstudent: s05\nP(dog) = 2/5\nwinner: b) dog\nwhat holds = a, c\nmuch smoothing: wahr\n\
                reason = because α is added: P(dog) = 1/2 is not 0; P(cat) = 3/10\n";
    let marked = marker.mark(&read_sheet("s05", text)).unwrap();
    assert!(marked.left_over.is_empty(), "{:?}", marked.left_over);
    let lines: Vec<String> = marked
        .lines
        .iter()
        .map(|line| {
            let (sign, marks, max) = (line.marked.verdict.glyph(), line.marks, line.max);
            let typed = &line.answer.as_ref().unwrap().typed;
            format!("{} = {typed}\n  {sign} {marks} of {max}: {}", line.label, line.message(Face::default()))
        })
        .collect();
    insta::assert_snapshot!("a_sheet_with_options", lines.join("\n"));
    let reason = &marked.lines[4];
    assert!(reason.marked.is_for_teacher() && !reason.flagged);
    let rule = "[[rule]]\nline = \"reason\"\nstudent = \"s05\"\nmarks = 1.5\n";
    let regrade = Regrade::from_toml(rule, Path::new("regrade.toml")).unwrap();
    let marked = marker.regraded(&regrade).mark(&read_sheet("s05", text)).unwrap();
    assert_eq!((marked.lines[4].marks, marked.marks, marked.max), (1.5, 4.5, 6.0));
    assert_eq!(marked.lines[4].message(Face::default()), "Your teacher gives 1.5 of 2 marks.");
}

#[test]
fn answers_in_order_are_placed() {
    let marker = Marker::new(all().into()).unwrap();
    let marked =
        marker.mark(&read_sheet("s", "1) 2/5\n2) c\n3) ac\n4) t\n5) there is a 1 everywhere\n")).unwrap();
    let verdicts: Vec<Verdict> = marked.lines.iter().map(|line| line.marked.verdict).collect();
    use Verdict::{Correct, Unmarked};
    assert_eq!(verdicts, [Correct, Correct, Correct, Correct, Unmarked]);
    assert_eq!(marked.marks, 4.0);
}

#[test]
fn an_option_that_follows_from_wrong_lines_is_right() {
    let steps = "[[step]]\nask = \"score(cat)\"\n[[step]]\nask = \"score(dog)\"\n[[step]]\nask = \"score(fish)\"\n[[step]]\n";
    let marker = Marker::new(opened(&format!("{steps}{WINNER}")).unwrap().into()).unwrap();
    let text = "score(cat) = 0.036\nscore(dog) = 0.5\nscore(fish) = 0.096\nwinner = b\n";
    let marked = marker.mark(&read_sheet("s", text)).unwrap();
    assert!(marked.lines[3].marked.carried && marked.lines[3].with == [2], "{:?}", marked.lines[3].marked);
}

#[test]
fn the_letter_of_one_class_may_be_the_name_of_another() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("t.csv"), "f,y\nu,b\nu,b\nv,a\nv,c\nu,c\nu,b\n").unwrap();
    let text = "data = \"t.csv\"\nquery = { f = \"u\" }\n[[step]]\nkind = \"choice\"\nask = \"w\"\nof = \"class\"\noptions = [\"b\", \"a\", \"c\"]\n";
    let exercise = Exercise::from_toml(text, &folder.path().join("t.toml")).unwrap();
    assert_eq!(exercise.steps[0].asked.choice().unwrap().kind, ChoiceKind::One);
    assert_eq!(told(&exercise, "a").0, Verdict::Unmarked);
    assert_eq!(told(&exercise, "a) b").0, Verdict::Correct);
    assert_eq!(told(&exercise, "c").0, Verdict::Wrong);
}

#[test]
fn options_stand_on_question_sheets_with_letters() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("pets.csv"), PETS).unwrap();
    let text = format!(
        "title = \"Which pet?\"\ndata = \"pets.csv\"\nquery = {{ home = \"house\", noise = \"quiet\" }}\n\
         [[step]]\nask = \"P(dog)\"\n[[step]]\n{WINNER}[[step]]\n{HOLDS}\
         [[step]]\nkind = \"text\"\nask = \"reason\"\ntext = \"Why is no factor 0 here?\"\n"
    );
    fs::write(folder.path().join("pets.toml"), text).unwrap();
    let run = |arguments: &[&str]| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_posterior"));
        let output = command.current_dir(folder.path()).args(["exercise"]).args(arguments).output().unwrap();
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    let sheet = run(&["print", "pets.toml", "--format", "text", "--key", "key.txt"]);
    let questions = sheet.find("Questions").unwrap();
    let key = fs::read_to_string(folder.path().join("key.txt")).unwrap();
    let key = key.split("what known mistakes give").next().unwrap();
    insta::assert_snapshot!("options_on_paper", format!("{}\n\n{key}", &sheet[questions..]));
    let moodle = run(&["moodle", "pets.toml"]);
    assert!(moodle.contains("{1:MULTICHOICE:cat#") && moodle.contains("~=fish#"), "{moodle}");
    assert!(moodle.contains("{1:MULTIRESPONSE:%50%P(dog)") && moodle.contains("~%-100%P(dog)"), "{moodle}");
    assert!(moodle.contains("<question type=\"essay\">") && !moodle.contains("reason = "), "{moodle}");
}
