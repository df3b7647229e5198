//! `posterior --plain`: the program as lines, answered by a script on standard input.

use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use assert_cmd::Command;
use posterior::math::{Expr, Face, Linear};
use posterior::model::Study;
use posterior::practice::course::lessons;
use posterior::practice::worksheet::{Questions, Right};
use posterior::recipe::{ModelKind, Recipe};
use posterior::table::{Source, sample, samples};
use posterior::worked::{derive, of_feature, quantities};
use tempfile::TempDir;

/// Exit status and standard output for answers between slashes, in a folder that also keeps the state; nothing goes to standard error.
fn talk(folder: &Path, arguments: &[&str], answers: &str) -> (i32, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_posterior"));
    command.current_dir(folder).env("XDG_STATE_HOME", folder.join("state"));
    command.env("XDG_CONFIG_HOME", folder.join("config"));
    let answers: String = answers.split(" / ").map(|answer| format!("{answer}\n")).collect();
    let output = command.args(arguments).write_stdin(answers).output().expect("it runs");
    assert_eq!(String::from_utf8(output.stderr).expect("text"), "");
    (output.status.code().expect("a status"), String::from_utf8(output.stdout).expect("text"))
}

/// What is said to `posterior --plain`, which ends well and holds nothing that only an eye can read.
fn said(folder: &Path, answers: &str) -> String {
    let (status, said) = talk(folder, &["--plain"], answers);
    assert_eq!(status, 0, "{said}");
    assert_can_be_heard(&said);
    said
}

/// No control characters, no lines and blocks of drawings, no braille, no line without a word.
fn assert_can_be_heard(said: &str) {
    for line in said.lines() {
        let drawn = |c: char| matches!(c, '\u{2500}'..='\u{259f}' | '\u{2800}'..='\u{28ff}' | '•' | '▸');
        assert!(!line.chars().any(|c| c.is_control() || drawn(c)), "{line:?}");
        assert!(!line.trim().is_empty(), "{said}");
    }
}

fn assert_in_order(said: &str, parts: &[&str]) {
    let mut rest = said;
    for part in parts {
        rest = rest.split_once(part).unwrap_or_else(|| panic!("no {part:?} in order in\n{said}")).1;
    }
}

const TENNIS: &str = "1 / play-tennis / 4 / Outlook=Sunny, Wind=Weak /  /  /  / P(No) / a / b / 2 / 3 / 0 / b / P(Sunny | Yes) / 4 /  / a / b / 7 / q";

#[test]
fn from_the_start_to_a_posterior_and_with_another_alpha() {
    let folder = TempDir::new().unwrap();
    let said = said(folder.path(), TENNIS);
    assert_in_order(
        &said,
        &[
            "1. A sample",
            "2. play-tennis: 14 days",
            "sample:play-tennis: 14 rows, 5 columns",
            "The class is Play: No in 5 rows; Yes in 9 rows.",
            "Which case? Type a row, 1 to 14; values such as Outlook=Sunny",
            "Step 1 of 5: prior.\n",
            "P(Yes) = 9/14 ≈ 0.64286\n",
            "Step 2 of 5: Outlook=Sunny.\n",
            "P(Outlook=Sunny | Yes) = (2 + 1)/(9 + 1 · 3) = 3/12 = 0.25\n",
            // Between two steps a number is opened.
            "P(No) = count(No)/n = 5/14 ≈ 0.35714\n",
            "P(Yes | x) = (9/88)/(771/4312) = 147/257 ≈ 0.572\n",
            "The model says Yes, with posterior 0.572.\n",
            "Smoothing α is 1. Type a number such as 0, 1/2 or 1",
            "α = 0, nothing is smoothed",
            "P(Outlook=Sunny | Yes) = count(Outlook=Sunny, Yes)/count(Yes) = 2/9 ≈ 0.22222\n",
            // Enter takes the case in hand.
            "P(Outlook=Sunny | No) = 3/5 = 0.6\n",
            "The model says ",
        ],
    );
    assert!(said.contains("Of 9 Yes, 9 were called Yes.\n"), "{said}");
    let lists = said.matches("\n3. Parameters: feature by feature\n").count();
    assert_eq!(lists, 1, "a list is read out once\n{said}");
    let smoothed = "α is added to every count, so the bottom grows by α for each of the k values.\n";
    assert_eq!(said.matches(smoothed).count(), 1, "a rule is said once\n{said}");
}

#[test]
fn the_end_of_the_input_is_the_way_out_wherever_it_comes() {
    let folder = TempDir::new().unwrap();
    let (status, nothing) = talk(folder.path(), &["--plain"], "q");
    assert_eq!(status, 0);
    assert!(nothing.ends_with("? for the list or q to leave.\n"), "{nothing}");
    for (end, _) in TENNIS.match_indices(" / ") {
        said(folder.path(), &TENNIS[..end]);
    }
}

#[test]
fn an_exercise_is_finished_and_the_next_one_offered() {
    let folder = TempDir::new().unwrap();
    let (status, said) = talk(
        folder.path(),
        &["practice", "--plain"],
        " / x / q / 5/14 / 14 / :list / 9 / ? / 9/14 / 5/14 /  / :quit / 40 / nonsense / b / q",
    );
    assert_eq!(status, 0, "{said}");
    assert_can_be_heard(&said);
    assert_in_order(
        &said,
        &[
            "0 of 35 exercises are finished.",
            "1. A prior from counts\n",
            "Enter for the next one, A prior from counts",
            "Type an answer, :hint, :skip, :help or :quit.\n",
            "Not marked.",
            "To stop, type :quit; :back is the question before.\n",
            "Wrong. 5/14 is P(No); n is asked.\n",
            "Right. 14 is right.\n",
            "1. n = 14. Right.\n2. count(Yes): open\n",
            "Each line is an answer",
            "Finished: 4 of 4 marks, 4 of 4 lines.\n",
            "1 of 35 exercises are finished.",
            "Enter for the next one, How often is a Yes day sunny?",
            "How often is a Yes day sunny?\n",
            "There is no 40 in the list; it ends with 35.",
            "There is no exercise of that number or name.",
            "Start. Type 1 to 4",
        ],
    );
    // It is kept as the screen keeps it.
    let (_, listed) = talk(folder.path(), &["practice", "--list"], "");
    assert!(listed.contains("1 of 35 exercises finished."), "{listed}");
    let (_, again) = talk(folder.path(), &["practice", "--plain"], "?");
    assert!(again.contains("1. A prior from counts: finished, 4 of 4 marks\n"), "{again}");
}

/// What belongs on a line of an exercise, as it is typed.
fn typed(right: &Right) -> String {
    match right {
        Right::Class(name) => name.split(" or ").next().unwrap().to_owned(),
        Right::Number(_, None) => "0/0".to_owned(),
        Right::Number(shown @ Expr::Ratio(..), Some(_)) => Linear(Face::ASCII).expr(shown),
        Right::Number(_, Some(value)) => value
            .to_fraction()
            .filter(|text| text.len() <= 40)
            .unwrap_or_else(|| format!("{:.6e}", value.to_f64())),
    }
}

/// All of the course in one sitting, each line answered by what the program itself holds to be right.
#[test]
fn the_whole_course_is_worked_by_lines() {
    let folder = TempDir::new().unwrap();
    let (mut answers, mut lines) = (vec!["4".to_owned()], Vec::new());
    for lesson in lessons() {
        let questions = Questions::of_exercise(Arc::new(lesson.open().unwrap())).unwrap();
        let open = questions.list.iter().filter(|question| question.asked.is_some());
        let right: Vec<String> = open.map(|question| typed(&question.right)).collect();
        lines.push(right.len());
        answers.push(lesson.id.to_owned());
        answers.extend(right);
    }
    answers.extend(["b".to_owned(), "q".to_owned()]);
    let said = said(folder.path(), &answers.join(" / "));
    let ends: Vec<&str> = said.lines().filter(|line| line.starts_with("Finished: ")).collect();
    assert_eq!(ends.len(), lines.len(), "{said}");
    for (end, lines) in ends.iter().zip(&lines) {
        let (marks, of) = end["Finished: ".len()..].split_once(" marks, ").unwrap();
        let (got, all) = marks.split_once(" of ").unwrap();
        assert!(got == all && of.starts_with(&format!("{lines} of {lines} lines")), "{end}");
    }
    assert_eq!(said.matches("\nRight.").count(), lines.iter().sum::<usize>(), "{said}");
    for unwanted in ["\nWrong.", "\nNot marked.", "\nTo stop, type"] {
        assert!(!said.contains(unwanted), "{said}");
    }
    assert!(said.contains(&format!("\n{0} of {0} exercises are finished.\n", lines.len())), "{said}");
}

#[test]
fn what_cannot_be_taken_is_said_and_asked_again() {
    let folder = TempDir::new().unwrap();
    let answers = "9 / b /  / 3 / gone.csv / sample:tenis / - / 1 / 18 / b / sample:play-tennis /  / nothing / 2 / 4 / 3 / -1 / one / b / 2 / 5 / b / 1 / rain / b / 5 / thirds / 5 / leave-one-out / 5 / folds:99 / --prior / --alpha 2 / b / 7 / 4 / 0 / Outlook / Rain=1 / Outlook=Fog / b / b / 8 / P( / P(Snow | Yes) / b / 9 / P(Yes | x) / b / b / save / save gone/story.txt / save story.zip / q";
    let said = said(folder.path(), answers);
    assert_in_order(
        &said,
        &[
            "There is no 9 in the list; it ends with 4.",
            "This is the start; q leaves.",
            "Nothing was typed.",
            "Not possible: no file was open yet.",
            "gone.csv",
            "There is no sample “tenis”.",
            "The answers come from there.",
            "There is no 18 in the list; it ends with 17.",
            "“nothing” is not in the list.",
            "Not possible: no column holds numbers.",
            "it cannot be below 0",
            "cannot be read",
            "Not possible: Gaussian cannot read “Outlook”, which is categorical.",
            "The model is judged by leaving one out.",
            "Choose. Type 1 to 5",
            "A value is required for '--prior",
            "α = 2 smooths",
            "Confusion matrix by 99 folds, 14 rows.",
            "There is no row 0",
            "“Outlook” in the query has no =. Type a row, or column=value between commas",
            "Rain",
            "Fog",
            "Choose a name that ends with .txt",
        ],
    );
    assert!(!folder.path().join("story.zip").exists());
}

#[test]
fn a_file_is_remembered_and_its_story_saved_and_not_written_over() {
    let folder = TempDir::new().unwrap();
    let csv = "sky,wind,walk\nblue,1.5,yes\ngrey,4,no\nblue,2,yes\ngrey,,no\nred,3,b\nred,5,b\nblue,6,\n";
    fs::write(folder.path().join("days.csv"), csv).unwrap();
    let first = said(
        folder.path(),
        "2 / days.csv / 2 / 4 / wind / width:2 / b / 7 / save story.md / save days.csv / yes / q",
    );
    assert_in_order(
        &first,
        &[
            "days.csv: 7 rows, 3 columns.",
            "The class is walk.",
            "2 features: sky, categorical; wind, numeric.",
            "In column wind 1 cell is missing.",
            "Chosen for you: variance smoothing is 1e-9 of the largest variance",
            "Bins of wind. Type 1 to 4, another such as width:3",
            "Model: Categorical naive Bayes",
            "Of 2 yes, 2 were called yes.",
            "Of 2 b, 2 were called b.",
            "Written: story.md.",
            "is read here, and what is read is never written over",
        ],
    );
    let story = fs::read_to_string(folder.path().join("story.md")).unwrap();
    assert!(story.contains("bins") && story.contains("Row 7"), "{story}");
    assert_eq!(fs::read_to_string(folder.path().join("days.csv")).unwrap(), csv);
    let again = said(
        folder.path(),
        "3 / 1 / 9 / class / b / save story.md / no / save story.md / yes / 4 /  / b / b / 9 / class / \"b\" / q",
    );
    assert_in_order(
        &again,
        &[
            "days.csv: 7 rows, opened just now",
            "7 rows, 3 columns; 6 rows have a class and are learned from, 1 without a class are queries.",
            "The class is walk: yes in 2 rows; no in 2 rows; b in 2 rows.",
            "wind, a number in bins width:2.",
            "That is about a case, and none was worked out yet",
            "story.md is there already. Type yes to write over it",
            "Nothing was written.",
            "Written: story.md.",
            "Row 7: sky = blue, wind = 6",
            "Your answer for class",
            "Wrong. ",
        ],
    );
    fs::remove_file(folder.path().join("days.csv")).unwrap();
    assert!(said(folder.path(), "3 / 1").contains("Not possible: the file is gone."));
}

#[test]
fn every_sample_can_be_heard_and_so_can_hostile_names() {
    let folder = TempDir::new().unwrap();
    let hostile =
        "a\u{1b}[31m,b\u{202e},k\u{7}\nx\u{1b}]0;t,1,p\u{9b}\ny,2,p\u{9b}\nx,1,q\ny,3,q\nz,2,r\nz,1,r\n";
    fs::write(folder.path().join("hostile.csv"), hostile).unwrap();
    for sample in samples().iter().filter(|sample| !sample.has_rows()) {
        let said = said(
            folder.path(),
            &format!("sample:{} / 1 / 3 / 1 / b / 4 / 1 / a / b / 6 / b / 7 / 8 / P( / b", sample.name),
        );
        let given = said.contains("Every number is given") && said.contains("P(");
        assert!(given && said.contains("there are no rows"), "{}: {said}", sample.name);
    }
    let names =
        samples().iter().filter(|sample| sample.has_rows()).map(|sample| format!("sample:{}", sample.name));
    for name in names.chain(["hostile.csv".to_owned()]) {
        let said = said(
            folder.path(),
            &format!(
                "{name} / 2 / ? / 1 / ? / b / 2 / ? / b / b / 3 / ? / 1 / b / 4 / 1 / a / b / 7 / 8 / ? / b / 9 / ? / b / 5 / ? / b / 6 / 1 / 1 / 2 / 2 / 1 / 3 / 4 / 1 / 5 /  / 6 / 7 / b / b / 3 / 2 / "
            ),
        );
        assert!(said.contains("The class is ") && said.contains("Step 1 of "), "{name}: {said}");
        assert!(said.contains("Accuracy "), "{name}: {said}");
    }
}

#[test]
fn what_if_changes_the_case_in_hand_and_is_taken_back() {
    let folder = TempDir::new().unwrap();
    let said = said(
        folder.path(),
        "sample:play-tennis / 5 / ? / outlook / Outlook / Outlook=Overcast / Wind=Fog / nothing=1 / undo / undo / undo / redo / b / 2 / 3 / 2 / undo / b / undo / undo / q",
    );
    assert_in_order(
        &said,
        &[
            "The case: Outlook = Sunny, Temp = Cool, Humidity = High, Wind = Strong.",
            "What if? Type another value such as Outlook=Overcast",
            "Temp: Hot, Mild, Cool.\n",
            "Outlook = Sunny: No, 0.72007.\nOutlook = Overcast: Yes, 0.72158.\n",
            "P(No | x): 0.2784, and 0.7201 before.\nP(Yes | x): 0.7216, and 0.2799 before.\nThe decision changes. The model says Yes",
            "Wind never is Fog in the training rows",
            "nothing",
            "Taken back: the case is Outlook = Overcast, Temp = Cool, Humidity = High, Wind = Strong.",
            "Taken back: the case is Outlook = Sunny, Temp = Cool,",
            "There is no change to take back.",
            "Made again: the case is Outlook = Overcast,",
            "α = 2 smooths",
            "Taken back: smoothing α 2 → 1. redo makes it again.",
            "Taken back: the case is Outlook = Sunny, Temp = Cool,",
            "There is no change to take back.",
        ],
    );
}

#[test]
fn pictures_are_told_by_their_axes_and_numbers() {
    let folder = TempDir::new().unwrap();
    let iris = said(
        folder.path(),
        "sample:iris / 6 / 1 / petal_length / petal_width / 1 / petal_length / b / 2 / 3 / 5 / mean(petal_length | setosa) / 5 / nothing / 6 / q",
    );
    assert_in_order(
        &iris,
        &[
            "Axes: to the right petal_length, from 0.528 to 7.37; upwards petal_width, from -0.092 to 2.69.\n",
            "boundary of versicolor and virginica: ",
            "class setosa: 50 rows; mean 1.462, 0.246;",
            "rows called another class: 6 called another.",
            // One of the two features was not chosen.
            "Feature upwards. Type 1 to 4",
            "Pictures in words. Type 1 to 8",
            "versicolor and virginica are as likely: at 4.885679.",
            "ℓ is highest at: 1.462.",
            "nothing",
            "called it from P = ",
            "area under the curve: 1, of 5,000 pairs.",
        ],
    );
    // Categories have no plane; a case that was changed is the one that is told.
    let tennis =
        said(folder.path(), "sample:play-tennis / 5 / Outlook=Overcast / b / 6 / 1 / 3 / 4 / Wind / b / q");
    assert_in_order(
        &tennis,
        &[
            "1. Two features: rows, means and boundaries of the classes. Not possible: two features that are numbers are needed.",
            "Outlook=Overcast: × 10/3, ln +1.204.",
            "P(Yes | x): 0.7216.",
            "Wind = Weak: Yes, 0.8581.",
        ],
    );
}

#[test]
fn a_model_of_counts_is_not_offered_for_decimals() {
    let folder = TempDir::new().unwrap();
    let csv = "x,y,class\n1,2,a\n2,,b\n3,1,c\n2,2.5,a\n4,2,b\n5,2,c\n1,3,b\n";
    fs::write(folder.path().join("decimals.csv"), csv).unwrap();
    fs::write(folder.path().join("counts.csv"), csv.replace("2.5", "2")).unwrap();
    let decimals = said(folder.path(), "decimals.csv / 2 / 2 / poisson / q");
    let poisson = "with the mean of the class's rows as λ";
    assert_in_order(
        &decimals,
        &[
            &format!("{poisson}. Not possible: Row 4 has “2.5” in “y”, and poisson reads counts"),
            "Not possible: Row 4",
        ],
    );
    let counts = said(folder.path(), "counts.csv / 2 / 2 / poisson / q");
    assert!(
        counts.contains(&format!("{poisson}\n")) && counts.contains("Model: Poisson naive Bayes"),
        "{counts}"
    );
}

#[test]
fn data_without_a_model_say_what_to_do() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("n.csv"), "id,x,y\n1,2.5,3\n2,2.5,4\n3,1,5\n4,7,6\n5,8,8\n").unwrap();
    let said = said(folder.path(), "n.csv / 7 / 2 / 1 / y / b / q");
    assert_in_order(
        &said,
        &[
            "There is no model yet: no column looks like a class",
            "7. How good it is: confusion matrix and accuracy. Not possible: there is no model yet; 1 says why.",
            "Not possible: there is no model yet",
            "1. Class: not known",
            "Model: Gaussian naive Bayes",
        ],
    );
}

#[test]
fn with_data_or_a_format_it_prints_as_ever() {
    let folder = TempDir::new().unwrap();
    let (status, story) = talk(folder.path(), &["sample:weather", "--plain"], "1");
    assert!(status == 0 && story.contains("P(Yes | x)") && !story.contains("Type "), "{story}");
    let output = Command::new(env!("CARGO_BIN_EXE_posterior")).args(["--plain", "--format", "json"]).output();
    assert_eq!(output.unwrap().status.code(), Some(2));
}

#[test]
fn the_parameters_of_a_feature_are_numbers_of_the_model() {
    for (name, model) in [
        ("play-tennis", None),
        ("iris", None),
        ("iris", Some(ModelKind::Gda)),
        ("person", Some(ModelKind::Qda)),
        ("calls", None),
        ("spam", None),
    ] {
        let study = Study::open(Source::Sample(sample(name).unwrap()), Recipe { model, ..Recipe::default() });
        let fitted = study.unwrap().fitted.unwrap();
        let known: HashSet<_> = quantities(&fitted).into_iter().collect();
        let features = fitted.feature_names().len();
        for at in 0..features {
            let all: Vec<_> = of_feature(&fitted, at).collect();
            assert!(all.len() >= fitted.classes.len(), "{name}");
            for of in all {
                assert!(known.contains(&of), "{name}: {of}");
                assert!(derive(&fitted, None, &of).is_ok(), "{name}: {of}");
            }
        }
        assert_eq!(of_feature(&fitted, features).count(), 0);
    }
}

#[test]
fn the_page_shows_what_is_said() {
    let folder = TempDir::new().unwrap();
    let answers = "sample:weather / 4 / Weather=Sunny / a / b / P(Sunny | Yes)";
    let said = said(folder.path(), answers);
    let from = said.find("sample:weather: 14 rows").unwrap();
    let block = format!("```text\n$ posterior --plain < answers.txt\n…\n{}```\n", &said[from..]);
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/read-aloud.md");
    let page = fs::read_to_string(path).unwrap();
    let (before, rest) = page.split_once("<!-- said -->\n").unwrap();
    let (_, after) = rest.split_once("<!-- end of said -->").unwrap();
    let wanted = format!("{before}<!-- said -->\n{block}<!-- end of said -->{after}");
    if std::env::var_os("POSTERIOR_BLESS").is_some() {
        fs::write(path, &wanted).unwrap();
    }
    assert!(page == wanted, "stale: POSTERIOR_BLESS=1 cargo test --test cli the_page_shows_what_is_said");
    for answer in answers.split(" / ") {
        assert!(page.contains(&format!("\n{answer}\n")), "{answer}");
    }
}
