//! Tables of counts on screen: the question what was counted, and what stands where rows would be.

use crate::support;

use support::Bench;

const WORDS: &str = "word,a,b,c\rx,1,2,3\ry,3,2,1\rdocuments,4,4,4\r";
const OUTLOOK: &str = "Outlook,Yes,No\rSunny,2,3\rOvercast,4,0\rRainy,3,2\rtotal,9,5\r";

#[test]
fn what_was_counted_is_asked_where_it_is_unclear() {
    let asked = Bench::pasted(WORDS, 80, 24);
    let screen = asked.screen();
    assert!(
        screen.contains("This file needs a decision") && screen.contains("What does each number count?"),
        "{screen}"
    );
    for (keys, model) in [("Enter", "Ber. NB"), ("Down Enter", "Mul. NB"), ("Down Down Enter", "Cat. NB")] {
        let screen = Bench::pasted(WORDS, 80, 24).keys(keys).keys("3").screen();
        assert!(screen.contains(model) && screen.contains("4/12"), "{keys}: {screen}");
    }
    assert!(asked.keys("Esc").screen().contains("no data"));
}

#[test]
fn the_counts_are_shown_where_the_rows_would_be() {
    let bench = Bench::pasted(OUTLOOK, 80, 24);
    assert!(bench.screen().contains("Read as a table of counts"), "{}", bench.screen());
    let screen = bench.keys("7").screen();
    assert!(screen.contains("The counts") && screen.contains("Overcast    4   0"), "{screen}");
    let bench = Bench::pasted(OUTLOOK, 80, 24).keys("3");
    assert!(!bench.screen().contains("No row was counted"), "{}", bench.screen());
    let bench = bench.keys("Enter");
    assert!(bench.screen().contains("The rows are not available"), "{}", bench.screen());
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
    let bench = typed(&lines).keys("Enter 3");
    assert!(bench.screen().contains("Mul. NB") && bench.screen().contains("10/15"), "{}", bench.screen());
    // Values of a feature need no class sizes, and blanks part cells where the first line has no comma.
    let bench = typed(&["Sky yes no maybe", "sun 9 1 2", "rain 4 6 2"]).keys("Enter 3");
    assert!(bench.screen().contains("Cat. NB") && bench.screen().contains("13/24"), "{}", bench.screen());
    let features = [
        "Attribute, value, yes, no",
        "sky, sun, 2, 3",
        "sky, rain, 7, 2",
        "wind, true, 3, 3",
        "wind, false, 6, 2",
    ];
    let bench = typed(&features).keys("Enter 3");
    assert!(bench.screen().contains("Cat. NB") && bench.screen().contains("wind"), "{}", bench.screen());
    // What was counted is asked here, too, and the lines are kept for a correction.
    let bench = typed(&["word;a;b;c", "x;1;2;3"]).keys("Enter");
    assert!(bench.screen().contains("What does each number count?"), "{}", bench.screen());
    let bench = bench.keys("Enter");
    assert!(bench.screen().contains("number of documents of each class is missing"), "{}", bench.screen());
    let bench = bench.keys("Esc Enter").typed("documents;4;4;4").keys("Enter Enter Enter 3");
    assert!(bench.screen().contains("Ber. NB"), "{}", bench.screen());
}

#[test]
fn a_typed_line_is_checked_before_the_next() {
    for (line, wrong) in [("word, spam", "two classes or more"), ("word, , ham", "two classes or more")] {
        let screen = typed(&[line]).screen();
        assert!(screen.contains(wrong), "{line}: {screen}");
    }
    for (line, wrong) in [
        ("offer, 9, 1", "This line has 3 cells, and the first line has 4."),
        ("offer, 9, 1, x", "“x” is not a count."),
        ("offer, 9, 1, -1", "“-1” is not a count."),
        ("offer, 9, 1, 1.5", "“1.5” is not a count."),
    ] {
        let bench = typed(&["word, spam, ham, work", line]);
        assert!(bench.screen().contains(wrong), "{line}: {}", bench.screen());
        // The line stays to be corrected.
        assert!(bench.screen().contains(&format!("▸ {line}")), "{}", bench.screen());
    }
    let bench = typed(&["word, spam, ham, work", "offer, 9, 1, 0"]).keys("Up").typed("0").keys("Enter");
    assert!(bench.screen().contains("offer, 9, 1, 00"), "{}", bench.screen());
    let bench = bench.keys("Esc Enter");
    assert!(
        bench.screen().contains("2 lines") && bench.screen().contains("offer, 9, 1, 00"),
        "{}",
        bench.screen()
    );
    let screen = typed(&["word, spam, ham, work", ""]).screen();
    assert!(screen.contains("a line for each value or word"), "{screen}");
}
