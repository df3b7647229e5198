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
