//! Files as R, pandas, spreadsheets and downloads leave them: read as meant, or with a notice.

use crate::models;
use crate::models::has;
use crate::table::{names, noted};

use posterior::model::{Case, CaseValue};
use posterior::recipe::Recipe;
use posterior::table::{Encoding, Kind, Loaded, Options, Ragged, Source, TableError, load};

fn with(text: impl AsRef<[u8]>, options: &Options) -> Loaded {
    load(&Source::bytes("data.csv", text.as_ref().to_vec()), options).expect("a table")
}

fn read(text: impl AsRef<[u8]>) -> Loaded {
    with(text, &Options::default())
}

/// Asserts that the notices have these parts.
#[track_caller]
fn notes(loaded: &Loaded, parts: &[&str]) {
    has(&noted(loaded), parts);
}

fn refused(text: impl AsRef<[u8]>) -> TableError {
    load(&Source::bytes("data.csv", text.as_ref().to_vec()), &Options::default()).expect_err("no table")
}

/// Name, kind and number of missing cells of each column.
fn columns(loaded: &Loaded) -> Vec<(&str, Kind, u64)> {
    let columns = loaded.table.columns().iter();
    columns.map(|column| (column.name.as_str(), column.kind, column.missing)).collect()
}

fn values(loaded: &Loaded, column: usize) -> Vec<&str> {
    let names = loaded.table.columns()[column].dictionary.names();
    names.iter().map(|name| name.as_str()).collect()
}

/// More rows than the kinds are guessed from.
fn long(before: &str, row: impl Fn(usize) -> String) -> String {
    before.to_owned() + &(0..10_500).map(row).collect::<String>()
}

const N: Kind = Kind::Numeric;
const C: Kind = Kind::Categorical;

#[test]
fn marks_among_numbers_are_missing_and_reported_once_with_how_many() {
    let pima = "glu,bmi,type\n148,33.6,Yes\nNA,26.6,No\n183,NA,Yes\n89,NA,No\n";
    let loaded = read(pima);
    assert_eq!(columns(&loaded), [("glu", N, 1), ("bmi", N, 2), ("type", C, 0)]);
    let notice = noted(&loaded);
    assert_eq!(notice.matches("counts as missing").count(), 1, "{notice}");
    has(&notice, &["“NA” counts as missing", "1 cell of “glu”, 2 cells of “bmi”"]);
    for mark in ["NA", "N/A", "NaN", "null", "NULL", "-", ".", "nan", "n/a"] {
        let loaded = read(format!("x,y\n1.5,a\n{mark},b\n2,a\n"));
        assert_eq!(columns(&loaded), [("x", N, 1), ("y", C, 0)], "{mark}");
        notes(&loaded, &[&format!("“{mark}” counts as missing")]);
    }
    // Empty cells and `?` are missing without a notice.
    assert!(!noted(&read("x,y\n1.5,a\n?,b\n,a\n3,b\n")).contains("counts as missing"));
}

#[test]
fn a_mark_is_a_value_where_another_cell_is_no_number() {
    let loaded = read("x,y\n1.5,a\n-,b\nlow,a\n2,b\n");
    assert_eq!(columns(&loaded), [("x", C, 0), ("y", C, 0)]);
    let loaded = read("grade,y\n-,a\n+,b\n-,a\n");
    assert_eq!((columns(&loaded)[0], values(&loaded, 0)), (("grade", C, 0), vec!["-", "+"]));
    // Nothing but marks is not a column of numbers, and nothing shows that they mean a missing cell.
    let loaded = read("x,y\n-,a\n-,b\n");
    assert_eq!(columns(&loaded)[0], ("x", C, 0));
    // The cell that is none comes long after the first rows.
    let text = long("x,y\n-,a\n", |i| format!("{i},b\n"));
    assert_eq!(columns(&read(format!("{text}7,a\n")))[0], ("x", N, 1));
    let loaded = read(format!("{text}low,a\n"));
    assert_eq!((columns(&loaded)[0], values(&loaded, 0)[0]), (("x", C, 0), "-"));
}

#[test]
fn r_marks_its_missing_categories_as_it_does_its_numbers() {
    let penguins = "species,bill,sex\nAdelie,39.1,male\nAdelie,NA,NA\nGentoo,46.1,female\nGentoo,50,NA\n";
    let loaded = read(penguins);
    assert_eq!(columns(&loaded), [("species", C, 0), ("bill", N, 1), ("sex", C, 2)]);
    assert_eq!(values(&loaded, 2), ["male", "female"]);
    notes(&loaded, &["1 cell of “bill”, 2 cells of “sex”"]);
    // Another mark among the numbers does not make NA missing, and neither does NA in categories alone.
    for text in ["sex,bill\nNA,-\nmale,39\nfemale,40\n", "sex,land\nNA,NA\nmale,DE\n"] {
        assert!(values(&read(text), 0).contains(&"NA"), "{text}");
    }
    // “na” is not a mark of R's.
    assert_eq!(values(&read("sex,bill\nna,NA\nmale,39\n"), 0), ["na", "male"]);
    // Numbers that were asked to be categories show it as well.
    let kinds = [("bill".to_owned(), C)].into();
    let loaded = with(penguins, &Options { kinds, ..Options::default() });
    assert_eq!(columns(&loaded), [("species", C, 0), ("bill", C, 1), ("sex", C, 2)]);
    // A yes/no column has two values beside it; documents have no missing cell.
    let kinds = [("v".to_owned(), Kind::Binary), ("t".to_owned(), Kind::Text)].into();
    let loaded = with("v,t\n0,NA\n1,a b c\nNA,d\n", &Options { kinds, ..Options::default() });
    assert_eq!(columns(&loaded), [("v", Kind::Binary, 1), ("t", Kind::Text, 0)]);
}

#[test]
fn only_listed_marks_are_missing() {
    let missing = Some(vec!["?".to_owned(), String::new()]);
    let loaded = with("x,y\n1.5,a\nNA,b\n2,?\n", &Options { missing, ..Options::default() });
    assert_eq!(columns(&loaded), [("x", C, 0), ("y", C, 1)]);
    notes(&loaded, &["“NA” is not (a common mark for a missing cell)"]);
    // The mark comes long after the first rows.
    let missing = Some(vec!["?".to_owned(), String::new()]);
    let text = long("x,y\n", |i| format!("{i},b\n"));
    let loaded = with(format!("{text}NA,a\n"), &Options { missing, ..Options::default() });
    assert_eq!(columns(&loaded)[0], ("x", C, 0));
}

#[test]
fn numbers_with_a_mark_for_thousands_are_numbers_where_the_column_agrees() {
    for (cells, numbers) in [
        (&["1.250,00", "980,10", "2.500"][..], &["1250", "980.1", "2500"][..]),
        (&["1 250,5", "980", "1\u{a0}000\u{202f}000,25"], &["1250.5", "980", "1000000.25"]),
        (&["−1,5", "−2", "3,25"], &["-1.5", "-2", "3.25"]),
    ] {
        let rows: String = cells.iter().map(|cell| format!("{cell};a\n")).collect();
        let loaded = read(format!("x;y\n{rows}"));
        assert_eq!(columns(&loaded)[0].1, N, "{cells:?}: {}", noted(&loaded));
        let found: Vec<_> = (0..3).map(|row| loaded.table.cell_text(row, 0).into_owned()).collect();
        assert_eq!(found, numbers, "{cells:?}");
        notes(&loaded, &[&format!("“{}” is {}", cells[0], numbers[0])]);
    }
    // What shows it comes long after the first rows.
    let text = long("x;y\n", |i| format!("1.{};a\n", 250 + i % 500));
    assert_eq!(read(&text).table.cell_text(0, 0), "1.25");
    let loaded = read(format!("{text}1.250,00;b\n"));
    assert_eq!((columns(&loaded)[0].1, &*loaded.table.cell_text(0, 0)), (N, "1250"));
    let loaded = read(format!("{text}1.250,00;b\n1.5;b\n"));
    assert_eq!((columns(&loaded)[0].1, &*loaded.table.cell_text(0, 0)), (C, "1.250"));
}

#[test]
fn a_case_is_read_as_the_column_is() {
    let text = "x,colour,y\n\"1.250,00\",red,a\n\"2,5\",blue,b\n\"3,5\",NA,a\nNA,red,b\n\"1,5\",blue,a\n\"2,25\",blue,b\n";
    let fitted = models::fitted(text, "");
    let read = |column: &str, text: &str, file: bool| {
        let cells = [(column.to_owned(), text.to_owned())];
        let case = if file { Case::from_file(&fitted, &cells) } else { Case::from_typed(&fitted, &cells) };
        case.unwrap().cells.remove(usize::from(column == "colour")).value
    };
    for file in [false, true] {
        for (text, number) in [("1.250,5", 1250.5), ("−2,5", -2.5), ("−2", -2.0)] {
            assert_eq!(read("x", text, file), CaseValue::Number(number), "{text}");
        }
        for mark in ["NA", "-", "null", "?", ""] {
            let values = ["x", "colour"].map(|column| read(column, mark, file));
            assert_eq!(values, [CaseValue::Missing, CaseValue::Missing], "{mark}");
        }
        assert_eq!(read("colour", "green", file), CaseValue::Unseen);
    }
    // The program writes a point before decimals; a file is written as its column is.
    assert_eq!(read("x", "1.125", false), CaseValue::Number(1.125));
    assert_eq!(read("x", "1.125", true), CaseValue::Number(1125.0));
    // A mark that is a value of its column is one in a case, too.
    let fitted = models::fitted("grade,y\n-,a\n+,b\n+,a\n", "");
    assert_eq!(models::case(&fitted, "grade=-").cells[0].value, CaseValue::Value(0));
}

#[test]
fn a_spreadsheets_unicode_text_is_read_and_its_errors_have_line_numbers() {
    let units = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
    let loaded = read(units("\u{feff}Größe\tKlasse\r\n1,75\t男\r\n1,5\t女\r\n"));
    assert_eq!(columns(&loaded), [("Größe", N, 0), ("Klasse", C, 0)]);
    assert_eq!((values(&loaded, 1), loaded.encoding), (vec!["男", "女"], Encoding::Utf16Le));
    assert!(!noted(&loaded).contains("lacks its mark"), "{}", noted(&loaded));
    let error = refused(units("\u{feff}a;b\r\n1;2\r\nü;2;3\r\n"));
    assert_eq!(error.problem.place.as_deref(), Some("data.csv, line 3"));
    let lost = read(units("\u{feff}a,b\n1,x\n2,\u{fffd}\n"));
    notes(&lost, &["line 3: The data contains � (U+FFFD)"]);
    let unmarked = read(units("a,b\n1,x\n2,y\n"));
    notes(&unmarked, &["read as UTF-16, though it lacks its mark"]);
}

#[test]
fn the_row_names_of_r_are_a_column_without_a_name() {
    let notice = "Every row has one field more than the header, as R's write.table writes it";
    for (text, expected) in [
        // write.table(x), with sep = ",", and with quote = FALSE
        (
            "\"Sepal.Length\" \"Sepal Width\" \"Species\"\n\"1\" 5.1 3.5 \"se tosa\"\n\"2\" 4.9 3 \"virginica\"\n",
            &["column 1", "Sepal.Length", "Sepal Width", "Species"][..],
        ),
        ("\"mpg\",\"cyl\"\n\"Mazda RX4\",21,6\n\"Datsun 710\",22.8,4\n", &["column 1", "mpg", "cyl"]),
        ("mpg;cyl\nMazda RX4;21;6\nDatsun 710;22,8;4\n", &["column 1", "mpg", "cyl"]),
        ("\"x\" \n1 5\n2 6\n".trim_start(), &["column 1", "x"]),
    ] {
        let text = text.replace(" \n", "\n");
        for ragged in [Ragged::Error, Ragged::Skip, Ragged::Extra] {
            let loaded = with(&text, &Options { ragged, ..Options::default() });
            assert_eq!((names(&loaded), loaded.table.rows()), (expected.to_vec(), 2), "{text}");
            notes(&loaded, &[notice]);
        }
    }
    // row.names = FALSE, without quotes, and of categories alone
    for text in ["a b c\n1 2 x\n3 4 y\n", "\"a\" \"b\" \"c\"\n\"x\" \"y\" \"z z\"\n\"u\" \"v\" \"w\"\n"] {
        let loaded = read(text);
        assert_eq!((names(&loaded), noted(&loaded).contains(notice)), (vec!["a", "b", "c"], false), "{text}");
    }
    // A name that repeats, a title above the names, rows of which only some are longer, and decimal commas.
    for text in [
        "a,b\nr,1,2\nr,3,4\n",
        "Results,2024\na,b,c\n1,2,3\n4,5,6\n",
        "title\na,b\n1,2\n",
        "a,b\n1,2\nr,3,4\n",
        "weight,sex\n80,5,m\n82,1,f\n",
    ] {
        assert!(refused(text).ragged.is_some(), "{text}");
    }
    let error = refused("a,b\nr1,1,x\nr2,3,y\nr3,5,z\n7,8\n");
    has(&error.problem.fix, &["put the delimiter before the first name"]);
}

#[test]
fn surplus_fields_are_never_the_class_by_default() {
    let text = "size,kind\n1,a\n2,b,x\n3,a\n4,b,y\n5,a,x\n6,b\n";
    let options = Options { ragged: Ragged::Extra, ..Options::default() };
    let loaded = with(text, &options);
    assert_eq!(names(&loaded), ["size", "kind", "extra"]);
    assert_eq!(posterior::recipe::target_column(&Recipe::default(), &loaded.table), Ok(1));
    let recipe = Recipe { target: Some("extra".to_owned()), ..Recipe::default() };
    assert_eq!(posterior::recipe::target_column(&recipe, &loaded.table), Ok(2), "by name it may be");
}

#[test]
fn a_first_row_that_is_data_is_a_row_for_every_kind_of_column() {
    let notices = |text: &str| noted(&models::open(text, "").loaded);
    for (text, first) in [
        // The class is of numbers and was asked to be a category, as classes are.
        ("red,big,1\nblue,small,0\nred,small,1\nblue,big,0\n", "“1” is a number above numbers"),
        ("red,big,yes\nblue,small,no\nred,small,yes\nblue,big,no\n", "“red” occurs again below itself"),
        (
            "ham,go until the point is crazy\nspam,free entry in two a week\nham,ok see you later then\n\
             ham,i will call you in the evening\nspam,win a free prize now with us\n",
            "“ham” is also a value of its column",
        ),
    ] {
        let found = notices(text);
        assert_eq!(found.matches("The first line was read as a row").count(), 1, "{text}: {found}");
        has(&found, &[first]);
    }
    let named_after_a_value = notices("words,spam\n3,spam\n1,ham\n2,spam\n4,ham\n");
    assert!(!named_after_a_value.contains("looks like data"), "{named_after_a_value}");
}

#[test]
fn a_first_line_of_names_stays_one_and_a_flag_decides() {
    let iris = "5.1,3.5,setosa\n4.9,3,virginica\n6,2.2,versicolor\n5,3.6,setosa\n5.9,3,virginica\n";
    let loaded = read(iris);
    assert_eq!(names(&loaded), ["column 1", "column 2", "column 3"]);
    assert_eq!((loaded.table.rows(), values(&loaded, 2).len()), (5, 3));
    let loaded = with(iris, &Options { header: Some(true), ..Options::default() });
    assert_eq!((names(&loaded)[0], loaded.table.rows()), ("5.1", 4));
    assert!(!noted(&loaded).contains("first line"), "{}", noted(&loaded));
    // The last field of a row may be empty, and the first line may be the only one.
    let loaded = with("1,2,\n", &Options { header: Some(false), ..Options::default() });
    assert_eq!((names(&loaded), loaded.table.rows()), (vec!["column 1", "column 2"], 1));
    // Names that are years or places, and a name that no row has.
    for names_first in [
        "country,2007,2008,class\nDE,1,2,a\nFR,2,3,b\nIT,3,3,c\nES,1,1,a\n",
        "0,1,2,target\n5.1,3.5,1,a\n4.9,3,2,b\n4,3,1,c\n3,3,1,a\n",
        "age,1,0\n30,1,0\n40,0,1\n50,1,1\n",
    ] {
        let loaded = read(names_first);
        assert_eq!(names(&loaded)[1], names_first.split(',').nth(1).unwrap());
    }
    // Numbers that rise may be names or a row.
    let loaded = read("1,2,3\n4,5,6\n7,8,8\n");
    assert_eq!((names(&loaded)[0], loaded.table.rows()), ("1", 2));
    notes(&loaded, &["It was taken for the column names."]);
    let loaded = read("1,3,2\n4,5,6\n7,8,8\n");
    assert_eq!((names(&loaded)[0], loaded.table.rows()), ("column 1", 3));
}

/// On both sides of each limit: words of a sentence, cells that fit, and cells that no row has.
#[test]
fn a_first_line_is_a_row_only_if_enough_of_it_fits() {
    let texts = "spam,win a free prize now\nham,see you later then ok\nother,the bus is late again\nham,call me this evening please\n";
    let colours = "1,2,9,red,p\n3,1,8,blue,q\n2,5,7,red,r\n";
    for (text, rows, why) in [
        (format!("ham,go until the point\n{texts}"), 5, "beside texts"),
        (format!("ham,go until point\n{texts}"), 4, ""),
        // Three and four cells that fit beside one that no row has.
        ("4,2,red,x\n1,3,blue,p\n3,1,red,q\n2,5,blue,p\n".to_owned(), 3, "a number above numbers"),
        (format!("4,2,6,red,x\n{colours}4,4,4,blue,p\n"), 5, "a number above numbers"),
        // A number alone, and one beside a value.
        ("5,x\n1,p\n3,q\n2,r\n".to_owned(), 3, "a number above numbers"),
        ("5,p\n1,p\n3,q\n2,r\n".to_owned(), 4, "a number above numbers"),
        // Equally spaced numbers are names, and others may be.
        ("2000,2005,2010,kind\n1,3,8,p\n3,1,9,q\n2,5,7,p\n4,4,4,r\n".to_owned(), 4, ""),
        ("2000,2005,2011,kind\n1,3,8,p\n3,1,9,q\n2,5,7,p\n4,4,4,r\n".to_owned(), 4, "a number above numbers"),
    ] {
        let loaded = read(&text);
        assert_eq!(loaded.table.rows(), rows, "{text}{}", noted(&loaded));
        assert_eq!(noted(&loaded).contains("The first line"), !why.is_empty(), "{text}{}", noted(&loaded));
        notes(&loaded, &[why]);
    }
}

#[test]
fn questions_below_the_names_of_a_survey_are_no_rows() {
    let ids = "\"{\"\"ImportId\"\":\"\"QID1\"\"}\",\"{\"\"ImportId\"\":\"\"QID2\"\"}\"";
    let rows = "23,A\n31,B\n19,C\n";
    let loaded = read(format!("Q1,Q2\n\"How old are you,\nin years?\",Group\n{ids}\n{rows}"));
    assert_eq!(columns(&loaded), [("Q1", N, 0), ("Q2", C, 0)]);
    notes(&loaded, &["line 2: The two rows below the names are Qualtrics'"]);
    // One row of questions alone may be an answer.
    assert_eq!(read(format!("Q1,Q2\nHow old?,Group\n{rows}")).table.rows(), 4);
}

#[test]
fn rows_of_empty_cells_at_the_end_are_left_out() {
    let rows = "x,y,kind\n1,2,a\n,,\n3,4,b\n5,6,c\n";
    // More of them than the bytes at the end of a file that are looked at.
    let many = ",,\n".repeat(2_000);
    for (end, left_out) in [
        ("", None),
        (",,\n", Some("1 row")),
        (",,\r\n , ,\r\n\r\n,,", Some("3 rows")),
        (&many, Some("2000 rows")),
    ] {
        let loaded = read(format!("{rows}{end}"));
        assert_eq!(loaded.table.rows(), 4, "the row between others stays: {end:?}");
        let notice = left_out.map(|rows| format!("line 6: {rows} of empty cells at the end left out."));
        assert!(notice.is_none_or(|notice| noted(&loaded).contains(&notice)), "{}", noted(&loaded));
        assert_eq!(noted(&loaded).contains("at the end"), left_out.is_some());
        // A long file, of which only the first rows are in memory.
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("long.csv");
        std::fs::write(
            &path,
            long("x,y,kind\n", |row| format!("{row},2,{}\n", ["a", "b", "c"][row % 3])) + end,
        )
        .unwrap();
        let options = Options { window: 50_000, ..Options::default() };
        let loaded = load(&Source::Path(path), &options).unwrap();
        assert_eq!(loaded.table.rows(), 10_500);
        assert_eq!(noted(&loaded).contains("at the end"), left_out.is_some());
    }
    assert_eq!(read("x,y\n,\n").table.rows(), 1, "the only row stays");
}

#[test]
fn titles_comments_and_units_are_no_rows() {
    let table = "time,degrees,state\n1,20.5,ok\n2,30.1,hot\n3,-1,cold\n";
    for (above, line) in
        [("# logger 1.2, site A\n# UTC\n", 3), ("\"May, 2026\",,\n", 2), ("May 2026,,\n,,\n\n", 4)]
    {
        let loaded = read(format!("{above}{table}"));
        assert_eq!(columns(&loaded), [("time", N, 0), ("degrees", N, 0), ("state", C, 0)], "{above}");
        let notice = format!("line {line}: Everything above this line was taken for a title");
        notes(&loaded, &[&notice]);
    }
    // Twenty rows below the names must be as wide as these.
    for (fitting, first) in [(19, "Measured"), (20, "x")] {
        let rows: String =
            (0..fitting).map(|row| format!("{row},{},{}\n", row * 7 % 5, ["a", "b", "c"][row % 3])).collect();
        let text = format!("Measured,,\nx,y,kind\n{rows}1,2\n");
        let loaded = with(&text, &Options { ragged: Ragged::Skip, ..Options::default() });
        assert_eq!(names(&loaded)[0], first, "{fitting}");
    }
    // A column may be called #, and a first column may be the only one with a name.
    assert_eq!(names(&read("#,name,type\n1,a,x\n2,b,y\n3,c,z\n")), ["#", "name", "type"]);
    assert_eq!(names(&read("id,,\n1,a,x\n2,b,y\n3,c,z\n"))[0], "id");
    assert_eq!(names(&read("name,,\nann,red,x\nbob,blue,y\ncid,red,z\n"))[0], "name");
    assert_eq!(names(&read(",yes,no\nsunny,2,3\nrain,3,2\nfog,1,1\n"))[1..], ["yes", "no"]);

    let units = "length,mass,kind\n(cm),[kg],\n10,1.5,a\n12,1.7,b\n11,1.6,c\n";
    let loaded = read(units);
    assert_eq!(columns(&loaded), [("length", N, 0), ("mass", N, 0), ("kind", C, 0)]);
    notes(&loaded, &["line 2: This line was taken for the units"]);
    assert_eq!(read("loss,kind\n(10),a\n(12),b\n7,c\n").table.rows(), 3, "negative numbers");
    assert_eq!(read("state,kind\n(on),\n(off),b\n(on),c\n").table.rows(), 3, "values in brackets");
    assert_eq!(read("state,kind\n(none),\non,b\noff,c\n").table.rows(), 3, "a value above words");
}

#[test]
fn blanks_and_fences_divide_columns() {
    let spread =
        [["sky", "degrees", "play"], ["sunny", "21.5", "no"], ["grey", "8", "yes"], ["fog", "-3", "maybe"]];
    let aligned: String = spread.iter().map(|row| format!("{:9}{:9} {}\n", row[0], row[1], row[2])).collect();
    let by_tabs: String =
        spread.iter().map(|row| row.join(if row[0] == "fog" { "\t\t" } else { "\t" }) + "\n").collect();
    let mut fenced: Vec<String> = spread.iter().map(|row| format!("| {} |", row.join(" | "))).collect();
    fenced.insert(1, "|:---|--:|-----|".to_owned());
    for text in [aligned, by_tabs, fenced.join("\n")] {
        let loaded = read(&text);
        assert_eq!(names(&loaded), ["sky", "degrees", "play"], "{text}");
        assert_eq!((loaded.table.rows(), values(&loaded, 2)), (3, vec!["no", "yes", "maybe"]));
    }
    // A long file is read in the same way.
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("long.txt");
    std::fs::write(
        &path,
        long("row   x    kind\n", |row| format!("{row:7}  2.5  {}\n", ["a", "b", "c"][row % 3])),
    )
    .unwrap();
    let loaded = load(&Source::Path(path), &Options { window: 50_000, ..Options::default() }).unwrap();
    assert_eq!((names(&loaded), loaded.table.rows()), (vec!["row", "x", "kind"], 10_500));
    // One blank between words that no quotes enclose divides nothing.
    assert_eq!(names(&read("the name\nAda Lovelace\nGrace Hopper\n")), ["the name"]);
    let quoted = "\"a b\"  \"c\"\n\"x  y\" 1\n\"z\tz\"  2\n";
    let loaded = read(quoted);
    assert_eq!((names(&loaded), values(&loaded, 0)), (vec!["a b", "c"], vec!["x  y", "z\tz"]));
}

#[test]
fn quotes_in_odd_places_are_read_right_or_reported() {
    let loaded = read("item,b,class\nShoe\"wet, dry\",b\nsock,c,d\n");
    assert_eq!(&*loaded.table.cell_text(0, 0), "Shoe\"wet");
    assert!(noted(&loaded).contains("line 2: A cell that does not begin with a quote has an odd number"));
    let error = refused("item,class\nShoe\"wet, dry\",b\nsock,c\n");
    has(&error.problem.fix, &["does not begin with a quote"]);
    assert!(!noted(&read("disk,b\n5\" x 3\",a\n3\" x 5\",b\n")).contains("odd number"));

    let loaded = read("\"size,kind\"\r\n\"1.5,\"\"a, b\"\"\"\r\n\"2,c\"\r\n");
    assert_eq!(columns(&loaded), [("size", N, 0), ("kind", C, 0)]);
    assert_eq!(values(&loaded, 1), ["a, b", "c"]);
    notes(&loaded, &["Each line is in double quotes as a whole"]);
    let error = refused("a,b\n\"1,2\"\n3,4\n");
    has(&error.problem.fix, &["The whole line is in quotes"]);
}

#[test]
fn a_pointer_of_git_lfs_is_no_table() {
    let text = "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32\nsize 1234\n";
    let error = refused(text);
    has(&error.to_string(), &["Git LFS pointer"]);
    has(&error.problem.fix, &["git lfs pull"]);
}

#[test]
fn a_typed_value_that_training_never_saw_is_reported_on_standard_error_with_the_nearest() {
    let unseen =
        "Weather is never Sunyn in the training rows, so it has no factor; the nearest value is Sunny";
    let explain = |query: &str, format: &str| {
        let (_, out, error) =
            crate::program::ended(&["explain", "sample:weather", "--query", query, "--format", format]);
        (out.split_whitespace().collect::<Vec<_>>().join(" "), error)
    };
    for format in ["text", "json", "csv"] {
        assert_eq!(explain("Weather=Sunyn", format).1, format!("warning: {unseen}\n"), "{format}");
    }
    has(&explain("Weather=Sunyn", "text").0, &[&format!("{unseen}.")]);
    assert_eq!(explain("Weather=Sunny", "text").1, "");
    let check = ["check", "1/2", "sample:weather", "--of", "P(Yes | x)", "--query", "Weather=Fog"];
    let (_, _, error) = crate::program::ended(&check);
    assert_eq!(error, "warning: Weather is never Fog in the training rows, so it has no factor\n");
    // What is neither yes nor no is not no.
    let fitted = models::fitted("v,y\nyes,a\nno,b\nyes,b\nno,a\n", "model = \"bernoulli\"");
    let of = |text: &str| models::case(&fitted, &format!("v={text}")).cells.remove(0);
    assert_eq!(of("No").value, of("no").value);
    let unseen = of("yess");
    assert_eq!(unseen.value, CaseValue::Unseen);
    has(&unseen.unseen(&fitted, &fitted.factors()[0]).unwrap(), &["nearest value is yes"]);
}

#[test]
fn columns_of_one_unit_are_numbers_and_the_unit_is_reported_once() {
    let csv = "share,price,size,weight,balance,y\n87%,\"$1,234.50\",588kb,12 kg,\"(1,234.50)\",a\n\
               12.5 %,$980.00,12kb,9 kg,20.00,b\n-3%,NA,7kb,10.5 kg,3.25,c\n";
    let loaded = read(csv);
    assert_eq!(
        columns(&loaded),
        [("share", N, 0), ("price", N, 1), ("size", N, 0), ("weight", N, 0), ("balance", N, 0), ("y", C, 0)]
    );
    let numbers = |at: usize| loaded.table.numbers(at).collect::<Vec<_>>();
    assert_eq!(numbers(0), [87.0, 12.5, -3.0]);
    assert_eq!(numbers(1)[..2], [1234.5, 980.0]);
    assert_eq!(numbers(4), [-1234.5, 20.0, 3.25]);
    let units: Vec<String> =
        loaded.table.columns().iter().flat_map(|column| &column.unit).map(ToString::to_string).collect();
    assert_eq!(units, ["%", "$", "kb", "kg"]);
    let notice = noted(&loaded);
    for unit in ["with the unit %: “87%” is 87", "with the unit $: “$1,234.50” is 1234.5", "brackets"]
    {
        assert_eq!(notice.matches(unit).count(), 1, "{notice}");
    }
}

#[test]
fn values_that_look_like_units_stay_categories() {
    for cells in [
        ["A1", "B2", "A2"],
        ["3a", "4a", "5a"],
        ["1st", "2nd", "3rd"],
        ["10115 Berlin", "10117 Berlin", "10119 Berlin"],
        ["18-25", "26-35", "36-45"],
    ] {
        let [a, b, c] = cells;
        let loaded = read(format!("x,y\n{a},u\n{b},v\n{c},w\n"));
        assert_eq!(columns(&loaded)[0], ("x", C, 0), "{cells:?}");
        assert!(!noted(&loaded).contains("unit"), "{cells:?}: {}", noted(&loaded));
    }
    // Asked for as categories, numbers with a unit are.
    let options = Options { kinds: [("x".to_owned(), C)].into(), ..Options::default() };
    assert_eq!(columns(&with("x,y\n10mm,u\n12mm,v\n", &options))[0], ("x", C, 0));
}

#[test]
fn mixed_units_stay_text_with_a_warning_that_names_them() {
    notes(&read("size,y\n19M,a\n8.7k,b\n5M,c\n"), &["“19M” and “8.7k” have different units"]);
    let words = "size,y\n19 kg,a\nunknown,b\n5 kg,c\n";
    notes(&read(words), &["numbers with a unit, but “unknown” is not"]);
    let csv = "price,y\n\"€1,234\",a\n\"€2,345\",b\n\"€3,456\",c\n";
    notes(&read(csv), &["the mark in “1,234” may separate thousands or decimals"]);
    let decimals = [("price".to_owned(), posterior::table::Decimal::Comma)].into();
    let loaded = with(csv, &Options { decimals, ..Options::default() });
    assert_eq!(loaded.table.numbers(0).collect::<Vec<_>>(), [1.234, 2.345, 3.456]);
}

#[test]
fn a_column_asked_for_as_numbers_may_have_a_unit_but_no_words() {
    let options = Options { kinds: [("x".to_owned(), N)].into(), ..Options::default() };
    let loaded = with("x,y\n50 %,u\n,v\n50 %,w\n", &options);
    assert_eq!(columns(&loaded)[0], ("x", N, 1));
    let csv = "x,y\n50 %,u\nhalf,v\n20 %,w\n";
    let error = load(&Source::bytes("data.csv", csv.as_bytes().to_vec()), &options).unwrap_err();
    assert!(error.to_string().contains("“50 %” is not a finite number"), "{error}");
}

#[test]
fn queries_may_have_the_unit_of_the_column_or_none() {
    let csv = "share,y\n50 %,u\n45 %,u\n20 %,v\n10 %,v\n80 %,w\n90 %,w\n";
    let fitted = models::fitted(csv, "");
    for text in ["20 %", "20%", "20"] {
        let case = models::case(&fitted, &format!("share={text}"));
        assert_eq!(case.cells[0].value, CaseValue::Number(20.0), "{text}");
    }
    assert!(Case::from_typed(&fitted, &models::cells_of("share=20 kg")).is_err());
}

#[test]
fn headers_with_types_and_roles_are_no_rows() {
    let orange =
        "age\tlenses\tchoice\ndiscrete\tdiscrete\tdiscrete\n\t\tclass\n1\tsoft\tbuy\n2\thard\tleave\n";
    let loaded = read(orange);
    assert_eq!(columns(&loaded), [("age", C, 0), ("lenses", C, 0), ("choice", C, 0)]);
    assert_eq!(loaded.table.rows(), 2);
    let notice = noted(&loaded);
    has(&notice, &["Lines 2 and 3", "--target choice"]);
    let typed = "a,b,y\r\nint,float,str\r\n1,2.5,u\r\n2,3.5,v\r\n3,4,w\r\n";
    let loaded = read(typed);
    assert_eq!((columns(&loaded), loaded.table.rows()), (vec![("a", N, 0), ("b", N, 0), ("y", C, 0)], 3));
    notes(&loaded, &["Line 2 has the types"]);
    let prefixed = "cD#y,D#a,mS#first name,C#x\nu,1,bob,3\nv,2,al,4\nw,1,cy,5.5\n";
    let loaded = read(prefixed);
    assert_eq!(columns(&loaded), [("y", C, 0), ("a", C, 0), ("first name", C, 0), ("x", N, 0)]);
    notes(&loaded, &["--target y --ignore 'first name'"]);
    // Words that come again are values, and so are letters without roles below them.
    for csv in ["type,kind\nint,text\nfloat,date\nint,text\n", "x,y\nc,d\nd,c\ns,t\n", "C#4,D#4\n1,2\n3,4\n"]
    {
        let loaded = read(csv);
        assert_eq!(loaded.table.rows(), csv.lines().count() - 1, "{csv}: {}", noted(&loaded));
    }
}

#[test]
fn quotes_behind_blanks_enclose_their_cells() {
    let loaded = read("color,\"answer\"\nred, \"yes\"\nblue,\"no\"\ngreen,  \"yes\"\nred,\"maybe\"\n");
    assert_eq!(values(&loaded, 1), ["yes", "no", "maybe"]);
    notes(&loaded, &["line 2: Blanks between a delimiter and a double quote"]);
    assert_eq!(columns(&read("x, y\n1, \"2\"\n3, \"4.5\"\n"))[1], ("y", N, 0));
}

#[test]
fn one_column_names_the_sign_that_may_divide_it() {
    for (sign, flag) in [('#', "'#'"), ('^', "'^'"), ('~', "'~'"), (':', ":")] {
        let csv = "a#b#y\n1#x#p\n2#x#q\n3#z#r\n".replace('#', &sign.to_string());
        notes(&read(&csv), &[&format!("“{sign}” 2 times"), &format!("--delimiter {flag}")]);
        let loaded = with(&csv, &Options { delimiter: u8::try_from(sign).ok(), ..Options::default() });
        assert_eq!(columns(&loaded), [("a", N, 0), ("b", C, 0), ("y", C, 0)]);
    }
    assert!(!noted(&read("a\n1#x\n2#x#\n3\n")).contains("--delimiter"));
}
