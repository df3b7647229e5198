//! Exercises whose data are drawn: the columns, the tables that are skipped, and the way from seeds to marks.

use crate::{Folder, contains, has};

use std::collections::BTreeSet;
use std::path::Path;

use posterior::practice::{Exercise, ExerciseFile, Reach};
use posterior::table::Cell;
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
    let folder = Folder::with(&[("all.csv", csv)]);
    ExerciseFile::from_toml(text, Path::new(&folder.at("w.toml")), Reach::Beside).unwrap()
}

fn file(text: &str) -> ExerciseFile {
    ExerciseFile::from_toml(text, Path::new("w.toml"), Reach::Beside).unwrap()
}

#[test]
fn a_seed_draws_the_same_table_in_every_version() {
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
        // All values are there, and no others.
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
            // The few heights of a class may be drawn equal.
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
        assert_eq!(exercise.fitted.factors()[0].values().len(), 6, "every word is drawn");
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

#[test]
fn random_tables_that_cannot_be_used_report_what_failed() {
    // Of so many rows, a count that is one off gives the same two figures.
    let text = "id = \"many\"\ndata = \"all.csv\"\n[policy]\nfigures = 2\n[[step]]\nask = \"P(u)\"\n\
                [random]\nrows = [300, 300]\n";
    let problem = after("sun,way\na,u\nb,u\na,v\nb,v\n", text).open(None).unwrap_err();
    has(&problem.what, &["none of 1,000 tables can be used", "P(u)", "B23"]);
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
fn patterns_that_cannot_be_drawn_are_refused_with_file_and_line() {
    for (text, line, part) in [
        (weather("rows = [10]\n"), 18, "rows = [10, 20]"),
        (weather("rows = [20, 10]\n"), 18, "smallest and the largest"),
        (weather("rows = [2, 9]\n"), 17, "3 values"),
        (weather("sedes = [1]\n"), 18, "did you mean seeds"),
        (weather("").replace("ask = \"class\"\n", "ask = \"class\"\naccept = [\"Yes\"]\n"), 16, "accept"),
    ] {
        let problem = ExerciseFile::from_toml(&text, Path::new("w.toml"), Reach::Beside).unwrap_err();
        assert!(problem.place.as_ref().is_some_and(|place| place.contains("w.toml")), "{problem:?}");
        contains(&format!("{} {}", problem.what, problem.fix), &[part], &text);
        assert_eq!(problem.line, Some(line), "{problem:?}");
    }
}

#[test]
fn a_sheet_is_marked_with_the_table_of_its_seed() {
    let folder = Folder::with(&[("w.toml", &weather("seeds = [15, 19]\n"))]);
    let right = |seed: u64| {
        let path = folder.at("w.toml");
        let exercise = ExerciseFile::read(Path::new(&path), Reach::Beside).unwrap().open(Some(seed)).unwrap();
        let line = |step: &posterior::practice::Step| {
            let key = exercise.key(step).unwrap()?;
            Some(format!("{} = {}\n", step.label, key.truth?.to_fraction()?))
        };
        exercise.steps.iter().filter_map(line).collect::<String>()
    };
    let (one, two) = (right(15), right(19));
    assert_ne!(one, two);
    for (seed, answers) in [(15, &one), (19, &two)] {
        let share = answers.lines().nth(1).unwrap().rsplit(' ').next().unwrap();
        folder.prints(&format!("check {share} --of P(Sunny|Yes) w.toml --seed {seed}"));
    }
    for (name, head, text) in [
        ("a", "seed: 15\n", &one),
        ("b", "seed: 19\n", &two),
        ("c", "seed: 19\n", &one),
        ("d", "", &one),
        ("e", "seed: mine\n", &one),
        ("f", "seed: 7\n", &one),
    ] {
        let text = format!("exercise: w\nstudent: {name}\n{head}{text}");
        folder.write(&format!("answers/{name}.txt"), text);
    }
    let form = "student,exercise,seed,step,answer\ng,w,15,P(Yes),1/1000\nh,w,,P(Yes),1/2\n";
    folder.write("answers/form.csv", form);
    let (status, report, err) = folder.run("mark answers --exercise w.toml --names");
    assert_eq!(status, 4, "{err}");
    let row = |name: &str| report.lines().find(|line| line.trim_start().starts_with(&format!("{name} ")));
    for (name, part) in [("a", "4 of 5"), ("a", "15"), ("b", "4 of 5"), ("g", "0 of 5")] {
        contains(row(name).unwrap(), &[part], name);
    }
    assert!(!row("c").unwrap().contains("4 of 5") && report.contains("seed"), "{report}");
    assert!(row("d").is_none() && row("e").is_none() && row("h").is_none(), "{report}");
    let parts = [
        "d.txt was not marked",
        "“seed: N”",
        "“mine”",
        "form.csv, h was not marked",
        "seed 7 is not one of the seeds",
    ];
    has(&err, &parts);
    let csv = folder.run("mark answers --exercise w.toml --format csv").1;
    has(&csv, &["a,w,15,P(Yes)", "b,w,19,P(Yes)"]);
}

#[test]
fn each_student_gets_a_seed_and_the_key_has_them_all() {
    let folder = Folder::with(&[("w.toml", &weather("seeds = [19, 15]\n")), ("ids.txt", "s1\ns2\n\ns3\n")]);
    let line = "exercise print w.toml --students ids.txt";
    let sheets = folder.prints(&format!("{line} --key key.md"));
    // The third seed is the first other one whose table can be used.
    let third = file(&weather("seeds = [19, 15]\n")).seeds_for(3, &BTreeSet::new()).unwrap()[2];
    let pages: Vec<&str> = sheets.split("<div").collect();
    assert_eq!(pages.len(), 3);
    has(pages[0], &["student: s1", "seed: 19", "w · seed 19 · s1"]);
    has(pages[1], &["student: s2", "seed: 15"]);
    has(pages[2], &["student: s3", &format!("seed: {third}\n")]);
    let tables = folder.read("w.tables.csv");
    assert!(tables.starts_with("id,seed,table\ns1,19,") && tables.contains("\ns2,15,"), "{tables}");
    has(&folder.read("key.md"), &["key, seed 19", "key, seed 15", "Given to: s2."]);
    let (_, one, err) = folder.run(&format!("{line} --seed 7"));
    assert_eq!(one.matches("seed: 7\n").count(), 3, "{one}");
    has(&err, &["seed 7 is not one"]);
}

#[test]
fn students_keep_their_tables_when_the_list_changes() {
    let folder = Folder::with(&[
        ("w.toml", &weather("rows = [10, 20]\n")),
        ("list.csv", "id;name\r\n007;Ada Lovelace\r\n008;Emmy Noether\r\n"),
    ]);
    let line = "exercise print w.toml --students list.csv";
    let seeds_of = |sheets: &str| -> Vec<(String, String)> {
        let of = |word: &str| {
            sheets.lines().filter_map(|line| Some(line.strip_prefix(word)?.to_owned())).collect::<Vec<_>>()
        };
        of("student: ").into_iter().zip(of("seed: ")).collect()
    };
    let sheets = folder.prints(line);
    has(&sheets, &["For Ada Lovelace."]);
    let before = seeds_of(&sheets);
    assert_eq!((before.len(), before[0].0.as_str(), before[1].0.as_str()), (2, "007", "008"));
    assert_ne!(before[0].1, before[1].1);
    folder.write("list.csv", "id;name\r\n001;Carl Gauss\r\n008;Emmy Noether\r\n007;Ada Lovelace\r\n");
    let after = seeds_of(&folder.prints(line));
    assert_eq!((&after[1], &after[2]), (&before[1], &before[0]));
    assert!(before.iter().all(|(_, seed)| *seed != after[0].1), "a new table");
    // Answer sheets have the same seeds. An exercise that was changed is reported.
    folder.prints("exercise sheet w.toml --students list.csv --folder sheets --force");
    has(&folder.read("sheets/007.txt"), &[&format!("seed:     {}\n", before[0].1)]);
    folder.write("w.toml", weather("rows = [12, 14]\n"));
    has(&folder.run(line).2, &["w was changed after its tables were handed out"]);
}

/// Three classes, and a square that follows the number it is computed from.
#[test]
fn computed_columns_are_computed_from_drawn_ones() {
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
