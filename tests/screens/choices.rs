//! Questions with options on screen 7: letters are typed.

use crate::support;

use posterior::workbench::practice::{ExerciseSource, Variant, open_exercise};
use support::Bench;

const DRAW: &str =
    "title = \"Which class\"\ndata = \"sample:weather\"\n[[step]]\nask = \"draw(Play, 0.62)\"\n";

#[test]
fn options_are_listed_and_letters_are_answers() {
    let mut bench = Bench::sized(None, 80, 24);
    let source = ExerciseSource::Text { name: "draw.toml".into(), text: DRAW.into() };
    let job = open_exercise(&mut bench.app, source, Variant::Usual, None);
    bench.work(job);
    let bench = if bench.app.typing() { bench } else { bench.keys("Enter") };
    assert!(bench.screen().contains("a) No") && bench.screen().contains("b) Yes"), "{}", bench.screen());
    let bench = bench.typed("a").keys("Enter");
    assert!(bench.screen().contains("is not right"), "{}", bench.screen());
    let bench = bench.keys("Backspace").typed("b").keys("Enter");
    let sheet = bench.app.screens.practice.sheet(&bench.app.session).unwrap();
    assert!(sheet.is_done(), "{}", bench.screen());
}
