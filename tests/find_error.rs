//! A worked case with one mistake in it: the marker itself must find the line, and what follows must follow.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test may fail"
)]

mod models;

use std::sync::Arc;

use models::{model, sample};
use posterior::math::{Expr, Linear, Number};
use posterior::model::Case;
use posterior::practice::find_error::{Errors, FindError, Solution, Stage, Standing};
use posterior::practice::worksheet::{Question, Questions, Right, Score};
use posterior::practice::{Answer, Verdict};

const SAMPLES: [(&str, &str, usize); 15] = [
    ("weather", "", 12),
    ("weather", "alpha = \"0\"", 12),
    ("play-tennis", "", 15),
    ("play-tennis", "convention = \"orange\"", 5),
    ("play-tennis", "prior = \"uniform\"", 12),
    ("chinese-japan", "", 20),
    ("chinese-japan", "model = \"bernoulli\"\n[[feature]]\nname = \"text\"\nevent = \"bernoulli\"", 15),
    ("spam", "", 8),
    ("person", "", 12),
    ("two-clusters", "", 12),
    ("iris", "", 8),
    ("living-area", "", 10),
    ("loan", "", 10),
    ("letters", "", 5),
    ("bolts", "", 5),
];

fn errors(name: &str, over: &str) -> Errors {
    let study = sample(name, over);
    let fitted = model(&study);
    let first = study.cases().unwrap().into_iter().next();
    let case = first.unwrap_or_else(|| Case::from_row(&fitted, 0).unwrap());
    Errors::new(Arc::new(Questions::new(fitted, Arc::new(case)).unwrap()))
}

/// What stands on a line: in `figures` figures where it is no short fraction.
fn typed(right: &Right, figures: usize) -> String {
    match right {
        Right::Class(name) => name.clone(),
        Right::Number(_, None) => "0/0".to_owned(),
        Right::Number(shown @ Expr::Ratio(..), Some(_)) => Linear { ascii: true }.expr(shown),
        Right::Number(_, Some(value)) => match value.to_fraction() {
            Some(text) if text.len() <= 400 => text,
            _ => format!("{:.*e}", figures - 1, value.to_f64()),
        },
    }
}

fn says_nothing(right: &Right) -> bool {
    matches!(right, Right::Number(_, Some(value)) if value.is_zero() || *value == Number::one())
}

/// Marks a solution as a student's own, line by line.
fn assert_marked(name: &str, solution: &Solution) {
    let questions = &solution.questions;
    let mut wrong: Vec<(usize, Answer)> = Vec::new();
    let mut first_wrong = None;
    for (at, line) in solution.lines.iter().enumerate() {
        if questions.list[at].asked.is_none() {
            assert_eq!(line.standing, Standing::Right);
            continue;
        }
        let what = format!("{name} {} {} {:?}", solution.tag, questions.list[at].name, line.standing);
        let told = questions.check(at, &typed(&line.written, 6), &wrong).unwrap();
        let marked = &told.checked.marked;
        let right = matches!(marked.verdict, Verdict::Correct | Verdict::Noted);
        match &line.standing {
            Standing::Right => assert!(right || !wrong.is_empty(), "{what}: {}", marked.message),
            Standing::First | Standing::Again => {
                assert_eq!(marked.verdict, Verdict::Wrong, "{what}: {}", marked.message);
                first_wrong = first_wrong.or(Some(at));
            }
            // What is carried on from 0 or 1 says nothing of how it was carried on, and a class has no carrying here.
            Standing::With(lines) => {
                assert!(!lines.is_empty() && lines.iter().all(|line| *line < at), "{what}");
                let degenerate = wrong.iter().any(|(line, _)| says_nothing(&solution.lines[*line].written));
                let is_class = matches!(line.written, Right::Class(_));
                assert!(
                    is_class || degenerate || (right && marked.carried),
                    "{what}: {:?} {}",
                    marked.verdict,
                    marked.message
                );
            }
        }
        if line.standing != Standing::Right {
            wrong.push((at, Answer::alone(&typed(&line.written, 16))));
        }
    }
    assert_eq!(first_wrong, Some(solution.first), "{name} {}", solution.tag);
    assert_eq!(solution.lines[solution.first].standing, Standing::First);
}

#[test]
fn the_marker_finds_the_line_of_every_mistake_in_every_sample() {
    let mut fails = 0;
    for (name, over, least) in SAMPLES {
        let t = std::time::Instant::now();
        let errors = errors(name, over);
        let tags = errors.tags();
 eprintln!("{name} {over} {:?} {} lines {tags:?}", t.elapsed(), errors.questions.list.len());
        if tags.len() < least { eprintln!("FEW {name}"); }
        // Of each tag every line would take long.
        let mut seen: Vec<(&str, u32)> = Vec::new();
        for solution in errors.all() {
            let solution = solution.unwrap();
            let place = seen.iter().position(|(tag, _)| *tag == solution.tag).unwrap_or_else(|| {
                seen.push((solution.tag, 0));
                seen.len() - 1
            });
            seen[place].1 += 1;
            if seen[place].1 <= 2 {
                if std::panic::catch_unwind(||assert_marked(&format!("{name} {over}"), &solution)).is_err() { fails += 1; }
            }
        }
        assert_eq!(seen.len(), tags.len());
    }
    assert_eq!(fails, 0);
}
