//! Limits: a table on either side of each, of three classes or more.

use std::sync::Arc;

use posterior::encode::Dialect;
use posterior::model::{Case, Fitted, Statistics, Study, scoring_query, write_sums};
use posterior::problem::Problem;
use posterior::recipe::Recipe;
use posterior::report;
use posterior::table::Source;

use crate::models::{has, open as opened};

fn summed(study: &Study) -> Study {
    let fitted = study.model().unwrap();
    let once = Statistics::of_rows(&fitted.data).unwrap();
    let text = write_sums(&fitted.data, "posterior", "rows.csv", (&fitted.statistics, &once)).unwrap();
    Study::open(Source::bytes("sums.csv", text.as_bytes()), Recipe::default()).unwrap()
}

fn classes(k: usize) -> String {
    let rows = (0..k).map(|class| format!("v{},c{class}\nw,c{class}\n", class % 3));
    std::iter::once("word,class\n".to_owned()).chain(rows).collect()
}

#[test]
fn the_counts_of_a_file_of_sums_add_up_to_what_can_be_counted() {
    let file = |classes: usize, rows: u64| {
        let mut text = "posterior_sums_1,class,feature,value,n,w,tokens,shift,s1,s2\n".to_owned();
        text.push_str("recipe,,,\"target = \"\"class\"\"\",1,,,,,\n");
        for class in 0..classes {
            text.push_str(&format!("class,c{class},,,{rows},{rows},,,,\n"));
            text.push_str(&format!("value,c{class},word,v{},{rows},{rows},,,,\n", class % 3));
        }
        text
    };
    let open = |text: &str| -> Result<Arc<Fitted>, Problem> {
        let study = Study::open(Source::bytes("sums.csv", text.as_bytes()), Recipe::default());
        study.map_err(Problem::from)?.fitted
    };
    let most = 1 << 53;
    // Of a class four counts are read: 511 classes stay below 2⁶⁴, 512 reach it.
    let fitted = open(&file(511, most)).unwrap();
    assert_eq!((fitted.classes.len(), fitted.rows()), (511, 511 * most));
    let refused = open(&file(512, most)).unwrap_err();
    has(&refused.what, &["add up to more than 18446744073709551615"]);
    assert_eq!(refused.line, Some(1026), "the last line");
    let refused = open(&file(3, most + 1)).unwrap_err();
    has(&refused.what, &["“9007199254740993” in n is not a count"]);
}

#[test]
fn sums_of_a_table_that_is_counted_by_bin_are_the_sums_of_its_numbers() {
    for rows in [65_535, 65_536] {
        let line = |row: usize| format!("{},{},c{}\n", row % 97, (row * row) % 31, (row * 7) % 5 % 3);
        let csv: String = std::iter::once("a,b,class\n".to_owned()).chain((0..rows).map(line)).collect();
        let study = opened(
            &csv,
            "target = \"class\"\n[[feature]]\nname = \"a\"\nbins = \"frequency:4\"\n[[feature]]\nname = \"b\"\nbins = \"width:5\"",
        );
        let sums = summed(&study);
        let (mine, theirs) = (study.model().unwrap(), sums.model().unwrap());
        assert_eq!(mine.rows(), theirs.rows());
        for (one, other) in mine.factors().iter().zip(theirs.factors()) {
            assert_eq!(one.values(), other.values(), "{rows} rows");
            for value in 0..one.k() {
                for class in 0..3 {
                    assert_eq!(one.conditional(value, class), other.conditional(value, class), "{rows} rows");
                }
            }
        }
    }
}

#[test]
fn a_scoring_query_has_an_expression_for_each_of_200_classes_and_no_more() {
    for (k, fits) in [(200, true), (201, false)] {
        let study = opened(&classes(k), "target = \"class\"");
        let query = scoring_query(Dialect::named("duckdb").unwrap(), "t", study.model().unwrap(), &[]);
        assert_eq!(query.is_ok(), fits, "{k}: {:?}", query.err().map(|error| error.what));
    }
}

#[test]
fn natural_frequencies_are_shown_for_at_most_12_classes() {
    for (k, shown) in [(12, true), (13, false)] {
        let study = opened(&classes(k), "target = \"class\"");
        let fitted = study.model().unwrap();
        let case = Case::from_file(fitted, &[("word".to_owned(), "w".to_owned())]).unwrap();
        let found = report::natural_frequencies(fitted, &case);
        assert_eq!(!found.blocks.is_empty(), shown, "{k}: {found:?}");
    }
}
