//! The questions about tables without a recipe, the suggestions, and what each fix does to the recipe.

use posterior::model::Study;
use posterior::recipe::{DataWarning, Opening, Recipe};
use posterior::table::{Cell, Kind, Topic};

use crate::models::{has, open as study};

fn rows(header: &str, count: usize, row: impl Fn(usize) -> String) -> String {
    let lines: Vec<String> = (0..count).map(row).collect();
    format!("{header}\n{}\n", lines.join("\n"))
}

/// The lines of the form: name, what it is taken as, and whether that is unclear.
fn form(csv: &str) -> Vec<(String, String, bool)> {
    let study = study(csv, "");
    let opening = Opening::of(&study.recipe, &study.loaded);
    let line = |line: &posterior::recipe::OpeningLine| {
        (line.name.clone(), line.now().unwrap().taken.clone(), line.unclear)
    };
    opening.lines.iter().map(line).collect()
}

fn asks(csv: &str) -> bool {
    form(csv).iter().any(|(.., unclear)| *unclear)
}

fn taken(csv: &str, name: &str) -> (String, bool) {
    let found = form(csv).into_iter().find(|(line, ..)| line == name).unwrap_or_else(|| panic!("no {name}"));
    (found.1, found.2)
}

fn warning(study: &Study, topic: &Topic) -> DataWarning {
    let same_topic =
        |it: &DataWarning| std::mem::discriminant(&it.notice.topic) == std::mem::discriminant(topic);
    study.warnings().into_iter().find(same_topic).unwrap_or_else(|| panic!("no {topic:?}"))
}

/// The study with a fix taken, and whether that is what holds then.
fn mended(study: &Study, warning: &DataWarning, fix: usize) -> Study {
    let recipe = warning.taken(fix, &study.recipe, &study.loaded.table);
    let next = study.with_recipe(recipe).unwrap();
    assert_eq!(warning.holding(&next.recipe), Some(fix), "{warning}");
    next
}

const PASSENGERS: &str = "PassengerId,Survived,Pclass,Name,Sex,Age,SibSp,Parch,Ticket,Fare,Cabin,Embarked";

fn passengers() -> String {
    rows(PASSENGERS, 300, |i| {
        let cabin = if i % 3 == 0 { format!("C{}", i * 9 / 10) } else { String::new() };
        let age = if i % 7 == 0 { String::new() } else { format!("{}", 1 + i * 13 % 80) };
        format!(
            "{},{},{},\"N{i}, Mr. F{i}\",{},{age},{},{},T {},{}.5,{cabin},{}",
            i + 1,
            i % 5 % 2,
            1 + i % 3,
            ["male", "female"][i % 2],
            i % 4,
            i % 11 % 3,
            1000 + i,
            7 + i % 90,
            ["S", "C", "Q"][i % 3]
        )
    })
}

#[test]
fn of_passengers_the_class_is_known_and_names_are_left_out() {
    let csv = passengers();
    assert_eq!(form(&csv)[0], ("class".into(), "Survived".into(), false));
    for name in ["PassengerId", "Name", "Ticket", "Cabin"] {
        assert_eq!(taken(&csv, name).0, "left out", "{name}");
    }
    // Classes 1 to 3 may be codes; an age has too many values for that.
    assert_eq!(
        (taken(&csv, "Pclass"), taken(&csv, "Age")),
        (("number".into(), true), ("number".into(), false))
    );
    assert_eq!(taken(&csv, "Sex"), ("category".into(), false));
    let study = study(&csv, "");
    let opening = Opening::of(&study.recipe, &study.loaded);
    let recipe = opening.applied(&study.recipe, &study.loaded.table);
    let fitted = study.with_recipe(recipe.clone()).unwrap().fitted.unwrap();
    let features: Vec<&str> = fitted.data.resolved.features.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(features, ["Pclass", "Sex", "Age", "SibSp", "Parch", "Fare", "Embarked"]);
    // A choice is kept, and is not asked again.
    let again = Opening::of(&recipe, &study.loaded);
    assert!(!again.lines.iter().any(|line| line.name == "Pclass" && line.unclear));
}

#[test]
fn tables_that_are_clear_ask_nothing() {
    for csv in [
        // As R and pandas write them.
        rows("\"\",\"a\",\"Species\"", 60, |i| format!("\"{}\",{}.5,\"s{}\"", i + 1, 3 + i % 40, i % 3)),
        rows(",a,b,label", 40, |i| format!("{i},0.{},{},{}", 100 + i * 7, ["x", "y", "z"][i % 3], i % 4)),
        // Yes and no as numbers, and weather.
        rows("a,b,y", 40, |i| format!("{},{},{}", i % 2, i % 3 % 2, i % 5 % 2)),
        rows("outlook,wind,play", 14, |i| {
            format!("{},{},{}", ["s", "r", "o"][i % 3], i % 2 == 0, i % 5 % 2 == 0)
        }),
        // Many whole numbers are numbers, and few rows show nothing.
        rows("n,class", 60, |i| format!("{},{}", i % 11, ["p", "q", "r"][i % 3])),
        rows("n,class", 14, |i| format!("{},{}", i % 3, ["p", "q", "r"][i % 3])),
    ] {
        assert!(!asks(&csv), "{csv}: {:?}", form(&csv));
    }
    // A value fewer, and a row more.
    assert!(asks(&rows("n,class", 60, |i| format!("{},{}", i % 10, ["p", "q", "r"][i % 3]))));
    assert!(asks(&rows("n,class", 15, |i| format!("{},{}", i % 3, ["p", "q", "r"][i % 3]))));
}

#[test]
fn without_a_hint_the_last_possible_class_is_suggested() {
    let csv = rows("kind,size,length", 30, |i| {
        format!("k{},{},{}.25", i % 3, ["s", "m", "l"][i * 7 % 3], i * 31 % 97)
    });
    assert_eq!(form(&csv)[0], ("class".into(), "size".into(), true));
}

/// On screen Enter accepts the suggestions; in a pipe there are no questions.
#[test]
fn the_suggestions_are_what_happens_without_an_answer() {
    for csv in [
        "class,len,color\n-,3,red\n+,4,blue\n-,3,blue\n+,5,red\n-,2,red\n".to_owned(),
        rows("a,b,class", 30, |i| {
            format!("{},{},{}", ["-", "x", "y"][i % 3], ["NA", "u"][i % 2], ["p", "q", "r"][i % 3])
        }),
        rows("a,b,class", 30, |i| format!("{},{},{}", ["null", "x"][i % 2], i % 7, ["nan", ".", "+"][i % 3])),
    ] {
        let study = study(&csv, "");
        let opening = Opening::of(&study.recipe, &study.loaded);
        assert!(opening.is_unclear(), "{csv}");
        let taken = study.with_recipe(opening.applied(&study.recipe, &study.loaded.table)).unwrap();
        let (asked, piped) = (taken.fitted.unwrap(), study.fitted.unwrap());
        assert_eq!(asked.classes, piped.classes);
        assert_eq!(asked.data.resolved.target, piped.data.resolved.target);
        let values = |fitted: &posterior::model::Fitted| -> Vec<_> {
            fitted.factors().iter().map(|factor| factor.values().to_vec()).collect()
        };
        assert_eq!(values(&asked), values(&piped));
    }
}

#[test]
fn a_mark_may_be_missing_here_or_everywhere_or_a_value() {
    let csv = rows("pain,mood,class", 40, |i| {
        format!("{},{},{}", ["none", "NA", "much"][i % 3], ["NA", "good"][i % 2], ["p", "q", "r"][i % 3])
    });
    assert_eq!(taken(&csv, "“NA”"), ("a value".into(), true));
    let study = study(&csv, "");
    let found = warning(&study, &Topic::Mark(String::new(), 0));
    assert_eq!((found.notice.column.as_deref(), found.holding(&study.recipe)), (Some("pain"), Some(2)));
    assert_eq!(
        found.to_string(),
        "column “pain”: “NA” occurs in 13 rows, as a value of its own; if it is missing here: --missing-in \
         pain=NA; if it is missing in every column: --missing ',?,NA'."
    );
    let missing = |study: &Study| -> Vec<u64> {
        study.loaded.table.columns().iter().map(|column| column.missing).collect()
    };
    assert_eq!(missing(&study), [0, 0, 0]);
    let here = mended(&study, &found, 0);
    assert_eq!(missing(&here), [13, 0, 0]);
    let everywhere = mended(&here, &found, 1);
    assert_eq!(missing(&everywhere), [13, 20, 0]);
    // A value of its own in this column, and missing in the others as before.
    assert_eq!(missing(&mended(&everywhere, &found, 2)), [0, 20, 0]);
}

#[test]
fn a_mark_in_a_number_is_a_decimal_comma_where_the_file_has_one() {
    let german = |i: usize| {
        format!(
            "{}.{:03},{:02};{}.{:03};{}",
            1 + i % 9,
            i * 37 % 1000,
            i % 100,
            1 + i % 7,
            100 + i * 13 % 900,
            ["A", "B", "C"][i % 3]
        )
    };
    let csv = rows("Umsatz;Menge;Klasse", 50, german);
    assert_eq!(
        (taken(&csv, "Umsatz"), taken(&csv, "Menge")),
        (("number".into(), false), ("number".into(), true))
    );
    let first = |study: &Study| match study.loaded.table.cell(0, 1) {
        Cell::Number(value) => value,
        other => panic!("{other:?}"),
    };
    let study = study(&csv, "");
    let found = warning(&study, &Topic::Decimal(String::new()));
    // It is read with a point, and suggested with a comma.
    assert_eq!((first(&study), found.suggested, found.holding(&study.recipe)), (1.1, 0, Some(1)));
    assert_eq!(first(&mended(&study, &found, 0)), 1100.0);
    assert_eq!(first(&mended(&study, &found, 1)), 1.1);
}

#[test]
fn a_comma_that_leaves_a_doubt_may_mark_decimals_or_thousands() {
    let csv = rows("income,class", 40, |i| {
        format!("\"{},{:03}\",{}", 1 + i % 5, 100 + i * 50 % 350, ["p", "q", "r"][i % 3])
    });
    let study = study(&csv, "");
    assert_eq!(study.loaded.table.columns()[0].kind, Kind::Categorical);
    let found = warning(&study, &Topic::Decimal(String::new()));
    let first = |study: Study| study.loaded.table.numbers(0).next().unwrap();
    // Fields are parted by commas: it is not a decimal comma, most likely.
    assert_eq!(found.suggested, 1);
    assert_eq!((first(mended(&study, &found, 0)), first(mended(&study, &found, 1))), (1.1, 1100.0));
    let again = mended(&study, &found, 1);
    assert_eq!(mended(&again, &found, 2).loaded.table.columns()[0].kind, Kind::Categorical);
}

#[test]
fn codes_and_texts_among_numbers_can_be_read_as_numbers() {
    let csv = rows("zip,score,class", 40, |i| {
        format!(
            "0{},{},{}",
            10 + i % 4,
            if i % 10 == 9 { "absent".into() } else { format!("{}.5", i % 13) },
            ["p", "q", "r"][i % 3]
        )
    });
    assert_eq!(
        (taken(&csv, "zip"), taken(&csv, "score")),
        (("category".into(), false), ("category".into(), true))
    );
    let study = study(&csv, "");
    let codes = mended(&study, &warning(&study, &Topic::Codes), 0);
    assert_eq!(codes.loaded.table.columns()[0].kind, Kind::Numeric);
    let odd = mended(&study, &warning(&study, &Topic::Odd(Vec::new())), 0);
    let column = &odd.loaded.table.columns()[1];
    assert_eq!((column.kind, column.missing), (Kind::Numeric, 4));
}

#[test]
fn a_first_line_may_be_a_row_or_have_the_names() {
    let unclear = "4,2,x\n2,1,z\n3,3,y\n1,5,z\n4,3,y\n";
    assert_eq!(taken(unclear, "line 1"), ("names".to_owned(), true));
    let named = study(unclear, "target = \"x\"\nignore = [\"2\"]");
    let warned = warning(&named, &Topic::FirstLine(String::new(), false));
    assert!(warned.to_string().ends_with("if it is a row: --header=false."), "{warned}");
    // Choices for columns by names that are values now are removed.
    let read = mended(&named, &warned, 0);
    assert_eq!((read.loaded.table.rows(), read.recipe.ignore.len()), (5, 0));
    let mut opening = Opening::of(&named.recipe, &named.loaded);
    for line in &mut opening.lines {
        line.chosen = if line.name == "line 1" { 1 - line.suggested } else { line.suggested };
    }
    assert_eq!(opening.applied(&named.recipe, &named.loaded.table), read.recipe);

    // If the names stay, so do the choices.
    let mut opening = Opening::of(&named.recipe, &named.loaded);
    opening.lines[0].chosen = 0;
    let accepted = opening.applied(&named.recipe, &named.loaded.table);
    assert_eq!(
        (accepted.header, accepted.target, accepted.ignore),
        (Some(true), named.recipe.target.clone(), named.recipe.ignore.clone())
    );

    let clear = study("4,2,x\n2,1,z\n3,3,y\n1,5,z\n4,3,x\n", "");
    assert_eq!(clear.loaded.table.rows(), 5);
    let warned = warning(&clear, &Topic::FirstLine(String::new(), false));
    assert!(warned.to_string().ends_with("if it has their names: --header=true."), "{warned}");
    let read = mended(&clear, &warned, 0);
    assert_eq!((read.loaded.table.rows(), read.loaded.table.name_of(0)), (4, "4"));
    assert!(form("4,2,x\n2,1,z\n3,3,y\n1,5,z\n4,3,x\n").iter().all(|(name, ..)| name != "line 1"));
}

#[test]
fn names_of_rows_are_taken_in_and_left_out_again() {
    let csv = rows("ticket,size,class", 60, |i| format!("T-{i},{}.5,{}", i % 17, ["p", "q", "r"][i % 3]));
    let study = study(&csv, "");
    let found = warning(&study, &Topic::LeftOut);
    let features = |study: &Study| study.fitted.as_ref().unwrap().data.resolved.features.len();
    assert_eq!(features(&study), 1);
    let taken_in = mended(&study, &found, 0);
    assert_eq!(features(&taken_in), 2);
    assert_eq!(features(&mended(&taken_in, &found, 1)), 1);
}

#[test]
fn how_cells_are_read_is_kept_in_a_recipe_and_reported_by_flags() {
    let csv =
        rows("pain,class", 40, |i| format!("{},{}", ["none", "NA", "much"][i % 3], ["p", "q", "r"][i % 3]));
    let text = "[[column]]\nname = \"pain\"\nmissing = [\"NA\"]\n[[column]]\nname = \"class\"\ndecimal = \"point\"\n";
    let study = study(&csv, text);
    assert_eq!(study.loaded.table.columns()[0].missing, 13);
    let full = study.resolved().unwrap().recipe.clone();
    let again = Recipe::from_toml(&full.to_toml(), "r.toml").unwrap();
    assert_eq!(again, full);
    let line = full.to_flags().line();
    has(&line, &["--missing-in pain=NA", "--decimal class=point"]);
}

#[test]
fn ordinary_files_open_into_a_sensible_model_without_a_flag() {
    let sms = "v1,v2,,,\nham,\"See you at the gate, ok?\",,,\nspam,\"Free ticket! Call now to win\",,,\n\
               ham,\"Running late, start without me\",,,\nspam,WINNER!! claim your prize today,,,\n\
               ham,Is the lecture moved,,,\nspam,Cheap loans call now,,,\n";
    let loans = "Tid,Refund,Marital Status,Income,Cheat\n1,Yes,Single,125,No\n2,No,Married,100,No\n3,No,Single,70,No\n\
                 4,Yes,Married,120,No\n5,No,Divorced,95,Yes\n6,No,Married,60,No\n7,No,Single,85,Yes\n";
    let pupils = "N° élève;Moyenne;Section;Réussite\n1;14,5;L;oui\n2;8,0;S;non\n3;11,5;ES;oui\n4;9,5;S;non\n5;16,0;L;oui\n";
    let invoices = "Rechnungsnr.;Datum;Betrag;Bezahlt\n20140;01.03.2024;274,24;ja\n20143;02.03.2024;103,49;nein\n\
                    20147;05.03.2024;131,06;mahnen\n20151;09.03.2024;152,32;ja\n20152;10.03.2024;426,53;nein\n\
                    20160;11.03.2024;95,92;mahnen\n";
    let log = "time,temperature,valve,fault\n0,20.1,0,0\n10,20.4,0,0\n20,26.0,1,1\n30,20.2,0,0\n40,25.1,3,1\n50,24.8,2,1\n";
    let dose = "dose,weight,reaction\n1,61,none\n2,75,none\n3,80,mild\n4,58,mild\n5,66,mild\n6,90,severe\n7,71,severe\n";
    let places = "place\tlat\tlon\nNorth\t9.1\t49.8\nSouth\t9.5\t49.6\nNorth\t11.2\t49.3\nSouth\t10.3\t50.0\nEast\t9.9\t49.1\n\
                  East\t9.7\t48.9\n";
    for (name, csv, class, features, title) in [
        ("an SMS collection", sms, "v1", &["v2"][..], "Multinomial naive Bayes"),
        ("a textbook table", loans, "Cheat", &["Refund", "Marital Status", "Income"], "Mixed naive Bayes"),
        ("a French export", pupils, "Réussite", &["Moyenne", "Section"], "Mixed naive Bayes"),
        ("a German export", invoices, "Bezahlt", &["Betrag"], "Gaussian naive Bayes"),
        // The time is left out, and valve never varies without a fault.
        ("a sensor log", log, "fault", &["temperature", "valve"], "Gaussian naive Bayes"),
        ("a sorted dose", dose, "reaction", &["dose", "weight"], "Gaussian naive Bayes"),
        ("places", places, "place", &["lat", "lon"], "Gaussian naive Bayes"),
    ] {
        let study = study(csv, "");
        let fitted = study.model().unwrap_or_else(|problem| panic!("{name}: {problem}"));
        let resolved = &fitted.data.resolved;
        let read: Vec<&str> = resolved.features.iter().map(|feature| feature.name.as_str()).collect();
        assert_eq!((resolved.recipe.target.as_deref(), read.as_slice()), (Some(class), features), "{name}");
        assert_eq!(fitted.title(), title, "{name}");
        // The screen takes the same column for the class without asking.
        assert_eq!(form(csv)[0], ("class".to_owned(), class.to_owned(), false), "{name}");
    }
}
