//! A worked case with one mistake in it: the marker finds the line, and later lines follow from it.

use crate::models;

use std::path::Path;
use std::sync::Arc;

use models::{model, sample};
use posterior::math::{Expr, Face, Linear};
use posterior::model::Case;
use posterior::practice::find_error::{Errors, FindError, Finished, LineStatus, Solution, Stage};
use posterior::practice::worksheet::{Kind, Question, Questions, Right, Score};
use posterior::practice::{Asked, Exercise, Marker, Verdict, author, course, read_sheet};

const SAMPLES: [(&str, &str, usize); 12] = [
    ("weather", "", 12),
    ("weather", "alpha = \"0\"", 12),
    ("play-tennis", "", 15),
    ("play-tennis", "convention = \"orange\"", 5),
    ("chinese-japan", "", 20),
    ("chinese-japan", "model = \"bernoulli\"\n[[feature]]\nname = \"text\"\nevent = \"bernoulli\"", 15),
    ("spam", "", 8),
    ("person", "", 12),
    ("two-clusters", "", 12),
    ("iris", "", 8),
    ("living-area", "", 10),
    ("loan", "", 10),
];

/// The mistakes of a case, and the exercise that asks for its lines.
fn errors(name: &str, over: &str) -> (Errors, Exercise) {
    let study = sample(name, over);
    let fitted = model(&study);
    let first = study.cases().unwrap().into_iter().next();
    let case = first.unwrap_or_else(|| Case::from_row(&fitted, 0).unwrap());
    let questions = Questions::new(Arc::clone(&fitted), Arc::new(case.clone())).unwrap();
    let asked: Vec<Asked> = questions.list.iter().filter_map(|question| question.asked.clone()).collect();
    let toml = author("case", &format!("sample:{name}"), &study, &fitted, Some(&case), &asked);
    let exercise = Exercise::from_toml(&toml, Path::new("case.toml")).unwrap();
    (Errors::new(Arc::new(questions)), exercise)
}

/// A line as it is typed. A decimal has fewer figures than those it is worked out from, so that these do not change its
/// last place.
fn typed(question: &Question, right: &Right) -> String {
    let figures = match question.kind {
        Kind::Prior | Kind::Parameter | Kind::Factor | Kind::Rest | Kind::Class | Kind::Other => 15,
        Kind::Score => 12,
        Kind::Evidence => 10,
        Kind::Posterior => 7,
    };
    match right {
        Right::Class(name) => name.clone(),
        Right::Number(_, None) => "0/0".to_owned(),
        Right::Number(shown @ Expr::Ratio(..), Some(_)) => Linear(Face::ASCII).expr(shown),
        Right::Number(_, Some(value)) => match value.to_fraction() {
            Some(text) if text.len() <= 400 && text.contains('/') => text,
            // A whole number alone may be a rounded one.
            _ => match value.significant(figures).pointed() {
                whole if !whole.contains(['.', 'e', '/']) => format!("{whole}.0000"),
                text => text.to_owned(),
            },
        },
    }
}

/// Whether a line is 0 or 1, perhaps as it is written: then later lines do not show how it was carried.
fn is_zero_or_one(right: &Right) -> bool {
    let Right::Number(_, Some(value)) = right else { return false };
    matches!(value.significant(7).pointed().trim_end_matches(['0', '.']), "" | "1")
}

/// Marks a solution as the sheet of a student. The error is where it differs.
fn marked(marker: &Marker, solution: &Solution) -> Result<(), String> {
    let list = solution.questions.list.iter().zip(&solution.lines).enumerate();
    let asked: Vec<(usize, String, &Finished)> = list
        .filter(|(_, (question, _))| question.asked.is_some())
        .map(|(at, (question, line))| {
            (at, format!("{} = {}", question.name, typed(question, &line.written)), line)
        })
        .collect();
    let text: Vec<&str> = asked.iter().map(|(_, line, _)| line.as_str()).collect();
    let sheet = marker.mark(&read_sheet("sheet", &text.join("\n"))).unwrap();
    let first = sheet.first_wrong.and_then(|number| Some(asked.get(number - 1)?.0));
    if first != Some(solution.first) {
        return Err(format!(
            "the marker says line {first:?} and not {}: {}",
            solution.first,
            text.join("; ")
        ));
    }
    let has_zero_or_one = asked.iter().any(|(_, _, line)| is_zero_or_one(&line.written));
    for ((at, typed, line), found) in asked.iter().zip(&sheet.lines) {
        let right = matches!(found.marked.verdict, Verdict::Correct | Verdict::Noted);
        let fits = match &line.status {
            LineStatus::First => !right,
            // With 0, 1 or a number that is right as it is written, later lines show nothing.
            LineStatus::Later => has_zero_or_one || !right || found.marked.carried,
            // A right line is right, also where the mistake should have changed it.
            LineStatus::Right => right,
        };
        if !fits {
            return Err(format!("line {at}, {typed}, {:?}: {}", line.status, found.marked.message.plain()));
        }
    }
    Ok(())
}

/// Marks the solutions with every `step`th mistake, from `first`. The seed decides which line it is in.
fn check(name: &str, errors: &Errors, exercise: Arc<Exercise>, first: usize, step: usize) {
    let marker = Marker::new(exercise).unwrap();
    for turn in (first % step..errors.tags().len()).step_by(step) {
        let solution = errors.solution(1, turn as u64).unwrap().unwrap();
        marked(&marker, &solution).unwrap_or_else(|why| panic!("{name} {}: {why}", solution.tag));
    }
}

#[test]
fn the_marker_finds_the_line_of_the_mistake_in_every_sample() {
    for (nth, (name, over, least)) in SAMPLES.into_iter().enumerate() {
        let (errors, exercise) = errors(name, over);
        assert!(errors.tags().len() >= least, "{name} {over}: only {:?}", errors.tags());
        check(&format!("{name} {over}"), &errors, Arc::new(exercise), nth, 9);
    }
}

/// The same where an exercise asks for some of the lines.
#[test]
fn the_marker_finds_the_line_of_the_mistake_in_every_exercise_of_the_course() {
    for (nth, lesson) in course::lessons().enumerate() {
        let exercise = Arc::new(lesson.open().unwrap());
        let errors = Errors::new(Arc::new(Questions::of_exercise(Arc::clone(&exercise)).unwrap()));
        check(&lesson.name(), &errors, exercise, nth, 7);
    }
}

#[test]
fn every_mistake_has_its_turn_and_none_is_repeated_at_once() {
    let (errors, _) = errors("weather", "alpha = \"0\"");
    let tags = errors.tags();
    let turn = |seed: u64, turn: usize| errors.solution(seed, turn as u64).unwrap().unwrap();
    for seed in [1, 2, 3] {
        let drawn: Vec<&str> = (0..tags.len() * 4).map(|at| turn(seed, at).tag).collect();
        for round in drawn.chunks(tags.len()) {
            assert!(tags.iter().all(|tag| round.contains(tag)), "{seed}: {round:?}");
        }
        assert!(drawn.windows(2).all(|pair| pair[0] != pair[1]), "{seed}: {drawn:?}");
    }
    let [one, other] = [turn(7, 5), turn(7, 5)].map(|turn| {
        let shown = turn.lines[turn.first].step.as_ref().map(|step| step.shown.clone());
        (turn.tag, turn.first, shown)
    });
    assert_eq!(one, other);
}

/// The case with each mistake, at the first lines that it can be made at.
fn all(errors: &Errors) -> impl Iterator<Item = Solution> + '_ {
    const ROUNDS: usize = 4;
    let turns = 0..(ROUNDS * errors.tags().len()) as u64;
    turns.map(|turn| errors.solution(1, turn).unwrap().unwrap())
}

/// The weather with 3/14 for P(Sunny | Yes).
fn joint() -> FindError {
    let (errors, _) = errors("weather", "alpha = \"0\"");
    let turns = (0..2 * errors.tags().len() as u64).map(|turn| errors.solution(1, turn).unwrap().unwrap());
    let solution =
        turns.filter(|solution| solution.tag == "B4").min_by_key(|solution| solution.first).unwrap();
    FindError::new(Arc::new(solution), Score::default())
}

fn line(game: &FindError, name: &str) -> usize {
    game.questions().list.iter().position(|question| question.name == name).unwrap()
}

#[test]
fn a_mistake_in_all_classes_is_on_the_first_line_it_changes() {
    let game = joint();
    let solution = &game.solution;
    let (no, yes) = (line(&game, "P(Weather=Sunny | No)"), line(&game, "P(Weather=Sunny | Yes)"));
    assert_eq!(solution.first, no);
    assert_eq!(typed(&solution.questions.list[no], &solution.lines[no].written), "2/14", "as it is counted");
    for later in [yes, line(&game, "score(Yes)"), line(&game, "P(x)")] {
        assert_eq!(solution.lines[later].status, LineStatus::Later);
    }
}

/// Exercises ask for some of the lines only: the class follows from all scores, also where one posterior is a line.
#[test]
fn the_class_follows_where_only_some_lines_are_asked() {
    let exercise = Exercise::named("course:one-feature").unwrap();
    let questions = Questions::of_exercise(Arc::new(exercise)).unwrap();
    let (mut flipped, mut kept) = (0, 0);
    for solution in all(&Errors::new(Arc::new(questions))) {
        let line = |name: &str| {
            &solution.lines[solution.questions.list.iter().position(|one| one.name == name).unwrap()]
        };
        let Right::Number(_, Some(yes)) = &line("P(Yes | Sunny)").written else { panic!("{}", solution.tag) };
        let class = line("class");
        let named = match &class.written {
            Right::Class(name) => name.as_str(),
            Right::Number(..) => panic!("{}", solution.tag),
        };
        // Of two classes the one above a half leads; a mistake of one posterior alone says nothing of the other.
        if solution.first < 2 {
            assert_eq!(named, if yes.to_f64() > 0.5 { "Yes" } else { "No" }, "{}", solution.tag);
            if named == "No" { flipped += 1 } else { kept += 1 }
        }
        if named == "No" {
            assert_eq!(class.status, LineStatus::Later, "{}", solution.tag);
        }
    }
    assert!(flipped > 0 && kept > 0, "{flipped} and {kept}");
}

#[test]
fn a_pick_gets_its_verdict_and_only_the_first_wrong_line_is_to_be_corrected() {
    let mut game = joint();
    let (yes, score) = (line(&game, "P(Weather=Sunny | Yes)"), line(&game, "score(Yes)"));
    game.pick(score);
    assert!(game.verdict().unwrap().contains("is not the first wrong line"));
    game.pick(yes);
    assert!(game.verdict().unwrap().contains("is not the first wrong line"));
    game.pick(0);
    assert_eq!(game.verdict().unwrap(), "Line 1 is right.");
    assert_eq!((game.stage, game.score.wrong, game.cause()), (Stage::Looking, 3, None));
    game.pick(0);
    assert_eq!(game.score.wrong, 3, "the same line costs nothing more");
    let first = game.solution.first;
    game.pick(first);
    assert_eq!((game.stage, game.score.right), (Stage::Mending, 1));
    for (typed, stage) in [("2/14", Stage::Mending), ("0.4", Stage::Mended)] {
        let checked = game.questions().check(first, typed, &[]).unwrap();
        game.take(Arc::new(checked));
        assert_eq!(game.stage, stage, "{typed}");
    }
    assert!(game.cause().unwrap().plain().contains("Weather=Sunny and No together"), "{:?}", game.cause());
    game.again();
    assert_eq!((game.stage, game.score.right, game.picks.len()), (Stage::Looking, 2, 0));
}

#[test]
fn hints_go_from_the_place_to_the_value() {
    let mut game = joint();
    let first = game.solution.first;
    game.hint();
    assert_eq!(
        (game.stage, game.hints[0].plain()),
        (Stage::Mending, format!("Line {} is the first wrong line.", first + 1))
    );
    game.hint();
    assert!(game.hints[1].plain().contains("count(Weather=Sunny, No)/count(No)"), "{:?}", game.hints);
    game.hint();
    assert!(game.hints[2].plain().contains("= 2") && game.is_last_hint(), "{:?}", game.hints);
    game.hint();
    assert_eq!((game.stage, game.score.shown), (Stage::Shown, 1));
}
