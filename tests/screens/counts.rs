//! Tables of counts on screen: the question what was counted, and what stands where rows would be.

use crate::support;

use support::Bench;

const WORDS: &str = "word,a,b,c\rx,1,2,3\ry,3,2,1\rdocuments,4,4,4\r";
const OUTLOOK: &str = "Outlook,Yes,No\rSunny,2,3\rOvercast,4,0\rRainy,3,2\rtotal,9,5\r";

#[test]
fn what_was_counted_is_asked_where_it_is_unclear() {
    let asked = Bench::pasted(WORDS, 80, 24)
        .shows("This file needs a decision")
        .shows("What does each number count?");
    for (keys, model) in [("Enter", "Ber. NB"), ("Down Enter", "Mul. NB"), ("Down Down Enter", "Cat. NB")] {
        let screen = Bench::pasted(WORDS, 80, 24).keys(keys).keys("3").screen();
        assert!(screen.contains(model) && screen.contains("4/12"), "{keys}: {screen}");
    }
    asked.keys("Esc").shows("no data");
}

#[test]
fn the_counts_are_shown_where_the_rows_would_be() {
    let bench = Bench::pasted(OUTLOOK, 80, 24).shows("Read as a table of counts");
    bench.keys("7").shows("The counts").shows("Overcast    4   0");
    Bench::pasted(OUTLOOK, 80, 24)
        .keys("3")
        .hides("No row was counted")
        .keys("Enter")
        .shows("The rows are not available");
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
    // Values of a feature need no class sizes, and blanks part cells where the first line has no comma.
    typed(&["Sky yes no maybe", "sun 9 1 2", "rain 4 6 2"]).keys("Enter 3").shows("Cat. NB").shows("13/24");
    let features = [
        "Attribute, value, yes, no",
        "sky, sun, 2, 3",
        "sky, rain, 7, 2",
        "wind, true, 3, 3",
        "wind, false, 6, 2",
    ];
    typed(&features).keys("Enter 3").shows("Cat. NB").shows("wind");
    // What was counted is asked here, too, and the lines are kept for a correction.
    typed(&["word;a;b;c", "x;1;2;3"])
        .keys("Enter")
        .shows("What does each number count?")
        .keys("Enter")
        .shows("number of documents of each class is missing")
        .keys("Esc Enter 'documents;4;4;4' Enter Enter Enter 3")
        .shows("Ber. NB");
}

#[test]
fn a_typed_line_is_checked_before_the_next() {
    for (line, wrong) in [("word, spam", "two classes or more"), ("word, , ham", "two classes or more")] {
        typed(&[line]).shows(wrong);
    }
    for (line, wrong) in [
        ("offer, 9, 1", "This line has 3 cells, and the first line has 4."),
        ("offer, 9, 1, x", "“x” is not a count."),
        ("offer, 9, 1, -1", "“-1” is not a count."),
        ("offer, 9, 1, 1.5", "“1.5” is not a count."),
    ] {
        let bench = typed(&["word, spam, ham, work", line]).shows(wrong);
        // The line stays to be corrected.
        bench.shows(&format!("▸ {line}"));
    }
    typed(&["word, spam, ham, work", "offer, 9, 1, 0"])
        .keys("Up '0' Enter")
        .shows("offer, 9, 1, 00")
        .keys("Esc Enter")
        .shows("2 lines")
        .shows("offer, 9, 1, 00");
    typed(&["word, spam, ham, work", ""]).shows("a line for each value or word");
}
