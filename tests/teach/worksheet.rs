//! Worksheets without a terminal: answers, hints, the score, and lines that carry the student's own values.

use crate::models;

use std::sync::Arc;

use models::{model, sample};
use posterior::math::{Expr, Face, Linear, Sentence};
use posterior::model::Case;
use posterior::practice::Worksheet;
use posterior::practice::worksheet::{Kind, Level, Question, Questions, Right};
use posterior::practice::{Asked, Verdict};

/// Samples, some with other recipes.
fn samples() -> impl Iterator<Item = (&'static str, &'static str)> {
    let all = "weather,play-tennis,chinese-japan,spam,person,two-clusters,iris,living-area,loan,letters,bolts,elephants,calls";
    let recipes = [
        ("weather", "alpha = \"0\""),
        ("play-tennis", "convention = \"orange\""),
        ("play-tennis", "prior = \"uniform\""),
        ("chinese-japan", "model = \"bernoulli\"\n[[feature]]\nname = \"text\"\nevent = \"bernoulli\""),
    ];
    all.split(',').map(|name| (name, "")).chain(recipes)
}

fn questions(name: &str, over: &str) -> Arc<Questions> {
    let study = sample(name, over);
    let fitted = model(&study);
    let first = study.cases().unwrap().into_iter().next();
    let case = first.unwrap_or_else(|| Case::from_row(&fitted, 0).unwrap());
    Arc::new(Questions::new(fitted, Arc::new(case)).unwrap())
}

fn sheet(name: &str, over: &str, level: Level) -> Worksheet {
    Worksheet::new(questions(name, over), level)
}

const SUNNY: &str = "P(Weather=Sunny | Yes)";

/// Answers the line of this name.
fn answer(sheet: &mut Worksheet, name: &str, typed: &str) -> Verdict {
    let line = line(sheet, name);
    let checked = sheet.questions.check(line, typed, &sheet.others(line)).unwrap();
    sheet.take(line, Arc::new(checked));
    sheet.lines[line].verdict().unwrap()
}

fn line(sheet: &Worksheet, name: &str) -> usize {
    sheet.questions.list.iter().position(|q| q.name == name).unwrap_or_else(|| panic!("{name}"))
}

/// The right answer of a line, in full.
fn exactly(right: &Right) -> String {
    match right {
        Right::Class(name) => name.split(" or ").next().unwrap().to_owned(),
        Right::Number(_, None) => "0/0".to_owned(),
        Right::Number(shown @ Expr::Ratio(..), Some(_)) => Linear(Face::ASCII).expr(shown),
        Right::Number(_, Some(value)) => match value.to_fraction() {
            Some(text) if text.len() <= 400 => text,
            _ => format!("{:.6e}", value.to_f64()),
        },
    }
}

#[test]
fn the_right_value_of_every_line_is_right() {
    for (name, over) in samples() {
        let questions = questions(name, over);
        let mut asked = 0;
        let lines = questions.list.iter().enumerate().filter(|(_, q)| q.asked.is_some());
        // Of a long worksheet some lines, spread evenly.
        for (at, question) in lines.step_by(questions.list.len().div_ceil(10)) {
            let right = exactly(&question.right);
            let marked = questions.check(at, &right, &[]).unwrap().marked;
            let is_right = matches!(marked.verdict, Verdict::Correct | Verdict::Noted);
            assert!(is_right, "{name} {over} {}: {right} {}", question.name, marked.message.plain());
            asked += 1;
        }
        assert!(asked >= 6, "{name} asks {asked} questions");
        assert!(questions.list.len() < 120, "{name} has {} lines", questions.list.len());
        let kinds: Vec<Kind> = questions.list.iter().map(|question| question.kind).collect();
        assert_eq!((kinds[0], *kinds.last().unwrap()), (Kind::Prior, Kind::Class), "{name}");
    }
}

#[test]
fn hints_keep_the_value_back_until_the_last() {
    for (name, over) in samples() {
        let questions = questions(name, over);
        for (at, question) in questions.list.iter().enumerate().filter(|(_, q)| q.asked.is_some()) {
            let hints: Vec<String> =
                (1..=questions.grades(at)).map(|grade| questions.hint(at, grade).unwrap().plain()).collect();
            assert!(questions.hint(at, questions.grades(at) + 1).is_none());
            let Right::Number(shown, Some(value)) = &question.right else { continue };
            let (decimal, counted) = (value.fixed(4).pointed().to_owned(), Linear::default().expr(shown));
            let given = Sentence::join(questions.given(at), " ").plain();
            assert!(!given.contains(&decimal), "{name} {}: {given}", question.name);
            assert!(hints[2].contains(&decimal) || value.to_f64() < 0.001, "{hints:?} of {decimal}");
            // A number in its formula may be equal to it by chance.
            let made_of = questions.step(at).unwrap().uses.iter().filter_map(|used| questions.step_of(used));
            if made_of.into_iter().any(|used| used.value.as_ref() == Some(value)) {
                continue;
            }
            for hint in &hints[..2] {
                let words: Vec<&str> = hint.split([' ', ',']).collect();
                let has = |text: &String| words.contains(&text.as_str());
                assert!(!has(&decimal) && !has(&counted), "{name} {}: {hint}", question.name);
            }
        }
    }
}

#[test]
fn right_and_wrong_lines_are_counted_once() {
    let mut sheet = sheet("weather", "alpha = \"0\"", Level::Blank);
    let sunny = line(&sheet, SUNNY);
    assert_eq!(answer(&mut sheet, "P(Yes)", "9/14"), Verdict::Correct);
    assert_eq!((sheet.score.right, sheet.score.streak), (1, 1));
    assert_eq!(answer(&mut sheet, "P(Yes)", "9/14"), Verdict::Correct, "answered again");
    assert_eq!(sheet.score.right, 1, "and counted once");
    assert_eq!(answer(&mut sheet, SUNNY, "0.3"), Verdict::Unmarked);
    assert_eq!((sheet.lines[sunny].misses, sheet.score.wrong), (0, 0), "a question costs nothing");
    assert_eq!(answer(&mut sheet, SUNNY, "3/14"), Verdict::Wrong);
    assert_eq!(sheet.lines[sunny].checked.as_ref().unwrap().marked.causes, ["B4"]);
    assert_eq!((sheet.score.wrong, sheet.score.streak, sheet.lines[sunny].misses), (1, 0, 1));
    assert!(sheet.lines[sunny].is_open());
}

#[test]
fn a_line_that_follows_from_a_wrong_one_is_right_with_it() {
    let mut sheet = sheet("weather", "alpha = \"0\"", Level::Blank);
    let (sunny, score) = (line(&sheet, SUNNY), line(&sheet, "score(Yes)"));
    answer(&mut sheet, SUNNY, "3/14");
    assert_eq!(answer(&mut sheet, "score(Yes)", "3/14*9/14"), Verdict::Correct);
    let checked = sheet.lines[score].checked.as_ref().unwrap();
    assert!(checked.marked.carried && checked.with == [sunny + 1]);
    answer(&mut sheet, SUNNY, "3/9");
    assert_eq!(
        answer(&mut sheet, "score(Yes)", "3/14*9/14"),
        Verdict::Wrong,
        "the line before it is right now"
    );
    assert_eq!(answer(&mut sheet, "score(Yes)", "3/14"), Verdict::Correct);
}

#[test]
fn the_kind_that_was_missed_is_blank_next() {
    let mut sheet = sheet("play-tennis", "", Level::Faded);
    let blanks = |sheet: &Worksheet| -> Vec<Kind> {
        let lines = sheet.lines.iter().zip(&sheet.questions.list).filter(|(line, _)| line.blank);
        lines.map(|(_, question)| question.kind).collect()
    };
    assert_eq!(blanks(&sheet), [Kind::Factor, Kind::Score, Kind::Posterior]);
    let blank = sheet.lines.iter().zip(&sheet.questions.list).filter(|(line, _)| line.blank);
    let score = blank.map(|(_, question)| question).find(|question| question.kind == Kind::Score);
    let score = score.unwrap().name.clone();
    assert_eq!(answer(&mut sheet, &score, "0.77"), Verdict::Wrong);
    let next = sheet.next(Arc::clone(&sheet.questions));
    assert_eq!(blanks(&next).iter().filter(|kind| **kind == Kind::Score).count(), 2);
    assert_eq!(next.score, sheet.score, "the score goes on");
}

#[test]
fn without_a_miss_the_next_sheet_has_more_blanks_and_showing_counts_as_shown() {
    let mut sheet = sheet("play-tennis", "", Level::Faded);
    let questions = Arc::clone(&sheet.questions);
    for (at, question) in questions.list.iter().enumerate() {
        if sheet.lines[at].blank {
            let verdict = answer(&mut sheet, &question.name, &exactly(&question.right));
            assert_eq!(verdict, Verdict::Correct);
        }
    }
    assert!(sheet.is_done() && sheet.next_open(0).is_none());
    let mut next = sheet.next(Arc::clone(&sheet.questions));
    assert_eq!(next.filled(), (0, 5));
    next.show_all().unwrap();
    assert_eq!((next.score.shown, next.score.streak, next.filled()), (5, 0, (5, 5)));
    next.set_level(Level::Worked);
    assert_eq!(next.filled(), (0, 0));
}

#[test]
fn the_last_hint_shows_the_line() {
    let mut sheet = sheet("weather", "", Level::Blank);
    let grades = sheet.questions.grades(0);
    (0..grades).for_each(|_| sheet.hint(0).unwrap());
    assert!(sheet.lines[0].shown && sheet.score.shown == 1);
    sheet.hint(0).unwrap();
    assert_eq!(sheet.lines[0].hints, grades);
}

#[test]
fn the_most_informative_words_of_a_long_document_are_asked() {
    let long = sample("spam", "");
    let fitted = model(&long);
    let factor = fitted.factors().iter().find(|factor| factor.is_words()).unwrap();
    let words: Vec<String> = factor.values().iter().map(|word| word.as_str().to_owned()).collect();
    assert!(words.len() > 30);
    let case = Case::from_typed(&fitted, &[(factor.name.as_str().to_owned(), words.join(" "))]).unwrap();
    let questions = Questions::new(Arc::clone(&fitted), Arc::new(case)).unwrap();
    let of = |kind: Kind| questions.list.iter().filter(|q| q.kind == kind).collect::<Vec<_>>();
    let classes = fitted.classes.len();
    assert_eq!((of(Kind::Factor).len(), of(Kind::Rest).len()), (12 * classes, classes));
    assert!(of(Kind::Rest).iter().all(|q| q.asked.is_none()));
    // The lines of a class multiply to its score.
    let value = |q: &Question| match &q.right {
        Right::Number(_, value) => value.as_ref().unwrap().ln(),
        Right::Class(_) => panic!("a class"),
    };
    for class in 0..classes {
        let own = |kind: Kind| of(kind).into_iter().skip(class).step_by(classes).map(value).sum::<f64>();
        let product = own(Kind::Prior) + own(Kind::Factor) + own(Kind::Rest);
        assert!((product - own(Kind::Score)).abs() < 1e-9);
    }
    assert!(questions.list.iter().all(|q| !matches!(q.asked, Some(Asked::Class)) || q.kind == Kind::Class));
}

/// The numbers in a density are asked before it, in the order of the working, where they can be worked out by hand.
#[test]
fn parameters_are_asked_before_the_densities_they_are_in() {
    let names = |name: &str, over: &str| -> Vec<String> {
        questions(name, over).list.iter().map(|question| question.name.clone()).collect()
    };
    let loan = names("loan", "").join("; ");
    let order = [
        "P(No)",
        "mean(income | No)",
        "var(income | No)",
        "var(income | Yes)",
        "p(income=120 | No)",
        "p(income=120 | Yes)",
        "score(No)",
    ];
    let places: Vec<Option<usize>> = order.iter().map(|name| loan.find(name)).collect();
    assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{loan}");
    assert_eq!(loan.matches("mean(").count(), 2);
    // 150 flowers are not added up by hand, and categories have no parameters but the factors.
    for (name, over) in [("iris", ""), ("elephants", ""), ("weather", ""), ("chinese-japan", "")] {
        assert!(!names(name, over).iter().any(|name| name.starts_with("mean(")), "{name}");
    }
    let before = |over: &str| {
        let all = names("person", over);
        let end = all.iter().position(|name| name.starts_with("score(")).unwrap();
        all[2..end].join(" ")
    };
    assert_eq!(
        before("model = \"gda\"\nignore = [\"foot\"]\nvariance = \"population\""),
        "mean(height | male) mean(weight | male) mean(height | female) mean(weight | female) cov(height, height) \
         cov(height, weight) cov(weight, weight) det(Sigma) inv(height, height) inv(height, weight) \
         inv(weight, weight) diff(height | male) diff(height | female) diff(weight | male) diff(weight | female) \
         solve(height | male) solve(height | female) solve(weight | male) solve(weight | female) q(male) q(female) \
         p(x | male) p(x | female)"
    );
    let all = names("person", "model = \"gda\"\nignore = [\"foot\"]").join(" ");
    assert!(all.ends_with(" P(female | x) theta(height) theta(weight) theta(0) z class"), "{all}");
    assert_eq!(
        before("model = \"gda\"\ncovariance = \"per-class-diagonal\"\nignore = [\"foot\", \"weight\"]"),
        "mean(height | male) cov(height, height | male) mean(height | female) cov(height, height | female) \
         diff(height | male) diff(height | female) q(male) q(female) p(x | male) p(x | female)"
    );
    // Three numbers have a Σ of six entries, and an inverse that is too long to write down.
    let three = before("model = \"gda\"");
    for (name, is_asked) in [
        ("cov(weight, foot)", true),
        ("det(Sigma)", true),
        ("diff(foot | male)", true),
        ("inv(", false),
        ("solve(", false),
    ] {
        assert_eq!(three.contains(name), is_asked, "{name}: {three}");
    }
}

#[test]
fn a_wrong_mean_is_carried_into_the_density() {
    let mut sheet = sheet("loan", "", Level::Blank);
    let density = line(&sheet, "p(income=120 | No)");
    assert_eq!(answer(&mut sheet, "mean(income | No)", "100"), Verdict::Wrong);
    let right = exactly(&sheet.questions.list[line(&sheet, "var(income | No)")].right);
    assert_eq!(answer(&mut sheet, "var(income | No)", &right), Verdict::Correct);
    let variance: f64 = right.parse().unwrap();
    let own = (-(20.0_f64 * 20.0) / (2.0 * variance)).exp() / (2.0 * std::f64::consts::PI * variance).sqrt();
    assert_eq!(answer(&mut sheet, "p(income=120 | No)", &format!("{own:.5}")), Verdict::Correct);
    assert_eq!(sheet.lines[density].checked.as_ref().unwrap().with, [line(&sheet, "mean(income | No)") + 1]);
}

/// A worksheet of an exercise of the course, wholly blank.
fn lesson(id: &str) -> Worksheet {
    let exercise = Arc::new(posterior::practice::course::lesson(id).unwrap().open().unwrap());
    Worksheet::new(Arc::new(Questions::of_exercise(exercise).unwrap()), Level::Blank)
}

/// Whether a text, typed as an answer, is right on a line.
fn is_right(sheet: &Worksheet, at: usize, typed: &str) -> bool {
    let checked = sheet.questions.check(at, typed, &[]).unwrap();
    matches!(checked.marked.verdict, Verdict::Correct | Verdict::Noted)
}

/// What can be copied out of a hint into a line: all of it, a side of an equation, a word.
fn copied(hint: &str) -> Vec<String> {
    let clean = |text: &str| {
        text.trim().trim_end_matches(['.', ',', ';', ')']).trim_start_matches('(').trim().to_owned()
    };
    let sides = hint.split(['=', '≈', ':', ';']).map(clean);
    let words = hint.split_whitespace().map(clean);
    sides.chain(words).filter(|text| text.chars().any(|c| c.is_ascii_digit())).collect()
}

/// No part of a hint can be typed as the answer of its line while showing it is withheld, nor of another open line.
#[test]
fn no_hint_of_the_course_has_an_answer_that_is_withheld() {
    for id in posterior::practice::course::lessons().map(|lesson| lesson.id) {
        let mut sheet = lesson(id);
        for at in 0..sheet.lines.len() {
            assert!(sheet.may_show(at).is_err(), "{id}");
            let mut hints = Vec::new();
            while sheet.hint(at).is_ok() && hints.len() < 20 {
                hints.push(sheet.hint_text(at, sheet.lines[at].hints).unwrap().plain());
            }
            assert!(hints.len() >= 2 && !sheet.lines[at].shown, "{id} {at}: {hints:?}");
            let mut texts: Vec<String> = hints.iter().flat_map(|hint| copied(hint)).collect();
            texts.sort();
            texts.dedup();
            // All lines of all lessons take minutes.
            let others = ["logarithms", "gda-posterior", "zero-count", "smooth-one-table"].contains(&id);
            for text in texts {
                // A count that a share is made of may be another line; and that of the line itself is not all there is to it.
                let is_count = text.trim_end_matches(", α").chars().all(|c| c.is_ascii_digit());
                let name = &sheet.questions.list[at].name;
                assert!(is_count || !is_right(&sheet, at, &text), "{id} {name}: {text} in {hints:?}");
                for other in (0..sheet.lines.len()).filter(|other| others && *other != at && !is_count) {
                    let named = &sheet.questions.list[other].name;
                    assert!(!is_right(&sheet, other, &text), "{id} {name}: {text} is {named}: {hints:?}");
                }
            }
        }
    }
}

#[test]
fn a_hint_of_the_exercise_with_the_value_comes_after_the_attempts() {
    let mut sheet = lesson("gda-posterior");
    let at = line(&sheet, "q(B)");
    (0..3).for_each(|_| sheet.hint(at).unwrap());
    let third = sheet.hint_text(at, 3).unwrap().plain();
    assert!(!third.contains("= 7") && third.contains(" = "), "{third}");
    for wrong in ["1.11", "2.22", "3.33"] {
        answer(&mut sheet, "q(B)", wrong);
    }
    assert_eq!(sheet.hint_text(at, 3).unwrap().plain(), "q(B) = 7.");
    answer(&mut sheet, "inv(u, u)", "7/3");
    let first = sheet.hint_text(line(&sheet, "q(A)"), 2).unwrap().plain();
    assert!(!first.contains("7/6"), "another line is open: {first}");
}

/// The working of a line does not show the lines that it uses while these are open.
#[test]
fn the_working_of_a_line_hides_open_lines() {
    let mut sheet = sheet("weather", "alpha = \"0\"", Level::Blank);
    let score = line(&sheet, "score(Yes)");
    answer(&mut sheet, "score(Yes)", "1/7");
    answer(&mut sheet, "score(Yes)", "3/14");
    let working = |sheet: &Worksheet| Linear(Face::default()).chain(&sheet.working(score).unwrap());
    let text = working(&sheet);
    assert!(text.contains("3/14") && text.contains("0.21429"), "{text}");
    assert!(!text.contains("9/14") && !text.contains("3/9"), "{text}");
    answer(&mut sheet, "P(Yes)", "9/14");
    answer(&mut sheet, SUNNY, "3/9");
    let text = working(&sheet);
    assert!(text.contains("3/9") && text.contains("9/14"), "{text}");
}

/// Tags are for teachers: no message or hint on a known mistake has one.
#[test]
fn no_tag_reaches_a_student() {
    for id in ["prior-from-counts", "smooth-one-table", "gda-posterior"] {
        let exercise = Arc::new(posterior::practice::course::lesson(id).unwrap().open().unwrap());
        let questions = Questions::of_exercise(Arc::clone(&exercise)).unwrap();
        for (at, step) in exercise.steps.iter().enumerate() {
            let mistakes = exercise.key(step).unwrap().map(|key| key.mistakes).unwrap_or_default();
            for (tag, value) in mistakes.into_iter().filter_map(|mistake| Some((mistake.tag, mistake.value?)))
            {
                let marked = questions.check(at, value.significant(6).pointed(), &[]).unwrap().marked;
                let text = format!("{} {}", marked.message.plain(), marked.hint.plain());
                let words: Vec<&str> = text.split(|c: char| !c.is_alphanumeric()).collect();
                for tag in marked.causes.iter().chain([&tag]) {
                    assert!(!words.contains(tag), "{id} {}: {tag} in {text}", step.label);
                }
            }
        }
    }
}
