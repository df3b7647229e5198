//! Exercises whose data are drawn: the columns, the rule that vets seeds, and the way from seeds to marks.

use crate::program;

use std::fs;
use std::path::Path;

use posterior::practice::{
    Asked, Exercise, ExerciseFile, Reach, Rule, Search, Verdict, Vetting, lint, seeds, vet,
};
use posterior::table::Cell;
use program::ended as posterior;
use proptest::prelude::*;
use rayon::prelude::*;
use tempfile::TempDir;

const STEPS: &str = "[[step]]\nask = \"P(Yes)\"\n[[step]]\nask = \"P(Sunny|Yes)\"\n[[step]]\nask = \"score(Yes)\"\n\
                     [[step]]\nask = \"P(Yes|Sunny)\"\n[[step]]\nask = \"class\"\n";

/// An exercise after the weather, with these lines below `[random]`.
fn weather(random: &str) -> String {
    format!(
        "id = \"w\"\ndata = \"sample:weather\"\nquery = {{ Weather = \"Sunny\" }}\n[recipe]\ntarget = \"Play\"\nalpha = \"0\"\n\
         {STEPS}[random]\n{random}"
    )
}

/// Columns of every kind, listed in the file itself.
const LISTED: &str = "id = \"all\"\nquery = { outlook = \"Sunny\", height = \"6.0\", message = \"Tokyo Tokyo\" }\n\
    [[step]]\nask = \"P(Yes)\"\n[[step]]\nask = \"P(outlook=Sunny|Yes)\"\n[[step]]\nask = \"P(Yes|x)\"\n\
    [random]\nrows = [8, 12]\n[random.columns]\noutlook = [\"Sunny\", \"Overcast\", \"Rainy\"]\n\
    height = { from = 5.0, to = 6.5, decimals = 1 }\n\
    message = { words = [\"Chinese\", \"Beijing\", \"Tokyo\"], length = [2, 4] }\nplay = [\"Yes\", \"No\"]\n";

fn file(text: &str) -> ExerciseFile {
    ExerciseFile::from_toml(text, Path::new("w.toml"), Reach::Beside).unwrap()
}

fn refused(text: &str) -> (Option<u64>, String) {
    let problem = ExerciseFile::from_toml(text, Path::new("w.toml"), Reach::Beside).unwrap_err();
    assert!(problem.place.as_ref().is_some_and(|place| place.contains("w.toml")), "{problem:?}");
    (problem.line, format!("{} {}", problem.what, problem.fix))
}

#[test]
fn the_seed_decides_for_ever() {
    let drawn = file(&weather("rows = [10, 12]\n")).random.unwrap().draw(7);
    insta::assert_snapshot!("weather_seed_7", drawn.csv);
    insta::assert_snapshot!("columns_seed_7", file(LISTED).random.unwrap().draw(7).csv);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn a_seed_draws_the_columns_of_the_pattern(seed in 0..u64::MAX) {
        let file = file(&weather("rows = [10, 14]\n"));
        let random = file.random.clone().unwrap();
        prop_assert_eq!(random.draw(seed).csv, random.draw(seed).csv);
        let exercise = file.open(Some(seed)).unwrap();
        let table = &exercise.study.loaded.table;
        prop_assert!((10..=14).contains(&table.rows()));
        let names: Vec<&str> = table.columns().iter().map(|column| column.name.as_str()).collect();
        prop_assert_eq!(names, ["Weather", "Play"]);
        // Every value stands somewhere, and no other does.
        let mut values: Vec<String> = (0..table.rows()).map(|row| table.cell_text(row, 0).into_owned()).collect();
        values.sort();
        values.dedup();
        prop_assert_eq!(values, ["Overcast", "Rainy", "Sunny"]);
        prop_assert_eq!(exercise.seed, Some(seed));
    }

    #[test]
    fn columns_of_every_kind_are_as_they_are_listed(seed in 0..u64::MAX) {
        let exercise = file(LISTED).open(Some(seed)).unwrap();
        let table = &exercise.study.loaded.table;
        prop_assert!((8..=12).contains(&table.rows()));
        for row in 0..table.rows() {
            let Cell::Number(height) = table.cell(row, 1) else { panic!("a height") };
            prop_assert!((5.0..=6.5).contains(&height) && (height * 10.0 - (height * 10.0).round()).abs() < 1e-9);
            let message = table.cell_text(row, 2).into_owned();
            let words: Vec<&str> = message.split(' ').collect();
            prop_assert!((2..=4).contains(&words.len()));
            prop_assert!(words.iter().all(|word| ["Chinese", "Beijing", "Tokyo"].contains(word)));
            prop_assert!(["Yes", "No"].contains(&table.cell_text(row, 3).as_ref()));
        }
        prop_assert!(table.columns()[1].decimals <= 1);
    }
}

#[test]
fn numbers_lie_around_the_mean_of_their_class_and_words_are_those_of_the_pattern() {
    let person = "data = \"sample:person\"\n[[step]]\nask = \"P(male)\"\n[random]\nrows = [2000, 2000]\n";
    let exercise = file(person).open(Some(3)).unwrap();
    let mean = |exercise: &Exercise, class| {
        let factor = exercise.fitted.factor("height").unwrap();
        factor.normal(exercise.fitted.class(class).unwrap()).unwrap().mean
    };
    let pattern = Exercise::from_toml(person.split("[random]").next().unwrap(), Path::new("p.toml")).unwrap();
    for class in ["male", "female"] {
        assert!((mean(&exercise, class) - mean(&pattern, class)).abs() < 0.05, "{class}");
    }
    let japan = "data = \"sample:chinese-japan\"\n[[step]]\nask = \"P(Tokyo|c)\"\n[random]\nrows = [4, 6]\n";
    for seed in 0..20 {
        let exercise = file(japan).open(Some(seed)).unwrap();
        assert_eq!(exercise.fitted.factors()[0].values().len(), 6, "every word stands somewhere");
        assert!(exercise.case.is_some(), "the case is that of the pattern");
    }
}

/// The rule, worked out again from what is public: no step's mistake has the right value's two figures, most pairs
/// differ, small denominators, both classes, and a lead within the level.
fn obeys_the_rule(exercise: &Exercise, least: f64, most: f64) {
    let seed = exercise.seed;
    let two = |value: &posterior::math::Number| value.significant(2).pointed().parse::<f64>().unwrap();
    for step in &exercise.steps {
        let Some(key) = exercise.key(step).unwrap() else { continue };
        let truth = key.truth.as_ref().unwrap();
        for mistake in key.mistakes.iter().filter(|mistake| !mistake.harmless) {
            let Some(value) = &mistake.value else { continue };
            assert_ne!(two(truth), two(value), "seed {seed:?}: {} of {}", mistake.tag, step.label);
        }
        if let Asked::Number(of) = &step.asked
            && !of.is_about_case()
        {
            let fraction = truth.to_fraction().unwrap();
            assert!(fraction.split('/').nth(1).unwrap().parse::<u64>().unwrap() <= 20, "{fraction}");
        }
    }
    let (apart, pairs) = lint(exercise).unwrap().pairs;
    assert!(apart as f64 >= 0.8 * pairs as f64, "seed {seed:?}");
    assert_eq!(exercise.fitted.classes.len(), 2);
    let prediction = exercise.fitted.predict(exercise.case.as_ref().unwrap());
    let mut posteriors: Vec<f64> = prediction.posterior.unwrap().iter().map(|share| share.to_f64()).collect();
    posteriors.sort_by(|a, b| b.total_cmp(a));
    let lead = posteriors[0] - posteriors[1];
    assert!((least - 1e-9..=most + 1e-9).contains(&lead), "seed {seed:?}: {lead}");
}

#[test]
fn every_seed_that_is_found_obeys_the_rule() {
    for (level, least, most) in
        [("", 0.05, 0.95), ("level = \"clear\"\n", 0.4, 0.95), ("level = \"close\"\n", 0.02, 0.3)]
    {
        let file = file(&weather(&format!("rows = [10, 20]\n{level}")));
        let found = seeds(&file, Search { want: 6, from: 1, tries: 300 }).unwrap();
        assert_eq!((found.passed, found.best.len()), (6, 6), "{level}: {found:?}");
        assert_eq!(found.tried, *found.seeds().last().unwrap(), "none is left out");
        let failed: u64 = found.failed.iter().map(|failed| failed.count).sum();
        assert_eq!(failed + 6, found.tried, "every seed is counted once");
        found.seeds().iter().for_each(|seed| obeys_the_rule(&file.open(Some(*seed)).unwrap(), least, most));
    }
}

#[test]
fn about_a_third_of_tables_with_one_feature_pass_and_the_rest_fail_for_a_reason() {
    let file = file(&weather("rows = [10, 20]\n"));
    let vetting = Vetting::new(&file).unwrap();
    let passed = (1..=60).filter(|seed| vetting.failures(*seed).is_empty()).count();
    assert!((8..=30).contains(&passed), "{passed} of 60");
    // Equal priors hide the mistake of leaving them out.
    let equal = (1..=60).find(|seed| {
        let random = file.random.as_ref().unwrap();
        let of_class = random.draw(*seed).of_class;
        of_class[0] == of_class[1]
    });
    let failures = vetting.failures(equal.unwrap());
    assert!(failures.iter().any(|failure| failure.rule == Rule::Right), "{failures:?}");
}

#[test]
fn vetting_says_which_part_of_the_rule_fails_and_on_what() {
    let fails = |random: &str, rule: Rule, said: &str| {
        let file = file(&weather(random));
        let vetting = Vetting::new(&file).unwrap();
        let found = (1..=20).flat_map(|seed| vetting.failures(seed)).find(|failure| failure.rule == rule);
        let what = found.unwrap_or_else(|| panic!("{rule:?}")).what;
        assert!(what.contains(said), "{what}");
    };
    fails("rows = [30, 40]\n", Rule::Denominators, "is the largest denominator");
    fails("rows = [3, 3]\n", Rule::Classes, "No row of ");
    fails("level = \"close\"\n", Rule::Lead, "“close” is from 0.02 to 0.3");
    fails("rows = [10, 20]\n", Rule::Right, "right");
    // With larger numbers allowed, the denominator is no reason.
    let large = file(&weather("rows = [30, 40]\ndenominator = 60\n"));
    assert!(vet(&large, 1).unwrap().iter().all(|failure| failure.rule != Rule::Denominators));
}

#[test]
fn zero_by_zero_can_be_asked_for() {
    let file = file(&weather("rows = [10, 12]\nempty_class = true\n").replace("score(Yes)", "P(Sunny|No)"));
    let undefined = (1..20).filter_map(|seed| file.open(Some(seed)).ok()).any(|exercise| {
        let step = &exercise.steps[1];
        exercise.key(step).unwrap().unwrap().truth.is_none()
    });
    assert!(undefined);
}

#[test]
fn a_file_that_lists_no_seeds_takes_the_first_that_passes() {
    let found = seeds(&file(&weather("rows = [10, 20]\n")), Search::default()).unwrap().seeds();
    assert_eq!(file(&weather("rows = [10, 20]\n")).open(None).unwrap().seed, found.first().copied());
    let listed = file(&weather("seeds = [5, 4]\n"));
    assert_eq!(listed.open(None).unwrap().seed, Some(5));
    assert_eq!(listed.open(Some(4)).unwrap().seed_note(), None);
    assert!(listed.open(Some(9)).unwrap().seed_note().unwrap().contains("seed 9"));
    // Where none passes it is the best of them; where nothing can be asked of any, it is said why.
    let large = file(&weather("rows = [30, 30]\n"));
    let best = seeds(&large, Search { tries: 100, ..Search::default() }).unwrap();
    assert!(best.passed == 0 && !best.best[0].passes(), "{best:?}");
    assert_eq!(large.open(None).unwrap().seed, Some(best.best[0].seed));
    let fixed = weather("").replace("[random]\n", "");
    assert!(file(&fixed).open(Some(1)).unwrap_err().what.contains("one table"));
}

#[test]
fn self_tests_are_about_the_first_seed() {
    let text = weather("seeds = [5, 4]\n")
        .replace("ask = \"class\"\n", "ask = \"class\"\nself_test = { \"7\" = \"correct\" }\n");
    let file = file(&text);
    assert_eq!(lint(&file.open(None).unwrap()).unwrap().tests.len(), 1);
    assert_eq!(lint(&file.open(Some(4)).unwrap()).unwrap().tests.len(), 0);
}

#[test]
fn what_cannot_be_drawn_is_refused_with_file_and_line() {
    let listed = |columns: &str| format!("{STEPS}[random.columns]\n{columns}");
    for (text, line, said) in [
        (weather("rows = [10]\n"), 18, "rows = [10, 20]"),
        (weather("rows = [20, 10]\n"), 18, "least and the most"),
        (weather("rows = [2, 9]\n"), 17, "3 values"),
        (weather("level = \"hard\"\n"), 18, "clear, usual, close"),
        (weather("seeds = [1, 2, 1]\n"), 17, "listed twice"),
        (weather("sedes = [1]\n"), 18, "did you mean seeds"),
        (weather("denominator = 1\n"), 18, "largest"),
        (weather("[random.columns]\na = [\"b\"]\n"), 18, "only one of them"),
        (weather("").replace("ask = \"class\"\n", "ask = \"class\"\naccept = [\"Yes\"]\n"), 16, "accept"),
        (listed("outlook = [\"Sunny\", \"Sunny\"]\nplay = [\"Yes\", \"No\"]\n"), 12, "each once"),
        (listed("height = { from = 2, to = 1 }\nplay = [\"Yes\", \"No\"]\n"), 12, "the smaller first"),
        (listed("height = { from = 1, too = 2 }\nplay = [\"Yes\", \"No\"]\n"), 12, "did you mean to?"),
        (listed("text = { words = [\"a b\"] }\nplay = [\"Yes\", \"No\"]\n"), 12, "letters and digits"),
        (listed("play = 3\n"), 12, "neither a list nor a table"),
        (listed("play = [\"Yes\", \"No\"]\n"), 11, "two columns"),
        (listed("outlook = [\"Sunny\", \"Rainy\"]\nplay = [\"Yes\"]\n"), 11, "two classes"),
        (listed("outlook = [\"Sunny\", \"Rainy\"]\nx = { from = 1, to = 2 }\n"), 11, "list the classes"),
    ] {
        let (found, told) = refused(&text);
        assert!(told.contains(said), "{said}: {told}");
        assert_eq!(found, Some(line), "{told}");
    }
}

#[test]
fn a_sheet_is_marked_against_the_table_of_its_seed() {
    let folder = TempDir::new().unwrap();
    let at = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    fs::write(at("w.toml"), weather("seeds = [15, 19]\n")).unwrap();
    fs::create_dir(at("answers")).unwrap();
    let right = |seed: u64| {
        let exercise = Exercise::open_seeded(Path::new(&at("w.toml")), Some(seed)).unwrap();
        let line = |step: &posterior::practice::Step| {
            let key = exercise.key(step).unwrap()?;
            Some(format!("{} = {}\n", step.label, key.truth?.to_fraction()?))
        };
        exercise.steps.iter().filter_map(line).collect::<String>()
    };
    let (one, two) = (right(15), right(19));
    assert_ne!(one, two);
    for (name, head, text) in [
        ("a", "seed: 15\n", &one),
        ("b", "seed: 19\n", &two),
        ("c", "seed: 19\n", &one),
        ("d", "", &one),
        ("e", "seed: mine\n", &one),
        ("f", "seed: 7\n", &one),
    ] {
        fs::write(at(&format!("answers/{name}.txt")), format!("exercise: w\nstudent: {name}\n{head}{text}"))
            .unwrap();
    }
    fs::write(at("answers/form.csv"), "student,exercise,seed,P(Yes)\ng,w,15,1/1000\nh,w,,1/2\n").unwrap();
    let arguments = ["mark", &at("answers"), "--exercise", &at("w.toml"), "--names"];
    let (status, report, said) = posterior(&arguments);
    assert_eq!(status, 4, "{said}");
    let row = |name: &str| {
        report.lines().find(|line| line.trim_start().starts_with(&format!("{name} "))).map(str::to_owned)
    };
    for (name, marks) in [("a", "4 of 5"), ("b", "4 of 5"), ("g", "0 of 5")] {
        assert!(row(name).unwrap().contains(marks), "{name}: {report}");
    }
    assert!(!row("c").unwrap().contains("4 of 5"), "{report}");
    assert!(row("a").unwrap().contains("15") && report.contains("seed"), "{report}");
    assert!(row("d").is_none() && row("e").is_none() && row("h").is_none(), "{report}");
    for told in [
        "d.txt was not marked",
        "“seed: N”",
        "“mine”",
        "row 2 (h) was not marked",
        "seed 7 is none of the seeds",
    ] {
        assert!(said.contains(told), "{told}: {said}");
    }
    let (_, csv, _) = posterior(&[&arguments[..4], &["--format", "csv"]].concat());
    assert!(csv.contains("a,w,15,P(Yes)") && csv.contains("b,w,19,P(Yes)"), "{csv}");
}

#[test]
fn each_student_gets_a_seed_and_the_key_has_them_all() {
    let folder = TempDir::new().unwrap();
    let at = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    fs::write(at("w.toml"), weather("seeds = [19, 15]\n")).unwrap();
    fs::write(at("ids.txt"), "s1\ns2\n\ns3\n").unwrap();
    let print = ["exercise", "print", &at("w.toml"), "--students", &at("ids.txt")];
    let (status, sheets, said) = posterior(&[&print[..], &["--key", &at("key.md")]].concat());
    assert_eq!(status, 0, "{said}");
    let pages: Vec<&str> = sheets.split("<div").collect();
    assert_eq!(pages.len(), 3);
    assert!(
        pages[0].contains("student: s1")
            && pages[0].contains("seed: 19")
            && pages[0].contains("w · seed 19 · s1")
    );
    assert!(pages[1].contains("student: s2") && pages[1].contains("seed: 15"));
    // The third seed is the first other one that obeys the rule, and it is said.
    let third = seeds(&file(&weather("seeds = [19, 15]\n")), Search::default()).unwrap().seeds()[0];
    assert!(
        pages[2].contains("student: s3") && pages[2].contains(&format!("seed: {third}\n")),
        "{}",
        pages[2]
    );
    assert!(said.contains(&format!("these were given out, too: seeds = [{third}]")), "{said}");
    let tables = fs::read_to_string(at("w.tables.csv")).unwrap();
    assert!(tables.starts_with("id,seed,table\ns1,19,") && tables.contains("\ns2,15,"), "{tables}");
    let key = fs::read_to_string(at("key.md")).unwrap();
    assert!(
        key.contains("key, seed 19") && key.contains("key, seed 15") && key.contains("Given to: s2."),
        "{key}"
    );
    let (_, one, said) = posterior(&[&print[..], &["--seed", "7"]].concat());
    assert_eq!(one.matches("seed: 7\n").count(), 3, "{one}");
    assert!(said.contains("seed 7 is none"), "{said}");
}

#[test]
fn the_command_prints_a_line_to_paste_and_why_others_failed() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("w.toml").to_string_lossy().into_owned();
    fs::write(&path, weather("rows = [10, 20]\n")).unwrap();
    let seeds = ["exercise", "seeds", &path, "--want", "3"];
    let (status, text, said) = posterior(&seeds);
    assert_eq!(status, 0, "{said}");
    insta::assert_snapshot!("seeds", text);
    let line = text.lines().next().unwrap();
    fs::write(&path, weather(&format!("{line}\n"))).unwrap();
    let (status, again, _) = posterior(&["exercise", "lint", &path]);
    assert!(
        status == 0 && again.contains("This is said of seed") && !again.contains("is right, and"),
        "{again}"
    );
    let (_, told, _) = posterior(&[&seeds[..], &["--format", "json"]].concat());
    let told: serde_json::Value = serde_json::from_str(&told).unwrap();
    assert_eq!(told["line"], line);
    assert_eq!(told["seeds"].as_array().unwrap().len(), 3);
    assert!(told["best"].as_array().unwrap().iter().all(|best| best["passes"] == true && best["lack"] == 0));
    assert!(told["failed"][0]["example"].as_str().unwrap().contains("right"), "{told}");
    let (_, markdown, _) = posterior(&[&seeds[..], &["--format", "markdown"]].concat());
    assert!(markdown.starts_with(&format!("```toml\n{line}\n```\n")), "{markdown}");
    // A pattern that cannot pass says why, and what to change.
    fs::write(&path, weather("rows = [40, 50]\n")).unwrap();
    let (_, text, _) = posterior(&["exercise", "seeds", &path, "--tries", "20"]);
    let flat = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(flat.starts_with("seeds = [") && flat.contains("0 of 20 seeds obey the rule"), "{text}");
    assert!(flat.contains("is the largest denominator") && flat.contains("draw fewer rows"), "{text}");
    assert_eq!(
        posterior(&[
            "exercise",
            "seeds",
            concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/exercises/weather.toml")
        ])
        .0,
        2
    );
}

#[test]
fn check_takes_a_seed() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("w.toml").to_string_lossy().into_owned();
    fs::write(&path, weather("seeds = [15, 19]\n")).unwrap();
    for seed in [15, 19] {
        let exercise = Exercise::open_seeded(Path::new(&path), Some(seed)).unwrap();
        let truth = exercise.key(&exercise.steps[1]).unwrap().unwrap().truth.unwrap().to_fraction().unwrap();
        let answer = posterior::practice::Answer::alone(&truth);
        assert_eq!(
            exercise.check(&exercise.steps[1].asked, answer).unwrap().marked.verdict,
            Verdict::Correct
        );
        let seed = seed.to_string();
        assert_eq!(posterior(&["check", &truth, "--of", "P(Sunny|Yes)", &path, "--seed", &seed]).0, 0);
    }
}

#[test]
fn new_writes_a_pattern_for_every_kind_of_data() {
    let folder = TempDir::new().unwrap();
    for (sample, row) in
        [("weather", None), ("chinese-japan", None), ("person", None), ("play-tennis", Some("1"))]
    {
        let path = folder.path().join(format!("{sample}.toml")).to_string_lossy().into_owned();
        let data = format!("sample:{sample}");
        let row: Vec<&str> = row.map(|row| vec!["--row", row]).unwrap_or_default();
        let (status, _, said) =
            posterior(&[&["exercise", "new", &data, "--random", "--output", &path][..], &row].concat());
        assert_eq!(status, 0, "{said}");
        let (status, sheet, said) = posterior(&["exercise", "print", &path, "--seed", "3"]);
        assert!(status == 0 && sheet.contains("seed: 3"), "{sample}: {said}");
    }
}

/// A table of three features and three classes, of which no draw obeys the rule.
const COMMUTE: &str = "id = \"commute\"\nquery = { weather = \"Sunny\", temp = \"Cool\", hum = \"Mid\" }\n\
    [[step]]\nask = \"P(Sunny|walk)\"\n[[step]]\nask = \"score(walk)\"\n[[step]]\nask = \"score(bike)\"\n\
    [[step]]\nask = \"P(walk|x)\"\n[[step]]\nask = \"P(car|x)\"\n\
    [random]\nrows = [16, 20]\n[random.columns]\nweather = [\"Sunny\", \"Overcast\", \"Rainy\"]\n\
    temp = [\"Hot\", \"Mild\", \"Cool\"]\nhum = [\"High\", \"Mid\", \"Low\"]\nway = [\"walk\", \"bike\", \"car\"]\n";

#[test]
fn the_best_seeds_are_found_where_none_obeys_the_rule() {
    let file = file(COMMUTE);
    // Of more than one batch, so that tables are given up that lack more than the best by then.
    let (want, tries) = (6, 140);
    let found = seeds(&file, Search { want, from: 1, tries }).unwrap();
    assert_eq!((found.best.len(), found.tried), (want, tries), "{found:?}");
    let lacks: Vec<u64> = found.best.iter().map(posterior::practice::Vetted::lack).collect();
    assert!(lacks.is_sorted() && lacks[want - 1] > 0, "{lacks:?}");
    // No other of those that were tried lacks less, and what each lacks is what it is vetted for.
    let vetting = Vetting::new(&file).unwrap();
    let lack = |seed| vetting.failures(seed).iter().map(|failure| failure.lack).sum::<u64>();
    let mut all: Vec<(u64, u64)> = (1..=tries).into_par_iter().map(|seed| (lack(seed), seed)).collect();
    all.sort_unstable();
    let best: Vec<(u64, u64)> = found.best.iter().map(|vetted| (vetted.lack(), vetted.seed)).collect();
    assert_eq!(best, all[..want]);
    let first = &found.best[0];
    let last = &found.best[want - 1];
    assert!(last.told().contains("right"), "{}", last.told());
    // The more is tried, the better.
    let fewer = seeds(&file, Search { want, from: 1, tries: 10 }).unwrap();
    assert!(fewer.best[0].lack() >= first.lack());
}

#[test]
fn what_is_found_is_kept_until_the_exercise_changes() {
    let (folder, kept) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let path = folder.path().join("w.toml");
    let search = Search { want: 4, from: 1, tries: 60 };
    let read = |text: &str| {
        fs::write(&path, text).unwrap();
        let mut file = ExerciseFile::read(&path, Reach::Beside).unwrap();
        file.cache = posterior::practice::SeedCache::at(kept.path().join("seeds"));
        file
    };
    let files = || {
        let mut all: Vec<_> =
            fs::read_dir(kept.path().join("seeds")).unwrap().map(|file| file.unwrap().path()).collect();
        all.sort();
        all
    };
    let text = weather("rows = [10, 20]\n");
    let first = seeds(&read(&text), search).unwrap();
    let [file] = files().try_into().unwrap();
    // It is read again: what stands there is believed.
    let seed = first.best[0].seed;
    let said = fs::read_to_string(&file).unwrap();
    let own = format!("{{\"seed\":{seed},\"whole\":true,\"failures\":[]}}");
    assert!(said.contains(&own), "{said}");
    let marked = own.replace("[]", "[{\"rule\":\"pairs\",\"what\":\"Kept.\",\"tags\":[\"B2\"],\"lack\":5}]");
    fs::write(&file, said.replace(&own, &marked)).unwrap();
    assert_eq!(seeds(&read(&text), search).unwrap().best[0].seed, first.best[1].seed);
    // Words, marks and the list of seeds change nothing.
    let worded = format!(
        "title = \"Play\"\ncourse = \"Statistics\"\n{}",
        text.replace("rows =", "seeds = [3]\nrows =")
    )
    .replace("ask = \"class\"", "ask = \"class\"\nmarks = 3");
    seeds(&read(&worded), search).unwrap();
    assert_eq!(files(), std::slice::from_ref(&file));
    // A file that is damaged, or goes away, is as good as none.
    fs::write(&file, "{\"of\":").unwrap();
    assert_eq!(seeds(&read(&text), search).unwrap(), first);
    fs::remove_file(&file).unwrap();
    assert_eq!(seeds(&read(&text), search).unwrap(), first);
    // Another rule, other data and another question are another exercise.
    for other in [
        text.replace("alpha = \"0\"", "alpha = \"1\""),
        text.replace("[10, 20]", "[10, 18]"),
        text.replace("score(Yes)", "score(No)"),
    ] {
        let before = files().len();
        seeds(&read(&other), search).unwrap();
        assert_eq!(files().len(), before + 1, "{other}");
    }
    // There are never more than forty.
    for name in 0..50 {
        fs::write(kept.path().join(format!("seeds/{name:016}.json")), "{}").unwrap();
    }
    seeds(&read(&text.replace("[10, 20]", "[10, 16]")), search).unwrap();
    assert_eq!(files().len(), 40);
}

#[test]
fn a_name_on_top_of_the_list_moves_nobody() {
    let folder = TempDir::new().unwrap();
    let at = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    fs::write(at("w.toml"), weather("rows = [10, 20]\n")).unwrap();
    let roster = |text: &str| fs::write(at("roster.csv"), text).unwrap();
    let command = |command: &str| {
        let folder = at("sheets");
        let mut arguments = vec!["exercise", command];
        let (file, list) = (at("w.toml"), at("roster.csv"));
        arguments.extend([file.as_str(), "--students", &list]);
        if command == "sheet" {
            arguments.extend(["--folder", &folder, "--force"]);
        }
        let (status, printed, said) = posterior(&arguments);
        assert_eq!(status, 0, "{said}");
        (printed, said)
    };
    let seeds_of = |sheets: &str| -> Vec<(String, String)> {
        let of = |word: &str| {
            sheets.lines().filter_map(|line| Some(line.strip_prefix(word)?.to_owned())).collect::<Vec<_>>()
        };
        of("student: ").into_iter().zip(of("seed: ")).collect()
    };
    roster("Matrikelnummer;Vorname;Nachname\r\n007;Ada;Lovelace\r\n008;Emmy;Noether\r\n");
    let (sheets, _) = command("print");
    assert!(sheets.contains("For Ada Lovelace."), "{sheets}");
    let before = seeds_of(&sheets);
    assert_eq!(before.iter().map(|(id, _)| id.as_str()).collect::<Vec<_>>(), ["007", "008"]);
    assert_ne!(before[0].1, before[1].1);
    roster("Matrikelnummer;Vorname;Nachname\r\n001;Carl;Gauss\r\n008;Emmy;Noether\r\n007;Ada;Lovelace\r\n");
    let after = seeds_of(&command("print").0);
    assert_eq!((&after[1], &after[2]), (&before[1], &before[0]));
    assert!(before.iter().all(|(_, seed)| *seed != after[0].1), "a new table");
    // Answer sheets have the same, and another exercise says that its tables are others.
    command("sheet");
    let sheet = fs::read_to_string(at("sheets/007.txt")).unwrap();
    assert!(sheet.contains(&format!("seed:     {}\n", before[0].1)), "{sheet}");
    fs::write(at("w.toml"), weather("rows = [12, 14]\n")).unwrap();
    assert!(command("print").1.contains("w was changed since its tables were handed out"));
}

#[test]
fn students_share_tables_only_where_there_are_no_more() {
    let file = file(&weather("seeds = [15, 19, 23]\nrows = [10, 20]\n"));
    let given = |seeds: &[(u64, usize)]| seeds.iter().copied().collect();
    assert_eq!(file.seeds_for(2, &given(&[])).unwrap().seeds, [15, 19]);
    assert_eq!(file.seeds_for(2, &given(&[(15, 1)])).unwrap().seeds, [19, 23]);
    let dealt = file.seeds_for(5, &given(&[(19, 2)])).unwrap();
    assert_eq!(dealt.seeds[..2], [15, 23]);
    let mut all = dealt.seeds.clone();
    all.push(19);
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), 6, "each has a table of their own: {dealt:?}");
    // Of tables that are no work for a hand there is only what the file lists.
    let large = self::file(&weather("seeds = [15, 19]\nrows = [40, 50]\n"));
    let dealt = large.seeds_for(5, &given(&[(15, 3)])).unwrap();
    assert_eq!(dealt.seeds, [19, 19, 19, 15, 19]);
}
