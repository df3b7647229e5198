//! Exercises whose data are drawn: the columns, the tables that are passed over, and the way from seeds to marks.

use crate::program;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use posterior::practice::{Exercise, ExerciseFile, Reach, Verdict};
use posterior::table::Cell;
use program::ended as posterior;
use proptest::prelude::*;

const STEPS: &str = "[[step]]\nask = \"P(Yes)\"\n[[step]]\nask = \"P(Sunny|Yes)\"\n[[step]]\nask = \"score(Yes)\"\n\
                     [[step]]\nask = \"P(Yes|Sunny)\"\n[[step]]\nask = \"class\"\n";

/// An exercise after the weather, with these lines below `[random]`.
fn weather(random: &str) -> String {
    format!(
        "id = \"w\"\ndata = \"sample:weather\"\nquery = {{ Weather = \"Sunny\" }}\n[recipe]\ntarget = \"Play\"\nalpha = \"0\"\n\
         {STEPS}[random]\n{random}"
    )
}

/// A pattern with columns of every kind.
fn of_every_kind() -> ExerciseFile {
    let csv = "outlook,height,message,play\nSunny,5.0,Chinese Beijing,Yes\nOvercast,5.6,Tokyo Chinese,Yes\n\
        Rainy,6.0,Tokyo Tokyo Beijing Chinese,Yes\nSunny,5.5,Beijing Tokyo,No\nRainy,6.0,Chinese Tokyo,No\n\
        Overcast,6.5,Beijing Beijing Chinese,No\n";
    let text = "id = \"all\"\ndata = \"all.csv\"\nquery = { outlook = \"Sunny\", height = \"6.0\", message = \"Tokyo Tokyo\" }\n\
        [[recipe.column]]\nname = \"message\"\nkind = \"text\"\n\
        [[step]]\nask = \"P(Yes)\"\n[[step]]\nask = \"P(outlook=Sunny|Yes)\"\n[[step]]\nask = \"P(Yes|x)\"\n[random]\nrows = [8, 12]\n";
    after(csv, text)
}

/// An exercise whose pattern is in the file `all.csv`.
fn after(csv: &str, text: &str) -> ExerciseFile {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("all.csv"), csv).unwrap();
    ExerciseFile::from_toml(text, &folder.path().join("w.toml"), Reach::Beside).unwrap()
}

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
    insta::assert_snapshot!("weather_seed_7", drawn);
    insta::assert_snapshot!("columns_seed_7", of_every_kind().random.unwrap().draw(7));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn a_seed_draws_the_columns_of_the_pattern(seed in 0..u64::MAX) {
        let file = file(&weather("rows = [10, 14]\n"));
        let random = file.random.clone().unwrap();
        prop_assert_eq!(random.draw(seed), random.draw(seed));
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
    fn columns_of_every_kind_are_like_their_pattern(seed in 0..u64::MAX) {
        let exercise = match of_every_kind().open(Some(seed)) {
            Ok(exercise) => exercise,
            // The few heights of a class may all be drawn alike.
            Err(problem) => {
                prop_assert_eq!(problem.kind, "zero_variance");
                return Ok(());
            }
        };
        let table = &exercise.study.loaded.table;
        prop_assert!((8..=12).contains(&table.rows()));
        for row in 0..table.rows() {
            let Cell::Number(height) = table.cell(row, 1) else { panic!("a height") };
            prop_assert!((4.8..=6.7).contains(&height) && (height * 10.0 - (height * 10.0).round()).abs() < 1e-9);
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

/// The mistakes that give a right value in the figures of the exercise, with the step, worked out again from what is public.
fn collisions(exercise: &Exercise) -> Vec<(String, &'static str)> {
    let figures = exercise.rules.figures.max(2);
    let rounded =
        |value: &posterior::math::Number| value.significant(figures).pointed().parse::<f64>().unwrap();
    let mut found = Vec::new();
    for step in &exercise.steps {
        let Some(key) = exercise.key(step).unwrap() else { continue };
        let truth = rounded(key.truth.as_ref().unwrap());
        let wrong = key.mistakes.iter().filter(|mistake| !mistake.harmless);
        let same =
            wrong.filter(|mistake| mistake.value.as_ref().is_some_and(|value| rounded(value) == truth));
        found.extend(same.map(|mistake| (step.label.clone(), mistake.tag)));
    }
    found
}

#[test]
fn no_mistake_gives_a_right_value_in_a_table_that_is_drawn() {
    let file = file(&weather("rows = [10, 20]\n"));
    let seeds = file.seeds_for(6, &BTreeSet::new()).unwrap();
    assert_eq!(file.open(None).unwrap().seed, seeds.first().copied());
    assert!(seeds.is_sorted_by(|one, next| one < next), "{seeds:?}");
    for seed in 1..=seeds[5] {
        let exercise = file.open(Some(seed)).unwrap();
        let found = collisions(&exercise);
        // Equal priors hide the mistake of leaving them out: then it gives exactly the right values.
        let of_class = [0, 1].map(|class| exercise.fitted.class_count(class));
        let is_usable = found.is_empty() && of_class[0] != of_class[1];
        assert!(is_usable || !seeds.contains(&seed), "seed {seed}: {found:?}");
    }
    assert!((1..seeds[5]).any(|seed| !collisions(&file.open(Some(seed)).unwrap()).is_empty()));
    assert_eq!(file.seed_after(seeds[0]).unwrap(), seeds[1]);
}

/// Of so many rows, a count that is one off gives the same two figures.
const HOPELESS: &str = "id = \"many\"\ndata = \"all.csv\"\n[policy]\nfigures = 2\n[[step]]\nask = \"P(u)\"\n\
    [random]\nrows = [300, 300]\n";

#[test]
fn random_tables_that_cannot_be_used_report_what_failed() {
    let problem = after("sun,way\na,u\nb,u\na,v\nb,v\n", HOPELESS).open(None).unwrap_err();
    assert!(problem.what.contains("none of 1,000 tables can be used"), "{problem:?}");
    assert!(problem.what.contains("P(u)") && problem.what.contains("B23"), "{problem:?}");
}

#[test]
fn a_file_that_lists_seeds_takes_them_in_turn() {
    let listed = file(&weather("seeds = [5, 4]\n"));
    assert_eq!(listed.open(None).unwrap().seed, Some(5));
    assert_eq!(listed.open(Some(4)).unwrap().seed_note(), None);
    assert!(listed.open(Some(9)).unwrap().seed_note().unwrap().contains("seed 9"));
    assert_eq!((listed.seed_after(5).unwrap(), listed.seed_after(4).unwrap()), (4, 5));
    let file = file(&weather("seeds = [15, 19, 23]\nrows = [10, 20]\n"));
    let given = |seeds: &[u64]| seeds.iter().copied().collect();
    assert_eq!(file.seeds_for(2, &given(&[])).unwrap(), [15, 19]);
    assert_eq!(file.seeds_for(2, &given(&[15])).unwrap(), [19, 23]);
    let seeds = file.seeds_for(5, &given(&[19])).unwrap();
    assert_eq!(seeds[..2], [15, 23]);
    let all: BTreeSet<u64> = seeds.iter().copied().chain([19]).collect();
    assert_eq!(all.len(), 6, "each has a table of their own: {seeds:?}");
    let fixed = weather("").replace("[random]\n", "");
    assert!(self::file(&fixed).open(Some(1)).unwrap_err().what.contains("a fixed table"));
}

#[test]
fn what_cannot_be_drawn_is_refused_with_file_and_line() {
    for (text, line, said) in [
        (weather("rows = [10]\n"), 18, "rows = [10, 20]"),
        (weather("rows = [20, 10]\n"), 18, "smallest and the largest"),
        (weather("rows = [2, 9]\n"), 17, "3 values"),
        (weather("sedes = [1]\n"), 18, "did you mean seeds"),
        (weather("").replace("ask = \"class\"\n", "ask = \"class\"\naccept = [\"Yes\"]\n"), 16, "accept"),
    ] {
        let (found, told) = refused(&text);
        assert!(told.contains(said), "{said}: {told}");
        assert_eq!(found, Some(line), "{told}");
    }
}

#[test]
fn a_sheet_is_marked_against_the_table_of_its_seed() {
    let (_folder, at) = crate::folder();
    fs::write(at("w.toml"), weather("seeds = [15, 19]\n")).unwrap();
    fs::create_dir(at("answers")).unwrap();
    let right = |seed: u64| {
        let exercise =
            ExerciseFile::read(Path::new(&at("w.toml")), Reach::Beside).unwrap().open(Some(seed)).unwrap();
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
    fs::write(
        at("answers/form.csv"),
        "student,exercise,seed,step,answer\ng,w,15,P(Yes),1/1000\nh,w,,P(Yes),1/2\n",
    )
    .unwrap();
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
        "form.csv, h was not marked",
        "seed 7 is not one of the seeds",
    ] {
        assert!(said.contains(told), "{told}: {said}");
    }
    let (_, csv, _) = posterior(&[&arguments[..4], &["--format", "csv"]].concat());
    assert!(csv.contains("a,w,15,P(Yes)") && csv.contains("b,w,19,P(Yes)"), "{csv}");
}

#[test]
fn each_student_gets_a_seed_and_the_key_has_them_all() {
    let (_folder, at) = crate::folder();
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
    // The third seed is the first other one whose table can be used.
    let third = file(&weather("seeds = [19, 15]\n")).seeds_for(3, &BTreeSet::new()).unwrap()[2];
    assert!(
        pages[2].contains("student: s3") && pages[2].contains(&format!("seed: {third}\n")),
        "{}",
        pages[2]
    );
    let tables = fs::read_to_string(at("w.tables.csv")).unwrap();
    assert!(tables.starts_with("id,seed,table\ns1,19,") && tables.contains("\ns2,15,"), "{tables}");
    let key = fs::read_to_string(at("key.md")).unwrap();
    assert!(
        key.contains("key, seed 19") && key.contains("key, seed 15") && key.contains("Given to: s2."),
        "{key}"
    );
    let (_, one, said) = posterior(&[&print[..], &["--seed", "7"]].concat());
    assert_eq!(one.matches("seed: 7\n").count(), 3, "{one}");
    assert!(said.contains("seed 7 is not one"), "{said}");
}

#[test]
fn check_takes_a_seed() {
    let (_folder, at) = crate::folder();
    let path = at("w.toml");
    fs::write(&path, weather("seeds = [15, 19]\n")).unwrap();
    for seed in [15, 19] {
        let exercise = ExerciseFile::read(Path::new(&path), Reach::Beside).unwrap().open(Some(seed)).unwrap();
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
fn a_name_on_top_of_the_list_moves_nobody() {
    let (_folder, at) = crate::folder();
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
    roster("id;name\r\n007;Ada Lovelace\r\n008;Emmy Noether\r\n");
    let (sheets, _) = command("print");
    assert!(sheets.contains("For Ada Lovelace."), "{sheets}");
    let before = seeds_of(&sheets);
    assert_eq!(before.iter().map(|(id, _)| id.as_str()).collect::<Vec<_>>(), ["007", "008"]);
    assert_ne!(before[0].1, before[1].1);
    roster("id;name\r\n001;Carl Gauss\r\n008;Emmy Noether\r\n007;Ada Lovelace\r\n");
    let after = seeds_of(&command("print").0);
    assert_eq!((&after[1], &after[2]), (&before[1], &before[0]));
    assert!(before.iter().all(|(_, seed)| *seed != after[0].1), "a new table");
    // Answer sheets have the same, and another exercise says that its tables are others.
    command("sheet");
    let sheet = fs::read_to_string(at("sheets/007.txt")).unwrap();
    assert!(sheet.contains(&format!("seed:     {}\n", before[0].1)), "{sheet}");
    fs::write(at("w.toml"), weather("rows = [12, 14]\n")).unwrap();
    assert!(command("print").1.contains("w was changed after its tables were handed out"));
}

/// Three classes, and a square that follows the number it is computed from.
#[test]
fn computed_columns_are_not_drawn_but_computed() {
    let csv = "size,kind\n1.5,a\n2.0,a\n2.5,a\n4.0,b\n4.5,b\n5.5,b\n8.0,c\n8.5,c\n9.5,c\n";
    let text = "id = \"all\"\ndata = \"all.csv\"\nquery = { size = \"3.0\" }\n[recipe]\ntarget = \"kind\"\nmodel = \"gaussian\"\n\
        maps = [\"size^2\"]\n[[recipe.feature]]\nname = \"size\"\n[[recipe.feature]]\nname = \"size^2\"\n\
        [[step]]\nask = \"P(a)\"\n[[step]]\nask = \"P(c|x)\"\n[random]\nrows = [9, 12]\n";
    let file = after(csv, text);
    assert!(!file.random.as_ref().unwrap().draw(7).contains("size^2"));
    for seed in [1, 7, 12] {
        let exercise = file.open(Some(seed)).unwrap();
        let table = &exercise.study.loaded.table;
        assert_eq!((exercise.fitted.classes.len(), exercise.fitted.features.len()), (3, 2));
        for row in 0..table.rows() {
            let (Cell::Number(size), Cell::Number(square)) = (table.cell(row, 0), table.cell(row, 2)) else {
                panic!("numbers");
            };
            assert!((size * size - square).abs() < 1e-9, "{size} {square}");
        }
        assert_eq!(exercise.case.unwrap().numbers(), [3.0, 9.0]);
    }
}
