//! Screens 4 and 5 as text, and the styles of their marks.

use crate::screens_rooms::sample;
use crate::support;

use posterior::app::{Order, Source};
use posterior::recipe::Recipe;
use support::Bench;

/// Of these there is a picture at 120×40, too: more room shows something else.
const WIDE: [&str; 3] = ["evaluate", "explain_all", "explain_gda_route_three"];

/// What the sample's own recipe, and what is said over it, looks like after some keys.
fn snapshots(name: &str, sample: &str, recipe: &str, keys: &str) {
    for (width, height) in [(80, 24), (120, 40)] {
        if width == 80 || WIDE.contains(&name) {
            let source = Source::Sample(sample.into());
            let recipe = Recipe::from_toml(recipe, "recipe.toml").unwrap();
            let bench = Bench::ordered(Order { source, recipe: recipe.into() }, width, height).keys(keys);
            insta::assert_snapshot!(format!("{name}_{width}"), bench.screen());
        }
    }
}

#[test]
fn explained_cases_look_so() {
    snapshots("explain_0", "play-tennis", "", "5");
    snapshots("explain_4", "play-tennis", "", "5 Space Space Space Space");
    snapshots("explain_all", "play-tennis", "", "5 a");
    snapshots("explain_ln", "play-tennis", "", "5 a x x");
    snapshots("explain_orange", "play-tennis", "convention = \"orange\"", "5 Space Space");
    snapshots("parameters_orange", "play-tennis", "convention = \"orange\"", "5 Space Space Enter");
    snapshots("explain_words", "chinese-japan", "", "5 Space Space");
    snapshots("explain_words_all", "chinese-japan", "", "5 a");
    snapshots("explain_bins", "living-area", "", "5 Space Space Tab Down");
    snapshots("explain_weather", "weather", "", "5 a");
    snapshots("explain_undefined", "spam", "alpha = \"0\"", "5 a");
    snapshots("choose", "play-tennis", "", "5 r Down Down");
    snapshots("against_weka", "play-tennis", "", "5 v");
    snapshots("against_same", "play-tennis", "", "5 v Left");
    snapshots("against_refused", "chinese-japan", "", "5 v Left Left");
    snapshots("evaluate", "play-tennis", "", "4 Right");
    snapshots("evaluate_rows", "living-area", "", "4 Enter Down");
}

/// GDA line by line: two features written out, four by rows, with the table's width where it needs it.
#[test]
fn explained_discriminants_look_so() {
    let gda = "model = \"gda\"";
    let two = "model = \"gda\"\nignore = [\"sepal_length\", \"sepal_width\"]";
    snapshots("explain_gda_route_two", "elephants", gda, "5 m a Up Up Up");
    snapshots("explain_gda_route_three", "iris", gda, "5 m a");
    snapshots("explain_gda_two_leader", "iris", two, "5 a");
    snapshots("explain_gda_four", "iris", gda, "5 Space Space Space Space");
    snapshots("explain_gda_own_sigma", "iris", "model = \"qda\"", "5 Space Space Space Space Space");
    snapshots("explain_gda_practice_elephants", "elephants", gda, "7 Down Down Down");
    // From the working of θ₀ to a mean that it uses.
    snapshots("explain_gda_used", "elephants", gda, "3 End Up Up Up Tab Right Right");
}

#[test]
fn one_pane() {
    for (name, keys) in [
        ("steps", "5 Space Space"),
        ("step", "5 Space Space Tab"),
        ("matrix", "4"),
        ("rows", "4 Tab"),
        ("choose", "5 r"),
    ] {
        let screen = sample("play-tennis", 60, 15).keys(keys).screen();
        insta::assert_snapshot!(format!("one_pane_60_{name}"), screen);
    }
}

#[test]
fn ascii() {
    for keys in ["5 Space Space", "5 a", "5 a Tab", "4", "5 r", "5 v", "5 v Right Right Right"] {
        for name in ["play-tennis", "chinese-japan", "living-area"] {
            let screen = sample(name, 120, 40).keys("F2 Down Enter Esc").keys(keys).screen();
            assert!(screen.is_ascii(), "{screen}");
            let unknown = screen.lines().filter(|line| line.contains("??"));
            assert_eq!(unknown.count(), 0, "{screen}");
        }
    }
    let screen = sample("chinese-japan", 80, 24).keys("F2 Down Enter Esc 5 a Home Down").screen();
    insta::assert_snapshot!("explain_ascii", screen);
}

#[test]
fn numbers_are_never_cut() {
    for width in 60..=130 {
        let screen = sample("play-tennis", width, 24).keys("5 a").screen();
        assert!(!screen.contains("4201…") && !screen.contains("/4…"), "{width}\n{screen}");
        assert!(screen.contains("3025/4201") || screen.contains("0.7201"), "{width}\n{screen}");
    }
}
