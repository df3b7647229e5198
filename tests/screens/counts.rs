//! Tables of counts: the question what was counted, and what is shown instead of rows.

use crate::support::Bench;

const WORDS: &str = "word,a,b,c\rx,1,2,3\ry,3,2,1\rdocuments,4,4,4\r";
const OUTLOOK: &str = "Outlook,Yes,No\rSunny,2,3\rOvercast,4,0\rRainy,3,2\rtotal,9,5\r";

#[test]
fn what_was_counted_is_asked_where_it_is_unclear() {
    let asked = || Bench::pasted(WORDS).shows("What does each number count?");
    for (keys, model) in [("Enter 3", "Ber. NB"), ("Down Enter 3", "Mul. NB"), ("Down*2 Enter 3", "Cat. NB")]
    {
        asked().keys(keys).shows(model).shows("4/12");
    }
    asked().shows("This file needs a decision").keys("Esc").shows("no data");
}

#[test]
fn the_counts_are_shown_where_the_rows_would_be() {
    let bench = Bench::pasted(OUTLOOK).shows("Read as a table of counts");
    bench.keys("7").shows("The counts").shows("Overcast    4   0");
    let bench = Bench::pasted(OUTLOOK).keys("3").hides("No row was counted").keys("Enter");
    bench.shows("The rows are not available");
}

/// The start screen with the dialog open, and lines typed in it.
fn typed(lines: &[&str]) -> Bench {
    let mut bench = Bench::empty().keys("Down Down");
    while !bench.screen().contains("▸ Type a table of counts") {
        bench = bench.keys("Up");
    }
    bench = bench.keys("Enter");
    for line in lines {
        bench = bench.typed(line).keys("Enter");
    }
    bench
}

#[test]
fn a_table_is_typed_line_by_line() {
    let lines = ["word, spam, ham, work", "offer, 9, 1, 0", "hello, 4, 6, 3", "documents, 8, 6, 4"];
    typed(&lines).keys("Enter 3").shows("Mul. NB").shows("10/15");
    // Values of a feature need no class sizes, and blanks separate cells where the first line has no comma.
    typed(&["Sky yes no maybe", "sun 9 1 2", "rain 4 6 2"]).keys("Enter 3").shows("Cat. NB").shows("13/24");
    let values = ["sky, sun, 2, 3", "sky, rain, 7, 2", "wind, true, 3, 3", "wind, false, 6, 2"];
    let features = [&["Attribute, value, yes, no"][..], &values].concat();
    typed(&features).keys("Enter 3").shows("Cat. NB").shows("wind");
    // What was counted is asked here, too, and the lines are kept for a correction.
    let bench = typed(&["word;a;b;c", "x;1;2;3"]).keys("Enter").shows("What does each number count?");
    let bench = bench.keys("Enter").shows("number of documents of each class is missing");
    bench.keys("Esc Enter 'documents;4;4;4' Enter Enter Enter 3").shows("Ber. NB");
}

#[test]
fn a_typed_line_is_checked_before_the_next() {
    for line in ["word, spam", "word, , ham"] {
        typed(&[line]).shows("two classes or more");
    }
    for (line, wrong) in [
        ("offer, 9, 1", "This line has 3 cells, and the first line has 4."),
        ("offer, 9, 1, x", "“x” is not a count."),
        ("offer, 9, 1, -1", "“-1” is not a count."),
        ("offer, 9, 1, 1.5", "“1.5” is not a count."),
    ] {
        // The line stays to be corrected.
        typed(&["word, spam, ham, work", line]).shows(wrong).shows(&format!("▸ {line}"));
    }
    let bench = typed(&["word, spam, ham, work", "offer, 9, 1, 0"]).keys("Up '0' Enter");
    bench.shows("offer, 9, 1, 00").keys("Esc Enter").shows("2 lines").shows("offer, 9, 1, 00");
    typed(&["word, spam, ham, work", ""]).shows("a line for each value or word");
}
