//! A table that an engine has: the way from screen 1 to 5, and what 4 can tell of rows that are not here.

use std::sync::Arc;

use posterior::recipe::Recipe;
use posterior::table::Via;
use posterior::workbench::{Order, Source};
use tempfile::TempDir;

use crate::engine::{RECIPE, folder};
use crate::support::Bench;

fn opened(folder: &TempDir, key: Option<&str>, width: u16, height: u16) -> Bench {
    let via = Via {
        command: vec!["sh".into(), "-c".into(), format!("cd '{}'; sh engine.sh", folder.path().display())],
        dialect: "sqlite".into(),
        table: "t".into(),
        key: key.map(str::to_owned),
        sample: "SELECT * FROM \"t\" AS s LIMIT 10000;\n".into(),
    };
    let recipe = Recipe::from_toml(RECIPE, "recipe.toml").unwrap();
    Bench::ordered(Order { source: Source::Engine(Arc::new(via)), recipe: recipe.into() }, width, height)
}

#[test]
#[cfg(unix)]
fn a_table_in_an_engine_is_walked_from_its_data_to_a_case() {
    let folder = folder();
    for (width, height) in [(80, 24), (120, 40)] {
        for screen in ["1", "3", "4", "5"] {
            let bench = opened(&folder, Some("id"), width, height).keys(screen);
            insta::assert_snapshot!(format!("in_engine_{screen}_{width}"), bench.screen());
        }
    }
}

#[test]
#[cfg(unix)]
fn folds_are_asked_for_by_t_and_views_of_single_rows_say_what_is_missing() {
    let folder = folder();
    // The folds of the dialog are 10; three are dealt.
    let bench = opened(&folder, Some("id"), 120, 40).keys("4 t Down Down Left Left Left Enter");
    let screen = bench.screen();
    assert!(screen.contains("By 3 folds, 63 rows"), "{screen}");
    insta::assert_snapshot!("in_engine_folds_120", screen);
    let bench = bench.keys("Enter");
    assert!(bench.toast().contains("none is listed"), "{}", bench.toast());
    // Scores are counts; ROC and reliability need the rows.
    let bench = bench.keys("m Down Enter");
    insta::assert_snapshot!("in_engine_scores_120", bench.screen());
    for view in ["Down Down", "Down Down Down"] {
        let bench = opened(&folder, Some("id"), 80, 24).keys(&format!("4 m {view} Enter"));
        assert!(bench.screen().contains("none is listed"), "{}", bench.screen());
    }
}

#[test]
#[cfg(unix)]
fn what_an_engine_cannot_deal_is_told_with_the_key_that_mends_it() {
    let folder = folder();
    let bench = opened(&folder, None, 80, 24).keys("4 t Down Down Enter");
    assert!(bench.screen().contains("--key COLUMN"), "{}", bench.screen());
    let bench = opened(&folder, Some("id"), 80, 24).keys("4 t Down Enter");
    assert!(bench.screen().contains("The split holdout:0.3 looks at rows one by one"), "{}", bench.screen());
    assert!(bench.screen().contains("Press t"), "{}", bench.screen());
}

#[test]
#[cfg(unix)]
fn a_row_that_is_not_here_is_not_taken_up() {
    let folder = folder();
    let bench = opened(&folder, Some("id"), 80, 24).keys("Enter");
    assert_eq!(bench.toast(), "The rows are not here. 5 works out a case of your own.");
    let bench = bench.keys("5");
    assert!(bench.screen().contains("0 of"), "{}", bench.screen());
}
