//! Screens 4 and 5 as text, and the styles of their marks.

use crate::support;

use posterior::recipe::{Recipe, Written};
use posterior::workbench::{Order, Source};
use support::Bench;

const SIZES: [(u16, u16); 2] = [(80, 24), (120, 40)];

fn sample(name: &str, width: u16, height: u16) -> Bench {
    Bench::sized(Some(Source::Sample(name.into())), width, height)
}

/// A snapshot at 80×24 and one at 120×40.
fn snapshots(name: &str, sample: &str, keys: &str) {
    for (width, height) in SIZES {
        let screen = self::sample(sample, width, height).keys(keys).screen();
        insta::assert_snapshot!(format!("{name}_{width}"), screen);
    }
}

#[test]
fn explain() {
    snapshots("explain_0", "play-tennis", "5");
    snapshots("explain_4", "play-tennis", "5 Space Space Space Space");
    snapshots("explain_score", "play-tennis", "5 a Up");
    snapshots("explain_all", "play-tennis", "5 a");
    snapshots("explain_ln", "play-tennis", "5 a x x");
}

#[test]
fn against_another_program() {
    snapshots("against_weka", "play-tennis", "5 v");
    snapshots(
        "against_orange_scrolled",
        "play-tennis",
        "5 v Right Right Right Down Down Down Down Down Down",
    );
    snapshots("against_same", "play-tennis", "5 v Left");
    snapshots("against_refused", "chinese-japan", "5 v Left Left");
    snapshots("against_sklearn", "iris", "5 v Left");
}

#[test]
fn explain_under_orange() {
    for (width, height) in SIZES {
        let orange = |recipe: &mut Recipe| recipe.convention = "orange".parse().ok();
        let bench = Bench::sample("play-tennis", width, height, orange);
        let bench = bench.keys("5 Space Space");
        insta::assert_snapshot!(format!("explain_orange_{width}"), bench.screen());
        insta::assert_snapshot!(format!("parameters_orange_{width}"), bench.keys("Enter").screen());
    }
}

#[test]
fn explain_words() {
    snapshots("explain_words", "chinese-japan", "5 Space Space");
    snapshots("explain_words_all", "chinese-japan", "5 a");
}

#[test]
fn explain_bins() {
    snapshots("explain_bins", "living-area", "5 Space Space Tab Down");
}

/// GDA line by line: two features written out, four by rows, with the table's width where it needs it.
#[test]
fn explain_gda() {
    let of = |sample: &str, recipe: &str, name: &str, keys: &str| {
        for (width, height) in SIZES {
            let source = Source::Sample(sample.into());
            let recipe = Recipe::from_toml(recipe, "recipe.toml").unwrap();
            let bench = Bench::ordered(Order { source, recipe: recipe.into() }, width, height).keys(keys);
            insta::assert_snapshot!(format!("explain_gda_{name}_{width}"), bench.screen());
        }
    };
    of("elephants", "model = \"gda\"", "route_two", "5 m a Up Up Up");
    of("iris", "model = \"gda\"", "route_three", "5 m a");
    let two = "model = \"gda\"\nignore = [\"sepal_length\", \"sepal_width\"]";
    of("iris", two, "two_solved", "5 Space Space Space");
    of("iris", two, "two_leader", "5 a");
    of("iris", "model = \"gda\"", "four", "5 Space Space Space Space");
    of("iris", "model = \"qda\"", "own_sigma", "5 Space Space Space Space Space");
    of("elephants", "model = \"gda\"", "elephants", "5 a");
    of("elephants", "model = \"gda\"", "practice_elephants", "7 Down Down Down");
    of("iris", "model = \"gda\"", "practice_iris", "7 Down Down Down");
    // From the working of θ₀ to a mean that it uses.
    of("elephants", "model = \"gda\"", "used", "3 End Up Up Up Tab Right Right");
    of("elephants", "model = \"gda\"", "used_opened", "3 End Up Up Up Tab Right Right Enter");
}

#[test]
fn explain_one_feature() {
    snapshots("explain_weather", "weather", "5 a");
}

#[test]
fn explain_undefined() {
    for (width, height) in SIZES {
        let source = Source::Sample("spam".into());
        let recipe = Recipe { alpha: Some(Written::int(0)), ..Recipe::default() };
        let bench = Bench::ordered(Order { source, recipe: recipe.into() }, width, height).keys("5 a");
        insta::assert_snapshot!(format!("explain_undefined_{width}"), bench.screen());
    }
}

#[test]
fn choose_the_case() {
    snapshots("choose", "play-tennis", "5 r Down Down");
}

#[test]
fn evaluate() {
    snapshots("evaluate", "play-tennis", "4 Right");
    snapshots("evaluate_rows", "living-area", "4 Enter Down");
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
