//! Lists of students, and who has which table.

use std::fs;
use std::path::Path;

use posterior::practice::{ExerciseFile, Reach, Roster, Tables};

fn read(text: &str, name: &str) -> Roster {
    Roster::of_text(text, name).unwrap()
}

fn students(roster: &Roster) -> Vec<(&str, &str, &str)> {
    let text = |text: &Option<String>| text.as_deref().unwrap_or("–").to_owned().leak() as &str;
    roster.students.iter().map(|it| (it.id.as_str(), text(&it.name), text(&it.email))).collect()
}

#[test]
fn a_csv_has_columns_for_id_name_and_email() {
    let (ada, emmy) = (("s01", "Ada Lovelace", "ada@x.org"), ("s02", "Emmy Noether", "emmy@x.org"));
    for text in [
        "id,name,email\ns01,Ada Lovelace,ada@x.org\ns02,Emmy Noether,emmy@x.org\n",
        "\u{feff}Email;Group;ID;Name\r\nada@x.org;A;s01;Ada Lovelace\r\nemmy@x.org;B;s02;Emmy Noether\r\n",
        "id\tname\temail\ns01\tAda Lovelace\tada@x.org\ns02\tEmmy Noether\temmy@x.org",
    ] {
        let roster = read(text, "roster.csv");
        assert_eq!(students(&roster), [ada, emmy], "{text}");
        assert!(roster.notes.is_empty(), "{text}: {:?}", roster.notes);
    }
    let roster = read("name,email\nAda,ada@x.org\nEmmy,emmy@x.org\n", "roster.csv");
    assert_eq!(students(&roster)[1], ("emmy@x.org", "Emmy", "emmy@x.org"));
}

#[test]
fn the_ids_of_a_csv_are_distinct() {
    let twice = "id,name\ns01,Ada\ns02,Emmy\ns01,Ada\n";
    let roster = read(twice, "r.csv");
    assert_eq!(
        (roster.students.len(), roster.notes.as_slice()),
        (2, &["listed in several rows, included once: s01".to_owned()][..])
    );
    for (text, what, line) in [
        ("id,name\ns01,Ada\ns01,Emmy\n", "s01 is also in line 2", 3),
        ("id,name\ns01,Ada\n,Emmy\n", "does not identify a student", 3),
        ("name,group\nAda,1\n,2\n", "does not identify a student", 3),
    ] {
        let problem = Roster::of_text(text, "r.csv").unwrap_err();
        assert!(problem.what.contains(what) && problem.line == Some(line), "{problem:?}");
    }
    assert_eq!(Roster::of_text("id,name\n", "r.csv").unwrap_err().kind, "no_data");
}

/// Blank lines and repeated names are tested with the command, in `tests/cli/teacher.rs`.
#[test]
fn a_list_without_a_header_is_a_student_on_each_line() {
    let ids =
        |text: &str| read(text, "ids.txt").students.into_iter().map(|student| student.id).collect::<Vec<_>>();
    assert_eq!(ids("Müller, Anna\nBob\n"), ["Müller, Anna", "Bob"]);
    assert_eq!(ids("id\ns01\ns02"), ["s01", "s02"], "a header is no student");
}

#[test]
fn a_student_is_found_by_id_address_or_name() {
    let text = "id,name,email\n00123,Ada Lovelace,ada@x.org\n00124,Emmy Noether,emmy@x.org\n\
                00125,Ada Byron,ada2@x.org\n";
    let roster = read(text, "r.csv");
    let found = |written: &str| roster.find(written).map(|student| student.id.as_str());
    for written in ["00123", " 00123 ", "123", "ADA@x.org", "Lovelace, Ada", "ada lovelace", "Lovelace  Ada"]
    {
        assert_eq!(found(written), Some("00123"), "{written}");
    }
    for written in ["Ada", "", "0", "Ada Noether", "126"] {
        assert_eq!(found(written), None, "{written}");
    }
    let same = read("id,name\na,Ada Byron\nb,Ada Byron\n", "r.csv");
    assert_eq!(same.find("Ada Byron"), None, "two have the name");
}

const DRAWN: &str = "id = \"w\"\ndata = \"sample:weather\"\nquery = { Weather = \"Sunny\" }\n[recipe]\ntarget = \"Play\"\n\
                     [[step]]\nask = \"P(Yes)\"\n[random]\nrows = [10, 12]\n";

#[test]
fn a_table_stays_with_its_student_and_the_file_as_it_was_written() {
    let folder = tempfile::tempdir().unwrap();
    let exercise = folder.path().join("w.toml");
    fs::write(&exercise, DRAWN).unwrap();
    let file = ExerciseFile::read(&exercise, Reach::Beside).unwrap();
    let random = file.random.clone().unwrap();
    let path = Tables::beside(&exercise);
    assert_eq!(path, folder.path().join("w.tables.csv"));
    let mut tables = Tables::read(&path).unwrap();
    assert!(tables.given().is_empty() && tables.remark("s01", 3).is_none());
    for (id, seed) in [("s01", 17), ("Müller, Anna", 12), ("s03", 17)] {
        tables.add(id, seed, &random);
    }
    tables.write().unwrap();
    let written = fs::read_to_string(&path).unwrap();
    assert!(
        written.starts_with("id,seed,table\ns01,17,") && written.contains("\"Müller, Anna\",12,"),
        "{written}"
    );
    // Notes of the teacher in other columns stay.
    let noted =
        written.replacen("id,seed,table", "id,seed,table,note", 1).replacen("\n\"M", ",came late\n\"M", 1);
    fs::write(&path, &noted).unwrap();
    let mut tables = Tables::read(&path).unwrap();
    assert_eq!((tables.seed_of("S01"), tables.seed_of("müller, anna")), (Some(17), Some(12)));
    tables.add("s04", 5, &random);
    tables.write().unwrap();
    assert!(fs::read_to_string(&path).unwrap().starts_with(&noted));
    let tables = Tables::read(&path).unwrap();
    assert_eq!(tables.given().into_iter().collect::<Vec<_>>(), [5, 12, 17]);
    assert_eq!(tables.remark("s01", 17), None);
    let others = tables.remark("s04", 17).unwrap();
    assert_eq!(others, "this sheet has the table of s01, s03 (seed 17); s04 was given seed 5");
    assert!(tables.remark("s04", 99).unwrap().starts_with("no student was given the table"));
    assert_eq!(tables.changed(&file), None);
    let other =
        ExerciseFile::from_toml(&DRAWN.replace("[10, 12]", "[14, 16]"), Path::new("w.toml"), Reach::Beside);
    assert!(tables.changed(&other.unwrap()).unwrap().contains("the seeds of s01, Müller, Anna, s03, s04"));
}

#[test]
fn a_wrong_row_of_tables_is_reported_with_its_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("w.tables.csv");
    for (text, what, line) in [
        ("id,seed\ns01,x\n", "“x” is not a seed", 2),
        ("id;seed\ns01;3\nS01;4\n", "S01 already has a table in an earlier line", 3),
        ("id,seed\n,4\n", "names no student", 2),
    ] {
        fs::write(&path, text).unwrap();
        let problem = Tables::read(&path).unwrap_err();
        assert!(problem.what.contains(what) && problem.line == Some(line), "{problem:?}");
    }
}
