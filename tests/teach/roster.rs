//! Lists of students as people and learning platforms write them, and who has which table.

use std::fs;
use std::path::Path;

use posterior::practice::{ExerciseFile, Reach, Roster, TableOf, Tables};

fn read(text: &str, name: &str) -> Roster {
    Roster::of_text(text, name).unwrap()
}

fn said(roster: &Roster) -> Vec<(&str, &str, &str)> {
    let text = |text: &Option<String>| text.as_deref().unwrap_or("–").to_owned().leak() as &str;
    roster.students.iter().map(|it| (it.id.as_str(), text(&it.name), text(&it.email))).collect()
}

/// The headers are those that the platforms write; the people are not.
#[test]
fn a_list_of_any_platform_is_read_and_everybody_is_told_apart() {
    let (ada, emmy) = (("s01", "Ada Lovelace", "ada@x.org"), ("s02", "Emmy Noether", "emmy@x.org"));
    for (what, text) in [
        ("plain", "id,name,email\ns01,Ada Lovelace,ada@x.org\ns02,Emmy Noether,emmy@x.org\n"),
        (
            "German Excel",
            "\u{feff}sep=;\r\nMatrikelnummer;Name;Vorname;E-Mail\r\ns01;Lovelace;Ada;ada@x.org\r\ns02;Noether;Emmy;emmy@x.org\r\n",
        ),
        (
            "Moodle grades",
            "\"First name\",\"Last name\",\"ID number\",Institution,Department,\"Email address\",\"Course total (Real)\"\n\
             Ada,Lovelace,s01,,,ada@x.org,3\nEmmy,Noether,s02,,,emmy@x.org,4\n",
        ),
        (
            "Moodle, German",
            "Vorname,Nachname,ID-Nummer,E-Mail-Adresse\nAda,Lovelace,s01,ada@x.org\nEmmy,Noether,s02,emmy@x.org\n",
        ),
        (
            "Gradescope",
            "First Name,Last Name,SID,Email,Section\nAda,Lovelace,s01,ada@x.org,A\nEmmy,Noether,s02,emmy@x.org,B\n",
        ),
        (
            "tabs",
            "Student ID\tFull name\tE-Mail\ns01\tAda Lovelace\tada@x.org\ns02\tEmmy Noether\temmy@x.org",
        ),
    ] {
        let roster = read(text, "roster.csv");
        assert_eq!(said(&roster), [ada, emmy], "{what}");
        assert!(roster.notes.is_empty(), "{what}: {:?}", roster.notes);
    }
}

#[test]
fn canvas_has_rows_of_its_own_and_a_student_for_tests() {
    let text = "\u{feff}Student,ID,SIS User ID,SIS Login ID,Section,Quiz (87)\n\
                \x20   Points Possible,,,,,10\n\"Lovelace, Ada\",501,s01,al1,A,8\n\"Noether, Emmy\",502,s02,en2,A,9\n\
                \"Student, Test\",503,,f00,A,\n";
    let roster = read(text, "roster.csv");
    assert_eq!(said(&roster), [("s01", "Lovelace, Ada", "–"), ("s02", "Noether, Emmy", "–")]);
    assert!(roster.notes.iter().any(|note| note.contains("line 2, 5")), "{:?}", roster.notes);
    assert_eq!(roster.students[0].cells, ["Lovelace, Ada", "501", "s01", "al1", "A", "8"]);
    assert_eq!(roster.header[2], "SIS User ID");
}

#[test]
fn a_column_that_is_empty_or_the_same_does_not_tell_students_apart() {
    let empty =
        "First name,Last name,ID number,Email address\nAda,Lovelace,,ada@x.org\nEmmy,Noether,,emmy@x.org\n";
    let roster = read(empty, "roster.csv");
    assert_eq!(roster.students[1].id, "emmy@x.org");
    assert_eq!(
        roster.notes,
        ["ID number is not filled in everywhere, so Email address tells students apart"]
    );
    let same = "ID number,Username,Name\n7,al1,Ada\n7,en2,Emmy\n";
    assert_eq!(read(same, "r.csv").students[1].id, "en2");
    let twice = "id,name\ns01,Ada\ns02,Emmy\ns01,Ada\n";
    let roster = read(twice, "r.csv");
    assert_eq!(
        (roster.students.len(), roster.notes.as_slice()),
        (2, &["in several rows, and taken once: s01".to_owned()][..])
    );
    for (text, what, line) in [
        ("id,name\ns01,Ada\ns01,Emmy\n", "the same here as in line 2", 3),
        ("id,name\ns01,Ada\n,Emmy\n", "the column id is empty here", 3),
        ("name,group\nAda,1\n,2\n", "does not say who it is", 3),
    ] {
        let problem = Roster::of_text(text, "r.csv").unwrap_err();
        assert!(problem.what.contains(what) && problem.line == Some(line), "{problem:?}");
    }
    assert_eq!(Roster::of_text("id,name\n", "r.csv").unwrap_err().kind, "no_data");
}

#[test]
fn a_list_without_a_header_is_a_student_on_each_line() {
    let roster = read("Müller, Anna\n\n  Bob \nbob\n", "ids.txt");
    let ids: Vec<&str> = roster.students.iter().map(|student| student.id.as_str()).collect();
    assert_eq!(ids, ["Müller, Anna", "Bob", "bob"]);
    assert_eq!(roster.notes, ["bob stands in the list more than once, and gets a sheet for each"]);
    assert_eq!(read("id\ns01\ns02", "ids.txt").students.len(), 2, "a header is no student");
    let roster = read("s01;Ada Lovelace;ada@x.org\ns02;Emmy Noether;emmy@x.org\n", "r.csv");
    assert_eq!(said(&roster)[0], ("s01", "Ada Lovelace", "ada@x.org"));
}

#[test]
fn a_student_is_found_by_what_a_sheet_calls_them() {
    let text = "Student ID,Username,Name,Email\n00123,al1,Ada Lovelace,ada@x.org\n00124,en2,Emmy Noether,emmy@x.org\n\
                00125,eb3,Ada Byron,ada2@x.org\n";
    let roster = read(text, "r.csv");
    let found = |written: &str| roster.find(written).map(|student| student.id.as_str());
    for written in
        ["00123", " 00123 ", "123", "AL1", "ADA@x.org", "Lovelace, Ada", "ada lovelace", "Lovelace  Ada"]
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
    assert!(tables.is_empty() && tables.table_of("s01", 3).is_none());
    for (id, seed) in [("s01", 17), ("Müller, Anna", 12), ("s03", 17)] {
        tables.add(id, seed, &random);
    }
    tables.write().unwrap();
    let written = fs::read_to_string(&path).unwrap();
    assert!(
        written.starts_with("id,seed,table\ns01,17,") && written.contains("\"Müller, Anna\",12,"),
        "{written}"
    );
    // A teacher may note something beside a student; what stands there stays.
    let noted =
        written.replacen("id,seed,table", "id,seed,table,note", 1).replacen("\n\"M", ",came late\n\"M", 1);
    fs::write(&path, &noted).unwrap();
    let mut tables = Tables::read(&path).unwrap();
    assert_eq!((tables.seed_of("S01"), tables.seed_of("müller, anna")), (Some(17), Some(12)));
    tables.add("s04", 5, &random);
    tables.write().unwrap();
    assert!(fs::read_to_string(&path).unwrap().starts_with(&noted));
    let tables = Tables::read(&path).unwrap();
    assert_eq!(tables.given().into_iter().collect::<Vec<_>>(), [(5, 1), (12, 1), (17, 2)]);
    assert_eq!(tables.table_of("s01", 17), Some(TableOf::Own));
    assert_eq!(tables.table_of("s04", 17), Some(TableOf::Others(vec!["s01".into(), "s03".into()])));
    assert_eq!(tables.table_of("s04", 99), Some(TableOf::Nobody));
    let remark = |student, seed| tables.remark(student, seed);
    assert_eq!(remark("s01", 17), None);
    assert_eq!(
        remark("s04", 12).unwrap(),
        "this sheet has the table of Müller, Anna (seed 12); s04 was given seed 5"
    );
    assert_eq!(
        remark("s99", 5).unwrap(),
        "this sheet has the table of s04 (seed 5); s99 is not among the students who were given a table"
    );
    assert_eq!(tables.changed(&file), None);
    let other =
        ExerciseFile::from_toml(&DRAWN.replace("[10, 12]", "[14, 16]"), Path::new("w.toml"), Reach::Beside);
    assert!(tables.changed(&other.unwrap()).unwrap().contains("the seeds of s01, Müller, Anna, s03, s04"));
}

#[test]
fn a_row_of_tables_that_is_none_is_told_with_its_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("w.tables.csv");
    for (text, what, line) in [
        ("id,seed\ns01,x\n", "“x” is no seed", 2),
        ("id;seed\ns01;3\nS01;4\n", "S01 has a table in an earlier line", 3),
        ("id,seed\n,4\n", "names no student", 2),
    ] {
        fs::write(&path, text).unwrap();
        let problem = Tables::read(&path).unwrap_err();
        assert!(problem.what.contains(what) && problem.line == Some(line), "{problem:?}");
    }
}
