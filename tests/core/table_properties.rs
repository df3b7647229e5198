//! What must hold for every table and for every string of bytes.

#![expect(clippy::unwrap_used, reason = "a test that cannot write its own table should fail at once")]

use posterior::table::{Kind, Loaded, Options, Ragged, Source, TableError, load, profile_of};
use proptest::prelude::*;

use crate::table::cells;

/// A file as the csv crate writes it: names, then rows, quoted where they must be.
fn written(rows: &[Vec<String>], width: usize, delimiter: u8) -> Vec<u8> {
    let mut writer = csv::WriterBuilder::new().delimiter(delimiter).from_writer(Vec::new());
    writer.write_record((0..width).map(|i| format!("c{i}"))).unwrap();
    for row in rows {
        writer.write_record(row).unwrap();
    }
    writer.into_inner().unwrap()
}

fn trimmed(cell: &str) -> String {
    cell.trim_matches(|c: char| c.is_ascii_whitespace()).to_owned()
}

fn table() -> impl Strategy<Value = (usize, Vec<Vec<String>>)> {
    let cell = prop_oneof![
        "[a-c]{1,2}",
        "-?[0-9]{1,3}(\\.[0-9]{1,2})?",
        Just("?".to_owned()),
        "[a-zé,;|\"\t\n\r' ]{0,8}",
    ];
    (2usize..5).prop_flat_map(move |width| {
        let row = prop::collection::vec(cell.clone(), width);
        (Just(width), prop::collection::vec(row, 1..12))
    })
}

proptest! {
    #[test]
    fn what_was_written_is_read((width, rows) in table(), delimiter in prop::sample::select(vec![b',', b';', b'\t', b'|'])) {
        // One letter in each cell of the first row may be a line of Orange's types.
        prop_assume!(rows.first().is_some_and(|row| row.iter().any(|cell| trimmed(cell).len() > 1)));
        let bytes = written(&rows, width, delimiter);
        let kinds = (0..width).map(|i| (format!("c{i}"), Kind::Text)).collect();
        let options = Options { kinds, delimiter: Some(delimiter), ..Options::default() };
        let loaded = load(&Source::bytes("t.csv", bytes), &options);
        let expected: Vec<Vec<String>> = rows.iter().map(|row| row.iter().map(|c| trimmed(c)).collect()).collect();
        prop_assert_eq!(cells(&loaded.unwrap()), expected);
    }

    #[test]
    fn a_segment_boundary_changes_nothing((width, rows) in table(), size in 1usize..6) {
        let source = Source::bytes("t.csv", written(&rows, width, b','));
        let options = Options { delimiter: Some(b','), ..Options::default() };
        let whole = load(&source, &options).unwrap();
        let pieces = load(&source, &Options { segment_rows: size, ..options }).unwrap();
        prop_assert_eq!(cells(&whole), cells(&pieces));
        prop_assert_eq!(&whole.notices, &pieces.notices);
        for (i, (a, b)) in whole.table.columns().iter().zip(pieces.table.columns()).enumerate() {
            prop_assert_eq!((&a.kind, a.missing, a.decimals), (&b.kind, b.missing, b.decimals));
            prop_assert_eq!(a.dictionary.names(), b.dictionary.names());
            prop_assert_eq!(profile_of(&whole.table, i, Some(0), None), profile_of(&pieces.table, i, Some(0), None));
        }
    }

    #[test]
    fn a_window_boundary_changes_nothing((width, rows) in table(), window in 1usize..40, crlf: bool) {
        let text = String::from_utf8(written(&rows, width, b',')).unwrap();
        let bytes = if crlf { text.replace('\n', "\r\n") } else { text }.into_bytes();
        let source = Source::bytes("t.csv", bytes);
        let options = Options { delimiter: Some(b','), window: usize::MAX, ..Options::default() };
        same_table(&load(&source, &options).unwrap(), &load(&source, &Options { window, ..options }).unwrap());
    }

    #[test]
    fn no_line_is_read_otherwise_in_windows(text in "([a1.,\"? é-]{0,7}(\n|\r\n|\r|,)){0,20}", window in 1usize..20) {
        for ragged in [Ragged::Error, Ragged::Skip, Ragged::Extra] {
            let source = Source::bytes("t.csv", text.clone().into_bytes());
            let options = Options { ragged, window: usize::MAX, ..Options::default() };
            same_outcome(load(&source, &options), load(&source, &Options { window, ..options }));
        }
    }

    #[test]
    fn no_bytes_bring_the_loader_down(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        for ragged in [Ragged::Error, Ragged::Skip, Ragged::Extra] {
            check(bytes.clone(), ragged);
        }
    }

    #[test]
    fn nothing_like_a_table_brings_the_loader_down(text in "[a1\",;|\t\n\r? \u{feff}\u{202e}é-]{0,120}") {
        for ragged in [Ragged::Error, Ragged::Skip, Ragged::Extra] {
            check(text.clone().into_bytes(), ragged);
        }
    }
}

fn same_table(one: &Loaded, other: &Loaded) {
    assert_eq!(one.notices, other.notices);
    assert_eq!((one.delimiter, one.encoding), (other.delimiter, other.encoding));
    assert_eq!(one.skipped, other.skipped);
    assert_eq!(one.table.rows(), other.table.rows());
    for (column, (a, b)) in one.table.columns().iter().zip(other.table.columns()).enumerate() {
        assert_eq!((&a.name, a.kind, a.missing), (&b.name, b.kind, b.missing));
        assert_eq!((a.decimals, a.style, &a.marks), (b.decimals, b.style, &b.marks), "{}", a.name);
        assert_eq!(a.dictionary.names(), b.dictionary.names());
        let bits = |loaded: &Loaded| -> Vec<u64> { loaded.table.numbers(column).map(f64::to_bits).collect() };
        assert_eq!(bits(one), bits(other), "{}", a.name);
    }
    assert_eq!(cells(one), cells(other));
}

fn same_outcome(one: Result<Loaded, TableError>, other: Result<Loaded, TableError>) {
    match (one, other) {
        (Ok(one), Ok(other)) => same_table(&one, &other),
        (one, other) => assert_eq!(one.err().map(|e| e.problem), other.err().map(|e| e.problem)),
    }
}

/// 11,000 rows of a number, a category, a document and a class, of which one is written by somebody else.
fn long(at: usize, row: &str) -> String {
    let rows = (0..11_000).map(|i| {
        if i == at {
            return format!("{row}\n");
        }
        let document = ["the red house", "a small dog, \u{e9}t\u{e9}", "one more of them"][i % 3];
        format!("{}.{},v{},{document:?},{}\n", i % 97, i % 10, i * i % 23, ["a", "b", "c"][i * 7 % 3])
    });
    format!("x,s,t,class\n{}", rows.collect::<String>())
}

#[test]
fn a_file_is_read_in_windows_as_a_text_is() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t.csv");
    let rows = [
        "1.5,v1,one,a",
        "NA,NA,NA,NA",
        "n/a,,\"\",b",
        "many,v1,one,a",
        "1.234,5,v1,a",
        "\"1,5\",v1,one,a",
        "\"1.234,5\",v1,one,a",
        "007,v1,one,a",
        "123456789012345678,v1,one,a",
        "\u{2212}4,v1,one,a",
        "",
        ",,,",
        "1,v1,\"first line\nsecond, line\",a",
        "1,v1,\"he said \"\"no\"\"\",a",
        "1,v1,5\" pipe,a",
        "1,v1,\"a\" b,a",
        "1,v1,\"never closed,a",
        "1,v1,one,a,more",
        "1,v1",
        "1,v1,one\rtwo,a",
        "1,v1,\u{fffd},a",
        "1,v1,\u{202e}x,a",
        "1,v1,a\0b,a",
    ];
    for (nth, row) in rows.into_iter().enumerate() {
        let ways = [(10_300, Ragged::Error, 50_000), (10_999, Ragged::Skip, 200_000)];
        let (at, ragged, window) = ways[nth % 2];
        let text = long(at, row);
        std::fs::write(&path, &text).unwrap();
        let options = Options { ragged, window: usize::MAX, ..Options::default() };
        let whole = load(&Source::bytes("t.csv", text.into_bytes()), &options);
        let pieces = load(&Source::Path(path.clone()), &Options { window, ..options });
        same_outcome(whole, pieces);
    }
}

/// Loads and describes; all messages are safe to print, and no row is lost without a notice.
fn check(bytes: Vec<u8>, ragged: Ragged) {
    let options = Options { ragged, ..Options::default() };
    let unsafe_to_print = |text: &str| text.chars().any(|c| c.is_control() || c == '\u{202e}');
    match load(&Source::bytes("t.csv", bytes), &options) {
        Err(error) => {
            let message =
                format!("{error} {} {}", error.problem.fix, error.problem.place.clone().unwrap_or_default());
            assert!(!unsafe_to_print(&message), "{message:?}");
        }
        Ok(loaded) => {
            assert!(loaded.table.rows() > 0);
            assert!(loaded.notices.iter().all(|notice| !unsafe_to_print(&notice.to_string())));
            for column in 0..loaded.table.columns().len() {
                let profile = profile_of(&loaded.table, column, Some(0), None).unwrap();
                if let Some(numbers) = profile.numbers {
                    let binned: u64 = numbers.bins.iter().map(|bin| bin.count).sum();
                    assert_eq!(binned + profile.missing, loaded.table.rows() as u64);
                }
            }
        }
    }
}

/// Rows longer than the first bytes of a file that are looked at, and than a window; and a file of a window's size.
#[test]
fn a_long_row_is_read_from_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t.csv");
    let options = || Options { window: 100_000, ..Options::default() };
    let long = |row: usize| if row == 1 { "y".repeat(300_000) } else { format!("v{row}") };
    let rows = |count: usize| (0..count).map(|row| format!("{row},{},c{}\n", long(row), row % 3));
    for count in [2, 3, 11_000] {
        let text = format!("a,s,class\n{}", rows(count).collect::<String>());
        std::fs::write(&path, &text).unwrap();
        let whole =
            load(&Source::bytes("t.csv", text.into_bytes()), &Options { window: usize::MAX, ..options() });
        same_table(&whole.unwrap(), &load(&Source::Path(path.clone()), &options()).unwrap());
    }
    for more in 0..3 {
        let mut text = String::from("a,b\n");
        while text.len() < 100_000 {
            text.push_str("1,x\n");
        }
        text.truncate(99_999);
        text.push_str("\n2,y\n".get(..more).unwrap());
        std::fs::write(&path, &text).unwrap();
        let whole = load(&Source::bytes("t.csv", text.into_bytes()), &options());
        same_outcome(whole, load(&Source::Path(path.clone()), &options()));
    }
}

#[test]
fn blank_lines_are_counted_where_a_row_follows() {
    for (text, message) in [
        ("a,b\n1,2\n\n\n3,4\n", Some("line 3: 2 blank lines skipped.")),
        ("a,b\r\n1,2\r\n\r\n3,4\r\n\r\n", Some("line 3: 1 blank line skipped.")),
        ("a,b\n\"1\",2\n\n3,\"4\"\n\n\n", Some("line 3: 1 blank line skipped.")),
        ("a,b\n1,2\n3,4\n\n\n", None),
        ("a,b\n1,2\n\"3\",4\n\n\n", None),
    ] {
        for window in [1, 4, 5, 8, 100] {
            let options = Options { window, ..Options::default() };
            let loaded = load(&Source::bytes("t.csv", text.as_bytes()), &options).unwrap();
            let notices: Vec<String> = loaded.notices.iter().map(ToString::to_string).collect();
            assert_eq!(notices.first().map(String::as_str), message, "{text:?} in windows of {window}");
        }
    }
}

#[test]
fn a_packed_file_is_read_by_its_name_and_within_the_limit() {
    use std::io::Write as _;
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let text = long(5, "NA,v1,\"one, two\",c");
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packed.write_all(text.as_bytes()).unwrap();
    let packed = packed.finish().unwrap();
    std::fs::write(at("t.csv.gz"), &packed).unwrap();
    std::fs::write(at("packed.csv"), &packed).unwrap();
    std::fs::write(at("cut.csv.gz"), packed.get(..packed.len() / 2).unwrap()).unwrap();
    std::fs::write(at("t.csv"), &text).unwrap();
    let read =
        |name: &str, limit: u64| load(&Source::Path(at(name)), &Options { limit, ..Options::default() });
    let all = text.len() as u64;
    same_table(&read("t.csv", all).unwrap(), &read("t.csv.gz", all).unwrap());
    for (name, limit, kind, part) in [
        ("t.csv.gz", all - 1, "bad_csv", "is longer than"),
        ("cut.csv.gz", all, "bad_csv", "cannot be unpacked"),
        ("packed.csv", all, "bad_csv", "gzip"),
    ] {
        let error = read(name, limit).unwrap_err();
        assert_eq!(error.problem.kind, kind, "{name}");
        assert!(error.to_string().contains(part), "{name}: {error}");
    }
    assert!(read("t.csv", all - 1).unwrap_err().problem.fix.contains("posterior sql"));
}

/// Windows of a table of more than 1,000 columns hold 64 rows, also where they should be shorter.
#[test]
fn windows_of_a_wide_table_hold_rows() {
    let row = |cells: &dyn Fn(usize) -> String, width: usize| -> String {
        let cells: Vec<String> = (0..width).map(cells).collect();
        format!("{}\n", cells.join(","))
    };
    for (width, segments) in [(1000, 100), (1001, 2)] {
        let rows = (0..100).map(|at| row(&|column| format!("{}", (column * 7 + at * 11) % 90 + 10), width));
        let text = row(&|column| format!("c{column}"), width) + &rows.collect::<String>();
        let load = |window| {
            let options = Options { window, ..Options::default() };
            load(&Source::bytes("t.csv", text.clone().into_bytes()), &options).unwrap()
        };
        let pieces = load(1);
        assert_eq!(pieces.table.segments().len(), segments);
        same_table(&load(usize::MAX), &pieces);
    }
}
