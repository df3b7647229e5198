//! Files as people make them, and what must become of each.

#![expect(clippy::expect_used, reason = "a test that cannot open its file should fail at once")]

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use crate::models::has;
use posterior::table::{Kind, Loaded, Options, Ragged, Source, TableError, Watch, load};

fn file(name: &str) -> Source {
    Source::Path(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/csv").join(name))
}

fn read(name: &str) -> Loaded {
    load(&file(name), &Options::default()).expect(name)
}

fn refused(name: &str) -> TableError {
    load(&file(name), &Options::default()).expect_err(name)
}

fn kinds(loaded: &Loaded) -> Vec<Kind> {
    loaded.table.columns().iter().map(|column| column.kind).collect()
}

pub fn names(loaded: &Loaded) -> Vec<&str> {
    loaded.table.columns().iter().map(|column| column.name.as_str()).collect()
}

pub fn cells(loaded: &Loaded) -> Vec<Vec<String>> {
    let columns = loaded.table.columns().len();
    let row = |row| (0..columns).map(|column| loaded.table.cell_text(row, column).into_owned()).collect();
    (0..loaded.table.rows()).map(row).collect()
}

pub fn noted(loaded: &Loaded) -> String {
    loaded.notices.iter().map(|notice| format!("{notice}\n")).collect()
}

#[test]
fn files_that_are_read_and_what_is_reported_of_them() {
    use Kind::{Categorical as C, Numeric as N};
    for (name, rows, expected, part) in [
        ("semicolon.csv", 2, vec![C, N, C], ""),
        ("crlf_blank_line.csv", 2, vec![N, C], "line 3: 1 blank line skipped."),
        ("cr.csv", 2, vec![N, C], ""),
        ("bom.csv", 2, vec![N, C], ""),
        ("trailing_empty_column.csv", 2, vec![N, C], "1 column at the end without a name"),
        ("trailing_delimiter.csv", 2, vec![N, C], "Every row ends in an extra delimiter"),
        ("text_after_quote.csv", 2, vec![N, C], "line 2: Text follows a closing quote"),
        ("utf16.csv", 2, vec![N, C], "line 2, column “größe”: Read as numbers with a decimal comma"),
        ("windows1252.csv", 2, vec![C, N], "line 2: The byte 0xE9 is not UTF-8"),
        ("steering.csv", 2, vec![N, C], "line 2: The data contains invisible characters"),
        ("zero_byte.csv", 2, vec![N, C], "the first is ␀"),
        ("codes.csv", 2, vec![C, C], "line 2, column “code”: Read as categories, because “0012345”"),
        (
            "too_large.csv",
            3,
            vec![C, C],
            "line 3, column “weight”: Read as categories: 2 of 3 cells are numbers, but “1e400” is not (beyond",
        ),
        (
            "nan.csv",
            3,
            vec![N, C],
            "“NaN” counts as missing, as the empty cell and “?” do: 1 cell of “weight”.",
        ),
        ("decimal_comma.csv", 2, vec![N, C], "Read as numbers with a decimal comma: "),
        ("sep_line.csv", 1, vec![N, N], ""),
        (
            "alike.csv",
            3,
            vec![N, C],
            "column “group”: “a” and “A” are different values, but they differ only in case",
        ),
    ] {
        let loaded = read(name);
        assert_eq!(loaded.table.rows(), rows, "{name}");
        assert_eq!(kinds(&loaded), expected, "{name}");
        let notes = noted(&loaded);
        assert!(notes.contains(part), "{name}: {notes}");
        assert_eq!(part.is_empty(), notes.is_empty(), "{name}: {notes}");
        assert!(!notes.contains(['\u{1b}', '\u{7}', '\0', '\u{202e}']), "{name}: {notes}");
    }
}

#[test]
fn files_that_are_refused_and_where_and_why() {
    for (name, kind, line, part) in [
        ("ragged.csv", "bad_csv", Some(4), "3 fields, but the header has 2; 2 lines are like this"),
        ("unclosed_quote.csv", "bad_csv", Some(2), "quote that opens here is never closed"),
        ("shift_jis.csv", "bad_encoding", Some(2), "the byte 0x93 is not UTF-8"),
        ("header_only.csv", "no_data", None, "a header of 2 columns but 0 rows"),
        ("empty.csv", "no_data", None, "empty (0 bytes)"),
        ("bom_only.csv", "no_data", None, "neither a header nor data"),
        ("commas_only.csv", "no_data", None, "neither column names nor data"),
        ("workbook.csv", "bad_csv", None, "an Excel workbook"),
        ("json.csv", "bad_csv", None, "JSON"),
        ("arff.csv", "bad_csv", Some(2), "a Weka ARFF file"),
        ("no-such-file.csv", "no_data", None, "there is no such file"),
        (".", "no_data", None, "a directory"),
    ] {
        let error = refused(name);
        assert_eq!((error.problem.kind, error.problem.line), (kind, line), "{name}: {error}");
        assert!(error.to_string().contains(part), "{name}: {error}");
        assert!(!error.problem.fix.is_empty() && error.problem.place.is_some(), "{name}");
    }
}

#[test]
fn a_ragged_line_is_shown_with_its_neighbours() {
    let TableError { problem, ragged, .. } = refused("ragged.csv");
    assert_eq!(problem.excerpt, ["2 │ 4,no", "3 │ 9,yes", "4 │ 6,no,retake", "  │      ^^^^^^"]);
    assert_eq!(ragged.map(|rows| (rows.fields, rows.lines, rows.fitting)), Some((3, 2, 3)));
    assert!(problem.fix.contains("--ragged skip"));
}

#[test]
fn ragged_lines_are_skipped_or_widened_when_asked() {
    let skip = Options { ragged: Ragged::Skip, ..Options::default() };
    let skipped = load(&file("ragged.csv"), &skip).unwrap();
    assert_eq!((skipped.table.rows(), skipped.skipped), (3, 2));
    assert!(noted(&skipped).contains("line 4: 2 lines skipped"));

    let extra = Options { ragged: Ragged::Extra, ..Options::default() };
    let widened = load(&file("ragged.csv"), &extra).unwrap();
    assert_eq!(names(&widened), ["hours", "passed", "extra"]);
    assert_eq!(cells(&widened)[2], ["6", "no", "retake"]);
    assert_eq!(cells(&widened)[4], ["8", "", ""]);
    assert_eq!(widened.table.columns()[1].missing, 1);
}

#[test]
fn columns_get_names_of_their_own() {
    let loaded = read("header_twice_and_empty.csv");
    assert_eq!(names(&loaded), ["age", "age (2)", "column 3", "class"]);
    assert_eq!(loaded.notices.len(), 2);
}

#[test]
fn a_kind_that_is_asked_for_is_held() {
    let listed = Some(vec!["?".to_owned()]);
    let with = |column: &str, kind| {
        let kinds = [(column.to_owned(), kind)].into();
        load(&file("nan.csv"), &Options { kinds, missing: listed.clone(), ..Options::default() })
    };
    let error = with("weight", Kind::Numeric).unwrap_err();
    assert_eq!(
        (error.problem.kind, error.problem.line, error.problem.column.as_deref()),
        ("not_a_number", Some(3), Some("weight"))
    );
    assert_eq!(error.problem.place.unwrap(), "nan.csv, line 3, column “weight”");
    let error = with("wieght", Kind::Numeric).unwrap_err();
    assert_eq!(
        (error.problem.kind, error.problem.fix.as_str()),
        ("unknown_column", "Did you mean “weight”?")
    );
    assert_eq!(with("weight", Kind::Binary).unwrap_err().problem.kind, "wrong_kind");
    assert_eq!(with("group", Kind::Binary).unwrap().table.columns()[1].kind, Kind::Binary);
    let missing = Some(vec!["NaN".to_owned()]);
    let loaded = load(&file("nan.csv"), &Options { missing, ..Options::default() }).unwrap();
    assert_eq!((kinds(&loaded)[0], loaded.table.columns()[0].missing), (Kind::Numeric, 1));
}

#[test]
fn a_column_that_changes_its_mind_late_keeps_its_cells_as_written() {
    let mut text = "x,y\n".to_owned();
    for i in 0..12_000 {
        text.push_str(&format!("{i}.50,{}\n", i % 2));
    }
    text.push_str("none,1\n");
    let loaded = load(&Source::bytes("late.csv", text.into_bytes()), &Options::default()).unwrap();
    assert_eq!(kinds(&loaded), [Kind::Categorical, Kind::Numeric]);
    assert_eq!(loaded.table.cell_text(7, 0), "7.50");
    has(&noted(&loaded), &["line 12002, column “x”"]);
}

#[test]
fn samples_load_without_a_word() {
    use Kind::{Categorical as C, Numeric as N, Text as T};
    for (sample, rows, expected) in [
        ("weather", 14, vec![C, C]),
        ("play-tennis", 14, vec![C, C, C, C, C]),
        ("chinese-japan", 5, vec![T, C]),
        ("living-area", 27, vec![N, C]),
        ("spam", 13, vec![T, C]),
    ] {
        let source = Source::from_arg(format!("sample:{sample}")).unwrap();
        let loaded = load(&source, &Options::default()).unwrap();
        assert_eq!((loaded.table.rows(), kinds(&loaded)), (rows, expected), "{sample}");
        assert_eq!(noted(&loaded), "", "{sample}");
        let recipe: toml::Table = source.recipe().unwrap().parse().unwrap();
        let target = recipe["target"].as_str().unwrap();
        assert_eq!(loaded.table.position(target), Some(loaded.table.columns().len() - 1));
        for feature in recipe["feature"].as_array().unwrap() {
            let column = loaded.table.position(feature["name"].as_str().unwrap()).unwrap();
            assert_eq!(feature["kind"].as_str().unwrap(), loaded.table.columns()[column].kind.word());
        }
    }
    let error = Source::from_arg("sample:whether").unwrap_err();
    assert_eq!(error.problem.fix, "Did you mean sample:weather?");
}

#[test]
fn a_load_can_be_watched_and_stopped() {
    let mut text = "x,y\n".to_owned();
    for i in 0..20_000 {
        text.push_str(&format!("{i},{}\n", i % 2));
    }
    let watch = Arc::new(Watch::default());
    let source = Source::bytes("long.csv", text.into_bytes());
    let options = Options { watch: Some(watch.clone()), ..Options::default() };
    assert!(load(&source, &options).is_ok());
    let (done, total) = (watch.done.load(Ordering::Relaxed), watch.total.load(Ordering::Relaxed));
    assert!(done > total / 2 && done <= total);
    watch.stop.store(true, Ordering::Relaxed);
    assert!(load(&source, &options).unwrap_err().to_string().ends_with("was stopped"));
}
